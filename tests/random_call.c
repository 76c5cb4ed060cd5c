/* Making random calls; see random_call.h. */
#include "tests/random_call.h"

#include <stdlib.h>

#include "contract/semiring.h"
#include "tests/test.h"

static int64_t below(uint64_t *seed, int64_t n) { return (int64_t)(test_random(seed) % (uint64_t)n); }
static bool once_in(uint64_t *seed, int64_t n) { return below(seed, n) == 0; }

GRAPH_DEFINE_SEMIRING(own_plus_times, double, 0, 1, x + y, x *y)
GRAPH_DEFINE_SEMIRING(own_max_min, int16_t, INT16_MIN, INT16_MAX, x > y ? x : y, x < y ? x : y)
GRAPH_DEFINE_SEMIRING(own_or_minus, uint8_t, 0, 0, x | y, x - y)
GRAPH_DEFINE_SEMIRING(own_gcd_like, int64_t, 0, 1, x &y, (int64_t)((uint64_t)x * 3 + (uint64_t)y))
GRAPH_DEFINE_SEMIRING(own_first, bool, false, true, x || y, x)

static const graph_semiring_spec *const own[] = {&own_plus_times, &own_max_min, &own_or_minus, &own_gcd_like,
                                                 &own_first};

static bool is_product(enum call_kind kind) { return kind <= CALL_VXM; }

static bool has_vector_operands(enum call_kind kind) { return kind >= CALL_VECTOR_EWISE_ADD; }

static graph_type random_type(uint64_t *seed) { return (graph_type)below(seed, 12); }

static int64_t random_dimension(uint64_t *seed)
{
    switch (below(seed, 24)) {
    case 0:
        return 0;
    case 1:
    case 2:
        return 1;
    case 3:
        return 1 + below(seed, 300);
    case 4:
    case 5:
    case 6:
        return 1 + below(seed, 70);
    default:
        return 1 + below(seed, 20);
    }
}

static void choose_semiring(struct call *call, uint64_t *seed)
{
    size_t count = 0;
    if (once_in(seed, 8)) {
        const graph_semiring_spec *spec = own[below(seed, (int64_t)(sizeof own / sizeof own[0]))];
        if (graph_semiring_create(&call->own_semiring, spec) == GRAPH_OK) {
            call->semiring = call->own_semiring;
            return;
        }
    }
    while (graph_semiring_at(count) != NULL)
        count++;
    call->semiring = graph_semiring_at((size_t)below(seed, (int64_t)count));
}

static void choose_operators(struct call *call, uint64_t *seed)
{
    static const graph_op monoids[] = {GRAPH_PLUS, GRAPH_TIMES, GRAPH_MIN,  GRAPH_MAX,
                                       GRAPH_ANY,  GRAPH_LOR,   GRAPH_LAND, GRAPH_LXOR};
    static const int threads[] = {0, 1, 1, 2, 2, 3, 8};
    bool is_reduction =
        call->kind == CALL_REDUCE_ROWS || call->kind == CALL_REDUCE || call->kind == CALL_VECTOR_REDUCE;
    call->op = is_reduction ? monoids[below(seed, 8)] : (graph_op)(1 + below(seed, GRAPH_OP_COUNT - 1));
    call->accum = once_in(seed, 2) ? GRAPH_NO_OP : (graph_op)(1 + below(seed, GRAPH_OP_COUNT - 1));
    call->unary = (graph_unary_op)(1 + below(seed, GRAPH_UNARY_OP_COUNT - 1));
    call->test = (graph_select_op)(1 + below(seed, GRAPH_SELECT_OP_COUNT - 1));
    call->sum_type = (graph_type)(1 + below(seed, 11));
    call->descriptor.size = sizeof(graph_descriptor);
    call->descriptor.threads = threads[below(seed, 7)];
    if (call->kind == CALL_MXM || call->kind == CALL_SPGEMM)
        call->descriptor.method = (graph_method)below(seed, call->kind == CALL_MXM ? 5 : 4);
    switch (below(seed, 5)) {
    case 0:
        call->y = graph_fp64((double)random_value(seed, GRAPH_FP64, VALUES_EXTREME));
        break;
    case 1:
        call->y = graph_bool(once_in(seed, 2));
        break;
    case 2:
        call->y = graph_uint64((uint64_t)below(seed, 12));
        break;
    case 3:
        call->y = graph_int64((int64_t)random_value(seed, GRAPH_INT64, VALUES_EXTREME));
        break;
    default:
        call->y = graph_int64(below(seed, 11) - 5);
    }
}

