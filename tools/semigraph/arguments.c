/* See arguments.h. */
#include "arguments.h"

#include <errno.h>
#include <getopt.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "similar.h"

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
    METHODS = 1 << 12
};
enum {
    PATHS = SSSP | APSP | PATH,
    ANALYSES = INFO | BFS | TRIANGLES | SQUARE | CLUSTERING | COMPONENTS | CLOSURE | PATHS,
    READERS = ANALYSES | CONVERT,
    LISTS = SEMIRINGS | METHODS,
    EVERY = READERS | LISTS
};

/* In the order of the bits. */
static const char *const command_names[] = {"info",      "bfs",        "triangles",  "square",  "convert",
                                            "semirings", "clustering", "components", "closure", "sssp",
                                            "apsp",      "path",       "methods"};

/* The operands of a command, and how many vertices there are among them. */
static const struct {
    int commands;
    const char *missing[4]; /* what is missing after so many */
} operands_of[] = {
    {LISTS, {NULL}},
    {CONVERT, {"FILE", "OUT", NULL}},
    {PATH, {"FILE", "U", "V", NULL}},
    {EVERY, {"FILE", NULL}},
};

struct name_of_value {
    const char *name;
    int value;
};

static const struct name_of_value duplicate_modes[] = {{"first", GRAPH_DUPLICATES_FIRST},
                                                       {"last", GRAPH_DUPLICATES_LAST},
                                                       {"sum", GRAPH_DUPLICATES_SUM},
                                                       {"min", GRAPH_DUPLICATES_MIN},
                                                       {"max", GRAPH_DUPLICATES_MAX},
                                                       {"error", GRAPH_DUPLICATES_ERROR},
                                                       {NULL, 0}};

static const struct name_of_value formats[] = {{"auto", GRAPH_FILE_AUTO},
                                               {"edge-list", GRAPH_FILE_EDGE_LIST},
                                               {"matrix-market", GRAPH_FILE_MATRIX_MARKET},
                                               {"dimacs", GRAPH_FILE_DIMACS},
                                               {"metis", GRAPH_FILE_METIS},
                                               {"binary", GRAPH_FILE_BINARY},
                                               {NULL, 0}};

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
    OPTION_SKIP,
    OPTION_MEMORY,
    OPTION_THREADS,
    OPTION_JSON,
    OPTION_HELP,
    OPTION_END
};

static const struct {
    enum option_code code;
    int commands;
    const char *name;
    const char *value; /* NULL: the option has none */
    const char *text;
} options[] = {
    {OPTION_SOURCE, BFS | SSSP, "source", "ID", "the vertex to start from"},
    {OPTION_SOURCES, BFS | APSP, "sources", "LIST",
     "the vertices to start from: a file of ids, or ids with commas between"},
    {OPTION_TARGET, BFS, "target", "ID", "stop at the level of this vertex"},
    {OPTION_DEPTH, BFS, "max-depth", "N", "stop at level N"},
    {OPTION_REVERSE, BFS, "reverse", NULL, "walk edges from their end to their start"},
    {OPTION_VERIFY, BFS, "verify", NULL, "check levels and parents by the rules of Graph500"},
    {OPTION_REFLEXIVE, CLOSURE, "reflexive", NULL, "every vertex reaches itself, also without a cycle"},
    {OPTION_OUT, APSP, "out", "NPY",
     "write the distances to a file of NumPy's format, a row for each source"},
    {OPTION_PER_VERTEX, BFS | TRIANGLES | CLUSTERING | COMPONENTS | SSSP, "per-vertex", "OUT",
     "write a line for each vertex: its id and its results; commas if OUT ends in .csv, else tabs"},
    {OPTION_PLOT, INFO | BFS | SSSP | APSP, "plot", "SVG",
     "draw the distribution of degrees, levels or distances"},
    {OPTION_SEMIRING, SQUARE, "semiring", "NAME",
     "as `semigraph semirings` lists them; plus_times_fp64 if not given"},
    {OPTION_METHOD, SQUARE, "method", "NAME", "as `semigraph methods` lists them; auto if not given"},
    {OPTION_TO, CONVERT, "to", "FORMAT", "the format to write; by the suffix of OUT if not given"},
    {OPTION_DIRECTED, READERS, "directed", NULL, "an edge u v is the entry (u, v) only"},
    {OPTION_UNDIRECTED, READERS, "undirected", NULL, "an edge u v is both entries (u, v) and (v, u)"},
    {OPTION_WEIGHTS, READERS & ~PATHS, "weights", NULL, "the third column of an edge list is the weight"},
    {OPTION_WEIGHTS, PATHS, "weights", NULL,
     "distances are sums of weights (in an edge list the third column), not numbers of edges"},
    {OPTION_DROP_LOOPS, READERS, "drop-loops", NULL, "leave out edges from a vertex to itself"},
    {OPTION_DUPLICATES, READERS, "duplicates", "MODE",
     "for repeated edges: first (min for distances), last, sum, min, max, error"},
    {OPTION_COMPACT, READERS, "compact", NULL,
     "vertices are the ids that occur: of edge lists this is so without the option, but in convert"},
    {OPTION_AS_STORED, READERS, "as-stored", NULL,
     "vertices are all ids up to the largest, also those without edges"},
    {OPTION_FORMAT, READERS, "format", "FORMAT",
     "of FILE: auto (if not given), edge-list, matrix-market, dimacs, metis, binary"},
    {OPTION_SKIP, READERS, "skip", "N", "pass over the first N lines of a text"},
    {OPTION_MEMORY, READERS, "most-memory", "SIZE",
     "bytes (or 300M, 2G ...) to take at most; if not given 3/4 of the machine's, 1/4 for loading"},
    {OPTION_THREADS, READERS, "threads", "N", "threads to use; as many as OpenMP would if not given"},
    {OPTION_JSON, EVERY, "json", NULL, "print one JSON object"},
    {OPTION_HELP, EVERY, "help", NULL, "print this text"},
};
enum { OPTION_COUNT = sizeof options / sizeof options[0] };

