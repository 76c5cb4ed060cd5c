/* Matrix times vector: the choice of a kernel, and its launch.
 *
 * pull  rows of A folded against u: by groups of lanes where folds can stop before the end of a row
 *       (mxv.cuh), by slices of u (mxv_slices_cache.c), by rows of uniform length (mxv_uniform_rows.cuh), else by
 *       merge-path tiles (mxv.cuh)
 * push  rows of A that u selects, scattered into w, or into a list (mxv_push.cuh) */
#include "cuda/mxv/mxv_host.h"

#include <string.h>

#include "cuda/kernels/kernels.h"
#include "cuda/mxv/mxv_steps.h"
#include "cuda/mxv/tuning.h"
#include "cuda/primitives/merge_path.h"
#include "cuda/semiring/semiring_host.h"
#include "cuda/elementwise/vector_arrays.h"

#include "cuda/mxv/mxv_arguments.h"
#include "cuda/runtime/call.h"

enum {
    THREADS = 256,
    WARP_THREADS = 32,
    PACK = 4, /* entries that mxv_uniform reads at once */
    UNIFORM_WARPS = MXV_UNIFORM_THREADS / WARP_THREADS
};

/* Whether folds of the semiring usually stop before the end of a row. */
static bool stops_at_target(const struct graph_semiring *s)
{
    return graph__semiring_is_any(s) || s->kind == GRAPH_OR_AND;
}

static bool reads_vector(const struct graph_mxv_request *r)
{
    return (r->semiring->reads & (r->is_flipped ? GRAPH_READS_X : GRAPH_READS_Y)) != 0;
}

static struct mxv_operands operands_of(const struct graph_mxv_request *r)
{
    return (struct mxv_operands){.rows = r->A.rows,
                                 .columns = r->A.columns,
                                 .entries = r->A.entries,
                                 .row_start = r->A.row_start,
                                 .column = r->A.column,
                                 .value = r->A.value,
                                 .u = r->u.value,
                                 .u_present = r->u.form == GRAPH_BITMAP ? r->u.present : NULL,
                                 .mask = r->mask.is_given ? r->mask.present : NULL,
                                 .mask_is_complement = r->mask.is_complement,
                                 .is_flipped = r->is_flipped};
}

static graph_status allocate(struct graph_mxv_request *r, int64_t length, bool is_full)
{
    graph_status status = GRAPH_OK;
    r->w.form = is_full ? GRAPH_FULL : GRAPH_BITMAP;
    if (!is_full)
        GRAPH_TRY(CUDA_NEW(r->w.present, length));
    GRAPH_TRY(graph__cuda_allocate(&r->w.value, (size_t)length, r->semiring->value_bytes));
done:
    return status;
}

/* A result without entries: the mask admits nothing, or an operand is empty. */
static graph_status make_empty(struct cuda_call *call, struct graph_mxv_request *r, int64_t length)
{
    graph_status status;
    GRAPH_TRY(allocate(r, length, length == 0));
    GRAPH_TRY(graph__cuda_set_bytes(call, r->w.present, 0, (size_t)length));
    GRAPH_TRY(graph__cuda_set_bytes(call, r->w.value, 0, (size_t)length * r->semiring->value_bytes));
done:
    return status;
}

/* Reads the number of entries of w; a bitmap with an entry everywhere becomes a full vector. */
static graph_status count(struct cuda_call *call, struct graph_mxv_request *r, const uint64_t *entries,
                          int64_t length)
{
    graph_status status;
    GRAPH_TRY(CUDA_READ(call, r->w.entries, entries));
    graph__cuda_vector_filled(&r->w, length);
done:
    return status;
}

