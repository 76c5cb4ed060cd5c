/* Compaction of a dense accumulator, in ascending order of positions.  A fold marks what it touches with plain byte stores:
 * a byte for each position and, for rows that touch a small share of them, a coarse byte for each block of 64.  Compaction
 * converts bytes to bits, so that the entries of a row are found in order and need no sort. */
#ifndef CPU_MXM_MXM_DENSE_COMPACT_H
#define CPU_MXM_MXM_DENSE_COMPACT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    DENSE_COMPACT_BLOCK = 64, /* positions that share a coarse mark; all arrays have room for whole blocks */
    DENSE_COMPACT_OVERRUN = 64, /* elements that compaction may write behind its last entry */
};

/* Between rows all marks are 0 and all sums are start (if has_start). */
struct dense_accumulator {
    uint8_t *mark, *coarse; /* 0 or 1; coarse has room for whole groups of 64 blocks */
    void *sum;              /* NULL if value_bytes is 0 */
    size_t value_bytes;     /* 0, 1, 2, 4 or 8 */
    bool has_start;         /* sums must be set back */
    uint64_t start;         /* begins with its bytes */
};

/* Writes the marked positions of blocks first .. last - 1 and their sums, and clears what it read; gives their number.
 * With is_coarse only blocks with a coarse mark have any. */
int64_t graph__dense_compact(const struct dense_accumulator *dense, int64_t first, int64_t last,
                             bool is_coarse, int32_t *position, void *value);

/* The form in plain C, which graph__dense_compact takes where the processor has no better one. */
int64_t graph__dense_compact_plain(const struct dense_accumulator *dense, int64_t first, int64_t last,
                                   bool is_coarse, int32_t *position, void *value);

#endif
