/* Operators and conversions of the oracle, each from the sentence in semigraph/types.h: integers through 128-bit
 * arithmetic that is cut down to the type at the end, floating values in the type itself. */
#include "tests/support/oracle.h"

#include <math.h>
#include <stdlib.h>

#include "contract/semiring.h"
#include "tests/support/user.h"

static int bits_of(graph_type type) { return (int)graph_type_size(type) * 8; }

bool type_is_float(graph_type type) { return type == GRAPH_FP32 || type == GRAPH_FP64; }

bool type_is_signed(graph_type type)
{
    return type == GRAPH_INT8 || type == GRAPH_INT16 || type == GRAPH_INT32 || type == GRAPH_INT64;
}

long double type_smallest(graph_type type)
{
    if (type_is_float(type))
        return -(long double)INFINITY;
    return type_is_signed(type) ? -ldexpl(1, bits_of(type) - 1) : 0;
}

long double type_largest(graph_type type)
{
    if (type_is_float(type))
        return (long double)INFINITY;
    if (type == GRAPH_BOOL || type == GRAPH_PATTERN)
        return 1;
    return ldexpl(1, bits_of(type) - (type_is_signed(type) ? 1 : 0)) - 1;
}

/* x modulo 2^bits, as the integer type reads those bits. */
static long double wrap(graph_type type, __int128 x)
{
    __int128 size = (__int128)1 << bits_of(type);
    x %= size;
    if (x < 0)
        x += size;
    if (type_is_signed(type) && x >= size / 2)
        x -= size;
    return (long double)x;
}

static long double clamp(graph_type type, long double x)
{
    return x < type_smallest(type) ? type_smallest(type) : x > type_largest(type) ? type_largest(type) : x;
}

/* A result of floating arithmetic, rounded to the type. */
static long double rounded(graph_type type, double x) { return type == GRAPH_FP32 ? (float)x : x; }

long double oracle_cast(long double x, graph_type from, graph_type to)
{
    if (from == GRAPH_PATTERN || to == GRAPH_PATTERN)
        return 1;
    if (oracle_is_user(to))
        return x;
    if (to == GRAPH_BOOL)
        return x != 0;
    if (to == GRAPH_FP32)
        return (float)x;
    if (to == GRAPH_FP64)
        return (double)x;
    if (type_is_float(from))
        return isnan(x) ? 0 : clamp(to, truncl(x));
    return wrap(to, (__int128)x);
}

/* -1, 0 or 1 as the numbers compare; NaN compares with nothing. */
static bool compares(graph_op op, long double x, long double y)
{
    bool is_ordered = !isnan(x) && !isnan(y);
    switch (op) {
    case GRAPH_EQ:
        return is_ordered && x == y;
    case GRAPH_NE:
        return !is_ordered || x != y;
    case GRAPH_LT:
        return is_ordered && x < y;
    case GRAPH_LE:
        return is_ordered && x <= y;
    case GRAPH_GT:
        return is_ordered && x > y;
    default:
        return is_ordered && x >= y;
    }
}

static long double divide_integers(graph_type type, __int128 x, __int128 y)
{
    if (y == 0)
        return x == 0 ? 0 : x > 0 ? type_largest(type) : type_smallest(type);
    return wrap(type, x / y);
}

static long double multiply_integers(graph_type type, long double x, long double y)
{
    bool is_negative = (x < 0) != (y < 0);
    unsigned __int128 product = (unsigned __int128)fabsl(x) * (unsigned __int128)fabsl(y);
    /* Only the low 64 bits matter from here on. */
    __int128 low = (__int128)(uint64_t)product;
    return wrap(type, is_negative ? -low : low);
}

static long double arithmetic_on_bool(graph_op op, bool x, bool y)
{
    switch (op) {
    case GRAPH_PLUS:
    case GRAPH_PLUS_SAT:
    case GRAPH_MAX:
        return x || y;
    case GRAPH_TIMES:
    case GRAPH_MIN:
        return x && y;
    case GRAPH_MINUS:
        return x != y;
    default: /* GRAPH_DIV */
        return x;
    }
}

