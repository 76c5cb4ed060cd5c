/* C = A B on the device, row by row: rows are put in bins by the number and the spread of their products, each bin has
 * its kernel (mxm_sort.cuh, mxm_sort_block.cuh, mxm_alike.cuh, mxm_hash.cuh, mxm_insert.cuh, mxm_rank.cuh).  Rows are
 * computed once, into scratch memory with room for a bound of each, and then moved together; those of the direct bins, and
 * those that are alike, are counted, keep what they know, and are then computed in place.  Where scratch memory is short,
 * that is so for all rows, and most keep nothing.  Rows with few products, where nearly all are alike, need no scratch
 * memory (mxm_ordered_host.h); where they differ, warps take 32 by 32 (mxm_tiles_host.h).  The host waits twice: for the
 * bins, and for the number of entries.  Small products are made in one launch (mxm_small_host.h), those of meshes by a lane
 * or half a warp for each row (mxm_merge_host.h, mxm_few_words_host.h).  Where a sample shows full 8 x 8 blocks, blocks with
 * bitmaps make the product instead, and matrices with an entry at every position have a kernel of their own. */
#include "cuda/mxm_host.h"

#include "cuda/kernels.h"
#include "cuda/mxm_alike_host.h"
#include "cuda/mxm_bins.h"
#include "cuda/mxm_bitmap_host.h"
#include "cuda/mxm_choose.h"
#include "cuda/mxm_early_host.h"
#include "cuda/mxm_few_words_host.h"
#include "cuda/mxm_full_host.h"
#include "cuda/mxm_masked_host.h"
#include "cuda/mxm_merge_host.h"
#include "cuda/mxm_move.h"
#include "cuda/mxm_ordered_host.h"
#include "cuda/mxm_plan.h"
#include "cuda/mxm_plan_arguments.h"
#include "cuda/mxm_small_host.h"
#include "cuda/mxm_tiles_host.h"
#include "cuda/primitives.h"

enum {
    SORT_THREADS = 256,
    /* Columns and positions of the sort kernels share a word of 32 bits. */
    NARROW_COLUMNS = 1 << 24,
    NARROW_COLUMNS_OF_BLOCK = 1 << 20,
    MOST_THREADS = 1024,
    /* What a rank kernel has in shared memory besides its own arrays. */
    STATIC_SHARED_BYTES = 1024
};

/* How the kernel of a bin is launched. */
enum method { SORT_WARP, SORT_BLOCK, ALIKE, HASH_WARP, RANK_WARP, RANK_BLOCK, INSERT };

struct bin_launch {
    enum method method;
    enum graph_cuda_kernel kernel, wide_kernel;
    int group; /* sort: threads for each row */
    int room;  /* sort by block: products of a row */
    /* rank */
    int threads;      /* of a block */
    int words;        /* of the bitmap, at most */
    int shared_bytes; /* of the bitmap and the slots, for each owner of a row */
};

