/* Runs the expressions of a user's semiring on the CPU.
 *
 * The library takes C functions for its CPU kernels, without a context.  So there is a fixed number of slots, each with its
 * own functions for every type, which run the slot's programs.  A program is what _expression.py makes of a C expression
 * over x and y: three-address instructions on registers, x in register 0, y in 1, then the constants, then the results.
 * All instructions are total: integers wrap, x / 0 and x % 0 are 0, shifts are taken modulo the width, and floating values
 * that do not fit an integer become the nearest one that does.  So no program can fail while it runs. */
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#define EXPORT __attribute__((visibility("default")))

enum { SLOTS = 32, REGISTERS = 64, INSTRUCTIONS = 60 };

union value {
    int32_t i32;
    uint32_t u32;
    int64_t i64;
    uint64_t u64;
    float f32;
    double f64;
};

struct instruction {
    uint16_t code;
    uint8_t to, a, b, c;
};

struct program {
    int32_t constants, instructions;
    int32_t result; /* its register */
    union value constant[REGISTERS];
    struct instruction instruction[INSTRUCTIONS];
};

struct semiring {
    union value zero, one;
    struct program add, mul;
};
static struct semiring slot[SLOTS];

/* A kind of arithmetic: name, type, and the unsigned type in which integers wrap. */
#define INTEGER_KINDS(X)                                                                                     \
    X(0, i32, int32_t, uint32_t)                                                                             \
    X(1, u32, uint32_t, uint32_t)                                                                            \
    X(2, i64, int64_t, uint64_t)                                                                             \
    X(3, u64, uint64_t, uint64_t)
#define FLOATING_KINDS(X)                                                                                    \
    X(4, f32, float, float)                                                                                  \
    X(5, f64, double, double)
#define KINDS(X) INTEGER_KINDS(X) FLOATING_KINDS(X)

/* Codes are operation * 8 + kind; those of conversions are (CONVERT + from) * 8 + to. */
enum operation {
    ADD,
    SUB,
    MUL,
    DIV,
    LT,
    LE,
    GT,
    GE,
    EQ,
    NE,
    NEG,
    NOT,
    SELECT, /* all kinds */
    REM,
    AND,
    OR,
    XOR,
    SHL,
    SHR,
    BNOT, /* integers */
    FABS,
    FMIN,
    FMAX,
    SQRT,
    EXP,
    LOG,
    POW,
    FLOOR,
    CEIL, /* f64 */
    CONVERT
};

#define IS_SIGNED(number) ((number) % 2 == 0)
#define DEFINE_DIVISION(number, name, type, wrapping)                                                        \
    static type div_##name(type a, type b)                                                                   \
    {                                                                                                        \
        return b == 0 ? 0 : IS_SIGNED(number) && b == (type)-1 ? (type)(0 - (wrapping)a) : (type)(a / b);    \
    }                                                                                                        \
    static type rem_##name(type a, type b)                                                                   \
    {                                                                                                        \
        return b == 0 || (IS_SIGNED(number) && b == (type)-1) ? 0 : (type)(a % b);                           \
    }
INTEGER_KINDS(DEFINE_DIVISION)

/* Floating to integer: the nearest value of the type, 0 for NaN.  The bounds are powers of two, exact in both types. */
#define DEFINE_ROUNDING(name, type, below, above, least, most)                                               \
    static type to_##name(double a)                                                                          \
    {                                                                                                        \
        return isnan(a) ? 0 : a < (below) ? (least) : a >= (above) ? (most) : (type)a;                       \
    }
DEFINE_ROUNDING(i32, int32_t, -0x1p31, 0x1p31, INT32_MIN, INT32_MAX)
DEFINE_ROUNDING(u32, uint32_t, 0.0, 0x1p32, 0, UINT32_MAX)
DEFINE_ROUNDING(i64, int64_t, -0x1p63, 0x1p63, INT64_MIN, INT64_MAX)
DEFINE_ROUNDING(u64, uint64_t, 0.0, 0x1p64, 0, UINT64_MAX)

