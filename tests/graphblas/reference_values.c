/* Values of the reference: conversions and operators. */
#include <math.h>

#include "tests/graphblas/reference.h"

bool is_floating(int type) { return type == GrB_FP32_CODE || type == GrB_FP64_CODE; }

bool is_signed(int type)
{
    return type == GrB_INT8_CODE || type == GrB_INT16_CODE || type == GrB_INT32_CODE ||
           type == GrB_INT64_CODE;
}

static int bits_of(int type) { return 8 << (type - 2) / 2; /* INT8, UINT8, INT16, ... */ }

/* The value of an integer type that these 64 bits end in. */
static struct value of_bits(uint64_t bits, int type)
{
    struct value z = {.type = type};
    const int unused = 64 - bits_of(type);
    if (is_signed(type))
        z.as.i = (int64_t)(bits << unused) >> unused;
    else
        z.as.u = bits << unused >> unused;
    return z;
}

static struct value largest(int type)
{
    const int bits = bits_of(type);
    return of_bits(is_signed(type) ? (UINT64_C(1) << (bits - 1)) - 1 : ~UINT64_C(0) >> (64 - bits), type);
}

static struct value least(int type)
{
    return of_bits(is_signed(type) ? UINT64_C(1) << (bits_of(type) - 1) : 0, type);
}

static struct value of_number(double x, int type)
{
    struct value z = {.type = type};
    z.as.f = type == GrB_FP32_CODE ? (float)x : x;
    return z;
}

static struct value of_truth(bool x, int type)
{
    struct value z = {.type = type};
    if (type == GrB_BOOL_CODE)
        z.as.b = x;
    else if (is_floating(type))
        z.as.f = x;
    else
        z.as.u = x;
    return z;
}

static double number_of(struct value x)
{
    if (x.type == GrB_BOOL_CODE)
        return x.as.b;
    return is_floating(x.type) ? x.as.f : is_signed(x.type) ? (double)x.as.i : (double)x.as.u;
}

static bool truth_of(struct value x)
{
    return x.type == GrB_BOOL_CODE ? x.as.b : is_floating(x.type) ? x.as.f != 0 : x.as.u != 0;
}

struct value reference_cast(struct value x, int type)
{
    if (x.type == type)
        return x;
    if (type == GrB_BOOL_CODE || x.type == GrB_BOOL_CODE)
        return of_truth(truth_of(x), type);
    if (!is_floating(x.type) && !is_floating(type))
        return of_bits(x.as.u, type);
    if (!is_floating(x.type)) {
        struct value z = {.type = type};
        if (type == GrB_FP32_CODE)
            z.as.f = is_signed(x.type) ? (float)x.as.i : (float)x.as.u;
        else
            z.as.f = number_of(x);
        return z;
    }
    if (is_floating(type))
        return of_number(x.as.f, type);
    if (isnan(x.as.f))
        return of_bits(0, type);
    if (x.as.f <= number_of(least(type)))
        return least(type);
    if (x.as.f >= number_of(largest(type)))
        return largest(type);
    return of_bits(is_signed(type) ? (uint64_t)(int64_t)x.as.f : (uint64_t)x.as.f, type);
}

bool same_value(struct value x, struct value y)
{
    if (x.type != y.type)
        return false;
    if (is_floating(x.type))
        return x.as.f == y.as.f || (isnan(x.as.f) && isnan(y.as.f));
    return x.type == GrB_BOOL_CODE ? x.as.b == y.as.b : x.as.u == y.as.u;
}

/* -1, 0 or 1; 2 if one is NaN. */
static int compare(struct value x, struct value y)
{
    if (is_floating(x.type))
        return isnan(x.as.f) || isnan(y.as.f) ? 2 : (x.as.f > y.as.f) - (x.as.f < y.as.f);
    if (x.type == GrB_BOOL_CODE)
        return x.as.b - y.as.b;
    return is_signed(x.type) ? (x.as.i > y.as.i) - (x.as.i < y.as.i) : (x.as.u > y.as.u) - (x.as.u < y.as.u);
}

/* Division of integers, where C leaves some open: x / 0 is the largest value of x's sign, 0 / 0 is 0. */
static struct value quotient(struct value x, struct value y)
{
    if (!y.as.u)
        return !x.as.u ? x : is_signed(x.type) && x.as.i < 0 ? least(x.type) : largest(x.type);
    if (!is_signed(x.type))
        return of_bits(x.as.u / y.as.u, x.type);
    return of_bits(y.as.i == -1 ? -x.as.u : (uint64_t)(x.as.i / y.as.i), x.type);
}

static struct value arithmetic(enum reference_op op, struct value x, struct value y)
{
    const int type = x.type;
    if (type == GrB_BOOL_CODE) {
        switch ((int)op) {
        case REF_PLUS:
            return of_truth(x.as.b || y.as.b, type);
        case REF_TIMES:
            return of_truth(x.as.b && y.as.b, type);
        case REF_MINUS:
            return of_truth(x.as.b != y.as.b, type);
        default:
            return x;
        }
    }
    if (is_floating(type)) {
        switch ((int)op) {
        case REF_PLUS:
            return of_number(x.as.f + y.as.f, type);
        case REF_TIMES:
            return of_number(x.as.f * y.as.f, type);
        case REF_MINUS:
            return of_number(x.as.f - y.as.f, type);
        default:
            return of_number(x.as.f / y.as.f, type);
        }
    }
    switch ((int)op) {
    case REF_PLUS:
        return of_bits(x.as.u + y.as.u, type);
    case REF_TIMES:
        return of_bits(x.as.u * y.as.u, type);
    case REF_MINUS:
        return of_bits(x.as.u - y.as.u, type);
    default:
        return quotient(x, y);
    }
}

