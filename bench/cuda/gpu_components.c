/* Weak and strong components: milliseconds of a call, the numbers fetched to the host included,
 * compared with the CPU's. */
#include <stdlib.h>
#include <string.h>

#include "bench/cuda/bench_gpu.h"
#include "core/matrix/matrix.h"

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

static graph_status run_components(void *context) { return graph__cuda_backend.components(context); }

static void contest_between(struct bench *bench, const char *name, const struct gpu_graph *g,
                            const struct gpu_graph *in)
{
    enum { MOST = 100 };
    int trials = bench->trials < MOST ? bench->trials : MOST;
    double ms[2], cpu_ms[2];
    int64_t count[2];
    for (int is_strong = 0; is_strong < 2; is_strong++) {
        double once[MOST];
        compare(g, in, is_strong != 0);
        struct graph_components_request r = request_of(g, in, true, is_strong != 0);
        for (int t = 0; t < trials; t++)
            once[t] = gpu_time(run_components, &r);
        ms[is_strong] = bench_median(once, trials);
        count[is_strong] = r.count;
        free(r.component);
        r = request_of(g, in, false, is_strong != 0);
        double began = bench_seconds();
        BENCH_OK(graph__cpu()->components(&r));
        cpu_ms[is_strong] = 1e3 * (bench_seconds() - began);
        free(r.component);
    }
    bench_row(bench);
    bench_text(bench, "components", name);
    bench_number(bench, "edges", (double)g->host.entries, 0);
    bench_number(bench, "weak", (double)count[0], 0);
    bench_number(bench, "ms", ms[0], 3);
    bench_number(bench, "cpu_ms", cpu_ms[0], 2);
    bench_number(bench, "strong", (double)count[1], 0);
    bench_number(bench, "strong_ms", ms[1], 3);
    bench_number(bench, "strong_cpu_ms", cpu_ms[1], 2);
    bench_row_end(bench);
}

static void contest_on(struct bench *bench, const char *name, const struct gpu_graph *g)
{
    contest_between(bench, name, g, g); /* symmetric */
}

/* One of the dataset folder, if it is there. */
static void contest_on_file(struct bench *bench, const char *name)
{
    struct bench_graph file = {0};
    struct gpu_graph g = {0}, in;
    if (!gpu_is_wanted(name) || !bench_find(&file, name))
        return;
    graph_matrix *A = bench_load(&file, NULL);
    BENCH_OK(graph__matrix_view(&g.host, A, graph__cpu()));
    g.host.value = NULL;
    g.device = g.host;
    g.device.row_start = gpu_give(g.host.row_start, (size_t)(g.host.rows + 1) * sizeof *g.host.row_start);
    g.device.column = gpu_give(g.host.column, (size_t)g.host.entries * sizeof *g.host.column);
    gpu_transpose(&in, &g);
    contest_between(bench, name, &g, &in);
    graph__cuda_release((void *)g.device.row_start);
    graph__cuda_release((void *)g.device.column);
    gpu_release(&in);
    graph_matrix_release(&A);
    bench_forget(&file);
}

void gpu_components(struct bench *bench)
{
    contest_on_file(bench, "p2p-Gnutella31");
    contest_on_file(bench, "soc-Epinions1");
    contest_on_file(bench, "web-NotreDame");
    contest_on_file(bench, "USA-road-d.NY");
    gpu_contest(bench, "kronecker 20", gpu_kronecker, 20, contest_on);
    gpu_contest(bench, "grid 1400", gpu_grid, 1400, contest_on);
    struct gpu_graph g, in;
    if (!gpu_is_wanted("random, 3 a vertex"))
        return;
    gpu_random(&g, 1 << 20, (int64_t)3 << 20, 0, 5);
    gpu_transpose(&in, &g);
    contest_between(bench, "random, 3 a vertex", &g, &in);
    gpu_release(&g);
    gpu_release(&in);
}
