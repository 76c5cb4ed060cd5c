/* The published methods of the CUDA back end: host code is the same for every semiring. */
#include "cuda/published/published.h"

#include "cuda/mxm/diagonals/mxm_dia_host.h"
#include "cuda/published/published_host.h"

const struct graph_published *graph__cuda_published(void)
{
    static const struct graph_published table = {
        .mxm =
            {
                [GRAPH_METHOD_ROW_COLUMN] = graph__cuda_mxm_dots,
                [GRAPH_METHOD_ROW_COLUMN_BY_ROWS] = graph__cuda_mxm_dots,
                [GRAPH_METHOD_COLUMN_ROW] = graph__cuda_mxm_column_row,
                [GRAPH_METHOD_BHSPARSE] = graph__cuda_mxm_bhsparse,
                [GRAPH_METHOD_BMSPARSE] = graph__cuda_mxm_bmsparse,
                [GRAPH_METHOD_DIA] = graph__cuda_mxm_dia,
            },
        .mxv_blsi = graph__cuda_mxv_blsi,
        .csrmm_half_warp = graph__cuda_csrmm_half_warp,
    };
    return &table;
}
