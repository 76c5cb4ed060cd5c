/* C = A B of full bands, whose diagonals are neighbours, from CSR to CSR:
 *     C(i, i + a + b) += A(i, i + a) B(i + a, i + a + b).
 * A block takes a tile of rows.  The values of inner rows, which have all diagonals, lie one after the other: those of A
 * and of the rows of B that they meet are copied to shared memory as they are, and C's leave it in whole lines; columns
 * and starts of rows follow from the diagonals.  Where A has at most DIA_MOST_IN_REGISTERS diagonals a thread holds its
 * row of A in registers and reads each element of B that it meets once; else a warp computes 32 rows of some neighbouring
 * diagonals of C.
 * Matam, Bharadwaj, Kothapalli, "Sparse matrix matrix multiplication on hybrid CPU+GPU platforms", HiPC 2012, 4.3. */
#include "cuda/semiring/semiring.cuh"

#include "cuda/primitives/async_copies.cuh"
#include "cuda/mxm/diagonals/mxm_dia_arguments.h"

enum { DIA_STRIP = 4 }; /* diagonals of C that a warp computes at once */

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

/* ---- Into shared memory ---- */

/* Copies n values to a place with the same address modulo 16 bytes; the caller waits for the copies. */
DEVICE void dia_copy(T *to, const T *from, int n)
{
    enum { EACH = 16 / sizeof(T) };
    int head = (int)((16 - ((uint64_t)from & 15)) & 15) / (int)sizeof(T);
    head = head < n ? head : n;
    int packs = (n - head) / EACH,
        tail = n - packs * EACH; /* the values that are not in packs, head and all */
    for (int k = (int)threadIdx.x; k < packs; k += (int)blockDim.x)
        copy_16_bytes(to + head + k * EACH, from + head + k * EACH);
    if ((int)threadIdx.x < tail) {
        int e = (int)threadIdx.x < head ? (int)threadIdx.x : (int)threadIdx.x + packs * EACH;
        to[e] = from[e];
    }
}

/* The values of rows first .. first + rows - 1 of a band (those that it has): diagonal d of row i to
 * to[(i - first) * stride + d]. */
DEVICE void dia_load(T *to, int stride, const struct dia_band &band, int64_t first, int rows)
{
    enum { TOGETHER = 4 }; /* each waits for the start of its row, and then for its value */
    const T *value = (const T *)band.value;
    const int count = (int)band.count, all = rows * count, threads = (int)blockDim.x;
    for (int e0 = (int)threadIdx.x; e0 < all; e0 += TOGETHER * threads) {
        int64_t from[TOGETHER];
        int place[TOGETHER];
        T x[TOGETHER];
#pragma unroll
        for (int t = 0; t < TOGETHER; t++) {
            int e = e0 + t * threads, r = e / count, d = e - r * count;
            int64_t i = first + r, j = i + band.low + d;
            place[t] = -1;
            if (e >= all || i < 0 || i >= band.rows || j < 0 || j >= band.columns)
                continue;
            place[t] = r * stride + d;
            from[t] = band.row_start[i] + d - (i + band.low < 0 ? -(i + band.low) : 0);
        }
#pragma unroll
        for (int t = 0; t < TOGETHER; t++)
            if (place[t] >= 0)
                x[t] = value[from[t]];
#pragma unroll
        for (int t = 0; t < TOGETHER; t++)
            if (place[t] >= 0)
                to[place[t]] = x[t];
    }
}

/* The same; gives where they lie. */
DEVICE T *dia_rows_of(unsigned char *room, int stride, const struct dia_band &band, int64_t first, int rows,
                      bool is_inner)
{
    T *to = (T *)room;
    if (is_inner && stride == (int)band.count) {
        const T *from = (const T *)band.value + first * band.count - band.lacking;
        to = (T *)(room + ((uint64_t)from & 15));
        dia_copy(to, from, rows * stride);
    } else
        dia_load(to, stride, band, first, rows);
    return to;
}

/* ---- Products ---- */

/* A row of C from COUNT diagonals of A, which are no more than those of B; x is its row of A, and y the row of B that the
 * first of them meets. */
