/* Between the reference and the library: tables of predefined objects, and objects of both kinds with the same content. */
#ifndef TESTS_GRAPHBLAS_REFERENCE_CALLS_H
#define TESTS_GRAPHBLAS_REFERENCE_CALLS_H

#include <stddef.h>

#include "tests/graphblas/reference.h"

struct unary_row {
    const GrB_UnaryOp *object;
    struct operator_ op;
};
struct binary_row {
    const GrB_BinaryOp *object;
    struct operator_ op;
};
struct index_row {
    const GrB_IndexUnaryOp *object;
    struct operator_ op;
};
struct monoid_row {
    const GrB_Monoid *object;
    struct operator_ op;
};
struct semiring_row {
    const GrB_Semiring *object;
    struct operator_ add, multiply;
};
struct descriptor_row {
    const GrB_Descriptor *object;
    bool replaces, is_complement, is_structural, is_first_transposed, is_second_transposed;
};

extern const struct unary_row unary_rows[];
extern const struct binary_row binary_rows[];
extern const struct index_row index_rows[];
extern const struct monoid_row monoid_rows[];
extern const struct semiring_row semiring_rows[];
extern const struct descriptor_row descriptor_rows[];
extern const size_t unary_count, binary_count, index_count, monoid_count, semiring_count, descriptor_count;

/* The operators of the user: double of (int16, float), uint8 of double, int32 of (double, i, j, double). */
GrB_Info new_user_operators(void);
void free_user_operators(void);

GrB_Type type_object(int type);

/* A value in memory as its C type, of at most 8 bytes. */
void encode(void *to, struct value x);
struct value decode(const void *from, int type);

/* Objects of the library with the content of a dense one; a vector is one column.  is_built: by build, else entry by
 * entry. */
GrB_Info matrix_of(GrB_Matrix *A, const struct dense *from, bool is_built);
GrB_Info vector_of(GrB_Vector *v, const struct dense *from, bool is_built);
/* Whether the object has that content; *where is the first cell that differs. */
bool matrix_is(GrB_Matrix A, const struct dense *expected, int *where);
bool vector_is(GrB_Vector v, const struct dense *expected, int *where);

/* Calls of the form for the type of a value. */
GrB_Info call_matrix_assign(GrB_Matrix C, GrB_Matrix M, GrB_BinaryOp accum, struct value x,
                            const GrB_Index *I, GrB_Index ni, const GrB_Index *J, GrB_Index nj,
                            GrB_Descriptor desc);
GrB_Info call_vector_assign(GrB_Vector w, GrB_Vector m, GrB_BinaryOp accum, struct value x,
                            const GrB_Index *I, GrB_Index ni, GrB_Descriptor desc);
GrB_Info call_matrix_first(GrB_Matrix C, GrB_Matrix M, GrB_BinaryOp accum, GrB_BinaryOp op, struct value x,
                           GrB_Matrix A, GrB_Descriptor desc);
GrB_Info call_matrix_second(GrB_Matrix C, GrB_Matrix M, GrB_BinaryOp accum, GrB_BinaryOp op, GrB_Matrix A,
                            struct value y, GrB_Descriptor desc);
GrB_Info call_vector_first(GrB_Vector w, GrB_Vector m, GrB_BinaryOp accum, GrB_BinaryOp op, struct value x,
                           GrB_Vector u, GrB_Descriptor desc);
GrB_Info call_vector_second(GrB_Vector w, GrB_Vector m, GrB_BinaryOp accum, GrB_BinaryOp op, GrB_Vector u,
                            struct value y, GrB_Descriptor desc);
GrB_Info call_matrix_index(GrB_Matrix C, GrB_Matrix M, GrB_BinaryOp accum, GrB_IndexUnaryOp op, GrB_Matrix A,
                           struct value y, bool selects, GrB_Descriptor desc);
GrB_Info call_vector_index(GrB_Vector w, GrB_Vector m, GrB_BinaryOp accum, GrB_IndexUnaryOp op, GrB_Vector u,
                           struct value y, bool selects, GrB_Descriptor desc);
/* *x comes in as the value before and goes out as the one after. */
GrB_Info call_matrix_reduce(struct value *x, GrB_BinaryOp accum, GrB_Monoid monoid, GrB_Matrix A);
GrB_Info call_vector_reduce(struct value *x, GrB_BinaryOp accum, GrB_Monoid monoid, GrB_Vector u);
GrB_Info scalar_of(GrB_Scalar *s, struct value x);
GrB_Info call_matrix_build(GrB_Matrix A, const GrB_Index *I, const GrB_Index *J, const void *X, int type,
                           GrB_Index n, GrB_BinaryOp dup);
GrB_Info call_matrix_export(GrB_Index *Ap, GrB_Index *Ai, void *X, GrB_Index *n, GrB_Format format,
                            GrB_Matrix A, int type);
GrB_Info call_matrix_import(GrB_Matrix *A, int rows, int columns, const GrB_Index *Ap, const GrB_Index *Ai,
                            const void *X, const GrB_Index *n, GrB_Format format, int type);
#endif
