/* From matrices to the fused kernels: which of A, its transpose and its symmetry a kernel gets to see.
 *
 * A search is faster with the edges in both directions, but finding out whether A is symmetric costs as much as a
 * search, and transposing it several.  So they are bought like skis: searches add up what the lack of reverse edges has
 * cost them, and once that sum reaches the price the next search pays it.  No sequence of searches then takes much more
 * than twice its best possible time, and a single search pays nothing. */
#include "operations/fused.h"

#include "base/memory.h"
#include "base/progress.h"
#include "base/status.h"

enum {
    SYMMETRY_PRICE = 1, /* in readings of all edges, as the symmetry check and the transpose cost them */
    TRANSPOSE_PRICE = 4
};

/* The edges against the direction of the search where they cost nothing or have been paid for. */
static graph_status reverse_edges(struct graph_csr *in, const struct graph_csr *out, const graph_matrix *A,
                                  bool is_reverse, const struct graph_place *place)
{
    graph_matrix *cache = (graph_matrix *)A; /* a cache does not change what the matrix is */
    long long wasted = atomic_load(&cache->wasted_edges);
    int symmetry = atomic_load(&cache->symmetry);
    bool is_symmetric = symmetry == GRAPH_SYMMETRIC, is_present;
    graph_status status = GRAPH_OK;
    if (is_reverse)
        return graph__matrix_view(in, A, place->backend);
    if (symmetry == GRAPH_SYMMETRY_UNKNOWN && wasted >= SYMMETRY_PRICE * out->entries && wasted > 0)
        GRAPH_TRY(graph__matrix_symmetry(&is_symmetric, A));
    if (is_symmetric) {
        *in = *out;
        return GRAPH_OK;
    }
    if (wasted >= TRANSPOSE_PRICE * out->entries && wasted > 0)
        return graph__matrix_view_transposed(in, A, place->backend, place->threads);
    GRAPH_TRY(graph__matrix_view_cached_transpose(in, &is_present, A, place->backend));
done:
    return status;
}

graph_status graph__fused_bfs(graph_vector **level, graph_vector **parent, const graph_matrix *A,
                              int64_t source, int64_t max_depth, int64_t target, bool is_reverse,
                              const struct graph_place *place)
{
    struct graph_bfs_request request = {.source = source,
                                        .max_depth = max_depth,
                                        .target = target,
                                        .wants_level = level != NULL,
                                        .wants_parent = parent != NULL,
                                        .threads = place->threads,
                                        .progress = place->progress};
    graph_status status;
    GRAPH_TRY(graph__matrix_finish(A));
    bool is_turned = is_reverse && atomic_load(&((graph_matrix *)A)->symmetry) != GRAPH_SYMMETRIC;
    if (is_turned)
        GRAPH_TRY(graph__matrix_view_transposed(&request.out, A, place->backend, place->threads));
    else
        GRAPH_TRY(graph__matrix_view(&request.out, A, place->backend));
    GRAPH_TRY(reverse_edges(&request.in, &request.out, A, is_turned, place));
    if (level != NULL)
        GRAPH_TRY(graph_vector_create(level, GRAPH_INT32, (graph_index)A->rows));
    if (parent != NULL)
        GRAPH_TRY(graph_vector_create(parent, GRAPH_INT64, (graph_index)A->rows));
    GRAPH_TRY(place->backend->bfs(&request));
    atomic_fetch_add(&((graph_matrix *)A)->wasted_edges, request.wasted);
    if (level != NULL)
        GRAPH_TRY(graph__vector_adopt(*level, &request.level, place->backend));
    if (parent != NULL)
        GRAPH_TRY(graph__vector_adopt(*parent, &request.parent, place->backend));
done:
    graph__vector_arrays_release(&request.level, place->backend);
    graph__vector_arrays_release(&request.parent, place->backend);
    if (status < 0) {
        graph_vector_release(level);
        graph_vector_release(parent);
    }
    return status;
}

