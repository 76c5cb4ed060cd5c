/* Topological orders, ordered strong components, subgraphs and largest components: by their definitions, both forms, and
 * what the checks refuse. */
#include "tests/support/graphs.h"
#include "tests/support/test.h"

#define OPTIONS(...) OPTIONS_ON(test_backend(), __VA_ARGS__)
#define OPTIONS_ON(kind, ...)                                                                                \
    (&(const graph_order_options){.size = sizeof(graph_order_options), .backend = (kind), __VA_ARGS__})

/* The entries of A as a square of truth values. */
static bool *joined_of(const graph_matrix *A, graph_index n)
{
    graph_index edges;
    graph_matrix_entries(&edges, A);
    graph_index *from = malloc((edges + 1) * sizeof *from), *to = malloc((edges + 1) * sizeof *to);
    bool *joined = calloc(n * n + 1, sizeof *joined);
    CHECK_OK(graph_matrix_extract_tuples(from, to, NULL, GRAPH_PATTERN, &edges, A));
    for (graph_index k = 0; k < edges; k++)
        joined[from[k] * n + to[k]] = true;
    free(from);
    free(to);
    return joined;
}

static void compare_order(const graph_matrix *A, const bool *joined, graph_index n)
{
    int64_t *level = calloc(n + 1, sizeof *level);
    bool has_cycle = false, moves = true;
    while (moves && !has_cycle) { /* levels rise until nothing changes, or beyond n on a cycle */
        moves = false;
        for (graph_index u = 0; u < n; u++)
            for (graph_index v = 0; v < n; v++)
                if (joined[u * n + v] && level[v] <= level[u]) {
                    level[v] = level[u] + 1;
                    moves = true;
                    has_cycle = has_cycle || level[v] > (int64_t)n;
                }
    }
    for (int form = GRAPH_FORM_ALGEBRA; form <= GRAPH_FORM_FUSED; form++) {
        graph_vector *order = NULL, *levels = NULL;
        const graph_order_options *o =
            OPTIONS_ON(test_backend_of((graph_form)form), .form = (graph_form)form, .level = &levels);
        if (has_cycle) {
            CHECK_STATUS(graph_topological_order(&order, A, o), GRAPH_E_DOMAIN, "there is a cycle");
            CHECK(order == NULL && levels == NULL);
            continue;
        }
        REQUIRE_OK(graph_topological_order(&order, A, o));
        int64_t *vertex = calloc(n + 1, sizeof *vertex), *of = calloc(n + 1, sizeof *of);
        graph_index room = n;
        bool agrees = true;
        CHECK_OK(graph_vector_extract_tuples(NULL, vertex, GRAPH_INT64, &room, order));
        CHECK_OK(graph_vector_extract_tuples(NULL, of, GRAPH_INT64, &room, levels));
        for (graph_index k = 0; k < n; k++) {
            agrees = agrees && of[k] == level[k];
            if (k > 0) {
                const int64_t before = level[vertex[k - 1]], now = level[vertex[k]];
                agrees = agrees && (before < now || (before == now && vertex[k - 1] < vertex[k]));
            }
        }
        CHECK_SAY(agrees, "n %d, form %d", (int)n, form);
        CHECK_OK(graph_check_topological_order(order, A));
        free(vertex);
        free(of);
        graph_vector_release(&order);
        graph_vector_release(&levels);
    }
    free(level);
}

