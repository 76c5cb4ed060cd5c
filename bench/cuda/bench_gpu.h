/* What the parts of bench_gpu_algorithms share: device arrays, events, generated graphs. */
#ifndef BENCH_CUDA_BENCH_GPU_H
#define BENCH_CUDA_BENCH_GPU_H

#include "bench/cuda/gpu_clock.h"
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
void gpu_structure(struct bench *bench);
void gpu_masked(struct bench *bench);
void gpu_complement(struct bench *bench);
void gpu_check(struct bench *bench);
void gpu_multi_check(void);
void gpu_closure_check(void);
void gpu_components_check(void);
void gpu_sssp_check(void);

/* A public call on the CUDA back end: run makes results, which drop (may be NULL) releases. */
struct gpu_call {
    void (*run)(void *context);
    void (*drop)(void *context);
    void *context;
};

/* Times of the first call and of warm ones: the medians of `trials`, at most 64, after one more that is not counted.  Times
 * are between CUDA events on the library's stream past the call, and by the wall clock between two waits for it; the last
 * results are there afterwards. */
struct gpu_measured {
    struct gpu_times warm;
    double first_ms; /* by the wall clock */
};
struct gpu_measured gpu_measure(const struct gpu_call *call, int trials);

/* Ends the program unless the last call ran on the back end. */
void gpu_check_place(graph_backend_kind backend);

/* Ends the program unless both vectors have the same entries; values are compared as this type. */
void gpu_same_vectors(const char *what, const graph_vector *x, const graph_vector *y, graph_type type);

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

/* A matrix that borrows the host's arrays, with values of this type or none. */
graph_matrix *gpu_matrix(const struct gpu_graph *g);
graph_matrix *gpu_matrix_of(const struct gpu_graph *g, graph_type type, const void *value);

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
/* Reads one of the dataset folder for a contest, if it is there. */
void gpu_contest_on_file(struct bench *bench, const char *name, const graph_read_options *options,
                         void (*contest)(struct bench *bench, const char *name, const graph_matrix *A));

/* A well mixed 64-bit number from a counter. */
static inline uint64_t gpu_mix(uint64_t x)
{
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

#endif
