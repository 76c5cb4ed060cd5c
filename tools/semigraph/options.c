/* See options.h. */
#include "options.h"

#include <stddef.h>
#include <string.h>

/* In the order of the bits. */
static const char *const command_names[] = {
    "info",      "bfs",         "triangles",       "square",   "convert",
    "semirings", "clustering",  "components",      "closure",  "sssp",
    "apsp",      "path",        "methods",         "degrees",  "spy",
    "report",    "cores",       "trusses",         "louvain",  "leiden",
    "labels",    "forest",      "independent-set", "coloring", "matching",
    "pagerank",  "betweenness", "closeness",       "hits",     "eigenvector",
    "katz",      "similarity",  "walks",           "order",    "generate"};

command_set bit_of(const char *command)
{
    for (int k = 0; k < (int)(sizeof command_names / sizeof command_names[0]); k++)
        if (strcmp(command_names[k], command) == 0)
            return (command_set)1 << k;
    return 0;
}

const struct option_row option_rows[] = {
    {OPTION_SOURCE, BFS | SSSP, "source", "ID", "the vertex to start from"},
    {OPTION_SOURCES, BFS | APSP, "sources", "LIST",
     "the vertices to start from: a file of ids, or ids with commas between"},
    {OPTION_SOURCES, PAGERANK, "sources", "LIST",
     "the vertices where walks begin: a file of ids, or ids with commas between; all if not given"},
    {OPTION_SOURCES, BETWEENNESS | CLOSENESS, "sources", "LIST",
     "the vertices where paths begin: a file of ids, or ids with commas between; all if not given"},
    {OPTION_SOURCES, WALKS, "sources", "LIST",
     "the vertices where walks begin: a file of ids, or ids with commas between; all if not given"},
    {OPTION_TARGET, BFS, "target", "ID", "stop at the level of this vertex"},
    {OPTION_DEPTH, BFS, "max-depth", "N", "stop at level N"},
    {OPTION_REVERSE, BFS | CLOSENESS, "reverse", NULL, "walk edges from their end to their start"},
    {OPTION_VERIFY, BFS, "verify", NULL, "check levels and parents by the rules of Graph500"},
    {OPTION_VERIFY, STRUCTURE, "verify", NULL, "check the result from its definition"},
    {OPTION_VERIFY, CENTRALITIES, "verify", NULL, "check the results by their definitions"},
    {OPTION_VERIFY, SIMILARITY | WALKS | ORDER, "verify", NULL, "check the result from its definition"},
    {OPTION_REFLEXIVE, CLOSURE, "reflexive", NULL, "every vertex reaches itself, also without a cycle"},
    {OPTION_OUT, APSP, "out", "NPY",
     "write the distances to a file of NumPy's format, a row for each source"},
    {OPTION_OUT, SIMILARITY, "out", "OUT",
     "write a line for each pair: its two ids and the value; commas if OUT ends in .csv"},
    {OPTION_OUT, WALKS, "out", "OUT",
     "write a line for each walk: the ids of its vertices; commas if OUT ends in .csv"},
    {OPTION_PER_VERTEX,
     BFS | TRIANGLES | CLUSTERING | COMPONENTS | SSSP | DEGREES | OF_VERTICES | CENTRALITIES | ORDER,
     "per-vertex", "OUT",
     "write a line for each vertex: its id and its results; commas if OUT ends in .csv, else tabs"},
    {OPTION_PLOT, INFO | BFS | SSSP | APSP | DEGREES, "plot", "SVG",
     "draw the distribution of degrees, levels or distances"},
    {OPTION_PLOT, CORES | COMMUNITIES, "plot", "SVG",
     "draw how many vertices or communities have which core number or size"},
    {OPTION_PLOT, CENTRALITIES, "plot", "SVG", "draw the values of the vertices by rank"},
    {OPTION_PLOT, SPY, "plot", "SVG", "the picture to write; - is the standard output"},
    {OPTION_HTML, REPORT, "html", "HTML", "the page to write; - is the standard output"},
    {OPTION_SAMPLES, REPORT, "samples", "N",
     "vertices from which distances are taken, at random but the same each time; 256 if not given"},
    {OPTION_SEMIRING, SQUARE, "semiring", "NAME",
     "as `semigraph semirings` lists them; plus_times_fp64 if not given"},
    {OPTION_METHOD, SQUARE, "method", "NAME", "as `semigraph methods` lists them; auto if not given"},
    {OPTION_TO, CONVERT | GENERATE, "to", "FORMAT", "the format to write; by the suffix of OUT if not given"},
    {OPTION_KIND, SIMILARITY, "kind", "KIND", "jaccard (if not given), overlap, cosine, adamic-adar"},
    {OPTION_BEST, SIMILARITY, "best", "N", "only the N most similar vertices of each; all if not given"},
    {OPTION_LENGTH, WALKS, "length", "N", "steps of a walk; 80 if not given"},
    {OPTION_EACH, WALKS, "each", "N", "walks from each vertex; 1 if not given"},
    {OPTION_EACH, GENERATE, "each", "N",
     "edges that a vertex begins with (small-world, preferential), children of a vertex (tree); 2 if not "
     "given"},
    {OPTION_SEED, WALKS | GENERATE, "seed", "N", "of the random numbers; 0 if not given"},
    {OPTION_VERTICES, GENERATE, "vertices", "N", "vertices; 1000 if not given, of rmat 1024: a power of 2"},
    {OPTION_EDGES, GENERATE, "edges", "N",
     "edges that are drawn (rmat, uniform); 8 for each vertex if not given"},
    {OPTION_WIDTH, GENERATE, "width", "N", "of a grid: vertices in a row; as high as wide if not given"},
    {OPTION_REWIRED, GENERATE, "rewired", "P",
     "of small-world: how likely an edge moves, 0 to 1; 0.1 if not given"},
    {OPTION_ALPHA, KATZ, "alpha", "X", "the factor of a step, above 0; 0.1 if not given"},
    {OPTION_DIRECTED, READERS, "directed", NULL, "an edge u v is the entry (u, v) only"},
    {OPTION_UNDIRECTED, READERS, "undirected", NULL, "an edge u v is both entries (u, v) and (v, u)"},
    {OPTION_UNDIRECTED, GENERATE, "undirected", NULL,
     "rmat, uniform: each edge in both directions, as the others have them"},
    {OPTION_WEIGHTS, READERS & ~(PATHS | CENTRALITIES | SIMILARITY | WALKS | ORDER), "weights", NULL,
     "the third column of an edge list is the weight"},
    {OPTION_WEIGHTS, PATHS, "weights", NULL,
     "distances are sums of weights (in an edge list the third column), not numbers of edges"},
    {OPTION_WEIGHTS, PAGERANK, "weights", NULL, "walks follow edges in proportion to their weights"},
    {OPTION_WEIGHTS, POWERS, "weights", NULL, "edges count by their weights, and not as 1"},
    {OPTION_WEIGHTS, WALKS, "weights", NULL, "steps follow edges in proportion to their weights"},
    {OPTION_WEIGHTS, BETWEENNESS | CLOSENESS, "weights", NULL,
     "paths cost the sum of their weights (in an edge list the third column), not their edges"},
    {OPTION_DROP_LOOPS, READERS, "drop-loops", NULL, "leave out edges from a vertex to itself"},
    {OPTION_DUPLICATES, READERS, "duplicates", "MODE",
     "for repeated edges: first (min for distances), last, sum, min, max, error"},
    {OPTION_COMPACT, READERS, "compact", NULL,
     "vertices are the ids that occur: of edge lists this is so without the option, but in convert"},
    {OPTION_AS_STORED, READERS, "as-stored", NULL,
     "vertices are all ids up to the largest, also those without edges"},
    {OPTION_FORMAT, READERS, "format", "FORMAT",
     "of FILE: auto (if not given), edge-list, matrix-market, dimacs, metis, binary"},
    {OPTION_LABELS, ANALYSES, "labels", NULL,
     "vertices of an edge list have names: texts without separators, or in double quotes"},
    {OPTION_SKIP, READERS, "skip", "N", "pass over the first N lines of a text"},
    {OPTION_MEMORY, READERS, "most-memory", "SIZE",
     "bytes (or 300M, 2G ...) to take at most; if not given 3/4 of the machine's, 1/4 for loading"},
    {OPTION_THREADS, READERS | GENERATE, "threads", "N",
     "threads to use; as many as OpenMP would if not given"},
    {OPTION_JSON, EVERY, "json", NULL, "print one JSON object"},
    {OPTION_HELP, EVERY, "help", NULL, "print this text"},
};
const int option_count = sizeof option_rows / sizeof option_rows[0];
