/* Value types, indices, scalars, and the codes of the operators; user.h makes more of both.
 *
 * A type is a code.  A matrix or vector of type GRAPH_PATTERN stores no values: each of its entries reads as 1
 * (true) in whatever type an operation works in.  Values convert between types as in C, except that floating
 * values that do not fit an integer saturate, NaN becomes 0, and anything but 0 becomes true. */
#ifndef SEMIGRAPH_TYPES_H
#define SEMIGRAPH_TYPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "semigraph/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A row, a column, a vertex or a number of them; 0-based. */
typedef uint64_t graph_index;

/* X(code, number, C type, short name) for each of the eleven built-in types. */
#define GRAPH_TYPE_LIST(X)                                                                                    \
    X(GRAPH_BOOL, 1, bool, bool)                                                                              \
    X(GRAPH_INT8, 2, int8_t, int8)                                                                            \
    X(GRAPH_INT16, 3, int16_t, int16)                                                                         \
    X(GRAPH_INT32, 4, int32_t, int32)                                                                         \
    X(GRAPH_INT64, 5, int64_t, int64)                                                                         \
    X(GRAPH_UINT8, 6, uint8_t, uint8)                                                                         \
    X(GRAPH_UINT16, 7, uint16_t, uint16)                                                                      \
    X(GRAPH_UINT32, 8, uint32_t, uint32)                                                                      \
    X(GRAPH_UINT64, 9, uint64_t, uint64)                                                                      \
    X(GRAPH_FP32, 10, float, fp32)                                                                            \
    X(GRAPH_FP64, 11, double, fp64)

/* The code of a value type: a built-in one, or one of graph_type_create. */
typedef enum graph_type {
    GRAPH_PATTERN = 0, /* entries without values */
#define GRAPH_TYPE_ENUM(code, number, c_type, name) code = number,
    GRAPH_TYPE_LIST(GRAPH_TYPE_ENUM)
#undef GRAPH_TYPE_ENUM
    GRAPH_OWN_TYPES = 64, /* user types have the codes from here on */
    GRAPH_OWN_TYPES_END = 1 << 30
} graph_type;

/* Bytes of one value of the type: 1 for GRAPH_BOOL, 8 for GRAPH_FP64, 0 for GRAPH_PATTERN and unknown codes.  A type of
 * the user's keeps its size when it is released. */
GRAPH_API size_t graph_type_size(graph_type type);

/* "bool", "int8", ..., "fp64", "pattern", or the name given at creation; "unknown type" for any other code.  Never
 * NULL; static. */
GRAPH_API const char *graph_type_name(graph_type type);

/* One value with its type.  Booleans are held in b, signed integers in i, unsigned ones in u, fp32 and fp64 in f; one
 * of type GRAPH_PATTERN reads as 1, as an entry of a pattern does.  A value of a user type stays with the caller, where
 * value.own points to: functions that take a scalar read it there during the call, and functions that give one
 * (graph_matrix_get, graph_reduce, ...) need the scalar to come in as graph_own(type, room) and write it there. */
typedef struct graph_scalar {
    graph_type type;
    union {
        bool b;
        int64_t i;
        uint64_t u;
        double f;
        void *own;
    } value;
} graph_scalar;

/* A scalar of type GRAPH_BOOL. */
static inline graph_scalar graph_bool(bool x)
{
    graph_scalar s;
    s.type = GRAPH_BOOL;
    s.value.u = 0;
    s.value.b = x;
    return s;
}

/* A scalar of type GRAPH_INT64; other integer types hold it if it is a value of theirs. */
static inline graph_scalar graph_int64(int64_t x)
{
    graph_scalar s;
    s.type = GRAPH_INT64;
    s.value.i = x;
    return s;
}

/* A scalar of type GRAPH_UINT64. */
static inline graph_scalar graph_uint64(uint64_t x)
{
    graph_scalar s;
    s.type = GRAPH_UINT64;
    s.value.u = x;
    return s;
}

/* A scalar of type GRAPH_FP64; in a matrix or vector of type GRAPH_FP32 it is rounded. */
static inline graph_scalar graph_fp64(double x)
{
    graph_scalar s;
    s.type = GRAPH_FP64;
    s.value.f = x;
    return s;
}

/* A scalar of a user type, or room for one.  It keeps the pointer: the value stays the caller's. */
static inline graph_scalar graph_own(graph_type type, const void *value)
{
    graph_scalar s;
    s.type = type;
    s.value.u = 0;
    s.value.own = (void *)(uintptr_t)value;
    return s;
}

