/* See diagonals.h.  The diagonal format is that of Bell and Garland, "Efficient sparse matrix-vector multiplication on
 * CUDA", 2008. */
#include "cpu/mxm/diagonals.h"

#include <string.h>

#include "base/checked.h"
#include "cpu/common/rows.h"

void graph__diagonals_release(struct graph_diagonals *D)
{
    graph__free(D->offset);
    graph__free(D->present);
    graph__free(D->value);
    *D = (struct graph_diagonals){0};
}

/* Whether row i has the columns of row i - 1, each one further. */
static bool is_shifted(const struct graph_csr *A, int64_t i)
{
    int64_t n = A->row_start[i + 1] - A->row_start[i], differ = 0;
    const int32_t *column = A->column + A->row_start[i];
    if (i == 0 || n != A->row_start[i] - A->row_start[i - 1])
        return false;
    for (int64_t k = 0; k < n; k++)
        differ |= column[k] - column[k - n] - 1;
    return differ == 0;
}

/* Whether that holds for rows first .. end - 1, in two flat loops. */
static bool are_shifted(const struct graph_csr *A, int64_t first, int64_t end)
{
    int64_t n = first > 0 ? A->row_start[first] - A->row_start[first - 1] : -1, differ = 0;
    int32_t differ_columns = 0;
    if (n < 0)
        return false;
    for (int64_t i = first; i < end; i++)
        differ |= A->row_start[i + 1] - A->row_start[i] - n;
    for (int64_t k = A->row_start[first]; differ == 0 && k < A->row_start[end]; k++)
        differ_columns |= A->column[k] - A->column[k - n] - 1;
    return differ == 0 && differ_columns == 0;
}

/* is_there[rows - 1 + offset] = 1 for every diagonal with an entry. */
static void mark_diagonals(uint8_t *is_there, const struct graph_csr *A, int threads)
{
    enum { ROWS_AT_ONCE = 256 };
#pragma omp parallel for num_threads(threads) schedule(static) if (A->rows > 4096)
    for (int64_t first = 0; first < A->rows; first += ROWS_AT_ONCE) {
        int64_t end = first + ROWS_AT_ONCE < A->rows ? first + ROWS_AT_ONCE : A->rows;
        if (are_shifted(A, first, end))
            continue;
        for (int64_t i = first; i < end; i++)
            for (int64_t k = A->row_start[i]; k < A->row_start[i + 1] && !is_shifted(A, i); k++)
                __atomic_store_n(&is_there[A->rows - 1 - i + A->column[k]], 1, __ATOMIC_RELAXED);
    }
}

/* D->offset from the rows of A, and how many elements the diagonals have. */
static graph_status search(struct graph_diagonals *D, int64_t *elements, const struct graph_csr *A,
                           int threads)
{
    int64_t places = A->rows + A->columns;
    uint8_t *is_there = NULL;
    graph_status status;
    GRAPH_TRY(GRAPH_NEW_ZEROED(is_there, places));
    mark_diagonals(is_there, A, threads);
    for (int64_t p = 0; p < places; p++)
        D->count += is_there[p];
    GRAPH_TRY(GRAPH_NEW(D->offset, D->count));
    D->count = 0;
    for (const uint8_t *at = is_there; (at = memchr(at, 1, (size_t)(is_there + places - at))) != NULL; at++) {
        int64_t first, end, offset = at - is_there - (A->rows - 1);
        D->offset[D->count++] = (int32_t)offset;
        graph__diagonal_span(&first, &end, A->rows, A->columns, offset);
        *elements += end - first;
    }
    graph__diagonals_keep(A->diagonals, D->offset, D->count, *elements);
done:
    graph__free(is_there);
    return status;
}

graph_status graph__diagonals_find(struct graph_diagonals *D, bool *is_full, const struct graph_csr *A,
                                   const char *name, bool is_forced, int threads)
{
    const struct graph_diagonal_list *cached = graph__diagonals_cached(A->diagonals);
    int64_t elements = 0;
    graph_status status;
    *D = (struct graph_diagonals){.rows = A->rows, .columns = A->columns};
    if (cached != NULL && (cached->count > 0 || A->entries == 0)) {
        GRAPH_TRY(GRAPH_NEW(D->offset, cached->count));
        memcpy(D->offset, cached->offset, (size_t)cached->count * sizeof *D->offset);
        D->count = cached->count;
        elements = cached->elements;
    } else
        GRAPH_TRY(search(D, &elements, A, threads));
    *is_full = elements == A->entries;
    if (!is_forced && elements > 2 * A->entries)
        GRAPH_FAIL(GRAPH_E_NOT_SUPPORTED,
                   "%s is no band: its entries (%lld) fill %.3g %% of their diagonals (%lld), expected at "
                   "least 50 %%",
                   name, (long long)A->entries, 100.0 * (double)A->entries / (double)elements,
                   (long long)D->count);
done:
    if (status < 0)
        graph__diagonals_release(D);
    return status;
}

graph_status graph__cpu_find_diagonals(const struct graph_csr *A, int threads)
{
    struct graph_diagonals D;
    bool is_full;
    graph_status status = graph__diagonals_find(&D, &is_full, A, "A", true, threads);
    graph__diagonals_release(&D);
    return status;
}

