/* See mxm_again_host.h: launches of mxm_again.cu, once, and of mxm_again.cuh, each time. */
#include "cuda/mxm_again_host.h"

#include "base/memory.h"
#include "cuda/kernels.h"
#include "cuda/primitives.h"

#include "cuda/mxm_again_arguments.h"
#include "cuda/mxm_again_kernels.h"

enum { THREADS = 256, WARP_THREADS = 32 };

struct again_plan {
    struct again_entry *entry;
    uint8_t *rank;
    struct again_task *task;
    int64_t tasks[AGAIN_BINS], products;
};

void graph__cuda_plan_release(void *released)
{
    struct again_plan *plan = released;
    if (plan == NULL)
        return;
    graph__cuda_release(plan->entry);
    graph__cuda_release(plan->rank);
    graph__cuda_release(plan->task);
    graph__free(plan);
}

static graph_status make(struct again_plan *plan, struct graph_plan_request *r)
{
    struct again_counts counts = {0};
    struct again_plan_arguments a = {.rows = r->A.rows,
                                     .A_row_start = r->A.row_start,
                                     .B_row_start = r->B.row_start,
                                     .C_row_start = r->C.row_start,
                                     .A_column = r->A.column,
                                     .B_column = r->B.column,
                                     .C_column = r->C.column};
    int64_t tasks = 0, row_blocks = graph__cuda_blocks(r->A.rows * WARP_THREADS, THREADS);
    graph_status status;
    GRAPH_TRY(CUDA_NEW(plan->entry, r->A.entries));
    a.entry = plan->entry;
    GRAPH_TRY(CUDA_SCRATCH(a.bytes, r->A.entries + 1));
    GRAPH_TRY(CUDA_SCRATCH(a.bin, r->A.rows + 1));
    GRAPH_TRY(CUDA_SCRATCH(a.counts, 1));
    GRAPH_TRY(graph__cuda_set_bytes(a.counts, 0, sizeof *a.counts));
    GRAPH_TRY(graph__cuda_launch(graph__cuda_again_measure, row_blocks, THREADS, 0, &a));
    GRAPH_TRY(graph__cuda_scan(a.bytes, r->A.entries));
    GRAPH_TRY(graph__cuda_copy(&a.counts->rank_bytes, a.bytes + r->A.entries, sizeof *a.bytes));
    GRAPH_TRY(CUDA_READ(counts, a.counts));
    if (counts.too_long > 0)
        GRAPH_FAIL(GRAPH_E_NOT_SUPPORTED, "a row of the product takes more than 4 GB of a plan");
    for (int bin = 0; bin < AGAIN_BINS; bin++) {
        plan->tasks[bin] = counts.tasks[bin];
        tasks += counts.tasks[bin];
    }
    plan->products = counts.products;
    GRAPH_TRY(CUDA_NEW(plan->rank, counts.rank_bytes));
    GRAPH_TRY(CUDA_NEW(plan->task, tasks));
    a.rank = plan->rank;
    a.task = plan->task;
    GRAPH_TRY(graph__cuda_launch(graph__cuda_again_tasks, row_blocks, THREADS, 0, &a));
    GRAPH_TRY(graph__cuda_launch(graph__cuda_again_ranks,
                                 graph__cuda_blocks(r->A.entries * WARP_THREADS, THREADS), THREADS, 0, &a));
    r->bytes = sizeof *plan + (size_t)r->A.entries * sizeof *plan->entry + (size_t)counts.rank_bytes +
               (size_t)tasks * sizeof *plan->task;
done:
    return status;
}

/* Whether most entries of C lie in rows of one warp or less.  In longer rows, which are a block's, products that wait for
 * each other's slots take longer than a product that knows no pattern (docs/gpu-runs/spgemm.md). */
static graph_status has_short_rows(bool *is_worth_it, const struct graph_csr *C)
{
    int64_t *row_start = NULL, in_long_rows = 0;
    graph_status status;
    GRAPH_TRY(GRAPH_NEW(row_start, C->rows + 1));
    GRAPH_TRY(graph__cuda_download(row_start, C->row_start, (size_t)(C->rows + 1) * sizeof *row_start));
    for (int64_t i = 0; i < C->rows; i++)
        if (row_start[i + 1] - row_start[i] > AGAIN_SLOTS_LONG)
            in_long_rows += row_start[i + 1] - row_start[i];
    *is_worth_it = in_long_rows <= C->entries / 2;
done:
    graph__free(row_start);
    return status;
}

