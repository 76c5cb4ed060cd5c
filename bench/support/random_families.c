/* See random_families.h.  A family writes positions into a list, each from its number in the list alone, so that threads
 * share the work in any way.
 * R-MAT: Chakrabarti, Zhan, Faloutsos, SDM 2004.  Power laws: Chung, Lu, "Connected components in random graphs with
 * given expected degree sequences", 2002.  Small world: Watts, Strogatz, Nature 393, 1998. */
#include "bench/support/random_families.h"

#include <math.h>
#include <stdlib.h>

#include "bench/support/bench.h"
#include "bench/support/random_positions.h"

enum { LEAST_ROWS = 8 };
static const int64_t most_rows = (int64_t)1 << 30;

static int64_t within(double rows)
{
    return rows < LEAST_ROWS ? LEAST_ROWS : rows > (double)most_rows ? most_rows : (int64_t)rows;
}

/* ---- Families of any shape ---- */

static struct positions uniform(struct bench_source *source, int64_t rows, int64_t columns, int64_t entries)
{
    struct positions p = bench_positions_open(rows, columns, entries);
    const bool has_equal_rows = bench_draw_coin(source, 0.5);
    const uint64_t s = bench_random_next(source), t = bench_random_next(source);
#pragma omp parallel for schedule(static)
    for (int64_t k = 0; k < entries; k++)
        p.at[k] =
            bench_position(&p, has_equal_rows ? k % rows : bench_random_below(bench_random_at(s, k), rows),
                           bench_random_below(bench_random_at(t, k), columns));
    return p;
}

/* The weight of vertex i of n is i^-skew: weights add up to i^(1 - skew), whose inverse draws a vertex. */
static int64_t draw_skewed(uint64_t random, int64_t n, double skew)
{
    const int64_t i = (int64_t)((double)n * pow(bench_random_unit(random), 1 / (1 - skew)));
    return i < n ? i : n - 1;
}

static struct positions power_law(struct bench_source *source, int64_t rows, int64_t columns, int64_t entries)
{
    const double row_skew = 0.95 * bench_draw_unit(source),
                 column_skew = bench_draw_coin(source, 0.5) ? row_skew : 0.95 * bench_draw_unit(source);
    const bool is_symmetric = rows == columns && bench_draw_coin(source, 0.5);
    const uint64_t s = bench_random_next(source), t = bench_random_next(source);
    struct positions p = bench_positions_open(rows, columns, is_symmetric ? 2 * (entries / 2) : entries);
#pragma omp parallel for schedule(static)
    for (int64_t k = 0; k < p.count; k++) {
        const int64_t e = is_symmetric ? k / 2 : k;
        const int64_t i = draw_skewed(bench_random_at(s, e), rows, row_skew),
                      j = draw_skewed(bench_random_at(t, e), columns, column_skew);
        p.at[k] = is_symmetric && k % 2 != 0 ? bench_position(&p, j, i) : bench_position(&p, i, j);
    }
    return p;
}

/* Uniform, and some rows and columns whose lengths go up to the whole matrix. */
static struct positions hubs(struct bench_source *source, int64_t rows, int64_t columns, int64_t entries)
{
    enum { MOST_HUBS = 64 };
    const int row_hubs = bench_draw_coin(source, 0.8) ? (int)bench_draw_scale(source, 1, MOST_HUBS) : 0;
    const int column_hubs =
        row_hubs == 0 || bench_draw_coin(source, 0.5) ? (int)bench_draw_scale(source, 1, MOST_HUBS) : 0;
    int64_t length[2 * MOST_HUBS + 1], start[2 * MOST_HUBS + 2], where[2 * MOST_HUBS + 1], total = 0;
    const double share = bench_draw_unit(source); /* of the entries, at most, that hubs take */
    const int count = row_hubs + column_hubs;
    for (int h = 0; h < count; h++) {
        const int64_t most = h < row_hubs ? columns : rows;
        length[h] = (int64_t)bench_draw_scale(source, 1, (double)most + 1);
        if (length[h] > (int64_t)(share * (double)entries) - total)
            length[h] = (int64_t)(share * (double)entries) - total;
        where[h] = bench_draw_below(source, h < row_hubs ? rows : columns);
        start[h] = total;
        total += length[h];
    }
    start[count] = total;
    struct positions p = bench_positions_open(rows, columns, entries);
    const uint64_t s = bench_random_next(source), t = bench_random_next(source);
#pragma omp parallel for schedule(static)
    for (int64_t k = 0; k < entries; k++) {
        int64_t i = bench_random_below(bench_random_at(s, k), rows),
                j = bench_random_below(bench_random_at(t, k), columns);
        for (int h = 0; h < count && k < total; h++)
            if (k >= start[h] && k < start[h + 1]) {
                /* Evenly spread, so that as many entries are distinct. */
                const int64_t most = h < row_hubs ? columns : rows,
                              to = (int64_t)((double)(k - start[h]) * (double)most / (double)length[h]);
                i = h < row_hubs ? where[h] : to;
                j = h < row_hubs ? to : where[h];
            }
        p.at[k] = bench_position(&p, i, j);
    }
    return p;
}

