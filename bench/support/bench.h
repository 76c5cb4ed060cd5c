/* What all benchmark programs share: the command line, timing of alternating contenders, tables and JSON lines.
 *
 *     bench_open(&bench, "mxm", argc, argv);
 *     for (int g = 0; g < bench.graph_count; g++) {
 *         bench_race(&bench, runners, 2);
 *         bench_row(&bench);
 *         bench_text(&bench, "graph", bench.graphs[g].name);
 *         bench_number(&bench, "ratio", runners[1].best_ms / runners[0].best_ms, 2);
 *         bench_row_end(&bench);
 *     }
 *     return bench_close(&bench);
 *
 * A benchmark stops with a message on the first failed call or wrong answer: after an error a figure is worthless. */
#ifndef BENCH_SUPPORT_BENCH_H
#define BENCH_SUPPORT_BENCH_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "semigraph.h"

struct bench_graph {
    char *path; /* NULL: a class of generators.h */
    char *name; /* the file's name without folder and suffixes */
};

struct bench {
    const char *name;    /* "mxm" */
    int trials, threads; /* --trials (default 7), --threads (default graph_get_threads()) */
    bool is_json;        /* --json */
    bool keeps_memory;   /* --keep-memory */
    const char *wanted;  /* --semiring, names with commas between; NULL: the list of the program */
    struct bench_graph *graphs;
    int graph_count;

    int row_fields; /* the row being made */
    bool has_header;
    char header[1024], line[2048];
};

/* Reads [--trials N] [--threads N] [--semiring NAME,...] [--set NAME] [--keep-memory] [--json] [GRAPH...].  A graph is a
 * path, a name found in $SEMIGRAPH_DATASETS or datasets/, or a class of generators.h; without any, those of a set that are
 * found: ten of SNAP (`snap`, if none is named), nine of mixed origin (`files`), the twelve generated ones (`classes`), or
 * the last two sets (`all`).
 * With --keep-memory malloc returns no memory to the system, whoever calls it; without, the library retains its large
 * blocks (src/base/big_blocks.h), and other libraries what malloc does. */
void bench_open(struct bench *bench, const char *name, int argc, char **argv);

/* Reads the same options, and no graphs. */
void bench_open_options(struct bench *bench, const char *name, int argc, char **argv);

/* Releases what bench_open made; returns the exit status 0. */
int bench_close(struct bench *bench);

/* Ends the program with status 1 and a message unless the call gave GRAPH_OK, or unless the claim holds. */
#define BENCH_OK(call)   bench_check((call) == GRAPH_OK, "%s: %s", #call, graph_last_error())
#define BENCH_CLAIM(...) bench_check(__VA_ARGS__)
void bench_check(bool holds, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Whether --semiring, or what a program has instead, leaves this name in. */
bool bench_wants(const struct bench *bench, const char *name);

/* Finds a graph by path or name, as bench_open does; false if there is none.  bench_forget frees what it made. */
bool bench_find(struct bench_graph *graph, const char *wanted);
void bench_forget(struct bench_graph *graph);

/* Reads or makes a graph; options as for graph_read, may be NULL. */
graph_matrix *bench_load(const struct bench_graph *graph, const graph_read_options *options);

/* The pattern of A with values drawn from 1/8, 2/8, ..., 8/8 (1 ... 8 for integers), the same for a given A and type,
 * so that short sums are exact in every type. */
graph_matrix *bench_with_values(const graph_matrix *A, graph_type type);

/* The same with other values of floating types: FINE: between 1 and 8, of 24 bits; WIDE: some of those are near 0. */
enum bench_values { BENCH_EIGHTHS, BENCH_FINE, BENCH_WIDE };
graph_matrix *bench_with_values_of(const graph_matrix *A, graph_type type, enum bench_values values);

/* Whether x and y may be the same sum of at most `terms` products of numbers that are not negative, added in any order.
 * With t = terms times the unit roundoff of the type, each is within t / (1 - t) of the exact sum (Higham, Accuracy and
 * Stability of Numerical Algorithms, 2002, section 3.1).  Other types than fp64 and fp32, and 0 terms: x is y. */
bool bench_is_near(double x, double y, int64_t terms, graph_type type);

/* One contender: run(context) is timed, finish(context) is not and throws the result away. */
struct bench_runner {
    void (*run)(void *context);
    void (*finish)(void *context);
    void *context;
    double first_ms; /* of the call before the trials */
    double best_ms, median_ms;
};

/* malloc joins the small blocks that were freed when it is next asked for a large one.  Nobody should pay for what the
 * contender before has freed: this makes malloc do so. */
void bench_tidy_up(void);

/* Runs all contenders once for first_ms, then `trials` times, one after the other in each trial. */
void bench_race(const struct bench *bench, struct bench_runner *runners, int count);

/* Sorts them, and gives the one in the middle, or the mean of the two there. */
double bench_median(double *value, int count);

/* Seconds of a clock that never runs backwards. */
double bench_seconds(void);

/* One row of the table, or one JSON line that begins with "bench". */
void bench_row(struct bench *bench);
void bench_text(struct bench *bench, const char *field, const char *value);
void bench_number(struct bench *bench, const char *field, double value, int decimals);
void bench_row_end(struct bench *bench);

/* Geometric mean and smallest of ratios: of all inputs, and without matrices that have an entry at every position. */
struct bench_mean {
    struct bench_ratios {
        double log_sum, least;
        int count;
    } all, sparse;
};
void bench_mean_add(struct bench_mean *mean, double ratio, bool is_full);
bool bench_is_full(const graph_matrix *A);

/* "4.74 in the geometric mean of 16, least 2.59", and if a full matrix is among them, the same without it. */
enum { BENCH_MEAN_TEXT = 160 };
const char *bench_mean_text(char text[BENCH_MEAN_TEXT], const struct bench_mean *mean);

#endif
