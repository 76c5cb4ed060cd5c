/* Stream compaction: finished rows from scratch memory to C.  Values are copied as words of their size. */
#include "cuda/runtime/kernel.cuh"

#include "cuda/mxm/analysis/mxm_analysis_arguments.h"
#include "cuda/primitives/warp.cuh"

/* Calls step(x) with an x of the unsigned type of so many bytes. */
template <class Step> DEVICE void with_type_of(int bytes, Step step)
{
    switch (bytes) {
    case 1:
        return step(uint8_t());
    case 2:
        return step(uint16_t());
    case 4:
        return step(uint32_t());
    default:
        return step(uint64_t());
    }
}

/* Each lane loads EACH entries before it stores the first. */
template <typename V>
DEVICE void copy_row(const struct mxm_compact_arguments &a, int64_t from, int64_t to, int64_t n, int place)
{
    enum { EACH = 4 };
    const V *__restrict__ value = (const V *)a.value + from;
    const int32_t *__restrict__ column = a.column + from;
    V *__restrict__ C_value = (V *)a.C_value + to;
    int32_t *__restrict__ C_column = a.C_column + to;
    for (int64_t first = place; first < n; first += EACH * a.lanes) {
        int32_t j[EACH];
        V x[EACH];
#pragma unroll
        for (int e = 0; e < EACH; e++)
            if (first + e * a.lanes < n) {
                j[e] = column[first + e * a.lanes];
                x[e] = value[first + e * a.lanes];
            }
#pragma unroll
        for (int e = 0; e < EACH; e++)
            if (first + e * a.lanes < n) {
                C_column[first + e * a.lanes] = j[e];
                C_value[first + e * a.lanes] = x[e];
            }
    }
}

static __global__ void compact(struct mxm_compact_arguments a)
{
    int64_t place = thread_of_grid() / a.lanes;
    if (place >= a.rows)
        return;
    /* The longest rows stand last, and begin first. */
    place = a.first + a.rows - 1 - place;
    const int64_t row = a.list[place], to = a.C_row_start[row], n = a.C_row_start[row + 1] - to;
    const int64_t from = a.offset[place];
    const int lane = (int)(thread_of_grid() & (a.lanes - 1));
    with_type_of(a.value_bytes, [&](auto like) { copy_row<decltype(like)>(a, from, to, n, lane); });
}

/* A warp copies some rows, one after the other; its lanes have read where all of them are. */
template <typename V>
DEVICE void copy_rows(const struct mxm_compact_arguments &a, int64_t from, int64_t to, int64_t n, int rows)
{
#pragma unroll 1
    for (int r = 0; r < rows; r++)
        copy_row<V>(a, __shfl_sync(ALL_LANES, from, r), __shfl_sync(ALL_LANES, to, r),
                    __shfl_sync(ALL_LANES, n, r), lane_of_warp());
}

static __global__ void compact_warps(struct mxm_compact_arguments a)
{
    const int64_t first = thread_of_grid() / WARP * MXM_COMPACT_ROWS;
    const int lane = lane_of_warp();
    const int rows = (int)min(a.rows - first, (int64_t)MXM_COMPACT_ROWS);
    int64_t from = 0, to = 0, n = 0;
    if (lane < rows) {
        const int64_t row = a.list[a.first + first + lane];
        from = a.offset[a.first + first + lane];
        to = a.C_row_start[row];
        n = a.C_row_start[row + 1] - to;
    }
    with_type_of(a.value_bytes, [&](auto like) { copy_rows<decltype(like)>(a, from, to, n, rows); });
}

/* Rows at listed places, a warp for each. */
static __global__ void compact_places(struct mxm_compact_arguments a)
{
    const int64_t rows = *a.places;
    for (int64_t r = thread_of_grid() / WARP; r < rows; r += threads_of_grid() / WARP) {
        const int64_t place = a.place[r], row = a.list[place], to = a.C_row_start[row];
        const int64_t n = a.C_row_start[row + 1] - to, from = a.offset[place];
        with_type_of(a.value_bytes,
                     [&](auto like) { copy_row<decltype(like)>(a, from, to, n, lane_of_warp()); });
    }
}

/* A warp copies its part of 32 short rows, lanes over the entries of all. */
template <typename V>
DEVICE void copy_short_rows(const struct mxm_compact_arguments &a, int part, int64_t from, int64_t to, int n)
{
    enum { EACH = 4 };
    const V *__restrict__ value = (const V *)a.value;
    const int sum = scan_warp(n), all = __shfl_sync(ALL_LANES, sum, WARP - 1);
    from -= sum - n;
    to -= sum - n;
    for (int base = part * EACH * WARP; base < all; base += MXM_COMPACT_PARTS * EACH * WARP) {
        const int first = base + lane_of_warp();
        int64_t there[EACH];
        int32_t column[EACH];
        V x[EACH];
#pragma unroll
        for (int e = 0; e < EACH; e++) {
            const int q = first + e * WARP, owner = search_warp(q, sum);
            const int64_t here = __shfl_sync(ALL_LANES, from, owner) + q;
            there[e] = __shfl_sync(ALL_LANES, to, owner) + q;
            if (q < all) {
                column[e] = a.column[here];
                x[e] = value[here];
            }
        }
#pragma unroll
        for (int e = 0; e < EACH; e++)
            if (first + e * WARP < all) {
                a.C_column[there[e]] = column[e];
                ((V *)a.C_value)[there[e]] = x[e];
            }
    }
}

static __global__ void compact_short(struct mxm_compact_arguments a)
{
    /* Warps that follow each other share 32 rows. */
    const int64_t warp = thread_of_grid() / WARP, place = warp / MXM_COMPACT_PARTS * WARP + lane_of_warp();
    const int part = (int)(warp % MXM_COMPACT_PARTS);
    int64_t from = 0, to = 0;
    int n = 0;
    if (place < a.rows) {
        const int64_t row = a.list[a.first + place];
        to = a.C_row_start[row];
        n = (int)(a.C_row_start[row + 1] - to);
        from = a.offset[a.first + place];
    }
    with_type_of(a.value_bytes, [&](auto like) { copy_short_rows<decltype(like)>(a, part, from, to, n); });
}

const void *const graph__mxm_compact = (const void *)compact;
const void *const graph__mxm_compact_warps = (const void *)compact_warps;
const void *const graph__mxm_compact_places = (const void *)compact_places;
const void *const graph__mxm_compact_short = (const void *)compact_short;
