/* Topological order, and strong components in it.
 *
 * Kahn's method level by level: a vertex is placed when the last edge into it has come from a placed one.  Components are
 * ordered as the vertices of their condensation, whose numbers ascend with the smallest vertices already.
 *
 * Source: Kahn, CACM 5(11), 1962. */
#include "algorithms/paths.h"
#include "semigraph/subgraphs.h"

/* order and level by the operations alone; gives the vertices placed. */
static graph_status by_algebra(int64_t *order, int64_t *level, int64_t *placed, const graph_matrix *A,
                               const graph_descriptor *d)
{
    const graph_semiring *plus_first = graph_semiring_builtin(GRAPH_PLUS_FIRST, GRAPH_INT64);
    graph_descriptor columns = *d;
    graph_vector *degree = NULL, *F = NULL, *gone = NULL;
    graph_matrix *P = NULL;
    graph_index n = (graph_index)A->rows, count, *index = NULL;
    graph_status status;
    columns.flags = GRAPH_TRANSPOSE_A;
    *placed = 0;
    GRAPH_TRY(GRAPH_NEW(index, n));
    GRAPH_TRY(graph__pattern_of(&P, A));
    GRAPH_TRY(graph_vector_create(&degree, GRAPH_INT64, n));
    GRAPH_TRY(graph_vector_create(&F, GRAPH_INT64, n));
    GRAPH_TRY(graph_vector_create(&gone, GRAPH_INT64, n));
    GRAPH_TRY(graph_vector_fill(degree, graph_int64(0)));
    GRAPH_TRY(graph_reduce_rows(degree, NULL, GRAPH_PLUS, GRAPH_PLUS, P, &columns));
    for (int64_t depth = 0;; depth++) {
        GRAPH_TRY(graph_vector_select(F, NULL, GRAPH_NO_OP, GRAPH_VALUE_EQ, degree, graph_int64(0), d));
        GRAPH_TRY(graph_vector_entries(&count, F));
        if (count == 0)
            break;
        graph_index room = n;
        GRAPH_TRY(graph_vector_extract_tuples(index, NULL, GRAPH_PATTERN, &room, F));
        for (graph_index k = 0; k < count; k++) {
            level[index[k]] = depth;
            order[(*placed)++] = (int64_t)index[k];
        }
        /* Placed vertices get -1 and stay there, since nothing unplaced leads to them. */
        GRAPH_TRY(graph_vector_apply(F, NULL, GRAPH_NO_OP, GRAPH_ONE, F, d));
        GRAPH_TRY(graph_vxm(gone, NULL, GRAPH_NO_OP, plus_first, F, P, d));
        GRAPH_TRY(graph_vector_ewise_add(gone, NULL, GRAPH_NO_OP, GRAPH_PLUS, gone, F, d));
        GRAPH_TRY(graph_vector_ewise_union(degree, NULL, GRAPH_NO_OP, GRAPH_MINUS, degree, graph_int64(0),
                                           gone, graph_int64(0), d));
    }
done:
    graph__free(index);
    graph_vector_release(&degree);
    graph_vector_release(&F);
    graph_vector_release(&gone);
    graph_matrix_release(&P);
    return status;
}

/* Sorts the vertices by (level, number), by counting. */
static graph_status sort_by_level(int64_t *order, const int64_t *level, int64_t n)
{
    int64_t *start = NULL;
    graph_status status;
    GRAPH_TRY(GRAPH_NEW_ZEROED(start, n + 1));
    for (int64_t v = 0; v < n; v++)
        start[level[v] + 1]++;
    for (int64_t l = 0; l < n; l++)
        start[l + 1] += start[l];
    for (int64_t v = 0; v < n; v++)
        order[start[level[v]]++] = v;
done:
    graph__free(start);
    return status;
}

/* The same on the arrays of A. */
static graph_status by_queue(int64_t *order, int64_t *level, int64_t *placed, const graph_matrix *A)
{
    struct graph_csr a;
    int64_t *waiting = NULL, head = 0, tail = 0;
    graph_status status;
    GRAPH_TRY(graph__matrix_view(&a, A, graph__cpu()));
    GRAPH_TRY(GRAPH_NEW_ZEROED(waiting, a.rows));
    for (int64_t k = 0; k < a.entries; k++)
        waiting[a.column[k]]++;
    for (int64_t v = 0; v < a.rows; v++) {
        level[v] = 0;
        if (waiting[v] == 0)
            order[tail++] = v;
    }
    for (; head < tail; head++)
        for (int64_t k = a.row_start[order[head]]; k < a.row_start[order[head] + 1]; k++)
            if (--waiting[a.column[k]] == 0) {
                level[a.column[k]] = level[order[head]] + 1;
                order[tail++] = a.column[k];
            }
    *placed = tail;
    /* The last edge into a vertex need not come from the deepest level; the queue goes by levels, so it does. */
    if (tail == a.rows)
        status = sort_by_level(order, level, a.rows);
    for (int64_t v = 0; v < a.rows; v++)
        if (waiting[v] > 0)
            level[v] = -1;
done:
    graph__free(waiting);
    return status;
}

