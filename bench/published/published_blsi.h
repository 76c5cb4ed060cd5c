/* A matrix in one of five formats on its way to the device, and w = A u there. */
#ifndef BENCH_PUBLISHED_PUBLISHED_BLSI_H
#define BENCH_PUBLISHED_PUBLISHED_BLSI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum blsi_format { FORMAT_COO, FORMAT_CSR, FORMAT_ELL, FORMAT_HYB, FORMAT_BLSI, FORMATS };

/* The arrays of a format, all of the host:
 *   COO   row, column, value
 *   CSR   row start, column, value
 *   ELL   column, value: `width` of each row, by columns; column -1: no entry
 *   HYB   those of ELL, then those of COO for the `rest` entries that do not fit
 *   BLSI  a block of `high`, `before`, `sum`, `first_row` and `word`, and value: see contract/blsi.h */
enum { FORM_ARRAYS = 5 };
struct blsi_form {
    enum blsi_format format;
    int64_t rows, columns, entries, width, rest;
    int row_bits, column_bits;
    int64_t buckets, chunks;
    size_t high, before, sum, first_row, word; /* where they are in BLSI's block, in bytes */
    bool has_sum;
    struct {
        void *memory;
        size_t bytes;
    } array[FORM_ARRAYS];
    const char *reason; /* why there is none */
};

#ifdef __cplusplus
extern "C" {
#endif

/* Memory of the host that copies fast; NULL: there is none. */
void *blsi_take(size_t bytes);
void blsi_give_back(void *memory);

/* The best milliseconds of `trials` copies of the arrays to the device, and of as many products with a u of u(j) =
 * 1 + j % 3; w gets the product.  False: the device has no room. */
bool blsi_on_device(const struct blsi_form *form, int trials, float *w, double *copy_ms, double *kernel_ms);

#ifdef __cplusplus
}
#endif

#endif
