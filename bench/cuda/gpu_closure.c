/* Closures by graph_transitive_closure: of a dense random relation by Warshall's method, whose bound is n^3 pairs of bits at
 * 5,155 T/s, the measured rate of the 1-bit tensor cores; and of graphs by their strong components.  Both are compared
 * with the CPU's.  The check of both back ends is on their requests. */
#include <stdlib.h>
#include <string.h>

#include "bench/cuda/bench_gpu.h"

/* Random bits, each 1 with probability 2^-thinning; `closed` vertices of a block reach only this block. */
static uint64_t *random_bits(int64_t n, int64_t words, int thinning, int64_t block, uint64_t seed)
{
    uint64_t *bits = calloc((size_t)(n * words) + 1, sizeof *bits);
    bench_check(bits != NULL, "out of memory");
#pragma omp parallel for
    for (int64_t i = 0; i < n; i++)
        for (int64_t w = 0; w < words; w++) {
            uint64_t x = ~(uint64_t)0;
            for (int k = 0; k < thinning; k++)
                x &= gpu_mix(seed + (uint64_t)((i * words + w) * 64 + k));
            for (int b = 0; b < 64 && x != 0; b++) {
                int64_t j = w * 64 + b;
                if (j >= n || (block > 0 && (j / block > i / block || (i * 7 + j) % 3 != 0)))
                    x &= ~((uint64_t)1 << b);
            }
            bits[i * words + w] = x;
        }
    return bits;
}

static void check_bits(void)
{
    static const int64_t size[] = {1, 2, 63, 64, 65, 200, 1000, 1024, 1025, 2048, 2500};
    struct gpu_sample sample = gpu_sample();
    int runs = 0;
    for (int s = 0; s < (sample.is_reduced ? 7 : 11); s++)
        for (int thinning = 3; thinning < 12; thinning += 2)
            for (int shape = 0; shape < 3; shape++) {
                if (!gpu_sample_takes(&sample))
                    continue;
                const int64_t n = size[s], words = (n + 63) / 64 + sample.asked % 2;
                const size_t bytes = (size_t)(n * words) * sizeof(uint64_t);
                uint64_t *bits = random_bits(n, words, thinning,
                                             shape == 0   ? 0
                                             : shape == 1 ? 40
                                                          : 1,
                                             (uint64_t)sample.asked * 12345);
                uint64_t *back = malloc(bytes);
                bench_check(back != NULL, "out of memory");
                struct graph_bit_closure_request cpu = {.bits = bits, .n = n, .words = words, .threads = 4};
                struct graph_bit_closure_request gpu = cpu;
                gpu.bits = gpu_give(bits, bytes);
                BENCH_OK(graph__cpu()->bit_closure(&cpu));
                BENCH_OK(graph__cuda_backend.bit_closure(&gpu));
                BENCH_OK(graph__cuda_download(back, gpu.bits, bytes));
                bench_check(memcmp(bits, back, bytes) == 0,
                            "closure: n %lld, words %lld, thinning %d, shape %d", (long long)n,
                            (long long)words, thinning, shape);
                graph__cuda_release(gpu.bits);
                free(bits);
                free(back);
                runs++;
            }
    printf("bit_closure: %d requests agree\n", runs);
}

