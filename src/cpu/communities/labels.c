/* Label propagation, all vertices at once.
 *
 * Each thread counts the labels around a vertex in an array with one counter for each label, and takes the largest on
 * the way: the label whose counter has reached the largest value so far, the smallest of those that have.  A second
 * pass clears the counters.
 *
 * Source: Iosup et al., "The LDBC Graphalytics benchmark", arXiv 2011.15028, section 2.3.4. */
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "cpu/communities/communities.h"

enum { CHUNK = 256, PARALLEL_ENTRIES = 1 << 15 };

struct vote {
    int32_t label, count;
};

static struct vote count_row(struct vote best, int32_t *counter, const int32_t *label,
                             const struct graph_csr *A, int64_t v)
{
    for (int64_t k = A->row_start[v]; k < A->row_start[v + 1]; k++) {
        const int32_t of = label[A->column[k]], count = ++counter[of];
        if (count > best.count || (count == best.count && of < best.label))
            best = (struct vote){of, count};
    }
    return best;
}

static void clear_row(int32_t *counter, const int32_t *label, const struct graph_csr *A, int64_t v)
{
    for (int64_t k = A->row_start[v]; k < A->row_start[v + 1]; k++)
        counter[label[A->column[k]]] = 0;
}

static int64_t vote_all(int32_t *next, const int32_t *label, const struct graph_labels_request *r,
                        int32_t *counters, int threads)
{
    const int64_t n = r->A.rows;
    const bool has_both = r->A_transposed.row_start != NULL;
    const int64_t chunks = (n + CHUNK - 1) / CHUNK;
    int64_t changed = 0;
#pragma omp parallel for num_threads(threads) schedule(static, 1) reduction(+ : changed) if (threads > 1)
    for (int t = 0; t < threads; t++) {
        int32_t *counter = counters + t * n;
        for (int64_t chunk = t; chunk < chunks; chunk += threads)
            for (int64_t v = chunk * CHUNK; v < n && v < (chunk + 1) * CHUNK; v++) {
                struct vote best = {label[v], 0};
                best = count_row(best, counter, label, &r->A, v);
                if (has_both)
                    best = count_row(best, counter, label, &r->A_transposed, v);
                clear_row(counter, label, &r->A, v);
                if (has_both)
                    clear_row(counter, label, &r->A_transposed, v);
                next[v] = best.label;
                changed += best.label != label[v];
            }
    }
    return changed;
}

graph_status graph__cpu_labels(struct graph_labels_request *r)
{
    const int64_t n = r->A.rows;
    const int threads = r->A.entries >= PARALLEL_ENTRIES ? r->threads : 1;
    int32_t *counters = NULL, *next = NULL;
    graph_status status;
    GRAPH_TRY(GRAPH_NEW(next, n));
    GRAPH_TRY(graph__allocate_zeroed((void **)&counters, (size_t)n * (size_t)threads, sizeof *counters));
    for (int64_t v = 0; v < n; v++)
        r->label[v] = (int32_t)v;
    for (r->made = 0; r->made < r->rounds; r->made++) {
        if (r->progress != NULL && r->progress((double)r->made / (double)r->rounds, r->context) != 0)
            GRAPH_FAIL(GRAPH_E_CANCELLED, "cancelled by progress");
        if (vote_all(next, r->label, r, counters, threads) == 0)
            break;
        memcpy(r->label, next, (size_t)n * sizeof *next);
    }
    status = GRAPH_OK;
done:
    graph__free(counters);
    graph__free(next);
    return status;
}
