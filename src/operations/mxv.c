/* w<m> accum= A u and w<m> accum= u A: checks, the direction, kernel, write-back.
 *
 * Both are t(i) = add over k of the products with row i of a matrix R, which is A or A' (with u as the first operand of mul
 * in u A).  The rows of R can be pulled, or the rows of R' pushed (mxv_direction.h). */
#include "base/status.h"
#include "core/stats.h"
#include "operations/compact/compact.h"
#include "operations/mixed.h"
#include "operations/mxv/mxv_blsi.h"
#include "operations/mxv/mxv_direction.h"
#include "operations/published.h"
#include "operations/write_back.h"

static bool has_kernel(const graph_semiring *semiring, const struct graph_place *place)
{
    return place->method == GRAPH_METHOD_BLSI ? place->backend->published(semiring)->mxv_blsi != NULL
                                              : place->backend->kernels(semiring)->mxv != NULL;
}

/* The operator that a built-in semiring adds with, where it is an accumulator. */
static graph_op add_of(const graph_semiring *semiring)
{
    switch (semiring->kind) {
    case GRAPH_PLUS_TIMES:
    case GRAPH_PLUS_PAIR:
    case GRAPH_PLUS_FIRST:
    case GRAPH_PLUS_SECOND:
        return GRAPH_PLUS;
    case GRAPH_MIN_PLUS:
    case GRAPH_MIN_FIRST:
    case GRAPH_MIN_SECOND:
        return GRAPH_MIN;
    default:
        return GRAPH_NO_OP;
    }
}

/* The old values of w, if the kernel may add the product to them. */
static graph_status old_values(const void **old, const graph_vector *w, const graph_vector *m, graph_op accum,
                               const graph_semiring *semiring, const struct graph_place *place)
{
    struct graph_vector_view view = {0};
    graph_status status = GRAPH_OK;
    if (place->backend->shares_host_memory && m == NULL && w->form == GRAPH_FULL && w->length > 0 &&
        (place->flags & GRAPH_MASK_COMPLEMENT) == 0 && w->type == semiring->type && accum != GRAPH_NO_OP &&
        graph__accum_is_native(accum, w->type, semiring->type) &&
        graph__untyped((int)accum) == (int)add_of(semiring))
        GRAPH_TRY(graph__vector_view(&view, w, place->backend));
    *old = view.value;
done:
    return status;
}

