/* The spanning forest of least weight by Kruskal's method.
 *
 * Edges are listed by position and sorted by their keys with a stable radix sort, which passes over bytes that are the
 * same in all keys: weights of a byte take one pass.  The entry at the other end of an edge is found by a place in each
 * row that goes forward, since rows ascend.  Trees are sets; the root of one is its smallest vertex.
 *
 * Source: Kruskal, Proc. AMS 7(1), 1956; Tarjan, van Leeuwen, JACM 31(2), 1984 (path halving). */
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "cpu/sets/sets.h"

enum { STEP = 1 << 20 /* edges between two calls of progress */ };

struct edge {
    uint64_t key;
    int64_t entry;
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

/* The edges by position, each with the smaller of its keys; returns their number. */
static int64_t list_edges(struct edge *edge, int64_t *next, const struct graph_csr *A, const uint64_t *key)
{
    int64_t count = 0;
    memcpy(next, A->row_start, (size_t)A->rows * sizeof *next);
    for (int64_t u = 0; u < A->rows; u++)
        for (int64_t k = A->row_start[u]; k < A->row_start[u + 1]; k++) {
            const int32_t v = A->column[k];
            if (v <= u)
                continue;
            /* Smaller ends than u have gone forward in row v already. */
            const int64_t other = next[v]++;
            const bool is_other = key[other] < key[k];
            edge[count++] = (struct edge){is_other ? key[other] : key[k], is_other ? other : k};
        }
    return count;
}

/* Sorts by key; the result is in either array. */
static struct edge *sort(struct edge *edge, struct edge *spare, int64_t count)
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
        struct edge *sorted = spare;
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
        for (int64_t k = row_start[u]; k < row_start[u + 1]; k++) {
            const int32_t v = r->A.column[k];
            if (v <= u)
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

static graph_status by_key(struct graph_forest_request *r, int32_t *parent)
{
    const int64_t n = r->A.rows, most = r->A.entries / 2;
    struct edge *edge = NULL, *spare = NULL;
    int64_t *next = NULL;
    int32_t *row = NULL;
    graph_status status;
    GRAPH_TRY(GRAPH_NEW(edge, most));
    GRAPH_TRY(GRAPH_NEW(spare, most));
    GRAPH_TRY(GRAPH_NEW(next, n));
    GRAPH_TRY(GRAPH_NEW(row, r->A.entries));
    const int64_t count = list_edges(edge, next, &r->A, r->key);
    for (int64_t v = 0; v < n; v++)
        for (int64_t k = r->A.row_start[v]; k < r->A.row_start[v + 1]; k++)
            row[k] = (int32_t)v;
    const struct edge *sorted = sort(edge, spare, count);
    for (int64_t k = 0; k < count && r->edges < n - 1; k++) {
        if (join(parent, row[sorted[k].entry], r->A.column[sorted[k].entry]))
            r->edge[r->edges++] = sorted[k].entry;
        if ((k + 1) % STEP == 0)
            GRAPH_TRY(cancelled(r, k + 1, count));
    }
done:
    graph__free(edge);
    graph__free(spare);
    graph__free(next);
    graph__free(row);
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
