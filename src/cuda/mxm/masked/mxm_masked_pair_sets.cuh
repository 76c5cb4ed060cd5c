/* Sets in shared memory for mxm_masked_pair.cu, and the lists that blocks look up in them.
 *
 *     hash_set    columns with a counter each
 *     mask_bits   a row of the mask as bits of a window of columns; the first place of each 128 columns leads from a bit to
 *                 its place in the row, and so to its counter, in shared memory if there is enough
 *     row_bits    a row of B; the counter is that of the entry of the mask which is looked up
 *
 * A block takes up to as many lists as it has threads: eight lanes walk a list, and the next one after its end; the longest
 * lists are walked by all threads. */
#ifndef CUDA_MXM_MASKED_MXM_MASKED_PAIR_SETS_CUH
#define CUDA_MXM_MASKED_MXM_MASKED_PAIR_SETS_CUH

#include "cuda/primitives/warp.cuh"

#include "cuda/mxm/masked/mxm_masked_pair_arguments.h"

enum {
    THREADS = MXM_PAIR_THREADS,
    WARP_SLOTS = MXM_PAIR_WARP_SLOTS, /* of the hash table of a warp */
    BLOCK_SLOTS = THREADS / WARP * WARP_SLOTS,
    WORD = 128,      /* columns whose first place is known */
    READERS = 8,     /* lanes that walk a list */
    IN_FLIGHT = 4,   /* loads of a lane */
    LONG_LIST = 2048 /* numbers that all threads walk together */
};
static_assert((int)MXM_PAIR_MOST_PART <= (int)THREADS, "each thread brings a list of a part");

DEVICE int64_t length_of(const int64_t *row_start, int64_t row)
{
    return row_start[row + 1] - row_start[row];
}

/* Whether a row of the mask with so many entries is looked up in a row of B with so many: then hits are counted in global
 * memory, which takes as long as some look-ups. */
DEVICE bool is_reversed(const struct mxm_masked_pair_arguments &a, int64_t admitted, int64_t length)
{
    return length > MXM_PAIR_REVERSED_RATIO * admitted && length >= a.least_reversed;
}

/* The first place of ascending columns that is not below x. */
DEVICE int place_from(const int32_t *column, int length, int64_t x)
{
    int low = 0;
    while (low < length) {
        const int middle = low + (length - low) / 2;
        if (column[middle] < x)
            low = middle + 1;
        else
            length = middle;
    }
    return low;
}

/* ---- Sets ---- */

struct hash_set {
    int bits;     /* the table has 1 << bits slots, and is half full at most */
    int32_t *key; /* -1: free */
    uint32_t *counter;

    __device__ __forceinline__ unsigned slot_of(int32_t column) const
    {
        return (uint32_t)column * 0x9e3779b1u >> (32 - bits);
    }
    __device__ __forceinline__ unsigned next(unsigned slot) const { return slot + 1 & ((1u << bits) - 1); }

    __device__ __forceinline__ void clear(int thread, int threads) const
    {
        for (int s = thread; s < 1 << bits; s += threads) {
            key[s] = -1;
            counter[s] = 0;
        }
    }
    /* The columns are distinct. */
    __device__ __forceinline__ void enter(const int32_t *column, int length, int thread, int threads) const
    {
        for (int p = thread; p < length; p += threads)
            for (unsigned s = slot_of(column[p]); atomicCAS(&key[s], -1, column[p]) != -1;)
                s = next(s);
    }
    __device__ __forceinline__ void count(int32_t column, uint32_t *) const
    {
        unsigned s = slot_of(column);
        int32_t there = key[s];
        while (there != column && there != -1) {
            s = next(s);
            there = key[s];
        }
        if (there == column)
            atomicAdd(&counter[s], 1u);
    }
    /* Adds the counters of the columns to what is there. */
    __device__ __forceinline__ void write(uint32_t *to, const int32_t *column, int length, int thread,
                                          int threads) const
    {
        for (int p = thread; p < length; p += threads) {
            unsigned s = slot_of(column[p]);
            while (key[s] != column[p])
                s = next(s);
            if (counter[s] > 0)
                atomicAdd(&to[p], counter[s]);
        }
    }
};

/* A set for so many columns, half of `slots` at most. */
DEVICE struct hash_set hash_set_at(void *memory, int slots, int length)
{
    return {length <= 16 ? 5 : 33 - __clz(length - 1), (int32_t *)memory, (uint32_t *)memory + slots};
}

struct row_bits {
    uint32_t *word;
    int32_t low;   /* the first column of the window, */
    unsigned size; /* and how many it has */

    __device__ __forceinline__ void open(int64_t first, int64_t columns)
    {
        low = (int32_t)first;
        size = (unsigned)columns;
    }
    __device__ __forceinline__ bool has(unsigned at) const
    {
        return at < size && (word[at / 32] >> at % 32 & 1) != 0;
    }
    __device__ __forceinline__ void count(int32_t column, uint32_t *counter) const
    {
        if (has((unsigned)(column - low)))
            atomicAdd(counter, 1u);
    }
    __device__ __forceinline__ void clear(int thread) const
    {
        for (unsigned s = (unsigned)thread; s * 128 < size; s += THREADS)
            ((uint4 *)word)[s] = make_uint4(0, 0, 0, 0);
    }
    /* Places [first, end) of a row. */
    __device__ __forceinline__ void enter(const int32_t *column, int first, int end, int thread) const
    {
        for (int p = first + thread; p < end; p += THREADS)
            atomicOr(&word[(column[p] - low) / 32], 1u << (column[p] - low) % 32);
    }
    __device__ __forceinline__ void write(int, int) const {}
};

