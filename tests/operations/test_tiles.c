/* Element-wise operations, selections, transposes and builds at the sizes where tiles of a device begin and end: rows that
 * begin, end and are cut there, empty and very long ones, far more rows than entries, and enough entries that the room of a
 * result is predicted.  Each is compared with the same on sorted lists of entries. */
#include "tests/support/test.h"

struct entry {
    graph_index row, column;
    int64_t value;
};

struct list {
    graph_index rows, columns, n;
    struct entry *entry;
};

enum shape { EVEN, HUB_ROW, HUB_COLUMN, GAPS, ONE_ROW };

static uint64_t seed;
static uint64_t below(uint64_t n) { return test_random(&seed) % n; }

static int by_position(const void *x, const void *y)
{
    const struct entry *a = x, *b = y;
    if (a->row != b->row)
        return a->row < b->row ? -1 : 1;
    return a->column < b->column ? -1 : a->column > b->column;
}

static struct list new_list(graph_index rows, graph_index columns, graph_index n)
{
    struct list list = {rows, columns, n, calloc((size_t)n + 1, sizeof(struct entry))};
    CHECK(list.entry != NULL);
    return list;
}

/* Exactly n entries, if that many fit easily; sorted. */
static struct list draw(graph_index rows, graph_index columns, graph_index n, enum shape shape)
{
    struct list list = new_list(rows, columns, 2 * n);
    graph_index chosen = 0;
    for (graph_index k = 0; k < 2 * n; k++) {
        struct entry *e = &list.entry[k];
        *e = (struct entry){below(rows), below(columns), (int64_t)below(4)};
        if (shape == ONE_ROW || (shape == HUB_ROW && below(2) == 0))
            e->row = rows / 2;
        if (shape == HUB_COLUMN && below(2) == 0)
            e->column = columns / 3;
        if (shape == GAPS)
            e->row = e->row / 1000 * 1000;
    }
    qsort(list.entry, (size_t)(2 * n), sizeof *list.entry, by_position);
    for (graph_index k = 0; k < 2 * n && chosen < n; k++)
        if (chosen == 0 || by_position(&list.entry[chosen - 1], &list.entry[k]) != 0)
            list.entry[chosen++] = list.entry[k];
    list.n = chosen;
    return list;
}

static graph_matrix *matrix_of(const struct list *list, graph_type type)
{
    const size_t n = (size_t)list->n + 1;
    graph_index *row = malloc(n * sizeof *row), *column = malloc(n * sizeof *column);
    int64_t *value = malloc(n * sizeof *value);
    graph_matrix *A = NULL;
    for (graph_index k = 0; k < list->n; k++) {
        row[k] = list->entry[k].row;
        column[k] = list->entry[k].column;
        value[k] = list->entry[k].value;
    }
    CHECK_OK(graph_matrix_create(&A, type, list->rows, list->columns));
    CHECK_OK(graph_matrix_build(A, row, column, type == GRAPH_PATTERN ? NULL : value,
                                type == GRAPH_PATTERN ? type : GRAPH_INT64, list->n, GRAPH_NO_OP));
    free(row);
    free(column);
    free(value);
    return A;
}

static void check(const char *what, const graph_matrix *A, const struct list *expected, bool has_values)
{
    const size_t room = (size_t)expected->n + 1;
    graph_index *row = malloc(room * sizeof *row), *column = malloc(room * sizeof *column);
    graph_index n = (graph_index)room;
    int64_t *value = malloc(room * sizeof *value);
    graph_index wrong = 0;
    CHECK_OK(graph_matrix_check(A));
    if (CHECK_OK(graph_matrix_extract_tuples(row, column, value, GRAPH_INT64, &n, A)) &&
        CHECK_SAY(n == expected->n, "%s: %lld entries, expected %lld", what, (long long)n,
                  (long long)expected->n)) {
        while (wrong < n && row[wrong] == expected->entry[wrong].row &&
               column[wrong] == expected->entry[wrong].column &&
               (!has_values || value[wrong] == expected->entry[wrong].value))
            wrong++;
        CHECK_SAY(wrong == n, "%s: entry %lld of %lld differs", what, (long long)wrong, (long long)n);
    }
    free(row);
    free(column);
    free(value);
}

static bool has(const struct list *list, const struct entry *e)
{
    return bsearch(e, list->entry, (size_t)list->n, sizeof *e, by_position) != NULL;
}

/* How the entries of two lists become one.  mask NULL: it admits all. */
struct rule {
    const struct list *mask;
    bool is_complement, is_intersection, has_accum, keeps;
};

