/* The kernels of readback.cu, for graph__cuda_launch. */
#ifndef CUDA_RUNTIME_READBACK_KERNELS_H
#define CUDA_RUNTIME_READBACK_KERNELS_H

#ifdef __cplusplus
extern "C" {
#endif

extern const void *const graph__cuda_send_mail;
extern const void *const graph__cuda_shift_starts;

#ifdef __cplusplus
}
#endif
#endif
