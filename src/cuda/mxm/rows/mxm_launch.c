/* The launch of each bin: kernel, threads, shared memory, stream.  See mxm_launch.h. */
#include "cuda/mxm/rows/mxm_launch.h"

#include "cuda/kernels/kernels.h"
#include "cuda/mxm/rows/mxm_cluster_host.h"
#include "cuda/mxm/analysis/mxm_row_bins.h"
#include "cuda/mxm/analysis/mxm_compact.h"
#include "cuda/mxm/rows/tuning.h"
#include "cuda/runtime/call.h"

enum {
    SORT_THREADS = 256,
    /* A key of a sort kernel is a column and a position in 32 bits. */
    NARROW_COLUMNS = 1 << 24,
    NARROW_COLUMNS_OF_BLOCK = 1 << 20,
    MOST_THREADS = 1024,
    /* Bound of the static shared memory of a bitmap kernel. */
    STATIC_SHARED_BYTES = 1024
};

/* The launch of a bin. */
enum method { SORT_WARP, SORT_BLOCK, BITMAP_WARP, BITMAP_BLOCK, INSERT };

struct bin_launch {
    enum method method;
    enum graph_cuda_kernel kernel, wide_kernel;
    int group; /* sort: threads for each row */
    int room;  /* sort by block: products of a row */
    /* bitmap accumulator */
    int threads;      /* of a block */
    int words;        /* of the bitmap, at most */
    int shared_bytes; /* of bitmap and slots, for each row */
};

static const struct bin_launch launches[MXM_BINS] = {
    [MXM_SORT_8] = {SORT_WARP, GRAPH_KERNEL_mxm_sort_8, GRAPH_KERNEL_mxm_sort_wide_8, .group = 8},
    [MXM_SORT_16] = {SORT_WARP, GRAPH_KERNEL_mxm_sort_16, GRAPH_KERNEL_mxm_sort_wide_64, .group = 8},
    [MXM_SORT_32] = {SORT_WARP, GRAPH_KERNEL_mxm_sort_32, GRAPH_KERNEL_mxm_sort_wide_64, .group = 8},
    [MXM_SORT_64] = {SORT_WARP, GRAPH_KERNEL_mxm_sort_64, GRAPH_KERNEL_mxm_sort_wide_64, .group = 16},
    [MXM_SORT_128] = {SORT_WARP, GRAPH_KERNEL_mxm_sort_128, GRAPH_KERNEL_mxm_sort_wide_256, .group = 16},
    [MXM_SORT_256] = {SORT_WARP, GRAPH_KERNEL_mxm_sort_256, GRAPH_KERNEL_mxm_sort_wide_256, .group = 32},
    [MXM_SORT_LONG] = {SORT_BLOCK, GRAPH_KERNEL_mxm_sort_1024, GRAPH_KERNEL_mxm_sort_wide_4096, .group = 128,
                       .room = 1024},
    [MXM_SORT_1024] = {SORT_BLOCK, GRAPH_KERNEL_mxm_sort_1024, GRAPH_KERNEL_mxm_sort_wide_4096, .group = 128,
                       .room = 1024},
    [MXM_SORT_2048] = {SORT_BLOCK, GRAPH_KERNEL_mxm_sort_2048, GRAPH_KERNEL_mxm_sort_wide_4096, .group = 256,
                       .room = 2048},
    [MXM_SORT_4096] = {SORT_BLOCK, GRAPH_KERNEL_mxm_sort_4096, GRAPH_KERNEL_mxm_sort_wide_4096, .group = 512,
                       .room = 4096},
    [MXM_WARP_SMALL] = {BITMAP_WARP, GRAPH_KERNEL_mxm_bitmap_warp, 0, .threads = 128,
                        .words = MXM_WARP_SMALL_WORDS, .shared_bytes = 6 << 10},
    [MXM_BLOCK_TINY] = {BITMAP_BLOCK, GRAPH_KERNEL_mxm_bitmap_block, 0, .threads = 128,
                        .words = MXM_BLOCK_TINY_WORDS, .shared_bytes = 26 << 10},
    [MXM_BLOCK_SMALL] = {BITMAP_BLOCK, GRAPH_KERNEL_mxm_bitmap_block, 0, .threads = 256,
                         .words = MXM_BLOCK_SMALL_WORDS, .shared_bytes = 55 << 10},
    [MXM_WIDE] = {BITMAP_BLOCK, GRAPH_KERNEL_mxm_bitmap_block, 0, .threads = 1024,
                  .words = MXM_BLOCK_LARGE_WORDS, .shared_bytes = 224 << 10},
    [MXM_BLOCK_MEDIUM] = {BITMAP_BLOCK, GRAPH_KERNEL_mxm_bitmap_block, 0, .threads = 512,
                          .words = MXM_BLOCK_MEDIUM_WORDS, .shared_bytes = 112 << 10},
    [MXM_BLOCK_LARGE] = {BITMAP_BLOCK, GRAPH_KERNEL_mxm_bitmap_block, 0, .threads = 1024,
                         .words = MXM_BLOCK_LARGE_WORDS, .shared_bytes = 224 << 10},
    [MXM_WIDEST] = {BITMAP_BLOCK, GRAPH_KERNEL_mxm_bitmap_block, 0, .threads = 1024,
                    .words = MXM_BLOCK_LARGE_WORDS, .shared_bytes = 224 << 10},
    [MXM_HUGE] = {BITMAP_BLOCK, GRAPH_KERNEL_mxm_bitmap_block, 0, .threads = 1024,
                  .words = MXM_BLOCK_LARGE_WORDS, .shared_bytes = 224 << 10},
    [MXM_INSERT] = {.method = INSERT, .kernel = GRAPH_KERNEL_mxm_insert},
};

