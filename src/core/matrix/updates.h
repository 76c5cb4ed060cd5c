/* Updates of single entries that wait until the whole matrix is read. */
#ifndef CORE_MATRIX_UPDATES_H
#define CORE_MATRIX_UPDATES_H

#include "core/matrix/matrix.h"

/* A slot of the table A->updates: an open-addressing table keyed by position, so that a later update of a position
 * replaces the earlier one and graph_matrix_get finds it without a merge. */
struct graph_update {
    int32_t row, column;
    bool is_used, is_removal;
    uint64_t value[]; /* begins with the value's bytes in the type of the matrix */
};

/* Bytes of one slot of A's table: most values fit into the one word that each slot has; and slot k. */
static inline size_t graph__slot_bytes(const graph_matrix *A)
{
    size_t words = (graph_type_size(A->type) + sizeof(uint64_t) - 1) / sizeof(uint64_t);
    return sizeof(struct graph_update) + (words > 1 ? words : 1) * sizeof(uint64_t);
}
static inline struct graph_update *graph__slot_at(const struct graph_update *table, size_t slot_bytes,
                                                  uint64_t k)
{
    return (struct graph_update *)((char *)table + k * slot_bytes);
}

/* The waiting update of a position, or NULL. */
struct graph_update *graph__updates_find(const graph_matrix *A, int32_t row, int32_t column);

/* Adds an update of a position that has none: its new value, or NULL, which removes the entry. */
graph_status graph__updates_append(graph_matrix *A, int32_t row, int32_t column, const graph_scalar *x);

/* Merges the waiting updates of A, whose arrays by rows exist, into new arrays; the caller holds A->lock.  The cached
 * transpose and properties are those from before and have been dropped already.  On failure nothing has changed. */
graph_status graph__updates_merge(graph_matrix *A);

/* Gives C, which has none, the updates of A with new positions: the k-th used slot of the table gets row row[k] and
 * column column[k]; NULL: the one it has. */
graph_status graph__updates_renumber(graph_matrix *C, const graph_matrix *A, const int32_t *row,
                                     const int32_t *column);

/* Forgets the waiting updates. */
void graph__updates_drop(graph_matrix *A);

#endif
