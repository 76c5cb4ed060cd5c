/* User types and user operators.
 *
 * A type is so many bytes that the library moves and never reads; an operator is a C function on such values or on
 * built-in ones.  Creating one gives a code, which goes wherever a built-in code of its kind goes:
 *
 *     GRAPH_DEFINE_TYPE(complex_number, { double re, im; });
 *     GRAPH_DEFINE_MONOID(complex_plus, complex_number, (0, 0),
 *                         (complex_number){x.re + y.re, x.im + y.im});
 *     ...
 *     graph_type complex = GRAPH_PATTERN;
 *     graph_op plus = GRAPH_NO_OP;
 *     graph_type_create(&complex, &complex_number_spec);
 *     graph_op_create(&plus, &complex_plus, complex, complex, complex);
 *     graph_ewise_add(C, NULL, GRAPH_NO_OP, plus, A, B, NULL);
 *
 * Values of a type of the user's convert to no other type and from none (GRAPH_E_DOMAIN), and are not true or false:
 * as a mask such a matrix serves with GRAPH_MASK_STRUCTURE only.  A pattern takes the positions of anything.  On them
 * work the user's operators of that type and, of the built-in ones, those that only move values: GRAPH_FIRST,
 * GRAPH_SECOND, GRAPH_ANY (but not as a monoid), GRAPH_IDENTITY, the tests and functions of positions.
 *
 * An operator says what its operands and its result are.  Built-in operands convert to that on the way in, and the
 * result to the type of the output on the way out; where the union copies a lone value, that converts to the type of
 * the result.  A function is called from several threads at once.  Its operands are aligned as malloc aligns (or to
 * their size where that is less), and do not overlap its result.  Operations with types or operators of the user's
 * run on the CPU; the log says so where another back end was asked for.
 *
 * The code of something released, or unknown, is GRAPH_E_DOMAIN (types) or GRAPH_E_INVALID_VALUE (operators): what is
 * created later has other codes, until its place in a table has been taken 2^15 times.  Any number may be created in
 * the life of a process; 16384 operators can be in use at once, and 4096 types.  Nothing may be released while
 * a call uses it.  Matrices and vectors whose type has been released keep their values, which can still be read; copies
 * of them are refused.
 *
 * Functions that create return GRAPH_E_NULL (an argument or function is NULL), GRAPH_E_INVALID_VALUE (a wrong size
 * field, a name that is not a C identifier of at most 63 characters, two functions, or values of another size than the
 * type's),
 * GRAPH_E_DOMAIN (an unknown type), GRAPH_E_NOT_SUPPORTED (so many are in use, or types of so many other sizes were) and
 * GRAPH_E_MEMORY; the code is 0 after a failure.  Strings and constants of a spec are copied. */
#ifndef SEMIGRAPH_USER_H
#define SEMIGRAPH_USER_H

#include "semigraph/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Types ---- */

/* What a user type is made of.  GRAPH_DEFINE_TYPE fills it. */
typedef struct graph_type_spec {
    size_t size;        /* sizeof(graph_type_spec) */
    const char *name;   /* a C identifier */
    size_t value_bytes; /* of one value: 1 .. 32768 */
    const char *text;   /* its definition in C, for graph_type_text; may be NULL */
} graph_type_spec;

/* *type = a new type.  GRAPH_E_NOT_SUPPORTED: also for values of more than 32768 bytes. */
GRAPH_API graph_status graph_type_create(graph_type *type, const graph_type_spec *spec);

/* Ends the use of a type's code and sets *type to GRAPH_PATTERN.  NULL and built-in types are fine. */
GRAPH_API void graph_type_release(graph_type *type);

/* The definition in C that a type was created with, or NULL.  Lives as long as the type. */
GRAPH_API const char *graph_type_text(graph_type type);

/* ---- Operators ---- */

/* Functions of user operators: *z = op(*x, *y), *z = op(*x), and *z = op(*x, i, j, *y) for an entry x at (i, j). */
typedef void graph_binary_function(void *z, const void *x, const void *y);
typedef void graph_unary_function(void *z, const void *x);
typedef void graph_index_function(void *z, const void *x, graph_index i, graph_index j, const void *y);

/* The same with a pointer of the caller's, which the spec has: what it points to stays valid until the operator and all
 * semirings made of it are released, and is read by several threads at once. */
