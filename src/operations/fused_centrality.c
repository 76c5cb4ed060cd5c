/* From matrices to the fused centralities: the edges both ways, with weights in the type that the kernel computes in. */
#include "base/status.h"
#include "operations/fused.h"

/* The edges of A both ways, and what was made for them here. */
struct both_ways {
    struct graph_csr out, in;
    void *converted[2];
};

static void close_both(struct both_ways *edges, const struct graph_backend *backend)
{
    for (int k = 0; k < 2; k++) {
        backend->release(edges->converted[k]);
        edges->converted[k] = NULL;
    }
}

/* The weights of edges in another type. */
static graph_status convert(struct graph_csr *edges, void **converted, graph_type type,
                            const struct graph_place *place, const struct graph_backend *backend)
{
    graph_status status = GRAPH_OK;
    if (edges->value == NULL || edges->type == type)
        return GRAPH_OK;
    GRAPH_TRY(backend->allocate(converted, (size_t)edges->entries, graph_type_size(type)));
    GRAPH_TRY(backend->convert(*converted, type, edges->value, edges->type, edges->entries, place->threads));
    edges->value = *converted;
    edges->value_facts = NULL;
    edges->type = type;
done:
    return status;
}

static graph_status open_both(struct both_ways *edges, const graph_matrix *A, graph_type type,
                              bool is_weighted, const struct graph_place *place,
                              const struct graph_backend *backend)
{
    bool is_symmetric = false;
    graph_status status;
    *edges = (struct both_ways){.converted = {NULL, NULL}};
    GRAPH_TRY(graph__matrix_view(&edges->out, A, backend));
    if (!is_weighted || edges->out.value == NULL) {
        edges->out.value = NULL;
        GRAPH_TRY(graph__matrix_symmetry(&is_symmetric, A));
    }
    if (is_symmetric) {
        edges->in = edges->out;
        return GRAPH_OK;
    }
    GRAPH_TRY(graph__matrix_view_transposed(&edges->in, A, backend, place->threads));
    if (edges->out.value == NULL)
        edges->in.value = NULL;
    GRAPH_TRY(convert(&edges->out, &edges->converted[0], type, place, backend));
    GRAPH_TRY(convert(&edges->in, &edges->converted[1], type, place, backend));
done:
    if (status < 0)
        close_both(edges, backend);
    return status;
}

static graph_status pagerank_at(struct graph_pagerank_request *r, const graph_matrix *A, bool is_weighted,
                                const struct graph_place *place, const struct graph_backend *backend)
{
    struct both_ways edges;
    graph_status status = open_both(&edges, A, r->type, is_weighted, place, backend);
    if (status < 0)
        return status;
    r->out = edges.out;
    r->in = edges.in;
    status = backend->pagerank(r);
    close_both(&edges, backend);
    return status;
}

graph_status graph__fused_pagerank(struct graph_pagerank_request *r, const graph_matrix *A, bool is_weighted,
                                   const struct graph_place *place)
{
    graph_status status = pagerank_at(r, A, is_weighted, place, place->backend);
    if (place->backend->shares_host_memory || !graph__place_failed(place, status))
        return status;
    graph__place_used(GRAPH_BACKEND_CPU);
    return pagerank_at(r, A, is_weighted, place, graph__cpu());
}

graph_status graph__fused_eigenvector(struct graph_eigenvector_request *r, const graph_matrix *A,
                                      bool is_weighted, const struct graph_place *place)
{
    struct both_ways edges;
    graph_status status = open_both(&edges, A, GRAPH_FP64, is_weighted, place, place->backend);
    if (status < 0)
        return status;
    r->out = edges.out;
    r->in = edges.in;
    status = place->backend->eigenvector(r);
    close_both(&edges, place->backend);
    return status;
}

static graph_status betweenness_at(struct graph_betweenness_request *r, const graph_matrix *A,
                                   bool is_weighted, const struct graph_place *place,
                                   const struct graph_backend *backend)
{
    struct both_ways edges;
    graph_status status = open_both(&edges, A, GRAPH_FP64, is_weighted, place, backend);
    if (status < 0)
        return status;
    r->out = edges.out;
    r->in = edges.in;
    status = backend->betweenness(r);
    close_both(&edges, backend);
    return status;
}

graph_status graph__fused_betweenness(struct graph_betweenness_request *r, const graph_matrix *A,
                                      bool is_weighted, const struct graph_place *place)
{
    graph_status status = betweenness_at(r, A, is_weighted, place, place->backend);
    if (place->backend->shares_host_memory || !graph__place_failed(place, status))
        return status;
    graph__place_used(GRAPH_BACKEND_CPU);
    return betweenness_at(r, A, is_weighted, place, graph__cpu());
}
