/* The closure of a dense random relation: bits on the device, closed there.  The bound is n^3 pairs of bits at 5,155 T/s,
 * the measured rate of the 1-bit tensor cores. */
#include <stdlib.h>
#include <string.h>

#include "bench_gpu.h"

/* Random bits, each 1 with probability 2^-thinning; `closed` vertices of a block reach only their own block. */
static uint64_t *random_bits(int64_t n, int64_t words, int thinning, int64_t block, uint64_t seed)
{
    uint64_t *bits = calloc((size_t)(n * words) + 1, sizeof *bits);
    bench_check(bits != NULL, "out of memory");
#pragma omp parallel for
    for (int64_t i = 0; i < n; i++)
        for (int64_t w = 0; w < words; w++) {
            uint64_t x = ~(uint64_t)0;
            for (int k = 0; k < thinning; k++)
                x &= gpu_mix(seed + (uint64_t)((i * words + w) * 64 + k));
            for (int b = 0; b < 64 && x != 0; b++) {
                int64_t j = w * 64 + b;
                if (j >= n || (block > 0 && (j / block > i / block || (i * 7 + j) % 3 != 0)))
                    x &= ~((uint64_t)1 << b);
            }
            bits[i * words + w] = x;
        }
    return bits;
}

void gpu_closure_check(void)
{
    static const int64_t size[] = {1, 2, 63, 64, 65, 200, 1000, 1024, 1025, 2048, 2500};
    const char *few = getenv("CHECK_FEW");
    int runs = 0;
    for (int s = 0; s < (few != NULL ? 7 : 11); s++)
        for (int thinning = 3; thinning < 12; thinning += 2)
            for (int shape = 0; shape < 3; shape++, runs++) {
                const int64_t n = size[s], words = (n + 63) / 64 + runs % 2;
                const size_t bytes = (size_t)(n * words) * sizeof(uint64_t);
                uint64_t *bits = random_bits(n, words, thinning,
                                             shape == 0   ? 0
                                             : shape == 1 ? 40
                                                          : 1,
                                             (uint64_t)runs * 12345);
                uint64_t *back = malloc(bytes);
                bench_check(back != NULL, "out of memory");
                struct graph_bit_closure_request cpu = {.bits = bits, .n = n, .words = words, .threads = 4};
                struct graph_bit_closure_request gpu = cpu;
                gpu.bits = gpu_give(bits, bytes);
                BENCH_OK(graph__cpu()->bit_closure(&cpu));
                BENCH_OK(graph__cuda_backend.bit_closure(&gpu));
                BENCH_OK(graph__cuda_download(back, gpu.bits, bytes));
                bench_check(memcmp(bits, back, bytes) == 0,
                            "closure: n %lld, words %lld, thinning %d, shape %d", (long long)n,
                            (long long)words, thinning, shape);
                graph__cuda_release(gpu.bits);
                free(bits);
                free(back);
            }
    printf("bit_closure: %d requests agree\n", runs);
}

static graph_status run_closure(void *context) { return graph__cuda_backend.bit_closure(context); }

static void contest_on(struct bench *bench, int64_t n, int thinning)
{
    enum { MOST = 100 };
    const size_t bytes = (size_t)(n * n / 8);
    double ms[MOST], bound = 1e3 * (double)n * (double)n * (double)n / 5155e12;
    int trials = bench->trials < MOST ? bench->trials : MOST;
    uint64_t *bits = random_bits(n, n / 64, thinning, 0, 1), *back = malloc(bytes);
    bench_check(back != NULL, "out of memory");
    struct graph_bit_closure_request r = {.n = n, .words = n / 64};
    r.bits = gpu_room(bytes);
    for (int t = -1; t < trials; t++) {
        BENCH_OK(graph__cuda_upload(r.bits, bits, bytes));
        double once = gpu_time(run_closure, &r);
        if (t >= 0)
            ms[t] = once;
    }
    BENCH_OK(graph__cuda_download(back, r.bits, bytes));
    int64_t pairs = 0;
#pragma omp parallel for reduction(+ : pairs)
    for (int64_t w = 0; w < n * n / 64; w++)
        pairs += __builtin_popcountll(back[w]);
    double median = bench_median(ms, trials);
    bench_row(bench);
    bench_text(bench, "bit_closure", "random");
    bench_number(bench, "n", (double)n, 0);
    bench_number(bench, "ones_%", 100.0 / (double)(1 << thinning), 2);
    bench_number(bench, "pairs", (double)pairs, 0);
    bench_number(bench, "ms", median, 2);
    bench_number(bench, "bound_ms", bound, 2);
    bench_number(bench, "share_%", 100 * bound / median, 1);
    bench_row_end(bench);
    graph__cuda_release(r.bits);
    free(bits);
    free(back);
}

void gpu_closure(struct bench *bench)
{
    contest_on(bench, 16384, 3);
    contest_on(bench, 32768, 3);
    contest_on(bench, 65536, 3);
}
