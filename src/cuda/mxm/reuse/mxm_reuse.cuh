/* The numeric phase of C = A B with a reuse plan.  Each product has the number of its place in its row of C, or in a
 * window of it, so that nothing is searched for.  A warp owns a window, some lanes of one a short row: they add its
 * products to slots in shared memory, and write the slots to C.
 *
 * The products of one entry of A go to different slots, and the entries follow in the order of k.  So plain reads and
 * writes suffice, and the products of a place are added in the same order each time. */
#include "cuda/mxm/analysis/mxm_values.cuh"

#include "cuda/mxm/reuse/mxm_reuse_arguments.h"

/* Products that a lane loads before it adds the first: of a row, and of a window, of which only a small number of warps
 * run on a multiprocessor. */
enum { REUSE_AHEAD = 4, REUSE_STEPS_AHEAD = 8, REUSE_NOWHERE = -1 };

/* An entry in one access. */
union reuse_words {
    int4 words;
    struct reuse_entry entry;
};

DEVICE struct reuse_entry load_entry(const struct reuse_entry *there)
{
    union reuse_words x;
    x.words = *(const int4 *)there;
    return x.entry;
}

DEVICE int length_of(const struct reuse_entry &e) { return e.length < 0 ? ~e.length : e.length; }

/* The place of product b of an entry. */
DEVICE int place_of(const struct reuse_entry &e, const uint8_t *rank, int b)
{
    return e.length < 0 ? (int)e.before + b : (int)rank[e.before + (uint32_t)b];
}

DEVICE T value_of_B(const struct mxm_reuse_arguments &a, int64_t k)
{
    return READS_Y ? ((const T *)a.B_value)[k] : (T)1;
}

DEVICE void fold_alone(slot_t *slot, T x, T y)
{
    *slot = SEMIRING_IS_ANY ? bits_of(mul(x, y)) : slot_add(*slot, mul(x, y));
}

/* Products of one entry, LANES apart; a place that is negative: there is none. */
struct reuse_batch {
    T y[REUSE_AHEAD];
    int place[REUSE_AHEAD];
};

template <int LANES>
DEVICE void load_batch(struct reuse_batch &batch, const struct mxm_reuse_arguments &a,
                       const struct reuse_entry &e, const uint8_t *rank, int b)
{
    const int length = length_of(e);
#pragma unroll
    for (int u = 0; u < REUSE_AHEAD; u++) {
        batch.place[u] = REUSE_NOWHERE;
        batch.y[u] = (T)1;
        if (b + u * LANES < length) {
            batch.y[u] = value_of_B(a, e.start + b + u * LANES);
            batch.place[u] = place_of(e, rank, b + u * LANES);
        }
    }
}

DEVICE void fold_batch(slot_t *slot, T from_A, const struct reuse_batch &batch)
{
#pragma unroll
    for (int u = 0; u < REUSE_AHEAD; u++)
        if (batch.place[u] >= 0)
            fold_alone(slot + batch.place[u], from_A, batch.y[u]);
}

/* ---- Rows of a lane ---- */

#if HAS_KERNEL(mxm_reuse_1)
/* Rows of at most REUSE_SHORT products.  The slots of a lane are REUSE_THREADS apart. */
GRAPH_KERNEL void __launch_bounds__(REUSE_THREADS) mxm_reuse_1(struct mxm_reuse_arguments a)
{
    __shared__ slot_t slots[REUSE_SLOTS_1 * REUSE_THREADS];
    slot_t *slot = slots + threadIdx.x;
    const int64_t t = thread_of_grid();
    if (t >= a.tasks)
        return;
    const struct reuse_task task = a.task[t];
    const uint8_t *rank = a.rank + task.rank;
    if (!SEMIRING_IS_ANY)
        for (int s = 0; s < task.n; s++)
            slot[s * REUSE_THREADS] = slot_start();
    for (int c = 0; c < task.parts; c++) {
        const int64_t e = task.entry + (SEMIRING_IS_ANY ? task.parts - 1 - c : c);
        const struct reuse_entry now = load_entry(a.entry + e);
        const T x = X_VALUE((const T *)a.A_value, e);
        for (int b = 0; b < length_of(now); b++)
            fold_alone(slot + place_of(now, rank, b) * REUSE_THREADS, x, value_of_B(a, now.start + b));
    }
    for (int s = 0; s < task.n; s++)
        ((T *)a.C_value)[task.C + s] = value_of(slot[s * REUSE_THREADS]);
}
#endif

