/* See mxm_reuse_host.h: mxm_reuse.cu makes a plan, mxm_reuse.cuh computes values with it. */
#include "cuda/mxm/reuse/mxm_reuse_host.h"

#include "base/log.h"
#include "base/memory.h"
#include "cuda/kernels/kernels.h"
#include "cuda/mxm/blocks/mxm_blocks_host.h"
#include "cuda/primitives/primitives.h"
#include "cuda/semiring/semiring_host.h"

#include "cuda/mxm/reuse/mxm_reuse_arguments.h"
#include "cuda/runtime/call.h"
#include "cuda/runtime/modules.h"

enum {
    THREADS = 256,
    WARP_THREADS = 32,
    WORTH_A_LAUNCH = 1 << 14, /* rows for a lane each, from which they get a launch */
    WORTH_A_FORK = 1 << 22    /* products, as MXM_LARGE_PRODUCTS */
};

struct reuse_plan {
    struct reuse_entry *entry;
    uint8_t *rank;
    struct reuse_step *step;
    uint16_t *window_rank;
    struct reuse_task *task;
    int64_t tasks[REUSE_BINS], products;
};

void graph__cuda_plan_release(void *released)
{
    struct reuse_plan *plan = released;
    if (plan == NULL)
        return;
    graph__cuda_release(plan->entry);
    graph__cuda_release(plan->rank);
    graph__cuda_release(plan->step);
    graph__cuda_release(plan->window_rank);
    graph__cuda_release(plan->task);
    graph__free(plan);
}

/* The last of the tasks are windows: their steps. */
static graph_status make_windows(struct cuda_call *call, struct reuse_plan *plan,
                                 struct reuse_plan_arguments *a, size_t *bytes)
{
    const int64_t blocks = graph__cuda_blocks(a->windows * WARP_THREADS, THREADS);
    struct reuse_counts counts;
    int64_t steps, ranks;
    graph_status status;
    GRAPH_TRY(CUDA_SCRATCH(call, a->steps, a->windows + 1));
    GRAPH_TRY(CUDA_SCRATCH(call, a->ranks, a->windows + 1));
    GRAPH_TRY(graph__cuda_launch(call, graph__cuda_reuse_measure_windows, blocks, THREADS, 0, a));
    GRAPH_TRY(graph__cuda_scan(call, a->steps, a->windows));
    GRAPH_TRY(graph__cuda_scan(call, a->ranks, a->windows));
    GRAPH_TRY(CUDA_READ(call, counts, a->counts));
    if (counts.too_long > 0)
        GRAPH_FAIL(GRAPH_E_NOT_SUPPORTED, "a row of the product takes more than 4 GB of a plan");
    GRAPH_TRY(CUDA_READ(call, steps, a->steps + a->windows));
    GRAPH_TRY(CUDA_READ(call, ranks, a->ranks + a->windows));
    GRAPH_TRY(CUDA_NEW(plan->step, steps));
    GRAPH_TRY(CUDA_NEW(plan->window_rank, ranks));
    a->step = plan->step;
    a->window_rank = plan->window_rank;
    GRAPH_TRY(graph__cuda_launch(call, graph__cuda_reuse_write_windows, blocks, THREADS, 0, a));
    *bytes = (size_t)steps * sizeof *plan->step + (size_t)ranks * sizeof *plan->window_rank;
done:
    return status;
}

