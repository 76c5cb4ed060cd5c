/* C = A B on blocks of 8 x 8: one fetch of a block of B serves eight rows of A.
 *
 * A thread block owns a block row of C.  It first marks the block columns that occur (a bitmap over a window of them; the
 * rank of a bit is the block's slot, in order), then adds the products block by block: every warp walks all pairs of
 * blocks in the order of k and works on those whose slots are its own, so warps neither meet nor wait.  Each lane owns two
 * of the 64 places of a block.  The pattern is counted beforehand (mxm_blocks_count.cu).  The order of k within each place
 * makes any add, and "any", right.
 * After bmSPARSE (Zhang and Gruenwald, GRADES-NDA 2018), without its sorted list of all pairs. */
#include "cuda/semiring/semiring.cuh"

#include "cuda/mxm/blocks/mxm_blocks_rows.cuh"

/* Dynamic shared memory: what is written, then for each warp room for a block of A and two of B; patterns have no values,
 * and tensor cores need no such room. */
DEVICE struct bitmap_room bitmap_room_at(unsigned char *memory, int slots, bool has_blocks)
{
    struct bitmap_room m;
    m.seen = (uint64_t *)memory;
    m.sum = (T *)(m.seen + slots);
    m.blocks = m.sum + (BITMAP_IS_PATTERN ? 0 : slots * BITMAP_CELLS);
    m.block_column = (int32_t *)(m.blocks + (has_blocks ? BITMAP_WARPS * 3 * BITMAP_CELLS : 0));
    return m;
}

/* Places cell and cell + 32 of a block, from its packed values. */
DEVICE void bitmap_expand(T *block, const T *value, uint64_t mask, int64_t first, bool reads)
{
    int lane = lane_of_warp();
    for (int half = 0; half < 2; half++) {
        int cell = lane + half * WARP;
        if (mask >> cell & 1)
            block[cell] = reads ? value[first + __popcll(mask & (((uint64_t)1 << cell) - 1))] : (T)1;
    }
}

