/* What each queued vertex of a step chooses, by the state before the step: adds up its weights towards communities, or
 * towards parts of its community, and takes the best offer.
 *
 * Groups of 8 lanes compare what their lanes hold.  Warps and blocks add up longer rows in hash tables in shared memory.
 * Rows that are longer still are added up in chunks by all blocks, each in its table in shared memory first and then in one
 * table for each row in global memory; after a barrier a block takes the best of each. */
#ifndef CUDA_COMMUNITIES_CHOICES_CUH
#define CUDA_COMMUNITIES_CHOICES_CUH

#include "cuda/communities/weights.cuh"

enum {
    TABLE_SLOTS = 2 * LEVEL_BLOCK_MOST,
    WARP_SLOTS =
        TABLE_SLOTS / LEVEL_WARPS /* the table of a warp: two slots for each entry of its longest row */
};

/* Shared memory of a block. */
template <typename W> struct level_room {
    offer<W> of_warp[LEVEL_WARPS];
    W weight[TABLE_SLOTS];
    int32_t label[TABLE_SLOTS];
    int chunk_end[LEVEL_THREADS]; /* of a tile of queued vertices: chunks up to each, slots before each */
    unsigned slot_begin[LEVEL_THREADS];
    int partial[LEVEL_WARPS];
};

/* Where in the rounds this is, and the queue. */
struct level_step {
    int round, step;
    bool refines;
    const int32_t *queue;
    int32_t *target;
};

template <typename W> struct level_row {
    int32_t v, home; /* its community */
    int64_t begin, length;
    W degree, all; /* of the community */
    bool chooses;
};

template <typename W> DEVICE bool is_well_connected(const level_arguments &a, W w, W k, W K)
{
    return gains<W>::of(a, w, k, K - k) >= 0;
}

template <typename W> DEVICE level_row<W> row_of(const level_arguments &a, const level_step &s, int32_t v)
{
    level_row<W> r;
    r.v = v;
    r.home = a.community[v];
    r.begin = a.row_start[v];
    r.length = a.row_start[v + 1] - r.begin;
    r.degree = array_of<W>(a.degree)[v];
    r.all = array_of<W>(a.sum)[r.home];
    r.chooses = !s.refines || (a.part[v] == v && a.size[v] == 1 &&
                               is_well_connected<W>(a, array_of<W>(a.within)[v], r.degree, r.all));
    return r;
}

/* The community or part that an entry of the row leads to, if it counts; *w = its weight. */
template <typename W>
DEVICE int32_t label_at(const level_arguments &a, const level_step &s, const level_row<W> &r, int64_t k, W *w)
{
    *w = 0;
    if (k >= r.length)
        return NOBODY;
    const int32_t u = a.column[r.begin + k];
    if (u == r.v)
        return NOBODY;
    int32_t label = a.community[u];
    if (s.refines)
        label = label == r.home ? a.part[u] : NOBODY;
    if (label != NOBODY)
        *w = weight_at<W>(a.weight, r.begin + k);
    return label;
}

/* What joining a label brings to which the row has the weight w. */
template <typename W>
DEVICE offer<W> offer_of(const level_arguments &a, const level_step &s, const level_row<W> &r, int32_t label,
                         W w)
{
    offer<W> x;
    if (!s.refines) {
        const bool is_home = label == r.home;
        x.gain = gains<W>::of(a, w, r.degree, array_of<W>(a.sum)[label] - (is_home ? r.degree : 0));
        x.name = is_home ? STAYS : label;
        return x;
    }
    const W K = array_of<W>(a.part_sum)[label];
    if ((a.size[label] == 1 && (int)(mix((uint64_t)label) >> (64 - LEVEL_STEP_BITS)) == s.step) ||
        !is_well_connected<W>(a, array_of<W>(a.outer)[label], K, r.all))
        return no_offer<W>();
    x.gain = gains<W>::of(a, w, r.degree, K);
    x.name = label;
    return x;
}

template <typename W>
DEVICE offer<W> offer_of_staying(const level_arguments &a, const level_step &s, const level_row<W> &r)
{
    offer<W> x;
    x.gain = s.refines ? 0 : gains<W>::of(a, 0, r.degree, r.all - r.degree);
    x.name = STAYS;
    return x;
}

/* Called by one thread for each vertex. */
template <typename W>
DEVICE void decide(const level_arguments &a, const level_step &s, const level_row<W> &r, int64_t place,
                   offer<W> best)
{
    const offer<W> stays = offer_of_staying<W>(a, s, r);
    const int32_t name = better(stays, best).name;
    const bool waits = !s.refines && name != STAYS && (name < r.home) != (s.round % 2 == 0);
    s.target[place] = waits ? WAITS : name;
    if (!s.refines && !waits)
        atomicAnd(&a.is_active[r.v / 32], ~(1u << r.v % 32));
}

