/* Label propagation, all vertices at once: kernels by the length of rows.
 *
 * Groups of 8 lanes and warps compare the labels that their lanes hold.  Warps and blocks count the labels of longer rows
 * in a hash table in shared memory, and all blocks together those of long rows in tables in global memory, in chunks of
 * equal size.  Lanes with the same label add to its counter once.  The largest counter on the way, and of equal ones the
 * smallest label, is the result: every label reaches its last count.
 *
 * Source: Iosup et al., "The LDBC Graphalytics benchmark", arXiv 2011.15028, section 2.3.4 (the rule). */
#include "cuda/primitives/hashes.cuh"
#include "cuda/primitives/warp.cuh"

#include "cuda/communities/labels_arguments.h"

namespace
{

typedef unsigned long long vote; /* count << 32 | ~label: the larger wins */

enum { WARPS = LABELS_THREADS / WARP, NOBODY = -1 };

DEVICE vote vote_of(unsigned count, int32_t label) { return (vote)count << 32 | (uint32_t)~label; }
DEVICE int32_t label_of(vote v) { return (int32_t) ~(uint32_t)v; }
DEVICE vote larger(vote x, vote y) { return x > y ? x : y; }

DEVICE vote largest_of_warp(vote x, int lanes)
{
    for (int step = 1; step < lanes; step *= 2)
        x = larger(x, __shfl_xor_sync(ALL_LANES, x, step));
    return x;
}

DEVICE int64_t length_of(const labels_rows &rows, int64_t v)
{
    return rows.row_start != nullptr ? rows.row_start[v + 1] - rows.row_start[v] : 0;
}

/* The row of v in both directions as one list. */
struct row {
    const int32_t *first, *second; /* the second is moved back by the length of the first */
    int64_t length, in_first;
};

DEVICE row row_of(const labels_arguments &a, int64_t v)
{
    row r;
    r.in_first = length_of(a.rows[0], v);
    r.length = r.in_first + length_of(a.rows[1], v);
    r.first = a.rows[0].column + a.rows[0].row_start[v];
    r.second =
        a.rows[1].row_start != nullptr ? a.rows[1].column + a.rows[1].row_start[v] - r.in_first : r.first;
    return r;
}

DEVICE int32_t label_at(const labels_arguments &a, const row &r, int64_t k)
{
    return k < r.length ? a.label[(k < r.in_first ? r.first : r.second)[k]] : NOBODY;
}

/* Returns whether the label of v changes. */
DEVICE int take(const labels_arguments &a, int32_t v, vote best)
{
    const int32_t label = label_of(best);
    a.next[v] = label;
    return a.label[v] != label;
}

__global__ void open_labels(struct labels_arguments a)
{
    for (int64_t v = thread_of_grid(); v - lane_of_warp() < a.n; v += threads_of_grid()) {
        const int64_t length = v < a.n ? length_of(a.rows[0], v) + length_of(a.rows[1], v) : 0;
        const int which = length == 0                   ? LABELS_CLASSES
                          : length <= LABELS_GROUP_MOST ? LABELS_GROUP
                          : length <= LABELS_WARP_MOST  ? LABELS_WARP
                          : length <= LABELS_TABLE_MOST ? LABELS_TABLE
                          : length <= LABELS_BLOCK_MOST ? LABELS_BLOCK
                                                        : LABELS_LONG;
        if (v < a.n)
            a.label[v] = a.next[v] = (int32_t)v;
#pragma unroll
        for (int c = 0; c < LABELS_CLASSES; c++) {
            const unsigned those = __ballot_sync(ALL_LANES, which == c);
            unsigned place = 0;
            if (lane_of_warp() == 0 && those != 0)
                place = atomicAdd(&a.result->count[c], (unsigned)__popc(those));
            place = __shfl_sync(ALL_LANES, place, 0) + __popc(those & ((1u << lane_of_warp()) - 1));
            if (which == c)
                a.list[c][place] = (int32_t)v;
        }
    }
}

/* Chunks and slots of each long row: two slots for an entry, but no more than labels need. */
__global__ void measure_long(struct labels_arguments a)
{
    for (int64_t k = thread_of_grid(); k < a.count[LABELS_LONG]; k += threads_of_grid()) {
        const int32_t v = a.list[LABELS_LONG][k];
        const int64_t length = length_of(a.rows[0], v) + length_of(a.rows[1], v),
                      labels = length < a.n ? length : a.n;
        int64_t slots = 1;
        while (slots < 2 * labels)
            slots *= 2;
        a.chunk_start[k] = (length + LABELS_CHUNK - 1) / LABELS_CHUNK;
        a.slot_start[k] = slots;
    }
}

/* ---- Comparisons of lanes ---- */

__global__ void __launch_bounds__(LABELS_THREADS) vote_groups(struct labels_arguments a)
{
    const int group = LABELS_GROUP_MOST, in_group = lane_of_warp() % group;
    int changed = 0;
    for (int64_t at = thread_of_grid() / group; at - lane_of_warp() / group < a.count[LABELS_GROUP];
         at += threads_of_grid() / group) {
        const bool is_here = at < a.count[LABELS_GROUP];
        const int32_t v = a.list[LABELS_GROUP][is_here ? at : 0];
        const int32_t mine = is_here ? label_at(a, row_of(a, v), in_group) : NOBODY;
        unsigned count = 0;
#pragma unroll
        for (int other = 0; other < group; other++)
            count += __shfl_sync(ALL_LANES, mine, other, group) == mine;
        const vote best = largest_of_warp(mine != NOBODY ? vote_of(count, mine) : 0, group);
        if (is_here && in_group == 0)
            changed += take(a, v, best);
    }
    count_block(&a.result->changed, changed);
}

__global__ void __launch_bounds__(LABELS_THREADS) vote_warps(struct labels_arguments a)
{
    int changed = 0;
    for (int64_t at = thread_of_grid() / WARP; at < a.count[LABELS_WARP]; at += threads_of_grid() / WARP) {
        const int32_t v = a.list[LABELS_WARP][at], mine = label_at(a, row_of(a, v), lane_of_warp());
        const unsigned count = (unsigned)__popc(__match_any_sync(ALL_LANES, mine));
        const vote best = largest_of_warp(mine != NOBODY ? vote_of(count, mine) : 0, WARP);
        if (lane_of_warp() == 0)
            changed += take(a, v, best);
    }
    count_block(&a.result->changed, changed);
}

/* ---- Tables in shared memory ---- */

/* Adds the labels of a warp's lanes to a table; returns a lane's share of the largest counts. */
DEVICE vote count_labels(int32_t *key, unsigned *count, unsigned mask, int32_t label)
{
    const unsigned same = __match_any_sync(ALL_LANES, label);
    if (label == NOBODY || __ffs((int)same) - 1 != lane_of_warp())
        return 0;
    unsigned slot = (unsigned)label * 0x9e3779b1u >> 7;
    for (;; slot++) {
        const int32_t there = *(volatile int32_t *)&key[slot & mask];
        if (there == label)
            break;
        if (there != NOBODY)
            continue;
        const int32_t before = atomicCAS(&key[slot & mask], NOBODY, label);
        if (before == NOBODY || before == label)
            break;
    }
    const unsigned more = (unsigned)__popc(same);
    return vote_of(atomicAdd(&count[slot & mask], more) + more, label);
}

/* The power of two that is at least twice the length. */
DEVICE unsigned slots_for(int64_t length) { return 2u << (32 - __clz((int)length - 1)); }

__global__ void __launch_bounds__(LABELS_THREADS) vote_tables(struct labels_arguments a)
{
    __shared__ int32_t keys[WARPS][2 * LABELS_TABLE_MOST];
    __shared__ unsigned counts[WARPS][2 * LABELS_TABLE_MOST];
    int32_t *key = keys[threadIdx.x / WARP];
    unsigned *count = counts[threadIdx.x / WARP];
    int changed = 0;
    for (int64_t at = thread_of_grid() / WARP; at < a.count[LABELS_TABLE]; at += threads_of_grid() / WARP) {
        const int32_t v = a.list[LABELS_TABLE][at];
        const row r = row_of(a, v);
        const unsigned slots = slots_for(r.length);
        vote best = 0;
        for (unsigned slot = (unsigned)lane_of_warp(); slot < slots; slot += WARP) {
            key[slot] = NOBODY;
            count[slot] = 0;
        }
        __syncwarp();
        for (int64_t base = 0; base < r.length; base += WARP)
            best = larger(best, count_labels(key, count, slots - 1, label_at(a, r, base + lane_of_warp())));
        best = largest_of_warp(best, WARP);
        if (lane_of_warp() == 0)
            changed += take(a, v, best);
        __syncwarp();
    }
    count_block(&a.result->changed, changed);
}

__global__ void __launch_bounds__(LABELS_THREADS) vote_blocks(struct labels_arguments a)
{
    extern __shared__ int32_t table[];
    __shared__ vote of_warps[WARPS];
    int changed = 0;
    for (int64_t at = blockIdx.x; at < a.count[LABELS_BLOCK]; at += gridDim.x) {
        const int32_t v = a.list[LABELS_BLOCK][at];
        const row r = row_of(a, v);
        const unsigned slots = slots_for(r.length);
        int32_t *key = table;
        unsigned *count = (unsigned *)table + slots;
        vote best = 0;
        for (unsigned slot = threadIdx.x; slot < slots; slot += LABELS_THREADS) {
            key[slot] = NOBODY;
            count[slot] = 0;
        }
        __syncthreads();
        for (int64_t base = threadIdx.x & ~31u; base < r.length; base += LABELS_THREADS)
            best = larger(best, count_labels(key, count, slots - 1, label_at(a, r, base + lane_of_warp())));
        best = largest_of_warp(best, WARP);
        if (lane_of_warp() == 0)
            of_warps[threadIdx.x / WARP] = best;
        __syncthreads();
        if (threadIdx.x == 0) {
            for (int w = 1; w < WARPS; w++)
                best = larger(best, of_warps[w]);
            changed += take(a, v, best);
        }
        __syncthreads();
    }
    count_block(&a.result->changed, changed);
}

/* ---- Tables in global memory ---- */

/* Adds `more` votes for a label to a table; returns what it has then. */
DEVICE unsigned add_votes(unsigned long long *table, uint64_t mask, int32_t label, unsigned more)
{
    const unsigned long long owner = (unsigned long long)label + 1;
    for (uint64_t slot = mix((uint64_t)label);; slot++) {
        unsigned long long *there = &table[slot & mask];
        unsigned long long now = *(volatile unsigned long long *)there;
        if (now == 0)
            now = atomicCAS(there, 0ull, owner << 32 | more);
        if (now == 0)
            return more;
        if (now >> 32 == owner)
            return (unsigned)atomicAdd(there, (unsigned long long)more) + more;
    }
}

__global__ void __launch_bounds__(LABELS_THREADS) vote_chunks(struct labels_arguments a)
{
    for (int64_t chunk = blockIdx.x; chunk < a.chunks; chunk += gridDim.x) {
        int64_t low = 0, high = a.count[LABELS_LONG];
        while (high - low > 1) { /* the last row that begins at this chunk or before */
            const int64_t middle = low + (high - low) / 2;
            if (a.chunk_start[middle] <= chunk)
                low = middle;
            else
                high = middle;
        }
        const row r = row_of(a, a.list[LABELS_LONG][low]);
        const int64_t begin = (chunk - a.chunk_start[low]) * LABELS_CHUNK,
                      end = begin + LABELS_CHUNK < r.length ? begin + LABELS_CHUNK : r.length;
        unsigned long long *slot = a.slot + a.slot_start[low];
        const uint64_t mask = (uint64_t)(a.slot_start[low + 1] - a.slot_start[low] - 1);
        vote best = 0;
        for (int64_t base = begin + (threadIdx.x & ~31u); base < end; base += LABELS_THREADS) {
            const int32_t label =
                base + lane_of_warp() < end ? label_at(a, r, base + lane_of_warp()) : NOBODY;
            const unsigned same = __match_any_sync(ALL_LANES, label);
            if (label != NOBODY && __ffs((int)same) - 1 == lane_of_warp())
                best = larger(best, vote_of(add_votes(slot, mask, label, (unsigned)__popc(same)), label));
        }
        best = largest_of_warp(best, WARP);
        if (lane_of_warp() == 0)
            atomicMax(&a.best[low], best);
    }
}

__global__ void take_chunks(struct labels_arguments a)
{
    int changed = 0;
    for (int64_t k = thread_of_grid(); k < a.count[LABELS_LONG]; k += threads_of_grid())
        changed += take(a, a.list[LABELS_LONG][k], a.best[k]);
    count_block(&a.result->changed, changed);
}

} // namespace

extern "C" const void *const graph__cuda_labels_open = (const void *)open_labels;
extern "C" const void *const graph__cuda_labels_measure = (const void *)measure_long;
extern "C" const void *const graph__cuda_labels_vote[] = {
    (const void *)vote_groups, (const void *)vote_warps, (const void *)vote_tables, (const void *)vote_blocks,
    (const void *)vote_chunks};
extern "C" const void *const graph__cuda_labels_take = (const void *)take_chunks;
