/* C<M>(rows, columns) accum= A or x: the region is assembled, laid over C, and written through the mask. */
#include "operations/assign.h"

#include "base/memory.h"
#include "core/stats.h"
#include "core/types/scalar.h"
#include "operations/compact/compact_lists.h"
#include "operations/mixed.h"
#include "operations/write_back.h"

bool graph__assignment_is_there(const struct graph_backend *backend)
{
    return backend->remap != NULL && backend->region != NULL && backend->merge != NULL &&
           backend->kronecker != NULL && backend->fill != NULL && backend->vector_list != NULL;
}

graph_type graph__assignment_type(graph_op accum, graph_type C, graph_type T)
{
    return accum == GRAPH_NO_OP || graph__accum_is_native(accum, C, T) ? C : T;
}

graph_status graph__assignment_scalar(graph_type *type, graph_op accum, graph_type C, graph_scalar x)
{
    graph_status status;
    *type = C;
    GRAPH_TRY(graph__check_scalar(x, C, "x"));
    /* A typed accumulator or the user's may read in its type what C's type would change: -1, as fp64, is 0 in uint8. */
    if (accum == GRAPH_NO_OP || C == GRAPH_PATTERN || graph__is_user_type(C) ||
        (accum < GRAPH_OP_COUNT && graph__scalar_is_of(x, C)))
        return graph__check_value(x, C, "x");
    *type = graph__assignment_type(accum, C, x.type);
done:
    return status;
}

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
    GRAPH_TRY(graph__list_last(&source, &assignment->rows, place));
    GRAPH_TRY(graph__list_moves(&start, &target, &assignment->columns, place));
    request.source_row = source;
    request.target_start = start;
    request.target = target;
    GRAPH_TRY(place->backend->remap(&request));
    assignment->update = request.C;
done:
    place->backend->release(source);
    place->backend->release(start);
    place->backend->release(target);
    return status;
}

static bool is_everything(const struct graph_assignment *assignment)
{
    return assignment->rows.index == GRAPH_ALL && assignment->columns.index == GRAPH_ALL;
}

/* Every position of rows x columns as a pattern: the product of a column that has the rows and a row that has the
 * columns. */
static graph_status whole_region(struct graph_csr_arrays *update, const struct graph_assignment *assignment,
                                 const struct graph_place *place)
{
    int64_t row_count, column_count, rows = assignment->rows.dimension, seen = 0;
    int32_t *row = NULL, *column = NULL, *zero = NULL;
    int64_t *row_start = NULL, *only_start = NULL;
    struct graph_kronecker_request request = {.op = GRAPH_PAIR, .threads = place->threads};
    const struct graph_backend *backend = graph__cpu(); /* whose arrays they are so far */
    graph_status status;
    /* A list of all columns is made where it is needed. */
    const struct graph_vector_view every = {.length = assignment->columns.dimension,
                                            .entries = assignment->columns.dimension,
                                            .form = GRAPH_FULL};
    const bool is_made_there =
        !place->backend->shares_host_memory && every.length > 0 && assignment->columns.index == GRAPH_ALL;
    column_count = every.length;
    GRAPH_TRY(graph__list_distinct(&row, &row_count, &assignment->rows));
    if (!is_made_there)
        GRAPH_TRY(graph__list_distinct(&column, &column_count, &assignment->columns));
    GRAPH_TRY(GRAPH_NEW(row_start, rows + 1));
    GRAPH_TRY(GRAPH_NEW_ZEROED(only_start, 2));
    GRAPH_TRY(GRAPH_NEW_ZEROED(zero, row_count));
    for (int64_t i = 0; i < rows; i++) {
        row_start[i] = seen;
        seen += seen < row_count && row[seen] == i;
    }
    row_start[rows] = row_count;
    only_start[1] = column_count;
    graph__free(row);
    row = NULL;
    struct graph_csr A = {.rows = rows, .columns = 1, .entries = row_count};
    struct graph_csr B = {.rows = 1, .columns = assignment->columns.dimension, .entries = column_count};
    void **array[] = {(void **)&row_start, (void **)&zero, (void **)&only_start, (void **)&column};
    const size_t bytes[] = {(size_t)(rows + 1) * sizeof *row_start, (size_t)row_count * sizeof *zero,
                            2 * sizeof *only_start, (size_t)column_count * sizeof *column};
    for (int k = 0; k < (is_made_there ? 3 : 4); k++) {
        status = graph__array_to_place(array[k], bytes[k], 1, place);
        /* What lies at the place is given back here: below, all arrays are of one kind. */
        for (int m = 0; status < 0 && m < k; m++) {
            place->backend->release(*array[m]);
            *array[m] = NULL;
        }
        if (status < 0)
            goto done;
    }
    backend = place->backend;
    if (is_made_there)
        GRAPH_TRY(backend->vector_list(&column, &every));
    A.row_start = row_start;
    A.column = zero;
    B.row_start = only_start;
    B.column = column;
    request.A = A;
    request.B = B;
    GRAPH_TRY(place->backend->kronecker(&request));
    *update = request.C;
done:
    graph__free(row);
    backend->release(row_start);
    backend->release(only_start);
    backend->release(zero);
    backend->release(column);
    return status;
}

