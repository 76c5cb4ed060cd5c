/* The published methods compared with AUTO, SuiteSparse and cuSPARSE on the matrices of their papers: one table for each
 * paper, with the columns of the paper.
 *
 *     bench_published [--backend cpu|cuda] [--trials N] [--threads N] [--scale X] [--class NAME,...]
 *                     [--suitesparse FOLDER] [--json FILE] [--known FILE] [--only-known] [--svg FOLDER] [TABLE]...
 *
 *   matam     Matam, Bharadwaj, Kothapalli 2012, figures 7 and 8: products of two matrices
 *   bands     the same, section 4.3: squares of full bands
 *   csrmm     the same, figure 12: products with dense matrices of 8, 16, 32 and 64 columns
 *   study     Kerr, Gray, Duan 2023, figure 5: dot products with B by columns and by rows
 *   blsi      Neelima, Prakash, Reddy 2012, table 5.1 and figures 7.1 to 7.4: vector products in five formats
 *   blsi-ten  the bytes of one of them with 10 entries in a row, over the rows
 *   bhsparse  Liu, Vinter 2014, 2015: squares of their benchmark
 *   bmsparse  Zhang, Gruenwald 2018, table 1: memory and time
 *   methods   every method on every class and on graphs of $SEMIGRAPH_DATASETS
 *   split     Matam et al., section 4.2: products of the CPU and a GPU, the time over the CPU's share t, the best t, and
 *             what each way to choose it chose and lost; sizes do not depend on --scale
 *   formula   the same for products of diagonals of the sizes of their figure 11
 *
 * Matrices are generated with the rows, entries and structure of the papers'; --suitesparse names a folder with the real
 * ones (cant.mtx or cant/cant.mtx, also with .gz).  --scale is the share of the paper's rows, 1 on a GPU and 1/16 on a CPU
 * unless it is given.  A cell is the best of the trials in milliseconds, or says why there is none.  Every product must
 * have the entries of the first of its row, the values within the rounding of their sums.  The GPU's operands lie on the
 * GPU.
 *
 * Tables of matrices are made together, class by class, and printed at the end, wide ones in pieces.  --json writes a
 * line for each row as soon as it is there.
 * Rows that --known has, as an earlier run with the same back end, threads and scale wrote them, are taken from there; with
 * --only-known no other row is measured. */
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "bench/published/published.h"

static const struct published_kind *const kinds[] = {&published_methods,  &published_matam,
                                                     &published_bhsparse, &published_bmsparse,
                                                     &published_csrmm,    &published_blsi};

/* Tables without classes. */
static const struct {
    const char *name;
    void (*run)(const struct published_options *);
} others[] = {{"bands", published_bands},
              {"study", published_study},
              {"blsi-ten", published_blsi_ten},
              {"split", published_split},
              {"formula", published_band_split}};

enum { KINDS = sizeof kinds / sizeof kinds[0], OTHERS = sizeof others / sizeof others[0] };

/* Ends the program if one of the names, with commas between, is no class. */
static void check_classes(const char *list)
{
    for (const char *name = list; *name != '\0';) {
        size_t length = strcspn(name, ",");
        bench_check(published_has_class(name, length), "there is no class '%.*s'", (int)length, name);
        name += length + (name[length] == ',');
    }
}

static bool is_wanted(const char *table, int count, char **names)
{
    for (int k = 0; k < count; k++)
        if (strcmp(names[k], table) == 0)
            return true;
    return count == 0;
}

static void check_tables(int count, char **names)
{
    for (int k = 0; k < count; k++) {
        bool is_table = false;
        for (int t = 0; t < KINDS; t++)
            is_table = is_table || strcmp(names[k], kinds[t]->name) == 0;
        for (int t = 0; t < OTHERS; t++)
            is_table = is_table || strcmp(names[k], others[t].name) == 0;
        bench_check(is_table, "there is no table '%s'", names[k]);
    }
}

static void run(const struct published_options *o, int count, char **names)
{
    const struct published_kind *wanted[KINDS];
    int n = 0;
    for (int t = 0; t < KINDS; t++)
        if (is_wanted(kinds[t]->name, count, names))
            wanted[n++] = kinds[t];
    if (n > 0)
        published_classes(wanted, n, o);
    for (int t = 0; t < OTHERS; t++)
        if (is_wanted(others[t].name, count, names))
            others[t].run(o);
}

