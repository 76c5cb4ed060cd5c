/* The spanning forest of least weight.  In the algebra, R the places of the edges in the order of weight and position,
 * at both entries:
 *
 *     each row takes its least place;   S = (v, tree(v)) of the trees that these edges make;
 *     R = S' min_second R min_first S without its diagonal;   until R has no entry
 *
 * which is Boruvka's method.  The fused form is Kruskal's on the CPU, and Boruvka's on a device.
 * Sources: Boruvka, 1926; Kruskal, Proc. AMS 7(1), 1956. */
#include <string.h>

#include "algorithms/structure/structure.h"
#include "semigraph/sets.h"

static const graph_forest_options defaults = {.size = sizeof(graph_forest_options)};

static graph_status check(const graph_matrix *A, const graph_forest_options *o)
{
    graph_status status = graph__check_graph(A, o->size, sizeof *o, o->form);
    if (status == GRAPH_OK && o->report != NULL && o->report->size != sizeof *o->report)
        return graph__fail(GRAPH_E_INVALID_VALUE, "options.report.size is %zu; expected %zu", o->report->size,
                           sizeof *o->report);
    return status;
}

/* taken[p] = 1 for the least places p of the rows of R, and *T = these entries. */
static graph_status take_least(uint8_t *taken, graph_matrix **T, const graph_matrix *R,
                               const graph_descriptor *d)
{
    graph_vector *least = NULL;
    graph_index n, entries, *row = NULL, *column = NULL, count = 0;
    int64_t *place = NULL, *of_row = NULL;
    graph_status status;
    GRAPH_TRY(graph_matrix_rows(&n, R));
    GRAPH_TRY(graph_matrix_entries(&entries, R));
    GRAPH_TRY(GRAPH_NEW(row, entries));
    GRAPH_TRY(GRAPH_NEW(column, entries));
    GRAPH_TRY(GRAPH_NEW(place, entries));
    GRAPH_TRY(GRAPH_NEW(of_row, n));
    GRAPH_TRY(graph_vector_create(&least, GRAPH_INT64, n));
    GRAPH_TRY(graph_vector_fill(least, graph_int64(INT64_MAX)));
    GRAPH_TRY(graph_reduce_rows(least, NULL, GRAPH_MIN, GRAPH_MIN, R, d));
    GRAPH_TRY(graph_vector_extract_tuples(NULL, of_row, GRAPH_INT64, &n, least));
    GRAPH_TRY(graph_matrix_extract_tuples(row, column, place, GRAPH_INT64, &entries, R));
    for (graph_index k = 0; k < entries; k++)
        if (place[k] == of_row[row[k]]) {
            taken[place[k]] = 1;
            row[count] = row[k];
            column[count++] = column[k];
        }
    graph_matrix_release(T);
    GRAPH_TRY(graph_matrix_create(T, GRAPH_PATTERN, n, n));
    GRAPH_TRY(graph_matrix_build(*T, row, column, NULL, GRAPH_PATTERN, count, GRAPH_NO_OP));
done:
    graph_vector_release(&least);
    graph__free(row);
    graph__free(column);
    graph__free(place);
    graph__free(of_row);
    return status;
}

