/* Shortest paths from one source on slabs.
 *
 * Every rank has all distances.  A round: each rank relaxes the edges of its rows whose distance has changed, and those
 * of its rows that this changes, until none remains; then the distances that it has made smaller go to all, and the
 * least of each counts.  Sums only grow, so the distances are those of any other method, in floating types too.
 * Negative weights, and the vertices before others, are found on one machine, with all of the graph on every rank.
 * Source: Bellman 1958; Chakaravarthy et al., "Scalable single source shortest path algorithms", IPDPS 2014. */
#include <math.h>
#include <string.h>

#include "algorithms/paths.h"
#include "dist/algorithms.h"

/* What a rank tells the others. */
struct news {
    int64_t vertex;
    union {
        int32_t int32;
        int64_t int64;
        float fp32;
        double fp64;
    } distance;
};

struct search {
    const struct graph_csr *a; /* rows of all vertices; those of other ranks are empty */
    int64_t first, end;        /* this rank's */
    void *distance;            /* of all */
    int64_t *queue, queued;    /* vertices of this rank's rows to relax: a ring of n */
    int64_t head;
    uint8_t *is_queued, *is_news;
    struct news *news;
    int64_t news_count;
};

static void put(struct search *s, int64_t v)
{
    if (v < s->first || v >= s->end || s->is_queued[v])
        return;
    const int64_t room = s->a->rows;
    s->is_queued[v] = 1;
    s->queue[(s->head + s->queued++) % room] = v;
}

static int64_t take(struct search *s)
{
    const int64_t v = s->queue[s->head];
    s->head = (s->head + 1) % s->a->rows;
    s->queued--;
    s->is_queued[v] = 0;
    return v;
}

#define SEARCH(T, name, infinite)                                                                            \
    static void start_##name(struct search *s, int64_t source)                                               \
    {                                                                                                        \
        T *distance = s->distance;                                                                           \
        for (int64_t v = 0; v < s->a->rows; v++)                                                             \
            distance[v] = infinite;                                                                          \
        distance[source] = 0;                                                                                \
        put(s, source);                                                                                      \
    }                                                                                                        \
    static void relax_##name(struct search *s)                                                               \
    {                                                                                                        \
        T *distance = s->distance;                                                                           \
        const T *weight = s->a->value;                                                                       \
        while (s->queued > 0) {                                                                              \
            const int64_t u = take(s);                                                                       \
            for (int64_t e = s->a->row_start[u]; e < s->a->row_start[u + 1]; e++) {                          \
                const T w = weight != NULL ? weight[e] : 1;                                                  \
                const int64_t v = s->a->column[e];                                                           \
                if (!(w < infinite) || !(distance[u] + w < distance[v]))                                     \
                    continue;                                                                                \
                distance[v] = distance[u] + w;                                                               \
                put(s, v);                                                                                   \
                if (!s->is_news[v])                                                                          \
                    s->news[s->news_count++].vertex = v;                                                     \
                s->is_news[v] = 1;                                                                           \
            }                                                                                                \
        }                                                                                                    \
        for (int64_t k = 0; k < s->news_count; k++) {                                                        \
            s->news[k].distance.name = distance[s->news[k].vertex];                                          \
            s->is_news[s->news[k].vertex] = 0;                                                               \
        }                                                                                                    \
    }                                                                                                        \
    static void hear_##name(struct search *s, const struct news *news, int64_t count)                        \
    {                                                                                                        \
        T *distance = s->distance;                                                                           \
        for (int64_t k = 0; k < count; k++)                                                                  \
            if (news[k].distance.name < distance[news[k].vertex]) {                                          \
                distance[news[k].vertex] = news[k].distance.name;                                            \
                put(s, news[k].vertex);                                                                      \
            }                                                                                                \
    }

SEARCH(int32_t, int32, INT32_MAX)
SEARCH(int64_t, int64, INT64_MAX)
SEARCH(float, fp32, INFINITY)
SEARCH(double, fp64, (double)INFINITY)

static const struct {
    void (*start)(struct search *s, int64_t source);
    void (*relax)(struct search *s);
    void (*hear)(struct search *s, const struct news *news, int64_t count);
} searches[] = {{start_int32, relax_int32, hear_int32},
                {start_int64, relax_int64, hear_int64},
                {start_fp32, relax_fp32, hear_fp32},
                {start_fp64, relax_fp64, hear_fp64}};

