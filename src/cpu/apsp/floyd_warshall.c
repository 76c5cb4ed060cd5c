/* Floyd-Warshall on blocks of pivots.
 *
 * For each block of pivots: the diagonal block by itself; the rows of the pivots,
 * D(K, :) = min(D(K, :), D(K, K) + D(K, :));
 * then every other row block, its pivot columns first, D(i, K) = min(D(i, K), D(i, K) + D(K, K)), and the rest by
 * D(i, :) = min(D(i, :), D(i, K) + D(K, :)), a min-plus product on register tiles.  The matrix is copied
 * into square blocks in one piece each, so that tiles stay in the nearest caches and pages whatever its rows are.
 *
 * Source: Venkataraman, Sahni, Mukhopadhyaya, "A blocked all-pairs shortest-paths algorithm", JEA 8, 2003. */
#include <string.h>

#include "base/memory.h"
#include "base/progress.h"
#include "cpu/apsp/floyd_tile.h"
#include "cpu/apsp/floyd_warshall.h"

enum { BLOCK = GRAPH_FLOYD_BLOCK, STRIDE = GRAPH_FLOYD_STRIDE, PIVOT_GROUP = 16, PIVOTS = 64 };

#define EACH_DISTANCE "cpu/apsp/floyd_warshall.inc"
#include "cpu/common/each_distance.inc"

struct steps {
    void (*close_pivots)(void *block, int64_t first, int64_t count);
    void (*carry)(struct graph_floyd_warshall_request *, int64_t, int64_t);
    bool (*is_negative)(const void *d, int64_t stride, int64_t n);
};

static const struct steps steps_of[] = {
    [GRAPH_INT32] = {close_pivots_int32, carry_int32, is_negative_int32},
    [GRAPH_INT64] = {close_pivots_int64, carry_int64, is_negative_int64},
    [GRAPH_FP32] = {close_pivots_fp32, carry_fp32, is_negative_fp32},
    [GRAPH_FP64] = {close_pivots_fp64, carry_fp64, is_negative_fp64},
};

/* A copy of the matrix in square blocks, each in one piece; added rows and columns are far from everything. */
struct blocked {
    const struct graph_floyd_tile *tile;
    const struct steps *steps;
    char *d;
    int64_t blocks, bytes; /* in a row of blocks; of an element */
};

static char *block_at(const struct blocked *b, int64_t i, int64_t j)
{
    return b->d + (i * b->blocks + j) * BLOCK * STRIDE * b->bytes;
}

/* C = min(C, A + B) on blocks, pivots first .. first + count - 1, columns begin .. end - 1. */
static void multiply(const struct blocked *b, char *C, const char *A, const char *B, int64_t first,
                     int64_t count, int64_t begin, int64_t end)
{
    for (int64_t t = begin; t < end; t += b->tile->width)
        for (int64_t h = 0; h < BLOCK; h += b->tile->height)
            b->tile->run(C + (h * STRIDE + t) * b->bytes, A + (h * STRIDE + first) * b->bytes,
                         B + (first * STRIDE + t) * b->bytes, count);
}

/* The diagonal block, a group of pivots at a time: the rows of the pivots, then their columns, then all others. */
static void close_diagonal(const struct blocked *b, char *D)
{
    const int64_t width = b->tile->width;
    for (int64_t k = 0; k < BLOCK; k += PIVOT_GROUP) {
        int64_t begin = k / width * width, end = begin + (width < PIVOT_GROUP ? PIVOT_GROUP : width);
        b->steps->close_pivots(D, k, PIVOT_GROUP);
        multiply(b, D, D, D, k, PIVOT_GROUP, begin, end);
        multiply(b, D, D, D, k, PIVOT_GROUP, 0, begin);
        multiply(b, D, D, D, k, PIVOT_GROUP, end, BLOCK);
    }
}

static void take_pivots(const struct blocked *b, int64_t k, int threads)
{
    close_diagonal(b, block_at(b, k, k));
#pragma omp parallel num_threads(threads)
    {
#pragma omp for schedule(static)
        for (int64_t j = 0; j < b->blocks; j++)
            if (j != k)
                multiply(b, block_at(b, k, j), block_at(b, k, k), block_at(b, k, j), 0, BLOCK, 0, BLOCK);
#pragma omp for schedule(dynamic, 1)
        for (int64_t i = 0; i < b->blocks; i++) {
            if (i == k)
                continue;
            multiply(b, block_at(b, i, k), block_at(b, i, k), block_at(b, k, k), 0, BLOCK, 0, BLOCK);
            for (int64_t j = 0; j < b->blocks; j++)
                if (j != k)
                    multiply(b, block_at(b, i, j), block_at(b, i, k), block_at(b, k, j), 0, BLOCK, 0, BLOCK);
        }
    }
}

