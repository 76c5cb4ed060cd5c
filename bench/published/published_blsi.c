/* Bit-level single indexing compared with COO, CSR, ELL and HYB: bytes and time from the host to the device, conversion
 * from rows, product, and all of it; in single precision, as in the paper.
 * ELL and HYB: Bell, Garland, "Efficient sparse matrix-vector multiplication on CUDA", 2008. */
#include "bench/published/published_blsi.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/backends.h"
#include "bench/support/generators.h"
#include "bench/published/published.h"

static const char *const format_name[FORMATS] = {"COO", "CSR", "ELL", "HYB", "BLSI"};

/* The rows that everything is made from. */
struct rows {
    const int64_t *start;
    const int32_t *column;
    const float *value;
    int64_t rows, columns, entries;
    graph_matrix *A;
};

#ifndef PUBLISHED_HAS_CUSPARSE
void *blsi_take(size_t bytes) { return malloc(bytes > 0 ? bytes : 1); }
void blsi_give_back(void *memory) { free(memory); }
bool blsi_on_device(const struct blsi_form *form, int trials, float *w, double *copy_ms, double *kernel_ms)
{
    (void)form, (void)trials, (void)w, (void)copy_ms, (void)kernel_ms;
    return false;
}
#endif

static bool has_device;

static void *take(struct blsi_form *f, int k, int64_t count)
{
    size_t bytes = (size_t)count * 4;
    f->array[k].memory = has_device ? blsi_take(bytes) : malloc(bytes > 0 ? bytes : 1);
    f->array[k].bytes = bytes;
    bench_check(f->array[k].memory != NULL, "out of memory");
    return f->array[k].memory;
}

static void form_close(struct blsi_form *f)
{
    for (int k = 0; k < FORM_ARRAYS; k++)
        if (f->array[k].memory != NULL)
            has_device ? blsi_give_back(f->array[k].memory) : free(f->array[k].memory);
}

static void to_coo(struct blsi_form *f, const struct rows *A)
{
    int32_t *row = take(f, 0, A->entries), *column = take(f, 1, A->entries);
    float *value = take(f, 2, A->entries);
#pragma omp parallel for schedule(static)
    for (int64_t i = 0; i < A->rows; i++)
        for (int64_t e = A->start[i]; e < A->start[i + 1]; e++) {
            row[e] = (int32_t)i;
            column[e] = A->column[e];
            value[e] = A->value[e];
        }
}

static void to_csr(struct blsi_form *f, const struct rows *A)
{
    int32_t *start = take(f, 0, A->rows + 1), *column = take(f, 1, A->entries);
    float *value = take(f, 2, A->entries);
    start[A->rows] = (int32_t)A->entries;
#pragma omp parallel for schedule(static)
    for (int64_t i = 0; i < A->rows; i++) {
        start[i] = (int32_t)A->start[i];
        for (int64_t e = A->start[i]; e < A->start[i + 1]; e++) {
            column[e] = A->column[e];
            value[e] = A->value[e];
        }
    }
}

/* The width that ELL needs, or that HYB takes: the most entries that a third of the rows have. */
static int64_t width_of(const struct rows *A, bool is_hyb)
{
    enum { MOST = 4096 };
    int64_t longest = 0, width = 0, at_least[MOST + 1] = {0};
    for (int64_t i = 0; i < A->rows; i++) {
        int64_t n = A->start[i + 1] - A->start[i];
        longest = n > longest ? n : longest;
        at_least[n < MOST ? n : MOST]++;
    }
    for (int64_t k = MOST, rows = 0; is_hyb && k > 0 && width == 0; k--) {
        rows += at_least[k];
        if (3 * rows >= A->rows)
            width = k;
    }
    return is_hyb ? width : longest;
}

