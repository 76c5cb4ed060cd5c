/* See generators.h.  Rows are drawn one after the other with one generator of random numbers, so a matrix is a function
 * of its parameters.
 * R-MAT: Chakrabarti, Zhan, Faloutsos, SDM 2004.  Random numbers: Steele, Lea, Flood, "Fast splittable pseudorandom
 * number generators", OOPSLA 2014. */
#include "bench/support/generators.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/support/bench.h"

struct rows {
    int64_t rows, entries, room;
    int64_t *start;
    int32_t *column;
    int64_t filled; /* rows that have begun */
    uint64_t seed;
};

static uint64_t draw(uint64_t *seed)
{
    uint64_t z = *seed += 0x9e3779b97f4a7c15ull;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    return z ^ (z >> 31);
}

static int64_t draw_below(uint64_t *seed, int64_t n) { return (int64_t)(draw(seed) % (uint64_t)n); }
static double draw_unit(uint64_t *seed) { return (double)(draw(seed) >> 11) / 9007199254740992.0; }

static struct rows rows_open(int64_t n, int64_t room)
{
    struct rows r = {.rows = n, .room = room, .seed = 1};
    r.start = malloc((size_t)(n + 1) * sizeof *r.start);
    r.column = malloc((size_t)(room + 1) * sizeof *r.column);
    bench_check(r.start != NULL && r.column != NULL, "out of memory");
    r.start[0] = 0;
    return r;
}

static void put(struct rows *r, int64_t column)
{
    bench_check(r->entries < r->room, "a generated matrix has more entries than expected");
    r->column[r->entries++] = (int32_t)column;
}

static int compare_columns(const void *x, const void *y)
{
    int32_t a = *(const int32_t *)x, b = *(const int32_t *)y;
    return a < b ? -1 : a > b;
}

/* Ends a row: sorted, without repetitions. */
static void end_row(struct rows *r)
{
    int64_t first = r->start[r->filled], retained = first;
    qsort(r->column + first, (size_t)(r->entries - first), sizeof *r->column, compare_columns);
    for (int64_t k = first; k < r->entries; k++)
        if (k == first || r->column[k] != r->column[retained - 1])
            r->column[retained++] = r->column[k];
    r->entries = retained;
    r->start[++r->filled] = retained;
}

static graph_matrix *close_rows(struct rows *r)
{
    graph_matrix *A = NULL;
    graph_arrays arrays = {.size = sizeof arrays,
                           .format = GRAPH_CSR,
                           .type = GRAPH_PATTERN,
                           .rows = (graph_index)r->rows,
                           .columns = (graph_index)r->rows,
                           .entries = (graph_index)r->entries,
                           .row = r->start,
                           .column = r->column,
                           .start_bits = 64,
                           .index_bits = 32,
                           .ownership = GRAPH_MOVE};
    BENCH_OK(graph_matrix_import(&A, &arrays));
    return A;
}

graph_matrix *bench_stencil_9(int64_t width)
{
    struct rows r = rows_open(width * width, 9 * width * width);
    for (int64_t y = 0; y < width; y++)
        for (int64_t x = 0; x < width; x++) {
            for (int64_t v = y - 1; v <= y + 1; v++)
                for (int64_t u = x - 1; u <= x + 1; u++)
                    if (u >= 0 && u < width && v >= 0 && v < width)
                        put(&r, v * width + u);
            end_row(&r);
        }
    return close_rows(&r);
}

graph_matrix *bench_stencil_7(int64_t width)
{
    static const int move[7][3] = {{0, 0, 0},  {0, 0, 1}, {0, 0, -1}, {0, 1, 0},
                                   {0, -1, 0}, {1, 0, 0}, {-1, 0, 0}};
    struct rows r = rows_open(width * width * width, 7 * width * width * width);
    for (int64_t i = 0; i < width * width * width; i++) {
        for (int m = 0; m < 7; m++) {
            int64_t z = i / width / width + move[m][0], y = i / width % width + move[m][1],
                    x = i % width + move[m][2];
            if (x >= 0 && x < width && y >= 0 && y < width && z >= 0 && z < width)
                put(&r, (z * width + y) * width + x);
        }
        end_row(&r);
    }
    return close_rows(&r);
}

graph_matrix *bench_fem(int64_t width, int64_t block)
{
    int64_t nodes = width * width * width;
    struct rows r = rows_open(nodes * block, nodes * block * 27 * block);
    for (int64_t row = 0; row < nodes * block; row++) {
        int64_t i = row / block, z = i / width / width, y = i / width % width, x = i % width;
        for (int64_t w = z - 1; w <= z + 1; w++)
            for (int64_t v = y - 1; v <= y + 1; v++)
                for (int64_t u = x - 1; u <= x + 1; u++)
                    if (u >= 0 && u < width && v >= 0 && v < width && w >= 0 && w < width)
                        for (int64_t b = 0; b < block; b++)
                            put(&r, ((w * width + v) * width + u) * block + b);
        end_row(&r);
    }
    return close_rows(&r);
}

