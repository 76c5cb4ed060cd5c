/* The ablation of bench_gpu_mxm: each product with all families of kernels, and without one after the other. */
#ifndef BENCH_CUDA_GPU_MXM_ABLATION_H
#define BENCH_CUDA_GPU_MXM_ABLATION_H

#include "bench/support/bench.h"
#include "cuda/mxm/analysis/mxm_families.h"

struct gpu_ablation {
    int products, trials;
    /* Of each family: sums of the logarithms of time without it over time with it; the most; how many are above 1.03. */
    double log_sum[MXM_FAMILIES], most[MXM_FAMILIES];
    char at_most[MXM_FAMILIES][48];
    int slower[MXM_FAMILIES];
};

/* The bit of a family by its name; ends the program if there is none. */
uint64_t gpu_family_bit(const char *name);

/* Times A B over the semiring and prints a line of the ratios other than 1. */
void gpu_ablation_add(struct gpu_ablation *ablation, const char *name, const graph_matrix *A,
                      const graph_matrix *B, const graph_semiring *semiring);

/* The table: a line for each family. */
void gpu_ablation_print(const struct gpu_ablation *ablation);

#endif
