/* See bmsparse.h. */
#include "cpu/published/bmsparse.h"

#include "base/memory.h"
#include "cpu/mxm/mxm_row_chunks.h"

void graph__bm_close(struct bm_matrix *X)
{
    graph__free(X->block_start);
    graph__free(X->key);
    graph__free(X->bits);
    graph__free(X->first);
    *X = (struct bm_matrix){0};
}

/* The blocks of a block row in order, from place `to` on unless there is no room yet; gives their number. */
static int64_t list_blocks(const struct bm_matrix *X, const struct graph_csr *A, int64_t block_row,
                           int64_t to)
{
    int64_t at[8], blocks = 0, first_row = 8 * block_row, value = A->row_start[first_row];
    int rows = A->rows - first_row < 8 ? (int)(A->rows - first_row) : 8;
    for (int r = 0; r < rows; r++)
        at[r] = A->row_start[first_row + r];
    for (;; blocks++) {
        int32_t next = INT32_MAX;
        uint64_t bits = 0;
        for (int r = 0; r < rows; r++)
            if (at[r] < A->row_start[first_row + r + 1] && A->column[at[r]] / 8 < next)
                next = A->column[at[r]] / 8;
        if (next == INT32_MAX)
            return blocks;
        for (int r = 0; r < rows; r++)
            for (; at[r] < A->row_start[first_row + r + 1] && A->column[at[r]] / 8 == next; at[r]++)
                bits |= (uint64_t)1 << (8 * r + A->column[at[r]] % 8);
        if (X->key != NULL) {
            X->key[to + blocks] = (uint64_t)block_row << 32 | (uint64_t)next;
            X->bits[to + blocks] = bits;
            X->first[to + blocks] = value;
            value += __builtin_popcountll(bits);
        }
    }
}

graph_status graph__bm_open(struct bm_matrix *X, const struct graph_csr *A, int threads)
{
    graph_status status;
    *X = (struct bm_matrix){.block_rows = A->rows / 8 + (A->rows % 8 != 0)};
    GRAPH_TRY(GRAPH_NEW(X->block_start, X->block_rows + 1));
    X->block_start[0] = 0;
#pragma omp parallel for num_threads(threads) schedule(dynamic, 256)
    for (int64_t i = 0; i < X->block_rows; i++)
        X->block_start[i + 1] = list_blocks(X, A, i, 0);
    for (int64_t i = 0; i < X->block_rows; i++)
        X->block_start[i + 1] += X->block_start[i];
    X->blocks = X->block_start[X->block_rows];
    if (X->blocks > UINT32_MAX)
        GRAPH_FAIL(GRAPH_E_NOT_SUPPORTED, "GRAPH_METHOD_BMSPARSE numbers blocks with 32 bits; there are %lld",
                   (long long)X->blocks);
    GRAPH_TRY(GRAPH_NEW(X->key, X->blocks));
    GRAPH_TRY(GRAPH_NEW(X->bits, X->blocks));
    GRAPH_TRY(GRAPH_NEW(X->first, X->blocks));
#pragma omp parallel for num_threads(threads) schedule(dynamic, 256)
    for (int64_t i = 0; i < X->block_rows; i++)
        list_blocks(X, A, i, X->block_start[i]);
done:
    return status;
}

void graph__bm_tasks_close(struct bm_tasks *tasks)
{
    graph__free(tasks->key);
    graph__free(tasks->a);
    graph__free(tasks->b);
}

graph_status graph__bm_tasks(struct bm_tasks *tasks, const struct bm_matrix *A, const struct bm_matrix *B,
                             int64_t block_row)
{
    int64_t n = 0;
    graph_status status = GRAPH_OK;
    for (int64_t a = A->block_start[block_row]; a < A->block_start[block_row + 1]; a++)
        n += B->block_start[(uint32_t)A->key[a] + 1] - B->block_start[(uint32_t)A->key[a]];
    tasks->n = 0;
    if (n > UINT32_MAX)
        GRAPH_FAIL(GRAPH_E_NOT_SUPPORTED, "GRAPH_METHOD_BMSPARSE: %lld products in block row %lld",
                   (long long)n, (long long)block_row);
    if (n > tasks->room) {
        int64_t room = n + n / 2;
        tasks->room = 0;
        GRAPH_TRY(GRAPH_RESIZE(tasks->key, 2 * room));
        GRAPH_TRY(GRAPH_RESIZE(tasks->a, room));
        GRAPH_TRY(GRAPH_RESIZE(tasks->b, room));
        tasks->room = room;
    }
    for (int64_t a = A->block_start[block_row]; a < A->block_start[block_row + 1]; a++) {
        int64_t j = (uint32_t)A->key[a];
        for (int64_t b = B->block_start[j]; b < B->block_start[j + 1]; b++, tasks->n++) {
            tasks->key[tasks->n] = B->key[b] << 32 | (uint64_t)tasks->n;
            tasks->a[tasks->n] = (uint32_t)a;
            tasks->b[tasks->n] = (uint32_t)b;
        }
    }
    if (tasks->n > 0) /* else there may be no arrays */
        graph__sort_keys(tasks->key, tasks->key + tasks->n, tasks->n);
done:
    return status;
}
