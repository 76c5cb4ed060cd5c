/* Truss numbers and k-trusses against their definition: the largest set of edges that each are in k - 2 triangles of it. */
#include "contract/structure.h"
#include "core/matrix/matrix.h"
#include "tests/support/kinds.h"

#define OPTIONS(...) OPTIONS_ON(test_backend(), __VA_ARGS__)
#define OPTIONS_ON(kind, ...)                                                                                \
    (&(const graph_cohesion_options){.size = sizeof(graph_cohesion_options), .backend = (kind), __VA_ARGS__})

/* truss[u * n + v]; 0 where there is no edge. */
static int64_t *expected_trusses(const bool *joined, graph_index n)
{
    int64_t *truss = calloc(n * n + 1, sizeof *truss);
    bool *inside = malloc(n * n + 1), is_empty = false;
    memcpy(inside, joined, n * n);
    for (int64_t k = 3; !is_empty; k++) {
        for (bool is_stable = false; !is_stable;) {
            is_stable = true;
            for (graph_index u = 0; u < n; u++)
                for (graph_index v = 0; v < u; v++) {
                    int64_t triangles = 0;
                    for (graph_index w = 0; w < n && inside[u * n + v]; w++)
                        triangles += inside[u * n + w] && inside[v * n + w];
                    if (inside[u * n + v] && triangles < k - 2) {
                        inside[u * n + v] = inside[v * n + u] = is_stable = false;
                        truss[u * n + v] = truss[v * n + u] = k - 1;
                    }
                }
        }
        is_empty = true;
        for (graph_index e = 0; e < n * n; e++)
            is_empty = is_empty && !inside[e];
    }
    free(inside);
    return truss;
}

static void compare_k_truss(const char *what, const graph_matrix *A, const int64_t *truss, graph_index n,
                            graph_index k)
{
    graph_matrix *C = NULL;
    bool *has, *stays, agrees = true;
    REQUIRE_OK(graph_k_truss(&C, A, k, OPTIONS(.threads = 2)));
    CHECK_OK(graph_matrix_check(C));
    double *before = dense_values(A, n, &has), *after = dense_values(C, n, &stays);
    for (graph_index e = 0; e < n * n; e++) {
        const bool expected = has[e] && e / n != e % n && (graph_index)truss[e] >= k;
        agrees = agrees && stays[e] == expected && (!expected || before[e] == after[e]);
    }
    CHECK_SAY(agrees, "%s: %llu-truss", what, (unsigned long long)k);
    free(before);
    free(after);
    free(has);
    free(stays);
    graph_matrix_release(&C);
}

/* The kernel without room for lists of triangles. */
static void compare_without_lists(const char *what, const graph_matrix *T, const graph_matrix *A)
{
    struct graph_trusses_request r = {.threads = 2, .most_triangles = 1};
    struct graph_csr t;
    (void)A;
    REQUIRE_OK(graph__matrix_view(&t, T, graph__cpu()));
    r.A = t;
    r.truss = calloc((size_t)t.entries + 1, sizeof *r.truss);
    CHECK_OK(graph__cpu()->trusses(&r));
    CHECK_SAY(t.entries == 0 || memcmp(r.truss, t.value, (size_t)t.entries * sizeof *r.truss) == 0, "%s",
              what);
    free(r.truss);
}

