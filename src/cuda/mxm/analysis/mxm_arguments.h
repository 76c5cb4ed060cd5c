/* What the kernels of a sparse product share: the bins of rows, and one struct for the numeric kernels. */
#ifndef CUDA_MXM_ANALYSIS_MXM_ARGUMENTS_H
#define CUDA_MXM_ANALYSIS_MXM_ARGUMENTS_H

#include "cuda/semiring/value_facts_arguments.h"

/* Rows of C by how they are computed.  Sort: all products in registers, at most as many as the name says; up to 256 a
 * warp or less takes a row, above that a block.  Sort long: of many entries of A, with up to 1,024 products.  Warp and
 * block: a bitmap of columns that one warp or one block owns, of 128 threads (tiny) or more.
 * Wide: too many products to be sorted, on columns far apart; widest: more of them than a warp takes.  Where there are many
 * columns, rows of the bins from sort 1,024 to 4,096 and wide are made by buckets of columns.  Where a sample shows that
 * their columns lie in clusters, warps with hash tables take the rows of the bins from sort 1,024 to wide.
 * Insert: one row of B has nearly all products, and those of the others are put between its entries.
 * Triple: rows 3t, 3t + 1 and 3t + 2, whose rows of A have the same columns, by one warp; only the first is listed.
 * Rows of the bins from the first direct one to the last, and of tiny blocks, are counted first, and then written straight
 * into C; but where a bin of blocks has few, or many are like their neighbours, they are made at once, beside the others. */
enum mxm_bin {
    MXM_EMPTY,
    MXM_COPY, /* one entry in the row of A: a scaled row of B */
    MXM_COPY_LONG,
    MXM_SORT_8,
    MXM_SORT_16,
    MXM_SORT_32,
    MXM_SORT_64,
    MXM_SORT_128,
    MXM_SORT_256,
    MXM_SORT_LONG,
    MXM_SORT_1024,
    MXM_SORT_2048,
    MXM_SORT_4096,
    MXM_WARP_SMALL,
    MXM_BLOCK_TINY,
    MXM_WIDE,
    MXM_INSERT,
    MXM_BLOCK_SMALL,
    MXM_BLOCK_MEDIUM,
    MXM_BLOCK_LARGE,
    MXM_WIDEST,
    MXM_WARP_TRIPLE,
    MXM_BINS,
    MXM_FIRST_DIRECT = MXM_INSERT,
    MXM_LAST_DIRECT = MXM_BLOCK_LARGE,
    MXM_DIRECT_LEAST = 128, /* rows */
    MXM_FIRST_SAMPLED = MXM_SORT_1024,
    MXM_SAMPLED_BINS = MXM_WIDE + 1 - MXM_FIRST_SAMPLED,
    /* Bins whose lists keep the order of the rows, which may be alike. */
    MXM_FIRST_SINGLE_PASS = MXM_SORT_1024,
    MXM_SINGLE_PASS_BINS = MXM_WIDE + 1 - MXM_FIRST_SINGLE_PASS
};

/* What a warp has for a row with a hash table: words, of which it uses three quarters and at most 256, and room for half of
 * the entries, in slots of 8 bytes. */
enum {
    MXM_HASH_SMALL_WORDS = 256,
    MXM_HASH_SMALL_SLOTS = 574,
    MXM_HASH_LARGE_WORDS = 512,
    MXM_HASH_LARGE_SLOTS = 1278
};

/* A block, of which each warp has a row, takes rows that are alike, which together have at most so many columns of A and
 * products in so many words.  The table that joins the columns has more places.  The list of words has room for those that
 * all threads enter before they see that it is full.  A part: products that are looked up together; a batch: those that are
 * folded together.  Fixed: bytes of shared memory for any rows; others are for entries of A and columns of C, and by their
 * number rows are in classes, by how many blocks share a multiprocessor: five of the first, two of the last.  Light:
 * products of rows of the first class, and twice as many for each class after it. */
