/* See user.h. */
#include "tests/support/user.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

GRAPH_DEFINE_TYPE(gauss, { double re, im; });
GRAPH_DEFINE_TYPE(square, { int64_t at[4], sum; });
GRAPH_DEFINE_TYPE(colour, { uint8_t r, g, b; });
GRAPH_DEFINE_TYPE(pair, { uint16_t x, y; });

static double mod_251(double x) { return fmod(fmod(x, 251) + 251, 251); }

static gauss gauss_of(double re, double im)
{
    gauss z = {mod_251(re), mod_251(im)};
    return z;
}

static square square_of(int64_t a, int64_t b, int64_t c, int64_t d)
{
    square z = {{a % 7, b % 7, c % 7, d % 7}, a % 7 + b % 7 + c % 7 + d % 7};
    return z;
}

#define LARGER(a, b) ((a) > (b) ? (a) : (b))

GRAPH_DEFINE_MONOID(gauss_plus, gauss, (0, 0), gauss_of(x.re + y.re, x.im + y.im));
GRAPH_DEFINE_OP(gauss_minus, gauss, gauss, gauss, gauss_of(x.re - y.re, x.im - y.im));
GRAPH_DEFINE_OP(gauss_equal, bool, gauss, gauss, x.re == y.re && x.im == y.im);
GRAPH_DEFINE_OP(gauss_scale, gauss, gauss, int32_t, gauss_of(x.re *(y % 100), x.im *(y % 100)));
GRAPH_DEFINE_OP(gauss_make, gauss, uint8_t, uint8_t, gauss_of(x, y));
GRAPH_DEFINE_OP(gauss_real, double, gauss, bool, y ? x.re : -x.re);
GRAPH_DEFINE_MONOID(square_plus, square, ({0, 0, 0, 0}, 0),
                    square_of(x.at[0] + y.at[0], x.at[1] + y.at[1], x.at[2] + y.at[2], x.at[3] + y.at[3]));
GRAPH_DEFINE_MONOID(square_times, square, ({1, 0, 0, 1}, 2),
                    square_of(x.at[0] * y.at[0] + x.at[1] * y.at[2], x.at[0] * y.at[1] + x.at[1] * y.at[3],
                              x.at[2] * y.at[0] + x.at[3] * y.at[2], x.at[2] * y.at[1] + x.at[3] * y.at[3]));
GRAPH_DEFINE_OP(square_trace, int16_t, square, square, (int16_t)(x.at[0] + x.at[3] - y.at[0] - y.at[3]));
GRAPH_DEFINE_OP(square_of_colours, square, colour, int8_t, square_of(x.r, x.g, x.b, y & 7));
GRAPH_DEFINE_OP(colour_mix, colour, colour, colour, ((colour){x.r ^ y.g, x.g ^ y.b, x.b ^ y.r}));
GRAPH_DEFINE_MONOID(pair_plus, pair, (0, 0), ((pair){(x.x + y.x) % 97, (x.y + y.y) % 97}));
GRAPH_DEFINE_MONOID(pair_times, pair, (1, 1), ((pair){x.x * y.x % 97, x.y *y.y % 97}));
/* On built-in types: alone, mixed, a monoid, and one that does not commute. */
GRAPH_DEFINE_OP(near, bool, int32_t, int32_t, (x > y ? (int64_t)x - y : (int64_t)y - x) < 3);
/* Operators that read a number from their context. */
static int64_t thousand = 1000, nine = 9;
static void mixed_function(void *z, const void *x, const void *y, void *context)
{
    *(int64_t *)z = *(const int8_t *)x * *(int64_t *)context + *(const uint16_t *)y;
}
static const graph_op_spec mixed = {
    .size = sizeof(graph_op_spec), .name = "mixed", .with_context = mixed_function, .context = &thousand};
GRAPH_DEFINE_MONOID(bit_or, uint32_t, (0), x | y);
GRAPH_DEFINE_OP(twice_minus, int16_t, int16_t, int16_t, (int16_t)((unsigned)x * 2u - (unsigned)y));

/* By function pointer, without a text. */
static void multiply_gauss(void *z, const void *x, const void *y)
{
    const gauss *a = x, *b = y;
    gauss *product = z;
    product->re = mod_251(a->re * b->re - a->im * b->im);
    product->im = mod_251(a->re * b->im + a->im * b->re);
}
static const gauss gauss_one = {1, 0};
static const graph_op_spec gauss_times = {
    .size = sizeof(graph_op_spec), .name = "gauss_times", .function = multiply_gauss, .identity = &gauss_one};

