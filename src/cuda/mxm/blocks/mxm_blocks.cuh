/* C = A B on blocks of 8 x 8 with bitmaps: one load of a block of B serves eight rows of A.
 *
 * A thread block owns a block row of C.  It first marks the block columns that occur: a bitmap over a window of them, in
 * which the rank of a bit is the slot of the block.  Then it adds the products block by block: each warp traverses all
 * pairs of blocks in the order of k and multiplies those whose slots belong to it, so warps neither meet nor wait.  Each
 * lane owns two of the 64 places of a block.  The pattern is counted beforehand (mxm_blocks_count.cu).  The order of k
 * within each place makes any add, and "any", right.
 * After bmSPARSE (Zhang and Gruenwald, GRADES-NDA 2018), without its sorted list of all pairs. */
#include "cuda/semiring/semiring.cuh"

#include "cuda/mxm/blocks/mxm_blocks_rows.cuh"

/* Dynamic shared memory: what is written, then for each warp room for a block of A and two of B; patterns have no values,
 * and tensor cores need no such room. */
DEVICE struct blocks_room blocks_room_at(unsigned char *memory, int slots, bool has_blocks)
{
    struct blocks_room m;
    m.seen = (uint64_t *)memory;
    m.sum = (T *)(m.seen + slots);
    m.blocks = m.sum + (BLOCKS_IS_PATTERN ? 0 : slots * BLOCKS_CELLS);
    m.block_column = (int32_t *)(m.blocks + (has_blocks ? BLOCKS_WARPS * 3 * BLOCKS_CELLS : 0));
    return m;
}

/* Places cell and cell + 32 of a block, from its packed values. */
DEVICE void blocks_expand(T *block, const T *value, uint64_t mask, int64_t first, bool reads)
{
    int lane = lane_of_warp();
    for (int half = 0; half < 2; half++) {
        int cell = lane + half * WARP;
        if (mask >> cell & 1)
            block[cell] = reads ? value[first + __popcll(mask & (((uint64_t)1 << cell) - 1))] : (T)1;
    }
}

/* Adds a block's product to a slot: this lane's places are (r, c) and (r + 4, c). */
DEVICE void blocks_multiply(const struct blocks_room &m, int slot, const T *A_block, uint64_t A_mask,
                            const T *B_block, uint64_t B_mask)
{
    int lane = lane_of_warp(), r = lane / 8, c = lane % 8;
    uint64_t seen = m.seen[slot];
    unsigned low = (unsigned)(A_mask >> 8 * r) & 0xff, high = (unsigned)(A_mask >> 8 * (r + 4)) & 0xff,
             column = 0;
    for (int k = 0; k < 8; k++)
        column |= (unsigned)(B_mask >> (8 * k + c) & 1) << k;
    low &= column;
    high &= column;
    bool has_low = seen >> lane & 1, has_high = seen >> (lane + WARP) & 1;
    T *place = m.sum + (int64_t)slot * BLOCKS_CELLS + lane;
    T sum_low = has_low ? place[0] : (T)0, sum_high = has_high ? place[WARP] : (T)0;
    for (int k = 0; k < 8; k++) {
        if (low >> k & 1) {
            T product = mul(A_block[r * 8 + k], B_block[k * 8 + c]);
            sum_low = !has_low ? product : SEMIRING_IS_ANY ? sum_low : add(sum_low, product);
            has_low = true;
        }
        if (high >> k & 1) {
            T product = mul(A_block[(r + 4) * 8 + k], B_block[k * 8 + c]);
            sum_high = !has_high ? product : SEMIRING_IS_ANY ? sum_high : add(sum_high, product);
            has_high = true;
        }
    }
    if (low != 0)
        place[0] = sum_low;
    if (high != 0)
        place[WARP] = sum_high;
    unsigned bits_low = __ballot_sync(ALL_LANES, has_low), bits_high = __ballot_sync(ALL_LANES, has_high);
    __syncwarp();
    if (lane == 0)
        m.seen[slot] = (uint64_t)bits_high << 32 | bits_low;
}

/* Calls row(k) for the blocks k of the block row of A and then pair(slot, mask, first value) for the blocks of B that it
 * meets in this warp's slots of [from, from + slots): slot s belongs to warp s % BLOCKS_WARPS.  two takes two of them, of
 * different slots, at once. */
