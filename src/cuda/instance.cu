/* All kernels over one semiring and its type, compiled by nvcc; the build does this for the pairs of
 * SEMIGRAPH_CUDA_PREBUILT. */
#include "cuda/semiring.cuh"

#include "cuda/csrmm.cuh"

#include "cuda/csrmm_even.cuh"
#include "cuda/csrmm_full.cuh"
#include "cuda/csrmm_turn.cuh"

#include "cuda/mxm_again.cuh"
#include "cuda/mxm_alike.cuh"
#include "cuda/mxm_bhsparse.cuh"
#include "cuda/mxm_bitmap.cuh"
#include "cuda/mxm_bitmap_columns.cuh"
#include "cuda/mxm_bmsparse.cuh"
#include "cuda/mxm_buckets.cuh"
#include "cuda/mxm_column_row.cuh"
#include "cuda/mxm_dia.cuh"
#include "cuda/mxm_dia_band.cuh"
#include "cuda/mxm_dots.cuh"
#include "cuda/mxm_few_words.cuh"
#include "cuda/mxm_hash.cuh"
#include "cuda/mxm_hyper.cuh"
#include "cuda/mxm_insert.cuh"
#include "cuda/mxm_masked.cuh"
#include "cuda/mxm_full.cuh"
#include "cuda/mxm_merge.cuh"
#include "cuda/mxm_move.cuh"
#include "cuda/mxm_ordered.cuh"
#include "cuda/mxm_rank.cuh"
#include "cuda/mxm_small.cuh"
#include "cuda/mxm_small_dense.cuh"
#include "cuda/mxm_sort.cuh"
#include "cuda/mxm_sort_block.cuh"
#include "cuda/mxm_tiles.cuh"

#include "cuda/mxv.cuh"

#include "cuda/mxv_even.cuh"

#include "cuda/mxv_push.cuh"
#include "cuda/mxv_slices.cuh"

#include "cuda/csrmm_half_warp.cuh"
#include "cuda/mxv_blsi.cuh"

#include "cuda/kernel_table.h"

#define JOIN_(a, b) a##b
#define JOIN(a, b)  JOIN_(a, b)

#define KERNEL_SEMIRING(name) (const void *)name,
#define KERNEL_ALONE(name)    (const void *)name,
#define KERNEL_TYPE(name)     nullptr,

extern "C" const void *const JOIN(graph__cuda_kernels_, INSTANCE)[];
extern "C" const void *const JOIN(graph__cuda_kernels_, INSTANCE)[] = {
#define KERNEL(scope, unit, name) KERNEL_##scope(name)
#include "cuda/kernels.def"
#undef KERNEL
};
