/* Scenarios of operations without a semiring; see fault_scenarios.h. */
#include "tests/support/faults/fault_scenarios.h"

#define HERE(...) GRAPH_DESCRIPTOR(.backend = s->backend, __VA_ARGS__)

static graph_status transpose(struct scene *s)
{
    return graph_transpose(s->C, s->M, GRAPH_PLUS, s->A, HERE());
}

static graph_status ewise_add(struct scene *s)
{
    return graph_ewise_add(s->C, NULL, GRAPH_NO_OP, GRAPH_PLUS, s->A, s->B, HERE(.flags = GRAPH_TRANSPOSE_B));
}

static graph_status ewise_mult(struct scene *s)
{
    return graph_ewise_mult(s->C, s->M, GRAPH_MAX, GRAPH_TIMES, s->A, s->B, HERE());
}

static graph_status ewise_union(struct scene *s)
{
    return graph_ewise_union(s->C, NULL, GRAPH_NO_OP, GRAPH_MINUS, s->A, graph_fp64(1), s->B, graph_fp64(2),
                             HERE(.flags = GRAPH_TRANSPOSE_B));
}

/* The result lies on the device alone until it is read. */
static graph_status apply(struct scene *s)
{
    return graph_apply(s->C, NULL, GRAPH_NO_OP, GRAPH_AINV, s->A, HERE());
}

static graph_status apply_second(struct scene *s)
{
    return graph_apply_second(s->C, s->M, GRAPH_NO_OP, GRAPH_TIMES, s->A, graph_fp64(3), HERE());
}

static graph_status apply_index(struct scene *s)
{
    return graph_apply_index(s->C, NULL, GRAPH_NO_OP, GRAPH_COLUMN_INDEX, s->A, graph_int64(3), HERE());
}

static graph_status select_lower(struct scene *s)
{
    return graph_select(s->C, NULL, GRAPH_NO_OP, GRAPH_TRIL, s->A, graph_int64(-1), HERE());
}

static graph_status to_other_type(struct scene *s)
{
    graph_status status;
    graph_matrix *C = NULL;
    TRY(graph_matrix_create(&C, GRAPH_INT32, s->size, s->size));
    TRY(graph_apply(C, NULL, GRAPH_NO_OP, GRAPH_IDENTITY, s->A, HERE()));
    s->C = C;
    C = NULL;
done:
    graph_matrix_release(&C);
    return status;
}

static graph_status reduce_rows(struct scene *s)
{
    return graph_reduce_rows(s->w, NULL, GRAPH_NO_OP, GRAPH_PLUS, s->A, HERE());
}

static graph_status reduce(struct scene *s)
{
    graph_scalar x;
    const graph_status status = graph_reduce(&x, GRAPH_FP64, GRAPH_PLUS, s->A, HERE());
    if (status == GRAPH_OK)
        s->number = (uint64_t)(4 * x.value.f);
    return status;
}

static graph_status kronecker(struct scene *s)
{
    graph_matrix *C = NULL, *small = NULL;
    const graph_index list[] = {0, 1, 2, 3, 4, 5, 6, 7};
    enum { SMALL = 8 };
    graph_status status;
    TRY(graph_matrix_create(&small, GRAPH_FP64, SMALL, SMALL));
    TRY(graph_extract(small, NULL, GRAPH_NO_OP, s->A, list, SMALL, list, SMALL, HERE()));
    TRY(graph_matrix_create(&C, GRAPH_FP64, SMALL * s->size, SMALL * s->size));
    TRY(graph_kronecker(C, NULL, GRAPH_NO_OP, GRAPH_TIMES, small, s->A, HERE()));
    s->C = C;
    C = NULL;
done:
    graph_matrix_release(&C);
    graph_matrix_release(&small);
    return status;
}

/* 1, 0, 3, 2, ...: every index once. */
static graph_index *exchanged(graph_index n)
{
    graph_index *list = malloc(n * sizeof *list);
    for (graph_index k = 0; k < n; k++)
        list[k] = (k ^ 1) < n ? k ^ 1 : k;
    return list;
}

static graph_status extract(struct scene *s)
{
    graph_index *list = exchanged(s->size);
    const graph_status status =
        graph_extract(s->C, NULL, GRAPH_NO_OP, s->A, list, s->size, list, s->size, HERE());
    free(list);
    return status;
}

