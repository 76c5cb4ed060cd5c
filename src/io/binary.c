#include "io/binary.h"
graph_status graph__read_binary(graph_matrix **A, struct graph_text *text, const graph_read_options *options,
                                graph_read_report *report)
{
    (void)A;
    (void)text;
    (void)options;
    (void)report;
    return graph__fail(GRAPH_E_NOT_SUPPORTED, "not yet");
}
