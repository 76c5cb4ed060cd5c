/* See product_shape.h. */
#include "operations/product_shape.h"

#include "base/status.h"

/* The shape of A, or of A' under a flag. */
static void shape(int64_t *rows, int64_t *columns, const graph_matrix *A, bool is_transposed)
{
    *rows = is_transposed ? A->columns : A->rows;
    *columns = is_transposed ? A->rows : A->columns;
}

graph_status graph__product_shape(int64_t *rows, int64_t *columns, const graph_matrix *A,
                                  const graph_matrix *B, uint32_t flags)
{
    int64_t A_columns, B_rows;
    shape(rows, &A_columns, A, flags & GRAPH_TRANSPOSE_A);
    shape(&B_rows, columns, B, flags & GRAPH_TRANSPOSE_B);
    if (A_columns != B_rows)
        return graph__fail(GRAPH_E_DIMENSION,
                           "A is %lld x %lld and B is %lld x %lld: %lld columns against %lld rows",
                           (long long)*rows, (long long)A_columns, (long long)B_rows, (long long)*columns,
                           (long long)A_columns, (long long)B_rows);
    return GRAPH_OK;
}
