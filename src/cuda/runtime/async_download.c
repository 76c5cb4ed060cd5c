/* Asynchronous downloads (async_download.h).
 *
 * The device writes directly to big blocks of the library that are used a second time: they are page-locked then, and
 * stay so for the next result.  Other arrays are pageable: the device writes slices into the page-locked slots of a
 * ring, and copying threads move pieces of each slice to the array.  One more thread issues all copies on the device,
 * because several threads that do so wait for each other in the driver.  Slots and threads stay for the next call:
 * making them takes longer than many products.  A thread without work polls for a while before it sleeps, because the
 * next piece comes sooner than a thread wakes. */
#define _DEFAULT_SOURCE /* sched_yield in every mode */
#include "cuda/runtime/async_download.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "base/stream.h"
#include "cuda/runtime/memory.h"

enum {
    MOST_THREADS = 16,
    MOST_STREAMING_THREADS = 6, /* up to so many copy faster with stores past the caches */
    SLOTS = 24,
    SLICE_BYTES = 2 << 20,
    SMALL_SLICE_BYTES = 256 << 10, /* of copies of at most four slices */
    PIECES = 4,                    /* of a slice */
    MOST_COPIES = 16,
    POLLS = 2000 /* before a thread sleeps */
};

/* A copy to a page-locked array. */
struct direct_copy {
    void *memory;   /* the device's array, to be released */
    int64_t number; /* of all copies */
    cudaEvent_t is_done;
};

struct copy {
    int64_t number;              /* of all copies, direct ones too */
    char *here, *there, *memory; /* memory: the device's array, to be released */
    size_t bytes, issued;
    atomic_size_t missing; /* bytes that are not in place, and 1 until all slices are issued */
    cudaEvent_t is_ready;  /* the array is complete on the main stream */
};

struct slot {
    char *memory;
    cudaEvent_t is_filled;
    struct copy *copy;
    size_t offset, bytes; /* of the slice in its copy */
    atomic_int pieces;    /* not copied to the array yet; 0: the slot is free */
};

struct piece {
    char *to;
    const char *from;
    size_t bytes;
    struct slot *slot;
};

/* The only download.  Slice s goes to slot s % SLOTS, and its piece p has number PIECES s + p. */
static struct graph_async_download {
    pthread_mutex_t in_use; /* from open to close */
    /* Guards the sleeping threads, `copies` from `started` on, finished, status and sentence. */
    pthread_mutex_t lock;
    pthread_cond_t has_copies, has_pieces, has_moved;
    struct copy copies[MOST_COPIES]; /* number k at k % MOST_COPIES */
    atomic_llong started;
    int64_t finished, released; /* all copies below these numbers are */
    graph_status status;
    char sentence[256];

    /* Used only by the thread that has opened the download. */
    struct direct_copy direct[MOST_COPIES]; /* number k at k % MOST_COPIES */
    int64_t numbers, direct_started, direct_finished;
    cudaEvent_t is_ready;

    cudaStream_t stream;
    struct slot slot[SLOTS];
    struct piece piece[SLOTS * PIECES];
    atomic_llong filled, taken; /* pieces */
    atomic_int threads, sleeping;
    int made; /* copying threads that exist; changed under in_use */
    bool has_issuer;
} the_download = {.in_use = PTHREAD_MUTEX_INITIALIZER,
                  .lock = PTHREAD_MUTEX_INITIALIZER,
                  .has_copies = PTHREAD_COND_INITIALIZER,
                  .has_pieces = PTHREAD_COND_INITIALIZER,
                  .has_moved = PTHREAD_COND_INITIALIZER};

/* ---- The copying threads ---- */

/* So many bytes of a copy are in place, or have failed. */
static void finish(struct graph_async_download *c, struct copy *copy, size_t bytes)
{
    if (atomic_fetch_sub(&copy->missing, bytes) != bytes)
        return;
    pthread_mutex_lock(&c->lock);
    while (c->finished < atomic_load(&c->started) &&
           atomic_load(&c->copies[c->finished % MOST_COPIES].missing) == 0)
        c->finished++;
    pthread_cond_broadcast(&c->has_moved);
    pthread_mutex_unlock(&c->lock);
}

static bool has_piece(struct graph_async_download *c, int number)
{
    return number < atomic_load(&c->threads) && atomic_load(&c->taken) < atomic_load(&c->filled);
}

