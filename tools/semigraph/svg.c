/* See svg.h. */
#include "svg.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

static const char *const style =
    "<style>\n"
    ".card{fill:#fff;stroke:#d1d9e0}"
    ".picture text{font:13px system-ui,-apple-system,\"Segoe UI\",\"Liberation Sans\",Arial,sans-serif;"
    "fill:#1f2328}"
    ".picture .title{font-size:16px;font-weight:600}.picture .faint{fill:#59636e}\n"
    ".grid{stroke:#d8dee4;fill:none}.minor{stroke:#eef1f4;fill:none}.axis{stroke:#59636e;fill:none}"
    ".one{stroke:#59636e;stroke-width:1.5;fill:none}\n"
    ".s0{fill:#0969da;stroke:#0969da}.s1{fill:#bc4c00;stroke:#bc4c00}.s2{fill:#1a7f37;stroke:#1a7f37}"
    ".s3{fill:#8250df;stroke:#8250df}.s4{fill:#9a6700;stroke:#9a6700}.s5{fill:#cf222e;stroke:#cf222e}"
    ".s6{fill:#1b7c83;stroke:#1b7c83}.s7{fill:#59636e;stroke:#59636e}.s8{fill:#bf3989;stroke:#bf3989}\n"
    ".bar{stroke:none}.hollow{fill:none;stroke-width:1.2}.line{fill:none;stroke-width:1.8}"
    ".points{fill:none;stroke-width:5;stroke-linecap:round}"
    ".cells{fill:none;stroke-width:1.02}\n"
    ".d0{stroke:#b6d7f9}.d1{stroke:#80bbf5}.d2{stroke:#4d9cec}.d3{stroke:#1f7ddb}.d4{stroke:#0a5fb8}"
    ".d5{stroke:#08478c}.d6{stroke:#062d5c}\n"
    "@media (prefers-color-scheme:dark){.card{fill:#0d1117;stroke:#3d444d}.picture text{fill:#e6edf3}"
    ".picture .faint{fill:#9198a1}.grid{stroke:#30363d}.minor{stroke:#1d232b}.axis{stroke:#9198a1}"
    ".one{stroke:#9198a1}\n"
    ".s0{fill:#4493f8;stroke:#4493f8}.s1{fill:#f0883e;stroke:#f0883e}.s2{fill:#3fb950;stroke:#3fb950}"
    ".s3{fill:#ab7df8;stroke:#ab7df8}.s4{fill:#d29922;stroke:#d29922}.s5{fill:#f85149;stroke:#f85149}"
    ".s6{fill:#39c5cf;stroke:#39c5cf}.s7{fill:#9198a1;stroke:#9198a1}.s8{fill:#db61a2;stroke:#db61a2}\n"
    ".bar{stroke:none}.hollow{fill:none}.line{fill:none}.points{fill:none}"
    ".d0{stroke:#123a66}.d1{stroke:#155391}.d2{stroke:#1f6fbf}.d3{stroke:#3d8fe0}.d4{stroke:#6fb2f2}"
    ".d5{stroke:#a8d2f9}.d6{stroke:#e3f1fe}}\n"
    "</style>\n";

void svg_begin(FILE *to, double height, const char *label)
{
    fprintf(
        to,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"picture\" viewBox=\"0 0 %d %.0f\" width=\"%d\" "
        "height=\"%.0f\" role=\"img\" aria-label=\"",
        SVG_WIDTH, height, SVG_WIDTH, height);
    svg_escape(to, label);
    fprintf(to, "\">\n%s<rect class=\"card\" x=\"0.5\" y=\"0.5\" width=\"%d\" height=\"%.0f\" rx=\"8\"/>\n",
            style, SVG_WIDTH - 1, height - 1);
}

void svg_end(FILE *to) { fputs("</svg>\n", to); }

/* The text of an element that is open, and its end. */
static void end_text(FILE *to, const char *format, va_list list)
{
    char text[512];
    vsnprintf(text, sizeof text, format, list);
    svg_escape(to, text);
    fputs("</text>\n", to);
}

void svg_text(FILE *to, double x, double y, const char *class, enum svg_anchor anchor, const char *format,
              ...)
{
    static const char *const anchors[] = {"", " text-anchor=\"middle\"", " text-anchor=\"end\""};
    va_list list;
    fprintf(to, "<text x=\"%.1f\" y=\"%.1f\"%s", x, y, anchors[anchor]);
    if (class != NULL)
        fprintf(to, " class=\"%s\"", class);
    fputc('>', to);
    va_start(list, format);
    end_text(to, format, list);
    va_end(list);
}

