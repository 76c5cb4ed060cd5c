/* See random_draws.h. */
#include "bench/support/random_draws.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/support/bench.h"
#include "bench/support/random_positions.h"

enum { LEAST_ENTRIES = 1000, MOST_ENTRIES = 30000000, MOST_PRODUCTS = 250000000, WORST = 10 };

static const graph_descriptor *const on_cpu =
    &(const graph_descriptor){.size = sizeof(graph_descriptor), .backend = GRAPH_BACKEND_CPU};

/* ---- The command line ---- */

static int64_t read_number(const char *option, const char *text, int64_t least)
{
    char *end = NULL;
    errno = 0;
    const long long number = text != NULL ? strtoll(text, &end, 10) : 0;
    bench_check(text != NULL && end != text && *end == '\0' && errno == 0 && number >= least,
                "%s wants a whole number from %lld on, not '%s'", option, (long long)least,
                text != NULL ? text : "");
    return number;
}

bool bench_random_options(struct bench_random *random, int *argc, char **argv)
{
    int retained = 1;
    int64_t seed = 1, seconds = 0;
    *random = (struct bench_random){
        .draw = -1, .most_entries = MOST_ENTRIES, .most_products = MOST_PRODUCTS, .started = bench_seconds()};
    struct {
        const char *name;
        int64_t *value, least;
    } options[] = {{"--random", &random->count, 1},
                   {"--seed", &seed, 0},
                   {"--draw", &random->draw, 0},
                   {"--most", &random->most_entries, LEAST_ENTRIES},
                   {"--products", &random->most_products, LEAST_ENTRIES},
                   {"--seconds", &seconds, 0}};
    for (int a = 1; a < *argc; a++) {
        size_t k = 0;
        while (k < sizeof options / sizeof options[0] && strcmp(argv[a], options[k].name) != 0)
            k++;
        if (k == sizeof options / sizeof options[0]) {
            argv[retained++] = argv[a];
            continue;
        }
        *options[k].value = read_number(argv[a], a + 1 < *argc ? argv[a + 1] : NULL, options[k].least);
        a++;
    }
    *argc = retained;
    argv[retained] = NULL;
    random->seed = (uint64_t)seed;
    random->seconds = (double)seconds;
    return random->count > 0 || random->draw >= 0;
}

bool bench_random_more(int64_t *k, struct bench_random *random)
{
    const int64_t count = random->draw >= 0 ? 1 : random->count;
    if (random->made == count || (random->seconds > 0 && bench_seconds() - random->started > random->seconds))
        return false;
    *k = random->draw >= 0 ? random->draw : random->made;
    random->made++;
    return true;
}

/* ---- Values ---- */

enum values { ONES, EIGHTHS, FINE, WIDE, KINDS_OF_VALUES };

static double value_at(uint64_t random, enum values values)
{
    const double fine = 1 + 7 * (double)(random >> 40) / (1 << 24);
    switch (values) {
    case ONES:
        return 1;
    case EIGHTHS:
        return (double)(1 + (random >> 61)) / 8;
    case WIDE:
        return random % 64 == 0 ? fine / 8 : fine;
    default:
        return fine;
    }
}

/* The matrix takes the arrays of the pattern. */
static graph_matrix *matrix_of(struct bench_pattern *p, graph_type type, struct bench_source *source)
{
    const enum values values = (enum values)bench_draw_below(source, KINDS_OF_VALUES);
    const uint64_t stream = bench_random_next(source);
    void *value = NULL;
    graph_matrix *A = NULL;
    if (type != GRAPH_PATTERN) {
        const bool is_wide = type == GRAPH_FP64;
        bench_check(is_wide || type == GRAPH_FP32, "values are of fp64 or fp32");
        value = malloc((size_t)(p->entries + 1) * (is_wide ? sizeof(double) : sizeof(float)));
        bench_check(value != NULL, "out of memory");
#pragma omp parallel for schedule(static)
        for (int64_t k = 0; k < p->entries; k++) {
            const double x = value_at(bench_random_at(stream, k), values);
            if (is_wide)
                ((double *)value)[k] = x;
            else
                ((float *)value)[k] = (float)x;
        }
    }
    graph_arrays arrays = {.size = sizeof arrays,
                           .format = GRAPH_CSR,
                           .type = type,
                           .rows = (graph_index)p->rows,
                           .columns = (graph_index)p->columns,
                           .entries = (graph_index)p->entries,
                           .row = p->row_start,
                           .column = p->column,
                           .value = value,
                           .start_bits = 64,
                           .index_bits = 32,
                           .ownership = GRAPH_MOVE};
    BENCH_OK(graph_matrix_import(&A, &arrays));
    return A;
}

/* ---- Operands ---- */

/* Families of products that are not squares follow those of patterns. */
enum { RECTANGULAR = BENCH_FAMILIES, GALERKIN, WITH_TRANSPOSE, FAMILIES };

