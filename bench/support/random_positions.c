/* See random_positions.h. */
#include "bench/support/random_positions.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/support/bench.h"

/* ---- Random numbers ---- */

static uint64_t mix(uint64_t z)
{
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

uint64_t bench_random_next(struct bench_source *source) { return mix(source->state += 0x9e3779b97f4a7c15u); }

uint64_t bench_random_at(uint64_t stream, int64_t k)
{
    return mix(stream + 0x9e3779b97f4a7c15u * (uint64_t)(k + 1));
}

double bench_random_unit(uint64_t random) { return (double)(random >> 11) / 9007199254740992.0; }
int64_t bench_random_below(uint64_t random, int64_t n) { return (int64_t)(random % (uint64_t)n); }

double bench_draw_scale(struct bench_source *source, double low, double high)
{
    return low * pow(high / low, bench_random_unit(bench_random_next(source)));
}

double bench_draw_unit(struct bench_source *source) { return bench_random_unit(bench_random_next(source)); }
int64_t bench_draw_below(struct bench_source *source, int64_t n)
{
    return bench_random_below(bench_random_next(source), n);
}
bool bench_draw_coin(struct bench_source *source, double chance) { return bench_draw_unit(source) < chance; }

/* ---- Lists of positions ---- */

struct positions bench_positions_open(int64_t rows, int64_t columns, int64_t count)
{
    struct positions p = {rows, columns, count, malloc((size_t)(count + 1) * sizeof *p.at)};
    bench_check(p.at != NULL, "out of memory");
    return p;
}

void bench_positions_permute(struct positions *p, struct bench_source *source)
{
    int32_t *number = malloc((size_t)p->rows * sizeof *number);
    bench_check(number != NULL && p->rows == p->columns, "out of memory");
    for (int64_t v = 0; v < p->rows; v++) {
        const int64_t u = bench_draw_below(source, v + 1);
        number[v] = number[u];
        number[u] = (int32_t)v;
    }
#pragma omp parallel for schedule(static)
    for (int64_t k = 0; k < p->count; k++)
        if (p->at[k] != BENCH_NOWHERE)
            p->at[k] = (uint64_t)number[p->at[k] >> 32] << 32 | (uint64_t)number[p->at[k] & UINT32_MAX];
    free(number);
}

static int compare_columns(const void *x, const void *y)
{
    int32_t a = *(const int32_t *)x, b = *(const int32_t *)y;
    return a < b ? -1 : a > b;
}

/* Sorts a row; returns how many of it are distinct, which come first. */
static int64_t sort_row(int32_t *row, int64_t count)
{
    enum { SHORT = 24 };
    int64_t distinct = 0;
    if (count > SHORT)
        qsort(row, (size_t)count, sizeof *row, compare_columns);
    else
        for (int64_t i = 1; i < count; i++) {
            const int32_t x = row[i];
            int64_t k = i;
            for (; k > 0 && row[k - 1] > x; k--)
                row[k] = row[k - 1];
            row[k] = x;
        }
    for (int64_t k = 0; k < count; k++)
        if (k == 0 || row[k] != row[distinct - 1])
            row[distinct++] = row[k];
    return distinct;
}

int64_t *bench_new_starts(int64_t rows)
{
    int64_t *start = calloc((size_t)(rows + 1), sizeof *start);
    bench_check(start != NULL, "out of memory");
    return start;
}

struct bench_pattern bench_positions_close(struct positions *p)
{
    struct bench_pattern C = {.rows = p->rows, .columns = p->columns, .row_start = bench_new_starts(p->rows)};
    int64_t *room = bench_new_starts(p->rows), *end = bench_new_starts(p->rows);
#pragma omp parallel for schedule(static)
    for (int64_t k = 0; k < p->count; k++)
        if (p->at[k] != BENCH_NOWHERE)
            __atomic_fetch_add(&room[(p->at[k] >> 32) + 1], 1, __ATOMIC_RELAXED);
    for (int64_t i = 0; i < p->rows; i++) {
        end[i] = room[i];
        room[i + 1] += room[i];
    }
    int32_t *wide = malloc((size_t)(room[p->rows] + 1) * sizeof *wide);
    bench_check(wide != NULL, "out of memory");
#pragma omp parallel for schedule(static)
    for (int64_t k = 0; k < p->count; k++)
        if (p->at[k] != BENCH_NOWHERE)
            wide[__atomic_fetch_add(&end[p->at[k] >> 32], 1, __ATOMIC_RELAXED)] =
                (int32_t)(p->at[k] & UINT32_MAX);
    free(p->at);
#pragma omp parallel for schedule(dynamic, 256)
    for (int64_t i = 0; i < p->rows; i++)
        C.row_start[i + 1] = sort_row(wide + room[i], end[i] - room[i]);
    for (int64_t i = 0; i < p->rows; i++)
        C.row_start[i + 1] += C.row_start[i];
    C.entries = C.row_start[p->rows];
    C.column = malloc((size_t)(C.entries + 1) * sizeof *C.column);
    bench_check(C.column != NULL, "out of memory");
#pragma omp parallel for schedule(static)
    for (int64_t i = 0; i < p->rows; i++)
        memcpy(C.column + C.row_start[i], wide + room[i],
               (size_t)(C.row_start[i + 1] - C.row_start[i]) * sizeof *C.column);
    free(wide);
    free(room);
    free(end);
    return C;
}

void bench_pattern_close(struct bench_pattern *pattern)
{
    free(pattern->row_start);
    free(pattern->column);
    *pattern = (struct bench_pattern){0};
}
