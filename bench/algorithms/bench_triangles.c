/* Triangles, from the matrix as loaded to the number, against SuiteSparse:GraphBLAS and igraph.
 *
 * The graph is read as undirected.  SuiteSparse gets the lower triangle L ready-made and is charged for the masked
 * product C<L> = L plus_pair L' and the sum only; suitesparse_all_ms has the making of L from the symmetric matrix as
 * well.  igraph counts at each vertex or lists, on one thread; the faster counts.  `one_thread` is the library on one
 * thread, which igraph_one_ratio compares with igraph, and `fresh` a count on a matrix that nothing is cached for.
 * The numbers of triangles are compared, and our counts at each vertex with igraph's.  `directed` is the same count from
 * the file as stored, where graph_triangles must unite both directions first: directed_ratio compares it with what was
 * given the graph ready-made, and stored_ratio with suitesparse_stored_ms, which starts from the stored matrix too: L is
 * the lower triangle of its union with its transpose. */
#include <GraphBLAS.h>
#include <math.h>
#include <stdlib.h>

#include "bench/peers/peer_igraph.h"
#include "bench/support/bench.h"

struct contest {
    graph_matrix *A, *unused, *as_stored; /* unused: A, never an operand itself */
    GrB_Matrix S, L, stored;
    igraph_t peer;
    uint64_t ours, ours_one, ours_fresh, ours_directed;
    int64_t theirs, theirs_all, theirs_stored;
    igraph_vector_t at;
    igraph_vector_int_t listed;
    double igraph_at, igraph_listed;
};

static void check_theirs(GrB_Info info, const char *call)
{
    bench_check(info == GrB_SUCCESS, "%s: %d", call, info);
}
#define THEIRS(call) check_theirs((call), #call)
static void run_ours(void *context)
{
    struct contest *c = context;
    BENCH_OK(graph_triangles(&c->ours, c->A, NULL));
}

static void run_one(void *context)
{
    struct contest *c = context;
    const graph_triangles_options options = {.size = sizeof options, .threads = 1};
    BENCH_OK(graph_triangles(&c->ours_one, c->A, &options));
}

static void run_fresh(void *context)
{
    struct contest *c = context;
    graph_matrix *fresh = NULL;
    BENCH_OK(graph_matrix_dup(&fresh, c->unused));
    BENCH_OK(graph_triangles(&c->ours_fresh, fresh, NULL));
    graph_matrix_release(&fresh);
}

static void run_directed(void *context)
{
    struct contest *c = context;
    BENCH_OK(graph_triangles(&c->ours_directed, c->as_stored, NULL));
}

static int64_t masked_sum(GrB_Matrix L)
{
    GrB_Matrix C = NULL;
    GrB_Index n;
    int64_t sum = 0;
    THEIRS(GrB_Matrix_nrows(&n, L));
    THEIRS(GrB_Matrix_new(&C, GrB_INT64, n, n));
    THEIRS(GrB_mxm(C, L, NULL, GxB_PLUS_PAIR_INT64, L, L, GrB_DESC_ST1));
    THEIRS(GrB_Matrix_reduce_INT64(&sum, NULL, GrB_PLUS_MONOID_INT64, C, NULL));
    THEIRS(GrB_Matrix_free(&C));
    return sum;
}

static GrB_Matrix lower(GrB_Matrix S)
{
    GrB_Matrix L = NULL;
    GrB_Index n;
    THEIRS(GrB_Matrix_nrows(&n, S));
    THEIRS(GrB_Matrix_new(&L, GrB_BOOL, n, n));
    THEIRS(GrB_Matrix_select_INT64(L, NULL, NULL, GrB_TRIL, S, -1, NULL));
    THEIRS(GrB_Matrix_wait(L, GrB_MATERIALIZE));
    return L;
}

static void run_suitesparse(void *context)
{
    struct contest *c = context;
    c->theirs = masked_sum(c->L);
}