graph_status graph__fused_triangles(uint64_t *count, graph_vector **per_vertex,
                                    graph_triangles_report *report, const graph_matrix *A,
                                    const struct graph_place *place)
{
    struct graph_triangles_request request = {.threads = place->threads, .progress = place->progress};
    struct graph_vector_arrays counts = {.entries = A->rows, .form = GRAPH_FULL};
    bool is_present = false;
    graph_status status;
    GRAPH_TRY(graph__matrix_view(&request.A, A, place->backend));
    GRAPH_TRY(graph__matrix_symmetry(&request.is_symmetric, A));
    if (!request.is_symmetric && request.A.entries > INT32_MAX)
        GRAPH_TRY(graph__matrix_view_transposed(&request.A_transposed, A, place->backend, place->threads));
    else if (!request.is_symmetric)
        GRAPH_TRY(graph__matrix_view_cached_transpose(&request.A_transposed, &is_present, A, place->backend));
    if (per_vertex != NULL) {
        GRAPH_TRY(graph_vector_create(per_vertex, GRAPH_INT64, (graph_index)A->rows));
        GRAPH_TRY(place->backend->allocate(&counts.value, (size_t)A->rows, sizeof(int64_t)));
        request.per_vertex = counts.value;
    }
    GRAPH_TRY(place->backend->triangles(&request));
    if (per_vertex != NULL)
        GRAPH_TRY(graph__vector_adopt(*per_vertex, &counts, place->backend));
    *count = request.count;
    if (report != NULL) {
        report->edges = request.edges;
        report->self_loops = request.self_loops;
        /* An edge is two entries or one. */
        report->one_way = 2 * request.edges - ((uint64_t)request.A.entries - request.self_loops);
    }
done:
    graph__vector_arrays_release(&counts, place->backend);
    if (status < 0)
        graph_vector_release(per_vertex);
    return status;
}

/* Rows of a matrix in host memory to a copy at a place without gaps, or back.  The gaps of the host's rows stay. */
static graph_status move_rows(void *there, void *here, int64_t rows, int64_t columns, int64_t stride,
                              size_t element_bytes, bool is_back, const struct graph_backend *backend)
{
    int64_t pieces = stride == columns ? 1 : rows;
    size_t bytes = (size_t)columns * (size_t)(stride == columns ? rows : 1) * element_bytes;
    graph_status status = GRAPH_OK;
    for (int64_t k = 0; k < pieces; k++) {
        char *row = (char *)here + (size_t)(k * stride) * element_bytes;
        char *copy = (char *)there + (size_t)(k * columns) * element_bytes;
        GRAPH_TRY(is_back ? backend->download(row, copy, bytes) : backend->upload(copy, row, bytes));
    }
done:
    return status;
}

static graph_status floyd_warshall_there(struct graph_floyd_warshall_request *r,
                                         const struct graph_backend *backend)
{
    struct graph_floyd_warshall_request there = *r;
    const size_t bytes = graph_type_size(r->type);
    graph_status status;
    there.distance = NULL;
    there.predecessor = NULL;
    there.stride = there.predecessor_stride = r->n;
    GRAPH_TRY(backend->allocate(&there.distance, (size_t)r->n * (size_t)r->n, bytes));
    GRAPH_TRY(move_rows(there.distance, r->distance, r->n, r->n, r->stride, bytes, false, backend));
    if (r->predecessor != NULL) {
        GRAPH_TRY(backend->allocate((void **)&there.predecessor, (size_t)r->n * (size_t)r->n,
                                    sizeof *r->predecessor));
        GRAPH_TRY(move_rows(there.predecessor, r->predecessor, r->n, r->n, r->predecessor_stride,
                            sizeof *r->predecessor, false, backend));
    }
    GRAPH_TRY(backend->floyd_warshall(&there));
    r->is_negative = there.is_negative;
    GRAPH_TRY(move_rows(there.distance, r->distance, r->n, r->n, r->stride, bytes, true, backend));
    if (r->predecessor != NULL)
        GRAPH_TRY(move_rows(there.predecessor, r->predecessor, r->n, r->n, r->predecessor_stride,
                            sizeof *r->predecessor, true, backend));
done:
    backend->release(there.distance);
    backend->release(there.predecessor);
    return status;
}