static const struct bin_launch launches[MXM_BINS] = {
    [MXM_SORT_8] = {SORT_WARP, GRAPH_KERNEL_mxm_sort_8, GRAPH_KERNEL_mxm_sort_wide_8, .group = 8},
    [MXM_SORT_16] = {SORT_WARP, GRAPH_KERNEL_mxm_sort_16, GRAPH_KERNEL_mxm_sort_wide_64, .group = 8},
    [MXM_SORT_32] = {SORT_WARP, GRAPH_KERNEL_mxm_sort_32, GRAPH_KERNEL_mxm_sort_wide_64, .group = 8},
    [MXM_SORT_64] = {SORT_WARP, GRAPH_KERNEL_mxm_sort_64, GRAPH_KERNEL_mxm_sort_wide_64, .group = 16},
    [MXM_SORT_128] = {SORT_WARP, GRAPH_KERNEL_mxm_sort_128, GRAPH_KERNEL_mxm_sort_wide_256, .group = 16},
    [MXM_SORT_256] = {SORT_WARP, GRAPH_KERNEL_mxm_sort_256, GRAPH_KERNEL_mxm_sort_wide_256, .group = 32},
    [MXM_SORT_1024] = {SORT_BLOCK, GRAPH_KERNEL_mxm_sort_1024, GRAPH_KERNEL_mxm_sort_wide_4096, .group = 128,
                       .room = 1024},
    [MXM_SORT_2048] = {SORT_BLOCK, GRAPH_KERNEL_mxm_sort_2048, GRAPH_KERNEL_mxm_sort_wide_4096, .group = 256,
                       .room = 2048},
    [MXM_SORT_4096] = {SORT_BLOCK, GRAPH_KERNEL_mxm_sort_4096, GRAPH_KERNEL_mxm_sort_wide_4096, .group = 512,
                       .room = 4096},
    [MXM_WARP_SMALL] = {RANK_WARP, GRAPH_KERNEL_mxm_rank_warp, 0, .threads = 128,
                        .words = MXM_WARP_SMALL_WORDS, .shared_bytes = 6 << 10},
    [MXM_BLOCK_TINY] = {RANK_BLOCK, GRAPH_KERNEL_mxm_rank_block, 0, .threads = 128,
                        .words = MXM_BLOCK_TINY_WORDS, .shared_bytes = 26 << 10},
    [MXM_BLOCK_SMALL] = {RANK_BLOCK, GRAPH_KERNEL_mxm_rank_block, 0, .threads = 256,
                         .words = MXM_BLOCK_SMALL_WORDS, .shared_bytes = 55 << 10},
    [MXM_WIDE] = {RANK_BLOCK, GRAPH_KERNEL_mxm_rank_block, 0, .threads = 1024, .words = MXM_BLOCK_LARGE_WORDS,
                  .shared_bytes = 224 << 10},
    [MXM_BLOCK_MEDIUM] = {RANK_BLOCK, GRAPH_KERNEL_mxm_rank_block, 0, .threads = 512,
                          .words = MXM_BLOCK_MEDIUM_WORDS, .shared_bytes = 112 << 10},
    [MXM_BLOCK_LARGE] = {RANK_BLOCK, GRAPH_KERNEL_mxm_rank_block, 0, .threads = 1024,
                         .words = MXM_BLOCK_LARGE_WORDS, .shared_bytes = 224 << 10},
    [MXM_INSERT] = {.method = INSERT, .kernel = GRAPH_KERNEL_mxm_insert},
    [MXM_WARP_TRIPLE] = {RANK_WARP, GRAPH_KERNEL_mxm_rank_triple, 0, .threads = 128,
                         .words = MXM_WARP_SMALL_WORDS, .shared_bytes = 12 << 10},
};

/* Whether columns and positions do not fit in the words that a kernel sorts. */
static bool is_wide_for(const struct graph_mxm_request *r, const struct bin_launch *l)
{
    return (l->method == SORT_WARP && r->B.columns > NARROW_COLUMNS) ||
           (l->method == SORT_BLOCK && r->B.columns > NARROW_COLUMNS_OF_BLOCK);
}

static enum graph_cuda_kernel kernel_for(const struct graph_mxm_request *r, const struct bin_launch *l)
{
    return is_wide_for(r, l) ? l->wide_kernel : l->kernel;
}

static graph_status launch_sort_by_block(const void *kernel, struct mxm_row_arguments *a,
                                         const struct graph_mxm_request *r, const struct bin_launch *l,
                                         int64_t blocks)
{
    const bool is_wide = is_wide_for(r, l);
    const int room = is_wide ? MXM_BLOCK_SORT_MOST : l->room;
    return graph__cuda_launch(kernel, blocks, is_wide ? 512 : l->group,
                              (size_t)room * ((is_wide ? 8 : 4) + r->semiring->value_bytes), a);
}

static graph_status launch_sort(struct mxm_row_arguments *a, const struct graph_mxm_request *r,
                                const struct bin_launch *l)
{
    const void *kernel;
    graph_status status;
    GRAPH_TRY(graph__cuda_semiring_kernel(&kernel, kernel_for(r, l), r->semiring));
    if (l->method == SORT_WARP) {
        int group = is_wide_for(r, l) && l->wide_kernel != GRAPH_KERNEL_mxm_sort_wide_8 ? 32 : l->group;
        return graph__cuda_launch(kernel, graph__mxm_divide_up(a->rows * group, SORT_THREADS), SORT_THREADS,
                                  0, a);
    }
    GRAPH_TRY(launch_sort_by_block(kernel, a, r, l, a->rows));
done:
    return status;
}

