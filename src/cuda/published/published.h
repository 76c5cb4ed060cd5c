/* What the table of the CUDA back end has from this folder. */
#ifndef CUDA_PUBLISHED_PUBLISHED_H
#define CUDA_PUBLISHED_PUBLISHED_H

#include "contract/kernels.h"

/* The published methods for a semiring that the device can have. */
const struct graph_published *graph__cuda_published(void);

#endif
