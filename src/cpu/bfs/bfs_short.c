/* See bfs_short.h.  A search of a small graph that reaches a small part of it takes a microsecond; allocating memory for
 * all vertices would take longer.  Its state is on the stack, where only the entries of reached vertices are written.  It
 * gives up when it has reached so many vertices that its outputs would not be sparse; a row too long for that ends it at
 * once, so that little time is lost. */
#include "cpu/bfs/bfs_short.h"

#include "base/memory.h"
#include "cpu/bfs/tuning.h"

enum { SHORT_WORDS = SHORT_VERTICES / 64 };

struct short_search {
    uint64_t visited[SHORT_WORDS];
    int32_t queue[2 * SHORT_REACHED];                      /* room for a row beyond the limit */
    int32_t level[SHORT_VERTICES], parent[SHORT_VERTICES]; /* of the visited */
    int64_t end, limit;
};

/* Visits the columns of row u, which is in the frontier of this depth; false if they are too many. */
static bool visit_row(struct short_search *s, const struct graph_csr *out, int32_t u, int32_t depth)
{
    int64_t k = out->row_start[u], end = out->row_start[u + 1];
    if (end - k >= s->limit)
        return false;
    for (; k < end; k++) {
        int32_t v = out->column[k];
        uint64_t bit = (uint64_t)1 << (v & 63);
        if (!(s->visited[v >> 6] & bit)) {
            s->visited[v >> 6] |= bit;
            s->queue[s->end++] = v;
            s->level[v] = depth + 1;
            s->parent[v] = u;
        } else if (s->level[v] == depth + 1 && s->parent[v] > u)
            s->parent[v] = u;
    }
    return s->end < s->limit;
}

static bool search(struct short_search *s, const struct graph_bfs_request *r)
{
    int64_t begin = 0, level_end;
    for (int32_t depth = 0; begin < s->end && depth < r->max_depth; depth++) {
        if (r->target >= 0 && s->visited[r->target >> 6] >> (r->target & 63) & 1)
            break;
        for (level_end = s->end; begin < level_end; begin++)
            if (!visit_row(s, &r->out, s->queue[begin], depth))
                return false;
    }
    return true;
}

static graph_status deliver(struct graph_bfs_request *r, const struct short_search *s)
{
    int32_t *level = NULL;
    int64_t *parent = NULL, words = (r->out.rows + 63) / 64, place = 0;
    struct graph_vector_arrays arrays = {.entries = s->end, .form = GRAPH_SPARSE};
    graph_status status = GRAPH_OK;
    r->level = r->parent = arrays;
    if (r->wants_level) {
        GRAPH_TRY(GRAPH_NEW(r->level.index, s->end));
        GRAPH_TRY(GRAPH_NEW(level, s->end));
        r->level.value = level;
    }
    if (r->wants_parent) {
        GRAPH_TRY(GRAPH_NEW(r->parent.index, s->end));
        GRAPH_TRY(GRAPH_NEW(parent, s->end));
        r->parent.value = parent;
    }
    for (int64_t w = 0; w < words; w++)
        for (uint64_t bits = s->visited[w]; bits != 0; bits &= bits - 1, place++) {
            int32_t v = (int32_t)(w * 64 + __builtin_ctzll(bits));
            if (level != NULL) {
                r->level.index[place] = v;
                level[place] = s->level[v];
            }
            if (parent != NULL) {
                r->parent.index[place] = v;
                parent[place] = s->parent[v];
            }
        }
done:
    return status;
}

graph_status graph__cpu_bfs_short(bool *is_done, struct graph_bfs_request *r)
{
    struct short_search s;
    int64_t n = r->out.rows, most = n / SPARSE_SHARE;
    int32_t source = (int32_t)r->source;
    *is_done = false;
    s.limit = most < SHORT_REACHED ? most : SHORT_REACHED;
    if (n > SHORT_VERTICES || s.limit < 2 ||
        r->out.row_start[source + 1] - r->out.row_start[source] >= s.limit)
        return GRAPH_OK;
    for (int64_t w = 0; w < (n + 63) / 64; w++)
        s.visited[w] = 0;
    s.visited[source >> 6] = (uint64_t)1 << (source & 63);
    s.queue[0] = source;
    s.level[source] = 0;
    s.parent[source] = source;
    s.end = 1;
    if (!search(&s, r))
        return GRAPH_OK;
    *is_done = true;
    r->wasted = 0;
    return deliver(r, &s);
}