static long double arithmetic_on_integers(graph_op op, graph_type type, long double x, long double y)
{
    switch (op) {
    case GRAPH_PLUS:
        return wrap(type, (__int128)x + (__int128)y);
    case GRAPH_PLUS_SAT: {
        __int128 sum = (__int128)x + (__int128)y, least = (__int128)type_smallest(type),
                 most = (__int128)type_largest(type);
        return (long double)(sum < least ? least : sum > most ? most : sum);
    }
    case GRAPH_MINUS:
        return wrap(type, (__int128)x - (__int128)y);
    case GRAPH_TIMES:
        return multiply_integers(type, x, y);
    case GRAPH_MIN:
        return y < x ? y : x;
    case GRAPH_MAX:
        return y > x ? y : x;
    default: /* GRAPH_DIV */
        return divide_integers(type, (__int128)x, (__int128)y);
    }
}

/* In double: for fp32 that is exact enough to round once more without a second error. */
static long double arithmetic_on_floats(graph_op op, graph_type type, double x, double y)
{
    switch (op) {
    case GRAPH_PLUS:
    case GRAPH_PLUS_SAT:
        return rounded(type, x + y);
    case GRAPH_MINUS:
        return rounded(type, x - y);
    case GRAPH_TIMES:
        return rounded(type, x * y);
    case GRAPH_MIN:
        return (long double)fmin(x, y);
    case GRAPH_MAX:
        return (long double)fmax(x, y);
    default: /* GRAPH_DIV */
        return rounded(type, x / y);
    }
}

/* Bit k of the result from bit k of each operand: 1, 2 and 4 of the table stand for (0, 1), (1, 0) and (1, 1), and 8
 * for (0, 0). */
static long double bit_by_bit(graph_op op, graph_type type, long double x, long double y)
{
    int table = op == GRAPH_BOR ? 1 + 2 + 4 : op == GRAPH_BAND ? 4 : op == GRAPH_BXOR ? 1 + 2 : 4 + 8;
    int bits = type == GRAPH_BOOL ? 1 : bits_of(type);
    __int128 result = 0;
    for (int k = 0; k < bits; k++) {
        int pair = (int)((__int128)x >> k & 1) * 2 + (int)((__int128)y >> k & 1);
        int entry = pair == 0 ? 8 : pair == 1 ? 1 : pair == 2 ? 2 : 4;
        result |= (__int128)((table & entry) != 0) << k;
    }
    return type == GRAPH_BOOL ? (long double)result : wrap(type, result);
}

bool oracle_has_op(graph_op op, graph_type type)
{
    if (oracle_type_of((int)op) != GRAPH_PATTERN)
        return oracle_has_op((graph_op)oracle_plain((int)op),
                             type == GRAPH_PATTERN ? type : oracle_type_of((int)op));
    if ((int)op >= GRAPH_OWN_OPS)
        return true;
    if (oracle_is_user(type))
        return op == GRAPH_FIRST || op == GRAPH_SECOND || op == GRAPH_ANY;
    bool is_bitwise = op == GRAPH_BOR || op == GRAPH_BAND || op == GRAPH_BXOR || op == GRAPH_BXNOR;
    return !is_bitwise || !type_is_float(type);
}

bool oracle_has_unary(graph_unary_op op, graph_type type)
{
    if (oracle_type_of((int)op) != GRAPH_PATTERN)
        type = oracle_type_of((int)op);
    return oracle_plain((int)op) != GRAPH_BNOT || !type_is_float(type);
}

long double oracle_binary(graph_op op, graph_type type, long double x, long double y)
{
    if (oracle_type_of((int)op) != GRAPH_PATTERN)
        return oracle_binary((graph_op)oracle_plain((int)op), oracle_type_of((int)op), x, y);
    if ((int)op >= GRAPH_OWN_OPS)
        return oracle_user_binary(op, x, y);
    switch (op) {
    case GRAPH_FIRST:
    case GRAPH_ANY:
        return x;
    case GRAPH_SECOND:
        return y;
    case GRAPH_PAIR:
        return 1;
    case GRAPH_LOR:
        return x != 0 || y != 0;
    case GRAPH_LAND:
        return x != 0 && y != 0;
    case GRAPH_LXOR:
        return (x != 0) != (y != 0);
    case GRAPH_LXNOR:
        return (x != 0) == (y != 0);
    case GRAPH_BOR:
    case GRAPH_BAND:
    case GRAPH_BXOR:
    case GRAPH_BXNOR:
        return bit_by_bit(op, type, x, y);
    case GRAPH_EQ:
    case GRAPH_NE:
    case GRAPH_LT:
    case GRAPH_LE:
    case GRAPH_GT:
    case GRAPH_GE:
        return compares(op, x, y);
    default:
        if (type == GRAPH_BOOL)
            return arithmetic_on_bool(op, x != 0, y != 0);
        if (type_is_float(type))
            return arithmetic_on_floats(op, type, (double)x, (double)y);
        return arithmetic_on_integers(op, type, x, y);
    }
}

