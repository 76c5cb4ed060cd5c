/* Import and export of arrays, and serialization (4.2.4).
 *
 * In the standard's coordinate format indptr has the columns and indices the rows.  A serialized matrix is a header, the
 * rows, the columns and the values of its entries in row-major order, in the order of bytes of the machine. */
#include <string.h>

#include "objects.h"

/* ---- Import and export ---- */

static GrB_Info import(GrB_Matrix *A, GrB_Type type, GrB_Type value_type, GrB_Index nrows, GrB_Index ncols,
                       const GrB_Index *indptr, const GrB_Index *indices, const void *values,
                       const GrB_Index *n, GrB_Format format)
{
    GRB_POINTER(NULL, A);
    *A = NULL;
    GRB_INPUT(NULL, type);
    GRB_POINTER(NULL, indptr);
    GRB_POINTER(NULL, indices);
    GRB_POINTER(NULL, values);
    if (value_type ? value_type != type : type->head.is_predefined)
        return GrB_DOMAIN_MISMATCH;
    if (format != GrB_CSR_FORMAT && format != GrB_CSC_FORMAT && format != GrB_COO_FORMAT)
        return GrB_INVALID_VALUE;
    const GrB_Index starts = format == GrB_CSR_FORMAT ? nrows : ncols;
    if (format != GrB_COO_FORMAT && (n[0] <= starts || indptr[starts] > n[1]))
        return GrB_INVALID_VALUE;
    const GrB_Index entries = format == GrB_COO_FORMAT ? n[0] : indptr[starts];
    if (format == GrB_COO_FORMAT && n[1] < entries)
        return GrB_INVALID_VALUE;
    if (n[2] < entries || nrows > GrB_INDEX_MAX || ncols > GrB_INDEX_MAX)
        return GrB_INVALID_VALUE;
    GrB_Matrix made = GRB_NEW(Matrix);
    if (!made)
        return GrB_OUT_OF_MEMORY;
    made->type = grb__hold(type);
    void *first = (void *)(uintptr_t)indptr, *second = (void *)(uintptr_t)indices;
    graph_arrays arrays = {.size = sizeof arrays,
                           .format = format == GrB_CSR_FORMAT   ? GRAPH_CSR
                                     : format == GrB_CSC_FORMAT ? GRAPH_CSC
                                                                : GRAPH_COO,
                           .type = type->code,
                           .rows = nrows,
                           .columns = ncols,
                           .entries = entries,
                           .row = format == GrB_CSR_FORMAT ? first : second,
                           .column = format == GrB_CSR_FORMAT ? second : first,
                           .value = (void *)(uintptr_t)values,
                           .start_bits = 64,
                           .index_bits = 64,
                           .ownership = GRAPH_COPY};
    graph_status status = graph_matrix_import(&made->matrix, &arrays);
    if (status != GRAPH_OK) {
        grb__drop(made);
        return grb__info(status);
    }
    *A = made;
    return GrB_SUCCESS;
}

GrB_Info GrB_Matrix_exportHint(GrB_Format *hint, GrB_Matrix A)
{
    GRB_OBJECT(A);
    GRB_POINTER(A, hint);
    *hint = GrB_CSR_FORMAT;
    return GrB_SUCCESS;
}

GrB_Info GrB_Matrix_exportSize(GrB_Index *n_indptr, GrB_Index *n_indices, GrB_Index *n_values,
                               GrB_Format format, GrB_Matrix A)
{
    graph_index rows, columns, entries;
    graph_status status;
    GRB_OBJECT(A);
    GRB_POINTER(A, n_indptr);
    GRB_POINTER(A, n_indices);
    GRB_POINTER(A, n_values);
    if (format != GrB_CSR_FORMAT && format != GrB_CSC_FORMAT && format != GrB_COO_FORMAT)
        return grb__fail(A, GrB_INVALID_VALUE, "no such format");
    GRB_TRY(graph_matrix_rows(&rows, A->matrix));
    GRB_TRY(graph_matrix_columns(&columns, A->matrix));
    GRB_TRY(graph_matrix_entries(&entries, A->matrix));
    *n_indptr = format == GrB_CSR_FORMAT ? rows + 1 : format == GrB_CSC_FORMAT ? columns + 1 : entries;
    *n_indices = *n_values = entries;
done:
    return grb__done(A, status);
}

void grb__widen(GrB_Index *to, const void *from, GrB_Index n, int bits)
{
    if (bits == 64 && n)
        memcpy(to, from, n * sizeof *to);
    for (GrB_Index k = 0; bits == 32 && k < n; k++)
        to[k] = ((const uint32_t *)from)[k];
}

