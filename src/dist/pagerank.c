/* PageRank on many ranks.
 *
 * Each rank has rows of A', so it makes the values of some vertices in a round, which then go to all:
 *
 *     x'(v) = damping * sum of x(u) / w(u) over edges u -> v  +  (1 - damping + damping * dangling) p(v).
 *
 * On the host, A' is cut between blocks of rows whose sums one machine adds, so rounds are those of one machine bit for
 * bit; A' is cached.  Where the devices are linked, each has all of A, of which a rank takes some rows, and
 * values go from device to device.
 * Source: Page, Brin, Motwani, Winograd, Stanford 1999. */
#include <string.h>

#include "algorithms/centrality/centrality.h"
#include "base/threads.h"
#include "dist/algorithms.h"

struct settings {
    struct graph_pagerank_settings of;
    bool is_weighted;
};

static graph_status check(struct settings *s, const graph_dist *A, const graph_pagerank_options *o)
{
    graph_status status = graph__dist_check_graph(A, o->size, sizeof *o, o->form);
    GRAPH_TRY(status);
    GRAPH_TRY(graph__pagerank_settings(&s->of, o));
    s->is_weighted = o->is_weighted && A->type != GRAPH_PATTERN;
    if (s->is_weighted)
        GRAPH_TRY(graph__check_weights(A->mine, false, false, o->threads));
done:
    return status;
}

/* ---- The edges of some vertices, both ways, at a place ---- */

struct edges {
    const struct graph_backend *place;
    struct graph_csr out, in;
    void *made[4];               /* what was made for them at the place */
    int64_t *start, *unit_start; /* of each rank: rows, blocks */
    int64_t in_before;
};

static void close_edges(struct edges *e)
{
    for (int k = 0; k < 4; k++)
        if (e->made[k] != NULL)
            e->place->release(e->made[k]);
}

/* Makes A and A' in the same cut, once.  Collective. */
static graph_status make_both_ways(const graph_dist *A, int threads)
{
    graph_dist *const held = (graph_dist *)(uintptr_t)A; /* of which it is a cache */
    graph_group *const g = A->group;
    struct graph_dist_both_ways *made = NULL;
    const graph_dist *aligned = NULL;
    graph_status status = GRAPH_OK;
    if (A->both_ways != NULL)
        return GRAPH_OK;
    status = GRAPH_NEW_ZEROED(made, 1);
    if (status == GRAPH_OK)
        status = GRAPH_NEW(made->unit_start, (size_t)g->ranks + 1);
    GRAPH_TRY(graph__group_agree(g, status));
    GRAPH_TRY(graph__dist_transposed_in_units(&made->transposed, made->unit_start, A, GRAPH_ROW_BLOCK_WORK,
                                              threads));
    GRAPH_TRY(graph__dist_align(&aligned, &made->straight, A, made->transposed->first));
    held->both_ways = made;
    made = NULL;
done:
    if (made != NULL) {
        graph_dist_release(&made->transposed);
        graph_dist_release(&made->straight);
        graph__free(made->unit_start);
        graph__free(made);
    }
    return status;
}

/* Values of the type, or none. */
static graph_status set_values(struct edges *e, struct graph_csr *of, int number, const struct settings *s,
                               int threads)
{
    graph_status status = GRAPH_OK;
    if (!s->is_weighted)
        of->value = NULL;
    if (of->value == NULL || of->type == s->of.type || of->entries == 0)
        return GRAPH_OK;
    GRAPH_TRY(e->place->allocate(&e->made[number], (size_t)of->entries, graph_type_size(s->of.type)));
    GRAPH_TRY(e->place->convert(e->made[number], s->of.type, of->value, of->type, of->entries, threads));
    of->value = e->made[number];
    of->value_facts = NULL;
    of->type = s->of.type;
done:
    return status;
}

/* On the host.  Collective. */
static graph_status open_on_host(struct edges *e, const graph_dist *A, const struct settings *s, int threads)
{
    graph_group *const g = A->group;
    int64_t *const before = (int64_t *)(void *)g->counts;
    graph_status status = GRAPH_OK;
    e->place = graph__cpu();
    GRAPH_TRY(make_both_ways(A, threads));
    const struct graph_dist_both_ways *const both = A->both_ways;
    e->start = both->transposed->first;
    e->unit_start = both->unit_start;
    status = graph__dist_view(&e->in, both->transposed);
    if (status == GRAPH_OK)
        status = graph__dist_view(&e->out, both->straight != NULL ? both->straight : A);
    if (status == GRAPH_OK)
        status = set_values(e, &e->in, 0, s, threads);
    if (status == GRAPH_OK)
        status = set_values(e, &e->out, 1, s, threads);
    GRAPH_TRY(graph__group_agree(g, status));
    GRAPH_TRY(graph__group_all_gather_same(g, before, &e->in.entries, sizeof e->in.entries));
    for (int r = 0; r < g->rank; r++)
        e->in_before += before[r];
done:
    return status;
}

