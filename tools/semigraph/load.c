/* See load.h. */
#include "load.h"

#include "progress.h"

graph_status load(graph_matrix **A, graph_read_report *report, uint64_t **ids, char ***labels,
                  const struct arguments *arguments)
{
    graph_read_options options = arguments->read;
    char **unwanted = NULL;
    options.progress = progress_report;
    options.report = report;
    options.ids = ids;
    if (arguments->is_labelled)
        options.labels = labels != NULL ? labels : &unwanted;
    progress_begin_reporting("reading the graph");
    graph_status status = progress_end(graph_read(A, arguments->file, &options));
    graph_free(unwanted);
    return status;
}
