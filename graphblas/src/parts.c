/* Extract and assign (4.3.6, 4.3.7): parts of matrices and vectors. */
#include "objects.h"

enum { ONE_INPUT = GRB_WRITE_FLAGS | GRAPH_TRANSPOSE_A };

/* ---- Extract ---- */

GrB_Info GrB_Vector_extract(GRB_OUT_VECTOR, const GrB_Vector u, const GrB_Index *I, GrB_Index ni, GRB_DESC)
{
    GRB_WRITE(w, mask, accum, desc);
    GRB_INPUT(w, u);
    GRB_POINTER(w, I);
    const graph_descriptor d = grb__descriptor(desc, GRB_WRITE_FLAGS);
    return grb__done(w, graph_vector_extract(w->vector, grb__vector_mask(mask), grb__accum(accum), u->vector,
                                             grb__list(I), ni, &d));
}

GrB_Info GrB_Matrix_extract(GRB_OUT_MATRIX, const GrB_Matrix A, const GrB_Index *I, GrB_Index ni,
                            const GrB_Index *J, GrB_Index nj, GRB_DESC)
{
    GRB_WRITE(C, Mask, accum, desc);
    GRB_INPUT(C, A);
    GRB_POINTER(C, I);
    GRB_POINTER(C, J);
    const graph_descriptor d = grb__descriptor(desc, ONE_INPUT);
    return grb__done(C, graph_extract(C->matrix, grb__mask(Mask), grb__accum(accum), A->matrix, grb__list(I),
                                      ni, grb__list(J), nj, &d));
}

GrB_Info GrB_Col_extract(GRB_OUT_VECTOR, const GrB_Matrix A, const GrB_Index *I, GrB_Index ni, GrB_Index j,
                         GRB_DESC)
{
    GRB_WRITE(w, mask, accum, desc);
    GRB_INPUT(w, A);
    GRB_POINTER(w, I);
    const graph_descriptor d = grb__descriptor(desc, ONE_INPUT);
    return grb__done(w, graph_extract_column(w->vector, grb__vector_mask(mask), grb__accum(accum), A->matrix,
                                             grb__list(I), ni, j, &d));
}

/* ---- Assign ---- */

GrB_Info GrB_Vector_assign(GRB_OUT_VECTOR, const GrB_Vector u, const GrB_Index *I, GrB_Index ni, GRB_DESC)
{
    GRB_WRITE(w, mask, accum, desc);
    GRB_INPUT(w, u);
    GRB_POINTER(w, I);
    const graph_descriptor d = grb__descriptor(desc, GRB_WRITE_FLAGS);
    return grb__done(w, graph_vector_assign(w->vector, grb__vector_mask(mask), grb__accum(accum), u->vector,
                                            grb__list(I), ni, &d));
}

GrB_Info GrB_Matrix_assign(GRB_OUT_MATRIX, const GrB_Matrix A, const GrB_Index *I, GrB_Index ni,
                           const GrB_Index *J, GrB_Index nj, GRB_DESC)
{
    GRB_WRITE(C, Mask, accum, desc);
    GRB_INPUT(C, A);
    GRB_POINTER(C, I);
    GRB_POINTER(C, J);
    const graph_descriptor d = grb__descriptor(desc, ONE_INPUT);
    return grb__done(C, graph_assign(C->matrix, grb__mask(Mask), grb__accum(accum), A->matrix, grb__list(I),
                                     ni, grb__list(J), nj, &d));
}

GrB_Info GrB_Col_assign(GrB_Matrix C, const GrB_Vector mask, const GrB_BinaryOp accum, const GrB_Vector u,
                        const GrB_Index *I, GrB_Index ni, GrB_Index j, GRB_DESC)
{
    GRB_WRITE(C, mask, accum, desc);
    GRB_INPUT(C, u);
    GRB_POINTER(C, I);
    const graph_descriptor d = grb__descriptor(desc, GRB_WRITE_FLAGS);
    return grb__done(C, graph_assign_column(C->matrix, grb__vector_mask(mask), grb__accum(accum), u->vector,
                                            grb__list(I), ni, j, &d));
}

GrB_Info GrB_Row_assign(GrB_Matrix C, const GrB_Vector mask, const GrB_BinaryOp accum, const GrB_Vector u,
                        GrB_Index i, const GrB_Index *J, GrB_Index nj, GRB_DESC)
{
    GRB_WRITE(C, mask, accum, desc);
    GRB_INPUT(C, u);
    GRB_POINTER(C, J);
    const graph_descriptor d = grb__descriptor(desc, GRB_WRITE_FLAGS);
    return grb__done(C, graph_assign_row(C->matrix, grb__vector_mask(mask), grb__accum(accum), u->vector, i,
                                         grb__list(J), nj, &d));
}

/* ---- Assign a value ---- */

/* The value as it is assigned: without an accumulator it becomes one of the output; with one it is an operand. */
static graph_status assigned(graph_scalar *s, const void *x, GrB_Type type, GrB_Type output,
                             const GrB_BinaryOp accum)
{
    const graph_scalar given = grb__scalar(x, type ? type : output);
    if (accum) {
        *s = given;
        return GRAPH_OK;
    }
    return grb__scalar_as(s, output->code, given);
}

