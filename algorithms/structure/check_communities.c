/* Checks communities and labels: by connectedness, by sums of the weights as they are, by sorting. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "algorithms/structure/structure.h"
#include "semigraph/communities.h"

/* Whether numbers are 0, 1, 2, ... in the order in which they first occur; *count is how many there are. */
static graph_status check_numbers(int64_t *count, const int64_t *community, int64_t n)
{
    *count = 0;
    for (int64_t v = 0; v < n; v++) {
        if (community[v] < 0 || community[v] > *count)
            return graph__fail(GRAPH_E_INVALID_OBJECT, "community(%lld) is %lld; expected 0 .. %lld",
                               (long long)v, (long long)community[v], (long long)*count);
        *count += community[v] == *count;
    }
    return GRAPH_OK;
}

/* Walks from the first vertex of each community within it, along edges of either direction. */
static graph_status check_connected(const int64_t *community, const struct graph_csr *A,
                                    const struct graph_csr *B)
{
    const struct graph_csr *edges[] = {A, B};
    uint8_t *is_reached = NULL;
    int64_t *stack = NULL, begun = 0;
    graph_status status;
    GRAPH_TRY(GRAPH_NEW_ZEROED(is_reached, A->rows));
    GRAPH_TRY(GRAPH_NEW(stack, A->rows));
    for (int64_t v = 0; v < A->rows; v++) {
        int64_t depth = 0;
        if (community[v] == begun) {
            begun++;
            is_reached[v] = 1;
            stack[depth++] = v;
        } else if (!is_reached[v]) {
            GRAPH_FAIL(GRAPH_E_INVALID_OBJECT, "community %lld is not connected: vertex %lld is apart",
                       (long long)community[v], (long long)v);
        }
        while (depth > 0) {
            const int64_t u = stack[--depth];
            for (int way = 0; way < 2; way++)
                for (int64_t k = edges[way]->row_start[u]; k < edges[way]->row_start[u + 1]; k++) {
                    const int32_t w = edges[way]->column[k];
                    if (!is_reached[w] && community[w] == community[u]) {
                        is_reached[w] = 1;
                        stack[depth++] = w;
                    }
                }
        }
    }
done:
    graph__free(is_reached);
    graph__free(stack);
    return status;
}

/* Q by its formula, in long double. */
static graph_status sum_modularity(double *Q, const int64_t *community, const struct graph_csr *A,
                                   const double *weight, double resolution)
{
    long double *sum = NULL, inside = 0, total = 0, squares = 0;
    graph_status status;
    GRAPH_TRY(GRAPH_NEW_ZEROED(sum, A->rows));
    for (int64_t u = 0; u < A->rows; u++)
        for (int64_t k = A->row_start[u]; k < A->row_start[u + 1]; k++) {
            const int32_t v = A->column[k];
            const long double w = weight != NULL ? weight[k] : 1;
            sum[community[u]] += w;
            sum[community[v]] += w;
            inside += community[u] == community[v] ? 2 * w : 0;
            total += 2 * w;
        }
    for (int64_t c = 0; c < A->rows; c++)
        squares += total > 0 ? sum[c] / total * (sum[c] / total) : 0;
    *Q = total > 0 ? (double)(inside / total - (long double)resolution * squares) : 0;
done:
    graph__free(sum);
    return status;
}

