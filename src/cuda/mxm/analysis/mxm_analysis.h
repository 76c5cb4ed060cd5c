/* The part of a sparse product that needs no values: how many products each row has, lists of rows by bin, and moving
 * finished rows to their place. */
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
    int32_t *count; /* of each row: what it needs of scratch memory; of empty and copied rows their entries */
    uint8_t *bin;   /* of each row */
    int32_t *list;  /* non-empty rows, bin after bin */
    int32_t *deferred, *left; /* room for as many places */
    int64_t *offset;          /* of each place of the list: where the row begins in scratch memory */
};

/* Whether A B may be expected to have so many products that samples are worth their time. */
bool graph__cuda_mxm_is_large(const struct graph_csr *A, const struct graph_csr *B);

/* Makes the plan of A B and enqueues its kernels.  had_better_merge, if not NULL: after a look whether rows had better be
 * merged, in which case the plan stays empty. */
graph_status graph__cuda_mxm_analysis(struct cuda_call *call, struct mxm_analysis *plan,
                                      const struct graph_csr *A, const struct graph_csr *B,
                                      bool *had_better_merge);

/* Waits for what the analysis has counted, and for samples and lists where they matter. */
graph_status graph__cuda_mxm_analysis_totals(struct cuda_call *call, struct mxm_totals *totals,
                                             const struct mxm_analysis *plan, const struct graph_csr *A,
                                             const struct graph_csr *B);

/* Lists rows of all bins, where there is no memory to do without (graph__mxm_last_unlisted). */
graph_status graph__cuda_mxm_analysis_all_lists(struct cuda_call *call, struct mxm_totals *totals,
                                                const struct mxm_analysis *plan, const struct graph_csr *A,
                                                const struct graph_csr *B);

/* How full the 8 x 8 blocks of A and B are, and what is to be known of their values, NULL: nothing; they keep both.  Waits
 * for what is not known yet. */
graph_status graph__cuda_mxm_look(struct cuda_call *call, struct mxm_sample *found, struct value_look *values,
                                  const struct graph_csr *A, const struct graph_csr *B, bool at_blocks);

/* Enqueues: rows at places first .. first + rows - 1 of the list move from their offsets in `column` and `value` to C; a
 * place stands for `group` rows of equal length that lie one after the other.  lanes: for each row; 1: rows of at most
 * MXM_COPY_MOST entries, by warps. */
graph_status graph__cuda_mxm_compact(struct cuda_call *call, const struct graph_csr_arrays *C,
                                     const struct mxm_analysis *plan, int64_t first, int64_t rows, int group,
                                     int lanes, const int32_t *column, const void *value, size_t value_bytes);

#ifdef __cplusplus
}
#endif

#endif
