/* Random numbers of which any can be drawn at once, and lists of positions that become patterns of matrices. */
#ifndef BENCH_SUPPORT_RANDOM_POSITIONS_H
#define BENCH_SUPPORT_RANDOM_POSITIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "bench/support/random_families.h"

/* Numbers one after the other, and number k of a stream.  Source: Steele, Lea, Flood, "Fast splittable pseudorandom number
 * generators", OOPSLA 2014. */
struct bench_source {
    uint64_t state;
};
uint64_t bench_random_next(struct bench_source *source);
uint64_t bench_random_at(uint64_t stream, int64_t k);

/* From a random number one of [0, 1), and one of 0 .. n - 1. */
double bench_random_unit(uint64_t random);
int64_t bench_random_below(uint64_t random, int64_t n);

/* The next number as one of these; whether it is below a chance; one between two, whose logarithm is uniform. */
double bench_draw_unit(struct bench_source *source);
int64_t bench_draw_below(struct bench_source *source, int64_t n);
bool bench_draw_coin(struct bench_source *source, double chance);
double bench_draw_scale(struct bench_source *source, double low, double high);

/* Positions in any order.  Those that are BENCH_NOWHERE do not count, repeated ones count once. */
struct positions {
    int64_t rows, columns, count;
    uint64_t *at; /* row << 32 | column */
};
#define BENCH_NOWHERE UINT64_MAX

/* Room for them. */
struct positions bench_positions_open(int64_t rows, int64_t columns, int64_t count);

/* A position, or BENCH_NOWHERE outside of the matrix. */
static inline uint64_t bench_position(const struct positions *p, int64_t row, int64_t column)
{
    return row < 0 || column < 0 || row >= p->rows || column >= p->columns
               ? BENCH_NOWHERE
               : (uint64_t)row << 32 | (uint64_t)column;
}

/* Gives the vertices of a square matrix new numbers, in random order. */
void bench_positions_permute(struct positions *p, struct bench_source *source);

/* The pattern; the list is freed. */
struct bench_pattern bench_positions_close(struct positions *p);

/* So many zeros and one more. */
int64_t *bench_new_starts(int64_t rows);

#endif
