/* Core numbers by peeling.
 *
 * Level k removes the vertices of degree k among those that remain, and those that fall to k thereby.  One thread takes
 * levels in windows of WINDOW: the list of what remains is read once for a window, which takes out the vertices with
 * degrees in it; those that fall into it join them, and each level reads these alone.  Its inner loop counts every end
 * of an edge down, removed or not, and has no branch that depends on a degree, but for the rare fall into a window; the
 * level at which a vertex goes is written when it goes.  A vertex without remaining neighbours needs no look at its row.
 * Several threads read the list at each level; each removes what it finds, and degrees are counted down atomically; a
 * thread that takes one below the level gives it back, so that in the end the degrees are the core numbers.  Atomic
 * steps cost as much as two threads gain, hence PARALLEL_THREADS.
 *
 * Source: Kabir, Madduri, "Parallel k-core decomposition on multicore platforms", IPDPSW 2017; Dhulipala, Blelloch, Shun,
 * "Julienne", SPAA 2017, for the windows. */
#include "cpu/cohesion/cohesion.h"

#include "base/memory.h"
#include "base/status.h"

enum {
    WINDOW = 16,
    AHEAD = 8,                  /* vertices of the queue whose rows are asked for before they are read */
    PARALLEL_ENTRIES = 1 << 20, /* below, waiting for one another at each level costs more than it gains */
    PARALLEL_THREADS = 4
};

/* Whether a row with ascending columns has v. */
static bool has_column(const int32_t *column, int64_t begin, int64_t end, int32_t v)
{
    if (begin == end || column[begin] > v || column[end - 1] < v)
        return false;
    const int32_t *from = column + begin;
    for (int64_t length = end - begin; length > 1;) {
        const int64_t half = length / 2;
        from += from[half] <= v ? half : 0;
        length -= half;
    }
    return *from == v;
}

/* degree[v] = the neighbours of v, itself remaining out. */
static void count_neighbours(int32_t *degree, const struct graph_csr *A, int threads)
{
#pragma omp parallel for num_threads(threads) schedule(static) if (threads > 1)
    for (int64_t v = 0; v < A->rows; v++) {
        const int64_t begin = A->row_start[v], end = A->row_start[v + 1];
        degree[v] = (int32_t)(end - begin) - has_column(A->column, begin, end, (int32_t)v);
    }
}

static graph_status cancelled(const struct graph_cores_request *r, int64_t remaining)
{
    if (r->progress != NULL && r->progress(1 - (double)remaining / (double)r->A.rows, r->context) != 0)
        return graph__fail(GRAPH_E_CANCELLED, "cancelled by progress");
    return GRAPH_OK;
}

/* Moves the vertices with degrees from `from` to below `to` out of the list, drops those below, which have been removed, and
 * gives how many it took; *least is the least degree of the rest. */
static int64_t take(int32_t *list, int64_t *count, int32_t *taken, const int32_t *degree, int32_t from,
                    int32_t to, int32_t *least)
{
    int64_t stay = 0, found = 0;
    int32_t smallest = INT32_MAX;
    for (int64_t k = 0; k < *count; k++) {
        const int32_t v = list[k], d = degree[v];
        taken[found] = v;
        found += d >= from && d < to;
        list[stay] = v;
        stay += d >= to;
        smallest = d >= to && d < smallest ? d : smallest;
    }
    *count = stay;
    *least = smallest;
    return found;
}

/* What one thread works on: degree[v] = how many neighbours of v have not been removed. */
struct peeling {
    const struct graph_csr *A;
    int32_t *core, *degree, *list, *queue, *near; /* n + 1 elements each */
    int64_t near_count;
};

/* Removes the vertices of the queue and all that fall to the level; what falls below `top` joins `near`.  A vertex in the
 * queue is counted down further, which no later test can see. */
static int64_t remove_level(struct peeling *p, int32_t level, int32_t top, int64_t end)
{
    const int64_t *row_start = p->A->row_start;
    const int32_t *column = p->A->column;
    int32_t *degree = p->degree, *queue = p->queue;
    for (int64_t at = 0; at < end; at++) {
        const int32_t v = queue[at];
        p->core[v] = level;
        if (at + 2 * AHEAD < end)
            __builtin_prefetch(&row_start[queue[at + 2 * AHEAD]]);
        if (at + AHEAD < end)
            __builtin_prefetch(&column[row_start[queue[at + AHEAD]]]);
        if (degree[v] == 0)
            continue;
        for (int64_t k = row_start[v], last = row_start[v + 1]; k < last; k++) {
            const int32_t u = column[k], d = degree[u]--;
            queue[end] = u;
            end += d == level + 1;
            if (d == top && d != level + 1)
                p->near[p->near_count++] = u;
        }
    }
    return end;
}

