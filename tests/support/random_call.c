/* Making random calls; see random_call.h. */
#include "tests/support/random_call.h"

#include <stdlib.h>

#include "contract/kernels.h"
#include "contract/semiring.h"
#include "tests/support/test.h"

static int64_t below(uint64_t *seed, int64_t n) { return (int64_t)(test_random(seed) % (uint64_t)n); }
static bool once_in(uint64_t *seed, int64_t n) { return below(seed, n) == 0; }

GRAPH_DEFINE_SEMIRING(user_plus_times, double, 0, 1, x + y, x *y);
GRAPH_DEFINE_SEMIRING(user_max_min, int16_t, INT16_MIN, INT16_MAX, x > y ? x : y, x < y ? x : y);
GRAPH_DEFINE_SEMIRING(user_or_minus, uint8_t, 0, 0, x | y, x - y);
GRAPH_DEFINE_SEMIRING(user_gcd_like, int64_t, 0, 1, x &y, (int64_t)((uint64_t)x * 3 + (uint64_t)y));
GRAPH_DEFINE_SEMIRING(user_first, bool, false, true, x || y, x);

static const graph_semiring_spec *const user[] = {&user_plus_times, &user_max_min, &user_or_minus,
                                                  &user_gcd_like, &user_first};

static bool is_product(enum call_kind kind) { return call_traits[kind].with == 's'; }
static bool is_reduction(enum call_kind kind) { return call_traits[kind].with == 'm'; }
static bool is_vector_call(enum call_kind kind)
{
    return strpbrk(call_traits[kind].operands, "CABM") == NULL;
}

static bool has_operand(enum call_kind kind, int k)
{
    const char either[] = {"CABM"[k], "cabm"[k], 0};
    return strpbrk(call_traits[kind].operands, either) != NULL;
}

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
    if (once_in(seed, 6) && call_take_semiring_of(call, seed))
        return;
    if (once_in(seed, 8)) {
        const graph_semiring_spec *spec = user[below(seed, (int64_t)(sizeof user / sizeof user[0]))];
        if (graph_semiring_create(&call->user_semiring, spec) == GRAPH_OK) {
            call->semiring = call->user_semiring;
            return;
        }
    }
    while (graph_semiring_at(count) != NULL)
        count++;
    call->semiring = graph_semiring_at((size_t)below(seed, (int64_t)count));
}

static graph_scalar random_scalar(uint64_t *seed)
{
    switch (below(seed, 5)) {
    case 0:
        return graph_fp64((double)random_value(seed, GRAPH_FP64, VALUES_EXTREME));
    case 1:
        return graph_bool(once_in(seed, 2));
    case 2:
        return graph_uint64((uint64_t)below(seed, 12));
    case 3:
        return graph_int64((int64_t)random_value(seed, GRAPH_INT64, VALUES_EXTREME));
    default:
        return graph_int64(below(seed, 11) - 5);
    }
}

/* Whether the library was built with a method; see the options in CMakeLists.txt. */
static bool is_built(graph_method method)
{
    bool is_hybrid = method == GRAPH_METHOD_HYBRID || method == GRAPH_METHOD_HYBRID_DIA;
    return (TEST_HAS_HYBRID || !is_hybrid) &&
           (TEST_HAS_PUBLISHED || method <= GRAPH_METHOD_BITMAP || method == GRAPH_METHOD_HYBRID);
}

/* A method of an operation that has no conditions. */
static graph_method random_method(uint64_t *seed, enum call_kind kind)
{
    graph_method method = graph_method_at((size_t)below(seed, GRAPH_METHODS))->method;
    bool has_conditions = method == GRAPH_METHOD_BITMAP || method == GRAPH_METHOD_DIA ||
                          method == GRAPH_METHOD_HYBRID_DIA || method == GRAPH_METHOD_BLSI ||
                          method == GRAPH_METHOD_HALF_WARP;
    switch (kind) {
    case CALL_MXM:
    case CALL_SPGEMM:
        return has_conditions || !is_built(method) ? GRAPH_METHOD_AUTO : method;
    case CALL_MXV:
    case CALL_VXM:
        method = method % 3 == 0 ? GRAPH_METHOD_BLSI : method;
        return is_built(method) ? method : GRAPH_METHOD_AUTO;
    case CALL_CSRMM:
        method = method % 3 == 0 ? GRAPH_METHOD_HALF_WARP : method;
        return is_built(method) ? method : GRAPH_METHOD_AUTO;
    default:
        return GRAPH_METHOD_AUTO;
    }
}

