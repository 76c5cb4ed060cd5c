/* Reductions of arrays and of rows in an order that depends on their sizes alone.
 *
 * A fold starts with its first value, not with the identity: the minimum of NaN alone is NaN.  The logical monoids
 * return truth values, also for one value.  Threads take elements with a fixed stride.  Of two partial folds, the one
 * with the earlier first element is the first operand. */
#include "cuda/semiring/operators.cuh"

#include "cuda/semiring/conversions.cuh"
#include "cuda/elementwise/reduce_arguments.h"
#include "cuda/primitives/entry_tiles.cuh"

/* A partial fold; empty unless is_set. */
struct partial_fold {
    T value;
    int is_set;
};

#define FOLD_MONOID(name)                                                                                    \
    struct monoid_##name {                                                                                   \
        static __device__ __forceinline__ T combine(T x, T y) { return op_##name(x, y); }                    \
        static __device__ __forceinline__ T start(T x) { return x; }                                         \
    };
#define FOLD_LOGICAL(name)                                                                                   \
    struct monoid_##name {                                                                                   \
        static __device__ __forceinline__ T combine(T x, T y) { return op_##name(x, y); }                    \
        static __device__ __forceinline__ T start(T x) { return op_##name(identity_##name(), x); }           \
    };
FOLD_MONOID(plus)
FOLD_MONOID(times)
FOLD_MONOID(min)
FOLD_MONOID(max)
FOLD_MONOID(any)
FOLD_LOGICAL(lor)
FOLD_LOGICAL(land)
FOLD_LOGICAL(lxor)
FOLD_LOGICAL(lxnor)

template <typename M> DEVICE void fold_value(struct partial_fold *sum, T x)
{
    sum->value = sum->is_set ? M::combine(sum->value, x) : M::start(x);
    sum->is_set = 1;
}

template <typename M> DEVICE struct partial_fold fold_pair(struct partial_fold x, struct partial_fold y)
{
    if (x.is_set && y.is_set)
        x.value = M::combine(x.value, y.value);
    return x.is_set ? x : y;
}

/* The fold over groups of `lanes` neighbouring lanes, in the first lane of each. */
template <typename M> DEVICE struct partial_fold fold_lanes(struct partial_fold x, int lanes)
{
    for (int step = lanes >> 1; step > 0; step >>= 1) {
        struct partial_fold other;
        other.value = (T)__shfl_down_sync(ALL_LANES, +x.value, step);
        other.is_set = __shfl_down_sync(ALL_LANES, x.is_set, step);
        x = fold_pair<M>(x, other);
    }
    return x;
}

/* The fold of a block, in thread 0. */
template <typename M> DEVICE struct partial_fold fold_block(struct partial_fold x)
{
    __shared__ struct partial_fold of_warp[REDUCE_THREADS / 32];
    int warp = (int)threadIdx.x >> 5;
    x = fold_lanes<M>(x, 32);
    if (lane_of_warp() == 0)
        of_warp[warp] = x;
    __syncthreads();
    for (int w = 1; threadIdx.x == 0 && w < REDUCE_THREADS / 32; w++)
        x = fold_pair<M>(x, of_warp[w]);
    return x;
}

enum { FOLD_PACK = 16 / sizeof(T) };

struct alignas(16) fold_pack {
    T element[FOLD_PACK];
};

template <typename M> DEVICE void fold_array(const struct reduce_arguments &a)
{
    const T *x = (const T *)a.x;
    int64_t begin = (int64_t)blockIdx.x * a.share, end = begin + a.share < a.n ? begin + a.share : a.n;
    int64_t packs = a.is_aligned ? (end - begin) / FOLD_PACK : 0;
    struct partial_fold sum = {(T)0, 0};
#pragma unroll 4
    for (int64_t p = threadIdx.x; p < packs; p += REDUCE_THREADS) {
        struct fold_pack pack = ((const struct fold_pack *)(x + begin))[p];
        for (int l = 0; l < FOLD_PACK; l++)
            fold_value<M>(&sum, pack.element[l]);
    }
    for (int64_t e = begin + packs * FOLD_PACK + threadIdx.x; e < end; e += REDUCE_THREADS)
        fold_value<M>(&sum, x[e]);
    sum = fold_block<M>(sum);
    if (threadIdx.x == 0)
        ((T *)a.z)[blockIdx.x] = sum.value;
}

GRAPH_KERNEL void reduce_array(struct reduce_arguments a)
{
    switch (a.monoid) {
#define REDUCE(number, NAME, name)                                                                           \
    case number:                                                                                             \
        if (a.n == 0)                                                                                        \
            *(T *)a.z = identity_##name();                                                                   \
        else                                                                                                 \
            fold_array<monoid_##name>(a);                                                                    \
        break;
        MONOID_CODES(REDUCE)
#undef REDUCE
    }
}

/* The fold of a tile inside one row, made before the rows, so that no row is too long for a warp. */
template <typename M> DEVICE void fold_tile(const struct reduce_rows_arguments &a)
{
    const T *value = (const T *)a.value + (int64_t)blockIdx.x * TILE;
    struct partial_fold sum = {(T)0, 0};
    for (int t = (int)threadIdx.x; t < TILE; t += REDUCE_THREADS)
        fold_value<M>(&sum, value[t]);
    sum = fold_block<M>(sum);
    if (threadIdx.x == 0)
        ((T *)a.partial)[blockIdx.x] = sum.value;
}

GRAPH_KERNEL void reduce_tiles(struct reduce_rows_arguments a)
{
    if (((int64_t)blockIdx.x + 1) * TILE > a.tiles.entries ||
        a.tiles.first_row[blockIdx.x] != a.tiles.first_row[blockIdx.x + 1])
        return;
    switch (a.monoid) {
#define REDUCE(number, NAME, name)                                                                           \
    case number:                                                                                             \
        fold_tile<monoid_##name>(a);                                                                         \
        break;
        MONOID_CODES(REDUCE)
#undef REDUCE
    }
}

/* The fold of begin .. end - 1 by a warp, in lane 0. */
template <typename M> DEVICE struct partial_fold fold_run(const T *value, int64_t begin, int64_t end)
{
    struct partial_fold sum = {(T)0, 0};
    for (int64_t e = begin + lane_of_warp(); e < end; e += WARP)
        fold_value<M>(&sum, value[e]);
    return fold_lanes<M>(sum, WARP);
}

/* The fold of a long row by a warp: up to the first border of a tile, over whole tiles, and the rest. */
template <typename M>
DEVICE struct partial_fold fold_long_row(const struct reduce_rows_arguments &a, int64_t begin, int64_t end)
{
    const T *value = (const T *)a.value;
    if (end - begin < 4 * TILE)
        return fold_run<M>(value, begin, end);
    int64_t first = (begin + TILE - 1) / TILE, last = (end - 1) / TILE;
    struct partial_fold sum = fold_run<M>(value, begin, first * TILE);
    sum = fold_pair<M>(sum, fold_run<M>((const T *)a.partial, first, last));
    return fold_pair<M>(sum, fold_run<M>(value, last * TILE, end));
}

template <typename M> DEVICE void fold_rows(const struct reduce_rows_arguments &a)
{
    const T *value = (const T *)a.value;
    int lane = lane_of_warp(), group = lane / a.lanes, rows_at_once = WARP / a.lanes;
    int64_t warps = threads_of_grid() / WARP, not_empty = 0;
    for (int64_t i0 = thread_of_grid() / WARP * rows_at_once; i0 < a.tiles.rows; i0 += warps * rows_at_once) {
        int64_t i = i0 + group, begin = 0, end = 0;
        if (i < a.tiles.rows) {
            begin = a.tiles.row_start[i];
            end = a.tiles.row_start[i + 1];
        }
        bool is_leader = lane % a.lanes == 0 && i<a.tiles.rows, is_long = end - begin> 16 * (int64_t)a.lanes;
        struct partial_fold sum = {(T)0, 0};
        if (!is_long && value != nullptr)
            for (int64_t e = begin + lane % a.lanes; e < end; e += a.lanes)
                fold_value<M>(&sum, value[e]);
        sum = fold_lanes<M>(sum, a.lanes);
        uint32_t waiting = value != nullptr ? __ballot_sync(ALL_LANES, is_leader && is_long) : 0;
        for (; waiting != 0; waiting &= waiting - 1) {
            int leader = __ffs((int)waiting) - 1;
            int64_t long_begin = __shfl_sync(ALL_LANES, begin, leader);
            int64_t long_end = __shfl_sync(ALL_LANES, end, leader);
            struct partial_fold long_sum = fold_long_row<M>(a, long_begin, long_end);
            long_sum.value = (T)__shfl_sync(ALL_LANES, +long_sum.value, 0);
            if (lane == leader)
                sum = long_sum;
        }
        if (is_leader) {
            a.present[i] = end > begin;
            not_empty += end > begin;
            if (value != nullptr)
                ((T *)a.sum)[i] = end > begin ? sum.value : (T)0;
        }
    }
    for (int step = 16; step > 0; step >>= 1)
        not_empty += __shfl_down_sync(ALL_LANES, not_empty, step);
    if (lane == 0 && not_empty > 0)
        atomicAdd((unsigned long long *)a.entries, (unsigned long long)not_empty);
}

GRAPH_KERNEL void reduce_rows(struct reduce_rows_arguments a)
{
    switch (a.monoid) {
#define REDUCE(number, NAME, name)                                                                           \
    case number:                                                                                             \
        fold_rows<monoid_##name>(a);                                                                         \
        break;
        MONOID_CODES(REDUCE)
#undef REDUCE
    }
}
