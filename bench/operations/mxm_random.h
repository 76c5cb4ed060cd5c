/* bench_mxm on random draws. */
#ifndef BENCH_OPERATIONS_MXM_RANDOM_H
#define BENCH_OPERATIONS_MXM_RANDOM_H

#include "bench/support/random_draws.h"

/* The whole program; the options of random draws are no longer in the command line. */
int bench_mxm_random(struct bench_random *random, int argc, char **argv);

#endif
