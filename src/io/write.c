/* graph_write: each format as its reader takes it, with a comment line for what the format cannot say. */
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/memory.h"
#include "core/matrix/hypersparse.h"
#include "io/binary.h"
#include "io/output.h"
#include "io/reading.h"

enum { LONGEST_NUMBER = 40 };

/* A matrix on its way to a file by its entries. */
struct written {
    struct graph_csr view;
    int64_t rows, columns;
    graph_type type;
    const int32_t *row, *column; /* what the rows and columns of the view are; NULL: themselves */
    bool is_csv;                 /* an edge list with commas */
};

/* Writes the value with this number and the separator before it. */
static char *put_value(char *p, const struct written *A, int64_t k, char separator)
{
    *p++ = separator;
    return graph__print_value(p, A->type, (const char *)A->view.value + (size_t)k * graph_type_size(A->type));
}

/* Lines `PREFIX row column [value]` for all entries, with the first separator before the column and the second before the
 * value. */
static graph_status put_entries(struct graph_output *output, const struct written *A, const char *prefix,
                                const char *separators, int base, bool is_with_one)
{
    graph_status status = GRAPH_OK;
    char *place, *p;
    size_t prefix_length = strlen(prefix);
    for (int64_t i = 0; i < A->view.rows; i++)
        for (int64_t k = A->view.row_start[i]; k < A->view.row_start[i + 1]; k++) {
            int64_t row = A->row != NULL ? A->row[i] : i, column = A->view.column[k];
            if (A->column != NULL)
                column = A->column[column];
            GRAPH_TRY(graph__output_room(&place, output, prefix_length + 4 * LONGEST_NUMBER));
            memcpy(place, prefix, prefix_length);
            p = graph__print_unsigned(place + prefix_length, (uint64_t)(row + base));
            *p++ = separators[0];
            p = graph__print_unsigned(p, (uint64_t)(column + base));
            if (A->type != GRAPH_PATTERN)
                p = put_value(p, A, k, separators[1]);
            else if (is_with_one) {
                *p++ = ' ';
                *p++ = '1';
            }
            *p++ = '\n';
            graph__output_advance(output, (size_t)(p - place));
        }
done:
    return status;
}

static graph_status write_edge_list(struct graph_output *output, const struct written *A)
{
    graph_status status;
    GRAPH_TRY(graph__output_print(output, "# semigraph edge list, rows %lld, columns %lld, type %s\n",
                                  (long long)A->rows, (long long)A->columns, graph_type_name(A->type)));
    GRAPH_TRY(put_entries(output, A, "", A->is_csv ? ",," : "\t ", 0, false));
done:
    return status;
}

static graph_status write_matrix_market(struct graph_output *output, const struct written *A)
{
    const char *field = A->type == GRAPH_PATTERN ? "pattern" : A->type >= GRAPH_FP32 ? "real" : "integer";
    graph_status status;
    GRAPH_TRY(graph__output_print(output, "%%%%MatrixMarket matrix coordinate %s general\n", field));
    if (A->type != GRAPH_PATTERN)
        GRAPH_TRY(
            graph__output_print(output, "%%%%GraphBLAS type %s\n", graph__matrix_market_type_word(A->type)));
    GRAPH_TRY(graph__output_print(output, "%lld %lld %lld\n", (long long)A->rows, (long long)A->columns,
                                  (long long)A->view.entries));
    GRAPH_TRY(put_entries(output, A, "", "  ", 1, false));
done:
    return status;
}

static graph_status write_dimacs(struct graph_output *output, const struct written *A)
{
    graph_status status;
    if (A->rows != A->columns)
        return graph__fail(GRAPH_E_NOT_SUPPORTED, "a DIMACS file holds a square matrix; A is %lld x %lld",
                           (long long)A->rows, (long long)A->columns);
    GRAPH_TRY(graph__output_print(output, "c semigraph type %s\np sp %lld %lld\n", graph_type_name(A->type),
                                  (long long)A->rows, (long long)A->view.entries));
    GRAPH_TRY(put_entries(output, A, "a ", "  ", 1, true));
done:
    return status;
}

/* METIS holds undirected simple graphs; this is checked before a file is made. */
static graph_status check_metis(const graph_matrix *M, const struct graph_csr *A)
{
    struct graph_csr transposed;
    graph_status status;
    if (A->type != GRAPH_PATTERN)
        return graph__fail(GRAPH_E_NOT_SUPPORTED, "a METIS file holds a pattern; A is of type %s",
                           graph_type_name(A->type));
    if (A->rows != A->columns)
        return graph__fail(GRAPH_E_NOT_SUPPORTED, "a METIS file holds a square matrix; A is %lld x %lld",
                           (long long)A->rows, (long long)A->columns);
    GRAPH_TRY(graph__matrix_view_transposed(&transposed, M, graph__cpu(), graph_get_threads()));
    for (int64_t i = 0; i < A->rows; i++) {
        int64_t begin = A->row_start[i], end = A->row_start[i + 1];
        size_t bytes = (size_t)(end - begin) * sizeof *A->column;
        if (transposed.row_start[i] != begin || transposed.row_start[i + 1] != end ||
            memcmp(A->column + begin, transposed.column + begin, bytes) != 0)
            return graph__fail(GRAPH_E_NOT_SUPPORTED,
                               "a METIS file holds a symmetric matrix; row and column %lld of A differ",
                               (long long)i);
        for (int64_t k = begin; k < end; k++)
            if (A->column[k] == i)
                return graph__fail(GRAPH_E_NOT_SUPPORTED,
                                   "a METIS file holds no self-loops; A has one at %lld", (long long)i);
    }
done:
    return status;
}

