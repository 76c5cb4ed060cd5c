/* Steps of breadth-first searches as products under a complemented mask, over any_pair: from several sources by graph_mxm,
 * N<!V> = F A with a row for each source, and from one source by graph_vxm.
 *
 * touched is the number of entries of A in the rows that F selects, found that of N.  bound_ms is the time in which a copy
 * moves the bytes of the entries touched, 4 each, and of those of F, V and N; whole_ms that of the same step where all of
 * F A is made and then filtered.  The last row of a search from one source is the sum of its steps. */
#include <math.h>

#include "bench/cuda/bench_gpu.h"
#include "bench/support/generators.h"
#include "core/matrix/matrix.h"
#include "cuda/mxm/analysis/mxm_families.h"

enum { MOST_STEPS = 24 };
static const double copy_bytes_per_ms = 4.0e9; /* of an H200, read and written */

static const graph_descriptor *const on_device = &(const graph_descriptor){.size = sizeof(graph_descriptor),
                                                                           .backend = GRAPH_BACKEND_CUDA},
                                     *const outside = &(const graph_descriptor){
                                         .size = sizeof(graph_descriptor),
                                         .backend = GRAPH_BACKEND_CUDA,
                                         .flags =
                                             GRAPH_MASK_STRUCTURE | GRAPH_MASK_COMPLEMENT | GRAPH_REPLACE};

/* A step from several sources, and its result. */
struct step {
    const graph_matrix *A;
    graph_matrix *F, *V, *N;
    graph_index sources, n;
};

static void run_step(void *context)
{
    struct step *s = context;
    BENCH_OK(graph_matrix_create(&s->N, GRAPH_BOOL, s->sources, s->n));
    BENCH_OK(
        graph_mxm(s->N, s->V, GRAPH_NO_OP, graph_semiring_by_name("any_pair_bool"), s->F, s->A, outside));
}

static void drop_step(void *context) { graph_matrix_release(&((struct step *)context)->N); }

static graph_index entries_of(const graph_matrix *A)
{
    graph_index entries;
    BENCH_OK(graph_matrix_entries(&entries, A));
    return entries;
}

/* The same random sources in each run, one in each row. */
static graph_matrix *starts(graph_index sources, graph_index n)
{
    graph_matrix *F = NULL;
    BENCH_OK(graph_matrix_create(&F, GRAPH_BOOL, sources, n));
    for (graph_index i = 0; i < sources; i++)
        BENCH_OK(graph_matrix_set(F, i, gpu_mix(i) % n, graph_bool(true)));
    return F;
}

static void print(struct bench *bench, const char *name, double step, double frontier, double visited,
                  double touched, double found, double ms, double whole_ms)
{
    const double bytes = 4 * (touched + frontier + visited + found);
    bench_row(bench);
    bench_text(bench, "complement", name);
    bench_number(bench, "step", step, 0);
    bench_number(bench, "frontier", frontier, 0);
    bench_number(bench, "visited", visited, 0);
    bench_number(bench, "touched", touched, 0);
    bench_number(bench, "found", found, 0);
    bench_number(bench, "ms", ms, 4);
    bench_number(bench, "bound_ms", bytes / copy_bytes_per_ms, 4);
    bench_number(bench, "times", ms / (bytes / copy_bytes_per_ms), 2);
    bench_number(bench, "whole_ms", whole_ms, 4);
    bench_row_end(bench);
}

/* The next step: what was found is the frontier, and visited. */
static void advance(struct step *s)
{
    graph_matrix *both = NULL;
    BENCH_OK(graph_matrix_create(&both, GRAPH_BOOL, s->sources, s->n));
    BENCH_OK(graph_ewise_add(both, NULL, GRAPH_NO_OP, GRAPH_LOR, s->V, s->N, on_device));
    graph_matrix_release(&s->V);
    graph_matrix_release(&s->F);
    s->V = both;
    s->F = s->N;
    s->N = NULL;
}

static void search_from_many(struct bench *bench, const char *name, const graph_matrix *A,
                             graph_index sources)
{
    struct step s = {.A = A, .sources = sources};
    const struct gpu_call call = {run_step, drop_step, &s};
    BENCH_OK(graph_matrix_rows(&s.n, A));
    s.F = starts(sources, s.n);
    BENCH_OK(graph_matrix_dup(&s.V, s.F));
    for (int step = 1; step <= MOST_STEPS && entries_of(s.F) > 0; step++) {
        uint64_t touched;
        BENCH_OK(graph_spgemm_products(&touched, s.F, A, NULL));
        graph__cuda_disable_families((uint64_t)1 << MXM_FAMILY_FILTER);
        const struct gpu_measured whole = gpu_measure(&call, bench->trials);
        const graph_index expected = entries_of(s.N);
        drop_step(&s);
        graph__cuda_disable_families(0);
        const struct gpu_measured made = gpu_measure(&call, bench->trials);
        bench_check(entries_of(s.N) == expected, "%s, step %d: %llu entries and not %llu", name, step,
                    (unsigned long long)entries_of(s.N), (unsigned long long)expected);
        print(bench, name, step, (double)entries_of(s.F), (double)entries_of(s.V), (double)touched,
              (double)expected, made.warm.ms, whole.warm.ms);
        advance(&s);
    }
    graph_matrix_release(&s.F);
    graph_matrix_release(&s.V);
}

