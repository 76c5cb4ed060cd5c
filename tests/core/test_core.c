/* Statuses, types, scalars, back ends, and semirings as objects. */
#include <limits.h>

#include "base/memory.h"
#include "core/types/scalar.h"
#include "tests/support/test.h"

TEST(statuses_have_names)
{
    CHECK(strcmp(graph_status_name(GRAPH_E_DIMENSION), "GRAPH_E_DIMENSION") == 0);
    CHECK(strcmp(graph_status_name((graph_status)12345), "unknown status") == 0);
    CHECK(graph_status_text(GRAPH_E_MEMORY)[0] != '\0');
    CHECK(graph_status_text((graph_status)12345)[0] != '\0');
#define NAMED(name, number, text) CHECK(strcmp(graph_status_name(name), #name) == 0 && (int)name == number);
    GRAPH_STATUS_LIST(NAMED)
#undef NAMED
}

TEST(types_have_sizes_and_names)
{
    CHECK(graph_type_size(GRAPH_PATTERN) == 0 && graph_type_size((graph_type)99) == 0);
    CHECK(graph_type_size((graph_type)-1) == 0);
    CHECK(strcmp(graph_type_name(GRAPH_PATTERN), "pattern") == 0);
    CHECK(strcmp(graph_type_name((graph_type)99), "unknown type") == 0);
#define SIZED(code, number, c_type, name)                                                                    \
    CHECK(graph_type_size(code) == sizeof(c_type) && strcmp(graph_type_name(code), #name) == 0);
    GRAPH_TYPE_LIST(SIZED)
#undef SIZED
}

/* Each row: a scalar, a type, and what the scalar is in that type, as get gives it. */
TEST(scalars_convert)
{
    static const struct {
        graph_type from;
        double f;  /* of floating ones */
        int64_t i; /* of signed and Boolean ones, and the bits of unsigned ones */
        graph_type to;
        double expected_f;
        int64_t expected_i;
    } table[] = {
        {GRAPH_FP64, 2.9, 0, GRAPH_INT8, 0, 2},
        {GRAPH_FP64, -2.9, 0, GRAPH_INT8, 0, -2},
        {GRAPH_FP64, 127.5, 0, GRAPH_INT8, 0, 127},
        {GRAPH_FP64, 1e300, 0, GRAPH_INT8, 0, INT8_MAX},
        {GRAPH_FP64, -129, 0, GRAPH_INT8, 0, INT8_MIN},
        {GRAPH_FP64, 4e4, 0, GRAPH_INT16, 0, INT16_MAX},
        {GRAPH_FP64, -4e4, 0, GRAPH_INT16, 0, INT16_MIN},
        {GRAPH_FP64, 3e9, 0, GRAPH_INT32, 0, INT32_MAX},
        {GRAPH_FP64, -3e9, 0, GRAPH_INT32, 0, INT32_MIN},
        {GRAPH_FP64, 9223372036854775808.0, 0, GRAPH_INT64, 0, INT64_MAX},
        {GRAPH_FP64, -INFINITY, 0, GRAPH_INT64, 0, INT64_MIN},
        {GRAPH_FP64, 9007199254740993.0, 0, GRAPH_INT64, 0, 9007199254740992},
        {GRAPH_FP64, -0.5, 0, GRAPH_UINT8, 0, 0},
        {GRAPH_FP64, -5, 0, GRAPH_UINT8, 0, 0},
        {GRAPH_FP64, 256, 0, GRAPH_UINT8, 0, UINT8_MAX},
        {GRAPH_FP64, 65535.9, 0, GRAPH_UINT16, 0, UINT16_MAX},
        {GRAPH_FP64, 1e10, 0, GRAPH_UINT32, 0, UINT32_MAX},
        {GRAPH_FP64, 18446744073709551616.0, 0, GRAPH_UINT64, 0, -1},
        {GRAPH_FP64, NAN, 0, GRAPH_INT32, 0, 0},
        {GRAPH_FP64, NAN, 0, GRAPH_UINT64, 0, 0},
        {GRAPH_FP64, NAN, 0, GRAPH_BOOL, 0, 1},
        {GRAPH_FP64, 1e-300, 0, GRAPH_BOOL, 0, 1},
        {GRAPH_FP64, -0.0, 0, GRAPH_BOOL, 0, 0},
        {GRAPH_FP64, 0.1, 0, GRAPH_FP32, 0.100000001490116119384765625, 0},
        {GRAPH_FP64, 1e300, 0, GRAPH_FP32, INFINITY, 0},
        {GRAPH_FP32, 0.25, 0, GRAPH_FP64, 0.25, 0},
        {GRAPH_INT64, 0, 300, GRAPH_INT8, 0, 44},
        {GRAPH_INT64, 0, -1, GRAPH_UINT16, 0, 65535},
        {GRAPH_INT64, 0, -1, GRAPH_UINT64, 0, -1},
        {GRAPH_INT64, 0, INT64_MIN, GRAPH_INT64, 0, INT64_MIN},
        {GRAPH_INT64, 0, INT64_MIN, GRAPH_FP64, -9223372036854775808.0, 0},
        {GRAPH_INT64, 0, 16777217, GRAPH_FP32, 16777216, 0},
        {GRAPH_INT64, 0, (int64_t)1 << 40, GRAPH_BOOL, 0, 1},
        {GRAPH_INT8, 0, -3, GRAPH_INT32, 0, -3},
        {GRAPH_UINT64, 0, -1, GRAPH_INT64, 0, -1},
        {GRAPH_UINT64, 0, -1, GRAPH_FP64, 18446744073709551616.0, 0},
        {GRAPH_UINT64, 0, -1, GRAPH_FP32, 18446744073709551616.0, 0},
        {GRAPH_UINT32, 0, 256, GRAPH_BOOL, 0, 1},
        {GRAPH_UINT32, 0, 256, GRAPH_UINT8, 0, 0},
        {GRAPH_BOOL, 0, 1, GRAPH_FP32, 1, 0},
        {GRAPH_BOOL, 0, 1, GRAPH_INT8, 0, 1},
        {GRAPH_BOOL, 0, 0, GRAPH_UINT32, 0, 0},
        {GRAPH_PATTERN, 0, 0, GRAPH_FP64, 1, 0},
        {GRAPH_PATTERN, 0, 0, GRAPH_BOOL, 0, 1},
    };
    for (size_t k = 0; k < sizeof table / sizeof table[0]; k++) {
        graph_scalar x = graph_int64(table[k].i), y;
        x.type = table[k].from;
        if (table[k].from == GRAPH_FP32 || table[k].from == GRAPH_FP64)
            x.value.f = table[k].f;
        if (table[k].from == GRAPH_BOOL)
            x = graph_bool(table[k].i != 0);
        unsigned char bytes[16];
        memset(bytes, 0xa5, sizeof bytes);
        graph__scalar_store(bytes + 1, table[k].to, x);
        size_t size = graph_type_size(table[k].to);
        CHECK(bytes[0] == 0xa5 && bytes[1 + size] == 0xa5);
        y = graph__scalar_load(bytes + 1, table[k].to);
        bool same = y.type == GRAPH_FP64   ? y.value.f == table[k].expected_f
                    : y.type == GRAPH_BOOL ? y.value.b == (table[k].expected_i != 0)
                                           : y.value.i == table[k].expected_i;
        CHECK_SAY(same, "row %d: %lld, %g", (int)k, (long long)y.value.i, y.value.f);
    }
    CHECK(graph__scalar_load(NULL, GRAPH_PATTERN).type == GRAPH_BOOL &&
          graph__scalar_load(NULL, GRAPH_PATTERN).value.b);
    CHECK_STATUS(graph__check_scalar((graph_scalar){.type = (graph_type)12}, GRAPH_FP64, "y"), GRAPH_E_DOMAIN,
                 "y.type is 12");
    CHECK_OK(graph__check_scalar((graph_scalar){.type = GRAPH_PATTERN}, GRAPH_FP64, "y"));
}

TEST(backends)
{
    const char *why = NULL;
    CHECK(strcmp(graph_backend_name(GRAPH_BACKEND_CPU), "cpu") == 0);
    CHECK(strcmp(graph_backend_name(GRAPH_BACKEND_CUDA), "cuda") == 0);
    CHECK(strcmp(graph_backend_name(GRAPH_BACKEND_AUTO), "auto") == 0);
    CHECK(strcmp(graph_backend_name((graph_backend_kind)9), "unknown back end") == 0);
    CHECK(graph_backend_available(GRAPH_BACKEND_CPU, &why) && strcmp(why, "") == 0);
    CHECK(graph_backend_available(GRAPH_BACKEND_CPU, NULL));
    CHECK(graph_backend_available(GRAPH_BACKEND_CUDA, &why) == (why[0] == '\0'));
    CHECK(!graph_backend_available((graph_backend_kind)9, &why) && strcmp(why, "no such back end") == 0);
    CHECK(graph_backend_used() == GRAPH_BACKEND_CPU);
    CHECK(strcmp(graph_version(), "0.1.0") == 0);
}

TEST(numbers_of_threads)
{
    int before = graph_get_threads();
    CHECK(before >= 1);
    CHECK_STATUS(graph_set_threads(-1), GRAPH_E_INVALID_VALUE, "threads is -1");
    CHECK_STATUS(graph_set_threads(4097), GRAPH_E_INVALID_VALUE, "threads is 4097");
    CHECK(graph_get_threads() == before);
    CHECK_OK(graph_set_threads(3));
    CHECK(graph_get_threads() == 3);
    CHECK_OK(graph_set_threads(0));
    CHECK(graph_get_threads() == before);
}

/* Every built-in semiring is found by its number, its name and its kind. */
TEST(builtin_semirings)
{
    size_t count = 0;
    bool seen[GRAPH_SEMIRING_KIND_END] = {false};
    for (const graph_semiring *s; (s = graph_semiring_at(count)) != NULL; count++) {
        const char *name = graph_semiring_name(s), *type = graph_type_name(graph_semiring_type(s));
        CHECK_SAY(graph_semiring_by_name(name) == s, "%s is not found by its name", name);
        size_t length = strlen(name), type_length = strlen(type);
        CHECK_SAY(length > type_length && strcmp(name + length - type_length, type) == 0, "%s is over %s",
                  name, type);
        bool is_found = false;
        for (int kind = GRAPH_PLUS_TIMES; kind < GRAPH_SEMIRING_KIND_END; kind++)
            if (graph_semiring_builtin((graph_semiring_kind)kind, graph_semiring_type(s)) == s)
                seen[kind] = is_found = true;
        CHECK_SAY(is_found, "%s is not found by its kind", name);
    }
    CHECK(graph_semiring_at(count) == NULL && graph_semiring_at(SIZE_MAX) == NULL);
    for (int kind = GRAPH_PLUS_TIMES; kind < GRAPH_SEMIRING_KIND_END; kind++)
        CHECK_SAY(seen[kind], "kind %d has no semiring", kind);
}

TEST(semirings_that_do_not_exist)
{
    CHECK(graph_semiring_builtin(GRAPH_OR_AND, GRAPH_FP64) == NULL);
    CHECK(strcmp(graph_last_error(), "no built-in semiring of kind 208 over fp64; there is or_and_bool") ==
          0);
    CHECK(strstr(graph_last_error(), "over fp64") != NULL);
    CHECK(graph_semiring_builtin((graph_semiring_kind)0, GRAPH_FP64) == NULL);
    CHECK(graph_semiring_builtin(GRAPH_SEMIRING_KIND_END, GRAPH_FP64) == NULL);
    CHECK(strcmp(graph_last_error(), "no built-in semiring of kind 225; expected 201 .. 224") == 0);
    CHECK(graph_semiring_builtin(GRAPH_PLUS_TIMES, GRAPH_PATTERN) == NULL);
    CHECK(graph_semiring_builtin((graph_semiring_kind)GRAPH_PLUS, GRAPH_FP64) == NULL);
    CHECK(graph_semiring_by_name(NULL) == NULL);
    CHECK(strstr(graph_last_error(), "NULL") != NULL);
    CHECK(graph_semiring_by_name("min_plus") == NULL);
    CHECK(strstr(graph_last_error(), "'min_plus'") != NULL);
    CHECK(graph_semiring_by_name("") == NULL);
    CHECK(graph_semiring_by_name("min_plus_fp32 ") == NULL);
    CHECK(graph_semiring_name(NULL) != NULL && graph_semiring_type(NULL) == GRAPH_PATTERN);
}

GRAPH_DEFINE_SEMIRING(bottleneck, float, -INFINITY, INFINITY, x > y ? x : y, x < y ? x : y);
GRAPH_DEFINE_SEMIRING(greatest, uint16_t, 0, UINT16_MAX, x > y ? x : y, x < y ? x : y);

TEST(user_semirings)
{
    graph_semiring *s = (graph_semiring *)&s;
    CHECK(bottleneck.type == GRAPH_FP32 && greatest.type == GRAPH_UINT16);
    CHECK(strcmp(bottleneck.add_text, "x > y ? x : y") == 0 && strcmp(bottleneck.name, "bottleneck") == 0);
    REQUIRE_OK(graph_semiring_create(&s, &bottleneck));
    CHECK(strcmp(graph_semiring_name(s), "bottleneck") == 0 && graph_semiring_name(s) != bottleneck.name);
    CHECK(graph_semiring_type(s) == GRAPH_FP32);
    CHECK(graph_semiring_by_name("bottleneck") == NULL);
    graph_semiring_release(&s);
    CHECK(s == NULL);
    graph_semiring_release(&s);
    graph_semiring_release(NULL);
    graph_semiring_spec spec = greatest;
    spec.zero_text = spec.one_text = spec.add_text = spec.mul_text = NULL;
    REQUIRE_OK(graph_semiring_create(&s, &spec));
    graph_semiring_release(&s);
}

TEST(user_semirings_are_checked)
{
    enum field { SIZE, NAME, TYPE, ZERO, ONE, ADD, MUL };
    static const struct {
        enum field field;
        int64_t number;
        const char *name;
        graph_status status;
        const char *piece;
    } table[] = {
        {SIZE, 4, NULL, GRAPH_E_INVALID_VALUE, "spec.size is 4"},
        {NAME, 0, NULL, GRAPH_E_INVALID_VALUE, "the name is"},
        {NAME, 0, "", GRAPH_E_INVALID_VALUE, "the name is"},
        {NAME, 0, "2fast", GRAPH_E_INVALID_VALUE, "the name is"},
        {NAME, 0, "with-dash", GRAPH_E_INVALID_VALUE, "the name is"},
        {NAME, 0, "\xc3\xa9tat", GRAPH_E_INVALID_VALUE, "the name is"},
        {TYPE, GRAPH_PATTERN, NULL, GRAPH_E_DOMAIN, "spec.type is 0"},
        {TYPE, 12, NULL, GRAPH_E_DOMAIN, "spec.type is 12"},
        {ZERO, 0, NULL, GRAPH_E_NULL, "spec.zero"},
        {ONE, 0, NULL, GRAPH_E_NULL, "spec.one"},
        {ADD, 0, NULL, GRAPH_E_NULL, "spec.add"},
        {MUL, 0, NULL, GRAPH_E_NULL, "spec.mul"},
    };
    graph_semiring *s = (graph_semiring *)&s;
    CHECK_STATUS(graph_semiring_create(NULL, &bottleneck), GRAPH_E_NULL, "semiring is NULL");
    CHECK_STATUS(graph_semiring_create(&s, NULL), GRAPH_E_NULL, "spec is NULL");
    CHECK(s == NULL);
    for (size_t k = 0; k < sizeof table / sizeof table[0]; k++) {
        graph_semiring_spec spec = bottleneck;
        switch (table[k].field) {
        case SIZE:
            spec.size = (size_t)table[k].number;
            break;
        case NAME:
            spec.name = table[k].name;
            break;
        case TYPE:
            spec.type = (graph_type)table[k].number;
            break;
        case ZERO:
            spec.zero = NULL;
            break;
        case ONE:
            spec.one = NULL;
            break;
        case ADD:
            spec.add = NULL;
            break;
        case MUL:
            spec.mul = NULL;
            break;
        }
        s = (graph_semiring *)&s;
        CHECK_STATUS(graph_semiring_create(&s, &spec), table[k].status, table[k].piece);
        CHECK(s == NULL);
    }
}

static graph_status failing_semiring(void)
{
    graph_semiring *s = NULL;
    graph_status status = graph_semiring_create(&s, &bottleneck);
    CHECK((s == NULL) == (status < 0));
    graph_semiring_release(&s);
    return status;
}

TEST(every_allocation_fails_once) { test_every_allocation("semiring", failing_semiring); }

TEST(memory_is_counted_and_checked)
{
    void *memory = (void *)&memory;
    int64_t blocks = graph__memory_blocks();
    CHECK_STATUS(graph__allocate_array(&memory, SIZE_MAX / 2, 3), GRAPH_E_MEMORY, "out of memory");
    CHECK(memory == NULL);
    CHECK_STATUS(graph__allocate_zeroed(&memory, SIZE_MAX, 1), GRAPH_E_MEMORY, "out of memory");
    CHECK_OK(graph__allocate_zeroed(&memory, 0, 8));
    CHECK(memory != NULL && graph__memory_blocks() == blocks + 1);
    CHECK_OK(graph__reallocate_array(&memory, 100, 8));
    void *before = memory;
    CHECK_STATUS(graph__reallocate_array(&memory, SIZE_MAX, 8), GRAPH_E_MEMORY, "out of memory");
    CHECK(memory == before);
    graph_free(memory);
    graph_free(NULL);
    CHECK(graph__memory_blocks() == blocks);
}

TEST_MAIN(TEST_ROW(statuses_have_names), TEST_ROW(types_have_sizes_and_names), TEST_ROW(scalars_convert),
          TEST_ROW(backends), TEST_ROW(numbers_of_threads), TEST_ROW(builtin_semirings),
          TEST_ROW(semirings_that_do_not_exist), TEST_ROW(user_semirings),
          TEST_ROW(user_semirings_are_checked), TEST_ROW(every_allocation_fails_once),
          TEST_ROW(memory_is_counted_and_checked))
