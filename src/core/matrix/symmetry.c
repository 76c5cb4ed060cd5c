/* Whether the pattern of a matrix is symmetric.
 *
 * Rows are walked in ascending order, and so the entries (j, i), j > i, of every row j are asked for in ascending order
 * of i: a cursor in each row finds them without a search.  The first entry without its partner ends the walk, which
 * makes the answer "no" cheap for nearly all directed graphs; "yes" costs one random access for each two entries. */
#include <string.h>

#include "base/memory.h"
#include "core/matrix/hypersparse.h"

/* cursor[j] is the first entry of row j that has not been asked for; it starts as row_start[j]. */
static bool is_symmetric_pattern(const struct graph_csr *A, int64_t *cursor)
{
    for (int64_t i = 0; i < A->rows; i++) {
        int64_t k = cursor[i], end = A->row_start[i + 1];
        /* Beyond the end: the row was asked for more than it has, and answered from the next row. */
        if (k > end || (k < end && A->column[k] < i))
            return false;
        if (k < end && A->column[k] == i)
            k++;
        for (; k < end; k++) {
            int64_t j = A->column[k], asked = cursor[j];
            if (asked >= A->entries || A->column[asked] != i)
                return false;
            cursor[j] = asked + 1;
        }
    }
    return true;
}

graph_status graph__matrix_symmetry(bool *is_symmetric, const graph_matrix *constant)
{
    graph_matrix *A = (graph_matrix *)constant; /* a cache does not change what the matrix is */
    graph_matrix *S = NULL;
    int64_t *cursor = NULL;
    struct graph_csr view;
    graph_status status = GRAPH_OK;
    int known = atomic_load(&A->symmetry);
    if (known == GRAPH_SYMMETRY_UNKNOWN) {
        known = GRAPH_UNSYMMETRIC;
        if (A->rows == A->columns) {
            GRAPH_TRY(graph__compact_square(&S, A));
            GRAPH_TRY(graph__matrix_view(&view, S, graph__cpu()));
            GRAPH_TRY(GRAPH_NEW(cursor, view.rows));
            memcpy(cursor, view.row_start, (size_t)view.rows * sizeof *cursor);
            if (is_symmetric_pattern(&view, cursor))
                known = GRAPH_SYMMETRIC;
        }
        atomic_store(&A->symmetry, known);
    }
    *is_symmetric = known == GRAPH_SYMMETRIC;
done:
    graph_matrix_release(&S);
    graph__free(cursor);
    return status;
}