/* Whether column and position need keys of 64 bits. */
static bool is_wide_for(const struct graph_mxm_request *r, const struct bin_launch *l)
{
    return (l->method == SORT_WARP && r->B.columns > NARROW_COLUMNS) ||
           (l->method == SORT_BLOCK && r->B.columns > NARROW_COLUMNS_OF_BLOCK);
}

static enum graph_cuda_kernel kernel_for(const struct graph_mxm_request *r, const struct bin_launch *l)
{
    return is_wide_for(r, l) ? l->wide_kernel : l->kernel;
}

static graph_status launch_sort_by_block(struct cuda_call *call, const void *kernel,
                                         struct mxm_row_arguments *a, const struct graph_mxm_request *r,
                                         const struct bin_launch *l, int64_t blocks)
{
    const bool is_wide = is_wide_for(r, l);
    const int room = is_wide ? MXM_BLOCK_SORT_MOST : l->room;
    return graph__cuda_launch(call, kernel, blocks, is_wide ? 512 : l->group,
                              (size_t)room * ((is_wide ? 8 : 4) + r->semiring->value_bytes), a);
}

static graph_status launch_sort(struct cuda_call *call, struct mxm_row_arguments *a,
                                const struct graph_mxm_request *r, const struct bin_launch *l)
{
    const void *kernel;
    graph_status status;
    GRAPH_TRY(graph__cuda_semiring_kernel(&kernel, kernel_for(r, l), r->semiring));
    if (l->method == SORT_WARP) {
        int group = is_wide_for(r, l) && l->wide_kernel != GRAPH_KERNEL_mxm_sort_wide_8 ? 32 : l->group;
        return graph__cuda_launch(call, kernel, graph__mxm_divide_up(a->rows * group, SORT_THREADS),
                                  SORT_THREADS, 0, a);
    }
    GRAPH_TRY(launch_sort_by_block(call, kernel, a, r, l, a->rows));
done:
    return status;
}

/* The threads of a block: more of them where there are less rows than multiprocessors. */
static int threads_of_bitmap(const struct bin_launch *l, int64_t rows)
{
    int threads = l->threads;
    while (l->method == BITMAP_BLOCK && 2 * threads <= MOST_THREADS &&
           rows * threads <= graph__cuda_device(NULL)->processors * (int64_t)MOST_THREADS / 2)
        threads *= 2;
    return threads;
}

