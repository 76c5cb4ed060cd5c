/* Compressed rows, see mxm_whole.h.  The host waits for a sample, while the words of B are made, and for the number of
 * entries. */
#include "cuda/mxm/whole/mxm_whole.h"

#include "cuda/mxm/analysis/mxm_families.h"
#include "cuda/mxm/analysis/mxm_row_bins.h"
#include "cuda/mxm/analysis/mxm_semiring.h"
#include "cuda/mxm/whole/mxm_compressed_arguments.h"
#include "cuda/mxm/whole/tuning.h"
#include "cuda/mxm/rows/mxm_launch.h"
#include "cuda/mxm/analysis/mxm_analysis.h"
#include "cuda/primitives/primitives.h"
#include "cuda/runtime/call.h"

enum { ROWS_OF_BLOCK = MXM_COMPRESSED_THREADS / MXM_COMPRESSED_LANES, WORDS_THREADS = 256 };

/* Whether the shapes suit: rows too long to be merged by a lane, and not too long for half a warp.  Places in B and sums of
 * products of a warp have 32 bits. */
static bool is_candidate(const struct graph_mxm_request *r)
{
    return graph__mxm_has_family(MXM_FAMILY_COMPRESSED) && r->A.rows >= MXM_COMPRESSED_LEAST_ROWS &&
           r->A.rows <= INT32_MAX && r->A.entries > MXM_ROW_MERGE_MOST * r->A.rows &&
           r->A.entries <= MXM_COMPRESSED_MOST_MEAN * r->A.rows &&
           r->B.entries > MXM_ROW_MERGE_MOST * r->B.rows && r->B.entries <= INT32_MAX &&
           r->B.columns <= MXM_COMPRESSED_MOST_COLUMNS && graph__cuda_mxm_is_large(&r->A, &r->B);
}

/* Scratch memory for the words of B's rows, and for what the count saves of rows of C; *is_there: whether there is
 * enough. */
static graph_status allocate(struct cuda_call *call, struct mxm_compressed_arguments *a,
                             struct mxm_row_words_arguments *words, bool *is_there)
{
    const size_t A_rows = (size_t)a->rows, B_rows = (size_t)words->rows, B_entries = (size_t)words->entries;
    graph_status status = GRAPH_OK;
    *is_there =
        graph__cuda_has_bytes(2 * (B_entries * 10 + B_rows * 16 + A_rows * (4 * MXM_COMPRESSED_SAVED + 13)));
    if (!*is_there)
        return GRAPH_OK;
    GRAPH_TRY(CUDA_SCRATCH(call, words->word, 2 * B_entries));
    GRAPH_TRY(CUDA_SCRATCH(call, words->code, B_entries));
    GRAPH_TRY(CUDA_SCRATCH(call, words->record, 4 * B_rows));
    GRAPH_TRY(CUDA_SCRATCH(call, a->saved, MXM_COMPRESSED_SAVED * A_rows));
    GRAPH_TRY(CUDA_SCRATCH(call, a->words, A_rows));
    GRAPH_TRY(CUDA_SCRATCH(call, a->count, A_rows));
    GRAPH_TRY(CUDA_SCRATCH(call, a->large, A_rows));
    GRAPH_TRY(CUDA_SCRATCH(call, a->remaining, A_rows));
    GRAPH_TRY(CUDA_SCRATCH(call, a->state, 1));
    a->B_word = words->word;
    a->B_code = words->code;
    a->B_record = words->record;
done:
    return status;
}

/* Whether nearly all rows of a sample are compressible; the words of B are made meanwhile. */
static graph_status sample(struct cuda_call *call, const struct mxm_compressed_arguments *a,
                           const struct mxm_row_words_arguments *words, bool *is_compressed)
{
    struct mxm_compressed_state found = {0};
    graph_status status, joined;
    GRAPH_TRY(graph__cuda_set_bytes(call, a->state, 0, sizeof *a->state));
    GRAPH_TRY(graph__cuda_fork(call));
    status = graph__cuda_use_stream(call, 0);
    if (status >= 0)
        status = graph__cuda_launch(call, graph__mxm_row_words,
                                    graph__mxm_divide_up(words->rows * MXM_ROW_WORDS_LANES, WORDS_THREADS),
                                    WORDS_THREADS, 0, words);
    graph__cuda_use_main(call);
    if (status >= 0)
        status = graph__cuda_launch(call, graph__mxm_compressed_sample, MXM_COMPRESSED_SAMPLED_ROWS,
                                    MXM_COMPRESSED_SAMPLE_THREADS, 0, a);
    if (status >= 0)
        status = CUDA_READ(call, found, a->state);
    joined = graph__cuda_join(call);
    status = status < 0 ? status : joined;
    *is_compressed = status >= 0 && 8 * found.compressed > 7 * found.sampled;
done:
    return status;
}

