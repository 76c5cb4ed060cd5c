/* See arguments.h. */
#include "arguments.h"

#include <errno.h>
#include <getopt.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "options.h"
#include "similar.h"

enum { MOST_OPTIONS = 63 };

/* The operands of a command, and how many vertices there are among them. */
static const struct {
    command_set commands;
    const char *missing[4]; /* what is missing after so many */
} operands_of[] = {
    {LISTS, {NULL}},
    {CONVERT, {"FILE", "OUT", NULL}},
    {GENERATE, {"CLASS", "OUT", NULL}},
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

static const struct name_of_value kinds[] = {{"jaccard", GRAPH_JACCARD},
                                             {"overlap", GRAPH_OVERLAP},
                                             {"cosine", GRAPH_COSINE},
                                             {"adamic-adar", GRAPH_ADAMIC_ADAR},
                                             {NULL, 0}};

static const struct name_of_value formats[] = {{"auto", GRAPH_FILE_AUTO},
                                               {"edge-list", GRAPH_FILE_EDGE_LIST},
                                               {"matrix-market", GRAPH_FILE_MATRIX_MARKET},
                                               {"dimacs", GRAPH_FILE_DIMACS},
                                               {"metis", GRAPH_FILE_METIS},
                                               {"binary", GRAPH_FILE_BINARY},
                                               {NULL, 0}};

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

static void print_help(const struct command *command)
{
    printf("usage: semigraph %s%s [options]\n\n%s\n%s\n\noptions:\n", command->name, command->operands,
           command->summary, command->details);
    for (int k = 0; k < option_count; k++) {
        if ((option_rows[k].commands & bit_of(command->name)) == 0)
            continue;
        char label[40];
        snprintf(label, sizeof label, "--%s%s%s", option_rows[k].name,
                 option_rows[k].value != NULL ? " " : "",
                 option_rows[k].value != NULL ? option_rows[k].value : "");
        printf("  %-18s %s\n", label, option_rows[k].text);
    }
}

const char *arguments_choice(const char *value, int k)
{
    const struct name_of_value *names = strcmp(value, "MODE") == 0     ? duplicate_modes
                                        : strcmp(value, "FORMAT") == 0 ? formats
                                        : strcmp(value, "KIND") == 0   ? kinds
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

/* A vertex is a number, but for --labels, which may come later. */
static bool read_vertex(graph_index *vertex, const struct arguments *arguments, const char *what,
                        const char *text)
{
    bool is_good = text == NULL || arguments->is_labelled || read_number(vertex, text, 0, UINT64_MAX);
    if (!is_good)
        complain(arguments->command, "%s is \"%s\"; expected a vertex id, 0 or larger", what, text);
    return is_good;
}

/* A number of an option, 1 or larger (a seed: 0); false after a complaint. */
static bool take_count(uint64_t *count, const struct arguments *arguments, const char *option,
                       const char *text)
{
    const uint64_t least = strcmp(option, "seed") != 0;
    if (read_number(count, text, least, least == 0 ? UINT64_MAX : INT64_MAX))
        return true;
    complain(arguments->command, "--%s is \"%s\"; expected %s", option, text,
             least == 0 ? "0 or larger" : "1 or larger");
    return false;
}

/* A real number of an option, 0 or larger; false after a complaint. */
static bool take_real(double *value, const struct arguments *arguments, const char *option, const char *text,
                      double most)
{
    char *end;
    *value = strtod(text, &end);
    if (end != text && *end == '\0' && *value >= 0 && *value <= most)
        return true;
    complain(arguments->command, "--%s is \"%s\"; expected a number from 0 to %g", option, text, most);
    return false;
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
        arguments->source_name = value;
        return true;
    case OPTION_TARGET:
        arguments->has_end = true;
        arguments->end_name = value;
        return true;
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
    case OPTION_HTML:
        arguments->html = value;
        return true;
    case OPTION_SAMPLES:
        if (!read_number(&arguments->samples, value, 1, UINT32_MAX)) {
            complain(arguments->command, "--samples is \"%s\"; expected 1 or more vertices", value);
            return false;
        }
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
    case OPTION_KIND:
        if (!read_name(&choice, kinds, value)) {
            complain(arguments->command, "--kind is \"%s\"; expected jaccard, overlap, cosine or adamic-adar",
                     value);
            return false;
        }
        arguments->kind = (graph_similarity_kind)choice;
        return true;
    case OPTION_BEST:
        return take_count(&arguments->best, arguments, "best", value);
    case OPTION_LENGTH:
        return take_count(&arguments->length, arguments, "length", value);
    case OPTION_EACH:
        return take_count(&arguments->each, arguments, "each", value);
    case OPTION_SEED:
        return take_count(&arguments->seed, arguments, "seed", value);
    case OPTION_VERTICES:
        return take_count(&arguments->vertices, arguments, "vertices", value);
    case OPTION_EDGES:
        return take_count(&arguments->edges, arguments, "edges", value);
    case OPTION_WIDTH:
        return take_count(&arguments->width, arguments, "width", value);
    case OPTION_REWIRED:
        return take_real(&arguments->rewired, arguments, "rewired", value, 1);
    case OPTION_ALPHA:
        return take_real(&arguments->alpha, arguments, "alpha", value, 1e300);
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
    case OPTION_LABELS:
        arguments->is_labelled = true;
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
    for (int k = 0; k < option_count; k++)
        if ((option_rows[k].commands & bit_of(command)) && count < MOST_OPTIONS)
            table[count++] = (struct option){option_rows[k].name,
                                             option_rows[k].value != NULL ? required_argument : no_argument,
                                             NULL, (int)option_rows[k].code};
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
    const bool is_path = bit_of(command->name) == PATH;
    if (is_path) {
        arguments->source_name = operands[1];
        arguments->end_name = operands[2];
    }
    if (!read_vertex(&arguments->source, arguments, is_path ? "U" : "--source", arguments->source_name) ||
        !read_vertex(&arguments->end, arguments, is_path ? "V" : "--target", arguments->end_name))
        return false;
    if (is_path)
        return true;
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
    for (int k = 0; k < option_count; k++)
        if (option_rows[k].commands & bit_of(command))
            similar_offer(&similar, option_rows[k].name);
    if (similar.best != NULL)
        complain(command,
                 "option \"%s\" is not known; did you mean --%s?  'semigraph %s --help' lists the options",
                 option, similar.best, command);
    else
        complain(command, "option \"%s\" is not known; 'semigraph %s --help' lists the options", option,
                 command);
}

bool arguments_read(struct arguments *arguments, const struct command *command, int argc, char **argv,
                    int *exit_status)
{
    struct option table[MOST_OPTIONS + 1];
    *arguments = (struct arguments){.command = command->name};
    arguments->read.size = sizeof arguments->read;
    if ((bit_of(command->name) & PATHS) != 0) /* The shortest of parallel edges counts. */
        arguments->read.duplicates = GRAPH_DUPLICATES_MIN;
    arguments->write.size = sizeof arguments->write;
    arguments->samples = 256;
    arguments->rewired = arguments->alpha = -1;
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
    return take_operands(arguments, command, argc - optind, argv + optind) && arguments_check(arguments);
}
