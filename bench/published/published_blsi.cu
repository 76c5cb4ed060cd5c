/* Vector products in five formats, in single precision as in the paper, each by a simple kernel of its authors' kind: a
 * thread for each entry (COO, BLSI, the rest of HYB), 8 lanes for each row (CSR), a thread for each row (ELL, HYB). */
#include <cuda_runtime_api.h>

#include "contract/blsi.h"
#include "bench/published/published_blsi.h"

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

/* A block lists where the entries of a chunk of `high` have their bits, a thread for each byte; then each thread takes
 * EACH entries.  Words that are steps are summed up: in each warp, and then what is in front of it. */
enum {
    WARP = 32,
    BLSI_THREADS = 512,
    CHUNK = 1 << GRAPH_BLSI_CHUNK_BITS,
    BYTES = CHUNK / 8,
    EACH = CHUNK / BLSI_THREADS,
    WARPS = BLSI_THREADS / WARP,
    BLSI_BLOCKS = 4 /* on a processor */
};

template <typename N> static __device__ N sum_of_lanes(N x)
{
    for (unsigned d = 1; d < WARP; d *= 2) {
        const N other = __shfl_up_sync(0xffffffffu, x, d);
        x += threadIdx.x % WARP >= d ? other : 0;
    }
    return x;
}

static __device__ unsigned blsi_word(const unsigned *word, unsigned bits, int64_t e)
{
    const uint64_t bit = (uint64_t)e * bits;
    return __funnelshift_r(word[bit / 32], word[bit / 32 + 1], (unsigned)bit & 31) &
           (0xffffffffu >> (32 - bits));
}

template <bool HAS_SUM>
static __global__ void __launch_bounds__(BLSI_THREADS, BLSI_BLOCKS)
    by_blsi(const unsigned char *block, const float *value, struct blsi_form f, const float *u, float *w)
{
    __shared__ unsigned short place[CHUNK];
    __shared__ int counts[BYTES / WARP];
    __shared__ unsigned sums[EACH * WARPS];
    __shared__ long long stripe0, bucket0;
    const long long *before = (const long long *)(block + f.before),
                    *sum = (const long long *)(block + f.sum);
    const int *first_row = (const int *)(block + f.first_row);
    const unsigned *word = (const unsigned *)(block + f.word);
    const unsigned bits = (unsigned)(f.row_bits + f.column_bits), t = threadIdx.x;
    for (int64_t c = blockIdx.x; c < f.chunks; c += gridDim.x) {
        const int count = (int)((c + 1 < f.chunks ? before[c + 1] : f.entries) - before[c]);
        unsigned here = t < BYTES ? block[f.high + c * BYTES + t] : 0, x[EACH];
        int end = 0, first = 0;
#pragma unroll
        for (int s = 0; s < EACH && HAS_SUM; s++) {
            const int k = (int)t + s * BLSI_THREADS;
            x[s] = k < count ? blsi_word(word, bits, before[c] + k) : 0;
        }
#pragma unroll
        for (int s = 0; s < EACH && HAS_SUM; s++) {
            if ((int)(t - t % WARP) + s * BLSI_THREADS < count)
                x[s] = sum_of_lanes(x[s]);
            if (t % WARP == WARP - 1)
                sums[s * WARPS + t / WARP] = x[s];
        }
        if (t < BYTES) {
            end = sum_of_lanes(__popc(here));
            if (t % WARP == WARP - 1)
                counts[t / WARP] = end;
        } else if (t == BYTES) {
            const int64_t cell = c * CHUNK - before[c] + (HAS_SUM ? sum[c] >> bits : 0);
            stripe0 = cell / f.buckets;
            bucket0 = cell - stripe0 * f.buckets;
        }
        __syncthreads();
        for (unsigned k = 0; k < BYTES / WARP; k++)
            first += k < t / WARP ? counts[k] : 0;
        for (int k = first + end - __popc(here); here != 0; k++, here &= here - 1)
            place[k] = (unsigned short)(8 * t + (unsigned)__ffs((int)here) - 1);
        if (HAS_SUM) {
            const unsigned one = sums[2 * (t % WARP)], two = one + sums[2 * (t % WARP) + 1],
                           front = sum_of_lanes(two) - two + ((unsigned)sum[c] & ((1u << bits) - 1));
#pragma unroll
            for (int s = 0; s < EACH; s++) {
                const int part = s * WARPS + (int)t / WARP;
                x[s] += __shfl_sync(0xffffffffu, part % 2 == 0 ? front : front + one, part / 2);
            }
        }
        __syncthreads();
        int row[EACH];
        float product[EACH];
#pragma unroll
        for (int s = 0; s < EACH; s++) {
            const int k = (int)t + s * BLSI_THREADS;
            row[s] = -1;
            if (k >= count)
                continue;
            const unsigned both = HAS_SUM ? x[s] : blsi_word(word, bits, before[c] + k),
                           bucket = (unsigned)bucket0 + place[k] - (unsigned)k +
                                    (HAS_SUM ? (unsigned)((uint64_t)both >> bits) : 0),
                           more = bucket / (unsigned)f.buckets, low = both & (0xffffffffu >> (32 - bits));
            const int64_t stripe = stripe0 + more;
            row[s] = first_row[stripe] + (int)((bucket - more * (unsigned)f.buckets) << f.row_bits) +
                     (int)(low & ((1u << f.row_bits) - 1));
            product[s] =
                value[before[c] + k] * u[(stripe << f.column_bits) + (int64_t)((uint64_t)low >> f.row_bits)];
        }
#pragma unroll
        for (int s = 0; s < EACH; s++)
            if (row[s] >= 0)
                atomicAdd(w + row[s], product[s]);
        __syncthreads();
    }
}

static unsigned blocks_for(int64_t threads)
{
    return (unsigned)((threads + THREADS - 1) / THREADS > 0 ? (threads + THREADS - 1) / THREADS : 1);
}

static unsigned capped_blocks_for(int64_t n)
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
        by_coo<<<capped_blocks_for(f->entries), THREADS>>>(ARRAY(0, int), ARRAY(1, int), ARRAY(2, float),
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
            by_coo<<<capped_blocks_for(f->rest), THREADS>>>(ARRAY(2, int), ARRAY(3, int), ARRAY(4, float),
                                                            f->rest, d->u, d->w);
        break;
    default:
        (f->has_sum
             ? by_blsi<true>
             : by_blsi<
                   false>)<<<(unsigned)(f->chunks < MOST_BLOCKS ? f->chunks : MOST_BLOCKS), BLSI_THREADS>>>(
            ARRAY(0, unsigned char), ARRAY(1, float), *f, d->u, d->w);
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
