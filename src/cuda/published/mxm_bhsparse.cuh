/* C = A B by the method of bhSPARSE: row bins by the number of products, which bounds the entries of a row.
 *
 *   1 product    written directly
 *   up to 32     a thread for each row, with a heap of its products in shared memory
 *   up to 512    a block expands the products, sorts them by a bitonic network and compresses them
 *   more         a block merges a sorted sequence with one row of B after the other: bisection finds the entries that
 *                exist, a prefix sum the places of the others, and both are merged along a merge path
 *
 * A sequence begins with room for 256 entries.  When that is full the block stores its progress and ends; the next launch
 * continues with twice the room.  Keys are (column, number of the product), so that the products of an entry are added in
 * ascending k.
 * Liu, Vinter, "A framework for general sparse matrix-matrix multiplication on GPUs and heterogeneous processors",
 * J. Parallel Distrib. Comput. 85, 2015. */
#include "cuda/semiring/semiring.cuh"

#include "cuda/published/mxm_bhsparse_arguments.h"
#include "cuda/primitives/entry_tiles.cuh"
#include "cuda/primitives/warp.cuh"

#define BHSPARSE_X(k) X_VALUE((const T *)a.A_value, k)
#define BHSPARSE_Y(k) Y_VALUE((const T *)a.B_value, k)

GRAPH_KERNEL void mxm_bhsparse_single(struct mxm_bhsparse_arguments a)
{
    int64_t place = thread_of_grid();
    if (place >= a.rows)
        return;
    uint32_t row = a.list[place];
    int64_t k = a.A_row_start[row];
    while (a.B_row_start[a.A_column[k]] == a.B_row_start[a.A_column[k] + 1])
        k++;
    int64_t b = a.B_row_start[a.A_column[k]], to = a.offset[row];
    a.column[to] = a.B_column[b];
    ((T *)a.value)[to] = mul(BHSPARSE_X(k), BHSPARSE_Y(b));
    a.count[row] = 1;
}

/* ---- Rows of up to 32 products ---- */

/* Sifts down element `at` of a heap of n elements, `stride` apart, with the smallest first. */
DEVICE void bhsparse_sink(unsigned long long *key, int stride, int at, int n)
{
    unsigned long long sinking = key[at * stride];
    for (int child = 2 * at + 1; child < n; child = 2 * at + 1) {
        if (child + 1 < n && key[(child + 1) * stride] < key[child * stride])
            child++;
        if (key[child * stride] >= sinking)
            break;
        key[at * stride] = key[child * stride];
        at = child;
    }
    key[at * stride] = sinking;
}

/* A thread for each row.  The keys and products of a thread are blockDim.x apart. */
GRAPH_KERNEL void mxm_bhsparse_heap(struct mxm_bhsparse_arguments a)
{
    enum { POSITION_BITS = 5 };
    extern __shared__ unsigned long long mxm_shared[];
    const int stride = (int)blockDim.x;
    unsigned long long *key = mxm_shared + threadIdx.x;
    T *product = (T *)(mxm_shared + a.most * stride) + threadIdx.x, *value = (T *)a.value;
    int64_t place = thread_of_grid();
    if (place >= a.rows)
        return;
    uint32_t row = a.list[place];
    int n = 0;
    for (int64_t k = a.A_row_start[row]; k < a.A_row_start[row + 1]; k++)
        for (int64_t b = a.B_row_start[a.A_column[k]]; b < a.B_row_start[a.A_column[k] + 1]; b++, n++) {
            key[n * stride] = (unsigned long long)a.B_column[b] << POSITION_BITS | (unsigned)n;
            product[n * stride] = mul(BHSPARSE_X(k), BHSPARSE_Y(b));
        }
    for (int at = n / 2 - 1; at >= 0; at--)
        bhsparse_sink(key, stride, at, n);
    int64_t to = a.offset[row] - 1;
    int32_t found = 0, last = -1;
    T sum = one();
    while (n > 0) {
        unsigned long long least = key[0];
        int32_t j = (int32_t)(least >> POSITION_BITS);
        T x = product[(int)(least & (BHSPARSE_HEAP_MOST - 1)) * stride];
        key[0] = key[--n * stride];
        bhsparse_sink(key, stride, 0, n);
        if (j != last) {
            a.column[to + ++found] = j;
            sum = x;
            last = j;
        } else
            sum = add(sum, x);
        value[to + found] = sum;
    }
    a.count[row] = found;
}

