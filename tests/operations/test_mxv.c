/* graph_mxv and graph_vxm against the oracle: semirings, forms, masks, both directions, threads. */
#include <string.h>

#include "cpu/common/isa.h"
#include "tests/support/outputs.h"
#include "tests/support/test.h"

struct product {
    const graph_semiring *semiring;
    const graph_matrix *A;
    const graph_vector *u;
};

static graph_status mxv(graph_vector *w, const graph_vector *m, graph_op accum, const graph_descriptor *d,
                        const void *context)
{
    const struct product *p = context;
    return graph_mxv(w, m, accum, p->semiring, p->A, p->u, d);
}

static graph_status vxm(graph_vector *w, const graph_vector *m, graph_op accum, const graph_descriptor *d,
                        const void *context)
{
    const struct product *p = context;
    return graph_vxm(w, m, accum, p->semiring, p->u, p->A, d);
}

struct setting {
    const graph_semiring *semiring;
    graph_type A_type, u_type, w_type;
    int64_t rows, columns, edges; /* of the matrix as multiplied */
    enum graph_shape shape;
    int u_share; /* entries of u in 256ths */
    graph_vector_form u_form;
    bool has_transpose; /* in the cache */
    enum value_range range;
    int threads;
    bool is_brief;
};

/* w = R u as A u and u A, with and without transposition, by the method of the library and by that of words. */
static void check_product(const struct setting *s, uint64_t *seed)
{
    for (int way = 0; way < 8; way++) {
        bool is_vxm = way & 1, is_turned = way & 2;
        bool is_R = is_vxm == is_turned; /* the matrix given is R, not R' */
        struct dense_matrix A = random_dense(seed, s->shape, s->A_type, is_R ? s->rows : s->columns,
                                             is_R ? s->columns : s->rows, s->edges, s->range);
        struct dense_matrix u = random_dense_vector(seed, s->u_type, s->columns, s->u_share, s->range);
        struct dense_matrix turned = dense_transpose(&A), u_row = dense_transpose(&u), T;
        if (is_vxm) {
            struct dense_matrix row = dense_product(s->semiring, &u_row, is_R ? &turned : &A);
            T = dense_transpose(&row);
            dense_release(&row);
        } else
            T = dense_product(s->semiring, is_R ? &A : &turned, &u);
        struct product product = {.semiring = s->semiring};
        graph_matrix *given = NULL;
        graph_vector *v = NULL;
        if (CHECK_OK(dense_to_matrix(&given, &A)) && CHECK_OK(vector_in_form(&v, &u, s->u_form))) {
            graph_arrays arrays = {.size = sizeof arrays};
            if (s->has_transpose)
                CHECK_OK(graph_matrix_export(&arrays, given, GRAPH_CSC, GRAPH_BORROW));
            product.A = given;
            product.u = v;
            char name[100];
            snprintf(name, sizeof name, "%s %s%s%s%s, u of form %d, %d threads", is_vxm ? "vxm" : "mxv",
                     graph_semiring_name(s->semiring), is_turned ? " transposed" : "",
                     s->has_transpose ? " with cache" : "", way & 4 ? " by words" : "", (int)s->u_form,
                     s->threads);
            struct output output = {.name = name,
                                    .type = s->w_type,
                                    .T = &T,
                                    .flags = !is_turned ? 0
                                             : is_vxm   ? GRAPH_TRANSPOSE_B
                                                        : GRAPH_TRANSPOSE_A,
                                    .threads = s->threads,
                                    .method = way & 4 ? GRAPH_METHOD_BLSI : GRAPH_METHOD_AUTO,
                                    .tolerance = s->range == VALUES_REAL ? 1e-5 : 0,
                                    .is_brief = s->is_brief};
            check_vector_outputs(&output, is_vxm ? vxm : mxv, &product, seed);
        }
        graph_matrix_release(&given);
        graph_vector_release(&v);
        dense_release(&A);
        dense_release(&u);
        dense_release(&turned);
        dense_release(&u_row);
        dense_release(&T);
    }
}

