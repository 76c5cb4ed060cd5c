/* A binary file that is not compressed: each rank maps it and copies its rows, so that each byte of columns and values is
 * read by the rank that needs it.  The checksums are of whole arrays, which no rank reads; every row is checked instead, by
 * the rank that weighs it before rows are cut. */
#include <string.h>

#include "dist/read.h"

static graph_status fail_row(const char *path, int64_t i, const char *what)
{
    return graph__fail(GRAPH_E_FORMAT, "%s: row %lld %s", path, (long long)i, what);
}

static graph_status check_starts(const struct graph_csr *a, const char *path)
{
    if (a->row_start[0] != 0 || a->row_start[a->rows] != a->entries)
        return graph__fail(GRAPH_E_FORMAT, "%s: the row starts do not begin at 0 and end at %lld", path,
                           (long long)a->entries);
    for (int64_t i = 0; i < a->rows; i++)
        if (a->row_start[i + 1] < a->row_start[i])
            return fail_row(path, i, "starts behind the next row");
    return GRAPH_OK;
}

/* Checks some rows, and sets the work of each. */
static graph_status weigh_rows(int64_t *weight, const struct graph_csr *a, int64_t begin, int64_t end,
                               const char *path)
{
    const bool is_square = a->rows == a->columns;
    for (int64_t i = begin; i < end; i++) {
        int64_t before = -1, work = 1 + a->row_start[i + 1] - a->row_start[i];
        for (int64_t k = a->row_start[i]; k < a->row_start[i + 1]; k++) {
            const int64_t j = a->column[k];
            if (j <= before || j >= a->columns)
                return fail_row(path, i, "has columns that do not ascend or are too large");
            if (a->type == GRAPH_BOOL && ((const uint8_t *)a->value)[k] > 1)
                return fail_row(path, i, "has truth values other than 0 and 1");
            work += is_square ? a->row_start[j + 1] - a->row_start[j] : 0;
            before = j;
        }
        weight[i] = work;
    }
    return GRAPH_OK;
}

/* Cuts rows by work, of which each rank weighs those that hold its share of the entries.  Collective. */
static graph_status cut(int64_t *first, const struct graph_csr *a, const char *path, graph_group *g)
{
    int64_t *weight = NULL;
    graph_status status = GRAPH_NEW_ZEROED(weight, a->rows + 1);
    if (status == GRAPH_OK)
        status = check_starts(a, path);
    if (status == GRAPH_OK) {
        for (int64_t i = 0; i <= a->rows; i++)
            weight[i] = a->row_start[i] + i;
        graph__weighted_cuts(first, weight, a->rows, g->ranks);
        memset(weight, 0, (size_t)(a->rows + 1) * sizeof *weight);
        status = weigh_rows(weight, a, first[g->rank], first[g->rank + 1], path);
    }
    GRAPH_TRY(graph__group_agree(g, status));
    GRAPH_TRY(graph__group_all_reduce(g, weight, (size_t)a->rows, GRAPH_PLUS));
    graph__cuts_of_weights(first, weight, a->rows, g->ranks);
done:
    graph__free(weight);
    return status;
}

static graph_status copy_rows(graph_matrix **mine, const struct graph_csr *a, graph_type type, int64_t first,
                              int64_t end)
{
    const struct graph_backend *const cpu = graph__cpu();
    const size_t value_bytes = graph_type_size(type);
    const int64_t begin = a->row_start[first];
    struct graph_csr_arrays arrays = {.entries = a->row_start[end] - begin};
    graph_status status = GRAPH_OK;
    GRAPH_TRY(graph_matrix_create(mine, type, (graph_index)(end - first), (graph_index)a->columns));
    GRAPH_TRY(cpu->allocate((void **)&arrays.row_start, (size_t)(end - first) + 1, sizeof *arrays.row_start));
    GRAPH_TRY(cpu->allocate((void **)&arrays.column, (size_t)arrays.entries, sizeof *arrays.column));
    if (value_bytes > 0)
        GRAPH_TRY(cpu->allocate(&arrays.value, (size_t)arrays.entries, value_bytes));
    for (int64_t i = first; i <= end; i++)
        arrays.row_start[i - first] = a->row_start[i] - begin;
    if (arrays.entries > 0) {
        memcpy(arrays.column, a->column + begin, (size_t)arrays.entries * sizeof *arrays.column);
        if (value_bytes > 0)
            memcpy(arrays.value, (const char *)a->value + (size_t)begin * value_bytes,
                   (size_t)arrays.entries * value_bytes);
    }
    GRAPH_TRY(graph__matrix_adopt(*mine, &arrays, cpu));
done:
    graph__csr_arrays_release(&arrays, cpu);
    return status;
}

graph_status graph__dist_read_binary(graph_dist **A, graph_group *g, const char *path,
                                     const graph_read_options *o)
{
    graph_read_options mine = *o;
    graph_matrix *mapped = NULL;
    graph_dist *made = NULL;
    struct graph_csr a;
    graph_status status;
    mine.is_trusted = true; /* mapped, and checked here */
    status = graph_read(&mapped, path, &mine);
    if (status == GRAPH_OK)
        status = graph__matrix_view(&a, mapped, graph__cpu());
    if (status == GRAPH_OK)
        status = graph__dist_new(&made, g, mapped->type, mapped->rows, mapped->columns, NULL);
    GRAPH_TRY(graph__group_agree(g, status));
    GRAPH_TRY(cut(made->first, &a, path, g));
    GRAPH_TRY(graph__group_agree(
        g, copy_rows(&made->mine, &a, mapped->type, graph__dist_first(made), graph__dist_end(made))));
    *A = made;
    made = NULL;
done:
    graph_matrix_release(&mapped);
    graph_dist_release(&made);
    return status;
}
