/* A square whose result is larger than the device memory that the library may hold:
 *
 *     bench_gpu_large [GIGABYTES [LIMIT]]        of the result (default 20), and of device memory (default 2)
 *
 * A has random integers from 1 to 8 at 32 random columns of each row.  C = A A is checked by C x = A (A x) for three random
 * x, exactly: the sums are integers below 2^53. */
#include <stdlib.h>

#include "bench/support/bench.h"
#include "cuda/runtime/memory.h"
#include "bench/support/generators.h"

enum { EACH = 32, CHECKS = 3 };

static graph_vector *product(const graph_semiring *semiring, const graph_matrix *A, const graph_vector *u)
{
    graph_vector *w = NULL;
    graph_index rows = 0;
    BENCH_OK(graph_matrix_rows(&rows, A));
    BENCH_OK(graph_vector_create(&w, GRAPH_FP64, rows));
    BENCH_OK(graph_mxv(w, NULL, GRAPH_NO_OP, semiring, A, u, GRAPH_DESCRIPTOR(.backend = GRAPH_BACKEND_CPU)));
    return w;
}

/* Whether the two are the same in every position. */
static bool is_same(const graph_vector *x, const graph_vector *y)
{
    graph_vector *differs = NULL;
    graph_scalar count = graph_int64(0);
    graph_index length = 0;
    BENCH_OK(graph_vector_length(&length, x));
    BENCH_OK(graph_vector_create(&differs, GRAPH_BOOL, length));
    BENCH_OK(graph_vector_ewise_add(differs, NULL, GRAPH_NO_OP, GRAPH_NE, x, y,
                                    GRAPH_DESCRIPTOR(.backend = GRAPH_BACKEND_CPU)));
    BENCH_OK(graph_vector_reduce(&count, GRAPH_INT64, GRAPH_PLUS, differs,
                                 GRAPH_DESCRIPTOR(.backend = GRAPH_BACKEND_CPU)));
    graph_vector_release(&differs);
    return count.value.i == 0;
}

static void check(const graph_semiring *semiring, const graph_matrix *A, const graph_matrix *C,
                  graph_index rows)
{
    double *x = malloc(rows * sizeof *x);
    uint64_t state = 1;
    bench_check(x != NULL, "no memory for a vector");
    for (int k = 0; k < CHECKS; k++) {
        graph_vector *u = NULL;
        for (graph_index i = 0; i < rows; i++) {
            state = state * 6364136223846793005u + 1442695040888963407u;
            x[i] = (double)(state >> 44);
        }
        BENCH_OK(graph_vector_import_full(&u, GRAPH_FP64, rows, x, GRAPH_COPY, NULL, NULL));
        graph_vector *once = product(semiring, A, u), *twice = product(semiring, A, once),
                     *square = product(semiring, C, u);
        bench_check(is_same(square, twice), "C x differs from A (A x)");
        graph_vector_release(&u);
        graph_vector_release(&once);
        graph_vector_release(&twice);
        graph_vector_release(&square);
    }
    free(x);
}

int main(int argc, char **argv)
{
    const double gigabytes = argc > 1 ? atof(argv[1]) : 20, limit = argc > 2 ? atof(argv[2]) : 2;
    const graph_semiring *semiring = graph_semiring_by_name("plus_times_fp64");
    struct bench bench = {.name = "gpu_large"};
    graph_operation_stats stats = {.size = sizeof stats};
    graph_index rows = (graph_index)(gigabytes * 1e9 / (12 * EACH * EACH)), entries = 0;
    graph_matrix *C = NULL;
    bench_check(gigabytes > 0 && limit > 0, "bench_gpu_large [GIGABYTES [LIMIT]]");
    BENCH_OK(graph_set_device_memory((uint64_t)(limit * 1e9)));
    graph_matrix *pattern = bench_uniform((int64_t)rows, EACH), *A = bench_with_values(pattern, GRAPH_FP64);
    graph_set_stats(true);
    graph__cuda_bytes_peak(true);
    double begin = bench_seconds();
    BENCH_OK(graph_spgemm(&C, semiring, A, A, GRAPH_DESCRIPTOR(.backend = GRAPH_BACKEND_CUDA)));
    double seconds = bench_seconds() - begin;
    BENCH_OK(graph_stats(&stats));
    size_t peak = graph__cuda_bytes_peak(false);
    BENCH_OK(graph_matrix_entries(&entries, C));
    BENCH_OK(graph_matrix_check(C));
    check(semiring, A, C, rows);
    bench_row(&bench);
    bench_number(&bench, "rows", (double)rows, 0);
    bench_number(&bench, "entries of C", (double)entries, 0);
    bench_number(&bench, "GB of C", 12e-9 * (double)entries, 2);
    bench_number(&bench, "limit GB", limit, 2);
    bench_number(&bench, "peak GB on the device", 1e-9 * (double)peak, 2);
    bench_text(&bench, "on", graph_backend_name(stats.backend));
    bench_number(&bench, "s", seconds, 2);
    bench_number(&bench, "GB/s", 12e-9 * (double)entries / seconds, 2);
    bench_row_end(&bench);
    graph_matrix_release(&pattern);
    graph_matrix_release(&A);
    graph_matrix_release(&C);
    return bench_close(&bench);
}
