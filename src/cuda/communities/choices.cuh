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
    unsigned row[LEVEL_THREADS / LEVEL_TEAM_THREADS]; /* of each team */
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

/* The communities or parts that AT_ONCE entries of the row lead to, from entry k on and a stride apart, and their weights;
 * NOBODY where an entry does not count. */
enum { AT_ONCE = 4 };
template <typename W>
DEVICE void labels_at(const level_arguments &a, const level_step &s, const level_row<W> &r, int64_t k,
                      int64_t end, int stride, int32_t *label, W *w)
{
    int32_t u[AT_ONCE];
#pragma unroll
    for (int j = 0; j < AT_ONCE; j++) {
        const int64_t at = k + j * stride;
        u[j] = at < end ? a.column[r.begin + at] : r.v;
        w[j] = at < end ? weight_at<W>(a.weight, r.begin + at) : 0;
    }
#pragma unroll
    for (int j = 0; j < AT_ONCE; j++) {
        label[j] = u[j] != r.v ? a.community[u[j]] : NOBODY;
        if (s.refines && label[j] != NOBODY)
            label[j] = label[j] == r.home ? a.part[u[j]] : NOBODY;
    }
}

/* The degrees of what a label stands for. */
template <typename W> DEVICE W sum_of(const level_arguments &a, const level_step &s, int32_t label)
{
    return array_of<W>(s.refines ? a.part_sum : a.sum)[label];
}

/* What joining a label of the sum K brings to which the row has the weight w. */
template <typename W>
DEVICE offer<W> offer_of(const level_arguments &a, const level_step &s, const level_row<W> &r, int32_t label,
                         W w, W K)
{
    const bool is_home = !s.refines && label == r.home;
    const offer<W> x = {gains<W>::of(a, w, r.degree, K - (is_home ? r.degree : 0)), is_home ? STAYS : label};
    if (s.refines &&
        ((a.size[label] == 1 && (int)(mix((uint64_t)label) >> (64 - LEVEL_STEP_BITS)) == s.step) ||
         !is_well_connected<W>(a, array_of<W>(a.outer)[label], K, r.all)))
        return no_offer<W>();
    return x;
}

/* The best of AT_ONCE labels. */
template <typename W>
DEVICE offer<W> best_of_labels(const level_arguments &a, const level_step &s, const level_row<W> &r,
                               const int32_t *label, const W *w, offer<W> best)
{
    W K[AT_ONCE];
#pragma unroll
    for (int j = 0; j < AT_ONCE; j++)
        K[j] = label[j] != NOBODY ? sum_of<W>(a, s, label[j]) : 0;
#pragma unroll
    for (int j = 0; j < AT_ONCE; j++)
        if (label[j] != NOBODY)
            best = better(best, offer_of<W>(a, s, r, label[j], w[j], K[j]));
    return best;
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
        const bool is_edge = is_here && r.chooses && in_group < r.length;
        const int32_t u = is_edge ? a.column[r.begin + in_group] : r.v;
        const W w = is_edge ? weight_at<W>(a.weight, r.begin + in_group) : 0;
        int32_t label = u != r.v ? a.community[u] : NOBODY;
        W sum = 0;
        if (s.refines && label != NOBODY)
            label = label == r.home ? a.part[u] : NOBODY;
#pragma unroll
        for (int other = 0; other < group; other++) {
            const int32_t of_other = __shfl_sync(ALL_LANES, label, other, group);
            const W more = __shfl_sync(ALL_LANES, w, other, group);
            sum += of_other == label ? more : 0;
        }
        offer<W> best =
            label != NOBODY ? offer_of<W>(a, s, r, label, sum, sum_of<W>(a, s, label)) : no_offer<W>();
        best = best_of_lanes<W>(best, group);
        if (is_here && in_group == 0)
            decide<W>(a, s, r, begin + at, best);
    }
}

/* ---- Tables ---- */

DEVICE unsigned slot_of(int32_t label) { return (unsigned)label * 0x9e3779b1u >> 7; }

