/* An entry of the CPU back end's table: words of bit-level single indexing. */
#ifndef CPU_PUBLISHED_BLSI_H
#define CPU_PUBLISHED_BLSI_H

#include "contract/backend.h"

graph_status graph__cpu_blsi(struct graph_blsi_request *);

#endif
