/* Threads that the system refuses, and processes that were forked: a call uses fewer threads, and is right.
 *
 * pthread_create is this file's, for OpenMP's runtime too: it refuses from the k-th thread on, as a limit of processes or
 * of memory does.  A runtime that is refused a thread ends the process, so each case is a process. */
#define _GNU_SOURCE /* RTLD_NEXT */
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/address_space.h"
#include "tests/support/test.h"

static atomic_int most = 1 << 20; /* threads that may be alive, the first apart */
static atomic_int alive;

typedef int create_function(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);

struct started {
    void *(*run)(void *);
    void *argument;
};

static void *run_counted(void *argument)
{
    struct started started = *(struct started *)argument;
    free(argument);
    void *result = started.run(started.argument);
    atomic_fetch_sub(&alive, 1);
    return result;
}

int pthread_create(pthread_t *restrict thread, const pthread_attr_t *restrict attributes,
                   void *(*run)(void *), void *restrict argument)
{
    static create_function *create;
    if (create == NULL) {
        void *symbol = dlsym(RTLD_NEXT, "pthread_create");
        memcpy(&create, &symbol, sizeof create);
    }
    struct started *started = malloc(sizeof *started);
    if (started == NULL || atomic_fetch_add(&alive, 1) >= atomic_load(&most)) {
        atomic_fetch_sub(&alive, 1);
        free(started);
        return EAGAIN;
    }
    *started = (struct started){run, argument};
    int error = create(thread, attributes, run_counted, started);
    if (error != 0) {
        atomic_fetch_sub(&alive, 1);
        free(started);
    }
    return error;
}

/* Whether the square and the levels of a path of 20,000 vertices are right with so many threads. */
static bool works(int threads)
{
    enum { N = 20000 };
    graph_index *row = malloc(N * sizeof *row), *column = malloc(N * sizeof *column), entries = 0;
    graph_matrix *A = NULL, *C = NULL;
    graph_vector *level = NULL;
    graph_scalar last = graph_int64(0);
    bool is_good = row != NULL && column != NULL && graph_matrix_create(&A, GRAPH_PATTERN, N, N) == GRAPH_OK;
    for (graph_index k = 0; is_good && k + 1 < N; k++) {
        row[k] = k;
        column[k] = k + 1;
    }
    is_good = is_good &&
              graph_matrix_build(A, row, column, NULL, GRAPH_PATTERN, N - 1, GRAPH_NO_OP) == GRAPH_OK &&
              graph_spgemm(&C, graph_semiring_by_name("plus_pair_int64"), A, A,
                           GRAPH_DESCRIPTOR(.backend = GRAPH_BACKEND_CPU, .threads = threads)) == GRAPH_OK &&
              graph_matrix_entries(&entries, C) == GRAPH_OK && entries == N - 2 &&
              graph_bfs(&level, NULL, A, 0,
                        &(graph_bfs_options){.size = sizeof(graph_bfs_options),
                                             .backend = GRAPH_BACKEND_CPU,
                                             .threads = threads}) == GRAPH_OK &&
              graph_vector_get(&last, level, N - 1) == GRAPH_OK && last.value.i == N - 1;
    graph_matrix_release(&A);
    graph_matrix_release(&C);
    graph_vector_release(&level);
    free(row);
    free(column);
    return is_good;
}

/* Runs a case in a child process; 0 if it is right and ends. */
static int in_process(bool (*run)(int), int argument)
{
    int state = -1;
    pid_t child = fork();
    if (child == 0) {
        alarm(60);
        _exit(run(argument) ? 0 : 2);
    }
    return child > 0 && waitpid(child, &state, 0) == child ? state : -1;
}

static bool with_limit(int limit)
{
    atomic_store(&most, limit);
    return works(8) && works(3) && works(0) && graph_set_threads(16) == GRAPH_OK && works(0);
}

TEST(threads_are_refused)
{
    for (int limit = 0; limit < 9; limit++)
        CHECK_SAY(in_process(with_limit, limit) == 0, "%d threads", limit);
}

/* The limit falls while a team of this thread is there: a second thread finds out for itself. */
static void *work_in_thread(void *is_good)
{
    *(bool *)is_good = works(8);
    return NULL;
}

static bool second_thread(int more)
{
    pthread_t thread;
    bool is_good = false;
    if (!works(4))
        return false;
    atomic_store(&most, atomic_load(&alive) + 1 + more);
    return pthread_create(&thread, NULL, work_in_thread, &is_good) == 0 && pthread_join(thread, NULL) == 0 &&
           is_good;
}

TEST(each_thread_has_a_team)
{
    for (int more = 0; more < 4; more++)
        CHECK_SAY(in_process(second_thread, more) == 0, "%d more threads", more);
}

static bool forks(int threads)
{
    bool is_good = works(threads) && in_process(works, threads) == 0 && in_process(works, 0) == 0;
    return is_good && works(threads);
}

TEST(a_child_does_not_wait_for_threads_of_its_parent)
{
    CHECK(in_process(forks, 4) == 0);
    CHECK(in_process(forks, 1) == 0);
}

/* A mapping takes what it is long off the unused part of a limited address space. */
static bool mapping_is_seen(int unused)
{
    const size_t bytes = (size_t)1 << 30;
    const struct rlimit limit = {.rlim_cur = 8 * bytes, .rlim_max = RLIM_INFINITY};
    (void)unused;
    if (setrlimit(RLIMIT_AS, &limit) != 0)
        return false;
    const size_t before = graph__unused_address_space();
    if (before < 2 * bytes) /* what a driver of a device has mapped */
        return true;
    if (mmap(NULL, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED)
        return false;
    const size_t taken = before - graph__unused_address_space();
    return taken >= bytes && taken < bytes + (bytes >> 3);
}

TEST(unused_address_space) { CHECK(in_process(mapping_is_seen, 0) == 0); }

TEST_MAIN(TEST_ROW(unused_address_space), TEST_ROW(threads_are_refused), TEST_ROW(each_thread_has_a_team),
          TEST_ROW(a_child_does_not_wait_for_threads_of_its_parent))
