/* Builds a matrix from positions in any order.  A stable partition by row is followed by a sort of each row in shared
 * memory, which also folds equal positions, in the order of the input.  Where a row is too long for that, a partition by
 * column comes before the one by row, and rows are then sorted. */
#include "cuda/elementwise/elementwise_host.h"

#include "cuda/elementwise/elementwise_steps.h"

#include "cuda/elementwise/build_arguments.h"
#include "cuda/elementwise/partition.h"
#include "cuda/kernels/kernels.h"
#include "cuda/primitives/compaction.h"
#include "cuda/primitives/entries.h"
#include "cuda/runtime/call.h"

enum { THREADS = 256, WARP_THREADS = 32 };

static graph_status launch(struct cuda_call *call, const void *kernel, int64_t n, const void *arguments)
{
    return graph__cuda_launch(call, kernel, graph__cuda_blocks(n, THREADS), THREADS, 0, arguments);
}

/* Entries in the order of their rows. */
struct rows {
    int64_t *start;
    int32_t *column;
    void *value;
};

static graph_status open_rows(struct cuda_call *call, struct partition *p, int64_t keys)
{
    graph_status status;
    p->keys = keys;
    GRAPH_TRY(CUDA_SCRATCH(call, p->start, keys + 1));
    GRAPH_TRY(CUDA_SCRATCH(call, p->to_index, p->n));
    if (p->value_bytes > 0)
        GRAPH_TRY(graph__cuda_scratch(call, &p->to_value, (size_t)p->n, p->value_bytes));
done:
    return status;
}

static graph_status partition_by_row(struct cuda_call *call, struct rows *rows,
                                     const struct graph_build_request *r, size_t value_bytes)
{
    struct partition p = {.n = r->n,
                          .indices = r->columns,
                          .key = r->row,
                          .index = r->column,
                          .value = r->value,
                          .value_bytes = value_bytes};
    graph_status status;
    GRAPH_TRY(open_rows(call, &p, r->rows));
    GRAPH_TRY(graph__cuda_partition(call, &p));
    *rows = (struct rows){p.start, p.to_index, p.to_value};
done:
    return status;
}

/* The same with sorted rows. */
static graph_status partition_twice(struct cuda_call *call, struct rows *rows,
                                    const struct graph_build_request *r, size_t value_bytes)
{
    struct partition p = {.n = r->n,
                          .indices = r->rows,
                          .key = r->column,
                          .index = r->row,
                          .value = r->value,
                          .value_bytes = value_bytes};
    graph_status status;
    GRAPH_TRY(open_rows(call, &p, r->columns));
    GRAPH_TRY(graph__cuda_partition(call, &p));
    struct partition q = {
        .n = r->n, .indices = r->columns, .key = p.to_index, .value = p.to_value, .value_bytes = value_bytes};
    GRAPH_TRY(graph__cuda_tiles(call, &q.tiles, p.start, r->columns, r->n));
    GRAPH_TRY(open_rows(call, &q, r->rows));
    GRAPH_TRY(graph__cuda_partition(call, &q));
    *rows = (struct rows){q.start, q.to_index, q.to_value};
done:
    return status;
}

/* Fails with the number of the second entry at the first position that repeats. */
static graph_status refuse(struct cuda_call *call, struct graph_build_request *r, const uint64_t *repeated)
{
    unsigned long long *found;
    uint64_t position;
    struct build_find_arguments find = {.row = r->row, .column = r->column, .n = r->n, .after = -1};
    graph_status status;
    GRAPH_TRY(CUDA_READ(call, position, repeated));
    GRAPH_TRY(CUDA_SCRATCH(call, found, 1));
    find.i = (int32_t)(position >> 32);
    find.j = (int32_t)(position & UINT32_MAX);
    find.found = found;
    for (int time = 0; time < 2; time++) {
        GRAPH_TRY(graph__cuda_set_bytes(call, found, 0xff, sizeof *found));
        GRAPH_TRY(launch(call, graph__cuda_build_find, r->n, &find));
        GRAPH_TRY(CUDA_READ(call, find.after, found));
    }
    r->where = find.after;
    GRAPH_FAIL(GRAPH_E_INVALID_VALUE, "entry %lld repeats the position (%d, %d), and no operator was given",
               (long long)r->where, (int)find.i, (int)find.j);
done:
    return status;
}

static bool takes_first(graph_op op) { return op == GRAPH_FIRST || op == GRAPH_ANY || op == GRAPH_NO_OP; }

static graph_status find_starts(struct cuda_call *call, const void *arguments)
{
    const struct build_arguments *a = arguments;
    return graph__cuda_launch_dependent(call, graph__cuda_build_starts,
                                        graph__cuda_blocks(a->rows + 1, THREADS), THREADS, 0, 0, a);
}

