/* Products of a device and the CPU together, against those of the CPU alone: for tests on any device. */
#ifndef TESTS_SUPPORT_HYBRIDS_H
#define TESTS_SUPPORT_HYBRIDS_H

#include "tests/support/graphs.h"

/* Every way to share the rows, by rows and by diagonals, of products large enough for several chunks. */
void check_splits(const graph_semiring *semiring, uint64_t *seed);

/* The same with little memory on the device: in many chunks, or at last on the CPU. */
void check_splits_in_little_memory(const graph_semiring *semiring, uint64_t least_bytes, uint64_t *seed);

/* The square of a matrix, made before, with a share in percent of its rows for the CPU: for tests in which something
 * fails. */
extern struct hybrid_operand {
    const graph_semiring *semiring;
    graph_matrix *A;
    double share;
} hybrid_operand;
graph_status hybrid_square(void);

#endif
