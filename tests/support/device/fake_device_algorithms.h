/* The algorithms of the fake device, which fake_device.h includes: those of the CPU on its memory, and what they make is
 * moved there. */
#ifndef TESTS_SUPPORT_DEVICE_FAKE_DEVICE_ALGORITHMS_H
#define TESTS_SUPPORT_DEVICE_FAKE_DEVICE_ALGORITHMS_H

#include <math.h>

static graph_status device_bfs(struct graph_bfs_request *r)
{
    enter();
    graph_status status = graph__cpu()->bfs(r), moved = status;
    int64_t n = r->out.rows;
    if (status == GRAPH_OK) {
        status = move_vector(&r->level, GRAPH_OK, n, sizeof(int32_t));
        moved = move_vector(&r->parent, GRAPH_OK, n, sizeof(int64_t));
    }
    leave();
    return status < 0 ? status : moved;
}

static graph_status device_floyd_warshall(struct graph_floyd_warshall_request *r)
{
    enter();
    graph_status status = graph__cpu()->floyd_warshall(r);
    leave();
    return status;
}

static graph_status device_bfs_multi(struct graph_bfs_multi_request *r)
{
    enter();
    graph_status status = graph__cpu()->bfs_multi(r);
    leave();
    return status;
}

/* Of algorithms/paths.h, which has other uses for names of the public headers. */
graph_status graph__number_components(int32_t *label, int64_t n, int64_t *count);

/* Components that stay there are numbered by smallest vertices, as the GPU's. */
static graph_status device_components(struct graph_components_request *r)
{
    void *there = NULL;
    graph_status status;
    enter();
    if (r->is_ordered || (r->is_strong && r->A_transposed.row_start == NULL))
        GRAPH_FAIL(GRAPH_E_NOT_SUPPORTED, "no ordered components, or no reverse edges");
    if (r->stays_there) {
        GRAPH_TRY(device_allocate(&there, (size_t)r->A.rows, sizeof *r->component));
        r->component = there;
    }
    GRAPH_TRY(graph__cpu()->components(r));
    if (r->stays_there) {
        GRAPH_TRY(graph__number_components(there, r->A.rows, &r->count));
        r->is_numbered = true;
        r->there = there;
        there = NULL;
    }
done:
    r->component = r->stays_there ? NULL : r->component;
    device_release(there);
    leave();
    return status;
}

/* Moves what the CPU has made; what has not come there is NULL, and all is released after a failure. */
static graph_status move_reach(struct graph_reachability *reach, int64_t vertices)
{
    struct graph_closure_slab *slab = reach->slab;
    graph_status status = move((void **)&reach->component, (size_t)vertices * sizeof *reach->component);
    graph_status moved = move((void **)&reach->is_cyclic, (size_t)reach->components);
    status = status < 0 ? status : moved;
    for (int64_t s = 0; s < reach->slab_count; s++) {
        const size_t listed = (size_t)slab[s].listed;
        graph_status of_slab[] = {
            move((void **)&slab[s].row, (size_t)slab[s].rows * sizeof *slab->row),
            move((void **)&slab[s].start, (size_t)(slab[s].rows + 1) * sizeof *slab->start),
            move((void **)&slab[s].number, listed * sizeof *slab->number),
            move((void **)&slab[s].content, listed * sizeof *slab->content),
            move((void **)&slab[s].bits, (size_t)slab[s].contents * GRAPH_BLOCK_WORDS * sizeof *slab->bits)};
        for (int k = 0; k < 5; k++)
            status = status < 0 ? status : of_slab[k];
    }
    if (status == GRAPH_OK)
        return GRAPH_OK;
    for (int64_t s = 0; s < reach->slab_count; s++) {
        device_release(slab[s].row);
        device_release(slab[s].start);
        device_release(slab[s].number);
        device_release(slab[s].content);
        device_release(slab[s].bits);
    }
    graph__free(slab);
    device_release(reach->component);
    device_release(reach->is_cyclic);
    *reach = (struct graph_reachability){0};
    return status;
}