/* ---- Lanes ---- */

template <typename W>
DEVICE void choose_by_groups(const level_arguments &a, const level_step &s, int64_t begin, int64_t count)
{
    const int group = LEVEL_GROUP_MOST, lane = lane_of_warp(), in_group = lane % group, groups = WARP / group;
    const int64_t warp = (int64_t)(threadIdx.x / WARP) * gridDim.x + blockIdx.x,
                  warps = (int64_t)gridDim.x * LEVEL_WARPS;
    for (int64_t base = warp * groups; base < count; base += warps * groups) {
        const int64_t at = base + lane / group;
        const bool is_here = at < count;
        level_row<W> r = row_of<W>(a, s, s.queue[begin + (is_here ? at : 0)]);
        W w, sum = 0;
        const int32_t label = is_here && r.chooses ? label_at<W>(a, s, r, in_group, &w) : NOBODY;
        w = label != NOBODY ? w : 0;
#pragma unroll
        for (int other = 0; other < group; other++) {
            const int32_t of_other = __shfl_sync(ALL_LANES, label, other, group);
            const W more = __shfl_sync(ALL_LANES, w, other, group);
            sum += of_other == label ? more : 0;
        }
        offer<W> best = label != NOBODY ? offer_of<W>(a, s, r, label, sum) : no_offer<W>();
        best = best_of_lanes<W>(best, group);
        if (is_here && in_group == 0)
            decide<W>(a, s, r, begin + at, best);
    }
}

/* ---- Tables ---- */

DEVICE unsigned slot_of(int32_t label) { return (unsigned)label * 0x9e3779b1u >> 7; }

/* The slot of a label, which is entered if it is new. */
DEVICE unsigned find_slot(int32_t *labels, unsigned mask, int32_t label)
{
    for (unsigned slot = slot_of(label);; slot++) {
        const int32_t there = *(volatile int32_t *)&labels[slot & mask];
        if (there == label)
            return slot & mask;
        if (there != NOBODY)
            continue;
        const int32_t before = atomicCAS(&labels[slot & mask], NOBODY, label);
        if (before == NOBODY || before == label)
            return slot & mask;
    }
}

/* Adds what the lanes of a warp hold to a table. */
template <typename W>
DEVICE void add_labels(int32_t *labels, W *weights, unsigned mask, int32_t label, W w, bool is_weighted)
{
    if (is_weighted) {
        if (label != NOBODY)
            add_to(&weights[find_slot(labels, mask, label)], w);
        return;
    }
    const unsigned same = __match_any_sync(ALL_LANES, label);
    if (label != NOBODY && __ffs((int)same) - 1 == lane_of_warp())
        add_to(&weights[find_slot(labels, mask, label)], (W)__popc(same));
}

/* The power of two that is at least twice the length, and at least 32. */
DEVICE unsigned slots_for(int64_t length) { return length <= 16 ? 32u : 2u << (32 - __clz((int)length - 1)); }

template <typename W> DEVICE void clear_slot(int32_t *labels, W *weights, unsigned slot)
{
    labels[slot] = NOBODY;
    weights[slot] = 0;
}

template <typename W>
DEVICE void choose_by_warps(const level_arguments &a, const level_step &s, int64_t begin, int64_t count,
                            level_room<W> *room)
{
    const int lane = lane_of_warp(), in_block = (int)threadIdx.x / WARP;
    int32_t *labels = room->label + in_block * WARP_SLOTS;
    W *weights = room->weight + in_block * WARP_SLOTS;
    for (int64_t at = (int64_t)in_block * gridDim.x + blockIdx.x; at < count;
         at += (int64_t)gridDim.x * LEVEL_WARPS) {
        const level_row<W> r = row_of<W>(a, s, s.queue[begin + at]);
        const unsigned slots = slots_for(r.length);
        offer<W> best = no_offer<W>();
        for (unsigned slot = (unsigned)lane; slot < slots; slot += WARP)
            clear_slot(labels, weights, slot);
        __syncwarp();
        for (int64_t base = 0; base < r.length && r.chooses; base += WARP) {
            W w;
            const int32_t label = label_at<W>(a, s, r, base + lane, &w);
            add_labels<W>(labels, weights, slots - 1, label, w, a.weight != nullptr);
        }
        __syncwarp();
        for (unsigned slot = (unsigned)lane; slot < slots; slot += WARP)
            if (labels[slot] != NOBODY)
                best = better(best, offer_of<W>(a, s, r, labels[slot], weights[slot]));
        best = best_of_lanes<W>(best, WARP);
        if (lane == 0)
            decide<W>(a, s, r, begin + at, best);
        __syncwarp();
    }
}

