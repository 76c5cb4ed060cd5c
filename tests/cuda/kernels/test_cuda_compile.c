/* The run-time compiler of the CUDA back end, as far as a machine without a GPU can test it: every unit of kernels
 * compiles for semirings and types of each kind, users' too, and what it made is found on disk afterwards. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "cuda/runtime/image_cache.h"
#include "cuda/kernels/kernels.h"
#include "cuda/semiring/semiring_host.h"
#include "cuda/runtime/runtime_compile.h"
#include "semigraph.h"
#include "tests/support/test.h"

enum { ARCHITECTURE = 90 };

static char folder[] = "/tmp/semigraph-cache-XXXXXX";

static graph_status compile(enum graph_cuda_kernel kernel, const struct graph_semiring *s, graph_type type,
                            bool *was_cached)
{
    char *text = NULL, *image = NULL;
    size_t bytes = 0;
    graph_status status = graph__cuda_program(&text, kernel, s, type);
    if (status == GRAPH_OK)
        status = graph__cuda_compile(&image, &bytes, was_cached, text, ARCHITECTURE);
    if (status == GRAPH_OK && bytes == 0)
        status = GRAPH_E_DEVICE;
    graph__free(image);
    graph__free(text);
    return status;
}

/* To PTX alone: what a text can have wrong is found, and nvcc makes machine code of the same units. */
static graph_status compile_text(enum graph_cuda_kernel kernel, const struct graph_semiring *s,
                                 graph_type type)
{
    char *text = NULL, *ptx = NULL;
    graph_status status = graph__cuda_program(&text, kernel, s, type);
    if (status == GRAPH_OK)
        status = graph__cuda_compile_ptx(&ptx, text, ARCHITECTURE);
    if (status == GRAPH_OK && strstr(ptx, ".entry") == NULL)
        status = GRAPH_E_DEVICE;
    graph__free(ptx);
    graph__free(text);
    return status;
}

/* A distance with a count of the ways: not built in, and its text uses both operands of both functions. */
GRAPH_DEFINE_SEMIRING(longest_even, int32_t, INT32_MIN, 0, x > y ? x : y, (x + y) & ~1);

/* Every program once, for semirings and types of each kind, every third for a user's semiring. */
struct program {
    enum graph_cuda_kernel kernel;
    const struct graph_semiring *semiring;
    graph_type type;
    graph_status status;
};

TEST(every_unit_compiles)
{
    enum { MOST = 1024 };
    static const char *const names[] = {"plus_times_fp32",  "min_plus_int64",   "or_and_bool",
                                        "any_second_uint8", "plus_pair_uint16", "max_min_int8"};
    static const graph_type types[] = {GRAPH_BOOL, GRAPH_INT8, GRAPH_UINT64, GRAPH_FP32, GRAPH_FP64};
    enum { NAMES = sizeof names / sizeof names[0], TYPES = sizeof types / sizeof types[0] };
    static struct program programs[MOST];
    graph_semiring *user = NULL;
    const char *done = "";
    int count = 0;
    CHECK_OK(graph_semiring_create(&user, &longest_even));
    for (int k = 0; k < GRAPH_KERNEL_COUNT; k++) {
        bool needs_semiring;
        enum graph_cuda_kernel kernel = (enum graph_cuda_kernel)k;
        const char *content = graph__cuda_kernel_content(&needs_semiring, kernel);
        if (strcmp(content, done) == 0)
            continue;
        done = content;
        REQUIRE(count < MOST);
        if (needs_semiring) {
            const graph_semiring *s =
                count % 3 == 0 ? user : graph_semiring_by_name(names[(size_t)count / 3 % NAMES]);
            REQUIRE(s != NULL);
            programs[count++] = (struct program){kernel, s, graph_semiring_type(s), GRAPH_OK};
        } else {
            programs[count] = (struct program){kernel, NULL, types[(size_t)count % TYPES], GRAPH_OK};
            count++;
        }
    }
#pragma omp parallel for schedule(dynamic)
    for (int k = 0; k < count; k++)
        programs[k].status = compile_text(programs[k].kernel, programs[k].semiring, programs[k].type);
    for (int k = 0; k < count; k++) {
        bool needs_semiring;
        const struct program *p = &programs[k];
        if (p->status < 0) /* once more, for the sentence */
            CHECK_SAY(compile_text(p->kernel, p->semiring, p->type) == GRAPH_OK, "%s for %s: %s",
                      graph__cuda_kernel_content(&needs_semiring, p->kernel),
                      p->semiring != NULL ? p->semiring->name : graph_type_name(p->type), graph_last_error());
        CHECK(p->status == GRAPH_OK);
    }
    graph_semiring_release(&user);
}

