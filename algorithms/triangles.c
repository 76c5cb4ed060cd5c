/* Triangles of the undirected simple graph of A.  In the algebra, with S the pattern of A or A' without its diagonal:
 *
 *     L = tril(S, -1);   count = sum of C,  C<L> = L plus_pair L'
 *     at each vertex:    half the row sums of C,  C<S> = S plus_pair S
 *
 * An entry (i, j) of C counts the common neighbours k < j of i and j, i > j.  A back end may have the count as one kernel
 * instead; results are the same.
 * Source: Azad, Buluc, Gilbert, "Parallel triangle counting and enumeration using matrix algebra", IPDPSW 2015. */
#include "algorithms/paths.h"
#include "base/progress.h"

static graph_status check(const graph_matrix *A, const graph_triangles_options *o)
{
    graph_status status = graph__check_graph(A, o->size, sizeof *o, o->form);
    if (status == GRAPH_OK && o->report != NULL && o->report->size != sizeof *o->report)
        return graph__fail(GRAPH_E_INVALID_VALUE, "options.report.size is %zu; expected %zu", o->report->size,
                           sizeof *o->report);
    return status;
}

graph_status graph__simple_graph(graph_matrix **S, const graph_matrix *A, const graph_descriptor *d)
{
    graph_index n = (graph_index)A->rows;
    graph_matrix *transpose = NULL;
    graph_status status;
    GRAPH_TRY(graph_matrix_create(S, GRAPH_PATTERN, n, n));
    GRAPH_TRY(graph_matrix_create(&transpose, GRAPH_PATTERN, n, n));
    GRAPH_TRY(graph_transpose(transpose, NULL, GRAPH_NO_OP, A, d));
    GRAPH_TRY(graph_ewise_add(*S, NULL, GRAPH_NO_OP, GRAPH_PAIR, A, transpose, d));
    GRAPH_TRY(graph_select(*S, NULL, GRAPH_NO_OP, GRAPH_OFFDIAGONAL, *S, graph_int64(0), d));
done:
    graph_matrix_release(&transpose);
    return status;
}

/* *count = sum of X plus_pair Y' where M has entries; row_sums, if not NULL, gets the sums by rows. */
static graph_status masked_sum(uint64_t *count, graph_vector *row_sums, const graph_matrix *M,
                               const graph_matrix *X, const graph_matrix *Y, const graph_descriptor *plain)
{
    graph_descriptor masked = *plain;
    graph_matrix *C = NULL;
    graph_scalar sum;
    graph_status status;
    masked.flags = GRAPH_MASK_STRUCTURE | GRAPH_TRANSPOSE_B;
    GRAPH_TRY(graph_matrix_create(&C, GRAPH_INT64, (graph_index)M->rows, (graph_index)M->rows));
    GRAPH_TRY(
        graph_mxm(C, M, GRAPH_NO_OP, graph_semiring_builtin(GRAPH_PLUS_PAIR, GRAPH_INT64), X, Y, &masked));
    GRAPH_TRY(graph_reduce(&sum, GRAPH_INT64, GRAPH_PLUS, C, plain));
    if (row_sums != NULL)
        GRAPH_TRY(graph_reduce_rows(row_sums, NULL, GRAPH_PLUS, GRAPH_PLUS, C, plain));
    *count = (uint64_t)sum.value.i;
done:
    graph_matrix_release(&C);
    return status;
}

/* Both triangles of a vertex at each of its edges: the row sums of C are twice the counts. */
static graph_status count_at_vertices(graph_vector *counts, const graph_matrix *S, const graph_descriptor *d)
{
    graph_vector *two = NULL;
    uint64_t ignored;
    graph_status status;
    GRAPH_TRY(graph_vector_create(&two, GRAPH_INT64, (graph_index)S->rows));
    GRAPH_TRY(graph_vector_fill(two, graph_int64(2)));
    GRAPH_TRY(graph_vector_fill(counts, graph_int64(0)));
    GRAPH_TRY(masked_sum(&ignored, counts, S, S, S, d));
    GRAPH_TRY(graph_vector_ewise_mult(counts, NULL, GRAPH_NO_OP, GRAPH_DIV, counts, two, d));
done:
    graph_vector_release(&two);
    return status;
}

