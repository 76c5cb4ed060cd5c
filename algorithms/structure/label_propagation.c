/* Label propagation by the rule of LDBC Graphalytics.  In the algebra, L the matrix (v, label(v)) and B = A + A' of ones:
 *
 *     C = B plus_first L;   label(v) = the smallest column with the largest value of row v of C
 *
 * The fused form counts labels around each vertex.
 * Source: Iosup et al., "The LDBC Graphalytics benchmark", arXiv 2011.15028, section 2.3.4. */
#include "algorithms/structure/structure.h"
#include "semigraph/communities.h"

enum { USUAL_ROUNDS = 10 };

static const graph_labels_options defaults = {.size = sizeof(graph_labels_options)};

/* B = A + A' of ones, or the ones of A where its pattern is symmetric. */
static graph_status count_edges(graph_matrix **B, const graph_matrix *A, const graph_descriptor *d)
{
    const graph_index n = (graph_index)A->rows;
    graph_descriptor both = *d;
    bool is_symmetric;
    graph_status status;
    both.flags = GRAPH_TRANSPOSE_B;
    GRAPH_TRY(graph__matrix_symmetry(&is_symmetric, A));
    GRAPH_TRY(graph_matrix_create(B, GRAPH_INT64, n, n));
    GRAPH_TRY(graph_ewise_mult(*B, NULL, GRAPH_NO_OP, GRAPH_PAIR, A, A, d));
    if (!is_symmetric)
        GRAPH_TRY(graph_ewise_add(*B, NULL, GRAPH_NO_OP, GRAPH_PLUS, *B, *B, &both));
done:
    return status;
}

/* label(v) = the smallest column with the largest value of row v of C; returns how many changed. */
static graph_status vote(int64_t *changed, graph_index *label, const graph_matrix *C)
{
    graph_index entries, *row = NULL, *column = NULL;
    int64_t *votes = NULL;
    graph_status status;
    *changed = 0;
    GRAPH_TRY(graph_matrix_entries(&entries, C));
    GRAPH_TRY(GRAPH_NEW(row, entries));
    GRAPH_TRY(GRAPH_NEW(column, entries));
    GRAPH_TRY(GRAPH_NEW(votes, entries));
    GRAPH_TRY(graph_matrix_extract_tuples(row, column, votes, GRAPH_INT64, &entries, C));
    for (graph_index k = 0; k < entries;) {
        graph_index best = k, v = row[k];
        for (; k < entries && row[k] == v; k++)
            if (votes[k] > votes[best])
                best = k;
        *changed += label[v] != column[best];
        label[v] = column[best];
    }
done:
    graph__free(row);
    graph__free(column);
    graph__free(votes);
    return status;
}

static graph_status by_algebra(graph_index *label, graph_index *made, const graph_matrix *A,
                               graph_index rounds, const graph_labels_options *o)
{
    const graph_descriptor d = graph__plain(o->backend, o->threads);
    const graph_semiring *plus_first = graph_semiring_builtin(GRAPH_PLUS_FIRST, GRAPH_INT64);
    const graph_index n = (graph_index)A->rows;
    graph_matrix *B = NULL, *L = NULL, *C = NULL;
    graph_index *vertex = NULL;
    graph_status status;
    GRAPH_TRY(GRAPH_NEW(vertex, n));
    for (graph_index v = 0; v < n; v++)
        vertex[v] = label[v] = v;
    GRAPH_TRY(count_edges(&B, A, &d));
    GRAPH_TRY(graph_matrix_create(&C, GRAPH_INT64, n, n));
    for (*made = 0; *made < rounds; ++*made) {
        int64_t changed;
        GRAPH_TRY(graph__tell(o->progress, o->context, (double)*made / (double)rounds));
        graph_matrix_release(&L);
        GRAPH_TRY(graph_matrix_create(&L, GRAPH_PATTERN, n, n));
        GRAPH_TRY(graph_matrix_build(L, vertex, label, NULL, GRAPH_PATTERN, n, GRAPH_NO_OP));
        GRAPH_TRY(graph_mxm(C, NULL, GRAPH_NO_OP, plus_first, B, L, &d));
        GRAPH_TRY(vote(&changed, label, C));
        if (changed == 0)
            break;
    }
done:
    graph__free(vertex);
    graph_matrix_release(&B);
    graph_matrix_release(&L);
    graph_matrix_release(&C);
    return status;
}

static graph_status open_reverse(struct graph_csr *in, const graph_matrix *A,
                                 const struct graph_backend *backend, int threads)
{
    bool is_symmetric;
    graph_status status = graph__matrix_symmetry(&is_symmetric, A);
    *in = (struct graph_csr){0};
    return status < 0 || is_symmetric ? status : graph__matrix_view_transposed(in, A, backend, threads);
}

static graph_status by_kernel(graph_index *label, graph_index *made, const graph_matrix *A,
                              graph_index rounds, const graph_labels_options *o,
                              const struct graph_place *place)
{
    struct graph_labels_request request = {
        .rounds = (int64_t)rounds, .threads = place->threads, .progress = o->progress, .context = o->context};
    graph_status status;
    GRAPH_TRY(GRAPH_NEW(request.label, A->rows));
    GRAPH_TRY(open_reverse(&request.A_transposed, A, place->backend, place->threads));
    status = graph__matrix_view(&request.A, A, place->backend);
    if (status >= 0)
        status = place->backend->labels(&request);
    if (graph__place_failed(place, status)) {
        graph__place_used(GRAPH_BACKEND_CPU);
        GRAPH_TRY(open_reverse(&request.A_transposed, A, graph__cpu(), place->threads));
        GRAPH_TRY(graph__matrix_view(&request.A, A, graph__cpu()));
        status = graph__cpu()->labels(&request);
    }
    for (int64_t v = 0; status >= 0 && v < A->rows; v++)
        label[v] = (graph_index)request.label[v];
    *made = (graph_index)request.made;
done:
    graph__free(request.label);
    return status;
}

graph_status graph_label_propagation(graph_vector **label, const graph_matrix *A,
                                     const graph_labels_options *options)
{
    const graph_labels_options *o = options != NULL ? options : &defaults;
    struct graph_place place = {.backend = graph__cpu()};
    graph_index *name = NULL, made = 0;
    graph_status status;
    if (label == NULL)
        return graph__fail(GRAPH_E_NULL, "label is NULL");
    *label = NULL;
    GRAPH_TRY(graph__check_graph(A, o->size, sizeof *o, o->form));
    const graph_index rounds = o->rounds == 0 ? USUAL_ROUNDS : o->rounds < INT32_MAX ? o->rounds : INT32_MAX;
    GRAPH_PLACE_FUSED(&place, o, labels, GRAPH_HEAVY, A);
    GRAPH_TRY(GRAPH_NEW(name, A->rows));
    GRAPH_TRY(o->form == GRAPH_FORM_ALGEBRA ? by_algebra(name, &made, A, rounds, o)
                                            : by_kernel(name, &made, A, rounds, o, &place));
    GRAPH_TRY(graph__vector_of_values(label, GRAPH_INT64, A->rows, (void **)&name));
    if (o->made != NULL)
        *o->made = made;
done:
    graph__place_end(&place, status);
    graph__free(name);
    return status;
}
