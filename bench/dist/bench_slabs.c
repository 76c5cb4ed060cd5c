/* Where the time of a product of a slab of rows goes: an experiment.
 *
 *     bench_slabs [ranks] [web scale] [trials] [R-MAT scale]
 *
 * Each rank makes the graph.  Rank 0 alone: A A, then each slab times A; then all ranks at once: every slab, and each its
 * own. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "bench/support/bench.h"
#include "bench/support/generators.h"
#include "core/backends.h"
#include "dist/dist.h"
#include "dist/group.h"
#include "semigraph.h"
#include "semigraph/stats.h"

#define MUST(call)                                                                                           \
    do {                                                                                                     \
        if ((call) < 0) {                                                                                    \
            fprintf(stderr, "%s: %s\n", #call, graph_last_error());                                          \
            exit(1);                                                                                         \
        }                                                                                                    \
    } while (0)

static graph_group *group;
static bool is_alone;

static double now(void)
{
    MUST(graph__backend(GRAPH_BACKEND_CUDA)->wait());
    return bench_seconds();
}

static void measure(const char *what, const graph_matrix *A, const graph_matrix *B, int trials)
{
    const graph_semiring *s = graph_semiring_builtin(GRAPH_MIN_PLUS, GRAPH_FP32);
    double t[64], call[64];
    graph_matrix *C = NULL;
    graph_index rows, columns, entries = 0, a_entries;
    graph_operation_stats st = {.size = sizeof st};
    MUST(graph_matrix_rows(&rows, A));
    MUST(graph_matrix_columns(&columns, B));
    MUST(graph_matrix_entries(&a_entries, A));
    for (int k = 0; k <= trials; k++) {
        graph_matrix_release(&C);
        MUST(graph_matrix_create(&C, GRAPH_FP32, rows, columns));
        if (!is_alone)
            MUST(graph_group_agree(group, GRAPH_OK));
        const double start = now();
        MUST(graph_mxm(C, NULL, GRAPH_NO_OP, s, A, B, NULL));
        call[k] = bench_seconds() - start;
        t[k] = now() - start;
    }
    MUST(graph_stats(&st));
    MUST(graph_matrix_entries(&entries, C));
    graph_matrix_release(&C);
    double best = INFINITY, sum = 0, most = 0;
    int at = 1;
    for (int k = 1; k <= trials; k++) {
        if (t[k] < best) {
            best = t[k];
            at = k;
        }
        most = t[k] > most ? t[k] : most;
        sum += t[k];
    }
    printf("r%d %-22s best %7.3f (call %7.3f) mean %7.3f most %7.3f first %7.1f | A %.2f M, products %.1f M, C %.1f M, %s\n",
           graph_group_rank(group), what, 1e3 * best, 1e3 * call[at], 1e3 * sum / trials, 1e3 * most, 1e3 * t[0],
           1e-6 * (double)a_entries, 1e-6 * (double)st.products, 1e-6 * (double)entries, st.method);
    fflush(stdout);
}

static graph_matrix *slab(const struct graph_csr *a, int64_t begin, int64_t end)
{
    graph_matrix *R = NULL;
    int64_t *start = malloc((size_t)(end - begin + 1) * sizeof *start);
    for (int64_t i = begin; i <= end; i++)
        start[i - begin] = a->row_start[i] - a->row_start[begin];
    graph_arrays arrays = {.size = sizeof arrays,
                           .format = GRAPH_CSR,
                           .type = GRAPH_FP32,
                           .rows = (graph_index)(end - begin),
                           .columns = (graph_index)a->columns,
                           .entries = (graph_index)(a->row_start[end] - a->row_start[begin]),
                           .row = start,
                           .column = (void *)(uintptr_t)(a->column + a->row_start[begin]),
                           .value = (char *)(uintptr_t)a->value + 4 * (size_t)a->row_start[begin],
                           .start_bits = 64,
                           .index_bits = 32,
                           .ownership = GRAPH_BORROW};
    MUST(graph_matrix_import(&R, &arrays));
    return R;
}

int main(int argc, char **argv)
{
    const int ranks = argc > 1 ? atoi(argv[1]) : 4, web = argc > 2 ? atoi(argv[2]) : 20,
              trials = argc > 3 ? atoi(argv[3]) : 5, rmat = argc > 4 ? atoi(argv[4]) : 0;
    const char *const told = getenv("SEMIGRAPH_RANK");
    const graph_group_options options = {
        .size = sizeof options, .deadline_seconds = 600, .links = GRAPH_LINKS_NEVER};
    enum { PARTS = 4 };
    graph_matrix *plain, *A, *S[PARTS];
    struct graph_csr a;
    char name[64];
    int code = 1;
    if (told == NULL) {
        MUST(graph_group_launch(&code, ranks, argv));
        return code;
    }
    const int rank = atoi(told);
    MUST(graph_use_gpu(rank));
    MUST(graph_set_backend(GRAPH_BACKEND_CUDA));
    graph_set_threads((int)sysconf(_SC_NPROCESSORS_ONLN) / ranks);
    MUST(graph_group_of_launch(&group, &options));
    graph_set_stats(true);
    const double start = bench_seconds();
    plain = rmat > 0 ? bench_rmat(rmat, 16) : bench_web((int64_t)1 << web, 1.8, 8);
    const double made = bench_seconds();
    A = bench_with_values(plain, GRAPH_FP32);
    if (rank == 0)
        printf("made in %.1f s, values in %.1f s\n", made - start, bench_seconds() - made);
    MUST(graph__matrix_view(&a, A, graph__cpu()));
    int64_t first[PARTS + 1], *weight = malloc((size_t)(a.rows + 1) * sizeof *weight);
    for (int64_t i = 0; i < a.rows; i++) {
        weight[i] = 1;
        for (int64_t e = a.row_start[i]; e < a.row_start[i + 1]; e++)
            weight[i] += 1 + a.row_start[a.column[e] + 1] - a.row_start[a.column[e]];
    }
    graph__cuts_of_weights(first, weight, a.rows, PARTS);
    for (int k = 0; k < PARTS; k++)
        S[k] = slab(&a, first[k], first[k + 1]);
    for (int round = 0; round < (ranks > 1 ? 2 : 1); round++) {
        is_alone = round == 0;
        if (rank == 0 || !is_alone) {
            for (int k = 0; k < PARTS; k++) {
                snprintf(name, sizeof name, "%s slab %d", is_alone ? "alone" : "at once", k);
                measure(name, S[k], A, trials);
            }
            measure(is_alone ? "alone whole" : "at once whole", A, A, trials);
        }
        if (!is_alone)
            measure("each its own", S[rank % PARTS], A, trials);
        MUST(graph_group_agree(group, GRAPH_OK));
    }
    graph_group_release(&group);
    return 0;
}