/* Operands and result of the semiring's type. */
#define SETTING(semiring_, ...)                                                                              \
    ((struct setting){.semiring = (semiring_),                                                               \
                      .A_type = graph_semiring_type(semiring_),                                              \
                      .u_type = graph_semiring_type(semiring_),                                              \
                      .w_type = graph_semiring_type(semiring_),                                              \
                      __VA_ARGS__})

TEST(every_semiring)
{
    uint64_t seed = 1;
    const graph_semiring *semiring;
    for (size_t k = 0; (semiring = graph_semiring_at(k)) != NULL; k += (size_t)test_step(23)) {
        struct setting s =
            SETTING(semiring, .rows = 9, .columns = 14, .edges = 60, .u_share = k % 3 == 2 ? 256 : 100,
                    .u_form = (graph_vector_form)(1 + k % 3), .is_brief = true);
        check_product(&s, &seed);
    }
}

TEST(forms_caches_masks_and_shapes)
{
    static const struct {
        int64_t rows, columns, edges;
        enum graph_shape shape;
    } shapes[] = {{9, 14, 60, SHAPE_UNIFORM},    {30, 5, 70, SHAPE_EMPTY_ROWS},
                  {12, 12, 90, SHAPE_DENSE_ROW}, {12, 12, 90, SHAPE_HUB_COLUMN},
                  {1, 20, 20, SHAPE_FULL},       {20, 1, 20, SHAPE_FULL},
                  {0, 5, 0, SHAPE_UNIFORM},      {5, 0, 0, SHAPE_UNIFORM},
                  {0, 0, 0, SHAPE_UNIFORM},      {6, 6, 0, SHAPE_UNIFORM}};
    static const char *const names[] = {"plus_times_int32", "min_plus_fp32", "any_first_int32",
                                        "any_second_uint8", "or_and_bool"};
    uint64_t seed = 2;
    for (size_t k = 0; k < sizeof shapes / sizeof shapes[0]; k += (size_t)test_step(3))
        for (int form = GRAPH_SPARSE; form <= GRAPH_FULL; form++)
            for (int cache = 0; cache < 2; cache++) {
                const graph_semiring *semiring = graph_semiring_by_name(names[(k + (size_t)form) % 5]);
                struct setting s = SETTING(
                    semiring, .rows = shapes[k].rows, .columns = shapes[k].columns, .edges = shapes[k].edges,
                    .shape = shapes[k].shape, .u_share = form == GRAPH_FULL ? 256 : 40,
                    .u_form = (graph_vector_form)form, .has_transpose = cache, .is_brief = k > 0 || cache);
                check_product(&s, &seed);
            }
}

TEST(types_convert)
{
    uint64_t seed = 3;
    const graph_semiring *semiring = graph_semiring_by_name("plus_times_fp64");
    for (int type = GRAPH_PATTERN; type <= GRAPH_FP64; type++) {
        struct setting s = {.semiring = semiring,
                            .A_type = (graph_type)type,
                            .u_type = (graph_type)((type + 5) % 12),
                            .w_type = (graph_type)((type + 2) % 12),
                            .rows = 7,
                            .columns = 6,
                            .edges = 20,
                            .u_share = 128,
                            .u_form = (graph_vector_form)(1 + type % 2),
                            .is_brief = true};
        check_product(&s, &seed);
    }
}

/* Extremes and NaN: a result is the fold of its products alone. */
TEST(extremes)
{
    static const char *const names[] = {"min_plus_fp64",  "max_times_fp32", "min_max_int8",  "max_min_uint64",
                                        "min_plus_int64", "any_pair_fp64",  "max_plus_int16"};
    uint64_t seed = 4;
    for (size_t k = 0; k < sizeof names / sizeof names[0]; k++)
        for (int form = GRAPH_SPARSE; form <= GRAPH_FULL; form++) {
            const graph_semiring *semiring = graph_semiring_by_name(names[k]);
            struct setting s = SETTING(
                semiring, .rows = 8, .columns = 40, .edges = 200, .u_share = form == GRAPH_FULL ? 256 : 128,
                .u_form = (graph_vector_form)form, .range = VALUES_EXTREME, .is_brief = true);
            check_product(&s, &seed);
        }
}