typedef void graph_binary_context_function(void *z, const void *x, const void *y, void *context);
typedef void graph_unary_context_function(void *z, const void *x, void *context);
typedef void graph_index_context_function(void *z, const void *x, graph_index i, graph_index j, const void *y,
                                          void *context);

/* What a binary operator or a monoid is made of.  GRAPH_DEFINE_OP and GRAPH_DEFINE_MONOID fill it. */
typedef struct graph_op_spec {
    size_t size; /* sizeof(graph_op_spec) */
    const char *name;
    graph_binary_function *function;
    size_t z_bytes, x_bytes, y_bytes; /* of the C types that the function takes, to be checked; 0: not checked */
    const void *identity; /* a value z with op(z, x) = x = op(x, z): makes the operator a monoid; or NULL */
    const void *terminal; /* of a monoid: a value z with op(z, x) = z, where a sum may stop; or NULL */
    const char *text;     /* a C expression over x and y, for graph_op_text; may be NULL */
    graph_binary_context_function *with_context; /* in place of function, which is NULL then */
    void *context;                               /* for it */
} graph_op_spec;

/* What a unary operator is made of.  GRAPH_DEFINE_UNARY_OP fills it. */
typedef struct graph_unary_op_spec {
    size_t size; /* sizeof(graph_unary_op_spec) */
    const char *name;
    graph_unary_function *function;
    size_t z_bytes, x_bytes;
    const char *text; /* over x */
    graph_unary_context_function *with_context;
    void *context;
} graph_unary_op_spec;

/* What an operator for graph_apply_index or a test for graph_select is made of.  GRAPH_DEFINE_INDEX_OP fills it. */
typedef struct graph_index_op_spec {
    size_t size; /* sizeof(graph_index_op_spec) */
    const char *name;
    graph_index_function *function;
    size_t z_bytes, x_bytes, y_bytes;
    const char *text; /* over x, i, j and y */
    graph_index_context_function *with_context;
    void *context;
} graph_index_op_spec;

/* *op = a new operator z = op(x, y).  A monoid has z = x = y, else GRAPH_E_DOMAIN, and must be associative, as must the
 * sum of a semiring; the values are combined in ascending order of their positions.  As an accumulator and for repeated
 * entries see graph_assign and graph_matrix_build. */
GRAPH_API graph_status graph_op_create(graph_op *op, const graph_op_spec *spec, graph_type z, graph_type x,
                                       graph_type y);

/* *op = a new operator z = op(x), for graph_apply. */
GRAPH_API graph_status graph_unary_op_create(graph_unary_op *op, const graph_unary_op_spec *spec, graph_type z,
                                             graph_type x);

/* *op = a new operator z = op(x, i, j, y), for graph_apply_index; y is the scalar of the call, converted.  x may be
 * GRAPH_PATTERN: then the function works on any matrix, and its x is a bool that is true. */
GRAPH_API graph_status graph_index_op_create(graph_index_op *op, const graph_index_op_spec *spec, graph_type z,
                                             graph_type x, graph_type y);

/* *op = a new test op(x, i, j, y) whose z is bool, for graph_select; y is the scalar of the call, converted.  x may be
 * GRAPH_PATTERN as above. */
GRAPH_API graph_status graph_select_op_create(graph_select_op *op, const graph_index_op_spec *spec, graph_type x,
                                              graph_type y);

/* End the use of an operator's code and set *op to 0.  NULL and built-in operators are fine.  A semiring made of the
 * operator goes on. */
GRAPH_API void graph_op_release(graph_op *op);
GRAPH_API void graph_unary_op_release(graph_unary_op *op);
GRAPH_API void graph_index_op_release(graph_index_op *op);
GRAPH_API void graph_select_op_release(graph_select_op *op);

/* The expression in C that an operator was created with, or NULL.  Lives as long as the operator. */
GRAPH_API const char *graph_op_text(graph_op op);
GRAPH_API const char *graph_unary_op_text(graph_unary_op op);
GRAPH_API const char *graph_index_op_text(graph_index_op op);
GRAPH_API const char *graph_select_op_text(graph_select_op op);

/* ---- Definitions at file scope: a function or type, and the spec with its text ---- */

