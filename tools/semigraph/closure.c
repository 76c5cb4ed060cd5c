/* closure: which vertices can be reached from which. */
#include "commands.h"
#include "load.h"
#include "output.h"
#include "progress.h"

graph_status command_closure(const struct arguments *arguments)
{
    struct output output = output_begin(arguments);
    graph_matrix *A = NULL;
    graph_closure *closure = NULL;
    graph_closure_options options = {.size = sizeof options,
                                     .is_reflexive = arguments->is_reflexive,
                                     .most_bytes = arguments->most_memory,
                                     .progress = progress_report};
    graph_closure_facts facts = {.size = sizeof facts};
    double seconds = 0;

    graph_status status = load(&A, NULL, NULL, NULL, arguments);
    if (status == GRAPH_OK) {
        double start = clock_seconds();
        progress_begin_reporting("finding the closure");
        status = progress_end(graph_transitive_closure(&closure, A, &options));
        seconds = clock_seconds() - start;
    }
    if (status == GRAPH_OK)
        status = graph_closure_get_facts(&facts, closure);
    if (status == GRAPH_OK) {
        output_integer(&output, "pairs", facts.pairs);
        output_integer(&output, "components", facts.components);
        output_integer(&output, "largest_component", facts.largest_component);
        output_end(&output, seconds);
    }
    graph_closure_release(&closure);
    graph_matrix_release(&A);
    return status;
}
