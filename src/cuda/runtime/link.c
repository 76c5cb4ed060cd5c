/* Links between devices over NCCL, which is loaded with dlopen when a group first asks for it.
 *
 * An exchange is one group of sends and receives on the main stream, so it comes after what is enqueued there.  The
 * host then polls for its end: a rank that is gone shows as an asynchronous error of the communicator or as a deadline
 * that passes, and both end with ncclCommAbort, which also ends the kernel that waits for the other rank.
 * Source: the NCCL documentation, sections on fault tolerance and on point-to-point communication. */
#include "cuda/runtime/link.h"

#include <dlfcn.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/memory.h"
#include "cuda/runtime/device.h"

/* What is used of nccl.h, version 2.  ncclResult_t and ncclDataType_t are enums: 0 is ncclSuccess, 7 ncclInProgress, and
 * 0 is ncclInt8. */
enum { NCCL_SUCCESS = 0, NCCL_IN_PROGRESS = 7, NCCL_INT8 = 0 };
typedef struct nccl_communicator nccl_communicator;

static struct {
    int (*get_unique_id)(struct graph_link_id *id);
    int (*comm_init_rank)(nccl_communicator **comm, int ranks, struct graph_link_id id, int rank);
    int (*comm_destroy)(nccl_communicator *comm);
    int (*comm_abort)(nccl_communicator *comm);
    int (*comm_async_error)(nccl_communicator *comm, int *error);
    int (*group_start)(void);
    int (*group_end)(void);
    int (*send)(const void *from, size_t count, int type, int peer, nccl_communicator *comm,
                cudaStream_t stream);
    int (*receive)(void *to, size_t count, int type, int peer, nccl_communicator *comm, cudaStream_t stream);
    int (*broadcast)(const void *from, void *to, size_t count, int type, int root, nccl_communicator *comm,
                     cudaStream_t stream);
    const char *(*error_text)(int result);
} nccl; /* written once, under `once` */
static pthread_once_t once = PTHREAD_ONCE_INIT;
static const char *why_not;

struct graph_link {
    nccl_communicator *comm;
    int rank, ranks;
    double deadline_seconds;
    cudaEvent_t is_done;
};

static void load(void)
{
    static const char *const names[] = {"libnccl.so.2", "libnccl.so"};
    const struct {
        void *function;
        const char *name;
    } symbols[] = {{&nccl.get_unique_id, "ncclGetUniqueId"},
                   {&nccl.comm_init_rank, "ncclCommInitRank"},
                   {&nccl.comm_destroy, "ncclCommDestroy"},
                   {&nccl.comm_abort, "ncclCommAbort"},
                   {&nccl.comm_async_error, "ncclCommGetAsyncError"},
                   {&nccl.group_start, "ncclGroupStart"},
                   {&nccl.group_end, "ncclGroupEnd"},
                   {&nccl.send, "ncclSend"},
                   {&nccl.receive, "ncclRecv"},
                   {&nccl.broadcast, "ncclBroadcast"},
                   {&nccl.error_text, "ncclGetErrorString"}};
    void *library = NULL;
    for (size_t k = 0; k < sizeof names / sizeof names[0] && library == NULL; k++)
        library = dlopen(names[k], RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) {
        why_not = "libnccl.so.2 is not found";
        return;
    }
    for (size_t k = 0; k < sizeof symbols / sizeof symbols[0]; k++) {
        void *const found = dlsym(library, symbols[k].name);
        if (found == NULL)
            why_not = "libnccl.so.2 lacks a function that version 2.7 has";
        memcpy(symbols[k].function, &found, sizeof found);
    }
}

bool graph__cuda_link_find(struct graph_link_device *device, const char **why)
{
    const struct graph_cuda_device *d = graph__cuda_device(why);
    char bus[32] = "", host[64] = "";
    if (d == NULL)
        return false;
    pthread_once(&once, load);
    *why = why_not;
    if (why_not != NULL)
        return false;
    if (!graph__cuda_succeeds(cudaDeviceGetPCIBusId(bus, sizeof bus, d->number))) {
        *why = "the GPU does not tell its place";
        return false;
    }
    gethostname(host, sizeof host - 1);
    memset(device, 0, sizeof *device);
    snprintf(device->name, sizeof device->name, "%s %s", host, bus);
    return true;
}

static graph_status check(int result, const char *what)
{
    return result == NCCL_SUCCESS
               ? GRAPH_OK
               : graph__fail(GRAPH_E_DEVICE, "NCCL: %s in %s", nccl.error_text(result), what);
}

graph_status graph__cuda_link_name(struct graph_link_id *id)
{
    return check(nccl.get_unique_id(id), "ncclGetUniqueId");
}

