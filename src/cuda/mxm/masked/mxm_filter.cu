/* The products A(i,k) B(k,j) at positions (i,j) that a mask admits, as a matrix: its row e holds those entries of row k of B
 * that entry e of A, which is A(i,k), meets where row i of the mask admits them.  Products are numbered through by e and
 * then j; a tile of them tests its positions and sets a bit for each that stays, and after a scan of the bits the columns
 * and values of those are moved together.  Over any_pair, where bits for all positions are affordable, the products only set
 * their bits, and those of the mask are cleared. */
#include "cuda/mxm/masked/mxm_filter.cuh"
#include "cuda/primitives/value_sizes.cuh"

GRAPH_KERNEL void mxm_filter_entries(struct mxm_filter_arguments a)
{
    alignas(16) __shared__ int32_t row[TILE];
    find_tile_rows(row, a.A);
    for (int item = 0; item < TILE_ITEMS; item++) {
        const int64_t e = entry_of_tile(item);
        if (e >= a.A.entries)
            break;
        const int32_t i = row[item * TILE_THREADS + threadIdx.x], k = a.A_column[e];
        const int64_t first = a.B_start[k], masked = a.mask_start[i + 1] - a.mask_start[i];
        if (a.number != nullptr)
            a.number[e] = (int32_t)e;
        a.row[e] = i;
        a.B_first[e] = first;
        a.start[e] = masked == (a.is_complement ? a.columns : 0) ? 0 : a.B_start[k + 1] - first;
    }
}

GRAPH_KERNEL void mxm_filter_bits(struct mxm_filter_arguments a)
{
    alignas(16) __shared__ int32_t row[TILE];
    find_tile_rows(row, a.mask);
    for (int item = 0; item < TILE_ITEMS; item++) {
        const int64_t e = entry_of_tile(item);
        const bool is_entry = e < a.mask.entries;
        const int32_t j = is_entry ? a.mask_column[e] : 0;
        uint32_t *word =
            is_entry ? a.mask_bits + row[item * TILE_THREADS + threadIdx.x] * a.words + j / 32 : nullptr;
        /* Neighbours of a word set their bits together. */
        const unsigned peers = __match_any_sync(ALL_LANES, (unsigned long long)word),
                       bits = __reduce_or_sync(peers, is_entry ? 1u << j % 32 : 0);
        if (!is_entry || lane_of_warp() != __ffs((int)peers) - 1)
            continue;
        if (a.clears_bits)
            atomicAnd(word, ~bits);
        else
            atomicOr(word, bits);
    }
}

DEVICE bool filter_admits(const struct mxm_filter_arguments &a, int64_t i, int32_t j)
{
    if (a.mask_bits != nullptr)
        return (a.mask_bits[i * a.words + j / 32] >> j % 32 & 1) != a.is_complement;
    const int64_t end = a.mask_start[i + 1], at = lower_bound(a.mask_column, a.mask_start[i], end, j);
    return (at < end && a.mask_column[at] == j) != a.is_complement;
}

GRAPH_KERNEL void mxm_filter_test(struct mxm_filter_arguments a)
{
    alignas(16) __shared__ int32_t owner[TILE];
    int32_t i[TILE_ITEMS], j[TILE_ITEMS];
    find_tile_rows(owner, a.products);
    filter_positions(i, j, owner, a);
#pragma unroll
    for (int item = 0; item < TILE_ITEMS; item++) {
        const int64_t q = entry_of_tile(item);
        const uint32_t bits = __ballot_sync(ALL_LANES, j[item] >= 0 && filter_admits(a, i[item], j[item]));
        if (q < a.products.entries && lane_of_warp() == 0)
            a.selection.bits[q / 32] = bits;
    }
}

/* Sets the bits of the positions of all products, where those of the mask are set. */
GRAPH_KERNEL void mxm_filter_mark(struct mxm_filter_arguments a)
{
    alignas(16) __shared__ int32_t owner[TILE];
    uint32_t *word[TILE_ITEMS], bit[TILE_ITEMS], seen[TILE_ITEMS];
    find_tile_rows(owner, a.products);
#pragma unroll
    for (int item = 0; item < TILE_ITEMS; item++) {
        const int64_t q = entry_of_tile(item);
        const int32_t e = owner[item * TILE_THREADS + threadIdx.x],
                      j = q < a.products.entries ? a.B_column[filter_entry(a, e, q)] : -1;
        word[item] = j >= 0 ? a.mask_bits + a.row[e] * a.words + j / 32 : nullptr;
        bit[item] = 1u << (j & 31);
    }
    __syncwarp();
#pragma unroll
    for (int item = 0; item < TILE_ITEMS; item++)
        seen[item] = word[item] != nullptr ? *(const volatile uint32_t *)word[item] : ~0u;
    __syncwarp();
#pragma unroll
    for (int item = 0; item < TILE_ITEMS; item++)
        if ((seen[item] & bit[item]) == 0)
            atomicOr(word[item], bit[item]);
}

/* The columns of the bits, and where rows of them begin. */
GRAPH_KERNEL void mxm_filter_columns(struct mxm_filter_arguments a)
{
    const int64_t words = a.rows * a.words;
    for (int64_t w = thread_of_grid(); w <= words; w += threads_of_grid()) {
        const int64_t i = w / a.words, first = (w - i * a.words) * 32;
        int64_t to = a.selection.rank[w];
        if (first == 0)
            a.C_start[i] = to;
        for (uint32_t bits = w < words ? a.mask_bits[w] : 0; bits != 0; bits &= bits - 1)
            a.column[to++] = (int32_t)first + __ffs((int)bits) - 1;
    }
}

template <typename V> static __global__ void mxm_filter_move(struct mxm_filter_arguments a)
{
    alignas(16) __shared__ int32_t owner[TILE];
    const int64_t first = (int64_t)blockIdx.x * TILE,
                  end = first + TILE < a.products.entries ? first + TILE : a.products.entries;
    if (a.selection.rank[first / 32] == a.selection.rank[(end + 31) / 32])
        return;
    find_tile_rows(owner, a.products);
#pragma unroll
    for (int item = 0; item < TILE_ITEMS; item++) {
        const int64_t q = entry_of_tile(item);
        if (q >= end || !is_selected(a.selection, q))
            continue;
        const int64_t to = rank_of(a.selection, q),
                      b = filter_entry(a, owner[item * TILE_THREADS + threadIdx.x], q);
        a.column[to] = a.B_column[b];
        if constexpr (has_values<V>::is)
            ((V *)a.value)[to] = ((const V *)a.B_value)[b];
    }
}

EXPORT(mxm_filter_entries)
EXPORT(mxm_filter_bits)
EXPORT(mxm_filter_test)
EXPORT(mxm_filter_mark)
EXPORT(mxm_filter_columns)
EXPORT_SIZES(mxm_filter_move)
