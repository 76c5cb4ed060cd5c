/* The kernels build and transpose, against a stable sort by definition. */
#include "tests/support/test.h"

#include "base/memory.h"
#include "core/backends.h"

struct item {
    int32_t row, column;
    int64_t number;
};

static int compare_items(const void *x, const void *y)
{
    const struct item *a = x, *b = y;
    if (a->row != b->row)
        return a->row < b->row ? -1 : 1;
    if (a->column != b->column)
        return a->column < b->column ? -1 : 1;
    return a->number < b->number ? -1 : 1;
}

static void release(struct graph_csr_arrays *C)
{
    graph__free(C->row_start);
    graph__free(C->column);
    graph__free(C->value);
}

enum shape { RANDOM, ROWS_IN_ORDER, ALL_IN_ORDER, ONE_ROW, DESCENDING, SHAPES };

static const char *const shape_name[] = {"random", "rows in order", "all in order", "one row", "descending"};

static struct item *make_items(int64_t rows, int64_t columns, int64_t n, enum shape shape, uint64_t seed)
{
    struct item *item = malloc((size_t)(n + 1) * sizeof *item);
    for (int64_t k = 0; k < n; k++)
        item[k] = (struct item){shape == ONE_ROW ? (int32_t)(rows / 2)
                                                 : (int32_t)(test_random(&seed) % (uint64_t)rows),
                                (int32_t)(test_random(&seed) % (uint64_t)columns), k};
    if (shape == ALL_IN_ORDER || shape == DESCENDING || shape == ROWS_IN_ORDER) {
        qsort(item, (size_t)n, sizeof *item, compare_items);
        for (int64_t k = 0; shape == DESCENDING && k < n / 2; k++) {
            struct item other = item[k];
            item[k] = item[n - 1 - k];
            item[n - 1 - k] = other;
        }
        for (int64_t k = 0; shape == ROWS_IN_ORDER && k < n; k++)
            item[k].column = (int32_t)(test_random(&seed) % (uint64_t)columns);
        for (int64_t k = 0; k < n; k++)
            item[k].number = k;
    }
    return item;
}

/* Stores `x` as a value of `bytes` bytes. */
static void put(void *value, size_t bytes, int64_t k, uint64_t x)
{
    memcpy((char *)value + (size_t)k * bytes, &x, bytes);
}

static uint64_t get(const void *value, size_t bytes, int64_t k)
{
    uint64_t x = 0;
    memcpy(&x, (const char *)value + (size_t)k * bytes, bytes);
    return x;
}

/* The arrays of items, and a request to build them. */
struct building {
    struct item *item;
    int32_t *row, *column;
    void *value;
    struct graph_build_request request;
};

static uint64_t value_by_number(const struct item *item) { return (uint64_t)item->number * 2654435761u; }

static uint64_t value_by_position(const struct item *item)
{
    return (uint64_t)item->row * 31 + (uint64_t)item->column;
}

static struct building make_building(struct item *item, uint64_t (*value_of)(const struct item *),
                                     int64_t rows, int64_t columns, int64_t n, graph_type type, graph_op op,
                                     int threads)
{
    const size_t bytes = graph_type_size(type);
    struct building b = {.item = item,
                         .row = malloc((size_t)(n + 1) * 4),
                         .column = malloc((size_t)(n + 1) * 4),
                         .value = malloc((size_t)(n + 1) * 8)};
    for (int64_t k = 0; k < n; k++) {
        b.row[k] = item[k].row;
        b.column[k] = item[k].column;
        put(b.value, bytes, k, value_of(&item[k]));
    }
    b.request = (struct graph_build_request){.rows = rows,
                                             .columns = columns,
                                             .n = n,
                                             .row = b.row,
                                             .column = b.column,
                                             .value = bytes > 0 ? b.value : NULL,
                                             .type = type,
                                             .duplicate = op,
                                             .threads = threads};
    return b;
}

static void building_release(struct building *b)
{
    free(b->item);
    free(b->row);
    free(b->column);
    free(b->value);
}

