/* Random walks, one after the other on each thread.  A draw is a hash of (seed, source, walk, step, attempt), so that
 * no walk depends on another.
 *
 * Sources: Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", SC 2011; Yang et al., "KnightKing", SOSP 2019.
 * */
#include "base/memory.h"
#include "base/walk.h"
#include "base/search.h"
#include "base/status.h"
#include "cpu/similarity/similarity.h"

enum { BLOCK = 4096 /* walks between two calls of progress */ };

/* The entry of row v that a draw of 64 bits takes; -1 if the row has none, or none of a weight above 0. */
static int64_t take(const struct graph_walks_request *r, int32_t v, uint64_t draw)
{
    const int64_t begin = r->A.row_start[v], end = r->A.row_start[v + 1];
    if (begin == end)
        return -1;
    return r->sum == NULL ? graph__walk_uniform(begin, end, draw)
                          : graph__walk_weighted(r->sum, begin, end, draw);
}

static bool has_edge(const struct graph_csr *A, int32_t u, int32_t v)
{
    const int64_t at = graph__lower_bound(A->column, A->row_start[u], A->row_start[u + 1], v);
    return at < A->row_start[u + 1] && A->column[at] == v;
}

static int32_t step(const struct graph_walks_request *r, int32_t before, int32_t v, uint64_t key)
{
    const double largest = graph__walk_largest(r->back, r->out);
    if (before < 0 || (r->back == 1 && r->out == 1)) {
        const int64_t entry = take(r, v, graph__mix(key));
        return entry < 0 ? -1 : r->A.column[entry];
    }
    for (uint64_t attempt = 0;; attempt += 2) {
        const int64_t entry = take(r, v, graph__hash_of(key, attempt));
        if (entry < 0)
            return -1;
        const int32_t x = r->A.column[entry];
        const double share = x == before ? 1 / r->back : has_edge(&r->A, before, x) ? 1 : 1 / r->out;
        if (graph__walk_fraction(graph__hash_of(key, attempt + 1)) * largest < share)
            return x;
    }
}

static void walk(int32_t *vertex, const struct graph_walks_request *r, int32_t source, int64_t number)
{
    const uint64_t key = graph__walk_key(r->seed, source, number);
    vertex[0] = source;
    for (int64_t i = 1; i <= r->length; i++)
        vertex[i] = vertex[i - 1] < 0 ? -1
                                      : step(r, i > 1 ? vertex[i - 2] : -1, vertex[i - 1],
                                             graph__hash_of(key, (uint64_t)i));
}

graph_status graph__cpu_walks(struct graph_walks_request *r)
{
    const int64_t walks = r->sources * r->each, stride = r->stride > 0 ? r->stride : r->length + 1;
    for (int64_t first = 0; first < walks; first += BLOCK) {
        const int64_t end = first + BLOCK < walks ? first + BLOCK : walks;
        if (r->progress != NULL && r->progress((double)first / (double)walks, r->context) != 0)
            return graph__fail(GRAPH_E_CANCELLED, "cancelled by progress");
#pragma omp parallel for num_threads(r->threads) schedule(dynamic, 64) if (r->threads > 1)
        for (int64_t k = first; k < end; k++) {
            const int64_t source = r->source != NULL ? r->source[k / r->each] : k / r->each;
            walk(r->vertex + k * stride, r, (int32_t)source, k % r->each);
        }
    }
    return GRAPH_OK;
}
