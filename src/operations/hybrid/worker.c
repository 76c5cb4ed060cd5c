/* See worker.h.  While one call has the thread that stays, each other call gets a new one.  Who waits polls for a while
 * before it sleeps, since a small product takes no longer than some threads need to wake. */
#define _DEFAULT_SOURCE /* sched_yield in every mode */
#include "operations/hybrid/worker.h"

#include <omp.h>
#include <sched.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t has_job = PTHREAD_COND_INITIALIZER, has_done = PTHREAD_COND_INITIALIZER;
static struct graph_worker *now; /* the job of the thread that stays */
static pid_t owner;              /* the process that has that thread; 0: none */
static atomic_bool is_wanted;    /* there is a job for it that it has not taken */

/* So long somebody polls. */
#define POLL_SECONDS 200e-6

bool graph__worker_poll(const atomic_bool *mark)
{
    if (atomic_load(mark))
        return true;
    for (double begin = omp_get_wtime(); omp_get_wtime() - begin < POLL_SECONDS;) {
        if (atomic_load(mark))
            return true;
        sched_yield(); /* for those who have no processor */
    }
    return false;
}

static void *stay(void *context)
{
    (void)context;
    for (;;) {
        (void)graph__worker_poll(&is_wanted);
        pthread_mutex_lock(&lock);
        while (!atomic_load(&is_wanted))
            pthread_cond_wait(&has_job, &lock);
        struct graph_worker *job = now;
        atomic_store(&is_wanted, false);
        pthread_mutex_unlock(&lock);
        job->run(job->context);
        pthread_mutex_lock(&lock);
        atomic_store(&job->is_done, true);
        pthread_cond_broadcast(&has_done);
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

static void *run_once(void *context)
{
    struct graph_worker *job = context;
    job->run(job->context);
    return NULL;
}

/* Whether the thread that stays is there; it is not in a child process.  The caller holds the lock. */
static bool thread_stays(void)
{
    pthread_t thread;
    if (owner == getpid())
        return true;
    if (owner != 0 || pthread_create(&thread, NULL, stay, NULL) != 0)
        return false;
    pthread_detach(thread);
    owner = getpid();
    return true;
}

bool graph__worker_start(struct graph_worker *job, void (*run)(void *), void *context)
{
    job->run = run;
    job->context = context;
    atomic_init(&job->is_done, false);
    pthread_mutex_lock(&lock);
    job->has_thread = now != NULL || !thread_stays();
    if (!job->has_thread) {
        now = job;
        atomic_store(&is_wanted, true);
        pthread_cond_signal(&has_job);
    }
    pthread_mutex_unlock(&lock);
    return !job->has_thread || pthread_create(&job->thread, NULL, run_once, job) == 0;
}

void graph__worker_wait(struct graph_worker *job)
{
    if (job->has_thread) {
        pthread_join(job->thread, NULL);
        return;
    }
    (void)graph__worker_poll(&job->is_done);
    pthread_mutex_lock(&lock);
    while (!atomic_load(&job->is_done))
        pthread_cond_wait(&has_done, &lock);
    now = NULL;
    pthread_mutex_unlock(&lock);
}
