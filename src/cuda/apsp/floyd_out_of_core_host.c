/* Floyd-Warshall on rows in the host's memory, of which the device has room for a part; see apsp_host.h.
 *
 * A stage takes as many pivots K as half of the device memory has room for, and closes their rows over each other,
 *
 *     D(K, :) = the shortest paths through pivots of K,
 *
 * in rounds of 128.  Then all other rows stream through in blocks, and a round for every 128 pivots computes
 *
 *     D(i, :) = min(D(i, :), D(i, K) + D(K, :)):
 *
 * a path through pivots of K has a first one, and D(K, :) has the rest of it.  Three blocks are on the device: one is
 * uploaded, one relaxed, one downloaded.  Each element is moved twice in a stage and relaxed |K| times, which takes longer
 * than the move from some thousand pivots on. */
#include "base/progress.h"
#include "cuda/apsp/apsp_host.h"

#include <string.h>

#include "cuda/runtime/call.h"
#include "cuda/apsp/floyd_warshall_arguments.h"

enum {
    BLOCKS = 3,
    FILL_BLOCKS = 132 * 8, /* 8 for each multiprocessor of an H200 */
    FILL_THREADS = 256,
    RESERVED_BYTES = 4 << 20 /* of device memory, for the panels of a round and other small arrays */
};

struct out_of_core {
    const struct graph_floyd_warshall_request *r;
    const struct floyd_kernels *k;
    struct floyd_round_arguments a;
    size_t bytes;      /* of an element */
    int64_t n;         /* rounded up to whole tiles; distances of the padding are infinite */
    int64_t most_rows; /* of a block */
    int64_t stages, blocks, done;
    char *pivots, *block[BLOCKS];
    cudaStream_t uploads, downloads;
    cudaEvent_t is_uploaded[BLOCKS], is_relaxed[BLOCKS], is_downloaded[BLOCKS];
    bool is_locked; /* the caller's rows were page-locked by this call */
};

static int64_t whole(int64_t rows, int64_t unit) { return rows / unit * unit; }

/* Copies rows from `first` on to the device, or back. */
static graph_status copy_rows(const struct out_of_core *o, void *there, int64_t first, int64_t rows,
                              bool is_back, cudaStream_t stream)
{
    const struct graph_floyd_warshall_request *r = o->r;
    char *here = (char *)r->distance + (size_t)(first * r->stride) * o->bytes;
    const size_t pitch = (size_t)r->stride * o->bytes, there_pitch = (size_t)o->n * o->bytes,
                 width = (size_t)r->n * o->bytes;
    graph_status status = GRAPH_OK;
    if (first + rows > r->n)
        rows = r->n - first;
    if (rows <= 0)
        return GRAPH_OK;
    if (is_back)
        CUDA_TRY(cudaMemcpy2DAsync(here, pitch, there, there_pitch, width, (size_t)rows,
                                   cudaMemcpyDeviceToHost, stream));
    else
        CUDA_TRY(cudaMemcpy2DAsync(there, there_pitch, here, pitch, width, (size_t)rows,
                                   cudaMemcpyHostToDevice, stream));
done:
    return status;
}

/* Fills the padding of these rows. */
static graph_status fill_infinite(struct cuda_call *call, const struct out_of_core *o, void *there,
                                  int64_t first, int64_t rows)
{
    const int64_t known = o->r->n - first;
    const struct floyd_fill_arguments a = {.to = there,
                                           .rows = rows,
                                           .columns = o->n,
                                           .stride = o->n,
                                           .known_rows = known < 0      ? 0
                                                         : known < rows ? known
                                                                        : rows,
                                           .known_columns = o->r->n,
                                           .infinite = graph__cuda_floyd_infinite_bits(o->r->type)};
    return o->n == o->r->n ? GRAPH_OK
                           : graph__cuda_launch(call, graph__cuda_floyd_fill[o->bytes == 8], FILL_BLOCKS,
                                                FILL_THREADS, 0, &a);
}

static graph_status wait_for(cudaStream_t stream, cudaEvent_t event)
{
    return graph__cuda_check(cudaStreamWaitEvent(stream, event, 0), "waiting for a block");
}

static graph_status record(cudaEvent_t event, cudaStream_t stream)
{
    return graph__cuda_check(cudaEventRecord(event, stream), "recording an event");
}