/* ---- Rows of up to 512 products ---- */

/* Expands a row with a block: all its products, numbered in the order of k. */
DEVICE void bhsparse_expand(const struct mxm_bhsparse_arguments &a, uint32_t row, unsigned long long *key,
                            T *product, int position_bits)
{
    enum { MOST_THREADS = 256 };
    __shared__ int64_t first[MOST_THREADS];
    __shared__ int32_t end[MOST_THREADS];
    __shared__ int partial[WARP];
    const int thread = (int)threadIdx.x, threads = (int)blockDim.x;
    int filled = 0;
    for (int64_t base = a.A_row_start[row], last = a.A_row_start[row + 1]; base < last; base += threads) {
        int length = 0, all;
        if (base + thread < last) {
            int32_t k = a.A_column[base + thread];
            first[thread] = a.B_row_start[k];
            length = (int)(a.B_row_start[k + 1] - a.B_row_start[k]);
        }
        end[thread] = scan_block(length, &all, partial);
        __syncthreads();
        for (int p = thread; p < all; p += threads) {
            int owner = (int)lower_bound(end, 0, threads, p + 1);
            int64_t b = first[owner] + (p - (owner > 0 ? end[owner - 1] : 0));
            key[filled + p] = (unsigned long long)a.B_column[b] << position_bits | (unsigned)(filled + p);
            product[filled + p] = mul(BHSPARSE_X(base + owner), BHSPARSE_Y(b));
        }
        filled += all;
        __syncthreads();
    }
    for (int p = filled + thread; p < a.most; p += threads)
        key[p] = ~0ull;
    __syncthreads();
}

/* A block of most / 2 threads for each row: a thread for each comparator, and for two neighbours of the sorted products. */
GRAPH_KERNEL void mxm_bhsparse_sort(struct mxm_bhsparse_arguments a)
{
    enum { POSITION_BITS = 9 };
    extern __shared__ unsigned long long mxm_shared[];
    __shared__ int partial[WARP];
    unsigned long long *key = mxm_shared;
    T *product = (T *)(mxm_shared + a.most), *value = (T *)a.value;
    const int thread = (int)threadIdx.x;
    const unsigned long long none = ~0ull >> POSITION_BITS;
    uint32_t row = a.list[blockIdx.x];
    bhsparse_expand(a, row, key, product, POSITION_BITS);
    for (int run = 2; run <= a.most; run *= 2)
        for (int step = run / 2; step > 0; step /= 2) {
            int low = 2 * thread - thread % step, high = low + step;
            unsigned long long x = key[low], y = key[high];
            if ((x > y) == ((low & run) == 0)) {
                key[low] = y;
                key[high] = x;
            }
            __syncthreads();
        }
    int heads = 0, all;
    bool is_head[2];
    for (int k = 0; k < 2; k++) {
        int p = 2 * thread + k;
        unsigned long long j = key[p] >> POSITION_BITS;
        is_head[k] = j != none && (p == 0 || key[p - 1] >> POSITION_BITS != j);
        heads += is_head[k];
    }
    int64_t to = a.offset[row] + scan_block(heads, &all, partial) - heads;
    for (int k = 0; k < 2; k++) {
        int p = 2 * thread + k;
        if (!is_head[k])
            continue;
        unsigned long long j = key[p] >> POSITION_BITS;
        T sum = product[key[p] & ((1u << POSITION_BITS) - 1)];
        for (p++; p < a.most && key[p] >> POSITION_BITS == j; p++)
            sum = add(sum, product[key[p] & ((1u << POSITION_BITS) - 1)]);
        a.column[to] = (int32_t)j;
        value[to++] = sum;
    }
    if (thread == 0)
        a.count[row] = all;
}

