/* Patterns of random families.  A pattern is a function of its family, a seed and the wanted number of entries alone, on
 * every machine and with any number of threads; all other parameters (shape, skew, lengths, order of the vertices) are
 * drawn. */
#ifndef BENCH_SUPPORT_RANDOM_FAMILIES_H
#define BENCH_SUPPORT_RANDOM_FAMILIES_H

#include <stdbool.h>
#include <stdint.h>

/* By rows, which ascend without repetitions; the arrays are made by malloc. */
struct bench_pattern {
    int64_t rows, columns, entries;
    int64_t *row_start;
    int32_t *column;
};
void bench_pattern_close(struct bench_pattern *pattern);

/* Square patterns.  Repeated positions count once, so there are fewer entries than wanted, sometimes by half. */
enum { BENCH_FAMILIES = 14 };
const char *bench_family_name(int family);
struct bench_pattern bench_family(int family, uint64_t seed, int64_t entries);

/* A pattern of any shape: uniform, rows and columns of any skew, hubs, or empty rows. */
struct bench_pattern bench_any_shape(uint64_t seed, int64_t rows, int64_t columns, int64_t entries);

/* Which of so many aggregates each of the rows belongs to, and up to three more near that: an interpolation matrix. */
struct bench_pattern bench_interpolation(uint64_t seed, int64_t rows, int64_t aggregates);

#endif