void complain(const char *command, const char *format, ...)
{
    static bool has_complained;
    if (has_complained)
        return;
    has_complained = true;
    char text[4096];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    fprintf(stderr, command != NULL ? "semigraph %s: " : "semigraph: ", command);
    for (const char *p = text; *p != '\0'; p++) /* file names may hold what a terminal would obey */
        fputc((unsigned char)*p < ' ' || *p == 0x7f ? '?' : *p, stderr);
    fputc('\n', stderr);
}

static int bit_of(const char *command)
{
    for (int k = 0; k < (int)(sizeof command_names / sizeof command_names[0]); k++)
        if (strcmp(command_names[k], command) == 0)
            return 1 << k;
    return 0;
}

static void print_help(const struct command *command)
{
    printf("usage: semigraph %s%s [options]\n\n%s\n%s\n\noptions:\n", command->name, command->operands,
           command->summary, command->details);
    for (int k = 0; k < OPTION_COUNT; k++) {
        if ((options[k].commands & bit_of(command->name)) == 0)
            continue;
        char label[40];
        snprintf(label, sizeof label, "--%s%s%s", options[k].name, options[k].value != NULL ? " " : "",
                 options[k].value != NULL ? options[k].value : "");
        printf("  %-18s %s\n", label, options[k].text);
    }
}

bool arguments_option(struct option_facts *facts, const char *command, int k)
{
    for (int row = 0; row < OPTION_COUNT; row++) {
        if ((options[row].commands & bit_of(command)) != 0 && k-- == 0) {
            *facts = (struct option_facts){options[row].name, options[row].value, options[row].text};
            return true;
        }
    }
    return false;
}

const char *arguments_choice(const char *value, int k)
{
    const struct name_of_value *names = strcmp(value, "MODE") == 0     ? duplicate_modes
                                        : strcmp(value, "FORMAT") == 0 ? formats
                                                                       : NULL;
    for (; names != NULL && names->name != NULL; names++)
        if (k-- == 0)
            return names->name;
    return NULL;
}

static bool read_name(int *value, const struct name_of_value *names, const char *text)
{
    for (; names->name != NULL; names++) {
        if (strcmp(names->name, text) == 0) {
            *value = names->value;
            return true;
        }
    }
    return false;
}

static bool read_number(uint64_t *value, const char *text, uint64_t least, uint64_t most)
{
    if (text[0] < '0' || text[0] > '9')
        return false;
    char *end;
    errno = 0;
    unsigned long long number = strtoull(text, &end, 10);
    if (errno != 0 || *end != '\0' || number < least || number > most)
        return false;
    *value = number;
    return true;
}