/* Both closures tell the same of some vertices. */
static void compare_closures(const graph_closure *cpu, const graph_closure *gpu, graph_index n,
                             graph_index sample)
{
    graph_closure_facts facts[2] = {{.size = sizeof facts[0]}, {.size = sizeof facts[1]}};
    graph_index *vertex[2];
    BENCH_OK(graph_closure_get_facts(&facts[0], cpu));
    BENCH_OK(graph_closure_get_facts(&facts[1], gpu));
    bench_check(facts[0].pairs == facts[1].pairs && facts[0].components == facts[1].components &&
                    facts[0].largest_component == facts[1].largest_component,
                "%llu vertices: %llu pairs, %llu; %llu components, %llu; the largest %llu, %llu",
                (unsigned long long)n, (unsigned long long)facts[0].pairs, (unsigned long long)facts[1].pairs,
                (unsigned long long)facts[0].components, (unsigned long long)facts[1].components,
                (unsigned long long)facts[0].largest_component,
                (unsigned long long)facts[1].largest_component);
    for (int backend = 0; backend < 2; backend++)
        bench_check((vertex[backend] = malloc((n + 1) * sizeof *vertex[backend])) != NULL, "out of memory");
    for (graph_index k = 0; k < sample && k < n; k++) {
        graph_index u = sample < n ? gpu_mix(k) % n : k, count[2] = {n, n};
        bool is_reached[2];
        BENCH_OK(graph_closure_successors(vertex[0], &count[0], cpu, u));
        BENCH_OK(graph_closure_successors(vertex[1], &count[1], gpu, u));
        bench_check(count[0] == count[1] && memcmp(vertex[0], vertex[1], count[0] * sizeof **vertex) == 0,
                    "%llu vertices: from %llu, %llu and %llu", (unsigned long long)n, (unsigned long long)u,
                    (unsigned long long)count[0], (unsigned long long)count[1]);
        BENCH_OK(graph_reachable(&is_reached[0], cpu, u, gpu_mix(n + k) % n));
        BENCH_OK(graph_reachable(&is_reached[1], gpu, u, gpu_mix(n + k) % n));
        bench_check(is_reached[0] == is_reached[1], "%llu vertices: whether %llu reaches %llu",
                    (unsigned long long)n, (unsigned long long)u, (unsigned long long)(gpu_mix(n + k) % n));
    }
    free(vertex[0]);
    free(vertex[1]);
}

/* Only the edges to larger numbers, if asked. */
static graph_matrix *matrix_of(const struct gpu_graph *g, bool is_one_way)
{
    graph_matrix *A = gpu_matrix(g);
    if (is_one_way)
        BENCH_OK(graph_select(A, NULL, GRAPH_NO_OP, GRAPH_TRIU, A, graph_int64(1), NULL));
    return A;
}

static graph_closure *closure_by(graph_backend_kind backend, const graph_matrix *A, bool is_reflexive)
{
    graph_closure_options o = {.size = sizeof o,
                               .backend = backend,
                               .method = GRAPH_CLOSURE_CONDENSATION,
                               .is_reflexive = is_reflexive};
    graph_closure *closure = NULL;
    BENCH_OK(graph_transitive_closure(&closure, A, &o));
    bench_check(graph_backend_used() == backend, "the closure was made by the back end %s",
                graph_backend_name(graph_backend_used()));
    return closure;
}

static void check_condensed(void)
{
    static const int size[] = {1, 2, 33, 100, 1000, 5000, 70000};
    static const double degree[] = {0, 0.5, 1, 1.5, 2, 5};
    struct gpu_sample sample = gpu_sample();
    int runs = 0;
    for (int s = 0; s < (sample.is_reduced ? 5 : 7); s++)
        for (int d = 0; d < 6; d++)
            for (int kind = 0; kind < 4; kind++)
                for (int is_one_way = 0; is_one_way < 2; is_one_way++) {
                    struct gpu_graph g;
                    if (!gpu_sample_takes(&sample))
                        continue;
                    gpu_random(&g, size[s], (int64_t)(size[s] * degree[d]), kind, (uint64_t)(s * 100 + d));
                    graph_matrix *A = matrix_of(&g, is_one_way != 0);
                    graph_closure *cpu = closure_by(GRAPH_BACKEND_CPU, A, sample.asked % 3 == 0),
                                  *gpu = closure_by(GRAPH_BACKEND_CUDA, A, sample.asked % 3 == 0);
                    compare_closures(cpu, gpu, (graph_index)size[s], 300);
                    graph_closure_release(&cpu);
                    graph_closure_release(&gpu);
                    graph_matrix_release(&A);
                    gpu_release(&g);
                    runs++;
                }
    printf("closure: %d graphs agree\n", runs);
}

void gpu_closure_check(void)
{
    check_bits();
    check_condensed();
}

