/* Cores, independent sets, colourings and label propagation by the public calls, the graph on the device; results, which
 * come to the host, are compared with the CPU's entry by entry.  entry_ms is the time of the back end's entry alone, to the
 * result in an array of the host.
 *
 * The bound is of memory: 4 bytes for each entry of the rows at 3.99 TB/s, and a gather of 4 bytes for each at 150 G/s, the
 * rate in the cache of the second level, or at 69 G/s where the vertices take 16 MB or more. */
#include <stdlib.h>

#include "bench/cuda/bench_gpu.h"

struct structure {
    const struct gpu_graph *graph;
    const graph_matrix *A;
    graph_backend_kind backend;
    graph_vector *result;
    graph_index count;
    void *room; /* of the entry: 8 bytes for each vertex */
};

struct algorithm {
    const char *name;
    void (*run)(void *context);
    void (*run_entry)(struct structure *s);
    graph_type type;
    double passes; /* over the entries */
};

static void run_cores(void *context)
{
    struct structure *s = context;
    BENCH_OK(graph_core_numbers(
        &s->result, &s->count, s->A,
        &(const graph_cohesion_options){.size = sizeof(graph_cohesion_options), .backend = s->backend}));
}

static void enter_cores(struct structure *s)
{
    struct graph_cores_request r = {.A = s->graph->device, .core = s->room};
    BENCH_OK(graph__cuda_backend.cores(&r));
}

static void run_set(void *context)
{
    struct structure *s = context;
    BENCH_OK(graph_independent_set(
        &s->result, &s->count, s->A,
        &(const graph_set_options){.size = sizeof(graph_set_options), .backend = s->backend}));
}

static void enter_set(struct structure *s)
{
    struct graph_independent_set_request r = {.A = s->graph->device, .is_member = s->room};
    BENCH_OK(graph__cuda_backend.independent_set(&r));
}

static void run_coloring(void *context)
{
    struct structure *s = context;
    BENCH_OK(
        graph_coloring(&s->result, &s->count, s->A,
                       &(const graph_set_options){.size = sizeof(graph_set_options), .backend = s->backend}));
}

static void enter_coloring(struct structure *s)
{
    struct graph_coloring_request r = {.A = s->graph->device, .color = s->room};
    BENCH_OK(graph__cuda_backend.coloring(&r));
}

static void run_labels(void *context)
{
    struct structure *s = context;
    BENCH_OK(graph_label_propagation(
        &s->result, s->A,
        &(const graph_labels_options){
            .size = sizeof(graph_labels_options), .backend = s->backend, .rounds = 10, .made = &s->count}));
}

static void enter_labels(struct structure *s)
{
    struct graph_labels_request r = {.A = s->graph->device, .rounds = 10, .label = s->room};
    BENCH_OK(graph__cuda_backend.labels(&r));
}

static void drop(void *context) { graph_vector_release(&((struct structure *)context)->result); }

static const struct algorithm algorithms[] = {
    {"cores", run_cores, enter_cores, GRAPH_INT32, 1},
    {"independent set", run_set, enter_set, GRAPH_BOOL, 1},
    {"colouring", run_coloring, enter_coloring, GRAPH_INT32, 1},
    {"labels, 10 rounds", run_labels, enter_labels, GRAPH_INT64, 10},
};

static double entry_ms(const struct algorithm *a, struct structure *s, int trials)
{
    double ms[64];
    trials = trials < 64 ? trials : 64;
    a->run_entry(s);
    for (int t = 0; t < trials; t++) {
        const double began = bench_seconds();
        a->run_entry(s);
        ms[t] = 1e3 * (bench_seconds() - began);
    }
    return bench_median(ms, trials);
}

static void contest_of(struct bench *bench, const char *name, const struct algorithm *a,
                       const struct gpu_graph *g, const graph_matrix *A)
{
    const double entries = (double)g->host.entries, gathers = g->host.rows < 4 << 20 ? 150e6 : 69e6;
    struct structure cpu = {g, A, GRAPH_BACKEND_CPU, NULL, 0, NULL},
                     gpu = {g, A, GRAPH_BACKEND_CUDA, NULL, 0, NULL};
    gpu.room = malloc((size_t)g->host.rows * 8 + 1);
    bench_check(gpu.room != NULL, "out of memory");
    const struct gpu_measured measured =
        gpu_measure(&(const struct gpu_call){a->run, drop, &gpu}, bench->trials);
    const double entry = entry_ms(a, &gpu, bench->trials), began = bench_seconds();
    a->run(&cpu);
    const double cpu_ms = 1e3 * (bench_seconds() - began),
                 bound = a->passes * entries * (4 / 3.99e9 + 1 / gathers);
    bench_check(cpu.count == gpu.count, "%s, %s: %llu, and %llu on the CPU", a->name, name,
                (unsigned long long)gpu.count, (unsigned long long)cpu.count);
    gpu_same_vectors(name, cpu.result, gpu.result, a->type);
    bench_row(bench);
    bench_text(bench, "structure", a->name);
    bench_text(bench, "graph", name);
    bench_number(bench, "entries", entries, 0);
    bench_number(bench, "count", (double)gpu.count, 0);
    bench_number(bench, "ms", measured.warm.ms, 3);
    bench_number(bench, "wall_ms", measured.warm.wall_ms, 3);
    bench_number(bench, "first_ms", measured.first_ms, 1);
    bench_number(bench, "entry_ms", entry, 3);
    bench_number(bench, "cpu_ms", cpu_ms, 1);
    bench_number(bench, "bound_ms", bound, 3);
    bench_number(bench, "share_%", 100 * bound / entry, 1);
    bench_row_end(bench);
    drop(&cpu);
    drop(&gpu);
    free(gpu.room);
}

static void contest_on(struct bench *bench, const char *name, const struct gpu_graph *g)
{
    graph_matrix *A = gpu_matrix(g);
    for (size_t k = 0; k < sizeof algorithms / sizeof algorithms[0]; k++)
        contest_of(bench, name, &algorithms[k], g, A);
    graph_matrix_release(&A);
}

void gpu_structure(struct bench *bench)
{
    gpu_contest(bench, "kronecker 20", gpu_kronecker, 20, contest_on);
    gpu_contest(bench, "uniform 20", gpu_uniform, 20, contest_on);
    gpu_contest(bench, "grid 1400", gpu_grid, 1400, contest_on);
    gpu_contest(bench, "kronecker 22", gpu_kronecker, 22, contest_on);
}
