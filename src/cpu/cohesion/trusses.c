/* Truss numbers by peeling edges.
 *
 * Each edge points to its end of larger (degree, number), and each triangle is found once, at the vertex from which two
 * of its edges lead: the ends of that vertex are marked, and the ends of each of them are looked up.  A first pass
 * counts the triangles of every edge, a second lists the other two edges of each.  Then edges go by the number of
 * triangles that remain, as vertices go by degree in cores.c, and each triangle of an edge that goes is one less for
 * the other two.  Where the lists would take too much room, the triangles of an edge are found when it goes, by a
 * search in the rows of its ends.
 *
 * Sources: Wang, Cheng, VLDB 2012; Schank, Wagner, WEA 2005, for the triangles. */
#include <string.h>

#include "base/memory.h"
#include "base/search.h"
#include "base/status.h"
#include "cpu/cohesion/cohesion.h"

enum { USUAL_TRIANGLES = 1 << 24, CHUNK = 64, PARALLEL_ENTRIES = 1 << 16 };

struct peeling {
    const struct graph_csr *A;
    int threads;
    int32_t edges;
    int32_t *edge_of;   /* of each entry */
    int64_t *entry_of;  /* of each edge, its entry (u, v) with u < v */
    int32_t *row_of;    /* of each edge, u */
    int64_t *out_start; /* the edges that lead from a vertex */
    int32_t *out_end, *out_edge;
    int32_t *mark;       /* threads x n: the edge to a marked vertex and 1; zero outside of use */
    int32_t *support;    /* triangles of each edge that remain; in the end the truss number less 2 */
    int64_t *list_start; /* triangles of each edge in the list; NULL: there is none */
    int64_t *list_next;
    int32_t (*list)[2];
};

static void release(struct peeling *p)
{
    graph__free(p->edge_of);
    graph__free(p->entry_of);
    graph__free(p->row_of);
    graph__free(p->out_start);
    graph__free(p->out_end);
    graph__free(p->out_edge);
    graph__free(p->mark);
    graph__free(p->support);
    graph__free(p->list_start);
    graph__free(p->list_next);
    graph__free(p->list);
}

static bool leads_from(const struct graph_csr *A, int64_t u, int64_t v)
{
    const int64_t of_u = A->row_start[u + 1] - A->row_start[u], of_v = A->row_start[v + 1] - A->row_start[v];
    return of_u != of_v ? of_u < of_v : u < v;
}

static graph_status number_edges(struct peeling *p)
{
    const struct graph_csr *A = p->A;
    int64_t *next = NULL, out = 0;
    graph_status status;
    GRAPH_TRY(GRAPH_NEW(next, A->rows));
    GRAPH_TRY(GRAPH_NEW(p->edge_of, A->entries));
    GRAPH_TRY(GRAPH_NEW(p->entry_of, A->entries / 2));
    GRAPH_TRY(GRAPH_NEW(p->row_of, A->entries / 2));
    GRAPH_TRY(GRAPH_NEW(p->out_start, A->rows + 1));
    GRAPH_TRY(GRAPH_NEW(p->out_end, A->entries / 2));
    GRAPH_TRY(GRAPH_NEW(p->out_edge, A->entries / 2));
    memcpy(next, A->row_start, (size_t)A->rows * sizeof *next);
    for (int64_t u = 0; u < A->rows; u++)
        for (int64_t k = A->row_start[u]; k < A->row_start[u + 1]; k++) {
            const int32_t v = A->column[k];
            if (v < u)
                continue;
            p->entry_of[p->edges] = k;
            p->row_of[p->edges] = (int32_t)u;
            p->edge_of[k] = p->edge_of[next[v]++] =
                p->edges++; /* rows ascend: the place in row v goes forward */
        }
    for (int64_t u = 0; u < A->rows; u++) {
        p->out_start[u] = out;
        for (int64_t k = A->row_start[u]; k < A->row_start[u + 1]; k++)
            if (leads_from(A, u, A->column[k])) {
                p->out_end[out] = A->column[k];
                p->out_edge[out++] = p->edge_of[k];
            }
    }
    p->out_start[A->rows] = out;
done:
    graph__free(next);
    return status;
}

