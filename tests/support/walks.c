/* See walks.h. */
#include "tests/support/walks.h"

struct edge_list edges_of(const graph_matrix *A)
{
    struct edge_list list = {0};
    CHECK_OK(graph_matrix_rows(&list.vertices, A));
    CHECK_OK(graph_matrix_entries(&list.edges, A));
    list.from = malloc((list.edges + 1) * sizeof *list.from);
    list.to = malloc((list.edges + 1) * sizeof *list.to);
    list.weight = malloc((list.edges + 1) * sizeof *list.weight);
    CHECK_OK(graph_matrix_extract_tuples(list.from, list.to, list.weight, GRAPH_FP64, &list.edges, A));
    return list;
}

void edges_release(struct edge_list *list)
{
    free(list->from);
    free(list->to);
    free(list->weight);
    *list = (struct edge_list){0};
}

uint8_t *reach_of(const struct edge_list *list)
{
    size_t n = list->vertices;
    uint8_t *reach = calloc(n * n + 1, 1);
    for (size_t k = 0; k < list->edges; k++)
        reach[list->from[k] * n + list->to[k]] = 1;
    for (size_t k = 0; k < n; k++)
        for (size_t i = 0; i < n; i++)
            for (size_t j = 0; reach[i * n + k] && j < n; j++)
                reach[i * n + j] |= reach[k * n + j];
    return reach;
}

int64_t *values_of(const graph_vector *v, graph_index n)
{
    int64_t *value = calloc(n + 1, sizeof *value);
    graph_index found = n;
    CHECK_OK(graph_vector_extract_tuples(NULL, value, GRAPH_INT64, &found, v));
    CHECK(found == n);
    return value;
}

graph_status random_weights(graph_matrix **A, uint64_t *seed, graph_type type, graph_index n,
                            graph_index edges, bool is_negative)
{
    graph_index *row = malloc((edges + 1) * sizeof *row), *column = malloc((edges + 1) * sizeof *column);
    double *weight = malloc((edges + 1) * sizeof *weight), *height = malloc((n + 1) * sizeof *height);
    double unit = type == GRAPH_FP32 || type == GRAPH_FP64 ? 0.25 : 1;
    for (graph_index v = 0; v < n; v++)
        height[v] = is_negative ? unit * (double)(test_random(seed) % 20) : 0;
    for (graph_index k = 0; k < edges; k++) {
        row[k] = test_random(seed) % n;
        column[k] = k % 9 == 0 ? row[k] : test_random(seed) % n;
        weight[k] = unit * (double)(test_random(seed) % 12) + height[row[k]] - height[column[k]];
    }
    graph_status status = graph_matrix_create(A, type, n, n);
    if (status == GRAPH_OK)
        status = graph_matrix_build(*A, row, column, weight, GRAPH_FP64, edges, GRAPH_MIN);
    free(row);
    free(column);
    free(weight);
    free(height);
    return status;
}

double *distances_of(const struct edge_list *list)
{
    size_t n = list->vertices;
    double *distance = malloc((n * n + 1) * sizeof *distance);
    for (size_t k = 0; k < n * n; k++)
        distance[k] = k / n == k % n ? 0 : INFINITY;
    for (size_t s = 0; s < n; s++) {
        double *row = distance + s * n;
        bool falls = true;
        for (size_t round = 0; falls && round < n; round++) {
            falls = false;
            for (graph_index k = 0; k < list->edges; k++)
                if (row[list->from[k]] + list->weight[k] < row[list->to[k]]) {
                    row[list->to[k]] = row[list->from[k]] + list->weight[k];
                    falls = true;
                }
        }
    }
    return distance;
}

bool is_path(const struct edge_list *list, const graph_index *vertex, graph_index vertices, double distance)
{
    double cost = 0;
    for (graph_index k = 0; k + 1 < vertices; k++) {
        graph_index e = 0;
        while (e < list->edges && (list->from[e] != vertex[k] || list->to[e] != vertex[k + 1]))
            e++;
        if (e == list->edges)
            return false;
        cost += list->weight[e];
    }
    return vertices > 0 && cost == distance;
}
