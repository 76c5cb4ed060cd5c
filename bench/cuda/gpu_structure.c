/* Cores, trusses, independent sets, colourings, label propagation and walks by the public calls, the graph on the device;
 * results, which come to the host, are compared with the CPU's entry by entry, except trusses of the larger Kronecker
 * graphs, where the CPU takes minutes.  entry_ms is the time of the back end's entry alone, to the result in an array of
 * the host.
 *
 * The bound is of memory, but for trusses, which have none here (0): 4 bytes for each entry of the rows at 3.99 TB/s, and a
 * gather of 4 bytes for each at 150 G/s, the rate in the cache of the second level, or at 69 G/s where the vertices take
 * 16 MB or more; for each step of a walk such a gather, one of 43 G/s, and 4 bytes written. */
#include <stdlib.h>
#include <string.h>

#include "bench/cuda/bench_gpu.h"
#include "core/matrix/matrix.h"

struct structure {
    const struct gpu_graph *graph;
    const graph_matrix *A, *weighted;
    graph_backend_kind backend;
    graph_vector *result; /* one of these three */
    graph_matrix *matrix;
    graph_dense dense;
    graph_index count;
    double modularity;
    void *room;  /* for the result of the entry */
    void *there; /* on the device, for walks */
};

struct algorithm {
    const char *name;
    void (*run)(void *context);
    void (*run_entry)(struct structure *s);
    graph_type type;
    double passes; /* over the entries, for the bound; 0: another bound */
};

enum { STEPS = 40 /* of a walk from each vertex */ };

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

static void run_walks(void *context)
{
    struct structure *s = context;
    BENCH_OK(graph_random_walks(
        &s->dense, s->A, NULL, 0, STEPS,
        &(const graph_walks_options){.size = sizeof(graph_walks_options), .backend = s->backend}));
}

static void enter_walks(struct structure *s)
{
    struct graph_walks_request r = {.A = s->graph->device,
                                    .sources = s->graph->host.rows,
                                    .each = 1,
                                    .length = STEPS,
                                    .back = 1,
                                    .out = 1,
                                    .vertex = s->room};
    BENCH_OK(graph__cuda_backend.walks(&r));
}

/* The walks in an array on the device: nothing comes to the host. */
static void run_walks_there(void *context)
{
    struct structure *s = context;
    graph_dense there = {.size = sizeof there,
                         .type = GRAPH_INT32,
                         .rows = (graph_index)s->graph->host.rows,
                         .columns = STEPS + 1,
                         .value = s->there};
    if (s->there == NULL) {
        run_walks(context);
        return;
    }
    BENCH_OK(graph_random_walks(
        &there, s->A, NULL, 0, STEPS,
        &(const graph_walks_options){.size = sizeof(graph_walks_options), .backend = s->backend}));
}

static void run_trusses(void *context)
{
    struct structure *s = context;
    BENCH_OK(graph_truss_numbers(
        &s->matrix, &s->count, s->A,
        &(const graph_cohesion_options){.size = sizeof(graph_cohesion_options), .backend = s->backend}));
}

static void enter_trusses(struct structure *s)
{
    struct graph_trusses_request r = {.A = s->graph->device, .truss = s->room};
    BENCH_OK(graph__cuda_backend.trusses(&r));
}

static void run_4_truss(void *context)
{
    struct structure *s = context;
    BENCH_OK(graph_k_truss(
        &s->matrix, s->A, 4,
        &(const graph_cohesion_options){.size = sizeof(graph_cohesion_options), .backend = s->backend}));
    BENCH_OK(graph_matrix_entries(&s->count, s->matrix));
}

static void enter_4_truss(struct structure *s)
{
    struct graph_trusses_request r = {.A = s->graph->device, .most = 3, .truss = s->room};
    BENCH_OK(graph__cuda_backend.trusses(&r));
}

static void run_forest(void *context)
{
    struct structure *s = context;
    graph_forest_report report = {.size = sizeof report};
    BENCH_OK(graph_spanning_forest(&s->matrix, s->weighted,
                                   &(const graph_forest_options){.size = sizeof(graph_forest_options),
                                                                 .backend = s->backend,
                                                                 .report = &report}));
    s->count = report.edges;
}

static void enter_forest(struct structure *s)
{
    struct graph_forest_request r = {.is_weighted = true};
    BENCH_OK(graph__matrix_view(&r.A, s->weighted, &graph__cuda_backend));
    BENCH_OK(graph__cuda_backend.forest(&r));
    graph__csr_arrays_release(&r.forest, &graph__cuda_backend);
}

