/* Closeness, harmonic centrality and eccentricity from searches of many sources.
 *
 * Numbers of edges: sums and largest levels of graph_bfs_multi, on the CPU also the vertices at each level for harmonic
 * sums; elsewhere for these, and with weights, the rows of graph_apsp.
 *
 * Sources: Bavelas, J. Acoust. Soc. Am. 22(6), 1950; Marchiori, Latora, Physica A 285, 2000. */
#include <math.h>
#include <string.h>

#include "algorithms/centrality/centrality.h"
#include "algorithms/centrality/check_search.h"

enum kind { CLOSENESS, HARMONIC, ECCENTRICITY };
enum { MOST_CHECKED = 64 };

/* What the rows of distances become. */
struct sums {
    enum kind kind;
    int64_t n;
    bool is_weighted, is_normalized;
    int64_t *at_level; /* vertices at each level of one source, for harmonic sums */
    double *result;
    graph_progress_function *progress;
    void *context;
    double sources;
};

/* The result of a source with r others at distances of this sum. */
static double closeness_of(const struct sums *s, double r, double sum)
{
    const double plain = r > 0 ? r / sum : 0;
    return s->is_normalized && s->n > 1 ? plain * r / (double)(s->n - 1) : plain;
}

static double harmonic_of(const struct sums *s, double sum)
{
    return s->is_normalized && s->n > 1 ? sum / (double)(s->n - 1) : sum;
}

static double weighted_result(const struct sums *s, const double *distance)
{
    double sum = 0, inverse = 0, largest = 0, r = -1; /* the source itself is at 0 */
    for (int64_t v = 0; v < s->n; v++) {
        if (isinf(distance[v]))
            continue;
        r++;
        sum += distance[v];
        inverse += distance[v] > 0 ? 1 / distance[v] : 0;
        largest = fmax(largest, distance[v]);
    }
    return s->kind == CLOSENESS  ? closeness_of(s, r, sum)
           : s->kind == HARMONIC ? harmonic_of(s, inverse)
                                 : largest;
}

static double harmonic_of_levels(const struct sums *s, const int32_t *level)
{
    int32_t deepest = 0;
    double sum = 0;
    for (int64_t v = 0; v < s->n; v++) {
        if (level[v] == GRAPH_UNREACHED_INT32)
            continue;
        s->at_level[level[v]]++;
        deepest = level[v] > deepest ? level[v] : deepest;
    }
    for (int32_t d = 1; d <= deepest; d++)
        sum += (double)s->at_level[d] / d;
    memset(s->at_level, 0, ((size_t)deepest + 1) * sizeof *s->at_level);
    return harmonic_of(s, sum);
}

static int take_rows(graph_index first, graph_index count, const void *distance, const int32_t *predecessor,
                     void *context)
{
    struct sums *s = context;
    (void)predecessor;
    for (graph_index k = 0; k < count; k++)
        s->result[first + k] = s->is_weighted
                                   ? weighted_result(s, (const double *)distance + k * (graph_index)s->n)
                                   : harmonic_of_levels(s, (const int32_t *)distance + k * (graph_index)s->n);
    return s->progress != NULL ? s->progress((double)(first + count) / s->sources, s->context) : 0;
}

static graph_status by_rows(struct sums *s, const graph_matrix *A, const graph_index *source,
                            graph_index sources, const graph_closeness_options *o)
{
    const graph_descriptor d = {.size = sizeof d, .threads = o->threads, .backend = o->backend};
    const graph_apsp_options rows = {.size = sizeof rows,
                                     .form = o->form,
                                     .backend = o->backend,
                                     .threads = o->threads,
                                     .is_unweighted = !s->is_weighted,
                                     .source = source,
                                     .sources = sources,
                                     .rows = take_rows,
                                     .context = s};
    graph_dense type = {.size = sizeof type, .type = s->is_weighted ? GRAPH_FP64 : GRAPH_INT32};
    graph_matrix *reverse = NULL;
    graph_type values;
    graph_status status;
    if (o->is_reversed) {
        GRAPH_TRY(graph_matrix_type(&values, A));
        GRAPH_TRY(graph_matrix_create(&reverse, values, (graph_index)A->rows, (graph_index)A->rows));
        GRAPH_TRY(graph_transpose(reverse, NULL, GRAPH_NO_OP, A, &d));
    }
    GRAPH_TRY(GRAPH_NEW_ZEROED(s->at_level, s->n + 1));
    GRAPH_TRY(graph_apsp(&type, NULL, reverse != NULL ? reverse : A, &rows));
done:
    graph_matrix_release(&reverse);
    graph__free(s->at_level);
    s->at_level = NULL;
    return status;
}

/* The integers of a full vector. */
static graph_status integers_of(int64_t **value, const graph_vector *v, graph_index count)
{
    graph_status status;
    GRAPH_TRY(GRAPH_NEW(*value, count));
    GRAPH_TRY(graph_vector_extract_tuples(NULL, *value, GRAPH_INT64, &count, v));
done:
    return status;
}

