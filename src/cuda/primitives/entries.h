/* Steps that operations on entries share: tiles of entries, and the selection of entries by a bit for each.  All take a
 * call, and their arrays are scratch memory of it. */
#ifndef CUDA_PRIMITIVES_ENTRIES_H
#define CUDA_PRIMITIVES_ENTRIES_H

#include "contract/csr.h"
#include "cuda/runtime/call.h"
#include "cuda/primitives/entries_arguments.h"

/* Which of the GRAPH_SIZES forms of a kernel moves values of so many bytes. */
int graph__cuda_size_number(size_t value_bytes);

/* The tiles of n entries: blocks of a launch. */
int64_t graph__cuda_tile_count(int64_t n);

/* Finds the row of the first entry of each tile.  row_start NULL: all entries are in one row. */
graph_status graph__cuda_tiles(struct cuda_call *call, struct tiles *tiles, const int64_t *row_start,
                               int64_t rows, int64_t entries);

/* Room for a selection of n entries; then, once its bits are set, its ranks. */
graph_status graph__cuda_selection_open(struct cuda_call *call, struct selection *selection, int64_t n);
graph_status graph__cuda_selection_rank(struct cuda_call *call, const struct selection *selection, int64_t n);

/* *total = the entries selected of n, plus those of the n_other of `other` unless that is NULL.  Waits. */
graph_status graph__cuda_selection_total(struct cuda_call *call, int64_t *total,
                                         const struct selection *selection, int64_t n,
                                         const struct selection *other, int64_t n_other);

/* Moves the selected ones of n columns and of as many values to the front of other arrays.  to_column, to_value NULL: not
 * wanted; column NULL: of 0, 1, ... */
graph_status graph__cuda_selection_move(struct cuda_call *call, int32_t *to_column, void *to_value,
                                        const int32_t *column, const void *value, size_t value_bytes,
                                        int64_t n, const struct selection *selection);

/* C = the selected entries of A, with new arrays; C is zero after a failure. */
graph_status graph__cuda_select_entries(struct cuda_call *call, struct graph_csr_arrays *C,
                                        const struct graph_csr *A, const struct selection *selection);

/* Releases the arrays of C and clears it. */
void graph__cuda_csr_release(struct graph_csr_arrays *C);

/* Bytes of a value of A, 0 if it has none. */
size_t graph__cuda_value_bytes(const struct graph_csr *A);

#endif