GRAPH_DEFINE_SEMIRING(no_identity, int64_t, 0, 1, x &y, x + y);
GRAPH_DEFINE_SEMIRING(the_later, double, 0, 0, y, x + y);
GRAPH_DEFINE_SEMIRING(largest, double, 0, 0, x > y ? x : y, x + y);

/* The GPU adds in another order, and begins sums of integers with zero. */
TEST(semirings_that_need_an_order_stay_on_the_cpu)
{
    static const struct {
        const graph_semiring_spec *spec;
        bool is_fit;
    } rows[] = {{&longest_even, true}, {&no_identity, false}, {&the_later, false}, {&largest, true}};
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        graph_semiring *user = NULL;
        REQUIRE_OK(graph_semiring_create(&user, rows[k].spec));
        CHECK_SAY(graph__cuda_has_semiring(user) == rows[k].is_fit, "%s", rows[k].spec->name);
        graph_semiring_release(&user);
    }
}

GRAPH_DEFINE_SEMIRING(user_plus_times, double, 0, 1, (x + y), x *y);
GRAPH_DEFINE_SEMIRING(nearly_plus_times, double, 0, 1, x + y, x *y * 2);
GRAPH_DEFINE_SEMIRING(plus_of_one, double, 0, 1, x + y, x *x);

/* Tensor cores are for those whose texts are a plain sum and a plain product. */
TEST(a_users_plus_times_is_known)
{
    static const graph_semiring_spec *const specs[] = {&user_plus_times, &nearly_plus_times, &plus_of_one};
    for (int k = 0; k < 3; k++) {
        graph_semiring *semiring = NULL;
        char *text = NULL;
        REQUIRE_OK(graph_semiring_create(&semiring, specs[k]));
        CHECK(graph__cuda_is_plus_times(semiring) == (k == 0));
        CHECK_OK(graph__cuda_program(&text, GRAPH_KERNEL_mxm_blocks_values, semiring, GRAPH_FP64));
        CHECK((strstr(text, "SEMIRING_IS_PLUS_TIMES 1") != NULL) == (k == 0));
        graph__free(text);
        graph_semiring_release(&semiring);
    }
    CHECK(graph__cuda_is_plus_times(graph_semiring_by_name("plus_times_int8")));
    CHECK(!graph__cuda_is_plus_times(graph_semiring_by_name("min_plus_fp64")));
}

GRAPH_DEFINE_SEMIRING(least_sum, float, 9, 9, (x) < (y) ? (x) : (y), (y + x));
GRAPH_DEFINE_SEMIRING(least_sum_too, double, 0, 0, ((y > x) ? x : y), x + y);
GRAPH_DEFINE_SEMIRING(least_sum_of_integers, int32_t, 0, 0, x < y ? x : y, x + y);
GRAPH_DEFINE_SEMIRING(largest_least, int32_t, 0, 0, x <= y ? y : x, y > x ? x : y);
GRAPH_DEFINE_SEMIRING(least_largest, float, 0, 0, fminf(x, y), (x > y ? (x) : y));
GRAPH_DEFINE_SEMIRING(largest_sum, float, 0, 0, x > y ? x : y, x + y);
GRAPH_DEFINE_SEMIRING(another_choice, float, 0, 0, x < (y ? x : y), x + y);
GRAPH_DEFINE_SEMIRING(least_sum_of_one, float, 0, 0, x < y ? x : y, x + x);
GRAPH_DEFINE_SEMIRING(least_of_one, float, 0, 0, x < y ? y : y, x + y);

