/* See mxm_analysis.h. */
#include "cuda/mxm/analysis/mxm_analysis.h"

#include "cuda/mxm/analysis/tuning.h"
#include "cuda/mxm/analysis/mxm_families.h"
#include "cuda/mxm/analysis/mxm_row_bins.h"
#include "cuda/mxm/analysis/mxm_short_rows.h"
#include "cuda/mxm/analysis/mxm_analysis_arguments.h"
#include "cuda/runtime/call.h"

bool graph__cuda_mxm_is_large(const struct graph_csr *A, const struct graph_csr *B)
{
    return B->rows > 0 &&
           (double)A->entries * (double)B->entries >= (double)MXM_LARGE_PRODUCTS * (double)B->rows;
}

/* Enqueues the sample of rows of C that shows whether A and B are meshes (MXM_ROW_MERGE_PAYS).  *there: zeros. */
static graph_status sample_meshes(struct cuda_call *call, struct mxm_mesh_sample *there,
                                  const struct graph_csr *A, const struct graph_csr *B)
{
    struct mxm_mesh_sample_arguments a = {.A_row_start = A->row_start,
                                          .B_row_start = B->row_start,
                                          .A_column = A->column,
                                          .B_column = B->column,
                                          .rows = A->rows,
                                          .found = there};
    return graph__cuda_launch(call, graph__mxm_sample_meshes,
                              MXM_MESH_SAMPLE_ROWS * 32 / MXM_MESH_SAMPLE_THREADS, MXM_MESH_SAMPLE_THREADS, 0,
                              &a);
}

/* Blocks for so many rows each, at most as many as run at once, and at least one, which reports to the host. */
static int64_t blocks_for(int64_t rows, int64_t rows_of_block, int64_t blocks_of_processor)
{
    const int64_t wanted = rows > 0 ? (rows + rows_of_block - 1) / rows_of_block : 1,
                  most = blocks_of_processor * graph__cuda_device(NULL)->processors;
    return wanted < most ? wanted : most;
}

static graph_status launch_lists(struct cuda_call *call, const struct mxm_analysis *analysis,
                                 const struct graph_csr *A, const struct graph_csr *B, bool is_whole)
{
    struct mxm_list_arguments list = {A->rows,        B->columns,       analysis->count,  analysis->bin,
                                      analysis->list, analysis->offset, analysis->totals, is_whole};
    const int64_t blocks = (A->rows + MXM_LIST_ROWS - 1) / MXM_LIST_ROWS;
    return is_whole ? graph__cuda_launch(call, graph__mxm_list, blocks, MXM_ANALYSIS_THREADS, 0, &list)
                    : graph__cuda_launch_dependent(call, graph__mxm_list, blocks, MXM_ANALYSIS_THREADS, 0, 0,
                                                   &list);
}