/* R becomes the places between the trees that the entries of T make. */
static graph_status contract(graph_matrix **R, const graph_matrix *T, const graph_descriptor *d)
{
    const graph_semiring *first = graph_semiring_builtin(GRAPH_MIN_FIRST, GRAPH_INT64);
    const graph_semiring *second = graph_semiring_builtin(GRAPH_MIN_SECOND, GRAPH_INT64);
    const graph_components_options o = {.size = sizeof o, .form = GRAPH_FORM_ALGEBRA, .threads = d->threads};
    graph_descriptor transposed = *d;
    graph_vector *tree = NULL;
    graph_matrix *S = NULL, *half = NULL, *next = NULL;
    graph_index n, trees, *vertex = NULL, *of = NULL;
    graph_status status;
    transposed.flags = GRAPH_TRANSPOSE_A;
    GRAPH_TRY(graph_matrix_rows(&n, T));
    GRAPH_TRY(GRAPH_NEW(vertex, n));
    GRAPH_TRY(GRAPH_NEW(of, n));
    GRAPH_TRY(graph_weak_components(&tree, &trees, T, &o));
    GRAPH_TRY(graph_vector_extract_tuples(vertex, of, GRAPH_UINT64, &n, tree));
    GRAPH_TRY(graph_matrix_create(&S, GRAPH_PATTERN, n, trees));
    GRAPH_TRY(graph_matrix_build(S, vertex, of, NULL, GRAPH_PATTERN, n, GRAPH_NO_OP));
    GRAPH_TRY(graph_matrix_create(&half, GRAPH_INT64, trees, n));
    GRAPH_TRY(graph_matrix_create(&next, GRAPH_INT64, trees, trees));
    GRAPH_TRY(graph_mxm(half, NULL, GRAPH_NO_OP, second, S, *R, &transposed));
    GRAPH_TRY(graph_mxm(next, NULL, GRAPH_NO_OP, first, half, S, d));
    GRAPH_TRY(graph_select(next, NULL, GRAPH_NO_OP, GRAPH_OFFDIAGONAL, next, graph_int64(0), d));
    graph_matrix_release(R);
    *R = next;
    next = NULL;
done:
    graph_vector_release(&tree);
    graph_matrix_release(&S);
    graph_matrix_release(&half);
    graph_matrix_release(&next);
    graph__free(vertex);
    graph__free(of);
    return status;
}

static graph_status by_algebra(struct graph_forest_request *r, const graph_matrix *S,
                               const graph_forest_options *o)
{
    const graph_descriptor d = graph__plain(o->backend, o->threads);
    struct graph_edge *edge = NULL;
    graph_matrix *R = NULL, *T = NULL;
    uint8_t *taken = NULL;
    graph_index entries;
    int64_t count;
    graph_status status;
    GRAPH_TRY(graph__matrix_view(&r->A, S, graph__cpu()));
    GRAPH_TRY(graph__sorted_edges(&edge, &count, &r->A, r->key, false, 0));
    GRAPH_TRY(graph__places_matrix(&R, edge, count, r->A.rows));
    GRAPH_TRY(GRAPH_NEW_ZEROED(taken, count));
    for (;;) {
        GRAPH_TRY(graph__tell(o->progress, o->context, -1));
        GRAPH_TRY(graph_matrix_entries(&entries, R));
        if (entries == 0)
            break;
        GRAPH_TRY(take_least(taken, &T, R, &d));
        GRAPH_TRY(contract(&R, T, &d));
    }
    r->edges = 0;
    for (int64_t k = 0; k < count; k++)
        if (taken[k])
            r->edge[r->edges++] = edge[k].entry;
done:
    graph__free(edge);
    graph__free(taken);
    graph_matrix_release(&R);
    graph_matrix_release(&T);
    return status;
}

/* An edge of the forest: its ends, the smaller one first, and the entry that it is listed by. */
struct link {
    int64_t entry;
    int32_t u, v;
};

/* Sorts edges stably by their smaller ends, or by their larger ones; next: n + 1 elements. */
static void sort_links(struct link *to, const struct link *from, int64_t edges, bool by_larger, int64_t *next,
                       int64_t n)
{
    memset(next, 0, (size_t)(n + 1) * sizeof *next);
    for (int64_t k = 0; k < edges; k++)
        next[(by_larger ? from[k].v : from[k].u) + 1]++;
    for (int64_t v = 0; v < n; v++)
        next[v + 1] += next[v];
    for (int64_t k = 0; k < edges; k++)
        to[next[by_larger ? from[k].v : from[k].u]++] = from[k];
}

/* *link = the edges by their ends: by a set of bits of the entries, and sorted only if some are listed by the entry
 * below the diagonal, whose larger ends ascend. */
