/* The device text of published/kernels.def, for instance.cu. */
#include "cuda/published/mxm_bhsparse.cuh"
#include "cuda/published/mxm_bmsparse.cuh"
#include "cuda/published/mxm_column_row.cuh"
#include "cuda/published/mxm_dots.cuh"
#include "cuda/published/mxv_blsi.cuh"
