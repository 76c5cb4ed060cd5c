/* Apply and select (4.3.8, 4.3.9): an operator on each entry, and the entries that pass a test. */
#include "objects.h"

enum { ONE_INPUT = GRB_WRITE_FLAGS | GRAPH_TRANSPOSE_A };

GrB_Info GrB_Vector_apply(GRB_OUT_VECTOR, const GrB_UnaryOp op, const GrB_Vector u, GRB_DESC)
{
    GRB_WRITE(w, mask, accum, desc);
    GRB_INPUT(w, op);
    GRB_INPUT(w, u);
    const graph_descriptor d = grb__descriptor(desc, GRB_WRITE_FLAGS);
    return grb__done(
        w, graph_vector_apply(w->vector, grb__vector_mask(mask), grb__accum(accum), op->code, u->vector, &d));
}

GrB_Info GrB_Matrix_apply(GRB_OUT_MATRIX, const GrB_UnaryOp op, const GrB_Matrix A, GRB_DESC)
{
    GRB_WRITE(C, Mask, accum, desc);
    GRB_INPUT(C, op);
    GRB_INPUT(C, A);
    const graph_descriptor d = grb__descriptor(desc, ONE_INPUT);
    return grb__done(C, graph_apply(C->matrix, grb__mask(Mask), grb__accum(accum), op->code, A->matrix, &d));
}

/* What the forms with a value share.  x: where the value is; type: what it is, NULL for a user type, which is then that of
 * the operand. */
struct value {
    const void *x;
    GrB_Type type;
    GrB_Info info; /* other than GrB_SUCCESS: there is no value, and why */
};

static struct value value_of(const void *x, GrB_Type type)
{
    return (struct value){x, type, x ? GrB_SUCCESS : GrB_NULL_POINTER};
}

static struct value value_of_scalar(const GrB_Scalar s)
{
    if (!GRB_IS_ALIVE(s))
        return (struct value){NULL, NULL, grb__wrong(s)};
    return (struct value){s->value, s->type, s->has_value ? GrB_SUCCESS : GrB_EMPTY_OBJECT};
}

static graph_status operand(graph_scalar *x, struct value value, GrB_Type type)
{
    return grb__scalar_as(x, type->code, grb__scalar(value.x, value.type ? value.type : type));
}

#define CHECK_VALUE(output, value, type_)                                                                    \
    do {                                                                                                     \
        if ((value).info != GrB_SUCCESS)                                                                     \
            return grb__fail(output, (value).info, "the scalar is NULL, no object or empty");                \
        GRB_USER_TYPE(output, (value).type, type_);                                                          \
    } while (0)

/* ---- A binary operator with a value as one operand ---- */

static GrB_Info vector_first(GRB_OUT_VECTOR, const GrB_BinaryOp op, struct value value, const GrB_Vector u,
                             GRB_DESC)
{
    graph_scalar x;
    graph_status status;
    GRB_WRITE(w, mask, accum, desc);
    GRB_INPUT(w, op);
    GRB_INPUT(w, u);
    CHECK_VALUE(w, value, op->x);
    const graph_descriptor d = grb__descriptor(desc, GRB_WRITE_FLAGS);
    GRB_TRY(operand(&x, value, op->x));
    GRB_TRY(graph_vector_apply_first(w->vector, grb__vector_mask(mask), grb__accum(accum), op->code, x,
                                     u->vector, &d));
done:
    return grb__done(w, status);
}

static GrB_Info vector_second(GRB_OUT_VECTOR, const GrB_BinaryOp op, const GrB_Vector u, struct value value,
                              GRB_DESC)
{
    graph_scalar y;
    graph_status status;
    GRB_WRITE(w, mask, accum, desc);
    GRB_INPUT(w, op);
    GRB_INPUT(w, u);
    CHECK_VALUE(w, value, op->y);
    const graph_descriptor d = grb__descriptor(desc, GRB_WRITE_FLAGS);
    GRB_TRY(operand(&y, value, op->y));
    GRB_TRY(graph_vector_apply_second(w->vector, grb__vector_mask(mask), grb__accum(accum), op->code,
                                      u->vector, y, &d));
done:
    return grb__done(w, status);
}

/* The matrix is the second input: GrB_INP1 transposes it. */
static GrB_Info matrix_first(GRB_OUT_MATRIX, const GrB_BinaryOp op, struct value value, const GrB_Matrix A,
                             GRB_DESC)
{
    graph_scalar x;
    graph_status status;
    GRB_WRITE(C, Mask, accum, desc);
    GRB_INPUT(C, op);
    GRB_INPUT(C, A);
    CHECK_VALUE(C, value, op->x);
    graph_descriptor d = grb__descriptor(desc, GRB_WRITE_FLAGS | GRAPH_TRANSPOSE_B);
    if (d.flags & GRAPH_TRANSPOSE_B)
        d.flags ^= GRAPH_TRANSPOSE_A | GRAPH_TRANSPOSE_B;
    GRB_TRY(operand(&x, value, op->x));
    GRB_TRY(graph_apply_first(C->matrix, grb__mask(Mask), grb__accum(accum), op->code, x, A->matrix, &d));
done:
    return grb__done(C, status);
}

static GrB_Info matrix_second(GRB_OUT_MATRIX, const GrB_BinaryOp op, const GrB_Matrix A, struct value value,
                              GRB_DESC)
{
    graph_scalar y;
    graph_status status;
    GRB_WRITE(C, Mask, accum, desc);
    GRB_INPUT(C, op);
    GRB_INPUT(C, A);
    CHECK_VALUE(C, value, op->y);
    const graph_descriptor d = grb__descriptor(desc, ONE_INPUT);
    GRB_TRY(operand(&y, value, op->y));
    GRB_TRY(graph_apply_second(C->matrix, grb__mask(Mask), grb__accum(accum), op->code, A->matrix, y, &d));
done:
    return grb__done(C, status);
}