graph_matrix *bench_diagonals(int64_t rows, int64_t low, int64_t high)
{
    struct rows r = rows_open(rows, rows * (high - low + 1));
    for (int64_t i = 0; i < rows; i++) {
        for (int64_t j = i + low; j <= i + high; j++)
            if (j >= 0 && j < rows)
                put(&r, j);
        end_row(&r);
    }
    return close_rows(&r);
}

graph_matrix *bench_band(int64_t rows, int64_t half_width)
{
    return bench_diagonals(rows, -half_width, half_width);
}

graph_matrix *bench_uniform(int64_t rows, int64_t each)
{
    struct rows r = rows_open(rows, rows * each);
    for (int64_t i = 0; i < rows; i++) {
        int64_t first = r.entries;
        while (r.entries < first + each) {
            int64_t j = draw_below(&r.seed, rows), k = first;
            while (k < r.entries && r.column[k] != j)
                k++;
            if (k == r.entries)
                put(&r, j);
        }
        end_row(&r);
    }
    return close_rows(&r);
}

/* A pattern of positions row << 32 | column in any order, with repetitions; frees them. */
static graph_matrix *close_positions(uint64_t *position, int64_t count, int64_t n)
{
    struct rows r = rows_open(n, count);
    int64_t *start = calloc((size_t)n + 2, sizeof *start);
    int32_t *column = malloc((size_t)(count + 1) * sizeof *column);
    bench_check(start != NULL && column != NULL, "out of memory");
    for (int64_t k = 0; k < count; k++)
        start[(position[k] >> 32) + 2]++;
    for (int64_t i = 0; i < n; i++)
        start[i + 2] += start[i + 1];
    for (int64_t k = 0; k < count; k++)
        column[start[(position[k] >> 32) + 1]++] = (int32_t)position[k];
    for (int64_t i = 0; i < n; i++) {
        for (int64_t k = start[i]; k < start[i + 1]; k++)
            put(&r, column[k]);
        end_row(&r);
    }
    free(start);
    free(column);
    free(position);
    return close_rows(&r);
}

static uint64_t *positions_open(int64_t count)
{
    uint64_t *position = malloc((size_t)(count + 1) * sizeof *position);
    bench_check(position != NULL, "out of memory");
    return position;
}

graph_matrix *bench_scattered(int64_t rows, int64_t entries)
{
    uint64_t *position = positions_open(entries), seed = 1;
    for (int64_t k = 0; k < entries; k++) {
        uint64_t i = (uint64_t)draw_below(&seed, rows);
        position[k] = i << 32 | (uint64_t)draw_below(&seed, rows);
    }
    return close_positions(position, entries, rows);
}

graph_matrix *bench_rmat(int scale, int64_t edge_factor)
{
    int64_t n = (int64_t)1 << scale, edges = n * edge_factor, count = 0;
    uint64_t *position = positions_open(2 * edges), seed = 1;
    for (int64_t e = 0; e < edges; e++) {
        uint64_t i = 0, j = 0;
        for (int bit = 0; bit < scale; bit++) {
            double u = draw_unit(&seed);
            i = i << 1 | (u >= 0.57 + 0.19);
            j = j << 1 | ((u >= 0.57 && u < 0.57 + 0.19) || u >= 0.57 + 0.19 + 0.19);
        }
        if (i != j) {
            position[count++] = i << 32 | j;
            position[count++] = j << 32 | i;
        }
    }
    return close_positions(position, count, n);
}

graph_matrix *bench_web(int64_t rows, double exponent, double links_of_weight)
{
    enum { LONGEST = 2000 };
    /* A page's weight w has P(w > x) = x^-exponent; half of all links go to pages by weight. */
    struct rows r = rows_open(rows, (int64_t)(8 + 4 * links_of_weight) * rows);
    double *until = malloc((size_t)rows * sizeof *until), total = 0;
    bench_check(until != NULL, "out of memory");
    for (int64_t i = 0; i < rows; i++) {
        double weight = pow(1 - draw_unit(&r.seed), -1 / exponent);
        until[i] = total += weight < LONGEST ? weight : LONGEST;
    }
    for (int64_t i = 0; i < rows; i++) {
        double weight = until[i] - (i > 0 ? until[i - 1] : 0);
        int64_t links = (int64_t)(links_of_weight * weight + draw_unit(&r.seed));
        for (int64_t k = 0; k < links; k++) {
            if (draw(&r.seed) % 2 == 0) {
                put(&r, draw_below(&r.seed, rows));
                continue;
            }
            double at = draw_unit(&r.seed) * total;
            int64_t low = 0, high = rows - 1;
            while (low < high) {
                int64_t middle = (low + high) / 2;
                if (until[middle] <= at)
                    low = middle + 1;
                else
                    high = middle;
            }
            put(&r, low);
        }
        end_row(&r);
    }
    free(until);
    return close_rows(&r);
}

