/* C<M> accum= op(A), op(x, A) and op(A, y), entry by entry. */
#include "operations/apply.h"

#include "base/memory.h"
#include "core/types/scalar.h"
#include "operations/compact/compact.h"
#include "operations/write_back.h"
#include "core/types/working_type.h"

/* A function of one entry: a unary operator, or a binary one with its first or second operand bound. */
struct function {
    enum { UNARY, FIRST_BOUND, SECOND_BOUND } kind;
    int op; /* graph_unary_op or graph_op */
    graph_scalar bound;
    struct graph_op_types types; /* of the operator */
};

static graph_type type_of_argument(const struct function *f)
{
    return f->kind == FIRST_BOUND ? f->types.y : f->types.x;
}

static graph_status set_types(struct function *f, graph_type C, graph_type A)
{
    graph_status status;
    if (f->kind == UNARY)
        return graph__unary_types(&f->types, (graph_unary_op)f->op, A != GRAPH_PATTERN ? A : GRAPH_BOOL);
    graph_op op = (graph_op)f->op;
    /* The type of a typed operator does not depend on the scalar. */
    graph_type type =
        graph__is_typed(f->op) ? C : graph__working_type_with(op, graph__working_type(op, C, A, A), f->bound);
    GRAPH_TRY(graph__op_types(&f->types, op, type));
    GRAPH_TRY(f->kind == FIRST_BOUND ? graph__check_operand(f->bound, f->types.x, "x")
                                     : graph__check_operand(f->bound, f->types.y, "y"));
done:
    return status;
}

/* How a back end calls it, which a call on other matrices does not know. */
static void set_kernel(struct function *f, graph_type C, const struct graph_place *place)
{
    if (f->kind == UNARY)
        f->op = graph__untyped(f->op);
    else {
        struct graph_kernel_op kernel = graph__kernel_op_at((graph_op)f->op, f->types, C, place);
        f->op = (int)kernel.op;
        f->types.z = kernel.result;
    }
}

static bool can_call(const struct graph_backend *backend, const struct function *f)
{
    return f->kind == UNARY ? backend->unary != NULL : backend->binary != NULL && backend->fill != NULL;
}

/* z = f(x) for n values; z may be x. */
static graph_status call(const struct function *f, void *z, const void *x, int64_t n,
                         const struct graph_place *place)
{
    const struct graph_backend *backend = place->backend;
    const graph_type bound_type = f->kind == FIRST_BOUND ? f->types.x : f->types.y;
    void *bound = NULL;
    graph_status status;
    if (f->kind == UNARY)
        return backend->unary(z, x, (graph_unary_op)f->op, f->types.z, n, place->threads);
    GRAPH_TRY(backend->allocate(&bound, (size_t)n, graph_type_size(bound_type)));
    GRAPH_TRY(backend->fill(bound, bound_type, f->bound, n, place->threads));
    GRAPH_TRY(backend->binary(z, f->kind == FIRST_BOUND ? (const void *)bound : x,
                              f->kind == FIRST_BOUND ? x : bound, (graph_op)f->op, f->types.z, n,
                              place->threads));
done:
    backend->release(bound);
    return status;
}

/* *value = f(*value), in place where the types allow. */
static graph_status replace(void **value, const struct function *f, int64_t n,
                            const struct graph_place *place)
{
    const struct graph_backend *backend = place->backend;
    void *z = NULL;
    graph_status status;
    if (f->types.z == GRAPH_PATTERN)
        return GRAPH_OK;
    if (f->types.z == type_of_argument(f))
        return call(f, *value, *value, n, place);
    GRAPH_TRY(backend->allocate(&z, (size_t)n, graph_type_size(f->types.z)));
    GRAPH_TRY(call(f, z, *value, n, place));
    backend->release(*value);
    *value = z;
    z = NULL;
done:
    backend->release(z);
    return status;
}