graph_status graph_check_communities(const graph_vector *community, double modularity, const graph_matrix *A,
                                     const graph_communities_options *options)
{
    static const graph_communities_options defaults = {.size = sizeof(graph_communities_options)};
    const graph_communities_options *o = options != NULL ? options : &defaults;
    struct graph_place place = {.backend = graph__cpu()};
    struct graph_csr a, b;
    int64_t *number = NULL, count;
    double *weight = NULL, found;
    graph_status status;
    GRAPH_TRY(graph__check_graph(A, o->size, sizeof *o, o->form));
    GRAPH_TRY(graph__place_algorithm(&place, GRAPH_BACKEND_CPU, o->threads));
    GRAPH_TRY(graph__claimed_values(&number, community, A->rows, "community"));
    GRAPH_TRY(check_numbers(&count, number, A->rows));
    GRAPH_TRY(graph__matrix_view(&a, A, graph__cpu()));
    GRAPH_TRY(graph__matrix_view_transposed(&b, A, graph__cpu(), place.threads));
    GRAPH_TRY(check_connected(number, &a, &b));
    if (A->type != GRAPH_PATTERN && !o->is_unweighted) {
        if (A->type >= GRAPH_OWN_TYPES)
            GRAPH_FAIL(GRAPH_E_DOMAIN, "A has values of the type %s; expected a built-in one",
                       graph_type_name(A->type));
        GRAPH_TRY(GRAPH_NEW(weight, a.entries));
        GRAPH_TRY(graph__cpu()->convert(weight, GRAPH_FP64, a.value, A->type, a.entries, place.threads));
    }
    GRAPH_TRY(sum_modularity(&found, number, &a, weight, o->resolution == 0 ? 1 : o->resolution));
    if (!(fabs(found - modularity) <= 1e-9 + (o->resolution == 0 ? 0 : 1e-4)))
        GRAPH_FAIL(GRAPH_E_INVALID_OBJECT, "modularity is %.17g; the communities have %.17g", modularity,
                   found);
done:
    graph__free(number);
    graph__free(weight);
    return status;
}

static int ascending(const void *x, const void *y)
{
    const int64_t a = *(const int64_t *)x, b = *(const int64_t *)y;
    return (a > b) - (a < b);
}

/* The most frequent of the sorted names, the smallest of those; `otherwise` if there is none. */
static int64_t most_frequent(int64_t *name, int64_t count, int64_t otherwise)
{
    int64_t most = 0;
    qsort(name, (size_t)count, sizeof *name, ascending);
    for (int64_t k = 0; k < count;) {
        int64_t end = k;
        while (end < count && name[end] == name[k])
            end++;
        if (end - k > most) {
            most = end - k;
            otherwise = name[k];
        }
        k = end;
    }
    return otherwise;
}

graph_status graph_check_label_propagation(const graph_vector *label, const graph_matrix *A, graph_index made)
{
    struct graph_place place = {.backend = graph__cpu()};
    struct graph_csr a, b;
    int64_t *claimed = NULL, *before = NULL, *after = NULL, *around = NULL, most = 0;
    bool is_symmetric;
    graph_status status;
    GRAPH_TRY(graph__check_graph(A, 0, 0, GRAPH_FORM_AUTO));
    GRAPH_TRY(graph__place_algorithm(&place, GRAPH_BACKEND_CPU, 0));
    GRAPH_TRY(graph__claimed_values(&claimed, label, A->rows, "label"));
    GRAPH_TRY(graph__matrix_view(&a, A, graph__cpu()));
    GRAPH_TRY(graph__matrix_view_transposed(&b, A, graph__cpu(), place.threads));
    GRAPH_TRY(graph__matrix_symmetry(&is_symmetric, A));
    for (int64_t v = 0; v < a.rows; v++) {
        const int64_t both = a.row_start[v + 1] - a.row_start[v] + b.row_start[v + 1] - b.row_start[v];
        most = both > most ? both : most;
    }
    GRAPH_TRY(GRAPH_NEW(before, a.rows));
    GRAPH_TRY(GRAPH_NEW(after, a.rows));
    GRAPH_TRY(GRAPH_NEW(around, most));
    for (int64_t v = 0; v < a.rows; v++)
        before[v] = v;
    for (graph_index round = 0; round < made; round++) {
        for (int64_t v = 0; v < a.rows; v++) {
            int64_t count = 0;
            for (int64_t k = a.row_start[v]; k < a.row_start[v + 1]; k++)
                around[count++] = before[a.column[k]];
            for (int64_t k = b.row_start[v]; k < b.row_start[v + 1] && !is_symmetric; k++)
                around[count++] = before[b.column[k]];
            after[v] = most_frequent(around, count, before[v]);
        }
        int64_t *exchanged = before;
        before = after;
        after = exchanged;
    }
    for (int64_t v = 0; v < a.rows; v++)
        if (claimed[v] != before[v])
            GRAPH_FAIL(GRAPH_E_INVALID_OBJECT, "label(%lld) is %lld; after %llu rounds it is %lld",
                       (long long)v, (long long)claimed[v], (unsigned long long)made, (long long)before[v]);
done:
    graph__free(claimed);
    graph__free(before);
    graph__free(after);
    graph__free(around);
    return status;
}
