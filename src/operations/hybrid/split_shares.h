/* Which rows of a product the device computes and which the CPU: the device takes rows from the first on, the CPU from
 * the last back, until they meet.  Rows are weighed by their products. */
#ifndef OPERATIONS_HYBRID_SPLIT_SHARES_H
#define OPERATIONS_HYBRID_SPLIT_SHARES_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include "contract/csr.h"
#include "semigraph/operations.h"

enum graph_split_part { GRAPH_PART_DEVICE, GRAPH_PART_CPU };

struct graph_shares {
    pthread_mutex_t lock;
    pthread_cond_t moved;    /* a part has got on, or all stop */
    const int64_t *products; /* of rows 0 .. i - 1, for i = 0 .. rows */
    graph_split split;
    int64_t all;                   /* products */
    int64_t border;                /* the device computes the rows below, where that is settled; else -1 */
    int64_t device_end, cpu_first; /* rows below are taken by the device, rows from there on by the CPU */
    int64_t done[2];               /* products of each part */
    double busy[2];                /* seconds that they took */
    bool is_stopped;
};

/* *products = the products of rows 0 .. i - 1 of A B, for i = 0 .. rows: a new array.  A and B lie on the host. */
graph_status graph__shares_count(int64_t **products, const struct graph_csr *A, const struct graph_csr *B,
                                 int threads);

/* share: of the CPU, 0 .. 1; not for GRAPH_SPLIT_DYNAMIC and GRAPH_SPLIT_HEURISTIC. */
void graph__shares_open(struct graph_shares *s, const int64_t *products, int64_t rows, graph_split split,
                        double share);
void graph__shares_close(struct graph_shares *s);

/* Takes the next rows for a part, *first .. *end - 1, for the device of about `most` products; false: there are none. */
bool graph__shares_take(int64_t *first, int64_t *end, struct graph_shares *s, enum graph_split_part part,
                        int64_t most);

/* The device gives back the rows from `end` on of those that it took last. */
void graph__shares_give_back(struct graph_shares *s, int64_t end);

/* So many products of a part are done, all of them in so many seconds. */
void graph__shares_done(struct graph_shares *s, enum graph_split_part part, int64_t products, double seconds);

/* Nobody takes anything more. */
void graph__shares_stop(struct graph_shares *s);

#endif
