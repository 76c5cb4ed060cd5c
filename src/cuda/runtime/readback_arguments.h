/* What the kernel of readback.cu takes, and the address of the kernel. */
#ifndef CUDA_RUNTIME_READBACK_ARGUMENTS_H
#define CUDA_RUNTIME_READBACK_ARGUMENTS_H

struct readback_arguments {
    uint8_t *to; /* page-locked memory of the host */
    const uint8_t *from;
    int32_t bytes;
};

#ifdef __cplusplus
extern "C" {
#endif
extern const void *const graph__cuda_readback_kernel;
#ifdef __cplusplus
}
#endif

#endif