graph_status graph__fused_floyd_warshall(struct graph_floyd_warshall_request *r,
                                         const struct graph_place *place)
{
    graph_status status;
    if (place->backend->shares_host_memory)
        return place->backend->floyd_warshall(r);
    status = floyd_warshall_there(r, place->backend);
    if (status == GRAPH_E_DEVICE_MEMORY && r->predecessor == NULL &&
        place->backend->floyd_warshall_out_of_core != NULL)
        status = place->backend->floyd_warshall_out_of_core(r);
    if (!graph__place_failed(place, status))
        return status;
    graph__place_used(GRAPH_BACKEND_CPU);
    return graph__cpu()->floyd_warshall(r);
}

/* A, and its transpose where the edges are needed both ways and the place is a device. */
static graph_status open_graph(struct graph_csr *out, struct graph_csr *in, const graph_matrix *A,
                               bool needs_both, int threads, const struct graph_backend *backend)
{
    graph_status status;
    GRAPH_TRY(graph__matrix_view(out, A, backend));
    if (needs_both && !backend->shares_host_memory)
        GRAPH_TRY(graph__matrix_view_transposed(in, A, backend, threads));
done:
    return status;
}

graph_status graph__fused_components(struct graph_components_request *r, const graph_matrix *A,
                                     const struct graph_place *place)
{
    graph_status status;
    r->is_symmetric = atomic_load(&((graph_matrix *)A)->symmetry) == GRAPH_SYMMETRIC;
    GRAPH_TRY(open_graph(&r->A, &r->A_transposed, A, r->is_strong, r->threads, place->backend));
    GRAPH_TRY(place->backend->components(r));
done:
    if (!graph__place_failed(place, status))
        return status;
    graph__place_used(GRAPH_BACKEND_CPU);
    status = graph__matrix_view(&r->A, A, graph__cpu());
    if (status == GRAPH_OK && r->stays_there)
        status = GRAPH_NEW(r->component, A->rows);
    r->stays_there = r->is_numbered = false;
    return status < 0 ? status : graph__cpu()->components(r);
}

graph_status graph__fused_closure(struct graph_closure_request *r, const struct graph_backend **made_at,
                                  const graph_matrix *A, const struct graph_place *place)
{
    graph_status status;
    *made_at = place->backend;
    GRAPH_TRY(open_graph(&r->A, &r->A_transposed, A, true, r->threads, place->backend));
    GRAPH_TRY(place->backend->closure(r));
done:
    if (!graph__place_failed(place, status))
        return status;
    graph__place_used(GRAPH_BACKEND_CPU);
    *made_at = graph__cpu();
    status = graph__matrix_view(&r->A, A, graph__cpu());
    return status < 0 ? status : graph__cpu()->closure(r);
}

static graph_status sssp_there(struct graph_sssp_request *r, const graph_matrix *A,
                               const struct graph_backend *backend)
{
    const size_t bytes = graph_type_size(r->type);
    struct graph_sssp_request there = *r;
    struct graph_csr here;
    void *weight = NULL;
    graph_status status;
    GRAPH_TRY(graph__matrix_view(&here, A, graph__cpu()));
    GRAPH_TRY(graph__matrix_view(&there.A, A, backend));
    there.A.type = r->A.type;
    if (r->A.value == NULL)
        there.A.value = NULL;
    else if (r->A.value != here.value) { /* Converted for this call. */
        GRAPH_TRY(backend->allocate(&weight, (size_t)r->A.entries, bytes));
        GRAPH_TRY(backend->upload(weight, r->A.value, (size_t)r->A.entries * bytes));
        there.A.value = weight;
        there.A.value_facts = NULL;
    }
    GRAPH_TRY(backend->sssp(&there));
    r->cycle_vertex = there.cycle_vertex;
    r->there = there.there;
done:
    backend->release(weight);
    return status;
}

graph_status graph__fused_sssp(struct graph_sssp_request *r, const graph_matrix *A,
                               const struct graph_place *place)
{
    graph_status status;
    if (place->backend->shares_host_memory)
        return place->backend->sssp(r);
    status = sssp_there(r, A, place->backend);
    if (!graph__place_failed(place, status))
        return status;
    graph__place_used(GRAPH_BACKEND_CPU);
    status = r->stays_there ? graph__allocate_array(&r->distance, (size_t)A->rows, graph_type_size(r->type))
                            : GRAPH_OK;
    r->stays_there = false;
    return status < 0 ? status : graph__cpu()->sssp(r);
}

