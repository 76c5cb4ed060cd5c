/* User-defined semirings, which are compiled when a product first needs them, compared with the same semirings built in:
 *
 *     bench_gpu_user [--json] [--trials N] [--semiring NAME,...] --set classes | GRAPH...
 *
 * Those called other_... compute the same by expressions that only the compiler recognises.  user_bounded has no built-in
 * equivalent; over the small values of this bench its products are those of min_plus_fp32, with which it is compared.
 * A time is the wall clock of graph_spgemm, A and C on the device, between two waits; median.  The two alternate.  "first"
 * is the user's first product, with empty caches of kernels, the library's and NVRTC's, in a new folder: a process for each
 * line makes it that.  "second" is the product right after it, while kernels are being compiled perhaps; "ready" is how long
 * that took, from the beginning of the first; "vector" the first product with a vector. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/support/bench.h"
#include "cuda/runtime/memory.h"
#include "cuda/runtime/modules.h"

GRAPH_DEFINE_SEMIRING(user_plus_times, double, 0, 1, x + y, x *y);
GRAPH_DEFINE_SEMIRING(user_min_plus, float, INFINITY, 0, x < y ? x : y, x + y);
GRAPH_DEFINE_SEMIRING(user_max_min, int32_t, INT32_MIN, INT32_MAX, x > y ? x : y, x < y ? x : y);
GRAPH_DEFINE_SEMIRING(user_max_times, float, 0, 1, x > y ? x : y, x *y);
GRAPH_DEFINE_SEMIRING(user_or_and, bool, false, true, x || y, x &&y);
GRAPH_DEFINE_SEMIRING(other_plus_times, double, 0, 1, x - -y, x *y);
GRAPH_DEFINE_SEMIRING(other_min_plus, float, INFINITY, 0, x < y ? x : y, x - -y);
GRAPH_DEFINE_SEMIRING(other_max_min, int32_t, INT32_MIN, INT32_MAX, x > y ? x : y, !(x < y) ? y : x);
GRAPH_DEFINE_SEMIRING(user_bounded, float, INFINITY, 0, x < y ? x : y, x + y < 1000 ? x + y : 1000);

static const struct {
    const graph_semiring_spec *spec;
    const char *built_in;
} pairs[] = {{&user_plus_times, "plus_times_fp64"}, {&user_min_plus, "min_plus_fp32"},
             {&user_max_min, "max_min_int32"},      {&user_max_times, "max_times_fp32"},
             {&user_or_and, "or_and_bool"},         {&other_plus_times, "plus_times_fp64"},
             {&other_min_plus, "min_plus_fp32"},    {&other_max_min, "max_min_int32"},
             {&user_bounded, "min_plus_fp32"}};

/* A product of one semiring. */
struct contender {
    const graph_semiring *semiring;
    const graph_matrix *A;
    graph_matrix *C;
};

static void run(void *context)
{
    struct contender *s = context;
    BENCH_OK(graph_spgemm(&s->C, s->semiring, s->A, s->A, GRAPH_DESCRIPTOR(.backend = GRAPH_BACKEND_CUDA)));
    BENCH_OK(graph__cuda_wait());
}

static void finish(void *context) { graph_matrix_release(&((struct contender *)context)->C); }

static bool is_same(graph_matrix *x, graph_matrix *y)
{
    graph_arrays a = {.size = sizeof a}, b = {.size = sizeof b};
    BENCH_OK(graph_matrix_export(&a, x, GRAPH_CSR, GRAPH_BORROW));
    BENCH_OK(graph_matrix_export(&b, y, GRAPH_CSR, GRAPH_BORROW));
    return a.entries == b.entries && memcmp(a.column, b.column, a.entries * sizeof(int32_t)) == 0 &&
           memcmp(a.value, b.value, a.entries * graph_type_size(a.type)) == 0;
}

