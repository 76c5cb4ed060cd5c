/* PageRank on the rows of one rank; see contract/centrality.h.
 *
 * Each rank has y of all vertices and makes that of its rows in a round, by the
 * kernels of one column (pagerank.cu).  Between two rounds the parts of y go to
 * all ranks, and so do two sums of each, which every rank adds in their order.
 */
#include <math.h>

#include "base/memory.h"
#include "cuda/centrality/centrality_host.h"

struct slab {
    struct graph_pagerank_slab_request *r;
    struct pagerank_arguments a;
    size_t bytes;
    int64_t first, rows;
    char *y[2];
    double *inverse, *personalization;
    unsigned long long *dangling;
    struct pagerank_sums *sums; /* on the host: of all ranks */
    int64_t *cuts;              /* of these: 0 .. ranks */
};

static graph_status open_slab(struct cuda_call *call, struct slab *s)
{
    struct graph_pagerank_slab_request *const r = s->r;
    graph_status status;
    GRAPH_TRY(GRAPH_NEW(s->sums, r->ranks));
    GRAPH_TRY(GRAPH_NEW(s->cuts, r->ranks + 1));
    for (int k = 0; k <= r->ranks; k++)
        s->cuts[k] = k;
    GRAPH_TRY(CUDA_SCRATCH(call, s->inverse, s->rows));
    GRAPH_TRY(CUDA_SCRATCH(call, s->dangling, 1));
    GRAPH_TRY(graph__cuda_set_bytes(call, s->dangling, 0, sizeof *s->dangling));
    GRAPH_TRY(graph__cuda_pagerank_inverses(call, s->inverse, s->dangling, &r->out, r->type));
    for (int k = 0; k < 2; k++)
        GRAPH_TRY(graph__cuda_scratch(call, (void **)&s->y[k], (size_t)r->n, s->bytes));
    GRAPH_TRY(graph__cuda_pagerank_open(call, &s->a, &r->in));
    if (r->personalization != NULL) {
        GRAPH_TRY(CUDA_SCRATCH(call, s->personalization, s->rows));
        GRAPH_TRY(graph__cuda_upload(s->personalization, r->personalization + s->first,
                                     (size_t)s->rows * sizeof *s->personalization));
    }
    s->a.damping = r->damping;
    s->a.tolerance = -1; /* the ranks together decide when they are done */
    s->a.uniform = 1 / (double)r->n;
    s->a.inverse = s->inverse;
    s->a.personalization = s->personalization;
    s->a.columns = 1;
    s->a.x = (char *)r->x + (size_t)s->first * s->bytes;
done:
    return status;
}

/* The other ranks' parts of y, and what all have moved; the kernels read what
 * is dangling. */
static graph_status share(struct slab *s, char *y, struct pagerank_sums *all)
{
    struct graph_pagerank_slab_request *const r = s->r;
    graph_status status;
    GRAPH_TRY(r->gather(r->group, y, r->start, s->bytes, true));
    GRAPH_TRY(r->gather(r->group, s->sums, s->cuts, sizeof *s->sums, false));
    *all = (struct pagerank_sums){0, 0};
    for (int k = 0; k < r->ranks; k++) {
        all->moved += s->sums[k].moved;
        all->dangling += s->sums[k].dangling;
    }
done:
    return status;
}

/* A round, or the state before the first one; leaves this rank's sums on the
 * host. */
static graph_status enqueue(struct cuda_call *call, struct slab *s, const char *y, char *next,
                            const double *dangling)
{
    struct graph_pagerank_slab_request *const r = s->r;
    struct pagerank_sums *const ours = &s->sums[r->rank];
    graph_status status = GRAPH_OK;
    *ours = (struct pagerank_sums){0, 0};
    if (s->rows == 0)
        return GRAPH_OK;
    s->a.y = y;
    s->a.next = next + (size_t)s->first * s->bytes;
    if (dangling != NULL) {
        GRAPH_TRY(graph__cuda_upload(&s->a.control->sums[0].dangling, dangling, sizeof *dangling));
        GRAPH_TRY(graph__cuda_pagerank_round(call, &s->a, r->type));
    } else {
        int64_t blocks = (s->rows + PAGERANK_THREADS - 1) / PAGERANK_THREADS;
        blocks = blocks < PAGERANK_BEGIN_BLOCKS ? blocks : PAGERANK_BEGIN_BLOCKS;
        GRAPH_TRY(graph__cuda_launch(call, graph__cuda_pagerank_begin[r->type == GRAPH_FP64], blocks,
                                     PAGERANK_THREADS, 0, &s->a));
    }
    GRAPH_TRY(CUDA_READ(call, *ours, &s->a.control->sums[0]));
done:
    return status;
}

static graph_status run_rounds(struct cuda_call *call, struct slab *s)
{
    struct graph_pagerank_slab_request *const r = s->r;
    struct pagerank_sums all;
    graph_status status;
    GRAPH_TRY(r->agree(r->group, enqueue(call, s, NULL, s->y[0], NULL)));
    GRAPH_TRY(share(s, s->y[0], &all));
    r->residual = INFINITY;
    while (r->rounds < r->most_rounds && !(r->residual <= r->tolerance)) {
        char *const y = s->y[r->rounds % 2], *const next = s->y[(r->rounds + 1) % 2];
        status = enqueue(call, s, y, next, &all.dangling);
        if (status == GRAPH_OK && r->progress != NULL && r->progress(-1, r->context) != 0)
            status = graph__fail(GRAPH_E_CANCELLED, "cancelled by progress");
        GRAPH_TRY(r->agree(r->group, status));
        GRAPH_TRY(share(s, next, &all));
        r->residual = all.moved;
        r->rounds++;
    }
done:
    return status;
}

graph_status graph__cuda_pagerank_slab(struct graph_pagerank_slab_request *r)
{
    struct slab s = {.r = r,
                     .bytes = graph_type_size(r->type),
                     .first = r->start[r->rank],
                     .rows = r->start[r->rank + 1] - r->start[r->rank]};
    unsigned long long dangling = 0;
    graph_status status = GRAPH_OK;
    r->rounds = r->dangling = 0;
    r->residual = 0;
    if (r->n == 0)
        return GRAPH_OK;
    struct cuda_call *call = graph__cuda_begin();
    status = open_slab(call, &s);
    if (status == GRAPH_OK)
        status = CUDA_READ(call, dangling, s.dangling);
    GRAPH_TRY(r->agree(r->group, status));
    r->dangling = (int64_t)dangling;
    GRAPH_TRY(run_rounds(call, &s));
done:
    graph__cuda_end(call);
    graph__free(s.sums);
    graph__free(s.cuts);
    return status;
}
