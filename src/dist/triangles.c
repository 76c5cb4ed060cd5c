/* Triangles on slabs: with L the edges u -> v, u > v, of the simple graph, each once, each rank counts
 *
 *     sum of (L plus_pair L') masked by L
 *
 * over its rows of L.  L is cut by the work of its rows and brought to the ranks that need its rows.  An edge is directed
 * from the end of higher degree to that of lower degree or the reverse, so that rows of L are short.
 * Source: Azad, Buluc, Gilbert, "Parallel triangle counting and enumeration using matrix algebra", IPDPSW 2015. */
#include "base/log.h"
#include "core/placement.h"
#include "dist/algorithms.h"

enum {
    LEAST_SHARED_ENTRIES = 1 << 22
}; /* of a graph that linked devices share: below, one takes less than 0.3 ms */

#include <string.h>

/* *S = the pattern of A or A' without its diagonal, cut by entries.  Collective. */
static graph_status make_simple(graph_dist **S, const graph_dist *A, int threads)
{
    graph_group *const g = A->group;
    const graph_descriptor d = {.size = sizeof d, .threads = threads};
    graph_dist *ones = NULL, *turned = NULL, *moved = NULL;
    const graph_dist *b = NULL;
    graph_matrix *sum = NULL;
    graph_status status = GRAPH_OK;
    GRAPH_TRY(graph__group_agree(g, graph__dist_new(&ones, g, GRAPH_PATTERN, A->rows, A->columns, A->first)));
    status =
        graph_matrix_create(&ones->mine, GRAPH_PATTERN, (graph_index)A->mine->rows, (graph_index)A->columns);
    if (status == GRAPH_OK)
        status = graph_select(ones->mine, NULL, GRAPH_NO_OP, GRAPH_OFFDIAGONAL, A->mine,
                              graph_int64(graph__dist_first(A)), &d);
    GRAPH_TRY(graph__group_agree(g, status));
    GRAPH_TRY(graph__dist_transposed(&turned, ones, threads));
    GRAPH_TRY(graph__dist_align(&b, &moved, turned, ones->first));
    status = graph_matrix_create(&sum, GRAPH_PATTERN, (graph_index)A->mine->rows, (graph_index)A->columns);
    if (status == GRAPH_OK)
        status = graph_ewise_add(sum, NULL, GRAPH_NO_OP, GRAPH_PAIR, ones->mine, b->mine, &d);
    GRAPH_TRY(graph__group_agree(g, status));
    graph_matrix_release(&ones->mine);
    ones->mine = sum;
    sum = NULL;
    *S = ones;
    ones = NULL;
done:
    graph_matrix_release(&sum);
    graph_dist_release(&ones);
    graph_dist_release(&turned);
    graph_dist_release(&moved);
    return status;
}

/* The degrees of all vertices, on every rank.  Collective. */
static graph_status gather_degrees(int64_t **degree, const graph_dist *S)
{
    int64_t *ours = NULL, *counts = NULL;
    struct graph_csr s;
    graph_status status = graph__dist_view(&s, S);
    *degree = NULL;
    if (status == GRAPH_OK)
        status = GRAPH_NEW(ours, s.rows);
    if (status == GRAPH_OK)
        status = GRAPH_NEW(counts, S->group->ranks);
    GRAPH_TRY(graph__group_agree(S->group, status));
    for (int64_t i = 0; i < s.rows; i++)
        ours[i] = s.row_start[i + 1] - s.row_start[i];
    GRAPH_TRY(graph__dist_gather_array((void **)degree, counts, S->group, ours, s.rows, sizeof *ours));
done:
    graph__free(ours);
    graph__free(counts);
    return status;
}

/* *L = the edges u -> v of S where v comes after u in the order by degree, then by number: no vertex has many.  Then cut by
 * the work of its product.  Collective. */