/* Rows of a matrix on a device: its row starts are copied, to begin at 0. */
static graph_status take_rows(struct edges *e, struct graph_csr *of, int number, const int64_t *start,
                              int rank)
{
    const struct graph_backend *const place = e->place;
    const int64_t first = start[rank], rows = start[rank + 1] - first;
    int64_t ends[2] = {0, 0}, *row_start = NULL;
    graph_status status = GRAPH_OK;
    GRAPH_TRY(place->download(&ends[0], of->row_start + first, sizeof ends[0]));
    GRAPH_TRY(place->download(&ends[1], of->row_start + first + rows, sizeof ends[1]));
    GRAPH_TRY(place->allocate(&e->made[number], (size_t)rows + 1, sizeof *row_start));
    row_start = e->made[number];
    GRAPH_TRY(place->shift(row_start, of->row_start + first, rows + 1, -ends[0]));
    of->row_start = row_start;
    of->column += ends[0];
    if (of->value != NULL)
        of->value = (const char *)of->value + (size_t)ends[0] * graph_type_size(of->type);
    of->rows = rows;
    of->entries = ends[1] - ends[0];
    of->diagonals = NULL;
    of->block_fill = NULL;
    of->value_facts = NULL;
done:
    return status;
}

/* Rows of equal work of a matrix on a device, found once. */
static graph_status cut_rows(struct edges *e, const graph_dist *A, const struct graph_csr *of, int ranks)
{
    graph_dist *const held = (graph_dist *)(uintptr_t)A; /* of which it is a cache */
    graph_status status = GRAPH_OK;
    int64_t *sum = NULL, *cuts = NULL;
    if (A->replica_cuts == NULL) {
        GRAPH_TRY(GRAPH_NEW(sum, of->rows + 1));
        GRAPH_TRY(GRAPH_NEW(cuts, (size_t)ranks + 1));
        GRAPH_TRY(e->place->download(sum, of->row_start, (size_t)(of->rows + 1) * sizeof *sum));
        for (int64_t i = 0; i <= of->rows; i++)
            sum[i] += i;
        graph__weighted_cuts(cuts, sum, of->rows, ranks);
        held->replica_cuts = cuts;
        cuts = NULL;
    }
    e->start = A->replica_cuts;
done:
    graph__free(sum);
    graph__free(cuts);
    return status;
}

/* On the devices, of which each has all of A.  Collective. */
static graph_status open_on_devices(struct edges *e, const graph_dist *A, const struct settings *s,
                                    int threads)
{
    graph_group *const g = A->group;
    const graph_matrix *all = NULL;
    bool is_symmetric = false;
    graph_status status = GRAPH_OK;
    e->place = g->link_place;
    GRAPH_TRY(graph__dist_replica(&all, A));
    status = graph__matrix_view(&e->out, all, e->place);
    if (status == GRAPH_OK && !s->is_weighted)
        status = graph__matrix_symmetry(&is_symmetric, all);
    if (status == GRAPH_OK && is_symmetric)
        e->in = e->out;
    else if (status == GRAPH_OK)
        status = graph__matrix_view_transposed(&e->in, all, e->place, threads);
    if (status == GRAPH_OK)
        status = cut_rows(e, A, &e->in, g->ranks);
    if (status == GRAPH_OK)
        status = take_rows(e, &e->in, 2, e->start, g->rank);
    if (status == GRAPH_OK)
        status = take_rows(e, &e->out, 3, e->start, g->rank);
    if (status == GRAPH_OK)
        status = set_values(e, &e->in, 0, s, threads);
    if (status == GRAPH_OK)
        status = set_values(e, &e->out, 1, s, threads);
    GRAPH_TRY(graph__group_agree(g, status));
done:
    return status;
}

/* ---- Rounds ---- */

/* The group, and room on the host for what a rank sends. */
struct exchange {
    graph_group *group;
    void *part;
    bool is_linked;
};

static graph_status agree(void *context, graph_status status)
{
    return graph__group_agree(((struct exchange *)context)->group, status);
}

static graph_status gather(void *context, void *array, const int64_t *cuts, size_t element_bytes,
                           bool is_there)
{
    struct exchange *const x = context;
    graph_group *const g = x->group;
    const size_t ours = (size_t)(cuts[g->rank + 1] - cuts[g->rank]) * element_bytes,
                 ours_start = (size_t)cuts[g->rank] * element_bytes;
    size_t *const to_start = g->counts, *const to_bytes = to_start + g->ranks,
                  *const from_start = to_bytes + g->ranks, *const from_bytes = from_start + g->ranks;
    if (g->ranks == 1)
        return GRAPH_OK;
    for (int r = 0; r < g->ranks; r++) {
        to_start[r] = (size_t)cuts[r] * element_bytes;
        to_bytes[r] = (size_t)(cuts[r + 1] - cuts[r]) * element_bytes;
        from_start[r] = ours_start;
        from_bytes[r] = ours;
    }
    if (!is_there || !x->is_linked) {
        if (ours > 0)
            memcpy(x->part, (const char *)array + ours_start, ours);
        return graph__group_all_gather(g, array, x->part, to_bytes);
    }
    to_bytes[g->rank] = from_bytes[g->rank] = 0; /* it is there */
    return graph__group_link_exchange(g, array, to_start, to_bytes, array, from_start, from_bytes);
}

