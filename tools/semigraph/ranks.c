/* See ranks.h.
 *
 * The first rank reads the graph, as the program does without ranks, and its rows go to all; with --as-stored, ids are rows
 * and the ranks read together.  Then all call the functions of semigraph/dist.h. */
#include "ranks.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "output.h"
#include "progress.h"
#include "vertices.h"

#ifdef SEMIGRAPH_PROGRAM_MPI
#include <semigraph/mpi.h>
#endif

static graph_group *group; /* of this process; one thread uses it */

bool ranks_are_many(void) { return group != NULL; }

static bool is_first(void) { return graph_group_rank(group) == 0; }

/* ---- Ranks begin ---- */

/* Only the first rank speaks. */
static bool silence(void)
{
    return is_first() ||
           (freopen("/dev/null", "w", stdout) != NULL && freopen("/dev/null", "w", stderr) != NULL);
}

static bool begin_with(graph_status status, int *exit_status)
{
    if (status == GRAPH_OK && silence())
        return true;
    complain(NULL, "%s", graph_last_error());
    *exit_status = EXIT_FAILED;
    return false;
}

#ifdef SEMIGRAPH_PROGRAM_MPI
/* Whether this process is one of several that an MPI has started. */
static bool is_under_mpi(void)
{
    static const char *const variables[] = {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "PMIX_RANK"};
    for (size_t k = 0; k < sizeof variables / sizeof variables[0]; k++)
        if (getenv(variables[k]) != NULL)
            return true;
    return false;
}

/* The k-th rank of a machine has its k-th GPU, if there is one. */
static graph_status begin_under_mpi(void)
{
    MPI_Comm near;
    int number = 0;
    MPI_Init(NULL, NULL);
    if (MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &near) == MPI_SUCCESS) {
        MPI_Comm_rank(near, &number);
        MPI_Comm_free(&near);
        graph_use_gpu(number);
    }
    return graph_group_create_mpi(&group, MPI_COMM_WORLD, NULL);
}
#endif

bool ranks_begin(int *argc, char ***argv, int *exit_status)
{
    char **const all = *argv;
    const bool is_gpus = *argc > 1 && strcmp(all[1], "--gpus") == 0,
               is_ranks = *argc > 1 && strcmp(all[1], "--ranks") == 0;
    const char *const told = getenv("SEMIGRAPH_RANK");
    char *end = NULL;
    if (!is_gpus && !is_ranks) {
#ifdef SEMIGRAPH_PROGRAM_MPI
        if (is_under_mpi())
            return begin_with(begin_under_mpi(), exit_status);
#endif
        return true;
    }
    const long ranks = *argc > 2 ? strtol(all[2], &end, 10) : 0;
    if (ranks < 1 || ranks > 64 || *end != '\0') {
        complain(NULL, "%s is \"%s\"; expected 1 .. 64", all[1], *argc > 2 ? all[2] : "");
        *exit_status = EXIT_USAGE;
        return false;
    }
    if (told == NULL) {
        if (graph_group_launch(exit_status, (int)ranks, all) == GRAPH_OK)
            return false;
        return begin_with(GRAPH_E_IO, exit_status);
    }
    *argc -= 2;
    *argv += 2;
    const graph_group_options options = {.size = sizeof options,
                                         .links = is_gpus ? GRAPH_LINKS_AUTO : GRAPH_LINKS_NEVER};
    graph_status status = is_gpus ? graph_use_gpu(atoi(told)) : graph_set_backend(GRAPH_BACKEND_CPU);
    if (status == GRAPH_OK)
        status = graph_group_of_launch(&group, &options);
    return begin_with(status, exit_status);
}

int ranks_end(int exit_status)
{
    if (group == NULL)
        return exit_status;
    graph_group_release(&group);
#ifdef SEMIGRAPH_PROGRAM_MPI
    if (is_under_mpi())
        MPI_Finalize();
#endif
    return exit_status;
}

/* ---- The graph ---- */