static void add(int32_t *count, bool is_shared)
{
    if (is_shared)
        __atomic_fetch_add(count, 1, __ATOMIC_RELAXED);
    else
        ++*count;
}

static void enter(struct peeling *p, int32_t edge, int32_t second, int32_t third, bool is_shared)
{
    const int64_t at =
        is_shared ? __atomic_fetch_add(&p->list_next[edge], 1, __ATOMIC_RELAXED) : p->list_next[edge]++;
    p->list[at][0] = second;
    p->list[at][1] = third;
}

/* Visits the triangles of u and its out-going edges: counts them, or enters them in the lists if there are any. */
static int64_t visit_triangles(struct peeling *p, int64_t u, int32_t *mark, bool is_shared)
{
    const int64_t *start = p->out_start;
    int64_t found = 0;
    for (int64_t k = start[u]; k < start[u + 1]; k++)
        mark[p->out_end[k]] = p->out_edge[k] + 1;
    for (int64_t k = start[u]; k < start[u + 1]; k++) {
        const int32_t v = p->out_end[k], first = p->out_edge[k];
        for (int64_t l = start[v]; l < start[v + 1]; l++) {
            const int32_t third = mark[p->out_end[l]] - 1, second = p->out_edge[l];
            if (third < 0)
                continue;
            found++;
            if (p->list == NULL) {
                add(&p->support[first], is_shared);
                add(&p->support[second], is_shared);
                add(&p->support[third], is_shared);
            } else {
                enter(p, first, second, third, is_shared);
                enter(p, second, first, third, is_shared);
                enter(p, third, first, second, is_shared);
            }
        }
    }
    for (int64_t k = start[u]; k < start[u + 1]; k++)
        mark[p->out_end[k]] = 0;
    return found;
}

static int64_t visit_all(struct peeling *p)
{
    const int64_t n = p->A->rows, chunks = (n + CHUNK - 1) / CHUNK;
    int64_t found = 0;
#pragma omp parallel for num_threads(p->threads) schedule(static, 1) reduction(+ : found) if (p->threads > 1)
    for (int t = 0; t < p->threads; t++)
        for (int64_t chunk = t; chunk < chunks; chunk += p->threads)
            for (int64_t u = chunk * CHUNK; u < n && u < (chunk + 1) * CHUNK; u++)
                found += visit_triangles(p, u, p->mark + t * n, p->threads > 1);
    return found;
}

static graph_status list_triangles(struct peeling *p, int64_t triangles)
{
    int64_t sum = 0;
    graph_status status;
    GRAPH_TRY(GRAPH_NEW(p->list_start, (int64_t)p->edges + 1));
    GRAPH_TRY(GRAPH_NEW(p->list_next, p->edges));
    GRAPH_TRY(GRAPH_NEW(p->list, 3 * triangles));
    for (int32_t e = 0; e < p->edges; e++) {
        p->list_start[e] = p->list_next[e] = sum;
        sum += p->support[e];
    }
    p->list_start[p->edges] = sum;
    visit_all(p);
done:
    return status;
}

/* One triangle less for an edge; returns whether it is at the level now. */
static int64_t lose(struct peeling *p, int32_t edge, int32_t level, int32_t *queue, int64_t end)
{
    if (p->support[edge] > level && --p->support[edge] == level)
        queue[end++] = edge;
    return end;
}

/* Removes an edge whose triangles are listed. */
static int64_t remove_listed(struct peeling *p, int32_t e, const uint8_t *is_gone, int32_t level,
                             int32_t *queue, int64_t end)
{
    for (int64_t k = p->list_start[e]; k < p->list_start[e + 1]; k++) {
        const int32_t f = p->list[k][0], g = p->list[k][1];
        if (is_gone[f] || is_gone[g])
            continue;
        end = lose(p, f, level, queue, end);
        end = lose(p, g, level, queue, end);
    }
    return end;
}

