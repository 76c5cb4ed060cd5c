/* Stands in for the products of the CPU and a device together where SEMIGRAPH_HYBRID is OFF. */
#include "operations/hybrid/mxm_hybrid.h"

#include "base/status.h"

graph_status graph__mxm_hybrid_check(void)
{
    return graph__fail(GRAPH_E_NOT_SUPPORTED,
                       "products of the CPU and a GPU together are not in this library: it was built with "
                       "SEMIGRAPH_HYBRID=OFF");
}

graph_status graph__mxm_hybrid(graph_matrix *C, const graph_matrix *M, graph_op accum,
                               const struct graph_semiring *semiring, const graph_matrix *A,
                               const graph_matrix *B, const struct graph_place *place,
                               graph_spgemm_function *spgemm)
{
    (void)C, (void)M, (void)accum, (void)semiring, (void)A, (void)B, (void)place, (void)spgemm;
    return graph__mxm_hybrid_check();
}
