/* Whether the caller of a long operation wants it to go on, and how far it is: one struct for each call, which all its
 * threads and parts share.
 *
 * A kernel asks graph__progress_at at a grain that costs nothing (chunks of rows, levels, rounds), and leaves its loops if
 * the answer is true; who called the kernel turns that into GRAPH_E_CANCELLED.  The caller's function is called by one
 * thread at a time, for each new thousandth of the work, with shares that only grow, and not once more after it has said
 * no.  A pointer to the struct is NULL where the caller gave no function. */
#ifndef BASE_PROGRESS_H
#define BASE_PROGRESS_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#include "semigraph/status.h"
#include "semigraph/types.h"

struct graph_progress {
    graph_progress_function *function;
    void *context;
    double before, share; /* of the whole work: the part that reports now */
    pthread_mutex_t lock; /* for calls of the function */
    atomic_int reported;  /* thousandths; -1: nothing yet */
    atomic_bool is_cancelled;
};

/* Opens *progress and reports 0; *opened is progress, or NULL if there is no function.  GRAPH_E_CANCELLED. */
graph_status graph__progress_open(struct graph_progress **opened, struct graph_progress *progress,
                                  graph_progress_function *function, void *context);

/* From now on shares are of the part of the work from `from` to `to`.  Not while threads report. */
void graph__progress_part(struct graph_progress *progress, double from, double to);

/* Reports this share (negative: not known) of the part; whether the work is cancelled. */
bool graph__progress_tell(struct graph_progress *progress, double share);
static inline bool graph__progress_at(struct graph_progress *progress, double share)
{
    return progress != NULL && graph__progress_tell(progress, share);
}

/* Whether it is cancelled, without a report. */
static inline bool graph__progress_is_cancelled(const struct graph_progress *progress)
{
    return progress != NULL && atomic_load_explicit(&progress->is_cancelled, memory_order_relaxed);
}

/* GRAPH_E_CANCELLED with a sentence if the work is cancelled. */
graph_status graph__progress_status(const struct graph_progress *progress);

/* The work is done: reports 1.  Before the results go to the caller, who may still cancel. */
graph_status graph__progress_close(struct graph_progress *progress);

#endif