static graph_status order_links(struct link **link, const struct graph_csr *S, const int64_t *entry,
                                int64_t edges)
{
    uint64_t *is_listed = NULL;
    int64_t count = 0, u = 0;
    bool is_below = false, is_above = false;
    struct link *spare = NULL;
    int64_t *next = NULL;
    graph_status status;
    GRAPH_TRY(GRAPH_NEW(*link, edges));
    GRAPH_TRY(GRAPH_NEW_ZEROED(is_listed, S->entries / 64 + 1));
    for (int64_t k = 0; k < edges; k++)
        is_listed[entry[k] / 64] |= (uint64_t)1 << entry[k] % 64;
    for (int64_t word = 0; word <= S->entries / 64; word++)
        for (uint64_t bits = is_listed[word]; bits != 0; bits &= bits - 1) {
            const int64_t k = 64 * word + __builtin_ctzll(bits);
            while (S->row_start[u + 1] <= k)
                u++;
            const int32_t row = (int32_t)u, column = S->column[k];
            is_below |= column < row;
            is_above |= column > row;
            (*link)[count++] = column < row ? (struct link){k, column, row} : (struct link){k, row, column};
        }
    if (is_below) {
        GRAPH_TRY(GRAPH_NEW(spare, edges));
        GRAPH_TRY(GRAPH_NEW(next, S->rows + 1));
        if (is_above)
            sort_links(spare, *link, count, true, next, S->rows);
        sort_links(is_above ? *link : spare, is_above ? spare : *link, count, false, next, S->rows);
        if (!is_above) {
            struct link *sorted = spare;
            spare = *link;
            *link = sorted;
        }
    }
done:
    graph__free(is_listed);
    graph__free(spare);
    graph__free(next);
    return status;
}

/* The rows of the forest: below the diagonal by the larger ends of the edges, then above it by the smaller ones; place[k]
 * = the two entries of edge k. */
static graph_status make_rows(struct graph_csr_arrays *F, int64_t *place, const struct link *link,
                              int64_t edges, int64_t n)
{
    int64_t *next = NULL;
    graph_status status;
    F->entries = 2 * edges;
    GRAPH_TRY(GRAPH_NEW_ZEROED(F->row_start, n + 1));
    GRAPH_TRY(GRAPH_NEW(F->column, 2 * edges));
    GRAPH_TRY(GRAPH_NEW(next, n));
    for (int64_t k = 0; k < edges; k++) {
        F->row_start[link[k].u + 1]++;
        F->row_start[link[k].v + 1]++;
    }
    for (int64_t v = 0; v < n; v++) {
        next[v] = F->row_start[v];
        F->row_start[v + 1] += F->row_start[v];
    }
    for (int64_t k = 0; k < edges; k++) {
        place[2 * k + 1] = next[link[k].v]++;
        F->column[place[2 * k + 1]] = link[k].u;
    }
    for (int64_t k = 0; k < edges; k++) {
        place[2 * k] = next[link[k].u]++;
        F->column[place[2 * k]] = link[k].v;
    }
done:
    graph__free(next);
    return status;
}

/* *F = both entries of each edge, with the value of the entry that is listed; *weight = their sum in the order of
 * entries. */
static graph_status make_forest(graph_matrix **F, double *weight, const graph_matrix *S, const int64_t *entry,
                                int64_t edges, bool is_unweighted)
{
    const size_t bytes = graph_type_size(S->type);
    struct graph_csr_arrays arrays = {0};
    struct graph_csr s;
    struct link *link = NULL;
    int64_t *place = NULL;
    char *listed = NULL;
    double *real = NULL, sum = 0;
    graph_status status;
    GRAPH_TRY(graph__matrix_view(&s, S, graph__cpu()));
    GRAPH_TRY(order_links(&link, &s, entry, edges));
    GRAPH_TRY(GRAPH_NEW(place, 2 * edges));
    GRAPH_TRY(make_rows(&arrays, place, link, edges, s.rows));
    if (s.value != NULL) {
        GRAPH_TRY(graph__allocate_array((void **)&listed, (size_t)edges, bytes));
        GRAPH_TRY(graph__allocate_array(&arrays.value, 2 * (size_t)edges, bytes));
        for (int64_t k = 0; k < edges; k++) {
            const char *value = (const char *)s.value + (size_t)link[k].entry * bytes;
            memcpy(listed + (size_t)k * bytes, value, bytes);
            for (int both = 0; both < 2; both++)
                memcpy((char *)arrays.value + (size_t)place[2 * k + both] * bytes, value, bytes);
        }
        if (!is_unweighted) {
            GRAPH_TRY(GRAPH_NEW(real, edges));
            GRAPH_TRY(graph__cpu()->convert(real, GRAPH_FP64, listed, S->type, edges, 1));
        }
    }
    for (int64_t k = 0; k < edges; k++)
        sum += real != NULL ? real[k] : 1;
    *weight = sum;
    GRAPH_TRY(graph_matrix_create(F, S->type, (graph_index)s.rows, (graph_index)s.rows));
    GRAPH_TRY(graph__matrix_adopt(*F, &arrays, graph__cpu()));
done:
    graph__free(link);
    graph__free(place);
    graph__free(listed);
    graph__free(real);
    graph__csr_arrays_release(&arrays, graph__cpu());
    if (status < 0)
        graph_matrix_release(F);
    return status;
}