static graph_status make(struct cuda_call *call, struct reuse_plan *plan, struct graph_plan_request *r)
{
    struct reuse_counts counts = {0};
    struct reuse_plan_arguments a = {.rows = r->A.rows,
                                     .A_row_start = r->A.row_start,
                                     .B_row_start = r->B.row_start,
                                     .C_row_start = r->C.row_start,
                                     .A_column = r->A.column,
                                     .B_column = r->B.column,
                                     .C_column = r->C.column};
    int64_t tasks = 0, rank_bytes, row_blocks = graph__cuda_blocks(r->A.rows * WARP_THREADS, THREADS);
    size_t window_bytes = 0;
    graph_status status;
    GRAPH_TRY(CUDA_NEW(plan->entry, r->A.entries));
    a.entry = plan->entry;
    GRAPH_TRY(CUDA_SCRATCH(call, a.bytes, r->A.entries + 1));
    GRAPH_TRY(CUDA_SCRATCH(call, a.bin, r->A.rows + 1));
    GRAPH_TRY(CUDA_SCRATCH(call, a.counts, 1));
    GRAPH_TRY(graph__cuda_set_bytes(call, a.counts, 0, sizeof *a.counts));
    GRAPH_TRY(graph__cuda_launch(call, graph__cuda_reuse_measure, row_blocks, THREADS, 0, &a));
    GRAPH_TRY(graph__cuda_scan(call, a.bytes, r->A.entries));
    GRAPH_TRY(CUDA_READ(call, rank_bytes, a.bytes + r->A.entries));
    GRAPH_TRY(CUDA_READ(call, counts, a.counts));
    if (counts.too_long > 0)
        GRAPH_FAIL(GRAPH_E_NOT_SUPPORTED, "a row of the product takes more than 4 GB of a plan");
    for (int bin = 0; bin < REUSE_BINS; bin++) {
        plan->tasks[bin] = counts.tasks[bin];
        tasks += counts.tasks[bin];
        a.windows += bin >= REUSE_WINDOWS_1024 ? counts.tasks[bin] : 0;
    }
    /* Too small a number of rows for a lane each goes with the next bin. */
    if (plan->tasks[REUSE_1] < WORTH_A_LAUNCH) {
        plan->tasks[REUSE_8] += plan->tasks[REUSE_1];
        plan->tasks[REUSE_1] = 0;
    }
    plan->products = counts.products;
    GRAPH_TRY(CUDA_NEW(plan->rank, rank_bytes));
    GRAPH_TRY(CUDA_NEW(plan->task, tasks));
    a.rank = plan->rank;
    a.task = plan->task;
    a.window = plan->task + (tasks - a.windows);
    GRAPH_TRY(graph__cuda_launch(call, graph__cuda_reuse_place, row_blocks, THREADS, 0, &a));
    GRAPH_TRY(graph__cuda_launch(call, graph__cuda_reuse_tasks,
                                 (r->A.rows + REUSE_THREADS - 1) / REUSE_THREADS, REUSE_THREADS, 0, &a));
    GRAPH_TRY(graph__cuda_launch(call, graph__cuda_reuse_ranks,
                                 graph__cuda_blocks(r->A.entries * WARP_THREADS, THREADS), THREADS, 0, &a));
    if (a.windows > 0)
        GRAPH_TRY(make_windows(call, plan, &a, &window_bytes));
    r->bytes = sizeof *plan + (size_t)r->A.entries * sizeof *plan->entry + (size_t)rank_bytes +
               (size_t)tasks * sizeof *plan->task + window_bytes;
done:
    return status;
}

graph_status graph__cuda_plan(struct graph_plan_request *r)
{
    struct reuse_plan *plan = NULL;
    bool is_for_blocks;
    graph_status status;
    r->plan = NULL;
    r->bytes = 0;
    GRAPH_TRY(graph__cuda_mxm_has_full_blocks(&is_for_blocks, r->semiring, &r->A, &r->B));
    if (is_for_blocks)
        return GRAPH_OK;
    GRAPH_TRY(GRAPH_NEW_ZEROED(plan, 1));
    struct cuda_call *call = graph__cuda_begin();
    status = make(call, plan, r);
    graph__cuda_end(call);
    if (status == GRAPH_OK) {
        r->plan = plan;
        plan = NULL;
    }
done:
    graph__cuda_plan_release(plan);
    return status;
}

/* How the kernel of a bin is launched: threads of a block, its tasks, and the slots of one. */
static const struct reuse_launch {
    enum graph_cuda_kernel kernel;
    int threads, tasks, slots;
} launches[REUSE_BINS] = {
    [REUSE_1] = {GRAPH_KERNEL_mxm_reuse_1, REUSE_THREADS, REUSE_THREADS, 0},
    [REUSE_8] = {GRAPH_KERNEL_mxm_reuse_8, REUSE_THREADS, REUSE_THREADS / 8, REUSE_SLOTS_8},
    [REUSE_16] = {GRAPH_KERNEL_mxm_reuse_16, REUSE_THREADS, REUSE_THREADS / 16, REUSE_SLOTS_16},
    [REUSE_WINDOWS_1024] = {GRAPH_KERNEL_mxm_reuse_window, WARP_THREADS, 1, REUSE_SLOTS_WINDOW},
    [REUSE_WINDOWS_2048] = {GRAPH_KERNEL_mxm_reuse_window, WARP_THREADS, 1, 2 * REUSE_SLOTS_WINDOW},
    [REUSE_WINDOWS_4096] = {GRAPH_KERNEL_mxm_reuse_window, WARP_THREADS, 1, 4 * REUSE_SLOTS_WINDOW},
};

