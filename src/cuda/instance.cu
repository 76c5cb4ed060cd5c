/* All kernels over one semiring and its type, compiled by nvcc; the build does this for the pairs of
 * SEMIGRAPH_CUDA_PREBUILT. */
#include "cuda/semiring/semiring.cuh"

#include "cuda/csrmm/csrmm.cuh"

#include "cuda/csrmm/csrmm_uniform_rows.cuh"
#include "cuda/csrmm/csrmm_full.cuh"
#include "cuda/csrmm/csrmm_transpose.cuh"

#include "cuda/mxm/reuse/mxm_reuse.cuh"
#include "cuda/mxm/rows/mxm_cluster.cuh"
#include "cuda/mxm/blocks/mxm_blocks.cuh"
#include "cuda/mxm/blocks/mxm_blocks_columns.cuh"
#include "cuda/mxm/diagonals/mxm_dia.cuh"
#include "cuda/mxm/diagonals/mxm_dia_band.cuh"
#include "cuda/mxm/whole/mxm_compressed.cuh"
#include "cuda/mxm/whole/mxm_hypersparse.cuh"
#include "cuda/mxm/rows/mxm_insert.cuh"
#include "cuda/mxm/masked/mxm_dense_rows.cuh"
#include "cuda/mxm/masked/mxm_masked_dots.cuh"
#include "cuda/mxm/masked/mxm_masked_sums.cuh"
#include "cuda/mxm/masked/mxm_masked_values.cuh"
#include "cuda/mxm/whole/mxm_full.cuh"
#include "cuda/mxm/whole/mxm_row_merge.cuh"
#include "cuda/mxm/analysis/mxm_compact.cuh"
#include "cuda/mxm/rows/mxm_single_pass.cuh"
#include "cuda/mxm/rows/mxm_bitmap_accumulator.cuh"
#include "cuda/mxm/rows/mxm_bitmap_team.cuh"
#include "cuda/mxm/whole/mxm_small.cuh"
#include "cuda/mxm/whole/mxm_small_dense.cuh"
#include "cuda/mxm/rows/mxm_sort.cuh"
#include "cuda/mxm/rows/mxm_sort_block.cuh"
#include "cuda/mxm/rows/mxm_batches.cuh"

#include "cuda/mxv/mxv.cuh"

#include "cuda/mxv/mxv_uniform_rows.cuh"

#include "cuda/mxv/mxv_push.cuh"
#include "cuda/mxv/mxv_slices.cuh"

#include "cuda/csrmm/csrmm_half_warp.cuh"

#include <cuda_published.cuh> /* published/kernels.cuh, unless SEMIGRAPH_PUBLISHED is OFF */

#include "cuda/kernels/kernel_table.h"

#define JOIN_(a, b) a##b
#define JOIN(a, b)  JOIN_(a, b)

#define KERNEL_SEMIRING(name) (const void *)name,
#define KERNEL_ALONE(name)    (const void *)name,
#define KERNEL_TYPE(name)     nullptr,

extern "C" const void *const JOIN(graph__cuda_kernels_, INSTANCE)[];
extern "C" const void *const JOIN(graph__cuda_kernels_, INSTANCE)[] = {
#define KERNEL(scope, unit, name) KERNEL_##scope(name)
#include "cuda/kernels/kernels.def"
#undef KERNEL
};