/* ---- Rows of a part of a warp ---- */

/* LANES lanes take a row of at most SLOTS entries.  Under `any` the entries of A are taken from the last to the first. */
template <int LANES, int SLOTS> DEVICE void reuse_rows(const struct mxm_reuse_arguments &a)
{
    enum { GROUPS = REUSE_THREADS / LANES };
    extern __shared__ __align__(16) unsigned char reuse_memory[];
    const int group = (int)threadIdx.x / LANES, lane = (int)threadIdx.x % LANES;
    struct reuse_entry *step = (struct reuse_entry *)reuse_memory + group * LANES;
    slot_t *A_slot = (slot_t *)((struct reuse_entry *)reuse_memory + GROUPS * LANES) + group * LANES;
    slot_t *slot =
        (slot_t *)((struct reuse_entry *)reuse_memory + GROUPS * LANES) + GROUPS * LANES + group * SLOTS;
    const int64_t t = (int64_t)blockIdx.x * GROUPS + group;
    struct reuse_task task = {0, 0, 0, 0, 0, 0};
    if (t < a.tasks)
        task = a.task[t];
    const int entries = task.parts, n = task.n;
    const uint8_t *rank = a.rank + task.rank;
    if (!SEMIRING_IS_ANY)
        for (int s = lane; s < n; s += LANES)
            slot[s] = slot_start();
    const int most = __reduce_max_sync(ALL_LANES, entries);
    for (int c = 0; c < most; c += LANES) {
        struct reuse_entry mine = {0, 0, 0};
        T x = (T)1;
        if (c + lane < entries) {
            const int64_t e = task.entry + (SEMIRING_IS_ANY ? entries - 1 - (c + lane) : c + lane);
            mine = load_entry(a.entry + e);
            if (READS_X)
                x = ((const T *)a.A_value)[e];
        }
        __syncwarp();
        union reuse_words words;
        words.entry = mine;
        ((int4 *)step)[lane] = words.words;
        A_slot[lane] = bits_of(x);
        __syncwarp();
        const int m = most - c < LANES ? most - c : LANES;
        if (__reduce_max_sync(ALL_LANES, length_of(mine)) <= LANES) {
            for (int s = 0; s < m; s += REUSE_AHEAD) {
                T y[REUSE_AHEAD];
                int place[REUSE_AHEAD];
#pragma unroll
                for (int u = 0; u < REUSE_AHEAD; u++) {
                    const struct reuse_entry now = load_entry(step + s + u);
                    place[u] = REUSE_NOWHERE;
                    y[u] = (T)1;
                    if (lane < length_of(now)) {
                        y[u] = value_of_B(a, now.start + lane);
                        place[u] = place_of(now, rank, lane);
                    }
                }
#pragma unroll
                for (int u = 0; u < REUSE_AHEAD; u++) {
                    if (place[u] >= 0)
                        fold_alone(slot + place[u], value_of(A_slot[s + u]), y[u]);
                    __syncwarp();
                }
            }
        } else {
            /* The first products of the next entry are loaded while those of this one are added. */
            struct reuse_batch batch, next;
            load_batch<LANES>(batch, a, load_entry(step), rank, lane);
            for (int s = 0; s < m; s++) {
                const struct reuse_entry now = load_entry(step + s);
                const T from_A = value_of(A_slot[s]);
                const int length = length_of(now);
                if (s + 1 < m)
                    load_batch<LANES>(next, a, load_entry(step + s + 1), rank, lane);
                fold_batch(slot, from_A, batch);
                for (int b = lane + LANES * REUSE_AHEAD; b < length; b += LANES * REUSE_AHEAD) {
                    load_batch<LANES>(batch, a, now, rank, b);
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

#if HAS_KERNEL(mxm_reuse_8)
GRAPH_KERNEL void __launch_bounds__(REUSE_THREADS) mxm_reuse_8(struct mxm_reuse_arguments a)
{
    reuse_rows<8, REUSE_SLOTS_8>(a);
}
#endif

#if HAS_KERNEL(mxm_reuse_16)
GRAPH_KERNEL void __launch_bounds__(REUSE_THREADS) mxm_reuse_16(struct mxm_reuse_arguments a)
{
    reuse_rows<16, REUSE_SLOTS_16>(a);
}
#endif

/* ---- Windows ---- */

#if HAS_KERNEL(mxm_reuse_window)
union step_words {
    int4 words;
    struct reuse_step step;
};

/* The products of REUSE_STEPS_AHEAD steps, of which each lane has one; a place that is negative: there is none. */
struct reuse_products {
    T x[REUSE_STEPS_AHEAD], y[REUSE_STEPS_AHEAD];
    int place[REUSE_STEPS_AHEAD];
};

DEVICE void load_products(struct reuse_products &p, const struct mxm_reuse_arguments &a,
                          const struct reuse_task &task, const int4 *step)
{
    const int lane = lane_of_warp();
#pragma unroll
    for (int u = 0; u < REUSE_STEPS_AHEAD; u++) {
        union step_words now;
        now.words = step[u];
        const unsigned all = (unsigned)now.words.x;
        p.place[u] = REUSE_NOWHERE;
        p.x[u] = p.y[u] = (T)1;
        if (lane < (int)(all & REUSE_COUNT)) {
            const uint32_t before = now.step.before + (uint32_t)lane;
            if (READS_X)
                p.x[u] = ((const T *)a.A_value)[task.entry + now.step.entry];
            p.y[u] = value_of_B(a, (int64_t)(now.step.products >> REUSE_FIRST) + lane);
            p.place[u] = (all & REUSE_IS_RUN) != 0 ? (int)before : (int)a.window_rank[task.rank + before];
        }
    }
}

/* A block of one warp for each window.  It reads 32 steps at a time to shared memory, and loads the products of the next
 * steps while it adds those before.  Under `any` steps are taken from the last to the first. */
GRAPH_KERNEL void __launch_bounds__(WARP) mxm_reuse_window(struct mxm_reuse_arguments a)
{
    extern __shared__ __align__(16) unsigned char reuse_memory[];
    int4 *step = (int4 *)reuse_memory;
    slot_t *slot = (slot_t *)(step + WARP);
    const struct reuse_task task = a.task[blockIdx.x];
    const int lane = (int)threadIdx.x, steps = task.parts;
    const int4 *there = (const int4 *)(a.step + task.step);
    const int4 nothing = {0, 0, 0, 0};
#define LOAD_STEP(s) ((s) < steps ? there[SEMIRING_IS_ANY ? steps - 1 - (s) : (s)] : nothing)
    int4 mine = LOAD_STEP(lane);
    struct reuse_products now, next;
    if (!SEMIRING_IS_ANY)
        for (int s = lane; s < task.n; s += WARP)
            slot[s] = slot_start();
    step[lane] = mine;
    mine = LOAD_STEP(WARP + lane);
    __syncwarp();
    load_products(now, a, task, step);
    for (int first = REUSE_STEPS_AHEAD; first < steps + REUSE_STEPS_AHEAD; first += REUSE_STEPS_AHEAD) {
        if (first % WARP == 0) {
            __syncwarp();
            step[lane] = mine;
            mine = LOAD_STEP(first + WARP + lane);
            __syncwarp();
        }
        load_products(next, a, task, step + first % WARP);
#pragma unroll
        for (int u = 0; u < REUSE_STEPS_AHEAD; u++) {
            if (now.place[u] >= 0)
                fold_alone(slot + now.place[u], now.x[u], now.y[u]);
            __syncwarp();
        }
        now = next;
    }
#undef LOAD_STEP
    for (int s = lane; s < task.n; s += WARP)
        ((T *)a.C_value)[task.C + s] = value_of(slot[s]);
}
#endif
