/* Triangles among the vertices of highest degree, on the tensor cores.
 *
 * Bit w of row u of B: w < u is a neighbour of u.  The triangles w < v < u, with v among the columns and u among the rows,
 * are the sum over the bits (u, v) of the number of common bits of the rows u and v.  The product B B' has these numbers for
 * all u and v at once; it pays where one bit in about a hundred is set.
 * Source: Azad, Buluc, Gilbert, "Parallel triangle counting and enumeration using matrix algebra", GABB 2015, for the masked
 * product. */
#include "cuda/primitives/async_copies.cuh"
#include "cuda/primitives/bit_mma.cuh"
#include "cuda/primitives/value_sizes.cuh"
#include "cuda/triangles/triangles.cuh"

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
static_assert(STAGE_VECTORS == 4 * TRIANGLES_THREADS, "a thread copies four vectors");
static_assert(COLUMNS == 32 && VECTORS == QUAD, "a word of bits for a warp's columns, a vector for a lane");

/* How many bits of the rows of tile i are used: up to the last column that is in the core with them. */
DEVICE int64_t width_of(const triangles_arguments &a, int64_t i)
{
    int64_t last = a.core_columns / TILE - 1;
    last = i < last ? i : last;
    last = i > 0 && a.core_reach / i < last ? a.core_reach / i : last;
    return (last * TILE + TILE + STEP_BITS - 1) / STEP_BITS * STEP_BITS;
}

/* Writes the rows of B from the lists. */
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

/* Iterates over the tiles (i, j) of a block, those with most bits first. */
struct tile_iterator {
    int i, j, tall, reach, step;

    __device__ __forceinline__ explicit tile_iterator(const triangles_arguments &a)
        : i((int)blockIdx.x * a.parts + a.part), j((int)(a.core_columns / TILE) - 1),
          tall((int)(a.core_rows / TILE)), reach((int)a.core_reach), step((int)gridDim.x * a.parts)
    {
        find();
    }
    __device__ __forceinline__ bool is_at_end() const { return j < 0; }
    __device__ __forceinline__ int steps() const { return (j * TILE + TILE + STEP_BITS - 1) / STEP_BITS; }
    __device__ __forceinline__ void next()
    {
        i += step;
        find();
    }

  private:
    /* Goes to the first tile from (i, j) on that is in the core. */
    __device__ __forceinline__ void find()
    {
        for (;; i += step) {
            for (; i >= tall; i -= tall)
                j--;
            if (j < 0 || (i >= j && i * j <= reach))
                return;
        }
    }
};

/* Copies steps of rows and columns to shared memory ahead of the product, also across tiles; a thread copies one vector of
 * each quarter. */
struct tile_copies {
    tile_iterator tile;
    int step, stage;
    const uint4 *row, *column;

    __device__ __forceinline__ explicit tile_copies(const triangles_arguments &a) : tile(a), step(0), stage(0)
    {
        start(a);
    }
    __device__ __forceinline__ void start(const triangles_arguments &a)
    {
        const uint4 *base = (const uint4 *)a.core + threadIdx.x % VECTORS;
        const int64_t row_vectors = a.core_columns / 128, k = threadIdx.x / VECTORS;
        row = base + (tile.i * TILE + k) * row_vectors;
        column = base + (tile.j * TILE + k) * row_vectors;
    }
    __device__ __forceinline__ void next(const triangles_arguments &a, uint4 *stages)
    {
        const int64_t half = TILE / 2 * (a.core_columns / 128);
        uint4 *to = stages + stage * STAGE_VECTORS + threadIdx.x;
        if (!tile.is_at_end()) {
            copy_16_bytes(to, row);
            copy_16_bytes(to + TRIANGLES_THREADS, row + half);
            copy_16_bytes(to + 2 * TRIANGLES_THREADS, column);
            copy_16_bytes(to + 3 * TRIANGLES_THREADS, column + half);
            row += VECTORS;
            column += VECTORS;
            stage = stage + 1 < STAGES ? stage + 1 : 0;
            if (++step == tile.steps()) {
                step = 0;
                tile.next();
                start(a);
            }
        }
        commit_copies();
    }
};

__global__ void __launch_bounds__(TRIANGLES_THREADS, 2) core_count(struct triangles_arguments a)
{
    extern __shared__ __align__(16) uint4 stages[];
    const int lane = lane_of_warp(), warp = (int)threadIdx.x / WARP, group = lane / QUAD, part = lane % QUAD;
    const int down = warp / WARPS_ACROSS * ROWS, across = warp % WARPS_ACROSS * COLUMNS;
    unsigned long long sum = 0;
    int stage = 0;
    tile_copies copies(a);
    for (int s = 0; s < STAGES - 1; s++)
        copies.next(a, stages);
    for (tile_iterator tile(a); !tile.is_at_end(); tile.next()) {
        int count[TILES_DOWN][TILES_ACROSS][4] = {};
        for (int step = 0; step < tile.steps(); step++) {
            const uint4 *rows = stages + stage * STAGE_VECTORS, *columns = rows + TILE * VECTORS;
            stage = stage + 1 < STAGES ? stage + 1 : 0;
            wait_for_copies<STAGES - 2>();
            __syncthreads();
            copies.next(a, stages);
            uint4 right[TILES_ACROSS];
#pragma unroll
            for (int c = 0; c < TILES_ACROSS; c++)
                right[c] = columns[(across + c * 8 + group) * VECTORS + part];
#pragma unroll
            for (int d = 0; d < TILES_DOWN; d++) {
                const uint4 low = rows[(down + d * 16 + group) * VECTORS + part],
                            high = rows[(down + d * 16 + 8 + group) * VECTORS + part];
                /* Any order of the bits is right if both operands have the same. */
#pragma unroll
                for (int c = 0; c < TILES_ACROSS; c++) {
                    match(count[d][c], low.x, high.x, low.y, high.y, right[c].x, right[c].y);
                    match(count[d][c], low.z, high.z, low.w, high.w, right[c].z, right[c].w);
                }
            }
        }
        unsigned here = 0; /* at most 64 counts of 2^14 */
#pragma unroll
        for (int d = 0; d < TILES_DOWN; d++)
#pragma unroll
            for (int half = 0; half < 2; half++) {
                const int64_t r = tile.i * TILE + down + d * 16 + half * 8 + group;
                const uint32_t bits = a.core[(r * a.core_columns + tile.j * TILE + across) / 32] >> 2 * part;
#pragma unroll
                for (int c = 0; c < TILES_ACROSS; c++)
#pragma unroll
                    for (int k = 0; k < 2; k++)
                        if ((bits & 1u << (c * 8 + k)) != 0)
                            here += (unsigned)count[d][c][2 * half + k];
            }
        sum += here;
    }
    add_count(a, sum);
}

} // namespace

EXPORT(core_rows)
EXPORT(core_count)
extern "C" const int graph__cuda_core_count_bytes = STAGES * STAGE_VECTORS * (int)sizeof(uint4);