/* is_deferred: for the rows that warps left, however many they are. */
static graph_status launch_rank(struct mxm_row_arguments *a, const struct graph_mxm_request *r,
                                const struct bin_launch *l, bool is_deferred)
{
    const void *kernel;
    graph_status status;
    int owners = l->method == RANK_WARP ? l->threads / 32 : 1;
    size_t slot_bytes = r->semiring->value_bytes == 8 ? 8 : 4;
    size_t most = (graph__cuda_device(NULL)->shared_bytes - STATIC_SHARED_BYTES) / (size_t)owners;
    size_t bytes = (size_t)l->shared_bytes < most ? (size_t)l->shared_bytes : most / 8 * 8;
    int64_t words = graph__mxm_divide_up(r->B.columns, 32), blocks = graph__mxm_divide_up(a->rows, owners);
    /* A GPU with less shared memory takes its rows in more windows. */
    if (words > l->words)
        words = l->words;
    if ((size_t)words > bytes / 16 * 3 / 2)
        words = (int64_t)(bytes / 16 * 3 / 2);
    a->words = (int32_t)words;
    a->entries = l->method == RANK_WARP ? 0 : l->threads == MOST_THREADS ? 2 * l->threads : l->threads;
    const size_t list_bytes = a->entries > 0 ? ((size_t)a->entries + 2) * sizeof(int32_t) : 0;
    a->slots = (int32_t)((bytes - (size_t)words * 8 - list_bytes) / slot_bytes);
    if (r->semiring->kind == GRAPH_ANY_PAIR) {
        a->slots = 0;
        bytes = (size_t)words * 8 + list_bytes;
    }
    GRAPH_TRY(graph__cuda_semiring_kernel(&kernel, l->kernel, r->semiring));
    if (is_deferred)
        GRAPH_TRY(graph__cuda_full_grid(&blocks, kernel, l->threads, bytes));
    GRAPH_TRY(graph__cuda_launch(kernel, blocks, l->threads, (size_t)owners * bytes, a));
done:
    return status;
}

/* For the rows of some bins, of which `most` has those with most products, that were not like their neighbours: those of
 * narrow spans to the blocks that such rows have elsewhere. */
static graph_status launch_left(struct mxm_row_arguments *a, const struct graph_mxm_request *r, int most)
{
    enum { MOST_BLOCKS = 1056 };
    const struct bin_launch *l = &launches[most];
    const int64_t rows = a->rows;
    const void *kernel;
    graph_status status;
    a->rows = -1;
    if (most == MXM_WARP_SMALL || most == MXM_BLOCK_TINY) {
        a->deferred = a->left;
        a->deferred_rows = a->left_rows;
        return launch_rank(a, r, &launches[MXM_BLOCK_TINY], true);
    }
    if (l->method != SORT_BLOCK)
        return graph__cuda_mxm_alike_left(a, r);
    GRAPH_TRY(graph__cuda_semiring_kernel(&kernel, kernel_for(r, l), r->semiring));
    GRAPH_TRY(launch_sort_by_block(kernel, a, r, l, rows < MOST_BLOCKS ? rows : MOST_BLOCKS));
done:
    return status;
}

graph_status graph__cuda_mxm_deferred(struct mxm_row_arguments *a, const struct graph_mxm_request *r)
{
    a->rows = -1;
    return launch_rank(a, r, &launches[MXM_BLOCK_MEDIUM], true);
}

static const struct bin_launch
    hash_small = {HASH_WARP,      GRAPH_KERNEL_mxm_hash_warp,    0,
                  .threads = 128, .words = MXM_HASH_SMALL_WORDS, .shared_bytes = 8 * MXM_HASH_SMALL_SLOTS},
    hash_large = {HASH_WARP,      GRAPH_KERNEL_mxm_hash_warp,    0,
                  .threads = 128, .words = MXM_HASH_LARGE_WORDS, .shared_bytes = 8 * MXM_HASH_LARGE_SLOTS},
    alike = {.method = ALIKE, .kernel = GRAPH_KERNEL_mxm_alike};

/* Rows of A that are alike by blocks, where half of the sample of a bin are; how lanes or warps with hash tables take the
 * rows of a bin, where nearly all of its sample fit; else NULL. */
