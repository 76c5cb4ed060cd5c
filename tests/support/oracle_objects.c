/* Between the oracle and the library's objects; see oracle.h. */
#include "tests/support/oracle.h"

#include <stdlib.h>

#include "tests/support/test.h"

static void *room(uint64_t n) { return oracle_room((int64_t)n, GRAPH_INT64); }

graph_index dense_step(int64_t step) { return step > 0 ? (graph_index)step : 1; }

/* What stands on a grid of these steps; a claim that nothing stands elsewhere. */
static struct dense_matrix dense_on_grid(const graph_matrix *A, graph_index row_step, graph_index column_step)
{
    graph_type type = GRAPH_PATTERN;
    graph_index rows = 0, columns = 0, entries = 0;
    CHECK_OK(graph_matrix_type(&type, A));
    CHECK_OK(graph_matrix_rows(&rows, A));
    CHECK_OK(graph_matrix_columns(&columns, A));
    CHECK_OK(graph_matrix_entries(&entries, A));
    struct dense_matrix dense =
        dense_create(type, (int64_t)(rows / row_step), (int64_t)(columns / column_step));
    graph_index *row = room(entries), *column = room(entries), n = entries;
    CHECK(rows % row_step == 0 && columns % column_step == 0);
    void *value = oracle_room((int64_t)entries, type);
    bool is_read =
        CHECK_OK(graph_matrix_extract_tuples(row, column, type == GRAPH_PATTERN ? NULL : value, type, &n, A));
    CHECK_SAY(n == entries, "graph_matrix_entries gives %llu, graph_matrix_extract_tuples %llu",
              (unsigned long long)entries, (unsigned long long)n);
    for (graph_index k = 1; is_read && k < n && k < entries; k++)
        is_read =
            CHECK_SAY(row[k - 1] < row[k] || (row[k - 1] == row[k] && column[k - 1] < column[k]),
                      "tuple %llu of graph_matrix_extract_tuples is out of order", (unsigned long long)k);
    for (graph_index k = 0; is_read && k < n && k < entries; k++)
        if (CHECK_SAY(row[k] % row_step == 0 && column[k] % column_step == 0, "an entry at (%llu, %llu)",
                      (unsigned long long)row[k], (unsigned long long)column[k]))
            dense_set(&dense, (int64_t)(row[k] / row_step), (int64_t)(column[k] / column_step),
                      oracle_load(type, value, (int64_t)k));
    free(row);
    free(column);
    free(value);
    return dense;
}

struct dense_matrix dense_of_matrix(const graph_matrix *A) { return dense_on_grid(A, 1, 1); }

static struct dense_matrix vector_on_grid(const graph_vector *v, graph_index step)
{
    graph_type type = GRAPH_PATTERN;
    graph_index length = 0, entries = 0;
    CHECK_OK(graph_vector_type(&type, v));
    CHECK_OK(graph_vector_length(&length, v));
    CHECK_OK(graph_vector_entries(&entries, v));
    struct dense_matrix dense = dense_create(type, (int64_t)(length / step), 1);
    CHECK(length % step == 0);
    graph_index *index = room(entries), n = entries;
    void *value = oracle_room((int64_t)entries, type);
    bool is_read =
        CHECK_OK(graph_vector_extract_tuples(index, type == GRAPH_PATTERN ? NULL : value, type, &n, v));
    CHECK_SAY(n == entries, "graph_vector_entries gives %llu, graph_vector_extract_tuples %llu",
              (unsigned long long)entries, (unsigned long long)n);
    for (graph_index k = 1; is_read && k < n && k < entries; k++)
        is_read =
            CHECK_SAY(index[k - 1] < index[k], "tuple %llu of graph_vector_extract_tuples is out of order",
                      (unsigned long long)k);
    for (graph_index k = 0; is_read && k < n && k < entries; k++)
        if (CHECK_SAY(index[k] % step == 0, "an entry at %llu", (unsigned long long)index[k]))
            dense_set(&dense, (int64_t)(index[k] / step), 0, oracle_load(type, value, (int64_t)k));
    free(index);
    free(value);
    return dense;
}

struct dense_matrix dense_of_vector(const graph_vector *v) { return vector_on_grid(v, 1); }

/* The entries of a dense matrix in row-major order; the three arrays are the caller's to free. */
static graph_index tuples(graph_index **row, graph_index **column, void **value,
                          const struct dense_matrix *dense)
{
    graph_index n = (graph_index)dense_entries(dense), k = 0;
    *row = room(n);
    *column = room(n);
    *value = oracle_room((int64_t)n, dense->type);
    for (int64_t p = 0; p < dense->rows * dense->columns; p++)
        if (dense->present[p]) {
            (*row)[k] = (graph_index)(p / dense->columns) * dense_step(dense->row_step);
            (*column)[k] = (graph_index)(p % dense->columns) * dense_step(dense->column_step);
            oracle_store(dense->type, *value, (int64_t)k, dense->value[p]);
            k++;
        }
    return n;
}

