/* The split study of Matam et al.: products of the CPU and a GPU together. */
#ifndef BENCH_PUBLISHED_SPLIT_H
#define BENCH_PUBLISHED_SPLIT_H

#include "bench.h"

/* A row for each matrix: the time with the result on the host over the CPU's share t, the best t, and what each way to
 * split chose and lost against it. */
void bench_split(struct bench *bench);

/* The same for products of diagonals, of the sizes of the paper's figure 11, with what its formula chose. */
void bench_band_split(struct bench *bench);

#endif