/* A monoid with an end: of two colours the brighter parts. */
static void brighten(void *z, const void *x, const void *y)
{
    const colour *a = x, *b = y;
    const colour brighter = {LARGER(a->r, b->r), LARGER(a->g, b->g), LARGER(a->b, b->b)};
    memcpy(z, &brighter, sizeof brighter);
}
static const colour black = {0, 0, 0}, white = {255, 255, 255};
static const graph_op_spec colour_max = {.size = sizeof(graph_op_spec),
                                         .name = "colour_max",
                                         .function = brighten,
                                         .identity = &black,
                                         .terminal = &white};

GRAPH_DEFINE_UNARY_OP(gauss_conjugate, gauss, gauss, gauss_of(x.re, -x.im));
GRAPH_DEFINE_UNARY_OP(gauss_norm, float, gauss, (float)(x.re *x.re + x.im * x.im));
GRAPH_DEFINE_UNARY_OP(colour_grey, colour, uint8_t, ((colour){x, x, x}));
GRAPH_DEFINE_UNARY_OP(square_transpose, square, square, square_of(x.at[0], x.at[2], x.at[1], x.at[3]));
static void last_digit_function(void *z, const void *x, void *context)
{
    *(int8_t *)z = (int8_t)(*(const int64_t *)x % (1 + *(int64_t *)context));
}
static const graph_unary_op_spec last_digit = {.size = sizeof(graph_unary_op_spec),
                                               .name = "last_digit",
                                               .with_context = last_digit_function,
                                               .context = &nine};

GRAPH_DEFINE_INDEX_OP(where_pair, pair, bool, int64_t,
                      ((pair){(uint16_t)(i % 97), (uint16_t)((j + (uint64_t)y) % 97)}));
GRAPH_DEFINE_INDEX_OP(gauss_shift, gauss, gauss, int64_t,
                      gauss_of(x.re + (double)(i % 251), x.im + (double)(y % 251)));
static void times_row_function(void *z, const void *x, graph_index i, graph_index j, const void *y,
                               void *context)
{
    const uint64_t k = (uint64_t) * (const int64_t *)y / (uint64_t) * (int64_t *)context;
    *(int64_t *)z = (int64_t)((uint64_t) * (const int32_t *)x * i - j + k);
}
static const graph_index_op_spec times_row = {.size = sizeof(graph_index_op_spec),
                                              .name = "times_row",
                                              .with_context = times_row_function,
                                              .context = &nine};
GRAPH_DEFINE_INDEX_OP(colour_place, int16_t, colour, int64_t, (int16_t)(x.r + (int)(i % 7) - (int)(j % 5)));

GRAPH_DEFINE_INDEX_OP(is_chess, bool, bool, int8_t, (i + j + (uint8_t)y) % 2 == 0);
GRAPH_DEFINE_INDEX_OP(gauss_right_of, bool, gauss, gauss, x.re + (double)(j % 3) > y.re);
GRAPH_DEFINE_INDEX_OP(is_red, bool, colour, uint8_t, x.r >= y);
GRAPH_DEFINE_INDEX_OP(is_above, bool, double, double, x + (double)i > y);

static graph_type types[USER_TYPE_COUNT];
static graph_op ops[USER_OP_COUNT];
static graph_unary_op unaries[USER_UNARY_COUNT];
static graph_index_op indices[USER_INDEX_COUNT];
static graph_select_op selects[USER_SELECT_COUNT];

static void must(graph_status status)
{
    if (status == GRAPH_OK)
        return;
    fprintf(stderr, "user_open: %s\n", graph_last_error());
    abort();
}

