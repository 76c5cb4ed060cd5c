/* Pull for rows of about the same length.
 *
 * A warp takes as many neighbouring rows as fit in MXV_UNIFORM_ENTRIES entries, three packs of four for each lane.  It
 * reads them by packs, multiplies them into shared memory, and folds each row from there with a group of lanes.  Longer
 * rows take a warp each.  There are no tiles, no row is cut, and no warp waits for another. */
#include "cuda/mxv/mxv_fold.cuh"

enum {
    UNIFORM_WARPS = MXV_UNIFORM_THREADS / WARP,
    UNIFORM_PACKS = MXV_UNIFORM_ENTRIES / (4 * WARP),
    UNIFORM_BLOCKS = sizeof(T) == 8 ? 8 : 10 /* on a multiprocessor */
};

/* A lane's packs of entries: every 32nd pack. */
struct packs {
    int32_t column[UNIFORM_PACKS][4];
    T value[UNIFORM_PACKS][4];
};

/* Number of the lane's first entry in its pack l. */
DEVICE int first_of_pack(int l) { return 4 * (l * WARP + lane_of_warp()); }

/* Columns of the entries first .. first + n - 1, where `first` is a multiple of four; 0 where nothing is read.  Near the end
 * of the matrix entries are read one by one, since there is no whole pack. */
DEVICE void load_columns(struct packs &x, const struct mxv_operands &o, int64_t first, int n)
{
    const int32_t *column = o.column + first + first_of_pack(0);
    const bool is_whole = first + MXV_UNIFORM_ENTRIES <= o.entries;
    n -= first_of_pack(0);
#pragma unroll
    for (int l = 0; l < UNIFORM_PACKS; l++) {
        int4 c = {0, 0, 0, 0};
        if (is_whole && l * 4 * WARP < n)
            c = __ldcs((const int4 *)(column + l * 4 * WARP));
        x.column[l][0] = c.x;
        x.column[l][1] = c.y;
        x.column[l][2] = c.z;
        x.column[l][3] = c.w;
    }
    if (!is_whole)
#pragma unroll
        for (int l = 0; l < UNIFORM_PACKS; l++)
#pragma unroll
            for (int e = 0; e < 4; e++)
                if (l * 4 * WARP + e < n)
                    x.column[l][e] = column[l * 4 * WARP + e];
}

/* Values of the same; 1 where nothing is read. */
DEVICE void load_values(struct packs &x, const struct mxv_operands &o, int64_t first, int n)
{
    const bool reads_A = mxv_reads_A(o), is_whole = first + MXV_UNIFORM_ENTRIES <= o.entries;
    const T *value = (const T *)o.value + (reads_A ? first + first_of_pack(0) : 0);
    n -= first_of_pack(0);
#pragma unroll
    for (int l = 0; l < UNIFORM_PACKS; l++) {
#pragma unroll
        for (int e = 0; e < 4; e++)
            x.value[l][e] = (T)1;
        if (reads_A && is_whole && l * 4 * WARP < n)
            load_four_once(x.value[l], value + l * 4 * WARP);
    }
    if (reads_A && !is_whole)
#pragma unroll
        for (int l = 0; l < UNIFORM_PACKS; l++)
#pragma unroll
            for (int e = 0; e < 4; e++)
                if (l * 4 * WARP + e < n)
                    x.value[l][e] = value[l * 4 * WARP + e];
}

/* The products of pack l, and which of them are there: those below n with an entry of u. */
template <bool IS_FULL>
DEVICE void multiply_pack(T (&product)[4], uint8_t (&is_there)[4], const struct packs &x, int l,
                          const struct mxv_operands &o, int n)
{
    const T *u = (const T *)o.u;
    const bool reads_u = mxv_reads_u(o);
#pragma unroll
    for (int e = 0; e < 4; e++) {
        const int32_t j = x.column[l][e];
        is_there[e] = IS_FULL || (first_of_pack(l) + e < n && o.u_present[j] != 0);
        product[e] = is_there[e] ? mxv_product(o, x.value[l][e], reads_u ? u[j] : (T)1) : (T)0;
    }
}

