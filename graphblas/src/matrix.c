/* Matrices (4.2.4): objects, elements, building and reading. */
#include <stdlib.h>

#include "objects.h"

GrB_Info GrB_Matrix_new(GrB_Matrix *A, GrB_Type type, GrB_Index nrows, GrB_Index ncols)
{
    GRB_POINTER(NULL, A);
    *A = NULL;
    GRB_INPUT(NULL, type);
    if (nrows > GrB_INDEX_MAX || ncols > GrB_INDEX_MAX)
        return GrB_INVALID_VALUE;
    GrB_Matrix made = GRB_NEW(Matrix);
    if (!made)
        return GrB_OUT_OF_MEMORY;
    made->type = grb__hold(type);
    graph_status status = graph_matrix_create(&made->matrix, type->code, nrows, ncols);
    if (status != GRAPH_OK) {
        grb__drop(made);
        return grb__info(status);
    }
    *A = made;
    return GrB_SUCCESS;
}

GrB_Info GrB_Matrix_dup(GrB_Matrix *C, const GrB_Matrix A)
{
    GRB_POINTER(NULL, C);
    *C = NULL;
    GRB_INPUT(NULL, A);
    GrB_Matrix made = GRB_NEW(Matrix);
    if (!made)
        return GrB_OUT_OF_MEMORY;
    made->type = grb__hold(A->type);
    made->head.orientation = A->head.orientation;
    graph_status status = graph_matrix_dup(&made->matrix, A->matrix);
    if (status != GRAPH_OK) {
        grb__drop(made);
        return grb__done(A, status);
    }
    *C = made;
    return GrB_SUCCESS;
}

GrB_Info GrB_Matrix_resize(GrB_Matrix A, GrB_Index nrows, GrB_Index ncols)
{
    GRB_OBJECT(A);
    return grb__done(A, graph_matrix_resize(A->matrix, nrows, ncols));
}

GrB_Info GrB_Matrix_clear(GrB_Matrix A)
{
    GRB_OBJECT(A);
    return grb__done(A, graph_matrix_clear(A->matrix));
}

