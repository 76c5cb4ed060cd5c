/* Matrix times vector beside SuiteSparse:GraphBLAS: full, sparse and masked vectors from both sides.
 *
 * Both sides make a new vector in each trial with the same number of threads; the matrix is held by rows on both
 * sides and no transpose is at hand.  A pattern is a matrix of one value there. */
#include <GraphBLAS.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"

struct contest {
    const char *semiring, *name;
    bool is_vxm, is_pattern, is_masked; /* masked: by the complement of half of the positions, replacing */
    int share;                          /* of 256 positions, those that u has; 256: full */
    graph_type type;
    GrB_Semiring *theirs;
    GrB_Type *their_type;
};

static const struct contest contests[] = {
    {"plus_times_fp64", "A*u", false, false, false, 256, GRAPH_FP64, &GrB_PLUS_TIMES_SEMIRING_FP64,
     &GrB_FP64},
    {"min_plus_fp32", "A*u", false, false, false, 256, GRAPH_FP32, &GrB_MIN_PLUS_SEMIRING_FP32, &GrB_FP32},
    {"plus_second_fp64", "A*u", false, true, false, 256, GRAPH_FP64, &GxB_PLUS_SECOND_FP64, &GrB_FP64},
    {"plus_times_fp64", "A*u, half", false, false, false, 128, GRAPH_FP64, &GrB_PLUS_TIMES_SEMIRING_FP64,
     &GrB_FP64},
    {"any_pair_bool", "<!m>A*u", false, true, true, 128, GRAPH_BOOL, &GxB_ANY_PAIR_BOOL, &GrB_BOOL},
    {"plus_times_fp64", "u*A", true, false, false, 256, GRAPH_FP64, &GrB_PLUS_TIMES_SEMIRING_FP64, &GrB_FP64},
    {"min_plus_fp32", "u*A, 1/64", true, false, false, 4, GRAPH_FP32, &GrB_MIN_PLUS_SEMIRING_FP32, &GrB_FP32},
    {"any_pair_bool", "<!m>u*A, 1/16", true, true, true, 16, GRAPH_BOOL, &GxB_ANY_PAIR_BOOL, &GrB_BOOL},
};

enum { CONTESTS = sizeof contests / sizeof contests[0] };

static void check_theirs(GrB_Info info, const char *call)
{
    bench_check(info == GrB_SUCCESS, "%s: %d", call, info);
}
#define THEIRS(call) check_theirs((call), #call)

/* The entries of a matrix or, without columns, of a vector. */
struct tuples {
    graph_index count;
    graph_index *row, *column;
    double *value;
};

