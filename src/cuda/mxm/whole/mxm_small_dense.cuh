/* C = A B in one launch, for small matrices of long rows and at most MXM_DENSE_MOST_COLUMNS columns: the dense
 * accumulator of Gustavson (1978), a value for every column for each warp.  A block makes its rows in scratch memory;
 * after a grid barrier each block knows where its rows begin in C, and copies them there.  A row of too many products
 * ends the method: the product is then made by bins of rows. */
#include "cuda/mxm/analysis/mxm_values.cuh"

#include "cuda/primitives/grid_barrier.cuh"
#include "cuda/primitives/warp.cuh"

#include "cuda/mxm/whole/mxm_small_dense_arguments.h"

#if HAS_KERNEL(mxm_small_dense)
enum { DENSE_WARPS = MXM_DENSE_THREADS / WARP };

/* A value for each column, and whether it is there. */
struct small_columns {
    T *value;
    uint8_t *is_there;
};

/* This lane's products of several batches of 32 entries of B with entries of A.  All are loaded before any is used; those
 * of one batch are in different columns. */
enum { SMALL_BATCHES = 4 };
struct small_batches {
    int64_t b[SMALL_BATCHES], end[SMALL_BATCHES];
    T x[SMALL_BATCHES];
};

DEVICE void small_add(struct small_columns accumulator, const struct mxm_small_dense_arguments &a,
                      const struct small_batches &from)
{
    int32_t j[SMALL_BATCHES];
    T y[SMALL_BATCHES];
#pragma unroll
    for (int l = 0; l < SMALL_BATCHES; l++) {
        const bool is_there = from.b[l] < from.end[l];
        j[l] = is_there ? a.row.B_column[from.b[l]] : -1;
        y[l] = READS_Y && is_there ? ((const T *)a.row.B_value)[from.b[l]] : (T)1;
    }
#pragma unroll
    for (int l = 0; l < SMALL_BATCHES; l++) {
        if (j[l] >= 0) {
            const T product = mul(from.x[l], y[l]);
            accumulator.value[j[l]] =
                accumulator.is_there[j[l]] ? add(accumulator.value[j[l]], product) : product;
            accumulator.is_there[j[l]] = 1;
        }
        __syncwarp();
    }
}

/* The products of entries of A that meet short rows of B, one entry for each lane: consecutive products go to consecutive
 * lanes.  Those of one column are added one after the other, in their order. */
DEVICE void small_add_short_rows(struct small_columns accumulator, const struct mxm_small_dense_arguments &a,
                                 int64_t begin, int length, T x)
{
    const int lane = lane_of_warp(), sum = scan_warp(length),
              products = __shfl_sync(ALL_LANES, sum, WARP - 1);
    begin -= sum - length;
    for (int first = 0; first < products; first += SMALL_BATCHES * WARP) {
        int32_t j[SMALL_BATCHES];
        T factor[SMALL_BATCHES], y[SMALL_BATCHES];
#pragma unroll
        for (int l = 0; l < SMALL_BATCHES; l++) {
            const int q = first + l * WARP + lane, owner = search_warp(q, sum);
            const int64_t b = __shfl_sync(ALL_LANES, begin, owner) + q;
            factor[l] = READS_X ? shuffle(x, owner, WARP, ALL_LANES) : (T)1;
            j[l] = q < products ? a.row.B_column[b] : -1;
            y[l] = READS_Y && q < products ? ((const T *)a.row.B_value)[b] : (T)1;
        }
#pragma unroll
        for (int l = 0; l < SMALL_BATCHES; l++) {
            const unsigned peers = __match_any_sync(ALL_LANES, j[l]);
            const int round = __popc(peers & ((1u << lane) - 1)),
                      rounds = (int)__reduce_max_sync(ALL_LANES, j[l] >= 0 ? (unsigned)__popc(peers) : 0);
            for (int t = 0; t < rounds; t++) {
                if (j[l] >= 0 && t == round) {
                    const T product = mul(factor[l], y[l]);
                    accumulator.value[j[l]] =
                        accumulator.is_there[j[l]] ? add(accumulator.value[j[l]], product) : product;
                    accumulator.is_there[j[l]] = 1;
                }
                __syncwarp();
            }
        }
    }
}

