/* User types, operators and semirings in random calls; see random_call.h. */
#include "contract/semiring.h"
#include "tests/support/user.h"
#include "tests/support/random_call.h"
#include "tests/support/test.h"

static int64_t below(uint64_t *seed, int64_t n) { return (int64_t)(test_random(seed) % (uint64_t)n); }
static bool once_in(uint64_t *seed, int64_t n) { return below(seed, n) == 0; }

static graph_type random_user_type(uint64_t *seed)
{
    return user_type((enum user_type_number)below(seed, USER_TYPE_COUNT));
}

bool call_take_semiring_of(struct call *call, uint64_t *seed)
{
    static const struct {
        graph_type type;
        graph_op add, mul;
    } builtin[] = {{GRAPH_INT32, GRAPH_PLUS, GRAPH_MAX},
                   {GRAPH_FP64, GRAPH_MAX, GRAPH_MINUS},
                   {GRAPH_UINT8, GRAPH_MIN, GRAPH_BXNOR},
                   {GRAPH_BOOL, GRAPH_LXNOR, GRAPH_LE},
                   {GRAPH_INT16, GRAPH_LXOR, GRAPH_SECOND}};
    enum user_type_number number = (enum user_type_number)below(seed, USER_TYPE_COUNT);
    graph_type type = user_type(number);
    graph_op add = user_plus(number), mul = user_times(number);
    int k = (int)below(seed, 14);
    if (k < 5) {
        type = builtin[k].type;
        add = builtin[k].add;
        mul = builtin[k].mul;
    } else if (k < 8) {
        mul = k == 5 ? GRAPH_FIRST : k == 6 ? GRAPH_SECOND : GRAPH_ANY;
    } else if (k == 8) { /* operands of other types */
        type = user_type(USER_SQUARE);
        add = user_plus(USER_SQUARE);
        mul = user_op(14);
    } else if (k == 9) {
        type = user_type(USER_GAUSS);
        add = user_plus(USER_GAUSS);
        mul = user_op(10 + (int)below(seed, 2));
    } else if (k == 10) {
        type = GRAPH_INT16;
        add = GRAPH_MAX;
        mul = user_op(13);
    }
    if (graph_semiring_of(&call->user_semiring, "of_operators", type, add, mul) != GRAPH_OK)
        return false;
    call->semiring = call->user_semiring;
    return true;
}

/* A value of a type of the user's in memory that stays. */
static graph_scalar user_scalar(uint64_t *seed, graph_type type)
{
    enum { VALUES = 16 };
    static unsigned char values[USER_TYPE_COUNT][VALUES][USER_VALUE_BYTES];
    static bool is_filled;
    for (int t = 0; t < USER_TYPE_COUNT && !is_filled; t++)
        for (int k = 0; k < VALUES; k++) {
            graph_type of = user_type((enum user_type_number)t);
            user_decode(of, values[t][k], user_count(of) * k / VALUES);
        }
    is_filled = true;
    int number = 0;
    while (user_type((enum user_type_number)number) != type)
        number++;
    return graph_own(type, values[number][below(seed, VALUES)]);
}

static bool is_user_code(int op) { return op >= (int)GRAPH_OWN_OPS && op < (int)GRAPH_OWN_OPS_END; }

void call_take_user_operators(struct call *call, uint64_t *seed)
{
    if (once_in(seed, 5))
        call->op = user_op((int)below(seed, USER_OP_COUNT));
    if (call_traits[call->kind].with == 'm' && (int)call->op >= GRAPH_OWN_OPS &&
        !oracle_is_monoid_on(call->op, GRAPH_INT8))
        call->op = GRAPH_PLUS;
    if (call->accum != GRAPH_NO_OP && once_in(seed, 5))
        call->accum = user_op((int)below(seed, USER_OP_COUNT));
    if (once_in(seed, 5))
        call->unary = user_unary((int)below(seed, USER_UNARY_COUNT));
    if (once_in(seed, 5))
        call->test = user_select((int)below(seed, USER_SELECT_COUNT));
    if (once_in(seed, 5))
        call->position = user_index((int)below(seed, USER_INDEX_COUNT));
}

static graph_type random_builtin_type(uint64_t *seed) { return (graph_type)(1 + below(seed, 11)); }

static bool is_plain(int op) { return op > 0 && op < (int)GRAPH_OWN_OPS; }

