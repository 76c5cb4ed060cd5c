/* The vector object in its three forms, against a plain model. */
#include "base/memory.h"
#include "core/vector/vector.h"
#include "tests/support/test.h"

enum { MODEL_LENGTH = 200 };

struct model {
    int length;
    bool present[MODEL_LENGTH];
    double value[MODEL_LENGTH];
};

static int count(const struct model *model)
{
    int n = 0;
    for (int i = 0; i < model->length; i++)
        n += model->present[i];
    return n;
}

static void check_holds(const graph_vector *v, const struct model *model, int line)
{
    graph_index index[MODEL_LENGTH], n = MODEL_LENGTH, length = 0, k = 0;
    double value[MODEL_LENGTH];
    graph_type type;
    test_status(graph_vector_check(v), GRAPH_OK, "", "check", __FILE__, line);
    if (!test_status(graph_vector_extract_tuples(index, value, GRAPH_FP64, &n, v), GRAPH_OK, "", "extract",
                     __FILE__, line))
        return;
    graph_vector_length(&length, v);
    graph_vector_type(&type, v);
    bool same = length == (graph_index)model->length && n == (graph_index)count(model);
    for (int i = 0; i < model->length && same; i++)
        if (model->present[i]) {
            same = index[k] == (graph_index)i && value[k] == (type == GRAPH_PATTERN ? 1 : model->value[i]);
            k++;
        }
    test_claim(same, __FILE__, line, "entry %d of %d differs", (int)k - 1, (int)n);
}

#define CHECK_HOLDS(v, model) check_holds((v), (model), __LINE__)

TEST(create_and_release)
{
    graph_vector *v = (graph_vector *)&v;
    graph_index n = 7;
    graph_type type;
    graph_vector_form form;
    CHECK_STATUS(graph_vector_create(NULL, GRAPH_FP64, 1), GRAPH_E_NULL, "v is NULL");
    CHECK_STATUS(graph_vector_create(&v, (graph_type)-1, 1), GRAPH_E_DOMAIN, "type is -1");
    CHECK(v == NULL);
    CHECK_STATUS(graph_vector_create(&v, GRAPH_FP64, 2147483648u), GRAPH_E_NOT_SUPPORTED, "2147483648");
    for (int t = GRAPH_PATTERN; t <= GRAPH_FP64; t++) {
        REQUIRE_OK(graph_vector_create(&v, (graph_type)t, 2147483647));
        CHECK_OK(graph_vector_length(&n, v));
        CHECK(n == 2147483647);
        CHECK_OK(graph_vector_entries(&n, v));
        CHECK(n == 0);
        CHECK_OK(graph_vector_type(&type, v));
        CHECK((int)type == t);
        CHECK_OK(graph_vector_form_of(&form, v));
        CHECK(form == GRAPH_SPARSE);
        CHECK_OK(graph_vector_set(v, 2147483646, graph_bool(true)));
        CHECK_OK(graph_vector_check(v));
        CHECK_STATUS(graph_vector_length(NULL, v), GRAPH_E_NULL, "length");
        CHECK_STATUS(graph_vector_entries(NULL, v), GRAPH_E_NULL, "entries");
        CHECK_STATUS(graph_vector_type(NULL, v), GRAPH_E_NULL, "type");
        CHECK_STATUS(graph_vector_form_of(NULL, v), GRAPH_E_NULL, "form");
        graph_vector_release(&v);
        CHECK(v == NULL);
    }
    CHECK_STATUS(graph_vector_length(&n, NULL), GRAPH_E_NULL, "v");
    CHECK_STATUS(graph_vector_entries(&n, NULL), GRAPH_E_NULL, "v");
    CHECK_STATUS(graph_vector_type(&type, NULL), GRAPH_E_NULL, "v");
    CHECK_STATUS(graph_vector_form_of(&form, NULL), GRAPH_E_NULL, "v");
    CHECK_STATUS(graph_vector_clear(NULL), GRAPH_E_NULL, "v");
    CHECK_STATUS(graph_vector_check(NULL), GRAPH_E_NULL, "v");
    CHECK_STATUS(graph_vector_dup(NULL, NULL), GRAPH_E_NULL, "w");
    CHECK_STATUS(graph_vector_dup(&v, NULL), GRAPH_E_NULL, "v");
    CHECK_STATUS(graph_vector_resize(NULL, 1), GRAPH_E_NULL, "v");
    CHECK_STATUS(graph_vector_convert(NULL, GRAPH_SPARSE), GRAPH_E_NULL, "v");
    graph_vector_release(&v);
    graph_vector_release(NULL);
}