/* All products of 32 entries of a row of A, of which this lane has one, in their order. */
DEVICE void small_add_rows(struct small_columns accumulator, const struct mxm_small_dense_arguments &a,
                           int64_t first, int count)
{
    enum { SHORT_MEAN = 24 /* entries of a row of B */ };
    const int lane = lane_of_warp();
    const int32_t k = lane < count ? a.row.A_column[first + lane] : 0;
    const int64_t begin = lane < count ? a.row.B_row_start[k] : 0,
                  end = lane < count ? a.row.B_row_start[k + 1] : 0;
    const int64_t products = reduce_warp(end - begin);
    if (products <= SHORT_MEAN * count) {
        small_add_short_rows(accumulator, a, begin, (int)(end - begin),
                             lane < count ? X_VALUE((const T *)a.row.A_value, first + lane) : (T)1);
        return;
    }
    for (int e = 0; e < count; e += SMALL_BATCHES) {
        struct small_batches from;
        bool is_long = false;
        /* The rows of B of several entries, where all are short, or one after the other. */
#pragma unroll
        for (int l = 0; l < SMALL_BATCHES; l++) {
            const int64_t start = __shfl_sync(ALL_LANES, begin, e + l);
            from.b[l] = start + lane;
            from.end[l] = __shfl_sync(ALL_LANES, end, e + l);
            from.x[l] = e + l < count ? X_VALUE((const T *)a.row.A_value, first + e + l) : (T)1;
            is_long = is_long || from.end[l] - start > WARP;
        }
        if (!is_long)
            small_add(accumulator, a, from);
        for (int l = e; is_long && l < e + SMALL_BATCHES && l < count; l++) {
            const int64_t start = __shfl_sync(ALL_LANES, begin, l), last = __shfl_sync(ALL_LANES, end, l);
            const T x = X_VALUE((const T *)a.row.A_value, first + l);
            for (int64_t b = start; b < last; b += SMALL_BATCHES * WARP) {
#pragma unroll
                for (int batch = 0; batch < SMALL_BATCHES; batch++) {
                    from.b[batch] = b + batch * WARP + lane;
                    from.end[batch] = last;
                    from.x[batch] = x;
                }
                small_add(accumulator, a, from);
            }
        }
    }
}

/* The products of entries first .. last - 1 of A, from an empty accumulator on. */
DEVICE void small_dense_products(const struct mxm_small_dense_arguments &a, int64_t first, int64_t last,
                                 struct small_columns accumulator)
{
    for (int j = lane_of_warp(); j < (int)a.columns; j += WARP)
        accumulator.is_there[j] = 0;
    __syncwarp();
    for (; first < last; first += WARP)
        small_add_rows(accumulator, a, first, last - first < WARP ? (int)(last - first) : (int)WARP);
}

/* Writes the columns that are there from place `to` on; returns how many there are. */
DEVICE int small_dense_write(const struct mxm_small_dense_arguments &a, struct small_columns accumulator,
                             int64_t to)
{
    const int lane = lane_of_warp(), columns = (int)a.columns;
    int entries = 0;
    for (int from = 0; from < columns; from += WARP) {
        const int j = from + lane;
        const bool is_there = j < columns && accumulator.is_there[j] != 0;
        const unsigned bits = __ballot_sync(ALL_LANES, is_there);
        if (is_there) {
            const int64_t at = to + entries + __popc(bits & ((1u << lane) - 1));
            a.row.column[at] = j;
            ((T *)a.row.value)[at] = accumulator.value[j];
        }
        entries += __popc(bits);
    }
    __syncwarp();
    return entries;
}

/* The sum of a row's parts, of which each warp has one, in the accumulator of the first warp.  By a block. */
DEVICE void small_dense_join(const struct mxm_small_dense_arguments &a, struct small_columns first)
{
    const int columns = (int)a.columns;
    __syncthreads();
    for (int j = (int)threadIdx.x; j < columns; j += MXM_DENSE_THREADS) {
        T sum = first.value[j];
        bool is_there = first.is_there[j] != 0;
        for (int w = 1; w < DENSE_WARPS; w++)
            if (first.is_there[w * columns + j] != 0) {
                sum = is_there ? add(sum, first.value[w * columns + j]) : first.value[w * columns + j];
                is_there = true;
            }
        first.value[j] = sum;
        first.is_there[j] = is_there;
    }
    __syncthreads();
}

