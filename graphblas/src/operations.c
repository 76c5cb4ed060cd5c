/* Products, element-wise operations, transposes and Kronecker products (4.3.1 .. 4.3.5, 4.3.10, 4.3.11).
 *
 * Arguments and rules are those of semigraph/operations.h, which follow the standard; here handles become objects of
 * semigraph's, and the flags that an operation does not take are left out. */
#include "objects.h"

enum { TWO_INPUTS = GRB_WRITE_FLAGS | GRAPH_TRANSPOSE_A | GRAPH_TRANSPOSE_B };

/* ---- Products ---- */

GrB_Info GrB_mxm(GRB_OUT_MATRIX, const GrB_Semiring semiring, const GrB_Matrix A, const GrB_Matrix B,
                 GRB_DESC)
{
    const graph_semiring *s = NULL;
    graph_matrix *first = NULL, *second = NULL;
    graph_status status;
    GRB_WRITE(C, Mask, accum, desc);
    GRB_INPUT(C, semiring);
    GRB_INPUT(C, A);
    GRB_INPUT(C, B);
    const graph_descriptor d = grb__descriptor(desc, TWO_INPUTS);
    GRB_TRY(grb__semiring(&s, semiring));
    GRB_TRY(grb__positions(&first, semiring->multiply, A, true, d.flags & GRAPH_TRANSPOSE_A));
    GRB_TRY(grb__positions(&second, semiring->multiply, B, false, d.flags & GRAPH_TRANSPOSE_B));
    GRB_TRY(graph_mxm(C->matrix, grb__mask(Mask), grb__accum(accum), s, first ? first : A->matrix,
                      second ? second : B->matrix, &d));
done:
    graph_matrix_release(&first);
    graph_matrix_release(&second);
    return grb__done(C, status);
}

GrB_Info GrB_mxv(GRB_OUT_VECTOR, const GrB_Semiring semiring, const GrB_Matrix A, const GrB_Vector u,
                 GRB_DESC)
{
    const graph_semiring *s = NULL;
    graph_matrix *first = NULL;
    graph_vector *second = NULL;
    graph_status status;
    GRB_WRITE(w, mask, accum, desc);
    GRB_INPUT(w, semiring);
    GRB_INPUT(w, A);
    GRB_INPUT(w, u);
    const graph_descriptor d = grb__descriptor(desc, GRB_WRITE_FLAGS | GRAPH_TRANSPOSE_A);
    GRB_TRY(grb__semiring(&s, semiring));
    GRB_TRY(grb__positions(&first, semiring->multiply, A, true, d.flags & GRAPH_TRANSPOSE_A));
    GRB_TRY(grb__vector_positions(&second, semiring->multiply, u, false));
    GRB_TRY(graph_mxv(w->vector, grb__vector_mask(mask), grb__accum(accum), s, first ? first : A->matrix,
                      second ? second : u->vector, &d));
done:
    graph_matrix_release(&first);
    graph_vector_release(&second);
    return grb__done(w, status);
}

GrB_Info GrB_vxm(GRB_OUT_VECTOR, const GrB_Semiring semiring, const GrB_Vector u, const GrB_Matrix A,
                 GRB_DESC)
{
    const graph_semiring *s = NULL;
    graph_vector *first = NULL;
    graph_matrix *second = NULL;
    graph_status status;
    GRB_WRITE(w, mask, accum, desc);
    GRB_INPUT(w, semiring);
    GRB_INPUT(w, u);
    GRB_INPUT(w, A);
    const graph_descriptor d = grb__descriptor(desc, GRB_WRITE_FLAGS | GRAPH_TRANSPOSE_B);
    GRB_TRY(grb__semiring(&s, semiring));
    GRB_TRY(grb__vector_positions(&first, semiring->multiply, u, true));
    GRB_TRY(grb__positions(&second, semiring->multiply, A, false, d.flags & GRAPH_TRANSPOSE_B));
    GRB_TRY(graph_vxm(w->vector, grb__vector_mask(mask), grb__accum(accum), s, first ? first : u->vector,
                      second ? second : A->matrix, &d));
done:
    graph_vector_release(&first);
    graph_matrix_release(&second);
    return grb__done(w, status);
}

/* ---- Element by element ---- */

/* The operator that a binary operator, a monoid or a semiring stands for. */
#define OP_OF_BinaryOp(op, part)    ((op)->code)
#define OP_OF_Monoid(op, part)      ((op)->op->code)
#define OP_OF_Semiring(op, part)    OP_OF_SEMIRING_##part(op)
#define OP_OF_SEMIRING_add(op)      ((op)->add->op->code)
#define OP_OF_SEMIRING_multiply(op) ((op)->multiply->code)

