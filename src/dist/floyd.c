/* Floyd-Warshall on slabs of rows.
 *
 * For each stage of pivots K, which all are of one rank: that rank closes their rows over each other, all get them, and all
 * relax their other rows by D(i, :) = min(D(i, :), D(i, K) + D(K, :)).  Where the group has links between devices, the slabs
 * lie there meanwhile, and rows of pivots travel one stage ahead of their use.  If there are negative weights, a search on
 * the edges first looks for negative cycles. */
#include <math.h>
#include <string.h>

#include "algorithms/paths.h"
#include "base/checked.h"
#include "dist/algorithms.h"

enum { PIVOTS = 64 };

/* For each type: how a slab starts, how rows are relaxed by one pivot's row, and how far distances end. */
#define SLAB(T, name, infinite, far, most)                                                                   \
    static void fill_##name(void *distance, int64_t first, int64_t rows, const struct graph_csr *A,          \
                            int threads)                                                                     \
    {                                                                                                        \
        const T *weight = A->value;                                                                          \
        _Pragma("omp parallel for num_threads(threads) schedule(static)") for (int64_t i = 0; i < rows; i++) \
        {                                                                                                    \
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
    static bool finish_##name(void *distance, int64_t first, int64_t rows, int64_t n, int threads)           \
    {                                                                                                        \
        int64_t negative = 0;                                                                                \
        _Pragma("omp parallel for num_threads(threads) schedule(static) reduction(+ : negative)") for (      \
            int64_t i = 0; i < rows; i++)                                                                    \
        {                                                                                                    \
            T *row = (T *)distance + i * n;                                                                  \
            negative += row[first + i] < 0;                                                                  \
            for (int64_t v = 0; v < n; v++)                                                                  \
                if (!(row[v] <= most))                                                                       \
                    row[v] = infinite;                                                                       \
        }                                                                                                    \
        return negative > 0;                                                                                 \
    }

SLAB(int32_t, int32, INT32_MAX, INT32_MAX / 2, INT32_MAX / 4)
SLAB(int64_t, int64, INT64_MAX, INT64_MAX / 2, INT64_MAX / 4)
SLAB(float, fp32, INFINITY, INFINITY, 3.402823466e38f)
SLAB(double, fp64, (double)INFINITY, (double)INFINITY, 1.7976931348623157e308)

static const struct {
    void (*fill)(void *distance, int64_t first, int64_t rows, const struct graph_csr *A, int threads);
    void (*relax)(void *to, const void *by, int64_t pivot, int64_t n);
    bool (*finish)(void *distance, int64_t first, int64_t rows, int64_t n, int threads);
} slabs[] = {{fill_int32, relax_int32, finish_int32},
             {fill_int64, relax_int64, finish_int64},
             {fill_fp32, relax_fp32, finish_fp32},
             {fill_fp64, relax_fp64, finish_fp64}};

static int slab_of(graph_type type)
{
    return type == GRAPH_INT32 ? 0 : type == GRAPH_INT64 ? 1 : type == GRAPH_FP32 ? 2 : 3;
}

static graph_status agree(void *group, graph_status status) { return graph__group_agree(group, status); }

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
    bool is_unweighted;
    int64_t has_negative; /* of all ranks */
};

static graph_status open_weights(struct slab_weights *s, const graph_dist *moved, graph_type type)
{
    graph_status status = GRAPH_OK;
    if (s->is_unweighted && type == GRAPH_PATTERN)
        type = GRAPH_INT32;
    GRAPH_TRY(graph__dist_as_square(&s->P, &s->start, moved, !s->is_unweighted));
    GRAPH_TRY(graph__weights_open(&s->w, s->P, type, s->is_unweighted, &s->place));
    s->has_negative = s->w.least < 0;
done:
    return status;
}

/* GRAPH_E_NEGATIVE_CYCLE if there is one. */
static graph_status check_cycles(const graph_matrix *all, const struct slab_weights *s)
{
    struct graph_weights whole = {.converted = NULL};
    graph_status status = GRAPH_OK;
    GRAPH_TRY(graph__weights_open(&whole, all, s->w.type, s->is_unweighted, &s->place));
    GRAPH_TRY(graph__potentials(NULL, &whole, &s->place, NULL));
done:
    graph__weights_close(&whole, &s->place);
    return status;
}

/* No cycle is negative, so a diagonal below 0 is one of rounding: the rows are made anew, from sources. */
static graph_status mend(struct graph_floyd_slab_request *r, const graph_matrix *all)
{
    const int64_t first = r->start[r->rank], rows = r->start[r->rank + 1] - first;
    graph_apsp_options o = {.size = sizeof o,
                            .method = GRAPH_APSP_JOHNSON,
                            .backend = GRAPH_BACKEND_CPU,
                            .threads = r->threads,
                            .sources = (graph_index)rows};
    graph_dense made = {.size = sizeof made, .type = r->type};
    graph_index *source = NULL;
    graph_status status = GRAPH_OK;
    if (rows == 0)
        return GRAPH_OK;
    GRAPH_TRY(GRAPH_NEW(source, rows));
    for (int64_t i = 0; i < rows; i++)
        source[i] = (graph_index)(first + i);
    o.source = source;
    graph__free(r->distance);
    r->distance = NULL;
    GRAPH_TRY(graph_apsp(&made, NULL, all, &o));
    r->distance = made.value;
done:
    graph__free(source);
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

/* The distances of one rank, which has all rows. */
static graph_status alone(graph_dense *distance, graph_index *first, const graph_dist *A,
                          const graph_apsp_options *o)
{
    graph_dense made = *distance;
    const graph_status status = graph__group_agree(A->group, graph_apsp(&made, NULL, A->mine, o));
    if (status != GRAPH_OK)
        return status;
    *distance = made;
    if (first != NULL)
        *first = 0;
    return GRAPH_OK;
}

/* The distances in *r, by stages.  Collective. */
static graph_status run(struct graph_floyd_slab_request *r, const struct slab_weights *s, const graph_dist *A,
                        bool on_device)
{
    graph_group *const g = A->group;
    const int64_t first = r->start[g->rank], rows = r->start[g->rank + 1] - first;
    const int k = slab_of(r->type);
    const graph_matrix *all = NULL;
    graph_status status = GRAPH_OK;
    if (s->has_negative) {
        GRAPH_TRY(graph__dist_replica(&all, A));
        GRAPH_TRY(graph__group_agree(g, check_cycles(all, s)));
    }
    if (on_device) {
        const graph_status local = g->link_place->floyd_warshall_slab(r);
        if (local == GRAPH_E_RANK)
            graph__group_link_is_over(g);
        g->received_bytes += (uint64_t)(r->n - rows) * (uint64_t)r->n * graph_type_size(r->type);
        GRAPH_TRY(local);
    } else {
        slabs[k].fill(r->distance, first, rows, &s->w.A, r->threads);
        GRAPH_TRY(run_stages(r, g));
    }
    int64_t is_negative = slabs[k].finish(r->distance, first, rows, r->n, r->threads) || r->is_negative;
    if (s->has_negative) {
        GRAPH_TRY(graph__group_all_reduce(g, &is_negative, 1, GRAPH_MAX));
        if (is_negative)
            GRAPH_TRY(graph__group_agree(g, mend(r, all)));
    }
done:
    return status;
}

graph_status graph__dist_floyd_warshall(graph_dense *distance, graph_index *first, const graph_dist *A,
                                        const graph_apsp_options *o)
{
    graph_group *const g = A->group;
    const int64_t n = A->rows;
    struct slab_weights s = {.place = {.backend = graph__cpu()},
                             .is_unweighted = o->is_unweighted || A->type == GRAPH_PATTERN};
    struct graph_floyd_slab_request r = {
        .n = n, .stride = n, .rank = g->rank, .ranks = g->ranks, .agree = agree, .group = g, .link = g->link};
    graph_dist *moved = NULL;
    const graph_dist *a = NULL;
    int64_t *start = NULL;
    size_t elements = 0;
    graph_status status = GRAPH_OK, local = graph__place_algorithm(&s.place, o->backend, o->threads);
    const bool on_device = g->link != NULL && o->backend != GRAPH_BACKEND_CPU &&
                           n >= (int64_t)GRAPH_FLOYD_UNIT * g->ranks &&
                           g->link_place->floyd_warshall_slab != NULL;
    if (g->ranks == 1)
        return alone(distance, first, A, o);
    s.place.backend = graph__cpu();
    if (local == GRAPH_OK)
        local = GRAPH_NEW(start, (size_t)g->ranks + 1);
    GRAPH_TRY(graph__group_agree(g, local));
    cut_slabs(start, n, g->ranks);
    GRAPH_TRY(graph__dist_align(&a, &moved, A, start));
    const int64_t rows = start[g->rank + 1] - start[g->rank];
    local = open_weights(&s, a, distance->type);
    if (local == GRAPH_OK && (!graph__multiply(&elements, (size_t)rows, (size_t)n)))
        local = graph__fail(GRAPH_E_MEMORY, "the distances are too many");
    if (local == GRAPH_OK)
        local = graph__allocate_array(&r.distance, elements, graph_type_size(s.w.type));
    GRAPH_TRY(graph__group_agree(g, local));
    GRAPH_TRY(graph__group_all_reduce(g, &s.has_negative, 1, GRAPH_MAX));
    r.type = s.w.type;
    r.start = start;
    r.threads = s.place.threads;
    r.A = s.w.A;
    r.A.row_start += start[g->rank];
    r.A.rows = rows;
    GRAPH_TRY(run(&r, &s, A, on_device));
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
