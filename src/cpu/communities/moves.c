/* Local moving in steps: the vertices of a step choose by the state before it, then all of them move, so that the outcome
 * depends neither on the order nor on the threads.  See graph_louvain for the rules.
 *
 * Source: Gottesbueren, Hamann, "Deterministic parallel hypergraph partitioning", Euro-Par 2022. */
#include <omp.h>
#include <string.h>

#include "base/mix.h"
#include "base/status.h"
#include "cpu/communities/levels.h"

void graph__list_steps(struct room *room, const struct level *g)
{
    int64_t next[STEPS + 1] = {0};
    for (int64_t v = 0; v < g->n; v++)
        if (g->row_start[v] != g->row_start[v + 1])
            next[graph__group_of(v, STEP_BITS) + 1]++;
    for (int step = 0; step < STEPS; step++)
        next[step + 1] += next[step];
    memcpy(room->step_begin, next, sizeof next);
    for (int64_t v = 0; v < g->n; v++)
        if (g->row_start[v] != g->row_start[v + 1])
            room->step_list[next[graph__group_of(v, STEP_BITS)]++] = (int32_t)v;
}

/* Adds up the weights from v towards communities, and lists these, in towards and touched of this thread.  A community may
 * be listed twice where edges weigh nothing.  touched has room for one element more than a row. */
static int64_t sum_row(int32_t v, const int32_t *community, const struct level *g, int64_t *towards,
                       int32_t *touched)
{
    const int64_t end = g->row_start[v + 1];
    int64_t count = 0;
    for (int64_t e = g->row_start[v]; e < end; e++) {
        const int32_t u = g->column[e], c = community[u];
        const int64_t w = u == v ? 0 : graph__weight_at(g, e), before = towards[c];
        towards[c] = before + w;
        touched[count] = c;
        count += before == 0 && u != v;
    }
    return count;
}

/* The same where no vertex is its neighbour and all weights are 1. */
static int64_t count_row(int32_t v, const int32_t *community, const struct level *g, int64_t *towards,
                         int32_t *touched)
{
    const int32_t *column = g->column;
    const int64_t end = g->row_start[v + 1];
    int64_t count = 0;
    for (int64_t e = g->row_start[v]; e < end; e++) {
        const int32_t c = community[column[e]];
        const int64_t before = towards[c]++;
        touched[count] = c;
        count += before == 0;
    }
    return count;
}

/* Of equal gains the community of v stays, else the smallest number wins; N is the type of gains.  Where the list comes to
 * the community of v, it is left with no weight, which is no gain. */
#define BEST_OF_TOUCHED(N, gain_of)                                                                          \
    N most = gain_of(room, towards[present], k, room->sum[present] - k);                                     \
    towards[present] = 0;                                                                                    \
    for (int64_t i = 0; i < count; i++) {                                                                    \
        const int32_t c = touched[i];                                                                        \
        const int64_t w = towards[c];                                                                        \
        const N gain = gain_of(room, w, k, room->sum[c]);                                                    \
        towards[c] = 0;                                                                                      \
        if (gain > most || (gain == most && best != present && c < best)) {                                  \
            most = gain;                                                                                     \
            best = c;                                                                                        \
        }                                                                                                    \
    }

/* The community that v goes to, or stays in. */
static int32_t choose(int32_t v, const int32_t *community, const struct level *g, const struct room *room,
                      int64_t *towards, int32_t *touched)
{
    const int32_t present = community[v];
    const int64_t k = g->degree[v];
    const int64_t count = g->weight == NULL && !g->has_loops ? count_row(v, community, g, towards, touched)
                                                             : sum_row(v, community, g, towards, touched);
    int32_t best = present;
    if (room->is_narrow) {
        BEST_OF_TOUCHED(int64_t, graph__narrow_gain)
    } else {
        BEST_OF_TOUCHED(graph__wide, graph__gain)
    }
    return best;
}

/* target[v] of the active vertices of the step; below 0 where v waits for the next round. */
static void choose_all(int round, int step, const int32_t *community, const struct level *g,
                       struct room *room, int threads)
{
    const int32_t *list = room->step_list;
#pragma omp parallel for num_threads(threads) schedule(dynamic, 64) if (threads > 1)
    for (int64_t i = room->step_begin[step]; i < room->step_begin[step + 1]; i++) {
        const int64_t mine = omp_get_thread_num() * g->n;
        const int32_t v = list[i], from = community[v];
        int32_t to = from;
        if (room->is_active[v])
            to = choose(v, community, g, room, room->towards + mine,
                        room->touched + mine + omp_get_thread_num());
        room->target[v] = to == from || graph__may_move(round, from, to) ? to : -1;
    }
}

/* Makes the moves of a step; counts them and those that wait. */
static void move_all(int64_t *moved, int64_t *waiting, int step, int32_t *community, const struct level *g,
                     struct room *room)
{
    const int64_t begin = room->step_begin[step], end = room->step_begin[step + 1];
    for (int64_t i = begin; i < end; i++) {
        const int32_t v = room->step_list[i];
        room->is_active[v] = room->target[v] < 0;
        *waiting += room->target[v] < 0;
    }
    for (int64_t i = begin; i < end; i++) {
        const int32_t v = room->step_list[i], from = community[v], to = room->target[v];
        if (to < 0 || to == from)
            continue;
        ++*moved;
        community[v] = to;
        room->sum[from] -= g->degree[v];
        room->sum[to] += g->degree[v];
        for (int64_t e = g->row_start[v]; e < g->row_start[v + 1]; e++)
            room->is_active[g->column[e]] |= g->column[e] != v;
    }
}

graph_status graph__move_vertices(int64_t *moved, int32_t *community, const struct level *g,
                                  struct room *room)
{
    const int threads = g->entries / STEPS >= PARALLEL_WORK ? room->threads : 1;
    *moved = 0;
    graph__list_steps(room, g);
    memset(room->sum, 0, (size_t)g->n * sizeof *room->sum);
    memset(room->is_active, 1, (size_t)g->n);
    for (int64_t v = 0; v < g->n; v++)
        room->sum[community[v]] += g->degree[v];
    const struct graph_move_limits limits = graph__move_limits(room->step_begin[STEPS]);
    for (int round = 0; round < limits.rounds; round++) {
        int64_t here = 0, waiting = 0;
        if (room->progress != NULL && room->progress(-1, room->context) != 0)
            return graph__fail(GRAPH_E_CANCELLED, "cancelled by progress");
        for (int step = 0; step < STEPS; step++) {
            choose_all(round, step, community, g, room, threads);
            move_all(&here, &waiting, step, community, g, room);
        }
        *moved += here;
        if (here + waiting == 0 || here < limits.least)
            break;
    }
    return GRAPH_OK;
}
