/* Matrix times vector compared with SuiteSparse:GraphBLAS: full, sparse and masked vectors, A u and u A.
 * The matrix is held by rows in both libraries and no transpose is at hand. */
#include <stdlib.h>

#include "bench/peers/peer_suitesparse.h"

struct contest {
    struct bench_contest is;
    bool is_vxm, is_masked; /* masked: by the complement of half of the positions, replacing */
    int share;              /* of 256 positions, those that u has; 256: full */
};

#define TIMES(product)                                                                                       \
    {                                                                                                        \
        "plus_times_fp64", product, false, GRAPH_FP64, &GrB_PLUS_TIMES_SEMIRING_FP64, &GrB_FP64              \
    }
#define MIN(product)                                                                                         \
    {                                                                                                        \
        "min_plus_fp32", product, false, GRAPH_FP32, &GrB_MIN_PLUS_SEMIRING_FP32, &GrB_FP32                  \
    }
#define ANY(product)                                                                                         \
    {                                                                                                        \
        "any_pair_bool", product, true, GRAPH_BOOL, &GxB_ANY_PAIR_BOOL, &GrB_BOOL                            \
    }
#define SECOND(product)                                                                                      \
    {                                                                                                        \
        "plus_second_fp64", product, true, GRAPH_FP64, &GxB_PLUS_SECOND_FP64, &GrB_FP64                      \
    }

static const struct contest contests[] = {
    {TIMES("A*u"), false, false, 256},     {MIN("A*u"), false, false, 256},
    {SECOND("A*u"), false, false, 256},    {TIMES("A*u, 1/2"), false, false, 128},
    {TIMES("A*u, 1/64"), false, false, 4}, {ANY("<!m>A*u, 1/2"), false, true, 128},
    {TIMES("u*A"), true, false, 256},      {TIMES("u*A, 1/2"), true, false, 128},
    {MIN("u*A, 1/64"), true, false, 4},    {ANY("<!m>u*A, 1/16"), true, true, 16},
};

/* Positions drawn with a share of 256ths, with small values that every type holds. */
static void make_vectors(graph_vector **ours, GrB_Vector *theirs, graph_type type, GrB_Type their_type,
                         graph_index length, int share, uint64_t seed)
{
    struct bench_tuples t = bench_tuples_open(length, 0, length);
    t.count = 0;
    for (graph_index i = 0; i < length; i++) {
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        if ((int)(seed >> 56) < share) {
            t.row[t.count] = i;
            t.value[t.count++] = (double)(1 + (seed >> 40) % 8) / (type == GRAPH_BOOL ? 1 : 8);
        }
    }
    BENCH_OK(graph_vector_create(ours, type, length));
    BENCH_OK(graph_vector_build(*ours, t.row, t.value, GRAPH_FP64, t.count, GRAPH_NO_OP));
    if (share >= 32) /* the form that SuiteSparse chooses too */
        BENCH_OK(graph_vector_convert(*ours, t.count == length ? GRAPH_FULL : GRAPH_BITMAP));
    THEIRS(GrB_Vector_new(theirs, their_type, length));
    THEIRS(GrB_Vector_build_FP64(*theirs, t.row, t.value, t.count, GrB_PLUS_FP64));
    THEIRS(GrB_Vector_wait(*theirs, GrB_MATERIALIZE));
    bench_tuples_close(&t);
}

/* One product by both libraries. */
struct product {
    const struct contest *contest;
    const graph_semiring *semiring;
    graph_matrix *A;
    graph_vector *u, *m, *w;
    graph_index rows, columns;
    GrB_Matrix A_theirs;
    GrB_Vector u_theirs, m_theirs, w_theirs;
};

