/* Plans of products: what depends on patterns alone, once, and then values as often as they change.
 *
 * A plan holds the pattern of the product as a matrix whose positions its results share, patterns of the operands that
 * share the operands' positions, and what the back end keeps.  Operands that are renumbered (compact.h) have a plan of
 * the small product inside. */
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "core/stats.h"
#include "operations/compact/compact.h"
#include "operations/operands.h"
#include "operations/product_shape.h"

enum { PLAN_FLAGS = GRAPH_TRANSPOSE_A | GRAPH_TRANSPOSE_B };

struct graph_spgemm_plan {
    const graph_semiring *semiring;
    struct graph_place place;
    graph_matrix *A, *B, *C; /* patterns; C is NULL if `small` is not */
    void *cached;            /* the back end's */
    size_t bytes;            /* of it and of C */
    graph_spgemm_plan *small;
};

/* ---- Patterns ---- */

static void drop_values(graph_matrix *A)
{
    graph__matrix_forget(A);
    graph__buffer_release(&A->value);
    A->type = GRAPH_PATTERN;
}

/* *pattern = the pattern of A, whose arrays it shares. */
static graph_status copy_pattern(graph_matrix **pattern, const graph_matrix *A)
{
    struct graph_compact_view view;
    graph_status status;
    GRAPH_TRY(graph__compact_view(&view, A));
    GRAPH_TRY(graph__matrix_finish(view.core));
    GRAPH_TRY(graph_matrix_dup(pattern, A));
    drop_values(*pattern);
    if ((*pattern)->core != NULL)
        drop_values((*pattern)->core);
done:
    return status;
}

/* *is_same = whether two buffers begin with the same bytes; they are compared on the host. */
static graph_status compare_arrays(bool *is_same, graph_buffer *x, graph_buffer *y, size_t bytes)
{
    const void *a, *b;
    graph_status status = GRAPH_OK;
    *is_same = x == y || bytes == 0;
    if (*is_same)
        return GRAPH_OK;
    GRAPH_TRY(graph__buffer_read(&a, x, graph__cpu()));
    GRAPH_TRY(graph__buffer_read(&b, y, graph__cpu()));
    *is_same = memcmp(a, b, bytes) == 0;
done:
    return status;
}

/* The same for the positions of two matrices of one shape, neither of them hypersparse. */
static graph_status compare_positions(bool *is_same, const graph_matrix *A, const graph_matrix *B)
{
    graph_status status;
    GRAPH_TRY(graph__matrix_finish(A));
    GRAPH_TRY(graph__matrix_finish(B));
    *is_same = A->entries == B->entries;
    if (*is_same)
        GRAPH_TRY(
            compare_arrays(is_same, A->row_start, B->row_start, (size_t)(A->rows + 1) * sizeof(int64_t)));
    if (*is_same)
        GRAPH_TRY(compare_arrays(is_same, A->column, B->column, (size_t)A->entries * sizeof(int32_t)));
done:
    return status;
}

/* GRAPH_E_INVALID_VALUE unless A, of the name `name`, has the pattern that the plan has. */
static graph_status check_pattern(const graph_matrix *A, const graph_matrix *pattern, const char *name)
{
    struct graph_compact_view mine, theirs;
    struct graph_compact small = {0};
    bool is_same = true;
    graph_status status;
    if (A->rows != pattern->rows || A->columns != pattern->columns)
        return graph__fail(GRAPH_E_DIMENSION, "%s is %lld x %lld; the plan was made for %lld x %lld", name,
                           (long long)A->rows, (long long)A->columns, (long long)pattern->rows,
                           (long long)pattern->columns);
    GRAPH_TRY(graph__compact_view(&mine, pattern));
    GRAPH_TRY(graph__compact_view(&theirs, A));
    GRAPH_TRY(graph__matrix_finish(theirs.core));
    if (A->row_list == pattern->row_list && A->column_list == pattern->column_list &&
        theirs.core->row_start == mine.core->row_start && theirs.core->column == mine.core->column)
        return GRAPH_OK;
    GRAPH_TRY(graph__compact_elementwise(&small, pattern, NULL, A, false, NULL, false));
    GRAPH_TRY(small.is_needed ? compare_positions(&is_same, small.C, small.A)
                              : compare_positions(&is_same, pattern, A));
    if (!is_same)
        GRAPH_FAIL(GRAPH_E_INVALID_VALUE, "%s has not the pattern that the plan was made for", name);
done:
    graph__compact_close(&small);
    return status;
}

/* ---- Making ---- */

