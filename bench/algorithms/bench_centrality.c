/* PageRank, eigenvector centrality, HITS, betweenness, closeness, harmonic centrality, eccentricity, Jaccard
 * similarity and random walks against igraph, which works on one thread; and, without a peer, Katz centrality,
 * independent sets and matchings.
 *
 * The graph is read as undirected.  Betweenness and the measures of distances are of SOURCES vertices, evenly spread.
 * Every contender starts from the graph of its library and ends with its answers in an array or vector.  Answers are
 * compared, apart from walks, which are checked, and what has no peer.
 * --semiring NAME,... leaves in the named rows alone. */
#include <math.h>
#include <stdlib.h>

#include "bench/peers/peer_igraph.h"
#include "bench/support/bench.h"

enum { SOURCES = 64, PAIRS = 100000, WALKS = 1000, STEPS = 1000 };

struct contest {
    graph_matrix *A;
    graph_index n, sources, source[SOURCES];
    graph_index *first, *second;
    graph_vector *ours;
    graph_dense walks;
    igraph_t peer;
    igraph_vector_int_t vertices, pairs, walk;
    igraph_vs_t chosen;
    igraph_vector_t theirs;
};

static void finish_ours(void *context)
{
    struct contest *c = context;
    graph_vector_release(&c->ours);
    graph_free(c->walks.value);
    c->walks = (graph_dense){.size = sizeof c->walks};
}

#define OURS(name, call)                                                                                     \
    static void our_##name(void *context)                                                                    \
    {                                                                                                        \
        struct contest *c = context;                                                                         \
        BENCH_OK(call);                                                                                      \
    }
#define THEIRS(name, call)                                                                                   \
    static void their_##name(void *context)                                                                  \
    {                                                                                                        \
        struct contest *c = context;                                                                         \
        IGRAPH(call);                                                                                        \
    }

OURS(pagerank, graph_pagerank(&c->ours, c->A, NULL))
THEIRS(pagerank, igraph_pagerank(&c->peer, IGRAPH_PAGERANK_ALGO_PRPACK, &c->theirs, NULL, igraph_vss_all(),
                                 true, 0.85, NULL, NULL))
OURS(eigenvector, graph_eigenvector_centrality(&c->ours, c->A, NULL))

static void their_eigenvector(void *context)
{
    struct contest *c = context;
    igraph_arpack_options_t options;
    igraph_arpack_options_init(&options);
    IGRAPH(igraph_eigenvector_centrality(&c->peer, &c->theirs, NULL, true, false, NULL, &options));
}

OURS(hits, graph_hits(NULL, &c->ours, c->A, NULL))

static void their_hits(void *context)
{
    struct contest *c = context;
    igraph_arpack_options_t options;
    igraph_arpack_options_init(&options);
    IGRAPH(igraph_hub_and_authority_scores(&c->peer, NULL, &c->theirs, NULL, false, NULL, &options));
}

OURS(betweenness, graph_betweenness(&c->ours, c->A, c->source, c->sources,
                                    &(const graph_betweenness_options){
                                        .size = sizeof(graph_betweenness_options), .is_undirected = true}))
THEIRS(betweenness, igraph_betweenness_subset(&c->peer, &c->theirs, igraph_vss_all(), false, c->chosen,
                                              igraph_vss_all(), NULL))
OURS(closeness, graph_closeness(&c->ours, c->A, c->source, c->sources, NULL))
THEIRS(closeness, igraph_closeness(&c->peer, &c->theirs, NULL, NULL, c->chosen, IGRAPH_ALL, NULL, true))
OURS(harmonic, graph_harmonic(&c->ours, c->A, c->source, c->sources, NULL))
THEIRS(harmonic, igraph_harmonic_centrality(&c->peer, &c->theirs, c->chosen, IGRAPH_ALL, NULL, false))
OURS(eccentricity, graph_eccentricity(&c->ours, c->A, c->source, c->sources, NULL))
THEIRS(eccentricity, igraph_eccentricity(&c->peer, &c->theirs, c->chosen, IGRAPH_ALL))
OURS(jaccard, graph_similarity_of_pairs(&c->ours, c->A, c->first, c->second, PAIRS, NULL))
THEIRS(jaccard, igraph_similarity_jaccard_pairs(&c->peer, &c->theirs, &c->pairs, IGRAPH_ALL, false))
OURS(katz, graph_katz(&c->ours, c->A,
                      &(const graph_power_options){.size = sizeof(graph_power_options), .alpha = 1e-4}))
