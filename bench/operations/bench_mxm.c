/* Products compared with SuiteSparse:GraphBLAS: the square of each graph under five semirings, and the masked product
 * L .* (L plus_pair L') with L the strict lower triangle of the undirected graph.
 * plus_times and min_plus take random values; or_and and any_pair take the graph as a pattern.
 *
 * Each trial also multiplies a matrix that nothing is cached for (fresh_ms): after an earlier product the library has
 * cached facts about the operand, after the masked one its transpose.  SuiteSparse's operand has no such cache.
 *
 * With the options of bench/support/random_draws.h the operands are random draws instead (mxm_random.h). */
#include <stdlib.h>

#include "bench/operations/mxm_random.h"
#include "bench/peers/peer_suitesparse.h"

struct contest {
    struct bench_contest is;
    bool is_masked;
};

static const struct contest contests[] = {
    {{"plus_times_fp64", "A*A", false, GRAPH_FP64, &GrB_PLUS_TIMES_SEMIRING_FP64, &GrB_FP64}, false},
    {{"plus_times_fp32", "A*A", false, GRAPH_FP32, &GrB_PLUS_TIMES_SEMIRING_FP32, &GrB_FP32}, false},
    {{"min_plus_fp32", "A*A", false, GRAPH_FP32, &GrB_MIN_PLUS_SEMIRING_FP32, &GrB_FP32}, false},
    {{"or_and_bool", "A*A", true, GRAPH_BOOL, &GrB_LOR_LAND_SEMIRING_BOOL, &GrB_BOOL}, false},
    {{"any_pair_bool", "A*A", true, GRAPH_BOOL, &GxB_ANY_PAIR_BOOL, &GrB_BOOL}, false},
    {{"plus_pair_int64", "L.*(L*L')", true, GRAPH_INT64, &GxB_PLUS_PAIR_INT64, &GrB_INT64}, true},
};

/* The strict lower triangle of A and its transpose together. */
static graph_matrix *lower(const graph_matrix *A)
{
    graph_matrix *both = NULL, *L = NULL;
    graph_index n;
    BENCH_OK(graph_matrix_rows(&n, A));
    BENCH_OK(graph_matrix_create(&both, GRAPH_PATTERN, n, n));
    BENCH_OK(graph_matrix_create(&L, GRAPH_PATTERN, n, n));
    BENCH_OK(graph_ewise_add(both, NULL, GRAPH_NO_OP, GRAPH_PAIR, A, A,
                             GRAPH_DESCRIPTOR(.flags = GRAPH_TRANSPOSE_B)));
    BENCH_OK(graph_select(L, NULL, GRAPH_NO_OP, GRAPH_TRIL, both, graph_int64(-1), NULL));
    graph_matrix_release(&both);
    return L;
}

/* One product by both libraries. */
struct product {
    const struct contest *contest;
    const graph_semiring *semiring;
    graph_matrix *A, *unused, *C; /* unused: A, never an operand itself */
    GrB_Matrix A_theirs, C_theirs;
};

static void multiply(struct product *p, const graph_matrix *A)
{
    if (!p->contest->is_masked) {
        BENCH_OK(graph_spgemm(&p->C, p->semiring, A, A, NULL));
        return;
    }
    graph_index n;
    BENCH_OK(graph_matrix_rows(&n, A));
    BENCH_OK(graph_matrix_create(&p->C, p->contest->is.type, n, n));
    BENCH_OK(graph_mxm(p->C, A, GRAPH_NO_OP, p->semiring, A, A,
                       GRAPH_DESCRIPTOR(.flags = GRAPH_MASK_STRUCTURE | GRAPH_TRANSPOSE_B)));
}

static void run_ours(void *context)
{
    struct product *p = context;
    multiply(p, p->A);
}

/* A duplicate shares the arrays and not the caches. */
static void run_fresh(void *context)
{
    struct product *p = context;
    graph_matrix *fresh = NULL;
    BENCH_OK(graph_matrix_dup(&fresh, p->unused));
    multiply(p, fresh);
    graph_matrix_release(&fresh);
}