graph_status graph__fused_bit_closure(struct graph_bit_closure_request *r, const struct graph_place *place)
{
    const struct graph_backend *backend = place->backend;
    const size_t bytes = (size_t)r->n * (size_t)r->words * sizeof *r->bits;
    struct graph_bit_closure_request there = *r;
    graph_status status;
    there.bits = NULL;
    if (backend->shares_host_memory)
        return backend->bit_closure(r);
    GRAPH_TRY(backend->allocate((void **)&there.bits, bytes, 1));
    GRAPH_TRY(backend->upload(there.bits, r->bits, bytes));
    GRAPH_TRY(backend->bit_closure(&there));
    GRAPH_TRY(backend->download(r->bits, there.bits, bytes));
done:
    backend->release(there.bits);
    if (!graph__place_failed(place, status))
        return status;
    graph__place_used(GRAPH_BACKEND_CPU);
    return graph__cpu()->bit_closure(r);
}

static graph_status open_both_ways(struct graph_bfs_multi_request *r, const graph_matrix *A, bool is_reverse,
                                   const struct graph_backend *backend)
{
    graph_status status;
    GRAPH_TRY(graph__matrix_view(is_reverse ? &r->in : &r->out, A, backend));
    GRAPH_TRY(graph__matrix_view_transposed(is_reverse ? &r->out : &r->in, A, backend, r->threads));
done:
    return status;
}

enum { LEVEL_BYTES = 1 << 30 /* held at a place at a time, where rows can be fetched by and by */ };

static graph_status bfs_multi_there(struct graph_bfs_multi_request *r, const struct graph_backend *backend)
{
    const int64_t n = r->in.rows;
    const size_t bytes = r->level != NULL ? graph_type_size(r->level_type) : 0;
    int64_t each = r->sources;
    void *level = NULL;
    graph_status status = GRAPH_OK;
    if (r->level != NULL && !r->is_by_vertex) {
        const int64_t fitting = LEVEL_BYTES / ((n + 1) * (int64_t)bytes);
        each = fitting > 1024 ? fitting / 1024 * 1024 : 1024;
        each = each < r->sources ? each : r->sources;
    }
    if (r->level != NULL)
        GRAPH_TRY(backend->allocate(&level, (size_t)n * (size_t)each, bytes));
    for (int64_t first = 0; first < r->sources; first += each) {
        struct graph_bfs_multi_request there = *r;
        there.sources = r->sources - first < each ? r->sources - first : each;
        there.source = r->source != NULL ? r->source + first : NULL;
        there.first_source = r->first_source + first;
        there.reached = r->reached != NULL ? r->reached + first : NULL;
        there.distance_sum = r->distance_sum != NULL ? r->distance_sum + first : NULL;
        there.eccentricity = r->eccentricity != NULL ? r->eccentricity + first : NULL;
        there.level = level;
        there.stride = r->is_by_vertex ? there.sources : n;
        graph__progress_part(r->progress, (double)first / (double)r->sources,
                             (double)(first + there.sources) / (double)r->sources);
        GRAPH_TRY(backend->bfs_multi(&there));
        if (r->level != NULL)
            GRAPH_TRY(move_rows(
                level, (char *)r->level + (size_t)(r->is_by_vertex ? 0 : first * r->stride) * bytes,
                r->is_by_vertex ? n : there.sources, there.stride, r->stride, bytes, true, backend));
    }
done:
    graph__progress_part(r->progress, 0, 1);
    backend->release(level);
    return status;
}

graph_status graph__fused_bfs_multi(struct graph_bfs_multi_request *r, const graph_matrix *A, bool is_reverse,
                                    const struct graph_place *place)
{
    graph_status status;
    status = open_both_ways(r, A, is_reverse, place->backend);
    if (!place->backend->shares_host_memory) {
        if (status == GRAPH_OK)
            status = bfs_multi_there(r, place->backend);
        if (!graph__place_failed(place, status))
            return status;
        graph__place_used(GRAPH_BACKEND_CPU);
        status = open_both_ways(r, A, is_reverse, graph__cpu());
    }
    return status < 0 ? status : graph__cpu()->bfs_multi(r);
}
