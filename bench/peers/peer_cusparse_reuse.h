/* The numeric phase of C = A A by cuSPARSE's SpGEMMreuse, on arrays that are on the device. */
#ifndef BENCH_PEERS_PEER_CUSPARSE_REUSE_H
#define BENCH_PEERS_PEER_CUSPARSE_REUSE_H

#include "bench/peers/peer_cusparse.h"

struct peer_reuse {
    struct gpu_times warm;  /* the medians of one numeric phase */
    double prepare_ms;      /* what comes before the first */
    int64_t entries, bytes; /* of C; bytes of what is stored besides C */
    struct bench_product C; /* sorted, for the caller to close */
};

/* False: cuSPARSE fails. */
bool peer_square_reuse(struct peer_reuse *result, const struct peer_operand *A, int trials);

#endif
