/* The positions of a sparse matrix as a string of bytes, to be read in order.
 *
 * For each row that has entries: how many rows it is behind the last one, its number of entries, and for each entry the
 * distance from the column before it; the numbers have 7 bits a byte, the lowest first, with the eighth bit where more
 * follow.  An entry takes one to three bytes in graphs of some million vertices, where two indices take eight. */
#ifndef DIST_EDGE_CODE_H
#define DIST_EDGE_CODE_H

#include <stddef.h>
#include <stdint.h>

#include "contract/csr.h"

/* The most bytes that an entry takes: three numbers of 32 bits, where it is alone in its row. */
enum { GRAPH_EDGE_CODE_BYTES = 15 };

static inline uint8_t *graph__code_write(uint8_t *at, uint64_t x)
{
    for (; x >= 128; x >>= 7)
        *at++ = (uint8_t)(x | 128);
    *at++ = (uint8_t)x;
    return at;
}

/* Writes the code of A, for which there is room; its bytes. */
static inline size_t graph__edge_code(uint8_t *code, const struct graph_csr *A)
{
    uint8_t *at = code;
    int64_t last = -1;
    for (int64_t i = 0; i < A->rows; i++) {
        const int64_t begin = A->row_start[i], end = A->row_start[i + 1];
        int64_t before = -1;
        if (begin == end)
            continue;
        at = graph__code_write(at, (uint64_t)(i - last - 1));
        at = graph__code_write(at, (uint64_t)(end - begin));
        for (int64_t e = begin; e < end; e++) {
            at = graph__code_write(at, (uint64_t)(A->column[e] - before - 1));
            before = A->column[e];
        }
        last = i;
    }
    return (size_t)(at - code);
}

/* A place in a code: {code, .row = -1} before its first entry. */
struct graph_edge_reader {
    const uint8_t *at;
    int64_t row, column, remaining; /* remaining: entries of the row that follow */
};

static inline int64_t graph__code_read(const uint8_t **at)
{
    uint64_t x = 0;
    int shift = 0;
    for (; (**at & 128) != 0; shift += 7)
        x |= (uint64_t)(*(*at)++ & 127) << shift;
    return (int64_t)(x | (uint64_t) * (*at)++ << shift);
}

/* Goes to the next entry, which there is. */
static inline void graph__edge_next(struct graph_edge_reader *r)
{
    if (r->remaining == 0) {
        r->row += 1 + graph__code_read(&r->at);
        r->remaining = graph__code_read(&r->at);
        r->column = -1;
    }
    r->column += 1 + graph__code_read(&r->at);
    r->remaining--;
}

#endif
