/* Push: rows of a matrix that a vector selects, scattered into the result, w = u A.
 *
 * A warp takes some elements of u and distributes the entries of their rows over its lanes, so that no lane waits for a long
 * row; all blocks together take each very long row.  Products are added atomically to the sums of their columns
 * (atomic_sums.cuh); under `any` the smallest element of u wins a column. */
#include "cuda/semiring/atomic_sums.cuh"

#include "cuda/primitives/merge_path_arguments.h"

#include "cuda/mxv/mxv_arguments.h"

#include "cuda/primitives/loads.cuh"

DEVICE bool push_admits(const struct mxv_operands &o, int64_t j)
{
    return o.mask == nullptr || (o.mask[j] != 0) != (o.mask_is_complement != 0);
}

/* The product of entry a of A and element e of u. */
DEVICE T push_product(const struct mxv_operands &o, int64_t a, int64_t e)
{
    const bool reads_A = o.is_flipped ? READS_Y : READS_X, reads_u = o.is_flipped ? READS_X : READS_Y;
    T from_A = reads_A ? ((const T *)o.value)[a] : (T)1, from_u = reads_u ? ((const T *)o.u)[e] : (T)1;
    return o.is_flipped ? mul(from_u, from_A) : mul(from_A, from_u);
}

DEVICE void push_add(const struct mxv_push_arguments &p, int32_t j, int64_t e, int64_t a)
{
    if (!push_admits(p.o, j))
        return;
    if (STATE_IS_WINNER)
        combine_number(p.state, j, e);
    else
        combine(p.state, p.filled, (T *)p.w, j, push_product(p.o, a, e));
}

GRAPH_KERNEL void mxv_push_open(struct mxv_push_arguments p)
{
    for (int64_t j = thread_of_grid(); j < p.o.columns; j += threads_of_grid())
        combine_open(p.state, p.filled, (T *)p.w, j);
}

/* The row of A that element e of u selects, or -1. */
DEVICE int64_t push_row(const struct mxv_push_arguments &p, int64_t e)
{
    if (p.index != nullptr)
        return p.index[e];
    return p.o.u_present == nullptr || p.o.u_present[e] ? e : -1;
}

GRAPH_KERNEL void mxv_push_rows(struct mxv_push_arguments p)
{
    int64_t warp = thread_of_grid() / WARP, warps = threads_of_grid() / WARP;
    int lane = lane_of_warp();
    for (int64_t first = warp * p.elements_per_warp; first < p.elements;
         first += warps * p.elements_per_warp) {
        int64_t e = first + lane, start = 0;
        int length = 0;
        if (lane < p.elements_per_warp && e < p.elements) {
            int64_t k = push_row(p, e);
            if (k >= 0) {
                start = p.o.row_start[k];
                int64_t all = p.o.row_start[k + 1] - start;
                if (all > p.longest)
                    p.long_element[atomicAdd((unsigned long long *)p.long_elements, 1ULL)] = (int32_t)e;
                else
                    length = (int)all;
            }
        }
        /* Inclusive scan: the entries of this lane's row and of the rows of the lanes before it. */
        int upto = length;
        for (int distance = 1; distance < WARP; distance *= 2) {
            int other = __shfl_up_sync(ALL_LANES, upto, (unsigned)distance);
            upto += lane >= distance ? other : 0;
        }
        int total = __shfl_sync(ALL_LANES, upto, WARP - 1);
        for (int before = 0; before < total; before += WARP) {
            int number = before + lane, owner = 0;
            for (int step = WARP / 2; step > 0; step /= 2) {
                int there = __shfl_sync(ALL_LANES, upto, owner + step - 1);
                owner += there <= number ? step : 0;
            }
            owner = owner < WARP ? owner : WARP - 1;
            int owner_upto = __shfl_sync(ALL_LANES, upto, owner),
                owner_length = __shfl_sync(ALL_LANES, length, owner);
            int64_t owner_start = __shfl_sync(ALL_LANES, start, owner);
            if (number < total) {
                int64_t a = owner_start + (number - (owner_upto - owner_length));
                push_add(p, p.o.column[a], first + owner, a);
            }
        }
    }
}

/* The very long rows, each by all threads. */
GRAPH_KERNEL void mxv_push_long(struct mxv_push_arguments p)
{
    for (uint64_t r = 0; r < *p.long_elements; r++) {
        int64_t e = p.long_element[r], k = push_row(p, e), end = p.o.row_start[k + 1];
        for (int64_t a = p.o.row_start[k] + thread_of_grid(); a < end; a += threads_of_grid())
            push_add(p, p.o.column[a], e, a);
    }
}

/* The entry in column j of row k. */
DEVICE int64_t push_find(const struct mxv_operands &o, int64_t k, int64_t j)
{
    int64_t low = o.row_start[k], high = o.row_start[k + 1] - 1;
    while (low < high) {
        int64_t a = low + (high - low) / 2;
        if (o.column[a] < j)
            low = a + 1;
        else
            high = a;
    }
    return low;
}

GRAPH_KERNEL void mxv_push_close(struct mxv_push_arguments p)
{
    const bool reads_A = p.o.is_flipped ? READS_Y : READS_X;
    int count = 0;
    for (int64_t j = thread_of_grid(); j < p.o.columns; j += threads_of_grid()) {
        bool is_entry;
        T x = (T)0;
        if (ADD_IS_OR) {
            count += p.filled[j];
            continue;
        }
        if (STATE_IS_WINNER) {
            const int64_t e = (int64_t)p.state[j];
            is_entry = p.state[j] != NO_WINNER;
            if (is_entry)
                x = push_product(p.o, reads_A ? push_find(p.o, push_row(p, e), j) : 0, e);
        } else
            is_entry = combine_close(&x, p.state, p.filled, (const T *)p.w, j);
        ((T *)p.w)[j] = is_entry ? x : (T)0;
        p.w_present[j] = is_entry;
        count += is_entry;
    }
    count_block(p.entries, count);
}
