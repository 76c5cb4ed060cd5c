/* The GraphBLAS C API 2.1 on semigraph.
 *
 * Functions, objects and their rules are those of the standard (graphblas.org); docs/graphblas.md says what differs and
 * what else is here.  Names GxB_* are extensions with the meaning that they have in SuiteSparse:GraphBLAS.  Names of
 * macros that begin with GRB_ are of this header alone, but for GRB_VERSION and GRB_SUBVERSION. */
#ifndef GRAPHBLAS_H
#define GRAPHBLAS_H

/* More than is needed here: programs have come to rely on what SuiteSparse's header includes. */
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "GraphBLAS_lists.h"

#ifdef __cplusplus
extern "C" {
#endif

#define GRB_VERSION    2
#define GRB_SUBVERSION 1
#define GxB_SEMIGRAPH  1 /* this is the header of semigraph's library */

#if defined(_WIN32)
#define GRB_API
#else
#define GRB_API __attribute__((visibility("default")))
#endif

typedef uint64_t GrB_Index;
#define GrB_INDEX_MAX      ((GrB_Index)0x0fffffffffffffff)
#define GrB_NULL           NULL
#define GrB_INVALID_HANDLE NULL

/* ---- Enumerations ---- */

typedef enum {
    GrB_SUCCESS = 0,
    GrB_NO_VALUE = 1,
    GrB_UNINITIALIZED_OBJECT = -1,
    GrB_NULL_POINTER = -2,
    GrB_INVALID_VALUE = -3,
    GrB_INVALID_INDEX = -4,
    GrB_DOMAIN_MISMATCH = -5,
    GrB_DIMENSION_MISMATCH = -6,
    GrB_OUTPUT_NOT_EMPTY = -7,
    GrB_NOT_IMPLEMENTED = -8,
    GrB_ALREADY_SET = -9,
    GrB_PANIC = -101,
    GrB_OUT_OF_MEMORY = -102,
    GrB_INSUFFICIENT_SPACE = -103,
    GrB_INVALID_OBJECT = -104,
    GrB_INDEX_OUT_OF_BOUNDS = -105,
    GrB_EMPTY_OBJECT = -106
} GrB_Info;

typedef enum { GrB_NONBLOCKING = 0, GrB_BLOCKING = 1 } GrB_Mode;
typedef enum { GrB_COMPLETE = 0, GrB_MATERIALIZE = 1 } GrB_WaitMode;
typedef enum { GrB_CSR_FORMAT = 0, GrB_CSC_FORMAT = 1, GrB_COO_FORMAT = 2 } GrB_Format;
typedef enum { GrB_ROWMAJOR = 0, GrB_COLMAJOR = 1, GrB_BOTH = 2, GrB_UNKNOWN = 3 } GrB_Orientation;
typedef enum { GrB_OUTP = 0, GrB_MASK = 1, GrB_INP0 = 2, GrB_INP1 = 3 } GrB_Desc_Field;
typedef enum {
    GrB_DEFAULT = 0,
    GrB_REPLACE = 1,
    GrB_COMP = 2,
    GrB_TRAN = 3,
    GrB_STRUCTURE = 4,
    GrB_COMP_STRUCTURE = 6
} GrB_Desc_Value;

typedef enum {
    GrB_UDT_CODE = 0,
#define GRB_CODE(suffix, c_type, code) GrB_##suffix##_CODE = code,
    GRB_TYPES(GRB_CODE)
#undef GRB_CODE
} GrB_Type_Code;

/* Fields of objects, for GrB_get and GrB_set. */
typedef enum {
    GrB_OUTP_FIELD = 0,
    GrB_MASK_FIELD = 1,
    GrB_INP0_FIELD = 2,
    GrB_INP1_FIELD = 3,
    GrB_NAME = 10,
    GrB_LIBRARY_VER_MAJOR = 11,
    GrB_LIBRARY_VER_MINOR = 12,
    GrB_LIBRARY_VER_PATCH = 13,
    GrB_API_VER_MAJOR = 14,
    GrB_API_VER_MINOR = 15,
    GrB_API_VER_PATCH = 16,
    GrB_BLOCKING_MODE = 17,
    GrB_STORAGE_ORIENTATION_HINT = 100,
    GrB_EL_TYPE_CODE = 102,
    GrB_INP0_TYPE_CODE = 103,
    GrB_INP1_TYPE_CODE = 104,
    GrB_OUTP_TYPE_CODE = 105,
    GrB_EL_TYPE_STRING = 106,
    GrB_INP0_TYPE_STRING = 107,
    GrB_INP1_TYPE_STRING = 108,
    GrB_OUTP_TYPE_STRING = 109,
    GrB_SIZE = 110
} GrB_Field;

/* ---- Objects ---- */

#define GRB_HANDLE(kind) typedef struct GrB_##kind##_opaque *GrB_##kind;
GRB_OBJECTS(GRB_HANDLE)
GRB_HANDLE(Global)
#undef GRB_HANDLE

GRB_API extern const GrB_Global GrB_GLOBAL;
GRB_API extern const GrB_Index *const GrB_ALL;

#define GRB_DECLARE_TYPE(suffix, c_type, code) GRB_API extern const GrB_Type GrB_##suffix;
GRB_TYPES(GRB_DECLARE_TYPE)
#define GRB_DECLARE_UNARY(prefix, name, type, op) GRB_API extern const GrB_UnaryOp prefix##_##name##_##type;
GRB_UNARY_OPS(GRB_DECLARE_UNARY)
GRB_API extern const GrB_UnaryOp GrB_LNOT;
#define GRB_DECLARE_BINARY(prefix, name, type, op) GRB_API extern const GrB_BinaryOp prefix##_##name##_##type;
GRB_BINARY_OPS(GRB_DECLARE_BINARY)
GRB_COMPARISONS(GRB_DECLARE_BINARY)
GRB_POWERS(GRB_DECLARE_BINARY)
GRB_POSITION_MULTIPLIES(GRB_DECLARE_BINARY)
#define GRB_DECLARE_LOGICAL(prefix, name, type, op) GRB_API extern const GrB_BinaryOp prefix##_##name;
GRB_LOGICAL_OPS(GRB_DECLARE_LOGICAL)
#define GRB_DECLARE_INDEX(prefix, name, type, op)                                                            \
    GRB_API extern const GrB_IndexUnaryOp prefix##_##name##_##type;
GRB_POSITION_FUNCTIONS(GRB_DECLARE_INDEX)
GRB_VALUE_TESTS(GRB_DECLARE_INDEX)
#define GRB_DECLARE_POSITION_TEST(prefix, name, type, op)                                                    \
    GRB_API extern const GrB_IndexUnaryOp prefix##_##name;
GRB_POSITION_TESTS(GRB_DECLARE_POSITION_TEST)
#define GRB_DECLARE_MONOID(prefix, name, type, op)                                                           \
    GRB_API extern const GrB_Monoid prefix##_##name##_MONOID_##type;
GRB_NUMERIC_MONOIDS(GRB_DECLARE_MONOID)
GRB_ANY_MONOIDS(GRB_DECLARE_MONOID)
#define GRB_DECLARE_LOGICAL_MONOID(prefix, name, type, op) GRB_DECLARE_MONOID(prefix, name, type, op)
GRB_LOGICAL_OPS(GRB_DECLARE_LOGICAL_MONOID)
#define GRB_DECLARE_SEMIRING(add, mul, type)                                                                 \
    GRB_API extern const GrB_Semiring GrB_##add##_##mul##_SEMIRING_##type;
GRB_NUMERIC_SEMIRINGS(GRB_DECLARE_SEMIRING)
GRB_LOGICAL_SEMIRINGS(GRB_DECLARE_SEMIRING)
#define GRB_DECLARE_EXTRA_SEMIRING(add, mul, type)                                                           \
    GRB_API extern const GrB_Semiring GxB_##add##_##mul##_##type;
GRB_EXTRA_SEMIRINGS(GRB_DECLARE_EXTRA_SEMIRING)
GRB_EQ_SEMIRINGS(GRB_DECLARE_EXTRA_SEMIRING)
GRB_POSITION_SEMIRINGS(GRB_DECLARE_EXTRA_SEMIRING)
#define GRB_DECLARE_DESCRIPTOR(name, output, mask, first, second)                                            \
    GRB_API extern const GrB_Descriptor GrB_DESC_##name;
GRB_DESCRIPTORS(GRB_DECLARE_DESCRIPTOR)

/* ---- The library (4.1, 4.3) ---- */

GRB_API GrB_Info GrB_init(GrB_Mode mode);
GRB_API GrB_Info GrB_finalize(void);
GRB_API GrB_Info GrB_getVersion(unsigned int *version, unsigned int *subversion);
/* As GrB_init; the objects of this library (not the arrays of semigraph) lie in memory of these functions. */
GRB_API GrB_Info GxB_init(GrB_Mode mode, void *(*user_malloc)(size_t), void *(*user_calloc)(size_t, size_t),
                          void *(*user_realloc)(void *, size_t), void (*user_free)(void *));

/* ---- What all objects have ---- */

#define GRB_DECLARE_OBJECT(kind)                                                                             \
    GRB_API GrB_Info GrB_##kind##_free(GrB_##kind *object);                                                  \
    GRB_API GrB_Info GrB_##kind##_wait(GrB_##kind object, GrB_WaitMode mode);                                \
    GRB_API GrB_Info GrB_##kind##_error(const char **error, const GrB_##kind object);                        \
    GRB_API GrB_Info GxB_##kind##_fprint(GrB_##kind object, const char *name, int level, FILE *stream);      \
    GRB_DECLARE_FIELDS(kind)
#define GRB_DECLARE_FIELDS(kind)                                                                             \
    GRB_API GrB_Info GrB_##kind##_get_Scalar(GrB_##kind object, GrB_Scalar value, GrB_Field field);          \
    GRB_API GrB_Info GrB_##kind##_get_String(GrB_##kind object, char *value, GrB_Field field);               \
    GRB_API GrB_Info GrB_##kind##_get_INT32(GrB_##kind object, int32_t *value, GrB_Field field);             \
    GRB_API GrB_Info GrB_##kind##_get_SIZE(GrB_##kind object, size_t *value, GrB_Field field);               \
    GRB_API GrB_Info GrB_##kind##_get_VOID(GrB_##kind object, void *value, GrB_Field field);                 \
    GRB_API GrB_Info GrB_##kind##_set_Scalar(GrB_##kind object, GrB_Scalar value, GrB_Field field);          \
    GRB_API GrB_Info GrB_##kind##_set_String(GrB_##kind object, const char *value, GrB_Field field);         \
    GRB_API GrB_Info GrB_##kind##_set_INT32(GrB_##kind object, int32_t value, GrB_Field field);              \
    GRB_API GrB_Info GrB_##kind##_set_VOID(GrB_##kind object, void *value, GrB_Field field, size_t bytes);
GRB_OBJECTS(GRB_DECLARE_OBJECT)
GRB_DECLARE_FIELDS(Global)

/* ---- Algebra (4.2.1) ---- */

typedef void (*GxB_unary_function)(void *, const void *);
typedef void (*GxB_binary_function)(void *, const void *, const void *);
typedef void (*GxB_index_unary_function)(void *, const void *, GrB_Index, GrB_Index, const void *);

GRB_API GrB_Info GrB_Type_new(GrB_Type *type, size_t size);
GRB_API GrB_Info GrB_UnaryOp_new(GrB_UnaryOp *op, GxB_unary_function function, GrB_Type z, GrB_Type x);
GRB_API GrB_Info GrB_BinaryOp_new(GrB_BinaryOp *op, GxB_binary_function function, GrB_Type z, GrB_Type x,
                                  GrB_Type y);
GRB_API GrB_Info GrB_IndexUnaryOp_new(GrB_IndexUnaryOp *op, GxB_index_unary_function function, GrB_Type z,
                                      GrB_Type x, GrB_Type y);
#define GRB_DECLARE_MONOID_NEW(suffix, c_type, code)                                                         \
    GRB_API GrB_Info GrB_Monoid_new_##suffix(GrB_Monoid *monoid, GrB_BinaryOp op, c_type identity);
GRB_TYPES(GRB_DECLARE_MONOID_NEW)
GRB_DECLARE_MONOID_NEW(UDT, void *, 0)
GRB_API GrB_Info GrB_Semiring_new(GrB_Semiring *semiring, GrB_Monoid add, GrB_BinaryOp multiply);
/* With a name and, for GrB_get and a compiler at run time, a definition in C; either may be NULL. */
GRB_API GrB_Info GxB_Type_new(GrB_Type *type, size_t size, const char *name, const char *definition);
GRB_API GrB_Info GxB_UnaryOp_new(GrB_UnaryOp *op, GxB_unary_function function, GrB_Type z, GrB_Type x,
                                 const char *name, const char *definition);
GRB_API GrB_Info GxB_BinaryOp_new(GrB_BinaryOp *op, GxB_binary_function function, GrB_Type z, GrB_Type x,
                                  GrB_Type y, const char *name, const char *definition);
GRB_API GrB_Info GxB_IndexUnaryOp_new(GrB_IndexUnaryOp *op, GxB_index_unary_function function, GrB_Type z,
                                      GrB_Type x, GrB_Type y, const char *name, const char *definition);

/* ---- Scalars (4.2.2), vectors (4.2.3) and matrices (4.2.4) ---- */

GRB_API GrB_Info GrB_Scalar_new(GrB_Scalar *s, GrB_Type type);
GRB_API GrB_Info GrB_Scalar_dup(GrB_Scalar *t, const GrB_Scalar s);
GRB_API GrB_Info GrB_Scalar_clear(GrB_Scalar s);
GRB_API GrB_Info GrB_Scalar_nvals(GrB_Index *nvals, const GrB_Scalar s);
GRB_API GrB_Info GrB_Vector_new(GrB_Vector *v, GrB_Type type, GrB_Index size);
GRB_API GrB_Info GrB_Vector_dup(GrB_Vector *w, const GrB_Vector v);
GRB_API GrB_Info GrB_Vector_resize(GrB_Vector v, GrB_Index size);
GRB_API GrB_Info GrB_Vector_clear(GrB_Vector v);
GRB_API GrB_Info GrB_Vector_size(GrB_Index *size, const GrB_Vector v);
GRB_API GrB_Info GrB_Vector_nvals(GrB_Index *nvals, const GrB_Vector v);
GRB_API GrB_Info GrB_Vector_removeElement(GrB_Vector v, GrB_Index i);
GRB_API GrB_Info GrB_Matrix_new(GrB_Matrix *A, GrB_Type type, GrB_Index nrows, GrB_Index ncols);
GRB_API GrB_Info GrB_Matrix_dup(GrB_Matrix *C, const GrB_Matrix A);
GRB_API GrB_Info GrB_Matrix_diag(GrB_Matrix *C, const GrB_Vector v, int64_t k);
GRB_API GrB_Info GrB_Matrix_resize(GrB_Matrix A, GrB_Index nrows, GrB_Index ncols);
GRB_API GrB_Info GrB_Matrix_clear(GrB_Matrix A);
GRB_API GrB_Info GrB_Matrix_nrows(GrB_Index *nrows, const GrB_Matrix A);
GRB_API GrB_Info GrB_Matrix_ncols(GrB_Index *ncols, const GrB_Matrix A);
GRB_API GrB_Info GrB_Matrix_nvals(GrB_Index *nvals, const GrB_Matrix A);
GRB_API GrB_Info GrB_Matrix_removeElement(GrB_Matrix A, GrB_Index i, GrB_Index j);

#define GRB_DECLARE_ELEMENTS(suffix, value, array, out)                                                      \
    GRB_API GrB_Info GrB_Scalar_setElement_##suffix(GrB_Scalar s, value x);                                  \
    GRB_API GrB_Info GrB_Scalar_extractElement_##suffix(out *x, const GrB_Scalar s);                         \
    GRB_API GrB_Info GrB_Vector_build_##suffix(GrB_Vector v, const GrB_Index *I, const array *X,             \
                                               GrB_Index n, const GrB_BinaryOp dup);                         \
    GRB_API GrB_Info GrB_Vector_setElement_##suffix(GrB_Vector v, value x, GrB_Index i);                     \
    GRB_API GrB_Info GrB_Vector_extractElement_##suffix(out *x, const GrB_Vector v, GrB_Index i);            \
    GRB_API GrB_Info GrB_Vector_extractTuples_##suffix(GrB_Index *I, out *X, GrB_Index *n,                   \
                                                       const GrB_Vector v);                                  \
    GRB_API GrB_Info GrB_Matrix_build_##suffix(GrB_Matrix A, const GrB_Index *I, const GrB_Index *J,         \
                                               const array *X, GrB_Index n, const GrB_BinaryOp dup);         \
    GRB_API GrB_Info GrB_Matrix_setElement_##suffix(GrB_Matrix A, value x, GrB_Index i, GrB_Index j);        \
    GRB_API GrB_Info GrB_Matrix_extractElement_##suffix(out *x, const GrB_Matrix A, GrB_Index i,             \
                                                        GrB_Index j);                                        \
    GRB_API GrB_Info GrB_Matrix_extractTuples_##suffix(GrB_Index *I, GrB_Index *J, out *X, GrB_Index *n,     \
                                                       const GrB_Matrix A);                                  \
    GRB_API GrB_Info GrB_Matrix_import_##suffix(                                                             \
        GrB_Matrix *A, GrB_Type type, GrB_Index nrows, GrB_Index ncols, const GrB_Index *indptr,             \
        const GrB_Index *indices, const array *values, GrB_Index n_indptr, GrB_Index n_indices,              \
        GrB_Index n_values, GrB_Format format);                                                              \
    GRB_API GrB_Info GrB_Matrix_export_##suffix(GrB_Index *indptr, GrB_Index *indices, out *values,          \
                                                GrB_Index *n_indptr, GrB_Index *n_indices,                   \
                                                GrB_Index *n_values, GrB_Format format, GrB_Matrix A);