/* The next piece: polls for it, then sleeps. */
static struct piece take_piece(struct graph_async_download *c, int number)
{
    for (int poll = 0; poll < POLLS && !has_piece(c, number); poll++)
        ;
    pthread_mutex_lock(&c->lock);
    atomic_fetch_add(&c->sleeping, 1);
    while (!has_piece(c, number))
        pthread_cond_wait(&c->has_pieces, &c->lock);
    atomic_fetch_sub(&c->sleeping, 1);
    struct piece piece = c->piece[atomic_fetch_add(&c->taken, 1) % (SLOTS * PIECES)];
    pthread_mutex_unlock(&c->lock);
    return piece;
}

struct worker {
    struct graph_async_download *download;
    int number;
};
static struct worker workers[MOST_THREADS]; /* under the_download.in_use */

static void *copy_pieces(void *context)
{
    struct worker *w = context;
    struct graph_async_download *c = w->download;
    for (;;) {
        struct piece piece = take_piece(c, w->number);
        struct copy *copy = piece.slot->copy;
        if (atomic_load(&c->threads) <= MOST_STREAMING_THREADS) {
            graph__stream_bytes(piece.to, piece.from, 0, piece.bytes, piece.bytes);
            graph__stream_end();
        } else
            memcpy(piece.to, piece.from, piece.bytes);
        atomic_fetch_sub(&piece.slot->pieces, 1);
        finish(c, copy, piece.bytes);
    }
    return NULL;
}

/* ---- The issuing thread ---- */

/* Hands the pieces of a slice that has arrived to the copying threads. */
static void publish(struct graph_async_download *c, int64_t slice)
{
    struct slot *slot = &c->slot[slice % SLOTS];
    size_t each = (slot->bytes / PIECES + 63) / 64 * 64, from = 0;
    for (int p = 0; p < PIECES; p++) {
        size_t remaining = slot->bytes - from, bytes = p == PIECES - 1 || remaining < each ? remaining : each;
        c->piece[(slice * PIECES + p) % (SLOTS * PIECES)] =
            (struct piece){slot->copy->here + slot->offset + from, slot->memory + from, bytes, slot};
        from += bytes;
    }
    atomic_fetch_add(&c->filled, PIECES);
    if (atomic_load(&c->sleeping) > 0) {
        pthread_mutex_lock(&c->lock);
        pthread_cond_broadcast(&c->has_pieces);
        pthread_mutex_unlock(&c->lock);
    }
}

static void fail(struct graph_async_download *c, graph_status status)
{
    pthread_mutex_lock(&c->lock);
    if (c->status >= 0) {
        c->status = status;
        snprintf(c->sentence, sizeof c->sentence, "%s", graph_last_error());
    }
    pthread_mutex_unlock(&c->lock);
}

/* The device is that of the calling thread from the first time on. */
static graph_status set_device(bool *is_set)
{
    graph_status status = GRAPH_OK;
    if (!*is_set)
        CUDA_TRY(cudaSetDevice(graph__cuda_device(NULL)->number));
    *is_set = true;
done:
    return status;
}

/* Enqueues the next slice of a copy into its slot. */
static graph_status issue(struct graph_async_download *c, struct slot *slot, struct copy *copy)
{
    size_t slice = copy->bytes > 4 * (size_t)SLICE_BYTES ? SLICE_BYTES : SMALL_SLICE_BYTES;
    size_t remaining = copy->bytes - copy->issued;
    graph_status status = GRAPH_OK;
    if (copy->issued == 0)
        CUDA_TRY(cudaStreamWaitEvent(c->stream, copy->is_ready, 0));
    slot->copy = copy;
    slot->offset = copy->issued;
    slot->bytes = remaining < slice ? remaining : slice;
    CUDA_TRY(cudaMemcpyAsync(slot->memory, copy->there + slot->offset, slot->bytes, cudaMemcpyDeviceToHost,
                             c->stream));
    CUDA_TRY(cudaEventRecord(slot->is_filled, c->stream));
    copy->issued += slot->bytes;
    atomic_store(&slot->pieces, PIECES);
done:
    return status;
}

/* The loop of the issuing thread: issues the next slice when its slot is free, and publishes the oldest slice once it has
 * arrived. */
