/* The tables of the command line: commands as bits, and the options of each. */
#ifndef TOOLS_OPTIONS_H
#define TOOLS_OPTIONS_H

enum {
    INFO = 1 << 0,
    BFS = 1 << 1,
    TRIANGLES = 1 << 2,
    SQUARE = 1 << 3,
    CONVERT = 1 << 4,
    SEMIRINGS = 1 << 5,
    CLUSTERING = 1 << 6,
    COMPONENTS = 1 << 7,
    CLOSURE = 1 << 8,
    SSSP = 1 << 9,
    APSP = 1 << 10,
    PATH = 1 << 11,
    METHODS = 1 << 12,
    DEGREES = 1 << 13,
    SPY = 1 << 14,
    REPORT = 1 << 15,
    CORES = 1 << 16,
    TRUSSES = 1 << 17,
    LOUVAIN = 1 << 18,
    LEIDEN = 1 << 19,
    LABELS = 1 << 20,
    FOREST = 1 << 21,
    INDEPENDENT_SET = 1 << 22,
    COLORING = 1 << 23,
    MATCHING = 1 << 24,
    PAGERANK = 1 << 25,
    BETWEENNESS = 1 << 26,
    CLOSENESS = 1 << 27
};
enum {
    PATHS = SSSP | APSP | PATH,
    PICTURES = DEGREES | SPY | REPORT,
    COMMUNITIES = LOUVAIN | LEIDEN,
    OF_VERTICES = CORES | COMMUNITIES | LABELS | INDEPENDENT_SET | COLORING | MATCHING,
    STRUCTURE = OF_VERTICES | TRUSSES | FOREST,
    CENTRALITIES = PAGERANK | BETWEENNESS | CLOSENESS,
    ANALYSES = INFO | BFS | TRIANGLES | SQUARE | CLUSTERING | COMPONENTS | CLOSURE | PATHS | PICTURES |
               STRUCTURE | CENTRALITIES,
    READERS = ANALYSES | CONVERT,
    LISTS = SEMIRINGS | METHODS,
    EVERY = READERS | LISTS
};

/* The bit of a command's name, or 0. */
int bit_of(const char *command);

enum option_code {
    OPTION_SOURCE = 1,
    OPTION_SOURCES,
    OPTION_TARGET,
    OPTION_DEPTH,
    OPTION_REVERSE,
    OPTION_VERIFY,
    OPTION_REFLEXIVE,
    OPTION_OUT,
    OPTION_PER_VERTEX,
    OPTION_PLOT,
    OPTION_HTML,
    OPTION_SAMPLES,
    OPTION_SEMIRING,
    OPTION_METHOD,
    OPTION_TO,
    OPTION_DIRECTED,
    OPTION_UNDIRECTED,
    OPTION_WEIGHTS,
    OPTION_DROP_LOOPS,
    OPTION_DUPLICATES,
    OPTION_COMPACT,
    OPTION_AS_STORED,
    OPTION_FORMAT,
    OPTION_LABELS,
    OPTION_SKIP,
    OPTION_MEMORY,
    OPTION_THREADS,
    OPTION_JSON,
    OPTION_HELP,
    OPTION_END
};

struct option_row {
    enum option_code code;
    int commands;
    const char *name;
    const char *value; /* NULL: the option has none */
    const char *text;
};
extern const struct option_row option_rows[];
extern const int option_count;

#endif
