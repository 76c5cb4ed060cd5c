/* See walks.h. */
#include "tests/walks.h"

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
