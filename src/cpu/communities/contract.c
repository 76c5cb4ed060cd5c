/* The graph of communities: its vertices are groups of vertices, the weight between two groups is the sum of the weights
 * between their members, and that within a group is the weight of the new vertex with itself.
 *
 * Each thread adds up the rows of its groups, one after the other, in an array with one sum for each group.  A new row is
 * written where the entries of its members would fit, and the rows move together afterwards. */
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "cpu/communities/levels.h"

void graph__level_release(struct level *g)
{
    graph__free(g->made_start);
    graph__free(g->made_column);
    graph__free(g->made_weight);
    graph__free(g->inner);
    graph__free(g->degree);
    *g = (struct level){0};
}

/* Adds up the row of v where all weights are 1 and no vertex is its neighbour; `count` groups have been touched. */
static int64_t count_entries(int32_t v, const struct level *g, const int32_t *of, int64_t *towards,
                             int32_t *touched, int64_t count)
{
    const int32_t *column = g->column;
    for (int64_t e = g->row_start[v], end = g->row_start[v + 1]; e < end; e++) {
        const int32_t d = of[column[e]];
        const int64_t before = towards[d]++;
        touched[count] = d;
        count += before == 0;
    }
    return count;
}

/* Row c of the next graph at `to`; returns its length. */
static int64_t add_rows(struct level *next, int64_t to, int64_t c, const int32_t *member, int64_t members,
                        const struct level *g, const int32_t *of, int64_t *towards, int32_t *touched)
{
    int64_t count = 0;
    next->inner[c] = next->degree[c] = 0;
    for (int64_t i = 0; i < members; i++) {
        const int32_t v = member[i];
        next->inner[c] += g->inner[v];
        next->degree[c] += g->degree[v];
        if (g->weight == NULL && !g->has_loops) {
            count = count_entries(v, g, of, towards, touched, count);
            continue;
        }
        for (int64_t e = g->row_start[v]; e < g->row_start[v + 1]; e++) {
            const int32_t u = g->column[e], d = of[u];
            const int64_t w = u == v ? 0 : graph__weight_at(g, e), before = towards[d];
            towards[d] = before + w;
            touched[count] = d;
            count += before == 0 && w != 0;
        }
    }
    next->inner[c] += towards[c];
    towards[c] = 0;
    int64_t length = 0;
    for (int64_t i = 0; i < count; i++) {
        const int32_t d = touched[i];
        if (d == (int32_t)c)
            continue;
        next->made_column[to + length] = d;
        next->made_weight[to + length++] = towards[d];
        towards[d] = 0;
    }
    return length;
}

graph_status graph__contract(struct level *next, const struct level *g, const int32_t *of, int64_t count,
                             struct room *room)
{
    const int threads = g->entries >= STEPS * PARALLEL_WORK ? room->threads : 1;
    int64_t *begin = NULL, *fits = NULL, *length = NULL;
    int32_t *member = NULL;
    graph_status status;
    *next = (struct level){.n = count};
    GRAPH_TRY(GRAPH_NEW_ZEROED(begin, count + 2));
    GRAPH_TRY(GRAPH_NEW_ZEROED(fits, count + 1));
    GRAPH_TRY(GRAPH_NEW(length, count));
    GRAPH_TRY(GRAPH_NEW(member, g->n));
    GRAPH_TRY(GRAPH_NEW(next->inner, count));
    GRAPH_TRY(GRAPH_NEW(next->degree, count));
    GRAPH_TRY(GRAPH_NEW(next->made_start, count + 1));
    GRAPH_TRY(GRAPH_NEW(next->made_column, g->entries));
    GRAPH_TRY(GRAPH_NEW(next->made_weight, g->entries));
    for (int64_t v = 0; v < g->n; v++) {
        begin[of[v] + 2]++;
        fits[of[v] + 1] += g->row_start[v + 1] - g->row_start[v];
    }
    for (int64_t c = 0; c < count; c++) {
        begin[c + 2] += begin[c + 1];
        fits[c + 1] += fits[c];
    }
    for (int64_t v = 0; v < g->n; v++)
        member[begin[of[v] + 1]++] = (int32_t)v;
#pragma omp parallel for num_threads(threads) schedule(static, 1) if (threads > 1)
    for (int t = 0; t < threads; t++)
        for (int64_t c = t; c < count; c += threads)
            length[c] = add_rows(next, fits[c], c, member + begin[c], begin[c + 1] - begin[c], g, of,
                                 room->towards + t * g->n, room->touched + t * (g->n + 1));
    for (int64_t c = 0; c < count; c++) {
        next->made_start[c] = next->entries;
        memmove(next->made_column + next->entries, next->made_column + fits[c],
                (size_t)length[c] * sizeof *next->made_column);
        memmove(next->made_weight + next->entries, next->made_weight + fits[c],
                (size_t)length[c] * sizeof *next->made_weight);
        next->entries += length[c];
    }
    next->made_start[count] = next->entries;
    GRAPH_TRY(GRAPH_RESIZE(next->made_column, next->entries));
    GRAPH_TRY(GRAPH_RESIZE(next->made_weight, next->entries));
    next->row_start = next->made_start;
    next->column = next->made_column;
    next->weight = next->made_weight;
done:
    graph__free(begin);
    graph__free(fits);
    graph__free(length);
    graph__free(member);
    if (status < 0)
        graph__level_release(next);
    return status;
}