static graph_status device_closure(struct graph_closure_request *r)
{
    enter();
    graph_status status = r->A_transposed.row_start == NULL
                              ? graph__fail(GRAPH_E_NOT_SUPPORTED, "no reverse edges")
                              : graph__cpu()->closure(r);
    if (status == GRAPH_OK)
        status = move_reach(&r->reach, r->A.rows);
    leave();
    return status;
}

static bool is_reached(const struct graph_sssp_request *r, int64_t v)
{
    switch (r->type) {
    case GRAPH_INT32:
        return ((const int32_t *)r->distance)[v] < INT32_MAX;
    case GRAPH_INT64:
        return ((const int64_t *)r->distance)[v] < INT64_MAX;
    case GRAPH_FP32:
        return ((const float *)r->distance)[v] < INFINITY;
    default:
        return ((const double *)r->distance)[v] < INFINITY;
    }
}

/* r->there = the distances, which are *value, and a bitmap of who is reached. */
static graph_status keep_distances(struct graph_sssp_request *r, void **value)
{
    struct graph_vector_arrays there = {.form = GRAPH_BITMAP};
    graph_status status = device_allocate((void **)&there.present, (size_t)r->A.rows, 1);
    if (status < 0)
        return status;
    for (int64_t v = 0; v < r->A.rows; v++)
        there.entries += there.present[v] = is_reached(r, v);
    there.value = *value;
    *value = NULL;
    r->there = there;
    return GRAPH_OK;
}

static graph_status device_sssp(struct graph_sssp_request *r)
{
    void *there = NULL;
    graph_status status;
    enter();
    if (r->kind != GRAPH_SSSP_DELTA || r->sources != 1)
        GRAPH_FAIL(GRAPH_E_NOT_SUPPORTED, "only steps from one source");
    if (r->stays_there) {
        GRAPH_TRY(device_allocate(&there, (size_t)r->A.rows, graph_type_size(r->type)));
        r->distance = there;
    }
    GRAPH_TRY(graph__cpu()->sssp(r));
    if (r->stays_there)
        GRAPH_TRY(keep_distances(r, &there));
done:
    r->distance = r->stays_there ? NULL : r->distance;
    device_release(there);
    leave();
    return status;
}

/* Those of the algorithms on structure that a device does as the CPU does. */
#define DEVICE_STRUCTURE(entry)                                                                              \
    static graph_status device_##entry(struct graph_##entry##_request *r)                                    \
    {                                                                                                        \
        enter();                                                                                             \
        graph_status status = graph__cpu()->entry(r);                                                        \
        leave();                                                                                             \
        return status;                                                                                       \
    }
DEVICE_STRUCTURE(cores)
DEVICE_STRUCTURE(labels)
DEVICE_STRUCTURE(communities)
DEVICE_STRUCTURE(walks)

static graph_status device_trusses(struct graph_trusses_request *r)
{
    enter();
    graph_status status =
        r->selects ? graph__fail(GRAPH_E_NOT_SUPPORTED, "no selection") : graph__cpu()->trusses(r);
    leave();
    return status;
}

static graph_status device_forest(struct graph_forest_request *r)
{
    (void)r;
    return graph__fail(GRAPH_E_NOT_SUPPORTED, "no order of values");
}

static graph_status device_independent_set(struct graph_independent_set_request *r)
{
    (void)r;
    return graph__fail(GRAPH_E_NOT_SUPPORTED, "no ranks from a seed");
}

static graph_status device_coloring(struct graph_coloring_request *r)
{
    (void)r;
    return graph__fail(GRAPH_E_NOT_SUPPORTED, "no ranks from a seed");
}

static graph_status device_bit_closure(struct graph_bit_closure_request *r)
{
    enter();
    graph_status status = graph__cpu()->bit_closure(r);
    leave();
    return status;
}

#endif
