/* Products by diagonals over one semiring and one type: that of full bands for GRAPH_METHOD_AUTO (instance.c), and the
 * published method of all others (published_instance.c).  The build compiles this file for the pairs of
 * SEMIGRAPH_PUBLISHED_PREBUILT, and for the published methods once for each type over the functions of a user's semiring.
 * Macros and operators are those of instance.c. */
#include "cpu/common/semiring.inc"

#include "cpu/mxm/mxm_dia.inc"

graph_status JOIN(graph__cpu_mxm_dia_, INSTANCE)(struct graph_mxm_request *);
graph_status JOIN(graph__cpu_mxm_dia_, INSTANCE)(struct graph_mxm_request *r) { return mxm_dia(r); }

#if HAS_LEVELS
graph_status JOIN(graph__cpu_mxm_band_, INSTANCE)(struct graph_mxm_request *, bool *is_made);
graph_status JOIN(graph__cpu_mxm_band_, INSTANCE)(struct graph_mxm_request *r, bool *is_made)
{
    return mxm_band_only(r, is_made);
}
#endif
