/* Rows of C = A B with up to 4,096 products that spread too far for a warp's bitmap: the method of mxm_sort.cuh with
 * a block for each row.  Distant keys are compared through shared memory, near ones through registers of a warp. */
#include "cuda/mxm/analysis/mxm_values.cuh"

enum { BLOCK_EACH = 8, BLOCK_SORT_WARPS = MXM_BLOCK_SORT_MOST / BLOCK_EACH / WARP };

/* What the warps of a block exchange. */
struct block_exchange {
    int sum[BLOCK_SORT_WARPS];
    int has_head[BLOCK_SORT_WARPS];
    unsigned long long first[BLOCK_SORT_WARPS + 1], last[BLOCK_SORT_WARPS + 1];
    slot_t open[BLOCK_SORT_WARPS];
};

/* *before = the exclusive prefix sum of x over the threads; gives the total. */
template <int THREADS> DEVICE int exclusive_scan(int *before, int x, struct block_exchange *exchange)
{
    int lane = lane_of_warp(), warp = (int)threadIdx.x / WARP, sum = x, total = 0, others = 0;
#pragma unroll
    for (int d = 1; d < WARP; d *= 2) {
        int other = __shfl_up_sync(ALL_LANES, sum, d);
        sum += lane >= d ? other : 0;
    }
    if (lane == WARP - 1)
        exchange->sum[warp] = sum;
    __syncthreads();
#pragma unroll
    for (int w = 0; w < THREADS / WARP; w++) {
        int other = exchange->sum[w];
        others += w < warp ? other : 0;
        total += other;
    }
    __syncthreads();
    *before = others + sum - x;
    return total;
}

/* A chunk of entries of A, one for each thread. */
template <int THREADS> struct chunk {
    int before[THREADS];
    int64_t start[THREADS];
    slot_t x[THREADS];
};

/* Expands a row of A into keys and values; gives the number of products. */
template <int THREADS, int ROOM, class KEY>
DEVICE int expand_by_block(const struct mxm_row_arguments &a, int32_t row, KEY *key, T *value,
                           struct chunk<THREADS> *c, struct block_exchange *exchange)
{
    const T *A_value = (const T *)a.A_value, *B_value = (const T *)a.B_value;
    int64_t last = a.A_row_start[row + 1];
    int products = 0;
    for (int64_t first = a.A_row_start[row]; first < last; first += THREADS) {
        int64_t e = first + threadIdx.x, start = 0;
        int entries = last - first < THREADS ? (int)(last - first) : THREADS, length = 0, before;
        if (e < last) {
            int32_t k = a.A_column[e];
            start = a.B_row_start[k];
            length = (int)(a.B_row_start[k + 1] - start);
            if (READS_X)
                c->x[threadIdx.x] = bits_of(A_value[e]);
        }
        int total = exclusive_scan<THREADS>(&before, length, exchange);
        c->before[threadIdx.x] = before;
        c->start[threadIdx.x] = start - before;
        __syncthreads();
        for (int q = (int)threadIdx.x; q < total; q += THREADS) {
            /* The last entry whose products begin at q or before: entries before it that begin there have none. */
            int low = 0, high = entries - 1;
            while (low < high) {
                int middle = (low + high + 1) / 2;
                if (c->before[middle] <= q)
                    low = middle;
                else
                    high = middle - 1;
            }
            int64_t b = c->start[low] + q;
            int to = products + q;
            key[to] = (KEY)a.B_column[b] * ROOM + (KEY)to;
            if (SEMIRING_READS != 0)
                value[to] = mul(READS_X ? value_of(c->x[low]) : (T)1, READS_Y ? B_value[b] : (T)1);
        }
        products += total;
        __syncthreads();
    }
    return products;
}

/* Compares each key of the thread with that of another thread: element e with element e, or with the mirrored one. */
template <int THREADS, class KEY>
DEVICE void merge_with(KEY (&key)[BLOCK_EACH], KEY *shared, int distance, bool is_mirrored, bool is_lower)
{
    const int thread = (int)threadIdx.x;
    KEY other[BLOCK_EACH];
    if (distance >= WARP) {
        __syncthreads();
#pragma unroll
        for (int e = 0; e < BLOCK_EACH; e++)
            shared[e * THREADS + thread] = key[e];
        __syncthreads();
#pragma unroll
        for (int e = 0; e < BLOCK_EACH; e++)
            other[e] = shared[(is_mirrored ? BLOCK_EACH - 1 - e : e) * THREADS + (thread ^ distance)];
    } else {
#pragma unroll
        for (int e = 0; e < BLOCK_EACH; e++)
            other[e] = __shfl_xor_sync(ALL_LANES, key[is_mirrored ? BLOCK_EACH - 1 - e : e], distance);
    }
#pragma unroll
    for (int e = 0; e < BLOCK_EACH; e++)
        key[e] = ((other[e] < key[e]) == is_lower) ? other[e] : key[e];
}