static graph_status apply(graph_matrix *C, const graph_matrix *M, graph_op accum, struct function f,
                          const graph_matrix *A, const graph_descriptor *descriptor)
{
    struct graph_place place = {.backend = graph__cpu()};
    graph_descriptor on_cpu;
    struct graph_operand a = {0};
    struct graph_mask_operand mask = {0};
    struct graph_csr_arrays T = {0};
    struct graph_compact small = {0};
    graph_status status;
    GRAPH_TRY(graph__check_one(C, accum, A));
    GRAPH_TRY(set_types(&f, C->type, A->type));
    GRAPH_TRY(graph__place(&place, descriptor, GRAPH_WRITE_FLAGS | GRAPH_TRANSPOSE_A));
    GRAPH_TRY(graph__place_choose(
        &place, f.kind == UNARY ? "apply" : "apply_bound", can_call(place.backend, &f), GRAPH_LIGHT,
        &(const struct graph_operands){
            .A = A, .type = C->type, .op = graph__untyped(f.op), .accum = (int)accum}));
    bool is_transposed = place.flags & GRAPH_TRANSPOSE_A;
    GRAPH_TRY(graph__check_shape(C, A, is_transposed));
    GRAPH_TRY(graph__compact_elementwise(&small, C, M, A, is_transposed, NULL, false));
    if (small.is_needed) {
        GRAPH_TRY(apply(small.C, small.M, accum, f, small.A, descriptor));
        GRAPH_TRY(graph__compact_return(&small, C));
        goto done;
    }
    GRAPH_TRY(graph__mask_open(&mask, M, C->rows, C->columns, &place));
    GRAPH_TRY(graph__operand_open(&a, A, is_transposed, type_of_argument(&f), true, &place));
    GRAPH_TRY(graph__copy_arrays(&T, &a.view, &place));
    struct function kernel = f;
    set_kernel(&kernel, C->type, &place);
    GRAPH_TRY(replace(&T.value, &kernel, T.entries, &place));
    GRAPH_TRY(graph__write_matrix(C, &mask, accum, &T, kernel.types.z, false, &place));
done:
    graph__compact_close(&small);
    graph__operand_close(&a, &place);
    graph__mask_close(&mask, &place);
    graph__csr_arrays_release(&T, place.backend);
    return graph__place_resume(&on_cpu, descriptor, &place, status) ? apply(C, M, accum, f, A, &on_cpu)
                                                                    : status;
}

static bool is_identity(const struct function *f, graph_type u)
{
    return f->kind == UNARY && graph__untyped(f->op) == GRAPH_IDENTITY && u != GRAPH_PATTERN &&
           f->types.x == u && f->types.z == u;
}

/* t = f(u). */
static graph_status vector_values(struct graph_vector_arrays *t, const struct function *f,
                                  const struct graph_vector_view *u, const struct graph_place *place)
{
    int64_t n = u->form == GRAPH_SPARSE ? u->entries : u->length;
    graph_status status;
    if ((!place->backend->shares_host_memory && u->form != GRAPH_FULL) || f->types.z == GRAPH_PATTERN) {
        GRAPH_TRY(graph__copy_vector(t, u, place));
        n = t->form == GRAPH_SPARSE ? t->entries : u->length; /* a back end may copy into another form */
        return replace(&t->value, f, n, place);
    }
    GRAPH_TRY(graph__copy_positions(t, u));
    GRAPH_TRY(place->backend->allocate(&t->value, (size_t)n, graph_type_size(f->types.z)));
    GRAPH_TRY(call(f, t->value, u->value, n, place));
done:
    return status;
}