static void run_ours(void *context)
{
    struct product *p = context;
    const graph_vector *mask = p->contest->is_masked ? p->m : NULL;
    const uint32_t flags = mask != NULL ? GRAPH_REPLACE | GRAPH_MASK_STRUCTURE | GRAPH_MASK_COMPLEMENT : 0;
    BENCH_OK(graph_vector_create(&p->w, p->contest->is.type, p->contest->is_vxm ? p->columns : p->rows));
    if (p->contest->is_vxm)
        BENCH_OK(
            graph_vxm(p->w, mask, GRAPH_NO_OP, p->semiring, p->u, p->A, GRAPH_DESCRIPTOR(.flags = flags)));
    else
        BENCH_OK(
            graph_mxv(p->w, mask, GRAPH_NO_OP, p->semiring, p->A, p->u, GRAPH_DESCRIPTOR(.flags = flags)));
}

static void finish_ours(void *context) { graph_vector_release(&((struct product *)context)->w); }

static void run_theirs(void *context)
{
    struct product *p = context;
    GrB_Vector mask = p->contest->is_masked ? p->m_theirs : NULL;
    GrB_Descriptor d = mask != NULL ? GrB_DESC_RSC : NULL;
    GrB_Semiring semiring = *p->contest->is.theirs;
    THEIRS(
        GrB_Vector_new(&p->w_theirs, *p->contest->is.their_type, p->contest->is_vxm ? p->columns : p->rows));
    if (p->contest->is_vxm)
        THEIRS(GrB_vxm(p->w_theirs, mask, NULL, semiring, p->u_theirs, p->A_theirs, d));
    else
        THEIRS(GrB_mxv(p->w_theirs, mask, NULL, semiring, p->A_theirs, p->u_theirs, d));
    THEIRS(GrB_Vector_wait(p->w_theirs, GrB_MATERIALIZE));
}

static void finish_theirs(void *context) { THEIRS(GrB_Vector_free(&((struct product *)context)->w_theirs)); }

/* Ends the program unless both libraries have the same entries. */
static void compare(struct product *p, const char *graph)
{
    graph_index *terms = bench_terms(&p->contest->is, p->A, p->contest->is_vxm);
    run_ours(p);
    run_theirs(p);
    bench_same_vector(&p->contest->is, graph, p->w, p->w_theirs, terms);
    free(terms);
    finish_ours(p);
    finish_theirs(p);
}

static void run(struct bench *bench, const void *context, const graph_matrix *graph, const char *name,
                struct bench_means *means)
{
    const struct contest *c = context;
    struct product p = {.contest = c, .semiring = graph_semiring_by_name(c->is.semiring)};
    graph_index entries;
    bench_check(p.semiring != NULL, "%s", graph_last_error());
    if (c->is.is_pattern)
        BENCH_OK(graph_matrix_dup(&p.A, graph));
    else
        p.A = bench_with_values(graph, c->is.type);
    p.A_theirs = bench_peer_matrix(p.A, &c->is);
    BENCH_OK(graph_matrix_rows(&p.rows, p.A));
    BENCH_OK(graph_matrix_columns(&p.columns, p.A));
    BENCH_OK(graph_matrix_entries(&entries, p.A));
    make_vectors(&p.u, &p.u_theirs, c->is.type, *c->is.their_type, c->is_vxm ? p.rows : p.columns, c->share,
                 1);
    make_vectors(&p.m, &p.m_theirs, GRAPH_BOOL, GrB_BOOL, c->is_vxm ? p.columns : p.rows, 128, 2);
    struct bench_runner runners[2] = {{run_ours, finish_ours, &p, 0, 0, 0},
                                      {run_theirs, finish_theirs, &p, 0, 0, 0}};
    bench_duel(bench, &c->is, name, runners, 2, means);
    compare(&p, name);
    bench_number(bench, "entries", (double)entries, 0);
    bench_row_end(bench);
    THEIRS(GrB_Matrix_free(&p.A_theirs));
    THEIRS(GrB_Vector_free(&p.u_theirs));
    THEIRS(GrB_Vector_free(&p.m_theirs));
    graph_vector_release(&p.u);
    graph_vector_release(&p.m);
    graph_matrix_release(&p.A);
}

int main(int argc, char **argv)
{
    return bench_contests("mxv", argc, argv, contests, sizeof contests[0],
                          sizeof contests / sizeof contests[0], run);
}
