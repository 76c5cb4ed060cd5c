/* Leiden's refinement, in the steps of moves.c: every vertex begins as one part.  One that is still alone, and
 * has enough weight to the rest of its community, joins the part of the largest gain, if that is positive and the part
 * has enough weight to the rest, too.  A part that has one vertex of the same step cannot be joined, since that vertex
 * may leave: so every part is connected.  Of equal gains the part of the smallest number is taken; a part has the
 * number of its first vertex.
 *
 * Source: Traag, Waltman, van Eck, Scientific Reports 9, 2019. */
#include <omp.h>
#include <string.h>

#include "base/mix.h"
#include "cpu/communities/levels.h"

/* Whether the weight w between a set of degrees k and the rest of its community of degrees K is at least what chance
 * gives. */
static bool is_well_connected(const struct room *room, int64_t w, int64_t k, int64_t K)
{
    return graph__gain(room, w, k, K - k) >= 0;
}

struct refinement {
    int32_t *part;
    const int32_t *community;
    const int64_t *community_sum;
    int64_t *sum; /* of parts */
    const struct level *g;
    struct room *room;
};

static int32_t choose_part(const struct refinement *x, int32_t v, int step, int64_t *towards,
                           int32_t *touched)
{
    const struct level *g = x->g;
    const struct room *room = x->room;
    const int32_t c = x->community[v];
    const int64_t k = g->degree[v], all = x->community_sum[c];
    int32_t best = v;
    graph__wide most = 0;
    int64_t count = 0;
    if (x->part[v] != v || room->size[v] != 1 || !is_well_connected(room, room->within[v], k, all))
        return x->part[v];
    for (int64_t e = g->row_start[v], end = g->row_start[v + 1]; e < end; e++) {
        const int32_t u = g->column[e], p = x->part[u];
        const bool is_inside = (x->community[u] == c) & (u != v);
        const int64_t before = towards[p];
        towards[p] = before + (is_inside ? graph__weight_at(g, e) : 0);
        touched[count] = p;
        count += is_inside & (before == 0);
    }
    for (int64_t i = 0; i < count; i++) {
        const int32_t p = touched[i];
        const graph__wide gain = graph__gain(room, towards[p], k, x->sum[p]);
        towards[p] = 0;
        if ((room->size[p] > 1 || graph__group_of(p, STEP_BITS) != step) &&
            is_well_connected(room, room->outer[p], x->sum[p], all) &&
            (gain > most || (gain == most && gain > 0 && p < best))) {
            most = gain;
            best = p;
        }
    }
    return best;
}

/* The vertices of the step that have a target go there; weights between parts follow. */
static void join_parts(const struct refinement *x, const int32_t *list, int64_t count)
{
    const struct level *g = x->g;
    struct room *room = x->room;
    for (int64_t i = 0; i < count; i++) {
        const int32_t v = list[i], p = room->target[v];
        if (p == x->part[v])
            continue;
        x->sum[v] -= g->degree[v];
        x->sum[p] += g->degree[v];
        room->size[v]--;
        room->size[p]++;
        room->outer[p] += room->within[v];
        x->part[v] = p;
        /* Each edge that is inside now is no part of the sums of its ends. */
        for (int64_t e = g->row_start[v]; e < g->row_start[v + 1]; e++)
            if (g->column[e] != v && x->part[g->column[e]] == p)
                room->outer[p] -= 2 * graph__weight_at(g, e);
    }
}

void graph__refine(int32_t *part, const int32_t *community, const struct level *g, struct room *room)
{
    /* room->sum has the degrees of communities from the moves; parts take the place of targets of communities. */
    struct refinement x = {part, community, room->sum, room->part_sum, g, room};
    const int threads = g->entries / STEPS >= PARALLEL_WORK ? room->threads : 1;
    for (int64_t v = 0; v < g->n; v++) {
        const int32_t c = community[v];
        int64_t within = 0;
        for (int64_t e = g->row_start[v], end = g->row_start[v + 1]; e < end; e++)
            within += ((g->column[e] != v) & (community[g->column[e]] == c)) ? graph__weight_at(g, e) : 0;
        room->within[v] = room->outer[v] = within;
        room->size[v] = 1;
        x.sum[v] = g->degree[v];
        part[v] = (int32_t)v;
    }
    for (int step = 0; step < STEPS; step++) {
        const int32_t *list = room->step_list + room->step_begin[step];
        const int64_t count = room->step_begin[step + 1] - room->step_begin[step];
#pragma omp parallel for num_threads(threads) schedule(dynamic, 64) if (threads > 1)
        for (int64_t i = 0; i < count; i++) {
            const int64_t mine = omp_get_thread_num() * g->n;
            room->target[list[i]] = choose_part(&x, list[i], step, room->towards + mine,
                                                room->touched + mine + omp_get_thread_num());
        }
        join_parts(&x, list, count);
    }
}
