/* See bfs_host.h: memory, one launch (two with a cluster), and results in the form that fits the number of vertices
 * reached. */
#include "cuda/bfs/bfs_host.h"

#include <stdatomic.h>
#include <string.h>

#include "base/status.h"
#include "cuda/bfs/bfs_arguments.h"
#include "cuda/bfs/bfs_cluster_host.h"
#include "cuda/runtime/call.h"
#include "cuda/primitives/primitives.h"
#include "cuda/elementwise/vector_arrays.h"

enum { CONTROL_BYTES = 1024 };

static int64_t words_of(const struct graph_bfs_request *r) { return (r->out.rows + 31) / 32; }

/* Whether a cluster can run the first levels. */
static bool has_cluster(struct cuda_call *call, struct graph_cuda_search *s,
                        const struct graph_bfs_request *r)
{
    if (!graph__cuda_bfs_suits_cluster(&r->out) ||
        !graph__cuda_bfs_cluster_fits(&s->cluster_capacity, &s->cluster_bytes, r->out.rows, CLUSTER_BLOCKS))
        return false;
    return graph__cuda_runs_cluster(call, graph__cuda_bfs_cluster_kernel, CLUSTER_BLOCKS, CLUSTER_THREADS,
                                    graph__cuda_device(NULL)->shared_bytes);
}

graph_status graph__cuda_bfs_open(struct cuda_call *call, struct graph_cuda_search *s,
                                  const struct graph_bfs_request *r)
{
    const int64_t n = r->out.rows, words = words_of(r);
    const size_t chunks = (size_t)(2 * (r->out.entries / BFS_CHUNK) + 1);
    graph_status status;
    *s = (struct graph_cuda_search){.zeroed_bytes = CONTROL_BYTES + (size_t)words * sizeof(uint32_t)};
    GRAPH_ASSERT(sizeof(struct bfs_control) <= CONTROL_BYTES);
    if (r->wants_level)
        GRAPH_TRY(CUDA_NEW(s->level, n));
    if (r->wants_parent)
        GRAPH_TRY(CUDA_NEW(s->parent, n));
    if (r->wants_level || r->wants_parent)
        GRAPH_TRY(CUDA_NEW(s->present, (n + 3) / 4 * 4));
    if (r->wants_parent && !r->wants_level) {
        GRAPH_TRY(CUDA_SCRATCH(call, s->level, n));
        s->is_level_scratch = true;
    }
    GRAPH_TRY(graph__cuda_scratch(call, &s->zeroed, s->zeroed_bytes, 1));
    s->visited[0] = (uint32_t *)((char *)s->zeroed + CONTROL_BYTES);
    GRAPH_TRY(CUDA_SCRATCH(call, s->visited[1], words));
    GRAPH_TRY(CUDA_SCRATCH(call, s->closed, words));
    s->is_cluster = has_cluster(call, s, r);
    GRAPH_TRY(graph__cuda_scratch(call, &s->small, 2 * BFS_TEAM * BFS_TEAM_EDGES, sizeof(struct bfs_small)));
    for (int k = 0; k < 2; k++) {
        GRAPH_TRY(CUDA_SCRATCH(call, s->queue[k], n));
        GRAPH_TRY(graph__cuda_scratch(call, &s->chunk[k], chunks, sizeof(struct bfs_chunk)));
    }
done:
    return status;
}

/* bfs_pack and bfs_cluster: the first levels, while frontiers are small. */
static graph_status enqueue_cluster(struct cuda_call *call, const struct graph_cuda_search *s,
                                    struct bfs_arguments *a, const struct graph_bfs_request *r)
{
    graph_status status = GRAPH_OK;
    if (a->parent != NULL) {
        GRAPH_TRY(graph__cuda_set_bytes(call, a->level, 0xff, (size_t)a->n * sizeof *a->level));
        GRAPH_TRY(graph__cuda_set_bytes(call, a->parent, 0x7f, (size_t)a->n * sizeof *a->parent));
    }
    GRAPH_TRY(graph__cuda_bfs_pack_neighbours(call, &a->packed, &r->out, CLUSTER_BLOCKS));
    GRAPH_TRY(graph__cuda_launch_clusters(call, graph__cuda_bfs_cluster_kernel, 1, CLUSTER_BLOCKS,
                                          CLUSTER_THREADS, s->cluster_bytes, a));
done:
    return status;
}

graph_status graph__cuda_bfs_enqueue(struct cuda_call *call, const struct graph_cuda_search *s,
                                     const struct graph_bfs_request *r)
{
    const struct graph_cuda_device *device = graph__cuda_device(NULL);
    const int64_t useful = (r->out.entries + r->out.rows) / BFS_GRID_EDGES + 1;
    struct bfs_arguments a = {
        .has_cluster_levels = s->is_cluster,
        .cluster_capacity = s->cluster_capacity,
        .out_start = r->out.row_start,
        .in_start = r->in.row_start,
        .out_column = r->out.column,
        .in_column = r->in.column,
        .n = r->out.rows,
        .words = words_of(r),
        .edges = r->out.entries,
        .source = (int32_t)r->source,
        .target = (int32_t)(r->target < 0 ? -1 : r->target),
        .max_depth = (int32_t)(r->source == r->target     ? 0
                               : r->max_depth < INT32_MAX ? r->max_depth
                                                          : INT32_MAX),
        .level = s->level,
        .parent = (long long *)s->parent,
        .present = s->present,
        .visited = {s->visited[0], s->visited[1]},
        .closed = s->closed,
        .queue = {s->queue[0], s->queue[1]},
        .chunk = {s->chunk[0], s->chunk[1]},
        .small = {s->small, (struct bfs_small *)s->small + BFS_TEAM * BFS_TEAM_EDGES},
        .control = s->zeroed,
        .result = graph__cuda_readback_device(call),
    };
    graph_status status;
    GRAPH_TRY(graph__cuda_set_bytes(call, s->zeroed, 0, s->zeroed_bytes));
    if (a.has_cluster_levels)
        GRAPH_TRY(enqueue_cluster(call, s, &a, r));
    GRAPH_TRY(graph__cuda_launch_cooperative(
        call, graph__cuda_bfs_kernels[r->wants_parent ? BFS_PARENTS : BFS_LEVELS],
        useful < device->processors ? useful : device->processors, BFS_THREADS,
        (size_t)graph__cuda_bfs_shared_bytes, &a));
done:
    return status;
}