GRAPH_DEFINE_SEMIRING(rounded_least, double, 0, 0, fminf(x, y), x + y);
GRAPH_DEFINE_SEMIRING(rounded_largest, int64_t, 0, 0, fmax(x, y), fmin(x, y));
GRAPH_DEFINE_SEMIRING(least_of_numbers, double, 0, 0, fmin(x, y), x + y);
GRAPH_DEFINE_SEMIRING(least_largest_of_integers, int8_t, 127, -128, x < y ? x : y, x < y ? y : x);

GRAPH_DEFINE_SEMIRING(paths, int64_t, 0, 1, (x) + (y), 1);
GRAPH_DEFINE_SEMIRING(sum_of_first, double, 0, 1, x + y, (x));
GRAPH_DEFINE_SEMIRING(sum_of_second, float, 0, 1, y + x, y);
GRAPH_DEFINE_SEMIRING(least_first, float, 0, 0, x < y ? x : y, x);
GRAPH_DEFINE_SEMIRING(least_second, uint8_t, 255, 0, x < y ? x : y, y);
GRAPH_DEFINE_SEMIRING(is_reached, bool, false, true, (x) || (y), x &&y);
GRAPH_DEFINE_SEMIRING(is_odd, bool, false, true, x != y, (x & y));
GRAPH_DEFINE_SEMIRING(both_of_integers, int32_t, 0, -1, x | y, x &y);
GRAPH_DEFINE_SEMIRING(sum_of_twos, int32_t, 0, 1, x + y, 2);

GRAPH_DEFINE_SEMIRING(largest_product, float, 0, 1, x > y ? x : y, x *y);
GRAPH_DEFINE_SEMIRING(least_product, uint16_t, 0, 1, x < y ? x : y, y *x);