/* Notes a row of C with its entries in scratch memory. */
DEVICE void small_dense_note(const struct mxm_small_dense_arguments &a, int64_t row, int entries, int64_t to,
                             unsigned long long *block_entries)
{
    if (lane_of_warp() != 0)
        return;
    a.row.count[row] = entries;
    a.offset[row] = to;
    a.list[row] = (int32_t)row;
    atomicAdd(block_entries, (unsigned long long)entries);
}

/* The entries of the blocks before this one, and of all. */
DEVICE int64_t entries_before(int64_t *all, const int64_t *block_sum)
{
    __shared__ int64_t before[DENSE_WARPS], total[DENSE_WARPS];
    int64_t sum_before = 0, sum_total = 0;
    int warp = (int)threadIdx.x / WARP;
    for (unsigned b = threadIdx.x; b < gridDim.x; b += MXM_DENSE_THREADS) {
        int64_t sum = *(const volatile int64_t *)&block_sum[b];
        sum_before += b < blockIdx.x ? sum : 0;
        sum_total += sum;
    }
    sum_before = reduce_warp(sum_before);
    sum_total = reduce_warp(sum_total);
    if (lane_of_warp() == 0) {
        before[warp] = sum_before;
        total[warp] = sum_total;
    }
    __syncthreads();
    *all = sum_before = 0;
    for (int w = 0; w < DENSE_WARPS; w++) {
        sum_before += before[w];
        *all += total[w];
    }
    return sum_before;
}

/* Counts the products of the rows from `first` to `last`, and gives them places in scratch memory: place[last -
 * first] is where they end.  A row has no more entries than C has columns.  is_long: of the rows that all warps share. */
DEVICE void place_rows(const struct mxm_small_dense_arguments &a, int64_t *place, uint8_t *is_long,
                       int64_t first, int64_t last)
{
    enum { LANES = 8, GROUPS = MXM_DENSE_THREADS / LANES };
    int part = (int)threadIdx.x % LANES, lane = lane_of_warp(), rows = (int)(last - first);
    int64_t all_products = 0;
#pragma unroll 1
    for (int r = (int)threadIdx.x / LANES; r - r % (WARP / LANES) < rows; r += GROUPS) {
        int64_t products = 0, begin = 0, end = 0;
        if (r < rows) {
            begin = a.row.A_row_start[first + r];
            end = a.row.A_row_start[first + r + 1];
        }
        for (int64_t e = begin + part; e < end; e += LANES) {
            int32_t k = a.row.A_column[e];
            products += a.row.B_row_start[k + 1] - a.row.B_row_start[k];
        }
#pragma unroll 1
        for (int d = LANES / 2; d > 0; d /= 2)
            products += __shfl_xor_sync(ALL_LANES, products, d);
        if (part == 0 && r < rows) {
            is_long[r] = products > MXM_DENSE_LONG;
            if (products > a.columns)
                place[r] = products > MXM_DENSE_MOST || end - begin > MXM_DENSE_MOST_ENTRIES
                               ? MXM_DENSE_MOST + 1
                               : a.columns;
            else
                place[r] = products;
            all_products += products;
        }
    }
    all_products = reduce_warp(all_products);
    if (lane == 0 && all_products != 0)
        atomicAdd(&a.state->products, (unsigned long long)all_products);
    __syncthreads();
    if (threadIdx.x >= WARP)
        return;
    int64_t all = 0, longest = 0, start = 0;
#pragma unroll 1
    for (int r = lane; r - lane < rows; r += WARP) {
        int64_t row_room = r < rows ? place[r] : 0, so_far = row_room;
#pragma unroll 1
        for (int d = 1; d < WARP; d *= 2) {
            int64_t other = __shfl_up_sync(ALL_LANES, so_far, d);
            so_far += lane >= d ? other : 0;
        }
        longest = row_room > longest ? row_room : longest;
        if (r < rows)
            place[r] = all + so_far - row_room;
        all += __shfl_sync(ALL_LANES, so_far, WARP - 1);
    }
    if (lane == 0)
        start = (int64_t)atomicAdd(&a.state->room, (unsigned long long)all);
    start = __shfl_sync(ALL_LANES, start, 0);
    __syncwarp();
#pragma unroll 1
    for (int r = lane; r < rows; r += WARP)
        place[r] += start;
    if (lane == 0)
        place[rows] = start + all;
    if (longest > MXM_DENSE_MOST || start + all > a.room)
        *(volatile int32_t *)&a.state->is_refused = 1;
}

