/* See placement.h. */
#include "core/placement.h"

#include "base/status.h"

static _Thread_local graph_backend_kind used = GRAPH_BACKEND_CPU;

graph_backend_kind graph_backend_used(void) { return used; }

void graph__place_used(graph_backend_kind kind) { used = kind; }

graph_status graph__place_algorithm(struct graph_place *place, graph_backend_kind backend, int threads)
{
    const char *why;
    *place = (struct graph_place){.backend = graph__cpu()};
    if (threads < 0 || threads > 4096)
        return graph__fail(GRAPH_E_INVALID_VALUE, "threads is %d; expected 0 .. 4096", threads);
    place->threads = threads > 0 ? threads : graph_get_threads();
    if (backend != GRAPH_BACKEND_AUTO) {
        if (!graph_backend_available(backend, &why))
            return graph__fail(backend == GRAPH_BACKEND_CUDA ? GRAPH_E_DEVICE : GRAPH_E_INVALID_VALUE,
                               "back end %s: %s", graph_backend_name(backend), why);
        place->backend = graph__backend(backend);
    }
    graph__place_used(place->backend->kind);
    return GRAPH_OK;
}

graph_status graph__place(struct graph_place *place, const graph_descriptor *descriptor, uint32_t allowed)
{
    static const graph_descriptor defaults = {.size = sizeof(graph_descriptor)};
    const graph_descriptor *d = descriptor != NULL ? descriptor : &defaults;
    if (d->size != sizeof(graph_descriptor))
        return graph__fail(GRAPH_E_INVALID_VALUE, "descriptor.size is %zu; expected %zu", d->size,
                           sizeof(graph_descriptor));
    if ((d->flags & ~allowed) != 0)
        return graph__fail(GRAPH_E_INVALID_VALUE, "descriptor.flags is 0x%x; this operation knows 0x%x",
                           d->flags, allowed);
    if ((int)d->method < 0 || d->method > GRAPH_METHOD_ROW_COLUMN)
        return graph__fail(GRAPH_E_INVALID_VALUE, "descriptor.method is %d; expected 0 .. %d", (int)d->method,
                           (int)GRAPH_METHOD_ROW_COLUMN);
    graph_status status = graph__place_algorithm(place, d->backend, d->threads);
    place->flags = d->flags;
    place->method = d->method;
    return status;
}