template <bool IS_FULL> DEVICE void pull_uniform(const struct mxv_pull_arguments &a)
{
    __shared__ __align__(16) T products[UNIFORM_WARPS][MXV_UNIFORM_ENTRIES];
    __shared__ __align__(4) uint8_t there[UNIFORM_WARPS][IS_FULL ? 4 : MXV_UNIFORM_ENTRIES];
    const int warp = (int)threadIdx.x / WARP, lanes = 1 << a.lane_bits, s = lane_of_warp() >> a.lane_bits;
    const int64_t row = ((int64_t)blockIdx.x * UNIFORM_WARPS + warp) * a.rows_of_warp + s;
    trigger_dependents();
    if (!a.is_settled)
        grid_dependency_wait();
    const bool is_row = s < a.rows_of_warp && row < a.o.rows;
    const int64_t begin = a.o.row_start[is_row ? row : a.o.rows],
                  end = is_row ? a.o.row_start[row + 1] : begin;
    const int64_t first = __shfl_sync(ALL_LANES, begin, 0) & ~(int64_t)3;
    int n = __reduce_max_sync(ALL_LANES, is_row ? (int)(end - first) : 0), count = 0;
    struct packs x;
    load_columns(x, a.o, first, n);
    grid_dependency_wait();
    if (a.o.mask != nullptr && !__any_sync(ALL_LANES, is_row && mxv_admits(a.o, row)))
        n = 0;
    load_values(x, a.o, first, n);
#pragma unroll
    for (int l = 0; l < UNIFORM_PACKS; l++) {
        T product[4];
        pack<uint8_t, 4> is_there;
        multiply_pack<IS_FULL>(product, is_there.x, x, l, a.o, n);
        store_four(&products[warp][first_of_pack(l)], product);
        if (!IS_FULL)
            *(int *)&there[warp][first_of_pack(l)] = is_there.bytes4;
    }
    __syncwarp();
    int k = (int)(begin - first) + (lane_of_warp() & (lanes - 1));
    const int stop = end - first < n ? (int)(end - first) : n;
    struct partial sum = {(T)0, false};
    if (IS_FULL) {
        if (k < stop) {
            sum.sum = products[warp][k];
            sum.is_there = true;
        }
#pragma unroll 4
        for (k += lanes; k < stop; k += lanes)
            sum.sum = add(sum.sum, products[warp][k]);
    } else
        for (; k < stop; k += lanes)
            join(sum, products[warp][k], there[warp][k] != 0);
    fold_lanes(sum, lanes);
    if (is_row && (lane_of_warp() & (lanes - 1)) == 0)
        count = store_row(a, row, sum);
    if (a.entries != nullptr)
        count_block(a.entries, count);
}

/* A warp for each row, of any length. */
template <bool IS_FULL> DEVICE void pull_long(const struct mxv_pull_arguments &a)
{
    const int64_t row = (int64_t)blockIdx.x * UNIFORM_WARPS + (int)threadIdx.x / WARP;
    trigger_dependents();
    grid_dependency_wait();
    struct partial sum = {(T)0, false};
    int count = 0;
    if (row < a.o.rows && mxv_admits(a.o, row)) {
        const int64_t begin = a.o.row_start[row], end = a.o.row_start[row + 1];
        for (int64_t first = begin & ~(int64_t)3; first < end; first += MXV_UNIFORM_ENTRIES) {
            const int n = end - first < MXV_UNIFORM_ENTRIES ? (int)(end - first) : MXV_UNIFORM_ENTRIES;
            const int skipped = begin > first ? (int)(begin - first) : 0;
            struct packs x;
            load_columns(x, a.o, first, n);
            load_values(x, a.o, first, n);
#pragma unroll
            for (int l = 0; l < UNIFORM_PACKS; l++) {
                T product[4];
                uint8_t is_there[4];
                multiply_pack<IS_FULL>(product, is_there, x, l, a.o, n);
#pragma unroll
                for (int e = 0; e < 4; e++) {
                    const int k = first_of_pack(l) + e;
                    join(sum, product[e], is_there[e] && k >= skipped && k < n);
                }
            }
        }
    }
    fold_lanes(sum, WARP);
    if (row < a.o.rows && lane_of_warp() == 0)
        count = store_row(a, row, sum);
    if (a.entries != nullptr)
        count_block(a.entries, count);
}

#if HAS_KERNEL(mxv_uniform_full)
GRAPH_KERNEL void __launch_bounds__(MXV_UNIFORM_THREADS, UNIFORM_BLOCKS)
    mxv_uniform_full(struct mxv_pull_arguments a)
{
    pull_uniform<true>(a);
}
#endif
#if HAS_KERNEL(mxv_uniform_some)
GRAPH_KERNEL void __launch_bounds__(MXV_UNIFORM_THREADS, UNIFORM_BLOCKS)
    mxv_uniform_some(struct mxv_pull_arguments a)
{
    pull_uniform<false>(a);
}
#endif
#if HAS_KERNEL(mxv_uniform_long_full)
GRAPH_KERNEL void __launch_bounds__(MXV_UNIFORM_THREADS) mxv_uniform_long_full(struct mxv_pull_arguments a)
{
    pull_long<true>(a);
}
#endif
#if HAS_KERNEL(mxv_uniform_long_some)
GRAPH_KERNEL void __launch_bounds__(MXV_UNIFORM_THREADS) mxv_uniform_long_some(struct mxv_pull_arguments a)
{
    pull_long<false>(a);
}
#endif
