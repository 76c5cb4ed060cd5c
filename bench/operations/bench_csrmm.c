/* Sparse times dense compared with SuiteSparse:GraphBLAS, where the dense matrices are full ones held in the same layout.
 *
 * C=AB: each trial makes C anew: we write into an array fresh from malloc, SuiteSparse into a new matrix; both are freed
 * after the clock stops.  in_place: we write into an array that exists, SuiteSparse into a matrix that exists, whose memory
 * it replaces.  C+=AB: both add to what exists.  All elements are compared. */
#include <math.h>
#include <stdlib.h>

#include "bench/peers/peer_suitesparse.h"

struct contest {
    struct bench_contest is;
    bool is_column_major, is_accumulating;
    graph_index width;
    GrB_BinaryOp *add;
};

#define FP64(product, width, is_column_major, is_accumulating)                                               \
    {                                                                                                        \
        {"plus_times_fp64", product ", " #width " columns", false,                                           \
         GRAPH_FP64,        &GrB_PLUS_TIMES_SEMIRING_FP64,  &GrB_FP64},                                      \
            is_column_major, is_accumulating, width, &GrB_PLUS_FP64                                          \
    }
#define FP32(product, width)                                                                                 \
    {                                                                                                        \
        {"plus_times_fp32", product ", " #width " columns", false,                                           \
         GRAPH_FP32,        &GrB_PLUS_TIMES_SEMIRING_FP32,  &GrB_FP32},                                      \
            false, false, width, &GrB_PLUS_FP32                                                              \
    }
#define MIN(product, width, is_column_major)                                                                 \
    {                                                                                                        \
        {"min_plus_fp32", product ", " #width " columns", false,                                             \
         GRAPH_FP32,      &GrB_MIN_PLUS_SEMIRING_FP32,    &GrB_FP32},                                        \
            is_column_major, false, width, &GrB_MIN_FP32                                                     \
    }

static const struct contest contests[] = {
    FP64("C=AB", 8, false, false),
    FP64("C=AB", 16, false, false),
    FP64("C=AB", 32, false, false),
    FP64("C=AB", 64, false, false),
    FP64("C+=AB", 32, false, true),
    FP64("C=AB by columns", 32, true, false),
    FP64("C+=AB by columns", 8, true, true),
    FP32("C=AB", 8),
    FP32("C=AB", 16),
    FP32("C=AB", 32),
    FP32("C=AB", 64),
    MIN("C=AB", 8, false),
    MIN("C=AB", 32, false),
    MIN("C=AB by columns", 8, true),
};

static size_t bytes_of(const struct contest *c, graph_index rows)
{
    return (rows * c->width + 1) * (c->is.type == GRAPH_FP64 ? sizeof(double) : sizeof(float));
}

static double element_of(const struct contest *c, const graph_dense *array, graph_index i, graph_index j)
{
    const size_t at = c->is_column_major ? j * array->rows + i : i * c->width + j;
    return c->is.type == GRAPH_FP64 ? ((const double *)array->value)[at]
                                    : (double)((const float *)array->value)[at];
}

/* A full matrix in the contest's layout whose elements are those of an array, or 1. */
static GrB_Matrix peer_dense(const struct contest *c, graph_index rows, const graph_dense *array)
{
    GrB_Matrix peer = NULL;
    THEIRS(GrB_Matrix_new(&peer, *c->is.their_type, rows, c->width));
    THEIRS(GxB_Matrix_Option_set(peer, GxB_FORMAT, c->is_column_major ? GxB_BY_COL : GxB_BY_ROW));
    THEIRS(GrB_Matrix_assign_FP64(peer, NULL, NULL, 1, GrB_ALL, rows, GrB_ALL, c->width, NULL));
    for (graph_index i = 0; array != NULL && i < rows; i++)
        for (graph_index j = 0; j < c->width; j++)
            THEIRS(GrB_Matrix_setElement_FP64(peer, element_of(c, array, i, j), i, j));
    THEIRS(GrB_Matrix_wait(peer, GrB_MATERIALIZE));
    return peer;
}

