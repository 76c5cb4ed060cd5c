/* A maximal independent set.  In the algebra, p the ranks of the vertices that are undecided:
 *
 *     f = p < S min_second p;   set<f> = true;   g = S any_pair f;   p<!f and !g, replace> = p;   until p has no entry
 *
 * which takes the same vertices as the greedy method by rank, the fused form.
 * Sources: Luby, SIAM J. Computing 15(4), 1986; Blelloch, Fineman, Shun, SPAA 2012. */
#include "algorithms/structure/structure.h"
#include "semigraph/sets.h"

static const graph_set_options defaults = {.size = sizeof(graph_set_options)};

static graph_status by_algebra(struct graph_independent_set_request *r, const graph_matrix *S,
                               const graph_set_options *o)
{
    const graph_descriptor d = graph__plain(o->backend, o->threads);
    const graph_semiring *any_pair = graph_semiring_builtin(GRAPH_ANY_PAIR, GRAPH_BOOL);
    graph_descriptor inside = d, outside = d;
    graph_vector *p = NULL, *f = NULL, *g = NULL, *set = NULL;
    graph_index n = (graph_index)S->rows, undecided = n;
    graph_status status;
    inside.flags = GRAPH_MASK_STRUCTURE;
    outside.flags = GRAPH_MASK_STRUCTURE | GRAPH_MASK_COMPLEMENT | GRAPH_REPLACE;
    GRAPH_TRY(graph_vector_create(&p, GRAPH_INT64, n));
    GRAPH_TRY(graph_vector_create(&g, GRAPH_BOOL, n));
    GRAPH_TRY(graph_vector_create(&set, GRAPH_BOOL, n));
    for (graph_index k = 0; k < n; k++)
        GRAPH_TRY(graph_vector_set(p, (graph_index)r->order[k], graph_int64((int64_t)k)));
    GRAPH_TRY(graph_vector_fill(set, graph_bool(false)));
    while (undecided > 0) {
        graph_index found;
        graph_vector_release(&f);
        GRAPH_TRY(graph__least_of_neighbours(&f, p, S, &d));
        GRAPH_TRY(graph_vector_entries(&found, f));
        r->members += (int64_t)found;
        GRAPH_TRY(graph_vector_assign_scalar(set, f, GRAPH_NO_OP, graph_bool(true), GRAPH_ALL, n, &inside));
        GRAPH_TRY(graph_mxv(g, NULL, GRAPH_NO_OP, any_pair, S, f, &d));
        GRAPH_TRY(graph_vector_apply(p, f, GRAPH_NO_OP, GRAPH_IDENTITY, p, &outside));
        GRAPH_TRY(graph_vector_apply(p, g, GRAPH_NO_OP, GRAPH_IDENTITY, p, &outside));
        GRAPH_TRY(graph_vector_entries(&undecided, p));
    }
    GRAPH_TRY(graph_vector_extract_tuples(NULL, r->is_member, GRAPH_BOOL, &n, set));
done:
    graph_vector_release(&p);
    graph_vector_release(&f);
    graph_vector_release(&g);
    graph_vector_release(&set);
    return status;
}

/* A device finds the ranks from the seed. */
static graph_status order_for_cpu(struct graph_independent_set_request *r, int32_t **order,
                                  const graph_matrix *S)
{
    graph_status status = graph__order_vertices(order, S, r->seed, false);
    r->order = *order;
    return status;
}

graph_status graph_independent_set(graph_vector **set, graph_index *members, const graph_matrix *A,
                                   const graph_set_options *options)
{
    const graph_set_options *o = options != NULL ? options : &defaults;
    struct graph_place place = {.backend = graph__cpu()};
    struct graph_independent_set_request request = {0};
    const graph_matrix *S;
    graph_matrix *made = NULL;
    int32_t *order = NULL;
    graph_status status;
    if (set != NULL)
        *set = NULL;
    GRAPH_TRY(graph__check_graph(A, o->size, sizeof *o, o->form));
    GRAPH_PLACE_FUSED(&place, o, independent_set, GRAPH_HEAVY, A);
    request.threads = place.threads;
    GRAPH_TRY(graph__symmetric_of(&S, &made, A, o->form != GRAPH_FORM_ALGEBRA, &place));
    request.seed = o->seed;
    GRAPH_TRY(GRAPH_NEW(request.is_member, A->rows));
    if (o->form == GRAPH_FORM_ALGEBRA) {
        GRAPH_TRY(order_for_cpu(&request, &order, S));
        GRAPH_TRY(by_algebra(&request, S, o));
    } else
        GRAPH_RUN_FUSED_AFTER(order_for_cpu(&request, &order, S), independent_set, &request, S, &place);
    if (set != NULL)
        GRAPH_TRY(graph__vector_of_values(set, GRAPH_BOOL, A->rows, (void **)&request.is_member));
    if (members != NULL)
        *members = (graph_index)request.members;
done:
    graph__place_end(&place, status);
    graph__free(request.is_member);
    graph__free(order);
    graph_matrix_release(&made);
    return status;
}