struct shared {
    struct graph graph; /* of the first rank: ids */
    graph_dist *D;
    graph_index vertices, row; /* row: of --source */
    const struct arguments *arguments;
    struct output output;
    double seconds;
};

static graph_status open_shared(struct shared *s, const struct arguments *arguments, bool has_source)
{
    graph_dist_facts facts = {.size = sizeof facts};
    const bool is_together = !arguments->read.is_compact && !arguments->read.is_compact_list &&
                             !arguments->is_labelled && strcmp(arguments->file, "-") != 0;
    graph_status status = GRAPH_OK;
    *s = (struct shared){.arguments = arguments, .output = output_begin(arguments)};
    if (is_together) {
        status = graph_dist_read(&s->D, group, arguments->file, &arguments->read);
        s->graph.vertices = 0;
    } else {
        status = graph_group_agree(group, is_first() ? graph_open(&s->graph, arguments) : GRAPH_OK);
        if (status == GRAPH_OK)
            status = graph_dist_scatter(&s->D, group, s->graph.A, 0, GRAPH_CUT_WORK);
        graph_matrix_release(&s->graph.A);
    }
    if (status == GRAPH_OK)
        status = graph_dist_get_facts(&facts, s->D);
    s->vertices = s->graph.vertices = facts.rows;
    if (status == GRAPH_OK && has_source) {
        status = is_first() ? graph_source(&s->row, &s->graph, arguments) : GRAPH_OK;
        status = graph_group_agree(group, status);
    }
    return status == GRAPH_OK ? graph_group_broadcast(group, &s->row, sizeof s->row, 0) : status;
}

static void close_shared(struct shared *s)
{
    graph_dist_release(&s->D);
    graph_close(&s->graph);
}

/* ---- Commands ---- */

static void say_levels(struct shared *s, const int64_t *level)
{
    uint64_t *count = calloc(s->vertices + 1, sizeof *count), reached = 0;
    size_t levels = 0;
    for (graph_index v = 0; count != NULL && v < s->vertices; v++)
        if (level[v] >= 0) {
            reached++;
            count[level[v]]++;
            levels = (size_t)level[v] >= levels ? (size_t)level[v] + 1 : levels;
        }
    graph_output_id(&s->output, "source", &s->graph, s->row);
    output_integer(&s->output, "reached", reached);
    output_integers(&s->output, "levels", count, count != NULL ? levels : 0);
    free(count);
}

static graph_status run_bfs(struct shared *s)
{
    const graph_bfs_options options = {.size = sizeof options,
                                       .is_reversed = s->arguments->is_reverse,
                                       .has_max_depth = s->arguments->has_depth,
                                       .max_depth = s->arguments->depth};
    graph_vector *level = NULL;
    int64_t *at = NULL;
    const double start = clock_seconds();
    graph_status status = graph_dist_bfs(&level, NULL, s->D, s->row, &options);
    s->seconds = clock_seconds() - start;
    if (status == GRAPH_OK)
        status = values_of(&at, level, s->vertices);
    if (status == GRAPH_OK)
        say_levels(s, at);
    graph_free(at);
    graph_vector_release(&level);
    return status;
}

static graph_status run_triangles(struct shared *s)
{
    uint64_t triangles = 0;
    const double start = clock_seconds();
    const graph_status status = graph_dist_triangles(&triangles, s->D, NULL);
    s->seconds = clock_seconds() - start;
    output_integer(&s->output, "triangles", triangles);
    return status;
}

static graph_status run_clustering(struct shared *s)
{
    graph_clustering_facts facts = {.size = sizeof facts};
    const double start = clock_seconds();
    const graph_status status = graph_dist_clustering(NULL, &facts, s->D, NULL);
    s->seconds = clock_seconds() - start;
    output_real(&s->output, "transitivity", facts.transitivity);
    output_real(&s->output, "average_clustering", facts.mean);
    output_integer(&s->output, "triangles", facts.triangles);
    return status;
}

