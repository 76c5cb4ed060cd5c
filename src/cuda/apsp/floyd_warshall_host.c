/* Floyd-Warshall on the device; see apsp_host.h: rounds of pivots, on the caller's rows if they are whole tiles, else on a
 * padded copy.
 *
 * Integers of 32 bits are tried in 16 bits first, which takes half the time.  If no weight is negative and in the end no
 * distance lies within the largest weight of infinity, no distance was cut off.  Otherwise the rounds are repeated in 32
 * bits. */
#include "base/progress.h"
#include "cuda/apsp/apsp_host.h"

#include <string.h>

#include "base/checked.h"
#include "cuda/runtime/call.h"
#include "cuda/apsp/floyd_paths_arguments.h"
#include "cuda/apsp/floyd_warshall_arguments.h"
#include "cuda/apsp/tuning.h"

enum {
    COPY_THREADS = 256,
    COPY_BLOCKS = 132 * 8, /* 8 for each multiprocessor of an H200 */
    ALIGNED_BYTES = 16
};

/* A square matrix of whole tiles on the device. */
struct square {
    void *value;
    int64_t n, stride;
};

const struct floyd_kernels *graph__cuda_floyd_kernels_of(graph_type type)
{
    return &graph__cuda_floyd_kernels[type == GRAPH_FP32    ? FLOYD_FP32
                                      : type == GRAPH_FP64  ? FLOYD_FP64
                                      : type == GRAPH_INT32 ? FLOYD_INT32
                                                            : FLOYD_INT64];
}

uint64_t graph__cuda_floyd_infinite_bits(graph_type type)
{
    const float infinite32 = __builtin_inff();
    const double infinite64 = __builtin_inf();
    uint64_t bits = type == GRAPH_INT32 ? INT32_MAX / 2 : INT64_MAX / 2;
    if (type == GRAPH_FP32) {
        bits = 0;
        memcpy(&bits, &infinite32, sizeof infinite32);
    } else if (type == GRAPH_FP64)
        memcpy(&bits, &infinite64, sizeof infinite64);
    return bits;
}

static graph_status launch_pad(struct cuda_call *call, const struct floyd_copy_arguments *a, size_t bytes)
{
    return graph__cuda_launch(call, graph__cuda_floyd_pad[bytes == 8], COPY_BLOCKS, COPY_THREADS, 0, a);
}

/* *to = the rows themselves, or a padded copy. */
static graph_status open_square(struct cuda_call *call, struct square *to, void *value, int64_t n,
                                int64_t stride, size_t bytes, uint64_t infinite)
{
    struct floyd_copy_arguments copy = {
        .from = value, .n = n, .from_stride = stride, .padded = (n + FLOYD_PAD - 1) / FLOYD_PAD * FLOYD_PAD};
    graph_status status = GRAPH_OK;
    *to = (struct square){value, n, stride};
    if (copy.padded == n && (size_t)stride * bytes % ALIGNED_BYTES == 0 &&
        (uintptr_t)value % ALIGNED_BYTES == 0)
        return GRAPH_OK;
    GRAPH_TRY(graph__cuda_scratch(call, &to->value, (size_t)copy.padded * (size_t)copy.padded, bytes));
    to->n = to->stride = copy.to_stride = copy.padded;
    copy.to = to->value;
    copy.infinite = infinite;
    GRAPH_TRY(launch_pad(call, &copy, bytes));
done:
    return status;
}

static graph_status close_square(struct cuda_call *call, const struct square *from, void *value, int64_t n,
                                 int64_t stride, size_t bytes)
{
    const struct floyd_copy_arguments copy = {.to = value,
                                              .from = from->value,
                                              .n = n,
                                              .to_stride = stride,
                                              .from_stride = from->stride,
                                              .padded = n};
    return from->value == value ? GRAPH_OK : launch_pad(call, &copy, bytes);
}

/* Reports progress if the caller wants it; for that the host waits for the device. */
static graph_status report(const struct graph_floyd_warshall_request *r, int64_t done_pivots)
{
    graph_status status = GRAPH_OK;
    if (r->progress == NULL)
        return GRAPH_OK;
    GRAPH_TRY(graph__cuda_wait());
    (void)graph__progress_at(r->progress, (double)done_pivots / (double)r->n);
    status = graph__progress_status(r->progress);
done:
    return status;
}

graph_status graph__cuda_floyd_open_round(struct cuda_call *call, struct floyd_round_arguments *a,
                                          const struct floyd_kernels *k, int64_t most_rows)
{
    const size_t bytes = (size_t)k->word_bytes;
    graph_status status;
    GRAPH_TRY(graph__cuda_scratch(call, &a->diagonal, FLOYD_PIVOTS * FLOYD_PIVOTS, bytes));
    GRAPH_TRY(graph__cuda_scratch(call, &a->diagonal_transposed, FLOYD_PIVOTS * FLOYD_PIVOTS, bytes));
    GRAPH_TRY(graph__cuda_scratch(call, &a->column, (size_t)(FLOYD_PIVOTS * most_rows), bytes));
done:
    return status;
}