static void *issue_copies(void *context)
{
    struct graph_async_download *c = context;
    int64_t issued = 0, arrived = 0, copy_number = 0; /* slices, and the copy whose slices are issued */
    bool is_set = false;
    for (;;) {
        bool has_moved = false;
        if (copy_number == atomic_load(&c->started) && issued == arrived) {
            pthread_mutex_lock(&c->lock);
            while (copy_number == atomic_load(&c->started))
                pthread_cond_wait(&c->has_copies, &c->lock);
            pthread_mutex_unlock(&c->lock);
        }
        struct slot *slot = &c->slot[issued % SLOTS];
        if (copy_number < atomic_load(&c->started) && atomic_load(&slot->pieces) == 0) {
            struct copy *copy = &c->copies[copy_number % MOST_COPIES];
            size_t remaining = copy->bytes - copy->issued;
            graph_status status = remaining == 0 ? GRAPH_OK : set_device(&is_set);
            if (status >= 0 && remaining > 0)
                status = issue(c, slot, copy);
            if (status < 0) {
                fail(c, status);
                copy->issued = copy->bytes;
                finish(c, copy, remaining);
            } else if (remaining > 0)
                issued++;
            if (copy->issued == copy->bytes) {
                copy_number++;
                finish(c, copy, 1);
            }
            has_moved = true;
        }
        if (arrived < issued) {
            cudaError_t state = cudaEventQuery(c->slot[arrived % SLOTS].is_filled);
            if (state != cudaErrorNotReady) {
                if (state != cudaSuccess)
                    fail(c, graph__cuda_check(state, "copying to the host"));
                publish(c, arrived++);
                has_moved = true;
            }
        }
        if (!has_moved)
            sched_yield();
    }
    return NULL;
}

/* ---- The caller ---- */

static graph_status open_slots(struct graph_async_download *c)
{
    graph_status status = GRAPH_OK;
    if (c->stream == NULL)
        CUDA_TRY(cudaStreamCreateWithFlags(&c->stream, cudaStreamNonBlocking));
    for (int k = 0; k < MOST_COPIES; k++)
        if (c->copies[k].is_ready == NULL)
            CUDA_TRY(cudaEventCreateWithFlags(&c->copies[k].is_ready, cudaEventDisableTiming));
    for (int k = 0; k < MOST_COPIES; k++)
        if (c->direct[k].is_done == NULL)
            CUDA_TRY(cudaEventCreateWithFlags(&c->direct[k].is_done, cudaEventDisableTiming));
    if (c->is_ready == NULL)
        CUDA_TRY(cudaEventCreateWithFlags(&c->is_ready, cudaEventDisableTiming));
    for (int k = 0; k < SLOTS; k++) {
        if (c->slot[k].memory == NULL)
            CUDA_TRY(cudaHostAlloc((void **)&c->slot[k].memory, SLICE_BYTES, cudaHostAllocDefault));
        if (c->slot[k].is_filled == NULL)
            CUDA_TRY(cudaEventCreateWithFlags(&c->slot[k].is_filled, cudaEventDisableTiming));
    }
done:
    return status;
}

static graph_status open_threads(struct graph_async_download *c, int threads)
{
    graph_status status = GRAPH_OK;
    pthread_t thread;
    if (!c->has_issuer) {
        if (pthread_create(&thread, NULL, issue_copies, c) != 0)
            GRAPH_FAIL(GRAPH_E_MEMORY, "no thread for copies to the host");
        pthread_detach(thread);
        c->has_issuer = true;
    }
    for (; c->made < threads; c->made++) {
        workers[c->made] = (struct worker){c, c->made};
        if (pthread_create(&thread, NULL, copy_pieces, &workers[c->made]) != 0)
            break;
        pthread_detach(thread);
    }
    if (c->made == 0)
        GRAPH_FAIL(GRAPH_E_MEMORY, "no thread for copies to the host");
done:
    return status;
}

graph_status graph__cuda_download_open(struct graph_async_download **download, int threads)
{
    struct graph_async_download *c = &the_download;
    graph_status status;
    *download = NULL;
    if (!graph__memory_admits())
        return graph__fail(GRAPH_E_MEMORY, "out of memory for copies to the host");
    pthread_mutex_lock(&c->in_use);
    threads = threads < MOST_THREADS ? threads : MOST_THREADS;
    GRAPH_TRY(open_slots(c));
    GRAPH_TRY(open_threads(c, threads));
    c->status = GRAPH_OK; /* no copy is under way */
    atomic_store(&c->threads, threads < c->made ? threads : c->made);
    *download = c;
done:
    if (status < 0)
        pthread_mutex_unlock(&c->in_use);
    return status;
}

