/* Triangles by marked neighbourhoods.
 *
 * Every undirected edge points to its end of larger (degree, number); then no vertex has more than sqrt(2 edges) edges
 * out.  For each u the ends of its edges are marked, and each of them, v, counts its own ends that are marked:
 * count = sum over u -> v of |N(u) and N(v)|.  In large graphs with many edges a vertex the vertices are renumbered by
 * degree, so that the marks of hubs, which are asked for most, lie together.
 * Where A and A' differ, both give ends to u, and those given twice are dropped.
 * Source: Schank, Wagner, "Finding, counting and listing all triangles in large graphs", WEA 2005 ("forward"). */
#include "cpu/triangles.h"

#include <omp.h>
#include <string.h>

#include "base/memory.h"
#include "cpu/triangle_steps.h"

enum {
    PARALLEL_ENTRIES = 1 << 17,  /* fewer are not worth waking threads */
    RENUMBER_VERTICES = 1 << 15, /* so many marks stay in the first cache anyway */
    RENUMBER_DEGREE = 16
};

struct triangles {
    const struct graph_csr *A, *B; /* B = A', NULL if A is symmetric */
    const struct triangle_steps *steps;
    int64_t n;
    int threads;
    bool is_renumbered;
    int32_t *
        key; /* of each vertex: its degree (loops and pairs included), or its new number, which rises with it */
    uint64_t *list;  /* of each (new) number: the ends of its edges out */
    int32_t *vertex; /* the lists' content */
    uint8_t *mark;   /* for each thread mark_stride bytes */
    int64_t mark_stride;
    uint64_t self_loops, edges;
};

static void release(struct triangles *t)
{
    graph__free(t->key);
    graph__free(t->list);
    graph__free(t->vertex);
    graph__free(t->mark);
}

static int64_t start_of(const struct triangles *t, int64_t v)
{
    return t->A->row_start[v] + (t->B != NULL ? t->B->row_start[v] : 0);
}

/* Replaces degrees by new numbers: a counting sort, fewest edges first. */
static graph_status renumber(struct triangles *t)
{
    int64_t most = 0, sum = 0, *first = NULL;
    graph_status status;
    for (int64_t v = 0; v < t->n; v++)
        most = t->key[v] > most ? t->key[v] : most;
    GRAPH_TRY(GRAPH_NEW_ZEROED(first, most + 1));
    for (int64_t v = 0; v < t->n; v++)
        first[t->key[v]]++;
    for (int64_t d = 0; d <= most; d++) {
        int64_t vertices = first[d];
        first[d] = sum;
        sum += vertices;
    }
    for (int64_t v = 0; v < t->n; v++)
        t->key[v] = (int32_t)first[t->key[v]]++;
    t->is_renumbered = true;
done:
    graph__free(first);
    return status;
}

/* Of two ascending lists at to[0 .. a) and to[a .. a + b) drops from the second what is in the first; returns the new
 * length of both. */
static int64_t drop_doubles(int32_t *to, int64_t a, int64_t b)
{
    int64_t x = 0, kept = a;
    if (a == 0)
        return b;
    for (int64_t y = a; y < a + b; y++) {
        int32_t w = to[y];
        while (x < a && to[x] < w)
            x++;
        to[kept] = w;
        kept += x == a || to[x] != w;
    }
    return kept;
}

/* Writes the list of v to `to`, which has room for the entries of its row and column; returns its length. */
static int64_t make_list(int32_t *to, uint64_t *loops, const struct triangles *t, int32_t v)
{
    const struct graph_csr *A = t->A, *B = t->B;
    bool writes_keys = t->is_renumbered && B == NULL;
    int64_t n = t->steps->keep_after(to, loops, A->column + A->row_start[v],
                                     A->row_start[v + 1] - A->row_start[v], t->key, v, writes_keys);
    if (B == NULL)
        return n;
    uint64_t same_loops = 0;
    int64_t more = t->steps->keep_after(to + n, &same_loops, B->column + B->row_start[v],
                                        B->row_start[v + 1] - B->row_start[v], t->key, v, false);
    n = drop_doubles(to, n, more);
    for (int64_t k = 0; k < n && t->is_renumbered; k++)
        to[k] = t->key[to[k]];
    return n;
}

/* A share of the vertices fills a stretch that has room for all their entries, so that nothing is counted first. */
static void orient(struct triangles *t)
{
    uint64_t loops = 0, edges = 0;
    int64_t shares = t->threads > 1 ? 16 * t->threads : 1;
#pragma omp parallel for num_threads(t->threads) schedule(dynamic, 1) reduction(+ : loops, edges) if (shares > 1)
    for (int64_t share = 0; share < shares; share++) {
        int64_t v = t->n * share / shares, stop = t->n * (share + 1) / shares;
        for (int64_t to = start_of(t, v); v < stop; v++) {
            int64_t length = make_list(t->vertex + to, &loops, t, (int32_t)v);
            t->list[t->is_renumbered ? t->key[v] : v] = graph__list(to, length);
            to += length;
            edges += (uint64_t)length;
        }
    }
    t->self_loops = loops;
    t->edges = edges;
}