TEST(build_and_extract_check_their_arguments)
{
    graph_index index[] = {4, 0, 4}, n = 3;
    int64_t value[] = {10, 20, 3};
    graph_vector *v = NULL;
    REQUIRE_OK(graph_vector_create(&v, GRAPH_INT64, 5));
    CHECK_STATUS(graph_vector_build(NULL, index, value, GRAPH_INT64, 3, GRAPH_PLUS), GRAPH_E_NULL, "v");
    CHECK_STATUS(graph_vector_build(v, NULL, value, GRAPH_INT64, 3, GRAPH_PLUS), GRAPH_E_NULL, "index");
    CHECK_STATUS(graph_vector_build(v, index, NULL, GRAPH_INT64, 3, GRAPH_PLUS), GRAPH_E_NULL, "value");
    CHECK_STATUS(graph_vector_build(v, index, value, (graph_type)33, 3, GRAPH_PLUS), GRAPH_E_DOMAIN, "33");
    CHECK_STATUS(graph_vector_build(v, index, value, GRAPH_INT64, 3, (graph_op)50), GRAPH_E_INVALID_VALUE,
                 "50");
    CHECK_STATUS(graph_vector_build(v, index, value, GRAPH_INT64, 3, GRAPH_NO_OP), GRAPH_E_INVALID_VALUE,
                 "entry 2 at (4)");
    index[1] = 5;
    CHECK_STATUS(graph_vector_build(v, index, value, GRAPH_INT64, 3, GRAPH_PLUS), GRAPH_E_INDEX_BOUNDS,
                 "index[1] is 5; expected 0 .. 4");
    index[1] = 0;
    CHECK_HOLDS(v, &((struct model){.length = 5}));
    CHECK_OK(graph_vector_build(v, index, value, GRAPH_INT64, 3, GRAPH_MINUS));
    struct model expected = {
        .length = 5, .present = {true, false, false, false, true}, .value = {20, 0, 0, 0, 7}};
    CHECK_HOLDS(v, &expected);
    CHECK_STATUS(graph_vector_build(v, index, value, GRAPH_INT64, 3, GRAPH_PLUS), GRAPH_E_NOT_EMPTY,
                 "2 entries");
    n = 1;
    CHECK_STATUS(graph_vector_extract_tuples(index, value, GRAPH_INT64, &n, v), GRAPH_E_NO_SPACE,
                 "room for 1");
    CHECK(n == 2);
    CHECK_STATUS(graph_vector_extract_tuples(index, value, GRAPH_INT64, NULL, v), GRAPH_E_NULL, "n");
    CHECK_STATUS(graph_vector_extract_tuples(index, value, GRAPH_INT64, &n, NULL), GRAPH_E_NULL, "v");
    CHECK_STATUS(graph_vector_extract_tuples(index, value, (graph_type)12, &n, v), GRAPH_E_DOMAIN, "12");
    CHECK_OK(graph_vector_extract_tuples(NULL, NULL, GRAPH_PATTERN, &n, v));
    CHECK_OK(graph_vector_clear(v));
    CHECK_OK(graph_vector_build(v, index, NULL, GRAPH_PATTERN, 1, GRAPH_NO_OP));
    CHECK_OK(graph_vector_check(v));
    graph_vector_release(&v);
}

