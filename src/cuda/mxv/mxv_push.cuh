/* Push: rows of a matrix that a vector selects, scattered into the result, w = u A.
 *
 * A warp takes some elements of u and distributes the entries of their rows over its lanes, so that no lane waits for a long
 * row; all blocks together take each very long row.  Products are added atomically to the sums of their columns
 * (atomic_sums.cuh); under `any` the smallest element of u wins a column.
 *
 * Where a small share of the columns get products, mxv_push_list makes a list of them in one launch: it marks the columns
 * by bits and opens their sums, adds the products, counts the bits, and lists them.  Its time is that of the products and
 * of a bit for each column. */
#include "cuda/semiring/atomic_sums.cuh"

#include "cuda/primitives/grid_barrier.cuh"
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

/* Marks column j of a list and opens its sum; threads that do so at the same time write the same. */
DEVICE void push_mark(const struct mxv_push_arguments &p, int32_t j)
{
    const uint32_t bit = 1u << (j & 31);
    uint32_t *word = p.bits + (j >> 5);
    if (!push_admits(p.o, j) || (*(volatile uint32_t *)word & bit) != 0)
        return;
    combine_open(p.state, p.filled, (T *)p.w, j);
    atomicOr(word, bit);
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

/* The rows that elements of u select, but for the very long ones, which are listed under lists_long. */
DEVICE void push_rows(const struct mxv_push_arguments &p, bool is_marking, bool lists_long)
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
                if (all > p.longest && lists_long)
                    p.long_element[atomicAdd((unsigned long long *)p.long_elements, 1ULL)] = (int32_t)e;
                else if (all <= p.longest)
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
                if (is_marking)
                    push_mark(p, p.o.column[a]);
                else
                    push_add(p, p.o.column[a], first + owner, a);
            }
        }
    }
}

GRAPH_KERNEL void mxv_push_rows(struct mxv_push_arguments p) { push_rows(p, false, true); }

/* The very long rows, each by all threads. */
DEVICE void push_long(const struct mxv_push_arguments &p, bool is_marking)
{
    for (uint64_t r = 0; r < *p.long_elements; r++) {
        int64_t e = p.long_element[r], k = push_row(p, e), end = p.o.row_start[k + 1];
        for (int64_t a = p.o.row_start[k] + thread_of_grid(); a < end; a += threads_of_grid())
            if (is_marking)
                push_mark(p, p.o.column[a]);
            else
                push_add(p, p.o.column[a], e, a);
    }
}

GRAPH_KERNEL void mxv_push_long(struct mxv_push_arguments p) { push_long(p, false); }

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

/* The sum of column j, which element e of u has won under `any`; false if it has no product. */
DEVICE bool push_close(const struct mxv_push_arguments &p, int64_t j, T *x)
{
    const bool reads_A = p.o.is_flipped ? READS_Y : READS_X;
    if (!STATE_IS_WINNER)
        return combine_close(x, p.state, p.filled, (const T *)p.w, j);
    const int64_t e = (int64_t)p.state[j];
    if (p.state[j] == NO_WINNER)
        return false;
    *x = push_product(p.o, reads_A ? push_find(p.o, push_row(p, e), j) : 0, e);
    return true;
}

GRAPH_KERNEL void mxv_push_close(struct mxv_push_arguments p)
{
    int count = 0;
    for (int64_t j = thread_of_grid(); j < p.o.columns; j += threads_of_grid()) {
        T x = (T)0;
        if (ADD_IS_OR) {
            count += p.filled[j];
            continue;
        }
        const bool is_entry = push_close(p, j, &x);
        ((T *)p.w)[j] = is_entry ? x : (T)0;
        p.w_present[j] = is_entry;
        count += is_entry;
    }
    count_block(p.entries, count);
}

/* The bits of a block are neighbours; *before = those of the blocks before it; returns those of all. */
DEVICE int64_t push_count(const struct mxv_push_arguments &p, int64_t first, int64_t end, int64_t *before,
                          unsigned long long &target)
{
    __shared__ unsigned long long sums[2];
    int count = 0;
    if (threadIdx.x < 2)
        sums[threadIdx.x] = 0;
    __syncthreads();
    for (int64_t k = first + threadIdx.x; k < end; k += blockDim.x)
        count += __popc(p.bits[k]);
    count = __reduce_add_sync(ALL_LANES, count);
    if (lane_of_warp() == 0 && count > 0)
        atomicAdd(&sums[0], (unsigned long long)count);
    __syncthreads();
    if (threadIdx.x == 0) {
        p.block_sum[blockIdx.x] = (int64_t)sums[0];
        sums[0] = 0;
    }
    grid_barrier(p.arrivals, target);
    for (int64_t b = threadIdx.x; b < gridDim.x; b += blockDim.x) {
        const unsigned long long sum = (unsigned long long)((volatile int64_t *)p.block_sum)[b];
        if (sum > 0 && b < blockIdx.x)
            atomicAdd(&sums[0], sum);
        if (sum > 0)
            atomicAdd(&sums[1], sum);
    }
    __syncthreads();
    *before = (int64_t)sums[0];
    return (int64_t)sums[1];
}

GRAPH_KERNEL void mxv_push_list(struct mxv_push_arguments p)
{
    __shared__ int partial[WARP];
    unsigned long long target = 0;
    push_rows(p, true, true);
    grid_barrier(p.arrivals, target);
    if (*(volatile uint64_t *)p.long_elements > 0) {
        push_long(p, true);
        grid_barrier(p.arrivals, target);
    }
    push_rows(p, false, false);
    push_long(p, false);
    grid_barrier(p.arrivals, target);
    const int64_t words = (p.o.columns + 31) / 32, each = (words + gridDim.x - 1) / gridDim.x,
                  first = blockIdx.x * each, end = first + each < words ? first + each : words;
    int64_t before;
    const int64_t all = push_count(p, first, end, &before, target);
    if (thread_of_grid() == 0)
        *p.length = all;
    if (all > p.room)
        return;
    for (int64_t step = first; step < end; step += blockDim.x) {
        const int64_t k = step + threadIdx.x;
        uint32_t bits = k < end ? p.bits[k] : 0;
        int of_step;
        const int count = __popc(bits);
        int64_t at = before + scan_block(count, &of_step, partial) - count;
        for (; bits != 0; bits &= bits - 1) {
            const int64_t j = k * 32 + __ffs((int)bits) - 1;
            T x = (T)0;
            push_close(p, j, &x);
            p.list[at] = (int32_t)j;
            ((T *)p.listed)[at++] = x;
        }
        before += of_step;
    }
}