void user_open(void)
{
    static bool is_open;
    if (is_open)
        return;
    is_open = true;
    must(graph_type_create(&types[USER_GAUSS], &gauss_spec));
    must(graph_type_create(&types[USER_SQUARE], &square_spec));
    must(graph_type_create(&types[USER_COLOUR], &colour_spec));
    must(graph_type_create(&types[USER_PAIR], &pair_spec));
    const graph_type G = types[USER_GAUSS], S = types[USER_SQUARE], K = types[USER_COLOUR],
                     P = types[USER_PAIR];
    const struct {
        const graph_op_spec *spec;
        graph_type z, x, y;
    } binary[USER_OP_COUNT] = {{&gauss_plus, G, G, G},
                               {&square_plus, S, S, S},
                               {&colour_max, K, K, K},
                               {&pair_plus, P, P, P},
                               {&gauss_times, G, G, G},
                               {&square_times, S, S, S},
                               {&colour_mix, K, K, K},
                               {&pair_times, P, P, P},
                               {&gauss_minus, G, G, G},
                               {&gauss_equal, GRAPH_BOOL, G, G},
                               {&gauss_scale, G, G, GRAPH_INT32},
                               {&gauss_make, G, GRAPH_UINT8, GRAPH_UINT8},
                               {&gauss_real, GRAPH_FP64, G, GRAPH_BOOL},
                               {&square_trace, GRAPH_INT16, S, S},
                               {&square_of_colours, S, K, GRAPH_INT8},
                               {&near, GRAPH_BOOL, GRAPH_INT32, GRAPH_INT32},
                               {&mixed, GRAPH_INT64, GRAPH_INT8, GRAPH_UINT16},
                               {&bit_or, GRAPH_UINT32, GRAPH_UINT32, GRAPH_UINT32},
                               {&twice_minus, GRAPH_INT16, GRAPH_INT16, GRAPH_INT16}};
    for (int k = 0; k < USER_OP_COUNT; k++)
        must(graph_op_create(&ops[k], binary[k].spec, binary[k].z, binary[k].x, binary[k].y));
    must(graph_unary_op_create(&unaries[0], &gauss_conjugate, G, G));
    must(graph_unary_op_create(&unaries[1], &gauss_norm, GRAPH_FP32, G));
    must(graph_unary_op_create(&unaries[2], &colour_grey, K, GRAPH_UINT8));
    must(graph_unary_op_create(&unaries[3], &square_transpose, S, S));
    must(graph_unary_op_create(&unaries[4], &last_digit, GRAPH_INT8, GRAPH_INT64));
    must(graph_index_op_create(&indices[0], &where_pair, P, GRAPH_PATTERN, GRAPH_INT64));
    must(graph_index_op_create(&indices[1], &gauss_shift, G, G, GRAPH_INT64));
    must(graph_index_op_create(&indices[2], &times_row, GRAPH_INT64, GRAPH_INT32, GRAPH_INT64));
    must(graph_index_op_create(&indices[3], &colour_place, GRAPH_INT16, K, GRAPH_INT64));
    must(graph_select_op_create(&selects[0], &is_chess, GRAPH_PATTERN, GRAPH_INT8));
    must(graph_select_op_create(&selects[1], &gauss_right_of, G, G));
    must(graph_select_op_create(&selects[2], &is_red, K, GRAPH_UINT8));
    must(graph_select_op_create(&selects[3], &is_above, GRAPH_FP64, GRAPH_FP64));
}

graph_type user_type(enum user_type_number number) { return user_open(), types[number]; }
graph_op user_op(int k) { return user_open(), ops[k]; }
graph_unary_op user_unary(int k) { return user_open(), unaries[k]; }
graph_index_op user_index(int k) { return user_open(), indices[k]; }
graph_select_op user_select(int k) { return user_open(), selects[k]; }
graph_op user_plus(enum user_type_number number) { return user_op((int)number); }
graph_op user_times(enum user_type_number number) { return user_op(USER_TYPE_COUNT + (int)number); }

int64_t user_count(graph_type type)
{
    return type == types[USER_GAUSS]    ? 251 * 251
           : type == types[USER_SQUARE] ? 7 * 7 * 7 * 7
           : type == types[USER_COLOUR] ? 1 << 24
                                        : 97 * 97;
}

int64_t user_encode(graph_type type, const void *value)
{
    union {
        gauss g;
        square s;
        colour c;
        pair p;
    } v;
    memcpy(&v, value, graph_type_size(type));
    if (type == types[USER_GAUSS])
        return (int64_t)v.g.re * 251 + (int64_t)v.g.im;
    if (type == types[USER_SQUARE]) {
        int64_t code = ((v.s.at[0] * 7 + v.s.at[1]) * 7 + v.s.at[2]) * 7 + v.s.at[3];
        return v.s.sum == v.s.at[0] + v.s.at[1] + v.s.at[2] + v.s.at[3] ? code : -1;
    }
    if (type == types[USER_COLOUR])
        return v.c.r << 16 | v.c.g << 8 | v.c.b;
    return v.p.x * 97 + v.p.y;
}

void user_decode(graph_type type, void *value, int64_t code)
{
    if (type == types[USER_GAUSS]) {
        const gauss z = {(double)(code / 251), (double)(code % 251)};
        memcpy(value, &z, sizeof z);
    } else if (type == types[USER_SQUARE]) {
        const square z = square_of(code / 343 % 7, code / 49 % 7, code / 7 % 7, code % 7);
        memcpy(value, &z, sizeof z);
    } else if (type == types[USER_COLOUR]) {
        const colour z = {(uint8_t)(code >> 16), (uint8_t)(code >> 8), (uint8_t)code};
        memcpy(value, &z, sizeof z);
    } else {
        const pair z = {(uint16_t)(code / 97), (uint16_t)(code % 97)};
        memcpy(value, &z, sizeof z);
    }
}
