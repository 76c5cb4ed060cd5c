/* Products beside SuiteSparse:GraphBLAS: the square of each graph under five semirings, and the masked product
 * L .* (L plus_pair L') with L the strict lower triangle of the undirected graph.
 *
 * Both sides make a new matrix in each trial, finished and sorted, with the same number of threads.  plus_times and
 * min_plus take random values; or_and and any_pair take the graph as a pattern (an iso-valued matrix there). */
#include <GraphBLAS.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"

struct contest {
    const char *name; /* of the semiring */
    bool is_masked, is_pattern;
    graph_type type; /* of the operands where they have values, and of the product */
    GrB_Semiring *theirs;
    GrB_Type *their_type;
};

static const struct contest contests[] = {
    {"plus_times_fp64", false, false, GRAPH_FP64, &GrB_PLUS_TIMES_SEMIRING_FP64, &GrB_FP64},
    {"plus_times_fp32", false, false, GRAPH_FP32, &GrB_PLUS_TIMES_SEMIRING_FP32, &GrB_FP32},
    {"min_plus_fp32", false, false, GRAPH_FP32, &GrB_MIN_PLUS_SEMIRING_FP32, &GrB_FP32},
    {"or_and_bool", false, true, GRAPH_BOOL, &GrB_LOR_LAND_SEMIRING_BOOL, &GrB_BOOL},
    {"any_pair_bool", false, true, GRAPH_BOOL, &GxB_ANY_PAIR_BOOL, &GrB_BOOL},
    {"plus_pair_int64", true, true, GRAPH_INT64, &GxB_PLUS_PAIR_INT64, &GrB_INT64},
};

enum { CONTESTS = sizeof contests / sizeof contests[0] };

static void check_theirs(GrB_Info info, const char *call)
{
    bench_check(info == GrB_SUCCESS, "%s: %d", call, info);
}
#define THEIRS(call) check_theirs((call), #call)

/* The entries of a matrix, for its twin on the other side and for comparing. */
struct tuples {
    graph_index rows, columns, count;
    graph_index *row, *column;
    double *value;
};

static struct tuples tuples_with_room(graph_index rows, graph_index columns, graph_index count)
{
    struct tuples t = {rows, columns, count, NULL, NULL, NULL};
    t.row = malloc((count + 1) * sizeof *t.row);
    t.column = malloc((count + 1) * sizeof *t.column);
    t.value = malloc((count + 1) * sizeof *t.value);
    bench_check(t.row != NULL && t.column != NULL && t.value != NULL, "out of memory");
    return t;
}

static void tuples_release(struct tuples *t)
{
    free(t->row);
    free(t->column);
    free(t->value);
}

static struct tuples tuples_of(const graph_matrix *A)
{
    graph_index rows, columns, count;
    BENCH_OK(graph_matrix_rows(&rows, A));
    BENCH_OK(graph_matrix_columns(&columns, A));
    BENCH_OK(graph_matrix_entries(&count, A));
    struct tuples t = tuples_with_room(rows, columns, count);
    BENCH_OK(graph_matrix_extract_tuples(t.row, t.column, t.value, GRAPH_FP64, &count, A));
    return t;
}

static GrB_Matrix twin(const graph_matrix *A, const struct contest *contest)
{
    struct tuples t = tuples_of(A);
    GrB_Matrix twin = NULL;
    THEIRS(GrB_Matrix_new(&twin, *contest->their_type, t.rows, t.columns));
    if (contest->is_pattern) {
        GrB_Scalar one = NULL;
        THEIRS(GrB_Scalar_new(&one, GrB_BOOL));
        THEIRS(GrB_Scalar_setElement_BOOL(one, true));
        THEIRS(GxB_Matrix_build_Scalar(twin, t.row, t.column, one, t.count));
        THEIRS(GrB_Scalar_free(&one));
    } else
        THEIRS(GrB_Matrix_build_FP64(twin, t.row, t.column, t.value, t.count, GrB_PLUS_FP64));
    THEIRS(GrB_Matrix_wait(twin, GrB_MATERIALIZE));
    tuples_release(&t);
    return twin;
}

/* The strict lower triangle of a pattern. */
static graph_matrix *lower(const graph_matrix *A)
{
    struct tuples t = tuples_of(A);
    graph_matrix *L = NULL;
    graph_index kept = 0;
    for (graph_index k = 0; k < t.count; k++)
        if (t.column[k] < t.row[k]) {
            t.row[kept] = t.row[k];
            t.column[kept++] = t.column[k];
        }
    BENCH_OK(graph_matrix_create(&L, GRAPH_PATTERN, t.rows, t.columns));
    BENCH_OK(graph_matrix_build(L, t.row, t.column, NULL, GRAPH_PATTERN, kept, GRAPH_NO_OP));
    tuples_release(&t);
    return L;
}

/* One product on both sides. */
struct product {
    const struct contest *contest;
    const graph_semiring *semiring;
    graph_matrix *A, *C;
    GrB_Matrix A_theirs, C_theirs;
};

static void run_ours(void *context)
{
    struct product *p = context;
    if (!p->contest->is_masked) {
        BENCH_OK(graph_spgemm(&p->C, p->semiring, p->A, p->A, NULL));
        return;
    }
    graph_index n;
    BENCH_OK(graph_matrix_rows(&n, p->A));
    BENCH_OK(graph_matrix_create(&p->C, p->contest->type, n, n));
    BENCH_OK(graph_mxm(p->C, p->A, GRAPH_NO_OP, p->semiring, p->A, p->A,
                       GRAPH_DESCRIPTOR(.flags = GRAPH_MASK_STRUCTURE | GRAPH_TRANSPOSE_B)));
}

static void finish_ours(void *context) { graph_matrix_release(&((struct product *)context)->C); }

