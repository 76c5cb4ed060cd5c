/* The device part of a product in chunks of rows. */
#ifndef OPERATIONS_HYBRID_MXM_DEVICE_PART_H
#define OPERATIONS_HYBRID_MXM_DEVICE_PART_H

#include "operations/hybrid/mxm_split.h"

/* Computes the rows that the shares give to the device; the copies to the host have been started. */
graph_status graph__split_run_device(struct split_product *p);

/* Room for so many entries in C.  Arrays may move: copies on their way are waited for. */
graph_status graph__split_make_room(struct split_product *p, int64_t entries);

/* Until at most `pending` copies to the host are not done. */
graph_status graph__split_wait_for_copies(struct split_product *p, int pending);

#endif
