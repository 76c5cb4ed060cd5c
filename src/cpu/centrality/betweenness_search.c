/* The search of betweenness, level by level, forward and back.
 *
 * A vertex has a bit for each lane; a level is a list of vertices with the lanes that reach them there.  A level is pushed
 * along the edges out of the frontier, or pulled along those into unseen vertices where these are fewer.
 *
 * Sources: Brandes, J. Math. Sociology 25(2), 2001; Then et al., VLDB 2015, for many sources as bits; Beamer, Asanovic,
 * Patterson, SC 2012, for the directions. */
#include "cpu/centrality/betweenness_search.h"

#include <string.h>

#include "cpu/common/isa.h"

#define LANES 1
#define TARGET
#define NAME(x) x##_1
#include "cpu/centrality/betweenness_search.inc"
#undef LANES
#undef TARGET
#undef NAME
#define LANES 8
#define TARGET
#define NAME(x) x##_8
#include "cpu/centrality/betweenness_search.inc"
#undef TARGET
#undef NAME
#define TARGET  GRAPH_TARGET_AVX2
#define NAME(x) x##_8_avx2
#include "cpu/centrality/betweenness_search.inc"
#undef TARGET
#undef NAME
#define TARGET  GRAPH_TARGET_AVX512
#define NAME(x) x##_8_avx512
#include "cpu/centrality/betweenness_search.inc"
#undef LANES
#undef TARGET
#undef NAME

enum {
    LIST_CHUNK = 256, /* vertices of a list that a thread takes at a time */
    ROW_CHUNK = 128,  /* rows, some of which are long */
    PULL_ROWS = 16,   /* a pull looks at every row: worth it for a frontier with so many edges */
    SERIAL = 2048     /* a list up to this length is not worth waking the threads */
};

static void over(struct betweenness_search *s, void (*step)(struct betweenness_search *, int64_t, int64_t),
                 int64_t first, int64_t last, int64_t chunk)
{
    const int64_t chunks = (last - first + chunk - 1) / chunk;
    if (s->threads == 1 || last - first <= SERIAL) {
        step(s, first, last);
        return;
    }
#pragma omp parallel for num_threads(s->threads) schedule(dynamic)
    for (int64_t c = 0; c < chunks; c++) {
        const int64_t from = first + c * chunk;
        step(s, from, last - from < chunk ? last : from + chunk);
    }
}

static void prepare_over(struct betweenness_search *s, const struct betweenness_steps *steps, int64_t first,
                         int64_t last, bool is_last)
{
    const int64_t chunks = (last - first + LIST_CHUNK - 1) / LIST_CHUNK;
#pragma omp parallel for num_threads(s->threads)                                                             \
    schedule(dynamic) if (s->threads > 1 && last - first > SERIAL)
    for (int64_t c = 0; c < chunks; c++) {
        const int64_t from = first + c * LIST_CHUNK;
        steps->prepare(s, from, last - from < LIST_CHUNK ? last : from + LIST_CHUNK, is_last);
    }
}

static void begin(struct betweenness_search *s)
{
    const size_t n = (size_t)s->out->rows;
    memset(s->seen, 0, n);
    memset(s->front, 0, n);
    memset(s->next, 0, n);
    s->levels = 1;
    s->level_start[0] = 0;
    atomic_store(&s->found, 0);
    atomic_store(&s->is_wide, false);
    atomic_store(&s->frontier_edges, 0);
    atomic_store(&s->unseen_edges, s->in->entries * s->used);
    for (int l = 0; l < s->used; l++) {
        const int64_t v = s->source[l];
        if (s->next[v] == 0)
            s->list[atomic_fetch_add(&s->found, 1)] = (int32_t)v;
        s->next[v] |= (uint8_t)(1u << l);
        s->paths[v * s->lanes + l] = 1;
    }
}

/* `next` of the level that begins at `first` becomes `front`, which is cleared of the level before. */
static void advance(struct betweenness_search *s, int64_t before, int64_t first)
{
    uint8_t *swap = s->front;
    for (int64_t i = before; i < first; i++)
        s->front[s->list[i]] = 0;
    s->front = s->next;
    s->next = swap;
}

bool graph__betweenness_search(struct betweenness_search *s, const struct betweenness_steps *steps)
{
    int64_t before = 0, first = 0, last;
    begin(s);
    last = atomic_load(&s->found);
    for (;;) {
        atomic_store(&s->frontier_edges, 0);
        over(s, steps->finish, first, last, LIST_CHUNK);
        advance(s, before, first);
        s->level_start[s->levels] = last;
        if (!s->goes_on(s->context))
            return false;
        if (atomic_load(&s->is_wide))
            return true;
        const int64_t edges = atomic_load(&s->frontier_edges);
        if (2 * edges > atomic_load(&s->unseen_edges) / s->used && PULL_ROWS * edges > s->in->rows) {
            over(s, steps->pull, 0, s->in->rows, ROW_CHUNK);
        } else {
            over(s, steps->push, first, last, LIST_CHUNK);
            over(s, steps->count, last, atomic_load(&s->found), LIST_CHUNK);
        }
        before = first;
        first = last;
        last = atomic_load(&s->found);
        if (first == last)
            break;
        s->levels++;
    }
    for (int64_t i = before; i < first; i++)
        s->front[s->list[i]] = 0;
    for (int64_t level = s->levels - 1; level >= 0; level--) {
        const int64_t start = s->level_start[level], end = s->level_start[level + 1];
        if (level < s->levels - 1) {
            over(s, steps->collect, start, end, LIST_CHUNK);
            for (int64_t i = end; i < s->level_start[level + 2]; i++)
                s->front[s->list[i]] = 0;
        }
        prepare_over(s, steps, start, end, level == s->levels - 1);
        if (!s->goes_on(s->context))
            return false;
    }
    for (int l = 0; l < s->used; l++)
        s->share[s->source[l] * s->lanes + l] = 0;
    return true;
}