/* Counts the rows of the blocks, or computes them. */
static graph_status launch_remaining(struct cuda_call *call, const struct mxm_compressed_arguments *a,
                                     const struct graph_mxm_request *r)
{
    const bool counts = a->C_column == NULL;
    struct mxm_row_arguments rows = {.A_row_start = a->A_row_start,
                                     .B_row_start = a->B_row_start,
                                     .A_column = a->A_column,
                                     .B_column = a->B_column,
                                     .A_value = a->A_value,
                                     .B_value = a->B_value,
                                     .C_row_start = a->C_row_start,
                                     .column = a->C_column,
                                     .value = a->C_value,
                                     .count = counts ? a->count : NULL,
                                     .deferred = a->remaining,
                                     .deferred_rows = &a->state->remaining};
    return graph__cuda_mxm_deferred(call, &rows, r);
}

static graph_status launch_values(struct cuda_call *call, const struct mxm_compressed_arguments *all,
                                  const struct graph_mxm_request *r, bool is_large, int64_t rows)
{
    const size_t bytes = MXM_COMPRESSED_BYTES(is_large, r->semiring->value_bytes == 8 ? (size_t)8 : 4);
    struct mxm_compressed_arguments a = *all;
    graph_status status;
    a.rows = rows;
    GRAPH_TRY(graph__cuda_launch_over(
        call, r->semiring, is_large ? GRAPH_KERNEL_mxm_compressed_large : GRAPH_KERNEL_mxm_compressed,
        graph__mxm_divide_up(rows, ROWS_OF_BLOCK), MXM_COMPRESSED_THREADS, ROWS_OF_BLOCK * bytes, &a));
done:
    return status;
}

/* The values of all rows.  Longer rows and those of the blocks are a small part: on streams of high priority they take
 * the first places that come free. */
static graph_status make_values(struct cuda_call *call, const struct mxm_compressed_arguments *a,
                                const struct graph_mxm_request *r, const struct mxm_compressed_state *found)
{
    graph_status status, joined;
    GRAPH_TRY(graph__cuda_fork(call));
    status = launch_values(call, a, r, false, a->rows);
    if (status >= 0 && found->large > 0) {
        status = graph__cuda_use_stream(call, GRAPH_CUDA_HIGH_PRIORITY);
        status = status < 0 ? status : launch_values(call, a, r, true, found->large);
    }
    if (status >= 0 && found->remaining > 0) {
        status = graph__cuda_use_stream(call, GRAPH_CUDA_HIGH_PRIORITY + 1);
        status = status < 0 ? status : launch_remaining(call, a, r);
    }
    joined = graph__cuda_join(call);
    status = status < 0 ? status : joined;
done:
    return status;
}

graph_status graph__cuda_mxm_compressed(struct cuda_call *call, struct graph_csr_arrays *C,
                                        struct graph_mxm_request *r, bool *is_made)
{
    static const enum graph_cuda_kernel wanted[] = {
        GRAPH_KERNEL_mxm_compressed, GRAPH_KERNEL_mxm_compressed_large, GRAPH_KERNEL_mxm_bitmap_block};
    struct mxm_compressed_arguments a = {.A_row_start = r->A.row_start,
                                         .B_row_start = r->B.row_start,
                                         .A_column = r->A.column,
                                         .B_column = r->B.column,
                                         .A_value = r->A.value,
                                         .B_value = r->B.value,
                                         .rows = r->A.rows};
    struct mxm_row_words_arguments words = {
        .row_start = r->B.row_start, .column = r->B.column, .rows = r->B.rows, .entries = r->B.entries};
    struct mxm_compressed_state found;
    graph_status status = GRAPH_OK;
    *is_made = false;
    if (!is_candidate(r))
        return GRAPH_OK;
    GRAPH_TRY(allocate(call, &a, &words, is_made));
    if (*is_made)
        GRAPH_TRY(sample(call, &a, &words, is_made));
    if (!*is_made)
        return GRAPH_OK;
    if (graph__cuda_mxm_prepare(r->semiring, wanted, sizeof wanted / sizeof wanted[0]) == MXM_TAKE_PATTERN)
        graph__cuda_mxm_take_pattern(r);
    GRAPH_TRY(graph__cuda_launch(call, graph__mxm_compressed_count,
                                 graph__mxm_divide_up(a.rows, ROWS_OF_BLOCK), MXM_COMPRESSED_THREADS, 0, &a));
    GRAPH_TRY(launch_remaining(call, &a, r));
    GRAPH_TRY(CUDA_NEW(C->row_start, a.rows + 1));
    GRAPH_TRY(graph__cuda_scan_counts(call, C->row_start, a.count, a.rows));
    GRAPH_TRY(graph__cuda_copy(call, &a.state->entries, C->row_start + a.rows, sizeof a.state->entries));
    GRAPH_TRY(CUDA_READ(call, found, a.state));
    C->entries = found.entries;
    r->products = (uint64_t)found.products;
    GRAPH_TRY(CUDA_NEW(C->column, C->entries));
    GRAPH_TRY(graph__cuda_allocate(&C->value, (size_t)C->entries, r->semiring->value_bytes));
    a.C_row_start = C->row_start;
    a.C_column = C->column;
    a.C_value = C->value;
    GRAPH_TRY(make_values(call, &a, r, &found));
done:
    return status;
}
