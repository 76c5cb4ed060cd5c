/* What an operation did, for graph_stats and for the log.
 *
 * graph__place_choose begins an operation, graph__place_end ends it; between the two, what is opened and written says
 * so here.  Operations may be made of others: only the outermost counts.  All of it is per thread, and nothing happens
 * while neither statistics nor the log are wanted. */
#ifndef CORE_STATS_H
#define CORE_STATS_H

#include "contract/kernels.h"
#include "core/placement.h"

/* Seconds; 0 while nobody wants them. */
double graph__stats_now(void);

void graph__stats_begin(struct graph_place *place, const struct graph_operands *operands);

/* An operand is open: what follows is the kernel, unless another one is opened. */
void graph__stats_prepared(void);

/* The kernel is done.  method is static. */
void graph__stats_computed(void);
void graph__stats_kernel(const char *method, uint64_t products);
void graph__stats_share(double percent_of_cpu);
void graph__stats_blocks(const struct graph_block_counts *counts, size_t value_bytes);

/* The output has been written. */
void graph__stats_wrote_matrix(const graph_matrix *C);
void graph__stats_wrote_vector(const graph_vector *w);

void graph__stats_end(const struct graph_place *place, graph_status status);

#endif
