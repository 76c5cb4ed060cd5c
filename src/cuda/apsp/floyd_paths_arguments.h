/* What the kernels of floyd_paths.cu take, and their addresses.  Rows and columns are whole tiles. */
#ifndef CUDA_APSP_FLOYD_PATHS_ARGUMENTS_H
#define CUDA_APSP_FLOYD_PATHS_ARGUMENTS_H

#include <stdint.h>

enum {
    PATHS_PIVOTS = 64, /* in one round, as on the CPU: so both choose the same of several shortest paths */
    PATHS_CLOSE_THREADS = 1024,
    PATHS_PANEL_THREADS = 32,
    PATHS_TILE = 64,
    PATHS_TILE_THREADS = 256
};

/* One round.  through[k * PATHS_PIVOTS + i] is the distance from pivot row i to pivot k before pivot k was taken;
 * column[k * n + i] is the same for the other rows. */
struct floyd_paths_arguments {
    void *distance;
    int32_t *predecessor;
    int64_t n, stride, predecessor_stride, first;
    void *through, *column;
    int32_t *is_negative;
};

struct floyd_paths_kernels {
    const void *close, *rows, *columns, *rest;
    int shared_bytes, element_bytes;
};

#ifdef __cplusplus
extern "C" {
#endif

extern const struct floyd_paths_kernels graph__cuda_floyd_paths_kernels[4]; /* FLOYD_FP32 .. FLOYD_INT64 */

#ifdef __cplusplus
}
#endif

#endif
