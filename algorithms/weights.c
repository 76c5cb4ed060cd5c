/* The weights of a graph in the type of its distances, checked. */
#include <math.h>

#include "algorithms/paths.h"

/* One value of a type. */
static double as_double(const void *value, graph_type type)
{
    switch (type) {
#define CASE(code, number, c_type, name)                                                                     \
    case code:                                                                                               \
        return (double)*(const c_type *)value;
        GRAPH_TYPE_LIST(CASE)
#undef CASE
    default:
        return 1;
    }
}

static bool has_nan(const struct graph_csr *A)
{
    int64_t found = 0;
    for (int64_t k = 0; k < A->entries && A->type == GRAPH_FP32; k++)
        found += isnan(((const float *)A->value)[k]) != 0;
    for (int64_t k = 0; k < A->entries && A->type == GRAPH_FP64; k++)
        found += isnan(((const double *)A->value)[k]) != 0;
    return found > 0;
}

/* The smallest and the largest weight. */
static graph_status find_range(struct graph_weights *w, const struct graph_place *place)
{
    uint64_t value = 0;
    graph_status status;
    GRAPH_TRY(place->backend->reduce(&value, w->A.value, GRAPH_MIN, w->A.type, w->A.entries, place->threads));
    w->least = as_double(&value, w->A.type);
    value = 0;
    GRAPH_TRY(place->backend->reduce(&value, w->A.value, GRAPH_MAX, w->A.type, w->A.entries, place->threads));
    w->largest = as_double(&value, w->A.type);
done:
    return status;
}

/* The same from the values at a device.  *is_found: false where the host has to look for NaN; without any, and without
 * infinities of both signs, the sum is a number. */
static graph_status find_range_there(struct graph_weights *w, bool *is_found, const graph_matrix *A,
                                     const struct graph_backend *device)
{
    static const graph_op monoids[] = {GRAPH_MIN, GRAPH_MAX, GRAPH_PLUS};
    const size_t bytes = graph_type_size(A->type);
    const int count = graph__is_floating(A->type) ? 3 : 2;
    uint64_t words[3]; /* that many values, one behind the other */
    char *found = (char *)words, *there = NULL;
    struct graph_csr view;
    graph_status status;
    *is_found = false;
    GRAPH_TRY(graph__matrix_view(&view, A, device));
    GRAPH_TRY(device->allocate((void **)&there, (size_t)count, bytes));
    for (int k = 0; k < count; k++)
        GRAPH_TRY(
            device->reduce(there + (size_t)k * bytes, view.value, monoids[k], A->type, view.entries, 1));
    GRAPH_TRY(device->download(found, there, (size_t)count * bytes));
    w->least = as_double(found, A->type);
    w->largest = as_double(found + bytes, A->type);
    *is_found = count == 2 || !isnan(as_double(found + 2 * bytes, A->type));
done:
    device->release(there);
    return status;
}

static graph_status check_range(const struct graph_weights *w, graph_type weight_type)
{
    double most = w->type == GRAPH_INT32 ? (double)INT32_MAX / 4 : (double)INT64_MAX / 4;
    double largest = fmax(fabs(w->least), fabs(w->largest));
    if (w->least == -HUGE_VAL)
        return graph__fail(GRAPH_E_INVALID_VALUE, "a weight is -infinity");
    if (graph__is_floating(w->type))
        return GRAPH_OK;
    if (graph__is_floating(weight_type))
        return graph__fail(GRAPH_E_DOMAIN, "weights of type %s and distances of type %s",
                           graph_type_name(weight_type), graph_type_name(w->type));
    if (largest * (double)w->A.rows > most)
        return graph__fail(GRAPH_E_DOMAIN,
                           "%lld vertices times the largest weight %.0f may not fit the type %s",
                           (long long)w->A.rows, largest, graph_type_name(w->type));
    return GRAPH_OK;
}

graph_status graph__weights_open(struct graph_weights *w, const graph_matrix *A, graph_type type,
                                 bool is_unweighted, const struct graph_place *place)
{
    return graph__weights_open_from(w, A, type, is_unweighted, place, place->backend);
}

