/* C = A B by cuSPARSE for dense B and C by rows, on the device. */
#ifndef BENCH_PEERS_PEER_SPMM_H
#define BENCH_PEERS_PEER_SPMM_H

#include "semigraph.h"

/* The best milliseconds of `trials` products after one that is not timed, by the faster of two algorithms; negative: it
 * fails.  A has values of fp64. */
double peer_spmm_ms(graph_matrix *A, const void *B, void *C, int width, int trials);

#endif
