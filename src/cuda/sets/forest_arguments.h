/* What the kernels of forest.cu take, and their addresses. */
#ifndef CUDA_SETS_FOREST_ARGUMENTS_H
#define CUDA_SETS_FOREST_ARGUMENTS_H

#include <stdint.h>

enum { FOREST_THREADS = 512 };

/* How values are ordered. */
enum { FOREST_EQUAL, FOREST_BOOLS, FOREST_INTEGERS, FOREST_UNSIGNED, FOREST_FLOATING };

/* Zero at first. */
struct forest_result {
    unsigned long long different; /* bits in which keys differ */
    unsigned edges;               /* in the next list */
    unsigned has_nan;
};

/* An edge between two trees. */
struct forest_edge {
    int32_t u, v;
    uint32_t rank;
};

struct forest_arguments {
    const int64_t *row_start;
    const int32_t *column;
    const void *value;
    int32_t order_of_values, value_bytes;
    int64_t n, edges;
    int32_t *edge_u, *edge_v, *entry; /* of the edges by position */
    uint64_t *key;
    uint32_t *by_rank; /* edges by key and position; NULL: all keys are equal */
    struct forest_edge *list, *next;
    int64_t listed;
    int32_t *parent;
    uint32_t *best; /* rank of the least edge of each tree */
    uint32_t *bits; /* the entries of the forest */
    struct forest_result *result;
};

#ifdef __cplusplus
extern "C" {
#endif

extern const void *const graph__cuda_forest_keys, *const graph__cuda_forest_open;
extern const void *const graph__cuda_forest_find, *const graph__cuda_forest_join;
extern const void *const graph__cuda_forest_flatten;

#ifdef __cplusplus
}
#endif

#endif
