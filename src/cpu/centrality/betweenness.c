/* Betweenness: the sources in batches, each searched by one thread or by all.
 *
 * A round takes as many batches as the memory allows: one for each thread, or one for all threads where there are not so
 * many.  Then each vertex adds what the round found, source by source in their order, so that no result depends on the
 * threads.  The first batch tells how many sources to a batch: eight pay if they meet the vertices at the same levels.
 *
 * Source: Brandes, J. Math. Sociology 25(2), 2001; Madduri et al., IPDPS 2009, for the counting by successors. */
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "cpu/centrality/betweenness_search.h"
#include "cpu/centrality/centrality.h"
#include "cpu/common/isa.h"

enum {
    LARGE_PHASE = 3,  /* vertices stand at so many levels of a batch, in the mean: sources go one by one */
    DEEP_LEVELS = 64, /* so do they if the first batch has not reached half of the vertices at this level */
    MOST_ROUND = 1024
};

/* What all batches share. */
struct work {
    struct graph_betweenness_request *r;
    int lanes;
    int64_t sources_done;
    atomic_bool is_cancelled, is_lost; /* a weight is lost in rounding */
    atomic_llong wide;
};

/* A batch: a search and the memory it has. */
struct batch {
    struct work *work;
    struct betweenness_search search;
    struct ordered_search ordered;
    void *block, *ordered_block;
    int64_t source[MOST_LANES], entries; /* of the lists */
    bool is_teller;                      /* its thread may call progress */
    bool is_probe, is_deep;              /* the first batch; it was given up, since the graph is deep */
};

static uint64_t batch_bytes(const struct graph_betweenness_request *r, int lanes, bool is_ordered)
{
    const uint64_t n = (uint64_t)r->out.rows;
    uint64_t bytes = n * (uint64_t)lanes * (is_ordered ? sizeof(double) : 3 * sizeof(double) + 5) + 3 * n +
                     (is_ordered ? 0 : (n + 2) * sizeof(int64_t)) + 1024;
    if (is_ordered)
        bytes += graph__ordered_search_bytes(r->out.rows);
    if (r->edge != NULL)
        bytes += (uint64_t)r->out.entries * sizeof(double);
    return bytes;
}

static void batch_close(struct batch *b)
{
    graph__free(b->block);
    graph__free(b->ordered_block);
    b->block = b->ordered_block = NULL;
}

static bool goes_on(void *context)
{
    struct batch *b = context;
    struct work *w = b->work;
    const double done = (double)w->sources_done / (double)w->r->sources;
    if (b->is_teller && w->r->progress != NULL && !atomic_load(&w->is_cancelled))
        if (w->r->progress(done, w->r->context) != 0)
            atomic_store(&w->is_cancelled, true);
    if (b->is_probe && b->search.levels == DEEP_LEVELS && 2 * atomic_load(&b->search.found) < w->r->out.rows)
        b->is_deep = true;
    return !b->is_deep && !atomic_load_explicit(&w->is_cancelled, memory_order_relaxed);
}

static graph_status batch_open(struct batch *b, struct work *w, int threads)
{
    const struct graph_betweenness_request *r = w->r;
    const int64_t n = r->out.rows, lanes = w->lanes, entries = r->edge != NULL ? r->out.entries : 0;
    const bool is_ordered = r->out.value != NULL;
    struct betweenness_search *s = &b->search;
    const struct graph_array arrays[] = {GRAPH_ARRAY(s->share, n * lanes),
                                         GRAPH_ARRAY(s->paths, is_ordered ? 0 : n * lanes),
                                         GRAPH_ARRAY(s->wave, is_ordered ? 0 : n * lanes),
                                         GRAPH_ARRAY(s->level_start, is_ordered ? 0 : n + 2),
                                         GRAPH_ARRAY(s->list, is_ordered ? 0 : n * lanes),
                                         GRAPH_ARRAY(s->bits, is_ordered ? 0 : n * lanes),
                                         GRAPH_ARRAY(s->seen, n),
                                         GRAPH_ARRAY(s->front, n),
                                         GRAPH_ARRAY(s->next, n),
                                         GRAPH_ARRAY(s->edge, entries)};
    graph_status status;
    GRAPH_TRY(graph__allocate_together(&b->block, arrays, sizeof arrays / sizeof arrays[0]));
    if (is_ordered)
        GRAPH_TRY(graph__ordered_search_open(&b->ordered, &b->ordered_block, &r->out, &r->in));
    if (r->edge == NULL)
        s->edge = NULL;
    b->work = w;
    s->out = &r->out;
    s->in = &r->in;
    s->source = b->source;
    s->lanes = w->lanes;
    s->threads = threads;
    s->goes_on = goes_on;
    s->context = b;
done:
    return status;
}