/* Releases the arrays of finished copies; the caller holds the lock. */
static void release_finished(struct graph_async_download *c)
{
    for (; c->released < c->finished; c->released++)
        graph__cuda_release(c->copies[c->released % MOST_COPIES].memory);
}

/* Waits for the oldest direct copy and releases its array. */
static void finish_direct(struct graph_async_download *c)
{
    struct direct_copy *copy = &c->direct[c->direct_finished++ % MOST_COPIES];
    graph_status status = graph__cuda_check(cudaEventSynchronize(copy->is_done), "copying to the host");
    if (status < 0)
        fail(c, status);
    graph__cuda_release(copy->memory);
}

graph_status graph__cuda_download_wait(struct graph_async_download *c, int remaining)
{
    graph_status status;
    pthread_mutex_lock(&c->lock);
    for (;;) {
        int64_t by_ring = atomic_load(&c->started) - c->finished,
                direct = c->direct_started - c->direct_finished;
        if (by_ring + direct <= remaining)
            break;
        if (direct > 0 && (by_ring == 0 || c->direct[c->direct_finished % MOST_COPIES].number <
                                               c->copies[c->finished % MOST_COPIES].number)) {
            pthread_mutex_unlock(&c->lock);
            finish_direct(c);
            pthread_mutex_lock(&c->lock);
        } else
            pthread_cond_wait(&c->has_moved, &c->lock);
    }
    release_finished(c);
    status = c->status < 0 ? graph__fail(c->status, "%s", c->sentence) : GRAPH_OK;
    pthread_mutex_unlock(&c->lock);
    return status;
}

/* Enqueues a copy to a locked array. */
static graph_status start_direct(struct graph_async_download *c, char *here, void *there, size_t skipped,
                                 size_t bytes)
{
    struct direct_copy *copy = &c->direct[c->direct_started % MOST_COPIES];
    graph_status status;
    CUDA_TRY(cudaEventRecord(c->is_ready, graph__cuda_device(NULL)->stream));
    CUDA_TRY(cudaStreamWaitEvent(c->stream, c->is_ready, 0));
    CUDA_TRY(cudaMemcpyAsync(here, (const char *)there + skipped, bytes, cudaMemcpyDeviceToHost, c->stream));
    CUDA_TRY(cudaEventRecord(copy->is_done, c->stream));
    copy->memory = there;
    copy->number = c->numbers++;
    c->direct_started++;
    there = NULL;
done:
    if (there != NULL)
        (void)graph__cuda_succeeds(cudaStreamSynchronize(c->stream)); /* the copy may be under way */
    graph__cuda_release(there);
    return status;
}

/* Enqueues a copy through the ring. */
static graph_status start_by_ring(struct graph_async_download *c, char *here, void *there, size_t skipped,
                                  size_t bytes)
{
    struct copy *copy =
        &c->copies[atomic_load(&c->started) % MOST_COPIES]; /* not visible to other threads yet */
    graph_status status;
    CUDA_TRY(cudaEventRecord(copy->is_ready, graph__cuda_device(NULL)->stream));
    copy->number = c->numbers++;
    copy->here = here;
    copy->memory = there;
    copy->there = (char *)there + skipped;
    copy->bytes = bytes;
    copy->issued = 0;
    atomic_store(&copy->missing, bytes + 1);
    pthread_mutex_lock(&c->lock);
    atomic_fetch_add(&c->started, 1);
    pthread_cond_signal(&c->has_copies);
    pthread_mutex_unlock(&c->lock);
    there = NULL;
done:
    graph__cuda_release(there);
    return status;
}

graph_status graph__cuda_download_start(struct graph_async_download *c, void *here, void *there,
                                        size_t skipped, size_t bytes)
{
    graph_status status = graph__cuda_download_wait(c, MOST_COPIES - 1);
    if (status < 0)
        graph__cuda_release(there);
    else if (graph__cuda_lock(here, bytes))
        status = start_direct(c, here, there, skipped, bytes);
    else
        status = start_by_ring(c, here, there, skipped, bytes);
    return status;
}

void graph__cuda_download_close(struct graph_async_download *c)
{
    graph__cuda_download_wait(c, 0);
    pthread_mutex_unlock(&c->in_use);
}
