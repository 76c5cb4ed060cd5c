/* What the kernels of forest.cu and forest_words.cu take, and their addresses. */
#ifndef CUDA_SETS_FOREST_ARGUMENTS_H
#define CUDA_SETS_FOREST_ARGUMENTS_H

#include "cuda/primitives/entry_tiles_arguments.h"

enum { FOREST_THREADS = 512, FOREST_BIN_BITS = 10, FOREST_BINS = 1 << FOREST_BIN_BITS };

#define FOREST_NO_WORD 0xffffffffffffffffull

/* How values are ordered. */
enum { FOREST_EQUAL, FOREST_BOOLS, FOREST_INTEGERS, FOREST_UNSIGNED, FOREST_FLOATING };

/* Zero at first, but for `least`. */
struct forest_result {
    unsigned long long least, most;    /* keys */
    unsigned long long sum, magnitude; /* of the weights of the forest, of integers of up to 4 bytes */
    unsigned listed;                   /* edges in the next list */
    unsigned has_nan;
};

/* An edge is a word, whose order is that of edges: by key, then by the smaller and the larger end.  Narrow words have these
 * three: key - least, then two vertices of end_bits bits.  Wide words (end_bits 0) are ranks of sorted edges. */
struct forest_arguments {
    struct tiles tiles;
    const int64_t *row_start;
    const int32_t *column;
    const void *value;
    int32_t order_of_values, value_bytes;
    int64_t n, entries;
    uint64_t least;
    int32_t end_bits;
    /* Wide words: the ends and the upper entry of each edge by position; its key; the edges by rank. */
    int64_t edges;
    int32_t *edge_u, *edge_v, *entry;
    uint64_t *key;
    uint32_t *by_rank;
    /* How many entries have keys, less `least`, from bin << bin_shift on. */
    uint32_t *bins;
    int32_t bin_shift;
    /* Rounds: edges whose keys, less `least`, or ranks are from .. to - 1, and those of them between two trees. */
    uint64_t from, to;
    uint64_t *list, *next;
    int64_t listed, room; /* of the list; of both */
    int32_t *parent;      /* of each vertex, the root of its tree between two rounds */
    uint64_t *best;       /* the least word of each tree, at its root */
    uint32_t *bits;       /* both entries of the edges of the forest */
    /* The forest: the values of its entries in A, and those that it gets. */
    const void *raw_value;
    void *settled;
    double *weight; /* of values of 4 and 8 bytes */
    struct forest_result *result;
};

#ifdef __cplusplus
extern "C" {
#endif

extern const void *const graph__cuda_forest_measure, *const graph__cuda_forest_count;
extern const void *const graph__cuda_forest_keys, *const graph__cuda_forest_settle;
extern const void *const graph__cuda_forest_open, *const graph__cuda_forest_list;
extern const void *const graph__cuda_forest_list_ranks, *const graph__cuda_forest_find;
extern const void *const graph__cuda_forest_weigh, *const graph__cuda_forest_join;
extern const void *const graph__cuda_forest_flatten;

#ifdef __cplusplus
}
#endif

#endif
