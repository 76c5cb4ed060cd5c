/* The program semigraph: the library's main jobs from the command line.
 *
 * Exit status: 0; 1 for bad usage; 2 for a failed operation; 128 and the signal's number after SIGINT, SIGTERM or SIGHUP;
 * with one line on the error stream unless it is 0. */
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "commands.h"
#include "interrupt.h"
#include "ranks.h"
#include "similar.h"

#define FILE_TEXT                                                                                            \
    "FILE is plain or gzip; - is the standard input.  Formats: edge lists as of SNAP, Matrix Market, "       \
    "DIMACS .gr,\n"                                                                                          \
    "METIS .graph, and the library's own binary format, told apart by content and then by suffix.\n"         \
    "IDs count from 0: vertex 1 of a Matrix Market, DIMACS or METIS file is 0 here."

static const struct command commands[] = {
    {"info", " FILE", "Prints what a file holds.",
     FILE_TEXT
     "\n\nPrints rows, cols, entries, format (of the file), type (of the values); of a square matrix "
     "vertices_with_edges,\n"
     "undirected_edges (pairs u != v that are joined), mean_degree (2 undirected_edges / rows); self_loops "
     "(entries (v, v)),\n"
     "duplicates (edges of the file that repeat an earlier one), symmetric, max_degree (most entries in a "
     "row), seconds\n"
     "(of loading and examining).\n"
     "--plot draws how many rows have how many entries.",
     command_info},
    {"bfs", " FILE --source ID | --sources LIST",
     "Walks the graph from a vertex, breadth first, along its edges.",
     FILE_TEXT
     "\n\nPrints source, reached (vertices), levels (vertices at distance 0, 1, ...), seconds (of the "
     "walk);\n"
     "under --verify also verified.  With --sources: sources, reached and eccentricity (of each source),\n"
     "levels (of all together), seconds.  --per-vertex writes id, level and parent of the vertices reached.\n"
     "IDs are always those that the file uses.",
     command_bfs},
    {"triangles", " FILE", "Counts the triangles.",
     FILE_TEXT
     "\n\nThe graph is taken as undirected and simple: directions, self-loops and repeated edges "
     "do not count.\n"
     "Prints triangles, seconds (of counting).  --per-vertex writes each id and the triangles there.",
     command_triangles},
    {"clustering", " FILE", "Computes clustering coefficients and transitivity.",
     FILE_TEXT
     "\n\nThe graph is taken as undirected and simple, as by triangles.  The coefficient of a vertex is the "
     "share of\npairs of its neighbours that are neighbours, 0 if there is no pair; the transitivity is that "
     "share for all\nvertices together.\n"
     "Prints transitivity, average_clustering (of all vertices), triangles, seconds.  --per-vertex writes "
     "id,\n"
     "coefficient and triangles.",
     command_clustering},
    {"components", " FILE", "Finds weak and strong components.",
     FILE_TEXT "\n\nPrints weak_components, largest_weak_component (its vertices), strong_components,\n"
               "largest_strong_component, seconds.  --per-vertex writes id, weak component and strong "
               "component, counted "
               "from 0\nin the order of their smallest vertices.",
     command_components},
    {"closure", " FILE", "Finds which vertices can be reached from which.",
     FILE_TEXT "\n\nPrints pairs (ordered pairs (u, v) with a path of one edge or more from u to v; u = v "
               "counts if u lies "
               "on a\ncycle, and always under --reflexive), components (strong ones), largest_component (its "
               "vertices), "
               "seconds.",
     command_closure},
    {"sssp", " FILE --source ID", "Finds the distances from a vertex.",
     FILE_TEXT
     "\n\nPrints source, reached (vertices, the source included), max_distance, sum_distance, seconds.\n"
     "--per-vertex writes id and distance of the vertices reached.  Negative weights are allowed, negative "
     "cycles not.",
     command_sssp},
    {"apsp", " FILE", "Finds the distances between all pairs of vertices.",
     FILE_TEXT
     "\n\nPrints reachable_pairs (ordered pairs (u, v), u != v, with a path; u among --sources if given), "
     "max_distance,\nsum_distance (over these pairs; rounded to a real number if it is an integer beyond 64 "
     "bits), "
     "seconds.\nIn the file of --out unreachable is inf, or "
     "the largest value of an\ninteger type: int32 for numbers of edges, int64 for integer weights.",
     command_apsp},
    {"path", " FILE U V", "Finds a shortest path from one vertex to another.",
     FILE_TEXT
     "\n\nPrints source, target, distance (JSON null if there is no path), path (its vertices, both ends "
     "included; empty\nif there is none), seconds.",
     command_path},
    {"square", " FILE", "Multiplies the matrix of the graph with itself.",
     FILE_TEXT "\n\nPrints entries (of the square), products (multiplications done), sum (of all values of "
               "the square;\n"
               "JSON null if it is not finite), seconds (of the product).",
     command_square},
    {"degrees", " FILE", "Counts the vertices of each degree.",
     FILE_TEXT "\n\nPrints a line for each degree that occurs: degree, out (vertices with so many entries in "
               "their row), in "
               "(in their\n"
               "column), with tabs between.  --per-vertex writes each id and the entries of its row and "
               "column.  --plot draws\n"
               "how many vertices have each degree, and that degree or more.",
     command_degrees},
    {"spy", " FILE --plot SVG", "Draws where the entries of the matrix are.",
     FILE_TEXT
     "\n\nThe matrix is cut in at most 120 x 120 cells; the more entries one has, the darker it is.\n"
     "Prints rows, cols, entries, cells_down, cells_across, most_in_cell (entries), seconds (of counting).",
     command_spy},
    {"report", " FILE --html HTML", "Writes a page about a graph.",
     FILE_TEXT
     "\n\nOne HTML file without references to others: sizes, degrees, components, cores, triangles and "
     "clustering, "
     "distances,\ncentral vertices, a picture of the matrix, and the time that each took.  Distances are "
     "taken from all "
     "vertices,\nor from --samples N of them.\n"
     "Prints rows, cols, entries, sections (of the page), seconds (of all the work).",
     command_report},
    {"cores", " FILE", "Finds the core numbers of vertices.",
     FILE_TEXT
     "\n\nThe graph is taken as undirected and simple, as by triangles.  The core number of a vertex is the "
     "largest k\nso that it is in a set of vertices that each have k neighbours in the set.\nPrints "
     "degeneracy (the largest core number), seconds.  --per-vertex writes each id and its core number.",
     command_cores},
    {"trusses", " FILE", "Finds the truss numbers of edges.",
     FILE_TEXT "\n\nThe graph is taken as undirected and simple, as by triangles.  The truss number of an "
               "edge is the largest k\nso that it is in a set of edges that each are in k - 2 triangles of "
               "the set.\nPrints edges, largest_truss, seconds.",
     command_trusses},
    {"louvain", " FILE", "Finds communities by the method of Louvain.",
     FILE_TEXT
     "\n\nThe weight between two vertices is that of the edges in both directions, 1 each without --weights. "
     " The\ncommunities are the same in every run and connected.\nPrints communities, modularity, seconds.  "
     "--per-vertex writes each id and the number of its community, counted from 0.",
     command_louvain},
    {"leiden", " FILE", "Finds communities by the method of Leiden.",
     FILE_TEXT
     "\n\nThe weight between two vertices is that of the edges in both directions, 1 each without --weights. "
     " The\ncommunities are the same in every run and connected.\nPrints communities, modularity, seconds.  "
     "--per-vertex writes each id and the number of its community, counted from 0.",
     command_leiden},
    {"labels", " FILE", "Propagates labels by the rule of LDBC Graphalytics.",
     FILE_TEXT "\n\nAt first the label of a vertex is its id; ten times all take the label that most "
               "neighbours have, the smallest of\nthose.  Prints rounds (until nothing changed, at most "
               "ten), seconds.  --per-vertex writes each id and its label.",
     command_labels},
    {"forest", " FILE", "Finds the spanning forest of least weight.",
     FILE_TEXT "\n\nThe graph is taken as undirected and simple, as by triangles.  Edges weigh 1 without "
               "--weights.\nPrints edges, trees, weight, seconds.",
     command_forest},
    {"independent-set", " FILE", "Finds a maximal independent set.",
     FILE_TEXT "\n\nThe graph is taken as undirected and simple, as by triangles.\nPrints members, seconds.  "
               "--per-vertex writes each id and 1 for members, 0 for others.",
     command_independent_set},
    {"coloring", " FILE", "Colours vertices so that neighbours differ.",
     FILE_TEXT "\n\nThe graph is taken as undirected and simple, as by triangles.\nPrints colors, seconds.  "
               "--per-vertex writes each id and its colour, counted from 0.",
     command_coloring},
    {"matching", " FILE", "Finds a maximal matching.",
     FILE_TEXT
     "\n\nThe graph is taken as undirected and simple, as by triangles.  Heavier edges come first with "
     "--weights.\nPrints edges, seconds.  --per-vertex writes each id and the id of its mate, or -1.",
     command_matching},
    {"pagerank", " FILE", "Ranks vertices by PageRank.",
     FILE_TEXT
     "\n\nDamping 0.85; rounds go on until ranks change by 1e-10 in all.  Walks begin anew everywhere, or at "
     "--sources.\n"
     "Prints rounds, residual (of the last one), converged, dangling (vertices without edges out), largest "
     "(the "
     "id of\nthe vertex with the largest rank), largest_value, seconds; under --verify also verified.  "
     "--per-vertex writes\nid and rank.",
     command_pagerank},
    {"betweenness", " FILE", "Finds how many shortest paths lead through vertices.",
     FILE_TEXT
     "\n\nFor each vertex the sum over pairs of others of the share of their shortest paths that lead "
     "through "
     "it; pairs\ncount once if the graph is undirected.  Paths begin everywhere, or at --sources.\n"
     "Prints sources, undirected, largest (the id of the vertex with the largest value), largest_value, "
     "work_bytes\n(memory reserved for the work), seconds; under --verify also verified.  --per-vertex "
     "writes id "
     "and value.",
     command_betweenness},
    {"closeness", " FILE", "Finds closeness, harmonic centrality and eccentricity.",
     FILE_TEXT "\n\nFrom each vertex, or from --sources: the number of vertices reached over the sum of "
               "their distances, the "
               "sum of\n1 / distance, and the largest distance.\n"
               "Prints sources, largest (the id of the vertex with the largest closeness), largest_value, "
               "largest_eccentricity,\nsmallest_eccentricity, seconds; under --verify also verified.  "
               "--per-vertex writes "
               "id and the three.",
     command_closeness},
    {"hits", " FILE", "Finds hubs and authorities by HITS.",
     FILE_TEXT
     "\n\nA good authority has edges from good hubs, a good hub edges to good authorities; each add up to "
     "1.\n"
     "Prints rounds, residual (of the last one), converged, largest (the id of the best authority), "
     "largest_value,\nseconds; under --verify also verified.  --per-vertex writes id, authority and hub.",
     command_hits},
    {"eigenvector", " FILE", "Finds eigenvector centrality.",
     FILE_TEXT
     "\n\nThe eigenvector of the largest eigenvalue of the transposed matrix, of Euclidean norm 1.\n"
     "Prints rounds, residual (of the last one), converged, largest (the id of the vertex with the largest "
     "value), "
     "\nlargest_value, seconds; under --verify also verified.  --per-vertex writes id and value.",
     command_eigenvector},
    {"katz", " FILE", "Finds Katz centrality.",
     FILE_TEXT "\n\nThe sum of the paths that end at a vertex, a path of k edges counting alpha^k; alpha has "
               "to be below 1 over "
               "the\nlargest eigenvalue.\n"
               "Prints rounds, residual (of the last one), converged, largest (the id of the vertex with the "
               "largest value), "
               "\nlargest_value, seconds; under --verify also verified.  --per-vertex writes id and value.",
     command_katz},
    {"similarity", " FILE", "Finds vertices that are similar by their neighbours.",
     FILE_TEXT "\n\nPairs with a common neighbour are compared by the edges out of both.\n"
               "Prints pairs (ordered ones), largest (the ids of the most similar pair), largest_value, "
               "seconds; under --verify "
               "also\nverified.",
     command_similarity},
    {"walks", " FILE", "Walks at random.",
     FILE_TEXT "\n\nA walk follows edges until it has made its steps or no edge leads on.  The walks of a "
               "vertex depend on "
               "the\nseed, the vertex and the graph alone.\nPrints walks, steps (of all walks), seconds; "
               "under --verify also "
               "verified.",
     command_walks},
    {"order", " FILE", "Orders vertices so that every edge leads onward.",
     FILE_TEXT "\n\nBy level, the most edges on a path that ends there, and within a level by id.  A graph "
               "with a cycle has no "
               "order.\nPrints vertices, levels, seconds; under --verify also verified.  --per-vertex writes "
               "id, place and "
               "level.",
     command_order},
    {"generate", " CLASS OUT", "Makes a graph and writes it to OUT.",
     "Classes: rmat (the Kronecker graphs of Graph500), uniform (edges between random vertices), small-world "
     "(of "
     "Watts and\nStrogatz), preferential (of Barabasi and Albert), grid, complete, path, star, tree.  A "
     "graph depends "
     "on the class,\nits sizes and the seed alone.  OUT is as in convert.  Prints rows, cols, entries, "
     "seconds.",
     command_generate},
    {"convert", " FILE OUT", "Reads a graph and writes it to OUT.",
     FILE_TEXT
     "\n\nOUT - is the standard output.  Suffixes of OUT: .mtx Matrix Market, .gr DIMACS, .graph "
     "METIS, .sgb\n"
     "binary, .txt .tsv .csv .el .edges or none an edge list, with commas if .csv; .gz behind any of them "
     "compresses.",
     command_convert},
    {"semirings", "", "Lists the built-in semirings.", "The names say add_multiply_type.", command_semirings},
    {"methods", "", "Lists the methods of a product.",
     "Prints for each method its name, how it computes a product, where it runs, what it applies to, and "
     "where it was\n"
     "published.  'semigraph square FILE --method NAME' uses one.",
     command_methods},
};
enum { COMMAND_COUNT = sizeof commands / sizeof commands[0] };