OURS(independent_set, graph_independent_set(&c->ours, NULL, c->A, NULL))
OURS(matching, graph_matching(&c->ours, NULL, c->A, NULL))

static void our_walks(void *context)
{
    struct contest *c = context;
    const graph_walks_options o = {.size = sizeof o, .each = WALKS / SOURCES};
    BENCH_OK(graph_random_walks(&c->walks, c->A, c->source, c->sources, STEPS, &o));
}

static void their_walks(void *context)
{
    struct contest *c = context;
    for (graph_index k = 0; k < c->sources; k++)
        for (int r = 0; r < WALKS / SOURCES; r++)
            IGRAPH(igraph_random_walk(&c->peer, NULL, &c->walk, NULL, (igraph_integer_t)c->source[k],
                                      IGRAPH_ALL, STEPS, IGRAPH_RANDOM_WALK_STUCK_RETURN));
}

/* ---- The answers ---- */

/* Both vectors divided by their sums if the measure has no scale: the largest difference, relative to the largest value. */
static void compare(struct contest *c, const char *what, const char *graph, double allowed, bool is_scaled)
{
    graph_index length;
    double ours = 0, theirs = 0, largest = 0, difference = 0;
    BENCH_OK(graph_vector_length(&length, c->ours));
    double *value = malloc((length + 1) * sizeof *value);
    bench_check((igraph_integer_t)length == igraph_vector_size(&c->theirs), "%s of %s: lengths differ", what,
                graph);
    BENCH_OK(graph_vector_extract_tuples(NULL, value, GRAPH_FP64, &length, c->ours));
    for (graph_index v = 0; v < length; v++) {
        ours += fabs(value[v]);
        theirs += fabs(VECTOR(c->theirs)[v]);
    }
    for (graph_index v = 0; v < length; v++) {
        const double x = is_scaled ? value[v] / ours : value[v],
                     y = is_scaled ? fabs(VECTOR(c->theirs)[v]) / theirs : VECTOR(c->theirs)[v];
        const bool has_none = isnan(x) || isnan(y) || (x == 0 && isnan(y)); /* of an isolated vertex */
        largest = fabs(y) > largest ? fabs(y) : largest;
        difference = !has_none && fabs(x - y) > difference ? fabs(x - y) : difference;
    }
    bench_check(difference <= allowed * largest, "%s of %s differs by %g of the largest", what, graph,
                difference / largest);
    free(value);
}

static void compare_walks(struct contest *c)
{
    const graph_walks_options o = {.size = sizeof o, .each = WALKS / SOURCES};
    BENCH_OK(graph_check_walks(&c->walks, c->A, c->source, c->sources, STEPS, &o));
}

static const struct row {
    const char *name;
    void (*ours)(void *), (*theirs)(void *); /* NULL: igraph has none */
    double allowed;                          /* below 0: not compared */
    bool is_scaled;
} rows[] = {
    {"pagerank", our_pagerank, their_pagerank, 1e-8, false},
    {"eigenvector", our_eigenvector, their_eigenvector, 1e-6, true},
    {"hits", our_hits, their_hits, 1e-6, true},
    {"betweenness", our_betweenness, their_betweenness, 1e-9, true},
    {"closeness", our_closeness, their_closeness, 1e-12, false},
    {"harmonic", our_harmonic, their_harmonic, 1e-11, false},
    {"eccentricity", our_eccentricity, their_eccentricity, 0, false},
    {"jaccard", our_jaccard, their_jaccard, 1e-12, false},
    {"walks", our_walks, their_walks, -1, false},
    {"katz", our_katz, NULL, -1, false},
    {"independent_set", our_independent_set, NULL, -1, false},
    {"matching", our_matching, NULL, -1, false},
};
enum { ROWS = sizeof rows / sizeof rows[0] };

