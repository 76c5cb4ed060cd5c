/* Floyd-Warshall on blocks of pivots.
 *
 * For each block of pivots: the diagonal block by itself; the rows of the pivots,
 * D(K, :) = min(D(K, :), D(K, K) + D(K, :));
 * then every other row block, its pivot columns first, D(i, K) = min(D(i, K), D(i, K) + D(K, K)), and the rest by
 * D(i, :) = min(D(i, :), D(i, K) + D(K, :)), a min-plus product on register tiles.  The pivot rows are packed once, so
 * that tiles read them in order whatever the distance between rows.
 *
 * Source: Venkataraman, Sahni, Mukhopadhyaya, "A blocked all-pairs shortest-paths algorithm", JEA 8, 2003. */
#include <string.h>

#include "base/memory.h"
#include "cpu/floyd_tile.h"
#include "cpu/paths.h"

enum { PIVOTS = 64, ROWS = 64 };

#define JOIN_(a, b) a##b
#define JOIN(a, b)  JOIN_(a, b)

#define T              int32_t
#define INSTANCE(name) JOIN(name, _int32)
#include "cpu/floyd_warshall.inc"

#define T              int64_t
#define INSTANCE(name) JOIN(name, _int64)
#include "cpu/floyd_warshall.inc"

#define T              float
#define INSTANCE(name) JOIN(name, _fp32)
#include "cpu/floyd_warshall.inc"

#define T              double
#define INSTANCE(name) JOIN(name, _fp64)
#include "cpu/floyd_warshall.inc"

struct steps {
    void (*diagonal)(void *, int64_t, int64_t);
    void (*carry)(struct graph_floyd_warshall_request *, int64_t, int64_t);
    bool (*is_negative)(const struct graph_floyd_warshall_request *);
};

static const struct steps steps_of[] = {
    [GRAPH_INT32] = {diagonal_int32, carry_int32, is_negative_int32},
    [GRAPH_INT64] = {diagonal_int64, carry_int64, is_negative_int64},
    [GRAPH_FP32] = {diagonal_fp32, carry_fp32, is_negative_fp32},
    [GRAPH_FP64] = {diagonal_fp64, carry_fp64, is_negative_fp64},
};

/* A padded copy of the matrix: rows and columns are multiples of ROWS and PIVOTS, added ones far from everything. */
struct padded {
    const struct graph_floyd_tile *tile;
    char *d, *pivots; /* pivots: the rows of the block, packed for tiles */
    int64_t n, bytes; /* of an element */
};

static char *at(const struct padded *p, int64_t i, int64_t j) { return p->d + (i * p->n + j) * p->bytes; }

/* Packs the pivot rows k .. k + PIVOTS - 1, the columns of tile t. */
static void pack(const struct padded *p, int64_t k, int64_t t)
{
    const int64_t width = p->tile->width;
    char *to = p->pivots + t * PIVOTS * width * p->bytes;
    for (int64_t i = 0; i < PIVOTS; i++)
        memcpy(to + i * width * p->bytes, at(p, k + i, t * width), (size_t)(width * p->bytes));
}

/* Rows i .. i + ROWS - 1 take the pivots k .. by the tiles first .. last - 1. */
static void update(const struct padded *p, int64_t i, int64_t k, int64_t first, int64_t last)
{
    const int64_t width = p->tile->width, height = p->tile->height;
    for (int64_t t = first; t < last; t++)
        for (int64_t h = 0; h < ROWS; h += height)
            p->tile->run(at(p, i + h, t * width), at(p, i + h, k), p->pivots + t * PIVOTS * width * p->bytes,
                         p->n, PIVOTS);
}

static void do_block(const struct padded *p, const struct steps *steps, int64_t k, int threads)
{
    const int64_t width = p->tile->width, tiles = p->n / width, own = k / width, owned = PIVOTS / width;
    steps->diagonal(at(p, k, k), p->n, PIVOTS);
#pragma omp parallel num_threads(threads)
    {
#pragma omp for schedule(static)
        for (int64_t t = 0; t < tiles; t++) {
            pack(p, k, t);
            if (t < own || t >= own + owned) {
                update(p, k, k, t, t + 1);
                pack(p, k, t);
            }
        }
#pragma omp for schedule(dynamic, 1)
        for (int64_t i = 0; i < p->n; i += ROWS) {
            if (i == k)
                continue;
            update(p, i, k, own, own + owned);
            update(p, i, k, 0, own);
            update(p, i, k, own + owned, tiles);
        }
    }
}

static graph_status without_predecessors(struct graph_floyd_warshall_request *r)
{
    const struct steps *steps = &steps_of[r->type];
    struct padded p = {.tile = graph__floyd_tile(r->type),
                       .n = (r->n + PIVOTS - 1) / PIVOTS * PIVOTS,
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
    GRAPH_TRY(graph__allocate_array((void **)&p.d, (size_t)p.n * (size_t)p.n, (size_t)p.bytes));
    GRAPH_TRY(graph__allocate_array((void **)&p.pivots, (size_t)p.n * PIVOTS, (size_t)p.bytes));
#pragma omp parallel for num_threads(r->threads) schedule(static)
    for (int64_t i = 0; i < p.n; i++) {
        int64_t from = i < r->n ? r->n : 0;
        if (i < r->n)
            memcpy(at(&p, i, 0), (const char *)r->distance + i * r->stride * p.bytes,
                   (size_t)(r->n * p.bytes));
        for (int64_t j = from; j < p.n; j++)
            memcpy(at(&p, i, j), far, (size_t)p.bytes);
    }
    for (int64_t k = 0; k < p.n && !r->is_negative; k += PIVOTS) {
        do_block(&p, steps, k, r->threads);
        struct graph_floyd_warshall_request block = *r;
        block.distance = p.d;
        block.stride = p.n;
        r->is_negative = steps->is_negative(&block);
        if (r->progress != NULL && r->progress((double)(k + PIVOTS) / (double)p.n, r->context) != 0)
            GRAPH_FAIL(GRAPH_E_CANCELLED, "cancelled by progress");
    }
#pragma omp parallel for num_threads(r->threads) schedule(static)
    for (int64_t i = 0; i < r->n; i++)
        memcpy((char *)r->distance + i * r->stride * p.bytes, at(&p, i, 0), (size_t)(r->n * p.bytes));
done:
    graph__free(p.d);
    graph__free(p.pivots);
    return status;
}

static graph_status with_predecessors(struct graph_floyd_warshall_request *r)
{
    const struct steps *steps = &steps_of[r->type];
    for (int64_t k = 0; k < r->n && !r->is_negative; k += PIVOTS) {
        int64_t pivots = r->n - k < PIVOTS ? r->n - k : PIVOTS;
        steps->carry(r, k, pivots);
        r->is_negative = steps->is_negative(r);
        if (r->progress != NULL && r->progress((double)(k + pivots) / (double)r->n, r->context) != 0)
            return graph__fail(GRAPH_E_CANCELLED, "cancelled by progress");
    }
    return GRAPH_OK;
}

graph_status graph__cpu_floyd_warshall(struct graph_floyd_warshall_request *r)
{
    r->is_negative = false;
    return r->predecessor != NULL ? with_predecessors(r) : without_predecessors(r);
}