static const struct betweenness_steps *steps_of(int lanes)
{
    const enum graph_isa isa = graph__cpu_isa();
    return lanes == 1                ? &graph__betweenness_steps_1
           : isa >= GRAPH_ISA_AVX512 ? &graph__betweenness_steps_8_avx512
           : isa >= GRAPH_ISA_AVX2   ? &graph__betweenness_steps_8_avx2
                                     : &graph__betweenness_steps_8;
}

/* The sources of a batch one by one in the order of distances: with weights, or with paths beyond fp64. */
static void run_ordered(struct batch *b)
{
    struct betweenness_search *s = &b->search;
    for (int l = 0; l < s->used && goes_on(b); l++)
        if (!graph__ordered_search_run(&b->ordered, b->source[l], s->share, s->seen, s->lanes, l, s->edge))
            atomic_store(&b->work->is_lost, true);
}

/* Searches from `used` sources, the first of which is number `first`. */
static void batch_run(struct batch *b, int64_t first, int used)
{
    const struct graph_betweenness_request *r = b->work->r;
    struct betweenness_search *s = &b->search;
    s->used = used;
    for (int l = 0; l < used; l++)
        b->source[l] = r->source != NULL ? r->source[first + l] : first + l;
    if (s->edge != NULL)
        memset(s->edge, 0, (size_t)r->out.entries * sizeof *s->edge);
    if (r->out.value != NULL) {
        memset(s->seen, 0, (size_t)r->out.rows);
        run_ordered(b);
        return;
    }
    graph__betweenness_search(s, steps_of(s->lanes));
    b->entries = atomic_load(&s->found);
}

/* Where fp64 did not suffice. */
static graph_status repeat_wide(struct batch *b, struct work *w)
{
    graph_status status;
    if (w->r->out.value != NULL || !atomic_load(&b->search.is_wide))
        return GRAPH_OK;
    if (b->ordered_block == NULL)
        GRAPH_TRY(graph__ordered_search_open(&b->ordered, &b->ordered_block, &w->r->out, &w->r->in));
    if (b->search.edge != NULL)
        memset(b->search.edge, 0, (size_t)w->r->out.entries * sizeof *b->search.edge);
    memset(b->search.seen, 0, (size_t)w->r->out.rows);
    run_ordered(b);
    atomic_fetch_add(&w->wide, b->search.used);
    status = GRAPH_OK;
done:
    return status;
}

/* Adds what the batches of a round found, in their order. */
static void add_up(const struct work *w, const struct batch *batch, int64_t count)
{
    const struct graph_betweenness_request *r = w->r;
    double *vertex = r->vertex, *edge = r->edge;
#pragma omp parallel num_threads(r->threads)
    {
#pragma omp for schedule(static)
        for (int64_t v = 0; v < (vertex != NULL ? r->out.rows : 0); v++) {
            double sum = vertex[v];
            for (int64_t k = 0; k < count; k++) {
                const struct betweenness_search *s = &batch[k].search;
                for (int l = 0; l < s->used; l++)
                    if (s->seen[v] >> l & 1)
                        sum += s->share[v * s->lanes + l];
            }
            vertex[v] = sum;
        }
#pragma omp for schedule(static)
        for (int64_t e = 0; e < (edge != NULL ? r->out.entries : 0); e++)
            for (int64_t k = 0; k < count; k++)
                edge[e] += batch[k].search.edge[e];
    }
}

/* The sources from number `first` on, in rounds of `count` batches.  mean, if not NULL: it is the first batch, and *mean
 * tells at how many levels of it a vertex stands; infinity if it was given up. */