static int search_of(graph_type type)
{
    return type == GRAPH_INT32 ? 0 : type == GRAPH_INT64 ? 1 : type == GRAPH_FP32 ? 2 : 3;
}

/* Fills distance, which has room for all vertices.  Collective. */
static graph_status run_search(void *distance, const struct graph_csr *a, graph_type type,
                               const graph_dist *A, int64_t source)
{
    graph_group *const g = A->group;
    const int kind = search_of(type);
    struct search s = {
        .a = a, .first = graph__dist_first(A), .end = graph__dist_end(A), .distance = distance};
    struct news *all = NULL;
    int64_t *counts = NULL, sum = 1;
    graph_status status = GRAPH_NEW(s.queue, a->rows);
    if (status == GRAPH_OK)
        status = GRAPH_NEW_ZEROED(s.is_queued, a->rows);
    if (status == GRAPH_OK)
        status = GRAPH_NEW_ZEROED(s.is_news, a->rows);
    if (status == GRAPH_OK)
        status = GRAPH_NEW(s.news, a->rows);
    if (status == GRAPH_OK)
        status = GRAPH_NEW(counts, g->ranks);
    GRAPH_TRY(graph__group_agree(g, status));
    searches[kind].start(&s, source);
    while (sum > 0) {
        s.news_count = 0;
        searches[kind].relax(&s);
        GRAPH_TRY(graph__dist_gather_array((void **)&all, counts, g, s.news, s.news_count, sizeof *all));
        sum = 0;
        for (int r = 0; r < g->ranks; r++)
            sum += counts[r];
        searches[kind].hear(&s, all, sum);
        graph__free(all);
        all = NULL;
    }
done:
    graph__free(all);
    graph__free(counts);
    graph__free(s.queue);
    graph__free(s.is_queued);
    graph__free(s.is_news);
    graph__free(s.news);
    return status;
}

/* *v = the distances that are not infinite. */
static graph_status vector_of(graph_vector **v, const void *distance, graph_type type, int64_t n)
{
    const size_t bytes = graph_type_size(type);
    const struct graph_backend *const cpu = graph__cpu();
    struct graph_vector_arrays arrays = {.form = GRAPH_BITMAP};
    graph_status status = GRAPH_OK;
    GRAPH_TRY(graph_vector_create(v, type, (graph_index)n));
    GRAPH_TRY(cpu->allocate((void **)&arrays.present, (size_t)n, 1));
    GRAPH_TRY(cpu->allocate(&arrays.value, (size_t)n, bytes));
    memcpy(arrays.value, distance, (size_t)n * bytes);
    for (int64_t k = 0; k < n; k++) {
        arrays.present[k] = type == GRAPH_INT32   ? ((const int32_t *)distance)[k] < INT32_MAX
                            : type == GRAPH_INT64 ? ((const int64_t *)distance)[k] < INT64_MAX
                            : type == GRAPH_FP32  ? ((const float *)distance)[k] < INFINITY
                                                  : ((const double *)distance)[k] < (double)INFINITY;
        arrays.entries += arrays.present[k];
    }
    GRAPH_TRY(graph__vector_adopt(*v, &arrays, cpu));
done:
    graph__vector_arrays_release(&arrays, cpu);
    if (status != GRAPH_OK)
        graph_vector_release(v);
    return status;
}

/* *parent = of the distances, with all of the graph here. */
static graph_status find_parents(graph_vector **parent, const void *distance, graph_type type,
                                 const graph_matrix *all, int64_t source, const struct graph_place *place)
{
    const int64_t n = all->rows;
    struct graph_weights w = {0};
    struct graph_predecessors_request before = {
        .sources = 1, .source = &source, .threads = 1, .type = type, .stride = n, .predecessor_stride = n};
    int32_t *level = NULL;
    graph_status status = GRAPH_OK;
    GRAPH_TRY(graph__weights_open(&w, all, type, false, place));
    GRAPH_TRY(GRAPH_NEW(before.predecessor, n));
    GRAPH_TRY(GRAPH_NEW(level, n));
    before.A = w.A;
    before.distance = distance;
    GRAPH_TRY(graph__cpu()->predecessors(&before));
    for (int64_t v = 0; v < n; v++)
        level[v] = before.predecessor[v] < 0 ? INT32_MAX : 0;
    GRAPH_TRY(graph__sparse_results(parent, GRAPH_INT64, n, level, before.predecessor));
done:
    graph__weights_close(&w, place);
    graph__free(before.predecessor);
    graph__free(level);
    return status;
}

