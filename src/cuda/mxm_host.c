/* C = A B on the device, row by row: rows are put in bins by the number and the spread of their products, each bin has
 * its kernel (mxm_sort.cuh, mxm_sort_block.cuh, mxm_hash.cuh, mxm_rank.cuh).  Rows are computed once, into scratch memory
 * with room for a bound of each, and then moved together; where scratch memory is short they are counted first and computed
 * in place.  The host waits twice: for the bins, and for the number of entries.  Small products are made in one launch
 * (mxm_small_host.h), those of meshes by a lane for each row (mxm_merge_host.h).  Where a sample shows full 8 x 8 blocks,
 * blocks with bitmaps make the product instead, and matrices with an entry at every position have a kernel of their own. */
#include "cuda/mxm_host.h"

#include "cuda/kernels.h"
#include "cuda/mxm_bitmap_host.h"
#include "cuda/mxm_full_host.h"
#include "cuda/mxm_masked_host.h"
#include "cuda/mxm_merge_host.h"
#include "cuda/mxm_plan.h"
#include "cuda/mxm_small_host.h"
#include "cuda/primitives.h"

enum {
    SORT_THREADS = 256,
    COPY_THREADS = 256,
    /* Columns and positions of the sort kernels share a word of 32 bits. */
    NARROW_COLUMNS = 1 << 24,
    NARROW_COLUMNS_OF_BLOCK = 1 << 20,
    /* What a rank kernel has in shared memory besides its own arrays. */
    STATIC_SHARED_BYTES = 1024
};

/* How the kernel of a bin is launched. */
enum method { SORT_WARP, SORT_BLOCK, HASH_WARP, RANK_WARP, RANK_BLOCK };

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
    [MXM_WARP_LARGE] = {RANK_WARP, GRAPH_KERNEL_mxm_rank_warp, 0, .threads = 128,
                        .words = MXM_WARP_LARGE_WORDS, .shared_bytes = 16 << 10},
    [MXM_BLOCK_SMALL] = {RANK_BLOCK, GRAPH_KERNEL_mxm_rank_block, 0, .threads = 256,
                         .words = MXM_BLOCK_SMALL_WORDS, .shared_bytes = 55 << 10},
    [MXM_WIDE] = {RANK_BLOCK, GRAPH_KERNEL_mxm_rank_block, 0, .threads = 1024, .words = MXM_BLOCK_LARGE_WORDS,
                  .shared_bytes = 224 << 10},
    [MXM_BLOCK_MEDIUM] = {RANK_BLOCK, GRAPH_KERNEL_mxm_rank_block, 0, .threads = 512,
                          .words = MXM_BLOCK_MEDIUM_WORDS, .shared_bytes = 112 << 10},
    [MXM_BLOCK_LARGE] = {RANK_BLOCK, GRAPH_KERNEL_mxm_rank_block, 0, .threads = 1024,
                         .words = MXM_BLOCK_LARGE_WORDS, .shared_bytes = 224 << 10},
    [MXM_WARP_TRIPLE] = {RANK_WARP, GRAPH_KERNEL_mxm_rank_triple, 0, .threads = 128,
                         .words = MXM_WARP_SMALL_WORDS, .shared_bytes = 12 << 10},
};

static int64_t divide_up(int64_t x, int64_t y) { return (x + y - 1) / y; }

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

static enum graph_cuda_kernel copy_kernel(int bin)
{
    return bin == MXM_COPY ? GRAPH_KERNEL_mxm_copy : GRAPH_KERNEL_mxm_copy_long;
}

static graph_status launch_sort(struct mxm_row_arguments *a, const struct graph_mxm_request *r,
                                const struct bin_launch *l)
{
    const void *kernel;
    graph_status status;
    int room = l->room;
    bool is_wide = is_wide_for(r, l);
    GRAPH_TRY(graph__cuda_semiring_kernel(&kernel, kernel_for(r, l), r->semiring));
    if (l->method == SORT_WARP) {
        int group = is_wide && l->wide_kernel != GRAPH_KERNEL_mxm_sort_wide_8 ? 32 : l->group;
        return graph__cuda_launch(kernel, divide_up(a->rows * group, SORT_THREADS), SORT_THREADS, 0, a);
    }
    if (is_wide)
        room = MXM_BLOCK_SORT_MOST;
    GRAPH_TRY(graph__cuda_launch(kernel, a->rows, is_wide ? 512 : l->group,
                                 (size_t)room * ((is_wide ? 8 : 4) + r->semiring->value_bytes), a));
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
    int64_t words = divide_up(r->B.columns, 32), blocks = divide_up(a->rows, owners);
    /* A GPU with less shared memory takes its rows in more windows. */
    if (words > l->words)
        words = l->words;
    if ((size_t)words > bytes / 16 * 3 / 2)
        words = (int64_t)(bytes / 16 * 3 / 2);
    a->words = (int32_t)words;
    a->slots = (int32_t)((bytes - (size_t)words * 8) / slot_bytes);
    if (r->semiring->kind == GRAPH_ANY_PAIR) {
        a->slots = 0;
        bytes = (size_t)words * 8;
    }
    GRAPH_TRY(graph__cuda_semiring_kernel(&kernel, l->kernel, r->semiring));
    if (is_deferred)
        GRAPH_TRY(graph__cuda_full_grid(&blocks, kernel, l->threads, bytes));
    GRAPH_TRY(graph__cuda_launch(kernel, blocks, l->threads, (size_t)owners * bytes, a));
done:
    return status;
}