/* The same by looking up the shorter of the rows of its ends in the other. */
static int64_t remove_searched(struct peeling *p, int32_t e, const uint8_t *is_gone, int32_t level,
                               int32_t *queue, int64_t end)
{
    const struct graph_csr *A = p->A;
    int64_t u = p->row_of[e], v = A->column[p->entry_of[e]];
    if (leads_from(A, v, u)) {
        const int64_t w = u;
        u = v;
        v = w;
    }
    for (int64_t k = A->row_start[u]; k < A->row_start[u + 1]; k++) {
        const int32_t f = p->edge_of[k];
        if (is_gone[f] || f == e)
            continue;
        const int64_t at = graph__lower_bound(A->column, A->row_start[v], A->row_start[v + 1], A->column[k]);
        if (at == A->row_start[v + 1] || A->column[at] != A->column[k] || is_gone[p->edge_of[at]])
            continue;
        end = lose(p, f, level, queue, end);
        end = lose(p, p->edge_of[at], level, queue, end);
    }
    return end;
}

static graph_status peel(struct graph_trusses_request *r, struct peeling *p)
{
    int32_t *list = NULL, *queue = NULL, level = 0;
    uint8_t *is_gone = NULL;
    int64_t count = p->edges, removed = 0;
    graph_status status;
    GRAPH_TRY(GRAPH_NEW(list, p->edges));
    GRAPH_TRY(GRAPH_NEW(queue, p->edges));
    GRAPH_TRY(GRAPH_NEW_ZEROED(is_gone, p->edges));
    for (int32_t e = 0; e < p->edges; e++)
        list[e] = e;
    while (count > 0 && (r->most == 0 || level + 2 <= r->most)) {
        int64_t stay = 0, end = 0;
        int32_t least = INT32_MAX;
        for (int64_t k = 0; k < count; k++) {
            const int32_t e = list[k], s = p->support[e];
            if (s > level) {
                list[stay++] = e;
                least = s < least ? s : least;
            } else if (!is_gone[e]) {
                queue[end++] = e;
            }
        }
        count = stay;
        if (end == 0) {
            level = least;
            continue;
        }
        for (int64_t at = 0; at < end; at++) {
            const int32_t e = queue[at];
            end = p->list != NULL ? remove_listed(p, e, is_gone, level, queue, end)
                                  : remove_searched(p, e, is_gone, level, queue, end);
            is_gone[e] = 1;
        }
        r->largest = level + 2;
        removed += end;
        if (r->progress != NULL && r->progress((double)removed / (double)p->edges, r->context) != 0)
            GRAPH_FAIL(GRAPH_E_CANCELLED, "cancelled by progress");
        level++;
    }
    for (int64_t k = 0; k < r->A.entries; k++)
        r->truss[k] = p->support[p->edge_of[k]] + 2;
done:
    graph__free(list);
    graph__free(queue);
    graph__free(is_gone);
    return status;
}

graph_status graph__cpu_trusses(struct graph_trusses_request *r)
{
    struct peeling p = {.A = &r->A, .threads = r->A.entries >= PARALLEL_ENTRIES ? r->threads : 1};
    const uint64_t fitting =
        (uint64_t)r->A.entries > USUAL_TRIANGLES ? (uint64_t)r->A.entries : USUAL_TRIANGLES;
    graph_status status;
    r->largest = 0;
    if (r->A.entries / 2 > INT32_MAX - 1)
        return graph__fail(GRAPH_E_NOT_SUPPORTED, "A has %lld edges; expected fewer than 2^31",
                           (long long)r->A.entries / 2);
    GRAPH_TRY(number_edges(&p));
    GRAPH_TRY(GRAPH_NEW_ZEROED(p.support, p.edges));
    GRAPH_TRY(
        graph__allocate_zeroed((void **)&p.mark, (size_t)r->A.rows * (size_t)p.threads, sizeof *p.mark));
    const int64_t triangles = visit_all(&p);
    if ((uint64_t)triangles <= (r->most_triangles > 0 ? r->most_triangles : fitting))
        GRAPH_TRY(list_triangles(&p, triangles));
    GRAPH_TRY(peel(r, &p));
done:
    release(&p);
    return status;
}