static GrB_Info vector_value(GRB_OUT_VECTOR, const void *x, GrB_Type type, const GrB_Index *I, GrB_Index ni,
                             GRB_DESC)
{
    graph_scalar s;
    graph_status status;
    GRB_WRITE(w, mask, accum, desc);
    GRB_POINTER(w, x);
    GRB_POINTER(w, I);
    GRB_USER_TYPE(w, type, w->type);
    const graph_descriptor d = grb__descriptor(desc, GRB_WRITE_FLAGS);
    GRB_TRY(assigned(&s, x, type, w->type, accum));
    GRB_TRY(graph_vector_assign_scalar(w->vector, grb__vector_mask(mask), grb__accum(accum), s, grb__list(I),
                                       ni, &d));
done:
    return grb__done(w, status);
}

static GrB_Info matrix_value(GRB_OUT_MATRIX, const void *x, GrB_Type type, const GrB_Index *I, GrB_Index ni,
                             const GrB_Index *J, GrB_Index nj, GRB_DESC)
{
    graph_scalar s;
    graph_status status;
    GRB_WRITE(C, Mask, accum, desc);
    GRB_POINTER(C, x);
    GRB_POINTER(C, I);
    GRB_POINTER(C, J);
    GRB_USER_TYPE(C, type, C->type);
    const graph_descriptor d = grb__descriptor(desc, GRB_WRITE_FLAGS);
    GRB_TRY(assigned(&s, x, type, C->type, accum));
    GRB_TRY(graph_assign_scalar(C->matrix, grb__mask(Mask), grb__accum(accum), s, grb__list(I), ni,
                                grb__list(J), nj, &d));
done:
    return grb__done(C, status);
}

/* An empty scalar is an empty vector or matrix of the size of the region. */
GrB_Info GrB_Vector_assign_Scalar(GRB_OUT_VECTOR, const GrB_Scalar x, const GrB_Index *I, GrB_Index ni,
                                  GRB_DESC)
{
    graph_vector *none = NULL;
    graph_index size;
    graph_status status;
    GRB_WRITE(w, mask, accum, desc);
    GRB_INPUT(w, x);
    GRB_POINTER(w, I);
    if (x->has_value)
        return vector_value(w, mask, accum, x->value, x->type, I, ni, desc);
    const graph_descriptor d = grb__descriptor(desc, GRB_WRITE_FLAGS);
    GRB_TRY(graph_vector_length(&size, w->vector));
    GRB_TRY(graph_vector_create(&none, x->type->code, I == GrB_ALL ? size : ni));
    GRB_TRY(graph_vector_assign(w->vector, grb__vector_mask(mask), grb__accum(accum), none, grb__list(I), ni,
                                &d));
done:
    graph_vector_release(&none);
    return grb__done(w, status);
}

GrB_Info GrB_Matrix_assign_Scalar(GRB_OUT_MATRIX, const GrB_Scalar x, const GrB_Index *I, GrB_Index ni,
                                  const GrB_Index *J, GrB_Index nj, GRB_DESC)
{
    graph_matrix *none = NULL;
    graph_index rows, columns;
    graph_status status;
    GRB_WRITE(C, Mask, accum, desc);
    GRB_INPUT(C, x);
    GRB_POINTER(C, I);
    GRB_POINTER(C, J);
    if (x->has_value)
        return matrix_value(C, Mask, accum, x->value, x->type, I, ni, J, nj, desc);
    const graph_descriptor d = grb__descriptor(desc, GRB_WRITE_FLAGS);
    GRB_TRY(graph_matrix_rows(&rows, C->matrix));
    GRB_TRY(graph_matrix_columns(&columns, C->matrix));
    GRB_TRY(graph_matrix_create(&none, x->type->code, I == GrB_ALL ? rows : ni, J == GrB_ALL ? columns : nj));
    GRB_TRY(graph_assign(C->matrix, grb__mask(Mask), grb__accum(accum), none, grb__list(I), ni, grb__list(J),
                         nj, &d));
done:
    graph_matrix_release(&none);
    return grb__done(C, status);
}

#define FORMS(suffix, c_type, address, type)                                                                 \
    GrB_Info GrB_Vector_assign_##suffix(GRB_OUT_VECTOR, c_type x, const GrB_Index *I, GrB_Index ni,          \
                                        GRB_DESC)                                                            \
    {                                                                                                        \
        return vector_value(w, mask, accum, address, type, I, ni, desc);                                     \
    }                                                                                                        \
    GrB_Info GrB_Matrix_assign_##suffix(GRB_OUT_MATRIX, c_type x, const GrB_Index *I, GrB_Index ni,          \
                                        const GrB_Index *J, GrB_Index nj, GRB_DESC)                          \
    {                                                                                                        \
        return matrix_value(C, Mask, accum, address, type, I, ni, J, nj, desc);                              \
    }
#define FORMS_OF(suffix, c_type, code) FORMS(suffix, c_type, &x, &grb__type_##suffix)
GRB_TYPES(FORMS_OF)
FORMS(UDT, const void *, x, NULL)
