/* Forms of a kernel by the size of the values that it moves, and their addresses for host code in C. */
#ifndef CUDA_PRIMITIVES_VALUE_SIZES_CUH
#define CUDA_PRIMITIVES_VALUE_SIZES_CUH

/* The value type of a pattern: no value. */
struct nothing {
};

template <typename V> struct has_values {
    static constexpr bool is = true;
};
template <> struct has_values<nothing> {
    static constexpr bool is = false;
};

#define EXPORT(name) extern "C" const void *const graph__cuda_##name = (const void *)name;
#define EXPORT_SIZES(name)                                                                                   \
    extern "C" const void *const graph__cuda_##name[] = {                                                    \
        (const void *)name<nothing>, (const void *)name<uint8_t>, (const void *)name<uint16_t>,              \
        (const void *)name<uint32_t>, (const void *)name<uint64_t>};

#endif
