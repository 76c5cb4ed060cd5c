/* See elements_host.h: launches of elements.cuh. */
#include "cuda/elements_host.h"

#include <string.h>

#include "cuda/elements_arguments.h"
#include "cuda/kernels.h"

enum { THREADS = 256 };

/* The bytes of x as a value of its type. */
static uint64_t bits_of(graph_scalar x, graph_type type)
{
    uint64_t bits = 0;
    float single = (float)x.value.f;
    if (type == GRAPH_FP32)
        memcpy(&bits, &single, sizeof single);
    else
        memcpy(&bits, &x.value, graph_type_size(type));
    return bits;
}

graph_status graph__cuda_fill(void *z, graph_type type, graph_scalar x, int64_t n, int threads)
{
    struct elements_fill_arguments arguments = {z, bits_of(x, type), n};
    const void *kernel;
    graph_status status;
    (void)threads;
    GRAPH_TRY(graph__cuda_type_kernel(&kernel, GRAPH_KERNEL_elements_fill, type));
    GRAPH_TRY(graph__cuda_launch(kernel, graph__cuda_blocks(n, THREADS), THREADS, 0, &arguments));
done:
    return status;
}
