/* PageRank and betweenness on the GPU by their public calls, the graph on the device.
 *
 *     bench_gpu_centrality [--json] [--trials N] [--only NAME] [--no-check] [pagerank] [betweenness]
 *
 * PageRank: 20 rounds of one column, whose values stay on the device; and of 16 or 8 seeds.  Betweenness: of vertices, from
 * 64 sources.  ms is the time between CUDA events on the library's stream past a warm call, wall_ms that of the wall clock,
 * first_ms the wall clock of the first call, which brings the graph to the device.
 *
 * bound_ms: bytes at 3,990 GB/s, measured on an H200.  A round of PageRank moves a column for each entry, 22 bytes for each
 * vertex in fp32 and 34 in fp64; gather_ms is what m elements at random from the second-level cache take there, 150 G/s.
 * Betweenness moves at least 16 bytes for each source and each two entries: a number of paths and a share.
 * share_% is the part of the bound that was reached.  --only: graphs whose name contains NAME.  Unless --no-check, results
 * are compared with the CPU's: PageRank to 1e-5 and 1e-12 in the sum of differences, betweenness from eight sources to 1e-11
 * each. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/cuda/bench_gpu.h"

enum { ROUNDS = 20, SOURCES = 64, CHECKED_SOURCES = 8 };
static const double BYTES_PER_MS = 3990e6, GATHERS_PER_MS = 150e6;

static bool is_checked = true;

/* The values of a full vector. */
static double *values_of(const graph_vector *v, graph_index n)
{
    double *value = malloc((size_t)n * sizeof *value + 1);
    bench_check(value != NULL, "out of memory");
    BENCH_OK(graph_vector_extract_tuples(NULL, value, GRAPH_FP64, &n, v));
    return value;
}

/* ---- PageRank ---- */

struct ranking {
    const graph_matrix *A;
    graph_backend_kind backend;
    graph_type type;
    int seeds;
    graph_vector *rank;
    graph_dense many;
};

static void run_ranking(void *context)
{
    struct ranking *r = context;
    const graph_pagerank_options o = {
        .size = sizeof o, .backend = r->backend, .type = r->type, .tolerance = -1, .most_rounds = ROUNDS};
    graph_index seed[16];
    for (graph_index k = 0; k < 16; k++)
        seed[k] = 1000 * k;
    if (r->seeds == 0) {
        BENCH_OK(graph_pagerank(&r->rank, r->A, &o));
        return;
    }
    r->many = (graph_dense){.size = sizeof r->many};
    BENCH_OK(graph_pagerank_multi(&r->many, r->A, seed, (graph_index)r->seeds, &o));
}

static void drop_ranking(void *context)
{
    struct ranking *r = context;
    graph_vector_release(&r->rank);
    graph_free(r->many.value);
    r->many.value = NULL;
}

static void compare_ranking(const char *name, struct ranking *gpu, int64_t n)
{
    struct ranking cpu = *gpu;
    cpu.backend = GRAPH_BACKEND_CPU;
    cpu.rank = NULL;
    run_ranking(&cpu);
    double *x = values_of(gpu->rank, (graph_index)n), *y = values_of(cpu.rank, (graph_index)n), sum = 0,
           off = 0;
    for (int64_t v = 0; v < n; v++) {
        sum += x[v];
        off += fabs(x[v] - y[v]);
    }
    const double most = gpu->type == GRAPH_FP64 ? 1e-12 : 1e-5;
    bench_check(fabs(sum - 1) <= 1000 * most && off <= most, "%s, %s: the sum is %.15g, off by %g", name,
                graph_type_name(gpu->type), sum, off);
    free(x);
    free(y);
    drop_ranking(&cpu);
}

static void rank_on(struct bench *bench, const char *name, const struct gpu_graph *g)
{
    const double n = (double)g->host.rows, m = (double)g->host.entries;
    graph_matrix *A = gpu_matrix(g);
    for (int type = GRAPH_FP32; type <= GRAPH_FP64; type++) {
        const double bytes = 4 * m + (type == GRAPH_FP64 ? 34 : 22) * n;
        const double bound = ROUNDS * bytes / BYTES_PER_MS;
        struct ranking gpu = {.A = A, .backend = GRAPH_BACKEND_CUDA, .type = (graph_type)type},
                       many = {.A = A,
                               .backend = GRAPH_BACKEND_CUDA,
                               .type = (graph_type)type,
                               .seeds = type == GRAPH_FP64 ? 8 : 16};
        const struct gpu_measured one = gpu_measure(&(const struct gpu_call){run_ranking, drop_ranking, &gpu},
                                                    bench->trials),
                                  columns =
                                      gpu_measure(&(const struct gpu_call){run_ranking, drop_ranking, &many},
                                                  bench->trials < 3 ? bench->trials : 3);
        if (is_checked)
            compare_ranking(name, &gpu, g->host.rows);
        drop_ranking(&gpu);
        drop_ranking(&many);
        bench_row(bench);
        bench_text(bench, "pagerank", name);
        bench_text(bench, "type", graph_type_name((graph_type)type));
        bench_number(bench, "edges", m, 0);
        bench_number(bench, "ms", one.warm.ms, 3);
        bench_number(bench, "wall_ms", one.warm.wall_ms, 3);
        bench_number(bench, "first_ms", one.first_ms, 2);
        bench_number(bench, "bound_ms", bound, 3);
        bench_number(bench, "share_%", 100 * bound / one.warm.ms, 0);
        bench_number(bench, "gather_ms", ROUNDS * m / GATHERS_PER_MS, 3);
        bench_number(bench, "seeds", many.seeds, 0);
        bench_number(bench, "seeds_ms", columns.warm.ms, 2);
        bench_row_end(bench);
    }
    graph_matrix_release(&A);
}