TEST(single_entries)
{
    graph_vector *v = NULL;
    graph_scalar x = graph_int64(4);
    for (int form = GRAPH_SPARSE; form <= GRAPH_FULL; form++) {
        REQUIRE_OK(graph_vector_create(&v, GRAPH_UINT16, 3));
        if (form == GRAPH_FULL)
            CHECK_OK(graph_vector_fill(v, graph_int64(5)));
        CHECK_OK(graph_vector_convert(v, (graph_vector_form)form));
        CHECK_STATUS(graph_vector_set(v, 3, x), GRAPH_E_INVALID_INDEX, "(3) is outside v, whose length is 3");
        CHECK_STATUS(graph_vector_get(&x, v, 3), GRAPH_E_INVALID_INDEX, "(3)");
        CHECK_STATUS(graph_vector_remove(v, UINT64_MAX), GRAPH_E_INVALID_INDEX, "18446744073709551615");
        CHECK_STATUS(graph_vector_get(NULL, v, 0), GRAPH_E_NULL, "x");
        CHECK_STATUS(graph_vector_get(&x, NULL, 0), GRAPH_E_NULL, "v");
        CHECK_STATUS(graph_vector_set(NULL, 0, x), GRAPH_E_NULL, "v");
        CHECK_STATUS(graph_vector_remove(NULL, 0), GRAPH_E_NULL, "v");
        CHECK_STATUS(graph_vector_set(v, 0, ((graph_scalar){.type = (graph_type)55})), GRAPH_E_DOMAIN, "55");
        if (form != GRAPH_FULL)
            CHECK(graph_vector_get(&x, v, 1) == GRAPH_NO_VALUE && x.value.i == 4);
        CHECK_STATUS(graph_vector_set(v, 1, graph_fp64(-3)), GRAPH_E_INVALID_VALUE, "x is -3, which uint16");
        CHECK_STATUS(graph_vector_set(v, 1, graph_int64(65536)), GRAPH_E_INVALID_VALUE, "65536");
        CHECK_STATUS(graph_vector_set(v, 1, graph_fp64(0.5)), GRAPH_E_INVALID_VALUE, "0.5");
        CHECK_STATUS(graph_vector_fill(v, graph_int64(-1)), GRAPH_E_INVALID_VALUE, "-1");
        CHECK_OK(graph_vector_set(v, 1, graph_fp64(0)));
        CHECK_OK(graph_vector_set(v, 2, graph_fp64(65535)));
        CHECK_OK(graph_vector_get(&x, v, 2));
        CHECK(x.type == GRAPH_UINT64 && x.value.u == 65535);
        CHECK_OK(graph_vector_remove(v, 2));
        CHECK_OK(graph_vector_remove(v, 2));
        CHECK(graph_vector_get(&x, v, 2) == GRAPH_NO_VALUE);
        CHECK_OK(graph_vector_get(&x, v, 1));
        CHECK(x.value.u == 0);
        CHECK_OK(graph_vector_check(v));
        graph_vector_release(&v);
        x = graph_int64(4);
    }
}

TEST(forms)
{
    graph_vector *v = NULL;
    graph_vector_form form;
    REQUIRE_OK(graph_vector_create(&v, GRAPH_FP32, 4));
    CHECK_STATUS(graph_vector_convert(v, GRAPH_FULL), GRAPH_E_INVALID_VALUE, "0 of 4 entries");
    CHECK_STATUS(graph_vector_convert(v, (graph_vector_form)0), GRAPH_E_INVALID_VALUE, "form is 0");
    CHECK_STATUS(graph_vector_convert(v, (graph_vector_form)4), GRAPH_E_INVALID_VALUE, "form is 4");
    struct model model = {.length = 4, .present = {1, 1, 1, 1}, .value = {3, 4, 5, 6}};
    for (int i = 3; i >= 0; i--)
        CHECK_OK(graph_vector_set(v, (graph_index)i, graph_int64(i + 3)));
    for (int from = GRAPH_SPARSE; from <= GRAPH_FULL; from++)
        for (int to = GRAPH_SPARSE; to <= GRAPH_FULL; to++) {
            CHECK_OK(graph_vector_convert(v, (graph_vector_form)from));
            CHECK_OK(graph_vector_convert(v, (graph_vector_form)to));
            CHECK_OK(graph_vector_form_of(&form, v));
            CHECK((int)form == to);
            CHECK_HOLDS(v, &model);
        }
    graph_vector_release(&v);
    REQUIRE_OK(graph_vector_create(&v, GRAPH_FP32, 0));
    for (int to = GRAPH_SPARSE; to <= GRAPH_FULL; to++) {
        CHECK_OK(graph_vector_convert(v, (graph_vector_form)to));
        CHECK_OK(graph_vector_check(v));
    }
    CHECK_OK(graph_vector_fill(v, graph_bool(true)));
    CHECK_OK(graph_vector_check(v));
    CHECK_OK(graph_vector_resize(v, 3));
    CHECK_HOLDS(v, &((struct model){.length = 3}));
    graph_vector_release(&v);
}