graph_status graph__cuda_floyd_round(struct cuda_call *call, const struct floyd_round_arguments *a,
                                     const struct floyd_kernels *k)
{
    const int64_t across = a->n / k->tile_columns, tiles = a->rows / FLOYD_ROWS * across,
                  elements = k == &graph__cuda_floyd_kernels[FLOYD_UINT16] ? 2 : 1,
                  column_tiles = a->rows * elements / k->tile_columns;
    graph_status status;
    GRAPH_TRY(graph__cuda_launch(call, k->close, 1 + a->rows / 32, FLOYD_DIAGONAL_THREADS, 0, a));
    if (a->diagonal != NULL)
        GRAPH_TRY(graph__cuda_launch(call, k->panels, across + column_tiles, FLOYD_THREADS,
                                     (size_t)k->shared_bytes, a));
    GRAPH_TRY(graph__cuda_launch(call, k->rest, tiles, FLOYD_THREADS, (size_t)k->shared_bytes, a));
done:
    return status;
}

graph_status graph__cuda_floyd_check(struct cuda_call *call, const struct floyd_round_arguments *a,
                                     const struct floyd_kernels *k)
{
    return graph__cuda_launch(call, k->check, (a->rows + FLOYD_THREADS - 1) / FLOYD_THREADS, FLOYD_THREADS, 0,
                              a);
}

/* Vertices of the padding have no edges, so they are no pivots. */
static graph_status run_rounds(struct cuda_call *call, const struct graph_floyd_warshall_request *r,
                               const struct square *d, const struct floyd_kernels *k, int32_t *is_negative)
{
    struct floyd_round_arguments a = {
        .distance = d->value, .n = d->n, .stride = d->stride, .rows = d->n, .is_negative = is_negative};
    graph_status status;
    GRAPH_TRY(graph__cuda_floyd_open_round(call, &a, k, d->n));
    for (; a.first < r->n; a.first += FLOYD_PIVOTS) {
        a.pivot_row = a.first;
        GRAPH_TRY(graph__cuda_floyd_round(call, &a, k));
        GRAPH_TRY(report(r, a.first + FLOYD_PIVOTS));
    }
    GRAPH_TRY(graph__cuda_floyd_check(call, &a, k));
done:
    return status;
}

/* *largest = the largest weight if 16 bits may be enough, else -1. */
static graph_status find_largest(struct cuda_call *call, int32_t *largest,
                                 const struct graph_floyd_warshall_request *r)
{
    struct floyd_narrow_arguments a = {
        .wide = r->distance, .n = r->n, .wide_stride = r->stride, .infinite = INT32_MAX / 2};
    struct {
        int32_t least, largest;
        uint64_t count;
    } found = {INT32_MAX, 0, 0};
    void *there;
    graph_status status;
    *largest = -1;
    GRAPH_TRY(graph__cuda_scratch(call, &there, 1, sizeof found));
    GRAPH_TRY(graph__cuda_upload(there, &found, sizeof found));
    a.range = there;
    a.count = (uint64_t *)((char *)there + 8);
    GRAPH_TRY(graph__cuda_launch(call, graph__cuda_floyd_narrow[FLOYD_FIND_RANGE], COPY_BLOCKS, COPY_THREADS,
                                 0, &a));
    GRAPH_TRY(CUDA_READ(call, found, there));
    int64_t hops =
        (int64_t)found.count > r->n * r->n / FLOYD_DENSE_SHARE ? FLOYD_DENSE_HOPS : FLOYD_SPARSE_HOPS;
    if (found.least >= 0 && found.largest <= FLOYD_INFINITE_16 / 2 &&
        found.largest * (hops + 1) < FLOYD_INFINITE_16)
        *largest = found.largest;
done:
    return status;
}

/* *is_done: the rows have their distances. */
static graph_status in_16_bits(struct cuda_call *call, bool *is_done,
                               const struct graph_floyd_warshall_request *r, int32_t *is_negative)
{
    struct floyd_narrow_arguments a = {.wide = r->distance,
                                       .n = r->n,
                                       .wide_stride = r->stride,
                                       .padded = (r->n + FLOYD_PAD - 1) / FLOYD_PAD * FLOYD_PAD,
                                       .infinite = INT32_MAX / 2};
    int32_t does_not_fit = 1;
    graph_status status;
    *is_done = false;
    if (r->type != GRAPH_INT32 || r->n < FLOYD_NARROW_ROWS)
        return GRAPH_OK;
    GRAPH_TRY(find_largest(call, &a.largest, r));
    if (a.largest < 0 || graph__cuda_bytes_free() / 3 < (size_t)a.padded * (size_t)a.padded)
        goto done;
    GRAPH_TRY(
        graph__cuda_scratch(call, (void **)&a.narrow, (size_t)a.padded * (size_t)a.padded, sizeof *a.narrow));
    GRAPH_TRY(CUDA_SCRATCH(call, a.does_not_fit, 1));
    GRAPH_TRY(graph__cuda_set_bytes(call, a.does_not_fit, 0, sizeof *a.does_not_fit));
    GRAPH_TRY(
        graph__cuda_launch(call, graph__cuda_floyd_narrow[FLOYD_NARROW], COPY_BLOCKS, COPY_THREADS, 0, &a));
    const struct square d = {a.narrow, a.padded, a.padded};
    GRAPH_TRY(run_rounds(call, r, &d, &graph__cuda_floyd_kernels[FLOYD_UINT16], is_negative));
    GRAPH_TRY(
        graph__cuda_launch(call, graph__cuda_floyd_narrow[FLOYD_CHECK], COPY_BLOCKS, COPY_THREADS, 0, &a));
    GRAPH_TRY(CUDA_READ(call, does_not_fit, a.does_not_fit));
    if (does_not_fit != 0)
        goto done;
    GRAPH_TRY(
        graph__cuda_launch(call, graph__cuda_floyd_narrow[FLOYD_WIDEN], COPY_BLOCKS, COPY_THREADS, 0, &a));
    *is_done = true;
done:
    return status;
}