static graph_status direct(graph_dist **L, const graph_dist *S, const int64_t *degree)
{
    const struct graph_backend *const cpu = graph__cpu();
    graph_group *const g = S->group;
    const int64_t first = graph__dist_first(S);
    struct graph_csr_arrays arrays = {0};
    struct graph_csr s;
    graph_dist *made = NULL;
    graph_matrix *moved = NULL;
    int64_t *cuts = NULL;
    graph_status status = graph__dist_view(&s, S);
    if (status == GRAPH_OK)
        status = graph__dist_new(&made, g, GRAPH_PATTERN, S->rows, S->columns, S->first);
    if (status == GRAPH_OK)
        status = graph_matrix_create(&made->mine, GRAPH_PATTERN, (graph_index)s.rows, (graph_index)s.columns);
    if (status == GRAPH_OK)
        status = cpu->allocate((void **)&arrays.row_start, (size_t)s.rows + 1, sizeof *arrays.row_start);
    if (status == GRAPH_OK)
        status = cpu->allocate((void **)&arrays.column, (size_t)s.entries, sizeof *arrays.column);
    if (status == GRAPH_OK)
        status = GRAPH_NEW(cuts, (size_t)g->ranks + 1);
    if (status == GRAPH_OK) {
        for (int64_t u = 0; u < s.rows; u++) {
            arrays.row_start[u] = arrays.entries;
            for (int64_t e = s.row_start[u]; e < s.row_start[u + 1]; e++) {
                const int32_t v = s.column[e];
                if (degree[v] > degree[first + u] || (degree[v] == degree[first + u] && v > first + u))
                    arrays.column[arrays.entries++] = v;
            }
        }
        arrays.row_start[s.rows] = arrays.entries;
        status = graph__matrix_adopt(made->mine, &arrays, cpu);
    }
    GRAPH_TRY(graph__group_agree(g, status));
    GRAPH_TRY(graph__dist_find_cuts(cuts, made, GRAPH_CUT_WORK));
    GRAPH_TRY(graph__dist_move(&moved, made, cuts));
    graph__dist_commit(made, &moved, &cuts);
    *L = made;
    made = NULL;
done:
    graph__csr_arrays_release(&arrays, cpu);
    graph_matrix_release(&moved);
    graph_dist_release(&made);
    graph__free(cuts);
    return status;
}

/* T = (X plus_pair Y') masked by X, for this rank's rows of X. */
static graph_status masked_product(graph_matrix **T, const graph_matrix *X, const graph_matrix *Y, bool turns,
                                   const graph_descriptor *settings)
{
    graph_descriptor d = *settings;
    graph_status status = GRAPH_OK;
    d.flags = GRAPH_MASK_STRUCTURE | (turns ? GRAPH_TRANSPOSE_B : 0);
    GRAPH_TRY(graph_matrix_create(T, GRAPH_INT64, (graph_index)X->rows, (graph_index)X->columns));
    GRAPH_TRY(graph_mxm(*T, X, GRAPH_NO_OP, graph_semiring_builtin(GRAPH_PLUS_PAIR, GRAPH_INT64), X, Y, &d));
done:
    return status;
}

/* *triangles = the sum over all ranks of the products of their rows of L.  Collective. */
static graph_status count_all(int64_t *triangles, const graph_dist *L, const graph_descriptor *d)
{
    graph_matrix *all = NULL, *T = NULL;
    graph_scalar sum = {0};
    graph_status status = GRAPH_OK;
    GRAPH_TRY(graph__dist_replicate(&all, L, false, true));
    status = masked_product(&T, L->mine, all, true, d);
    if (status == GRAPH_OK)
        status = graph_reduce(&sum, GRAPH_INT64, GRAPH_PLUS, T, d);
    GRAPH_TRY(graph__group_agree(L->group, status));
    *triangles = sum.value.i;
    GRAPH_TRY(graph__group_all_reduce(L->group, triangles, 1, GRAPH_PLUS));
done:
    graph_matrix_release(&all);
    graph_matrix_release(&T);
    return status;
}

/* The same by the kernel of one device: each has all of the graph, and takes a share of the work.  Collective. */
static graph_status count_linked(int64_t *triangles, const graph_dist *A)
{
    graph_group *const g = A->group;
    const struct graph_backend *const place = g->link_place;
    struct graph_triangles_request request = {.threads = 1, .part = g->rank, .parts = g->ranks};
    const graph_matrix *all = NULL;
    graph_status status = GRAPH_OK;
    GRAPH_TRY(graph__dist_replica(&all, A));
    status = graph__matrix_view(&request.A, all, place);
    const bool is_shared = request.A.entries >= LEAST_SHARED_ENTRIES || g->links == GRAPH_LINKS_ALWAYS;
    if (!is_shared) {
        graph__log("triangles on %d ranks: %lld entries are few; each device counts all", g->ranks,
                   (long long)request.A.entries);
        request.part = request.parts = 0;
    }
    if (status == GRAPH_OK)
        status = graph__matrix_symmetry(&request.is_symmetric, all);
    if (status == GRAPH_OK && !request.is_symmetric && request.A.entries > INT32_MAX)
        status = graph__matrix_view_transposed(&request.A_transposed, all, place, 1);
    if (status == GRAPH_OK)
        status = place->triangles(&request);
    GRAPH_TRY(graph__group_agree(g, status));
    graph__place_used(place->kind);
    *triangles = (int64_t)request.count;
    GRAPH_TRY(graph__group_all_reduce(g, triangles, 1, is_shared ? GRAPH_PLUS : GRAPH_MAX));
done:
    return status;
}