static GrB_Info export(GrB_Index *indptr, GrB_Index *indices, void *values, GrB_Type value_type,
                       GrB_Index *n_indptr, GrB_Index *n_indices, GrB_Index *n_values, GrB_Format format,
                       GrB_Matrix A)
{
    GrB_Index need[3];
    graph_arrays view = {.size = sizeof view};
    GrB_Info info = GrB_Matrix_exportSize(&need[0], &need[1], &need[2], format, A);
    if (info != GrB_SUCCESS)
        return info;
    GRB_POINTER(A, indptr);
    GRB_POINTER(A, indices);
    GRB_POINTER(A, values);
    GRB_POINTER(A, n_indptr);
    GRB_POINTER(A, n_indices);
    GRB_POINTER(A, n_values);
    if (value_type ? value_type != A->type : A->type->head.is_predefined)
        return grb__fail(A, GrB_DOMAIN_MISMATCH, "values has another type than A");
    if (*n_indptr < need[0] || *n_indices < need[1] || *n_values < need[2])
        return grb__fail(A, GrB_INSUFFICIENT_SPACE, "an array is too small; see GrB_Matrix_exportSize");
    graph_status status;
    if (format == GrB_COO_FORMAT) {
        GRB_TRY(graph_matrix_extract_tuples(indices, indptr, values, A->type->code, &need[2], A->matrix));
    } else {
        const bool is_csr = format == GrB_CSR_FORMAT;
        GRB_TRY(graph_matrix_export(&view, A->matrix, is_csr ? GRAPH_CSR : GRAPH_CSC, GRAPH_BORROW));
        grb__widen(indptr, is_csr ? view.row : view.column, need[0], view.start_bits);
        grb__widen(indices, is_csr ? view.column : view.row, need[1], view.index_bits);
        if (need[2])
            memcpy(values, view.value, need[2] * A->type->size);
    }
    *n_indptr = need[0], *n_indices = need[1], *n_values = need[2];
done:
    return grb__done(A, status);
}

#define EXCHANGE(suffix, array, out, type_)                                                                  \
    GrB_Info GrB_Matrix_import_##suffix(GrB_Matrix *A, GrB_Type type, GrB_Index nrows, GrB_Index ncols,      \
                                        const GrB_Index *indptr, const GrB_Index *indices,                   \
                                        const array *values, GrB_Index n_indptr, GrB_Index n_indices,        \
                                        GrB_Index n_values, GrB_Format format)                               \
    {                                                                                                        \
        const GrB_Index n[3] = {n_indptr, n_indices, n_values};                                              \
        return import(A, type, type_, nrows, ncols, indptr, indices, values, n, format);                     \
    }                                                                                                        \
    GrB_Info GrB_Matrix_export_##suffix(GrB_Index *indptr, GrB_Index *indices, out *values,                  \
                                        GrB_Index *n_indptr, GrB_Index *n_indices, GrB_Index *n_values,      \
                                        GrB_Format format, GrB_Matrix A)                                     \
    {                                                                                                        \
        return export(indptr, indices, values, type_, n_indptr, n_indices, n_values, format, A);             \
    }
#define EXCHANGE_OF(suffix, c_type, code) EXCHANGE(suffix, c_type, c_type, &grb__type_##suffix)
GRB_TYPES(EXCHANGE_OF)
EXCHANGE(UDT, void, void, NULL)

/* ---- Serialization ---- */

struct header {
    char mark[8];
    uint64_t bytes; /* of all, this header included */
    uint64_t check; /* of what follows this field */
    uint64_t rows, columns, entries, value_bytes;
    int32_t type_code, orientation;
    char type_name[64]; /* empty for a user type that has none, or a longer one */
};

static const char mark[8] = "SGrB0001";

/* A check that a changed byte changes (FNV-1a on words of eight bytes). */
static uint64_t check_of(const char *bytes, size_t n)
{
    uint64_t hash = 14695981039346656037u, word = 0;
    for (size_t k = 0; k < n; k += sizeof word) {
        word = 0;
        memcpy(&word, bytes + k, n - k < sizeof word ? n - k : sizeof word);
        hash = (hash ^ word) * 1099511628211u;
        hash ^= hash >> 29;
    }
    return hash;
}

enum { CHECKED_FROM = offsetof(struct header, check) + sizeof(uint64_t) };

static graph_status size_of(uint64_t *bytes, GrB_Index *entries, GrB_Matrix A)
{
    graph_status status = graph_matrix_entries(entries, A->matrix);
    uint64_t each = 2 * sizeof(GrB_Index) + A->type->size;
    if (status == GRAPH_OK && *entries > (UINT64_MAX - sizeof(struct header)) / each)
        return GRAPH_E_MEMORY;
    *bytes = sizeof(struct header) + *entries * each;
    return status;
}

GrB_Info GrB_Matrix_serializeSize(GrB_Index *size, GrB_Matrix A)
{
    GrB_Index entries;
    GRB_OBJECT(A);
    GRB_POINTER(A, size);
    return grb__done(A, size_of(size, &entries, A));
}

