/* Rows that travel: to new cuts, to those who need them, to all, and across the diagonal. */
#include <string.h>

#include "base/threads.h"

#include "dist/rows.h"

/* The bytes of a value that travels. */
static size_t value_bytes_of(const graph_dist *A) { return graph_type_size(A->type); }

/* *R = the rows of an exchange as rows of a new matrix; row[k] is the row of the k-th, or k where row is NULL. */
static graph_status make_matrix(graph_matrix **R, struct graph_row_exchange *x, graph_type type, int64_t rows,
                                int64_t columns, const int32_t *row, int64_t count)
{
    struct graph_csr_arrays arrays = {.entries = x->entries};
    graph_matrix *made = NULL;
    graph_status status = GRAPH_OK;
    GRAPH_TRY(graph_matrix_create(&made, type, (graph_index)rows, (graph_index)columns));
    GRAPH_TRY(graph__cpu()->allocate((void **)&arrays.row_start, (size_t)rows + 1, sizeof *arrays.row_start));
    memset(arrays.row_start, 0, ((size_t)rows + 1) * sizeof *arrays.row_start);
    for (int64_t k = 0; k < count; k++)
        arrays.row_start[(row != NULL ? row[k] : k) + 1] = x->in_length[k];
    for (int64_t i = 0; i < rows; i++)
        arrays.row_start[i + 1] += arrays.row_start[i];
    arrays.column = x->in_column;
    arrays.value = x->in_value;
    x->in_column = NULL;
    x->in_value = NULL;
    GRAPH_TRY(graph__matrix_adopt(made, &arrays, graph__cpu()));
    *R = made;
    return GRAPH_OK;
done:
    graph__csr_arrays_release(&(struct graph_csr_arrays){.row_start = arrays.row_start}, graph__cpu());
    graph_matrix_release(&made);
    return status;
}

static int64_t larger(int64_t x, int64_t y) { return x > y ? x : y; }
static int64_t smaller(int64_t x, int64_t y) { return x < y ? x : y; }

/* The rows that two ranges share. */
static int64_t common(int64_t first, int64_t end, int64_t other_first, int64_t other_end)
{
    return larger(0, smaller(end, other_end) - larger(first, other_first));
}

graph_status graph__dist_move(graph_matrix **R, const graph_dist *A, const int64_t *first)
{
    graph_group *const g = A->group;
    const int64_t rows = first[g->rank + 1] - first[g->rank];
    struct graph_csr view;
    int64_t *counts = NULL;
    struct graph_row_exchange x = {.group = g, .from = &view, .value_bytes = value_bytes_of(A)};
    graph_status status = graph__dist_view(&view, A);
    *R = NULL;
    if (status == GRAPH_OK)
        status = GRAPH_NEW(counts, 2 * (size_t)g->ranks);
    GRAPH_TRY(graph__group_agree(g, status));
    for (int r = 0; r < g->ranks; r++) {
        counts[r] = common(graph__dist_first(A), graph__dist_end(A), first[r], first[r + 1]);
        counts[g->ranks + r] = common(first[g->rank], first[g->rank + 1], A->first[r], A->first[r + 1]);
    }
    x.out_rows = counts;
    x.in_rows = counts + g->ranks;
    GRAPH_TRY(graph__exchange_rows(&x));
    GRAPH_TRY(graph__group_agree(g, make_matrix(R, &x, A->type, rows, A->columns, NULL, rows)));
done:
    if (status != GRAPH_OK)
        graph_matrix_release(R);
    graph__row_exchange_release(&x);
    graph__free(counts);
    return status;
}

/* counts[r] = how many of the ascending rows are of rank r. */
static void count_wanted(int64_t *counts, const graph_dist *A, const int32_t *wanted, int64_t count)
{
    int64_t k = 0;
    for (int r = 0; r < A->group->ranks; r++) {
        const int64_t before = k;
        while (k < count && wanted[k] < A->first[r + 1])
            k++;
        counts[r] = k - before;
    }
}