#define FACT(name, fact)                                                                                     \
    GrB_Info GrB_Matrix_##name(GrB_Index *name, const GrB_Matrix A)                                          \
    {                                                                                                        \
        GRB_OBJECT(A);                                                                                       \
        GRB_POINTER(A, name);                                                                                \
        return grb__done(A, graph_matrix_##fact(name, A->matrix));                                           \
    }
FACT(nrows, rows)
FACT(ncols, columns)
FACT(nvals, entries)

GrB_Info GxB_Matrix_type(GrB_Type *type, const GrB_Matrix A)
{
    GRB_OBJECT(A);
    GRB_POINTER(A, type);
    *type = A->type;
    return GrB_SUCCESS;
}

GrB_Info GrB_Matrix_removeElement(GrB_Matrix A, GrB_Index i, GrB_Index j)
{
    GRB_OBJECT(A);
    return grb__done(A, graph_matrix_remove(A->matrix, i, j));
}

/* ---- Diagonals ---- */

/* The entries of a vector, in arrays of the caller's to free. */
static graph_status entries_of(GrB_Index **index, void **value, GrB_Index *n, const GrB_Vector v)
{
    graph_status status = graph_vector_entries(n, v->vector);
    if (status != GRAPH_OK)
        return status;
    *index = grb__new(*n * sizeof **index);
    *value = grb__new(*n * v->type->size);
    if (!*index || !*value)
        return GRAPH_E_MEMORY;
    return graph_vector_extract_tuples(*index, *value, v->type->code, n, v->vector);
}

/* Programs made for SuiteSparse pass a matrix of one column where a vector belongs. */
static GrB_Info diagonal_of_column(GrB_Matrix *C, GrB_Matrix A, int64_t k)
{
    GrB_Vector column = NULL;
    GrB_Index rows = 0, columns = 0;
    GrB_Info info = GrB_Matrix_nrows(&rows, A);
    if (info == GrB_SUCCESS)
        info = GrB_Matrix_ncols(&columns, A);
    if (info == GrB_SUCCESS && columns != 1)
        return GrB_DIMENSION_MISMATCH;
    if (info == GrB_SUCCESS)
        info = GrB_Vector_new(&column, A->type, rows);
    if (info == GrB_SUCCESS)
        info = grb__info(
            graph_extract_column(column->vector, NULL, GRAPH_NO_OP, A->matrix, GRAPH_ALL, 0, 0, NULL));
    if (info == GrB_SUCCESS)
        info = GrB_Matrix_diag(C, column, k);
    grb__drop(column);
    return info;
}

GrB_Info GrB_Matrix_diag(GrB_Matrix *C, const GrB_Vector v, int64_t k)
{
    GrB_Index *row = NULL, *column = NULL, size, n, shift = k < 0 ? -(uint64_t)k : (uint64_t)k;
    GrB_Matrix made = NULL;
    void *value = NULL;
    graph_status status;
    GRB_POINTER(NULL, C);
    *C = NULL;
    if (grb__is(v, GRB_MAGIC_Matrix))
        return diagonal_of_column(C, (GrB_Matrix)(void *)v, k);
    GRB_INPUT(NULL, v);
    GRB_TRY(graph_vector_length(&size, v->vector));
    if (shift > GrB_INDEX_MAX)
        return GrB_INVALID_VALUE;
    GrB_Info info = GrB_Matrix_new(&made, v->type, size + shift, size + shift);
    if (info != GrB_SUCCESS)
        return info;
    GRB_TRY(entries_of(&row, &value, &n, v));
    column = grb__new(n * sizeof *column);
    if (!column)
        GRB_TRY(GRAPH_E_MEMORY);
    for (GrB_Index e = 0; e < n; e++) {
        column[e] = k > 0 ? row[e] + shift : row[e];
        row[e] += k < 0 ? shift : 0;
    }
    GRB_TRY(graph_matrix_build(made->matrix, row, column, value, v->type->code, n, GRAPH_NO_OP));
    *C = made;
    made = NULL;
done:
    grb__drop(made);
    grb__delete(row), grb__delete(column), grb__delete(value);
    return grb__info(status);
}

GrB_Info GxB_Vector_diag(GrB_Vector v, const GrB_Matrix A, int64_t k, const GrB_Descriptor desc)
{
    GrB_Index *row = NULL, *column = NULL, rows, columns, size, n, shift = k < 0 ? -(uint64_t)k : (uint64_t)k;
    graph_matrix *diagonal = NULL;
    void *value = NULL;
    graph_vector *found = NULL;
    graph_status status;
    GRB_OBJECT(v);
    GRB_INPUT(v, A);
    GRB_OPTION(v, desc);
    GRB_TRY(graph_matrix_rows(&rows, A->matrix));
    GRB_TRY(graph_matrix_columns(&columns, A->matrix));
    GRB_TRY(graph_vector_length(&size, v->vector));
    if (k >= 0)
        n = shift >= columns ? 0 : rows < columns - shift ? rows : columns - shift;
    else
        n = shift >= rows ? 0 : columns < rows - shift ? columns : rows - shift;
    if (size != n)
        return grb__fail(v, GrB_DIMENSION_MISMATCH, "the size of v is not that of the diagonal");
    GRB_TRY(graph_matrix_create(&diagonal, A->type->code, rows, columns));
    GRB_TRY(graph_select(diagonal, NULL, GRAPH_NO_OP, GRAPH_DIAGONAL, A->matrix, graph_int64(k), NULL));
    GRB_TRY(graph_matrix_entries(&n, diagonal));
    row = grb__new(n * sizeof *row), column = grb__new(n * sizeof *column),
    value = grb__new(n * A->type->size);
    if (!row || !column || !value)
        GRB_TRY(GRAPH_E_MEMORY);
    GRB_TRY(graph_matrix_extract_tuples(row, column, value, A->type->code, &n, diagonal));
    GRB_TRY(graph_vector_create(&found, v->type->code, size));
    GRB_TRY(graph_vector_build(found, k >= 0 ? row : column, value, A->type->code, n, GRAPH_NO_OP));
    graph_vector_release(&v->vector);
    v->vector = found;
    found = NULL;
done:
    graph_matrix_release(&diagonal);
    graph_vector_release(&found);
    grb__delete(row), grb__delete(column), grb__delete(value);
    return grb__done(v, status);
}

/* ---- Elements ---- */

static GrB_Info set(GrB_Matrix A, const void *x, GrB_Type type, GrB_Index i, GrB_Index j)
{
    graph_scalar s;
    graph_status status;
    GRB_OBJECT(A);
    GRB_POINTER(A, x);
    GRB_USER_TYPE(A, type, A->type);
    GRB_TRY(grb__scalar_as(&s, A->type->code, grb__scalar(x, type ? type : A->type)));
    GRB_TRY(graph_matrix_set(A->matrix, i, j, s));
done:
    return grb__done(A, status);
}

static GrB_Info extract(void *x, const GrB_Matrix A, GrB_Type type, GrB_Index i, GrB_Index j)
{
    GRB_OBJECT(A);
    GRB_POINTER(A, x);
    GRB_USER_TYPE(A, type, A->type);
    graph_scalar s = graph_own(A->type->code, x);
    if (type && !A->type->head.is_predefined)
        return grb__fail(A, GrB_DOMAIN_MISMATCH, "A has a user type, the scalar a built-in one");
    graph_status status = graph_matrix_get(&s, A->matrix, i, j);
    if (status == GRAPH_OK && type)
        status = grb__store(x, type, s);
    return grb__done(A, status);
}

GrB_Info GrB_Matrix_setElement_Scalar(GrB_Matrix A, const GrB_Scalar s, GrB_Index i, GrB_Index j)
{
    GRB_OBJECT(A);
    GRB_INPUT(A, s);
    if (!s->has_value)
        return GrB_Matrix_removeElement(A, i, j);
    if (!s->type->head.is_predefined && s->type != A->type)
        return grb__fail(A, GrB_DOMAIN_MISMATCH, "s has another user type than A");
    return set(A, s->value, s->type, i, j);
}

GrB_Info GrB_Matrix_extractElement_Scalar(GrB_Scalar s, const GrB_Matrix A, GrB_Index i, GrB_Index j)
{
    GRB_OBJECT(s);
    GRB_INPUT(s, A);
    if (s->type != A->type && !(s->type->head.is_predefined && A->type->head.is_predefined))
        return grb__fail(s, GrB_DOMAIN_MISMATCH, "s and A have different types, one of them a user type");
    GrB_Info info = extract(s->value, A, s->type->head.is_predefined ? s->type : NULL, i, j);
    if (info >= 0)
        s->has_value = info == GrB_SUCCESS;
    return info == GrB_NO_VALUE ? GrB_SUCCESS : info;
}

/* ---- Many elements ---- */

static GrB_Info build(GrB_Matrix A, const GrB_Index *I, const GrB_Index *J, const void *X, GrB_Type type,
                      GrB_Index n, const GrB_BinaryOp dup)
{
    graph_matrix *sums = NULL;
    graph_index rows, columns, entries;
    graph_status status;
    GRB_OBJECT(A);
    if (n) {
        GRB_POINTER(A, I);
        GRB_POINTER(A, J);
        GRB_POINTER(A, X);
    }
    GRB_OPTION(A, dup);
    GRB_USER_TYPE(A, type, A->type);
    const graph_type value_type = type ? type->code : A->type->code;
    if (!dup || dup->z == A->type)
        return grb__done(A, graph_matrix_build(A->matrix, I, J, X, value_type, n, grb__accum(dup)));
    /* Repeated values are combined in the type of dup. */
    GRB_TRY(graph_matrix_entries(&entries, A->matrix));
    if (entries)
        return grb__fail(A, GrB_OUTPUT_NOT_EMPTY, "A has entries");
    GRB_TRY(graph_matrix_rows(&rows, A->matrix));
    GRB_TRY(graph_matrix_columns(&columns, A->matrix));
    GRB_TRY(graph_matrix_create(&sums, dup->z->code, rows, columns));
    GRB_TRY(graph_matrix_build(sums, I, J, X, value_type, n, dup->code));
    GRB_TRY(graph_apply(A->matrix, NULL, GRAPH_NO_OP, GRAPH_IDENTITY, sums, NULL));
done:
    graph_matrix_release(&sums);
    return grb__done(A, status);
}

GrB_Info GxB_Matrix_build_Scalar(GrB_Matrix A, const GrB_Index *I, const GrB_Index *J, GrB_Scalar s,
                                 GrB_Index n)
{
    graph_matrix *pattern = NULL;
    graph_index rows, columns, entries;
    graph_status status;
    graph_scalar x;
    GRB_OBJECT(A);
    GRB_INPUT(A, s);
    if (n) {
        GRB_POINTER(A, I);
        GRB_POINTER(A, J);
    }
    if (!s->has_value)
        return grb__fail(A, GrB_EMPTY_OBJECT, "s is empty");
    GRB_TRY(graph_matrix_entries(&entries, A->matrix));
    if (entries)
        return grb__fail(A, GrB_OUTPUT_NOT_EMPTY, "A has entries");
    GRB_TRY(grb__scalar_as(&x, A->type->code, grb__scalar(s->value, s->type)));
    GRB_TRY(graph_matrix_rows(&rows, A->matrix));
    GRB_TRY(graph_matrix_columns(&columns, A->matrix));
    GRB_TRY(graph_matrix_create(&pattern, GRAPH_PATTERN, rows, columns));
    GRB_TRY(graph_matrix_build(pattern, I, J, NULL, GRAPH_PATTERN, n, GRAPH_ANY));
    GRB_TRY(graph_assign_scalar(A->matrix, pattern, GRAPH_NO_OP, x, GRAPH_ALL, 0, GRAPH_ALL, 0,
                                GRAPH_DESCRIPTOR(.flags = GRAPH_MASK_STRUCTURE)));
done:
    graph_matrix_release(&pattern);
    return grb__done(A, status);
}

static GrB_Info tuples(GrB_Index *I, GrB_Index *J, void *X, GrB_Type type, GrB_Index *n, const GrB_Matrix A)
{
    GRB_OBJECT(A);
    GRB_POINTER(A, n);
    if (X)
        GRB_USER_TYPE(A, type, A->type);
    return grb__done(A,
                     graph_matrix_extract_tuples(I, J, X, type ? type->code : A->type->code, n, A->matrix));
}

#define ELEMENTS(suffix, value, array, out, type, address)                                                   \
    GrB_Info GrB_Matrix_build_##suffix(GrB_Matrix A, const GrB_Index *I, const GrB_Index *J, const array *X, \
                                       GrB_Index n, const GrB_BinaryOp dup)                                  \
    {                                                                                                        \
        return build(A, I, J, X, type, n, dup);                                                              \
    }                                                                                                        \
    GrB_Info GrB_Matrix_setElement_##suffix(GrB_Matrix A, value x, GrB_Index i, GrB_Index j)                 \
    {                                                                                                        \
        return set(A, address x, type, i, j);                                                                \
    }                                                                                                        \
    GrB_Info GrB_Matrix_extractElement_##suffix(out *x, const GrB_Matrix A, GrB_Index i, GrB_Index j)        \
    {                                                                                                        \
        return extract(x, A, type, i, j);                                                                    \
    }                                                                                                        \
    GrB_Info GrB_Matrix_extractTuples_##suffix(GrB_Index *I, GrB_Index *J, out *X, GrB_Index *n,             \
                                               const GrB_Matrix A)                                           \
    {                                                                                                        \
        return tuples(I, J, X, type, n, A);                                                                  \
    }
#define ELEMENTS_OF(suffix, c_type, code) ELEMENTS(suffix, c_type, c_type, c_type, &grb__type_##suffix, &)
GRB_TYPES(ELEMENTS_OF)
ELEMENTS(UDT, const void *, void, void, NULL, )
