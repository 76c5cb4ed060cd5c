/* The values of C = A B, whose pattern is known.  Each product has the number of its place in its row of C, so that nothing
 * is looked for: whoever owns a row of C folds its products into slots in shared memory, and writes the slots to C.
 *
 * The products of one entry of A go to different slots.  The threads of a row that belong to one warp take entry after
 * entry in the order of k, so that plain reads and writes do; groups of a block take several at once, and exchange slots
 * atomically. */
#include "cuda/mxm_values.cuh"

#include "cuda/mxm_again_arguments.h"

enum { AGAIN_AHEAD = 4, AGAIN_NOWHERE = -1 };

DEVICE int rank_bytes(int64_t entries)
{
    return entries <= AGAIN_NARROW ? 1 : entries <= AGAIN_MEDIUM ? 2 : 4;
}

/* An entry in one access. */
union again_words {
    int4 words;
    struct again_entry entry;
};

DEVICE struct again_entry load_entry(const struct again_entry *there)
{
    union again_words x;
    x.words = *(const int4 *)there;
    return x.entry;
}

DEVICE int length_of(const struct again_entry &e) { return e.length < 0 ? ~e.length : e.length; }

/* The place of product b of an entry. */
DEVICE int place_of(const struct again_entry &e, const uint8_t *rank, int bytes, int b)
{
    const uint8_t *there = rank + e.before;
    if (e.length < 0)
        return (int)e.before + b;
    return bytes == 1   ? (int)there[b]
           : bytes == 2 ? (int)((const uint16_t *)there)[b]
                        : (int)((const uint32_t *)there)[b];
}

DEVICE T value_of_B(const struct mxm_again_arguments &a, int64_t k)
{
    return READS_Y ? ((const T *)a.B_value)[k] : (T)1;
}

DEVICE void fold_alone(slot_t *slot, T x, T y)
{
    *slot = SEMIRING_IS_ANY ? bits_of(mul(x, y)) : slot_add(*slot, mul(x, y));
}

/* Products of one entry, LANES apart; a place that is negative: there is none. */
struct again_batch {
    T y[AGAIN_AHEAD];
    int place[AGAIN_AHEAD];
};

template <int LANES>
DEVICE void load_batch(struct again_batch &batch, const struct mxm_again_arguments &a,
                       const struct again_entry &e, const uint8_t *rank, int bytes, int b)
{
    const int length = length_of(e);
#pragma unroll
    for (int u = 0; u < AGAIN_AHEAD; u++) {
        batch.place[u] = AGAIN_NOWHERE;
        batch.y[u] = (T)1;
        if (b + u * LANES < length) {
            batch.y[u] = value_of_B(a, e.start + b + u * LANES);
            batch.place[u] = place_of(e, rank, bytes, b + u * LANES);
        }
    }
}

DEVICE void fold_batch(slot_t *slot, T from_A, const struct again_batch &batch)
{
#pragma unroll
    for (int u = 0; u < AGAIN_AHEAD; u++)
        if (batch.place[u] >= 0)
            fold_alone(slot + batch.place[u], from_A, batch.y[u]);
}

/* ---- Rows of one warp or less ---- */

/* LANES lanes own a row of at most SLOTS entries.  Under `any` the entries of A are taken from the last to the first. */
template <int LANES, int SLOTS> DEVICE void again_rows(const struct mxm_again_arguments &a)
{
    enum { GROUPS = AGAIN_THREADS / LANES };
    extern __shared__ __align__(16) unsigned char again_memory[];
    const int group = (int)threadIdx.x / LANES, lane = (int)threadIdx.x % LANES;
    struct again_entry *step = (struct again_entry *)again_memory + group * LANES;
    slot_t *left = (slot_t *)((struct again_entry *)again_memory + GROUPS * LANES) + group * LANES;
    slot_t *slot =
        (slot_t *)((struct again_entry *)again_memory + GROUPS * LANES) + GROUPS * LANES + group * SLOTS;
    const int64_t t = (int64_t)blockIdx.x * GROUPS + group;
    struct again_task task = {0, 0, 0, 0, 0, 0};
    if (t < a.tasks)
        task = a.task[t];
    const int entries = task.entries, n = task.n;
    const uint8_t *rank = a.rank + task.rank;
    const int bytes = SLOTS <= AGAIN_NARROW ? 1 : rank_bytes(n);
    if (!SEMIRING_IS_ANY)
        for (int s = lane; s < n; s += LANES)
            slot[s] = slot_start();
    const int most = LANES < WARP ? __reduce_max_sync(ALL_LANES, entries) : entries;
    for (int c = 0; c < most; c += LANES) {
        struct again_entry mine = {0, 0, 0};
        T x = (T)1;
        if (c + lane < entries) {
            const int64_t e = task.entry + (SEMIRING_IS_ANY ? entries - 1 - (c + lane) : c + lane);
            mine = load_entry(a.entry + e);
            if (READS_X)
                x = ((const T *)a.A_value)[e];
        }
        __syncwarp();
        union again_words words;
        words.entry = mine;
        ((int4 *)step)[lane] = words.words;
        left[lane] = bits_of(x);
        __syncwarp();
        const int m = most - c < LANES ? most - c : LANES;
        if (__reduce_max_sync(ALL_LANES, length_of(mine)) <= LANES) {
            for (int s = 0; s < m; s += AGAIN_AHEAD) {
                T y[AGAIN_AHEAD];
                int place[AGAIN_AHEAD];
#pragma unroll
                for (int u = 0; u < AGAIN_AHEAD; u++) {
                    const struct again_entry now = load_entry(step + s + u);
                    place[u] = AGAIN_NOWHERE;
                    y[u] = (T)1;
                    if (lane < length_of(now)) {
                        y[u] = value_of_B(a, now.start + lane);
                        place[u] = place_of(now, rank, bytes, lane);
                    }
                }
#pragma unroll
                for (int u = 0; u < AGAIN_AHEAD; u++) {
                    if (place[u] >= 0)
                        fold_alone(slot + place[u], value_of(left[s + u]), y[u]);
                    __syncwarp();
                }
            }
        } else {
            /* The first products of the next entry are on their way while those of one are folded. */
            struct again_batch batch, next;
            load_batch<LANES>(batch, a, load_entry(step), rank, bytes, lane);
            for (int s = 0; s < m; s++) {
                const struct again_entry now = load_entry(step + s);
                const T from_A = value_of(left[s]);
                const int length = length_of(now);
                if (s + 1 < m)
                    load_batch<LANES>(next, a, load_entry(step + s + 1), rank, bytes, lane);
                fold_batch(slot, from_A, batch);
                for (int b = lane + LANES * AGAIN_AHEAD; b < length; b += LANES * AGAIN_AHEAD) {
                    load_batch<LANES>(batch, a, now, rank, bytes, b);
                    fold_batch(slot, from_A, batch);
                }
                batch = next;
                __syncwarp();
            }
        }
    }
    __syncwarp();
    for (int s = lane; s < n; s += LANES)
        ((T *)a.C_value)[task.C + s] = value_of(slot[s]);
}