/* Builds with FIRST or SECOND and compares with the sorted items. */
static void check_build(int64_t rows, int64_t columns, int64_t n, enum shape shape, graph_type type,
                        int threads, graph_op op)
{
    const size_t bytes = graph_type_size(type);
    struct item *item = make_items(rows, columns, n, shape, 7u + (uint64_t)n);
    struct building b = make_building(item, value_by_number, rows, columns, n, type, op, threads);
    struct graph_build_request r = b.request;
    if (CHECK_OK(graph__cpu()->build(&r))) {
        qsort(item, (size_t)n, sizeof *item, compare_items);
        int64_t m = 0, wrong = 0;
        int32_t before = -1;
        for (int64_t k = 0; k < n; k++) {
            bool is_new = k == 0 || item[k].row != item[k - 1].row || item[k].column != item[k - 1].column;
            bool is_last =
                k + 1 == n || item[k].row != item[k + 1].row || item[k].column != item[k + 1].column;
            if (op == GRAPH_FIRST ? !is_new : !is_last)
                continue;
            wrong += m >= r.C.entries || r.C.column[m] != item[k].column || r.C.row_start[item[k].row] > m ||
                     r.C.row_start[item[k].row + 1] <= m;
            if (bytes > 0 && m < r.C.entries) {
                uint64_t expected = 0;
                put(&expected, bytes, 0, value_by_number(&item[k]));
                wrong += get(r.C.value, bytes, m) != expected;
            }
            wrong += item[k].row < before;
            before = item[k].row;
            m++;
        }
        CHECK_SAY(wrong == 0 && m == r.C.entries && m + r.duplicates == n && r.C.row_start[0] == 0 &&
                      r.C.row_start[rows] == m,
                  "%s, %lld x %lld, n %lld, %s, %d threads: %lld wrong", shape_name[shape], (long long)rows,
                  (long long)columns, (long long)n, graph_type_name(type), threads, (long long)wrong);
        release(&r.C);
    }
    building_release(&b);
}

TEST(build_equals_a_stable_sort)
{
    static const int64_t sizes[][3] = {
        {1, 1, 0},        {1, 1, 5},          {5, 3, 40},           {1000, 70000, 3000},
        {70000, 10, 300}, {3, 100000, 20000}, {200000, 300, 150000}};
    static const graph_type types[] = {GRAPH_PATTERN, GRAPH_INT8, GRAPH_UINT16, GRAPH_FP32, GRAPH_FP64};
    for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++)
        for (int shape = 0; shape < SHAPES; shape++)
            for (size_t t = 0; t < sizeof types / sizeof types[0]; t += (size_t)test_step(2))
                for (int threads = 1; threads <= 5; threads += 2)
                    check_build(sizes[s][0], sizes[s][1], sizes[s][2], (enum shape)shape, types[t], threads,
                                (s + t) % 2 == 0 ? GRAPH_FIRST : GRAPH_SECOND);
}

TEST(build_of_nothing)
{
    struct graph_build_request r = {.threads = 2, .type = GRAPH_FP64, .duplicate = GRAPH_PLUS};
    REQUIRE_OK(graph__cpu()->build(&r));
    CHECK(r.C.entries == 0 && r.C.row_start[0] == 0 && r.duplicates == 0);
    release(&r.C);
}

TEST(build_names_the_repeated_entry)
{
    int32_t row[] = {4, 1, 2, 1, 1}, column[] = {0, 3, 2, 3, 3};
    struct graph_build_request r = {.rows = 5,
                                    .columns = 4,
                                    .n = 5,
                                    .row = row,
                                    .column = column,
                                    .threads = 2,
                                    .duplicate = GRAPH_NO_OP};
    CHECK_STATUS(graph__cpu()->build(&r), GRAPH_E_INVALID_VALUE, "(1, 3)");
    CHECK(r.where == 3 && r.duplicates == 2 && r.C.row_start == NULL && r.C.column == NULL);
}