graph_status graph__weights_open_from(struct graph_weights *w, const graph_matrix *A, graph_type type,
                                      bool is_unweighted, const struct graph_place *place,
                                      const struct graph_backend *device)
{
    bool has_range = false;
    graph_status status;
    *w = (struct graph_weights){.least = 1, .largest = 1};
    GRAPH_TRY(graph__matrix_view(&w->A, A, place->backend));
    if (is_unweighted)
        w->A.value = NULL;
    graph_type weight_type = w->A.value == NULL ? GRAPH_BOOL : A->type;
    if (weight_type > GRAPH_FP64)
        GRAPH_FAIL(GRAPH_E_DOMAIN, "the weights are %s, which do not add up to distances",
                   graph_type_name(weight_type));
    w->type = type != GRAPH_PATTERN ? type : graph__is_floating(weight_type) ? weight_type : GRAPH_INT64;
    if (w->type != GRAPH_INT32 && w->type != GRAPH_INT64 && !graph__is_floating(w->type))
        GRAPH_FAIL(GRAPH_E_DOMAIN, "the type of the distances is %s; expected int32, int64, fp32 or fp64",
                   graph_type_name(w->type));
    if (w->A.value != NULL && w->A.entries > 0) {
        if (!device->shares_host_memory && find_range_there(w, &has_range, A, device) < 0)
            has_range = false;
        if (!has_range && has_nan(&w->A))
            GRAPH_FAIL(GRAPH_E_INVALID_VALUE, "a weight is not a number");
        if (!has_range)
            GRAPH_TRY(find_range(w, place));
    }
    GRAPH_TRY(check_range(w, weight_type));
    if (w->A.value != NULL && A->type != w->type) {
        GRAPH_TRY(place->backend->allocate(&w->converted, (size_t)w->A.entries, graph_type_size(w->type)));
        GRAPH_TRY(place->backend->convert(w->converted, w->type, w->A.value, A->type, w->A.entries,
                                          place->threads));
        w->A.value = w->converted;
        w->A.value_facts = NULL;
    }
    w->A.type = w->type;
done:
    if (status < 0)
        graph__weights_close(w, place);
    return status;
}

void graph__weights_close(struct graph_weights *w, const struct graph_place *place)
{
    place->backend->release(w->converted);
    w->converted = NULL;
}

graph_status graph__potentials(void *potential, const struct graph_weights *w,
                               const struct graph_place *place, struct graph_progress *progress)
{
    struct graph_sssp_request request = {.A = w->A,
                                         .kind = GRAPH_SSSP_BELLMAN_FORD,
                                         .type = w->type,
                                         .is_potential = true,
                                         .threads = place->threads,
                                         .distance = potential,
                                         .progress = progress};
    void *made = NULL;
    graph_status status;
    if (potential == NULL) {
        GRAPH_TRY(graph__allocate_array(&made, (size_t)w->A.rows, graph_type_size(w->type)));
        request.distance = made;
    }
    GRAPH_TRY(place->backend->sssp(&request));
    if (request.cycle_vertex >= 0)
        GRAPH_FAIL(GRAPH_E_NEGATIVE_CYCLE, "a cycle of negative weight goes through vertex %lld",
                   (long long)request.cycle_vertex);
done:
    graph__free(made);
    return status;
}

graph_status graph__weight_matrix(graph_matrix **C, const graph_matrix *A, graph_type type,
                                  bool is_unweighted, const graph_descriptor *d)
{
    graph_matrix *P = NULL;
    graph_status status;
    *C = NULL;
    GRAPH_TRY(graph_matrix_create(C, type, (graph_index)A->rows, (graph_index)A->columns));
    if (is_unweighted || A->type == GRAPH_PATTERN) {
        GRAPH_TRY(graph__pattern_of(&P, A));
        GRAPH_TRY(graph_apply(*C, NULL, GRAPH_NO_OP, GRAPH_ONE, P, d));
    } else {
        GRAPH_TRY(graph_apply(*C, NULL, GRAPH_NO_OP, GRAPH_IDENTITY, A, d));
    }
done:
    graph_matrix_release(&P);
    if (status < 0)
        graph_matrix_release(C);
    return status;
}
