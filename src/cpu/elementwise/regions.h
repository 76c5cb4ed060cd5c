/* Entries of the CPU back end's table that move entries: build, transpose, extract, assign, Kronecker; and positions. */
#ifndef CPU_ELEMENTWISE_REGIONS_H
#define CPU_ELEMENTWISE_REGIONS_H

#include "contract/backend.h"

graph_status graph__cpu_build(struct graph_build_request *);
graph_status graph__cpu_transpose(struct graph_transpose_request *);
graph_status graph__cpu_remap(struct graph_remap_request *);
graph_status graph__cpu_region(struct graph_region_request *);
graph_status graph__cpu_kronecker(struct graph_kronecker_request *);
graph_status graph__cpu_positions(void *z, const struct graph_csr *A, graph_index_op op, int64_t k,
                                  int threads);

#endif
