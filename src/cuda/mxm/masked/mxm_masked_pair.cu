/* The number of products at each entry of a mask, C<M> = A B over a semiring whose multiply is pair: how many k have
 * entries A(i,k) and B(k,j).  No value is read, and numbers add up in any order, so for each entry A(i,k) the shorter one of
 * row i of the mask and row k of B is looked up in the other:
 *
 *     small products       a lane merges each row of B with the row of the mask
 *     medium               a warp has the row of the mask in a hash table with counters, in shared memory
 *     long                 blocks have it as bits (mxm_masked_pair_sets.cuh), and take parts of the row of A
 *     reversed             blocks have a row of B as bits, and take parts of the rows i whose rows of the mask are shorter
 *
 * A warp expands the rows of B 32 at a time, whatever their lengths.  Blocks whose bits would not fit shared memory go
 * through windows of columns; where these are too many, they have hash tables as well.
 * Sources: Milakovic et al., ICPP 2022 (the masked accumulators); Wolf et al., HPEC 2017 (triangles by masked products);
 * Schank, Wagner, WEA 2005 (the shorter list is looked up). */
#include "cuda/mxm/masked/mxm_masked_pair_sets.cuh"

enum {
    LANE_STEPS = 64,         /* of a lane that merges a row, at most */
    LONG_ROW = 2048,         /* longer rows of A are divided by a block */
    WARP_PRODUCTS = 4096,    /* of a row that a warp takes, at most */
    PART_PRODUCTS = 1 << 15, /* wanted in a part, and some for each entry of its set: */
    SET_PRODUCTS = 4,
    MOST_ROWS = 8, /* that a warp takes together */
    EACH = 4       /* products of a lane whose loads are in flight together */
};

/* ---- Rows and their shares ---- */

/* A row, or none (row = a.rows), with the entries [begin, end) of A; begin = end if the mask admits nothing. */
struct row_share {
    int64_t row, begin, end, admitted;
};

DEVICE struct row_share row_at(const struct mxm_masked_pair_arguments &a, int64_t row)
{
    struct row_share r = {row, 0, 0, 0};
    if (row < a.rows) {
        r.begin = a.A_start[row];
        r.end = a.A_start[row + 1];
        r.admitted = length_of(a.mask_start, row);
        r.end = r.admitted > 0 ? r.end : r.begin;
    }
    return r;
}

/* Entries k, k + step, ... of A that are loaded together, -1 behind the end, and the lengths of their rows of B. */
struct loaded_entries {
    int32_t inner[EACH];
    int64_t length[EACH];
};

DEVICE struct loaded_entries load_entries(const struct mxm_masked_pair_arguments &a, int64_t k, int64_t end,
                                          int step)
{
    struct loaded_entries x;
#pragma unroll
    for (int j = 0; j < EACH; j++)
        x.inner[j] = k + j * step < end ? a.A_column[k + j * step] : -1;
#pragma unroll
    for (int j = 0; j < EACH; j++)
        x.length[j] = x.inner[j] >= 0 ? length_of(a.B_start, x.inner[j]) : 0;
    return x;
}

/* A lane counts a whole row. */
DEVICE void merge_row(const struct mxm_masked_pair_arguments &a, int64_t row)
{
    const int64_t mask_begin = a.mask_start[row], mask_end = a.mask_start[row + 1];
    for (int64_t k = a.A_start[row]; k < a.A_start[row + 1]; k++) {
        const int32_t inner = a.A_column[k];
        int64_t p = mask_begin;
        if (is_reversed(a, mask_end - mask_begin, length_of(a.B_start, inner)))
            continue;
        for (int64_t e = a.B_start[inner]; e < a.B_start[inner + 1] && p < mask_end; e++) {
            const int32_t column = a.B_column[e];
            while (p < mask_end && a.mask_column[p] < column)
                p++;
            if (p < mask_end && a.mask_column[p] == column)
                a.count[p]++;
        }
    }
}

/* Two lists grow by the blocks of a launch; what a block takes of them. */
struct taken_places {
    unsigned long long rows, parts;
};

