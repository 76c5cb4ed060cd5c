/* What the cases of bench_dist and its table share. */
#ifndef BENCH_DIST_DIST_BENCH_H
#define BENCH_DIST_DIST_BENCH_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "semigraph.h"
#include "semigraph/dist.h"

struct setting {
    int ranks, scale, web, floyd, kronecker, triangles, edges, rounds, trials, device_memory, alone, always,
        pieces;
    bool has_gpus;
    const char *only;
};

/* What one way to make a result says. */
struct result {
    double ms;
    uint64_t count;      /* that both ways must have */
    double value;        /* that both ways must nearly have */
    const char *checked; /* what was compared with something else, or NULL */
};

/* A graph: all of it on the first rank, or its slabs. */
struct graph {
    graph_matrix *A;
    graph_dist *D;
};

struct state {
    struct setting s;
    graph_group *group;
    struct graph g;
    bool is_alone; /* the ordinary calls, on the first rank */
    int cores;
    double link_rate;                   /* bytes a second, once measured */
    uint64_t received_before, received; /* bytes: before the call that is timed, and by it */
    double best;                        /* seconds, of the calls of a case */
    double until_done;                  /* seconds of that call until this rank waited for the others */
    bool is_wrong;
};

typedef struct result run_function(struct state *t, const struct graph *g);
typedef graph_matrix *make_function(const struct state *t);

/* A row of the table: what to make, and how. */
struct bench_case {
    const char *name;
    make_function *make;
    run_function *run;
};
extern const struct bench_case bench_cases[];
extern const int bench_case_count;

static inline void must(graph_status status, const char *what)
{
    if (status >= 0)
        return;
    fprintf(stderr, "%s: %s\n", what, graph_last_error());
    exit(1);
}
#define MUST(call) must((call), #call)

bool bench_is_first(const struct state *t);

/* Around a call that is timed: the start, of all ranks that take part, and the end; the best call that counts is noted. */
double bench_start_call(struct state *t);
void bench_end_call(struct state *t, double start, bool counts);

/* The sum over all ranks. */
int64_t bench_sum(const struct state *t, int64_t x);

#endif