static graph_status find_order(int64_t *order, int64_t *level, const graph_matrix *A,
                               const graph_order_options *o)
{
    struct graph_place place = {.backend = graph__cpu()};
    const graph_descriptor d = {.size = sizeof d, .backend = o->backend, .threads = o->threads};
    const int64_t n = A->rows;
    int64_t placed, stuck = 0;
    graph_status status;
    GRAPH_TRY(graph__place_algorithm(&place, o->backend, o->threads));
    for (int64_t v = 0; v < n; v++)
        level[v] = -1;
    GRAPH_TRY(o->form == GRAPH_FORM_ALGEBRA ? by_algebra(order, level, &placed, A, &d)
                                            : by_queue(order, level, &placed, A));
    while (placed < n && level[stuck] >= 0)
        stuck++;
    if (placed < n)
        GRAPH_FAIL(GRAPH_E_DOMAIN, "there is a cycle: vertex %lld is on it or behind it", (long long)stuck);
done:
    return status;
}

graph_status graph_topological_order(graph_vector **order, const graph_matrix *A,
                                     const graph_order_options *options)
{
    static const graph_order_options defaults = {.size = sizeof(graph_order_options)};
    const graph_order_options *o = options != NULL ? options : &defaults;
    const bool wants_level = o->size == sizeof *o && o->level != NULL;
    graph_vector *result = NULL, *levels = NULL;
    int64_t *list = NULL, *level = NULL;
    graph_status status;
    if (order == NULL)
        return graph__fail(GRAPH_E_NULL, "order is NULL");
    GRAPH_TRY(graph__check_graph(A, o->size, sizeof *o, o->form));
    GRAPH_TRY(GRAPH_NEW(list, A->rows));
    GRAPH_TRY(GRAPH_NEW(level, A->rows));
    GRAPH_TRY(find_order(list, level, A, o));
    GRAPH_TRY(graph__vector_of_values(&result, GRAPH_INT64, A->rows, (void **)&list));
    if (wants_level)
        GRAPH_TRY(graph__vector_of_values(&levels, GRAPH_INT64, A->rows, (void **)&level));
done:
    graph__free(list);
    graph__free(level);
    if (status < 0)
        graph_vector_release(&result);
    *order = result;
    if (wants_level)
        *o->level = levels;
    return status;
}

/* *C = the edges between components, as a pattern. */
static graph_status condensation(graph_matrix **C, const int32_t *component, graph_index count,
                                 const graph_matrix *A)
{
    graph_index edges, between = 0, *from = NULL, *to = NULL;
    graph_status status;
    GRAPH_TRY(graph_matrix_entries(&edges, A));
    GRAPH_TRY(GRAPH_NEW(from, edges));
    GRAPH_TRY(GRAPH_NEW(to, edges));
    GRAPH_TRY(graph_matrix_extract_tuples(from, to, NULL, GRAPH_PATTERN, &edges, A));
    for (graph_index k = 0; k < edges; k++) {
        const int32_t a = component[from[k]], b = component[to[k]];
        from[between] = (graph_index)a;
        to[between] = (graph_index)b;
        between += a != b;
    }
    GRAPH_TRY(graph_matrix_create(C, GRAPH_PATTERN, count, count));
    GRAPH_TRY(graph_matrix_build(*C, from, to, NULL, GRAPH_PATTERN, between, GRAPH_LOR));
done:
    graph__free(from);
    graph__free(to);
    return status;
}

graph_status graph_strong_components_ordered(graph_vector **component, graph_index *count,
                                             const graph_matrix *A, const graph_order_options *options)
{
    static const graph_order_options defaults = {.size = sizeof(graph_order_options)};
    const graph_order_options *o = options != NULL ? options : &defaults;
    graph_vector *by_vertex = NULL, *result = NULL;
    graph_matrix *C = NULL;
    graph_index found = 0, room;
    int32_t *number = NULL, *place = NULL;
    int64_t *order = NULL, *level = NULL;
    graph_status status;
    GRAPH_TRY(graph__check_graph(A, o->size, sizeof *o, o->form));
    const graph_components_options c = {
        .size = sizeof c, .form = o->form, .backend = o->backend, .threads = o->threads};
    GRAPH_TRY(graph_strong_components(&by_vertex, &found, A, &c));
    if (component == NULL)
        goto done;
    room = (graph_index)A->rows;
    GRAPH_TRY(GRAPH_NEW(number, room));
    GRAPH_TRY(graph_vector_extract_tuples(NULL, number, GRAPH_INT32, &room, by_vertex));
    GRAPH_TRY(condensation(&C, number, found, A));
    GRAPH_TRY(GRAPH_NEW(order, found));
    GRAPH_TRY(GRAPH_NEW(level, found));
    GRAPH_TRY(GRAPH_NEW(place, found));
    GRAPH_TRY(find_order(order, level, C, o));
    for (graph_index k = 0; k < found; k++)
        place[order[k]] = (int32_t)k;
    for (int64_t v = 0; v < A->rows; v++)
        number[v] = place[number[v]];
    GRAPH_TRY(graph__vector_of_values(&result, GRAPH_INT32, A->rows, (void **)&number));
done:
    graph_vector_release(&by_vertex);
    graph_matrix_release(&C);
    graph__free(number);
    graph__free(place);
    graph__free(order);
    graph__free(level);
    if (component != NULL)
        *component = result;
    if (count != NULL && status == GRAPH_OK)
        *count = found;
    return status;
}
