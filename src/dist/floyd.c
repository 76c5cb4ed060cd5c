/* Floyd-Warshall on slabs of rows.
 *
 * For each stage of pivots K, which all are of one rank: that rank closes their rows over each other, all get them, and all
 * relax their other rows by D(i, :) = min(D(i, :), D(i, K) + D(K, :)).  Where the group has links between devices, the slabs
 * lie there meanwhile. */
#include <math.h>
#include <string.h>

#include "algorithms/paths.h"
#include "base/checked.h"
#include "dist/algorithms.h"

enum { PIVOTS = 64 };

/* For each type: how a slab starts, how rows are relaxed by one pivot's row, and how far distances end. */
#define SLAB(T, name, infinite, far, most)                                                                   \
    static void fill_##name(void *distance, int64_t first, int64_t rows, const struct graph_csr *A)          \
    {                                                                                                        \
        const T *weight = A->value;                                                                          \
        for (int64_t i = 0; i < rows; i++) {                                                                 \
            T *row = (T *)distance + i * A->rows;                                                            \
            const int64_t u = first + i;                                                                     \
            for (int64_t v = 0; v < A->rows; v++)                                                            \
                row[v] = far;                                                                                \
            for (int64_t k = A->row_start[u]; k < A->row_start[u + 1]; k++) {                                \
                const T w = weight != NULL ? weight[k] : 1;                                                  \
                if (w < infinite)                                                                            \
                    row[A->column[k]] = w;                                                                   \
            }                                                                                                \
            if (!(row[u] < 0))                                                                               \
                row[u] = 0;                                                                                  \
        }                                                                                                    \
    }                                                                                                        \
    static void relax_##name(void *to, const void *by, int64_t pivot, int64_t n)                             \
    {                                                                                                        \
        T *row = to;                                                                                         \
        const T *other = by, d = row[pivot];                                                                 \
        if (!(d < far))                                                                                      \
            return;                                                                                          \
        for (int64_t v = 0; v < n; v++) {                                                                    \
            const T through = d + other[v];                                                                  \
            row[v] = through < row[v] ? through : row[v];                                                    \
        }                                                                                                    \
    }                                                                                                        \
    static bool finish_##name(void *distance, int64_t first, int64_t rows, int64_t n)                        \
    {                                                                                                        \
        bool is_negative = false;                                                                            \
        for (int64_t i = 0; i < rows; i++) {                                                                 \
            T *row = (T *)distance + i * n;                                                                  \
            is_negative = is_negative || row[first + i] < 0;                                                 \
            for (int64_t v = 0; v < n; v++)                                                                  \
                if (!(row[v] <= most))                                                                       \
                    row[v] = infinite;                                                                       \
        }                                                                                                    \
        return is_negative;                                                                                  \
    }

SLAB(int32_t, int32, INT32_MAX, INT32_MAX / 2, INT32_MAX / 4)
SLAB(int64_t, int64, INT64_MAX, INT64_MAX / 2, INT64_MAX / 4)
SLAB(float, fp32, INFINITY, INFINITY, 3.402823466e38f)
SLAB(double, fp64, (double)INFINITY, (double)INFINITY, 1.7976931348623157e308)

static const struct {
    void (*fill)(void *distance, int64_t first, int64_t rows, const struct graph_csr *A);
    void (*relax)(void *to, const void *by, int64_t pivot, int64_t n);
    bool (*finish)(void *distance, int64_t first, int64_t rows, int64_t n);
} slabs[] = {{fill_int32, relax_int32, finish_int32},
             {fill_int64, relax_int64, finish_int64},
             {fill_fp32, relax_fp32, finish_fp32},
             {fill_fp64, relax_fp64, finish_fp64}};

static int slab_of(graph_type type)
{
    return type == GRAPH_INT32 ? 0 : type == GRAPH_INT64 ? 1 : type == GRAPH_FP32 ? 2 : 3;
}

static graph_status agree(void *group, graph_status status) { return graph__group_agree(group, status); }

/* From device to device. */
static graph_status share_linked(void *group, void *pivots, size_t bytes, int root)
{
    graph_group *const g = group;
    size_t *const to_start = g->counts, *const to_bytes = to_start + g->ranks,
                  *const from_start = to_bytes + g->ranks, *const from_bytes = from_start + g->ranks;
    for (int r = 0; r < g->ranks; r++) {
        to_start[r] = from_start[r] = 0;
        to_bytes[r] = r == root && g->rank != root ? bytes : 0;
        from_bytes[r] = r != root && g->rank == root ? bytes : 0;
    }
    return graph__group_link_exchange(g, pivots, to_start, to_bytes, pivots, from_start, from_bytes);
}