/* ---- An operator of positions, and selection by it ---- */

static GrB_Info vector_index(GRB_OUT_VECTOR, const GrB_IndexUnaryOp op, const GrB_Vector u,
                             struct value value, bool is_selection, GRB_DESC)
{
    graph_scalar y;
    graph_status status;
    GRB_WRITE(w, mask, accum, desc);
    GRB_INPUT(w, op);
    GRB_INPUT(w, u);
    CHECK_VALUE(w, value, op->y);
    const graph_descriptor d = grb__descriptor(desc, GRB_WRITE_FLAGS);
    GRB_TRY(operand(&y, value, op->y));
    if (is_selection)
        GRB_TRY(graph_vector_select(w->vector, grb__vector_mask(mask), grb__accum(accum), grb__test(op),
                                    u->vector, y, &d));
    else
        GRB_TRY(graph_vector_apply_index(w->vector, grb__vector_mask(mask), grb__accum(accum), op->code,
                                         u->vector, y, &d));
done:
    return grb__done(w, status);
}

static GrB_Info matrix_index(GRB_OUT_MATRIX, const GrB_IndexUnaryOp op, const GrB_Matrix A,
                             struct value value, bool is_selection, GRB_DESC)
{
    graph_scalar y;
    graph_status status;
    GRB_WRITE(C, Mask, accum, desc);
    GRB_INPUT(C, op);
    GRB_INPUT(C, A);
    CHECK_VALUE(C, value, op->y);
    const graph_descriptor d = grb__descriptor(desc, ONE_INPUT);
    GRB_TRY(operand(&y, value, op->y));
    if (is_selection)
        GRB_TRY(graph_select(C->matrix, grb__mask(Mask), grb__accum(accum), grb__test(op), A->matrix, y, &d));
    else
        GRB_TRY(graph_apply_index(C->matrix, grb__mask(Mask), grb__accum(accum), op->code, A->matrix, y, &d));
done:
    return grb__done(C, status);
}

/* ---- The forms for each type of the value ---- */

#define FORMS(suffix, c_type, value)                                                                         \
    GrB_Info GrB_Vector_apply_BinaryOp1st_##suffix(GRB_OUT_VECTOR, const GrB_BinaryOp op, c_type x,          \
                                                   const GrB_Vector u, GRB_DESC)                             \
    {                                                                                                        \
        return vector_first(w, mask, accum, op, value, u, desc);                                             \
    }                                                                                                        \
    GrB_Info GrB_Vector_apply_BinaryOp2nd_##suffix(GRB_OUT_VECTOR, const GrB_BinaryOp op,                    \
                                                   const GrB_Vector u, c_type x, GRB_DESC)                   \
    {                                                                                                        \
        return vector_second(w, mask, accum, op, u, value, desc);                                            \
    }                                                                                                        \
    GrB_Info GrB_Vector_apply_IndexOp_##suffix(GRB_OUT_VECTOR, const GrB_IndexUnaryOp op,                    \
                                               const GrB_Vector u, c_type x, GRB_DESC)                       \
    {                                                                                                        \
        return vector_index(w, mask, accum, op, u, value, false, desc);                                      \
    }                                                                                                        \
    GrB_Info GrB_Vector_select_##suffix(GRB_OUT_VECTOR, const GrB_IndexUnaryOp op, const GrB_Vector u,       \
                                        c_type x, GRB_DESC)                                                  \
    {                                                                                                        \
        return vector_index(w, mask, accum, op, u, value, true, desc);                                       \
    }                                                                                                        \
    GrB_Info GrB_Matrix_apply_BinaryOp1st_##suffix(GRB_OUT_MATRIX, const GrB_BinaryOp op, c_type x,          \
                                                   const GrB_Matrix A, GRB_DESC)                             \
    {                                                                                                        \
        return matrix_first(C, Mask, accum, op, value, A, desc);                                             \
    }                                                                                                        \
    GrB_Info GrB_Matrix_apply_BinaryOp2nd_##suffix(GRB_OUT_MATRIX, const GrB_BinaryOp op,                    \
                                                   const GrB_Matrix A, c_type x, GRB_DESC)                   \
    {                                                                                                        \
        return matrix_second(C, Mask, accum, op, A, value, desc);                                            \
    }                                                                                                        \
    GrB_Info GrB_Matrix_apply_IndexOp_##suffix(GRB_OUT_MATRIX, const GrB_IndexUnaryOp op,                    \
                                               const GrB_Matrix A, c_type x, GRB_DESC)                       \
    {                                                                                                        \
        return matrix_index(C, Mask, accum, op, A, value, false, desc);                                      \
    }                                                                                                        \
    GrB_Info GrB_Matrix_select_##suffix(GRB_OUT_MATRIX, const GrB_IndexUnaryOp op, const GrB_Matrix A,       \
                                        c_type x, GRB_DESC)                                                  \
    {                                                                                                        \
        return matrix_index(C, Mask, accum, op, A, value, true, desc);                                       \
    }
#define FORMS_OF(suffix, c_type, code) FORMS(suffix, c_type, value_of(&x, &grb__type_##suffix))
GRB_TYPES(FORMS_OF)
FORMS(UDT, const void *, value_of(x, NULL))
FORMS(Scalar, const GrB_Scalar, value_of_scalar(x))
