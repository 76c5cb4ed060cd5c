/* What the kernels of a sparse product share: the bins of rows, what the analysis counts and samples, and one struct of
 * arguments for the numeric kernels. */
#ifndef CUDA_MXM_ANALYSIS_MXM_ARGUMENTS_H
#define CUDA_MXM_ANALYSIS_MXM_ARGUMENTS_H

#include "cuda/semiring/value_facts_arguments.h"

/* Rows of C by how they are computed.
 * Sort: all products are sorted, at most as many as the name says; up to 256 in the registers of a warp or less, above
 * that by a block.  Sort long: many entries of A, up to 1,024 products.
 * Warp and block: a bitmap of columns that one warp or one block owns, of 128 threads (tiny) or more.
 * Wide: too many products for a sort, on columns far apart; widest: more of them than a warp takes.
 * Huge: so many entries of A, or such a part of all products, that teams of blocks share them.
 * Insert: one row of B has nearly all products, and the other products are inserted between its entries.
 *
 * Rows of the direct bins, and of tiny blocks, are counted first and then written straight into C.  A bin of blocks with
 * less than MXM_DIRECT_LEAST rows, or with clustered rows, is computed at once, concurrently with the other bins. */
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
    MXM_HUGE,
    MXM_BINS,
    MXM_FIRST_DIRECT = MXM_INSERT,
    MXM_LAST_DIRECT = MXM_BLOCK_LARGE,
    MXM_DIRECT_LEAST = 128, /* rows */
    MXM_FIRST_SAMPLED = MXM_SORT_1024,
    MXM_SAMPLED_BINS = MXM_WIDE + 1 - MXM_FIRST_SAMPLED,
    /* Bins whose lists preserve the order of the rows, so that neighbours in the list can be similar. */
    MXM_FIRST_IN_ORDER = MXM_SORT_1024,
    MXM_BINS_IN_ORDER = MXM_WIDE + 1 - MXM_FIRST_IN_ORDER
};

/* A row cluster: MXM_CLUSTER_ROWS similar rows, computed by one block, a row for each warp.  Together they have at most
 * so many columns of A, and products in so many words of 32 columns.  The hash table that joins the columns has more
 * places than that.  The list of words has room for the words that all threads enter before they see that it is full.
 * Part: products that are looked up at a time.  Batch: products that are added at a time.  Fixed: bytes of shared memory
 * for any cluster; the others depend on the entries of A and the columns of C.  By that number a cluster has a class: as
 * many blocks share a multiprocessor, five of the first class and two of the last.  Light: products of rows of the first
 * class; each further class has twice as many. */
enum {
    MXM_CLUSTER_ROWS = 8,
    MXM_CLUSTER_THREADS = 32 * MXM_CLUSTER_ROWS,
    MXM_CLUSTER_ENTRIES = 192,
    MXM_CLUSTER_KEYS = 512,
    MXM_CLUSTER_WORDS = 512,
    MXM_CLUSTER_KEYS_MOST = 192,
    MXM_CLUSTER_LIST = MXM_CLUSTER_KEYS_MOST + MXM_CLUSTER_THREADS + 1,
    MXM_CLUSTER_REMAINING_SLOTS = 1200, /* of a row without similar neighbours, for each warp */
    MXM_CLUSTER_BATCH = MXM_CLUSTER_THREADS,
    MXM_CLUSTER_PART = 2048,
    MXM_CLUSTER_FIXED_BYTES = 12 * MXM_CLUSTER_WORDS,
    MXM_CLUSTER_CLASSES = 4,
    MXM_CLUSTER_LIGHT = 4096,
    MXM_CLUSTER_BLOCKS = 5 /* on a multiprocessor, of the first class */
};
/* Bytes of shared memory for an entry of A and for a column of C: values or sums of all rows, and the column and which
 * rows have it. */
#define MXM_CLUSTER_ENTRY_BYTES(slot_bytes)  (MXM_CLUSTER_ROWS * (slot_bytes))
#define MXM_CLUSTER_COLUMN_BYTES(slot_bytes) (MXM_CLUSTER_ROWS * (slot_bytes) + 5)

/* Limits of the bins (mxm_analysis.cu: classify): words of the bitmap of columns, products and entries of a row. */
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
    MXM_WARP_PRODUCTS_OF_SMALL = 4096, /* where rows do not fill the device, their longest decides */
    MXM_WARP_ENTRIES = 2048,           /* of a row of A with more products than are sorted in registers */
    MXM_COPY_MOST = 512,
    MXM_COPY_PARTS = 4,
    MXM_COPY_THREADS = 256,
    MXM_COMPACT_COPY_EACH = 4, /* entries that a lane loads before it uses the first */
    /* Of a row whose products are inserted: entries of A, products of the longest row of B, and of all others. */
    MXM_INSERT_ENTRIES = 32,
    MXM_INSERT_LONGEST = 32768,
    MXM_INSERT_MOST = 256,
    MXM_INSERT_HEAD = 3, /* words before the records of the products */
    MXM_INSERT_WARPS = 4,
    MXM_INSERT_THREADS = 128,
    MXM_INSERT_PARTS = 8, /* of 32 entries, which a warp writes after one read of the records */
    /* A row of A with more entries than the first gets at least a warp, even with a small number of products; with more
     * than the second, a block. */
    MXM_SHORT_ROW = 64,
    MXM_LONG_ROW = 1024,
    /* With more than this, all blocks measure it, and a team of blocks computes it. */
    MXM_HUGE_ROW = 16384
};