static graph_status write_metis(struct graph_output *output, const struct graph_csr *A)
{
    graph_status status;
    char *place, *p;
    GRAPH_TRY(graph__output_print(output, "%lld %lld\n", (long long)A->rows, (long long)(A->entries / 2)));
    for (int64_t i = 0; i < A->rows; i++) {
        for (int64_t k = A->row_start[i]; k < A->row_start[i + 1]; k++) {
            GRAPH_TRY(graph__output_room(&place, output, LONGEST_NUMBER));
            p = place;
            if (k > A->row_start[i])
                *p++ = ' ';
            p = graph__print_unsigned(p, (uint64_t)A->column[k] + 1);
            graph__output_advance(output, (size_t)(p - place));
        }
        GRAPH_TRY(graph__output_put(output, "\n", 1));
    }
done:
    return status;
}

/* The formats that have starts of rows, or a line for each row. */
static bool is_by_rows(graph_file_format format)
{
    return format == GRAPH_FILE_METIS || format == GRAPH_FILE_BINARY;
}

static graph_status write_content(struct graph_output *output, const struct written *A,
                                  graph_file_format format)
{
    switch (format) {
    case GRAPH_FILE_MATRIX_MARKET:
        return write_matrix_market(output, A);
    case GRAPH_FILE_DIMACS:
        return write_dimacs(output, A);
    case GRAPH_FILE_METIS:
        return write_metis(output, &A->view);
    case GRAPH_FILE_BINARY:
        return graph__write_binary(output, &A->view);
    default:
        return write_edge_list(output, A);
    }
}

static bool is_csv(const char *path)
{
    static const char *const suffixes[] = {".csv", ".csv.gz"};
    size_t length = strlen(path);
    for (int k = 0; k < 2; k++) {
        size_t n = strlen(suffixes[k]);
        if (length >= n && strcasecmp(path + length - n, suffixes[k]) == 0)
            return true;
    }
    return false;
}

graph_status graph_write(const graph_matrix *A, const char *path, const graph_write_options *options)
{
    static const graph_write_options defaults = {.size = sizeof(graph_write_options)};
    const graph_write_options *o = options != NULL ? options : &defaults;
    struct graph_output output = {0};
    struct graph_compact_view compact;
    struct written written;
    bool is_gzip;
    graph_status status;
    GRAPH_TRY(graph__check_matrix(A, "A"));
    if (A->type > GRAPH_FP64)
        GRAPH_FAIL(GRAPH_E_NOT_SUPPORTED, "A is of type %s; files hold built-in types only",
                   graph_type_name(A->type));
    if (path == NULL)
        GRAPH_FAIL(GRAPH_E_NULL, "path is NULL");
    if (o->size != sizeof *o)
        GRAPH_FAIL(GRAPH_E_INVALID_VALUE, "options.size is %zu; expected %zu", o->size, sizeof *o);
    if ((int)o->format < 0 || o->format > GRAPH_FILE_BINARY)
        GRAPH_FAIL(GRAPH_E_INVALID_VALUE, "options.format is %d; expected 0 .. %d", (int)o->format,
                   GRAPH_FILE_BINARY);
    if (o->gzip < -1 || o->gzip > 1)
        GRAPH_FAIL(GRAPH_E_INVALID_VALUE, "options.gzip is %d; expected -1 .. 1", o->gzip);
    graph_file_format format = graph__format_by_suffix(path, &is_gzip);
    format = o->format != GRAPH_FILE_AUTO ? o->format : format;
    is_gzip = o->gzip == 0 ? is_gzip : o->gzip == 1;
    written =
        (struct written){.rows = A->rows, .columns = A->columns, .type = A->type, .is_csv = is_csv(path)};
    if (is_by_rows(format)) {
        GRAPH_TRY(graph__matrix_view(&written.view, A, graph__cpu()));
    } else {
        GRAPH_TRY(graph__compact_view(&compact, A));
        GRAPH_TRY(graph__matrix_view(&written.view, compact.core, graph__cpu()));
        written.row = graph__axis_list(&compact.rows);
        written.column = graph__axis_list(&compact.columns);
    }
    if (format == GRAPH_FILE_METIS)
        GRAPH_TRY(check_metis(A, &written.view));
    GRAPH_TRY(graph__output_open(&output, path, is_gzip));
    GRAPH_TRY(write_content(&output, &written, format));
    GRAPH_TRY(graph__output_commit(&output));
done:
    graph__output_close(&output);
    return status;
}