static void choose_operators(struct call *call, uint64_t *seed)
{
    static const graph_op monoids[] = {GRAPH_PLUS, GRAPH_TIMES, GRAPH_MIN,  GRAPH_MAX,  GRAPH_ANY,
                                       GRAPH_LOR,  GRAPH_LAND,  GRAPH_LXOR, GRAPH_LXNOR};
    static const int threads[] = {0, 1, 1, 2, 2, 3, 8};
    call->op =
        is_reduction(call->kind) ? monoids[below(seed, 9)] : (graph_op)(1 + below(seed, GRAPH_OP_COUNT - 1));
    call->accum = once_in(seed, 2) ? GRAPH_NO_OP : (graph_op)(1 + below(seed, GRAPH_OP_COUNT - 1));
    call->unary = (graph_unary_op)(1 + below(seed, GRAPH_UNARY_OP_COUNT - 1));
    call->test = (graph_select_op)(1 + below(seed, GRAPH_SELECT_OP_COUNT - 1));
    call->position = (graph_index_op)(1 + below(seed, GRAPH_INDEX_OP_COUNT - 1));
    call->sum_type = (graph_type)(1 + below(seed, 11));
    call_take_user_operators(call, seed);
    call_take_typed_operators(call, seed);
    call->descriptor.size = sizeof(graph_descriptor);
    call->descriptor.backend = test_backend();
    call->descriptor.threads = threads[below(seed, 7)];
    call->descriptor.method = random_method(seed, call->kind);
    call->x = random_scalar(seed);
    call->y = random_scalar(seed);
    if (call_traits[call->kind].with == 'i')
        call->y = graph_int64(once_in(seed, 4) ? (int64_t)random_value(seed, GRAPH_INT64, VALUES_EXTREME)
                                               : below(seed, 11) - 5);
}

static void choose_flags(struct call *call, uint64_t *seed)
{
    uint32_t flags = 0;
    bool has_write_rule = call_has_write_rule(call);
    if (has_write_rule && once_in(seed, 2))
        flags |= GRAPH_REPLACE;
    if (has_write_rule && once_in(seed, 3))
        flags |= GRAPH_MASK_STRUCTURE;
    if (has_write_rule && once_in(seed, call->is_used[OPERAND_M] ? 3 : 10))
        flags |= GRAPH_MASK_COMPLEMENT;
    if (once_in(seed, 3))
        flags |= call_traits[call->kind].flags & GRAPH_TRANSPOSE_A;
    if (once_in(seed, 3))
        flags |= call_traits[call->kind].flags & GRAPH_TRANSPOSE_B;
    if (call->kind == CALL_CSRMM && once_in(seed, 2))
        flags |= GRAPH_ACCUMULATE;
    call->descriptor.flags = flags;
}

/* Whether operands k and j of a call on square matrices and vectors of one length agree in shape. */
static bool can_be_one(const struct call *call, int k, int j)
{
    if (!call->is_used[k] || !call->is_used[j] || call->is_vector[k] != call->is_vector[j])
        return false;
    bool is_output = j == OPERAND_C && k != OPERAND_M;
    return call->kind != CALL_KRONECKER || (!is_output && (k != OPERAND_M || j == OPERAND_C));
}

/* Which operands there are, and which of them are one object. */
static void choose_operands(struct call *call, uint64_t *seed, bool *has_alias)
{
    const char *operands = call_traits[call->kind].operands;
    for (int k = 0; k < OPERAND_COUNT; k++) {
        call->object[k] = k;
        call->is_used[k] = has_operand(call->kind, k);
        call->is_vector[k] = strchr(operands, "cabm"[k]) != NULL;
    }
    if (once_in(seed, 3))
        call->is_used[OPERAND_M] = false;
    *has_alias = call->kind != CALL_CSRMM && once_in(seed, 4);
    for (int k = 1; *has_alias && k < OPERAND_COUNT; k++) {
        int with = (int)below(seed, k);
        if (can_be_one(call, k, with) && once_in(seed, 2))
            call->object[k] = call->object[with];
    }
}

