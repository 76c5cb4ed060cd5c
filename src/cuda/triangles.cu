/* Triangles by sets in shared memory.
 *
 * Vertices are numbered by falling degree; N(u) are the neighbours of u with smaller numbers, at most
 * sqrt(2 edges).  A triangle is an edge u, v with a third in N(u) and N(v).  Of the two ends of an edge one keeps its set
 * in shared memory, and the list of the other is looked up in it:
 * a vertex with many (more than 64) keeps the sets for all its edges to ends with fewer, and a block counts them with a
 * bitmap, which is short because these vertices have small numbers; the others keep them for their edges to smaller
 * numbers, and a warp counts them with a hash table.
 * Source: Schank, Wagner, "Finding, counting and listing all triangles in large graphs", WEA 2005. */
#include "cuda/kernel.cuh"

#include "cuda/triangles_arguments.h"
#include "cuda/triangles_kernels.h"

namespace
{

enum {
    WARPS = TRIANGLES_THREADS / WARP,
    LENGTH_BITS = 24,
    SLOTS = 2 * TRIANGLES_FEW,
    UNROLL = 4,
    LONG_LIST = 24, /* a warp reads it alone; shorter ones are read together */
    TICKET = 4      /* vertices that a warp takes at a time */
};

typedef unsigned long long packed;

#define METHOD __device__ __forceinline__

DEVICE int64_t start_of(packed list) { return (int64_t)(list >> LENGTH_BITS); }
DEVICE int length_of(packed list) { return (int)(list & ((1 << LENGTH_BITS) - 1)); }

DEVICE int64_t sum_of_warp(int64_t x)
{
    for (int step = WARP / 2; step > 0; step /= 2)
        x += __shfl_xor_sync(ALL_LANES, x, step);
    return x;
}

/* Sort keys that rise as degrees fall; all degrees from 65,535 on count as equal. */
__global__ void make_keys(struct triangles_arguments a)
{
    for (int64_t v = thread_of_grid(); v < a.n; v += threads_of_grid()) {
        int64_t degree = a.row_start[v + 1] - a.row_start[v];
        a.key[v] = (uint32_t)(0xffff - (degree < 0xffff ? degree : 0xffff));
        ((uint32_t *)a.vertex)[v] = (uint32_t)v;
    }
}

__global__ void make_numbers(struct triangles_arguments a)
{
    for (int64_t r = thread_of_grid(); r < a.n; r += threads_of_grid())
        a.number[a.vertex[r]] = (int32_t)r;
}

/* Neighbours of a lane's row entry: its number, smaller or larger than the row's. */
struct divided {
    int32_t other;
    bool is_smaller, is_larger, is_loop;
};

DEVICE divided divide(const triangles_arguments &a, int64_t k, int64_t end, int32_t own)
{
    divided d = {own, false, false, false};
    if (k < end) {
        d.other = a.number[a.column[k]];
        d.is_smaller = d.other < own;
        d.is_larger = d.other > own;
        d.is_loop = d.other == own;
    }
    return d;
}

/* A warp for each row; in the end it has its smaller neighbours in front and the larger ones behind. */
__global__ void __launch_bounds__(TRIANGLES_THREADS) divide_short(struct triangles_arguments a)
{
    const int lane = lane_of_warp();
    const unsigned before = (1u << lane) - 1;
    int64_t ends = 0, loops = 0;
    for (int64_t v = thread_of_grid() / WARP; v < a.n; v += threads_of_grid() / WARP) {
        const int64_t first = a.row_start[v], end = a.row_start[v + 1];
        const int32_t own = a.number[v];
        int64_t front = first, back = end;
        if (end - first > TRIANGLES_LONG_ROW)
            continue;
        for (int64_t k = first; k < end; k += UNROLL * WARP) {
            divided d[UNROLL];
#pragma unroll
            for (int j = 0; j < UNROLL; j++)
                d[j] = divide(a, k + j * WARP + lane, end, own);
#pragma unroll
            for (int j = 0; j < UNROLL; j++) {
                unsigned smaller = __ballot_sync(ALL_LANES, d[j].is_smaller);
                unsigned larger = __ballot_sync(ALL_LANES, d[j].is_larger);
                loops += d[j].is_loop;
                if (d[j].is_smaller)
                    a.end[front + __popc(smaller & before)] = d[j].other;
                if (d[j].is_larger)
                    a.end[back - 1 - __popc(larger & before)] = d[j].other;
                front += __popc(smaller);
                back -= __popc(larger);
            }
        }
        if (lane == 0) {
            if (front < back)
                a.end[front] = own; /* A loop has left a gap. */
            a.list[own] = (packed)first << LENGTH_BITS | (packed)(front - first);
            ends += front - first;
        }
    }
    ends = sum_of_warp(ends);
    loops = sum_of_warp(loops);
    if (lane == 0) {
        if (ends > 0)
            atomicAdd(&a.sums->ends, (unsigned long long)ends);
        if (loops > 0)
            atomicAdd(&a.sums->loops, (unsigned long long)loops);
    }
}

/* The long rows, which have the smallest numbers, by blocks. */
__global__ void __launch_bounds__(TRIANGLES_THREADS) divide_long(struct triangles_arguments a)
{
    __shared__ unsigned front, back;
    const int lane = lane_of_warp();
    const unsigned before = (1u << lane) - 1;
    int64_t loops = 0;
    for (int64_t r = blockIdx.x; r < a.n; r += gridDim.x) {
        const int64_t v = a.vertex[r], first = a.row_start[v], end = a.row_start[v + 1];
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
                if (d[j].is_larger)
                    a.end[end - 1 - at_back - __popc(larger & before)] = d[j].other;
            }
        }
        __syncthreads();
        if (threadIdx.x == 0) {
            if (first + front < end - back)
                a.end[first + front] = (int32_t)r;
            a.list[r] = (packed)first << LENGTH_BITS | front;
            atomicAdd(&a.sums->ends, (unsigned long long)front);
        }
    }
    loops = sum_of_warp(loops);
    if (lane == 0 && loops > 0)
        atomicAdd(&a.sums->loops, (unsigned long long)loops);
}

