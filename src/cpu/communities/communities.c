/* Louvain's and Leiden's methods, level by level.
 *
 * A level moves vertices between communities (moves.c).  The groups that become the vertices of the next graph are the
 * communities, or with Leiden's method their refinement (refine.c), which begins in the communities found so far.  The
 * levels end when nothing moves or no two vertices are in one group.  In the end communities that are not connected
 * fall into their parts, and numbers go by smallest vertices.
 *
 * Sources: Blondel et al., J. Stat. Mech. P10008, 2008; Traag, Waltman, van Eck, Scientific Reports 9, 2019. */
#include "cpu/communities/communities.h"

#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "cpu/communities/levels.h"

static graph_status open_level(struct level *g, const struct graph_csr *A)
{
    const int64_t *weight = A->value;
    graph_status status;
    *g = (struct level){.n = A->rows,
                        .entries = A->entries,
                        .row_start = A->row_start,
                        .column = A->column,
                        .weight = weight};
    GRAPH_TRY(GRAPH_NEW_ZEROED(g->inner, g->n));
    GRAPH_TRY(GRAPH_NEW(g->degree, g->n));
    for (int64_t v = 0; v < g->n; v++) {
        int64_t sum = 0;
        for (int64_t e = g->row_start[v]; e < g->row_start[v + 1]; e++) {
            sum += graph__weight_at(g, e);
            if (g->column[e] == v) {
                g->inner[v] = graph__weight_at(g, e);
                g->has_loops = true;
            }
        }
        g->degree[v] = sum;
    }
done:
    if (status < 0)
        graph__level_release(g);
    return status;
}

/* Renumbers names 0 .. n - 1 by their first vertices; returns how many there are. */
static int64_t number(int32_t *name, int32_t *of_name, int64_t n)
{
    int64_t count = 0;
    for (int64_t v = 0; v < n; v++)
        of_name[v] = -1;
    for (int64_t v = 0; v < n; v++) {
        if (of_name[name[v]] < 0)
            of_name[name[v]] = (int32_t)count++;
        name[v] = of_name[name[v]];
    }
    return count;
}

struct arrays {
    int32_t *community; /* of each vertex of the level */
    int32_t *group;     /* the same: its vertex of the next level */
    int32_t *scratch;
};

/* From communities of vertices to those of groups, which are called by their smallest group. */
static void carry_communities(struct arrays *a, int64_t n)
{
    for (int64_t v = 0; v < n; v++)
        a->scratch[v] = -1;
    for (int64_t v = 0; v < n; v++) /* groups go by their first vertices, so the first is the smallest */
        if (a->scratch[a->community[v]] < 0)
            a->scratch[a->community[v]] = a->group[v];
    for (int64_t v = 0; v < n; v++) /* group(v) <= v: what is written has been read */
        a->community[a->group[v]] = a->scratch[a->community[v]];
}

/* One iteration: all levels, from the communities of r to better ones; *moved is how many vertices moved. */
static graph_status run_levels(struct graph_communities_request *r, struct room *room, struct arrays *a,
                               const struct level *first, int64_t *moved)
{
    const int64_t n = first->n;
    struct level g = *first, next = {0};
    bool is_first = true;
    graph_status status = GRAPH_OK;
    *moved = 0;
    memcpy(a->community, r->community, (size_t)n * sizeof *a->community);
    for (int64_t v = 0; v < n; v++)
        r->community[v] = (int32_t)v; /* from here on: its vertex of the level */
    for (;;) {
        int64_t here;
        GRAPH_TRY(graph__move_vertices(&here, a->community, &g, room));
        *moved += here;
        r->levels++;
        if (here == 0 && (!is_first || !r->is_leiden))
            break;
        if (r->is_leiden)
            graph__refine(a->group, a->community, &g, room);
        else
            memcpy(a->group, a->community, (size_t)g.n * sizeof *a->group);
        const int64_t groups = number(a->group, a->scratch, g.n);
        if (groups == g.n)
            break;
        GRAPH_TRY(graph__contract(&next, &g, a->group, groups, room));
        carry_communities(a, g.n);
        for (int64_t v = 0; v < n; v++)
            r->community[v] = a->group[r->community[v]];
        if (!is_first)
            graph__level_release(&g);
        g = next;
        next = (struct level){0};
        is_first = false;
    }
    for (int64_t v = 0; v < n; v++)
        r->community[v] = a->community[r->community[v]];
done:
    if (!is_first)
        graph__level_release(&g);
    return status;
}

