/* Betweenness on the device, without weights: batches of up to 64 sources.
 *
 * A batch goes by rows (betweenness_rows.cu) as long as the graph is shallow and fp64 counts its paths; from the first batch
 * that is not so on, it and all others go by pairs (betweenness_pairs.cu).  Both give the same bits, and a source computes
 * the same in every batch; so results depend on neither method nor memory.  Work space is bounded by fewer lanes. */
#include <string.h>

#include "base/checked.h"
#include "base/memory.h"
#include "cuda/centrality/betweenness_arguments.h"
#include "cuda/centrality/centrality_host.h"
#include "cuda/centrality/tuning.h"
#include "cuda/primitives/entries.h"

enum { THREADS = 256, STRIDE_LANES = 4, SMALL_BYTES = 512 /* controls */ };

static bool wants_vertex(const struct graph_betweenness_request *r)
{
    return r->vertex != NULL || r->vertex_there != NULL;
}
static bool wants_edge(const struct graph_betweenness_request *r)
{
    return r->edge != NULL || r->edge_there != NULL;
}

/* What all batches share; device memory that lasts from call to call. */
struct betweenness_work {
    struct graph_betweenness_request *r;
    double *vertex, *edge;
    int32_t *row; /* of each entry; NULL unless edges are wanted */
    int64_t *source;
    int64_t done; /* sources */
    bool is_by_pairs;
};

static uint64_t shared_bytes(const struct graph_betweenness_request *r)
{
    const uint64_t entries = wants_edge(r) ? (uint64_t)r->out.entries : 0;
    return (uint64_t)r->out.rows * sizeof(double) + entries * (sizeof(double) + sizeof(int32_t)) +
           SMALL_BYTES;
}

static int64_t stride_of(int64_t lanes) { return (lanes + STRIDE_LANES - 1) / STRIDE_LANES * STRIDE_LANES; }

static int64_t most_long_rows(const struct graph_betweenness_request *r)
{
    return (r->out.entries + r->in.entries) / BETWEEN_LONG + 2;
}

/* Bytes of the work space of a batch, with what all share; so many that no machine has them, if they cannot be counted. */
static uint64_t batch_bytes(const struct graph_betweenness_request *r, int64_t lanes, bool is_by_pairs)
{
    const uint64_t n = (uint64_t)r->out.rows, arrays = wants_edge(r) ? 3 : 2;
    const uint64_t of_vertex = is_by_pairs
                                   ? (uint64_t)lanes * (arrays * sizeof(double) +
                                                        sizeof(struct betweenness_state) + sizeof(uint32_t)) +
                                         sizeof(int64_t)
                                   : (uint64_t)stride_of(lanes) * arrays * sizeof(double) +
                                         (2 + BETWEEN_ROWS_LEVELS) * sizeof(uint64_t);
    const uint64_t rest = is_by_pairs ? 0 : (uint64_t)most_long_rows(r) * sizeof(int32_t);
    size_t bytes;
    return graph__multiply(&bytes, (size_t)n, (size_t)of_vertex) ? bytes + rest + shared_bytes(r)
                                                                 : UINT64_MAX / 2;
}

/* Sources of a batch: as many as the bound and the device allow, 0 if not one fits the bound. */
static int64_t lanes_of(const struct graph_betweenness_request *r, bool is_by_pairs)
{
    int64_t lanes = r->sources < BETWEEN_MOST_LANES ? r->sources : BETWEEN_MOST_LANES;
    while (lanes > 0 && (batch_bytes(r, lanes, is_by_pairs) > r->most_bytes ||
                         (is_by_pairs && lanes * r->out.rows > (int64_t)UINT32_MAX)))
        lanes--;
    while (lanes > 1 && !graph__cuda_has_bytes((size_t)batch_bytes(r, lanes, is_by_pairs)))
        lanes /= 2;
    return lanes;
}

/* False: cancelled. */
static bool goes_on(const struct betweenness_work *w)
{
    const struct graph_betweenness_request *r = w->r;
    return r->progress == NULL || r->progress((double)w->done / (double)r->sources, r->context) == 0;
}

static graph_status cancelled(void) { return graph__fail(GRAPH_E_CANCELLED, "cancelled by progress"); }

/* ---- By rows ---- */

