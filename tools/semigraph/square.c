/* square: the product of the matrix with itself. */
#include "commands.h"
#include "load.h"
#include "output.h"
#include "progress.h"

graph_status command_square(const struct arguments *arguments)
{
    struct output output = output_begin(arguments);
    const graph_semiring *semiring = arguments->semiring;
    graph_method method = arguments->method != NULL ? arguments->method->method : GRAPH_METHOD_AUTO;
    graph_matrix *A = NULL, *C = NULL;
    graph_index entries = 0;
    uint64_t products = 0;
    graph_scalar sum = graph_int64(0);
    double seconds = 0;
    graph_status status = GRAPH_OK;

    if (semiring == NULL)
        semiring = graph_semiring_builtin(GRAPH_PLUS_TIMES, GRAPH_FP64);
    status = load(&A, NULL, NULL, NULL, arguments);
    if (status == GRAPH_OK)
        status = graph_spgemm_products(&products, A, A, NULL);
    if (status == GRAPH_OK) {
        double start = clock_seconds();
        progress_begin_reporting("multiplying");
        status = progress_end(graph_spgemm(&C, semiring, A, A,
                                           GRAPH_DESCRIPTOR(.method = method, .progress = progress_report)));
        seconds = clock_seconds() - start;
    }
    if (status == GRAPH_OK)
        status = graph_matrix_entries(&entries, C);
    if (status == GRAPH_OK)
        status = graph_reduce(&sum, output_sum_type(graph_semiring_type(semiring)), GRAPH_PLUS, C, NULL);
    if (status == GRAPH_OK) {
        output_integer(&output, "entries", entries);
        output_integer(&output, "products", products);
        output_scalar(&output, "sum", sum);
        output_end(&output, seconds);
    }
    graph_matrix_release(&C);
    graph_matrix_release(&A);
    return status;
}