/* Large enough for a range in each thread, for sorted products, and for parts of rows. */
TEST(threads_change_nothing)
{
    static const char *const names[] = {"plus_times_int64", "any_first_int32", "min_second_fp32",
                                        "plus_times_fp64"};
    uint64_t seed = 5;
    for (int k = 0; k < 4; k += test_step(3))
        for (int share = 1; share <= 256; share *= 16)
            for (int threads = 1; threads <= 3; threads += 2) {
                const graph_semiring *semiring = graph_semiring_by_name(names[k]);
                struct setting s =
                    SETTING(semiring, .rows = 220, .columns = 260, .edges = 12000, .shape = SHAPE_POWER_LAW,
                            .u_share = share,
                            .u_form = share == 256 ? GRAPH_FULL
                                      : share == 1 ? GRAPH_SPARSE
                                                   : GRAPH_BITMAP,
                            .has_transpose = threads == 3, .range = k == 3 ? VALUES_REAL : VALUES_SMALL,
                            .threads = threads, .is_brief = true);
                check_product(&s, &seed);
            }
}

/* Of a matrix with every entry only what u selects is read. */
TEST(full_matrices)
{
    static const char *const names[] = {
        "plus_times_fp64", "min_plus_fp32",  "plus_second_fp64", "any_pair_bool",    "any_first_int64",
        "or_and_bool",     "min_plus_int32", "max_times_int8",   "plus_second_int8", "plus_times_uint8"};
    /* In the last, which is for GPUs alone, a row is more than a warp reads at once. */
    static const int64_t sizes[][2] = {{5, 17}, {40, 24}, {70, 90}, {30, 41}, {1100, 390}};
    const bool is_on_gpu = test_backend() == GRAPH_BACKEND_CUDA;
    uint64_t seed = 8;
    for (size_t k = 0; k < sizeof names / sizeof names[0]; k += (size_t)test_step(5))
        for (int form = GRAPH_SPARSE; form <= GRAPH_FULL; form++)
            for (int size = 0; size < (is_on_gpu && k % 6 == 0 ? 5 : 4); size++) {
                const graph_semiring *semiring = graph_semiring_by_name(names[k]);
                struct setting s = SETTING(
                    semiring, .rows = sizes[size][0], .columns = sizes[size][1], .shape = SHAPE_FULL,
                    .u_share = form == GRAPH_FULL ? 256
                               : size == 0        ? 20
                                                  : 140,
                    .u_form = (graph_vector_form)form, .range = size == 1 ? VALUES_EXTREME : VALUES_SMALL,
                    .threads = size, .is_brief = k > 0 || size > 1);
                if (size == 1 && k == 0)
                    s.range = VALUES_SMALL; /* sums of extremes depend on their order */
                check_product(&s, &seed);
            }
}

/* Rows whose lengths vary, with gaps and without, in every form of the kernels. */
TEST(rows_of_all_lengths)
{
    static const char *const names[] = {"plus_times_fp64", "min_plus_fp32",  "plus_second_fp64",
                                        "plus_pair_int64", "min_plus_int32", "or_and_bool",
                                        "any_pair_bool",   "any_first_int64"};
    static const enum graph_shape shapes[] = {SHAPE_UNIFORM, SHAPE_EMPTY_ROWS, SHAPE_POWER_LAW,
                                              SHAPE_DENSE_ROW};
    uint64_t seed = 9;
    for (int isa = GRAPH_ISA_PLAIN; isa <= GRAPH_ISA_AVX512; isa += test_step(GRAPH_ISA_AVX512)) {
        graph__cpu_isa_at_most((enum graph_isa)isa);
        for (size_t k = 0; k < sizeof names / sizeof names[0]; k += (size_t)test_step(4))
            for (int form = GRAPH_SPARSE; form <= GRAPH_FULL; form++)
                for (size_t shape = 0; shape < sizeof shapes / sizeof shapes[0];
                     shape += (size_t)test_step(2)) {
                    const graph_semiring *semiring = graph_semiring_by_name(names[k]);
                    struct setting s = SETTING(semiring, .rows = 300, .columns = 130,
                                               .edges = shape % 2 == 0 ? 1500 : 4000, .shape = shapes[shape],
                                               .u_share = form == GRAPH_FULL     ? 256
                                                          : form == GRAPH_BITMAP ? 130
                                                                                 : 10,
                                               .u_form = (graph_vector_form)form,
                                               .range = names[k][0] == 'm' ? VALUES_EXTREME : VALUES_SMALL,
                                               .threads = 2, .is_brief = true);
                    check_product(&s, &seed);
                }
    }
    graph__cpu_isa_at_most(GRAPH_ISA_AVX512);
}