/* A step from one source. */
struct vector_step {
    const graph_matrix *A;
    graph_vector *f, *v, *w;
    graph_index n;
};

static void run_vector_step(void *context)
{
    struct vector_step *s = context;
    BENCH_OK(graph_vector_create(&s->w, GRAPH_BOOL, s->n));
    BENCH_OK(
        graph_vxm(s->w, s->v, GRAPH_NO_OP, graph_semiring_by_name("any_pair_bool"), s->f, s->A, outside));
}

static void drop_vector_step(void *context) { graph_vector_release(&((struct vector_step *)context)->w); }

/* The entries of A in the rows that f has: its product with the lengths of all rows. */
static double touched_by(const graph_vector *f, const graph_vector *length, graph_index n)
{
    graph_vector *both = NULL;
    graph_scalar sum;
    BENCH_OK(graph_vector_create(&both, GRAPH_FP64, n));
    BENCH_OK(graph_vector_ewise_mult(both, NULL, GRAPH_NO_OP, GRAPH_SECOND, f, length, on_device));
    BENCH_OK(graph_vector_reduce(&sum, GRAPH_FP64, GRAPH_PLUS, both, on_device));
    graph_vector_release(&both);
    return sum.value.f;
}

/* Steps are timed one by one where the frontier is largest, and all as a sum. */
static void search_from_one(struct bench *bench, const char *name, const graph_matrix *A)
{
    struct vector_step s = {.A = A};
    const struct gpu_call call = {run_vector_step, drop_vector_step, &s};
    graph_vector *length = NULL;
    double sums[6] = {0};
    int step = 0;
    BENCH_OK(graph_matrix_rows(&s.n, A));
    BENCH_OK(graph_vector_create(&length, GRAPH_FP64, s.n));
    BENCH_OK(graph_reduce_rows(length, NULL, GRAPH_NO_OP, GRAPH_PLUS, A, on_device));
    BENCH_OK(graph_vector_create(&s.f, GRAPH_BOOL, s.n));
    BENCH_OK(graph_vector_create(&s.v, GRAPH_BOOL, s.n));
    BENCH_OK(graph_vector_set(s.f, gpu_mix(1) % s.n, graph_bool(true)));
    BENCH_OK(graph_vector_set(s.v, gpu_mix(1) % s.n, graph_bool(true)));
    for (graph_index frontier = 1, visited = 1, found; frontier > 0; frontier = found) {
        const double touched = touched_by(s.f, length, s.n);
        const struct gpu_measured made = gpu_measure(&call, bench->trials < 3 ? bench->trials : 3);
        BENCH_OK(graph_vector_entries(&found, s.w));
        if (touched >= (double)entries_of(A) / 64)
            print(bench, name, step, (double)frontier, (double)visited, touched, (double)found, made.warm.ms,
                  NAN);
        const double of_step[] = {(double)frontier, (double)visited, touched, (double)found, made.warm.ms};
        for (int k = 0; k < 5; k++)
            sums[k] += of_step[k];
        visited += found;
        BENCH_OK(graph_vector_ewise_add(s.v, NULL, GRAPH_NO_OP, GRAPH_LOR, s.v, s.w, on_device));
        graph_vector_release(&s.f);
        s.f = s.w;
        s.w = NULL;
        step++;
    }
    print(bench, name, step, sums[0], sums[1], sums[2], sums[3], sums[4], NAN);
    graph_vector_release(&s.f);
    graph_vector_release(&s.v);
    graph_vector_release(&length);
}

static void contest_on(struct bench *bench, const char *name, const struct gpu_graph *g)
{
    graph_matrix *A = gpu_matrix(g);
    search_from_many(bench, name, A, g->host.entries / g->host.rows < 8 ? 4096 : 16);
    search_from_one(bench, name, A);
    graph_matrix_release(&A);
}

void gpu_complement(struct bench *bench)
{
    gpu_contest(bench, "kronecker 16", gpu_kronecker, 16, contest_on);
    gpu_contest(bench, "kronecker 20", gpu_kronecker, 20, contest_on);
    gpu_contest(bench, "grid 1400", gpu_grid, 1400, contest_on);
}