static const struct bin_launch *clustered(const struct graph_mxm_request *r, const struct mxm_totals *totals,
                                          int bin)
{
    int k = bin - MXM_FIRST_SAMPLED;
    if (k < 0 || k >= MXM_SAMPLED_BINS || totals->sampled[k].rows == 0)
        return NULL;
    int64_t rows = totals->sampled[k].rows;
    if (graph__mxm_is_alike(totals, r->semiring, bin))
        return &alike;
    if (bin == MXM_WARP_SMALL || bin == MXM_BLOCK_TINY)
        return NULL;
    if (8 * totals->sampled[k].small > 7 * rows)
        return &hash_small;
    return 8 * totals->sampled[k].large > 7 * rows ? &hash_large : NULL;
}

static graph_status launch_hash(struct mxm_row_arguments *a, const struct graph_mxm_request *r,
                                const struct bin_launch *l)
{
    graph_status status;
    size_t table_bytes = (size_t)l->words * 12 + 8, slot_bytes = (size_t)l->shared_bytes;
    int warps = l->threads / 32;
    a->words = l->words;
    a->slots = (int32_t)(slot_bytes / (r->semiring->value_bytes == 8 ? 8 : 4));
    if (r->semiring->kind == GRAPH_ANY_PAIR) {
        a->slots = 0;
        slot_bytes = (size_t)l->words * 4; /* for the list of keys */
    }
    GRAPH_TRY(graph__cuda_launch_over(r->semiring, l->kernel, graph__mxm_divide_up(a->rows, warps),
                                      l->threads, (size_t)warps * (table_bytes + slot_bytes), a));
done:
    return status;
}

static graph_status launch_insert(struct mxm_row_arguments *a, const struct graph_mxm_request *r)
{
    const bool counts = a->column == NULL;
    graph_status status;
    GRAPH_TRY(graph__cuda_launch_over(r->semiring,
                                      counts ? GRAPH_KERNEL_mxm_insert_count : GRAPH_KERNEL_mxm_insert,
                                      counts ? graph__mxm_divide_up(a->rows, MXM_INSERT_WARPS) : a->rows,
                                      counts ? MXM_INSERT_WARPS * 32 : MXM_INSERT_THREADS, 0, a));
done:
    return status;
}

/* Bins whose kernels follow each other; those of different sides run side by side, so that the last long rows of one
 * leave no multiprocessor idle.  There are no more sides than the GPU has queues. */
static int side_of(const struct mxm_totals *totals, int bin, const struct bin_launch *hash, bool has_tiles)
{
    enum { FEW_ROWS = 100, WIDEST = GRAPH_CUDA_EARLY_SIDE, WIDER };
    /* Beside tiles bins do not wait for each other, and the longest rows begin first. */
    if (has_tiles && hash == NULL && launches[bin].method == SORT_BLOCK)
        return bin == MXM_SORT_4096 ? 3 : bin == MXM_SORT_2048 ? 1 : 0;
    if (has_tiles && hash == NULL && launches[bin].method == RANK_BLOCK)
        return WIDEST;
    if (hash == &alike)
        return bin == MXM_WIDE ? WIDEST : bin >= MXM_SORT_4096 ? WIDER : 5;
    if (hash != NULL)
        return hash == &hash_large ? 1 : 5;
    switch (launches[bin].method) {
    case RANK_BLOCK:
        /* A few rows begin at once, not after those of other bins. */
        return bin == MXM_BLOCK_MEDIUM                                  ? 1
               : bin == MXM_BLOCK_TINY                                  ? 2
               : bin == MXM_BLOCK_SMALL && totals->rows[bin] < FEW_ROWS ? 3
                                                                        : 0;
    case RANK_WARP:
        return 5; /* so that the rows that these leave wait for no others */
    case INSERT:
        return 2;
    case SORT_BLOCK:
        return 3;
    default:
        return bin % 2 == 0 ? 4 : 1;
    }
}

/* Enqueues the kernel that counts rows of which many are alike, if they have not been counted, and that of the others, which
 * lie in scratch memory afterwards and are moved when C has its arrays. */
