/* Random walks on the device; see contract/structure.h. */
#ifndef CUDA_SIMILARITY_SIMILARITY_HOST_H
#define CUDA_SIMILARITY_SIMILARITY_HOST_H

#include "contract/structure.h"

graph_status graph__cuda_random_walks(struct graph_walks_request *r);

#endif