static graph_status make_sparse(struct cuda_call *call, struct graph_cuda_search *s,
                                struct graph_bfs_request *r, const struct bfs_result *result)
{
    struct bfs_compact_arguments a = {.visited = s->visited[result->last],
                                      .words = words_of(r),
                                      .level = s->level,
                                      .parent = (long long *)s->parent};
    int64_t *rank;
    graph_status status;
    GRAPH_TRY(CUDA_SCRATCH(call, rank, a.words + 1));
    GRAPH_TRY(graph__cuda_rank_bits(call, rank, a.visited, a.words));
    a.rank = rank;
    if (r->wants_level) {
        GRAPH_TRY(CUDA_NEW(r->level.index, result->reached));
        GRAPH_TRY(graph__cuda_allocate(&r->level.value, (size_t)result->reached, sizeof(int32_t)));
        a.level_index = r->level.index;
        a.level_value = r->level.value;
    }
    if (r->wants_parent) {
        GRAPH_TRY(CUDA_NEW(r->parent.index, result->reached));
        GRAPH_TRY(graph__cuda_allocate(&r->parent.value, (size_t)result->reached, sizeof(int64_t)));
        a.parent_index = r->parent.index;
        a.parent_value = r->parent.value;
    }
    GRAPH_TRY(graph__cuda_launch(call, graph__cuda_bfs_kernels[BFS_COMPACT],
                                 graph__cuda_blocks(a.words, BFS_COMPACT_THREADS), BFS_COMPACT_THREADS, 0,
                                 &a));
done:
    return status;
}

/* Level and parent have the same entries; each needs an array of them. */
static graph_status take_bitmap(struct cuda_call *call, struct graph_cuda_search *s,
                                struct graph_bfs_request *r)
{
    const size_t n = (size_t)r->out.rows;
    graph_status status = GRAPH_OK;
    if (r->wants_level && r->wants_parent) {
        GRAPH_TRY(CUDA_NEW(r->level.present, n));
        GRAPH_TRY(graph__cuda_copy(call, r->level.present, s->present, n));
        r->parent.present = s->present;
    } else if (r->wants_level)
        r->level.present = s->present;
    else
        r->parent.present = s->present;
    s->present = NULL;
done:
    return status;
}

graph_status graph__cuda_bfs_finish(struct cuda_call *call, struct graph_cuda_search *s,
                                    struct graph_bfs_request *r)
{
    struct bfs_result result;
    graph_status status;
    GRAPH_TRY(graph__cuda_wait());
    memcpy(&result, graph__cuda_readback_host(call), sizeof result);
    r->wasted = result.wasted;
    bool is_sparse = result.reached < r->out.rows / BFS_SPARSE_SHARE, is_full = result.reached == r->out.rows;
    const struct graph_vector_arrays made = {.entries = result.reached,
                                             .form = is_sparse ? GRAPH_SPARSE
                                                     : is_full ? GRAPH_FULL
                                                               : GRAPH_BITMAP};
    r->level = r->parent = (struct graph_vector_arrays){0};
    if (!r->wants_level && !r->wants_parent)
        return GRAPH_OK;
    if (r->wants_level)
        r->level = made;
    if (r->wants_parent)
        r->parent = made;
    if (is_sparse) {
        GRAPH_TRY(make_sparse(call, s, r, &result));
        return GRAPH_OK;
    }
    if (!is_full)
        GRAPH_TRY(take_bitmap(call, s, r));
    if (r->wants_level) {
        r->level.value = s->level;
        s->level = NULL;
    }
    if (r->wants_parent) {
        r->parent.value = s->parent;
        s->parent = NULL;
    }
done:
    if (status < 0) {
        graph__cuda_vector_release(&r->level);
        graph__cuda_vector_release(&r->parent);
    }
    return status;
}

void graph__cuda_bfs_close(struct graph_cuda_search *s)
{
    if (!s->is_level_scratch)
        graph__cuda_release(s->level);
    graph__cuda_release(s->parent);
    graph__cuda_release(s->present);
}

graph_status graph__cuda_bfs(struct graph_bfs_request *r)
{
    struct graph_cuda_search s;
    graph_status status;
    struct cuda_call *call = graph__cuda_begin();
    GRAPH_TRY(graph__cuda_bfs_open(call, &s, r));
    GRAPH_TRY(graph__cuda_bfs_enqueue(call, &s, r));
    GRAPH_TRY(graph__cuda_bfs_finish(call, &s, r));
done:
    graph__cuda_bfs_close(&s);
    graph__cuda_end(call);
    return status;
}
