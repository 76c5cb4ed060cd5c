/* Similarity of vertices.  In the algebra, D the diagonal of 1 / log(entries of a column):
 *
 *     C = A plus_pair A', or A D plus_times A';   without its diagonal, or where the pairs are;   then the formula
 *
 * The fused form looks up neighbours pair by pair, or adds up rows of A'.
 * Sources: Jaccard, 1901; Adamic, Adar, Social Networks 25(3), 2003. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "algorithms/structure/structure.h"
#include "semigraph/similarity.h"

static const graph_similarity_options defaults = {.size = sizeof(graph_similarity_options)};

static graph_status check(const graph_matrix *A, const graph_similarity_options *o)
{
    graph_status status = graph__check_graph(A, o->size, sizeof *o, o->form);
    if (status == GRAPH_OK && ((int)o->kind < 0 || o->kind > GRAPH_ADAMIC_ADAR))
        return graph__fail(GRAPH_E_DOMAIN, "options.kind is %d; expected 0 .. %d", (int)o->kind,
                           (int)GRAPH_ADAMIC_ADAR);
    return status;
}

/* 1 / log(entries of a column), 0 where there are fewer than two. */
static graph_status find_shares(double **share, const graph_matrix *A)
{
    struct graph_csr a;
    graph_status status;
    *share = NULL;
    GRAPH_TRY(graph__matrix_view(&a, A, graph__cpu()));
    GRAPH_TRY(GRAPH_NEW_ZEROED(*share, a.rows));
    for (int64_t k = 0; k < a.entries; k++)
        (*share)[a.column[k]] += 1;
    for (int64_t v = 0; v < a.rows; v++)
        (*share)[v] = (*share)[v] > 1 ? 1 / log((*share)[v]) : 0;
done:
    return status;
}

static double value_of(graph_similarity_kind kind, double common, int64_t of_u, int64_t of_v)
{
    switch (kind) {
    case GRAPH_JACCARD:
        return (double)(of_u + of_v) - common == 0 ? 0 : common / ((double)(of_u + of_v) - common);
    case GRAPH_OVERLAP:
        return of_u == 0 || of_v == 0 ? 0 : common / (double)(of_u < of_v ? of_u : of_v);
    case GRAPH_COSINE:
        return of_u == 0 || of_v == 0 ? 0 : common / sqrt((double)of_u * (double)of_v);
    default:
        return common;
    }
}

/* *C = the common neighbours of rows where M (NULL: everywhere) has entries, as GRAPH_FP64. */
static graph_status common_neighbours(graph_matrix **C, const graph_matrix *A, const graph_matrix *M,
                                      const double *share, const graph_similarity_options *o)
{
    const graph_index n = (graph_index)A->rows;
    graph_descriptor d = graph__plain(o->backend, o->threads);
    graph_matrix *P = NULL, *D = NULL, *AD = NULL;
    graph_index *vertex = NULL;
    graph_status status;
    GRAPH_TRY(graph_matrix_create(C, GRAPH_FP64, n, n));
    GRAPH_TRY(graph__pattern_of(&P, A));
    if (share != NULL) {
        GRAPH_TRY(GRAPH_NEW(vertex, n));
        for (graph_index v = 0; v < n; v++)
            vertex[v] = v;
        GRAPH_TRY(graph_matrix_create(&D, GRAPH_FP64, n, n));
        GRAPH_TRY(graph_matrix_create(&AD, GRAPH_FP64, n, n));
        GRAPH_TRY(graph_matrix_build(D, vertex, vertex, share, GRAPH_FP64, n, GRAPH_NO_OP));
        GRAPH_TRY(
            graph_mxm(AD, NULL, GRAPH_NO_OP, graph_semiring_builtin(GRAPH_PLUS_TIMES, GRAPH_FP64), P, D, &d));
    }
    d.flags = GRAPH_TRANSPOSE_B | (M != NULL ? GRAPH_MASK_STRUCTURE : 0);
    GRAPH_TRY(
        graph_mxm(*C, M, GRAPH_NO_OP,
                  graph_semiring_builtin(share != NULL ? GRAPH_PLUS_TIMES : GRAPH_PLUS_PAIR, GRAPH_FP64),
                  share != NULL ? AD : P, P, &d));
done:
    graph_matrix_release(&P);
    graph_matrix_release(&D);
    graph_matrix_release(&AD);
    graph__free(vertex);
    return status;
}

struct entry {
    double value;
    graph_index row, column;
};

static int by_row_and_value(const void *x, const void *y)
{
    const struct entry *a = x, *b = y;
    if (a->row != b->row)
        return a->row < b->row ? -1 : 1;
    if (a->value != b->value)
        return a->value < b->value ? 1 : -1;
    return (a->column > b->column) - (a->column < b->column);
}

