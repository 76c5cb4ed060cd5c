/* The library's binary file: a header of 4096 bytes, then row starts, columns and values, each at a multiple of
 * 4096 bytes with zero bytes between them, so that the arrays can be mapped.  All numbers are in the byte
 * order of the machine that wrote them. */
#ifndef IO_BINARY_H
#define IO_BINARY_H

#include "contract/csr.h"
#include "io/output.h"
#include "io/text.h"
#include "semigraph/io.h"

struct graph_reading;

/* The first bytes of a file.  The byte above 127 and the line ends betray a transfer as text. */
#define GRAPH_BINARY_MAGIC "\x89SGB\r\n\x1a\n"

/* Reads the arrays as they are; a trusted plain file is mapped.  The option is_trusted skips checksums and the
 * check of the arrays, which must then be right.  Arrays that are read count in r's budget. */
graph_status graph__read_binary(graph_matrix **A, struct graph_text *text, struct graph_reading *r);

graph_status graph__write_binary(struct graph_output *output, const struct graph_csr *A);

#endif