static graph_status rounds(struct work *w, int64_t first, int64_t last, int64_t count, bool is_outer,
                           double *mean)
{
    struct graph_betweenness_request *r = w->r;
    struct batch *batch = NULL;
    graph_status status;
    GRAPH_TRY(GRAPH_NEW_ZEROED(batch, count));
    for (int64_t k = 0; k < count; k++)
        GRAPH_TRY(batch_open(&batch[k], w, is_outer ? 1 : r->threads));
    batch[0].is_teller = true;
    batch[0].is_probe = mean != NULL;
    for (; first < last; first += count * w->lanes) {
        const int64_t batches = (last - first + w->lanes - 1) / w->lanes,
                      now = batches < count ? batches : count;
#pragma omp parallel for num_threads(r->threads) schedule(dynamic, 1) if (is_outer && now > 1)
        for (int64_t k = 0; k < now; k++) {
            const int64_t start = first + k * w->lanes;
            batch_run(&batch[k], start, last - start < w->lanes ? (int)(last - start) : w->lanes);
        }
        if (batch[0].is_deep) {
            *mean = INFINITY;
            break;
        }
        for (int64_t k = 0; k < now && !atomic_load(&w->is_cancelled); k++)
            GRAPH_TRY(repeat_wide(&batch[k], w));
        if (atomic_load(&w->is_cancelled))
            GRAPH_FAIL(GRAPH_E_CANCELLED, "cancelled by progress");
        if (atomic_load(&w->is_lost))
            GRAPH_FAIL(GRAPH_E_DOMAIN, "a weight is lost in the rounding of a distance in fp64");
        add_up(w, batch, now);
        w->sources_done = first + now * w->lanes < last ? first + now * w->lanes : last;
        if (mean != NULL) {
            int64_t reached = 0;
            for (int64_t v = 0; v < r->out.rows; v++)
                reached += batch[0].search.seen[v] != 0;
            *mean = (double)batch[0].entries / (double)reached;
        }
    }
done:
    for (int64_t k = 0; batch != NULL && k < count; k++)
        batch_close(&batch[k]);
    graph__free(batch);
    return status;
}

/* How many batches of so many lanes run at once: 0 if not one fits. */
static int64_t fitting(const struct graph_betweenness_request *r, int lanes, int64_t sources)
{
    const uint64_t bytes = batch_bytes(r, lanes, r->out.value != NULL);
    const int64_t batches = (sources + lanes - 1) / lanes;
    int64_t count = r->threads < MOST_ROUND ? r->threads : MOST_ROUND;
    count = batches < count ? batches : count;
    while (count > 0 && bytes > r->most_bytes / (uint64_t)count)
        count--;
    return count;
}

graph_status graph__cpu_betweenness(struct graph_betweenness_request *r)
{
    struct work w = {.r = r, .lanes = MOST_LANES};
    const bool is_ordered = r->out.value != NULL;
    int64_t first = 0, count;
    double mean = 0;
    graph_status status = GRAPH_OK;
    r->bytes = 0;
    r->wide = 0;
    if (r->sources == 0 || r->out.rows == 0)
        return GRAPH_OK;
    if (is_ordered || r->sources < 2 || fitting(r, MOST_LANES, MOST_LANES) == 0) {
        w.lanes = 1;
    } else { /* The first batch, by all threads, tells the lanes of the others. */
        first = r->sources < MOST_LANES ? r->sources : MOST_LANES;
        r->bytes = batch_bytes(r, MOST_LANES, false);
        GRAPH_TRY(rounds(&w, 0, first, 1, false, &mean));
        w.lanes = mean > LARGE_PHASE ? 1 : MOST_LANES;
        first = isinf(mean) ? 0 : first;
    }
    if (first == r->sources)
        goto done;
    count = fitting(r, w.lanes, r->sources - first);
    if (count == 0)
        GRAPH_FAIL(GRAPH_E_MEMORY, "the work space for one source takes %llu bytes; %llu are allowed",
                   (unsigned long long)batch_bytes(r, w.lanes, is_ordered),
                   (unsigned long long)r->most_bytes);
    const int64_t batches = (r->sources - first + w.lanes - 1) / w.lanes;
    /* With fewer batches than threads all threads share one, except where levels are too small for that. */
    const bool is_outer =
        w.lanes == 1 ? (count > 1 || is_ordered) : batches >= 2 * r->threads && count == r->threads;
    count = is_outer ? count : 1;
    const uint64_t bytes = (uint64_t)count * batch_bytes(r, w.lanes, is_ordered);
    r->bytes = bytes > r->bytes ? bytes : r->bytes;
    GRAPH_TRY(rounds(&w, first, r->sources, count, is_outer, NULL));
done:
    r->wide = atomic_load(&w.wide);
    return status;
}
