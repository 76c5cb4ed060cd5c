/* Rows of C that need no more sums: copies of rows of B, and the short rows of mxm_batches.cuh, from scratch memory.  A
 * warp takes 32 rows at a time: lanes are entries, and a record in shared memory for each row has its source and its
 * place in C.  Several entries are loaded before the first is stored. */
#include "cuda/mxm/analysis/mxm_values.cuh"

#include "cuda/primitives/loads.cuh"
#include "cuda/mxm/analysis/mxm_batches_arguments.h"
#include "cuda/primitives/warp.cuh"

/* A row of C: the source and the place of its entries, less the number of the entries of the warp's rows before it. */
struct __align__(16) row_to_copy
{
    const int32_t *column; /* nullptr: it stays as it is */
    const T *value;
    int64_t to;
    T x; /* what copied values are multiplied by */
    bool is_copied;
};

/* Copies entries of a warp's rows: EACH * WARP from `first` on, then those `step` further on, up to `end`.  row: the rows
 * that have entries; begin: of the lane's row; has_any: whether it has entries. */
template <bool ARE_COPIES>
DEVICE void copy_entries(int32_t *C_column, T *C_value, const struct row_to_copy *row, int begin,
                         bool has_any, int first, int end, int step)
{
    enum { EACH = MXM_COMPACT_COPY_EACH };
    const T one = mul((T)1, (T)1);
    for (int base = first; base < end; base += step) {
        int before = __popc(__ballot_sync(ALL_LANES, has_any && begin < base)), owner[EACH];
        int32_t column[EACH];
        T value[EACH];
#pragma unroll
        for (int e = 0; e < EACH; e++) {
            const int q = base + e * WARP + lane_of_warp();
            const int list = list_at(base + e * WARP, begin, has_any, &before);
            const struct row_to_copy *r = &row[max(list, 0)];
            const int32_t *from = r->column;
            const bool has_entry = list >= 0 && q < end && from != nullptr;
            owner[e] = has_entry ? list : -1;
            if (has_entry)
                column[e] = load_constant(from + q);
            if (!IS_CONSTANT && has_entry && (READS_Y || !(ARE_COPIES || r->is_copied)))
                value[e] = load_constant(r->value + q);
        }
        end_of_loads();
#pragma unroll
        for (int e = 0; e < EACH; e++)
            if (owner[e] >= 0) {
                const struct row_to_copy *r = &row[owner[e]];
                const int64_t there = r->to + base + e * WARP + lane_of_warp();
                if (!IS_CONSTANT && (ARE_COPIES || r->is_copied))
                    value[e] = mul(r->x, READS_Y ? value[e] : (T)1);
                store_once(&C_column[there], column[e]);
                store_once(&C_value[there], IS_CONSTANT ? one : value[e]);
            }
    }
}

#if HAS_KERNEL(mxm_copy)
/* Rows of A with one entry: a row of C has the entries of the row of B, and its place is known.  MXM_COPY_PARTS warps
 * that follow each other share 32 rows. */
GRAPH_KERNEL void __launch_bounds__(MXM_COPY_THREADS, 5) mxm_copy(struct mxm_row_arguments a)
{
    __shared__ struct row_to_copy rows[MXM_COPY_THREADS / WARP][WARP];
    struct row_to_copy *warp_rows = rows[threadIdx.x / WARP];
    const int lane = lane_of_warp(), part = (int)(thread_of_grid() / WARP % MXM_COPY_PARTS);
    const int64_t place = thread_of_grid() / WARP / MXM_COPY_PARTS * WARP + lane;
    int64_t from = 0, to = 0;
    int n = 0;
    T x = (T)1;
    if (place < a.rows) {
        const int32_t row = a.list[place + a.first];
        const int64_t e = a.A_row_start[row];
        const int32_t k = a.A_column[e];
        from = a.B_row_start[k];
        n = (int)(a.B_row_start[k + 1] - from);
        to = a.C_row_start[row];
        if (READS_X)
            x = ((const T *)a.A_value)[e];
    }
    const int sum = scan_warp(n), all = __shfl_sync(ALL_LANES, sum, WARP - 1), begin = sum - n;
    const unsigned with_any = __ballot_sync(ALL_LANES, n > 0);
    if (n > 0)
        warp_rows[__popc(with_any & ((1u << lane) - 1))] = {
            a.B_column + from - begin, (const T *)a.B_value + from - begin, to - begin, x, true};
    __syncwarp();
    enum { STEP = MXM_COMPACT_COPY_EACH * WARP };
    copy_entries<true>(a.column, (T *)a.value, warp_rows, begin, n > 0, part * STEP, all,
                       MXM_COPY_PARTS * STEP);
}
#endif