GrB_Info GrB_Matrix_serialize(void *bytes, GrB_Index *size, GrB_Matrix A)
{
    struct header h = {.value_bytes = 0};
    graph_status status;
    GRB_OBJECT(A);
    GRB_POINTER(A, bytes);
    GRB_POINTER(A, size);
    GRB_TRY(size_of(&h.bytes, &h.entries, A));
    if (*size < h.bytes)
        return grb__fail(A, GrB_INSUFFICIENT_SPACE, "the buffer is too small; see GrB_Matrix_serializeSize");
    GRB_TRY(graph_matrix_rows(&h.rows, A->matrix));
    GRB_TRY(graph_matrix_columns(&h.columns, A->matrix));
    memcpy(h.mark, mark, sizeof h.mark);
    h.value_bytes = A->type->size;
    h.type_code = (int32_t)A->type->standard_code;
    h.orientation = (int32_t)A->head.orientation;
    if (A->type->head.name && strlen(A->type->head.name) < sizeof h.type_name)
        strcpy(h.type_name, A->type->head.name);
    /* The buffer may lie at any address. */
    GrB_Index *index = grb__new(2 * h.entries * sizeof *index);
    char *value = grb__new(h.entries * h.value_bytes);
    if (!index || !value)
        status = GRAPH_E_MEMORY;
    else
        status = graph_matrix_extract_tuples(index, index + h.entries, value, A->type->code, &h.entries,
                                             A->matrix);
    if (status == GRAPH_OK) {
        char *to = bytes;
        const size_t index_bytes = 2 * h.entries * sizeof *index;
        memcpy(to, &h, sizeof h);
        memcpy(to + sizeof h, index, index_bytes);
        memcpy(to + sizeof h + index_bytes, value, h.entries * h.value_bytes);
        h.check = check_of(to + CHECKED_FROM, h.bytes - CHECKED_FROM);
        memcpy(to + offsetof(struct header, check), &h.check, sizeof h.check);
        *size = h.bytes;
    }
    grb__delete(index), grb__delete(value);
done:
    return grb__done(A, status);
}

/* The predefined type of a code, or NULL. */
static GrB_Type type_of_code(int32_t code)
{
    switch (code) {
#define CODE(suffix, c_type, number)                                                                         \
    case number:                                                                                             \
        return &grb__type_##suffix;
        GRB_TYPES(CODE)
#undef CODE
    default:
        return NULL;
    }
}

GrB_Info GrB_Matrix_deserialize(GrB_Matrix *A, GrB_Type type, const void *bytes, GrB_Index size)
{
    struct header h;
    GrB_Matrix made = NULL;
    GrB_Index *index = NULL;
    char *value = NULL;
    graph_status status;
    GRB_POINTER(NULL, A);
    *A = NULL;
    GRB_POINTER(NULL, bytes);
    GRB_OPTION(NULL, type);
    if (size < sizeof h)
        return GrB_INVALID_OBJECT;
    memcpy(&h, bytes, sizeof h);
    if (memcmp(h.mark, mark, sizeof mark) != 0 || h.bytes > size || h.bytes < sizeof h ||
        h.value_bytes == 0 || h.check != check_of((const char *)bytes + CHECKED_FROM, h.bytes - CHECKED_FROM))
        return GrB_INVALID_OBJECT;
    if (h.value_bytes > h.bytes || h.entries != (h.bytes - sizeof h) / (2 * sizeof *index + h.value_bytes))
        return GrB_INVALID_OBJECT;
    const GrB_Type found = type_of_code(h.type_code);
    if (!type)
        type = found;
    if (!type || (found ? found != type : type->head.is_predefined) || type->size != h.value_bytes)
        return GrB_DOMAIN_MISMATCH;
    GrB_Info info = GrB_Matrix_new(&made, type, h.rows, h.columns);
    if (info != GrB_SUCCESS)
        return info;
    index = grb__new(2 * h.entries * sizeof *index), value = grb__new(h.entries * h.value_bytes);
    if (!index || !value)
        GRB_TRY(GRAPH_E_MEMORY);
    memcpy(index, (const char *)bytes + sizeof h, 2 * h.entries * sizeof *index);
    memcpy(value, (const char *)bytes + sizeof h + 2 * h.entries * sizeof *index, h.entries * h.value_bytes);
    GRB_TRY(graph_matrix_build(made->matrix, index, index + h.entries, value, type->code, h.entries,
                               GRAPH_NO_OP));
    made->head.orientation = (GrB_Orientation)h.orientation;
    *A = made;
    made = NULL;
done:
    grb__drop(made);
    grb__delete(index), grb__delete(value);
    return grb__info(status);
}
