/* What the kernels of labels.cu take, and their addresses. */
#ifndef CUDA_COMMUNITIES_LABELS_ARGUMENTS_H
#define CUDA_COMMUNITIES_LABELS_ARGUMENTS_H

#include <stdint.h>

/* Classes of vertices by the number of their entries in both directions, the bounds of which are LABELS_MOST. */
enum { LABELS_GROUP, LABELS_WARP, LABELS_TABLE, LABELS_BLOCK, LABELS_LONG, LABELS_CLASSES };
enum {
    LABELS_THREADS = 256,
    LABELS_GROUP_MOST = 8,
    LABELS_WARP_MOST = 32,
    LABELS_TABLE_MOST = 256,
    LABELS_BLOCK_MOST = 4096,
    LABELS_CHUNK = 4096 /* entries of a long row that a block counts */
};

/* Zero at first. */
struct labels_result {
    uint64_t changed;
    unsigned count[LABELS_CLASSES];
};

struct labels_rows {
    const int64_t *row_start;
    const int32_t *column;
};

struct labels_arguments {
    struct labels_rows rows[2]; /* of A and of A'; the second has no row_start where there is one direction */
    int64_t n;
    int32_t *label, *next;
    int32_t *list[LABELS_CLASSES];
    unsigned count[LABELS_CLASSES];
    struct labels_result *result;
    /* Of the long rows: chunks and slots of tables up to each of them, the tables, and the best so far: votes in the high
     * half, ~label in the low one. */
    int64_t *chunk_start, *slot_start;
    int64_t chunks;
    unsigned long long *slot, *best;
};

#ifdef __cplusplus
extern "C" {
#endif

extern const void *const graph__cuda_labels_open, *const graph__cuda_labels_measure;
extern const void *const graph__cuda_labels_vote[LABELS_CLASSES];
extern const void *const graph__cuda_labels_take;

#ifdef __cplusplus
}
#endif

#endif
