/* Groups of the ranks of an MPI communicator: header-only, over the <mpi.h> of the program that includes it, so that the
 * library works with every MPI and links none.
 *
 *     MPI_Init(&argc, &argv);
 *     graph_group *group = NULL;
 *     graph_group_create_mpi(&group, MPI_COMM_WORLD, NULL);
 *
 * Exchanges are messages that are polled, and reductions MPI_Iallreduce.  A rank that is gone is seen where the MPI
 * tells (of Open MPI: with `--with-ft ulfm`); elsewhere mpirun ends all ranks.  The deadline of the options is obeyed
 * where ranks agree, before data moves.  The communicator is duplicated, and freed with the group, which must be before
 * MPI_Finalize. */
#ifndef SEMIGRAPH_MPI_H
#define SEMIGRAPH_MPI_H

#include <mpi.h>
#include <stdlib.h>
#include <string.h>

#include "semigraph/group.h"

#ifdef __cplusplus
extern "C" {
#endif

#define GRAPH_MPI_CHUNK_BYTES ((size_t)1 << 30) /* counts of MPI are ints */

typedef struct graph_mpi {
    MPI_Comm comm;
    int rank, ranks, has_failed;
    double deadline;
    int64_t small[64]; /* of reductions: they outlive a call that is given up */
    MPI_Request *request;
    int requests, room;
} graph_mpi;

static inline int graph_mpi_code(int error) { return error == MPI_SUCCESS ? GRAPH_TRANSPORT_OK : GRAPH_TRANSPORT_GONE; }

/* Waits for one request; with `has_deadline` no longer than the deadline. */
static inline int graph_mpi_wait(graph_mpi *m, MPI_Request *request, int has_deadline)
{
    const double start = MPI_Wtime();
    int is_done = 0;
    while (!is_done) {
        int error = MPI_Test(request, &is_done, MPI_STATUS_IGNORE);
        if (error != MPI_SUCCESS)
            return GRAPH_TRANSPORT_GONE;
        if (!is_done && has_deadline && m->deadline > 0 && MPI_Wtime() - start > m->deadline)
            return GRAPH_TRANSPORT_LATE;
    }
    return GRAPH_TRANSPORT_OK;
}

/* Room for one more request. */
static inline MPI_Request *graph_mpi_next(graph_mpi *m)
{
    if (m->requests == m->room) {
        const int room = m->room > 0 ? 2 * m->room : 64;
        MPI_Request *larger = (MPI_Request *)realloc(m->request, (size_t)room * sizeof *larger);
        if (larger == NULL)
            return NULL;
        m->request = larger;
        m->room = room;
    }
    m->request[m->requests] = MPI_REQUEST_NULL;
    return &m->request[m->requests++];
}

/* Starts sending or receiving so many bytes, in pieces. */
static inline int graph_mpi_start(graph_mpi *m, char *bytes, size_t n, int other, int is_send)
{
    for (size_t done = 0; done < n; done += GRAPH_MPI_CHUNK_BYTES) {
        const int count = (int)(n - done < GRAPH_MPI_CHUNK_BYTES ? n - done : GRAPH_MPI_CHUNK_BYTES);
        MPI_Request *request = graph_mpi_next(m);
        if (request == NULL)
            return -1;
        const int error = is_send ? MPI_Isend(bytes + done, count, MPI_BYTE, other, 1, m->comm, request)
                                  : MPI_Irecv(bytes + done, count, MPI_BYTE, other, 1, m->comm, request);
        if (error != MPI_SUCCESS)
            return GRAPH_TRANSPORT_GONE;
    }
    return GRAPH_TRANSPORT_OK;
}

static inline int graph_mpi_finish(graph_mpi *m, int code)
{
    for (int k = 0; k < m->requests && code == GRAPH_TRANSPORT_OK; k++)
        code = graph_mpi_wait(m, &m->request[k], 0);
    m->requests = 0;
    return code;
}

static inline int graph_mpi_all_to_all(void *context, void *to, const size_t *to_bytes, const void *from,
                                       const size_t *from_bytes)
{
    graph_mpi *m = (graph_mpi *)context;
    char *into = (char *)to, *out_of = (char *)(uintptr_t)from;
    int code = GRAPH_TRANSPORT_OK;
    char *here_to = NULL, *here_from = NULL;
    for (int r = 0; r < m->ranks; into += to_bytes[r++])
        if (r == m->rank)
            here_to = into;
        else if (code == GRAPH_TRANSPORT_OK)
            code = graph_mpi_start(m, into, to_bytes[r], r, 0);
    for (int r = 0; r < m->ranks; out_of += from_bytes[r++])
        if (r == m->rank)
            here_from = out_of;
        else if (code == GRAPH_TRANSPORT_OK)
            code = graph_mpi_start(m, out_of, from_bytes[r], r, 1);
    if (to_bytes[m->rank] > 0)
        memcpy(here_to, here_from, to_bytes[m->rank]);
    return graph_mpi_finish(m, code);
}

static inline int graph_mpi_all_gather(void *context, void *to, const void *from, const size_t *bytes)
{
    graph_mpi *m = (graph_mpi *)context;
    char *into = (char *)to;
    int code = GRAPH_TRANSPORT_OK;
    for (int r = 0; r < m->ranks; into += bytes[r++]) {
        if (r == m->rank) {
            if (bytes[r] > 0)
                memcpy(into, from, bytes[r]);
        } else {
            if (code == GRAPH_TRANSPORT_OK)
                code = graph_mpi_start(m, into, bytes[r], r, 0);
            if (code == GRAPH_TRANSPORT_OK)
                code = graph_mpi_start(m, (char *)(uintptr_t)from, bytes[m->rank], r, 1);
        }
    }
    return graph_mpi_finish(m, code);
}

static inline int graph_mpi_broadcast(void *context, void *bytes, size_t n, int root)
{
    graph_mpi *m = (graph_mpi *)context;
    int code = GRAPH_TRANSPORT_OK;
    for (size_t done = 0; done < n && code == GRAPH_TRANSPORT_OK; done += GRAPH_MPI_CHUNK_BYTES) {
        const int count = (int)(n - done < GRAPH_MPI_CHUNK_BYTES ? n - done : GRAPH_MPI_CHUNK_BYTES);
        MPI_Request request;
        code = graph_mpi_code(MPI_Ibcast((char *)bytes + done, count, MPI_BYTE, root, m->comm, &request));
        if (code == GRAPH_TRANSPORT_OK)
            code = graph_mpi_wait(m, &request, 0);
    }
    return code;
}

static inline int graph_mpi_all_reduce(void *context, int64_t *x, size_t n, graph_op op)
{
    graph_mpi *m = (graph_mpi *)context;
    const size_t most = sizeof m->small / sizeof m->small[0];
    const int is_small = n <= most; /* what is large comes after an agreement */
    const size_t each = is_small ? most : GRAPH_MPI_CHUNK_BYTES / sizeof *x;
    const MPI_Op sum = op == GRAPH_PLUS ? MPI_SUM : op == GRAPH_MIN ? MPI_MIN : MPI_MAX;
    int code = GRAPH_TRANSPORT_OK;
    for (size_t done = 0; done < n && code == GRAPH_TRANSPORT_OK; done += each) {
        const size_t count = n - done < each ? n - done : each;
        int64_t *there = is_small ? m->small : x + done;
        MPI_Request request;
        if (is_small)
            memcpy(there, x + done, count * sizeof *x);
        code = graph_mpi_code(MPI_Iallreduce(MPI_IN_PLACE, there, (int)count, MPI_INT64_T, sum, m->comm, &request));
        if (code == GRAPH_TRANSPORT_OK)
            code = graph_mpi_wait(m, &request, is_small);
        if (is_small && code == GRAPH_TRANSPORT_OK)
            memcpy(x + done, there, count * sizeof *x);
    }
    return code;
}

static inline int graph_mpi_barrier(void *context)
{
    int64_t nothing = 0;
    return graph_mpi_all_reduce(context, &nothing, 1, GRAPH_MIN);
}

static inline void graph_mpi_abort(void *context, graph_status status)
{
    if (status != GRAPH_OK)
        ((graph_mpi *)context)->has_failed = 1;
}

static inline void graph_mpi_release(void *context)
{
    graph_mpi *m = (graph_mpi *)context;
    int is_over = 0;
    MPI_Finalized(&is_over);
    if (m->has_failed)
        return; /* requests that never end may still write to it */
    if (!is_over)
        MPI_Comm_free(&m->comm);
    free(m->request);
    free(m);
}

static inline void graph_mpi_set_deadline(void *context, double seconds) { ((graph_mpi *)context)->deadline = seconds; }

/* *group = this rank's part in the group of the communicator's ranks.  Collective; statuses as graph_group_create. */
static inline graph_status graph_group_create_mpi(graph_group **group, MPI_Comm comm, const graph_group_options *options)
{
    graph_transport transport;
    graph_mpi *m = (graph_mpi *)calloc(1, sizeof *m);
    if (group != NULL)
        *group = NULL;
    if (m == NULL)
        return GRAPH_E_MEMORY;
    if (MPI_Comm_dup(comm, &m->comm) != MPI_SUCCESS) {
        free(m);
        return GRAPH_E_RANK;
    }
    MPI_Comm_set_errhandler(m->comm, MPI_ERRORS_RETURN);
    MPI_Comm_rank(m->comm, &m->rank);
    MPI_Comm_size(m->comm, &m->ranks);
    memset(&transport, 0, sizeof transport);
    transport.size = sizeof transport;
    transport.context = m;
    transport.rank = m->rank;
    transport.ranks = m->ranks;
    transport.broadcast = graph_mpi_broadcast;
    transport.all_gather = graph_mpi_all_gather;
    transport.all_to_all = graph_mpi_all_to_all;
    transport.all_reduce = graph_mpi_all_reduce;
    transport.barrier = graph_mpi_barrier;
    transport.abort = graph_mpi_abort;
    transport.release = graph_mpi_release;
    transport.set_deadline = graph_mpi_set_deadline;
    return graph_group_create(group, &transport, options);
}

#ifdef __cplusplus
}
#endif
#endif
