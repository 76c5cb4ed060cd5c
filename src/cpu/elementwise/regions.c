/* Rows and columns picked, moved or dropped: the kernels under extract and assign.
 *
 * Both count the entries of each row, sum up, and fill.  The rows of a remap whose columns do not ascend are sorted as
 * those of a build. */
#include "cpu/elementwise/regions.h"

#include <string.h>

#include "cpu/common/rows.h"

/* Rows and entries up to which threads cost more than they save. */
enum { SERIAL = 4096 };

/* The row of A that row i of C comes from; negative for none. */
static int64_t source_of(const struct graph_remap_request *r, int64_t i)
{
    return r->source_row != NULL ? r->source_row[i] : i < r->A.rows ? i : -1;
}

static int64_t remapped_count(const struct graph_remap_request *r, int64_t i)
{
    int64_t source = source_of(r, i), count = 0;
    if (source < 0)
        return 0;
    int64_t begin = r->A.row_start[source], end = r->A.row_start[source + 1];
    if (r->target_start == NULL)
        return end - begin;
    for (int64_t k = begin; k < end; k++)
        count += r->target_start[r->A.column[k] + 1] - r->target_start[r->A.column[k]];
    return count;
}

/* Writes row i from entry `at` on; returns whether its columns ascend. */
static bool remapped_fill(const struct graph_remap_request *r, struct graph_csr_arrays *C, int64_t i,
                          size_t value_bytes)
{
    int64_t source = source_of(r, i), at = C->row_start[i], first = at;
    bool ascends = true;
    if (source < 0)
        return true;
    for (int64_t k = r->A.row_start[source]; k < r->A.row_start[source + 1]; k++) {
        int32_t j = r->A.column[k];
        int64_t begin = r->target_start != NULL ? r->target_start[j] : 0;
        int64_t end = r->target_start != NULL ? r->target_start[j + 1] : 1;
        for (int64_t t = begin; t < end; t++) {
            C->column[at] = r->target_start != NULL ? r->target[t] : j;
            if (value_bytes > 0)
                graph__move_value(C->value, at, r->A.value, k, value_bytes);
            ascends = ascends && (at == first || C->column[at - 1] < C->column[at]);
            at++;
        }
    }
    return ascends;
}

/* Sorts the rows of C. */
static graph_status sort_rows(struct graph_csr_arrays *C, const struct graph_remap_request *r)
{
    int32_t *row = NULL;
    graph_status status;
    GRAPH_TRY(GRAPH_NEW(row, C->entries));
    struct graph_build_request build = {.rows = r->rows,
                                        .columns = r->columns,
                                        .n = C->entries,
                                        .row = row,
                                        .column = C->column,
                                        .value = r->A.value != NULL ? C->value : NULL,
                                        .type = r->A.type,
                                        .threads = r->threads};
#pragma omp parallel for num_threads(r->threads) schedule(static) if (C->entries > SERIAL)
    for (int64_t i = 0; i < r->rows; i++)
        for (int64_t k = C->row_start[i]; k < C->row_start[i + 1]; k++)
            row[k] = (int32_t)i;
    GRAPH_TRY(graph__cpu_build(&build));
    graph__rows_failed(C);
    *C = build.C;
done:
    graph__free(row);
    return status;
}

/* Replaces the counts in row_start[1 ..] by starts and allocates the arrays. */
static graph_status allocate_counted(struct graph_csr_arrays *C, int64_t rows, size_t value_bytes)
{
    graph_status status;
    C->row_start[0] = 0;
    for (int64_t i = 0; i < rows; i++)
        C->row_start[i + 1] += C->row_start[i];
    C->entries = C->row_start[rows];
    GRAPH_TRY(GRAPH_NEW(C->column, C->entries));
    if (value_bytes > 0)
        GRAPH_TRY(graph__allocate_array(&C->value, (size_t)C->entries, value_bytes));
done:
    return status;
}

