/* From the stores of the parsers to the positions of the matrix: joined, compacted, expanded.  See
 * reading.h. */
#include <stdlib.h>

#include "base/memory.h"
#include "base/seed.h"
#include "io/reading.h"

void graph__edges_free(struct graph_edges *edges)
{
    graph__free(edges->row);
    graph__free(edges->column);
    graph__free(edges->wide);
    graph__free(edges->value);
    graph__free(edges->line);
    if (edges->budget != NULL)
        atomic_fetch_sub(&edges->budget->taken, edges->taken);
    memset(edges, 0, sizeof *edges);
}

/* If the values turned out to be decimals in some piece, those of the others become so too. */
static void unify_values(struct graph_reading *r, struct graph_parser *parsers,
                         const struct graph_piece *pieces, int64_t piece_count)
{
    bool is_real = false;
    for (int64_t k = 0; k < piece_count; k++)
        is_real |= pieces[k].is_real;
    if (!is_real)
        return;
    r->value_type = GRAPH_FP64;
#pragma omp parallel for schedule(dynamic, 1) num_threads(r->threads)
    for (int64_t k = 0; k < piece_count; k++) {
        char *value = parsers[pieces[k].thread].edges.value + 8 * pieces[k].begin;
        for (int64_t m = 0; m < pieces[k].count && !pieces[k].is_real; m++) {
            int64_t integer;
            memcpy(&integer, value + 8 * m, sizeof integer);
            double real = (double)integer;
            memcpy(value + 8 * m, &real, sizeof real);
        }
    }
}

static void copy_piece(const struct graph_reading *r, struct graph_edges *to, int64_t at,
                       const struct graph_edges *from, const struct graph_piece *piece)
{
    size_t n = (size_t)piece->count, bytes = r->value_bytes;
    int64_t begin = piece->begin;
    if (n == 0)
        return;
    if (r->is_wide) {
        memcpy(to->wide + 2 * at, from->wide + 2 * begin, 2 * n * sizeof *to->wide);
    } else if (!r->is_dense) {
        memcpy(to->row + at, from->row + begin, n * sizeof *to->row);
        memcpy(to->column + at, from->column + begin, n * sizeof *to->column);
    }
    if (r->has_value)
        memcpy(to->value + (size_t)at * bytes, from->value + (size_t)begin * bytes, n * bytes);
    if (r->is_keeping_lines)
        memcpy(to->line + at, from->line + begin, n * sizeof *to->line);
}

/* What a piece counts from its block on is counted from the beginning of the text. */
static void shift_piece(const struct graph_reading *r, struct graph_edges *edges, int64_t at, int64_t count,
                        uint64_t lines, uint64_t vertices)
{
    for (int64_t k = at; r->is_keeping_lines && k < at + count; k++)
        edges->line[k] += (int64_t)lines;
    for (int64_t k = at; vertices > 0 && k < at + count; k++) {
        if (r->is_wide)
            edges->wide[2 * k] += vertices;
        else
            edges->row[k] += (int32_t)vertices;
    }
}

/* The positions of the values of an array, which come column by column; below the diagonal if it is
 * symmetric. */
static graph_status place_dense(struct graph_reading *r, struct graph_edges *edges)
{
    graph_status status;
    int64_t n = 0;
    GRAPH_TRY(graph__edges_take(r, edges, (uint64_t)edges->count * 2 * sizeof *edges->row));
    GRAPH_TRY(GRAPH_NEW(edges->row, edges->count));
    GRAPH_TRY(GRAPH_NEW(edges->column, edges->count));
    for (int64_t j = 0; j < r->columns && n < edges->count; j++)
        for (int64_t i = !r->is_symmetric ? 0 : j + r->is_skew; i < r->rows; i++, n++) {
            edges->row[n] = (int32_t)i;
            edges->column[n] = (int32_t)j;
            r->report.self_loops += i == j;
        }
done:
    return status;
}

static uint64_t count_loops(const struct graph_reading *r, const struct graph_edges *edges)
{
    uint64_t count = 0;
    for (int64_t k = 0; k < edges->count; k++)
        count +=
            r->is_wide ? edges->wide[2 * k] == edges->wide[2 * k + 1] : edges->row[k] == edges->column[k];
    return count;
}

