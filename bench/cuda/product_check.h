/* Facts about a sparse matrix on the device that two equal ones share, whatever the order of their sums. */
#ifndef BENCH_CUDA_PRODUCT_CHECK_H
#define BENCH_CUDA_PRODUCT_CHECK_H

#include "cuda/runtime/call.h"

#include <stdbool.h>
#include <stdint.h>

struct product_check {
    uint64_t position_hash;
    double value_sum;
    int64_t unsorted; /* entries that do not lie behind their neighbour */
};

#ifdef __cplusplus
extern "C" {
#endif

/* One of the two row starts is NULL; value_bytes: 8 for fp64, 4 for fp32, 0 for values that are not summed. */
bool product_check(struct product_check *result, int64_t rows, const int64_t *row_start,
                   const int32_t *short_row_start, const int32_t *column, const void *value, int value_bytes);

#ifdef __cplusplus
}
#endif

#endif