graph_status graph__cuda_mxm_analysis(struct cuda_call *call, struct mxm_analysis *analysis,
                                      const struct graph_csr *A, const struct graph_csr *B,
                                      bool *suits_row_merge)
{
    const int64_t list_most = A->rows < A->entries ? A->rows : A->entries;
    struct mxm_analyse_arguments analyse = {
        .A_row_start = A->row_start,
        .B_row_start = B->row_start,
        .A_column = A->column,
        .B_column = B->column,
        .rows = A->rows,
        .columns = B->columns,
        .long_most = list_most + 1,
        .hub = {MXM_HUB_ROOM, MXM_HUB_PART, MXM_HUB_MOST, MXM_HUB_LISTED},
        .readback = graph__cuda_readback_device(call),
        .has_inserts = graph__mxm_has_family(MXM_FAMILY_INSERT),
        .warp_products = graph__cuda_mxm_is_large(A, B) ? MXM_WARP_PRODUCTS : MXM_WARP_PRODUCTS_OF_SMALL};
    struct mxm_mesh_sample found;
    graph_status status;
    GRAPH_TRY(CUDA_SCRATCH(call, analysis->totals, 1));
    GRAPH_TRY(CUDA_SCRATCH(call, analysis->count, A->rows + 1));
    GRAPH_TRY(CUDA_SCRATCH(call, analysis->list, list_most + 1));
    GRAPH_TRY(CUDA_SCRATCH(call, analysis->offset, list_most + 1));
    GRAPH_TRY(CUDA_SCRATCH(call, analysis->deferred, list_most + 1));
    GRAPH_TRY(CUDA_SCRATCH(call, analysis->remaining, list_most + 1));
    GRAPH_TRY(CUDA_SCRATCH(call, analysis->bin, A->rows + 1));
    GRAPH_TRY(graph__cuda_set_bytes(call, analysis->totals, 0, sizeof *analysis->totals));
    if (suits_row_merge != NULL) {
        GRAPH_TRY(sample_meshes(call, &analysis->totals->meshes, A, B));
        GRAPH_TRY(graph__cuda_readback_begin(call, &analysis->totals->meshes, sizeof found));
    }
    GRAPH_TRY(CUDA_SCRATCH(call, analyse.huge_row, A->entries / MXM_HUGE_ROW + 1));
    GRAPH_TRY(CUDA_SCRATCH(call, analyse.hub_row, MXM_HUB_LISTED));
    analyse.count = analysis->count;
    analyse.bin = analysis->bin;
    analyse.long_row = analysis->deferred; /* free until rows are computed, as is the other */
    analyse.wide_row = analysis->remaining;
    analyse.totals = analysis->totals;
    GRAPH_TRY(graph__cuda_launch(call, graph__mxm_analyse,
                                 blocks_for(A->rows, MXM_ANALYSIS_THREADS, MXM_ANALYSE_BLOCKS),
                                 MXM_ANALYSIS_THREADS, 0, &analyse));
    /* The device analyses while the host waits for the sample; if the sample shows a mesh the kernels end at once. */
    if (suits_row_merge != NULL) {
        GRAPH_TRY(graph__cuda_readback_end(call, &found, sizeof found));
        *suits_row_merge = MXM_ROW_MERGE_PAYS(found);
        if (*suits_row_merge)
            return GRAPH_OK;
    }
    GRAPH_TRY(graph__cuda_launch_dependent(
        call, graph__mxm_analyse_long,
        blocks_for(A->rows > A->entries / MXM_SHORT_ROW ? A->rows : A->entries / MXM_SHORT_ROW,
                   MXM_ANALYSIS_THREADS / MXM_WIDE_LANES, MXM_ANALYSE_LONG_BLOCKS),
        MXM_ANALYSIS_THREADS, 0, 0, &analyse));
    GRAPH_TRY(graph__cuda_readback_mark(call));
    GRAPH_TRY(launch_lists(call, analysis, A, B, false));
done:
    return status;
}

/* Whether samples of long rows pay: not where nearly all products are of short rows. */
static bool needs_samples(const struct mxm_totals *totals, const struct graph_csr *A,
                          const struct graph_csr *B)
{
    return graph__cuda_mxm_is_large(A, B) && MXM_LONG_ROWS_PART * totals->large >= totals->products;
}

graph_status graph__cuda_mxm_analysis_totals(struct cuda_call *call, struct mxm_totals *totals,
                                             const struct mxm_analysis *analysis, const struct graph_csr *A,
                                             const struct graph_csr *B)
{
    graph_status status;
    GRAPH_TRY(graph__cuda_readback_end(call, totals, sizeof *totals));
    const int last_unlisted = graph__mxm_last_unlisted(totals, A->rows, B->columns);
    const bool is_sampled = needs_samples(totals, A, B);
    /* The room of rows that blocks sort is known; that of bitmaps is not. */
    bool is_known = last_unlisted == MXM_SORT_256 && !is_sampled;
    for (int bin = MXM_BLOCK_SMALL; bin <= MXM_BLOCK_LARGE; bin++)
        is_known = is_known && totals->rows[bin] < MXM_DIRECT_LEAST;
    totals->room_used = totals->large;
    if (is_known || graph__mxm_rows_of_bins(totals, last_unlisted + 1, MXM_BINS - 1) == 0)
        return GRAPH_OK;
    if (is_sampled) {
        struct mxm_samples_arguments words = {A->row_start, B->row_start,   A->column,
                                              B->column,    analysis->list, analysis->totals};
        GRAPH_TRY(graph__cuda_launch(call, graph__mxm_sample_bins, MXM_SAMPLES_BLOCKS, MXM_SAMPLES_THREADS, 0,
                                     &words));
    }
    GRAPH_TRY(CUDA_READ(call, *totals, analysis->totals));
    for (int k = 0; k < MXM_SAMPLED_BINS; k++)
        if (!graph__mxm_has_family(MXM_FAMILY_CLUSTERS))
            totals->sampled[k].cluster = 0;
done:
    return status;
}

graph_status graph__cuda_mxm_analysis_all_lists(struct cuda_call *call, struct mxm_totals *totals,
                                                const struct mxm_analysis *analysis,
                                                const struct graph_csr *A, const struct graph_csr *B)
{
    graph_status status;
    GRAPH_TRY(graph__cuda_set_bytes(call, &analysis->totals->room_used, 0, sizeof totals->room_used));
    GRAPH_TRY(graph__cuda_set_bytes(call, analysis->totals->listed, 0, sizeof totals->listed));
    GRAPH_TRY(launch_lists(call, analysis, A, B, true));
    GRAPH_TRY(CUDA_READ(call, totals->room_used, &analysis->totals->room_used));
done:
    return status;
}

