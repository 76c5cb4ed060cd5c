/* Vector products in five formats, in single precision as in the paper, each by a simple kernel of its authors' kind: a
 * thread for each entry (COO, BLSI, the rest of HYB), 8 lanes for each row (CSR), a thread for each row (ELL, HYB). */
#include <cuda_runtime_api.h>

#include "published_blsi.h"

enum { THREADS = 256, LANES = 8, MOST_BLOCKS = 132 * 16 };

struct on_device {
    struct blsi_form form;
    const float *u;
    float *w;
};

static __global__ void fill(float *u, int64_t n)
{
    for (int64_t j = blockIdx.x * (int64_t)blockDim.x + threadIdx.x; j < n;
         j += (int64_t)gridDim.x * blockDim.x)
        u[j] = (float)(1 + j % 3);
}

static __global__ void by_coo(const int *row, const int *column, const float *value, int64_t n,
                              const float *u, float *w)
{
    for (int64_t e = blockIdx.x * (int64_t)blockDim.x + threadIdx.x; e < n;
         e += (int64_t)gridDim.x * blockDim.x)
        atomicAdd(w + row[e], value[e] * u[column[e]]);
}

static __global__ void by_csr(const int *start, const int *column, const float *value, int64_t rows,
                              const float *u, float *w)
{
    const int lane = (int)threadIdx.x % LANES;
    const int64_t i = (blockIdx.x * (int64_t)blockDim.x + threadIdx.x) / LANES;
    float sum = 0;
    for (int e = i < rows ? start[i] + lane : 0, end = i < rows ? start[i + 1] : 0; e < end; e += LANES)
        sum += value[e] * u[column[e]];
    for (int distance = LANES / 2; distance > 0; distance /= 2)
        sum += __shfl_down_sync(0xffffffffu, sum, (unsigned)distance, LANES);
    if (i < rows && lane == 0)
        w[i] = sum;
}

static __global__ void by_ell(const int *column, const float *value, int64_t rows, int64_t width,
                              const float *u, float *w)
{
    const int64_t i = blockIdx.x * (int64_t)blockDim.x + threadIdx.x;
    float sum = 0;
    for (int64_t k = 0; k < width && i < rows; k++) {
        const int j = column[k * rows + i];
        if (j >= 0)
            sum += value[k * rows + i] * u[j];
    }
    if (i < rows)
        w[i] = sum;
}

static __global__ void by_blsi(const unsigned *word, const int *offset, const float *value, int64_t n,
                               int row_bits, int word_bits, int chunk_bits, const float *u, float *w)
{
    const unsigned row_mask = (unsigned)((1ull << row_bits) - 1), word_mask = 0xffffffffu >> (32 - word_bits);
    for (int64_t e = blockIdx.x * (int64_t)blockDim.x + threadIdx.x; e < n;
         e += (int64_t)gridDim.x * blockDim.x) {
        const uint64_t bit = (uint64_t)e * (unsigned)word_bits;
        const unsigned x =
            __funnelshift_r(word[bit / 32], word[bit / 32 + 1], (unsigned)bit & 31) & word_mask;
        const int64_t j = (int64_t)((uint64_t)x >> row_bits) + offset[e >> chunk_bits];
        atomicAdd(w + (x & row_mask), value[e] * u[j]);
    }
}

static unsigned blocks_for(int64_t threads)
{
    return (unsigned)((threads + THREADS - 1) / THREADS > 0 ? (threads + THREADS - 1) / THREADS : 1);
}

static unsigned few_blocks_for(int64_t n)
{
    return blocks_for(n) < MOST_BLOCKS ? blocks_for(n) : MOST_BLOCKS;
}

#define ARRAY(k, type) ((const type *)d->form.array[k].memory)