graph_status graph__edges_join(struct graph_reading *r, struct graph_edges *all, struct graph_parser *parsers,
                               struct graph_piece *pieces, int64_t piece_count)
{
    graph_status status;
    struct where {
        int64_t at;
        uint64_t lines, vertices;
    } *where = NULL;
    struct graph_edges joined = {0};
    int64_t sum = 0;
    uint64_t lines = 0, vertices = 0;
    GRAPH_TRY(GRAPH_NEW(where, piece_count));
    unify_values(r, parsers, pieces, piece_count);
    for (int64_t k = 0; k < piece_count; k++) {
        where[k] = (struct where){sum, lines, vertices};
        sum += pieces[k].count;
        lines += pieces[k].lines;
        vertices += pieces[k].vertices;
    }
    if (r->threads == 1) {
        joined = parsers[0].edges; /* already in the order of the text */
        memset(&parsers[0].edges, 0, sizeof parsers[0].edges);
    } else {
        GRAPH_TRY(graph__edges_reserve(r, &joined, sum));
    }
    joined.count = sum;
#pragma omp parallel for schedule(dynamic, 1) num_threads(r->threads)
    for (int64_t k = 0; k < piece_count; k++) {
        if (r->threads > 1)
            copy_piece(r, &joined, where[k].at, &parsers[pieces[k].thread].edges, &pieces[k]);
        shift_piece(r, &joined, where[k].at, pieces[k].count, where[k].lines, where[k].vertices);
    }
    for (int t = 0; t < r->threads; t++)
        graph__edges_free(&parsers[t].edges);
    if (r->is_dense)
        GRAPH_TRY(place_dense(r, &joined));
    if (r->format->code == GRAPH_FILE_METIS)
        r->report.self_loops = count_loops(r, &joined);
    *all = joined;
    memset(&joined, 0, sizeof joined);
done:
    graph__free(where);
    graph__edges_free(&joined);
    return status;
}

/* A hash of an id that nobody can choose ids against, as the seeds are drawn in each call: the 128 bits of a product,
 * folded. */
static uint64_t mix(uint64_t x, const uint64_t *seed)
{
    __extension__ typedef unsigned __int128 wide;
    wide product = (wide)(x ^ seed[0]) * (seed[1] | 1);
    return (uint64_t)product ^ (uint64_t)(product >> 64);
}

static int compare_ids(const void *x, const void *y)
{
    uint64_t a = *(const uint64_t *)x, b = *(const uint64_t *)y;
    return (a > b) - (a < b);
}

/* Ids in an open hash table; place holds 1 + their number, 0 where free. */
struct id_table {
    uint64_t *id;
    uint32_t *place;
    int64_t room, count;
    uint64_t seed[2];
    struct graph_budget *budget;
    uint64_t taken;
};

static graph_status table_create(const struct graph_reading *r, struct id_table *table, int64_t room,
                                 const uint64_t *seed)
{
    graph_status status;
    uint64_t bytes = (uint64_t)room * (sizeof *table->id + sizeof *table->place);
    *table = (struct id_table){.room = room, .seed = {seed[0], seed[1]}};
    GRAPH_TRY(graph__budget_take(r, bytes));
    table->budget = r->budget;
    table->taken = bytes;
    GRAPH_TRY(GRAPH_NEW(table->id, room));
    GRAPH_TRY(GRAPH_NEW_ZEROED(table->place, room));
done:
    return status;
}

static void table_free(struct id_table *table)
{
    graph__free(table->id);
    graph__free(table->place);
    if (table->budget != NULL)
        atomic_fetch_sub(&table->budget->taken, table->taken);
}

static int64_t table_find(const struct id_table *table, uint64_t id)
{
    int64_t mask = table->room - 1, k = (int64_t)(mix(id, table->seed) & (uint64_t)mask);
    while (table->place[k] != 0 && table->id[k] != id)
        k = (k + 1) & mask;
    return k;
}

static void table_add(struct id_table *table, uint64_t id)
{
    int64_t k = table_find(table, id);
    if (table->place[k] == 0) {
        table->id[k] = id;
        table->place[k] = 1;
        table->count++;
    }
}

static graph_status table_grow(const struct graph_reading *r, struct id_table *table)
{
    struct id_table larger;
    graph_status status = table_create(r, &larger, 4 * table->room, table->seed);
    if (status == GRAPH_OK) {
        for (int64_t k = 0; k < table->room; k++)
            if (table->place[k] != 0)
                table_add(&larger, table->id[k]);
        struct id_table other = *table;
        *table = larger;
        larger = other;
    }
    table_free(&larger);
    return status;
}

