/* Functions of positions: row, column or diagonal of each entry plus a constant. */
#include "cpu/elementwise/regions.h"

graph_status graph__cpu_positions(void *to, const struct graph_csr *A, graph_index_op op, int64_t k,
                                  int threads)
{
    int64_t *z = to;
    const uint64_t offset = (uint64_t)k;
#pragma omp parallel for num_threads(threads) schedule(dynamic, 1024) if (A->entries > 4096)
    for (int64_t i = 0; i < A->rows; i++)
        for (int64_t e = A->row_start[i]; e < A->row_start[i + 1]; e++) {
            int64_t position = op == GRAPH_ROW_INDEX      ? i
                               : op == GRAPH_COLUMN_INDEX ? A->column[e]
                                                          : A->column[e] - i;
            z[e] = (int64_t)((uint64_t)position + offset);
        }
    return GRAPH_OK;
}