static graph_status check(const graph_dist *A, graph_index source, const graph_sssp_options *o)
{
    graph_status status = graph__dist_check_graph(A, o->size, sizeof *o, o->form);
    GRAPH_TRY(status);
    if ((int)o->method < 0 || o->method > GRAPH_SSSP_ROUNDS)
        GRAPH_FAIL(GRAPH_E_INVALID_VALUE, "options.method is %d; expected 0 .. %d", (int)o->method,
                   (int)GRAPH_SSSP_ROUNDS);
    if (!(o->delta >= 0) || isinf(o->delta))
        GRAPH_FAIL(GRAPH_E_INVALID_VALUE, "options.delta is %g; expected a number from 0 on", o->delta);
    status = graph__dist_check_vertex(A, source, "source");
done:
    return status;
}

struct slab_weights {
    graph_matrix *P;
    int64_t *start;
    struct graph_weights w;
    struct graph_place place;
};

/* The search on slabs; the weights are 0 or more.  Collective. */
static graph_status search_slabs(graph_vector *made[2], const struct slab_weights *s, const graph_dist *A,
                                 int64_t source, bool wants_parent)
{
    graph_group *const g = A->group;
    const graph_matrix *all = NULL;
    void *distance = NULL;
    graph_status status = graph__allocate_array(&distance, (size_t)A->rows, graph_type_size(s->w.type));
    GRAPH_TRY(graph__group_agree(g, status));
    GRAPH_TRY(run_search(distance, &s->w.A, s->w.type, A, source));
    if (wants_parent)
        GRAPH_TRY(graph__dist_replica(&all, A));
    status = vector_of(&made[0], distance, s->w.type, A->rows);
    if (status == GRAPH_OK && wants_parent)
        status = find_parents(&made[1], distance, s->w.type, all, source, &s->place);
    GRAPH_TRY(graph__group_agree(g, status));
done:
    graph__free(distance);
    return status;
}

graph_status graph_dist_sssp(graph_vector **distance, graph_vector **parent, const graph_dist *A,
                             graph_index source, const graph_sssp_options *options)
{
    static const graph_sssp_options defaults = {.size = sizeof defaults};
    const graph_sssp_options *o = options != NULL ? options : &defaults;
    struct slab_weights s = {.place = {.backend = graph__cpu()}};
    graph_vector *made[2] = {NULL, NULL};
    const graph_matrix *all = NULL;
    graph_status status = graph__check_dist(A, "A");
    if (distance != NULL)
        *distance = NULL;
    if (parent != NULL)
        *parent = NULL;
    if (status != GRAPH_OK)
        return status;
    graph_group *const g = A->group;
    GRAPH_TRY(graph__group_enter(g, __func__, check(A, source, o)));
    status = graph__place_algorithm(&s.place, o->backend, o->threads);
    s.place.backend = graph__cpu();
    if (status == GRAPH_OK)
        status = graph__dist_as_square(&s.P, &s.start, A, true);
    if (status == GRAPH_OK)
        status = graph__weights_open(&s.w, s.P, o->type, false, &s.place);
    GRAPH_TRY(graph__group_agree(g, status));
    int64_t is_negative = s.w.least < 0;
    GRAPH_TRY(graph__group_all_reduce(g, &is_negative, 1, GRAPH_MAX));
    if (is_negative) {
        GRAPH_TRY(graph__dist_replica(&all, A));
        GRAPH_TRY(
            graph__group_agree(g, graph_sssp(&made[0], parent != NULL ? &made[1] : NULL, all, source, o)));
    } else {
        GRAPH_TRY(search_slabs(made, &s, A, (int64_t)source, parent != NULL));
    }
    if (distance != NULL) {
        *distance = made[0];
        made[0] = NULL;
    }
    if (parent != NULL) {
        *parent = made[1];
        made[1] = NULL;
    }
done:
    graph__weights_close(&s.w, &s.place);
    graph_matrix_release(&s.P);
    graph__free(s.start);
    graph_vector_release(&made[0]);
    graph_vector_release(&made[1]);
    return status;
}
