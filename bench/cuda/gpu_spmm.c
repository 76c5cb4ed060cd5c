/* See gpu_spmm.h. */
#include "bench/cuda/gpu_spmm.h"

#include <cuda_runtime_api.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/cuda/gpu_clock.h"
#include "bench/cuda/vector_reads.h"
#include "cuda/runtime/call.h"

enum { IN_A_ROW = 8, ENGINES = 4 };
/* Calls that take longer are timed alone, three times. */
static const double long_ms = 5;

static void check_cuda(cudaError_t error, const char *call)
{
    bench_check(error == cudaSuccess, "%s: %s", call, cudaGetErrorString(error));
}
#define CUDA(call) check_cuda((call), #call)

static cusparseHandle_t handle;
static cudaStream_t stream;
static double copy_rate; /* bytes read and written in a millisecond */

static void *device_array(size_t bytes)
{
    void *array;
    BENCH_OK(graph__cuda_allocate(&array, bytes + 1, 1));
    return array;
}

/* Random numbers that repeat after so many, a prime number: making them must not take longer than the products. */
static float *device_random(int64_t n)
{
    enum { PERIOD = 16777213 };
    int64_t made = n < PERIOD ? n : PERIOD;
    float *there = device_array((size_t)n * sizeof(float)), *here = malloc((size_t)made * sizeof(float) + 1);
    uint64_t seed = 1;
    bench_check(here != NULL, "out of memory");
    for (int64_t k = 0; k < made; k++) {
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        here[k] = (float)(1 + (seed >> 61)) / 8;
    }
    BENCH_OK(graph__cuda_upload(there, here, (size_t)made * sizeof(float)));
    free(here);
    struct cuda_call *call = graph__cuda_begin();
    for (int64_t more; made < n; made += more) {
        more = made < n - made ? made : n - made;
        BENCH_OK(graph__cuda_copy(call, there + made, there, (size_t)more * sizeof(float)));
    }
    graph__cuda_end(call);
    return there;
}

void gpu_sparse_open(struct gpu_sparse *s, graph_matrix *A)
{
    int64_t rows;
    s->ours = A;
    BENCH_OK(graph__matrix_view(&s->A, A, graph__backend(GRAPH_BACKEND_CUDA)));
    rows = s->A.rows;
    int64_t *wide = malloc((size_t)(rows + 1) * sizeof *wide);
    int32_t *narrow = malloc((size_t)(rows + 1) * sizeof *narrow);
    bench_check(wide != NULL && narrow != NULL, "out of memory");
    BENCH_OK(graph__cuda_download(wide, s->A.row_start, (size_t)(rows + 1) * sizeof *wide));
    for (int64_t i = 0; i <= rows; i++)
        narrow[i] = (int32_t)wide[i];
    s->row_start_32 = device_array((size_t)(rows + 1) * sizeof *narrow);
    BENCH_OK(graph__cuda_upload(s->row_start_32, narrow, (size_t)(rows + 1) * sizeof *narrow));
    free(wide);
    free(narrow);
    bench_check(cusparseCreateCsr(&s->theirs, rows, s->A.columns, s->A.entries, s->row_start_32,
                                  (void *)s->A.column, (void *)s->A.value, CUSPARSE_INDEX_32I,
                                  CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO,
                                  CUDA_R_32F) == CUSPARSE_STATUS_SUCCESS,
                "cusparseCreateCsr");
}

void gpu_sparse_close(struct gpu_sparse *s)
{
    cusparseDestroySpMat(s->theirs);
    graph__cuda_release(s->row_start_32);
}

/* The wall clock of one call. */
static double time_first(void (*call)(void *), void *context)
{
    gpu_clock_start(stream);
    call(context);
    return gpu_clock_stop(stream).wall_ms;
}