static union value run(const struct program *p, union value x, union value y)
{
    union value r[REGISTERS + INSTRUCTIONS + 2];
    r[0] = x;
    r[1] = y;
    if (p->constants > 0)
        memcpy(r + 2, p->constant, (size_t)p->constants * sizeof *r);
    for (int32_t k = 0; k < p->instructions; k++) {
        const struct instruction in = p->instruction[k];
        const union value a = r[in.a], b = r[in.b];
        union value *to = &r[in.to];
        switch (in.code) {
#define ALL(number, name, type, wrapping)                                                                    \
    case ADD * 8 + number:                                                                                   \
        to->name = (type)((wrapping)a.name + (wrapping)b.name);                                              \
        break;                                                                                               \
    case SUB * 8 + number:                                                                                   \
        to->name = (type)((wrapping)a.name - (wrapping)b.name);                                              \
        break;                                                                                               \
    case MUL * 8 + number:                                                                                   \
        to->name = (type)((wrapping)a.name * (wrapping)b.name);                                              \
        break;                                                                                               \
    case LT * 8 + number:                                                                                    \
        to->i32 = a.name < b.name;                                                                           \
        break;                                                                                               \
    case LE * 8 + number:                                                                                    \
        to->i32 = a.name <= b.name;                                                                          \
        break;                                                                                               \
    case GT * 8 + number:                                                                                    \
        to->i32 = a.name > b.name;                                                                           \
        break;                                                                                               \
    case GE * 8 + number:                                                                                    \
        to->i32 = a.name >= b.name;                                                                          \
        break;                                                                                               \
    case EQ * 8 + number:                                                                                    \
        to->i32 = a.name == b.name;                                                                          \
        break;                                                                                               \
    case NE * 8 + number:                                                                                    \
        to->i32 = a.name != b.name;                                                                          \
        break;                                                                                               \
    case NOT * 8 + number:                                                                                   \
        to->i32 = !a.name;                                                                                   \
        break;                                                                                               \
    case SELECT * 8 + number:                                                                                \
        to->name = a.i32 ? b.name : r[in.c].name;                                                            \
        break;
            KINDS(ALL)
#define INTEGER(number, name, type, wrapping)                                                                \
    case DIV * 8 + number:                                                                                   \
        to->name = div_##name(a.name, b.name);                                                               \
        break;                                                                                               \
    case REM * 8 + number:                                                                                   \
        to->name = rem_##name(a.name, b.name);                                                               \
        break;                                                                                               \
    case NEG * 8 + number:                                                                                   \
        to->name = (type)(0 - (wrapping)a.name);                                                             \
        break;                                                                                               \
    case AND * 8 + number:                                                                                   \
        to->name = a.name & b.name;                                                                          \
        break;                                                                                               \
    case OR * 8 + number:                                                                                    \
        to->name = a.name | b.name;                                                                          \
        break;                                                                                               \
    case XOR * 8 + number:                                                                                   \
        to->name = a.name ^ b.name;                                                                          \
        break;                                                                                               \
    case SHL * 8 + number:                                                                                   \
        to->name = (type)((wrapping)a.name << (b.u32 & (8 * sizeof(type) - 1)));                             \
        break;                                                                                               \
    case SHR * 8 + number:                                                                                   \
        to->name = (type)(a.name >> (b.u32 & (8 * sizeof(type) - 1)));                                       \
        break;                                                                                               \
    case BNOT * 8 + number:                                                                                  \
        to->name = ~a.name;                                                                                  \
        break;                                                                                               \
    case (CONVERT + number) * 8 + 0:                                                                         \
        to->i32 = (int32_t)a.name;                                                                           \
        break;                                                                                               \
    case (CONVERT + number) * 8 + 1:                                                                         \
        to->u32 = (uint32_t)a.name;                                                                          \
        break;                                                                                               \
    case (CONVERT + number) * 8 + 2:                                                                         \
        to->i64 = (int64_t)a.name;                                                                           \
        break;                                                                                               \
    case (CONVERT + number) * 8 + 3:                                                                         \
        to->u64 = (uint64_t)a.name;                                                                          \
        break;                                                                                               \
    case (CONVERT + number) * 8 + 4:                                                                         \
        to->f32 = (float)a.name;                                                                             \
        break;                                                                                               \
    case (CONVERT + number) * 8 + 5:                                                                         \
        to->f64 = (double)a.name;                                                                            \
        break;
            INTEGER_KINDS(INTEGER)
#define FLOATING(number, name, type, wrapping)                                                               \
    case DIV * 8 + number:                                                                                   \
        to->name = a.name / b.name;                                                                          \
        break;                                                                                               \
    case NEG * 8 + number:                                                                                   \
        to->name = -a.name;                                                                                  \
        break;                                                                                               \
    case (CONVERT + number) * 8 + 0:                                                                         \
        to->i32 = to_i32((double)a.name);                                                                    \
        break;                                                                                               \
    case (CONVERT + number) * 8 + 1:                                                                         \
        to->u32 = to_u32((double)a.name);                                                                    \
        break;                                                                                               \
    case (CONVERT + number) * 8 + 2:                                                                         \
        to->i64 = to_i64((double)a.name);                                                                    \
        break;                                                                                               \
    case (CONVERT + number) * 8 + 3:                                                                         \
        to->u64 = to_u64((double)a.name);                                                                    \
        break;                                                                                               \
    case (CONVERT + number) * 8 + 4:                                                                         \
        to->f32 = (float)a.name;                                                                             \
        break;                                                                                               \
    case (CONVERT + number) * 8 + 5:                                                                         \
        to->f64 = (double)a.name;                                                                            \
        break;
            FLOATING_KINDS(FLOATING)
#define FUNCTION(code, ...)                                                                                  \
    case code * 8 + 5:                                                                                       \
        to->f64 = __VA_ARGS__;                                                                               \
        break;
            FUNCTION(FABS, fabs(a.f64))
            FUNCTION(FMIN, fmin(a.f64, b.f64))
            FUNCTION(FMAX, fmax(a.f64, b.f64))
            FUNCTION(SQRT, sqrt(a.f64))
            FUNCTION(EXP, exp(a.f64))
            FUNCTION(LOG, log(a.f64))
            FUNCTION(POW, pow(a.f64, b.f64))
            FUNCTION(FLOOR, floor(a.f64))
            FUNCTION(CEIL, ceil(a.f64))
        }
    }
    return r[p->result];
}