static long double root_of_integer(long double x)
{
    if (x <= 0)
        return 0;
    long double root = floorl(sqrtl(x));
    while (root * root > x)
        root--;
    while ((__int128)(root + 1) * (__int128)(root + 1) <= (__int128)x)
        root++;
    return root;
}

long double oracle_unary(graph_unary_op op, graph_type type, long double x)
{
    if (oracle_type_of((int)op) != GRAPH_PATTERN)
        return oracle_unary((graph_unary_op)oracle_plain((int)op), oracle_type_of((int)op), x);
    if ((int)op >= GRAPH_OWN_OPS)
        return oracle_user_unary(op, x);
    switch (op) {
    case GRAPH_IDENTITY:
        return x;
    case GRAPH_AINV:
        return type == GRAPH_BOOL || type_is_float(type) ? (type == GRAPH_BOOL ? x : -x)
                                                         : wrap(type, -(__int128)x);
    case GRAPH_MINV:
        return oracle_binary(GRAPH_DIV, type, 1, x);
    case GRAPH_ABS:
        return type_is_float(type) ? fabsl(x) : x < 0 ? wrap(type, -(__int128)x) : x;
    case GRAPH_LNOT:
        return x == 0;
    case GRAPH_ONE:
        return 1;
    case GRAPH_BNOT:
        return type == GRAPH_BOOL ? x == 0 : wrap(type, -(__int128)x - 1);
    default: /* GRAPH_SQRT */
        return type_is_float(type) ? rounded(type, sqrt((double)x)) : root_of_integer(x);
    }
}

long double oracle_identity(graph_op monoid, graph_type type)
{
    if ((int)monoid >= GRAPH_OWN_OPS)
        return oracle_user_identity(monoid);
    switch (monoid) {
    case GRAPH_TIMES:
    case GRAPH_LAND:
    case GRAPH_LXNOR:
        return 1;
    case GRAPH_MIN:
        return type_largest(type);
    case GRAPH_MAX:
        return type_smallest(type);
    default:
        return 0;
    }
}

long double oracle_scalar(graph_scalar x)
{
    if (oracle_is_user(x.type))
        return oracle_load(x.type, x.value.own, 0);
    if (x.type == GRAPH_BOOL)
        return x.value.b;
    if (type_is_float(x.type))
        return x.value.f;
    return type_is_signed(x.type) ? (long double)x.value.i : (long double)x.value.u;
}

/* A value of a built-in type as a scalar. */
static graph_scalar oracle_scalar_of(long double x, graph_type type)
{
    return type == GRAPH_BOOL     ? graph_bool(x != 0)
           : type_is_float(type)  ? graph_fp64((double)x)
           : type_is_signed(type) ? graph_int64((int64_t)x)
                                  : graph_uint64((uint64_t)x);
}