static void run_suitesparse_all(void *context)
{
    struct contest *c = context;
    GrB_Matrix L = lower(c->S);
    c->theirs_all = masked_sum(L);
    THEIRS(GrB_Matrix_free(&L));
}

static void run_suitesparse_stored(void *context)
{
    struct contest *c = context;
    GrB_Matrix both = NULL;
    GrB_Index n;
    THEIRS(GrB_Matrix_nrows(&n, c->stored));
    THEIRS(GrB_Matrix_new(&both, GrB_BOOL, n, n));
    THEIRS(GrB_Matrix_eWiseAdd_BinaryOp(both, NULL, NULL, GxB_PAIR_BOOL, c->stored, c->stored, GrB_DESC_T1));
    GrB_Matrix L = lower(both);
    c->theirs_stored = masked_sum(L);
    THEIRS(GrB_Matrix_free(&L));
    THEIRS(GrB_Matrix_free(&both));
}

static void run_igraph_at(void *context)
{
    struct contest *c = context;
    IGRAPH(igraph_vector_init(&c->at, 0));
    IGRAPH(igraph_adjacent_triangles(&c->peer, &c->at, igraph_vss_all()));
}

static void finish_igraph_at(void *context)
{
    struct contest *c = context;
    c->igraph_at = igraph_vector_sum(&c->at) / 3;
    igraph_vector_destroy(&c->at);
}

static void run_igraph_list(void *context)
{
    struct contest *c = context;
    IGRAPH(igraph_vector_int_init(&c->listed, 0));
    IGRAPH(igraph_list_triangles(&c->peer, &c->listed));
}

static void finish_igraph_list(void *context)
{
    struct contest *c = context;
    c->igraph_listed = (double)igraph_vector_int_size(&c->listed) / 3;
    igraph_vector_int_destroy(&c->listed);
}

/* The tuples of A, whose arrays are the caller's, and a matrix of SuiteSparse's with the same pattern. */
static GrB_Matrix make_peer(graph_index **row, graph_index **column, graph_index *entries,
                            const graph_matrix *A)
{
    GrB_Matrix peer = NULL;
    GrB_Scalar one = NULL;
    graph_index n;
    BENCH_OK(graph_matrix_rows(&n, A));
    BENCH_OK(graph_matrix_entries(entries, A));
    *row = malloc((*entries + 1) * sizeof **row);
    *column = malloc((*entries + 1) * sizeof **column);
    bench_check(*row != NULL && *column != NULL, "out of memory");
    BENCH_OK(graph_matrix_extract_tuples(*row, *column, NULL, GRAPH_PATTERN, entries, A));
    THEIRS(GrB_Scalar_new(&one, GrB_BOOL));
    THEIRS(GrB_Scalar_setElement_BOOL(one, true));
    THEIRS(GrB_Matrix_new(&peer, GrB_BOOL, n, n));
    THEIRS(GxB_Matrix_build_Scalar(peer, *row, *column, one, *entries));
    THEIRS(GrB_Scalar_free(&one));
    THEIRS(GrB_Matrix_wait(peer, GrB_MATERIALIZE));
    return peer;
}

/* The same graph for both others. */
static void make_twins(struct contest *c)
{
    graph_index n, entries, *row, *column;
    igraph_vector_int_t ends;
    igraph_integer_t edges = 0;
    c->stored = make_peer(&row, &column, &entries, c->as_stored);
    free(row);
    free(column);
    BENCH_OK(graph_matrix_rows(&n, c->A));
    c->S = make_peer(&row, &column, &entries, c->A);
    c->L = lower(c->S);
    IGRAPH(igraph_vector_int_init(&ends, (igraph_integer_t)(2 * entries)));
    for (graph_index k = 0; k < entries; k++)
        if (row[k] < column[k]) {
            VECTOR(ends)[2 * edges] = (igraph_integer_t)row[k];
            VECTOR(ends)[2 * edges + 1] = (igraph_integer_t)column[k];
            edges++;
        }
    IGRAPH(igraph_vector_int_resize(&ends, 2 * edges));
    IGRAPH(igraph_create(&c->peer, &ends, (igraph_integer_t)n, IGRAPH_UNDIRECTED));
    igraph_vector_int_destroy(&ends);
    free(row);
    free(column);
}