/* Adds entries first .. end of a row to the block's table, which is cleared before. */
template <typename W>
DEVICE void add_in_block(const level_arguments &a, const level_step &s, const level_row<W> &r, int64_t first,
                         int64_t end, unsigned slots, level_room<W> *room)
{
    for (unsigned slot = threadIdx.x; slot < slots; slot += LEVEL_THREADS)
        clear_slot(room->label, room->weight, slot);
    __syncthreads();
    for (int64_t base = first + (threadIdx.x & ~31u); base < end && r.chooses; base += LEVEL_THREADS) {
        const int64_t k = base + lane_of_warp();
        W w = 0;
        const int32_t label = k < end ? label_at<W>(a, s, r, k, &w) : NOBODY;
        add_labels<W>(room->label, room->weight, slots - 1, label, w, a.weight != nullptr);
    }
    __syncthreads();
}

/* The best offer of all threads, in thread 0. */
template <typename W> DEVICE offer<W> best_of_block(offer<W> best, level_room<W> *room)
{
    best = best_of_lanes<W>(best, WARP);
    if (lane_of_warp() == 0)
        room->of_warp[threadIdx.x / WARP] = best;
    __syncthreads();
    if (threadIdx.x < WARP) {
        best = threadIdx.x < LEVEL_WARPS ? room->of_warp[threadIdx.x] : no_offer<W>();
        best = best_of_lanes<W>(best, WARP);
    }
    __syncthreads();
    return best;
}

template <typename W>
DEVICE void choose_by_blocks(const level_arguments &a, const level_step &s, int64_t begin, int64_t count,
                             level_room<W> *room)
{
    for (int64_t at = blockIdx.x; at < count; at += gridDim.x) {
        const level_row<W> r = row_of<W>(a, s, s.queue[begin + at]);
        const unsigned slots = slots_for(r.length);
        offer<W> best = no_offer<W>();
        add_in_block<W>(a, s, r, 0, r.length, slots, room);
        for (unsigned slot = threadIdx.x; slot < slots; slot += LEVEL_THREADS)
            if (room->label[slot] != NOBODY)
                best = better(best, offer_of<W>(a, s, r, room->label[slot], room->weight[slot]));
        best = best_of_block<W>(best, room);
        if (threadIdx.x == 0)
            decide<W>(a, s, r, begin + at, best);
    }
}

/* ---- Chunks ---- */

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
            add_in_block<W>(a, s, r, first, end, slots, room);
            for (unsigned slot = threadIdx.x; slot < slots; slot += LEVEL_THREADS)
                if (room->label[slot] != NOBODY)
                    add_to(&weights[find_slot(labels, mask, room->label[slot])], room->weight[slot]);
            __syncthreads();
        }
        chunk_before += all;
        before += all_slots;
        __syncthreads();
    }
}

/* After a barrier: the best of each long row; empties the tables. */
template <typename W>
DEVICE void choose_of_chunks(const level_arguments &a, const level_step &s, int64_t begin, int64_t count,
                             level_room<W> *room)
{
    int64_t before = 0;
    for (int64_t tile = 0; tile < count; tile += LEVEL_THREADS) {
        int64_t length = 0;
        if (tile + threadIdx.x < count) {
            const int32_t v = s.queue[begin + tile + threadIdx.x];
            length = a.row_start[v + 1] - a.row_start[v];
        }
        unsigned all_slots;
        number_chunks<W>(0, length > 0 ? long_slots(a, length) : 0, room, &all_slots);
        const int64_t here = count - tile < LEVEL_THREADS ? count - tile : LEVEL_THREADS;
        for (int64_t at = blockIdx.x; at < here; at += gridDim.x) {
            const level_row<W> r = row_of<W>(a, s, s.queue[begin + tile + at]);
            const unsigned slots = long_slots(a, r.length);
            int32_t *labels = a.table_label + before + room->slot_begin[at];
            W *weights = array_of<W>(a.table_weight) + before + room->slot_begin[at];
            offer<W> best = no_offer<W>();
            for (unsigned slot = threadIdx.x; slot < slots && r.chooses; slot += LEVEL_THREADS)
                if (labels[slot] != NOBODY) {
                    best = better(best, offer_of<W>(a, s, r, labels[slot], weights[slot]));
                    clear_slot(labels, weights, slot);
                }
            best = best_of_block<W>(best, room);
            if (threadIdx.x == 0)
                decide<W>(a, s, r, begin + tile + at, best);
        }
        before += all_slots;
        __syncthreads();
    }
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
        choose_by_blocks<W>(a, s, begin[LEVEL_BLOCK], count[LEVEL_BLOCK], room);
    choose_by_warps<W>(a, s, begin[LEVEL_WARP], count[LEVEL_WARP], room);
    choose_by_groups<W>(a, s, begin[LEVEL_GROUP], count[LEVEL_GROUP]);
    if (count[LEVEL_LONG] > 0) {
        grid_barrier(&a.control->arrivals, arrivals);
        choose_of_chunks<W>(a, s, begin[LEVEL_LONG], count[LEVEL_LONG], room);
    }
}

