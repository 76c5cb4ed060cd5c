/* Graphs and vectors of igraph (0.10, 1.0) as matrices and vectors, and back.  Header only: the library itself does not know
 * igraph.  Include igraph's header first:
 *
 *     #include <igraph.h>
 *     #include <semigraph.h>
 *     #include <semigraph/igraph.h>
 *
 * Vertex v of igraph is row v.  Vertices and edges are copied; that takes 40 bytes for each entry meanwhile, and time in
 * proportion to the entries.  Weights are numeric edge attributes: they need igraph's C attribute handler,
 * igraph_set_attribute_table(&igraph_cattribute_table), before the graph is made.
 *
 * A call of igraph that fails goes to igraph's error handler first, which by default ends the process; with
 * igraph_set_error_handler(igraph_error_handler_ignore) it becomes a status here: GRAPH_E_MEMORY, or GRAPH_E_INVALID_VALUE.
 * graph_last_error has sentences about Semigraph's calls alone.  Outputs are new objects: handles of Semigraph are NULL
 * after a failure, and an igraph_t is then not initialised. */
#ifndef SEMIGRAPH_IGRAPH_H
#define SEMIGRAPH_IGRAPH_H

#ifndef IGRAPH_VERSION
#error "include <igraph.h> before <semigraph/igraph.h>"
#endif

#include <stdlib.h>

#include "semigraph/matrix.h"
#include "semigraph/vector.h"