/* Usual texts are known without a compiler.  Comparisons may keep the other one of two zeros. */
TEST(equivalents_among_the_built_in)
{
    static const struct {
        const graph_semiring_spec *spec;
        int kind;
        enum equivalence likeness;
    } rows[] = {{&user_plus_times, GRAPH_PLUS_TIMES, EQUIVALENT_ALWAYS},
                {&least_sum, GRAPH_MIN_PLUS, EQUIVALENT_FOR_PLAIN_NUMBERS},
                {&least_sum_too, GRAPH_MIN_PLUS, EQUIVALENT_FOR_PLAIN_NUMBERS},
                {&least_sum_of_integers, 0, EQUIVALENT_NONE},
                {&largest_least, GRAPH_MAX_MIN, EQUIVALENT_ALWAYS},
                {&least_largest, GRAPH_MIN_MAX, EQUIVALENT_FOR_PLAIN_NUMBERS},
                {&largest_sum, GRAPH_MAX_PLUS, EQUIVALENT_FOR_PLAIN_NUMBERS},
                {&another_choice, 0, EQUIVALENT_NONE},
                {&least_sum_of_one, 0, EQUIVALENT_NONE},
                {&least_of_one, 0, EQUIVALENT_NONE},
                {&rounded_least, 0, EQUIVALENT_NONE},
                {&rounded_largest, 0, EQUIVALENT_NONE},
                {&least_of_numbers, GRAPH_MIN_PLUS, EQUIVALENT_FOR_PLAIN_NUMBERS},
                {&least_largest_of_integers, GRAPH_MIN_MAX, EQUIVALENT_ALWAYS},
                {&is_reached, GRAPH_OR_AND, EQUIVALENT_ALWAYS},
                {&is_odd, GRAPH_XOR_AND, EQUIVALENT_ALWAYS},
                {&both_of_integers, 0, EQUIVALENT_NONE},
                {&sum_of_twos, 0, EQUIVALENT_NONE},
                {&paths, GRAPH_PLUS_PAIR, EQUIVALENT_ALWAYS},
                {&sum_of_first, GRAPH_PLUS_FIRST, EQUIVALENT_ALWAYS},
                {&sum_of_second, GRAPH_PLUS_SECOND, EQUIVALENT_ALWAYS},
                {&least_first, GRAPH_MIN_FIRST, EQUIVALENT_FOR_PLAIN_NUMBERS},
                {&least_second, GRAPH_MIN_SECOND, EQUIVALENT_ALWAYS},
                {&largest_product, GRAPH_MAX_TIMES, EQUIVALENT_FOR_NONNEGATIVE},
                {&least_product, GRAPH_MIN_TIMES, EQUIVALENT_ALWAYS}};
    enum { ABSORBS = GRAPH_LAW_IDENTITY | GRAPH_LAW_LEFT_ZERO | GRAPH_LAW_RIGHT_ZERO };
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        graph_semiring *user = NULL;
        REQUIRE_OK(graph_semiring_create(&user, rows[k].spec));
        CHECK_SAY((int)graph__cuda_builtin_equivalent(user) == rows[k].kind, "%s", rows[k].spec->name);
        const graph_semiring *equivalent =
            graph_semiring_builtin((graph_semiring_kind)rows[k].kind, user->type);
        CHECK_SAY((equivalent != NULL) == (rows[k].kind != 0), "%s", rows[k].spec->name);
        CHECK_SAY(graph__cuda_equivalent_absorbs(user) ==
                      (equivalent != NULL && equivalent->reads == GRAPH_READS_XY &&
                       (equivalent->laws & ABSORBS) == ABSORBS),
                  "%s", rows[k].spec->name);
        CHECK_SAY(graph__cuda_equivalence(user) == rows[k].likeness, "%s", rows[k].spec->name);
        const graph_semiring *taken = user;
        CHECK_SAY(graph__cuda_use_equivalent(&taken) == rows[k].likeness &&
                      (taken != user) == (rows[k].likeness == EQUIVALENT_ALWAYS),
                  "%s", rows[k].spec->name);
        graph_semiring_release(&user);
    }
    CHECK(graph__cuda_equivalent_absorbs(graph_semiring_by_name("min_plus_int8")));
    CHECK(!graph__cuda_equivalent_absorbs(graph_semiring_by_name("min_times_fp32")));
}