static graph_status prepare(struct triangles *t)
{
    int64_t entries = start_of(t, t->n);
    graph_status status;
    t->mark_stride = (t->n + MARK_SLACK + 63) / 64 * 64;
    GRAPH_TRY(GRAPH_NEW(t->key, t->n));
    GRAPH_TRY(GRAPH_NEW(t->list, t->n));
    GRAPH_TRY(GRAPH_NEW(t->vertex, entries));
    GRAPH_TRY(graph__allocate_array((void **)&t->mark, (size_t)t->mark_stride, (size_t)t->threads));
#pragma omp parallel for num_threads(t->threads) schedule(static) if (t->threads > 1)
    for (int64_t v = 0; v < t->n; v++)
        t->key[v] = (int32_t)(start_of(t, v + 1) - start_of(t, v));
    if (t->n > RENUMBER_VERTICES && entries / t->n >= RENUMBER_DEGREE)
        GRAPH_TRY(renumber(t));
    orient(t);
done:
    return status;
}

/* As the step, and one for each triangle at each of its vertices. */
static uint64_t count_corners(int64_t *corners, uint8_t *mark, const struct triangles *t, int64_t u)
{
    const int32_t *ends = t->vertex + graph__list_start(t->list[u]);
    int64_t n = graph__list_length(t->list[u]);
    uint64_t sum = 0;
    for (int64_t k = 0; k < n; k++)
        mark[ends[k]] = 1;
    for (int64_t k = 0; k < n; k++) {
        const int32_t *third = t->vertex + graph__list_start(t->list[ends[k]]);
        int64_t thirds = graph__list_length(t->list[ends[k]]), here = 0;
        for (int64_t j = 0; j < thirds; j++)
            if (mark[third[j]]) {
                __atomic_fetch_add(&corners[third[j]], 1, __ATOMIC_RELAXED);
                here++;
            }
        if (here > 0)
            __atomic_fetch_add(&corners[ends[k]], here, __ATOMIC_RELAXED);
        sum += (uint64_t)here;
    }
    for (int64_t k = 0; k < n; k++)
        mark[ends[k]] = 0;
    if (sum > 0)
        __atomic_fetch_add(&corners[u], (int64_t)sum, __ATOMIC_RELAXED);
    return sum;
}

static uint64_t count(struct triangles *t, int64_t *corners)
{
    uint64_t sum = 0;
    int64_t share = t->n / (32 * (int64_t)t->threads) + 1;
    share = share < 256 ? share : 256;
#pragma omp parallel num_threads(t->threads) reduction(+ : sum) if (t->threads > 1)
    {
        uint8_t *mark = t->mark + t->mark_stride * omp_get_thread_num();
        memset(mark, 0, (size_t)t->mark_stride);
#pragma omp for schedule(dynamic, 1)
        for (int64_t first = 0; first < t->n; first += share) {
            int64_t last = t->n - first < share ? t->n : first + share;
            if (corners == NULL)
                sum += t->steps->count(mark, t->list, t->vertex, first, last);
            for (int64_t u = first; u < last && corners != NULL; u++)
                sum += count_corners(corners, mark, t, u);
        }
    }
    return sum;
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
    struct triangles t = {.A = &r->A, .steps = graph__triangle_steps(), .n = r->A.rows};
    struct graph_csr own = {0};
    int64_t *corners = NULL;
    graph_status status;
    t.threads = r->A.entries < PARALLEL_ENTRIES ? 1 : r->threads;
    if (!r->is_symmetric) {
        t.B = &r->A_transposed;
        if (t.B->row_start == NULL) {
            GRAPH_TRY(transpose(&own, &r->A));
            t.B = &own;
        }
    }
    GRAPH_TRY(prepare(&t));
    if (r->per_vertex != NULL)
        GRAPH_TRY(GRAPH_NEW_ZEROED(corners, t.n));
    r->count = count(&t, corners);
    r->edges = t.edges;
    r->self_loops = t.self_loops;
    for (int64_t v = 0; v < t.n && corners != NULL; v++)
        r->per_vertex[v] = corners[t.is_renumbered ? t.key[v] : v];
done:
    graph__free((void *)own.row_start);
    graph__free((void *)own.column);
    graph__free(corners);
    release(&t);
    return status;
}
