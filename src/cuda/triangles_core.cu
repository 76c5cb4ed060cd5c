/* Triangles among the vertices of highest degree, on the tensor cores.
 *
 * Bit w of row u of B says that w < u is a neighbour of u.  Triangles w < v < u with v among the columns and u among the
 * rows are the sum over the bits (u, v) of the common bits of the rows u and v: B B' counts them for all u and v at once,
 * and pays where one bit in a hundred or more is set.
 * Source: Azad, Buluc, Gilbert, "Parallel triangle counting and enumeration using matrix algebra", GABB 2015, for the
 * masked product. */
#include "cuda/async_copies.cuh"
#include "cuda/bit_match.cuh"
#include "cuda/sizes.cuh"
#include "cuda/triangles.cuh"

namespace
{

enum {
    TILE = TRIANGLES_CORE_TILE,
    STEP_BITS = TRIANGLES_CORE_STEP,
    VECTORS = STEP_BITS / 128, /* of 16 bytes, of a row in a step */
    STAGES = 3,
    STAGE_VECTORS = 2 * TILE * VECTORS,
    QUAD = 4,
    WARPS_DOWN = 2,
    WARPS_ACROSS = 4,
    ROWS = TILE / WARPS_DOWN, /* of a warp */
    COLUMNS = TILE / WARPS_ACROSS,
    TILES_DOWN = ROWS / 16, /* of the tensor cores */
    TILES_ACROSS = COLUMNS / 8
};
static_assert(WARPS_DOWN * WARPS_ACROSS == TRIANGLES_WARPS, "the warps of a block share a tile");
static_assert(COLUMNS == 32 && VECTORS == QUAD, "a word of bits for a warp's columns, a vector for a lane");

/* How many bits of the rows of tile i are ever read: those to the last column that is in the core with it. */
DEVICE int64_t width_of(const triangles_arguments &a, int64_t i)
{
    int64_t last = a.core_columns / TILE - 1;
    last = i < last ? i : last;
    last = i > 0 && a.core_reach / i < last ? a.core_reach / i : last;
    return (last * TILE + TILE + STEP_BITS - 1) / STEP_BITS * STEP_BITS;
}

/* Rows of B from the lists. */
__global__ void __launch_bounds__(TRIANGLES_THREADS) core_rows(struct triangles_arguments a)
{
    extern __shared__ __align__(16) uint32_t rows[];
    const int lane = lane_of_warp(), words = (int)(a.core_columns / 32);
    uint32_t *row = rows + (int)threadIdx.x / WARP * words;
    for (int k = lane; k < words; k += WARP)
        row[k] = 0;
    for (int64_t r = thread_of_grid() / WARP; r < a.core_rows; r += threads_of_grid() / WARP) {
        const packed_list list = r < a.n ? a.list[r] : 0;
        const int32_t *end = a.end + start_of(list);
        const int length = length_of(list), width = (int)width_of(a, r / TILE);
        uint4 *to = (uint4 *)(a.core + r * words);
        __syncwarp();
        for (int k = lane; k < length; k += WARP)
            if (end[k] < width)
                atomicOr(&row[end[k] >> 5], 1u << (end[k] & 31));
        __syncwarp();
        for (int k = lane; k < width / 128; k += WARP) {
            to[k] = ((uint4 *)row)[k];
            ((uint4 *)row)[k] = make_uint4(0, 0, 0, 0);
        }
    }
}

/* The bits of a step of both tiles: rows first, then columns. */
DEVICE void fetch(uint4 *stage, const triangles_arguments &a, int row, int column, int step)
{
    const int64_t row_vectors = a.core_columns / 128;
#pragma unroll
    for (int q = 0; q < STAGE_VECTORS / TRIANGLES_THREADS; q++) {
        const int k = q * TRIANGLES_THREADS + (int)threadIdx.x, j = k / VECTORS;
        const int r = j < TILE ? row + j : column + j - TILE;
        copy_16_bytes(&stage[k], (const uint4 *)a.core + r * row_vectors + step * VECTORS + k % VECTORS);
    }
}

/* The tiles of a block, those with most bits first. */
struct tile_walk {
    int item, row, column, steps;

