/* PageRank on the device: see pagerank.cu.  Rounds are enqueued some at a time.  The kernels themselves see when a column is
 * done and do nothing from then on; so the host looks at the residual only after it has enqueued the next ones. */
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "cuda/centrality/centrality_host.h"
#include "cuda/centrality/tuning.h"
#include "cuda/primitives/merge_path.h"
#include "cuda/primitives/primitives.h"

enum {
    ROUNDS_AT_ONCE = 8,
    ROUNDS_UNASKED = 256, /* where neither the residual nor progress ends them */
    SHARED_PERCENT = 28,  /* of a multiprocessor's memory as shared memory: the rest is cache for y */
    LANES_SHARED_PERCENT = 10
};

static int number_of(graph_type type) { return type == GRAPH_FP64; }

static int lanes_of(graph_type type)
{
    return type == GRAPH_FP64 ? PAGERANK_LANES_FP64 : PAGERANK_LANES_FP32;
}

static int64_t blocks_of(int64_t work, int64_t of_block) { return (work + of_block - 1) / of_block; }

graph_status graph__cuda_pagerank_inverses(struct cuda_call *call, double *inverse,
                                           unsigned long long *dangling, const struct graph_csr *out,
                                           graph_type type)
{
    const struct pagerank_inverse_arguments a = {.row_start = out->row_start,
                                                 .weight = out->value,
                                                 .rows = out->rows,
                                                 .inverse = inverse,
                                                 .dangling = dangling};
    return graph__cuda_launch(
        call, graph__cuda_pagerank_inverse[number_of(type)],
        graph__cuda_blocks(out->value != NULL ? 32 * out->rows : out->rows, PAGERANK_THREADS),
        PAGERANK_THREADS, 0, &a);
}

/* The tiles of `in`, with room for what the rounds leave by tiles and blocks, `lanes` elements each. */
static graph_status open_tiles(struct cuda_call *call, struct pagerank_arguments *a,
                               const struct graph_csr *in, int lanes)
{
    const int64_t of_block = PAGERANK_THREADS / lanes; /* tiles that a block of the join takes */
    graph_status status;
    if (lanes == 1) {
        GRAPH_TRY(graph__cuda_merge_path_tiles(call, &a->cuts, in, PAGERANK_ITEMS, PAGERANK_UNCUT));
        GRAPH_TRY(graph__cuda_merge_path_ends(call, &a->cuts, in));
    } else {
        GRAPH_TRY(graph__cuda_merge_path_tiles(call, &a->cuts, in, PAGERANK_LANE_ITEMS, PAGERANK_LANE_UNCUT));
    }
    const int64_t tiles = a->cuts.tiles, blocks = blocks_of(tiles, of_block);
    GRAPH_TRY(CUDA_SCRATCH(call, a->piece, tiles * lanes));
    GRAPH_TRY(CUDA_SCRATCH(call, a->begun, tiles * lanes));
    GRAPH_TRY(CUDA_SCRATCH(call, a->part, lanes == 1 ? tiles : blocks * lanes));
    GRAPH_TRY(CUDA_SCRATCH(
        call, a->joined, (blocks > PAGERANK_BEGIN_BLOCKS ? blocks : PAGERANK_BEGIN_BLOCKS) * (int64_t)lanes));
    GRAPH_TRY(CUDA_SCRATCH(call, a->control, 1));
    GRAPH_TRY(graph__cuda_set_bytes(call, a->control, 0, sizeof *a->control));
    a->row_start = in->row_start;
    a->column = in->column;
    a->weight = in->value;
    a->rows = in->rows;
done:
    return status;
}

graph_status graph__cuda_pagerank_open(struct cuda_call *call, struct pagerank_arguments *a,
                                       const struct graph_csr *in)
{
    return open_tiles(call, a, in, 1);
}

graph_status graph__cuda_pagerank_round(struct cuda_call *call, const struct pagerank_arguments *a,
                                        graph_type type)
{
    graph_status status;
    GRAPH_TRY(graph__cuda_launch_dependent(
        call, graph__cuda_pagerank_tiles[number_of(type)][a->weight != NULL ? 1 : 0], a->cuts.tiles,
        PAGERANK_THREADS, 0, SHARED_PERCENT, a));
    GRAPH_TRY(graph__cuda_launch_dependent(call, graph__cuda_pagerank_join[number_of(type)],
                                           blocks_of(a->cuts.tiles, PAGERANK_THREADS), PAGERANK_THREADS, 0, 0,
                                           a));
done:
    return status;
}