static graph_status launch_bins(struct cuda_call *call, const struct graph_mxm_numeric_request *r)
{
    const struct reuse_plan *plan = r->plan;
    const size_t slot_bytes = r->semiring->value_bytes == 8 ? 8 : 4;
    struct mxm_reuse_arguments a = {.entry = plan->entry,
                                    .rank = plan->rank,
                                    .step = plan->step,
                                    .window_rank = plan->window_rank,
                                    .task = plan->task,
                                    .A_value = r->A.value,
                                    .B_value = r->B.value,
                                    .C_value = r->value};
    const bool is_forked = plan->products >= WORTH_A_FORK;
    graph_status status = GRAPH_OK;
    for (int bin = 0; bin < REUSE_BINS; bin++)
        a.task += plan->tasks[bin];
    if (is_forked)
        GRAPH_TRY(graph__cuda_fork(call));
    /* The longest rows first: they take longest to finish. */
    for (int bin = REUSE_BINS - 1; bin >= 0; bin--) {
        const struct reuse_launch *l = &launches[bin];
        /* A step or an entry of A for each thread. */
        size_t bytes =
            (size_t)(l->tasks * l->slots) * slot_bytes + (size_t)l->threads * sizeof(struct reuse_entry);
        a.tasks = plan->tasks[bin];
        a.task -= a.tasks;
        if (a.tasks == 0)
            continue;
        if (l->tasks > 1) /* the values of the entries of A, too */
            bytes += REUSE_THREADS * slot_bytes;
        if (is_forked)
            GRAPH_TRY(graph__cuda_use_stream(call, bin % GRAPH_CUDA_HIGH_PRIORITY));
        GRAPH_TRY(graph__cuda_launch_over(call, r->semiring, l->kernel, (a.tasks + l->tasks - 1) / l->tasks,
                                          l->threads, bytes, &a));
    }
done:
    if (is_forked) {
        graph_status joined = graph__cuda_join(call);
        status = status < 0 ? status : joined;
    }
    return status;
}

graph_status graph__cuda_mxm_numeric(struct graph_mxm_numeric_request *r)
{
    graph_status status;
    r->value = NULL;
    (void)graph__cuda_use_equivalent(&r->semiring);
    struct cuda_call *call = graph__cuda_begin();
    status = graph__cuda_allocate(&r->value, (size_t)r->C.entries, r->semiring->value_bytes);
    if (status == GRAPH_OK)
        status = launch_bins(call, r);
    graph__cuda_end(call);
    if (status < 0) {
        graph__cuda_release(r->value);
        r->value = NULL;
    }
    return status;
}

graph_status graph__cuda_mxm_values_of_pattern(struct graph_mxm_request *made,
                                               const struct graph_mxm_request *wanted, bool *is_made)
{
    struct graph_plan_request plan = {.semiring = wanted->semiring, .A = made->A, .B = made->B};
    struct graph_mxm_numeric_request values = {.semiring = wanted->semiring, .A = wanted->A, .B = wanted->B};
    graph_status status;
    plan.C = values.C = (struct graph_csr){.rows = made->A.rows,
                                           .columns = made->B.columns,
                                           .entries = made->C.entries,
                                           .row_start = made->C.row_start,
                                           .column = made->C.column};
    status = graph__cuda_plan(&plan);
    values.plan = plan.plan;
    if (status == GRAPH_OK && plan.plan != NULL)
        status = graph__cuda_mxm_numeric(&values);
    *is_made = status == GRAPH_OK && plan.plan != NULL;
    graph__cuda_plan_release(plan.plan);
    graph__cuda_release(made->C.value);
    made->C.value = values.value;
    made->semiring = wanted->semiring;
    if (!*is_made) {
        graph__cuda_release(made->C.row_start);
        graph__cuda_release(made->C.column);
        made->C = (struct graph_csr_arrays){0};
        graph__log("cuda: the values do not follow the pattern, and wait for their kernels");
        graph__cuda_modules_finish();
        if (status == GRAPH_E_MEMORY || status == GRAPH_E_DEVICE_MEMORY || status == GRAPH_E_NOT_SUPPORTED)
            status = GRAPH_OK;
    }
    return status;
}
