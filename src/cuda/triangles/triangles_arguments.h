/* What the kernels of triangles*.cu take, and their addresses. */
#ifndef CUDA_TRIANGLES_TRIANGLES_ARGUMENTS_H
#define CUDA_TRIANGLES_TRIANGLES_ARGUMENTS_H

#include <stdint.h>

#include "cuda/triangles/tuning.h"

enum {
    TRIANGLES_THREADS = 256,
    TRIANGLES_NARROW_MAX = (1 << 16) - 1, /* smaller numbers than this fit 16 bits */
    TRIANGLES_NARROW_VECTOR = 8,          /* of them in 16 bytes */
    TRIANGLES_VECTOR = 4,                 /* numbers of 32 bits in 16 bytes */
    TRIANGLES_LENGTH_BITS = 24,           /* of the length in a packed list */
    TRIANGLES_RECORD = 16,                /* hashes of a record, see triangles_short_rows.cu */
    TRIANGLES_RECORD_BYTES = 32,
    TRIANGLES_WRITERS = 4,            /* lanes that write a record */
    TRIANGLES_ROW_LANES = 8,          /* lanes that divide a short row */
    TRIANGLES_CORE_TILE = 128,        /* rows and columns, see triangles_core.cu */
    TRIANGLES_CORE_STEP = 512,        /* bits of a row that are loaded at a time */
    TRIANGLES_DEGREE_CLASSES = 4 * 32 /* four from each power of two to the next */
};

/* Sums over all kernels; zero at first.  taken: the next vertex with a long list; in_class: vertices by class of degree. */
struct triangles_sums {
    unsigned long long count, ends, loops, entries;
    unsigned taken, longest_row, in_class[TRIANGLES_DEGREE_CLASSES];
};

/* An undirected graph without duplicates, by rows (loops are allowed), and what is made of it.
 *
 * Short rows: vertices keep their numbers.  record has the hashes of the smaller neighbours of each vertex: the first
 * records of all vertices, then their second ones, ..., `records` in all, and an empty one.  A warp takes `group` rows at a
 * time.  corners is per_vertex.
 *
 * Otherwise vertices are numbered by falling degree: number[v], and vertex[r] back.  The first `connected` have entries;
 * those with more than TRIANGLES_SHORT smaller neighbours are among the first `long_lists`.
 * list[r] = start << 24 | length of the smaller neighbours of number r in `end`; backwards from the end of the same row are
 * the larger ones, if the row has more than TRIANGLES_SHORT entries.
 * narrow_list and narrow are the same of numbers below TRIANGLES_NARROW_MAX in 16 bits, in whole vectors filled up with that
 * number; NULL if vertices with long lists have larger numbers.
 * core: core_rows rows of core_columns bits, none if there is no core; core_reach: see TRIANGLES_IN_CORE.
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
    int part, parts; /* of the work: every parts-th piece from number `part` on */
};

/* Whether the core counts the triangles that have the edge of these two as their larger numbers: those of all tiles
 * (i, j) of its bits with i j <= core_reach. */
#define TRIANGLES_IN_CORE(a, larger, smaller)                                                                \
    ((larger) < (a)->core_rows && (smaller) < (a)->core_columns &&                                           \
     (int64_t)((larger) / TRIANGLES_CORE_TILE) * ((smaller) / TRIANGLES_CORE_TILE) <= (a)->core_reach)

/* A directed pattern that becomes an undirected one: sorted keys of both directions, row << 32 | column, and marks of the
 * first of equal keys, of which a scan makes places. */
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