static graph_status vector_apply(graph_vector *w, const graph_vector *m, graph_op accum, struct function f,
                                 const graph_vector *u, const graph_descriptor *descriptor)
{
    struct graph_place place = {.backend = graph__cpu()};
    graph_descriptor on_cpu;
    struct graph_vector_operand a = {0};
    struct graph_vector_mask_operand mask = {0};
    struct graph_vector_arrays t = {0};
    struct graph_compact small = {0};
    graph_status status;
    GRAPH_TRY(graph__check_one_vector(w, accum, u));
    GRAPH_TRY(set_types(&f, w->type, u->type));
    GRAPH_TRY(graph__place(&place, descriptor, GRAPH_WRITE_FLAGS));
    GRAPH_TRY(
        graph__place_choose(&place, f.kind == UNARY ? "vector_apply" : "vector_apply_bound",
                            place.backend->vector_select != NULL && can_call(place.backend, &f), GRAPH_LIGHT,
                            &(const struct graph_operands){
                                .u = u, .type = w->type, .op = graph__untyped(f.op), .accum = (int)accum}));
    GRAPH_TRY(graph__check_length(w, u));
    if (!place.backend->shares_host_memory)
        GRAPH_TRY(graph__compact_vectors(&small, w, m, u, NULL));
    if (small.is_needed) {
        GRAPH_TRY(vector_apply(small.w, small.m, accum, f, small.u, descriptor));
        GRAPH_TRY(graph__compact_return_vector(&small, w));
        goto done;
    }
    GRAPH_TRY(graph__vector_mask_open(&mask, m, w->length, &place));
    if (is_identity(&f, u->type)) {
        GRAPH_TRY(graph__check_conversion(w->type, u->type));
        GRAPH_TRY(graph__write_vector_of(w, &mask, accum, u, &place));
        goto done;
    }
    GRAPH_TRY(graph__vector_operand_open(&a, u, type_of_argument(&f), true, &place));
    struct function kernel = f;
    set_kernel(&kernel, w->type, &place);
    GRAPH_TRY(vector_values(&t, &kernel, &a.view, &place));
    GRAPH_TRY(graph__write_vector(w, &mask, accum, &t, kernel.types.z, false, &place));
done:
    graph__compact_close(&small);
    graph__vector_operand_close(&a, &place);
    graph__vector_mask_close(&mask, &place);
    graph__vector_arrays_release(&t, place.backend);
    return graph__place_resume(&on_cpu, descriptor, &place, status) ? vector_apply(w, m, accum, f, u, &on_cpu)
                                                                    : status;
}

graph_status graph_apply(graph_matrix *C, const graph_matrix *M, graph_op accum, graph_unary_op op,
                         const graph_matrix *A, const graph_descriptor *descriptor)
{
    return apply(C, M, accum, (struct function){.kind = UNARY, .op = (int)op}, A, descriptor);
}

graph_status graph__apply_identity(graph_matrix *C, const graph_matrix *M, graph_op accum,
                                   const graph_matrix *T, const graph_descriptor *descriptor)
{
    graph_descriptor writing = graph__descriptor_with(descriptor, GRAPH_WRITE_FLAGS);
    graph_status status = graph__check_mask(M, C->rows, C->columns);
    return status < 0 ? status : graph_apply(C, M, accum, GRAPH_IDENTITY, T, &writing);
}

graph_status graph_apply_first(graph_matrix *C, const graph_matrix *M, graph_op accum, graph_op op,
                               graph_scalar x, const graph_matrix *A, const graph_descriptor *descriptor)
{
    const struct function f = {.kind = FIRST_BOUND, .op = (int)op, .bound = x};
    return apply(C, M, accum, f, A, descriptor);
}

graph_status graph_apply_second(graph_matrix *C, const graph_matrix *M, graph_op accum, graph_op op,
                                const graph_matrix *A, graph_scalar y, const graph_descriptor *descriptor)
{
    const struct function f = {.kind = SECOND_BOUND, .op = (int)op, .bound = y};
    return apply(C, M, accum, f, A, descriptor);
}

graph_status graph_vector_apply(graph_vector *w, const graph_vector *m, graph_op accum, graph_unary_op op,
                                const graph_vector *u, const graph_descriptor *descriptor)
{
    return vector_apply(w, m, accum, (struct function){.kind = UNARY, .op = (int)op}, u, descriptor);
}

graph_status graph_vector_apply_first(graph_vector *w, const graph_vector *mask, graph_op accum, graph_op op,
                                      graph_scalar x, const graph_vector *u,
                                      const graph_descriptor *descriptor)
{
    const struct function f = {.kind = FIRST_BOUND, .op = (int)op, .bound = x};
    return vector_apply(w, mask, accum, f, u, descriptor);
}

graph_status graph_vector_apply_second(graph_vector *w, const graph_vector *mask, graph_op accum, graph_op op,
                                       const graph_vector *u, graph_scalar y,
                                       const graph_descriptor *descriptor)
{
    const struct function f = {.kind = SECOND_BOUND, .op = (int)op, .bound = y};
    return vector_apply(w, mask, accum, f, u, descriptor);
}
