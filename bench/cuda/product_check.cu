/* See product_check.h. */
#include "bench/cuda/product_check.h"

static __device__ uint64_t mix(uint64_t z)
{
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    return z ^ (z >> 31);
}

static __global__ void check_rows(struct product_check *result, int64_t rows, const int64_t *row_start,
                                  const int32_t *short_row_start, const int32_t *column, const void *value,
                                  int value_bytes)
{
    uint64_t hash = 0, unsorted = 0;
    double sum = 0;
    int64_t warp = ((int64_t)blockIdx.x * blockDim.x + threadIdx.x) / 32,
            warps = (int64_t)gridDim.x * blockDim.x / 32;
    for (int64_t row = warp; row < rows; row += warps) {
        int64_t first = row_start != nullptr ? row_start[row] : short_row_start[row];
        int64_t last = row_start != nullptr ? row_start[row + 1] : short_row_start[row + 1];
        for (int64_t k = first + threadIdx.x % 32; k < last; k += 32) {
            hash += mix((uint64_t)row << 32 | (uint32_t)column[k]);
            unsorted += k > first && column[k] <= column[k - 1];
            if (value_bytes == 8)
                sum += ((const double *)value)[k];
            if (value_bytes == 4)
                sum += (double)((const float *)value)[k];
        }
    }
    for (int d = 16; d > 0; d /= 2) {
        hash += __shfl_xor_sync(~0u, hash, d);
        unsorted += __shfl_xor_sync(~0u, unsorted, d);
        sum += __shfl_xor_sync(~0u, sum, d);
    }
    if (threadIdx.x % 32 == 0) {
        atomicAdd((unsigned long long *)&result->position_hash, (unsigned long long)hash);
        atomicAdd((unsigned long long *)&result->unsorted, (unsigned long long)unsorted);
        atomicAdd(&result->value_sum, sum);
    }
}

bool product_check(struct product_check *result, int64_t rows, const int64_t *row_start,
                   const int32_t *short_row_start, const int32_t *column, const void *value, int value_bytes)
{
    struct product_check *there;
    bool is_good = cudaMalloc(&there, sizeof *there) == cudaSuccess;
    is_good = is_good && cudaMemset(there, 0, sizeof *there) == cudaSuccess;
    check_rows<<<2048, 256>>>(there, rows, row_start, short_row_start, column, value, value_bytes);
    is_good = is_good && cudaMemcpy(result, there, sizeof *there, cudaMemcpyDeviceToHost) == cudaSuccess;
    cudaFree(there);
    return is_good;
}
