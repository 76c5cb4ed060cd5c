/* The life of a closure: it stays where it was made until a question is asked. */
#include "algorithms/closure.h"

static void release_reach(struct graph_reachability *reach, const struct graph_backend *place)
{
    for (int64_t s = 0; s < reach->slab_count && reach->slab != NULL; s++) {
        place->release(reach->slab[s].row);
        place->release(reach->slab[s].start);
        place->release(reach->slab[s].number);
        place->release(reach->slab[s].content);
        place->release(reach->slab[s].bits);
    }
    graph__free(reach->slab);
    place->release(reach->component);
    place->release(reach->is_cyclic);
    *reach = (struct graph_reachability){0};
}

#define FETCH(to, from, count)                                                                               \
    do {                                                                                                     \
        GRAPH_TRY(GRAPH_NEW((to), (count)));                                                                 \
        GRAPH_TRY(c->place->download((to), (from), (size_t)(count) * sizeof *(to)));                         \
    } while (0)

#define REPLACE(array)                                                                                       \
    do {                                                                                                     \
        c->place->release(c->reach.array);                                                                   \
        c->reach.array = here.array;                                                                         \
    } while (0)

/* Brings the arrays to the host, all or none. */
static graph_status fetch(graph_closure *c)
{
    struct graph_reachability here = c->reach;
    graph_status status;
    here.component = NULL;
    here.is_cyclic = NULL;
    here.slab = NULL;
    GRAPH_TRY(GRAPH_NEW_ZEROED(here.slab, here.slab_count));
    FETCH(here.component, c->reach.component, c->vertices);
    FETCH(here.is_cyclic, c->reach.is_cyclic, here.components);
    for (int64_t s = 0; s < here.slab_count; s++) {
        const struct graph_closure_slab *there = &c->reach.slab[s];
        struct graph_closure_slab *slab = &here.slab[s];
        slab->rows = there->rows;
        slab->listed = there->listed;
        slab->contents = there->contents;
        if (there->row != NULL)
            FETCH(slab->row, there->row, slab->rows);
        FETCH(slab->start, there->start, slab->rows + 1);
        FETCH(slab->number, there->number, slab->listed);
        FETCH(slab->content, there->content, slab->listed);
        FETCH(slab->bits, there->bits, slab->contents * GRAPH_BLOCK_WORDS);
    }
    /* Only the pointers change: other threads may read the numbers next to them. */
    REPLACE(component);
    REPLACE(is_cyclic);
    for (int64_t s = 0; s < here.slab_count; s++) {
        REPLACE(slab[s].row);
        REPLACE(slab[s].start);
        REPLACE(slab[s].number);
        REPLACE(slab[s].content);
        REPLACE(slab[s].bits);
    }
    graph__free(here.slab);
    c->place = graph__cpu();
    return GRAPH_OK;
done:
    release_reach(&here, graph__cpu());
    return status;
}

static graph_status list_members(graph_closure *c)
{
    const struct graph_reachability *reach = &c->reach;
    int64_t *start = NULL;
    int32_t *member = NULL;
    graph_status status;
    GRAPH_TRY(GRAPH_NEW_ZEROED(start, reach->components + 2));
    GRAPH_TRY(GRAPH_NEW(member, c->vertices));
    for (int64_t v = 0; v < c->vertices; v++)
        start[reach->component[v] + 2]++;
    for (int64_t x = 0; x < reach->components; x++)
        start[x + 2] += start[x + 1];
    for (int64_t v = 0; v < c->vertices; v++)
        member[start[reach->component[v] + 1]++] = (int32_t)v;
    c->member_start = start;
    c->member = member;
    return GRAPH_OK;
done:
    graph__free(start);
    return status;
}

graph_status graph__closure_open(const graph_closure *constant)
{
    graph_closure *c = (graph_closure *)constant; /* What it tells stays the same. */
    graph_status status = GRAPH_OK;
    if (atomic_load_explicit(&c->is_open, memory_order_acquire))
        return GRAPH_OK;
    pthread_mutex_lock(&c->lock);
    if (!atomic_load_explicit(&c->is_open, memory_order_relaxed)) {
        if (!c->place->shares_host_memory)
            GRAPH_TRY(fetch(c));
        GRAPH_TRY(list_members(c));
        atomic_store_explicit(&c->is_open, true, memory_order_release);
    }
done:
    pthread_mutex_unlock(&c->lock);
    return status;
}

void graph_closure_release(graph_closure **closure)
{
    graph_closure *c = closure != NULL ? *closure : NULL;
    if (c == NULL)
        return;
    release_reach(&c->reach, c->place);
    graph__free(c->member_start);
    graph__free(c->member);
    pthread_mutex_destroy(&c->lock);
    graph__free(c);
    *closure = NULL;
}