static struct list merged(const struct list *A, const struct list *B, struct rule rule)
{
    struct list C = new_list(A->rows, A->columns, A->n + B->n);
    graph_index a = 0, b = 0, n = 0;
    while (a < A->n || b < B->n) {
        const int order = a == A->n ? 1 : b == B->n ? -1 : by_position(&A->entry[a], &B->entry[b]);
        struct entry e = order <= 0 ? A->entry[a] : B->entry[b];
        const bool is_open = rule.mask == NULL || has(rule.mask, &e) != rule.is_complement;
        bool stays = order > 0 || rule.has_accum || order == 0;
        if (order == 0)
            e.value = rule.has_accum && is_open ? A->entry[a].value + B->entry[b].value
                      : is_open                 ? B->entry[b].value
                                                : A->entry[a].value;
        if (!is_open)
            stays = order <= 0 && rule.keeps;
        if (rule.is_intersection)
            stays = order == 0;
        if (stays)
            C.entry[n++] = e;
        a += order <= 0;
        b += order >= 0;
    }
    C.n = n;
    return C;
}

static void check_merges(const struct list *A, const struct list *B, const struct list *M, graph_type type)
{
    graph_matrix *a = matrix_of(A, type), *b = matrix_of(B, type), *m = matrix_of(M, GRAPH_PATTERN),
                 *c = NULL;
    const bool has_values = type != GRAPH_PATTERN;
    struct list expected;
    CHECK_OK(graph_matrix_create(&c, type, A->rows, A->columns));
    for (int k = 0; k < 4; k++) {
        const bool is_intersection = (k & 1) != 0;
        expected =
            merged(k & 2 ? B : A, k & 2 ? A : B,
                   (struct rule){.has_accum = true, .keeps = true, .is_intersection = is_intersection});
        CHECK_OK((is_intersection ? graph_ewise_mult : graph_ewise_add)(
            c, NULL, GRAPH_NO_OP, GRAPH_PLUS, k & 2 ? b : a, k & 2 ? a : b, TEST_DESCRIPTOR()));
        check(is_intersection ? "intersection" : "union", c, &expected, has_values);
        free(expected.entry);
    }
    for (uint32_t k = 0; has_values && k < 8; k++) {
        const struct rule rule = {
            .mask = M, .is_complement = (k & 1) != 0, .has_accum = (k & 2) != 0, .keeps = (k & 4) == 0};
        graph_matrix_release(&c);
        c = matrix_of(A, type);
        expected = merged(A, B, rule);
        CHECK_OK(graph_apply(c, m, rule.has_accum ? GRAPH_PLUS : GRAPH_NO_OP, GRAPH_IDENTITY, b,
                             TEST_DESCRIPTOR(.flags = GRAPH_MASK_STRUCTURE |
                                                      (rule.is_complement ? GRAPH_MASK_COMPLEMENT : 0) |
                                                      (rule.keeps ? 0 : GRAPH_REPLACE))));
        check("merge", c, &expected, has_values);
        free(expected.entry);
    }
    graph_matrix_release(&a);
    graph_matrix_release(&b);
    graph_matrix_release(&c);
    graph_matrix_release(&m);
}

static void check_selections(const struct list *A, graph_type type)
{
    graph_matrix *a = matrix_of(A, type), *c = NULL;
    const graph_select_op ops[] = {GRAPH_VALUE_GT, GRAPH_TRIL, GRAPH_COLUMN_GT, GRAPH_ROW_LE};
    CHECK_OK(graph_matrix_create(&c, type, A->rows, A->columns));
    for (int k = 0; k < 4; k++) {
        const int64_t y = k == 2 ? (int64_t)A->columns / 7 : k == 3 ? (int64_t)A->rows / 2 : k == 0;
        struct list expected = new_list(A->rows, A->columns, A->n);
        expected.n = 0;
        for (graph_index e = 0; e < A->n; e++) {
            const struct entry *x = &A->entry[e];
            const int64_t i = (int64_t)x->row, j = (int64_t)x->column,
                          value = type == GRAPH_PATTERN ? 1 : x->value;
            if (k == 0 ? value > y : k == 1 ? j <= i + y : k == 2 ? j > y : i <= y)
                expected.entry[expected.n++] = *x;
        }
        CHECK_OK(graph_select(c, NULL, GRAPH_NO_OP, ops[k], a, graph_int64(y), TEST_DESCRIPTOR()));
        check("select", c, &expected, type != GRAPH_PATTERN);
        free(expected.entry);
    }
    graph_matrix_release(&a);
    graph_matrix_release(&c);
}

