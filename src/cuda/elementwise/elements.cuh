/* Element-wise operations on arrays of T, in accesses of 16 bytes. */
#include "cuda/semiring/operators.cuh"

#include "cuda/semiring/conversions.cuh"
#include "cuda/elementwise/elements_arguments.h"

enum { PACK = ELEMENTS_PACK_BYTES / sizeof(T) };

struct alignas(ELEMENTS_PACK_BYTES) elements_pack {
    T element[PACK];
};

GRAPH_KERNEL void elements_fill(struct elements_fill_arguments a)
{
    T *z = (T *)a.z;
    T value = from_scalar(a.bits, a.type);
    struct elements_pack pack;
    for (int l = 0; l < PACK; l++)
        pack.element[l] = value;
    for (int64_t p = thread_of_grid(); p < a.packs; p += threads_of_grid())
        ((struct elements_pack *)z)[p] = pack;
    for (int64_t e = a.packs * PACK + thread_of_grid(); e < a.n; e += threads_of_grid())
        z[e] = value;
}

/* ELEMENTS_CONVERTED elements of any type. */
template <typename F>
struct alignas(ELEMENTS_CONVERTED * sizeof(F) > 16 ? 16 : ELEMENTS_CONVERTED * sizeof(F)) four {
    F element[ELEMENTS_CONVERTED];
};

template <typename F, typename FUNCTION>
DEVICE void convert_all(const struct elements_convert_arguments &a, FUNCTION function)
{
    T *z = (T *)a.z;
    const F *x = (const F *)a.x;
    for (int64_t p = thread_of_grid(); p < a.packs; p += threads_of_grid()) {
        four<F> from = ((const four<F> *)x)[p];
        four<T> to;
        for (int l = 0; l < ELEMENTS_CONVERTED; l++)
            to.element[l] = function(from.element[l]);
        ((four<T> *)z)[p] = to;
    }
    for (int64_t e = a.packs * ELEMENTS_CONVERTED + thread_of_grid(); e < a.n; e += threads_of_grid())
        z[e] = function(x[e]);
}

GRAPH_KERNEL void elements_convert(struct elements_convert_arguments a)
{
    switch (a.x == nullptr ? 0 : a.x_type) {
#define CONVERT(number, NAME, c_type, function)                                                              \
    case number:                                                                                             \
        convert_all<c_type>(a, [](c_type x) { return function(x); });                                        \
        break;
        TYPE_CODES(CONVERT)
#undef CONVERT
    default:
        for (int64_t e = thread_of_grid(); e < a.n; e += threads_of_grid())
            ((T *)a.z)[e] = (T)1;
    }
}

template <typename FUNCTION>
DEVICE void apply_to_all(const struct elements_apply_arguments &a, FUNCTION function)
{
    T *z = (T *)a.z;
    const T *x = (const T *)a.x, *y = (const T *)a.y;
    for (int64_t p = thread_of_grid(); p < a.packs; p += threads_of_grid()) {
        struct elements_pack first = ((const struct elements_pack *)x)[p],
                             second = y != nullptr ? ((const struct elements_pack *)y)[p] : first;
#pragma unroll 4
        for (int l = 0; l < PACK; l++)
            first.element[l] = function(first.element[l], second.element[l]);
        ((struct elements_pack *)z)[p] = first;
    }
    for (int64_t e = a.packs * PACK + thread_of_grid(); e < a.n; e += threads_of_grid())
        z[e] = function(x[e], y != nullptr ? y[e] : x[e]);
}

GRAPH_KERNEL void elements_unary(struct elements_apply_arguments a)
{
    switch (a.op) {
#define UNARY(number, NAME, name)                                                                            \
    case number:                                                                                             \
        apply_to_all(a, [](T x, T) { return op_##name(x); });                                                \
        break;
        UNARY_CODES(UNARY)
#undef UNARY
    }
}

GRAPH_KERNEL void elements_binary(struct elements_apply_arguments a)
{
    switch (a.op) {
#define BINARY(number, NAME, name)                                                                           \
    case number:                                                                                             \
        apply_to_all(a, [](T x, T y) { return op_##name(x, y); });                                           \
        break;
        BINARY_CODES(BINARY)
#undef BINARY
    }
}
