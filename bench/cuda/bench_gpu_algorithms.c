/* Algorithms on the GPU by their public calls, answers compared with the CPU's.
 *
 *     bench_gpu_algorithms [--json] [--trials N] [--only NAME] [--algorithms NAME,...] [floyd] [bfs] [triangles] [multi]
 *                          [closure] [components] [sssp] [structure] [masked] [complement]
 *                          [check]
 *
 * The graph is on the device.  ms is the time between CUDA events on the library's stream past a warm call, wall_ms that of
 * the wall clock between two waits for the stream, first_ms the wall clock of the first call, which brings the graph to the
 * device; the head of each part says what else is printed.  Bounds are bytes or operations at rates measured on an H200,
 * and share_% is what was reached of them.
 *
 * Without words: all but `check`, which compares both back ends, below the public calls, on requests over small random
 * graphs.  --only: graphs whose name contains NAME; --algorithms: those of `structure` with these names. */
#include "bench/cuda/bench_gpu.h"

#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
    struct bench bench = {.name = "gpu_algorithms", .trials = 10};
    bool is_some = false;
    const char *why = "";
    for (int k = 1; k < argc; k++)
        if (strcmp(argv[k], "--json") == 0)
            bench.is_json = true;
        else if (strcmp(argv[k], "--trials") == 0 && k + 1 < argc)
            bench.trials = atoi(argv[++k]);
        else if (strcmp(argv[k], "--only") == 0 && k + 1 < argc)
            gpu_only = argv[++k];
        else if (strcmp(argv[k], "--algorithms") == 0 && k + 1 < argc)
            bench.wanted = argv[++k];
        else
            is_some = true;
    bool is_here = graph__cuda_device(&why) != NULL;
    bench_check(is_here, "no GPU: %s", why);
    static void (*const part[])(struct bench *) = {gpu_floyd,   gpu_bfs,        gpu_triangles, gpu_multi,
                                                   gpu_closure, gpu_components, gpu_sssp,      gpu_structure,
                                                   gpu_masked,  gpu_complement, gpu_check};
    static const char *const name[] = {"floyd",   "bfs",        "triangles", "multi",
                                       "closure", "components", "sssp",      "structure",
                                       "masked",  "complement", "check"};
    enum { PARTS = sizeof part / sizeof part[0] };
    for (int p = 0; p < PARTS; p++) {
        bool is_wanted = !is_some && p + 1 < PARTS;
        for (int k = 1; k < argc; k++)
            is_wanted = is_wanted || strcmp(argv[k], name[p]) == 0;
        if (is_wanted) {
            bench.has_header = false;
            part[p](&bench);
        }
    }
    return 0;
}
