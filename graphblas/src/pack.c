/* Pack and unpack of SuiteSparse's names: arrays of the program's memory become the content of an object, and back.
 *
 * Indices have 64 bits there and 32 inside semigraph, so arrays are copied, and freed by the side that gives them away. */
#include <string.h>

#include "objects.h"

/* The values, each of them where all are one. */
static char *all_values(const void *X, size_t size, GrB_Index n, bool is_iso)
{
    char *value = is_iso ? grb__new(n * size) : NULL;
    for (GrB_Index k = 0; value && k < n; k++)
        memcpy(value + k * size, X, size);
    return value;
}

/* Whether an array of so many bytes is too small for n elements. */
static bool is_short(GrB_Index bytes, GrB_Index n, size_t element_bytes) { return n > bytes / element_bytes; }

/* ---- Vectors ---- */

static graph_status fill(graph_vector **made, GrB_Vector v, const GrB_Index *I, const void *X, bool is_iso,
                         GrB_Index n)
{
    graph_index length;
    char *value = NULL;
    graph_status status;
    GRB_TRY(graph_vector_length(&length, v->vector));
    GRB_TRY(graph_vector_create(made, v->type->code, length));
    if (is_iso && !(value = all_values(X, v->type->size, n, true)))
        GRB_TRY(GRAPH_E_MEMORY);
    GRB_TRY(graph_vector_build(*made, I, value ? value : X, v->type->code, n, GRAPH_NO_OP));
done:
    grb__delete(value);
    return status;
}

static GrB_Info pack_vector(GrB_Vector v, GrB_Index **I, void **X, bool is_iso, GrB_Index n)
{
    graph_vector *made = NULL;
    graph_status status = fill(&made, v, *I, *X, is_iso, n);
    if (status == GRAPH_OK) {
        graph_vector_release(&v->vector);
        v->vector = made;
        grb__delete(*I), grb__delete(*X);
        *I = NULL, *X = NULL;
    } else
        graph_vector_release(&made);
    return grb__done(v, status);
}

GrB_Info GxB_Vector_pack_CSC(GrB_Vector v, GrB_Index **I, void **X, GrB_Index I_size, GrB_Index X_size,
                             bool is_iso, GrB_Index nvals, bool is_jumbled, GRB_DESC)
{
    (void)is_jumbled, (void)desc;
    GRB_OBJECT(v);
    GRB_POINTER(v, I);
    GRB_POINTER(v, X);
    if (is_short(I_size, nvals, sizeof **I) || is_short(X_size, is_iso ? 1 : nvals, v->type->size))
        return grb__fail(v, GrB_INVALID_VALUE, "an array is smaller than its entries");
    if (nvals) {
        GRB_POINTER(v, *I);
        GRB_POINTER(v, *X);
    }
    return pack_vector(v, I, X, is_iso, nvals);
}

GrB_Info GxB_Vector_pack_Full(GrB_Vector v, void **X, GrB_Index X_size, bool is_iso, GRB_DESC)
{
    GrB_Index n = 0, *I = NULL;
    (void)desc;
    GRB_OBJECT(v);
    GRB_POINTER(v, X);
    graph_status status = graph_vector_length(&n, v->vector);
    if (status != GRAPH_OK)
        return grb__done(v, status);
    if (is_short(X_size, is_iso ? 1 : n, v->type->size))
        return grb__fail(v, GrB_INVALID_VALUE, "the array is smaller than the vector");
    if (n)
        GRB_POINTER(v, *X);
    I = grb__new(n * sizeof *I);
    if (!I)
        return grb__done(v, GRAPH_E_MEMORY);
    for (GrB_Index k = 0; k < n; k++)
        I[k] = k;
    GrB_Info info = pack_vector(v, &I, X, is_iso, n);
    grb__delete(I);
    return info;
}

/* Entries where present[i] is not 0; X has a place for each index. */
GrB_Info GxB_Vector_pack_Bitmap(GrB_Vector v, int8_t **present, void **X, GrB_Index present_size,
                                GrB_Index X_size, bool is_iso, GrB_Index nvals, GRB_DESC)
{
    GrB_Index n = 0, found = 0;
    (void)nvals, (void)desc;
    GRB_OBJECT(v);
    GRB_POINTER(v, present);
    GRB_POINTER(v, X);
    const size_t size = v->type->size;
    graph_status status = graph_vector_length(&n, v->vector);
    if (status != GRAPH_OK)
        return grb__done(v, status);
    if (present_size < n || is_short(X_size, is_iso ? 1 : n, size))
        return grb__fail(v, GrB_INVALID_VALUE, "an array is smaller than the vector");
    if (n) {
        GRB_POINTER(v, *present);
        GRB_POINTER(v, *X);
    }
    GrB_Index *I = grb__new(n * sizeof *I);
    char *value = grb__new(n * size);
    for (GrB_Index i = 0; I && value && i < n; i++) {
        if (!(*present)[i])
            continue;
        memcpy(value + found * size, (const char *)*X + (is_iso ? 0 : i) * size, size);
        I[found++] = i;
    }
    void *values = value;
    GrB_Info info = I && value ? pack_vector(v, &I, &values, false, found) : grb__done(v, GRAPH_E_MEMORY);
    if (info == GrB_SUCCESS) {
        grb__delete(*present), grb__delete(*X);
        *present = NULL, *X = NULL;
    } else
        grb__delete(I), grb__delete(value);
    return info;
}

