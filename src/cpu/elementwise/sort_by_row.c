/* See sort_by_row.h. */
#include "cpu/elementwise/sort_by_row.h"

#include <string.h>

#include "base/memory.h"

enum {
    INSERTION_LIMIT = 48,
    ENTRIES_PER_THREAD = 1 << 14,
    BUCKET_ENTRIES = 1 << 15,
    BUCKET_ROWS = 1 << 14,
    MOST_BUCKETS = 1 << 11
};

/* What the threads share.  spare holds row and column of each entry, in the order of the buckets; once a
 * bucket is settled its share of spare and spare_value is room for sorting. */
struct buckets {
    int parts, shift;
    int64_t buckets;
    int64_t *place;        /* parts x buckets: where the next entry of a bucket goes */
    int64_t *bucket_start; /* buckets + 1 */
    uint64_t *spare;
    void *spare_value;
    struct graph_csr_arrays C;
};

static int64_t part_begin(int64_t n, int part, int parts)
{
    return n / parts * part + (part < n % parts ? part : n % parts);
}

#define HAS_VALUE 0
#define V         uint8_t
#define NAME(x)   x##_pattern
#include "cpu/elementwise/sort_by_row.inc"
#define HAS_VALUE 1
#define V         uint8_t
#define NAME(x)   x##_1
#include "cpu/elementwise/sort_by_row.inc"
#define HAS_VALUE 1
#define V         uint16_t
#define NAME(x)   x##_2
#include "cpu/elementwise/sort_by_row.inc"
#define HAS_VALUE 1
#define V         uint32_t
#define NAME(x)   x##_4
#include "cpu/elementwise/sort_by_row.inc"
#define HAS_VALUE 1
#define V         uint64_t
#define NAME(x)   x##_8
#include "cpu/elementwise/sort_by_row.inc"

static int64_t run(const struct row_sort *a, const struct buckets *b)
{
    switch (a->value != NULL ? a->value_bytes : 0) {
    case 0:
        return run_pattern(a, b);
    case 1:
        return run_1(a, b);
    case 2:
        return run_2(a, b);
    case 4:
        return run_4(a, b);
    default:
        return run_8(a, b);
    }
}

static int64_t run_grouped(const struct row_sort *a, const struct buckets *b)
{
    switch (a->value != NULL ? a->value_bytes : 0) {
    case 0:
        return run_grouped_pattern(a, b);
    case 1:
        return run_grouped_1(a, b);
    case 2:
        return run_grouped_2(a, b);
    case 4:
        return run_grouped_4(a, b);
    default:
        return run_grouped_8(a, b);
    }
}

/* How the input lies. */
struct order {
    int64_t wrong_rows, wrong_columns,
        equal; /* entries in a smaller row, or the same row but a smaller column, than
                                                 the one before; entries that repeat it */
};

/* Copies entries begin .. end - 1 to C, as they come, as long as their rows are in order. */
static struct order copy_part(const struct row_sort *a, const struct buckets *b, int64_t begin, int64_t end)
{
    struct order order = {0, 0, 0};
    const int32_t *row = a->row, *column = a->column;
    for (int64_t k = begin; k < end && order.wrong_rows == 0;) {
        int64_t last = k + 8192 < end ? k + 8192 : end, wrong_rows = 0, wrong_columns = 0, equal = 0;
        for (int64_t m = k > 0 ? k : 1; m < last; m++) {
            bool is_same_row = row[m] == row[m - 1];
            wrong_rows += row[m] < row[m - 1];
            wrong_columns += is_same_row & (column[m] < column[m - 1]);
            equal += is_same_row & (column[m] == column[m - 1]);
        }
        order.wrong_rows = wrong_rows;
        order.wrong_columns += wrong_columns;
        order.equal += equal;
        if (wrong_rows > 0)
            break;
        for (int64_t m = k; m < last; m++)
            for (int64_t i = m == 0 ? 0 : (int64_t)row[m - 1] + 1; i <= row[m]; i++)
                b->C.row_start[i] = m;
        memcpy(b->C.column + k, column + k, (size_t)(last - k) * sizeof *column);
        if (a->value != NULL)
            memcpy((char *)b->C.value + (size_t)k * a->value_bytes,
                   (const char *)a->value + (size_t)k * a->value_bytes, (size_t)(last - k) * a->value_bytes);
        k = last;
    }
    return order;
}

/* Tries the case that rows are in order already. */
static void copy_in_order(const struct row_sort *a, const struct buckets *b, struct order *order)
{
    int64_t wrong_rows = 0, wrong_columns = 0, equal = 0;
    int64_t last = a->n > 0 ? a->row[a->n - 1] : -1;
#pragma omp parallel num_threads(a->threads) reduction(+ : wrong_rows, wrong_columns, equal) if (a->n + a->rows > 4096)
    {
#pragma omp for schedule(static, 1)
        for (int part = 0; part < a->threads; part++) {
            struct order here =
                copy_part(a, b, part_begin(a->n, part, a->threads), part_begin(a->n, part + 1, a->threads));
            wrong_rows += here.wrong_rows;
            wrong_columns += here.wrong_columns;
            equal += here.equal;
        }
#pragma omp for schedule(static)
        for (int64_t i = last + 1; i <= a->rows; i++)
            b->C.row_start[i] = a->n;
    }
    *order = (struct order){wrong_rows, wrong_columns, equal};
}