/* The set of a block: a window of numbers as bits. */
struct bit_set {
    const uint32_t *bits;
    int32_t low, high;
    METHOD bool has(int32_t w) const
    {
        return w >= low && w < high && (bits[(w - low) >> 5] >> (w & 31) & 1) != 0;
    }
    /* Bit j: whether it has w[j]. */
    METHOD unsigned find(const int32_t (&w)[UNROLL]) const
    {
        unsigned found = 0;
#pragma unroll
        for (int j = 0; j < UNROLL; j++)
            found |= (unsigned)has(w[j]) << j;
        return found;
    }
};

enum { OWN = TRIANGLES_FEW / WARP /* of each lane */, FILTER = 2 * WARP };

/* The set of a warp.  A filter of words in which each number has two bits says no to almost all others; the numbers
 * themselves, hashed to slots (-1: empty), are put there when it first says yes. */
struct hash_set {
    uint32_t *filter;
    int32_t *slot;
    int32_t own[OWN]; /* of this lane; -1: none */
    bool has_slots;

    static METHOD unsigned hash(int32_t w) { return (unsigned)w * 0x9e3779b1u; }
    static METHOD unsigned place(unsigned hash) { return hash >> 25; }
    static METHOD uint32_t *word(uint32_t *filter, unsigned hash) { return &filter[hash >> 26]; }
    static METHOD uint32_t two_bits(unsigned hash)
    {
        return 1u << (hash >> 21 & 31) | 1u << (hash >> 16 & 31);
    }

    /* filter and slots are empty. */
    METHOD void open()
    {
        has_slots = false;
#pragma unroll
        for (int k = 0; k < OWN; k++)
            if (own[k] >= 0)
                atomicOr(word(filter, hash(own[k])), two_bits(hash(own[k])));
        __syncwarp();
    }

