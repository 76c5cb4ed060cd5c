/* See peer_suitesparse.h. */
#include "bench/peers/peer_suitesparse.h"

#include <stdlib.h>
#include <string.h>

#include "bench/support/random_draws.h"

void bench_check_theirs(GrB_Info info, const char *call)
{
    bench_check(info == GrB_SUCCESS, "%s: %d", call, info);
}

struct bench_tuples bench_tuples_open(graph_index rows, graph_index columns, graph_index room)
{
    struct bench_tuples t = {rows, columns, room, NULL, NULL, NULL};
    t.row = malloc((room + 1) * sizeof *t.row);
    t.column = malloc((room + 1) * sizeof *t.column);
    t.value = malloc((room + 1) * sizeof *t.value);
    bench_check(t.row != NULL && t.column != NULL && t.value != NULL, "out of memory");
    return t;
}

void bench_tuples_close(struct bench_tuples *t)
{
    free(t->row);
    free(t->column);
    free(t->value);
}

struct bench_tuples bench_tuples_of(const graph_matrix *A)
{
    graph_index rows, columns, count;
    BENCH_OK(graph_matrix_rows(&rows, A));
    BENCH_OK(graph_matrix_columns(&columns, A));
    BENCH_OK(graph_matrix_entries(&count, A));
    struct bench_tuples t = bench_tuples_open(rows, columns, count);
    BENCH_OK(graph_matrix_extract_tuples(t.row, t.column, t.value, GRAPH_FP64, &count, A));
    return t;
}

graph_index *bench_terms(const struct bench_contest *contest, const graph_matrix *A, bool is_by_columns)
{
    if ((contest->type != GRAPH_FP64 && contest->type != GRAPH_FP32) ||
        strncmp(contest->semiring, "plus_", strlen("plus_")) != 0)
        return NULL;
    struct bench_tuples t = bench_tuples_of(A);
    graph_index *terms = calloc((is_by_columns ? t.columns : t.rows) + 1, sizeof *terms);
    bench_check(terms != NULL, "out of memory");
    for (graph_index k = 0; k < t.count; k++)
        terms[is_by_columns ? t.column[k] : t.row[k]]++;
    bench_tuples_close(&t);
    return terms;
}

void bench_same_tuples(const struct bench_contest *contest, const char *graph,
                       const struct bench_tuples *ours, const struct bench_tuples *theirs,
                       const graph_index *terms)
{
    bench_check(ours->count == theirs->count, "%s %s: %llu entries, SuiteSparse has %llu", graph,
                contest->semiring, (unsigned long long)ours->count, (unsigned long long)theirs->count);
    for (graph_index k = 0; k < ours->count; k++)
        bench_check(ours->row[k] == theirs->row[k] &&
                        (ours->columns == 0 || ours->column[k] == theirs->column[k]) &&
                        bench_is_near(ours->value[k], theirs->value[k],
                                      terms != NULL ? (int64_t)terms[ours->row[k]] : 0, contest->type),
                    "%s %s: entry %llu differs", graph, contest->semiring, (unsigned long long)k);
}

void bench_same_matrix(const struct bench_contest *contest, const char *graph, const graph_matrix *ours,
                       GrB_Matrix theirs, const graph_index *terms)
{
    struct bench_tuples t = bench_tuples_of(ours);
    graph_index count;
    THEIRS(GrB_Matrix_nvals(&count, theirs));
    struct bench_tuples u = bench_tuples_open(t.rows, t.columns, count);
    THEIRS(GrB_Matrix_extractTuples_FP64(u.row, u.column, u.value, &count, theirs));
    bench_same_tuples(contest, graph, &t, &u, terms);
    bench_tuples_close(&t);
    bench_tuples_close(&u);
}

void bench_same_vector(const struct bench_contest *contest, const char *graph, const graph_vector *ours,
                       GrB_Vector theirs, const graph_index *terms)
{
    graph_index length, count, their_count;
    BENCH_OK(graph_vector_length(&length, ours));
    BENCH_OK(graph_vector_entries(&count, ours));
    THEIRS(GrB_Vector_nvals(&their_count, theirs));
    struct bench_tuples t = bench_tuples_open(length, 0, count),
                        u = bench_tuples_open(length, 0, their_count);
    BENCH_OK(graph_vector_extract_tuples(t.row, t.value, GRAPH_FP64, &count, ours));
    THEIRS(GrB_Vector_extractTuples_FP64(u.row, u.value, &their_count, theirs));
    bench_same_tuples(contest, graph, &t, &u, terms);
    bench_tuples_close(&t);
    bench_tuples_close(&u);
}

GrB_Matrix bench_peer_matrix(const graph_matrix *A, const struct bench_contest *contest)
{
    struct bench_tuples t = bench_tuples_of(A);
    GrB_Matrix peer = NULL;
    THEIRS(GrB_Matrix_new(&peer, *contest->their_type, t.rows, t.columns));
    if (contest->is_pattern) {
        GrB_Scalar one = NULL;
        THEIRS(GrB_Scalar_new(&one, GrB_BOOL));
        THEIRS(GrB_Scalar_setElement_BOOL(one, true));
        THEIRS(GxB_Matrix_build_Scalar(peer, t.row, t.column, one, t.count));
        THEIRS(GrB_Scalar_free(&one));
    } else
        THEIRS(GrB_Matrix_build_FP64(peer, t.row, t.column, t.value, t.count, GrB_PLUS_FP64));
    THEIRS(GrB_Matrix_wait(peer, GrB_MATERIALIZE));
    bench_tuples_close(&t);
    return peer;
}