/* On the host.  Collective. */
static graph_status run_stages(struct graph_floyd_slab_request *r, graph_group *g)
{
    const int64_t n = r->n, our_first = r->start[r->rank], rows = r->start[r->rank + 1] - our_first;
    const size_t row_bytes = (size_t)n * graph_type_size(r->type);
    const int k = slab_of(r->type);
    char *pivots = NULL, *const ours = r->distance;
    graph_status status = GRAPH_OK;
    GRAPH_TRY(graph__group_agree(g, graph__allocate_array((void **)&pivots, PIVOTS, row_bytes)));
    for (int owner = 0; owner < r->ranks; owner++)
        for (int64_t first = r->start[owner], count; first < r->start[owner + 1]; first += count) {
            count = r->start[owner + 1] - first < PIVOTS ? r->start[owner + 1] - first : PIVOTS;
            const int64_t begin = owner == r->rank ? first - our_first : rows,
                          end = owner == r->rank ? begin + count : rows;
            if (owner == r->rank) {
                for (int64_t p = 0; p < count; p++)
                    for (int64_t i = begin; i < end; i++)
                        if (i != begin + p)
                            slabs[k].relax(ours + (size_t)i * row_bytes,
                                           ours + (size_t)(begin + p) * row_bytes, first + p, n);
                memcpy(pivots, ours + (size_t)begin * row_bytes, (size_t)count * row_bytes);
            }
            GRAPH_TRY(graph__group_broadcast(g, pivots, (size_t)count * row_bytes, owner));
#pragma omp parallel for num_threads(r->threads) schedule(static)
            for (int64_t i = 0; i < rows; i++)
                for (int64_t p = 0; p < count && (i < begin || i >= end); p++)
                    slabs[k].relax(ours + (size_t)i * row_bytes, pivots + (size_t)p * row_bytes, first + p,
                                   n);
        }
done:
    graph__free(pivots);
    return status;
}

/* The slab of the weights, and their range over all ranks. */
struct slab_weights {
    graph_matrix *P;
    int64_t *start;
    struct graph_weights w;
    struct graph_place place;
};

static graph_status open_weights(struct slab_weights *s, const graph_dist *moved, graph_type type,
                                 const graph_apsp_options *o)
{
    graph_status status = GRAPH_OK;
    const bool is_unweighted = o->is_unweighted || moved->type == GRAPH_PATTERN;
    if (is_unweighted && type == GRAPH_PATTERN)
        type = GRAPH_INT32;
    GRAPH_TRY(graph__dist_as_square(&s->P, &s->start, moved, !is_unweighted));
    GRAPH_TRY(graph__weights_open(&s->w, s->P, type, is_unweighted, &s->place));
    if (s->w.least < 0)
        GRAPH_FAIL(GRAPH_E_NOT_SUPPORTED, "a weight is %g; Floyd-Warshall on many ranks takes none below 0",
                   s->w.least);
done:
    return status;
}

/* Equal rows, in units that a device takes, if there are many. */
static void cut_slabs(int64_t *start, int64_t n, int ranks)
{
    const int64_t unit = n >= (int64_t)GRAPH_FLOYD_UNIT * ranks ? GRAPH_FLOYD_UNIT : 1;
    graph__equal_cuts(start, (n + unit - 1) / unit, ranks);
    for (int r = 0; r <= ranks; r++)
        start[r] = start[r] * unit < n ? start[r] * unit : n;
}

graph_status graph__dist_floyd_warshall(graph_dense *distance, graph_index *first, const graph_dist *A,
                                        const graph_apsp_options *o)
{
    graph_group *const g = A->group;
    const int64_t n = A->rows;
    struct slab_weights s = {.place = {.backend = graph__cpu()}};
    struct graph_floyd_slab_request r = {.n = n,
                                         .stride = n,
                                         .rank = g->rank,
                                         .ranks = g->ranks,
                                         .agree = agree,
                                         .share = share_linked,
                                         .group = g};
    graph_dist *moved = NULL;
    const graph_dist *a = NULL;
    int64_t *start = NULL;
    size_t elements = 0;
    graph_status status = GRAPH_OK, local = graph__place_algorithm(&s.place, o->backend, o->threads);
    const bool on_device = g->link != NULL && o->backend != GRAPH_BACKEND_CPU &&
                           n >= (int64_t)GRAPH_FLOYD_UNIT * g->ranks &&
                           g->link_place->floyd_warshall_slab != NULL;
    s.place.backend = graph__cpu();
    if (local == GRAPH_OK)
        local = GRAPH_NEW(start, (size_t)g->ranks + 1);
    GRAPH_TRY(graph__group_agree(g, local));
    cut_slabs(start, n, g->ranks);
    GRAPH_TRY(graph__dist_align(&a, &moved, A, start));
    const int64_t rows = start[g->rank + 1] - start[g->rank];
    local = open_weights(&s, a, distance->type, o);
    if (local == GRAPH_OK && (!graph__multiply(&elements, (size_t)rows, (size_t)n)))
        local = graph__fail(GRAPH_E_MEMORY, "the distances are too many");
    if (local == GRAPH_OK)
        local = graph__allocate_array(&r.distance, elements, graph_type_size(s.w.type));
    GRAPH_TRY(graph__group_agree(g, local));
    r.type = s.w.type;
    r.start = start;
    r.threads = s.place.threads;
    slabs[slab_of(r.type)].fill(r.distance, start[g->rank], rows, &s.w.A);
    if (on_device)
        GRAPH_TRY(graph__group_agree(g, g->link_place->floyd_warshall_slab(&r)));
    else
        GRAPH_TRY(run_stages(&r, g));
    (void)slabs[slab_of(r.type)].finish(r.distance, start[g->rank], rows, n);
    *distance = (graph_dense){.size = sizeof *distance,
                              .type = r.type,
                              .layout = GRAPH_ROW_MAJOR,
                              .rows = (graph_index)rows,
                              .columns = (graph_index)n,
                              .stride = (graph_index)n,
                              .value = r.distance};
    r.distance = NULL;
    if (first != NULL)
        *first = (graph_index)start[g->rank];
done:
    graph__weights_close(&s.w, &s.place);
    graph_matrix_release(&s.P);
    graph__free(s.start);
    graph__free(r.distance);
    graph__free(start);
    graph_dist_release(&moved);
    return status;
}
