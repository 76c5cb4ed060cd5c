/* Products of the CPU and a GPU in several ways to share them, which alternate; for the studies of splits. */
#ifndef BENCH_PUBLISHED_PUBLISHED_SHARES_H
#define BENCH_PUBLISHED_PUBLISHED_SHARES_H

#include "bench/support/product.h"

enum { MOST_ROUNDS = 512, MOST_WAYS = 24 };

/* A product in one way, with the result wanted on the host. */
struct published_way {
    graph_descriptor descriptor;
    int rounds;                                 /* in which it ran */
    double ms[MOST_ROUNDS], share[MOST_ROUNDS]; /* of each, and the CPU's share in percent */
    graph_index entries;
};

/* So many rounds more, or as many as fit into so many seconds, but at least eight.  All ways must make the product of the
 * first. */
void published_time_rounds(struct published_way *way, int count, graph_matrix *A, const graph_matrix *B,
                           int rounds, double seconds);

double published_median_ms(const struct published_way *way);
double published_median_share(const struct published_way *way);

/* Milliseconds of the best of some ways, which is chosen by other rounds than those that its time comes from. */
double published_best_ms(const struct published_way *way, int count);

/* By how many percent the medians of both halves of the rounds differ, in the median of the ways. */
double published_noise(const struct published_way *way, int count);

#endif
