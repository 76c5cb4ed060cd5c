/* C<M>(rows, columns) accum= A or x: the region is assembled, laid over C, and written through the mask. */
#include "operations/assign.h"

#include <string.h>

#include "base/memory.h"
#include "core/scalar.h"
#include "operations/write_back.h"

graph_status graph__assignment_of(struct graph_assignment *assignment, const struct graph_csr *A,
                                  const struct graph_place *place)
{
    int32_t *source = NULL, *target = NULL;
    int64_t *start = NULL;
    struct graph_remap_request request = {.A = *A,
                                          .rows = assignment->rows.dimension,
                                          .columns = assignment->columns.dimension,
                                          .threads = place->threads};
    graph_status status;
    GRAPH_TRY(graph__list_last(&source, &assignment->rows));
    GRAPH_TRY(graph__list_moves(&start, &target, &assignment->columns));
    request.source_row = source;
    request.target_start = start;
    request.target = target;
    GRAPH_TRY(place->backend->remap(&request));
    assignment->update = request.C;
done:
    graph__free(source);
    graph__free(start);
    graph__free(target);
    return status;
}

/* The listed columns once each, ascending. */
static graph_status distinct(int32_t **column, int64_t *count, const struct graph_list *list)
{
    uint8_t *mark = NULL;
    graph_status status;
    *column = NULL;
    *count = 0;
    GRAPH_TRY(graph__list_marks(&mark, list));
    GRAPH_TRY(GRAPH_NEW(*column, list->index == GRAPH_ALL ? list->dimension : list->count));
    for (int64_t j = 0; j < list->dimension; j++)
        if (mark == NULL || mark[j])
            (*column)[(*count)++] = (int32_t)j;
done:
    graph__free(mark);
    return status;
}

/* Every position of rows x columns as a pattern. */
static graph_status whole_region(struct graph_csr_arrays *update, const struct graph_assignment *assignment)
{
    int32_t *column = NULL;
    uint8_t *mark = NULL;
    int64_t count, entries = 0, rows = assignment->rows.dimension;
    graph_status status;
    GRAPH_TRY(graph__list_marks(&mark, &assignment->rows));
    GRAPH_TRY(distinct(&column, &count, &assignment->columns));
    GRAPH_TRY(GRAPH_NEW(update->row_start, rows + 1));
    for (int64_t i = 0; i < rows; i++) {
        update->row_start[i] = entries;
        if ((mark == NULL || mark[i]) && __builtin_add_overflow(entries, count, &entries))
            GRAPH_FAIL(GRAPH_E_MEMORY, "the region has more than 2^63 positions");
    }
    update->row_start[rows] = entries;
    update->entries = entries;
    GRAPH_TRY(GRAPH_NEW(update->column, entries));
    for (int64_t i = 0; i < rows; i++)
        if (update->row_start[i] < update->row_start[i + 1])
            memcpy(update->column + update->row_start[i], column, (size_t)count * sizeof *column);
done:
    graph__free(column);
    graph__free(mark);
    return status;
}

graph_status graph__assignment_fill(struct graph_assignment *assignment, const struct graph_csr *pattern,
                                    graph_scalar x, graph_type type, const struct graph_place *place)
{
    uint8_t *row_mark = NULL, *column_mark = NULL;
    struct graph_csr_arrays *update = &assignment->update;
    graph_status status;
    if (pattern != NULL) {
        struct graph_region_request request = {
            .A = *pattern, .keeps_inside = true, .threads = place->threads};
        GRAPH_TRY(graph__list_marks(&row_mark, &assignment->rows));
        GRAPH_TRY(graph__list_marks(&column_mark, &assignment->columns));
        request.row_mark = row_mark;
        request.column_mark = column_mark;
        GRAPH_TRY(place->backend->region(&request));
        *update = request.C;
    } else
        GRAPH_TRY(whole_region(update, assignment));
    if (type != GRAPH_PATTERN) {
        GRAPH_TRY(place->backend->allocate(&update->value, (size_t)update->entries, graph_type_size(type)));
        GRAPH_TRY(place->backend->fill(update->value, type, x, update->entries, place->threads));
    }
done:
    graph__free(row_mark);
    graph__free(column_mark);
    return status;
}

graph_status graph__assignment_apply(struct graph_csr_arrays *Z, const struct graph_csr *C, graph_op accum,
                                     const struct graph_assignment *assignment,
                                     const struct graph_place *place)
{
    uint8_t *row_mark = NULL, *column_mark = NULL;
    struct graph_region_request rest = {.A = *C, .keeps_inside = false, .threads = place->threads};
    struct graph_merge_request merge = {.C_old = *C, .accum = accum, .threads = place->threads};
    graph_status status;
    if (accum == GRAPH_NO_OP) {
        GRAPH_TRY(graph__list_marks(&row_mark, &assignment->rows));
        GRAPH_TRY(graph__list_marks(&column_mark, &assignment->columns));
        rest.row_mark = row_mark;
        rest.column_mark = column_mark;
        GRAPH_TRY(place->backend->region(&rest));
        merge.C_old = graph__view_of(&rest.C, C);
        merge.accum = GRAPH_SECOND; /* no position is in both */
    }
    merge.update = graph__view_of(&assignment->update, C);
    GRAPH_TRY(place->backend->merge(&merge));
    *Z = merge.C;
done:
    graph__csr_arrays_release(&rest.C, place->backend);
    graph__free(row_mark);
    graph__free(column_mark);
    return status;
}

