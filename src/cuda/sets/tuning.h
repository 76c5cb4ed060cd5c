/* How many entries of the least weight for each vertex the rounds of a forest begin with, and how many times as many a graph
 * has at least for that. */
#ifndef CUDA_SETS_TUNING_H
#define CUDA_SETS_TUNING_H

enum { FOREST_LIGHT_ENTRIES = 6, FOREST_LEAST_HEAVY = 2 };

#endif
