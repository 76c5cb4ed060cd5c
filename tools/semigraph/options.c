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
    "pagerank",  "betweenness", "closeness"};

int bit_of(const char *command)
{
    for (int k = 0; k < (int)(sizeof command_names / sizeof command_names[0]); k++)
        if (strcmp(command_names[k], command) == 0)
            return 1 << k;
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
    {OPTION_TARGET, BFS, "target", "ID", "stop at the level of this vertex"},
    {OPTION_DEPTH, BFS, "max-depth", "N", "stop at level N"},
    {OPTION_REVERSE, BFS | CLOSENESS, "reverse", NULL, "walk edges from their end to their start"},
    {OPTION_VERIFY, BFS, "verify", NULL, "check levels and parents by the rules of Graph500"},
    {OPTION_VERIFY, STRUCTURE, "verify", NULL, "check the result from its definition"},
    {OPTION_VERIFY, CENTRALITIES, "verify", NULL, "check the results by their definitions"},
    {OPTION_REFLEXIVE, CLOSURE, "reflexive", NULL, "every vertex reaches itself, also without a cycle"},
    {OPTION_OUT, APSP, "out", "NPY",
     "write the distances to a file of NumPy's format, a row for each source"},
    {OPTION_PER_VERTEX,
     BFS | TRIANGLES | CLUSTERING | COMPONENTS | SSSP | DEGREES | OF_VERTICES | CENTRALITIES, "per-vertex",
     "OUT", "write a line for each vertex: its id and its results; commas if OUT ends in .csv, else tabs"},
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
    {OPTION_TO, CONVERT, "to", "FORMAT", "the format to write; by the suffix of OUT if not given"},
    {OPTION_DIRECTED, READERS, "directed", NULL, "an edge u v is the entry (u, v) only"},
    {OPTION_UNDIRECTED, READERS, "undirected", NULL, "an edge u v is both entries (u, v) and (v, u)"},
    {OPTION_WEIGHTS, READERS & ~(PATHS | CENTRALITIES), "weights", NULL,
     "the third column of an edge list is the weight"},
    {OPTION_WEIGHTS, PATHS, "weights", NULL,
     "distances are sums of weights (in an edge list the third column), not numbers of edges"},
    {OPTION_WEIGHTS, PAGERANK, "weights", NULL, "walks follow edges in proportion to their weights"},
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
    {OPTION_THREADS, READERS, "threads", "N", "threads to use; as many as OpenMP would if not given"},
    {OPTION_JSON, EVERY, "json", NULL, "print one JSON object"},
    {OPTION_HELP, EVERY, "help", NULL, "print this text"},
};
const int option_count = sizeof option_rows / sizeof option_rows[0];