/* How warps with hash tables take the rows of a bin, where nearly all of its sample fit; else NULL. */
static const struct bin_launch *clustered(const struct mxm_totals *totals, int bin)
{
    static const struct bin_launch
        small = {HASH_WARP,      GRAPH_KERNEL_mxm_hash_warp,    0,
                 .threads = 128, .words = MXM_HASH_SMALL_WORDS, .shared_bytes = 8 * MXM_HASH_SMALL_SLOTS},
        large = {HASH_WARP,      GRAPH_KERNEL_mxm_hash_warp,    0,
                 .threads = 128, .words = MXM_HASH_LARGE_WORDS, .shared_bytes = 8 * MXM_HASH_LARGE_SLOTS};
    int k = bin - MXM_FIRST_SAMPLED;
    if (k < 0 || k >= MXM_SAMPLED_BINS || totals->sampled[k].rows == 0)
        return NULL;
    int64_t rows = totals->sampled[k].rows;
    if (8 * totals->sampled[k].small > 7 * rows)
        return &small;
    return 8 * totals->sampled[k].large > 7 * rows ? &large : NULL;
}

static graph_status launch_hash(struct mxm_row_arguments *a, const struct graph_mxm_request *r,
                                const struct bin_launch *l)
{
    const void *kernel;
    graph_status status;
    size_t table_bytes = (size_t)l->words * 12 + 8, slot_bytes = (size_t)l->shared_bytes;
    int warps = l->threads / 32;
    a->words = l->words;
    a->slots = (int32_t)(slot_bytes / (r->semiring->value_bytes == 8 ? 8 : 4));
    if (r->semiring->kind == GRAPH_ANY_PAIR) {
        a->slots = 0;
        slot_bytes = (size_t)l->words * 4; /* for the list of keys */
    }
    GRAPH_TRY(graph__cuda_semiring_kernel(&kernel, l->kernel, r->semiring));
    GRAPH_TRY(graph__cuda_launch(kernel, divide_up(a->rows, warps), l->threads,
                                 (size_t)warps * (table_bytes + slot_bytes), a));
done:
    return status;
}

/* Bins whose kernels follow each other; those of different sides run side by side, so that the last long rows of one
 * leave no multiprocessor idle. */
static int side_of(int bin, const struct bin_launch *hash)
{
    if (hash != NULL)
        return hash->words == MXM_HASH_LARGE_WORDS ? 1 : 5;
    switch (launches[bin].method) {
    case RANK_BLOCK:
        return bin == MXM_BLOCK_MEDIUM ? 1 : 0;
    case RANK_WARP:
        return 2;
    case SORT_BLOCK:
        return 3;
    default:
        return 4;
    }
}

/* Enqueues the kernel of the rows from a->first on, of one bin or of some that have one hash table. */
static graph_status launch_bin(struct mxm_row_arguments *a, const struct graph_mxm_request *r, int bin,
                               const struct bin_launch *hash)
{
    struct bin_launch l = launches[bin];
    if (hash != NULL)
        return launch_hash(a, r, hash);
    if (bin == MXM_WIDE && r->B.columns <= MXM_BLOCK_MEDIUM_WORDS * 32)
        l = launches[MXM_BLOCK_MEDIUM];
    return bin >= MXM_WIDE ? launch_rank(a, r, &l, false) : launch_sort(a, r, &l);
}

