/* The spanning forest of least weight by Kruskal's method.
 *
 * Edges are put into buckets by the leading bits in which keys differ, each bucket by position.  The buckets are taken in
 * their order: edges within a tree are thrown away, and the others are sorted by its keys with a stable radix sort, unless
 * the bits have told all.  The entry at the other end of an edge is found by a place in each row that goes forward, since
 * rows ascend.  Trees are sets; the root of one is its smallest vertex.
 *
 * Source: Kruskal, Proc. AMS 7(1), 1956; Osipov, Sanders, Singler, ALENEX 2009 (throwing away before sorting); Tarjan, van
 * Leeuwen, JACM 31(2), 1984 (path halving). */
#include <string.h>

#include "base/memory.h"
#include "base/search.h"
#include "base/status.h"
#include "cpu/sets/sets.h"

enum {
    STEP = 1 << 20, /* edges between two calls of progress */
    BUCKET_BITS = 10,
    BUCKETS = 1 << BUCKET_BITS
};

struct edge {
    int64_t entry;
    int32_t u, v;
};

struct edge_key {
    uint64_t key;
    struct edge edge;
};

static int32_t root_of(int32_t *parent, int32_t v)
{
    while (parent[v] != v) {
        parent[v] = parent[parent[v]];
        v = parent[v];
    }
    return v;
}

/* Whether u and v were in two trees, which are one now. */
static bool join(int32_t *parent, int32_t u, int32_t v)
{
    u = root_of(parent, u);
    v = root_of(parent, v);
    if (u == v)
        return false;
    if (u < v)
        parent[v] = u;
    else
        parent[u] = v;
    return true;
}

/* Sorts by key; the result is in either array. */
static struct edge_key *sort(struct edge_key *edge, struct edge_key *spare, int64_t count)
{
    uint64_t different = 0;
    for (int64_t k = 1; k < count; k++)
        different |= edge[k].key ^ edge[0].key;
    for (int shift = 0; shift < 64; shift += 8) {
        int64_t first[256] = {0}, sum = 0;
        if ((different >> shift & 255) == 0)
            continue;
        for (int64_t k = 0; k < count; k++)
            first[edge[k].key >> shift & 255]++;
        for (int digit = 0; digit < 256; digit++) {
            const int64_t here = first[digit];
            first[digit] = sum;
            sum += here;
        }
        for (int64_t k = 0; k < count; k++)
            spare[first[edge[k].key >> shift & 255]++] = edge[k];
        struct edge_key *sorted = spare;
        spare = edge;
        edge = sorted;
    }
    return edge;
}

static graph_status cancelled(const struct graph_forest_request *r, int64_t done, int64_t all)
{
    if (r->progress != NULL && r->progress((double)done / (double)all, r->context) != 0)
        return graph__fail(GRAPH_E_CANCELLED, "cancelled by progress");
    return GRAPH_OK;
}

static graph_status by_position(struct graph_forest_request *r, int32_t *parent)
{
    const int64_t n = r->A.rows, *row_start = r->A.row_start;
    int64_t told = STEP;
    graph_status status = GRAPH_OK;
    for (int64_t u = 0; u < n && r->edges < n - 1; u++) {
        int32_t root = root_of(parent, (int32_t)u);
        int64_t k = graph__lower_bound(r->A.column, row_start[u], row_start[u + 1], (int32_t)u + 1);
        for (; k < row_start[u + 1]; k++) {
            const int32_t v = r->A.column[k];
            if (parent[v] == root)
                continue;
            const int32_t other = root_of(parent, v);
            if (other == root)
                continue;
            parent[other > root ? other : root] = other > root ? root : other;
            root = other > root ? root : other;
            r->edge[r->edges++] = k;
        }
        if (row_start[u + 1] >= told) {
            told += STEP;
            GRAPH_TRY(cancelled(r, u + 1, n));
        }
    }
done:
    return status;
}

struct forest_search {
    struct graph_forest_request *r;
    int32_t *parent;
    int64_t *next; /* of each row: the first entry whose edge has not been seen from the other end */
    struct edge *edge;
    struct edge_key *found, *spare; /* of a bucket */
    int shift;                      /* of the bits that tell the bucket */
    uint64_t low;                   /* the bits below them that differ */
    int64_t start[BUCKETS + 1];
};

static int bucket_of(const struct forest_search *s, uint64_t key)
{
    return (int)(key >> s->shift & (BUCKETS - 1));
}