    METHOD void fill_slots()
    {
#pragma unroll
        for (int k = 0; k < OWN; k++)
            if (own[k] >= 0)
                for (unsigned at = place(hash(own[k])); atomicCAS(&slot[at], -1, own[k]) != -1;)
                    at = (at + 1) % SLOTS;
        has_slots = true;
        __syncwarp();
    }

    METHOD bool is_in_slots(int32_t w) const
    {
        for (unsigned at = place(hash(w));; at = (at + 1) % SLOTS) {
            const int32_t other = slot[at];
            if (other == w)
                return true;
            if (other < 0)
                return false;
        }
    }

    METHOD unsigned find(const int32_t (&w)[UNROLL])
    {
        unsigned maybe = 0, found = 0;
#pragma unroll
        for (int j = 0; j < UNROLL; j++) {
            const uint32_t two = two_bits(hash(w[j]));
            maybe |= (unsigned)(w[j] >= 0 && (*word(filter, hash(w[j])) & two) == two) << j;
        }
        if (!__any_sync(ALL_LANES, maybe != 0))
            return 0;
        if (!has_slots)
            fill_slots();
#pragma unroll
        for (int j = 0; j < UNROLL; j++)
            if ((maybe >> j & 1) != 0)
                found |= (unsigned)is_in_slots(w[j]) << j;
        return found;
    }

    METHOD void close()
    {
        const int lane = lane_of_warp();
        __syncwarp();
        for (int k = lane; k < FILTER; k += WARP)
            filter[k] = 0;
        for (int k = lane; has_slots && k < SLOTS; k += WARP)
            slot[k] = -1;
        __syncwarp();
    }
};

/* Looks up the lists of up to 32 others, one for each lane (length 0: none), in the set of `own`. */
template <bool HAS_CORNERS, class SET>
DEVICE void look_up_lists(const triangles_arguments &a, SET &set, int32_t other, packed list, int length,
                          unsigned long long &count)
{
    const int lane = lane_of_warp();
    const int64_t start = start_of(list);
    unsigned waiting = __ballot_sync(ALL_LANES, length >= LONG_LIST);
    for (; waiting != 0; waiting &= waiting - 1) {
        const int owner = __ffs((int)waiting) - 1, all = __shfl_sync(ALL_LANES, length, owner);
        const int32_t x = HAS_CORNERS ? __shfl_sync(ALL_LANES, other, owner) : 0;
        const int32_t *from = a.end + __shfl_sync(ALL_LANES, start, owner);
        unsigned hits = 0;
        for (int base = 0; base < all; base += UNROLL * WARP) {
            int32_t w[UNROLL];
#pragma unroll
            for (int j = 0; j < UNROLL; j++) {
                const int k = base + j * WARP + lane;
                w[j] = k < all ? from[k] : -1;
            }
            const unsigned found = set.find(w);
            hits += (unsigned)__popc(found);
#pragma unroll
            for (int j = 0; HAS_CORNERS && j < UNROLL; j++)
                if ((found >> j & 1) != 0)
                    atomicAdd(&a.corners[w[j]], 1ull);
        }
        count += hits;
        if (HAS_CORNERS && hits > 0)
            atomicAdd(&a.corners[x], (unsigned long long)hits);
    }
    int own = length < LONG_LIST ? length : 0, end = own;
    if (!__any_sync(ALL_LANES, own > 0))
        return;
    for (int step = 1; step < WARP; step *= 2) {
        int x = __shfl_up_sync(ALL_LANES, end, step);
        end += lane >= step ? x : 0;
    }
    const int all = __shfl_sync(ALL_LANES, end, WARP - 1);
    const int64_t first = start - (end - own);
    for (int base = 0; base < all; base += UNROLL * WARP) {
        int32_t w[UNROLL], of[UNROLL];
#pragma unroll
        for (int j = 0; j < UNROLL; j++) {
            int e = base + j * WARP + lane, owner = 0;
#pragma unroll
            for (int step = WARP / 2; step > 0; step /= 2)
                if (__shfl_sync(ALL_LANES, end, owner + step - 1) <= e)
                    owner += step;
            int64_t at = __shfl_sync(ALL_LANES, first, owner);
            if (HAS_CORNERS)
                of[j] = __shfl_sync(ALL_LANES, other, owner);
            w[j] = e < all ? a.end[at + e] : -1;
        }
        const unsigned found = set.find(w);
        count += (unsigned)__popc(found);
#pragma unroll
        for (int j = 0; HAS_CORNERS && j < UNROLL; j++)
            if ((found >> j & 1) != 0) {
                atomicAdd(&a.corners[w[j]], 1ull);
                atomicAdd(&a.corners[of[j]], 1ull);
            }
    }
}

