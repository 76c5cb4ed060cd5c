/* Thresholds of the closure of graphs.  Every choice gives the same result. */
#ifndef CUDA_CLOSURE_TUNING_H
#define CUDA_CLOSURE_TUNING_H

enum {
    /* Contents for each row at first; graphs with long shared paths take one to three. */
    CLOSURE_FIRST_CAPACITY = 8,
    /* A block of threads instead of a warp from so many on: */
    CLOSURE_LONG = 64,       /* predecessors, to notify */
    CLOSURE_WIDE = 64,       /* inner successors, to make the row */
    CLOSURE_WIDE_SINKS = 512 /* sinks, to make the row */
};

#endif
