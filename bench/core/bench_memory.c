/* Peak memory of the square of each graph, over what its inputs and its result take. */
#include "bench/support/bench.h"

int main(int argc, char **argv)
{
    struct bench bench;
    double largest = 0;
    bench_open(&bench, "memory", argc, argv);
    const graph_semiring *semiring =
        graph_semiring_by_name(bench.wanted != NULL ? bench.wanted : "plus_times_fp64");
    bench_check(semiring != NULL, "%s", graph_last_error());
    graph_set_stats(true);
    for (int g = 0; g < bench.graph_count; g++) {
        graph_matrix *graph = bench_load(&bench.graphs[g], NULL);
        graph_matrix *A = bench_with_values(graph, graph_semiring_type(semiring)), *C = NULL;
        graph_operation_stats did = {.size = sizeof did};
        BENCH_OK(graph_spgemm(&C, semiring, A, A,
                              GRAPH_DESCRIPTOR(.backend = GRAPH_BACKEND_CPU, .threads = bench.threads)));
        BENCH_OK(graph_stats(&did));
        double needed = (double)(did.input_bytes + did.output_bytes), share = (double)did.peak_bytes / needed;
        largest = share > largest ? share : largest;
        bench_row(&bench);
        bench_text(&bench, "graph", bench.graphs[g].name);
        bench_text(&bench, "semiring", graph_semiring_name(semiring));
        bench_text(&bench, "method", did.method);
        bench_number(&bench, "threads", did.threads, 0);
        bench_number(&bench, "products", (double)did.products, 0);
        bench_number(&bench, "input_mb", (double)did.input_bytes / 1e6, 2);
        bench_number(&bench, "output_mb", (double)did.output_bytes / 1e6, 2);
        bench_number(&bench, "peak_mb", (double)did.peak_bytes / 1e6, 2);
        bench_number(&bench, "peak_share", share, 3);
        bench_number(&bench, "ms", did.total_ms, 2);
        bench_row_end(&bench);
        graph_matrix_release(&C);
        graph_matrix_release(&A);
        graph_matrix_release(&graph);
    }
    if (!bench.is_json)
        printf("peak at most %.3f times inputs and output\n", largest);
    return bench_close(&bench);
}
