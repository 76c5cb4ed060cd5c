/* Semirings: the pair of operations that a product works over.
 *
 * A semiring over a type T has add (associative, commutative, identity zero) and mul (identity one); a product
 * is C(i,j) = add over k of mul(A(i,k), B(k,j)), over those k for which both entries exist.  A position without
 * any such k has no entry: zero is not stored and never enters a sum. */
#ifndef SEMIGRAPH_SEMIRING_H
#define SEMIGRAPH_SEMIRING_H

#include "semigraph/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A semiring over one type.  Built-in ones live for ever; created ones are counted and released. */
typedef struct graph_semiring graph_semiring;

/* The built-in semirings, on the ten types without bool unless said otherwise.  The name says add_mul; `pair` is 1 for
 * any two operands, `first` and `second` give that operand, `any` selects one of the products (this library selects the
 * one with the smallest k).  No kind has the code of an operator, so each is refused where the other is expected. */
typedef enum graph_semiring_kind {
    GRAPH_PLUS_TIMES = 201,
    GRAPH_MIN_PLUS,
    GRAPH_MAX_PLUS, /* on signed types */
    GRAPH_MAX_MIN,
    GRAPH_MIN_MAX,
    GRAPH_MAX_TIMES,
    GRAPH_MIN_TIMES,
    GRAPH_OR_AND,   /* on bool */
    GRAPH_ANY_PAIR, /* on all eleven types */
    GRAPH_PLUS_PAIR,
    GRAPH_PLUS_FIRST,
    GRAPH_PLUS_SECOND,
    GRAPH_MIN_FIRST,
    GRAPH_MIN_SECOND,
    GRAPH_ANY_FIRST,  /* on all eleven types */
    GRAPH_ANY_SECOND, /* on all eleven types */
    GRAPH_XOR_AND,    /* on bool */
    GRAPH_PLUS_MIN,
    GRAPH_MAX_FIRST,
    GRAPH_MAX_SECOND,
    GRAPH_LAND_LOR,      /* on bool */
    GRAPH_LXNOR_LOR,     /* on bool */
    GRAPH_MIN_PLUS_WRAP, /* on the eight integer types: sums wrap, where those of GRAPH_MIN_PLUS stop at the ends */
    GRAPH_MAX_PLUS_WRAP, /* the same */
    GRAPH_SEMIRING_KIND_END
} graph_semiring_kind;

/* The built-in semiring of this kind over this type, or NULL if the pair does not exist (graph_last_error says
 * so).  Immortal: never release it. */
GRAPH_API const graph_semiring *graph_semiring_builtin(graph_semiring_kind kind, graph_type type);

/* The built-in semiring with this name, such as "min_plus_fp32"; NULL if there is none.  Immortal. */
GRAPH_API const graph_semiring *graph_semiring_by_name(const char *name);

/* The k-th built-in semiring in the order of semirings.def, k = 0, 1, ...; NULL behind the last. */
GRAPH_API const graph_semiring *graph_semiring_at(size_t k);

/* "min_plus_fp32", or the name given at creation.  Never NULL; lives as long as the semiring. */
GRAPH_API const char *graph_semiring_name(const graph_semiring *semiring);

/* The type that the semiring works in; GRAPH_PATTERN for NULL. */
GRAPH_API graph_type graph_semiring_type(const graph_semiring *semiring);

/* A function of any signature: cast back to its type before a call. */
typedef void (*graph_function)(void);

/* What a user's semiring is made of: C functions of the C type of the values, such as float (*)(float, float),
 * and the same text for a compiler at run time.  GRAPH_DEFINE_SEMIRING fills it. */
typedef struct graph_semiring_spec {
    size_t size;         /* sizeof(graph_semiring_spec) */
    const char *name;    /* a C identifier */
    graph_type type;     /* what T is */
    graph_function zero; /* T (*)(void): the identity of add */
    graph_function one;  /* T (*)(void): the identity of mul */
    graph_function add;  /* T (*)(T, T) */
    graph_function mul;  /* T (*)(T, T) */
    const char *zero_text, *one_text, *add_text, *mul_text; /* C expressions over x and y of type T; may be NULL */
} graph_semiring_spec;