static void to_ell(struct blsi_form *f, const struct rows *A)
{
    bool is_hyb = f->format == FORMAT_HYB;
    f->width = width_of(A, is_hyb);
    if (!is_hyb && f->width * A->rows > 8 * A->entries) {
        f->reason = "memory"; /* eight times that of the entries */
        return;
    }
    int32_t *column = take(f, 0, f->width * A->rows), *row = NULL, *rest_column = NULL;
    float *value = take(f, 1, f->width * A->rows), *rest_value = NULL;
    for (int64_t i = 0; i < A->rows; i++) {
        int64_t n = A->start[i + 1] - A->start[i];
        f->rest += n > f->width ? n - f->width : 0;
    }
    if (is_hyb) {
        row = take(f, 2, f->rest);
        rest_column = take(f, 3, f->rest);
        rest_value = take(f, 4, f->rest);
    }
    for (int64_t i = 0, rest = 0; i < A->rows; i++) {
        int64_t n = A->start[i + 1] - A->start[i];
        for (int64_t k = 0; k < f->width; k++) {
            column[k * A->rows + i] = k < n ? A->column[A->start[i] + k] : -1;
            value[k * A->rows + i] = k < n ? A->value[A->start[i] + k] : 0;
        }
        for (int64_t k = f->width; k < n; k++) {
            row[rest] = (int32_t)i;
            rest_column[rest] = A->column[A->start[i] + k];
            rest_value[rest++] = A->value[A->start[i] + k];
        }
    }
}

static void to_blsi(struct blsi_form *f, const struct rows *A, int threads)
{
    struct graph_transpose_request transpose = {
        .A = {A->rows, A->columns, A->entries, A->start, A->column, A->value, .type = GRAPH_FP32},
        .threads = threads};
    BENCH_OK(graph__cpu()->transpose(&transpose));
    struct graph_blsi_request request = {.by_columns = {A->columns, A->rows, A->entries,
                                                        transpose.C.row_start, transpose.C.column,
                                                        transpose.C.value, .type = GRAPH_FP32},
                                         .threads = threads};
    BENCH_OK(graph__cpu()->blsi(&request));
    const char *block = request.block;
    f->row_bits = request.words.row_bits;
    f->column_bits = request.words.column_bits;
    f->buckets = request.words.buckets;
    f->chunks = request.words.chunks;
    f->high = (size_t)((const char *)request.words.high - block);
    f->before = (size_t)((const char *)request.words.before - block);
    f->has_sum = request.words.sum != NULL;
    f->sum = f->has_sum ? (size_t)((const char *)request.words.sum - block) : 0;
    f->first_row = (size_t)((const char *)request.words.first_row - block);
    f->word = (size_t)((const char *)request.words.word - block);
    memcpy(take(f, 0, (int64_t)((request.block_bytes + 3) / 4)), request.block, request.block_bytes);
    memcpy(take(f, 1, A->entries), request.value, (size_t)A->entries * sizeof(float));
    graph__cpu()->release(request.block);
    graph__cpu()->release(request.value);
    graph__cpu()->release(transpose.C.row_start);
    graph__cpu()->release(transpose.C.column);
    graph__cpu()->release(transpose.C.value);
}

struct form_times {
    struct blsi_form form;
    double bytes, convert_ms, copy_ms, kernel_ms;
    const char *reason, *device_reason;
};

static void check(const struct rows *A, const float *w, const char *matrix, const char *format)
{
    for (int64_t i = 0; i < A->rows; i++) {
        double sum = 0, size = 0;
        for (int64_t e = A->start[i]; e < A->start[i + 1]; e++) {
            sum += (double)A->value[e] * (double)(1 + A->column[e] % 3);
            size += fabs((double)A->value[e]) * 3;
        }
        BENCH_CLAIM(fabs(sum - (double)w[i]) <= 1e-4 * size, "%s by %s: w(%lld) = %g instead of %g", matrix,
                    format, (long long)i, (double)w[i], sum);
    }
}