static void check_transpose(const struct list *A, graph_type type)
{
    graph_matrix *a = matrix_of(A, type), *c = NULL;
    struct list expected = new_list(A->columns, A->rows, A->n);
    for (graph_index e = 0; e < A->n; e++)
        expected.entry[e] = (struct entry){A->entry[e].column, A->entry[e].row, A->entry[e].value};
    qsort(expected.entry, (size_t)A->n, sizeof *expected.entry, by_position);
    CHECK_OK(graph_matrix_create(&c, type, A->columns, A->rows));
    CHECK_OK(graph_transpose(c, NULL, GRAPH_NO_OP, a, TEST_DESCRIPTOR()));
    check("transpose", c, &expected, type != GRAPH_PATTERN);
    free(expected.entry);
    graph_matrix_release(&a);
    graph_matrix_release(&c);
}

static void check_all(graph_index rows, graph_index columns, graph_index n, enum shape shape, graph_type type)
{
    struct list A = draw(rows, columns, n, shape), B = draw(rows, columns, n / 2, shape),
                M = draw(rows, columns, n / 3, shape);
    /* Half of B's positions are A's. */
    for (graph_index k = 0; k < B.n && A.n > 0; k += 2)
        B.entry[k] = (struct entry){A.entry[k % A.n].row, A.entry[k % A.n].column, (int64_t)below(4)};
    qsort(B.entry, (size_t)B.n, sizeof *B.entry, by_position);
    graph_index chosen = 0;
    for (graph_index k = 0; k < B.n; k++)
        if (chosen == 0 || by_position(&B.entry[chosen - 1], &B.entry[k]) != 0)
            B.entry[chosen++] = B.entry[k];
    B.n = chosen;
    check_merges(&A, &B, &M, type);
    check_merges(&A, &A, &A, type);
    check_selections(&A, type);
    check_transpose(&A, type);
    free(A.entry);
    free(B.entry);
    free(M.entry);
}

/* Entries by the thousand around the sizes of tiles: 2,047 and 2,048 entries, and 8,192. */
TEST(sizes_around_tiles)
{
    const graph_index sizes[] = {1,    31,   1023, 1024, 2046, 2047, 2048,
                                 2049, 4095, 4096, 8191, 8192, 8193, 16385};
    for (size_t k = 0; k < sizeof sizes / sizeof sizes[0]; k++) {
        check_all(300, 4000, sizes[k], EVEN, k % 2 == 0 ? GRAPH_INT64 : GRAPH_FP32);
        check_all(20, 100000, sizes[k], ONE_ROW, k % 2 == 0 ? GRAPH_UINT8 : GRAPH_INT64);
    }
}

TEST(rows_and_columns_of_all_lengths)
{
    const graph_type types[] = {GRAPH_FP64, GRAPH_PATTERN, GRAPH_INT16};
    for (size_t k = 0; k < 3; k++) {
        check_all(5000, 6000, 20000, HUB_ROW, types[k]);
        check_all(70000, 60000, 20000, HUB_COLUMN, types[k]);
        check_all(300000, 3, 20000, EVEN, types[k]);
        check_all(300000, 1000, 20000, GAPS, types[k]);
        check_all(5, 2049, 9000, EVEN, types[k]);
    }
}

/* Keys of more than 22 bits are sorted in three steps. */
TEST(very_many_columns) { check_all(1000, 6000000, 30000, EVEN, GRAPH_FP64); }

/* More than 256 tiles: their counts predict the size of a result. */
TEST(predicted_sizes) { check_all(100000, 100000, 540000, EVEN, GRAPH_FP64); }

/* What stays is in so small a part of the tiles that no count may meet it. */
TEST(sizes_predicted_wrong)
{
    enum { N = 1 << 20, FROM = 700001, COUNT = 30001 };
    struct list A = new_list(N / 4, N, N);
    for (graph_index k = 0; k < N; k++)
        A.entry[k] = (struct entry){k / 4, k % 4 * 1000 + k % 1000, k >= FROM && k < FROM + COUNT ? 3 : 0};
    check_selections(&A, GRAPH_INT32);
    free(A.entry);
}

TEST_MAIN(TEST_ROW(sizes_around_tiles), TEST_ROW(rows_and_columns_of_all_lengths),
          TEST_ROW(very_many_columns), TEST_ROW_LARGE(predicted_sizes), TEST_ROW_LARGE(sizes_predicted_wrong))