/* The median over trials of the milliseconds of a call, by both clocks. */
static struct gpu_times time_calls(void (*call)(void *), void *context, int trials)
{
    struct gpu_times times[GPU_SPMM_TRIALS];
    const bool is_long = time_first(call, context) > long_ms;
    const int in_a_row = is_long ? 1 : IN_A_ROW;
    trials = is_long && trials > 3 ? 3 : trials;
    for (int c = 0; c < in_a_row; c++)
        call(context);
    for (int k = 0; k < trials; k++) {
        gpu_clock_start(stream);
        for (int c = 0; c < in_a_row; c++)
            call(context);
        times[k] = gpu_clock_stop(stream);
        times[k].ms /= in_a_row;
        times[k].wall_ms /= in_a_row;
    }
    return gpu_clock_median(times, trials);
}

struct copy {
    void *to, *from;
    size_t bytes;
};

static void run_copy(void *context)
{
    struct copy *c = context;
    CUDA(cudaMemcpyAsync(c->to, c->from, c->bytes, cudaMemcpyDeviceToDevice, stream));
}

double gpu_spmm_open(void)
{
    struct copy c = {.bytes = (size_t)1 << 30};
    stream = graph__cuda_device(NULL)->stream;
    bench_check(cusparseCreate(&handle) == CUSPARSE_STATUS_SUCCESS &&
                    cusparseSetStream(handle, stream) == CUSPARSE_STATUS_SUCCESS,
                "cuSPARSE cannot be opened");
    c.to = device_array(c.bytes);
    c.from = device_array(c.bytes);
    copy_rate = 2 * (double)c.bytes / time_calls(run_copy, &c, 5).ms;
    graph__cuda_release(c.to);
    graph__cuda_release(c.from);
    return copy_rate;
}

void gpu_spmm_close(void) { cusparseDestroy(handle); }

/* ---- Products ---- */

struct product {
    struct gpu_sparse *s;
    const graph_semiring *semiring;
    int64_t width; /* 0: a vector */
    float *B, *C, *C_theirs;
    graph_vector *u, *w;
    cusparseDnMatDescr_t B_matrix, C_matrix;
    cusparseDnVecDescr_t B_vector, C_vector;
    int engine;
    bool is_refused; /* by the engine */
    void *buffer;
};

static void run_ours(void *context)
{
    struct product *p = context;
    const graph_descriptor *there = GRAPH_DESCRIPTOR(.backend = GRAPH_BACKEND_CUDA);
    const struct graph_csr *A = &p->s->A;
    if (p->width == 0) {
        BENCH_OK(graph_mxv(p->w, NULL, GRAPH_NO_OP, p->semiring, p->s->ours, p->u, there));
        return;
    }
    const graph_dense B = {.size = sizeof B,
                           .type = GRAPH_FP32,
                           .layout = GRAPH_ROW_MAJOR,
                           .rows = (graph_index)A->columns,
                           .columns = (graph_index)p->width,
                           .value = p->B},
                      C = {.size = sizeof C,
                           .type = GRAPH_FP32,
                           .layout = GRAPH_ROW_MAJOR,
                           .rows = (graph_index)A->rows,
                           .columns = (graph_index)p->width,
                           .value = p->C};
    BENCH_OK(graph_csrmm(&C, p->semiring, p->s->ours, &B, there));
}

/* The vector, with the values of the array B. */
static void open_vectors(struct product *p)
{
    const int64_t n = p->s->A.columns;
    float *value = malloc((size_t)n * sizeof *value);
    bench_check(value != NULL, "out of memory");
    BENCH_OK(graph__cuda_download(value, p->B, (size_t)n * sizeof *value));
    BENCH_OK(graph_vector_import_full(&p->u, GRAPH_FP32, (graph_index)n, value, GRAPH_MOVE, NULL, NULL));
    BENCH_OK(graph_vector_create(&p->w, GRAPH_FP32, (graph_index)p->s->A.rows));
}