/* Texts that the compiler makes the same of, and such as come near them: add and mul by their letters (semiring_host.h). */
TEST(operators_are_known_by_their_code)
{
    static const struct {
        graph_type type;
        const char *add, *mul, *letters; /* '.': neither is known */
    } rows[] = {{GRAPH_FP32, "x - -y", "x * y * 1", "+*"},
                {GRAPH_FP64, "-(-x) + y", "-(-x * y)", "+*"},
                {GRAPH_FP32, "(float)((double)x + (double)y)", "fmaf(x, y, 0)", "+."},
                {GRAPH_FP32, "!(x < y) ? y : x", "x + y - 0", "<+"},
                {GRAPH_FP32, "!(x <= y) ? y : x", "y - -x", "<+"},
                {GRAPH_FP64, "!(x >= y) ? x : y", "x + y + 0", "<."}, /* -0 + 0 is 0 */
                {GRAPH_FP64, "fminf(x, y)", "x * y + 0", ".."},
                {GRAPH_FP64, "fmax((y), (x))", "x - y", ">."},
                {GRAPH_FP32, "isnan(x) ? y : x < y ? x : y", "x / y", ".."},
                {GRAPH_FP32, "x != x ? x : x < y ? x : y", "fabsf(x)", ".."},
                {GRAPH_FP32, "x < y ? y : x", "1.0 * y", ">y"},
                {GRAPH_FP64, "x + y", "0 * x + 1", "+."},
                {GRAPH_FP64, "x + y", "2 - 1.0", "+1"},
                {GRAPH_INT32, "x - -y", "y - 1 + 1", "+y"},
                {GRAPH_INT32, "x < y ? y : x", "!(x < y) ? y : x", "><"},
                {GRAPH_INT32, "max(x, y)", "(int8_t)(x + y)", ">."},
                {GRAPH_INT32, "(int32_t)((uint32_t)x + (uint32_t)y)", "(int32_t)((int64_t)x * y)", "+*"},
                {GRAPH_INT32, "x > INT32_MAX - y ? INT32_MAX : x + y", "(x * y) % 7", ".."},
                {GRAPH_INT32, "(x & y) + (x | y)", "min(x + y, 100)", "+."},
                {GRAPH_INT8, "(x + y) & 255", "x * y % 255", "+."},
                {GRAPH_UINT8, "x + y", "x * y % 256", "+*"},
                {GRAPH_INT64, "(int32_t)(x + y)", "fmin(x, y)", ".."},
                {GRAPH_UINT32, "(int32_t)x < (int32_t)y ? x : y", "x ^ y", ".."},
                {GRAPH_UINT64, "x < y ? y : x", "x < y ? x : 0", ">."},
                {GRAPH_BOOL, "x ? true : y", "x ? y : false", "|&"},
                {GRAPH_BOOL, "x + y", "x * y", "|&"},
                {GRAPH_BOOL, "!(x == y)", "!(!x || !y)", "^&"},
                {GRAPH_BOOL, "x", "!x && y", ".."},
                {GRAPH_FP32, "x + y) + (0", "x; return x * y", ".."},
                {GRAPH_FP32, "x + unknown", "x * y", ".."},
                {GRAPH_FP32, "x + y /* never closed", "x * y", ".."}};
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        const struct graph_semiring user = {.name = "own",
                                            .type = rows[k].type,
                                            .number = -1,
                                            .add_text = rows[k].add,
                                            .mul_text = rows[k].mul};
        for (int n = 0; n < 2; n++) { /* the second time from memory */
            const struct operator_letters found = graph__cuda_match_operators(&user);
            const char *letters = rows[k].letters;
            CHECK_SAY(found.add == (letters[0] == '.' ? 0 : letters[0]), "%s, %s: '%c'",
                      graph_type_name(user.type), user.add_text, found.add);
            CHECK_SAY(found.mul == (letters[1] == '.' ? 0 : letters[1]), "%s, %s: '%c'",
                      graph_type_name(user.type), user.mul_text, found.mul);
        }
    }
}

GRAPH_DEFINE_SEMIRING(least_sum_in_other_words, float, 9, 9, !(x < y) ? y : x, x - -y);
GRAPH_DEFINE_SEMIRING(least_bounded_sum, float, 9, 9, x < y ? x : y, fminf(x + y, 100));

TEST(unusual_texts_have_equivalents)
{
    static const struct {
        const graph_semiring_spec *spec;
        int kind;
        enum equivalence likeness;
    } rows[] = {{&least_sum_in_other_words, GRAPH_MIN_PLUS, EQUIVALENT_FOR_PLAIN_NUMBERS},
                {&least_bounded_sum, 0, EQUIVALENT_NONE}};
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        graph_semiring *user = NULL;
        REQUIRE_OK(graph_semiring_create(&user, rows[k].spec));
        for (int n = 0; n < 2; n++) {
            CHECK_SAY((int)graph__cuda_builtin_equivalent(user) == rows[k].kind, "%s", rows[k].spec->name);
            CHECK_SAY(graph__cuda_equivalence(user) == rows[k].likeness, "%s", rows[k].spec->name);
        }
        graph_semiring_release(&user);
    }
}

