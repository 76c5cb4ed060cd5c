/* C = A B by diagonals: diagonal a of A times diagonal b of B adds to diagonal a + b of C, element by element:
 *     C(i, i + a + b) += A(i, i + a) B(i + a, i + a + b).
 * Full bands go from rows to rows: a block takes a tile of rows of A and the rows of B that they meet into shared memory,
 * a warp computes 32 rows of some neighbouring diagonals of C, and what the block has made is written together.  Other
 * matrices go through diagonals in memory.
 * Matam, Bharadwaj, Kothapalli, "Sparse matrix matrix multiplication on hybrid CPU+GPU platforms", HiPC 2012, 4.3. */
#include "cuda/semiring.cuh"

#include "cuda/mxm_dia_arguments.h"

enum { DIA_STRIP = 4 }; /* diagonals of C that a warp computes at once */

DEVICE int64_t dia_clamp(int64_t x, int64_t low, int64_t high) { return x < low ? low : x > high ? high : x; }

/* The sum of min(t, n) over t = 0 .. m - 1. */
DEVICE int64_t dia_ramp(int64_t m, int64_t n)
{
    return m <= 0 ? 0 : m <= n ? m * (m - 1) / 2 : n * (n - 1) / 2 + (m - n) * n;
}

/* The entries of rows 0 .. i - 1 of a full band of `columns` columns with the diagonals low .. high. */
DEVICE int64_t dia_row_start(int64_t i, int64_t low, int64_t high, int64_t columns)
{
    return dia_ramp(i + high + 1, columns) - dia_ramp(high + 1, columns) - dia_ramp(i + low, columns) +
           dia_ramp(low, columns);
}

/* The values of rows first .. first + rows - 1 of a band (those that it has): diagonal d of row i to
 * to[(i - first) * stride + d]. */
DEVICE void dia_load(T *to, int stride, const struct dia_band &band, int64_t first, int rows)
{
    const T *value = (const T *)band.value;
    int count = (int)band.count;
    for (int e = (int)threadIdx.x; e < rows * count; e += (int)blockDim.x) {
        int r = e / count, d = e - r * count;
        int64_t i = first + r, j = i + band.low + d;
        if (i < 0 || i >= band.rows || j < 0 || j >= band.columns)
            continue;
        int64_t skipped = i + band.low < 0 ? -(i + band.low) : 0;
        to[r * stride + d] = value[band.row_start[i] + d - skipped];
    }
}

/* Row r of the tile, which is row i of C: diagonals c .. c + DIA_STRIP - 1.  IS_INNER: all that the row could have is
 * there. */
template <bool IS_INNER>
DEVICE void dia_strip(T *to, const struct dia_band_arguments &a, const T *A_tile, const T *B_tile, int r,
                      int64_t i, int c)
{
    int A_count = (int)a.A.count, B_count = (int)a.B.count;
    int low = c - B_count + 1 > 0 ? c - B_count + 1 : 0,
        high = c + DIA_STRIP - 1 < A_count - 1 ? c + DIA_STRIP - 1 : A_count - 1;
    T sum[DIA_STRIP];
    bool has_sum[DIA_STRIP];
#pragma unroll
    for (int s = 0; s < DIA_STRIP; s++) {
        sum[s] = (T)0;
        has_sum[s] = false;
    }
    for (int d = low; d <= high; d++) {
        int64_t k = i + a.A.low + d;
        if (!IS_INNER && (k < 0 || k >= a.A.columns))
            continue;
        T x = X_VALUE(A_tile, r * a.A_stride + d);
        const T *y = B_tile + (r + d) * a.B_stride + c - d;
#pragma unroll
        for (int s = 0; s < DIA_STRIP; s++)
            if (c + s - d >= 0 && c + s - d < B_count) {
                T product = mul(x, Y_VALUE(y, s));
                sum[s] = has_sum[s] ? add(sum[s], product) : product;
                has_sum[s] = true;
            }
    }
#pragma unroll
    for (int s = 0; s < DIA_STRIP; s++)
        if (c + s < A_count + B_count - 1)
            to[r * a.C_stride + c + s] = sum[s];
}

