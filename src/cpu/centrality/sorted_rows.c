/* See sorted_rows.h. */
#include "cpu/centrality/sorted_rows.h"

#include "base/memory.h"

enum {
    BUCKETS = LONGEST + 2,
    LARGE = 1 << 13 /* rows from which threads share them */
};

/* Of length LONGEST - k: bucket k + 1; longer: bucket 0. */
static int bucket_of(const struct graph_csr *M, int64_t row)
{
    const int64_t length = M->row_start[row + 1] - M->row_start[row];
    return length > LONGEST ? 0 : (int)(LONGEST - length + 1);
}

/* Where the rows of each bucket begin that part number p of the rows has; the order does not depend on the parts. */
struct part {
    int64_t start[BUCKETS];
};

static int64_t part_begin(int64_t n, int parts, int p) { return n / parts * p + n % parts * p / parts; }

graph_status graph__cpu_row_order(struct row_order *order, const struct graph_csr *M, int threads)
{
    const int parts = M->rows >= LARGE ? threads : 1;
    struct part *part = NULL;
    int64_t sum = 0;
    graph_status status;
    *order = (struct row_order){.n = M->rows};
    const struct graph_array arrays[] = {{(void **)&order->row, (size_t)order->n, sizeof *order->row},
                                         {(void **)&order->rank, (size_t)order->n, sizeof *order->rank}};
    GRAPH_TRY(graph__allocate_together(&order->arrays, arrays, 2));
    GRAPH_TRY(GRAPH_NEW_ZEROED(part, parts));
#pragma omp parallel for num_threads(parts) schedule(static, 1) if (parts > 1)
    for (int p = 0; p < parts; p++)
        for (int64_t v = part_begin(order->n, parts, p); v < part_begin(order->n, parts, p + 1); v++)
            part[p].start[bucket_of(M, v)]++;
    for (int bucket = 0; bucket < BUCKETS; bucket++) {
        for (int p = 0; p < parts; p++) {
            const int64_t here = part[p].start[bucket];
            part[p].start[bucket] = sum;
            sum += here;
        }
        if (bucket == 0)
            order->long_rows = sum;
    }
    order->size = order->long_rows + ((order->n - order->long_rows) / UNIT_ROWS + 1) * UNIT_ROWS;
#pragma omp parallel for num_threads(parts) schedule(static, 1) if (parts > 1)
    for (int p = 0; p < parts; p++)
        for (int64_t v = part_begin(order->n, parts, p); v < part_begin(order->n, parts, p + 1); v++) {
            const int64_t at = part[p].start[bucket_of(M, v)]++;
            order->rank[v] = (int32_t)at;
            order->row[at] = (int32_t)v;
        }
done:
    graph__free(part);
    return status;
}

void graph__cpu_row_order_free(struct row_order *order)
{
    graph__free(order->arrays);
    *order = (struct row_order){.n = 0};
}

/* Entries begin, begin + step, ... become a row, and padding where it ends; row -1: padding alone. */
static void fill_lane(struct sorted_rows *sorted, int64_t begin, int64_t end, int64_t step,
                      const struct graph_csr *M, int64_t row, const struct row_order *columns)
{
    const double *value = M->value;
    int64_t k = row >= 0 ? M->row_start[row] : 0;
    const int64_t last = row >= 0 ? M->row_start[row + 1] : 0;
    for (int64_t to = begin; to < end; to += step, k++) {
        sorted->column[to] = k < last ? columns->rank[M->column[k]] : (int32_t)columns->n;
        if (value != NULL)
            sorted->value[to] = k < last ? value[k] : 0;
    }
}

graph_status graph__cpu_sort_rows(struct sorted_rows *sorted, const struct graph_csr *M,
                                  const struct row_order *rows, const struct row_order *columns, int threads)
{
    const int64_t long_rows = rows->long_rows, units = long_rows + (rows->size - long_rows) / UNIT_ROWS;
    graph_status status;
    *sorted = (struct sorted_rows){.units = units, .long_rows = long_rows};
    GRAPH_TRY(GRAPH_NEW(sorted->start, units + 1));
    sorted->start[0] = 0;
#pragma omp parallel for num_threads(threads) schedule(static) if (rows->n >= LARGE)
    for (int64_t unit = 0; unit < units; unit++) {
        const int64_t at = first_row(sorted, unit), row = at < rows->n ? rows->row[at] : -1,
                      length = row >= 0 ? M->row_start[row + 1] - M->row_start[row] : 0;
        sorted->start[unit + 1] =
            (unit < long_rows ? (length + UNIT_ROWS - 1) / UNIT_ROWS : length) * UNIT_ROWS;
    }
    for (int64_t unit = 0; unit < units; unit++)
        sorted->start[unit + 1] += sorted->start[unit];
    GRAPH_TRY(GRAPH_NEW(sorted->column, sorted->start[units]));
    if (M->value != NULL)
        GRAPH_TRY(GRAPH_NEW(sorted->value, sorted->start[units]));
#pragma omp parallel for num_threads(threads) schedule(dynamic, 256) if (units > 256)
    for (int64_t unit = 0; unit < units; unit++) {
        const int64_t begin = sorted->start[unit], end = sorted->start[unit + 1];
        const int64_t first = long_rows + (unit - long_rows) * UNIT_ROWS;
        if (unit < long_rows)
            fill_lane(sorted, begin, end, 1, M, rows->row[unit], columns);
        for (int l = 0; l < UNIT_ROWS && unit >= long_rows; l++)
            fill_lane(sorted, begin + l, end, UNIT_ROWS, M, first + l < rows->n ? rows->row[first + l] : -1,
                      columns);
    }
done:
    return status;
}

void graph__cpu_sorted_rows_free(struct sorted_rows *sorted)
{
    graph__free(sorted->start);
    graph__free(sorted->column);
    graph__free(sorted->value);
    *sorted = (struct sorted_rows){.units = 0};
}
