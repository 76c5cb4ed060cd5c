/* C from positions in any order: they are sorted by row and column; then equal ones, which are neighbours in input order,
 * are combined in that order. */
#include <string.h>

#include "base/memory.h"
#include "base/search.h"
#include "cpu/elementwise/elements.h"
#include "cpu/elementwise/regions.h"
#include "cpu/elementwise/sort_by_row.h"

/* Which of two equal positions' values stays; COMBINE: neither, they are combined. */
enum choice { EARLIER, LATER, COMBINE };

static enum choice choice_of(graph_op op, bool has_values)
{
    if (!has_values || op == GRAPH_FIRST || op == GRAPH_ANY)
        return EARLIER;
    return op == GRAPH_SECOND ? LATER : COMBINE;
}

/* Finds the input number of the second entry at the first repeated position of C. */
static int64_t find_repeat(const struct graph_build_request *r)
{
    int64_t seen = 0;
    for (int64_t i = 0; i < r->rows; i++)
        for (int64_t k = r->C.row_start[i] + 1; k < r->C.row_start[i + 1]; k++)
            if (r->C.column[k] == r->C.column[k - 1])
                for (int64_t m = 0; m < r->n; m++)
                    if (r->row[m] == i && r->column[m] == r->C.column[k] && seen++ == 1)
                        return m;
    return -1;
}

/* Rows that one thread combines at a time: from and to what entry they are moved. */
struct share {
    int64_t first_row, last_row, begin, end, length, to;
};

/* Combines the repeats in the rows of a share and moves the rows to its beginning. */
static graph_status combine_share(struct graph_build_request *r, struct share *share, enum choice choice)
{
    int32_t *column = r->C.column;
    char *value = r->C.value;
    size_t bytes = value != NULL ? graph_type_size(r->type) : 0;
    int64_t n = share->begin, k = share->begin, equal = 0;
    graph_status status = GRAPH_OK;
    share->length = share->end - share->begin;
    for (int64_t m = share->begin + 1; m < share->end; m++)
        equal += column[m] == column[m - 1];
    if (equal == 0)
        return GRAPH_OK;
    for (int64_t i = share->first_row; i < share->last_row; i++) {
        int64_t end = i + 1 < share->last_row ? r->C.row_start[i + 1] : share->end;
        int64_t begin = n;
        r->C.row_start[i] = n;
        for (; k < end; k++) {
            bool repeats = n > begin && column[n - 1] == column[k];
            if (!repeats)
                column[n++] = column[k];
            if (bytes == 0 || (repeats ? choice == EARLIER : n - 1 == k))
                continue;
            char *z = value + (size_t)(n - 1) * bytes, *v = value + (size_t)k * bytes;
            if (!repeats || choice == LATER)
                memcpy(z, v, bytes);
            else
                GRAPH_TRY(graph__cpu_binary(z, z, v, r->duplicate, r->type, 1, 1));
        }
    }
    share->length = n - share->begin;
done:
    return status;
}

/* The first row that does not begin before entry `begin`. */
static int64_t find_row(const struct graph_build_request *r, int64_t begin)
{
    return graph__lower_bound_wide(r->C.row_start, 0, r->rows, begin);
}

/* Copies the entries of a share to their places, in these arrays, and moves the starts of its rows. */
static void move_share(const struct graph_build_request *r, const struct share *share, int32_t *column,
                       char *value)
{
    const size_t bytes = r->C.value != NULL ? graph_type_size(r->type) : 0;
    const int64_t back = share->begin - share->to;
    memmove(column + share->to, r->C.column + share->begin, (size_t)share->length * sizeof *column);
    if (bytes > 0)
        memmove(value + (size_t)share->to * bytes, (char *)r->C.value + (size_t)share->begin * bytes,
                (size_t)share->length * bytes);
    for (int64_t i = share->first_row; i < share->last_row; i++)
        r->C.row_start[i] -= back;
}

/* The shares go one behind the other, in place. */
static void move_together(const struct graph_build_request *r, const struct share *share, int64_t count)
{
    for (int64_t s = 0; s < count; s++)
        if (share[s].begin > share[s].to)
            move_share(r, &share[s], r->C.column, r->C.value);
}

