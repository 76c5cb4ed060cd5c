/* Spanning forests, independent sets, colourings and matchings: each form against the definition, one step
 * after the other on small dense pictures, and against its check. */
#include "core/matrix/matrix.h"
#include "tests/support/kinds.h"

#define FOREST(...) FOREST_ON(test_backend(), __VA_ARGS__)
#define FOREST_ON(kind, ...)                                                                                 \
    (&(const graph_forest_options){.size = sizeof(graph_forest_options), .backend = (kind), __VA_ARGS__})
#define SETS(...) SETS_ON(test_backend(), __VA_ARGS__)
#define SETS_ON(kind, ...)                                                                                   \
    (&(const graph_set_options){.size = sizeof(graph_set_options), .backend = (kind), __VA_ARGS__})
#define MATCHING(...) MATCHING_ON(test_backend(), __VA_ARGS__)
#define MATCHING_ON(kind, ...)                                                                               \
    (&(const graph_matching_options){.size = sizeof(graph_matching_options), .backend = (kind), __VA_ARGS__})

struct pair {
    double weight;
    graph_index u, v;
};

static int by_weight(const void *x, const void *y)
{
    const struct pair *a = x, *b = y;
    if (a->weight != b->weight)
        return a->weight < b->weight ? -1 : 1;
    if (a->u != b->u)
        return a->u < b->u ? -1 : 1;
    return (a->v > b->v) - (a->v < b->v);
}

/* The undirected edges with the smaller (sign 1) or the larger (sign -1, negated) of their values, sorted. */
static struct pair *sorted_pairs(graph_index *count, const graph_matrix *A, graph_index n, double sign,
                                 bool is_weighted)
{
    bool *has;
    double *value = dense_values(A, n, &has);
    struct pair *pair = malloc((n * n + 1) * sizeof *pair);
    *count = 0;
    for (graph_index u = 0; u < n; u++)
        for (graph_index v = u + 1; v < n; v++) {
            double x = sign * value[u * n + v], y = sign * value[v * n + u];
            if (!has[u * n + v] && !has[v * n + u])
                continue;
            double least = !has[u * n + v] ? y : !has[v * n + u] ? x : x < y ? x : y;
            pair[(*count)++] = (struct pair){is_weighted ? least : 0, u, v};
        }
    qsort(pair, *count, sizeof *pair, by_weight);
    free(value);
    free(has);
    return pair;
}

/* Kruskal's method with a number of the tree for each vertex. */
static bool *expected_forest(double *weight, graph_index *edges, const graph_matrix *A, graph_index n,
                             bool is_weighted)
{
    graph_index count;
    struct pair *pair = sorted_pairs(&count, A, n, 1, is_weighted);
    graph_index *tree = malloc((n + 1) * sizeof *tree);
    bool *taken = calloc(n * n + 1, sizeof *taken);
    graph_type type;
    graph_matrix_type(&type, A);
    for (graph_index v = 0; v < n; v++)
        tree[v] = v;
    *weight = 0;
    *edges = 0;
    for (graph_index k = 0; k < count; k++) {
        const graph_index from = tree[pair[k].v], to = tree[pair[k].u];
        if (from == to)
            continue;
        for (graph_index v = 0; v < n; v++)
            tree[v] = tree[v] == from ? to : tree[v];
        taken[pair[k].u * n + pair[k].v] = taken[pair[k].v * n + pair[k].u] = true;
        *weight += is_weighted ? pair[k].weight : 1;
        ++*edges;
    }
    free(pair);
    free(tree);
    return taken;
}

static graph_status set_edge(graph_matrix *F, graph_index u, graph_index v, double weight)
{
    const graph_status status = graph_matrix_set(F, u, v, graph_fp64(weight));
    return status < 0 ? status : graph_matrix_set(F, v, u, graph_fp64(weight));
}

static graph_status remove_edge(graph_matrix *F, graph_index edge, graph_index n)
{
    const graph_status status = graph_matrix_remove(F, edge / n, edge % n);
    return status < 0 ? status : graph_matrix_remove(F, edge % n, edge / n);
}

