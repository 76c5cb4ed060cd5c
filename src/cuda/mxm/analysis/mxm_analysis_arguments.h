/* What the kernels of the analysis take (mxm_analysis.cu, mxm_samples.cu, mxm_compact.cu), and their addresses. */
#ifndef CUDA_MXM_ANALYSIS_MXM_ANALYSIS_ARGUMENTS_H
#define CUDA_MXM_ANALYSIS_MXM_ANALYSIS_ARGUMENTS_H

#include "cuda/mxm/analysis/mxm_analysis.h"

/* A row of more than MXM_HUGE_ROW entries, of which blocks measure a part each: its products, the columns they lie
 * between, and the parts that have been measured. */
struct mxm_huge_row {
    unsigned long long products;
    int32_t row, low, high, measured;
};
enum { MXM_HUGE_PART = 4096 /* entries of A */ };

/* A row that a team may take. */
struct mxm_hub_row {
    int64_t products;
    int32_t row;
};

/* Rows of the bin block large go to teams if they have so much room, and more than one in `part` of all products, unless
 * more than `most` have that, or more than `listed` rows so much room. */
struct mxm_hub_limits {
    int64_t room, part, most, listed;
};

struct mxm_analyse_arguments {
    const int64_t *A_row_start, *B_row_start;
    const int32_t *A_column, *B_column;
    int64_t rows, columns; /* of C */
    /* Rows that the first kernel leaves to the second: rows of many products; long rows from the begin, and the longest
     * from the end, of long_most places. */
    int32_t *count, *wide_row, *long_row;
    int64_t long_most;
    struct mxm_huge_row *huge_row;
    struct mxm_hub_row *hub_row;
    struct mxm_hub_limits hub;
    uint8_t *bin;
    struct mxm_totals *totals;
    int64_t *readback;     /* the totals, for the host */
    bool has_inserts;      /* whether rows may have this bin */
    int64_t warp_products; /* of a row that a warp takes, at most */
};

struct mxm_list_arguments {
    int64_t rows, columns; /* of C */
    const int32_t *count;
    const uint8_t *bin;
    int32_t *list;
    int64_t *offset;
    struct mxm_totals *totals;
    bool is_whole; /* bins that need no list have one too */
};

/* Samples of each bin that may use row clusters: whether neighbouring rows are similar. */
struct mxm_samples_arguments {
    const int64_t *A_row_start, *B_row_start;
    const int32_t *A_column, *B_column, *list;
    struct mxm_totals *totals;
};

enum {
    MXM_SAMPLES_THREADS = 1024,
    MXM_SAMPLES_ROWS = 32,
    MXM_SAMPLES_BLOCKS = MXM_SAMPLED_BINS * MXM_SAMPLES_ROWS
};

struct mxm_compact_arguments {
    const int64_t *C_row_start, *offset;
    const int32_t *list, *column;
    const void *value;
    int32_t *C_column;
    void *C_value;
    int64_t first, rows;
    const int32_t
        *place; /* of the rows to copy, as many as are counted there, instead of those from `first` on */
    const int64_t *places;
    int lanes, value_bytes; /* lanes: for each row that is not short, a power of two */
};

struct mxm_mesh_sample_arguments {
    const int64_t *A_row_start, *B_row_start;
    const int32_t *A_column, *B_column;
    int64_t rows;
    struct mxm_mesh_sample *found;
};

enum {
    MXM_MESH_SAMPLE_THREADS = 128,
    MXM_MESH_SAMPLE_ROWS = 512,
    MXM_MESH_SAMPLE_PRODUCTS = 256 /* of a row; of a row with more products each counts as an entry */
};

/* How full the 8 x 8 blocks of a matrix are: each warp of MXM_SAMPLE_BLOCKS thread blocks samples a block row. */
struct mxm_sample_arguments {
    const int64_t *row_start;
    const int32_t *column;
    int64_t rows;
    int64_t *entries, *blocks;
};

enum { MXM_SAMPLE_BLOCKS = 32, MXM_SAMPLE_MOST = 64 /* entries of a row */ };

/* Blocks of the analysis on a multiprocessor; lanes for a row of many products. */
enum { MXM_ANALYSE_BLOCKS = 6, MXM_ANALYSE_LONG_BLOCKS = 4, MXM_WIDE_LANES = 8 };

enum { MXM_ANALYSIS_THREADS = 256, MXM_LIST_ROWS = 2048, MXM_COMPACT_PARTS = 4, MXM_COMPACT_ROWS = 4 };

#ifdef __cplusplus
extern "C" {
#endif
extern const void *const graph__mxm_analyse;
extern const void *const graph__mxm_analyse_long;
extern const void *const graph__mxm_list;
extern const void *const graph__mxm_compact;
extern const void *const graph__mxm_compact_short;
extern const void *const graph__mxm_compact_warps;
extern const void *const graph__mxm_compact_places;
extern const void *const graph__mxm_sample_blocks;
extern const void *const graph__mxm_sample_bins;
extern const void *const graph__mxm_sample_meshes;
#ifdef __cplusplus
}
#endif

#endif
