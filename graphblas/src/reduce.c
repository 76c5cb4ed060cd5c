/* Reductions (4.3.10): rows to a vector, all entries to a value or a scalar object. */
#include <string.h>

#include "objects.h"

/* ---- Rows ---- */

static GrB_Info rows(GRB_OUT_VECTOR, graph_op op, const GrB_Matrix A, GRB_DESC)
{
    const graph_descriptor d = grb__descriptor(desc, GRB_WRITE_FLAGS | GRAPH_TRANSPOSE_A);
    return grb__done(
        w, graph_reduce_rows(w->vector, grb__vector_mask(mask), grb__accum(accum), op, A->matrix, &d));
}

static bool has_one_type(const GrB_BinaryOp op) { return op->z == op->x && op->z == op->y; }

GrB_Info GrB_Matrix_reduce_Monoid(GRB_OUT_VECTOR, const GrB_Monoid monoid, const GrB_Matrix A, GRB_DESC)
{
    GRB_WRITE(w, mask, accum, desc);
    GRB_INPUT(w, monoid);
    GRB_INPUT(w, A);
    return rows(w, mask, accum, monoid->code, A, desc);
}

GrB_Info GrB_Matrix_reduce_BinaryOp(GRB_OUT_VECTOR, const GrB_BinaryOp op, const GrB_Matrix A, GRB_DESC)
{
    GRB_WRITE(w, mask, accum, desc);
    GRB_INPUT(w, op);
    GRB_INPUT(w, A);
    if (!has_one_type(op))
        return grb__fail(w, GrB_DOMAIN_MISMATCH, "op does not combine two values of a type into a third");
    return rows(w, mask, accum, op->code, A, desc);
}

/* ---- All entries ---- */

/* What is summed: a vector, or a matrix. */
struct entries {
    const GrB_Vector vector;
    const GrB_Matrix matrix;
};

/* *sum = the sum by the operator in its type; GRAPH_NO_VALUE if there are no entries.  room: for a user type. */
static graph_status sum_of(graph_scalar *sum, void *room, graph_op code, GrB_Type type, struct entries of)
{
    graph_index entries = 0;
    graph_status status = of.vector ? graph_vector_entries(&entries, of.vector->vector)
                                    : graph_matrix_entries(&entries, of.matrix->matrix);
    if (status != GRAPH_OK)
        return status;
    if (!entries)
        return GRAPH_NO_VALUE;
    *sum = graph_own(type->code, room);
    return of.vector ? graph_vector_reduce(sum, type->code, code, of.vector->vector, NULL)
                     : graph_reduce(sum, type->code, code, of.matrix->matrix, NULL);
}

/* The identity of a monoid, in its type: the sum of nothing. */
static graph_status identity_of(graph_scalar *sum, void *room, const GrB_Monoid monoid)
{
    graph_vector *nothing = NULL;
    graph_status status;
    const GrB_Type type = monoid->op->z;
    if (monoid->identity) {
        *sum = grb__scalar(monoid->identity, type);
        return GRAPH_OK;
    }
    *sum = graph_own(type->code, room);
    GRB_TRY(graph_vector_create(&nothing, type->code, 1));
    GRB_TRY(graph_vector_reduce(sum, type->code, monoid->code, nothing, NULL));
done:
    graph_vector_release(&nothing);
    return status;
}

/* *x accum= sum, where *x has that type; room: for the result of a user type. */
static graph_status put(void *x, GrB_Type type, void *room, const GrB_BinaryOp accum, graph_scalar sum)
{
    graph_scalar left, right, z;
    graph_status status;
    if (!accum)
        return grb__store(x, type, sum);
    GRB_TRY(grb__scalar_as(&left, accum->x->code, grb__scalar(x, type)));
    GRB_TRY(grb__scalar_as(&right, accum->y->code, sum));
    z = graph_own(accum->z->code, room);
    GRB_TRY(graph_op_apply(&z, accum->code, left, right));
    GRB_TRY(grb__store(x, type, z));
done:
    return status;
}

/* Room for a value of either type; the two may be user types. */
static void *room_for(const GrB_BinaryOp accum, GrB_Type type)
{
    size_t bytes = accum && accum->z->size > type->size ? accum->z->size : type->size;
    return grb__new(bytes < 16 ? 16 : bytes);
}