static graph_status launch_alike(struct mxm_row_arguments *a, const struct graph_mxm_request *r, int bin,
                                 int most)
{
    const bool is_staged = a->kept_value != NULL;
    graph_status status = GRAPH_OK;
    a->left += a->first;
    a->left_rows += bin;
    if (a->C_row_start != NULL && is_staged)
        return graph__mxm_gather_left(a, r->semiring->value_bytes);
    if (a->C_row_start == NULL)
        GRAPH_TRY(graph__cuda_mxm_alike_count(a));
    GRAPH_TRY(launch_left(a, r, most));
done:
    return status;
}

/* Enqueues the kernel of the rows from a->first on, of one bin or of some that have one kernel. */
static graph_status launch_bin(struct mxm_row_arguments *a, const struct graph_mxm_request *r, int bin,
                               const struct bin_launch *hash)
{
    struct bin_launch l = launches[bin];
    if (hash != NULL)
        return launch_hash(a, r, hash);
    if (bin == MXM_INSERT && a->kept != NULL)
        return launch_insert(a, r);
    if (bin == MXM_INSERT)
        l = launches[MXM_WIDE];
    if (bin == MXM_WIDE && r->B.columns <= MXM_BLOCK_MEDIUM_WORDS * 32)
        l = launches[MXM_BLOCK_MEDIUM];
    return l.method == RANK_WARP || l.method == RANK_BLOCK ? launch_rank(a, r, &l, false)
                                                           : launch_sort(a, r, &l);
}

/* Kernels that are missing are compiled side by side before the first is launched. */
static void prepare(struct graph_mxm_request *r, const struct mxm_totals *totals, int last_made,
                    bool has_tiles)
{
    enum graph_cuda_kernel wanted[2 * MXM_BINS + 3];
    bool may_leave_rows = false;
    int n = 0;
    if (has_tiles) {
        wanted[n++] = GRAPH_KERNEL_mxm_tiles;
        wanted[n++] = GRAPH_KERNEL_mxm_tiles_move;
    } else if (last_made > MXM_COPY_LONG)
        wanted[n++] = graph__cuda_mxm_ordered_kernel(last_made);
    for (int bin = MXM_COPY; bin < MXM_BINS; bin++) {
        const struct bin_launch *hash = clustered(r, totals, bin), *l = hash != NULL ? hash : &launches[bin];
        if (totals->rows[bin] == 0 || (bin > MXM_COPY_LONG && bin <= last_made) ||
            (bin == MXM_COPY && has_tiles))
            continue;
        wanted[n++] = bin <= MXM_COPY_LONG ? graph__mxm_copy_kernel(bin) : kernel_for(r, l);
        if (hash == &alike && launches[bin].method == SORT_BLOCK)
            wanted[n++] = kernel_for(r, &launches[bin]);
        may_leave_rows = may_leave_rows || hash != NULL || l->method == RANK_WARP;
    }
    if (may_leave_rows)
        wanted[n++] = GRAPH_KERNEL_mxm_rank_block;
    graph__cuda_mxm_prepare(r, wanted, n);
}

/* Whether bins of rows that are alike, this one and the one before it, have launches of their own: what is left of them goes
 * to different kernels. */
static bool ends_launch(int bin) { return bin == MXM_WIDE || bin == MXM_WARP_SMALL || bin == MXM_SORT_4096; }

/* Enqueues the kernels of all bins after `last_made`, of those that have been counted alone when they are launched again;
 * *leaving: a bit for each side that may leave rows. */
