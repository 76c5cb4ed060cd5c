/* C<M> accum= A(rows, columns): rows are picked, columns are sent where the list wants them. */
#include "base/memory.h"
#include "operations/apply.h"
#include "operations/compact/compact_lists.h"
#include "operations/write_back.h"

/* T = A(rows, columns), with the values that A.value has. */
static graph_status extract(struct graph_csr_arrays *T, const struct graph_csr *A,
                            const struct graph_list *rows, const struct graph_list *columns,
                            const struct graph_place *place)
{
    int32_t *source = NULL, *target = NULL;
    int64_t *start = NULL;
    struct graph_remap_request request = {
        .A = *A, .rows = rows->count, .columns = columns->count, .threads = place->threads};
    graph_status status;
    GRAPH_TRY(graph__list_sources(&source, rows, place));
    GRAPH_TRY(graph__list_targets(&start, &target, columns, place));
    request.source_row = source;
    request.target_start = start;
    request.target = target;
    GRAPH_TRY(place->backend->remap(&request));
    *T = request.C;
done:
    place->backend->release(source);
    place->backend->release(start);
    place->backend->release(target);
    return status;
}

graph_status graph_extract(graph_matrix *C, const graph_matrix *M, graph_op accum, const graph_matrix *A,
                           const graph_index *rows, graph_index row_count, const graph_index *columns,
                           graph_index column_count, const graph_descriptor *descriptor)
{
    struct graph_place place = {.backend = graph__cpu()};
    graph_descriptor on_cpu;
    struct graph_mask_operand mask = {0};
    struct graph_operand a = {0};
    struct graph_csr_arrays T = {0};
    struct graph_list row_list, column_list;
    graph_matrix *extracted = NULL;
    graph_status status;
    GRAPH_TRY(graph__check_one(C, accum, A));
    GRAPH_TRY(graph__place(&place, descriptor, GRAPH_WRITE_FLAGS | GRAPH_TRANSPOSE_A));
    GRAPH_TRY(
        graph__place_choose(&place, "extract", place.backend->remap != NULL, GRAPH_LIGHT,
                            &(const struct graph_operands){.A = A, .type = C->type, .accum = (int)accum}));
    bool is_transposed = place.flags & GRAPH_TRANSPOSE_A;
    GRAPH_TRY(graph__list_open(&row_list, rows, row_count, is_transposed ? A->columns : A->rows, "rows"));
    GRAPH_TRY(graph__list_open(&column_list, columns, column_count, is_transposed ? A->rows : A->columns,
                               "columns"));
    GRAPH_TRY(graph__check_lists(&row_list, &column_list, C->rows, C->columns, "C"));
    if (!C->is_core) {
        GRAPH_TRY(graph__compact_extract(&extracted, A, is_transposed, &row_list, &column_list, descriptor,
                                         graph_extract));
        if (extracted != NULL) {
            GRAPH_TRY(graph__apply_identity(C, M, accum, extracted, descriptor));
            goto done;
        }
    }
    GRAPH_TRY(graph__mask_open(&mask, M, C->rows, C->columns, &place));
    GRAPH_TRY(graph__operand_open(&a, A, is_transposed, A->type, true, &place));
    GRAPH_TRY(extract(&T, &a.view, &row_list, &column_list, &place));
    GRAPH_TRY(graph__write_matrix(C, &mask, accum, &T, A->type, false, &place));
done:
    graph_matrix_release(&extracted);
    graph__operand_close(&a, &place);
    graph__mask_close(&mask, &place);
    return graph__place_resume(&on_cpu, descriptor, &place, status)
               ? graph_extract(C, M, accum, A, rows, row_count, columns, column_count, &on_cpu)
               : status;
}

/* w<m> accum= row(list) for a matrix of one row. */
static graph_status extract_row(graph_vector *w, struct graph_vector_mask_operand *mask, graph_op accum,
                                const struct graph_csr *row, const struct graph_list *list,
                                const struct graph_place *place)
{
    const struct graph_list only_row = {.index = GRAPH_ALL, .count = 1, .dimension = 1};
    struct graph_csr_arrays T = {0};
    struct graph_vector_arrays t;
    graph_status status;
    GRAPH_TRY(extract(&T, row, &only_row, list, place));
    graph__row_to_vector(&t, &T, w->length, place);
    GRAPH_TRY(graph__write_vector(w, mask, accum, &t, row->type, false, place));
done:
    return status;
}

/* w<m> accum= u(list) for a full vector. */
static graph_status extract_full(graph_vector *w, struct graph_vector_mask_operand *mask, graph_op accum,
                                 const graph_vector *u, const struct graph_list *list,
                                 const struct graph_place *place)
{
    struct graph_vector_arrays t = {.form = GRAPH_FULL, .entries = list->count};
    struct graph_vector_view view;
    int32_t *index = NULL;
    graph_status status;
    GRAPH_TRY(graph__vector_view(&view, u, place->backend));
    GRAPH_TRY(graph__list_sources(&index, list, place));
    GRAPH_TRY(place->backend->vector_gather(&t.value, &view, index, list->count, place->threads));
    GRAPH_TRY(graph__write_vector(w, mask, accum, &t, u->type, false, place));
done:
    place->backend->release(index);
    return status;
}

