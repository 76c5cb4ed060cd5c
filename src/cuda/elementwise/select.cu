/* Selects entries by their positions, or those that are marked (select_host.c). */
#include "cuda/elementwise/select_tile.cuh"

#include "cuda/primitives/positions.cuh"

template <typename V>
static __global__ void __launch_bounds__(TILE_THREADS, 5) select_positions(struct select_arguments a)
{
    alignas(16) __shared__ int32_t row[TILE];
    const uint8_t *passes = nullptr;
    select_tile<V>(
        a,
        [&](int64_t tile) {
            if (a.passes != nullptr)
                passes = a.passes + tile * TILE;
            else
                find_rows_of_tile(row, a.tiles, tile);
        },
        [&](int t, int32_t j, V) {
            return passes != nullptr ? passes[t] != 0 : position_passes(a.op, row[t], j, a.k);
        });
}

EXPORT_SIZES(select_positions)
