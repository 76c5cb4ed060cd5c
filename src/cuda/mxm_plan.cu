/* See mxm_plan.h: the kernels of a sparse product that read no values. */
#include "cuda/kernel.cuh"

#include "cuda/mxm_plan_arguments.h"

struct extent {
    int64_t products;
    int32_t low, high; /* the columns of the products lie between */
};

/* How a row is computed, and a bound of its entries. */
DEVICE int classify(int32_t *bound, int64_t entries, struct extent e, int64_t columns)
{
    int64_t span = e.products > MXM_SORT_MOST ? (int64_t)e.high - e.low + 1 : columns;
    int64_t words = (span + 31) / 32;
    *bound = (int32_t)(e.products < span ? e.products : span);
    if (e.products == 0)
        return MXM_EMPTY;
    if (entries == 1)
        return MXM_COPY;
    if (e.products <= 8)
        return MXM_SORT_8;
    if (e.products <= 16)
        return MXM_SORT_16;
    if (e.products <= 32)
        return MXM_SORT_32;
    if (e.products <= 64)
        return MXM_SORT_64;
    if (e.products <= 128)
        return MXM_SORT_128;
    if (e.products <= MXM_SORT_MOST)
        return MXM_SORT_256;
    if (e.products <= MXM_WARP_PRODUCTS && words <= MXM_WARP_SMALL_WORDS)
        return MXM_WARP_SMALL;
    if (e.products <= MXM_WARP_PRODUCTS && words <= MXM_WARP_LARGE_WORDS)
        return MXM_WARP_LARGE;
    if (e.products <= MXM_WARP_PRODUCTS && words <= MXM_BLOCK_SMALL_WORDS)
        return MXM_BLOCK_SMALL;
    return words <= MXM_BLOCK_MEDIUM_WORDS && e.products <= 8 * MXM_WARP_PRODUCTS ? MXM_BLOCK_MEDIUM
                                                                                  : MXM_BLOCK_LARGE;
}

/* The products of entries first, first + step, ... before last of A. */
DEVICE int64_t products_of(const struct mxm_analyse_arguments &a, int64_t first, int64_t last, int step)
{
    int64_t products = 0;
    for (int64_t e = first; e < last; e += step) {
        int32_t k = a.A_column[e];
        products += a.B_row_start[k + 1] - a.B_row_start[k];
    }
    return products;
}

DEVICE void extend(const struct mxm_analyse_arguments &a, struct extent &x, int64_t first, int64_t last,
                   int step)
{
    for (int64_t e = first; e < last; e += step) {
        int32_t k = a.A_column[e];
        int64_t b = a.B_row_start[k], b_last = a.B_row_start[k + 1];
        if (b == b_last)
            continue;
        x.low = min(x.low, a.B_column[b]);
        x.high = max(x.high, a.B_column[b_last - 1]);
    }
}

/* Folds over the groups of `lanes` lanes. */
DEVICE int64_t sum_of_lanes(int64_t x, int lanes)
{
    for (int d = lanes / 2; d > 0; d /= 2)
        x += __shfl_xor_sync(ALL_LANES, x, d);
    return x;
}

DEVICE void join_lanes(struct extent &x, int lanes)
{
    for (int d = lanes / 2; d > 0; d /= 2) {
        x.low = min(x.low, __shfl_xor_sync(ALL_LANES, x.low, d));
        x.high = max(x.high, __shfl_xor_sync(ALL_LANES, x.high, d));
    }
}

/* What one block counts; added to the totals at its end. */
struct tally {
    unsigned rows[MXM_BINS];
    unsigned long long products, room;
};

DEVICE void tally_clear(struct tally *t)
{
    for (int b = (int)threadIdx.x; b < MXM_BINS; b += (int)blockDim.x)
        t->rows[b] = 0;
    if (threadIdx.x == 0)
        t->products = t->room = 0;
    __syncthreads();
}

DEVICE void add64(int64_t *to, int64_t x)
{
    if (x != 0)
        atomicAdd((unsigned long long *)to, (unsigned long long)x);
}

