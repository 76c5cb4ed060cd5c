/* Rows whose entries stand in the order in which they were found, as rows of a matrix: sorted by columns, duplicates joined.
 *
 * A row is sorted in place by pairs of column and place, so that equal columns keep their order.  Duplicates are joined two
 * by two: the first with the second of each place, what remains with the next, until no place has two. */
#include <omp.h>
#include <stdlib.h>
#include <string.h>

#include "contract/backend.h"
#include "dist/read.h"

/* Column and place of an entry of a row. */
struct item {
    uint64_t key; /* column << 32 | place */
};

static int compare(const void *x, const void *y)
{
    const uint64_t a = ((const struct item *)x)->key, b = ((const struct item *)y)->key;
    return (a > b) - (a < b);
}

/* Sorts one row; item and value have room for it. */
static void sort_row(int32_t *column, char *value, int64_t length, size_t value_bytes, struct item *item,
                     char *sorted)
{
    int64_t k = 1;
    while (k < length && column[k - 1] <= column[k])
        k++;
    if (k >= length)
        return;
    for (k = 0; k < length; k++)
        item[k].key = (uint64_t)column[k] << 32 | (uint64_t)k;
    qsort(item, (size_t)length, sizeof *item, compare);
    for (k = 0; k < length; k++) {
        column[k] = (int32_t)(item[k].key >> 32);
        if (value_bytes > 0)
            memcpy(sorted + (size_t)k * value_bytes, value + (size_t)(uint32_t)item[k].key * value_bytes,
                   value_bytes);
    }
    if (value_bytes > 0)
        memcpy(value, sorted, (size_t)length * value_bytes);
}

static graph_status sort_all(struct graph_csr_arrays *a, int64_t rows, size_t value_bytes, int threads)
{
    struct item *item = NULL;
    char *sorted = NULL;
    int64_t longest = 0;
    graph_status status = GRAPH_OK;
    for (int64_t i = 0; i < rows; i++) {
        const int64_t length = a->row_start[i + 1] - a->row_start[i];
        longest = length > longest ? length : longest;
    }
    GRAPH_TRY(graph__allocate_array((void **)&item, (size_t)longest, (size_t)threads * sizeof *item));
    GRAPH_TRY(graph__allocate_array((void **)&sorted, (size_t)longest, (size_t)threads * value_bytes));
#pragma omp parallel for num_threads(threads) schedule(dynamic, 256)
    for (int64_t i = 0; i < rows; i++) {
        const int64_t begin = a->row_start[i], thread = omp_get_thread_num();
        sort_row(a->column + begin, value_bytes > 0 ? (char *)a->value + (size_t)begin * value_bytes : NULL,
                 a->row_start[i + 1] - begin, value_bytes, item + thread * longest,
                 value_bytes > 0 ? sorted + (size_t)(thread * longest) * value_bytes : NULL);
    }
done:
    graph__free(item);
    graph__free(sorted);
    return status;
}

/* How many pairs of neighbours in a row are at the same place, each entry in one pair at most. */
static int64_t count_pairs(const struct graph_csr_arrays *a, int64_t rows)
{
    int64_t pairs = 0;
    for (int64_t i = 0; i < rows; i++)
        for (int64_t e = a->row_start[i]; e + 1 < a->row_start[i + 1]; e++)
            if (a->column[e] == a->column[e + 1]) {
                pairs++;
                e++;
            }
    return pairs;
}

/* The value of the first of each pair becomes that of both. */
static graph_status join_values(struct graph_csr_arrays *a, int64_t rows, int64_t pairs, graph_type type,
                                graph_op op)
{
    const size_t bytes = graph_type_size(type);
    char *x = NULL, *y = NULL, *const value = a->value;
    int64_t k = 0;
    graph_status status = GRAPH_OK;
    GRAPH_TRY(graph__allocate_array((void **)&x, (size_t)pairs, bytes));
    GRAPH_TRY(graph__allocate_array((void **)&y, (size_t)pairs, bytes));
    for (int is_back = 0; is_back < 2; is_back++, k = 0) {
        for (int64_t i = 0; i < rows; i++)
            for (int64_t e = a->row_start[i]; e + 1 < a->row_start[i + 1]; e++)
                if (a->column[e] == a->column[e + 1]) {
                    if (is_back) {
                        memcpy(value + (size_t)e * bytes, x + (size_t)k * bytes, bytes);
                    } else {
                        memcpy(x + (size_t)k * bytes, value + (size_t)e * bytes, bytes);
                        memcpy(y + (size_t)k * bytes, value + (size_t)(e + 1) * bytes, bytes);
                    }
                    k++;
                    e++;
                }
        if (!is_back)
            GRAPH_TRY(graph__cpu()->binary(x, x, y, op, type, pairs, 1));
    }
done:
    graph__free(x);
    graph__free(y);
    return status;
}

/* Drops the second of each pair. */
static void drop_pairs(struct graph_csr_arrays *a, int64_t rows, size_t value_bytes)
{
    int64_t to = 0, begin = a->row_start[0];
    for (int64_t i = 0; i < rows; i++) {
        const int64_t end = a->row_start[i + 1];
        a->row_start[i] = to;
        for (int64_t e = begin; e < end; e++, to++) {
            const bool is_pair = e + 1 < end && a->column[e] == a->column[e + 1];
            a->column[to] = a->column[e];
            if (value_bytes > 0)
                memmove((char *)a->value + (size_t)to * value_bytes,
                        (char *)a->value + (size_t)e * value_bytes, value_bytes);
            e += is_pair;
        }
        begin = end;
    }
    a->row_start[rows] = a->entries = to;
}

graph_status graph__sort_rows(struct graph_csr_arrays *a, int64_t rows, graph_type type, graph_op op,
                              int threads)
{
    const size_t value_bytes = graph_type_size(type);
    int64_t pairs;
    graph_status status = GRAPH_OK;
    GRAPH_TRY(sort_all(a, rows, value_bytes, threads));
    while ((pairs = count_pairs(a, rows)) > 0) {
        if (value_bytes > 0 && op != GRAPH_FIRST)
            GRAPH_TRY(join_values(a, rows, pairs, type, op));
        drop_pairs(a, rows, value_bytes);
    }
done:
    return status;
}
