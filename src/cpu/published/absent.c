/* Stands in for this folder where SEMIGRAPH_PUBLISHED is OFF; operations refuse such methods before they come here. */
#include "base/status.h"
#include "cpu/published/published.h"

static const struct graph_published none = {0};

const struct graph_published *graph__cpu_published(const struct graph_semiring *semiring)
{
    (void)semiring;
    return &none;
}

graph_status graph__cpu_blsi(struct graph_blsi_request *r)
{
    (void)r;
    return graph__fail(GRAPH_E_NOT_SUPPORTED, "the library was built with SEMIGRAPH_PUBLISHED=OFF");
}
