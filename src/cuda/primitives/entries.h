/* Steps that operations on entries share: tiles of entries, marks on entries and what is kept of them.  All between
 * graph__cuda_begin and graph__cuda_end, in scratch memory. */
#ifndef CUDA_PRIMITIVES_ENTRIES_H
#define CUDA_PRIMITIVES_ENTRIES_H

#include "contract/csr.h"
#include "cuda/runtime/call.h"
#include "cuda/primitives/entries_arguments.h"

/* Kernels by the size of the values that they move: none, 1, 2, 4 and 8 bytes. */
enum { GRAPH_SIZES = 5 };
int graph__cuda_size_number(size_t value_bytes);

/* Kernels of entries.cu. */
extern const void *const graph__cuda_entries_tiles, *const graph__cuda_entries_rows;
extern const void *const graph__cuda_entries_positions, *const graph__cuda_entries_test;
extern const void *const graph__cuda_entries_starts, *const graph__cuda_entries_move[GRAPH_SIZES];

/* Blocks for tiles of n entries. */
int64_t graph__cuda_tile_count(int64_t n);

/* row_start NULL: one row.  The rows of the tiles' first entries are found here. */
graph_status graph__cuda_tiles(struct cuda_call *call, struct tiles *tiles, const int64_t *row_start,
                               int64_t rows, int64_t entries);

/* Room for the marks of n entries; the ranks once the bits are set. */
graph_status graph__cuda_selected(struct cuda_call *call, struct kept_entries *kept, int64_t n);
graph_status graph__cuda_selected_rank(struct cuda_call *call, const struct kept_entries *kept, int64_t n);

/* *total = the entries kept of n (and of the n_other of `other`, unless that is NULL), for the host. */
graph_status graph__cuda_selected_total(struct cuda_call *call, int64_t *total,
                                        const struct kept_entries *kept, int64_t n,
                                        const struct kept_entries *other, int64_t n_other);

/* C = the entries kept of A, with new arrays; C is zero after a failure. */
graph_status graph__cuda_keep(struct cuda_call *call, struct graph_csr_arrays *C, const struct graph_csr *A,
                              const struct kept_entries *kept);

/* Gives the arrays of C back and clears it. */
void graph__cuda_csr_release(struct graph_csr_arrays *C);

/* Bytes of a value of A, 0 if it has none. */
size_t graph__cuda_value_bytes(const struct graph_csr *A);

#endif
