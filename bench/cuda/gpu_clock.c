/* See gpu_clock.h. */
#include "bench/cuda/gpu_clock.h"

#include "bench/support/bench.h"

enum { MOST_TIMES = 64 };

static cudaEvent_t started, stopped;
static double wall_start;

static void check(cudaError_t error)
{
    bench_check(error == cudaSuccess, "a clock of the GPU: %s", cudaGetErrorString(error));
}

void gpu_clock_start(cudaStream_t stream)
{
    if (started == NULL) {
        check(cudaEventCreate(&started));
        check(cudaEventCreate(&stopped));
    }
    check(cudaStreamSynchronize(stream));
    wall_start = bench_seconds();
    check(cudaEventRecord(started, stream));
}

struct gpu_times gpu_clock_stop(cudaStream_t stream)
{
    float ms = 0;
    check(cudaEventRecord(stopped, stream));
    check(cudaStreamSynchronize(stream));
    const double wall_ms = 1e3 * (bench_seconds() - wall_start);
    check(cudaEventElapsedTime(&ms, started, stopped));
    return (struct gpu_times){.ms = ms, .wall_ms = wall_ms};
}

struct gpu_times gpu_clock_median(const struct gpu_times *times, int count)
{
    double ms[MOST_TIMES], wall_ms[MOST_TIMES];
    bench_check(count > 0 && count <= MOST_TIMES, "%d times", count);
    for (int t = 0; t < count; t++) {
        ms[t] = times[t].ms;
        wall_ms[t] = times[t].wall_ms;
    }
    return (struct gpu_times){.ms = bench_median(ms, count), .wall_ms = bench_median(wall_ms, count)};
}
