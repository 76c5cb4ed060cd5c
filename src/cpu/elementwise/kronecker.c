/* The Kronecker product: row i p + k of C is, for each entry (i, j) of A in order, row k of B moved by j q columns.
 * Its columns come out in ascending order, and its entries are known in advance. */
#include <omp.h>
#include <string.h>

#include "cpu/common/rows.h"
#include "cpu/elementwise/elements.h"
#include "cpu/elementwise/regions.h"

/* All 0 if there are no values. */
static struct graph_operator_bytes widths_of(const struct graph_kronecker_request *r)
{
    return r->A.value == NULL ? (struct graph_operator_bytes){0, 0, 0} : graph__cpu_op_bytes(r->op, r->type);
}

/* Fills row i p + k from entry `at` on; copies: room for as many copies of a
 * value of A as a row of B has entries, if the result has another size. */
static void fill_row(const struct graph_kronecker_request *r, const struct graph_csr_arrays *C, int64_t i,
                     int64_t k, int64_t at, struct graph_operator_bytes bytes, char *copies)
{
    int64_t begin = r->B.row_start[k], n = r->B.row_start[k + 1] - begin;
    for (int64_t a = r->A.row_start[i]; a < r->A.row_start[i + 1]; a++, at += n) {
        int64_t first_column = (int64_t)r->A.column[a] * r->B.columns;
        for (int64_t b = 0; b < n; b++)
            C->column[at + b] = (int32_t)(first_column + r->B.column[begin + b]);
        if (bytes.z == 0)
            continue;
        char *z = (char *)C->value + (size_t)at * bytes.z;
        char *x = bytes.x == bytes.z ? z : copies;
        for (int64_t b = 0; b < n; b++)
            memcpy(x + (size_t)b * bytes.x, (const char *)r->A.value + (size_t)a * bytes.x, bytes.x);
        graph__cpu_binary(z, x, (const char *)r->B.value + (size_t)begin * bytes.y, r->op, r->type, n, 1);
    }
}

/* The most entries in a row. */
static int64_t longest_row(const struct graph_csr *A)
{
    int64_t most = 0;
    for (int64_t i = 0; i < A->rows; i++)
        if (A->row_start[i + 1] - A->row_start[i] > most)
            most = A->row_start[i + 1] - A->row_start[i];
    return most;
}

graph_status graph__cpu_kronecker(struct graph_kronecker_request *r)
{
    const struct graph_operator_bytes bytes = widths_of(r);
    const int64_t *A_start = r->A.row_start, *B_start = r->B.row_start;
    const int threads = r->threads > 0 ? r->threads : 1;
    int64_t rows = r->A.rows * r->B.rows, entries, longest = 0;
    char *copies = NULL;
    struct graph_csr_arrays C = {0};
    graph_status status = GRAPH_OK;
    r->C = C;
    if (__builtin_mul_overflow(r->A.entries, r->B.entries, &entries))
        return graph__fail(GRAPH_E_MEMORY, "the product of %lld and %lld entries is too large",
                           (long long)r->A.entries, (long long)r->B.entries);
    GRAPH_TRY(GRAPH_NEW(C.row_start, rows + 1));
    C.entries = entries;
    GRAPH_TRY(GRAPH_NEW(C.column, entries));
    if (bytes.z > 0)
        GRAPH_TRY(graph__allocate_array(&C.value, (size_t)entries, bytes.z));
    if (bytes.x != bytes.z) {
        longest = longest_row(&r->B);
        GRAPH_TRY(graph__allocate_array((void **)&copies, (size_t)threads * (size_t)longest, bytes.x));
    }
    C.row_start[rows] = entries;
#pragma omp parallel for num_threads(threads) schedule(dynamic, 64) if (entries > 4096)
    for (int64_t i = 0; i < r->A.rows; i++)
        for (int64_t k = 0; k < r->B.rows; k++) {
            /* All of B for each entry of earlier rows of A, then the earlier rows of B for each entry of this one. */
            int64_t at = A_start[i] * r->B.entries + (A_start[i + 1] - A_start[i]) * B_start[k];
            C.row_start[i * r->B.rows + k] = at;
            fill_row(r, &C, i, k, at, bytes,
                     copies != NULL ? copies + (size_t)omp_get_thread_num() * (size_t)longest * bytes.x
                                    : NULL);
        }
done:
    graph__free(copies);
    if (status < 0)
        graph__rows_failed(&C);
    r->C = C;
    return status;
}
