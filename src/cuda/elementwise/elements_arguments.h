/* What the kernels of elements.cuh and shift.cu take.  The first `packs` groups of elements are accessed as a whole; 0 if an
 * array is not aligned for that. */
#ifndef CUDA_ELEMENTWISE_ELEMENTS_ARGUMENTS_H
#define CUDA_ELEMENTWISE_ELEMENTS_ARGUMENTS_H

/* Bytes of a group; elements of a group in conversions. */
enum { ELEMENTS_PACK_BYTES = 16, ELEMENTS_CONVERTED = 4 };

/* z[e] = the scalar whose bytes and type are given, for e < n. */
struct elements_fill_arguments {
    void *z;
    uint64_t bits;
    int32_t type;
    int64_t n, packs;
};

/* z[e] = x[e] converted; x NULL: ones. */
struct elements_convert_arguments {
    void *z;
    const void *x;
    int32_t x_type;
    int64_t n, packs;
};

/* z[e] = op(x[e]), or op(x[e], y[e]). */
struct elements_apply_arguments {
    void *z;
    const void *x, *y;
    int32_t op;
    int64_t n, packs;
};

/* to[k] = from[k] + more; the kernel of shift.cu. */
struct shift_arguments {
    int64_t *to;
    const int64_t *from;
    int64_t n, more;
};

#ifdef __cplusplus
extern "C" {
#endif
extern const void *const graph__cuda_shift_starts;
#ifdef __cplusplus
}
#endif

#endif