static graph_status rows_by_algebra(graph_matrix **S, const graph_matrix *A, const double *share,
                                    const graph_similarity_options *o)
{
    const graph_descriptor d = graph__plain(o->backend, o->threads);
    struct graph_csr a;
    graph_matrix *C = NULL, *made = NULL;
    graph_index entries, *row = NULL, *column = NULL, count = 0, in_row = 0;
    double *value = NULL;
    struct entry *entry = NULL;
    graph_status status;
    GRAPH_TRY(graph__tell(o->progress, o->context, -1));
    GRAPH_TRY(graph__matrix_view(&a, A, graph__cpu()));
    GRAPH_TRY(common_neighbours(&C, A, NULL, share, o));
    GRAPH_TRY(graph_select(C, NULL, GRAPH_NO_OP, GRAPH_OFFDIAGONAL, C, graph_int64(0), &d));
    GRAPH_TRY(graph_matrix_entries(&entries, C));
    GRAPH_TRY(GRAPH_NEW(row, entries));
    GRAPH_TRY(GRAPH_NEW(column, entries));
    GRAPH_TRY(GRAPH_NEW(value, entries));
    GRAPH_TRY(GRAPH_NEW(entry, entries));
    GRAPH_TRY(graph_matrix_extract_tuples(row, column, value, GRAPH_FP64, &entries, C));
    for (graph_index k = 0; k < entries; k++)
        entry[k] = (struct entry){value_of(o->kind, value[k], a.row_start[row[k] + 1] - a.row_start[row[k]],
                                           a.row_start[column[k] + 1] - a.row_start[column[k]]),
                                  row[k], column[k]};
    qsort(entry, entries, sizeof *entry, by_row_and_value);
    for (graph_index k = 0; k < entries; k++) {
        in_row = k > 0 && entry[k].row == entry[k - 1].row ? in_row + 1 : 0;
        if (o->best > 0 && in_row >= o->best)
            continue;
        row[count] = entry[k].row;
        column[count] = entry[k].column;
        value[count++] = entry[k].value;
    }
    GRAPH_TRY(graph_matrix_create(&made, GRAPH_FP64, (graph_index)A->rows, (graph_index)A->rows));
    GRAPH_TRY(graph_matrix_build(made, row, column, value, GRAPH_FP64, count, GRAPH_NO_OP));
    *S = made;
    made = NULL;
done:
    graph_matrix_release(&C);
    graph_matrix_release(&made);
    graph__free(row);
    graph__free(column);
    graph__free(value);
    graph__free(entry);
    return status;
}

/* Runs the request at the place, or on the CPU. */
static graph_status run(struct graph_similarity_request *r, const graph_matrix *A,
                        const struct graph_backend *backend)
{
    bool is_symmetric;
    graph_status status;
    GRAPH_TRY(graph__matrix_view(&r->A, A, backend));
    GRAPH_TRY(graph__matrix_symmetry(&is_symmetric, A));
    r->A_transposed = r->A;
    if (!is_symmetric && r->first == NULL)
        GRAPH_TRY(graph__matrix_view_transposed(&r->A_transposed, A, backend, r->threads));
    GRAPH_TRY(backend->similarity(r));
done:
    return status;
}

static graph_status run_fused(struct graph_similarity_request *r, const graph_matrix *A,
                              const struct graph_place *place)
{
    graph_status status = run(r, A, place->backend);
    if (!graph__place_failed(place, status))
        return status;
    graph__place_used(GRAPH_BACKEND_CPU);
    return run(r, A, graph__cpu());
}

static enum graph_likeness likeness_of(graph_similarity_kind kind)
{
    static const enum graph_likeness of[] = {GRAPH_LIKE_JACCARD, GRAPH_LIKE_OVERLAP, GRAPH_LIKE_COSINE,
                                             GRAPH_LIKE_ADAMIC_ADAR};
    return of[kind];
}

graph_status graph_similarity(graph_matrix **similarity, const graph_matrix *A,
                              const graph_similarity_options *options)
{
    const graph_similarity_options *o = options != NULL ? options : &defaults;
    struct graph_place place = {.backend = graph__cpu()};
    struct graph_similarity_request request = {0};
    graph_matrix *S = NULL;
    double *share = NULL;
    graph_status status;
    if (similarity == NULL)
        return graph__fail(GRAPH_E_NULL, "similarity is NULL");
    *similarity = NULL;
    GRAPH_TRY(check(A, o));
    GRAPH_PLACE_FUSED(&place, o, similarity, GRAPH_HEAVY, A);
    if (o->kind == GRAPH_ADAMIC_ADAR)
        GRAPH_TRY(find_shares(&share, A));
    if (o->form == GRAPH_FORM_ALGEBRA) {
        GRAPH_TRY(rows_by_algebra(similarity, A, share, o));
        goto done;
    }
    request.kind = likeness_of(o->kind);
    request.share = share;
    request.threads = place.threads;
    request.best = o->best < (graph_index)A->rows ? (int64_t)o->best : A->rows;
    request.progress = o->progress;
    request.context = o->context;
    GRAPH_TRY(run_fused(&request, A, &place));
    GRAPH_TRY(graph_matrix_create(&S, GRAPH_FP64, (graph_index)A->rows, (graph_index)A->rows));
    GRAPH_TRY(graph__matrix_adopt(S, &request.rows, graph__cpu()));
    *similarity = S;
    S = NULL;
done:
    graph__place_end(&place, status);
    graph__csr_arrays_release(&request.rows, graph__cpu());
    graph__free(share);
    graph_matrix_release(&S);
    return status;
}

