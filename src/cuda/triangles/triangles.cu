/* Triangles by intersection of lists, one of the two as a set in shared memory.
 *
 * Vertices are numbered by falling degree; N(u) is the list of neighbours of u with smaller numbers, at most sqrt(2 edges).
 * A triangle is an edge u, v with a third vertex in N(u) and N(v).  For each edge one list becomes a set in shared memory,
 * and the other is looked up in it: a vertex with a long list (more than 64) makes the set for all its edges to vertices
 * with shorter lists; a block counts with a bitmap, which is small because these vertices have small numbers.  A vertex with
 * a short list makes the set for its edges to smaller numbers with short lists; a warp counts with a hash table.
 * Source: Schank, Wagner, "Finding, counting and listing all triangles in large graphs", WEA 2005. */
#include "cuda/primitives/value_sizes.cuh"
#include "cuda/triangles/triangles.cuh"

namespace
{

enum {
    SLOTS = 2 * TRIANGLES_SHORT,
    BATCH = 8,                   /* vertices with short lists that a warp takes at a time */
    READERS = 8,                 /* lanes that read a list, a vector of 16 bytes each */
    NARROW_READERS = 4,          /* the same for lists of 16 bits */
    MOST = 2 * TRIANGLES_THREADS /* lists in the queue of a block */
};

#define METHOD __device__ __forceinline__

/* The set of a block: a window of numbers as bits. */
struct bit_set {
    const uint32_t *bits;
    int32_t low, high;
    METHOD bool has(int32_t w) const
    {
        const unsigned at = (unsigned)(w - low);
        return at < (unsigned)(high - low) && (bits[at >> 5] >> (w & 31) & 1) != 0;
    }
    /* Bit j: whether it has w[j]. */
    template <int NUMBERS> METHOD unsigned find(const int32_t (&w)[NUMBERS]) const
    {
        unsigned found = 0;
#pragma unroll
        for (int j = 0; j < NUMBERS; j++)
            found |= (unsigned)has(w[j]) << j;
        return found;
    }
};

enum { LANE_NUMBERS = TRIANGLES_SHORT / WARP /* of a list, in each lane */, FILTER = 2 * WARP };

/* The set of a warp: a Bloom filter in which each number has two bits of one word, and a hash table of the numbers (slots;
 * -1: empty), which is filled when the filter first accepts a number. */
struct hash_set {
    uint32_t *filter;
    int32_t *slot;
    int32_t number[LANE_NUMBERS]; /* in this lane; -1: none */
    bool has_slots;

    static METHOD unsigned hash(int32_t w) { return (unsigned)w * 0x9e3779b1u; }
    static METHOD unsigned place(unsigned hash) { return hash >> 25; }
    static METHOD uint32_t *word(uint32_t *filter, unsigned hash) { return &filter[hash >> 26]; }
    static METHOD uint32_t two_bits(unsigned hash)
    {
        return 1u << (hash >> 21 & 31) | 1u << (hash >> 16 & 31);
    }

    /* Fills the filter; filter and slots are empty before. */
    METHOD void open()
    {
        has_slots = false;
#pragma unroll
        for (int k = 0; k < LANE_NUMBERS; k++)
            if (number[k] >= 0)
                atomicOr(word(filter, hash(number[k])), two_bits(hash(number[k])));
        __syncwarp();
    }

