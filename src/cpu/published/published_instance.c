/* The published methods over one semiring and one type; the build compiles this file for the pairs of
 * SEMIGRAPH_PUBLISHED_PREBUILT and once for each type over the functions of a user's semiring, which serves all others.
 * Macros and operators are those of instance.c. */
#include "cpu/common/semiring.inc"

#include "cpu/published/mxm_published.inc"

#include "cpu/published/mxm_bmsparse.inc"

#include "cpu/published/mxv_blsi.inc"

#include "cpu/published/csrmm_half_warp.inc"

graph_status JOIN(graph__cpu_mxm_dia_, INSTANCE)(struct graph_mxm_request *); /* diagonals_instance.c */

extern const struct graph_published JOIN(graph__cpu_published_, INSTANCE);
const struct graph_published JOIN(graph__cpu_published_, INSTANCE) = {
    .mxm =
        {
            [GRAPH_METHOD_ROW_COLUMN] = mxm,
            [GRAPH_METHOD_ROW_COLUMN_BY_ROWS] = mxm,
            [GRAPH_METHOD_COLUMN_ROW] = mxm,
            [GRAPH_METHOD_BHSPARSE] = mxm,
            [GRAPH_METHOD_DIA] = JOIN(graph__cpu_mxm_dia_, INSTANCE),
            [GRAPH_METHOD_BMSPARSE] = mxm_bmsparse,
        },
    .mxv_blsi = mxv_blsi,
    .csrmm_half_warp = csrmm_half_warp,
};
