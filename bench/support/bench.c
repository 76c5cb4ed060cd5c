/* See bench.h. */
#include "bench/support/bench.h"

#include <getopt.h>
#include <limits.h>
#include <malloc.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bench/support/generators.h"

enum { MOST_IN_SET = 12 };

static const struct set {
    const char *name;
    const char *const graphs[MOST_IN_SET + 1];
} sets[] = {
    {"snap",
     {"wiki-Vote", "ca-CondMat", "ca-GrQc", "ca-HepPh", "email-Enron", "email-Eu-core", "facebook_combined",
      "soc-Epinions1", "p2p-Gnutella31", "web-NotreDame"}},
    {"files",
     {"email-Enron", "ca-CondMat", "soc-Epinions1", "web-NotreDame", "cnr-2000", "dblp-2010", "wave",
      "delaunay_n16", "PGPgiantcompo"}},
    {"classes",
     {"stencil-2d", "stencil-3d", "fem", "band", "uniform", "rmat", "web", "circuit", "hypersparse", "arrow",
      "dense", "tiny"}},
};

void bench_check(bool holds, const char *format, ...)
{
    va_list arguments;
    if (holds)
        return;
    fflush(stdout);
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    exit(1);
}

static bool is_readable(const char *path)
{
    FILE *stream = fopen(path, "rb");
    if (stream != NULL)
        fclose(stream);
    return stream != NULL;
}

static char *copy_of(const char *text)
{
    char *copy = strdup(text);
    bench_check(copy != NULL, "out of memory");
    return copy;
}

bool bench_find(struct bench_graph *graph, const char *wanted)
{
    static const char *const suffixes[] = {"",       ".txt.gz", ".mtx.gz", ".graph.gz", ".csv.gz",
                                           ".gr.gz", ".txt",    ".mtx",    ".graph",    ".gr"};
    const char *folders[] = {"", getenv("SEMIGRAPH_DATASETS"), BENCH_SHIPPED_DATASETS};
    char path[4096];
    if (bench_is_class(wanted)) {
        *graph = (struct bench_graph){.name = copy_of(wanted)};
        return true;
    }
    for (size_t f = 0; f < sizeof folders / sizeof folders[0]; f++)
        for (size_t s = 0; s < sizeof suffixes / sizeof suffixes[0]; s++) {
            if (folders[f] == NULL)
                continue;
            snprintf(path, sizeof path, "%s%s%s%s", folders[f], folders[f][0] != '\0' ? "/" : "", wanted,
                     suffixes[s]);
            if (!is_readable(path))
                continue;
            const char *slash = strrchr(path, '/');
            graph->path = copy_of(path);
            graph->name = copy_of(slash != NULL ? slash + 1 : path);
            graph->name[strcspn(graph->name, ".")] = '\0';
            return true;
        }
    return false;
}

static int read_count(const char *text, const char *option)
{
    char *end;
    long value = strtol(text, &end, 10);
    bench_check(*end == '\0' && value >= 1 && value <= 4096, "%s wants a number from 1 to 4096, not '%s'",
                option, text);
    return (int)value;
}

/* Whether the set is the one that is named; "all" are those that the figures of the documentation are means of. */
static bool is_wanted_set(const struct set *set, const char *name)
{
    return strcmp(set->name, name) == 0 || (strcmp(name, "all") == 0 && strcmp(set->name, "snap") != 0);
}

/* Adds the graphs of the named set that are found. */
static void add_set(struct bench *bench, const char *name)
{
    bool is_known = false;
    for (size_t s = 0; s < sizeof sets / sizeof sets[0]; s++)
        if (is_wanted_set(&sets[s], name)) {
            is_known = true;
            for (int k = 0; sets[s].graphs[k] != NULL; k++)
                bench->graph_count += bench_find(&bench->graphs[bench->graph_count], sets[s].graphs[k]);
        }
    bench_check(is_known, "--set wants snap, files, classes or all, not '%s'", name);
}

/* From now on malloc asks the system for memory through its heap alone, and does not shrink that. */
static void keep_memory(void)
{
    const bool is_done = mallopt(M_MMAP_MAX, 0) != 0 && mallopt(M_TRIM_THRESHOLD, INT_MAX) != 0 &&
                         mallopt(M_ARENA_MAX, 1) != 0;
    bench_check(is_done, "this C library has no mallopt for --keep-memory");
}

/* OpenMP makes its threads in the first parallel region, and all contenders share them: nobody's first call shall pay. */
static void start_threads(int threads)
{
    int started = 0;
#pragma omp parallel num_threads(threads) reduction(+ : started)
    started++;
    bench_check(started > 0, "no thread runs");
}