static graph_status extract_column(struct scene *s)
{
    graph_index *list = exchanged(s->size);
    const graph_status status = graph_extract_column(s->w, NULL, GRAPH_NO_OP, s->A, list, s->size, 5, HERE());
    free(list);
    return status;
}

static graph_status assign(struct scene *s)
{
    graph_index *list = exchanged(s->size);
    const graph_status status =
        graph_assign(s->C, s->M, GRAPH_NO_OP, s->A, list, s->size, list, s->size, HERE());
    free(list);
    return status;
}

static graph_status assign_added(struct scene *s)
{
    graph_index *list = exchanged(s->size);
    const graph_status status =
        graph_assign(s->C, NULL, GRAPH_PLUS, s->A, list, s->size, GRAPH_ALL, 0, HERE());
    free(list);
    return status;
}

static graph_status assign_scalar(struct scene *s)
{
    const graph_index rows[] = {1, 7, 3}, columns[] = {0, 9};
    return graph_assign_scalar(s->C, NULL, GRAPH_NO_OP, graph_fp64(77), rows, 3, columns, 2, HERE());
}

static graph_status assign_row(struct scene *s)
{
    return graph_assign_row(s->C, NULL, GRAPH_NO_OP, s->v, 2, GRAPH_ALL, 0, HERE());
}

static graph_status assign_column(struct scene *s)
{
    return graph_assign_column(s->C, NULL, GRAPH_PLUS, s->v, GRAPH_ALL, 0, 4, HERE());
}

/* ---- Vectors ---- */

static graph_status vector_add(struct scene *s)
{
    return graph_vector_ewise_add(s->w, NULL, GRAPH_NO_OP, GRAPH_PLUS, s->u, s->v, HERE());
}

static graph_status vector_mult(struct scene *s)
{
    return graph_vector_ewise_mult(s->w, s->u, GRAPH_PLUS, GRAPH_TIMES, s->u, s->v,
                                   HERE(.flags = GRAPH_MASK_STRUCTURE));
}

static graph_status vector_union(struct scene *s)
{
    return graph_vector_ewise_union(s->w, NULL, GRAPH_NO_OP, GRAPH_MINUS, s->w, graph_fp64(1), s->v,
                                    graph_fp64(2), HERE());
}

static graph_status vector_apply(struct scene *s)
{
    return graph_vector_apply_first(s->w, NULL, GRAPH_NO_OP, GRAPH_MINUS, graph_fp64(9), s->v, HERE());
}

static graph_status vector_apply_index(struct scene *s)
{
    return graph_vector_apply_index(s->w, NULL, GRAPH_NO_OP, GRAPH_ROW_INDEX, s->v, graph_int64(2), HERE());
}

static graph_status vector_select(struct scene *s)
{
    return graph_vector_select(s->w, NULL, GRAPH_NO_OP, GRAPH_VALUE_GT, s->u, graph_fp64(4), HERE());
}

static graph_status vector_extract(struct scene *s)
{
    graph_index *list = exchanged(s->size);
    const graph_status status = graph_vector_extract(s->w, NULL, GRAPH_NO_OP, s->u, list, s->size, HERE());
    free(list);
    return status;
}

/* Of a bitmap, as of a list, whose entries are moved as a row's. */
static graph_status vector_extract_some(struct scene *s)
{
    graph_index *list = exchanged(s->size);
    graph_vector *bitmap = NULL;
    graph_status status;
    TRY(graph_vector_dup(&bitmap, s->v));
    TRY(graph_vector_convert(bitmap, GRAPH_BITMAP));
    TRY(graph_vector_extract(s->w, NULL, GRAPH_NO_OP, bitmap, list, s->size, HERE()));
done:
    graph_vector_release(&bitmap);
    free(list);
    return status;
}

static graph_status vector_assign(struct scene *s)
{
    graph_index *list = exchanged(s->size);
    const graph_status status = graph_vector_assign(s->w, s->u, GRAPH_NO_OP, s->v, list, s->size, HERE());
    free(list);
    return status;
}

static graph_status vector_assign_scalar(struct scene *s)
{
    return graph_vector_assign_scalar(s->w, s->v, GRAPH_NO_OP, graph_fp64(5), GRAPH_ALL, 0, HERE());
}

