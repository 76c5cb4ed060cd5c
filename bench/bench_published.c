/* The published methods beside AUTO, SuiteSparse and cuSPARSE on the matrices of their papers: one table for each paper,
 * in its own columns.
 *
 *     bench_published [--backend cpu|cuda] [--trials N] [--threads N] [--scale X] [--class NAME,...]
 *                     [--suitesparse FOLDER] [--json FILE] [--known FILE] [--only-known] [--svg FOLDER] [TABLE]...
 *
 *   matam     Matam, Bharadwaj, Kothapalli 2012, figures 7 and 8: products of two matrices
 *   bands     the same, section 4.3: squares of full bands
 *   csrmm     the same, figure 12: products with dense matrices of 8, 16, 32 and 64 columns
 *   study     Kerr, Gray, Duan 2023, figure 5: dot products with B by columns and by rows
 *   blsi      Neelima, Prakash, Reddy 2012, table 5.1 and figures 7.1 to 7.4: vector products in five formats
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
 * agree with the first of its row in its entries and in the sum of its values.  The GPU's operands lie on the GPU.
 *
 * --json writes a line for each row as soon as it is there.  Rows that --known has, as an earlier run with the same
 * back end, threads and scale wrote them, are not measured again; with --only-known no other is. */
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "published.h"

static const struct {
    const char *name;
    void (*run)(const struct published_options *);
} tables[] = {{"matam", published_matam},       {"bands", published_bands},
              {"csrmm", published_csrmm},       {"study", published_study},
              {"blsi", published_blsi},         {"bhsparse", published_bhsparse},
              {"bmsparse", published_bmsparse}, {"methods", published_methods},
              {"split", published_split},       {"formula", published_band_split}};
enum { TABLES = sizeof tables / sizeof tables[0] };

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
            published_check_classes(optarg);
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
    for (int a = optind; a < argc; a++) {
        bool is_table = false;
        for (int t = 0; t < TABLES; t++)
            is_table = is_table || strcmp(argv[a], tables[t].name) == 0;
        bench_check(is_table, "there is no table '%s'", argv[a]);
    }
    if (json != NULL) {
        o.json = fopen(json, "w");
        bench_check(o.json != NULL, "'%s' cannot be written", json);
    }
    for (int t = 0; t < TABLES; t++) {
        bool is_wanted = optind == argc;
        for (int a = optind; a < argc; a++)
            is_wanted = is_wanted || strcmp(argv[a], tables[t].name) == 0;
        if (is_wanted)
            tables[t].run(&o);
    }
    if (o.json != NULL)
        fclose(o.json);
    free(known);
    return 0;
}
