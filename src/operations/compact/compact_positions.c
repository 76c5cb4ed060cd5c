/* See compact_positions.h. */
#include "operations/compact/compact_positions.h"

#include <string.h>

#include "base/memory.h"
#include "contract/positions.h"
#include "semigraph/operations.h"

graph_status graph__compact_is_needed(bool *is_needed, const graph_matrix *C, const graph_matrix *A,
                                      const graph_matrix *B)
{
    const graph_matrix *operand[] = {A, B};
    struct graph_compact_view view;
    graph_status status = GRAPH_OK;
    *is_needed = false;
    if (C->is_core)
        return GRAPH_OK;
    for (int k = 0; k < 2; k++)
        if (operand[k] != NULL) {
            GRAPH_TRY(graph__compact_view(&view, operand[k]));
            *is_needed = *is_needed || view.core != operand[k];
        }
    if (B != NULL && A->entries <= INT32_MAX && B->entries <= INT32_MAX)
        *is_needed = *is_needed || graph__is_hypersparse(C->rows, A->entries * B->entries) ||
                     graph__is_hypersparse(C->columns, A->entries * B->entries);
done:
    return status;
}

/* The arrays of A or A', and what its rows and columns are. */
struct listed {
    struct graph_csr view;
    struct graph_axis rows, columns;
    const int32_t *row, *column;
};

static graph_status open(struct listed *listed, const graph_matrix *A, bool is_transposed)
{
    struct graph_compact_view compact;
    graph_status status;
    GRAPH_TRY(graph__compact_view(&compact, A));
    GRAPH_TRY(is_transposed ? graph__matrix_view_transposed(&listed->view, compact.core, graph__cpu(),
                                                            graph_get_threads())
                            : graph__matrix_view(&listed->view, compact.core, graph__cpu()));
    listed->rows = is_transposed ? compact.columns : compact.rows;
    listed->columns = is_transposed ? compact.rows : compact.columns;
    listed->row = graph__axis_list(&listed->rows);
    listed->column = graph__axis_list(&listed->columns);
done:
    return status;
}

/* *T = arrays that are numbered as `listed` is; takes them over. */
static graph_status close(graph_matrix **T, struct graph_csr_arrays *arrays, graph_type type,
                          const struct listed *listed)
{
    graph_matrix *small = NULL;
    graph_status status;
    GRAPH_TRY(graph_matrix_create(&small, type, (graph_index)listed->rows.count,
                                  (graph_index)listed->columns.count));
    small->is_core = true;
    GRAPH_TRY(graph__matrix_adopt(small, arrays, graph__cpu()));
    GRAPH_TRY(graph_matrix_create(T, type, (graph_index)listed->rows.dimension,
                                  (graph_index)listed->columns.dimension));
    GRAPH_TRY(graph__hypersparse_put(*T, small, &listed->rows, &listed->columns));
done:
    graph__csr_arrays_release(arrays, graph__cpu());
    graph_matrix_release(&small);
    if (status < 0)
        graph_matrix_release(T);
    return status;
}

graph_status graph__compact_select(graph_matrix **T, const graph_matrix *A, bool is_transposed,
                                   graph_select_op op, graph_scalar y)
{
    const size_t value_bytes = graph_type_size(A->type);
    const int64_t offset = graph__position_offset(y);
    struct graph_csr_arrays C = {0};
    struct listed a;
    int64_t n = 0;
    graph_status status;
    *T = NULL;
    GRAPH_TRY(open(&a, A, is_transposed));
    GRAPH_TRY(GRAPH_NEW(C.row_start, a.view.rows + 1));
    GRAPH_TRY(GRAPH_NEW(C.column, a.view.entries));
    if (value_bytes > 0)
        GRAPH_TRY(graph__allocate_array(&C.value, (size_t)a.view.entries, value_bytes));
    for (int64_t i = 0; i < a.view.rows; i++) {
        int64_t row = a.row != NULL ? a.row[i] : i;
        C.row_start[i] = n;
        for (int64_t k = a.view.row_start[i]; k < a.view.row_start[i + 1]; k++) {
            int32_t j = a.view.column[k];
            if (!graph__position_passes(op, row, a.column != NULL ? a.column[j] : j, offset))
                continue;
            C.column[n] = j;
            if (value_bytes > 0)
                memcpy((char *)C.value + (size_t)n * value_bytes,
                       (const char *)a.view.value + (size_t)k * value_bytes, value_bytes);
            n++;
        }
    }
    C.row_start[a.view.rows] = n;
    C.entries = n;
    return close(T, &C, A->type, &a);
done:
    graph__csr_arrays_release(&C, graph__cpu());
    return status;
}