/* Ends the program unless all count the same triangles, and igraph the same at each vertex. */
static void compare(struct contest *c, const char *graph)
{
    graph_index n;
    graph_vector *at = NULL;
    BENCH_OK(graph_matrix_rows(&n, c->A));
    bench_check(c->ours == (uint64_t)c->theirs && c->ours == (uint64_t)c->theirs_all &&
                    c->ours == (uint64_t)c->theirs_stored && (double)c->ours == c->igraph_at &&
                    (double)c->ours == c->igraph_listed && c->ours == c->ours_one &&
                    c->ours == c->ours_fresh && c->ours == c->ours_directed,
                "%s: %llu triangles, SuiteSparse has %lld, igraph %.0f", graph, (unsigned long long)c->ours,
                (long long)c->theirs, c->igraph_at);
    int64_t *count = malloc((n + 1) * sizeof *count);
    bench_check(count != NULL, "out of memory");
    const graph_triangles_options options = {.size = sizeof options, .per_vertex = &at};
    BENCH_OK(graph_triangles(&c->ours, c->A, &options));
    BENCH_OK(graph_vector_extract_tuples(NULL, count, GRAPH_INT64, &n, at));
    run_igraph_at(c);
    bench_check((graph_index)igraph_vector_size(&c->at) == n, "%s: igraph counts at other vertices", graph);
    for (graph_index v = 0; v < n; v++)
        bench_check((double)count[v] == VECTOR(c->at)[v],
                    "%s: vertex %llu is in %lld triangles, igraph has %.0f", graph, (unsigned long long)v,
                    (long long)count[v], VECTOR(c->at)[v]);
    finish_igraph_at(c);
    graph_vector_release(&at);
    free(count);
}

/* Ratios to the faster peer, whose matrix is ready-made, and to igraph on one thread. */
struct means {
    struct bench_mean peers, fresh, igraph, igraph_one;
};

