/* Makes merge-path tiles (merge_path.h), and keeps those made last in a cache (array_cache.h) under the address of the row
 * starts. */
#include <string.h>

#include "cuda/primitives/merge_path.h"
#include "cuda/runtime/array_cache.h"
#include "cuda/runtime/call.h"

enum { THREADS = 256, WARP_THREADS = 32, COUNTS = 4 };

_Static_assert(sizeof(struct merge_path) <= CUDA_CACHE_VALUE_BYTES,
               "the cache has room for struct merge_path");

/* One block of memory, *memory, holds all arrays of *made. */
static graph_status make(struct cuda_call *call, struct merge_path *made, void **memory,
                         const struct graph_csr *A, int64_t items, int64_t uncut)
{
    int64_t tiles = (A->rows + A->entries + items - 1) / items, counts[COUNTS];
    size_t places = (size_t)tiles + 1;
    char *room = NULL;
    struct merge_path_arguments a = {.row_start = A->row_start, .rows = A->rows, .uncut = uncut};
    graph_status status;
    *memory = NULL;
    GRAPH_TRY(graph__cuda_allocate_cached((void **)&room, places * (sizeof(int64_t) + 7 * sizeof(int32_t))));
    GRAPH_TRY(CUDA_SCRATCH(call, a.counts, COUNTS));
    GRAPH_TRY(graph__cuda_set_bytes(call, a.counts, 0, sizeof counts));
    a.cuts.items = items;
    a.cuts.tiles = tiles;
    a.cuts.entry = (int64_t *)room;
    a.cuts.row = (int32_t *)(a.cuts.entry + places);
    a.cuts.slot = a.cuts.row + places;
    a.cuts.head = a.cuts.slot + places;
    a.cuts.pieces = a.cuts.head + places;
    a.cuts.first_piece = a.cuts.pieces + places;
    a.cuts.pieces_of_row = a.cuts.first_piece + places;
    a.cuts.arrived = a.cuts.pieces_of_row + places;
    GRAPH_TRY(graph__cuda_launch(call, graph__cuda_find_tiles, graph__cuda_blocks(tiles + 1, THREADS),
                                 THREADS, 0, &a));
    GRAPH_TRY(graph__cuda_launch(call, graph__cuda_count_filled_rows, graph__cuda_blocks(A->rows, THREADS),
                                 THREADS, 0, &a));
    GRAPH_TRY(graph__cuda_read(call, counts, a.counts, sizeof counts));
    a.cuts.cuts = counts[0];
    a.cuts.heads = counts[1];
    a.cuts.filled_rows = counts[2];
    a.cuts.longest = counts[3];
    *made = a.cuts;
    *memory = room;
    room = NULL;
done:
    graph__cuda_free_in_order(room);
    return status;
}

graph_status graph__cuda_merge_path_tiles(struct cuda_call *call, struct merge_path *cuts,
                                          const struct graph_csr *A, int64_t items, int64_t uncut)
{
    const void *const array[2] = {A->row_start, NULL};
    const int64_t key[CUDA_CACHE_KEYS] = {A->rows, A->entries, items, uncut};
    graph_status status = GRAPH_OK;
    graph__cuda_cache_open(CUDA_CACHE_MERGE_PATH);
    struct cuda_cache_entry *entry = graph__cuda_cache_find(CUDA_CACHE_MERGE_PATH, array, key);
    if (entry == NULL) {
        void *memory;
        /* Cached for later calls, so tests do not make it fail. */
        GRAPH_TRY(make(call, cuts, &memory, A, items, uncut));
        entry = graph__cuda_cache_add(CUDA_CACHE_MERGE_PATH, array, key);
        memcpy(entry->value, cuts, sizeof *cuts);
        entry->memory[0] = memory;
        entry->used_array = A->column; /* the columns were complete before the counts were read */
    }
    memcpy(cuts, entry->value, sizeof *cuts);
    cuts->column = entry->used_array;
done:
    graph__cuda_cache_close(CUDA_CACHE_MERGE_PATH);
    return status;
}

graph_status graph__cuda_merge_path_ends(struct cuda_call *call, struct merge_path *cuts,
                                         const struct graph_csr *A)
{
    struct merge_path_arguments a = {.row_start = A->row_start, .rows = A->rows, .cuts = *cuts};
    graph_status status = GRAPH_OK;
    if (cuts->row_end != NULL)
        return GRAPH_OK;
    graph__cuda_cache_open(CUDA_CACHE_MERGE_PATH);
    struct cuda_cache_entry *entry = graph__cuda_cache_of_memory(CUDA_CACHE_MERGE_PATH, cuts->entry);
    GRAPH_TRY(
        graph__cuda_allocate_cached((void **)&a.cuts.row_end, (size_t)A->rows * sizeof *a.cuts.row_end));
    GRAPH_TRY(graph__cuda_launch(call, graph__cuda_find_row_ends,
                                 graph__cuda_blocks(cuts->tiles * WARP_THREADS, THREADS), THREADS, 0, &a));
    GRAPH_TRY(graph__cuda_wait()); /* dependent launches read it before the kernel ahead of them has ended */
    cuts->row_end = a.cuts.row_end;
    memcpy(entry->value, cuts, sizeof *cuts);
    entry->memory[1] = a.cuts.row_end;
    a.cuts.row_end = NULL;
done:
    graph__cuda_free_in_order(a.cuts.row_end);
    graph__cuda_cache_close(CUDA_CACHE_MERGE_PATH);
    return status;
}
