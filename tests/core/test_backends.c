/* Which back end an operation runs on: the choice of the caller, of the process, and of the library. */
#include <string.h>

#include "semigraph.h"
#include "tests/support/test.h"

static graph_matrix *path_graph(graph_index n)
{
    graph_matrix *A = NULL;
    CHECK_OK(graph_matrix_create(&A, GRAPH_FP64, n, n));
    for (graph_index i = 0; i + 1 < n; i++)
        CHECK_OK(graph_matrix_set(A, i, i + 1, graph_fp64(1)));
    return A;
}

static bool has_cuda(void) { return graph_backend_available(GRAPH_BACKEND_CUDA, NULL); }

TEST(the_process_has_a_default)
{
    graph_backend_kind before = graph_get_backend();
    CHECK_OK(graph_set_backend(GRAPH_BACKEND_CPU));
    CHECK(graph_get_backend() == GRAPH_BACKEND_CPU);
    CHECK_STATUS(graph_set_backend((graph_backend_kind)9), GRAPH_E_INVALID_VALUE,
                 "backend is 9: no such back end");
    CHECK(graph_get_backend() == GRAPH_BACKEND_CPU);
    if (has_cuda()) {
        CHECK_OK(graph_set_backend(GRAPH_BACKEND_CUDA));
        CHECK(graph_get_backend() == GRAPH_BACKEND_CUDA);
    } else
        CHECK_STATUS(graph_set_backend(GRAPH_BACKEND_CUDA), GRAPH_E_DEVICE, "back end cuda: ");
    CHECK_OK(graph_set_backend(before));
}

TEST(strictness_is_remembered)
{
    bool before = graph_get_strict();
    graph_set_strict(true);
    CHECK(graph_get_strict());
    graph_set_strict(false);
    CHECK(!graph_get_strict());
    graph_set_strict(before);
}

TEST(a_descriptor_names_its_back_end)
{
    const graph_semiring *s = graph_semiring_builtin(GRAPH_PLUS_TIMES, GRAPH_FP64);
    graph_matrix *A = path_graph(8), *C = NULL;
    graph_index entries = 0;
    CHECK_OK(graph_spgemm(&C, s, A, A, GRAPH_DESCRIPTOR(.backend = GRAPH_BACKEND_CPU)));
    CHECK(graph_backend_used() == GRAPH_BACKEND_CPU);
    graph_matrix_release(&C);
    graph_status status = graph_spgemm(&C, s, A, A, GRAPH_DESCRIPTOR(.backend = GRAPH_BACKEND_CUDA));
    if (has_cuda()) {
        CHECK(status == GRAPH_OK && graph_backend_used() == GRAPH_BACKEND_CUDA);
        CHECK_OK(graph_matrix_entries(&entries, C));
        CHECK(entries == 6);
    } else {
        CHECK(status == GRAPH_E_DEVICE && C == NULL);
        CHECK(strstr(graph_last_error(), "back end cuda: ") != NULL);
    }
    graph_matrix_release(&C);
    graph_matrix_release(&A);
}

TEST(small_work_stays_on_the_host)
{
    graph_backend_kind before = graph_get_backend();
    const graph_semiring *s = graph_semiring_builtin(GRAPH_PLUS_TIMES, GRAPH_FP64);
    graph_matrix *A = path_graph(8), *C = NULL;
    CHECK_OK(graph_set_backend(GRAPH_BACKEND_AUTO));
    CHECK_OK(graph_spgemm(&C, s, A, A, NULL));
    CHECK(graph_backend_used() == GRAPH_BACKEND_CPU);
    CHECK_OK(graph_set_backend(before));
    graph_matrix_release(&C);
    graph_matrix_release(&A);
}

TEST(the_device_has_a_limit)
{
    if (has_cuda()) {
        CHECK_OK(graph_set_device_memory((uint64_t)1 << 40));
        CHECK_OK(graph_set_device_memory(0));
    } else
        CHECK_STATUS(graph_set_device_memory(0), GRAPH_E_DEVICE, "back end cuda: ");
}

TEST_MAIN(TEST_ROW(the_process_has_a_default), TEST_ROW(strictness_is_remembered),
          TEST_ROW(a_descriptor_names_its_back_end), TEST_ROW(small_work_stays_on_the_host),
          TEST_ROW(the_device_has_a_limit))