/* Another edge in place of one of those between its ends: a spanning forest still, and one of least weight only if both
 * weigh the same. */
static void check_exchanges(const char *what, graph_matrix *F, const bool *taken, const graph_matrix *A,
                            graph_index n)
{
    graph_index count, *way = malloc((n + 1) * sizeof *way);
    struct pair *pair = sorted_pairs(&count, A, n, 1, true);
    double *weight = calloc(n * n + 1, sizeof *weight);
    for (graph_index k = 0; k < count; k++)
        weight[pair[k].u * n + pair[k].v] = weight[pair[k].v * n + pair[k].u] = pair[k].weight;
    for (graph_index k = 0, tried = 0; k < count && tried < 4; k++) {
        const graph_index u = pair[k].u, v = pair[k].v;
        const graph_index length = taken[u * n + v] ? 0 : path_in_forest(way, taken, n, u, v);
        for (graph_index e = 0; e<length; e += length> 4 ? length - 1 : 1) { /* of long ways both ends */
            const bool is_lightest = weight[way[e]] == pair[k].weight;
            CHECK_OK(remove_edge(F, way[e], n));
            CHECK_OK(set_edge(F, u, v, pair[k].weight));
            CHECK_SAY(graph_check_forest(F, A, NULL) == (is_lightest ? GRAPH_OK : GRAPH_E_INVALID_OBJECT),
                      "%s: an edge of weight %g for one of %g: %s", what, pair[k].weight, weight[way[e]],
                      graph_last_error());
            CHECK_OK(remove_edge(F, u * n + v, n));
            CHECK_OK(set_edge(F, way[e] / n, way[e] % n, weight[way[e]]));
        }
        tried += length > 0;
    }
    free(way);
    free(pair);
    free(weight);
}

static void compare_forest(const char *what, const graph_matrix *A, bool is_weighted)
{
    graph_index n, edges;
    double weight;
    graph_matrix_rows(&n, A);
    bool *expected = expected_forest(&weight, &edges, A, n, is_weighted);
    for (int form = GRAPH_FORM_AUTO; form <= GRAPH_FORM_FUSED; form++) {
        graph_forest_report report = {.size = sizeof report};
        graph_matrix *F = NULL;
        bool *has;
        REQUIRE_OK(
            graph_spanning_forest(&F, A,
                                  FOREST_ON(test_backend_of((graph_form)form), .form = (graph_form)form,
                                            .threads = 2, .report = &report, .is_unweighted = !is_weighted)));
        CHECK_OK(graph_matrix_check(F));
        CHECK_OK(graph_check_forest(F, A, FOREST(.is_unweighted = !is_weighted)));
        double *value = dense_values(F, n, &has);
        CHECK_SAY(memcmp(has, expected, n * n) == 0 && report.edges == edges && report.trees == n - edges &&
                      fabs(report.weight - weight) <= 1e-9 * weight,
                  "%s, form %d: %llu edges of weight %g, not %llu of %g", what, form,
                  (unsigned long long)report.edges, report.weight, (unsigned long long)edges, weight);
        if (is_weighted && form == GRAPH_FORM_AUTO)
            check_exchanges(what, F, has, A, n);
        if (edges > 0) { /* without an edge it spans less */
            graph_index row = 0;
            while (row < n * n && !has[row])
                row++;
            CHECK_OK(graph_matrix_remove(F, row / n, row % n));
            CHECK(graph_check_forest(F, A, FOREST(.is_unweighted = !is_weighted)) == GRAPH_E_INVALID_OBJECT);
            CHECK_OK(graph_matrix_remove(F, row % n, row / n));
            CHECK(graph_check_forest(F, A, FOREST(.is_unweighted = !is_weighted)) == GRAPH_E_INVALID_OBJECT);
        }
        free(value);
        free(has);
        graph_matrix_release(&F);
    }
    free(expected);
}

static void compare_forests(const char *what, const graph_matrix *A)
{
    graph_type type;
    graph_matrix_type(&type, A);
    compare_forest(what, A, true);
    if (type != GRAPH_PATTERN)
        compare_forest(what, A, false);
}

