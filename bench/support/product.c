/* See product.h. */
#include "bench/support/product.h"

#include <stdlib.h>
#include <string.h>

#include "bench/support/bench.h"

struct bench_product bench_product_open(int64_t rows, int64_t entries, graph_type type, bool has_values)
{
    struct bench_product p = {.rows = rows, .entries = entries, .type = type};
    p.row_start = malloc((size_t)(rows + 1) * sizeof *p.row_start);
    p.column = malloc((size_t)(entries + 1) * sizeof *p.column);
    p.value = has_values ? malloc((size_t)(entries + 1) * sizeof *p.value) : NULL;
    bench_check(p.row_start != NULL && p.column != NULL && (p.value != NULL || !has_values), "out of memory");
    return p;
}

void bench_product_close(struct bench_product *product)
{
    free(product->row_start);
    free(product->column);
    free(product->value);
    *product = (struct bench_product){0};
}

struct bench_product bench_product_of(graph_matrix *C)
{
    graph_arrays arrays = {.size = sizeof arrays};
    graph_index rows, entries;
    BENCH_OK(graph_matrix_rows(&rows, C));
    BENCH_OK(graph_matrix_entries(&entries, C));
    BENCH_OK(graph_matrix_export(&arrays, C, GRAPH_CSR, GRAPH_BORROW));
    bench_check(arrays.start_bits == 64 && arrays.index_bits == 32 &&
                    (arrays.type == GRAPH_FP64 || arrays.type == GRAPH_FP32),
                "a product has row starts of %d bits, columns of %d and type %d", arrays.start_bits,
                arrays.index_bits, (int)arrays.type);
    struct bench_product p = bench_product_open((int64_t)rows, (int64_t)entries, arrays.type, true);
    memcpy(p.row_start, arrays.row, (rows + 1) * sizeof *p.row_start);
    memcpy(p.column, arrays.column, entries * sizeof *p.column);
#pragma omp parallel for schedule(static)
    for (int64_t k = 0; k < p.entries; k++)
        p.value[k] = arrays.type == GRAPH_FP64 ? ((const double *)arrays.value)[k]
                                               : (double)((const float *)arrays.value)[k];
    return p;
}

struct entry {
    int32_t column;
    double value;
};

static int compare_entries(const void *x, const void *y)
{
    const int32_t a = ((const struct entry *)x)->column, b = ((const struct entry *)y)->column;
    return (a > b) - (a < b);
}

static bool is_sorted(const int32_t *column, int64_t count)
{
    for (int64_t k = 1; k < count; k++)
        if (column[k] <= column[k - 1])
            return false;
    return true;
}

static void sort_row(int32_t *column, double *value, int64_t count)
{
    struct entry *entry = malloc((size_t)count * sizeof *entry);
    bench_check(entry != NULL, "out of memory");
    for (int64_t k = 0; k < count; k++)
        entry[k] = (struct entry){column[k], value != NULL ? value[k] : 0};
    qsort(entry, (size_t)count, sizeof *entry, compare_entries);
    for (int64_t k = 0; k < count; k++) {
        column[k] = entry[k].column;
        if (value != NULL)
            value[k] = entry[k].value;
    }
    free(entry);
}

int64_t bench_product_sort(struct bench_product *product)
{
    int64_t unsorted = 0;
#pragma omp parallel for schedule(dynamic, 256) reduction(+ : unsorted)
    for (int64_t row = 0; row < product->rows; row++) {
        const int64_t first = product->row_start[row], count = product->row_start[row + 1] - first;
        if (is_sorted(product->column + first, count))
            continue;
        sort_row(product->column + first, product->value != NULL ? product->value + first : NULL, count);
        unsorted++;
    }
    return unsorted;
}

/* Ends the program unless both have the same row, of sums of so many products at most. */
static void same_row(const char *what, const struct bench_product *ours, const struct bench_product *theirs,
                     int64_t row, int64_t terms)
{
    const int64_t last = ours->row_start[row + 1];
    bench_check(last == theirs->row_start[row + 1], "%s: row %lld ends at %lld; in the other product at %lld",
                what, (long long)row, (long long)last, (long long)theirs->row_start[row + 1]);
    for (int64_t k = ours->row_start[row]; k < last; k++) {
        bench_check(ours->column[k] == theirs->column[k],
                    "%s: row %lld has column %d where the other product has %d", what, (long long)row,
                    (int)ours->column[k], (int)theirs->column[k]);
        bench_check(
            ours->value == NULL || bench_is_near(ours->value[k], theirs->value[k], terms, ours->type),
            "%s: entry (%lld, %d) is %.17g; in the other product %.17g, a sum of %lld products at most", what,
            (long long)row, (int)ours->column[k], ours->value != NULL ? ours->value[k] : 0,
            ours->value != NULL ? theirs->value[k] : 0, (long long)terms);
    }
}

void bench_product_same(const char *what, const struct bench_product *ours,
                        const struct bench_product *theirs, const int64_t *A_row_start)
{
    bench_check(ours->rows == theirs->rows && ours->entries == theirs->entries &&
                    (ours->value == NULL) == (theirs->value == NULL),
                "%s: %lld rows and %lld entries; the other product has %lld and %lld", what,
                (long long)ours->rows, (long long)ours->entries, (long long)theirs->rows,
                (long long)theirs->entries);
#pragma omp parallel for schedule(dynamic, 256)
    for (int64_t row = 0; row < ours->rows; row++)
        same_row(what, ours, theirs, row, A_row_start[row + 1] - A_row_start[row]);
}