graph_status graph__edges_compact(const struct graph_reading *r, struct graph_edges *edges, uint64_t **ids,
                                  int64_t *vertices)
{
    struct id_table table = {0};
    uint64_t *sorted = NULL;
    graph_status status;
    int64_t n = 0;
    const uint64_t seed[2] = {graph__random_seed(), graph__random_seed()};
    GRAPH_TRY(table_create(r, &table, 1024, seed));
    for (int64_t k = 0; k < 2 * edges->count; k++) {
        if (2 * table.count >= table.room)
            GRAPH_TRY(table_grow(r, &table));
        table_add(&table, edges->wide[k]);
    }
    if (table.count > 0x7fffffff)
        GRAPH_FAIL(GRAPH_E_NOT_SUPPORTED, "%lld vertices; this version supports at most 2147483647",
                   (long long)table.count);
    GRAPH_TRY(graph__edges_take(
        r, edges, (uint64_t)edges->count * 2 * sizeof *edges->row + (uint64_t)table.count * sizeof *sorted));
    GRAPH_TRY(GRAPH_NEW(sorted, table.count));
    for (int64_t k = 0; k < table.room; k++)
        if (table.place[k] != 0)
            sorted[n++] = table.id[k];
    qsort(sorted, (size_t)n, sizeof *sorted, compare_ids);
    for (int64_t k = 0; k < n; k++)
        table.place[table_find(&table, sorted[k])] = (uint32_t)k + 1;
    GRAPH_TRY(GRAPH_NEW(edges->row, edges->count));
    GRAPH_TRY(GRAPH_NEW(edges->column, edges->count));
    for (int64_t k = 0; k < edges->count; k++) {
        edges->row[k] = (int32_t)(table.place[table_find(&table, edges->wide[2 * k])] - 1);
        edges->column[k] = (int32_t)(table.place[table_find(&table, edges->wide[2 * k + 1])] - 1);
    }
    graph__free(edges->wide);
    edges->wide = NULL;
    *vertices = n;
    *ids = sorted;
    sorted = NULL;
done:
    graph__free(sorted);
    table_free(&table);
    return status;
}

/* to = -from, or from. */
static void negate_value(char *to, const char *from, graph_type type, bool is_negated)
{
    size_t bytes = graph_type_size(type);
    memcpy(to, from, bytes);
    if (!is_negated)
        return;
    if (type == GRAPH_FP64) {
        double x;
        memcpy(&x, from, sizeof x);
        x = -x;
        memcpy(to, &x, sizeof x);
    } else if (type == GRAPH_FP32) {
        float x;
        memcpy(&x, from, sizeof x);
        x = -x;
        memcpy(to, &x, sizeof x);
    } else {
        uint64_t x = 0;
        memcpy(&x, from, bytes); /* the low bytes, on the little-endian machines this runs on */
        x = 0 - x;
        memcpy(to, &x, bytes);
    }
}

/* Writes what edge k becomes to the n-th place of `to` on; returns the next free place. */
static int64_t expand_edge(const struct graph_reading *r, struct graph_edges *to, int64_t n,
                           const struct graph_edges *from, int64_t k, bool is_undirected,
                           bool is_dropping_loops)
{
    int32_t i = from->row[k], j = from->column[k];
    int copies = i == j ? !is_dropping_loops : 1 + is_undirected;
    for (int copy = 0; copy < copies; copy++, n++) {
        to->row[n] = copy == 0 ? i : j;
        to->column[n] = copy == 0 ? j : i;
        if (r->has_value)
            negate_value(to->value + (size_t)n * r->value_bytes, from->value + (size_t)k * r->value_bytes,
                         r->value_type, copy == 1 && r->is_skew);
        if (r->is_keeping_lines)
            to->line[n] = from->line[k];
    }
    return n;
}

graph_status graph__edges_expand(const struct graph_reading *r, struct graph_edges *edges, bool is_undirected,
                                 bool is_dropping_loops)
{
    struct graph_edges to = {0};
    int64_t *place = NULL, share = edges->count / r->threads + 1;
    graph_status status;
    struct graph_reading narrow = *r;
    narrow.is_wide = narrow.is_dense = false;
    GRAPH_TRY(GRAPH_NEW(place, r->threads + 1));
    place[0] = 0;
#pragma omp parallel for schedule(static, 1) num_threads(r->threads)
    for (int t = 0; t < r->threads; t++) {
        int64_t end = (t + 1) * share < edges->count ? (t + 1) * share : edges->count, n = 0;
        for (int64_t k = t * share; k < end; k++)
            n += edges->row[k] == edges->column[k] ? !is_dropping_loops : 1 + is_undirected;
        place[t + 1] = n;
    }
    for (int t = 0; t < r->threads; t++)
        place[t + 1] += place[t];
    GRAPH_TRY(graph__edges_reserve(&narrow, &to, place[r->threads]));
    to.count = place[r->threads];
#pragma omp parallel for schedule(static, 1) num_threads(r->threads)
    for (int t = 0; t < r->threads; t++) {
        int64_t end = (t + 1) * share < edges->count ? (t + 1) * share : edges->count, n = place[t];
        for (int64_t k = t * share; k < end; k++)
            n = expand_edge(r, &to, n, edges, k, is_undirected, is_dropping_loops);
    }
    graph__edges_free(edges);
    *edges = to;
    memset(&to, 0, sizeof to);
done:
    graph__free(place);
    graph__edges_free(&to);
    return status;
}
