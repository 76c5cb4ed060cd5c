/* Bellman-Ford over floating weights with exact sums.
 *
 * Rounded sums may fall on the way round a cycle whose weight is 0 or above, so that parents go round and distances fall
 * without end.  Here a sum is a fixed-point number of as many words as the weights of the graph need: its unit is the
 * lowest bit of any weight, and the sum of a walk through all vertices fits.  An exact distance falls on the
 * way round a cycle only if the weight of the cycle is negative, so a cycle among the parents is a negative cycle, and
 * without one the parents are a forest.
 *
 * Source: Kulisch, Computer Arithmetic and Validity, 2008 (exact accumulation in fixed point). */
#include "cpu/paths/exact_paths.h"

#include <math.h>
#include <string.h>

#include "base/checked.h"
#include "base/memory.h"
#include "base/progress.h"
#include "base/status.h"

enum { MANTISSA_BITS = 53 };

/* Sums are two's complement numbers of `words` words, the lowest first, in units of 2^low. */
struct exact {
    const struct graph_csr *A;
    int low, words;
};

graph_status graph__find_cycle(const int32_t *parent, int64_t n, int64_t *vertex)
{
    int32_t *visitor = NULL; /* 1 + the vertex whose path of parents visited this one first; 0: none */
    graph_status status;
    *vertex = -1;
    GRAPH_TRY(GRAPH_NEW_ZEROED(visitor, n));
    for (int64_t v = 0; v < n && *vertex < 0; v++) {
        int64_t u = v;
        while (u >= 0 && visitor[u] == 0) {
            visitor[u] = (int32_t)v + 1;
            u = parent[u];
        }
        if (u >= 0 && visitor[u] == (int32_t)v + 1)
            *vertex = u;
    }
done:
    graph__free(visitor);
    return status;
}

static double weight_of(const struct graph_csr *A, int64_t k)
{
    return A->type == GRAPH_FP32 ? (double)((const float *)A->value)[k] : ((const double *)A->value)[k];
}

/* x = mantissa * 2^exponent with an integer mantissa. */
static int64_t split(double x, int *exponent)
{
    int64_t mantissa = (int64_t)ldexp(frexp(x, exponent), MANTISSA_BITS);
    *exponent -= MANTISSA_BITS;
    for (; mantissa != 0 && mantissa % 2 == 0; mantissa /= 2)
        ++*exponent;
    return mantissa;
}

/* The unit and the number of words that hold every sum of n weights. */
static struct exact scale(const struct graph_csr *A)
{
    int low = 0, high = 0, bits = 4; /* a sign; walks of 3 n edges, before a negative cycle is found */
    bool is_first = true;
    for (int64_t k = 0; k < A->entries; k++) {
        int lowest, highest;
        double w = weight_of(A, k);
        if (w == 0 || isinf(w))
            continue;
        split(w, &lowest);
        frexp(w, &highest);
        low = is_first || lowest < low ? lowest : low;
        high = is_first || highest > high ? highest : high;
        is_first = false;
    }
    for (int64_t n = A->rows; n > 0; n /= 2)
        bits++;
    return (struct exact){A, low, (high - low + bits + 63) / 64};
}

/* sum += x. */
static void add(const struct exact *e, uint64_t *sum, double x)
{
    int exponent;
    int64_t mantissa = split(x, &exponent);
    if (mantissa == 0)
        return;
    int at = (exponent - e->low) / 64, shift = (exponent - e->low) % 64;
    __extension__ typedef unsigned __int128 wide;
    wide shifted = (wide)(__extension__(__int128) mantissa) << shift, carry = 0;
    uint64_t extension = mantissa < 0 ? UINT64_MAX : 0;
    for (int k = at; k < e->words; k++) {
        uint64_t part = k == at ? (uint64_t)shifted : k == at + 1 ? (uint64_t)(shifted >> 64) : extension;
        carry += (wide)sum[k] + part;
        sum[k] = (uint64_t)carry;
        carry >>= 64;
    }
}