static void make_peer(struct contest *c)
{
    graph_index entries, *row, *column;
    BENCH_OK(graph_matrix_rows(&c->n, c->A));
    BENCH_OK(graph_matrix_entries(&entries, c->A));
    row = malloc((entries + 1) * sizeof *row);
    column = malloc((entries + 1) * sizeof *column);
    bench_check(row != NULL && column != NULL, "out of memory");
    BENCH_OK(graph_matrix_extract_tuples(row, column, NULL, GRAPH_PATTERN, &entries, c->A));
    BENCH_OK(graph_matrix_to_igraph(&c->peer, c->A, false, NULL));
    IGRAPH(igraph_vector_init(&c->theirs, 0));
    IGRAPH(igraph_vector_int_init(&c->walk, 0));
    IGRAPH(igraph_vector_int_init(&c->vertices, 0));
    IGRAPH(igraph_vector_int_init(&c->pairs, 2 * PAIRS));
    c->first = malloc(PAIRS * sizeof *c->first);
    c->second = malloc(PAIRS * sizeof *c->second);
    bench_check(c->first != NULL && c->second != NULL, "out of memory");
    for (graph_index k = 0; k < PAIRS; k++) { /* ends of edges, and what comes after one of them */
        const graph_index e = k * 7919 % entries;
        c->first[k] = row[e];
        c->second[k] = k % 2 == 0 ? column[e] : (column[e] + 1) % c->n;
        VECTOR(c->pairs)[2 * k] = (igraph_integer_t)c->first[k];
        VECTOR(c->pairs)[2 * k + 1] = (igraph_integer_t)c->second[k];
    }
    for (graph_index k = 0; k < SOURCES; k++) { /* of edges, so that no source is isolated */
        const graph_index v = row[k * entries / SOURCES];
        if (c->sources > 0 && v == c->source[c->sources - 1])
            continue;
        c->source[c->sources++] = v;
        IGRAPH(igraph_vector_int_push_back(&c->vertices, (igraph_integer_t)v));
    }
    IGRAPH(igraph_vs_vector(&c->chosen, &c->vertices));
    free(row);
    free(column);
}

static void contest_on(struct bench *bench, const struct bench_graph *graph, struct bench_mean *means)
{
    struct contest c = {.walks = {.size = sizeof(graph_dense)}};
    c.A = bench_load(graph, &(const graph_read_options){.size = sizeof(graph_read_options),
                                                        .direction = GRAPH_UNDIRECTED,
                                                        .weights = GRAPH_WEIGHTS_DROP,
                                                        .loops = GRAPH_LOOPS_DROP});
    make_peer(&c);
    for (int k = 0; k < ROWS; k++) {
        const int count = rows[k].theirs != NULL ? 2 : 1;
        struct bench_runner runners[2] = {{rows[k].ours, finish_ours, &c, 0, 0, 0},
                                          {rows[k].theirs, NULL, &c, 0, 0, 0}};
        if (!bench_wants(bench, rows[k].name))
            continue;
        bench_race(bench, runners, count);
        rows[k].ours(&c);
        if (rows[k].allowed >= 0)
            compare(&c, rows[k].name, graph->name, rows[k].allowed, rows[k].is_scaled);
        if (rows[k].ours == our_walks)
            compare_walks(&c);
        finish_ours(&c);
        bench_row(bench);
        bench_text(bench, "graph", graph->name);
        bench_text(bench, "what", rows[k].name);
        bench_number(bench, "threads", bench->threads, 0);
        bench_number(bench, "semigraph_ms", runners[0].best_ms, 3);
        bench_number(bench, "igraph_ms", count == 2 ? runners[1].best_ms : NAN, 3);
        bench_number(bench, "ratio", count == 2 ? runners[1].best_ms / runners[0].best_ms : NAN, 2);
        bench_row_end(bench);
        if (count == 2)
            bench_mean_add(&means[k], runners[1].best_ms / runners[0].best_ms, bench_is_full(c.A));
    }
    igraph_destroy(&c.peer);
    igraph_vector_destroy(&c.theirs);
    igraph_vector_int_destroy(&c.walk);
    igraph_vector_int_destroy(&c.vertices);
    igraph_vector_int_destroy(&c.pairs);
    igraph_vs_destroy(&c.chosen);
    graph_matrix_release(&c.A);
    free(c.first);
    free(c.second);
}

int main(int argc, char **argv)
{
    struct bench bench;
    struct bench_mean means[ROWS] = {0};
    char text[BENCH_MEAN_TEXT];
    bench_open(&bench, "centrality", argc, argv);
    BENCH_OK(graph_set_backend(GRAPH_BACKEND_CPU));
    igraph_set_error_handler(igraph_error_handler_printignore);
    igraph_set_warning_handler(igraph_warning_handler_ignore);
    for (int g = 0; g < bench.graph_count; g++)
        contest_on(&bench, &bench.graphs[g], means);
    for (int k = 0; k < ROWS && !bench.is_json; k++)
        if (bench_wants(&bench, rows[k].name) && rows[k].theirs != NULL)
            printf("%s: igraph's time on one thread / ours on %d: %s\n", rows[k].name, bench.threads,
                   bench_mean_text(text, &means[k]));
    return bench_close(&bench);
}
