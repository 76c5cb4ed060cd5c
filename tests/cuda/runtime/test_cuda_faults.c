/* Faults of CUDA itself: call k of its run-time library fails, for every k of every scenario, alone, from the k-th
 * allocation on, or from call k on as of a device that has gone (tests/support/faults/fault_runs.h has what must hold then).
 * The calls are intercepted by the linker (cuda_faults.h). */
#define _DEFAULT_SOURCE
#include "tests/cuda/runtime/cuda_faults.h"

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/backends.h"
#include "cuda/runtime/call.h"
#include "tests/support/faults/fault_scenarios.h"
#include "tests/support/faults/faulty_backend.h"
#include "tests/support/graphs.h"
#include "tests/support/products.h"

/* ---- The first calls of a process ---- */

enum { PATH = 50, CHILDREN = 8 };

/* How a process ends, and what it has counted. */
enum { IS_RIGHT = 0, IS_WRONG = 1 };
static int64_t *counted; /* shared with forked processes */

/* A product by both processors, which opens the device and the asynchronous downloads, and a search. */
static graph_status first_calls(uint64_t *sum, graph_method method, graph_backend_kind backend)
{
    graph_matrix *A = NULL, *C = NULL;
    graph_vector *level = NULL;
    graph_scalar depth = {.type = GRAPH_INT64};
    graph_index entries = 0;
    graph_bfs_options options = {.size = sizeof options, .backend = backend, .form = GRAPH_FORM_FUSED};
    graph_status status;
    TRY(path_graph(&A, PATH));
    TRY(graph_spgemm(&C, graph_semiring_by_name("any_pair_bool"), A, A,
                     GRAPH_DESCRIPTOR(.backend = backend, .method = method)));
    TRY(graph_matrix_entries(&entries, C));
    TRY(graph_matrix_check(C)); /* reads it */
    TRY(graph_bfs(&level, NULL, A, 0, &options));
    TRY(graph_vector_reduce(&depth, GRAPH_INT64, GRAPH_PLUS, level, GRAPH_DESCRIPTOR(.backend = backend)));
    *sum = 10000 * entries + (uint64_t)depth.value.i;
done:
    graph_matrix_release(&A);
    graph_matrix_release(&C);
    graph_vector_release(&level);
    return status;
}

/* The first calls of a process, with call k of CUDA failing, or the first one of an entry; then the same without a fault,
 * and on the CPU. */
static int run_first_calls(enum fault_mode mode, int64_t k, const char *entry)
{
    const graph_method method = GRAPH_METHOD_HYBRID;
    uint64_t sum = 0, second = 0, expected = 0;
    cuda_faults.begin(mode, k);
    if (entry != NULL)
        cuda_faults_fail_next(entry);
    const graph_status status = first_calls(&sum, method, GRAPH_BACKEND_CUDA);
    char *sentence = strdup(status < 0 ? graph_last_error() : "");
    *counted = cuda_faults.end();
    const graph_status later = first_calls(&second, method, GRAPH_BACKEND_CUDA);
    bool is_right = CHECK_OK(first_calls(&expected, GRAPH_METHOD_AUTO, GRAPH_BACKEND_CPU));
    if (mode == FAULT_NONE && entry == NULL)
        is_right &= CHECK(status == GRAPH_OK);
    is_right &= status < 0 ? CHECK(status == GRAPH_E_DEVICE || status == GRAPH_E_DEVICE_MEMORY) &&
                                 CHECK(sentence != NULL && sentence[0] != '\0')
                           : CHECK(sum == expected);
    /* A device that could not be opened stays closed. */
    is_right &= later < 0 ? CHECK(later == GRAPH_E_DEVICE) &&
                                CHECK(!graph_backend_available(GRAPH_BACKEND_CUDA, NULL))
                          : CHECK(second == expected);
    if (!is_right)
        fprintf(stderr, "first calls, call %lld of CUDA or %s: %s \"%s\", then %s\n", (long long)k,
                entry != NULL ? entry : "-", graph_status_name(status), sentence, graph_status_name(later));
    free(sentence);
    return is_right ? IS_RIGHT : IS_WRONG;
}

static pid_t start(enum fault_mode mode, int64_t k, const char *entry)
{
    fflush(NULL);
    const pid_t child = fork();
    if (child == 0) {
        alarm(120); /* for one that hangs */
        const int result = run_first_calls(mode, k, entry);
        fflush(NULL);
        _exit(result);
    }
    return child;
}

/* Waits for as many processes as there are, or for the oldest if there are enough. */
static void wait_for(pid_t child[CHILDREN], int *children, bool is_last)
{
    if (!is_last && *children < CHILDREN)
        return;
    for (int c = 0; c < *children; c++) {
        int state = 0;
        CHECK(child[c] > 0 && waitpid(child[c], &state, 0) == child[c]);
        CHECK_SAY(WIFEXITED(state) && WEXITSTATUS(state) == IS_RIGHT, "a process with a fault ends with %d",
                  state);
    }
    *children = 0;
}