static graph_status open_out_of_core(struct cuda_call *call, struct out_of_core *o,
                                     const struct graph_floyd_warshall_request *r, int32_t *is_negative)
{
    graph_status status;
    *o = (struct out_of_core){.r = r,
                              .k = graph__cuda_floyd_kernels_of(r->type),
                              .bytes = graph_type_size(r->type),
                              .n = (r->n + FLOYD_PAD - 1) / FLOYD_PAD * FLOYD_PAD};
    const size_t row_bytes = (size_t)o->n * o->bytes, unused = graph__cuda_bytes_free() / 16 * 15;
    const int64_t fitting = (int64_t)((unused > RESERVED_BYTES ? unused - RESERVED_BYTES : 0) / row_bytes);
    int64_t most_pivots = whole(fitting / 2, FLOYD_PIVOTS);
    if (most_pivots > o->n)
        most_pivots = o->n;
    o->most_rows = whole((fitting - most_pivots - FLOYD_PIVOTS) / BLOCKS, FLOYD_ROWS);
    if (most_pivots == 0 || o->most_rows <= 0)
        GRAPH_FAIL(GRAPH_E_DEVICE_MEMORY,
                   "out of device memory: some hundred rows of %zu bytes were wanted; %zu are free",
                   row_bytes, unused);
    if (o->most_rows > o->n)
        o->most_rows = o->n;
    o->a = (struct floyd_round_arguments){.n = o->n, .stride = o->n, .is_negative = is_negative};
    GRAPH_TRY(graph__cuda_scratch(call, (void **)&o->pivots, (size_t)(most_pivots + BLOCKS * o->most_rows),
                                  row_bytes));
    for (int b = 0; b < BLOCKS; b++)
        o->block[b] = o->pivots + (size_t)(most_pivots + b * o->most_rows) * row_bytes;
    GRAPH_TRY(graph__cuda_floyd_open_round(call, &o->a, o->k,
                                           most_pivots > o->most_rows ? most_pivots : o->most_rows));
    o->stages = (o->n + most_pivots - 1) / most_pivots;
    CUDA_TRY(cudaStreamCreateWithFlags(&o->uploads, cudaStreamNonBlocking));
    CUDA_TRY(cudaStreamCreateWithFlags(&o->downloads, cudaStreamNonBlocking));
    for (int b = 0; b < BLOCKS; b++) {
        CUDA_TRY(cudaEventCreateWithFlags(&o->is_uploaded[b], cudaEventDisableTiming));
        CUDA_TRY(cudaEventCreateWithFlags(&o->is_relaxed[b], cudaEventDisableTiming));
        CUDA_TRY(cudaEventCreateWithFlags(&o->is_downloaded[b], cudaEventDisableTiming));
    }
    /* Copies of memory that cannot be locked are right too, but they do not overlap with other work. */
    const size_t bytes = (size_t)(r->n * r->stride - (r->stride - r->n)) * o->bytes;
    o->is_locked = graph__cuda_succeeds(cudaHostRegister(r->distance, bytes, cudaHostRegisterDefault));
done:
    return status;
}

static void close_out_of_core(struct out_of_core *o)
{
    (void)graph__cuda_succeeds(cudaStreamSynchronize(graph__cuda_device(NULL)->stream));
    if (o->uploads != NULL)
        (void)graph__cuda_succeeds(cudaStreamSynchronize(o->uploads));
    if (o->downloads != NULL)
        (void)graph__cuda_succeeds(cudaStreamSynchronize(o->downloads));
    if (o->is_locked)
        (void)graph__cuda_succeeds(cudaHostUnregister(o->r->distance));
    for (int b = 0; b < BLOCKS; b++) {
        cudaEvent_t const events[] = {o->is_uploaded[b], o->is_relaxed[b], o->is_downloaded[b]};
        for (int e = 0; e < 3; e++)
            if (events[e] != NULL)
                (void)graph__cuda_succeeds(cudaEventDestroy(events[e]));
    }
    if (o->uploads != NULL)
        (void)graph__cuda_succeeds(cudaStreamDestroy(o->uploads));
    if (o->downloads != NULL)
        (void)graph__cuda_succeeds(cudaStreamDestroy(o->downloads));
}

/* Closes the rows of the pivots first .. first + count - 1 over each other. */
static graph_status close_pivots(struct cuda_call *call, struct out_of_core *o, int64_t first, int64_t count)
{
    const cudaStream_t work = graph__cuda_device(NULL)->stream;
    struct floyd_round_arguments a = o->a;
    graph_status status;
    /* The rows of the pivots may be in blocks of the last stage that are still being downloaded. */
    CUDA_TRY(cudaStreamSynchronize(o->downloads));
    GRAPH_TRY(copy_rows(o, o->pivots, first, count, false, work));
    GRAPH_TRY(fill_infinite(call, o, o->pivots, first, count));
    a.distance = o->pivots;
    a.first_row = first;
    a.rows = count;
    for (int64_t p = 0; p < count; p += FLOYD_PIVOTS) {
        a.first = first + p;
        a.pivot_row = p;
        GRAPH_TRY(graph__cuda_floyd_round(call, &a, o->k));
    }
    GRAPH_TRY(graph__cuda_floyd_check(call, &a, o->k));
    GRAPH_TRY(record(o->is_relaxed[0], work));
    GRAPH_TRY(wait_for(o->downloads, o->is_relaxed[0]));
    GRAPH_TRY(copy_rows(o, o->pivots, first, count, true, o->downloads));
done:
    return status;
}