static struct positions empty_rows(struct bench_source *source, int64_t rows, int64_t columns,
                                   int64_t entries)
{
    const int64_t lines = 1 + (int64_t)((double)rows * bench_draw_scale(source, 0.003, 0.7));
    const int64_t stretches = 1 + (int64_t)((double)columns * bench_draw_scale(source, 0.003, 1));
    const uint64_t s = bench_random_next(source), t = bench_random_next(source),
                   u = bench_random_next(source);
    struct positions p = bench_positions_open(rows, columns, entries);
#pragma omp parallel for schedule(static)
    for (int64_t k = 0; k < entries; k++) {
        const int64_t line = bench_random_below(bench_random_at(s, k), lines),
                      stretch = bench_random_below(bench_random_at(t, k), stretches);
        p.at[k] = bench_position(&p, bench_random_below(bench_random_at(u, line), rows),
                                 bench_random_below(bench_random_at(u, -2 - stretch), columns));
    }
    return p;
}

struct bench_pattern bench_any_shape(uint64_t seed, int64_t rows, int64_t columns, int64_t entries)
{
    struct bench_source source = {seed};
    struct positions p;
    rows = within((double)rows);
    columns = within((double)columns);
    switch (bench_draw_below(&source, 4)) {
    case 0:
        p = power_law(&source, rows, columns, entries);
        break;
    case 1:
        p = hubs(&source, rows, columns, entries);
        break;
    case 2:
        p = empty_rows(&source, rows, columns, entries);
        break;
    default:
        p = uniform(&source, rows, columns, entries);
    }
    return bench_positions_close(&p);
}

struct bench_pattern bench_interpolation(uint64_t seed, int64_t rows, int64_t aggregates)
{
    struct bench_source source = {seed};
    const int64_t each = 1 + bench_draw_below(&source, 4), near = 1 + bench_draw_below(&source, 64);
    const uint64_t s = bench_random_next(&source);
    struct positions p = bench_positions_open(rows, aggregates, rows * each);
#pragma omp parallel for schedule(static)
    for (int64_t k = 0; k < p.count; k++) {
        const int64_t aggregate = (int64_t)((double)(k / each) * (double)aggregates / (double)rows);
        const int64_t away =
            k % each == 0 ? 0 : bench_random_below(bench_random_at(s, k), 2 * near + 1) - near;
        p.at[k] = bench_position(&p, k / each, aggregate + away);
    }
    return bench_positions_close(&p);
}

/* ---- Square families ---- */

/* Entries in a row in the mean, between 1 and that many. */
static int64_t draw_rows(struct bench_source *source, int64_t entries, double most_in_row)
{
    return within((double)entries / bench_draw_scale(source, 1, most_in_row));
}

static struct positions square_uniform(struct bench_source *source, int64_t entries)
{
    const int64_t n = draw_rows(source, entries, 128);
    return uniform(source, n, n, entries);
}

static struct positions square_power_law(struct bench_source *source, int64_t entries)
{
    const int64_t n = draw_rows(source, entries, 64);
    struct positions p = power_law(source, n, n, entries);
    if (bench_draw_coin(source, 0.6))
        bench_positions_permute(&p, source);
    return p;
}

static struct positions square_hubs(struct bench_source *source, int64_t entries)
{
    const int64_t n = draw_rows(source, entries, 32);
    return hubs(source, n, n, entries);
}

static struct positions square_empty_rows(struct bench_source *source, int64_t entries)
{
    const int64_t n = within((double)entries / bench_draw_scale(source, 0.2, 16));
    return empty_rows(source, n, n, entries);
}