/* Rows so long that several tiles of a GPU have them, in matrices of short and of long rows. */
TEST(rows_of_several_tiles)
{
    static const char *const names[] = {"plus_times_fp64", "min_plus_int32", "plus_pair_int64",
                                        "max_min_int8"};
    static const struct {
        enum graph_shape shape;
        int64_t rows, columns, edges;
    } cases[] = {{SHAPE_DENSE_ROW, 300, 2000, 1200}, {SHAPE_POWER_LAW, 400, 600, 3000},
                 {SHAPE_DENSE_ROW, 30, 5000, 3000},  {SHAPE_UNIFORM, 60, 2000, 30000},
                 {SHAPE_UNIFORM, 200, 800, 7000},    {SHAPE_DENSE_ROW, 1, 5000, 5000},
                 {SHAPE_DENSE_ROW, 400, 1200, 200}};
    const size_t step = test_backend() == GRAPH_BACKEND_CUDA ? 1 : 2; /* of the semirings */
    uint64_t seed = 15;
    for (size_t k = 0; k < sizeof names / sizeof names[0]; k += step * (size_t)test_step(3))
        for (int form = GRAPH_SPARSE; form <= GRAPH_FULL; form++)
            for (size_t c = 0; c < sizeof cases / sizeof cases[0]; c++) {
                const graph_semiring *semiring = graph_semiring_by_name(names[k]);
                graph_type type = graph_semiring_type(semiring);
                struct setting s = {.semiring = semiring,
                                    .A_type = type,
                                    .u_type = type,
                                    .w_type = type,
                                    .rows = cases[c].rows,
                                    .columns = cases[c].columns,
                                    .edges = cases[c].edges,
                                    .shape = cases[c].shape,
                                    .u_share = form == GRAPH_FULL     ? 256
                                               : form == GRAPH_BITMAP ? 130
                                                                      : 10,
                                    .u_form = (graph_vector_form)form,
                                    .range = VALUES_SMALL,
                                    .threads = 2,
                                    .is_brief = true};
                check_product(&s, &seed);
            }
}

/* Row i has i % 22 entries, but one row very many: about as many tiles as a GPU runs at once.  Sums are compared modulo 256
 * and 2^32. */