static void compare_sets(const char *what, const graph_matrix *A)
{
    graph_index n;
    graph_matrix_rows(&n, A);
    bool *joined = joined_of(A, n);
    graph_index most = 0;
    for (graph_index v = 0; v < n; v++) {
        graph_index degree = 0;
        for (graph_index u = 0; u < n; u++)
            degree += joined[v * n + u];
        most = degree > most ? degree : most;
    }
    for (uint64_t seed = 0; seed < 2; seed++) {
        bool *first_set = NULL;
        int64_t *first_color = NULL;
        for (int form = GRAPH_FORM_ALGEBRA; form <= GRAPH_FORM_FUSED; form++) {
            graph_vector *set = NULL, *color = NULL;
            graph_index members, colors, counted = 0;
            const graph_backend_kind place = test_backend_of((graph_form)form);
            bool holds = true;
            REQUIRE_OK(graph_independent_set(&set, &members, A,
                                             SETS_ON(place, .form = (graph_form)form, .seed = seed)));
            REQUIRE_OK(
                graph_coloring(&color, &colors, A, SETS_ON(place, .form = (graph_form)form, .seed = seed)));
            CHECK_OK(graph_check_independent_set(set, A));
            CHECK_OK(graph_check_coloring(color, A));
            bool *is_member = values_of_full(set, GRAPH_BOOL, n);
            int64_t *of = values_of_full(color, GRAPH_INT64, n);
            for (graph_index v = 0; v < n; v++) {
                bool is_covered = false;
                graph_index lower = 0;
                counted += is_member[v];
                for (graph_index u = 0; u < n; u++) {
                    holds =
                        holds && !(joined[v * n + u] && (of[u] == of[v] || (is_member[u] && is_member[v])));
                    is_covered = is_covered || (joined[v * n + u] && is_member[u]);
                }
                holds = holds && (is_covered || is_member[v]) && of[v] >= 0 && of[v] < (int64_t)colors;
                for (int64_t c = 0; c < of[v]; c++) /* greedy: a neighbour has each lower colour */
                    for (graph_index u = 0; u < n; u++)
                        if (joined[v * n + u] && of[u] == c) {
                            lower++;
                            break;
                        }
                holds = holds && (int64_t)lower == of[v];
            }
            CHECK_SAY(holds && counted == members && colors <= most + (n > 0), "%s, form %d, seed %llu", what,
                      form, (unsigned long long)seed);
            if (first_set != NULL)
                CHECK_SAY(memcmp(first_set, is_member, n) == 0 &&
                              memcmp(first_color, of, n * sizeof *of) == 0,
                          "%s: the forms differ under seed %llu", what, (unsigned long long)seed);
            if (n > 0) {
                CHECK_OK(graph_vector_set(set, 0, graph_bool(!is_member[0])));
                CHECK(graph_check_independent_set(set, A) == GRAPH_E_INVALID_OBJECT);
                for (graph_index u = 1; u < n; u++)
                    if (joined[u]) {
                        CHECK_OK(graph_vector_set(color, 0, graph_int64(of[u])));
                        CHECK(graph_check_coloring(color, A) == GRAPH_E_INVALID_OBJECT);
                    }
                CHECK_OK(graph_vector_set(color, 0, graph_int64(-1)));
                CHECK(graph_check_coloring(color, A) == GRAPH_E_INVALID_OBJECT);
            }
            free(first_set);
            free(first_color);
            first_set = is_member;
            first_color = of;
            graph_vector_release(&set);
            graph_vector_release(&color);
        }
        free(first_set);
        free(first_color);
    }
    free(joined);
}

/* Whether the matching takes, of the sorted edges, groups of equal weight greedily: no free edge is heavier than those
 * at its ends. */