static void compare(const char *what, const graph_matrix *A)
{
    graph_index n;
    graph_matrix_rows(&n, A);
    bool *joined = joined_of(A, n);
    int64_t *expected = expected_trusses(joined, n), most = 0;
    for (graph_index e = 0; e < n * n; e++)
        most = expected[e] > most ? expected[e] : most;
    for (int form = GRAPH_FORM_AUTO; form <= GRAPH_FORM_FUSED; form++) {
        graph_matrix *T = NULL;
        graph_index largest = 99;
        bool *has, agrees = true;
        REQUIRE_OK(graph_truss_numbers(
            &T, &largest, A,
            OPTIONS_ON(test_backend_of((graph_form)form), .form = (graph_form)form, .threads = 2)));
        CHECK_OK(graph_matrix_check(T));
        CHECK_OK(graph_check_truss_numbers(T, A));
        double *found = dense_values(T, n, &has);
        for (graph_index e = 0; e < n * n; e++)
            agrees = agrees && has[e] == joined[e] && (int64_t)found[e] == expected[e];
        CHECK_SAY(agrees && (int64_t)largest == most, "%s, %llu vertices, form %d", what,
                  (unsigned long long)n, form);
        if (form == GRAPH_FORM_FUSED)
            compare_without_lists(what, T, A);
        for (graph_index e = 0, tried = 0; e < n * n && tried < 3; e++)
            for (int more = -1; has[e] && more <= 1;
                 more += 2) { /* one number too large or too small is noticed */
                const graph_index u = e / n, v = e % n;
                CHECK_OK(graph_matrix_set(T, u, v, graph_int64(expected[e] + more)));
                CHECK(graph_check_truss_numbers(T, A) == GRAPH_E_INVALID_OBJECT);
                CHECK_OK(graph_matrix_set(T, v, u, graph_int64(expected[e] + more)));
                CHECK_SAY(graph_check_truss_numbers(T, A) == GRAPH_E_INVALID_OBJECT,
                          "%s: truss(%llu, %llu) is %lld, not %lld", what, (unsigned long long)u,
                          (unsigned long long)v, (long long)expected[e], (long long)expected[e] + more);
                CHECK_OK(graph_matrix_set(T, u, v, graph_int64(expected[e])));
                CHECK_OK(graph_matrix_set(T, v, u, graph_int64(expected[e])));
                tried++;
            }
        free(found);
        free(has);
        graph_matrix_release(&T);
    }
    for (graph_index k = 0; k <= (graph_index)most + 1; k++)
        compare_k_truss(what, A, expected, n, k);
    free(expected);
    free(joined);
}

TEST(all_kinds) { each_kind(34, compare); }

TEST(threads)
{
    uint64_t seed = 5;
    graph_matrix *A = NULL, *alone = NULL;
    REQUIRE_OK(random_undirected(&A, &seed, SHAPE_POWER_LAW, 3000, 60000));
    REQUIRE_OK(graph_truss_numbers(&alone, NULL, A, OPTIONS(.threads = 1)));
    CHECK_OK(graph_check_truss_numbers(alone, A));
    for (int threads = 2; threads <= 7; threads += 5) {
        graph_matrix *T = NULL;
        struct graph_csr one, many;
        REQUIRE_OK(graph_truss_numbers(&T, NULL, A, OPTIONS(.threads = threads)));
        REQUIRE_OK(graph__matrix_view(&one, alone, graph__cpu()));
        REQUIRE_OK(graph__matrix_view(&many, T, graph__cpu()));
        CHECK(one.entries == many.entries &&
              memcmp(one.value, many.value, (size_t)one.entries * sizeof(int32_t)) == 0);
        graph_matrix_release(&T);
    }
    graph_matrix_release(&alone);
    graph_matrix_release(&A);
}

