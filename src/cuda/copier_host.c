/* See copier_host.h.  The host's arrays are pageable: the device writes slices into page-locked memory, and threads carry
 * them on.  Each thread has a stream and two slots: while it empties one the device fills the other, and those of the
 * other threads.  Slots and streams stay for the next call: page-locking takes longer than most products. */
#include "cuda/copier_host.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "cuda/device.h"

enum { MOST_THREADS = 8, SLOTS = 2, SLICE_BYTES = 2 << 20, MOST_COPIES = 16 };

/* What a thread has of the device's, made when it is first wanted. */
static struct lane {
    cudaStream_t stream;
    char *slot[SLOTS];
    cudaEvent_t is_filled[SLOTS];
    bool is_open;
} lanes[MOST_THREADS];
static pthread_mutex_t in_use = PTHREAD_MUTEX_INITIALIZER;

struct copy {
    char *here, *there, *memory; /* memory: the device's array, to be released */
    size_t bytes, taken;
    int64_t slices_left;
    cudaEvent_t is_ready; /* what the array waits for */
};

/* A piece of a copy. */
struct slice {
    struct copy *copy;
    size_t offset, bytes;
};

struct graph_copier {
    pthread_mutex_t lock;
    pthread_cond_t has_work, has_moved;
    struct copy copies[MOST_COPIES];     /* number k at k % MOST_COPIES */
    int64_t started, finished, released; /* finished: all of them up to here */
    bool is_closing;
    graph_status status;
    char sentence[256];
    pthread_t thread[MOST_THREADS];
    struct worker {
        struct graph_copier *copier;
        struct lane *lane;
    } worker[MOST_THREADS];
    int threads;
};

/* ---- A thread ---- */

/* The next slice in *slice: 1; 0: none now (is_waiting: waits for one); -1: none any more. */
static int take_slice(struct slice *slice, struct graph_copier *c, bool is_waiting)
{
    int taken = 0;
    pthread_mutex_lock(&c->lock);
    for (;;) {
        for (int64_t k = c->finished; k < c->started && taken == 0; k++) {
            struct copy *copy = &c->copies[k % MOST_COPIES];
            if (copy->taken == copy->bytes)
                continue;
            size_t left = copy->bytes - copy->taken, bytes = left < SLICE_BYTES ? left : SLICE_BYTES;
            *slice = (struct slice){copy, copy->taken, bytes};
            copy->taken += bytes;
            taken = 1;
        }
        if (taken == 0 && c->is_closing)
            taken = -1;
        if (taken != 0 || !is_waiting)
            break;
        pthread_cond_wait(&c->has_work, &c->lock);
    }
    pthread_mutex_unlock(&c->lock);
    return taken;
}

static void finish_slice(struct graph_copier *c, const struct slice *slice, graph_status status)
{
    pthread_mutex_lock(&c->lock);
    if (status < 0 && c->status >= 0) {
        c->status = status;
        snprintf(c->sentence, sizeof c->sentence, "%s", graph_last_error());
    }
    slice->copy->slices_left--;
    while (c->finished < c->started && c->copies[c->finished % MOST_COPIES].slices_left == 0)
        c->finished++;
    pthread_cond_broadcast(&c->has_moved);
    pthread_mutex_unlock(&c->lock);
}

static graph_status fill(struct lane *lane, int slot, const struct slice *s)
{
    graph_status status = GRAPH_OK;
    CUDA_TRY(cudaStreamWaitEvent(lane->stream, s->copy->is_ready, 0));
    CUDA_TRY(cudaMemcpyAsync(lane->slot[slot], s->copy->there + s->offset, s->bytes, cudaMemcpyDeviceToHost,
                             lane->stream));
    CUDA_TRY(cudaEventRecord(lane->is_filled[slot], lane->stream));
done:
    return status;
}

static void *work(void *context)
{
    struct worker *w = context;
    struct graph_copier *c = w->copier;
    struct slice slice[SLOTS];
    graph_status filled[SLOTS];
    int oldest = 0, count = 0, taken = 0;
    graph_status is_set = graph__cuda_check(cudaSetDevice(graph__cuda_device(NULL)->number), "cudaSetDevice");
    while (taken >= 0 || count > 0) {
        while (taken >= 0 && count < SLOTS) {
            int slot = (oldest + count) % SLOTS;
            taken = take_slice(&slice[slot], c, count == 0);
            if (taken <= 0)
                break;
            filled[slot] = is_set < 0 ? is_set : fill(w->lane, slot, &slice[slot]);
            count++;
        }
        if (count == 0)
            continue;
        graph_status status = filled[oldest];
        if (status == GRAPH_OK)
            status =
                graph__cuda_check(cudaEventSynchronize(w->lane->is_filled[oldest]), "copying to the host");
        if (status == GRAPH_OK)
            memcpy(slice[oldest].copy->here + slice[oldest].offset, w->lane->slot[oldest],
                   slice[oldest].bytes);
        finish_slice(c, &slice[oldest], status);
        oldest = (oldest + 1) % SLOTS;
        count--;
    }
    return NULL;
}