template <class KEY> DEVICE void order_keys(KEY &x, KEY &y)
{
    KEY low = min(x, y);
    y = max(x, y);
    x = low;
}

/* The steps of a merge that stay within a thread. */
template <class KEY> DEVICE void merge_within_thread(KEY (&key)[BLOCK_EACH])
{
#pragma unroll
    for (int step = BLOCK_EACH / 2; step > 0; step /= 2)
#pragma unroll
        for (int e = 0; e < BLOCK_EACH; e++)
            if ((e & step) == 0)
                order_keys(key[e], key[e + step]);
}

/* Sorts: element thread * BLOCK_EACH + e ascends.  All comparisons have one direction, as in mxm_sort.cuh.  The loops
 * over threads stay loops: unrolled they exceed the instruction cache and take a minute to compile. */
template <int THREADS, class KEY> DEVICE void sort_by_block(KEY (&key)[BLOCK_EACH], KEY *shared)
{
    const int thread = (int)threadIdx.x;
#pragma unroll
    for (int size = 2; size <= BLOCK_EACH; size *= 2) {
#pragma unroll
        for (int e = 0; e < BLOCK_EACH; e++)
            if ((e & (size / 2)) == 0)
                order_keys(key[e], key[e ^ (size - 1)]);
#pragma unroll
        for (int step = size / 4; step > 0; step /= 2)
#pragma unroll
            for (int e = 0; e < BLOCK_EACH; e++)
                if ((e & step) == 0)
                    order_keys(key[e], key[e + step]);
    }
#pragma unroll 1
    for (int threads = 2; threads <= THREADS; threads *= 2) {
        merge_with<THREADS>(key, shared, threads - 1, true, (thread & (threads / 2)) == 0);
#pragma unroll 1
        for (int distance = threads / 4; distance > 0; distance /= 2)
            merge_with<THREADS>(key, shared, distance, false, (thread & distance) == 0);
        merge_within_thread(key);
    }
}

/* sum[e] = the fold of the run of element e up to it. */
template <int THREADS>
DEVICE void fold_runs_of_block(T (&sum)[BLOCK_EACH], const bool (&is_head)[BLOCK_EACH],
                               struct block_exchange *exchange)
{
    int lane = lane_of_warp(), warp = (int)threadIdx.x / WARP, flag = is_head[0];
#pragma unroll
    for (int e = 1; e < BLOCK_EACH; e++) {
        sum[e] = is_head[e] ? sum[e] : add(sum[e - 1], sum[e]);
        flag = flag || is_head[e];
    }
    T all = sum[BLOCK_EACH - 1];
#pragma unroll
    for (int d = 1; d < WARP; d *= 2) {
        T other = shuffle_up(all, d, WARP, ALL_LANES);
        int other_flag = __shfl_up_sync(ALL_LANES, flag, d);
        if (lane >= d) {
            all = flag ? all : add(other, all);
            flag |= other_flag;
        }
    }
    if (lane == WARP - 1) {
        exchange->open[warp] = bits_of(all);
        exchange->has_head[warp] = flag;
    }
    T carry = shuffle_up(all, 1, WARP, ALL_LANES);
    int has_head_before = __shfl_up_sync(ALL_LANES, flag, 1);
    __syncthreads();
    /* A run that is open at the start of a warp: the sums of the warps since its head, in order. */
    bool is_open = threadIdx.x > 0;
    if (warp > 0 && (lane == 0 || !has_head_before)) {
        int w = warp - 1;
        while (w > 0 && !exchange->has_head[w])
            w--;
        T run = value_of(exchange->open[w]);
        for (w++; w < warp; w++)
            run = add(run, value_of(exchange->open[w]));
        carry = lane == 0 ? run : add(run, carry);
    }
#pragma unroll
    for (int e = 0; e < BLOCK_EACH; e++) {
        is_open = is_open && !is_head[e];
        if (is_open)
            sum[e] = add(carry, sum[e]);
    }
}

