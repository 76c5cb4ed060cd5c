/* The only file that names both back ends, and the public questions about them. */
#include "core/backends.h"

#include <stdatomic.h>

#include "base/status.h"
#include "cpu/backend_cpu.h"
#include "cuda/backend_cuda.h"

const struct graph_backend *graph__cpu(void) { return &graph__cpu_backend; }

static const struct graph_backend *of_kind(graph_backend_kind kind)
{
    return kind == GRAPH_BACKEND_CPU    ? &graph__cpu_backend
           : kind == GRAPH_BACKEND_CUDA ? &graph__cuda_backend
                                        : NULL;
}

const struct graph_backend *graph__backend(graph_backend_kind kind)
{
    const struct graph_backend *backend = of_kind(kind);
    const char *why;
    return backend != NULL && backend->available(&why) ? backend : NULL;
}

const struct graph_backend *graph__backend_of_array(const void *array)
{
    bool is_on_device = graph__cuda_backend.holds != NULL && graph__cuda_backend.holds(array);
    return is_on_device ? &graph__cuda_backend : &graph__cpu_backend;
}

const char *graph_backend_name(graph_backend_kind kind)
{
    const struct graph_backend *backend = of_kind(kind);
    return backend != NULL ? backend->name : kind == GRAPH_BACKEND_AUTO ? "auto" : "unknown back end";
}

bool graph_backend_available(graph_backend_kind kind, const char **why)
{
    const struct graph_backend *backend = of_kind(kind);
    const char *reason = backend == NULL ? "no such back end" : "";
    bool available = backend != NULL && backend->available(&reason);
    if (why != NULL)
        *why = reason;
    return available;
}

#define STRING_(x) #x
#define STRING(x)  STRING_(x)

const char *graph_version(void)
{
    return STRING(GRAPH_VERSION_MAJOR) "." STRING(GRAPH_VERSION_MINOR) "." STRING(GRAPH_VERSION_PATCH);
}
