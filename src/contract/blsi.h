/* A matrix with one word for each entry: bit-level single indexing (Neelima, Prakash, Reddy 2012). */
#ifndef CONTRACT_BLSI_H
#define CONTRACT_BLSI_H

#include "contract/csr.h"
#include "contract/semiring.h"

/* Columns come in stripes of 2^column_bits, and the rows of a stripe, from its first one on, in buckets of 2^row_bits: a
 * bucket is a cell of the matrix, cell s * buckets + b being bucket b of stripe s.  Entries ascend by cell, then by column,
 * then by row; those of one row so ascend by column.  Entry e of cell c has
 *   - bit e + c of `high` set (the other bits, of which each ends a cell, are not);
 *   - the word  column in the stripe << row_bits | row in the bucket  of row_bits + column_bits bits (1 .. 32), which
 *     begins at bit e * (row_bits + column_bits) of `word`, lowest bit first; a reader may read two elements for each.
 * So the high parts of all row and column numbers take little more than a bit for each entry (Elias, Fano). */
enum { GRAPH_BLSI_CHUNK_BITS = 11 };
struct graph_blsi {
    int64_t rows, columns, entries, buckets;
    int row_bits, column_bits;
    int64_t chunks;           /* of `high`, each of 2^GRAPH_BLSI_CHUNK_BITS bits */
    const uint64_t *high;     /* whole chunks */
    const int64_t *before;    /* entries in front of each chunk */
    const int32_t *first_row; /* of each stripe */
    const uint32_t *word;
    const void *value; /* NULL where the values are not read */
};

/* The words of a matrix, whose columns are the rows of `by_columns`.  Stripes and buckets have the sizes that take the
 * fewest bytes. */
struct graph_blsi_request {
    struct graph_csr by_columns;
    int threads;
    struct graph_blsi words; /* out */
    void *block, *value;     /* out: new arrays on the host, of all but the values, and of the values */
    size_t block_bytes;      /* out: what of the block has to be copied, from its first byte on */
};

/* w = A u, the operands of mul being (A, u) unless is_flipped, then (u, A).  u is a bitmap or full. */
struct graph_mxv_blsi_request {
    const struct graph_semiring *semiring;
    struct graph_blsi A;
    struct graph_vector_view u;
    bool is_flipped;
    int threads;
    struct graph_vector_arrays w; /* out: a bitmap, or full */
};

#endif