/* ---- The caller ---- */

static graph_status open_lane(struct lane *lane)
{
    graph_status status = GRAPH_OK;
    if (lane->is_open)
        return GRAPH_OK;
    if (lane->stream == NULL)
        CUDA_TRY(cudaStreamCreateWithFlags(&lane->stream, cudaStreamNonBlocking));
    for (int k = 0; k < SLOTS; k++) {
        if (lane->slot[k] == NULL)
            CUDA_TRY(cudaHostAlloc((void **)&lane->slot[k], SLICE_BYTES, cudaHostAllocDefault));
        if (lane->is_filled[k] == NULL)
            CUDA_TRY(cudaEventCreateWithFlags(&lane->is_filled[k],
                                              cudaEventDisableTiming | cudaEventBlockingSync));
    }
    lane->is_open = true;
done:
    return status;
}

graph_status graph__cuda_copier_open(struct graph_copier **copier, int threads)
{
    struct graph_copier *c = NULL;
    graph_status status;
    *copier = NULL;
    GRAPH_TRY(GRAPH_NEW_ZEROED(c, 1));
    pthread_mutex_init(&c->lock, NULL);
    pthread_cond_init(&c->has_work, NULL);
    pthread_cond_init(&c->has_moved, NULL);
    pthread_mutex_lock(&in_use);
    *copier = c;
    threads = threads < MOST_THREADS ? threads : MOST_THREADS;
    for (int k = 0; k < MOST_COPIES; k++)
        CUDA_TRY(cudaEventCreateWithFlags(&c->copies[k].is_ready, cudaEventDisableTiming));
    for (int k = 0; k < threads; k++) {
        GRAPH_TRY(open_lane(&lanes[k]));
        c->worker[k] = (struct worker){c, &lanes[k]};
        if (pthread_create(&c->thread[k], NULL, work, &c->worker[k]) != 0)
            break;
        c->threads++;
    }
    if (c->threads == 0)
        GRAPH_FAIL(GRAPH_E_MEMORY, "no thread for copies to the host");
done:
    if (status < 0 && *copier != NULL) {
        graph__cuda_copier_close(*copier);
        *copier = NULL;
    }
    return status;
}

/* Arrays of finished copies go back; the caller holds the lock. */
static void release_finished(struct graph_copier *c)
{
    for (; c->released < c->finished; c->released++)
        graph__cuda_release(c->copies[c->released % MOST_COPIES].memory);
}

graph_status graph__cuda_copier_wait(struct graph_copier *c, int left)
{
    graph_status status;
    pthread_mutex_lock(&c->lock);
    while (c->started - c->finished > left)
        pthread_cond_wait(&c->has_moved, &c->lock);
    release_finished(c);
    status = c->status < 0 ? graph__fail(c->status, "%s", c->sentence) : GRAPH_OK;
    pthread_mutex_unlock(&c->lock);
    return status;
}

graph_status graph__cuda_copier_start(struct graph_copier *c, void *here, void *there, size_t skipped,
                                      size_t bytes)
{
    struct copy *copy;
    graph_status status;
    GRAPH_TRY(graph__cuda_copier_wait(c, MOST_COPIES - 1));
    copy = &c->copies[c->started % MOST_COPIES]; /* of this thread alone until it is started */
    CUDA_TRY(cudaEventRecord(copy->is_ready, graph__cuda_device(NULL)->stream));
    pthread_mutex_lock(&c->lock);
    copy->here = here;
    copy->memory = there;
    copy->there = (char *)there + skipped;
    copy->bytes = bytes;
    copy->taken = 0;
    copy->slices_left = (int64_t)((bytes + SLICE_BYTES - 1) / SLICE_BYTES);
    c->started++;
    while (c->finished < c->started && c->copies[c->finished % MOST_COPIES].slices_left == 0)
        c->finished++;
    pthread_cond_broadcast(&c->has_work);
    pthread_mutex_unlock(&c->lock);
    there = NULL;
done:
    graph__cuda_release(there);
    return status;
}

void graph__cuda_copier_close(struct graph_copier *c)
{
    if (c->threads > 0)
        graph__cuda_copier_wait(c, 0);
    pthread_mutex_lock(&c->lock);
    c->is_closing = true;
    pthread_cond_broadcast(&c->has_work);
    pthread_mutex_unlock(&c->lock);
    for (int k = 0; k < c->threads; k++)
        pthread_join(c->thread[k], NULL);
    for (int k = 0; k < MOST_COPIES; k++)
        if (c->copies[k].is_ready != NULL)
            cudaEventDestroy(c->copies[k].is_ready);
    pthread_mutex_unlock(&in_use);
    pthread_cond_destroy(&c->has_work);
    pthread_cond_destroy(&c->has_moved);
    pthread_mutex_destroy(&c->lock);
    graph__free(c);
}
