/* What the races against SuiteSparse:GraphBLAS share: contests on every graph, copies of our matrices in its
 * objects, and the columns of a row.
 *
 * Both libraries use the same number of threads and make a new result in each trial, finished and sorted: SuiteSparse is
 * asked to materialize it.  A pattern is a matrix of one value there.
 *
 * The first call of each is timed as well: the operands are new to it, and nothing is cached for them.  Memory may be
 * warm from contests before; a process for each graph and semiring shows the first call that a program makes. */
#ifndef BENCH_PEERS_PEER_SUITESPARSE_H
#define BENCH_PEERS_PEER_SUITESPARSE_H

#include <GraphBLAS.h>

#include "bench/support/bench.h"

/* Ends the program unless the call succeeded. */
#define THEIRS(call) bench_check_theirs((call), #call)
void bench_check_theirs(GrB_Info info, const char *call);

/* The first member of a program's struct of a contest. */
struct bench_contest {
    const char *semiring, *product;
    bool is_pattern; /* the operands have no values */
    graph_type type; /* of the operands where they have values, and of the result */
    GrB_Semiring *theirs;
    GrB_Type *their_type;
};

/* The entries of a matrix or, without columns, of a vector. */
struct bench_tuples {
    graph_index rows, columns, count;
    graph_index *row, *column;
    double *value;
};
struct bench_tuples bench_tuples_open(graph_index rows, graph_index columns, graph_index room);
struct bench_tuples bench_tuples_of(const graph_matrix *A);
void bench_tuples_close(struct bench_tuples *t);

/* The most products in a sum of a row of A B, or of a column of B A: the entries of A there.  NULL, no sums that round,
 * unless the contest's semiring adds numbers of fp64 or fp32.  The caller frees it. */
graph_index *bench_terms(const struct bench_contest *contest, const graph_matrix *A, bool is_by_columns);

/* Ends the program unless both have the same positions, and values that bench_is_near allows: in row i for sums of terms[i]
 * products; the same values if terms is NULL. */
void bench_same_tuples(const struct bench_contest *contest, const char *graph,
                       const struct bench_tuples *ours, const struct bench_tuples *theirs,
                       const graph_index *terms);

/* The same for a matrix and for a vector of both libraries. */
void bench_same_matrix(const struct bench_contest *contest, const char *graph, const graph_matrix *ours,
                       GrB_Matrix theirs, const graph_index *terms);
void bench_same_vector(const struct bench_contest *contest, const char *graph, const graph_vector *ours,
                       GrB_Vector theirs, const graph_index *terms);

/* The operand A as a SuiteSparse matrix. */
GrB_Matrix bench_peer_matrix(const graph_matrix *A, const struct bench_contest *contest);

/* Ratios of a contest: of warm calls, of the first ones, and of another pair of times that the program names. */
struct bench_means {
    struct bench_mean warm, first, other;
    const char *other_name; /* NULL: there is none */
    bool is_full;           /* the graph at hand has an entry at every position */
    double last;            /* the last of the warm ones */
};

/* One contest on one graph, which is a pattern: makes the operands, races with bench_duel, and compares the answers. */
typedef void bench_contest_run(struct bench *bench, const void *contest, const graph_matrix *graph,
                               const char *name, struct bench_means *means);

/* A program: all contests of a list on all graphs of the command line, or on random draws if that has their options
 * (bench/support/random_draws.h), with a summary for each contest.  contest_bytes: the size of a contest. */
int bench_contests(const char *name, int argc, char **argv, const void *contests, size_t contest_bytes,
                   int count, bench_contest_run *run);

/* Races ours, runners[0], against theirs, runners[1], and further runners if count is more than 2.  Begins the row with
 * what every race reports of the first two; the caller adds further columns and ends the row. */
void bench_duel(struct bench *bench, const struct bench_contest *contest, const char *graph,
                struct bench_runner *runners, int count, struct bench_means *means);

/* The column "<name>_ratio" of two other times, which also go into the mean means->other. */
void bench_other_ratio(struct bench *bench, struct bench_means *means, const char *name, double ratio);

#endif
