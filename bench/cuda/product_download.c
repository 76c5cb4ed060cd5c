/* See product_download.h. */
#include "bench/cuda/product_download.h"

#include <cuda_runtime_api.h>
#include <stdlib.h>

#include "bench/support/bench.h"

static void download(void *here, const void *there, size_t bytes)
{
    const cudaError_t error = cudaMemcpy(here, there, bytes, cudaMemcpyDeviceToHost);
    bench_check(error == cudaSuccess, "a product cannot be copied from the device: %s",
                cudaGetErrorString(error));
}

/* Integers or numbers of 32 bits, which the caller frees. */
static void *download_narrow(const void *there, int64_t count)
{
    void *here = malloc((size_t)count * 4 + 1);
    bench_check(here != NULL, "out of memory");
    download(here, there, (size_t)count * 4);
    return here;
}

struct bench_product product_download(int64_t rows, int64_t entries, const int64_t *row_start,
                                      const int32_t *short_row_start, const int32_t *column,
                                      const void *value, graph_type type)
{
    struct bench_product p = bench_product_open(rows, entries, type, value != NULL);
    if (row_start != NULL) {
        download(p.row_start, row_start, (size_t)(rows + 1) * sizeof *row_start);
    } else {
        int32_t *narrow = download_narrow(short_row_start, rows + 1);
        for (int64_t i = 0; i <= rows; i++)
            p.row_start[i] = narrow[i];
        free(narrow);
    }
    download(p.column, column, (size_t)entries * sizeof *column);
    if (value != NULL && type == GRAPH_FP64)
        download(p.value, value, (size_t)entries * sizeof(double));
    if (value != NULL && type == GRAPH_FP32) {
        float *narrow = download_narrow(value, entries);
        for (int64_t k = 0; k < entries; k++)
            p.value[k] = (double)narrow[k];
        free(narrow);
    }
    bench_check(p.row_start[0] == 0 && p.row_start[rows] == entries,
                "row starts from %lld to %lld; %lld entries", (long long)p.row_start[0],
                (long long)p.row_start[rows], (long long)entries);
    return p;
}
