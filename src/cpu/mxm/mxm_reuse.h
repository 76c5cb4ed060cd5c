/* The reuse plan of the CPU, for products whose pattern is known: the rows of C in chunks of equal work. */
#ifndef CPU_MXM_MXM_REUSE_H
#define CPU_MXM_MXM_REUSE_H

#include "contract/kernels.h"

struct graph_cpu_plan {
    int64_t chunks;
    int64_t chunk_row[]; /* the first row of each chunk; the number of rows at the end */
};

/* One block of memory, for graph__free. */
graph_status graph__cpu_plan(struct graph_plan_request *r);

#endif