/* Kernels that are missing are compiled side by side before the first is launched. */
static void compile_ahead(const struct graph_mxm_request *r, const struct mxm_totals *totals)
{
    enum graph_cuda_kernel wanted[MXM_BINS + 1];
    bool may_leave_rows = false;
    int n = 0;
    for (int bin = MXM_COPY; bin < MXM_BINS; bin++) {
        const struct bin_launch *hash = clustered(totals, bin), *l = hash != NULL ? hash : &launches[bin];
        if (totals->rows[bin] == 0)
            continue;
        wanted[n++] = bin <= MXM_COPY_LONG ? copy_kernel(bin) : kernel_for(r, l);
        may_leave_rows = may_leave_rows || hash != NULL || l->method == RANK_WARP;
    }
    if (may_leave_rows)
        wanted[n++] = GRAPH_KERNEL_mxm_rank_block;
    graph__cuda_compile_ahead(wanted, n, r->semiring);
}

/* Enqueues the kernels of all bins; *has_deferred: some may leave rows. */
static graph_status launch_sides(struct mxm_row_arguments *a, const struct graph_mxm_request *r,
                                 const struct mxm_totals *totals, bool *has_deferred)
{
    enum { WORTH_A_FORK = 1 << 22 };
    graph_status status = GRAPH_OK;
    bool is_forked = totals->products >= WORTH_A_FORK;
    int64_t end = 0;
    for (int bin = MXM_COPY; bin < MXM_BINS; bin++)
        end += totals->rows[bin];
    if (is_forked)
        GRAPH_TRY(graph__cuda_fork());
    /* The longest rows first: they take longest to finish. */
    for (int bin = MXM_BINS - 1; bin > MXM_COPY_LONG; bin--) {
        const struct bin_launch *hash = clustered(totals, bin);
        int side = side_of(bin, hash);
        a->rows = totals->rows[bin];
        while (hash != NULL && clustered(totals, bin - 1) == hash)
            a->rows += totals->rows[--bin];
        a->first = end -= a->rows;
        if (a->rows == 0)
            continue;
        if (is_forked)
            GRAPH_TRY(graph__cuda_use_side(side));
        GRAPH_TRY(launch_bin(a, r, bin, hash));
        if (bin == MXM_WARP_SMALL || bin == MXM_WARP_LARGE)
            *has_deferred = *has_deferred || (a->column != NULL && r->semiring->kind != GRAPH_ANY_PAIR);
        *has_deferred = *has_deferred || hash != NULL;
    }
done:
    if (is_forked) {
        graph_status joined = graph__cuda_join();
        status = status < 0 ? status : joined;
    }
    return status;
}

/* Enqueues the kernels of all rows but those that are copied. */
static graph_status launch_bins(struct mxm_row_arguments *a, const struct graph_mxm_request *r,
                                const struct mxm_totals *totals)
{
    bool has_deferred = false;
    graph_status status;
    GRAPH_TRY(graph__cuda_set_bytes(a->deferred_rows, 0, sizeof *a->deferred_rows));
    GRAPH_TRY(launch_sides(a, r, totals, &has_deferred));
    if (has_deferred) {
        a->rows = -1;
        GRAPH_TRY(launch_rank(a, r, &launches[MXM_BLOCK_MEDIUM], true));
    }
done:
    return status;
}

static graph_status launch_copies(struct mxm_row_arguments *a, const struct graph_mxm_request *r,
                                  const struct mxm_totals *totals)
{
    const void *kernel;
    graph_status status = GRAPH_OK;
    a->first = 0;
    for (int bin = MXM_COPY; bin <= MXM_COPY_LONG; bin++) {
        a->rows = totals->rows[bin];
        if (a->rows > 0) {
            GRAPH_TRY(graph__cuda_semiring_kernel(&kernel, copy_kernel(bin), r->semiring));
            GRAPH_TRY(graph__cuda_launch(kernel, bin == MXM_COPY ? divide_up(a->rows, COPY_THREADS) : a->rows,
                                         COPY_THREADS, 0, a));
        }
        a->first += a->rows;
    }
done:
    return status;
}

/* Rows of similar length are moved together: bins up to `last`, with so many lanes for each row. */
static const struct gather_step {
    enum mxm_bin last;
    int lanes, group;
} gather_steps[] = {{MXM_SORT_256, 1, 1}, {MXM_BLOCK_LARGE, 256, 1}, {MXM_WARP_TRIPLE, 128, 3}};