/* Bytes, or so many K, M, G or T of 1024 times the one before; not 0. */
static bool read_size(uint64_t *bytes, const char *text)
{
    static const char units[] = "KMGT";
    char digits[32];
    size_t n = strlen(text);
    if (n == 0 || n >= sizeof digits)
        return false;
    memcpy(digits, text, n + 1);
    const char *unit = strchr(units, digits[n - 1]);
    int shift = unit != NULL ? 10 * (int)(unit - units + 1) : 0;
    if (unit != NULL)
        digits[n - 1] = '\0';
    if (!read_number(bytes, digits, 1, UINT64_MAX >> shift))
        return false;
    *bytes <<= shift;
    return true;
}

static bool take_vertex(graph_index *vertex, const char *command, const char *what, const char *text)
{
    bool is_good = read_number(vertex, text, 0, UINT64_MAX);
    if (!is_good)
        complain(command, "%s is \"%s\"; expected a vertex id, 0 or larger", what, text);
    return is_good;
}

/* Takes one option; false after a complaint. */
static bool take_option(struct arguments *arguments, enum option_code code, const char *value)
{
    graph_read_options *read = &arguments->read;
    uint64_t number = 0;
    int choice = 0;
    switch (code) {
    case OPTION_SOURCE:
        arguments->has_source = true;
        return take_vertex(&arguments->source, arguments->command, "--source", value);
    case OPTION_TARGET:
        arguments->has_end = true;
        return take_vertex(&arguments->end, arguments->command, "--target", value);
    case OPTION_DEPTH:
        arguments->has_depth = true;
        if (!read_number(&arguments->depth, value, 0, UINT64_MAX)) {
            complain(arguments->command, "--max-depth is \"%s\"; expected 0 or larger", value);
            return false;
        }
        return true;
    case OPTION_SOURCES:
        arguments->sources = value;
        return true;
    case OPTION_REVERSE:
        arguments->is_reverse = true;
        return true;
    case OPTION_VERIFY:
        arguments->is_verified = true;
        return true;
    case OPTION_REFLEXIVE:
        arguments->is_reflexive = true;
        return true;
    case OPTION_OUT:
        arguments->out = value;
        return true;
    case OPTION_PER_VERTEX:
        arguments->per_vertex = value;
        return true;
    case OPTION_PLOT:
        arguments->plot = value;
        return true;
    case OPTION_SEMIRING:
        arguments->semiring = graph_semiring_by_name(value);
        if (arguments->semiring == NULL)
            complain(arguments->command,
                     "--semiring is \"%s\"; names look like min_plus_fp32, 'semigraph semirings' lists them",
                     value);
        return arguments->semiring != NULL;
    case OPTION_METHOD:
        arguments->method = graph_method_by_name(value);
        if (arguments->method == NULL)
            complain(arguments->command, "--method is \"%s\"; 'semigraph methods' lists the names", value);
        return arguments->method != NULL;
    case OPTION_TO:
    case OPTION_FORMAT:
        if (!read_name(&choice, formats, value)) {
            complain(arguments->command,
                     "--%s is \"%s\"; expected auto, edge-list, matrix-market, dimacs, metis or binary",
                     code == OPTION_TO ? "to" : "format", value);
            return false;
        }
        if (code == OPTION_TO)
            arguments->write.format = (graph_file_format)choice;
        else
            read->format = (graph_file_format)choice;
        return true;
    case OPTION_DIRECTED:
    case OPTION_UNDIRECTED:
        choice = code == OPTION_DIRECTED ? GRAPH_DIRECTED : GRAPH_UNDIRECTED;
        if (read->direction != GRAPH_AS_STORED && (int)read->direction != choice) {
            complain(arguments->command, "--directed and --undirected exclude each other");
            return false;
        }
        read->direction = (graph_direction)choice;
        return true;
    case OPTION_WEIGHTS:
        arguments->is_weighted = true;
        read->weights = GRAPH_WEIGHTS_READ;
        return true;
    case OPTION_DROP_LOOPS:
        read->loops = GRAPH_LOOPS_DROP;
        return true;
    case OPTION_DUPLICATES:
        if (!read_name(&choice, duplicate_modes, value)) {
            complain(arguments->command,
                     "--duplicates is \"%s\"; expected first, last, sum, min, max or error", value);
            return false;
        }
        read->duplicates = (graph_duplicates)choice;
        return true;
    case OPTION_COMPACT:
        read->is_compact = true;
        return true;
    case OPTION_AS_STORED:
        read->is_compact_list = false;
        return true;
    case OPTION_SKIP:
        if (!read_number(&read->skip_lines, value, 0, UINT64_MAX)) {
            complain(arguments->command, "--skip is \"%s\"; expected a number of lines", value);
            return false;
        }
        return true;
    case OPTION_MEMORY:
        if (!read_size(&arguments->most_memory, value)) {
            complain(arguments->command, "--most-memory is \"%s\"; expected bytes, such as 300M or 2G",
                     value);
            return false;
        }
        read->most_memory = arguments->most_memory;
        return true;
    case OPTION_THREADS:
        if (!read_number(&number, value, 1, 4096)) {
            complain(arguments->command, "--threads is \"%s\"; expected 1 .. 4096", value);
            return false;
        }
        arguments->threads = (int)number;
        return true;
    case OPTION_JSON:
        arguments->is_json = true;
        return true;
    case OPTION_HELP:
    case OPTION_END:
        break;
    }
    return false;
}

