/* Builds by the CUDA back end against a stable sort: equal positions in the order of the input, folded or refused; rows of
 * all lengths up to one that has everything, and dimensions that take one, two and three partitions. */
#include "contract/backend.h"
#include "cuda/backend_cuda.h"
#include "tests/support/test.h"

static const struct graph_backend *const gpu = &graph__cuda_backend;
static uint64_t seed;

/* The k-th entry of a list, and what a build makes of them. */
struct entry {
    int32_t row, column;
    int64_t number, value;
};

static int by_position(const void *x, const void *y)
{
    const struct entry *a = x, *b = y;
    if (a->row != b->row)
        return a->row < b->row ? -1 : 1;
    if (a->column != b->column)
        return a->column < b->column ? -1 : 1;
    return a->number < b->number ? -1 : a->number > b->number;
}

static void *place(const void *here, size_t bytes)
{
    void *there = NULL;
    CHECK_OK(gpu->allocate(&there, bytes, 1));
    CHECK_OK(gpu->upload(there, here, bytes));
    return there;
}

static void *fetch(const void *there, size_t bytes)
{
    void *here = malloc(bytes + 1);
    CHECK(here != NULL);
    CHECK_OK(gpu->download(here, there, bytes));
    return here;
}

static int64_t folded(graph_op op, int64_t x, int64_t y)
{
    return op == GRAPH_PLUS    ? x + y
           : op == GRAPH_MINUS ? x - y
           : op == GRAPH_MAX   ? (x > y ? x : y)
           : op == GRAPH_FIRST ? x
                               : y;
}

static void check_result(const struct graph_build_request *r, struct entry *expected, int64_t n)
{
    int64_t *start = fetch(r->C.row_start, (size_t)(r->rows + 1) * sizeof *start), e = 0;
    int32_t *column = fetch(r->C.column, (size_t)r->C.entries * sizeof *column);
    int64_t *value = r->value != NULL ? fetch(r->C.value, (size_t)r->C.entries * sizeof *value) : NULL;
    CHECK_SAY(r->C.entries == n && r->duplicates == r->n - n, "%lld entries, expected %lld",
              (long long)r->C.entries, (long long)n);
    for (int64_t i = 0; i < r->rows && r->C.entries == n; i++) {
        if (!CHECK_SAY(start[i] == e, "row %lld begins at %lld, expected %lld", (long long)i,
                       (long long)start[i], (long long)e))
            break;
        while (e < n && expected[e].row == i)
            e++;
    }
    CHECK(start[r->rows] == n);
    for (e = 0; e < n && r->C.entries == n; e++)
        if (!CHECK_SAY(column[e] == expected[e].column && (value == NULL || value[e] == expected[e].value),
                       "entry %lld of %lld", (long long)e, (long long)n))
            break;
    free(start);
    free(column);
    free(value);
}

/* n random positions, a part of them in one row, built with and without an operator for those that repeat. */
static void check_build(int64_t rows, int64_t columns, int64_t n, int hub_percent, graph_op op)
{
    struct entry *entry = calloc((size_t)n + 1, sizeof *entry);
    int32_t *row = calloc((size_t)n + 1, sizeof *row), *column = calloc((size_t)n + 1, sizeof *column);
    int64_t *value = calloc((size_t)n + 1, sizeof *value), unique = 0, second = -1;
    for (int64_t k = 0; k < n; k++) {
        row[k] =
            (int32_t)((int)(test_random(&seed) % 100) < hub_percent ? (uint64_t)rows / 3
                                                                    : test_random(&seed) % (uint64_t)rows);
        column[k] = (int32_t)(test_random(&seed) % (uint64_t)columns);
        value[k] = (int64_t)(test_random(&seed) % 1000);
        entry[k] = (struct entry){row[k], column[k], k, value[k]};
    }
    qsort(entry, (size_t)n, sizeof *entry, by_position);
    for (int64_t k = 0; k < n; k++)
        if (unique > 0 && entry[unique - 1].row == entry[k].row &&
            entry[unique - 1].column == entry[k].column) {
            second = second < 0 ? entry[k].number : second;
            entry[unique - 1].value = folded(op, entry[unique - 1].value, entry[k].value);
        } else
            entry[unique++] = entry[k];
    struct graph_build_request r = {.rows = rows,
                                    .columns = columns,
                                    .n = n,
                                    .row = place(row, (size_t)n * sizeof *row),
                                    .column = place(column, (size_t)n * sizeof *column),
                                    .value = op == GRAPH_ANY ? NULL : place(value, (size_t)n * sizeof *value),
                                    .type = GRAPH_INT64,
                                    .duplicate = op};
    if (CHECK_OK(gpu->build(&r)))
        check_result(&r, entry, unique);
    gpu->release(r.C.row_start);
    gpu->release(r.C.column);
    gpu->release(r.C.value);
    r.duplicate = GRAPH_NO_OP;
    if (unique == n)
        CHECK_OK(gpu->build(&r));
    else {
        CHECK_STATUS(gpu->build(&r), GRAPH_E_INVALID_VALUE, "repeats the position");
        CHECK_SAY(r.where == second, "entry %lld repeats a position, expected %lld", (long long)r.where,
                  (long long)second);
    }
    gpu->release(r.C.row_start);
    gpu->release(r.C.column);
    gpu->release(r.C.value);
    gpu->release((void *)(uintptr_t)r.row);
    gpu->release((void *)(uintptr_t)r.column);
    gpu->release((void *)(uintptr_t)r.value);
    free(entry);
    free(row);
    free(column);
    free(value);
}

TEST(builds)
{
    const char *why;
    if (!gpu->available(
            &why)) /* the kernels of a build run on a GPU alone: tools/gpu-test, not CI, has one */
        SKIP("%s", why);
    const graph_op ops[] = {GRAPH_PLUS, GRAPH_MINUS, GRAPH_FIRST, GRAPH_SECOND, GRAPH_MAX, GRAPH_ANY};
    const int64_t sizes[] = {0, 1, 31, 1535, 1536, 1537, 3072, 8191, 8192, 8193, 20000};
    for (size_t k = 0; k < sizeof sizes / sizeof sizes[0]; k++)
        for (int op = 0; op < 6; op++) {
            check_build(400, 30, sizes[k], 0, ops[op]);
            check_build(70000, 500000, sizes[k], op % 2 * 2, ops[op]);
        }
    for (int op = 0; op < 6; op++) {
        check_build(3000, 100, 100000, 0, ops[op]);
        check_build(40, 1000000, 20000, 0, ops[op]); /* rows of about 500: some are sorted, some too long */
        check_build(41, 1000000, 16000, 0, ops[op]);
        check_build(5000, 5000, 60000, 50, ops[op]);
        check_build(5000, 3, 30000, 100, ops[op]);
        check_build(6000000, 7000000, 30000, 1, ops[op]);
        check_build(20, 6000000, 30000, 0, ops[op]);
    }
    check_build(300000, 300000, 900000, 0, GRAPH_PLUS);
}

TEST_MAIN(TEST_ROW(builds))