static void choose_flags(struct call *call, uint64_t *seed)
{
    uint32_t flags = 0;
    bool has_output_rule = call->is_used[OPERAND_C] && call->kind != CALL_SPGEMM && call->kind != CALL_CSRMM;
    if (has_output_rule && once_in(seed, 2))
        flags |= GRAPH_REPLACE;
    if (has_output_rule && once_in(seed, 3))
        flags |= GRAPH_MASK_STRUCTURE;
    if (has_output_rule && once_in(seed, call->is_used[OPERAND_M] ? 3 : 10))
        flags |= GRAPH_MASK_COMPLEMENT;
    bool takes_A = !has_vector_operands(call->kind) && call->kind != CALL_VXM && call->kind != CALL_REDUCE;
    bool takes_B = call->kind == CALL_MXM || call->kind == CALL_SPGEMM || call->kind == CALL_VXM ||
                   call->kind == CALL_EWISE_ADD || call->kind == CALL_EWISE_MULT;
    if (takes_A && once_in(seed, 3))
        flags |= GRAPH_TRANSPOSE_A;
    if (takes_B && once_in(seed, 3))
        flags |= GRAPH_TRANSPOSE_B;
    if (call->kind == CALL_CSRMM && once_in(seed, 2))
        flags |= GRAPH_ACCUMULATE;
    call->descriptor.flags = flags;
}

/* Which operands there are, and which of them are one object. */
static void choose_operands(struct call *call, uint64_t *seed, bool *has_alias)
{
    enum call_kind kind = call->kind;
    bool is_sum = kind == CALL_REDUCE || kind == CALL_VECTOR_REDUCE;
    bool has_B = is_product(kind) || kind == CALL_EWISE_ADD || kind == CALL_EWISE_MULT ||
                 kind == CALL_VECTOR_EWISE_ADD || kind == CALL_VECTOR_EWISE_MULT;
    call->is_used[OPERAND_C] = !is_sum && kind != CALL_SPGEMM;
    call->is_used[OPERAND_A] = true;
    call->is_used[OPERAND_B] = has_B;
    call->is_used[OPERAND_M] = !is_sum && kind != CALL_SPGEMM && kind != CALL_CSRMM && !once_in(seed, 3);
    bool is_vector_output = kind == CALL_MXV || kind == CALL_VXM || kind == CALL_REDUCE_ROWS;
    for (int k = 0; k < OPERAND_COUNT; k++) {
        call->object[k] = k;
        call->is_vector[k] = has_vector_operands(kind) || (is_vector_output && k != OPERAND_A);
    }
    *has_alias = kind != CALL_CSRMM && once_in(seed, 4);
    for (int k = 1; *has_alias && k < OPERAND_COUNT; k++) {
        int with = (int)below(seed, k);
        if (call->is_used[k] && call->is_used[with] && call->is_vector[k] == call->is_vector[with] &&
            once_in(seed, 2))
            call->object[k] = call->object[with];
    }
}

struct shape {
    int64_t rows, columns;
};