/* ---- Longer rows ---- */

/* A sequence of entries with ascending columns, in shared or in global memory. */
struct bhsparse_sequence {
    int32_t *column;
    T *value;
    int64_t n, room;
};

/* Merges m entries of other columns into the sequence in place: from the end, a stretch at a time, since no entry moves to a
 * lower place. */
DEVICE void bhsparse_insert(struct bhsparse_sequence &s, const int32_t *column, const T *value, int64_t m)
{
    enum { EACH = 4 };
    if (m == 0)
        return;
    const int64_t stop = lower_bound(s.column, 0, s.n, column[0]), n = s.n;
    __syncthreads();
    for (int64_t end = n + m; end > stop;) {
        int64_t begin = end - EACH * BHSPARSE_MERGE_THREADS;
        begin = begin > stop ? begin : stop;
        int32_t out_column[EACH];
        T out_value[EACH];
        int64_t p = begin + EACH * (int64_t)threadIdx.x, low = p - n > 0 ? p - n : 0, high = p < m ? p : m;
        int made = 0;
        if (p < end) {
            /* Where the merge path crosses p: `low` of the outputs before p are new entries. */
            while (low < high) {
                int64_t middle = low + (high - low) / 2;
                if (column[middle] < s.column[p - middle - 1])
                    low = middle + 1;
                else
                    high = middle;
            }
            int64_t from = p - low;
            for (; made < EACH && p + made < end; made++) {
                bool is_old = low == m || (from < n && s.column[from] < column[low]);
                out_column[made] = is_old ? s.column[from] : column[low];
                out_value[made] = is_old ? s.value[from] : value[low];
                from += is_old;
                low += !is_old;
            }
        }
        __syncthreads();
        for (int k = 0; k < EACH; k++)
            if (k < made) {
                s.column[p + k] = out_column[k];
                s.value[p + k] = out_value[k];
            }
        __syncthreads();
        end = begin;
    }
    s.n = n + m;
}

/* Merges the products of a row into the sequence, from entry `at` of A and entry `done` of its row of B on.  False if the
 * sequence is full; `at` and `done` are then where to continue. */
DEVICE bool bhsparse_merge_products(const struct mxm_bhsparse_arguments &a, struct bhsparse_sequence &s,
                                    int64_t &at, int64_t &done, int64_t end)
{
    __shared__ int32_t new_column[BHSPARSE_MERGE_THREADS];
    __shared__ T new_value[BHSPARSE_MERGE_THREADS];
    __shared__ int partial[WARP];
    const int thread = (int)threadIdx.x;
    for (; at < end; at++, done = 0) {
        int64_t b = a.B_row_start[a.A_column[at]] + done, b_end = a.B_row_start[a.A_column[at] + 1];
        for (; b < b_end; b += BHSPARSE_MERGE_THREADS, done += BHSPARSE_MERGE_THREADS) {
            int32_t j = -1;
            T x = one();
            int64_t place = 0;
            bool is_there = false, is_new = false;
            int added;
            if (b + thread < b_end) {
                j = a.B_column[b + thread];
                x = mul(BHSPARSE_X(at), BHSPARSE_Y(b + thread));
                place = lower_bound(s.column, 0, s.n, j);
                is_there = place < s.n && s.column[place] == j;
                is_new = !is_there;
            }
            int to = scan_block(is_new, &added, partial) - is_new;
            if (s.n + added > s.room)
                return false;
            if (is_there)
                s.value[place] = add(s.value[place], x);
            if (is_new) {
                new_column[to] = j;
                new_value[to] = x;
            }
            __syncthreads();
            bhsparse_insert(s, new_column, new_value, added);
        }
    }
    return true;
}