/* In the arrays of a full vector. */
static graph_status vector_assign_in_place(struct scene *s)
{
    graph_vector *w = NULL;
    graph_status status;
    TRY(graph_vector_create(&w, GRAPH_FP64, s->size));
    TRY(graph_vector_assign_scalar(w, NULL, GRAPH_NO_OP, graph_fp64(5), GRAPH_ALL, 0, HERE()));
    TRY(graph_vector_assign(w, s->v, GRAPH_NO_OP, s->v, GRAPH_ALL, 0, HERE(.flags = GRAPH_MASK_STRUCTURE)));
    s->w = w;
    w = NULL;
done:
    graph_vector_release(&w);
    return status;
}

/* Of a bitmap. */
static graph_status vector_reduce(struct scene *s)
{
    graph_scalar x;
    graph_vector *bitmap = NULL;
    graph_status status;
    TRY(graph_vector_dup(&bitmap, s->v));
    TRY(graph_vector_convert(bitmap, GRAPH_BITMAP));
    TRY(graph_vector_reduce(&x, GRAPH_FP64, GRAPH_PLUS, bitmap, HERE()));
    s->number = (uint64_t)x.value.f;
done:
    graph_vector_release(&bitmap);
    return status;
}

/* clang-format off */
const struct scenario fault_operations[] = {
    OLD_OUTPUTS(transpose, GRAPH_OF_SHORT_ROWS),
    OLD_OUTPUTS(ewise_add, GRAPH_OF_SHORT_ROWS),
    OLD_OUTPUTS(ewise_mult, GRAPH_OF_SHORT_ROWS),
    OLD_OUTPUTS(ewise_union, GRAPH_OF_SHORT_ROWS),
    OLD_OUTPUTS(apply, GRAPH_OF_SHORT_ROWS),
    OLD_OUTPUTS(apply_second, GRAPH_OF_SHORT_ROWS),
    OLD_OUTPUTS(apply_index, GRAPH_OF_SHORT_ROWS),
    OLD_OUTPUTS(select_lower, GRAPH_OF_MANY_BINS),
    NEW_OUTPUTS(to_other_type, GRAPH_OF_SHORT_ROWS),
    OLD_OUTPUTS(reduce_rows, GRAPH_OF_MANY_BINS),
    NEW_OUTPUTS(reduce, GRAPH_OF_SHORT_ROWS),
    NEW_OUTPUTS(kronecker, GRAPH_OF_SHORT_ROWS),
    OLD_OUTPUTS(extract, GRAPH_OF_SHORT_ROWS),
    OLD_OUTPUTS(extract_column, GRAPH_OF_SHORT_ROWS),
    OLD_OUTPUTS(assign, GRAPH_OF_SHORT_ROWS),
    OLD_OUTPUTS(assign_added, GRAPH_OF_SHORT_ROWS),
    OLD_OUTPUTS(assign_scalar, GRAPH_OF_SHORT_ROWS),
    OLD_OUTPUTS(assign_row, GRAPH_OF_SHORT_ROWS),
    OLD_OUTPUTS(assign_column, GRAPH_OF_SHORT_ROWS),
    OLD_OUTPUTS(vector_add, GRAPH_OF_SHORT_ROWS),
    OLD_OUTPUTS(vector_mult, GRAPH_OF_SHORT_ROWS),
    OLD_OUTPUTS(vector_union, GRAPH_OF_SHORT_ROWS),
    OLD_OUTPUTS(vector_apply, GRAPH_OF_SHORT_ROWS),
    OLD_OUTPUTS(vector_apply_index, GRAPH_OF_SHORT_ROWS),
    OLD_OUTPUTS(vector_select, GRAPH_OF_SHORT_ROWS),
    OLD_OUTPUTS(vector_extract, GRAPH_OF_SHORT_ROWS),
    OLD_OUTPUTS(vector_extract_some, GRAPH_OF_SHORT_ROWS),
    OLD_OUTPUTS(vector_assign, GRAPH_OF_SHORT_ROWS),
    OLD_OUTPUTS(vector_assign_scalar, GRAPH_OF_SHORT_ROWS),
    NEW_OUTPUTS(vector_assign_in_place, GRAPH_OF_SHORT_ROWS),
    NEW_OUTPUTS(vector_reduce, GRAPH_OF_SHORT_ROWS),
};
/* clang-format on */
const size_t fault_operation_count = sizeof fault_operations / sizeof fault_operations[0];
