/* Triangles by marked neighbourhoods.
 *
 * Vertices are ranked by falling degree, hubs first, and every undirected edge points to its end of smaller rank; then
 * no vertex has more than sqrt(2 edges) edges out.  For each u the ends of its edges are marked, and each of them, v,
 * counts its own ends that are marked: count = sum over u -> v of |N(u) and N(v)|.  As hubs have the small ranks the
 * marks that are asked for lie close together.
 * Source: Schank, Wagner, "Finding, counting and listing all triangles in large graphs", WEA 2005 ("forward"). */
#include "cpu/triangles.h"

#include <string.h>

#include "base/memory.h"

enum { PARALLEL_ENTRIES = 1 << 14 /* fewer are not worth waking threads */ };

/* The directed graph of the ranks: the edges out of rank r are end[start[r]] .. end[start[r] + degree[r] - 1]. */
struct oriented {
    int64_t n;
    int32_t *rank;   /* of each vertex */
    int32_t *vertex; /* of each rank */
    int64_t *start;
    int32_t *degree;
    int32_t *end;
};

static void release(struct oriented *g)
{
    graph__free(g->rank);
    graph__free(g->vertex);
    graph__free(g->start);
    graph__free(g->degree);
    graph__free(g->end);
}

/* Entries of v's row, in both directions where A and its transpose differ: the degree, but for loops and pairs. */
static int64_t bound(const struct graph_csr *A, const struct graph_csr *B, int64_t v)
{
    int64_t d = A->row_start[v + 1] - A->row_start[v];
    return B == NULL ? d : d + B->row_start[v + 1] - B->row_start[v];
}

/* Ranks by a counting sort: most entries first, then by number. */
static graph_status rank_vertices(struct oriented *g, const struct graph_csr *A, const struct graph_csr *B)
{
    int64_t most = 0, *first = NULL, sum = 0;
    graph_status status;
    GRAPH_TRY(GRAPH_NEW(g->rank, g->n));
    GRAPH_TRY(GRAPH_NEW(g->vertex, g->n));
    for (int64_t v = 0; v < g->n; v++)
        most = bound(A, B, v) > most ? bound(A, B, v) : most;
    GRAPH_TRY(GRAPH_NEW_ZEROED(first, most + 1));
    for (int64_t v = 0; v < g->n; v++)
        first[bound(A, B, v)]++;
    for (int64_t d = most; d >= 0; d--) {
        int64_t vertices = first[d];
        first[d] = sum;
        sum += vertices;
    }
    for (int64_t v = 0; v < g->n; v++) {
        int32_t r = (int32_t)first[bound(A, B, v)]++;
        g->rank[v] = r;
        g->vertex[r] = (int32_t)v;
    }
done:
    graph__free(first);
    return status;
}

/* Writes the ranks below r that v is joined to, and counts its loops. */
static int32_t orient_row(int32_t *end, uint64_t *loops, const struct oriented *g, const struct graph_csr *A,
                          const struct graph_csr *B, int64_t v)
{
    int32_t r = g->rank[v], count = 0;
    int64_t a = A->row_start[v], a_end = A->row_start[v + 1];
    if (B == NULL) {
        for (; a < a_end; a++) {
            int32_t w = g->rank[A->column[a]];
            end[count] = w;
            count += w < r;
            *loops += w == r;
        }
        return count;
    }
    for (int64_t b = B->row_start[v], b_end = B->row_start[v + 1]; a < a_end || b < b_end;) {
        int32_t x = a < a_end ? A->column[a] : INT32_MAX, y = b < b_end ? B->column[b] : INT32_MAX;
        int32_t w = g->rank[x < y ? x : y];
        end[count] = w;
        count += w < r;
        *loops += w == r;
        a += x <= y;
        b += y <= x;
    }
    return count;
}

/* Fills g.  Each thread appends to a stretch of its own that holds the rows it may get, so nothing is counted first. */
static graph_status orient(struct oriented *g, uint64_t *loops, uint64_t *edges, const struct graph_csr *A,
                           const struct graph_csr *B, int threads)
{
    uint64_t loop_sum = 0, edge_sum = 0;
    int64_t entries = A->entries + (B != NULL ? B->entries : 0);
    graph_status status;
    GRAPH_TRY(rank_vertices(g, A, B));
    GRAPH_TRY(GRAPH_NEW(g->start, g->n));
    GRAPH_TRY(GRAPH_NEW(g->degree, g->n));
    GRAPH_TRY(GRAPH_NEW(g->end, entries + 1));
    int64_t shares = 8 * threads;
#pragma omp parallel for num_threads(threads) schedule(dynamic, 1) reduction(+ : loop_sum, edge_sum) if (threads > 1)
    for (int64_t share = 0; share < shares; share++) {
        int64_t v = g->n * share / shares, stop = g->n * (share + 1) / shares;
        int64_t to = A->row_start[v] + (B != NULL ? B->row_start[v] : 0);
        for (; v < stop; v++) {
            int32_t r = g->rank[v];
            /* One element more than the row may be written: it is the next row's, or the last of the array. */
            g->start[r] = to;
            g->degree[r] = orient_row(g->end + to, &loop_sum, g, A, B, v);
            edge_sum += (uint64_t)g->degree[r];
            to += g->degree[r];
        }
    }
    *loops = loop_sum;
    *edges = edge_sum;
done:
    return status;
}

