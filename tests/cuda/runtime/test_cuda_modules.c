/* Programs that are compiled by threads, as far as a machine without a GPU can test them: each is compiled once, whoever
 * begins it, what is on disk is there at once, and what fails is an error of whoever asks for it. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/memory.h"
#include "cuda/runtime/modules.h"
#include "semigraph.h"
#include "tests/support/test.h"

enum { ARCHITECTURE = 90, THREADS = 4, PROGRAMS = 3 };

static char folder[] = "/tmp/semigraph-modules-XXXXXX";

static const struct cuda_program programs[PROGRAMS] = {
    {"of tests", "one", "extern \"C\" __global__ void one(int *x) { *x = 1; }\n", ARCHITECTURE},
    {"of tests", "two", "extern \"C\" __global__ void two(int *x) { *x = 2; }\n", ARCHITECTURE},
    {"of tests", "none", "this is no program\n", ARCHITECTURE}};

/* A program that takes tenths of a second to compile, begun in a new process that ends DELAY ms later. */
static int end_while_compiling(int delay)
{
    static char text[64 << 10];
    const struct cuda_program slow = {"of tests", "slow", text, ARCHITECTURE};
    char *p = text;
    for (int k = 0; k < 20; k++)
        p += sprintf(
            p,
            "template <class T> __device__ T f%d(T a, T b)\n"
            "{ T s = 0; for (int i = 0; i < int(b); i++) s += a * i %% (i + %d); return s; }\n"
            "extern \"C\" __global__ void k%d(long *y)\n"
            "{ __shared__ long q[64]; q[threadIdx.x] = f%d(y[2], y[4]); __syncthreads(); y[9] = q[3]; }\n",
            k, k + 1, k, k);
    fflush(NULL);
    const pid_t child = fork();
    if (child == 0) {
        const struct timespec time = {.tv_nsec = delay * 1000000L};
        setenv("SEMIGRAPH_CACHE", "", 1);
        alarm(120);
        const graph_status status = graph__cuda_module_begin(&slow);
        nanosleep(&time, NULL);
        exit(status == GRAPH_OK ? EXIT_SUCCESS : EXIT_FAILURE);
    }
    int result = -1;
    return child > 0 && waitpid(child, &result, 0) == child ? result : -1;
}

/* Before any other test: the compiler registers destructors when it compiles its first program. */
TEST(processes_end_while_compiling)
{
    for (int delay = 0; delay <= 60; delay += 10)
        CHECK(end_while_compiling(delay) == 0);
}

static void *begin_all(void *unused)
{
    bool is_begun = true;
    for (int k = 0; k < PROGRAMS; k++)
        is_begun = is_begun && graph__cuda_module_begin(&programs[k]) == GRAPH_OK;
    return is_begun ? unused : NULL;
}

TEST(programs_are_compiled_once)
{
    pthread_t threads[THREADS];
    const int64_t blocks = graph__memory_blocks();
    static const char name[] = "one";
    char any;
    REQUIRE(mkdtemp(folder) != NULL);
    setenv("SEMIGRAPH_CACHE", folder, 1);
    for (int t = 0; t < THREADS; t++)
        REQUIRE(pthread_create(&threads[t], NULL, begin_all, &any) == 0);
    for (int t = 0; t < THREADS; t++) {
        void *answer;
        pthread_join(threads[t], &answer);
        CHECK(answer == &any);
    }
    graph__cuda_modules_finish();
    for (int k = 0; k < PROGRAMS; k++) {
        CHECK(graph__cuda_module_is_there(&programs[k]));
        CHECK(graph__cuda_module_known(programs[k].instance, programs[k].content, name) == NULL);
    }
    CHECK(graph__memory_blocks() == blocks);
}

TEST(code_on_disk_is_there)
{
    struct cuda_program same = programs[0], other = programs[0];
    same.instance = "of another";
    other.instance = "of a third";
    other.text = "extern \"C\" __global__ void one(int *x) { *x = 3; }\n";
    CHECK(graph__cuda_module_is_there(&same));
    CHECK(!graph__cuda_module_is_there(&other));
}

TEST(a_failure_is_that_of_who_asks)
{
    cudaKernel_t kernel;
    for (int k = 0; k < 2; k++)
        CHECK_STATUS(graph__cuda_module_kernel(&kernel, &programs[2], "none"), GRAPH_E_NOT_SUPPORTED,
                     "does not compile");
}

/* The process ends while a program is being compiled. */
TEST(the_end_waits)
{
    const struct cuda_program last = {
        "of tests", "last", "extern \"C\" __global__ void last(int *x) { *x = 4; }\n", ARCHITECTURE};
    char command[128];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    CHECK(system(command) == 0);
    setenv("SEMIGRAPH_CACHE", "", 1);
    CHECK_OK(graph__cuda_module_begin(&last));
}

TEST_MAIN(TEST_ROW(processes_end_while_compiling), TEST_ROW(programs_are_compiled_once),
          TEST_ROW(code_on_disk_is_there), TEST_ROW(a_failure_is_that_of_who_asks), TEST_ROW(the_end_waits))