/* Fills the table for getopt_long with the options of one command. */
static void options_of(struct option *table, const char *command)
{
    int count = 0;
    for (int k = 0; k < OPTION_COUNT; k++)
        if (options[k].commands & bit_of(command))
            table[count++] =
                (struct option){options[k].name, options[k].value != NULL ? required_argument : no_argument,
                                NULL, (int)options[k].code};
    table[count] = (struct option){NULL, 0, NULL, 0};
}

/* Assigns the operands; false after a complaint. */
static bool take_operands(struct arguments *arguments, const struct command *command, int count,
                          char **operands)
{
    int row = 0, wanted = 0;
    while ((operands_of[row].commands & bit_of(command->name)) == 0)
        row++;
    while (operands_of[row].missing[wanted] != NULL)
        wanted++;
    if (count < wanted) {
        complain(command->name, "%s is missing; 'semigraph %s --help' tells more",
                 operands_of[row].missing[count], command->name);
        return false;
    }
    if (count > wanted) {
        complain(command->name, "\"%s\" is one operand too many; 'semigraph %s --help' tells more",
                 operands[wanted], command->name);
        return false;
    }
    arguments->file = wanted > 0 ? operands[0] : NULL;
    if (bit_of(command->name) == PATH)
        return take_vertex(&arguments->source, command->name, "U", operands[1]) &&
               take_vertex(&arguments->end, command->name, "V", operands[2]);
    arguments->target = wanted > 1 ? operands[1] : NULL;
    if (wanted > 1 && strcmp(arguments->target, "-") == 0 && arguments->is_json) {
        complain(command->name, "--json and the graph cannot both go to the standard output");
        return false;
    }
    return true;
}

/* Says that an option is not known, and which one may be meant. */
static void complain_of_option(const char *command, const char *option)
{
    char name[32];
    struct similar similar = {.word = name};
    snprintf(name, sizeof name, "%.*s", (int)strcspn(option, "="), option);
    memmove(name, name + strspn(name, "-"), strlen(name + strspn(name, "-")) + 1);
    for (int k = 0; k < OPTION_COUNT; k++)
        if (options[k].commands & bit_of(command))
            similar_offer(&similar, options[k].name);
    if (similar.best != NULL)
        complain(command,
                 "option \"%s\" is not known; did you mean --%s?  'semigraph %s --help' lists the options",
                 option, similar.best, command);
    else
        complain(command, "option \"%s\" is not known; 'semigraph %s --help' lists the options", option,
                 command);
}

static bool ends_with(const char *text, const char *suffix)
{
    size_t length = strlen(text), behind = strlen(suffix);
    return length >= behind && strcmp(text + length - behind, suffix) == 0;
}

/* Whether the name of a file tells its format; a name without a suffix is an edge list. */
static bool is_known_suffix(const char *path)
{
    static const char *const known[] = {".mtx", ".gr",  ".graph", ".sgb",  ".txt",
                                        ".tsv", ".csv", ".el",    ".edges"};
    const char *slash = strrchr(path, '/'), *name = slash != NULL ? slash + 1 : path;
    char stem[256];
    snprintf(stem, sizeof stem, "%s", name);
    if (ends_with(stem, ".gz"))
        stem[strlen(stem) - 3] = '\0';
    const char *dot = strrchr(stem, '.');
    for (size_t k = 0; dot != NULL && k < sizeof known / sizeof known[0]; k++)
        if (strcmp(dot, known[k]) == 0)
            return true;
    return dot == NULL;
}

