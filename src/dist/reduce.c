/* The sum of all entries, and products with dense matrices.
 *
 * Sums of integers and of truth values do not depend on how they are grouped: each rank sums its entries.  Floating ones are
 * summed row by row, and the sums of the rows on every rank in the same way, so that the ranks do not show in the result. */
#include <string.h>

#include "base/checked.h"
#include "base/registry.h"
#include "core/types/operators.h"
#include "core/types/scalar.h"
#include "core/types/working_type.h"
#include "dist/operations.h"

/* *v = a new full vector of the values of the ranks that have some, in their order. */
static graph_status gather_values(graph_vector **v, graph_group *g, const void *value, bool has_value,
                                  graph_type type)
{
    int64_t *counts = NULL, sum = 0;
    void *all = NULL;
    graph_status status = GRAPH_NEW(counts, g->ranks);
    *v = NULL;
    GRAPH_TRY(graph__group_agree(g, status));
    GRAPH_TRY(graph__dist_gather_array(&all, counts, g, value, has_value, graph_type_size(type)));
    for (int r = 0; r < g->ranks; r++)
        sum += counts[r];
    GRAPH_TRY(graph__group_agree(
        g, graph_vector_import_full(v, type, (graph_index)sum, all, GRAPH_COPY, NULL, NULL)));
done:
    graph__free(all);
    graph__free(counts);
    return status;
}

static bool is_floating(graph_type type) { return type == GRAPH_FP32 || type == GRAPH_FP64; }

/* *v = the sums of rows (is_by_rows), or of the entries of each rank. */
static graph_status partial_sums(graph_vector **v, graph_scalar *x, graph_type works_in, graph_op monoid,
                                 const graph_dist *A, bool is_by_rows, const graph_descriptor *descriptor)
{
    graph_vector *mine = NULL;
    void *value = NULL;
    graph_status status = GRAPH_OK;
    if (is_by_rows) {
        status =
            graph_vector_create(&mine, works_in, (graph_index)(graph__dist_end(A) - graph__dist_first(A)));
        if (status == GRAPH_OK)
            status = graph_reduce_rows(mine, NULL, GRAPH_NO_OP, monoid, A->mine, descriptor);
        GRAPH_TRY(graph__group_agree(A->group, status));
        GRAPH_TRY(graph__dist_gather_vector(v, A->group, A->first, mine));
    } else {
        /* In the type of the sum: it is converted once, at the end. */
        graph_scalar part = *x;
        graph_index entries = 0;
        status = graph__allocate_zeroed(&value, 1, graph_type_size(works_in) + sizeof(uint64_t));
        if (graph__is_user_type(works_in))
            part = graph_own(works_in, value);
        if (status == GRAPH_OK)
            status = graph_matrix_entries(&entries, A->mine);
        if (status == GRAPH_OK)
            status = graph_reduce(&part, works_in, monoid, A->mine, descriptor);
        if (status == GRAPH_OK && !graph__is_user_type(works_in))
            graph__scalar_store(value, works_in, part);
        GRAPH_TRY(graph__group_agree(A->group, status));
        GRAPH_TRY(gather_values(v, A->group, value, entries > 0, works_in));
    }
done:
    graph__free(value);
    graph_vector_release(&mine);
    return status;
}

/* The type that graph_reduce works in, after its checks. */
static graph_status check_reduction(graph_type *works_in, const graph_scalar *x, graph_type type,
                                    graph_op monoid, graph_type from)
{
    graph_status status = GRAPH_OK;
    if (x == NULL)
        return graph__fail(GRAPH_E_NULL, "x is NULL");
    if (!graph__is_type(type))
        return graph__fail(GRAPH_E_DOMAIN, "type is %d, which is no type of values", (int)type);
    GRAPH_TRY(graph__monoid_type(works_in, monoid, type));
    if (!graph__is_user_op((int)monoid) && !graph__is_typed((int)monoid))
        *works_in = graph__working_type(monoid, type, from, from);
done:
    return status;
}

graph_status graph_dist_reduce(graph_scalar *x, graph_type type, graph_op monoid, const graph_dist *A,
                               const graph_descriptor *descriptor)
{
    graph_vector *sums = NULL;
    graph_type works_in = type;
    graph_status status = graph__check_dist(A, "A");
    if (status != GRAPH_OK)
        return status;
    GRAPH_TRY(graph__group_enter(A->group, __func__, check_reduction(&works_in, x, type, monoid, A->type)));
    const bool is_by_rows = is_floating(works_in) && monoid != GRAPH_MIN && monoid != GRAPH_MAX;
    GRAPH_TRY(partial_sums(&sums, x, works_in, monoid, A, is_by_rows, descriptor));
    GRAPH_TRY(graph__group_agree(A->group, graph_vector_reduce(x, type, monoid, sums, descriptor)));
done:
    graph_vector_release(&sums);
    return status;
}

/* ---- Dense operands ---- */