DEVICE void add_count(const triangles_arguments &a, unsigned long long count)
{
    count = (unsigned long long)sum_of_warp((int64_t)count);
    if (lane_of_warp() == 0 && count > 0)
        atomicAdd(&a.sums->count, count);
}

/* Vertices with few smaller neighbours, by warps. */
template <bool HAS_CORNERS> DEVICE void count_few(const triangles_arguments &a)
{
    __shared__ int32_t slots[WARPS][SLOTS];
    __shared__ uint32_t filters[WARPS][FILTER];
    const int lane = lane_of_warp(), warp = (int)threadIdx.x / WARP;
    hash_set set = {filters[warp], slots[warp], {}, true};
    unsigned long long count = 0;
    set.close();
    /* Neighbours in number have similar degrees, so this is a fair division. */
    for (int64_t r = thread_of_grid() / WARP; r < a.n; r += threads_of_grid() / WARP) {
        const packed list = a.list[r];
        const int length = length_of(list);
        const int32_t *own = a.end + start_of(list);
        unsigned long long here = 0;
        if (length < 2 || length > TRIANGLES_FEW)
            continue;
        packed lists[OWN];
#pragma unroll
        for (int k = 0; k < OWN; k++)
            set.own[k] = k * WARP + lane < length ? own[k * WARP + lane] : -1;
#pragma unroll
        for (int k = 0; k < OWN; k++)
            lists[k] = set.own[k] >= 0 ? a.list[set.own[k]] : 0;
        set.open();
#pragma unroll
        for (int k = 0; k < OWN; k++) {
            const int other = length_of(lists[k]);
            if (k * WARP < length)
                look_up_lists<HAS_CORNERS>(a, set, set.own[k], lists[k], other > TRIANGLES_FEW ? 0 : other,
                                           here);
        }
        set.close();
        count += here;
        if (HAS_CORNERS && here > 0)
            atomicAdd(&a.corners[r], here);
    }
    add_count(a, count);
}