/* A device orders the values itself, and makes the matrix. */
static graph_status open_for_cpu(struct graph_forest_request *r, uint64_t **key, const graph_matrix *S,
                                 const struct graph_place *place)
{
    graph_status status;
    GRAPH_TRY(GRAPH_NEW(r->edge, S->rows));
    if (r->is_weighted)
        GRAPH_TRY(graph__keys_of(key, S, place));
    r->key = *key;
done:
    return status;
}

/* What a device has made becomes *F. */
static graph_status adopt_forest(graph_matrix **F, struct graph_forest_request *r, const graph_matrix *S,
                                 const struct graph_backend *backend)
{
    graph_status status;
    GRAPH_TRY(graph_matrix_create(F, S->type, (graph_index)S->rows, (graph_index)S->rows));
    GRAPH_TRY(graph__matrix_adopt(*F, &r->forest, backend));
done:
    graph__csr_arrays_release(&r->forest, backend);
    if (status < 0)
        graph_matrix_release(F);
    return status;
}

graph_status graph_spanning_forest(graph_matrix **forest, const graph_matrix *A,
                                   const graph_forest_options *options)
{
    const graph_forest_options *o = options != NULL ? options : &defaults;
    struct graph_place place = {.backend = graph__cpu()};
    struct graph_forest_request request = {.progress = o->progress, .context = o->context};
    const graph_matrix *S;
    graph_matrix *made = NULL, *F = NULL;
    uint64_t *key = NULL;
    double weight = 0;
    graph_status status;
    if (forest != NULL)
        *forest = NULL;
    GRAPH_TRY(check(A, o));
    GRAPH_PLACE_FUSED(&place, o, forest, GRAPH_HEAVY, A);
    request.threads = place.threads;
    GRAPH_TRY(graph__symmetric_weights(&S, &made, A, GRAPH_MIN, &place));
    request.is_weighted = !o->is_unweighted && A->type != GRAPH_PATTERN;
    if (o->form == GRAPH_FORM_ALGEBRA) {
        GRAPH_TRY(open_for_cpu(&request, &key, S, &place));
        GRAPH_TRY(by_algebra(&request, S, o));
    } else
        GRAPH_RUN_FUSED_AFTER(open_for_cpu(&request, &key, S, &place), forest, &request, S, &place);
    if (request.forest.row_start != NULL) {
        weight = request.weight;
        GRAPH_TRY(adopt_forest(&F, &request, S, place.backend));
    } else if (forest != NULL || (o->report != NULL && request.is_weighted))
        GRAPH_TRY(make_forest(&F, &weight, S, request.edge, request.edges, o->is_unweighted));
    else
        weight = (double)request.edges;
    if (o->report != NULL) {
        o->report->edges = (graph_index)request.edges;
        o->report->trees = (graph_index)(A->rows - request.edges);
        o->report->weight = weight;
    }
    if (forest != NULL) {
        *forest = F;
        F = NULL;
    }
done:
    graph__place_end(&place, status);
    graph__free(key);
    graph__free(request.edge);
    graph_matrix_release(&made);
    graph_matrix_release(&F);
    return status;
}
