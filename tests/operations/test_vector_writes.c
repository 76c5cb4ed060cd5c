/* The write rule on vectors long enough for every form: updates in place, listed masks, shared arrays.  Each random call is
 * compared with a dense model, and so are the operands afterwards, which must not change. */
#include "tests/support/test.h"

enum { LENGTH = 2600, CALLS = 1500 };

/* Values are small, so that no type wraps. */
struct model {
    bool has[LENGTH];
    int64_t x[LENGTH];
};

static uint64_t seed;
static uint64_t below(uint64_t n) { return test_random(&seed) % n; }

/* A vector of some density and form; values[]: 0 .. 3, ones in a pattern. */
static graph_vector *draw_vector(struct model *model, graph_type type, bool may_be_full)
{
    static graph_index index[LENGTH];
    static int64_t value[LENGTH];
    const uint64_t one_in = (uint64_t[]){1, 2, 10, 100, 1000}[may_be_full ? below(5) : 1 + below(4)];
    graph_vector *v = NULL;
    graph_index n = 0;
    for (int i = 0; i < LENGTH; i++) {
        model->has[i] = below(one_in) == 0;
        model->x[i] = type == GRAPH_PATTERN ? 1 : (int64_t)below(4);
        if (model->has[i])
            index[n] = (graph_index)i, value[n++] = model->x[i];
    }
    if (!CHECK_OK(graph_vector_create(&v, type, LENGTH)) ||
        !CHECK_OK(graph_vector_build(v, index, type == GRAPH_PATTERN ? NULL : value,
                                     type == GRAPH_PATTERN ? type : GRAPH_INT64, n, GRAPH_NO_OP)))
        return NULL;
    const uint64_t form = below(3);
    if (n == LENGTH && form == 0)
        CHECK_OK(graph_vector_convert(v, GRAPH_FULL));
    else if (form == 1)
        CHECK_OK(graph_vector_convert(v, GRAPH_BITMAP));
    return v;
}

static bool is_model(const graph_vector *v, const struct model *model, const char *which, int call)
{
    static graph_index index[LENGTH];
    static int64_t value[LENGTH];
    graph_index n = LENGTH, k = 0;
    if (!CHECK_OK(graph_vector_check(v)) ||
        !CHECK_OK(graph_vector_extract_tuples(index, value, GRAPH_INT64, &n, v)))
        return false;
    for (int i = 0; i < LENGTH; i++) {
        const bool is_there = k < n && index[k] == (graph_index)i;
        if (is_there != model->has[i] || (is_there && value[k] != model->x[i]))
            return CHECK_SAY(false, "call %d, %s, position %d: %s %lld, expected %s %lld", call, which, i,
                             is_there ? "there" : "absent", is_there ? (long long)value[k] : 0,
                             model->has[i] ? "there" : "absent", (long long)model->x[i]);
        k += is_there;
    }
    return true;
}

static int64_t combine(graph_op op, int64_t x, int64_t y)
{
    return op == GRAPH_PLUS ? x + y : op == GRAPH_MAX ? (x > y ? x : y) : op == GRAPH_FIRST ? x : y;
}

/* w<m> accum= t of the model. */
static void write_model(struct model *w, const struct model *m, bool has_mask, uint32_t flags, graph_op accum,
                        const struct model *t, bool is_pattern)
{
    for (int i = 0; i < LENGTH; i++) {
        bool is_open = !has_mask || (m->has[i] && ((flags & GRAPH_MASK_STRUCTURE) || m->x[i] != 0));
        is_open ^= (flags & GRAPH_MASK_COMPLEMENT) != 0;
        if (!is_open) {
            w->has[i] &= (flags & GRAPH_REPLACE) == 0;
            continue;
        }
        if (accum == GRAPH_NO_OP || !w->has[i]) {
            w->has[i] = t->has[i] || (accum != GRAPH_NO_OP && w->has[i]);
            w->x[i] = t->x[i];
        } else if (t->has[i])
            w->x[i] = combine(accum, w->x[i], t->x[i]);
        if (is_pattern)
            w->x[i] = 1;
    }
}

enum kind { ASSIGN, ASSIGN_SCALAR, IDENTITY, ONE, POSITION, SELECT_VALUE, SELECT_ROW, ADD, MULT, KINDS };

