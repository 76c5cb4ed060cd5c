/* Matrices as their cores and axes, for operations on them; see hypersparse.h. */
#include "base/memory.h"
#include "core/matrix/hypersparse.h"
#include "core/matrix/trim.h"

graph_status graph__compact_operand(graph_matrix **R, const struct graph_compact_view *A,
                                    const struct graph_axis *rows, const struct graph_axis *columns)
{
    graph_status status = graph__matrix_finish(A->core);
    return status < 0 ? status : graph__hypersparse_renumber(R, A, rows, columns);
}

graph_status graph__hypersparse_put(graph_matrix *C, const graph_matrix *small, const struct graph_axis *rows,
                                    const struct graph_axis *columns)
{
    graph_status status = graph__matrix_finish(small);
    return status < 0 ? status : graph__hypersparse_put_finished(C, small, rows, columns);
}

graph_status graph__compact_listed(graph_matrix **R, struct graph_axis *row_axis,
                                   struct graph_axis *column_axis, const graph_matrix *A)
{
    struct graph_trim rows = {.is_wanted = true}, columns = {.is_wanted = true};
    struct graph_compact_view view;
    graph_status status;
    GRAPH_TRY(graph__compact_view(&view, A));
    GRAPH_TRY(graph__matrix_finish(view.core));
    GRAPH_TRY(graph__trim(R, &rows, &columns, view.core, &view.rows, &view.columns));
    *row_axis = (struct graph_axis){rows.list, rows.count, A->rows};
    *column_axis = (struct graph_axis){columns.list, columns.count, A->columns};
    rows.list = columns.list = NULL;
done:
    graph__trim_close(&rows);
    graph__trim_close(&columns);
    return status;
}

graph_status graph__compact_square(graph_matrix **S, const graph_matrix *A)
{
    struct graph_axis axis = {.dimension = A->rows};
    struct graph_compact_view view;
    graph_status status;
    GRAPH_TRY(graph__compact_view(&view, A));
    if (view.core == A)
        return graph_matrix_dup(S, A);
    GRAPH_TRY(graph__axis_join(&axis, &view.rows));
    GRAPH_TRY(graph__axis_join(&axis, &view.columns));
    GRAPH_TRY(graph__compact_operand(S, &view, &axis, &axis));
done:
    graph__axis_release(&axis);
    return status;
}

graph_status graph__matrix_loops(int64_t *loops, const graph_matrix *A)
{
    const int threads = graph_get_threads();
    struct graph_compact_view compact;
    struct graph_csr view;
    int64_t count = 0;
    graph_status status;
    GRAPH_TRY(graph__compact_view(&compact, A));
    GRAPH_TRY(graph__matrix_view(&view, compact.core, graph__cpu()));
    const int32_t *row = graph__axis_list(&compact.rows), *column = graph__axis_list(&compact.columns);
#pragma omp parallel for schedule(dynamic, 4096) num_threads(threads) if (view.rows > 4096) reduction(+ : count)
    for (int64_t i = 0; i < view.rows; i++) {
        int64_t name = row != NULL ? row[i] : i;
        for (int64_t k = view.row_start[i]; k < view.row_start[i + 1]; k++)
            count += (column != NULL ? column[view.column[k]] : view.column[k]) == name;
    }
    *loops = count;
done:
    return status;
}
