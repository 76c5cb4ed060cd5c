/* Products with what every rank has: each makes its rows, and all of them go to all.
 *
 * The rows of all ranks make the result t of one machine; accumulator and mask are then applied on every rank in the
 * same way. */
#include <string.h>

#include "core/types/operators.h"
#include "core/types/working_type.h"
#include "dist/operations.h"

/* The object that a call works on: A, or its transpose, which is new. */
static graph_status transpose_if(const graph_dist **a, graph_dist **turned, const graph_dist *A,
                                 graph_descriptor *d)
{
    graph_status status = GRAPH_OK;
    *a = A;
    if (d->flags & GRAPH_TRANSPOSE_A) {
        GRAPH_TRY(graph__dist_transposed(turned, A, d->threads));
        *a = *turned;
        d->flags &= ~GRAPH_TRANSPOSE_A;
    }
done:
    return status;
}

enum { MASK_FLAGS = GRAPH_REPLACE | GRAPH_MASK_STRUCTURE | GRAPH_MASK_COMPLEMENT };

/* *w, a copy of w, becomes w<mask> accum= t for the t of all ranks.  Agreed. */
static graph_status write_vector(graph_vector **made, const graph_vector *w, const graph_vector *mask,
                                 graph_op accum, const graph_dist *a, const graph_vector *mine,
                                 const graph_descriptor *d)
{
    const graph_descriptor write = {
        .size = sizeof write, .flags = d->flags & MASK_FLAGS, .threads = d->threads};
    graph_vector *t = NULL;
    graph_status status = GRAPH_OK;
    GRAPH_TRY(graph__dist_gather_vector(&t, a->group, a->first, mine));
    status = graph_vector_dup(made, w);
    if (status == GRAPH_OK)
        status = graph_vector_apply(*made, mask, accum, GRAPH_IDENTITY, t, &write);
    GRAPH_TRY(graph__group_agree(a->group, status));
done:
    graph_vector_release(&t);
    return status;
}

/* The content of *made becomes that of w. */
static void swap_content(graph_vector *w, graph_vector *made)
{
    const graph_vector before = *w;
    *w = *made;
    *made = before;
}

static graph_status check_vectors(const graph_vector *w, const graph_vector *mask, const graph_dist *A,
                                  const graph_vector *u, bool has_u, uint32_t flags)
{
    graph_status status = GRAPH_OK;
    GRAPH_TRY(graph__check_vector(w, "w"));
    GRAPH_TRY(graph__check_dist(A, "A"));
    const bool turns = (flags & GRAPH_TRANSPOSE_A) != 0;
    const int64_t rows = turns ? A->columns : A->rows, columns = turns ? A->rows : A->columns;
    if (has_u) {
        GRAPH_TRY(graph__check_vector(u, "u"));
        if (u->length != columns)
            GRAPH_FAIL(GRAPH_E_DIMENSION, "u has length %lld, A has %lld columns", (long long)u->length,
                       (long long)columns);
    }
    if (w->length != rows)
        GRAPH_FAIL(GRAPH_E_DIMENSION, "w has length %lld, A has %lld rows", (long long)w->length,
                   (long long)rows);
    if (mask != NULL && mask->length != rows)
        GRAPH_FAIL(GRAPH_E_DIMENSION, "the mask has length %lld, A has %lld rows", (long long)mask->length,
                   (long long)rows);
done:
    return status;
}

graph_status graph_dist_mxv(graph_vector *w, const graph_vector *mask, graph_op accum,
                            const graph_semiring *semiring, const graph_dist *A, const graph_vector *u,
                            const graph_descriptor *descriptor)
{
    graph_descriptor d;
    const graph_dist *a = NULL;
    graph_dist *turned = NULL;
    graph_vector *mine = NULL, *made = NULL;
    graph_status status = graph__check_dist(A, "A");
    if (status != GRAPH_OK)
        return status;
    status = graph__dist_flags(&d, descriptor);
    if (status == GRAPH_OK)
        status = check_vectors(w, mask, A, u, true, d.flags);
    if (status == GRAPH_OK && semiring == NULL)
        status = graph__fail(GRAPH_E_NULL, "semiring is NULL");
    GRAPH_TRY(graph__group_enter(A->group, __func__, status));
    GRAPH_TRY(transpose_if(&a, &turned, A, &d));
    graph_descriptor product = d;
    product.flags &= ~(uint32_t)MASK_FLAGS;
    status = graph_vector_create(&mine, graph_semiring_type(semiring),
                                 (graph_index)(graph__dist_end(a) - graph__dist_first(a)));
    if (status == GRAPH_OK)
        status = graph_mxv(mine, NULL, GRAPH_NO_OP, semiring, a->mine, u, &product);
    GRAPH_TRY(graph__group_agree(A->group, status));
    GRAPH_TRY(write_vector(&made, w, mask, accum, a, mine, &d));
    swap_content(w, made);
done:
    graph_vector_release(&mine);
    graph_vector_release(&made);
    graph_dist_release(&turned);
    return status;
}

graph_status graph_dist_reduce_rows(graph_vector *w, const graph_vector *mask, graph_op accum,
                                    graph_op monoid, const graph_dist *A, const graph_descriptor *descriptor)
{
    graph_descriptor d;
    const graph_dist *a = NULL;
    graph_dist *turned = NULL;
    graph_vector *mine = NULL, *made = NULL;
    graph_status status = graph__check_dist(A, "A");
    if (status != GRAPH_OK)
        return status;
    status = graph__dist_flags(&d, descriptor);
    /* The sums have the type that graph_reduce_rows works in, so that nothing is rounded twice. */
    graph_type type = GRAPH_PATTERN;
    bool has_identity;
    if (status == GRAPH_OK)
        status = graph__check_vector(w, "w");
    if (status == GRAPH_OK)
        status = graph__check_accum(accum, w->type);
    if (status == GRAPH_OK)
        status = graph__fold_type(&type, &has_identity, monoid,
                                  graph__working_type(monoid, w->type, A->type, A->type));
    if (status == GRAPH_OK)
        status = check_vectors(w, mask, A, NULL, false, d.flags);
    GRAPH_TRY(graph__group_enter(A->group, __func__, status));
    GRAPH_TRY(transpose_if(&a, &turned, A, &d));
    graph_descriptor sum = d;
    sum.flags &= ~(uint32_t)MASK_FLAGS;
    status = graph_vector_create(&mine, type, (graph_index)(graph__dist_end(a) - graph__dist_first(a)));
    if (status == GRAPH_OK)
        status = graph_reduce_rows(mine, NULL, GRAPH_NO_OP, monoid, a->mine, &sum);
    GRAPH_TRY(graph__group_agree(A->group, status));
    GRAPH_TRY(write_vector(&made, w, mask, accum, a, mine, &d));
    swap_content(w, made);
done:
    graph_vector_release(&mine);
    graph_vector_release(&made);
    graph_dist_release(&turned);
    return status;
}
