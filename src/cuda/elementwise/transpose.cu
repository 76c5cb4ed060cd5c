/* Finds where the rows of sorted keys begin. */
#include "cuda/primitives/entry_tiles.cuh"

#include "cuda/elementwise/transpose_arguments.h"

template <typename K> static __global__ void transpose_starts(struct transpose_starts_arguments a)
{
    const K *key = (const K *)a.key;
    for (int64_t i = thread_of_grid(); i <= a.rows; i += threads_of_grid()) {
        int64_t low = 0, high = a.n;
        while (low < high) {
            int64_t middle = low + ((high - low) >> 1);
            if ((uint64_t)key[middle] < (uint64_t)i << a.shift)
                low = middle + 1;
            else
                high = middle;
        }
        a.start[i] = low;
    }
}

extern "C" const void *const graph__cuda_starts_32 = (const void *)transpose_starts<uint32_t>;
extern "C" const void *const graph__cuda_starts_64 = (const void *)transpose_starts<uint64_t>;