/* A list over 0 .. dimension - 1; of `count` indices if that is not negative. */
static struct index_choice choose_list(uint64_t *seed, int64_t dimension, int64_t count)
{
    struct index_choice list = {NULL, dimension};
    if (count >= 0 ? count == dimension && once_in(seed, 4) : once_in(seed, 4))
        return list;
    int way = (int)below(seed, 4);
    if (way == 0 && dimension > 100)
        way = 3;
    list.count = dimension == 0 ? 0
                 : count >= 0   ? count
                                : below(seed, way == 0 ? 2 * dimension + 1 : dimension + 1);
    if (way == 1 && list.count <= dimension) /* without repetitions */
        list.index = random_permutation(seed, dimension);
    else
        list.index = calloc((size_t)list.count + 1, sizeof *list.index);
    int64_t first = list.count > 0 && list.count <= dimension ? below(seed, dimension - list.count + 1) : 0;
    for (int64_t k = 0; k < list.count && way != 1; k++)
        list.index[k] =
            (graph_index)(way == 2 && list.count <= dimension ? first + k : below(seed, dimension));
    return list;
}

struct shape {
    int64_t rows, columns;
};

static struct shape turned(struct shape shape) { return (struct shape){shape.columns, shape.rows}; }

/* Lists, and shapes that fit them; m, k and n are dimensions, all the same if operands are one object. */
static void choose_region(struct call *call, uint64_t *seed, bool is_square, int64_t m, int64_t n,
                          struct shape *shape)
{
    bool is_vector = is_vector_call(call->kind);
    bool is_extract =
        call->kind == CALL_EXTRACT || call->kind == CALL_EXTRACT_COLUMN || call->kind == CALL_VECTOR_EXTRACT;
    bool is_line = call->kind == CALL_ASSIGN_ROW || call->kind == CALL_ASSIGN_COLUMN ||
                   call->kind == CALL_EXTRACT_COLUMN;
    struct shape whole = {is_line && m == 0 ? 1 : m, is_vector ? 1 : is_line && n == 0 ? 1 : n};
    call->at[0] = is_line ? (graph_index)below(seed, whole.rows) : 0;
    call->at[1] = is_line ? (graph_index)below(seed, whole.columns) : 0;
    bool lists_columns = call->kind == CALL_ASSIGN_ROW;
    int64_t first = lists_columns ? whole.columns : whole.rows;
    call->list[0] = choose_list(seed, first, is_square ? first : -1);
    call->list[1] = is_line || is_vector ? (struct index_choice){NULL, 1}
                                         : choose_list(seed, whole.columns, is_square ? whole.columns : -1);
    struct shape part = {call->list[0].count, call->list[1].count};
    shape[OPERAND_A] = is_extract ? whole : part;
    shape[OPERAND_C] = shape[OPERAND_M] = is_extract ? part : whole;
    if (is_line && !is_extract)
        shape[OPERAND_M] = (struct shape){first, 1};
}

static void choose_shapes(struct call *call, uint64_t *seed, bool is_square, struct shape *shape)
{
    int64_t m, k, n, positions, most = 20000;
    enum call_kind kind = call->kind;
    /* Kernels cut their work into parts from some thousand entries on. */
    bool is_large = once_in(seed, 32);
    if (is_large)
        most = is_product(kind) ? 90000 : 60000;
    do {
        m = is_large ? 1 + below(seed, 400) : random_dimension(seed);
        k = is_square ? m : is_large ? 1 + below(seed, 400) : random_dimension(seed);
        n = is_square ? m : is_large ? 1 + below(seed, 400) : random_dimension(seed);
        positions = m * n > m * k ? m * n : m * k;
    } while ((!is_large && m * k * n > 300000) || positions > most || k * n > most);
    if (is_vector_call(kind) && is_large)
        m = 1 + below(seed, 30000);
    if (kind == CALL_KRONECKER) {
        int64_t p = is_square ? m % 24 : below(seed, 7), q = is_square ? m % 24 : below(seed, 7);
        m %= 24;
        k = is_square ? m : k % 24;
        shape[OPERAND_A] = (struct shape){m, k};
        shape[OPERAND_B] = (struct shape){p, q};
        shape[OPERAND_C] = shape[OPERAND_M] = (struct shape){m * p, k * q};
    } else if (kind == CALL_EXTRACT || kind == CALL_EXTRACT_COLUMN || kind == CALL_VECTOR_EXTRACT ||
               (kind >= CALL_ASSIGN && kind <= CALL_ASSIGN_COLUMN) || kind == CALL_VECTOR_ASSIGN ||
               kind == CALL_VECTOR_ASSIGN_SCALAR) {
        choose_region(call, seed, is_square, m, n, shape);
    } else {
        if (!is_product(kind))
            k = n;
        shape[OPERAND_C] = shape[OPERAND_M] = (struct shape){m, n};
        shape[OPERAND_A] = (struct shape){m, k};
        shape[OPERAND_B] = is_product(kind) ? (struct shape){k, n} : (struct shape){m, n};
        for (int o = 0; o < OPERAND_COUNT; o++)
            if (call->is_vector[o])
                shape[o].columns = 1;
        if (kind == CALL_VXM || kind == CALL_TRANSPOSE)
            shape[OPERAND_A] = turned(shape[OPERAND_A]);
        if (kind == CALL_MATRIX_GET || kind == CALL_VECTOR_GET) {
            shape[OPERAND_A] = (struct shape){m == 0 ? 1 : m, is_vector_call(kind) ? 1 : n == 0 ? 1 : n};
            call->at[0] = (graph_index)below(seed, shape[OPERAND_A].rows);
            call->at[1] = (graph_index)below(seed, shape[OPERAND_A].columns);
        }
    }
    uint32_t turns_A = kind == CALL_VXM ? GRAPH_TRANSPOSE_B : GRAPH_TRANSPOSE_A;
    if (call->descriptor.flags & turns_A)
        shape[OPERAND_A] = turned(shape[OPERAND_A]);
    if (kind != CALL_VXM && (call->descriptor.flags & GRAPH_TRANSPOSE_B) != 0)
        shape[OPERAND_B] = turned(shape[OPERAND_B]);
}