static struct betweenness_edges edges_of(const struct graph_csr *A)
{
    return (struct betweenness_edges){A->row_start, A->column};
}

/* The rows of a direction that blocks take, in the list from long_row on; *count is read back. */
static graph_status find_long(struct cuda_call *call, struct betweenness_rows_arguments *a, int64_t *count)
{
    graph_status status;
    GRAPH_TRY(graph__cuda_set_bytes(call, a->long_rows, 0, sizeof *a->long_rows));
    GRAPH_TRY(graph__cuda_launch(call, graph__cuda_between_find_long, graph__cuda_blocks(a->n, THREADS),
                                 THREADS, 0, a));
    GRAPH_TRY(graph__cuda_read(call, count, a->long_rows, sizeof *count));
done:
    return status;
}

struct rows_state {
    struct betweenness_rows_arguments forward, backward;
    int64_t lanes;
};

static graph_status rows_begin(struct cuda_call *call, struct rows_state *s, const struct betweenness_work *w)
{
    const struct graph_betweenness_request *r = w->r;
    const int64_t n = r->out.rows, size = n * stride_of(s->lanes);
    struct betweenness_rows_arguments a = {
        .n = n, .edges = edges_of(&r->in), .stride = (int32_t)stride_of(s->lanes)};
    graph_status status;
    GRAPH_TRY(CUDA_SCRATCH(call, a.seen, n));
    GRAPH_TRY(CUDA_SCRATCH(call, a.level, n * (BETWEEN_ROWS_LEVELS + 1)));
    GRAPH_TRY(CUDA_SCRATCH(call, a.paths, size));
    GRAPH_TRY(CUDA_SCRATCH(call, a.wave, size));
    /* A lane reads both of its sources at once, and uses those that are there. */
    GRAPH_TRY(graph__cuda_set_bytes(call, a.paths, 0, (size_t)size * sizeof *a.paths));
    GRAPH_TRY(graph__cuda_set_bytes(call, a.wave, 0, (size_t)size * sizeof *a.wave));
    a.share = a.paths; /* nobody reads the paths to a vertex once it has its share, but edges */
    if (wants_edge(r))
        GRAPH_TRY(CUDA_SCRATCH(call, a.share, size));
    GRAPH_TRY(CUDA_SCRATCH(call, a.long_rows, 1));
    GRAPH_TRY(CUDA_SCRATCH(call, a.found, BETWEEN_ROWS_LEVELS + 1));
    GRAPH_TRY(CUDA_SCRATCH(call, a.long_row, most_long_rows(r)));
    s->forward = s->backward = a;
    GRAPH_TRY(find_long(call, &s->forward, &s->forward.long_blocks));
    s->backward.edges = edges_of(&r->out);
    if (r->in.row_start == r->out.row_start) {
        s->backward.long_blocks = s->forward.long_blocks;
    } else {
        s->backward.long_row += s->forward.long_blocks;
        GRAPH_TRY(find_long(call, &s->backward, &s->backward.long_blocks));
    }
done:
    return status;
}

static int64_t rows_blocks(const struct betweenness_rows_arguments *a)
{
    return a->long_blocks + (a->n + BETWEEN_PIECES - 1) / BETWEEN_PIECES;
}

/* The levels of a batch.  *levels = how many there are; 0 if the batch has to go by pairs. */
static graph_status rows_search(struct cuda_call *call, int32_t *levels, struct betweenness_rows_arguments *a,
                                const struct betweenness_work *w)
{
    graph_status status;
    GRAPH_TRY(graph__cuda_set_bytes(call, a->seen, 0, (size_t)a->n * sizeof *a->seen));
    GRAPH_TRY(graph__cuda_set_bytes(call, a->level, 0, (size_t)a->n * sizeof *a->level));
    GRAPH_TRY(graph__cuda_set_bytes(call, a->found, 0, (BETWEEN_ROWS_LEVELS + 1) * sizeof *a->found));
    GRAPH_TRY(graph__cuda_launch(call, graph__cuda_between_rows_open, 1, BETWEEN_MOST_LANES, 0, a));
    struct betweenness_found *found = a->found;
    for (a->depth = 0; a->depth < BETWEEN_ROWS_LEVELS; a->depth++) {
        struct betweenness_found now = {0};
        if (!goes_on(w))
            return cancelled();
        a->found = found + a->depth;
        status = graph__cuda_launch(call, graph__cuda_between_rows_forward, rows_blocks(a),
                                    BETWEEN_ROWS_THREADS, 0, a);
        if (status == GRAPH_OK)
            status = CUDA_READ(call, now, a->found);
        a->found = found;
        GRAPH_TRY(status);
        *levels = now.is_wide ? 0 : a->depth + 1;
        if (now.pairs == 0 || now.is_wide)
            return GRAPH_OK;
    }
    *levels = 0;
done:
    return status;
}

