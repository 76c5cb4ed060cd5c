/* See vertices.h. */
#include "vertices.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "load.h"
#include "svg.h"

graph_status graph_open(struct graph *graph, const struct arguments *arguments)
{
    *graph = (struct graph){0};
    graph_status status = load(&graph->A, NULL, &graph->ids, &graph->labels, arguments);
    if (status == GRAPH_OK)
        status = graph_matrix_rows(&graph->vertices, graph->A);
    return status;
}

void graph_close(struct graph *graph)
{
    graph_free(graph->ids);
    graph_free(graph->labels);
    graph_matrix_release(&graph->A);
}

/* Where a label lies, or where it would. */
static graph_index find_label(const struct graph *graph, const char *label)
{
    graph_index low = 0, high = graph->vertices;
    while (low < high) {
        graph_index middle = low + (high - low) / 2;
        if (strcmp(graph->labels[middle], label) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* *row = the row of a vertex by its id, or by its name if vertices have labels. */
static graph_status find_row(graph_index *row, const struct graph *graph, graph_index id, const char *name,
                             const struct arguments *arguments)
{
    graph_index low = 0, high = graph->vertices;
    bool is_there = id < graph->vertices;
    *row = id;
    if (graph->labels != NULL) {
        *row = find_label(graph, name);
        if (*row < graph->vertices && strcmp(graph->labels[*row], name) == 0)
            return GRAPH_OK;
        complain(arguments->command, "%s has no vertex \"%s\"", arguments->file, name);
        return GRAPH_E_INVALID_INDEX;
    }
    if (graph->ids != NULL) {
        while (low < high) {
            graph_index middle = low + (high - low) / 2;
            if (graph->ids[middle] < id)
                low = middle + 1;
            else
                high = middle;
        }
        *row = low;
        is_there = low < graph->vertices && graph->ids[low] == id;
    }
    if (is_there)
        return GRAPH_OK;
    if (graph->vertices == 0)
        complain(arguments->command, "%s has no vertex %" PRIu64 ": it has none", arguments->file, id);
    else if (graph->ids != NULL)
        complain(arguments->command, "%s has no vertex %" PRIu64 "; its ids are from %" PRIu64 " to %" PRIu64,
                 arguments->file, id, graph->ids[0], graph->ids[graph->vertices - 1]);
    else
        complain(arguments->command, "%s has no vertex %" PRIu64 "; expected 0 .. %" PRIu64, arguments->file,
                 id, graph->vertices - 1);
    return GRAPH_E_INVALID_INDEX;
}

graph_status graph_source(graph_index *row, const struct graph *graph, const struct arguments *arguments)
{
    return find_row(row, graph, arguments->source, arguments->source_name, arguments);
}

graph_status graph_end(graph_index *row, const struct graph *graph, const struct arguments *arguments)
{
    return find_row(row, graph, arguments->end, arguments->end_name, arguments);
}

static uint64_t id_of(const struct graph *graph, graph_index row)
{
    return graph->ids != NULL ? graph->ids[row] : row;
}

void graph_explain_cycle(const struct graph *graph, graph_status status, const struct arguments *arguments)
{
    const char *last = strrchr(graph_last_error(), ' '); /* the sentence ends with the row */
    if (status != GRAPH_E_NEGATIVE_CYCLE || last == NULL)
        return;
    const graph_index row = strtoull(last, NULL, 10);
    if (graph->labels != NULL && row < graph->vertices)
        complain(arguments->command, "%s: a cycle of negative weight goes through vertex %s", arguments->file,
                 graph->labels[row]);
    else
        complain(arguments->command, "%s: a cycle of negative weight goes through vertex %" PRIu64,
                 arguments->file, id_of(graph, row));
}

void graph_write_id(const struct table *table, const struct graph *graph, graph_index row)
{
    if (graph->labels == NULL) {
        fprintf(table->stream, "%" PRIu64, id_of(graph, row));
        return;
    }
    const char *label = graph->labels[row];
    if (strchr(label, table->separator) == NULL && strchr(label, '"') == NULL) {
        fputs(label, table->stream);
        return;
    }
    fputc('"', table->stream);
    for (; *label != '\0'; label++)
        fprintf(table->stream, *label == '"' ? "\"\"" : "%c", *label);
    fputc('"', table->stream);
}

void graph_escape_id(FILE *to, const struct graph *graph, graph_index row)
{
    if (graph->labels != NULL)
        svg_escape(to, graph->labels[row]);
    else
        fprintf(to, "%" PRIu64, id_of(graph, row));
}

void graph_output_id(struct output *output, const char *key, const struct graph *graph, graph_index row)
{
    if (graph->labels != NULL)
        output_text(output, key, graph->labels[row]);
    else
        output_integer(output, key, id_of(graph, row));
}

graph_status graph_output_ids(struct output *output, const char *key, const struct graph *graph,
                              const graph_index *rows, size_t count)
{
    uint64_t *ids = NULL;
    const char **labels = NULL;
    graph_status status = graph->labels != NULL ? GRAPH_NEW(labels, count) : GRAPH_NEW(ids, count);
    for (size_t k = 0; status == GRAPH_OK && k < count; k++) {
        if (labels != NULL)
            labels[k] = graph->labels[rows[k]];
        else
            ids[k] = id_of(graph, rows[k]);
    }
    if (status == GRAPH_OK && graph->labels != NULL)
        output_texts(output, key, labels, count);
    else if (status == GRAPH_OK)
        output_integers(output, key, ids, count);
    graph_free(ids);
    graph_free(labels);
    return status;
}

/* Adds the row of one id to a list that has room for it. */
static graph_status add_row(graph_index **rows, graph_index *count, const struct graph *graph, const char *id,
                            const char *list, const struct arguments *arguments)
{
    char *end;
    errno = 0;
    unsigned long long number = strtoull(id, &end, 10);
    if (graph->labels == NULL && (id[0] < '0' || id[0] > '9' || errno != 0 || *end != '\0')) {
        complain(arguments->command, "--sources %s: \"%s\" is not a vertex id", list, id);
        return GRAPH_E_FORMAT;
    }
    if ((*count & (*count - 1)) == 0) {
        graph_index *longer = realloc(*rows, 2 * (*count + 1) * sizeof *longer);
        if (longer == NULL)
            return GRAPH_E_MEMORY;
        *rows = longer;
    }
    graph_status status = find_row(&(*rows)[*count], graph, number, id, arguments);
    *count += status == GRAPH_OK;
    return status;
}

static graph_status read_list(graph_index **rows, graph_index *count, const struct graph *graph,
                              const char *list, const struct arguments *arguments)
{
    graph_status status = GRAPH_OK;
    char *text = strdup(list), *place = NULL;
    if (text == NULL)
        return GRAPH_E_MEMORY;
    for (char *id = strtok_r(text, ",", &place); id != NULL && status == GRAPH_OK;
         id = strtok_r(NULL, ",", &place))
        status = add_row(rows, count, graph, id, list, arguments);
    free(text);
    return status;
}

static graph_status read_file(graph_index **rows, graph_index *count, const struct graph *graph,
                              const char *list, const struct arguments *arguments)
{
    FILE *file = fopen(list, "r");
    char *line = NULL;
    size_t room = 0;
    graph_status status = GRAPH_OK;
    if (file == NULL) {
        complain(arguments->command, "--sources %s: %s", list, strerror(errno));
        return GRAPH_E_IO;
    }
    while (status == GRAPH_OK && getline(&line, &room, file) >= 0) {
        char *place = NULL, *id = strtok_r(line, graph->labels != NULL ? "\r\n" : " \t\r\n", &place);
        if (id != NULL && id[0] != '#' && id[0] != '%')
            status = add_row(rows, count, graph, id, list, arguments);
    }
    if (status == GRAPH_OK && ferror(file) != 0) {
        complain(arguments->command, "--sources %s: %s", list, strerror(errno));
        status = GRAPH_E_IO;
    }
    free(line);
    fclose(file);
    return status;
}

graph_status graph_rows(graph_index **rows, graph_index *count, const struct graph *graph, const char *list,
                        const struct arguments *arguments)
{
    bool is_file =
        graph->labels != NULL ? access(list, F_OK) == 0 : list[strspn(list, "0123456789,")] != '\0';
    *rows = NULL;
    *count = 0;
    graph_status status = is_file ? read_file(rows, count, graph, list, arguments)
                                  : read_list(rows, count, graph, list, arguments);
    if (status == GRAPH_OK && *count == 0) {
        complain(arguments->command, "--sources %s: there is no vertex id", list);
        status = GRAPH_E_FORMAT;
    }
    return status;
}

graph_status graph_open_table(struct graph *graph, struct table *table, const struct arguments *arguments)
{
    graph_status status = graph_open(graph, arguments);
    return status == GRAPH_OK ? table_open(table, arguments->per_vertex, arguments) : status;
}

graph_status graph_ones_at(graph_vector **v, graph_index vertices, const graph_index *row, graph_index rows)
{
    graph_status status = graph_vector_create(v, GRAPH_FP64, vertices);
    for (graph_index k = 0; status == GRAPH_OK && k < rows; k++)
        status = graph_vector_set(*v, row[k], graph_fp64(1));
    return status;
}

graph_status values_of(int64_t **value, const graph_vector *v, graph_index length)
{
    graph_index count = length, *index = NULL;
    int64_t *entry = NULL;
    *value = NULL;
    graph_status status = GRAPH_NEW(index, length);
    if (status == GRAPH_OK)
        status = GRAPH_NEW(entry, length);
    if (status == GRAPH_OK)
        status = GRAPH_NEW(*value, length);
    if (status == GRAPH_OK)
        status = graph_vector_extract_tuples(index, entry, GRAPH_INT64, &count, v);
    for (graph_index k = 0; status == GRAPH_OK && k < length; k++)
        (*value)[k] = -1;
    for (graph_index k = 0; status == GRAPH_OK && k < count; k++)
        (*value)[index[k]] = entry[k];
    graph_free(index);
    graph_free(entry);
    return status;
}
