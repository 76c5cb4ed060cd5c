/* A rank's part in a group, and how calls begin and end in agreement.
 *
 * A collective function reads
 *
 *     GRAPH_TRY(graph__group_enter(group, __func__, status of the checks of its arguments));
 *     ... local work into `local`, then ...
 *     GRAPH_TRY(graph__group_agree(group, local));    before the data moves, and at the end
 *
 * so that all ranks take the same way through it: between two agreements a rank does either local work, whose failure it
 * keeps, or exchanges, whose failure ends the group. */
#ifndef DIST_GROUP_H
#define DIST_GROUP_H

#include "base/memory.h"
#include "base/status.h"
#include "contract/backend.h"
#include "semigraph/group.h"

struct graph_group {
    graph_transport transport;
    int rank, ranks;
    uint64_t most_bytes;
    double deadline_seconds;
    bool is_over; /* a rank is gone: nothing is exchanged any more */
    char why[320];
    uint64_t calls;          /* collective ones so far */
    uint64_t received_bytes; /* by this rank so far, from other ranks */
    struct graph_link *link;
    const struct graph_backend *link_place; /* whose arrays the link moves; NULL: no link */
    size_t *counts; /* room for six arrays of one number for each rank; the last is that of all_gather_same */
};

/* A group on a transport that cannot fail yet: the parts of graph_group_create that are not collective. */
graph_status graph__group_open(graph_group **group, const graph_transport *transport,
                               const graph_group_options *options);
graph_status graph__check_group_options(graph_group_options *all, const graph_group_options *options);

/* The start of a collective call, whose name is a string that lives as long as the program.  `status`: of the checks of this
 * rank's arguments.  Agreed. */
graph_status graph__group_enter(graph_group *group, const char *name, graph_status status);

/* The worst status of all ranks; see graph_group_agree. */
graph_status graph__group_agree(graph_group *group, graph_status status);

/* Exchanges on host arrays.  Counts in bytes.  GRAPH_E_RANK. */
graph_status graph__group_broadcast(graph_group *group, void *bytes, size_t n, int root);
graph_status graph__group_all_gather(graph_group *group, void *to, const void *from, const size_t *bytes);
graph_status graph__group_all_to_all(graph_group *group, void *to, const size_t *to_bytes, const void *from,
                                     const size_t *from_bytes);
graph_status graph__group_all_reduce(graph_group *group, int64_t *x, size_t n, graph_op op);

/* The same number of bytes from each rank. */
graph_status graph__group_all_gather_same(graph_group *group, void *to, const void *from, size_t bytes);

/* Exchange of parts at the place of group->link: part r of `from` goes to rank r.  Starts and sizes in bytes. */
graph_status graph__group_link_exchange(graph_group *group, void *to, const size_t *to_start,
                                        const size_t *to_bytes, const void *from, const size_t *from_start,
                                        const size_t *from_bytes);

/* Ends the group because its link is broken, for the reason of the last error. */
void graph__group_link_is_over(graph_group *group);

#endif
