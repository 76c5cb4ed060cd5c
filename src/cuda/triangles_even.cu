/* Triangles of graphs without long rows: vertices keep their numbers.
 *
 * N(u), the neighbours of u with smaller numbers, is the front of its row.  Hashes of 14 bits of up to 16 of them make a
 * record, which fills one sector of memory; a vertex with more has several.  A warp takes a vertex u, puts N(u) into a
 * filter of bits in shared memory, and looks up the records of all v in N(u) there, with two lanes for a record.  What the
 * filter does not reject is read again as a number and searched in the row of u.
 * Source: Schank, Wagner, "Finding, counting and listing all triangles in large graphs", WEA 2005; the filter: Bloom,
 * CACM 13(7), 1970. */
#include "cuda/sizes.cuh"
#include "cuda/triangles.cuh"

namespace
{

enum {
    HASH_BITS = 14,
    FILTER_WORDS = (1 << HASH_BITS) / 32,
    PLACE = 4 * (FILTER_WORDS - 1), /* bits of a mark that tell the word, by its byte */
    BIT = 11,                       /* from here on: which bit of the word */
    NONE = PLACE | 31 << BIT,       /* the mark of no vertex */
    MORE = 1,                       /* beside the last mark of a record: there is another record */
    WRITERS = TRIANGLES_WRITERS,
    READERS = 2,
    EACH = TRIANGLES_RECORD / WRITERS,
    MARKS = TRIANGLES_RECORD / READERS /* that a reader has */
};
#define NO_NUMBER     INT32_MAX
#define FIRST_READERS 0x55555555u

static_assert(READERS == 2 && PLACE < 4 * FILTER_WORDS,
              "which lanes come first; places are below a filter's size");

/* A mark: a hash of 14 bits as the place of a bit in the filter. */
DEVICE unsigned mark_of(int32_t v)
{
    const unsigned mark = (unsigned)v * 0x9e3779b1u >> (32 - HASH_BITS) << 2;
    return mark < NONE ? mark : NONE - 4;
}

/* Which mark of a record belongs to which number of the row: writer p has the numbers p, p + 4, p + 8, p + 12. */
DEVICE int row_place(int place) { return place % EACH * WRITERS + place / EACH; }

__global__ void __launch_bounds__(TRIANGLES_THREADS) even_records(struct triangles_arguments a)
{
    const int lane = lane_of_warp(), part = lane % WRITERS, last = lane | (WRITERS - 1);
    int64_t ends = 0, loops = 0;
    for (int64_t base = thread_of_grid() / WARP * (WARP / WRITERS); base < a.n;
         base += threads_of_grid() / WRITERS) {
        const int64_t v = base + lane / WRITERS;
        int64_t first = v < a.n ? a.row_start[v] : 0;
        const int64_t end = v < a.n ? a.row_start[v + 1] : 0;
        bool is_here = v < a.n;
        int32_t w[EACH];
#pragma unroll
        for (int j = 0; j < EACH; j++) {
            const int64_t k = first + j * WRITERS + part;
            w[j] = k < end ? a.column[k] : NO_NUMBER;
            loops += w[j] == v;
        }
        for (int64_t level = 0;; level++) {
            const bool is_full = __shfl_sync(ALL_LANES, (int)(is_here && w[EACH - 1] < v), last) != 0;
            unsigned mark[EACH];
            int32_t next[EACH];
            first += TRIANGLES_RECORD;
#pragma unroll
            for (int j = 0; j < EACH; j++) {
                const int64_t k = first + j * WRITERS + part;
                next[j] = is_full && k < end ? a.column[k] : NO_NUMBER;
                loops += next[j] == v;
                mark[j] = w[j] < v ? mark_of(w[j]) : NONE;
                ends += is_here && w[j] < v;
            }
            const bool has_more = __shfl_sync(ALL_LANES, (int)(next[0] < v), lane - part) != 0;
            if (has_more && lane == last)
                mark[EACH - 1] |= MORE;
            if (is_here)
                ((uint2 *)a.record)[(level * a.n + v) * WRITERS + part] =
                    make_uint2(mark[0] | mark[1] << 16, mark[2] | mark[3] << 16);
            is_here = has_more;
            if (!__any_sync(ALL_LANES, has_more))
                break;
#pragma unroll
            for (int j = 0; j < EACH; j++)
                w[j] = next[j];
        }
    }
    add_ends_and_loops(a, ends, loops);
}

/* The filter of a warp, at a multiple of its size in shared memory. */
struct bit_filter {
    uint32_t *word;
    uint32_t address;

