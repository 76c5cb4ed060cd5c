/* A vector product from words of bit-level single indexing (Neelima, Prakash, Reddy 2012): a thread takes every entry
 * whose number differs from its own by a multiple of the grid, and adds the product to its row atomically.  Entries ascend
 * by column, so that neighbouring threads add to different rows. */
#include "cuda/combine.cuh"

#include "cuda/mxv_blsi_arguments.h"

#include "cuda/loads.cuh"

struct blsi_position {
    int64_t row, column;
};

DEVICE struct blsi_position blsi_position_of(const struct mxv_blsi_arguments &a, int64_t e)
{
    const uint64_t bit = (uint64_t)e * (uint32_t)a.word_bits;
    const uint32_t *there = a.word + bit / 32;
    const uint32_t word = __funnelshift_r(__ldg(there), __ldg(there + 1), (uint32_t)bit & 31) &
                          (0xffffffffu >> (32 - a.word_bits));
    const uint32_t row_mask = (uint32_t)((1ULL << a.row_bits) - 1);
    struct blsi_position p;
    p.row = word & row_mask;
    p.column = (int64_t)((uint64_t)word >> a.row_bits) + __ldg(a.offset + (e >> a.chunk_bits));
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

GRAPH_KERNEL void mxv_blsi_add(struct mxv_blsi_arguments a)
{
    for (int64_t e = thread_of_grid(); e < a.entries; e += threads_of_grid()) {
        const struct blsi_position p = blsi_position_of(a, e);
        if (a.u_present != nullptr && !a.u_present[p.column])
            continue;
        if (STATE_IS_WINNER)
            combine_number(a.state, p.row, e);
        else
            combine(a.state, a.filled, (T *)a.w, p.row, blsi_product(a, e, p.column));
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
                x = blsi_product(a, (int64_t)a.state[i], blsi_position_of(a, (int64_t)a.state[i]).column);
        } else
            is_entry = combine_close(&x, a.state, a.filled, (const T *)a.w, i);
        ((T *)a.w)[i] = is_entry ? x : (T)0;
        a.w_present[i] = is_entry;
        count += is_entry;
    }
    combine_count(a.w_entries, count);
}
