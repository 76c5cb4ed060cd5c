/* A random call of GraphBLAS.h: what it works on, and how its parts are drawn. */
#ifndef TESTS_GRAPHBLAS_RANDOM_OPERANDS_H
#define TESTS_GRAPHBLAS_RANDOM_OPERANDS_H

#include "tests/graphblas/reference_calls.h"

/* What a call works on.  Handles that are operands at once are one object. */
struct call {
    uint64_t random;
    bool has_ends; /* integers alone, with their ends */
    bool is_vector;
    bool is_union, is_selection; /* of operators drawn from now on */
    struct dense C, A, B, M;
    GrB_Matrix C_m, A_m, B_m, M_m;
    GrB_Vector C_v, A_v, B_v, M_v;
    bool has_mask, is_A_C, is_B_C;
    const struct descriptor_row *desc;
    const struct binary_row *accum; /* or NULL */
    struct writing how;
    GrB_Info info;
    struct value got, expected;
    bool compares_value;
};

/* A number below n; the length of an object; a type; a value of a type; an object of any type. */
int call_below(struct call *c, int n);
int call_length(struct call *c);
int call_type(struct call *c);
struct value call_value(struct call *c, int type);
struct dense call_object(struct call *c, int rows, int columns);

/* Predefined operators, monoids and semirings that fit the call. */
const struct binary_row *call_binary(struct call *c);
const struct monoid_row *call_monoid(struct call *c);
const struct semiring_row *call_semiring(struct call *c);
const struct index_row *call_index(struct call *c);
const struct unary_row *call_unary(struct call *c);

/* Some of the indices below n, which list gets; without repetition at most n of them.  Now and then all, as GrB_ALL. */
const GrB_Index *call_indices(struct call *c, GrB_Index *list, int *count, int n, bool may_repeat);

/* Draws the output of this shape, descriptor, accumulator, and whether there is a mask. */
void call_output(struct call *c, int rows, int columns);
/* Makes objects of the library of the operands that have a shape; which of them are vectors. */
bool call_make(struct call *c, bool is_C_vector, bool is_A_vector, bool is_B_vector, bool is_M_vector);
void call_release(struct call *c);
GrB_BinaryOp call_accum(const struct call *c);
#endif