/* Scatters a sparse u to an array by position. */
static graph_status spread(struct cuda_call *call, struct mxv_operands *o, const struct graph_mxv_request *r)
{
    struct mxv_spread_arguments s = {.index = r->u.index, .n = r->u.entries};
    graph_status status;
    GRAPH_TRY(CUDA_SCRATCH(call, s.present, r->u.length));
    GRAPH_TRY(graph__cuda_set_bytes(call, s.present, 0, (size_t)r->u.length));
    if (reads_vector(r)) {
        GRAPH_TRY(graph__cuda_scratch(call, &s.spread, (size_t)r->u.length, r->semiring->value_bytes));
        s.value = r->u.value;
    }
    GRAPH_TRY(graph__cuda_launch_over(call, r->semiring, GRAPH_KERNEL_mxv_spread,
                                      graph__cuda_blocks(s.n, THREADS), THREADS, 0, &s));
    o->u = s.spread;
    o->u_present = s.present;
done:
    return status;
}

static bool is_aligned(const void *array, size_t bytes)
{
    return (uintptr_t)array % (bytes < 16 ? bytes : 16) == 0;
}

/* Whether the kernels for uniform rows suit: no row is longer than twice the average, and arrays are aligned. */
static bool is_uniform(const struct graph_mxv_request *r, const struct merge_path *cuts)
{
    bool is_long = cuts->longest > MXV_UNIFORM_ENTRIES - PACK;
    return cuts->longest <= 2 * (r->A.entries / r->A.rows) &&
           (!is_long || r->A.rows >= 8 * (int64_t)graph__cuda_device(NULL)->processors) &&
           is_aligned(r->A.column, PACK * sizeof *r->A.column) &&
           is_aligned(r->A.value, PACK * r->semiring->value_bytes);
}

static graph_status pull_uniform(struct cuda_call *call, const struct graph_mxv_request *r,
                                 struct mxv_pull_arguments *a)
{
    bool is_full = a->o.u_present == NULL, is_long = a->cuts.longest > MXV_UNIFORM_ENTRIES - PACK;
    int64_t rows = is_long ? 1 : (MXV_UNIFORM_ENTRIES - PACK) / a->cuts.longest;
    a->rows_of_warp = rows < WARP_THREADS ? (int32_t)rows : WARP_THREADS;
    while (a->rows_of_warp << (a->lane_bits + 1) <= WARP_THREADS)
        a->lane_bits++;
    rows = UNIFORM_WARPS * (int64_t)a->rows_of_warp;
    return graph__cuda_launch_over_dependent(
        call, r->semiring,
        is_long ? (is_full ? GRAPH_KERNEL_mxv_uniform_long_full : GRAPH_KERNEL_mxv_uniform_long_some)
                : (is_full ? GRAPH_KERNEL_mxv_uniform_full : GRAPH_KERNEL_mxv_uniform_some),
        (r->A.rows + rows - 1) / rows, MXV_UNIFORM_THREADS, 0, 0, a);
}

/* The part of a multiprocessor's memory that is shared memory, the rest being cache for u; 0, the driver's choice, where
 * MXV_FULL_BLOCKS blocks a multiprocessor (half as many with values of 8 bytes) take all tiles at once. */
static int shared_percent(const struct graph_mxv_request *r, int64_t tiles)
{
    const int64_t all = MXV_FULL_BLOCKS * (int64_t)graph__cuda_device(NULL)->processors /
                        (r->semiring->value_bytes == 8 ? 2 : 1);
    return tiles <= all && tiles > all - all / MXV_FULL_BLOCKS ? 0 : MXV_SHARED_PERCENT;
}

/* Rows are so short that a small tile has as many rows as its block has threads. */
static bool has_small_tiles(const struct graph_csr *A)
{
    return A->entries < MXV_SMALL_TILE_AVERAGE * A->rows;
}

static enum graph_cuda_kernel tile_kernel(const struct graph_mxv_request *r, bool is_full)
{
    if (has_small_tiles(&r->A))
        return is_full ? GRAPH_KERNEL_mxv_small_tiles_full : GRAPH_KERNEL_mxv_small_tiles_some;
    return is_full ? GRAPH_KERNEL_mxv_tiles_full : GRAPH_KERNEL_mxv_tiles_some;
}