static void check_million(const graph_semiring *semiring, graph_index rows, graph_index long_row)
{
    enum { LONGEST = 20000, COLUMNS = 50000 };
    const uint32_t mask = graph_semiring_type(semiring) == GRAPH_UINT8 ? UINT8_MAX : UINT32_MAX;
    graph_index n = 0, most = rows * 11 + LONGEST, entries = 0;
    graph_index *row = malloc((size_t)most * sizeof *row), *column = malloc((size_t)most * sizeof *column);
    graph_index *at = malloc((size_t)rows * sizeof *at);
    int32_t *value = malloc((size_t)most * sizeof *value), *x = malloc(COLUMNS * sizeof *x);
    uint32_t *expected = calloc((size_t)rows, sizeof *expected),
             *w_value = malloc((size_t)rows * sizeof *w_value);
    graph_matrix *A = NULL;
    graph_vector *u = NULL, *w = NULL;
    if (CHECK(row && column && at && value && x && expected && w_value)) {
        for (graph_index j = 0; j < COLUMNS; j++)
            x[j] = (int32_t)(j % 17) - 8;
        for (graph_index i = 0; i < rows; i++)
            for (graph_index k = 0, length = i == long_row ? LONGEST : i % 22; k < length; k++, n++) {
                row[n] = i;
                column[n] = (i * 37 + k) % COLUMNS;
                value[n] = (int32_t)(n % 1000);
                expected[i] += (uint32_t)value[n] * (uint32_t)x[column[n]];
            }
        REQUIRE_OK(graph_matrix_create(&A, graph_semiring_type(semiring), rows, COLUMNS));
        REQUIRE_OK(graph_matrix_build(A, row, column, value, GRAPH_INT32, n, GRAPH_NO_OP));
        REQUIRE_OK(graph_vector_create(&u, graph_semiring_type(semiring), COLUMNS));
        for (graph_index j = 0; j < COLUMNS; j++)
            row[j] = j;
        REQUIRE_OK(graph_vector_build(u, row, x, GRAPH_INT32, COLUMNS, GRAPH_NO_OP));
        REQUIRE_OK(graph_vector_create(&w, GRAPH_UINT32, rows));
        for (int round = 0; round < 2; round++) {
            REQUIRE_OK(graph_mxv(w, NULL, GRAPH_NO_OP, semiring, A, u, TEST_DESCRIPTOR()));
            entries = rows;
            REQUIRE_OK(graph_vector_extract_tuples(at, w_value, GRAPH_UINT32, &entries, w));
            graph_index wrong = 0, filled = 0;
            for (graph_index i = 0; i < rows; i++)
                filled += i == long_row || i % 22 > 0;
            for (graph_index e = 0; e < entries; e++)
                wrong += w_value[e] != (expected[at[e]] & mask);
            CHECK_SAY(wrong == 0 && entries == filled, "%s: %lld of %lld wrong",
                      graph_semiring_name(semiring), (long long)wrong, (long long)entries);
        }
    }
    graph_matrix_release(&A);
    graph_vector_release(&u);
    graph_vector_release(&w);
    free(row);
    free(column);
    free(at);
    free(value);
    free(x);
    free(expected);
    free(w_value);
}

TEST(a_million_entries)
{
    check_million(graph_semiring_by_name("plus_times_int32"), 90000, 44000);
    check_million(graph_semiring_by_name("plus_times_int64"), 45000, 0);
    check_million(graph_semiring_by_name("plus_times_uint8"), 95000, 94999);
}

/* mul tells its operands apart. */
GRAPH_DEFINE_SEMIRING(lopsided, int32_t, INT32_MIN, 1, x > y ? x : y, x * 3 + y);

TEST(semirings_of_users)
{
    uint64_t seed = 6;
    graph_semiring *semiring = NULL;
    REQUIRE_OK(graph_semiring_create(&semiring, &lopsided));
    for (int form = GRAPH_SPARSE; form <= GRAPH_FULL; form++) {
        struct setting s = SETTING(semiring, .rows = 20, .columns = 30, .edges = 300,
                                   .u_share = form == GRAPH_FULL ? 256 : 100,
                                   .u_form = (graph_vector_form)form, .is_brief = true);
        check_product(&s, &seed);
    }
    graph_semiring_release(&semiring);
}

TEST(outputs_may_be_inputs)
{
    uint64_t seed = 7;
    const graph_semiring *semiring = graph_semiring_by_name("plus_times_int32");
    for (int form = GRAPH_SPARSE; form <= GRAPH_FULL; form++)
        for (uint32_t flags = 0; flags < 8; flags += (uint32_t)test_step(5)) {
            struct dense_matrix A = random_dense(&seed, SHAPE_UNIFORM, GRAPH_INT32, 12, 12, 60, VALUES_SMALL);
            struct dense_matrix expected =
                random_dense_vector(&seed, GRAPH_INT32, 12, form == GRAPH_FULL ? 256 : 128, VALUES_SMALL);
            struct dense_matrix u = dense_copy(&expected), T = dense_product(semiring, &A, &u);
            graph_matrix *given = NULL;
            graph_vector *w = NULL;
            const graph_descriptor d = {.size = sizeof d, .backend = test_backend(), .flags = flags};
            REQUIRE_OK(dense_to_matrix(&given, &A));
            REQUIRE_OK(vector_in_form(&w, &expected, (graph_vector_form)form));
            CHECK_OK(graph_mxv(w, w, GRAPH_PLUS, semiring, given, w, &d));
            dense_write(&expected, &u, flags, GRAPH_PLUS, &T);
            CHECK(dense_equals_vector(&expected, w, 0, stderr));
            graph_matrix_release(&given);
            graph_vector_release(&w);
            dense_release(&A);
            dense_release(&u);
            dense_release(&T);
            dense_release(&expected);
        }
}

