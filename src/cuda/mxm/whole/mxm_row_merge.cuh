/* Rows of C = A B on meshes, where rows of A are short and neighbours similar: a lane for each row merges its sorted rows
 * of B (a multiway merge) straight into C, whose rows have been counted (mxm_row_merge_count.cu).  Products of a column
 * are added in the order of k.  All lanes find an entry in each round; after MERGE_ROUNDS rounds the warp writes those
 * entries of all its rows. */
#include "cuda/mxm/analysis/mxm_values.cuh"

#include "cuda/mxm/whole/mxm_row_merge_cursors.cuh"

enum {
    MERGE_ROUNDS = 8, /* before entries are written */
    MERGE_WARPS = MXM_ROW_MERGE_THREADS / WARP,
    /* Between rounds in shared memory, so that eight rounds of four lanes lie in different banks. */
    MERGE_COLUMN_STEP = 36,
    MERGE_VALUE_STEP = sizeof(T) == 8 ? 34 : 36
};

struct merge_stage {
    unsigned column[MERGE_ROUNDS * MERGE_COLUMN_STEP];
    slot_t value[IS_CONSTANT ? 1 : MERGE_ROUNDS * MERGE_VALUE_STEP];
};

/* Writes what the lanes have found since round `begun`: entries of the row of each from to + begun on, up to `entries`. */
DEVICE void write_rounds(const struct mxm_row_merge_arguments &a, const struct merge_stage &s, int64_t to,
                         int entries, int begun)
{
    const int round = lane_of_warp() % MERGE_ROUNDS;
    __syncwarp();
#pragma unroll
    for (int base = 0; base < WARP; base += WARP / MERGE_ROUNDS) {
        const int row = base + lane_of_warp() / MERGE_ROUNDS;
        const int64_t place = __shfl_sync(ALL_LANES, to, row) + begun + round;
        if (begun + round >= __shfl_sync(ALL_LANES, entries, row))
            continue;
        a.C_column[place] = (int32_t)s.column[round * MERGE_COLUMN_STEP + row];
        ((T *)a.C_value)[place] =
            IS_CONSTANT ? mul((T)1, (T)1) : value_of(s.value[round * MERGE_VALUE_STEP + row]);
    }
    __syncwarp();
}

GRAPH_KERNEL void __launch_bounds__(MXM_ROW_MERGE_THREADS) mxm_row_merge(struct mxm_row_merge_arguments a)
{
    __shared__ struct merge_stage stages[MERGE_WARPS];
    struct merge_stage &stage = stages[threadIdx.x / WARP];
    const T *A_value = (const T *)a.A_value, *B_value = (const T *)a.B_value;
    const int lane = lane_of_warp();
    const int64_t row = thread_of_grid();
    struct mxm_cursors c;
    T x[MXM_ROW_MERGE_MOST], y[MXM_ROW_MERGE_MOST];
    int64_t first = 0, to = 0;
    int length = 0, entries = 0;
    if (row < a.rows) {
        first = a.A_row_start[row];
        length = (int)(a.A_row_start[row + 1] - first);
        to = a.C_row_start[row];
        entries = (int)(a.C_row_start[row + 1] - to);
    }
    const int used = __reduce_max_sync(ALL_LANES, length), rounds = __reduce_max_sync(ALL_LANES, entries);
    open_cursors(c, a, first, length, used);
    for_cursors(used, [&](int k) {
        x[k] = READS_X && k < length ? A_value[first + k] : T();
        y[k] = READS_Y && c.at[k] < c.end[k] ? B_value[c.at[k]] : (T)1;
    });
    for (int round = 0; round < rounds; round++) {
        const int staged = round % MERGE_ROUNDS;
        const unsigned least = round < entries ? least_column(c, used) : MXM_NOWHERE;
        slot_t sum = slot_start();
        bool has_product = false;
        for_cursors(used, [&](int k) {
            if (c.column[k] != least)
                return;
            if (!SEMIRING_IS_ANY)
                sum = slot_add(sum, mul(x[k], y[k]));
            else if (!has_product)
                sum = bits_of(mul(x[k], y[k]));
            has_product = true;
            if (advance(c, k, a.B_column) && READS_Y)
                y[k] = B_value[c.at[k]];
        });
        stage.column[staged * MERGE_COLUMN_STEP + lane] = least;
        if (!IS_CONSTANT)
            stage.value[staged * MERGE_VALUE_STEP + lane] = sum;
        if (staged == MERGE_ROUNDS - 1 || round == rounds - 1)
            write_rounds(a, stage, to, entries, round - staged);
    }
}
