/* See bfs_cluster_host.h. */
#include "cuda/bfs/bfs_cluster_host.h"

#include "base/status.h"
#include "cuda/bfs/bfs_kernels.h"
#include "cuda/runtime/call.h"

enum {
    MOST_DEGREE = 8,
    MOST_CANDIDATES = 8192, /* of a block in one turn */
    LEAST_CANDIDATES = 2048
};

bool graph__cuda_bfs_suits_cluster(const struct graph_csr *A)
{
    return A->entries <= MOST_DEGREE * A->rows && A->entries <= UINT32_MAX;
}

bool graph__cuda_bfs_cluster_fits(unsigned *room, size_t *shared_bytes, int64_t n, int team)
{
    const size_t most = graph__cuda_device(NULL)->shared_bytes,
                 bits = ((size_t)(n + team - 1) / (size_t)team + 31) / 32 * sizeof(uint32_t),
                 fixed = (size_t)graph__cuda_bfs_cluster_shared_bytes + bits,
                 sides = 2 * sizeof(struct bfs_cluster_candidate);
    if (fixed + sides * LEAST_CANDIDATES > most)
        return false;
    const size_t fitting = (most - fixed) / sides;
    *room = (unsigned)(fitting < MOST_CANDIDATES ? fitting : MOST_CANDIDATES) / (unsigned)team;
    *shared_bytes = fixed + sides * *room * (size_t)team;
    return true;
}

graph_status graph__cuda_bfs_cluster_near(struct cuda_call *call, const struct bfs_four **near,
                                          const struct graph_csr *A, int team)
{
    struct bfs_near_arguments a = {
        .start = A->row_start, .column = A->column, .n = A->rows, .team = (unsigned)team};
    graph_status status;
    GRAPH_TRY(CUDA_SCRATCH(call, a.near, (A->rows + team - 1) / team * team));
    GRAPH_TRY(graph__cuda_launch(call, graph__cuda_bfs_near_kernel,
                                 graph__cuda_blocks(A->rows, CLUSTER_NEAR_THREADS), CLUSTER_NEAR_THREADS, 0,
                                 &a));
    *near = a.near;
done:
    return status;
}
