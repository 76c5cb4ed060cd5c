/* The table of the CUDA back end. */
#include "cuda/backend_cuda.h"

#include "cuda/bfs_host.h"
#include "cuda/csrmm_host.h"
#include "cuda/device.h"
#include "cuda/elements_host.h"
#include "cuda/floyd_warshall_host.h"
#include "cuda/kernels.h"
#include "cuda/mxm_host.h"
#include "cuda/mxv_host.h"

static bool available(const char **why) { return graph__cuda_device(why) != NULL; }

static const struct graph_kernels kernel_table = {
    .mxm = graph__cuda_mxm,
    .mxv = graph__cuda_mxv,
    .csrmm = graph__cuda_csrmm,
};
static const struct graph_kernels no_kernels = {0};

/* Host code is the same for every semiring: it asks for handles. */
static const struct graph_kernels *kernels(const struct graph_semiring *semiring)
{
    return graph__cuda_has_semiring(semiring) ? &kernel_table : &no_kernels;
}

const struct graph_backend graph__cuda_backend = {
    .name = "cuda",
    .kind = GRAPH_BACKEND_CUDA,
    .available = available,
    .allocate = graph__cuda_allocate,
    .release = graph__cuda_release,
    .upload = graph__cuda_upload,
    .download = graph__cuda_download,
    .wait = graph__cuda_wait,
    .limit = graph__cuda_limit_bytes,
    .kernels = kernels,
    .fill = graph__cuda_fill,
    .bfs = graph__cuda_bfs,
    .floyd_warshall = graph__cuda_floyd_warshall,
};