static graph_status open_exchange(struct exchange *x, graph_group *g, const struct edges *e)
{
    int64_t most = e->start[g->rank + 1] - e->start[g->rank];
    *x = (struct exchange){.group = g, .is_linked = e->place != graph__cpu()};
    if (x->is_linked)
        most = 0;
    else if (e->unit_start[g->rank + 1] - e->unit_start[g->rank] > most)
        most = e->unit_start[g->rank + 1] - e->unit_start[g->rank];
    return graph__allocate_array(&x->part, (size_t)most + 2, sizeof(double));
}

/* *rank = the values of all vertices, wherever they were made.  Collective. */
static graph_status close_rounds(graph_vector **rank, struct graph_pagerank_slab_request *r, struct edges *e)
{
    struct graph_vector_arrays arrays = {.form = GRAPH_FULL, .entries = r->n};
    graph_status status = gather(r->group, r->x, r->start, graph_type_size(r->type), true);
    GRAPH_TRY(status);
    status = graph_vector_create(rank, r->type, (graph_index)r->n);
    if (status == GRAPH_OK) {
        arrays.value = r->x;
        r->x = NULL;
        status = graph__vector_adopt(*rank, &arrays, e->place);
    }
    GRAPH_TRY(agree(r->group, status));
done:
    graph__vector_arrays_release(&arrays, e->place);
    return status;
}

static graph_status open_edges(struct edges *e, const graph_dist *A, const struct settings *s,
                               const graph_pagerank_options *o)
{
    const graph_group *const g = A->group;
    graph_status status;
    if (g->link != NULL && g->link_place->pagerank_slab != NULL && o->backend != GRAPH_BACKEND_CPU) {
        status = open_on_devices(e, A, s, graph__threads(o->threads));
        if (status != GRAPH_E_DEVICE_MEMORY)
            return status;
        close_edges(e);
        *e = (struct edges){.place = NULL};
    }
    return open_on_host(e, A, s, graph__threads(o->threads));
}

graph_status graph_dist_pagerank(graph_vector **rank, const graph_dist *A,
                                 const graph_pagerank_options *options)
{
    static const graph_pagerank_options defaults = {.size = sizeof defaults};
    const graph_pagerank_options *o = options != NULL ? options : &defaults;
    struct settings s = {0};
    struct edges e = {.place = NULL};
    struct exchange x = {.part = NULL};
    struct graph_pagerank_slab_request r = {.x = NULL};
    graph_vector *made = NULL;
    double *p = NULL;
    graph_status status = graph__check_dist(A, "A");
    if (rank != NULL)
        *rank = NULL;
    if (status != GRAPH_OK)
        return status;
    graph_group *const g = A->group;
    const graph_descriptor d = {.size = sizeof d, .threads = o->threads};
    status = check(&s, A, o);
    if (status == GRAPH_OK && rank == NULL)
        status = graph__fail(GRAPH_E_NULL, "rank is NULL");
    if (status == GRAPH_OK && s.is_weighted)
        status = graph__check_weight_sums(A->mine, s.of.type, &d);
    if (status == GRAPH_OK)
        status = graph__read_personalization(&p, o->personalization, A->rows);
    GRAPH_TRY(graph__group_enter(g, __func__, status));
    GRAPH_TRY(open_edges(&e, A, &s, o));
    status = open_exchange(&x, g, &e);
    if (status == GRAPH_OK)
        status = e.place->allocate(&r.x, (size_t)A->rows, graph_type_size(s.of.type));
    GRAPH_TRY(graph__group_agree(g, status));
    r = (struct graph_pagerank_slab_request){.out = e.out,
                                             .in = e.in,
                                             .type = s.of.type,
                                             .n = A->rows,
                                             .in_before = e.in_before,
                                             .start = e.start,
                                             .block = e.unit_start,
                                             .rank = g->rank,
                                             .ranks = g->ranks,
                                             .threads = graph__threads(o->threads),
                                             .damping = s.of.damping,
                                             .tolerance = s.of.tolerance,
                                             .most_rounds = s.of.most_rounds,
                                             .personalization = p,
                                             .x = r.x,
                                             .agree = agree,
                                             .gather = gather,
                                             .group = &x,
                                             .progress = o->progress,
                                             .context = o->context};
    GRAPH_TRY(e.place->pagerank_slab(&r));
    graph__place_used(e.place->kind);
    GRAPH_TRY(graph__group_all_reduce(g, &r.dangling, 1, GRAPH_PLUS));
    GRAPH_TRY(close_rounds(&made, &r, &e));
    *rank = made;
    made = NULL;
    graph__pagerank_report(o->report, &s.of, r.rounds, r.dangling, r.residual);
done:
    graph_vector_release(&made);
    if (e.place != NULL && r.x != NULL)
        e.place->release(r.x);
    close_edges(&e);
    graph__free(x.part);
    graph__free(p);
    return status;
}
