/* A link between devices: ranks of a group, one device each, exchange arrays that lie there. */
#ifndef CONTRACT_LINK_H
#define CONTRACT_LINK_H

enum { GRAPH_LINK_DEVICE_BYTES = 128, GRAPH_LINK_ID_BYTES = 128 };

struct graph_link;

/* What ranks tell each other before a link is opened. */
struct graph_link_device {
    char name[GRAPH_LINK_DEVICE_BYTES]; /* of the machine and the device: the same for ranks that share one */
};
struct graph_link_id {
    char bytes[GRAPH_LINK_ID_BYTES]; /* made by one rank, for all */
};

#endif
