/* See triangles_host.h: a directed pattern is made undirected, vertices get numbers, rows are divided, triangles
 * counted. */
#include "cuda/triangles_host.h"

#include <string.h>

#include "base/status.h"
#include "cuda/device.h"
#include "cuda/primitives.h"
#include "cuda/triangles_arguments.h"
#include "cuda/triangles_kernels.h"

enum { DEGREE_BITS = 16 };

_Static_assert(sizeof(struct triangles_arguments) <= sizeof((struct graph_cuda_triangles *)0)->arguments,
               "the arguments fit");

static graph_status launch_over(int kernel, int64_t n, const void *arguments)
{
    return graph__cuda_launch(graph__cuda_triangles_kernels[kernel], graph__cuda_blocks(n, TRIANGLES_THREADS),
                              TRIANGLES_THREADS, 0, arguments);
}

/* As many blocks as fit. */
static graph_status launch_full(int kernel, size_t shared_bytes, const void *arguments)
{
    const void *handle = graph__cuda_triangles_kernels[kernel];
    int64_t blocks;
    graph_status status;
    GRAPH_TRY(graph__cuda_full_grid(&blocks, handle, TRIANGLES_THREADS, shared_bytes));
    GRAPH_TRY(graph__cuda_launch(handle, blocks, TRIANGLES_THREADS, shared_bytes, arguments));
done:
    return status;
}

static int bits_of(uint64_t x)
{
    int bits = 0;
    for (; x > 0; x >>= 1)
        bits++;
    return bits;
}

/* Rows of the union of A and A'. */
static graph_status unite(struct triangles_arguments *to, const struct graph_csr *A)
{
    struct triangles_union_arguments u = {
        .row_start = A->row_start, .column = A->column, .n = A->rows, .entries = A->entries};
    const int64_t keys = 2 * A->entries;
    uint64_t *spare = NULL;
    int64_t *row_start = NULL;
    graph_status status;
    GRAPH_TRY(CUDA_SCRATCH(u.key, keys));
    GRAPH_TRY(CUDA_SCRATCH(spare, keys));
    GRAPH_TRY(CUDA_SCRATCH(u.place, keys + 1));
    GRAPH_TRY(CUDA_SCRATCH(u.count, A->rows));
    GRAPH_TRY(CUDA_SCRATCH(u.united, keys));
    GRAPH_TRY(CUDA_SCRATCH(row_start, A->rows + 1));
    GRAPH_TRY(graph__cuda_set_bytes(u.count, 0, (size_t)A->rows * sizeof *u.count));
    GRAPH_TRY(launch_over(TRIANGLES_UNION_KEYS, 32 * A->rows, &u));
    GRAPH_TRY(graph__cuda_sort_keys_64(&u.key, &spare, keys, 32 + bits_of((uint64_t)A->rows)));
    GRAPH_TRY(launch_over(TRIANGLES_UNION_MARK, keys, &u));
    GRAPH_TRY(graph__cuda_scan(u.place, keys));
    GRAPH_TRY(launch_over(TRIANGLES_UNION_ROWS, keys, &u));
    GRAPH_TRY(graph__cuda_scan_counts(row_start, u.count, A->rows));
    to->row_start = row_start;
    to->column = u.united;
done:
    return status;
}

graph_status graph__cuda_triangles_prepare(struct graph_cuda_triangles *state,
                                           const struct graph_triangles_request *r)
{
    struct triangles_arguments a = {.row_start = r->A.row_start,
                                    .column = r->A.column,
                                    .n = r->A.rows,
                                    .window = (r->A.rows + 31) / 32 * 32,
                                    .per_vertex = r->per_vertex};
    const int64_t entries = r->is_symmetric ? r->A.entries : 2 * r->A.entries;
    uint32_t *spare_key, *vertex, *spare_vertex;
    graph_status status;
    a.window = a.window < TRIANGLES_WINDOW ? a.window : TRIANGLES_WINDOW;
    if (!r->is_symmetric)
        GRAPH_TRY(unite(&a, &r->A));
    GRAPH_TRY(CUDA_SCRATCH(a.key, a.n));
    GRAPH_TRY(CUDA_SCRATCH(spare_key, a.n));
    GRAPH_TRY(CUDA_SCRATCH(vertex, a.n));
    GRAPH_TRY(CUDA_SCRATCH(spare_vertex, a.n));
    GRAPH_TRY(CUDA_SCRATCH(a.number, a.n));
    GRAPH_TRY(CUDA_SCRATCH(a.list, a.n));
    GRAPH_TRY(CUDA_SCRATCH(a.end, entries));
    GRAPH_TRY(CUDA_SCRATCH(a.sums, 1));
    if (r->per_vertex != NULL) {
        GRAPH_TRY(CUDA_SCRATCH(a.corners, a.n));
        GRAPH_TRY(graph__cuda_set_bytes(a.corners, 0, (size_t)a.n * sizeof *a.corners));
    }
    GRAPH_TRY(graph__cuda_set_bytes(a.sums, 0, sizeof *a.sums));
    a.vertex = vertex;
    GRAPH_TRY(launch_over(TRIANGLES_KEYS, a.n, &a));
    GRAPH_TRY(graph__cuda_sort_32_32(&a.key, &spare_key, &vertex, &spare_vertex, a.n, DEGREE_BITS));
    a.vertex = vertex;
    GRAPH_TRY(launch_over(TRIANGLES_NUMBERS, a.n, &a));
    GRAPH_TRY(launch_full(TRIANGLES_DIVIDE_LONG, 0, &a));
    GRAPH_TRY(launch_full(TRIANGLES_DIVIDE_SHORT, 0, &a));
    memcpy(state->arguments, &a, sizeof a);
done:
    return status;
}

graph_status graph__cuda_triangles_count(const struct graph_cuda_triangles *state)
{
    struct triangles_arguments a;
    graph_status status;
    memcpy(&a, state->arguments, sizeof a);
    bool has_corners = a.corners != NULL;
    GRAPH_TRY(
        launch_full(has_corners ? TRIANGLES_CORNERS_MANY : TRIANGLES_COUNT_MANY, (size_t)a.window / 8, &a));
    GRAPH_TRY(launch_full(has_corners ? TRIANGLES_CORNERS_FEW : TRIANGLES_COUNT_FEW, 0, &a));
    if (has_corners)
        GRAPH_TRY(launch_over(TRIANGLES_TO_VERTICES, a.n, &a));
done:
    return status;
}

graph_status graph__cuda_triangles(struct graph_triangles_request *r)
{
    struct graph_cuda_triangles state;
    struct triangles_arguments a;
    struct triangles_sums sums;
    graph_status status;
    r->count = r->edges = r->self_loops = 0;
    if (r->A.rows == 0)
        return GRAPH_OK;
    graph__cuda_begin();
    GRAPH_TRY(graph__cuda_triangles_prepare(&state, r));
    GRAPH_TRY(graph__cuda_triangles_count(&state));
    memcpy(&a, state.arguments, sizeof a);
    GRAPH_TRY(CUDA_READ(sums, a.sums));
    r->count = sums.count;
    r->edges = sums.ends;
    r->self_loops = sums.loops;
done:
    graph__cuda_end();
    return status;
}