static bool is_dash(const char *path) { return path != NULL && strcmp(path, "-") == 0; }

/* Whether two names are those of one file; devices take what comes. */
static bool is_same_file(const char *x, const char *y)
{
    struct stat of_x, of_y;
    if (x == NULL || y == NULL)
        return false;
    if (stat(x, &of_x) != 0 || stat(y, &of_y) != 0)
        return strcmp(x, y) == 0;
    return S_ISREG(of_x.st_mode) && of_x.st_dev == of_y.st_dev && of_x.st_ino == of_y.st_ino;
}

/* Whether the options go together; false after a complaint. */
static bool check_choice(const struct arguments *arguments)
{
    int command = bit_of(arguments->command);
    if (command == BFS && arguments->has_source && arguments->sources != NULL)
        complain(arguments->command, "--source and --sources exclude each other");
    else if ((command == BFS || command == SSSP) && !arguments->has_source && arguments->sources == NULL)
        complain(arguments->command, "--source ID is missing; 'semigraph %s --help' tells more",
                 arguments->command);
    else if (arguments->sources != NULL &&
             (arguments->is_verified || arguments->has_end || arguments->per_vertex != NULL))
        complain(arguments->command, "%s needs one --source, not --sources",
                 arguments->is_verified ? "--verify"
                 : arguments->has_end   ? "--target"
                                        : "--per-vertex");
    else if (is_dash(arguments->per_vertex) && is_dash(arguments->plot))
        complain(arguments->command, "--per-vertex - and --plot - both want the standard output");
    else if (is_same_file(arguments->per_vertex, arguments->plot) ||
             is_same_file(arguments->out, arguments->plot))
        complain(arguments->command, "%s and --plot both name %s",
                 arguments->out != NULL ? "--out" : "--per-vertex", arguments->plot);
    else if (arguments->plot != NULL && !is_dash(arguments->plot) && !ends_with(arguments->plot, ".svg") &&
             strncmp(arguments->plot, "/dev/", 5) != 0)
        complain(arguments->command, "--plot %s: the picture is SVG; expected a name that ends in .svg",
                 arguments->plot);
    else if (arguments->target != NULL && arguments->write.format == GRAPH_FILE_AUTO &&
             !is_known_suffix(arguments->target))
        complain(arguments->command,
                 "%s: the suffix names no format that is known; expected .mtx .gr .graph .sgb, or .txt .tsv "
                 ".csv .el for an edge list; --to FORMAT decides, too",
                 arguments->target);
    else if (is_dash(arguments->out))
        complain(arguments->command, "--out needs the name of a file: the distances are mapped into it");
    else
        return true;
    return false;
}

bool arguments_read(struct arguments *arguments, const struct command *command, int argc, char **argv,
                    int *exit_status)
{
    struct option table[OPTION_COUNT + 1];
    *arguments = (struct arguments){.command = command->name};
    arguments->read.size = sizeof arguments->read;
    if (bit_of(command->name) & PATHS) /* The shortest of parallel edges counts. */
        arguments->read.duplicates = GRAPH_DUPLICATES_MIN;
    arguments->write.size = sizeof arguments->write;
    arguments->read.is_compact_list = bit_of(command->name) != CONVERT;
    options_of(table, command->name);
    *exit_status = EXIT_USAGE;

    opterr = 0;
    for (int code; (code = getopt_long(argc, argv, ":h", table, NULL)) != -1;) {
        if (code == ':') {
            complain(command->name, "%s needs a value; 'semigraph %s --help' tells more", argv[optind - 1],
                     command->name);
            return false;
        }
        if (code == '?') {
            complain_of_option(command->name, argv[optind - 1]);
            return false;
        }
        if (code == OPTION_HELP || code == 'h') {
            print_help(command);
            *exit_status = EXIT_DONE;
            return false;
        }
        if (!take_option(arguments, (enum option_code)code, optarg))
            return false;
    }
    return take_operands(arguments, command, argc - optind, argv + optind) && check_choice(arguments);
}