static void run_theirs(void *context)
{
    struct product *p = context;
    GrB_Index n;
    THEIRS(GrB_Matrix_nrows(&n, p->A_theirs));
    THEIRS(GrB_Matrix_new(&p->C_theirs, *p->contest->their_type, n, n));
    GrB_Matrix mask = p->contest->is_masked ? p->A_theirs : NULL;
    THEIRS(GrB_mxm(p->C_theirs, mask, NULL, *p->contest->theirs, p->A_theirs, p->A_theirs,
                   p->contest->is_masked ? GrB_DESC_ST1 : NULL));
    THEIRS(GrB_Matrix_wait(p->C_theirs, GrB_MATERIALIZE));
}

static void finish_theirs(void *context) { THEIRS(GrB_Matrix_free(&((struct product *)context)->C_theirs)); }

/* Ends the program unless both sides have the same entries. */
static void compare(struct product *p, const char *graph)
{
    run_ours(p);
    run_theirs(p);
    struct tuples ours = tuples_of(p->C), theirs = tuples_with_room(ours.rows, ours.columns, ours.count);
    GrB_Index count;
    THEIRS(GrB_Matrix_nvals(&count, p->C_theirs));
    bench_check(count == ours.count, "%s %s: %llu entries, SuiteSparse has %llu", graph, p->contest->name,
                (unsigned long long)ours.count, (unsigned long long)count);
    THEIRS(GrB_Matrix_extractTuples_FP64(theirs.row, theirs.column, theirs.value, &count, p->C_theirs));
    for (graph_index k = 0; k < ours.count; k++)
        bench_check(ours.row[k] == theirs.row[k] && ours.column[k] == theirs.column[k] &&
                        fabs(ours.value[k] - theirs.value[k]) <=
                            (p->contest->type == GRAPH_FP32 ? 1e-5 : 1e-12) * fabs(theirs.value[k]),
                    "%s %s: entry %llu differs", graph, p->contest->name, (unsigned long long)k);
    tuples_release(&ours);
    tuples_release(&theirs);
    finish_ours(p);
    finish_theirs(p);
}

static void contest_of(struct bench *bench, const struct contest *contest, struct bench_mean *mean)
{
    for (int g = 0; g < bench->graph_count; g++) {
        graph_matrix *graph =
            bench_load(&bench->graphs[g], !contest->is_masked ? NULL
                                                              : &(const graph_read_options){
                                                                    .size = sizeof(graph_read_options),
                                                                    .direction = GRAPH_UNDIRECTED,
                                                                    .loops = GRAPH_LOOPS_DROP,
                                                                    .weights = GRAPH_WEIGHTS_DROP,
                                                                });
        struct product p = {.contest = contest, .semiring = graph_semiring_by_name(contest->name)};
        graph_index entries;
        uint64_t products;
        bench_check(p.semiring != NULL, "%s", graph_last_error());
        p.A = contest->is_masked    ? lower(graph)
              : contest->is_pattern ? graph
                                    : bench_with_values(graph, contest->type);
        p.A_theirs = twin(p.A, contest);
        compare(&p, bench->graphs[g].name);

        struct bench_runner runners[2] = {{run_ours, finish_ours, &p, 0, 0},
                                          {run_theirs, finish_theirs, &p, 0, 0}};
        bench_race(bench, runners, 2);
        double ratio = runners[1].best_ms / runners[0].best_ms;
        run_ours(&p);
        BENCH_OK(graph_matrix_entries(&entries, p.C));
        finish_ours(&p);
        BENCH_OK(graph_spgemm_products(
            &products, p.A, p.A, GRAPH_DESCRIPTOR(.flags = contest->is_masked ? GRAPH_TRANSPOSE_B : 0)));
        bench_row(bench);
        bench_text(bench, "graph", bench->graphs[g].name);
        bench_text(bench, "semiring", contest->name);
        bench_text(bench, "product", contest->is_masked ? "L.*(L*L')" : "A*A");
        bench_number(bench, "threads", bench->threads, 0);
        bench_number(bench, "semigraph_ms", runners[0].best_ms, 3);
        bench_number(bench, "suitesparse_ms", runners[1].best_ms, 3);
        bench_number(bench, "ratio", ratio, 2);
        bench_number(bench, "semigraph_median_ms", runners[0].median_ms, 3);
        bench_number(bench, "suitesparse_median_ms", runners[1].median_ms, 3);
        bench_number(bench, "products", (double)products, 0);
        bench_number(bench, "entries", (double)entries, 0);
        bench_row_end(bench);
        bench_mean_add(mean, ratio);

        THEIRS(GrB_Matrix_free(&p.A_theirs));
        if (p.A != graph)
            graph_matrix_release(&p.A);
        graph_matrix_release(&graph);
    }
}

int main(int argc, char **argv)
{
    struct bench bench;
    int run = 0;
    bench_open(&bench, "mxm", argc, argv);
    THEIRS(GrB_init(GrB_NONBLOCKING));
    THEIRS(GxB_Global_Option_set(GxB_GLOBAL_NTHREADS, bench.threads));
    for (int c = 0; c < CONTESTS; c++) {
        struct bench_mean mean = {0};
        if (bench.semiring != NULL && strcmp(bench.semiring, contests[c].name) != 0)
            continue;
        contest_of(&bench, &contests[c], &mean);
        run++;
        if (!bench.is_json)
            printf("%s: %.2f times SuiteSparse's speed in the geometric mean of %d graphs, least %.2f\n\n",
                   contests[c].name, bench_mean_of(&mean), mean.count, mean.least);
    }
    bench_check(run > 0, "no contest under the semiring '%s'", bench.semiring != NULL ? bench.semiring : "");
    THEIRS(GrB_finalize());
    return bench_close(&bench);
}
