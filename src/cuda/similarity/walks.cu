/* Random walks, one to a thread, with the draws of base/walk.h: the same walks as on the CPU.
 *
 * A step reads the row of its vertex and an entry of it, at random places; threads of other walks hide the time.
 *
 * Sources: Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", SC 2011; Yang et al., "KnightKing", SOSP 2019. */
#include "cuda/primitives/hashes.cuh"

#include "cuda/similarity/walks_arguments.h"

namespace
{

/* The first place of begin .. end - 1 with list[place] >= x, or end. */
DEVICE int64_t lower_bound(const int32_t *list, int64_t begin, int64_t end, int32_t x)
{
    while (begin < end) {
        const int64_t middle = begin + (end - begin) / 2;
        if (list[middle] < x)
            begin = middle + 1;
        else
            end = middle;
    }
    return begin;
}

/* The entry of row v that a draw takes; -1 if the row has none, or none of a weight above 0. */
DEVICE int64_t take(const walks_arguments &a, int32_t v, uint64_t draw)
{
    const int64_t begin = a.row_start[v], end = a.row_start[v + 1];
    if (begin == end)
        return -1;
    if (a.sum == nullptr)
        return begin + (int64_t)__umul64hi(draw, (uint64_t)(end - begin));
    const double all = a.sum[end - 1], wanted = fraction_of(draw) * all;
    int64_t low = begin, high = end - 1;
    if (!(all > 0))
        return -1;
    while (low < high) {
        const int64_t middle = low + (high - low) / 2;
        if (a.sum[middle] > wanted)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

DEVICE int32_t step(const walks_arguments &a, int32_t before, int32_t v, uint64_t key)
{
    if (before < 0 || (a.back == 1 && a.out == 1)) {
        const int64_t entry = take(a, v, mix(key));
        return entry < 0 ? -1 : a.column[entry];
    }
    for (uint64_t attempt = 0;; attempt += 2) {
        const int64_t entry = take(a, v, hash_of(key, attempt));
        if (entry < 0)
            return -1;
        const int32_t x = a.column[entry];
        double share = 1 / a.back;
        if (x != before) {
            const int64_t end = a.row_start[before + 1],
                          at = lower_bound(a.column, a.row_start[before], end, x);
            share = at < end && a.column[at] == x ? 1 : 1 / a.out;
        }
        if (fraction_of(hash_of(key, attempt + 1)) * a.largest < share)
            return x;
    }
}

/* IS_UNIFORM: without sums, p and q, so that a step reads two offsets and a column. */
template <bool IS_UNIFORM> DEVICE void walk(const walks_arguments &a)
{
    for (int64_t k = thread_of_grid(); k < a.walks; k += threads_of_grid()) {
        const int64_t number = (a.first + k) / a.each;
        const int32_t source = (int32_t)(a.source != nullptr ? a.source[number] : number);
        const uint64_t key =
            mix(hash_of(hash_of(a.seed, (uint64_t)source), (uint64_t)((a.first + k) % a.each)));
        int32_t *vertex = a.vertex + k * a.stride, before = -1, v = source;
        vertex[0] = source;
        for (int64_t i = 1; i <= a.length; i++) {
            const uint64_t key_of_step = mix(key ^ (uint64_t)i);
            int32_t next = -1;
            if (IS_UNIFORM && v >= 0) {
                const int64_t begin = a.row_start[v], entries = a.row_start[v + 1] - begin;
                if (entries > 0)
                    next = a.column[begin + (int64_t)__umul64hi(mix(key_of_step), (uint64_t)entries)];
            } else if (v >= 0)
                next = step(a, before, v, key_of_step);
            vertex[i] = next;
            before = v;
            v = next;
        }
    }
}

__global__ void __launch_bounds__(WALKS_THREADS) walk_all(struct walks_arguments a) { walk<false>(a); }

__global__ void __launch_bounds__(WALKS_THREADS) walk_uniform(struct walks_arguments a) { walk<true>(a); }

} // namespace

extern "C" const void *const graph__cuda_walks = (const void *)walk_all;
extern "C" const void *const graph__cuda_walks_uniform = (const void *)walk_uniform;
