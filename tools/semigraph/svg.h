/* SVG in the one style of the project's pictures: a card with a title, light grids, and series that differ in colour and in
 * shape, so that no reader depends on colours.  The colours follow the reader's choice of light or dark. */
#ifndef TOOLS_SVG_H
#define TOOLS_SVG_H

#include <stdbool.h>
#include <stdio.h>

enum {
    SVG_WIDTH = 640, /* of every picture: text of 13 units stays readable at 600 pixels */
    SVG_MARGIN = 16,
    SVG_LETTER = 7, /* the width of a letter, about; of a title SVG_TITLE_LETTER */
    SVG_TITLE_LETTER = 9,
    SVG_SERIES = 9,   /* colours; shapes repeat after 4, so that 36 series differ */
    SVG_DENSITIES = 7 /* steps of the classes d0 .. d6, from the least to the most */
};

enum svg_anchor { SVG_START, SVG_MIDDLE, SVG_END };

/* Begins a picture SVG_WIDTH wide; `label` is its text for readers who do not see it. */
void svg_begin(FILE *to, double height, const char *label);
void svg_end(FILE *to);

/* One line of text.  class: NULL, "title" or "faint". */
void svg_text(FILE *to, double x, double y, const char *class, enum svg_anchor anchor, const char *format,
              ...) __attribute__((format(printf, 6, 7)));

/* The same, turned to read from below; x, y is its middle. */
void svg_text_upward(FILE *to, double x, double y, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* A line.  class: "grid", "minor", "axis" or "one". */
void svg_line(FILE *to, double x1, double y1, double x2, double y2, const char *class);

/* The mark of a series; hollow for what has no value. */
void svg_mark(FILE *to, int series, bool is_hollow, double x, double y);

/* A name cut in its middle to so many characters. */
void svg_shorten(char *to, size_t room, const char *text, size_t letters);

/* Text with what means something in XML and HTML replaced, and what is no UTF-8. */
void svg_escape(FILE *to, const char *text);

/* The bytes of the character of UTF-8 that begins here, or 0 if there is none that XML takes. */
int svg_letter(const char *text);

/* A number with commas between thousands, up to 10^15; larger ones and fractions as %.6g. */
const char *svg_number(char text[32], double value);

#endif
