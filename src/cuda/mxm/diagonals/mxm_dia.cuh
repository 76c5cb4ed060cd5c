/* C = A B by diagonals: diagonal a of A times diagonal b of B adds to diagonal a + b of C, element by element:
 *     C(i, i + a + b) += A(i, i + a) B(i + a, i + a + b).
 * These are the kernels for any diagonals, which go through diagonals in memory; full bands have mxm_dia_band.cuh.
 * Matam, Bharadwaj, Kothapalli, "Sparse matrix matrix multiplication on hybrid CPU+GPU platforms", HiPC 2012, 4.3. */
#include "cuda/semiring/semiring.cuh"

#include "cuda/mxm/diagonals/mxm_dia_arguments.h"

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
DEVICE void dia_compact_row(const struct dia_multiply_arguments &a, int64_t i)
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
        dia_compact_row(a, i);
}
