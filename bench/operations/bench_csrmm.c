/* Sparse times dense compared with SuiteSparse:GraphBLAS, where the dense matrices are full ones held in the same layout.
 *
 * Ours writes into an array; theirs makes a new matrix in each trial, or adds to a full one, as the contest says. */
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

/* A full matrix in the contest's layout whose elements are those of an array, or 1. */
static GrB_Matrix peer_dense(const struct contest *c, graph_index rows, const graph_dense *array)
{
    GrB_Matrix peer = NULL;
    THEIRS(GrB_Matrix_new(&peer, *c->is.their_type, rows, c->width));
    THEIRS(GxB_Matrix_Option_set(peer, GxB_FORMAT, c->is_column_major ? GxB_BY_COL : GxB_BY_ROW));
    THEIRS(GrB_Matrix_assign_FP64(peer, NULL, NULL, 1, GrB_ALL, rows, GrB_ALL, c->width, NULL));
    for (graph_index i = 0; array != NULL && i < rows; i++)
        for (graph_index j = 0; j < c->width; j++) {
            size_t at = c->is_column_major ? j * rows + i : i * c->width + j;
            double x = c->is.type == GRAPH_FP64 ? ((const double *)array->value)[at]
                                                : (double)((const float *)array->value)[at];
            THEIRS(GrB_Matrix_setElement_FP64(peer, x, i, j));
        }
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
                         .value = malloc((rows * c->width + 1) * sizeof(double))};
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
        THEIRS(GrB_Matrix_new(&p->C_theirs, *c->is.their_type, p->rows, c->width));
        THEIRS(GxB_Matrix_Option_set(p->C_theirs, GxB_FORMAT, c->is_column_major ? GxB_BY_COL : GxB_BY_ROW));
    }
    THEIRS(GrB_mxm(p->C_theirs, NULL, c->is_accumulating ? *c->add : NULL, *c->is.theirs, p->A_theirs,
                   p->B_theirs, NULL));
    THEIRS(GrB_Matrix_wait(p->C_theirs, GrB_MATERIALIZE));
}

static void finish_theirs(void *context)
{
    struct product *p = context;
    if (!p->contest->is_accumulating)
        THEIRS(GrB_Matrix_free(&p->C_theirs));
}

/* Ends the program unless both libraries agree where theirs has an entry. */
static void compare(struct product *p, const char *graph)
{
    const struct contest *c = p->contest;
    run_ours(p);
    run_theirs(p);
    for (graph_index i = 0; i < p->rows; i += 1 + p->rows / 1000)
        for (graph_index j = 0; j < c->width; j++) {
            size_t at = c->is_column_major ? j * p->rows + i : i * c->width + j;
            double ours =
                c->is.type == GRAPH_FP64 ? ((double *)p->C.value)[at] : (double)((float *)p->C.value)[at];
            double theirs = 0;
            GrB_Info info = GrB_Matrix_extractElement_FP64(&theirs, p->C_theirs, i, j);
            bench_check(info == GrB_NO_VALUE ||
                            (info == GrB_SUCCESS &&
                             fabs(ours - theirs) <= (c->is.type == GRAPH_FP64 ? 1e-12 : 1e-4) * fabs(theirs)),
                        "%s: element (%llu, %llu) differs", graph, (unsigned long long)i,
                        (unsigned long long)j);
        }
    finish_theirs(p);
}

static void run(struct bench *bench, const void *context, const graph_matrix *graph, const char *name,
                struct bench_mean *mean)
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
    if (c->is_accumulating)
        p.C_theirs = peer_dense(c, p.rows, NULL);
    compare(&p, name);
    struct bench_runner runners[2] = {{run_ours, NULL, &p, 0, 0}, {run_theirs, finish_theirs, &p, 0, 0}};
    bench_duel(bench, &c->is, name, runners, mean);
    bench_number(bench, "entries", (double)entries, 0);
    bench_row_end(bench);
    THEIRS(GrB_Matrix_free(&p.A_theirs));
    THEIRS(GrB_Matrix_free(&p.B_theirs));
    if (p.C_theirs != NULL)
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
