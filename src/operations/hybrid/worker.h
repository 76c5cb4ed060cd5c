/* A background thread.  It stays for the next call, and with it the threads that OpenMP gives it: making those takes longer
 * than a small product. */
#ifndef OPERATIONS_HYBRID_WORKER_H
#define OPERATIONS_HYBRID_WORKER_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

struct graph_worker {
    void (*run)(void *);
    void *context;
    atomic_bool is_done;
    bool has_thread; /* the thread is of this call alone */
    pthread_t thread;
};

/* Begins run(context); false: there is no thread to be had, and nothing runs. */
bool graph__worker_start(struct graph_worker *job, void (*run)(void *), void *context);

/* Waits for it. */
void graph__worker_wait(struct graph_worker *job);

/* Polls a mark that another thread sets, for as long as it would take to be woken some times, so that who then sleeps
 * has missed nothing short; true: it is set. */
bool graph__worker_poll(const atomic_bool *mark);

#endif