graph_status graph_vector_extract(graph_vector *w, const graph_vector *m, graph_op accum,
                                  const graph_vector *u, const graph_index *indices, graph_index count,
                                  const graph_descriptor *descriptor)
{
    struct graph_place place = {.backend = graph__cpu()};
    graph_descriptor on_cpu;
    struct graph_vector_mask_operand mask = {0};
    struct graph_row_operand row = {0};
    struct graph_list list;
    graph_vector *extracted = NULL;
    graph_status status;
    GRAPH_TRY(graph__check_one_vector(w, accum, u));
    GRAPH_TRY(graph__place(&place, descriptor, GRAPH_WRITE_FLAGS));
    GRAPH_TRY(graph__place_choose(
        &place, "vector_extract", place.backend->remap != NULL && place.backend->vector_list != NULL,
        GRAPH_LIGHT, &(const struct graph_operands){.u = u, .type = w->type, .accum = (int)accum}));
    GRAPH_TRY(graph__list_open(&list, indices, count, u->length, "indices"));
    GRAPH_TRY(graph__check_list(&list, w->length, "w"));
    if (!w->is_core) {
        GRAPH_TRY(graph__compact_vector_extract(&extracted, u, &list, descriptor, graph_vector_extract));
        if (extracted != NULL) {
            GRAPH_TRY(graph_vector_apply(w, m, accum, GRAPH_IDENTITY, extracted, descriptor));
            goto done;
        }
    }
    GRAPH_TRY(graph__vector_mask_open(&mask, m, w->length, &place));
    if (u->form == GRAPH_FULL && u->type != GRAPH_PATTERN && indices != GRAPH_ALL && count > 0) {
        GRAPH_TRY(extract_full(w, &mask, accum, u, &list, &place));
        goto done;
    }
    GRAPH_TRY(graph__row_open(&row, u, u->type, &place));
    GRAPH_TRY(extract_row(w, &mask, accum, &row.view, &list, &place));
done:
    graph_vector_release(&extracted);
    graph__row_close(&row, &place);
    graph__vector_mask_close(&mask, &place);
    return graph__place_resume(&on_cpu, descriptor, &place, status)
               ? graph_vector_extract(w, m, accum, u, indices, count, &on_cpu)
               : status;
}

graph_status graph_extract_column(graph_vector *w, const graph_vector *m, graph_op accum,
                                  const graph_matrix *A, const graph_index *rows, graph_index row_count,
                                  graph_index column, const graph_descriptor *descriptor)
{
    struct graph_place place = {.backend = graph__cpu()};
    graph_descriptor on_cpu;
    struct graph_vector_mask_operand mask = {0};
    struct graph_operand a = {0};
    struct graph_csr_arrays T = {0};
    struct graph_list row_list, line;
    struct graph_vector_arrays t;
    graph_matrix *extracted = NULL;
    graph_vector *picked = NULL;
    graph_status status;
    GRAPH_TRY(graph__check_vector(w, "w"));
    GRAPH_TRY(graph__check_matrix(A, "A"));
    GRAPH_TRY(graph__check_accum(accum, w->type));
    GRAPH_TRY(graph__place(&place, descriptor, GRAPH_WRITE_FLAGS | GRAPH_TRANSPOSE_A));
    GRAPH_TRY(graph__place_choose(
        &place, "extract_column", place.backend->remap != NULL && place.backend->transpose != NULL,
        GRAPH_LIGHT, &(const struct graph_operands){.A = A, .type = w->type, .accum = (int)accum}));
    bool is_row = place.flags & GRAPH_TRANSPOSE_A;
    int64_t columns = is_row ? A->rows : A->columns;
    if (column >= (graph_index)columns)
        GRAPH_FAIL(GRAPH_E_INVALID_INDEX, "%s %llu of a matrix with %lld", is_row ? "row" : "column",
                   (unsigned long long)column, (long long)columns);
    GRAPH_TRY(graph__list_open(&row_list, rows, row_count, is_row ? A->columns : A->rows, "rows"));
    GRAPH_TRY(graph__check_list(&row_list, w->length, "w"));
    GRAPH_TRY(graph__list_open(&line, &column, 1, columns, "column"));
    GRAPH_TRY(graph__compact_extract(&extracted, A, false, is_row ? &line : &row_list,
                                     is_row ? &row_list : &line, descriptor, graph_extract));
    if (extracted != NULL) {
        graph_descriptor writing = graph__descriptor_with(descriptor, GRAPH_WRITE_FLAGS);
        GRAPH_TRY(graph__compact_line(&picked, extracted, is_row));
        GRAPH_TRY(graph_vector_apply(w, m, accum, GRAPH_IDENTITY, picked, &writing));
        goto done;
    }
    GRAPH_TRY(graph__vector_mask_open(&mask, m, w->length, &place));
    GRAPH_TRY(graph__operand_open(&a, A, false, A->type, true, &place));
    if (is_row) {
        GRAPH_TRY(extract(&T, &a.view, &line, &row_list, &place));
    } else {
        struct graph_transpose_request request = {.threads = place.threads};
        GRAPH_TRY(extract(&T, &a.view, &row_list, &line, &place));
        request.A = graph__view_of(&T, &a.view);
        request.A.rows = w->length;
        request.A.columns = 1;
        status = place.backend->transpose(&request);
        graph__csr_arrays_release(&T, place.backend);
        GRAPH_TRY(status);
        T = request.C;
    }
    graph__row_to_vector(&t, &T, w->length, &place);
    GRAPH_TRY(graph__write_vector(w, &mask, accum, &t, A->type, false, &place));
done:
    graph_matrix_release(&extracted);
    graph_vector_release(&picked);
    graph__operand_close(&a, &place);
    graph__vector_mask_close(&mask, &place);
    return graph__place_resume(&on_cpu, descriptor, &place, status)
               ? graph_extract_column(w, m, accum, A, rows, row_count, column, &on_cpu)
               : status;
}
