/* Fuzz target: edge lists whose ids are texts.  The labels ascend, and each is the text of some edge. */
#include <stdlib.h>
#include <string.h>

#include "tests/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    graph_matrix *A = NULL;
    char **labels = NULL;
    graph_index rows = 0;
    graph_read_options options = {.size = sizeof options,
                                  .labels = &labels,
                                  .weights = length % 3 == 0 ? GRAPH_WEIGHTS_READ : GRAPH_WEIGHTS_AUTO,
                                  .direction = length % 2 == 0 ? GRAPH_AS_STORED : GRAPH_UNDIRECTED,
                                  .most_memory = (uint64_t)64 << 20};
    if (graph_read_memory(&A, bytes, length, "input", &options) != GRAPH_OK) {
        if (A != NULL || labels != NULL || graph_last_error()[0] == '\0')
            abort();
        return 0;
    }
    if (graph_matrix_rows(&rows, A) != GRAPH_OK || graph_matrix_check(A) != GRAPH_OK)
        abort();
    for (graph_index k = 0; k < rows; k++)
        if (labels[k][0] == '\0' || (k > 0 && strcmp(labels[k - 1], labels[k]) >= 0))
            abort();
    graph_free(labels);
    graph_matrix_release(&A);
    return 0;
}