static graph_matrix *any_shape(struct bench_source *source, double rows, double columns, double entries,
                               graph_type type)
{
    struct bench_pattern p =
        bench_any_shape(bench_random_next(source), (int64_t)rows, (int64_t)columns, (int64_t)entries);
    return matrix_of(&p, type, source);
}

static graph_matrix *transposed(const graph_matrix *A, graph_type type)
{
    graph_index rows, columns;
    graph_matrix *C = NULL;
    BENCH_OK(graph_matrix_rows(&rows, A));
    BENCH_OK(graph_matrix_columns(&columns, A));
    BENCH_OK(graph_matrix_create(&C, type, columns, rows));
    BENCH_OK(graph_transpose(C, NULL, GRAPH_NO_OP, A, on_cpu));
    return C;
}

/* An inner dimension, and the outer ones up to 64 times as large or as small. */
static void rectangular(struct bench_draw *draw, struct bench_source *source, double entries, graph_type type)
{
    const double inner = entries / bench_draw_scale(source, 1, 32);
    const double rows = inner * bench_draw_scale(source, 1. / 64, 64),
                 columns = inner * bench_draw_scale(source, 1. / 64, 64);
    draw->A = any_shape(source, fmin(rows, 4 * entries), inner, entries, type);
    draw->B = any_shape(source, inner, fmin(columns, 4 * entries),
                        entries * bench_draw_scale(source, 1. / 8, 1), type);
    snprintf(draw->name, sizeof draw->name, "rectangular");
}

/* A A' of a matrix that is tall or flat. */
static void with_transpose(struct bench_draw *draw, struct bench_source *source, double entries,
                           graph_type type)
{
    const double rows = entries / bench_draw_scale(source, 1, 64),
                 columns = fmin(rows * bench_draw_scale(source, 1. / 64, 64), 4 * entries);
    draw->A = any_shape(source, rows, columns, entries, type);
    draw->B = transposed(draw->A, type);
    snprintf(draw->name, sizeof draw->name, "with-transpose");
}

/* One of the products of P' A P, with A a mesh and P an interpolation: A P, P' A, or P' (A P). */
static void galerkin(struct bench_draw *draw, struct bench_source *source, double entries, graph_type type)
{
    enum { MESHES = 3 };
    static const char *const meshes[MESHES] = {"stencil", "geometric", "road"};
    static const char *const products[] = {"galerkin-AP", "galerkin-RA", "galerkin-RAP"};
    const char *mesh = meshes[bench_draw_below(source, MESHES)];
    const int64_t product = bench_draw_below(source, 3);
    int f = 0;
    while (strcmp(bench_family_name(f), mesh) != 0)
        f++;
    struct bench_pattern pattern = bench_family(f, bench_random_next(source), (int64_t)entries);
    const int64_t n = pattern.rows, aggregates = 1 + (int64_t)((double)n / bench_draw_scale(source, 2, 64));
    struct bench_pattern interpolation = bench_interpolation(bench_random_next(source), n, aggregates);
    graph_matrix *A = matrix_of(&pattern, type, source), *P = matrix_of(&interpolation, type, source),
                 *AP = NULL;
    draw->A = product == 0 ? A : transposed(P, type);
    draw->B = product == 0 ? P : A;
    if (product == 2) {
        const graph_semiring *semiring = graph_semiring_by_name(type == GRAPH_FP64   ? "plus_times_fp64"
                                                                : type == GRAPH_FP32 ? "plus_times_fp32"
                                                                                     : "any_pair_bool");
        BENCH_OK(graph_spgemm(&AP, semiring, A, P, on_cpu));
        draw->B = AP;
    }
    if (draw->A != A && draw->B != A)
        graph_matrix_release(&A);
    if (draw->B != P)
        graph_matrix_release(&P);
    snprintf(draw->name, sizeof draw->name, "%s-%s", products[product], mesh);
}

static int64_t count_products(const graph_matrix *A, const graph_matrix *B)
{
    uint64_t products;
    BENCH_OK(graph_spgemm_products(&products, A, B, on_cpu));
    return products < INT64_MAX ? (int64_t)products : INT64_MAX;
}

/* Whether sums of products of A's rows have a bound of their rounding that says something: with 2^20 products of fp32, which
 * a pattern may get, it is a seventh of the sum. */
static bool has_useful_bound(graph_matrix *A, graph_type type)
{
    const int64_t most = type == GRAPH_FP64 ? INT64_MAX : (int64_t)1 << 20;
    graph_arrays arrays = {.size = sizeof arrays};
    bool is_useful = true;
    BENCH_OK(graph_matrix_export(&arrays, A, GRAPH_CSR, GRAPH_BORROW));
    const int64_t *row_start = arrays.row;
    for (graph_index i = 0; i < arrays.rows; i++)
        is_useful = is_useful && row_start[i + 1] - row_start[i] <= most;
    return is_useful;
}

