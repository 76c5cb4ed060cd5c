/* Large matrices with rows drawn one after the other, and their products on a device against the CPU's. */
#ifndef TESTS_SUPPORT_DRAWINGS_H
#define TESTS_SUPPORT_DRAWINGS_H

#include <stdbool.h>

#include "semigraph.h"

struct drawing {
    graph_arrays arrays;
    int64_t *start;
    int32_t *column;
    double *value;
};

/* Of at most `most` entries; values are fp64. */
void open_drawing(struct drawing *d, int64_t rows, int64_t columns, int64_t most);

/* Whether values are of either sign, with zeros of both, infinities and NaN among them; else they are small numbers. */
extern bool drawings_have_signs;

/* Ends a row: sorted, without repetitions. */
void end_row(struct drawing *d, int64_t first, int64_t end, uint64_t *seed);

void close_drawing(graph_matrix **A, struct drawing *d);

/* `rows` rows of `length` entries (of 1 or `longer` in some, 0 in fewer) in columns below `columns`; with threes of long
 * rows that are similar, or none. */
void draw_even(graph_matrix **A, int64_t rows, int64_t columns, int64_t most_column, int64_t length,
               int64_t longer, bool has_triples, uint64_t *seed);

/* Row i has `usual` entries at most, every step-th one `many`; columns below `columns`. */
void draw_uneven(graph_matrix **A, int64_t rows, int64_t columns, int64_t usual, int64_t step, int64_t many,
                 uint64_t *seed);

/* A B under a semiring on the device of the test, bit by bit as on the CPU. */
void check_on_device(const char *name, graph_matrix *A, graph_matrix *B);

#endif