/* The first of `wanted` places of this thread in a list, in the part of it that its block will take. */
DEVICE int64_t take_places(unsigned long long *of_block, int wanted)
{
    const int sum = scan_warp(wanted), all = __shfl_sync(ALL_LANES, sum, WARP - 1);
    unsigned long long first = 0;
    if (all > 0 && lane_of_warp() == 0)
        first = atomicAdd(of_block, (unsigned long long)all);
    return (int64_t)__shfl_sync(ALL_LANES, first, 0) + sum - wanted;
}

/* How many of `items` items, which have so many products with a set of so many entries, go into a part. */
DEVICE int64_t part_length(int64_t items, int64_t products, int64_t set_length)
{
    const int64_t wanted = products / (PART_PRODUCTS + SET_PRODUCTS * set_length) + 1,
                  each = (items / wanted + MXM_PAIR_LEAST_PART) / MXM_PAIR_LEAST_PART * MXM_PAIR_LEAST_PART;
    return each < MXM_PAIR_MOST_PART ? each : (int64_t)MXM_PAIR_MOST_PART;
}

/* Goes over all rows: the entries of A in a row by a lane, or by its warp, or by the block; then work.finish gets the sum of
 * what work.entries returned for them. */
template <class WORK> DEVICE void over_rows(const struct mxm_masked_pair_arguments &a, const WORK &work)
{
    __shared__ unsigned long_rows;
    __shared__ int64_t long_row[THREADS];
    __shared__ unsigned long long sum;
    const int lane = lane_of_warp(), thread = (int)threadIdx.x;
    const int64_t block_rows = THREADS / WARP * a.warp_rows;
    for (int64_t base = blockIdx.x * block_rows; base < a.rows; base += gridDim.x * block_rows) {
        const struct row_share r =
            row_at(a, lane < a.warp_rows ? base + thread / WARP * a.warp_rows + lane : a.rows);
        const int64_t entries = r.end - r.begin;
        int64_t products = entries > a.warp_rows ? 0 : work.entries(r, r.begin, r.end, 1);
        unsigned rest = __ballot_sync(ALL_LANES, entries > a.warp_rows && entries <= LONG_ROW);
        for (; rest != 0; rest &= rest - 1) {
            const int owner = __ffs((int)rest) - 1;
            const struct row_share q = {
                __shfl_sync(ALL_LANES, r.row, owner), __shfl_sync(ALL_LANES, r.begin, owner),
                __shfl_sync(ALL_LANES, r.end, owner), __shfl_sync(ALL_LANES, r.admitted, owner)};
            const int64_t all = reduce_warp(work.entries(q, q.begin + lane, q.end, WARP));
            products = lane == owner ? all : products;
        }
        if (thread == 0)
            long_rows = 0;
        __syncthreads();
        if (entries > LONG_ROW)
            long_row[atomicAdd(&long_rows, 1u)] = r.row;
        __syncthreads();
        for (unsigned l = 0; l < long_rows; l++) {
            const struct row_share q = row_at(a, long_row[l]);
            if (thread == 0)
                sum = 0;
            __syncthreads();
            const int64_t all = reduce_warp(work.entries(q, q.begin + thread, q.end, THREADS));
            if (lane == 0)
                atomicAdd(&sum, (unsigned long long)all);
            __syncthreads();
            products = r.row == q.row ? (int64_t)sum : products;
            __syncthreads();
        }
        work.finish(r, products);
    }
}

/* Counts the rows with the smallest products, and lists the others for warps and blocks; of reversed entries, counts
 * those of each row of B. */
struct divided_work {
    const struct mxm_masked_pair_arguments &a;