DEVICE void tally_close(struct tally *t, struct mxm_totals *totals, int64_t products, int64_t room)
{
    products = sum_of_lanes(products, WARP);
    room = sum_of_lanes(room, WARP);
    if (lane_of_warp() == 0) {
        atomicAdd(&t->products, (unsigned long long)products);
        atomicAdd(&t->room, (unsigned long long)room);
    }
    __syncthreads();
    for (int b = (int)threadIdx.x; b < MXM_BINS; b += (int)blockDim.x)
        add64(&totals->rows[b], t->rows[b]);
    if (threadIdx.x == 0) {
        add64(&totals->products, (int64_t)t->products);
        add64(&totals->room, (int64_t)t->room);
    }
}

/* One group of lanes for each row; long rows go to a list. */
static __global__ void analyse(struct mxm_analyse_arguments a)
{
    __shared__ struct tally t;
    int64_t products = 0, room = 0;
    int lane = lane_of_warp(), place = lane & (a.lanes - 1), rows_of_warp = WARP / a.lanes;
    tally_clear(&t);
    for (int64_t r = thread_of_grid() / WARP * rows_of_warp; r < a.rows;
         r += threads_of_grid() / WARP * rows_of_warp) {
        int64_t row = r + lane / a.lanes;
        int64_t first = row < a.rows ? a.A_row_start[row] : 0,
                last = row < a.rows ? a.A_row_start[row + 1] : 0;
        bool is_long = last - first > MXM_LONG_ROW;
        struct extent x = {0, 0x7fffffff, -1};
        if (!is_long)
            x.products = products_of(a, first + place, last, a.lanes);
        x.products = sum_of_lanes(x.products, a.lanes);
        if (__any_sync(ALL_LANES, x.products > MXM_SORT_MOST)) {
            if (x.products > MXM_SORT_MOST)
                extend(a, x, first + place, last, a.lanes);
            join_lanes(x, a.lanes);
        }
        if (row < a.rows && place == 0) {
            if (is_long)
                a.long_row[atomicAdd((unsigned long long *)&a.totals->long_rows, 1ull)] = (int32_t)row;
            else {
                int32_t bound;
                int bin = classify(&bound, last - first, x, a.columns);
                a.count[row] = bound;
                a.bin[row] = (uint8_t)bin;
                if (bin != MXM_EMPTY)
                    atomicAdd(&t.rows[bin], 1u);
                products += x.products;
                room += bin > MXM_COPY ? bound : 0;
            }
        }
    }
    tally_close(&t, a.totals, products, room);
}

static __global__ void analyse_long(struct mxm_analyse_arguments a)
{
    __shared__ struct tally t;
    __shared__ unsigned long long sum;
    __shared__ int low, high;
    int64_t products = 0, room = 0;
    tally_clear(&t);
    for (int64_t r = blockIdx.x; r < a.totals->long_rows; r += gridDim.x) {
        int64_t row = a.long_row[r], first = a.A_row_start[row], last = a.A_row_start[row + 1];
        struct extent x = {0, 0x7fffffff, -1};
        if (threadIdx.x == 0) {
            sum = 0;
            low = 0x7fffffff;
            high = -1;
        }
        __syncthreads();
        x.products = products_of(a, first + threadIdx.x, last, (int)blockDim.x);
        extend(a, x, first + threadIdx.x, last, (int)blockDim.x);
        atomicAdd(&sum, (unsigned long long)x.products);
        atomicMin(&low, x.low);
        atomicMax(&high, x.high);
        __syncthreads();
        if (threadIdx.x == 0) {
            int32_t bound;
            x = {(int64_t)sum, low, high};
            int bin = classify(&bound, last - first, x, a.columns);
            a.count[row] = bound;
            a.bin[row] = (uint8_t)bin;
            atomicAdd(&t.rows[bin], 1u);
            products += x.products;
            room += bin > MXM_COPY ? bound : 0;
        }
        __syncthreads();
    }
    tally_close(&t, a.totals, products, room);
}

