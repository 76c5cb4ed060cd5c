/* The spanning forest of least weight; see sets_host.h: words of edges, then rounds, whose lists the host reads the lengths
 * of, then the rows of the forest. */
#include "base/memory.h"
#include "base/status.h"
#include "cuda/primitives/entries.h"
#include "cuda/primitives/primitives.h"
#include "cuda/sets/forest_host.h"
#include "cuda/sets/sets_host.h"
#include "cuda/sets/tuning.h"

static graph_status launch(struct cuda_call *call, const void *kernel, int64_t n,
                           const struct forest_arguments *a)
{
    return graph__cuda_launch(call, kernel, graph__cuda_blocks(n, FOREST_THREADS), FOREST_THREADS, 0, a);
}

static int bits_of(uint64_t x)
{
    int bits = 0;
    while (bits < 64 && x >> bits != 0)
        bits++;
    return bits;
}

static void choose_order(struct forest_arguments *a, const struct graph_csr *A)
{
    a->value_bytes = (int32_t)graph_type_size(A->type);
    a->order_of_values = A->type == GRAPH_BOOL                               ? FOREST_BOOLS
                         : A->type == GRAPH_FP32 || A->type == GRAPH_FP64    ? FOREST_FLOATING
                         : A->type >= GRAPH_UINT8 && A->type <= GRAPH_UINT64 ? FOREST_UNSIGNED
                                                                             : FOREST_INTEGERS;
}

/* The least key, and *most, how much larger the largest one is, or may be. */
static graph_status measure_keys(struct cuda_call *call, struct forest_arguments *a, uint64_t *most)
{
    struct forest_result result = {.least = UINT64_MAX};
    graph_status status = GRAPH_OK;
    a->least = a->order_of_values == FOREST_INTEGERS ? ((uint64_t)1 << 63) - 128 : 0;
    *most = a->order_of_values == FOREST_EQUAL ? 0 : a->order_of_values == FOREST_BOOLS ? 1 : UINT8_MAX;
    if (a->value_bytes <= 1 || a->order_of_values == FOREST_EQUAL)
        return GRAPH_OK;
    GRAPH_TRY(graph__cuda_upload(a->result, &result, sizeof result));
    GRAPH_TRY(launch(call, graph__cuda_forest_measure, a->entries, a));
    GRAPH_TRY(CUDA_READ(call, result, a->result));
    if (result.has_nan)
        GRAPH_FAIL(GRAPH_E_INVALID_VALUE, "a weight is NaN");
    a->least = result.least;
    *most = result.most - result.least;
done:
    return status;
}

/* *light = the end of the range of keys, less the least one, of the light entries, and *count their number. */
static graph_status choose_light(struct cuda_call *call, struct forest_arguments *a, uint64_t *light,
                                 int64_t *count, uint64_t most)
{
    const int64_t wanted = a->n * FOREST_LIGHT_ENTRIES;
    uint32_t bins[FOREST_BINS];
    int bin = 0;
    graph_status status = GRAPH_OK;
    *light = UINT64_MAX;
    *count = a->entries;
    if (a->entries / FOREST_LEAST_HEAVY < wanted || most == 0)
        return GRAPH_OK;
    a->bin_shift = bits_of(most) > FOREST_BIN_BITS ? bits_of(most) - FOREST_BIN_BITS : 0;
    GRAPH_TRY(CUDA_SCRATCH(call, a->bins, FOREST_BINS));
    GRAPH_TRY(graph__cuda_set_bytes(call, a->bins, 0, sizeof bins));
    GRAPH_TRY(launch(call, graph__cuda_forest_count, a->entries, a));
    GRAPH_TRY(CUDA_READ(call, bins, a->bins));
    for (*count = 0; bin < FOREST_BINS && *count < wanted; bin++)
        *count += bins[bin];
    *light = (uint64_t)bin << a->bin_shift;
done:
    return status;
}

static graph_status tell(const struct graph_forest_request *r, double done)
{
    if (r->progress != NULL && r->progress(done, r->context) != 0)
        return graph__fail(GRAPH_E_CANCELLED, "cancelled by progress");
    return GRAPH_OK;
}

static graph_status open_lists(struct cuda_call *call, struct forest_arguments *a, int64_t room)
{
    graph_status status;
    GRAPH_TRY(CUDA_SCRATCH(call, a->list, room));
    GRAPH_TRY(CUDA_SCRATCH(call, a->next, room));
    a->room = room;
done:
    return status;
}

/* Makes the next list the list. */
static void swap(struct forest_arguments *a, int64_t listed)
{
    uint64_t *list = a->next;
    a->next = a->list;
    a->list = list;
    a->listed = listed;
}

static graph_status clear_length(struct cuda_call *call, const struct forest_arguments *a)
{
    return graph__cuda_set_bytes(call, &a->result->listed, 0, sizeof a->result->listed);
}