/* Chooses the buckets and counts the entries of each part in each bucket. */
static graph_status choose_buckets(struct buckets *b, const struct row_sort *a)
{
    graph_status status;
    b->parts = a->threads;
    int64_t wanted =
        a->n / BUCKET_ENTRIES > a->rows / BUCKET_ROWS ? a->n / BUCKET_ENTRIES : a->rows / BUCKET_ROWS;
    wanted = wanted < 1 ? 1 : wanted > MOST_BUCKETS ? MOST_BUCKETS : wanted;
    b->shift = 0;
    while (((a->rows - 1) >> b->shift) + 1 > wanted)
        b->shift++;
    b->buckets = a->rows > 0 ? ((a->rows - 1) >> b->shift) + 1 : 0;
    GRAPH_TRY(GRAPH_NEW_ZEROED(b->place, b->parts * b->buckets));
    GRAPH_TRY(GRAPH_NEW(b->bucket_start, b->buckets + 1));
#pragma omp parallel for schedule(static, 1) num_threads(a->threads) if (a->n + a->rows > 4096)
    for (int part = 0; part < b->parts; part++) {
        int64_t *count = b->place + (int64_t)part * b->buckets;
        int64_t end = part_begin(a->n, part + 1, b->parts);
        for (int64_t k = part_begin(a->n, part, b->parts); k < end; k++)
            count[(uint32_t)a->row[k] >> b->shift]++;
    }
    int64_t sum = 0;
    for (int64_t bucket = 0; bucket < b->buckets; bucket++) {
        b->bucket_start[bucket] = sum;
        for (int part = 0; part < b->parts; part++) {
            int64_t *place = &b->place[(int64_t)part * b->buckets + bucket];
            int64_t count = *place;
            *place = sum;
            sum += count;
        }
    }
    b->bucket_start[b->buckets] = sum;
done:
    return status;
}

static graph_status allocate_spare(struct buckets *b, const struct row_sort *a)
{
    graph_status status;
    GRAPH_TRY(GRAPH_NEW(b->spare, a->n));
    if (a->value != NULL)
        GRAPH_TRY(graph__allocate_array(&b->spare_value, (size_t)a->n, a->value_bytes));
done:
    return status;
}

static graph_status sort_entries(struct row_sort *a)
{
    struct buckets b = {0};
    graph_status status;
    struct order order;
    memset(&a->C, 0, sizeof a->C);
    if (a->n / ENTRIES_PER_THREAD < a->threads)
        a->threads = (int)(a->n / ENTRIES_PER_THREAD) + 1;
    GRAPH_TRY(GRAPH_NEW(b.C.row_start, a->rows + 1));
    GRAPH_TRY(GRAPH_NEW(b.C.column, a->n));
    if (a->value != NULL)
        GRAPH_TRY(graph__allocate_array(&b.C.value, (size_t)a->n, a->value_bytes));
    copy_in_order(a, &b, &order);
    a->repeats = order.equal;
    if (order.wrong_rows > 0) {
        GRAPH_TRY(choose_buckets(&b, a));
        GRAPH_TRY(allocate_spare(&b, a));
        a->repeats = run(a, &b);
        b.C.row_start[a->rows] = a->n;
    } else if (order.wrong_columns > 0 && a->is_sorting_columns) {
        GRAPH_TRY(allocate_spare(&b, a));
        a->repeats = run_grouped(a, &b);
    }
    b.C.entries = a->n;
    a->C = b.C;
    memset(&b.C, 0, sizeof b.C);
done:
    graph__free(b.place);
    graph__free(b.bucket_start);
    graph__free(b.spare);
    graph__free(b.spare_value);
    graph__free(b.C.row_start);
    graph__free(b.C.column);
    graph__free(b.C.value);
    return status;
}

/* Values of other sizes wait while their numbers are put in order. */
static graph_status sort_numbers(struct row_sort *a)
{
    struct row_sort by_number = *a;
    const size_t bytes = a->value_bytes;
    uint64_t *number = NULL;
    void *value = NULL;
    graph_status status;
    GRAPH_TRY(GRAPH_NEW(number, a->n));
    for (int64_t k = 0; k < a->n; k++)
        number[k] = (uint64_t)k;
    by_number.value = number;
    by_number.value_bytes = sizeof *number;
    GRAPH_TRY(graph__allocate_array(&value, (size_t)a->n, bytes));
    GRAPH_TRY(sort_entries(&by_number));
    const uint64_t *from = by_number.C.value;
#pragma omp parallel for schedule(static) num_threads(a->threads) if (a->n > ENTRIES_PER_THREAD)
    for (int64_t k = 0; k < a->n; k++)
        memcpy((char *)value + (size_t)k * bytes, (const char *)a->value + from[k] * bytes, bytes);
    graph__free(by_number.C.value);
    a->repeats = by_number.repeats;
    a->C = by_number.C;
    a->C.value = value;
    value = NULL;
done:
    graph__free(number);
    graph__free(value);
    return status;
}

graph_status graph__sort_by_row(struct row_sort *a)
{
    size_t bytes = a->value_bytes;
    bool is_integer = bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8;
    memset(&a->C, 0, sizeof a->C);
    return a->value == NULL || is_integer ? sort_entries(a) : sort_numbers(a);
}
