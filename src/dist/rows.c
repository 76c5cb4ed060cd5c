/* One exchange of rows: lengths first, then room on all ranks, then columns and values.
 *
 * Rows that leave in the order in which they lie are sent from where they lie; others are packed. */
#include "dist/rows.h"

#include <string.h>

#include "base/threads.h"

static int64_t sum_of(const int64_t *count, int n)
{
    int64_t sum = 0;
    for (int r = 0; r < n; r++)
        sum += count[r];
    return sum;
}

static int64_t row_length(const struct graph_row_exchange *x, int64_t k)
{
    const int64_t row = x->row != NULL ? x->row[k] : k;
    return x->from->row_start[row + 1] - x->from->row_start[row];
}

/* bytes[r] = the bytes of count[r] elements. */
static void scale(size_t *bytes, const int64_t *count, int ranks, size_t element_bytes)
{
    for (int r = 0; r < ranks; r++)
        bytes[r] = (size_t)count[r] * element_bytes;
}

/* The entries that go to and come from each rank. */
static void count_entries(const struct graph_row_exchange *x, const int64_t *out_length, int64_t *out,
                          int64_t *in)
{
    int64_t k = 0, j = 0;
    for (int r = 0; r < x->group->ranks; r++) {
        out[r] = 0;
        for (int64_t end = k + x->out_rows[r]; k < end; k++)
            out[r] += out_length[k];
        in[r] = 0;
        for (int64_t end = j + x->in_rows[r]; j < end; j++)
            in[r] += x->in_length[j];
    }
}

/* Where the k-th row that goes out begins among what goes out. */
static void pack(const struct graph_row_exchange *x, char *to, const int64_t *start, int64_t rows,
                 const void *array, size_t element_bytes)
{
    const int threads = graph__threads(0);
#pragma omp parallel for num_threads(threads) schedule(dynamic, 256)
    for (int64_t k = 0; k < rows; k++)
        if (start[k + 1] > start[k])
            memcpy(to + (size_t)start[k] * element_bytes,
                   (const char *)array + (size_t)x->from->row_start[x->row[k]] * element_bytes,
                   (size_t)(start[k + 1] - start[k]) * element_bytes);
}

/* Moves one array of the entries; `packed` has room for what goes out, if it has to be packed. */
static graph_status move_array(struct graph_row_exchange *x, void *to, const void *array,
                               size_t element_bytes, void *packed, const int64_t *start, int64_t rows,
                               const int64_t *out, const int64_t *in)
{
    const int ranks = x->group->ranks;
    size_t *const out_bytes = x->group->counts, *const in_bytes = out_bytes + ranks;
    scale(out_bytes, out, ranks, element_bytes);
    scale(in_bytes, in, ranks, element_bytes);
    if (packed != NULL)
        pack(x, packed, start, rows, array, element_bytes);
    return graph__group_all_to_all(x->group, to, in_bytes, packed != NULL ? packed : array, out_bytes);
}

graph_status graph__exchange_rows(struct graph_row_exchange *x)
{
    const struct graph_backend *const cpu = graph__cpu();
    const int ranks = x->group->ranks;
    const int64_t rows = sum_of(x->out_rows, ranks), in_rows = sum_of(x->in_rows, ranks);
    const size_t widest = x->value_bytes > sizeof(int32_t) ? x->value_bytes : sizeof(int32_t);
    int64_t *length = NULL, *start = NULL, *out = NULL;
    void *packed = NULL;
    graph_status status = GRAPH_OK;
    x->in_length = NULL;
    x->in_column = NULL;
    x->in_value = NULL;
    /* Lengths. */
    status = GRAPH_NEW(length, rows);
    if (status == GRAPH_OK)
        status = GRAPH_NEW(start, rows + 1);
    if (status == GRAPH_OK)
        status = GRAPH_NEW(out, 2 * (size_t)ranks);
    if (status == GRAPH_OK)
        status = GRAPH_NEW(x->in_length, in_rows);
    GRAPH_TRY(graph__group_agree(x->group, status));
    int64_t *const in = out + ranks;
    start[0] = 0;
    for (int64_t k = 0; k < rows; k++) {
        length[k] = row_length(x, k);
        start[k + 1] = start[k] + length[k];
    }
    size_t *const out_bytes = x->group->counts, *const in_bytes = out_bytes + ranks;
    scale(out_bytes, x->out_rows, ranks, sizeof *length);
    scale(in_bytes, x->in_rows, ranks, sizeof *length);
    GRAPH_TRY(graph__group_all_to_all(x->group, x->in_length, in_bytes, length, out_bytes));
    count_entries(x, length, out, in);
    /* Room. */
    x->entries = sum_of(in, ranks);
    status = cpu->allocate((void **)&x->in_column, (size_t)x->entries, sizeof *x->in_column);
    if (status == GRAPH_OK && x->value_bytes > 0)
        status = cpu->allocate(&x->in_value, (size_t)x->entries, x->value_bytes);
    if (status == GRAPH_OK && x->row != NULL)
        status = graph__allocate_array(&packed, (size_t)start[rows], widest);
    GRAPH_TRY(graph__group_agree(x->group, status));
    /* Entries. */
    GRAPH_TRY(
        move_array(x, x->in_column, x->from->column, sizeof *x->in_column, packed, start, rows, out, in));
    if (x->value_bytes > 0)
        GRAPH_TRY(move_array(x, x->in_value, x->from->value, x->value_bytes, packed, start, rows, out, in));
done:
    graph__free(packed);
    graph__free(out);
    graph__free(start);
    graph__free(length);
    return status;
}

void graph__row_exchange_release(struct graph_row_exchange *x)
{
    graph__free(x->in_length);
    graph__cpu()->release(x->in_column);
    graph__cpu()->release(x->in_value);
    x->in_length = NULL;
    x->in_column = NULL;
    x->in_value = NULL;
}