graph_status graph__cuda_plan(struct graph_plan_request *r)
{
    struct again_plan *plan = NULL;
    bool is_worth_it = false;
    graph_status status;
    r->plan = NULL;
    r->bytes = 0;
    GRAPH_TRY(has_short_rows(&is_worth_it, &r->C));
    if (!is_worth_it)
        return GRAPH_OK;
    GRAPH_TRY(GRAPH_NEW_ZEROED(plan, 1));
    graph__cuda_begin();
    status = make(plan, r);
    graph__cuda_end();
    if (status == GRAPH_OK) {
        r->plan = plan;
        plan = NULL;
    }
done:
    graph__cuda_plan_release(plan);
    return status;
}

/* How the kernel of a bin is launched: with so many slots in a block, of which it takes so many tasks. */
static const struct again_launch {
    enum graph_cuda_kernel kernel;
    int tasks, slots;
} launches[AGAIN_BINS] = {
    [AGAIN_8] = {GRAPH_KERNEL_mxm_again_8, AGAIN_THREADS / 8, AGAIN_THREADS / 8 * AGAIN_SLOTS_8},
    [AGAIN_16] = {GRAPH_KERNEL_mxm_again_16, AGAIN_THREADS / 16, AGAIN_THREADS / 16 * AGAIN_SLOTS_16},
    [AGAIN_SHORT] = {GRAPH_KERNEL_mxm_again_short, AGAIN_THREADS / 32,
                     AGAIN_THREADS / 32 * AGAIN_SLOTS_SHORT},
    [AGAIN_LONG] = {GRAPH_KERNEL_mxm_again_long, AGAIN_THREADS / 32, AGAIN_THREADS / 32 * AGAIN_SLOTS_LONG},
    [AGAIN_BLOCK_8] = {GRAPH_KERNEL_mxm_again_block_8, 1, AGAIN_SLOTS_BLOCK},
    [AGAIN_BLOCK_32] = {GRAPH_KERNEL_mxm_again_block_32, 1, AGAIN_SLOTS_BLOCK},
};

static graph_status launch_bins(const struct graph_mxm_again_request *r)
{
    enum { WORTH_A_FORK = 1 << 22 };
    const struct again_plan *plan = r->plan;
    const size_t slot_bytes = r->semiring->value_bytes == 8 ? 8 : 4;
    struct mxm_again_arguments a = {.entry = plan->entry,
                                    .rank = plan->rank,
                                    .task = plan->task,
                                    .A_value = r->A.value,
                                    .B_value = r->B.value,
                                    .C_value = r->value};
    const bool is_forked = plan->products >= WORTH_A_FORK;
    graph_status status = GRAPH_OK;
    for (int bin = 0; bin < AGAIN_BINS; bin++)
        a.task += plan->tasks[bin];
    if (is_forked)
        GRAPH_TRY(graph__cuda_fork());
    /* The longest rows first: they take longest to finish. */
    for (int bin = AGAIN_BINS - 1; bin >= 0; bin--) {
        const struct again_launch *l = &launches[bin];
        const void *kernel;
        size_t bytes = (size_t)l->slots * slot_bytes;
        a.tasks = plan->tasks[bin];
        a.task -= a.tasks;
        if (a.tasks == 0)
            continue;
        /* The entries of A and their values, as many as a block has threads. */
        if (l->tasks > 1)
            bytes += AGAIN_THREADS * (sizeof(struct again_entry) + slot_bytes);
        if (is_forked)
            GRAPH_TRY(graph__cuda_use_side(bin % GRAPH_CUDA_SIDES));
        GRAPH_TRY(graph__cuda_semiring_kernel(&kernel, l->kernel, r->semiring));
        GRAPH_TRY(graph__cuda_launch(kernel, (a.tasks + l->tasks - 1) / l->tasks, AGAIN_THREADS, bytes, &a));
    }
done:
    if (is_forked) {
        graph_status joined = graph__cuda_join();
        status = status < 0 ? status : joined;
    }
    return status;
}

graph_status graph__cuda_mxm_again(struct graph_mxm_again_request *r)
{
    graph_status status;
    r->value = NULL;
    graph__cuda_begin();
    status = graph__cuda_allocate(&r->value, (size_t)r->C.entries, r->semiring->value_bytes);
    if (status == GRAPH_OK)
        status = launch_bins(r);
    graph__cuda_end();
    if (status < 0) {
        graph__cuda_release(r->value);
        r->value = NULL;
    }
    return status;
}
