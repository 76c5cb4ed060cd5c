/* Sorts the columns of a matrix by slices and tiles (mxv_slices.cuh). */
#include "cuda/runtime/kernel.cuh"

#include "cuda/primitives/merge_path_arguments.h"

#include "cuda/mxv/mxv_arguments.h"

#include "cuda/mxv/mxv_slices_arguments.h"

/* Counts, with a block for each tile, how many entries of the tile are in each slice, and how many sectors of u they read.
 * Sectors are counted by their numbers modulo REMAINDERS. */
static __global__ void count_slices(struct slices_build_arguments a)
{
    enum { REMAINDERS = 1 << 16, WORDS = REMAINDERS / 32 };
    __shared__ int count[MOST_SLICES];
    __shared__ uint32_t seen[WORDS];
    const int64_t t = blockIdx.x, end = a.tile_entry[t + 1];
    const int slices = a.made.slices, threads = (int)blockDim.x;
    for (int s = (int)threadIdx.x; s < slices; s += threads)
        count[s] = 0;
    for (int w = (int)threadIdx.x; w < WORDS; w += threads)
        seen[w] = 0;
    __syncthreads();
    for (int64_t k = a.tile_entry[t] + threadIdx.x; k < end; k += threads) {
        const int32_t j = a.column[k];
        const unsigned sector = (unsigned)(j / a.sector_columns) % REMAINDERS;
        atomicAdd(&count[j / a.made.columns_of_slice], 1);
        atomicOr(&seen[sector / 32], 1u << sector % 32);
    }
    __syncthreads();
    for (int s = (int)threadIdx.x; s < slices; s += threads) {
        const int unit = SLICES_UNIT * SLICES_PACK, packs = (count[s] + unit - 1) / unit * SLICES_UNIT;
        a.count[t * slices + s] = count[s];
        a.packs_by_tile[t * slices + s] = packs;
        a.packs_by_slice[s * a.tiles + t] = packs;
    }
    int sectors = 0;
    for (int w = (int)threadIdx.x; w < WORDS; w += threads)
        sectors += __popc(seen[w]);
    sectors = __reduce_add_sync(ALL_LANES, sectors);
    if (lane_of_warp() == 0)
        atomicAdd((unsigned long long *)&a.facts[SLICES_SECTORS], (unsigned long long)sectors);
    if (threadIdx.x == 0)
        atomicMax((unsigned long long *)&a.facts[SLICES_MOST_ROWS],
                  (unsigned long long)(a.tile_row[t + 1] - a.tile_row[t]));
}

/* Places the entries of each tile, with a block for it, in both orders.  Inside a tile and a slice the order is free:
 * each entry has its position. */
static __global__ void place_slices(struct slices_build_arguments a)
{
    __shared__ int next[MOST_SLICES];
    const int64_t t = blockIdx.x, begin = a.tile_entry[t], end = a.tile_entry[t + 1];
    const int slices = a.made.slices, threads = (int)blockDim.x;
    const int64_t *by_tile = a.first_by_tile + t * slices, *by_slice = a.first_by_slice + t;
    if (threadIdx.x == 0)
        a.made.tile_pack[t] = by_tile[0];
    if (threadIdx.x == 0 && t == a.tiles - 1)
        a.made.tile_pack[a.tiles] = by_tile[slices];
    if (t == 0)
        for (int s = (int)threadIdx.x; s <= slices; s += threads)
            a.made.slice_pack[s] = by_slice[s * a.tiles];
    for (int s = (int)threadIdx.x; s < slices; s += threads)
        next[s] = 0;
    __syncthreads();
    for (int64_t k = begin + threadIdx.x; k < end; k += threads) {
        const int32_t j = a.column[k], s = j / a.made.columns_of_slice;
        const int e = atomicAdd(&next[s], 1);
        a.made.column[SLICES_PACK * by_slice[s * a.tiles] + e] = (uint16_t)(j - s * a.made.columns_of_slice);
        a.made.position[SLICES_PACK * by_tile[s] + e] = (uint16_t)(k - begin);
    }
    for (int s = (int)threadIdx.x; s < slices; s += threads) {
        const int entries = a.count[t * slices + s], packs = (int)(by_tile[s + 1] - by_tile[s]);
        for (int p = 0; p < packs; p += SLICES_UNIT)
            a.made.place[(by_slice[s * a.tiles] + p) / SLICES_UNIT] = (int32_t)(by_tile[s] + p);
        for (int e = entries; e < SLICES_PACK * packs; e++) {
            a.made.column[SLICES_PACK * by_slice[s * a.tiles] + e] = 0;
            a.made.position[SLICES_PACK * by_tile[s] + e] = (uint16_t)a.unused_position;
        }
    }
}

extern "C" const void *const graph__cuda_count_slices = (const void *)count_slices;
extern "C" const void *const graph__cuda_place_slices = (const void *)place_slices;
