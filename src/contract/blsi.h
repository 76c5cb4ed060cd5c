/* A matrix with one word for each entry: bit-level single indexing (Neelima, Prakash, Reddy 2012). */
#ifndef CONTRACT_BLSI_H
#define CONTRACT_BLSI_H

#include "contract/csr.h"
#include "contract/semiring.h"

/* Columns come in stripes of 2^column_bits, and the rows of a stripe, from its first one on, in buckets of 2^row_bits: a
 * bucket is a cell of the matrix, cell s * buckets + b being bucket b of stripe s.  An entry has a number of two parts: its
 * cell, and below it, in word_bits = row_bits + column_bits bits (1 .. 32), its column in the stripe and then its row in the
 * bucket.  Entries ascend by their numbers, so that those of one row ascend by column.  What is stored of entry e, whose
 * number is x (and y that of the entry in front of it, or 0), is
 *   without `sum`  (Elias, Fano)   the low word_bits of x, and all above them is told by z = x >> word_bits;
 *   with `sum`     (Golomb, Rice)  the low word_bits of x - y, and z is the sum of (x - y) >> word_bits so far;
 *   - the low bits are a word that begins at bit e * word_bits of `word`, lowest bit first; a reader may read two elements
 *     for each;
 *   - bit e + z of `high` is set; the other bits are not.
 * So x = (z << word_bits) + s, where s is the word, or with `sum` the sum of all words up to and with it, and the high parts
 * of all row and column numbers take little more than a bit for each entry.  Steps take half a bit less where entries are at
 * random. */
enum { GRAPH_BLSI_CHUNK_BITS = 11, GRAPH_BLSI_MOST_STEP_BITS = 20 };
struct graph_blsi {
    int64_t rows, columns, entries, buckets;
    int row_bits, column_bits; /* with `sum` their sum is at most GRAPH_BLSI_MOST_STEP_BITS */
    int64_t chunks;            /* of `high`, each of 2^GRAPH_BLSI_CHUNK_BITS bits */
    const uint64_t *high;      /* whole chunks */
    const int64_t *before;     /* entries in front of each chunk */
    const int64_t *sum;        /* of the words in front of each chunk; NULL: words are no steps */
    const int32_t *first_row;  /* of each stripe */
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
