/* C = A B for sparse A and dense B and C by rows.
 *
 * A group of lanes takes a merge-path tile of A, and each lane some columns of B and C: it traverses the entries of the
 * tile in their order, adds multiples of rows of B in registers, and stores a row of C where a row of A ends.  Several
 * entries are prefetched across the ends of rows, so that short rows do not wait.  The partial sum of a row that began
 * in an earlier tile goes to `carry`; csrmm_join adds these sums in their order.
 *
 * The launches are dependent: a kernel reads its tiles, which were complete before its launch, and then waits for the
 * kernel ahead. */
#ifndef CUDA_CSRMM_CSRMM_CUH
#define CUDA_CSRMM_CSRMM_CUH

#include "cuda/csrmm/csrmm_sums.cuh"

/* Small blocks: the next one starts as soon as the slowest of four warps has ended. */
enum { CSRMM_THREADS = 128, CSRMM_BLOCKS = 8 /* on a multiprocessor */, CSRMM_MOST_JOIN_THREADS = 1024 };

/* LANES lanes for a tile of at most CSRMM_ITEMS items, in which rows of up to as many entries are not cut; COLUMNS
 * neighbouring columns for a lane; AHEAD entries are loaded before the first is used. */
template <int LANES, int COLUMNS, int AHEAD, typename STRIDE>
DEVICE void csrmm_tiles(const struct csrmm_arguments &a)
{
    trigger_dependents();
    const int lane = lane_of_warp() & (LANES - 1);
    const int panel = (int)(blockIdx.x / (unsigned)a.blocks_of_panel);
    const int64_t t =
        (int64_t)(blockIdx.x - (unsigned)panel * (unsigned)a.blocks_of_panel) * (CSRMM_THREADS / LANES) +
        (int)threadIdx.x / LANES;
    const int64_t j = (int64_t)panel * (LANES * COLUMNS) + lane * COLUMNS;
    const bool is_mine = j < a.dense_columns;
    const STRIDE stride = (STRIDE)a.B_stride * sizeof(T);
    const int32_t *column = a.column;
    const T *value = (const T *)a.value, *B = (const T *)a.B + (is_mine ? j : 0);
    int64_t row = 0;
    int rows = 0, slot = -1, n = 0, row_end = 0, next_end = 0;
    if (t < a.cuts.tiles) {
        int64_t first = a.cuts.entry[t];
        row = a.cuts.row[t];
        n = (int)(a.cuts.entry[t + 1] - first);
        rows = (int)(a.cuts.row[t + 1] - row);
        slot = a.cuts.slot[t];
        column += first;
        value += READS_X ? first : 0;
    }
    grid_dependency_wait();
    /* Entry k of the tile is in lane k of its group, `LANES` entries at a time. */
    int32_t next_column = lane < n ? load_once(column + lane) : 0;
    T next_value = READS_X && lane < n ? load_once(value + lane) : (T)1;
    const int64_t base = column - a.column;
    /* Loads the ends of all rows at once: short and empty rows would wait for theirs one after the other. */
    __shared__ uint8_t end_of_row[CSRMM_THREADS / LANES][CSRMM_ITEMS + 2];
    uint8_t *ends = end_of_row[(int)threadIdx.x / LANES];
    for (int k = lane; k < rows; k += LANES)
        ends[k] = (uint8_t)(a.row_start[row + 1 + k] - base);
    __syncwarp();
#define ROW_END(r) ((int)ends[(r) < rows ? (r) : rows - 1])
    int r = 0;
    if (rows > 0) {
        row_end = ROW_END(0);
        next_end = ROW_END(1);
    }
    for (; r < rows && row_end == 0; r++) {
        if (is_mine)
            store_empty<COLUMNS>(a, row + r, j);
        row_end = next_end;
        next_end = ROW_END(r + 2);
    }
    T sum[COLUMNS];
    bool is_begun = false;
#pragma unroll
    for (int c = 0; c < COLUMNS; c++)
        sum[c] = start_of_sum();
    const int most = LANES < WARP ? __reduce_max_sync(ALL_LANES, n) : n;
    if (r >= rows)
        row_end = -1;
    for (int chunk = 0; chunk < most; chunk += LANES) {
        const int32_t my_column = next_column;
        const T my_value = next_value;
        const int ahead = chunk + LANES + lane;
        next_column = ahead < n ? load_once(column + ahead) : 0;
        if (READS_X)
            next_value = ahead < n ? load_once(value + ahead) : (T)1;
#pragma unroll 1
        for (int first = 0; first < LANES && chunk + first < most; first += AHEAD) {
            T from_A[AHEAD], from_B[AHEAD][COLUMNS];
#pragma unroll
            for (int e = 0; e < AHEAD; e++) {
                const int32_t k = __shfl_sync(ALL_LANES, my_column, first + e, LANES);
                from_A[e] = READS_X ? value_of_lane(my_value, first + e, LANES) : (T)1;
                if (READS_Y) {
                    if (chunk + first + e < n)
                        load_pack(from_B[e], row_of_B<STRIDE>(B, k, stride));
                } else
#pragma unroll
                    for (int c = 0; c < COLUMNS; c++)
                        from_B[e][c] = (T)1;
            }
#pragma unroll
            for (int e = 0; e < AHEAD; e++)
                if (chunk + first + e < n) {
                    add_entry(sum, is_begun, from_A[e], from_B[e]);
                    is_begun = true;
                    const int done = chunk + first + e + 1;
                    if (done == row_end) {
                        if (slot >= 0) {
                            if (is_mine)
                                store_pack((T *)a.carry + slot * a.dense_columns + j, sum);
                            slot = -1;
                        } else if (is_mine)
                            store_sums<COLUMNS>(a, row + r, j, sum);
                        is_begun = false;
#pragma unroll
                        for (int c = 0; c < COLUMNS; c++)
                            sum[c] = start_of_sum();
                        for (r++; r < rows; r++) {
                            row_end = next_end;
                            next_end = ROW_END(r + 1);
                            if (row_end != done)
                                break;
                            if (is_mine)
                                store_empty<COLUMNS>(a, row + r, j);
                        }
                    }
                }
        }
    }
#undef ROW_END
    if (is_begun && is_mine) {
        if (slot >= 0)
            store_pack((T *)a.carry + slot * a.dense_columns + j, sum);
        else
            store_sums<COLUMNS>(a, row + r, j, sum);
    }
}