graph_matrix *bench_circuit(int64_t rows, int64_t hubs, int64_t hub_entries)
{
    enum { EACH = 5, NEAR = 100 };
    int64_t count = 0;
    uint64_t *position = positions_open(EACH * rows + 2 * hubs * hub_entries), seed = 1;
    for (int64_t i = 0; i < rows; i++)
        for (int k = 0; k < EACH; k++) {
            int64_t j = k == 0 ? i : i + draw_below(&seed, 2 * NEAR + 1) - NEAR;
            position[count++] = (uint64_t)i << 32 | (uint64_t)(j < 0 ? 0 : j < rows ? j : rows - 1);
        }
    for (int64_t h = 0; h < hubs; h++) {
        uint64_t hub = (uint64_t)draw_below(&seed, rows);
        for (int64_t k = 0; k < hub_entries; k++) {
            uint64_t other = (uint64_t)draw_below(&seed, rows);
            position[count++] = hub << 32 | other;
            position[count++] = other << 32 | hub;
        }
    }
    return close_positions(position, count, rows);
}

graph_matrix *bench_arrow(int64_t rows, int64_t heads)
{
    struct rows r = rows_open(rows, rows * (2 * heads + 1));
    for (int64_t i = 0; i < rows; i++) {
        for (int64_t j = 0; j < (i < heads ? rows : heads); j++)
            put(&r, j);
        if (i >= heads)
            put(&r, i);
        end_row(&r);
    }
    return close_rows(&r);
}

graph_matrix *bench_dense(int64_t rows) { return bench_band(rows, rows); }

const char *bench_square_name(int k)
{
    static const char *const names[BENCH_SQUARES] = {
        "stencil-9", "stencil-7",   "fem-3", "fem-6", "band",        "uniform",       "rmat-16",  "web",
        "circuit",   "hypersparse", "dense", "tiny",  "email-Enron", "web-NotreDame", "cnr-2000", "wave"};
    return names[k];
}

graph_matrix *bench_square(int k)
{
    switch (k) {
    case 0:
        return bench_stencil_9(1000);
    case 1:
        return bench_stencil_7(110);
    case 2:
        return bench_fem(30, 3);
    case 3:
        return bench_fem(20, 6);
    case 4:
        return bench_band(200000, 24);
    case 5:
        return bench_uniform(1000000, 8);
    case 6:
        return bench_rmat(16, 8);
    case 7:
        return bench_web(1000000, 1.738, 1.103);
    case 8:
        return bench_circuit(200000, 20, 2000);
    case 9:
        return bench_scattered((int64_t)1 << 24, 2000000);
    case 10:
        return bench_dense(1200);
    case 11:
        return bench_uniform(10000, 6);
    default:
        return NULL;
    }
}

static const char *const class_name[] = {"stencil-2d",  "stencil-3d", "fem",   "band",
                                         "uniform",     "rmat",       "web",   "circuit",
                                         "hypersparse", "arrow",      "dense", "tiny"};
enum { CLASSES = sizeof class_name / sizeof class_name[0] };

static int class_named(const char *name)
{
    int k = 0;
    while (k < CLASSES && strcmp(class_name[k], name) != 0)
        k++;
    return k;
}

/* Which of the sixteen that are generated "square-NAME" is; BENCH_SQUARES: none. */
static int square_named(const char *name)
{
    static const char before[] = "square-";
    const size_t length = sizeof before - 1;
    int k = 0;
    if (strncmp(name, before, length) != 0)
        return BENCH_SQUARES;
    while (k < BENCH_GENERATED && strcmp(bench_square_name(k), name + length) != 0)
        k++;
    return k < BENCH_GENERATED ? k : BENCH_SQUARES;
}

bool bench_is_class(const char *name)
{
    return class_named(name) < CLASSES || square_named(name) < BENCH_SQUARES;
}

graph_matrix *bench_class(const char *name)
{
    if (square_named(name) < BENCH_SQUARES)
        return bench_square(square_named(name));
    switch (class_named(name)) {
    case 0:
        return bench_stencil_9(700);
    case 1:
        return bench_stencil_7(80);
    case 2:
        return bench_fem(18, 3);
    case 3:
        return bench_band(100000, 16);
    case 4:
        return bench_uniform(500000, 8);
    case 5:
        return bench_rmat(14, 8);
    case 6:
        return bench_web(300000, 1.8, 1.15);
    case 7:
        return bench_circuit(200000, 20, 2000);
    case 8:
        return bench_scattered((int64_t)1 << 22, 1000000);
    case 9:
        return bench_arrow(4000, 1);
    case 10:
        return bench_dense(600);
    case 11:
        return bench_uniform(1000, 6);
    default:
        return NULL;
    }
}