static graph_status launch_sides(const struct mxm_row_arguments *all, const struct graph_mxm_request *r,
                                 const struct mxm_totals *totals, int last_made, bool has_tiles,
                                 unsigned *leaving)
{
    graph_status status = GRAPH_OK;
    const bool is_again = all->kept != NULL && all->offset == NULL;
    int64_t end = graph__mxm_rows_of_bins(totals, MXM_COPY, MXM_BINS - 1);
    *leaving = 0;
    if (all->C_row_start != NULL)
        GRAPH_TRY(graph__cuda_mxm_alike(all, r, totals));
    /* The longest rows first: they take longest to finish. */
    for (int bin = MXM_BINS - 1; bin > last_made; bin--) {
        const struct bin_launch *hash = clustered(r, totals, bin);
        const int most = bin;
        struct mxm_row_arguments a = *all;
        a.rows = totals->rows[bin];
        while (hash != NULL && !(hash == &alike && ends_launch(bin)) && clustered(r, totals, bin - 1) == hash)
            a.rows += totals->rows[--bin];
        const int side = side_of(totals, bin, hash, has_tiles);
        a.first = end -= a.rows;
        if (a.rows == 0 || (is_again && !graph__mxm_is_direct(totals, bin) && hash != &alike))
            continue;
        if (!graph__mxm_is_direct(totals, bin) && !is_again)
            a.kept = NULL;
        else if (a.kept != NULL && !is_again)
            a.column = NULL; /* counted now */
        GRAPH_TRY(graph__mxm_use_side(totals, side));
        if (hash == &alike)
            GRAPH_TRY(launch_alike(&a, r, bin, most));
        else
            GRAPH_TRY(launch_bin(&a, r, bin, hash));
        /* Of rows that are alike only the widest may be left once more. */
        if ((hash != NULL && !(hash == &alike && most != MXM_WIDE)) ||
            (bin == MXM_WARP_SMALL && a.column != NULL && r->semiring->kind != GRAPH_ANY_PAIR))
            *leaving |= 1u << side;
    }
done:
    return status;
}

/* Enqueues the kernel of the rows that warps and tables leave, after those of the sides that may do so. */
static graph_status launch_deferred(const struct mxm_row_arguments *a, const struct graph_mxm_request *r,
                                    const struct mxm_totals *totals, unsigned leaving)
{
    struct mxm_row_arguments rest = *a;
    graph_status status = GRAPH_OK;
    bool has_side = false;
    rest.kept = NULL;
    for (int side = GRAPH_CUDA_SIDES - 1; side >= 0; side--)
        if (leaving >> side & 1) {
            if (!has_side)
                GRAPH_TRY(graph__mxm_use_side(totals, side));
            else if (graph__mxm_is_worth_a_fork(totals))
                GRAPH_TRY(graph__cuda_follow_side(side));
            has_side = true;
        }
    GRAPH_TRY(graph__cuda_mxm_deferred(&rest, r));
done:
    return status;
}

/* Enqueues the kernels of all rows but those that are copied. */
static graph_status launch_bins(const struct mxm_row_arguments *a, const struct graph_mxm_request *r,
                                const struct mxm_totals *totals, int last_made,
                                const struct mxm_tiles_arguments *tiles)
{
    unsigned leaving = 0;
    graph_status status;
    /* The plan has left zeros; rows that are not alike are known. */
    if (a->C_row_start != NULL)
        GRAPH_TRY(graph__cuda_set_bytes(a->deferred_rows, 0, sizeof *a->deferred_rows));
    status = graph__mxm_open_sides(totals);
    if (status >= 0)
        status = launch_sides(a, r, totals, last_made, tiles != NULL, &leaving);
    if (status >= 0 && leaving != 0)
        status = launch_deferred(a, r, totals, leaving);
    if (status >= 0 && tiles != NULL)
        status = graph__cuda_mxm_make_tiles(tiles, r, totals);
    GRAPH_TRY(graph__mxm_close_sides(totals, status));
done:
    return status;
}

/* Rows that are not in C yet: those in scratch memory are moved beside the kernels of the direct ones; or all are made.
 * sends_entries: beside them the number of entries goes to the host. */
static graph_status finish(const struct graph_csr_arrays *C, const struct graph_mxm_request *r,
                           const struct mxm_plan *plan, const struct mxm_totals *totals, int last_made,
                           const struct mxm_tiles_arguments *tiles, bool sends_entries,
                           const struct mxm_row_arguments *before)
{
    struct mxm_row_arguments a = *before;
    unsigned leaving;
    graph_status status;
    a.column = C->column;
    a.value = C->value;
    a.offset = NULL;
    a.count = NULL;
    a.C_row_start = C->row_start;
    if (before->offset == NULL) {
        GRAPH_TRY(launch_bins(&a, r, totals, last_made, NULL));
        return graph__mxm_launch_copies(&a, r, totals, MXM_COPY, false);
    }
    status = graph__mxm_open_sides(totals);
    if (status >= 0 && sends_entries)
        status = graph__mxm_use_side(totals, GRAPH_CUDA_EARLY_SIDE + 1);
    if (status >= 0 && sends_entries)
        status = graph__cuda_send(C->row_start + r->A.rows, sizeof C->entries);
    if (status >= 0)
        status = launch_sides(&a, r, totals, last_made, tiles != NULL, &leaving);
    if (status >= 0)
        status = graph__mxm_launch_copies(&a, r, totals, tiles != NULL ? MXM_COPY_LONG : MXM_COPY, true);
    if (status >= 0)
        status = graph__mxm_gather_bins(C, r, plan, totals, last_made, tiles != NULL, before);
    if (status >= 0 && tiles != NULL)
        status = graph__cuda_mxm_move_tiles(tiles, r, totals, C);
    status = graph__mxm_close_sides(totals, status);
done:
    return status;
}