/* The relation as a matrix, which owns its arrays. */
static graph_matrix *matrix_of_bits(const uint64_t *bits, int64_t n)
{
    const int64_t words = n / 64;
    int64_t *row_start = malloc((size_t)(n + 1) * sizeof *row_start);
    bench_check(row_start != NULL, "out of memory");
    row_start[0] = 0;
#pragma omp parallel for
    for (int64_t i = 0; i < n; i++) {
        int64_t ones = 0;
        for (int64_t w = 0; w < words; w++)
            ones += __builtin_popcountll(bits[i * words + w]);
        row_start[i + 1] = ones;
    }
    for (int64_t i = 0; i < n; i++)
        row_start[i + 1] += row_start[i];
    int32_t *column = malloc((size_t)row_start[n] * sizeof *column + 1);
    bench_check(column != NULL, "out of memory");
#pragma omp parallel for
    for (int64_t i = 0; i < n; i++) {
        int64_t k = row_start[i];
        for (int64_t w = 0; w < words; w++)
            for (uint64_t x = bits[i * words + w]; x != 0; x &= x - 1)
                column[k++] = (int32_t)(w * 64 + __builtin_ctzll(x));
    }
    graph_arrays arrays = {.size = sizeof arrays,
                           .format = GRAPH_CSR,
                           .type = GRAPH_PATTERN,
                           .rows = (graph_index)n,
                           .columns = (graph_index)n,
                           .entries = (graph_index)row_start[n],
                           .row = row_start,
                           .column = column,
                           .start_bits = 64,
                           .index_bits = 32,
                           .ownership = GRAPH_MOVE};
    graph_matrix *A = NULL;
    BENCH_OK(graph_matrix_import(&A, &arrays));
    return A;
}

struct closing {
    const graph_matrix *A;
    graph_backend_kind backend;
    graph_closure *closure;
};

static void run_closing(void *context)
{
    struct closing *c = context;
    const graph_closure_options o = {
        .size = sizeof o, .backend = c->backend, .method = GRAPH_CLOSURE_WARSHALL};
    BENCH_OK(graph_transitive_closure(&c->closure, c->A, &o));
}

static void drop_closing(void *context) { graph_closure_release(&((struct closing *)context)->closure); }

static void contest_on(struct bench *bench, int64_t n, int thinning)
{
    enum { CHECKED = 64 };
    const double bound = 1e3 * (double)n * (double)n * (double)n / 5155e12;
    uint64_t *bits = random_bits(n, n / 64, thinning, 0, 1);
    graph_matrix *A = matrix_of_bits(bits, n);
    struct closing cpu = {A, GRAPH_BACKEND_CPU, NULL}, gpu = {A, GRAPH_BACKEND_CUDA, NULL};
    graph_closure_facts facts = {.size = sizeof facts};
    free(bits);
    const struct gpu_measured measured =
        gpu_measure(&(const struct gpu_call){run_closing, drop_closing, &gpu}, bench->trials);
    const double began = bench_seconds();
    run_closing(&cpu);
    const double cpu_ms = 1e3 * (bench_seconds() - began);
    compare_closures(cpu.closure, gpu.closure, (graph_index)n, CHECKED);
    BENCH_OK(graph_closure_get_facts(&facts, gpu.closure));
    bench_row(bench);
    bench_text(bench, "bit_closure", "random");
    bench_number(bench, "n", (double)n, 0);
    bench_number(bench, "ones_%", 100.0 / (double)(1 << thinning), 2);
    bench_number(bench, "pairs", (double)facts.pairs, 0);
    bench_number(bench, "ms", measured.warm.ms, 2);
    bench_number(bench, "wall_ms", measured.warm.wall_ms, 2);
    bench_number(bench, "first_ms", measured.first_ms, 1);
    bench_number(bench, "cpu_ms", cpu_ms, 1);
    bench_number(bench, "bound_ms", bound, 2);
    bench_number(bench, "share_%", 100 * bound / measured.warm.ms, 1);
    bench_row_end(bench);
    drop_closing(&cpu);
    drop_closing(&gpu);
    graph_matrix_release(&A);
}

/* The closure of a matrix whose arrays lie on the device alone, as a product leaves them, to the object that answers; and
 * then its first answer, with the object on the host. */