static void compare_matching(const char *what, const graph_matrix *A, bool is_weighted)
{
    graph_index n, count;
    graph_matrix_rows(&n, A);
    struct pair *pair = sorted_pairs(&count, A, n, -1, is_weighted);
    for (uint64_t seed = 0; seed < 2; seed++) {
        int64_t *first = NULL;
        for (int form = GRAPH_FORM_ALGEBRA; form <= GRAPH_FORM_FUSED; form++) {
            graph_vector *mate = NULL;
            graph_index edges, counted = 0;
            bool holds = true;
            REQUIRE_OK(graph_matching(&mate, &edges, A,
                                      MATCHING_ON(test_backend_of((graph_form)form), .form = (graph_form)form,
                                                  .seed = seed, .is_weighted = is_weighted, .threads = 2)));
            CHECK_OK(graph_check_matching(mate, A, MATCHING(.is_weighted = is_weighted)));
            int64_t *of = values_of_full(mate, GRAPH_INT64, n);
            double *weight = calloc(n + 1, sizeof *weight);
            for (graph_index v = 0; v < n; v++) {
                holds = holds && of[v] >= -1 && of[v] < (int64_t)n && (of[v] < 0 || of[of[v]] == (int64_t)v);
                weight[v] = 1e300;
                counted += of[v] > (int64_t)v;
            }
            for (graph_index k = 0; k < count; k++)
                if (of[pair[k].u] == (int64_t)pair[k].v)
                    weight[pair[k].u] = weight[pair[k].v] = pair[k].weight;
            for (graph_index v = 0; v < n; v++)
                holds = holds && (of[v] < 0) == (weight[v] == 1e300);
            for (graph_index k = 0; k < count; k++)
                holds = holds && (weight[pair[k].u] <= pair[k].weight || weight[pair[k].v] <= pair[k].weight);
            CHECK_SAY(holds && counted == edges, "%s, form %d, weighted %d", what, form, is_weighted);
            if (first != NULL)
                CHECK_SAY(memcmp(first, of, n * sizeof *of) == 0,
                          "%s: the forms differ, weighted %d, seed %llu", what, is_weighted,
                          (unsigned long long)seed);
            if (edges > 0) {
                graph_index v = 0;
                while (of[v] < 0)
                    v++;
                CHECK_OK(graph_vector_set(mate, v, graph_int64(-1)));
                CHECK(graph_check_matching(mate, A, NULL) == GRAPH_E_INVALID_OBJECT);
                CHECK_OK(graph_vector_set(mate, (graph_index)of[v], graph_int64(-1)));
                CHECK(graph_check_matching(mate, A, NULL) == GRAPH_E_INVALID_OBJECT);
            }
            free(first);
            free(weight);
            first = of;
            graph_vector_release(&mate);
        }
        free(first);
    }
    free(pair);
}

static void compare_matchings(const char *what, const graph_matrix *A)
{
    compare_matching(what, A, false);
    compare_matching(what, A, true);
}

TEST(forests_of_all_kinds) { each_kind(40, compare_forests); }
TEST(sets_and_colorings_of_all_kinds) { each_kind(40, compare_sets); }
TEST(matchings_of_all_kinds) { each_kind(40, compare_matchings); }

/* The same from both back ends: of graphs with rows of every length, and of a complete one, where all wait for all. */
static void compare_back_ends(const char *what, const graph_matrix *A)
{
    graph_index n, members[2], colors[2];
    bool *is_member[2];
    int64_t *of[2];
    graph_matrix_rows(&n, A);
    for (int k = 0; k < 2; k++) {
        graph_vector *set = NULL, *color = NULL;
        const graph_backend_kind place = k == 0 ? GRAPH_BACKEND_CPU : test_backend();
        REQUIRE_OK(graph_independent_set(&set, &members[k], A, SETS_ON(place, .form = GRAPH_FORM_FUSED)));
        REQUIRE_OK(graph_coloring(&color, &colors[k], A, SETS_ON(place, .form = GRAPH_FORM_FUSED)));
        CHECK_OK(graph_check_independent_set(set, A));
        CHECK_OK(graph_check_coloring(color, A));
        is_member[k] = values_of_full(set, GRAPH_BOOL, n);
        of[k] = values_of_full(color, GRAPH_INT64, n);
        graph_vector_release(&set);
        graph_vector_release(&color);
    }
    CHECK_SAY(memcmp(is_member[0], is_member[1], n) == 0 && members[0] == members[1], "%s", what);
    CHECK_SAY(memcmp(of[0], of[1], n * sizeof *of[0]) == 0 && colors[0] == colors[1], "%s", what);
    for (int k = 0; k < 2; k++) {
        free(is_member[k]);
        free(of[k]);
    }
}