static graph_status by_levels(struct sums *s, const graph_matrix *A, const graph_index *source,
                              graph_index sources, graph_index count, const graph_closeness_options *o)
{
    graph_vector *reached = NULL, *sum = NULL, *largest = NULL;
    int64_t *r = NULL, *total = NULL;
    const bool is_close = s->kind == CLOSENESS;
    const graph_bfs_multi_options search = {.size = sizeof search,
                                            .form = o->form,
                                            .backend = o->backend,
                                            .threads = o->threads,
                                            .is_reversed = o->is_reversed,
                                            .reached = is_close ? &reached : NULL,
                                            .distance_sum = is_close ? &sum : NULL,
                                            .eccentricity = is_close ? NULL : &largest,
                                            .progress = o->progress,
                                            .context = o->context};
    graph_status status;
    GRAPH_TRY(graph_bfs_multi(NULL, A, source, sources, &search));
    if (is_close)
        GRAPH_TRY(integers_of(&r, reached, count));
    GRAPH_TRY(integers_of(&total, is_close ? sum : largest, count));
    for (graph_index k = 0; k < count; k++)
        s->result[k] = is_close ? closeness_of(s, (double)(r[k] - 1), (double)total[k]) : (double)total[k];
done:
    graph_vector_release(&reached);
    graph_vector_release(&sum);
    graph_vector_release(&largest);
    graph__free(r);
    graph__free(total);
    return status;
}

/* Harmonic sums from the numbers of vertices at each level, which the search on the CPU counts; elsewhere by rows. */
static graph_status by_counts(struct sums *s, const graph_matrix *A, const int64_t *list,
                              const graph_index *source, int64_t count, const graph_closeness_options *o)
{
    struct graph_place place = {.backend = graph__cpu()};
    struct graph_progress progress;
    graph_status status;
    GRAPH_PLACE_FUSED(&place, o, bfs_multi, GRAPH_HEAVY, A);
    if (o->form == GRAPH_FORM_ALGEBRA || !place.backend->shares_host_memory) {
        GRAPH_TRY(by_rows(s, A, source, (graph_index)count, o));
        goto done;
    }
    GRAPH_TRY(graph__progress_open(&place.progress, &progress, o->progress, o->context));
    struct graph_bfs_multi_request request = {.source = list,
                                              .sources = count,
                                              .max_depth = INT32_MAX,
                                              .threads = place.threads,
                                              .inverse_sum = s->result,
                                              .progress = place.progress};
    GRAPH_TRY(graph__fused_bfs_multi(&request, A, o->is_reversed, &place));
    GRAPH_TRY(graph__progress_close(place.progress));
    for (int64_t k = 0; k < count; k++)
        s->result[k] = harmonic_of(s, s->result[k]);
done:
    graph__place_end(&place, status);
    return status;
}

static graph_status check_options(int64_t **list, int64_t *count, const graph_matrix *A,
                                  const graph_index *source, graph_index sources,
                                  const graph_closeness_options *o)
{
    graph_status status;
    GRAPH_TRY(graph__check_graph(A, o->size, sizeof *o, o->form));
    if (o->is_weighted)
        GRAPH_TRY(graph__check_weights(A, true, true, o->threads));
    GRAPH_TRY(graph__source_list(list, count, source, sources, A->rows));
done:
    return status;
}

static graph_status find(graph_vector **result, enum kind kind, const graph_matrix *A,
                         const graph_index *source, graph_index sources,
                         const graph_closeness_options *options)
{
    static const graph_closeness_options defaults = {.size = sizeof(graph_closeness_options)};
    const graph_closeness_options *o = options != NULL ? options : &defaults;
    int64_t *list = NULL, *integer = NULL, count = 0;
    struct sums s = {.kind = kind};
    graph_status status;
    if (result == NULL)
        return graph__fail(GRAPH_E_NULL, "result is NULL");
    *result = NULL;
    GRAPH_TRY(check_options(&list, &count, A, source, sources, o));
    s.n = A->rows;
    s.is_weighted = o->is_weighted && A->type != GRAPH_PATTERN;
    s.is_normalized = o->is_normalized;
    s.progress = o->progress;
    s.context = o->context;
    s.sources = (double)count;
    GRAPH_TRY(GRAPH_NEW_ZEROED(s.result, count));
    if (count > 0)
        GRAPH_TRY(s.is_weighted      ? by_rows(&s, A, source, (graph_index)count, o)
                  : kind == HARMONIC ? by_counts(&s, A, list, source, count, o)
                                     : by_levels(&s, A, source, sources, (graph_index)count, o));
    if (kind == ECCENTRICITY && !s.is_weighted) {
        GRAPH_TRY(GRAPH_NEW(integer, count));
        for (int64_t k = 0; k < count; k++)
            integer[k] = (int64_t)s.result[k];
        GRAPH_TRY(graph__vector_of_values(result, GRAPH_INT64, count, (void **)&integer));
    } else {
        GRAPH_TRY(graph__vector_of_values(result, GRAPH_FP64, count, (void **)&s.result));
    }
done:
    graph__free(list);
    graph__free(integer);
    graph__free(s.result);
    return status;
}

