/* Graphs of all kinds for tests of algorithms, and small dense pictures of them. */
#ifndef TESTS_SUPPORT_KINDS_H
#define TESTS_SUPPORT_KINDS_H

#include "tests/support/graphs.h"
#include "tests/support/test.h"

/* Visits graphs of up to `most` vertices: without vertices, with one, named ones, and random ones of every shape, as
 * directed and as undirected, patterns and with values, with loops and in several components. */
void each_kind(int64_t most, void (*visit)(const char *what, const graph_matrix *A));

/* Visits larger graphs in which rows of every length occur, up to one with thousands of entries: what kernels take in
 * different ways. */
void each_with_long_rows(void (*visit)(const char *what, const graph_matrix *A));

/* joined[u * n + v] for u != v with an entry (u, v) or (v, u); the caller frees it. */
bool *joined_of(const graph_matrix *A, graph_index n);

/* The edges between u and v in a forest with taken[x * n + y] for its edges x, y: way[k] = x * n + y from v on; how many, 0
 * for different trees. */
graph_index path_in_forest(graph_index *way, const bool *taken, graph_index n, graph_index u, graph_index v);

/* value[u * n + v] = the sum of the values of the entries (u, v), 1 for a pattern; has[u * n + v] tells whether there is
 * one.  The caller frees both; has may be NULL. */
double *dense_values(const graph_matrix *A, graph_index n, bool **has);

/* The n values of a full vector in the type, after graph_vector_check; the caller frees them. */
void *values_of_full(const graph_vector *v, graph_type type, graph_index n);

/* How many threads the tests try. */
extern const int tried_threads[3];

#endif
