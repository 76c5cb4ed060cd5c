/* See mxv_direction.h.
 *
 * On the host the costs are counted: pushing makes a product for each entry in the rows that u has, pulling reads the rows
 * that the mask admits.  The direction that A as it lies does not have costs a symmetry check or a transpose, and is bought
 * as in fused.c: products add up what the lack of it has cost them, and once that reaches the price the next one pays it.
 * Source: Beamer, Asanovic, Patterson, "Direction-optimizing breadth-first search", SC 2012. */
#include "operations/mxv/mxv_direction.h"

#include "base/machine_memory.h"
#include "base/status.h"

enum {
    PUSH_COST = 2,      /* a product that is scattered, in entries that are read one after the other */
    SHARE_COST = 4,     /* the same of a device, where only the share of entries that u has is known */
    SYMMETRY_PRICE = 1, /* in readings of all entries, as in fused.c */
    TRANSPOSE_PRICE = 4,
    MOST_SHARE = 8 /* a transpose takes at most 1 / MOST_SHARE of the machine's memory */
};

static bool share_is_small(const graph_vector *u, const struct graph_csr *A)
{
    if (u->form == GRAPH_FULL || u->length == 0)
        return false;
    double share = (double)u->entries / (double)u->length;
    return share * SHARE_COST < 1 && A->entries > 0;
}

/* The entries in the rows that u has, or `most` if there are so many. */
static int64_t pushed(const struct graph_vector_view *u, const int64_t *row_start, int64_t most)
{
    int64_t sum = 0;
    if (u->form == GRAPH_FULL)
        return row_start[u->length];
    if (u->form == GRAPH_SPARSE)
        for (int64_t k = 0; k < u->entries && sum < most; k++)
            sum += row_start[u->index[k] + 1] - row_start[u->index[k]];
    else
        for (int64_t i = 0; i < u->length && sum < most; i++)
            sum += u->present[i] ? row_start[i + 1] - row_start[i] : 0;
    return sum < most ? sum : most;
}

/* What is read of the rows that the mask admits; probes: the entries that a sum reads until its first product. */
static int64_t pulled(const struct graph_vector_mask *mask, const int64_t *row_start, int64_t rows,
                      int64_t probes)
{
    int64_t sum = 0;
    if (!mask->is_given && !mask->is_complement && probes == INT64_MAX)
        return row_start[rows];
    for (int64_t i = 0; i < rows; i++) {
        const int64_t length = row_start[i + 1] - row_start[i];
        const bool is_open =
            mask->is_given ? (mask->present[i] != 0) != mask->is_complement : !mask->is_complement;
        sum += is_open ? (length < probes ? length : probes) : 0;
    }
    return sum;
}

/* Whether a transpose of A would be small for the memory of the machine. */
static bool has_room(const struct graph_csr *A)
{
    const size_t bytes = (size_t)A->entries * (sizeof(int32_t) + graph_type_size(A->type)) +
                         (size_t)A->columns * sizeof(int64_t);
    return bytes < graph__memory_part(MOST_SHARE);
}

/* The direction that A as it lies does not have: where it costs nothing, or has been paid for. */
struct other_direction {
    const int64_t *row_start; /* NULL: not at hand */
    bool is_transposed;
};

