/* Triangles of graphs without long rows; vertices keep their numbers.
 *
 * N(u), the neighbours of u with smaller numbers, is the front of its row.  A record is the hashes of up to 16 of them, 14
 * bits each, in one sector of memory; a vertex with more neighbours has several.  A warp takes consecutive vertices u, puts
 * their N(u) into one filter of bits in shared memory, and tests the records of all v in N(u) with it, two lanes for a
 * record.  Hits of the filter are queued until there are enough for all lanes; then their numbers are read and searched in
 * the rows of u.
 * Source: Schank, Wagner, "Finding, counting and listing all triangles in large graphs", WEA 2005; the filter: Bloom, CACM
 * 13(7), 1970. */
#include "cuda/primitives/value_sizes.cuh"
#include "cuda/triangles/triangles.cuh"

namespace
{

enum {
    HASH_BITS = 14,
    FILTER_WORDS = (1 << HASH_BITS) / 32,
    PLACE = 4 * (FILTER_WORDS - 1), /* bits of a mark with the byte offset of the word */
    BIT = 11,                       /* the bits from here on are the place in the word */
    NONE = PLACE | 31 << BIT,       /* the mark of no vertex */
    MORE = 1,                       /* in the last mark of each reader: there is another record */
    WRITERS = TRIANGLES_WRITERS,
    READERS = 2,
    EACH = TRIANGLES_RECORD / WRITERS,
    MARKS = TRIANGLES_RECORD / READERS, /* that a reader has */
    CHUNK = TRIANGLES_CHUNK,            /* entries that a warp takes at a time */
    ROUNDS = CHUNK / WARP,
    FULL = WARP / 2, /* parts of records in the queue that start a search */
    QUEUE = FULL + WARP
};
#define NO_NUMBER     INT32_MAX
#define FIRST_READERS 0x55555555u

static_assert(READERS == 2 && PLACE < 4 * FILTER_WORDS && MARKS == 8 && CHUNK == 128,
              "which lanes come first; places are below a filter's size; 16 bits for what is found");

/* A mark: a hash of 14 bits, as the place of a bit in the filter. */
DEVICE unsigned mark_of(int32_t v)
{
    const unsigned mark = (unsigned)v * 0x9e3779b1u >> (32 - HASH_BITS) << 2;
    return mark < NONE ? mark : NONE - 4;
}

/* The place in the row of a mark of a record: writer p has the numbers p, p + 4, p + 8, p + 12. */
DEVICE int row_place(int place) { return place % EACH * WRITERS + place / EACH; }

__global__ void __launch_bounds__(TRIANGLES_THREADS) short_rows_records(struct triangles_arguments a)
{
    const int lane = lane_of_warp(), part = lane % WRITERS, last = lane | (WRITERS - 1);
    const uint32_t none = (uint32_t)NONE << 16 | NONE;
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
            if (has_more && part % (WRITERS / READERS) == WRITERS / READERS - 1)
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
    if (thread_of_grid() < WRITERS)
        ((uint2 *)a.record)[a.records * WRITERS + part] = make_uint2(none, none);
    add_ends_and_loops(a, ends, loops);
}

/* The filter of a warp. */
struct bit_filter {
    uint32_t *words; /* of all warps of the block */
    uint32_t base;   /* the byte where the filter of this warp begins, a multiple of its size */

    __device__ __forceinline__ uint32_t *word_of(uint32_t mark) const
    {
        return (uint32_t *)((char *)words + (base | (mark & PLACE)));
    }
    __device__ __forceinline__ void add(int32_t v) const
    {
        const unsigned mark = mark_of(v);
        atomicOr(word_of(mark), 1u << (mark >> BIT));
    }
    __device__ __forceinline__ void clear() const
    {
        __syncwarp();
        for (int k = lane_of_warp(); k < FILTER_WORDS / 4; k += WARP)
            ((uint4 *)words)[base / sizeof(uint4) + k] = make_uint4(0, 0, 0, 0);
        __syncwarp();
    }

