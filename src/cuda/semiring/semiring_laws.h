/* Whether kernels that add products in any order may work over a user's semiring. */
#ifndef CUDA_SEMIRING_SEMIRING_LAWS_H
#define CUDA_SEMIRING_SEMIRING_LAWS_H

#include <stdbool.h>

#include "contract/semiring.h"

/* Tries add on a few values: it must commute, and over integers and Booleans, whose sums begin with zero there, zero must
 * be its identity. */
bool graph__cuda_may_reorder(const struct graph_semiring *user);

#endif