/* Merges a later sequence into this one; false, without a change, if the room is too small. */
DEVICE bool bhsparse_merge_sequence(struct bhsparse_sequence &s, struct bhsparse_sequence &later)
{
    __shared__ int partial[WARP];
    int64_t added = 0;
    for (int pass = 0; pass < 2; pass++) {
        const bool is_last = pass == 1;
        if (is_last && s.n + added > s.room)
            return false;
        added = 0;
        for (int64_t base = 0; base < later.n; base += BHSPARSE_MERGE_THREADS) {
            int64_t k = base + threadIdx.x, place = 0;
            bool is_there = false, is_new = false;
            int32_t j = -1;
            T x = one();
            int fresh;
            if (k < later.n) {
                j = later.column[k];
                x = later.value[k];
                place = lower_bound(s.column, 0, s.n, j);
                is_there = place < s.n && s.column[place] == j;
                is_new = !is_there;
            }
            int64_t to = added + scan_block(is_new, &fresh, partial) - is_new;
            if (is_last && is_there)
                s.value[place] = add(s.value[place], x);
            if (is_last && is_new) {
                later.column[to] = j;
                later.value[to] = x;
            }
            added += fresh;
        }
        __syncthreads();
    }
    bhsparse_insert(s, later.column, later.value, added);
    return true;
}

DEVICE void bhsparse_copy(struct bhsparse_sequence &to, const int32_t *column, const T *value, int64_t n)
{
    for (int64_t k = threadIdx.x; k < n; k += BHSPARSE_MERGE_THREADS) {
        to.column[k] = column[k];
        to.value[k] = value[k];
    }
    to.n = n;
    __syncthreads();
}

/* Continues a row, with a block.  While the room fits shared memory the sequence is there during a launch, and in the
 * room between launches.  Later a sequence in shared memory collects entries, which are then merged into the one in the
 * room. */
GRAPH_KERNEL void mxm_bhsparse_merge(struct mxm_bhsparse_merge_arguments m)
{
    extern __shared__ unsigned long long mxm_shared[];
    const struct mxm_bhsparse_arguments &a = m.of;
    const bool is_begun = m.active != nullptr, is_shared = m.room <= m.level;
    uint32_t number = is_begun ? m.active[blockIdx.x] : blockIdx.x, row = a.list[number];
    struct mxm_bhsparse_progress p = {a.A_row_start[row], 0, nullptr, nullptr, 0};
    if (is_begun)
        p = m.progress[number];
    const int64_t end = a.A_row_start[row + 1];
    const int32_t level = is_shared ? (int32_t)m.room : m.level;
    struct bhsparse_sequence near = {(int32_t *)((T *)mxm_shared + level), (T *)mxm_shared, 0, level};
    struct bhsparse_sequence far = {m.column + blockIdx.x * m.room, (T *)m.value + blockIdx.x * m.room, 0,
                                    m.room};
    bool is_done;
    if (is_shared) {
        bhsparse_copy(near, p.column, (const T *)p.value, p.n);
        is_done = bhsparse_merge_products(a, near, p.a, p.b, end);
        __syncthreads();
        bhsparse_copy(far, near.column, near.value, near.n);
    } else {
        bhsparse_copy(far, p.column, (const T *)p.value, p.n);
        for (is_done = false; !is_done;) {
            int64_t at = p.a, done = p.b;
            near.n = 0;
            is_done = bhsparse_merge_products(a, near, at, done, end);
            __syncthreads();
            if (!bhsparse_merge_sequence(far, near)) {
                is_done = false;
                break;
            }
            p.a = at;
            p.b = done;
        }
    }
    if (threadIdx.x != 0)
        return;
    p.column = far.column;
    p.value = far.value;
    p.n = far.n;
    m.progress[number] = p;
    if (is_done)
        a.count[row] = (int32_t)far.n;
    else
        m.next[atomicAdd(m.next_count, 1ull)] = number;
}
