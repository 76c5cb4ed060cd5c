/* What the kernels of compressed rows take (mxm_compressed.cuh), and the addresses of those without a semiring. */
#ifndef CUDA_MXM_WHOLE_MXM_COMPRESSED_ARGUMENTS_H
#define CUDA_MXM_WHOLE_MXM_COMPRESSED_ARGUMENTS_H

#include "cuda/mxm/analysis/mxm_arguments.h"

/* Room of a row of C, for most rows or for the longer ones: words, slots, pieces of rows of B, and words of all these
 * rows.  Span: words between the first and the last of a row.  Saved: words of 4 bytes that the count saves of a row.
 * Instead of, or added to, the number of words: large, a longer row; remaining, a row for the blocks. */
enum {
    MXM_COMPRESSED_THREADS = 256,
    MXM_COMPRESSED_LANES = 16,
    MXM_COMPRESSED_SPAN = 4096,
    MXM_COMPRESSED_SAVED = 160,
    MXM_COMPRESSED_IS_LARGE = 128,
    MXM_COMPRESSED_IS_REMAINING = 255,
    MXM_COMPRESSED_SAMPLED_ROWS = 128,
    MXM_COMPRESSED_SAMPLE_THREADS = 512
};
#define MXM_COMPRESSED_WORDS(is_large)  ((is_large) ? 64 : 46)
#define MXM_COMPRESSED_SLOTS(is_large)  ((is_large) ? 208 : 108)
#define MXM_COMPRESSED_PIECES(is_large) ((is_large) ? 56 : 32)
#define MXM_COMPRESSED_PAIRS(is_large)  ((is_large) ? 256 : 192)
#define MXM_COMPRESSED_BYTES(is_large, slot_bytes)                                                           \
    ((16 * MXM_COMPRESSED_PIECES(is_large) + (4 + (slot_bytes)) * MXM_COMPRESSED_SLOTS(is_large) +           \
      8 * MXM_COMPRESSED_WORDS(is_large) + MXM_COMPRESSED_PAIRS(is_large) + 63) /                            \
         128 * 128 +                                                                                         \
     64)

/* What the kernels count, from zeros: of a sample, its rows and the compressible ones; products of all rows; longer rows,
 * rows for the blocks, and entries of C. */
struct mxm_compressed_state {
    int64_t sampled, compressed;
    int64_t products, large, remaining, entries;
};

struct mxm_compressed_arguments {
    const int64_t *A_row_start, *B_row_start;
    const int32_t *A_column, *B_column;
    const void *A_value, *B_value;
    int64_t rows; /* of C, or of the list of longer ones */
    /* The words of each row of B, number and bits, from B_row_start on; of each entry its word, counted from the first of
     * its row, and its column in that; of each row where it begins, its entries and words, 16 bits each, and its first
     * and last word. */
    const uint32_t *B_word, *B_record;
    const uint16_t *B_code;
    /* Of each row of C, MXM_COMPRESSED_SAVED words: its words, number and entries before, then their bits, then which of
     * them each word of the rows of B is; its number of words, or a mark; and its entries.  Lists of the longer rows, and
     * of the rows for the blocks. */
    uint32_t *saved;
    uint8_t *words;
    int32_t *count, *large, *remaining;
    struct mxm_compressed_state *state;
    const int64_t *C_row_start;
    int32_t *C_column;
    void *C_value;
};

/* The words of the rows of B. */
struct mxm_row_words_arguments {
    const int64_t *row_start;
    const int32_t *column;
    int64_t rows, entries;
    uint32_t *word, *record;
    uint16_t *code;
};

enum { MXM_ROW_WORDS_LANES = 16 };

#ifdef __cplusplus
extern "C" {
#endif
extern const void *const graph__mxm_compressed_sample;
extern const void *const graph__mxm_compressed_count;
extern const void *const graph__mxm_row_words;
#ifdef __cplusplus
}
#endif

#endif
