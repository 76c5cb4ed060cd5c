/* Local clustering coefficients and transitivity, from the triangles and the neighbours of each vertex:
 *
 *     local(v) = 2 t(v) / (d(v) (d(v) - 1)),   transitivity = sum of 2 t(v) / sum of d(v) (d(v) - 1)
 *
 * In the algebra, with S the pattern of A or A' without its diagonal: d = row sums of S; 2 t = row sums of C,
 * C<S> = S plus_pair S.  Otherwise neighbours are counted by merging the rows of A and of its transpose.
 * Sources: Watts, Strogatz, Nature 393, 1998; Newman, Watts, Strogatz, PNAS 99, 2002. */
#include "algorithms/paths.h"

static graph_status check(const graph_matrix *A, const graph_clustering_facts *facts,
                          const graph_clustering_options *o)
{
    graph_status status;
    GRAPH_TRY(graph__check_graph(A, o->size, sizeof *o, o->form));
    if (facts != NULL && facts->size != sizeof *facts)
        GRAPH_FAIL(GRAPH_E_INVALID_VALUE, "facts.size is %zu; expected %zu", facts->size, sizeof *facts);
done:
    return status;
}

/* The vertices other than v that are in row v of A or of B. */
static int64_t neighbours(const struct graph_csr *A, const struct graph_csr *B, int64_t v)
{
    int64_t a = A->row_start[v], b = B->row_start[v], count = 0;
    while (a < A->row_start[v + 1] || b < B->row_start[v + 1]) {
        int32_t in_A = a < A->row_start[v + 1] ? A->column[a] : INT32_MAX;
        int32_t in_B = b < B->row_start[v + 1] ? B->column[b] : INT32_MAX;
        int32_t least = in_A < in_B ? in_A : in_B;
        count += least != v;
        a += in_A == least;
        b += in_B == least;
    }
    return count;
}

static graph_status count_neighbours(int64_t *degree, const graph_matrix *A, const struct graph_place *place)
{
    struct graph_csr rows, columns;
    bool is_symmetric;
    graph_status status;
    GRAPH_TRY(graph__matrix_view(&rows, A, graph__cpu()));
    GRAPH_TRY(graph__matrix_symmetry(&is_symmetric, A));
    if (is_symmetric)
        columns = rows;
    else
        GRAPH_TRY(graph__matrix_view_transposed(&columns, A, graph__cpu(), place->threads));
#pragma omp parallel for num_threads(place->threads) schedule(dynamic, 1024)
    for (int64_t v = 0; v < rows.rows; v++)
        degree[v] = neighbours(&rows, &columns, v);
done:
    return status;
}

static graph_status count_neighbours_by_algebra(int64_t *degree, const graph_matrix *A,
                                                const graph_clustering_options *o)
{
    const graph_descriptor d = {.size = sizeof d, .backend = o->backend, .threads = o->threads};
    graph_matrix *S = NULL;
    graph_vector *sums = NULL;
    graph_index n = (graph_index)A->rows;
    graph_status status;
    GRAPH_TRY(graph__simple_graph(&S, A, &d));
    GRAPH_TRY(graph_vector_create(&sums, GRAPH_INT64, n));
    GRAPH_TRY(graph_vector_fill(sums, graph_int64(0)));
    GRAPH_TRY(graph_reduce_rows(sums, NULL, GRAPH_PLUS, GRAPH_PLUS, S, &d));
    GRAPH_TRY(graph_vector_extract_tuples(NULL, degree, GRAPH_INT64, &n, sums));
done:
    graph_matrix_release(&S);
    graph_vector_release(&sums);
    return status;
}

/* Coefficients, and what they sum to; the sum of doubles is in the order of the vertices. */
static void divide(double *local, graph_clustering_facts *facts, const int64_t *triangles,
                   const int64_t *degree, int64_t n)
{
    double sum = 0;
    for (int64_t v = 0; v < n; v++) {
        uint64_t pairs = degree[v] < 2 ? 0 : (uint64_t)degree[v] * (uint64_t)(degree[v] - 1) / 2;
        local[v] = pairs == 0 ? 0 : (double)triangles[v] / (double)pairs;
        sum += local[v];
        facts->triples += pairs;
    }
    facts->transitivity = facts->triples == 0 ? 0 : 3 * (double)facts->triangles / (double)facts->triples;
    facts->mean = n == 0 ? 0 : sum / (double)n;
}

graph_status graph_clustering(graph_vector **local, graph_clustering_facts *facts, const graph_matrix *A,
                              const graph_clustering_options *options)
{
    static const graph_clustering_options defaults = {.size = sizeof(graph_clustering_options)};
    const graph_clustering_options *o = options != NULL ? options : &defaults;
    graph_triangles_options count = {.size = sizeof count, .form = o->form, .backend = o->backend};
    graph_clustering_facts found = {.size = sizeof found};
    graph_vector *at = NULL, *locals = NULL, *degrees = NULL;
    int64_t *triangles = NULL, *degree = NULL;
    double *coefficient = NULL;
    struct graph_place place;
    graph_status status;
    if (local != NULL)
        *local = NULL;
    if (o->size == sizeof *o && o->triangles != NULL)
        *o->triangles = NULL;
    if (o->size == sizeof *o && o->degree != NULL)
        *o->degree = NULL;
    GRAPH_TRY(check(A, facts, o));
    GRAPH_TRY(graph__place_algorithm(&place, o->backend, o->threads));
    graph_index n = (graph_index)A->rows;
    count.threads = place.threads;
    count.per_vertex = &at;
    count.progress = o->progress;
    count.context = o->context;
    GRAPH_TRY(GRAPH_NEW(triangles, n));
    GRAPH_TRY(GRAPH_NEW(degree, n));
    GRAPH_TRY(GRAPH_NEW(coefficient, n));
    GRAPH_TRY(graph_triangles(&found.triangles, A, &count));
    GRAPH_TRY(graph_vector_extract_tuples(NULL, triangles, GRAPH_INT64, &n, at));
    GRAPH_TRY(o->form == GRAPH_FORM_ALGEBRA ? count_neighbours_by_algebra(degree, A, o)
                                            : count_neighbours(degree, A, &place));
    divide(coefficient, &found, triangles, degree, A->rows);
    if (local != NULL)
        GRAPH_TRY(graph__vector_of_values(&locals, GRAPH_FP64, A->rows, (void **)&coefficient));
    if (o->degree != NULL)
        GRAPH_TRY(graph__vector_of_values(&degrees, GRAPH_INT64, A->rows, (void **)&degree));
    if (local != NULL)
        *local = locals;
    if (o->degree != NULL)
        *o->degree = degrees;
    if (o->triangles != NULL) {
        *o->triangles = at;
        at = NULL;
    }
    if (facts != NULL)
        *facts = found;
done:
    if (status < 0)
        graph_vector_release(&locals);
    graph_vector_release(&at);
    graph__free(triangles);
    graph__free(degree);
    graph__free(coefficient);
    return status;
}
