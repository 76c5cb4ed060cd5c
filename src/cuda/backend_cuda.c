/* The table of the CUDA back end. */
#include "cuda/backend_cuda.h"

#include "cuda/bfs/bfs_host.h"
#include "cuda/centrality/centrality_host.h"
#include "cuda/cohesion/cohesion_host.h"
#include "cuda/communities/communities_host.h"
#include "cuda/elementwise/elementwise_host.h"
#include "cuda/closure/closure_host.h"
#include "cuda/paths/paths_host.h"
#include "cuda/runtime/async_download.h"
#include "cuda/csrmm/csrmm_host.h"
#include "cuda/runtime/call.h"
#include "cuda/runtime/link.h"
#include "cuda/apsp/apsp_host.h"
#include "cuda/kernels/kernels.h"
#include "cuda/mxm/reuse/mxm_reuse_host.h"
#include "cuda/mxm/diagonals/mxm_dia_host.h"
#include "cuda/mxm/mxm_host.h"
#include "cuda/mxm/masked/mxm_masked_host.h"
#include "cuda/mxv/mxv_host.h"
#include "cuda/published/published.h"
#include "cuda/sets/sets_host.h"
#include "cuda/similarity/similarity_host.h"
#include "cuda/triangles/triangles_host.h"

static bool available(const char **why) { return graph__cuda_device(why) != NULL; }

static const struct graph_kernels kernel_table = {
    .mxm = graph__cuda_mxm,
    .mxm_band = graph__cuda_mxm_band,
    .mxv = graph__cuda_mxv,
    .csrmm = graph__cuda_csrmm,
    .mxm_reuse = graph__cuda_mxm_numeric,
};
static const struct graph_kernels no_kernels = {0};

/* Host code is the same for every semiring: it asks for handles. */
static const struct graph_kernels *kernels(const struct graph_semiring *semiring)
{
    return graph__cuda_has_semiring(semiring) ? &kernel_table : &no_kernels;
}

static const struct graph_published no_published = {0};

static const struct graph_published *published(const struct graph_semiring *semiring)
{
    return graph__cuda_has_semiring(semiring) ? graph__cuda_published() : &no_published;
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
    .download_open = graph__cuda_download_open,
    .download_start = graph__cuda_download_start,
    .download_wait = graph__cuda_download_wait,
    .download_close = graph__cuda_download_close,
    .shift = graph__cuda_shift,
    .link_find = graph__cuda_link_find,
    .link_name = graph__cuda_link_name,
    .link_open = graph__cuda_link_open,
    .link_exchange = graph__cuda_link_exchange,
    .link_close = graph__cuda_link_close,
    .holds = graph__cuda_holds,
    .limit = graph__cuda_limit_bytes,
    .kernels = kernels,
    .published = published,
    .plan = graph__cuda_plan,
    .plan_release = graph__cuda_plan_release,
    .transpose = graph__cuda_transpose,
    .build = graph__cuda_build,
    .ewise = graph__cuda_ewise,
    .select = graph__cuda_select,
    .merge = graph__cuda_merge,
    .reduce_rows = graph__cuda_reduce_rows,
    .remap = graph__cuda_remap,
    .region = graph__cuda_region,
    .kronecker = graph__cuda_kronecker,
    .vector_ewise = graph__cuda_vector_ewise,
    .vector_select = graph__cuda_vector_select,
    .vector_merge = graph__cuda_vector_merge,
    .vector_update = graph__cuda_vector_update,
    .vector_pack = graph__cuda_vector_pack,
    .vector_list = graph__cuda_vector_list,
    .vector_gather = graph__cuda_vector_gather,
    .vector_mask = graph__cuda_vector_mask,
    .fill = graph__cuda_fill,
    .bfs = graph__cuda_bfs,
    .bfs_multi = graph__cuda_bfs_multi,
    .bit_closure = graph__cuda_bit_closure,
    .closure = graph__cuda_closure,
    .components = graph__cuda_components,
    .sssp = graph__cuda_sssp,
    .pagerank = graph__cuda_pagerank,
    .pagerank_slab = graph__cuda_pagerank_slab,
    .betweenness = graph__cuda_betweenness,
    .triangles = graph__cuda_triangles,
    .floyd_warshall = graph__cuda_floyd_warshall,
    .floyd_warshall_out_of_core = graph__cuda_floyd_out_of_core,
    .floyd_warshall_slab = graph__cuda_floyd_slab,
    .cores = graph__cuda_cores,
    .trusses = graph__cuda_trusses,
    .forest = graph__cuda_forest,
    .independent_set = graph__cuda_independent_set,
    .coloring = graph__cuda_coloring,
    .labels = graph__cuda_labels,
    .communities = graph__cuda_communities,
    .walks = graph__cuda_random_walks,
    .positions = graph__cuda_positions,
    .reduce = graph__cuda_reduce,
    .convert = graph__cuda_convert,
    .unary = graph__cuda_unary,
    .binary = graph__cuda_binary,
};
