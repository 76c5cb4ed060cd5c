/* Rows in blocks of about equal work, cut by the matrix alone: a sum over the blocks in their order does not depend on the
 * number of threads. */
#ifndef CPU_CENTRALITY_ROW_BLOCKS_H
#define CPU_CENTRALITY_ROW_BLOCKS_H

#include "contract/centrality.h"

/* Entries and rows of a block, apart from its last row. */
enum { ROW_BLOCK_WORK = GRAPH_ROW_BLOCK_WORK };

static inline int64_t row_block_count(const int64_t *row_start, int64_t rows)
{
    return (row_start[rows] + rows + ROW_BLOCK_WORK - 1) / ROW_BLOCK_WORK;
}

/* The first row of block number `block`: the first one with block * ROW_BLOCK_WORK entries and rows before it, of which
 * `before` are before the first row. */
static inline int64_t row_block_after(const int64_t *row_start, int64_t rows, int64_t before, int64_t block)
{
    int64_t low = 0, high = rows;
    while (low < high) {
        int64_t middle = low + (high - low) / 2;
        if (before + row_start[middle] + middle < block * ROW_BLOCK_WORK)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static inline int64_t row_block_start(const int64_t *row_start, int64_t rows, int64_t block)
{
    return row_block_after(row_start, rows, 0, block);
}

#endif