static graph_status pull_tiles(struct cuda_call *call, const struct graph_mxv_request *r,
                               struct mxv_pull_arguments *a)
{
    graph_status status;
    GRAPH_TRY(graph__cuda_merge_path_ends(call, &a->cuts, &r->A));
    GRAPH_TRY(graph__cuda_open_joins(call, a, r->semiring->value_bytes));
    GRAPH_TRY(graph__cuda_launch_over_dependent(call, r->semiring, tile_kernel(r, a->o.u_present == NULL),
                                                a->cuts.tiles, MXV_THREADS, 0,
                                                shared_percent(r, a->cuts.tiles), a));
    GRAPH_TRY(graph__cuda_close_joins(call, r->semiring, a));
done:
    return status;
}

static graph_status pull_rows(struct cuda_call *call, const struct graph_mxv_request *r,
                              struct mxv_pull_arguments *a)
{
    bool is_wide = r->A.entries / r->A.rows >= MXV_WIDE_AVERAGE;
    int lanes = is_wide ? 32 : 4;
    graph_status status;
    a->longest = MXV_LONG_ROW;
    GRAPH_TRY(CUDA_SCRATCH(call, a->long_row, r->A.entries / MXV_LONG_ROW + 1));
    GRAPH_TRY(CUDA_SCRATCH(call, a->long_rows, 1));
    GRAPH_TRY(graph__cuda_set_bytes(call, a->long_rows, 0, sizeof *a->long_rows));
    GRAPH_TRY(graph__cuda_launch_over(call, r->semiring,
                                      is_wide ? GRAPH_KERNEL_mxv_rows_32 : GRAPH_KERNEL_mxv_rows_4,
                                      (r->A.rows + THREADS / lanes - 1) / (THREADS / lanes), THREADS, 0, a));
    if (r->A.entries > MXV_LONG_ROW)
        GRAPH_TRY(graph__cuda_launch_over(
            call, r->semiring, GRAPH_KERNEL_mxv_long_rows,
            r->A.entries / MXV_LONG_ROW < MXV_LONG_BLOCKS ? r->A.entries / MXV_LONG_ROW : MXV_LONG_BLOCKS,
            1024, 0, a));
done:
    return status;
}

/* By slices where that pays, else by uniform rows or by tiles. */
static graph_status pull_all(struct cuda_call *call, const struct graph_mxv_request *r,
                             struct mxv_pull_arguments *a)
{
    bool is_done = false;
    graph_status status = GRAPH_OK;
    if (a->entries == NULL && reads_vector(r))
        GRAPH_TRY(graph__cuda_pull_cached(call, &is_done, r, a));
    if (!is_done)
        GRAPH_TRY(is_uniform(r, &a->cuts) ? pull_uniform(call, r, a) : pull_tiles(call, r, a));
done:
    return status;
}

static graph_status pull(struct cuda_call *call, struct graph_mxv_request *r)
{
    struct mxv_pull_arguments a = {.o = operands_of(r)};
    bool is_known = r->u.form == GRAPH_FULL && !r->mask.is_given;
    uint64_t *entries = NULL;
    graph_status status;
    if (r->A.rows == 0 || r->A.entries == 0)
        return make_empty(call, r, r->A.rows);
    if (r->u.form == GRAPH_SPARSE)
        GRAPH_TRY(spread(call, &a.o, r));
    GRAPH_TRY(graph__cuda_merge_path_tiles(
        call, &a.cuts, &r->A, (has_small_tiles(&r->A) ? MXV_SMALL_TILE : MXV_TILE) - MXV_UNCUT, MXV_UNCUT));
    if (!is_known) {
        GRAPH_TRY(CUDA_SCRATCH(call, entries, 1));
        GRAPH_TRY(graph__cuda_set_bytes(call, entries, 0, sizeof *entries));
    }
    GRAPH_TRY(allocate(r, r->A.rows, is_known && a.cuts.filled_rows == r->A.rows));
    a.is_settled = a.cuts.column == r->A.column;
    a.w = r->w.value;
    a.w_present = r->w.present;
    a.entries = entries;
    GRAPH_TRY(stops_at_target(r->semiring) ? pull_rows(call, r, &a) : pull_all(call, r, &a));
    r->w.entries = a.cuts.filled_rows;
    if (!is_known)
        GRAPH_TRY(count(call, r, entries, r->A.rows));
done:
    return status;
}