static void finish_ours(void *context) { graph_matrix_release(&((struct product *)context)->C); }

static void run_theirs(void *context)
{
    struct product *p = context;
    GrB_Index n;
    THEIRS(GrB_Matrix_nrows(&n, p->A_theirs));
    THEIRS(GrB_Matrix_new(&p->C_theirs, *p->contest->is.their_type, n, n));
    GrB_Matrix mask = p->contest->is_masked ? p->A_theirs : NULL;
    THEIRS(GrB_mxm(p->C_theirs, mask, NULL, *p->contest->is.theirs, p->A_theirs, p->A_theirs,
                   p->contest->is_masked ? GrB_DESC_ST1 : NULL));
    THEIRS(GrB_Matrix_wait(p->C_theirs, GrB_MATERIALIZE));
}

static void finish_theirs(void *context) { THEIRS(GrB_Matrix_free(&((struct product *)context)->C_theirs)); }

/* Ends the program unless both libraries have the same entries; gives their number. */
static graph_index compare(struct product *p, const char *graph)
{
    GrB_Index count;
    graph_index *terms = bench_terms(&p->contest->is, p->unused, false);
    run_theirs(p);
    THEIRS(GrB_Matrix_nvals(&count, p->C_theirs));
    run_fresh(p);
    bench_same_matrix(&p->contest->is, graph, p->C, p->C_theirs, terms);
    finish_ours(p);
    run_ours(p);
    bench_same_matrix(&p->contest->is, graph, p->C, p->C_theirs, terms);
    free(terms);
    finish_ours(p);
    finish_theirs(p);
    return count;
}

static void run(struct bench *bench, const void *context, const graph_matrix *graph, const char *name,
                struct bench_means *means)
{
    const struct contest *contest = context;
    struct product p = {.contest = contest, .semiring = graph_semiring_by_name(contest->is.semiring)};
    graph_index entries;
    uint64_t products;
    bench_check(p.semiring != NULL, "%s", graph_last_error());
    if (contest->is_masked)
        p.A = lower(graph);
    else if (contest->is.is_pattern)
        BENCH_OK(graph_matrix_dup(&p.A, graph));
    else
        p.A = bench_with_values(graph, contest->is.type);
    BENCH_OK(graph_matrix_dup(&p.unused, p.A));
    p.A_theirs = bench_peer_matrix(p.A, &contest->is);
    struct bench_runner runners[3] = {{run_ours, finish_ours, &p, 0, 0, 0},
                                      {run_theirs, finish_theirs, &p, 0, 0, 0},
                                      {run_fresh, finish_ours, &p, 0, 0, 0}};
    bench_duel(bench, &contest->is, name, runners, 3, means);
    means->other_name = "on a matrix that nothing is cached for";
    bench_number(bench, "fresh_ms", runners[2].best_ms, 4);
    bench_other_ratio(bench, means, "fresh", runners[1].best_ms / runners[2].best_ms);
    entries = compare(&p, name);
    BENCH_OK(graph_spgemm_products(&products, p.A, p.A,
                                   GRAPH_DESCRIPTOR(.flags = contest->is_masked ? GRAPH_TRANSPOSE_B : 0)));
    bench_number(bench, "products", (double)products, 0);
    bench_number(bench, "entries", (double)entries, 0);
    bench_row_end(bench);
    THEIRS(GrB_Matrix_free(&p.A_theirs));
    graph_matrix_release(&p.unused);
    graph_matrix_release(&p.A);
}

int main(int argc, char **argv)
{
    struct bench_random random;
    if (bench_random_options(&random, &argc, argv))
        return bench_mxm_random(&random, argc, argv);
    return bench_contests("mxm", argc, argv, contests, sizeof contests[0],
                          sizeof contests / sizeof contests[0], run);
}
