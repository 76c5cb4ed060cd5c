/* Truss numbers, and the k-truss.  In the algebra, S the simple graph:
 *
 *     C<S> = S plus_pair S;   K = C where C >= k - 2;   S = K until nothing goes;   then T<S> = k, and k = k + 1
 *
 * The fused form is the peeling of a back end.
 * Source: Wang, Cheng, "Truss decomposition in massive networks", VLDB 2012. */
#include "algorithms/structure/structure.h"
#include "semigraph/cohesion.h"

static const graph_cohesion_options defaults = {.size = sizeof(graph_cohesion_options)};

static graph_status by_algebra(graph_matrix **T, int64_t *largest, const graph_matrix *A,
                               const graph_cohesion_options *o)
{
    const graph_semiring *plus_pair = graph_semiring_builtin(GRAPH_PLUS_PAIR, GRAPH_INT64);
    const graph_descriptor d = graph__plain(o->backend, o->threads);
    graph_descriptor inside = d, masked = d;
    const graph_index n = (graph_index)A->rows;
    graph_matrix *S = NULL, *C = NULL, *K = NULL;
    graph_index edges, stay;
    int64_t k = 2;
    graph_status status;
    inside.flags = GRAPH_MASK_STRUCTURE;
    masked.flags = GRAPH_MASK_STRUCTURE | GRAPH_REPLACE;
    *largest = 0;
    GRAPH_TRY(graph__simple_graph(&S, A, &d));
    GRAPH_TRY(graph_matrix_create(T, GRAPH_INT32, n, n));
    GRAPH_TRY(graph_matrix_create(&C, GRAPH_INT64, n, n));
    GRAPH_TRY(graph_matrix_create(&K, GRAPH_INT64, n, n));
    for (;;) {
        GRAPH_TRY(graph_matrix_entries(&edges, S));
        if (edges == 0)
            break;
        GRAPH_TRY(graph__tell(o->progress, o->context, -1));
        GRAPH_TRY(graph_mxm(C, S, GRAPH_NO_OP, plus_pair, S, S, &masked));
        GRAPH_TRY(graph_select(K, NULL, GRAPH_NO_OP, GRAPH_VALUE_GE, C, graph_int64(k - 2), &d));
        GRAPH_TRY(graph_matrix_entries(&stay, K));
        if (stay == edges || k == 2) {
            GRAPH_TRY(
                graph_assign_scalar(*T, S, GRAPH_NO_OP, graph_int64(k), GRAPH_ALL, n, GRAPH_ALL, n, &inside));
            *largest = k++;
        } else {
            graph_matrix_release(&S);
            GRAPH_TRY(graph__pattern_of(&S, K));
        }
    }
done:
    graph_matrix_release(&S);
    graph_matrix_release(&C);
    graph_matrix_release(&K);
    return status;
}

static graph_status by_kernel(graph_matrix **T, int64_t *largest, const graph_matrix *A, int32_t limit,
                              const graph_cohesion_options *o, const struct graph_place *place)
{
    struct graph_trusses_request request = {
        .threads = place->threads, .most = limit, .progress = o->progress, .context = o->context};
    const graph_matrix *S;
    graph_matrix *made = NULL;
    graph_index entries;
    graph_status status;
    GRAPH_TRY(graph__symmetric_of(&S, &made, A, false, place));
    GRAPH_TRY(graph_matrix_entries(&entries, S));
    GRAPH_TRY(GRAPH_NEW(request.truss, entries));
    GRAPH_RUN_FUSED(trusses, &request, S, place);
    *largest = request.largest;
    GRAPH_TRY(graph_matrix_create(T, GRAPH_INT32, (graph_index)A->rows, (graph_index)A->rows));
    status = graph__matrix_adopt_values(*T, S, request.truss, graph__cpu());
    request.truss = NULL;
done:
    graph__free(request.truss);
    graph_matrix_release(&made);
    return status;
}

/* limit > 0: of larger numbers only that they are larger. */
static graph_status find(graph_matrix **truss, graph_index *largest, const graph_matrix *A, int32_t limit,
                         const graph_cohesion_options *options)
{
    const graph_cohesion_options *o = options != NULL ? options : &defaults;
    struct graph_place place = {.backend = graph__cpu()};
    graph_matrix *T = NULL;
    int64_t most = 0;
    graph_status status;
    if (truss != NULL)
        *truss = NULL;
    GRAPH_TRY(graph__check_graph(A, o->size, sizeof *o, o->form));
    GRAPH_PLACE_FUSED(&place, o, trusses, GRAPH_HEAVY, A);
    GRAPH_TRY(o->form == GRAPH_FORM_ALGEBRA ? by_algebra(&T, &most, A, o)
                                            : by_kernel(&T, &most, A, limit, o, &place));
    if (largest != NULL)
        *largest = (graph_index)most;
    if (truss != NULL) {
        *truss = T;
        T = NULL;
    }
done:
    graph__place_end(&place, status);
    graph_matrix_release(&T);
    return status;
}

graph_status graph_truss_numbers(graph_matrix **truss, graph_index *largest, const graph_matrix *A,
                                 const graph_cohesion_options *options)
{
    return find(truss, largest, A, 0, options);
}

graph_status graph_k_truss(graph_matrix **C, const graph_matrix *A, graph_index k,
                           const graph_cohesion_options *options)
{
    struct graph_csr a, t;
    graph_matrix *T = NULL;
    uint8_t *keep = NULL;
    graph_status status;
    if (C == NULL)
        return graph__fail(GRAPH_E_NULL, "C is NULL");
    *C = NULL;
    /* Numbers up to k - 1 tell which edges go. */
    const int32_t limit = k < 3 ? 1 : k <= INT32_MAX ? (int32_t)k - 1 : 0;
    GRAPH_TRY(find(&T, NULL, A, limit, options));
    GRAPH_TRY(graph__matrix_view(&a, A, graph__cpu()));
    GRAPH_TRY(graph__matrix_view(&t, T, graph__cpu()));
    GRAPH_TRY(GRAPH_NEW(keep, a.entries));
    const int32_t *number = t.value;
    for (int64_t v = 0; v < a.rows; v++)
        for (int64_t e = a.row_start[v], at = t.row_start[v]; e < a.row_start[v + 1]; e++) {
            while (at < t.row_start[v + 1] && t.column[at] < a.column[e])
                at++;
            keep[e] = a.column[e] != v && (graph_index)number[at] >= k; /* every edge of A is in T */
        }
    GRAPH_TRY(graph__keep_entries(C, A, keep));
done:
    graph__free(keep);
    graph_matrix_release(&T);
    return status;
}