#define GRB_DECLARE_ELEMENTS_OF(suffix, c_type, code) GRB_DECLARE_ELEMENTS(suffix, c_type, c_type, c_type)
GRB_TYPES(GRB_DECLARE_ELEMENTS_OF)
GRB_DECLARE_ELEMENTS(UDT, const void *, void, void)
GRB_API GrB_Info GrB_Vector_setElement_Scalar(GrB_Vector v, const GrB_Scalar s, GrB_Index i);
GRB_API GrB_Info GrB_Vector_extractElement_Scalar(GrB_Scalar s, const GrB_Vector v, GrB_Index i);
GRB_API GrB_Info GrB_Matrix_setElement_Scalar(GrB_Matrix A, const GrB_Scalar s, GrB_Index i, GrB_Index j);
GRB_API GrB_Info GrB_Matrix_extractElement_Scalar(GrB_Scalar s, const GrB_Matrix A, GrB_Index i, GrB_Index j);
GRB_API GrB_Info GrB_Matrix_exportSize(GrB_Index *n_indptr, GrB_Index *n_indices, GrB_Index *n_values,
                                       GrB_Format format, GrB_Matrix A);
GRB_API GrB_Info GrB_Matrix_exportHint(GrB_Format *hint, GrB_Matrix A);
GRB_API GrB_Info GrB_Matrix_serializeSize(GrB_Index *size, GrB_Matrix A);
GRB_API GrB_Info GrB_Matrix_serialize(void *bytes, GrB_Index *size, GrB_Matrix A);
GRB_API GrB_Info GrB_Matrix_deserialize(GrB_Matrix *A, GrB_Type type, const void *bytes, GrB_Index size);

