/* Tables for the tests of the loaders: a text, options, and what must come of it. */
#ifndef TESTS_SUPPORT_IO_TEXT_H
#define TESTS_SUPPORT_IO_TEXT_H

#include "tests/support/test.h"

struct io_case {
    const char *text;
    const char *expected; /* the matrix as io_describe writes it; or a piece of the sentence of an error */
    graph_status status;  /* GRAPH_OK: expected is a matrix */
    graph_read_options options; /* size is filled in */
    size_t length;              /* of text; 0: up to its end */
};

/* "3x4 int64: 0,1=5 2,3=-1" in a new string; values of a pattern are omitted. */
char *io_describe(const graph_matrix *A);

/* Reads each text from memory, with 1 and 3 threads, in one block and in many, and compares. */
void io_run_cases(const struct io_case *cases, size_t count, graph_file_format format);

#define IO_RUN(cases, format) io_run_cases(cases, sizeof cases / sizeof cases[0], format)

/* Same dimensions, type, positions and bits of values (NaN like NaN). */
bool io_same(const graph_matrix *A, const graph_matrix *B);

/* Bytes of a gzip member that holds `length` bytes; *packed_length is their number. */
unsigned char *io_gzip(const void *bytes, size_t length, size_t *packed_length);

/* A path in the temporary folder of this run, in one of four static buffers, which calls take cyclically. */
const char *io_path(const char *name);

/* Writes a file of these bytes; returns its path. */
const char *io_file(const char *name, const void *bytes, size_t length);

/* The bytes of a file; the caller frees. */
unsigned char *io_load(const char *path, size_t *length);

#endif