/* Of w = A u. */
static double first_with_vector(const graph_semiring *semiring, const graph_matrix *A)
{
    graph_vector *u = NULL, *w = NULL;
    graph_index rows, columns;
    BENCH_OK(graph_matrix_rows(&rows, A));
    BENCH_OK(graph_matrix_columns(&columns, A));
    BENCH_OK(graph_vector_create(&u, graph_semiring_type(semiring), columns));
    BENCH_OK(graph_vector_create(&w, graph_semiring_type(semiring), rows));
    BENCH_OK(graph_vector_fill(u, graph_int64(1)));
    const double begin = bench_seconds();
    BENCH_OK(
        graph_mxv(w, NULL, GRAPH_NO_OP, semiring, A, u, GRAPH_DESCRIPTOR(.backend = GRAPH_BACKEND_CUDA)));
    BENCH_OK(graph__cuda_wait());
    const double seconds = bench_seconds() - begin;
    graph_vector_release(&u);
    graph_vector_release(&w);
    return seconds;
}

/* The two alternate, after the user's first product; the values are small integers, so that sums are exact. */
static double race(struct bench *bench, const char *name, const graph_matrix *pattern, int p)
{
    graph_semiring *semiring = NULL;
    BENCH_OK(graph_semiring_create(&semiring, pairs[p].spec));
    graph_matrix *A = bench_with_values(pattern, graph_semiring_type(semiring));
    struct contender user = {.semiring = semiring, .A = A},
                     built_in = {.semiring = graph_semiring_by_name(pairs[p].built_in), .A = A},
                     pattern_alone = {.semiring = graph_semiring_by_name("any_pair_bool"), .A = A};
    graph_matrix *made[2];
    double seconds[2];
    run(&pattern_alone); /* the device is at work */
    finish(&pattern_alone);
    const double begin = bench_seconds();
    for (int k = 0; k < 2; k++) {
        const double now = bench_seconds();
        run(&user);
        seconds[k] = bench_seconds() - now;
        made[k] = user.C;
        user.C = NULL;
    }
    graph__cuda_modules_finish();
    const double ready = bench_seconds() - begin;
    run(&user);
    run(&built_in);
    graph__cuda_modules_finish();
    for (int k = 0; k < 3; k++) {
        bench_check(is_same(k < 2 ? made[k] : user.C, built_in.C), "%s, %s: product %d differs", name,
                    pairs[p].built_in, k);
        if (k < 2)
            graph_matrix_release(&made[k]);
    }
    finish(&user);
    finish(&built_in);
    const double with_vector = first_with_vector(semiring, A);
    struct bench_runner runners[] = {{.run = run, .finish = finish, .context = &user},
                                     {.run = run, .finish = finish, .context = &built_in}};
    bench_race(bench, runners, 2);
    bench_row(bench);
    bench_text(bench, "matrix", name);
    bench_text(bench, "semiring", graph_semiring_name(semiring));
    bench_number(bench, "first_s", seconds[0], 3);
    bench_number(bench, "second_s", seconds[1], 4);
    bench_number(bench, "ready_s", ready, 3);
    bench_number(bench, "vector_s", with_vector, 3);
    bench_number(bench, "user_ms", runners[0].median_ms, 3);
    bench_number(bench, "built_in_ms", runners[1].median_ms, 3);
    bench_number(bench, "user_over_built_in", runners[0].median_ms / runners[1].median_ms, 3);
    bench_row_end(bench);
    graph_matrix_release(&A);
    graph_semiring_release(&semiring);
    return runners[0].median_ms / runners[1].median_ms;
}

int main(int argc, char **argv)
{
    struct bench bench;
    char folder[] = "/tmp/semigraph-kernels-XXXXXX";
    double sum = 0, most = 0;
    int count = 0;
    bench_open(&bench, "gpu_user", argc, argv);
    bench_check(mkdtemp(folder) != NULL && setenv("SEMIGRAPH_CACHE", folder, 1) == 0 &&
                    setenv("CUDA_CACHE_PATH", folder, 1) == 0,
                "no folder %s", folder);
    for (int g = 0; g < bench.graph_count; g++) {
        graph_matrix *pattern = bench_load(&bench.graphs[g], NULL);
        for (size_t p = 0; p < sizeof pairs / sizeof pairs[0]; p++) {
            if (!bench_wants(&bench, pairs[p].spec->name))
                continue;
            double ratio = race(&bench, bench.graphs[g].name, pattern, (int)p);
            sum += log(ratio);
            most = ratio > most ? ratio : most;
            count++;
        }
        graph_matrix_release(&pattern);
    }
    printf("user over built in: geometric mean %.3f, most %.3f of %d\n", exp(sum / count), most, count);
    return bench_close(&bench);
}