/* Defines a user type: struct name with the given body, and the constant name_spec. */
#define GRAPH_DEFINE_TYPE(name_, ...)                                                                         \
    typedef struct name_ __VA_ARGS__ name_;                                                                   \
    static const graph_type_spec name_##_spec = {sizeof(graph_type_spec), #name_, sizeof(name_),              \
                                                 "typedef struct " #name_ " " #__VA_ARGS__ " " #name_ ";"};   \
    GRAPH_DEFINED

/* Defines the function of an operator on C types z_, x_ and y_, whose value is an expression over x and y. */
#define GRAPH_DEFINE_FUNCTION(name_, z_, x_, y_, ...)                                                         \
    static void name_##_function(void *graph_z, const void *graph_x, const void *graph_y)                     \
    {                                                                                                         \
        const x_ x = *(const x_ *)graph_x;                                                                    \
        const y_ y = *(const y_ *)graph_y;                                                                    \
        (void)x, (void)y;                                                                                     \
        *(z_ *)graph_z = (__VA_ARGS__);                                                                       \
    }

/* Defines a binary operator: the constant name, a graph_op_spec:
 *     GRAPH_DEFINE_OP(hypotenuse, double, double, double, sqrt(x * x + y * y)); */
#define GRAPH_DEFINE_OP(name_, z_, x_, y_, ...)                                                               \
    GRAPH_DEFINE_FUNCTION(name_, z_, x_, y_, __VA_ARGS__)                                                     \
    static const graph_op_spec name_ = {                                                                      \
        sizeof(graph_op_spec), #name_, name_##_function, sizeof(z_), sizeof(x_), sizeof(y_), 0, 0,            \
        #__VA_ARGS__,          0,      0};                                                                    \
    GRAPH_DEFINED

/* Defines a monoid on one type: the constant name, a graph_op_spec, with an initializer of its identity in parentheses:
 *     GRAPH_DEFINE_MONOID(longest, double, (-INFINITY), x > y ? x : y); */
#define GRAPH_BRACES(...) {__VA_ARGS__}
#define GRAPH_DEFINE_MONOID(name_, type_, identity_, ...)                                                     \
    GRAPH_DEFINE_FUNCTION(name_, type_, type_, type_, __VA_ARGS__)                                            \
    static const type_ name_##_identity = GRAPH_BRACES identity_;                                             \
    static const graph_op_spec name_ = {                                                                      \
        sizeof(graph_op_spec), #name_,               name_##_function, sizeof(type_), sizeof(type_),          \
        sizeof(type_),         &name_##_identity, 0,                #__VA_ARGS__,  0,                         \
        0};                                                                                                   \
    GRAPH_DEFINED

/* Defines a unary operator: the constant name, a graph_unary_op_spec; an expression over x. */
#define GRAPH_DEFINE_UNARY_OP(name_, z_, x_, ...)                                                             \
    static void name_##_function(void *graph_z, const void *graph_x)                                          \
    {                                                                                                         \
        const x_ x = *(const x_ *)graph_x;                                                                    \
        (void)x;                                                                                              \
        *(z_ *)graph_z = (__VA_ARGS__);                                                                       \
    }                                                                                                         \
    static const graph_unary_op_spec name_ = {                                                                \
        sizeof(graph_unary_op_spec), #name_, name_##_function, sizeof(z_), sizeof(x_), #__VA_ARGS__, 0, 0};   \
    GRAPH_DEFINED

/* Defines an operator or a test of positions: the constant name, a graph_index_op_spec; an expression over x, i, j and
 * y. */
#define GRAPH_DEFINE_INDEX_OP(name_, z_, x_, y_, ...)                                                         \
    static void name_##_function(void *graph_z, const void *graph_x, graph_index i, graph_index j,            \
                                 const void *graph_y)                                                         \
    {                                                                                                         \
        const x_ x = *(const x_ *)graph_x;                                                                    \
        const y_ y = *(const y_ *)graph_y;                                                                    \
        (void)x, (void)y, (void)i, (void)j;                                                                   \
        *(z_ *)graph_z = (__VA_ARGS__);                                                                       \
    }                                                                                                         \
    static const graph_index_op_spec name_ = {                                                                \
        sizeof(graph_index_op_spec), #name_, name_##_function, sizeof(z_), sizeof(x_), sizeof(y_),            \
        #__VA_ARGS__,                0,      0};                                                              \
    GRAPH_DEFINED

#ifdef __cplusplus
}
#endif
#endif
