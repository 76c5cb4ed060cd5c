/* See compact.h. */
#include "operations/compact/compact.h"

#include <string.h>

#include "base/memory.h"
#include "operations/operands.h"

/* The indices that a vector lists. */
static struct graph_axis vector_axis(const graph_vector *v)
{
    if (v->is_core || v->form != GRAPH_SPARSE || !graph__is_hypersparse(v->length, v->entries))
        return graph__axis_all(v->length);
    return (struct graph_axis){v->entries > 0 ? v->index : NULL, v->entries, v->length};
}

graph_status graph__compact_join(struct graph_axis *rows, struct graph_axis *columns, const graph_matrix *A,
                                 bool is_transposed)
{
    struct graph_compact_view view;
    graph_status status = GRAPH_OK;
    if (A == NULL)
        return GRAPH_OK;
    GRAPH_TRY(graph__compact_view(&view, A));
    GRAPH_TRY(graph__axis_join(rows, is_transposed ? &view.columns : &view.rows));
    GRAPH_TRY(graph__axis_join(columns, is_transposed ? &view.rows : &view.columns));
done:
    return status;
}

graph_status graph__compact_join_vector(struct graph_axis *axis, const graph_vector *v)
{
    if (v == NULL)
        return GRAPH_OK;
    struct graph_axis listed = vector_axis(v);
    return graph__axis_join(axis, &listed);
}

/* Whether two axes have the same indices, one of them having all of the other. */
static bool same(const struct graph_axis *part, const struct graph_axis *axis)
{
    return part->count == axis->count;
}

graph_status graph__compact_matrix(const graph_matrix **R, graph_matrix **made, const graph_matrix *A,
                                   bool is_transposed, const struct graph_axis *rows,
                                   const struct graph_axis *columns)
{
    struct graph_compact_view view;
    graph_status status = GRAPH_OK;
    *R = *made = NULL;
    if (A == NULL)
        return GRAPH_OK;
    const struct graph_axis *A_rows = is_transposed ? columns : rows,
                            *A_columns = is_transposed ? rows : columns;
    GRAPH_TRY(graph__compact_view(&view, A));
    if (same(&view.rows, A_rows) && same(&view.columns, A_columns)) {
        *R = view.core;
        return GRAPH_OK;
    }
    GRAPH_TRY(graph__compact_operand(made, &view, A_rows, A_columns));
    *R = *made;
done:
    return status;
}

graph_status graph__compact_output(graph_matrix **R, const graph_matrix *C, const struct graph_axis *rows,
                                   const struct graph_axis *columns)
{
    struct graph_compact_view view;
    graph_status status;
    GRAPH_TRY(graph__compact_view(&view, C));
    if (C->entries > 0 || C->update_count > 0)
        return graph__compact_operand(R, &view, rows, columns);
    GRAPH_TRY(graph_matrix_create(R, C->type, (graph_index)rows->count, (graph_index)columns->count));
    (*R)->is_core = true;
done:
    return status;
}

graph_status graph__compact_vector_output(graph_vector **r, const graph_vector *w,
                                          const struct graph_axis *axis)
{
    struct graph_axis listed = vector_axis(w);
    const int32_t *map;
    int32_t *made = NULL, *index = NULL;
    graph_vector *small = NULL;
    graph_status status;
    GRAPH_TRY(graph_vector_dup(&small, w));
    small->is_core = true;
    small->length = axis->count;
    if (!graph__axis_is_all(axis) && w->entries > 0) {
        const int32_t *old = graph__axis_list(&listed);
        GRAPH_TRY(graph__axis_map(&map, &made, &listed, axis));
        GRAPH_TRY(GRAPH_NEW(index, listed.count));
        for (int64_t k = 0; k < listed.count; k++)
            index[k] = map == old ? old[k] : map != NULL ? map[k] : (int32_t)k;
        graph__buffer_release(&small->index);
        GRAPH_TRY(graph__index_list_wrap(&small->index, &index, listed.count));
        if (listed.count == axis->count)
            GRAPH_TRY(graph_vector_convert(small, GRAPH_FULL));
    }
    *r = small;
    small = NULL;
done:
    graph_vector_release(&small);
    graph__free(made);
    graph__free(index);
    return status;
}

graph_status graph__compact_vector(const graph_vector **r, graph_vector **made, const graph_vector *v,
                                   const struct graph_axis *axis)
{
    graph_status status = GRAPH_OK;
    *r = *made = NULL;
    if (v == NULL)
        return GRAPH_OK;
    GRAPH_TRY(graph__compact_vector_output(made, v, axis));
    *r = *made;
done:
    return status;
}