graph_status graph__assignment_fill(struct graph_assignment *assignment, const struct graph_csr *pattern,
                                    graph_scalar x, const struct graph_place *place)
{
    const graph_type type = assignment->type;
    uint8_t *row_mark = NULL, *column_mark = NULL;
    struct graph_csr_arrays *update = &assignment->update;
    graph_status status;
    if (pattern != NULL) {
        struct graph_region_request request = {
            .A = *pattern, .keeps_inside = true, .threads = place->threads};
        GRAPH_TRY(graph__list_marks(&row_mark, &assignment->rows, place));
        GRAPH_TRY(graph__list_marks(&column_mark, &assignment->columns, place));
        request.row_mark = row_mark;
        request.column_mark = column_mark;
        GRAPH_TRY(place->backend->region(&request));
        *update = request.C;
    } else
        GRAPH_TRY(whole_region(update, assignment, place));
    if (type != GRAPH_PATTERN) {
        GRAPH_TRY(place->backend->allocate(&update->value, (size_t)update->entries, graph_type_size(type)));
        GRAPH_TRY(place->backend->fill(update->value, type, x, update->entries, place->threads));
    }
done:
    place->backend->release(row_mark);
    place->backend->release(column_mark);
    return status;
}

graph_status graph__assignment_apply(struct graph_csr_arrays *Z, const struct graph_csr *C, graph_op accum,
                                     const struct graph_assignment *assignment,
                                     const struct graph_place *place)
{
    uint8_t *row_mark = NULL, *column_mark = NULL;
    struct graph_region_request rest = {.A = *C, .keeps_inside = false, .threads = place->threads};
    struct graph_merge_request merge = {
        .C_old = *C, .accum = (graph_op)graph__untyped((int)accum), .threads = place->threads};
    graph_status status;
    if (accum == GRAPH_NO_OP) {
        GRAPH_TRY(graph__list_marks(&row_mark, &assignment->rows, place));
        GRAPH_TRY(graph__list_marks(&column_mark, &assignment->columns, place));
        rest.row_mark = row_mark;
        rest.column_mark = column_mark;
        GRAPH_TRY(place->backend->region(&rest));
        merge.C_old = graph__view_of(&rest.C, C);
        merge.accum = GRAPH_SECOND; /* no position is in both */
    }
    merge.update = graph__view_of(&assignment->update, C);
    merge.update.type = assignment->type;
    if (accum == GRAPH_NO_OP || graph__accum_is_native(accum, C->type, assignment->type)) {
        GRAPH_TRY(place->backend->merge(&merge));
        *Z = merge.C;
    } else
        GRAPH_TRY(graph__accumulate(Z, C, accum, &merge.update, place));
done:
    graph__csr_arrays_release(&rest.C, place->backend);
    place->backend->release(row_mark);
    place->backend->release(column_mark);
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
    struct graph_compact small = {0};
    struct graph_compact_list lists[2] = {0};
    graph_status status;
    GRAPH_TRY(graph__check_one(C, accum, A));
    GRAPH_TRY(graph__place(&place, descriptor, GRAPH_WRITE_FLAGS | GRAPH_TRANSPOSE_A));
    GRAPH_TRY(
        graph__place_choose(&place, "assign", graph__assignment_is_there(place.backend), GRAPH_LIGHT,
                            &(const struct graph_operands){.A = A, .type = C->type, .accum = (int)accum}));
    bool is_transposed = place.flags & GRAPH_TRANSPOSE_A;
    int64_t A_rows = is_transposed ? A->columns : A->rows, A_columns = is_transposed ? A->rows : A->columns;
    GRAPH_TRY(graph__list_open(&assignment.rows, rows, row_count, C->rows, "rows"));
    GRAPH_TRY(graph__list_open(&assignment.columns, columns, column_count, C->columns, "columns"));
    GRAPH_TRY(graph__check_lists(&assignment.rows, &assignment.columns, A_rows, A_columns, "A"));
    GRAPH_TRY(graph__check_mask(M, C->rows, C->columns));
    GRAPH_TRY(graph__compact_assign(&small, lists, C, M, false, A, is_transposed, &assignment.rows,
                                    &assignment.columns));
    if (small.is_needed) {
        GRAPH_TRY(graph_assign(small.C, small.M, accum, small.A, lists[0].index, (graph_index)lists[0].count,
                               lists[1].index, (graph_index)lists[1].count, descriptor));
        GRAPH_TRY(graph__compact_return(&small, C));
        goto done;
    }
    GRAPH_TRY(graph__mask_open(&mask, M, C->rows, C->columns, &place));
    assignment.type = graph__assignment_type(accum, C->type, A->type);
    GRAPH_TRY(graph__operand_open(&a, A, is_transposed, assignment.type, true, &place));
    if (is_everything(&assignment)) {
        GRAPH_TRY(graph__write_matrix_of(C, &mask, accum, &a.view, &place));
        goto done;
    }
    GRAPH_TRY(graph__assignment_of(&assignment, &a.view, &place));
    GRAPH_TRY(finish(C, &mask, accum, &assignment, &place));
done:
    graph__compact_close(&small);
    graph__compact_list_close(&lists[0]);
    graph__compact_list_close(&lists[1]);
    graph__csr_arrays_release(&assignment.update, place.backend);
    graph__operand_close(&a, &place);
    graph__mask_close(&mask, &place);
    return graph__place_resume(&on_cpu, descriptor, &place, status)
               ? graph_assign(C, M, accum, A, rows, row_count, columns, column_count, &on_cpu)
               : status;
}

