/* See bench_gpu.h. */
#include <stdlib.h>
#include <string.h>

#include "bench/cuda/bench_gpu.h"

enum { MOST_TRIALS = 64 };

static struct gpu_times time_once(const struct gpu_call *call)
{
    const cudaStream_t stream = graph__cuda_device(NULL)->stream;
    if (call->drop != NULL)
        call->drop(call->context);
    gpu_clock_start(stream);
    call->run(call->context);
    const struct gpu_times times = gpu_clock_stop(stream);
    gpu_check_place(GRAPH_BACKEND_CUDA);
    return times;
}

struct gpu_measured gpu_measure(const struct gpu_call *call, int trials)
{
    struct gpu_times times[MOST_TRIALS];
    struct gpu_measured measured = {.first_ms = time_once(call).wall_ms};
    trials = trials < MOST_TRIALS ? trials : MOST_TRIALS;
    (void)time_once(call);
    for (int t = 0; t < trials; t++)
        times[t] = time_once(call);
    measured.warm = gpu_clock_median(times, trials);
    return measured;
}

void gpu_check_place(graph_backend_kind backend)
{
    bench_check(graph_backend_used() == backend, "a call ran on the back end %s",
                graph_backend_name(graph_backend_used()));
}

void gpu_same_vectors(const char *what, const graph_vector *x, const graph_vector *y, graph_type type)
{
    const graph_vector *const vector[2] = {x, y};
    graph_index entries[2], *index[2];
    char *value[2];
    const size_t bytes = graph_type_size(type);
    for (int k = 0; k < 2; k++) {
        BENCH_OK(graph_vector_entries(&entries[k], vector[k]));
        index[k] = malloc((size_t)entries[k] * sizeof *index[k] + 1);
        value[k] = malloc((size_t)entries[k] * bytes + 1);
        bench_check(index[k] != NULL && value[k] != NULL, "out of memory");
        BENCH_OK(graph_vector_extract_tuples(index[k], value[k], type, &entries[k], vector[k]));
    }
    bench_check(entries[0] == entries[1], "%s: %llu entries, %llu", what, (unsigned long long)entries[0],
                (unsigned long long)entries[1]);
    for (graph_index e = 0; e < entries[0]; e++)
        bench_check(index[0][e] == index[1][e] &&
                        memcmp(value[0] + (size_t)e * bytes, value[1] + (size_t)e * bytes, bytes) == 0,
                    "%s: entry %llu differs, of vertex %llu or %llu", what, (unsigned long long)e,
                    (unsigned long long)index[0][e], (unsigned long long)index[1][e]);
    for (int k = 0; k < 2; k++) {
        free(index[k]);
        free(value[k]);
    }
}
