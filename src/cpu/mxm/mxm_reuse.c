/* See mxm_reuse.h. */
#include "cpu/mxm/mxm_reuse.h"

#include "base/memory.h"

enum { MOST_CHUNKS = 1024, LEAST_WORK = 1 << 12 };

graph_status graph__cpu_plan(struct graph_plan_request *r)
{
    const struct graph_csr *A = &r->A, *B = &r->B;
    int64_t *work = NULL, total = 0, share, chunks = 0;
    struct graph_cpu_plan *plan = NULL;
    size_t bytes = sizeof *plan + (MOST_CHUNKS + 1) * sizeof plan->chunk_row[0];
    graph_status status;
    GRAPH_TRY(GRAPH_NEW(work, A->rows));
    GRAPH_TRY(graph__allocate_array((void **)&plan, 1, bytes));
    /* The products of a row, its entries, and one. */
#pragma omp parallel for num_threads(r->threads) schedule(dynamic, 1024) reduction(+ : total) if (A->rows + A->entries > 4096)
    for (int64_t i = 0; i < A->rows; i++) {
        work[i] = r->C.row_start[i + 1] - r->C.row_start[i] + 1;
        for (int64_t a = A->row_start[i]; a < A->row_start[i + 1]; a++)
            work[i] += B->row_start[A->column[a] + 1] - B->row_start[A->column[a]];
        total += work[i];
    }
    share = total / MOST_CHUNKS + 1;
    share = share < LEAST_WORK ? LEAST_WORK : share;
    /* Each chunk but the last has at least a share. */
    plan->chunk_row[0] = 0;
    for (int64_t i = 0, sum = 0; i < A->rows; i++) {
        sum += work[i];
        if (sum >= share) {
            plan->chunk_row[++chunks] = i + 1;
            sum = 0;
        }
    }
    if (plan->chunk_row[chunks] < A->rows || chunks == 0)
        plan->chunk_row[++chunks] = A->rows;
    plan->chunks = chunks;
    r->plan = plan;
    r->bytes = bytes;
done:
    graph__free(work);
    return status;
}
