/* C = A B for dense B and C by rows, and rows of A of about the same length.
 *
 * A group of lanes takes a row of A, and each lane some columns of B and C.  The groups of a warp traverse neighbouring
 * rows in step: where these share rows of B, one access serves several, and no sums of lanes need to be added. */
#include "cuda/csrmm/csrmm_sums.cuh"

/* Adds the entries that the lanes of each group hold: `count` of them, under IS_WHOLE all LANES.  AHEAD are loaded
 * before the first is used. */
template <int LANES, int COLUMNS, int AHEAD, bool IS_WHOLE>
DEVICE void add_chunk(T (&sum)[COLUMNS], bool &is_begun, const T *B, uint32_t stride, int32_t my_column,
                      T my_value, int count)
{
#pragma unroll
    for (int first = 0; first < LANES; first += AHEAD) {
        T from_A[AHEAD], from_B[AHEAD][COLUMNS];
#pragma unroll
        for (int e = 0; e < AHEAD; e++) {
            const int32_t k = __shfl_sync(ALL_LANES, my_column, first + e, LANES);
            from_A[e] = READS_X ? value_of_lane(my_value, first + e, LANES) : (T)1;
            if (READS_Y) {
                if (IS_WHOLE || first + e < count)
                    load_pack(from_B[e], row_of_B<uint32_t>(B, k, stride));
            } else
#pragma unroll
                for (int c = 0; c < COLUMNS; c++)
                    from_B[e][c] = (T)1;
        }
#pragma unroll
        for (int e = 0; e < AHEAD; e++)
            if (IS_WHOLE || first + e < count) {
                add_entry(sum, is_begun, from_A[e], from_B[e]);
                is_begun = true;
            }
    }
}

template <int LANES, int COLUMNS, int AHEAD>
DEVICE void multiply_uniform_rows(const struct csrmm_arguments &a)
{
    trigger_dependents();
    const int lane = lane_of_warp() & (LANES - 1);
    const int panel = (int)(blockIdx.x / (unsigned)a.blocks_of_panel);
    const int64_t row = (int64_t)(blockIdx.x - (unsigned)panel * (unsigned)a.blocks_of_panel) *
                            (CSRMM_UNIFORM_THREADS / LANES) +
                        (int)threadIdx.x / LANES;
    const int64_t j = (int64_t)panel * (LANES * COLUMNS) + lane * COLUMNS;
    const bool is_mine = j < a.dense_columns, is_row = row < a.rows;
    const uint32_t stride = (uint32_t)a.B_stride * (uint32_t)sizeof(T);
    const T *B = (const T *)a.B + (is_mine ? j : 0);
    grid_dependency_wait();
    const int64_t begin = a.row_start[is_row ? row : a.rows];
    const int n = is_row ? (int)(a.row_start[row + 1] - begin) : 0;
    const int most = __reduce_max_sync(ALL_LANES, n), least = __reduce_min_sync(ALL_LANES, n);
    const int32_t *column = a.column + begin + lane;
    const T *value = (const T *)a.value + (READS_X ? begin + lane : 0);
    int32_t next_column = lane < n ? load_once(column) : 0;
    T next_value = READS_X && lane < n ? load_once(value) : (T)1;
    T sum[COLUMNS];
    bool is_begun = false;
#pragma unroll
    for (int c = 0; c < COLUMNS; c++)
        sum[c] = start_of_sum();
    for (int k = 0; k < most; k += LANES) {
        const int32_t my_column = next_column;
        const T my_value = next_value;
        if (k + LANES + lane < n) {
            next_column = load_once(column + k + LANES);
            if (READS_X)
                next_value = load_once(value + k + LANES);
        }
        if (k + LANES <= least)
            add_chunk<LANES, COLUMNS, AHEAD, true>(sum, is_begun, B, stride, my_column, my_value, LANES);
        else
            add_chunk<LANES, COLUMNS, AHEAD, false>(sum, is_begun, B, stride, my_column, my_value, n - k);
    }
    if (!is_row || !is_mine)
        return;
    if (n == 0)
        store_empty<COLUMNS>(a, row, j);
    else
        store_sums<COLUMNS>(a, row, j, sum);
}

GRAPH_KERNEL void __launch_bounds__(CSRMM_UNIFORM_THREADS, 5) csrmm_uniform_8(struct csrmm_arguments a)
{
    multiply_uniform_rows<8, WIDE, 4>(a);
}
GRAPH_KERNEL void __launch_bounds__(CSRMM_UNIFORM_THREADS, 4) csrmm_uniform_16(struct csrmm_arguments a)
{
    multiply_uniform_rows<16, WIDE, 8>(a);
}