static struct tuples tuples_with_room(graph_index count)
{
    struct tuples t = {count, NULL, NULL, NULL};
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

static GrB_Matrix matrix_twin(const graph_matrix *A, const struct contest *contest)
{
    graph_index rows, columns, count;
    GrB_Matrix twin = NULL;
    BENCH_OK(graph_matrix_rows(&rows, A));
    BENCH_OK(graph_matrix_columns(&columns, A));
    BENCH_OK(graph_matrix_entries(&count, A));
    struct tuples t = tuples_with_room(count);
    BENCH_OK(graph_matrix_extract_tuples(t.row, t.column, t.value, GRAPH_FP64, &count, A));
    THEIRS(GrB_Matrix_new(&twin, *contest->their_type, rows, columns));
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

/* Positions drawn with a share of 256ths, with small values that every type holds. */
static void make_vectors(graph_vector **ours, GrB_Vector *theirs, graph_type type, GrB_Type their_type,
                         graph_index length, int share, uint64_t seed)
{
    struct tuples t = tuples_with_room(length);
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
    tuples_release(&t);
}

/* One product on both sides. */
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
    BENCH_OK(graph_vector_create(&p->w, p->contest->type, p->contest->is_vxm ? p->columns : p->rows));
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
    GrB_Semiring semiring = *p->contest->theirs;
    THEIRS(GrB_Vector_new(&p->w_theirs, *p->contest->their_type, p->contest->is_vxm ? p->columns : p->rows));
    if (p->contest->is_vxm)
        THEIRS(GrB_vxm(p->w_theirs, mask, NULL, semiring, p->u_theirs, p->A_theirs, d));
    else
        THEIRS(GrB_mxv(p->w_theirs, mask, NULL, semiring, p->A_theirs, p->u_theirs, d));
    THEIRS(GrB_Vector_wait(p->w_theirs, GrB_MATERIALIZE));
}

static void finish_theirs(void *context) { THEIRS(GrB_Vector_free(&((struct product *)context)->w_theirs)); }

/* Ends the program unless both sides have the same entries. */
static void compare(struct product *p, const char *graph)
{
    graph_index count;
    GrB_Index their_count;
    run_ours(p);
    run_theirs(p);
    BENCH_OK(graph_vector_entries(&count, p->w));
    THEIRS(GrB_Vector_nvals(&their_count, p->w_theirs));
    bench_check(count == their_count, "%s %s: %llu entries, SuiteSparse has %llu", graph, p->contest->name,
                (unsigned long long)count, (unsigned long long)their_count);
    struct tuples ours = tuples_with_room(count), theirs = tuples_with_room(count);
    BENCH_OK(graph_vector_extract_tuples(ours.row, ours.value, GRAPH_FP64, &count, p->w));
    THEIRS(GrB_Vector_extractTuples_FP64(theirs.row, theirs.value, &their_count, p->w_theirs));
    for (graph_index k = 0; k < count; k++)
        bench_check(ours.row[k] == theirs.row[k] &&
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
        graph_matrix *graph = bench_load(&bench->graphs[g], NULL);
        struct product p = {.contest = contest, .semiring = graph_semiring_by_name(contest->semiring)};
        graph_index entries;
        bench_check(p.semiring != NULL, "%s", graph_last_error());
        p.A = contest->is_pattern ? graph : bench_with_values(graph, contest->type);
        p.A_theirs = matrix_twin(p.A, contest);
        BENCH_OK(graph_matrix_rows(&p.rows, p.A));
        BENCH_OK(graph_matrix_columns(&p.columns, p.A));
        BENCH_OK(graph_matrix_entries(&entries, p.A));
        make_vectors(&p.u, &p.u_theirs, contest->type, *contest->their_type,
                     contest->is_vxm ? p.rows : p.columns, contest->share, 1);
        make_vectors(&p.m, &p.m_theirs, GRAPH_BOOL, GrB_BOOL, contest->is_vxm ? p.columns : p.rows, 128, 2);
        compare(&p, bench->graphs[g].name);

        struct bench_runner runners[2] = {{run_ours, finish_ours, &p, 0, 0},
                                          {run_theirs, finish_theirs, &p, 0, 0}};
        bench_race(bench, runners, 2);
        double ratio = runners[1].best_ms / runners[0].best_ms;
        bench_row(bench);
        bench_text(bench, "graph", bench->graphs[g].name);
        bench_text(bench, "semiring", contest->semiring);
        bench_text(bench, "product", contest->name);
        bench_number(bench, "threads", bench->threads, 0);
        bench_number(bench, "semigraph_ms", runners[0].best_ms, 4);
        bench_number(bench, "suitesparse_ms", runners[1].best_ms, 4);
        bench_number(bench, "ratio", ratio, 2);
        bench_number(bench, "semigraph_median_ms", runners[0].median_ms, 4);
        bench_number(bench, "suitesparse_median_ms", runners[1].median_ms, 4);
        bench_number(bench, "entries", (double)entries, 0);
        bench_row_end(bench);
        bench_mean_add(mean, ratio);

        THEIRS(GrB_Matrix_free(&p.A_theirs));
        THEIRS(GrB_Vector_free(&p.u_theirs));
        THEIRS(GrB_Vector_free(&p.m_theirs));
        graph_vector_release(&p.u);
        graph_vector_release(&p.m);
        if (p.A != graph)
            graph_matrix_release(&p.A);
        graph_matrix_release(&graph);
    }
}

int main(int argc, char **argv)
{
    struct bench bench;
    int run = 0;
    bench_open(&bench, "mxv", argc, argv);
    THEIRS(GrB_init(GrB_NONBLOCKING));
    THEIRS(GxB_Global_Option_set(GxB_GLOBAL_NTHREADS, bench.threads));
    for (int c = 0; c < CONTESTS; c++) {
        struct bench_mean mean = {0};
        if (bench.semiring != NULL && strcmp(bench.semiring, contests[c].semiring) != 0)
            continue;
        contest_of(&bench, &contests[c], &mean);
        run++;
        if (!bench.is_json)
            printf("%s %s: %.2f times SuiteSparse's speed in the geometric mean of %d graphs, least %.2f\n\n",
                   contests[c].semiring, contests[c].name, bench_mean_of(&mean), mean.count, mean.least);
    }
    bench_check(run > 0, "no contest under the semiring '%s'", bench.semiring != NULL ? bench.semiring : "");
    THEIRS(GrB_finalize());
    return bench_close(&bench);
}
