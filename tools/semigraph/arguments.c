/* See arguments.h. */
#include "arguments.h"

#include <errno.h>
#include <getopt.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { INFO = 1, BFS = 2, TRIANGLES = 4, SQUARE = 8, CONVERT = 16, SEMIRINGS = 32 };
enum { READERS = INFO | BFS | TRIANGLES | SQUARE | CONVERT, EVERY = READERS | SEMIRINGS };

static const char *const command_names[] = {"info", "bfs", "triangles", "square", "convert", "semirings"};

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
    OPTION_SEMIRING,
    OPTION_TO,
    OPTION_DIRECTED,
    OPTION_UNDIRECTED,
    OPTION_WEIGHTS,
    OPTION_DROP_LOOPS,
    OPTION_DUPLICATES,
    OPTION_COMPACT,
    OPTION_FORMAT,
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
    {OPTION_SOURCE, BFS, "source", "ID", "the vertex to start from (needed)"},
    {OPTION_SEMIRING, SQUARE, "semiring", "NAME",
     "as `semigraph semirings` lists them; plus_times_fp64 if not given"},
    {OPTION_TO, CONVERT, "to", "FORMAT", "the format to write; by the suffix of OUT if not given"},
    {OPTION_DIRECTED, READERS, "directed", NULL, "an edge u v is the entry (u, v) only"},
    {OPTION_UNDIRECTED, READERS, "undirected", NULL, "an edge u v is both entries (u, v) and (v, u)"},
    {OPTION_WEIGHTS, READERS, "weights", NULL, "the third column of an edge list is the weight"},
    {OPTION_DROP_LOOPS, READERS, "drop-loops", NULL, "leave out edges from a vertex to itself"},
    {OPTION_DUPLICATES, READERS, "duplicates", "MODE",
     "for repeated edges: first (if not given), last, sum, min, max, error"},
    {OPTION_COMPACT, READERS, "compact", NULL,
     "number the vertices that occur 0, 1, ... in order of their ids"},
    {OPTION_FORMAT, READERS, "format", "FORMAT",
     "of FILE: auto (if not given), edge-list, matrix-market, dimacs, metis, binary"},
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
    va_list list;
    va_start(list, format);
    fprintf(stderr, command != NULL ? "semigraph %s: " : "semigraph: ", command);
    vfprintf(stderr, format, list);
    fputc('\n', stderr);
    va_end(list);
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
        char left[40];
        snprintf(left, sizeof left, "--%s%s%s", options[k].name, options[k].value != NULL ? " " : "",
                 options[k].value != NULL ? options[k].value : "");
        printf("  %-20s %s\n", left, options[k].text);
    }
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

/* Takes one option; false after a complaint. */
static bool take_option(struct arguments *arguments, enum option_code code, const char *value)
{
    graph_read_options *read = &arguments->read;
    uint64_t number = 0;
    int choice = 0;
    switch (code) {
    case OPTION_SOURCE:
        if (!read_number(&arguments->source, value, 0, UINT64_MAX)) {
            complain(arguments->command, "--source is \"%s\"; expected a vertex id, 0 or larger", value);
            return false;
        }
        return true;
    case OPTION_SEMIRING:
        arguments->semiring = graph_semiring_by_name(value);
        if (arguments->semiring == NULL)
            complain(arguments->command, "--semiring is \"%s\"; 'semigraph semirings' lists the names",
                     value);
        return arguments->semiring != NULL;
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
        read->compact = true;
        return true;
    case OPTION_THREADS:
        if (!read_number(&number, value, 1, 4096)) {
            complain(arguments->command, "--threads is \"%s\"; expected 1 .. 4096", value);
            return false;
        }
        arguments->threads = (int)number;
        return true;
    case OPTION_JSON:
        arguments->json = true;
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
    bool wants_target = bit_of(command->name) == CONVERT;
    int wanted = bit_of(command->name) == SEMIRINGS ? 0 : wants_target ? 2 : 1;
    if (count < wanted) {
        complain(command->name, "%s is missing; 'semigraph %s --help' tells more",
                 count == 0 ? "FILE" : "OUT", command->name);
        return false;
    }
    if (count > wanted) {
        complain(command->name, "\"%s\" is one operand too many; 'semigraph %s --help' tells more",
                 operands[wanted], command->name);
        return false;
    }
    arguments->file = wanted > 0 ? operands[0] : NULL;
    arguments->target = wants_target ? operands[1] : NULL;
    if (wants_target && strcmp(arguments->target, "-") == 0 && arguments->json) {
        complain(command->name, "--json and the graph cannot both go to the standard output");
        return false;
    }
    return true;
}

bool arguments_read(struct arguments *arguments, const struct command *command, int argc, char **argv,
                    int *exit_status)
{
    struct option table[OPTION_COUNT + 1];
    bool has_source = false;
    *arguments = (struct arguments){.command = command->name};
    arguments->read.size = sizeof arguments->read;
    arguments->write.size = sizeof arguments->write;
    options_of(table, command->name);
    *exit_status = EXIT_USAGE;

    opterr = 0;
    for (int code; (code = getopt_long(argc, argv, ":", table, NULL)) != -1;) {
        if (code == ':') {
            complain(command->name, "%s needs a value; 'semigraph %s --help' tells more", argv[optind - 1],
                     command->name);
            return false;
        }
        if (code == '?') {
            complain(command->name, "option \"%s\" is not known; 'semigraph %s --help' lists the options",
                     argv[optind - 1], command->name);
            return false;
        }
        if (code == OPTION_HELP) {
            print_help(command);
            *exit_status = EXIT_DONE;
            return false;
        }
        has_source = has_source || code == OPTION_SOURCE;
        if (!take_option(arguments, (enum option_code)code, optarg))
            return false;
    }
    if (!take_operands(arguments, command, argc - optind, argv + optind))
        return false;
    if (bit_of(command->name) == BFS && !has_source) {
        complain(command->name, "--source ID is missing; 'semigraph bfs --help' tells more");
        return false;
    }
    return true;
}
