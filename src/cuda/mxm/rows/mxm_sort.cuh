/* Short rows of C = A B by expand, sort, compress: a group of lanes has all products of a row in registers, sorts
 * them by column and then by k, and folds sequences of equal columns from first to last.  The result does not depend
 * on scheduling.
 *
 * A key is (column, position of the product).  Positions ascend with k, so equal columns are in the order of k, and
 * their fold is that of the definition.  The values wait in shared memory and are fetched by position. */
#ifndef CUDA_MXM_ROWS_MXM_SORT_CUH
#define CUDA_MXM_ROWS_MXM_SORT_CUH

#include "cuda/mxm/analysis/mxm_values.cuh"

#include "cuda/primitives/sorting_network.cuh"
#include "cuda/primitives/warp.cuh"

/* A key of 32 bits has room for columns below 2^24 and 256 positions. */
enum { MXM_SORT_THREADS = 256 };

template <int LANES> DEVICE unsigned lanes_of_group(void)
{
    return LANES == WARP ? ALL_LANES : ((1u << (LANES % WARP)) - 1) << (lane_of_warp() & ~(LANES - 1));
}

/* Expands row `row` of A into the keys and values of the group; gives the number of products. */
template <int LANES, int ROOM, class KEY>
DEVICE int expand_row(const struct mxm_row_arguments &a, int32_t row, KEY *key, T *value, int lane,
                      unsigned lanes)
{
    const T *A_value = (const T *)a.A_value, *B_value = (const T *)a.B_value;
    int64_t first = a.A_row_start[row], last = a.A_row_start[row + 1];
    int products = 0;
    for (int64_t e = first; e < last; e += LANES) {
        int entries = last - e < LANES ? (int)(last - e) : LANES, length = 0;
        int64_t start = 0;
        T x = T();
        if (lane < entries) {
            int32_t k = a.A_column[e + lane];
            start = a.B_row_start[k];
            length = (int)(a.B_row_start[k + 1] - start);
            if (READS_X)
                x = A_value[e + lane];
        }
        int before = length;
#pragma unroll
        for (int d = 1; d < LANES; d *= 2) {
            int other = __shfl_up_sync(lanes, before, d, LANES);
            before += lane >= d ? other : 0;
        }
        int total = __shfl_sync(lanes, before, LANES - 1, LANES);
        before += products - length;
        /* An entry of A gets as many lanes as its row of B has entries in the mean. */
        int width = LANES;
        while (width > 1 && (width / 2) * entries >= total)
            width /= 2;
        for (int t = 0; t < entries; t += LANES / width) {
            int source = t + lane / width;
            int64_t b = __shfl_sync(lanes, start, source, LANES);
            int n = __shfl_sync(lanes, length, source, LANES);
            int to = __shfl_sync(lanes, before, source, LANES);
            T factor = READS_X ? shuffle(x, source, LANES, lanes) : T();
            if (source >= entries)
                n = 0;
            for (int q = lane & (width - 1); q < n; q += width) {
                key[to + q] = (KEY)a.B_column[b + q] * ROOM + (KEY)(to + q);
                if (SEMIRING_READS != 0)
                    value[to + q] = mul(factor, READS_Y ? B_value[b + q] : (T)1);
            }
        }
        products += total;
    }
    __syncwarp(lanes);
    return products;
}

/* An inclusive scan by segments (runs of equal columns) over the elements of the group, in place. */
template <int LANES, int EACH>
DEVICE void fold_runs(T (&sum)[EACH], const bool (&is_head)[EACH], int lane, unsigned lanes)
{
    bool has_head = is_head[0];
#pragma unroll
    for (int e = 1; e < EACH; e++) {
        sum[e] = is_head[e] ? sum[e] : add(sum[e - 1], sum[e]);
        has_head = has_head || is_head[e];
    }
    T all = sum[EACH - 1];
    int flag = has_head;
#pragma unroll
    for (int d = 1; d < LANES; d *= 2) {
        T other = shuffle_up(all, d, LANES, lanes);
        int other_flag = __shfl_up_sync(lanes, flag, d, LANES);
        if (lane >= d) {
            all = flag ? all : add(other, all);
            flag |= other_flag;
        }
    }
    T carry = shuffle_up(all, 1, LANES, lanes);
    bool is_open = lane > 0;
#pragma unroll
    for (int e = 0; e < EACH; e++) {
        is_open = is_open && !is_head[e];
        if (is_open)
            sum[e] = add(carry, sum[e]);
    }
}

/* Sorts and folds the products: keys and values become the columns and values of the row of C.  IS_COUNTED: a value
 * becomes the number of products up to and including its column.  Gives the number of entries; without has_values,
 * that alone. */