static struct form_times measure(enum blsi_format format, const struct rows *A, const char *matrix,
                                 const struct published_options *o)
{
    struct form_times t = {.device_reason = has_device ? NULL : "no GPU"};
    t.convert_ms = INFINITY;
    for (int trial = 0; trial < o->trials; trial++) {
        form_close(&t.form);
        t.form = (struct blsi_form){
            .format = format, .rows = A->rows, .columns = A->columns, .entries = A->entries};
        double start = bench_seconds();
        if (format == FORMAT_COO)
            to_coo(&t.form, A);
        else if (format == FORMAT_CSR)
            to_csr(&t.form, A);
        else if (format == FORMAT_BLSI)
            to_blsi(&t.form, A, o->threads);
        else
            to_ell(&t.form, A);
        t.convert_ms = fmin(t.convert_ms, 1e3 * (bench_seconds() - start));
    }
    t.reason = t.form.reason;
    for (int k = 0; k < FORM_ARRAYS; k++)
        t.bytes += (double)t.form.array[k].bytes;
    if (t.reason == NULL && has_device) {
        float *w = malloc((size_t)(A->rows + 1) * sizeof *w);
        bench_check(w != NULL, "out of memory");
        if (blsi_on_device(&t.form, o->trials, w, &t.copy_ms, &t.kernel_ms))
            check(A, w, matrix, format_name[format]);
        else
            t.device_reason = "memory";
        free(w);
    }
    if (t.reason != NULL)
        t.device_reason = t.reason;
    form_close(&t.form);
    return t;
}

/* graph_mxv with operands that lie at its place. */
struct vector_product {
    const graph_matrix *A;
    graph_vector *u, *w;
    graph_descriptor descriptor;
};

static void run(void *context)
{
    struct vector_product *p = context;
    BENCH_OK(graph_mxv(p->w, NULL, GRAPH_NO_OP, graph_semiring_by_name("plus_times_fp32"), p->A, p->u,
                       &p->descriptor));
}

static void finish(void *context) { (void)context; }

/* AUTO, and words that are made at each call. */
static void library_ms(double ms[2], const struct rows *A, const struct published_options *o)
{
    struct vector_product p[2];
    struct published_runner runner[2];
    for (int k = 0; k < 2; k++) {
        p[k] =
            (struct vector_product){.A = A->A,
                                    .descriptor = {.size = sizeof(graph_descriptor),
                                                   .method = k == 0 ? GRAPH_METHOD_AUTO : GRAPH_METHOD_BLSI,
                                                   .backend = o->backend}};
        BENCH_OK(graph_vector_create(&p[k].u, GRAPH_FP32, (graph_index)A->columns));
        BENCH_OK(graph_vector_create(&p[k].w, GRAPH_FP32, (graph_index)A->rows));
        BENCH_OK(graph_vector_fill(p[k].u, graph_fp64(1)));
        runner[k] = (struct published_runner){run, finish, &p[k], 0, 0};
    }
    published_race(o, runner, 2);
    for (int k = 0; k < 2; k++) {
        ms[k] = runner[k].best_ms;
        graph_vector_release(&p[k].u);
        graph_vector_release(&p[k].w);
    }
}

static void put_time(struct table *t, const char *reason, double ms)
{
    table_time(t, &(struct published_time){.reason = reason, .ms = ms});
}

/* Five cells: BLSI's bytes as shares of COO's and CSR's, with values of 4 bytes and without values, and of CSR's with starts
 * of rows of 64 bits, as the library has them. */
static void put_shares(struct table *t, const struct published_matrix *m, const struct form_times *times)
{
    const double wide = 4 * (double)(m->rows + 1), bytes = times[FORMAT_BLSI].bytes;
    for (int has_none = 0; has_none < 2; has_none++)
        for (int f = FORMAT_COO; f <= FORMAT_CSR; f++) {
            const double values = has_none * 4 * (double)m->entries;
            table_number(t, 100 * (bytes - values) / (times[f].bytes - values), 1);
        }
    table_number(t, 100 * bytes / (times[FORMAT_CSR].bytes + wide), 1);
}

