/* The greedy matching by proposals.
 *
 * Each vertex proposes to the neighbour by the best edge among those that beat what the neighbour has been proposed so
 * far; one that is displaced proposes to the next.  When nobody is displaced, proposals are mutual, and the edges are
 * those that the greedy method takes, since all edges are ordered.
 *
 * Source: Manne, Halappanavar, "New effective multithreaded matching algorithms", IPDPS 2014 (the Suitor method). */
#include "base/memory.h"
#include "base/mix.h"
#include "base/status.h"
#include "cpu/sets/sets.h"

struct rank {
    uint64_t key, hash;
    int32_t low, high; /* the ends; high < 0: no edge */
};

static bool comes_before(const struct rank *x, const struct rank *y)
{
    if (x->high < 0 || y->high < 0)
        return x->high >= 0;
    if (x->key != y->key)
        return x->key > y->key;
    if (x->hash != y->hash)
        return x->hash < y->hash;
    return x->low != y->low ? x->low < y->low : x->high < y->high;
}

static struct rank rank_of(const struct graph_matching_request *r, int32_t u, int64_t entry)
{
    const int32_t v = r->A.column[entry];
    return (struct rank){r->key != NULL ? r->key[entry] : 0, graph__hash_of_edge(r->seed, u, v),
                         u < v ? u : v, u < v ? v : u};
}

/* The best edge of u that beats what its other end has been proposed; high < 0 if there is none. */
static struct rank best_of(int32_t *to, const struct graph_matching_request *r, const struct rank *proposed,
                           int32_t u)
{
    struct rank best = {.high = -1};
    for (int64_t k = r->A.row_start[u]; k < r->A.row_start[u + 1]; k++) {
        const int32_t v = r->A.column[k];
        if (v == u || (r->key != NULL && best.high >= 0 && r->key[k] < best.key))
            continue;
        const struct rank rank = rank_of(r, u, k);
        if (comes_before(&rank, &best) && comes_before(&rank, &proposed[v])) {
            best = rank;
            *to = v;
        }
    }
    return best;
}

graph_status graph__cpu_matching(struct graph_matching_request *r)
{
    const int64_t n = r->A.rows;
    struct rank *proposed = NULL;
    graph_status status;
    GRAPH_TRY(GRAPH_NEW(proposed, n));
    for (int64_t v = 0; v < n; v++) {
        proposed[v] = (struct rank){.high = -1};
        r->mate[v] = -1; /* who has proposed to v, until the end */
    }
    for (int64_t start = 0; start < n; start++)
        for (int32_t u = (int32_t)start, v = -1; u >= 0;) {
            const struct rank best = best_of(&v, r, proposed, u);
            if (best.high < 0)
                break;
            const int32_t displaced = r->mate[v];
            proposed[v] = best;
            r->mate[v] = u;
            u = displaced;
        }
    r->edges = 0;
    for (int64_t v = 0; v < n; v++)
        r->edges += r->mate[v] > v;
done:
    graph__free(proposed);
    return status;
}