/* The slot of a label, which is entered if it is new. */
DEVICE unsigned find_slot(int32_t *labels, unsigned mask, int32_t label, bool *is_new = nullptr)
{
    for (unsigned slot = slot_of(label);; slot++) {
        const int32_t there = *(volatile int32_t *)&labels[slot & mask];
        if (there == label)
            return slot & mask;
        if (there != NOBODY)
            continue;
        const int32_t before = atomicCAS(&labels[slot & mask], NOBODY, label);
        if (is_new != nullptr)
            *is_new = before == NOBODY;
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

/* The best of the labels of a table, of those slots that are this thread's. */
template <typename W>
DEVICE offer<W> best_of_table(const level_arguments &a, const level_step &s, const level_row<W> &r,
                              const int32_t *labels, const W *weights, unsigned slots, unsigned first,
                              unsigned stride)
{
    offer<W> best = no_offer<W>();
    for (unsigned base = first; base < slots; base += AT_ONCE * stride) {
        int32_t label[AT_ONCE];
        W w[AT_ONCE];
#pragma unroll
        for (int j = 0; j < AT_ONCE; j++) {
            const unsigned slot = base + (unsigned)j * stride;
            label[j] = slot < slots ? labels[slot] : NOBODY;
            w[j] = slot < slots ? weights[slot] : 0;
        }
        best = best_of_labels<W>(a, s, r, label, w, best);
    }
    return best;
}

/* Adds entries first .. end of a row to a table, by warps `stride` threads apart. */
template <typename W>
DEVICE void add_entries(const level_arguments &a, const level_step &s, const level_row<W> &r, int64_t first,
                        int64_t end, int stride, int32_t *labels, W *weights, unsigned slots)
{
    for (int64_t base = first; base < end; base += AT_ONCE * stride) {
        int32_t label[AT_ONCE];
        W w[AT_ONCE];
        labels_at<W>(a, s, r, base + lane_of_warp(), end, stride, label, w);
#pragma unroll
        for (int j = 0; j < AT_ONCE; j++)
            if (base + j * stride < end)
                add_labels<W>(labels, weights, slots - 1, label[j], w[j], a.weight != nullptr);
    }
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
        for (unsigned slot = (unsigned)lane; slot < slots; slot += WARP)
            clear_slot(labels, weights, slot);
        __syncwarp();
        add_entries<W>(a, s, r, 0, r.chooses ? r.length : 0, WARP, labels, weights, slots);
        __syncwarp();
        offer<W> best = best_of_table<W>(a, s, r, labels, weights, slots, (unsigned)lane, WARP);
        best = best_of_lanes<W>(best, WARP);
        if (lane == 0)
            decide<W>(a, s, r, begin + at, best);
        __syncwarp();
    }
}

/* The threads that work on a row together, with their part of the block's table: the block, or four warps of it. */
template <typename W> struct team {
    int number, threads, thread; /* of the block; of the team; in the team */
    int32_t *label;
    W *weight;
    offer<W> *of_warp;
    unsigned *row;
};

template <typename W> DEVICE team<W> team_of(level_room<W> *room, int threads)
{
    team<W> t;
    t.number = (int)threadIdx.x / threads;
    t.threads = threads;
    t.thread = (int)threadIdx.x % threads;
    t.label = room->label + t.number * (TABLE_SLOTS / LEVEL_THREADS) * threads;
    t.weight = room->weight + t.number * (TABLE_SLOTS / LEVEL_THREADS) * threads;
    t.of_warp = room->of_warp + t.number * threads / WARP;
    t.row = room->row + t.number;
    return t;
}

template <typename W> DEVICE void wait_for_team(const team<W> &t)
{
    if (t.threads == LEVEL_THREADS)
        __syncthreads();
    else
        asm volatile("bar.sync %0, %1;" ::"r"(t.number + 1), "r"(t.threads) : "memory");
}

/* Adds entries first .. end of a row to the team's table, which is cleared before. */
template <typename W>
DEVICE void add_in_team(const level_arguments &a, const level_step &s, const level_row<W> &r, int64_t first,
                        int64_t end, unsigned slots, const team<W> &t)
{
    for (unsigned slot = (unsigned)t.thread; slot < slots; slot += (unsigned)t.threads)
        clear_slot(t.label, t.weight, slot);
    wait_for_team(t);
    add_entries<W>(a, s, r, first + (t.thread & ~31), r.chooses ? end : 0, t.threads, t.label, t.weight,
                   slots);
    wait_for_team(t);
}

/* The best offer of all threads, in the first warp of the team. */
template <typename W> DEVICE offer<W> best_of_team(offer<W> best, const team<W> &t)
{
    best = best_of_lanes<W>(best, WARP);
    if (lane_of_warp() == 0)
        t.of_warp[t.thread / WARP] = best;
    wait_for_team(t);
    if (t.thread < WARP) {
        best = t.thread < t.threads / WARP ? t.of_warp[t.thread] : no_offer<W>();
        best = best_of_lanes<W>(best, WARP);
    }
    wait_for_team(t);
    return best;
}

/* Teams take rows as they come: rows differ in length, and some blocks come later, from longer rows. */
template <typename W>
DEVICE void choose_by_teams(const level_arguments &a, const level_step &s, int64_t begin, int64_t count,
                            unsigned *taken, const team<W> &t)
{
    if (t.thread == 0)
        *t.row = atomicAdd(taken, 1u);
    wait_for_team(t);
    unsigned at = *t.row, next = 0;
    while (at < count) {
        const level_row<W> r = row_of<W>(a, s, s.queue[begin + at]);
        const unsigned slots = slots_for(r.length);
        if (t.thread == 0)
            next = atomicAdd(taken, 1u);
        add_in_team<W>(a, s, r, 0, r.length, slots, t);
        offer<W> best =
            best_of_table<W>(a, s, r, t.label, t.weight, slots, (unsigned)t.thread, (unsigned)t.threads);
        best = best_of_team<W>(best, t);
        if (t.thread == 0) {
            decide<W>(a, s, r, begin + at, best);
            *t.row = next;
        }
        wait_for_team(t);
        at = *t.row;
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
            unsigned *used = a.table_used + before + room->slot_begin[owner];
            add_in_team<W>(a, s, r, first, end, slots, team_of<W>(room, LEVEL_THREADS));
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
                    place = atomicAdd(&a.long_rows[tile + owner].used, (unsigned)__popc(those));
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
DEVICE void choose_of_chunk(const level_arguments &a, const level_step &s, int64_t place, long_row *its,
                            int64_t slot_begin, int first, int chunks, int number, level_room<W> *room)
{
    const level_row<W> r = row_of<W>(a, s, s.queue[place]);
    int32_t *labels = a.table_label + slot_begin;
    W *weights = array_of<W>(a.table_weight) + slot_begin;
    const unsigned *used = a.table_used + slot_begin;
    offer<W> *partial = (offer<W> *)a.table_best, best = no_offer<W>();
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
    best = best_of_team<W>(best, team_of<W>(room, LEVEL_THREADS));
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
            offer<W> x;
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
            chunks = chunks_of(a.long_rows[tile + threadIdx.x].used);
            chunks = chunks > 0 ? chunks : 1;
        }
        unsigned all_slots;
        const int all = number_chunks<W>(chunks, length > 0 ? long_slots(a, length) : 0, room, &all_slots);
        for (int chunk = (int)blockIdx.x; chunk < all; chunk += (int)gridDim.x) {
            const int owner = owner_of<W>(chunk, room), first = first_chunk_of<W>(owner, room);
            choose_of_chunk<W>(a, s, begin + tile + owner, &a.long_rows[tile + owner],
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
        a.long_rows[at].used = 0;
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
        choose_by_teams<W>(a, s, begin[LEVEL_BLOCK], count[LEVEL_BLOCK], &a.control->taken[0],
                           team_of<W>(room, LEVEL_THREADS));
    if (count[LEVEL_TEAM] > 0) {
        __syncthreads();
        choose_by_teams<W>(a, s, begin[LEVEL_TEAM], count[LEVEL_TEAM], &a.control->taken[1],
                           team_of<W>(room, LEVEL_TEAM_THREADS));
        __syncthreads();
    }
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
    for (int c = LEVEL_LONG; c >= LEVEL_TEAM; c--)
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
