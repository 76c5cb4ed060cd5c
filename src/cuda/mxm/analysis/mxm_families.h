/* The families of kernels of a sparse product, by the names of docs/cuda.md.  Each can be disabled, for the ablation of
 * bench_gpu_mxm: the product is then made by those that remain.  Sorting, bitmaps and copies take any row and stay. */
#ifndef CUDA_MXM_ANALYSIS_MXM_FAMILIES_H
#define CUDA_MXM_ANALYSIS_MXM_FAMILIES_H

#include "cuda/runtime/call.h"

/* X(CONSTANT, "name") */
#define MXM_FAMILY_LIST(X)                                                                                   \
    X(FULL, "full")                                                                                          \
    X(BAND, "band")                                                                                          \
    X(BLOCKS, "blocks")                                                                                      \
    X(SMALL, "small")                                                                                        \
    X(DENSE, "dense")                                                                                        \
    X(HYPERSPARSE, "hypersparse")                                                                            \
    X(COMPRESSED, "compressed")                                                                              \
    X(ROW_MERGE, "row_merge")                                                                                \
    X(SINGLE_PASS, "single_pass")                                                                            \
    X(BATCHES, "batches")                                                                                    \
    X(CLUSTERS, "clusters")                                                                                  \
    X(INSERT, "insert")                                                                                      \
    X(TEAMS, "teams")                                                                                        \
    X(FILTER, "filter")

#define MXM_FAMILY_CONSTANT(constant, name) MXM_FAMILY_##constant,
enum mxm_family { MXM_FAMILY_LIST(MXM_FAMILY_CONSTANT) MXM_FAMILIES };
#undef MXM_FAMILY_CONSTANT

/* Whether products may use the family. */
static inline bool graph__mxm_has_family(enum mxm_family family)
{
    return (graph__cuda_disabled_families() >> family & 1) == 0;
}

#endif
