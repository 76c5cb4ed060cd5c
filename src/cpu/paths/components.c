/* Strong and weak components.
 *
 * Strong: one depth-first search; low(v) = the smallest number of an unfinished vertex that v's subtree has an edge to;
 * v is the root of a component if low(v) is the number of v; the component is then above v on a stack.  A
 * component is finished after all those it has edges to, which gives the topological numbering.
 * Weak: a forest in which every vertex points to a smaller one or to itself; each edge hangs the larger of its two
 * roots under the smaller.  The roots in the end are the smallest vertices, whatever the order of the edges.  The first
 * SAMPLED edges of each row come first; then the vertices of the tree that seems to be the largest take no part, where
 * each edge has a reverse, or else skip the edges within it.
 *
 * Sources: Pearce, IPL 116(1), 2016; Jayanti and Tarjan, PODC 2016; Sutton, Ben-Nun, Barak, "Optimizing parallel graph
 * connectivity computation via subgraph sampling", IPDPS 2018. */
#include <stdatomic.h>

#include "base/memory.h"
#include "base/progress.h"
#include "cpu/paths/paths.h"

struct frame {
    int64_t next; /* the entry to follow next */
    int32_t vertex;
    uint32_t number; /* in the order of the search, from 1 */
};

enum {
    FINISHED = 0x7fffffff,
    SHARE = 1024,         /* vertices that a thread takes at a time */
    SAMPLED = 2,          /* edges of each row */
    PROBES = 1024,        /* vertices whose trees are counted */
    LARGE = 1 << 14,      /* vertices from which threads are worth it where there is little to do for each */
    REPORT_EACH = 1 << 16 /* vertices that are met between two reports of progress */
};

static graph_status strong(struct graph_components_request *r)
{
    const int64_t n = r->A.rows, *row_start = r->A.row_start;
    const int32_t *column = r->A.column;
    uint32_t *low = NULL; /* 0: not seen yet; FINISHED: in a component */
    int32_t *waiting = NULL;
    struct frame *frame = NULL;
    int64_t depth = 0, room = 1024, wait = 0, count = 0;
    uint32_t clock = 0;
    graph_status status;
    GRAPH_TRY(GRAPH_NEW_ZEROED(low, n));
    GRAPH_TRY(GRAPH_NEW(waiting, n));
    GRAPH_TRY(GRAPH_NEW(frame, room));
    for (int64_t root = 0; root < n; root++) {
        if (low[root] != 0)
            continue;
        low[root] = ++clock;
        frame[depth++] = (struct frame){row_start[root], (int32_t)root, clock};
        while (depth > 0) {
            struct frame *top = &frame[depth - 1];
            int32_t v = top->vertex;
            int64_t k = top->next, end = row_start[v + 1];
            uint32_t least = low[v];
            while (k < end && low[column[k]] != 0) {
                least = low[column[k]] < least ? low[column[k]] : least;
                k++;
            }
            low[v] = least;
            if (k <
                end) { /* The entry is read a second time after the search below it, and then gives its low. */
                top->next = k;
                low[column[k]] = ++clock;
                if (clock % REPORT_EACH == 0 && graph__progress_at(r->progress, (double)clock / (double)n))
                    GRAPH_TRY(graph__progress_status(r->progress));
                if (depth == room) {
                    GRAPH_TRY(GRAPH_RESIZE(frame, 2 * room));
                    room *= 2;
                }
                frame[depth++] = (struct frame){row_start[column[k]], column[k], clock};
                continue;
            }
            depth--;
            if (least < top->number) {
                waiting[wait++] = v;
                continue;
            }
            while (wait > 0 && low[waiting[wait - 1]] >= least) {
                wait--;
                low[waiting[wait]] = FINISHED;
                r->component[waiting[wait]] = (int32_t)count;
            }
            low[v] = FINISHED;
            r->component[v] = (int32_t)count++;
        }
    }
    r->count = count;
done:
    graph__free(low);
    graph__free(waiting);
    graph__free(frame);
    return status;
}

static int32_t find_root(_Atomic int32_t *parent, int32_t v)
{
    int32_t p = atomic_load_explicit(&parent[v], memory_order_relaxed);
    while (p != v) {
        int32_t above = atomic_load_explicit(&parent[p], memory_order_relaxed);
        if (above != p) /* Halving the way may lose a race, and then another thread has shortened it. */
            atomic_compare_exchange_weak_explicit(&parent[v], &p, above, memory_order_relaxed,
                                                  memory_order_relaxed);
        v = above;
        p = atomic_load_explicit(&parent[v], memory_order_relaxed);
    }
    return v;
}

static void join(_Atomic int32_t *parent, int32_t u, int32_t v)
{
    for (;;) {
        u = find_root(parent, u);
        v = find_root(parent, v);
        if (u == v)
            return;
        int32_t larger = u > v ? u : v, smaller = u > v ? v : u, expected = larger;
        if (atomic_compare_exchange_strong_explicit(&parent[larger], &expected, smaller, memory_order_relaxed,
                                                    memory_order_relaxed))
            return;
    }
}