enum {
    MXM_CLUSTER_ROWS = 8,
    MXM_CLUSTER_THREADS = 32 * MXM_CLUSTER_ROWS,
    MXM_CLUSTER_ENTRIES = 192,
    MXM_CLUSTER_KEYS = 512,
    MXM_CLUSTER_WORDS = 512,
    MXM_CLUSTER_KEYS_MOST = 192,
    MXM_CLUSTER_LIST = MXM_CLUSTER_KEYS_MOST + MXM_CLUSTER_THREADS + 1,
    MXM_CLUSTER_REMAINING_SLOTS = 1200, /* of a single row, for each warp */
    MXM_CLUSTER_BATCH = MXM_CLUSTER_THREADS,
    MXM_CLUSTER_PART = 2048,
    MXM_CLUSTER_FIXED_BYTES = 12 * MXM_CLUSTER_WORDS,
    MXM_CLUSTER_CLASSES = 4,
    MXM_CLUSTER_LIGHT = 4096,
    MXM_CLUSTER_BLOCKS = 5 /* on a multiprocessor, of the first class */
};
/* What an entry of A and a column of C need of shared memory: values or sums of all rows, and the column and who has it. */
#define MXM_CLUSTER_ENTRY_BYTES(slot_bytes)  (MXM_CLUSTER_ROWS * (slot_bytes))
#define MXM_CLUSTER_COLUMN_BYTES(slot_bytes) (MXM_CLUSTER_ROWS * (slot_bytes) + 5)

/* The most columns that the bitmap of a rank bin spans, and the most products of a row that one warp takes. */
enum {
    MXM_WARP_SMALL_WORDS = 384,
    MXM_WARP_SMALL_BOUND = 1536, /* entries of a row */
    MXM_BLOCK_TINY_WORDS = 1024,
    MXM_BLOCK_SMALL_WORDS = 2048,
    MXM_BLOCK_MEDIUM_WORDS = 8192,
    MXM_BLOCK_LARGE_WORDS = 20480,
    MXM_BLOCK_SMALL_BOUND = 8192, /* entries of a row */
    MXM_BLOCK_MEDIUM_BOUND = 24576,
    MXM_BLOCK_LARGE_LIGHT = 32768,
    MXM_SORT_MOST = 256,
    MXM_SORT_1024_ENTRIES = 256, /* of A */
    MXM_SORT_2048_ENTRIES = 512,
    MXM_BLOCK_SORT_MOST = 4096,
    MXM_WARP_PRODUCTS = 24576,
    MXM_WARP_ENTRIES = 2048,     /* of a row of A with more products than are sorted in registers */
    MXM_TRIPLE_PRODUCTS = 32768, /* of each of the three rows */
    MXM_COPY_MOST = 512,
    MXM_COPY_PARTS = 4,
    MXM_COPY_THREADS = 256,
    MXM_COMPACT_COPY_EACH = 4, /* entries of a lane whose loads are under way together */
    /* Of a row whose products are inserted: entries of A, products of the longest row of B, and of all others. */
    MXM_INSERT_ENTRIES = 32,
    MXM_INSERT_LONGEST = 32768,
    MXM_INSERT_MOST = 256,
    MXM_INSERT_HEAD = 3, /* words before what is noted of the products */
    MXM_INSERT_WARPS = 4,
    MXM_INSERT_THREADS = 128,
    MXM_INSERT_PARTS = 8, /* of 32 entries, which a warp writes after one look at what is noted */
    /* Rows of A with more entries than this are worked on by at least a warp, however few products they have; with more
     * than that by a block. */
    MXM_COMPRESSED_ENTRIES = 64,
    MXM_LONG_ROW = 1024
};

/* What is known when rows have been counted: entries of C, and how many groups of rows that are alike each class has. */
struct mxm_made {
    int64_t entries, groups[MXM_CLUSTER_CLASSES];
};

enum { MXM_ROW_MERGE_MOST = 12 }; /* entries of a row of A that a lane merges */

/* Of a sample of the rows of C: how many, their products and entries, the most entries of a row of A, and how many rows
 * of A begin near the column in which the next row begins. */
struct mxm_mesh_sample {
    int64_t rows, products, entries, near;
    int32_t longest;
};