/* Forests from both back ends, with weights of 23 values, so that positions decide. */
static void compare_forests_of_back_ends(const char *what, const graph_matrix *A)
{
    static const graph_type types[] = {GRAPH_UINT8, GRAPH_INT32, GRAPH_FP32, GRAPH_FP64, GRAPH_PATTERN};
    graph_index n, entries;
    graph_matrix_rows(&n, A);
    graph_matrix_entries(&entries, A);
    graph_index *row = malloc((entries + 1) * sizeof *row), *column = malloc((entries + 1) * sizeof *column);
    int64_t *weight = malloc((entries + 1) * sizeof *weight);
    CHECK_OK(graph_matrix_extract_tuples(row, column, NULL, GRAPH_PATTERN, &entries, A));
    for (graph_index k = 0; k < entries; k++) /* mostly equal at both entries of an edge */
        weight[k] = (int64_t)(k % 97 == 0 ? k : row[k] * column[k] + row[k] + column[k]) % 23;
    for (size_t t = 0; t < sizeof types / sizeof types[0]; t++) {
        graph_forest_report report[2] = {{.size = sizeof *report}, {.size = sizeof *report}};
        graph_matrix *W = NULL, *F[2] = {NULL, NULL};
        struct graph_csr of[2];
        REQUIRE_OK(graph_matrix_create(&W, types[t], n, n));
        REQUIRE_OK(graph_matrix_build(W, row, column, types[t] == GRAPH_PATTERN ? NULL : weight,
                                      types[t] == GRAPH_PATTERN ? GRAPH_PATTERN : GRAPH_INT64, entries,
                                      GRAPH_NO_OP));
        for (int k = 0; k < 2; k++) {
            REQUIRE_OK(graph_spanning_forest(&F[k], W,
                                             FOREST_ON(k == 0 ? GRAPH_BACKEND_CPU : test_backend(),
                                                       .form = GRAPH_FORM_FUSED, .report = &report[k])));
            REQUIRE_OK(graph__matrix_view(&of[k], F[k], graph__cpu()));
        }
        CHECK_SAY(
            of[0].entries == of[1].entries &&
                memcmp(of[0].row_start, of[1].row_start, (n + 1) * sizeof(int64_t)) == 0 &&
                memcmp(of[0].column, of[1].column, (size_t)of[0].entries * sizeof(int32_t)) == 0 &&
                (of[0].value == NULL ||
                 memcmp(of[0].value, of[1].value, (size_t)of[0].entries * graph_type_size(types[t])) == 0) &&
                report[0].weight == report[1].weight && report[0].edges == report[1].edges,
            "%s, %s", what, graph_type_name(types[t]));
        CHECK_OK(graph_check_forest(F[1], W, NULL));
        graph_matrix_release(&W);
        graph_matrix_release(&F[0]);
        graph_matrix_release(&F[1]);
    }
    free(row);
    free(column);
    free(weight);
}

TEST(forests_of_long_rows)
{
    graph_matrix *A = NULL;
    each_with_long_rows(compare_forests_of_back_ends);
    REQUIRE_OK(path_graph(&A, 3000)); /* long trees */
    compare_forests_of_back_ends("path", A);
    graph_matrix_release(&A);
}

TEST(long_rows)
{
    graph_matrix *A = NULL;
    each_with_long_rows(compare_back_ends);
    REQUIRE_OK(complete_graph(&A, test_backend() == GRAPH_BACKEND_CPU ? 300 : 2200));
    compare_back_ends("complete", A);
    graph_matrix_release(&A);
}