/* Our product on the host: 0 where w has no entry, since the row of A is empty. */
static float *our_product(const struct product *p)
{
    const int64_t rows = p->s->A.rows, n = rows * (p->width > 0 ? p->width : 1);
    float *x = calloc((size_t)n + 1, sizeof *x);
    bench_check(x != NULL, "out of memory");
    if (p->width > 0) {
        BENCH_OK(graph__cuda_download(x, p->C, (size_t)n * sizeof *x));
        return x;
    }
    graph_index *index = malloc((size_t)rows * sizeof *index + 1), entries = (graph_index)rows;
    float *value = malloc((size_t)rows * sizeof *value + 1);
    bench_check(index != NULL && value != NULL, "out of memory");
    BENCH_OK(graph_vector_extract_tuples(index, value, GRAPH_FP32, &entries, p->w));
    for (graph_index k = 0; k < entries; k++)
        x[index[k]] = value[k];
    free(index);
    free(value);
    return x;
}

static const float one = 1, none = 0;
static const cusparseOperation_t as_is = CUSPARSE_OPERATION_NON_TRANSPOSE;
static const cusparseSpMMAlg_t matrix_engines[ENGINES] = {CUSPARSE_SPMM_ALG_DEFAULT, CUSPARSE_SPMM_CSR_ALG1,
                                                          CUSPARSE_SPMM_CSR_ALG2, CUSPARSE_SPMM_CSR_ALG3};
static const cusparseSpMVAlg_t vector_engines[ENGINES] = {CUSPARSE_SPMV_ALG_DEFAULT, CUSPARSE_SPMV_CSR_ALG1,
                                                          CUSPARSE_SPMV_CSR_ALG2, CUSPARSE_SPMV_CSR_ALG2};
static const char *const engine_names[ENGINES] = {"default", "ALG1", "ALG2", "ALG3"};

static bool open_theirs(struct product *p)
{
    size_t bytes = 0;
    cusparseStatus_t status;
    if (p->width > 0)
        status = cusparseSpMM_bufferSize(handle, as_is, as_is, &one, p->s->theirs, p->B_matrix, &none,
                                         p->C_matrix, CUDA_R_32F, matrix_engines[p->engine], &bytes);
    else
        status = cusparseSpMV_bufferSize(handle, as_is, &one, p->s->theirs, p->B_vector, &none, p->C_vector,
                                         CUDA_R_32F, vector_engines[p->engine], &bytes);
    if (status != CUSPARSE_STATUS_SUCCESS)
        return false;
    p->buffer = device_array(bytes);
    if (p->width > 0)
        status = cusparseSpMM_preprocess(handle, as_is, as_is, &one, p->s->theirs, p->B_matrix, &none,
                                         p->C_matrix, CUDA_R_32F, matrix_engines[p->engine], p->buffer);
    else
        status = cusparseSpMV_preprocess(handle, as_is, &one, p->s->theirs, p->B_vector, &none, p->C_vector,
                                         CUDA_R_32F, vector_engines[p->engine], p->buffer);
    return status == CUSPARSE_STATUS_SUCCESS;
}

static void run_theirs(void *context)
{
    struct product *p = context;
    cusparseStatus_t status;
    if (p->width > 0)
        status = cusparseSpMM(handle, as_is, as_is, &one, p->s->theirs, p->B_matrix, &none, p->C_matrix,
                              CUDA_R_32F, matrix_engines[p->engine], p->buffer);
    else
        status = cusparseSpMV(handle, as_is, &one, p->s->theirs, p->B_vector, &none, p->C_vector, CUDA_R_32F,
                              vector_engines[p->engine], p->buffer);
    bench_check(status == CUSPARSE_STATUS_SUCCESS, "cuSPARSE %s: %s", engine_names[p->engine],
                cusparseGetErrorString(status));
}

/* The preparation and the first product. */
static void run_theirs_first(void *context)
{
    struct product *p = context;
    p->is_refused = !open_theirs(p);
    if (!p->is_refused)
        run_theirs(p);
}

