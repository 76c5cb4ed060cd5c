/* Levels from many sources: checks, the form in the algebra, the fused form.
 *
 * In the algebra: F<!S, replace> = F any_pair A; S = S or F; level<F> = depth.
 *
 * Source: Then et al., VLDB 2015. */
#include "algorithms/paths.h"
#include "base/progress.h"

#include <string.h>

/* The results that are wanted, before they become vectors. */
struct sums {
    int64_t *reached, *distance_sum;
    int32_t *eccentricity;
};

static void store_level(const graph_dense *level, int64_t k, int64_t v, int32_t value)
{
    int64_t stride = (int64_t)level->stride;
    int64_t at = level->layout == GRAPH_ROW_MAJOR ? k * stride + v : v * stride + k;
    if (level->type == GRAPH_UINT8)
        ((uint8_t *)level->value)[at] = value == INT32_MAX ? UINT8_MAX : (uint8_t)value;
    else if (level->type == GRAPH_UINT16)
        ((uint16_t *)level->value)[at] = value == INT32_MAX ? UINT16_MAX : (uint16_t)value;
    else
        ((int32_t *)level->value)[at] = value;
}

/* Notes that the entries of F have level depth. */
static graph_status arrive(const graph_dense *level, struct sums *sums, const graph_matrix *F, int64_t depth)
{
    struct graph_csr f;
    graph_status status;
    GRAPH_TRY(graph__matrix_view(&f, F, graph__cpu()));
    if (level != NULL && f.entries > 0 &&
        ((level->type == GRAPH_UINT8 && depth >= UINT8_MAX) ||
         (level->type == GRAPH_UINT16 && depth >= UINT16_MAX)))
        GRAPH_FAIL(GRAPH_E_DOMAIN, "a level does not fit the type %s", graph_type_name(level->type));
    for (int64_t k = 0; k < f.rows; k++) {
        int64_t count = f.row_start[k + 1] - f.row_start[k];
        if (sums->reached != NULL)
            sums->reached[k] += count;
        if (sums->distance_sum != NULL)
            sums->distance_sum[k] += count * depth;
        if (sums->eccentricity != NULL && count > 0)
            sums->eccentricity[k] = (int32_t)depth;
        for (int64_t e = f.row_start[k]; level != NULL && e < f.row_start[k + 1]; e++)
            store_level(level, k, f.column[e], (int32_t)depth);
    }
done:
    return status;
}

static graph_status by_algebra(const graph_dense *level, struct sums *sums, const graph_matrix *A,
                               const int64_t *source, int64_t count, const graph_bfs_multi_options *o,
                               struct graph_progress *progress)
{
    const graph_semiring *any_pair = graph_semiring_builtin(GRAPH_ANY_PAIR, GRAPH_BOOL);
    graph_descriptor step = {.size = sizeof step,
                             .backend = o->backend,
                             .threads = o->threads,
                             .flags = GRAPH_REPLACE | GRAPH_MASK_STRUCTURE | GRAPH_MASK_COMPLEMENT |
                                      (o->is_reversed ? GRAPH_TRANSPOSE_B : 0)};
    graph_descriptor plain = {.size = sizeof plain, .backend = o->backend, .threads = o->threads};
    graph_matrix *F = NULL, *S = NULL;
    graph_index *row = NULL, *column = NULL, active = (graph_index)count;
    int64_t most = o->has_max_depth ? (int64_t)o->max_depth : INT64_MAX;
    graph_status status;
    GRAPH_TRY(GRAPH_NEW(row, count));
    GRAPH_TRY(GRAPH_NEW(column, count));
    for (int64_t k = 0; k < count; k++) {
        row[k] = (graph_index)k;
        column[k] = (graph_index)(source != NULL ? source[k] : k);
        for (int64_t v = 0; level != NULL && v < A->rows; v++)
            store_level(level, k, v, INT32_MAX);
        if (sums->reached != NULL)
            sums->reached[k] = 0;
        if (sums->distance_sum != NULL)
            sums->distance_sum[k] = 0;
    }
    GRAPH_TRY(graph_matrix_create(&F, GRAPH_BOOL, (graph_index)count, (graph_index)A->rows));
    GRAPH_TRY(graph_matrix_build(F, row, column, NULL, GRAPH_PATTERN, (graph_index)count, GRAPH_NO_OP));
    GRAPH_TRY(graph_matrix_dup(&S, F));
    GRAPH_TRY(arrive(level, sums, F, 0));
    for (int64_t depth = 1; active > 0 && depth <= most; depth++) {
        GRAPH_TRY(graph_mxm(F, S, GRAPH_NO_OP, any_pair, F, A, &step));
        GRAPH_TRY(arrive(level, sums, F, depth));
        GRAPH_TRY(graph_ewise_add(S, NULL, GRAPH_NO_OP, GRAPH_LOR, S, F, &plain));
        GRAPH_TRY(graph_matrix_entries(&active, F));
        GRAPH_TRY(graph__progress_round(progress));
    }
done:
    graph__free(row);
    graph__free(column);
    graph_matrix_release(&F);
    graph_matrix_release(&S);
    return status;
}