    __device__ __forceinline__ int64_t entries(const struct row_share &r, int64_t k, int64_t end,
                                               int step) const
    {
        int64_t products = 0;
        for (; k < end; k += EACH * step) {
            const struct loaded_entries x = load_entries(a, k, end, step);
#pragma unroll
            for (int j = 0; j < EACH; j++)
                if (!is_reversed(a, r.admitted, x.length[j])) {
                    products += x.length[j];
                } else {
                    atomicAdd(&a.reversed[x.inner[j]].rows, 1ull);
                    atomicAdd(&a.reversed[x.inner[j]].products, (unsigned long long)r.admitted);
                }
        }
        return products;
    }
    __device__ __forceinline__ void finish(const struct row_share &r, int64_t products) const
    {
        const int64_t all = r.end - r.begin;
        const bool is_small = products > 0 && products + all * r.admitted <= LANE_STEPS,
                   is_medium =
                       products > 0 && !is_small && products <= WARP_PRODUCTS && r.admitted <= WARP_SLOTS / 2,
                   is_long = products > 0 && !is_small && !is_medium;
        __shared__ struct taken_places taken, first; /* numbers, and where they begin */
        if (threadIdx.x == 0)
            taken = {0, 0};
        __syncthreads();
        const int64_t each = part_length(all, products, r.admitted);
        int64_t place = take_places(&taken.rows, is_medium),
                to = take_places(&taken.parts, is_long ? (int)((all + each - 1) / each) : 0);
        __syncthreads();
        if (threadIdx.x == 0) {
            first.rows = taken.rows > 0 ? atomicAdd(&a.lists->rows, taken.rows) : 0;
            first.parts = taken.parts > 0 ? atomicAdd(&a.lists->parts, taken.parts) : 0;
        }
        if (is_small)
            merge_row(a, r.row);
        __syncthreads();
        if (is_medium)
            a.row[(int64_t)first.rows + place] = (int32_t)r.row;
        to += (int64_t)first.parts;
        for (int64_t k = r.begin; k < r.end && is_long; k += each, to++)
            a.part[to] = {k, (int32_t)r.row, (int32_t)(r.end - k < each ? r.end - k : each)};
    }
};

static __global__ void __launch_bounds__(THREADS, 3)
    masked_pair_divide(const __grid_constant__ struct mxm_masked_pair_arguments a)
{
    over_rows(a, divided_work{a});
}

/* Gives the rows of B with reversed entries their places in the list of these, and makes parts. */
static __global__ void __launch_bounds__(THREADS)
    masked_pair_reversed_places(struct mxm_masked_pair_arguments a)
{
    for (int64_t inner = thread_of_grid(); inner < a.inners; inner += threads_of_grid()) {
        const struct mxm_pair_reversed r = a.reversed[inner];
        if (r.rows == 0)
            continue;
        const int64_t begin = (int64_t)atomicAdd(&a.lists->reversed, r.rows), end = begin + (int64_t)r.rows,
                      each = part_length((int64_t)r.rows, (int64_t)r.products, length_of(a.B_start, inner));
        int64_t to = (int64_t)atomicAdd(&a.lists->reversed_parts, (r.rows + each - 1) / each);
        a.reversed[inner].rows = (unsigned long long)begin;
        for (int64_t k = begin; k < end; k += each, to++)
            a.reversed_part[to] = {k, (int32_t)inner, (int32_t)(end - k < each ? end - k : each)};
    }
}

/* Lists the reversed entries of A. */
struct reversed_work {
    const struct mxm_masked_pair_arguments &a;

    __device__ __forceinline__ int64_t entries(const struct row_share &r, int64_t k, int64_t end,
                                               int step) const
    {
        for (; k < end; k += EACH * step) {
            const struct loaded_entries x = load_entries(a, k, end, step);
#pragma unroll
            for (int j = 0; j < EACH; j++)
                if (is_reversed(a, r.admitted, x.length[j]))
                    a.reversed_row[atomicAdd(&a.reversed[x.inner[j]].rows, 1ull)] = (int32_t)r.row;
        }
        return 0;
    }
    __device__ __forceinline__ void finish(const struct row_share &, int64_t) const {}
};

static __global__ void __launch_bounds__(THREADS, 3)
    masked_pair_reverse(const __grid_constant__ struct mxm_masked_pair_arguments a)
{
    if (a.lists->reversed > 0)
        over_rows(a, reversed_work{a});
}

/* ---- Rows of warps ---- */