/* In new processes, some at a time, before this one uses the device. */
static void check_first_calls(enum fault_mode mode, int64_t calls, int64_t step)
{
    pid_t child[CHILDREN];
    int children = 0;
    for (int64_t k = 1; k <= calls; k += step) {
        child[children++] = start(mode, k, NULL);
        wait_for(child, &children, false);
    }
    wait_for(child, &children, true);
}

static void check_first_calls_of_entries(void)
{
    pid_t child[CHILDREN];
    int children = 0;
    for (int k = 0; cuda_faults_entry(k) != NULL; k++)
        if (cuda_faults_is_untested(k)) {
            child[children++] = start(FAULT_NONE, 0, cuda_faults_entry(k));
            wait_for(child, &children, false);
        }
    wait_for(child, &children, true);
}

TEST(first_calls_of_a_process)
{
    const char *backend = getenv("SEMIGRAPH_TEST_BACKEND");
    pid_t child[CHILDREN];
    int children = 1;
    /* Asking the library whether there is a device would open it, which the forked processes are to do. */
    if (backend == NULL || strcmp(backend, "cuda") != 0)
        SKIP("it says nothing without a device");
    counted = mmap(NULL, sizeof *counted, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    REQUIRE(counted != MAP_FAILED);
    child[0] = start(FAULT_NONE, 0, NULL);
    wait_for(child, &children, true);
    const int64_t calls = *counted, step = (calls / 60 + 1) * test_step(4);
    REQUIRE(calls > 0);
    printf("       %lld calls of CUDA in the first calls of a process; every %lld-th fails\n",
           (long long)calls, (long long)step);
    check_first_calls(FAULT_ONE, calls, step);
    check_first_calls(FAULT_GONE, calls, 4 * step);
    check_first_calls_of_entries();
}

/* ---- Scenarios ---- */

/* Runs on these take tens of milliseconds. */
static bool is_large(enum scene_graph graph)
{
    return graph == GRAPH_OF_MANY_BINS || graph == GRAPH_OF_LONG_ROWS || graph == GRAPH_OF_MANY_EDGES;
}

static void check_all(const struct scenario *scenario, size_t count)
{
    const int64_t most = 60 / test_step(5), before = cuda_faults_injected();
    int64_t runs = 0;
    for (size_t k = 0; k < count; k++)
        runs += fault_check(&scenario[k], &cuda_faults, is_large(scenario[k].graph) ? most / 4 : most);
    printf("       %lld calls with a fault, %lld failures; at most %lld places in a call, a quarter on large "
           "graphs\n",
           (long long)runs, (long long)(cuda_faults_injected() - before), (long long)most);
    CHECK(runs > 0);
}

/* Slices of a matrix are made at its third product with a vector. */
TEST(products)
{
    const struct cuda_slices_limits limits =
        graph__cuda_set_slices_limits((struct cuda_slices_limits){.least_entries = 1, .calls = 2});
    check_all(fault_products, fault_product_count);
    graph__cuda_set_slices_limits(limits);
}
TEST(operations) { check_all(fault_operations, fault_operation_count); }
TEST(algorithms) { check_all(fault_algorithms, fault_algorithm_count); }

/* No function of the public interface builds on a device. */
static graph_status build_there(struct scene *s)
{
    const struct graph_backend *backend = graph__backend(s->backend);
    const int32_t row[] = {3, 0, 2, 0}, column[] = {1, 2, 0, 3};
    const double value[] = {1, 2, 3, 4};
    int32_t made_column[4];
    void *there[3] = {NULL, NULL, NULL};
    const void *const here[3] = {row, column, value};
    const size_t bytes[3] = {sizeof row, sizeof column, sizeof value};
    struct graph_build_request r = {
        .rows = 4, .columns = 4, .n = 4, .type = GRAPH_FP64, .duplicate = GRAPH_PLUS, .threads = 1};
    graph_status status = GRAPH_OK;
    for (int k = 0; k < 3; k++) {
        TRY(backend->allocate(&there[k], bytes[k], 1));
        TRY(backend->upload(there[k], here[k], bytes[k]));
    }
    r.row = there[0];
    r.column = there[1];
    r.value = there[2];
    TRY(backend->build(&r));
    TRY(backend->wait());
    TRY(backend->download(made_column, r.C.column, sizeof made_column));
    for (int k = 0; k < 4; k++)
        s->number = 10 * s->number + (uint64_t)made_column[k] + 1;
done:
    for (int k = 0; k < 3; k++)
        backend->release(there[k]);
    backend->release(r.C.row_start);
    backend->release(r.C.column);
    backend->release(r.C.value);
    return status;
}

TEST(entries_of_the_table)
{
    static const struct scenario rows[] = {NEW_OUTPUTS(build_there, GRAPH_OF_SHORT_ROWS)};
    check_all(rows, 1);
}

/* ---- Modules ---- */

GRAPH_DEFINE_SEMIRING(fault_new_text, int64_t, INT64_MIN, 1, x > y ? x : y, x * 5 + y)

/* A text that the process meets for the first time: its module cannot be loaded, or has no such kernel.  The call fails, or
 * other kernels give the result. */
static void check_module(const char *entry, const char *mul)
{
    graph_semiring_spec spec = fault_new_text;
    graph_semiring *semiring = NULL;
    graph_matrix *A = NULL, *C = NULL, *expected = NULL;
    uint64_t seed = 12;
    spec.mul_text = mul;
    REQUIRE_OK(graph_semiring_create(&semiring, &spec));
    REQUIRE_OK(random_matrix(&A, &seed, SHAPE_UNIFORM, GRAPH_INT64, 200, 200, 1000, VALUES_SMALL));
    REQUIRE_OK(graph_spgemm(&expected, semiring, A, A, GRAPH_DESCRIPTOR(.backend = GRAPH_BACKEND_CPU)));
    const int64_t before = cuda_faults_injected();
    cuda_faults_fail_next(entry);
    const graph_status status = graph_spgemm(&C, semiring, A, A, TEST_DESCRIPTOR());
    CHECK_SAY(cuda_faults_injected() == before + 1, "%s did not fail", entry);
    CHECK_SAY(status == GRAPH_E_DEVICE ? C == NULL && strstr(graph_last_error(), entry) != NULL
                                       : status == GRAPH_OK && is_same_matrix(expected, C),
              "%s: %s \"%s\"", entry, graph_status_name(status), graph_last_error());
    graph_matrix_release(&C);
    CHECK_OK(graph_spgemm(&C, semiring, A, A, TEST_DESCRIPTOR()));
    CHECK(C != NULL && is_same_matrix(expected, C));
    graph_matrix_release(&A);
    graph_matrix_release(&C);
    graph_matrix_release(&expected);
    graph_semiring_release(&semiring);
}

TEST(modules)
{
    check_module("cudaLibraryLoadData", "x * 5 + y");
    check_module("cudaLibraryGetKernel", "y + x * 5");
}

/* ---- Entries that the samples have missed ---- */

static const char *wanted;
static int64_t failures_before;

static void begin_wanted(enum fault_mode mode, int64_t k)
{
    cuda_faults.begin(FAULT_NONE, 0);
    failures_before = cuda_faults_injected();
    if (mode == FAULT_ONE && k > 0)
        cuda_faults_fail_next(wanted);
}

/* 1 if it has failed. */
static int64_t end_wanted(void)
{
    cuda_faults.end();
    return cuda_faults_injected() - failures_before;
}

static bool fail_in_one_of(const struct scenario *scenario, size_t count, int entry)
{
    struct fault_injector injector = cuda_faults;
    bool is_reached = false;
    wanted = cuda_faults_entry(entry);
    injector.begin = begin_wanted;
    injector.end = end_wanted;
    for (size_t k = 0; k < count && !is_reached; k++)
        is_reached = fault_check_one(&scenario[k], &injector, FAULT_ONE, 1);
    return is_reached;
}

/* Each entry fails in the first scenario that calls it. */
TEST(every_entry_fails)
{
    for (int k = 0; cuda_faults_entry(k) != NULL; k++)
        if (cuda_faults_is_untested(k) && !fail_in_one_of(fault_products, fault_product_count, k) &&
            !fail_in_one_of(fault_operations, fault_operation_count, k))
            (void)fail_in_one_of(fault_algorithms, fault_algorithm_count, k);
}

/* What is called once an allocation has failed. */
TEST(a_failure_while_memory_is_short)
{
    graph_matrix *A = NULL, *C = NULL;
    REQUIRE_OK(path_graph(&A, PATH));
    cuda_faults.begin(FAULT_MEMORY, 1);
    cuda_faults_fail_next("cudaMemPoolTrimTo");
    CHECK_OK(graph_spgemm(&C, graph_semiring_by_name("any_pair_bool"), A, A, TEST_DESCRIPTOR()));
    cuda_faults.end();
    CHECK(graph_backend_used() == GRAPH_BACKEND_CPU && !cuda_faults.has_pending_error());
    graph_matrix_release(&A);
    graph_matrix_release(&C);
}

/* ---- After the others ---- */

TEST(every_entry_is_reached)
{
    CHECK(faulty_backend_bare_entries() == 0);
    CHECK(faulty_backend_print_unused() == 0);
    CHECK(cuda_faults_print_unused() == 0);
    fault_close();
}

TEST_MAIN(TEST_ROW(first_calls_of_a_process), TEST_ROW_DEVICE(products), TEST_ROW_DEVICE(operations),
          TEST_ROW_DEVICE(algorithms), TEST_ROW_DEVICE(entries_of_the_table), TEST_ROW_DEVICE(modules),
          TEST_ROW_DEVICE(a_failure_while_memory_is_short), TEST_ROW_DEVICE(every_entry_fails),
          TEST_ROW_DEVICE(every_entry_is_reached))