/* ---- A warp for each row ---- */

/* Adds AHEAD entries of each group of LANES lanes: entries first + group, first + group + GROUPS and so on of the tile,
 * as far as they are below `stop`; under IS_WHOLE all are.  Lane k % WARP has entry k. */
template <int LANES, int COLUMNS, int AHEAD, bool IS_WHOLE, typename STRIDE>
DEVICE void add_entries(T (&sum)[COLUMNS], bool &is_begun, const T *B, STRIDE stride, int32_t my_column,
                        T my_value, int first, int stop)
{
    enum { GROUPS = WARP / LANES };
    const int group = lane_of_warp() / LANES;
    T from_A[AHEAD], from_B[AHEAD][COLUMNS];
#pragma unroll
    for (int e = 0; e < AHEAD; e++) {
        const int k = first + e * GROUPS + group;
        if (IS_WHOLE || first + e * GROUPS < stop) {
            const int32_t from = __shfl_sync(ALL_LANES, my_column, k);
            from_A[e] = READS_X ? value_of_lane(my_value, k, WARP) : (T)1;
            if (READS_Y) {
                if (IS_WHOLE || k < stop)
                    load_pack(from_B[e], row_of_B<STRIDE>(B, from, stride));
            } else
#pragma unroll
                for (int c = 0; c < COLUMNS; c++)
                    from_B[e][c] = (T)1;
        }
    }
#pragma unroll
    for (int e = 0; e < AHEAD; e++)
        if (IS_WHOLE || first + e * GROUPS + group < stop) {
#pragma unroll
            for (int c = 0; c < COLUMNS; c++) {
                T x = mul(from_A[e], from_B[e][c]);
                sum[c] = HAS_START || e > 0 || is_begun ? add(sum[c], x) : x;
            }
            is_begun = true;
        }
}