    /* words: room for the filters of all warps and one more. */
    __device__ __forceinline__ bit_filter(uint32_t *words, int warp)
    {
        const uint32_t start = (uint32_t)__cvta_generic_to_shared(words), bytes = 4 * FILTER_WORDS;
        address = (start + bytes - 1) / bytes * bytes + warp * bytes;
        word = words + (address - start) / 4;
    }
    __device__ __forceinline__ void add(int32_t v) const
    {
        const unsigned mark = mark_of(v);
        atomicOr(&word[(mark & PLACE) / 4], 1u << (mark >> BIT));
    }
    __device__ __forceinline__ void remove(int32_t v) const { word[(mark_of(v) & PLACE) / 4] = 0; }

    /* Bit 0: whether it has the mark in the lowest 16 bits of x. */
    __device__ __forceinline__ uint32_t find(uint32_t x) const
    {
        uint32_t bits;
        asm volatile("ld.shared.u32 %0, [%1];" : "=r"(bits) : "r"(address | (x & PLACE)) : "memory");
        return __funnelshift_r(bits, bits, x >> BIT);
    }
    __device__ __forceinline__ bool has_any(const uint4 &x) const
    {
        const uint32_t found = find(x.x) | find(x.x >> 16) | find(x.y) | find(x.y >> 16) | find(x.z) |
                               find(x.z >> 16) | find(x.w) | find(x.w >> 16);
        return (found & 1) != 0;
    }
};

/* Whether x is among `length` ascending numbers. */
DEVICE bool is_among(const int32_t *number, int length, int32_t x)
{
    int low = 0;
    while (low < length) {
        const int middle = (low + length) / 2;
        const int32_t other = number[middle];
        if (other == x)
            return true;
        low = other < x ? middle + 1 : low;
        length = other < x ? length : middle;
    }
    return false;
}

/* N(u) by its place in the columns. */
struct row_front {
    int64_t first;
    int length;
};

/* What the filter has not rejected of the marks x of v's record `level`. */
template <bool HAS_CORNERS>
DEVICE int search(const triangles_arguments &a, const row_front &u, const bit_filter &filter, const uint4 &x,
                  int32_t v, int level)
{
    const int32_t *row = a.column + u.first, *other = a.column + a.row_start[v] + level * TRIANGLES_RECORD;
    const uint32_t word[] = {x.x, x.y, x.z, x.w};
    unsigned places = 0;
    int count = 0;
#pragma unroll
    for (int j = 0; j < MARKS; j++)
        places |= (filter.find(word[j / 2] >> 16 * (j % 2)) & 1) << j;
    for (; places != 0; places &= places - 1) {
        const int place = lane_of_warp() % READERS * MARKS + __ffs((int)places) - 1;
        const int32_t w = other[row_place(place)];
        if (!is_among(row, u.length, w))
            continue;
        count++;
        if (HAS_CORNERS) {
            atomicAdd(&a.corners[v], 1ull);
            atomicAdd(&a.corners[w], 1ull);
        }
    }
    return count;
}

/* Looks up the records of N(u), of which lane k has number k if there are at most as many as lanes.  Two lanes take a
 * list, and the next one when they have seen its last record. */
template <bool HAS_CORNERS>
DEVICE int look_up_lists(const triangles_arguments &a, const row_front &u, const bit_filter &filter,
                         int32_t own)
{
    const int lane = lane_of_warp();
    const uint4 *records = (const uint4 *)a.record + lane % READERS;
    const int64_t level_step = a.n * READERS;
    const unsigned before = FIRST_READERS & ((1u << (lane - lane % READERS)) - 1);
    const uint32_t none = (uint32_t)NONE << 16 | NONE;
    uint4 x = make_uint4(none, none, none, none);
    int32_t v = __shfl_sync(ALL_LANES, own, lane / READERS);
    int next = WARP / READERS, level = 0, count = 0;
    const uint4 *record = records + (int64_t)v * READERS;
    bool is_busy = lane / READERS < u.length;
    if (is_busy)
        x = *record;
    do {
        const bool has_more = (__shfl_sync(ALL_LANES, x.w, lane | 1) >> 16 & MORE) != 0;
        const unsigned is_free = FIRST_READERS & __ballot_sync(ALL_LANES, !has_more);
        const int at = next + __popc(is_free & before);
        const uint4 old = x;
        const int32_t old_v = v;
        const int old_level = level;
        int32_t other = __shfl_sync(ALL_LANES, own, at % WARP);
        is_busy = has_more || at < u.length;
        if (u.length > WARP && is_busy && !has_more)
            other = a.column[u.first + at];
        next += __popc(is_free);
        v = has_more ? v : other;
        level = has_more ? level + 1 : 0;
        record = has_more ? record + level_step : records + (int64_t)v * READERS;
        x = make_uint4(none, none, none, none);
        if (is_busy)
            x = *record;
        if (filter.has_any(old))
            count += search<HAS_CORNERS>(a, u, filter, old, old_v, old_level);
    } while (__any_sync(ALL_LANES, is_busy));
    return count;
}

template <bool HAS_CORNERS> DEVICE void count_even(const triangles_arguments &a)
{
    __shared__ uint32_t words[(TRIANGLES_WARPS + 1) * FILTER_WORDS];
    const int lane = lane_of_warp();
    const bit_filter filter(words, (int)threadIdx.x / WARP);
    unsigned long long count = 0;
    for (int k = lane; k < FILTER_WORDS; k += WARP)
        filter.word[k] = 0;
    __syncwarp();
    for (int64_t r = thread_of_grid() / WARP; r < a.n; r += threads_of_grid() / WARP) {
        const int64_t first = a.row_start[r], end = a.row_start[r + 1];
        /* Rows are read once and leave the cache to the records. */
        const int32_t own = first + lane < end ? __ldcs(&a.column[first + lane]) : NO_NUMBER;
        row_front u = {first, __popc(__ballot_sync(ALL_LANES, own < r))};
        int here = 0;
        if (own < r)
            filter.add(own);
        for (int more = u.length; more == WARP; u.length += more) {
            const int64_t k = first + u.length + lane;
            const int32_t w = k < end ? a.column[k] : NO_NUMBER;
            more = __popc(__ballot_sync(ALL_LANES, w < r));
            if (w < r)
                filter.add(w);
        }
        __syncwarp();
        if (u.length > 1)
            here = look_up_lists<HAS_CORNERS>(a, u, filter, own);
        __syncwarp();
        if (own < r)
            filter.remove(own);
        for (int k = WARP + lane; k < u.length; k += WARP)
            filter.remove(a.column[first + k]);
        __syncwarp();
        count += (unsigned)here;
        if (HAS_CORNERS && here > 0)
            atomicAdd(&a.corners[r], (unsigned long long)here);
    }
    add_count(a, count);
}

__global__ void __launch_bounds__(TRIANGLES_THREADS, 8) even_count(struct triangles_arguments a)
{
    count_even<false>(a);
}
__global__ void __launch_bounds__(TRIANGLES_THREADS) even_corners(struct triangles_arguments a)
{
    count_even<true>(a);
}

} // namespace

EXPORT(even_records)
EXPORT(even_count)
EXPORT(even_corners)
