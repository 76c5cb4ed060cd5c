/* Strong and weak components: the fused form, and the numbering by smallest vertices.
 *
 * Source: Pearce, IPL 116(1), 2016; Jayanti and Tarjan, PODC 2016. */
#include "algorithms/paths.h"
#include "base/progress.h"

#include <string.h>

graph_status graph__number_components(int32_t *label, int64_t n, int64_t *count)
{
    int32_t *number = NULL;
    graph_status status;
    *count = 0;
    GRAPH_TRY(GRAPH_NEW(number, n));
    memset(number, 0xff, (size_t)n * sizeof *number);
    for (int64_t v = 0; v < n; v++) {
        if (number[label[v]] < 0)
            number[label[v]] = (int32_t)(*count)++;
        label[v] = number[label[v]];
    }
done:
    graph__free(number);
    return status;
}

static graph_status components(graph_vector **component, graph_index *count, const graph_matrix *A,
                               const graph_components_options *options, bool is_strong)
{
    static const graph_components_options defaults = {.size = sizeof(graph_components_options)};
    const graph_components_options *o = options != NULL ? options : &defaults;
    struct graph_components_request request = {.is_strong = is_strong};
    struct graph_place place = {.backend = graph__cpu()};
    struct graph_progress progress;
    int32_t *label = NULL;
    int64_t found = 0;
    graph_status status;
    if (component != NULL)
        *component = NULL;
    GRAPH_TRY(graph__check_graph(A, o->size, sizeof *o, o->form));
    GRAPH_PLACE_FUSED(&place, o, components, GRAPH_HEAVY, A);
    GRAPH_TRY(graph__progress_open(&place.progress, &progress, o->progress, o->context));
    request.stays_there = o->form != GRAPH_FORM_ALGEBRA && component != NULL && A->rows > 0 &&
                          !place.backend->shares_host_memory;
    if (!request.stays_there)
        GRAPH_TRY(GRAPH_NEW(label, A->rows));
    if (o->form == GRAPH_FORM_ALGEBRA) {
        graph_descriptor d = {.size = sizeof d, .backend = o->backend, .threads = place.threads};
        GRAPH_TRY(is_strong ? graph__strong_components_algebra(label, A, &d, place.progress)
                            : graph__weak_components_algebra(label, A, &d, place.progress));
    } else {
        request.threads = place.threads;
        request.component = label;
        request.progress = place.progress;
        status = graph__fused_components(&request, A, &place);
        label = request.component;
        GRAPH_TRY(status);
    }
    found = request.count;
    if (!request.is_numbered)
        GRAPH_TRY(graph__number_components(label, A->rows, &found));
    GRAPH_TRY(graph__progress_close(place.progress));
    if (request.there != NULL)
        GRAPH_TRY(graph__vector_of_values_at(component, GRAPH_INT32, A->rows, &request.there, place.backend));
    else if (component != NULL)
        GRAPH_TRY(graph__vector_of_values(component, GRAPH_INT32, A->rows, (void **)&label));
    if (count != NULL)
        *count = (graph_index)found;
done:
    graph__place_end(&place, status);
    place.backend->release(request.there);
    graph__free(label);
    return status;
}

graph_status graph_strong_components(graph_vector **component, graph_index *count, const graph_matrix *A,
                                     const graph_components_options *options)
{
    return components(component, count, A, options, true);
}

graph_status graph_weak_components(graph_vector **component, graph_index *count, const graph_matrix *A,
                                   const graph_components_options *options)
{
    return components(component, count, A, options, false);
}