/* ---- Descriptors (4.2.5) ---- */

GRB_API GrB_Info GrB_Descriptor_new(GrB_Descriptor *descriptor);
GRB_API GrB_Info GrB_Descriptor_set(GrB_Descriptor descriptor, GrB_Desc_Field field, GrB_Desc_Value value);

/* ---- Operations (4.3) ---- */

#define GRB_OUT_MATRIX GrB_Matrix C, const GrB_Matrix Mask, const GrB_BinaryOp accum
#define GRB_OUT_VECTOR GrB_Vector w, const GrB_Vector mask, const GrB_BinaryOp accum
#define GRB_DESC       const GrB_Descriptor desc

GRB_API GrB_Info GrB_mxm(GRB_OUT_MATRIX, const GrB_Semiring semiring, const GrB_Matrix A, const GrB_Matrix B,
                         GRB_DESC);
GRB_API GrB_Info GrB_vxm(GRB_OUT_VECTOR, const GrB_Semiring semiring, const GrB_Vector u, const GrB_Matrix A,
                         GRB_DESC);
GRB_API GrB_Info GrB_mxv(GRB_OUT_VECTOR, const GrB_Semiring semiring, const GrB_Matrix A, const GrB_Vector u,
                         GRB_DESC);
#define GRB_DECLARE_PAIRS(kind)                                                                              \
    GRB_API GrB_Info GrB_Vector_eWiseMult_##kind(GRB_OUT_VECTOR, const GrB_##kind op, const GrB_Vector u,    \
                                                 const GrB_Vector v, GRB_DESC);                              \
    GRB_API GrB_Info GrB_Vector_eWiseAdd_##kind(GRB_OUT_VECTOR, const GrB_##kind op, const GrB_Vector u,     \
                                                const GrB_Vector v, GRB_DESC);                               \
    GRB_API GrB_Info GrB_Matrix_eWiseMult_##kind(GRB_OUT_MATRIX, const GrB_##kind op, const GrB_Matrix A,    \
                                                 const GrB_Matrix B, GRB_DESC);                              \
    GRB_API GrB_Info GrB_Matrix_eWiseAdd_##kind(GRB_OUT_MATRIX, const GrB_##kind op, const GrB_Matrix A,     \
                                                const GrB_Matrix B, GRB_DESC);                               \
    GRB_API GrB_Info GrB_Matrix_kronecker_##kind(GRB_OUT_MATRIX, const GrB_##kind op, const GrB_Matrix A,    \
                                                 const GrB_Matrix B, GRB_DESC);