static void compare_components(const graph_matrix *A, graph_index n)
{
    graph_vector *plain = NULL, *ordered[2] = {NULL, NULL};
    graph_index count = 0, counts[2] = {0, 0}, room = n;
    int32_t *a = calloc(n + 1, sizeof *a), *b = calloc(n + 1, sizeof *b), *c = calloc(n + 1, sizeof *c);
    REQUIRE_OK(graph_strong_components(&plain, &count, A, NULL));
    for (int form = 0; form < 2; form++) {
        const graph_form which = form == 0 ? GRAPH_FORM_ALGEBRA : GRAPH_FORM_FUSED;
        REQUIRE_OK(graph_strong_components_ordered(&ordered[form], &counts[form], A,
                                                   OPTIONS_ON(test_backend_of(which), .form = which)));
        CHECK_OK(graph_check_strong_components_ordered(ordered[form], counts[form], A));
        CHECK(counts[form] == count);
    }
    CHECK_OK(graph_vector_extract_tuples(NULL, a, GRAPH_INT32, &room, plain));
    CHECK_OK(graph_vector_extract_tuples(NULL, b, GRAPH_INT32, &room, ordered[0]));
    CHECK_OK(graph_vector_extract_tuples(NULL, c, GRAPH_INT32, &room, ordered[1]));
    CHECK(n == 0 || memcmp(b, c, n * sizeof *b) == 0);
    for (graph_index u = 0; u < n; u++)
        for (graph_index v = 0; v < n; v++)
            CHECK((a[u] == a[v]) == (b[u] == b[v]));
    if (count > 1) /* the numbers of smallest vertices may lead back; the count is wrong in any case */
        CHECK_STATUS(graph_check_strong_components_ordered(ordered[0], count + 1, A), GRAPH_E_INVALID_OBJECT,
                     "has no vertex");
    graph_vector_release(&plain);
    graph_vector_release(&ordered[0]);
    graph_vector_release(&ordered[1]);
    free(a);
    free(b);
    free(c);
}

static void compare_parts(const graph_matrix *A, const bool *joined, graph_index n, uint64_t *seed)
{
    graph_index *vertex = random_permutation(seed, (int64_t)n), edges;
    for (graph_index vertices = 0; vertices <= n; vertices += 1 + n / 3) {
        graph_matrix *S = NULL;
        graph_scalar x, y;
        graph_index expected = 0;
        REQUIRE_OK(graph_induced_subgraph(&S, A, vertex, vertices, OPTIONS()));
        CHECK_OK(graph_matrix_check(S));
        CHECK_OK(graph_check_induced_subgraph(S, A, vertex, vertices));
        for (graph_index i = 0; i < vertices; i++)
            for (graph_index j = 0; j < vertices; j++) {
                const bool is_there = graph_matrix_get(&x, S, i, j) == GRAPH_OK;
                expected += joined[vertex[i] * n + vertex[j]];
                CHECK(is_there == joined[vertex[i] * n + vertex[j]]);
                if (is_there)
                    CHECK(graph_matrix_get(&y, A, vertex[i], vertex[j]) == GRAPH_OK &&
                          x.value.u == y.value.u);
            }
        CHECK_OK(graph_matrix_entries(&edges, S));
        CHECK(edges == expected);
        graph_matrix_release(&S);
    }
    free(vertex);
    for (int is_strong = 0; is_strong < 2; is_strong++) {
        graph_matrix *S = NULL;
        graph_vector *list = NULL, *component = NULL;
        graph_index count, vertices = 0, room = n, best = 0;
        REQUIRE_OK(graph_largest_component(&S, &list, A, is_strong, OPTIONS()));
        CHECK_OK(graph_vector_length(&vertices, list));
        CHECK_OK(is_strong ? graph_strong_components(&component, &count, A, NULL)
                           : graph_weak_components(&component, &count, A, NULL));
        int32_t *of = calloc(n + 1, sizeof *of);
        graph_index *size = calloc(n + 1, sizeof *size), *at = calloc(n + 1, sizeof *at);
        CHECK_OK(graph_vector_extract_tuples(NULL, of, GRAPH_INT32, &room, component));
        room = vertices;
        CHECK_OK(graph_vector_extract_tuples(NULL, at, GRAPH_UINT64, &room, list));
        for (graph_index v = 0; v < n; v++)
            size[of[v]]++;
        for (graph_index c = 1; c < count; c++)
            best = size[c] > size[best] ? c : best;
        CHECK(vertices == (n > 0 ? size[best] : 0));
        for (graph_index k = 0; k < vertices; k++)
            CHECK(of[at[k]] == (int32_t)best && (k == 0 || at[k - 1] < at[k]));
        CHECK_OK(graph_check_induced_subgraph(S, A, at, vertices));
        free(of);
        free(size);
        free(at);
        graph_vector_release(&component);
        graph_vector_release(&list);
        graph_matrix_release(&S);
    }
}

