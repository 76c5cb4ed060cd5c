/* Truss numbers; see cohesion_host.h: edges, their triangles, and launches that peel until half of the rows has gone. */
#include <limits.h>

#include "base/status.h"
#include "cuda/cohesion/cohesion_host.h"
#include "cuda/cohesion/truss_hubs_host.h"
#include "cuda/cohesion/trusses_arguments.h"
#include "cuda/cohesion/tuning.h"
#include "cuda/primitives/entries.h"
#include "cuda/primitives/primitives.h"
#include "cuda/runtime/call.h"

static graph_status launch(struct cuda_call *call, const void *kernel, int64_t n,
                           const struct trusses_arguments *a)
{
    return graph__cuda_launch(call, kernel, graph__cuda_blocks(n, TRUSSES_THREADS), TRUSSES_THREADS, 0, a);
}

static graph_status start_rows(struct cuda_call *call, int64_t *start, const int64_t *from, int64_t rows,
                               const struct selection *selection)
{
    const struct entries_starts_arguments starts = {
        .C_start = start, .rows = rows, .A_start = from, .selection = *selection};
    return graph__cuda_launch(call, graph__cuda_entries_starts, graph__cuda_blocks(rows + 1, TILE_THREADS),
                              TILE_THREADS, 0, &starts);
}

/* The edges and their ends; nothing more where there are loops. */
static graph_status list_edges(struct cuda_call *call, struct trusses_arguments *a, bool *has_loops,
                               const struct graph_csr *A)
{
    const int64_t tiles = graph__cuda_tile_count(A->entries);
    struct trusses_state state;
    int32_t *row;
    graph_status status;
    GRAPH_TRY(graph__cuda_tiles(call, &a->tiles, A->row_start, A->rows, A->entries));
    GRAPH_TRY(graph__cuda_selection_open(call, &a->leading, A->entries));
    GRAPH_TRY(graph__cuda_set_bytes(call, a->state, 0, sizeof *a->state));
    GRAPH_TRY(graph__cuda_launch(call, graph__cuda_trusses_lead, tiles, TILE_THREADS, 0, a));
    GRAPH_TRY(CUDA_READ(call, state, a->state));
    *has_loops = state.loops > 0;
    if (*has_loops)
        return GRAPH_OK;
    GRAPH_TRY(CUDA_SCRATCH(call, row, A->entries));
    GRAPH_TRY(CUDA_SCRATCH(call, a->out_start, A->rows + 1));
    GRAPH_TRY(CUDA_SCRATCH(call, a->long_vertex, A->rows));
    int32_t **const of_edge[] = {&a->edge_u,  &a->edge_v,  &a->support,  &a->stage,
                                 &a->list[0], &a->list[1], &a->queue[0], &a->queue[1]};
    for (size_t k = 0; k < sizeof of_edge / sizeof of_edge[0]; k++)
        GRAPH_TRY(CUDA_SCRATCH(call, *of_edge[k], a->edges));
    const struct entries_rows_arguments rows = {a->tiles, row};
    a->row = row;
    GRAPH_TRY(graph__cuda_launch(call, graph__cuda_entries_rows, tiles, TILE_THREADS, 0, &rows));
    GRAPH_TRY(graph__cuda_selection_rank(call, &a->leading, A->entries));
    GRAPH_TRY(start_rows(call, a->out_start, A->row_start, A->rows, &a->leading));
    GRAPH_TRY(graph__cuda_selection_move(call, a->edge_v, a->edge_u, A->column, row, sizeof(int32_t),
                                         A->entries, &a->leading));
done:
    return status;
}

/* support = the triangles of each edge. */
static graph_status count_triangles(struct cuda_call *call, struct trusses_arguments *a)
{
    struct trusses_state state;
    graph_status status;
    GRAPH_TRY(launch(call, graph__cuda_trusses_open, a->edges > a->n ? a->edges : a->n, a));
    GRAPH_TRY(launch(call, graph__cuda_trusses_warps, a->n * 32, a));
    GRAPH_TRY(CUDA_READ(call, state, a->state));
    if (state.long_vertices > 0) {
        const unsigned most = state.most_out < TRUSSES_TABLE_MOST ? state.most_out : TRUSSES_TABLE_MOST;
        size_t slots = 2;
        int64_t blocks;
        while (slots < 2 * most)
            slots *= 2;
        const size_t shared = 3 * slots * sizeof(int32_t);
        GRAPH_TRY(graph__cuda_full_grid(&blocks, graph__cuda_trusses_blocks, TRUSSES_THREADS, shared));
        GRAPH_TRY(graph__cuda_launch(call, graph__cuda_trusses_blocks,
                                     blocks < state.long_vertices ? blocks : (int64_t)state.long_vertices,
                                     TRUSSES_THREADS, shared, a));
    }
done:
    return status;
}

