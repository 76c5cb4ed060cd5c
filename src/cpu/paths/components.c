/* Strong and weak components.
 *
 * Strong: one depth-first search; low(v) = the smallest number of an unfinished vertex that v's subtree has an edge to;
 * v is the root of a component if low(v) is the number of v; the component is then above v on a stack.  A
 * component is finished after all those it has edges to, which gives the topological numbering.
 * Weak: a forest in which every vertex points to a smaller one or to itself; each edge hangs the larger of its two
 * roots under the smaller.  The roots in the end are the smallest vertices, whatever the order of the edges.
 *
 * Sources: Pearce, IPL 116(1), 2016; Jayanti and Tarjan, PODC 2016. */
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

static graph_status weak(struct graph_components_request *r)
{
    const int64_t n = r->A.rows;
    const int64_t *row_start = r->A.row_start;
    const int32_t *column = r->A.column;
    _Atomic int32_t *parent = NULL;
    int64_t count = 0;
    graph_status status;
    GRAPH_TRY(GRAPH_NEW(parent, n));
#pragma omp parallel num_threads(r->threads)
    {
#pragma omp for schedule(static)
        for (int64_t v = 0; v < n; v++)
            atomic_init(&parent[v], (int32_t)v);
#pragma omp for schedule(dynamic, 1)
        for (int64_t first = 0; first < n; first += SHARE) {
            const int64_t last = n - first < SHARE ? n : first + SHARE;
            if (graph__progress_at(r->progress, (double)first / (double)n))
                continue;
            for (int64_t v = first; v < last; v++)
                for (int64_t k = row_start[v]; k < row_start[v + 1]; k++)
                    join(parent, (int32_t)v, column[k]);
        }
    }
    GRAPH_TRY(graph__progress_status(r->progress));
    /* Parents are never larger, so a root has its number before those below it read it. */
    for (int64_t v = 0; v < n; v++) {
        int32_t p = atomic_load_explicit(&parent[v], memory_order_relaxed);
        r->component[v] = p == v ? (int32_t)count++ : r->component[p];
    }
    r->count = count;
done:
    graph__free((void *)parent);
    return status;
}

graph_status graph__cpu_components(struct graph_components_request *r)
{
    return r->is_strong ? strong(r) : weak(r);
}