static graph_status check_dense(const graph_dense *C, const graph_dist *A, const graph_dense *B,
                                uint32_t flags)
{
    graph_status status = GRAPH_OK;
    if (C == NULL || B == NULL)
        GRAPH_FAIL(GRAPH_E_NULL, "%s is NULL", C == NULL ? "C" : "B");
    if (C->size != sizeof *C || B->size != sizeof *B)
        GRAPH_FAIL(GRAPH_E_INVALID_VALUE, "the size field of %s is wrong", C->size != sizeof *C ? "C" : "B");
    const int64_t rows = flags & GRAPH_TRANSPOSE_A ? A->columns : A->rows;
    if (C->rows != (graph_index)rows || C->columns != B->columns)
        GRAPH_FAIL(GRAPH_E_DIMENSION, "C is %llu x %llu, the product is %lld x %llu",
                   (unsigned long long)C->rows, (unsigned long long)C->columns, (long long)rows,
                   (unsigned long long)B->columns);
    if (C->layout != GRAPH_ROW_MAJOR && C->layout != GRAPH_COLUMN_MAJOR)
        GRAPH_FAIL(GRAPH_E_INVALID_VALUE, "the layout of C is %d, which is none", (int)C->layout);
    const graph_index least = C->layout == GRAPH_ROW_MAJOR ? C->columns : C->rows;
    if (C->stride != 0 && C->stride < least)
        GRAPH_FAIL(GRAPH_E_INVALID_VALUE, "the stride of C is %llu, expected at least %llu",
                   (unsigned long long)C->stride, (unsigned long long)least);
    if (graph__backend_of_array(C->value) != graph__cpu() ||
        graph__backend_of_array(B->value) != graph__cpu())
        GRAPH_FAIL(GRAPH_E_NOT_SUPPORTED, "an operand lies on a device");
done:
    return status;
}

/* Between C, of any layout, and rows of the tightest row-major one. */
static void copy_rows(const graph_dense *C, char *row, int64_t first, int64_t rows, bool is_to_c)
{
    const size_t bytes = graph_type_size(C->type);
    const bool is_by_rows = C->layout == GRAPH_ROW_MAJOR;
    const int64_t columns = (int64_t)C->columns,
                  stride = C->stride != 0 ? (int64_t)C->stride : (int64_t)(is_by_rows ? C->columns : C->rows);
    for (int64_t i = 0; i < rows; i++)
        for (int64_t j = 0; j < columns; j++) {
            const int64_t at = is_by_rows ? (first + i) * stride + j : j * stride + first + i;
            char *const there = (char *)C->value + (size_t)at * bytes, *const here =
                                                                           row +
                                                                           (size_t)(i * columns + j) * bytes;
            memcpy(is_to_c ? there : here, is_to_c ? here : there, bytes);
        }
}

graph_status graph_dist_csrmm(const graph_dense *C, const graph_semiring *semiring, const graph_dist *A,
                              const graph_dense *B, const graph_descriptor *descriptor)
{
    graph_descriptor d;
    graph_dist *turned = NULL;
    char *mine = NULL, *all = NULL;
    int64_t *counts = NULL;
    graph_status status = graph__check_dist(A, "A");
    if (status != GRAPH_OK)
        return status;
    status = graph__dist_flags(&d, descriptor);
    if (status == GRAPH_OK)
        status = check_dense(C, A, B, d.flags);
    GRAPH_TRY(graph__group_enter(A->group, __func__, status));
    if (d.flags & GRAPH_TRANSPOSE_A)
        GRAPH_TRY(graph__dist_transposed(&turned, A, d.threads));
    const graph_dist *const a = turned != NULL ? turned : A;
    const int64_t rows = graph__dist_end(a) - graph__dist_first(a);
    size_t elements = 0;
    d.flags &= ~GRAPH_TRANSPOSE_A;
    if (!graph__multiply(&elements, (size_t)rows, (size_t)C->columns))
        status = graph__fail(GRAPH_E_MEMORY, "C is too large");
    if (status == GRAPH_OK)
        status = graph__allocate_array((void **)&mine, elements, graph_type_size(C->type));
    if (status == GRAPH_OK)
        status = GRAPH_NEW(counts, A->group->ranks);
    if (status == GRAPH_OK) {
        const graph_dense part = {.size = sizeof part,
                                  .type = C->type,
                                  .layout = GRAPH_ROW_MAJOR,
                                  .rows = (graph_index)rows,
                                  .columns = C->columns,
                                  .value = mine};
        if (d.flags & GRAPH_ACCUMULATE)
            copy_rows(C, mine, graph__dist_first(a), rows, false);
        status = graph_csrmm(&part, semiring, a->mine, B, &d);
    }
    GRAPH_TRY(graph__group_agree(A->group, status));
    GRAPH_TRY(graph__dist_gather_array((void **)&all, counts, A->group, mine, (int64_t)elements,
                                       graph_type_size(C->type)));
    copy_rows(C, all, 0, (int64_t)C->rows, true);
done:
    graph__free(mine);
    graph__free(all);
    graph__free(counts);
    graph_dist_release(&turned);
    return status;
}