/* The end of the macros that define semirings, types and operators: a semicolon may follow, or not. */
#define GRAPH_DEFINED __extension__

/* Binary operators z = op(x, y), on all eleven types; both operands and the result have one type, to
 * which values of other types convert first.
 * On GRAPH_BOOL: PLUS and MAX are OR, TIMES and MIN are AND, MINUS is XOR, DIV is x; it has one bit.
 * Integer PLUS, MINUS and TIMES wrap; x / 0 is the largest value of x's sign and 0 / 0 is 0.
 * MIN and MAX of a number and NaN is the number.  Comparisons give 0 or 1; operations.h says in which type they work.
 * The ones marked [monoid] are associative and commutative with an identity, and may reduce. */
typedef enum graph_op {
    GRAPH_NO_OP = 0,     /* no operator: no accumulator; duplicates are an error */
    GRAPH_PLUS = 1,      /* x + y                      [monoid, identity 0] */
    GRAPH_MINUS = 2,     /* x - y */
    GRAPH_TIMES = 3,     /* x * y                      [monoid, identity 1] */
    GRAPH_DIV = 4,       /* x / y */
    GRAPH_MIN = 5,       /* the smaller                [monoid, identity the largest value or +infinity] */
    GRAPH_MAX = 6,       /* the larger                 [monoid, identity the smallest value or -infinity] */
    GRAPH_FIRST = 7,     /* x */
    GRAPH_SECOND = 8,    /* y */
    GRAPH_ANY = 9,       /* x or y; this library takes x, so that results do not depend on threads [monoid] */
    GRAPH_PAIR = 10,     /* 1 */
    GRAPH_LOR = 11,      /* x or y, as truth values    [monoid, identity 0] */
    GRAPH_LAND = 12,     /* x and y                    [monoid, identity 1] */
    GRAPH_LXOR = 13,     /* exactly one of x, y        [monoid, identity 0] */
    GRAPH_EQ = 14,       /* x == y */
    GRAPH_NE = 15,       /* x != y */
    GRAPH_LT = 16,       /* x < y */
    GRAPH_LE = 17,       /* x <= y */
    GRAPH_GT = 18,       /* x > y */
    GRAPH_GE = 19,       /* x >= y */
    GRAPH_PLUS_SAT = 20, /* x + y, saturating: integers stop at the least and largest values instead of wrapping */
    GRAPH_LXNOR = 21,    /* both or none of x, y       [monoid, identity 1] */
    GRAPH_BOR = 22,      /* x | y, bit by bit; so below: not on floating types */
    GRAPH_BAND = 23,     /* x & y */
    GRAPH_BXOR = 24,     /* x ^ y */
    GRAPH_BXNOR = 25,    /* ~(x ^ y) */
    GRAPH_OP_COUNT = 26,
    GRAPH_OWN_OPS = 256, /* user operators, of all four kinds, have the codes from here on */
    GRAPH_OWN_OPS_END = 1 << 29,
    GRAPH_OP_OF_OTHER_KIND = 1 << 29, /* see GRAPH_INDEX_OP_OF_TEST */
    GRAPH_TYPED_OPS = 1 << 30,        /* see GRAPH_OP_ON */
    GRAPH_OPS_END = 0x7fffffff
} graph_op;

/* A typed operator, a built-in one on one of the eleven types: a constant expression, and valid wherever the operator
 * is (as operator, accumulator, monoid, duplicate, and in a semiring).  Its operands convert to the type first, whatever
 * they and the output are.  EQ, NE, LT, LE, GT and GE give GRAPH_BOOL from two values of the type; all others give a value
 * of the type, so that GrB_LOR is GRAPH_OP_ON(GRAPH_LOR, GRAPH_BOOL).  Where a union copies a lone value, that
 * converts to the type of the result. */
#define GRAPH_OP_ON(op, type) ((graph_op)((int)GRAPH_TYPED_OPS | (int)(type) << 8 | (int)(op)))

/* Unary operators z = op(x).  The codes of user operators lie below ..._END, here and in the next two. */
typedef enum graph_unary_op {
    GRAPH_IDENTITY = 1, /* x */
    GRAPH_AINV = 2,     /* -x; wraps; x on bool */
    GRAPH_MINV = 3,     /* 1 / x, by the rules of DIV */
    GRAPH_ABS = 4,      /* |x|; the smallest signed value stays */
    GRAPH_LNOT = 5,     /* 1 if x is 0, else 0 */
    GRAPH_ONE = 6,      /* 1 */
    GRAPH_SQRT = 7,     /* square root; integers round towards 0, negative ones give 0 */
    GRAPH_BNOT = 8,     /* ~x, bit by bit; not on floating types */
    GRAPH_UNARY_OP_COUNT = 9,
    GRAPH_UNARY_OPS_END = GRAPH_OPS_END
} graph_unary_op;