/* *twice = for each vertex twice its triangles: row sums of (S plus_pair S) masked by S.  Collective. */
static graph_status count_each(graph_vector **twice, const graph_dist *S, const graph_descriptor *d)
{
    graph_matrix *all = NULL, *T = NULL;
    graph_vector *mine = NULL;
    graph_status status = GRAPH_OK;
    GRAPH_TRY(graph__dist_replicate(&all, S, false, true));
    status = masked_product(&T, S->mine, all, false, d);
    if (status == GRAPH_OK)
        status = graph_vector_create(&mine, GRAPH_INT64, (graph_index)S->mine->rows);
    if (status == GRAPH_OK)
        status = graph_vector_fill(mine, graph_int64(0));
    if (status == GRAPH_OK)
        status = graph_reduce_rows(mine, NULL, GRAPH_PLUS, GRAPH_PLUS, T, d);
    GRAPH_TRY(graph__group_agree(S->group, status));
    GRAPH_TRY(graph__dist_gather_vector(twice, S->group, S->first, mine));
done:
    graph_matrix_release(&all);
    graph_matrix_release(&T);
    graph_vector_release(&mine);
    return status;
}

/* What the report says of A; `degrees`: the sum over the simple graph.  Collective. */
static graph_status fill_report(graph_triangles_report *report, const graph_dist *A, const graph_dist *S)
{
    struct graph_csr a = {0}, s = {0};
    int64_t x[3] = {0, 0, 0};
    graph_status status = graph__dist_view(&a, A);
    if (status == GRAPH_OK)
        status = graph__dist_view(&s, S);
    GRAPH_TRY(graph__group_agree(A->group, status));
    for (int64_t u = 0; u < a.rows; u++)
        for (int64_t e = a.row_start[u]; e < a.row_start[u + 1]; e++)
            x[0] += a.column[e] == graph__dist_first(A) + u;
    x[1] = a.entries;
    x[2] = s.entries;
    GRAPH_TRY(graph__group_all_reduce(A->group, x, 3, GRAPH_PLUS));
    /* Edges: x[2] / 2; each is in A once or twice. */
    *report = (graph_triangles_report){.size = sizeof *report,
                                       .edges = (uint64_t)x[2] / 2,
                                       .self_loops = (uint64_t)x[0],
                                       .one_way = (uint64_t)(x[2] - (x[1] - x[0]))};
done:
    return status;
}

graph_status graph_dist_triangles(uint64_t *count, const graph_dist *A,
                                  const graph_triangles_options *options)
{
    static const graph_triangles_options defaults = {.size = sizeof defaults};
    const graph_triangles_options *o = options != NULL ? options : &defaults;
    graph_triangles_report report = {0};
    graph_dist *S = NULL, *L = NULL;
    graph_vector *twice = NULL;
    int64_t *degree = NULL, found = 0;
    graph_status status = graph__check_dist(A, "A");
    if (o->size == sizeof *o && o->per_vertex != NULL)
        *o->per_vertex = NULL;
    if (status != GRAPH_OK)
        return status;
    const graph_descriptor d = {.size = sizeof d, .backend = o->backend, .threads = o->threads};
    if (count == NULL)
        status = graph__fail(GRAPH_E_NULL, "count is NULL");
    if (status == GRAPH_OK)
        status = graph__dist_check_graph(A, o->size, sizeof *o, o->form);
    if (status == GRAPH_OK && o->report != NULL && o->report->size != sizeof *o->report)
        status = graph__fail(GRAPH_E_INVALID_VALUE, "report.size is %zu; expected %zu", o->report->size,
                             sizeof *o->report);
    GRAPH_TRY(graph__group_enter(A->group, __func__, status));
    if (A->group->link != NULL && A->group->link_place->triangles != NULL && o->form != GRAPH_FORM_ALGEBRA &&
        o->per_vertex == NULL && o->report == NULL) {
        GRAPH_TRY(count_linked(&found, A));
        *count = (uint64_t)found;
        goto done;
    }
    GRAPH_TRY(make_simple(&S, A, o->threads));
    if (o->per_vertex != NULL) {
        GRAPH_TRY(count_each(&twice, S, &d));
        graph_scalar sum = {0};
        status = graph_vector_apply_second(twice, NULL, GRAPH_NO_OP, GRAPH_DIV, twice, graph_int64(2), NULL);
        if (status == GRAPH_OK)
            status = graph_vector_reduce(&sum, GRAPH_INT64, GRAPH_PLUS, twice, NULL);
        GRAPH_TRY(graph__group_agree(A->group, status));
        found = sum.value.i / 3;
    } else {
        GRAPH_TRY(gather_degrees(&degree, S));
        GRAPH_TRY(direct(&L, S, degree));
        GRAPH_TRY(count_all(&found, L, &d));
    }
    if (o->report != NULL)
        GRAPH_TRY(fill_report(&report, A, S));
    if (o->report != NULL)
        *o->report = report;
    if (o->per_vertex != NULL) {
        *o->per_vertex = twice;
        twice = NULL;
    }
    *count = (uint64_t)found;
done:
    graph_vector_release(&twice);
    graph__free(degree);
    graph_dist_release(&S);
    graph_dist_release(&L);
    return status;
}