TEST(fill)
{
    graph_vector *v = NULL;
    graph_vector_form form;
    CHECK_STATUS(graph_vector_fill(NULL, graph_bool(true)), GRAPH_E_NULL, "v");
    for (int t = GRAPH_PATTERN; t <= GRAPH_FP64; t++) {
        struct model model = {.length = 37};
        REQUIRE_OK(graph_vector_create(&v, (graph_type)t, 37));
        if (t == GRAPH_PATTERN)
            CHECK_STATUS(graph_vector_set(v, 3, graph_bool(false)), GRAPH_E_INVALID_VALUE,
                         "a pattern does not");
        else
            CHECK_OK(graph_vector_set(v, 3, graph_bool(false)));
        CHECK_STATUS(graph_vector_fill(v, ((graph_scalar){.type = (graph_type)12})), GRAPH_E_DOMAIN, "12");
        CHECK_OK(graph_vector_fill(v, graph_int64(1)));
        CHECK_OK(graph_vector_form_of(&form, v));
        CHECK(form == GRAPH_FULL);
        for (int i = 0; i < 37; i++) {
            model.present[i] = true;
            model.value[i] = 1;
        }
        CHECK_HOLDS(v, &model);
        CHECK_OK(graph_vector_remove(v, 36));
        model.present[36] = false;
        CHECK_HOLDS(v, &model);
        graph_vector_release(&v);
    }
}

static int freed;

static void count_and_free(void *array, void *context)
{
    freed += *(int *)context;
    free(array);
}

TEST(import_full)
{
    double mine[] = {1, 2, 3};
    int one = 1;
    struct model model = {.length = 3, .present = {1, 1, 1}, .value = {1, 2, 3}};
    graph_vector *v = (graph_vector *)&v, *w = NULL;
    CHECK_STATUS(graph_vector_import_full(NULL, GRAPH_FP64, 3, mine, GRAPH_COPY, NULL, NULL), GRAPH_E_NULL,
                 "v");
    CHECK_STATUS(graph_vector_import_full(&v, GRAPH_FP64, 3, NULL, GRAPH_COPY, NULL, NULL), GRAPH_E_NULL,
                 "value");
    CHECK(v == NULL);
    CHECK_STATUS(graph_vector_import_full(&v, GRAPH_FP64, 2147483648u, mine, GRAPH_COPY, NULL, NULL),
                 GRAPH_E_NOT_SUPPORTED, "2147483648");
    CHECK_STATUS(graph_vector_import_full(&v, (graph_type)12, 3, mine, GRAPH_COPY, NULL, NULL),
                 GRAPH_E_DOMAIN, "12");
    CHECK_STATUS(graph_vector_import_full(&v, GRAPH_PATTERN, 3, mine, GRAPH_COPY, NULL, NULL),
                 GRAPH_E_INVALID_VALUE, "pattern");
    CHECK_STATUS(graph_vector_import_full(&v, GRAPH_FP64, 3, mine, (graph_ownership)7, NULL, NULL),
                 GRAPH_E_INVALID_VALUE, "ownership is 7");
    CHECK_OK(graph_vector_import_full(&v, GRAPH_PATTERN, 3, NULL, GRAPH_MOVE, NULL, NULL));
    CHECK_HOLDS(v, &model);
    graph_vector_release(&v);
    for (int ownership = GRAPH_COPY; ownership <= GRAPH_BORROW; ownership++) {
        double *array = ownership == GRAPH_COPY ? mine : malloc(sizeof mine);
        REQUIRE(array != NULL);
        for (int k = 0; k < 3; k++)
            array[k] = k + 1;
        freed = 0;
        REQUIRE_OK(graph_vector_import_full(&v, GRAPH_FP64, 3, array, (graph_ownership)ownership,
                                            count_and_free, &one));
        CHECK_HOLDS(v, &model);
        struct graph_vector_view view;
        CHECK_OK(graph__vector_view(&view, v, graph__cpu()));
        CHECK((view.value == array) == (ownership != GRAPH_COPY));
        CHECK_OK(graph_vector_dup(&w, v));
        CHECK_OK(graph_vector_set(v, 0, graph_int64(9)));
        CHECK_OK(graph_vector_remove(v, 1));
        CHECK_HOLDS(w, &model);
        CHECK(mine[0] == 1 && mine[1] == 2);
        graph_vector_release(&v);
        CHECK(freed == 0);
        graph_vector_release(&w);
        CHECK(freed == (ownership == GRAPH_COPY ? 0 : 1));
    }
    double *array = malloc(sizeof mine);
    REQUIRE(array != NULL);
    for (int k = 0; k < 3; k++)
        array[k] = k + 1;
    REQUIRE_OK(
        graph_vector_import_full(&v, GRAPH_FP64, 3, array, GRAPH_MOVE, NULL, NULL)); /* freed by free */
    graph_vector_release(&v);
}