bool graph__diagonals_are_likely(const struct graph_csr *A, int64_t span)
{
    enum { SAMPLES = 64, LEAST_LENGTH = 16 /* rows for each diagonal of the span */ };
    const struct graph_diagonal_list *cached = graph__diagonals_cached(A->diagonals);
    int64_t middle = A->rows / 2, elements = 0;
    if (A->entries == 0)
        return false;
    if (cached != NULL) {
        int64_t width = cached->count > 0 ? cached->offset[cached->count - 1] - cached->offset[0] : A->rows;
        return cached->elements == A->entries && width <= span && (width + 1) * LEAST_LENGTH <= A->rows;
    }
    const int32_t *column = A->column + A->row_start[middle];
    int64_t n = A->row_start[middle + 1] - A->row_start[middle];
    if (n == 0 || column[n - 1] - column[0] > span ||
        (column[n - 1] - column[0] + 1) * LEAST_LENGTH > A->rows)
        return false;
    for (int64_t d = 0; d < n; d++) {
        int64_t first, end;
        graph__diagonal_span(&first, &end, A->rows, A->columns, column[d] - middle);
        elements += end - first;
    }
    for (int64_t sample = 0; sample < SAMPLES && elements == A->entries; sample++) {
        int64_t i = (A->rows - 1) * sample / (SAMPLES - 1), at = A->row_start[i];
        for (int64_t d = 0; d < n; d++) {
            int64_t j = column[d] - middle + i;
            if (j >= 0 && j < A->columns && (at == A->row_start[i + 1] || A->column[at++] != j))
                return false;
        }
    }
    return elements == A->entries;
}

graph_status graph__diagonals_fill(struct graph_diagonals *D, const struct graph_csr *A, bool is_full,
                                   int threads)
{
    int32_t *number = NULL; /* number[rows - 1 + offset]: of the diagonal */
    size_t places;
    graph_status status;
    if (!graph__multiply(&places, (size_t)D->count, (size_t)D->rows))
        GRAPH_FAIL(GRAPH_E_MEMORY, "%lld diagonals of %lld elements", (long long)D->count,
                   (long long)D->rows);
    GRAPH_TRY(GRAPH_NEW(number, A->rows + A->columns));
    for (int64_t d = 0; d < D->count; d++)
        number[A->rows - 1 + D->offset[d]] = (int32_t)d;
    if (A->value != NULL)
        GRAPH_TRY(graph__allocate_zeroed(&D->value, places, graph_type_size(A->type)));
    if (!is_full)
        GRAPH_TRY(GRAPH_NEW_ZEROED(D->present, places));
#pragma omp parallel for num_threads(threads) schedule(static) if (A->rows > 4096)
    for (int64_t i = 0; i < A->rows; i++)
        for (int64_t k = A->row_start[i]; k < A->row_start[i + 1]; k++) {
            int64_t place = (int64_t)number[A->rows - 1 - i + A->column[k]] * A->rows + i;
            if (D->present != NULL)
                D->present[place] = 1;
            if (D->value != NULL)
                graph__move_value(D->value, place, A->value, k, graph_type_size(A->type));
        }
done:
    graph__free(number);
    return status;
}

/* The entries of row i, to columns and values from `to` on unless column is NULL; gives their number. */
static int64_t read_row(const struct graph_diagonals *D, int64_t i, int32_t *column, void *value, int64_t to,
                        size_t value_bytes)
{
    int64_t found = 0;
    for (int64_t d = 0; d < D->count; d++) {
        int64_t j = i + D->offset[d];
        if (j < 0 || j >= D->columns || (D->present != NULL && !D->present[d * D->rows + i]))
            continue;
        if (column != NULL) {
            column[to + found] = (int32_t)j;
            graph__move_value(value, to + found, D->value, d * D->rows + i, value_bytes);
        }
        found++;
    }
    return found;
}

graph_status graph__diagonals_to_rows(struct graph_csr_arrays *C, const struct graph_diagonals *D,
                                      size_t value_bytes, int threads)
{
    graph_status status;
    *C = (struct graph_csr_arrays){0};
    GRAPH_TRY(GRAPH_NEW(C->row_start, D->rows + 1));
    C->row_start[0] = 0;
#pragma omp parallel for num_threads(threads) schedule(static) if (D->rows > 4096)
    for (int64_t i = 0; i < D->rows; i++)
        C->row_start[i + 1] = read_row(D, i, NULL, NULL, 0, value_bytes);
    for (int64_t i = 0; i < D->rows; i++)
        C->row_start[i + 1] += C->row_start[i];
    C->entries = C->row_start[D->rows];
    GRAPH_TRY(GRAPH_NEW(C->column, C->entries));
    GRAPH_TRY(graph__allocate_array(&C->value, (size_t)C->entries, value_bytes));
#pragma omp parallel for num_threads(threads) schedule(static) if (D->rows > 4096)
    for (int64_t i = 0; i < D->rows; i++)
        read_row(D, i, C->column, C->value, C->row_start[i], value_bytes);
done:
    if (status < 0)
        graph__rows_failed(C);
    return status;
}
