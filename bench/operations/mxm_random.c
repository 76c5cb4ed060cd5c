/* See mxm_random.h.  Every draw is multiplied by the library, by SuiteSparse:GraphBLAS and, over fp64, by MKL where it is
 * found: once with its rows in any order, as mkl_sparse_spmm leaves them, and once with mkl_sparse_order, since the
 * products of the other two are sorted.  All have the same number of threads and make a new result, which is compared
 * entry by entry.  Times are the best of the trials; one that takes long is made once after the first. */
#include "bench/operations/mxm_random.h"

#include <stdlib.h>

#include "bench/peers/peer_mkl.h"
#include "bench/peers/peer_suitesparse.h"

enum { LONG_MS = 1000, CONTESTS = 5, OURS = 0, SUITESPARSE, MKL, MKL_SORTED, CONTENDERS };

struct contest {
    struct bench_contest is;
    bool is_masked; /* A .* (A A'), of square draws alone */
};

static const struct contest contests[CONTESTS] = {
    {{"plus_times_fp64", "A*B", false, GRAPH_FP64, &GrB_PLUS_TIMES_SEMIRING_FP64, &GrB_FP64}, false},
    {{"plus_times_fp32", "A*B", false, GRAPH_FP32, &GrB_PLUS_TIMES_SEMIRING_FP32, &GrB_FP32}, false},
    {{"min_plus_fp32", "A*B", false, GRAPH_FP32, &GrB_MIN_PLUS_SEMIRING_FP32, &GrB_FP32}, false},
    {{"any_pair_bool", "A*B", true, GRAPH_BOOL, &GxB_ANY_PAIR_BOOL, &GrB_BOOL}, false},
    {{"plus_pair_int64", "A.*(A*A')", true, GRAPH_INT64, &GxB_PLUS_PAIR_INT64, &GrB_INT64}, true},
};

struct product {
    const struct bench_contest *contest;
    bool is_masked;
    const graph_semiring *semiring;
    const struct bench_draw *draw;
    graph_matrix *C;
    GrB_Matrix A_theirs, B_theirs, C_theirs;
    struct peer_mkl *A_mkl, *B_mkl, *C_mkl;
    bool is_refused; /* by MKL */
};

static void run_ours(void *context)
{
    struct product *p = context;
    const graph_matrix *A = p->draw->A;
    graph_index n;
    if (!p->is_masked) {
        BENCH_OK(graph_spgemm(&p->C, p->semiring, A, p->draw->B, NULL));
        return;
    }
    BENCH_OK(graph_matrix_rows(&n, A));
    BENCH_OK(graph_matrix_create(&p->C, p->contest->type, n, n));
    BENCH_OK(graph_mxm(p->C, A, GRAPH_NO_OP, p->semiring, A, A,
                       GRAPH_DESCRIPTOR(.flags = GRAPH_MASK_STRUCTURE | GRAPH_TRANSPOSE_B)));
}

static void finish_ours(void *context) { graph_matrix_release(&((struct product *)context)->C); }

static void run_suitesparse(void *context)
{
    struct product *p = context;
    GrB_Index rows, columns;
    THEIRS(GrB_Matrix_nrows(&rows, p->A_theirs));
    THEIRS(GrB_Matrix_ncols(&columns, p->B_theirs));
    THEIRS(GrB_Matrix_new(&p->C_theirs, *p->contest->their_type, rows, columns));
    THEIRS(GrB_mxm(p->C_theirs, p->is_masked ? p->A_theirs : NULL, NULL, *p->contest->theirs, p->A_theirs,
                   p->B_theirs, p->is_masked ? GrB_DESC_ST1 : NULL));
    THEIRS(GrB_Matrix_wait(p->C_theirs, GrB_MATERIALIZE));
}

static void finish_suitesparse(void *context)
{
    THEIRS(GrB_Matrix_free(&((struct product *)context)->C_theirs));
}

static void run_mkl_as(struct product *p, bool is_sorted)
{
    peer_mkl_multiply(&p->C_mkl, p->A_mkl, p->B_mkl, is_sorted);
    p->is_refused = p->is_refused || p->C_mkl == NULL;
}

static void run_mkl(void *context) { run_mkl_as(context, false); }
static void run_mkl_sorted(void *context) { run_mkl_as(context, true); }
static void finish_mkl(void *context) { peer_mkl_close(&((struct product *)context)->C_mkl); }

/* ---- The answers ---- */

static struct bench_product our_product(const struct product *p)
{
    graph_arrays arrays = {.size = sizeof arrays};
    if (!p->contest->is_pattern)
        return bench_product_of(p->C);
    BENCH_OK(graph_matrix_export(&arrays, p->C, GRAPH_CSR, GRAPH_BORROW));
    struct bench_product C =
        bench_product_open((int64_t)arrays.rows, (int64_t)arrays.entries, arrays.type, false);
    for (int64_t i = 0; i <= C.rows; i++)
        C.row_start[i] = ((const int64_t *)arrays.row)[i];
    for (int64_t k = 0; k < C.entries; k++)
        C.column[k] = ((const int32_t *)arrays.column)[k];
    return C;
}

