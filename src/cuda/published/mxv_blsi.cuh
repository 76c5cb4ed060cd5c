/* w = A u for A in bit-level single indexing (Neelima, Prakash, Reddy 2012).
 *
 * A block takes a chunk of the bits that encode the cells of the entries, lists the positions of its entries, and scans
 * the words if they are differences (steps).  Then each thread takes some entries and adds their products to the rows
 * atomically.  Entries ascend by cell and by column, so that neighbouring threads add to different rows. */
#include "cuda/semiring/atomic_sums.cuh"

#include "cuda/published/mxv_blsi_arguments.h"

#include "cuda/primitives/loads.cuh"

enum {
    BLSI_CHUNK = 1 << BLSI_CHUNK_BITS,
    BLSI_BYTES = BLSI_CHUNK / 8,
    BLSI_EACH = BLSI_CHUNK / BLSI_THREADS,
    BLSI_WARPS = BLSI_THREADS / WARP,
    BLSI_BLOCKS = 3 /* on a multiprocessor */
};

/* A block's chunk. */
struct blsi_chunk {
    uint16_t place[BLSI_CHUNK]; /* the positions of its entries among the bits */
    int count[BLSI_BYTES / WARP];
    uint32_t sum[BLSI_EACH * BLSI_WARPS]; /* of the steps that a warp has read at once */
    int64_t stripe, bucket;               /* of the cell that the chunk begins in */
};

DEVICE uint32_t blsi_word(const struct mxv_blsi_arguments &a, int64_t e)
{
    const uint32_t bits = (uint32_t)(a.row_bits + a.column_bits);
    const uint64_t bit = (uint64_t)e * bits;
    const uint32_t *there = a.word + bit / 32;
    return __funnelshift_r(__ldg(there), __ldg(there + 1), (uint32_t)bit & 31) & (0xffffffffu >> (32 - bits));
}

/* Inclusive scans, inside a warp, of the steps before + t + s * BLSI_THREADS of its threads t. */
DEVICE void blsi_add_steps(uint32_t sum[BLSI_EACH], struct blsi_chunk &chunk,
                           const struct mxv_blsi_arguments &a, int64_t before, int count)
{
#pragma unroll
    for (int s = 0; s < BLSI_EACH; s++) {
        const int k = (int)threadIdx.x + s * BLSI_THREADS;
        sum[s] = k < count ? blsi_word(a, before + k) : 0;
    }
#pragma unroll
    for (int s = 0; s < BLSI_EACH; s++) {
        const int first = ((int)threadIdx.x & -WARP) + s * BLSI_THREADS;
        for (int d = 1; first < count && d < WARP; d *= 2) {
            const uint32_t other = __shfl_up_sync(ALL_LANES, sum[s], d);
            sum[s] += lane_of_warp() >= d ? other : 0;
        }
        if (lane_of_warp() == WARP - 1)
            chunk.sum[s * BLSI_WARPS + (int)threadIdx.x / WARP] = sum[s];
    }
}

/* Adds the sum of all steps in front of those of each warp. */
DEVICE void blsi_add_front(uint32_t sum[BLSI_EACH], const struct blsi_chunk &chunk,
                           const struct mxv_blsi_arguments &a, int64_t number)
{
    static_assert(BLSI_EACH * BLSI_WARPS == 2 * WARP, "a lane has two of the sums");
    const uint32_t bits = (uint32_t)(a.row_bits + a.column_bits), first = chunk.sum[2 * lane_of_warp()],
                   both = first + chunk.sum[2 * lane_of_warp() + 1];
    uint32_t end = both;
    for (int d = 1; d < WARP; d *= 2) {
        const uint32_t other = __shfl_up_sync(ALL_LANES, end, d);
        end += lane_of_warp() >= d ? other : 0;
    }
    end += ((uint32_t)__ldg(a.sum + number) & ((1u << bits) - 1)) - both;
#pragma unroll
    for (int s = 0; s < BLSI_EACH; s++) {
        const int part = s * BLSI_WARPS + (int)threadIdx.x / WARP;
        sum[s] += __shfl_sync(ALL_LANES, part % 2 == 0 ? end : end + first, part / 2);
    }
}

/* Fills the chunk: a thread for each byte of the bits, and one more for the cell in which the chunk begins. */
DEVICE void blsi_open_chunk(struct blsi_chunk &chunk, const struct mxv_blsi_arguments &a, int64_t number,
                            int64_t before, uint32_t bits)
{
    const int t = (int)threadIdx.x, warp = t / WARP;
    int end = 0, first = 0;
    if (t < BLSI_BYTES) {
        end = __popc(bits);
        for (int d = 1; d < WARP; d *= 2) {
            const int other = __shfl_up_sync(ALL_LANES, end, d);
            end += lane_of_warp() >= d ? other : 0;
        }
        if (lane_of_warp() == WARP - 1)
            chunk.count[warp] = end;
    } else if (t == BLSI_BYTES) {
        int64_t cell = number * BLSI_CHUNK - before;
        if (a.sum != nullptr)
            cell += __ldg(a.sum + number) >> (a.row_bits + a.column_bits);
        chunk.stripe = cell / a.buckets;
        chunk.bucket = cell - chunk.stripe * a.buckets;
    }
    __syncthreads();
    for (int w = 0; w < warp && w < BLSI_BYTES / WARP; w++)
        first += chunk.count[w];
    for (int k = first + end - __popc(bits); bits != 0; k++, bits &= bits - 1)
        chunk.place[k] = (uint16_t)(8 * t + __ffs((int)bits) - 1);
    __syncthreads();
}