#define VECTORS(name, kind, part, call)                                                                      \
    GrB_Info GrB_Vector_##name##_##kind(GRB_OUT_VECTOR, const GrB_##kind op, const GrB_Vector u,             \
                                        const GrB_Vector v, GRB_DESC)                                        \
    {                                                                                                        \
        GRB_WRITE(w, mask, accum, desc);                                                                     \
        GRB_INPUT(w, op);                                                                                    \
        GRB_INPUT(w, u);                                                                                     \
        GRB_INPUT(w, v);                                                                                     \
        const graph_descriptor d = grb__descriptor(desc, GRB_WRITE_FLAGS);                                   \
        return grb__done(w, call(w->vector, grb__vector_mask(mask), grb__accum(accum),                       \
                                 OP_OF_##kind(op, part), u->vector, v->vector, &d));                         \
    }
#define MATRICES(name, kind, part, call)                                                                     \
    GrB_Info GrB_Matrix_##name##_##kind(GRB_OUT_MATRIX, const GrB_##kind op, const GrB_Matrix A,             \
                                        const GrB_Matrix B, GRB_DESC)                                        \
    {                                                                                                        \
        GRB_WRITE(C, Mask, accum, desc);                                                                     \
        GRB_INPUT(C, op);                                                                                    \
        GRB_INPUT(C, A);                                                                                     \
        GRB_INPUT(C, B);                                                                                     \
        const graph_descriptor d = grb__descriptor(desc, TWO_INPUTS);                                        \
        return grb__done(C, call(C->matrix, grb__mask(Mask), grb__accum(accum), OP_OF_##kind(op, part),      \
                                 A->matrix, B->matrix, &d));                                                 \
    }
#define PAIRS(kind)                                                                                          \
    VECTORS(eWiseMult, kind, multiply, graph_vector_ewise_mult)                                              \
    VECTORS(eWiseAdd, kind, add, graph_vector_ewise_add)                                                     \
    MATRICES(eWiseMult, kind, multiply, graph_ewise_mult)                                                    \
    MATRICES(eWiseAdd, kind, add, graph_ewise_add)                                                           \
    MATRICES(kronecker, kind, multiply, graph_kronecker)
PAIRS(Semiring)
PAIRS(Monoid)
PAIRS(BinaryOp)

/* The value of a scalar object in the type of an operand. */
static graph_status operand(graph_scalar *x, const GrB_Scalar s, GrB_Type type)
{
    return grb__scalar_as(x, type->code, grb__scalar(s->value, s->type));
}

GrB_Info GxB_Vector_eWiseUnion(GRB_OUT_VECTOR, const GrB_BinaryOp op, const GrB_Vector u,
                               const GrB_Scalar alpha, const GrB_Vector v, const GrB_Scalar beta, GRB_DESC)
{
    graph_scalar a, b;
    graph_status status;
    GRB_WRITE(w, mask, accum, desc);
    GRB_INPUT(w, op);
    GRB_INPUT(w, u);
    GRB_INPUT(w, v);
    GRB_INPUT(w, alpha);
    GRB_INPUT(w, beta);
    if (!alpha->has_value || !beta->has_value)
        return grb__fail(w, GrB_EMPTY_OBJECT, "alpha or beta is empty");
    const graph_descriptor d = grb__descriptor(desc, GRB_WRITE_FLAGS);
    GRB_TRY(operand(&a, alpha, op->x));
    GRB_TRY(operand(&b, beta, op->y));
    GRB_TRY(graph_vector_ewise_union(w->vector, grb__vector_mask(mask), grb__accum(accum), op->code,
                                     u->vector, a, v->vector, b, &d));
done:
    return grb__done(w, status);
}

GrB_Info GxB_Matrix_eWiseUnion(GRB_OUT_MATRIX, const GrB_BinaryOp op, const GrB_Matrix A,
                               const GrB_Scalar alpha, const GrB_Matrix B, const GrB_Scalar beta, GRB_DESC)
{
    graph_scalar a, b;
    graph_status status;
    GRB_WRITE(C, Mask, accum, desc);
    GRB_INPUT(C, op);
    GRB_INPUT(C, A);
    GRB_INPUT(C, B);
    GRB_INPUT(C, alpha);
    GRB_INPUT(C, beta);
    if (!alpha->has_value || !beta->has_value)
        return grb__fail(C, GrB_EMPTY_OBJECT, "alpha or beta is empty");
    const graph_descriptor d = grb__descriptor(desc, TWO_INPUTS);
    GRB_TRY(operand(&a, alpha, op->x));
    GRB_TRY(operand(&b, beta, op->y));
    GRB_TRY(graph_ewise_union(C->matrix, grb__mask(Mask), grb__accum(accum), op->code, A->matrix, a,
                              B->matrix, b, &d));
done:
    return grb__done(C, status);
}

GrB_Info GrB_transpose(GRB_OUT_MATRIX, const GrB_Matrix A, GRB_DESC)
{
    GRB_WRITE(C, Mask, accum, desc);
    GRB_INPUT(C, A);
    const graph_descriptor d = grb__descriptor(desc, GRB_WRITE_FLAGS | GRAPH_TRANSPOSE_A);
    return grb__done(C, graph_transpose(C->matrix, grb__mask(Mask), grb__accum(accum), A->matrix, &d));
}
