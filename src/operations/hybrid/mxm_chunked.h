/* A product on a device by chunks of its rows, with the result on the host: for one that is larger than the device's
 * memory. */
#ifndef OPERATIONS_HYBRID_MXM_CHUNKED_H
#define OPERATIONS_HYBRID_MXM_CHUNKED_H

#include "operations/write_back.h"

/* C accum= A B.  The device computes chunks of rows; while one is computed the one before is copied to the host.  Only
 * A, B and two chunks of the result have to fit on it.
 * GRAPH_E_DEVICE_MEMORY: A, B, or one row of the result do not fit; C is unchanged then, as after every failure. */
graph_status graph__mxm_chunked(graph_matrix *C, graph_op accum, const struct graph_semiring *semiring,
                                const graph_matrix *A, const graph_matrix *B,
                                const struct graph_place *place);

#endif