/* Edge number `from` of each row and those up to `to`. */
static void join_edges(const struct graph_components_request *r, _Atomic int32_t *parent, int64_t v,
                       int64_t from, int64_t to)
{
    const int64_t begin = r->A.row_start[v] + from, end = r->A.row_start[v + 1];
    for (int64_t k = begin; k < end && k < begin + to; k++)
        join(parent, (int32_t)v, r->A.column[k]);
}

static int32_t parent_of(const _Atomic int32_t *parent, int64_t v)
{
    return atomic_load_explicit(&parent[v], memory_order_relaxed);
}

/* Hangs each vertex of a share directly under its root; returns how many roots there are among them. */
static int64_t flatten(_Atomic int32_t *parent, int64_t first, int64_t last)
{
    int64_t roots = 0;
    for (int64_t v = first; v < last; v++) {
        int32_t p = parent_of(parent, v);
        roots += p == v;
        while (parent_of(parent, p) != p)
            p = parent_of(parent, p);
        atomic_store_explicit(&parent[v], p, memory_order_relaxed);
    }
    return roots;
}

/* The root that most of some vertices are under. */
static int32_t frequent_root(const _Atomic int32_t *parent, int64_t n)
{
    enum { PLACES = 4 * PROBES };
    int32_t root[PLACES] = {0}, count[PLACES] = {0};
    int best = 0;
    for (int64_t k = 0; k < PROBES; k++) {
        const int32_t p = parent_of(parent, (int64_t)((double)k / PROBES * (double)n));
        int at = (int)((uint32_t)p * 2654435761u % PLACES);
        while (count[at] > 0 && root[at] != p)
            at = (at + 1) % PLACES;
        root[at] = p;
        count[at]++;
        best = count[at] > count[best] ? at : best;
    }
    return root[best];
}

/* The edges that have not been sampled. */
static void join_rest(const struct graph_components_request *r, _Atomic int32_t *parent, int64_t v,
                      int32_t large)
{
    const int64_t end = r->A.row_start[v + 1];
    if (parent_of(parent, v) != large)
        join_edges(r, parent, v, SAMPLED, end);
    else if (!r->is_symmetric)
        for (int64_t k = r->A.row_start[v] + SAMPLED; k < end; k++)
            if (parent_of(parent, r->A.column[k]) != large)
                join(parent, (int32_t)v, r->A.column[k]);
}

static graph_status weak(struct graph_components_request *r)
{
    const int64_t n = r->A.rows, shares = (n + SHARE - 1) / SHARE;
    const int threads = n >= LARGE ? r->threads : 1;
    _Atomic int32_t *parent = NULL;
    int64_t *roots = NULL, count = 0;
    int32_t large = 0;
    graph_status status;
    GRAPH_TRY(GRAPH_NEW(parent, n));
    GRAPH_TRY(GRAPH_NEW(roots, shares));
#pragma omp parallel num_threads(threads) if (threads > 1)
    {
#pragma omp for schedule(static)
        for (int64_t v = 0; v < n; v++)
            atomic_init(&parent[v], (int32_t)v);
        for (int k = 0; k < SAMPLED; k++) {
#pragma omp for schedule(static)
            for (int64_t v = 0; v < n; v++)
                join_edges(r, parent, v, k, 1);
        }
#pragma omp for schedule(static)
        for (int64_t share = 0; share < shares; share++)
            flatten(parent, share * SHARE, n - share * SHARE < SHARE ? n : (share + 1) * SHARE);
    }
    large = n > 0 ? frequent_root(parent, n) : 0;
#pragma omp parallel for num_threads(r->threads) schedule(dynamic, 1) if (r->threads > 1)
    for (int64_t share = 0; share < shares; share++) {
        const int64_t first = share * SHARE, last = n - first < SHARE ? n : first + SHARE;
        if (graph__progress_at(r->progress, (double)first / (double)n))
            continue;
        for (int64_t v = first; v < last; v++)
            join_rest(r, parent, v, large);
    }
    GRAPH_TRY(graph__progress_status(r->progress));
#pragma omp parallel for num_threads(threads) schedule(static) if (threads > 1)
    for (int64_t share = 0; share < shares; share++)
        roots[share] = flatten(parent, share * SHARE, n - share * SHARE < SHARE ? n : (share + 1) * SHARE);
    for (int64_t share = 0; share < shares; share++) {
        const int64_t here = roots[share];
        roots[share] = count;
        count += here;
    }
#pragma omp parallel num_threads(threads) if (threads > 1)
    {
#pragma omp for schedule(static)
        for (int64_t share = 0; share < shares; share++)
            for (int64_t v = share * SHARE; v < n && v < (share + 1) * SHARE; v++)
                if (parent_of(parent, v) == v)
                    r->component[v] = (int32_t)roots[share]++;
#pragma omp for schedule(static)
        for (int64_t v = 0; v < n; v++)
            if (parent_of(parent, v) != v)
                r->component[v] = r->component[parent_of(parent, v)];
    }
    r->count = count;
    r->is_numbered = true;
done:
    graph__free((void *)parent);
    graph__free(roots);
    return status;
}

graph_status graph__cpu_components(struct graph_components_request *r)
{
    return r->is_strong ? strong(r) : weak(r);
}
