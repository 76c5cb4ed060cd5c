/* See drawings.h. */
#include "tests/support/drawings.h"

#include <math.h>
#include <stdlib.h>

#include "tests/support/products.h"
#include "tests/support/test.h"

void open_drawing(struct drawing *d, int64_t rows, int64_t columns, int64_t most)
{
    *d = (struct drawing){.start = malloc((size_t)(rows + 1) * sizeof *d->start),
                          .column = malloc((size_t)most * sizeof *d->column),
                          .value = malloc((size_t)most * sizeof *d->value)};
    d->start[0] = 0;
    d->arrays = (graph_arrays){.size = sizeof d->arrays,
                               .format = GRAPH_CSR,
                               .type = GRAPH_FP64,
                               .columns = (graph_index)columns,
                               .start_bits = 64,
                               .index_bits = 32,
                               .ownership = GRAPH_COPY};
}

static int compare(const void *x, const void *y)
{
    return *(const int32_t *)x < *(const int32_t *)y ? -1 : *(const int32_t *)x > *(const int32_t *)y;
}

bool drawings_have_signs;

static double draw_value(uint64_t *seed)
{
    static const double odd[] = {0.0, -0.0, (double)INFINITY, -(double)INFINITY, (double)NAN, -1e30, 1e-30};
    const uint64_t draw = test_random(seed) % 64;
    if (!drawings_have_signs)
        return (double)(draw % 5 + 1);
    return draw < sizeof odd / sizeof odd[0] ? odd[draw] : (double)draw / 4 - 10;
}

void end_row(struct drawing *d, int64_t first, int64_t end, uint64_t *seed)
{
    int64_t retained = first;
    qsort(d->column + first, (size_t)(end - first), sizeof *d->column, compare);
    for (int64_t k = first; k < end; k++)
        if (k == first || d->column[k] != d->column[retained - 1]) {
            d->value[retained] = draw_value(seed);
            d->column[retained++] = d->column[k];
        }
    d->start[++d->arrays.rows] = retained;
}

void close_drawing(graph_matrix **A, struct drawing *d)
{
    d->arrays.entries = (graph_index)d->start[d->arrays.rows];
    d->arrays.row = d->start;
    d->arrays.column = d->column;
    d->arrays.value = d->value;
    CHECK_OK(graph_matrix_import(A, &d->arrays));
    free(d->start);
    free(d->column);
    free(d->value);
}

void draw_even(graph_matrix **A, int64_t rows, int64_t columns, int64_t most_column, int64_t length,
               int64_t longer, bool has_triples, uint64_t *seed)
{
    enum { PERIOD = 51, TRIPLE = 30 };
    struct drawing d;
    open_drawing(&d, rows, columns, rows * (length + longer));
    for (int64_t i = 0; i < rows; i++) {
        const int64_t first = d.start[i], kind = i % PERIOD;
        const bool is_triple = has_triples && kind >= TRIPLE && kind < TRIPLE + 3;
        const int64_t before = is_triple && kind > TRIPLE ? first - d.start[i - 1] : -1;
        const int64_t user = before >= 0               ? before
                             : kind == 3               ? 1
                             : kind == 5 || is_triple  ? longer
                             : kind == 7 && i % 2 == 0 ? 0
                                                       : length;
        for (int64_t k = 0; k < user; k++)
            d.column[first + k] = before >= 0 ? d.column[first - before + k]
                                              : (int32_t)(test_random(seed) % (uint64_t)most_column);
        end_row(&d, first, first + user, seed);
    }
    close_drawing(A, &d);
}

void check_on_device(const char *name, graph_matrix *A, graph_matrix *B)
{
    const graph_semiring *semiring = graph_semiring_by_name(name);
    graph_matrix *expected = NULL, *C = NULL;
    CHECK(test_backend() != GRAPH_BACKEND_CPU); /* which would be compared with itself */
    CHECK_OK(
        graph_spgemm(&expected, semiring, A, B,
                     GRAPH_DESCRIPTOR(.backend = GRAPH_BACKEND_CPU, .method = GRAPH_METHOD_ROW_ROW_DENSE)));
    CHECK_OK(graph_spgemm(&C, semiring, A, B, TEST_DESCRIPTOR()));
    CHECK_SAY(graph_backend_used() == test_backend(), "%s", name);
    CHECK_SAY(is_same_matrix(expected, C), "%s", name);
    graph_matrix_release(&expected);
    graph_matrix_release(&C);
}

void draw_uneven(graph_matrix **A, int64_t rows, int64_t columns, int64_t usual, int64_t step, int64_t many,
                 uint64_t *seed)
{
    struct drawing d;
    open_drawing(&d, rows, columns, rows * (usual + 1) + (rows / step + 1) * many);
    for (int64_t i = 0; i < rows; i++) {
        const int64_t first = d.start[i], length = i % step == step / 2
                                                       ? many
                                                       : (int64_t)(test_random(seed) % (uint64_t)(usual + 1));
        for (int64_t k = 0; k < length; k++)
            d.column[first + k] = (int32_t)(test_random(seed) % (uint64_t)columns);
        end_row(&d, first, first + length, seed);
    }
    close_drawing(A, &d);
}