graph_status graph_closeness(graph_vector **result, const graph_matrix *A, const graph_index *source,
                             graph_index sources, const graph_closeness_options *options)
{
    return find(result, CLOSENESS, A, source, sources, options);
}

graph_status graph_harmonic(graph_vector **result, const graph_matrix *A, const graph_index *source,
                            graph_index sources, const graph_closeness_options *options)
{
    return find(result, HARMONIC, A, source, sources, options);
}

graph_status graph_eccentricity(graph_vector **result, const graph_matrix *A, const graph_index *source,
                                graph_index sources, const graph_closeness_options *options)
{
    return find(result, ECCENTRICITY, A, source, sources, options);
}

/* The definition, from one plain search. */
static double searched_result(const struct graph_check_search *search, enum kind kind, bool is_normalized)
{
    long double sum = 0, inverse = 0;
    const double r = (double)search->count - 1, others = search->n > 1 ? (double)search->n - 1 : 1;
    for (graph_index i = 1; i < search->count; i++) {
        sum += search->distance[search->order[i]];
        inverse += 1 / (long double)search->distance[search->order[i]];
    }
    if (kind == ECCENTRICITY)
        return search->distance[search->order[search->count - 1]];
    if (kind == HARMONIC)
        return (double)(is_normalized ? inverse / others : inverse);
    return r == 0 ? 0 : (double)(is_normalized ? r / sum * r / others : r / sum);
}

static graph_status check_result(const graph_vector *result, enum kind kind, const graph_matrix *A,
                                 const graph_index *source, graph_index sources,
                                 const graph_closeness_options *options)
{
    static const graph_closeness_options defaults = {.size = sizeof(graph_closeness_options)};
    const graph_closeness_options *o = options != NULL ? options : &defaults;
    struct graph_check_search search = {.n = 0};
    int64_t *list = NULL, count = 0;
    double *value = NULL;
    graph_index length, entries;
    graph_type type;
    graph_status status;
    if (result == NULL)
        return graph__fail(GRAPH_E_NULL, "result is NULL");
    GRAPH_TRY(check_options(&list, &count, A, source, sources, o));
    GRAPH_TRY(graph_vector_type(&type, result));
    GRAPH_TRY(graph_vector_length(&length, result));
    GRAPH_TRY(graph_vector_entries(&entries, result));
    const bool is_integer = kind == ECCENTRICITY && !(o->is_weighted && A->type != GRAPH_PATTERN);
    if (type != (is_integer ? GRAPH_INT64 : GRAPH_FP64))
        GRAPH_FAIL(GRAPH_E_DOMAIN, "result is of %s; expected %s", graph_type_name(type),
                   is_integer ? "int64" : "fp64");
    if (length != (graph_index)count)
        GRAPH_FAIL(GRAPH_E_DIMENSION, "result has length %llu; there are %lld sources",
                   (unsigned long long)length, (long long)count);
    if (entries != length)
        GRAPH_FAIL(GRAPH_E_INVALID_OBJECT, "result has %llu of %llu values", (unsigned long long)entries,
                   (unsigned long long)length);
    GRAPH_TRY(GRAPH_NEW(value, count));
    GRAPH_TRY(graph_vector_extract_tuples(NULL, value, GRAPH_FP64, &length, result));
    GRAPH_TRY(graph__check_search_open(&search, A, o->is_weighted, o->is_reversed));
    const int64_t checked = count < MOST_CHECKED ? count : MOST_CHECKED;
    for (int64_t k = 0; k < checked; k++) {
        const int64_t at = count / checked * k, v = list != NULL ? list[at] : at;
        graph__check_search_run(&search, (graph_index)v);
        const double expected = searched_result(&search, kind, o->is_normalized);
        if (!(fabs(value[at] - expected) <= 1e-12 * expected))
            GRAPH_FAIL(GRAPH_E_INVALID_OBJECT, "the result of source %lld is %.17g; expected %.17g",
                       (long long)v, value[at], expected);
    }
done:
    graph__check_search_close(&search);
    graph__free(list);
    graph__free(value);
    return status;
}

graph_status graph_check_closeness(const graph_vector *result, const graph_matrix *A,
                                   const graph_index *source, graph_index sources,
                                   const graph_closeness_options *options)
{
    return check_result(result, CLOSENESS, A, source, sources, options);
}

graph_status graph_check_harmonic(const graph_vector *result, const graph_matrix *A,
                                  const graph_index *source, graph_index sources,
                                  const graph_closeness_options *options)
{
    return check_result(result, HARMONIC, A, source, sources, options);
}

graph_status graph_check_eccentricity(const graph_vector *result, const graph_matrix *A,
                                      const graph_index *source, graph_index sources,
                                      const graph_closeness_options *options)
{
    return check_result(result, ECCENTRICITY, A, source, sources, options);
}