static graph_status count_by_products(uint64_t *count, graph_vector **per_vertex,
                                      graph_triangles_report *report, const graph_matrix *A,
                                      const struct graph_place *place)
{
    const graph_descriptor d = {.size = sizeof d, .backend = place->backend->kind, .threads = place->threads};
    graph_matrix *S = NULL, *L = NULL, *loops = NULL;
    graph_index n = (graph_index)A->rows, entries, edges, self_loops;
    graph_status status;
    GRAPH_TRY(graph__simple_graph(&S, A, &d));
    GRAPH_TRY(graph_matrix_create(&L, GRAPH_PATTERN, n, n));
    GRAPH_TRY(graph_select(L, NULL, GRAPH_NO_OP, GRAPH_TRIL, S, graph_int64(-1), &d));
    GRAPH_TRY(graph_matrix_create(&loops, GRAPH_PATTERN, n, n));
    GRAPH_TRY(graph_select(loops, NULL, GRAPH_NO_OP, GRAPH_DIAGONAL, A, graph_int64(0), &d));
    GRAPH_TRY(graph_matrix_entries(&entries, A));
    GRAPH_TRY(graph_matrix_entries(&edges, L));
    GRAPH_TRY(graph_matrix_entries(&self_loops, loops));
    if (per_vertex != NULL) {
        GRAPH_TRY(graph_vector_create(per_vertex, GRAPH_INT64, n));
        GRAPH_TRY(count_at_vertices(*per_vertex, S, &d));
    }
    GRAPH_TRY(masked_sum(count, NULL, L, L, L, &d));
    if (report != NULL) {
        report->edges = edges;
        report->self_loops = self_loops;
        report->one_way = 2 * edges - (entries - self_loops);
    }
done:
    if (status < 0)
        graph_vector_release(per_vertex);
    graph_matrix_release(&S);
    graph_matrix_release(&L);
    graph_matrix_release(&loops);
    return status;
}

graph_status graph_triangles(uint64_t *count, const graph_matrix *A, const graph_triangles_options *options)
{
    static const graph_triangles_options defaults = {.size = sizeof(graph_triangles_options)};
    const graph_triangles_options *o = options != NULL ? options : &defaults;
    struct graph_place place = {.backend = graph__cpu()};
    struct graph_progress progress;
    graph_triangles_report found = {.size = sizeof found};
    graph_vector *at = NULL;
    uint64_t sum = 0;
    graph_status status;
    if (o->size == sizeof *o && o->per_vertex != NULL)
        *o->per_vertex = NULL;
    if (count == NULL)
        return graph__fail(GRAPH_E_NULL, "count is NULL");
    GRAPH_TRY(check(A, o));
    GRAPH_TRY(graph__place_algorithm(&place, o->backend, o->threads));
    GRAPH_TRY(graph__place_choose(&place, "triangles",
                                  o->form == GRAPH_FORM_ALGEBRA || place.backend->triangles != NULL,
                                  GRAPH_HEAVY, &(const struct graph_operands){.A = A}));
    GRAPH_TRY(graph__progress_open(&place.progress, &progress, o->progress, o->context));
    graph_vector **const wanted = o->per_vertex != NULL ? &at : NULL;
    GRAPH_TRY(o->form == GRAPH_FORM_ALGEBRA ? count_by_products(&sum, wanted, &found, A, &place)
                                            : graph__fused_triangles(&sum, wanted, &found, A, &place));
    GRAPH_TRY(graph__progress_close(place.progress));
    *count = sum;
    if (o->report != NULL)
        *o->report = found;
    if (o->per_vertex != NULL)
        *o->per_vertex = at;
    at = NULL;
done:
    graph__place_end(&place, status);
    graph_vector_release(&at);
    return status;
}
