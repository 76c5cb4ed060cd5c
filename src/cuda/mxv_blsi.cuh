/* A vector product from words of bit-level single indexing (Neelima, Prakash, Reddy 2012): a block takes a chunk of the bits
 * that tell the cells of the entries, lists where the entries have theirs, and then each thread takes some entries, and
 * adds the products to their rows atomically.  Entries ascend by cell and by column, so that neighbouring threads add to
 * different rows. */
#include "cuda/combine.cuh"

#include "cuda/mxv_blsi_arguments.h"

#include "cuda/loads.cuh"

enum { BLSI_CHUNK = 1 << BLSI_CHUNK_BITS, BLSI_BYTES = BLSI_CHUNK / 8, BLSI_WORDS = BLSI_CHUNK / 64 };

struct blsi_position {
    int64_t row, column;
};

/* Entry e, which is in a bucket of a stripe. */
DEVICE struct blsi_position blsi_position_of(const struct mxv_blsi_arguments &a, int64_t e, int64_t stripe,
                                             int64_t bucket)
{
    const uint32_t bits = (uint32_t)(a.row_bits + a.column_bits);
    const uint64_t bit = (uint64_t)e * bits;
    const uint32_t *there = a.word + bit / 32;
    const uint32_t word =
        __funnelshift_r(__ldg(there), __ldg(there + 1), (uint32_t)bit & 31) & (0xffffffffu >> (32 - bits));
    struct blsi_position p;
    p.row = __ldg(a.first_row + stripe) + (bucket << a.row_bits) + (word & ((1u << a.row_bits) - 1));
    p.column = (stripe << a.column_bits) + (int64_t)((uint64_t)word >> a.row_bits);
    return p;
}

/* Of an entry anywhere. */
DEVICE struct blsi_position blsi_find(const struct mxv_blsi_arguments &a, int64_t e)
{
    int64_t low = 0, high = a.chunks, left, word;
    while (high - low > 1) {
        const int64_t middle = (low + high) / 2;
        if (a.before[middle] <= e)
            low = middle;
        else
            high = middle;
    }
    word = low * BLSI_WORDS;
    left = e - a.before[low];
    for (int here; (here = __popcll(a.high[word])) <= left; word++)
        left -= here;
    uint64_t bits = a.high[word];
    for (; left > 0; left--)
        bits &= bits - 1;
    const int64_t cell = 64 * word + __ffsll((long long)bits) - 1 - e, stripe = cell / a.buckets;
    return blsi_position_of(a, e, stripe, cell - stripe * a.buckets);
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

/* What a block knows of its chunk. */
struct blsi_chunk {
    uint16_t place[BLSI_CHUNK]; /* where its entries have their bits */
    int count[BLSI_BYTES / WARP];
    int64_t stripe, bucket; /* of the cell that the chunk begins in */
};

/* Fills it: a thread for each byte, and one more for where the chunk begins.  Gives the number of entries. */
DEVICE int blsi_open_chunk(struct blsi_chunk &chunk, const struct mxv_blsi_arguments &a, int64_t number,
                           int64_t before)
{
    const int t = (int)threadIdx.x, warp = t / WARP;
    uint32_t bits = 0;
    int end = 0, first = 0, all = 0;
    if (t < BLSI_BYTES) {
        bits = __ldg((const uint8_t *)a.high + number * BLSI_BYTES + t);
        end = __popc(bits);
        for (int d = 1; d < WARP; d *= 2) {
            const int other = __shfl_up_sync(ALL_LANES, end, d);
            end += lane_of_warp() >= d ? other : 0;
        }
        if (lane_of_warp() == WARP - 1)
            chunk.count[warp] = end;
    } else if (t == BLSI_BYTES) {
        const int64_t cell = number * BLSI_CHUNK - before;
        chunk.stripe = cell / a.buckets;
        chunk.bucket = cell - chunk.stripe * a.buckets;
    }
    __syncthreads();
    for (int w = 0; w < BLSI_BYTES / WARP; w++) {
        first += w < warp ? chunk.count[w] : 0;
        all += chunk.count[w];
    }
    for (int k = first + end - __popc(bits); bits != 0; k++, bits &= bits - 1)
        chunk.place[k] = (uint16_t)(8 * t + __ffs((int)bits) - 1);
    __syncthreads();
    return all;
}

/* Entry k of the chunk, which is entry e of all.  The buckets of the first stripe in front of the chunk, and cells of this
 * one, are few enough for the reciprocal where buckets are. */
DEVICE struct blsi_position blsi_position_in(const struct blsi_chunk &chunk,
                                             const struct mxv_blsi_arguments &a, int64_t e, int k)
{
    const int64_t bucket = chunk.bucket + chunk.place[k] - k,
                  more = a.reciprocal != 0
                             ? (int64_t)((uint64_t)bucket * a.reciprocal >> BLSI_RECIPROCAL_BITS)
                             : bucket >= a.buckets;
    return blsi_position_of(a, e, chunk.stripe + more, bucket - more * a.buckets);
}

GRAPH_KERNEL void mxv_blsi_add(struct mxv_blsi_arguments a)
{
    enum { EACH = BLSI_CHUNK / BLSI_THREADS };
    __shared__ struct blsi_chunk chunk;
    for (int64_t number = blockIdx.x; number < a.chunks; number += gridDim.x) {
        const int64_t before = __ldg(a.before + number);
        const int count = blsi_open_chunk(chunk, a, number, before);
        int64_t row[EACH];
        T product[EACH];
        /* Loads of all before the first sum. */
#pragma unroll
        for (int s = 0; s < EACH; s++) {
            const int k = (int)threadIdx.x + s * BLSI_THREADS;
            row[s] = -1;
            if (k >= count)
                continue;
            const struct blsi_position p = blsi_position_in(chunk, a, before + k, k);
            if (a.u_present != nullptr && !a.u_present[p.column])
                continue;
            row[s] = p.row;
            if (!STATE_IS_WINNER)
                product[s] = blsi_product(a, before + k, p.column);
        }
#pragma unroll
        for (int s = 0; s < EACH; s++) {
            if (row[s] < 0)
                continue;
            if (STATE_IS_WINNER)
                combine_number(a.state, row[s], before + (int)threadIdx.x + s * BLSI_THREADS);
            else
                combine(a.state, a.filled, (T *)a.w, row[s], product[s]);
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
                x = blsi_product(a, (int64_t)a.state[i], blsi_find(a, (int64_t)a.state[i]).column);
        } else
            is_entry = combine_close(&x, a.state, a.filled, (const T *)a.w, i);
        ((T *)a.w)[i] = is_entry ? x : (T)0;
        a.w_present[i] = is_entry;
        count += is_entry;
    }
    count_block(a.w_entries, count);
}
