/* How fast the entries of a sparse matrix, in their order, and for each its element of a vector can be read at all: by
 * kernels that know nothing of rows.  A product of the matrix and the vector reads the same, so none takes less time as
 * long as it reads them in this order. */
#ifndef BENCH_CUDA_VECTOR_READS_H
#define BENCH_CUDA_VECTOR_READS_H

#include <cuda_runtime_api.h>
#include <stdbool.h>
#include <stdint.h>

/* Arrays on the device, those of A aligned to 16 bytes. */
struct vector_reads {
    int64_t entries;
    const int32_t *column;
    const float *value, *u; /* u NULL: columns and values alone */
    float *sums;            /* gets a sum of products from each warp */
    int processors;
    cudaStream_t stream;
};

#ifdef __cplusplus
extern "C" {
#endif

/* The kernel has forms 0 .. vector_reads_forms() - 1, of which one matrix likes this one best, one that. */
int vector_reads_forms(void);

/* How many sums a form makes, of r->entries on r->processors. */
int64_t vector_reads_sums(const struct vector_reads *r, int form);

cudaError_t vector_reads_run(const struct vector_reads *r, int form);

#ifdef __cplusplus
}
#endif

#endif
