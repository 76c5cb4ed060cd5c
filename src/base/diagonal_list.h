/* Which diagonals a matrix has.  A matrix caches the list that its first product by diagonals has made. */
#ifndef BASE_DIAGONAL_LIST_H
#define BASE_DIAGONAL_LIST_H

#include <stdbool.h>
#include <stdint.h>

/* Diagonals with an entry: offsets ascend, and `elements` is how many positions of the matrix lie on them.  A list of more
 * than are wanted has count 0 and the largest number of elements.  It does not change once it is cached. */
struct graph_diagonal_list {
    int64_t count, elements;
    int32_t offset[];
};

/* Elements of diagonal `offset` inside a matrix of this shape: those of rows *first .. *end - 1. */
static inline void graph__diagonal_span(int64_t *first, int64_t *end, int64_t rows, int64_t columns,
                                        int64_t offset)
{
    *first = offset < 0 ? -offset : 0;
    *end = rows < columns - offset ? rows : columns - offset;
}

/* Elements of a full band: those of diagonals low .. low + count - 1 inside a matrix of this shape. */
int64_t graph__band_elements(int64_t rows, int64_t columns, int64_t low, int64_t count);

/* Whether a matrix with so many entries may be a full band about its main diagonal, much longer than wide.  It holds for
 * hardly any matrix that is none. */
bool graph__may_be_band(int64_t rows, int64_t columns, int64_t entries);

/* The list in *cache, or NULL. */
const struct graph_diagonal_list *graph__diagonals_cached(struct graph_diagonal_list *const *cache);

/* Puts a list of `count` ascending offsets into *cache if that has none yet; cache may be NULL.  Without memory nothing is
 * cached. */
void graph__diagonals_keep(struct graph_diagonal_list **cache, const int32_t *offset, int64_t count,
                           int64_t elements);

/* Forgets it; nobody may be using it. */
void graph__diagonals_forget(struct graph_diagonal_list **cache);

/* *part = the list of rows first .. first + rows - 1 of a matrix with `columns` columns, a new one that
 * graph__diagonals_forget frees; NULL without memory. */
void graph__diagonals_of_rows(struct graph_diagonal_list **part, const struct graph_diagonal_list *whole,
                              int64_t first, int64_t rows, int64_t columns);

#endif
