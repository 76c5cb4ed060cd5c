/* A dense GraphBLAS for small objects, written from the text of the standard, to compare the library with.
 *
 * A value has a type and is cast as semigraph/types.h says where C leaves it open; an object is an array of cells that are
 * there or not.  Nothing here knows the library. */
#ifndef TESTS_GRAPHBLAS_REFERENCE_H
#define TESTS_GRAPHBLAS_REFERENCE_H

#include <stdbool.h>
#include <stdint.h>

#ifdef TESTED_IS_SUITESPARSE
#include "tests/graphblas/suitesparse.h"
#else
#include "GraphBLAS.h"
#endif

/* What an operator computes: the names of GraphBLAS_lists.h without their types. */
enum reference_op {
    REF_FIRST,
    REF_SECOND,
    REF_ONEB,
    REF_PAIR,
    REF_ANY,
    REF_MIN,
    REF_MAX,
    REF_PLUS,
    REF_MINUS,
    REF_TIMES,
    REF_DIV,
    REF_BOR,
    REF_BAND,
    REF_BXOR,
    REF_BXNOR,
    REF_EQ,
    REF_NE,
    REF_GT,
    REF_LT,
    REF_GE,
    REF_LE,
    REF_LOR,
    REF_LAND,
    REF_LXOR,
    REF_LXNOR,
    REF_USER,
    REF_IDENTITY,
    REF_AINV,
    REF_ABS,
    REF_MINV,
    REF_LNOT,
    REF_BNOT,
    REF_ONE,
    REF_USER_UNARY,
    REF_ROWINDEX,
    REF_COLINDEX,
    REF_DIAGINDEX,
    REF_TRIL,
    REF_TRIU,
    REF_DIAG,
    REF_OFFDIAG,
    REF_COLLE,
    REF_COLGT,
    REF_ROWLE,
    REF_ROWGT,
    REF_VALUEEQ,
    REF_VALUENE,
    REF_VALUEGT,
    REF_VALUELT,
    REF_VALUEGE,
    REF_VALUELE,
    REF_USER_INDEX
};

/* Types are the codes of the standard, 1 .. 11. */
struct value {
    int type;
    union {
        bool b;
        int64_t i;
        uint64_t u;
        double f;
    } as;
};

/* z = op(x, y), after the operands have been cast to its types; unary operators have no y. */
struct operator_ {
    enum reference_op op;
    int z, x, y;
};

enum { MOST_LENGTH = 6, MOST_CELLS = MOST_LENGTH * MOST_LENGTH };

/* A matrix, or a vector as one column. */
struct dense {
    int type, rows, columns;
    bool has[MOST_CELLS];
    struct value x[MOST_CELLS];
};

/* How an output is written. */
struct writing {
    const struct dense *mask;      /* or NULL */
    const struct operator_ *accum; /* or NULL */
    bool replaces, is_structural, is_complement;
};

bool is_floating(int type);
bool is_signed(int type);
struct value reference_cast(struct value x, int type);
/* Both are NaN or the same number. */
bool same_value(struct value x, struct value y);
struct value binary_value(const struct operator_ *op, struct value x, struct value y);
struct value unary_value(const struct operator_ *op, struct value x);
struct value index_value(const struct operator_ *op, struct value x, int64_t i, int64_t j, struct value y);
/* The identity of a monoid: of PLUS, TIMES, MIN, MAX, LOR, LAND, LXOR and LXNOR. */
struct value identity_value(const struct operator_ *op);

struct dense new_dense(int type, int rows, int columns);
struct dense transposed(const struct dense *A, bool is_wanted);
/* C<mask> accum= T. */
void write_dense(struct dense *C, const struct writing *how, const struct dense *T);

struct dense product_of(const struct operator_ *add, const struct operator_ *multiply, const struct dense *A,
                        const struct dense *B);
struct dense union_of(const struct operator_ *op, const struct dense *A, const struct dense *B);
struct dense intersection_of(const struct operator_ *op, const struct dense *A, const struct dense *B);
struct dense kronecker_of(const struct operator_ *op, const struct dense *A, const struct dense *B);
struct dense rows_of(const struct operator_ *op, const struct dense *A);
/* The sum of all cells that are there; false if none is. */
bool sum_of_cells(struct value *sum, const struct operator_ *op, const struct dense *A);
/* T(i, j) = A(rows[i], columns[j]). */
struct dense part_of(const struct dense *A, const GrB_Index *rows, int row_count, const GrB_Index *columns,
                     int column_count);
/* C(rows, columns) accum= A, without the mask; then C<mask> = that. */
void assign_dense(struct dense *C, const struct writing *how, const struct dense *A, const GrB_Index *rows,
                  const GrB_Index *columns);
#endif