static struct value smaller(struct value x, struct value y, int sign)
{
    int order = compare(x, y);
    if (order == 2)
        return isnan(x.as.f) ? y : x;
    return order * sign <= 0 ? x : y;
}

struct value binary_value(const struct operator_ *op, struct value x_, struct value y_)
{
    const struct value x = reference_cast(x_, op->x), y = reference_cast(y_, op->y);
    const int type = op->x, order = op->x == op->y ? compare(x, y) : 0;
    switch ((int)op->op) {
    case REF_FIRST:
    case REF_ANY:
        return x;
    case REF_SECOND:
        return y;
    case REF_ONEB:
    case REF_PAIR:
        return of_truth(true, type);
    case REF_MIN:
        return smaller(x, y, 1);
    case REF_MAX:
        return smaller(x, y, -1);
    case REF_BOR:
        return of_bits(x.as.u | y.as.u, type);
    case REF_BAND:
        return of_bits(x.as.u & y.as.u, type);
    case REF_BXOR:
        return of_bits(x.as.u ^ y.as.u, type);
    case REF_BXNOR:
        return of_bits(~(x.as.u ^ y.as.u), type);
    case REF_EQ:
        return of_truth(order == 0, op->z);
    case REF_NE:
        return of_truth(order != 0, op->z);
    case REF_GT:
        return of_truth(order == 1, op->z);
    case REF_LT:
        return of_truth(order == -1, op->z);
    case REF_GE:
        return of_truth(order == 0 || order == 1, op->z);
    case REF_LE:
        return of_truth(order == 0 || order == -1, op->z);
    case REF_LOR:
        return of_truth(x.as.b || y.as.b, type);
    case REF_LAND:
        return of_truth(x.as.b && y.as.b, type);
    case REF_LXOR:
        return of_truth(x.as.b != y.as.b, type);
    case REF_LXNOR:
        return of_truth(x.as.b == y.as.b, type);
    case REF_USER: /* double of int16 and float: twice the first minus the second */
        return of_number(2 * (double)x.as.i - y.as.f, op->z);
    default:
        return arithmetic(op->op, x, y);
    }
}

struct value unary_value(const struct operator_ *op, struct value x_)
{
    const struct value x = reference_cast(x_, op->x);
    const int type = op->x;
    switch ((int)op->op) {
    case REF_AINV:
        if (type == GrB_BOOL_CODE)
            return x;
        return is_floating(type) ? of_number(-x.as.f, type) : of_bits(-x.as.u, type);
    case REF_ABS:
        if (is_floating(type))
            return of_number(fabs(x.as.f), type);
        return is_signed(type) && x.as.i < 0 ? of_bits(-x.as.u, type) : x;
    case REF_MINV:
        if (type == GrB_BOOL_CODE)
            return of_truth(true, type);
        return is_floating(type) ? of_number(1 / x.as.f, type) : quotient(of_bits(1, type), x);
    case REF_LNOT:
        return of_truth(!truth_of(x), type);
    case REF_BNOT:
        return of_bits(~x.as.u, type);
    case REF_ONE:
        return of_truth(true, type);
    case REF_USER_UNARY:
        return of_bits((uint64_t)(x.as.f < 0 ? 7 : 11), op->z); /* uint8 of double */
    default:
        return x;
    }
}

struct value index_value(const struct operator_ *op, struct value x_, int64_t i, int64_t j, struct value y_)
{
    const struct value x = op->x ? reference_cast(x_, op->x) : x_, y = reference_cast(y_, op->y);
    const int order = op->x && op->x == op->y ? compare(x, y) : 0;
    switch ((int)op->op) {
    case REF_ROWINDEX:
        return of_bits((uint64_t)i + y.as.u, op->z);
    case REF_COLINDEX:
        return of_bits((uint64_t)j + y.as.u, op->z);
    case REF_DIAGINDEX:
        return of_bits((uint64_t)(j - i) + y.as.u, op->z);
    case REF_TRIL:
        return of_truth(j - i <= y.as.i, op->z);
    case REF_TRIU:
        return of_truth(j - i >= y.as.i, op->z);
    case REF_DIAG:
        return of_truth(j - i == y.as.i, op->z);
    case REF_OFFDIAG:
        return of_truth(j - i != y.as.i, op->z);
    case REF_COLLE:
        return of_truth(j <= y.as.i, op->z);
    case REF_COLGT:
        return of_truth(j > y.as.i, op->z);
    case REF_ROWLE:
        return of_truth(i <= y.as.i, op->z);
    case REF_ROWGT:
        return of_truth(i > y.as.i, op->z);
    case REF_VALUEEQ:
        return of_truth(order == 0, op->z);
    case REF_VALUENE:
        return of_truth(order != 0, op->z);
    case REF_VALUEGT:
        return of_truth(order == 1, op->z);
    case REF_VALUELT:
        return of_truth(order == -1, op->z);
    case REF_VALUEGE:
        return of_truth(order == 0 || order == 1, op->z);
    case REF_VALUELE:
        return of_truth(order == 0 || order == -1, op->z);
    default: /* int32 of double, with a double: whether i + j is even, times both */
        return of_bits((uint64_t)((i + j) % 2 == 0 ? (int64_t)(x.as.f * y.as.f) : 0), op->z);
    }
}

struct value identity_value(const struct operator_ *op)
{
    const int type = op->z;
    switch ((int)op->op) {
    case REF_TIMES:
    case REF_LAND:
    case REF_LXNOR:
        return of_truth(true, type);
    case REF_MIN:
        return is_floating(type) ? of_number(INFINITY, type) : largest(type);
    case REF_MAX:
        return is_floating(type) ? of_number(-INFINITY, type) : least(type);
    default:
        return of_truth(false, type);
    }
}