TEST(cached_code_is_found)
{
    bool was_cached = true;
    CHECK_OK(compile(GRAPH_KERNEL_elements_fill, NULL, GRAPH_INT16, &was_cached));
    CHECK(!was_cached);
    CHECK_OK(compile(GRAPH_KERNEL_elements_fill, NULL, GRAPH_INT16, &was_cached));
    CHECK(was_cached);
    CHECK_OK(compile(GRAPH_KERNEL_elements_fill, NULL, GRAPH_UINT16, &was_cached));
    CHECK(!was_cached);
}

TEST(a_text_that_does_not_compile_is_an_error_with_the_complaint)
{
    char *image = NULL;
    size_t bytes = 0;
    bool was_cached;
    CHECK_STATUS(graph__cuda_compile(&image, &bytes, &was_cached, "this is no program", ARCHITECTURE),
                 GRAPH_E_NOT_SUPPORTED, "does not compile");
    CHECK(image == NULL);
}

static void key_of(struct graph_image_key *key, const char *a, const char *b)
{
    *key = (struct graph_image_key){0};
    graph__image_key_add(key, a);
    graph__image_key_add(key, b);
}

TEST(a_damaged_file_is_no_code)
{
    struct graph_image_key key, other;
    char *image = NULL, path[256];
    size_t bytes = 0;
    key_of(&key, "a", "bc");
    key_of(&other, "ab", "c");
    CHECK(key.low != other.low || key.high != other.high);
    graph__image_cache_write("code", 4, &key);
    CHECK(!graph__image_cache_read(&image, &bytes, &other) && image == NULL);
    CHECK(graph__image_cache_read(&image, &bytes, &key) && bytes == 4 && memcmp(image, "code", 4) == 0);
    graph__free(image);
    snprintf(path, sizeof path, "%s/%016llx%016llx.cubin", folder, (unsigned long long)key.high,
             (unsigned long long)key.low);
    FILE *file = fopen(path, "r+b");
    CHECK(file != NULL);
    if (file != NULL) {
        CHECK(fseek(file, -1, SEEK_END) == 0 && fputc('X', file) == 'X');
        fclose(file);
    }
    CHECK(!graph__image_cache_read(&image, &bytes, &key) && image == NULL);
    CHECK(truncate(path, 10) == 0);
    CHECK(!graph__image_cache_read(&image, &bytes, &key) && image == NULL);
}

TEST(a_folder_that_cannot_be_used_is_an_empty_cache)
{
    struct graph_image_key key;
    char *image = NULL;
    size_t bytes = 0;
    key_of(&key, "elsewhere", "");
    setenv("SEMIGRAPH_CACHE", "/proc/no/such/folder", 1);
    graph__image_cache_write("code", 4, &key);
    CHECK(!graph__image_cache_read(&image, &bytes, &key));
    setenv("SEMIGRAPH_CACHE", "", 1);
    graph__image_cache_write("code", 4, &key);
    CHECK(!graph__image_cache_read(&image, &bytes, &key));
    setenv("SEMIGRAPH_CACHE", folder, 1);
}

static void set_up(void)
{
    if (mkdtemp(folder) != NULL)
        setenv("SEMIGRAPH_CACHE", folder, 1);
}

TEST(the_folder_is_there)
{
    set_up();
    CHECK(access(folder, W_OK) == 0);
}

TEST(the_folder_is_removed)
{
    char command[128];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    CHECK(system(command) == 0);
}

TEST_MAIN(TEST_ROW(the_folder_is_there), TEST_ROW(every_unit_compiles),
          TEST_ROW(semirings_that_need_an_order_stay_on_the_cpu), TEST_ROW(a_users_plus_times_is_known),
          TEST_ROW(equivalents_among_the_built_in), TEST_ROW(operators_are_known_by_their_code),
          TEST_ROW(unusual_texts_have_equivalents), TEST_ROW(cached_code_is_found),
          TEST_ROW(a_text_that_does_not_compile_is_an_error_with_the_complaint),
          TEST_ROW(a_damaged_file_is_no_code), TEST_ROW(a_folder_that_cannot_be_used_is_an_empty_cache),
          TEST_ROW(the_folder_is_removed))