static void contest_on(struct bench *bench, const struct bench_graph *graph, struct means *means)
{
    enum { OURS, ONE, FRESH, DIRECTED, SUITESPARSE, ALL, STORED, IGRAPH_AT, IGRAPH_LIST, RUNNERS };
    struct contest c = {0};
    struct bench_runner runners[RUNNERS] = {
        {run_ours, NULL, &c, 0, 0, 0},
        {run_one, NULL, &c, 0, 0, 0},
        {run_fresh, NULL, &c, 0, 0, 0},
        {run_directed, NULL, &c, 0, 0, 0},
        {run_suitesparse, NULL, &c, 0, 0, 0},
        {run_suitesparse_all, NULL, &c, 0, 0, 0},
        {run_suitesparse_stored, NULL, &c, 0, 0, 0},
        {run_igraph_at, finish_igraph_at, &c, 0, 0, 0},
        {run_igraph_list, finish_igraph_list, &c, 0, 0, 0},
    };
    c.A = bench_load(graph, &(const graph_read_options){.size = sizeof(graph_read_options),
                                                        .direction = GRAPH_UNDIRECTED,
                                                        .weights = GRAPH_WEIGHTS_DROP});
    c.as_stored = bench_load(graph, &(const graph_read_options){.size = sizeof(graph_read_options),
                                                                .weights = GRAPH_WEIGHTS_DROP});
    BENCH_OK(graph_matrix_dup(&c.unused, c.A));
    make_twins(&c);
    bench_race(bench, runners, RUNNERS);
    compare(&c, graph->name);
    const double us = runners[OURS].best_ms, us_one = runners[ONE].best_ms, us_fresh = runners[FRESH].best_ms,
                 igraph = fmin(runners[IGRAPH_AT].best_ms, runners[IGRAPH_LIST].best_ms),
                 them = fmin(runners[SUITESPARSE].best_ms, igraph);
    const bool is_full = bench_is_full(c.A);
    bench_row(bench);
    bench_text(bench, "graph", graph->name);
    bench_number(bench, "threads", bench->threads, 0);
    bench_number(bench, "semigraph_ms", us, 3);
    bench_number(bench, "one_thread_ms", us_one, 3);
    bench_number(bench, "fresh_ms", us_fresh, 3);
    bench_number(bench, "first_ms", runners[OURS].first_ms, 3);
    bench_number(bench, "directed_ms", runners[DIRECTED].best_ms, 3);
    bench_number(bench, "suitesparse_ms", runners[SUITESPARSE].best_ms, 3);
    bench_number(bench, "suitesparse_first_ms", runners[SUITESPARSE].first_ms, 3);
    bench_number(bench, "suitesparse_all_ms", runners[ALL].best_ms, 3);
    bench_number(bench, "suitesparse_stored_ms", runners[STORED].best_ms, 3);
    bench_number(bench, "igraph_ms", runners[IGRAPH_AT].best_ms, 3);
    bench_number(bench, "igraph_list_ms", runners[IGRAPH_LIST].best_ms, 3);
    bench_number(bench, "ratio", them / us, 2);
    bench_number(bench, "fresh_ratio", them / us_fresh, 2);
    bench_number(bench, "igraph_ratio", igraph / us, 2);
    bench_number(bench, "igraph_one_ratio", igraph / us_one, 2);
    bench_number(bench, "directed_ratio", them / runners[DIRECTED].best_ms, 2);
    bench_number(bench, "stored_ratio", runners[STORED].best_ms / runners[DIRECTED].best_ms, 2);
    bench_number(bench, "triangles", (double)c.ours, 0);
    bench_row_end(bench);
    bench_mean_add(&means->peers, them / us, is_full);
    bench_mean_add(&means->fresh, them / us_fresh, is_full);
    bench_mean_add(&means->igraph, igraph / us, is_full);
    bench_mean_add(&means->igraph_one, igraph / us_one, is_full);
    THEIRS(GrB_Matrix_free(&c.S));
    THEIRS(GrB_Matrix_free(&c.L));
    THEIRS(GrB_Matrix_free(&c.stored));
    igraph_destroy(&c.peer);
    graph_matrix_release(&c.A);
    graph_matrix_release(&c.unused);
    graph_matrix_release(&c.as_stored);
}

static void print_means(const struct bench *bench, const struct means *means)
{
    char text[BENCH_MEAN_TEXT];
    printf("the faster peer's time / ours on %d threads: %s\n", bench->threads,
           bench_mean_text(text, &means->peers));
    printf("  on a matrix that nothing is cached for: %s\n", bench_mean_text(text, &means->fresh));
    printf("  igraph on one thread / ours on %d: %s\n", bench->threads,
           bench_mean_text(text, &means->igraph));
    printf("  igraph on one thread / ours on one: %s\n", bench_mean_text(text, &means->igraph_one));
}

int main(int argc, char **argv)
{
    struct bench bench;
    struct means means = {0};
    bench_open(&bench, "triangles", argc, argv);
    igraph_set_error_handler(igraph_error_handler_printignore);
    THEIRS(GrB_init(GrB_NONBLOCKING));
    THEIRS(GxB_Global_Option_set(GxB_GLOBAL_NTHREADS, bench.threads));
    for (int g = 0; g < bench.graph_count; g++)
        contest_on(&bench, &bench.graphs[g], &means);
    if (!bench.is_json)
        print_means(&bench, &means);
    THEIRS(GrB_finalize());
    return bench_close(&bench);
}
