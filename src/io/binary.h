/* The library's own file: a header, then the arrays by rows, each aligned to 4096 bytes, then nothing. */
#ifndef IO_BINARY_H
#define IO_BINARY_H

#include "io/text.h"
#include "semigraph/io.h"

/* The first bytes of a file.  The byte above 127 and the line ends betray a transfer as text. */
#define GRAPH_BINARY_MAGIC "\x89SGB\r\n\x1a\n"

graph_status graph__read_binary(graph_matrix **A, struct graph_text *text, const graph_read_options *options,
                                graph_read_report *report);

#endif