static void check_transpose(int64_t rows, int64_t columns, int64_t n, graph_type type, int threads)
{
    const size_t bytes = graph_type_size(type);
    struct item *item = make_items(rows, columns, n, RANDOM, 99);
    struct building made =
        make_building(item, value_by_position, rows, columns, n, type, GRAPH_FIRST, threads);
    struct graph_build_request b = made.request;
    struct graph_transpose_request t = {.threads = threads};
    if (CHECK_OK(graph__cpu()->build(&b))) {
        t.A = (struct graph_csr){.rows = rows,
                                 .columns = columns,
                                 .entries = b.C.entries,
                                 .row_start = b.C.row_start,
                                 .column = b.C.column,
                                 .value = b.C.value,
                                 .type = type};
        if (CHECK_OK(graph__cpu()->transpose(&t))) {
            int64_t wrong = 0;
            for (int64_t i = 0; i < columns; i++)
                for (int64_t k = t.C.row_start[i]; k < t.C.row_start[i + 1]; k++) {
                    uint64_t expected = 0;
                    put(&expected, bytes, 0, value_by_position(&(struct item){t.C.column[k], (int32_t)i, 0}));
                    wrong += k > t.C.row_start[i] && t.C.column[k] <= t.C.column[k - 1];
                    wrong += t.C.column[k] < 0 || t.C.column[k] >= rows;
                    wrong += bytes > 0 && get(t.C.value, bytes, k) != expected;
                }
            CHECK_SAY(wrong == 0 && t.C.entries == b.C.entries && t.C.row_start[columns] == b.C.entries,
                      "%lld x %lld, n %lld, %s, %d threads: %lld wrong", (long long)rows, (long long)columns,
                      (long long)n, graph_type_name(type), threads, (long long)wrong);
            release(&t.C);
        }
        release(&b.C);
    }
    building_release(&made);
}

TEST(transpose_turns_entries_round)
{
    static const graph_type types[] = {GRAPH_PATTERN, GRAPH_BOOL, GRAPH_INT16, GRAPH_UINT32, GRAPH_INT64};
    for (size_t t = 0; t < sizeof types / sizeof types[0]; t++)
        for (int threads = 1; threads <= 7; threads += 3) {
            check_transpose(1, 1, 0, types[t], threads);
            check_transpose(1, 50000, 5000, types[t], threads);
            check_transpose(50000, 1, 5000, types[t], threads);
            check_transpose(3000, 90000, 100000, types[t], threads);
        }
}

static graph_status build_and_transpose(void)
{
    static int32_t row[70000], column[70000];
    static double value[70000];
    uint64_t seed = 5;
    for (int k = 0; k < 70000; k++) {
        row[k] = (int32_t)(test_random(&seed) % 500);
        column[k] = (int32_t)(test_random(&seed) % 400);
        value[k] = k;
    }
    struct graph_build_request b = {.rows = 500,
                                    .columns = 400,
                                    .n = 70000,
                                    .row = row,
                                    .column = column,
                                    .value = value,
                                    .type = GRAPH_FP64,
                                    .duplicate = GRAPH_SECOND,
                                    .threads = 3};
    struct graph_transpose_request t = {.threads = 3};
    graph_status status = graph__cpu()->build(&b);
    if (status == GRAPH_OK) {
        t.A = (struct graph_csr){.rows = 500,
                                 .columns = 400,
                                 .entries = b.C.entries,
                                 .row_start = b.C.row_start,
                                 .column = b.C.column,
                                 .value = b.C.value,
                                 .type = GRAPH_FP64};
        status = graph__cpu()->transpose(&t);
    }
    release(&b.C);
    release(&t.C);
    return status;
}

TEST(build_and_transpose_survive_failing_allocations)
{
    test_every_allocation("build_and_transpose", build_and_transpose);
}

TEST_MAIN(TEST_ROW(build_equals_a_stable_sort), TEST_ROW(build_of_nothing),
          TEST_ROW(build_names_the_repeated_entry), TEST_ROW(transpose_turns_entries_round),
          TEST_ROW(build_and_transpose_survive_failing_allocations))
