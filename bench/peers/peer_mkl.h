/* C = A B by Intel's Math Kernel Library, which is loaded when the program runs, where it is installed. */
#ifndef BENCH_PEERS_PEER_MKL_H
#define BENCH_PEERS_PEER_MKL_H

#include <stdbool.h>

#include "bench/support/product.h"

/* Loads it, for this many threads; false: *why it cannot be used.  It is looked for under the names of libmkl_rt, so
 * LD_LIBRARY_PATH finds it. */
bool peer_mkl_open(const char **why, int threads);

/* A matrix with values of fp64, or its product.  A is not copied, but for its row starts, and must outlive it. */
struct peer_mkl;
struct peer_mkl *peer_mkl_matrix(graph_matrix *A);
void peer_mkl_close(struct peer_mkl **matrix);

/* *C = A B, its rows sorted or in any order; NULL: the library refuses, for instance for lack of memory. */
void peer_mkl_multiply(struct peer_mkl **C, const struct peer_mkl *A, const struct peer_mkl *B,
                       bool is_sorted);

/* A copy of the entries, sorted. */
struct bench_product peer_mkl_product(const struct peer_mkl *C);

#endif
