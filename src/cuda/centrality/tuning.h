/* When betweenness takes which method; every choice gives the same bits. */
#ifndef CUDA_CENTRALITY_TUNING_H
#define CUDA_CENTRALITY_TUNING_H

enum {
    /* Levels that bits can hold: a level costs a pass over all rows, so that deeper graphs go by pairs. */
    BETWEEN_ROWS_LEVELS = 32,
    /* Graphs with fewer edges a vertex are expected to be deep, as roads and grids are. */
    BETWEEN_ROWS_DEGREE = 5,
    /* Levels of one launch by pairs: then progress is asked. */
    BETWEEN_PAIRS_LEVELS = 4096
};

#endif
