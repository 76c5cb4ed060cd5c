/* When betweenness takes which method, and PageRank another order of its vector; every choice gives the same bits. */
#ifndef CUDA_CENTRALITY_TUNING_H
#define CUDA_CENTRALITY_TUNING_H

enum {
    /* The vector is ordered by numbers of edges where it does not fit a multiprocessor's cache, rounds and edges are enough
     * to pay for it, and the vertices that fit there have this part of all edges, in percent. */
    ORDER_VERTICES = 1 << 17,
    ORDER_DEGREE = 8,
    ORDER_ROUNDS = 8,
    ORDER_CACHE_BYTES = 128 << 10,
    ORDER_PERCENT = 30
};

enum {
    /* Levels that bits can hold: a level costs a pass over all rows, so that deeper graphs go by pairs. */
    BETWEEN_ROWS_LEVELS = 32,
    /* Graphs with fewer edges a vertex are expected to be deep, as roads and grids are. */
    BETWEEN_ROWS_DEGREE = 5,
    /* Levels of one launch by pairs: then progress is asked. */
    BETWEEN_PAIRS_LEVELS = 4096
};

#endif
