/* Matrices by diagonals: found in rows, and back to rows. */
#ifndef CPU_MXM_DIAGONALS_H
#define CPU_MXM_DIAGONALS_H

#include <stdbool.h>

#include "base/diagonal_list.h"
#include "base/status.h"
#include "contract/csr.h"

/* Element i of diagonal d is the entry (i, i + offset[d]), at place d * rows + i; offsets ascend.  present has a byte for
 * each place, NULL: every element inside the matrix is an entry.  value is NULL where the values are not wanted. */
struct graph_diagonals {
    int64_t rows, columns, count;
    int32_t *offset;
    uint8_t *present;
    void *value;
};

/* The offsets of the diagonals of A, which caches them; `name` is its name in messages; *is_full: every element of
 * theirs inside the matrix is an entry.  GRAPH_E_NOT_SUPPORTED: less than half of the elements are entries, and is_forced
 * is not set. */
graph_status graph__diagonals_find(struct graph_diagonals *D, bool *is_full, const struct graph_csr *A,
                                   const char *name, bool is_forced, int threads);

/* For the back end's table: finds the diagonals of A, which caches them if it has a place for them. */
graph_status graph__cpu_find_diagonals(const struct graph_csr *A, int threads);

/* Whether A is known to be a full band, or a sample of its rows suggests it: its diagonals lie within `span` of each other,
 * each of their elements is an entry, and they are much longer than their number. */
bool graph__diagonals_are_likely(const struct graph_csr *A, int64_t span);

/* The elements of diagonals that have been found. */
graph_status graph__diagonals_fill(struct graph_diagonals *D, const struct graph_csr *A, bool is_full,
                                   int threads);

/* The entries of D by rows. */
graph_status graph__diagonals_to_rows(struct graph_csr_arrays *C, const struct graph_diagonals *D,
                                      size_t value_bytes, int threads);

void graph__diagonals_release(struct graph_diagonals *D);

#endif