/* A part has so short a queue that 16 bits count for a place.  counter NULL: global memory counts. */
struct mask_bits {
    struct row_bits bits;
    int32_t *first_place;
    uint32_t *counter;  /* two to a word, from the first place in the window on */
    uint32_t *counters; /* of the row, in global memory */
    int first;

    __device__ __forceinline__ void open(int64_t low, int64_t columns) { bits.open(low, columns); }
    __device__ __forceinline__ void count(int32_t column, uint32_t *) const
    {
        const unsigned at = (unsigned)(column - bits.low);
        if (!bits.has(at))
            return;
        const unsigned long long *word = (const unsigned long long *)bits.word + at / WORD * 2;
        const unsigned long long before = word[at / 64 % 2] & ((1ull << at % 64) - 1);
        const int place =
            first_place[at / WORD] + __popcll(before) + (at % WORD < 64 ? 0 : __popcll(word[0]));
        if (counter != nullptr)
            atomicAdd(&counter[(place - first) / 2], 1u << (place - first) % 2 * 16);
        else
            atomicAdd(&counters[place], 1u);
    }
    __device__ __forceinline__ void clear(int thread) const { bits.clear(thread); }
    __device__ __forceinline__ void enter(const int32_t *column, int begin, int end, int thread)
    {
        first = begin;
        bits.enter(column, begin, end, thread);
        for (int p = begin + thread; p < end; p += THREADS) {
            const int in_word = (column[p] - bits.low) / WORD;
            if (p == begin || (column[p - 1] - bits.low) / WORD != in_word)
                first_place[in_word] = p;
        }
        for (int w = thread; counter != nullptr && w < (end - begin + 1) / 2; w += THREADS)
            counter[w] = 0;
    }
    __device__ __forceinline__ void write(int end, int thread) const
    {
        for (int p = first + thread; counter != nullptr && p < end; p += THREADS) {
            const uint32_t count = counter[(p - first) / 2] >> (p - first) % 2 * 16 & 0xffff;
            if (count > 0)
                atomicAdd(&counters[p], count);
        }
    }
};

/* ---- Lists ---- */

/* Rows of B, or of the mask, by their numbers in `owner`. */
struct list_rows {
    const int32_t *owner;
    const int64_t *start;
    const int32_t *column;
    int64_t admitted; /* by the row of the mask that is the set; -1: it is a row of B */
};

/* Lists of a part.  Those that eight lanes walk are at the front, the longest from the end on. */
struct list_queue {
    int64_t part;
    unsigned lists, taken, long_lists;
    int64_t from[THREADS];
    int32_t length[THREADS];
};

/* The place of this lane, if it wants one, in a list that `used` counts; the lanes of a warp call together. */
DEVICE unsigned take_place(unsigned *used, bool wants)
{
    const unsigned wanting = __ballot_sync(ALL_LANES, wants);
    unsigned first = 0;
    if (wanting != 0 && lane_of_warp() == 0)
        first = atomicAdd(used, (unsigned)__popc(wanting));
    return __shfl_sync(ALL_LANES, first, 0) + __popc(wanting & ((1u << lane_of_warp()) - 1));
}

/* Queues the lists of a part, or what they have in the window [low, low + size). */
DEVICE void queue_lists(const struct mxm_masked_pair_arguments &a, struct list_queue &queue,
                        const struct list_rows &source, struct mxm_pair_part part, int64_t low, int64_t size)
{
    int64_t from = 0;
    int length = 0;
    if ((int)threadIdx.x < part.length) {
        const int32_t owner = source.owner[part.begin + threadIdx.x];
        from = source.start[owner];
        length = (int)(source.start[owner + 1] - from);
        if (source.admitted >= 0 && is_reversed(a, source.admitted, length))
            length = 0;
        if (size < a.columns && length > 0) {
            const int first = place_from(source.column + from, length, low);
            length = place_from(source.column + from, length, low + size) - first;
            from += first;
        }
    }
    const bool is_long = length > LONG_LIST;
    const unsigned front = take_place(&queue.lists, length > 0 && !is_long),
                   back = take_place(&queue.long_lists, is_long), to = is_long ? THREADS - 1 - back : front;
    if (length > 0) {
        queue.from[to] = from;
        queue.length[to] = length;
    }
}

