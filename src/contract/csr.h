/* A sparse matrix or vector as a back end sees it: plain arrays at the back end's place. */
#ifndef CONTRACT_CSR_H
#define CONTRACT_CSR_H

#include "semigraph/types.h"
#include "semigraph/vector.h"

struct graph_diagonal_list;

/* A matrix to read.  row_start has rows + 1 offsets; columns ascend strictly within a row.  value is NULL for a
 * pattern and for operands whose values the operation does not read. */
struct graph_csr {
    int64_t rows, columns, entries;
    const int64_t *row_start;
    const int32_t *column;
    const void *value;
    graph_type type;
    struct graph_diagonal_list **diagonals; /* where the matrix keeps which it has; NULL: nowhere */
    /* Where it keeps how full its 8 x 8 blocks are: entries << 32 | blocks of a sample; 0 before one is taken. */
    uint64_t *block_fill;
    /* Where the array of values keeps what a device has found out about all of them; 0 before one has looked.  NULL:
     * nowhere, as of a part of an array and of values made for one call. */
    uint64_t *value_facts;
};

/* Whether a matrix has an entry at every position. */
static inline bool graph__csr_is_full(const struct graph_csr *A)
{
    return A->entries > 0 && A->entries == A->rows * A->columns;
}

/* The arrays of a new matrix.  Whoever receives them owns them and gives each back with the back end's release. */
struct graph_csr_arrays {
    int64_t entries;
    int64_t *row_start;
    int32_t *column;
    void *value; /* NULL for a pattern */
};

/* A vector to read.  Sparse: index and value have `entries` elements, indices ascend strictly.  Bitmap: present and
 * value have `length` elements, value where present is 0 is any valid value (a bool is 0 or 1).  Full: value has
 * `length` elements.  value is NULL for a pattern, and may be for a sparse vector without entries. */
struct graph_vector_view {
    int64_t length, entries;
    graph_vector_form form;
    const int32_t *index;
    const uint8_t *present;
    const void *value;
    graph_type type;
};

/* The arrays of a new vector, owned like those of a matrix. */
struct graph_vector_arrays {
    int64_t entries;
    graph_vector_form form;
    int32_t *index;
    uint8_t *present;
    void *value;
};

/* Which positions an output may have.  Without arrays it admits everything; a mask that carries values has been
 * reduced to its true entries before it gets here, so only the pattern counts. */
struct graph_matrix_mask {
    bool is_given, is_complement;
    struct graph_csr pattern;
};

/* present[i] != 0: position i is in the mask.  NULL unless is_given; and where is_listed, which only vector_update and the
 * CPU's vector_merge of sparse vectors take: then `index` has the positions, `entries` of them, ascending. */
struct graph_vector_mask {
    bool is_given, is_complement, is_listed;
    const uint8_t *present;
    const int32_t *index;
    int64_t entries;
};

#endif
