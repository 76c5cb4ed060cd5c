/* bench_gpu_mxm on random draws. */
#ifndef BENCH_CUDA_GPU_MXM_RANDOM_H
#define BENCH_CUDA_GPU_MXM_RANDOM_H

#include "bench/cuda/gpu_mxm_ablation.h"
#include "bench/support/bench.h"
#include "bench/support/random_draws.h"

/* Multiplies the draws over each semiring and prints what came out.  plus_times over fp64 and fp32 races cuSPARSE and is
 * compared with it; the others are compared with the product of the CPU, and their time with that of the first semiring. */
void gpu_mxm_random(struct bench *bench, struct bench_random *random, const char *const *semirings,
                    int count);

/* The ablation over the draws. */
void gpu_mxm_random_ablation(struct gpu_ablation *ablation, struct bench_random *random,
                             const graph_semiring *semiring);

#endif