/* *part = the entries of the edges that are in enough triangles for numbers above `most`, if these are at most half of A;
 * else *is_half is false. */
static graph_status drop_unsupported(struct cuda_call *call, struct trusses_arguments *a, bool *is_half,
                                     struct graph_csr_arrays *part, const struct graph_trusses_request *r)
{
    const int64_t words = (a->entries + 31) / 32;
    int64_t entries;
    graph_status status;
    *is_half = false;
    a->most = r->most;
    GRAPH_TRY(graph__cuda_selection_open(call, &a->selected, a->entries));
    GRAPH_TRY(graph__cuda_set_bytes(call, a->selected.bits, 0, (size_t)words * sizeof *a->selected.bits));
    GRAPH_TRY(launch(call, graph__cuda_trusses_support, a->entries, a));
    GRAPH_TRY(graph__cuda_selection_rank(call, &a->selected, a->entries));
    GRAPH_TRY(graph__cuda_selection_total(call, &entries, &a->selected, a->entries, NULL, 0));
    if (entries > a->entries / 2)
        goto done;
    GRAPH_TRY(graph__cuda_select_entries(call, part, &r->A, &a->selected));
    *is_half = true;
done:
    return status;
}

/* Rows without the edges that have gone. */
static graph_status shorten_rows(struct cuda_call *call, struct trusses_arguments *a)
{
    int64_t *start, entries;
    int32_t *end, *edge;
    graph_status status;
    GRAPH_TRY(launch(call, graph__cuda_trusses_remain, a->entries_remaining, a));
    GRAPH_TRY(graph__cuda_selection_rank(call, &a->remaining, a->entries_remaining));
    GRAPH_TRY(graph__cuda_selection_total(call, &entries, &a->remaining, a->entries_remaining, NULL, 0));
    GRAPH_TRY(CUDA_SCRATCH(call, start, a->n + 1));
    GRAPH_TRY(CUDA_SCRATCH(call, end, entries));
    GRAPH_TRY(CUDA_SCRATCH(call, edge, entries));
    GRAPH_TRY(start_rows(call, start, a->start, a->n, &a->remaining));
    GRAPH_TRY(graph__cuda_selection_move(call, end, edge, a->end, a->edge, sizeof(int32_t),
                                         a->entries_remaining, &a->remaining));
    a->start = start;
    a->end = end;
    a->edge = edge;
    a->entries_remaining = entries;
done:
    return status;
}

static graph_status peel(struct cuda_call *call, struct trusses_arguments *a, struct graph_trusses_request *r)
{
    struct trusses_state state = {.scans[1] = {.least = INT_MAX}, .remaining = (unsigned)a->edges};
    int64_t blocks;
    graph_status status;
    a->start = r->A.row_start;
    a->end = r->A.column;
    a->edge = a->edge_of;
    a->entries_remaining = a->entries;
    a->last_level = r->most > 0 ? r->most - 2 : INT_MAX;
    a->most_rounds = r->progress != NULL ? TRUSSES_ROUNDS_OF_PROGRESS : UINT_MAX;
    GRAPH_TRY(graph__cuda_selection_open(call, &a->remaining, a->entries));
    GRAPH_TRY(graph__cuda_full_grid(&blocks, graph__cuda_trusses_peel, TRUSSES_THREADS, 0));
    GRAPH_TRY(graph__cuda_upload(a->state, &state, sizeof state));
    while (state.remaining > 0 && state.level <= a->last_level) {
        const unsigned half = (unsigned)(a->entries_remaining / 4);
        a->least_remaining = half > TRUSSES_LEAST_EDGES ? half : 0;
        GRAPH_TRY(graph__cuda_set_bytes(call, a->control, 0, sizeof *a->control));
        GRAPH_TRY(
            graph__cuda_launch_cooperative(call, graph__cuda_trusses_peel, blocks, TRUSSES_THREADS, 0, a));
        GRAPH_TRY(CUDA_READ(call, state, a->state));
        if (r->progress != NULL &&
            r->progress(1 - (double)state.remaining / (double)a->edges, r->context) != 0)
            GRAPH_FAIL(GRAPH_E_CANCELLED, "cancelled by progress");
        if (state.remaining > 0 && state.remaining <= a->least_remaining)
            GRAPH_TRY(shorten_rows(call, a));
    }
    r->largest = state.largest;
done:
    return status;
}