/* Relaxes other rows, from first_row on, by all pivots of the stage. */
static graph_status pass_block(struct cuda_call *call, struct out_of_core *o, int64_t first_row, int64_t rows,
                               int64_t first, int64_t count)
{
    const cudaStream_t work = graph__cuda_device(NULL)->stream;
    const int b = (int)(o->blocks++ % BLOCKS);
    struct floyd_round_arguments a = o->a;
    graph_status status;
    if (o->blocks > BLOCKS)
        GRAPH_TRY(wait_for(o->uploads, o->is_downloaded[b]));
    GRAPH_TRY(copy_rows(o, o->block[b], first_row, rows, false, o->uploads));
    GRAPH_TRY(record(o->is_uploaded[b], o->uploads));
    GRAPH_TRY(wait_for(work, o->is_uploaded[b]));
    GRAPH_TRY(fill_infinite(call, o, o->block[b], first_row, rows));
    a.distance = o->block[b];
    a.first_row = first_row;
    a.rows = rows;
    a.diagonal = NULL;
    for (int64_t p = 0; p < count; p += FLOYD_PIVOTS) {
        a.first = first + p;
        a.pivot_row = p - (o->block[b] - o->pivots) / (o->n * (int64_t)o->bytes);
        GRAPH_TRY(graph__cuda_floyd_round(call, &a, o->k));
    }
    GRAPH_TRY(graph__cuda_floyd_check(call, &a, o->k));
    GRAPH_TRY(record(o->is_relaxed[b], work));
    GRAPH_TRY(wait_for(o->downloads, o->is_relaxed[b]));
    GRAPH_TRY(copy_rows(o, o->block[b], first_row, rows, true, o->downloads));
    GRAPH_TRY(record(o->is_downloaded[b], o->downloads));
done:
    return status;
}

/* Reports the share of the work that is done, after waiting for it. */
static graph_status report(struct out_of_core *o, int64_t rows)
{
    const struct graph_floyd_warshall_request *r = o->r;
    graph_status status = GRAPH_OK;
    o->done += rows;
    if (r->progress == NULL)
        return GRAPH_OK;
    GRAPH_TRY(graph__cuda_wait());
    (void)graph__progress_at(r->progress, (double)o->done / (double)(o->stages * o->n));
    status = graph__progress_status(r->progress);
done:
    return status;
}

static graph_status run_stages(struct cuda_call *call, struct out_of_core *o)
{
    const int64_t most = (o->n / FLOYD_PIVOTS + o->stages - 1) / o->stages * FLOYD_PIVOTS;
    graph_status status = GRAPH_OK;
    for (int64_t first = 0; first < o->n; first += most) {
        const int64_t count = o->n - first < most ? o->n - first : most;
        GRAPH_TRY(close_pivots(call, o, first, count));
        GRAPH_TRY(report(o, count));
        for (int64_t row = 0, rows; row < o->n; row += rows) {
            if (row == first)
                row += count;
            const int64_t end = row < first ? first : o->n;
            rows = end - row < o->most_rows ? end - row : o->most_rows;
            if (rows == 0)
                break;
            GRAPH_TRY(pass_block(call, o, row, rows, first, count));
            GRAPH_TRY(report(o, rows));
        }
    }
    CUDA_TRY(cudaStreamSynchronize(o->downloads));
done:
    return status;
}

graph_status graph__cuda_floyd_out_of_core(struct graph_floyd_warshall_request *r)
{
    struct out_of_core o = {0};
    int32_t *is_negative = NULL, found = 0;
    graph_status status;
    r->is_negative = false;
    struct cuda_call *call = graph__cuda_begin();
    GRAPH_TRY(CUDA_SCRATCH(call, is_negative, 1));
    GRAPH_TRY(graph__cuda_set_bytes(call, is_negative, 0, sizeof *is_negative));
    GRAPH_TRY(open_out_of_core(call, &o, r, is_negative));
    GRAPH_TRY(run_stages(call, &o));
    GRAPH_TRY(CUDA_READ(call, found, is_negative));
    r->is_negative = found != 0;
done:
    close_out_of_core(&o);
    graph__cuda_end(call);
    return status;
}