GRB_DECLARE_PAIRS(Semiring)
GRB_DECLARE_PAIRS(Monoid)
GRB_DECLARE_PAIRS(BinaryOp)
GRB_API GrB_Info GrB_Vector_extract(GRB_OUT_VECTOR, const GrB_Vector u, const GrB_Index *I, GrB_Index ni,
                                    GRB_DESC);
GRB_API GrB_Info GrB_Matrix_extract(GRB_OUT_MATRIX, const GrB_Matrix A, const GrB_Index *I, GrB_Index ni,
                                    const GrB_Index *J, GrB_Index nj, GRB_DESC);
GRB_API GrB_Info GrB_Col_extract(GRB_OUT_VECTOR, const GrB_Matrix A, const GrB_Index *I, GrB_Index ni,
                                 GrB_Index j, GRB_DESC);
GRB_API GrB_Info GrB_Vector_assign(GRB_OUT_VECTOR, const GrB_Vector u, const GrB_Index *I, GrB_Index ni,
                                   GRB_DESC);
GRB_API GrB_Info GrB_Matrix_assign(GRB_OUT_MATRIX, const GrB_Matrix A, const GrB_Index *I, GrB_Index ni,
                                   const GrB_Index *J, GrB_Index nj, GRB_DESC);
GRB_API GrB_Info GrB_Col_assign(GrB_Matrix C, const GrB_Vector mask, const GrB_BinaryOp accum,
                                const GrB_Vector u, const GrB_Index *I, GrB_Index ni, GrB_Index j, GRB_DESC);