graph_status dense_to_matrix(graph_matrix **A, const struct dense_matrix *dense)
{
    graph_index *row, *column;
    void *value;
    graph_index n = tuples(&row, &column, &value, dense);
    graph_status status =
        graph_matrix_create(A, dense->type, (graph_index)dense->rows * dense_step(dense->row_step),
                            (graph_index)dense->columns * dense_step(dense->column_step));
    if (status == GRAPH_OK)
        status = graph_matrix_build(*A, row, column, dense->type == GRAPH_PATTERN ? NULL : value, dense->type,
                                    n, GRAPH_NO_OP);
    if (status < 0)
        graph_matrix_release(A);
    free(row);
    free(column);
    free(value);
    return status;
}

graph_status dense_to_vector(graph_vector **v, const struct dense_matrix *dense)
{
    graph_index *row, *column;
    void *value;
    graph_index n = tuples(&row, &column, &value, dense);
    graph_status status =
        graph_vector_create(v, dense->type, (graph_index)dense->rows * dense_step(dense->row_step));
    if (status == GRAPH_OK)
        status = graph_vector_build(*v, row, dense->type == GRAPH_PATTERN ? NULL : value, dense->type, n,
                                    GRAPH_NO_OP);
    if (status < 0)
        graph_vector_release(v);
    free(row);
    free(column);
    free(value);
    return status;
}

bool dense_equals_matrix(const struct dense_matrix *expected, const graph_matrix *got, double tolerance,
                         FILE *stream)
{
    graph_status status = graph_matrix_check(got);
    if (status != GRAPH_OK && stream != NULL)
        fprintf(stream, "graph_matrix_check: %s \"%s\"\n", graph_status_name(status), graph_last_error());
    if (status != GRAPH_OK)
        return false;
    struct dense_matrix found =
        dense_on_grid(got, dense_step(expected->row_step), dense_step(expected->column_step));
    bool is_equal = dense_equals(expected, &found, tolerance, stream);
    dense_release(&found);
    return is_equal;
}

bool dense_equals_vector(const struct dense_matrix *expected, const graph_vector *got, double tolerance,
                         FILE *stream)
{
    graph_status status = graph_vector_check(got);
    if (status != GRAPH_OK && stream != NULL)
        fprintf(stream, "graph_vector_check: %s \"%s\"\n", graph_status_name(status), graph_last_error());
    if (status != GRAPH_OK)
        return false;
    struct dense_matrix found = vector_on_grid(got, dense_step(expected->row_step));
    bool is_equal = dense_equals(expected, &found, tolerance, stream);
    dense_release(&found);
    return is_equal;
}

/* All entries of a matrix. */
struct entry_list {
    graph_type type;
    graph_index rows, columns, n;
    graph_index *row, *column;
    void *value;
};

static struct entry_list list_of(const graph_matrix *A)
{
    struct entry_list list = {.type = GRAPH_PATTERN};
    CHECK_OK(graph_matrix_type(&list.type, A));
    CHECK_OK(graph_matrix_rows(&list.rows, A));
    CHECK_OK(graph_matrix_columns(&list.columns, A));
    CHECK_OK(graph_matrix_entries(&list.n, A));
    list.row = room(list.n);
    list.column = room(list.n);
    list.value = oracle_room((int64_t)list.n, list.type);
    CHECK_OK(graph_matrix_extract_tuples(
        list.row, list.column, list.type == GRAPH_PATTERN ? NULL : list.value, list.type, &list.n, A));
    return list;
}

static bool same_list(const struct entry_list *x, const struct entry_list *y, double tolerance, FILE *stream)
{
    if (x->type != y->type || x->rows != y->rows || x->columns != y->columns || x->n != y->n) {
        if (stream != NULL)
            fprintf(stream, "expected %llu x %llu %s with %llu entries, found %llu x %llu %s with %llu\n",
                    (unsigned long long)x->rows, (unsigned long long)x->columns, graph_type_name(x->type),
                    (unsigned long long)x->n, (unsigned long long)y->rows, (unsigned long long)y->columns,
                    graph_type_name(y->type), (unsigned long long)y->n);
        return false;
    }
    for (int64_t k = 0; k < (int64_t)x->n; k++) {
        long double expected = oracle_load(x->type, x->value, k), got = oracle_load(y->type, y->value, k);
        if (x->row[k] == y->row[k] && x->column[k] == y->column[k] && oracle_same(expected, got, tolerance))
            continue;
        if (stream != NULL)
            fprintf(stream, "entry %lld: expected (%llu, %llu) %.21Lg, found (%llu, %llu) %.21Lg\n",
                    (long long)k, (unsigned long long)x->row[k], (unsigned long long)x->column[k], expected,
                    (unsigned long long)y->row[k], (unsigned long long)y->column[k], got);
        return false;
    }
    return true;
}

bool same_matrix(const graph_matrix *expected, const graph_matrix *got, double tolerance, FILE *stream)
{
    struct entry_list x = list_of(expected), y = list_of(got);
    bool is_same = same_list(&x, &y, tolerance, stream);
    free(x.row);
    free(x.column);
    free(x.value);
    free(y.row);
    free(y.column);
    free(y.value);
    return is_same && CHECK_OK(graph_matrix_check(got));
}