/* Chooses the bits: those from the highest down in which any two keys differ. */
static void choose_bits(struct forest_search *s)
{
    const uint64_t *key = s->r->key;
    uint64_t different = 0;
    int highest = 0;
    for (int64_t k = 1; k < s->r->A.entries; k++)
        different |= key[k] ^ key[0];
    for (uint64_t rest = different; rest > 1; rest >>= 1)
        highest++;
    s->shift = highest >= BUCKET_BITS ? highest - BUCKET_BITS + 1 : 0;
    s->low = different & (((uint64_t)1 << s->shift) - 1);
}

/* Calls of the edges by position with the entry of the smaller key: counts the buckets, or fills them. */
static void go_through(struct forest_search *s, bool is_filling)
{
    const struct graph_csr *A = &s->r->A;
    const uint64_t *key = s->r->key;
    memcpy(s->next, A->row_start, (size_t)A->rows * sizeof *s->next);
    for (int64_t u = 0; u < A->rows; u++)
        for (int64_t k = s->next[u]; k < A->row_start[u + 1]; k++) {
            const int32_t v = A->column[k];
            if (v == u)
                continue;
            /* Smaller ends than u have gone forward in row u, and in row v, already. */
            const int64_t other = s->next[v]++, least = key[other] < key[k] ? other : k;
            const int bucket = bucket_of(s, key[least]);
            if (is_filling)
                s->edge[s->start[bucket]++] = (struct edge){least, (int32_t)u, v};
            else
                s->start[bucket]++;
        }
}

static graph_status take_bucket(struct forest_search *s, int64_t begin, int64_t end)
{
    struct graph_forest_request *r = s->r;
    struct edge_key *found = s->found;
    int64_t count = 0;
    for (int64_t k = begin; k < end; k++) {
        const struct edge e = s->edge[k];
        if (s->low == 0) {
            if (join(s->parent, e.u, e.v))
                r->edge[r->edges++] = e.entry;
        } else if (root_of(s->parent, e.u) != root_of(s->parent, e.v)) {
            found[count++] = (struct edge_key){r->key[e.entry], e};
        }
        if ((k + 1) % STEP == 0 && r->progress != NULL && r->progress(-1, r->context) != 0)
            return graph__fail(GRAPH_E_CANCELLED, "cancelled by progress");
    }
    found = sort(found, s->spare, count);
    for (int64_t k = 0; k < count; k++)
        if (join(s->parent, found[k].edge.u, found[k].edge.v))
            r->edge[r->edges++] = found[k].edge.entry;
    return GRAPH_OK;
}

static graph_status by_key(struct graph_forest_request *r, int32_t *parent)
{
    const int64_t n = r->A.rows, most = r->A.entries / 2;
    struct forest_search s = {.r = r, .parent = parent};
    int64_t sum = 0, largest = 0;
    graph_status status;
    GRAPH_TRY(GRAPH_NEW(s.edge, most));
    GRAPH_TRY(GRAPH_NEW(s.next, n));
    choose_bits(&s);
    go_through(&s, false);
    for (int bucket = 0; bucket <= BUCKETS; bucket++) {
        const int64_t here = s.start[bucket];
        largest = here > largest ? here : largest;
        s.start[bucket] = sum;
        sum += here;
    }
    go_through(&s, true);
    if (s.low != 0) {
        GRAPH_TRY(GRAPH_NEW(s.found, largest));
        GRAPH_TRY(GRAPH_NEW(s.spare, largest));
    }
    /* A start is now where the next bucket begins. */
    for (int bucket = 0; bucket < BUCKETS && r->edges < n - 1; bucket++) {
        GRAPH_TRY(take_bucket(&s, bucket > 0 ? s.start[bucket - 1] : 0, s.start[bucket]));
        if (bucket % 64 == 63)
            GRAPH_TRY(cancelled(r, s.start[bucket], sum));
    }
done:
    graph__free(s.edge);
    graph__free(s.next);
    graph__free(s.found);
    graph__free(s.spare);
    return status;
}

graph_status graph__cpu_forest(struct graph_forest_request *r)
{
    int32_t *parent = NULL;
    graph_status status;
    r->edges = 0;
    GRAPH_TRY(GRAPH_NEW(parent, r->A.rows));
    for (int64_t v = 0; v < r->A.rows; v++)
        parent[v] = (int32_t)v;
    GRAPH_TRY(cancelled(r, 0, 1));
    GRAPH_TRY(r->key == NULL ? by_position(r, parent) : by_key(r, parent));
done:
    graph__free(parent);
    return status;
}
