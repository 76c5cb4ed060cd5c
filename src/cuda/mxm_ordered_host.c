/* See mxm_ordered_host.h.  The number of C's entries is known at the end: C gets arrays with room for all products, or for
 * as many entries as a sample makes one expect.  Where much of that stays empty, they are made anew. */
#include "cuda/mxm_ordered_host.h"

#include "cuda/kernels.h"
#include "cuda/mxm_ordered_arguments.h"
#include "cuda/mxm_plan_arguments.h"

enum { THREADS = 256, LEAST_PRODUCTS = 1 << 20, MOST_COLUMNS = 1 << 24 };

static const struct {
    enum graph_cuda_kernel kernel;
    int lanes, each; /* for a row, and products of a lane */
} kernels[] = {[MXM_SORT_32] = {GRAPH_KERNEL_mxm_ordered_32, 8, 4},
               [MXM_SORT_64] = {GRAPH_KERNEL_mxm_ordered_64, 16, 4},
               [MXM_SORT_128] = {GRAPH_KERNEL_mxm_ordered_128, 16, 8},
               [MXM_SORT_256] = {GRAPH_KERNEL_mxm_ordered_256, 32, 8}};

int graph__cuda_mxm_ordered_last(const struct graph_mxm_request *r, const struct mxm_totals *totals)
{
    const size_t entry_bytes = sizeof(int32_t) + r->semiring->value_bytes;
    if (totals->products < LEAST_PRODUCTS || r->B.columns > MOST_COLUMNS ||
        !graph__cuda_has_bytes(3 * entry_bytes * (size_t)totals->products))
        return MXM_COPY_LONG;
    for (int bin = MXM_SORT_32; bin <= MXM_SORT_256; bin++)
        if (4 * totals->rows[bin] >= 3 * r->A.rows)
            return bin;
    return MXM_COPY_LONG;
}

static graph_status allocate(struct graph_csr_arrays *C, int64_t entries, size_t value_bytes)
{
    graph_status status;
    GRAPH_TRY(CUDA_NEW(C->column, entries));
    GRAPH_TRY(graph__cuda_allocate(&C->value, (size_t)entries, value_bytes));
done:
    return status;
}

graph_status graph__cuda_mxm_shrink(struct graph_csr_arrays *C, int64_t room, size_t value_bytes)
{
    struct graph_csr_arrays old = *C;
    graph_status status;
    if (room - C->entries <= C->entries / 8)
        return GRAPH_OK;
    C->column = NULL;
    C->value = NULL;
    GRAPH_TRY(allocate(C, C->entries, value_bytes));
    GRAPH_TRY(graph__cuda_copy(C->column, old.column, (size_t)C->entries * sizeof *C->column));
    GRAPH_TRY(graph__cuda_copy(C->value, old.value, (size_t)C->entries * value_bytes));
done:
    graph__cuda_release(old.column);
    graph__cuda_release(old.value);
    return status;
}

graph_status graph__cuda_mxm_ordered(struct graph_csr_arrays *C, const struct graph_mxm_request *r,
                                     const struct mxm_plan *plan, const struct mxm_totals *totals,
                                     int last_bin, int64_t *room)
{
    struct mxm_ordered_arguments a = {.row = {.A_row_start = r->A.row_start,
                                              .B_row_start = r->B.row_start,
                                              .A_column = r->A.column,
                                              .B_column = r->B.column,
                                              .A_value = r->A.value,
                                              .B_value = r->B.value,
                                              .count = plan->count},
                                      .bin = plan->bin,
                                      .rows = r->A.rows,
                                      .C_row_start = C->row_start,
                                      .last_bin = last_bin};
    const int64_t each = THREADS / kernels[last_bin].lanes, tiles = (a.rows + each - 1) / each;
    const size_t value_bytes = r->semiring->value_bytes;
    /* Two tiles: keys and values, then the starts and counts of rows. */
    const size_t shared_bytes =
        2 * ((size_t)(THREADS * kernels[last_bin].each) * (sizeof(uint32_t) + value_bytes) +
             12 * (size_t)each + 32);
    int64_t blocks;
    const void *kernel;
    graph_status status;
    GRAPH_TRY(graph__cuda_semiring_kernel(&kernel, kernels[last_bin].kernel, r->semiring));
    GRAPH_TRY(CUDA_SCRATCH(a.state, tiles + 1));
    GRAPH_TRY(graph__cuda_set_bytes(a.state, 0, (size_t)(tiles + 1) * sizeof *a.state));
    a.ticket = a.state + tiles;
    GRAPH_TRY(allocate(C, totals->products, value_bytes));
    a.row.column = C->column;
    a.row.value = C->value;
    GRAPH_TRY(graph__cuda_full_grid(&blocks, kernel, THREADS, shared_bytes));
    GRAPH_TRY(graph__cuda_launch(kernel, blocks < tiles ? blocks : tiles, THREADS, shared_bytes, &a));
    GRAPH_TRY(CUDA_READ(C->entries, C->row_start + a.rows));
    *room = totals->products;
done:
    return status;
}

static bool has_few_words(const struct mxm_totals *totals, int bin)
{
    const int k = bin - MXM_FIRST_SAMPLED;
    return 8 * totals->sampled[k].few > 7 * totals->sampled[k].rows;
}

/* The entries of C, as far as those of the sampled rows tell. */
static int64_t expected_entries(const struct mxm_totals *totals)
{
    double products = 0, entries = 0;
    for (int k = 0; k < MXM_SAMPLED_BINS; k++)
        if (totals->sampled[k].seen > 0) {
            const double each = (double)totals->rows[MXM_FIRST_SAMPLED + k] / (double)totals->sampled[k].seen;
            products += each * (double)totals->sampled[k].products;
            entries += each * (double)totals->sampled[k].entries;
        }
    return products > 0 ? (int64_t)((double)totals->products * entries / products) : totals->products;
}

