/* Every family of kernels that has forms for several instruction sets, at every level that this processor has, against the
 * plain form.  Prints the levels that ran. */
#include "cpu/common/avx512.h"
#include "cpu/common/isa.h"
#include "cpu/common/sort_keys.h"
#include "tests/support/graphs.h"
#include "tests/support/products.h"
#include "tests/support/test.h"

static const char *const level_names[] = {"plain", "AVX2", "AVX-512"};

/* The best level, asked of the processor and not of the library. */
static enum graph_isa best_level(void)
{
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl"))
        return GRAPH_ISA_AVX512;
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi2"))
        return GRAPH_ISA_AVX2;
#endif
    return GRAPH_ISA_PLAIN;
}

/* Calls `run` at each level, the plain one first, and allows all of them afterwards. */
static void at_every_level(void (*run)(enum graph_isa level))
{
    for (enum graph_isa level = GRAPH_ISA_PLAIN; level <= best_level(); level++) {
        graph__cpu_isa_at_most(level);
        run(level);
    }
    graph__cpu_isa_at_most(GRAPH_ISA_AVX512);
}

/* Equal in form, entries and values, with exact numbers. */
static bool same_vector(const graph_vector *expected, const graph_vector *got)
{
    graph_index n = 0, entries[2], found;
    CHECK_OK(graph_vector_length(&n, expected));
    graph_index *index[2];
    double *value[2];
    for (int k = 0; k < 2; k++) {
        const graph_vector *v = k == 0 ? expected : got;
        index[k] = malloc((n + 1) * sizeof *index[k]);
        value[k] = malloc((n + 1) * sizeof *value[k]);
        found = n;
        CHECK_OK(graph_vector_extract_tuples(index[k], value[k], GRAPH_FP64, &found, v));
        entries[k] = found;
    }
    bool is_same = entries[0] == entries[1] &&
                   memcmp(index[0], index[1], entries[0] * sizeof *index[0]) == 0 &&
                   memcmp(value[0], value[1], entries[0] * sizeof *value[0]) == 0;
    for (int k = 0; k < 2; k++) {
        free(index[k]);
        free(value[k]);
    }
    return is_same;
}

static void check_level(enum graph_isa level)
{
    printf("         level %s\n", level_names[level]);
    CHECK(graph__cpu_isa() == level);
#if defined(GRAPH_AVX512)
    CHECK(graph__has_avx512() == (level == GRAPH_ISA_AVX512));
#endif
}

TEST(the_levels_that_run) { at_every_level(check_level); }

static void check_sorting(enum graph_isa level)
{
    uint64_t seed = 9, key[300], spare[300], expected[300];
    for (int n = 0; n <= 300; n++) {
        for (int k = 0; k < n; k++)
            expected[k] = key[k] = (test_random(&seed) % (n % 3 == 0 ? 7u : 1u << 31)) << 32 | (uint64_t)k;
        for (int k = 1; k < n; k++) { /* by insertion */
            uint64_t x = expected[k];
            int at = k;
            for (; at > 0 && expected[at - 1] > x; at--)
                expected[at] = expected[at - 1];
            expected[at] = x;
        }
        graph__sort_keys(key, spare, n);
        if (!CHECK_SAY(memcmp(key, expected, (size_t)n * sizeof *key) == 0, "%s: %d keys", level_names[level],
                       n))
            return;
    }
}

TEST(sorted_keys) { at_every_level(check_sorting); }

/* Graphs that take different steps: short rows, long rows, a hub, and bitmaps beyond a near cache. */
static const struct {
    enum graph_shape shape;
    int64_t vertices, edges;
} inputs[] = {{SHAPE_UNIFORM, 300, 400},        {SHAPE_UNIFORM, 2000, 40000},
              {SHAPE_POWER_LAW, 3000, 60000},   {SHAPE_BANDED, 5000, 9000},
              {SHAPE_DENSE_ROW, 700, 900},      {SHAPE_FULL, 90, 0},
              {SHAPE_UNIFORM, 1 << 17, 300000}, {SHAPE_UNIFORM, 1 << 22, 1 << 20}};
enum { INPUTS = sizeof inputs / sizeof inputs[0] };

static graph_matrix *input(size_t k)
{
    uint64_t seed = 100 + k;
    graph_matrix *A = NULL;
    CHECK_OK(random_undirected(&A, &seed, inputs[k].shape, inputs[k].vertices, inputs[k].edges));
    return A;
}

/* The same sizes with directed edges: their lists for triangles are made in another way. */
static graph_matrix *directed_input(size_t k)
{
    uint64_t seed = 200 + k;
    graph_matrix *A = NULL;
    CHECK_OK(random_matrix(&A, &seed, inputs[k].shape, GRAPH_BOOL, inputs[k].vertices, inputs[k].vertices,
                           inputs[k].edges, VALUES_SMALL));
    return A;
}

static uint64_t counted[2 * INPUTS];