static bool is_less(const struct exact *e, const uint64_t *x, const uint64_t *y)
{
    int k = e->words - 1;
    if (x[k] != y[k])
        return (int64_t)x[k] < (int64_t)y[k];
    while (k > 0 && x[k] == y[k])
        k--;
    return x[k] < y[k];
}

/* What a run holds: exact distances of the vertices that have one, and the vertices whose distance fell. */
struct run {
    struct exact e;
    uint64_t *distance, *sum;
    uint8_t *is_reached;
    int32_t *list, *next, *mark;
    int64_t active, relaxed;
};

static graph_status open_run(struct run *run, const struct graph_sssp_request *r, int32_t *parent)
{
    const int64_t n = r->A.rows;
    size_t words;
    graph_status status;
    run->e = scale(&r->A);
    if (!graph__multiply(&words, (size_t)n, (size_t)run->e.words))
        GRAPH_FAIL(GRAPH_E_MEMORY, "exact distances of %lld vertices", (long long)n);
    GRAPH_TRY(GRAPH_NEW_ZEROED(run->distance, words));
    GRAPH_TRY(GRAPH_NEW(run->sum, run->e.words));
    GRAPH_TRY(GRAPH_NEW_ZEROED(run->is_reached, n));
    GRAPH_TRY(GRAPH_NEW(run->list, n));
    GRAPH_TRY(GRAPH_NEW(run->next, n));
    GRAPH_TRY(GRAPH_NEW_ZEROED(run->mark, n));
    for (int64_t v = 0; v < n; v++) {
        parent[v] = -1;
        if (r->is_potential)
            run->list[run->active++] = (int32_t)v;
    }
    if (!r->is_potential)
        run->list[run->active++] = (int32_t)(r->source != NULL ? r->source[0] : r->first_source);
    for (int64_t a = 0; a < run->active; a++)
        run->is_reached[run->list[a]] = 1;
done:
    return status;
}

/* The edges from u; returns how many vertices are in run->next now. */
static int64_t relax(struct run *run, int32_t u, int32_t round, int64_t found, int32_t *parent,
                     int64_t *entry)
{
    const struct graph_csr *A = run->e.A;
    const size_t words = (size_t)run->e.words, bytes = words * sizeof *run->sum;
    for (int64_t k = A->row_start[u]; k < A->row_start[u + 1]; k++) {
        int32_t v = A->column[k];
        double w = weight_of(A, k);
        uint64_t *distance = run->distance + (size_t)v * words;
        if (isinf(w))
            continue;
        memcpy(run->sum, run->distance + (size_t)u * words, bytes);
        add(&run->e, run->sum, w);
        if (run->is_reached[v] && !is_less(&run->e, run->sum, distance))
            continue;
        memcpy(distance, run->sum, bytes);
        run->is_reached[v] = 1;
        parent[v] = u;
        entry[v] = k;
        run->relaxed++;
        if (run->mark[v] != round) {
            run->mark[v] = round;
            run->next[found++] = v;
        }
    }
    return found;
}

graph_status graph__exact_paths(struct graph_sssp_request *r, int32_t *parent, int64_t *entry)
{
    const int64_t n = r->A.rows;
    struct run run = {.relaxed = 0};
    graph_status status;
    r->cycle_vertex = -1;
    GRAPH_TRY(open_run(&run, r, parent));
    for (int32_t round = 1; run.active > 0; round++) {
        int64_t found = 0;
        for (int64_t a = 0; a < run.active; a++) {
            found = relax(&run, run.list[a], round, found, parent, entry);
            if (run.relaxed >= n) { /* The search for a cycle costs n steps. */
                run.relaxed = 0;
                GRAPH_TRY(graph__find_cycle(parent, n, &r->cycle_vertex));
                if (r->cycle_vertex >= 0)
                    goto done;
            }
        }
        int32_t *swap = run.list;
        run.list = run.next;
        run.next = swap;
        run.active = found;
        if (graph__progress_at(r->progress, -1))
            GRAPH_TRY(graph__progress_status(r->progress));
    }
done:
    graph__free(run.distance);
    graph__free(run.sum);
    graph__free(run.is_reached);
    graph__free(run.list);
    graph__free(run.next);
    graph__free(run.mark);
    return status;
}
