/* Launches of bhSPARSE (mxm_bhsparse.cuh): upper bounds, row bins, the kernel of each bin into a temporary matrix,
 * compaction into C.  The host waits for the bins, after each launch for rows of the last bin, and for the number of
 * entries. */
#include "cuda/published/published_host.h"
#include "cuda/published/mxm_bhsparse_arguments.h"
#include "cuda/published/published_steps.h"

#include "cuda/primitives/entries.h"
#include "cuda/mxm/analysis/mxm_row_bins.h"
#include "cuda/primitives/primitives.h"
#include "cuda/runtime/call.h"

enum {
    THREADS = 256,
    /* Room in shared memory for the static arrays of the merging kernel. */
    STATIC_SHARED_BYTES = 4096
};

/* Sorts the rows into bins. */
static graph_status sort_into_bins(struct cuda_call *call, struct mxm_bhsparse_bins_arguments *a,
                                   struct mxm_bhsparse_totals *totals, const struct graph_csr *A,
                                   const struct graph_csr *B)
{
    enum { BIN_BITS = 6 };
    uint32_t *spare, *spare_list;
    graph_status status;
    *a = (struct mxm_bhsparse_bins_arguments){
        .A_row_start = A->row_start, .B_row_start = B->row_start, .A_column = A->column, .rows = A->rows};
    GRAPH_TRY(CUDA_SCRATCH(call, a->bin, A->rows + 1));
    GRAPH_TRY(CUDA_SCRATCH(call, a->list, A->rows + 1));
    GRAPH_TRY(CUDA_SCRATCH(call, spare, A->rows + 1));
    GRAPH_TRY(CUDA_SCRATCH(call, spare_list, A->rows + 1));
    GRAPH_TRY(CUDA_SCRATCH(call, a->offset, A->rows + 1));
    GRAPH_TRY(CUDA_SCRATCH(call, a->totals, 1));
    GRAPH_TRY(graph__cuda_set_bytes(call, a->totals, 0, sizeof *a->totals));
    GRAPH_TRY(graph__cuda_launch(call, graph__cuda_bhsparse_bound, graph__mxm_divide_up(A->rows, THREADS),
                                 THREADS, 0, a));
    GRAPH_TRY(graph__cuda_scan(call, a->offset, A->rows));
    GRAPH_TRY(graph__cuda_sort_32_32(call, &a->bin, &spare, &a->list, &spare_list, A->rows, BIN_BITS));
    GRAPH_TRY(graph__cuda_launch(call, graph__cuda_bhsparse_bins, graph__mxm_divide_up(A->rows + 1, THREADS),
                                 THREADS, 0, a));
    GRAPH_TRY(CUDA_READ(call, *totals, a->totals));
done:
    return status;
}

/* The bins of up to 512 products. */
static graph_status launch_bins(struct cuda_call *call, struct mxm_bhsparse_arguments a,
                                const struct mxm_bhsparse_totals *totals, const struct graph_semiring *s)
{
    graph_status status = GRAPH_OK;
    const uint32_t *list = a.list;
    for (int bin = 1; bin < BHSPARSE_LAST; bin++) {
        a.list = list + totals->bin_start[bin];
        a.rows = totals->bin_start[bin + 1] - totals->bin_start[bin];
        a.most = bin <= BHSPARSE_HEAP_MOST ? bin : (2 * BHSPARSE_HEAP_MOST) << (bin - BHSPARSE_HEAP_MOST - 1);
        size_t product_bytes = sizeof(uint64_t) + s->value_bytes;
        if (bin == 1)
            GRAPH_TRY(graph__cuda_launch_over(call, s, GRAPH_KERNEL_mxm_bhsparse_single,
                                              graph__mxm_divide_up(a.rows, THREADS), THREADS, 0, &a));
        else if (bin <= BHSPARSE_HEAP_MOST)
            GRAPH_TRY(graph__cuda_launch_over(
                call, s, GRAPH_KERNEL_mxm_bhsparse_heap, graph__mxm_divide_up(a.rows, BHSPARSE_HEAP_THREADS),
                BHSPARSE_HEAP_THREADS, (size_t)(bin * BHSPARSE_HEAP_THREADS) * product_bytes, &a));
        else
            GRAPH_TRY(graph__cuda_launch_over(call, s, GRAPH_KERNEL_mxm_bhsparse_sort, a.rows, a.most / 2,
                                              (size_t)a.most * product_bytes, &a));
    }
done:
    return status;
}