/* Bits of an entry but for its value. */
static double bits_of(const struct form_times *times, const struct published_matrix *m)
{
    return 8 * (times[FORMAT_BLSI].bytes / (double)m->entries - 4);
}

static void bytes_row(struct table *t, const struct published_matrix *m, const struct form_times *times)
{
    const double n = (double)m->entries;
    table_text(t, "%s", m->label);
    table_number(t, (double)m->rows, 0);
    table_number(t, n / (double)m->rows, 1);
    table_number(t, bits_of(times, m), 1);
    for (int f = 0; f < FORMATS; f++)
        table_number_or(t, times[f].reason, times[f].bytes / (1 << 20), 2);
    put_shares(t, m, times);
    table_row_end(t);
}

static void copy_row(struct table *t, const struct published_matrix *m, const struct form_times *times)
{
    table_text(t, "%s", m->label);
    for (int f = 0; f < FORMATS; f++)
        put_time(t, times[f].device_reason, times[f].copy_ms);
    table_row_end(t);
}

static void kernel_row(struct table *t, const struct published_matrix *m, const struct form_times *times,
                       const double library[2])
{
    table_text(t, "%s", m->label);
    for (int f = 0; f < FORMATS; f++)
        put_time(t, times[f].device_reason, times[f].kernel_ms);
    for (int k = 0; k < 2; k++)
        put_time(t, NULL, library[k]);
    table_row_end(t);
}

static double total_of(const struct form_times *t) { return t->convert_ms + t->copy_ms + t->kernel_ms; }

static void total_row(struct table *t, const struct published_matrix *m, const struct form_times *times)
{
    table_text(t, "%s", m->label);
    for (int f = 0; f < FORMATS; f++)
        put_time(t, times[f].reason, times[f].convert_ms);
    for (int f = 0; f < FORMATS; f++)
        put_time(t, times[f].device_reason, total_of(&times[f]));
    table_number_or(t, times[FORMAT_HYB].device_reason,
                    total_of(&times[FORMAT_HYB]) / total_of(&times[FORMAT_BLSI]), 2);
    table_row_end(t);
}

enum { BYTES, COPY, KERNEL, TOTAL, PARTS };

static void open_blsi(struct table *parts, const struct published_options *o)
{
    static const char *const bytes_columns[] = {"Matrix",
                                                "Rows",
                                                "NNZ / row",
                                                "bits",
                                                "COO MB",
                                                "CSR MB",
                                                "ELL MB",
                                                "HYB MB",
                                                "BLSI MB",
                                                "| % of COO",
                                                "% of CSR",
                                                "% of COO without values",
                                                "% of CSR without values",
                                                "% of CSR with wide starts",
                                                NULL};
    static const char *const copy_columns[] = {"Matrix",      "ms COO copy",  "* CSR copy", "ms ELL copy",
                                               "ms HYB copy", "ms BLSI copy", NULL};
    static const char *const kernel_columns[] = {"Matrix",        "ms COO kernel",       "ms CSR kernel",
                                                 "ms ELL kernel", "ms HYB kernel",       "ms BLSI kernel",
                                                 "* AUTO",        "ms BLSI in one call", NULL};
    static const char *const total_columns[] = {"Matrix",
                                                "ms COO convert",
                                                "ms CSR convert",
                                                "ms ELL convert",
                                                "ms HYB convert",
                                                "ms BLSI convert",
                                                "| ms COO total",
                                                "* CSR total",
                                                "ms ELL total",
                                                "ms HYB total",
                                                "ms BLSI total",
                                                "HYB / BLSI",
                                                NULL};
    table_open(&parts[BYTES], o, "blsi-bytes",
               "Neelima, Prakash, Reddy: bytes from host to device, single precision", bytes_columns);
    table_open(&parts[COPY], o, "blsi-copy",
               "Neelima, Prakash, Reddy, figure 7.1: copies to the device in milliseconds", copy_columns);
    table_open(&parts[KERNEL], o, "blsi-kernel",
               "Neelima, Prakash, Reddy, table 5.1: products in milliseconds, and the library's graph_mxv",
               kernel_columns);
    table_open(
        &parts[TOTAL], o, "blsi",
        "Neelima, Prakash, Reddy, figure 7.4: conversion, and conversion + copy + product, in milliseconds",
        total_columns);
    has_device = o->backend == GRAPH_BACKEND_CUDA;
}