/* ---- Betweenness ---- */

struct centrality {
    const graph_matrix *A;
    graph_backend_kind backend;
    graph_index source[SOURCES], sources;
    graph_vector *vertex;
    graph_betweenness_report report;
};

static void run_centrality(void *context)
{
    struct centrality *c = context;
    c->report = (graph_betweenness_report){.size = sizeof c->report};
    const graph_betweenness_options o = {.size = sizeof o, .backend = c->backend, .report = &c->report};
    BENCH_OK(graph_betweenness(&c->vertex, c->A, c->source, c->sources, &o));
}

static void drop_centrality(void *context) { graph_vector_release(&((struct centrality *)context)->vertex); }

static void compare_centrality(const char *name, const struct centrality *of, int64_t n)
{
    struct centrality gpu = *of, cpu = *of;
    gpu.vertex = NULL;
    gpu.sources = cpu.sources = CHECKED_SOURCES;
    cpu.backend = GRAPH_BACKEND_CPU;
    cpu.vertex = NULL;
    run_centrality(&gpu);
    run_centrality(&cpu);
    double *x = values_of(gpu.vertex, (graph_index)n), *y = values_of(cpu.vertex, (graph_index)n);
    for (int64_t v = 0; v < n; v++)
        bench_check(fabs(x[v] - y[v]) <= 1e-11 * fmax(1, fabs(y[v])), "%s: vertex %lld is %.17g, CPU %.17g",
                    name, (long long)v, x[v], y[v]);
    free(x);
    free(y);
    drop_centrality(&gpu);
    drop_centrality(&cpu);
}

static void centrality_on(struct bench *bench, const char *name, const struct gpu_graph *g)
{
    const double m = (double)g->host.entries, bound = SOURCES * m / 2 * 16 / BYTES_PER_MS;
    graph_matrix *A = gpu_matrix(g);
    struct centrality gpu = {.A = A, .backend = GRAPH_BACKEND_CUDA, .sources = SOURCES};
    /* Vertices with edges, as the sources of such benchmarks are. */
    for (uint64_t k = 0, tried = 0; k < SOURCES; tried++) {
        const int64_t v = (int64_t)(gpu_mix(tried) % (uint64_t)g->host.rows);
        if (g->host.row_start[v + 1] > g->host.row_start[v])
            gpu.source[k++] = (graph_index)v;
    }
    const struct gpu_measured measured =
        gpu_measure(&(const struct gpu_call){run_centrality, drop_centrality, &gpu}, bench->trials);
    if (is_checked)
        compare_centrality(name, &gpu, g->host.rows);
    drop_centrality(&gpu);
    bench_row(bench);
    bench_text(bench, "betweenness", name);
    bench_number(bench, "edges", m, 0);
    bench_number(bench, "ms", measured.warm.ms, 2);
    bench_number(bench, "wall_ms", measured.warm.wall_ms, 2);
    bench_number(bench, "first_ms", measured.first_ms, 1);
    bench_number(bench, "bound_ms", bound, 2);
    bench_number(bench, "share_%", 100 * bound / measured.warm.ms, 0);
    bench_number(bench, "wide", (double)gpu.report.wide, 0);
    bench_number(bench, "MB", (double)gpu.report.bytes / 1e6, 0);
    bench_row_end(bench);
    graph_matrix_release(&A);
}

int main(int argc, char **argv)
{
    struct bench bench = {.name = "gpu_centrality", .trials = 10};
    bool wants_rank = false, wants_centrality = false;
    const char *why = "";
    for (int k = 1; k < argc; k++)
        if (strcmp(argv[k], "--json") == 0)
            bench.is_json = true;
        else if (strcmp(argv[k], "--no-check") == 0)
            is_checked = false;
        else if (strcmp(argv[k], "--trials") == 0 && k + 1 < argc)
            bench.trials = atoi(argv[++k]);
        else if (strcmp(argv[k], "--only") == 0 && k + 1 < argc)
            gpu_only = argv[++k];
        else if (strcmp(argv[k], "pagerank") == 0)
            wants_rank = true;
        else if (strcmp(argv[k], "betweenness") == 0)
            wants_centrality = true;
        else
            bench_check(false, "\"%s\" is no argument; expected pagerank or betweenness", argv[k]);
    const bool is_here = graph__cuda_device(&why) != NULL;
    bench_check(is_here, "no GPU: %s", why);
    static const struct {
        const char *name;
        void (*make)(struct gpu_graph *g, int size);
        int size;
    } graphs[] = {{"kronecker 20", gpu_kronecker, 20},
                  {"uniform 20", gpu_uniform, 20},
                  {"grid 1400", gpu_grid, 1400},
                  {"kronecker 22", gpu_kronecker, 22}};
    const bool wants_both = !wants_rank && !wants_centrality;
    for (size_t k = 0; k < sizeof graphs / sizeof graphs[0]; k++) {
        struct gpu_graph g;
        if (!gpu_is_wanted(graphs[k].name))
            continue;
        graphs[k].make(&g, graphs[k].size);
        bench.has_header = false;
        if (wants_rank || wants_both)
            rank_on(&bench, graphs[k].name, &g);
        bench.has_header = false;
        if (wants_centrality || wants_both)
            centrality_on(&bench, graphs[k].name, &g);
        gpu_release(&g);
    }
    return 0;
}
