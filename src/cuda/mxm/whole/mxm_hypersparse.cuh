/* C = A B in one launch, for matrices nearly all of whose rows are empty (hypersparse: Buluc and Gilbert, IPDPS 2008).  A
 * block takes a tile of MXM_HYPERSPARSE_ROWS rows, finds the live entries of A, those that meet entries of B, and makes
 * their products.  The look-back scan over the numbers of entries (lookback.cuh) gives its place in C, and it writes the
 * starts of its rows and their entries.  Each row start of A is read once and each of C written once.  A tile with too
 * many entries or products ends the method: the product is then made by bins of rows. */
#include "cuda/mxm/analysis/mxm_values.cuh"

#include "cuda/primitives/lookback.cuh"

#include "cuda/mxm/whole/mxm_small_arguments.h"

enum {
    HYPERSPARSE_ENTRY_WORDS = MXM_HYPERSPARSE_ENTRIES / WARP,
    HYPERSPARSE_PRODUCT_WORDS = MXM_HYPERSPARSE_PRODUCTS / WARP,
    HYPERSPARSE_ROWS_EACH = MXM_HYPERSPARSE_ROWS / MXM_HYPERSPARSE_THREADS,
    HYPERSPARSE_PRODUCTS_EACH = MXM_HYPERSPARSE_PRODUCTS / MXM_HYPERSPARSE_THREADS,
    HYPERSPARSE_LOADS = 4,
    HYPERSPARSE_LOOKBACKS = 1,
    HYPERSPARSE_BLOCKS = 8 /* on a multiprocessor: nearly all of the time is waiting for memory */
};

/* A set of numbers below 32 * WORDS, and the numbers of its members before each word. */
template <int WORDS> struct hypersparse_set {
    uint32_t bits[WORDS + 1];
    int before[WORDS + 1];
};

template <int WORDS> DEVICE bool is_in(const struct hypersparse_set<WORDS> &set, int k)
{
    return (set.bits[k / WARP] >> (k % WARP) & 1) != 0;
}

template <int WORDS> DEVICE int count_before(const struct hypersparse_set<WORDS> &set, int k)
{
    return set.before[k / WARP] + __popc(set.bits[k / WARP] & ((1u << (k % WARP)) - 1));
}

/* By a warp, when the bits of all words are there; gives how many there are. */
template <int WORDS> DEVICE int close_set(struct hypersparse_set<WORDS> &set)
{
    const int lane = lane_of_warp();
    int before = 0;
    for (int first = 0; first <= WORDS; first += WARP) {
        const int count = first + lane < WORDS ? __popc(set.bits[first + lane]) : 0, sum = scan_warp(count);
        if (first + lane <= WORDS)
            set.before[first + lane] = before + sum - count;
        before += __shfl_sync(ALL_LANES, sum, WARP - 1);
    }
    return before;
}

struct hypersparse_tile {
    uint16_t row_start[MXM_HYPERSPARSE_ROWS + 1]; /* entries of A in the rows before */
    struct hypersparse_set<HYPERSPARSE_ENTRY_WORDS> live;
    struct hypersparse_set<HYPERSPARSE_PRODUCT_WORDS> head; /* the first product of each entry of C */
    int lives, products;
    /* Of the live entries: which they are, their rows, where their rows of B begin, the products before. */
    uint16_t entry[MXM_HYPERSPARSE_LIVE], row[MXM_HYPERSPARSE_LIVE];
    int64_t B_start[MXM_HYPERSPARSE_LIVE];
    int product_start[MXM_HYPERSPARSE_LIVE + 1], length[MXM_HYPERSPARSE_LIVE];
    int32_t column[MXM_HYPERSPARSE_PRODUCTS];
    T value[MXM_HYPERSPARSE_PRODUCTS];
    unsigned long long word;
    int partial[MXM_HYPERSPARSE_THREADS / WARP];
};

