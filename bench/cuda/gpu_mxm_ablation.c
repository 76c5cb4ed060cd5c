/* See gpu_mxm_ablation.h.  Times are medians of warm public calls between two events.  With a family and without it take
 * turns, so that both see the same clocks; results of all are the same in number of entries. */
#include "bench/cuda/gpu_mxm_ablation.h"

#include <math.h>
#include <string.h>

#include "bench/cuda/gpu_clock.h"
#include "cuda/runtime/modules.h"

enum { MOST_TRIALS = 64 };
static const double noise = 1.03; /* ratios below are not told apart from 1 */

#define FAMILY_NAME(constant, name) [MXM_FAMILY_##constant] = name,
static const char *const names[] = {MXM_FAMILY_LIST(FAMILY_NAME)};

uint64_t gpu_family_bit(const char *name)
{
    int f = 0;
    while (f < MXM_FAMILIES && strcmp(names[f], name) != 0)
        f++;
    bench_check(f < MXM_FAMILIES, "there is no family '%s' (mxm_families.h)", name);
    return (uint64_t)1 << f;
}

static double run(const graph_matrix *A, const graph_matrix *B, const graph_semiring *semiring,
                  graph_index *entries)
{
    const cudaStream_t stream = graph__cuda_device(NULL)->stream;
    graph_matrix *C = NULL;
    gpu_clock_start(stream);
    BENCH_OK(graph_spgemm(&C, semiring, A, B, GRAPH_DESCRIPTOR(.backend = GRAPH_BACKEND_CUDA)));
    const struct gpu_times times = gpu_clock_stop(stream);
    BENCH_OK(graph_matrix_entries(entries, C));
    graph_matrix_release(&C);
    return times.ms;
}

/* The ratio of the medians without the family and with it. */
static double ratio_without(int family, int trials, const char *name, const graph_matrix *A,
                            const graph_matrix *B, const graph_semiring *semiring)
{
    double with[MOST_TRIALS], without[MOST_TRIALS];
    graph_index entries, others;
    for (int t = -1; t < trials; t++) { /* the first is not counted */
        const double ms = run(A, B, semiring, &entries);
        graph__cuda_disable_families((uint64_t)1 << family);
        const double other_ms = run(A, B, semiring, &others);
        graph__cuda_disable_families(0);
        graph__cuda_modules_finish();
        bench_check(entries == others, "%s: %llu entries, %llu without %s", name, (unsigned long long)entries,
                    (unsigned long long)others, names[family]);
        if (t >= 0) {
            with[t] = ms;
            without[t] = other_ms;
        }
    }
    return bench_median(without, trials) / bench_median(with, trials);
}

void gpu_ablation_add(struct gpu_ablation *a, const char *name, const graph_matrix *A, const graph_matrix *B,
                      const graph_semiring *semiring)
{
    graph_index entries;
    bench_check(a->trials > 0 && a->trials <= MOST_TRIALS, "--trials is 1 .. %d", (int)MOST_TRIALS);
    run(A, B, semiring, &entries);
    graph__cuda_modules_finish();
    const double ms = run(A, B, semiring, &entries);
    printf("%s %.4f ms", name, ms);
    for (int f = 0; f < MXM_FAMILIES; f++) {
        const double ratio = ratio_without(f, a->trials, name, A, B, semiring);
        a->log_sum[f] += log(ratio);
        a->slower[f] += ratio > noise;
        if (ratio > a->most[f]) {
            a->most[f] = ratio;
            snprintf(a->at_most[f], sizeof a->at_most[f], "%s", name);
        }
        if (ratio > noise || ratio < 1 / noise)
            printf("  %s %.2f", names[f], ratio);
    }
    printf("\n");
    fflush(stdout);
    a->products++;
}

void gpu_ablation_print(const struct gpu_ablation *a)
{
    printf("time without a family / with all, %d products\n%-12s %8s %8s %8s  %s\n", a->products, "family",
           "mean", "slower", "most", "at");
    for (int f = 0; f < MXM_FAMILIES && a->products > 0; f++)
        printf("%-12s %8.4f %8d %8.2f  %s\n", names[f], exp(a->log_sum[f] / a->products), a->slower[f],
               a->most[f], a->at_most[f]);
}