static graph_status lanes_round(struct cuda_call *call, const struct pagerank_arguments *a, graph_type type)
{
    const int64_t blocks = blocks_of(a->cuts.tiles, PAGERANK_THREADS / lanes_of(type));
    graph_status status;
    GRAPH_TRY(graph__cuda_launch_dependent(
        call, graph__cuda_pagerank_lanes_tiles[number_of(type)][a->weight != NULL ? 1 : 0], blocks,
        PAGERANK_THREADS, 0, LANES_SHARED_PERCENT, a));
    GRAPH_TRY(graph__cuda_launch_dependent(call, graph__cuda_pagerank_lanes_join[number_of(type)],
                                           blocks < PAGERANK_JOIN_BLOCKS ? blocks : PAGERANK_JOIN_BLOCKS,
                                           PAGERANK_THREADS, 0, 0, a));
done:
    return status;
}

/* ---- The order of y ---- */

/* Whether the classes of vertices with the most edges, as many as a multiprocessor's cache holds, have so many of all
 * edges that the renumbering pays. */
static bool is_skewed(const struct pagerank_degrees *classes, size_t bytes, int64_t entries)
{
    uint64_t vertices = 0, edges = 0;
    for (int c = 0; c < PAGERANK_CLASSES; c++) {
        vertices += classes->vertices[c];
        if (vertices * bytes > ORDER_CACHE_BYTES)
            break;
        edges += classes->edges[c];
    }
    return edges * 100 >= (uint64_t)entries * ORDER_PERCENT;
}

/* Orders y by numbers of edges where that pays: sets a->place, and a->column to other columns. */
static graph_status order(struct cuda_call *call, struct pagerank_arguments *a,
                          const struct graph_pagerank_request *r)
{
    const size_t bytes = graph_type_size(r->type);
    struct pagerank_order_arguments o = {
        .out_start = r->out.row_start, .n = r->in.rows, .entries = r->in.entries, .column = r->in.column};
    struct pagerank_degrees classes;
    uint32_t *spare[2];
    graph_status status = GRAPH_OK;
    if (o.n < ORDER_VERTICES || o.entries < ORDER_DEGREE * o.n || r->most_rounds < ORDER_ROUNDS ||
        !graph__cuda_has_bytes((size_t)o.entries * sizeof *o.renumbered + 20 * (size_t)o.n))
        return GRAPH_OK;
    GRAPH_TRY(CUDA_SCRATCH(call, o.classes, 1));
    GRAPH_TRY(CUDA_SCRATCH(call, o.key, o.n));
    GRAPH_TRY(CUDA_SCRATCH(call, o.vertex, o.n));
    GRAPH_TRY(graph__cuda_set_bytes(call, o.classes, 0, sizeof classes));
    GRAPH_TRY(graph__cuda_launch(call, graph__cuda_pagerank_classes,
                                 graph__cuda_blocks(o.n, PAGERANK_THREADS), PAGERANK_THREADS, 0, &o));
    GRAPH_TRY(CUDA_READ(call, classes, o.classes));
    if (!is_skewed(&classes, bytes, o.entries))
        return GRAPH_OK;
    for (int k = 0; k < 2; k++)
        GRAPH_TRY(CUDA_SCRATCH(call, spare[k], o.n));
    GRAPH_TRY(CUDA_SCRATCH(call, o.place, o.n));
    GRAPH_TRY(CUDA_SCRATCH(call, o.renumbered, o.entries));
    GRAPH_TRY(
        graph__cuda_sort_32_32(call, &o.key, &spare[0], &o.vertex, &spare[1], o.n, PAGERANK_CLASS_BITS));
    GRAPH_TRY(graph__cuda_launch(call, graph__cuda_pagerank_places, graph__cuda_blocks(o.n, PAGERANK_THREADS),
                                 PAGERANK_THREADS, 0, &o));
    GRAPH_TRY(graph__cuda_launch(call, graph__cuda_pagerank_renumber,
                                 graph__cuda_blocks(o.entries, PAGERANK_THREADS), PAGERANK_THREADS, 0, &o));
    a->place = o.place;
    a->column = o.renumbered;
done:
    return status;
}