/* Shared memory: keys, then values. */
template <int THREADS, class KEY>
DEVICE void sort_row_by_block(const struct mxm_row_arguments &a, int64_t place)
{
    enum { ROOM = THREADS * BLOCK_EACH };
    extern __shared__ unsigned long long mxm_shared[];
    __shared__ struct chunk<THREADS> c;
    __shared__ struct block_exchange exchange;
    KEY *keys = (KEY *)mxm_shared;
    T *values = (T *)(keys + ROOM);
    int32_t row = a.list[place];
    int thread = (int)threadIdx.x, lane = lane_of_warp(), warp = thread / WARP;
    int products = expand_by_block<THREADS, ROOM>(a, row, keys, values, &c, &exchange);
    KEY key[BLOCK_EACH];
#pragma unroll
    for (int e = 0; e < BLOCK_EACH; e++) {
        int q = e * THREADS + thread;
        key[e] = q < products ? keys[q] : ~(KEY)0;
    }
    sort_by_block<THREADS>(key, keys);

    KEY before = __shfl_up_sync(ALL_LANES, key[BLOCK_EACH - 1], 1) / ROOM;
    KEY after = __shfl_down_sync(ALL_LANES, key[0], 1) / ROOM;
    if (lane == 0)
        exchange.first[warp] = key[0] / ROOM;
    if (lane == WARP - 1)
        exchange.last[warp + 1] = key[BLOCK_EACH - 1] / ROOM;
    __syncthreads();
    if (lane == 0 && warp > 0)
        before = (KEY)exchange.last[warp];
    if (lane == WARP - 1 && warp < THREADS / WARP - 1)
        after = (KEY)exchange.first[warp + 1];
    bool is_head[BLOCK_EACH], is_last[BLOCK_EACH];
    int ends = 0, to;
#pragma unroll
    for (int e = 0; e < BLOCK_EACH; e++) {
        int q = thread * BLOCK_EACH + e;
        KEY column = key[e] / ROOM;
        is_head[e] = q == 0 || column != (e > 0 ? key[e > 0 ? e - 1 : 0] / ROOM : before);
        is_last[e] = q < products &&
                     (q == products - 1 ||
                      column != (e < BLOCK_EACH - 1 ? key[e < BLOCK_EACH - 1 ? e + 1 : 0] / ROOM : after));
        ends += is_last[e];
    }
    int entries = exclusive_scan<THREADS>(&to, ends, &exchange);
    if (thread == 0 && a.count != nullptr)
        a.count[row] = entries;
    if (a.column == nullptr)
        return;
    T sum[BLOCK_EACH];
    if (!IS_CONSTANT) {
#pragma unroll
        for (int e = 0; e < BLOCK_EACH; e++)
            sum[e] = SEMIRING_READS != 0 && thread * BLOCK_EACH + e < products ? values[key[e] % ROOM]
                                                                               : mul((T)1, (T)1);
        fold_runs_of_block<THREADS>(sum, is_head, &exchange);
    }
    __syncthreads();
#pragma unroll
    for (int e = 0; e < BLOCK_EACH; e++)
        if (is_last[e]) {
            keys[to] = key[e] / ROOM;
            if (!IS_CONSTANT)
                values[to] = sum[e];
            to++;
        }
    __syncthreads();
    int64_t start = a.offset != nullptr ? a.offset[place] : a.C_row_start[row];
    for (int k = thread; k < entries; k += THREADS) {
        a.column[start + k] = (int32_t)keys[k];
        ((T *)a.value)[start + k] = IS_CONSTANT ? mul((T)1, (T)1) : values[k];
    }
}

/* A block for each row, or for each of the remaining single rows (rows = -1). */
template <int THREADS, class KEY> DEVICE void sort_rows_by_block(const struct mxm_row_arguments &a)
{
    const int64_t rows = a.rows < 0 ? *a.remaining_rows : a.rows;
#pragma unroll 1
    for (int64_t r = blockIdx.x; r < rows; r += gridDim.x) {
        sort_row_by_block<THREADS, KEY>(a, a.rows < 0 ? a.remaining[r] : a.first + r);
        __syncthreads();
    }
}

#define SORT_BLOCK_KERNEL(name, threads, key)                                                                \
    GRAPH_KERNEL void __launch_bounds__(threads) name(struct mxm_row_arguments a)                            \
    {                                                                                                        \
        sort_rows_by_block<threads, key>(a);                                                                 \
    }

#if HAS_KERNEL(mxm_sort_1024)
SORT_BLOCK_KERNEL(mxm_sort_1024, 128, uint32_t)
#endif
#if HAS_KERNEL(mxm_sort_2048)
SORT_BLOCK_KERNEL(mxm_sort_2048, 256, uint32_t)
#endif
#if HAS_KERNEL(mxm_sort_4096)
SORT_BLOCK_KERNEL(mxm_sort_4096, 512, uint32_t)
#endif
#if HAS_KERNEL(mxm_sort_wide_4096)
SORT_BLOCK_KERNEL(mxm_sort_wide_4096, 512, unsigned long long)
#endif