template <class Row, class Pair, class Two>
DEVICE void blocks_pairs(const struct blocks_window *w, const struct mxm_blocks_arguments &a, int64_t begin,
                         int64_t end, int32_t base, int from, int slots, Row row, Pair pair, Two two)
{
    int warp = threadIdx.x / WARP, lane = lane_of_warp();
    for (; begin < end; begin += WARP) {
        /* The ends of 32 rows of B at once: one wait instead of 32. */
        int64_t lane_start = 0, lane_end = 0;
        if (begin + lane < end)
            blocks_row(&lane_start, &lane_end, w, a, a.A.block_column[begin + lane]);
        int count = end - begin < WARP ? (int)(end - begin) : (int)WARP;
        for (int j = 0; j < count; j++) {
            int64_t b = __shfl_sync(ALL_LANES, lane_start, j), b_end = __shfl_sync(ALL_LANES, lane_end, j);
            row(begin + j);
            for (; b < b_end; b += WARP) {
                int slot = b + lane < b_end ? blocks_slot(w, a.B.block_column[b + lane], base) - from : -1;
                bool is_of_warp = slot >= 0 && slot < slots && slot % BLOCKS_WARPS == warp;
                uint64_t mask = is_of_warp ? a.B.mask[b + lane] : 0;
                int64_t first = is_of_warp ? a.B.first_value[b + lane] : 0;
                unsigned pending = __ballot_sync(ALL_LANES, is_of_warp);
                while (pending != 0) {
                    int source = __ffs((int)pending) - 1;
                    pending &= pending - 1;
                    int slot_1 = __shfl_sync(ALL_LANES, slot, source);
                    uint64_t mask_1 = __shfl_sync(ALL_LANES, mask, source);
                    int64_t first_1 = __shfl_sync(ALL_LANES, first, source);
                    if (pending == 0) {
                        pair(slot_1, mask_1, first_1);
                        break;
                    }
                    source = __ffs((int)pending) - 1;
                    pending &= pending - 1;
                    two(slot_1, mask_1, first_1, __shfl_sync(ALL_LANES, slot, source),
                        __shfl_sync(ALL_LANES, mask, source), __shfl_sync(ALL_LANES, first, source));
                }
            }
        }
    }
}

/* All products of the slots [from, from + slots), over any semiring. */
DEVICE void blocks_slots(const struct blocks_room &m, const struct blocks_window *w,
                         const struct mxm_blocks_arguments &a, int64_t begin, int64_t end, int32_t base,
                         int from, int slots)
{
    const T *A_value = (const T *)a.A.value, *B_value = (const T *)a.B.value;
    T *A_block = m.blocks + threadIdx.x / WARP * 3 * BLOCKS_CELLS, *B_block = A_block + BLOCKS_CELLS;
    T *B_block_2 = B_block + BLOCKS_CELLS;
    uint64_t A_mask = 0;
    blocks_pairs(
        w, a, begin, end, base, from, slots,
        [&](int64_t k) {
            A_mask = a.A.mask[k];
            blocks_expand(A_block, A_value, A_mask, a.A.first_value[k], READS_X);
            __syncwarp();
        },
        [&](int slot, uint64_t B_mask, int64_t first) {
            blocks_expand(B_block, B_value, B_mask, first, READS_Y);
            __syncwarp();
            blocks_multiply(m, slot, A_block, A_mask, B_block, B_mask);
            __syncwarp();
        },
        [&](int slot, uint64_t B_mask, int64_t first, int slot_2, uint64_t B_mask_2, int64_t first_2) {
            blocks_expand(B_block, B_value, B_mask, first, READS_Y);
            blocks_expand(B_block_2, B_value, B_mask_2, first_2, READS_Y);
            __syncwarp();
            blocks_multiply(m, slot, A_block, A_mask, B_block, B_mask);
            blocks_multiply(m, slot_2, A_block, A_mask, B_block_2, B_mask_2);
            __syncwarp();
        });
}

#if SEMIRING_IS_PLUS_TIMES && defined(T_FP64)
#define BLOCKS_HAS_TENSOR 1

/* The element `cell` of a block, 0 where it has none. */
DEVICE double blocks_element(const double *value, uint64_t mask, int64_t first, int cell)
{
    return mask >> cell & 1 ? value[first + __popcll(mask & (((uint64_t)1 << cell) - 1))] : 0;
}

/* sum += A B on 8 x 8 x 4 by the tensor cores. */
DEVICE void blocks_tensor(double &sum_0, double &sum_1, double A_element, double B_element)
{
    asm("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%0, %1};"
        : "+d"(sum_0), "+d"(sum_1)
        : "d"(A_element), "d"(B_element));
}

/* A block of B as this lane holds it: elements (k4, line) and (4 + k4, line), zeros where there are none. */
struct blocks_packed {
    double low, high;
};

DEVICE struct blocks_packed blocks_packed_of(const double *value, uint64_t mask, int64_t first, int cell)
{
    unsigned low = (unsigned)mask, high = (unsigned)(mask >> 32), below = (1u << cell) - 1;
    struct blocks_packed h = {0, 0};
    value += first;
    if (low >> cell & 1)
        h.low = value[__popc(low & below)];
    if (high >> cell & 1)
        h.high = value[__popc(low) + __popc(high & below)];
    return h;
}