graph_status graph__compact_positions(graph_matrix **T, const graph_matrix *A, bool is_transposed,
                                      graph_index_op op, int64_t k)
{
    struct graph_csr_arrays C = {0};
    struct listed a;
    int64_t *value;
    graph_status status;
    *T = NULL;
    GRAPH_TRY(open(&a, A, is_transposed));
    GRAPH_TRY(GRAPH_NEW(C.row_start, a.view.rows + 1));
    GRAPH_TRY(GRAPH_NEW(C.column, a.view.entries));
    GRAPH_TRY(GRAPH_NEW(value, a.view.entries));
    C.value = value;
    C.entries = a.view.entries;
    memcpy(C.row_start, a.view.row_start, ((size_t)a.view.rows + 1) * sizeof *C.row_start);
    if (C.entries > 0)
        memcpy(C.column, a.view.column, (size_t)C.entries * sizeof *C.column);
    for (int64_t i = 0; i < a.view.rows; i++)
        for (int64_t e = a.view.row_start[i]; e < a.view.row_start[i + 1]; e++) {
            int64_t row = a.row != NULL ? a.row[i] : i;
            int64_t column = a.column != NULL ? a.column[a.view.column[e]] : a.view.column[e];
            int64_t position = op == GRAPH_ROW_INDEX ? row : op == GRAPH_COLUMN_INDEX ? column : column - row;
            value[e] = (int64_t)((uint64_t)position + (uint64_t)k);
        }
    return close(T, &C, GRAPH_INT64, &a);
done:
    graph__csr_arrays_release(&C, graph__cpu());
    return status;
}

/* The indices a * (dimension of B) + b. */
static graph_status axis_product(struct graph_axis *product, const struct graph_axis *A,
                                 const struct graph_axis *B)
{
    const int32_t *a = graph__axis_list(A), *b = graph__axis_list(B);
    int32_t *list = NULL;
    graph_status status;
    product->dimension = A->dimension * B->dimension;
    product->count = A->count * B->count;
    GRAPH_TRY(GRAPH_NEW(list, product->count));
    for (int64_t i = 0; i < A->count; i++)
        for (int64_t j = 0; j < B->count; j++)
            list[i * B->count + j] = (int32_t)(a[i] * B->dimension + b[j]);
    GRAPH_TRY(graph__index_list_wrap(&product->list, &list, product->count));
done:
    return status;
}

graph_status graph__compact_kronecker(graph_matrix **T, graph_type type, graph_op op, const graph_matrix *A,
                                      bool is_A_transposed, const graph_matrix *B, bool is_B_transposed,
                                      const graph_descriptor *descriptor, graph_kronecker_function *kronecker)
{
    graph_descriptor plain = graph__descriptor_with(descriptor, GRAPH_TRANSPOSE_A | GRAPH_TRANSPOSE_B);
    struct graph_axis a[2] = {0}, b[2] = {0}, rows = {0}, columns = {0};
    graph_matrix *small_A = NULL, *small_B = NULL, *small = NULL;
    graph_status status;
    *T = NULL;
    GRAPH_TRY(graph__compact_listed(&small_A, &a[0], &a[1], A));
    GRAPH_TRY(graph__compact_listed(&small_B, &b[0], &b[1], B));
    GRAPH_TRY(axis_product(&rows, &a[is_A_transposed], &b[is_B_transposed]));
    GRAPH_TRY(axis_product(&columns, &a[!is_A_transposed], &b[!is_B_transposed]));
    GRAPH_TRY(graph_matrix_create(&small, type, (graph_index)rows.count, (graph_index)columns.count));
    small->is_core = true;
    GRAPH_TRY(kronecker(small, NULL, GRAPH_NO_OP, op, small_A, small_B, &plain));
    GRAPH_TRY(graph_matrix_create(T, type, (graph_index)rows.dimension, (graph_index)columns.dimension));
    GRAPH_TRY(graph__hypersparse_put(*T, small, &rows, &columns));
done:
    if (status < 0)
        graph_matrix_release(T);
    graph_matrix_release(&small_A);
    graph_matrix_release(&small_B);
    graph_matrix_release(&small);
    graph__axis_release(&rows);
    graph__axis_release(&columns);
    for (int k = 0; k < 2; k++) {
        graph__axis_release(&a[k]);
        graph__axis_release(&b[k]);
    }
    return status;
}