/* Warps share the elements evenly. */
static int64_t elements_of_warp(int64_t elements, int64_t blocks)
{
    const int64_t each = elements / (blocks * (THREADS / WARP_THREADS));
    return each < 1 ? 1 : each > WARP_THREADS ? WARP_THREADS : each;
}

/* Push in one launch, where a sparse u has so small a number of products that the result is to be a list.  *is_made: false
 * if there were more, or an entry everywhere. */
static graph_status push_to_list(struct cuda_call *call, struct graph_mxv_request *r, bool *is_made)
{
    struct mxv_push_arguments p = {
        .o = operands_of(r), .index = r->u.index, .elements = r->u.entries, .longest = MXV_LONG_ROW};
    const int64_t columns = r->A.columns, words = (columns + 31) / 32;
    const double mean = (double)r->u.entries * (double)r->A.entries / (double)r->A.rows;
    struct list_state {
        unsigned long long arrivals;
        uint64_t long_elements;
        uint32_t bits[];
    } * state;
    const void *kernel;
    int64_t blocks, length;
    graph_status status = GRAPH_OK;
    *is_made = false;
    if (graph__vector_is_dense((int64_t)mean, columns))
        return GRAPH_OK;
    p.room = 2 * (int64_t)mean + MXV_LIST_ROOM;
    p.room = p.room < columns ? p.room : columns;
    /* The device clears the bits while the host prepares the rest. */
    GRAPH_TRY(graph__cuda_scratch(call, (void **)&state, sizeof *state + (size_t)words * sizeof *p.bits, 1));
    GRAPH_TRY(graph__cuda_set_bytes(call, state, 0, sizeof *state + (size_t)words * sizeof *p.bits));
    GRAPH_TRY(graph__cuda_semiring_kernel(&kernel, GRAPH_KERNEL_mxv_push_list, r->semiring));
    GRAPH_TRY(graph__cuda_full_grid(&blocks, kernel, THREADS, 0));
    /* As many as have work, up to one a multiprocessor: fewer wait less for each other. */
    const int64_t most = graph__cuda_device(NULL)->processors,
                  wanted = (words > (int64_t)mean ? words : (int64_t)mean) / THREADS + 1;
    blocks = blocks < most ? blocks : most;
    blocks = blocks < wanted ? blocks : wanted;
    p.elements_per_warp = elements_of_warp(p.elements, blocks);
    p.arrivals = &state->arrivals;
    p.long_elements = &state->long_elements;
    p.bits = state->bits;
    p.length = graph__cuda_readback_device(call);
    GRAPH_TRY(CUDA_SCRATCH(call, p.long_element, r->A.entries / MXV_LONG_ROW + 1));
    GRAPH_TRY(CUDA_SCRATCH(call, p.block_sum, blocks));
    GRAPH_TRY(CUDA_SCRATCH(call, p.state, columns));
    GRAPH_TRY(CUDA_SCRATCH(call, p.filled, columns));
    if (r->semiring->value_bytes == 1) /* sums of `or` */
        GRAPH_TRY(graph__cuda_scratch(call, &p.w, (size_t)columns, 1));
    GRAPH_TRY(CUDA_NEW(p.list, p.room));
    r->w = (struct graph_vector_arrays){.form = GRAPH_SPARSE, .index = p.list};
    GRAPH_TRY(graph__cuda_allocate(&r->w.value, (size_t)p.room, r->semiring->value_bytes));
    p.listed = r->w.value;
    GRAPH_TRY(graph__cuda_launch_cooperative(call, kernel, blocks, THREADS, 0, &p));
    GRAPH_TRY(graph__cuda_wait());
    memcpy(&length, graph__cuda_readback_host(call), sizeof length);
    *is_made = length <= p.room && length < columns;
    r->w.entries = length;
    if (!*is_made)
        graph__cuda_vector_release(&r->w);
done:
    return status;
}

