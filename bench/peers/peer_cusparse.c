/* See peer_cusparse.h.  Memory comes from a pool that keeps what is freed, as the library's does. */
#include "bench/peers/peer_cusparse.h"

#include <cuda_runtime_api.h>
#include <cusparse.h>

#include "bench/cuda/product_download.h"
#include "bench/support/bench.h"

enum { MOST_TRIALS = 64 };

const char *const peer_engine_names[PEER_ENGINES] = {"default", "ALG1", "ALG2", "ALG3"};
static const cusparseSpGEMMAlg_t algorithms[PEER_ENGINES] = {CUSPARSE_SPGEMM_DEFAULT, CUSPARSE_SPGEMM_ALG1,
                                                             CUSPARSE_SPGEMM_ALG2, CUSPARSE_SPGEMM_ALG3};

struct product {
    cusparseSpGEMMDescr_t plan;
    cusparseSpMatDescr_t A, B, C;
    void *buffer[3], *row_start, *column, *value;
    int64_t entries;
};

static bool is_open;
static cusparseHandle_t handle;

static bool allocate(void **memory, size_t bytes)
{
    *memory = NULL;
    bool is_good = cudaMallocAsync(memory, bytes > 0 ? bytes : 1, 0) == cudaSuccess;
    if (!is_good)
        cudaGetLastError();
    return is_good;
}

static void open_peer(void)
{
    cudaMemPool_t pool;
    uint64_t keep = UINT64_MAX;
    bench_check(cusparseCreate(&handle) == CUSPARSE_STATUS_SUCCESS, "cuSPARSE cannot be opened");
    cudaDeviceGetDefaultMemPool(&pool, 0);
    cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &keep);
    is_open = true;
}

#define PEER(call)                                                                                           \
    if ((call) != CUSPARSE_STATUS_SUCCESS)                                                                   \
    return false

static cusparseStatus_t open_operand(cusparseSpMatDescr_t *to, const struct peer_operand *A)
{
    return cusparseCreateCsr(to, A->rows, A->columns, A->entries, (void *)A->row_start, (void *)A->column,
                             (void *)A->value, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
                             CUSPARSE_INDEX_BASE_ZERO, A->value_bytes == 8 ? CUDA_R_64F : CUDA_R_32F);
}