static void random_step(graph_vector *v, struct model *model, uint64_t *seed)
{
    int step = (int)(test_random(seed) % 40), value = 1 + (int)(test_random(seed) % 99);
    int i = model->length > 0 ? (int)(test_random(seed) % (unsigned)model->length) : -1;
    graph_scalar x;
    if (i >= 0 && step < 15) {
        CHECK_OK(graph_vector_set(v, (graph_index)i, graph_int64(value)));
        model->present[i] = true;
        model->value[i] = value;
    } else if (i >= 0 && step < 22) {
        CHECK_OK(graph_vector_remove(v, (graph_index)i));
        model->present[i] = false;
    } else if (i >= 0 && step < 28) {
        CHECK(graph_vector_get(&x, v, (graph_index)i) == (model->present[i] ? GRAPH_OK : GRAPH_NO_VALUE));
    } else if (step < 32) {
        CHECK_OK(graph_vector_convert(v, step < 30 ? GRAPH_SPARSE : GRAPH_BITMAP));
    } else if (step == 32) {
        CHECK(graph_vector_convert(v, GRAPH_FULL) ==
              (count(model) == model->length ? GRAPH_OK : GRAPH_E_INVALID_VALUE));
    } else if (step == 33 && test_random(seed) % 4 == 0) {
        CHECK_OK(graph_vector_fill(v, graph_int64(value)));
        for (int k = 0; k < model->length; k++) {
            model->present[k] = true;
            model->value[k] = value;
        }
    } else if (step == 34 && test_random(seed) % 4 == 0) {
        CHECK_OK(graph_vector_clear(v));
        memset(model->present, 0, sizeof model->present);
    } else if (step == 35) {
        int length = (int)(test_random(seed) % MODEL_LENGTH);
        CHECK_OK(graph_vector_resize(v, (graph_index)length));
        for (int k = length; k < MODEL_LENGTH; k++)
            model->present[k] = false;
        model->length = length;
    } else if (step == 36)
        CHECK_HOLDS(v, model);
    CHECK_OK(graph_vector_check(v));
}

/* Random steps on a vector and a copy that shares its arrays. */
TEST(random_walks)
{
    for (uint64_t walk = 0; walk < 90; walk++) {
        static const graph_type types[] = {GRAPH_FP64, GRAPH_PATTERN, GRAPH_INT8};
        uint64_t seed = walk;
        struct model model[2] = {{.length = walk % 2 ? 12 : 150}};
        graph_vector *v[2] = {NULL, NULL};
        REQUIRE_OK(graph_vector_create(&v[0], types[walk % 3], (graph_index)model[0].length));
        model[1] = model[0];
        REQUIRE_OK(graph_vector_dup(&v[1], v[0]));
        for (int step = 0; step < 600; step++) {
            int which = (int)(test_random(&seed) % 2);
            random_step(v[which], &model[which], &seed);
            if (step % 41 == 0) {
                graph_vector_release(&v[1 - which]);
                REQUIRE_OK(graph_vector_dup(&v[1 - which], v[which]));
                model[1 - which] = model[which];
            }
        }
        for (int which = 0; which < 2; which++) {
            CHECK_HOLDS(v[which], &model[which]);
            graph_vector_release(&v[which]);
        }
    }
}

