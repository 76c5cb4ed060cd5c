/* What the kernels of triangles.cu take. */
#ifndef CUDA_TRIANGLES_ARGUMENTS_H
#define CUDA_TRIANGLES_ARGUMENTS_H

enum {
    TRIANGLES_THREADS = 256,
    TRIANGLES_LONG_ROW = 1024, /* longer rows are divided by a whole block */
    TRIANGLES_FEW = 64,        /* edges out of a vertex that a warp counts alone */
    TRIANGLES_WINDOW = 1 << 18 /* numbers that a block's bitmap covers at a time, at most */
};

/* Summed up by all kernels; zero at first.  taken: the next vertex with many. */
struct triangles_sums {
    unsigned long long count, ends, loops;
    unsigned taken;
};

/* An undirected graph without duplicates, by rows (loops may be there), and what is made of it.  Vertices are numbered by
 * falling degree: number[v], and vertex[r] back.  list[r] = start << 24 | length of the smaller numbers beside number r
 * in `end`; from the end of the same row on backwards are the larger ones.  corners: triangles by number, or NULL. */
struct triangles_arguments {
    const int64_t *row_start;
    const int32_t *column;
    int64_t n, window;
    uint32_t *key;
    const uint32_t *vertex;
    int32_t *number;
    unsigned long long *list;
    int32_t *end;
    unsigned long long *corners;
    int64_t *per_vertex;
    struct triangles_sums *sums;
};

/* A directed pattern on its way to an undirected one: keys of both directions, row << 32 | column, sorted, and marks of
 * the first of equal ones, which become places. */
struct triangles_union_arguments {
    const int64_t *row_start;
    const int32_t *column;
    int64_t n, entries;
    uint64_t *key;
    int64_t *place;
    int32_t *count;
    int32_t *united;
};

#endif