/* All formats of m in single precision; the caller releases *single. */
static struct rows measure_all(struct form_times times[FORMATS], graph_matrix **single,
                               const struct published_matrix *m, const struct published_options *o)
{
    graph_arrays arrays = {.size = sizeof arrays};
    *single = bench_with_values(m->A, GRAPH_FP32);
    BENCH_OK(graph_matrix_export(&arrays, *single, GRAPH_CSR, GRAPH_BORROW));
    const struct rows A = {arrays.row,          arrays.column,       arrays.value, (int64_t)m->rows,
                           (int64_t)m->columns, (int64_t)m->entries, *single};
    for (int f = 0; f < FORMATS; f++)
        times[f] = measure((enum blsi_format)f, &A, m->name, o);
    return A;
}

static void row_of_blsi(struct table *parts, const struct published_matrix *m)
{
    struct form_times times[FORMATS];
    double library[2];
    graph_matrix *single;
    const struct rows A = measure_all(times, &single, m, parts->options);
    library_ms(library, &A, parts->options);
    graph_matrix_release(&single);
    bytes_row(&parts[BYTES], m, times);
    copy_row(&parts[COPY], m, times);
    kernel_row(&parts[KERNEL], m, times, library);
    total_row(&parts[TOTAL], m, times);
}

const struct published_kind published_blsi = {
    .name = "blsi", .sets = SET_WILLIAMS, .parts = PARTS, .open = open_blsi, .row = row_of_blsi};

/* Matrices with about 10 entries in a row. */
static graph_matrix *ten_in_a_row(char *name, size_t room, int k)
{
    enum { SIZES = 6 };
    if (k < SIZES) {
        snprintf(name, room, "%d", 1024 << 2 * k);
        return bench_uniform(1024 << 2 * k, 10);
    }
    snprintf(name, room, k == SIZES ? "262144 (R-MAT)" : "1048576 (band)");
    return k == SIZES ? bench_rmat(18, 5) : k == SIZES + 1 ? bench_band(1 << 20, 5) : NULL;
}

void published_blsi_ten(const struct published_options *o)
{
    static const char *const columns[] = {"Rows",
                                          "bits",
                                          "% of COO",
                                          "% of CSR",
                                          "% of COO without values",
                                          "% of CSR without values",
                                          "% of CSR with wide starts",
                                          "| % of COO, double",
                                          "% of CSR, double",
                                          NULL};
    struct table t;
    graph_matrix *pattern;
    char name[TABLE_TEXT];
    table_open(&t, o, "blsi-ten", "Bytes of BLSI with 10 entries in a row, single precision", columns);
    has_device = false;
    for (int k = 0; (pattern = ten_in_a_row(name, sizeof name, k)) != NULL; k++) {
        struct form_times times[FORMATS];
        graph_matrix *single;
        if (table_takes_known(&t, name) || !o->measures) {
            graph_matrix_release(&pattern);
            continue;
        }
        struct published_matrix m = published_matrix_of(pattern);
        measure_all(times, &single, &m, o);
        table_text(&t, "%s", name);
        table_number(&t, bits_of(times, &m), 1);
        put_shares(&t, &m, times);
        for (int f = FORMAT_COO; f <= FORMAT_CSR; f++) {
            const double more = 4 * (double)m.entries;
            table_number(&t, 100 * (times[FORMAT_BLSI].bytes + more) / (times[f].bytes + more), 1);
        }
        table_row_end(&t);
        graph_matrix_release(&single);
        graph_matrix_release(&m.A);
    }
    table_close(&t);
}