TEST(random_graphs)
{
    uint64_t seed = 41;
    for (int shape = 0; shape < SHAPE_COUNT; shape += test_step(3))
        for (int64_t n = 0; n < 40; n += 1 + n / (test_backend() == GRAPH_BACKEND_CPU ? 2 : 1))
            for (int kind = 0; kind < 3; kind++) {
                graph_matrix *A = NULL;
                REQUIRE_OK(random_matrix(&A, &seed, (enum graph_shape)shape,
                                         kind == 0 ? GRAPH_PATTERN : GRAPH_INT16, n, n, kind == 2 ? n : 2 * n,
                                         VALUES_SMALL));
                if (kind > 0) /* upwards: without cycles */
                    CHECK_OK(graph_select(A, NULL, GRAPH_NO_OP, GRAPH_TRIU, A, graph_int64(kind == 1 ? 1 : 0),
                                          NULL));
                bool *joined = joined_of(A, (graph_index)n);
                compare_order(A, joined, (graph_index)n);
                compare_components(A, (graph_index)n);
                compare_parts(A, joined, (graph_index)n, &seed);
                free(joined);
                graph_matrix_release(&A);
            }
}

/* A vector of four numbers. */
static graph_vector *four(graph_type type, int64_t a, int64_t b, int64_t c, int64_t d)
{
    graph_vector *v = NULL;
    const int64_t value[] = {a, b, c, d};
    CHECK_OK(graph_vector_create(&v, type, 4));
    for (graph_index k = 0; k < 4; k++)
        CHECK_OK(graph_vector_set(v, k,
                                  type == GRAPH_FP64 ? graph_fp64((double)value[k]) : graph_int64(value[k])));
    return v;
}

static void refuse_order(const graph_matrix *A, graph_vector *v, graph_status status, const char *piece)
{
    CHECK_STATUS(graph_check_topological_order(v, A), status, piece);
    graph_vector_release(&v);
}

static void refuse_components(const graph_matrix *A, graph_vector *v, graph_index count, graph_status status,
                              const char *piece)
{
    CHECK_STATUS(graph_check_strong_components_ordered(v, count, A), status, piece);
    graph_vector_release(&v);
}