template <int LANES, int EACH, bool IN_LOOPS = false, class KEY>
DEVICE int sort_products(KEY *keys, T *values, int products, bool has_values, int lane, unsigned lanes)
{
    enum { ROOM = LANES * EACH };
    KEY key[EACH];
#pragma unroll
    for (int e = 0; e < EACH; e++) {
        int q = e * LANES + lane;
        key[e] = q < products ? keys[q] : ~(KEY)0;
    }
    if (IN_LOOPS)
        sort_keys_in_loops<LANES>(key, lane, lanes);
    else
        sort_keys<LANES>(key, lane, lanes);

    KEY before = __shfl_up_sync(lanes, key[EACH - 1], 1, LANES) / ROOM;
    KEY after = __shfl_down_sync(lanes, key[0], 1, LANES) / ROOM;
    bool is_head[EACH], is_last[EACH];
    int ends = 0;
#pragma unroll
    for (int e = 0; e < EACH; e++) {
        int q = lane * EACH + e;
        KEY column = key[e] / ROOM;
        is_head[e] = q == 0 || column != (e > 0 ? key[e > 0 ? e - 1 : 0] / ROOM : before);
        is_last[e] =
            q < products &&
            (q == products - 1 || column != (e < EACH - 1 ? key[e < EACH - 1 ? e + 1 : 0] / ROOM : after));
        ends += is_last[e];
    }
    int to = ends;
#pragma unroll
    for (int d = 1; d < LANES; d *= 2) {
        int other = __shfl_up_sync(lanes, to, d, LANES);
        to += lane >= d ? other : 0;
    }
    int entries = __shfl_sync(lanes, to, LANES - 1, LANES);
    if (!has_values)
        return entries;
    to -= ends;
    T sum[EACH];
    if (!IS_CONSTANT) {
#pragma unroll
        for (int e = 0; e < EACH; e++) {
            const int q = lane * EACH + e;
            sum[e] = IS_COUNTED ? (T)(q + 1) : q < products ? values[key[e] % ROOM] : mul((T)1, (T)1);
        }
        bool is_apart = true; /* no two products have the same column */
#pragma unroll
        for (int e = 0; e < EACH; e++)
            is_apart = is_apart && (is_head[e] || lane * EACH + e >= products);
        if (!IS_COUNTED && !__all_sync(lanes, is_apart))
            fold_runs<LANES>(sum, is_head, lane, lanes);
    }
    /* Through shared memory, so that stores are coalesced. */
    __syncwarp(lanes);
#pragma unroll
    for (int e = 0; e < EACH; e++)
        if (is_last[e]) {
            keys[to] = key[e] / ROOM;
            if (!IS_CONSTANT)
                values[to] = sum[e];
            to++;
        }
    __syncwarp(lanes);
    return entries;
}

/* Writes the row of C in keys and values. */
template <int LANES, class KEY>
DEVICE void write_row(const struct mxm_row_arguments &a, const KEY *keys, const T *values, int entries,
                      int64_t to, int lane)
{
    for (int k = lane; k < entries; k += LANES) {
        a.column[to + k] = (int32_t)keys[k];
        ((T *)a.value)[to + k] = IS_CONSTANT           ? mul((T)1, (T)1)
                                 : IS_COUNTED && k > 0 ? (T)((W)values[k] - (W)values[k - 1])
                                                       : values[k];
    }
}

template <int LANES, int EACH, class KEY> DEVICE void sort_rows(const struct mxm_row_arguments &a)
{
    enum { ROOM = LANES * EACH, GROUPS = MXM_SORT_THREADS / LANES };
    __shared__ KEY all_keys[GROUPS * ROOM];
    __shared__ slot_t all_values[IS_CONSTANT ? 1 : GROUPS * ROOM * sizeof(T) / sizeof(slot_t) + 1];
    int group = (int)threadIdx.x / LANES, lane = (int)threadIdx.x & (LANES - 1);
    unsigned lanes = lanes_of_group<LANES>();
    int64_t place = (int64_t)blockIdx.x * GROUPS + group;
    /* The groups of a warp expand their rows one by one, but sort them in step, which takes half the instructions. */
    enum { IS_IN_STEP = LANES < WARP };
    const bool is_there = place < a.rows;
    if (!IS_IN_STEP && !is_there)
        return;
    place += a.first;
    int32_t row = is_there ? a.list[place] : 0;
    KEY *keys = all_keys + group * ROOM;
    T *values = (T *)all_values + (IS_CONSTANT ? 0 : group * ROOM);
    int products = is_there ? expand_row<LANES, ROOM>(a, row, keys, values, lane, lanes) : 0;
    if (IS_IN_STEP) {
        __syncwarp();
        lanes = ALL_LANES;
    }
    int entries = sort_products<LANES, EACH>(keys, values, products, a.column != nullptr, lane, lanes);
    if (!is_there)
        return;
    if (lane == 0 && a.count != nullptr)
        a.count[row] = entries;
    if (a.column != nullptr)
        write_row<LANES>(a, keys, values, entries, a.offset != nullptr ? a.offset[place] : a.C_row_start[row],
                         lane);
}

#define SORT_KERNEL(name, lanes, each, key)                                                                  \
    GRAPH_KERNEL void __launch_bounds__(MXM_SORT_THREADS) name(struct mxm_row_arguments a)                   \
    {                                                                                                        \
        sort_rows<lanes, each, key>(a);                                                                      \
    }

#if HAS_KERNEL(mxm_sort_8)
SORT_KERNEL(mxm_sort_8, 8, 1, uint32_t)
#endif
#if HAS_KERNEL(mxm_sort_16)
SORT_KERNEL(mxm_sort_16, 8, 2, uint32_t)
#endif
#if HAS_KERNEL(mxm_sort_32)
SORT_KERNEL(mxm_sort_32, 8, 4, uint32_t)
#endif
#if HAS_KERNEL(mxm_sort_64)
SORT_KERNEL(mxm_sort_64, 16, 4, uint32_t)
#endif
#if HAS_KERNEL(mxm_sort_128)
SORT_KERNEL(mxm_sort_128, 16, 8, uint32_t)
#endif
#if HAS_KERNEL(mxm_sort_256)
SORT_KERNEL(mxm_sort_256, 32, 8, uint32_t)
#endif
#if HAS_KERNEL(mxm_sort_wide_8)
SORT_KERNEL(mxm_sort_wide_8, 8, 1, unsigned long long)
#endif
#if HAS_KERNEL(mxm_sort_wide_64)
SORT_KERNEL(mxm_sort_wide_64, 32, 2, unsigned long long)
#endif
#if HAS_KERNEL(mxm_sort_wide_256)
SORT_KERNEL(mxm_sort_wide_256, 32, 8, unsigned long long)
#endif

#endif