static struct bench_product suitesparse_product(const struct product *p)
{
    GrB_Index rows, starts, columns, values;
    GrB_Matrix C = p->C_theirs;
    THEIRS(GrB_Matrix_nrows(&rows, C));
    THEIRS(GrB_Matrix_exportSize(&starts, &columns, &values, GrB_CSR_FORMAT, C));
    GrB_Index *start = malloc((starts + 1) * sizeof *start), *column = malloc((columns + 1) * sizeof *column);
    double *value = malloc((values + 1) * sizeof *value);
    bench_check(start != NULL && column != NULL && value != NULL, "out of memory");
    const bool is_wide = p->contest->type == GRAPH_FP64, has_values = !p->contest->is_pattern;
    if (is_wide)
        THEIRS(GrB_Matrix_export_FP64(start, column, value, &starts, &columns, &values, GrB_CSR_FORMAT, C));
    else if (has_values)
        THEIRS(GrB_Matrix_export_FP32(start, column, (float *)value, &starts, &columns, &values,
                                      GrB_CSR_FORMAT, C));
    else
        THEIRS(GrB_Matrix_export_BOOL(start, column, (bool *)value, &starts, &columns, &values,
                                      GrB_CSR_FORMAT, C));
    struct bench_product theirs =
        bench_product_open((int64_t)rows, (int64_t)start[rows], p->contest->type, has_values);
    for (int64_t i = 0; i <= theirs.rows; i++)
        theirs.row_start[i] = (int64_t)start[i];
#pragma omp parallel for schedule(static)
    for (int64_t k = 0; k < theirs.entries; k++) {
        theirs.column[k] = (int32_t)column[k];
        if (has_values)
            theirs.value[k] = is_wide ? value[k] : (double)((const float *)value)[k];
    }
    free(start);
    free(column);
    free(value);
    bench_product_sort(&theirs);
    return theirs;
}

/* Ends the program unless all have made the same entries. */
static void compare(struct product *p, bool has_mkl)
{
    graph_arrays A = {.size = sizeof A};
    if (p->is_masked) {
        run_ours(p);
        run_suitesparse(p);
        bench_same_matrix(p->contest, p->draw->name, p->C, p->C_theirs, NULL);
        finish_ours(p);
        finish_suitesparse(p);
        return;
    }
    BENCH_OK(graph_matrix_export(&A, p->draw->A, GRAPH_CSR, GRAPH_BORROW));
    /* A minimum does not round: each entry counts as a sum of no products. */
    int64_t *exact = calloc(A.rows + 1, sizeof *exact);
    bench_check(exact != NULL, "out of memory");
    const int64_t *terms = p->contest->theirs == &GrB_MIN_PLUS_SEMIRING_FP32 ? exact : A.row;
    run_ours(p);
    struct bench_product ours = our_product(p);
    finish_ours(p);
    run_suitesparse(p);
    struct bench_product theirs = suitesparse_product(p);
    finish_suitesparse(p);
    bench_check(bench_product_sort(&ours) == 0, "%s: rows are not sorted", p->draw->name);
    bench_product_same(p->draw->name, &ours, &theirs, terms);
    bench_product_close(&theirs);
    if (has_mkl) {
        run_mkl(p);
        bench_check(p->C_mkl != NULL, "%s: MKL refuses what it has done before", p->draw->name);
        theirs = peer_mkl_product(p->C_mkl);
        finish_mkl(p);
        bench_product_same(p->draw->name, &ours, &theirs, terms);
        bench_product_close(&theirs);
    }
    bench_product_close(&ours);
    free(exact);
}

/* ---- The races ---- */

