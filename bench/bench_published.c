/* Published methods beside the library's own on generated matrices of the classes of their papers.
 *
 *     bench_published [--trials N] [--threads N] [--json] [bands | dots | systems]...
 *
 *   bands    squares of full bands by rows and by diagonals (Matam et al., section 4.3)
 *   dots     squares of random matrices of 20 % by dot products with B by columns and by rows (the study of 2023)
 *   systems  squares of one matrix of each structural class by every method that applies
 *
 * A cell is the best of the trials in milliseconds, or says why there is none.  Every product must agree with ROW_ROW's in
 * its entries and in the sum of its values. */
#include <math.h>
#include <string.h>

#include "bench.h"
#include "generators.h"

static struct bench bench;

/* The product of A with itself by one method, and what it gives. */
struct square {
    graph_matrix *A, *C;
    graph_method method;
    graph_status status;
    graph_index entries;
    double sum;
};

static void run(void *context)
{
    struct square *s = context;
    s->status = graph_spgemm(&s->C, graph_semiring_by_name("plus_times_fp64"), s->A, s->A,
                             GRAPH_DESCRIPTOR(.backend = GRAPH_BACKEND_CPU, .method = s->method));
}

static void finish(void *context)
{
    struct square *s = context;
    graph_scalar sum;
    if (s->status != GRAPH_OK)
        return;
    BENCH_OK(graph_matrix_entries(&s->entries, s->C));
    BENCH_OK(
        graph_reduce(&sum, GRAPH_FP64, GRAPH_PLUS, s->C, GRAPH_DESCRIPTOR(.backend = GRAPH_BACKEND_CPU)));
    s->sum = sum.value.f;
    graph_matrix_release(&s->C);
}

/* Runs a method after the others have rested, so that memory freed by one serves its next trial. */
static struct square measure(double *best_ms, graph_matrix *A, graph_method method)
{
    struct square s = {.A = A, .method = method};
    struct bench_runner runner = {run, finish, &s, 0, 0};
    bench_race(&bench, &runner, 1);
    *best_ms = runner.best_ms;
    return s;
}

static void check(const char *name, const struct square *want, const struct square *got)
{
    BENCH_CLAIM(got->entries == want->entries && fabs(got->sum - want->sum) <= 1e-9 * fabs(want->sum),
                "%s by %s: %llu entries and the sum %.17g instead of %llu and %.17g", name,
                graph_method_at((size_t)got->method)->name, (unsigned long long)got->entries, got->sum,
                (unsigned long long)want->entries, want->sum);
}

/* One row of a table: the matrix by `base` and by the other methods, with the ratio of base to the last. */
static void race(const char *name, const graph_matrix *pattern, graph_method base,
                 const graph_method *methods, int count)
{
    graph_matrix *A = bench_with_values(pattern, GRAPH_FP64);
    graph_index rows, entries;
    double base_ms, ms = 0;
    struct square want = measure(&base_ms, A, base);
    BENCH_CLAIM(want.status == GRAPH_OK, "%s: %s", name, graph_last_error());
    BENCH_OK(graph_matrix_rows(&rows, A));
    BENCH_OK(graph_matrix_entries(&entries, A));
    bench_row(&bench);
    bench_text(&bench, "matrix", name);
    bench_number(&bench, "rows", (double)rows, 0);
    bench_number(&bench, "entries", (double)entries, 0);
    bench_number(&bench, graph_method_at((size_t)base)->name, base_ms, 2);
    for (int m = 0; m < count; m++) {
        struct square got = measure(&ms, A, methods[m]);
        const char *column = graph_method_at((size_t)methods[m])->name;
        if (got.status == GRAPH_E_NOT_SUPPORTED)
            bench_text(&bench, column, "no band");
        else if (got.status == GRAPH_E_MEMORY)
            bench_text(&bench, column, "memory");
        else {
            BENCH_CLAIM(got.status == GRAPH_OK, "%s: %s", name, graph_last_error());
            check(name, &want, &got);
            bench_number(&bench, column, ms, 2);
        }
    }
    if (count == 1)
        bench_number(&bench, "ratio", base_ms > ms ? base_ms / ms : ms / base_ms, 2);
    bench_row_end(&bench);
    fflush(stdout);
    graph_matrix_release(&A);
}