static void check_triangles(enum graph_isa level)
{
    for (size_t k = 0; k < 2 * INPUTS; k += (size_t)test_step(3)) {
        graph_matrix *A = k < INPUTS ? input(k) : directed_input(k - INPUTS);
        for (int threads = 1; threads <= 2; threads++) {
            graph_triangles_options o = {.size = sizeof o, .backend = GRAPH_BACKEND_CPU, .threads = threads};
            uint64_t count = 0;
            CHECK_OK(graph_triangles(&count, A, &o));
            if (level == GRAPH_ISA_PLAIN && threads == 1)
                counted[k] = count;
            CHECK_SAY(count == counted[k], "%s, graph %d, %d threads", level_names[level], (int)k, threads);
        }
        if (level == GRAPH_ISA_PLAIN && k % INPUTS < 2) { /* By the definition on the operations. */
            graph_triangles_options o = {
                .size = sizeof o, .backend = GRAPH_BACKEND_CPU, .form = GRAPH_FORM_ALGEBRA};
            uint64_t count = 0;
            CHECK_OK(graph_triangles(&count, A, &o));
            CHECK_SAY(count == counted[k], "graph %d", (int)k);
        }
        graph_matrix_release(&A);
    }
}

TEST(triangles) { at_every_level(check_triangles); }

static graph_vector *first_level[INPUTS], *first_parent[INPUTS];

static void check_bfs(enum graph_isa level)
{
    for (size_t k = 0; k < INPUTS; k += (size_t)test_step(3)) {
        graph_matrix *A = input(k);
        graph_properties properties = {.size = sizeof properties};
        CHECK_OK(graph_matrix_properties(&properties, A)); /* of a symmetric pattern the edges in are known */
        CHECK(properties.has_symmetric_pattern);
        for (int threads = 1; threads <= 2; threads++) {
            graph_bfs_options o = {.size = sizeof o, .backend = GRAPH_BACKEND_CPU, .threads = threads};
            graph_vector *l = NULL, *p = NULL;
            CHECK_OK(graph_bfs(&l, &p, A, 1, &o));
            CHECK_OK(graph_bfs_verify(l, p, A, 1, &o));
            if (first_level[k] == NULL) {
                first_level[k] = l;
                first_parent[k] = p;
                continue;
            }
            CHECK_SAY(same_vector(first_level[k], l) && same_vector(first_parent[k], p),
                      "%s, graph %d, %d threads", level_names[level], (int)k, threads);
            graph_vector_release(&l);
            graph_vector_release(&p);
        }
        graph_matrix_release(&A);
    }
}

TEST(searches)
{
    at_every_level(check_bfs);
    for (size_t k = 0; k < INPUTS; k++) {
        graph_vector_release(&first_level[k]);
        graph_vector_release(&first_parent[k]);
    }
}

enum { ALL_INPUTS = 6 }; /* of at most 5,000 vertices */
static void *first_hops[ALL_INPUTS], *first_distance[ALL_INPUTS];
static uint64_t first_pairs[ALL_INPUTS];

/* Many searches, Floyd-Warshall on integers of both sizes, and the closure. */
static void check_pairs(enum graph_isa level)
{
    static const graph_type types[] = {GRAPH_INT32, GRAPH_INT64, GRAPH_FP32,
                                       GRAPH_FP64,  GRAPH_INT32, GRAPH_FP64};
    for (size_t k = 0; k < ALL_INPUTS; k += (size_t)test_step(3)) {
        graph_matrix *A = input(k);
        const size_t n = inputs[k].vertices < 800 ? (size_t)inputs[k].vertices : 100;
        graph_index *source = malloc(n * sizeof *source);
        graph_dense level_of = {.size = sizeof level_of, .type = GRAPH_UINT16};
        graph_dense d = {.size = sizeof d, .type = types[k]};
        graph_bfs_multi_options multi = {.size = sizeof multi, .backend = GRAPH_BACKEND_CPU, .threads = 2};
        graph_apsp_options apsp = {.size = sizeof apsp,
                                   .backend = GRAPH_BACKEND_CPU,
                                   .method = GRAPH_APSP_FLOYD_WARSHALL,
                                   .is_unweighted = true,
                                   .threads = 2};
        graph_closure_options options = {.size = sizeof options, .backend = GRAPH_BACKEND_CPU};
        graph_closure *closure = NULL;
        uint64_t pairs = 0;
        for (size_t s = 0; s < n; s++)
            source[s] = s;
        CHECK_OK(graph_bfs_multi(&level_of, A, source, n, &multi));
        CHECK_OK(graph_transitive_closure(&closure, A, &options));
        CHECK_OK(graph_closure_count(&pairs, closure));
        graph_closure_release(&closure);
        if (n == (size_t)inputs[k].vertices)
            CHECK_OK(graph_apsp(&d, NULL, A, &apsp));
        if (level == GRAPH_ISA_PLAIN) {
            first_hops[k] = level_of.value;
            first_distance[k] = d.value;
            first_pairs[k] = pairs;
        } else {
            const char *name = level_names[level];
            size_t vertices = (size_t)inputs[k].vertices;
            CHECK_SAY(memcmp(first_hops[k], level_of.value, n * vertices * 2) == 0, "%s: hops %d", name,
                      (int)k);
            CHECK_SAY(d.value == NULL ||
                          memcmp(first_distance[k], d.value, n * n * graph_type_size(types[k])) == 0,
                      "%s: distances %d", name, (int)k);
            CHECK_SAY(pairs == first_pairs[k], "%s: closure %d", name, (int)k);
            graph_free(level_of.value);
            graph_free(d.value);
        }
        free(source);
        graph_matrix_release(&A);
    }
}