template <int COUNT> DEVICE void dia_row(T *to, const T *x, const T *y, int B_count, int B_stride)
{
    const int next = B_stride - 1; /* from one diagonal of A to the next, for the same diagonal of C */
    T A_row[COUNT];
#pragma unroll
    for (int d = 0; d < COUNT; d++)
        A_row[d] = X_VALUE(x, d);
#pragma unroll
    for (int c = 0; c < COUNT - 1; c++) {
        T sum = mul(A_row[0], Y_VALUE(y, c));
#pragma unroll
        for (int d = 1; d <= c; d++)
            sum = add(sum, mul(A_row[d], Y_VALUE(y, d * next + c)));
        to[c] = sum;
    }
#pragma unroll 2
    for (int c = COUNT - 1; c < B_count; c++) {
        T sum = mul(A_row[0], Y_VALUE(y, c));
#pragma unroll
        for (int d = 1; d < COUNT; d++)
            sum = add(sum, mul(A_row[d], Y_VALUE(y, d * next + c)));
        to[c] = sum;
    }
    to += B_count;
    y += B_count;
#pragma unroll
    for (int c = 0; c < COUNT - 1; c++) {
        T sum = mul(A_row[c + 1], Y_VALUE(y, (c + 1) * next + c));
#pragma unroll
        for (int d = c + 2; d < COUNT; d++)
            sum = add(sum, mul(A_row[d], Y_VALUE(y, d * next + c)));
        to[c] = sum;
    }
}

/* At most DIA_MOST_IN_REGISTERS diagonals of A. */
DEVICE void dia_row_of(T *to, const T *x, const T *y, int A_count, int B_count, int B_stride)
{
    switch (A_count) {
#define DIA_ROW(count)                                                                                       \
    case count:                                                                                              \
        dia_row<count>(to, x, y, B_count, B_stride);                                                         \
        break
        DIA_ROW(1);
        DIA_ROW(2);
        DIA_ROW(3);
        DIA_ROW(4);
        DIA_ROW(5);
        DIA_ROW(6);
        DIA_ROW(7);
        DIA_ROW(8);
        DIA_ROW(9);
#undef DIA_ROW
    }
}

/* Sums of neighbouring diagonals of C in a row. */
struct dia_sums {
    T sum[DIA_STRIP];
    bool is_there[DIA_STRIP];
};

/* The products of an element of A with the elements b .. b + DIA_STRIP - 1 of a row of B, if it has them. */
DEVICE void dia_add_some(struct dia_sums *to, T x, const T *y, int b, int B_count)
{
#pragma unroll
    for (int s = 0; s < DIA_STRIP; s++)
        if (b + s >= 0 && b + s < B_count) {
            T product = mul(x, Y_VALUE(y, b + s));
            to->sum[s] = to->is_there[s] ? add(to->sum[s], product) : product;
            to->is_there[s] = true;
        }
}

/* Row r of the tile, which is row i of C: diagonals c .. c + DIA_STRIP - 1. */
DEVICE void dia_strip(T *to, const struct dia_band_arguments &a, const T *A_tile, const T *B_tile, int r,
                      int64_t i, int c)
{
    const int A_count = (int)a.A.count, B_count = (int)a.B.count;
    /* The diagonals of A that meet these, as far as the row has them. */
    const int64_t before = -(i + a.A.low), last = a.A.columns - 1 - (i + a.A.low);
    int low = c - B_count + 1 > 0 ? c - B_count + 1 : 0,
        high = c + DIA_STRIP - 1 < A_count - 1 ? c + DIA_STRIP - 1 : A_count - 1;
    low = low < before ? (int)before : low;
    high = high > last ? (int)last : high;
    /* Up to `all_low` a sum may be without a product, and behind `all_high` a product may be missing. */
    const int all_low = c + DIA_STRIP - B_count > low ? c + DIA_STRIP - B_count : low,
              all_high = c < high ? c : high;
    struct dia_sums sums;
    const T *x = A_tile + r * a.A_stride, *y = B_tile + r * a.B_stride;
    int d = low;
#pragma unroll
    for (int s = 0; s < DIA_STRIP; s++) {
        sums.sum[s] = (T)0;
        sums.is_there[s] = false;
    }
    if (all_low <= all_high) {
        for (; d <= all_low; d++)
            dia_add_some(&sums, X_VALUE(x, d), y + d * a.B_stride, c - d, B_count);
#pragma unroll 4
        for (; d <= all_high; d++)
#pragma unroll
            for (int s = 0; s < DIA_STRIP; s++)
                sums.sum[s] = add(sums.sum[s], mul(X_VALUE(x, d), Y_VALUE(y, d * (a.B_stride - 1) + c + s)));
    }
    for (; d <= high; d++)
        dia_add_some(&sums, X_VALUE(x, d), y + d * a.B_stride, c - d, B_count);
#pragma unroll
    for (int s = 0; s < DIA_STRIP; s++)
        if (c + s < A_count + B_count - 1)
            to[r * a.C_stride + c + s] = sums.sum[s];
}

/* n rows of C from row `first` on, by strips.  A warp has as many rows as it has lanes, or those of a smaller tile for
 * several strips. */