static struct positions rmat(struct bench_source *source, int64_t entries)
{
    const double a = 0.26 + 0.5 * bench_draw_unit(source),
                 b = (1 - a) * (0.15 + 0.2 * bench_draw_unit(source)), c = b;
    int scale = 3;
    for (const int64_t n = draw_rows(source, entries, 64); (int64_t)1 << scale < n; scale++)
        ;
    const bool is_symmetric = bench_draw_coin(source, 0.5);
    const uint64_t s = bench_random_next(source);
    struct positions p = bench_positions_open((int64_t)1 << scale, (int64_t)1 << scale,
                                              is_symmetric ? 2 * (entries / 2) : entries);
#pragma omp parallel for schedule(static)
    for (int64_t k = 0; k < p.count; k++) {
        struct bench_source bits = {bench_random_at(s, is_symmetric ? k / 2 : k)};
        int64_t i = 0, j = 0;
        for (int bit = 0; bit < scale; bit++) {
            const double x = bench_draw_unit(&bits);
            i = 2 * i + (x >= a + b);
            j = 2 * j + ((x >= a && x < a + b) || x >= a + b + c);
        }
        p.at[k] = is_symmetric && k % 2 != 0 ? bench_position(&p, j, i) : bench_position(&p, i, j);
    }
    if (bench_draw_coin(source, 0.5))
        bench_positions_permute(&p, source);
    return p;
}

static struct positions small_world(struct bench_source *source, int64_t entries)
{
    const int64_t reach = 1 + bench_draw_below(source, 16), n = within((double)entries / (double)(2 * reach));
    const double moved = 0.5 * bench_draw_unit(source);
    const uint64_t s = bench_random_next(source), t = bench_random_next(source);
    struct positions p = bench_positions_open(n, n, 2 * reach * n);
#pragma omp parallel for schedule(static)
    for (int64_t k = 0; k < p.count; k++) {
        const int64_t e = k / 2, i = e / reach, next = (i + 1 + e % reach) % n;
        const int64_t j = bench_random_unit(bench_random_at(s, e)) < moved
                              ? bench_random_below(bench_random_at(t, e), n)
                              : next;
        p.at[k] = k % 2 == 0 ? bench_position(&p, i, j) : bench_position(&p, j, i);
    }
    if (bench_draw_coin(source, 0.3))
        bench_positions_permute(&p, source);
    return p;
}

/* Points of the plane that are at most 1 apart.  Each cell of width 1 has the same number of points, somewhere in it. */
static struct positions geometric(struct bench_source *source, int64_t entries)
{
    const int64_t each = 1 + bench_draw_below(source, 16);
    const int64_t width = 2 + (int64_t)sqrt((double)entries / (3.2 * (double)(each * each))),
                  n = each * width * width;
    const uint64_t s = bench_random_next(source), t = bench_random_next(source);
    struct positions p = bench_positions_open(n, n, 9 * each * n);
#pragma omp parallel for schedule(static)
    for (int64_t k = 0; k < p.count; k++) {
        const int64_t i = k / (9 * each), move = k / each % 9, x = i / each % width, y = i / each / width;
        const int64_t u = x + move % 3 - 1, v = y + move / 3 - 1, j = (v * width + u) * each + k % each;
        if (u < 0 || v < 0 || u >= width || v >= width) {
            p.at[k] = BENCH_NOWHERE;
            continue;
        }
        const double dx = (double)(u - x) + bench_random_unit(bench_random_at(s, j)) -
                          bench_random_unit(bench_random_at(s, i)),
                     dy = (double)(v - y) + bench_random_unit(bench_random_at(t, j)) -
                          bench_random_unit(bench_random_at(t, i));
        p.at[k] = i != j && dx * dx + dy * dy <= 1 ? bench_position(&p, i, j) : BENCH_NOWHERE;
    }
    if (bench_draw_coin(source, 0.3))
        bench_positions_permute(&p, source);
    return p;
}

/* A box of points, and which of a point's 27 neighbours (itself among them) it has. */
struct box {
    int64_t size[3];
    int moves, move[27][3];
};