const struct command *command_at(int k) { return k < COMMAND_COUNT ? &commands[k] : NULL; }

static void print_help(void)
{
    puts("usage: semigraph COMMAND [FILE] [options]\n\nSparse products over any semiring, and graph "
         "algorithms.\n\n"
         "commands:");
    for (int k = 0; k < COMMAND_COUNT; k++)
        printf("  %-12s %s\n", commands[k].name, commands[k].summary);
    puts("\n'semigraph --gpus N COMMAND ...' runs on N GPUs, 'semigraph --ranks N COMMAND ...' in N "
         "processes:");
    for (int k = 0; ranks_command_at(k) != NULL; k++)
        printf("%s%s", k == 0 ? "" : ", ", ranks_command_at(k));
    puts(".");
    puts("\n'semigraph COMMAND --help' tells more; 'semigraph --version' prints the version.\n"
         "'semigraph completion SHELL' prints the script that completes words in bash, zsh or fish.\n"
         "GRAPH_BACKEND=cpu or cuda in the environment says where to run; GRAPH_LOG=1 shows what ran where.\n"
         "Exit status: 0, 1 for bad usage, 2 for a failed operation, 128 + N after signal N.");
}

/* The command that a misspelt name may mean, or NULL. */
static const char *similar_command(const char *name)
{
    struct similar similar = {.word = name};
    for (int k = 0; k < COMMAND_COUNT; k++)
        similar_offer(&similar, commands[k].name);
    return similar.best;
}