static graph_status by_kernel(const graph_dense *level, struct sums *sums, const graph_matrix *A,
                              const int64_t *source, int64_t count, const graph_bfs_multi_options *o,
                              const struct graph_place *place)
{
    struct graph_bfs_multi_request request = {
        .source = source,
        .sources = count,
        .max_depth = o->has_max_depth && o->max_depth < INT32_MAX ? (int64_t)o->max_depth : INT32_MAX,
        .group = o->group,
        .threads = place->threads,
        .reached = sums->reached,
        .distance_sum = sums->distance_sum,
        .eccentricity = sums->eccentricity,
        .progress = place->progress};
    if (level != NULL) {
        request.level = level->value;
        request.level_type = level->type;
        request.stride = (int64_t)level->stride;
        request.is_by_vertex = level->layout == GRAPH_COLUMN_MAJOR;
    }
    return graph__fused_bfs_multi(&request, A, o->is_reversed, place);
}

static graph_status check(const graph_matrix *A, const graph_dense *level, const graph_bfs_multi_options *o)
{
    graph_status status = graph__check_graph(A, o->size, sizeof *o, o->form);
    if (status < 0)
        return status;
    if (o->group != 0 && o->group != 64 && o->group != 256 && o->group != 512)
        return graph__fail(GRAPH_E_INVALID_VALUE, "options.group is %d; expected 0, 64, 256 or 512",
                           o->group);
    if (level != NULL && level->type != GRAPH_PATTERN && level->type != GRAPH_UINT8 &&
        level->type != GRAPH_UINT16 && level->type != GRAPH_INT32)
        return graph__fail(GRAPH_E_DOMAIN, "level.type is %s; expected uint8, uint16 or int32",
                           graph_type_name(level->type));
    return GRAPH_OK;
}

graph_status graph_bfs_multi(graph_dense *level, const graph_matrix *A, const graph_index *source,
                             graph_index sources, const graph_bfs_multi_options *options)
{
    static const graph_bfs_multi_options defaults = {.size = sizeof(graph_bfs_multi_options)};
    const graph_bfs_multi_options *o = options != NULL ? options : &defaults;
    graph_dense opened = {0};
    struct graph_place place = {.backend = graph__cpu()};
    struct graph_progress progress;
    struct sums sums = {0};
    int64_t *list = NULL, count = 0;
    graph_vector *reached = NULL, *eccentricity = NULL, *distance_sum = NULL;
    bool is_new = false;
    graph_status status;
    GRAPH_TRY(check(A, level, o));
    GRAPH_PLACE_FUSED(&place, o, bfs_multi, GRAPH_HEAVY, A);
    GRAPH_TRY(graph__progress_open(&place.progress, &progress, o->progress, o->context));
    GRAPH_TRY(graph__source_list(&list, &count, source, sources, A->rows));
    if (level != NULL) {
        opened = *level;
        GRAPH_TRY(graph__dense_open(&opened, &is_new, GRAPH_INT32, count, A->rows, "level"));
    }
    if (o->reached != NULL)
        GRAPH_TRY(GRAPH_NEW(sums.reached, count));
    if (o->distance_sum != NULL)
        GRAPH_TRY(GRAPH_NEW(sums.distance_sum, count));
    if (o->eccentricity != NULL)
        GRAPH_TRY(GRAPH_NEW(sums.eccentricity, count));
    const graph_dense *target = level != NULL ? &opened : NULL;
    GRAPH_TRY(o->form == GRAPH_FORM_ALGEBRA ? by_algebra(target, &sums, A, list, count, o, place.progress)
                                            : by_kernel(target, &sums, A, list, count, o, &place));
    GRAPH_TRY(graph__progress_close(place.progress));
    if (o->reached != NULL)
        GRAPH_TRY(graph__vector_of_values(&reached, GRAPH_INT64, count, (void **)&sums.reached));
    if (o->distance_sum != NULL)
        GRAPH_TRY(graph__vector_of_values(&distance_sum, GRAPH_INT64, count, (void **)&sums.distance_sum));
    if (o->eccentricity != NULL)
        GRAPH_TRY(graph__vector_of_values(&eccentricity, GRAPH_INT32, count, (void **)&sums.eccentricity));
    if (level != NULL)
        *level = opened;
    is_new = false;
done:
    graph__place_end(&place, status);
    if (is_new)
        graph__free(opened.value);
    if (status < 0) {
        graph_vector_release(&reached);
        graph_vector_release(&distance_sum);
        graph_vector_release(&eccentricity);
    }
    const bool is_known = o->size == sizeof *o; /* else nothing is */
    if (is_known && o->reached != NULL)
        *o->reached = reached;
    if (is_known && o->distance_sum != NULL)
        *o->distance_sum = distance_sum;
    if (is_known && o->eccentricity != NULL)
        *o->eccentricity = eccentricity;
    graph__free(sums.reached);
    graph__free(sums.distance_sum);
    graph__free(sums.eccentricity);
    graph__free(list);
    return status;
}
