/* What the kernels of triangles*.cu take. */
#ifndef CUDA_TRIANGLES_TRIANGLES_ARGUMENTS_H
#define CUDA_TRIANGLES_TRIANGLES_ARGUMENTS_H

#include <stdint.h>

enum {
    TRIANGLES_THREADS = 256,
    TRIANGLES_LONG_ROW = 1024,      /* longer rows are divided by a whole block */
    TRIANGLES_SHORT = 64,           /* edges out of a vertex that a warp counts alone */
    TRIANGLES_WINDOW = 1 << 18,     /* numbers that a block's bitmap covers at a time, at most */
    TRIANGLES_NARROW_MAX = (1 << 16) - 1, /* smaller numbers than this have 16 bits */
    TRIANGLES_NARROW_VECTOR = 8,      /* of them in 16 bytes */
    TRIANGLES_VECTOR = 4,           /* numbers of 32 bits in 16 bytes */
    TRIANGLES_LENGTH_BITS = 24,     /* of a list's length, beside its start */
    TRIANGLES_RECORD = 16,          /* hashes of a record, see triangles_short_rows.cu */
    TRIANGLES_RECORD_BYTES = 32,
    TRIANGLES_CHUNK = 128, /* entries of rows of an even graph that a warp takes together; no row is longer */
    TRIANGLES_WRITERS = 4, /* lanes that write a record */
    TRIANGLES_ROW_LANES = 8,  /* lanes that divide a short row */
    TRIANGLES_CORE_TILE = 128,        /* rows and columns, see triangles_core.cu */
    TRIANGLES_CORE_STEP = 512,        /* bits of a row that are fetched at a time */
    TRIANGLES_DEGREE_CLASSES = 4 * 32 /* four from each power of two to the next */
};

/* Summed up by all kernels; zero at first.  taken: the next vertex with many; in_class: how many vertices have a degree
 * of each class. */
struct triangles_sums {
    unsigned long long count, ends, loops, entries;
    unsigned taken, longest_row, in_class[TRIANGLES_DEGREE_CLASSES];
};

/* An undirected graph without duplicates, by rows (loops may be there), and what is made of it.
 * Even graphs keep their numbers: record has the hashes of smaller neighbours of each vertex, first record of all
 * vertices first, `records` of them and an empty one; a warp takes `group` rows at a time; corners is per_vertex.
 * Otherwise vertices are numbered by falling degree: number[v], and vertex[r] back; the first `connected` have entries, and
 * those with more than TRIANGLES_SHORT smaller ones are among the first `many`.
 * list[r] = start << 24 | length of the smaller numbers beside number r in `end`; from the end of the same row on
 * backwards are the larger ones, where the row has more than TRIANGLES_SHORT entries.  narrow_list and narrow are the same of
 * numbers below TRIANGLES_NARROW_MAX, in whole vectors that are filled up with it, or NULL where vertices with many have larger
 * ones.  core: core_rows rows of core_columns bits, 0 of them if there is no core; core_reach: see TRIANGLES_IN_CORE.
 * corners: triangles by number, or NULL. */
struct triangles_arguments {
    const int64_t *row_start;
    const int32_t *column;
    int64_t n, connected, long_lists, window;
    uint32_t *key;
    const uint32_t *vertex;
    int32_t *number;
    unsigned long long *list;
    int32_t *end;
    unsigned long long *narrow_list;
    uint16_t *narrow;
    uint32_t *record;
    int64_t records, group;
    uint32_t *core;
    int64_t core_rows, core_columns, core_reach;
    unsigned long long *corners;
    int64_t *per_vertex;
    struct triangles_sums *sums;
};

/* Whether the core counts the triangles that have the edge of these two as their larger numbers: those of all tiles
 * (i, j) of its bits with i j <= core_reach. */
#define TRIANGLES_IN_CORE(a, larger, smaller)                                                                \
    ((larger) < (a)->core_rows && (smaller) < (a)->core_columns &&                                           \
     (int64_t)((larger) / TRIANGLES_CORE_TILE) * ((smaller) / TRIANGLES_CORE_TILE) <= (a)->core_reach)

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

#ifdef __cplusplus
extern "C" {
#endif

extern const void *const graph__cuda_triangles_degrees;
extern const void *const graph__cuda_triangles_numbers;
extern const void *const graph__cuda_triangles_divide_short;
extern const void *const graph__cuda_triangles_divide_long;
extern const void *const graph__cuda_triangles_to_vertices;
extern const void *const graph__cuda_triangles_union_keys;
extern const void *const graph__cuda_triangles_union_mark;
extern const void *const graph__cuda_triangles_union_rows;
extern const void *const graph__cuda_triangles_count_short;
extern const void *const graph__cuda_triangles_count_long;
extern const void *const graph__cuda_triangles_count_narrow;
extern const void *const graph__cuda_triangles_corners_narrow;
extern const void *const graph__cuda_triangles_corners_short;
extern const void *const graph__cuda_triangles_corners_long;
extern const void *const graph__cuda_short_rows_records;
extern const void *const graph__cuda_short_rows_count;
extern const void *const graph__cuda_short_rows_corners;
extern const void *const graph__cuda_core_rows;
extern const void *const graph__cuda_core_count;
extern const int graph__cuda_core_count_bytes; /* of shared memory */

#ifdef __cplusplus
}
#endif

#endif
