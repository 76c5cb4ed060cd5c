/* Makes the slices of a matrix, and launches the kernels that use them (mxv_slices.cuh). */
#include "cuda/mxv/mxv_steps.h"
#include "cuda/mxv/tuning.h"

#include "base/log.h"
#include "cuda/kernels/kernels.h"
#include "cuda/runtime/call.h"
#include "cuda/primitives/primitives.h"
#include "cuda/primitives/merge_path.h"

enum { THREADS = 256, SECTOR_BYTES = 32, GATHERS_OF_PROCESSOR = 1 };

bool graph__cuda_suits_slices(const struct graph_csr *A, size_t value_bytes)
{
    return A->entries >= MXV_SLICES_AVERAGE * A->rows &&
           A->columns <= (int64_t)MOST_SLICES * SLICE_BYTES / (int64_t)value_bytes &&
           graph__cuda_device(NULL)->shared_bytes >= SLICE_BYTES;
}

/* The kernels' tiles, with the ends of their rows. */
static graph_status cut(struct cuda_call *call, struct merge_path *cuts, const struct graph_csr *A,
                        size_t value_bytes)
{
    graph_status status;
    GRAPH_TRY(
        graph__cuda_merge_path_tiles(call, cuts, A, SLICES_TILE(value_bytes) - SLICES_UNCUT, SLICES_UNCUT));
    GRAPH_TRY(graph__cuda_merge_path_ends(call, cuts, A));
done:
    return status;
}

/* Places the arrays in memory, for s->packs packs; returns how many bytes they take. */
static size_t lay_out(struct slices *s, int64_t tiles, char *memory)
{
    const size_t numbers = (size_t)s->packs * SLICES_PACK * sizeof(uint16_t);
    s->tile_pack = (int64_t *)memory;
    s->slice_pack = s->tile_pack + tiles + 1;
    s->column = (uint16_t *)(s->slice_pack + s->slices + 1);
    s->position = s->column + s->packs * SLICES_PACK;
    s->place = (int32_t *)(s->position + s->packs * SLICES_PACK);
    return (size_t)(tiles + 1 + s->slices + 1) * sizeof(int64_t) + 2 * numbers +
           (size_t)s->packs / SLICES_UNIT * sizeof *s->place;
}

graph_status graph__cuda_make_slices(struct cuda_call *call, struct column_slices *k, void **memory,
                                     const struct graph_csr *A, size_t value_bytes, int least_percent)
{
    struct merge_path cuts;
    struct slices_build_arguments m = {.column = A->column,
                                       .sector_columns = (int32_t)(SECTOR_BYTES / value_bytes),
                                       .unused_position = SLICES_TILE(value_bytes)};
    struct slices *s = &m.made;
    int64_t pairs;
    uint64_t facts[SLICES_FACTS];
    void *made = NULL;
    graph_status status;
    GRAPH_TRY(cut(call, &cuts, A, value_bytes));
    m.tile_entry = cuts.entry;
    m.tile_row = cuts.row;
    m.tiles = cuts.tiles;
    s->columns_of_slice = (int32_t)(SLICE_BYTES / value_bytes);
    s->slices = (int32_t)((A->columns + s->columns_of_slice - 1) / s->columns_of_slice);
    pairs = cuts.tiles * s->slices;
    GRAPH_TRY(CUDA_SCRATCH(call, m.count, pairs));
    GRAPH_TRY(CUDA_SCRATCH(call, m.packs_by_tile, pairs));
    GRAPH_TRY(CUDA_SCRATCH(call, m.packs_by_slice, pairs));
    GRAPH_TRY(CUDA_SCRATCH(call, m.first_by_tile, pairs + 1));
    GRAPH_TRY(CUDA_SCRATCH(call, m.first_by_slice, pairs + 1));
    GRAPH_TRY(CUDA_SCRATCH(call, m.facts, SLICES_FACTS));
    GRAPH_TRY(graph__cuda_set_bytes(call, m.facts, 0, sizeof facts));
    GRAPH_TRY(graph__cuda_launch(call, graph__cuda_count_slices, cuts.tiles, THREADS, 0, &m));
    GRAPH_TRY(graph__cuda_scan_counts(call, m.first_by_tile, m.packs_by_tile, pairs));
    GRAPH_TRY(graph__cuda_scan_counts(call, m.first_by_slice, m.packs_by_slice, pairs));
    GRAPH_TRY(CUDA_READ(call, s->packs, m.first_by_tile + pairs));
    GRAPH_TRY(graph__cuda_read(call, facts, m.facts, sizeof facts));
    k->most_rows = (int)facts[SLICES_MOST_ROWS];
    const bool is_refused = k->most_rows > MXV_SLICES_ROWS ||
                            facts[SLICES_SECTORS] * 100 < (uint64_t)A->entries * (uint64_t)least_percent;
    graph__log("cuda: a matrix of %lld entries reads u from %.2f sectors an entry: %s", (long long)A->entries,
               (double)facts[SLICES_SECTORS] / (double)A->entries,
               is_refused ? "as it is" : "by slices from now on");
    if (!is_refused) {
        GRAPH_TRY(graph__cuda_allocate_cached(&made, lay_out(s, cuts.tiles, NULL)));
        lay_out(s, cuts.tiles, made);
        GRAPH_TRY(graph__cuda_launch(call, graph__cuda_place_slices, cuts.tiles, THREADS, 0, &m));
        GRAPH_TRY(
            graph__cuda_wait()); /* dependent launches read it before the kernel ahead of them has ended */
        k->slices = *s;
        *memory = made;
        made = NULL;
    }
done:
    graph__cuda_free_in_order(made);
    return status;
}

graph_status graph__cuda_fold_slices(struct cuda_call *call, const struct graph_mxv_request *r,
                                     const struct mxv_pull_arguments *pull, const struct column_slices *k)
{
    const size_t bytes = r->semiring->value_bytes, tile = SLICES_TILE(bytes);
    const size_t shared =
        (SLICES_PRODUCTS(tile) + SLICES_VALUES(tile)) * bytes + ((size_t)k->most_rows + 2) * sizeof(uint16_t);
    struct mxv_slices_arguments a = {.pull = *pull, .slices = k->slices};
    graph_status status;
    GRAPH_TRY(cut(call, &a.pull.cuts, &r->A, bytes));
    GRAPH_TRY(graph__cuda_open_joins(call, &a.pull, bytes));
    GRAPH_TRY(graph__cuda_scratch(call, &a.gathered, (size_t)a.slices.packs * SLICES_PACK, bytes));
    GRAPH_TRY(graph__cuda_launch_over_dependent(call, r->semiring, GRAPH_KERNEL_mxv_slices_gather,
                                                GATHERS_OF_PROCESSOR *
                                                    (int64_t)graph__cuda_device(NULL)->processors,
                                                SLICES_GATHER_THREADS, SLICE_BYTES, 0, &a));
    GRAPH_TRY(graph__cuda_launch_over_dependent(call, r->semiring, GRAPH_KERNEL_mxv_slices_fold,
                                                a.pull.cuts.tiles, SLICES_FOLD_THREADS, shared, 0, &a));
    GRAPH_TRY(graph__cuda_close_joins(call, r->semiring, &a.pull));
done:
    return status;
}