/* Ends the program unless the engine has our product: all elements, those of row i within the rounding of sums of as many
 * products as row i of A has entries. */
static void compare(const struct product *p, const char *name)
{
    const int64_t rows = p->s->A.rows, width = p->width > 0 ? p->width : 1, n = rows * width;
    int64_t *row_start = malloc((size_t)(rows + 1) * sizeof *row_start);
    float *x = our_product(p), *y = malloc((size_t)n * sizeof *y + 1);
    bench_check(row_start != NULL && y != NULL, "out of memory");
    BENCH_OK(graph__cuda_download(row_start, p->s->A.row_start, (size_t)(rows + 1) * sizeof *row_start));
    BENCH_OK(graph__cuda_download(y, p->C_theirs, (size_t)n * sizeof *y));
    int64_t wrong = INT64_MAX;
#pragma omp parallel for schedule(static) reduction(min : wrong)
    for (int64_t i = 0; i < rows; i++)
        for (int64_t e = i * width; e < (i + 1) * width; e++)
            if (!bench_is_near((double)x[e], (double)y[e], row_start[i + 1] - row_start[i], GRAPH_FP32) &&
                e < wrong)
                wrong = e;
    bench_check(wrong == INT64_MAX, "%s, %lld columns: element (%lld, %lld) is %.9g, cuSPARSE %s has %.9g",
                name, (long long)width, (long long)(wrong / width), (long long)(wrong % width),
                (double)x[wrong < n ? wrong : 0], engine_names[p->engine], (double)y[wrong < n ? wrong : 0]);
    free(row_start);
    free(x);
    free(y);
}

/* ---- What a product with a vector reads ---- */

struct reads {
    struct vector_reads r;
    int form;
};

static void run_reads(void *context)
{
    const struct reads *reads = context;
    CUDA(vector_reads_run(&reads->r, reads->form));
}

static double sum_of(const float *there, int64_t n)
{
    float *here = malloc((size_t)n * sizeof *here + 1);
    double sum = 0;
    bench_check(here != NULL, "out of memory");
    BENCH_OK(graph__cuda_download(here, there, (size_t)n * sizeof *here));
    for (int64_t k = 0; k < n; k++)
        sum += here[k];
    free(here);
    return sum;
}

/* The least milliseconds in which the entries are read, with their elements of u or without. */
static double measure_reads(const struct product *p, bool reads_u, const char *name, int trials)
{
    const struct graph_csr *A = &p->s->A;
    float *rows = our_product(p);
    double product = 0;
    for (int64_t i = 0; i < A->rows; i++)
        product += rows[i];
    free(rows);
    struct reads reads = {.r = {.entries = A->entries,
                                .column = A->column,
                                .value = A->value,
                                .u = reads_u ? p->B : NULL,
                                .processors = graph__cuda_device(NULL)->processors,
                                .stream = stream}};
    double best = 0;
    for (; reads.form < vector_reads_forms(); reads.form++) {
        const int64_t sums = vector_reads_sums(&reads.r, reads.form);
        reads.r.sums = device_array((size_t)sums * sizeof(float));
        const double ms = time_calls(run_reads, &reads, trials).ms, sum = sum_of(reads.r.sums, sums);
        bench_check(!reads_u || fabs(sum - product) <= 1e-4 * fabs(product),
                    "%s: the products of its entries add up to %g, those of rows to %g", name, sum, product);
        best = best == 0 || ms < best ? ms : best;
        graph__cuda_release(reads.r.sums);
    }
    return best;
}