/* Draw k with so many entries; the choices depend on the seed and k alone. */
static struct bench_draw draw_once(const struct bench_random *random, int64_t k, graph_type type,
                                   int families, double halves)
{
    struct bench_source source = {bench_random_at(random->seed, k)};
    struct bench_draw draw = {.number = k};
    const int family = (int)bench_draw_below(&source, families);
    double entries = bench_draw_scale(&source, LEAST_ENTRIES, (double)random->most_entries);
    entries = fmax(entries / halves, 1);
    if (family < BENCH_FAMILIES) {
        struct bench_pattern p = bench_family(family, bench_random_next(&source), (int64_t)entries);
        draw.A = draw.B = matrix_of(&p, type, &source);
        snprintf(draw.name, sizeof draw.name, "%s", bench_family_name(family));
    } else if (family == RECTANGULAR)
        rectangular(&draw, &source, entries, type);
    else if (family == GALERKIN)
        galerkin(&draw, &source, entries, type);
    else
        with_transpose(&draw, &source, entries, type);
    return draw;
}

struct bench_draw bench_draw_product(const struct bench_random *random, int64_t k, graph_type type)
{
    for (double halves = 1;; halves *= 2) {
        struct bench_draw draw = draw_once(random, k, type, FAMILIES, halves);
        draw.products = count_products(draw.A, draw.B);
        if ((draw.products <= random->most_products && has_useful_bound(draw.A, type)) ||
            halves > (double)random->most_entries)
            return draw;
        bench_draw_close(&draw);
    }
}

struct bench_draw bench_draw_operand(const struct bench_random *random, int64_t k, graph_type type,
                                     int64_t most_rows)
{
    for (double halves = 1;; halves *= 2) {
        struct bench_draw draw = draw_once(random, k, type, RECTANGULAR + 1, halves);
        graph_index rows, columns;
        if (draw.B != draw.A)
            graph_matrix_release(&draw.B);
        draw.B = draw.A;
        BENCH_OK(graph_matrix_rows(&rows, draw.A));
        BENCH_OK(graph_matrix_columns(&columns, draw.A));
        if (((int64_t)(rows + columns) <= most_rows && has_useful_bound(draw.A, type)) ||
            halves > (double)random->most_entries)
            return draw;
        bench_draw_close(&draw);
    }
}

void bench_draw_close(struct bench_draw *draw)
{
    if (draw->B != draw->A)
        graph_matrix_release(&draw->B);
    graph_matrix_release(&draw->A);
    *draw = (struct bench_draw){0};
}

/* ---- Ratios ---- */

struct bench_ratio {
    double ratio;
    int64_t draw, entries;
    char name[64];
};

void bench_ratios_add(struct bench_ratio_list *list, const struct bench_draw *draw, double ratio)
{
    graph_index entries;
    bench_check(ratio > 0, "draw %lld: a ratio of %g", (long long)draw->number, ratio);
    BENCH_OK(graph_matrix_entries(&entries, draw->A));
    if (list->count == list->room) {
        list->room = 2 * list->room + 64;
        list->ratio = realloc(list->ratio, (size_t)list->room * sizeof *list->ratio);
        bench_check(list->ratio != NULL, "out of memory");
    }
    struct bench_ratio *r = &list->ratio[list->count++];
    *r = (struct bench_ratio){.ratio = ratio, .draw = draw->number, .entries = (int64_t)entries};
    memcpy(r->name, draw->name, sizeof r->name);
}

static int compare_ratios(const void *x, const void *y)
{
    const double a = ((const struct bench_ratio *)x)->ratio, b = ((const struct bench_ratio *)y)->ratio;
    return (a > b) - (a < b);
}

void bench_ratios_print(struct bench_ratio_list *list, const struct bench_random *random)
{
    double log_sum = 0;
    int64_t below = 0;
    if (list->count == 0)
        return;
    qsort(list->ratio, (size_t)list->count, sizeof *list->ratio, compare_ratios);
    for (int64_t k = 0; k < list->count; k++) {
        log_sum += log(list->ratio[k].ratio);
        below += list->ratio[k].ratio < 1;
    }
    printf(
        "%s, seed %llu: %.2f in the geometric mean of %lld, 5th percentile %.2f, least %.2f, %lld below 1\n",
        list->what, (unsigned long long)random->seed, exp(log_sum / (double)list->count),
        (long long)list->count, list->ratio[(list->count * 5 + 99) / 100 - 1].ratio, list->ratio[0].ratio,
        (long long)below);
    for (int64_t k = 0; k < list->count && k < WORST; k++) {
        const struct bench_ratio *r = &list->ratio[k];
        printf("  %6.2f  %-24s %10lld entries  --seed %llu --draw %lld", r->ratio, r->name,
               (long long)r->entries, (unsigned long long)random->seed, (long long)r->draw);
        if (random->most_entries != MOST_ENTRIES)
            printf(" --most %lld", (long long)random->most_entries);
        if (random->most_products != MOST_PRODUCTS)
            printf(" --products %lld", (long long)random->most_products);
        printf("\n");
    }
    fflush(stdout);
}

void bench_ratios_close(struct bench_ratio_list *list)
{
    free(list->ratio);
    *list = (struct bench_ratio_list){.what = list->what};
}
