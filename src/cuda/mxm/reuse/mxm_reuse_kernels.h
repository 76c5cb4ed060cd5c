/* The kernels of mxm_reuse.cu, as graph__cuda_launch takes them. */
#ifndef CUDA_MXM_REUSE_MXM_REUSE_KERNELS_H
#define CUDA_MXM_REUSE_MXM_REUSE_KERNELS_H

#ifdef __cplusplus
extern "C" {
#endif

extern const void *const graph__cuda_again_measure, *const graph__cuda_again_place,
                                                        *const graph__cuda_again_tasks,
                                                            *const graph__cuda_again_ranks,
                                                                *const graph__cuda_again_measure_windows,
                                                                    *const graph__cuda_again_write_windows;

#ifdef __cplusplus
}
#endif

#endif
