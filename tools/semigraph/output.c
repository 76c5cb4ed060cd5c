/* See output.h. */
#include "output.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "svg.h"

struct output output_begin(const struct arguments *arguments)
{
    bool is_taken = (arguments->per_vertex != NULL && strcmp(arguments->per_vertex, "-") == 0) ||
                    (arguments->out != NULL && strcmp(arguments->out, "-") == 0) ||
                    (arguments->plot != NULL && strcmp(arguments->plot, "-") == 0) ||
                    (arguments->html != NULL && strcmp(arguments->html, "-") == 0);
    return (struct output){.stream = is_taken ? stderr : stdout, .is_json = arguments->is_json};
}

static void begin_key(struct output *output, const char *key)
{
    if (output->is_json)
        fprintf(output->stream, "%s\"%s\": ", output->is_begun ? ", " : "{", key);
    else
        fprintf(output->stream, "%-12s ", key);
    output->is_begun = true;
}

static void end_value(const struct output *output)
{
    if (!output->is_json)
        fputc('\n', output->stream);
}

void output_integer(struct output *output, const char *key, uint64_t value)
{
    begin_key(output, key);
    fprintf(output->stream, "%" PRIu64, value);
    end_value(output);
}

void output_boolean(struct output *output, const char *key, bool value)
{
    begin_key(output, key);
    fputs(output->is_json ? (value ? "true" : "false") : (value ? "yes" : "no"), output->stream);
    end_value(output);
}

void output_real(struct output *output, const char *key, double value)
{
    begin_key(output, key);
    if (output->is_json && !isfinite(value))
        fputs("null", output->stream);
    else
        fprintf(output->stream, "%.17g", value);
    end_value(output);
}

void output_scalar(struct output *output, const char *key, graph_scalar value)
{
    if (value.type == GRAPH_FP32 || value.type == GRAPH_FP64) {
        output_real(output, key, value.value.f);
        return;
    }
    begin_key(output, key);
    if (value.type == GRAPH_UINT64)
        fprintf(output->stream, "%" PRIu64, value.value.u);
    else
        fprintf(output->stream, "%" PRId64,
                value.type == GRAPH_BOOL ? (int64_t)value.value.b : value.value.i);
    end_value(output);
}

/* A text, in JSON between quotes; bytes that are no UTF-8 are then question marks. */
static void put_text(const struct output *output, const char *value)
{
    if (!output->is_json) {
        for (; *value != '\0'; value++)
            fputc((unsigned char)*value < ' ' || *value == 0x7f ? '?' : *value, output->stream);
        return;
    }
    fputc('"', output->stream);
    for (int bytes; *value != '\0'; value += bytes > 0 ? bytes : 1) {
        bytes = svg_letter(value);
        if (bytes == 0)
            fputc('?', output->stream);
        else if ((unsigned char)*value < ' ')
            fprintf(output->stream, "\\u%04x", (unsigned)(unsigned char)*value);
        else
            fprintf(output->stream, *value == '"' || *value == '\\' ? "\\%.*s" : "%.*s", bytes, value);
    }
    fputc('"', output->stream);
}

void output_text(struct output *output, const char *key, const char *value)
{
    begin_key(output, key);
    put_text(output, value);
    end_value(output);
}

void output_texts(struct output *output, const char *key, const char *const *values, size_t count)
{
    begin_key(output, key);
    if (output->is_json)
        fputc('[', output->stream);
    for (size_t k = 0; k < count; k++) {
        fputs(k == 0 ? "" : output->is_json ? ", " : " ", output->stream);
        put_text(output, values[k]);
    }
    if (output->is_json)
        fputc(']', output->stream);
    end_value(output);
}

void output_integers(struct output *output, const char *key, const uint64_t *values, size_t count)
{
    begin_key(output, key);
    if (output->is_json)
        fputc('[', output->stream);
    for (size_t k = 0; k < count; k++)
        fprintf(output->stream, "%s%" PRIu64, k == 0 ? "" : output->is_json ? ", " : " ", values[k]);
    if (output->is_json)
        fputc(']', output->stream);
    end_value(output);
}

graph_status output_shape(struct output *output, const graph_matrix *A)
{
    graph_index rows = 0, columns = 0, entries = 0;
    graph_status status = graph_matrix_rows(&rows, A);
    if (status == GRAPH_OK)
        status = graph_matrix_columns(&columns, A);
    if (status == GRAPH_OK)
        status = graph_matrix_entries(&entries, A);
    if (status == GRAPH_OK) {
        output_integer(output, "rows", rows);
        output_integer(output, "cols", columns);
        output_integer(output, "entries", entries);
    }
    return status;
}

graph_type output_sum_type(graph_type type)
{
    switch (type) {
    case GRAPH_FP32:
    case GRAPH_FP64:
        return GRAPH_FP64;
    case GRAPH_INT8:
    case GRAPH_INT16:
    case GRAPH_INT32:
    case GRAPH_INT64:
        return GRAPH_INT64;
    default:
        return GRAPH_UINT64;
    }
}

void output_end(struct output *output, double seconds)
{
    begin_key(output, "seconds");
    fprintf(output->stream, "%.6f", seconds);
    end_value(output);
    output_text(output, "backend", graph_backend_name(graph_backend_used()));
    if (output->is_json)
        fputs("}\n", output->stream);
}