static graph_dense new_array(const struct contest *c, graph_index rows, bool is_random)
{
    graph_dense array = {.size = sizeof array,
                         .type = c->is.type,
                         .layout = c->is_column_major ? GRAPH_COLUMN_MAJOR : GRAPH_ROW_MAJOR,
                         .rows = rows,
                         .columns = c->width,
                         .value = malloc(bytes_of(c, rows))};
    uint64_t seed = 1;
    bench_check(array.value != NULL, "out of memory");
    for (graph_index k = 0; k < rows * c->width; k++) {
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        double x = is_random ? (double)(1 + (seed >> 61)) / 8 : 1;
        if (c->is.type == GRAPH_FP64)
            ((double *)array.value)[k] = x;
        else
            ((float *)array.value)[k] = (float)x;
    }
    return array;
}

/* One product by both libraries. */
struct product {
    const struct contest *contest;
    const graph_semiring *semiring;
    graph_matrix *A;
    graph_dense B, C, fresh; /* fresh: as C, of one trial */
    graph_index rows;
    GrB_Matrix A_theirs, B_theirs, C_theirs, fresh_theirs;
};

static void multiply(const struct product *p, const graph_dense *C)
{
    BENCH_OK(graph_csrmm(C, p->semiring, p->A, &p->B,
                         GRAPH_DESCRIPTOR(.flags = p->contest->is_accumulating ? GRAPH_ACCUMULATE : 0)));
}

static void multiply_theirs(const struct product *p, GrB_Matrix C)
{
    const struct contest *c = p->contest;
    THEIRS(
        GrB_mxm(C, NULL, c->is_accumulating ? *c->add : NULL, *c->is.theirs, p->A_theirs, p->B_theirs, NULL));
    THEIRS(GrB_Matrix_wait(C, GrB_MATERIALIZE));
}

static void run_in_place(void *context)
{
    const struct product *p = context;
    multiply(p, &p->C);
}

static void run_theirs_in_place(void *context)
{
    const struct product *p = context;
    multiply_theirs(p, p->C_theirs);
}

static void run_fresh(void *context)
{
    struct product *p = context;
    p->fresh = p->C;
    p->fresh.value = malloc(bytes_of(p->contest, p->rows));
    bench_check(p->fresh.value != NULL, "out of memory");
    multiply(p, &p->fresh);
}

static void finish_fresh(void *context) { free(((struct product *)context)->fresh.value); }

static void run_theirs_fresh(void *context)
{
    struct product *p = context;
    const struct contest *c = p->contest;
    THEIRS(GrB_Matrix_new(&p->fresh_theirs, *c->is.their_type, p->rows, c->width));
    THEIRS(GxB_Matrix_Option_set(p->fresh_theirs, GxB_FORMAT, c->is_column_major ? GxB_BY_COL : GxB_BY_ROW));
    multiply_theirs(p, p->fresh_theirs);
}

static void finish_theirs_fresh(void *context)
{
    THEIRS(GrB_Matrix_free(&((struct product *)context)->fresh_theirs));
}

/* Ends the program unless both libraries have the same elements after so many runs that added up.  Where SuiteSparse has
 * no entry, row i of A is empty and ours is the semiring's zero. */