static void print_means(const struct bench_contest *contest, const struct bench_means *means)
{
    char text[BENCH_MEAN_TEXT];
    printf("%s %s, SuiteSparse's time / ours: %s\n", contest->semiring, contest->product,
           bench_mean_text(text, &means->warm));
    printf("  first calls: %s\n", bench_mean_text(text, &means->first));
    if (means->other_name != NULL)
        printf("  %s: %s\n", means->other_name, bench_mean_text(text, &means->other));
    printf("\n");
}

/* The same on random matrices, rectangular ones among them: a draw at a time. */
static int contests_on_draws(const char *name, int argc, char **argv, struct bench_random *random,
                             const void *contests, size_t contest_bytes, int count, bench_contest_run *run)
{
    const int64_t most_rows = (int64_t)1 << 22; /* and columns: dense operands have as many */
    struct bench bench;
    bench_open_options(&bench, name, argc, argv);
    THEIRS(GrB_init(GrB_NONBLOCKING));
    THEIRS(GxB_Global_Option_set(GxB_GLOBAL_NTHREADS, bench.threads));
    struct bench_ratio_list *lists = calloc((size_t)count, sizeof *lists);
    bench_check(lists != NULL, "out of memory");
    for (int64_t k; bench_random_more(&k, random);) {
        struct bench_draw draw = bench_draw_operand(random, k, GRAPH_PATTERN, most_rows);
        for (int c = 0; c < count; c++) {
            const struct bench_contest *contest =
                (const void *)((const char *)contests + (size_t)c * contest_bytes);
            struct bench_means means = {0};
            if (!bench_wants(&bench, contest->semiring))
                continue;
            run(&bench, contest, draw.A, draw.name, &means);
            bench_ratios_add(&lists[c], &draw, means.last);
        }
        bench_draw_close(&draw);
    }
    for (int c = 0; c < count; c++) {
        const struct bench_contest *contest =
            (const void *)((const char *)contests + (size_t)c * contest_bytes);
        char what[128];
        snprintf(what, sizeof what, "%s %s, SuiteSparse's time / ours", contest->semiring, contest->product);
        lists[c].what = what;
        if (!bench.is_json)
            bench_ratios_print(&lists[c], random);
        bench_ratios_close(&lists[c]);
    }
    free(lists);
    THEIRS(GrB_finalize());
    return bench_close(&bench);
}

int bench_contests(const char *name, int argc, char **argv, const void *contests, size_t contest_bytes,
                   int count, bench_contest_run *run)
{
    struct bench bench;
    struct bench_random random;
    int runs = 0;
    if (bench_random_options(&random, &argc, argv))
        return contests_on_draws(name, argc, argv, &random, contests, contest_bytes, count, run);
    bench_open(&bench, name, argc, argv);
    THEIRS(GrB_init(GrB_NONBLOCKING));
    THEIRS(GxB_Global_Option_set(GxB_GLOBAL_NTHREADS, bench.threads));
    graph_matrix **graphs = calloc((size_t)bench.graph_count, sizeof(graph_matrix *));
    bench_check(graphs != NULL, "out of memory");
    for (int g = 0; g < bench.graph_count; g++)
        graphs[g] =
            bench_load(&bench.graphs[g], &(const graph_read_options){.size = sizeof(graph_read_options),
                                                                     .weights = GRAPH_WEIGHTS_DROP});
    for (int c = 0; c < count; c++) {
        const struct bench_contest *contest =
            (const void *)((const char *)contests + (size_t)c * contest_bytes);
        struct bench_means means = {0};
        if (!bench_wants(&bench, contest->semiring))
            continue;
        for (int g = 0; g < bench.graph_count; g++) {
            means.is_full = bench_is_full(graphs[g]);
            run(&bench, contest, graphs[g], bench.graphs[g].name, &means);
        }
        runs++;
        if (!bench.is_json)
            print_means(contest, &means);
    }
    bench_check(runs > 0, "no contest under the semiring '%s'", bench.wanted != NULL ? bench.wanted : "");
    for (int g = 0; g < bench.graph_count; g++)
        graph_matrix_release(&graphs[g]);
    free(graphs);
    THEIRS(GrB_finalize());
    return bench_close(&bench);
}

void bench_duel(struct bench *bench, const struct bench_contest *contest, const char *graph,
                struct bench_runner *runners, int count, struct bench_means *means)
{
    bench_race(bench, runners, count);
    const struct bench_runner *ours = &runners[0], *theirs = &runners[1];
    const double ratio = theirs->best_ms / ours->best_ms, first_ratio = theirs->first_ms / ours->first_ms;
    bench_row(bench);
    bench_text(bench, "graph", graph);
    bench_text(bench, "semiring", contest->semiring);
    bench_text(bench, "product", contest->product);
    bench_number(bench, "threads", bench->threads, 0);
    bench_number(bench, "keeps_memory", bench->keeps_memory, 0);
    bench_number(bench, "semigraph_ms", ours->best_ms, 4);
    bench_number(bench, "suitesparse_ms", theirs->best_ms, 4);
    bench_number(bench, "ratio", ratio, 2);
    bench_number(bench, "semigraph_median_ms", ours->median_ms, 4);
    bench_number(bench, "suitesparse_median_ms", theirs->median_ms, 4);
    bench_number(bench, "semigraph_first_ms", ours->first_ms, 4);
    bench_number(bench, "suitesparse_first_ms", theirs->first_ms, 4);
    bench_number(bench, "first_ratio", first_ratio, 2);
    means->last = ratio;
    bench_mean_add(&means->warm, ratio, means->is_full);
    bench_mean_add(&means->first, first_ratio, means->is_full);
}

void bench_other_ratio(struct bench *bench, struct bench_means *means, const char *name, double ratio)
{
    char field[64];
    snprintf(field, sizeof field, "%s_ratio", name);
    bench_number(bench, field, ratio, 2);
    bench_mean_add(&means->other, ratio, means->is_full);
}
