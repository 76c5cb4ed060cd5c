/* Symmetry of matrices that are large enough for threads, and of the same with one entry more, one less or another value. */
#include "core/matrix/matrix.h"
#include "tests/support/graphs.h"
#include "tests/support/test.h"

enum { EDGES = 60000 };

/* The values 1 .. 8 at symmetric positions, and some on the diagonal. */
static graph_matrix *symmetric_matrix(uint64_t *seed, enum graph_shape shape, graph_index vertices)
{
    graph_matrix *pattern = NULL, *A = NULL;
    graph_index n = 0;
    CHECK_OK(random_undirected(&pattern, seed, shape, (int64_t)vertices, EDGES));
    CHECK_OK(graph_matrix_entries(&n, pattern));
    graph_index *row = malloc((n + 8) * sizeof *row), *column = malloc((n + 8) * sizeof *column);
    int32_t *value = malloc((n + 8) * sizeof *value);
    CHECK_OK(graph_matrix_extract_tuples(row, column, NULL, GRAPH_PATTERN, &n, pattern));
    for (graph_index k = 0; k < n; k++)
        value[k] = 1 + (int32_t)((row[k] * column[k] + row[k] + column[k]) % 8);
    for (int d = 0; d < 8; d++, n++) {
        row[n] = column[n] = (graph_index)d * (vertices - 1) / 7;
        value[n] = d;
    }
    CHECK_OK(graph_matrix_create(&A, GRAPH_INT32, vertices, vertices));
    CHECK_OK(graph_matrix_build(A, row, column, value, GRAPH_INT32, n, GRAPH_NO_OP));
    free(row);
    free(column);
    free(value);
    graph_matrix_release(&pattern);
    return A;
}

static void expect(const char *what, const graph_matrix *A, bool has_symmetric_pattern, bool is_symmetric)
{
    static const int threads[] = {1, 7};
    for (int t = 0; t < 2; t++) {
        graph_matrix *fresh[2] = {NULL};
        graph_properties found = {.size = sizeof found};
        bool is_pattern_symmetric = !has_symmetric_pattern;
        REQUIRE_OK(graph_set_threads(threads[t]));
        for (int k = 0; k < 2; k++) /* nothing is cached for a duplicate */
            REQUIRE_OK(graph_matrix_dup(&fresh[k], A));
        CHECK_OK(graph__matrix_symmetry(&is_pattern_symmetric, fresh[0]));
        CHECK_OK(graph_matrix_properties(&found, fresh[1]));
        CHECK_SAY(is_pattern_symmetric == has_symmetric_pattern &&
                      found.has_symmetric_pattern == has_symmetric_pattern &&
                      found.is_symmetric == is_symmetric,
                  "%s, %d threads: symmetry %d, pattern %d, values %d", what, threads[t],
                  is_pattern_symmetric, found.has_symmetric_pattern, found.is_symmetric);
        for (int k = 0; k < 2; k++)
            graph_matrix_release(&fresh[k]);
    }
    CHECK_OK(graph_set_threads(0));
}

/* An entry that is not on the diagonal. */
static void draw_entry(graph_index *i, graph_index *j, const graph_matrix *A, uint64_t random)
{
    graph_index n = 0;
    CHECK_OK(graph_matrix_entries(&n, A));
    graph_index *row = malloc((n + 1) * sizeof *row), *column = malloc((n + 1) * sizeof *column),
                k = n > 0 ? random % n : 0;
    CHECK_OK(graph_matrix_extract_tuples(row, column, NULL, GRAPH_PATTERN, &n, A));
    while (n > 0 && row[k] == column[k])
        k = (k + 1) % n;
    *i = row[k];
    *j = column[k];
    free(row);
    free(column);
}

TEST(one_entry)
{
    static const enum graph_shape shapes[] = {SHAPE_UNIFORM, SHAPE_POWER_LAW, SHAPE_BANDED, SHAPE_DENSE_ROW};
    uint64_t seed = 3;
    for (int s = 0; s < 8; s++) {
        /* Rows of 40 entries in the mean, and of 6. */
        const graph_index vertices = s < 4 ? 3000 : 20000;
        graph_matrix *A = symmetric_matrix(&seed, shapes[s % 4], vertices);
        expect("symmetric", A, true, true);
        for (int k = 0; k < 3; k++) {
            graph_matrix *B = NULL;
            graph_index i = 0, j = 0;
            seed = seed * 6364136223846793005u + 1442695040888963407u;
            draw_entry(&i, &j, A, seed >> 20);
            REQUIRE_OK(graph_matrix_dup(&B, A));
            REQUIRE_OK(graph_matrix_set(B, i, j, graph_int64(99)));
            expect("another value", B, true, false);
            REQUIRE_OK(graph_matrix_remove(B, i, j));
            expect("one entry less", B, false, false);
            graph_matrix_release(&B);
            for (i = (graph_index)k * 400, j = vertices - 1; j > i; j--) {
                graph_scalar found;
                const graph_status status = graph_matrix_get(&found, A, i, j);
                REQUIRE(status >= 0);
                if (status != GRAPH_OK)
                    break;
            }
            REQUIRE(j > i);
            REQUIRE_OK(graph_matrix_dup(&B, A));
            REQUIRE_OK(k % 2 == 0 ? graph_matrix_set(B, i, j, graph_int64(1))
                                  : graph_matrix_set(B, j, i, graph_int64(1)));
            expect("one entry more", B, false, false);
            graph_matrix_release(&B);
        }
        graph_matrix_release(&A);
    }
}

TEST_MAIN(TEST_ROW(one_entry))