graph_status graph__cpu_remap(struct graph_remap_request *r)
{
    size_t value_bytes = r->A.value != NULL ? graph_type_size(r->A.type) : 0;
    struct graph_csr_arrays C = {0};
    int64_t disordered = 0;
    bool is_parallel = r->rows + r->A.entries > SERIAL;
    graph_status status;
    GRAPH_TRY(GRAPH_NEW(C.row_start, r->rows + 1));
    if (!is_parallel) { /* a region would take longer */
        for (int64_t i = 0; i < r->rows; i++)
            C.row_start[i + 1] = remapped_count(r, i);
    } else {
#pragma omp parallel for num_threads(r->threads) schedule(dynamic, 1024)
        for (int64_t i = 0; i < r->rows; i++)
            C.row_start[i + 1] = remapped_count(r, i);
    }
    GRAPH_TRY(allocate_counted(&C, r->rows, value_bytes));
    if (!is_parallel) {
        for (int64_t i = 0; i < r->rows; i++)
            disordered += !remapped_fill(r, &C, i, value_bytes);
    } else {
#pragma omp parallel for num_threads(r->threads) schedule(dynamic, 1024) reduction(+ : disordered)
        for (int64_t i = 0; i < r->rows; i++)
            disordered += !remapped_fill(r, &C, i, value_bytes);
    }
    if (disordered > 0)
        GRAPH_TRY(sort_rows(&C, r));
done:
    if (status < 0)
        graph__rows_failed(&C);
    r->C = C;
    return status;
}

/* Whether entry k of row i stays. */
static inline bool stays(const struct graph_region_request *r, bool is_row_marked, int64_t k)
{
    bool is_inside = is_row_marked && (r->column_mark == NULL || r->column_mark[r->A.column[k]]);
    return is_inside == r->keeps_inside;
}

static int64_t region_count(const struct graph_region_request *r, int64_t i)
{
    const bool is_row_marked = r->row_mark == NULL || r->row_mark[i];
    int64_t count = 0;
    for (int64_t k = r->A.row_start[i]; k < r->A.row_start[i + 1]; k++)
        count += stays(r, is_row_marked, k);
    return count;
}

static void region_fill(const struct graph_region_request *r, const struct graph_csr_arrays *C, int64_t i,
                        size_t value_bytes)
{
    const bool is_row_marked = r->row_mark == NULL || r->row_mark[i];
    int64_t at = C->row_start[i];
    for (int64_t k = r->A.row_start[i]; k < r->A.row_start[i + 1]; k++)
        if (stays(r, is_row_marked, k)) {
            C->column[at] = r->A.column[k];
            if (value_bytes > 0)
                graph__move_value(C->value, at, r->A.value, k, value_bytes);
            at++;
        }
}

graph_status graph__cpu_region(struct graph_region_request *r)
{
    size_t value_bytes = r->A.value != NULL ? graph_type_size(r->A.type) : 0;
    bool is_parallel = r->A.rows + r->A.entries > SERIAL;
    struct graph_csr_arrays C = {0};
    graph_status status;
    GRAPH_TRY(GRAPH_NEW(C.row_start, r->A.rows + 1));
    if (!is_parallel) {
        for (int64_t i = 0; i < r->A.rows; i++)
            C.row_start[i + 1] = region_count(r, i);
    } else {
#pragma omp parallel for num_threads(r->threads) schedule(dynamic, 1024)
        for (int64_t i = 0; i < r->A.rows; i++)
            C.row_start[i + 1] = region_count(r, i);
    }
    GRAPH_TRY(allocate_counted(&C, r->A.rows, value_bytes));
    if (!is_parallel) {
        for (int64_t i = 0; i < r->A.rows; i++)
            region_fill(r, &C, i, value_bytes);
    } else {
#pragma omp parallel for num_threads(r->threads) schedule(dynamic, 1024)
        for (int64_t i = 0; i < r->A.rows; i++)
            region_fill(r, &C, i, value_bytes);
    }
done:
    if (status < 0)
        graph__rows_failed(&C);
    r->C = C;
    return status;
}