static void choose_shapes(const struct call *call, uint64_t *seed, bool is_square, struct shape *shape)
{
    int64_t m, k, n, positions, most = 20000;
    /* Kernels cut their work into parts from some thousand entries on. */
    bool is_large = once_in(seed, 32);
    if (is_large)
        most = is_product(call->kind) ? 90000 : 60000;
    do {
        m = is_large ? 1 + below(seed, 400) : random_dimension(seed);
        k = is_square ? m : is_large ? 1 + below(seed, 400) : random_dimension(seed);
        n = is_square ? m : is_large ? 1 + below(seed, 400) : random_dimension(seed);
        positions = m * n > m * k ? m * n : m * k;
    } while ((!is_large && m * k * n > 300000) || positions > most || k * n > most);
    if (has_vector_operands(call->kind)) {
        m = is_large ? 1 + below(seed, 30000) : m;
        for (int o = 0; o < OPERAND_COUNT; o++)
            shape[o] = (struct shape){m, 1};
        return;
    }
    bool is_elementwise = call->kind >= CALL_TRANSPOSE;
    if (call->kind == CALL_TRANSPOSE || is_elementwise)
        k = n;
    shape[OPERAND_C] = shape[OPERAND_M] = (struct shape){m, n};
    shape[OPERAND_A] = (struct shape){m, k};
    shape[OPERAND_B] = is_elementwise ? (struct shape){m, n} : (struct shape){k, n};
    if (call->kind == CALL_MXV || call->kind == CALL_VXM || call->kind == CALL_REDUCE_ROWS) {
        shape[OPERAND_C].columns = shape[OPERAND_M].columns = shape[OPERAND_B].columns = 1;
        if (call->kind == CALL_VXM)
            shape[OPERAND_A] = (struct shape){k, m};
    }
    /* graph_transpose turns A round by itself, and the flag turns it back. */
    bool turns_A = (call->descriptor.flags & GRAPH_TRANSPOSE_A) != 0;
    if (call->kind == CALL_VXM)
        turns_A = (call->descriptor.flags & GRAPH_TRANSPOSE_B) != 0;
    if (turns_A != (call->kind == CALL_TRANSPOSE))
        shape[OPERAND_A] = (struct shape){shape[OPERAND_A].columns, shape[OPERAND_A].rows};
    if (call->kind != CALL_VXM && (call->descriptor.flags & GRAPH_TRANSPOSE_B) != 0)
        shape[OPERAND_B] = (struct shape){shape[OPERAND_B].columns, shape[OPERAND_B].rows};
}

/* The type that sums are made in, or GRAPH_PATTERN if nothing is summed. */
static graph_type type_of_sums(const struct call *call, graph_type type_of_C)
{
    if (is_product(call->kind))
        return call->semiring->type;
    if (call->kind == CALL_REDUCE || call->kind == CALL_VECTOR_REDUCE)
        return call->sum_type;
    return call->kind == CALL_REDUCE_ROWS ? type_of_C : GRAPH_PATTERN;
}

/* Gives one operand values that leave one right answer. */
static enum value_range choose_range(const struct call *call, uint64_t *seed, graph_type type,
                                     graph_type sums, bool is_real)
{
    if (is_real)
        return VALUES_REAL;
    /* Large integers round when they become floating values, and then the order of a sum shows. */
    if (type_is_float(sums) && !type_is_float(type))
        return VALUES_SMALL;
    if (call->op == GRAPH_TIMES && type_is_float(sums) && !is_product(call->kind))
        return VALUES_POWERS;
    return once_in(seed, 3) ? VALUES_EXTREME : VALUES_SMALL;
}

static bool is_plus(const graph_semiring *semiring) { return strncmp(semiring->name, "plus_", 5) == 0; }

/* Whether real values are safe: only sums of positive floating values into floating values. */
static bool can_be_real(const struct call *call, const graph_type *type)
{
    graph_type sums = type_of_sums(call, type[OPERAND_C]);
    bool is_sum = is_product(call->kind) ? is_plus(call->semiring) : call->op == GRAPH_PLUS;
    return type_is_float(sums) && is_sum && (call->accum == GRAPH_NO_OP || call->accum == GRAPH_PLUS) &&
           (!call->is_used[OPERAND_C] || type_is_float(type[OPERAND_C]));
}

