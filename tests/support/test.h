/* A test program is a table of tests, each a function that makes claims.
 *
 *     TEST(square_of_a_path) { CHECK(entries == 3); CHECK_OK(graph_mxm(...)); }
 *     TEST_MAIN(TEST_ROW(square_of_a_path), ...)
 *
 * A program runs all its tests (or those named on its command line), prints what failed and where, then one line
 * "N passed, N failed", and exits with 0 only if none failed, or with TEST_SKIPPED if nothing passed since all was
 * skipped.  Claims do not stop a test; REQUIRE does. */
#ifndef TESTS_SUPPORT_TEST_H
#define TESTS_SUPPORT_TEST_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "semigraph.h"

enum { TEST_SKIPPED = 77 }; /* as in tests/CMakeLists.txt */

#define TEST(name) static void name(void)

/* Counts and prints a failed claim; returns whether it held. */
bool test_claim(bool holds, const char *file, int line, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

#define CHECK(condition) test_claim((condition), __FILE__, __LINE__, "%s", #condition)

/* A claim with a sentence of the caller: CHECK_SAY(x == y, "seed %llu: %d", seed, x). */
#define CHECK_SAY(condition, ...) test_claim((condition), __FILE__, __LINE__, __VA_ARGS__)

/* Ends the test if the claim does not hold. */
#define REQUIRE(condition)                                                                                   \
    do {                                                                                                     \
        if (!CHECK(condition))                                                                               \
            return;                                                                                          \
    } while (0)

/* Ends the test, which does not count as passed, and prints why it cannot say anything here.  Claims that failed before
 * still count. */
#define SKIP(...)                                                                                            \
    do {                                                                                                     \
        test_skip(__VA_ARGS__);                                                                              \
        return;                                                                                              \
    } while (0)
void test_skip(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* The call returns GRAPH_OK; the message has graph_last_error() otherwise. */
#define CHECK_OK(call) test_status((call), GRAPH_OK, "", #call, __FILE__, __LINE__)
#define REQUIRE_OK(call)                                                                                     \
    do {                                                                                                     \
        if (!CHECK_OK(call))                                                                                 \
            return;                                                                                          \
    } while (0)

/* In a function with a `status` and a label `done`: goes there if the call fails. */
#define TRY(call)                                                                                            \
    do {                                                                                                     \
        status = (call);                                                                                     \
        if (status < 0)                                                                                      \
            goto done;                                                                                       \
    } while (0)

/* The call returns this status, and graph_last_error() contains `piece`. */
#define CHECK_STATUS(call, expected, piece)                                                                  \
    test_status((call), (expected), (piece), #call, __FILE__, __LINE__)
bool test_status(graph_status got, graph_status expected, const char *piece, const char *call,
                 const char *file, int line);

/* Random numbers: the same seed gives the same sequence everywhere (splitmix64). */
uint64_t test_random(uint64_t *seed);

/* Runs `scenario` with the k-th allocation failing, for k = 1, 2, ... (on a device not for each of many) until it makes
 * fewer: first with all later ones failing too, then with that one alone.  Each failure must be GRAPH_E_MEMORY, and
 * every block must be free after each run.  The scenario releases all it made. */
void test_every_allocation(const char *name, graph_status (*scenario)(void));
/* The same for a scenario that on a device is hundreds of small calls, such as a form in the algebra: there, after the first
 * sixteen, only every step-th allocation fails. */
void test_sampled_allocations(const char *name, graph_status (*scenario)(void), int step);

/* The folder of the real graphs: $SEMIGRAPH_DATASETS, or NULL.  The graphs in datasets/ are found with
 * test_shipped("wiki-Vote.txt.gz"), which returns a path in a static buffer. */
const char *test_datasets(void);

/* The folder datasets/. */
const char *test_shipped_folder(void);

/* The sum of what `visit` returns for the files of a folder that may be graphs; 0 if there is no such folder. */
int test_each_file(const char *folder, int (*visit)(const char *path, const char *name));
const char *test_shipped(const char *file);

/* The full path of a file in $SEMIGRAPH_DATASETS, else in datasets/, in a static buffer; NULL if it is in neither: then
 * it says so, and the test goes on but does not count as passed. */
const char *test_find_dataset(const char *file);

/* Compares our answer on each real graph that is found, as directed and as undirected; returns how many were found. */
int test_real_graphs(void (*compare)(const char *file, graph_direction direction));

/* The back end that tests of operations and algorithms ask for: $SEMIGRAPH_TEST_BACKEND, cpu (the default) or cuda.  Ends
 * the program with a sentence if it cannot run here. */
graph_backend_kind test_backend(void);

/* 1; with $SEMIGRAPH_TEST_SMALL set, `step`: loops over many cases take every step-th of them, so that a checker that makes
 * a program a hundred times slower gets through.  Tests with a TEST_ROW_LARGE are then skipped. */
int test_step(int step);
/* 1; on a device, `step`: for loops over calls of the algebra, each of which is hundreds of small ones there. */
int test_device_step(int step);

/* Where a loop over small graphs takes this form: that back end, but the form in the algebra, which makes very many small
 * calls, on a device every eighth time, else on the CPU. */
graph_backend_kind test_backend_of(graph_form form);

/* GRAPH_E_MEMORY; on a device also GRAPH_E_DEVICE_MEMORY. */
bool test_is_out_of_memory(graph_status status);

/* A descriptor in place, on that back end. */
#define TEST_DESCRIPTOR(...) GRAPH_DESCRIPTOR(.backend = test_backend(), __VA_ARGS__)

struct test {
    const char *name;
    void (*run)(void);
    bool is_large, needs_device;
};
int test_main(int argc, char **argv, const struct test *tests, size_t count);

#define TEST_MAIN(...)                                                                                       \
    int main(int argc, char **argv)                                                                          \
    {                                                                                                        \
        static const struct test tests[] = {__VA_ARGS__};                                                    \
        return test_main(argc, argv, tests, sizeof tests / sizeof tests[0]);                                 \
    }
/* clang-format off */
#define TEST_ROW(name)       {#name, name, false, false}
#define TEST_ROW_LARGE(name) {#name, name, true, false}
/* What says nothing on the CPU is skipped there, and not counted as passed. */
#define TEST_ROW_DEVICE(name)       {#name, name, false, true}
#define TEST_ROW_LARGE_DEVICE(name) {#name, name, true, true}
/* clang-format on */

#endif