/* The last of n ascending numbers that is not above x; the first is not. */
template <class NUMBER> DEVICE int last_up_to(const NUMBER *number, int n, int x)
{
    int low = 0, high = n;
    while (high - low > 1) {
        const int middle = (low + high) / 2;
        if ((int)number[middle] <= x)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* Which of the n entries of A in the tile, from `base` on, are live. */
DEVICE void hypersparse_find_live(const struct mxm_row_arguments &a, struct hypersparse_tile &t, int64_t base,
                                  int n)
{
    for (int first = 0; first < MXM_HYPERSPARSE_ENTRIES;
         first += HYPERSPARSE_LOADS * MXM_HYPERSPARSE_THREADS) {
        int32_t k[HYPERSPARSE_LOADS];
        bool is_live[HYPERSPARSE_LOADS];
#pragma unroll
        for (int l = 0; l < HYPERSPARSE_LOADS; l++) {
            const int e = first + l * MXM_HYPERSPARSE_THREADS + (int)threadIdx.x;
            k[l] = e < n ? a.A_column[base + e] : -1;
        }
#pragma unroll
        for (int l = 0; l < HYPERSPARSE_LOADS; l++)
            is_live[l] = k[l] >= 0 && a.B_row_start[k[l]] != a.B_row_start[k[l] + 1];
#pragma unroll
        for (int l = 0; l < HYPERSPARSE_LOADS; l++) {
            const unsigned bits = __ballot_sync(ALL_LANES, is_live[l]);
            if (lane_of_warp() == 0)
                t.live.bits[(first + l * MXM_HYPERSPARSE_THREADS + (int)threadIdx.x) / WARP] = bits;
        }
    }
}

/* Lists them, with their products. */
DEVICE void hypersparse_list_live(const struct mxm_row_arguments &a, struct hypersparse_tile &t, int64_t base,
                                  int n)
{
    for (int e = (int)threadIdx.x; e < n; e += MXM_HYPERSPARSE_THREADS)
        if (is_in(t.live, e)) {
            const int place = count_before(t.live, e);
            const int32_t k = a.A_column[base + e];
            const int64_t start = a.B_row_start[k], length = a.B_row_start[k + 1] - start;
            t.entry[place] = (uint16_t)e;
            t.B_start[place] = start;
            t.length[place] = length <= MXM_HYPERSPARSE_PRODUCTS ? (int)length : MXM_HYPERSPARSE_PRODUCTS + 1;
        }
    __syncthreads();
    const bool is_listed = (int)threadIdx.x < t.lives;
    const int products = is_listed ? t.length[threadIdx.x] : 0;
    int all;
    const int sum = scan_block(products, &all, t.partial);
    if (is_listed) {
        t.product_start[threadIdx.x] = sum - products;
        /* Empty rows begin where the next one does. */
        t.row[threadIdx.x] = (uint16_t)last_up_to(t.row_start, MXM_HYPERSPARSE_ROWS, t.entry[threadIdx.x]);
    }
    if (threadIdx.x == 0) {
        t.product_start[t.lives] = all;
        t.products = all;
    }
    __syncthreads();
}

/* A product: where those of its row begin and end, and whether they are all of one entry of A. */
struct hypersparse_product {
    int begin, end;
    bool is_alone;
};

DEVICE struct hypersparse_product hypersparse_make(const struct mxm_row_arguments &a,
                                                   struct hypersparse_tile &t, int64_t base, int q)
{
    const int live = last_up_to(t.product_start, t.lives, q);
    const int64_t b = t.B_start[live] + q - t.product_start[live];
    int first = live, last = live;
    t.column[q] = a.B_column[b];
    t.value[q] = mul(X_VALUE((const T *)a.A_value, base + t.entry[live]), Y_VALUE((const T *)a.B_value, b));
    while (first > 0 && t.row[first - 1] == t.row[live])
        first--;
    while (last + 1 < t.lives && t.row[last + 1] == t.row[live])
        last++;
    return {t.product_start[first], t.product_start[last + 1], first == last};
}

DEVICE bool hypersparse_is_head(const struct hypersparse_tile &t, struct hypersparse_product p, int q)
{
    bool is_head = true;
    for (int other = p.begin; other < q && !p.is_alone; other++)
        is_head = is_head && t.column[other] != t.column[q];
    return is_head;
}

/* The entry of C that product q is the first of; `start`: of the tile in C. */
DEVICE void hypersparse_write(const struct mxm_small_arguments &a, const struct hypersparse_tile &t,
                              struct hypersparse_product p, int q, int64_t start)
{
    int64_t to = start + count_before(t.head, p.begin);
    T sum = t.value[q];
    if (p.is_alone)
        to += q - p.begin;
    else
        for (int other = p.begin; other < p.end; other++) {
            to += t.column[other] < t.column[q] && is_in(t.head, other);
            if (other > q && t.column[other] == t.column[q])
                sum = add(sum, t.value[other]);
        }
    if (to < a.C_room) {
        a.row.column[to] = t.column[q];
        ((T *)a.row.value)[to] = sum;
    }
}

GRAPH_KERNEL void __launch_bounds__(MXM_HYPERSPARSE_THREADS, HYPERSPARSE_BLOCKS)
    mxm_hypersparse(struct mxm_small_arguments a)
{
    __shared__ struct hypersparse_tile t;
    const int64_t tile = blockIdx.x, first_row = tile * MXM_HYPERSPARSE_ROWS;
    const int rows =
        a.rows - first_row < MXM_HYPERSPARSE_ROWS ? (int)(a.rows - first_row) : (int)MXM_HYPERSPARSE_ROWS;
    const int64_t *row_start = a.row.A_row_start + first_row, base = row_start[0];
    const int64_t in_tile = row_start[rows] - base;
    bool is_refused = in_tile > MXM_HYPERSPARSE_ENTRIES;
    const int n = is_refused ? 0 : (int)in_tile;
    struct hypersparse_product product[HYPERSPARSE_PRODUCTS_EACH];
#pragma unroll
    for (int r = 0; r < HYPERSPARSE_ROWS_EACH; r++) {
        const int row = r * MXM_HYPERSPARSE_THREADS + (int)threadIdx.x;
        t.row_start[row] = (uint16_t)(row < rows ? row_start[row] - base : in_tile);
    }
    if (threadIdx.x == 0)
        t.row_start[MXM_HYPERSPARSE_ROWS] = (uint16_t)n;
    hypersparse_find_live(a.row, t, base, n);
    __syncthreads();
    if (threadIdx.x < WARP) {
        const int lives = close_set(t.live);
        if (threadIdx.x == 0)
            t.lives = lives;
    }
    __syncthreads();
    is_refused = is_refused || t.lives > MXM_HYPERSPARSE_LIVE;
    if (!is_refused) {
        hypersparse_list_live(a.row, t, base, n);
        is_refused = t.products > MXM_HYPERSPARSE_PRODUCTS;
    }
    const int products = is_refused ? 0 : t.products;
#pragma unroll
    for (int l = 0; l < HYPERSPARSE_PRODUCTS_EACH; l++) {
        const int q = l * MXM_HYPERSPARSE_THREADS + (int)threadIdx.x;
        product[l] = {0, 0, true};
        if (q < products)
            product[l] = hypersparse_make(a.row, t, base, q);
    }
    __syncthreads();
#pragma unroll
    for (int l = 0; l < HYPERSPARSE_PRODUCTS_EACH; l++) {
        const int q = l * MXM_HYPERSPARSE_THREADS + (int)threadIdx.x;
        const unsigned bits = __ballot_sync(ALL_LANES, q < products && hypersparse_is_head(t, product[l], q));
        if (lane_of_warp() == 0)
            t.head.bits[q / WARP] = bits;
    }
    __syncthreads();
    if (threadIdx.x < WARP) {
        const int entries = close_set(t.head);
        if (threadIdx.x == 0) {
            t.word = word_of_tile(entries, products, is_refused);
            publish_word(a.words, tile, t.word);
        }
    }
    const int64_t start =
        entries_before<HYPERSPARSE_LOOKBACKS>(a.words, tile, &t.word, a.C_row_start + a.rows, is_refused);
    if (is_refused)
        return;
#pragma unroll
    for (int r = 0; r < HYPERSPARSE_ROWS_EACH; r++) {
        const int row = r * MXM_HYPERSPARSE_THREADS + (int)threadIdx.x;
        if (row < rows)
            a.C_row_start[first_row + row] =
                start + count_before(t.head, t.product_start[count_before(t.live, t.row_start[row])]);
    }
#pragma unroll
    for (int l = 0; l < HYPERSPARSE_PRODUCTS_EACH; l++) {
        const int q = l * MXM_HYPERSPARSE_THREADS + (int)threadIdx.x;
        if (q < products && is_in(t.head, q))
            hypersparse_write(a, t, product[l], q, start);
    }
}