static graph_status peel_alone(struct graph_cores_request *r, struct peeling *p)
{
    int32_t base = 0, least;
    int64_t count = r->A.rows, removed = 0;
    graph_status status = GRAPH_OK;
    while (removed < r->A.rows) {
        const int32_t top = base + WINDOW;
        p->near_count = take(p->list, &count, p->near, p->degree, base, top, &least);
        if (p->near_count == 0) {
            base = least;
            continue;
        }
        for (int32_t level = base; level < top && p->near_count > 0; level++) {
            int32_t unused;
            int64_t end = take(p->near, &p->near_count, p->queue, p->degree, level, level + 1, &unused);
            if (end == 0)
                continue;
            r->degeneracy = level;
            removed += remove_level(p, level, top, end);
            if (removed == r->A.rows)
                break;
            GRAPH_TRY(cancelled(r, r->A.rows - removed));
        }
        base = top;
    }
done:
    return status;
}

/* One thread's share of a level: what it finds in its part of the list, and all that falls thereby to the level. */
static void peel_share(const struct graph_csr *A, int32_t *degree, int32_t level, int32_t *queue, int64_t end)
{
    for (int64_t at = 0; at < end; at++)
        for (int64_t k = A->row_start[queue[at]]; k < A->row_start[queue[at] + 1]; k++) {
            int32_t *d = &degree[A->column[k]];
            if (__atomic_load_n(d, __ATOMIC_RELAXED) <= level)
                continue;
            const int32_t before = __atomic_fetch_sub(d, 1, __ATOMIC_RELAXED);
            if (before <= level)
                __atomic_fetch_add(d, 1, __ATOMIC_RELAXED);
            else if (before == level + 1)
                queue[end++] = A->column[k];
        }
}

/* Each thread has a part of the list, and a queue that could hold every vertex: only what is used of it is touched. */
static graph_status peel_together(struct graph_cores_request *r, int32_t *list, int32_t *queue)
{
    const int64_t n = r->A.rows;
    const int threads = r->threads;
    int64_t *count = NULL, *found = NULL;
    int32_t *least = NULL, level = 0;
    graph_status status;
    GRAPH_TRY(GRAPH_NEW(count, threads));
    GRAPH_TRY(GRAPH_NEW(found, threads));
    GRAPH_TRY(GRAPH_NEW(least, threads));
    for (int t = 0; t < threads; t++)
        count[t] = n * (t + 1) / threads - n * t / threads;
    for (;;) {
        int64_t remaining = 0, started = 0;
        int32_t above = INT32_MAX;
#pragma omp parallel for num_threads(threads) schedule(static, 1)
        for (int t = 0; t < threads; t++)
            found[t] =
                take(list + n * t / threads, &count[t], queue + t * n, r->core, level, level + 1, &least[t]);
        for (int t = 0; t < threads; t++) {
            remaining += count[t];
            started += found[t];
            above = least[t] < above ? least[t] : above;
        }
        if (started > 0)
            r->degeneracy = level;
        if (remaining + started == 0)
            break;
        if (started == 0) {
            level = above;
            continue;
        }
#pragma omp parallel for num_threads(threads) schedule(static, 1)
        for (int t = 0; t < threads; t++)
            peel_share(&r->A, r->core, level, queue + t * n, found[t]);
        GRAPH_TRY(cancelled(r, remaining));
        level++;
    }
done:
    graph__free(count);
    graph__free(found);
    graph__free(least);
    return status;
}

static graph_status alone(struct graph_cores_request *r)
{
    const int64_t n = r->A.rows;
    struct peeling p = {.A = &r->A, .core = r->core};
    void *block = NULL;
    const struct graph_array arrays[] = {GRAPH_ARRAY(p.degree, n), GRAPH_ARRAY(p.list, n + 1),
                                         GRAPH_ARRAY(p.queue, n + 1), GRAPH_ARRAY(p.near, n + 1)};
    graph_status status;
    GRAPH_TRY(graph__allocate_together(&block, arrays, sizeof arrays / sizeof arrays[0]));
    count_neighbours(p.degree, &r->A, r->A.entries >= PARALLEL_ENTRIES ? r->threads : 1);
    for (int64_t v = 0; v < n; v++)
        p.list[v] = (int32_t)v;
    GRAPH_TRY(peel_alone(r, &p));
done:
    graph__free(block);
    return status;
}

static graph_status together(struct graph_cores_request *r)
{
    const int64_t n = r->A.rows;
    int32_t *list = NULL, *queue = NULL;
    graph_status status;
    GRAPH_TRY(GRAPH_NEW(list, n));
    GRAPH_TRY(graph__allocate_array((void **)&queue, (size_t)n * (size_t)r->threads, sizeof *queue));
    count_neighbours(r->core, &r->A, r->threads);
    for (int64_t v = 0; v < n; v++)
        list[v] = (int32_t)v;
    GRAPH_TRY(peel_together(r, list, queue));
done:
    graph__free(list);
    graph__free(queue);
    return status;
}

graph_status graph__cpu_cores(struct graph_cores_request *r)
{
    r->degeneracy = 0;
    return r->threads >= PARALLEL_THREADS && r->A.entries >= PARALLEL_ENTRIES ? together(r) : alone(r);
}