struct blsi_position {
    int64_t row, column;
};

/* The position of entry k of the chunk.  `word` may have a part of its cell above its bits.  Where a.reciprocal is not
 * 0, the buckets in front of the chunk and its cells are below 2^(BLSI_CHUNK_BITS + 1), so that it divides them exactly. */
DEVICE struct blsi_position blsi_position_of(const struct blsi_chunk &chunk,
                                             const struct mxv_blsi_arguments &a, uint32_t word, int k)
{
    const uint32_t bits = (uint32_t)(a.row_bits + a.column_bits);
    int64_t bucket = chunk.bucket + chunk.place[k] - k + (int64_t)((uint64_t)word >> bits);
    const int64_t more = a.reciprocal != 0
                             ? (int64_t)((uint64_t)bucket * a.reciprocal >> BLSI_RECIPROCAL_BITS)
                             : bucket >= a.buckets,
                  stripe = chunk.stripe + more;
    word &= 0xffffffffu >> (32 - bits);
    bucket -= more * a.buckets;
    struct blsi_position p;
    p.row = __ldg(a.first_row + stripe) + (bucket << a.row_bits) + (word & ((1u << a.row_bits) - 1));
    p.column = (stripe << a.column_bits) + (int64_t)((uint64_t)word >> a.row_bits);
    return p;
}

DEVICE T blsi_product(const struct mxv_blsi_arguments &a, int64_t e, int64_t j)
{
    const bool reads_A = a.is_flipped ? READS_Y : READS_X, reads_u = a.is_flipped ? READS_X : READS_Y;
    const T from_A = reads_A ? load_once((const T *)a.value + e) : (T)1,
            from_u = reads_u ? ((const T *)a.u)[j] : (T)1;
    return a.is_flipped ? mul(from_u, from_A) : mul(from_A, from_u);
}

GRAPH_KERNEL void mxv_blsi_open(struct mxv_blsi_arguments a)
{
    for (int64_t i = thread_of_grid(); i < a.rows; i += threads_of_grid())
        combine_open(a.state, a.filled, (T *)a.w, i);
}

/* Under `any` this is launched twice: to find the first entry of each row, then to compute its product. */
GRAPH_KERNEL void __launch_bounds__(BLSI_THREADS, BLSI_BLOCKS) mxv_blsi_add(struct mxv_blsi_arguments a)
{
    __shared__ struct blsi_chunk chunk;
    for (int64_t number = blockIdx.x; number < a.chunks; number += gridDim.x) {
        const int64_t before = __ldg(a.before + number),
                      end = number + 1 < a.chunks ? __ldg(a.before + number + 1) : a.entries;
        const int count = (int)(end - before);
        uint32_t bits = 0, sum[BLSI_EACH];
        int32_t row[BLSI_EACH];
        T product[BLSI_EACH];
        if (threadIdx.x < BLSI_BYTES) /* loads run while steps are added */
            bits = __ldg((const uint8_t *)a.high + number * BLSI_BYTES + threadIdx.x);
        if (a.sum != nullptr)
            blsi_add_steps(sum, chunk, a, before, count);
        blsi_open_chunk(chunk, a, number, before, bits);
        if (a.sum != nullptr)
            blsi_add_front(sum, chunk, a, number);
            /* Loads of all before the first sum. */
#pragma unroll
        for (int s = 0; s < BLSI_EACH; s++) {
            const int k = (int)threadIdx.x + s * BLSI_THREADS;
            row[s] = -1;
            if (k >= count)
                continue;
            const struct blsi_position p =
                blsi_position_of(chunk, a, a.sum != nullptr ? sum[s] : blsi_word(a, before + k), k);
            if (a.u_present != nullptr && !a.u_present[p.column])
                continue;
            if (STATE_IS_WINNER && a.takes_winners && a.state[p.row] != (uint64_t)(before + k))
                continue;
            row[s] = (int32_t)p.row;
            if (!STATE_IS_WINNER || a.takes_winners)
                product[s] = blsi_product(a, before + k, p.column);
        }
#pragma unroll
        for (int s = 0; s < BLSI_EACH; s++) {
            if (row[s] < 0)
                continue;
            if (!STATE_IS_WINNER)
                combine(a.state, a.filled, (T *)a.w, row[s], product[s]);
            else if (a.takes_winners)
                ((T *)a.w)[row[s]] = product[s];
            else
                combine_number(a.state, row[s], before + (int)threadIdx.x + s * BLSI_THREADS);
        }
        __syncthreads();
    }
}

GRAPH_KERNEL void mxv_blsi_close(struct mxv_blsi_arguments a)
{
    int count = 0;
    for (int64_t i = thread_of_grid(); i < a.rows; i += threads_of_grid()) {
        bool is_entry;
        T x = (T)0;
        if (STATE_IS_WINNER) {
            is_entry = a.state[i] != NO_WINNER;
            if (is_entry)
                x = ((const T *)a.w)[i];
        } else
            is_entry = combine_close(&x, a.state, a.filled, (const T *)a.w, i);
        ((T *)a.w)[i] = is_entry ? x : (T)0;
        a.w_present[i] = is_entry;
        count += is_entry;
    }
    count_block(a.w_entries, count);
}
