/* The analysis of C = A B, which reads no values: products of each row, row bins and their lists, samples of the
 * operands; and the stream compaction of finished rows from scratch memory to C. */
#ifndef CUDA_MXM_ANALYSIS_MXM_ANALYSIS_H
#define CUDA_MXM_ANALYSIS_MXM_ANALYSIS_H

#include "contract/kernels.h"
#include "cuda/runtime/call.h"
#include "cuda/mxm/analysis/mxm_arguments.h"
#include "cuda/semiring/value_facts_host.h"

#ifdef __cplusplus
extern "C" {
#endif

struct mxm_analysis {
    struct mxm_totals *totals; /* on the device */
    int32_t *count; /* of each row: its room in scratch memory; of empty and copied rows its entries */
    uint8_t *bin;   /* of each row */
    int32_t *list;  /* non-empty rows, bin after bin */
    int32_t *deferred, *remaining; /* work lists, with room for as many places */
    int64_t *offset;               /* of each place of the list: where the row begins in scratch memory */
};

/* Whether A B is expected to have so many products that samples pay. */
bool graph__cuda_mxm_is_large(const struct graph_csr *A, const struct graph_csr *B);

/* Allocates the analysis of A B and enqueues its kernels.  suits_row_merge, if not NULL: whether a sample shows a mesh,
 * for which a row merge is faster; the analysis stays empty then. */
graph_status graph__cuda_mxm_analysis(struct cuda_call *call, struct mxm_analysis *analysis,
                                      const struct graph_csr *A, const struct graph_csr *B,
                                      bool *suits_row_merge);

/* Waits for what the analysis counts, and for samples and lists where they matter. */
graph_status graph__cuda_mxm_analysis_totals(struct cuda_call *call, struct mxm_totals *totals,
                                             const struct mxm_analysis *analysis, const struct graph_csr *A,
                                             const struct graph_csr *B);

/* Lists the rows of all bins, for a product without the memory that short rows need to do without lists
 * (graph__mxm_last_unlisted). */
graph_status graph__cuda_mxm_analysis_all_lists(struct cuda_call *call, struct mxm_totals *totals,
                                                const struct mxm_analysis *analysis,
                                                const struct graph_csr *A, const struct graph_csr *B);

/* Samples how full the 8 x 8 blocks of A and B are, if at_blocks, and finds facts about their values (NULL: none).  Both
 * are cached with the operands.  Waits for what is not cached. */
graph_status graph__cuda_mxm_sample_operands(struct cuda_call *call, struct mxm_sample *found,
                                             struct operand_values *values, const struct graph_csr *A,
                                             const struct graph_csr *B, bool at_blocks);

/* Enqueues the compaction of the rows at places first .. first + rows - 1 of the list, from their offsets in `column` and
 * `value` to C.  lanes: for each row, a power of two; 1: rows of at most MXM_COPY_MOST entries,
 * many to a warp. */
graph_status graph__cuda_mxm_compact(struct cuda_call *call, const struct graph_csr_arrays *C,
                                     const struct mxm_analysis *analysis, int64_t first, int64_t rows,
                                     int lanes, const int32_t *column, const void *value, size_t value_bytes);

#ifdef __cplusplus
}
#endif

#endif