/* Adds what the groups of a warp have of a row, and stores it, or carries it to the row's other parts (slot >= 0). */
template <int LANES, int COLUMNS>
DEVICE void finish_row(const struct csrmm_arguments &a, T (&sum)[COLUMNS], bool is_begun, int64_t row,
                       int64_t j, int lane, bool is_stored, int slot)
{
    for (int distance = LANES; distance < WARP; distance *= 2) {
        /* A group has entries only if all groups before it do. */
        bool is_there = HAS_START || __shfl_down_sync(ALL_LANES, (int)is_begun, (unsigned)distance);
#pragma unroll
        for (int c = 0; c < COLUMNS; c++) {
            T x = value_of_lane(sum[c], lane + distance, WARP);
            sum[c] = is_there ? add(sum[c], x) : sum[c];
        }
    }
    if (is_stored) {
        if (slot >= 0)
            store_pack((T *)a.carry + slot * a.dense_columns + j, sum);
        else
            store_sums<COLUMNS>(a, row, j, sum);
    }
}

/* The same for longer rows: a warp takes a tile and distributes the entries of each row over its groups of LANES lanes,
 * whose sums are added at the end of the row.  Neighbouring warps take neighbouring rows, which share rows of B in the
 * cache. */
template <int LANES, int COLUMNS, int AHEAD, typename STRIDE>
DEVICE void csrmm_rows(const struct csrmm_arguments &a)
{
    enum { GROUPS = WARP / LANES };
    trigger_dependents();
    const int lane = lane_of_warp(), group = lane / LANES;
    const int panel = (int)(blockIdx.x / (unsigned)a.blocks_of_panel);
    /* In reverse order: where the long rows come first, their tiles, of equal work, then balance the end of the launch. */
    const int64_t t =
        a.cuts.tiles - 1 - (int)threadIdx.x / WARP -
        (int64_t)(blockIdx.x - (unsigned)panel * (unsigned)a.blocks_of_panel) * (CSRMM_THREADS / WARP);
    const int64_t j = (int64_t)panel * (LANES * COLUMNS) + lane % LANES * COLUMNS;
    const bool is_mine = j < a.dense_columns;
    if (t < 0)
        return;
    const int64_t base = a.cuts.entry[t], row = a.cuts.row[t];
    const int n = (int)(a.cuts.entry[t + 1] - base), rows = (int)(a.cuts.row[t + 1] - row);
    int slot = a.cuts.slot[t];
    const STRIDE stride = (STRIDE)a.B_stride * sizeof(T);
    const int32_t *column = a.column + base;
    const T *value = (const T *)a.value + (READS_X ? base : 0), *B = (const T *)a.B + (is_mine ? j : 0);
    grid_dependency_wait();
    int32_t my_column = lane < n ? load_once(column + lane) : 0;
    T my_value = READS_X && lane < n ? load_once(value + lane) : (T)1;
    int32_t next_column = WARP + lane < n ? load_once(column + WARP + lane) : 0;
    T next_value = READS_X && WARP + lane < n ? load_once(value + WARP + lane) : (T)1;
    int chunk = 0, k = 0, my_end = 0;
    for (int r = 0; r < rows || k < n; r++) {
        if (r % WARP == 0)
            my_end = r + lane < rows ? (int)(a.row_start[row + 1 + r + lane] - base) : n;
        const int end = __shfl_sync(ALL_LANES, my_end, r % WARP);
        if (k == end) {
            if (group == 0 && is_mine)
                store_empty<COLUMNS>(a, row + r, j);
            continue;
        }
        T sum[COLUMNS];
        bool is_begun = false;
#pragma unroll
        for (int c = 0; c < COLUMNS; c++)
            sum[c] = start_of_sum();
        while (k < end) {
            if (k == chunk + WARP) {
                chunk += WARP;
                my_column = next_column;
                my_value = next_value;
                next_column = chunk + WARP + lane < n ? load_once(column + chunk + WARP + lane) : 0;
                if (READS_X)
                    next_value = chunk + WARP + lane < n ? load_once(value + chunk + WARP + lane) : (T)1;
            }
            const int stop = end < chunk + WARP ? end : chunk + WARP;
            for (; k + GROUPS * AHEAD <= stop; k += GROUPS * AHEAD)
                add_entries<LANES, COLUMNS, AHEAD, true, STRIDE>(sum, is_begun, B, stride, my_column,
                                                                 my_value, k, stop);
            if (k < stop)
                add_entries<LANES, COLUMNS, AHEAD, false, STRIDE>(sum, is_begun, B, stride, my_column,
                                                                  my_value, k, stop);
            k = stop;
        }
        finish_row<LANES, COLUMNS>(a, sum, is_begun, row + r, j, lane, group == 0 && is_mine, slot);
        slot = -1;
    }
}

