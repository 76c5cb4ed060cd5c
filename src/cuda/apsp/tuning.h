/* When integers of 32 bits are tried in 16 bits.  A wrong guess costs time, not the result. */
#ifndef CUDA_APSP_TUNING_H
#define CUDA_APSP_TUNING_H

enum {
    FLOYD_NARROW_ROWS = 1024, /* smaller matrices are done before their range is known */
    FLOYD_DENSE_SHARE = 20,   /* a graph with more than 1 / 20 of all edges is dense */
    FLOYD_DENSE_HOPS = 2,     /* edges of a shortest path, as guessed, in a dense graph */
    FLOYD_SPARSE_HOPS = 64    /* the same in any other graph */
};

#endif
