/* See texts.h. */
#include "tests/support/texts.h"

#include "tests/support/test.h"

enum { MOST = 64 };
static graph_matrix *matrices[MOST];
static graph_vector *vectors[MOST];
static int matrix_count, vector_count;

graph_matrix *text_matrix(graph_type type, int64_t rows, int64_t columns, const char *text)
{
    struct dense_matrix dense = dense_from_text(type, rows, columns, text);
    graph_matrix **A = &matrices[matrix_count++];
    if (matrix_count > MOST || dense_to_matrix(A, &dense) < 0)
        abort();
    dense_release(&dense);
    return *A;
}

graph_vector *text_vector(graph_type type, int64_t length, const char *text)
{
    struct dense_matrix dense = dense_from_text(type, length, 1, text);
    graph_vector **v = &vectors[vector_count++];
    if (vector_count > MOST || dense_to_vector(v, &dense) < 0)
        abort();
    dense_release(&dense);
    return *v;
}

void texts_release(void)
{
    while (matrix_count > 0)
        graph_matrix_release(&matrices[--matrix_count]);
    while (vector_count > 0)
        graph_vector_release(&vectors[--vector_count]);
}

bool matrix_is(const graph_matrix *A, const char *text)
{
    graph_type type = GRAPH_PATTERN;
    graph_index rows = 0, columns = 0;
    CHECK_OK(graph_matrix_type(&type, A));
    CHECK_OK(graph_matrix_rows(&rows, A));
    CHECK_OK(graph_matrix_columns(&columns, A));
    struct dense_matrix expected = dense_from_text(type, (int64_t)rows, (int64_t)columns, text);
    bool is_equal = dense_equals_matrix(&expected, A, 0, stderr);
    dense_release(&expected);
    return is_equal;
}

bool vector_is(const graph_vector *v, const char *text)
{
    graph_type type = GRAPH_PATTERN;
    graph_index length = 0;
    CHECK_OK(graph_vector_type(&type, v));
    CHECK_OK(graph_vector_length(&length, v));
    struct dense_matrix expected = dense_from_text(type, (int64_t)length, 1, text);
    bool is_equal = dense_equals_vector(&expected, v, 0, stderr);
    dense_release(&expected);
    return is_equal;
}
