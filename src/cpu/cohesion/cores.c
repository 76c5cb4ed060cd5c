/* Core numbers by peeling.
 *
 * Level k removes the vertices of degree k among those that remain, and those that fall to k thereby; a degree stops at
 * the level at which its vertex goes, so that in the end the degrees are the core numbers.  Vertices that remain stand in a
 * list, which each level reads once and shortens; a level that finds nothing goes on with the least degree that remains.
 * With several threads each removes what it finds, and degrees are counted down atomically; a thread that takes one below
 * the level gives it back.
 *
 * Source: Kabir, Madduri, "Parallel k-core decomposition on multicore platforms", IPDPSW 2017. */
#include "cpu/cohesion/cohesion.h"

#include "base/memory.h"
#include "base/status.h"

enum {
    PARALLEL_ENTRIES = 1 << 20 /* below, waiting for one another at each level costs more than it gains */
};

/* degree[v] = the neighbours of v, itself remaining out. */
static void count_neighbours(int32_t *degree, const struct graph_csr *A, int threads)
{
#pragma omp parallel for num_threads(threads) schedule(static) if (threads > 1)
    for (int64_t v = 0; v < A->rows; v++) {
        const int64_t begin = A->row_start[v], end = A->row_start[v + 1];
        int32_t loops = 0;
        for (int64_t k = begin; k < end; k++)
            loops += A->column[k] == (int32_t)v;
        degree[v] = (int32_t)(end - begin) - loops;
    }
}

static graph_status cancelled(const struct graph_cores_request *r, int64_t remaining)
{
    if (r->progress != NULL && r->progress(1 - (double)remaining / (double)r->A.rows, r->context) != 0)
        return graph__fail(GRAPH_E_CANCELLED, "cancelled by progress");
    return GRAPH_OK;
}

/* Shortens the list to what is above the level, and puts what is at it into the queue; *least is the least of the rest. */
static int64_t scan(int32_t *list, int64_t *count, int32_t *queue, const int32_t *degree, int32_t level,
                    int32_t *least)
{
    int64_t stay = 0, found = 0;
    int32_t smallest = INT32_MAX;
    for (int64_t k = 0; k < *count; k++) {
        const int32_t v = list[k], d = degree[v];
        queue[found] = v;
        found += d == level;
        list[stay] = v;
        stay += d > level;
        smallest = d > level && d < smallest ? d : smallest;
    }
    *count = stay;
    *least = smallest;
    return found;
}

static graph_status peel_alone(struct graph_cores_request *r, int32_t *list, int32_t *queue)
{
    const int64_t *row_start = r->A.row_start;
    const int32_t *column = r->A.column;
    int32_t *degree = r->core, level = 0, least;
    int64_t count = r->A.rows, removed = 0;
    graph_status status = GRAPH_OK;
    while (count > 0) {
        int64_t end = scan(list, &count, queue, degree, level, &least);
        if (end == 0) {
            level = least;
            continue;
        }
        r->degeneracy = level;
        for (int64_t at = 0; at < end; at++)
            for (int64_t k = row_start[queue[at]]; k < row_start[queue[at] + 1]; k++) {
                const int32_t u = column[k], d = degree[u];
                if (d > level) {
                    degree[u] = d - 1;
                    queue[end] = u;
                    end += d == level + 1;
                }
            }
        removed += end;
        if (removed == r->A.rows)
            break;
        GRAPH_TRY(cancelled(r, r->A.rows - removed));
        level++;
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
            found[t] = scan(list + n * t / threads, &count[t], queue + t * n, r->core, level, &least[t]);
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

graph_status graph__cpu_cores(struct graph_cores_request *r)
{
    const int64_t n = r->A.rows;
    const int threads = r->A.entries >= PARALLEL_ENTRIES ? r->threads : 1;
    int32_t *list = NULL, *queue = NULL;
    struct graph_cores_request of_threads = *r;
    graph_status status;
    of_threads.threads = threads;
    of_threads.degeneracy = 0;
    GRAPH_TRY(GRAPH_NEW(list, n));
    GRAPH_TRY(graph__allocate_array((void **)&queue, (size_t)n * (size_t)threads, sizeof *queue));
    for (int64_t v = 0; v < n; v++)
        list[v] = (int32_t)v;
    count_neighbours(r->core, &r->A, threads);
    GRAPH_TRY(threads > 1 ? peel_together(&of_threads, list, queue) : peel_alone(&of_threads, list, queue));
    r->degeneracy = of_threads.degeneracy;
done:
    graph__free(list);
    graph__free(queue);
    return status;
}
