/* triangles: the triangles of the undirected simple graph. */
#include "commands.h"
#include "load.h"
#include "output.h"

graph_status command_triangles(const struct arguments *arguments)
{
    struct output output = {.json = arguments->json};
    graph_matrix *A = NULL;
    uint64_t triangles = 0;
    double seconds = 0;

    graph_status status = load(&A, NULL, NULL, arguments);
    if (status == GRAPH_OK) {
        double start = clock_seconds();
        status = graph_triangles(&triangles, A, NULL);
        seconds = clock_seconds() - start;
    }
    if (status == GRAPH_OK) {
        output_integer(&output, "triangles", triangles);
        output_end(&output, seconds);
    }
    graph_matrix_release(&A);
    return status;
}