/* is_deferred: for the rows that warps deferred, of unknown number. */
static graph_status launch_bitmap(struct cuda_call *call, struct mxm_row_arguments *a,
                                  const struct graph_mxm_request *r, const struct bin_launch *l,
                                  bool is_deferred)
{
    const void *kernel;
    graph_status status;
    const int groups = l->method == BITMAP_WARP ? l->threads / 32 : 1,
              threads = is_deferred ? l->threads : threads_of_bitmap(l, a->rows);
    size_t slot_bytes = r->semiring->value_bytes == 8 ? 8 : 4;
    size_t most = (graph__cuda_device(NULL)->shared_bytes - STATIC_SHARED_BYTES) / (size_t)groups;
    size_t bytes = (size_t)l->shared_bytes < most ? (size_t)l->shared_bytes : most / 8 * 8;
    int64_t words = graph__mxm_divide_up(r->B.columns, 32), blocks = graph__mxm_divide_up(a->rows, groups);
    /* A GPU with less shared memory computes a row in more windows. */
    if (words > l->words)
        words = l->words;
    if ((size_t)words > bytes / 16 * 3 / 2)
        words = (int64_t)(bytes / 16 * 3 / 2);
    a->words = (int32_t)words;
    a->entries = l->method == BITMAP_WARP ? 0 : l->threads == MOST_THREADS ? 2 * l->threads : l->threads;
    const size_t list_bytes = a->entries > 0 ? ((size_t)a->entries + 2) * sizeof(int32_t) : 0;
    a->slots = (int32_t)((bytes - (size_t)words * 8 - list_bytes) / slot_bytes);
    if (r->semiring->kind == GRAPH_ANY_PAIR) {
        a->slots = 0;
        bytes = (size_t)words * 8 + list_bytes;
    }
    GRAPH_TRY(graph__cuda_semiring_kernel(&kernel, l->kernel, r->semiring));
    if (is_deferred)
        GRAPH_TRY(graph__cuda_full_grid(&blocks, kernel, threads, bytes));
    GRAPH_TRY(graph__cuda_launch(call, kernel, blocks, threads, (size_t)groups * bytes, a));
done:
    return status;
}

/* For the single rows that remain of clustered bins; bin `most` is the one with most products.  Rows of narrow spans
 * go to blocks with bitmaps, as rows of such bins do that are not clustered. */
static graph_status launch_singles(struct cuda_call *call, struct mxm_row_arguments *a,
                                   const struct graph_mxm_request *r, int most)
{
    const struct bin_launch *l = &launches[most];
    const int64_t rows = a->rows;
    const void *kernel;
    graph_status status;
    a->rows = -1;
    if (most == MXM_WARP_SMALL || most == MXM_BLOCK_TINY) {
        a->deferred = a->remaining;
        a->deferred_rows = a->remaining_rows;
        return launch_bitmap(call, a, r, &launches[MXM_BLOCK_TINY], true);
    }
    if (l->method != SORT_BLOCK)
        return graph__cuda_mxm_cluster_singles(call, a, r);
    GRAPH_TRY(graph__cuda_semiring_kernel(&kernel, kernel_for(r, l), r->semiring));
    GRAPH_TRY(
        launch_sort_by_block(call, kernel, a, r, l, rows < MXM_SINGLES_BLOCKS ? rows : MXM_SINGLES_BLOCKS));
done:
    return status;
}

graph_status graph__cuda_mxm_deferred(struct cuda_call *call, struct mxm_row_arguments *a,
                                      const struct graph_mxm_request *r)
{
    a->rows = -1;
    return launch_bitmap(call, a, r, &launches[MXM_BLOCK_MEDIUM], true);
}

enum mxm_accumulator graph__mxm_accumulator_of(const struct graph_mxm_request *r,
                                               const struct mxm_totals *totals, int bin)
{
    const int k = bin - MXM_FIRST_SAMPLED;
    const bool is_sampled = k >= 0 && k < MXM_SAMPLED_BINS && totals->sampled[k].rows > 0;
    if (is_sampled && graph__mxm_is_clustered(totals, r->semiring, bin))
        return MXM_ACCUMULATOR_CLUSTER;
    return MXM_ACCUMULATOR_OF_BIN;
}

static graph_status launch_insert(struct cuda_call *call, struct mxm_row_arguments *a,
                                  const struct graph_mxm_request *r)
{
    const bool counts = a->column == NULL;
    /* So many that they fill the device, and at most as many as have a window for each of their warps. */
    const int64_t most = MXM_INSERT_LONGEST / (MXM_INSERT_THREADS * MXM_INSERT_PARTS),
                  parts = MXM_INSERT_BLOCKS * graph__cuda_device(NULL)->processors / a->rows;
    graph_status status;
    a->parts = (int32_t)(parts < 1 ? 1 : parts < most ? parts : most);
    GRAPH_TRY(graph__cuda_launch_over(
        call, r->semiring, counts ? GRAPH_KERNEL_mxm_insert_count : GRAPH_KERNEL_mxm_insert,
        counts ? graph__mxm_divide_up(a->rows, MXM_INSERT_WARPS) : a->rows * a->parts,
        counts ? MXM_INSERT_WARPS * 32 : MXM_INSERT_THREADS, 0, a));
done:
    return status;
}