/* Masked by the pairs, each of them once. */
static graph_status pairs_by_algebra(struct graph_similarity_request *r, const graph_matrix *A,
                                     const double *share, const graph_similarity_options *o)
{
    const graph_index n = (graph_index)A->rows;
    struct graph_csr a, c;
    graph_matrix *M = NULL, *C = NULL;
    graph_index *row = NULL, *column = NULL;
    graph_status status;
    GRAPH_TRY(GRAPH_NEW(row, r->pairs));
    GRAPH_TRY(GRAPH_NEW(column, r->pairs));
    for (int64_t k = 0; k < r->pairs; k++) {
        row[k] = (graph_index)r->first[k];
        column[k] = (graph_index)r->second[k];
    }
    GRAPH_TRY(graph_matrix_create(&M, GRAPH_PATTERN, n, n));
    GRAPH_TRY(graph_matrix_build(M, row, column, NULL, GRAPH_PATTERN, (graph_index)r->pairs, GRAPH_ANY));
    GRAPH_TRY(common_neighbours(&C, A, M, share, o));
    GRAPH_TRY(graph__matrix_view(&a, A, graph__cpu()));
    GRAPH_TRY(graph__matrix_view(&c, C, graph__cpu()));
    const double *common = c.value;
    for (int64_t k = 0; k < r->pairs; k++) {
        const int32_t u = r->first[k], v = r->second[k];
        const int64_t at = graph__entry_at(&c, u, v);
        r->value[k] = value_of(o->kind, at < 0 ? 0 : common[at], a.row_start[u + 1] - a.row_start[u],
                               a.row_start[v + 1] - a.row_start[v]);
    }
done:
    graph_matrix_release(&M);
    graph_matrix_release(&C);
    graph__free(row);
    graph__free(column);
    return status;
}

static graph_status copy_vertices(int32_t **list, const graph_index *vertex, graph_index count,
                                  const graph_matrix *A, const char *argument)
{
    graph_status status;
    *list = NULL;
    if (vertex == NULL)
        return graph__fail(GRAPH_E_NULL, "%s is NULL", argument);
    GRAPH_TRY(GRAPH_NEW(*list, count));
    for (graph_index k = 0; k < count; k++) {
        GRAPH_TRY(graph__check_vertex(A, vertex[k], argument));
        (*list)[k] = (int32_t)vertex[k];
    }
done:
    return status;
}

graph_status graph_similarity_of_pairs(graph_vector **similarity, const graph_matrix *A,
                                       const graph_index *first, const graph_index *second, graph_index pairs,
                                       const graph_similarity_options *options)
{
    const graph_similarity_options *o = options != NULL ? options : &defaults;
    struct graph_place place = {.backend = graph__cpu()};
    struct graph_similarity_request request = {.pairs = (int64_t)pairs};
    double *share = NULL;
    int32_t *u = NULL, *v = NULL;
    graph_status status;
    if (similarity == NULL)
        return graph__fail(GRAPH_E_NULL, "similarity is NULL");
    *similarity = NULL;
    GRAPH_TRY(check(A, o));
    GRAPH_PLACE_FUSED(&place, o, similarity, GRAPH_HEAVY, A);
    GRAPH_TRY(copy_vertices(&u, first, pairs, A, "first"));
    GRAPH_TRY(copy_vertices(&v, second, pairs, A, "second"));
    GRAPH_TRY(GRAPH_NEW(request.value, pairs));
    if (o->kind == GRAPH_ADAMIC_ADAR)
        GRAPH_TRY(find_shares(&share, A));
    request.kind = likeness_of(o->kind);
    request.share = share;
    request.threads = place.threads;
    request.first = u;
    request.second = v;
    GRAPH_TRY(o->form == GRAPH_FORM_ALGEBRA ? pairs_by_algebra(&request, A, share, o)
                                            : run_fused(&request, A, &place));
    GRAPH_TRY(graph__vector_of_values(similarity, GRAPH_FP64, (int64_t)pairs, (void **)&request.value));
done:
    graph__place_end(&place, status);
    graph__free(request.value);
    graph__free(share);
    graph__free(u);
    graph__free(v);
    return status;
}