static void set_marks(uint8_t *mark, const struct oriented *g, int64_t u, uint8_t value)
{
    const int32_t *end = g->end + g->start[u];
    for (int32_t k = 0; k < g->degree[u]; k++)
        mark[end[k]] = value;
}

static uint64_t count_marked(const uint8_t *mark, const int32_t *end, int32_t degree)
{
    uint64_t sum = 0;
    for (int32_t k = 0; k < degree; k++)
        sum += mark[end[k]];
    return sum;
}

/* The same, and one for each marked end. */
static uint64_t count_ends(int64_t *at_rank, const uint8_t *mark, const int32_t *end, int32_t degree)
{
    uint64_t sum = 0;
    for (int32_t k = 0; k < degree; k++)
        if (mark[end[k]]) {
            __atomic_fetch_add(&at_rank[end[k]], 1, __ATOMIC_RELAXED);
            sum++;
        }
    return sum;
}

/* Triangles whose vertex of largest rank is u. */
static uint64_t count_at(uint8_t *mark, const struct oriented *g, int64_t u, int64_t *at_rank)
{
    const int32_t *end = g->end + g->start[u];
    uint64_t sum = 0;
    if (g->degree[u] < 2)
        return 0;
    set_marks(mark, g, u, 1);
    for (int32_t k = 0; k < g->degree[u]; k++) {
        int64_t v = end[k];
        if (at_rank == NULL) {
            sum += count_marked(mark, g->end + g->start[v], g->degree[v]);
        } else {
            uint64_t here = count_ends(at_rank, mark, g->end + g->start[v], g->degree[v]);
            if (here > 0)
                __atomic_fetch_add(&at_rank[v], (int64_t)here, __ATOMIC_RELAXED);
            sum += here;
        }
    }
    if (at_rank != NULL && sum > 0)
        __atomic_fetch_add(&at_rank[u], (int64_t)sum, __ATOMIC_RELAXED);
    set_marks(mark, g, u, 0);
    return sum;
}

static graph_status count(uint64_t *triangles, const struct oriented *g, int64_t *at_rank, int threads)
{
    uint64_t sum = 0;
    graph_status result = GRAPH_OK;
#pragma omp parallel num_threads(threads) reduction(+ : sum) if (threads > 1)
    {
        uint8_t *mark = NULL;
        graph_status status = GRAPH_NEW_ZEROED(mark, g->n);
        if (status < 0) {
#pragma omp critical(graph_triangles_failed)
            result = status;
        }
#pragma omp barrier
        if (result == GRAPH_OK) {
#pragma omp for schedule(dynamic, 64)
            for (int64_t u = 0; u < g->n; u++)
                sum += count_at(mark, g, u, at_rank);
        }
        graph__free(mark);
    }
    *triangles = sum;
    return result;
}

/* B = the pattern of A'. */
static graph_status transpose(struct graph_csr *B, const struct graph_csr *A)
{
    int64_t n = A->rows, *start = NULL, *next = NULL;
    int32_t *column = NULL;
    graph_status status;
    GRAPH_TRY(GRAPH_NEW_ZEROED(start, n + 1));
    GRAPH_TRY(GRAPH_NEW(next, n));
    GRAPH_TRY(GRAPH_NEW(column, A->entries));
    for (int64_t k = 0; k < A->entries; k++)
        start[A->column[k] + 1]++;
    for (int64_t v = 0; v < n; v++) {
        start[v + 1] += start[v];
        next[v] = start[v];
    }
    for (int64_t v = 0; v < n; v++)
        for (int64_t k = A->row_start[v]; k < A->row_start[v + 1]; k++)
            column[next[A->column[k]]++] = (int32_t)v;
    *B = (struct graph_csr){
        .rows = n, .columns = n, .entries = A->entries, .row_start = start, .column = column};
done:
    graph__free(next);
    if (status < 0) {
        graph__free(start);
        graph__free(column);
    }
    return status;
}

graph_status graph__cpu_triangles(struct graph_triangles_request *r)
{
    struct oriented g = {.n = r->A.rows};
    struct graph_csr own = {0};
    const struct graph_csr *B = r->is_symmetric                     ? NULL
                                : r->A_transposed.row_start != NULL ? &r->A_transposed
                                                                    : &own;
    int64_t *at_rank = NULL;
    int threads = r->A.entries < PARALLEL_ENTRIES ? 1 : r->threads;
    graph_status status;
    if (B == &own)
        GRAPH_TRY(transpose(&own, &r->A));
    GRAPH_TRY(orient(&g, &r->self_loops, &r->edges, &r->A, B, threads));
    if (r->per_vertex != NULL)
        GRAPH_TRY(GRAPH_NEW_ZEROED(at_rank, g.n));
    GRAPH_TRY(count(&r->count, &g, at_rank, threads));
    for (int64_t v = 0; v < g.n && at_rank != NULL; v++)
        r->per_vertex[v] = at_rank[g.rank[v]];
done:
    graph__free((void *)own.row_start);
    graph__free((void *)own.column);
    graph__free(at_rank);
    release(&g);
    return status;
}