/* Counts some numbers of a list: at, at + step, ...; whole warps.  counter: of its first number, in global memory. */
template <class SET>
DEVICE void count_numbers(const SET &set, const int32_t *column, uint32_t *counter, unsigned at,
                          unsigned step, unsigned length)
{
    int32_t number[IN_FLIGHT];
#pragma unroll
    for (int j = 0; j < IN_FLIGHT; j++)
        number[j] = at + j * step < length ? column[at + j * step] : -1;
    __syncwarp(); /* else the loads wait for each other, each in the branch that uses it */
#pragma unroll
    for (int j = 0; j < IN_FLIGHT; j++)
        if (number[j] >= 0)
            set.count(number[j], counter + (at + j * step));
}

/* Looks up the queued lists in the set. */
template <class SET>
DEVICE void count_lists(const SET &set, struct list_queue &queue, const int32_t *column, uint32_t *counters)
{
    const int reader = lane_of_warp() % READERS;
    const unsigned lists = queue.lists, long_lists = queue.long_lists;
    unsigned next = 0;
    int64_t from = 0;
    int length = 0, at = reader;
    for (;;) {
        const bool wants = at - reader >= length && next < lists;
        if (wants && reader == 0)
            next = atomicAdd(&queue.taken, 1u);
        next = __shfl_sync(ALL_LANES, next, lane_of_warp() - reader);
        if (wants && next < lists) {
            from = queue.from[next];
            length = queue.length[next];
            at = reader;
        }
        if (!__any_sync(ALL_LANES, at - reader < length))
            break;
        count_numbers(set, column + from, counters + from, (unsigned)at, READERS, (unsigned)length);
        at += READERS * IN_FLIGHT;
    }
    for (unsigned l = 0; l < long_lists; l++) {
        const int64_t first = queue.from[THREADS - 1 - l];
        const unsigned numbers = (unsigned)queue.length[THREADS - 1 - l];
        for (unsigned e = 0; e < numbers; e += THREADS * IN_FLIGHT)
            count_numbers(set, column + first, counters + first, e + threadIdx.x, THREADS, numbers);
    }
}

/* ---- Parts ---- */

/* Looks up the lists of a part in a set of bits of a row's columns, window by window. */
template <class SET>
DEVICE void count_by_bits(const struct mxm_masked_pair_arguments &a, SET set, const int32_t *column,
                          int length, struct list_queue &queue, const struct list_rows &source,
                          struct mxm_pair_part part)
{
    const int thread = (int)threadIdx.x;
    for (int64_t low = 0; low < a.columns; low += a.window) {
        const int64_t size = a.columns - low < a.window ? a.columns - low : a.window;
        const bool is_whole = size == a.columns;
        const int first = is_whole ? 0 : place_from(column, length, low),
                  end = is_whole ? length : place_from(column, length, low + size);
        if (first == end)
            continue;
        set.open(low, size);
        set.clear(thread);
        if (thread == 0)
            queue.lists = queue.taken = queue.long_lists = 0;
        __syncthreads();
        set.enter(column, first, end, thread);
        queue_lists(a, queue, source, part, low, size);
        __syncthreads();
        count_lists(set, queue, source.column, a.count);
        __syncthreads();
        set.write(end, thread);
        __syncthreads();
    }
}

/* Rows of the mask in a row of B. */
DEVICE void count_reversed(const struct mxm_masked_pair_arguments &a, void *memory, struct list_queue &queue,
                           struct mxm_pair_part part)
{
    const int64_t first = a.B_start[part.row];
    const struct list_rows source = {a.reversed_row, a.mask_start, a.mask_column, -1};
    count_by_bits(a, row_bits{(uint32_t *)memory, 0, 0}, a.B_column + first,
                  (int)(a.B_start[part.row + 1] - first), queue, source, part);
}

/* Rows of B in a row of the mask. */
DEVICE void count_part(const struct mxm_masked_pair_arguments &a, void *memory, struct list_queue &queue,
                       struct mxm_pair_part part)
{
    const int thread = (int)threadIdx.x;
    const int64_t first = a.mask_start[part.row];
    const int length = (int)(a.mask_start[part.row + 1] - first);
    const int32_t *column = a.mask_column + first;
    const struct list_rows source = {a.A_column, a.B_start, a.B_column, length};
    if (length > BLOCK_SLOTS / 2 || a.columns <= MXM_PAIR_WINDOWS * a.window) {
        const struct row_bits bits = {(uint32_t *)memory, 0, 0};
        int32_t *first_place = (int32_t *)memory + a.window / 32;
        uint32_t *counter = (uint32_t *)first_place + a.window / WORD;
        const int64_t fit = ((char *)memory + MXM_PAIR_SHARED_BYTES - (char *)counter) / 2;
        const struct mask_bits set = {bits, first_place, length <= fit ? counter : nullptr, a.count + first,
                                      0};
        count_by_bits(a, set, column, length, queue, source, part);
        return;
    }
    const struct hash_set set = hash_set_at(memory, BLOCK_SLOTS, length);
    set.clear(thread, THREADS);
    if (thread == 0)
        queue.lists = queue.taken = queue.long_lists = 0;
    __syncthreads();
    set.enter(column, length, thread, THREADS);
    queue_lists(a, queue, source, part, 0, a.columns);
    __syncthreads();
    count_lists(set, queue, a.B_column, a.count);
    __syncthreads();
    set.write(a.count + first, column, length, thread, THREADS);
    __syncthreads();
}

#endif