/* The vertices of the largest component. */
static graph_status largest_of(uint64_t *largest, const graph_vector *component, graph_index vertices)
{
    int64_t *of = NULL, *size = calloc(vertices + 1, sizeof *size);
    graph_status status = size == NULL ? GRAPH_E_MEMORY : values_of(&of, component, vertices);
    *largest = 0;
    for (graph_index v = 0; status == GRAPH_OK && v < vertices; v++)
        if ((uint64_t)++size[of[v]] > *largest)
            *largest = (uint64_t)size[of[v]];
    free(size);
    graph_free(of);
    return status;
}

static graph_status run_components(struct shared *s)
{
    graph_vector *weak = NULL, *strong = NULL;
    graph_index count[2] = {0, 0};
    uint64_t largest[2] = {0, 0};
    const double start = clock_seconds();
    graph_status status = graph_dist_weak_components(&weak, &count[0], s->D, NULL);
    if (status == GRAPH_OK)
        status = graph_dist_strong_components(&strong, &count[1], s->D, NULL);
    s->seconds = clock_seconds() - start;
    if (status == GRAPH_OK)
        status = largest_of(&largest[0], weak, s->vertices);
    if (status == GRAPH_OK)
        status = largest_of(&largest[1], strong, s->vertices);
    if (status == GRAPH_OK) {
        output_integer(&s->output, "weak_components", count[0]);
        output_integer(&s->output, "largest_weak_component", largest[0]);
        output_integer(&s->output, "strong_components", count[1]);
        output_integer(&s->output, "largest_strong_component", largest[1]);
    }
    graph_vector_release(&weak);
    graph_vector_release(&strong);
    return status;
}

static graph_status run_closure(struct shared *s)
{
    const graph_closure_options options = {.size = sizeof options,
                                           .is_reflexive = s->arguments->is_reflexive};
    uint64_t pairs = 0;
    const double start = clock_seconds();
    const graph_status status = graph_dist_closure_count(&pairs, s->D, &options);
    s->seconds = clock_seconds() - start;
    output_integer(&s->output, "pairs", pairs);
    return status;
}

static graph_status run_sssp(struct shared *s)
{
    graph_vector *distance = NULL;
    graph_index reached = 0;
    graph_scalar most = graph_int64(0), sum = graph_int64(0);
    graph_type type = GRAPH_FP64;
    const double start = clock_seconds();
    graph_status status = s->arguments->is_weighted ? graph_dist_sssp(&distance, NULL, s->D, s->row, NULL)
                                                    : graph_dist_bfs(&distance, NULL, s->D, s->row, NULL);
    s->seconds = clock_seconds() - start;
    if (status == GRAPH_OK)
        status = graph_vector_entries(&reached, distance);
    if (status == GRAPH_OK)
        status = graph_vector_type(&type, distance);
    type = type == GRAPH_FP64 || type == GRAPH_FP32 ? GRAPH_FP64 : GRAPH_INT64;
    if (status == GRAPH_OK)
        status = graph_vector_reduce(&most, type, GRAPH_MAX, distance, NULL);
    if (status == GRAPH_OK)
        status = graph_vector_reduce(&sum, type, GRAPH_PLUS, distance, NULL);
    if (status == GRAPH_OK) {
        graph_output_id(&s->output, "source", &s->graph, s->row);
        output_integer(&s->output, "reached", reached);
        output_scalar(&s->output, "max_distance", most);
        output_scalar(&s->output, "sum_distance", sum);
    }
    graph_vector_release(&distance);
    return status;
}