/* With some to spare. */
static int64_t room_for_few(const struct mxm_totals *totals)
{
    const int64_t room = expected_entries(totals) / 16 * 17 + MXM_FEW_ROWS * MXM_FEW_ENTRIES_OF_ROW;
    return room < totals->products ? room : totals->products;
}

int graph__cuda_mxm_few_last(const struct graph_mxm_request *r, const struct mxm_totals *totals)
{
    enum { MOST_WIDE = 1 << 30 };
    const size_t entry_bytes = sizeof(int32_t) + r->semiring->value_bytes;
    int64_t few = 0, longer = 0;
    int last = MXM_SORT_256;
    for (int bin = MXM_SORT_128; bin <= MXM_SORT_1024; bin++)
        few += has_few_words(totals, bin) ? totals->rows[bin] : 0;
    if (4 * few < 3 * r->A.rows || 4 * r->B.entries > totals->products || r->B.entries > UINT32_MAX ||
        r->B.columns > MOST_WIDE || totals->products < LEAST_PRODUCTS ||
        !graph__cuda_has_bytes(2 * entry_bytes * (size_t)room_for_few(totals) + 16 * (size_t)r->B.entries))
        return MXM_COPY_LONG;
    if (totals->rows[MXM_SORT_1024] == 0 || has_few_words(totals, MXM_SORT_1024))
        last = MXM_SORT_1024;
    /* Narrow rows too, if none lie between. */
    for (int bin = MXM_SORT_2048; bin <= MXM_WIDE; bin++)
        longer += totals->rows[bin];
    if (last == MXM_SORT_1024 && longer == 0 && 4 * totals->rows[MXM_WARP_SMALL] <= r->A.rows)
        last = MXM_WARP_SMALL;
    return last;
}

/* The longest rows are looked at before. */
static graph_status leave_rows(const struct mxm_ordered_arguments *a, const struct mxm_plan *plan,
                               const struct mxm_totals *totals)
{
    struct mxm_left_arguments left = {.A_row_start = a->row.A_row_start,
                                      .B_row_start = a->row.B_row_start,
                                      .A_column = a->row.A_column,
                                      .B_words = a->row.B_words,
                                      .B_word = a->row.B_word,
                                      .list = plan->list,
                                      .count = plan->count,
                                      .deferred = plan->deferred,
                                      .deferred_rows = a->row.deferred_rows,
                                      .bin = plan->bin};
    for (int bin = MXM_COPY; bin <= a->last_bin; bin++)
        *(bin < MXM_SORT_1024 ? &left.first : &left.rows) += totals->rows[bin];
    if (left.rows == 0)
        return GRAPH_OK;
    return graph__cuda_launch(graph__mxm_left_rows, (left.rows + MXM_LEFT_WARPS - 1) / MXM_LEFT_WARPS,
                              MXM_LEFT_WARPS * 32, 0, &left);
}

/* Makes the rows in arrays with room for so many entries. */
static graph_status make_few(struct graph_csr_arrays *C, struct mxm_ordered_found *found,
                             struct mxm_ordered_arguments *a, const struct graph_mxm_request *r,
                             const struct mxm_plan *plan, const struct mxm_totals *totals, int64_t room)
{
    const int64_t tiles = (a->rows + MXM_FEW_ROWS - 1) / MXM_FEW_ROWS;
    const int64_t words = tiles + 1 + (int64_t)(sizeof *found / sizeof *a->state);
    const void *kernel;
    graph_status status;
    GRAPH_TRY(graph__cuda_semiring_kernel(&kernel, GRAPH_KERNEL_mxm_few_words, r->semiring));
    if (a->state == NULL)
        GRAPH_TRY(CUDA_SCRATCH(a->state, words));
    GRAPH_TRY(graph__cuda_set_bytes(a->state, 0, (size_t)words * sizeof *a->state));
    a->ticket = a->state + tiles;
    a->found = (struct mxm_ordered_found *)(void *)(a->ticket + 1);
    a->row.deferred_rows = &a->found->deferred;
    GRAPH_TRY(leave_rows(a, plan, totals));
    GRAPH_TRY(allocate(C, room, r->semiring->value_bytes));
    a->row.column = C->column;
    a->row.value = C->value;
    a->room = room;
    GRAPH_TRY(graph__cuda_launch(kernel, tiles, MXM_FEW_THREADS, 0, a));
    GRAPH_TRY(CUDA_READ(*found, a->found));
done:
    return status;
}

graph_status graph__cuda_mxm_few_words(struct graph_csr_arrays *C, const struct graph_mxm_request *r,
                                       const struct mxm_plan *plan, const struct mxm_totals *totals,
                                       const struct mxm_row_arguments *words, int last_bin, int64_t *room,
                                       int64_t *left)
{
    struct mxm_ordered_arguments a = {.row = *words,
                                      .bin = plan->bin,
                                      .rows = r->A.rows,
                                      .C_row_start = C->row_start,
                                      .last_bin = last_bin};
    struct mxm_ordered_found found;
    graph_status status;
    a.row.count = plan->count;
    a.row.deferred = plan->deferred;
    *room = room_for_few(totals);
    GRAPH_TRY(make_few(C, &found, &a, r, plan, totals, *room));
    if (found.entries > *room) {
        graph__cuda_release(C->column);
        graph__cuda_release(C->value);
        C->column = NULL;
        C->value = NULL;
        *room = found.entries;
        GRAPH_TRY(make_few(C, &found, &a, r, plan, totals, *room));
    }
    C->entries = found.entries;
    *left = found.deferred;
done:
    return status;
}