/* Whether lanes of a warp read neighbouring rows of B, and meet in columns: otherwise sorting is faster. */
#define MXM_ROW_MERGE_PAYS(found)                                                                            \
    ((found).rows > 0 && (found).longest <= MXM_ROW_MERGE_MOST && 8 * (found).near >= 7 * (found).rows &&    \
     2 * (found).products >= 3 * (found).entries)

/* What is counted on the device: for each bin its rows and how many of them have found their place in the list. */
struct mxm_totals {
    int64_t products, deferred;
    int64_t wide_rows, long_rows, longest_rows, blocks_done; /* of the analysis */
    int64_t room, room_used;                                 /* of scratch memory: at most, and in truth */
    int64_t large; /* of that room, for rows that are not sorted in registers */
    int64_t rows[MXM_BINS],
        listed[2 * MXM_BINS];    /* behind all bins: light rows, from the end of the list on */
    int64_t remaining[MXM_BINS]; /* rows of the bins from this one on that are not like their neighbours */
    int64_t pool_used;           /* by rows that are */
    int64_t batches_used;        /* of scratch memory, by rows of tiles */
    struct mxm_made made;
    /* Of a few rows of a bin that may be hashed: their number, those that fit a small and a large table of a warp, and those
     * that are like their neighbours. */
    struct {
        int64_t rows, small, large, cluster;
    } sampled[MXM_SAMPLED_BINS];
    struct mxm_mesh_sample meshes; /* zeros where nobody has looked */
};

/* What is looked at before a product, of A, and of B if it is another matrix: entries of a sample, the 8 x 8 blocks they
 * lie in, and all values. */
struct mxm_sample {
    int64_t entries[2], blocks[2];
    struct value_findings values[2];
};

/* A group of rows that are alike: how many there are, of warps from `begin` on; joined entries of A, products of these,
 * words, columns of C; where the rest is in the pool. */
struct mxm_cluster_record {
    int64_t at;
    int32_t begin, rows, entries, products, keys, total;
};

/* What is kept of them between their count and their values.  The records of each class are `most` apart.  Of each entry of
 * A the number of its column among the joined ones, MXM_CLUSTER_NO_NUMBER if its row of B is empty.  bytes: what a class has
 * in shared memory. */
struct mxm_cluster_cache {
    struct mxm_cluster_record *record;
    uint8_t *number;
    char *pool;
    int64_t *pool_used, *groups, pool_bytes, most;
    int32_t bytes[MXM_CLUSTER_CLASSES], slot_bytes;
};
enum { MXM_CLUSTER_NO_NUMBER = 255 };

struct mxm_row_arguments {
    const int64_t *A_row_start, *B_row_start;
    const int32_t *A_column, *B_column;
    const void *A_value, *B_value;
    /* Rows of the list from `first` on, `rows` of them (list NULL: row r is at place r); the row at place r is written from
     * offset[r] on (offset NULL: from C_row_start[row] on) into column and value.  column NULL: entries are only counted. */
    const int32_t *list;
    const int64_t *offset, *C_row_start;
    int32_t *column;
    void *value;
    int32_t *count; /* entries of each row of C; NULL: not wanted */
    int64_t first, rows;
    /* What a direct row keeps between its count and its values lies from kept_offset[place] on: of a bin with blocks its
     * bitmap.  NULL: nothing is kept. */
    const int64_t *saved_offset;
    int32_t *saved;
    void *saved_value;
    /* Places of rows that have too many entries for one warp are put here for the blocks that come after (which have
     * rows = -1 and find their places here). */
    int32_t *deferred;
    int64_t *deferred_rows;
    /* The same for single rows that are not like their neighbours, and the blocks for rows that are alike. */
    int32_t *remaining;
    int64_t *remaining_rows;
    struct mxm_cluster_cache cluster;
    int32_t words,
        slots;       /* of a rank or hash bin: of the bitmap and of the values, for each owner of a row */
    int32_t entries; /* rows of A with at most so many are shared out evenly to the warps of a block */
};

#endif
