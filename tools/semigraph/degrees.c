/* degrees: how many vertices have which degree.  See degrees.h, too. */
#include "degrees.h"

#include <inttypes.h>

#include "base/memory.h"
#include "commands.h"
#include "output.h"
#include "progress.h"
#include "vertices.h"

static graph_status count_vertices(struct degree_counts *counts)
{
    for (graph_index v = 0; v < counts->count; v++)
        counts->most = counts->degree[v] > counts->most ? counts->degree[v] : counts->most;
    graph_status status = GRAPH_NEW_ZEROED(counts->vertices, counts->most + 1);
    for (graph_index v = 0; status == GRAPH_OK && v < counts->count; v++)
        counts->vertices[counts->degree[v]]++;
    return status;
}

graph_status degrees_count(struct degrees *degrees, graph_matrix *A)
{
    graph_arrays arrays = {.size = sizeof arrays};
    graph_properties properties = {.size = sizeof properties};
    *degrees = (struct degrees){0};
    graph_status status = graph_matrix_properties(&properties, A);
    if (status == GRAPH_OK)
        status = graph_matrix_export(&arrays, A, GRAPH_CSR, GRAPH_BORROW);
    if (status == GRAPH_OK)
        status = GRAPH_NEW_ZEROED(degrees->out.degree, arrays.rows);
    if (status == GRAPH_OK)
        status = GRAPH_NEW_ZEROED(degrees->in.degree, arrays.columns);
    if (status != GRAPH_OK)
        return status;
    degrees->is_same = properties.has_symmetric_pattern;
    degrees->out.count = arrays.rows;
    degrees->in.count = arrays.columns;
    const int64_t *start = arrays.row;
    const int32_t *column = arrays.column;
    for (graph_index v = 0; v < arrays.rows; v++)
        degrees->out.degree[v] = (graph_index)(start[v + 1] - start[v]);
    for (graph_index k = 0; k < arrays.entries; k++)
        degrees->in.degree[column[k]]++;
    status = count_vertices(&degrees->out);
    return status == GRAPH_OK ? count_vertices(&degrees->in) : status;
}

void degrees_release(struct degrees *degrees)
{
    graph_free(degrees->out.degree);
    graph_free(degrees->out.vertices);
    graph_free(degrees->in.degree);
    graph_free(degrees->in.vertices);
    *degrees = (struct degrees){0};
}

graph_index degrees_quantile(const struct degree_counts *counts, double share)
{
    graph_index d = 0, seen = counts->vertices[0];
    while (d < counts->most && (seen == 0 || (double)seen < share * (double)counts->count))
        seen += counts->vertices[++d];
    return d;
}

/* Two series of counts->vertices: as it is, and summed from the end. */
static void add_series(struct degrees_plot *p, double **room, const struct degree_counts *counts,
                       const char *of, const char *of_or_more)
{
    const size_t most = counts->most + 1;
    struct plot_series *at = &p->plot.of[p->plot.series++], *or_more = &p->plot.of[p->plot.series++];
    double *x = *room, *exact = x + most, *sum = exact + most, *sum_x = sum + most, vertices = 0;
    *room = sum_x + most;
    *at = (struct plot_series){.name = of, .form = PLOT_POINTS, .x = x, .y = exact};
    for (size_t d = 0; d < most; d++) {
        if (counts->vertices[d] == 0)
            continue;
        x[at->count] = (double)d;
        exact[at->count++] = (double)counts->vertices[d];
    }
    *or_more = (struct plot_series){.name = of_or_more, .form = PLOT_LINE, .x = sum_x, .y = sum};
    for (size_t k = at->count; k > 0; k--) { /* the line has the places of the points that are not at 0 */
        vertices += exact[k - 1];
        sum[k - 1] = vertices;
        sum_x[k - 1] = x[k - 1];
    }
    or_more->count = at->count;
    if (or_more->count > 0 && sum_x[0] == 0) {
        or_more->x++;
        or_more->y++;
        or_more->count--;
    }
}

