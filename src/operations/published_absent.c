/* Stands in for published.c where SEMIGRAPH_PUBLISHED is OFF. */
#include "base/status.h"
#include "operations/published.h"

graph_status graph__published_check(graph_method method)
{
    return graph__fail(GRAPH_E_NOT_SUPPORTED,
                       "the method '%s' is not in this library: it was built with SEMIGRAPH_PUBLISHED=OFF",
                       graph_method_at((size_t)method)->name);
}

bool graph__published_has_dots(void) { return false; }