static graph_closure *closure_there(double *ms, double *answer_ms, const graph_matrix *A)
{
    const graph_descriptor *there = GRAPH_DESCRIPTOR(.backend = GRAPH_BACKEND_CUDA);
    graph_matrix *turned = NULL, *back = NULL;
    graph_index n;
    bool is_reached;
    BENCH_OK(graph_matrix_rows(&n, A));
    BENCH_OK(graph_matrix_create(&turned, GRAPH_PATTERN, n, n));
    BENCH_OK(graph_matrix_create(&back, GRAPH_PATTERN, n, n));
    BENCH_OK(graph_transpose(turned, NULL, GRAPH_NO_OP, A, there));
    BENCH_OK(graph_transpose(back, NULL, GRAPH_NO_OP, turned, there));
    graph_matrix_release(&turned);
    double began = bench_seconds();
    graph_closure *closure = closure_by(GRAPH_BACKEND_CUDA, back, true);
    *ms = 1e3 * (bench_seconds() - began);
    BENCH_OK(graph_reachable(&is_reached, closure, 0, n - 1));
    *answer_ms = 1e3 * (bench_seconds() - began) - *ms;
    graph_matrix_release(&back);
    return closure;
}

/* A graph of the dataset folder, if it is there; is_one_way: its edges u -> v with u < v. */
static void contest_on_file(struct bench *bench, const char *name, bool is_one_way)
{
    enum { MOST = 100, CHECKED = 256 };
    struct bench_graph file = {0};
    int trials = bench->trials < MOST ? bench->trials : MOST;
    double ms[2][MOST], answer_ms[MOST];
    graph_closure *closure[2] = {NULL};
    graph_closure_facts facts = {.size = sizeof facts};
    graph_index n, edges;
    if (!gpu_is_wanted(name) || !bench_find(&file, name))
        return;
    graph_matrix *A = bench_load(&file, NULL);
    if (is_one_way)
        BENCH_OK(graph_select(A, NULL, GRAPH_NO_OP, GRAPH_TRIU, A, graph_int64(1), NULL));
    BENCH_OK(graph_matrix_rows(&n, A));
    BENCH_OK(graph_matrix_entries(&edges, A));
    for (int t = 0; t < trials; t++) {
        for (int backend = 0; backend < 2; backend++)
            graph_closure_release(&closure[backend]);
        double began = bench_seconds();
        closure[0] = closure_by(GRAPH_BACKEND_CPU, A, true);
        ms[0][t] = 1e3 * (bench_seconds() - began);
        closure[1] = closure_there(&ms[1][t], &answer_ms[t], A);
    }
    compare_closures(closure[0], closure[1], n, CHECKED);
    BENCH_OK(graph_closure_get_facts(&facts, closure[1]));
    bench_row(bench);
    bench_text(bench, "closure", name);
    bench_number(bench, "edges", (double)edges, 0);
    bench_number(bench, "components", (double)facts.components, 0);
    bench_number(bench, "pairs", (double)facts.pairs, 0);
    bench_number(bench, "ms", bench_median(ms[1], trials), 2);
    bench_number(bench, "answer_ms", bench_median(answer_ms, trials), 2);
    bench_number(bench, "MB", 1e-6 * (double)facts.bytes, 1);
    bench_number(bench, "cpu_ms", bench_median(ms[0], trials), 2);
    bench_row_end(bench);
    for (int backend = 0; backend < 2; backend++)
        graph_closure_release(&closure[backend]);
    graph_matrix_release(&A);
    bench_forget(&file);
}

static bool contest_on_dense(struct bench *bench)
{
    bool is_some = false;
    for (int64_t n = 16384; n <= 32768; n *= 2)
        if (gpu_is_wanted("dense")) {
            contest_on(bench, n, 3);
            is_some = true;
        }
    return is_some;
}

void gpu_closure(struct bench *bench)
{
    if (contest_on_dense(bench))
        bench->has_header = false;
    contest_on_file(bench, "p2p-Gnutella31", false);
    contest_on_file(bench, "soc-Epinions1", false);
    contest_on_file(bench, "web-NotreDame", false);
    contest_on_file(bench, "USA-road-d.NY", true);
}