/* A heavier edge that is missing, and a lighter one that is put in, are noticed. */
TEST(checks_of_weights)
{
    const graph_index from[] = {0, 1, 2, 0}, to[] = {1, 2, 3, 3};
    const double weight[] = {1, 5, 1, 4};
    graph_matrix *A = NULL, *F = NULL;
    graph_vector *mate = NULL;
    REQUIRE_OK(graph_matrix_create(&A, GRAPH_FP64, 4, 4));
    REQUIRE_OK(graph_matrix_build(A, from, to, weight, GRAPH_FP64, 4, GRAPH_NO_OP));
    REQUIRE_OK(graph_matrix_create(&F, GRAPH_FP64, 4, 4));
    for (int k = 0; k < 3; k++) {
        REQUIRE_OK(graph_matrix_set(F, from[k], to[k], graph_fp64(weight[k])));
        REQUIRE_OK(graph_matrix_set(F, to[k], from[k], graph_fp64(weight[k])));
    }
    CHECK_STATUS(graph_check_forest(F, A, NULL), GRAPH_E_INVALID_OBJECT, "the edge of 0 and 3 is lighter");
    CHECK_OK(graph_check_forest(F, A, FOREST(.is_unweighted = true)));
    REQUIRE_OK(graph_matrix_set(F, 1, 2, graph_fp64(2)));
    REQUIRE_OK(graph_matrix_set(F, 2, 1, graph_fp64(2)));
    CHECK_STATUS(graph_check_forest(F, A, NULL), GRAPH_E_INVALID_OBJECT, "has another weight");
    REQUIRE_OK(graph_matrix_set(F, 1, 2, graph_fp64(5)));
    REQUIRE_OK(graph_matrix_set(F, 2, 1, graph_fp64(5)));
    REQUIRE_OK(graph_matrix_set(F, 0, 3, graph_fp64(4)));
    REQUIRE_OK(graph_matrix_set(F, 3, 0, graph_fp64(4)));
    CHECK_STATUS(graph_check_forest(F, A, NULL), GRAPH_E_INVALID_OBJECT, "cycle");
    REQUIRE_OK(graph_vector_create(&mate, GRAPH_INT64, 4));
    const int64_t light[] = {1, 0, 3, 2};
    for (graph_index v = 0; v < 4; v++)
        REQUIRE_OK(graph_vector_set(mate, v, graph_int64(light[v])));
    CHECK_OK(graph_check_matching(mate, A, NULL));
    CHECK_STATUS(graph_check_matching(mate, A, MATCHING(.is_weighted = true)), GRAPH_E_INVALID_OBJECT,
                 "is heavier");
    const int64_t apart[] = {2, -1, 0, -1};
    for (graph_index v = 0; v < 4; v++)
        REQUIRE_OK(graph_vector_set(mate, v, graph_int64(apart[v])));
    CHECK_STATUS(graph_check_matching(mate, A, NULL), GRAPH_E_INVALID_OBJECT, "are not joined");
    graph_vector_release(&mate);
    REQUIRE_OK(graph_vector_create(&mate, GRAPH_BOOL, 4));
    REQUIRE_OK(graph_vector_set(mate, 0, graph_bool(true)));
    REQUIRE_OK(graph_vector_set(mate, 2, graph_bool(true)));
    CHECK_STATUS(graph_check_independent_set(mate, A), GRAPH_E_INVALID_OBJECT, "set has 2 entries");
    CHECK_OK(graph_vector_resize(mate, 3));
    CHECK_STATUS(graph_check_independent_set(mate, A), GRAPH_E_DIMENSION, "set has length 3");
    graph_vector_release(&mate);
    graph_matrix_release(&F);
    REQUIRE_OK(graph_matrix_create(&F, GRAPH_FP32, 4, 4));
    CHECK_STATUS(graph_check_forest(F, A, NULL), GRAPH_E_DOMAIN, "forest is fp32; A is fp64");
    graph_matrix_release(&A);
    graph_matrix_release(&F);
}

