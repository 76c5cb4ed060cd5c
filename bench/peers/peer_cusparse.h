/* C = A B by cuSPARSE, on arrays that are on the device. */
#ifndef BENCH_PEERS_PEER_CUSPARSE_H
#define BENCH_PEERS_PEER_CUSPARSE_H

#include "bench/cuda/gpu_clock.h"
#include "bench/support/product.h"

struct peer_operand {
    int64_t rows, columns, entries;
    const int32_t *row_start, *column;
    const void *value;
    int value_bytes; /* 8: fp64, 4: fp32 */
};

enum { PEER_ENGINES = 4 };
extern const char *const peer_engine_names[PEER_ENGINES];

/* The medians of `trials` complete products after one that is not timed (that one if it takes long), by events on
 * the stream of cuSPARSE and by the wall clock.  *C: the first product, sorted, for the caller to close.  Negative: this
 * engine fails, and *C is empty. */
struct gpu_times peer_product_times(const struct peer_operand *A, const struct peer_operand *B, int engine,
                                    int trials, struct bench_product *C);

/* Returns the pooled memory of earlier products to the device. */
void peer_product_trim(void);

#endif