static void compare_back_ends(const char *what, const graph_matrix *A)
{
    graph_matrix *T[2];
    struct graph_csr of[2];
    graph_index largest[2];
    for (int k = 0; k < 2; k++) {
        REQUIRE_OK(graph_truss_numbers(
            &T[k], &largest[k], A,
            OPTIONS_ON(k == 0 ? GRAPH_BACKEND_CPU : test_backend(), .form = GRAPH_FORM_FUSED)));
        REQUIRE_OK(graph__matrix_view(&of[k], T[k], graph__cpu()));
    }
    CHECK_SAY(of[0].entries == of[1].entries && largest[0] == largest[1] &&
                  memcmp(of[0].value, of[1].value, (size_t)of[0].entries * sizeof(int32_t)) == 0,
              "%s: %llu and %llu", what, (unsigned long long)largest[0], (unsigned long long)largest[1]);
    graph_matrix_release(&T[0]);
    graph_matrix_release(&T[1]);
    for (graph_index k = 3; k <= 11; k += k < 6 ? 1 : 3) {
        for (int b = 0; b < 2; b++) {
            REQUIRE_OK(graph_k_truss(
                &T[b], A, k,
                OPTIONS_ON(b == 0 ? GRAPH_BACKEND_CPU : test_backend(), .form = GRAPH_FORM_FUSED)));
            REQUIRE_OK(graph__matrix_view(&of[b], T[b], graph__cpu()));
        }
        CHECK_SAY(of[0].entries == of[1].entries &&
                      memcmp(of[0].row_start, of[1].row_start, (size_t)(of[0].rows + 1) * sizeof(int64_t)) ==
                          0 &&
                      memcmp(of[0].column, of[1].column, (size_t)of[0].entries * sizeof(int32_t)) == 0,
                  "%s: %lld and %lld entries in the %llu-truss", what, (long long)of[0].entries,
                  (long long)of[1].entries, (unsigned long long)k);
        graph_matrix_release(&T[0]);
        graph_matrix_release(&T[1]);
    }
}

/* Hubs that are joined to each other and each vertex to some of them, so that the truss of the hubs has most edges, and
 * some edges that lie outside of it or in another truss. */
static graph_status graph_with_hubs(graph_matrix **A, int n)
{
    enum { HUBS = 24, EACH = 6 };
    int(*edge)[2] = malloc(((size_t)n * (EACH + 2) + HUBS * HUBS) * sizeof *edge);
    int64_t edges = 0;
    uint64_t seed = 17;
    for (int u = 0; u < HUBS; u++)
        for (int v = 0; v < u; v++, edges++) {
            edge[edges][0] = u;
            edge[edges][1] = v;
        }
    for (int v = HUBS; v < n; v++)
        for (int k = 0; k < EACH + 2; k++) {
            const int all = v % 5 == 0 || k >= EACH ? n : HUBS;
            edge[edges][0] = v;
            edge[edges++][1] = (int)(test_random(&seed) % (uint64_t)all);
            if (edge[edges - 1][1] == v)
                edges--;
        }
    const graph_status status = graph_of_edges(A, n, edges, (const int(*)[2])edge);
    free(edge);
    return status;
}

/* All vertices of one half are joined to all of the other, and each to the next of its half: the edges that lead from a
 * vertex are more than a table takes. */
static graph_status two_halves(graph_matrix **A, int half)
{
    int(*edge)[2] = malloc(((size_t)half * (size_t)half + (size_t)half) * sizeof *edge);
    int64_t edges = 0;
    for (int u = 0; u < half; u++) {
        for (int v = 0; v < half; v++, edges++) {
            edge[edges][0] = u;
            edge[edges][1] = half + v;
        }
        if (u % 2 == 0 && u + 1 < half) {
            edge[edges][0] = u;
            edge[edges++][1] = u + 1;
        }
    }
    const graph_status status = graph_of_edges(A, 2 * half, edges, (const int(*)[2])edge);
    free(edge);
    return status;
}

TEST(long_rows)
{
    graph_matrix *A = NULL;
    uint64_t seed = 5;
    each_with_long_rows(compare_back_ends);
    REQUIRE_OK(graph_with_hubs(&A, test_backend() == GRAPH_BACKEND_CPU ? 600 : 9000));
    compare_back_ends("hubs", A);
    graph_matrix_release(&A);
    REQUIRE_OK(random_undirected(&A, &seed, SHAPE_POWER_LAW, 3000, 60000));
    compare_back_ends("power law", A);
    graph_matrix_release(&A);
    REQUIRE_OK(two_halves(&A, test_backend() == GRAPH_BACKEND_CPU ? 100 : 2100));
    compare_back_ends("two halves", A);
    graph_matrix_release(&A);
    REQUIRE_OK(complete_graph(
        &A, test_backend() == GRAPH_BACKEND_CPU ? 60 : 560)); /* edges of which both ends have long rows */
    compare_back_ends("complete", A);
    graph_matrix_release(&A);
}