static const struct command *find_command(const char *name)
{
    for (int k = 0; k < COMMAND_COUNT; k++)
        if (strcmp(commands[k].name, name) == 0)
            return &commands[k];
    return NULL;
}

/* Says in one line why a command failed, and on which file; what fails in reading or writing says that itself. */
static void explain(const struct command *command, const char *file, graph_status status)
{
    const char *reason = graph_last_error()[0] != '\0' ? graph_last_error() : graph_status_text(status);
    if (file != NULL && strcmp(file, "-") == 0)
        file = "standard input";
    if (file == NULL || status == GRAPH_E_IO || status == GRAPH_E_DEVICE ||
        strncmp(reason, file, strlen(file)) == 0)
        complain(command->name, "%s", reason);
    else
        complain(command->name, "%s: %s", file, reason);
}

/* Three quarters of what the machine, the container or the process may have. */
static uint64_t default_memory(void)
{
    static const char *const containers[] = {"/sys/fs/cgroup/memory.max",
                                             "/sys/fs/cgroup/memory/memory.limit_in_bytes"};
    unsigned long long bytes =
        (unsigned long long)sysconf(_SC_PHYS_PAGES) * (unsigned long)sysconf(_SC_PAGESIZE);
    struct rlimit limit;
    if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur < bytes) /* RLIM_INFINITY is the largest number */
        bytes = limit.rlim_cur;
    for (size_t k = 0; k < sizeof containers / sizeof containers[0]; k++) {
        unsigned long long most;
        FILE *file = fopen(containers[k], "r");
        if (file != NULL && fscanf(file, "%llu", &most) == 1 && most < bytes)
            bytes = most;
        if (file != NULL)
            fclose(file);
    }
    return bytes / 4 * 3;
}