static graph_status push(struct cuda_call *call, struct graph_mxv_request *r)
{
    struct mxv_push_arguments p = {.o = operands_of(r),
                                   .index = r->u.form == GRAPH_SPARSE ? r->u.index : NULL};
    int64_t columns = r->A.columns, blocks;
    bool is_made = false;
    graph_status status;
    p.elements = r->u.form == GRAPH_SPARSE ? r->u.entries : r->u.length;
    if (columns == 0 || p.elements == 0 || r->A.entries == 0)
        return make_empty(call, r, columns);
    if (r->u.form == GRAPH_SPARSE)
        GRAPH_TRY(push_to_list(call, r, &is_made));
    if (is_made)
        return GRAPH_OK;
    /* As many warps as fill the device. */
    p.elements_per_warp = elements_of_warp(p.elements, graph__cuda_blocks(INT64_MAX / 2, THREADS));
    p.longest = MXV_LONG_ROW;
    GRAPH_TRY(CUDA_SCRATCH(call, p.long_element, r->A.entries / MXV_LONG_ROW + 1));
    GRAPH_TRY(CUDA_SCRATCH(call, p.long_elements, 1));
    GRAPH_TRY(CUDA_SCRATCH(call, p.entries, 1));
    GRAPH_TRY(graph__cuda_set_bytes(call, p.long_elements, 0, sizeof *p.long_elements));
    GRAPH_TRY(graph__cuda_set_bytes(call, p.entries, 0, sizeof *p.entries));
    GRAPH_TRY(allocate(r, columns, false));
    p.w = r->w.value;
    p.w_present = p.filled = r->w.present;
    p.state = r->w.value;
    if (graph__semiring_is_any(r->semiring) || r->semiring->value_bytes < sizeof *p.state)
        GRAPH_TRY(CUDA_SCRATCH(call, p.state, columns));
    GRAPH_TRY(graph__cuda_launch_over(call, r->semiring, GRAPH_KERNEL_mxv_push_open,
                                      graph__cuda_blocks(columns, THREADS), THREADS, 0, &p));
    blocks = (p.elements + p.elements_per_warp - 1) / p.elements_per_warp;
    GRAPH_TRY(graph__cuda_launch_over(call, r->semiring, GRAPH_KERNEL_mxv_push_rows,
                                      graph__cuda_blocks(blocks * WARP_THREADS, THREADS), THREADS, 0, &p));
    if (r->A.entries > MXV_LONG_ROW)
        GRAPH_TRY(graph__cuda_launch_over(call, r->semiring, GRAPH_KERNEL_mxv_push_long,
                                          graph__cuda_blocks(r->A.entries, THREADS), THREADS, 0, &p));
    GRAPH_TRY(graph__cuda_launch_over(call, r->semiring, GRAPH_KERNEL_mxv_push_close,
                                      graph__cuda_blocks(columns, THREADS), THREADS, 0, &p));
    GRAPH_TRY(count(call, r, p.entries, columns));
done:
    return status;
}

graph_status graph__cuda_mxv(struct graph_mxv_request *r)
{
    graph_status status;
    r->w = (struct graph_vector_arrays){0};
    (void)graph__cuda_use_equivalent(&r->semiring);
    struct cuda_call *call = graph__cuda_begin();
    if (!r->mask.is_given && r->mask.is_complement)
        status = make_empty(call, r, r->is_push ? r->A.columns : r->A.rows);
    else
        status = r->is_push ? push(call, r) : pull(call, r);
    graph__cuda_end(call);
    if (status < 0)
        graph__cuda_vector_release(&r->w);
    return status;
}