/* Ascending single entries of a very long vector are appended, not inserted. */
TEST(many_appends)
{
    graph_vector *v = NULL;
    graph_index n;
    graph_vector_form form;
    REQUIRE_OK(graph_vector_create(&v, GRAPH_FP64, 2000000000));
    for (graph_index k = 0; k < 300000; k++)
        if (graph_vector_set(v, k * 6000, graph_uint64(k)) != GRAPH_OK)
            CHECK_SAY(false, "set %llu fails", (unsigned long long)k);
    CHECK_OK(graph_vector_entries(&n, v));
    CHECK(n == 300000);
    CHECK_OK(graph_vector_form_of(&form, v));
    CHECK(form == GRAPH_SPARSE);
    CHECK_OK(graph_vector_check(v));
    CHECK_STATUS(graph_vector_resize(v, 2147483648u), GRAPH_E_NOT_SUPPORTED, "2147483648");
    CHECK_OK(graph_vector_resize(v, 6001));
    CHECK_OK(graph_vector_entries(&n, v));
    CHECK(n == 2);
    CHECK_OK(graph_vector_check(v));
    graph_vector_release(&v);
}

static void check_printed(const graph_vector *v, graph_index most, const char *expected, int line)
{
    char text[512] = "";
    FILE *stream = tmpfile();
    if (!test_claim(stream != NULL, __FILE__, line, "no temporary file"))
        return;
    test_status(graph_vector_print(v, stream, most), GRAPH_OK, "", "print", __FILE__, line);
    rewind(stream);
    text[fread(text, 1, sizeof text - 1, stream)] = '\0';
    fclose(stream);
    test_claim(strcmp(text, expected) == 0, __FILE__, line, "printed\n%sexpected\n%s", text, expected);
}

TEST(print)
{
    graph_vector *v = NULL;
    REQUIRE_OK(graph_vector_create(&v, GRAPH_FP32, 5));
    CHECK_STATUS(graph_vector_print(NULL, stderr, 1), GRAPH_E_NULL, "v");
    CHECK_STATUS(graph_vector_print(v, NULL, 1), GRAPH_E_NULL, "stream");
    CHECK_OK(graph_vector_set(v, 1, graph_fp64(0.5)));
    CHECK_OK(graph_vector_set(v, 4, graph_fp64(-INFINITY)));
    check_printed(v, 9, "vector of length 5, fp32, sparse, 2 entries\n(1) 0.5\n(4) -inf\n", __LINE__);
    CHECK_OK(graph_vector_convert(v, GRAPH_BITMAP));
    check_printed(v, 1, "vector of length 5, fp32, bitmap, 2 entries\n(1) 0.5\n", __LINE__);
    CHECK_OK(graph_vector_fill(v, graph_fp64(2)));
    check_printed(v, 2, "vector of length 5, fp32, full, 5 entries\n(0) 2\n(1) 2\n", __LINE__);
    FILE *closed = fopen("/dev/null", "r");
    if (closed != NULL) {
        CHECK_STATUS(graph_vector_print(v, closed, 1), GRAPH_E_IO, "writing");
        fclose(closed);
    }
    graph_vector_release(&v);
}

