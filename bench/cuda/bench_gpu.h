/* What the parts of bench_gpu_algorithms share: device arrays, events, generated graphs. */
#ifndef BENCH_CUDA_BENCH_GPU_H
#define BENCH_CUDA_BENCH_GPU_H

#include "bench/support/bench.h"
#include "core/backends.h"
#include "cuda/backend_cuda.h"
#include "cuda/runtime/call.h"

void gpu_floyd(struct bench *bench);
void gpu_bfs(struct bench *bench);
void gpu_triangles(struct bench *bench);
void gpu_multi(struct bench *bench);
void gpu_closure(struct bench *bench);
void gpu_components(struct bench *bench);
void gpu_sssp(struct bench *bench);
void gpu_check(struct bench *bench);
void gpu_multi_check(void);
void gpu_closure_check(void);
void gpu_components_check(void);
void gpu_sssp_check(void);

/* Milliseconds on the device of one call, by events on the library's stream; the call's status must be GRAPH_OK. */
double gpu_time(graph_status (*run)(void *context), void *context);

/* A copy on the device; what gpu_take returns is for graph__cuda_release. */
void *gpu_give(const void *here, size_t bytes);
void *gpu_room(size_t bytes);

/* A graph in host arrays made by malloc, and the same on the device. */
struct gpu_graph {
    struct graph_csr host, device;
};

/* Kronecker and uniform graphs as gapbs makes them (-g and -u): 2^scale vertices, 16 edges for each, undirected, without
 * loops and duplicates, vertices renumbered at random. */
void gpu_kronecker(struct gpu_graph *g, int scale);
void gpu_uniform(struct gpu_graph *g, int scale);
/* A width x width grid without a fifth of its edges. */
void gpu_grid(struct gpu_graph *g, int width);
/* Random n-vertex pattern of about `edges` entries; kind 0: any; 1: symmetric; 2: some hubs; 3: with loops. */
void gpu_random(struct gpu_graph *g, int n, int64_t edges, int kind, uint64_t seed);
/* The reverse edges on the host. */
void gpu_transpose(struct gpu_graph *g, const struct gpu_graph *of);
void gpu_release(struct gpu_graph *g);

/* A matrix that borrows the host's arrays. */
graph_matrix *gpu_matrix(const struct gpu_graph *g);

/* --only: graphs whose name contains this; NULL: all. */
extern const char *gpu_only;
bool gpu_is_wanted(const char *name);

/* CHECK_EVERY=N in the environment, for the sanitizer: checks take small graphs only, and of the requests every Nth. */
struct gpu_sample {
    bool is_reduced;
    int step, asked;
};
struct gpu_sample gpu_sample(void);
/* Whether the next request is in the sample. */
bool gpu_sample_takes(struct gpu_sample *sample);

/* Makes a graph of a size for one contest. */
void gpu_contest(struct bench *bench, const char *name, void (*make)(struct gpu_graph *g, int size), int size,
                 void (*contest)(struct bench *bench, const char *name, const struct gpu_graph *g));

/* A well mixed 64-bit number from a counter. */
static inline uint64_t gpu_mix(uint64_t x)
{
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

#endif