static void run_communities(struct structure *s, graph_status method(graph_vector **, const graph_matrix *,
                                                                     const graph_communities_options *))
{
    graph_communities_report report = {.size = sizeof report};
    BENCH_OK(method(&s->result, s->A,
                    &(const graph_communities_options){.size = sizeof(graph_communities_options),
                                                       .backend = s->backend,
                                                       .report = &report}));
    s->count = report.communities;
    s->modularity = report.modularity;
}

static void run_louvain(void *context) { run_communities(context, graph_louvain); }
static void run_leiden(void *context) { run_communities(context, graph_leiden); }

static void enter_communities(struct structure *s, bool is_leiden)
{
    struct graph_communities_request r = {.A = s->graph->device,
                                          .is_leiden = is_leiden,
                                          .resolution = 65536,
                                          .iterations = 2,
                                          .community = s->room};
    BENCH_OK(graph__cuda_backend.communities(&r));
}

static void enter_louvain(struct structure *s) { enter_communities(s, false); }
static void enter_leiden(struct structure *s) { enter_communities(s, true); }

static void drop(void *context)
{
    struct structure *s = context;
    graph_vector_release(&s->result);
    graph_matrix_release(&s->matrix);
    graph_free(s->dense.value);
    s->dense = (graph_dense){.size = sizeof s->dense};
}

static const struct algorithm algorithms[] = {
    {"cores", run_cores, enter_cores, GRAPH_INT32, 1},
    {"independent set", run_set, enter_set, GRAPH_BOOL, 1},
    {"colouring", run_coloring, enter_coloring, GRAPH_INT32, 1},
    {"labels, 10 rounds", run_labels, enter_labels, GRAPH_INT64, 10},
    {"walks of 40 steps", run_walks, enter_walks, GRAPH_INT32, 0},
    {"walks of 40 steps there", run_walks_there, enter_walks, GRAPH_INT32, 0},
    {"forest", run_forest, enter_forest, GRAPH_INT32, 0},
    {"4-truss", run_4_truss, enter_4_truss, GRAPH_INT32, 0},
    {"truss numbers", run_trusses, enter_trusses, GRAPH_INT32, 0},
    {"louvain", run_louvain, enter_louvain, GRAPH_INT32, 0},
    {"leiden", run_leiden, enter_leiden, GRAPH_INT32, 0},
};

/* Both matrices have the same entries. */
static void same_matrices(const char *what, const char *name, const graph_matrix *x, const graph_matrix *y)
{
    struct graph_csr a, b;
    BENCH_OK(graph__matrix_view(&a, x, graph__cpu()));
    BENCH_OK(graph__matrix_view(&b, y, graph__cpu()));
    bench_check(
        a.entries == b.entries &&
            memcmp(a.row_start, b.row_start, (size_t)(a.rows + 1) * sizeof *a.row_start) == 0 &&
            memcmp(a.column, b.column, (size_t)a.entries * sizeof *a.column) == 0 &&
            (a.value == NULL || memcmp(a.value, b.value, (size_t)a.entries * graph_type_size(a.type)) == 0),
        "%s, %s: the results differ", what, name);
}