static void race(struct bench *bench, const struct bench_draw *draw, const struct contest *of, bool has_mkl,
                 struct bench_ratio_list lists[CONTENDERS])
{
    const struct bench_contest *contest = &of->is;
    struct product p = {.contest = contest,
                        .is_masked = of->is_masked,
                        .draw = draw,
                        .semiring = graph_semiring_by_name(contest->semiring)};
    struct bench once = *bench;
    graph_index rows, inner, columns, entries;
    double most_ms = 0;
    bench_check(p.semiring != NULL, "%s", graph_last_error());
    p.A_theirs = bench_peer_matrix(draw->A, contest);
    p.B_theirs = draw->B != draw->A ? bench_peer_matrix(draw->B, contest) : p.A_theirs;
    if (has_mkl) {
        p.A_mkl = peer_mkl_matrix(draw->A);
        p.B_mkl = draw->B != draw->A ? peer_mkl_matrix(draw->B) : p.A_mkl;
        run_mkl(&p);
        finish_mkl(&p);
    }
    has_mkl = has_mkl && !p.is_refused;
    struct bench_runner runners[CONTENDERS] = {{run_ours, finish_ours, &p, 0, 0, 0},
                                               {run_suitesparse, finish_suitesparse, &p, 0, 0, 0},
                                               {run_mkl, finish_mkl, &p, 0, 0, 0},
                                               {run_mkl_sorted, finish_mkl, &p, 0, 0, 0}};
    const int contenders = has_mkl ? CONTENDERS : MKL;
    once.trials = 1;
    bench_race(&once, runners, contenders);
    for (int c = 0; c < contenders; c++)
        most_ms = runners[c].best_ms > most_ms ? runners[c].best_ms : most_ms;
    if (most_ms < LONG_MS)
        bench_race(bench, runners, contenders);
    compare(&p, has_mkl);
    BENCH_OK(graph_matrix_rows(&rows, draw->A));
    BENCH_OK(graph_matrix_columns(&inner, draw->A));
    BENCH_OK(graph_matrix_columns(&columns, draw->B));
    BENCH_OK(graph_matrix_entries(&entries, draw->A));
    bench_row(bench);
    bench_text(bench, "family", draw->name);
    bench_number(bench, "draw", (double)draw->number, 0);
    bench_text(bench, "semiring", contest->semiring);
    bench_text(bench, "product", contest->product);
    bench_number(bench, "threads", bench->threads, 0);
    bench_number(bench, "rows", (double)rows, 0);
    bench_number(bench, "inner", (double)inner, 0);
    bench_number(bench, "columns", (double)columns, 0);
    bench_number(bench, "entries", (double)entries, 0);
    bench_number(bench, "products", (double)draw->products, 0);
    bench_number(bench, "semigraph_ms", runners[OURS].best_ms, 4);
    bench_number(bench, "suitesparse_ms", runners[SUITESPARSE].best_ms, 4);
    for (int c = MKL; c < contenders; c++)
        bench_number(bench, c == MKL ? "mkl_ms" : "mkl_sorted_ms", runners[c].best_ms, 4);
    bench_number(bench, "ratio", runners[SUITESPARSE].best_ms / runners[OURS].best_ms, 2);
    bench_row_end(bench);
    for (int c = SUITESPARSE; c < contenders; c++)
        bench_ratios_add(&lists[c], draw, runners[c].best_ms / runners[OURS].best_ms);
    peer_mkl_close(p.B_mkl != p.A_mkl ? &p.B_mkl : &(struct peer_mkl *){NULL});
    peer_mkl_close(&p.A_mkl);
    if (p.B_theirs != p.A_theirs)
        THEIRS(GrB_Matrix_free(&p.B_theirs));
    THEIRS(GrB_Matrix_free(&p.A_theirs));
}

int bench_mxm_random(struct bench_random *random, int argc, char **argv)
{
    struct bench bench;
    const char *why;
    struct bench_ratio_list lists[CONTESTS][CONTENDERS] = {0};
    bench_open_options(&bench, "mxm", argc, argv);
    THEIRS(GrB_init(GrB_NONBLOCKING));
    THEIRS(GxB_Global_Option_set(GxB_GLOBAL_NTHREADS, bench.threads));
    const bool has_mkl = peer_mkl_open(&why, bench.threads);
    if (!has_mkl && !bench.is_json)
        printf("without MKL: %s\n", why);
    for (int c = 0; c < CONTESTS; c++) {
        lists[c][SUITESPARSE].what = "SuiteSparse's time / ours";
        lists[c][MKL].what = "MKL's time, rows in any order / ours";
        lists[c][MKL_SORTED].what = "MKL's time, rows sorted / ours";
    }
    for (int64_t k; bench_random_more(&k, random);)
        for (int c = 0; c < CONTESTS; c++) {
            if (bench.wanted == NULL ? c > 0 : !bench_wants(&bench, contests[c].is.semiring))
                continue;
            struct bench_draw draw = bench_draw_product(
                random, k, contests[c].is.is_pattern ? GRAPH_PATTERN : contests[c].is.type);
            if (draw.A == draw.B || !contests[c].is_masked)
                race(&bench, &draw, &contests[c], has_mkl && contests[c].is.type == GRAPH_FP64, lists[c]);
            bench_draw_close(&draw);
        }
    for (int c = 0; c < CONTESTS; c++)
        for (int peer = SUITESPARSE; peer < CONTENDERS; peer++) {
            if (lists[c][peer].count > 0 && !bench.is_json) {
                printf("\n%s %s\n", contests[c].is.semiring, contests[c].is.product);
                bench_ratios_print(&lists[c][peer], random);
            }
            bench_ratios_close(&lists[c][peer]);
        }
    THEIRS(GrB_finalize());
    return bench_close(&bench);
}