static void one_call(int call)
{
    static const graph_type types[] = {GRAPH_INT64, GRAPH_UINT8, GRAPH_FP64, GRAPH_INT16, GRAPH_PATTERN};
    static const graph_op accums[] = {GRAPH_NO_OP, GRAPH_PLUS, GRAPH_MAX, GRAPH_FIRST, GRAPH_SECOND};
    static struct model model_w, model_u, model_v, model_m, t;
    const enum kind kind = (enum kind)below(KINDS);
    graph_type w_type = types[below(5)], u_type = types[below(5)], v_type = types[below(4)];
    if (kind == POSITION)
        w_type = u_type = GRAPH_INT64;
    if (w_type == GRAPH_PATTERN || u_type == GRAPH_PATTERN) /* patterns combine with patterns here */
        w_type = u_type = v_type = kind == ASSIGN || kind == IDENTITY ? GRAPH_PATTERN : GRAPH_INT64;
    const bool is_pattern = w_type == GRAPH_PATTERN, has_mask = below(4) != 0;
    const graph_op accum = is_pattern ? accums[below(2) * 4] : accums[below(5)];
    graph_vector *w = draw_vector(&model_w, w_type, true), *u = draw_vector(&model_u, u_type, true),
                 *v = draw_vector(&model_v, v_type, true),
                 *m = draw_vector(&model_m, below(2) ? GRAPH_BOOL : GRAPH_INT64, true), *shared = NULL;
    graph_descriptor d = {.size = sizeof d, .flags = (uint32_t)below(8), .threads = 1 + (int)below(3)};
    if (m != NULL)
        for (int i = 0; i < LENGTH; i++) /* what was stored in a bool */
            model_m.x[i] = model_m.x[i] != 0;
    for (int i = 0; i < LENGTH; i++) {
        const int64_t x = model_u.x[i], y = model_v.x[i];
        t.has[i] = kind == ASSIGN_SCALAR  ? true
                   : kind == SELECT_VALUE ? model_u.has[i] && x > 1
                   : kind == SELECT_ROW   ? model_u.has[i] && i > 2000
                   : kind == ADD          ? model_u.has[i] || model_v.has[i]
                   : kind == MULT         ? model_u.has[i] && model_v.has[i]
                                          : model_u.has[i];
        t.x[i] = kind == ASSIGN_SCALAR ? 3 : kind == ONE ? 1 : kind == POSITION ? i + 5 : x;
        if (kind == ADD || kind == MULT)
            t.x[i] = !model_u.has[i] ? y : !model_v.has[i] ? x : kind == ADD ? x + y : x > y ? x : y;
    }
    if (below(3) == 0) /* others hold the arrays of w */
        CHECK_OK(graph_vector_dup(&shared, w));
    const graph_vector *mask = has_mask ? m : NULL;
    static struct model before;
    before = model_w;
    graph_status status = GRAPH_OK;
    switch (kind) {
    case ASSIGN:
        status = graph_vector_assign(w, mask, accum, u, GRAPH_ALL, 0, &d);
        break;
    case ASSIGN_SCALAR:
        status = graph_vector_assign_scalar(w, mask, accum, graph_int64(3), GRAPH_ALL, 0, &d);
        break;
    case IDENTITY:
        status = graph_vector_apply(w, mask, accum, GRAPH_IDENTITY, u, &d);
        break;
    case ONE:
        status = graph_vector_apply(w, mask, accum, GRAPH_ONE, u, &d);
        break;
    case POSITION:
        status = graph_vector_apply_index(w, mask, accum, GRAPH_ROW_INDEX, u, graph_int64(5), &d);
        break;
    case SELECT_VALUE:
        status = graph_vector_select(w, mask, accum, GRAPH_VALUE_GT, u, graph_int64(1), &d);
        break;
    case SELECT_ROW:
        status = graph_vector_select(w, mask, accum, GRAPH_ROW_GT, u, graph_int64(2000), &d);
        break;
    case ADD:
        status = graph_vector_ewise_add(w, mask, accum, GRAPH_PLUS, u, v, &d);
        break;
    default:
        status = graph_vector_ewise_mult(w, mask, accum, GRAPH_MAX, u, v, &d);
        break;
    }
    CHECK_OK(status);
    write_model(&model_w, &model_m, has_mask, d.flags, accum, &t, is_pattern);
    if (!is_model(w, &model_w, "w", call))
        printf("kind %d, w %d, u %d, accum %d, flags %u, mask %d\n", (int)kind, (int)w_type, (int)u_type,
               (int)accum, d.flags, has_mask);
    is_model(u, &model_u, "u", call);
    if (shared != NULL)
        is_model(shared, &before, "a copy of w", call);
    /* What shares arrays is written alone. */
    const graph_index at = below(LENGTH);
    CHECK_OK(graph_vector_set(w, at, graph_int64(1)));
    is_model(u, &model_u, "u after a change of w", call);
    graph_vector_release(&w), graph_vector_release(&u), graph_vector_release(&v), graph_vector_release(&m);
    graph_vector_release(&shared);
}

TEST(random_calls_on_long_vectors)
{
    seed = 1;
    for (int call = 0; call < CALLS; call++)
        one_call(call);
}