/* Whether two vectors have the same entries. */
static bool is_same_vector(const graph_vector *v, const graph_vector *w)
{
    enum { MOST = 70000 };
    static graph_index at[2][MOST];
    static double value[2][MOST];
    const graph_vector *given[2] = {v, w};
    graph_index n[2] = {MOST, MOST};
    for (int k = 0; k < 2; k++)
        if (!CHECK_OK(graph_vector_extract_tuples(at[k], value[k], GRAPH_FP64, &n[k], given[k])))
            return false;
    return n[0] == n[1] && memcmp(at[0], at[1], n[0] * sizeof at[0][0]) == 0 &&
           memcmp(value[0], value[1], n[0] * sizeof value[0][0]) == 0;
}

/* Stripes of many columns and of one, small and large numbers of buckets of rows, long words and short ones, and a
 * wide gap before the last column. */
TEST(words_of_every_length)
{
    static const struct {
        int64_t rows, columns, used_columns, edges;
    } shapes[] = {{1, 1, 1, 1},
                  {1, 300, 300, 300},
                  {2, 5000, 5000, 9000},
                  {300, 1, 1, 300},
                  {5000, 7, 7, 20000},
                  {70000, 70000, 70000, 9000},
                  {60000, 60000, 900, 8000},
                  {100000, 100000, 100000, 9000},
                  {40, 3000, 3000, 100000},
                  {70000, 4, 4, 30000},
                  {60000, 3000, 3000, 60000},
                  {70000, 2000000, 50, 9000}};
    static const char *const names[] = {"plus_times_int32", "any_first_int64", "or_and_bool",
                                        "plus_times_fp64"};
    uint64_t seed = 8;
    for (size_t k = 0; k < sizeof shapes / sizeof shapes[0]; k++)
        for (int n = 0; n < 4; n++) {
            const graph_semiring *semiring = graph_semiring_by_name(names[n]);
            graph_type type = graph_semiring_type(semiring);
            graph_index rows = (graph_index)shapes[k].rows, columns = (graph_index)shapes[k].columns;
            graph_matrix *A = NULL;
            graph_vector *u = NULL, *v = NULL, *w = NULL;
            REQUIRE_OK(random_matrix(&A, &seed, SHAPE_UNIFORM, type, shapes[k].rows, shapes[k].used_columns,
                                     shapes[k].edges, VALUES_SMALL));
            CHECK_OK(graph_matrix_resize(A, rows, columns));
            CHECK_OK(graph_matrix_set(A, rows / 2, columns - 1, graph_int64(1)));
            CHECK_OK(graph_vector_create(&u, type, columns));
            CHECK_OK(graph_vector_fill(u, graph_int64(3)));
            CHECK_OK(graph_vector_create(&v, type, rows));
            CHECK_OK(graph_vector_create(&w, type, rows));
            CHECK_OK(graph_mxv(v, NULL, GRAPH_NO_OP, semiring, A, u, TEST_DESCRIPTOR()));
            CHECK_OK(graph_mxv(w, NULL, GRAPH_NO_OP, semiring, A, u,
                               TEST_DESCRIPTOR(.method = GRAPH_METHOD_BLSI, .threads = 1 + n % 3)));
            CHECK_SAY(is_same_vector(v, w), "shape %zu, %s", k, names[n]);
            graph_matrix_release(&A);
            graph_vector_release(&u);
            graph_vector_release(&v);
            graph_vector_release(&w);
        }
}