TEST(all_pairs)
{
    at_every_level(check_pairs);
    for (size_t k = 0; k < ALL_INPUTS; k++) {
        graph_free(first_hops[k]);
        graph_free(first_distance[k]);
    }
}

/* Products of matrices and vectors: methods whose accumulators, counts, tiles and bands have several forms. */
static const char *const semirings[] = {"plus_times_fp64", "plus_pair_int64", "min_plus_int32",
                                        "or_and_bool",     "any_first_int64", "min_plus_fp64"};
enum { SEMIRINGS = sizeof semirings / sizeof semirings[0], SHAPES = 6, VARIANTS = 3 };
static graph_matrix *first_product[SEMIRINGS][SHAPES][VARIANTS];
static graph_vector *first_vector[SEMIRINGS][SHAPES];

static void check_products(enum graph_isa level)
{
    static const enum graph_shape shapes[SHAPES] = {SHAPE_UNIFORM, SHAPE_POWER_LAW, SHAPE_BANDED,
                                                    SHAPE_FULL,    SHAPE_DENSE_ROW, SHAPE_HUB_COLUMN};
    static const graph_method methods[VARIANTS] = {GRAPH_METHOD_AUTO, GRAPH_METHOD_ROW_ROW_DENSE,
                                                   GRAPH_METHOD_AUTO};
    for (int s = 0; s < SEMIRINGS; s += test_step(3))
        for (int h = 0; h < SHAPES; h++) {
            const graph_semiring *semiring = graph_semiring_by_name(semirings[s]);
            const graph_type type = graph_semiring_type(semiring);
            const int64_t n = shapes[h] == SHAPE_FULL ? 90 : 300;
            uint64_t seed = 7 + (uint64_t)h;
            graph_matrix *A = NULL;
            graph_vector *u = NULL, *w = NULL;
            CHECK_OK(random_matrix(&A, &seed, shapes[h], type, n, n, n * 8, VALUES_SMALL));
            for (int v = 0; v < VARIANTS; v++) {
                graph_matrix *C = NULL;
                CHECK_OK(graph_matrix_create(&C, type, (graph_index)n, (graph_index)n));
                CHECK_OK(graph_mxm(C, v == 2 ? A : NULL, GRAPH_NO_OP, semiring, A, A,
                                   GRAPH_DESCRIPTOR(.backend = GRAPH_BACKEND_CPU, .method = methods[v],
                                                    .flags = v == 2 ? GRAPH_MASK_STRUCTURE : 0)));
                if (level == GRAPH_ISA_PLAIN)
                    first_product[s][h][v] = C;
                else if (CHECK_SAY(same_matrix(first_product[s][h][v], C, 0, stderr),
                                   "%s: %s, shape %d, way %d", level_names[level], semirings[s], h, v))
                    graph_matrix_release(&C);
            }
            CHECK_OK(graph_vector_create(&u, type, (graph_index)n));
            CHECK_OK(graph_vector_fill(u, graph_int64(1)));
            CHECK_OK(graph_vector_create(&w, type, (graph_index)n));
            CHECK_OK(graph_mxv(w, NULL, GRAPH_NO_OP, semiring, A, u,
                               GRAPH_DESCRIPTOR(.backend = GRAPH_BACKEND_CPU)));
            if (level == GRAPH_ISA_PLAIN)
                first_vector[s][h] = w;
            else if (CHECK_SAY(same_vector(first_vector[s][h], w), "%s: %s times a vector, shape %d",
                               level_names[level], semirings[s], h))
                graph_vector_release(&w);
            graph_vector_release(&u);
            graph_matrix_release(&A);
        }
}

TEST(products)
{
    at_every_level(check_products);
    for (int s = 0; s < SEMIRINGS; s++)
        for (int h = 0; h < SHAPES; h++) {
            for (int v = 0; v < VARIANTS; v++)
                graph_matrix_release(&first_product[s][h][v]);
            graph_vector_release(&first_vector[s][h]);
        }
}

TEST_MAIN(TEST_ROW(the_levels_that_run), TEST_ROW(sorted_keys), TEST_ROW(triangles), TEST_ROW(searches),
          TEST_ROW(all_pairs), TEST_ROW(products))
