/* The command line: a table of commands, a table of options, and what they say. */
#ifndef TOOLS_ARGUMENTS_H
#define TOOLS_ARGUMENTS_H

#include <semigraph.h>

/* Exit statuses. */
enum { EXIT_DONE = 0, EXIT_USAGE = 1, EXIT_FAILED = 2 };

struct arguments {
    const char *command;
    const char *file;
    const char *target; /* convert, generate: the file to write */
    graph_read_options read;
    graph_write_options write;
    bool is_labelled;                   /* ids are texts */
    const char *source_name, *end_name; /* bfs, sssp, path: as given; NULL: not given */
    graph_index source, end;            /* the same as numbers, if not is_labelled */
    const char *sources;                /* bfs, apsp: a file of ids or a list of them; NULL: not given */
    bool has_source, has_depth, has_end;
    graph_index depth;
    bool is_weighted, is_reverse, is_reflexive, is_verified;
    const char *out, *plot, *per_vertex, *html; /* files to write, or NULL */
    uint64_t samples;                           /* report: sources of distances */
    const graph_semiring *semiring;
    const graph_method_info *method;                           /* square; NULL: not given */
    graph_similarity_kind kind;                                /* similarity */
    uint64_t best, length, each, seed, vertices, edges, width; /* 0: not given */
    double rewired, alpha;                                     /* generate, katz; below 0: not given */
    uint64_t most_memory;                                      /* 0: not given */
    int threads;
    bool is_json;
};

/* A command does its work and prints its result. */
struct command {
    const char *name;
    const char *operands;
    const char *summary;
    const char *details;
    graph_status (*run)(const struct arguments *arguments);
};

/* Reads argv of `semigraph COMMAND ...`.  True if the command is to be run; otherwise everything is said and
 * *exit_status is what the program ends with. */
bool arguments_read(struct arguments *arguments, const struct command *command, int argc, char **argv,
                    int *exit_status);

/* The k-th word that an option with this value takes, such as "min" for "MODE"; NULL behind the last, and at once for a
 * value that is no choice of words. */
const char *arguments_choice(const char *value, int k);

/* Whether the options go together; false after a complaint. */
bool arguments_check(const struct arguments *arguments);

/* Prints one line on the error stream, "semigraph COMMAND: ..."; command may be NULL.  Only the first call prints,
 * the one nearest to the cause. */
void complain(const char *command, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
