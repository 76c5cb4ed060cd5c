/* A round of PageRank for several columns, one for each seed: element v * LANES + l of the arrays is that of column l.
 *
 * A group of LANES lanes takes a merge-path tile, each lane its column, and walks along the rows of the tile: an edge costs
 * one read of 64 neighbouring bytes.  pagerank_lanes_join finishes rows in several tiles, as in pagerank.cu.  A column that
 * is done keeps its values, so what a column computes does not depend on the others. */
#include "cuda/primitives/loads.cuh"

#include "cuda/centrality/pagerank_sums.cuh"

namespace
{

template <typename T> struct lanes_of {
    enum {
        LANES = sizeof(T) == 4 ? (int)PAGERANK_LANES_FP32 : (int)PAGERANK_LANES_FP64,
        GROUPS = PAGERANK_THREADS / LANES,
        AT_ONCE = sizeof(T) == 4 ? 16 : 8
    };
};

/* The sums of each column over the groups of a block, in their order; a thread below LANES gets those of its column. */
template <typename T> DEVICE pagerank_sums sum_groups(pagerank_sums x)
{
    enum { LANES = lanes_of<T>::LANES, GROUPS = lanes_of<T>::GROUPS };
    __shared__ pagerank_sums of_group[PAGERANK_THREADS];
    __syncthreads();
    of_group[threadIdx.x] = x;
    __syncthreads();
    x = {0, 0};
    for (int g = 0; g < GROUPS && threadIdx.x < LANES; g++)
        x = plus(x, of_group[g * LANES + threadIdx.x]);
    return x;
}

/* x is 1 at the seed of each column. */
template <typename T> __global__ void pagerank_lanes_begin(pagerank_arguments a)
{
    enum { LANES = lanes_of<T>::LANES };
    const int l = (int)threadIdx.x % LANES;
    const int64_t seed = l < a.columns ? a.seed[l] : -1;
    for (int64_t k = thread_of_grid(); k < a.rows * LANES; k += threads_of_grid()) {
        const int64_t v = k / LANES;
        const T x = seed == v ? (T)1 : (T)0;
        ((T *)a.x)[k] = x;
        ((T *)a.next)[k] = (T)(x * a.inverse[v]);
    }
    if (thread_of_grid() >= LANES)
        return;
    a.control->sums[l] = {__longlong_as_double(0x7ff0000000000000LL),
                          seed >= 0 && a.inverse[seed] == 0 ? 1.0 : 0.0};
    a.control->is_done[l] = l >= a.columns;
    if (l == 0)
        a.control->waiting = a.columns;
}

/* What a lane needs for its element of a row besides the sum, read ahead of it. */
template <typename T> struct element_state {
    T before;
    double inverse;
};

template <typename T> DEVICE element_state<T> load_element(const pagerank_arguments &a, int64_t row, int l)
{
    return {((const T *)a.x)[row * lanes_of<T>::LANES + l], a.inverse[row]};
}

/* What a lane knows of its column. */
struct column_state {
    double base;
    int64_t seed;
    bool is_done;
};

DEVICE column_state state_of(const pagerank_arguments &a, int l)
{
    return {1 - a.damping + a.damping * a.control->sums[l].dangling, l < a.columns ? a.seed[l] : -1,
            a.control->is_done[l] != 0};
}

template <typename T>
DEVICE pagerank_sums finish_element(const pagerank_arguments &a, int64_t row, int l,
                                    const element_state<T> &e, double sum, const column_state &c)
{
    const int64_t k = row * lanes_of<T>::LANES + l;
    const T after = c.is_done ? e.before : (T)(a.damping * sum + (c.seed == row ? c.base : 0));
    if (!c.is_done)
        ((T *)a.x)[k] = after;
    ((T *)a.next)[k] = (T)(after * e.inverse);
    return change_of(e.before, after, e.inverse);
}

/* The sum over the entries first .. end - 1 for this lane's column. */
template <typename T, bool IS_WEIGHTED>
DEVICE double sum_entries(const pagerank_arguments &a, int64_t first, int64_t end, int l)
{
    enum { LANES = lanes_of<T>::LANES, AT_ONCE = lanes_of<T>::AT_ONCE };
    const T *y = (const T *)a.y + l;
    double sum = 0;
    for (; first < end; first += AT_ONCE) {
        int32_t column[AT_ONCE];
        T x[AT_ONCE], weight[AT_ONCE];
#pragma unroll
        for (int k = 0; k < AT_ONCE; k++)
            column[k] = first + k < end ? load_constant(a.column + first + k) : -1;
#pragma unroll
        for (int k = 0; k < AT_ONCE; k++)
            x[k] = column[k] >= 0 ? y[(int64_t)column[k] * LANES] : (T)0;
#pragma unroll
        for (int k = 0; IS_WEIGHTED && k < AT_ONCE; k++)
            weight[k] = column[k] >= 0 ? load_constant((const T *)a.weight + first + k) : (T)0;
#pragma unroll
        for (int k = 0; k < AT_ONCE; k++)
            sum += IS_WEIGHTED ? (double)weight[k] * (double)x[k] : (double)x[k];
    }
    return sum;
}

template <typename T, bool IS_WEIGHTED>
__global__ void __launch_bounds__(PAGERANK_THREADS) pagerank_lanes_tiles(pagerank_arguments a)
{
    enum { LANES = lanes_of<T>::LANES, GROUPS = lanes_of<T>::GROUPS };
    const int l = (int)threadIdx.x % LANES;
    const int64_t t = (int64_t)blockIdx.x * GROUPS + threadIdx.x / LANES;
    pagerank_sums sums = {0, 0};
    trigger_dependents();
    grid_dependency_wait();
    if (a.control->waiting == 0)
        return;
    if (t < a.cuts.tiles) {
        const column_state c = state_of(a, l);
        const int64_t last = a.cuts.entry[t + 1], end_row = a.cuts.row[t + 1];
        const bool goes_on = a.cuts.slot[t + 1] >= 0;
        int64_t first = a.cuts.entry[t], row = a.cuts.row[t];
        int64_t row_end = row < a.rows ? a.row_start[row + 1] : 0;
        bool is_piece = a.cuts.slot[t] >= 0;
        for (; row < end_row + goes_on; row++) {
            const int64_t end = row_end < last ? row_end : last;
            const element_state<T> e = load_element<T>(a, row, l);
            row_end = row + 1 < a.rows ? a.row_start[row + 2] : 0;
            const double sum = sum_entries<T, IS_WEIGHTED>(a, first, end, l);
            if (is_piece)
                a.piece[t * LANES + l] = sum;
            else if (row == end_row)
                a.begun[t * LANES + l] = sum;
            else
                sums = plus(sums, finish_element<T>(a, row, l, e, sum, c));
            is_piece = false;
            first = end;
        }
    }
    sums = sum_groups<T>(sums);
    if (threadIdx.x < LANES)
        a.part[(int64_t)blockIdx.x * LANES + l] = sums;
}

/* A block takes a stretch of the blocks of pagerank_lanes_tiles: their sums, and the rows that they did not finish. */
template <typename T>
__global__ void __launch_bounds__(PAGERANK_THREADS) pagerank_lanes_join(pagerank_arguments a)
{
    enum { LANES = lanes_of<T>::LANES, GROUPS = lanes_of<T>::GROUPS };
    const int l = (int)threadIdx.x % LANES;
    const int64_t blocks = (a.cuts.tiles + GROUPS - 1) / GROUPS, end = blocks * (blockIdx.x + 1) / gridDim.x;
    pagerank_sums sums = {0, 0};
    trigger_dependents();
    grid_dependency_wait();
    if (a.control->waiting == 0)
        return;
    const column_state c = state_of(a, l);
    for (int64_t b = blocks * blockIdx.x / gridDim.x; b < end; b++) {
        const int64_t t = b * GROUPS + threadIdx.x / LANES;
        if (threadIdx.x < LANES)
            sums = plus(sums, load_sums(a.part + b * LANES + l));
        if (t >= a.cuts.tiles || a.cuts.slot[t] < 0 || a.cuts.first_piece[t] != t)
            continue;
        const int pieces = a.cuts.pieces_of_row[t];
        const int64_t row = a.cuts.row[t];
        const element_state<T> e = load_element<T>(a, row, l);
        double sum = a.begun[(t - 1) * LANES + l];
#pragma unroll 8
        for (int k = 0; k < pieces; k++)
            sum += a.piece[(t + k) * LANES + l];
        sums = plus(sums, finish_element<T>(a, row, l, e, sum, c));
    }
    sums = sum_groups<T>(sums);
    if (threadIdx.x < LANES)
        a.joined[(int64_t)blockIdx.x * LANES + l] = sums;
    if (!is_last_block(a.control))
        return;
    sums = {0, 0};
#pragma unroll 4
    for (int64_t b = threadIdx.x / LANES; b < gridDim.x; b += GROUPS)
        sums = plus(sums, load_sums(a.joined + b * LANES + l));
    sums = sum_groups<T>(sums);
    if (threadIdx.x < LANES)
        end_column(a, l, sums);
    if (threadIdx.x == 0) {
        a.control->rounds++;
        a.control->arrived = 0;
    }
}

} // namespace

#define OF_TYPES(name)                                                                                       \
    {                                                                                                        \
        (const void *)name<float>, (const void *)name<double>                                                \
    }
extern "C" const void *const graph__cuda_pagerank_lanes_begin[2] = OF_TYPES(pagerank_lanes_begin);
extern "C" const void *const graph__cuda_pagerank_lanes_join[2] = OF_TYPES(pagerank_lanes_join);
extern "C" const void *const graph__cuda_pagerank_lanes_tiles[2][2] = {
    {(const void *)pagerank_lanes_tiles<float, false>, (const void *)pagerank_lanes_tiles<float, true>},
    {(const void *)pagerank_lanes_tiles<double, false>, (const void *)pagerank_lanes_tiles<double, true>}};