/* ---- The loop ---- */

/* The largest residual of the columns: what the reader of progress sees. */
static double residual_of(const struct pagerank_control *c, int columns)
{
    double residual = 0;
    for (int l = 0; l < columns; l++)
        residual = c->sums[l].moved > residual || isnan(c->sums[l].moved) ? c->sums[l].moved : residual;
    return residual;
}

/* The residual falls about geometrically.  False: cancelled. */
static bool tell(const struct graph_pagerank_request *r, const struct pagerank_control *c, int columns,
                 double before, double share)
{
    const double residual = residual_of(c, columns);
    double done = (double)c->rounds / (double)r->most_rounds;
    if (r->progress == NULL)
        return true;
    if (r->tolerance > 0 && residual > 0)
        done = fmax(done, fmin(1, log(residual / 2) / log(r->tolerance / 2)));
    return r->progress(before + share * fmin(1, fmax(0, done)), r->context) == 0;
}

/* Runs rounds until no column waits, or for most_rounds; *c is the state then.  a->next has what the first one reads. */
static graph_status run(struct cuda_call *call, struct pagerank_control *c, struct pagerank_arguments *a,
                        const struct graph_pagerank_request *r, double before, double share)
{
    const bool is_unasked = r->progress == NULL && !(r->tolerance >= 0);
    const int64_t at_once = is_unasked ? ROUNDS_UNASKED : ROUNDS_AT_ONCE;
    const int columns = r->seed != NULL ? a->columns : 1;
    int64_t enqueued = 0;
    bool has_begun = false;
    graph_status status;
    for (;;) {
        const int64_t end = r->most_rounds - enqueued < at_once ? r->most_rounds : enqueued + at_once;
        for (; enqueued < end; enqueued++) {
            void *read = a->next;
            a->next = (void *)(uintptr_t)a->y;
            a->y = read;
            GRAPH_TRY(r->seed != NULL ? lanes_round(call, a, r->type)
                                      : graph__cuda_pagerank_round(call, a, r->type));
        }
        if (has_begun) {
            GRAPH_TRY(graph__cuda_readback_end(call, c, sizeof *c));
            if (!tell(r, c, columns, before, share))
                GRAPH_FAIL(GRAPH_E_CANCELLED, "cancelled by progress");
            if (c->waiting == 0 || c->rounds == r->most_rounds)
                return GRAPH_OK;
        }
        GRAPH_TRY(graph__cuda_readback_begin(call, a->control, sizeof *c));
        has_begun = true;
    }
done:
    return status;
}

static graph_status one_column(struct cuda_call *call, struct graph_pagerank_request *r,
                               struct pagerank_arguments *a)
{
    const size_t bytes = graph_type_size(r->type), n = (size_t)r->in.rows;
    struct pagerank_control c;
    double *p = NULL;
    void *made = NULL;
    graph_status status;
    if (r->may_stay)
        GRAPH_TRY(graph__cuda_allocate(&made, n, bytes));
    else
        GRAPH_TRY(graph__cuda_scratch(call, &a->x, n, bytes));
    a->x = made != NULL ? made : a->x;
    if (r->personalization != NULL) {
        GRAPH_TRY(CUDA_SCRATCH(call, p, n));
        GRAPH_TRY(graph__cuda_upload(p, r->personalization, n * sizeof *p));
        a->personalization = p;
    }
    GRAPH_TRY(order(call, a, r));
    int64_t blocks = blocks_of(r->in.rows, PAGERANK_THREADS);
    blocks = blocks < PAGERANK_BEGIN_BLOCKS ? blocks : PAGERANK_BEGIN_BLOCKS;
    GRAPH_TRY(graph__cuda_launch(call, graph__cuda_pagerank_begin[number_of(r->type)], blocks,
                                 PAGERANK_THREADS, 0, a));
    GRAPH_TRY(run(call, &c, a, r, 0, 1));
    r->rounds = c.rounds;
    r->residual = c.sums[0].moved;
    if (made == NULL)
        GRAPH_TRY(graph__cuda_download(r->rank, a->x, n * bytes));
    r->stays = made;
    made = NULL;
done:
    graph__cuda_release(made);
    return status;
}

