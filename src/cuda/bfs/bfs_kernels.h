/* The kernels of bfs.cu for its host code. */
#ifndef CUDA_BFS_BFS_KERNELS_H
#define CUDA_BFS_BFS_KERNELS_H

enum { BFS_LEVELS, BFS_PARENTS, BFS_GATHER, BFS_KERNELS };

/* Outputs are sparse if fewer than 1 / BFS_SPARSE_SHARE of the vertices were reached. */
enum { BFS_SPARSE_SHARE = 16 };

#ifdef __cplusplus
extern "C" {
#endif

extern const void *const graph__cuda_bfs_kernels[BFS_KERNELS];
extern const int graph__cuda_bfs_shared_bytes;

/* bfs_cluster.cu: the neighbours of each vertex in one place; one cluster of THIN_TEAM blocks; what a block of any cluster has
 * in shared memory besides inboxes and bits, at most. */
extern const void *const graph__cuda_bfs_near_kernel, *const graph__cuda_bfs_thin_kernel;
extern const int graph__cuda_bfs_thin_shared_bytes;

#ifdef __cplusplus
}
#endif

#endif