/* A has the rows of the output and the columns of an axis; B has the rows of an axis and the columns of the output. */
static graph_status renumber(struct graph_compact *small, const graph_matrix *C, const graph_matrix *M,
                             const graph_matrix *A, bool is_A_transposed, struct graph_axis *A_columns,
                             const graph_matrix *B, bool is_B_transposed, struct graph_axis *B_rows)
{
    struct graph_axis *rows = &small->rows, *columns = &small->columns;
    graph_status status;
    GRAPH_TRY(graph__compact_join(rows, A_columns, A, is_A_transposed));
    GRAPH_TRY(graph__compact_join(B_rows, columns, B, is_B_transposed));
    GRAPH_TRY(graph__compact_join(rows, columns, M, false));
    GRAPH_TRY(graph__compact_join(rows, columns, C, false));
    small->is_needed =
        !graph__axis_is_all(rows) || !graph__axis_is_all(&small->inner) || !graph__axis_is_all(columns);
    if (!small->is_needed)
        return GRAPH_OK;
    if (C != NULL)
        GRAPH_TRY(graph__compact_output(&small->C, C, rows, columns));
    GRAPH_TRY(graph__compact_matrix(&small->M, &small->made[0], M, false, rows, columns));
    GRAPH_TRY(graph__compact_matrix(&small->A, &small->made[1], A, is_A_transposed, rows, A_columns));
    GRAPH_TRY(graph__compact_matrix(&small->B, &small->made[2], B, is_B_transposed, B_rows, columns));
done:
    return status;
}

graph_status graph__compact_elementwise(struct graph_compact *small, const graph_matrix *C,
                                        const graph_matrix *M, const graph_matrix *A, bool is_A_transposed,
                                        const graph_matrix *B, bool is_B_transposed)
{
    graph_status status = graph__check_mask(M, C->rows, C->columns);
    memset(small, 0, sizeof *small);
    small->rows.dimension = C->rows;
    small->columns.dimension = C->columns;
    if (status < 0 || !graph__may_be_hypersparse(C))
        return status;
    return renumber(small, C, M, A, is_A_transposed, &small->columns, B, is_B_transposed, &small->rows);
}

graph_status graph__compact_product(struct graph_compact *small, const graph_matrix *C, const graph_matrix *M,
                                    const graph_matrix *A, bool is_A_transposed, const graph_matrix *B,
                                    bool is_B_transposed)
{
    memset(small, 0, sizeof *small);
    small->rows.dimension = is_A_transposed ? A->columns : A->rows;
    small->inner.dimension = is_A_transposed ? A->rows : A->columns;
    small->columns.dimension = is_B_transposed ? B->rows : B->columns;
    graph_status status = graph__check_mask(M, small->rows.dimension, small->columns.dimension);
    bool is_renumbered = (C != NULL && C->is_core) || A->is_core || B->is_core;
    if (status < 0 || is_renumbered || !(graph__may_be_hypersparse(A) || graph__may_be_hypersparse(B)))
        return status;
    return renumber(small, C, M, A, is_A_transposed, &small->inner, B, is_B_transposed, &small->inner);
}

graph_status graph__compact_mxv(struct graph_compact *small, const graph_vector *w, const graph_vector *m,
                                const graph_matrix *A, bool is_A_transposed, const graph_vector *u)
{
    graph_status status = GRAPH_OK;
    memset(small, 0, sizeof *small);
    small->rows.dimension = is_A_transposed ? A->columns : A->rows;
    small->inner.dimension = is_A_transposed ? A->rows : A->columns;
    GRAPH_TRY(graph__check_vector_mask(m, small->rows.dimension));
    if (w->is_core || A->is_core || !graph__may_be_hypersparse(A))
        return GRAPH_OK;
    GRAPH_TRY(graph__compact_join(&small->rows, &small->inner, A, is_A_transposed));
    GRAPH_TRY(graph__compact_join_vector(&small->inner, u));
    GRAPH_TRY(graph__compact_join_vector(&small->rows, m));
    GRAPH_TRY(graph__compact_join_vector(&small->rows, w));
    small->is_needed = !graph__axis_is_all(&small->rows) || !graph__axis_is_all(&small->inner);
    if (!small->is_needed)
        return GRAPH_OK;
    GRAPH_TRY(graph__compact_vector_output(&small->w, w, &small->rows));
    GRAPH_TRY(graph__compact_vector(&small->m, &small->made_vector[0], m, &small->rows));
    GRAPH_TRY(
        graph__compact_matrix(&small->A, &small->made[0], A, is_A_transposed, &small->rows, &small->inner));
    GRAPH_TRY(graph__compact_vector(&small->u, &small->made_vector[1], u, &small->inner));
done:
    return status;
}

