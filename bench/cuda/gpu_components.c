/* Weak and strong components by the public calls, the graph on the device, where the numbers of the vertices stay; they are
 * compared with the CPU's.  The check of both back ends is on their requests. */
#include <stdlib.h>
#include <string.h>

#include "bench/cuda/bench_gpu.h"

/* Numbers by first vertices. */
static void renumber(int32_t *component, int64_t n)
{
    int32_t *number = malloc((size_t)n * sizeof *number + 1), count = 0;
    bench_check(number != NULL, "out of memory");
    memset(number, 0xff, (size_t)n * sizeof *number);
    for (int64_t v = 0; v < n; v++) {
        if (number[component[v]] < 0)
            number[component[v]] = count++;
        component[v] = number[component[v]];
    }
    free(number);
}

static struct graph_components_request request_of(const struct gpu_graph *g, const struct gpu_graph *in,
                                                  bool is_on_device, bool is_strong)
{
    struct graph_components_request r = {.A = is_on_device ? g->device : g->host,
                                         .A_transposed = is_on_device ? in->device : in->host,
                                         .is_strong = is_strong,
                                         .threads = graph_get_threads()};
    r.component = malloc((size_t)g->host.rows * sizeof *r.component + 1);
    bench_check(r.component != NULL, "out of memory");
    return r;
}

static void compare(const struct gpu_graph *g, const struct gpu_graph *in, bool is_strong)
{
    const int64_t n = g->host.rows;
    struct graph_components_request cpu = request_of(g, in, false, is_strong),
                                    gpu = request_of(g, in, true, is_strong);
    BENCH_OK(graph__cpu()->components(&cpu));
    BENCH_OK(graph__cuda_backend.components(&gpu));
    renumber(cpu.component, n);
    bench_check(cpu.count == gpu.count &&
                    memcmp(cpu.component, gpu.component, (size_t)n * sizeof *cpu.component) == 0,
                "components: n %lld, %lld edges, strong %d: %lld, %lld", (long long)n,
                (long long)g->host.entries, is_strong, (long long)cpu.count, (long long)gpu.count);
    free(cpu.component);
    free(gpu.component);
}

void gpu_components_check(void)
{
    static const int size[] = {1, 2, 33, 100, 1000, 5000, 70000};
    static const double degree[] = {0, 0.5, 1, 1.5, 2, 3, 10};
    struct gpu_sample sample = gpu_sample();
    int runs = 0;
    for (int s = 0; s < (sample.is_reduced ? 5 : 7); s++)
        for (int d = 0; d < 7; d++)
            for (int kind = 0; kind < 4; kind++) {
                struct gpu_graph g, in;
                if (!gpu_sample_takes(&sample))
                    continue;
                gpu_random(&g, size[s], (int64_t)(size[s] * degree[d]), kind, (uint64_t)(s * 100 + d));
                gpu_transpose(&in, &g);
                compare(&g, &in, false);
                compare(&g, &in, true);
                gpu_release(&g);
                gpu_release(&in);
                runs++;
            }
    printf("components: %d graphs agree\n", runs);
}

/* ---- Times ---- */

struct components {
    const graph_matrix *A;
    graph_backend_kind backend;
    bool is_strong;
    graph_vector *component;
    graph_index count;
};

static void run_components(void *context)
{
    struct components *c = context;
    const graph_components_options o = {.size = sizeof o, .backend = c->backend};
    BENCH_OK(c->is_strong ? graph_strong_components(&c->component, &c->count, c->A, &o)
                          : graph_weak_components(&c->component, &c->count, c->A, &o));
}

static void drop_components(void *context)
{
    graph_vector_release(&((struct components *)context)->component);
}

static void contest_between(struct bench *bench, const char *name, const graph_matrix *A)
{
    struct gpu_measured measured[2];
    double cpu_ms[2];
    graph_index count[2], edges;
    BENCH_OK(graph_matrix_entries(&edges, A));
    for (int is_strong = 0; is_strong < 2; is_strong++) {
        struct components cpu = {.A = A, .backend = GRAPH_BACKEND_CPU, .is_strong = is_strong != 0},
                          gpu = {.A = A, .backend = GRAPH_BACKEND_CUDA, .is_strong = is_strong != 0};
        measured[is_strong] =
            gpu_measure(&(const struct gpu_call){run_components, drop_components, &gpu}, bench->trials);
        run_components(&cpu);
        drop_components(&cpu);
        const double began = bench_seconds();
        run_components(&cpu);
        cpu_ms[is_strong] = 1e3 * (bench_seconds() - began);
        bench_check(cpu.count == gpu.count, "%s: %llu components, CPU %llu", name,
                    (unsigned long long)gpu.count, (unsigned long long)cpu.count);
        gpu_same_vectors(name, cpu.component, gpu.component, GRAPH_INT32);
        count[is_strong] = gpu.count;
        drop_components(&cpu);
        drop_components(&gpu);
    }
    bench_row(bench);
    bench_text(bench, "components", name);
    bench_number(bench, "edges", (double)edges, 0);
    bench_number(bench, "weak", (double)count[0], 0);
    bench_number(bench, "ms", measured[0].warm.ms, 3);
    bench_number(bench, "wall_ms", measured[0].warm.wall_ms, 3);
    bench_number(bench, "first_ms", measured[0].first_ms, 2);
    bench_number(bench, "cpu_ms", cpu_ms[0], 2);
    bench_number(bench, "strong", (double)count[1], 0);
    bench_number(bench, "strong_ms", measured[1].warm.ms, 3);
    bench_number(bench, "strong_wall_ms", measured[1].warm.wall_ms, 3);
    bench_number(bench, "strong_cpu_ms", cpu_ms[1], 2);
    bench_row_end(bench);
}

static void contest_on(struct bench *bench, const char *name, const struct gpu_graph *g)
{
    graph_matrix *A = gpu_matrix(g);
    contest_between(bench, name, A);
    graph_matrix_release(&A);
}

static void make_random(struct gpu_graph *g, int scale)
{
    gpu_random(g, 1 << scale, (int64_t)3 << scale, 0, 5);
}

void gpu_components(struct bench *bench)
{
    static const char *const files[] = {"p2p-Gnutella31", "soc-Epinions1", "web-NotreDame", "USA-road-d.NY"};
    const graph_read_options options = {.size = sizeof options, .weights = GRAPH_WEIGHTS_DROP};
    for (size_t k = 0; k < sizeof files / sizeof files[0]; k++)
        gpu_contest_on_file(bench, files[k], &options, contest_between);
    gpu_contest(bench, "kronecker 20", gpu_kronecker, 20, contest_on);
    gpu_contest(bench, "kronecker 22", gpu_kronecker, 22, contest_on);
    gpu_contest(bench, "grid 1400", gpu_grid, 1400, contest_on);
    gpu_contest(bench, "random, 3 a vertex", make_random, 20, contest_on);
}