/* The options, and the name of the wanted set. */
static const char *read_options(struct bench *bench, const char *name, int argc, char **argv)
{
    static const struct option options[] = {
        {"trials", required_argument, NULL, 'n'},
        {"threads", required_argument, NULL, 't'},
        {"semiring", required_argument, NULL, 's'},
        {"set", required_argument, NULL, 'g'},
        {"json", no_argument, NULL, 'j'},
        {"keep-memory", no_argument, NULL, 'k'},
        {NULL, 0, NULL, 0},
    };
    const char *set = "snap";
    int option;
    *bench = (struct bench){.name = name, .trials = 7, .threads = graph_get_threads()};
    while ((option = getopt_long(argc, argv, "", options, NULL)) != -1)
        switch (option) {
        case 'n':
            bench->trials = read_count(optarg, "--trials");
            break;
        case 't':
            bench->threads = read_count(optarg, "--threads");
            break;
        case 's':
            bench->wanted = optarg;
            break;
        case 'g':
            set = optarg;
            break;
        case 'j':
            bench->is_json = true;
            break;
        case 'k':
            bench->keeps_memory = true;
            keep_memory();
            break;
        default:
            bench_check(false,
                        "usage: bench_%s [--trials N] [--threads N] [--semiring NAME,...] [--set NAME] "
                        "[--keep-memory] [--json] [GRAPH...]",
                        name);
        }
    BENCH_OK(graph_set_threads(bench->threads));
    start_threads(bench->threads);
    return set;
}

void bench_open_options(struct bench *bench, const char *name, int argc, char **argv)
{
    read_options(bench, name, argc, argv);
    bench_check(optind == argc, "draws take no graph, such as '%s'", argv[optind]);
}

void bench_open(struct bench *bench, const char *name, int argc, char **argv)
{
    const char *set = read_options(bench, name, argc, argv);
    int wanted = argc - optind;
    bench->graphs = calloc((size_t)wanted + 2 * MOST_IN_SET, sizeof *bench->graphs);
    bench_check(bench->graphs != NULL, "out of memory");
    for (int k = 0; k < wanted; k++)
        bench_check(bench_find(&bench->graphs[bench->graph_count++], argv[optind + k]), "no graph '%s'",
                    argv[optind + k]);
    if (wanted == 0)
        add_set(bench, set);
    bench_check(bench->graph_count > 0, "no graph found: set SEMIGRAPH_DATASETS to a folder that has some");
}

void bench_forget(struct bench_graph *graph)
{
    free(graph->path);
    free(graph->name);
}

int bench_close(struct bench *bench)
{
    for (int g = 0; g < bench->graph_count; g++)
        bench_forget(&bench->graphs[g]);
    free(bench->graphs);
    bench->graphs = NULL;
    return 0;
}

bool bench_wants(const struct bench *bench, const char *name)
{
    size_t length = strlen(name);
    for (const char *at = bench->wanted; at != NULL; at = strchr(at, ',')) {
        at += *at == ',';
        if (strncmp(at, name, length) == 0 && (at[length] == ',' || at[length] == '\0'))
            return true;
    }
    return bench->wanted == NULL;
}

graph_matrix *bench_load(const struct bench_graph *graph, const graph_read_options *options)
{
    graph_matrix *A = NULL;
    if (graph->path == NULL)
        return bench_class(graph->name);
    BENCH_OK(graph_read(&A, graph->path, options));
    return A;
}

static double draw_value(uint64_t random, bool is_floating, enum bench_values values)
{
    enum { RARE = 1024 };
    if (!is_floating || values == BENCH_EIGHTHS)
        return (double)(1 + (random >> 61)) / (is_floating ? 8 : 1);
    const double x = 1 + 7 * (double)(random >> 40) / (1 << 24);
    return values == BENCH_WIDE && (random >> 20) % RARE == 0 ? x / (1 << 20) : x;
}

graph_matrix *bench_with_values(const graph_matrix *A, graph_type type)
{
    return bench_with_values_of(A, type, BENCH_EIGHTHS);
}

graph_matrix *bench_with_values_of(const graph_matrix *A, graph_type type, enum bench_values values)
{
    graph_index rows, columns, n;
    graph_matrix *C = NULL;
    BENCH_OK(graph_matrix_rows(&rows, A));
    BENCH_OK(graph_matrix_columns(&columns, A));
    BENCH_OK(graph_matrix_entries(&n, A));
    graph_index *row = malloc((n + 1) * sizeof *row), *column = malloc((n + 1) * sizeof *column), found = n;
    double *value = malloc((n + 1) * sizeof *value);
    bench_check(row != NULL && column != NULL && value != NULL, "out of memory");
    BENCH_OK(graph_matrix_extract_tuples(row, column, NULL, GRAPH_PATTERN, &found, A));
    uint64_t random = 1;
    for (graph_index k = 0; k < n; k++) {
        random = random * 6364136223846793005u + 1442695040888963407u;
        value[k] = draw_value(random, type == GRAPH_FP32 || type == GRAPH_FP64, values);
    }
    BENCH_OK(graph_matrix_create(&C, type, rows, columns));
    BENCH_OK(graph_matrix_build(C, row, column, value, GRAPH_FP64, n, GRAPH_NO_OP));
    free(row);
    free(column);
    free(value);
    return C;
}

