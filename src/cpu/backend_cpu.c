/* The table of the CPU back end, and its choice of kernels for a semiring. */
#include "cpu/backend_cpu.h"

#include <string.h>

#include "base/memory.h"
#include "contract/semiring_list.h"
#include "cpu/bfs/bfs.h"
#include "cpu/mxm/diagonals.h"
#include "cpu/elementwise/regions.h"
#include "cpu/elementwise/elements.h"
#include "cpu/mxm/mxm_reuse.h"
#include "cpu/user_products.h"
#include "cpu/apsp/floyd_warshall.h"
#include "cpu/centrality/centrality.h"
#include "cpu/closure/closure.h"
#include "cpu/cohesion/cohesion.h"
#include "cpu/communities/communities.h"
#include "cpu/paths/paths.h"
#include "cpu/published/published.h"
#include "cpu/sets/sets.h"
#include "cpu/similarity/similarity.h"
#include "cpu/triangles/triangles.h"

#define SEMIRING(name, constant, types, reads, laws) TYPES_##types(DECLARE, name)
#define DECLARE(name, type, TYPE)                    extern const struct graph_kernels graph__cpu_kernels_##name##_##type;
#include "semiring/semirings.def"
TYPES_ALL(DECLARE, user)
#undef SEMIRING
#undef DECLARE

static const struct graph_kernels *const builtin[] = {
#define SEMIRING(name, constant, types, reads, laws) TYPES_##types(REFER, name)
#define REFER(name, type, TYPE)                      &graph__cpu_kernels_##name##_##type,
#include "semiring/semirings.def"
#undef SEMIRING
#undef REFER
};

static const struct graph_kernels *const by_type[] = {
#define REFER(name, type, TYPE) [GRAPH_##TYPE] = &graph__cpu_kernels_##name##_##type,
    TYPES_ALL(REFER, user)
#undef REFER
};

static const struct graph_kernels *kernels(const struct graph_semiring *semiring)
{
    if (semiring->is_of_operators)
        return &graph__cpu_kernels_of_operators;
    if (semiring->number >= 0 && builtin[semiring->number]->mxm != NULL)
        return builtin[semiring->number];
    return by_type[semiring->type];
}

static bool available(const char **why)
{
    *why = "";
    return true;
}

static graph_status copy(void *to, const void *from, size_t bytes)
{
    memcpy(to, from, bytes);
    return GRAPH_OK;
}

static graph_status wait(void) { return GRAPH_OK; }

const struct graph_backend graph__cpu_backend = {
    .name = "cpu",
    .kind = GRAPH_BACKEND_CPU,
    .shares_host_memory = true,
    .available = available,
    .allocate = graph__allocate_array,
    .release = graph__free,
    .upload = copy,
    .download = copy,
    .wait = wait,
    .kernels = kernels,
    .published = graph__cpu_published,
    .plan = graph__cpu_plan,
    .plan_release = graph__free,
    .transpose = graph__cpu_transpose,
    .build = graph__cpu_build,
    .ewise = graph__cpu_ewise,
    .select = graph__cpu_select,
    .reduce_rows = graph__cpu_reduce_rows,
    .merge = graph__cpu_merge,
    .remap = graph__cpu_remap,
    .region = graph__cpu_region,
    .kronecker = graph__cpu_kronecker,
    .find_diagonals = graph__cpu_find_diagonals,
    .blsi = graph__cpu_blsi,
    .vector_ewise = graph__cpu_vector_ewise,
    .vector_select = graph__cpu_vector_select,
    .vector_merge = graph__cpu_vector_merge,
    .vector_update = graph__cpu_vector_update,
    .vector_pack = graph__cpu_vector_pack,
    .vector_list = graph__cpu_vector_list,
    .vector_gather = graph__cpu_vector_gather,
    .vector_mask = graph__cpu_vector_mask,
    .fill = graph__cpu_fill,
    .positions = graph__cpu_positions,
    .entry_values = graph__cpu_entry_values,
    .convert = graph__cpu_convert,
    .unary = graph__cpu_unary,
    .binary = graph__cpu_binary,
    .reduce = graph__cpu_reduce,
    .bfs = graph__cpu_bfs,
    .triangles = graph__cpu_triangles,
    .components = graph__cpu_components,
    .closure = graph__cpu_closure,
    .bit_closure = graph__cpu_bit_closure,
    .bfs_multi = graph__cpu_bfs_multi,
    .sssp = graph__cpu_sssp,
    .predecessors = graph__cpu_predecessors,
    .floyd_warshall = graph__cpu_floyd_warshall,
    .cores = graph__cpu_cores,
    .trusses = graph__cpu_trusses,
    .forest = graph__cpu_forest,
    .independent_set = graph__cpu_independent_set,
    .coloring = graph__cpu_coloring,
    .matching = graph__cpu_matching,
    .labels = graph__cpu_labels,
    .communities = graph__cpu_communities,
    .similarity = graph__cpu_similarity,
    .walks = graph__cpu_walks,
    .pagerank = graph__cpu_pagerank,
    .pagerank_slab = graph__cpu_pagerank_slab,
    .eigenvector = graph__cpu_eigenvector,
    .betweenness = graph__cpu_betweenness,
};
