/* Updates of single entries that wait until somebody reads the matrix. */
#ifndef CORE_UPDATES_H
#define CORE_UPDATES_H

#include "core/matrix.h"

/* Merges the waiting updates of A, whose arrays by rows exist, into new arrays; the caller holds A->lock.  The cached
 * transpose and properties are those from before and have been dropped already.  On failure nothing has changed. */
graph_status graph__updates_merge(graph_matrix *A);

#endif