TEST(check_sees_damage)
{
    static const struct {
        graph_vector_form form;
        int array, place, number; /* array 0: the handle */
        const char *piece;
    } table[] = {
        {GRAPH_SPARSE, 1, 0, -1, "index[0] is -1"},
        {GRAPH_SPARSE, 1, 1, 1, "index[1] is 1"},
        {GRAPH_SPARSE, 1, 2, 6, "index[2] is 6; expected 3 .. 5"},
        {GRAPH_SPARSE, 3, 1, 2, "value[1] is a bool of 2"},
        {GRAPH_SPARSE, 0, 0, 40, "smaller than its 40 elements"},
        {GRAPH_BITMAP, 2, 0, 1, "v holds 4 entries, but counts 3"},
        {GRAPH_BITMAP, 3, 1, 3, "value[1] is a bool of 3"},
        {GRAPH_BITMAP, 0, 2, 7, "presence is smaller"},
        {GRAPH_FULL, 0, 0, 5, "v holds 6 entries, but counts 5"},
        {GRAPH_FULL, 0, 0, 7, "length 6 with 7 entries"},
        {GRAPH_FULL, 0, 1, 4, "the form is 4"},
        {GRAPH_FULL, 0, 3, 44, "the type is 44"},
    };
    for (size_t k = 0; k < sizeof table / sizeof table[0]; k++) {
        graph_vector *v = NULL;
        void *array;
        int place = table[k].place, number = table[k].number;
        REQUIRE_OK(graph_vector_create(&v, GRAPH_BOOL, 6));
        if (table[k].form == GRAPH_FULL)
            CHECK_OK(graph_vector_fill(v, graph_bool(true)));
        for (graph_index i = 1; i < 4 && table[k].form != GRAPH_FULL; i++)
            CHECK_OK(graph_vector_set(v, i, graph_bool(i != 2)));
        CHECK_OK(graph_vector_convert(v, table[k].form));
        CHECK_OK(graph_vector_check(v));
        if (table[k].array == 1) {
            CHECK_OK(graph__buffer_write(&array, v->index));
            ((int32_t *)array)[place] = number;
        } else if (table[k].array >= 2) {
            CHECK_OK(graph__buffer_write(&array, table[k].array == 2 ? v->present : v->value));
            ((uint8_t *)array)[place] = (uint8_t)number;
        } else if (place == 0) {
            v->entries = number;
            if (number == 40)
                v->length = number;
        } else if (place == 1)
            v->form = (graph_vector_form)number;
        else if (place == 2)
            v->length = number;
        else
            v->type = (graph_type)number;
        if (!CHECK_STATUS(graph_vector_check(v), GRAPH_E_INVALID_OBJECT, table[k].piece))
            fprintf(stderr, "    in row %d\n", (int)k);
        graph_vector_release(&v);
    }
}

/* ---- Each allocation fails once; whatever fails leaves the vector as it was. ---- */

static graph_status set_in_the_middle(graph_vector *v) { return graph_vector_set(v, 50, graph_int64(1)); }
static graph_status set_behind(graph_vector *v) { return graph_vector_set(v, 99, graph_int64(1)); }
static graph_status remove_one(graph_vector *v) { return graph_vector_remove(v, 2); }
static graph_status to_sparse(graph_vector *v) { return graph_vector_convert(v, GRAPH_SPARSE); }
static graph_status to_bitmap(graph_vector *v) { return graph_vector_convert(v, GRAPH_BITMAP); }
static graph_status grow(graph_vector *v) { return graph_vector_resize(v, 120); }
static graph_status grow_much(graph_vector *v) { return graph_vector_resize(v, 1000000); }
static graph_status shrink(graph_vector *v) { return graph_vector_resize(v, 20); }
static graph_status fill_all(graph_vector *v) { return graph_vector_fill(v, graph_int64(3)); }
static graph_status extract(graph_vector *v)
{
    graph_index index[100], n = 100;
    int64_t value[100];
    return graph_vector_extract_tuples(index, value, GRAPH_INT64, &n, v);
}

static graph_status (*const operations[])(graph_vector *) = {
    set_in_the_middle, set_behind, remove_one, to_sparse, to_bitmap, grow,
    grow_much,         shrink,     fill_all,   extract};