TEST(checks_refuse)
{
    graph_matrix *A = NULL, *B = NULL, *S = NULL;
    graph_vector *v = NULL;
    const graph_index list[] = {1, 2}, outside[] = {1, 9};
    const graph_index from[] = {3, 3, 0}, to[] = {0, 1, 2};
    REQUIRE_OK(graph_matrix_create(&A, GRAPH_PATTERN, 4, 4));
    REQUIRE_OK(graph_matrix_build(A, from, to, NULL, GRAPH_PATTERN, 3, GRAPH_NO_OP));
    CHECK_OK(graph_check_topological_order(v = four(GRAPH_INT64, 3, 0, 1, 2), A));
    graph_vector_release(&v);
    refuse_order(A, four(GRAPH_INT64, 3, 0, 0, 2), GRAPH_E_INVALID_OBJECT, "order(2) is 0");
    refuse_order(A, four(GRAPH_INT64, 3, 0, 4, 2), GRAPH_E_INVALID_OBJECT, "which is no vertex");
    refuse_order(A, four(GRAPH_INT64, 0, 3, 1, 2), GRAPH_E_INVALID_OBJECT, "3 -> 0 leads back");
    refuse_order(A, four(GRAPH_INT64, 3, 1, 0, 2), GRAPH_E_INVALID_OBJECT, "stands before");
    refuse_order(A, four(GRAPH_INT64, 3, 0, 2, 1), GRAPH_E_INVALID_OBJECT, "stands before");
    refuse_order(A, four(GRAPH_FP64, 3, 0, 1, 2), GRAPH_E_DOMAIN, "order is of fp64");
    refuse_order(A, NULL, GRAPH_E_NULL, "order is NULL");
    REQUIRE_OK(graph_vector_create(&v, GRAPH_INT64, 3));
    refuse_order(A, v, GRAPH_E_DIMENSION, "order has length 3");
    v = four(GRAPH_INT64, 3, 0, 1, 2);
    graph_vector_remove(v, 1);
    refuse_order(A, v, GRAPH_E_INVALID_OBJECT, "3 of 4 elements");
    CHECK_OK(graph_check_strong_components_ordered(v = four(GRAPH_INT32, 1, 2, 3, 0), 4, A));
    graph_vector_release(&v);
    refuse_components(A, four(GRAPH_INT32, 0, 2, 3, 1), 4, GRAPH_E_INVALID_OBJECT,
                      "leads from component 1 to 0");
    refuse_components(A, four(GRAPH_INT32, 1, 1, 2, 0), 3, GRAPH_E_INVALID_OBJECT,
                      "component 1 is not strongly");
    refuse_components(A, four(GRAPH_INT32, 1, 1, 2, 0), 2, GRAPH_E_INVALID_OBJECT, "component(2) is 2");
    REQUIRE_OK(graph_induced_subgraph(&S, A, list, 2, NULL));
    CHECK_OK(graph_check_induced_subgraph(S, A, list, 2));
    CHECK_STATUS(graph_check_induced_subgraph(S, A, outside, 2), GRAPH_E_INVALID_INDEX, "vertex[1] is 9");
    CHECK_STATUS(graph_check_induced_subgraph(S, A, list, 1), GRAPH_E_DIMENSION, "S is 2 x 2");
    CHECK_STATUS(graph_check_induced_subgraph(S, A, NULL, 2), GRAPH_E_NULL, "vertex is NULL");
    CHECK_OK(graph_matrix_set(S, 0, 1, graph_bool(true)));
    CHECK_STATUS(graph_check_induced_subgraph(S, A, list, 2), GRAPH_E_INVALID_OBJECT,
                 "S has 1 entries; expected 0");
    CHECK_STATUS(graph_check_induced_subgraph(S, A, (const graph_index[]){0, 3}, 2), GRAPH_E_INVALID_OBJECT,
                 "S lacks the entry (1, 0)");
    graph_matrix_release(&S);
    REQUIRE_OK(graph_matrix_create(&B, GRAPH_FP32, 2, 2));
    REQUIRE_OK(graph_matrix_set(B, 0, 1, graph_fp64(2)));
    CHECK_OK(graph_induced_subgraph(&S, B, (const graph_index[]){0, 1}, 2, NULL));
    CHECK_OK(graph_matrix_set(S, 0, 1, graph_fp64(3)));
    CHECK_STATUS(graph_check_induced_subgraph(S, B, (const graph_index[]){0, 1}, 2), GRAPH_E_INVALID_OBJECT,
                 "S(0, 1) is 3 and not 2");
    CHECK_OK(graph_matrix_set(S, 0, 1, graph_fp64(NAN)));
    CHECK_STATUS(graph_check_induced_subgraph(S, B, (const graph_index[]){0, 1}, 2), GRAPH_E_INVALID_OBJECT,
                 "and not 2");
    CHECK_OK(graph_matrix_set(B, 0, 1, graph_fp64(NAN))); /* a value like others */
    CHECK_OK(graph_check_induced_subgraph(S, B, (const graph_index[]){0, 1}, 2));
    graph_matrix_release(&S);
    REQUIRE_OK(graph_matrix_create(&S, GRAPH_FP64, 2, 2));
    CHECK_STATUS(graph_check_induced_subgraph(S, B, (const graph_index[]){0, 1}, 2), GRAPH_E_INVALID_OBJECT,
                 "S is of fp64 and A of fp32");
    graph_matrix_release(&A);
    graph_matrix_release(&B);
    graph_matrix_release(&S);
}

