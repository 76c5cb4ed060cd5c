/* The only user of CUB; see cub_calls.h. */
#include "cuda/primitives/cub_calls.h"

/* The library is linked by the C compiler: without <iostream>, which CUB includes and which brings an object with a
 * constructor of the C++ library; and without marks for profilers. */
#define _GLIBCXX_IOSTREAM
#define NVTX_DISABLE
#include <ostream>

#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_scan.cuh>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>

/* The input of a scan of n + 1 elements: the last one counts as 0 and may not be initialised. */
struct element {
    const int64_t *data;
    int64_t n;
    __host__ __device__ int64_t operator()(int64_t k) const { return k < n ? data[k] : 0; }
};

struct small_element {
    const int32_t *data;
    int64_t n;
    __host__ __device__ int64_t operator()(int64_t k) const { return k < n ? data[k] : 0; }
};

struct set_bits {
    const uint32_t *data;
    int64_t n;
    __device__ int64_t operator()(int64_t k) const { return k < n ? __popc(data[k]) : 0; }
};

template <typename F> static auto elements(F f)
{
    return thrust::make_transform_iterator(thrust::counting_iterator<int64_t>(0), f);
}

cudaError_t graph__cub_scan(void *temporary, size_t *bytes, int64_t *data, int64_t n, cudaStream_t stream)
{
    return cub::DeviceScan::ExclusiveSum(temporary, *bytes, elements(element{data, n}), data, n + 1, stream);
}

cudaError_t graph__cub_scan_counts(void *temporary, size_t *bytes, int64_t *start, const int32_t *count,
                                   int64_t n, cudaStream_t stream)
{
    return cub::DeviceScan::ExclusiveSum(temporary, *bytes, elements(small_element{count, n}), start, n + 1,
                                         stream);
}

cudaError_t graph__cub_rank_bits(void *temporary, size_t *bytes, int64_t *rank, const uint32_t *bits,
                                 int64_t words, cudaStream_t stream)
{
    return cub::DeviceScan::ExclusiveSum(temporary, *bytes, elements(set_bits{bits, words}), rank, words + 1,
                                         stream);
}

template <typename K>
static cudaError_t sort_keys(void *temporary, size_t *bytes, K *key[2], int *which, int64_t n, int bits,
                             cudaStream_t stream)
{
    cub::DoubleBuffer<K> keys(key[0], key[1]);
    cudaError_t error = cub::DeviceRadixSort::SortKeys(temporary, *bytes, keys, n, 0, bits, stream);
    *which = keys.selector;
    return error;
}

template <typename K, typename V>
static cudaError_t sort_pairs(void *temporary, size_t *bytes, K *key[2], V *value[2], int *which, int64_t n,
                              int bits, cudaStream_t stream)
{
    cub::DoubleBuffer<K> keys(key[0], key[1]);
    cub::DoubleBuffer<V> values(value[0], value[1]);
    cudaError_t error = cub::DeviceRadixSort::SortPairs(temporary, *bytes, keys, values, n, 0, bits, stream);
    *which = keys.selector;
    return error;
}

#define SORT_KEYS(bits_, type)                                                                               \
    cudaError_t graph__cub_sort_keys_##bits_(void *temporary, size_t *bytes, type *key[2], int *which,       \
                                             int64_t n, int bits, cudaStream_t stream)                       \
    {                                                                                                        \
        return sort_keys(temporary, bytes, key, which, n, bits, stream);                                     \
    }
#define SORT_PAIRS(name, key_type, value_type)                                                               \
    cudaError_t graph__cub_sort_##name(void *temporary, size_t *bytes, key_type *key[2],                     \
                                       value_type *value[2], int *which, int64_t n, int bits,                \
                                       cudaStream_t stream)                                                  \
    {                                                                                                        \
        return sort_pairs(temporary, bytes, key, value, which, n, bits, stream);                             \
    }
SORT_KEYS(32, uint32_t)
SORT_KEYS(64, uint64_t)
SORT_PAIRS(32_32, uint32_t, uint32_t)
SORT_PAIRS(32_64, uint32_t, uint64_t)
SORT_PAIRS(64_32, uint64_t, uint32_t)
SORT_PAIRS(64_64, uint64_t, uint64_t)
