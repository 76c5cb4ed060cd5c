/* The entries of a matrix that pass a test.
 *
 * A row is sorted, so that the entries which pass a position test are at most two runs: entries begin .. first_end - 1 and
 * second_begin .. end - 1 (for GRAPH_DIAGONAL one run in the middle).  The runs are found by bisection and copied. */
#include <string.h>

#include "base/search.h"
#include "contract/positions.h"
#include "cpu/common/rows.h"
#include "cpu/elementwise/elements.h"

struct runs {
    int64_t first_begin, first_end, second_begin, second_end;
};

/* The first entry of the row whose column is at least j. */
static int64_t bisect(const struct graph_csr *A, int64_t i, int64_t j)
{
    return graph__lower_bound(A->column, A->row_start[i], A->row_start[i + 1], j);
}

static struct runs find_runs(const struct graph_csr *A, int64_t i, graph_select_op op, int64_t k)
{
    int64_t begin = A->row_start[i], end = A->row_start[i + 1];
    switch (op) {
    case GRAPH_TRIL:
        return (struct runs){begin, bisect(A, i, i + k + 1), end, end};
    case GRAPH_TRIU:
        return (struct runs){bisect(A, i, i + k), end, end, end};
    case GRAPH_DIAGONAL:
        return (struct runs){bisect(A, i, i + k), bisect(A, i, i + k + 1), end, end};
    case GRAPH_OFFDIAGONAL:
        return (struct runs){begin, bisect(A, i, i + k), bisect(A, i, i + k + 1), end};
    case GRAPH_COLUMN_LE:
        return (struct runs){begin, bisect(A, i, k + 1), end, end};
    case GRAPH_COLUMN_GT:
        return (struct runs){bisect(A, i, k + 1), end, end, end};
    default: /* tests of the row alone */
        return (struct runs){begin, graph__position_passes(op, i, 0, k) ? end : begin, end, end};
    }
}

static int64_t copy_run(const struct graph_select_request *r, size_t value_bytes, int64_t at, int64_t begin,
                        int64_t end)
{
    size_t n = (size_t)(end - begin);
    if (n == 0) /* there may be no arrays at all */
        return at;
    memcpy(r->C.column + at, r->A.column + begin, n * sizeof(int32_t));
    if (value_bytes > 0)
        memcpy((char *)r->C.value + (size_t)at * value_bytes,
               (const char *)r->A.value + (size_t)begin * value_bytes, n * value_bytes);
    return at + (end - begin);
}

static size_t value_bytes_of(const struct graph_select_request *r)
{
    return r->A.value != NULL ? graph_type_size(r->A.type) : 0;
}

static void count_runs(void *work, struct graph_row_parts *cut, int p)
{
    struct graph_select_request *r = work;
    const int64_t k = graph__position_offset(r->y);
    for (int64_t i = cut->first[p]; i < cut->first[p + 1]; i++) {
        struct runs runs = find_runs(&r->A, i, r->op, k);
        int64_t count = runs.first_end - runs.first_begin + runs.second_end - runs.second_begin;
        r->C.row_start[i + 1] = count;
        cut->start[p] += count;
    }
}

static void copy_runs(void *work, struct graph_row_parts *cut, int p)
{
    struct graph_select_request *r = work;
    const int64_t k = graph__position_offset(r->y);
    const size_t value_bytes = value_bytes_of(r);
    int64_t at = cut->start[p];
    for (int64_t i = cut->first[p]; i < cut->first[p + 1]; i++) {
        struct runs runs = find_runs(&r->A, i, r->op, k);
        at = copy_run(r, value_bytes, at, runs.first_begin, runs.first_end);
        at = copy_run(r, value_bytes, at, runs.second_begin, runs.second_end);
        r->C.row_start[i + 1] = at;
    }
}

static graph_status select_positions(struct graph_select_request *r)
{
    struct graph_row_parts cut;
    int64_t rows = r->A.rows;
    graph_status status;
    graph__cut_rows(&cut, rows, r->A.row_start, NULL, NULL, r->threads);
    r->C = (struct graph_csr_arrays){0};
    GRAPH_TRY(GRAPH_NEW(r->C.row_start, rows + 1));
    graph__for_parts(&cut, r->threads, count_runs, r);
    GRAPH_TRY(graph__rows_counted(&r->C, &cut, value_bytes_of(r)));
    graph__for_parts(&cut, r->threads, copy_runs, r);
done:
    if (status < 0)
        graph__rows_failed(&r->C);
    return status;
}

/* A value test on a pattern, which reads true everywhere: it passes all entries or none, as a test of rows does. */
static void test_pattern(graph_select_op *op, graph_scalar *y)
{
    bool truth, passes;
    graph__cpu_elements(GRAPH_BOOL)->from_scalar(&truth, *y);
    switch (*op) {
    case GRAPH_VALUE_EQ:
    case GRAPH_VALUE_LE:
        passes = truth;
        break;
    case GRAPH_VALUE_NE:
    case GRAPH_VALUE_GT:
        passes = !truth;
        break;
    case GRAPH_VALUE_GE:
        passes = true;
        break;
    case GRAPH_VALUE_LT:
        passes = false;
        break;
    default:
        return;
    }
    *op = passes ? GRAPH_ROW_GT : GRAPH_ROW_LE;
    *y = graph_int64(-1);
}

graph_status graph__cpu_select(struct graph_select_request *r)
{
    if (r->passes != NULL)
        return graph__cpu_elements(r->A.type)->select_marked(r, r->passes);
    if (r->A.type == GRAPH_PATTERN)
        test_pattern(&r->op, &r->y);
    if (graph__tests_values(r->op))
        return graph__cpu_elements(r->A.type)->select_values(r);
    return select_positions(r);
}

graph_status graph__cpu_vector_select(struct graph_vector_select_request *r)
{
    if (r->passes == NULL && r->u.type == GRAPH_PATTERN)
        test_pattern(&r->op, &r->y);
    return graph__cpu_elements(r->u.type)->vector_select(r);
}