GRAPH_KERNEL void __launch_bounds__(AGAIN_THREADS) mxm_again_8(struct mxm_again_arguments a)
{
    again_rows<8, AGAIN_SLOTS_8>(a);
}
GRAPH_KERNEL void __launch_bounds__(AGAIN_THREADS) mxm_again_16(struct mxm_again_arguments a)
{
    again_rows<16, AGAIN_SLOTS_16>(a);
}
GRAPH_KERNEL void __launch_bounds__(AGAIN_THREADS) mxm_again_short(struct mxm_again_arguments a)
{
    again_rows<WARP, AGAIN_SLOTS_SHORT>(a);
}
GRAPH_KERNEL void __launch_bounds__(AGAIN_THREADS) mxm_again_long(struct mxm_again_arguments a)
{
    again_rows<WARP, AGAIN_SLOTS_LONG>(a);
}

/* ---- Rows of a block ---- */

/* Calls use(place, number of the entry, x, y) for the products that this thread has in the first `slots` places of a
 * task. */
template <int LANES, typename USE>
DEVICE void walk_task(const struct mxm_again_arguments &a, const struct again_task &task, int slots, USE use)
{
    enum { GROUPS = AGAIN_THREADS / LANES };
    const int group = (int)threadIdx.x / LANES, lane = (int)threadIdx.x % LANES, bytes = rank_bytes(task.n);
    const uint8_t *rank = a.rank + task.rank;
    const T *A_value = (const T *)a.A_value + (READS_X ? task.entry : 0);
    struct again_entry next = {0, 0, 0};
    if (group < task.entries)
        next = load_entry(a.entry + task.entry + group);
    for (int e = group; e < task.entries; e += GROUPS) {
        const struct again_entry now = next;
        const T x = X_VALUE(A_value, e);
        const int length = length_of(now);
        if (e + GROUPS < task.entries)
            next = load_entry(a.entry + task.entry + e + GROUPS);
        for (int b = lane; b < length; b += LANES * AGAIN_AHEAD) {
            struct again_batch batch;
            load_batch<LANES>(batch, a, now, rank, bytes, b);
#pragma unroll
            for (int u = 0; u < AGAIN_AHEAD; u++) {
                const int place = batch.place[u] - task.first;
                if (batch.place[u] >= 0 && place >= 0 && place < slots)
                    use(place, (unsigned)e, x, batch.y[u]);
            }
        }
    }
}

template <int LANES> DEVICE void again_block(const struct mxm_again_arguments &a)
{
    extern __shared__ __align__(16) unsigned char again_memory[];
    const struct again_task task = a.task[blockIdx.x];
    const int left = task.n - task.first, slots = left < AGAIN_SLOTS_BLOCK ? left : (int)AGAIN_SLOTS_BLOCK;
    T *value = (T *)a.C_value + task.C + task.first;
    if (SEMIRING_IS_ANY) {
        /* Of the products of a place the one with the smallest k, whose number the slot holds. */
        unsigned *smallest = (unsigned *)again_memory;
        for (int s = (int)threadIdx.x; s < slots; s += AGAIN_THREADS)
            smallest[s] = ~0u;
        __syncthreads();
        walk_task<LANES>(a, task, slots,
                         [&](int place, unsigned e, T, T) { atomicMin(smallest + place, e); });
        __syncthreads();
        walk_task<LANES>(a, task, slots, [&](int place, unsigned e, T x, T y) {
            if (smallest[place] == e)
                value[place] = mul(x, y);
        });
    } else {
        slot_t *slot = (slot_t *)again_memory;
        for (int s = (int)threadIdx.x; s < slots; s += AGAIN_THREADS)
            slot[s] = slot_start();
        __syncthreads();
        walk_task<LANES>(a, task, slots,
                         [&](int place, unsigned, T x, T y) { fold_together(slot + place, mul(x, y)); });
        __syncthreads();
        for (int s = (int)threadIdx.x; s < slots; s += AGAIN_THREADS)
            value[s] = value_of(slot[s]);
    }
}

GRAPH_KERNEL void __launch_bounds__(AGAIN_THREADS) mxm_again_block_8(struct mxm_again_arguments a)
{
    again_block<8>(a);
}
GRAPH_KERNEL void __launch_bounds__(AGAIN_THREADS) mxm_again_block_32(struct mxm_again_arguments a)
{
    again_block<WARP>(a);
}
