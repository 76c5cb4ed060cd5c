/* See merge_path.h.  A short list of the cuts made last; an array's address names its matrix, and memory.c tells when an
 * address gets a new meaning. */
#include <pthread.h>

#include "base/memory.h"
#include "cuda/runtime/memory.h"
#include "cuda/primitives/merge_path.h"
#include "cuda/primitives/merge_path_kernels.h"

enum { KEPT = 32, THREADS = 256, WARP_THREADS = 32, COUNTS = 4 };

struct kept_cuts {
    const int64_t *row_start; /* NULL: this place is free */
    int64_t rows, entries, uncut;
    struct row_cuts cuts;
    void *memory;
    uint64_t used; /* the larger the later */
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct kept_cuts kept[KEPT];
static uint64_t uses;

static void forget(struct kept_cuts *k)
{
    graph__cuda_give_kept(k->memory);
    graph__cuda_give_kept(k->cuts.row_end);
    *k = (struct kept_cuts){0};
}

void graph__cuda_forget_cuts(const void *array)
{
    pthread_mutex_lock(&lock);
    for (int k = 0; k < KEPT && array != NULL; k++) {
        if (kept[k].row_start == array)
            forget(&kept[k]);
        if (kept[k].cuts.column == array)
            kept[k].cuts.column = NULL;
    }
    pthread_mutex_unlock(&lock);
}

/* A free place, or that of the cuts not used for longest. */
static struct kept_cuts *place_for_one_more(void)
{
    struct kept_cuts *oldest = &kept[0];
    for (int k = 1; k < KEPT; k++)
        if (kept[k].used < oldest->used)
            oldest = &kept[k];
    if (oldest->row_start != NULL)
        forget(oldest);
    return oldest;
}

static graph_status make(struct kept_cuts *made, const struct graph_csr *A, int64_t items, int64_t uncut)
{
    int64_t tiles = (A->rows + A->entries + items - 1) / items, counts[COUNTS];
    size_t places = (size_t)tiles + 1;
    char *memory = NULL;
    struct row_cuts_arguments a = {.row_start = A->row_start, .rows = A->rows, .uncut = uncut};
    graph_status status;
    *made = (struct kept_cuts){0};
    GRAPH_TRY(graph__cuda_take_kept((void **)&memory, places * (sizeof(int64_t) + 7 * sizeof(int32_t))));
    GRAPH_TRY(CUDA_SCRATCH(a.counts, COUNTS));
    GRAPH_TRY(graph__cuda_set_bytes(a.counts, 0, sizeof counts));
    a.cuts.items = items;
    a.cuts.tiles = tiles;
    a.cuts.entry = (int64_t *)memory;
    a.cuts.row = (int32_t *)(a.cuts.entry + places);
    a.cuts.slot = a.cuts.row + places;
    a.cuts.head = a.cuts.slot + places;
    a.cuts.pieces = a.cuts.head + places;
    a.cuts.first_piece = a.cuts.pieces + places;
    a.cuts.pieces_of_row = a.cuts.first_piece + places;
    a.cuts.arrived = a.cuts.pieces_of_row + places;
    GRAPH_TRY(
        graph__cuda_launch(graph__cuda_cut_rows, graph__cuda_blocks(tiles + 1, THREADS), THREADS, 0, &a));
    GRAPH_TRY(graph__cuda_launch(graph__cuda_count_filled_rows, graph__cuda_blocks(A->rows, THREADS), THREADS,
                                 0, &a));
    GRAPH_TRY(graph__cuda_read(counts, a.counts, sizeof counts));
    a.cuts.cuts = counts[0];
    a.cuts.heads = counts[1];
    a.cuts.filled_rows = counts[2];
    a.cuts.longest = counts[3];
    a.cuts.column = A->column; /* what wrote them has ended before the counts were read */
    *made = (struct kept_cuts){A->row_start, A->rows, A->entries, uncut, a.cuts, memory, 0};
    memory = NULL;
done:
    graph__cuda_give_kept(memory);
    return status;
}

graph_status graph__cuda_cut_matrix(struct row_cuts *cuts, const struct graph_csr *A, int64_t items,
                                    int64_t uncut)
{
    struct kept_cuts *k, *end = kept + KEPT, made;
    graph_status status = GRAPH_OK;
    pthread_mutex_lock(&lock);
    for (k = kept; k < end; k++)
        if (k->row_start == A->row_start && k->rows == A->rows && k->entries == A->entries &&
            k->cuts.items == items && k->uncut == uncut)
            break;
    if (k == end) {
        /* What is made here stays for later calls, so it is not a test's business. */
        GRAPH_TRY(make(&made, A, items, uncut));
        k = place_for_one_more();
        *k = made;
    }
    k->used = ++uses;
    *cuts = k->cuts;
done:
    pthread_mutex_unlock(&lock);
    return status;
}

graph_status graph__cuda_cut_ends(struct row_cuts *cuts, const struct graph_csr *A)
{
    struct row_cuts_arguments a = {.row_start = A->row_start, .rows = A->rows, .cuts = *cuts};
    struct kept_cuts *k = kept;
    graph_status status = GRAPH_OK;
    if (cuts->row_end != NULL)
        return GRAPH_OK;
    pthread_mutex_lock(&lock);
    while (k->cuts.entry != cuts->entry)
        k++;
    GRAPH_TRY(graph__cuda_take_kept((void **)&a.cuts.row_end, (size_t)A->rows * sizeof *a.cuts.row_end));
    GRAPH_TRY(graph__cuda_launch(graph__cuda_find_row_ends,
                                 graph__cuda_blocks(cuts->tiles * WARP_THREADS, THREADS), THREADS, 0, &a));
    GRAPH_TRY(graph__cuda_wait()); /* kernels read it before the one ahead of them has ended */
    *cuts = k->cuts = a.cuts;
    a.cuts.row_end = NULL;
done:
    graph__cuda_give_kept(a.cuts.row_end);
    pthread_mutex_unlock(&lock);
    return status;
}