/* The output is an operand and the mask, too. */
TEST(output_as_operand_and_mask)
{
    static struct model model_w, model_u, expected;
    for (int call = 0; call < 200; call++) {
        seed = 1000 + (uint64_t)call;
        graph_vector *w = draw_vector(&model_w, GRAPH_INT64, true),
                     *u = draw_vector(&model_u, GRAPH_INT64, true);
        graph_descriptor d = {.size = sizeof d, .flags = (uint32_t)below(8)};
        const graph_op accum = below(2) ? GRAPH_PLUS : GRAPH_NO_OP;
        expected = model_w;
        switch (below(4)) {
        case 0: /* w<w> accum= u */
            write_model(&expected, &model_w, true, d.flags, accum, &model_u, false);
            CHECK_OK(graph_vector_assign(w, w, accum, u, GRAPH_ALL, 0, &d));
            break;
        case 1: /* w<u> accum= u */
            write_model(&expected, &model_u, true, d.flags, accum, &model_u, false);
            CHECK_OK(graph_vector_assign(w, u, accum, u, GRAPH_ALL, 0, &d));
            break;
        case 2: /* w<u> accum= w */
            write_model(&expected, &model_u, true, d.flags, accum, &model_w, false);
            CHECK_OK(graph_vector_apply(w, u, accum, GRAPH_IDENTITY, w, &d));
            break;
        default: /* w<w> accum= w + u */
            for (int i = 0; i < LENGTH; i++) {
                if (model_w.has[i] && model_u.has[i])
                    model_u.x[i] += model_w.x[i];
                else if (model_w.has[i])
                    model_u.x[i] = model_w.x[i];
                model_u.has[i] |= model_w.has[i];
            }
            write_model(&expected, &model_w, true, d.flags, accum, &model_u, false);
            CHECK_OK(graph_vector_ewise_add(w, w, accum, GRAPH_PLUS, w, u, &d));
        }
        is_model(w, &expected, "w", call);
        graph_vector_release(&w), graph_vector_release(&u);
    }
}

/* A product added to a full vector, which one kernel does, is the product and then a union. */
TEST(products_accumulate_as_unions)
{
    static const struct {
        graph_semiring_kind kind;
        graph_type type;
        graph_op accum;
    } rows[] = {{GRAPH_MIN_SECOND, GRAPH_INT64, GRAPH_MIN},   {GRAPH_MIN_PLUS, GRAPH_UINT8, GRAPH_MIN},
                {GRAPH_MIN_FIRST, GRAPH_FP64, GRAPH_MIN},     {GRAPH_PLUS_TIMES, GRAPH_FP64, GRAPH_PLUS},
                {GRAPH_PLUS_SECOND, GRAPH_UINT8, GRAPH_PLUS}, {GRAPH_PLUS_PAIR, GRAPH_INT16, GRAPH_PLUS},
                {GRAPH_PLUS_TIMES, GRAPH_INT64, GRAPH_MIN}};
    static struct model model;
    graph_index *I = calloc(4 * LENGTH, sizeof *I), *J = calloc(4 * LENGTH, sizeof *J);
    int64_t *x = calloc(4 * LENGTH, sizeof *x);
    seed = 3;
    for (int call = 0; I != NULL && J != NULL && x != NULL && call < 140; call++) {
        const size_t k = (size_t)call % (sizeof rows / sizeof *rows);
        const graph_semiring *semiring = graph_semiring_builtin(rows[k].kind, rows[k].type);
        const graph_descriptor d = {.size = sizeof d, .threads = 1 + (int)below(3)};
        graph_matrix *A = NULL;
        graph_vector *w = NULL, *expected = NULL, *t = NULL, *u = draw_vector(&model, rows[k].type, true);
        for (int e = 0; e < 4 * LENGTH; e++) { /* rows of many lengths, blocks of empty ones */
            I[e] = below(2) ? below(20) : below(LENGTH) & ~(graph_index)256;
            J[e] = below(LENGTH), x[e] = (int64_t)below(4);
        }
        CHECK_OK(graph_matrix_create(&A, rows[k].type, LENGTH, LENGTH));
        CHECK_OK(graph_matrix_build(A, I, J, x, GRAPH_INT64, 4 * LENGTH, GRAPH_MAX));
        CHECK_OK(graph_vector_create(&w, rows[k].type, LENGTH));
        CHECK_OK(graph_vector_fill(w, graph_int64(2)));
        if (rows[k].type == GRAPH_FP64) { /* sums that show their order */
            CHECK_OK(graph_apply_second(A, NULL, GRAPH_NO_OP, GRAPH_TIMES, A, graph_fp64(0.1), NULL));
            CHECK_OK(graph_vector_fill(w, graph_fp64(0.7)));
        }
        for (int e = 0; e < LENGTH / 2; e++) /* the least value, where no sum matters, and others */
            CHECK_OK(graph_vector_set(w, below(LENGTH), graph_int64((int64_t)below(3))));
        CHECK_OK(graph_vector_dup(&expected, w));
        CHECK_OK(graph_vector_create(&t, rows[k].type, LENGTH));
        CHECK_OK(graph_mxv(t, NULL, GRAPH_NO_OP, semiring, A, u, &d));
        CHECK_OK(graph_vector_ewise_add(expected, NULL, GRAPH_NO_OP, rows[k].accum, expected, t, &d));
        CHECK_OK(graph_mxv(w, NULL, rows[k].accum, semiring, A, u, &d));
        static double got[LENGTH], wanted[LENGTH];
        graph_index n = LENGTH, m = LENGTH;
        CHECK_OK(graph_vector_extract_tuples(NULL, got, GRAPH_FP64, &n, w));
        CHECK_OK(graph_vector_extract_tuples(NULL, wanted, GRAPH_FP64, &m, expected));
        CHECK_SAY(n == LENGTH && m == n && memcmp(got, wanted, sizeof got) == 0, "call %d", call);
        graph_matrix_release(&A);
        graph_vector_release(&w), graph_vector_release(&expected), graph_vector_release(&t),
            graph_vector_release(&u);
    }
    free(I), free(J), free(x);
}