/* Weights at the ends of their types, and what cannot be compared. */
TEST(weights_of_all_types)
{
    static const graph_type types[] = {GRAPH_BOOL,   GRAPH_INT8,  GRAPH_UINT8,  GRAPH_INT16,
                                       GRAPH_UINT16, GRAPH_INT32, GRAPH_UINT32, GRAPH_INT64,
                                       GRAPH_UINT64, GRAPH_FP32,  GRAPH_FP64};
    uint64_t seed = 3;
    for (size_t t = 0; t < sizeof types / sizeof types[0]; t++) {
        graph_matrix *A = NULL, *F = NULL, *algebra_forest = NULL;
        graph_forest_report fused = {.size = sizeof fused}, algebra = fused;
        graph_vector *mate = NULL;
        const bool is_floating = types[t] == GRAPH_FP32 || types[t] == GRAPH_FP64;
        REQUIRE_OK(random_matrix(&A, &seed, SHAPE_UNIFORM, types[t], 30, 30, 150,
                                 is_floating ? VALUES_REAL : VALUES_EXTREME));
        CHECK_OK(graph_spanning_forest(&F, A, FOREST(.form = GRAPH_FORM_FUSED, .report = &fused)));
        CHECK_OK(graph_spanning_forest(&algebra_forest, A,
                                       FOREST(.form = GRAPH_FORM_ALGEBRA, .report = &algebra)));
        CHECK(fused.weight == algebra.weight && fused.edges == algebra.edges);
        CHECK_OK(graph_check_forest(F, A, NULL));
        CHECK_OK(graph_matching(&mate, NULL, A, MATCHING(.is_weighted = true)));
        CHECK_OK(graph_check_matching(mate, A, MATCHING(.is_weighted = true)));
        graph_vector_release(&mate);
        graph_matrix_release(&F);
        graph_matrix_release(&algebra_forest);
        if (is_floating) {
            CHECK_OK(graph_matrix_set(A, 1, 2, graph_fp64((double)NAN)));
            CHECK_STATUS(graph_spanning_forest(&F, A, NULL), GRAPH_E_INVALID_VALUE, "NaN");
            CHECK_STATUS(graph_matching(&mate, NULL, A, MATCHING(.is_weighted = true)), GRAPH_E_INVALID_VALUE,
                         "NaN");
            CHECK_OK(graph_spanning_forest(NULL, A, FOREST(.is_unweighted = true)));
            CHECK(F == NULL && mate == NULL);
        }
        graph_matrix_release(&A);
    }
}

TEST(wrong_arguments)
{
    graph_matrix *A = NULL, *wide = NULL, *F = NULL;
    graph_vector *x = NULL, *real = NULL;
    graph_forest_options forest = {.size = 1};
    graph_set_options set = {.size = 1};
    graph_matching_options matching = {.size = 1};
    graph_forest_report report = {.size = 1};
    REQUIRE_OK(karate_graph(&A));
    REQUIRE_OK(graph_matrix_create(&wide, GRAPH_PATTERN, 2, 3));
    REQUIRE_OK(graph_vector_create(&real, GRAPH_FP64, 34));
    CHECK_STATUS(graph_spanning_forest(&F, NULL, NULL), GRAPH_E_NULL, "A is NULL");
    CHECK_STATUS(graph_spanning_forest(&F, wide, NULL), GRAPH_E_DIMENSION, "A is 2 x 3");
    CHECK_STATUS(graph_spanning_forest(&F, A, &forest), GRAPH_E_INVALID_VALUE, "options.size is 1");
    CHECK_STATUS(graph_spanning_forest(&F, A, FOREST(.report = &report)), GRAPH_E_INVALID_VALUE,
                 "report.size is 1");
    CHECK_STATUS(graph_independent_set(&x, NULL, NULL, NULL), GRAPH_E_NULL, "A is NULL");
    CHECK_STATUS(graph_independent_set(&x, NULL, A, &set), GRAPH_E_INVALID_VALUE, "options.size is 1");
    CHECK_STATUS(graph_coloring(&x, NULL, wide, NULL), GRAPH_E_DIMENSION, "A is 2 x 3");
    CHECK_STATUS(graph_coloring(&x, NULL, A, SETS(.form = 7)), GRAPH_E_INVALID_VALUE, "options.form is 7");
    CHECK_STATUS(graph_matching(&x, NULL, A, &matching), GRAPH_E_INVALID_VALUE, "options.size is 1");
    CHECK_STATUS(graph_matching(&x, NULL, A, MATCHING(.threads = -1)), GRAPH_E_INVALID_VALUE, "threads");
    CHECK_STATUS(graph_check_forest(NULL, A, NULL), GRAPH_E_NULL, "forest is NULL");
    CHECK_STATUS(graph_check_forest(wide, A, NULL), GRAPH_E_DIMENSION, "forest is 2 x 3");
    CHECK_STATUS(graph_check_independent_set(NULL, A), GRAPH_E_NULL, "set is NULL");
    CHECK_STATUS(graph_check_independent_set(real, A), GRAPH_E_DOMAIN, "set is fp64");
    CHECK_STATUS(graph_check_coloring(real, A), GRAPH_E_DOMAIN, "color is fp64");
    CHECK_STATUS(graph_check_matching(NULL, A, NULL), GRAPH_E_NULL, "mate is NULL");
    CHECK(F == NULL && x == NULL);
    CHECK_OK(graph_spanning_forest(NULL, A, NULL));
    CHECK_OK(graph_independent_set(NULL, NULL, A, NULL));
    CHECK_OK(graph_coloring(NULL, NULL, A, NULL));
    CHECK_OK(graph_matching(NULL, NULL, A, NULL));
    graph_vector_release(&real);
    graph_matrix_release(&A);
    graph_matrix_release(&wide);
}

