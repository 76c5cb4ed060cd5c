/* The operations of the CUDA back end that are neither products nor algorithms, on a random matrix: milliseconds of a
 * warm call with its allocations and its wait (median of 11), the bytes that it must read and write, and their share of
 * what a copy of as many bytes reaches on the same GPU in the same run.
 *
 *     bench_gpu_algebra [ENTRIES [ROWS [OPERATION]]]      (10000000, 1000000, all of them) */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/mix.h"
#include "bench/support/bench.h"
#include "contract/backend.h"
#include "cuda/backend_cuda.h"
#include "cuda/runtime/call.h"
#include "semigraph.h"

enum { TRIALS = 11 };

static const struct graph_backend *const gpu = &graph__cuda_backend;

static void check(graph_status status, const char *what)
{
    if (status == GRAPH_OK)
        return;
    fprintf(stderr, "%s: %s\n", what, graph_last_error());
    exit(1);
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return 1e3 * (double)t.tv_sec + 1e-6 * (double)t.tv_nsec;
}

/* A new array at the GPU, with the content of `here` unless that is NULL. */
static void *place(const void *here, size_t bytes)
{
    void *there = NULL;
    check(gpu->allocate(&there, bytes, 1), "allocate");
    if (here != NULL)
        check(gpu->upload(there, here, bytes), "upload");
    return there;
}

static uint64_t state = 1;
static uint64_t draw(void)
{
    const uint64_t number = graph__mix(state);
    state += 0x9e3779b97f4a7c15u;
    return number;
}

/* What the operations work on: A and B built from random positions, and those positions. */
struct data {
    int64_t n, rows;
    int32_t *row, *column;
    double *value, *spare;
    struct graph_csr A, B;
    struct graph_csr_arrays C; /* the result of the last call */
    struct graph_vector_arrays w;
};

static void drop(struct data *d)
{
    gpu->release(d->C.row_start);
    gpu->release(d->C.column);
    gpu->release(d->C.value);
    gpu->release(d->w.present);
    gpu->release(d->w.value);
    d->C = (struct graph_csr_arrays){0};
    d->w = (struct graph_vector_arrays){0};
}

static graph_status run_build(struct data *d)
{
    struct graph_build_request r = {.rows = d->rows,
                                    .columns = d->rows,
                                    .n = d->n,
                                    .row = d->row,
                                    .column = d->column,
                                    .value = d->value,
                                    .type = GRAPH_FP64,
                                    .duplicate = GRAPH_PLUS};
    graph_status status = gpu->build(&r);
    d->C = r.C;
    return status;
}

static struct graph_csr make(struct data *d)
{
    int32_t *position = malloc((size_t)d->n * sizeof *position);
    if (position == NULL)
        exit(1);
    for (int64_t k = 0; k < d->n; k++)
        position[k] = (int32_t)(draw() % (uint64_t)d->rows);
    check(gpu->upload(d->row, position, (size_t)d->n * sizeof *position), "upload");
    for (int64_t k = 0; k < d->n; k++)
        position[k] = (int32_t)(draw() % (uint64_t)d->rows);
    check(gpu->upload(d->column, position, (size_t)d->n * sizeof *position), "upload");
    free(position);
    check(run_build(d), "build");
    struct graph_csr A = {.rows = d->rows,
                          .columns = d->rows,
                          .entries = d->C.entries,
                          .row_start = d->C.row_start,
                          .column = d->C.column,
                          .value = d->C.value,
                          .type = GRAPH_FP64};
    d->C = (struct graph_csr_arrays){0};
    return A;
}