void call_take_typed_operators(struct call *call, uint64_t *seed)
{
    if (is_plain((int)call->op) && once_in(seed, 5))
        call->op = GRAPH_OP_ON(call->op, random_builtin_type(seed));
    if (is_plain((int)call->accum) && once_in(seed, 5))
        call->accum = GRAPH_OP_ON(call->accum, random_builtin_type(seed));
    if (is_plain((int)call->unary) && once_in(seed, 5))
        call->unary = GRAPH_UNARY_OP_ON(call->unary, random_builtin_type(seed));
    if (call->test >= GRAPH_VALUE_EQ && call->test <= GRAPH_VALUE_GE && once_in(seed, 4))
        call->test = GRAPH_SELECT_OP_ON(call->test, random_builtin_type(seed));
    if (is_plain((int)call->position) && once_in(seed, 4))
        call->position = GRAPH_INDEX_OP_ON(call->position, once_in(seed, 2) ? GRAPH_INT32 : GRAPH_INT64);
    if (once_in(seed, 4)) { /* each in the place of the other */
        const graph_select_op test = call->test;
        call->test = GRAPH_TEST_OF_INDEX_OP(call->position);
        call->position = GRAPH_INDEX_OP_OF_TEST(test);
    }
}

void call_take_user_types(struct call *call, uint64_t *seed, graph_type *type)
{
    char with = call_traits[call->kind].with;
    int op = with == 'o' || with == 'm' ? (int)call->op
             : with == 'u'              ? (int)call->unary
             : with == 't'              ? (int)call->test
             : with == 'i'              ? (int)call->position
                                        : 0;
    if (oracle_is_of_other_kind(op))
        op = (int)GRAPH_INDEX_OP_OF_TEST(op);
    struct oracle_types types = oracle_types(op, type[OPERAND_C]);
    graph_type x = type[OPERAND_A], y = type[OPERAND_B];
    if (with != 's' && op < GRAPH_OWN_OPS && once_in(seed, 6)) {
        /* Values of one type of the user's that are only moved. */
        types.z = types.x = types.y = x = y = type[OPERAND_C] = random_user_type(seed);
        call->op = with == 'm' ? call->op : once_in(seed, 2) ? GRAPH_FIRST : GRAPH_SECOND;
        call->unary = GRAPH_IDENTITY;
        if (with == 'm' || with == 'i')
            type[OPERAND_C] = with == 'i' ? GRAPH_INT32 : type[OPERAND_C];
        if (with == 't' && call->test >= GRAPH_VALUE_EQ && call->test <= GRAPH_VALUE_GE)
            call->test = GRAPH_TRIL;
        if (with == '-' || with == 'o')
            call->x = call->y = user_scalar(seed, x);
    } else if (op >= GRAPH_OWN_OPS && !once_in(seed, 8)) {
        bool keeps_builtin = once_in(seed, 2);
        type[OPERAND_C] = oracle_is_user(types.z) || !keeps_builtin ? types.z : type[OPERAND_C];
        if (types.x != GRAPH_PATTERN)
            x = oracle_is_user(types.x) || !keeps_builtin ? types.x : x;
        y = oracle_is_user(types.y) || !keeps_builtin ? types.y : y;
        if (with == 't')
            type[OPERAND_C] = x;
        if (with == 'o') { /* a bound operand is the other operand of op */
            bool is_first = call->kind == CALL_APPLY_FIRST || call->kind == CALL_VECTOR_APPLY_FIRST;
            bool is_add = call->kind == CALL_EWISE_ADD || call->kind == CALL_VECTOR_EWISE_ADD;
            if (oracle_is_user(types.x))
                call->x = user_scalar(seed, types.x);
            if (is_first)
                x = y;
            if (is_add && !once_in(seed, 8) && !(oracle_converts(x, types.z) && oracle_converts(y, types.z)))
                call->kind = call->kind == CALL_EWISE_ADD ? CALL_EWISE_MULT : CALL_VECTOR_EWISE_MULT;
        }
        if (oracle_is_user(types.y) && (with == 'o' || with == 't' || with == 'i'))
            call->y = user_scalar(seed, types.y);
        if (with == 'm' && is_user_code(op))
            call->sum_type = types.z;
    }
    type[OPERAND_A] = x;
    type[OPERAND_B] = y;
    if (call->is_used[OPERAND_M] && once_in(seed, 12)) {
        type[OPERAND_M] = random_user_type(seed);
        if (!once_in(seed, 8))
            call->descriptor.flags |= GRAPH_MASK_STRUCTURE;
    }
    /* An accumulator of the type of the output, or none. */
    if (oracle_is_user(type[OPERAND_C]) && call->accum != GRAPH_NO_OP && !once_in(seed, 8)) {
        call->accum = GRAPH_SECOND;
        for (int k = 0; k < USER_TYPE_COUNT && once_in(seed, 2) == 0; k++)
            if (user_type((enum user_type_number)k) == type[OPERAND_C])
                call->accum = once_in(seed, 2) ? user_plus((enum user_type_number)k)
                                               : user_times((enum user_type_number)k);
    }
}
