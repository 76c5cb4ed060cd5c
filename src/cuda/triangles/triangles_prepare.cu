/* Before triangles are counted: degrees, numbers by falling degree, rows divided into smaller and larger numbers, and
 * directed patterns made undirected. */
#include "cuda/primitives/value_sizes.cuh"
#include "cuda/triangles/triangles.cuh"

namespace
{

enum {
    UNROLL = 4,
    ROW_LANES = TRIANGLES_ROW_LANES,
    SHORT_ROW = 2 * UNROLL * ROW_LANES /* the longest that ROW_LANES lanes divide */
};

DEVICE int class_of_degree(int64_t degree)
{
    const unsigned d = degree < INT32_MAX ? (unsigned)degree : INT32_MAX;
    const int power = 31 - __clz((int)(d | 4));
    return d < 4 ? (int)d : 4 * (power - 1) + (int)(d >> (power - 2) & 3);
}

/* Counts degrees by class, and makes sort keys of 16 bits that rise as degrees fall; degrees from 65,535 on are equal. */
__global__ void __launch_bounds__(TRIANGLES_THREADS) triangles_degrees(struct triangles_arguments a)
{
    __shared__ unsigned in_class[TRIANGLES_DEGREE_CLASSES];
    unsigned longest = 0;
    for (int k = (int)threadIdx.x; k < TRIANGLES_DEGREE_CLASSES; k += TRIANGLES_THREADS)
        in_class[k] = 0;
    __syncthreads();
    for (int64_t v = thread_of_grid(); v < a.n; v += threads_of_grid()) {
        const int64_t degree = a.row_start[v + 1] - a.row_start[v];
        a.key[v] = (uint32_t)(0xffff - (degree < 0xffff ? degree : 0xffff));
        ((uint32_t *)a.vertex)[v] = (uint32_t)v;
        longest = longest < degree ? (unsigned)degree : longest;
        atomicAdd(&in_class[class_of_degree(degree)], 1u);
    }
    if (longest > 0)
        atomicMax(&a.sums->longest_row, longest);
    __syncthreads();
    for (int k = (int)threadIdx.x; k < TRIANGLES_DEGREE_CLASSES; k += TRIANGLES_THREADS)
        if (in_class[k] > 0)
            atomicAdd(&a.sums->in_class[k], in_class[k]);
    if (thread_of_grid() == 0)
        a.sums->entries = (unsigned long long)a.row_start[a.n];
}

__global__ void triangles_numbers(struct triangles_arguments a)
{
    for (int64_t r = thread_of_grid(); r < a.n; r += threads_of_grid())
        a.number[a.vertex[r]] = (int32_t)r;
}

/* An entry of a row: the number of the neighbour, and whether it is smaller or larger than that of the row. */
struct divided {
    int32_t other;
    bool is_smaller, is_larger, is_loop;
};

DEVICE divided divide(const triangles_arguments &a, int64_t k, int64_t end, int32_t row)
{
    divided d = {row, false, false, false};
    if (k < end) {
        d.other = a.number[a.column[k]];
        d.is_smaller = d.other < row;
        d.is_larger = d.other > row;
        d.is_loop = d.other == row;
    }
    return d;
}

/* Where the narrow list of vertex v begins: at a vector, with room for all entries of its row. */
DEVICE int64_t narrow_start(int64_t v, int64_t first)
{
    return (first / TRIANGLES_NARROW_VECTOR + v) * TRIANGLES_NARROW_VECTOR;
}

/* Fills up the last vector of a narrow list; called by at least as many threads k as a vector has numbers. */
DEVICE void end_narrow(const triangles_arguments &a, int64_t end, int k)
{
    if (k < (TRIANGLES_NARROW_VECTOR - end % TRIANGLES_NARROW_VECTOR) % TRIANGLES_NARROW_VECTOR)
        a.narrow[end + k] = TRIANGLES_NARROW_MAX;
}

/* Lists are read in whole vectors, which may reach beyond their ends.  In a row without larger numbers those places, after
 * `front` and before `end`, get a value.  Called by threads k. */
DEVICE void fill_vectors(const triangles_arguments &a, int64_t front, int64_t end, int k)
{
    enum { MARGIN = TRIANGLES_VECTOR - 1 };
    if (k < MARGIN && front + k < end)
        a.end[front + k] = 0;
    if (k < MARGIN && end - 1 - k >= front)
        a.end[end - 1 - k] = 0;
}

/* Divides rows from number r on, each by LANES lanes: the smaller neighbours go to the front of the row, the larger ones to
 * its end. */
template <int LANES>
DEVICE void divide_rows(const triangles_arguments &a, int64_t r, int64_t &ends, int64_t &loops)
{
    const int lane = lane_of_warp() % LANES, shift = lane_of_warp() - lane;
    const unsigned lanes = ALL_LANES >> (WARP - LANES), before = (1u << lane) - 1;
    const int32_t row = (int32_t)(r + shift / LANES);
    const bool is_row = row < a.connected;
    const int64_t v = is_row ? a.vertex[row] : 0, first = is_row ? a.row_start[v] : 0,
                  end = is_row ? a.row_start[v + 1] : 0;
    const bool has_larger = end - first > TRIANGLES_SHORT;
    const int64_t narrow_first = narrow_start(v, first);
    int64_t front = first, back = end, narrow = narrow_first;
    for (int64_t k = first + lane; __any_sync(ALL_LANES, k - lane < end); k += UNROLL * LANES) {
        divided d[UNROLL];
#pragma unroll
        for (int j = 0; j < UNROLL; j++)
            d[j] = divide(a, k + j * LANES, end, row);
#pragma unroll
        for (int j = 0; j < UNROLL; j++) {
            const unsigned smaller = __ballot_sync(ALL_LANES, d[j].is_smaller) >> shift & lanes;
            const unsigned larger = __ballot_sync(ALL_LANES, d[j].is_larger) >> shift & lanes;
            loops += d[j].is_loop;
            if (d[j].is_smaller)
                a.end[front + __popc(smaller & before)] = d[j].other;
            if (has_larger && d[j].is_larger)
                a.end[back - 1 - __popc(larger & before)] = d[j].other;
            front += __popc(smaller);
            back -= __popc(larger);
            if (a.narrow != NULL) {
                const bool is_narrow = d[j].is_smaller && d[j].other < TRIANGLES_NARROW_MAX;
                const unsigned narrows = __ballot_sync(ALL_LANES, is_narrow) >> shift & lanes;
                if (is_narrow)
                    a.narrow[narrow + __popc(narrows & before)] = (uint16_t)d[j].other;
                narrow += __popc(narrows);
            }
        }
    }
    if (a.narrow != NULL && is_row)
        end_narrow(a, narrow, lane);
    if (!has_larger && is_row)
        fill_vectors(a, front, end, lane);
    if (lane == 0 && is_row) {
        if (a.narrow != NULL)
            a.narrow_list[row] = pack_list(narrow_first, narrow - narrow_first);
        if (has_larger && front < back)
            a.end[front] = row; /* the gap of a loop */
        a.list[row] = pack_list(first, front - first);
        ends += front - first;
    }
}

/* The shorter rows, by warps.  Rows with neighbouring numbers have similar lengths, the first is the longest. */
__global__ void __launch_bounds__(TRIANGLES_THREADS, 5) triangles_divide_short(struct triangles_arguments a)
{
    enum { WARP_ROWS = WARP / ROW_LANES };
    int64_t ends = 0, loops = 0;
    if (thread_of_grid() < TRIANGLES_VECTOR)
        a.end[a.row_start[a.n] + thread_of_grid()] = 0;
    for (int64_t r = thread_of_grid() / WARP * WARP_ROWS; r < a.connected;
         r += threads_of_grid() / ROW_LANES) {
        const int64_t last = r + WARP_ROWS < a.connected ? r + WARP_ROWS : a.connected;
        const int64_t v = a.vertex[r], longest = a.row_start[v + 1] - a.row_start[v];
        if (longest <= SHORT_ROW)
            divide_rows<ROW_LANES>(a, r, ends, loops);
        for (int64_t row = r; row < last && longest > SHORT_ROW; row++) {
            const int64_t w = a.vertex[row];
            if (a.row_start[w + 1] - a.row_start[w] <= TRIANGLES_LONG_ROW)
                divide_rows<WARP>(a, row, ends, loops);
        }
    }
    add_ends_and_loops(a, ends, loops);
}

/* The long rows, which have the smallest numbers, by blocks. */
__global__ void __launch_bounds__(TRIANGLES_THREADS) triangles_divide_long(struct triangles_arguments a)
{
    __shared__ unsigned front, back;
    const int lane = lane_of_warp();
    const unsigned before = (1u << lane) - 1;
    int64_t loops = 0;
    for (int64_t r = blockIdx.x; r < a.n; r += gridDim.x) {
        const int64_t v = a.vertex[r], first = a.row_start[v], end = a.row_start[v + 1];
        const int64_t narrow = narrow_start(v, first);
        if (end - first <= TRIANGLES_LONG_ROW)
            break;
        __syncthreads();
        if (threadIdx.x == 0)
            front = back = 0;
        __syncthreads();
        for (int64_t k = first + threadIdx.x - lane; k < end; k += UNROLL * TRIANGLES_THREADS) {
            divided d[UNROLL];
#pragma unroll
            for (int j = 0; j < UNROLL; j++)
                d[j] = divide(a, k + j * TRIANGLES_THREADS + lane, end, (int32_t)r);
#pragma unroll
            for (int j = 0; j < UNROLL; j++) {
                unsigned smaller = __ballot_sync(ALL_LANES, d[j].is_smaller);
                unsigned larger = __ballot_sync(ALL_LANES, d[j].is_larger), at = 0, at_back = 0;
                loops += d[j].is_loop;
                if (lane == 0) {
                    at = atomicAdd(&front, (unsigned)__popc(smaller));
                    at_back = atomicAdd(&back, (unsigned)__popc(larger));
                }
                at = __shfl_sync(ALL_LANES, at, 0);
                at_back = __shfl_sync(ALL_LANES, at_back, 0);
                if (d[j].is_smaller)
                    a.end[first + at + __popc(smaller & before)] = d[j].other;
                if (a.narrow != NULL && d[j].is_smaller)
                    a.narrow[narrow + at + __popc(smaller & before)] = (uint16_t)d[j].other;
                if (d[j].is_larger)
                    a.end[end - 1 - at_back - __popc(larger & before)] = d[j].other;
            }
        }
        __syncthreads();
        if (a.narrow != NULL)
            end_narrow(a, narrow + front, (int)threadIdx.x);
        if (threadIdx.x == 0) {
            if (first + front < end - back)
                a.end[first + front] = (int32_t)r;
            a.list[r] = pack_list(first, front);
            if (a.narrow != NULL)
                a.narrow_list[r] = pack_list(narrow, front);
            atomicAdd(&a.sums->ends, (unsigned long long)front);
        }
    }
    add_ends_and_loops(a, 0, loops);
}

__global__ void triangles_to_vertices(struct triangles_arguments a)
{
    for (int64_t r = thread_of_grid(); r < a.n; r += threads_of_grid())
        a.per_vertex[a.vertex[r]] = (int64_t)a.corners[r];
}

/* ---- Directed patterns ---- */

__global__ void triangles_union_keys(struct triangles_union_arguments a)
{
    for (int64_t v = thread_of_grid() / WARP; v < a.n; v += threads_of_grid() / WARP)
        for (int64_t k = a.row_start[v] + lane_of_warp(); k < a.row_start[v + 1]; k += WARP) {
            uint64_t w = (uint64_t)a.column[k];
            a.key[2 * k] = (uint64_t)v << 32 | w;
            a.key[2 * k + 1] = w << 32 | (uint64_t)v;
        }
}

__global__ void triangles_union_mark(struct triangles_union_arguments a)
{
    for (int64_t k = thread_of_grid(); k < 2 * a.entries; k += threads_of_grid()) {
        bool is_first = k == 0 || a.key[k] != a.key[k - 1];
        a.place[k] = is_first;
        if (is_first)
            atomicAdd(&a.count[a.key[k] >> 32], 1);
    }
}

__global__ void triangles_union_rows(struct triangles_union_arguments a)
{
    for (int64_t k = thread_of_grid(); k < 2 * a.entries; k += threads_of_grid())
        if (a.place[k] != a.place[k + 1])
            a.united[a.place[k]] = (int32_t)(a.key[k] & 0xffffffffu);
}

} // namespace

EXPORT(triangles_degrees)
EXPORT(triangles_numbers)
EXPORT(triangles_divide_short)
EXPORT(triangles_divide_long)
EXPORT(triangles_to_vertices)
EXPORT(triangles_union_keys)
EXPORT(triangles_union_mark)
EXPORT(triangles_union_rows)