GRB_API GrB_Info GrB_Row_assign(GrB_Matrix C, const GrB_Vector mask, const GrB_BinaryOp accum,
                                const GrB_Vector u, GrB_Index i, const GrB_Index *J, GrB_Index nj, GRB_DESC);
GRB_API GrB_Info GrB_Vector_apply(GRB_OUT_VECTOR, const GrB_UnaryOp op, const GrB_Vector u, GRB_DESC);
GRB_API GrB_Info GrB_Matrix_apply(GRB_OUT_MATRIX, const GrB_UnaryOp op, const GrB_Matrix A, GRB_DESC);
#define GRB_DECLARE_WITH_VALUE(suffix, value)                                                                \
    GRB_API GrB_Info GrB_Vector_assign_##suffix(GRB_OUT_VECTOR, value x, const GrB_Index *I, GrB_Index ni,   \
                                                GRB_DESC);                                                   \
    GRB_API GrB_Info GrB_Matrix_assign_##suffix(GRB_OUT_MATRIX, value x, const GrB_Index *I, GrB_Index ni,   \
                                                const GrB_Index *J, GrB_Index nj, GRB_DESC);                 \
    GRB_API GrB_Info GrB_Vector_apply_BinaryOp1st_##suffix(GRB_OUT_VECTOR, const GrB_BinaryOp op, value x,   \
                                                           const GrB_Vector u, GRB_DESC);                    \
    GRB_API GrB_Info GrB_Vector_apply_BinaryOp2nd_##suffix(GRB_OUT_VECTOR, const GrB_BinaryOp op,            \
                                                           const GrB_Vector u, value y, GRB_DESC);           \
    GRB_API GrB_Info GrB_Vector_apply_IndexOp_##suffix(GRB_OUT_VECTOR, const GrB_IndexUnaryOp op,            \
                                                       const GrB_Vector u, value y, GRB_DESC);               \
    GRB_API GrB_Info GrB_Matrix_apply_BinaryOp1st_##suffix(GRB_OUT_MATRIX, const GrB_BinaryOp op, value x,   \
                                                           const GrB_Matrix A, GRB_DESC);                    \
    GRB_API GrB_Info GrB_Matrix_apply_BinaryOp2nd_##suffix(GRB_OUT_MATRIX, const GrB_BinaryOp op,            \
                                                           const GrB_Matrix A, value y, GRB_DESC);           \
    GRB_API GrB_Info GrB_Matrix_apply_IndexOp_##suffix(GRB_OUT_MATRIX, const GrB_IndexUnaryOp op,            \
                                                       const GrB_Matrix A, value y, GRB_DESC);               \
    GRB_API GrB_Info GrB_Vector_select_##suffix(GRB_OUT_VECTOR, const GrB_IndexUnaryOp op,                   \
                                                const GrB_Vector u, value y, GRB_DESC);                      \
    GRB_API GrB_Info GrB_Matrix_select_##suffix(GRB_OUT_MATRIX, const GrB_IndexUnaryOp op,                   \
                                                const GrB_Matrix A, value y, GRB_DESC);
