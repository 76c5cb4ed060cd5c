/* C from positions in any order: they are sorted by row and column, then equal ones, which lie side by side in input
 * order, are combined from left to right. */
#include <string.h>

#include "base/memory.h"
#include "cpu/arrange.h"
#include "cpu/backend_cpu.h"

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

/* Writes row i of C without repeats to column and value; the statuses of `binary` are GRAPH_OK but for our mistakes. */
static graph_status combine_row(const struct graph_build_request *r, int64_t i, int32_t *column, char *value,
                                enum choice choice)
{
    const int32_t *from = r->C.column;
    const char *from_value = r->C.value;
    size_t bytes = from_value != NULL ? graph_type_size(r->type) : 0;
    int64_t n = 0;
    graph_status status = GRAPH_OK;
    for (int64_t k = r->C.row_start[i]; k < r->C.row_start[i + 1]; k++) {
        const char *v = bytes > 0 ? from_value + (size_t)k * bytes : NULL;
        bool repeats = k > r->C.row_start[i] && from[k] == from[k - 1];
        if (!repeats)
            column[n++] = from[k];
        if (bytes == 0 || (repeats && choice == EARLIER))
            continue;
        char *z = value + (size_t)(n - 1) * bytes;
        if (!repeats || choice == LATER)
            memcpy(z, v, bytes);
        else
            GRAPH_TRY(graph__cpu_backend.binary(z, z, v, r->duplicate, r->type, 1, 1));
    }
done:
    return status;
}

/* Replaces C by a copy without repeats. */
static graph_status combine(struct graph_build_request *r)
{
    struct graph_csr_arrays C = {.entries = r->C.entries - r->duplicates};
    size_t bytes = r->C.value != NULL ? graph_type_size(r->type) : 0;
    enum choice choice = choice_of(r->duplicate, bytes > 0);
    graph_status status;
    int64_t sum = 0;
    int failure = GRAPH_OK;
    GRAPH_TRY(GRAPH_NEW(C.row_start, r->rows + 1));
    GRAPH_TRY(GRAPH_NEW(C.column, C.entries));
    if (bytes > 0)
        GRAPH_TRY(graph__allocate_array(&C.value, (size_t)C.entries, bytes));
#pragma omp parallel for schedule(static) num_threads(r->threads)
    for (int64_t i = 0; i < r->rows; i++) {
        int64_t count = 0;
        for (int64_t k = r->C.row_start[i]; k < r->C.row_start[i + 1]; k++)
            count += k == r->C.row_start[i] || r->C.column[k] != r->C.column[k - 1];
        C.row_start[i + 1] = count;
    }
    C.row_start[0] = 0;
    for (int64_t i = 0; i < r->rows; i++) {
        sum += C.row_start[i + 1];
        C.row_start[i + 1] = sum;
    }
#pragma omp parallel for schedule(dynamic, 4096) num_threads(r->threads)
    for (int64_t i = 0; i < r->rows; i++) {
        char *value = bytes > 0 ? (char *)C.value + (size_t)C.row_start[i] * bytes : NULL;
        graph_status row_status = combine_row(r, i, C.column + C.row_start[i], value, choice);
        if (row_status < 0) {
#pragma omp atomic write
            failure = (int)row_status;
        }
    }
    if (failure < 0)
        GRAPH_FAIL((graph_status)failure, "operator %d cannot combine values of type %s", (int)r->duplicate,
                   graph_type_name(r->type));
    graph__free(r->C.row_start);
    graph__free(r->C.column);
    graph__free(r->C.value);
    r->C = C;
    memset(&C, 0, sizeof C);
done:
    graph__free(C.row_start);
    graph__free(C.column);
    graph__free(C.value);
    return status;
}

graph_status graph__cpu_build(struct graph_build_request *r)
{
    struct arrange a = {.rows = r->rows,
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
    GRAPH_TRY(graph__arrange(&a));
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
