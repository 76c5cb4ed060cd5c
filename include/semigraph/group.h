/* Groups of ranks: the processes (or threads) that work on one graph together.
 *
 * A group is made on each rank, from a transport: a struct of functions by which ranks exchange bytes.  The library links
 * no MPI; semigraph/mpi.h makes a group of an MPI communicator, graph_group_threads one of threads, and
 * graph_group_sockets one of processes of one machine.
 *
 * Functions that take a group, or a graph_dist (dist.h), are collective: every rank of the group calls them, in the same
 * order.  They agree on how they end: every rank returns the same status, and the sentence names the rank that failed, as
 * in "rank 3 of 4: out of memory: ...".  Ranks that make different calls all get GRAPH_E_INVALID_VALUE, and the sentence
 * names two of the calls.  When a rank is gone, or does not come before the deadline, the others get GRAPH_E_RANK; from
 * then on every call with the group does, except for graph_group_release. */
#ifndef SEMIGRAPH_GROUP_H
#define SEMIGRAPH_GROUP_H

#include "semigraph/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What the functions of a transport return; any other number stands for a failure of the transport itself. */
typedef enum graph_transport_status {
    GRAPH_TRANSPORT_OK = 0,
    GRAPH_TRANSPORT_GONE = 1, /* a rank is gone; `failed` tells which */
    GRAPH_TRANSPORT_LATE = 2  /* a rank did not come before the deadline; `failed` tells which, if it is known */
} graph_transport_status;

/* How ranks exchange bytes.  All functions but failed, abort and release are collective and called by one thread of a rank
 * at a time.  Arrays lie on the host and do not overlap.  After a failure no function but failed, abort and release is
 * called. */
typedef struct graph_transport {
    size_t size; /* sizeof(graph_transport) */
    void *context;
    int rank, ranks; /* this rank, 0 .. ranks - 1 */
    /* The n bytes of the root go to all. */
    int (*broadcast)(void *context, void *bytes, size_t n, int root);
    /* The parts of all ranks, one after the other, go to all.  bytes[r]: of the part of rank r. */
    int (*all_gather)(void *context, void *to, const void *from, const size_t *bytes);
    /* from: a part for each rank, one after the other, of from_bytes[r] bytes; to: a part from each rank, likewise. */
    int (*all_to_all)(void *context, void *to, const size_t *to_bytes, const void *from, const size_t *from_bytes);
    /* x[k] = over all ranks the sum (GRAPH_PLUS), the least (GRAPH_MIN) or the largest (GRAPH_MAX). */
    int (*all_reduce)(void *context, int64_t *x, size_t n, graph_op op);
    int (*barrier)(void *context);
    /* A rank that is gone or late, or -1.  May be NULL. */
    int (*failed)(void *context);
    /* This rank gives the group up: ranks that wait for it, now or later, fail.  May be NULL. */
    void (*abort)(void *context, graph_status status);
    /* Frees the context.  May be NULL. */
    void (*release)(void *context);
    /* From now on a rank is late that lets others wait for so many seconds; 0: never.  May be NULL: no deadlines. */
    void (*set_deadline)(void *context, double seconds);
} graph_transport;

/* Whether arrays of devices go from device to device.  Each rank then needs a GPU of its own; see graph_use_gpu. */
typedef enum graph_links {
    GRAPH_LINKS_AUTO = 0, /* if every rank has a GPU of its own and NCCL is found */
    GRAPH_LINKS_NEVER = 1,
    GRAPH_LINKS_ALWAYS = 2 /* else the group is not made: GRAPH_E_DEVICE */
} graph_links;

typedef struct graph_group_options {
    size_t size;             /* sizeof(graph_group_options) */
    double deadline_seconds; /* how long a rank may let others wait; 0: without limit */
    graph_links links;       /* ALWAYS: short work is shared too, where one device alone would be faster */
    /* A product holds at most about so many bytes of rows of B at once on this rank, and makes C in blocks of rows if it
     * needs more.  0: no limit. */
    uint64_t most_bytes;
} graph_group_options;

/* One rank's part in a group.  Released with graph_group_release, after everything that was made with it. */
typedef struct graph_group graph_group;

/* *group = this rank's part in the group of all ranks of the transport.  Collective.  The struct is copied; its context is
 * released with the group, and at once when this fails.  options NULL: all zeros.
 * GRAPH_E_NULL; GRAPH_E_INVALID_VALUE: a wrong size field, rank, number of ranks (at most 4096) or option; GRAPH_E_MEMORY;
 * GRAPH_E_DEVICE: see graph_links; GRAPH_E_RANK. */
GRAPH_API graph_status graph_group_create(graph_group **group, const graph_transport *transport,
                                          const graph_group_options *options);

/* groups[r] = rank r's part in a group of threads of this process, for r < ranks; each is for one thread.  Not collective:
 * one thread makes all.  For tests, and for several ranks that share one machine's memory. */
GRAPH_API graph_status graph_group_threads(graph_group **groups, int ranks, const graph_group_options *options);

/* *group = this rank's part in a group of processes of one machine.  Collective.  fd[r]: a connected stream socket to rank r
 * (any number for r = rank); the group closes them, also when this fails.
 * Errors as graph_group_create. */
GRAPH_API graph_status graph_group_sockets(graph_group **group, const int *fd, int rank, int ranks,
                                           const graph_group_options *options);

/* Runs a program as so many processes of this machine, at most 64, which graph_group_of_launch makes a group of, and waits
 * for all of them.  argv: as for execvp.  *result = 0, or the exit status of the first process with another one, or 128
 * + the signal that ended it; 127 if the program cannot be run.  To be called before anything in the process uses CUDA. */
GRAPH_API graph_status graph_group_launch(int *result, int ranks, char *const argv[]);

/* *group = this process's part in the group of the processes that graph_group_launch runs.  GRAPH_NO_VALUE, and *group is
 * NULL, if it did not run this process, or this was called before.  Collective. */
GRAPH_API graph_status graph_group_of_launch(graph_group **group, const graph_group_options *options);

/* Leaves the group and sets *group to NULL.  NULL and a pointer to NULL are fine.  Not collective: ranks that wait for this
 * one, now or later, get GRAPH_E_RANK. */
GRAPH_API void graph_group_release(graph_group **group);

/* This rank, and the number of ranks; -1 and 0 for NULL. */
GRAPH_API int graph_group_rank(const graph_group *group);
GRAPH_API int graph_group_ranks(const graph_group *group);

/* Whether arrays of devices go from device to device in this group. */
GRAPH_API bool graph_group_has_links(const graph_group *group);

/* The status that all ranks return if one of them comes with an error: the lowest number, with the sentence of the first
 * rank that has it.  GRAPH_OK, or another status of information, does not travel. */
GRAPH_API graph_status graph_group_agree(graph_group *group, graph_status status);

/* Some bytes of the rank `root` go to all.  n and root are the same on every rank, and root is one, else
 * GRAPH_E_INVALID_VALUE. */
GRAPH_API graph_status graph_group_broadcast(graph_group *group, void *bytes, size_t n, int root);

/* The k-th of the GPUs that this process sees becomes the only one it sees.  To be called before anything in the
 * process uses CUDA, and while no other thread runs.  GRAPH_E_INVALID_VALUE: k is negative, or the list in
 * $CUDA_VISIBLE_DEVICES is shorter.  GRAPH_E_MEMORY. */
GRAPH_API graph_status graph_use_gpu(int k);

#ifdef __cplusplus
}
#endif
#endif
