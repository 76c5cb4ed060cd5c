/* The transitive closure as an object, and its pairs against searches from all vertices at once and igraph.
 *
 *     bench_closure [--threads N] [--trials N] [GRAPH...]
 *
 * What is reached is checked against the counts of graph_bfs_multi, from every vertex on graphs of up to 100,000 vertices
 * and from 2,048 of them on others.  From 32 vertices it is compared vertex by vertex with igraph_subcomponent, whose time
 * is given per vertex. */
#include <igraph.h>
#include <stdlib.h>

#include "bench/support/bench.h"

enum { SAMPLE = 32, MOST_CHECKED = 100000, CHECKED = 2048 };

struct run {
    const graph_matrix *A;
    graph_closure *closure;
    int threads;
};

static void run_closure(void *context)
{
    struct run *run = context;
    graph_closure_options o = {.size = sizeof o, .threads = run->threads, .is_reflexive = true};
    graph_closure_release(&run->closure);
    BENCH_OK(graph_transitive_closure(&run->closure, run->A, &o));
}

static void check_pairs(const graph_matrix *A, uint64_t pairs)
{
    graph_vector *reached = NULL;
    graph_bfs_multi_options o = {.size = sizeof o, .reached = &reached};
    graph_scalar sum;
    BENCH_OK(graph_bfs_multi(NULL, A, NULL, 0, &o));
    BENCH_OK(graph_vector_reduce(&sum, GRAPH_INT64, GRAPH_PLUS, reached, NULL));
    bench_check((uint64_t)sum.value.i == pairs, "%llu pairs; searches find %lld", (unsigned long long)pairs,
                (long long)sum.value.i);
    graph_vector_release(&reached);
}

/* The vertices reached from some of the vertices. */
static void check_some(const graph_matrix *A, const graph_closure *closure, graph_index n)
{
    static graph_index source[CHECKED];
    static int64_t count[CHECKED];
    graph_vector *reached = NULL;
    graph_index room = CHECKED;
    graph_bfs_multi_options o = {.size = sizeof o, .reached = &reached};
    for (graph_index k = 0; k < CHECKED; k++)
        source[k] = k * (n / CHECKED);
    BENCH_OK(graph_bfs_multi(NULL, A, source, CHECKED, &o));
    BENCH_OK(graph_vector_extract_tuples(NULL, count, GRAPH_INT64, &room, reached));
    for (graph_index k = 0; k < CHECKED; k++) {
        graph_index found = 0;
        BENCH_OK(graph_closure_successors(NULL, &found, closure, source[k]));
        bench_check(found == (graph_index)count[k], "%llu vertices from %llu; the search finds %lld",
                    (unsigned long long)found, (unsigned long long)source[k], (long long)count[k]);
    }
    graph_vector_release(&reached);
}

/* The vertices that u reaches are those that igraph found, each once. */
static void compare_reached(const igraph_vector_int_t *found, const graph_closure *closure, graph_index u,
                            graph_index n)
{
    graph_index ours = n, *reached = malloc((n + 1) * sizeof *reached);
    bool *is_found = calloc(n + 1, sizeof *is_found);
    bench_check(reached != NULL && is_found != NULL, "out of memory");
    for (igraph_integer_t k = 0; k < igraph_vector_int_size(found); k++)
        is_found[VECTOR(*found)[k]] = true;
    BENCH_OK(graph_closure_successors(reached, &ours, closure, u));
    bench_check(ours == (graph_index)igraph_vector_int_size(found),
                "%llu vertices from %llu; igraph finds %lld", (unsigned long long)ours, (unsigned long long)u,
                (long long)igraph_vector_int_size(found));
    for (graph_index k = 0; k < ours; k++)
        bench_check(is_found[reached[k]], "igraph does not reach %llu from %llu",
                    (unsigned long long)reached[k], (unsigned long long)u);
    free(reached);
    free(is_found);
}

/* igraph's milliseconds for one vertex. */
static double check_igraph(const graph_matrix *A, const graph_closure *closure)
{
    graph_index n, count;
    igraph_t graph;
    igraph_vector_int_t ends, found;
    double seconds = 0;
    BENCH_OK(graph_matrix_rows(&n, A));
    BENCH_OK(graph_matrix_entries(&count, A));
    graph_index *from = malloc((count + 1) * sizeof *from), *to = malloc((count + 1) * sizeof *to);
    bench_check(from != NULL && to != NULL, "out of memory");
    BENCH_OK(graph_matrix_extract_tuples(from, to, NULL, GRAPH_PATTERN, &count, A));
    igraph_vector_int_init(&ends, (igraph_integer_t)(2 * count));
    for (graph_index k = 0; k < count; k++) {
        VECTOR(ends)[2 * k] = (igraph_integer_t)from[k];
        VECTOR(ends)[2 * k + 1] = (igraph_integer_t)to[k];
    }
    igraph_create(&graph, &ends, (igraph_integer_t)n, true);
    igraph_vector_int_init(&found, 0);
    for (graph_index k = 0; k < SAMPLE; k++) {
        graph_index u = k * (n / SAMPLE);
        double start = bench_seconds();
        igraph_subcomponent(&graph, &found, (igraph_integer_t)u, IGRAPH_OUT);
        seconds += bench_seconds() - start;
        compare_reached(&found, closure, u, n);
    }
    igraph_vector_int_destroy(&ends);
    igraph_vector_int_destroy(&found);
    igraph_destroy(&graph);
    free(from);
    free(to);
    return 1e3 * seconds / SAMPLE;
}

int main(int argc, char **argv)
{
    struct bench bench;
    bench_open(&bench, "closure", argc, argv);
    for (int g = 0; g < bench.graph_count; g++) {
        graph_matrix *A = bench_load(&bench.graphs[g], NULL);
        struct run run = {.A = A, .threads = bench.threads};
        struct bench_runner ours = {.run = run_closure, .context = &run};
        graph_closure_facts facts = {.size = sizeof facts};
        bench_race(&bench, &ours, 1);
        BENCH_OK(graph_closure_get_facts(&facts, run.closure));
        if (facts.vertices <= MOST_CHECKED)
            check_pairs(A, facts.pairs);
        else
            check_some(A, run.closure, facts.vertices);
        double igraph_ms = check_igraph(A, run.closure);
        bench_row(&bench);
        bench_text(&bench, "graph", bench.graphs[g].name);
        bench_number(&bench, "vertices", (double)facts.vertices, 0);
        bench_number(&bench, "components", (double)facts.components, 0);
        bench_number(&bench, "pairs", (double)facts.pairs, 0);
        bench_number(&bench, "best_ms", ours.best_ms, 1);
        bench_number(&bench, "median_ms", ours.median_ms, 1);
        bench_number(&bench, "MB", 1e-6 * (double)facts.bytes, 1);
        bench_number(&bench, "igraph_ms_a_vertex", igraph_ms, 3);
        bench_row_end(&bench);
        graph_closure_release(&run.closure);
        graph_matrix_release(&A);
    }
    return bench_close(&bench);
}
