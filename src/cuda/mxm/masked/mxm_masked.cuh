/* C<M> = A B for a mask that is not complemented: nothing outside the mask is ever stored.
 *
 * A warp owns a chunk of a row of the mask.  Row by row of B (method Row-Row) it enters the chunk's columns in a hash
 * table in shared memory, expands the products of the row that fall into the chunk's range of columns, 32 at a time
 * whatever the lengths of B's rows, and adds those that the table holds.  No two warps share an accumulator, so any add
 * will do, and products reach it in the order of k.  A long row of A is shared by the warps of a block: each has a table
 * for consecutive entries, and the tables are then joined in their order.  By dot products (method Row-Column) a warp
 * intersects a row of A with a row of B'.  The mask bounds the size of C: values stay in an array as long as the mask
 * until the entries that exist have been counted.  Milakovic et al., ICPP 2022 (the masked accumulators). */
#include "cuda/semiring/semiring.cuh"

#include "cuda/mxm/masked/mxm_masked_arguments.h"
#include "cuda/primitives/warp.cuh"

enum {
    MASKED_CHUNK = MXM_MASKED_CHUNK,
    MASKED_SLOTS = 2 * MXM_MASKED_CHUNK,
    MASKED_SLOT_BITS = 9,  /* of MASKED_SLOTS */
    MASKED_LEAST_BITS = 5, /* of the slots that a short chunk takes */
    MASKED_LONG = 512,     /* entries of a row of A that a block shares, if it has more */
    MASKED_WORDS = MXM_MASKED_CHUNK / 32
};
static_assert(MASKED_SLOTS == 1 << MASKED_SLOT_BITS, "the hash has as many bits as the table has slots");

GRAPH_KERNEL void mxm_masked_count(struct mxm_masked_arguments a)
{
    for (int64_t i = thread_of_grid(); i < a.rows; i += threads_of_grid()) {
        int64_t length = a.mask_start[i + 1] - a.mask_start[i];
        bool has_products = a.A_start[i + 1] > a.A_start[i];
        a.task_start[i] = has_products ? (length + MASKED_CHUNK - 1) / MASKED_CHUNK : 0;
    }
}

DEVICE bool masked_is_long(const struct mxm_masked_arguments &a, int64_t row)
{
    return a.A_start[row + 1] - a.A_start[row] > MASKED_LONG;
}

GRAPH_KERNEL void mxm_masked_list(struct mxm_masked_arguments a)
{
    for (int64_t i = thread_of_grid(); i < a.rows; i += threads_of_grid()) {
        const int64_t first = a.task_start[i], last = a.task_start[i + 1];
        for (int64_t t = first; t < last; t++)
            a.task_row[t] = (int32_t)i;
        if (last > first && masked_is_long(a, i)) {
            const int64_t to = (int64_t)atomicAdd(a.long_tasks, (unsigned long long)(last - first));
            for (int64_t t = first; t < last; t++)
                a.long_task[to + t - first] = t;
        }
    }
}

struct masked_table {
    int slots;                    /* in use: a power of two */
    int32_t column[MASKED_SLOTS]; /* -1: free */
    uint16_t position[MASKED_SLOTS];
    T value[MASKED_CHUNK];
    uint8_t present[MASKED_CHUNK];
};

DEVICE uint32_t masked_slot(const struct masked_table *table, int32_t column)
{
    return ((uint32_t)column * 0x9e3779b1u) >> (32 - MASKED_SLOT_BITS) & (uint32_t)(table->slots - 1);
}

/* Enters the chunk's columns; they are distinct. */
DEVICE void masked_enter(struct masked_table *table, const int32_t *column, int length)
{
    const int lane = lane_of_warp(), bits = 33 - __clz(length - 1),
              slots = 1 << (bits > MASKED_LEAST_BITS ? bits : (int)MASKED_LEAST_BITS);
    for (int s = lane; s < slots; s += WARP)
        table->column[s] = -1;
    for (int p = lane; p < length; p += WARP)
        table->present[p] = 0;
    if (lane == 0)
        table->slots = slots;
    __syncwarp();
    for (int p = lane; p < length; p += WARP) {
        uint32_t s = masked_slot(table, column[p]);
        while (atomicCAS(&table->column[s], -1, column[p]) != -1)
            s = (s + 1) & (uint32_t)(slots - 1);
        table->position[s] = (uint16_t)p;
    }
    __syncwarp();
}