/* The pattern of the product, and what the back end keeps of it. */
static graph_status make(graph_spgemm_plan *plan, const graph_matrix *A, const graph_matrix *B, int64_t rows,
                         int64_t columns)
{
    const struct graph_place *place = &plan->place;
    const graph_semiring *pattern = graph_semiring_builtin(GRAPH_ANY_PAIR, GRAPH_BOOL);
    struct graph_operand a = {0}, b = {0};
    struct graph_mxm_request product = {.semiring = pattern, .threads = place->threads};
    struct graph_plan_request request = {.semiring = plan->semiring, .threads = place->threads};
    graph_status status;
    GRAPH_TRY(graph__operand_open(&a, A, place->flags & GRAPH_TRANSPOSE_A, GRAPH_BOOL, false, place));
    GRAPH_TRY(graph__operand_open(&b, B, place->flags & GRAPH_TRANSPOSE_B, GRAPH_BOOL, false, place));
    request.A = product.A = a.view;
    request.B = product.B = b.view;
    GRAPH_TRY(graph_matrix_create(&plan->C, GRAPH_PATTERN, (graph_index)rows, (graph_index)columns));
    plan->C->is_core = true; /* its arrays by rows stay, whatever its size */
    GRAPH_TRY(place->backend->kernels(pattern)->mxm(&product));
    graph__stats_kernel(product.used != NULL ? product.used : "", product.products);
    GRAPH_TRY(graph__matrix_adopt(plan->C, &product.C, place->backend));
    GRAPH_TRY(graph__matrix_view(&request.C, plan->C, place->backend));
    GRAPH_TRY(place->backend->plan(&request));
    plan->cached = request.plan;
    plan->bytes =
        request.bytes + graph__buffer_bytes(plan->C->row_start) + graph__buffer_bytes(plan->C->column);
    graph__stats_computed();
done:
    graph__operand_close(&a, place);
    graph__operand_close(&b, place);
    return status;
}

graph_status graph_spgemm_plan_create(graph_spgemm_plan **made, const graph_semiring *semiring,
                                      const graph_matrix *A, const graph_matrix *B,
                                      const graph_descriptor *descriptor)
{
    struct graph_place place = {.backend = graph__cpu()};
    graph_descriptor on_cpu;
    graph_spgemm_plan *plan = NULL;
    struct graph_compact small = {0};
    int64_t rows, columns;
    graph_status status;
    if (made == NULL)
        return graph__fail(GRAPH_E_NULL, "plan is NULL");
    *made = NULL;
    GRAPH_TRY(graph__check_matrix(A, "A"));
    GRAPH_TRY(graph__check_matrix(B, "B"));
    GRAPH_TRY(graph__check_semiring(semiring));
    GRAPH_TRY(graph__place(&place, descriptor, PLAN_FLAGS));
    GRAPH_TRY(graph__place_choose(
        &place, "spgemm_plan",
        place.backend->plan != NULL && place.backend->kernels(semiring)->mxm_reuse != NULL, GRAPH_HEAVY,
        &(const struct graph_operands){.A = A, .B = B, .type = semiring->type}));
    if (place.method != GRAPH_METHOD_AUTO)
        GRAPH_FAIL(GRAPH_E_NOT_SUPPORTED, "a plan chooses its method itself");
    GRAPH_TRY(graph__product_shape(&rows, &columns, A, B, place.flags));
    GRAPH_TRY(GRAPH_NEW_ZEROED(plan, 1));
    plan->semiring = semiring;
    plan->place = place;
    GRAPH_TRY(copy_pattern(&plan->A, A));
    GRAPH_TRY(copy_pattern(&plan->B, B));
    GRAPH_TRY(graph__compact_product(&small, NULL, NULL, A, place.flags & GRAPH_TRANSPOSE_A, B,
                                     place.flags & GRAPH_TRANSPOSE_B));
    GRAPH_TRY(small.is_needed ? graph_spgemm_plan_create(&plan->small, semiring, small.A, small.B, descriptor)
                              : make(plan, A, B, rows, columns));
    *made = plan;
    plan = NULL;
done:
    graph__compact_close(&small);
    graph_spgemm_plan_release(&plan);
    return graph__place_resume(&on_cpu, descriptor, &place, status)
               ? graph_spgemm_plan_create(made, semiring, A, B, &on_cpu)
               : status;
}

void graph_spgemm_plan_release(graph_spgemm_plan **released)
{
    graph_spgemm_plan *plan = released != NULL ? *released : NULL;
    if (plan == NULL)
        return;
    graph_spgemm_plan_release(&plan->small);
    plan->place.backend->plan_release(plan->cached);
    graph_matrix_release(&plan->A);
    graph_matrix_release(&plan->B);
    graph_matrix_release(&plan->C);
    graph__free(plan);
    *released = NULL;
}

graph_status graph_spgemm_plan_bytes(uint64_t *bytes, const graph_spgemm_plan *plan)
{
    if (bytes == NULL || plan == NULL)
        return graph__fail(GRAPH_E_NULL, "%s is NULL", bytes == NULL ? "bytes" : "plan");
    *bytes = 0;
    for (; plan != NULL; plan = plan->small)
        *bytes += sizeof *plan + plan->bytes;
    return GRAPH_OK;
}

