/* Methods of published systems: whether this library has them. */
#ifndef OPERATIONS_PUBLISHED_H
#define OPERATIONS_PUBLISHED_H

#include <stdbool.h>

#include "semigraph/operations.h"

/* GRAPH_E_NOT_SUPPORTED, with a sentence that names the method and the option: the library is built without the published
 * methods (SEMIGRAPH_PUBLISHED, see published_absent.c). */
graph_status graph__published_check(graph_method method);

/* Whether GRAPH_METHOD_ROW_COLUMN has its kernels for products that no mask limits: they are among those of the published
 * methods.  Without them it goes by rows there. */
bool graph__published_has_dots(void);

#endif