void svg_text_upward(FILE *to, double x, double y, const char *format, ...)
{
    va_list list;
    fprintf(to, "<text transform=\"translate(%.1f %.1f) rotate(-90)\" text-anchor=\"middle\">", x, y);
    va_start(list, format);
    end_text(to, format, list);
    va_end(list);
}

void svg_line(FILE *to, double x1, double y1, double x2, double y2, const char *class)
{
    fprintf(to, "<path d=\"M%.1f %.1fL%.1f %.1f\" class=\"%s\"/>\n", x1, y1, x2, y2, class);
}

void svg_mark(FILE *to, int series, bool is_hollow, double x, double y)
{
    static const char *const shapes[] = {"m-3.8 0a3.8 3.8 0 1 0 7.6 0a3.8 3.8 0 1 0-7.6 0z",
                                         "m-3.4-3.4h6.8v6.8h-6.8z", "m0-4.8l4.4 8h-8.8z",
                                         "m0-4.8l4.8 4.8l-4.8 4.8l-4.8-4.8z"};
    fprintf(to, "<path d=\"M%.1f %.1f%s\" class=\"s%d%s\"/>\n", x, y, shapes[series % 4], series % SVG_SERIES,
            is_hollow ? " hollow" : "");
}

int svg_letter(const char *text)
{
    const unsigned char *p = (const unsigned char *)text;
    int bytes = *p < 0x80                 ? 1
                : *p >= 0xc2 && *p < 0xe0 ? 2
                : *p >= 0xe0 && *p < 0xf0 ? 3
                : *p >= 0xf0 && *p < 0xf5 ? 4
                                          : 0;
    for (int k = 1; k < bytes; k++) {
        unsigned least = k > 1 ? 0x80 : *p == 0xe0 ? 0xa0 : *p == 0xf0 ? 0x90 : 0x80;
        unsigned most = k > 1 ? 0xbf : *p == 0xed ? 0x9f : *p == 0xf4 ? 0x8f : 0xbf;
        if (p[k] < least || p[k] > most || (*p == 0xef && p[1] == 0xbf && k == 2 && p[2] >= 0xbe))
            return 0;
    }
    return bytes;
}

void svg_escape(FILE *to, const char *text)
{
    const unsigned char *p = (const unsigned char *)text;
    for (int bytes; *p != '\0'; p += bytes > 0 ? bytes : 1) {
        bytes = svg_letter((const char *)p);
        const char *name = *p == '&'    ? "&amp;"
                           : *p == '<'  ? "&lt;"
                           : *p == '>'  ? "&gt;"
                           : *p == '"'  ? "&quot;"
                           : *p == '\'' ? "&#39;"
                                        : NULL;
        if (name != NULL)
            fputs(name, to);
        else if (bytes == 0)
            fputc('?', to);
        else if (*p < ' ' || *p == 0x7f || (*p == 0xc2 && p[1] < 0xa0)) /* control characters */
            fputc(' ', to);
        else
            fwrite(p, 1, (size_t)bytes, to);
    }
}

/* The bytes that the first characters take; a byte that is none counts as one. */
static size_t bytes_of_letters(const char *text, size_t letters)
{
    size_t at = 0;
    for (; letters > 0 && text[at] != '\0'; letters--) {
        int bytes = svg_letter(text + at);
        at += bytes > 0 ? (size_t)bytes : 1;
    }
    return at;
}

void svg_shorten(char *to, size_t room, const char *text, size_t letters)
{
    size_t all = 0;
    for (const char *p = text; *p != '\0'; p += bytes_of_letters(p, 1))
        all++;
    if (all <= letters) {
        snprintf(to, room, "%s", text);
        return;
    }
    size_t head = (letters - 3) / 2, tail = letters - 3 - head;
    snprintf(to, room, "%.*s...%s", (int)bytes_of_letters(text, head), text,
             text + bytes_of_letters(text, all - tail));
}

const char *svg_number(char text[32], double value)
{
    char digits[24];
    if (value != floor(value) || fabs(value) > 1e15) {
        snprintf(text, 32, "%.6g", value);
        return text;
    }
    int length = snprintf(digits, sizeof digits, "%.0f", fabs(value)), at = 0;
    if (value < 0)
        text[at++] = '-';
    for (int k = 0; k < length; k++) {
        if (k > 0 && (length - k) % 3 == 0)
            text[at++] = ',';
        text[at++] = digits[k];
    }
    text[at] = '\0';
    return text;
}