static double number(const char *text, const char *option, double least, double most)
{
    char *end;
    double value = strtod(text, &end);
    bench_check(*end == '\0' && value >= least && value <= most, "%s wants a number from %g to %g, not '%s'",
                option, least, most, text);
    return value;
}

static char *content_of(const char *path)
{
    FILE *stream = fopen(path, "rb");
    size_t room = 1 << 20, size;
    char *text = malloc(room + 1);
    bench_check(stream != NULL && text != NULL, "'%s' cannot be read", path);
    size = fread(text, 1, room, stream);
    bench_check(size < room, "'%s' is too long", path);
    text[size] = '\0';
    fclose(stream);
    return text;
}

static graph_backend_kind backend_named(const char *name)
{
    for (int kind = GRAPH_BACKEND_CPU; kind <= GRAPH_BACKEND_CUDA; kind++)
        if (strcmp(name, graph_backend_name((graph_backend_kind)kind)) == 0)
            return (graph_backend_kind)kind;
    bench_check(false, "--backend wants cpu or cuda, not '%s'", name);
    return GRAPH_BACKEND_CPU;
}

int main(int argc, char **argv)
{
    static const struct option options[] = {{"backend", required_argument, NULL, 'b'},
                                            {"trials", required_argument, NULL, 'n'},
                                            {"threads", required_argument, NULL, 't'},
                                            {"scale", required_argument, NULL, 's'},
                                            {"class", required_argument, NULL, 'c'},
                                            {"suitesparse", required_argument, NULL, 'f'},
                                            {"json", required_argument, NULL, 'j'},
                                            {"known", required_argument, NULL, 'k'},
                                            {"only-known", no_argument, NULL, 'o'},
                                            {"svg", required_argument, NULL, 'g'},
                                            {NULL, 0, NULL, 0}};
    struct published_options o = {.trials = 3, .threads = graph_get_threads(), .measures = true};
    const char *why, *json = NULL;
    char *known = NULL;
    int option;
    o.backend = graph_backend_available(GRAPH_BACKEND_CUDA, &why) ? GRAPH_BACKEND_CUDA : GRAPH_BACKEND_CPU;
    while ((option = getopt_long(argc, argv, "", options, NULL)) != -1)
        switch (option) {
        case 'b':
            o.backend = backend_named(optarg);
            break;
        case 'n':
            o.trials = (int)number(optarg, "--trials", 1, 1000);
            break;
        case 't':
            o.threads = (int)number(optarg, "--threads", 1, 4096);
            break;
        case 's':
            o.scale = number(optarg, "--scale", 1e-6, 16);
            break;
        case 'c':
            o.classes = optarg;
            check_classes(optarg);
            break;
        case 'f':
            o.files = optarg;
            break;
        case 'j':
            json = optarg;
            break;
        case 'k':
            o.known = known = content_of(optarg);
            break;
        case 'o':
            o.measures = false;
            break;
        case 'g':
            o.svg = optarg;
            break;
        default:
            bench_check(
                false,
                "usage: bench_published [--backend cpu|cuda] [--trials N] [--threads N] [--scale X] "
                "[--class NAME,...] [--suitesparse FOLDER] [--json FILE] [--known FILE] [--only-known] "
                "[--svg FOLDER] [TABLE]...");
        }
    if (o.scale == 0)
        o.scale = o.backend == GRAPH_BACKEND_CUDA ? 1 : 1.0 / 16;
    bench_check(!o.measures || graph_backend_available(o.backend, &why), "%s", why);
    BENCH_OK(graph_set_threads(o.threads));
    graph_set_strict(true);
    check_tables(argc - optind, argv + optind);
    if (json != NULL) {
        o.json = fopen(json, "w");
        bench_check(o.json != NULL, "'%s' cannot be written", json);
    }
    run(&o, argc - optind, argv + optind);
    if (o.json != NULL)
        fclose(o.json);
    free(known);
    return 0;
}
