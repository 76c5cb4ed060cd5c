/* Sparse times dense and sparse times vector on the GPU, compared with cuSPARSE on the same arrays.
 *
 *     bench_gpu_spmm [--json] [--trials N] [--columns N]... [MATRIX...]
 *
 * Times are of calls with everything on the device, by CUDA events around several in a row: the median of the trials.
 * The bound is the time in which the GPU copies as many bytes as A, B and C have, each moved once.  For a product with a
 * vector, two more times are printed: of reading its entries alone, and of reading with each its element of the vector
 * (vector_reads.h). */
#include <cuda_runtime_api.h>
#include <cusparse.h>
#include <getopt.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/support/bench.h"
#include "core/matrix/matrix.h"
#include "cuda/csrmm/csrmm_host.h"
#include "cuda/runtime/call.h"
#include "cuda/mxv/mxv_host.h"
#include "bench/support/generators.h"
#include "bench/cuda/vector_reads.h"

enum { IN_A_ROW = 8, MOST_TRIALS = 64, ENGINES = 4 };

static void check_cuda(cudaError_t error, const char *call)
{
    bench_check(error == cudaSuccess, "%s: %s", call, cudaGetErrorString(error));
}
#define CUDA(call) check_cuda((call), #call)

static cusparseHandle_t handle;
static cudaStream_t stream;
static double copy_rate; /* bytes read and written in a millisecond */

/* One sparse matrix on the device, for both libraries. */
struct sparse {
    struct graph_csr A;
    void *row_start_32;
    cusparseSpMatDescr_t theirs;
};

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