graph_status graph__dist_fetch(graph_matrix **R, const graph_dist *A, const int32_t *wanted, int64_t count,
                               bool needs_values)
{
    graph_group *const g = A->group;
    struct graph_csr view;
    int64_t *counts = NULL, asked = 0;
    int32_t *row = NULL;
    struct graph_row_exchange x = {
        .group = g, .from = &view, .value_bytes = needs_values ? value_bytes_of(A) : 0};
    size_t *const in_bytes = g->counts, *const out_bytes = in_bytes + g->ranks;
    graph_status status = graph__dist_view(&view, A);
    *R = NULL;
    if (status == GRAPH_OK)
        status = GRAPH_NEW(counts, 2 * (size_t)g->ranks);
    GRAPH_TRY(graph__group_agree(g, status));
    int64_t *const out_rows = counts, *const in_rows = counts + g->ranks;
    count_wanted(in_rows, A, wanted, count);
    for (int r = 0; r < g->ranks; r++)
        in_bytes[r] = out_bytes[r] = sizeof *counts;
    GRAPH_TRY(graph__group_all_to_all(g, out_rows, in_bytes, in_rows, out_bytes));
    for (int r = 0; r < g->ranks; r++)
        asked += out_rows[r];
    GRAPH_TRY(graph__group_agree(g, GRAPH_NEW(row, asked)));
    for (int r = 0; r < g->ranks; r++) {
        in_bytes[r] = (size_t)out_rows[r] * sizeof *row;
        out_bytes[r] = (size_t)in_rows[r] * sizeof *row;
    }
    GRAPH_TRY(graph__group_all_to_all(g, row, in_bytes, wanted, out_bytes));
    for (int64_t k = 0; k < asked; k++)
        row[k] -= (int32_t)graph__dist_first(A);
    x.row = row;
    x.out_rows = out_rows;
    x.in_rows = in_rows;
    GRAPH_TRY(graph__exchange_rows(&x));
    GRAPH_TRY(graph__group_agree(
        g, make_matrix(R, &x, needs_values ? A->type : GRAPH_PATTERN, A->rows, A->columns, wanted, count)));
done:
    if (status != GRAPH_OK)
        graph_matrix_release(R);
    graph__row_exchange_release(&x);
    graph__free(row);
    graph__free(counts);
    return status;
}

/* Row j of A' on the rank that is to have it: pieces from all ranks, one after the other, whose columns this makes those of
 * A'. */
static graph_status join_pieces(graph_matrix **R, struct graph_row_exchange *x, const graph_dist *A,
                                int64_t rows)
{
    const struct graph_backend *const cpu = graph__cpu();
    struct graph_csr_arrays arrays = {.entries = x->entries};
    const size_t bytes = x->value_bytes;
    int64_t *next = NULL;
    graph_matrix *made = NULL;
    graph_status status = GRAPH_OK;
    GRAPH_TRY(graph_matrix_create(&made, A->type, (graph_index)rows, (graph_index)A->rows));
    GRAPH_TRY(GRAPH_NEW(next, rows + 1));
    GRAPH_TRY(cpu->allocate((void **)&arrays.row_start, (size_t)rows + 1, sizeof *arrays.row_start));
    GRAPH_TRY(cpu->allocate((void **)&arrays.column, (size_t)x->entries, sizeof *arrays.column));
    if (bytes > 0)
        GRAPH_TRY(cpu->allocate(&arrays.value, (size_t)x->entries, bytes));
    memset(arrays.row_start, 0, ((size_t)rows + 1) * sizeof *arrays.row_start);
    for (int r = 0; r < A->group->ranks; r++)
        for (int64_t j = 0; j < rows; j++)
            arrays.row_start[j + 1] += x->in_length[r * rows + j];
    for (int64_t j = 0; j < rows; j++) {
        arrays.row_start[j + 1] += arrays.row_start[j];
        next[j] = arrays.row_start[j];
    }
    int64_t from = 0;
    for (int r = 0; r < A->group->ranks; r++)
        for (int64_t j = 0; j < rows; j++) {
            const int64_t length = x->in_length[r * rows + j];
            for (int64_t e = 0; e < length; e++)
                arrays.column[next[j] + e] = x->in_column[from + e] + (int32_t)A->first[r];
            if (bytes > 0 && length > 0)
                memcpy((char *)arrays.value + (size_t)next[j] * bytes,
                       (char *)x->in_value + (size_t)from * bytes, (size_t)length * bytes);
            next[j] += length;
            from += length;
        }
    GRAPH_TRY(graph__matrix_adopt(made, &arrays, cpu));
    *R = made;
    made = NULL;
done:
    graph__csr_arrays_release(&arrays, cpu);
    graph__free(next);
    graph_matrix_release(&made);
    return status;
}

/* Cuts in units of work: sum[j] is the work before row j. */
static void cut_units(int64_t *first, int64_t *unit_start, const int64_t *sum, int64_t n, int64_t unit,
                      int ranks)
{
    int64_t row = 0;
    graph__equal_cuts(unit_start, (sum[n] + unit - 1) / unit, ranks);
    for (int r = 0; r < ranks; r++) {
        while (row < n && sum[row] < unit_start[r] * unit)
            row++;
        first[r] = row;
    }
    first[ranks] = n;
}

graph_status graph__dist_transposed(graph_dist **T, const graph_dist *A, int threads)
{
    return graph__dist_transposed_in_units(T, NULL, A, 0, threads);
}

