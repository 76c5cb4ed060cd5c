/* What the kernels of elements.cuh take. */
#ifndef CUDA_ELEMENTS_ARGUMENTS_H
#define CUDA_ELEMENTS_ARGUMENTS_H

/* z[e] = value for e < n; the value's bytes lie in `bits`. */
struct elements_fill_arguments {
    void *z;
    uint64_t bits;
    int64_t n;
};

#endif