static graph_status sample_blocks(struct cuda_call *call, const struct graph_csr *A, int64_t *entries,
                                  int64_t *blocks)
{
    struct mxm_sample_arguments a = {A->row_start, A->column, A->rows, entries, blocks};
    return graph__cuda_launch(call, graph__mxm_sample_blocks, MXM_SAMPLE_BLOCKS, MXM_ANALYSIS_THREADS, 0, &a);
}

/* How full the blocks of A are, if A has that cached. */
static bool is_cached(int64_t *entries, int64_t *blocks, const struct graph_csr *A)
{
    const uint64_t cached = A->block_fill != NULL ? __atomic_load_n(A->block_fill, __ATOMIC_RELAXED) : 0;
    *entries = (int64_t)(cached >> 32);
    *blocks = (int64_t)(uint32_t)cached;
    return cached != 0;
}

static void cache_block_fill(const struct graph_csr *A, int64_t entries, int64_t blocks)
{
    if (A->block_fill != NULL)
        __atomic_store_n(A->block_fill, (uint64_t)entries << 32 | (uint64_t)blocks, __ATOMIC_RELAXED);
}

graph_status graph__cuda_mxm_sample_operands(struct cuda_call *call, struct mxm_sample *found,
                                             struct operand_values *values, const struct graph_csr *A,
                                             const struct graph_csr *B, bool at_blocks)
{
    const bool is_square = A->row_start == B->row_start && A->column == B->column && A->rows == B->rows,
               at_values = values != NULL && !graph__cuda_values_are_known(values);
    const struct graph_csr *operands[] = {A, B};
    bool is_sampled[2] = {false, false};
    struct mxm_sample *there, seen;
    graph_status status = GRAPH_OK;
    *found = (struct mxm_sample){0};
    for (int k = 0; k < 2 && at_blocks; k++)
        is_sampled[k] =
            !(k == 1 && is_square) && !is_cached(&found->entries[k], &found->blocks[k], operands[k]);
    if (!is_sampled[0] && !is_sampled[1] && !at_values)
        return GRAPH_OK;
    GRAPH_TRY(CUDA_SCRATCH(call, there, 1));
    GRAPH_TRY(graph__cuda_set_bytes(call, there, 0, sizeof *there));
    for (int k = 0; k < 2; k++)
        if (is_sampled[k])
            GRAPH_TRY(sample_blocks(call, operands[k], &there->entries[k], &there->blocks[k]));
    if (at_values)
        GRAPH_TRY(graph__cuda_values_find(call, values, there->values));
    GRAPH_TRY(CUDA_READ(call, seen, there));
    if (at_values)
        graph__cuda_values_take(values, seen.values);
    for (int k = 0; k < 2; k++)
        if (is_sampled[k]) {
            found->entries[k] = seen.entries[k];
            found->blocks[k] = seen.blocks[k];
            cache_block_fill(operands[k], seen.entries[k], seen.blocks[k]);
        }
done:
    return status;
}

graph_status graph__cuda_mxm_compact(struct cuda_call *call, const struct graph_csr_arrays *C,
                                     const struct mxm_analysis *analysis, int64_t first, int64_t rows,
                                     int lanes, const int32_t *column, const void *value, size_t value_bytes)
{
    struct mxm_compact_arguments a = {.C_row_start = C->row_start,
                                      .offset = analysis->offset,
                                      .list = analysis->list,
                                      .column = column,
                                      .value = value,
                                      .C_column = C->column,
                                      .C_value = C->value,
                                      .first = first,
                                      .rows = rows,
                                      .lanes = lanes,
                                      .value_bytes = (int)value_bytes};
    if (lanes == 1)
        return graph__cuda_launch(call, graph__mxm_compact_short,
                                  (rows * MXM_COMPACT_PARTS + MXM_ANALYSIS_THREADS - 1) /
                                      MXM_ANALYSIS_THREADS,
                                  MXM_ANALYSIS_THREADS, 0, &a);
    if (lanes == 32)
        return graph__cuda_launch(
            call, graph__mxm_compact_warps,
            ((rows + MXM_COMPACT_ROWS - 1) / MXM_COMPACT_ROWS * lanes + MXM_ANALYSIS_THREADS - 1) /
                MXM_ANALYSIS_THREADS,
            MXM_ANALYSIS_THREADS, 0, &a);
    return graph__cuda_launch(call, graph__mxm_compact,
                              (rows * lanes + MXM_ANALYSIS_THREADS - 1) / MXM_ANALYSIS_THREADS,
                              MXM_ANALYSIS_THREADS, 0, &a);
}