bool oracle_passes(graph_select_op op, graph_type type, int64_t i, int64_t j, long double x, graph_scalar y)
{
    if (oracle_is_of_other_kind((int)op)) {
        const graph_index_op position = GRAPH_INDEX_OP_OF_TEST(op);
        const graph_type z = oracle_types((int)position, GRAPH_INT64).z;
        return oracle_cast(oracle_position(position, type, i, j, x, y), z, GRAPH_BOOL) != 0;
    }
    if (oracle_type_of((int)op) != GRAPH_PATTERN) { /* a test of values of that type */
        const graph_type typed = oracle_type_of((int)op);
        return oracle_passes((graph_select_op)oracle_plain((int)op), typed, i, j, oracle_cast(x, type, typed),
                             oracle_scalar_of(oracle_cast(oracle_scalar(y), y.type, typed), typed));
    }
    if ((int)op >= GRAPH_OWN_OPS) {
        struct oracle_types user = oracle_types((int)op, type);
        return oracle_user_index((int)op, true, i, j, oracle_cast(x, type, user.x),
                                 oracle_cast(oracle_scalar(y), y.type, user.y)) != 0;
    }
    long double k = oracle_cast(oracle_scalar(y), y.type, GRAPH_INT64);
    long double against = oracle_scalar(y);
    long double row = (long double)i, column = (long double)j;
    switch (op) {
    case GRAPH_TRIL:
        return column - row <= k;
    case GRAPH_TRIU:
        return column - row >= k;
    case GRAPH_DIAGONAL:
        return column - row == k;
    case GRAPH_OFFDIAGONAL:
        return column - row != k;
    case GRAPH_ROW_LE:
        return row <= k;
    case GRAPH_ROW_GT:
        return row > k;
    case GRAPH_COLUMN_LE:
        return column <= k;
    case GRAPH_COLUMN_GT:
        return column > k;
    case GRAPH_VALUE_EQ:
        return compares(GRAPH_EQ, x, against);
    case GRAPH_VALUE_NE:
        return compares(GRAPH_NE, x, against);
    case GRAPH_VALUE_LT:
        return compares(GRAPH_LT, x, against);
    case GRAPH_VALUE_LE:
        return compares(GRAPH_LE, x, against);
    case GRAPH_VALUE_GT:
        return compares(GRAPH_GT, x, against);
    default:
        return compares(GRAPH_GE, x, against);
    }
}

bool oracle_same(long double expected, long double got, double tolerance)
{
    if (isnan(expected) || isnan(got))
        return isnan(expected) && isnan(got);
    if (isinf(expected) || isinf(got))
        return expected == got;
    return expected == got || fabsl(expected - got) <= tolerance * fabsl(expected);
}

size_t oracle_bytes(graph_type type) { return oracle_is_user(type) ? graph_type_size(type) + 8 : 8; }

void *oracle_room(int64_t n, graph_type type)
{
    void *memory = calloc((size_t)n + 1, oracle_bytes(type));
    if (memory == NULL)
        abort();
    return memory;
}

long double oracle_load(graph_type type, const void *array, int64_t k)
{
    switch (type) {
    case GRAPH_PATTERN:
        return 1;
#define LOAD(code, number, c_type, name)                                                                     \
    case code:                                                                                               \
        return ((const c_type *)array)[k];
        GRAPH_TYPE_LIST(LOAD)
    default:
        return (long double)user_encode(type, (const char *)array + (size_t)k * graph_type_size(type));
    }
}

void oracle_store(graph_type type, void *array, int64_t k, long double x)
{
    switch (type) {
    case GRAPH_PATTERN:
        break;
#define STORE(code, number, c_type, name)                                                                    \
    case code:                                                                                               \
        ((c_type *)array)[k] = (c_type)x;                                                                    \
        break;
        GRAPH_TYPE_LIST(STORE)
    default:
        user_decode(type, (char *)array + (size_t)k * graph_type_size(type), (int64_t)x);
    }
}

static long double call_constant(graph_type type, graph_function function)
{
    switch (type) {
    case GRAPH_PATTERN:
        break;
#define CALL_CONSTANT(code, number, c_type, name)                                                            \
    case code:                                                                                               \
        return ((c_type(*)(void))function)();
        GRAPH_TYPE_LIST(CALL_CONSTANT)
    default:
        break;
    }
    return 0;
}

static long double call_binary(graph_type type, graph_function function, long double x, long double y)
{
    switch (type) {
    case GRAPH_PATTERN:
        break;
#define CALL_BINARY(code, number, c_type, name)                                                              \
    case code:                                                                                               \
        return ((c_type(*)(c_type, c_type))function)((c_type)x, (c_type)y);
        GRAPH_TYPE_LIST(CALL_BINARY)
    default:
        break;
    }
    return 0;
}

