/* A maximal matching.  In the algebra, R the places of the edges in the order of weight, hash and position, at both entries,
 * and D the diagonal of the free vertices:
 *
 *     m = the least place of each row;   edges whose place is m at both ends are taken;   R = D min_second R min_first D
 *
 * until R has no entry.  These are the edges that the greedy method takes.  The fused form is by proposals.
 * Sources: Preis, STACS 1999; Manne, Halappanavar, IPDPS 2014. */
#include "algorithms/structure/structure.h"
#include "semigraph/sets.h"

static const graph_matching_options defaults = {.size = sizeof(graph_matching_options)};

/* Matches the ends of edges that are least at both; *taken is how many there are. */
static graph_status take_least(int32_t *mate, int64_t *taken, const struct graph_edge *edge,
                               const graph_matrix *R, const graph_descriptor *d)
{
    graph_vector *m = NULL;
    graph_index n, *vertex = NULL, entries;
    int64_t *place = NULL, *least = NULL;
    graph_status status;
    *taken = 0;
    GRAPH_TRY(graph_matrix_rows(&n, R));
    entries = n;
    GRAPH_TRY(GRAPH_NEW(vertex, n));
    GRAPH_TRY(GRAPH_NEW(place, n));
    GRAPH_TRY(GRAPH_NEW(least, n));
    GRAPH_TRY(graph_vector_create(&m, GRAPH_INT64, n));
    GRAPH_TRY(graph_reduce_rows(m, NULL, GRAPH_NO_OP, GRAPH_MIN, R, d));
    GRAPH_TRY(graph_vector_extract_tuples(vertex, place, GRAPH_INT64, &entries, m));
    for (graph_index v = 0; v < n; v++)
        least[v] = -1;
    for (graph_index k = 0; k < entries; k++)
        least[vertex[k]] = place[k];
    for (graph_index k = 0; k < entries; k++) {
        const struct graph_edge *e = &edge[place[k]];
        if (vertex[k] == (graph_index)e->u && least[e->v] == place[k]) {
            mate[e->u] = e->v;
            mate[e->v] = e->u;
            ++*taken;
        }
    }
done:
    graph__free(vertex);
    graph__free(place);
    graph__free(least);
    graph_vector_release(&m);
    return status;
}

/* R loses the rows and columns of vertices that have a mate. */
static graph_status keep_free(graph_matrix *R, const int32_t *mate, const graph_descriptor *d)
{
    const graph_semiring *first = graph_semiring_builtin(GRAPH_MIN_FIRST, GRAPH_INT64);
    const graph_semiring *second = graph_semiring_builtin(GRAPH_MIN_SECOND, GRAPH_INT64);
    graph_matrix *D = NULL;
    graph_index n, *vertex = NULL, count = 0;
    graph_status status;
    GRAPH_TRY(graph_matrix_rows(&n, R));
    GRAPH_TRY(GRAPH_NEW(vertex, n));
    for (graph_index v = 0; v < n; v++)
        if (mate[v] < 0)
            vertex[count++] = v;
    GRAPH_TRY(graph_matrix_create(&D, GRAPH_PATTERN, n, n));
    GRAPH_TRY(graph_matrix_build(D, vertex, vertex, NULL, GRAPH_PATTERN, count, GRAPH_NO_OP));
    GRAPH_TRY(graph_mxm(R, NULL, GRAPH_NO_OP, second, D, R, d));
    GRAPH_TRY(graph_mxm(R, NULL, GRAPH_NO_OP, first, R, D, d));
done:
    graph__free(vertex);
    graph_matrix_release(&D);
    return status;
}

static graph_status by_algebra(struct graph_matching_request *r, const graph_matrix *S,
                               const graph_matching_options *o)
{
    const graph_descriptor d = graph__plain(o->backend, o->threads);
    struct graph_edge *edge = NULL;
    graph_matrix *R = NULL;
    uint64_t *inverse = NULL;
    graph_index entries;
    int64_t count, taken;
    graph_status status;
    GRAPH_TRY(graph__matrix_view(&r->A, S, graph__cpu()));
    if (r->key != NULL) {
        GRAPH_TRY(GRAPH_NEW(inverse, r->A.entries));
        for (int64_t k = 0; k < r->A.entries; k++)
            inverse[k] = ~r->key[k];
    }
    GRAPH_TRY(graph__sorted_edges(&edge, &count, &r->A, inverse, true, r->seed));
    GRAPH_TRY(graph__places_matrix(&R, edge, count, r->A.rows));
    for (int64_t v = 0; v < r->A.rows; v++)
        r->mate[v] = -1;
    for (;;) {
        GRAPH_TRY(graph_matrix_entries(&entries, R));
        if (entries == 0)
            break;
        GRAPH_TRY(take_least(r->mate, &taken, edge, R, &d));
        r->edges += taken;
        GRAPH_TRY(keep_free(R, r->mate, &d));
    }
done:
    graph__free(edge);
    graph__free(inverse);
    graph_matrix_release(&R);
    return status;
}

/* Both entries of an edge get the larger of their keys. */
static graph_status even_out(uint64_t *key, const graph_matrix *S)
{
    struct graph_csr s;
    int64_t *other = NULL;
    graph_status status;
    GRAPH_TRY(graph__matrix_view(&s, S, graph__cpu()));
    GRAPH_TRY(graph__other_entries(&other, &s));
    for (int64_t k = 0; k < s.entries; k++)
        key[k] = key[other[k]] > key[k] ? key[other[k]] : key[k];
done:
    graph__free(other);
    return status;
}

graph_status graph_matching(graph_vector **mate, graph_index *edges, const graph_matrix *A,
                            const graph_matching_options *options)
{
    const graph_matching_options *o = options != NULL ? options : &defaults;
    struct graph_place place = {.backend = graph__cpu()};
    struct graph_matching_request request = {.seed = o->seed};
    const graph_matrix *S;
    graph_matrix *made = NULL;
    uint64_t *key = NULL;
    int64_t *wide = NULL;
    graph_status status;
    if (mate != NULL)
        *mate = NULL;
    GRAPH_TRY(graph__check_graph(A, o->size, sizeof *o, o->form));
    GRAPH_PLACE_FUSED(&place, o, matching, GRAPH_HEAVY, A);
    request.threads = place.threads;
    if (o->is_weighted) {
        GRAPH_TRY(graph__symmetric_weights(&S, &made, A, GRAPH_MAX, &place));
        GRAPH_TRY(graph__keys_of(&key, S, &place));
        if (key != NULL)
            GRAPH_TRY(even_out(key, S));
    } else {
        GRAPH_TRY(graph__symmetric_of(&S, &made, A, true, &place));
    }
    request.key = key;
    GRAPH_TRY(GRAPH_NEW(request.mate, A->rows));
    if (o->form == GRAPH_FORM_ALGEBRA)
        GRAPH_TRY(by_algebra(&request, S, o));
    else
        GRAPH_RUN_FUSED(matching, &request, S, &place);
    if (mate != NULL) {
        GRAPH_TRY(GRAPH_NEW(wide, A->rows));
        for (int64_t v = 0; v < A->rows; v++)
            wide[v] = request.mate[v];
        GRAPH_TRY(graph__vector_of_values(mate, GRAPH_INT64, A->rows, (void **)&wide));
    }
    if (edges != NULL)
        *edges = (graph_index)request.edges;
done:
    graph__place_end(&place, status);
    graph__free(request.mate);
    graph__free(key);
    graph__free(wide);
    graph_matrix_release(&made);
    return status;
}
