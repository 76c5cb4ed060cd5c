#include "io/reading.h"
const struct graph_text_format graph__matrix_market_format = {GRAPH_FILE_MATRIX_MARKET, NULL, NULL};
const struct graph_text_format graph__dimacs_format = {GRAPH_FILE_DIMACS, NULL, NULL};
const struct graph_text_format graph__metis_format = {GRAPH_FILE_METIS, NULL, NULL};