static struct box draw_box(struct bench_source *source, int64_t entries, bool is_flat, bool has_corners,
                           bool has_centre)
{
    struct box box = {.moves = 0};
    for (int m = 0; m < 27; m++) {
        const int x = m % 3 - 1, y = m / 3 % 3 - 1, z = m / 9 - 1, far = abs(x) + abs(y) + abs(z);
        if ((is_flat && z != 0) || (!has_corners && far > 1) || (!has_centre && far == 0))
            continue;
        box.move[box.moves][0] = x;
        box.move[box.moves][1] = y;
        box.move[box.moves++][2] = z;
    }
    const double points = (double)entries / box.moves + 1, stretch = bench_draw_scale(source, 0.05, 20);
    const double edge = is_flat ? sqrt(points) : cbrt(points);
    box.size[0] = (int64_t)(edge * stretch) + 1;
    box.size[1] = (int64_t)(is_flat ? points / (double)box.size[0] : edge) + 1;
    box.size[2] = is_flat ? 1 : (int64_t)(points / (double)(box.size[0] * box.size[1])) + 1;
    return box;
}

/* The point that is move m away from point i, or -1. */
static int64_t neighbour(const struct box *box, int64_t i, int m)
{
    const int64_t x = i % box->size[0] + box->move[m][0],
                  y = i / box->size[0] % box->size[1] + box->move[m][1],
                  z = i / box->size[0] / box->size[1] + box->move[m][2];
    return x < 0 || y < 0 || z < 0 || x >= box->size[0] || y >= box->size[1] || z >= box->size[2]
               ? -1
               : (z * box->size[1] + y) * box->size[0] + x;
}

/* Edges of the box, of which a share has been deleted, each with its reverse. */
static struct positions box_edges(struct bench_source *source, const struct box *box, double deleted)
{
    const int64_t n = box->size[0] * box->size[1] * box->size[2];
    const uint64_t s = bench_random_next(source);
    struct positions p = bench_positions_open(n, n, n * box->moves);
#pragma omp parallel for schedule(static)
    for (int64_t k = 0; k < p.count; k++) {
        const int64_t i = k / box->moves, j = neighbour(box, i, (int)(k % box->moves));
        const int64_t low = i < j ? i : j, high = i < j ? j : i;
        const bool is_deleted =
            deleted > 0 && bench_random_unit(bench_random_at(bench_random_at(s, low), high)) < deleted;
        p.at[k] = is_deleted ? BENCH_NOWHERE : bench_position(&p, i, j);
    }
    return p;
}

static struct positions stencil(struct bench_source *source, int64_t entries)
{
    const bool is_flat = bench_draw_coin(source, 0.5), has_corners = bench_draw_coin(source, 0.5);
    const struct box box = draw_box(source, entries, is_flat, has_corners, true);
    struct positions p = box_edges(source, &box, 0);
    if (bench_draw_coin(source, 0.4))
        bench_positions_permute(&p, source);
    return p;
}

static struct positions road(struct bench_source *source, int64_t entries)
{
    const double deleted = 0.05 + 0.45 * bench_draw_unit(source);
    const struct box box = draw_box(source, (int64_t)((double)entries / (1 - deleted)), true,
                                    bench_draw_coin(source, 0.2), false);
    struct positions p = box_edges(source, &box, deleted);
    if (bench_draw_coin(source, 0.4))
        bench_positions_permute(&p, source);
    return p;
}

static struct positions band(struct bench_source *source, int64_t entries)
{
    const int64_t half = (int64_t)bench_draw_scale(source, 1, 300), width = 2 * half + 1;
    const int64_t each = 1 + (int64_t)((double)width * bench_draw_scale(source, 0.05, 1.5));
    const int64_t n = within((double)entries / (double)each);
    const uint64_t s = bench_random_next(source);
    struct positions p = bench_positions_open(n, n, n * each);
#pragma omp parallel for schedule(static)
    for (int64_t k = 0; k < p.count; k++)
        p.at[k] =
            bench_position(&p, k / each, k / each + bench_random_below(bench_random_at(s, k), width) - half);
    if (bench_draw_coin(source, 0.15))
        bench_positions_permute(&p, source);
    return p;
}

/* Full blocks on the diagonal. */
static struct positions blocks(struct bench_source *source, int64_t entries)
{
    double most = bench_draw_scale(source, 2, 400);
    most = fmin(most, sqrt((double)entries));
    int64_t count = 0, rows = 0, total = 0, *first = bench_new_starts(entries + 1),
            *start = bench_new_starts(entries + 1);
    while (total < entries) {
        const int64_t size = (int64_t)bench_draw_scale(source, 1, most + 1);
        first[count] = rows;
        start[count++] = total;
        rows += size;
        total += size * size;
    }
    first[count] = rows;
    start[count] = total;
    rows = within((double)rows);
    struct positions p = bench_positions_open(rows, rows, total);
#pragma omp parallel for schedule(dynamic, 64)
    for (int64_t b = 0; b < count; b++) {
        const int64_t size = first[b + 1] - first[b];
        for (int64_t k = 0; k < size * size; k++)
            p.at[start[b] + k] = bench_position(&p, first[b] + k / size, first[b] + k % size);
    }
    free(first);
    free(start);
    if (bench_draw_coin(source, 0.3))
        bench_positions_permute(&p, source);
    return p;
}

