/* The autotuned split of GRAPH_SPLIT_DYNAMIC: which share of the CPU was the fastest in products of the same kind. */
#ifndef OPERATIONS_HYBRID_SPLIT_AUTOTUNE_H
#define OPERATIONS_HYBRID_SPLIT_AUTOTUNE_H

#include <stdbool.h>
#include <stdint.h>

/* Products that take the same time: of operands of the same shape, with as many entries. */
struct graph_autotune_kind {
    const void *semiring;
    int method, threads;
    int64_t rows, inner, columns, A_entries, B_entries;
};

/* *share = the CPU's in the next product of this kind, 0 .. 1; false: the product is to find it out. */
bool graph__autotune_share(double *share, const struct graph_autotune_kind *kind);

/* A product of this kind with about the share that was last given took the device and the CPU so long for their parts,
 * and in all. */
void graph__autotune_record(const struct graph_autotune_kind *kind, double share, double device_seconds,
                            double cpu_seconds, double seconds);

#endif