/* All products of the slots [from, from + slots).  Absent entries are zeros here, so it is only for finite values. */
DEVICE void blocks_tensor_slots(const struct blocks_room &m, const struct blocks_window *w,
                                const struct mxm_blocks_arguments &a, int64_t begin, int64_t end,
                                int32_t base, int from, int slots)
{
    const double *A_value = (const double *)a.A.value, *B_value = (const double *)a.B.value;
    int lane = lane_of_warp(), line = lane / 4, k4 = lane % 4;
    double A_0 = 0, A_1 = 0;
    for (int j = threadIdx.x; j < slots * BLOCKS_CELLS; j += MXM_BLOCKS_THREADS)
        m.sum[j] = 0;
    __syncthreads();
    blocks_pairs(
        w, a, begin, end, base, from, slots,
        [&](int64_t k) {
            uint64_t mask = a.A.mask[k];
            int64_t first = a.A.first_value[k];
            A_0 = blocks_element(A_value, mask, first, line * 8 + k4);
            A_1 = blocks_element(A_value, mask, first, line * 8 + 4 + k4);
        },
        [&](int slot, uint64_t mask, int64_t first) {
            struct blocks_packed B = blocks_packed_of(B_value, mask, first, k4 * 8 + line);
            double2 *place = (double2 *)(m.sum + slot * BLOCKS_CELLS) + lane;
            double2 sum = *place;
            blocks_tensor(sum.x, sum.y, A_0, B.low);
            blocks_tensor(sum.x, sum.y, A_1, B.high);
            *place = sum;
        },
        [&](int slot, uint64_t mask, int64_t first, int slot_2, uint64_t mask_2, int64_t first_2) {
            struct blocks_packed B = blocks_packed_of(B_value, mask, first, k4 * 8 + line);
            struct blocks_packed B_2 = blocks_packed_of(B_value, mask_2, first_2, k4 * 8 + line);
            double2 *place = (double2 *)(m.sum + slot * BLOCKS_CELLS) + lane;
            double2 *place_2 = (double2 *)(m.sum + slot_2 * BLOCKS_CELLS) + lane;
            double2 sum = *place, sum_2 = *place_2;
            blocks_tensor(sum.x, sum.y, A_0, B.low);
            blocks_tensor(sum_2.x, sum_2.y, A_0, B_2.low);
            blocks_tensor(sum.x, sum.y, A_1, B.high);
            blocks_tensor(sum_2.x, sum_2.y, A_1, B_2.high);
            *place = sum;
            *place_2 = sum_2;
        });
}
#else
#define BLOCKS_HAS_TENSOR 0
#endif

#if HAS_KERNEL(mxm_blocks_values)
GRAPH_KERNEL void __launch_bounds__(MXM_BLOCKS_THREADS, BLOCKS_IS_PATTERN ? 8 : 3)
    mxm_blocks_values(struct mxm_blocks_arguments a)
{
    extern __shared__ __align__(16) unsigned char blocks_memory[];
    __shared__ struct blocks_window window;
    const struct blocks_room m = blocks_room_at(blocks_memory, a.slots, !BLOCKS_IS_PATTERN);
    blocks_block_rows(
        m, window, a, [&](int64_t) { return a.slots; },
        [&](int64_t I, int64_t begin, int64_t end, int32_t base, int from, int slots) {
            if (BLOCKS_IS_PATTERN)
                blocks_mark_slots(m.seen, &window, a, begin, end, base, from, slots);
            else
                blocks_slots(m, &window, a, begin, end, base, from, slots);
            __syncthreads();
            blocks_write(m, &window, a, I * 8 + threadIdx.x / WARP, slots);
        });
}
#endif

#if HAS_KERNEL(mxm_blocks_tensor)
/* For finite values of plus_times_fp64. */
GRAPH_KERNEL void __launch_bounds__(MXM_BLOCKS_THREADS, 4) mxm_blocks_tensor(struct mxm_blocks_arguments a)
{
#if BLOCKS_HAS_TENSOR
    extern __shared__ __align__(16) unsigned char blocks_memory[];
    __shared__ struct blocks_window window;
    const struct blocks_room m = blocks_room_at(blocks_memory, a.slots, false);
    blocks_block_rows(
        m, window, a, [&](int64_t) { return a.slots; },
        [&](int64_t I, int64_t begin, int64_t end, int32_t base, int from, int slots) {
            blocks_mark_slots(m.seen, &window, a, begin, end, base, from, slots);
            blocks_tensor_slots(m, &window, a, begin, end, base, from, slots);
            __syncthreads();
            blocks_write(m, &window, a, I * 8 + threadIdx.x / WARP, slots);
        });
#endif
}
#endif