DEVICE void dia_strips(T *to, const struct dia_band_arguments &a, const T *A_tile, const T *B_tile,
                       int64_t first, int n)
{
    const int at_once = a.tile < WARP ? a.tile : WARP, more = WARP / at_once, warps = (int)blockDim.x / WARP,
              strips = ((int)a.C_count + DIA_STRIP - 1) / DIA_STRIP, groups = (n + at_once - 1) / at_once;
    for (int item = (int)threadIdx.x / WARP; item < (strips + more - 1) / more * groups; item += warps) {
        int r = item % groups * at_once + lane_of_warp() % at_once,
            strip = item / groups * more + lane_of_warp() / at_once;
        if (r < n && strip < strips)
            dia_strip(to, a, A_tile, B_tile, r, first + r, strip * DIA_STRIP);
    }
}

/* ---- Out of shared memory ---- */

/* n inner rows of C; each warp writes whole lines. */
DEVICE void dia_store(const struct dia_band_arguments &a, const T *C_tile, int64_t first, int n)
{
    const int count = (int)a.C_count, threads = (int)blockDim.x, rows_on = threads / count,
              on = threads % count;
    const int64_t start = first * a.C_count - a.C_lacking;
    const int32_t column = (int32_t)(first + a.A.low + a.B.low);
    int32_t *C_column = a.C_column + start;
    T *C_value = (T *)a.C_value + start;
    int e = (int)threadIdx.x - (int)(start & (WARP - 1));
    e += e < 0 ? threads : 0;
    int r = e / count, c = e - r * count;
#pragma unroll 4
    for (; e < n * count; e += threads) {
        C_column[e] = column + r + c;
        C_value[e] = C_tile[r * a.C_stride + c];
        r += rows_on;
        c += on;
        if (c >= count) {
            c -= count;
            r++;
        }
    }
    for (int k = (int)threadIdx.x; k <= n; k += threads)
        if (k > 0 || first == 0)
            a.C_row_start[first + k] = start + k * a.C_count;
}

/* Any rows. */
DEVICE void dia_store_some(const struct dia_band_arguments &a, const T *C_tile, int64_t first, int n)
{
    __shared__ int64_t start[DIA_MOST_TILE + 1];
    T *C_value = (T *)a.C_value;
    const int count = (int)a.C_count;
    const int64_t columns = a.B.columns, low = a.A.low + a.B.low, high = low + count - 1;
    for (int r = (int)threadIdx.x; r <= n; r += (int)blockDim.x) {
        start[r] = dia_row_start(first + r, low, high, columns);
        if (r > 0 || first == 0)
            a.C_row_start[first + r] = start[r];
    }
    __syncthreads();
    for (int e = (int)threadIdx.x; e < n * count; e += (int)blockDim.x) {
        int r = e / count, c = e - r * count;
        int64_t i = first + r, j = i + low + c;
        if (j < 0 || j >= columns)
            continue;
        int64_t to = start[r] + c - (i + low < 0 ? -(i + low) : 0);
        a.C_column[to] = (int32_t)j;
        C_value[to] = C_tile[r * a.C_stride + c];
    }
}

GRAPH_KERNEL void mxm_dia_band(struct dia_band_arguments a)
{
    extern __shared__ __align__(16) unsigned char dia_shared[];
    T *A_tile = nullptr, *B_tile = nullptr, *C_tile = (T *)(dia_shared + a.C_place);
    int64_t first = (int64_t)blockIdx.x * a.tile, low = a.A.low + a.B.low;
    int n = (int)(a.A.rows - first < a.tile ? a.A.rows - first : a.tile);
    bool is_inner = first + a.A.low >= 0 && first + n - 1 + a.A.low + a.A.count <= a.A.columns &&
                    first + low >= 0 && first + n - 1 + low + a.C_count <= a.B.columns;
    if (READS_Y)
        B_tile = dia_rows_of(dia_shared, a.B_stride, a.B, first + a.A.low, n + (int)a.A.count - 1, is_inner);
    if (READS_X)
        A_tile = READS_Y && a.is_square ? B_tile - a.A.low * a.B_stride
                                        : dia_rows_of(dia_shared + (READS_Y ? a.A_place : 0), a.A_stride, a.A,
                                                      first, n, is_inner);
    commit_copies();
    wait_for_copies<0>();
    __syncthreads();
    if (is_inner && a.is_by_rows)
        for (int r = (int)threadIdx.x; r < n; r += (int)blockDim.x)
            dia_row_of(C_tile + r * a.C_stride, A_tile + r * a.A_stride, B_tile + r * a.B_stride,
                       (int)a.A.count, (int)a.B.count, a.B_stride);
    else
        dia_strips(C_tile, a, A_tile, B_tile, first, n);
    __syncthreads();
    if (is_inner)
        dia_store(a, C_tile, first, n);
    else
        dia_store_some(a, C_tile, first, n);
}