/* ---- Running ---- */

static graph_descriptor descriptor_of(const graph_spgemm_plan *plan)
{
    return (graph_descriptor){.size = sizeof(graph_descriptor),
                              .flags = plan->place.flags,
                              .backend = plan->place.backend->kind,
                              .threads = plan->place.threads};
}

/* C = A B, whose patterns are those of the plan. */
static graph_status compute(graph_matrix *C, const graph_spgemm_plan *plan, const graph_matrix *A,
                            const graph_matrix *B)
{
    const struct graph_place *place = &plan->place;
    const graph_semiring *semiring = plan->semiring;
    struct graph_operand a = {0}, b = {0};
    struct graph_mxm_numeric_request request = {
        .semiring = semiring, .plan = plan->cached, .threads = place->threads};
    const graph_descriptor descriptor = descriptor_of(plan);
    graph_status status;
    if (semiring->kind == GRAPH_ANY_PAIR)
        return graph__matrix_adopt_ones(C, plan->C);
    if (plan->cached == NULL)
        return graph_mxm(C, NULL, GRAPH_NO_OP, semiring, A, B, &descriptor);
    GRAPH_TRY(graph__operand_open(&a, A, place->flags & GRAPH_TRANSPOSE_A, semiring->x_type,
                                  semiring->reads & GRAPH_READS_X, place));
    GRAPH_TRY(graph__operand_open(&b, B, place->flags & GRAPH_TRANSPOSE_B, semiring->y_type,
                                  semiring->reads & GRAPH_READS_Y, place));
    GRAPH_TRY(graph__matrix_view(&request.C, plan->C, place->backend));
    request.A = a.view;
    request.B = b.view;
    GRAPH_TRY(place->backend->kernels(semiring)->mxm_reuse(&request));
    graph__stats_kernel("plan", 0);
    graph__stats_computed();
    GRAPH_TRY(graph__matrix_adopt_values(C, plan->C, request.value, place->backend));
    graph__stats_wrote_matrix(C);
done:
    graph__operand_close(&a, place);
    graph__operand_close(&b, place);
    return status;
}

/* The same through the small plan.  Whether operands are renumbered may have changed, though their patterns have not. */
static graph_status compute_small(graph_matrix *C, const graph_spgemm_plan *plan, const graph_matrix *A,
                                  const graph_matrix *B, const graph_descriptor *descriptor)
{
    uint32_t flags = plan->place.flags;
    struct graph_compact small = {0};
    graph_status status;
    GRAPH_TRY(
        graph__compact_product(&small, C, NULL, A, flags & GRAPH_TRANSPOSE_A, B, flags & GRAPH_TRANSPOSE_B));
    if (!small.is_needed) {
        GRAPH_TRY(graph_mxm(C, NULL, GRAPH_NO_OP, plan->semiring, A, B, descriptor));
        goto done;
    }
    GRAPH_TRY(compute(small.C, plan->small, small.A, small.B));
    GRAPH_TRY(graph__compact_return(&small, C));
done:
    graph__compact_close(&small);
    return status;
}

graph_status graph_spgemm_plan_run(graph_matrix **C, const graph_spgemm_plan *plan, const graph_matrix *A,
                                   const graph_matrix *B)
{
    struct graph_place place = {.backend = graph__cpu()};
    graph_descriptor on_cpu, descriptor;
    int64_t rows, columns;
    graph_status status;
    if (C == NULL)
        return graph__fail(GRAPH_E_NULL, "C is NULL");
    *C = NULL;
    GRAPH_TRY(graph__check_matrix(A, "A"));
    GRAPH_TRY(graph__check_matrix(B, "B"));
    if (plan == NULL)
        GRAPH_FAIL(GRAPH_E_NULL, "plan is NULL");
    descriptor = descriptor_of(plan);
    GRAPH_TRY(graph__place(&place, &descriptor, PLAN_FLAGS));
    GRAPH_TRY(graph__place_choose(&place, "spgemm_plan_run", true, GRAPH_HEAVY,
                                  &(const struct graph_operands){.A = A, .B = B}));
    GRAPH_TRY(check_pattern(A, plan->A, "A"));
    GRAPH_TRY(check_pattern(B, plan->B, "B"));
    GRAPH_TRY(graph__product_shape(&rows, &columns, A, B, place.flags));
    GRAPH_TRY(graph_matrix_create(C, plan->semiring->type, (graph_index)rows, (graph_index)columns));
    GRAPH_TRY(plan->small == NULL ? compute(*C, plan, A, B) : compute_small(*C, plan, A, B, &descriptor));
done:
    if (status < 0)
        graph_matrix_release(C);
    return graph__place_resume(&on_cpu, &descriptor, &place, status)
               ? graph_spgemm(C, plan->semiring, A, B, &on_cpu)
               : status;
}