#define GRB_DECLARE_WITH_VALUE_OF(suffix, c_type, code) GRB_DECLARE_WITH_VALUE(suffix, c_type)
GRB_TYPES(GRB_DECLARE_WITH_VALUE_OF)
GRB_DECLARE_WITH_VALUE(UDT, const void *)
GRB_DECLARE_WITH_VALUE(Scalar, const GrB_Scalar)
GRB_API GrB_Info GrB_Matrix_reduce_Monoid(GRB_OUT_VECTOR, const GrB_Monoid monoid, const GrB_Matrix A,
                                          GRB_DESC);
GRB_API GrB_Info GrB_Matrix_reduce_BinaryOp(GRB_OUT_VECTOR, const GrB_BinaryOp op, const GrB_Matrix A,
                                            GRB_DESC);
#define GRB_DECLARE_SUM(suffix, c_type, code)                                                                \
    GRB_API GrB_Info GrB_Vector_reduce_##suffix(c_type *x, const GrB_BinaryOp accum,                         \
                                                const GrB_Monoid monoid, const GrB_Vector u, GRB_DESC);      \
    GRB_API GrB_Info GrB_Matrix_reduce_##suffix(c_type *x, const GrB_BinaryOp accum,                         \
                                                const GrB_Monoid monoid, const GrB_Matrix A, GRB_DESC);
