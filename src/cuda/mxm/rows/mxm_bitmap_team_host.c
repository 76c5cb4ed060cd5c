/* Launches the kernel of teams; see mxm_launch.h. */
#include "cuda/mxm/rows/mxm_launch.h"

#include "cuda/mxm/analysis/mxm_families.h"
#include "cuda/mxm/rows/mxm_bitmap_team_arguments.h"
#include "cuda/mxm/rows/tuning.h"
#include "cuda/runtime/call.h"

bool graph__cuda_mxm_has_teams(const struct graph_mxm_request *r, int bin)
{
    /* Which product `any` selects is found by its number among the entries of a whole row. */
    return bin == MXM_HUGE && graph__mxm_has_family(MXM_FAMILY_TEAMS) &&
           !(graph__semiring_is_any(r->semiring) && r->semiring->reads != 0);
}

graph_status graph__cuda_mxm_teams(struct cuda_call *call, struct mxm_row_arguments *a,
                                   const struct graph_mxm_request *r, const struct mxm_totals *totals)
{
    struct mxm_team_arguments t = {.columns = r->B.columns,
                                   .slots_each = r->B.columns < totals->large ? r->B.columns : totals->large};
    const size_t shared_bytes = (2 * MXM_TEAM_THREADS + 2) * sizeof(int32_t),
                 slot_bytes = r->semiring->value_bytes == 8 ? 8 : 4,
                 word_bytes = (size_t)(r->B.columns + 31) / 32 * MXM_TEAM_WORD_BYTES;
    const bool has_slots = a->column != NULL && !graph__semiring_is_any(r->semiring);
    const size_t each = word_bytes + (has_slots ? (size_t)t.slots_each * slot_bytes : 0);
    int64_t blocks;
    const void *kernel;
    graph_status status;
    GRAPH_TRY(graph__cuda_semiring_kernel(&kernel, GRAPH_KERNEL_mxm_bitmap_team, r->semiring));
    GRAPH_TRY(graph__cuda_full_grid(&blocks, kernel, MXM_TEAM_THREADS, shared_bytes));
    t.teams = (int32_t)(a->rows < blocks ? a->rows : blocks);
    if (a->rows <= MXM_UNEVEN_ROWS && t.teams > MXM_MOST_TEAMS)
        t.teams = MXM_MOST_TEAMS;
    while (t.teams > 1 &&
           ((size_t)t.teams * each > MXM_TEAM_BYTES || !graph__cuda_has_bytes((size_t)t.teams * each)))
        t.teams /= 2;
    blocks -= blocks % t.teams;
    graph__cuda_use_main(call); /* as cooperative launches do */
    GRAPH_TRY(graph__cuda_scratch(call, &t.words, (size_t)t.teams, word_bytes));
    if (has_slots)
        GRAPH_TRY(graph__cuda_scratch(call, &t.slots, (size_t)t.teams * (size_t)t.slots_each, slot_bytes));
    GRAPH_TRY(CUDA_SCRATCH(call, t.marks, blocks));
    GRAPH_TRY(CUDA_SCRATCH(call, t.arrivals, t.teams));
    GRAPH_TRY(graph__cuda_set_bytes(call, t.arrivals, 0, (size_t)t.teams * sizeof *t.arrivals));
    a->entries = 2 * MXM_TEAM_THREADS;
    t.row = *a;
    GRAPH_TRY(graph__cuda_launch_cooperative(call, kernel, blocks, MXM_TEAM_THREADS, shared_bytes, &t));
done:
    return status;
}