DEVICE int masked_find(const struct masked_table *table, int32_t column)
{
    uint32_t s = masked_slot(table, column);
    for (;;) {
        int32_t there = table->column[s];
        if (there == column)
            return table->position[s];
        if (there == -1)
            return -1;
        s = (s + 1) & (uint32_t)(table->slots - 1);
    }
}

/* The first k in [k, end) with column[k] >= bound. */
DEVICE int64_t masked_lower_bound(const int32_t *column, int64_t k, int64_t end, int32_t bound)
{
    while (k < end) {
        int64_t middle = k + (end - k) / 2;
        if (column[middle] < bound)
            k = middle + 1;
        else
            end = middle;
    }
    return k;
}

DEVICE void masked_add(struct masked_table *table, int p, T product)
{
    if (!table->present[p]) {
        table->present[p] = 1;
        table->value[p] = product;
    } else if (!SEMIRING_IS_ANY)
        table->value[p] = add(table->value[p], product);
}

/* The products of the rows [k, k_end) of A's row with the chunk. */
DEVICE void masked_products(const struct mxm_masked_arguments &a, struct masked_table *table, int64_t k,
                            int64_t k_end, int32_t first, int32_t last, bool is_whole_row)
{
    const T *A_value = (const T *)a.A_value, *B_value = (const T *)a.B_value;
    int lane = lane_of_warp();
    for (; k < k_end; k += WARP) {
        /* Each lane has one row of B; the products of all 32 are then numbered consecutively. */
        int64_t begin = 0, length = 0;
        if (k + lane < k_end) {
            int32_t row = a.A_column[k + lane];
            begin = a.B_start[row];
            int64_t end = a.B_start[row + 1];
            if (!is_whole_row) {
                begin = masked_lower_bound(a.B_column, begin, end, first);
                end = masked_lower_bound(a.B_column, begin, end, last + 1);
            }
            length = end - begin;
        }
        int64_t before = length; /* inclusive, then exclusive prefix sum */
        for (int step = 1; step < WARP; step *= 2) {
            int64_t other = __shfl_up_sync(ALL_LANES, before, step);
            before += lane >= step ? other : 0;
        }
        int64_t total = __shfl_sync(ALL_LANES, before, WARP - 1);
        before -= length;
        for (int64_t base = 0; base < total; base += WARP) {
            int64_t number = base + lane;
            int owner = 0;
            for (int step = WARP / 2; step > 0; step /= 2) {
                int64_t other = __shfl_sync(ALL_LANES, before, owner + step);
                owner += other <= number ? step : 0;
            }
            int64_t e =
                __shfl_sync(ALL_LANES, begin, owner) + (number - __shfl_sync(ALL_LANES, before, owner));
            int p = number < total ? masked_find(table, a.B_column[e]) : -1;
            unsigned hits = __ballot_sync(ALL_LANES, p >= 0);
            if (hits == 0)
                continue;
            if (p >= 0) {
                T product = mul(X_VALUE(A_value, k + owner), Y_VALUE(B_value, e));
                /* Lanes that meet at one entry add one after the other, in the order of k. */
                unsigned peers = __match_any_sync(hits, p);
                int round = __popc(peers & ((1u << lane) - 1)), rounds = __popc(peers);
                int most = (int)__reduce_max_sync(hits, (unsigned)rounds);
                for (int t = 0; t < most; t++) {
                    if (t == round)
                        masked_add(table, p, product);
                    __syncwarp(hits);
                }
            }
            __syncwarp();
        }
    }
}

/* A task: a chunk of a row of the mask. */
struct masked_task {
    int64_t number, begin; /* of the chunk in the mask */
    int32_t row;
    int length;
    bool is_whole_row;
};

DEVICE struct masked_task masked_task_at(const struct mxm_masked_arguments &a, int64_t number)
{
    struct masked_task t;
    t.number = number;
    t.row = a.task_row[number];
    t.begin = a.mask_start[t.row] + (number - a.task_start[t.row]) * MASKED_CHUNK;
    const int64_t end = a.mask_start[t.row + 1];
    t.length = (int)(end - t.begin < MASKED_CHUNK ? end - t.begin : MASKED_CHUNK);
    t.is_whole_row = number == a.task_start[t.row] && end - t.begin <= MASKED_CHUNK;
    return t;
}

/* The products of entries k .. k_end - 1 of A's row with the chunk of a task, by a warp in its table. */
DEVICE void masked_make(const struct mxm_masked_arguments &a, struct masked_table *table,
                        const struct masked_task &t, int64_t k, int64_t k_end)
{
    const int32_t *column = a.mask_column + t.begin;
    masked_enter(table, column, t.length);
    masked_products(a, table, k, k_end, column[0], column[t.length - 1], t.is_whole_row);
    __syncwarp();
}

