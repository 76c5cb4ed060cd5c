/* See facts.h. */
#include "facts.h"

graph_status facts_of_undirected(struct facts_undirected *u, const graph_matrix *A,
                                 const graph_properties *properties)
{
    const graph_descriptor both = {.size = sizeof both, .flags = GRAPH_TRANSPOSE_B};
    graph_matrix *joined = NULL;
    graph_vector *with_edge = NULL;
    graph_index n = 0, entries = 0;
    graph_status status = graph_matrix_rows(&n, A);
    if (status == GRAPH_OK)
        status = graph_matrix_create(&joined, GRAPH_PATTERN, n, n);
    if (status == GRAPH_OK)
        status = graph_ewise_add(joined, NULL, GRAPH_NO_OP, GRAPH_PAIR, A, A, &both);
    if (status == GRAPH_OK)
        status = graph_matrix_entries(&entries, joined);
    if (status == GRAPH_OK)
        status = graph_vector_create(&with_edge, GRAPH_PATTERN, n);
    if (status == GRAPH_OK)
        status = graph_reduce_rows(with_edge, NULL, GRAPH_NO_OP, GRAPH_ANY, joined, NULL);
    if (status == GRAPH_OK)
        status = graph_vector_entries(&u->vertices, with_edge);
    u->edges = (entries - properties->self_loops) / 2;
    graph_matrix_release(&joined);
    graph_vector_release(&with_edge);
    return status;
}

const char *facts_format(graph_file_format format)
{
    static const char *const names[] = {"unknown", "edge-list", "matrix-market", "dimacs", "metis", "binary"};
    return format >= GRAPH_FILE_EDGE_LIST && format <= GRAPH_FILE_BINARY ? names[format] : names[0];
}
