/* Stands for the CUDA back end in builds without CUDA: it says so and offers nothing. */
#include "cuda/backend_cuda.h"

static bool available(const char **why)
{
    *why = "this build has no CUDA back end";
    return false;
}

const struct graph_backend graph__cuda_backend = {
    .name = "cuda",
    .kind = GRAPH_BACKEND_CUDA,
    .available = available,
};