static graph_status rows_batch(struct cuda_call *call, struct betweenness_work *w, struct rows_state *s)
{
    const struct graph_betweenness_request *r = w->r;
    struct betweenness_rows_arguments *a = &s->forward, *b = &s->backward;
    int32_t levels = 0;
    graph_status status;
    a->count = b->count = (int32_t)(r->sources - w->done < s->lanes ? r->sources - w->done : s->lanes);
    a->source = w->source + w->done;
    GRAPH_TRY(rows_search(call, &levels, a, w));
    if (levels == 0) {
        w->is_by_pairs = true;
        return GRAPH_OK;
    }
    b->levels = levels;
    for (b->depth = levels - 1; b->depth >= 0; b->depth--)
        GRAPH_TRY(graph__cuda_launch(call, graph__cuda_between_rows_backward, rows_blocks(b),
                                     BETWEEN_ROWS_THREADS, 0, b));
    const struct betweenness_sum_arguments add = {.n = a->n,
                                                  .entries = r->out.entries,
                                                  .stride = a->stride,
                                                  .count = a->count,
                                                  .levels = levels,
                                                  .seen = a->seen,
                                                  .level = a->level,
                                                  .paths = a->paths,
                                                  .wave = a->wave,
                                                  .share = a->share,
                                                  .row = w->row,
                                                  .column = r->out.column,
                                                  .vertex = w->vertex,
                                                  .edge = w->edge};
    if (w->vertex != NULL)
        GRAPH_TRY(graph__cuda_launch(call, graph__cuda_between_rows_add, graph__cuda_blocks(a->n, THREADS),
                                     THREADS, 0, &add));
    if (w->edge != NULL)
        GRAPH_TRY(graph__cuda_launch(call, graph__cuda_between_rows_add_edges,
                                     graph__cuda_blocks(r->out.entries, THREADS), THREADS, 0, &add));
    w->done += a->count;
done:
    return status;
}

/* ---- By pairs ---- */

static graph_status pairs_begin(struct cuda_call *call, struct betweenness_pairs_arguments *a, int64_t lanes,
                                const struct betweenness_work *w)
{
    const struct graph_betweenness_request *r = w->r;
    const int64_t n = r->out.rows, size = n * lanes;
    graph_status status;
    *a = (struct betweenness_pairs_arguments){.n = n,
                                              .out = edges_of(&r->out),
                                              .in = edges_of(&r->in),
                                              .is_symmetric = r->in.row_start == r->out.row_start};
    GRAPH_TRY(CUDA_SCRATCH(call, a->state, size));
    GRAPH_TRY(CUDA_SCRATCH(call, a->paths, size));
    GRAPH_TRY(CUDA_SCRATCH(call, a->wave, size));
    a->share = a->paths;
    if (wants_edge(r))
        GRAPH_TRY(CUDA_SCRATCH(call, a->share, size));
    GRAPH_TRY(CUDA_SCRATCH(call, a->queue, size));
    GRAPH_TRY(CUDA_SCRATCH(call, a->level_start, n + 2));
    GRAPH_TRY(CUDA_SCRATCH(call, a->control, 1));
done:
    return status;
}

/* One of the two kernels, some levels at a time. */
static graph_status pairs_levels(struct cuda_call *call, struct betweenness_pairs_control *c,
                                 const void *kernel, const struct betweenness_pairs_arguments *a)
{
    int64_t blocks;
    graph_status status;
    GRAPH_TRY(graph__cuda_set_bytes(call, &a->control->arrivals, 0, sizeof a->control->arrivals));
    GRAPH_TRY(graph__cuda_full_grid(&blocks, kernel, BETWEEN_PAIRS_THREADS, 0));
    GRAPH_TRY(graph__cuda_launch_cooperative(call, kernel, blocks, BETWEEN_PAIRS_THREADS, 0, a));
    GRAPH_TRY(graph__cuda_read(call, c, a->control, sizeof *c));
done:
    return status;
}