/* H and constraints G around a block of zeros: (H G'; G 0), with H a band. */
static struct positions kkt(struct bench_source *source, int64_t entries)
{
    const int64_t half = bench_draw_below(source, 5), width = 2 * half + 1,
                  each = 1 + bench_draw_below(source, 12);
    const double share = 0.1 + 0.8 * bench_draw_unit(source); /* constraints for a variable */
    const int64_t n = within((double)entries / ((double)width + 2 * share * (double)each));
    const int64_t constraints = 1 + (int64_t)(share * (double)n),
                  near = bench_draw_coin(source, 0.5) ? 200 : n;
    const uint64_t s = bench_random_next(source);
    struct positions p =
        bench_positions_open(n + constraints, n + constraints, n * width + 2 * constraints * each);
#pragma omp parallel for schedule(static)
    for (int64_t k = 0; k < p.count; k++) {
        if (k < n * width) {
            const int64_t i = k / width, j = i + k % width - half;
            p.at[k] = j < n ? bench_position(&p, i, j) : BENCH_NOWHERE;
            continue;
        }
        const int64_t e = (k - n * width) / 2, row = e / each,
                      from = (int64_t)((double)row * (double)n / (double)constraints),
                      j = (from + bench_random_below(bench_random_at(s, e), near)) % n;
        p.at[k] = k % 2 == n * width % 2 ? bench_position(&p, n + row, j) : bench_position(&p, j, n + row);
    }
    if (bench_draw_coin(source, 0.3))
        bench_positions_permute(&p, source);
    return p;
}

/* A diagonal, and some full rows or columns or both. */
static struct positions arrow(struct bench_source *source, int64_t entries)
{
    const int64_t heads = (int64_t)bench_draw_scale(source, 1, fmin(33, sqrt((double)entries) / 4));
    const int64_t has = 1 + bench_draw_below(source, 3), lines = (has == 3 ? 2 : 1) * heads + 1;
    const int64_t n = within((double)entries / (double)lines),
                  last = bench_draw_coin(source, 0.5) ? n - heads : 0;
    struct positions p = bench_positions_open(n, n, n * lines);
#pragma omp parallel for schedule(static)
    for (int64_t k = 0; k < p.count; k++) {
        const int64_t line = k / n, i = k % n;
        if (line == 0)
            p.at[k] = bench_position(&p, i, i);
        else if (line <= heads)
            p.at[k] =
                has == 2 ? bench_position(&p, i, last + line - 1) : bench_position(&p, last + line - 1, i);
        else
            p.at[k] = bench_position(&p, i, last + line - 1 - heads);
    }
    return p;
}

static struct positions near_dense(struct bench_source *source, int64_t entries)
{
    const double density = 0.1 + 0.9 * bench_draw_unit(source);
    const int64_t n = within(sqrt((double)entries / density));
    const uint64_t s = bench_random_next(source);
    struct positions p = bench_positions_open(n, n, n * n);
#pragma omp parallel for schedule(static)
    for (int64_t k = 0; k < p.count; k++)
        p.at[k] = bench_random_unit(bench_random_at(s, k)) < density ? bench_position(&p, k / n, k % n)
                                                                     : BENCH_NOWHERE;
    return p;
}

static const struct {
    const char *name;
    struct positions (*make)(struct bench_source *source, int64_t entries);
} families[BENCH_FAMILIES] = {{"uniform", square_uniform},
                              {"rmat", rmat},
                              {"power-law", square_power_law},
                              {"small-world", small_world},
                              {"geometric", geometric},
                              {"stencil", stencil},
                              {"road", road},
                              {"band", band},
                              {"blocks", blocks},
                              {"kkt", kkt},
                              {"arrow", arrow},
                              {"hubs", square_hubs},
                              {"empty-rows", square_empty_rows},
                              {"near-dense", near_dense}};

const char *bench_family_name(int family) { return families[family].name; }

struct bench_pattern bench_family(int family, uint64_t seed, int64_t entries)
{
    struct bench_source source = {seed};
    struct positions p = families[family].make(&source, entries);
    return bench_positions_close(&p);
}