static graph_status find_other(struct other_direction *other, const graph_matrix *A,
                               const struct graph_csr *view, bool needs_values,
                               const struct graph_place *place)
{
    graph_matrix *cache = (graph_matrix *)A; /* a cache does not change what the matrix is */
    const long long wasted = atomic_load(&cache->wasted_edges);
    int symmetry = atomic_load(&cache->symmetry);
    bool is_symmetric = symmetry == GRAPH_SYMMETRIC, is_there;
    struct graph_csr transpose;
    graph_status status;
    *other = (struct other_direction){0};
    if (!needs_values && A->rows == A->columns) {
        if (symmetry == GRAPH_SYMMETRY_UNKNOWN && wasted > SYMMETRY_PRICE * view->entries)
            GRAPH_TRY(graph__matrix_symmetry(&is_symmetric, A));
        if (is_symmetric) {
            other->row_start = view->row_start;
            return GRAPH_OK;
        }
    }
    GRAPH_TRY(graph__matrix_view_cached_transpose(&transpose, &is_there, A, place->backend));
    if (!is_there && wasted > TRANSPOSE_PRICE * view->entries && has_room(view)) {
        status = graph__matrix_view_transposed(&transpose, A, place->backend, place->threads);
        is_there = status == GRAPH_OK;
        if (status == GRAPH_E_MEMORY) /* it can be done without */
            status = GRAPH_OK;
    }
    if (is_there)
        *other = (struct other_direction){transpose.row_start, true};
done:
    return status;
}

/* By counting. */
static graph_status choose_on_host(struct graph_mxv_choice *choice, const graph_matrix *A,
                                   const graph_vector *u, const struct graph_vector_mask *mask,
                                   bool is_native_push, bool needs_values, bool first_is_sum,
                                   const struct graph_place *place)
{
    struct graph_csr view;
    struct graph_vector_view v;
    struct other_direction other;
    int64_t push = 0, pull;
    graph_status status = GRAPH_OK;
    if (!is_native_push && u->form == GRAPH_FULL)
        return GRAPH_OK;
    GRAPH_TRY(graph__matrix_view(&view, A, place->backend));
    GRAPH_TRY(graph__vector_view(&v, u, place->backend));
    const int64_t results = is_native_push ? view.columns : view.rows;
    const int64_t probes = first_is_sum && u->entries > 0 ? u->length / u->entries + 1 : INT64_MAX;
    /* Pulling looks at each position of the result. */
    if (is_native_push) {
        push = pushed(&v, view.row_start, INT64_MAX);
        if (PUSH_COST * push <= results / 4)
            return GRAPH_OK;
    }
    GRAPH_TRY(find_other(&other, A, &view, needs_values, place));
    const int64_t *pulled_start = is_native_push ? other.row_start : view.row_start,
                  *pushed_start = is_native_push ? view.row_start : other.row_start;
    if (!is_native_push)
        push = pushed_start != NULL ? pushed(&v, pushed_start, INT64_MAX)
               : u->length > 0      ? (int64_t)((double)view.entries * (double)u->entries / (double)u->length)
                                    : 0;
    /* Where the rows to pull are not at hand, they are taken to be as long as those of A, if there are as many. */
    if (pulled_start == NULL && view.rows == view.columns)
        pulled_start = view.row_start;
    pull = pulled_start != NULL ? pulled(mask, pulled_start, results, probes) : view.entries;
    const int64_t gain =
        is_native_push ? PUSH_COST * push - pull - results / 4 : pull + results / 4 - PUSH_COST * push;
    if (gain > 0 && other.row_start != NULL)
        *choice = (struct graph_mxv_choice){!is_native_push, other.is_transposed};
    else if (gain > 0)
        atomic_fetch_add(&((graph_matrix *)A)->wasted_edges, gain);
done:
    return status;
}

graph_status graph__mxv_choose(struct graph_mxv_choice *choice, const graph_matrix *A, const graph_vector *u,
                               const struct graph_vector_mask *mask, bool is_native_push, bool needs_values,
                               bool first_is_sum, const struct graph_place *place)
{
    struct graph_csr transpose;
    bool is_there;
    graph_status status;
    *choice = (struct graph_mxv_choice){is_native_push, false};
    if (place->backend->shares_host_memory && A->row_start != NULL)
        return choose_on_host(choice, A, u, mask, is_native_push, needs_values, first_is_sum, place);
    GRAPH_TRY(graph__matrix_view_cached_transpose(&transpose, &is_there, A, place->backend));
    if (is_there && share_is_small(u, &transpose) != is_native_push)
        *choice = (struct graph_mxv_choice){!is_native_push, true};
done:
    return status;
}
