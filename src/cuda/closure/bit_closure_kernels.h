/* The kernels of bit_closure.cu for its host code. */
#ifndef CUDA_CLOSURE_BIT_CLOSURE_KERNELS_H
#define CUDA_CLOSURE_BIT_CLOSURE_KERNELS_H

#ifdef __cplusplus
extern "C" {
#endif

extern const void *const graph__cuda_bit_close,
    *const graph__cuda_bit_left, *const graph__cuda_bit_right, *const graph__cuda_bit_product,
                                                                   *const graph__cuda_bit_copy;
extern const int graph__cuda_bit_product_bytes; /* of shared memory */

#ifdef __cplusplus
}
#endif

#endif
