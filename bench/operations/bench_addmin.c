/* The machine's rate of fp32 add and min, the two instructions of a relaxation, from registers alone.
 *
 *     bench_addmin [--threads N] [--trials N] [GRAPH]
 *
 * Prints, for the widest vectors there are, relaxations (one add and one min each) per second, all threads together:
 * the ceiling for Floyd-Warshall.  No graph is read. */
#include <omp.h>

#include "bench/support/bench.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

enum { ROUNDS = 20000000, CHAINS = 12 };

/* Hides a value from the optimiser, so that sums of one round are not reused in the next. */
#define HIDE(x) __asm__ volatile("" : "+v"(x))

#if defined(__x86_64__)
__attribute__((target("avx512f"))) static float chains_avx512(int64_t rounds)
{
    __m512 least[CHAINS], x = _mm512_set1_ps(1), y = _mm512_set1_ps(2);
    for (int c = 0; c < CHAINS; c++)
        least[c] = _mm512_set1_ps((float)(9 + c));
    for (int64_t k = 0; k < rounds; k++) {
#pragma GCC unroll 12
        for (int c = 0; c < CHAINS; c++) {
            HIDE(y);
            least[c] = _mm512_min_ps(least[c], _mm512_add_ps(x, y));
        }
    }
    for (int c = 1; c < CHAINS; c++)
        least[0] = _mm512_min_ps(least[0], least[c]);
    return _mm512_reduce_min_ps(least[0]);
}

__attribute__((target("avx2"))) static float chains_avx2(int64_t rounds)
{
    __m256 least[CHAINS], x = _mm256_set1_ps(1), y = _mm256_set1_ps(2);
    float element[8];
    for (int c = 0; c < CHAINS; c++)
        least[c] = _mm256_set1_ps((float)(9 + c));
    for (int64_t k = 0; k < rounds; k++) {
#pragma GCC unroll 12
        for (int c = 0; c < CHAINS; c++) {
            __asm__ volatile("" : "+x"(y));
            least[c] = _mm256_min_ps(least[c], _mm256_add_ps(x, y));
        }
    }
    for (int c = 1; c < CHAINS; c++)
        least[0] = _mm256_min_ps(least[0], least[c]);
    _mm256_storeu_ps(element, least[0]);
    return element[0];
}
#endif

static float chains_plain(int64_t rounds)
{
    volatile float y = 2;
    float least = 9;
    for (int64_t k = 0; k < rounds; k++)
        least = 1 + y < least ? 1 + y : least;
    return least;
}

int main(int argc, char **argv)
{
    struct bench bench;
    const char *name = "plain";
    float (*run)(int64_t) = chains_plain;
    double lanes = 1, best = 0, middle = 0, rate[4096];
    bench_open(&bench, "addmin", argc, argv);
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx512f")) {
        run = chains_avx512;
        name = "avx512";
        lanes = 16 * CHAINS;
    } else if (__builtin_cpu_supports("avx2")) {
        run = chains_avx2;
        name = "avx2";
        lanes = 8 * CHAINS;
    }
#endif
    for (int trial = 0; trial < bench.trials; trial++) {
        int wrong = 0;
        double start = bench_seconds();
#pragma omp parallel num_threads(bench.threads) reduction(+ : wrong)
        wrong += run(ROUNDS) != 3;
        rate[trial] = lanes * ROUNDS * bench.threads / (bench_seconds() - start);
        BENCH_CLAIM(wrong == 0, "the least sum is not 3");
        best = rate[trial] > best ? rate[trial] : best;
    }
    for (int trial = 0; trial < bench.trials; trial++) {
        int above = 0;
        for (int other = 0; other < bench.trials; other++)
            above += rate[other] > rate[trial];
        middle = above == bench.trials / 2 ? rate[trial] : middle;
    }
    bench_row(&bench);
    bench_text(&bench, "vectors", name);
    bench_number(&bench, "threads", bench.threads, 0);
    bench_number(&bench, "best_G_per_s", 1e-9 * best, 2);
    bench_number(&bench, "median_G_per_s", 1e-9 * middle, 2);
    bench_row_end(&bench);
    return bench_close(&bench);
}