/* Lays the assignment over C and writes the result through the mask. */
static graph_status finish(graph_matrix *C, const struct graph_mask_operand *mask, graph_op accum,
                           const struct graph_assignment *assignment, const struct graph_place *place)
{
    struct graph_csr old;
    struct graph_csr_arrays Z = {0};
    graph_status status;
    GRAPH_TRY(graph__matrix_view(&old, C, place->backend));
    GRAPH_TRY(graph__assignment_apply(&Z, &old, accum, assignment, place));
    GRAPH_TRY(graph__write_matrix(C, mask, GRAPH_NO_OP, &Z, C->type, false, place));
done:
    return status;
}

graph_status graph_assign(graph_matrix *C, const graph_matrix *M, graph_op accum, const graph_matrix *A,
                          const graph_index *rows, graph_index row_count, const graph_index *columns,
                          graph_index column_count, const graph_descriptor *descriptor)
{
    struct graph_place place = {.backend = graph__cpu()};
    graph_descriptor on_cpu;
    struct graph_mask_operand mask = {0};
    struct graph_operand a = {0};
    struct graph_assignment assignment = {0};
    graph_status status;
    GRAPH_TRY(graph__check_matrix(C, "C"));
    GRAPH_TRY(graph__check_matrix(A, "A"));
    GRAPH_TRY(graph__check_accum(accum));
    GRAPH_TRY(graph__place(&place, descriptor, GRAPH_ASSIGN_FLAGS | GRAPH_TRANSPOSE_A));
    GRAPH_TRY(graph__place_choose(&place, "assign", place.backend->shares_host_memory, GRAPH_LIGHT,
                                  &(const struct graph_operands){.A = A}));
    bool is_transposed = place.flags & GRAPH_TRANSPOSE_A;
    int64_t A_rows = is_transposed ? A->columns : A->rows, A_columns = is_transposed ? A->rows : A->columns;
    GRAPH_TRY(graph__list_open(&assignment.rows, rows, row_count, C->rows, "rows"));
    GRAPH_TRY(graph__list_open(&assignment.columns, columns, column_count, C->columns, "columns"));
    if (A_rows != assignment.rows.count || A_columns != assignment.columns.count)
        GRAPH_FAIL(GRAPH_E_DIMENSION, "A is %lld x %lld, the lists have %lld rows and %lld columns",
                   (long long)A_rows, (long long)A_columns, (long long)assignment.rows.count,
                   (long long)assignment.columns.count);
    GRAPH_TRY(graph__mask_open(&mask, M, C->rows, C->columns, &place));
    GRAPH_TRY(graph__operand_open(&a, A, is_transposed, C->type, true, &place));
    GRAPH_TRY(graph__assignment_of(&assignment, &a.view, &place));
    GRAPH_TRY(finish(C, &mask, accum, &assignment, &place));
done:
    graph__csr_arrays_release(&assignment.update, place.backend);
    graph__operand_close(&a, &place);
    graph__mask_close(&mask, &place);
    return graph__place_again(&on_cpu, descriptor, &place, status)
               ? graph_assign(C, M, accum, A, rows, row_count, columns, column_count, &on_cpu)
               : status;
}

graph_status graph_assign_scalar(graph_matrix *C, const graph_matrix *M, graph_op accum, graph_scalar x,
                                 const graph_index *rows, graph_index row_count, const graph_index *columns,
                                 graph_index column_count, const graph_descriptor *descriptor)
{
    struct graph_place place = {.backend = graph__cpu()};
    graph_descriptor on_cpu;
    struct graph_mask_operand mask = {0};
    struct graph_assignment assignment = {0};
    graph_status status;
    GRAPH_TRY(graph__check_matrix(C, "C"));
    GRAPH_TRY(graph__check_scalar(x, "x"));
    GRAPH_TRY(graph__check_accum(accum));
    GRAPH_TRY(graph__place(&place, descriptor, GRAPH_ASSIGN_FLAGS));
    GRAPH_TRY(graph__place_choose(&place, "assign_scalar", place.backend->shares_host_memory, GRAPH_LIGHT,
                                  &(const struct graph_operands){.A = C}));
    GRAPH_TRY(graph__list_open(&assignment.rows, rows, row_count, C->rows, "rows"));
    GRAPH_TRY(graph__list_open(&assignment.columns, columns, column_count, C->columns, "columns"));
    GRAPH_TRY(graph__mask_open(&mask, M, C->rows, C->columns, &place));
    bool is_sparse = mask.mask.is_given && !mask.mask.is_complement;
    GRAPH_TRY(graph__assignment_fill(&assignment, is_sparse ? &mask.mask.pattern : NULL, x, C->type, &place));
    GRAPH_TRY(finish(C, &mask, accum, &assignment, &place));
done:
    graph__csr_arrays_release(&assignment.update, place.backend);
    graph__mask_close(&mask, &place);
    return graph__place_again(&on_cpu, descriptor, &place, status)
               ? graph_assign_scalar(C, M, accum, x, rows, row_count, columns, column_count, &on_cpu)
               : status;
}