/* Rows into lists by bin; nearly in order, so that neighbours in a list share rows of B. */
static __global__ void list_rows(struct mxm_list_arguments a)
{
    enum { EACH = MXM_LIST_ROWS / MXM_PLAN_THREADS };
    __shared__ unsigned count[MXM_BINS];
    __shared__ int64_t start[MXM_BINS];
    __shared__ unsigned long long room, room_start;
    int bin[EACH];
    unsigned place[EACH];
    unsigned long long offset[EACH];
    if (threadIdx.x < MXM_BINS)
        count[threadIdx.x] = 0;
    if (threadIdx.x == 0)
        room = 0;
    __syncthreads();
    for (int e = 0; e < EACH; e++) {
        int64_t row = (int64_t)blockIdx.x * MXM_LIST_ROWS + e * MXM_PLAN_THREADS + threadIdx.x;
        bin[e] = row < a.rows ? a.bin[row] : MXM_EMPTY;
        if (bin[e] != MXM_EMPTY)
            place[e] = atomicAdd(&count[bin[e]], 1u);
        int64_t own = bin[e] > MXM_COPY ? a.count[row] : 0, before = own;
        for (int d = 1; d < WARP; d *= 2) {
            int64_t other = __shfl_up_sync(ALL_LANES, before, d);
            before += lane_of_warp() >= d ? other : 0;
        }
        unsigned long long base = 0;
        if (lane_of_warp() == WARP - 1 && before > 0)
            base = atomicAdd(&room, (unsigned long long)before);
        offset[e] = __shfl_sync(ALL_LANES, base, WARP - 1) + (unsigned long long)(before - own);
    }
    __syncthreads();
    if (threadIdx.x < MXM_BINS && count[threadIdx.x] > 0) {
        int64_t first = 0;
        for (int b = 0; b < (int)threadIdx.x; b++)
            first += a.totals->rows[b];
        start[threadIdx.x] = first + (int64_t)atomicAdd((unsigned long long *)&a.totals->listed[threadIdx.x],
                                                        (unsigned long long)count[threadIdx.x]);
    }
    if (threadIdx.x == WARP && room > 0)
        room_start = atomicAdd((unsigned long long *)&a.totals->room_used, room);
    __syncthreads();
    for (int e = 0; e < EACH; e++)
        if (bin[e] != MXM_EMPTY) {
            int64_t to = start[bin[e]] + place[e];
            a.list[to] = (int32_t)((int64_t)blockIdx.x * MXM_LIST_ROWS + e * MXM_PLAN_THREADS + threadIdx.x);
            a.offset[to] = (int64_t)(room_start + offset[e]);
        }
}

template <typename V>
DEVICE void move_row(const struct mxm_gather_arguments &a, int64_t from, int64_t to, int64_t n, int place)
{
    const V *value = (const V *)a.value + from;
    V *C_value = (V *)a.C_value + to;
    for (int64_t e = place; e < n; e += a.lanes) {
        a.C_column[to + e] = a.column[from + e];
        C_value[e] = value[e];
    }
}

static __global__ void gather(struct mxm_gather_arguments a)
{
    int64_t place = thread_of_grid() / a.lanes + a.first;
    if (place >= a.first + a.rows)
        return;
    int32_t row = a.list[place];
    int64_t from = a.offset[place], to = a.C_row_start[row], n = a.C_row_start[row + 1] - to;
    int lane = (int)(threadIdx.x & (unsigned)(a.lanes - 1));
    switch (a.value_bytes) {
    case 1:
        move_row<uint8_t>(a, from, to, n, lane);
        break;
    case 2:
        move_row<uint16_t>(a, from, to, n, lane);
        break;
    case 4:
        move_row<uint32_t>(a, from, to, n, lane);
        break;
    default:
        move_row<uint64_t>(a, from, to, n, lane);
        break;
    }
}

const void *const graph__mxm_analyse = (const void *)analyse;
const void *const graph__mxm_analyse_long = (const void *)analyse_long;
const void *const graph__mxm_list = (const void *)list_rows;
const void *const graph__mxm_gather = (const void *)gather;
