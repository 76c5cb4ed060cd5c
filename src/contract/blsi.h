/* A matrix with one word for each entry: bit-level single indexing (Neelima, Prakash, Reddy 2012). */
#ifndef CONTRACT_BLSI_H
#define CONTRACT_BLSI_H

#include "contract/csr.h"
#include "contract/semiring.h"

/* Entries ascend by column, then by row.  Entry e of row i and column j has the word
 *     (j - offset[e >> chunk_bits]) << row_bits | i
 * of word_bits bits (1 .. 32), which begins at bit e * word_bits of `word`, lowest bit first; a reader may read two
 * elements of `word` for each. */
struct graph_blsi {
    int64_t rows, columns, entries;
    int row_bits, word_bits, chunk_bits;
    const uint32_t *word;
    const int32_t *offset; /* the first column of each chunk of 2^chunk_bits entries */
    const void *value;     /* NULL where the values are not read */
};

/* The words of a matrix, whose columns are the rows of `by_columns`.  The chunks have the size that takes the fewest
 * bytes.  Words and offsets are new arrays on the host; the values stay where they are. */
struct graph_blsi_request {
    struct graph_csr by_columns;
    int threads;
    struct graph_blsi words;         /* out */
    uint32_t *word;                  /* out: words.word, and its bytes */
    int32_t *offset;                 /* out: words.offset */
    size_t word_bytes, offset_bytes; /* out */
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
