/* See bfs_cluster_host.h: which graphs suit a cluster, how its shared memory is divided, and the packed neighbours. */
#include "cuda/bfs/bfs_cluster_host.h"

#include "base/status.h"
#include "cuda/runtime/call.h"

bool graph__cuda_bfs_suits_cluster(const struct graph_csr *A)
{
    return A->entries <= CLUSTER_MOST_DEGREE * A->rows && A->entries <= UINT32_MAX;
}

bool graph__cuda_bfs_cluster_fits(unsigned *capacity, size_t *shared_bytes, int64_t n, int blocks)
{
    const size_t most = graph__cuda_device(NULL)->shared_bytes,
                 bits = ((size_t)(n + blocks - 1) / (size_t)blocks + 31) / 32 * sizeof(uint32_t),
                 fixed = (size_t)graph__cuda_bfs_cluster_shared_bytes + bits,
                 candidate_bytes = 2 * sizeof(struct bfs_cluster_candidate); /* in two inboxes */
    if (fixed + candidate_bytes * CLUSTER_LEAST_CANDIDATES > most)
        return false;
    const size_t fitting = (most - fixed) / candidate_bytes;
    *capacity =
        (unsigned)(fitting < CLUSTER_MOST_CANDIDATES ? fitting : CLUSTER_MOST_CANDIDATES) / (unsigned)blocks;
    *shared_bytes = fixed + candidate_bytes * *capacity * (size_t)blocks;
    return true;
}

graph_status graph__cuda_bfs_pack_neighbours(struct cuda_call *call, const struct bfs_packed_row **packed,
                                             const struct graph_csr *A, int blocks)
{
    struct bfs_pack_arguments a = {
        .start = A->row_start, .column = A->column, .n = A->rows, .blocks = (unsigned)blocks};
    graph_status status;
    GRAPH_TRY(CUDA_SCRATCH(call, a.packed, (A->rows + blocks - 1) / blocks * blocks));
    GRAPH_TRY(graph__cuda_launch(call, graph__cuda_bfs_pack_kernel,
                                 graph__cuda_blocks(A->rows, CLUSTER_PACK_THREADS), CLUSTER_PACK_THREADS, 0,
                                 &a));
    *packed = a.packed;
done:
    return status;
}