GRAPH_KERNEL void __launch_bounds__(MXM_DENSE_THREADS) mxm_small_dense(struct mxm_small_dense_arguments a)
{
    extern __shared__ __align__(16) unsigned char small_memory[];
    __shared__ int64_t place[MXM_DENSE_ROWS + 1];
    __shared__ uint8_t is_long[MXM_DENSE_ROWS];
    __shared__ bool shared_is_refused;
    __shared__ unsigned long long block_entries;
    int warp = (int)threadIdx.x / WARP, lane = lane_of_warp();
    int64_t each = (a.rows + gridDim.x - 1) / gridDim.x, first = blockIdx.x * each;
    int64_t last = first + each < a.rows ? first + each : a.rows;
    unsigned long long target = 0;
    const struct small_columns accumulator = {(T *)small_memory + warp * a.columns,
                                              (uint8_t *)((T *)small_memory + DENSE_WARPS * a.columns) +
                                                  warp * a.columns};
    const struct small_columns first_accumulator = {(T *)small_memory,
                                                    (uint8_t *)((T *)small_memory + DENSE_WARPS * a.columns)};
    if (first > last)
        first = last;
    if (threadIdx.x == 0)
        block_entries = 0;
    place_rows(a, place, is_long, first, last);
    __syncthreads();
    if (threadIdx.x == 0)
        shared_is_refused = *(volatile int32_t *)&a.state->is_refused != 0;
    __syncthreads();
    const bool is_refused = shared_is_refused;
    /* Long rows by all warps, which share the entries of A, then the others by a warp each. */
#pragma unroll 1
    for (int64_t row = first; row < last && !is_refused; row++) {
        if (!is_long[row - first])
            continue;
        const int64_t begin = a.row.A_row_start[row], end = a.row.A_row_start[row + 1];
        small_dense_products(a, begin + (end - begin) * warp / DENSE_WARPS,
                             begin + (end - begin) * (warp + 1) / DENSE_WARPS, accumulator);
        small_dense_join(a, first_accumulator);
        if (warp == 0)
            small_dense_note(a, row, small_dense_write(a, first_accumulator, place[row - first]),
                             place[row - first], &block_entries);
        __syncthreads();
    }
#pragma unroll 1
    for (int64_t row = first + warp; row < last && !is_refused; row += DENSE_WARPS) {
        const int64_t to = place[row - first], products = place[row - first + 1] - to;
        int entries = 0;
        if (is_long[row - first])
            continue;
        if (products > 0) {
            small_dense_products(a, a.row.A_row_start[row], a.row.A_row_start[row + 1], accumulator);
            entries = small_dense_write(a, accumulator, to);
        }
        small_dense_note(a, row, entries, to, &block_entries);
    }
    __syncthreads();
    if (threadIdx.x == 0)
        a.block_sum[blockIdx.x] = (int64_t)block_entries;
    grid_barrier(&a.state->arrivals, target);
    bool is_made = *(volatile int32_t *)&a.state->is_refused == 0;
    int64_t all, start = entries_before(&all, a.block_sum);
    bool is_placed = is_made && all <= a.C_room;
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        a.result->entries = all;
        a.result->products = (int64_t) * (volatile unsigned long long *)&a.state->products;
        a.result->is_made = is_made;
        a.result->is_placed = is_placed;
        a.C_row_start[a.rows] = all;
    }
    if (!is_made)
        return;
    if (warp == 0)
#pragma unroll 1
        for (int64_t row = first + lane; row - lane < last; row += WARP) {
            int entries = row < last ? a.row.count[row] : 0, so_far = scan_warp(entries);
            if (row < last)
                a.C_row_start[row] = start + so_far - entries;
            start += __shfl_sync(ALL_LANES, so_far, WARP - 1);
        }
    __syncthreads();
#pragma unroll 1
    for (int64_t row = first + warp; row < last && is_placed; row += DENSE_WARPS) {
        int64_t from = a.offset[row], to = a.C_row_start[row];
#pragma unroll 1
        for (int k = lane; k < a.row.count[row]; k += WARP) {
            a.C_column[to + k] = a.row.column[from + k];
            ((T *)a.C_value)[to + k] = ((const T *)a.row.value)[from + k];
        }
    }
}
#endif