#if HAS_KERNEL(mxm_copy_long)
/* The same for long rows, a block for each. */
GRAPH_KERNEL void mxm_copy_long(struct mxm_row_arguments a)
{
    enum { EACH = MXM_COMPACT_COPY_EACH };
    const T *A_value = (const T *)a.A_value;
    const int32_t row = a.list[blockIdx.x + a.first];
    const int64_t e = a.A_row_start[row], from = a.B_row_start[a.A_column[e]], to = a.C_row_start[row];
    const int n = (int)(a.B_row_start[a.A_column[e] + 1] - from), threads = (int)blockDim.x;
    const int32_t *B_column = a.B_column + from;
    const T *B_value = (const T *)a.B_value + from;
    const T x = READS_X ? A_value[e] : (T)1;
    for (int first = (int)threadIdx.x; first < n; first += EACH * threads) {
        int32_t column[EACH];
        T value[EACH];
#pragma unroll
        for (int k = 0; k < EACH; k++) {
            const int b = first + k * threads;
            if (b < n)
                column[k] = B_column[b];
            if (READS_Y && b < n)
                value[k] = B_value[b];
        }
#pragma unroll
        for (int k = 0; k < EACH; k++) {
            const int b = first + k * threads;
            if (b < n) {
                store_once(&a.column[to + b], column[k]);
                store_once(&((T *)a.value)[to + b], mul(x, READS_Y ? value[k] : (T)1));
            }
        }
    }
}
#endif

#if HAS_KERNEL(mxm_batches_compact)
/* Short rows from scratch memory, and copies of rows of B, to C: a warp for 32 rows.  For a row that other kernels write
 * it counts so many places that groups of 32 places stay aligned in C.  The last rows were made last: the second-level
 * cache has them, so they are read first. */
GRAPH_KERNEL void __launch_bounds__(MXM_BATCH_COMPACT_THREADS, MXM_BATCH_COMPACT_BLOCKS)
    mxm_batches_compact(struct mxm_batches_arguments a)
{
    __shared__ struct row_to_copy rows[MXM_BATCH_COMPACT_THREADS / WARP][WARP];
    struct row_to_copy *warp_rows = rows[threadIdx.x / WARP];
    const int lane = lane_of_warp();
    const int64_t tile = (a.rows - 1) / MXM_BATCH_ROWS - thread_of_grid() / WARP,
                  row = tile * MXM_BATCH_ROWS + lane;
    if (tile < 0)
        return;
    int bin = MXM_EMPTY;
    int64_t from = a.start[tile], to = 0, end = 0, entry = 0;
    T x = (T)1;
    if (row < a.rows) {
        bin = a.bin[row];
        to = a.row.C_row_start[row];
        end = a.row.C_row_start[row + 1];
        entry = a.row.A_row_start[row];
    }
    const bool is_copied = bin == MXM_COPY, is_made = MXM_IS_FOR_BATCHES(bin);
    const int n = (int)(end - to), places = is_copied || is_made ? n : n % WARP;
    if (is_copied) {
        from = a.row.B_row_start[a.row.A_column[entry]];
        x = READS_X ? ((const T *)a.row.A_value)[entry] : (T)1;
    }
    const int made_so_far = scan_warp(is_made ? n : 0);
    from += is_made ? made_so_far - n : 0;
    const int before_all = (int)(__shfl_sync(ALL_LANES, to, 0) % WARP);
    const int sum = before_all + scan_warp(places), all = __shfl_sync(ALL_LANES, sum, WARP - 1),
              begin = sum - places;
    const unsigned with_any = __ballot_sync(ALL_LANES, places > 0);
    if (places > 0) {
        struct row_to_copy r = {nullptr, nullptr, to - begin, x, is_copied};
        if (is_copied || is_made) {
            r.column = (is_copied ? a.row.B_column : a.row.column) + from - begin;
            r.value = (const T *)(is_copied ? a.row.B_value : a.row.value) + from - begin;
        }
        warp_rows[__popc(with_any & ((1u << lane) - 1))] = r;
    }
    __syncwarp();
    copy_entries<false>(a.C_column, (T *)a.C_value, warp_rows, begin, places > 0, 0, all,
                        MXM_COMPACT_COPY_EACH * WARP);
}
#endif