GRB_TYPES(GRB_DECLARE_SUM)
GRB_DECLARE_SUM(UDT, void, 0)
#define GRB_DECLARE_SCALAR_SUM(kind)                                                                         \
    GRB_API GrB_Info GrB_Vector_reduce_##kind##_Scalar(GrB_Scalar s, const GrB_BinaryOp accum,               \
                                                       const GrB_##kind op, const GrB_Vector u, GRB_DESC);   \
    GRB_API GrB_Info GrB_Matrix_reduce_##kind##_Scalar(GrB_Scalar s, const GrB_BinaryOp accum,               \
                                                       const GrB_##kind op, const GrB_Matrix A, GRB_DESC);
GRB_DECLARE_SCALAR_SUM(Monoid)
GRB_DECLARE_SCALAR_SUM(BinaryOp)
GRB_API GrB_Info GrB_transpose(GRB_OUT_MATRIX, const GrB_Matrix A, GRB_DESC);

/* ---- Extensions ---- */

/* How much GxB_fprint and GxB_print print: nothing but what is wrong, one line, 30 entries, all. */
enum {
    GxB_SILENT = 0,
    GxB_SUMMARY = 1,
    GxB_SHORT = 2,
    GxB_COMPLETE = 3,
    GxB_SHORT_VERBOSE = 4,
    GxB_COMPLETE_VERBOSE = 5
};

/* The type of a collection: a handle that is not to be freed. */
GRB_API GrB_Info GxB_Scalar_type(GrB_Type *type, const GrB_Scalar s);
GRB_API GrB_Info GxB_Vector_type(GrB_Type *type, const GrB_Vector v);
GRB_API GrB_Info GxB_Matrix_type(GrB_Type *type, const GrB_Matrix A);
/* Union where the missing operand has a value (GxB_eWiseUnion of SuiteSparse). */
GRB_API GrB_Info GxB_Vector_eWiseUnion(GRB_OUT_VECTOR, const GrB_BinaryOp op, const GrB_Vector u,
                                       const GrB_Scalar alpha, const GrB_Vector v, const GrB_Scalar beta,
                                       GRB_DESC);
