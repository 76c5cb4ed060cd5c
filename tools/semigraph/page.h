/* A page of HTML that needs no other file: no scripts, no references, colours by the reader's choice of light or dark. */
#ifndef TOOLS_PAGE_H
#define TOOLS_PAGE_H

#include <stdio.h>

#include "vertices.h"

void page_begin(FILE *to, const char *title, const char *subtitle);
void page_end(FILE *to);

/* A section with a heading that others may refer to as #id. */
void page_section(FILE *to, const char *id, const char *heading);
void page_section_end(FILE *to);

/* A paragraph of text, escaped. */
void page_paragraph(FILE *to, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* A list of facts: page_fact between begin and end. */
void page_facts_begin(FILE *to);
void page_fact(FILE *to, const char *name, const char *format, ...) __attribute__((format(printf, 3, 4)));
void page_fact_count(FILE *to, const char *name, graph_index count);
void page_facts_end(FILE *to);

/* A table: the head of each column, then cells row by row. */
void page_table_begin(FILE *to, const char *const *heads, int columns);
void page_cell(FILE *to, const char *format, ...) __attribute__((format(printf, 2, 3)));
void page_cell_id(FILE *to, const struct graph *graph, graph_index row);
void page_row_begin(FILE *to);
void page_table_end(FILE *to);

void page_figure_begin(FILE *to);
void page_figure_end(FILE *to);

#endif