/* Sorts and folds rows that are short. */
static graph_status finish_short(struct cuda_call *call, struct graph_build_request *r,
                                 const struct rows *rows, size_t value_bytes, unsigned long long *repeated)
{
    struct build_arguments a = {.row_start = rows->start,
                                .rows = r->rows,
                                .n = r->n,
                                .column = rows->column,
                                .value = rows->value,
                                .op = (int32_t)r->duplicate,
                                .folds = !takes_first(r->duplicate),
                                .repeated = repeated};
    struct compaction_steps steps = {.c = &a.compaction,
                                     .arguments = &a,
                                     .column = &r->C.column,
                                     .value = &r->C.value,
                                     .value_bytes = value_bytes,
                                     .follow = find_starts,
                                     .work = &a};
    const int64_t tiles = (r->n + BUILD_STEP - 1) / BUILD_STEP;
    graph_status status;
    GRAPH_TRY(graph__cuda_type_kernel(&steps.kernel, GRAPH_KERNEL_build_rows,
                                      value_bytes > 0 ? r->type : GRAPH_UINT8));
    GRAPH_TRY(CUDA_NEW(r->C.row_start, r->rows + 1));
    GRAPH_TRY(CUDA_SCRATCH(call, a.first_row, tiles + 1));
    a.C_start = r->C.row_start;
    a.compaction.tiles = tiles;
    GRAPH_TRY(launch(call, graph__cuda_build_tiles, (tiles + 1) * WARP_THREADS, &a));
    GRAPH_TRY(graph__cuda_compact(call, &steps, tiles, r->n, &r->C.entries));
done:
    return status;
}

/* Folds rows that are sorted. */
static graph_status finish_sorted(struct cuda_call *call, struct graph_build_request *r,
                                  const struct rows *rows, size_t value_bytes, unsigned long long *repeated)
{
    const struct graph_csr sorted = {.rows = r->rows,
                                     .columns = r->columns,
                                     .entries = r->n,
                                     .row_start = rows->start,
                                     .column = rows->column,
                                     .value = rows->value,
                                     .type = r->type};
    struct selection selection;
    const void *kernel;
    graph_status status;
    GRAPH_TRY(graph__cuda_selection_open(call, &selection, r->n));
    struct build_mark_arguments mark = {rows->start, r->rows, r->n, rows->column, selection.bits, repeated};
    GRAPH_TRY(launch(call, graph__cuda_build_mark, r->n, &mark));
    GRAPH_TRY(launch(call, graph__cuda_build_mark_rows, r->rows, &mark));
    if (repeated != NULL)
        GRAPH_TRY(launch(call, graph__cuda_build_repeat, r->n, &mark));
    GRAPH_TRY(graph__cuda_selection_rank(call, &selection, r->n));
    GRAPH_TRY(graph__cuda_select_entries(call, &r->C, &sorted, &selection));
    if (r->C.entries < r->n && value_bytes > 0 && !takes_first(r->duplicate)) {
        struct build_combine_arguments combine = {rows->value, r->n, (int32_t)r->duplicate, selection,
                                                  r->C.value};
        GRAPH_TRY(graph__cuda_type_kernel(&kernel, GRAPH_KERNEL_build_combine, r->type));
        GRAPH_TRY(launch(call, kernel, r->n, &combine));
    }
done:
    return status;
}

static graph_status find_longest(struct cuda_call *call, uint64_t *longest, const struct rows *rows,
                                 int64_t count)
{
    struct build_row_arguments a = {.row_start = rows->start, .rows = count};
    graph_status status;
    GRAPH_TRY(CUDA_SCRATCH(call, a.longest, 1));
    GRAPH_TRY(graph__cuda_set_bytes(call, a.longest, 0, sizeof *a.longest));
    GRAPH_TRY(launch(call, graph__cuda_build_longest, count, &a));
    GRAPH_TRY(graph__cuda_read(call, longest, a.longest, sizeof *longest));
done:
    return status;
}

graph_status graph__cuda_build_inside(struct cuda_call *call, struct graph_build_request *r)
{
    const size_t value_bytes = r->value != NULL ? graph_type_size(r->type) : 0;
    unsigned long long *repeated = NULL;
    uint64_t longest = 0;
    struct rows rows;
    graph_status status;
    r->C = (struct graph_csr_arrays){0};
    r->where = -1;
    r->duplicates = 0;
    if (r->duplicate == GRAPH_NO_OP) {
        GRAPH_TRY(CUDA_SCRATCH(call, repeated, 1));
        GRAPH_TRY(graph__cuda_set_bytes(call, repeated, 0xff, sizeof *repeated));
    }
    GRAPH_TRY(partition_by_row(call, &rows, r, value_bytes));
    GRAPH_TRY(find_longest(call, &longest, &rows, r->rows));
    if (longest > BUILD_LONGEST)
        GRAPH_TRY(partition_twice(call, &rows, r, value_bytes));
    GRAPH_TRY(longest > BUILD_LONGEST ? finish_sorted(call, r, &rows, value_bytes, repeated)
                                      : finish_short(call, r, &rows, value_bytes, repeated));
    r->duplicates = r->n - r->C.entries;
    if (r->duplicates > 0 && repeated != NULL)
        GRAPH_TRY(refuse(call, r, (const uint64_t *)repeated));
done:
    if (status < 0)
        graph__cuda_csr_release(&r->C);
    return status;
}

graph_status graph__cuda_build(struct graph_build_request *r)
{
    struct cuda_call *call = graph__cuda_begin();
    graph_status status = graph__cuda_build_inside(call, r);
    graph__cuda_end(call);
    return status;
}
