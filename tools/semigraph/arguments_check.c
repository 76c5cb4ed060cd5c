/* Which options go together.  See arguments.h. */
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "arguments.h"
#include "options.h"

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

bool arguments_check(const struct arguments *arguments)
{
    const command_set command = bit_of(arguments->command);
    if (command == BFS && arguments->has_source && arguments->sources != NULL)
        complain(arguments->command, "--source and --sources exclude each other");
    else if ((command == BFS || command == SSSP) && !arguments->has_source && arguments->sources == NULL)
        complain(arguments->command, "--source ID is missing; 'semigraph %s --help' tells more",
                 arguments->command);
    else if (arguments->sources != NULL && (command & (CENTRALITIES | WALKS)) == 0 &&
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
    else if (command == SPY && arguments->plot == NULL)
        complain(arguments->command, "--plot SVG is missing; 'semigraph spy --help' tells more");
    else if (command == REPORT && arguments->html == NULL)
        complain(arguments->command, "--html HTML is missing; 'semigraph report --help' tells more");
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
    else if (command == APSP && is_dash(arguments->out))
        complain(arguments->command, "--out needs the name of a file: the distances are mapped into it");
    else
        return true;
    return false;
}