/* Element (v, first + l) of the result. */
static void take_columns(const struct graph_pagerank_request *r, const void *x, int64_t first, int columns)
{
    const int lanes = lanes_of(r->type);
#pragma omp parallel for num_threads(r->threads) schedule(static)
    for (int64_t v = 0; v < r->in.rows; v++)
        for (int l = 0; l < columns; l++) {
            const int64_t to = v * r->vertex_stride + (first + l) * r->column_stride;
            if (r->type == GRAPH_FP64)
                ((double *)r->rank)[to] = ((const double *)x)[v * lanes + l];
            else
                ((float *)r->rank)[to] = ((const float *)x)[v * lanes + l];
        }
}

static graph_status many_columns(struct cuda_call *call, struct graph_pagerank_request *r,
                                 struct pagerank_arguments *a)
{
    const int lanes = lanes_of(r->type);
    const size_t bytes = graph_type_size(r->type), count = (size_t)(r->in.rows * lanes);
    int64_t *seed = NULL;
    void *here = NULL;
    graph_status status;
    GRAPH_TRY(graph__allocate_array(&here, count, bytes));
    GRAPH_TRY(graph__cuda_scratch(call, &a->x, count, bytes));
    GRAPH_TRY(CUDA_SCRATCH(call, seed, r->seeds));
    GRAPH_TRY(graph__cuda_upload(seed, r->seed, (size_t)r->seeds * sizeof *seed));
    for (int64_t first = 0; first < r->seeds; first += lanes) {
        struct pagerank_control c;
        a->columns = r->seeds - first < lanes ? (int32_t)(r->seeds - first) : lanes;
        a->seed = seed + first;
        GRAPH_TRY(graph__cuda_set_bytes(call, a->control, 0, sizeof *a->control));
        GRAPH_TRY(graph__cuda_launch(call, graph__cuda_pagerank_lanes_begin[number_of(r->type)],
                                     graph__cuda_blocks((int64_t)count, PAGERANK_THREADS), PAGERANK_THREADS,
                                     0, a));
        GRAPH_TRY(
            run(call, &c, a, r, (double)first / (double)r->seeds, (double)a->columns / (double)r->seeds));
        GRAPH_TRY(graph__cuda_download(here, a->x, count * bytes));
        take_columns(r, here, first, a->columns);
        r->rounds = c.rounds > r->rounds ? c.rounds : r->rounds;
        r->residual = fmax(r->residual, residual_of(&c, a->columns));
    }
done:
    graph__free(here);
    return status;
}

graph_status graph__cuda_pagerank(struct graph_pagerank_request *r)
{
    const int64_t n = r->in.rows;
    const int lanes = r->seed != NULL ? lanes_of(r->type) : 1;
    const size_t bytes = graph_type_size(r->type);
    struct pagerank_arguments a = {.damping = r->damping, .tolerance = r->tolerance};
    unsigned long long *count = NULL, dangling = 0;
    double *inverse = NULL;
    void *y[2] = {NULL, NULL};
    graph_status status;
    r->rounds = r->dangling = 0;
    r->residual = 0;
    r->stays = NULL;
    if (n == 0)
        return GRAPH_OK;
    struct cuda_call *call = graph__cuda_begin();
    GRAPH_TRY(CUDA_SCRATCH(call, inverse, n));
    GRAPH_TRY(CUDA_SCRATCH(call, count, 1));
    GRAPH_TRY(graph__cuda_set_bytes(call, count, 0, sizeof *count));
    GRAPH_TRY(graph__cuda_pagerank_inverses(call, inverse, count, &r->out, r->type));
    for (int k = 0; k < 2; k++)
        GRAPH_TRY(graph__cuda_scratch(call, &y[k], (size_t)(n * lanes), bytes));
    GRAPH_TRY(open_tiles(call, &a, &r->in, lanes));
    a.inverse = inverse;
    a.uniform = 1 / (double)n;
    a.y = y[0];
    a.next = y[1];
    GRAPH_TRY(r->seed != NULL ? many_columns(call, r, &a) : one_column(call, r, &a));
    GRAPH_TRY(CUDA_READ(call, dangling, count));
    r->dangling = (int64_t)dangling;
done:
    if (status < 0) {
        graph__cuda_release(r->stays);
        r->stays = NULL;
    }
    graph__cuda_end(call);
    return status;
}