GRAPH_KERNEL void mxm_dia_band(struct dia_band_arguments a)
{
    extern __shared__ __align__(16) unsigned char dia_shared[];
    T *A_tile = (T *)dia_shared, *B_tile = A_tile + a.tile * a.A_stride,
      *C_tile = B_tile + (a.tile + (int)a.A.count - 1) * a.B_stride;
    T *C_value = (T *)a.C_value;
    int64_t rows = a.A.rows, columns = a.B.columns, low = a.A.low + a.B.low,
            C_count = a.A.count + a.B.count - 1, high = low + C_count - 1;
    int warps = (int)blockDim.x / WARP, warp = (int)threadIdx.x / WARP;
    for (int64_t first = (int64_t)blockIdx.x * a.tile; first < rows; first += (int64_t)gridDim.x * a.tile) {
        int n = (int)(rows - first < a.tile ? rows - first : a.tile);
        bool is_inner = first + a.A.low >= 0 && first + n - 1 + a.A.low + a.A.count <= a.A.columns &&
                        first + low >= 0 && first + n - 1 + high < columns;
        if (READS_X)
            dia_load(A_tile, a.A_stride, a.A, first, n);
        if (READS_Y)
            dia_load(B_tile, a.B_stride, a.B, first + a.A.low, n + (int)a.A.count - 1);
        __syncthreads();
        int strips = ((int)C_count + DIA_STRIP - 1) / DIA_STRIP, groups = (n + WARP - 1) / WARP;
        for (int item = warp; item < strips * groups; item += warps) {
            int r = item % groups * WARP + lane_of_warp(), c = item / groups * DIA_STRIP;
            if (r >= n)
                continue;
            if (is_inner)
                dia_strip<true>(C_tile, a, A_tile, B_tile, r, first + r, c);
            else
                dia_strip<false>(C_tile, a, A_tile, B_tile, r, first + r, c);
        }
        __syncthreads();
        int64_t start = dia_row_start(first, low, high, columns);
        for (int e = (int)threadIdx.x; e < n * (int)C_count; e += (int)blockDim.x) {
            int r = e / (int)C_count, c = e - r * (int)C_count;
            int64_t i = first + r, j = i + low + c, to = start + e;
            if (!is_inner) {
                if (j < 0 || j >= columns)
                    continue;
                to = dia_row_start(i, low, high, columns) + c - (i + low < 0 ? -(i + low) : 0);
            }
            a.C_column[to] = (int32_t)j;
            C_value[to] = C_tile[r * a.C_stride + c];
        }
        for (int r = (int)threadIdx.x; r < n; r += (int)blockDim.x)
            a.C_row_start[first + r + 1] = dia_row_start(first + r + 1, low, high, columns);
        if (first == 0 && threadIdx.x == 0)
            a.C_row_start[0] = 0;
        __syncthreads();
    }
}

/* ---- Any diagonals ---- */

/* Rows to diagonals; a thread for each row. */
GRAPH_KERNEL void mxm_dia_fill(struct dia_fill_arguments a)
{
    const T *value = (const T *)a.value;
    T *to = (T *)a.D.value;
    for (int64_t i = thread_of_grid(); i < a.D.rows; i += threads_of_grid()) {
        int64_t d = 0;
        for (int64_t k = a.row_start[i]; k < a.row_start[i + 1]; k++) {
            int64_t offset = a.column[k] - i, high = a.D.count;
            while (d < high) {
                int64_t middle = (d + high) / 2;
                if (a.D.offset[middle] < offset)
                    d = middle + 1;
                else
                    high = middle;
            }
            a.D.present[d * a.D.rows + i] = 1;
            if (to != nullptr)
                to[d * a.D.rows + i] = value[k];
        }
    }
}

/* A thread for each element of C's diagonals. */
GRAPH_KERNEL void mxm_dia_elements(struct dia_multiply_arguments a)
{
    const T *A_value = (const T *)a.A.value, *B_value = (const T *)a.B.value;
    T *C_value = (T *)a.C.value;
    int64_t rows = a.C.rows;
    for (int64_t e = thread_of_grid(); e < rows * a.C.count; e += threads_of_grid()) {
        int64_t c = e / rows, i = e - c * rows, j = i + a.C.offset[c];
        T sum = (T)0;
        bool has_sum = false;
        for (int64_t q = a.pair_start[c]; j >= 0 && j < a.C.columns && q < a.pair_start[c + 1]; q++) {
            struct dia_pair pair = a.pair[q];
            int64_t k = i + a.A.offset[pair.a], x = pair.a * rows + i, y = pair.b * a.B.rows + k;
            if (k < 0 || k >= a.B.rows || !a.A.present[x] || !a.B.present[y])
                continue;
            T product = mul(X_VALUE(A_value, x), Y_VALUE(B_value, y));
            sum = has_sum ? add(sum, product) : product;
            has_sum = true;
        }
        a.C.present[e] = has_sum;
        C_value[e] = sum;
    }
}

/* A thread for each row of C: how many entries it has, and where there is a place for them, the entries. */
DEVICE void dia_walk_row(const struct dia_multiply_arguments &a, int64_t i)
{
    const T *from = (const T *)a.C.value;
    T *value = (T *)a.C_value;
    int64_t to = a.C_column != nullptr ? a.C_row_start[i] : 0;
    int32_t found = 0;
    for (int64_t c = 0; c < a.C.count; c++) {
        if (!a.C.present[c * a.C.rows + i])
            continue;
        if (a.C_column != nullptr) {
            a.C_column[to + found] = (int32_t)(i + a.C.offset[c]);
            value[to + found] = from[c * a.C.rows + i];
        }
        found++;
    }
    if (a.C_column == nullptr)
        a.count[i] = found;
}

GRAPH_KERNEL void mxm_dia_rows(struct dia_multiply_arguments a)
{
    for (int64_t i = thread_of_grid(); i < a.C.rows; i += threads_of_grid())
        dia_walk_row(a, i);
}