/* Lists the edges of the range that join two trees; once more if there is no room for them. */
static graph_status list_range(struct cuda_call *call, struct forest_arguments *a, uint64_t from, uint64_t to)
{
    struct forest_result result = {0};
    graph_status status;
    a->from = from;
    a->to = to;
    for (bool fits = false; !fits;) {
        GRAPH_TRY(clear_length(call, a));
        if (a->end_bits > 0)
            GRAPH_TRY(graph__cuda_launch(call, graph__cuda_forest_list, graph__cuda_tile_count(a->entries),
                                         TILE_THREADS, 0, a));
        else
            GRAPH_TRY(launch(call, graph__cuda_forest_list_ranks, (int64_t)(to - from), a));
        GRAPH_TRY(CUDA_READ(call, result, a->result));
        fits = result.listed <= a->room;
        if (!fits)
            GRAPH_TRY(open_lists(call, a, result.listed));
    }
    swap(a, result.listed);
done:
    return status;
}

/* Rounds, until no listed edge is between two trees; this is the part of the work from `done` to `end`. */
static graph_status join_listed(struct cuda_call *call, struct forest_arguments *a,
                                const struct graph_forest_request *r, double done, double end)
{
    const double all = (double)a->listed;
    struct forest_result result;
    graph_status status = GRAPH_OK;
    while (a->listed > 0) {
        GRAPH_TRY(tell(r, end - (end - done) * (double)a->listed / all));
        GRAPH_TRY(clear_length(call, a));
        GRAPH_TRY(launch(call, graph__cuda_forest_find, a->listed, a));
        GRAPH_TRY(CUDA_READ(call, result, a->result));
        swap(a, result.listed);
        if (a->listed == 0)
            break;
        GRAPH_TRY(launch(call, graph__cuda_forest_join, a->n, a));
        GRAPH_TRY(launch(call, graph__cuda_forest_flatten, a->n, a));
    }
done:
    return status;
}

/* All edges in two parts, those of words below `light` first; in the end the bits are those of the forest. */
static graph_status join_all(struct cuda_call *call, struct forest_arguments *a,
                             const struct graph_forest_request *r, uint64_t light, uint64_t end, int64_t room)
{
    graph_status status;
    GRAPH_TRY(CUDA_SCRATCH(call, a->parent, a->n));
    GRAPH_TRY(CUDA_SCRATCH(call, a->best, a->n));
    GRAPH_TRY(open_lists(call, a, room));
    GRAPH_TRY(graph__cuda_set_bytes(call, a->bits, 0, (size_t)((a->entries + 31) / 32) * sizeof *a->bits));
    GRAPH_TRY(launch(call, graph__cuda_forest_open, a->n, a));
    GRAPH_TRY(list_range(call, a, 0, light));
    GRAPH_TRY(join_listed(call, a, r, 0, light < end ? 0.7 : 1));
    if (light < end) {
        GRAPH_TRY(list_range(call, a, light, end));
        GRAPH_TRY(join_listed(call, a, r, 0.7, 1));
    }
done:
    return status;
}

graph_status graph__cuda_forest(struct graph_forest_request *r)
{
    const struct graph_csr *A = &r->A;
    struct forest_arguments a = {.row_start = A->row_start,
                                 .column = A->column,
                                 .value = A->value,
                                 .n = A->rows,
                                 .entries = A->entries,
                                 .end_bits = bits_of(A->rows > 1 ? (uint64_t)A->rows - 1 : 1)};
    struct selection selection;
    uint64_t most, light = UINT64_MAX;
    int64_t room;
    graph_status status;
    r->edges = 0;
    r->weight = 0;
    r->forest = (struct graph_csr_arrays){0};
    if (A->entries > INT32_MAX)
        return graph__fail(GRAPH_E_NOT_SUPPORTED, "A has %lld entries; the GPU takes fewer than 2^31",
                           (long long)A->entries);
    struct cuda_call *call = graph__cuda_begin();
    GRAPH_TRY(tell(r, 0));
    if (A->entries == 0)
        goto done;
    if (r->is_weighted)
        choose_order(&a, A);
    GRAPH_TRY(CUDA_SCRATCH(call, a.result, 1));
    GRAPH_TRY(graph__cuda_selection_open(call, &selection, A->entries));
    a.bits = selection.bits;
    GRAPH_TRY(measure_keys(call, &a, &most));
    if (bits_of(most) + 2 * a.end_bits <= 64) {
        GRAPH_TRY(graph__cuda_tiles(call, &a.tiles, A->row_start, A->rows, A->entries));
        GRAPH_TRY(choose_light(call, &a, &light, &room, most));
        GRAPH_TRY(join_all(call, &a, r, light, UINT64_MAX, room));
    } else {
        a.end_bits = 0;
        GRAPH_TRY(graph__cuda_forest_ranks(call, &a, A, bits_of(a.least ^ (a.least + most))));
        room = a.edges / FOREST_LEAST_HEAVY < a.n * FOREST_LIGHT_ENTRIES / 2 ? a.edges
                                                                             : a.n * FOREST_LIGHT_ENTRIES / 2;
        GRAPH_TRY(join_all(call, &a, r, (uint64_t)room, (uint64_t)a.edges, room));
    }
    GRAPH_TRY(graph__cuda_forest_rows(call, &a, &selection, r));
    GRAPH_TRY(tell(r, 1));
done:
    if (status < 0)
        graph__cuda_csr_release(&r->forest);
    graph__cuda_end(call);
    return status;
}