static void multiply(const struct on_device *d)
{
    const struct blsi_form *f = &d->form;
    if (f->format != FORMAT_CSR && f->format != FORMAT_ELL && f->format != FORMAT_HYB)
        cudaMemsetAsync(d->w, 0, (size_t)f->rows * sizeof(float), 0);
    switch (f->format) {
    case FORMAT_COO:
        by_coo<<<few_blocks_for(f->entries), THREADS>>>(ARRAY(0, int), ARRAY(1, int), ARRAY(2, float),
                                                        f->entries, d->u, d->w);
        break;
    case FORMAT_CSR:
        by_csr<<<blocks_for(f->rows * LANES), THREADS>>>(ARRAY(0, int), ARRAY(1, int), ARRAY(2, float),
                                                         f->rows, d->u, d->w);
        break;
    case FORMAT_ELL:
    case FORMAT_HYB:
        by_ell<<<blocks_for(f->rows), THREADS>>>(ARRAY(0, int), ARRAY(1, float), f->rows, f->width, d->u,
                                                 d->w);
        if (f->format == FORMAT_HYB && f->rest > 0)
            by_coo<<<few_blocks_for(f->rest), THREADS>>>(ARRAY(2, int), ARRAY(3, int), ARRAY(4, float),
                                                         f->rest, d->u, d->w);
        break;
    default:
        by_blsi<<<few_blocks_for(f->entries), THREADS>>>(ARRAY(0, unsigned), ARRAY(1, int), ARRAY(2, float),
                                                         f->entries, f->row_bits, f->word_bits, f->chunk_bits,
                                                         d->u, d->w);
    }
}

/* The best of the trials, of copying or of multiplying. */
static double best_ms(const struct blsi_form *form, const struct on_device *d, bool is_copy, int trials)
{
    cudaEvent_t begin, end;
    float best = 1e30f, ms;
    cudaEventCreate(&begin);
    cudaEventCreate(&end);
    for (int t = -1; t < trials; t++) {
        cudaEventRecord(begin, 0);
        if (is_copy)
            for (int k = 0; k < FORM_ARRAYS && form->array[k].bytes > 0; k++)
                cudaMemcpyAsync(d->form.array[k].memory, form->array[k].memory, form->array[k].bytes,
                                cudaMemcpyHostToDevice, 0);
        else
            multiply(d);
        cudaEventRecord(end, 0);
        cudaEventSynchronize(end);
        cudaEventElapsedTime(&ms, begin, end);
        if (t >= 0 && ms < best)
            best = ms;
    }
    cudaEventDestroy(begin);
    cudaEventDestroy(end);
    return best;
}

extern "C" bool blsi_on_device(const struct blsi_form *form, int trials, float *w, double *copy_ms,
                               double *kernel_ms)
{
    struct on_device d = {*form, nullptr, nullptr};
    float *u = nullptr;
    bool is_good = cudaMalloc((void **)&u, (size_t)(form->columns + 1) * sizeof(float)) == cudaSuccess &&
                   cudaMalloc((void **)&d.w, (size_t)(form->rows + 1) * sizeof(float)) == cudaSuccess;
    for (int k = 0; k < FORM_ARRAYS; k++) {
        d.form.array[k].memory = nullptr;
        if (form->array[k].bytes > 0)
            is_good = is_good && cudaMalloc(&d.form.array[k].memory, form->array[k].bytes) == cudaSuccess;
    }
    d.u = u;
    if (is_good) {
        fill<<<MOST_BLOCKS, THREADS>>>(u, form->columns);
        *copy_ms = best_ms(form, &d, true, trials);
        *kernel_ms = best_ms(form, &d, false, trials);
        is_good =
            cudaMemcpy(w, d.w, (size_t)form->rows * sizeof(float), cudaMemcpyDeviceToHost) == cudaSuccess;
    }
    for (int k = 0; k < FORM_ARRAYS; k++)
        cudaFree(d.form.array[k].memory);
    cudaFree(u);
    cudaFree(d.w);
    cudaGetLastError();
    return is_good;
}

extern "C" void *blsi_take(size_t bytes)
{
    void *memory = nullptr;
    if (cudaMallocHost(&memory, bytes > 0 ? bytes : 1) != cudaSuccess) {
        cudaGetLastError();
        return nullptr;
    }
    return memory;
}

extern "C" void blsi_give_back(void *memory) { cudaFreeHost(memory); }