static GrB_Info unpack_vector(GrB_Vector v, GrB_Index **I, void **X, GrB_Index *n)
{
    graph_status status;
    *I = NULL, *X = NULL;
    GRB_TRY(graph_vector_entries(n, v->vector));
    *I = grb__new(*n * sizeof **I), *X = grb__new(*n * v->type->size);
    if (!*I || !*X)
        GRB_TRY(GRAPH_E_MEMORY);
    GRB_TRY(graph_vector_extract_tuples(*I, *X, v->type->code, n, v->vector));
    GRB_TRY(graph_vector_clear(v->vector));
done:
    if (status != GRAPH_OK) {
        grb__delete(*I), grb__delete(*X);
        *I = NULL, *X = NULL;
    }
    return grb__done(v, status);
}

GrB_Info GxB_Vector_unpack_CSC(GrB_Vector v, GrB_Index **I, void **X, GrB_Index *I_size, GrB_Index *X_size,
                               bool *is_iso, GrB_Index *nvals, bool *is_jumbled, GRB_DESC)
{
    (void)desc;
    GRB_OBJECT(v);
    GRB_POINTER(v, I);
    GRB_POINTER(v, X);
    GRB_POINTER(v, nvals);
    GrB_Info info = unpack_vector(v, I, X, nvals);
    if (info == GrB_SUCCESS && I_size)
        *I_size = *nvals * sizeof **I;
    if (info == GrB_SUCCESS && X_size)
        *X_size = *nvals * v->type->size;
    if (is_iso)
        *is_iso = false;
    if (is_jumbled)
        *is_jumbled = false;
    return info;
}

GrB_Info GxB_Vector_unpack_Full(GrB_Vector v, void **X, GrB_Index *X_size, bool *is_iso, GRB_DESC)
{
    GrB_Index n = 0, length = 0, *I = NULL;
    (void)desc;
    GRB_OBJECT(v);
    GRB_POINTER(v, X);
    graph_status status = graph_vector_entries(&n, v->vector);
    if (status == GRAPH_OK)
        status = graph_vector_length(&length, v->vector);
    if (status != GRAPH_OK)
        return grb__done(v, status);
    if (n < length)
        return grb__fail(v, GrB_INVALID_VALUE, "an entry is missing");
    GrB_Info info = unpack_vector(v, &I, X, &n);
    grb__delete(I);
    if (info == GrB_SUCCESS && X_size)
        *X_size = n * v->type->size;
    if (is_iso)
        *is_iso = false;
    return info;
}

GrB_Info GxB_Vector_isStoredElement(const GrB_Vector v, GrB_Index i)
{
    graph_index n = 1;
    graph_vector *one = NULL;
    graph_status status;
    GRB_OBJECT(v);
    GRB_TRY(graph_vector_create(&one, v->type->code, 1));
    GRB_TRY(graph_vector_extract(one, NULL, GRAPH_NO_OP, v->vector, &i, 1, NULL));
    GRB_TRY(graph_vector_entries(&n, one));
done:
    graph_vector_release(&one);
    return status == GRAPH_OK && n == 0 ? GrB_NO_VALUE : grb__done(v, status);
}

/* ---- Matrices ---- */

static graph_status import(graph_matrix **made, GrB_Matrix A, graph_format format, GrB_Index *start,
                           GrB_Index *index, const void *X, bool is_iso)
{
    char *value = NULL;
    graph_status status;
    graph_arrays arrays = {.size = sizeof arrays,
                           .format = format,
                           .type = A->type->code,
                           .row = format == GRAPH_CSR ? start : index,
                           .column = format == GRAPH_CSR ? index : start,
                           .start_bits = 64,
                           .index_bits = 64,
                           .ownership = GRAPH_COPY};
    GRB_TRY(graph_matrix_rows(&arrays.rows, A->matrix));
    GRB_TRY(graph_matrix_columns(&arrays.columns, A->matrix));
    arrays.entries = start[format == GRAPH_CSR ? arrays.rows : arrays.columns];
    if (is_iso && !(value = all_values(X, A->type->size, arrays.entries, true)))
        GRB_TRY(GRAPH_E_MEMORY);
    arrays.value = value ? value : (void *)(uintptr_t)X;
    GRB_TRY(graph_matrix_import(made, &arrays));
done:
    grb__delete(value);
    return status;
}

