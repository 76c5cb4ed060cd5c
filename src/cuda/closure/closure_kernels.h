/* The kernels of closure.cu and closure_edges.cu for their host code. */
#ifndef CUDA_CLOSURE_CLOSURE_KERNELS_H
#define CUDA_CLOSURE_CLOSURE_KERNELS_H

#ifdef __cplusplus
extern "C" {
#endif

/* Of vertices; of the graph's entries in tiles; of crossing edges; of components. */
extern const void *const graph__cuda_closure_weigh,
    *const graph__cuda_closure_cross, *const graph__cuda_closure_rename,
                                          *const graph__cuda_closure_judge, *const graph__cuda_closure_number;
/* Of inner rows, a warp each; the second a cooperative launch that makes all rows. */
extern const void *const graph__cuda_closure_open,
    *const graph__cuda_closure_rows, *const graph__cuda_closure_count, *const graph__cuda_closure_list;

#ifdef __cplusplus
}
#endif

#endif