    METHOD void fill_slots()
    {
#pragma unroll
        for (int k = 0; k < LANE_NUMBERS; k++)
            if (number[k] >= 0)
                for (unsigned at = place(hash(number[k])); atomicCAS(&slot[at], -1, number[k]) != -1;)
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

    template <int NUMBERS> METHOD unsigned find(const int32_t (&w)[NUMBERS])
    {
        unsigned maybe = 0, found = 0;
#pragma unroll
        for (int j = 0; j < NUMBERS; j++) {
            const uint32_t two = two_bits(hash(w[j]));
            maybe |= (unsigned)(w[j] >= 0 && (*word(filter, hash(w[j])) & two) == two) << j;
        }
        if (!__any_sync(ALL_LANES, maybe != 0))
            return 0;
        if (!has_slots)
            fill_slots();
#pragma unroll
        for (int j = 0; j < NUMBERS; j++)
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

/* A queue of lists that a warp or a block will look up, and their vertices; the numbers of lists added and taken. */
template <int CAPACITY> struct list_queue {
    packed_list list[CAPACITY];
    int32_t other[CAPACITY];
    unsigned count, taken;

    /* Adds the lists of the lanes with has_list. */
    METHOD void add(bool has_list, packed_list one, int32_t vertex)
    {
        const unsigned having = __ballot_sync(ALL_LANES, has_list);
        unsigned at = 0;
        if (lane_of_warp() == 0 && having != 0)
            at = atomicAdd(&count, (unsigned)__popc(having));
        at = __shfl_sync(ALL_LANES, at, 0) + __popc(having & ((1u << lane_of_warp()) - 1));
        if (has_list) {
            list[at] = one;
            other[at] = vertex;
        }
    }
};

/* Looks up the queued lists in the set; READERS lanes take a list at a time. */
template <bool HAS_CORNERS, class SET, int CAPACITY>
DEVICE void intersect_lists(const triangles_arguments &a, SET &set, list_queue<CAPACITY> &waiting,
                            unsigned long long &count)
{
    enum { NUMBERS = TRIANGLES_VECTOR };
    const int reader = lane_of_warp() % READERS, part = reader * NUMBERS;
    const unsigned lists = waiting.count;
    const int32_t *from = a.end;
    unsigned next = 0;
    int length = 0, at = part; /* in the list: the next numbers of this lane */
    int32_t other = -1;
    for (;;) {
        const bool wants = at - part >= length && next < lists;
        if (wants && reader == 0)
            next = atomicAdd(&waiting.taken, 1u);
        next = __shfl_sync(ALL_LANES, next, lane_of_warp() - reader);
        if (wants && next < lists) {
            const packed_list list = waiting.list[next];
            from = a.end + start_of(list);
            length = length_of(list);
            at = part - (int)(start_of(list) % NUMBERS); /* Vectors are aligned. */
            if (HAS_CORNERS)
                other = waiting.other[next];
        }
        if (!__any_sync(ALL_LANES, at - part < length))
            break;
        const int4 x = at < length ? *(const int4 *)(from + at) : make_int4(-1, -1, -1, -1);
        int32_t w[NUMBERS] = {x.x, x.y, x.z, x.w};
#pragma unroll
        for (int j = 0; j < NUMBERS; j++)
            w[j] = (unsigned)(at + j) < (unsigned)length ? w[j] : -1;
        const unsigned found = set.find(w);
        count += (unsigned)__popc(found);
#pragma unroll
        for (int j = 0; HAS_CORNERS && j < NUMBERS; j++)
            if ((found >> j & 1) != 0)
                atomicAdd(&a.corners[w[j]], 1ull);
        if (HAS_CORNERS && found != 0)
            atomicAdd(&a.corners[other], (unsigned long long)__popc(found));
        at += READERS * NUMBERS;
    }
}

/* Bit 0: whether the number in the lowest 16 bits of x is in the bitmap. */
DEVICE uint32_t find_narrow(const uint32_t *bits, uint32_t x)
{
    const uint32_t word = bits[x >> 5 & (TRIANGLES_NARROW_MAX >> 5)];
    return __funnelshift_r(word, word, x);
}

/* The same for lists of 16 bits, which begin at vectors and are filled up with TRIANGLES_NARROW_MAX, a number that is never
 * in the bitmap. */
template <bool HAS_CORNERS>
DEVICE void intersect_narrow_lists(const triangles_arguments &a, const uint32_t *bits,
                                   const list_queue<MOST> &waiting, unsigned long long &count)
{
    const int reader = lane_of_warp() % NARROW_READERS;
    const unsigned lists = waiting.count;
    const uint4 *from = NULL;
    unsigned next = threadIdx.x / NARROW_READERS;
    int remaining = 0; /* vectors of the list */
    int32_t other = -1;
    for (;;) {
        if (remaining <= 0 && next < lists) {
            const packed_list list = waiting.list[next];
            from = (const uint4 *)(a.narrow + start_of(list)) + reader;
            remaining = (length_of(list) + TRIANGLES_NARROW_VECTOR - 1) / TRIANGLES_NARROW_VECTOR;
            if (HAS_CORNERS)
                other = waiting.other[next];
            next += TRIANGLES_THREADS / NARROW_READERS;
        }
        if (!__any_sync(ALL_LANES, remaining > 0))
            break;
        uint4 x = make_uint4(~0u, ~0u, ~0u, ~0u);
        if (reader < remaining)
            x = *from;
        from += NARROW_READERS;
        remaining -= NARROW_READERS;
        const uint32_t word[] = {x.x, x.y, x.z, x.w};
        unsigned hits = 0;
#pragma unroll
        for (int j = 0; j < TRIANGLES_NARROW_VECTOR; j++) {
            const uint32_t w = word[j / 2] >> 16 * (j % 2), found = find_narrow(bits, w) & 1;
            hits += found;
            if (HAS_CORNERS && found != 0)
                atomicAdd(&a.corners[w & TRIANGLES_NARROW_MAX], 1ull);
        }
        count += hits;
        if (HAS_CORNERS && hits > 0)
            atomicAdd(&a.corners[other], (unsigned long long)hits);
    }
}

/* Reads the list of the first lane in todo. */
DEVICE void read_numbers(int32_t (&number)[LANE_NUMBERS], const triangles_arguments &a, packed_list mine,
                         unsigned todo)
{
    const packed_list list = __shfl_sync(ALL_LANES, mine, __ffs((int)todo) - 1);
#pragma unroll
    for (int k = 0; k < LANE_NUMBERS; k++) {
        const int at = k * WARP + lane_of_warp();
        number[k] = todo != 0 && at < length_of(list) ? a.end[start_of(list) + at] : -1;
    }
}

/* Counts for vertices with short lists, by warps. */
template <bool HAS_CORNERS> DEVICE void count_short(const triangles_arguments &a)
{
    __shared__ int32_t slots[TRIANGLES_WARPS][SLOTS];
    __shared__ uint32_t filters[TRIANGLES_WARPS][FILTER];
    __shared__ list_queue<TRIANGLES_SHORT> queues[TRIANGLES_WARPS];
    const int lane = lane_of_warp(), warp = (int)threadIdx.x / WARP;
    hash_set set = {filters[warp], slots[warp], {}, true};
    unsigned long long count = 0;
    set.close();
    /* Vertices with neighbouring numbers have similar degrees, so this is a fair division. */
    for (int64_t base = (thread_of_grid() / WARP * a.parts + a.part) * BATCH; base < a.connected;
         base += threads_of_grid() / WARP * a.parts * BATCH) {
        const packed_list mine = lane < BATCH && base + lane < a.connected ? a.list[base + lane] : 0;
        const bool is_short = length_of(mine) >= 2 && length_of(mine) <= TRIANGLES_SHORT;
        unsigned todo = __ballot_sync(ALL_LANES, is_short);
        int32_t next[LANE_NUMBERS];
        read_numbers(next, a, mine, todo);
        while (todo != 0) {
            const int64_t r = base + __ffs((int)todo) - 1;
            unsigned long long here = 0;
            packed_list lists[LANE_NUMBERS];
#pragma unroll
            for (int k = 0; k < LANE_NUMBERS; k++) {
                set.number[k] = next[k];
                lists[k] = set.number[k] >= 0 && !is_in_core(a, r, set.number[k]) ? a.list[set.number[k]] : 0;
            }
            todo &= todo - 1;
            read_numbers(next, a, mine, todo);
            list_queue<TRIANGLES_SHORT> &waiting = queues[warp];
            if (lane == 0)
                waiting.count = waiting.taken = 0;
            __syncwarp();
#pragma unroll
            for (int k = 0; k < LANE_NUMBERS; k++) {
                const int other = length_of(lists[k]);
                waiting.add(other > 0 && other <= TRIANGLES_SHORT, lists[k], set.number[k]);
            }
            __syncwarp();
            if (waiting.count > 0) {
                set.open();
                intersect_lists<HAS_CORNERS>(a, set, waiting, here);
                set.close();
            }
            __syncwarp();
            count += here;
            if (HAS_CORNERS && here > 0)
                atomicAdd(&a.corners[r], here);
        }
    }
    add_count(a, count);
}

/* Counts for vertices with long lists, by blocks; they all have long rows and so small numbers.  list and number: a.list and
 * a.end, or, if all these vertices have numbers of 16 bits, a.narrow_list and a.narrow. */
template <bool HAS_CORNERS, class NUMBER>
DEVICE void count_long(const triangles_arguments &a, const packed_list *list, const NUMBER *number)
{
    extern __shared__ uint32_t bits[];
    __shared__ unsigned ticket;
    __shared__ list_queue<MOST> queue[2]; /* one is cleared while the other is used */
    unsigned long long count = 0;
    for (int k = (int)threadIdx.x; k < a.window / 32; k += TRIANGLES_THREADS)
        bits[k] = 0;
    if (threadIdx.x < 2)
        queue[threadIdx.x].count = queue[threadIdx.x].taken = 0;
    for (int round = 0;;) {
        __syncthreads();
        if (threadIdx.x == 0)
            ticket = atomicAdd(&a.sums->taken, 1u);
        __syncthreads();
        const int64_t r = (int64_t)ticket * a.parts + a.part;
        if (r >= a.n)
            break;
        const int64_t v = a.vertex[r], first = a.row_start[v], last = a.row_start[v + 1];
        if (last - first <= TRIANGLES_SHORT)
            break;
        const packed_list row_list = list[r];
        const int length = length_of(row_list);
        const NUMBER *set_number = number + start_of(row_list);
        unsigned long long here = 0;
        if (length <= TRIANGLES_SHORT)
            continue;
        for (int64_t low = 0; low < r; low += a.window) {
            bit_set set = {bits, (int32_t)low, (int32_t)(r - low < a.window ? r : low + a.window)};
            for (int k = (int)threadIdx.x; k < length; k += TRIANGLES_THREADS) {
                const int32_t w = set_number[k];
                if (w >= set.low && w < set.high)
                    atomicOr(&bits[(w - set.low) >> 5], 1u << (w & 31));
            }
            for (int64_t base = first; base < last; base += MOST, round ^= 1) {
                list_queue<MOST> &waiting = queue[round];
                for (int64_t k = base + threadIdx.x; k - threadIdx.x < last && k < base + MOST;
                     k += TRIANGLES_THREADS) {
                    const int32_t x = k < last ? a.end[k] : (int32_t)r;
                    packed_list other = 0;
                    if (x != r && !(x < r ? is_in_core(a, r, x) : is_in_core(a, x, r)))
                        other = list[x];
                    /* The longer list is the set; of equally long ones that of the larger number. */
                    const int other_length = length_of(other);
                    waiting.add(other_length > 0 &&
                                    (other_length < length || (other_length == length && x < r)),
                                other, x);
                }
                __syncthreads();
                if (threadIdx.x == 0)
                    queue[1 - round].count = queue[1 - round].taken = 0;
                if constexpr (sizeof(NUMBER) == sizeof(uint16_t))
                    intersect_narrow_lists<HAS_CORNERS>(a, bits, waiting, here);
                else
                    intersect_lists<HAS_CORNERS>(a, set, waiting, here);
                __syncthreads();
            }
            for (int k = (int)threadIdx.x; k < length; k += TRIANGLES_THREADS) {
                const int32_t w = set_number[k];
                if (w >= set.low && w < set.high)
                    bits[(w - set.low) >> 5] = 0;
            }
            __syncthreads();
        }
        count += here;
        if (HAS_CORNERS && here > 0)
            atomicAdd(&a.corners[r], here);
    }
    add_count(a, count);
}

__global__ void __launch_bounds__(TRIANGLES_THREADS) triangles_count_short(struct triangles_arguments a)
{
    count_short<false>(a);
}
__global__ void __launch_bounds__(TRIANGLES_THREADS) triangles_count_long(struct triangles_arguments a)
{
    count_long<false>(a, a.list, a.end);
}
__global__ void __launch_bounds__(TRIANGLES_THREADS) triangles_count_narrow(struct triangles_arguments a)
{
    count_long<false>(a, a.narrow_list, a.narrow);
}
__global__ void __launch_bounds__(TRIANGLES_THREADS) triangles_corners_short(struct triangles_arguments a)
{
    count_short<true>(a);
}
__global__ void __launch_bounds__(TRIANGLES_THREADS) triangles_corners_long(struct triangles_arguments a)
{
    count_long<true>(a, a.list, a.end);
}
__global__ void __launch_bounds__(TRIANGLES_THREADS) triangles_corners_narrow(struct triangles_arguments a)
{
    count_long<true>(a, a.narrow_list, a.narrow);
}

} // namespace

EXPORT(triangles_count_short)
EXPORT(triangles_count_long)
EXPORT(triangles_count_narrow)
EXPORT(triangles_corners_short)
EXPORT(triangles_corners_narrow)
EXPORT(triangles_corners_long)