/* Makes a user semiring.  *semiring is new and released with graph_semiring_release; the strings of
 * spec are copied, its functions must stay callable.  add must be associative and commutative: results do not
 * depend on the number of threads only if it is.
 * GRAPH_E_NULL: an argument or one of the four functions is NULL.  GRAPH_E_INVALID_VALUE: wrong size or name.
 * GRAPH_E_DOMAIN: type is not one of the eleven.  GRAPH_E_MEMORY. */
GRAPH_API graph_status graph_semiring_create(graph_semiring **semiring, const graph_semiring_spec *spec);

/* Makes a semiring of two operators, each built-in or of the user's (user.h).  type: that of sums and products.  add is a
 * monoid on it; mul gives values of it from operands of any types, which are those of the operands of the product.
 * Its products run on the CPU, and in one way whatever the method of the call.
 * GRAPH_E_NULL, GRAPH_E_INVALID_VALUE (add is no monoid, mul no operator, a wrong name), GRAPH_E_DOMAIN (an unknown type,
 * or operators on other types), GRAPH_E_MEMORY. */
GRAPH_API graph_status graph_semiring_of(graph_semiring **semiring, const char *name, graph_type type, graph_op add,
                                         graph_op mul);

/* Releases a created semiring and sets *semiring to NULL.  NULL and a pointer to NULL are fine. */
GRAPH_API void graph_semiring_release(graph_semiring **semiring);

/* The code of a C type. */
#define GRAPH_TYPE_OF(c_type)                                                                                 \
    _Generic((c_type)0,                                                                                       \
        bool: GRAPH_BOOL,                                                                                     \
        int8_t: GRAPH_INT8,                                                                                   \
        int16_t: GRAPH_INT16,                                                                                 \
        int32_t: GRAPH_INT32,                                                                                 \
        int64_t: GRAPH_INT64,                                                                                 \
        uint8_t: GRAPH_UINT8,                                                                                 \
        uint16_t: GRAPH_UINT16,                                                                               \
        uint32_t: GRAPH_UINT32,                                                                               \
        uint64_t: GRAPH_UINT64,                                                                               \
        float: GRAPH_FP32,                                                                                    \
        double: GRAPH_FP64)

/* Defines, at file scope of a C program, the functions of a semiring and `static const graph_semiring_spec name`.  c_type is
 * a C type such as float; the four others are expressions, add and mul over x and y:
 *
 *     GRAPH_DEFINE_SEMIRING(bottleneck, float, -INFINITY, INFINITY, x > y ? x : y, x < y ? x : y);
 *     ...
 *     graph_semiring *widest = NULL;
 *     graph_semiring_create(&widest, &bottleneck);
 */
#define GRAPH_DEFINE_SEMIRING(name_, c_type, zero_, one_, add_, mul_)                                         \
    static c_type name_##_zero(void) { return (zero_); }                                                      \
    static c_type name_##_one(void) { return (one_); }                                                        \
    static c_type name_##_add(c_type x, c_type y) { return (void)x, (void)y, (c_type)(add_); }                \
    static c_type name_##_mul(c_type x, c_type y) { return (void)x, (void)y, (c_type)(mul_); }                \
    static const graph_semiring_spec name_ = {                                                                \
        sizeof(graph_semiring_spec), #name_,                                                                  \
        GRAPH_TYPE_OF(c_type),       (graph_function)name_##_zero,                                            \
        (graph_function)name_##_one, (graph_function)name_##_add,                                             \
        (graph_function)name_##_mul, #zero_,                                                                  \
        #one_,                       #add_,                                                                   \
        #mul_};                                                                                               \
    GRAPH_DEFINED

#ifdef __cplusplus
}
#endif
#endif
