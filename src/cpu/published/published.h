/* What the CPU back end's table has from this folder. */
#ifndef CPU_PUBLISHED_PUBLISHED_H
#define CPU_PUBLISHED_PUBLISHED_H

#include "contract/backend.h"

/* The published methods for a semiring; none for semirings of operators, which may work on types of the user's. */
const struct graph_published *graph__cpu_published(const struct graph_semiring *semiring);

/* Words of bit-level single indexing. */
graph_status graph__cpu_blsi(struct graph_blsi_request *);

#endif