/* The same of unary operators: an operand converts to the type, which the result has. */
#define GRAPH_UNARY_OP_ON(op, type) ((graph_unary_op)((int)GRAPH_TYPED_OPS | (int)(type) << 8 | (int)(op)))

/* Tests of an entry (i, j, x) against a scalar y.  The position tests take an integer y = k;
 * values are tested against y as it is: of the int8 values 2 and 3 the first is less than 2.5. */
typedef enum graph_select_op {
    GRAPH_TRIL = 1,     /* j <= i + k */
    GRAPH_TRIU = 2,     /* j >= i + k */
    GRAPH_DIAGONAL = 3, /* j == i + k */
    GRAPH_OFFDIAGONAL = 4, /* j != i + k */
    GRAPH_VALUE_EQ = 5, /* x == y */
    GRAPH_VALUE_NE = 6,
    GRAPH_VALUE_LT = 7,
    GRAPH_VALUE_LE = 8,
    GRAPH_VALUE_GT = 9,
    GRAPH_VALUE_GE = 10,
    GRAPH_ROW_LE = 11,    /* i <= k */
    GRAPH_ROW_GT = 12,    /* i > k */
    GRAPH_COLUMN_LE = 13, /* j <= k */
    GRAPH_COLUMN_GT = 14, /* j > k */
    GRAPH_SELECT_OP_COUNT = 15,
    GRAPH_SELECT_OPS_END = GRAPH_OPS_END
} graph_select_op;

/* Functions of the position (i, j) of an entry. */
typedef enum graph_index_op {
    GRAPH_ROW_INDEX = 1,      /* i + k */
    GRAPH_COLUMN_INDEX = 2,   /* j + k */
    GRAPH_DIAGONAL_INDEX = 3, /* j - i + k */
    GRAPH_INDEX_OP_COUNT = 4,
    GRAPH_INDEX_OPS_END = GRAPH_OPS_END
} graph_index_op;

/* A typed test of values, which converts an entry and the scalar to the type (as arrays convert) and compares there; a
 * typed function of positions, whose result has the type GRAPH_INT32 or GRAPH_INT64. */
#define GRAPH_SELECT_OP_ON(test, type) ((graph_select_op)((int)GRAPH_TYPED_OPS | (int)(type) << 8 | (int)(test)))
#define GRAPH_INDEX_OP_ON(op, type)    ((graph_index_op)((int)GRAPH_TYPED_OPS | (int)(type) << 8 | (int)(op)))

/* A test as an operator for graph_apply_index, which gives its truth value; a function of positions as a test for
 * graph_select, which an entry passes where it is not 0.  Also for typed operators and those of the user. */
#define GRAPH_INDEX_OP_OF_TEST(test) ((graph_index_op)((int)(test) ^ (int)GRAPH_OP_OF_OTHER_KIND))
#define GRAPH_TEST_OF_INDEX_OP(op)   ((graph_select_op)((int)(op) ^ (int)GRAPH_OP_OF_OTHER_KIND))

/* Ownership of arrays that are passed into or out of the library. */
typedef enum graph_ownership {
    GRAPH_COPY = 0,  /* the receiver makes a copy */
    GRAPH_MOVE = 1,  /* the arrays change hands; nothing is copied */
    GRAPH_BORROW = 2 /* the receiver only reads; the owner keeps the arrays alive and unchanged */
} graph_ownership;

/* Frees an array that was moved into the library.  context is the caller's. */
typedef void graph_free_function(void *array, void *context);

/* Called now and then by long operations: the share of the work done, 0 .. 1 (negative: not known).  A return other than
 * 0 cancels the operation with GRAPH_E_CANCELLED, and the function is not called any more.  Any thread of the operation may
 * call it, one at a time; it calls no function of this library on what the operation writes.  context is the caller's. */
typedef int graph_progress_function(double done, void *context);

/* Frees memory that the library allocated for the caller.  NULL is fine. */
GRAPH_API void graph_free(void *memory);

#ifdef __cplusplus
}
#endif
#endif