static graph_status run_square(struct shared *s)
{
    const graph_semiring *semiring = s->arguments->semiring;
    graph_dist *C = NULL;
    graph_dist_facts facts = {.size = sizeof facts};
    graph_scalar sum = graph_int64(0);
    if (semiring == NULL)
        semiring = graph_semiring_builtin(GRAPH_PLUS_TIMES, GRAPH_FP64);
    const graph_type type = graph_semiring_type(semiring);
    graph_status status = graph_dist_create(&C, group, type, s->vertices, s->vertices);
    const double start = clock_seconds();
    if (status == GRAPH_OK)
        status = graph_dist_mxm(C, NULL, GRAPH_NO_OP, semiring, s->D, s->D, NULL);
    s->seconds = clock_seconds() - start;
    if (status == GRAPH_OK)
        status = graph_dist_get_facts(&facts, C);
    if (status == GRAPH_OK)
        status = graph_dist_reduce(&sum, type == GRAPH_FP32 || type == GRAPH_FP64 ? GRAPH_FP64 : GRAPH_INT64,
                                   GRAPH_PLUS, C, NULL);
    if (status == GRAPH_OK) {
        output_integer(&s->output, "entries", facts.entries);
        output_scalar(&s->output, "sum", sum);
    }
    graph_dist_release(&C);
    return status;
}

/* The vertex with the largest value, the first of several, and that value. */
static graph_status say_largest(struct shared *s, const graph_vector *v)
{
    graph_index count = s->vertices, largest = 0;
    double *value = NULL;
    graph_status status = GRAPH_NEW(value, count);
    if (status == GRAPH_OK)
        status = graph_vector_extract_tuples(NULL, value, GRAPH_FP64, &count, v);
    for (graph_index k = 1; status == GRAPH_OK && k < count; k++)
        largest = value[k] > value[largest] ? k : largest;
    if (status == GRAPH_OK && count > 0) {
        graph_output_id(&s->output, "largest", &s->graph, largest);
        output_real(&s->output, "largest_value", value[largest]);
    }
    graph_free(value);
    return status;
}

static graph_status run_pagerank(struct shared *s)
{
    graph_pagerank_report report = {.size = sizeof report};
    const graph_pagerank_options options = {
        .size = sizeof options, .is_weighted = s->arguments->is_weighted, .report = &report};
    graph_vector *rank = NULL;
    const double start = clock_seconds();
    graph_status status = graph_dist_pagerank(&rank, s->D, &options);
    s->seconds = clock_seconds() - start;
    if (status == GRAPH_OK) {
        output_integer(&s->output, "rounds", report.rounds);
        output_real(&s->output, "residual", report.residual);
        output_boolean(&s->output, "converged", report.has_converged);
        output_integer(&s->output, "dangling", report.dangling);
        status = say_largest(s, rank);
    }
    graph_vector_release(&rank);
    return status;
}

static const struct {
    const char *name;
    graph_status (*run)(struct shared *s);
    bool has_source;
} forms[] = {{"bfs", run_bfs, true},
             {"triangles", run_triangles, false},
             {"clustering", run_clustering, false},
             {"components", run_components, false},
             {"closure", run_closure, false},
             {"sssp", run_sssp, true},
             {"square", run_square, false},
             {"pagerank", run_pagerank, false}};
enum { FORMS = sizeof forms / sizeof forms[0] };

graph_status ranks_run(const struct arguments *arguments)
{
    struct shared s;
    int k = 0;
    while (k < FORMS && strcmp(forms[k].name, arguments->command) != 0)
        k++;
    if (k == FORMS) {
        complain(arguments->command,
                 "it has no form for many ranks; bfs, triangles, clustering, components, closure, "
                 "sssp, square and pagerank have one");
        return GRAPH_E_NOT_SUPPORTED;
    }
    if (arguments->per_vertex != NULL || arguments->plot != NULL || arguments->is_verified ||
        arguments->sources != NULL || arguments->method != NULL || arguments->has_end) {
        complain(arguments->command,
                 "--per-vertex, --plot, --verify, --sources, --method and --target are not for many "
                 "ranks");
        return GRAPH_E_NOT_SUPPORTED;
    }
    graph_status status = open_shared(&s, arguments, forms[k].has_source);
    if (status == GRAPH_OK)
        status = forms[k].run(&s);
    if (status == GRAPH_OK)
        output_end(&s.output, s.seconds);
    close_shared(&s);
    return status;
}
