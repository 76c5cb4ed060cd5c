/* The tables of the command line: commands as bits of a set, and the options of each. */
#ifndef TOOLS_OPTIONS_H
#define TOOLS_OPTIONS_H

#include <stdint.h>

typedef uint64_t command_set;

#define INFO            ((command_set)1 << 0)
#define BFS             ((command_set)1 << 1)
#define TRIANGLES       ((command_set)1 << 2)
#define SQUARE          ((command_set)1 << 3)
#define CONVERT         ((command_set)1 << 4)
#define SEMIRINGS       ((command_set)1 << 5)
#define CLUSTERING      ((command_set)1 << 6)
#define COMPONENTS      ((command_set)1 << 7)
#define CLOSURE         ((command_set)1 << 8)
#define SSSP            ((command_set)1 << 9)
#define APSP            ((command_set)1 << 10)
#define PATH            ((command_set)1 << 11)
#define METHODS         ((command_set)1 << 12)
#define DEGREES         ((command_set)1 << 13)
#define SPY             ((command_set)1 << 14)
#define REPORT          ((command_set)1 << 15)
#define CORES           ((command_set)1 << 16)
#define TRUSSES         ((command_set)1 << 17)
#define LOUVAIN         ((command_set)1 << 18)
#define LEIDEN          ((command_set)1 << 19)
#define LABELS          ((command_set)1 << 20)
#define FOREST          ((command_set)1 << 21)
#define INDEPENDENT_SET ((command_set)1 << 22)
#define COLORING        ((command_set)1 << 23)
#define MATCHING        ((command_set)1 << 24)
#define PAGERANK        ((command_set)1 << 25)
#define BETWEENNESS     ((command_set)1 << 26)
#define CLOSENESS       ((command_set)1 << 27)
#define HITS            ((command_set)1 << 28)
#define EIGENVECTOR     ((command_set)1 << 29)
#define KATZ            ((command_set)1 << 30)
#define SIMILARITY      ((command_set)1 << 31)
#define WALKS           ((command_set)1 << 32)
#define ORDER           ((command_set)1 << 33)
#define GENERATE        ((command_set)1 << 34)

#define PATHS        (SSSP | APSP | PATH)
#define PICTURES     (DEGREES | SPY | REPORT)
#define COMMUNITIES  (LOUVAIN | LEIDEN)
#define OF_VERTICES  (CORES | COMMUNITIES | LABELS | INDEPENDENT_SET | COLORING | MATCHING)
#define STRUCTURE    (OF_VERTICES | TRUSSES | FOREST)
#define POWERS       (HITS | EIGENVECTOR | KATZ)
#define CENTRALITIES (PAGERANK | BETWEENNESS | CLOSENESS | POWERS)
#define ANALYSES                                                                                             \
    (INFO | BFS | TRIANGLES | SQUARE | CLUSTERING | COMPONENTS | CLOSURE | PATHS | PICTURES | STRUCTURE |    \
     CENTRALITIES | SIMILARITY | WALKS | ORDER)
#define READERS (ANALYSES | CONVERT)
#define LISTS   (SEMIRINGS | METHODS)
#define EVERY   (READERS | LISTS | GENERATE)

/* The bit of a command's name, or 0. */
command_set bit_of(const char *command);

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
    OPTION_KIND,
    OPTION_BEST,
    OPTION_LENGTH,
    OPTION_EACH,
    OPTION_SEED,
    OPTION_VERTICES,
    OPTION_EDGES,
    OPTION_WIDTH,
    OPTION_REWIRED,
    OPTION_ALPHA,
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
    command_set commands;
    const char *name;
    const char *value; /* NULL: the option has none */
    const char *text;
};
extern const struct option_row option_rows[];
extern const int option_count;

#endif
