/* See graphs.h. */
#include "tests/support/graphs.h"

#include <math.h>
#include <stdlib.h>

#include "tests/support/user.h"
#include "tests/support/test.h"

static void *room(int64_t n) { return oracle_room(n, GRAPH_INT64); }

static int64_t below(uint64_t *seed, int64_t n) { return (int64_t)(test_random(seed) % (uint64_t)n); }

/* In (0, 1). */
static double fraction(uint64_t *seed)
{
    return ((double)(test_random(seed) >> 11) + 0.5) / 9007199254740992.0;
}

static long double random_small(uint64_t *seed, graph_type type)
{
    if (type == GRAPH_BOOL)
        return below(seed, 2);
    if (type_is_float(type))
        return (long double)(below(seed, 65) - 32) / 4;
    return type_is_signed(type) ? below(seed, 17) - 8 : below(seed, 9);
}

long double random_value(uint64_t *seed, graph_type type, enum value_range range)
{
    if (type == GRAPH_PATTERN)
        return 1;
    if (oracle_is_user(type))
        return below(seed, user_count(type));
    if (range == VALUES_REAL)
        return type_is_float(type) ? oracle_cast(fraction(seed), GRAPH_FP64, type)
                                   : below(seed, type == GRAPH_BOOL ? 2 : 9);
    if (range == VALUES_POWERS && type != GRAPH_BOOL) {
        long double sign = below(seed, 2) == 0 || type_smallest(type) == 0 ? 1 : -1;
        return sign * (below(seed, 64) != 0 ? 1 : type_is_float(type) && below(seed, 2) == 0 ? 0.5L : 2);
    }
    if (range != VALUES_EXTREME || type == GRAPH_BOOL || below(seed, 2) == 0)
        return random_small(seed, type);
    if (type_is_float(type)) {
        const long double odd[] = {
            (long double)INFINITY, -(long double)INFINITY, (long double)NAN, -0.0L, 1, -1};
        return odd[below(seed, 6)];
    }
    const long double ends[] = {type_largest(type),
                                type_smallest(type),
                                type_largest(type) - 1,
                                type_smallest(type) + 1,
                                floorl(type_largest(type) / 2),
                                1};
    return ends[below(seed, 6)];
}

/* An index below n that is small with a high probability. */
static int64_t skewed(uint64_t *seed, int64_t n) { return (int64_t)(pow(fraction(seed), 4) * (double)n); }

void random_positions(uint64_t *seed, enum graph_shape shape, int64_t rows, int64_t columns, int64_t edges,
                      graph_index *n, graph_index **row, graph_index **column)
{
    int64_t count = rows == 0 || columns == 0 ? 0
                    : shape == SHAPE_FULL     ? rows * columns
                    : shape == SHAPE_DIAGONAL ? (rows < columns ? rows : columns)
                                              : edges;
    int64_t extra = rows == 0 || columns == 0   ? 0
                    : shape == SHAPE_DENSE_ROW  ? columns
                    : shape == SHAPE_HUB_COLUMN ? rows
                                                : 0;
    int64_t special = extra == 0 ? 0 : below(seed, shape == SHAPE_DENSE_ROW ? rows : columns);
    *n = (graph_index)(count + extra);
    *row = room(count + extra);
    *column = room(count + extra);
    for (int64_t k = 0; k < count; k++) {
        int64_t i = below(seed, rows), j = below(seed, columns);
        if (shape == SHAPE_POWER_LAW) {
            i = skewed(seed, rows);
            j = skewed(seed, columns);
        } else if (shape == SHAPE_BANDED) {
            j = i + below(seed, 5) - 2;
            j = j < 0 ? 0 : j >= columns ? columns - 1 : j;
        } else if (shape == SHAPE_EMPTY_ROWS)
            i -= i % 4;
        else if (shape == SHAPE_DIAGONAL)
            i = j = k;
        else if (shape == SHAPE_FULL) {
            i = k / columns;
            j = k % columns;
        }
        (*row)[k] = (graph_index)i;
        (*column)[k] = (graph_index)j;
    }
    for (int64_t k = 0; k < extra; k++) {
        (*row)[count + k] = (graph_index)(shape == SHAPE_DENSE_ROW ? special : k);
        (*column)[count + k] = (graph_index)(shape == SHAPE_DENSE_ROW ? k : special);
    }
}