static graph_status run_copy(struct data *d)
{
    struct cuda_call *call = graph__cuda_begin();
    graph_status status = graph__cuda_copy(call, d->spare, d->value, (size_t)d->n * sizeof(double));
    graph__cuda_end(call);
    return status;
}
static graph_status run_fill(struct data *d)
{
    return gpu->fill(d->spare, GRAPH_FP64, graph_fp64(1), d->n, 1);
}
static graph_status run_unary(struct data *d)
{
    return gpu->unary(d->spare, d->value, GRAPH_AINV, GRAPH_FP64, d->n, 1);
}
static graph_status run_binary(struct data *d)
{
    return gpu->binary(d->spare, d->value, d->spare, GRAPH_PLUS, GRAPH_FP64, d->n, 1);
}
static graph_status run_convert(struct data *d)
{
    return gpu->convert(d->spare, GRAPH_FP32, d->value, GRAPH_FP64, d->n, 1);
}
static graph_status run_positions(struct data *d)
{
    return gpu->positions((int64_t *)d->spare, &d->A, GRAPH_ROW_INDEX, 0, 1);
}
static graph_status run_reduce(struct data *d)
{
    return gpu->reduce(d->spare, d->A.value, GRAPH_PLUS, GRAPH_FP64, d->A.entries, 1);
}
static graph_status run_reduce_rows(struct data *d)
{
    struct graph_reduce_rows_request r = {.A = d->A, .monoid = GRAPH_PLUS};
    graph_status status = gpu->reduce_rows(&r);
    d->w = r.w;
    return status;
}
static graph_status select_by(struct data *d, graph_select_op op, double y)
{
    struct graph_select_request r = {.A = d->A, .op = op, .y = graph_fp64(y)};
    graph_status status = gpu->select(&r);
    d->C = r.C;
    return status;
}
static graph_status run_select_value(struct data *d) { return select_by(d, GRAPH_VALUE_GT, 0.5); }
static graph_status run_tril(struct data *d) { return select_by(d, GRAPH_TRIL, 0); }
static graph_status run_transpose(struct data *d)
{
    struct graph_transpose_request r = {.A = d->A};
    graph_status status = gpu->transpose(&r);
    d->C = r.C;
    return status;
}
static graph_status ewise(struct data *d, bool is_union, const struct graph_csr *B)
{
    struct graph_ewise_request r = {.A = d->A, .B = *B, .op = GRAPH_PLUS, .is_union = is_union};
    graph_status status = gpu->ewise(&r);
    d->C = r.C;
    return status;
}
static graph_status run_union(struct data *d) { return ewise(d, true, &d->B); }
static graph_status run_intersection(struct data *d) { return ewise(d, false, &d->A); }
static graph_status run_merge(struct data *d)
{
    struct graph_merge_request r = {
        .C_old = d->A, .update = d->B, .mask = {.is_given = true, .pattern = d->A}, .accum = GRAPH_PLUS};
    graph_status status = gpu->merge(&r);
    d->C = r.C;
    return status;
}

int main(int argc, char **argv)
{
    struct data d = {.n = argc > 1 ? atoll(argv[1]) : 10000000, .rows = argc > 2 ? atoll(argv[2]) : 1000000};
    const char *why;
    if (!gpu->available(&why)) {
        fprintf(stderr, "%s\n", why);
        return 1;
    }
    double *value = malloc((size_t)d.n * sizeof *value);
    if (value == NULL)
        return 1;
    for (int64_t k = 0; k < d.n; k++)
        value[k] = (double)(draw() >> 11) * 0x1p-53;
    d.row = place(NULL, (size_t)d.n * sizeof *d.row);
    d.column = place(NULL, (size_t)d.n * sizeof *d.column);
    d.value = place(value, (size_t)d.n * sizeof *d.value);
    d.spare = place(value, (size_t)d.n * sizeof *d.value);
    free(value);
    d.B = make(&d);
    d.A = make(&d);

    const double n = (double)d.n, row_bytes = 8.0 * (double)d.rows,
                 A = 12.0 * (double)d.A.entries + row_bytes;
    const struct {
        const char *name;
        graph_status (*run)(struct data *);
        double bytes; /* besides those of a resulting matrix */
        bool has_matrix;
    } rows[] = {{"copy", run_copy, 16 * n, false},
                {"fill", run_fill, 8 * n, false},
                {"unary", run_unary, 16 * n, false},
                {"binary", run_binary, 24 * n, false},
                {"convert to fp32", run_convert, 12 * n, false},
                {"positions", run_positions, row_bytes + 8.0 * (double)d.A.entries, false},
                {"reduce", run_reduce, 8.0 * (double)d.A.entries, false},
                {"reduce_rows", run_reduce_rows, 8.0 * (double)d.A.entries + 17.0 * (double)d.rows, false},
                {"select values", run_select_value, A, true},
                {"select tril", run_tril, A, true},
                {"transpose", run_transpose, A, true},
                {"union", run_union, A + 12.0 * (double)d.B.entries + row_bytes, true},
                {"intersection", run_intersection, 2 * A, true},
                {"merge, mask", run_merge,
                 A + 12.0 * (double)d.B.entries + 2 * row_bytes + 4.0 * (double)d.A.entries, true},
                {"build", run_build, 16 * n, true}};
    double copied = 0;
    printf("%-16s %10s %10s %8s %8s\n", "operation", "ms", "MB", "GB/s", "of copy");
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        double ms[TRIALS], bytes = rows[k].bytes;
        if (k > 0 && argc > 3 && strcmp(argv[3], rows[k].name) != 0)
            continue;
        check(rows[k].run(&d), rows[k].name);
        if (rows[k].has_matrix)
            bytes += 12.0 * (double)d.C.entries + row_bytes;
        drop(&d);
        for (int t = 0; t < TRIALS; t++) {
            check(gpu->wait(), "wait");
            double start = now();
            check(rows[k].run(&d), rows[k].name);
            check(gpu->wait(), "wait");
            ms[t] = now() - start;
            drop(&d);
        }
        double median = bench_median(ms, TRIALS), speed = bytes * 1e-6 / median;
        copied = k == 0 ? speed : copied;
        printf("%-16s %10.4f %10.1f %8.0f %7.1f%%\n", rows[k].name, median, bytes * 1e-6, speed,
               100 * speed / copied);
    }
    return 0;
}