TEST(wrong_arguments)
{
    const graph_semiring *s = graph_semiring_by_name("plus_times_fp64");
    graph_matrix *A = NULL;
    graph_vector *u = NULL, *w = NULL;
    const graph_descriptor flag_a = {
        .size = sizeof flag_a, .backend = test_backend(), .flags = GRAPH_TRANSPOSE_A};
    const graph_descriptor flag_b = {
        .size = sizeof flag_b, .backend = test_backend(), .flags = GRAPH_TRANSPOSE_B};
    const graph_descriptor wrong_method = {
        .size = sizeof wrong_method, .backend = test_backend(), .method = (graph_method)99};
    REQUIRE_OK(graph_matrix_create(&A, GRAPH_FP64, 3, 4));
    REQUIRE_OK(graph_vector_create(&w, GRAPH_FP64, 3));
    REQUIRE_OK(graph_vector_create(&u, GRAPH_FP64, 4));
    CHECK_STATUS(graph_mxv(NULL, NULL, 0, s, A, u, NULL), GRAPH_E_NULL, "w");
    CHECK_STATUS(graph_mxv(w, NULL, 0, NULL, A, u, NULL), GRAPH_E_NULL, "semiring");
    CHECK_STATUS(graph_mxv(w, NULL, 0, s, NULL, u, NULL), GRAPH_E_NULL, "A");
    CHECK_STATUS(graph_mxv(w, NULL, 0, s, A, NULL, NULL), GRAPH_E_NULL, "u");
    CHECK_STATUS(graph_mxv(w, NULL, 0, s, A, w, NULL), GRAPH_E_DIMENSION, "4 columns");
    CHECK_STATUS(graph_mxv(u, NULL, 0, s, A, u, NULL), GRAPH_E_DIMENSION, "product 3");
    CHECK_STATUS(graph_mxv(w, u, 0, s, A, u, NULL), GRAPH_E_DIMENSION, "mask");
    CHECK_STATUS(graph_mxv(w, NULL, 60, s, A, u, NULL), GRAPH_E_INVALID_VALUE, "60");
    CHECK_STATUS(graph_mxv(w, NULL, 0, s, A, u, &flag_a), GRAPH_E_DIMENSION, "3 columns");
    CHECK_STATUS(graph_mxv(w, NULL, 0, s, A, u, &flag_b), GRAPH_E_INVALID_VALUE, "flags");
    CHECK_STATUS(graph_mxv(w, NULL, 0, s, A, u, &wrong_method), GRAPH_E_INVALID_VALUE, "method");
    CHECK_STATUS(graph_vxm(NULL, NULL, 0, s, w, A, NULL), GRAPH_E_NULL, "w");
    CHECK_STATUS(graph_vxm(u, NULL, 0, NULL, w, A, NULL), GRAPH_E_NULL, "semiring");
    CHECK_STATUS(graph_vxm(u, NULL, 0, s, NULL, A, NULL), GRAPH_E_NULL, "u");
    CHECK_STATUS(graph_vxm(u, NULL, 0, s, w, NULL, NULL), GRAPH_E_NULL, "A");
    CHECK_STATUS(graph_vxm(u, NULL, 0, s, u, A, NULL), GRAPH_E_DIMENSION, "3 rows");
    CHECK_STATUS(graph_vxm(w, NULL, 0, s, w, A, NULL), GRAPH_E_DIMENSION, "product 4");
    CHECK_STATUS(graph_vxm(u, w, 0, s, w, A, NULL), GRAPH_E_DIMENSION, "mask");
    CHECK_STATUS(graph_vxm(u, NULL, 0, s, w, A, &flag_a), GRAPH_E_INVALID_VALUE, "flags");
    graph_matrix_release(&A);
    graph_vector_release(&u);
    graph_vector_release(&w);
}