/* Adds a block's product to a slot: this lane's places are (r, c) and (r + 4, c). */
DEVICE void bitmap_multiply(const struct bitmap_room &m, int slot, const T *A_block, uint64_t A_mask,
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
    T *place = m.sum + (int64_t)slot * BITMAP_CELLS + lane;
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
 * meets in this warp's slots of [from, from + slots): slot s belongs to warp s % BITMAP_WARPS.  two takes two of them, of
 * different slots, at once. */
template <class Row, class Pair, class Two>
DEVICE void bitmap_pairs(const struct bitmap_window *w, const struct mxm_bitmap_arguments &a, int64_t begin,
                         int64_t end, int32_t base, int from, int slots, Row row, Pair pair, Two two)
{
    int warp = threadIdx.x / WARP, lane = lane_of_warp();
    for (; begin < end; begin += WARP) {
        /* The ends of 32 rows of B at once: one wait instead of 32. */
        int64_t own_start = 0, own_end = 0;
        if (begin + lane < end)
            bitmap_row(&own_start, &own_end, w, a, a.A.block_column[begin + lane]);
        int count = end - begin < WARP ? (int)(end - begin) : (int)WARP;
        for (int j = 0; j < count; j++) {
            int64_t b = __shfl_sync(ALL_LANES, own_start, j), b_end = __shfl_sync(ALL_LANES, own_end, j);
            row(begin + j);
            for (; b < b_end; b += WARP) {
                int slot = b + lane < b_end ? bitmap_slot(w, a.B.block_column[b + lane], base) - from : -1;
                bool is_own = slot >= 0 && slot < slots && slot % BITMAP_WARPS == warp;
                uint64_t mask = is_own ? a.B.mask[b + lane] : 0;
                int64_t first = is_own ? a.B.first_value[b + lane] : 0;
                unsigned own = __ballot_sync(ALL_LANES, is_own);
                while (own != 0) {
                    int source = __ffs((int)own) - 1;
                    own &= own - 1;
                    int slot_1 = __shfl_sync(ALL_LANES, slot, source);
                    uint64_t mask_1 = __shfl_sync(ALL_LANES, mask, source);
                    int64_t first_1 = __shfl_sync(ALL_LANES, first, source);
                    if (own == 0) {
                        pair(slot_1, mask_1, first_1);
                        break;
                    }
                    source = __ffs((int)own) - 1;
                    own &= own - 1;
                    two(slot_1, mask_1, first_1, __shfl_sync(ALL_LANES, slot, source),
                        __shfl_sync(ALL_LANES, mask, source), __shfl_sync(ALL_LANES, first, source));
                }
            }
        }
    }
}

/* All products of the slots [from, from + slots), over any semiring. */
DEVICE void bitmap_slots(const struct bitmap_room &m, const struct bitmap_window *w,
                         const struct mxm_bitmap_arguments &a, int64_t begin, int64_t end, int32_t base,
                         int from, int slots)
{
    const T *A_value = (const T *)a.A.value, *B_value = (const T *)a.B.value;
    T *A_block = m.blocks + threadIdx.x / WARP * 3 * BITMAP_CELLS, *B_block = A_block + BITMAP_CELLS;
    T *B_block_2 = B_block + BITMAP_CELLS;
    uint64_t A_mask = 0;
    bitmap_pairs(
        w, a, begin, end, base, from, slots,
        [&](int64_t k) {
            A_mask = a.A.mask[k];
            bitmap_expand(A_block, A_value, A_mask, a.A.first_value[k], READS_X);
            __syncwarp();
        },
        [&](int slot, uint64_t B_mask, int64_t first) {
            bitmap_expand(B_block, B_value, B_mask, first, READS_Y);
            __syncwarp();
            bitmap_multiply(m, slot, A_block, A_mask, B_block, B_mask);
            __syncwarp();
        },
        [&](int slot, uint64_t B_mask, int64_t first, int slot_2, uint64_t B_mask_2, int64_t first_2) {
            bitmap_expand(B_block, B_value, B_mask, first, READS_Y);
            bitmap_expand(B_block_2, B_value, B_mask_2, first_2, READS_Y);
            __syncwarp();
            bitmap_multiply(m, slot, A_block, A_mask, B_block, B_mask);
            bitmap_multiply(m, slot_2, A_block, A_mask, B_block_2, B_mask_2);
            __syncwarp();
        });
}

#if SEMIRING_IS_PLUS_TIMES && defined(T_FP64)
#define BITMAP_HAS_TENSOR 1

/* The element `cell` of a block, 0 where it has none. */
DEVICE double bitmap_element(const double *value, uint64_t mask, int64_t first, int cell)
{
    return mask >> cell & 1 ? value[first + __popcll(mask & (((uint64_t)1 << cell) - 1))] : 0;
}

/* sum += A B on 8 x 8 x 4 by the tensor cores. */
DEVICE void bitmap_tensor(double &sum_0, double &sum_1, double A_element, double B_element)
{
    asm("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%0, %1};"
        : "+d"(sum_0), "+d"(sum_1)
        : "d"(A_element), "d"(B_element));
}

/* A block of B as this lane holds it: elements (k4, line) and (4 + k4, line), zeros where there are none. */
struct bitmap_halves {
    double low, high;
};

DEVICE struct bitmap_halves bitmap_halves_of(const double *value, uint64_t mask, int64_t first, int cell)
{
    unsigned low = (unsigned)mask, high = (unsigned)(mask >> 32), below = (1u << cell) - 1;
    struct bitmap_halves h = {0, 0};
    value += first;
    if (low >> cell & 1)
        h.low = value[__popc(low & below)];
    if (high >> cell & 1)
        h.high = value[__popc(low) + __popc(high & below)];
    return h;
}

/* All products of the slots [from, from + slots).  Absent entries are zeros here, so it is only for finite values. */
DEVICE void bitmap_tensor_slots(const struct bitmap_room &m, const struct bitmap_window *w,
                                const struct mxm_bitmap_arguments &a, int64_t begin, int64_t end,
                                int32_t base, int from, int slots)
{
    const double *A_value = (const double *)a.A.value, *B_value = (const double *)a.B.value;
    int lane = lane_of_warp(), line = lane / 4, k4 = lane % 4;
    double A_0 = 0, A_1 = 0;
    for (int j = threadIdx.x; j < slots * BITMAP_CELLS; j += MXM_BITMAP_THREADS)
        m.sum[j] = 0;
    __syncthreads();
    bitmap_pairs(
        w, a, begin, end, base, from, slots,
        [&](int64_t k) {
            uint64_t mask = a.A.mask[k];
            int64_t first = a.A.first_value[k];
            A_0 = bitmap_element(A_value, mask, first, line * 8 + k4);
            A_1 = bitmap_element(A_value, mask, first, line * 8 + 4 + k4);
        },
        [&](int slot, uint64_t mask, int64_t first) {
            struct bitmap_halves B = bitmap_halves_of(B_value, mask, first, k4 * 8 + line);
            double2 *place = (double2 *)(m.sum + slot * BITMAP_CELLS) + lane;
            double2 sum = *place;
            bitmap_tensor(sum.x, sum.y, A_0, B.low);
            bitmap_tensor(sum.x, sum.y, A_1, B.high);
            *place = sum;
        },
        [&](int slot, uint64_t mask, int64_t first, int slot_2, uint64_t mask_2, int64_t first_2) {
            struct bitmap_halves B = bitmap_halves_of(B_value, mask, first, k4 * 8 + line);
            struct bitmap_halves B_2 = bitmap_halves_of(B_value, mask_2, first_2, k4 * 8 + line);
            double2 *place = (double2 *)(m.sum + slot * BITMAP_CELLS) + lane;
            double2 *place_2 = (double2 *)(m.sum + slot_2 * BITMAP_CELLS) + lane;
            double2 sum = *place, sum_2 = *place_2;
            bitmap_tensor(sum.x, sum.y, A_0, B.low);
            bitmap_tensor(sum_2.x, sum_2.y, A_0, B_2.low);
            bitmap_tensor(sum.x, sum.y, A_1, B.high);
            bitmap_tensor(sum_2.x, sum_2.y, A_1, B_2.high);
            *place = sum;
            *place_2 = sum_2;
        });
}
#else
#define BITMAP_HAS_TENSOR 0
#endif

#if HAS_KERNEL(mxm_bitmap_values)
GRAPH_KERNEL void __launch_bounds__(MXM_BITMAP_THREADS, BITMAP_IS_PATTERN ? 8 : 3)
    mxm_bitmap_values(struct mxm_bitmap_arguments a)
{
    extern __shared__ __align__(16) unsigned char bitmap_memory[];
    __shared__ struct bitmap_window window;
    const struct bitmap_room m = bitmap_room_at(bitmap_memory, a.slots, !BITMAP_IS_PATTERN);
    bitmap_block_rows(
        m, window, a, [&](int64_t) { return a.slots; },
        [&](int64_t I, int64_t begin, int64_t end, int32_t base, int from, int slots) {
            if (BITMAP_IS_PATTERN)
                bitmap_mark_slots(m.seen, &window, a, begin, end, base, from, slots);
            else
                bitmap_slots(m, &window, a, begin, end, base, from, slots);
            __syncthreads();
            bitmap_write(m, &window, a, I * 8 + threadIdx.x / WARP, slots);
        });
}
#endif

#if HAS_KERNEL(mxm_bitmap_tensor)
/* For finite values of plus_times_fp64. */
GRAPH_KERNEL void __launch_bounds__(MXM_BITMAP_THREADS, 4) mxm_bitmap_tensor(struct mxm_bitmap_arguments a)
{
#if BITMAP_HAS_TENSOR
    extern __shared__ __align__(16) unsigned char bitmap_memory[];
    __shared__ struct bitmap_window window;
    const struct bitmap_room m = bitmap_room_at(bitmap_memory, a.slots, false);
    bitmap_block_rows(
        m, window, a, [&](int64_t) { return a.slots; },
        [&](int64_t I, int64_t begin, int64_t end, int32_t base, int from, int slots) {
            bitmap_mark_slots(m.seen, &window, a, begin, end, base, from, slots);
            bitmap_tensor_slots(m, &window, a, begin, end, base, from, slots);
            __syncthreads();
            bitmap_write(m, &window, a, I * 8 + threadIdx.x / WARP, slots);
        });
#endif
}
#endif