TEST(wrong_arguments)
{
    graph_matrix *A = NULL, *wide = NULL, *S = NULL;
    graph_vector *v = NULL;
    graph_index count = 5;
    graph_order_options wrong_size = {.size = 1};
    const graph_index twice[] = {3, 4, 3}, outside[] = {34};
    REQUIRE_OK(karate_graph(&A));
    REQUIRE_OK(graph_matrix_create(&wide, GRAPH_PATTERN, 2, 3));
    CHECK_STATUS(graph_topological_order(NULL, A, NULL), GRAPH_E_NULL, "order is NULL");
    CHECK_STATUS(graph_topological_order(&v, NULL, NULL), GRAPH_E_NULL, "A is NULL");
    CHECK_STATUS(graph_topological_order(&v, wide, NULL), GRAPH_E_DIMENSION, "A is 2 x 3");
    CHECK_STATUS(graph_topological_order(&v, A, &wrong_size), GRAPH_E_INVALID_VALUE, "options.size is 1");
    CHECK_STATUS(graph_topological_order(&v, A, OPTIONS(.form = 3)), GRAPH_E_INVALID_VALUE, "form is 3");
    CHECK_STATUS(graph_topological_order(&v, A, OPTIONS(.threads = -1)), GRAPH_E_INVALID_VALUE, "threads");
    CHECK_STATUS(graph_strong_components_ordered(&v, &count, wide, NULL), GRAPH_E_DIMENSION, "A is 2 x 3");
    CHECK_STATUS(graph_strong_components_ordered(&v, &count, A, &wrong_size), GRAPH_E_INVALID_VALUE,
                 "size is 1");
    CHECK_STATUS(graph_induced_subgraph(NULL, A, twice, 3, NULL), GRAPH_E_NULL, "S is NULL");
    CHECK_STATUS(graph_induced_subgraph(&S, A, twice, 3, NULL), GRAPH_E_INVALID_VALUE,
                 "vertex 3 is listed twice");
    CHECK_STATUS(graph_induced_subgraph(&S, A, outside, 1, NULL), GRAPH_E_INVALID_INDEX, "vertex[0] is 34");
    CHECK_STATUS(graph_induced_subgraph(&S, A, NULL, 1, NULL), GRAPH_E_NULL, "vertex is NULL");
    CHECK_STATUS(graph_induced_subgraph(&S, wide, twice, 1, NULL), GRAPH_E_DIMENSION, "A is 2 x 3");
    CHECK_STATUS(graph_largest_component(&S, &v, wide, false, NULL), GRAPH_E_DIMENSION, "A is 2 x 3");
    CHECK(v == NULL && S == NULL && count == 5);
    CHECK_OK(graph_strong_components_ordered(NULL, &count, A, NULL));
    CHECK_OK(graph_largest_component(NULL, NULL, A, true, NULL));
    CHECK(count == 1);
    graph_matrix_release(&A);
    graph_matrix_release(&wide);
}

static graph_form tried_form;

static graph_status do_all(void)
{
    graph_matrix *A = NULL, *S = NULL;
    graph_vector *v = NULL, *list = NULL;
    graph_index count = 0;
    const graph_index from[] = {0, 1, 2, 3}, to[] = {1, 2, 1, 1}, vertex[] = {2, 0};
    graph_status status = graph_matrix_create(&A, GRAPH_PATTERN, 4, 4);
    if (status == GRAPH_OK)
        status = graph_matrix_build(A, from, to, NULL, GRAPH_PATTERN, 4, GRAPH_NO_OP);
    const graph_order_options *o = OPTIONS(.form = tried_form, .threads = 1);
    if (status == GRAPH_OK)
        status = graph_strong_components_ordered(&v, &count, A, o);
    if (status == GRAPH_OK)
        status = graph_check_strong_components_ordered(v, count, A);
    graph_vector_release(&v);
    if (status == GRAPH_OK)
        status = graph_largest_component(&S, &list, A, true, o);
    CHECK(status == GRAPH_OK || (v == NULL && S == NULL && list == NULL));
    graph_matrix_release(&S);
    if (status == GRAPH_OK)
        status = graph_induced_subgraph(&S, A, vertex, 2, o);
    if (status == GRAPH_OK)
        status = graph_check_induced_subgraph(S, A, vertex, 2);
    if (status == GRAPH_OK)
        status = graph_topological_order(&v, S, o);
    if (status == GRAPH_OK)
        status = graph_check_topological_order(v, S);
    graph_vector_release(&v);
    graph_vector_release(&list);
    graph_matrix_release(&S);
    graph_matrix_release(&A);
    return status;
}

TEST(every_allocation)
{
    for (int form = GRAPH_FORM_ALGEBRA; form <= GRAPH_FORM_FUSED; form++) {
        tried_form = (graph_form)form;
        test_sampled_allocations("orders and subgraphs", do_all, form == GRAPH_FORM_ALGEBRA ? 53 : 7);
    }
}

TEST_MAIN(TEST_ROW(random_graphs), TEST_ROW(checks_refuse), TEST_ROW(wrong_arguments),
          TEST_ROW(every_allocation))
