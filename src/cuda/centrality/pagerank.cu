/* A round of PageRank for one column, x' = damping * A' y + base * p, and y' = x' times the inverse weights out.
 *
 * pagerank_tiles: a block reads a merge-path tile, its columns while the kernel ahead still runs, gathers y into shared
 * memory and sums each row in fp64 by as many lanes as it has threads for the row.  It finishes the rows that lie in the
 * tile.  pagerank_join finishes the others, whose parts it adds in the order of the tiles, and adds up what has moved; its
 * last block decides whether there is another round.  No order depends on what runs when, so neither does the result.
 *
 * Sources: Page, Brin, Motwani, Winograd, 1999; Merrill, Garland, SC 2016, for the tiles. */
#include "cuda/primitives/loads.cuh"
#include "cuda/primitives/row_tiles.cuh"

#include "cuda/centrality/pagerank_sums.cuh"

namespace
{

/* ---- Before the rounds ---- */

/* A thread for each row of the matrix of edges out, or a warp where weights are added. */
template <typename T>
__global__ void __launch_bounds__(PAGERANK_THREADS) pagerank_inverse(pagerank_inverse_arguments a)
{
    const int lanes = a.weight != nullptr ? WARP : 1, lane = (int)threadIdx.x & (lanes - 1);
    int dangling = 0;
    for (int64_t v = thread_of_grid() / lanes; v < a.rows; v += threads_of_grid() / lanes) {
        const int64_t begin = a.row_start[v], end = a.row_start[v + 1];
        double sum = 0;
        if (a.weight == nullptr)
            sum = (double)(end - begin);
        else {
#pragma unroll 4
            for (int64_t k = begin + lane; k < end; k += WARP)
                sum += (double)((const T *)a.weight)[k];
            sum = sum_lanes(sum, WARP);
        }
        if (lane == 0) {
            a.inverse[v] = sum > 0 ? 1 / sum : 0;
            dangling += !(sum > 0);
        }
    }
    count_block((uint64_t *)a.dangling, dangling);
}

/* x = p; the sums are those before the first round. */
template <typename T> __global__ void pagerank_begin(pagerank_arguments a)
{
    pagerank_sums sums = {0, 0};
    for (int64_t v = thread_of_grid(); v < a.rows; v += threads_of_grid()) {
        const T x = (T)(a.personalization != nullptr ? a.personalization[v] : a.uniform);
        ((T *)a.x)[v] = x;
        ((T *)a.next)[a.place != nullptr ? a.place[v] : v] = (T)(x * a.inverse[v]);
        sums = plus(sums, change_of(x, x, a.inverse[v]));
    }
    sums = sum_block(sums);
    if (threadIdx.x == 0)
        a.joined[blockIdx.x] = sums;
    if (!is_last_block(a.control))
        return;
    sums = {0, 0};
    for (int b = (int)threadIdx.x; b < (int)gridDim.x; b += PAGERANK_THREADS)
        sums = plus(sums, load_sums(a.joined + b));
    sums = sum_block(sums);
    if (threadIdx.x != 0)
        return;
    a.control->sums[0] = {__longlong_as_double(0x7ff0000000000000LL), sums.dangling};
    a.control->is_done[0] = a.control->sums[0].moved <= a.tolerance;
    a.control->waiting = !a.control->is_done[0];
    a.control->arrived = 0;
}

/* ---- A round ---- */

DEVICE double base_of(const pagerank_arguments &a)
{
    return 1 - a.damping + a.damping * a.control->sums[0].dangling;
}

/* What a row needs besides its sum, read ahead of it. */
template <typename T> struct row_state {
    T before;
    int32_t place;
    double inverse, p;
};

template <typename T> DEVICE row_state<T> load_row(const pagerank_arguments &a, int64_t row)
{
    return {((const T *)a.x)[row], a.place != nullptr ? a.place[row] : (int32_t)row, a.inverse[row],
            a.personalization != nullptr ? a.personalization[row] : a.uniform};
}

template <typename T>
DEVICE pagerank_sums finish_row(const pagerank_arguments &a, int64_t row, const row_state<T> &r, double sum,
                                double base)
{
    const T after = (T)(a.damping * sum + base * r.p);
    ((T *)a.x)[row] = after;
    ((T *)a.next)[r.place] = (T)(after * r.inverse);
    return change_of(r.before, after, r.inverse);
}

/* Row s of tile b has this sum there. */
template <typename T>
DEVICE pagerank_sums finish_part(const pagerank_arguments &a, const tile &t, int64_t b, int s,
                                 const row_state<T> &r, double sum, double base)
{
    if (s == 0 && t.slot >= 0)
        a.piece[b] = sum;
    else if (s >= t.ending)
        a.begun[b] = sum;
    else
        return finish_row<T>(a, t.first_row + s, r, sum, base);
    return {0, 0};
}

/* Lane `lane` of `lanes` sums its part of the products begin .. end - 1. */
template <typename S> DEVICE double sum_products(const S *product, int begin, int end, int lane, int lanes)
{
    double sum = 0;
    for (int k = begin + lane; k < end; k += lanes)
        sum += (double)product[in_bank(k)];
    return sum;
}

enum { BLOCK_ROWS = 8, LONG_FOR_LANE = 32, TILE_WARPS = PAGERANK_THREADS / WARP };

/* Lanes for a row of a tile; 0: a block sums its rows one by one. */
DEVICE int lanes_of_row(const tile &t)
{
    int lanes = 1;
    if (t.rows < BLOCK_ROWS)
        return 0;
    while (lanes < WARP && 2 * lanes * t.rows <= PAGERANK_THREADS)
        lanes *= 2;
    return lanes;
}

/* The row that this thread finishes first, if it has one. */
DEVICE int first_row_of(const tile &t, int lanes)
{
    const int thread = (int)threadIdx.x, s = lanes == 0 ? thread : thread / lanes;
    return s < t.rows && (lanes == 0 || (thread & (lanes - 1)) == 0) ? s : -1;
}

/* The same for a tile of a small number of rows, each by the whole block: the sums are in the first thread.  `only` is the
 * thread's part if there is one row. */
template <typename T, typename S>
DEVICE pagerank_sums fold_long_rows(const pagerank_arguments &a, const tile &t, const S *product,
                                    const uint16_t *ends, double only, const row_state<T> &ahead, double base)
{
    __shared__ double warp_sum[BLOCK_ROWS][TILE_WARPS];
    const int thread = (int)threadIdx.x;
    pagerank_sums sums = {0, 0};
    for (int s = 0; s < t.rows; s++) {
        double x = only;
        if (t.rows > 1)
            x = sum_products(product, ends[s], ends[s + 1], thread, PAGERANK_THREADS);
        x = sum_lanes(x, WARP);
        if (lane_of_warp() == 0)
            warp_sum[s][thread / WARP] = x;
    }
    __syncthreads();
    if (thread >= WARP)
        return sums;
    if (thread < t.rows) {
        double x = 0;
        for (int w = 0; w < TILE_WARPS; w++)
            x += warp_sum[thread][w];
        sums = finish_part<T>(a, t, blockIdx.x, thread, ahead, x, base);
    }
    return {sum_lanes(sums.moved, BLOCK_ROWS), sum_lanes(sums.dangling, BLOCK_ROWS)};
}

/* Sums the rows of a tile and finishes them; `ahead` is of the first row of the thread. */
template <typename T, typename S>
DEVICE pagerank_sums fold_rows(const pagerank_arguments &a, const tile &t, const S *product,
                               const uint16_t *ends, int lanes, const row_state<T> &ahead, double base)
{
    const int thread = (int)threadIdx.x;
    pagerank_sums sums = {0, 0};
    int s = thread / lanes;
    for (int before = 0; before < t.rows; before += PAGERANK_THREADS / lanes, s += PAGERANK_THREADS / lanes) {
        const int begin = s < t.rows ? ends[s] : 0, end = s < t.rows ? ends[s + 1] : 0;
        /* The whole warp sums a row that is long for its lanes. */
        const bool is_long = end - begin > LONG_FOR_LANE * lanes;
        const bool is_mine = s < t.rows && (thread & (lanes - 1)) == 0;
        row_state<T> r = ahead;
        if (before > 0 && is_mine)
            r = load_row<T>(a, t.first_row + s);
        double x = sum_lanes(sum_products(product, begin, is_long ? begin : end, thread & (lanes - 1), lanes),
                             lanes);
        for (unsigned pending = __ballot_sync(ALL_LANES, is_mine && is_long); pending != 0;
             pending &= pending - 1) {
            const int owner = __ffs((int)pending) - 1;
            const int first = __shfl_sync(ALL_LANES, begin, owner), last = __shfl_sync(ALL_LANES, end, owner);
            const double y = sum_lanes(sum_products(product, first, last, lane_of_warp(), WARP), WARP);
            x = lane_of_warp() == owner ? y : x;
        }
        if (is_mine)
            sums = plus(sums, finish_part<T>(a, t, blockIdx.x, s, r, x, base));
    }
    return sums;
}

/* What a product is stored as: that of a weight is not rounded to fp32. */
template <typename T, bool IS_WEIGHTED> struct product_of {
    typedef T type;
};
template <> struct product_of<float, true> {
    typedef double type;
};

template <typename T, bool IS_WEIGHTED>
__global__ void __launch_bounds__(PAGERANK_THREADS,
                                  sizeof(typename product_of<T, IS_WEIGHTED>::type) == 8 ? 5 : 6)
    pagerank_tiles(pagerank_arguments a)
{
    typedef typename product_of<T, IS_WEIGHTED>::type S;
    enum { AT_ONCE = PAGERANK_TILE / PAGERANK_THREADS };
    __shared__ S product[PAGERANK_TILE + PAGERANK_TILE / 32 + 1];
    __shared__ uint16_t ends[PAGERANK_ITEMS + 2];
    const int thread = (int)threadIdx.x;
    trigger_dependents();
    const tile t = tile_at(a.cuts, blockIdx.x);
    load_row_ends<PAGERANK_THREADS>(ends, a.cuts, t);
    int32_t column[AT_ONCE];
    T weight[AT_ONCE];
#pragma unroll
    for (int l = 0; l < AT_ONCE; l++)
        column[l] = l * PAGERANK_THREADS + thread < t.entries
                        ? load_once(a.column + t.first + l * PAGERANK_THREADS + thread)
                        : -1;
#pragma unroll
    for (int l = 0; l < AT_ONCE; l++)
        weight[l] = IS_WEIGHTED && column[l] >= 0
                        ? load_once((const T *)a.weight + t.first + l * PAGERANK_THREADS + thread)
                        : (T)1;
    grid_dependency_wait();
    if (a.control->is_done[0])
        return;
    const double base = base_of(a);
    const int lanes = lanes_of_row(t), mine = first_row_of(t, lanes);
    S y[AT_ONCE];
#pragma unroll
    for (int l = 0; l < AT_ONCE; l++)
        y[l] = column[l] >= 0 ? (S)((const T *)a.y)[column[l]] : (S)0;
    row_state<T> ahead = {(T)0, 0, 0, 0};
    if (mine >= 0)
        ahead = load_row<T>(a, t.first_row + mine);
    end_of_loads();
#pragma unroll
    for (int l = 0; IS_WEIGHTED && l < AT_ONCE; l++)
        y[l] *= (S)weight[l];
    pagerank_sums sums;
    double only = 0;
    if (t.rows == 1) {
#pragma unroll
        for (int l = 0; l < AT_ONCE; l++)
            only += (double)y[l];
    } else {
#pragma unroll
        for (int l = 0; l < AT_ONCE; l++)
            product[in_bank(l * PAGERANK_THREADS + thread)] = y[l];
        __syncthreads();
    }
    if (lanes == 0)
        sums = fold_long_rows<T>(a, t, product, ends, only, ahead, base);
    else
        sums = sum_block(fold_rows<T>(a, t, product, ends, lanes, ahead, base));
    if (thread == 0)
        a.part[blockIdx.x] = sums;
}

/* A thread for each tile.  It finishes the row whose second tile that is; a row of many tiles is added by the warp. */
template <typename T> __global__ void __launch_bounds__(PAGERANK_THREADS) pagerank_join(pagerank_arguments a)
{
    enum { LANE_PIECES = 4 };
    const int64_t t = thread_of_grid();
    const bool is_tile = t < a.cuts.tiles;
    trigger_dependents();
    const bool is_head = is_tile && a.cuts.slot[t] >= 0 && a.cuts.first_piece[t] == t;
    const int pieces = is_head ? a.cuts.pieces_of_row[t] : 0;
    const int64_t row = is_head ? a.cuts.row[t] : 0;
    grid_dependency_wait();
    if (a.control->is_done[0])
        return;
    const double base = base_of(a);
    pagerank_sums sums = is_tile ? load_sums(a.part + t) : pagerank_sums{0, 0};
    double sum = is_head ? a.begun[t - 1] : 0;
    for (int k = 0; pieces <= LANE_PIECES && k < pieces; k++)
        sum += a.piece[t + k];
    for (unsigned pending = __ballot_sync(ALL_LANES, pieces > LANE_PIECES); pending != 0;
         pending &= pending - 1) {
        const int owner = __ffs((int)pending) - 1, count = __shfl_sync(ALL_LANES, pieces, owner);
        const int64_t first = __shfl_sync(ALL_LANES, t, owner);
        double rest = 0;
        for (int k = lane_of_warp(); k < count; k += WARP)
            rest += a.piece[first + k];
        rest = sum_lanes(rest, WARP);
        sum += lane_of_warp() == owner ? rest : 0;
    }
    if (is_head)
        sums = plus(sums, finish_row<T>(a, row, load_row<T>(a, row), sum, base));
    sums = sum_block(sums);
    if (threadIdx.x == 0)
        a.joined[blockIdx.x] = sums;
    if (!is_last_block(a.control))
        return;
    sums = {0, 0};
    for (int b = (int)threadIdx.x; b < (int)gridDim.x; b += PAGERANK_THREADS)
        sums = plus(sums, load_sums(a.joined + b));
    sums = sum_block(sums);
    if (threadIdx.x != 0)
        return;
    a.control->rounds++;
    a.control->arrived = 0;
    end_column(a, 0, sums);
}

} // namespace

#define OF_TYPES(name)                                                                                       \
    {                                                                                                        \
        (const void *)name<float>, (const void *)name<double>                                                \
    }
extern "C" const void *const graph__cuda_pagerank_inverse[2] = OF_TYPES(pagerank_inverse);
extern "C" const void *const graph__cuda_pagerank_begin[2] = OF_TYPES(pagerank_begin);
extern "C" const void *const graph__cuda_pagerank_join[2] = OF_TYPES(pagerank_join);
extern "C" const void *const graph__cuda_pagerank_tiles[2][2] = {
    {(const void *)pagerank_tiles<float, false>, (const void *)pagerank_tiles<float, true>},
    {(const void *)pagerank_tiles<double, false>, (const void *)pagerank_tiles<double, true>}};