/* The numbers, or the entries with numbers above `most`. */
static graph_status finish(struct cuda_call *call, struct trusses_arguments *a,
                           struct graph_trusses_request *r)
{
    graph_status status;
    if (r->selects) {
        a->most = r->most;
        GRAPH_TRY(graph__cuda_selection_open(call, &a->selected, a->entries));
        GRAPH_TRY(launch(call, graph__cuda_trusses_select, a->entries, a));
        GRAPH_TRY(graph__cuda_selection_rank(call, &a->selected, a->entries));
        GRAPH_TRY(graph__cuda_select_entries(call, &r->selected, &r->A, &a->selected));
        return GRAPH_OK;
    }
    GRAPH_TRY(CUDA_SCRATCH(call, a->truss, a->entries));
    GRAPH_TRY(launch(call, graph__cuda_trusses_finish, a->entries, a));
    GRAPH_TRY(graph__cuda_download(r->truss, a->truss, (size_t)a->entries * sizeof *a->truss));
done:
    return status;
}

/* Edges and triangles of r->A; then the numbers, or *part, to go on with instead of A. */
static graph_status find_trusses(struct cuda_call *call, struct graph_trusses_request *r, bool *goes_on,
                                 struct graph_csr_arrays *part)
{
    struct trusses_arguments a = {
        .column = r->A.column, .n = r->A.rows, .entries = r->A.entries, .edges = (int32_t)(r->A.entries / 2)};
    graph_status status;
    *goes_on = false;
    GRAPH_TRY(CUDA_SCRATCH(call, a.control, 1));
    GRAPH_TRY(CUDA_SCRATCH(call, a.state, 1));
    GRAPH_TRY(list_edges(call, &a, &r->has_loops, &r->A));
    if (r->has_loops)
        goto done;
    GRAPH_TRY(count_triangles(call, &a));
    if (r->selects && r->most > 1)
        GRAPH_TRY(drop_unsupported(call, &a, goes_on, part, r));
    if (*goes_on)
        goto done;
    GRAPH_TRY(CUDA_SCRATCH(call, a.edge_of, a.entries));
    GRAPH_TRY(launch(call, graph__cuda_trusses_number, a.entries, &a));
    GRAPH_TRY(peel(call, &a, r));
    GRAPH_TRY(finish(call, &a, r));
done:
    return status;
}

/* The same for the entries that may be in the truss, as long as these become half as many. */
static graph_status shrink_and_find(struct cuda_call *call, struct graph_trusses_request *r)
{
    const struct graph_csr whole = r->A;
    struct graph_csr_arrays part = {0}, next = {0};
    graph_status status = GRAPH_OK;
    for (bool goes_on = true; goes_on;) {
        status = find_trusses(call, r, &goes_on, &next);
        if (status < 0 || !goes_on)
            break;
        graph__cuda_csr_release(&part);
        part = next;
        next = (struct graph_csr_arrays){0};
        if (part.entries == 0) {
            r->selected = part;
            part = (struct graph_csr_arrays){0};
            break;
        }
        r->A.entries = part.entries;
        r->A.row_start = part.row_start;
        r->A.column = part.column;
        r->A.value = part.value;
    }
    graph__cuda_csr_release(&part);
    r->A = whole;
    return status;
}

graph_status graph__cuda_trusses(struct graph_trusses_request *r)
{
    bool is_done = false;
    graph_status status = GRAPH_OK;
    r->largest = 0;
    r->has_loops = false;
    r->selected = (struct graph_csr_arrays){0};
    if (r->A.entries == 0)
        return GRAPH_OK;
    if (r->A.entries / 2 > INT32_MAX - 1)
        return graph__fail(GRAPH_E_NOT_SUPPORTED, "A has %lld edges; expected fewer than 2^31",
                           (long long)r->A.entries / 2);
    struct cuda_call *call = graph__cuda_begin();
    if (r->progress != NULL && r->progress(0, r->context) != 0)
        GRAPH_FAIL(GRAPH_E_CANCELLED, "cancelled by progress");
    if (r->selects)
        GRAPH_TRY(graph__cuda_truss_by_hubs(call, &is_done, r));
    if (!is_done && !r->has_loops)
        GRAPH_TRY(shrink_and_find(call, r));
done:
    graph__cuda_end(call);
    return status;
}