/* X(short name, type, kind of its arithmetic): how a value of the type enters and leaves a program. */
#define TYPES(X)                                                                                             \
    X(boolean, bool, i32)                                                                                    \
    X(int8, int8_t, i32)                                                                                     \
    X(int16, int16_t, i32)                                                                                   \
    X(int32, int32_t, i32)                                                                                   \
    X(int64, int64_t, i64)                                                                                   \
    X(uint8, uint8_t, i32)                                                                                   \
    X(uint16, uint16_t, i32)                                                                                 \
    X(uint32, uint32_t, u32)                                                                                 \
    X(uint64, uint64_t, u64)                                                                                 \
    X(fp32, float, f32)                                                                                      \
    X(fp64, double, f64)

/* clang-format off */
#define SLOT_NUMBERS(X, ...) \
    X(0, __VA_ARGS__) X(1, __VA_ARGS__) X(2, __VA_ARGS__) X(3, __VA_ARGS__) X(4, __VA_ARGS__) \
    X(5, __VA_ARGS__) X(6, __VA_ARGS__) X(7, __VA_ARGS__) X(8, __VA_ARGS__) X(9, __VA_ARGS__) \
    X(10, __VA_ARGS__) X(11, __VA_ARGS__) X(12, __VA_ARGS__) X(13, __VA_ARGS__) X(14, __VA_ARGS__) \
    X(15, __VA_ARGS__) X(16, __VA_ARGS__) X(17, __VA_ARGS__) X(18, __VA_ARGS__) X(19, __VA_ARGS__) \
    X(20, __VA_ARGS__) X(21, __VA_ARGS__) X(22, __VA_ARGS__) X(23, __VA_ARGS__) X(24, __VA_ARGS__) \
    X(25, __VA_ARGS__) X(26, __VA_ARGS__) X(27, __VA_ARGS__) X(28, __VA_ARGS__) X(29, __VA_ARGS__) \
    X(30, __VA_ARGS__) X(31, __VA_ARGS__)
/* clang-format on */

/* Programs end with a value of the kind, which the conversion below takes to the type as C does. */
#define DEFINE_RUN(short_name, type, kind)                                                                   \
    static type run_##short_name(const struct program *p, type x, type y)                                    \
    {                                                                                                        \
        return (type)run(p, (union value){.kind = x}, (union value){.kind = y}).kind;                        \
    }
TYPES(DEFINE_RUN)

#define DEFINE_SLOT(k, short_name, type, kind)                                                               \
    static type zero_##short_name##_##k(void) { return (type)slot[k].zero.kind; }                            \
    static type one_##short_name##_##k(void) { return (type)slot[k].one.kind; }                              \
    static type add_##short_name##_##k(type x, type y) { return run_##short_name(&slot[k].add, x, y); }      \
    static type mul_##short_name##_##k(type x, type y) { return run_##short_name(&slot[k].mul, x, y); }
#define DEFINE_SLOTS(short_name, type, kind) SLOT_NUMBERS(DEFINE_SLOT, short_name, type, kind)
TYPES(DEFINE_SLOTS)

typedef void (*function)(void);
#define SLOT_FUNCTIONS(k, short_name)                                                                        \
    {(function)zero_##short_name##_##k, (function)one_##short_name##_##k, (function)add_##short_name##_##k,  \
     (function)mul_##short_name##_##k},
#define TABLE(short_name, type, kind) {SLOT_NUMBERS(SLOT_FUNCTIONS, short_name)},
static const function functions[11][SLOTS][4] = {TYPES(TABLE)};

EXPORT int semigraph_expression_slots(void);
EXPORT struct semiring *semigraph_expression_slot(int k);
EXPORT const function *semigraph_expression_functions(int type, int k);

int semigraph_expression_slots(void) { return SLOTS; }

/* The programs of slot k, for the caller to fill while nobody uses it. */
struct semiring *semigraph_expression_slot(int k) { return &slot[k]; }

/* zero, one, add and mul of slot k over a type: 1 .. 11 as the library numbers them. */
const function *semigraph_expression_functions(int type, int k) { return functions[type - 1][k]; }