double gpu_spmm_race(struct bench *bench, const char *name, struct gpu_sparse *s, int64_t width,
                     const struct bench_draw *draw)
{
    struct product p = {.s = s, .width = width, .semiring = graph_semiring_by_name("plus_times_fp32")};
    int64_t n = width > 0 ? width : 1;
    double best = 0, best_first = 0;
    int best_engine = 0;
    p.B = device_random(s->A.columns * n);
    p.C = device_array((size_t)(s->A.rows * n) * sizeof(float));
    p.C_theirs = device_array((size_t)(s->A.rows * n) * sizeof(float));
    if (width > 0) {
        cusparseCreateDnMat(&p.B_matrix, s->A.columns, n, n, p.B, CUDA_R_32F, CUSPARSE_ORDER_ROW);
        cusparseCreateDnMat(&p.C_matrix, s->A.rows, n, n, p.C_theirs, CUDA_R_32F, CUSPARSE_ORDER_ROW);
    } else {
        cusparseCreateDnVec(&p.B_vector, s->A.columns, p.B, CUDA_R_32F);
        cusparseCreateDnVec(&p.C_vector, s->A.rows, p.C_theirs, CUDA_R_32F);
    }
    if (width == 0)
        open_vectors(&p);
    const double first = time_first(run_ours, &p);
    const struct gpu_times ours_times = time_calls(run_ours, &p, bench->trials);
    const double ours = ours_times.ms;
    for (p.engine = 0; p.engine < ENGINES - (width == 0); p.engine++) {
        CUDA(cudaMemsetAsync(p.C_theirs, 0, (size_t)(s->A.rows * n) * sizeof(float), stream));
        const double first_of_engine = time_first(run_theirs_first, &p);
        if (!p.is_refused) {
            const double ms = time_calls(run_theirs, &p, bench->trials).ms;
            compare(&p, name);
            if (best == 0 || ms < best) {
                best = ms;
                best_engine = p.engine;
                best_first = first_of_engine;
            }
        }
        graph__cuda_release(p.buffer);
        p.buffer = NULL;
    }
    double bytes =
        (double)s->A.entries * 8 + (double)s->A.rows * 8 +
        4 * (double)n * (double)(s->A.rows + (s->A.columns < s->A.entries ? s->A.columns : s->A.entries));
    bench_row(bench);
    bench_text(bench, "matrix", name);
    if (draw != NULL)
        bench_number(bench, "draw", (double)draw->number, 0);
    bench_number(bench, "columns", (double)n, 0);
    if (draw != NULL) {
        bench_number(bench, "rows", (double)s->A.rows, 0);
        bench_number(bench, "inner", (double)s->A.columns, 0);
    }
    bench_number(bench, "entries", (double)s->A.entries, 0);
    bench_number(bench, "semigraph_ms", ours, 4);
    bench_number(bench, "cusparse_ms", best, 4);
    bench_text(bench, "engine", engine_names[best_engine]);
    bench_number(bench, "ratio", best / ours, 2);
    bench_number(bench, "wall_ms", ours_times.wall_ms, 4);
    bench_number(bench, "first_ms", first, 3);
    bench_number(bench, "cusparse_first_ms", best_first, 3);
    bench_number(bench, "share_of_bound", bytes / copy_rate / ours, 3);
    bench_number(bench, "gathered_GB_s", (double)s->A.entries * (8 + 4 * (double)n) / ours * 1e-6, 0);
    if (width == 0 && draw == NULL) {
        const double reads = measure_reads(&p, true, name, bench->trials);
        bench_number(bench, "entries_read_ms", measure_reads(&p, false, name, bench->trials), 4);
        bench_number(bench, "reads_ms", reads, 4);
        bench_number(bench, "share_of_reads", reads / ours, 2);
    }
    bench_row_end(bench);
    graph__cuda_release(p.B);
    graph__cuda_release(p.C);
    graph__cuda_release(p.C_theirs);
    graph_vector_release(&p.u);
    graph_vector_release(&p.w);
    if (width > 0) {
        cusparseDestroyDnMat(p.B_matrix);
        cusparseDestroyDnMat(p.C_matrix);
    } else {
        cusparseDestroyDnVec(p.B_vector);
        cusparseDestroyDnVec(p.C_vector);
    }
    return best / ours;
}
