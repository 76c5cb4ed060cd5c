/* The kernels of bfs_multi*.cu and bfs_cluster_multi.cu for their host code. */
#ifndef CUDA_BFS_BFS_MULTI_KERNELS_H
#define CUDA_BFS_BFS_MULTI_KERNELS_H

enum { MULTI_64, MULTI_256, MULTI_512, MULTI_1024, MULTI_WIDTHS };

#ifdef __cplusplus
extern "C" {
#endif

extern const void *const graph__cuda_bfs_multi_walk[MULTI_WIDTHS];
extern const void *const graph__cuda_bfs_multi_prepare, *const graph__cuda_bfs_multi_seed;
extern const void *const graph__cuda_bfs_multi_open, *const graph__cuda_bfs_multi_first;
extern const void *const graph__cuda_bfs_multi_first_done;
extern const void *const graph__cuda_bfs_multi_sums;
/* By clusters of 1, 2, 4, 8 and 16 blocks. */
enum { MULTI_THIN_TEAMS = 5 };
extern const void *const graph__cuda_bfs_thin_multi[MULTI_THIN_TEAMS];
/* Levels of 1, 2 and 4 bytes: by source, then by vertex. */
extern const void *const graph__cuda_bfs_multi_levels[2][3];

#ifdef __cplusplus
}
#endif

#endif
