/* What must hold of arrays that come from a caller. */
#ifndef CORE_MATRIX_IMPORT_CHECK_H
#define CORE_MATRIX_IMPORT_CHECK_H

#include "semigraph/matrix.h"

/* CSR read as rows of columns, CSC as columns of rows. */
struct graph_compressed {
    int64_t majors, minors, entries;
    void *start, *index;
};

struct graph_compressed graph__compressed(const graph_arrays *arrays);

/* Element k of an array of integers of 32 or 64 bits. */
static inline int64_t graph__integer_at(const void *array, int bits, int64_t k)
{
    return bits == 32 ? ((const int32_t *)array)[k] : ((const int64_t *)array)[k];
}

/* The description itself, in O(1) but for Boolean values, which must be 0 or 1 unless trusted. */
graph_status graph__check_arrays(const graph_arrays *arrays);

/* Starts, bounds and order.  Indices may be out of order only with GRAPH_COPY; then *is_sorted is false, and nobody has
 * looked for duplicates yet. */
graph_status graph__check_compressed(bool *is_sorted, const struct graph_compressed *in,
                                     const graph_arrays *arrays);

#endif