/* To the caller's variable: without entries, the identity. */
static GrB_Info to_value(void *x, GrB_Type type, const GrB_BinaryOp accum, const GrB_Monoid monoid,
                         struct entries of)
{
    graph_scalar sum;
    graph_status status;
    if (!x)
        return GrB_NULL_POINTER;
    GRB_OPTION(NULL, accum);
    GRB_OBJECT(monoid);
    if (!type && monoid->op->z->head.is_predefined)
        return GrB_DOMAIN_MISMATCH;
    if (!type)
        type = monoid->op->z;
    char *room = room_for(accum, type), *result = room_for(accum, type);
    if (!room || !result)
        GRB_TRY(GRAPH_E_MEMORY);
    status = sum_of(&sum, room, monoid->code, monoid->op->z, of);
    if (status == GRAPH_NO_VALUE)
        status = identity_of(&sum, room, monoid);
    GRB_TRY(status);
    GRB_TRY(put(x, type, result, accum, sum));
done:
    grb__delete(room), grb__delete(result);
    return grb__info(status);
}

/* To a scalar object: without entries it becomes empty, or stays under an accumulator. */
static GrB_Info to_scalar(GrB_Scalar s, const GrB_BinaryOp accum, graph_op code, const GrB_BinaryOp op,
                          struct entries of)
{
    graph_scalar sum;
    graph_status status;
    if (!has_one_type(op))
        return grb__fail(s, GrB_DOMAIN_MISMATCH, "op does not combine two values of a type into a third");
    char *room = room_for(accum, op->z), *result = room_for(accum, op->z);
    if (!room || !result)
        GRB_TRY(GRAPH_E_MEMORY);
    status = sum_of(&sum, room, code, op->z, of);
    if (status == GRAPH_NO_VALUE) {
        if (!accum)
            s->has_value = false;
        status = GRAPH_OK;
        goto done;
    }
    GRB_TRY(status);
    GRB_TRY(put(s->value, s->type, result, s->has_value ? accum : NULL, sum));
    s->has_value = true;
done:
    grb__delete(room), grb__delete(result);
    return grb__done(s, status);
}

#define OF_Vector(object) ((struct entries){.vector = (object)})
#define OF_Matrix(object) ((struct entries){.matrix = (object)})
#define SUM(kind, suffix, c_type, type)                                                                      \
    GrB_Info GrB_##kind##_reduce_##suffix(c_type *x, const GrB_BinaryOp accum, const GrB_Monoid monoid,      \
                                          const GrB_##kind u, GRB_DESC)                                      \
    {                                                                                                        \
        GRB_OBJECT(u);                                                                                       \
        GRB_OPTION(NULL, desc);                                                                              \
        return to_value(x, type, accum, monoid, OF_##kind(u));                                               \
    }
#define SUMS(suffix, c_type, code)                                                                           \
    SUM(Vector, suffix, c_type, &grb__type_##suffix) SUM(Matrix, suffix, c_type, &grb__type_##suffix)
GRB_TYPES(SUMS)
SUM(Vector, UDT, void, NULL)
SUM(Matrix, UDT, void, NULL)

#define SCALAR_SUM(kind, op_kind, code_of, op_of)                                                            \
    GrB_Info GrB_##kind##_reduce_##op_kind##_Scalar(GrB_Scalar s, const GrB_BinaryOp accum,                  \
                                                    const GrB_##op_kind op, const GrB_##kind u, GRB_DESC)    \
    {                                                                                                        \
        GRB_OBJECT(s);                                                                                       \
        GRB_OPTION(s, accum);                                                                                \
        GRB_INPUT(s, op);                                                                                    \
        GRB_INPUT(s, u);                                                                                     \
        GRB_OPTION(s, desc);                                                                                 \
        return to_scalar(s, accum, code_of, op_of, OF_##kind(u));                                            \
    }
SCALAR_SUM(Vector, Monoid, op->code, op->op)
SCALAR_SUM(Matrix, Monoid, op->code, op->op)
SCALAR_SUM(Vector, BinaryOp, op->code, op)
SCALAR_SUM(Matrix, BinaryOp, op->code, op)