struct dense_matrix random_dense(uint64_t *seed, enum graph_shape shape, graph_type type, int64_t rows,
                                 int64_t columns, int64_t edges, enum value_range range)
{
    graph_index n, *row, *column;
    struct dense_matrix A = dense_create(type, rows, columns);
    random_positions(seed, shape, rows, columns, edges, &n, &row, &column);
    for (graph_index k = 0; k < n; k++)
        dense_set(&A, (int64_t)row[k], (int64_t)column[k], random_value(seed, type, range));
    free(row);
    free(column);
    return A;
}

graph_status random_matrix(graph_matrix **A, uint64_t *seed, enum graph_shape shape, graph_type type,
                           int64_t rows, int64_t columns, int64_t edges, enum value_range range)
{
    graph_index n, *row, *column;
    random_positions(seed, shape, rows, columns, edges, &n, &row, &column);
    void *value = oracle_room((int64_t)n, type);
    for (graph_index k = 0; k < n; k++)
        oracle_store(type, value, (int64_t)k, random_value(seed, type, range));
    graph_status status = graph_matrix_create(A, type, (graph_index)rows, (graph_index)columns);
    if (status == GRAPH_OK)
        status =
            graph_matrix_build(*A, row, column, type == GRAPH_PATTERN ? NULL : value, type, n, GRAPH_SECOND);
    if (status < 0)
        graph_matrix_release(A);
    free(row);
    free(column);
    free(value);
    return status;
}

/* The symmetric pattern of n edges; repeated ones count once. */
static graph_status undirected(graph_matrix **A, int64_t vertices, graph_index n, const graph_index *from,
                               const graph_index *to)
{
    graph_index *row = room(2 * (int64_t)n), *column = room(2 * (int64_t)n), entries = 0;
    for (graph_index k = 0; k < n; k++) {
        if (from[k] == to[k])
            continue;
        row[entries] = column[entries + 1] = from[k];
        column[entries] = row[entries + 1] = to[k];
        entries += 2;
    }
    graph_status status = graph_matrix_create(A, GRAPH_PATTERN, (graph_index)vertices, (graph_index)vertices);
    if (status == GRAPH_OK)
        status = graph_matrix_build(*A, row, column, NULL, GRAPH_PATTERN, entries, GRAPH_ANY);
    if (status < 0)
        graph_matrix_release(A);
    free(row);
    free(column);
    return status;
}

graph_status random_undirected(graph_matrix **A, uint64_t *seed, enum graph_shape shape, int64_t vertices,
                               int64_t edges)
{
    graph_index n, *from, *to;
    random_positions(seed, shape, vertices, vertices, edges, &n, &from, &to);
    graph_status status = undirected(A, vertices, n, from, to);
    free(from);
    free(to);
    return status;
}

graph_status graph_of_edges(graph_matrix **A, int64_t vertices, int64_t edges, const int (*edge)[2])
{
    graph_index *from = room(edges), *to = room(edges);
    for (int64_t k = 0; k < edges; k++) {
        from[k] = (graph_index)edge[k][0];
        to[k] = (graph_index)edge[k][1];
    }
    graph_status status = undirected(A, vertices, (graph_index)edges, from, to);
    free(from);
    free(to);
    return status;
}

/* Edges k -> k + 1 for k = 0 .. vertices - 1, round the corner if is_closed. */
static graph_status chain(graph_matrix **A, int64_t vertices, bool is_closed)
{
    graph_index n = 0, *from = room(vertices), *to = room(vertices);
    for (int64_t k = 0; k + (is_closed ? 0 : 1) < vertices; k++, n++) {
        from[n] = (graph_index)k;
        to[n] = (graph_index)((k + 1) % vertices);
    }
    graph_status status = undirected(A, vertices, n, from, to);
    free(from);
    free(to);
    return status;
}

graph_status path_graph(graph_matrix **A, int64_t vertices) { return chain(A, vertices, false); }
graph_status cycle_graph(graph_matrix **A, int64_t vertices) { return chain(A, vertices, true); }

graph_status star_graph(graph_matrix **A, int64_t vertices)
{
    graph_index n = 0, *from = room(vertices), *to = room(vertices);
    for (int64_t k = 1; k < vertices; k++, n++)
        to[n] = (graph_index)k;
    graph_status status = undirected(A, vertices, n, from, to);
    free(from);
    free(to);
    return status;
}

