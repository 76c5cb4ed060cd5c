/* Rows cut into parts of equal work, and the two passes in which kernels make a new matrix by rows.
 *
 * The work of the first i rows is i + the entries before row i in up to three matrices, which grows with i, so that
 * the border of a part is found by bisection.  Pass one counts the entries of each row; pass two knows where each
 * part begins and fills it. */
#ifndef CPU_COMMON_ROWS_H
#define CPU_COMMON_ROWS_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/memory.h"
#include "contract/csr.h"

/* Less work is one part: a team of threads that sleep between regions takes some 30 us to begin and to end. */
enum { GRAPH_MOST_PARTS = 256, GRAPH_PARTS_FROM = 1 << 14 };

struct graph_row_parts {
    int parts;
    int64_t first[GRAPH_MOST_PARTS + 1]; /* first row of each part; the number of rows at the end */
    int64_t start[GRAPH_MOST_PARTS + 1]; /* entries counted in a part, then entries before it */
};

/* Cuts `rows` rows; b and c may be NULL. */
static inline void graph__cut_rows(struct graph_row_parts *cut, int64_t rows, const int64_t *a,
                                   const int64_t *b, const int64_t *c, int threads)
{
    int64_t total = rows + a[rows] + (b ? b[rows] : 0) + (c ? c[rows] : 0);
    int64_t parts = total / 4096 + 1;
    if (parts > 8 * (int64_t)threads)
        parts = 8 * (int64_t)threads;
    if (parts > GRAPH_MOST_PARTS)
        parts = GRAPH_MOST_PARTS;
    if (threads <= 1 || total < GRAPH_PARTS_FROM)
        parts = 1;
    cut->parts = (int)parts;
    for (int64_t p = 0; p <= parts; p++) {
        int64_t low = 0, high = rows, work = total / parts * p + total % parts * p / parts;
        while (low < high) {
            int64_t i = low + (high - low) / 2;
            if (i + a[i] + (b ? b[i] : 0) + (c ? c[i] : 0) < work)
                low = i + 1;
            else
                high = i;
        }
        cut->first[p] = p == parts ? rows : low;
        cut->start[p] = 0;
    }
}

/* Calls part(work, cut, p) for each part p, which one thread takes.  A single part opens no parallel region: that would take
 * longer than a small matrix does. */
typedef void graph_part_function(void *work, struct graph_row_parts *cut, int p);
static inline void graph__for_parts(struct graph_row_parts *cut, int threads, graph_part_function *part,
                                    void *work)
{
    if (cut->parts == 1) {
        part(work, cut, 0);
        return;
    }
#pragma omp parallel for num_threads(threads) schedule(dynamic, 1)
    for (int p = 0; p < cut->parts; p++)
        part(work, cut, p);
}

/* Whether A has an entry at every position. */
static inline bool graph__is_full(const struct graph_csr *A)
{
    return A->entries > 0 && A->entries == A->rows * A->columns;
}

/* Copies one value between arrays of the same type. */
static inline void graph__move_value(void *to, int64_t at, const void *from, int64_t k, size_t bytes)
{
    switch (bytes) {
    default:
        memcpy((char *)to + (size_t)at * bytes, (const char *)from + (size_t)k * bytes, bytes);
        break;
    case 1:
        ((uint8_t *)to)[at] = ((const uint8_t *)from)[k];
        break;
    case 2:
        ((uint16_t *)to)[at] = ((const uint16_t *)from)[k];
        break;
    case 4:
        ((uint32_t *)to)[at] = ((const uint32_t *)from)[k];
        break;
    case 8:
        ((uint64_t *)to)[at] = ((const uint64_t *)from)[k];
        break;
    }
}

/* After pass one has stored each row's count in C->row_start[i + 1] and each part's in start[p]: computes where the
 * parts start and allocates the arrays. */
static inline graph_status graph__rows_counted(struct graph_csr_arrays *C, struct graph_row_parts *cut,
                                               size_t value_bytes)
{
    graph_status status;
    int64_t sum = 0;
    for (int p = 0; p < cut->parts; p++) {
        int64_t count = cut->start[p];
        cut->start[p] = sum;
        sum += count;
    }
    cut->start[cut->parts] = sum;
    C->row_start[0] = 0;
    C->entries = sum;
    GRAPH_TRY(GRAPH_NEW(C->column, sum));
    if (value_bytes > 0)
        GRAPH_TRY(graph__allocate_array(&C->value, (size_t)sum, value_bytes));
done:
    return status;
}

static inline void graph__rows_failed(struct graph_csr_arrays *C)
{
    graph__free(C->row_start);
    graph__free(C->column);
    graph__free(C->value);
    *C = (struct graph_csr_arrays){0};
}

#endif
