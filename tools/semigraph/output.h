/* Results, as lines for a reader or as one JSON object: the same keys in both. */
#ifndef TOOLS_OUTPUT_H
#define TOOLS_OUTPUT_H

#include <semigraph.h>
#include <stdio.h>

#include "arguments.h"

struct output {
    FILE *stream;
    bool is_json;
    bool is_begun;
};

/* On the standard output, or on the error stream where a file of the command is "-". */
struct output output_begin(const struct arguments *arguments);

void output_integer(struct output *output, const char *key, uint64_t value);
void output_boolean(struct output *output, const char *key, bool value);
void output_real(struct output *output, const char *key, double value); /* JSON null if not finite */
void output_scalar(struct output *output, const char *key, graph_scalar value);
void output_text(struct output *output, const char *key, const char *value);
void output_texts(struct output *output, const char *key, const char *const *values, size_t count);
void output_integers(struct output *output, const char *key, const uint64_t *values, size_t count);

/* The keys rows, cols and entries. */
graph_status output_shape(struct output *output, const graph_matrix *A);

/* The type in which values of a type are summed: the widest of its kind; true counts as 1. */
graph_type output_sum_type(graph_type type);

/* The last two keys, seconds and backend, and the end of the object. */
void output_end(struct output *output, double seconds);

#endif
