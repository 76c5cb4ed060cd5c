/* The time of warm calls on the GPU by two clocks: CUDA events on a stream, and the wall clock. */
#ifndef BENCH_CUDA_GPU_CLOCK_H
#define BENCH_CUDA_GPU_CLOCK_H

#include <cuda_runtime_api.h>

struct gpu_times {
    double ms, wall_ms;
};

/* Waits for the stream, then starts both clocks. */
void gpu_clock_start(cudaStream_t stream);
/* What was enqueued since then has ended; of a call whose host part waits in the middle, the events hold that too. */
struct gpu_times gpu_clock_stop(cudaStream_t stream);

/* Medians of both, each by itself. */
struct gpu_times gpu_clock_median(const struct gpu_times *times, int count);

#endif