static graph_status operate(graph_status (*operation)(graph_vector *), graph_vector_form form, bool is_shared)
{
    static const graph_index index[] = {2, 60, 1, 98};
    graph_vector *v = NULL, *w = NULL;
    graph_index before = 0, after = 0;
    graph_status status = graph_vector_create(&v, GRAPH_INT32, 100);
    if (status == GRAPH_OK)
        status = form == GRAPH_FULL ? graph_vector_fill(v, graph_int64(1))
                                    : graph_vector_build(v, index, NULL, GRAPH_PATTERN, 4, GRAPH_NO_OP);
    if (status == GRAPH_OK)
        status = graph_vector_convert(v, form);
    if (status == GRAPH_OK && is_shared)
        status = graph_vector_dup(&w, v);
    if (status == GRAPH_OK) {
        CHECK_OK(graph_vector_entries(&before, v));
        status = operation(v);
        CHECK_OK(graph_vector_check(v));
        CHECK_OK(graph_vector_entries(&after, v));
        CHECK(status == GRAPH_OK || before == after);
        if (w != NULL) {
            CHECK_OK(graph_vector_check(w));
            CHECK_OK(graph_vector_entries(&after, w));
            CHECK(before == after);
        }
    }
    graph_vector_release(&v);
    graph_vector_release(&w);
    return status;
}

static size_t operation_number;
static graph_vector_form operation_form;
static bool operation_is_shared;

static graph_status failing_operation(void)
{
    return operate(operations[operation_number], operation_form, operation_is_shared);
}

static graph_status failing_import(void)
{
    double mine[] = {1, 2, 3};
    graph_vector *v = NULL;
    graph_status status = graph_vector_import_full(&v, GRAPH_FP64, 3, mine, GRAPH_COPY, NULL, NULL);
    CHECK((v == NULL) == (status < 0));
    graph_vector_release(&v);
    if (status < 0)
        return status;
    status = graph_vector_import_full(&v, GRAPH_FP64, 3, mine, GRAPH_BORROW, NULL, NULL);
    graph_vector_release(&v);
    return status;
}

TEST(every_allocation_fails_once)
{
    for (operation_number = 0; operation_number < sizeof operations / sizeof operations[0];
         operation_number++)
        for (int form = GRAPH_SPARSE; form <= GRAPH_FULL; form++)
            for (int shared = 0; shared < 2; shared++) {
                operation_form = (graph_vector_form)form;
                operation_is_shared = shared == 1;
                test_every_allocation("operation", failing_operation);
            }
    test_every_allocation("import", failing_import);
}

TEST(build_into_a_vector_of_one_entry)
{
    const graph_index at[] = {1};
    const double value[] = {1};
    graph_vector *v = NULL;
    REQUIRE_OK(graph_vector_create(&v, GRAPH_FP64, 3));
    REQUIRE_OK(graph_vector_build(v, at, value, GRAPH_FP64, 1, GRAPH_NO_OP));
    CHECK_STATUS(graph_vector_build(v, at, value, GRAPH_FP64, 1, GRAPH_NO_OP), GRAPH_E_NOT_EMPTY, "");
    graph_vector_release(&v);
}

/* 2^63 + 2^39 + 1 lies just above the middle of two numbers of fp32; by way of fp64 it would be that middle. */
TEST(a_scalar_of_uint64_is_rounded_once)
{
    const uint64_t x = 0x8000008000000001u;
    graph_vector *v = NULL;
    graph_scalar got;
    REQUIRE_OK(graph_vector_create(&v, GRAPH_FP32, 1));
    CHECK_OK(graph_vector_set(v, 0, graph_uint64(x)));
    CHECK_OK(graph_vector_get(&got, v, 0));
    CHECK((float)got.value.f == (float)x);
    graph_vector_release(&v);
}

TEST_MAIN(TEST_ROW(build_into_a_vector_of_one_entry), TEST_ROW(a_scalar_of_uint64_is_rounded_once),
          TEST_ROW(create_and_release), TEST_ROW(build_and_extract_check_their_arguments),
          TEST_ROW(single_entries), TEST_ROW(forms), TEST_ROW(fill), TEST_ROW(import_full),
          TEST_ROW(random_walks), TEST_ROW(many_appends), TEST_ROW(print), TEST_ROW(check_sees_damage),
          TEST_ROW(every_allocation_fails_once))