static void bands(void)
{
    static const struct {
        int64_t rows, half_width;
    } cases[] = {{400000, 1}, {400000, 2}, {400000, 4}, {100000, 8}, {100000, 12}, {50000, 24}};
    static const graph_method methods[] = {GRAPH_METHOD_DIA};
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        graph_matrix *A = bench_band(cases[k].rows, cases[k].half_width);
        char name[32];
        snprintf(name, sizeof name, "%d diagonals", (int)(2 * cases[k].half_width + 1));
        race(name, A, GRAPH_METHOD_ROW_ROW, methods, 1);
        graph_matrix_release(&A);
    }
}

static void dots(void)
{
    static const graph_method methods[] = {GRAPH_METHOD_ROW_COLUMN_BY_ROWS};
    for (int64_t n = 100; n <= 800; n *= 2) {
        graph_matrix *A = bench_uniform(n, n / 5);
        char name[32];
        snprintf(name, sizeof name, "%d, 20 %%", (int)n);
        race(name, A, GRAPH_METHOD_ROW_COLUMN, methods, 1);
        graph_matrix_release(&A);
    }
}

/* A matrix for each structure that the papers' tables have, with rows and entries of a row as there or scaled to what two
 * threads multiply in a second. */
static graph_matrix *structure(const char **name, int k)
{
    static const char *const names[] = {"dense",   "protein",   "spheres",      "cantilever",
                                        "QCD",     "economics", "epidemiology", "accelerator",
                                        "circuit", "webbase",   "road",         "band"};
    *name = k < (int)(sizeof names / sizeof names[0]) ? names[k] : NULL;
    switch (k) {
    case 0:
        return bench_dense(700);
    case 1:
        return bench_fem(11, 5);
    case 2:
        return bench_fem(24, 3);
    case 3:
        return bench_fem(22, 3);
    case 4:
        return bench_uniform(12288, 39);
    case 5:
        return bench_uniform(206500, 6);
    case 6:
        return bench_stencil_7(80);
    case 7:
        return bench_fem(48, 1);
    case 8:
        return bench_circuit(170998, 20, 350);
    case 9:
        return bench_web(1000005, 1.8, 0.5);
    case 10:
        return bench_scattered(1971281, 5533214);
    case 11:
        return bench_band(100000, 12);
    default:
        return NULL;
    }
}

static void systems(void)
{
    static const graph_method methods[] = {GRAPH_METHOD_AUTO, GRAPH_METHOD_COLUMN_ROW, GRAPH_METHOD_BHSPARSE,
                                           GRAPH_METHOD_BMSPARSE, GRAPH_METHOD_DIA};
    const char *name;
    graph_matrix *A;
    for (int k = 0; (A = structure(&name, k)) != NULL; k++) {
        race(name, A, GRAPH_METHOD_ROW_ROW, methods, sizeof methods / sizeof methods[0]);
        graph_matrix_release(&A);
    }
}

static const struct {
    const char *name;
    void (*run)(void);
} tables[] = {{"bands", bands}, {"dots", dots}, {"systems", systems}};

int main(int argc, char **argv)
{
    bool is_wanted[3] = {false}, is_any = false;
    int kept = 1;
    for (int k = 1; k < argc; k++) {
        bool is_table = false;
        for (int t = 0; t < 3; t++)
            if (strcmp(argv[k], tables[t].name) == 0)
                is_table = is_wanted[t] = is_any = true;
        if (!is_table)
            argv[kept++] = argv[k];
    }
    bench_open(&bench, "published", kept, argv);
    for (int t = 0; t < 3; t++)
        if (is_wanted[t] || !is_any) {
            bench.has_header = false;
            tables[t].run();
        }
    return bench_close(&bench);
}