static graph_status gather_bins(const struct graph_csr_arrays *C, const struct mxm_plan *plan,
                                const struct mxm_totals *totals, const struct mxm_row_arguments *a,
                                size_t value_bytes)
{
    graph_status status = GRAPH_OK;
    int64_t first = totals->rows[MXM_COPY] + totals->rows[MXM_COPY_LONG];
    int bin = MXM_COPY_LONG + 1;
    for (size_t step = 0; step < sizeof gather_steps / sizeof gather_steps[0]; step++) {
        int64_t rows = 0;
        for (; bin <= (int)gather_steps[step].last; bin++)
            rows += totals->rows[bin];
        GRAPH_TRY(graph__cuda_mxm_gather(C, plan, first, rows, gather_steps[step].group,
                                         gather_steps[step].lanes, a->column, a->value, value_bytes));
        first += rows;
    }
done:
    return status;
}

/* The products of a pair of blocks, in the mean of those that were looked at: blocks with a and b entries of 64 have
 * a b / 8.  What a pair costs hardly depends on it. */
static double products_of_pair(const struct mxm_sample *found)
{
    const int other = found->blocks[1] > 0;
    if (found->blocks[0] == 0)
        return 0;
    return (double)found->entries[0] / (double)found->blocks[0] * (double)found->entries[other] /
           (double)found->blocks[other] / 8;
}

static bool has_tensor_cores(const struct graph_semiring *s)
{
    return graph__cuda_is_plus_times(s) && s->type == GRAPH_FP64;
}

/* Whether blocks with bitmaps are faster than rows.  From how many products of a pair on it pays is measured: on tensor
 * cores, where products of some size have work for every multiprocessor, for patterns and for the others
 * (docs/performance.md). */
static bool blocks_are_faster(const struct mxm_sample *found, const struct graph_mxm_request *r)
{
    enum {
        LEAST_OF_LARGE_TENSOR_PAIR = 26,
        LEAST_OF_TENSOR_PAIR = 64,
        LEAST_OF_PATTERN_PAIR = 48,
        LEAST_OF_PAIR = 96,
        LARGE_PRODUCTS = 1 << 25
    };
    const double products = (double)r->A.entries * (double)r->B.entries / (double)r->B.rows;
    int least = has_tensor_cores(r->semiring)
                    ? products >= LARGE_PRODUCTS ? LEAST_OF_LARGE_TENSOR_PAIR : LEAST_OF_TENSOR_PAIR
                : r->semiring->kind == GRAPH_ANY_PAIR ? LEAST_OF_PATTERN_PAIR
                                                      : LEAST_OF_PAIR;
    return products_of_pair(found) >= least;
}

/* Only long rows of large matrices can have full blocks; others are not looked at. */
static bool may_have_blocks(const struct graph_csr *A, const struct graph_csr *B)
{
    enum { LEAST_ENTRIES_OF_ROW = 16 };
    return graph__cuda_mxm_is_large(A, B) && A->rows >= 8 && B->rows >= 8 &&
           A->entries >= LEAST_ENTRIES_OF_ROW * A->rows && B->entries >= LEAST_ENTRIES_OF_ROW * B->rows;
}

graph_status graph__cuda_mxm_has_full_blocks(bool *has, const struct graph_semiring *s,
                                             const struct graph_csr *A, const struct graph_csr *B)
{
    enum { LEAST_OF_FULL_PAIR = 320 };
    struct mxm_sample found;
    graph_status status = GRAPH_OK;
    *has = false;
    if (!has_tensor_cores(s) || !may_have_blocks(A, B))
        return GRAPH_OK;
    graph__cuda_begin();
    status = graph__cuda_mxm_look(&found, A, B, true, false);
    graph__cuda_end();
    *has = status == GRAPH_OK && products_of_pair(&found) >= LEAST_OF_FULL_PAIR;
    return status;
}

/* What the caller leaves open: or_and over values that are all true is any_pair, which reads none; and the method. */
static graph_status choose(struct graph_mxm_request *r)
{
    struct mxm_sample found;
    bool at_blocks = r->method == GRAPH_METHOD_AUTO && may_have_blocks(&r->A, &r->B);
    bool at_values = graph__cuda_mxm_is_large(&r->A, &r->B) && r->semiring->kind == GRAPH_OR_AND &&
                     r->semiring->type == GRAPH_BOOL;
    graph_status status = GRAPH_OK;
    if (!at_blocks && !at_values)
        return GRAPH_OK;
    GRAPH_TRY(graph__cuda_mxm_look(&found, &r->A, &r->B, at_blocks, at_values));
    if (at_values && !found.has_false) {
        r->semiring = graph_semiring_builtin(GRAPH_ANY_PAIR, GRAPH_BOOL);
        r->A.value = r->B.value = NULL;
    }
    if (at_blocks && blocks_are_faster(&found, r))
        r->method = GRAPH_METHOD_BITMAP;
done:
    return status;
}

