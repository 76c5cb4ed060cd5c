/* Lines that hold one edge each: of edge lists, Matrix Market coordinates and DIMACS arcs. */
#ifndef IO_EDGE_LINES_H
#define IO_EDGE_LINES_H

#include "io/reading.h"

struct graph_line_style {
    char prefix;        /* the word before the ids; 0: none */
    char comment;       /* what begins a comment line */
    bool is_edge_list;  /* # and // too begin comments; commas, semicolons separate; more fields are fine */
    const char *row_is; /* what is expected at the first id, for messages */
    const char *column_is;
};

/* Parses the lines up to the end of the block. */
graph_status graph__parse_edge_lines(const struct graph_reading *r, struct graph_parser *parser,
                                     const struct graph_line_style *style);

/* A comment line or a blank one stands at p. */
bool graph__is_comment_line(const char *p, const struct graph_line_style *style);

/* The same in an edge list. */
bool graph__is_edge_list_comment(const char *p);

#endif
