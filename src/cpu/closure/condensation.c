/* The acyclic graph of the strong components of a graph.
 *
 * Threads collect the edges that cross between components from ranges of vertices; then each thread reads all of them
 * and takes those of a range of components.  Rows are sorted and have no repetitions: short ones by insertion, long ones
 * by a bit for each component. */
#include <string.h>

#include "base/memory.h"
#include "cpu/closure/closure.h"

enum { SHORT_ROW = 48 };

struct cross {
    int32_t from, to;
};

/* The crossing edges of the vertices of range t, from edge[first] on. */
struct range {
    int64_t first, count;
};

/* The number of the first of `rows` rows that belongs to part t of T, by entries and rows. */
static int64_t first_row(const int64_t *row_start, int64_t rows, int64_t t, int64_t T)
{
    int64_t wanted = (row_start[rows] + rows) * t / T, low = 0, high = rows;
    while (low < high) {
        int64_t middle = low + (high - low) / 2;
        if (row_start[middle] + middle < wanted)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Crossing edges of the vertices first .. last - 1; loops of components of one vertex make them cyclic. */
static int64_t collect(struct cross *edge, const struct graph_reachability *reach, const int64_t *weight,
                       const struct graph_csr *A, int64_t first, int64_t last)
{
    const int32_t *component = reach->component;
    int64_t count = 0;
    for (int64_t v = first; v < last; v++) {
        int32_t x = component[v];
        for (int64_t k = A->row_start[v]; k < A->row_start[v + 1]; k++) {
            int32_t y = component[A->column[k]];
            edge[count] = (struct cross){x, y};
            count += x != y;
            if (A->column[k] == v && weight[x] == 1)
                reach->is_cyclic[x] = 1;
        }
    }
    return count;
}

/* Sorts a row in descending order without repetitions; returns its length.  bits: all zero before and after. */
static int64_t sort_row(int32_t *row, int64_t length, uint64_t *bits)
{
    int64_t unique = 0, least = INT32_MAX, most = 0;
    if (length <= SHORT_ROW) {
        for (int64_t k = 0; k < length; k++) {
            int32_t y = row[k];
            int64_t at = unique;
            while (at > 0 && row[at - 1] < y)
                at--;
            if (at > 0 && row[at - 1] == y)
                continue;
            memmove(row + at + 1, row + at, (size_t)(unique - at) * sizeof *row);
            row[at] = y;
            unique++;
        }
        return unique;
    }
    for (int64_t k = 0; k < length; k++) {
        int64_t word = row[k] / 64;
        bits[word] |= (uint64_t)1 << (row[k] % 64);
        least = word < least ? word : least;
        most = word > most ? word : most;
    }
    for (int64_t word = most; word >= least; word--) {
        for (uint64_t rest = bits[word]; rest != 0;) {
            int bit = 63 - __builtin_clzll(rest);
            row[unique++] = (int32_t)(word * 64 + bit);
            rest ^= (uint64_t)1 << bit;
        }
        bits[word] = 0;
    }
    return unique;
}

/* What all threads work on. */
struct work {
    const struct cross *edge;
    const struct range *range;
    int64_t *length; /* of each row */
    int64_t *start;  /* of each row, in column */
    int32_t *column;
};

/* The lengths of rows first .. last - 1, repetitions included. */
static void count_edges(const struct work *w, int T, int64_t first, int64_t last)
{
    for (int t = 0; t < T; t++)
        for (int64_t k = w->range[t].first; k < w->range[t].first + w->range[t].count; k++)
            if (w->edge[k].from >= first && w->edge[k].from < last)
                w->length[w->edge[k].from]++;
}

/* Rows first .. last - 1, sorted; their lengths become those without repetitions. */
static void deal(const struct work *w, int T, int64_t first, int64_t last, uint64_t *bits)
{
    int64_t *next = w->start;
    for (int t = 0; t < T; t++)
        for (int64_t k = w->range[t].first; k < w->range[t].first + w->range[t].count; k++)
            if (w->edge[k].from >= first && w->edge[k].from < last)
                w->column[next[w->edge[k].from]++] = w->edge[k].to;
    for (int64_t x = first; x < last; x++) {
        next[x] -= w->length[x];
        w->length[x] = sort_row(w->column + next[x], w->length[x], bits);
    }
}

graph_status graph__cpu_condense(struct graph_csr_arrays *dag, struct graph_reachability *reach,
                                 const int64_t *weight, const struct graph_csr *A, int threads)
{
    const int64_t n = reach->components, words = (n + 63) / 64;
    const int T = threads;
    struct cross *edge = NULL;
    struct range *range = NULL;
    struct work w = {0};
    int64_t *first = NULL;
    uint64_t *bits = NULL;
    graph_status status;
    *dag = (struct graph_csr_arrays){0};
    GRAPH_TRY(GRAPH_NEW(reach->is_cyclic, n));
    GRAPH_TRY(GRAPH_NEW(edge, A->entries));
    GRAPH_TRY(GRAPH_NEW(range, T));
    GRAPH_TRY(GRAPH_NEW(first, T + 1));
    GRAPH_TRY(GRAPH_NEW_ZEROED(w.length, n));
    GRAPH_TRY(GRAPH_NEW(w.start, n + 1));
    GRAPH_TRY(GRAPH_NEW_ZEROED(bits, T * words));
    for (int64_t x = 0; x < n; x++)
        reach->is_cyclic[x] = weight[x] > 1;
    w.edge = edge;
    w.range = range;
#pragma omp parallel for num_threads(T) schedule(static, 1)
    for (int t = 0; t < T; t++) {
        int64_t begin = first_row(A->row_start, A->rows, t, T),
                end = first_row(A->row_start, A->rows, t + 1, T);
        range[t].first = A->row_start[begin];
        range[t].count = collect(edge + range[t].first, reach, weight, A, begin, end);
    }
#pragma omp parallel for num_threads(T) schedule(static, 1)
    for (int t = 0; t < T; t++)
        count_edges(&w, T, n * t / T, n * (t + 1) / T);
    w.start[0] = 0;
    for (int64_t x = 0; x < n; x++)
        w.start[x + 1] = w.start[x] + w.length[x];
    for (int t = 0; t <= T; t++)
        first[t] = first_row(w.start, n, t, T);
    GRAPH_TRY(GRAPH_NEW(w.column, w.start[n]));
#pragma omp parallel for num_threads(T) schedule(static, 1)
    for (int t = 0; t < T; t++)
        deal(&w, T, first[t], first[t + 1], bits + t * words);
    GRAPH_TRY(GRAPH_NEW(dag->row_start, n + 1));
    dag->row_start[0] = 0;
    for (int64_t x = 0; x < n; x++)
        dag->row_start[x + 1] = dag->row_start[x] + w.length[x];
    dag->entries = dag->row_start[n];
    GRAPH_TRY(GRAPH_NEW(dag->column, dag->entries));
#pragma omp parallel for num_threads(T) schedule(static, 1)
    for (int t = 0; t < T; t++)
        for (int64_t x = first[t]; x < first[t + 1]; x++)
            for (int64_t k = 0; k < w.length[x]; k++) {
                int32_t y = w.column[w.start[x] + k];
                dag->column[dag->row_start[x] + k] = w.length[y] == 0 ? ~y : y;
            }
done:
    graph__free(edge);
    graph__free(range);
    graph__free(first);
    graph__free(w.length);
    graph__free(w.start);
    graph__free(w.column);
    graph__free(bits);
    if (status < 0) {
        graph__free(dag->row_start);
        graph__free(dag->column);
        *dag = (struct graph_csr_arrays){0};
    }
    return status;
}