bool bench_is_near(double x, double y, int64_t terms, graph_type type)
{
    const double roundoff = type == GRAPH_FP64 ? 0x1p-53 : type == GRAPH_FP32 ? 0x1p-24 : 0;
    const double t = (double)terms * roundoff;
    return x == y || (2 * t < 1 && fabs(x - y) <= 2 * t / (1 - 2 * t) * fmin(x, y));
}

double bench_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static int compare_numbers(const void *x, const void *y)
{
    double a = *(const double *)x, b = *(const double *)y;
    return (a > b) - (a < b);
}

double bench_median(double *value, int count)
{
    qsort(value, (size_t)count, sizeof *value, compare_numbers);
    return (value[(count - 1) / 2] + value[count / 2]) / 2;
}

void bench_tidy_up(void)
{
    void *volatile large = malloc(100000);
    free(large);
}

void bench_race(const struct bench *bench, struct bench_runner *runners, int count)
{
    int trials = bench->trials;
    double *time = malloc((size_t)trials * (size_t)count * sizeof *time);
    bench_check(time != NULL, "out of memory");
    for (int trial = -1; trial < trials; trial++)
        for (int c = 0; c < count; c++) {
            double start = bench_seconds();
            runners[c].run(runners[c].context);
            const double ms = 1e3 * (bench_seconds() - start);
            if (trial < 0)
                runners[c].first_ms = ms;
            else
                time[c * trials + trial] = ms;
            if (runners[c].finish != NULL)
                runners[c].finish(runners[c].context);
            bench_tidy_up();
        }
    for (int c = 0; c < count; c++) {
        runners[c].median_ms = bench_median(time + c * trials, trials);
        runners[c].best_ms = time[c * trials];
    }
    free(time);
}

/* Appends to the row being made. */
static void append(char *text, size_t room, const char *format, ...) __attribute__((format(printf, 3, 4)));
static void append(char *text, size_t room, const char *format, ...)
{
    size_t used = strlen(text);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text + used, room - used, format, arguments);
    va_end(arguments);
}

static void append_cell(struct bench *bench, const char *field, const char *value, bool is_text)
{
    int width = is_text ? -19 : (int)strlen(field) > 10 ? (int)strlen(field) : 10;
    if (bench->is_json) {
        const char *quote = is_text ? "\"" : "";
        append(bench->line, sizeof bench->line, ",\"%s\":%s%s%s", field, quote, value, quote);
    } else {
        append(bench->header, sizeof bench->header, "%s%*s", bench->row_fields > 0 ? "  " : "", width, field);
        append(bench->line, sizeof bench->line, "%s%*s", bench->row_fields > 0 ? "  " : "", width, value);
    }
    bench->row_fields++;
}

void bench_row(struct bench *bench)
{
    bench->row_fields = 0;
    bench->header[0] = bench->line[0] = '\0';
    if (bench->is_json)
        append(bench->line, sizeof bench->line, "{\"bench\":\"%s\"", bench->name);
}

void bench_text(struct bench *bench, const char *field, const char *value)
{
    append_cell(bench, field, value, true);
}

void bench_number(struct bench *bench, const char *field, double value, int decimals)
{
    char text[64];
    snprintf(text, sizeof text, "%.*f", decimals, value);
    append_cell(bench, field, text, false);
}

void bench_row_end(struct bench *bench)
{
    if (bench->is_json) {
        printf("%s}\n", bench->line);
    } else {
        if (!bench->has_header)
            printf("%s\n", bench->header);
        printf("%s\n", bench->line);
    }
    bench->has_header = true;
    fflush(stdout);
}

static void add_ratio(struct bench_ratios *ratios, double ratio)
{
    ratios->log_sum += log(ratio);
    if (ratios->count == 0 || ratio < ratios->least)
        ratios->least = ratio;
    ratios->count++;
}

void bench_mean_add(struct bench_mean *mean, double ratio, bool is_full)
{
    add_ratio(&mean->all, ratio);
    if (!is_full)
        add_ratio(&mean->sparse, ratio);
}

bool bench_is_full(const graph_matrix *A)
{
    graph_index rows, columns, entries;
    BENCH_OK(graph_matrix_rows(&rows, A));
    BENCH_OK(graph_matrix_columns(&columns, A));
    BENCH_OK(graph_matrix_entries(&entries, A));
    return entries == rows * columns;
}

static void append_ratios(char *text, const struct bench_ratios *ratios)
{
    append(text, BENCH_MEAN_TEXT, "%.2f in the geometric mean of %d, least %.2f",
           exp(ratios->log_sum / ratios->count), ratios->count, ratios->least);
}

const char *bench_mean_text(char text[BENCH_MEAN_TEXT], const struct bench_mean *mean)
{
    text[0] = '\0';
    if (mean->all.count > 0)
        append_ratios(text, &mean->all);
    if (mean->sparse.count > 0 && mean->sparse.count < mean->all.count) {
        append(text, BENCH_MEAN_TEXT, "; without full matrices ");
        append_ratios(text, &mean->sparse);
    }
    return text;
}
