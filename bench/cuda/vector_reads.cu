/* See vector_reads.h.  Blocks that fill the GPU walk through the entries.  Four neighbours in accesses of 16 bytes, or warps
 * that read neighbours by their lanes: more or fewer under way, with fewer or more threads.  Others were tried on large
 * matrices, and none was faster: blocks that come and go, 4 or 16 entries for a thread, u past the first-level cache. */
#include "bench/cuda/vector_reads.h"

enum { THREADS = 256, WARP = 32 };

/* In each step PACKS times PACK entries for each thread. */
template <int PACK, int PACKS, int BLOCKS, bool READS_U>
static __global__ void __launch_bounds__(THREADS, BLOCKS) read_all(struct vector_reads r)
{
    const int64_t step = (int64_t)gridDim.x * (PACK * PACKS * THREADS);
    float sum = 0;
    cudaTriggerProgrammaticLaunchCompletion();
    for (int64_t first = (int64_t)blockIdx.x * (PACK * PACKS * THREADS); first < r.entries; first += step) {
        int32_t column[PACKS][PACK];
        float value[PACKS][PACK];
#pragma unroll
        for (int p = 0; p < PACKS; p++) {
            const int64_t k = first + PACK * ((int64_t)p * THREADS + threadIdx.x);
            if (PACK == 4 && k + PACK <= r.entries) {
                *(int4 *)column[p] = __ldcs((const int4 *)(r.column + k));
                *(float4 *)value[p] = __ldcs((const float4 *)(r.value + k));
            } else
#pragma unroll
                for (int e = 0; e < PACK; e++) {
                    column[p][e] = k + e < r.entries ? __ldcs(r.column + k + e) : 0;
                    value[p][e] = k + e < r.entries ? __ldcs(r.value + k + e) : 0;
                }
        }
#pragma unroll
        for (int p = 0; p < PACKS; p++)
#pragma unroll
            for (int e = 0; e < PACK; e++)
                sum += value[p][e] * (READS_U ? __ldg(r.u + column[p][e]) : (float)(column[p][e] >= 0));
    }
    for (int d = WARP / 2; d > 0; d /= 2)
        sum += __shfl_xor_sync(~0u, sum, d);
    cudaGridDependencySynchronize();
    if (threadIdx.x % WARP == 0)
        r.sums[((int64_t)blockIdx.x * THREADS + threadIdx.x) / WARP] = sum;
}

typedef void kernel(struct vector_reads);
struct form {
    kernel *with_u, *without;
    int entries, blocks; /* of a block in a step; of a multiprocessor */
};
#define FORM(pack, packs, blocks)                                                                            \
    {                                                                                                        \
        read_all<pack, packs, blocks, true>, read_all<pack, packs, blocks, false>, (pack) * (packs)*THREADS, \
            blocks                                                                                           \
    }
static const struct form forms[] = {FORM(1, 6, 8), FORM(4, 2, 6), FORM(4, 4, 4)};

int vector_reads_forms(void) { return sizeof forms / sizeof forms[0]; }

static int64_t blocks_of(const struct vector_reads *r, const struct form *f)
{
    const int64_t most = (r->entries + f->entries - 1) / f->entries,
                  blocks = (int64_t)r->processors * f->blocks;
    return blocks < most ? blocks : most;
}

int64_t vector_reads_sums(const struct vector_reads *r, int form)
{
    return blocks_of(r, &forms[form]) * (THREADS / WARP);
}

/* As the library launches its kernels: a kernel begins when all blocks of the one ahead have begun. */
cudaError_t vector_reads_run(const struct vector_reads *r, int form)
{
    const struct form *f = &forms[form];
    kernel *k = r->u != nullptr ? f->with_u : f->without;
    cudaLaunchAttribute close = {};
    cudaLaunchConfig_t launch = {};
    cudaError_t error =
        cudaFuncSetAttribute((const void *)k, cudaFuncAttributePreferredSharedMemoryCarveout, 0);
    close.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    close.val.programmaticStreamSerializationAllowed = 1;
    launch.gridDim = dim3((unsigned)blocks_of(r, f));
    launch.blockDim = dim3(THREADS);
    launch.stream = r->stream;
    launch.attrs = &close;
    launch.numAttrs = 1;
    return error == cudaSuccess ? cudaLaunchKernelEx(&launch, k, *r) : error;
}
