/* Rows longer than a block's table: all blocks add them up in chunks, each in its table in shared memory first and then in
 * one table for each row in global memory.  After a barrier blocks take the largest gain among the slots that are used, in
 * chunks too; the block that ends last decides.  Also the choice of all vertices of a step, of every length. */
#ifndef CUDA_COMMUNITIES_CHUNKS_CUH
#define CUDA_COMMUNITIES_CHUNKS_CUH

#include "cuda/communities/tables.cuh"

DEVICE unsigned long_slots(const level_arguments &a, int64_t length)
{
    return slots_for(length < a.n ? length : a.n);
}

/* Numbers the chunks of a tile of queued vertices, none where chunks is 0, and their slots; returns the chunks.  All threads
 * of the block. */
template <typename W>
DEVICE int number_chunks(int chunks, unsigned slots, level_room<W> *room, unsigned *all_slots)
{
    int all, all_units;
    room->chunk_end[threadIdx.x] = scan_block(chunks, &all, room->partial);
    /* Slots are multiples of 32. */
    room->slot_begin[threadIdx.x] =
        (unsigned)scan_block((int)(slots / WARP), &all_units, room->partial) * WARP - slots;
    *all_slots = (unsigned)all_units * WARP;
    __syncthreads();
    return all;
}

/* The vertex of the tile that has this chunk. */
template <typename W> DEVICE int owner_of(int chunk, const level_room<W> *room)
{
    int low = 0, high = LEVEL_THREADS - 1;
    while (low < high) {
        const int middle = (low + high) / 2;
        if (room->chunk_end[middle] <= chunk)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

DEVICE int chunks_of(int64_t length) { return (int)((length + LEVEL_CHUNK - 1) / LEVEL_CHUNK); }

template <typename W> DEVICE int first_chunk_of(int owner, const level_room<W> *room)
{
    return owner == 0 ? 0 : room->chunk_end[owner - 1];
}

/* Adds up the long rows of a step in tables in global memory. */
template <typename W>
DEVICE void add_chunks(const level_arguments &a, const level_step &s, int64_t begin, int64_t count,
                       level_room<W> *room)
{
    int64_t before = 0; /* slots of earlier tiles */
    int chunk_before = 0;
    for (int64_t tile = 0; tile < count; tile += LEVEL_THREADS) {
        int64_t length = 0;
        if (tile + threadIdx.x < count) {
            const int32_t v = s.queue[begin + tile + threadIdx.x];
            length = a.row_start[v + 1] - a.row_start[v];
        }
        unsigned all_slots;
        const int all =
            number_chunks<W>(chunks_of(length), length > 0 ? long_slots(a, length) : 0, room, &all_slots);
        for (int chunk = (int)((blockIdx.x + gridDim.x - chunk_before % gridDim.x) % gridDim.x); chunk < all;
             chunk += (int)gridDim.x) {
            const int owner = owner_of<W>(chunk, room);
            const level_row<W> r = row_of<W>(a, s, s.queue[begin + tile + owner]);
            const int64_t first = (int64_t)(chunk - first_chunk_of<W>(owner, room)) * LEVEL_CHUNK,
                          end = first + LEVEL_CHUNK < r.length ? first + LEVEL_CHUNK : r.length;
            const unsigned slots = slots_for(end - first), mask = long_slots(a, r.length) - 1;
            int32_t *labels = a.table_label + before + room->slot_begin[owner];
            W *weights = array_of<W>(a.table_weight) + before + room->slot_begin[owner];
            unsigned *used = a.table_used + before + room->slot_begin[owner];
            add_by_owner<W>(a, s, r, first, end, slots, row_owner_of<W>(room, LEVEL_THREADS));
            for (unsigned slot = threadIdx.x; slot < slots; slot += LEVEL_THREADS) {
                const int32_t label = room->label[slot];
                unsigned there = 0, place = 0;
                bool is_new = false;
                if (label != NOBODY) {
                    there = find_slot(labels, mask, label, &is_new);
                    add_to(&weights[there], room->weight[slot]);
                }
                const unsigned those = __ballot_sync(ALL_LANES, is_new);
                if (lane_of_warp() == 0 && those != 0)
                    place = atomicAdd(&a.tables[tile + owner].used, (unsigned)__popc(those));
                place = __shfl_sync(ALL_LANES, place, 0) + __popc(those & ((1u << lane_of_warp()) - 1));
                if (is_new)
                    used[place] = there;
            }
            __syncthreads();
        }
        chunk_before += all;
        before += all_slots;
        __syncthreads();
    }
}

/* The best of those slots of a long row's table that are used, by chunks; the block that ends last decides. */
template <typename W>
DEVICE void choose_of_chunk(const level_arguments &a, const level_step &s, int64_t place, level_table *its,
                            int64_t slot_begin, int first, int chunks, int number, level_room<W> *room)
{
    const level_row<W> r = row_of<W>(a, s, s.queue[place]);
    int32_t *labels = a.table_label + slot_begin;
    W *weights = array_of<W>(a.table_weight) + slot_begin;
    const unsigned *used = a.table_used + slot_begin;
    label_gain<W> *partial = (label_gain<W> *)a.table_best, best = no_gain<W>();
    const int64_t begin = (int64_t)(number - first) * LEVEL_CHUNK, all = its->used,
                  end = begin + LEVEL_CHUNK < all ? begin + LEVEL_CHUNK : all;
    for (int64_t base = begin + threadIdx.x; base < end; base += AT_ONCE * LEVEL_THREADS) {
        unsigned slot[AT_ONCE];
        int32_t label[AT_ONCE];
        W w[AT_ONCE];
#pragma unroll
        for (int j = 0; j < AT_ONCE; j++)
            slot[j] = base + j * LEVEL_THREADS < end ? used[base + j * LEVEL_THREADS] : 0xffffffffu;
#pragma unroll
        for (int j = 0; j < AT_ONCE; j++) {
            label[j] = slot[j] != 0xffffffffu ? labels[slot[j]] : NOBODY;
            w[j] = slot[j] != 0xffffffffu ? weights[slot[j]] : 0;
        }
#pragma unroll
        for (int j = 0; j < AT_ONCE; j++)
            if (slot[j] != 0xffffffffu)
                clear_slot(labels, weights, slot[j]);
        best = best_of_labels<W>(a, s, r, label, w, best);
    }
    best = best_of_owner<W>(best, row_owner_of<W>(room, LEVEL_THREADS));
    if (threadIdx.x != 0)
        return;
    if (chunks > 1) {
        *(volatile typename gains<W>::type *)&partial[number].gain = best.gain;
        *(volatile int32_t *)&partial[number].name = best.name;
        __threadfence();
        if (atomicAdd(&its->done, 1u) + 1 < (unsigned)chunks)
            return;
        __threadfence();
        for (int other = first; other < first + chunks; other++) {
            label_gain<W> x;
            x.gain = *(volatile typename gains<W>::type *)&partial[other].gain;
            x.name = *(volatile int32_t *)&partial[other].name;
            best = better(best, x);
        }
        its->done = 0;
    }
    decide<W>(a, s, r, place, best);
}

/* After a barrier: chooses for the long rows, and empties their tables. */
template <typename W>
DEVICE void choose_of_chunks(const level_arguments &a, const level_step &s, int64_t begin, int64_t count,
                             level_room<W> *room)
{
    int64_t before = 0;
    int chunk_before = 0;
    for (int64_t tile = 0; tile < count; tile += LEVEL_THREADS) {
        int64_t length = 0;
        int chunks = 0;
        if (tile + threadIdx.x < count) {
            const int32_t v = s.queue[begin + tile + threadIdx.x];
            length = a.row_start[v + 1] - a.row_start[v];
            chunks = chunks_of(a.tables[tile + threadIdx.x].used);
            chunks = chunks > 0 ? chunks : 1;
        }
        unsigned all_slots;
        const int all = number_chunks<W>(chunks, length > 0 ? long_slots(a, length) : 0, room, &all_slots);
        for (int chunk = (int)blockIdx.x; chunk < all; chunk += (int)gridDim.x) {
            const int owner = owner_of<W>(chunk, room), first = first_chunk_of<W>(owner, room);
            choose_of_chunk<W>(a, s, begin + tile + owner, &a.tables[tile + owner],
                               before + room->slot_begin[owner], chunk_before + first,
                               room->chunk_end[owner] - first, chunk_before + chunk, room);
        }
        before += all_slots;
        chunk_before += all;
        __syncthreads();
    }
}

/* After another barrier. */
DEVICE void forget_rows(const level_arguments &a, unsigned count)
{
    if (blockIdx.x == 0 && threadIdx.x == 0)
        a.control->taken[0] = a.control->taken[1] = 0;
    for (unsigned at = threadIdx.x; at < count && blockIdx.x == 0; at += LEVEL_THREADS)
        a.tables[at].used = 0;
}

/* All vertices of a step; *arrivals is the counter of the grid barrier.  Targets are there after another barrier. */
template <typename W>
DEVICE void choose_all(const level_arguments &a, const level_step &s, const unsigned *count,
                       level_room<W> *room, unsigned long long &arrivals)
{
    const unsigned *begin = a.control->begin + s.step * LEVEL_CLASSES;
    if (count[LEVEL_LONG] > 0)
        add_chunks<W>(a, s, begin[LEVEL_LONG], count[LEVEL_LONG], room);
    if (count[LEVEL_BLOCK] > 0)
        choose_by_owners<W>(a, s, begin[LEVEL_BLOCK], count[LEVEL_BLOCK], &a.control->taken[0],
                            row_owner_of<W>(room, LEVEL_THREADS));
    if (count[LEVEL_QUARTER] > 0) {
        __syncthreads();
        choose_by_owners<W>(a, s, begin[LEVEL_QUARTER], count[LEVEL_QUARTER], &a.control->taken[1],
                            row_owner_of<W>(room, LEVEL_QUARTER_THREADS));
        __syncthreads();
    }
    choose_by_warps<W>(a, s, begin[LEVEL_WARP], count[LEVEL_WARP], room);
    choose_by_groups<W>(a, s, begin[LEVEL_GROUP], count[LEVEL_GROUP]);
    if (count[LEVEL_LONG] > 0) {
        grid_barrier(&a.control->arrivals, arrivals);
        choose_of_chunks<W>(a, s, begin[LEVEL_LONG], count[LEVEL_LONG], room);
    }
}

#endif