static graph_status multiply(struct graph_csr_arrays *C, struct graph_mxm_request *r)
{
    struct mxm_plan plan = {0};
    struct mxm_totals totals;
    struct mxm_row_arguments a = {.A_row_start = r->A.row_start,
                                  .B_row_start = r->B.row_start,
                                  .A_column = r->A.column,
                                  .B_column = r->B.column,
                                  .A_value = r->A.value,
                                  .B_value = r->B.value};
    size_t value_bytes = r->semiring->value_bytes, entry_bytes = sizeof(int32_t) + value_bytes;
    char *column, *value;
    bool is_made;
    graph_status status;
    r->used = "rows";
    GRAPH_TRY(graph__cuda_mxm_small(C, r, &is_made));
    if (!is_made)
        GRAPH_TRY(graph__cuda_mxm_merge(C, r, &is_made));
    if (is_made)
        return GRAPH_OK;
    GRAPH_TRY(graph__cuda_mxm_plan(&plan, &r->A, &r->B));
    GRAPH_TRY(CUDA_NEW(C->row_start, r->A.rows + 1));
    GRAPH_TRY(CUDA_READ(totals, plan.totals));
    r->products = (uint64_t)totals.products;
    compile_ahead(r, &totals);
    bool is_staged = (uint64_t)totals.room <= SIZE_MAX / 2 / entry_bytes &&
                     graph__cuda_has_bytes(2 * entry_bytes * (size_t)totals.room);
    if (is_staged) {
        GRAPH_TRY(CUDA_SCRATCH(column, (size_t)totals.room * sizeof(int32_t)));
        GRAPH_TRY(CUDA_SCRATCH(value, (size_t)totals.room * value_bytes));
        a.column = (int32_t *)(void *)column;
        a.value = value;
        a.offset = plan.offset;
    }
    a.list = plan.list;
    a.count = plan.count;
    a.deferred = plan.deferred;
    a.deferred_rows = &plan.totals->deferred;
    GRAPH_TRY(launch_bins(&a, r, &totals));
    GRAPH_TRY(graph__cuda_scan_counts(C->row_start, plan.count, r->A.rows));
    GRAPH_TRY(CUDA_READ(C->entries, C->row_start + r->A.rows));
    GRAPH_TRY(CUDA_NEW(C->column, C->entries));
    GRAPH_TRY(graph__cuda_allocate(&C->value, (size_t)C->entries, value_bytes));
    if (is_staged)
        GRAPH_TRY(gather_bins(C, &plan, &totals, &a, value_bytes));
    a.column = C->column;
    a.value = C->value;
    a.offset = NULL;
    a.count = NULL;
    a.C_row_start = C->row_start;
    if (!is_staged)
        GRAPH_TRY(launch_bins(&a, r, &totals));
    GRAPH_TRY(launch_copies(&a, r, &totals));
done:
    return status;
}

/* By rows, or nothing where blocks with bitmaps are the method. */
static graph_status multiply_by_rows(struct graph_mxm_request *r)
{
    graph_status status;
    graph__cuda_begin();
    if (r->method == GRAPH_METHOD_AUTO && graph__cuda_mxm_is_full(r))
        status = graph__cuda_mxm_full(&r->C, r);
    else {
        status = choose(r);
        if (status == GRAPH_OK && r->method != GRAPH_METHOD_BITMAP)
            status = multiply(&r->C, r);
    }
    graph__cuda_end();
    if (status < 0) {
        graph__cuda_release(r->C.row_start);
        graph__cuda_release(r->C.column);
        graph__cuda_release(r->C.value);
        r->C = (struct graph_csr_arrays){0};
    }
    return status;
}

graph_status graph__cuda_mxm(struct graph_mxm_request *request)
{
    struct graph_mxm_request r = *request;
    graph_status status = GRAPH_OK;
    if (r.mask.is_given && !r.mask.is_complement)
        return graph__cuda_mxm_masked(request);
    r.C = (struct graph_csr_arrays){0};
    if (r.method != GRAPH_METHOD_BITMAP)
        status = multiply_by_rows(&r);
    if (status == GRAPH_OK && r.method == GRAPH_METHOD_BITMAP) {
        r.used = "blocks";
        status = graph__cuda_mxm_bitmap(&r);
    }
    request->C = r.C;
    request->products = r.products;
    request->used = r.used;
    /* Outside a mask lies nearly everything: the whole product is made, and the write-back leaves out the rest. */
    request->C_is_unmasked = r.mask.is_complement;
    return status;
}