static void compare(const struct algorithm *a, const char *name, const struct structure *cpu,
                    const struct structure *gpu, size_t walks_bytes)
{
    bench_check(cpu->count == gpu->count, "%s, %s: %llu, and %llu on the CPU", a->name, name,
                (unsigned long long)gpu->count, (unsigned long long)cpu->count);
    if (gpu->result != NULL)
        gpu_same_vectors(name, cpu->result, gpu->result, a->type);
    if (gpu->matrix != NULL)
        same_matrices(a->name, name, cpu->matrix, gpu->matrix);
    const void *walks = gpu->there != NULL ? gpu->room : gpu->dense.value;
    if (walks != NULL)
        bench_check(memcmp(cpu->dense.value, walks, walks_bytes) == 0, "%s, %s: other walks", a->name, name);
}

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
                       const struct gpu_graph *g, const graph_matrix *A, const graph_matrix *W)
{
    const double entries = (double)g->host.entries, gathers = g->host.rows < 4 << 20 ? 150e6 : 69e6;
    struct structure cpu = {.graph = g,
                            .A = A,
                            .weighted = W,
                            .backend = GRAPH_BACKEND_CPU,
                            .dense.size = sizeof cpu.dense},
                     gpu = {.graph = g,
                            .A = A,
                            .weighted = W,
                            .backend = GRAPH_BACKEND_CUDA,
                            .dense.size = sizeof gpu.dense};
    const size_t walks_bytes = (size_t)g->host.rows * (STEPS + 1) * 4,
                 entry_bytes = (size_t)g->host.entries * 4;
    gpu.room = malloc(walks_bytes > entry_bytes ? walks_bytes : entry_bytes);
    bench_check(gpu.room != NULL, "out of memory");
    if (a->run == run_walks_there)
        BENCH_OK(graph__cuda_backend.allocate(&gpu.there, walks_bytes, 1));
    const struct gpu_measured measured =
        gpu_measure(&(const struct gpu_call){a->run, drop, &gpu}, bench->trials);
    const double entry = entry_ms(a, &gpu, bench->trials), began = bench_seconds();
    const bool is_large = strncmp(name, "kronecker 2", 11) == 0,
               finds_communities = a->run == run_louvain || a->run == run_leiden,
               is_compared = !(is_large && (a->run == run_trusses || a->run == run_4_truss)) &&
                             !(finds_communities && (is_large || strcmp(name, "uniform 20") == 0));
    if (is_compared)
        a->run(&cpu);
    const double cpu_ms = 1e3 * (bench_seconds() - began),
                 bound = a->passes > 0 ? a->passes * entries * (4 / 3.99e9 + 1 / gathers)
                         : a->run == run_walks || a->run == run_walks_there
                             ? (double)g->host.rows * STEPS * (1 / gathers + 1 / 43e6 + 4 / 3.99e9)
                             : 0;
    if (gpu.there != NULL)
        BENCH_OK(graph__cuda_backend.download(gpu.room, gpu.there, walks_bytes));
    if (is_compared)
        compare(a, name, &cpu, &gpu, walks_bytes);
    bench_row(bench);
    bench_text(bench, "structure", a->name);
    bench_text(bench, "graph", name);
    bench_number(bench, "entries", entries, 0);
    bench_number(bench, "count", (double)gpu.count, 0);
    bench_number(bench, "modularity", gpu.modularity, 6);
    bench_number(bench, "ms", measured.warm.ms, 3);
    bench_number(bench, "wall_ms", measured.warm.wall_ms, 3);
    bench_number(bench, "first_ms", measured.first_ms, 1);
    bench_number(bench, "entry_ms", entry, 3);
    bench_number(bench, "compared", is_compared, 0);
    bench_number(bench, "cpu_ms", is_compared ? cpu_ms : 0, 1);
    bench_number(bench, "bound_ms", bound, 3);
    bench_number(bench, "share_%", 100 * bound / entry, 1);
    bench_row_end(bench);
    drop(&cpu);
    drop(&gpu);
    graph__cuda_backend.release(gpu.there);
    free(gpu.room);
}

static void contest_on(struct bench *bench, const char *name, const struct gpu_graph *g)
{
    uint8_t *weight = malloc((size_t)g->host.entries + 1);
    bench_check(weight != NULL, "out of memory");
    for (int64_t v = 0; v < g->host.rows; v++)
        for (int64_t k = g->host.row_start[v]; k < g->host.row_start[v + 1]; k++) {
            const uint64_t u = (uint64_t)g->host.column[k], w = (uint64_t)v;
            weight[k] = (uint8_t)(1 + gpu_mix((u < w ? u : w) << 32 | (u < w ? w : u)) % 255);
        }
    graph_matrix *A = gpu_matrix(g), *W = gpu_matrix_of(g, GRAPH_UINT8, weight);
    for (size_t k = 0; k < sizeof algorithms / sizeof algorithms[0]; k++)
        if (bench_wants(bench, algorithms[k].name))
            contest_of(bench, name, &algorithms[k], g, A, W);
    graph_matrix_release(&A);
    graph_matrix_release(&W);
    free(weight);
}

void gpu_structure(struct bench *bench)
{
    gpu_contest(bench, "kronecker 15", gpu_kronecker, 15, contest_on);
    gpu_contest(bench, "kronecker 20", gpu_kronecker, 20, contest_on);
    gpu_contest(bench, "uniform 20", gpu_uniform, 20, contest_on);
    gpu_contest(bench, "grid 1400", gpu_grid, 1400, contest_on);
    gpu_contest(bench, "kronecker 22", gpu_kronecker, 22, contest_on);
}
