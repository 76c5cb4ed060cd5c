/* See peer_spmm.h. */
#include "bench/peers/peer_spmm.h"

#include <cuda_runtime_api.h>
#include <cusparse.h>
#include <math.h>
#include <stdlib.h>

#include "bench/support/bench.h"

static void *give(const void *here, size_t bytes)
{
    void *there = NULL;
    bench_check(cudaMalloc(&there, bytes + 1) == cudaSuccess &&
                    cudaMemcpy(there, here, bytes, cudaMemcpyHostToDevice) == cudaSuccess,
                "out of device memory");
    return there;
}

/* The best of the trials, or negative. */
static double race(cusparseHandle_t handle, cusparseSpMatDescr_t a, cusparseDnMatDescr_t b,
                   cusparseDnMatDescr_t c, cusparseSpMMAlg_t algorithm, int trials)
{
    const cusparseOperation_t as_is = CUSPARSE_OPERATION_NON_TRANSPOSE;
    const double one = 1, zero = 0;
    double best = -1;
    void *buffer = NULL;
    size_t bytes = 0;
    if (cusparseSpMM_bufferSize(handle, as_is, as_is, &one, a, b, &zero, c, CUDA_R_64F, algorithm, &bytes) !=
            CUSPARSE_STATUS_SUCCESS ||
        cudaMalloc(&buffer, bytes + 1) != cudaSuccess)
        return -1;
    for (int t = -1; t < trials; t++) {
        cudaDeviceSynchronize();
        double start = bench_seconds();
        bool is_good = cusparseSpMM(handle, as_is, as_is, &one, a, b, &zero, c, CUDA_R_64F, algorithm,
                                    buffer) == CUSPARSE_STATUS_SUCCESS &&
                       cudaDeviceSynchronize() == cudaSuccess;
        double ms = 1e3 * (bench_seconds() - start);
        if (!is_good) {
            best = -1;
            break;
        }
        if (t >= 0)
            best = best < 0 ? ms : fmin(best, ms);
    }
    cudaFree(buffer);
    return best;
}

double peer_spmm_ms(graph_matrix *A, const void *B, void *C, int width, int trials)
{
    static cusparseHandle_t handle;
    graph_arrays arrays = {.size = sizeof arrays};
    cusparseSpMatDescr_t a;
    cusparseDnMatDescr_t b, c;
    double best = -1;
    if (handle == NULL)
        bench_check(cusparseCreate(&handle) == CUSPARSE_STATUS_SUCCESS, "cuSPARSE cannot be opened");
    BENCH_OK(graph_matrix_export(&arrays, A, GRAPH_CSR, GRAPH_BORROW));
    int64_t rows = (int64_t)arrays.rows, columns = (int64_t)arrays.columns, n = (int64_t)arrays.entries;
    int32_t *start = malloc((size_t)(rows + 1) * sizeof *start);
    bench_check(start != NULL && arrays.start_bits == 64 && arrays.index_bits == 32, "out of memory");
    for (int64_t i = 0; i <= rows; i++)
        start[i] = (int32_t)((const int64_t *)arrays.row)[i];
    void *row = give(start, (size_t)(rows + 1) * sizeof *start);
    void *column = give(arrays.column, (size_t)n * sizeof(int32_t)),
         *value = give(arrays.value, (size_t)n * sizeof(double));
    if (cusparseCreateCsr(&a, rows, columns, n, row, column, value, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
                          CUSPARSE_INDEX_BASE_ZERO, CUDA_R_64F) == CUSPARSE_STATUS_SUCCESS) {
        static const cusparseSpMMAlg_t algorithms[] = {CUSPARSE_SPMM_CSR_ALG2, CUSPARSE_SPMM_CSR_ALG3};
        cusparseCreateDnMat(&b, columns, width, width, (void *)B, CUDA_R_64F, CUSPARSE_ORDER_ROW);
        cusparseCreateDnMat(&c, rows, width, width, C, CUDA_R_64F, CUSPARSE_ORDER_ROW);
        for (int k = 0; k < 2; k++) {
            double ms = race(handle, a, b, c, algorithms[k], trials);
            best = ms >= 0 && (best < 0 || ms < best) ? ms : best;
        }
        cusparseDestroySpMat(a);
        cusparseDestroyDnMat(b);
        cusparseDestroyDnMat(c);
    }
    free(start);
    cudaFree(row);
    cudaFree(column);
    cudaFree(value);
    return best;
}