/* Writes the entries of a task that the table has. */
DEVICE void masked_write(const struct mxm_masked_arguments &a, const struct masked_table *table,
                         const struct masked_task &t)
{
    const int lane = lane_of_warp();
    int entries = 0;
    for (int w = 0; w * WARP < t.length; w++) {
        const int p = w * WARP + lane;
        const bool is_present = p < t.length && table->present[p];
        const unsigned bits = __ballot_sync(ALL_LANES, is_present);
        if (is_present)
            ((T *)a.value)[t.begin + p] = table->value[p];
        if (lane == 0)
            a.present[t.number * MASKED_WORDS + w] = bits;
        entries += __popc(bits);
    }
    if (lane == 0)
        a.entry_start[t.number] = entries;
    __syncwarp();
}

/* Joins the tables of the warps of a block, which have consecutive parts of the row of A, into the first. */
DEVICE void masked_join(struct masked_table *tables, int length)
{
    for (int p = (int)threadIdx.x; p < length; p += (int)blockDim.x) {
        bool is_present = tables[0].present[p];
        T sum = tables[0].value[p];
        for (int w = 1; w < MXM_MASKED_WARPS; w++)
            if (tables[w].present[p] && !(SEMIRING_IS_ANY && is_present)) {
                sum = is_present ? add(sum, tables[w].value[p]) : tables[w].value[p];
                is_present = true;
            }
        tables[0].present[p] = is_present;
        tables[0].value[p] = sum;
    }
}

/* Blocks take the tasks of long rows of A, then warps all others, some neighbouring ones at a time. */
GRAPH_KERNEL void mxm_masked_rows(struct mxm_masked_arguments a)
{
    __shared__ struct masked_table tables[MXM_MASKED_WARPS];
    __shared__ unsigned long long long_taken;
    const int warp = (int)threadIdx.x / WARP;
    struct masked_table *table = &tables[warp];
    const int64_t tasks = a.task_start[a.rows], long_tasks = (int64_t)*a.long_tasks,
                  warps = threads_of_grid() / WARP, fair = tasks / (warps * 8) + 1,
                  each = fair < WARP ? fair : (int64_t)WARP;
    for (;;) {
        if (threadIdx.x == 0)
            long_taken = atomicAdd(a.long_ticket, 1ull);
        __syncthreads();
        if ((int64_t)long_taken >= long_tasks)
            break;
        const struct masked_task t = masked_task_at(a, a.long_task[long_taken]);
        const int64_t k = a.A_start[t.row], entries = a.A_start[t.row + 1] - k;
        masked_make(a, table, t, k + entries * warp / MXM_MASKED_WARPS,
                    k + entries * (warp + 1) / MXM_MASKED_WARPS);
        __syncthreads();
        masked_join(tables, t.length);
        __syncthreads();
        if (warp == 0)
            masked_write(a, table, t);
        __syncthreads();
    }
    for (;;) {
        const int64_t first = next_of_warp(a.ticket) * each;
        if (first >= tasks)
            return;
        for (int64_t number = first; number < first + each && number < tasks; number++) {
            const struct masked_task t = masked_task_at(a, number);
            if (masked_is_long(a, t.row))
                continue;
            masked_make(a, table, t, a.A_start[t.row], a.A_start[t.row + 1]);
            masked_write(a, table, t);
        }
    }
}

/* The product of row i of A and row j of B' by one warp: lanes search the longer for the entries of the shorter.  True
 * for every lane if there is one; lane 0 has the value. */