static void compare(const struct product *p, const char *graph, const graph_dense *ours, GrB_Matrix theirs,
                    int runs)
{
    const struct contest *c = p->contest;
    const double zero = c->add == &GrB_MIN_FP32 ? INFINITY : 0;
    graph_index count, *terms = bench_terms(&c->is, p->A, false);
    double *value = malloc((p->rows * c->width + 1) * sizeof *value);
    bench_check(value != NULL, "out of memory");
    for (graph_index k = 0; k < p->rows * c->width; k++)
        value[k] = zero;
    THEIRS(GrB_Matrix_nvals(&count, theirs));
    struct bench_tuples t = bench_tuples_open(p->rows, c->width, count);
    THEIRS(GrB_Matrix_extractTuples_FP64(t.row, t.column, t.value, &count, theirs));
    for (graph_index k = 0; k < count; k++)
        value[t.row[k] * c->width + t.column[k]] = t.value[k];
    for (graph_index i = 0; i < p->rows; i++)
        for (graph_index j = 0; j < c->width; j++) {
            const double x = element_of(c, ours, i, j), y = value[i * c->width + j];
            const int64_t most = terms != NULL ? (int64_t)(terms[i] + c->is_accumulating) * runs : 0;
            bench_check(bench_is_near(x, y, most, c->is.type), "%s: element (%llu, %llu) is %.17g and %.17g",
                        graph, (unsigned long long)i, (unsigned long long)j, x, y);
        }
    bench_tuples_close(&t);
    free(value);
    free(terms);
}

static void race_in_place(struct bench *bench, struct product *p, const char *name, struct bench_means *means)
{
    struct bench_runner runners[2] = {{run_in_place, NULL, p, 0, 0, 0},
                                      {run_theirs_in_place, NULL, p, 0, 0, 0}};
    bench_duel(bench, &p->contest->is, name, runners, 2, means);
    compare(p, name, &p->C, p->C_theirs, bench->trials + 2);
}

static void race_fresh(struct bench *bench, struct product *p, const char *name, struct bench_means *means)
{
    struct bench_runner runners[4] = {{run_fresh, finish_fresh, p, 0, 0, 0},
                                      {run_theirs_fresh, finish_theirs_fresh, p, 0, 0, 0},
                                      {run_in_place, NULL, p, 0, 0, 0},
                                      {run_theirs_in_place, NULL, p, 0, 0, 0}};
    bench_duel(bench, &p->contest->is, name, runners, 4, means);
    means->other_name = "into an array and a matrix that exist";
    bench_number(bench, "in_place_ms", runners[2].best_ms, 4);
    bench_number(bench, "suitesparse_in_place_ms", runners[3].best_ms, 4);
    bench_other_ratio(bench, means, "in_place", runners[3].best_ms / runners[2].best_ms);
    compare(p, name, &p->C, p->C_theirs, 1);
    run_fresh(p);
    run_theirs_fresh(p);
    compare(p, name, &p->fresh, p->fresh_theirs, 1);
    finish_fresh(p);
    finish_theirs_fresh(p);
}

static void run(struct bench *bench, const void *context, const graph_matrix *graph, const char *name,
                struct bench_means *means)
{
    const struct contest *c = context;
    struct product p = {.contest = c, .semiring = graph_semiring_by_name(c->is.semiring)};
    graph_index columns, entries;
    bench_check(p.semiring != NULL, "%s", graph_last_error());
    p.A = bench_with_values(graph, c->is.type);
    BENCH_OK(graph_matrix_rows(&p.rows, p.A));
    BENCH_OK(graph_matrix_columns(&columns, p.A));
    BENCH_OK(graph_matrix_entries(&entries, p.A));
    p.A_theirs = bench_peer_matrix(p.A, &c->is);
    p.B = new_array(c, columns, true);
    p.C = new_array(c, p.rows, false);
    p.B_theirs = peer_dense(c, columns, &p.B);
    p.C_theirs = peer_dense(c, p.rows, NULL);
    if (c->is_accumulating)
        race_in_place(bench, &p, name, means);
    else
        race_fresh(bench, &p, name, means);
    bench_number(bench, "entries", (double)entries, 0);
    bench_row_end(bench);
    THEIRS(GrB_Matrix_free(&p.A_theirs));
    THEIRS(GrB_Matrix_free(&p.B_theirs));
    THEIRS(GrB_Matrix_free(&p.C_theirs));
    free(p.B.value);
    free(p.C.value);
    graph_matrix_release(&p.A);
}

int main(int argc, char **argv)
{
    return bench_contests("csrmm", argc, argv, contests, sizeof contests[0],
                          sizeof contests / sizeof contests[0], run);
}
