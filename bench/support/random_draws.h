/* Operands that nobody chose: draw k of a seed picks a family (random_families.h), a size and values, and is the same
 * whether it is made alone or among others.
 *
 *     struct bench_random random;
 *     if (bench_random_options(&random, &argc, argv))           // removes its options from the command line
 *         for (int64_t k; bench_random_more(&k, &random);) {
 *             struct bench_draw draw = bench_draw_product(&random, k, GRAPH_FP64);
 *             bench_ratios_add(&ratios, &draw, theirs / ours);
 *             bench_draw_close(&draw);
 *         }
 *     bench_ratios_print(&ratios, &random);
 *
 * The options are --random N, the number of draws; --seed S (default 1); --draw K, draw K alone; --most E, the most entries
 * of an operand (default 30,000,000); --products P, the most products of a multiplication (default 250,000,000);
 * --seconds T, no new draw after T seconds (default 0: no limit). */
#ifndef BENCH_SUPPORT_RANDOM_DRAWS_H
#define BENCH_SUPPORT_RANDOM_DRAWS_H

#include "semigraph.h"

struct bench_random {
    int64_t count, draw; /* --draw; -1: all */
    uint64_t seed;
    int64_t most_entries, most_products;
    double seconds, started;
    int64_t made; /* by bench_random_more */
};

/* Takes the options above out of the command line; whether --random or --draw is among them. */
bool bench_random_options(struct bench_random *random, int *argc, char **argv);
#define BENCH_RANDOM_USAGE "[--random N] [--seed S] [--draw K] [--most ENTRIES] [--products P] [--seconds T]"

/* The next draw; false: there is none, or no time for it. */
bool bench_random_more(int64_t *k, struct bench_random *random);

struct bench_draw {
    int64_t number;
    char name[64]; /* of the family, and what is drawn of it */
    graph_matrix *A;
    graph_matrix *B;  /* the other factor; for a square it is A */
    int64_t products; /* of A and B; 0 for an operand */
};

/* The operands of a sparse product, with values of fp64 or fp32 between 1/8 and 8, or of a pattern.  If there are more
 * products than the limit, or a row of A has more than 2^20 entries that are not of fp64, whose sum in fp32 would have no
 * useful bound of its error, the same is drawn with half as many entries, and so on. */
struct bench_draw bench_draw_product(const struct bench_random *random, int64_t k, graph_type type);

/* One matrix with at most so many rows and columns together, in the same way. */
struct bench_draw bench_draw_operand(const struct bench_random *random, int64_t k, graph_type type,
                                     int64_t most_rows);

void bench_draw_close(struct bench_draw *draw);

/* The ratios of a program, each with its draw. */
struct bench_ratio_list {
    const char *what; /* "cuSPARSE's best / ours" */
    int64_t count, room;
    struct bench_ratio *ratio;
};
void bench_ratios_add(struct bench_ratio_list *list, const struct bench_draw *draw, double ratio);

/* Geometric mean, 5th percentile (the nearest rank: of 200 the tenth from below), least, how many are below 1, and the
 * ten least with what draws each of them alone. */
void bench_ratios_print(struct bench_ratio_list *list, const struct bench_random *random);
void bench_ratios_close(struct bench_ratio_list *list);

#endif
