/* What a queued vertex chooses, by the state before the step: its weights towards communities, or towards parts of its
 * community, are added up, and the label of the largest gain is taken.  Groups of 8 lanes compare what their lanes hold;
 * warps, quarters of blocks and blocks add up longer rows in hash tables in shared memory. */
#ifndef CUDA_COMMUNITIES_TABLES_CUH
#define CUDA_COMMUNITIES_TABLES_CUH

#include "cuda/communities/gains.cuh"

enum {
    TABLE_SLOTS = 2 * LEVEL_BLOCK_MOST,
    WARP_SLOTS =
        TABLE_SLOTS / LEVEL_WARPS /* the table of a warp: two slots for each entry of its longest row */
};

/* Shared memory of a block. */
template <typename W> struct level_room {
    label_gain<W> of_warp[LEVEL_WARPS];
    W weight[TABLE_SLOTS];
    int32_t label[TABLE_SLOTS];
    int chunk_end[LEVEL_THREADS]; /* of a tile of queued vertices: chunks up to each, slots before each */
    unsigned slot_begin[LEVEL_THREADS];
    int partial[LEVEL_WARPS];
    unsigned row[LEVEL_THREADS / LEVEL_QUARTER_THREADS]; /* of each owner */
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
DEVICE label_gain<W> gain_of_joining(const level_arguments &a, const level_step &s, const level_row<W> &r,
                                     int32_t label, W w, W K)
{
    const bool is_home = !s.refines && label == r.home;
    const label_gain<W> x = {gains<W>::of(a, w, r.degree, K - (is_home ? r.degree : 0)),
                             is_home ? STAYS : label};
    if (s.refines &&
        ((a.size[label] == 1 && (int)(mix((uint64_t)label) >> (64 - LEVEL_STEP_BITS)) == s.step) ||
         !is_well_connected<W>(a, array_of<W>(a.outer)[label], K, r.all)))
        return no_gain<W>();
    return x;
}

/* The best of AT_ONCE labels. */
template <typename W>
DEVICE label_gain<W> best_of_labels(const level_arguments &a, const level_step &s, const level_row<W> &r,
                                    const int32_t *label, const W *w, label_gain<W> best)
{
    W K[AT_ONCE];
#pragma unroll
    for (int j = 0; j < AT_ONCE; j++)
        K[j] = label[j] != NOBODY ? sum_of<W>(a, s, label[j]) : 0;
#pragma unroll
    for (int j = 0; j < AT_ONCE; j++)
        if (label[j] != NOBODY)
            best = better(best, gain_of_joining<W>(a, s, r, label[j], w[j], K[j]));
    return best;
}

template <typename W>
DEVICE label_gain<W> gain_of_staying(const level_arguments &a, const level_step &s, const level_row<W> &r)
{
    label_gain<W> x;
    x.gain = s.refines ? 0 : gains<W>::of(a, 0, r.degree, r.all - r.degree);
    x.name = STAYS;
    return x;
}

/* graph__may_move */
DEVICE bool may_move(const level_arguments &a, int round, int32_t from, int32_t to)
{
    return (to < from) == (round % 2 == 0) || (round >= a.free_begin && round < a.free_end);
}

/* Called by one thread for each vertex. */
template <typename W>
DEVICE void decide(const level_arguments &a, const level_step &s, const level_row<W> &r, int64_t place,
                   label_gain<W> best)
{
    const label_gain<W> stays = gain_of_staying<W>(a, s, r);
    const int32_t name = better(stays, best).name;
    const bool waits = !s.refines && name != STAYS && !may_move(a, s.round, r.home, name);
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
        label_gain<W> best =
            label != NOBODY ? gain_of_joining<W>(a, s, r, label, sum, sum_of<W>(a, s, label)) : no_gain<W>();
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
DEVICE label_gain<W> best_of_table(const level_arguments &a, const level_step &s, const level_row<W> &r,
                                   const int32_t *labels, const W *weights, unsigned slots, unsigned first,
                                   unsigned stride)
{
    label_gain<W> best = no_gain<W>();
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
        label_gain<W> best = best_of_table<W>(a, s, r, labels, weights, slots, (unsigned)lane, WARP);
        best = best_of_lanes<W>(best, WARP);
        if (lane == 0)
            decide<W>(a, s, r, begin + at, best);
        __syncwarp();
    }
}

/* The threads that work on a row together, a block or a quarter of one, and their part of the block's table. */
template <typename W> struct row_owner {
    int number, threads, thread; /* which in the block; its threads; which of them */
    int32_t *label;
    W *weight;
    label_gain<W> *of_warp;
    unsigned *row;
};

template <typename W> DEVICE row_owner<W> row_owner_of(level_room<W> *room, int threads)
{
    row_owner<W> t;
    t.number = (int)threadIdx.x / threads;
    t.threads = threads;
    t.thread = (int)threadIdx.x % threads;
    t.label = room->label + t.number * (TABLE_SLOTS / LEVEL_THREADS) * threads;
    t.weight = room->weight + t.number * (TABLE_SLOTS / LEVEL_THREADS) * threads;
    t.of_warp = room->of_warp + t.number * threads / WARP;
    t.row = room->row + t.number;
    return t;
}

template <typename W> DEVICE void wait_for_owner(const row_owner<W> &t)
{
    if (t.threads == LEVEL_THREADS)
        __syncthreads();
    else
        asm volatile("bar.sync %0, %1;" ::"r"(t.number + 1), "r"(t.threads) : "memory");
}

/* Adds entries first .. end of a row to the owner's table, which is cleared before. */
template <typename W>
DEVICE void add_by_owner(const level_arguments &a, const level_step &s, const level_row<W> &r, int64_t first,
                         int64_t end, unsigned slots, const row_owner<W> &t)
{
    for (unsigned slot = (unsigned)t.thread; slot < slots; slot += (unsigned)t.threads)
        clear_slot(t.label, t.weight, slot);
    wait_for_owner(t);
    add_entries<W>(a, s, r, first + (t.thread & ~31), r.chooses ? end : 0, t.threads, t.label, t.weight,
                   slots);
    wait_for_owner(t);
}

/* The largest gain of all threads, in the first warp of the owner. */
template <typename W> DEVICE label_gain<W> best_of_owner(label_gain<W> best, const row_owner<W> &t)
{
    best = best_of_lanes<W>(best, WARP);
    if (lane_of_warp() == 0)
        t.of_warp[t.thread / WARP] = best;
    wait_for_owner(t);
    if (t.thread < WARP) {
        best = t.thread < t.threads / WARP ? t.of_warp[t.thread] : no_gain<W>();
        best = best_of_lanes<W>(best, WARP);
    }
    wait_for_owner(t);
    return best;
}

/* Owners take rows as they come: rows differ in length, and some blocks come later, from longer rows. */
template <typename W>
DEVICE void choose_by_owners(const level_arguments &a, const level_step &s, int64_t begin, int64_t count,
                             unsigned *taken, const row_owner<W> &t)
{
    if (t.thread == 0)
        *t.row = atomicAdd(taken, 1u);
    wait_for_owner(t);
    unsigned at = *t.row, next = 0;
    while (at < count) {
        const level_row<W> r = row_of<W>(a, s, s.queue[begin + at]);
        const unsigned slots = slots_for(r.length);
        if (t.thread == 0)
            next = atomicAdd(taken, 1u);
        add_by_owner<W>(a, s, r, 0, r.length, slots, t);
        label_gain<W> best =
            best_of_table<W>(a, s, r, t.label, t.weight, slots, (unsigned)t.thread, (unsigned)t.threads);
        best = best_of_owner<W>(best, t);
        if (t.thread == 0) {
            decide<W>(a, s, r, begin + at, best);
            *t.row = next;
        }
        wait_for_owner(t);
        at = *t.row;
    }
}

#endif