static graph_status pairs_batch(struct cuda_call *call, struct betweenness_work *w,
                                struct betweenness_pairs_arguments *a, int64_t lanes)
{
    struct graph_betweenness_request *r = w->r;
    struct betweenness_pairs_control c = {.depth = 0};
    graph_status status;
    a->count = (int32_t)(r->sources - w->done < lanes ? r->sources - w->done : lanes);
    a->source = w->source + w->done;
    GRAPH_TRY(graph__cuda_set_bytes(call, a->state, 0xff, (size_t)(a->n * a->count) * sizeof *a->state));
    GRAPH_TRY(graph__cuda_set_bytes(call, a->control, 0, sizeof *a->control));
    GRAPH_TRY(graph__cuda_launch(call, graph__cuda_between_pairs_open, 1, BETWEEN_MOST_LANES, 0, a));
    do {
        if (!goes_on(w))
            return cancelled();
        a->last_depth = c.depth + BETWEEN_PAIRS_LEVELS;
        GRAPH_TRY(pairs_levels(call, &c, graph__cuda_between_pairs_forward, a));
    } while (c.first < c.last);
    r->wide += __builtin_popcountll(c.wide);
    /* depth is now the level that is empty: backward, the kernel starts at the one before. */
    for (c.depth--; c.depth >= 0;) {
        if (!goes_on(w))
            return cancelled();
        GRAPH_TRY(graph__cuda_upload(&a->control->depth, &c.depth, sizeof c.depth));
        a->last_depth = c.depth - BETWEEN_PAIRS_LEVELS + 1 > 0 ? c.depth - BETWEEN_PAIRS_LEVELS + 1 : 0;
        GRAPH_TRY(pairs_levels(call, &c, graph__cuda_between_pairs_backward, a));
    }
    if (!goes_on(w))
        return cancelled();
    const struct betweenness_sum_arguments add = {.n = a->n,
                                                  .entries = r->out.entries,
                                                  .count = a->count,
                                                  .state = a->state,
                                                  .paths = a->paths,
                                                  .wave = a->wave,
                                                  .share = a->share,
                                                  .row = w->row,
                                                  .column = r->out.column,
                                                  .vertex = w->vertex,
                                                  .edge = w->edge};
    if (w->vertex != NULL)
        GRAPH_TRY(graph__cuda_launch(call, graph__cuda_between_pairs_add, graph__cuda_blocks(a->n, THREADS),
                                     THREADS, 0, &add));
    if (w->edge != NULL)
        GRAPH_TRY(graph__cuda_launch(call, graph__cuda_between_pairs_add_edges,
                                     graph__cuda_blocks(r->out.entries, THREADS), THREADS, 0, &add));
    w->done += a->count;
done:
    return status;
}

/* ---- All sources ---- */

/* As many batches as go by the method that *w says, with their work space as scratch memory of one call. */
static graph_status run(struct cuda_call *call, struct betweenness_work *w, int64_t lanes)
{
    const bool is_by_pairs = w->is_by_pairs;
    struct rows_state rows = {.lanes = lanes};
    struct betweenness_pairs_arguments pairs;
    graph_status status;
    GRAPH_TRY(is_by_pairs ? pairs_begin(call, &pairs, lanes, w) : rows_begin(call, &rows, w));
    while (w->done < w->r->sources && w->is_by_pairs == is_by_pairs)
        GRAPH_TRY(is_by_pairs ? pairs_batch(call, w, &pairs, lanes) : rows_batch(call, w, &rows));
done:
    return status;
}

/* The lanes of the next batches; by pairs if rows do not fit. */
static graph_status choose(int64_t *lanes, struct betweenness_work *w)
{
    struct graph_betweenness_request *r = w->r;
    graph_status status = GRAPH_OK;
    *lanes = w->is_by_pairs ? 0 : lanes_of(r, false);
    if (*lanes == 0) {
        w->is_by_pairs = true;
        *lanes = lanes_of(r, true);
    }
    if (*lanes == 0)
        GRAPH_FAIL(GRAPH_E_MEMORY, "the work space for one source takes %llu bytes; %llu are allowed",
                   (unsigned long long)batch_bytes(r, 1, true), (unsigned long long)r->most_bytes);
    const uint64_t bytes = batch_bytes(r, *lanes, w->is_by_pairs);
    r->bytes = bytes > r->bytes ? bytes : r->bytes;
done:
    return status;
}