GRB_API GrB_Info GxB_Matrix_eWiseUnion(GRB_OUT_MATRIX, const GrB_BinaryOp op, const GrB_Matrix A,
                                       const GrB_Scalar alpha, const GrB_Matrix B, const GrB_Scalar beta,
                                       GRB_DESC);
/* v = the k-th diagonal of A. */
GRB_API GrB_Info GxB_Vector_diag(GrB_Vector v, const GrB_Matrix A, int64_t k, GRB_DESC);
/* Builds with one value for all entries; repeated positions are one entry. */
GRB_API GrB_Info GxB_Vector_build_Scalar(GrB_Vector v, const GrB_Index *I, GrB_Scalar s, GrB_Index n);
GRB_API GrB_Info GxB_Matrix_build_Scalar(GrB_Matrix A, const GrB_Index *I, const GrB_Index *J, GrB_Scalar s,
                                         GrB_Index n);
/* GrB_SUCCESS if there is an entry, else GrB_NO_VALUE. */
GRB_API GrB_Info GxB_Vector_isStoredElement(const GrB_Vector v, GrB_Index i);
GRB_API GrB_Info GxB_Matrix_isStoredElement(const GrB_Matrix A, GrB_Index i, GrB_Index j);
/* The entries change hands: arrays of the program's malloc (see GxB_init) become the content of v, and *I and *X NULL; or
 * v's content becomes arrays, and v is empty.  Here they are copied.  is_iso: one value for all.  Sizes are bytes. */
GRB_API GrB_Info GxB_Vector_pack_CSC(GrB_Vector v, GrB_Index **I, void **X, GrB_Index I_size,
                                     GrB_Index X_size, bool is_iso, GrB_Index nvals, bool is_jumbled,
                                     GRB_DESC);
GRB_API GrB_Info GxB_Vector_unpack_CSC(GrB_Vector v, GrB_Index **I, void **X, GrB_Index *I_size,
                                       GrB_Index *X_size, bool *is_iso, GrB_Index *nvals, bool *is_jumbled,
                                       GRB_DESC);
GRB_API GrB_Info GxB_Vector_pack_Full(GrB_Vector v, void **X, GrB_Index X_size, bool is_iso, GRB_DESC);
GRB_API GrB_Info GxB_Vector_unpack_Full(GrB_Vector v, void **X, GrB_Index *X_size, bool *is_iso, GRB_DESC);
GRB_API GrB_Info GxB_Vector_pack_Bitmap(GrB_Vector v, int8_t **present, void **X, GrB_Index present_size,
                                        GrB_Index X_size, bool is_iso, GrB_Index nvals, GRB_DESC);
#define GRB_DECLARE_PACK(format)                                                                             \
    GRB_API GrB_Info GxB_Matrix_pack_##format(GrB_Matrix A, GrB_Index **start, GrB_Index **index, void **X,  \
                                              GrB_Index start_size, GrB_Index index_size, GrB_Index X_size,  \
                                              bool is_iso, bool is_jumbled, GRB_DESC);                       \
    GRB_API GrB_Info GxB_Matrix_unpack_##format(                                                             \
        GrB_Matrix A, GrB_Index **start, GrB_Index **index, void **X, GrB_Index *start_size,                 \
        GrB_Index *index_size, GrB_Index *X_size, bool *is_iso, bool *is_jumbled, GRB_DESC);
GRB_DECLARE_PACK(CSR)
GRB_DECLARE_PACK(CSC)

/* Hints on how an object is held, which this library ignores. */
enum {
    GxB_HYPERSPARSE = 1,
    GxB_SPARSE = 2,
    GxB_BITMAP = 4,
    GxB_FULL = 8,
    GxB_AUTO_SPARSITY = 15,
    GxB_NTHREADS = 7003,
    GxB_BURBLE = 7019,
    GxB_SPARSITY_CONTROL = 7036
};
#define GxB_set(object, field, value)                                                                        \
    ((void)(field), (void)(value), (object) ? GrB_SUCCESS : GrB_UNINITIALIZED_OBJECT)

#ifdef __cplusplus
}
#else
#include "GraphBLAS_generic.h"
#endif
#endif
