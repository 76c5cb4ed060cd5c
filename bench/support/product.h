/* Sparse products in host memory, to compare entry by entry what several libraries make of the same operands. */
#ifndef BENCH_SUPPORT_PRODUCT_H
#define BENCH_SUPPORT_PRODUCT_H

#include <stdbool.h>
#include <stdint.h>

#include "semigraph.h"

struct bench_product {
    int64_t rows, entries, *row_start;
    int32_t *column;
    double *value;   /* NULL: positions alone */
    graph_type type; /* in which the values were computed */
};

/* Room for a product, whose row starts, columns and values the caller fills in. */
struct bench_product bench_product_open(int64_t rows, int64_t entries, graph_type type, bool has_values);
void bench_product_close(struct bench_product *product);

/* The entries of a matrix over fp64 or fp32. */
struct bench_product bench_product_of(graph_matrix *C);

/* Sorts the columns of every row; returns the number of rows that were not sorted. */
int64_t bench_product_sort(struct bench_product *product);

/* Ends the program unless both have the same positions, and values that bench_is_near allows.  An entry of row i is a sum
 * of one product at most for each entry of row i of A, which begins at A_row_start[i].  Both are sorted. */
void bench_product_same(const char *what, const struct bench_product *ours,
                        const struct bench_product *theirs, const int64_t *A_row_start);

#endif
