/* One race of bench_gpu_spmm: a sparse matrix times a dense one or a vector, by the library and by cuSPARSE. */
#ifndef BENCH_CUDA_GPU_SPMM_H
#define BENCH_CUDA_GPU_SPMM_H

#include <cusparse.h>

#include "bench/support/bench.h"
#include "bench/support/random_draws.h"
#include "core/matrix/matrix.h"

enum { GPU_SPMM_TRIALS = 64 }; /* at most */

/* Opens cuSPARSE on the library's stream, and returns the bytes that a copy reads and writes in a millisecond. */
double gpu_spmm_open(void);
void gpu_spmm_close(void);

/* One sparse matrix of fp32 on the device, for both libraries. */
struct gpu_sparse {
    const graph_matrix *ours;
    struct graph_csr A; /* its arrays */
    void *row_start_32;
    cusparseSpMatDescr_t theirs;
};
void gpu_sparse_open(struct gpu_sparse *s, graph_matrix *A);
void gpu_sparse_close(struct gpu_sparse *s);

/* Prints a row and returns the time of cuSPARSE's best algorithm over ours, after it has compared their results.  width 0: a
 * vector.  draw: the matrix is that draw, or NULL; then a product with a vector is also compared with reads of its entries
 * (vector_reads.h). */
double gpu_spmm_race(struct bench *bench, const char *name, struct gpu_sparse *s, int64_t width,
                     const struct bench_draw *draw);

#endif