/* Copies rows between the caller's array and the blocks; fills what has no place there with `far`. */
static void copy_in(const struct blocked *b, const struct graph_floyd_warshall_request *r, const void *far)
{
#pragma omp parallel for num_threads(r->threads) schedule(static)
    for (int64_t i = 0; i < b->blocks * BLOCK; i++)
        for (int64_t j = 0; j < b->blocks; j++) {
            char *to = block_at(b, i / BLOCK, j) + i % BLOCK * STRIDE * b->bytes;
            int64_t known = i >= r->n ? 0 : r->n - j * BLOCK < BLOCK ? r->n - j * BLOCK : BLOCK;
            if (known > 0)
                memcpy(to, (const char *)r->distance + (i * r->stride + j * BLOCK) * b->bytes,
                       (size_t)(known * b->bytes));
            for (int64_t k = known; k < BLOCK; k++)
                memcpy(to + k * b->bytes, far, (size_t)b->bytes);
        }
}

static void copy_out(const struct blocked *b, const struct graph_floyd_warshall_request *r)
{
#pragma omp parallel for num_threads(r->threads) schedule(static)
    for (int64_t i = 0; i < r->n; i++)
        for (int64_t j = 0; j < b->blocks; j++) {
            int64_t known = r->n - j * BLOCK < BLOCK ? r->n - j * BLOCK : BLOCK;
            memcpy((char *)r->distance + (i * r->stride + j * BLOCK) * b->bytes,
                   block_at(b, i / BLOCK, j) + i % BLOCK * STRIDE * b->bytes, (size_t)(known * b->bytes));
        }
}

static graph_status without_predecessors(struct graph_floyd_warshall_request *r)
{
    struct blocked b = {.tile = graph__floyd_tile(r->type),
                        .steps = &steps_of[r->type],
                        .blocks = (r->n + BLOCK - 1) / BLOCK,
                        .bytes = (int64_t)graph_type_size(r->type)};
    const int32_t far32 = INT32_MAX / 2;
    const int64_t far64 = INT64_MAX / 2;
    const float far_fp32 = __builtin_inff();
    const double far_fp64 = __builtin_inf();
    const void *far = r->type == GRAPH_INT32   ? (const void *)&far32
                      : r->type == GRAPH_INT64 ? (const void *)&far64
                      : r->type == GRAPH_FP32  ? (const void *)&far_fp32
                                               : (const void *)&far_fp64;
    graph_status status;
    GRAPH_TRY(graph__allocate_array((void **)&b.d, (size_t)(b.blocks * b.blocks) * BLOCK * STRIDE,
                                    (size_t)b.bytes));
    copy_in(&b, r, far);
    for (int64_t k = 0; k < b.blocks && !r->is_negative; k++) {
        take_pivots(&b, k, r->threads);
        for (int64_t i = 0; i < b.blocks; i++)
            r->is_negative = r->is_negative || b.steps->is_negative(block_at(&b, i, i), STRIDE, BLOCK);
        if (graph__progress_at(r->progress, (double)(k + 1) / (double)b.blocks))
            GRAPH_TRY(graph__progress_status(r->progress));
    }
    copy_out(&b, r);
done:
    graph__free(b.d);
    return status;
}

static graph_status with_predecessors(struct graph_floyd_warshall_request *r)
{
    const struct steps *steps = &steps_of[r->type];
    for (int64_t k = 0; k < r->n && !r->is_negative; k += PIVOTS) {
        int64_t pivots = r->n - k < PIVOTS ? r->n - k : PIVOTS;
        steps->carry(r, k, pivots);
        r->is_negative = steps->is_negative(r->distance, r->stride, r->n);
        if (graph__progress_at(r->progress, (double)(k + pivots) / (double)r->n))
            return graph__progress_status(r->progress);
    }
    return GRAPH_OK;
}

graph_status graph__cpu_floyd_warshall(struct graph_floyd_warshall_request *r)
{
    r->is_negative = false;
    return r->predecessor != NULL ? with_predecessors(r) : without_predecessors(r);
}
