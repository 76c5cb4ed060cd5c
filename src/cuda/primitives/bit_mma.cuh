/* Products of bit matrices on the tensor cores: AND, then a count of the bits. */
#ifndef CUDA_PRIMITIVES_BIT_MMA_CUH
#define CUDA_PRIMITIVES_BIT_MMA_CUH

#include "cuda/runtime/kernel.cuh"

/* count += A B for A of 16 x 256 bits and B of 256 x 8 bits: how many bits a row and a column have in common. */
DEVICE void match(int (&count)[4], uint32_t a0, uint32_t a1, uint32_t a2, uint32_t a3, uint32_t b0,
                  uint32_t b1)
{
    asm("mma.sync.aligned.m16n8k256.row.col.s32.b1.b1.s32.and.popc {%0, %1, %2, %3}, {%4, %5, %6, %7}, "
        "{%8, %9}, {%0, %1, %2, %3};"
        : "+r"(count[0]), "+r"(count[1]), "+r"(count[2]), "+r"(count[3])
        : "r"(a0), "r"(a1), "r"(a2), "r"(a3), "r"(b0), "r"(b1));
}

#endif