/* Runs a command. */
static int run(const struct command *command, const struct arguments *arguments)
{
    graph_status status = graph_set_threads(arguments->threads);
    const uint64_t most = arguments->most_memory > 0 ? arguments->most_memory : default_memory();
    graph_set_memory(most / (uint64_t)ranks_here());
    if (status == GRAPH_OK)
        status = ranks_are_many() ? ranks_run(arguments) : command->run(arguments);
    if (status == GRAPH_E_CANCELLED) {
        complain(command->name, "interrupted");
        return 128 + interrupt_signal();
    }
    if (status < 0)
        explain(command, arguments->file, status);
    return status < 0 ? EXIT_FAILED : EXIT_DONE;
}

int main(int argc, char **argv)
{
    int exit_status = EXIT_DONE;
    struct arguments arguments;
    interrupt_watch();
    signal(SIGXFSZ, SIG_IGN); /* a file that gets too large is a failed write, with a sentence */
    if (!ranks_begin(&argc, &argv, &exit_status))
        return exit_status;
    const char *name = argc > 1 ? argv[1] : NULL;
    const struct command *command = name != NULL ? find_command(name) : NULL;

    if (name != NULL &&
        (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0 || strcmp(name, "help") == 0)) {
        print_help();
    } else if (name != NULL && (strcmp(name, "--version") == 0 || strcmp(name, "version") == 0)) {
        printf("semigraph %s\n", graph_version());
    } else if (name != NULL && strcmp(name, "completion") == 0) {
        exit_status = print_completion(argc == 3 ? argv[2] : NULL);
    } else if (command == NULL) {
        if (name == NULL)
            complain(NULL, "a command is missing; 'semigraph --help' lists them");
        else if (similar_command(name) != NULL)
            complain(NULL, "\"%s\" is not a command; did you mean %s?  'semigraph --help' lists them", name,
                     similar_command(name));
        else
            complain(NULL, "\"%s\" is not a command; 'semigraph --help' lists them", name);
        exit_status = EXIT_USAGE;
    } else if (arguments_read(&arguments, command, argc - 1, argv + 1, &exit_status)) {
        exit_status = run(command, &arguments);
    }
    if ((fflush(stdout) != 0 || ferror(stdout)) && exit_status == EXIT_DONE) {
        complain(name, "the standard output cannot be written");
        exit_status = EXIT_FAILED;
    }
    return ranks_end(exit_status);
}