static bool multiply(struct product *p, const struct peer_operand *A, const struct peer_operand *B,
                     cusparseSpGEMMAlg_t algorithm)
{
    const cusparseOperation_t as_is = CUSPARSE_OPERATION_NON_TRANSPOSE;
    const cudaDataType type = A->value_bytes == 8 ? CUDA_R_64F : CUDA_R_32F;
    const double one_64 = 1, zero_64 = 0;
    const float one_32 = 1, zero_32 = 0;
    const void *one = A->value_bytes == 8 ? (const void *)&one_64 : &one_32;
    const void *zero = A->value_bytes == 8 ? (const void *)&zero_64 : &zero_32;
    size_t bytes = 0, more_bytes = 0;
    int64_t rows, columns;
    PEER(open_operand(&p->A, A));
    PEER(open_operand(&p->B, B));
    PEER(cusparseCreateCsr(&p->C, A->rows, B->columns, 0, NULL, NULL, NULL, CUSPARSE_INDEX_32I,
                           CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, type));
    PEER(cusparseSpGEMM_createDescr(&p->plan));
    PEER(cusparseSpGEMM_workEstimation(handle, as_is, as_is, one, p->A, p->B, zero, p->C, type, algorithm,
                                       p->plan, &bytes, NULL));
    if (!allocate(&p->buffer[0], bytes))
        return false;
    PEER(cusparseSpGEMM_workEstimation(handle, as_is, as_is, one, p->A, p->B, zero, p->C, type, algorithm,
                                       p->plan, &bytes, p->buffer[0]));
    if (algorithm == CUSPARSE_SPGEMM_ALG2 || algorithm == CUSPARSE_SPGEMM_ALG3) {
        PEER(cusparseSpGEMM_estimateMemory(handle, as_is, as_is, one, p->A, p->B, zero, p->C, type, algorithm,
                                           p->plan, 0.2f, &more_bytes, NULL, NULL));
        if (!allocate(&p->buffer[1], more_bytes))
            return false;
        PEER(cusparseSpGEMM_estimateMemory(handle, as_is, as_is, one, p->A, p->B, zero, p->C, type, algorithm,
                                           p->plan, 0.2f, &more_bytes, p->buffer[1], &bytes));
        cudaFreeAsync(p->buffer[1], 0);
        p->buffer[1] = NULL;
    } else
        PEER(cusparseSpGEMM_compute(handle, as_is, as_is, one, p->A, p->B, zero, p->C, type, algorithm,
                                    p->plan, &bytes, NULL));
    if (!allocate(&p->buffer[2], bytes))
        return false;
    PEER(cusparseSpGEMM_compute(handle, as_is, as_is, one, p->A, p->B, zero, p->C, type, algorithm, p->plan,
                                &bytes, p->buffer[2]));
    PEER(cusparseSpMatGetSize(p->C, &rows, &columns, &p->entries));
    if (!allocate(&p->row_start, (size_t)(rows + 1) * sizeof(int32_t)) ||
        !allocate(&p->column, (size_t)p->entries * sizeof(int32_t)) ||
        !allocate(&p->value, (size_t)p->entries * (size_t)A->value_bytes))
        return false;
    PEER(cusparseCsrSetPointers(p->C, p->row_start, p->column, p->value));
    PEER(cusparseSpGEMM_copy(handle, as_is, as_is, one, p->A, p->B, zero, p->C, type, algorithm, p->plan));
    return true;
}

static void release(struct product *p)
{
    void *memory[] = {p->buffer[0], p->buffer[1], p->buffer[2], p->row_start, p->column, p->value};
    for (size_t k = 0; k < sizeof memory / sizeof memory[0]; k++)
        if (memory[k] != NULL)
            cudaFreeAsync(memory[k], 0);
    if (p->plan != NULL)
        cusparseSpGEMM_destroyDescr(p->plan);
    if (p->C != NULL)
        cusparseDestroySpMat(p->C);
    if (p->B != NULL)
        cusparseDestroySpMat(p->B);
    if (p->A != NULL)
        cusparseDestroySpMat(p->A);
}

struct gpu_times peer_product_times(const struct peer_operand *A, const struct peer_operand *B, int engine,
                                    int trials, struct bench_product *C)
{
    enum { LONG_MS = 300 }; /* what takes long is not slower the first time, and is timed once */
    const struct gpu_times none = {-1, -1};
    struct gpu_times times[MOST_TRIALS];
    int timed = 0;
    *C = (struct bench_product){0};
    if (!is_open)
        open_peer();
    for (int t = -1; t < trials && t < MOST_TRIALS; t++) {
        struct product p = {0};
        gpu_clock_start(0);
        bool is_good = multiply(&p, A, B, algorithms[engine]);
        const struct gpu_times took = gpu_clock_stop(0);
        if (t >= 0 || took.ms > LONG_MS)
            times[timed++] = took;
        if (is_good && t < 0) {
            *C = product_download(A->rows, p.entries, NULL, p.row_start, p.column, p.value,
                                  A->value_bytes == 8 ? GRAPH_FP64 : GRAPH_FP32);
            bench_product_sort(C);
        }
        release(&p);
        if (!is_good) {
            bench_product_close(C);
            cudaGetLastError();
            return none;
        }
        if (took.ms > LONG_MS)
            break;
    }
    return gpu_clock_median(times, timed);
}

void peer_product_trim(void)
{
    cudaMemPool_t pool;
    if (is_open && cudaDeviceGetDefaultMemPool(&pool, 0) == cudaSuccess &&
        cudaDeviceSynchronize() == cudaSuccess)
        cudaMemPoolTrimTo(pool, 0);
}