/* ---- A warp for each row, and a small number of columns ---- */

/* A group's entries of a row: every GROUPS-th from its first on. */
template <int AHEAD> struct entries_of_group {
    int32_t column[AHEAD];
    T value[AHEAD];
};

template <int AHEAD, int GROUPS>
DEVICE void load_entries(struct entries_of_group<AHEAD> &x, const int32_t *column, const T *value, int first,
                         int stop)
{
#pragma unroll
    for (int e = 0; e < AHEAD; e++) {
        const int k = first + e * GROUPS;
        x.column[e] = k < stop ? load_once(column + k) : -1;
        x.value[e] = READS_X && k < stop ? load_once(value + k) : (T)1;
    }
}

/* The same for a small number of columns, where a warp has many groups: each loads the entries it multiplies, the next
 * ones while it waits for rows of B. */
template <int LANES, int COLUMNS, int AHEAD, typename STRIDE>
DEVICE void csrmm_narrow_rows(const struct csrmm_arguments &a)
{
    enum { GROUPS = WARP / LANES, STEP = GROUPS * AHEAD };
    trigger_dependents();
    const int lane = lane_of_warp(), group = lane / LANES;
    const int64_t t =
        a.cuts.tiles - 1 - (int)threadIdx.x / WARP - (int64_t)blockIdx.x * (CSRMM_THREADS / WARP);
    const int64_t j = lane % LANES * COLUMNS;
    const bool is_mine = j < a.dense_columns;
    if (t < 0)
        return;
    const int64_t base = a.cuts.entry[t], row = a.cuts.row[t];
    const int n = (int)(a.cuts.entry[t + 1] - base), rows = (int)(a.cuts.row[t + 1] - row);
    int slot = a.cuts.slot[t];
    const STRIDE stride = (STRIDE)a.B_stride * sizeof(T);
    const int32_t *column = a.column + base;
    const T *value = (const T *)a.value + (READS_X ? base : 0), *B = (const T *)a.B + (is_mine ? j : 0);
    grid_dependency_wait();
    int k = 0, my_end = lane < rows ? (int)(a.row_start[row + 1 + lane] - base) : n;
    struct entries_of_group<AHEAD> next;
    load_entries<AHEAD, GROUPS>(next, column, value, group, __shfl_sync(ALL_LANES, my_end, 0));
    for (int r = 0; r < rows || k < n; r++) {
        const int end = __shfl_sync(ALL_LANES, my_end, r % WARP);
        if (r % WARP == WARP - 1)
            my_end = r + 1 + lane < rows ? (int)(a.row_start[row + 2 + r + lane] - base) : n;
        const int next_end = __shfl_sync(ALL_LANES, my_end, (r + 1) % WARP);
        if (k == end) {
            if (group == 0 && is_mine)
                store_empty<COLUMNS>(a, row + r, j);
            load_entries<AHEAD, GROUPS>(next, column, value, k + group, next_end);
            continue;
        }
        T sum[COLUMNS];
        bool is_begun = false;
#pragma unroll
        for (int c = 0; c < COLUMNS; c++)
            sum[c] = start_of_sum();
        /* `next` has the entries from k on. */
        while (k < end) {
            const struct entries_of_group<AHEAD> x = next;
            const int then = k + STEP < end ? k + STEP : end;
            T from_B[AHEAD][COLUMNS];
#pragma unroll
            for (int e = 0; e < AHEAD; e++)
                if (k + e * GROUPS + group < end) {
                    if (READS_Y)
                        load_pack(from_B[e], row_of_B<STRIDE>(B, x.column[e], stride));
                    else
#pragma unroll
                        for (int c = 0; c < COLUMNS; c++)
                            from_B[e][c] = (T)1;
                }
            load_entries<AHEAD, GROUPS>(next, column, value, then + group, then < end ? end : next_end);
#pragma unroll
            for (int e = 0; e < AHEAD; e++)
                if (k + e * GROUPS + group < end) {
                    add_entry(sum, is_begun, x.value[e], from_B[e]);
                    is_begun = true;
                }
            k = then;
        }
        finish_row<LANES, COLUMNS>(a, sum, is_begun, row + r, j, lane, group == 0 && is_mine, slot);
        slot = -1;
    }
}