static void sparse_open(struct sparse *s, graph_matrix *A)
{
    int64_t rows;
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

static void sparse_close(struct sparse *s)
{
    cusparseDestroySpMat(s->theirs);
    graph__cuda_release(s->row_start_32);
}

/* The median over trials of the milliseconds of a call. */
static double time_calls(void (*call)(void *), void *context, int trials)
{
    double ms[MOST_TRIALS];
    cudaEvent_t begin, end;
    CUDA(cudaEventCreate(&begin));
    CUDA(cudaEventCreate(&end));
    trials = trials < MOST_TRIALS ? trials : MOST_TRIALS;
    call(context);
    call(context);
    for (int k = 0; k < trials; k++) {
        float one;
        CUDA(cudaStreamSynchronize(stream));
        CUDA(cudaEventRecord(begin, stream));
        for (int c = 0; c < IN_A_ROW; c++)
            call(context);
        CUDA(cudaEventRecord(end, stream));
        CUDA(cudaEventSynchronize(end));
        CUDA(cudaEventElapsedTime(&one, begin, end));
        ms[k] = (double)one / IN_A_ROW;
    }
    CUDA(cudaEventDestroy(begin));
    CUDA(cudaEventDestroy(end));
    return bench_median(ms, trials);
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

static void measure_copy(void)
{
    struct copy c = {.bytes = (size_t)1 << 30};
    c.to = device_array(c.bytes);
    c.from = device_array(c.bytes);
    copy_rate = 2 * (double)c.bytes / time_calls(run_copy, &c, 5);
    graph__cuda_release(c.to);
    graph__cuda_release(c.from);
}

/* ---- Products ---- */

struct product {
    struct sparse *s;
    const graph_semiring *semiring;
    int64_t width; /* 0: a vector */
    float *B, *C, *C_theirs;
    cusparseDnMatDescr_t B_matrix, C_matrix;
    cusparseDnVecDescr_t B_vector, C_vector;
    int engine;
    void *buffer;
    struct graph_vector_arrays w;
};

static void run_ours(void *context)
{
    struct product *p = context;
    if (p->width > 0) {
        struct graph_csrmm_request r = {.semiring = p->semiring,
                                        .A = p->s->A,
                                        .B_layout = GRAPH_ROW_MAJOR,
                                        .C_layout = GRAPH_ROW_MAJOR,
                                        .dense_columns = p->width,
                                        .B_stride = p->width,
                                        .C_stride = p->width,
                                        .B = p->B,
                                        .C = p->C};
        BENCH_OK(graph__cuda_csrmm(&r));
    } else {
        struct graph_mxv_request r = {.semiring = p->semiring, .A = p->s->A};
        r.u = (struct graph_vector_view){.length = p->s->A.columns,
                                         .entries = p->s->A.columns,
                                         .form = GRAPH_FULL,
                                         .value = p->B,
                                         .type = GRAPH_FP32};
        graph__cuda_release(p->w.present);
        graph__cuda_release(p->w.value);
        BENCH_OK(graph__cuda_mxv(&r));
        p->w = r.w;
    }
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

/* Ends the program unless the engine has our product: all elements, those of row i within the rounding of sums of as many
 * products as row i of A has entries. */
static void compare(const struct product *p, const char *name)
{
    const int64_t rows = p->s->A.rows, width = p->width > 0 ? p->width : 1, n = rows * width;
    int64_t *row_start = malloc((size_t)(rows + 1) * sizeof *row_start);
    float *x = malloc((size_t)n * sizeof *x + 1), *y = malloc((size_t)n * sizeof *y + 1);
    bench_check(row_start != NULL && x != NULL && y != NULL, "out of memory");
    BENCH_OK(graph__cuda_download(row_start, p->s->A.row_start, (size_t)(rows + 1) * sizeof *row_start));
    BENCH_OK(graph__cuda_download(x, p->width > 0 ? p->C : p->w.value, (size_t)n * sizeof *x));
    BENCH_OK(graph__cuda_download(y, p->C_theirs, (size_t)n * sizeof *y));
    for (int64_t i = 0; i < rows; i++)
        for (int64_t e = i * width; e < (i + 1) * width; e++)
            bench_check(
                bench_is_near((double)x[e], (double)y[e], row_start[i + 1] - row_start[i], GRAPH_FP32),
                "%s, %lld columns: element (%lld, %lld) is %.9g, cuSPARSE %s has %.9g", name,
                (long long)width, (long long)i, (long long)(e - i * width), (double)x[e],
                engine_names[p->engine], (double)y[e]);
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
    const double product = sum_of(p->w.value, A->rows);
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
        const double ms = time_calls(run_reads, &reads, trials), sum = sum_of(reads.r.sums, sums);
        bench_check(!reads_u || fabs(sum - product) <= 1e-4 * fabs(product),
                    "%s: the products of its entries add up to %g, those of rows to %g", name, sum, product);
        best = best == 0 || ms < best ? ms : best;
        graph__cuda_release(reads.r.sums);
    }
    return best;
}

static void race(struct bench *bench, const char *name, struct sparse *s, int64_t width,
                 struct bench_mean *mean)
{
    struct product p = {.s = s, .width = width, .semiring = graph_semiring_by_name("plus_times_fp32")};
    int64_t n = width > 0 ? width : 1;
    double best = 0, ours;
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
    ours = time_calls(run_ours, &p, bench->trials);
    for (p.engine = 0; p.engine < ENGINES - (width == 0); p.engine++) {
        CUDA(cudaMemsetAsync(p.C_theirs, 0, (size_t)(s->A.rows * n) * sizeof(float), stream));
        if (open_theirs(&p)) {
            double ms = time_calls(run_theirs, &p, bench->trials);
            compare(&p, name);
            if (best == 0 || ms < best) {
                best = ms;
                best_engine = p.engine;
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
    bench_number(bench, "columns", (double)n, 0);
    bench_number(bench, "entries", (double)s->A.entries, 0);
    bench_number(bench, "semigraph_ms", ours, 4);
    bench_number(bench, "cusparse_ms", best, 4);
    bench_text(bench, "engine", engine_names[best_engine]);
    bench_number(bench, "ratio", best / ours, 2);
    bench_number(bench, "share_of_bound", bytes / copy_rate / ours, 3);
    bench_number(bench, "gathered_GB_s", (double)s->A.entries * (8 + 4 * (double)n) / ours * 1e-6, 0);
    if (width == 0) {
        const double reads = measure_reads(&p, true, name, bench->trials);
        bench_number(bench, "entries_read_ms", measure_reads(&p, false, name, bench->trials), 4);
        bench_number(bench, "reads_ms", reads, 4);
        bench_number(bench, "share_of_reads", reads / ours, 2);
    }
    bench_row_end(bench);
    bench_mean_add(mean, best / ours, s->A.entries == s->A.rows * s->A.columns);
    graph__cuda_release(p.B);
    graph__cuda_release(p.C);
    graph__cuda_release(p.C_theirs);
    graph__cuda_release(p.w.present);
    graph__cuda_release(p.w.value);
    if (width > 0) {
        cusparseDestroyDnMat(p.B_matrix);
        cusparseDestroyDnMat(p.C_matrix);
    } else {
        cusparseDestroyDnVec(p.B_vector);
        cusparseDestroyDnVec(p.C_vector);
    }
}

enum { WIDTHS = 5, MATRICES = 14 };
static const int64_t widths[WIDTHS] = {0, 32, 64, 128, 256};

/* The matrices: the classes of the squares that are large enough for a dense operand, then at sizes that fill the GPU. */
static const struct {
    const char *name;
    int square; /* the number among the squares, or -1 */
} matrices[MATRICES] = {{"stencil9_1000", 0}, {"stencil7_110", 1}, {"fem_30_3", 2},       {"fem_20_6", 3},
                        {"band_24", 4},       {"uniform_8", 5},    {"rmat_16_8", 6},      {"web_1M", -1},
                        {"circuit_200k", 8},  {"dense_1200", 10},  {"stencil9_2000", -1}, {"uniform_16", -1},
                        {"rmat_20_16", -1},   {"web_4M", -1}};

static graph_matrix *matrix_of(int k)
{
    if (matrices[k].square >= 0)
        return bench_square(matrices[k].square);
    switch (k) {
    case 7:
        return bench_web(1000000, 1.6, 1.05);
    case 10:
        return bench_stencil_9(2000);
    case 11:
        return bench_uniform(2000000, 16);
    case 12:
        return bench_rmat(20, 16);
    default:
        return bench_web(4000000, 1.6, 1.05);
    }
}

static void race_matrix(struct bench *bench, int k, const bool *wants_width, struct bench_mean *mean)
{
    struct sparse s;
    graph_matrix *pattern = matrix_of(k), *A = bench_with_values(pattern, GRAPH_FP32);
    sparse_open(&s, A);
    for (int w = 0; w < WIDTHS; w++)
        if (wants_width[w])
            race(bench, matrices[k].name, &s, widths[w], &mean[w]);
    fflush(stdout);
    sparse_close(&s);
    graph_matrix_release(&pattern);
    graph_matrix_release(&A);
}

int main(int argc, char **argv)
{
    static const struct option options[] = {{"json", no_argument, NULL, 'j'},
                                            {"trials", required_argument, NULL, 't'},
                                            {"columns", required_argument, NULL, 'c'},
                                            {NULL, 0, NULL, 0}};
    struct bench bench = {.name = "gpu_spmm", .trials = 7};
    struct bench_mean mean[WIDTHS];
    bool wants_width[WIDTHS] = {false}, wants_all = true;
    const char *why;
    int choice;
    memset(mean, 0, sizeof mean);
    while ((choice = getopt_long(argc, argv, "", options, NULL)) != -1) {
        bench.is_json = bench.is_json || choice == 'j';
        if (choice == 't')
            bench.trials = atoi(optarg);
        for (int w = 0; w < WIDTHS && choice == 'c'; w++)
            wants_width[w] = wants_width[w] || atoi(optarg) == (w > 0 ? (int)widths[w] : 1);
        wants_all = wants_all && choice != 'c';
        bench_check(choice != '?',
                    "usage: bench_gpu_spmm [--json] [--trials N] [--columns N]... [MATRIX...]");
    }
    bench_check(bench.trials > 0 && bench.trials <= MOST_TRIALS, "--trials is 1 .. %d", (int)MOST_TRIALS);
    for (int w = 0; w < WIDTHS; w++)
        wants_width[w] = wants_width[w] || wants_all;
    bench_check(graph_backend_available(GRAPH_BACKEND_CUDA, &why), "%s", why);
    stream = graph__cuda_device(NULL)->stream;
    bench_check(cusparseCreate(&handle) == CUSPARSE_STATUS_SUCCESS &&
                    cusparseSetStream(handle, stream) == CUSPARSE_STATUS_SUCCESS,
                "cuSPARSE cannot be opened");
    measure_copy();
    if (!bench.is_json)
        printf("copy: %.0f GB/s\n", copy_rate * 1e-6);
    for (int k = 0; k < MATRICES; k++) {
        bool is_wanted = optind == argc;
        for (int a = optind; a < argc; a++)
            is_wanted = is_wanted || strcmp(argv[a], matrices[k].name) == 0;
        if (is_wanted)
            race_matrix(&bench, k, wants_width, mean);
    }
    char text[BENCH_MEAN_TEXT];
    for (int w = 0; w < WIDTHS && !bench.is_json; w++)
        if (mean[w].all.count > 0)
            printf("%lld columns, cuSPARSE's best / ours: %s\n", (long long)(widths[w] > 0 ? widths[w] : 1),
                   bench_mean_text(text, &mean[w]));
    cusparseDestroy(handle);
    return 0;
}
