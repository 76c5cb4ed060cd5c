/* Sparse times dense beside SuiteSparse:GraphBLAS, where the dense matrices are full ones held in the same layout.
 *
 * Ours writes into an array; theirs makes a new matrix in each trial, or adds to a full one, as the contest says. */
#include <GraphBLAS.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"

struct contest {
    const char *semiring;
    bool is_column_major, is_accumulating;
    graph_index width;
    graph_type type;
    GrB_Semiring *theirs;
    GrB_BinaryOp *add;
    GrB_Type *their_type;
};

#define FP64 GRAPH_FP64, &GrB_PLUS_TIMES_SEMIRING_FP64, &GrB_PLUS_FP64, &GrB_FP64
#define FP32 GRAPH_FP32, &GrB_PLUS_TIMES_SEMIRING_FP32, &GrB_PLUS_FP32, &GrB_FP32
#define MIN  GRAPH_FP32, &GrB_MIN_PLUS_SEMIRING_FP32, &GrB_MIN_FP32, &GrB_FP32

static const struct contest contests[] = {
    {"plus_times_fp64", false, false, 4, FP64}, {"plus_times_fp64", false, false, 32, FP64},
    {"plus_times_fp64", false, true, 32, FP64}, {"plus_times_fp64", true, false, 32, FP64},
    {"plus_times_fp64", true, true, 8, FP64},   {"plus_times_fp32", false, false, 64, FP32},
    {"min_plus_fp32", false, false, 32, MIN},   {"min_plus_fp32", true, false, 8, MIN},
};

enum { CONTESTS = sizeof contests / sizeof contests[0] };

static void check_theirs(GrB_Info info, const char *call)
{
    bench_check(info == GrB_SUCCESS, "%s: %d", call, info);
}
#define THEIRS(call) check_theirs((call), #call)

static GrB_Matrix sparse_twin(const graph_matrix *A, GrB_Type type)
{
    graph_index rows, columns, count;
    GrB_Matrix twin = NULL;
    BENCH_OK(graph_matrix_rows(&rows, A));
    BENCH_OK(graph_matrix_columns(&columns, A));
    BENCH_OK(graph_matrix_entries(&count, A));
    graph_index *row = malloc((count + 1) * sizeof *row), *column = malloc((count + 1) * sizeof *column);
    double *value = malloc((count + 1) * sizeof *value);
    bench_check(row != NULL && column != NULL && value != NULL, "out of memory");
    BENCH_OK(graph_matrix_extract_tuples(row, column, value, GRAPH_FP64, &count, A));
    THEIRS(GrB_Matrix_new(&twin, type, rows, columns));
    THEIRS(GrB_Matrix_build_FP64(twin, row, column, value, count, GrB_PLUS_FP64));
    THEIRS(GrB_Matrix_wait(twin, GrB_MATERIALIZE));
    free(row);
    free(column);
    free(value);
    return twin;
}

/* A full matrix in the contest's layout whose elements are those of an array, or 1. */
static GrB_Matrix dense_twin(const struct contest *c, graph_index rows, const graph_dense *array)
{
    GrB_Matrix twin = NULL;
    THEIRS(GrB_Matrix_new(&twin, *c->their_type, rows, c->width));
    THEIRS(GxB_Matrix_Option_set(twin, GxB_FORMAT, c->is_column_major ? GxB_BY_COL : GxB_BY_ROW));
    THEIRS(GrB_Matrix_assign_FP64(twin, NULL, NULL, 1, GrB_ALL, rows, GrB_ALL, c->width, NULL));
    for (graph_index i = 0; array != NULL && i < rows; i++)
        for (graph_index j = 0; j < c->width; j++) {
            size_t at = c->is_column_major ? j * rows + i : i * c->width + j;
            double x = c->type == GRAPH_FP64 ? ((const double *)array->value)[at]
                                             : (double)((const float *)array->value)[at];
            THEIRS(GrB_Matrix_setElement_FP64(twin, x, i, j));
        }
    THEIRS(GrB_Matrix_wait(twin, GrB_MATERIALIZE));
    return twin;
}

static graph_dense new_array(const struct contest *c, graph_index rows, bool is_random)
{
    graph_dense array = {.size = sizeof array,
                         .type = c->type,
                         .layout = c->is_column_major ? GRAPH_COLUMN_MAJOR : GRAPH_ROW_MAJOR,
                         .rows = rows,
                         .columns = c->width,
                         .value = malloc((rows * c->width + 1) * sizeof(double))};
    uint64_t seed = 1;
    bench_check(array.value != NULL, "out of memory");
    for (graph_index k = 0; k < rows * c->width; k++) {
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        double x = is_random ? (double)(1 + (seed >> 61)) / 8 : 1;
        if (c->type == GRAPH_FP64)
            ((double *)array.value)[k] = x;
        else
            ((float *)array.value)[k] = (float)x;
    }
    return array;
}

/* One product on both sides. */
struct product {
    const struct contest *contest;
    const graph_semiring *semiring;
    graph_matrix *A;
    graph_dense B, C;
    graph_index rows;
    GrB_Matrix A_theirs, B_theirs, C_theirs;
};

static void run_ours(void *context)
{
    struct product *p = context;
    BENCH_OK(graph_csrmm(&p->C, p->semiring, p->A, &p->B,
                         GRAPH_DESCRIPTOR(.flags = p->contest->is_accumulating ? GRAPH_ACCUMULATE : 0)));
}

