/* See published.h: published methods are there. */
#include "operations/published.h"

graph_status graph__published_check(graph_method method)
{
    (void)method;
    return GRAPH_OK;
}

bool graph__published_has_dots(void) { return true; }