graph_status graph__cuda_link_open(struct graph_link **link, const struct graph_link_id *id, int rank,
                                   int ranks, double deadline_seconds)
{
    struct graph_link *made = NULL;
    graph_status status = GRAPH_OK;
    *link = NULL;
    GRAPH_TRY(GRAPH_NEW_ZEROED(made, 1));
    *made = (struct graph_link){.rank = rank, .ranks = ranks, .deadline_seconds = deadline_seconds};
    CUDA_TRY(cudaEventCreateWithFlags(&made->is_done, cudaEventDisableTiming));
    GRAPH_TRY(check(nccl.comm_init_rank(&made->comm, ranks, *id, rank), "ncclCommInitRank"));
    *link = made;
    made = NULL;
done:
    if (made != NULL && made->is_done != NULL)
        (void)graph__cuda_succeeds(cudaEventDestroy(made->is_done));
    graph__free(made);
    return status;
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

void graph__cuda_link_break(struct graph_link *link)
{
    if (link->comm != NULL)
        (void)nccl.comm_abort(link->comm);
    link->comm = NULL;
}

/* Waits until the event has come, the communicator reports an error, or the deadline has passed. */
graph_status graph__cuda_link_wait(struct graph_link *link, cudaEvent_t event)
{
    const double start = now();
    for (int64_t k = 0;; k++) {
        const cudaError_t state = cudaEventQuery(event);
        if (state == cudaSuccess)
            return GRAPH_OK;
        if (state != cudaErrorNotReady)
            return graph__cuda_check(state, "an exchange between GPUs");
        if (k % 64 != 63)
            continue;
        int error = NCCL_SUCCESS;
        const int result = nccl.comm_async_error(link->comm, &error);
        if (result != NCCL_SUCCESS || (error != NCCL_SUCCESS && error != NCCL_IN_PROGRESS))
            return graph__fail(GRAPH_E_RANK, "a rank is gone: NCCL says %s",
                               nccl.error_text(result != NCCL_SUCCESS ? result : error));
        const double passed = now() - start;
        if (link->deadline_seconds > 0 && passed > link->deadline_seconds)
            return graph__fail(GRAPH_E_RANK, "an exchange between GPUs was not done after %g seconds",
                               passed);
        if (passed > 1e-3)
            sched_yield();
    }
}

static graph_status enqueue(struct graph_link *link, char *to, const size_t *to_start, const size_t *to_bytes,
                            const char *from, const size_t *from_start, const size_t *from_bytes,
                            cudaStream_t stream)
{
    const int ours = link->rank;
    graph_status status = GRAPH_OK;
    if (to_bytes[ours] > 0)
        CUDA_TRY(cudaMemcpyAsync(to + to_start[ours], from + from_start[ours], to_bytes[ours],
                                 cudaMemcpyDeviceToDevice, stream));
    GRAPH_TRY(check(nccl.group_start(), "ncclGroupStart"));
    for (int r = 0; r < link->ranks; r++) {
        if (r == ours)
            continue;
        if (from_bytes[r] > 0 && status == GRAPH_OK)
            status = check(nccl.send(from + from_start[r], from_bytes[r], NCCL_INT8, r, link->comm, stream),
                           "ncclSend");
        if (to_bytes[r] > 0 && status == GRAPH_OK)
            status = check(nccl.receive(to + to_start[r], to_bytes[r], NCCL_INT8, r, link->comm, stream),
                           "ncclRecv");
    }
    const graph_status ended = check(nccl.group_end(), "ncclGroupEnd");
    if (status == GRAPH_OK)
        status = ended;
done:
    return status;
}

graph_status graph__cuda_link_broadcast(struct graph_link *link, void *bytes, size_t n, int root,
                                        cudaStream_t stream)
{
    if (link->comm == NULL)
        return graph__fail(GRAPH_E_RANK, "the link between the GPUs is broken");
    return check(nccl.broadcast(bytes, bytes, n, NCCL_INT8, root, link->comm, stream), "ncclBroadcast");
}

graph_status graph__cuda_link_exchange(struct graph_link *link, void *to, const size_t *to_start,
                                       const size_t *to_bytes, const void *from, const size_t *from_start,
                                       const size_t *from_bytes)
{
    const cudaStream_t stream = graph__cuda_opened()->stream;
    graph_status status = GRAPH_OK;
    if (link->comm == NULL)
        return graph__fail(GRAPH_E_RANK, "the link between the GPUs is broken");
    GRAPH_TRY(enqueue(link, to, to_start, to_bytes, from, from_start, from_bytes, stream));
    CUDA_TRY(cudaEventRecord(link->is_done, stream));
    GRAPH_TRY(graph__cuda_link_wait(link, link->is_done));
done:
    if (status != GRAPH_OK)
        graph__cuda_link_break(link);
    return status;
}

void graph__cuda_link_close(struct graph_link **link, bool is_broken)
{
    if (*link == NULL)
        return;
    if (is_broken)
        graph__cuda_link_break(*link);
    else if ((*link)->comm != NULL)
        (void)nccl.comm_destroy((*link)->comm);
    if ((*link)->is_done != NULL)
        (void)graph__cuda_succeeds(cudaEventDestroy((*link)->is_done));
    graph__free(*link);
    *link = NULL;
}
