/* See load.h. */
#include "load.h"

#include "progress.h"

graph_status load(graph_matrix **A, graph_read_report *report, uint64_t **ids,
                  const struct arguments *arguments)
{
    graph_read_options options = arguments->read;
    options.progress = progress_report;
    options.report = report;
    options.ids = ids;
    progress_begin_reporting("reading the graph");
    return progress_end(graph_read(A, arguments->file, &options));
}