DEVICE bool masked_dot(T *result, const struct mxm_masked_arguments &a, int64_t i, int64_t j)
{
    const T *A_value = (const T *)a.A_value, *B_value = (const T *)a.B_value;
    int64_t a_begin = a.A_start[i], a_end = a.A_start[i + 1], b_begin = a.B_start[j],
            b_end = a.B_start[j + 1];
    bool A_is_short = a_end - a_begin <= b_end - b_begin;
    const int32_t *small = A_is_short ? a.A_column : a.B_column,
                  *large = A_is_short ? a.B_column : a.A_column;
    int64_t s = A_is_short ? a_begin : b_begin, s_end = A_is_short ? a_end : b_end;
    int64_t l = A_is_short ? b_begin : a_begin, l_end = A_is_short ? b_end : a_end;
    int lane = lane_of_warp();
    T sum = one();
    bool is_found = false;
    for (s += lane; __any_sync(ALL_LANES, s < s_end); s += WARP) {
        bool is_hit = false;
        T product = sum;
        if (s < s_end) {
            l = masked_lower_bound(large, l, l_end, small[s]);
            is_hit = l < l_end && large[l] == small[s];
            if (is_hit)
                product = mul(X_VALUE(A_value, A_is_short ? s : l), Y_VALUE(B_value, A_is_short ? l : s));
        }
        if (SEMIRING_IS_ANY) {
            /* The smallest k: the first hit of the first step that has one. */
            unsigned hits = __ballot_sync(ALL_LANES, is_hit);
            if (hits != 0) {
                T *exchange = result + lane;
                *exchange = product;
                __syncwarp();
                T first = result[__ffs((int)hits) - 1];
                __syncwarp();
                *exchange = first;
                return true;
            }
        } else if (is_hit) {
            sum = is_found ? add(sum, product) : product;
            is_found = true;
        }
    }
    if (SEMIRING_IS_ANY)
        return false;
    /* The lanes' sums join in a tree of fixed form. */
    result[lane] = sum;
    unsigned has = __ballot_sync(ALL_LANES, is_found), any = has;
    for (int step = WARP / 2; step > 0; step /= 2) {
        if (lane < step && (has >> (lane + step) & 1)) {
            result[lane] = has >> lane & 1 ? add(result[lane], result[lane + step]) : result[lane + step];
            is_found = true;
        }
        __syncwarp();
        has = __ballot_sync(ALL_LANES, is_found);
    }
    return any != 0;
}

GRAPH_KERNEL void mxm_masked_dots(struct mxm_masked_arguments a)
{
    __shared__ T exchange[MXM_MASKED_WARPS][WARP];
    T *result = exchange[threadIdx.x / WARP], *value = (T *)a.value;
    int lane = lane_of_warp();
    int64_t tasks = a.task_start[a.rows];
    for (;;) {
        int64_t task = next_of_warp(a.ticket);
        if (task >= tasks)
            return;
        int32_t row = a.task_row[task];
        int64_t begin = a.mask_start[row] + (task - a.task_start[row]) * MASKED_CHUNK,
                end = a.mask_start[row + 1];
        int length = (int)(end - begin < MASKED_CHUNK ? end - begin : MASKED_CHUNK), entries = 0;
        unsigned bits = 0;
        for (int p = 0; p < MASKED_CHUNK; p++) {
            if (p < length && masked_dot(result, a, row, a.mask_column[begin + p])) {
                bits |= 1u << p % WARP;
                if (lane == 0)
                    value[begin + p] = result[0];
            }
            __syncwarp();
            if (p % WARP == WARP - 1) {
                if (lane == 0)
                    a.present[task * MASKED_WORDS + p / WARP] = bits;
                entries += __popc(bits);
                bits = 0;
            }
        }
        if (lane == 0)
            a.entry_start[task] = entries;
    }
}

/* Row starts of C from the tasks' prefix sums. */
GRAPH_KERNEL void mxm_masked_starts(struct mxm_masked_arguments a)
{
    for (int64_t i = thread_of_grid(); i <= a.rows; i += threads_of_grid())
        a.C_start[i] = a.entry_start[a.task_start[i]];
}

/* Compacts the entries that exist into C. */
GRAPH_KERNEL void mxm_masked_compact(struct mxm_masked_arguments a)
{
    const T *value = (const T *)a.value;
    T *C_value = (T *)a.C_value;
    int lane = lane_of_warp();
    int64_t tasks = a.task_start[a.rows];
    for (int64_t task = thread_of_grid() / WARP; task < tasks; task += threads_of_grid() / WARP) {
        int32_t row = a.task_row[task];
        int64_t begin = a.mask_start[row] + (task - a.task_start[row]) * MASKED_CHUNK,
                to = a.entry_start[task];
        for (int w = 0; w < MASKED_WORDS && begin + w * WARP < a.mask_start[row + 1]; w++) {
            unsigned bits = a.present[task * MASKED_WORDS + w];
            if (bits >> lane & 1) {
                int64_t c = to + __popc(bits & ((1u << lane) - 1));
                a.C_column[c] = a.mask_column[begin + w * WARP + lane];
                C_value[c] = value[begin + w * WARP + lane];
            }
            to += __popc(bits);
        }
    }
}