/* Vertices with many, by blocks; all of them have long rows and so small numbers. */
template <bool HAS_CORNERS> DEVICE void count_many(const triangles_arguments &a)
{
    extern __shared__ uint32_t bits[];
    __shared__ unsigned ticket;
    const int lane = lane_of_warp(), warp = (int)threadIdx.x / WARP;
    unsigned long long count = 0;
    for (int k = (int)threadIdx.x; k < a.window / 32; k += TRIANGLES_THREADS)
        bits[k] = 0;
    for (;;) {
        __syncthreads();
        if (threadIdx.x == 0)
            ticket = atomicAdd(&a.sums->taken, 1u);
        __syncthreads();
        const int64_t r = ticket;
        if (r >= a.n)
            break;
        const int64_t v = a.vertex[r], first = a.row_start[v], last = a.row_start[v + 1];
        if (last - first <= TRIANGLES_FEW)
            break;
        const packed list = a.list[r];
        const int length = length_of(list);
        const int32_t *own = a.end + start_of(list);
        unsigned long long here = 0;
        if (length <= TRIANGLES_FEW)
            continue;
        for (int64_t low = 0; low < r; low += a.window) {
            bit_set set = {bits, (int32_t)low, (int32_t)(r - low < a.window ? r : low + a.window)};
            for (int k = (int)threadIdx.x; k < length; k += TRIANGLES_THREADS)
                if (own[k] >= set.low && own[k] < set.high)
                    atomicOr(&bits[(own[k] - set.low) >> 5], 1u << (own[k] & 31));
            __syncthreads();
            for (int64_t k = first + warp * WARP; k < last; k += TRIANGLES_THREADS) {
                int32_t x = k + lane < last ? a.end[k + lane] : (int32_t)r;
                packed other = 0;
                int many = 0;
                if (x != r) {
                    other = a.list[x];
                    many = length_of(other);
                    /* The longer list keeps the set; of equal ones that of the larger number. */
                    many = many > length || (many == length && x > r) ? 0 : many;
                }
                look_up_lists<HAS_CORNERS>(a, set, x, other, many, here);
            }
            __syncthreads();
            for (int k = (int)threadIdx.x; k < length; k += TRIANGLES_THREADS)
                if (own[k] >= set.low && own[k] < set.high)
                    bits[(own[k] - set.low) >> 5] = 0;
            __syncthreads();
        }
        count += here;
        if (HAS_CORNERS && here > 0)
            atomicAdd(&a.corners[r], here);
    }
    add_count(a, count);
}

__global__ void __launch_bounds__(TRIANGLES_THREADS) count_with_few(struct triangles_arguments a)
{
    count_few<false>(a);
}
__global__ void __launch_bounds__(TRIANGLES_THREADS) count_with_many(struct triangles_arguments a)
{
    count_many<false>(a);
}
__global__ void __launch_bounds__(TRIANGLES_THREADS) corners_with_few(struct triangles_arguments a)
{
    count_few<true>(a);
}
__global__ void __launch_bounds__(TRIANGLES_THREADS) corners_with_many(struct triangles_arguments a)
{
    count_many<true>(a);
}

__global__ void give_to_vertices(struct triangles_arguments a)
{
    for (int64_t r = thread_of_grid(); r < a.n; r += threads_of_grid())
        a.per_vertex[a.vertex[r]] = (int64_t)a.corners[r];
}

/* ---- Directed patterns ---- */

__global__ void make_union_keys(struct triangles_union_arguments a)
{
    for (int64_t v = thread_of_grid() / WARP; v < a.n; v += threads_of_grid() / WARP)
        for (int64_t k = a.row_start[v] + lane_of_warp(); k < a.row_start[v + 1]; k += WARP) {
            uint64_t w = (uint64_t)a.column[k];
            a.key[2 * k] = (uint64_t)v << 32 | w;
            a.key[2 * k + 1] = w << 32 | (uint64_t)v;
        }
}

__global__ void mark_first(struct triangles_union_arguments a)
{
    for (int64_t k = thread_of_grid(); k < 2 * a.entries; k += threads_of_grid()) {
        bool is_first = k == 0 || a.key[k] != a.key[k - 1];
        a.place[k] = is_first;
        if (is_first)
            atomicAdd(&a.count[a.key[k] >> 32], 1);
    }
}

__global__ void write_rows(struct triangles_union_arguments a)
{
    for (int64_t k = thread_of_grid(); k < 2 * a.entries; k += threads_of_grid())
        if (a.place[k] != a.place[k + 1])
            a.united[a.place[k]] = (int32_t)(a.key[k] & 0xffffffffu);
}

} // namespace

extern "C" const void *const graph__cuda_triangles_kernels[] = {
    (const void *)make_keys,        (const void *)make_numbers,      (const void *)divide_short,
    (const void *)divide_long,      (const void *)count_with_few,    (const void *)count_with_many,
    (const void *)corners_with_few, (const void *)corners_with_many, (const void *)give_to_vertices,
    (const void *)make_union_keys,  (const void *)mark_first,        (const void *)write_rows};
