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

#include "ranks_commands.h"

#ifdef SEMIGRAPH_PROGRAM_MPI
#include <semigraph/mpi.h>
#endif

static graph_group *group; /* of this process; one thread uses it */
static int here = 1;       /* ranks on this machine */

bool ranks_are_many(void) { return group != NULL; }

int ranks_here(void) { return here; }

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
        MPI_Comm_size(near, &here);
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
    here = (int)ranks;
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

/* The rows of --sources, which the first rank finds. */
static graph_status open_sources(struct shared *s)
{
    graph_status status = GRAPH_OK;
    if (is_first())
        status = graph_rows(&s->source, &s->sources, &s->graph, s->arguments->sources, s->arguments);
    status = graph_group_agree(group, status);
    if (status == GRAPH_OK)
        status = graph_group_broadcast(group, &s->sources, sizeof s->sources, 0);
    if (status == GRAPH_OK && !is_first()) {
        s->source = malloc(s->sources * sizeof *s->source);
        if (s->source == NULL)
            status = GRAPH_E_MEMORY;
    }
    status = graph_group_agree(group, status);
    return status == GRAPH_OK ? graph_group_broadcast(group, s->source, s->sources * sizeof *s->source, 0)
                              : status;
}

static graph_status open_shared(struct shared *s, const struct arguments *arguments, bool has_source)
{
    graph_dist_facts facts = {.size = sizeof facts};
    const bool is_together = !arguments->read.is_compact && !arguments->read.is_compact_list &&
                             !arguments->is_labelled && strcmp(arguments->file, "-") != 0;
    graph_status status = GRAPH_OK;
    *s = (struct shared){.group = group, .arguments = arguments, .output = output_begin(arguments)};
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
    if (status == GRAPH_OK)
        status = graph_group_broadcast(group, &s->row, sizeof s->row, 0);
    return status == GRAPH_OK && arguments->sources != NULL ? open_sources(s) : status;
}

static void close_shared(struct shared *s)
{
    graph_dist_release(&s->D);
    graph_close(&s->graph);
    free(s->source);
}

/* ---- Commands ---- */

static const struct {
    const char *name;
    graph_status (*run)(struct shared *s);
} forms[] = {{"bfs", ranks_bfs},
             {"triangles", ranks_triangles},
             {"clustering", ranks_clustering},
             {"components", ranks_components},
             {"closure", ranks_closure},
             {"sssp", ranks_sssp},
             {"apsp", ranks_apsp},
             {"square", ranks_square},
             {"pagerank", ranks_pagerank},
             {"betweenness", ranks_betweenness}};
enum { FORMS = sizeof forms / sizeof forms[0] };

const char *ranks_command_at(int k) { return k < FORMS ? forms[k].name : NULL; }

graph_status ranks_run(const struct arguments *arguments)
{
    struct shared s;
    int k = 0;
    while (k < FORMS && strcmp(forms[k].name, arguments->command) != 0)
        k++;
    if (k == FORMS) {
        complain(arguments->command,
                 "it has no form for many ranks; 'semigraph --help' lists the commands that have one");
        return GRAPH_E_NOT_SUPPORTED;
    }
    if (arguments->plot != NULL || arguments->out != NULL || arguments->is_verified ||
        arguments->method != NULL || arguments->has_end) {
        complain(arguments->command, "--plot, --out, --verify, --method and --target are not for many ranks");
        return GRAPH_E_NOT_SUPPORTED;
    }
    graph_status status = open_shared(&s, arguments, arguments->has_source);
    if (status == GRAPH_OK && is_first())
        status = table_open(&s.table, arguments->per_vertex, arguments);
    status = graph_group_agree(group, status);
    if (status == GRAPH_OK)
        status = forms[k].run(&s);
    graph_explain_cycle(&s.graph, status, arguments);
    status = graph_group_agree(group, table_end(&s.table, arguments, status));
    if (status == GRAPH_OK)
        output_end(&s.output, s.seconds);
    close_shared(&s);
    return status;
}