long double semiring_zero(const graph_semiring *s)
{
    return s->is_of_operators ? oracle_identity(s->add_call.op, s->type) : call_constant(s->type, s->zero);
}

long double semiring_one(const graph_semiring *s) { return call_constant(s->type, s->one); }

long double semiring_add(const graph_semiring *s, long double x, long double y)
{
    return s->is_of_operators ? oracle_binary(s->add_call.op, s->type, x, y)
                              : call_binary(s->type, s->add, x, y);
}

long double semiring_mul(const graph_semiring *s, long double x, long double y)
{
    return s->is_of_operators ? oracle_binary(s->mul_call.op, s->type, x, y)
                              : call_binary(s->type, s->mul, x, y);
}

bool semiring_absorbs(const graph_semiring *s, long double x)
{
    switch (s->type) {
    case GRAPH_PATTERN:
        break;
#define CALL_ABSORBS(code, number, c_type, name)                                                             \
    case code:                                                                                               \
        return ((int (*)(c_type))s->absorbs)((c_type)x) != 0;
        GRAPH_TYPE_LIST(CALL_ABSORBS)
    default:
        break;
    }
    return false;
}

static bool is_logical(graph_op op)
{
    return op == GRAPH_LOR || op == GRAPH_LAND || op == GRAPH_LXOR || op == GRAPH_LXNOR || op == GRAPH_EQ ||
           op == GRAPH_NE || op == GRAPH_LT || op == GRAPH_LE || op == GRAPH_GT || op == GRAPH_GE;
}

static bool is_arithmetic(graph_op op)
{
    return op == GRAPH_PLUS || op == GRAPH_MINUS || op == GRAPH_TIMES || op == GRAPH_DIV || op == GRAPH_MIN ||
           op == GRAPH_MAX;
}

/* Whether `type` has every value of `part`. */
static bool holds(graph_type type, graph_type part)
{
    if (type == part)
        return true;
    if (type_is_float(part))
        return type == GRAPH_FP64;
    if (type_is_float(type))
        return type_largest(part) <= ldexpl(1, type == GRAPH_FP32 ? 24 : 53);
    return type_smallest(type) <= type_smallest(part) && type_largest(type) >= type_largest(part);
}

static graph_type smallest_of_both(graph_type x, graph_type y)
{
    static const graph_type by_size[] = {GRAPH_BOOL,   GRAPH_INT8,  GRAPH_UINT8,  GRAPH_INT16,
                                         GRAPH_UINT16, GRAPH_INT32, GRAPH_UINT32, GRAPH_INT64,
                                         GRAPH_UINT64, GRAPH_FP32,  GRAPH_FP64};
    x = x == GRAPH_PATTERN ? GRAPH_BOOL : x;
    y = y == GRAPH_PATTERN ? GRAPH_BOOL : y;
    for (size_t k = 0; k < sizeof by_size / sizeof by_size[0]; k++)
        if (holds(by_size[k], x) && holds(by_size[k], y) &&
            type_is_float(by_size[k]) == (type_is_float(x) || type_is_float(y)))
            return by_size[k];
    return GRAPH_FP64;
}

graph_type oracle_working_type(graph_op op, graph_type z, graph_type x, graph_type y)
{
    if (z == GRAPH_PATTERN || (!is_logical(op) && !is_arithmetic(op)) || oracle_is_user(z) ||
        oracle_is_user(x) || oracle_is_user(y))
        return z;
    graph_type type = smallest_of_both(x, y);
    if (is_logical(op))
        return type;
    bool is_integer = !type_is_float(x) && !type_is_float(y) && !type_is_float(z);
    type = smallest_of_both(type, z);
    return type_is_float(type) && is_integer ? (graph_type_size(z) == 8 ? z : GRAPH_INT64) : type;
}

graph_type oracle_working_type_with(graph_op op, graph_type type, graph_scalar x)
{
    long double given = oracle_scalar(x);
    if (type == GRAPH_PATTERN || (!is_logical(op) && !is_arithmetic(op)) || oracle_is_user(type) ||
        oracle_is_user(x.type) || oracle_same(given, oracle_cast(given, x.type, type), 0))
        return type;
    return is_arithmetic(op) && type_is_float(type) ? type : smallest_of_both(type, x.type);
}