/* The type that sums are made in, or GRAPH_PATTERN if nothing is summed. */
static graph_type type_of_sums(const struct call *call, graph_type type_of_C)
{
    if (is_reduction(call->kind) && oracle_type_of((int)call->op) != GRAPH_PATTERN)
        return oracle_type_of((int)call->op);
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
    if (oracle_plain((int)call->op) == GRAPH_TIMES && type_is_float(sums) && is_reduction(call->kind))
        return VALUES_POWERS;
    /* Large integers round when they become floating values, and then the order of a sum shows. */
    if (type_is_float(sums) && !type_is_float(type))
        return VALUES_SMALL;
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
    if (oracle_plain((int)call->accum) == GRAPH_DIV)
        call->accum = GRAPH_MINUS;
}

static void fill(struct call *call, uint64_t *seed, const struct shape *shape)
{
    graph_type common = random_type(seed), type[OPERAND_COUNT];
    bool is_uniform = once_in(seed, 2);
    for (int k = 0; k < OPERAND_COUNT; k++)
        type[k] = is_uniform && k != OPERAND_M ? common : random_type(seed);
    if (is_product(call->kind) && (once_in(seed, 2) || call->semiring->is_of_operators)) {
        type[OPERAND_A] = call->kind == CALL_VXM ? call->semiring->y_type : call->semiring->x_type;
        type[OPERAND_B] = call->kind == CALL_VXM ? call->semiring->x_type : call->semiring->y_type;
        type[OPERAND_C] = call->semiring->type;
    }
    if (call->kind == CALL_CSRMM) {
        type[OPERAND_B] = call->semiring->y_type;
        type[OPERAND_C] = call->semiring->type;
    }
    call_take_user_types(call, seed, type);
    for (int k = 0; k < OPERAND_COUNT; k++)
        type[k] = type[call->object[k]];
    graph_type sums = type_of_sums(call, type[OPERAND_C]);
    bool is_real = can_be_real(call, type) && once_in(seed, 2);
    if ((type_is_float(type[OPERAND_C]) || oracle_type_of((int)call->accum) != GRAPH_PATTERN) &&
        call->is_used[OPERAND_C])
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
    if (call->kind == CALL_MATRIX_GET || call->kind == CALL_VECTOR_GET)
        call->sum_type = type[OPERAND_A] == GRAPH_PATTERN ? GRAPH_BOOL : type[OPERAND_A];
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
    call_fit_scalars(&call);
    call.share = once_in(&seed, 2) ? 0 : 1 + (int)below(&seed, 3);
    return call;
}

void call_release(struct call *call)
{
    for (int k = 0; k < OPERAND_COUNT; k++)
        dense_release(&call->dense[k]);
    for (int k = 0; k < 2; k++)
        free(call->list[k].index);
    graph_semiring_release(&call->user_semiring);
}