/* Into a full vector, from one that has an entry almost everywhere, whose values alone make the products. */
static graph_status into_a_full_vector(const graph_matrix *A)
{
    const graph_descriptor d = {.size = sizeof d, .backend = test_backend(), .threads = 2};
    graph_vector *u = NULL, *w = NULL;
    graph_index n;
    graph_status status = graph_matrix_rows(&n, A);
    TRY(status);
    TRY(graph_vector_create(&u, GRAPH_FP64, n));
    TRY(graph_vector_create(&w, GRAPH_FP64, n));
    TRY(graph_vector_fill(u, graph_fp64(3)));
    TRY(graph_vector_remove(u, 5));
    TRY(graph_vector_fill(w, graph_fp64(1)));
    TRY(graph_mxv(w, NULL, GRAPH_PLUS, graph_semiring_by_name("plus_second_fp64"), A, u, &d));
done:
    graph_vector_release(&u);
    graph_vector_release(&w);
    return status;
}

static graph_status all_of_it(void)
{
    enum { N = 64 };
    const graph_semiring *semiring = graph_semiring_by_name("plus_times_fp64");
    graph_index row[4 * N], column[4 * N], index[] = {3, 5};
    int32_t value[4 * N];
    graph_matrix *A = NULL;
    graph_vector *u = NULL, *w = NULL;
    const graph_descriptor d = {.size = sizeof d, .backend = test_backend(), .threads = 2};
    for (int k = 0; k < 4 * N; k++) {
        row[k] = (graph_index)k / 4;
        column[k] = (graph_index)((k * 7 + k / 4) % N);
        value[k] = k;
    }
    graph_status status = graph_matrix_create(&A, GRAPH_INT32, N, N);
    if (status == GRAPH_OK)
        status = graph_matrix_build(A, row, column, value, GRAPH_INT32, 4 * N, GRAPH_PLUS);
    if (status == GRAPH_OK)
        status = graph_vector_create(&u, GRAPH_INT32, N);
    if (status == GRAPH_OK)
        status = graph_vector_create(&w, GRAPH_FP32, N);
    if (status == GRAPH_OK)
        status = graph_vector_build(u, index, value, GRAPH_INT32, 1, GRAPH_NO_OP);
    if (status == GRAPH_OK)
        status = graph_vxm(w, NULL, GRAPH_PLUS, semiring, u, A, &d); /* sorted products */
    if (status == GRAPH_OK)
        status = graph_mxv(w, u, GRAPH_PLUS, semiring, A, u, &d); /* pull from a sparse vector */
    if (status == GRAPH_OK)
        status = graph_vector_fill(u, graph_int64(2));
    if (status == GRAPH_OK)
        status = graph_vxm(w, w, GRAPH_NO_OP, semiring, u, A, &d); /* accumulators of two threads */
    for (int k = 0; k < 2 && status == GRAPH_OK; k++) {
        const graph_descriptor words = {
            .size = sizeof words, .backend = test_backend(), .method = GRAPH_METHOD_BLSI, .threads = 2};
        status = graph_mxv(w, NULL, GRAPH_PLUS, semiring, A, u, &words);
        if (status == GRAPH_OK && k == 0)
            status = graph_vector_clear(u);
        if (status == GRAPH_OK && k == 0)
            status = graph_vector_build(u, index, value, GRAPH_INT32, 1, GRAPH_NO_OP);
    }
    if (status == GRAPH_OK)
        status = into_a_full_vector(A);
    graph_matrix_release(&A);
    graph_vector_release(&u);
    graph_vector_release(&w);
    return status;
}

TEST(every_allocation_fails) { test_every_allocation("mxv, vxm", all_of_it); }

TEST_MAIN(TEST_ROW(every_semiring), TEST_ROW(forms_caches_masks_and_shapes), TEST_ROW(types_convert),
          TEST_ROW(extremes), TEST_ROW(threads_change_nothing), TEST_ROW(full_matrices),
          TEST_ROW(rows_of_all_lengths), TEST_ROW(rows_of_several_tiles), TEST_ROW_LARGE(a_million_entries),
          TEST_ROW(semirings_of_users), TEST_ROW(outputs_may_be_inputs), TEST_ROW(words_of_every_length),
          TEST_ROW(wrong_arguments), TEST_ROW_LARGE(every_allocation_fails))