/* R is A if is_R_as_is, else A'. */
static graph_status multiply(graph_vector *w, const graph_vector *m, graph_op accum,
                             const graph_semiring *semiring, const graph_matrix *A, const graph_vector *u,
                             bool is_R_as_is, bool is_flipped, const struct graph_place *place)
{
    struct graph_operand a = {0};
    struct graph_vector_operand v = {0};
    struct graph_vector_mask_operand mask = {0};
    struct graph_mxv_request request = {
        .semiring = semiring, .is_flipped = is_flipped, .threads = place->threads};
    unsigned A_bit = is_flipped ? GRAPH_READS_Y : GRAPH_READS_X,
             u_bit = is_flipped ? GRAPH_READS_X : GRAPH_READS_Y;
    graph_type A_type = is_flipped ? semiring->y_type : semiring->x_type,
               u_type = is_flipped ? semiring->x_type : semiring->y_type;
    int64_t rows = is_R_as_is ? A->rows : A->columns, columns = is_R_as_is ? A->columns : A->rows;
    struct graph_mxv_choice choice;
    struct graph_compact small = {0};
    graph_status status;
    if (u->length != columns)
        GRAPH_FAIL(GRAPH_E_DIMENSION, "u has length %lld, the matrix has %lld %s", (long long)u->length,
                   (long long)columns, is_flipped ? "rows" : "columns");
    if (w->length != rows)
        GRAPH_FAIL(GRAPH_E_DIMENSION, "w has length %lld, the product %lld", (long long)w->length,
                   (long long)rows);
    GRAPH_TRY(graph__compact_mxv(&small, w, m, A, !is_R_as_is, u));
    if (small.is_needed) {
        GRAPH_TRY(
            multiply(small.w, small.m, accum, semiring, small.A, small.u, is_R_as_is, is_flipped, place));
        GRAPH_TRY(graph__compact_return_vector(&small, w));
        goto done;
    }
    GRAPH_TRY(graph__vector_mask_open(&mask, m, w->length, place));
    GRAPH_TRY(graph__vector_mask_spread(&mask, w->length, place));
    if (place->method == GRAPH_METHOD_BLSI) {
        struct graph_blsi_product product = {
            semiring, A,     u, is_R_as_is, is_flipped, semiring->reads & A_bit, semiring->reads & u_bit,
            A_type,   u_type};
        GRAPH_TRY(graph__mxv_blsi(&request.w, &product, place));
        graph__stats_kernel(graph_method_at(GRAPH_METHOD_BLSI)->name, 0);
        GRAPH_TRY(graph__write_vector(w, &mask, accum, &request.w, semiring->type, false, place));
        goto done;
    }
    GRAPH_TRY(graph__mxv_choose(&choice, A, u, &mask.mask, !is_R_as_is, semiring->reads & A_bit,
                                graph__semiring_is_any(semiring), place));
    request.is_push = choice.is_push;
    GRAPH_TRY(graph__operand_open(&a, A, choice.is_transposed, A_type, semiring->reads & A_bit, place));
    GRAPH_TRY(graph__vector_operand_open(&v, u, u_type, semiring->reads & u_bit, place));
    request.A = a.view;
    request.u = v.view;
    request.mask = mask.mask;
    if (!request.is_push)
        GRAPH_TRY(old_values(&request.old, w, m, accum, semiring, place));
    GRAPH_TRY(place->backend->kernels(semiring)->mxv(&request));
    graph__stats_kernel(request.is_push ? "push" : "pull", 0);
    if (request.is_accumulated)
        accum = GRAPH_NO_OP;
    GRAPH_TRY(graph__write_vector(w, &mask, accum, &request.w, semiring->type, true, place));
done:
    graph__compact_close(&small);
    graph__operand_close(&a, place);
    graph__vector_operand_close(&v, place);
    graph__vector_mask_close(&mask, place);
    return status;
}

static graph_status product(graph_vector *w, const graph_vector *mask, graph_op accum,
                            const graph_semiring *semiring, const graph_matrix *A, const graph_vector *u,
                            bool is_vxm, const graph_descriptor *descriptor)
{
    const uint32_t transposes = is_vxm ? GRAPH_TRANSPOSE_B : GRAPH_TRANSPOSE_A;
    struct graph_place place = {.backend = graph__cpu()};
    graph_descriptor on_cpu;
    graph_status status;
    GRAPH_TRY(graph__check_one_vector(w, accum, u));
    GRAPH_TRY(graph__check_matrix(A, "A"));
    GRAPH_TRY(graph__check_semiring(semiring));
    GRAPH_TRY(graph__place(&place, descriptor, GRAPH_WRITE_FLAGS | transposes));
    graph__place_semiring(&place, semiring, place.method == GRAPH_METHOD_BLSI);
    if (place.method == GRAPH_METHOD_BLSI && (status = graph__published_check(place.method)) < 0)
        return status;
    GRAPH_TRY(graph__place_choose(
        &place, is_vxm ? "vxm" : "mxv", has_kernel(semiring, &place), GRAPH_HEAVY,
        &(const struct graph_operands){.A = A, .u = u, .type = w->type, .accum = (int)accum}));
    bool is_transposed = place.flags & transposes;
    status = multiply(w, mask, accum, semiring, A, u, is_transposed == is_vxm, is_vxm, &place);
done:
    return graph__place_resume(&on_cpu, descriptor, &place, status)
               ? product(w, mask, accum, semiring, A, u, is_vxm, &on_cpu)
               : status;
}

graph_status graph_mxv(graph_vector *w, const graph_vector *mask, graph_op accum,
                       const graph_semiring *semiring, const graph_matrix *A, const graph_vector *u,
                       const graph_descriptor *descriptor)
{
    return product(w, mask, accum, semiring, A, u, false, descriptor);
}

graph_status graph_vxm(graph_vector *w, const graph_vector *mask, graph_op accum,
                       const graph_semiring *semiring, const graph_vector *u, const graph_matrix *A,
                       const graph_descriptor *descriptor)
{
    return product(w, mask, accum, semiring, A, u, true, descriptor);
}