static graph_status multiply(struct graph_csr_arrays *C, struct graph_mxm_request *r)
{
    struct mxm_plan plan = {0};
    struct mxm_totals totals;
    struct mxm_tiles_arguments tiles;
    struct mxm_row_arguments a = graph__cuda_mxm_operands(r);
    char *column, *value;
    bool is_made, had_better_merge = false;
    graph_status status;
    r->used = "rows";
    GRAPH_TRY(graph__cuda_mxm_small(C, r, &is_made));
    if (!is_made)
        GRAPH_TRY(graph__cuda_mxm_few_words(C, r, &is_made));
    if (is_made)
        return GRAPH_OK;
    GRAPH_TRY(graph__cuda_mxm_plan(&plan, &r->A, &r->B,
                                   graph__cuda_mxm_may_merge(&r->A, &r->B) ? &had_better_merge : NULL));
    GRAPH_TRY(CUDA_NEW(C->row_start, r->A.rows + 1));
    if (had_better_merge) {
        GRAPH_TRY(graph__cuda_mxm_merge(C, r, &is_made));
        if (is_made)
            return GRAPH_OK;
        GRAPH_TRY(graph__cuda_mxm_plan(&plan, &r->A, &r->B, NULL));
    }
    GRAPH_TRY(graph__cuda_mxm_plan_totals(&totals, &plan, &r->A, &r->B));
    r->products = (uint64_t)totals.products;
    /* Up to here rows need no other kernels. */
    const int ordered_last = graph__cuda_mxm_ordered_last(r, &totals);
    const bool has_tiles = ordered_last == MXM_COPY_LONG && graph__cuda_mxm_has_tiles(r, &totals);
    const int last_made = has_tiles ? MXM_SORT_256 : ordered_last;
    if (last_made < graph__mxm_last_unlisted(&totals, r->A.rows, r->B.columns))
        GRAPH_TRY(graph__cuda_mxm_plan_all_lists(&totals, &plan, &r->A, &r->B));
    const bool has_longer = graph__mxm_rows_of_bins(&totals, last_made + 1, MXM_BINS - 1) > 0,
               has_others = has_longer || graph__mxm_rows_of_bins(&totals, MXM_COPY, MXM_COPY_LONG) > 0;
    if (!has_longer)
        totals.room_used = 0;
    prepare(r, &totals, last_made, has_tiles);
    GRAPH_TRY(graph__cuda_mxm_alike_keep(&a.alike, r, plan.totals, &totals));
    const size_t value_bytes = r->semiring->value_bytes, entry_bytes = sizeof(int32_t) + value_bytes;
    bool is_staged = has_tiles || ((uint64_t)totals.room_used <= SIZE_MAX / 2 / entry_bytes &&
                                   graph__cuda_has_bytes(2 * entry_bytes * (size_t)totals.room_used));
    if (is_staged) {
        GRAPH_TRY(CUDA_SCRATCH(column, (size_t)totals.room_used * sizeof(int32_t)));
        GRAPH_TRY(CUDA_SCRATCH(value, (size_t)totals.room_used * value_bytes));
        a.column = (int32_t *)(void *)column;
        a.value = value;
        a.offset = a.kept_offset = plan.offset;
        a.kept = a.column;
        a.kept_value = value;
    }
    a.list = plan.list;
    a.count = plan.count;
    a.deferred = plan.deferred;
    a.deferred_rows = &plan.totals->deferred;
    a.left = plan.left;
    a.left_rows = plan.totals->left;
    const bool is_roomy =
        has_tiles && a.alike.pool == NULL && graph__cuda_has_bytes(3 * entry_bytes * (size_t)totals.products);
    if (has_tiles)
        GRAPH_TRY(graph__cuda_mxm_open_tiles(&tiles, r, &plan, &totals));
    if (has_longer || has_tiles)
        GRAPH_TRY(launch_bins(&a, r, &totals, last_made, has_tiles ? &tiles : NULL));
    if (ordered_last > MXM_COPY_LONG)
        GRAPH_TRY(graph__cuda_mxm_ordered(C, r, &plan, &totals, ordered_last));
    else if (is_roomy) {
        GRAPH_TRY(graph__cuda_scan_counts(C->row_start, plan.count, r->A.rows));
        GRAPH_TRY(graph__cuda_mxm_new_entries(C, totals.products, value_bytes));
    } else {
        GRAPH_TRY(graph__cuda_scan_counts(C->row_start, plan.count, r->A.rows));
        GRAPH_TRY(graph__cuda_mxm_alike_made(&C->entries, C->row_start + r->A.rows, &a.alike, plan.totals,
                                             &totals));
        GRAPH_TRY(CUDA_NEW(C->column, C->entries));
        GRAPH_TRY(graph__cuda_allocate(&C->value, (size_t)C->entries, value_bytes));
    }
    if (ordered_last > MXM_COPY_LONG && a.alike.pool != NULL)
        GRAPH_TRY(CUDA_READ(totals.made, &plan.totals->made));
    if (has_others || has_tiles)
        GRAPH_TRY(finish(C, r, &plan, &totals, last_made, has_tiles ? &tiles : NULL, is_roomy, &a));
    if (is_roomy) {
        GRAPH_TRY(graph__cuda_receive(&C->entries, sizeof C->entries));
        if (totals.products - C->entries > C->entries / 8)
            GRAPH_TRY(graph__cuda_mxm_shrink(C, value_bytes));
    }
done:
    return status;
}