graph_status degrees_plot(struct degrees_plot *p, const struct degrees *degrees)
{
    const bool is_same = degrees->is_same;
    double *room = NULL;
    *p = (struct degrees_plot){.plot = {.title = "Degrees", .y_label = "vertices"}};
    graph_status status = GRAPH_NEW(p->values, 4 * (degrees->out.most + 1 + degrees->in.most + 1));
    if (status != GRAPH_OK)
        return status;
    room = p->values;
    p->plot.x_label =
        is_same ? "degree (entries of a row)" : "degree (entries of a row: out; of a column: in)";
    add_series(p, &room, &degrees->out, is_same ? "of this degree" : "out-degree",
               is_same ? "of this degree or more" : "out-degree or more");
    if (!is_same)
        add_series(p, &room, &degrees->in, "in-degree", "in-degree or more");
    return GRAPH_OK;
}

void degrees_plot_release(struct degrees_plot *p)
{
    graph_free(p->values);
    p->values = NULL;
}

static graph_index vertices_of(const struct degree_counts *counts, graph_index degree)
{
    return degree <= counts->most ? counts->vertices[degree] : 0;
}

/* The degrees that occur, and how many vertices have each: lines or arrays. */
static graph_status print_table(struct output *output, const struct degrees *d, double seconds)
{
    graph_index most = d->out.most > d->in.most ? d->out.most : d->in.most, count = 0;
    uint64_t *degree = NULL, *out = NULL, *in = NULL;
    graph_status status = GRAPH_NEW(degree, most + 1);
    if (status == GRAPH_OK)
        status = GRAPH_NEW(out, most + 1);
    if (status == GRAPH_OK)
        status = GRAPH_NEW(in, most + 1);
    for (graph_index k = 0; status == GRAPH_OK && k <= most; k++) {
        out[count] = vertices_of(&d->out, k);
        in[count] = vertices_of(&d->in, k);
        degree[count] = k;
        count += out[count] > 0 || in[count] > 0;
    }
    if (status == GRAPH_OK && output->is_json) {
        output_integers(output, "degree", degree, count);
        output_integers(output, "out", out, count);
        output_integers(output, "in", in, count);
        output_end(output, seconds);
    } else if (status == GRAPH_OK) {
        fprintf(output->stream, "degree\tout\tin\n");
        for (graph_index k = 0; k < count; k++)
            fprintf(output->stream, "%" PRIu64 "\t%" PRIu64 "\t%" PRIu64 "\n", degree[k], out[k], in[k]);
    }
    graph_free(degree);
    graph_free(out);
    graph_free(in);
    return status;
}

graph_status command_degrees(const struct arguments *arguments)
{
    struct output output = output_begin(arguments);
    struct graph graph;
    struct degrees degrees = {0};
    struct degrees_plot picture = {0};
    struct table table = {0};
    double seconds = 0;

    graph_status status = graph_open_table(&graph, &table, arguments);
    if (status == GRAPH_OK) {
        double start = clock_seconds();
        progress_begin("counting degrees");
        status = progress_end(degrees_count(&degrees, graph.A));
        seconds = clock_seconds() - start;
    }
    if (status == GRAPH_OK && table.stream != NULL && degrees.out.count != degrees.in.count) {
        complain(arguments->command, "%s: --per-vertex needs a square matrix", arguments->file);
        status = GRAPH_E_DIMENSION;
    }
    for (graph_index v = 0; status == GRAPH_OK && table.stream != NULL && v < graph.vertices; v++) {
        graph_write_id(&table, &graph, v);
        fprintf(table.stream, "%c%" PRIu64 "%c%" PRIu64 "\n", table.separator, degrees.out.degree[v],
                table.separator, degrees.in.degree[v]);
    }
    status = table_end(&table, arguments, status);
    if (status == GRAPH_OK && arguments->plot != NULL)
        status = degrees_plot(&picture, &degrees);
    if (status == GRAPH_OK && arguments->plot != NULL) {
        plot_facts_of(&picture.plot, graph.A, arguments);
        status = plot_write(&picture.plot, arguments);
    }
    if (status == GRAPH_OK)
        status = print_table(&output, &degrees, seconds);
    degrees_plot_release(&picture);
    degrees_release(&degrees);
    graph_close(&graph);
    return status;
}