/* The same by all threads, into arrays of n entries. */
static graph_status move_apart(struct graph_build_request *r, const struct share *share, int64_t count,
                               int64_t n)
{
    const size_t bytes = r->C.value != NULL ? graph_type_size(r->type) : 0;
    int32_t *column = NULL;
    void *value = NULL;
    graph_status status;
    GRAPH_TRY(GRAPH_NEW(column, n));
    if (bytes > 0)
        GRAPH_TRY(graph__allocate_array(&value, (size_t)n, bytes));
#pragma omp parallel for schedule(static) num_threads(r->threads)
    for (int64_t s = 0; s < count; s++)
        move_share(r, &share[s], column, value);
    graph__free(r->C.column);
    graph__free(r->C.value);
    r->C.column = column;
    r->C.value = value;
    column = NULL;
done:
    graph__free(column);
    return status;
}

/* Removes the repeats from C: threads combine shares in place, then the shares are moved together. */
static graph_status combine(struct graph_build_request *r)
{
    size_t bytes = r->C.value != NULL ? graph_type_size(r->type) : 0;
    enum choice choice = choice_of(r->duplicate, bytes > 0);
    struct share *share = NULL;
    int64_t count = r->C.entries / 65536 + 1, n = 0;
    int failure = GRAPH_OK;
    graph_status status;
    GRAPH_TRY(GRAPH_NEW(share, count));
    for (int64_t s = 0; s < count; s++) {
        share[s].first_row = s == 0 ? 0 : find_row(r, r->C.entries / count * s);
        share[s].begin = r->C.row_start[share[s].first_row];
    }
    for (int64_t s = 0; s < count; s++) {
        share[s].last_row = s + 1 < count ? share[s + 1].first_row : r->rows;
        share[s].end = s + 1 < count ? share[s + 1].begin : r->C.entries;
    }
#pragma omp parallel for schedule(dynamic, 1) num_threads(r->threads) if (count > 1)
    for (int64_t s = 0; s < count; s++) {
        graph_status share_status = combine_share(r, &share[s], choice);
        if (share_status < 0) {
#pragma omp atomic write
            failure = (int)share_status;
        }
    }
    if (failure < 0)
        GRAPH_FAIL((graph_status)failure, "operator %d cannot combine values of type %s", (int)r->duplicate,
                   graph_type_name(r->type));
    for (int64_t s = 0; s < count; s++) {
        share[s].to = n;
        n += share[s].length;
    }
    if (r->threads > 1 && count > 1)
        GRAPH_TRY(move_apart(r, share, count, n));
    else
        move_together(r, share, count);
    r->C.entries = n;
    r->C.row_start[r->rows] = n;
done:
    graph__free(share);
    return status;
}

graph_status graph__cpu_build(struct graph_build_request *r)
{
    struct row_sort a = {.rows = r->rows,
                         .n = r->n,
                         .row = r->row,
                         .column = r->column,
                         .value = r->value,
                         .value_bytes = graph_type_size(r->type),
                         .threads = r->threads,
                         .is_sorting_columns = true};
    graph_status status;
    memset(&r->C, 0, sizeof r->C);
    r->where = -1;
    r->duplicates = 0;
    GRAPH_TRY(graph__sort_by_row(&a));
    r->C = a.C;
    r->duplicates = a.repeats;
    if (a.repeats > 0 && r->duplicate == GRAPH_NO_OP) {
        r->where = find_repeat(r);
        GRAPH_FAIL(GRAPH_E_INVALID_VALUE,
                   "entry %lld repeats the position (%d, %d), and no operator was given", (long long)r->where,
                   (int)r->row[r->where], (int)r->column[r->where]);
    }
    if (a.repeats > 0)
        GRAPH_TRY(combine(r));
done:
    if (status < 0) {
        graph__free(r->C.row_start);
        graph__free(r->C.column);
        graph__free(r->C.value);
        memset(&r->C, 0, sizeof r->C);
    }
    return status;
}
