/* Methods of published systems: whether this library has them. */
#ifndef OPERATIONS_PUBLISHED_H
#define OPERATIONS_PUBLISHED_H

#include "semigraph/operations.h"

/* GRAPH_E_NOT_SUPPORTED, with a sentence that names the method and the option: the library is built without the published
 * methods (SEMIGRAPH_PUBLISHED, see published_absent.c). */
graph_status graph__published_check(graph_method method);

#endif