graph_status graph__compact_vectors(struct graph_compact *small, const graph_vector *w, const graph_vector *m,
                                    const graph_vector *u, const graph_vector *v)
{
    graph_status status = GRAPH_OK;
    memset(small, 0, sizeof *small);
    small->rows.dimension = w->length;
    GRAPH_TRY(graph__check_vector_mask(m, w->length));
    if (w->is_core || w->length < graph__device_long())
        return GRAPH_OK;
    GRAPH_TRY(graph__compact_join_vector(&small->rows, u));
    GRAPH_TRY(graph__compact_join_vector(&small->rows, v));
    GRAPH_TRY(graph__compact_join_vector(&small->rows, m));
    GRAPH_TRY(graph__compact_join_vector(&small->rows, w));
    small->is_needed = !graph__axis_is_all(&small->rows);
    if (!small->is_needed)
        return GRAPH_OK;
    GRAPH_TRY(graph__compact_vector_output(&small->w, w, &small->rows));
    GRAPH_TRY(graph__compact_vector(&small->m, &small->made_vector[0], m, &small->rows));
    GRAPH_TRY(graph__compact_vector(&small->u, &small->made_vector[1], u, &small->rows));
    GRAPH_TRY(graph__compact_vector(&small->v, &small->made_vector[2], v, &small->rows));
done:
    return status;
}

graph_status graph__compact_return(struct graph_compact *small, graph_matrix *C)
{
    return graph__hypersparse_put(C, small->C, &small->rows, &small->columns);
}

graph_status graph__compact_put_vector(graph_vector *w, const graph_vector *r, const struct graph_axis *axis)
{
    const int32_t *list = graph__axis_list(axis);
    graph_vector *wide = NULL;
    struct graph_vector_view view;
    int32_t *index = NULL;
    graph_status status;
    GRAPH_TRY(graph_vector_dup(&wide, r));
    wide->is_core = w->is_core;
    if (!graph__axis_is_all(axis)) {
        GRAPH_TRY(graph_vector_convert(wide, GRAPH_SPARSE));
        GRAPH_TRY(graph__vector_view(&view, wide, graph__cpu()));
        GRAPH_TRY(GRAPH_NEW(index, view.entries));
        for (int64_t k = 0; k < view.entries; k++)
            index[k] = list != NULL ? list[view.index[k]] : view.index[k];
        graph__buffer_release(&wide->index);
        GRAPH_TRY(graph__index_list_wrap(&wide->index, &index, view.entries));
    }
    wide->length = w->length;
    graph__vector_drop(w);
    *w = *wide;
    *wide = (graph_vector){0};
done:
    graph_vector_release(&wide);
    graph__free(index);
    return status;
}

graph_status graph__compact_return_vector(struct graph_compact *small, graph_vector *w)
{
    return graph__compact_put_vector(w, small->w, &small->rows);
}

bool graph__compact_is_long(const graph_vector *w, const graph_vector *m, const graph_vector *u)
{
    const graph_vector *operand[] = {w, m, u};
    if (w->length < graph__device_long())
        return false;
    for (int k = 0; k < 3; k++)
        if (operand[k] != NULL) {
            struct graph_axis axis = vector_axis(operand[k]);
            if (graph__axis_is_all(&axis))
                return false;
        }
    return true;
}

graph_descriptor graph__descriptor_with(const graph_descriptor *descriptor, uint32_t flags)
{
    graph_descriptor d = descriptor != NULL ? *descriptor : (graph_descriptor){.size = sizeof d};
    d.flags &= flags;
    return d;
}

void graph__compact_close(struct graph_compact *small)
{
    graph__axis_release(&small->rows);
    graph__axis_release(&small->inner);
    graph__axis_release(&small->columns);
    graph_matrix_release(&small->C);
    graph_vector_release(&small->w);
    for (int k = 0; k < 3; k++) {
        graph_matrix_release(&small->made[k]);
        graph_vector_release(&small->made_vector[k]);
    }
}