/* ---- The edges of those that moved ---- */

/* Calls visit(is_edge, entry, v, to) by whole warps for the entries of the rows v of a warp's lanes. */
template <typename F> DEVICE void visit_short(int64_t begin, int length, int32_t v, int32_t to, F visit)
{
    const int sum = scan_warp(length), all = __shfl_sync(ALL_LANES, sum, WARP - 1);
    const int64_t from = begin - (sum - length);
    for (int base = 0; base < all; base += WARP) {
        const int e = base + lane_of_warp(), owner = search_warp(e, sum);
        const int64_t k = (int64_t)__shfl_sync(ALL_LANES, (long long)from, owner) + e;
        const int32_t row = __shfl_sync(ALL_LANES, v, owner), its = __shfl_sync(ALL_LANES, to, owner);
        visit(e < all, k, row, its);
    }
}

/* For each queued vertex of a step calls take(v, target) once, by whole warps (target STAYS where there is none), and
 * visit as above for the entries of those for which it returns true. */
template <typename W, typename T, typename F>
DEVICE void visit_moved(const level_arguments &a, const level_step &s, const unsigned *count,
                        level_room<W> *room, T take, F visit)
{
    const unsigned *begin = a.control->begin + s.step * LEVEL_CLASSES;
    const int lane = lane_of_warp();
    const int64_t warp = (int64_t)(threadIdx.x / WARP) * gridDim.x + blockIdx.x,
                  warps = (int64_t)gridDim.x * LEVEL_WARPS;
    for (int c = LEVEL_LONG; c >= LEVEL_BLOCK; c--)
        for (int64_t tile = 0; tile < count[c]; tile += LEVEL_THREADS) {
            const bool is_here = tile + threadIdx.x < count[c];
            const int64_t place = begin[c] + tile + threadIdx.x;
            const int32_t v = is_here ? s.queue[place] : 0, to = is_here ? s.target[place] : STAYS;
            const bool goes = blockIdx.x == 0 ? take(v, to) : to >= 0;
            unsigned all_slots;
            const int all = number_chunks<W>(goes ? chunks_of(a.row_start[v + 1] - a.row_start[v]) : 0, 0,
                                             room, &all_slots);
            for (int chunk = (int)blockIdx.x; chunk < all; chunk += (int)gridDim.x) {
                const int owner = owner_of<W>(chunk, room);
                const int32_t mover = s.queue[begin[c] + tile + owner],
                              its = s.target[begin[c] + tile + owner];
                const int64_t row_begin = a.row_start[mover], row_end = a.row_start[mover + 1],
                              first =
                                  row_begin + (int64_t)(chunk - first_chunk_of<W>(owner, room)) * LEVEL_CHUNK,
                              end = first + LEVEL_CHUNK < row_end ? first + LEVEL_CHUNK : row_end;
                for (int64_t base = first + (threadIdx.x & ~31u); base < end; base += LEVEL_THREADS)
                    visit(base + lane < end, base + lane, mover, its);
            }
            __syncthreads();
        }
    for (int c = LEVEL_WARP; c >= LEVEL_GROUP; c--) {
        /* Vertices of a warp: so many that all warps have work. */
        const int64_t share = (count[c] + warps - 1) / warps, each = share < WARP ? share : WARP;
        for (int64_t at = warp * each; at < count[c]; at += warps * each) {
            const bool is_here = lane < each && at + lane < count[c];
            const int64_t place = begin[c] + at + lane;
            const int32_t v = is_here ? s.queue[place] : 0, to = is_here ? s.target[place] : STAYS;
            const bool goes = take(v, to);
            int64_t row_begin = 0;
            int length = 0;
            if (goes) {
                row_begin = a.row_start[v];
                length = (int)(a.row_start[v + 1] - row_begin);
            }
            visit_short(row_begin, length, v, to, visit);
        }
    }
}

#endif
