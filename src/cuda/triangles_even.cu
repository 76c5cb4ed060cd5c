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
    NONE = (1 << HASH_BITS) - 1, /* the hash of no vertex */
    MORE = 0x8000,               /* beside the last hash of a record: there is another record */
    FILTER_WORDS = (1 << HASH_BITS) / 32,
    WRITERS = TRIANGLES_WRITERS,
    READERS = 2,
    EACH = TRIANGLES_RECORD / WRITERS,
    HASHES = TRIANGLES_RECORD / READERS /* that a reader has */
};
#define NO_NUMBER INT32_MAX

DEVICE unsigned hash_of(int32_t v)
{
    const unsigned hash = (unsigned)v * 0x9e3779b1u >> (32 - HASH_BITS);
    return hash < NONE ? hash : NONE - 1;
}

/* Which hash of a record belongs to which number of the row: writer p has the numbers p, p + 4, p + 8, p + 12. */
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
            unsigned hash[EACH];
            int32_t next[EACH];
            first += TRIANGLES_RECORD;
#pragma unroll
            for (int j = 0; j < EACH; j++) {
                const int64_t k = first + j * WRITERS + part;
                next[j] = is_full && k < end ? a.column[k] : NO_NUMBER;
                loops += next[j] == v;
                hash[j] = w[j] < v ? hash_of(w[j]) : NONE;
                ends += is_here && w[j] < v;
            }
            const bool has_more = __shfl_sync(ALL_LANES, (int)(next[0] < v), lane - part) != 0;
            if (has_more && lane == last)
                hash[EACH - 1] |= MORE;
            if (is_here)
                ((uint2 *)a.record)[(level * a.n + v) * WRITERS + part] =
                    make_uint2(hash[0] | hash[1] << 16, hash[2] | hash[3] << 16);
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

/* Whether hash j of a reader, which is above the lowest bits of x, may be in the filter: bit 0 of what is returned. */
DEVICE uint32_t look_up(const uint32_t *filter, uint32_t x)
{
    return filter[x >> 5 & (FILTER_WORDS - 1)] >> (x & 31);
}

DEVICE bool may_have(const uint32_t *filter, const uint4 &x)
{
    const uint32_t found = look_up(filter, x.x) | look_up(filter, x.x >> 16) | look_up(filter, x.y) |
                           look_up(filter, x.y >> 16) | look_up(filter, x.z) | look_up(filter, x.z >> 16) |
                           look_up(filter, x.w) | look_up(filter, x.w >> 16);
    return (found & 1) != 0;
}

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
    int64_t u, first;
    int length;
};

/* What the filter has not rejected of the hashes x of v's record `level`. */
template <bool HAS_CORNERS>
DEVICE int search(const triangles_arguments &a, const row_front &u, const uint32_t *filter, const uint4 &x,
                  int32_t v, int level)
{
    const int32_t *row = a.column + u.first, *other = a.column + a.row_start[v] + level * TRIANGLES_RECORD;
    const uint32_t word[] = {x.x, x.y, x.z, x.w};
    unsigned places = 0;
    int count = 0;
#pragma unroll
    for (int j = 0; j < HASHES; j++)
        places |= (look_up(filter, word[j / 2] >> 16 * (j % 2)) & 1) << j;
    for (; places != 0; places &= places - 1) {
        const int place = lane_of_warp() % READERS * HASHES + __ffs((int)places) - 1;
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
DEVICE int look_up_lists(const triangles_arguments &a, const row_front &u, const uint32_t *filter,
                         int32_t own)
{
    const int lane = lane_of_warp();
    const uint4 *record = (const uint4 *)a.record + lane % READERS;
    const unsigned before = (1u << (lane - lane % READERS)) - 1;
    const uint32_t none = NONE << 16 | NONE;
    uint4 x = make_uint4(none, none, none, none);
    int32_t v = __shfl_sync(ALL_LANES, own, lane / READERS);
    int next = WARP / READERS, level = 0, count = 0;
    bool is_busy = lane / READERS < u.length;
    if (is_busy)
        x = record[(int64_t)v * READERS];
    do {
        const bool has_more = __shfl_sync(ALL_LANES, (int)(x.w >> 31), lane | 1) != 0;
        const unsigned is_free = __ballot_sync(ALL_LANES, !has_more);
        const int at = next + __popc(is_free & before) / READERS;
        const uint4 old = x;
        const int32_t old_v = v;
        const int old_level = level;
        int32_t other = __shfl_sync(ALL_LANES, own, at % WARP);
        is_busy = has_more || at < u.length;
        if (u.length > WARP && is_busy && !has_more)
            other = a.column[u.first + at];
        next += __popc(is_free) / READERS;
        v = has_more ? v : other;
        level = has_more ? level + 1 : 0;
        x = make_uint4(none, none, none, none);
        if (is_busy)
            x = record[(level * a.n + v) * READERS];
        if (may_have(filter, old))
            count += search<HAS_CORNERS>(a, u, filter, old, old_v, old_level);
    } while (__any_sync(ALL_LANES, is_busy));
    return count;
}

template <bool HAS_CORNERS> DEVICE void count_even(const triangles_arguments &a)
{
    __shared__ uint32_t filters[TRIANGLES_WARPS][FILTER_WORDS];
    const int lane = lane_of_warp();
    uint32_t *filter = filters[threadIdx.x / WARP];
    unsigned long long count = 0;
    for (int k = lane; k < FILTER_WORDS; k += WARP)
        filter[k] = 0;
    __syncwarp();
    for (int64_t r = thread_of_grid() / WARP; r < a.n; r += threads_of_grid() / WARP) {
        row_front u = {r, a.row_start[r], 0};
        const int64_t end = a.row_start[r + 1];
        int32_t own = NO_NUMBER;
        int here = 0;
        for (int64_t k = u.first + lane;; k += WARP) {
            /* Rows are read once and leave the cache to the records. */
            const int32_t w = k < end ? __ldcs(&a.column[k]) : NO_NUMBER;
            const int smaller = __popc(__ballot_sync(ALL_LANES, w < r));
            own = u.length == 0 ? w : own;
            if (w < r)
                atomicOr(&filter[hash_of(w) >> 5], 1u << (hash_of(w) & 31));
            u.length += smaller;
            if (smaller < WARP)
                break;
        }
        __syncwarp();
        if (u.length > 1)
            here = look_up_lists<HAS_CORNERS>(a, u, filter, own);
        __syncwarp();
        for (int k = lane; k < u.length; k += WARP)
            filter[hash_of(u.length > WARP ? a.column[u.first + k] : own) >> 5] = 0;
        __syncwarp();
        count += (unsigned)here;
        if (HAS_CORNERS && here > 0)
            atomicAdd(&a.corners[r], (unsigned long long)here);
    }
    add_count(a, count);
}

__global__ void __launch_bounds__(TRIANGLES_THREADS) even_count(struct triangles_arguments a)
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