int graph__mxm_stream_of(const struct mxm_totals *totals, int bin, enum mxm_accumulator accumulator,
                         bool has_batches)
{
    enum { WIDEST = GRAPH_CUDA_HIGH_PRIORITY, WIDER };
    const bool is_clustered = accumulator == MXM_ACCUMULATOR_CLUSTER;
    /* Concurrently with batches bins run on several streams, and the longest rows start first. */
    if (has_batches && !is_clustered && launches[bin].method == SORT_BLOCK)
        return bin == MXM_SORT_4096 ? 3 : bin == MXM_SORT_2048 ? 1 : 0;
    if (has_batches && !is_clustered && launches[bin].method == BITMAP_BLOCK)
        return WIDEST;
    if (is_clustered)
        return bin == MXM_WIDE ? WIDEST : bin >= MXM_SORT_4096 ? WIDER : 5;
    switch (launches[bin].method) {
    case BITMAP_BLOCK:
        /* A small bin starts at once, and does not wait for other bins. */
        return bin == MXM_BLOCK_MEDIUM                                            ? 1
               : bin == MXM_BLOCK_TINY                                            ? 2
               : bin == MXM_BLOCK_SMALL && totals->rows[bin] < MXM_SMALL_BIN_ROWS ? 3
                                                                                  : 0;
    case BITMAP_WARP:
        return 5; /* so that rows which these defer wait for no others */
    case INSERT:
        return 2;
    case SORT_BLOCK:
        return 3;
    default: /* short rows: neighbouring bins run concurrently */
        return bin % 2 == 0 ? 4 : 1;
    }
}

graph_status graph__mxm_launch_cluster(struct cuda_call *call, struct mxm_row_arguments *a,
                                       const struct graph_mxm_request *r, int bin, int most)
{
    const bool is_staged = a->saved_value != NULL;
    graph_status status = GRAPH_OK;
    a->remaining += a->first;
    a->remaining_rows += bin;
    if (a->C_row_start != NULL && is_staged)
        return graph__mxm_compact_remaining(call, a, r->semiring->value_bytes);
    if (a->C_row_start == NULL)
        GRAPH_TRY(graph__cuda_mxm_cluster_count(call, a));
    GRAPH_TRY(launch_singles(call, a, r, most));
done:
    return status;
}

graph_status graph__mxm_launch_bin(struct cuda_call *call, struct mxm_row_arguments *a,
                                   const struct graph_mxm_request *r, const struct mxm_totals *totals,
                                   int bin)
{
    struct bin_launch l = launches[bin];
    if (graph__cuda_mxm_has_teams(r, bin))
        return graph__cuda_mxm_teams(call, a, r, totals);
    if (bin == MXM_INSERT && a->saved != NULL)
        return launch_insert(call, a, r);
    if (bin == MXM_INSERT)
        l = launches[MXM_WIDE];
    if ((bin == MXM_WIDE || bin == MXM_WIDEST || bin == MXM_HUGE) &&
        r->B.columns <= MXM_BLOCK_MEDIUM_WORDS * 32)
        l = launches[MXM_BLOCK_MEDIUM];
    if (bin == MXM_WARP_SMALL && graph__mxm_has_blocks_for_warps(totals))
        l = launches[MXM_BLOCK_TINY];
    return l.method == BITMAP_WARP || l.method == BITMAP_BLOCK ? launch_bitmap(call, a, r, &l, false)
                                                               : launch_sort(call, a, r, &l);
}

int graph__mxm_kernels_of(enum graph_cuda_kernel wanted[2], const struct graph_mxm_request *r, int bin,
                          enum mxm_accumulator accumulator)
{
    if (graph__cuda_mxm_has_teams(r, bin)) {
        wanted[0] = GRAPH_KERNEL_mxm_bitmap_team;
        return 1;
    }
    wanted[0] =
        accumulator == MXM_ACCUMULATOR_CLUSTER ? GRAPH_KERNEL_mxm_cluster : kernel_for(r, &launches[bin]);
    wanted[1] = kernel_for(r, &launches[bin]);
    return accumulator == MXM_ACCUMULATOR_CLUSTER && launches[bin].method == SORT_BLOCK ? 2 : 1;
}

bool graph__mxm_may_leave_rows(int bin, enum mxm_accumulator accumulator)
{
    return accumulator != MXM_ACCUMULATOR_OF_BIN || launches[bin].method == BITMAP_WARP;
}
