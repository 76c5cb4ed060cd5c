/* The CPU part of a product that the CPU and a device make together. */
#ifndef OPERATIONS_HYBRID_MXM_CPU_PART_H
#define OPERATIONS_HYBRID_MXM_CPU_PART_H

#include "operations/hybrid/mxm_split.h"

/* Sets a mark of p for the other part. */
void graph__split_set(struct split_product *p, atomic_bool *mark);

/* Waits for a mark that the other part sets; false: it will not come. */
bool graph__split_wait(struct split_product *p, const atomic_bool *mark);

/* All that the CPU does: for graph__worker_start, with p. */
void graph__split_run_cpu(void *p);

/* The CPU's entries go behind those of the device, where there is room for them. */
void graph__split_append_cpu(struct split_product *p);

#endif
