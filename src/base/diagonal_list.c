/* See diagonal_list.h. */
#include "base/diagonal_list.h"

#include <stddef.h>
#include <string.h>

#include "base/memory.h"

/* The sum of min(t, n) over t = 0 .. m - 1. */
static int64_t ramp(int64_t m, int64_t n)
{
    return m <= 0 ? 0 : m <= n ? m * (m - 1) / 2 : n * (n - 1) / 2 + (m - n) * n;
}

int64_t graph__band_elements(int64_t rows, int64_t columns, int64_t low, int64_t count)
{
    int64_t end = low + count;
    return ramp(rows + end, columns) - ramp(end, columns) - ramp(rows + low, columns) + ramp(low, columns);
}

bool graph__may_be_band(int64_t rows, int64_t columns, int64_t entries)
{
    enum { MOST_DIAGONALS = 511, LEAST_LENGTH = 16 /* rows for each diagonal */, MORE = 4 };
    int64_t shorter = rows < columns ? rows : columns;
    if (shorter == 0 || entries == 0)
        return false;
    int64_t least = (entries + shorter - 1) / shorter;
    for (int64_t count = least; count < least + MORE && count <= MOST_DIAGONALS; count++)
        for (int64_t low = -count; low <= count && count * LEAST_LENGTH <= shorter; low++)
            if (graph__band_elements(rows, columns, low, count) == entries)
                return true;
    return false;
}

const struct graph_diagonal_list *graph__diagonals_cached(struct graph_diagonal_list *const *cache)
{
    return cache != NULL ? __atomic_load_n(cache, __ATOMIC_ACQUIRE) : NULL;
}

static struct graph_diagonal_list *new_list(int64_t count)
{
    void *list = NULL;
    if (graph__allocate_array(&list, sizeof(struct graph_diagonal_list) + (size_t)count * sizeof(int32_t),
                              1) < 0)
        return NULL;
    return list;
}

void graph__diagonals_keep(struct graph_diagonal_list **cache, const int32_t *offset, int64_t count,
                           int64_t elements)
{
    struct graph_diagonal_list *list, *none = NULL;
    if (cache == NULL || graph__diagonals_cached(cache) != NULL || (list = new_list(count)) == NULL)
        return;
    list->count = count;
    list->elements = elements;
    if (count > 0)
        memcpy(list->offset, offset, (size_t)count * sizeof *offset);
    if (!__atomic_compare_exchange_n(cache, &none, list, false, __ATOMIC_RELEASE, __ATOMIC_RELAXED))
        graph__free(list);
}

void graph__diagonals_forget(struct graph_diagonal_list **cache)
{
    graph__free(*cache);
    *cache = NULL;
}

void graph__diagonals_of_rows(struct graph_diagonal_list **part, const struct graph_diagonal_list *whole,
                              int64_t first, int64_t rows, int64_t columns)
{
    struct graph_diagonal_list *list = new_list(whole->count);
    *part = list;
    if (list == NULL)
        return;
    list->count = list->elements = 0;
    for (int64_t d = 0; d < whole->count; d++) {
        int64_t low, end, offset = whole->offset[d] + first;
        graph__diagonal_span(&low, &end, rows, columns, offset);
        if (low >= end)
            continue;
        list->offset[list->count++] = (int32_t)offset;
        list->elements += end - low;
    }
}
