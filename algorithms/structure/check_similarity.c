/* Checks similarities pair by pair, with the neighbours of one vertex marked, and walks step by step. */
#include <math.h>

#include "algorithms/structure/structure.h"
#include "semigraph/similarity.h"
#include "semigraph/walks.h"

/* The similarity of u and v by its formula; mark[w] = u + 1 for the columns w of row u. */
static double similarity_of(const struct graph_csr *a, const int64_t *in_column, int64_t *mark, int64_t u,
                            int64_t v, graph_similarity_kind kind)
{
    const double of_u = (double)(a->row_start[u + 1] - a->row_start[u]),
                 of_v = (double)(a->row_start[v + 1] - a->row_start[v]);
    double common = 0, logarithms = 0;
    for (int64_t k = a->row_start[u]; k < a->row_start[u + 1]; k++)
        mark[a->column[k]] = u + 1;
    for (int64_t k = a->row_start[v]; k < a->row_start[v + 1]; k++)
        if (mark[a->column[k]] == u + 1) {
            common++;
            logarithms += in_column[a->column[k]] > 1 ? 1 / log((double)in_column[a->column[k]]) : 0;
        }
    if (kind == GRAPH_ADAMIC_ADAR)
        return logarithms;
    if (common == 0)
        return 0;
    return kind == GRAPH_JACCARD   ? common / (of_u + of_v - common)
           : kind == GRAPH_OVERLAP ? common / fmin(of_u, of_v)
                                   : common / sqrt(of_u * of_v);
}

graph_status graph_check_similarity(const graph_vector *similarity, const graph_matrix *A,
                                    const graph_index *first, const graph_index *second, graph_index pairs,
                                    const graph_similarity_options *options)
{
    static const graph_similarity_options defaults = {.size = sizeof(graph_similarity_options)};
    const graph_similarity_options *o = options != NULL ? options : &defaults;
    struct graph_csr a;
    graph_index length, room = pairs;
    double *claimed = NULL;
    int64_t *mark = NULL, *in_column = NULL;
    graph_status status;
    GRAPH_TRY(graph__check_graph(A, o->size, sizeof *o, o->form));
    if (similarity == NULL || first == NULL || second == NULL)
        GRAPH_FAIL(GRAPH_E_NULL, "similarity, first or second is NULL");
    GRAPH_TRY(graph_vector_length(&length, similarity));
    if (length != pairs)
        GRAPH_FAIL(GRAPH_E_DIMENSION, "similarity has length %llu; expected %llu", (unsigned long long)length,
                   (unsigned long long)pairs);
    GRAPH_TRY(graph__matrix_view(&a, A, graph__cpu()));
    GRAPH_TRY(GRAPH_NEW(claimed, pairs));
    GRAPH_TRY(GRAPH_NEW_ZEROED(mark, a.rows));
    GRAPH_TRY(GRAPH_NEW_ZEROED(in_column, a.rows));
    GRAPH_TRY(graph_vector_extract_tuples(NULL, claimed, GRAPH_FP64, &room, similarity));
    if (room != pairs)
        GRAPH_FAIL(GRAPH_E_INVALID_OBJECT, "similarity has %llu entries; expected %llu",
                   (unsigned long long)room, (unsigned long long)pairs);
    for (int64_t k = 0; k < a.entries; k++)
        in_column[a.column[k]]++;
    for (graph_index k = 0; k < pairs; k++) {
        GRAPH_TRY(graph__check_vertex(A, first[k], "first"));
        GRAPH_TRY(graph__check_vertex(A, second[k], "second"));
        const double x = similarity_of(&a, in_column, mark, (int64_t)first[k], (int64_t)second[k], o->kind);
        if (!(fabs(claimed[k] - x) <= 1e-12 * (1 + x)))
            GRAPH_FAIL(GRAPH_E_INVALID_OBJECT, "similarity(%llu, %llu) is %.17g; expected %.17g",
                       (unsigned long long)first[k], (unsigned long long)second[k], claimed[k], x);
    }
done:
    graph__free(claimed);
    graph__free(mark);
    graph__free(in_column);
    return status;
}

/* Whether row u has an entry of a weight above 0, at column v or anywhere (v < 0). */
static bool leads_to(const struct graph_csr *a, const double *weight, int64_t u, int32_t v)
{
    for (int64_t k = a->row_start[u]; k < a->row_start[u + 1]; k++)
        if ((v < 0 || a->column[k] == v) && (weight == NULL || weight[k] > 0))
            return true;
    return false;
}

graph_status graph_check_walks(const graph_dense *vertex, const graph_matrix *A, const graph_index *source,
                               graph_index sources, graph_index length, const graph_walks_options *options)
{
    static const graph_walks_options defaults = {.size = sizeof(graph_walks_options)};
    const graph_walks_options *o = options != NULL ? options : &defaults;
    const graph_index each = o->each == 0 ? 1 : o->each;
    struct graph_csr a;
    double *weight = NULL;
    graph_status status;
    GRAPH_TRY(graph__check_graph(A, o->size, sizeof *o, o->form));
    if (vertex == NULL || vertex->value == NULL)
        GRAPH_FAIL(GRAPH_E_NULL, "vertex is NULL");
    if (source == NULL)
        sources = (graph_index)A->rows;
    if (vertex->rows != sources * each || vertex->columns != length + 1)
        GRAPH_FAIL(GRAPH_E_DIMENSION, "vertex is %llu x %llu; expected %llu x %llu",
                   (unsigned long long)vertex->rows, (unsigned long long)vertex->columns,
                   (unsigned long long)(sources * each), (unsigned long long)length + 1);
    if (vertex->type != GRAPH_INT32 || vertex->layout != GRAPH_ROW_MAJOR)
        GRAPH_FAIL(GRAPH_E_DOMAIN, "vertex is not a row-major matrix of int32");
    GRAPH_TRY(graph__matrix_view(&a, A, graph__cpu()));
    if (o->is_weighted && A->type != GRAPH_PATTERN) {
        if (A->type >= GRAPH_OWN_TYPES)
            GRAPH_FAIL(GRAPH_E_DOMAIN, "A has values of the type %s; expected a built-in one",
                       graph_type_name(A->type));
        GRAPH_TRY(GRAPH_NEW(weight, a.entries));
        GRAPH_TRY(graph__cpu()->convert(weight, GRAPH_FP64, a.value, A->type, a.entries, 1));
    }
    for (graph_index w = 0; w < sources * each; w++) {
        const int32_t *at = (const int32_t *)vertex->value + w * vertex->stride;
        const graph_index from = source != NULL ? source[w / each] : w / each;
        if (at[0] < 0 || (graph_index)at[0] != from)
            GRAPH_FAIL(GRAPH_E_INVALID_OBJECT, "walk %llu begins at %d; expected %llu", (unsigned long long)w,
                       at[0], (unsigned long long)from);
        for (graph_index i = 1; i <= length; i++) {
            const bool is_good = at[i] < -1 || at[i] >= a.rows ? false
                                 : at[i - 1] < 0               ? at[i] == -1
                                 : at[i] < 0                   ? !leads_to(&a, weight, at[i - 1], -1)
                                                               : leads_to(&a, weight, at[i - 1], at[i]);
            if (!is_good)
                GRAPH_FAIL(GRAPH_E_INVALID_OBJECT, "step %llu of walk %llu goes from %d to %d",
                           (unsigned long long)i, (unsigned long long)w, at[i - 1], at[i]);
        }
    }
done:
    graph__free(weight);
    return status;
}