#if HAS_KERNEL(csrmm_tiles_4)
GRAPH_KERNEL void __launch_bounds__(CSRMM_THREADS, CSRMM_BLOCKS) csrmm_tiles_4(struct csrmm_arguments a)
{
    csrmm_tiles<4, WIDE / 2, 4, uint32_t>(a);
}
#endif
#if HAS_KERNEL(csrmm_tiles_8)
GRAPH_KERNEL void __launch_bounds__(CSRMM_THREADS, CSRMM_BLOCKS) csrmm_tiles_8(struct csrmm_arguments a)
{
    csrmm_tiles<8, WIDE, 4, uint32_t>(a);
}
#endif
#if HAS_KERNEL(csrmm_tiles_16)
GRAPH_KERNEL void __launch_bounds__(CSRMM_THREADS, CSRMM_BLOCKS) csrmm_tiles_16(struct csrmm_arguments a)
{
    csrmm_tiles<16, WIDE, 4, uint32_t>(a);
}
#endif
#if HAS_KERNEL(csrmm_rows_2)
GRAPH_KERNEL void __launch_bounds__(CSRMM_THREADS, CSRMM_BLOCKS) csrmm_rows_2(struct csrmm_arguments a)
{
    csrmm_narrow_rows<2, WIDE, 4, uint32_t>(a);
}
#endif
#if HAS_KERNEL(csrmm_rows_4)
GRAPH_KERNEL void __launch_bounds__(CSRMM_THREADS, CSRMM_BLOCKS) csrmm_rows_4(struct csrmm_arguments a)
{
    csrmm_narrow_rows<4, WIDE, 4, uint32_t>(a);
}
#endif
#if HAS_KERNEL(csrmm_rows_8)
GRAPH_KERNEL void __launch_bounds__(CSRMM_THREADS, CSRMM_BLOCKS + 2) csrmm_rows_8(struct csrmm_arguments a)
{
    csrmm_rows<8, WIDE, 2, uint32_t>(a);
}
#endif
#if HAS_KERNEL(csrmm_rows_8_deep)
GRAPH_KERNEL void __launch_bounds__(CSRMM_THREADS, CSRMM_BLOCKS) csrmm_rows_8_deep(struct csrmm_arguments a)
{
    csrmm_rows<8, WIDE, 4, uint32_t>(a);
}
#endif
#if HAS_KERNEL(csrmm_rows_16)
GRAPH_KERNEL void __launch_bounds__(CSRMM_THREADS, CSRMM_BLOCKS) csrmm_rows_16(struct csrmm_arguments a)
{
    csrmm_rows<16, WIDE, 4, uint32_t>(a);
}
#endif
#if HAS_KERNEL(csrmm_rows_32)
GRAPH_KERNEL void __launch_bounds__(CSRMM_THREADS, CSRMM_BLOCKS) csrmm_rows_32(struct csrmm_arguments a)
{
    csrmm_rows<32, WIDE, 4, uint32_t>(a);
}
#endif
#if HAS_KERNEL(csrmm_single_4)
GRAPH_KERNEL void __launch_bounds__(CSRMM_THREADS) csrmm_single_4(struct csrmm_arguments a)
{
    csrmm_tiles<4, 1, 4, uint64_t>(a);
}
#endif
#if HAS_KERNEL(csrmm_single_32)
GRAPH_KERNEL void __launch_bounds__(CSRMM_THREADS) csrmm_single_32(struct csrmm_arguments a)
{
    csrmm_tiles<32, 1, 4, uint64_t>(a);
}
#endif