    __device__ __forceinline__ bool find(const triangles_arguments &a)
    {
        const int tall = (int)(a.core_rows / TILE), wide = (int)(a.core_columns / TILE);
        for (; item < tall * wide; item += (int)gridDim.x) {
            row = item % tall * TILE;
            column = (wide - 1 - item / tall) * TILE;
            steps = (column + TILE + STEP_BITS - 1) / STEP_BITS;
            if (row >= column && is_in_core(a, row, column))
                return true;
        }
        return false;
    }
};

__global__ void __launch_bounds__(TRIANGLES_THREADS, 2) core_count(struct triangles_arguments a)
{
    extern __shared__ __align__(16) uint4 stages[];
    const int lane = lane_of_warp(), warp = (int)threadIdx.x / WARP, group = lane / QUAD, part = lane % QUAD;
    const int down = warp / WARPS_ACROSS * ROWS, across = warp % WARPS_ACROSS * COLUMNS;
    unsigned long long sum = 0;
    int fetched = 0, used = 0, fetched_step = 0;
    tile_walk ahead = {(int)blockIdx.x, 0, 0, 0};
    bool has_ahead = ahead.find(a);
    /* Fetching runs ahead of the product, into the next tile too. */
    auto fetch_next = [&]() {
        if (has_ahead) {
            fetch(stages + fetched % STAGES * STAGE_VECTORS, a, ahead.row, ahead.column, fetched_step);
            fetched++;
            if (++fetched_step == ahead.steps) {
                fetched_step = 0;
                ahead.item += (int)gridDim.x;
                has_ahead = ahead.find(a);
            }
        }
        commit_copies();
    };
    for (int s = 0; s < STAGES - 1; s++)
        fetch_next();
    for (tile_walk tile = {(int)blockIdx.x, 0, 0, 0}; tile.find(a); tile.item += (int)gridDim.x) {
        const int row = tile.row, column = tile.column;
        int count[TILES_DOWN][TILES_ACROSS][4] = {};
        for (int step = 0; step < tile.steps; step++) {
            const uint4 *rows = stages + used++ % STAGES * STAGE_VECTORS, *columns = rows + TILE * VECTORS;
            wait_for_copies<STAGES - 2>();
            __syncthreads();
            fetch_next();
            uint4 right[TILES_ACROSS];
#pragma unroll
            for (int c = 0; c < TILES_ACROSS; c++)
                right[c] = columns[(across + c * 8 + group) * VECTORS + part];
#pragma unroll
            for (int d = 0; d < TILES_DOWN; d++) {
                const uint4 low = rows[(down + d * 16 + group) * VECTORS + part],
                            high = rows[(down + d * 16 + 8 + group) * VECTORS + part];
                /* Which bits stand for which w does not matter, as long as both operands agree. */
#pragma unroll
                for (int c = 0; c < TILES_ACROSS; c++) {
                    match(count[d][c], low.x, high.x, low.y, high.y, right[c].x, right[c].y);
                    match(count[d][c], low.z, high.z, low.w, high.w, right[c].z, right[c].w);
                }
            }
        }
#pragma unroll
        for (int d = 0; d < TILES_DOWN; d++)
#pragma unroll
            for (int half = 0; half < 2; half++) {
                const int64_t r = row + down + d * 16 + half * 8 + group;
                const uint32_t bits = a.core[(r * a.core_columns + column + across) / 32] >> 2 * part;
#pragma unroll
                for (int c = 0; c < TILES_ACROSS; c++)
#pragma unroll
                    for (int k = 0; k < 2; k++)
                        sum += (bits >> (c * 8 + k) & 1) != 0 ? (unsigned)count[d][c][2 * half + k] : 0u;
            }
    }
    add_count(a, sum);
}

} // namespace

EXPORT(core_rows)
EXPORT(core_count)
extern "C" const int graph__cuda_core_count_bytes = STAGES * STAGE_VECTORS * (int)sizeof(uint4);