TEST(wrong_arguments)
{
    graph_matrix *A = NULL, *wide = NULL, *C = NULL, *other = NULL;
    graph_cohesion_options wrong_size = {.size = 1};
    REQUIRE_OK(karate_graph(&A));
    REQUIRE_OK(graph_matrix_create(&wide, GRAPH_PATTERN, 2, 3));
    REQUIRE_OK(graph_matrix_create(&other, GRAPH_INT32, 34, 34));
    CHECK_STATUS(graph_truss_numbers(&C, NULL, NULL, NULL), GRAPH_E_NULL, "A is NULL");
    CHECK_STATUS(graph_truss_numbers(&C, NULL, wide, NULL), GRAPH_E_DIMENSION, "A is 2 x 3");
    CHECK_STATUS(graph_truss_numbers(&C, NULL, A, &wrong_size), GRAPH_E_INVALID_VALUE, "options.size is 1");
    CHECK_STATUS(graph_k_truss(NULL, A, 2, NULL), GRAPH_E_NULL, "C is NULL");
    CHECK_STATUS(graph_check_truss_numbers(NULL, A), GRAPH_E_NULL, "truss is NULL");
    CHECK_STATUS(graph_check_truss_numbers(wide, A), GRAPH_E_DIMENSION, "truss is 2 x 3");
    CHECK_STATUS(graph_check_truss_numbers(A, A), GRAPH_E_DOMAIN, "truss is pattern");
    CHECK_STATUS(graph_check_truss_numbers(other, A), GRAPH_E_INVALID_OBJECT, "the edges of A");
    CHECK(C == NULL);
    CHECK_OK(graph_truss_numbers(NULL, NULL, A, NULL));
    graph_matrix_release(&A);
    graph_matrix_release(&wide);
    graph_matrix_release(&other);
}

static int stop(double done, void *context)
{
    (void)done;
    return --*(int *)context < 0;
}

TEST(cancelling)
{
    graph_matrix *A = NULL, *T = NULL;
    REQUIRE_OK(karate_graph(&A));
    for (int form = GRAPH_FORM_ALGEBRA; form <= GRAPH_FORM_FUSED; form++)
        for (int calls = 0; calls < 2; calls++) {
            int remaining = calls;
            CHECK_STATUS(
                graph_truss_numbers(
                    &T, NULL, A, OPTIONS(.form = (graph_form)form, .progress = stop, .context = &remaining)),
                GRAPH_E_CANCELLED, "cancelled");
            CHECK(T == NULL && remaining == -1);
        }
    graph_matrix_release(&A);
}

static graph_form tried_form;

static graph_status find(void)
{
    graph_matrix *A = NULL, *T = NULL, *C = NULL;
    const graph_index from[] = {0, 1, 2, 2, 3}, to[] = {1, 2, 0, 3, 3};
    graph_status status = GRAPH_OK;
    TRY(graph_matrix_create(&A, GRAPH_PATTERN, 4, 4));
    TRY(graph_matrix_build(A, from, to, NULL, GRAPH_PATTERN, 5, GRAPH_NO_OP));
    TRY(graph_truss_numbers(&T, NULL, A, OPTIONS(.form = tried_form, .threads = 1)));
    TRY(graph_check_truss_numbers(T, A));
    TRY(graph_k_truss(&C, A, 3, OPTIONS(.form = tried_form, .threads = 1)));
done:
    graph_matrix_release(&A);
    graph_matrix_release(&T);
    graph_matrix_release(&C);
    return status;
}

TEST(every_allocation)
{
    for (int form = GRAPH_FORM_ALGEBRA; form <= GRAPH_FORM_FUSED; form++) {
        tried_form = (graph_form)form;
        test_sampled_allocations("graph_truss_numbers", find, 11);
    }
}

TEST_MAIN(TEST_ROW(all_kinds), TEST_ROW(threads), TEST_ROW(long_rows), TEST_ROW(wrong_arguments),
          TEST_ROW(cancelling), TEST_ROW(every_allocation))
