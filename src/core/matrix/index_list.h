/* Lists of indices as callers give them, on their way to the library's 32 bits. */
#ifndef CORE_MATRIX_INDEX_LIST_H
#define CORE_MATRIX_INDEX_LIST_H

#include "base/status.h"
#include "semigraph/types.h"

/* *narrow = n indices of `bits` bits (32 or 64), each below `limit`.  The caller
 * frees *narrow.  GRAPH_E_INDEX_BOUNDS names the first index that is outside as argument[k]. */
graph_status graph__index_list_narrow(int32_t **narrow, const void *list, int bits, int64_t n, int64_t limit,
                                      const char *argument);

/* Writes n 32-bit indices as 64-bit ones; names: the number behind each index, NULL: itself. */
void graph__index_list_widen(graph_index *wide, const int32_t *list, const int32_t *names, int64_t n);

/* row[k] = the row of entry k, for the starts of `rows` rows; names as above. */
void graph__index_list_rows(int32_t *row, const int64_t *row_start, const int32_t *names, int64_t rows);

#endif
