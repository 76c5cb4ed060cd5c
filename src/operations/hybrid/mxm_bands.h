/* The CPU's share of a product that it makes together with a device. */
#ifndef OPERATIONS_HYBRID_MXM_BANDS_H
#define OPERATIONS_HYBRID_MXM_BANDS_H

#include "operations/hybrid/mxm_split.h"

/* *share = 0 .. 1 by the split of the place; A and B lie on the host.  GRAPH_SPLIT_BANDS measures the device and the CPU
 * on bands of about as many rows, by products that `spgemm` makes, when it is asked for the first time for a semiring, a
 * size and a number of threads. */
graph_status graph__mxm_share(double *share, const struct graph_semiring *semiring, const struct graph_csr *A,
                              const struct graph_csr *B, const struct graph_place *place,
                              graph_spgemm_function *spgemm);

/* The formula itself, for bands with A_diagonals and B_diagonals: seconds of the CPU and of the device for each product,
 * and of the copy to the host for each entry of the result. */
double graph__mxm_band_share(double A_diagonals, double B_diagonals, double alpha, double beta, double gamma);

#endif