    /* Bit 0: whether it has the mark in the lowest 16 bits of x. */
    __device__ __forceinline__ uint32_t find(uint32_t x) const
    {
        const uint32_t bits = *word_of(x);
        return __funnelshift_r(bits, bits, x >> BIT);
    }
    __device__ __forceinline__ bool has_any(const uint4 &x) const
    {
        const uint32_t found = find(x.x) | find(x.x >> 16) | find(x.y) | find(x.y >> 16) | find(x.z) |
                               find(x.z >> 16) | find(x.w) | find(x.w >> 16);
        return (found & 1) != 0;
    }
    /* Bit j: whether it has mark j. */
    __device__ __forceinline__ unsigned find_all(const uint4 &x) const
    {
        const uint32_t word[] = {x.x, x.y, x.z, x.w};
        unsigned found = 0;
#pragma unroll
        for (int j = 0; j < MARKS; j++)
            found |= (find(word[j / 2] >> 16 * (j % 2)) & 1) << j;
        return found;
    }
};

/* The shared memory of a warp.  Of the rows taken: the numbers of all N(u), and where in these rows they are.  The queue of
 * parts of records that its filter has accepted: the record, the first of the rows, and accepted marks | entry << MARKS |
 * reader << 15. */
struct warp_memory {
    uint32_t list[CHUNK + 1];
    uint8_t entry[CHUNK];
    uint32_t record[QUEUE];
    int32_t row[QUEUE];
    uint16_t found[QUEUE];
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

/* Searches the numbers of the accepted marks in the rows of their u; a lane takes a part of a record at a time. */
template <bool HAS_CORNERS>
DEVICE int search(const triangles_arguments &a, const warp_memory &memory, int queued)
{
    int count = 0;
    __syncwarp();
    for (int k = lane_of_warp(); k < queued; k += WARP) {
        const uint32_t n = (uint32_t)a.n, record = memory.record[k], found = memory.found[k];
        const int32_t v = (int32_t)(record % n);
        const int first_place = (int)(found >> 15) * MARKS;
        const int32_t *other = a.column + a.row_start[v] + record / n * TRIANGLES_RECORD;
        int32_t u = memory.row[k];
        int64_t first = a.row_start[u];
        const int64_t at = first + (found >> MARKS & (CHUNK - 1)); /* of v in the row of u */
        for (int64_t next; (next = a.row_start[u + 1]) <= at; u++)
            first = next;
        for (unsigned marks = found & ((1 << MARKS) - 1); marks != 0; marks &= marks - 1) {
            const int32_t w = other[row_place(first_place + __ffs((int)marks) - 1)];
            if (!is_among(a.column + first, (int)(at - first), w))
                continue;
            count++;
            if (HAS_CORNERS) {
                atomicAdd(&a.corners[u], 1ull);
                atomicAdd(&a.corners[v], 1ull);
                atomicAdd(&a.corners[w], 1ull);
            }
        }
    }
    __syncwarp();
    return count;
}

/* Consecutive rows of at most CHUNK entries together. */
struct row_range {
    uint32_t low, high;
    int64_t first;
    int length;
};

/* As many rows as fit from `low` on, before `end`; at least one does. */
DEVICE row_range take_rows(const triangles_arguments &a, uint32_t low, uint32_t end)
{
    const int lane = lane_of_warp();
    const uint32_t n = (uint32_t)a.n, row = low + lane < end ? low + lane : end;
    const int64_t start = a.row_start[row < n ? row : n], first = __shfl_sync(ALL_LANES, start, 0);
    const unsigned fits = __ballot_sync(ALL_LANES, low + lane <= end && start - first <= CHUNK);
    const int rows = 31 - __clz((int)fits);
    return {low, low + rows, first, (int)(__shfl_sync(ALL_LANES, start, rows) - first)};
}

/* Puts N(u) of all these rows into the list and the filter; returns the length of the list. */
DEVICE int take_numbers(const triangles_arguments &a, const row_range &rows, const bit_filter &filter,
                        warp_memory &memory)
{
    const int lane = lane_of_warp();
    int32_t w[ROUNDS];
    int total = 0;
    bool is_nearby = false;
#pragma unroll
    for (int j = 0; j < ROUNDS; j++) {
        const int k = j * WARP + lane;
        /* Rows are read once, so they do not use the cache. */
        w[j] = k < rows.length ? __ldcs(&a.column[rows.first + k]) : NO_NUMBER;
        is_nearby |= (uint32_t)w[j] - rows.low < rows.high - rows.low;
    }
    /* A number among these rows may be larger than its row: find the row. */
    if (__any_sync(ALL_LANES, is_nearby)) {
#pragma unroll
        for (int j = 0; j < ROUNDS; j++) {
            int32_t u = (int32_t)rows.low;
            if ((uint32_t)w[j] - rows.low >= rows.high - rows.low)
                continue;
            while (a.row_start[u + 1] <= rows.first + j * WARP + lane)
                u++;
            w[j] = w[j] < u ? w[j] : NO_NUMBER;
        }
    }
#pragma unroll
    for (int j = 0; j < ROUNDS; j++) {
        const bool is_smaller = (uint32_t)w[j] < rows.high;
        const unsigned smaller = __ballot_sync(ALL_LANES, is_smaller);
        const int at = total + __popc(smaller & ((1u << lane) - 1));
        if (is_smaller) {
            memory.list[at] = (uint32_t)w[j];
            memory.entry[at] = (uint8_t)(j * WARP + lane);
            filter.add(w[j]);
        }
        total += __popc(smaller);
    }
    if (lane == 0)
        memory.list[total] = (uint32_t)a.records; /* for lanes without a list */
    __syncwarp();
    return total;
}

/* Tests the records of the list with the filter, and searches the queue whenever it is full, or after the last rows.  Two
 * lanes take a list, and the next one after its last record. */
template <bool HAS_CORNERS>
DEVICE int probe_records(const triangles_arguments &a, uint32_t row, const bit_filter &filter,
                         warp_memory &memory, int total, int &queued, bool are_last_rows)
{
    const int lane = lane_of_warp();
    const uint4 *records = (const uint4 *)a.record + lane % READERS;
    const unsigned before = FIRST_READERS & ((1u << (lane - lane % READERS)) - 1);
    int at = lane / READERS < total ? lane / READERS : total, next = WARP / READERS, count = 0;
    uint32_t record = memory.list[at];
    bool is_last;
    do {
        uint4 x = records[(uint64_t)record * READERS];
        do {
            const bool has_more = (x.w >> 16 & MORE) != 0;
            const unsigned is_free = FIRST_READERS & __ballot_sync(ALL_LANES, !has_more);
            const uint4 old = x;
            const uint32_t old_record = record;
            const int old_at = at;
            is_last = is_free == FIRST_READERS && next >= total;
            if (!is_last) {
                const int free_at = next + __popc(is_free & before);
                at = has_more ? at : free_at < total ? free_at : total;
                record = has_more ? record + (uint32_t)a.n : memory.list[at];
                x = records[(uint64_t)record * READERS];
            }
            next += __popc(is_free);
            const bool has_any = filter.has_any(old);
            const unsigned having = __ballot_sync(ALL_LANES, has_any);
            if (has_any) {
                const int to = queued + __popc(having & ((1u << lane) - 1));
                memory.record[to] = old_record;
                memory.row[to] = (int32_t)row;
                memory.found[to] =
                    (uint16_t)(filter.find_all(old) | memory.entry[old_at] << MARKS | lane % READERS << 15);
            }
            queued += __popc(having);
        } while (!is_last && queued < FULL);
        if (queued >= FULL || (is_last && are_last_rows)) {
            count += search<HAS_CORNERS>(a, memory, queued);
            queued = 0;
        }
    } while (!is_last);
    return count;
}

template <bool HAS_CORNERS> DEVICE void count_short_rows(const triangles_arguments &a)
{
    __shared__ __align__(sizeof(uint4)) uint32_t words[TRIANGLES_WARPS * FILTER_WORDS];
    __shared__ warp_memory memories[TRIANGLES_WARPS];
    const int warp = (int)threadIdx.x / WARP;
    const bit_filter filter = {words, (uint32_t)warp * FILTER_WORDS * 4};
    const uint32_t n = (uint32_t)a.n, group = (uint32_t)a.group,
                   step = (uint32_t)(threads_of_grid() / WARP) * (uint32_t)a.parts * group;
    uint32_t low = ((uint32_t)(thread_of_grid() / WARP) * (uint32_t)a.parts + (uint32_t)a.part) * group,
             end = low + group;
    int queued = 0, count = 0;
    filter.clear();
    while (low < n) {
        const row_range rows = take_rows(a, low, end);
        const int total = take_numbers(a, rows, filter, memories[warp]);
        low = rows.high;
        if (low == end) {
            low += step - group;
            end += step;
        }
        count += probe_records<HAS_CORNERS>(a, rows.low, filter, memories[warp], total, queued, low >= n);
        filter.clear();
    }
    add_count(a, (unsigned long long)count);
}

/* Five blocks a multiprocessor: with more, shared memory would take the part of the first-level cache that holds the lines
 * of records in flight (4, 6 and 7 were slower, docs/gpu-runs/algorithms.md). */
__global__ void __launch_bounds__(TRIANGLES_THREADS, 5)
    short_rows_count(const __grid_constant__ struct triangles_arguments a)
{
    count_short_rows<false>(a);
}
__global__ void __launch_bounds__(TRIANGLES_THREADS, 5)
    short_rows_corners(const __grid_constant__ struct triangles_arguments a)
{
    count_short_rows<true>(a);
}

} // namespace

EXPORT(short_rows_records)
EXPORT(short_rows_count)
EXPORT(short_rows_corners)