/* The products of 32 rows of B at most, one for each lane, by a warp; length 0: none. */
DEVICE void count_rows(const struct mxm_masked_pair_arguments &a, const struct hash_set &set, int64_t begin,
                       int length)
{
    /* The first lanes get the rows with entries; then from + n is the place of product n in B. */
    const int lane = lane_of_warp();
    const unsigned having = __ballot_sync(ALL_LANES, length > 0);
    const bool has_row = lane < __popc(having);
    const int owner = has_row ? lane_of_bit(having, lane) : 0;
    begin = __shfl_sync(ALL_LANES, begin, owner);
    length = __shfl_sync(ALL_LANES, length, owner);
    const int sum = scan_warp(has_row ? length : 0), all = __shfl_sync(ALL_LANES, sum, WARP - 1),
              first = sum - length;
    const int64_t from = begin - first;
    int before = 0;
    for (int base = 0; base < all; base += EACH * WARP) {
        int32_t column[EACH];
#pragma unroll
        for (int t = 0; t < EACH; t++) {
            const int number = base + t * WARP + lane,
                      row = list_at(base + t * WARP, first, has_row, &before);
            const int64_t at = __shfl_sync(ALL_LANES, from, row) + number;
            column[t] = number < all ? a.B_column[at] : -1;
        }
        __syncwarp(); /* else the loads wait for each other */
#pragma unroll
        for (int t = 0; t < EACH; t++)
            if (column[t] >= 0)
                set.count(column[t], nullptr);
        __syncwarp();
    }
}

/* A warp counts the products of a row. */
DEVICE void count_row(const struct mxm_masked_pair_arguments &a, void *memory, int32_t row)
{
    const int lane = lane_of_warp();
    const int64_t first = a.mask_start[row], end = a.A_start[row + 1];
    const int length = (int)(a.mask_start[row + 1] - first);
    const struct hash_set set = hash_set_at(memory, WARP_SLOTS, length);
    set.clear(lane, WARP);
    __syncwarp();
    set.enter(a.mask_column + first, length, lane, WARP);
    __syncwarp();
    for (int64_t k = a.A_start[row]; k < end; k += WARP) {
        const int32_t inner = k + lane < end ? a.A_column[k + lane] : 0;
        const int64_t begin = a.B_start[inner], all = k + lane < end ? a.B_start[inner + 1] - begin : 0;
        count_rows(a, set, begin, is_reversed(a, length, all) ? 0 : (int)all);
    }
    __syncwarp();
    set.write(a.count + first, a.mask_column + first, length, lane, WARP);
    __syncwarp();
}

/* ---- All of them ---- */

/* Parts first, which take longest; then rows of warps. */
static __global__ void __launch_bounds__(THREADS, 3)
    masked_pair_count(const __grid_constant__ struct mxm_masked_pair_arguments a)
{
    extern __shared__ uint4 memory[];
    __shared__ struct list_queue queue;
    const int64_t reversed_parts = (int64_t)a.lists->reversed_parts, parts = (int64_t)a.lists->parts;
    for (;;) {
        if (threadIdx.x == 0)
            queue.part = (int64_t)atomicAdd(&a.lists->parts_taken, 1ull);
        __syncthreads();
        const int64_t number = queue.part;
        __syncthreads();
        if (number >= reversed_parts + parts)
            break;
        if (number < reversed_parts)
            count_reversed(a, memory, queue, a.reversed_part[number]);
        else
            count_part(a, memory, queue, a.part[number - reversed_parts]);
    }
    /* Some rows at a time where there are many, as warps wait for each other at the counter. */
    const int64_t rows = (int64_t)a.lists->rows, fair = rows / (threads_of_grid() / WARP * 8) + 1,
                  each = fair < MOST_ROWS ? fair : (int64_t)MOST_ROWS;
    for (;;) {
        const int64_t first = next_of_warp(&a.lists->rows_taken) * each;
        if (first >= rows)
            return;
        for (int64_t number = first; number < first + each && number < rows; number++)
            count_row(a, (char *)memory + threadIdx.x / WARP * (WARP_SLOTS * MXM_PAIR_SLOT_BYTES),
                      a.row[number]);
    }
}

extern "C" const void *const graph__mxm_masked_pair_divide = (const void *)masked_pair_divide;
extern "C" const void *const graph__mxm_masked_pair_reversed_places =
    (const void *)masked_pair_reversed_places;
extern "C" const void *const graph__mxm_masked_pair_reverse = (const void *)masked_pair_reverse;
extern "C" const void *const graph__mxm_masked_pair_count = (const void *)masked_pair_count;
