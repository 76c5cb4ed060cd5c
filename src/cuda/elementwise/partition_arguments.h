/* What the kernels of partition.cu take, and their addresses. */
#ifndef CUDA_ELEMENTWISE_PARTITION_ARGUMENTS_H
#define CUDA_ELEMENTWISE_PARTITION_ARGUMENTS_H

#include "cuda/primitives/entry_tiles_arguments.h"

/* A block ranks and moves a tile of entries.  Tiles that run at the same time write next to each other, so that lines of
 * the L2 cache are filled before they leave it. */
enum {
    PARTITION_THREADS = 512,
    PARTITION_ITEMS = 16,
    PARTITION_TILE = PARTITION_THREADS * PARTITION_ITEMS,
    PARTITION_BITS = 11,
    PARTITION_DIGITS = 1 << PARTITION_BITS,
    PARTITION_SCAN_THREADS = 1024,
    PARTITION_SCAN_DIGITS = 8 /* of a block */
};

/* A stable counting sort of entries by a digit, of all entries or inside each bucket of an earlier pass.  A tile has
 * entries of one bucket. */
struct partition_arguments {
    int64_t n;
    /* The digit of an entry: key >> shift, or low. */
    const uint32_t *key;
    const uint16_t *low;
    int32_t shift, digits;
    /* bucket_start NULL: all entries are one bucket. */
    int64_t tiles;
    const int64_t *bucket_start;
    const int32_t *tile_bucket, *first_tile; /* of a tile, its bucket; of a bucket, its first tile */
    int32_t buckets;
    /* count[tile * digits + d]: entries with digit d; then, in buckets, those in earlier tiles of the bucket.  In a pass
     * over all entries, these are in `before`, and total[d] is the sum over all tiles. */
    uint32_t *count;
    int64_t *before, *total;
    /* start[bucket * digits + d] = where those with digit d go, below `starts`; start[starts] = n. */
    int64_t *start;
    int64_t starts;
    /* What is moved: low bits of the key, under low_shift and low_mask; the index, which is key >> unpack, index[e], or the
     * row of the entry; the value.  pack: the index moves as index << pack | low bits. */
    struct tiles row_tiles;
    const int32_t *index;
    const void *value;
    int32_t low_shift, low_mask, pack, unpack;
    uint32_t *to_key;
    uint16_t *to_low;
    int32_t *to_index;
    void *to_value;
};

/* Finds the tiles of the buckets of a pass. */
struct partition_tiles_arguments {
    const int64_t *bucket_start;
    int32_t buckets;
    int32_t *tile_bucket, *first_tile;
};

/* count[j + 1] of int64_t: the keys equal to j. */
struct partition_keys_arguments {
    const uint32_t *key;
    int64_t n;
    int64_t *count;
};

#ifdef __cplusplus
extern "C" {
#endif

extern const void *const graph__cuda_partition_count;
extern const void *const graph__cuda_partition_scan;
extern const void *const graph__cuda_partition_scan_totals;
extern const void *const graph__cuda_partition_tiles;
extern const void *const graph__cuda_partition_scan_buckets;
extern const void *const graph__cuda_partition_keys;
/* By the size of the values. */
extern const void *const graph__cuda_partition_move[];

#ifdef __cplusplus
}
#endif

/* Shared memory of partition_move, for so many digits. */
#define PARTITION_BUFFER_BYTES         (PARTITION_TILE * 8)
#define PARTITION_SHARED_BYTES(digits) (PARTITION_BUFFER_BYTES + PARTITION_TILE * 2 + (digits)*12)

#endif
