/* Small matrices and vectors written as texts, as dense_from_text reads them: for tests that state a case and its result.
 *
 *     graph_matrix *A = text_matrix(GRAPH_FP64, 2, 2, "1 .  . inf");
 *     CHECK_OK(graph_transpose(A, ...));
 *     CHECK(matrix_is(A, "1 .  . inf"));
 *     texts_release();
 */
#ifndef TESTS_SUPPORT_TEXTS_H
#define TESTS_SUPPORT_TEXTS_H

#include "tests/support/oracle.h"

/* New objects, which texts_release frees at the end of the test. */
graph_matrix *text_matrix(graph_type type, int64_t rows, int64_t columns, const char *text);
graph_vector *text_vector(graph_type type, int64_t length, const char *text);
void texts_release(void);

/* Whether the entries are those of the text; prints the first that is not. */
bool matrix_is(const graph_matrix *A, const char *text);
bool vector_is(const graph_vector *v, const char *text);

#endif