static graph_status open_work(struct cuda_call *call, struct betweenness_work *w, const int64_t *source)
{
    const struct graph_betweenness_request *r = w->r;
    const size_t n = (size_t)r->out.rows, entries = (size_t)r->out.entries;
    struct entries_rows_arguments rows = {.row = NULL};
    graph_status status;
    GRAPH_TRY(CUDA_NEW(w->source, r->sources));
    GRAPH_TRY(graph__cuda_upload(w->source, source, (size_t)r->sources * sizeof *source));
    if (wants_vertex(r)) {
        GRAPH_TRY(CUDA_NEW(w->vertex, n));
        GRAPH_TRY(graph__cuda_set_bytes(call, w->vertex, 0, n * sizeof *w->vertex));
    }
    if (wants_edge(r)) {
        GRAPH_TRY(CUDA_NEW(w->edge, entries));
        GRAPH_TRY(graph__cuda_set_bytes(call, w->edge, 0, entries * sizeof *w->edge));
        GRAPH_TRY(CUDA_NEW(w->row, entries));
        rows.row = w->row;
        GRAPH_TRY(graph__cuda_tiles(call, &rows.tiles, r->out.row_start, r->out.rows, r->out.entries));
        GRAPH_TRY(graph__cuda_launch(call, graph__cuda_entries_rows, graph__cuda_tile_count(r->out.entries),
                                     TILE_THREADS, 0, &rows));
    }
done:
    return status;
}

graph_status graph__cuda_betweenness(struct graph_betweenness_request *r)
{
    struct betweenness_work w = {.r = r, .is_by_pairs = r->out.entries < BETWEEN_ROWS_DEGREE * r->out.rows};
    struct cuda_call *call = NULL;
    int64_t *source = NULL;
    graph_status status = GRAPH_OK;
    r->bytes = 0;
    r->wide = 0;
    const bool stays = r->vertex_there != NULL || r->edge_there != NULL;
    if (!stays && (r->sources == 0 || r->out.rows == 0))
        return GRAPH_OK;
    if (r->out.value != NULL)
        return graph__fail(GRAPH_E_NOT_SUPPORTED, "the GPU has betweenness without weights only");
    if (r->source == NULL) {
        GRAPH_TRY(GRAPH_NEW(source, r->sources));
        for (int64_t k = 0; k < r->sources; k++)
            source[k] = k;
    }
    if (r->sources == 0) { /* the sums of nothing stay */
        call = graph__cuda_begin();
        GRAPH_TRY(open_work(call, &w, source));
        graph__cuda_end(call);
        call = NULL;
    }
    while (w.done < r->sources) {
        int64_t lanes;
        GRAPH_TRY(choose(&lanes, &w));
        call = graph__cuda_begin();
        if (w.source == NULL)
            GRAPH_TRY(open_work(call, &w, r->source != NULL ? r->source : source));
        GRAPH_TRY(run(call, &w, lanes));
        graph__cuda_end(call);
        call = NULL;
    }
    if (r->vertex_there != NULL) {
        *r->vertex_there = w.vertex;
        w.vertex = NULL;
    }
    if (r->edge_there != NULL) {
        *r->edge_there = w.edge;
        w.edge = NULL;
    }
    if (r->vertex != NULL)
        GRAPH_TRY(graph__cuda_download(r->vertex, w.vertex, (size_t)r->out.rows * sizeof *w.vertex));
    if (r->edge != NULL)
        GRAPH_TRY(graph__cuda_download(r->edge, w.edge, (size_t)r->out.entries * sizeof *w.edge));
done:
    if (call != NULL)
        graph__cuda_end(call);
    graph__cuda_release(w.vertex);
    graph__cuda_release(w.edge);
    graph__cuda_release(w.row);
    graph__cuda_release(w.source);
    graph__free(source);
    return status;
}