/* The sign of a zero is nobody's promise, but a division shows it. */
static void avoid_signs_of_zero(struct call *call)
{
    if (call->accum == GRAPH_DIV)
        call->accum = GRAPH_MINUS;
}

static void fill(struct call *call, uint64_t *seed, const struct shape *shape)
{
    graph_type common = random_type(seed), type[OPERAND_COUNT];
    bool is_uniform = once_in(seed, 2);
    for (int k = 0; k < OPERAND_COUNT; k++)
        type[k] = is_uniform && k != OPERAND_M ? common : random_type(seed);
    if (is_product(call->kind) && once_in(seed, 2))
        type[OPERAND_A] = type[OPERAND_B] = type[OPERAND_C] = call->semiring->type;
    if (call->kind == CALL_CSRMM)
        type[OPERAND_B] = type[OPERAND_C] = call->semiring->type;
    for (int k = 0; k < OPERAND_COUNT; k++)
        type[k] = type[call->object[k]];
    graph_type sums = type_of_sums(call, type[OPERAND_C]);
    bool is_real = can_be_real(call, type) && once_in(seed, 2);
    if (type_is_float(type[OPERAND_C]) && call->is_used[OPERAND_C])
        avoid_signs_of_zero(call);
    for (int k = 0; k < OPERAND_COUNT; k++) {
        if (!call->is_used[k] || call->object[k] != k)
            continue;
        int64_t positions = shape[k].rows * shape[k].columns;
        bool is_dense = call->kind == CALL_CSRMM && k != OPERAND_A;
        enum graph_shape form = is_dense ? SHAPE_FULL : (enum graph_shape)below(seed, SHAPE_COUNT);
        int64_t edges =
            positions == 0 ? 0 : below(seed, once_in(seed, 2) ? positions + 1 : positions / 4 + 2);
        call->dense[k] = random_dense(seed, form, type[k], shape[k].rows, shape[k].columns, edges,
                                      choose_range(call, seed, type[k], sums, is_real));
        call->preparation[k] = (enum preparation)below(seed, PREPARATION_COUNT);
        if (is_real && (type[k] == GRAPH_FP32 || sums == GRAPH_FP32))
            call->tolerance = 1e-5;
    }
    if (is_real && call->tolerance == 0)
        call->tolerance = 1e-12;
    if (is_real && call->is_used[OPERAND_C] && type[OPERAND_C] == GRAPH_FP32)
        call->tolerance = 1e-5;
}

struct call call_of_seed(uint64_t seed, enum call_kind only)
{
    struct call call = {.seed = seed};
    struct shape shape[OPERAND_COUNT];
    bool has_alias;
    call.kind = only < CALL_KIND_COUNT ? only : (enum call_kind)below(&seed, CALL_KIND_COUNT);
    if (only >= CALL_KIND_COUNT && once_in(&seed, 4))
        call.kind = CALL_MXM;
    if (is_product(call.kind))
        choose_semiring(&call, &seed);
    choose_operators(&call, &seed);
    choose_operands(&call, &seed, &has_alias);
    choose_flags(&call, &seed);
    choose_shapes(&call, &seed, has_alias, shape);
    call.B_layout = once_in(&seed, 2) ? GRAPH_ROW_MAJOR : GRAPH_COLUMN_MAJOR;
    call.C_layout = once_in(&seed, 2) ? GRAPH_ROW_MAJOR : GRAPH_COLUMN_MAJOR;
    call.stride_more = (int)below(&seed, 3);
    fill(&call, &seed, shape);
    return call;
}

void call_release(struct call *call)
{
    for (int k = 0; k < OPERAND_COUNT; k++)
        dense_release(&call->dense[k]);
    graph_semiring_release(&call->own_semiring);
}