/* Numbers connected parts of communities by their smallest vertices. */
static int64_t separate(int32_t *community, struct arrays *a, const struct level *g)
{
    int32_t *number_of = a->group, *queue = a->scratch;
    int64_t count = 0;
    for (int64_t v = 0; v < g->n; v++)
        number_of[v] = -1;
    for (int64_t v = 0; v < g->n; v++) {
        int64_t end = 0;
        if (number_of[v] >= 0)
            continue;
        number_of[v] = (int32_t)count;
        queue[end++] = (int32_t)v;
        for (int64_t at = 0; at < end; at++)
            for (int64_t e = g->row_start[queue[at]]; e < g->row_start[queue[at] + 1]; e++) {
                const int32_t u = g->column[e];
                if (number_of[u] < 0 && community[u] == community[v]) {
                    number_of[u] = (int32_t)count;
                    queue[end++] = u;
                }
            }
        count++;
    }
    memcpy(community, number_of, (size_t)g->n * sizeof *community);
    return count;
}

/* community(v) = the smallest vertex of its community, from numbers that go by smallest vertices. */
static void name_by_vertices(int32_t *community, int32_t *first, int64_t n)
{
    int64_t count = 0;
    for (int64_t v = 0; v < n; v++) {
        if (community[v] == count)
            first[count++] = (int32_t)v;
        community[v] = first[community[v]];
    }
}

static graph_status allocate(void **block, struct room *room, struct arrays *a, int64_t n, int threads)
{
    const struct graph_array arrays[] = {GRAPH_ARRAY(room->step_list, n),
                                         GRAPH_ARRAY(room->target, n),
                                         GRAPH_ARRAY(room->is_active, n),
                                         GRAPH_ARRAY(room->sum, n),
                                         GRAPH_ARRAY(room->part_sum, n),
                                         GRAPH_ARRAY(room->size, n),
                                         GRAPH_ARRAY(room->outer, n),
                                         GRAPH_ARRAY(room->within, n),
                                         GRAPH_ARRAY(room->touched, (n + 1) * threads),
                                         GRAPH_ARRAY(a->community, n),
                                         GRAPH_ARRAY(a->group, n),
                                         GRAPH_ARRAY(a->scratch, n)};
    return graph__allocate_together(block, arrays, sizeof arrays / sizeof arrays[0]);
}

/* Both terms of a gain are at most total^2 times the larger factor. */
static void choose_width(struct room *room)
{
    const bool is_one = room->resolution == 65536;
    const double factor = is_one ? 1 : room->resolution > 65536 ? (double)room->resolution : 65536;
    room->is_narrow = (double)room->total * (double)room->total * factor < 0x1p62;
    room->narrow_total = is_one || !room->is_narrow ? room->total : room->total * 65536;
    room->narrow_resolution = is_one ? 1 : room->resolution;
}

graph_status graph__cpu_communities(struct graph_communities_request *r)
{
    const int64_t n = r->A.rows;
    struct room room = {.resolution = r->resolution, .progress = r->progress, .context = r->context};
    struct arrays a;
    struct level g = {0};
    void *block = NULL;
    graph_status status;
    room.threads = r->A.entries >= STEPS * PARALLEL_WORK ? r->threads : 1;
    r->levels = 0;
    GRAPH_TRY(allocate(&block, &room, &a, n, room.threads));
    GRAPH_TRY(graph__allocate_zeroed((void **)&room.towards, (size_t)n * (size_t)room.threads,
                                     sizeof *room.towards));
    GRAPH_TRY(open_level(&g, &r->A));
    for (int64_t v = 0; v < n; v++) {
        room.total += g.degree[v];
        r->community[v] = (int32_t)v;
    }
    choose_width(&room);
    r->count = n;
    for (int i = 0; i < r->iterations && room.total > 0; i++) {
        int64_t moved;
        GRAPH_TRY(run_levels(r, &room, &a, &g, &moved));
        r->count = separate(r->community, &a, &g);
        if (moved == 0 || i + 1 == r->iterations)
            break;
        name_by_vertices(r->community, a.scratch, n);
    }
done:
    graph__level_release(&g);
    graph__free(room.towards);
    graph__free(block);
    return status;
}