/* The result of counting: entries of C, and the number of row clusters of each class. */
struct mxm_made {
    int64_t entries, groups[MXM_CLUSTER_CLASSES];
};

enum { MXM_ROW_MERGE_MOST = 12 }; /* entries of a row of A that a lane merges */

/* A sample of the rows of C: how many rows, their products and entries, the rows of A that begin near the first column of
 * the next row, and the most entries of a row of A. */
struct mxm_mesh_sample {
    int64_t rows, products, entries, near;
    int32_t longest;
};

/* Whether the sample shows a mesh: neighbouring rows of A read neighbouring rows of B, and products meet in columns.
 * Then a lane merges the rows of B of a row (mxm_row_merge.cuh); otherwise sorting is faster. */
#define MXM_ROW_MERGE_PAYS(found)                                                                            \
    ((found).rows > 0 && (found).longest <= MXM_ROW_MERGE_MOST && 8 * (found).near >= 7 * (found).rows &&    \
     2 * (found).products >= 3 * (found).entries)

/* What the device counts: of each bin its rows, and how many of them have their place in the list. */
struct mxm_totals {
    int64_t products, deferred;
    int64_t wide_rows, long_rows, longest_rows, huge_rows, hub_rows,
        blocks_done;         /* places in the work lists of the analysis */
    int64_t room, room_used; /* of scratch memory: bound, and in fact */
    int64_t large;           /* of that room, for rows that are not sorted by warps */
    int64_t rows[MXM_BINS],
        listed[2 * MXM_BINS];    /* after all bins: light rows, from the end of the list on */
    int64_t remaining[MXM_BINS]; /* rows of the bins from this one on without similar neighbours */
    int64_t pool_used;           /* by row clusters */
    int64_t batches_used;        /* of scratch memory, by batches */
    struct mxm_made made;
    /* Of sampled rows of a bin: their number, and how many are similar to their neighbours. */
    struct {
        int64_t rows, cluster;
    } sampled[MXM_SAMPLED_BINS];
    struct mxm_mesh_sample meshes; /* zeros if not sampled */
};

/* Samples of the operands, of A, and of B if it is another matrix: entries, the 8 x 8 blocks they lie in, and facts about
 * all values. */
struct mxm_sample {
    int64_t entries[2], blocks[2];
    struct value_findings values[2];
};

/* A row cluster: its rows, of the warps from `begin` on; the joined entries of A, their products, words, and columns of
 * C; where the rest is in the pool. */
struct mxm_cluster_record {
    int64_t at;
    int32_t begin, rows, entries, products, keys, total;
};

/* What the count of row clusters saves for their values.  The records of each class are `most` apart.  number: of each
 * entry of A the number of its column among the joined ones, MXM_CLUSTER_NO_NUMBER if its row of B is empty.  bytes: of
 * shared memory for a class. */
struct mxm_cluster_cache {
    struct mxm_cluster_record *record;
    uint8_t *number;
    char *pool;
    int64_t *pool_used, *groups, pool_bytes, most;
    int32_t bytes[MXM_CLUSTER_CLASSES], slot_bytes;
};
enum { MXM_CLUSTER_NO_NUMBER = 255 };

/* What the kernels of rows take.
 * Rows: places first .. first + rows - 1 of the list (list NULL: row r is at place r); rows = -1: the places in deferred, or
 * in remaining.
 * Output of the row at place r, of three kinds:
 *     count       column NULL: only the number of entries, in count
 *     scratch     columns and values from offset[r] on, and the number of entries in count
 *     in place    offset NULL: columns and values from C_row_start[row] on */
struct mxm_row_arguments {
    const int64_t *A_row_start, *B_row_start;
    const int32_t *A_column, *B_column;
    const void *A_value, *B_value;
    const int32_t *list;
    const int64_t *offset, *C_row_start;
    int32_t *column;
    void *value;
    int32_t *count; /* entries of each row of C; NULL: not wanted */
    int64_t first, rows;
    /* What the count of a direct row saves for its values, from saved_offset[place] on: of a bin with blocks its bitmap.
     * NULL: nothing is saved. */
    const int64_t *saved_offset;
    int32_t *saved;
    void *saved_value;
    /* Places of rows with too many entries for one warp, for the blocks that are launched afterwards.  Those have rows =
     * -1 and find their places here. */
    int32_t *deferred;
    int64_t *deferred_rows;
    /* The same for rows without similar neighbours, and the memory of the row clusters. */
    int32_t *remaining;
    int64_t *remaining_rows;
    struct mxm_cluster_cache cluster;
    /* Of a bitmap: its words, and slots for values, for each warp or block that computes a row. */
    int32_t words, slots;
    int32_t entries; /* rows of A with at most so many are divided evenly among the warps of a block */
    int32_t parts;   /* blocks for each row, of inserted products */
};

#endif