#ifdef __cplusplus
extern "C" {
#endif

static inline graph_status graph_igraph_status(igraph_error_t error)
{
    return error == IGRAPH_SUCCESS  ? GRAPH_OK
           : error == IGRAPH_ENOMEM ? GRAPH_E_MEMORY
                                    : GRAPH_E_INVALID_VALUE;
}

/* Two arrays of indices, and one of weights if wanted; all NULL after a failure. */
static inline graph_status graph_igraph_arrays(graph_index **row, graph_index **column, double **value,
                                               graph_index entries)
{
    size_t room = entries > 0 ? (size_t)entries : 1;
    *row = *column = NULL;
    if (value != NULL)
        *value = NULL;
    if (room > SIZE_MAX / sizeof(graph_index))
        return GRAPH_E_MEMORY;
    *row = (graph_index *)malloc(room * sizeof **row);
    *column = (graph_index *)malloc(room * sizeof **column);
    if (value != NULL)
        *value = (double *)malloc(room * sizeof **value);
    if (*row != NULL && *column != NULL && (value == NULL || *value != NULL))
        return GRAPH_OK;
    free(*row);
    free(*column);
    *row = *column = NULL;
    if (value != NULL) {
        free(*value);
        *value = NULL;
    }
    return GRAPH_E_MEMORY;
}

/* *A = the adjacency matrix of a graph: an edge u -> v is the entry (u, v), an edge of an undirected graph also (v, u).
 * weight: the name of a numeric edge attribute, which becomes the values (GRAPH_FP64); NULL: *A is a pattern.
 * Parallel edges become one entry.  duplicate combines their weights; GRAPH_NO_OP makes them an error, of patterns, too.
 * GRAPH_E_NULL: A or graph is NULL.  GRAPH_E_INVALID_VALUE: there is no such attribute, or it is not numeric; parallel edges
 * under GRAPH_NO_OP.  GRAPH_E_NOT_SUPPORTED: more than 2^31 - 1 vertices.  GRAPH_E_MEMORY. */
static inline graph_status graph_matrix_from_igraph(graph_matrix **A, const igraph_t *graph, const char *weight,
                                                    graph_op duplicate)
{
    igraph_vector_int_t ends;
    igraph_vector_t weights;
    bool has_ends = false, has_weights = false;
    graph_index *row = NULL, *column = NULL, entries = 0, edges;
    double *value = NULL;
    graph_status status = GRAPH_OK;
    if (A == NULL || graph == NULL)
        return GRAPH_E_NULL;
    *A = NULL;
    edges = (graph_index)igraph_ecount(graph);
    if (weight != NULL &&
        !(igraph_has_attribute_table() && igraph_cattribute_has_attr(graph, IGRAPH_ATTRIBUTE_EDGE, weight)))
        status = GRAPH_E_INVALID_VALUE;
    if (status == GRAPH_OK) {
        status = graph_igraph_status(igraph_vector_int_init(&ends, 0));
        has_ends = status == GRAPH_OK;
    }
    if (status == GRAPH_OK)
        status = graph_igraph_status(igraph_get_edgelist(graph, &ends, false));
    if (status == GRAPH_OK && weight != NULL) {
        status = graph_igraph_status(igraph_vector_init(&weights, 0));
        has_weights = status == GRAPH_OK;
    }
    if (status == GRAPH_OK && weight != NULL)
        status = graph_igraph_status(
            igraph_cattribute_EANV(graph, weight, igraph_ess_all(IGRAPH_EDGEORDER_ID), &weights));
    if (status == GRAPH_OK)
        status = graph_igraph_arrays(&row, &column, weight != NULL ? &value : NULL, 2 * edges);
    for (graph_index e = 0; status == GRAPH_OK && e < edges; e++) {
        graph_index u = (graph_index)VECTOR(ends)[2 * e], v = (graph_index)VECTOR(ends)[2 * e + 1];
        for (int way = 0; way < (u != v && !igraph_is_directed(graph) ? 2 : 1); way++) {
            row[entries] = way == 0 ? u : v;
            column[entries] = way == 0 ? v : u;
            if (value != NULL)
                value[entries] = VECTOR(weights)[e];
            entries++;
        }
    }
    if (has_ends)
        igraph_vector_int_destroy(&ends);
    if (has_weights)
        igraph_vector_destroy(&weights);
    if (status == GRAPH_OK)
        status = graph_matrix_create(A, weight != NULL ? GRAPH_FP64 : GRAPH_PATTERN,
                                     (graph_index)igraph_vcount(graph), (graph_index)igraph_vcount(graph));
    if (status == GRAPH_OK)
        status = graph_matrix_build(*A, row, column, value, weight != NULL ? GRAPH_FP64 : GRAPH_PATTERN, entries,
                                    weight == NULL && duplicate != GRAPH_NO_OP ? GRAPH_ANY : duplicate);
    free(row);
    free(column);
    free(value);
    if (status != GRAPH_OK)
        graph_matrix_release(A);
    return status;
}

/* Makes *graph of a square matrix: a directed graph with an edge for each entry, in the order of rows, or an undirected one
 * with an edge for each pair of entries (u, v) and (v, u), and for each (v, v).
 * weight: the name of a new edge attribute with the values (1 for a pattern); NULL: none.
 * GRAPH_E_NULL: graph or A is NULL.  GRAPH_E_DIMENSION: A is not square.  GRAPH_E_INVALID_VALUE: an undirected graph of a
 * matrix whose pattern is not symmetric, or with weights whose values are not; weights without an attribute handler.
 * GRAPH_E_DOMAIN: weights of a user's type.  GRAPH_E_MEMORY. */
static inline graph_status graph_matrix_to_igraph(igraph_t *graph, const graph_matrix *A, bool is_directed,
                                                  const char *weight)
{
    graph_properties properties;
    igraph_vector_int_t ends;
    igraph_vector_t weights;
    bool has_ends = false, has_weights = false, has_graph = false;
    graph_index *row = NULL, *column = NULL, entries = 0, rows = 0, columns = 0, edges = 0;
    double *value = NULL;
    graph_status status;
    if (graph == NULL || A == NULL)
        return GRAPH_E_NULL;
    properties.size = sizeof properties;
    status = graph_matrix_rows(&rows, A);
    if (status == GRAPH_OK)
        status = graph_matrix_columns(&columns, A);
    if (status == GRAPH_OK)
        status = graph_matrix_entries(&entries, A);
    if (status == GRAPH_OK && rows != columns)
        status = GRAPH_E_DIMENSION;
    if (status == GRAPH_OK && !is_directed)
        status = graph_matrix_properties(&properties, A);
    if (status == GRAPH_OK && !is_directed &&
        !(weight != NULL ? properties.is_symmetric : properties.has_symmetric_pattern))
        status = GRAPH_E_INVALID_VALUE;
    if (status == GRAPH_OK && weight != NULL && !igraph_has_attribute_table())
        status = GRAPH_E_INVALID_VALUE;
    if (status == GRAPH_OK)
        status = graph_igraph_arrays(&row, &column, weight != NULL ? &value : NULL, entries);
    if (status == GRAPH_OK)
        status = graph_matrix_extract_tuples(row, column, value, weight != NULL ? GRAPH_FP64 : GRAPH_PATTERN,
                                             &entries, A);
    for (graph_index k = 0; status == GRAPH_OK && k < entries; k++)
        edges += is_directed || row[k] <= column[k];
    if (status == GRAPH_OK) {
        status = graph_igraph_status(igraph_vector_int_init(&ends, 2 * (igraph_integer_t)edges));
        has_ends = status == GRAPH_OK;
    }
    if (status == GRAPH_OK && weight != NULL) {
        status = graph_igraph_status(igraph_vector_init(&weights, (igraph_integer_t)edges));
        has_weights = status == GRAPH_OK;
    }
    edges = 0;
    for (graph_index k = 0; status == GRAPH_OK && k < entries; k++) {
        if (!is_directed && row[k] > column[k])
            continue;
        VECTOR(ends)[2 * edges] = (igraph_integer_t)row[k];
        VECTOR(ends)[2 * edges + 1] = (igraph_integer_t)column[k];
        if (value != NULL)
            VECTOR(weights)[edges] = value[k];
        edges++;
    }
    free(row);
    free(column);
    free(value);
    if (status == GRAPH_OK) {
        status = graph_igraph_status(
            igraph_create(graph, &ends, (igraph_integer_t)rows, is_directed ? IGRAPH_DIRECTED : IGRAPH_UNDIRECTED));
        has_graph = status == GRAPH_OK;
    }
    if (status == GRAPH_OK && weight != NULL)
        status = graph_igraph_status(igraph_cattribute_EAN_setv(graph, weight, &weights));
    if (has_graph && status != GRAPH_OK)
        igraph_destroy(graph);
    if (has_ends)
        igraph_vector_int_destroy(&ends);
    if (has_weights)
        igraph_vector_destroy(&weights);
    return status;
}

/* *v = a full vector GRAPH_FP64 of the elements.  GRAPH_E_NULL, GRAPH_E_MEMORY; GRAPH_E_NOT_SUPPORTED: 2^31 and more. */
static inline graph_status graph_vector_from_igraph(graph_vector **v, const igraph_vector_t *x)
{
    if (v == NULL || x == NULL)
        return GRAPH_E_NULL;
    return graph_vector_import_full(v, GRAPH_FP64, (graph_index)igraph_vector_size(x), VECTOR(*x), GRAPH_COPY, NULL,
                                    NULL);
}

/* The same of integers: GRAPH_INT64, or GRAPH_INT32 where igraph was built with integers of 32 bits. */
static inline graph_status graph_vector_from_igraph_int(graph_vector **v, const igraph_vector_int_t *x)
{
    if (v == NULL || x == NULL)
        return GRAPH_E_NULL;
    return graph_vector_import_full(v, sizeof(igraph_integer_t) == 8 ? GRAPH_INT64 : GRAPH_INT32,
                                    (graph_index)igraph_vector_int_size(x), VECTOR(*x), GRAPH_COPY, NULL, NULL);
}

/* Makes the elements of x, which is initialised, those of v, with `missing` where v has no entry; x gets its length.
 * GRAPH_E_NULL.  GRAPH_E_DOMAIN: v has values of a user's type.  GRAPH_E_MEMORY; x may have got another length then. */
static inline graph_status graph_vector_to_igraph(igraph_vector_t *x, const graph_vector *v, igraph_real_t missing)
{
    graph_index length = 0, entries = 0, *index = NULL, *unused = NULL;
    double *value = NULL;
    graph_status status;
    if (x == NULL || v == NULL)
        return GRAPH_E_NULL;
    status = graph_vector_length(&length, v);
    if (status == GRAPH_OK)
        status = graph_vector_entries(&entries, v);
    if (status == GRAPH_OK)
        status = graph_igraph_arrays(&index, &unused, &value, entries);
    if (status == GRAPH_OK)
        status = graph_vector_extract_tuples(index, value, GRAPH_FP64, &entries, v);
    if (status == GRAPH_OK)
        status = graph_igraph_status(igraph_vector_resize(x, (igraph_integer_t)length));
    if (status == GRAPH_OK) {
        igraph_vector_fill(x, missing);
        for (graph_index k = 0; k < entries; k++)
            VECTOR(*x)[index[k]] = value[k];
    }
    free(index);
    free(unused);
    free(value);
    return status;
}

/* The same for integers; real numbers are rounded towards 0.  Values beyond the integers of igraph are a mistake of the
 * caller's where these have 32 bits. */
static inline graph_status graph_vector_to_igraph_int(igraph_vector_int_t *x, const graph_vector *v,
                                                      igraph_integer_t missing)
{
    graph_index length = 0, entries = 0, *index = NULL, *value = NULL;
    graph_status status;
    if (x == NULL || v == NULL)
        return GRAPH_E_NULL;
    status = graph_vector_length(&length, v);
    if (status == GRAPH_OK)
        status = graph_vector_entries(&entries, v);
    if (status == GRAPH_OK)
        status = graph_igraph_arrays(&index, &value, NULL, entries);
    if (status == GRAPH_OK)
        status = graph_vector_extract_tuples(index, value, GRAPH_INT64, &entries, v);
    if (status == GRAPH_OK)
        status = graph_igraph_status(igraph_vector_int_resize(x, (igraph_integer_t)length));
    if (status == GRAPH_OK) {
        igraph_vector_int_fill(x, missing);
        for (graph_index k = 0; k < entries; k++)
            VECTOR(*x)[index[k]] = (igraph_integer_t)(int64_t)value[k];
    }
    free(index);
    free(value);
    return status;
}

#ifdef __cplusplus
}
#endif
#endif