static void run_theirs(void *context)
{
    struct product *p = context;
    const struct contest *c = p->contest;
    if (!c->is_accumulating) {
        THEIRS(GrB_Matrix_new(&p->C_theirs, *c->their_type, p->rows, c->width));
        THEIRS(GxB_Matrix_Option_set(p->C_theirs, GxB_FORMAT, c->is_column_major ? GxB_BY_COL : GxB_BY_ROW));
    }
    THEIRS(GrB_mxm(p->C_theirs, NULL, c->is_accumulating ? *c->add : NULL, *c->theirs, p->A_theirs,
                   p->B_theirs, NULL));
    THEIRS(GrB_Matrix_wait(p->C_theirs, GrB_MATERIALIZE));
}

static void finish(void *context) { (void)context; }

static void finish_theirs(void *context)
{
    struct product *p = context;
    if (!p->contest->is_accumulating)
        THEIRS(GrB_Matrix_free(&p->C_theirs));
}

/* Ends the program unless both sides agree where theirs has an entry. */
static void compare(struct product *p, const char *graph)
{
    const struct contest *c = p->contest;
    run_ours(p);
    run_theirs(p);
    for (graph_index i = 0; i < p->rows; i += 1 + p->rows / 1000)
        for (graph_index j = 0; j < c->width; j++) {
            size_t at = c->is_column_major ? j * p->rows + i : i * c->width + j;
            double ours =
                c->type == GRAPH_FP64 ? ((double *)p->C.value)[at] : (double)((float *)p->C.value)[at];
            double theirs = 0;
            GrB_Info info = GrB_Matrix_extractElement_FP64(&theirs, p->C_theirs, i, j);
            bench_check(info == GrB_NO_VALUE ||
                            (info == GrB_SUCCESS &&
                             fabs(ours - theirs) <= (c->type == GRAPH_FP64 ? 1e-12 : 1e-4) * fabs(theirs)),
                        "%s: element (%llu, %llu) differs", graph, (unsigned long long)i,
                        (unsigned long long)j);
        }
    finish_theirs(p);
}

static void contest_of(struct bench *bench, const struct contest *c, struct bench_mean *mean)
{
    for (int g = 0; g < bench->graph_count; g++) {
        graph_matrix *graph = bench_load(&bench->graphs[g], NULL);
        struct product p = {.contest = c, .semiring = graph_semiring_by_name(c->semiring)};
        graph_index columns, entries;
        bench_check(p.semiring != NULL, "%s", graph_last_error());
        p.A = bench_with_values(graph, c->type);
        BENCH_OK(graph_matrix_rows(&p.rows, p.A));
        BENCH_OK(graph_matrix_columns(&columns, p.A));
        BENCH_OK(graph_matrix_entries(&entries, p.A));
        p.A_theirs = sparse_twin(p.A, *c->their_type);
        p.B = new_array(c, columns, true);
        p.C = new_array(c, p.rows, false);
        p.B_theirs = dense_twin(c, columns, &p.B);
        if (c->is_accumulating)
            p.C_theirs = dense_twin(c, p.rows, NULL);
        compare(&p, bench->graphs[g].name);

        struct bench_runner runners[2] = {{run_ours, finish, &p, 0, 0},
                                          {run_theirs, finish_theirs, &p, 0, 0}};
        bench_race(bench, runners, 2);
        double ratio = runners[1].best_ms / runners[0].best_ms;
        bench_row(bench);
        bench_text(bench, "graph", bench->graphs[g].name);
        bench_text(bench, "semiring", c->semiring);
        bench_text(bench, "layout", c->is_column_major ? "columns" : "rows");
        bench_text(bench, "product", c->is_accumulating ? "C+=AB" : "C=AB");
        bench_number(bench, "width", (double)c->width, 0);
        bench_number(bench, "threads", bench->threads, 0);
        bench_number(bench, "semigraph_ms", runners[0].best_ms, 3);
        bench_number(bench, "suitesparse_ms", runners[1].best_ms, 3);
        bench_number(bench, "ratio", ratio, 2);
        bench_number(bench, "semigraph_median_ms", runners[0].median_ms, 3);
        bench_number(bench, "suitesparse_median_ms", runners[1].median_ms, 3);
        bench_number(bench, "entries", (double)entries, 0);
        bench_row_end(bench);
        bench_mean_add(mean, ratio);

        THEIRS(GrB_Matrix_free(&p.A_theirs));
        THEIRS(GrB_Matrix_free(&p.B_theirs));
        if (p.C_theirs != NULL)
            THEIRS(GrB_Matrix_free(&p.C_theirs));
        free(p.B.value);
        free(p.C.value);
        graph_matrix_release(&p.A);
        graph_matrix_release(&graph);
    }
}

int main(int argc, char **argv)
{
    struct bench bench;
    int run = 0;
    bench_open(&bench, "csrmm", argc, argv);
    THEIRS(GrB_init(GrB_NONBLOCKING));
    THEIRS(GxB_Global_Option_set(GxB_GLOBAL_NTHREADS, bench.threads));
    for (int k = 0; k < CONTESTS; k++) {
        const struct contest *c = &contests[k];
        struct bench_mean mean = {0};
        if (bench.semiring != NULL && strcmp(bench.semiring, c->semiring) != 0)
            continue;
        contest_of(&bench, c, &mean);
        run++;
        if (!bench.is_json)
            printf("%s, %llu columns by %s: %.2f times SuiteSparse's speed in the geometric mean of %d "
                   "graphs, least "
                   "%.2f\n\n",
                   c->semiring, (unsigned long long)c->width, c->is_column_major ? "columns" : "rows",
                   bench_mean_of(&mean), mean.count, mean.least);
    }
    bench_check(run > 0, "no contest under the semiring '%s'", bench.semiring != NULL ? bench.semiring : "");
    THEIRS(GrB_finalize());
    return bench_close(&bench);
}