/* Whether C<M> = x, of all positions, gives C the pattern of M, which the two may share. */
static bool takes_pattern(const graph_matrix *C, const graph_matrix *M, graph_op accum,
                          const struct graph_place *place)
{
    const bool is_C_empty = C->entries + C->update_count == 0,
               is_structure = M->type == GRAPH_PATTERN || (place->flags & GRAPH_MASK_STRUCTURE) != 0;
    return is_structure && M->core == NULL && M != C && accum == GRAPH_NO_OP &&
           (is_C_empty || (place->flags & GRAPH_REPLACE) != 0) && !graph__is_user_type(C->type) &&
           M->entries > 0 && graph__buffer_may_share(M->row_start) && graph__buffer_may_share(M->column);
}

graph_status graph_assign_scalar(graph_matrix *C, const graph_matrix *M, graph_op accum, graph_scalar x,
                                 const graph_index *rows, graph_index row_count, const graph_index *columns,
                                 graph_index column_count, const graph_descriptor *descriptor)
{
    struct graph_place place = {.backend = graph__cpu()};
    graph_descriptor on_cpu;
    struct graph_mask_operand mask = {0};
    struct graph_assignment assignment = {0};
    struct graph_compact small = {0};
    struct graph_compact_list lists[2] = {0};
    graph_status status;
    GRAPH_TRY(graph__check_matrix(C, "C"));
    GRAPH_TRY(graph__check_accum(accum, C->type));
    GRAPH_TRY(graph__assignment_scalar(&assignment.type, accum, C->type, x));
    GRAPH_TRY(graph__place(&place, descriptor, GRAPH_WRITE_FLAGS));
    GRAPH_TRY(
        graph__place_choose(&place, "assign_scalar", graph__assignment_is_there(place.backend), GRAPH_LIGHT,
                            &(const struct graph_operands){.A = C, .type = C->type, .accum = (int)accum}));
    GRAPH_TRY(graph__list_open(&assignment.rows, rows, row_count, C->rows, "rows"));
    GRAPH_TRY(graph__list_open(&assignment.columns, columns, column_count, C->columns, "columns"));
    GRAPH_TRY(graph__check_mask(M, C->rows, C->columns));
    bool is_masked = M != NULL && (place.flags & GRAPH_MASK_COMPLEMENT) == 0;
    if (is_everything(&assignment) && is_masked && M->core == NULL) {
        GRAPH_TRY(graph__matrix_finish(M));
        if (takes_pattern(C, M, accum, &place)) {
            graph__stats_computed();
            GRAPH_TRY(graph__matrix_adopt_repeated(C, M, x));
            graph__stats_wrote_matrix(C);
            goto done;
        }
    }
    GRAPH_TRY(graph__compact_assign(&small, lists, C, M, is_masked, NULL, false, &assignment.rows,
                                    &assignment.columns));
    if (small.is_needed) {
        GRAPH_TRY(graph_assign_scalar(small.C, small.M, accum, x, lists[0].index, (graph_index)lists[0].count,
                                      lists[1].index, (graph_index)lists[1].count, descriptor));
        GRAPH_TRY(graph__compact_return(&small, C));
        goto done;
    }
    GRAPH_TRY(graph__mask_open(&mask, M, C->rows, C->columns, &place));
    bool is_sparse = mask.mask.is_given && !mask.mask.is_complement;
    GRAPH_TRY(graph__assignment_fill(&assignment, is_sparse ? &mask.mask.pattern : NULL, x, &place));
    if (is_everything(&assignment))
        GRAPH_TRY(
            graph__write_matrix(C, &mask, accum, &assignment.update, assignment.type, is_sparse, &place));
    else
        GRAPH_TRY(finish(C, &mask, accum, &assignment, &place));
done:
    graph__compact_close(&small);
    graph__compact_list_close(&lists[0]);
    graph__compact_list_close(&lists[1]);
    graph__csr_arrays_release(&assignment.update, place.backend);
    graph__mask_close(&mask, &place);
    return graph__place_resume(&on_cpu, descriptor, &place, status)
               ? graph_assign_scalar(C, M, accum, x, rows, row_count, columns, column_count, &on_cpu)
               : status;
}