/* A full vector, a mask and an update of as many entries, but not at the same positions: one entry goes. */
TEST(a_full_vector_loses_what_the_update_lacks)
{
    graph_vector *w = NULL, *u = NULL, *m = NULL;
    graph_scalar x = graph_int64(0);
    graph_index entries = 0;
    REQUIRE_OK(graph_vector_create(&w, GRAPH_INT64, LENGTH));
    REQUIRE_OK(graph_vector_fill(w, graph_int64(2)));
    REQUIRE_OK(graph_vector_create(&u, GRAPH_INT64, LENGTH));
    REQUIRE_OK(graph_vector_create(&m, GRAPH_BOOL, LENGTH));
    CHECK_OK(graph_vector_set(u, 5, graph_int64(1)));
    CHECK_OK(graph_vector_set(u, 2000, graph_int64(1)));
    CHECK_OK(graph_vector_set(m, 5, graph_bool(true)));
    CHECK_OK(graph_vector_set(m, 7, graph_bool(true)));
    CHECK_OK(graph_vector_assign(w, m, GRAPH_NO_OP, u, GRAPH_ALL, 0, NULL));
    CHECK_OK(graph_vector_entries(&entries, w));
    CHECK(entries == LENGTH - 1 && graph_vector_get(&x, w, 7) == GRAPH_NO_VALUE);
    CHECK(graph_vector_get(&x, w, 5) == GRAPH_OK && x.value.i == 1);
    CHECK(graph_vector_get(&x, w, 2000) == GRAPH_OK && x.value.i == 2);
    graph_vector_release(&w), graph_vector_release(&u), graph_vector_release(&m);
}

/* In place, with a sparse update: the values of an operator of the user's, and entries that go. */
static graph_status some_updates(void)
{
    graph_vector *w = NULL, *u = NULL, *m = NULL;
    graph_status status;
    seed = 7;
    TRY(graph_vector_create(&w, GRAPH_INT64, LENGTH));
    TRY(graph_vector_fill(w, graph_int64(2)));
    TRY(graph_vector_create(&u, GRAPH_INT64, LENGTH));
    TRY(graph_vector_set(u, 5, graph_int64(1)));
    TRY(graph_vector_set(u, 2000, graph_int64(0)));
    TRY(graph_vector_assign(w, NULL, GRAPH_PLUS, u, GRAPH_ALL, 0, NULL));
    TRY(graph_vector_dup(&m, u));
    TRY(graph_vector_set(m, 7, graph_int64(1)));
    TRY(graph_vector_assign(w, m, GRAPH_NO_OP, u, GRAPH_ALL, 0, NULL)); /* 7 goes */
    TRY(graph_vector_assign_scalar(w, m, GRAPH_NO_OP, graph_int64(1), GRAPH_ALL, 0, NULL));
    TRY(graph_vector_select(u, m, GRAPH_NO_OP, GRAPH_VALUE_GT, w, graph_int64(2), NULL));
done:
    graph_vector_release(&w), graph_vector_release(&u), graph_vector_release(&m);
    return status;
}

TEST(every_allocation_fails_once) { test_every_allocation("updates in place", some_updates); }

TEST_MAIN(TEST_ROW(random_calls_on_long_vectors), TEST_ROW(output_as_operand_and_mask),
          TEST_ROW(products_accumulate_as_unions), TEST_ROW(a_full_vector_loses_what_the_update_lacks),
          TEST_ROW(every_allocation_fails_once))