graph_status graph__dist_transposed_in_units(graph_dist **T, int64_t *unit_start, const graph_dist *A,
                                             int64_t unit, int threads)
{
    graph_group *const g = A->group;
    graph_dist *made = NULL;
    struct graph_csr view;
    int64_t *counts = NULL, *sum = NULL;
    struct graph_row_exchange x = {.group = g, .from = &view, .value_bytes = value_bytes_of(A)};
    graph_status status =
        graph__matrix_view_transposed(&view, A->mine, graph__cpu(), graph__threads(threads));
    *T = NULL;
    if (status == GRAPH_OK)
        status = GRAPH_NEW(counts, 2 * (size_t)g->ranks);
    if (status == GRAPH_OK)
        status = GRAPH_NEW(sum, A->columns + 1);
    if (status == GRAPH_OK)
        status = graph__dist_new(&made, g, A->type, A->columns, A->rows, NULL);
    GRAPH_TRY(graph__group_agree(g, status));
    for (int64_t j = 0; j <= A->columns; j++)
        sum[j] = view.row_start[j]; /* sums over the rows before j; those of all ranks add up */
    GRAPH_TRY(graph__group_all_reduce(g, sum, (size_t)A->columns + 1, GRAPH_PLUS));
    for (int64_t j = 0; j <= A->columns; j++)
        sum[j] += j;
    if (unit > 0)
        cut_units(made->first, unit_start, sum, A->columns, unit, g->ranks);
    else
        graph__weighted_cuts(made->first, sum, A->columns, g->ranks);
    const int64_t rows = graph__dist_end(made) - graph__dist_first(made);
    for (int r = 0; r < g->ranks; r++) {
        counts[r] = made->first[r + 1] - made->first[r];
        counts[g->ranks + r] = rows;
    }
    x.out_rows = counts;
    x.in_rows = counts + g->ranks;
    GRAPH_TRY(graph__exchange_rows(&x));
    GRAPH_TRY(graph__group_agree(g, join_pieces(&made->mine, &x, A, rows)));
    *T = made;
    made = NULL;
done:
    graph__row_exchange_release(&x);
    graph__free(sum);
    graph__free(counts);
    graph_dist_release(&made);
    return status;
}

graph_status graph__dist_align(const graph_dist **aligned, graph_dist **temporary, const graph_dist *A,
                               const int64_t *first)
{
    graph_status status = GRAPH_OK;
    *aligned = A;
    *temporary = NULL;
    if (A == NULL || graph__dist_same_cut(A, first))
        return GRAPH_OK;
    GRAPH_TRY(graph__group_agree(A->group,
                                 graph__dist_new(temporary, A->group, A->type, A->rows, A->columns, first)));
    GRAPH_TRY(graph__dist_move(&(*temporary)->mine, A, first));
    *aligned = *temporary;
done:
    if (status != GRAPH_OK)
        graph_dist_release(temporary);
    return status;
}

graph_status graph__dist_find_cuts(int64_t *first, const graph_dist *A, graph_cut cut)
{
    struct graph_csr a = {0};
    graph_status status = GRAPH_OK;
    if (cut == GRAPH_CUT_ROWS) {
        graph__equal_cuts(first, A->rows, A->group->ranks);
        return GRAPH_OK;
    }
    GRAPH_TRY(graph__group_agree(A->group, graph__dist_view(&a, A)));
    GRAPH_TRY(
        graph__find_cuts_of(first, A->group, &a, graph__dist_first(A), A->rows, A->rows == A->columns, cut));
done:
    return status;
}

graph_status graph_dist_recut(graph_dist *A, graph_cut cut)
{
    int64_t *first = NULL;
    graph_matrix *mine = NULL;
    graph_status status = graph__check_dist(A, "A");
    if (status != GRAPH_OK)
        return status;
    if ((int)cut < GRAPH_CUT_WORK || cut > GRAPH_CUT_ROWS)
        status = graph__fail(GRAPH_E_INVALID_VALUE, "cut is %d, which is no way to cut", (int)cut);
    GRAPH_TRY(graph__group_enter(A->group, __func__, status));
    GRAPH_TRY(graph__group_agree(A->group, GRAPH_NEW(first, (size_t)A->group->ranks + 1)));
    GRAPH_TRY(graph__dist_find_cuts(first, A, cut));
    GRAPH_TRY(graph__dist_move(&mine, A, first));
    const int symmetry = A->symmetry;
    graph__dist_commit(A, &mine, &first);
    A->symmetry = symmetry;
done:
    graph_matrix_release(&mine);
    graph__free(first);
    return status;
}
