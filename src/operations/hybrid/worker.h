/* A thread beside the calling one.  It stays for the next call, and with it the threads that OpenMP gives it: making those
 * takes longer than a small product. */
#ifndef OPERATIONS_HYBRID_WORKER_H
#define OPERATIONS_HYBRID_WORKER_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

struct graph_beside {
    void (*run)(void *);
    void *context;
    atomic_bool is_done;
    bool is_own; /* the thread is of this call alone */
    pthread_t thread;
};

/* Begins run(context); false: there is no thread to be had, and nothing runs. */
bool graph__beside_start(struct graph_beside *job, void (*run)(void *), void *context);

/* Waits for it. */
void graph__beside_wait(struct graph_beside *job);

/* Looks for a mark that another thread sets, for as long as it would take to be woken some times, so that who then sleeps
 * has missed nothing short; true: it is set. */
bool graph__beside_look(const atomic_bool *mark);

#endif