/* The coefficients of all vertices, on every rank in the same way. */
static graph_status fill_coefficients(graph_vector **local, graph_clustering_facts *facts,
                                      const graph_vector *twice, const int64_t *degree, int64_t n)
{
    double *value = NULL, sum = 0;
    int64_t *t = NULL;
    uint64_t closed = 0, pairs = 0;
    graph_index count = (graph_index)n;
    graph_status status = GRAPH_OK;
    GRAPH_TRY(GRAPH_NEW(value, n));
    GRAPH_TRY(GRAPH_NEW(t, n));
    GRAPH_TRY(graph_vector_extract_tuples(NULL, t, GRAPH_INT64, &count, twice));
    for (int64_t v = 0; v < n; v++) {
        const uint64_t d = (uint64_t)degree[v], p = d > 0 ? d * (d - 1) : 0;
        value[v] = p > 0 ? (double)t[v] / (double)p : 0;
        sum += value[v];
        closed += (uint64_t)t[v];
        pairs += p;
    }
    facts->triangles = closed / 6;
    facts->triples = pairs / 2;
    facts->transitivity = pairs > 0 ? (double)closed / (double)pairs : 0;
    facts->mean = n > 0 ? sum / (double)n : 0;
    if (local != NULL)
        GRAPH_TRY(graph_vector_import_full(local, GRAPH_FP64, (graph_index)n, value, GRAPH_COPY, NULL, NULL));
done:
    graph__free(value);
    graph__free(t);
    return status;
}

graph_status graph_dist_clustering(graph_vector **local, graph_clustering_facts *facts, const graph_dist *A,
                                   const graph_clustering_options *options)
{
    static const graph_clustering_options defaults = {.size = sizeof defaults};
    const graph_clustering_options *o = options != NULL ? options : &defaults;
    graph_clustering_facts found = {.size = sizeof found};
    graph_dist *S = NULL;
    graph_vector *twice = NULL, *degrees = NULL, *made = NULL;
    int64_t *degree = NULL;
    graph_status status = graph__check_dist(A, "A");
    if (local != NULL)
        *local = NULL;
    if (o->size == sizeof *o && o->triangles != NULL)
        *o->triangles = NULL;
    if (o->size == sizeof *o && o->degree != NULL)
        *o->degree = NULL;
    if (status != GRAPH_OK)
        return status;
    const graph_descriptor d = {.size = sizeof d, .backend = o->backend, .threads = o->threads};
    status = graph__dist_check_graph(A, o->size, sizeof *o, o->form);
    if (status == GRAPH_OK && facts != NULL && facts->size != sizeof *facts)
        status =
            graph__fail(GRAPH_E_INVALID_VALUE, "facts.size is %zu; expected %zu", facts->size, sizeof *facts);
    GRAPH_TRY(graph__group_enter(A->group, __func__, status));
    GRAPH_TRY(make_simple(&S, A, o->threads));
    GRAPH_TRY(count_each(&twice, S, &d));
    GRAPH_TRY(gather_degrees(&degree, S));
    status = fill_coefficients(local != NULL ? &made : NULL, &found, twice, degree, A->rows);
    if (status == GRAPH_OK && o->degree != NULL)
        status = graph_vector_import_full(&degrees, GRAPH_INT64, (graph_index)A->rows, degree, GRAPH_COPY,
                                          NULL, NULL);
    if (status == GRAPH_OK)
        status = graph_vector_apply_second(twice, NULL, GRAPH_NO_OP, GRAPH_DIV, twice, graph_int64(2), NULL);
    GRAPH_TRY(graph__group_agree(A->group, status));
    if (local != NULL)
        *local = made;
    if (facts != NULL)
        *facts = found;
    if (o->degree != NULL)
        *o->degree = degrees;
    if (o->triangles != NULL)
        *o->triangles = twice;
    made = degrees = NULL;
    if (o->triangles != NULL)
        twice = NULL;
done:
    graph_vector_release(&made);
    graph_vector_release(&degrees);
    graph_vector_release(&twice);
    graph__free(degree);
    graph_dist_release(&S);
    return status;
}
