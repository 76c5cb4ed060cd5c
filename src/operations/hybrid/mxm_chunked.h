/* A product by parts of its rows, with the result on the host: one that is larger than a device's memory, or that the
 * device and the CPU make together. */
#ifndef OPERATIONS_HYBRID_MXM_CHUNKED_H
#define OPERATIONS_HYBRID_MXM_CHUNKED_H

#include "operations/write_back.h"

/* One of a back end's products. */
typedef graph_status graph_mxm_function(struct graph_mxm_request *);

/* Whether the CPU and the device are to share the rows. */
static inline bool graph__mxm_is_hybrid(graph_method method)
{
    return method == GRAPH_METHOD_HYBRID || method == GRAPH_METHOD_HYBRID_DIA;
}

/* C<M> accum= A B.  The device computes chunks of rows; while one is computed the one before is copied to the host.  Only
 * A, B and two chunks of the result have to fit on it.  Under GRAPH_METHOD_HYBRID and GRAPH_METHOD_HYBRID_DIA the CPU
 * computes the last rows at the same time, as many as the split says, in a thread of its own.  Any other method: the
 * device alone.
 * GRAPH_E_DEVICE_MEMORY: A, B, or one row of the result do not fit; C is unchanged then, as after every failure. */
graph_status graph__mxm_in_parts(graph_matrix *C, const graph_matrix *M, graph_op accum,
                                 const struct graph_semiring *semiring, const graph_matrix *A,
                                 const graph_matrix *B, const struct graph_place *place);

#endif
