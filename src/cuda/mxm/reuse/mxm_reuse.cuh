/* The values of C = A B, whose pattern is known.  Each product has the number of its place in its row of C, or in a window
 * of it, so that nothing is looked for.  A warp owns a window, some lanes of one a short row: they fold its products into
 * slots in shared memory, and write the slots to C.
 *
 * The products of one entry of A go to different slots, and entry comes after entry in the order of k.  So plain reads and
 * writes do, and the products of a place are folded in the same order each time. */
#include "cuda/mxm/analysis/mxm_values.cuh"

#include "cuda/mxm/reuse/mxm_reuse_arguments.h"

/* Products that a lane fetches before it folds the first: of a row, and of a window, which has few warps beside it. */
enum { AGAIN_AHEAD = 4, AGAIN_STEPS_AHEAD = 8, AGAIN_NOWHERE = -1 };

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
DEVICE int place_of(const struct again_entry &e, const uint8_t *rank, int b)
{
    return e.length < 0 ? (int)e.before + b : (int)rank[e.before + (uint32_t)b];
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
                       const struct again_entry &e, const uint8_t *rank, int b)
{
    const int length = length_of(e);
#pragma unroll
    for (int u = 0; u < AGAIN_AHEAD; u++) {
        batch.place[u] = AGAIN_NOWHERE;
        batch.y[u] = (T)1;
        if (b + u * LANES < length) {
            batch.y[u] = value_of_B(a, e.start + b + u * LANES);
            batch.place[u] = place_of(e, rank, b + u * LANES);
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

/* ---- Rows of a lane ---- */

#if HAS_KERNEL(mxm_again_1)
/* Rows with a few products.  The slots of a lane are AGAIN_THREADS apart. */
GRAPH_KERNEL void __launch_bounds__(AGAIN_THREADS) mxm_again_1(struct mxm_again_arguments a)
{
    __shared__ slot_t slots[AGAIN_SLOTS_1 * AGAIN_THREADS];
    slot_t *slot = slots + threadIdx.x;
    const int64_t t = thread_of_grid();
    if (t >= a.tasks)
        return;
    const struct again_task task = a.task[t];
    const uint8_t *rank = a.rank + task.rank;
    if (!SEMIRING_IS_ANY)
        for (int s = 0; s < task.n; s++)
            slot[s * AGAIN_THREADS] = slot_start();
    for (int c = 0; c < task.parts; c++) {
        const int64_t e = task.entry + (SEMIRING_IS_ANY ? task.parts - 1 - c : c);
        const struct again_entry now = load_entry(a.entry + e);
        const T x = X_VALUE((const T *)a.A_value, e);
        for (int b = 0; b < length_of(now); b++)
            fold_alone(slot + place_of(now, rank, b) * AGAIN_THREADS, x, value_of_B(a, now.start + b));
    }
    for (int s = 0; s < task.n; s++)
        ((T *)a.C_value)[task.C + s] = value_of(slot[s * AGAIN_THREADS]);
}
#endif

/* ---- Rows of a part of a warp ---- */

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
    const int entries = task.parts, n = task.n;
    const uint8_t *rank = a.rank + task.rank;
    if (!SEMIRING_IS_ANY)
        for (int s = lane; s < n; s += LANES)
            slot[s] = slot_start();
    const int most = __reduce_max_sync(ALL_LANES, entries);
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
                        place[u] = place_of(now, rank, lane);
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
            load_batch<LANES>(batch, a, load_entry(step), rank, lane);
            for (int s = 0; s < m; s++) {
                const struct again_entry now = load_entry(step + s);
                const T from_A = value_of(left[s]);
                const int length = length_of(now);
                if (s + 1 < m)
                    load_batch<LANES>(next, a, load_entry(step + s + 1), rank, lane);
                fold_batch(slot, from_A, batch);
                for (int b = lane + LANES * AGAIN_AHEAD; b < length; b += LANES * AGAIN_AHEAD) {
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

#if HAS_KERNEL(mxm_again_8)
GRAPH_KERNEL void __launch_bounds__(AGAIN_THREADS) mxm_again_8(struct mxm_again_arguments a)
{
    again_rows<8, AGAIN_SLOTS_8>(a);
}
#endif

#if HAS_KERNEL(mxm_again_16)
GRAPH_KERNEL void __launch_bounds__(AGAIN_THREADS) mxm_again_16(struct mxm_again_arguments a)
{
    again_rows<16, AGAIN_SLOTS_16>(a);
}
#endif

/* ---- Windows ---- */

#if HAS_KERNEL(mxm_again_window)
union step_words {
    int4 words;
    struct again_step step;
};

/* The products of AGAIN_STEPS_AHEAD steps, of which each lane has one; a place that is negative: there is none. */
struct again_products {
    T x[AGAIN_STEPS_AHEAD], y[AGAIN_STEPS_AHEAD];
    int place[AGAIN_STEPS_AHEAD];
};

DEVICE void load_products(struct again_products &p, const struct mxm_again_arguments &a,
                          const struct again_task &task, const int4 *step)
{
    const int lane = lane_of_warp();
#pragma unroll
    for (int u = 0; u < AGAIN_STEPS_AHEAD; u++) {
        union step_words now;
        now.words = step[u];
        const unsigned all = (unsigned)now.words.x;
        p.place[u] = AGAIN_NOWHERE;
        p.x[u] = p.y[u] = (T)1;
        if (lane < (int)(all & AGAIN_COUNT)) {
            const uint32_t before = now.step.before + (uint32_t)lane;
            if (READS_X)
                p.x[u] = ((const T *)a.A_value)[task.entry + now.step.entry];
            p.y[u] = value_of_B(a, (int64_t)(now.step.products >> AGAIN_FIRST) + lane);
            p.place[u] = (all & AGAIN_IS_RUN) != 0 ? (int)before : (int)a.window_rank[task.rank + before];
        }
    }
}

/* A block of one warp for each window.  The steps come to shared memory a warp's worth at a time, and the products of the
 * next steps are on their way while those of some are folded.  Under `any` steps are taken from the last to the first. */
GRAPH_KERNEL void __launch_bounds__(WARP) mxm_again_window(struct mxm_again_arguments a)
{
    extern __shared__ __align__(16) unsigned char again_memory[];
    int4 *step = (int4 *)again_memory;
    slot_t *slot = (slot_t *)(step + WARP);
    const struct again_task task = a.task[blockIdx.x];
    const int lane = (int)threadIdx.x, steps = task.parts;
    const int4 *there = (const int4 *)(a.step + task.step);
    const int4 nothing = {0, 0, 0, 0};
#define LOAD_STEP(s) ((s) < steps ? there[SEMIRING_IS_ANY ? steps - 1 - (s) : (s)] : nothing)
    int4 mine = LOAD_STEP(lane);
    struct again_products now, next;
    if (!SEMIRING_IS_ANY)
        for (int s = lane; s < task.n; s += WARP)
            slot[s] = slot_start();
    step[lane] = mine;
    mine = LOAD_STEP(WARP + lane);
    __syncwarp();
    load_products(now, a, task, step);
    for (int first = AGAIN_STEPS_AHEAD; first < steps + AGAIN_STEPS_AHEAD; first += AGAIN_STEPS_AHEAD) {
        if (first % WARP == 0) {
            __syncwarp();
            step[lane] = mine;
            mine = LOAD_STEP(first + WARP + lane);
            __syncwarp();
        }
        load_products(next, a, task, step + first % WARP);
#pragma unroll
        for (int u = 0; u < AGAIN_STEPS_AHEAD; u++) {
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
