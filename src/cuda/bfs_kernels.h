/* The kernels of bfs.cu for its host code. */
#ifndef CUDA_BFS_KERNELS_H
#define CUDA_BFS_KERNELS_H

enum { BFS_LEVELS, BFS_PARENTS, BFS_GATHER, BFS_KERNELS };

/* Outputs are sparse if fewer than 1 / BFS_SPARSE_SHARE of the vertices were reached. */
enum { BFS_SPARSE_SHARE = 16 };

#ifdef __cplusplus
extern "C" {
#endif

extern const void *const graph__cuda_bfs_kernels[BFS_KERNELS];
extern const int graph__cuda_bfs_shared_bytes;

/* bfs_thin.cu: one cluster of BFS_TEAM blocks, each with that much shared memory and its share of a bitmap. */
extern const void *const graph__cuda_bfs_thin_kernel;
extern const int graph__cuda_bfs_thin_shared_bytes;

#ifdef __cplusplus
}
#endif

#endif
