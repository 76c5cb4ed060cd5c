/* What GRAPH_SPLIT_DYNAMIC has learnt from products of the same kind: which share of the CPU was the fastest. */
#ifndef OPERATIONS_HYBRID_SPLIT_AUTOTUNE_H
#define OPERATIONS_HYBRID_SPLIT_AUTOTUNE_H

#include <stdbool.h>
#include <stdint.h>

/* Products that take alike: of operands of the same shape, with as many entries. */
struct graph_learnt_kind {
    const void *semiring;
    int method, threads;
    int64_t rows, inner, columns, A_entries, B_entries;
};

/* *share = the CPU's in the next product of this kind, 0 .. 1; false: the product is to find it out. */
bool graph__learnt_share(double *share, const struct graph_learnt_kind *kind);

/* A product of this kind with about the share that was last given took the device and the CPU so long for their parts,
 * and in all. */
void graph__learnt_take(const struct graph_learnt_kind *kind, double share, double device_seconds,
                        double cpu_seconds, double seconds);

#endif