/* Adds the partial sums of later tiles to a row of C, with a block for 32 columns of each cut row.  Each warp adds a
 * stretch of the sums, and the first warp adds the stretches, all in their order. */
#if HAS_KERNEL(csrmm_join)
GRAPH_KERNEL void __launch_bounds__(CSRMM_MOST_JOIN_THREADS) csrmm_join(struct csrmm_arguments a)
{
    enum { MOST_STRETCHES = CSRMM_MOST_JOIN_THREADS / WARP, AT_ONCE = 16 };
    __shared__ T stretch_sum[MOST_STRETCHES][WARP];
    __shared__ bool stretch_is_there[MOST_STRETCHES][WARP];
    trigger_dependents();
    const int64_t h = blockIdx.x % (unsigned)a.cuts.heads, panel = blockIdx.x / (unsigned)a.cuts.heads;
    const int64_t t = a.cuts.head[h], row = a.cuts.row[t];
    const int pieces = a.cuts.pieces[h];
    const int stretch = (int)threadIdx.x / WARP, stretches = (int)blockDim.x / WARP, lane = lane_of_warp();
    const int64_t j = panel * WARP + lane, to = t + (int64_t)pieces * (stretch + 1) / stretches;
    const bool is_mine = j < a.dense_columns;
    const T *carry = (const T *)a.carry + (is_mine ? j : 0);
    T *C = (T *)a.C + row * a.C_stride + j;
    int64_t first = t + (int64_t)pieces * stretch / stretches;
    int my_slot = first + lane < to ? a.cuts.slot[first + lane] : -1;
    grid_dependency_wait();
    const T begun = stretch == 0 && is_mine ? *C : (T)0;
    bool is_there = false;
    T sum = (T)0;
    for (; first < to; first += WARP) {
        for (int before = 0; before < WARP && first + before < to; before += AT_ONCE) {
            T x[AT_ONCE];
            int slot[AT_ONCE];
#pragma unroll
            for (int p = 0; p < AT_ONCE; p++) {
                slot[p] = __shfl_sync(ALL_LANES, my_slot, before + p);
                x[p] = slot[p] >= 0 ? carry[slot[p] * a.dense_columns] : (T)0;
            }
#pragma unroll
            for (int p = 0; p < AT_ONCE; p++)
                if (slot[p] >= 0) {
                    sum = is_there ? add(sum, x[p]) : x[p];
                    is_there = true;
                }
        }
        my_slot = first + WARP + lane < to ? a.cuts.slot[first + WARP + lane] : -1;
    }
    stretch_sum[stretch][lane] = sum;
    stretch_is_there[stretch][lane] = is_there;
    __syncthreads();
    if (stretch == 0 && is_mine) {
        sum = begun;
        for (int s = 0; s < stretches; s++)
            if (stretch_is_there[s][lane])
                sum = add(sum, stretch_sum[s][lane]);
        *C = sum;
    }
}
#endif

#endif
