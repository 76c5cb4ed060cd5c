/* A sparse product on the device, brought to the host for comparison. */
#ifndef BENCH_CUDA_PRODUCT_DOWNLOAD_H
#define BENCH_CUDA_PRODUCT_DOWNLOAD_H

#include "bench/support/product.h"

/* One of the two row starts is NULL.  value: fp64 or fp32, as the type says; NULL: positions alone.  Waits for the
 * device; ends the program with a message if the copy fails. */
struct bench_product product_download(int64_t rows, int64_t entries, const int64_t *row_start,
                                      const int32_t *short_row_start, const int32_t *column,
                                      const void *value, graph_type type);

#endif