/* The last bin: each launch has twice the room of the one before, for the rows that were not done then. */
static graph_status merge(struct cuda_call *call, struct mxm_bhsparse_progress **progress,
                          struct mxm_bhsparse_arguments *a, const struct graph_semiring *s)
{
    struct mxm_bhsparse_merge_arguments m = {.of = *a, .room = BHSPARSE_FIRST_ROOM};
    size_t entry_bytes = sizeof(int32_t) + s->value_bytes;
    uint32_t *active[2];
    char *value;
    uint64_t rows = (uint64_t)a->rows;
    graph_status status;
    m.level = BHSPARSE_FIRST_ROOM;
    while (2 * (size_t)m.level * entry_bytes + STATIC_SHARED_BYTES <= graph__cuda_device(NULL)->shared_bytes)
        m.level *= 2;
    GRAPH_TRY(CUDA_SCRATCH(call, m.progress, rows));
    GRAPH_TRY(CUDA_SCRATCH(call, active[0], rows));
    GRAPH_TRY(CUDA_SCRATCH(call, active[1], rows));
    GRAPH_TRY(CUDA_SCRATCH(call, m.next_count, 1));
    for (int which = 0; rows > 0; which ^= 1, m.room *= 2, m.active = m.next) {
        int64_t level = m.room < m.level ? m.room : m.level;
        m.next = active[which];
        GRAPH_TRY(CUDA_SCRATCH(call, m.column, rows * (uint64_t)m.room));
        GRAPH_TRY(graph__cuda_scratch(call, (void **)&value, rows * (uint64_t)m.room, s->value_bytes));
        m.value = value;
        GRAPH_TRY(graph__cuda_set_bytes(call, m.next_count, 0, sizeof *m.next_count));
        GRAPH_TRY(graph__cuda_launch_over(call, s, GRAPH_KERNEL_mxm_bhsparse_merge, (int64_t)rows,
                                          BHSPARSE_MERGE_THREADS, (size_t)level * entry_bytes, &m));
        unsigned long long remaining;
        GRAPH_TRY(CUDA_READ(call, remaining, m.next_count));
        rows = remaining;
    }
    *progress = m.progress;
done:
    return status;
}

/* Compacts rows of one product with a thread, those of up to 32 with a warp, longer ones with a block. */
static graph_status compact(struct cuda_call *call, const struct graph_csr_arrays *C,
                            const struct mxm_bhsparse_arguments *from,
                            const struct mxm_bhsparse_totals *totals,
                            const struct mxm_bhsparse_progress *progress, size_t value_bytes)
{
    static const struct {
        int first, end, lanes;
    } parts[] = {{1, 2, 1},
                 {2, BHSPARSE_HEAP_MOST + 1, 32},
                 {BHSPARSE_HEAP_MOST + 1, BHSPARSE_LAST, THREADS},
                 {BHSPARSE_LAST, BHSPARSE_BINS, THREADS}};
    graph_status status = GRAPH_OK;
    for (size_t k = 0; k < sizeof parts / sizeof parts[0]; k++) {
        int64_t first = totals->bin_start[parts[k].first];
        struct mxm_bhsparse_compact_arguments a = {.C_row_start = C->row_start,
                                                   .offset = from->offset,
                                                   .list = from->list + first,
                                                   .rows = totals->bin_start[parts[k].end] - first,
                                                   .lanes = parts[k].lanes,
                                                   .column = from->column,
                                                   .value = from->value,
                                                   .C_column = C->column,
                                                   .C_value = C->value};
        if (parts[k].first == BHSPARSE_LAST)
            a.progress = progress;
        GRAPH_TRY(graph__cuda_launch(call, graph__cuda_bhsparse_compact[graph__cuda_size_number(value_bytes)],
                                     graph__mxm_divide_up(a.rows * a.lanes, THREADS), THREADS, 0, &a));
    }
done:
    return status;
}

static graph_status multiply(struct cuda_call *call, struct graph_mxm_request *r)
{
    const struct graph_semiring *s = r->semiring;
    const struct graph_csr *A = &r->A, *B = &r->B;
    struct mxm_bhsparse_bins_arguments p;
    struct mxm_bhsparse_totals totals;
    struct mxm_bhsparse_progress *progress = NULL;
    char *value;
    graph_status status;
    GRAPH_TRY(sort_into_bins(call, &p, &totals, A, B));
    r->products = (uint64_t)totals.products;
    struct mxm_bhsparse_arguments a = {.A_row_start = A->row_start,
                                       .B_row_start = B->row_start,
                                       .A_column = A->column,
                                       .B_column = B->column,
                                       .A_value = A->value,
                                       .B_value = B->value,
                                       .list = p.list,
                                       .offset = p.offset};
    GRAPH_TRY(CUDA_SCRATCH(call, a.count, A->rows + 1));
    GRAPH_TRY(graph__cuda_set_bytes(call, a.count, 0, (size_t)A->rows * sizeof *a.count));
    GRAPH_TRY(CUDA_SCRATCH(call, a.column, totals.room));
    GRAPH_TRY(graph__cuda_scratch(call, (void **)&value, (size_t)totals.room, s->value_bytes));
    a.value = value;
    GRAPH_TRY(launch_bins(call, a, &totals, s));
    a.list = p.list + totals.bin_start[BHSPARSE_LAST];
    a.rows = totals.bin_start[BHSPARSE_BINS] - totals.bin_start[BHSPARSE_LAST];
    GRAPH_TRY(merge(call, &progress, &a, s));
    GRAPH_TRY(graph__cuda_csr_by_counts(call, &r->C, a.count, A->rows, s->value_bytes));
    a.list = p.list;
    GRAPH_TRY(compact(call, &r->C, &a, &totals, progress, s->value_bytes));
done:
    return status;
}

graph_status graph__cuda_mxm_bhsparse(struct graph_mxm_request *r)
{
    return graph__cuda_mxm_published(r, multiply);
}
