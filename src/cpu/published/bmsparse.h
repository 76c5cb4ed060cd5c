/* Matrices in blocks of 8 x 8 as bmSPARSE holds them, and the lists of block products of one block row.
 * Zhang, Gruenwald, "Regularizing irregularity: bitmap-based and portable sparse matrix multiplication for graph data on
 * GPUs", GRADES-NDA 2018. */
#ifndef CPU_PUBLISHED_BMSPARSE_H
#define CPU_PUBLISHED_BMSPARSE_H

#include "base/status.h"
#include "contract/csr.h"

/* Block b has the block row key[b] >> 32 and the block column (uint32_t)key[b]; bit 8 r + c of bits[b] is its entry (r, c).
 * Keys ascend.  Values lie in the order of the blocks and of their bits, those of block b from first[b] on. */
struct bm_matrix {
    int64_t block_rows, blocks;
    int64_t *block_start; /* of each block row */
    uint64_t *key, *bits;
    int64_t *first;
};

graph_status graph__bm_open(struct bm_matrix *X, const struct graph_csr *A, int threads);
void graph__bm_close(struct bm_matrix *X);

/* The products of blocks that make a block row of C: task t multiplies block a[t] of A by block b[t] of B. */
struct bm_tasks {
    int64_t n, room;
    uint64_t
        *key; /* block column of C above, number of the task below, ascending; as many places to sort with */
    uint32_t *a, *b;
};

/* Counts, expands and sorts the tasks of a block row, so that those of a block of C are neighbours in the order of j. */
graph_status graph__bm_tasks(struct bm_tasks *tasks, const struct bm_matrix *A, const struct bm_matrix *B,
                             int64_t block_row);
void graph__bm_tasks_close(struct bm_tasks *tasks);

/* The bitmap of the product of two blocks. */
static inline uint64_t graph__bm_product(uint64_t a, uint64_t b)
{
    const uint64_t column = 0x0101010101010101u;
    uint64_t product = 0;
    for (int k = 0; k < 8; k++)
        product |= (a >> k & column) * (b >> 8 * k & 255); /* rows of a that have k, times row k of b */
    return product;
}

#endif