static graph_status without_predecessors(struct cuda_call *call, struct graph_floyd_warshall_request *r,
                                         int32_t *is_negative)
{
    const struct floyd_kernels *k = graph__cuda_floyd_kernels_of(r->type);
    const size_t bytes = (size_t)k->word_bytes;
    struct square d;
    bool is_done;
    graph_status status;
    GRAPH_TRY(in_16_bits(call, &is_done, r, is_negative));
    if (is_done)
        goto done;
    GRAPH_TRY(
        open_square(call, &d, r->distance, r->n, r->stride, bytes, graph__cuda_floyd_infinite_bits(r->type)));
    GRAPH_TRY(run_rounds(call, r, &d, k, is_negative));
    GRAPH_TRY(close_square(call, &d, r->distance, r->n, r->stride, bytes));
done:
    return status;
}

static graph_status with_predecessors(struct cuda_call *call, struct graph_floyd_warshall_request *r,
                                      int32_t *is_negative)
{
    const struct floyd_paths_kernels *k =
        &graph__cuda_floyd_paths_kernels[graph__cuda_floyd_kernels_of(r->type) - graph__cuda_floyd_kernels];
    struct square d, p;
    graph_status status;
    GRAPH_TRY(open_square(call, &d, r->distance, r->n, r->stride, (size_t)k->element_bytes,
                          graph__cuda_floyd_infinite_bits(r->type)));
    GRAPH_TRY(open_square(call, &p, r->predecessor, r->n, r->predecessor_stride, sizeof *r->predecessor, 0));
    struct floyd_paths_arguments a = {.distance = d.value,
                                      .predecessor = p.value,
                                      .n = d.n,
                                      .stride = d.stride,
                                      .predecessor_stride = p.stride,
                                      .is_negative = is_negative};
    GRAPH_TRY(graph__cuda_scratch(call, &a.through, PATHS_PIVOTS * PATHS_PIVOTS, (size_t)k->element_bytes));
    GRAPH_TRY(graph__cuda_scratch(call, &a.column, (size_t)(PATHS_PIVOTS * d.n), (size_t)k->element_bytes));
    const int64_t panels = d.n / PATHS_PANEL_THREADS, tiles = d.n / PATHS_TILE;
    for (a.first = 0; a.first < r->n; a.first += PATHS_PIVOTS) {
        GRAPH_TRY(graph__cuda_launch(call, k->close, 1, PATHS_CLOSE_THREADS, 0, &a));
        GRAPH_TRY(graph__cuda_launch(call, k->rows, panels, PATHS_PANEL_THREADS, 0, &a));
        GRAPH_TRY(graph__cuda_launch(call, k->columns, panels, PATHS_PANEL_THREADS, 0, &a));
        GRAPH_TRY(graph__cuda_launch(call, k->rest, tiles * tiles, PATHS_TILE_THREADS,
                                     (size_t)k->shared_bytes, &a));
        GRAPH_TRY(report(r, a.first + PATHS_PIVOTS));
    }
    GRAPH_TRY(close_square(call, &d, r->distance, r->n, r->stride, (size_t)k->element_bytes));
    GRAPH_TRY(close_square(call, &p, r->predecessor, r->n, r->predecessor_stride, sizeof *r->predecessor));
done:
    return status;
}

graph_status graph__cuda_floyd_warshall(struct graph_floyd_warshall_request *r)
{
    int32_t *is_negative = NULL, found = 0;
    graph_status status;
    r->is_negative = false;
    if (r->n == 0)
        return GRAPH_OK;
    struct cuda_call *call = graph__cuda_begin();
    GRAPH_TRY(CUDA_SCRATCH(call, is_negative, 1));
    GRAPH_TRY(graph__cuda_set_bytes(call, is_negative, 0, sizeof *is_negative));
    GRAPH_TRY(r->predecessor != NULL ? with_predecessors(call, r, is_negative)
                                     : without_predecessors(call, r, is_negative));
    GRAPH_TRY(CUDA_READ(call, found, is_negative));
    r->is_negative = found != 0;
done:
    graph__cuda_end(call);
    return status;
}
