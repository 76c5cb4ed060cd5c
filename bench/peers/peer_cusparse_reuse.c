/* See peer_cusparse_reuse.h. */
#include "bench/peers/peer_cusparse_reuse.h"

#include <cuda_runtime_api.h>
#include <cusparse.h>

#include "bench/cuda/product_download.h"
#include "bench/support/bench.h"

enum { BUFFERS = 5, MOST_TRIALS = 64 };

struct product {
    cusparseHandle_t handle;
    cusparseSpGEMMDescr_t plan;
    cusparseSpMatDescr_t A, C;
    void *buffer[BUFFERS], *row_start, *column, *value;
    size_t bytes[BUFFERS];
};

static const cusparseOperation_t as_is = CUSPARSE_OPERATION_NON_TRANSPOSE;
static const cusparseSpGEMMAlg_t algorithm = CUSPARSE_SPGEMM_DEFAULT;

#define PEER(call)                                                                                           \
    if ((call) != CUSPARSE_STATUS_SUCCESS)                                                                   \
    return false

static bool allocate(void **memory, size_t bytes)
{
    bool is_good = cudaMalloc(memory, bytes > 0 ? bytes : 1) == cudaSuccess;
    if (!is_good)
        cudaGetLastError();
    return is_good;
}

static bool prepare(struct product *p, const struct peer_operand *A, int64_t *entries)
{
    const cudaDataType type = A->value_bytes == 8 ? CUDA_R_64F : CUDA_R_32F;
    int64_t rows, columns;
    PEER(cusparseCreate(&p->handle));
    PEER(cusparseCreateCsr(&p->A, A->rows, A->rows, A->entries, (void *)A->row_start, (void *)A->column,
                           (void *)A->value, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO,
                           type));
    if (!allocate(&p->row_start, (size_t)(A->rows + 1) * sizeof(int32_t)))
        return false;
    PEER(cusparseCreateCsr(&p->C, A->rows, A->rows, 0, p->row_start, NULL, NULL, CUSPARSE_INDEX_32I,
                           CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, type));
    PEER(cusparseSpGEMM_createDescr(&p->plan));
    PEER(cusparseSpGEMMreuse_workEstimation(p->handle, as_is, as_is, p->A, p->A, p->C, algorithm, p->plan,
                                            &p->bytes[0], NULL));
    if (!allocate(&p->buffer[0], p->bytes[0]))
        return false;
    PEER(cusparseSpGEMMreuse_workEstimation(p->handle, as_is, as_is, p->A, p->A, p->C, algorithm, p->plan,
                                            &p->bytes[0], p->buffer[0]));
    PEER(cusparseSpGEMMreuse_nnz(p->handle, as_is, as_is, p->A, p->A, p->C, algorithm, p->plan, &p->bytes[1],
                                 NULL, &p->bytes[2], NULL, &p->bytes[3], NULL));
    for (int k = 1; k < 4; k++)
        if (!allocate(&p->buffer[k], p->bytes[k]))
            return false;
    PEER(cusparseSpGEMMreuse_nnz(p->handle, as_is, as_is, p->A, p->A, p->C, algorithm, p->plan, &p->bytes[1],
                                 p->buffer[1], &p->bytes[2], p->buffer[2], &p->bytes[3], p->buffer[3]));
    for (int k = 0; k < 2; k++) {
        cudaFree(p->buffer[k]);
        p->buffer[k] = NULL;
        p->bytes[k] = 0;
    }
    PEER(cusparseSpMatGetSize(p->C, &rows, &columns, entries));
    if (!allocate(&p->column, (size_t)*entries * sizeof(int32_t)) ||
        !allocate(&p->value, (size_t)*entries * (size_t)A->value_bytes))
        return false;
    PEER(cusparseCsrSetPointers(p->C, p->row_start, p->column, p->value));
    PEER(cusparseSpGEMMreuse_copy(p->handle, as_is, as_is, p->A, p->A, p->C, algorithm, p->plan, &p->bytes[4],
                                  NULL));
    if (!allocate(&p->buffer[4], p->bytes[4]))
        return false;
    PEER(cusparseSpGEMMreuse_copy(p->handle, as_is, as_is, p->A, p->A, p->C, algorithm, p->plan, &p->bytes[4],
                                  p->buffer[4]));
    return cudaDeviceSynchronize() == cudaSuccess;
}

static bool compute(const struct product *p, int value_bytes)
{
    const double one_64 = 1, zero_64 = 0;
    const float one_32 = 1, zero_32 = 0;
    const bool is_64 = value_bytes == 8;
    PEER(cusparseSpGEMMreuse_compute(p->handle, as_is, as_is, is_64 ? (const void *)&one_64 : &one_32, p->A,
                                     p->A, is_64 ? (const void *)&zero_64 : &zero_32, p->C,
                                     is_64 ? CUDA_R_64F : CUDA_R_32F, algorithm, p->plan));
    return true;
}

static void release(struct product *p)
{
    for (int k = 0; k < BUFFERS; k++)
        cudaFree(p->buffer[k]);
    cudaFree(p->row_start);
    cudaFree(p->column);
    cudaFree(p->value);
    if (p->plan != NULL)
        cusparseSpGEMM_destroyDescr(p->plan);
    if (p->C != NULL)
        cusparseDestroySpMat(p->C);
    if (p->A != NULL)
        cusparseDestroySpMat(p->A);
    if (p->handle != NULL)
        cusparseDestroy(p->handle);
}

bool peer_square_reuse(struct peer_reuse *result, const struct peer_operand *A, int trials)
{
    struct product p = {0};
    struct gpu_times times[MOST_TRIALS];
    const double start = bench_seconds();
    bool is_good = prepare(&p, A, &result->entries);
    result->prepare_ms = 1e3 * (bench_seconds() - start);
    for (int t = -2; t < trials && t < MOST_TRIALS && is_good; t++) {
        gpu_clock_start(0);
        is_good = compute(&p, A->value_bytes);
        const struct gpu_times took = gpu_clock_stop(0);
        if (t >= 0)
            times[t] = took;
    }
    if (is_good) {
        result->C = product_download(A->rows, result->entries, NULL, p.row_start, p.column, p.value,
                                     A->value_bytes == 8 ? GRAPH_FP64 : GRAPH_FP32);
        bench_product_sort(&result->C);
        result->warm = gpu_clock_median(times, trials < MOST_TRIALS ? trials : MOST_TRIALS);
        result->bytes = 0;
        for (int k = 0; k < BUFFERS; k++)
            result->bytes += (int64_t)p.bytes[k];
    }
    release(&p);
    cudaGetLastError();
    return is_good;
}
