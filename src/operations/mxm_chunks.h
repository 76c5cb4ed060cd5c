/* A product whose result, or whose work space, is larger than a device's memory. */
#ifndef OPERATIONS_MXM_CHUNKS_H
#define OPERATIONS_MXM_CHUNKS_H

#include "operations/write_back.h"

/* C accum= A B without a mask, some rows of A at a time; the result lies on the host.  Only B, and A, have to fit on the
 * device.  GRAPH_E_DEVICE_MEMORY: they do not, or one row alone is too much; C is unchanged. */
graph_status graph__mxm_in_chunks(graph_matrix *C, graph_op accum, const graph_semiring *semiring,
                                  const graph_matrix *A, const graph_matrix *B,
                                  const struct graph_place *place);

#endif