static int stop(double done, void *context)
{
    (void)done;
    (void)context;
    return 1;
}

TEST(cancelling)
{
    graph_matrix *A = NULL, *F = NULL;
    REQUIRE_OK(karate_graph(&A));
    for (int form = GRAPH_FORM_ALGEBRA; form <= GRAPH_FORM_FUSED; form++)
        CHECK_STATUS(graph_spanning_forest(&F, A, FOREST(.form = (graph_form)form, .progress = stop)),
                     GRAPH_E_CANCELLED, "cancelled");
    CHECK(F == NULL);
    graph_matrix_release(&A);
}

static graph_form tried_form;

static graph_status find_all(void)
{
    graph_matrix *A = NULL, *F = NULL;
    graph_vector *set = NULL, *color = NULL, *mate = NULL;
    const graph_index from[] = {0, 1, 2, 2, 3}, to[] = {1, 2, 0, 3, 3};
    graph_status status = GRAPH_OK;
    TRY(graph_matrix_create(&A, GRAPH_INT32, 4, 4));
    TRY(graph_matrix_build(A, from, to, from, GRAPH_INT64, 5, GRAPH_NO_OP));
    TRY(graph_spanning_forest(&F, A, FOREST(.form = tried_form, .threads = 1)));
    TRY(graph_check_forest(F, A, NULL));
    TRY(graph_independent_set(&set, NULL, A, SETS(.form = tried_form, .threads = 1)));
    TRY(graph_check_independent_set(set, A));
    TRY(graph_coloring(&color, NULL, A, SETS(.form = tried_form, .threads = 1)));
    TRY(graph_check_coloring(color, A));
    TRY(graph_matching(&mate, NULL, A, MATCHING(.form = tried_form, .threads = 1, .is_weighted = true)));
    TRY(graph_check_matching(mate, A, MATCHING(.is_weighted = true)));
done:
    graph_vector_release(&set);
    graph_vector_release(&color);
    graph_vector_release(&mate);
    graph_matrix_release(&F);
    graph_matrix_release(&A);
    return status;
}

TEST(every_allocation)
{
    for (int form = GRAPH_FORM_ALGEBRA; form <= GRAPH_FORM_FUSED; form++) {
        tried_form = (graph_form)form;
        test_sampled_allocations("sets", find_all, 11);
    }
}

TEST_MAIN(TEST_ROW(forests_of_all_kinds), TEST_ROW(sets_and_colorings_of_all_kinds),
          TEST_ROW(matchings_of_all_kinds), TEST_ROW(long_rows), TEST_ROW(forests_of_long_rows),
          TEST_ROW(checks_of_weights), TEST_ROW(weights_of_all_types), TEST_ROW(wrong_arguments),
          TEST_ROW(cancelling), TEST_ROW(every_allocation))