static GrB_Info pack_matrix(GrB_Matrix A, graph_format format, GrB_Index **start, GrB_Index **index, void **X,
                            const GrB_Index *size, bool is_iso)
{
    GrB_Index lines = 0;
    graph_matrix *made = NULL;
    graph_status status;
    GRB_OBJECT(A);
    GRB_POINTER(A, start);
    GRB_POINTER(A, index);
    GRB_POINTER(A, X);
    GRB_POINTER(A, *start);
    GRB_TRY(format == GRAPH_CSR ? graph_matrix_rows(&lines, A->matrix)
                                : graph_matrix_columns(&lines, A->matrix));
    if (is_short(size[0], lines + 1, sizeof **start) || is_short(size[1], (*start)[lines], sizeof **index) ||
        is_short(size[2], is_iso ? 1 : (*start)[lines], A->type->size))
        return grb__fail(A, GrB_INVALID_VALUE, "an array is smaller than its entries");
    if ((*start)[lines]) {
        GRB_POINTER(A, *index);
        GRB_POINTER(A, *X);
    }
    GRB_TRY(import(&made, A, format, *start, *index, *X, is_iso));
    graph_matrix_release(&A->matrix);
    A->matrix = made;
    grb__delete(*start), grb__delete(*index), grb__delete(*X);
    *start = *index = NULL, *X = NULL;
done:
    return grb__done(A, status);
}

static GrB_Info unpack_matrix(GrB_Matrix A, GrB_Format format, GrB_Index **start, GrB_Index **index, void **X,
                              GrB_Index **sizes, bool *is_iso, bool *is_jumbled)
{
    GrB_Index n[3];
    graph_arrays view = {.size = sizeof view};
    graph_status status;
    GRB_OBJECT(A);
    GRB_POINTER(A, start);
    GRB_POINTER(A, index);
    GRB_POINTER(A, X);
    GrB_Info info = GrB_Matrix_exportSize(&n[0], &n[1], &n[2], format, A);
    if (info != GrB_SUCCESS)
        return info;
    *start = grb__new(n[0] * sizeof **start), *index = grb__new(n[1] * sizeof **index);
    *X = grb__new(n[2] * A->type->size);
    if (!*start || !*index || !*X)
        GRB_TRY(GRAPH_E_MEMORY);
    const bool is_csr = format == GrB_CSR_FORMAT;
    GRB_TRY(graph_matrix_export(&view, A->matrix, is_csr ? GRAPH_CSR : GRAPH_CSC, GRAPH_BORROW));
    grb__widen(*start, is_csr ? view.row : view.column, n[0], view.start_bits);
    grb__widen(*index, is_csr ? view.column : view.row, n[1], view.index_bits);
    if (n[2])
        memcpy(*X, view.value, n[2] * A->type->size);
    GRB_TRY(graph_matrix_clear(A->matrix));
    if (sizes[0])
        *sizes[0] = n[0] * sizeof **start;
    if (sizes[1])
        *sizes[1] = n[1] * sizeof **index;
    if (sizes[2])
        *sizes[2] = n[2] * A->type->size;
    if (is_iso)
        *is_iso = false;
    if (is_jumbled)
        *is_jumbled = false;
done:
    if (status != GRAPH_OK) {
        grb__delete(*start), grb__delete(*index), grb__delete(*X);
        *start = *index = NULL, *X = NULL;
    }
    return grb__done(A, status);
}

#define PACK(format)                                                                                         \
    GrB_Info GxB_Matrix_pack_##format(GrB_Matrix A, GrB_Index **start, GrB_Index **index, void **X,          \
                                      GrB_Index start_size, GrB_Index index_size, GrB_Index X_size,          \
                                      bool is_iso, bool is_jumbled, GRB_DESC)                                \
    {                                                                                                        \
        const GrB_Index size[3] = {start_size, index_size, X_size};                                          \
        (void)is_jumbled, (void)desc;                                                                        \
        return pack_matrix(A, GRAPH_##format, start, index, X, size, is_iso);                                \
    }                                                                                                        \
    GrB_Info GxB_Matrix_unpack_##format(GrB_Matrix A, GrB_Index **start, GrB_Index **index, void **X,        \
                                        GrB_Index *start_size, GrB_Index *index_size, GrB_Index *X_size,     \
                                        bool *is_iso, bool *is_jumbled, GRB_DESC)                            \
    {                                                                                                        \
        GrB_Index *sizes[3] = {start_size, index_size, X_size};                                              \
        (void)desc;                                                                                          \
        return unpack_matrix(A, GrB_##format##_FORMAT, start, index, X, sizes, is_iso, is_jumbled);          \
    }
PACK(CSR)
PACK(CSC)

GrB_Info GxB_Matrix_isStoredElement(const GrB_Matrix A, GrB_Index i, GrB_Index j)
{
    graph_index n = 1;
    graph_matrix *one = NULL;
    graph_status status;
    GRB_OBJECT(A);
    GRB_TRY(graph_matrix_create(&one, A->type->code, 1, 1));
    GRB_TRY(graph_extract(one, NULL, GRAPH_NO_OP, A->matrix, &i, 1, &j, 1, NULL));
    GRB_TRY(graph_matrix_entries(&n, one));
done:
    graph_matrix_release(&one);
    return status == GRAPH_OK && n == 0 ? GrB_NO_VALUE : grb__done(A, status);
}