graph_status complete_graph(graph_matrix **A, int64_t vertices)
{
    graph_index n = 0, *from = room(vertices * vertices), *to = room(vertices * vertices);
    for (int64_t i = 0; i < vertices; i++)
        for (int64_t j = 0; j < i; j++, n++) {
            from[n] = (graph_index)i;
            to[n] = (graph_index)j;
        }
    graph_status status = undirected(A, vertices, n, from, to);
    free(from);
    free(to);
    return status;
}

graph_status grid_graph(graph_matrix **A, int64_t height, int64_t width)
{
    graph_index n = 0, *from = room(2 * height * width), *to = room(2 * height * width);
    for (int64_t y = 0; y < height; y++)
        for (int64_t x = 0; x < width; x++) {
            if (x + 1 < width) {
                from[n] = (graph_index)(y * width + x);
                to[n++] = (graph_index)(y * width + x + 1);
            }
            if (y + 1 < height) {
                from[n] = (graph_index)(y * width + x);
                to[n++] = (graph_index)((y + 1) * width + x);
            }
        }
    graph_status status = undirected(A, height * width, n, from, to);
    free(from);
    free(to);
    return status;
}

graph_status karate_graph(graph_matrix **A)
{
    static const int edge[][2] = {
        {1, 0},   {2, 0},   {2, 1},   {3, 0},   {3, 1},   {3, 2},   {4, 0},   {5, 0},   {6, 0},   {6, 4},
        {6, 5},   {7, 0},   {7, 1},   {7, 2},   {7, 3},   {8, 0},   {8, 2},   {9, 2},   {10, 0},  {10, 4},
        {10, 5},  {11, 0},  {12, 0},  {12, 3},  {13, 0},  {13, 1},  {13, 2},  {13, 3},  {16, 5},  {16, 6},
        {17, 0},  {17, 1},  {19, 0},  {19, 1},  {21, 0},  {21, 1},  {25, 23}, {25, 24}, {27, 2},  {27, 23},
        {27, 24}, {28, 2},  {29, 23}, {29, 26}, {30, 1},  {30, 8},  {31, 0},  {31, 24}, {31, 25}, {31, 28},
        {32, 2},  {32, 8},  {32, 14}, {32, 15}, {32, 18}, {32, 20}, {32, 22}, {32, 23}, {32, 29}, {32, 30},
        {32, 31}, {33, 8},  {33, 9},  {33, 13}, {33, 14}, {33, 15}, {33, 18}, {33, 19}, {33, 20}, {33, 22},
        {33, 23}, {33, 26}, {33, 27}, {33, 28}, {33, 29}, {33, 30}, {33, 31}, {33, 32}};
    return graph_of_edges(A, 34, (int64_t)(sizeof edge / sizeof edge[0]), edge);
}

graph_status ladder_matrix(graph_matrix **A, int n)
{
    graph_status status = graph_matrix_create(A, GRAPH_INT32, (graph_index)n, (graph_index)n);
    for (int i = 0; i < n && status == GRAPH_OK; i++)
        for (int j = i > 0 ? i - 1 : 0; j < n && j <= i + 1 && status == GRAPH_OK; j++)
            status = graph_matrix_set(*A, (graph_index)i, (graph_index)j, graph_int64(10 * i + j));
    return status;
}

graph_status objects_of_two_types(graph_matrix **A, graph_matrix **C, graph_vector **u, graph_vector **w)
{
    static const graph_index row[] = {0, 1, 2, 2}, column[] = {1, 1, 0, 2};
    static const int32_t value[] = {1, 2, 3, 4};
    graph_status status;
    TRY(graph_matrix_create(A, GRAPH_INT32, 3, 3));
    TRY(graph_matrix_create(C, GRAPH_FP64, 3, 3));
    TRY(graph_matrix_build(*A, row, column, value, GRAPH_INT32, 4, GRAPH_NO_OP));
    TRY(graph_vector_create(u, GRAPH_INT32, 3));
    TRY(graph_vector_create(w, GRAPH_FP64, 3));
    TRY(graph_vector_build(*u, row, value, GRAPH_INT32, 2, GRAPH_NO_OP));
done:
    return status;
}

graph_index *random_permutation(uint64_t *seed, int64_t n)
{
    graph_index *p = room(n);
    for (int64_t k = 0; k < n; k++) {
        int64_t other = below(seed, k + 1);
        p[k] = p[other];
        p[other] = (graph_index)k;
    }
    return p;
}