/* By rows, or nothing where blocks with bitmaps are the method.  *chosen: the request with the semiring of its values. */
static graph_status multiply_by_rows(struct graph_mxm_request *r, struct graph_mxm_request *chosen)
{
    const bool is_full = r->method == GRAPH_METHOD_AUTO && graph__cuda_mxm_is_full(r);
    graph_status status;
    graph__cuda_begin();
    status = graph__cuda_mxm_choose(r, is_full);
    *chosen = *r;
    if (status == GRAPH_OK && is_full)
        status = graph__cuda_mxm_full(&r->C, r);
    else if (status == GRAPH_OK && r->method != GRAPH_METHOD_BITMAP)
        status = multiply(&r->C, r);
    graph__cuda_end();
    if (status < 0) {
        graph__cuda_release(r->C.row_start);
        graph__cuda_release(r->C.column);
        graph__cuda_release(r->C.value);
        r->C = (struct graph_csr_arrays){0};
    }
    return status;
}

static graph_status make(struct graph_mxm_request *r, bool *is_made)
{
    struct graph_mxm_request chosen = *r;
    graph_status status = GRAPH_OK;
    r->C = (struct graph_csr_arrays){0};
    if (r->method != GRAPH_METHOD_BITMAP)
        GRAPH_TRY(multiply_by_rows(r, &chosen));
    if (r->method == GRAPH_METHOD_BITMAP) {
        r->used = "blocks";
        GRAPH_TRY(graph__cuda_mxm_bitmap(r));
    }
    GRAPH_TRY(graph__cuda_mxm_complete(r, &chosen, is_made));
done:
    return status;
}

graph_status graph__cuda_mxm(struct graph_mxm_request *request)
{
    struct graph_mxm_request r = *request;
    bool is_made = false;
    graph_status status = GRAPH_OK;
    if (request->mask.is_given && !request->mask.is_complement)
        return graph__cuda_mxm_masked(request);
    while (status == GRAPH_OK && !is_made) {
        r = *request;
        status = make(&r, &is_made);
    }
    request->C = r.C;
    request->products = r.products;
    request->used = r.used;
    /* Outside a mask lies nearly everything: the whole product is made, and the write-back leaves out the rest. */
    request->C_is_unmasked = r.mask.is_complement;
    return status;
}
