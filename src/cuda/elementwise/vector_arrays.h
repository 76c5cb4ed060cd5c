/* Arrays of new vectors on the device. */
#ifndef CUDA_ELEMENTWISE_VECTOR_ARRAYS_H
#define CUDA_ELEMENTWISE_VECTOR_ARRAYS_H

#include "contract/csr.h"
#include "base/status.h"

/* Arrays for n indices (sparse) or positions (bitmap), with values unless the type is GRAPH_PATTERN; w is zero after a
 * failure. */
graph_status graph__cuda_vector_new(struct graph_vector_arrays *w, graph_vector_form form, int64_t n,
                                    graph_type type);

/* A bitmap whose w->entries are all of `length` becomes a full vector. */
void graph__cuda_vector_filled(struct graph_vector_arrays *w, int64_t length);

void graph__cuda_vector_release(struct graph_vector_arrays *w);

#endif
