/* Faults of CUDA itself: call k of its run-time library fails, for every k of every scenario, alone, from the k-th
 * allocation on, or from call k on as of a device that has gone (tests/support/faults/fault_runs.h has what must hold then).
 * The calls are intercepted by the linker (cuda_faults.h). */
#define _DEFAULT_SOURCE
#include "tests/cuda/runtime/cuda_faults.h"

#include <sys/wait.h>
#include <unistd.h>

#include "core/backends.h"
#include "cuda/runtime/call.h"
#include "tests/support/faults/fault_scenarios.h"
#include "tests/support/faults/faulty_backend.h"
#include "tests/support/graphs.h"
#include "tests/support/products.h"

/* ---- Opening ---- */

enum { PATH = 50, CHILDREN = 8, MOST_COUNTED = 255 };

static graph_status square_of_path(graph_index *entries, graph_method method, graph_backend_kind backend)
{
    graph_matrix *A = NULL, *C = NULL;
    graph_status status;
    TRY(path_graph(&A, PATH));
    TRY(graph_spgemm(&C, graph_semiring_by_name("any_pair_bool"), A, A,
                     GRAPH_DESCRIPTOR(.backend = backend, .method = method)));
    TRY(graph_matrix_entries(entries, C));
    TRY(graph_matrix_check(C)); /* reads it */
done:
    graph_matrix_release(&A);
    graph_matrix_release(&C);
    return status;
}

/* The first product of a process, with call k of CUDA failing; then the same without a fault, and on the CPU.  The number of
 * calls if k is 0, else 0 if all is as it must be. */
static int first_product(enum fault_mode mode, int64_t k)
{
    const graph_method method = GRAPH_METHOD_HYBRID;
    graph_index entries = 0, expected = 0, second = 0;
    cuda_faults.begin(mode, k);
    const graph_status status = square_of_path(&entries, method, GRAPH_BACKEND_CUDA);
    char *sentence = status < 0 ? strdup(graph_last_error()) : NULL;
    const int64_t calls = cuda_faults.end();
    const graph_status later = square_of_path(&second, method, GRAPH_BACKEND_CUDA);
    bool is_right = CHECK_OK(square_of_path(&expected, GRAPH_METHOD_AUTO, GRAPH_BACKEND_CPU));
    is_right &= status < 0 ? CHECK(status == GRAPH_E_DEVICE || status == GRAPH_E_DEVICE_MEMORY) &&
                                 CHECK(sentence != NULL && sentence[0] != '\0')
                           : CHECK(entries == expected);
    /* A device that could not be opened stays closed. */
    is_right &= later < 0 ? CHECK(later == GRAPH_E_DEVICE) &&
                                CHECK(!graph_backend_available(GRAPH_BACKEND_CUDA, NULL))
                          : CHECK(second == expected);
    if (!is_right)
        fprintf(stderr, "call %lld of CUDA in the first product: %s \"%s\", then %s\n", (long long)k,
                graph_status_name(status), sentence != NULL ? sentence : "", graph_status_name(later));
    free(sentence);
    if (k == 0)
        return is_right && calls < MOST_COUNTED ? (int)calls : 0;
    return is_right ? 0 : 1;
}

static pid_t start(enum fault_mode mode, int64_t k)
{
    fflush(NULL);
    const pid_t child = fork();
    if (child == 0) {
        alarm(120); /* for one that hangs */
        const int result = first_product(mode, k);
        fflush(NULL);
        _exit(result);
    }
    return child;
}

static int result_of(pid_t child)
{
    int state = 0;
    if (child <= 0 || waitpid(child, &state, 0) != child || !WIFEXITED(state))
        return -1;
    return WEXITSTATUS(state);
}

/* In new processes, some at a time, before this one uses the device. */
static void fail_first_products(enum fault_mode mode, int64_t calls, int64_t step)
{
    pid_t child[CHILDREN];
    for (int64_t k = 1; k <= calls; k += CHILDREN * step) {
        int children = 0;
        for (; children < CHILDREN && k + children * step <= calls; children++)
            child[children] = start(mode, k + children * step);
        for (int c = 0; c < children; c++) {
            const int result = result_of(child[c]);
            CHECK_SAY(result == 0, "call %lld of CUDA in the first product: the process ends with %d",
                      (long long)(k + c * step), result);
        }
    }
}

TEST(first_product_of_a_process)
{
    const char *backend = getenv("SEMIGRAPH_TEST_BACKEND");
    if (backend == NULL || strcmp(backend, "cuda") != 0)
        SKIP("it says nothing without a device");
    const int64_t calls = result_of(start(FAULT_NONE, 0));
    REQUIRE(calls > 0);
    const int64_t step = (calls / 100 + 1) * test_step(4);
    printf("       %lld calls of CUDA in the first product of a process; every %lld-th fails\n",
           (long long)calls, (long long)step);
    fail_first_products(FAULT_ONE, calls, step);
    fail_first_products(FAULT_GONE, calls, 4 * step);
}

/* ---- Scenarios ---- */

static void check_all(const struct scenario *scenario, size_t count)
{
    const int64_t most = 100 / test_step(5), before = cuda_faults_injected();
    int64_t runs = 0;
    for (size_t k = 0; k < count; k++)
        runs += fault_check(&scenario[k], &cuda_faults, most);
    printf("       %lld calls with a fault, %lld failures; at most %lld places of one in a call\n",
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

/* A text that the process meets for the first time: its module cannot be loaded, or has no such kernel. */
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
    cuda_faults_fail_next(entry);
    CHECK_STATUS(graph_spgemm(&C, semiring, A, A, TEST_DESCRIPTOR()), GRAPH_E_DEVICE, entry);
    CHECK(C == NULL);
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

/* ---- After the others ---- */

TEST(every_entry_is_reached)
{
    CHECK(faulty_backend_bare_entries() == 0);
    CHECK(faulty_backend_print_unused() == 0);
    CHECK(cuda_faults_print_unused() == 0);
    fault_close();
}

TEST_MAIN(TEST_ROW(first_product_of_a_process), TEST_ROW_DEVICE(products), TEST_ROW_DEVICE(operations),
          TEST_ROW_DEVICE(algorithms), TEST_ROW_DEVICE(entries_of_the_table), TEST_ROW_DEVICE(modules),
          TEST_ROW_DEVICE(every_entry_is_reached))
