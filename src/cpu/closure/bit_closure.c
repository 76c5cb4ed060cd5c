/* Warshall's closure of an n x n bit matrix, 64 pivots at a time.
 *
 * The 64 pivot rows are closed among themselves; then every other row takes in the pivot rows that its 64 bits name:
 * row(i) |= row(k) for the bits k of row(i).  Eight pivot rows at a time become a table of their 256 unions on a tile
 * of columns, so that a row costs eight table rows instead of up to 64 pivot rows.
 *
 * Sources: Warshall, JACM 9(1), 1962; Arlazarov, Dinic, Kronrod, Faradzev, 1970 (the tables). */
#include "base/memory.h"
#include "base/progress.h"
#include "cpu/closure/closure.h"

enum { TILE = 32, PIVOTS = 64, GROUP = 8, UNIONS = 1 << GROUP };

/* Closes the pivot rows among themselves. */
static void close_pivots(const struct graph_bit_closure_request *r, int64_t first, int64_t last)
{
    int64_t words = r->words, at = first / 64;
    for (int64_t k = first; k < last; k++)
        for (int64_t i = first; i < last; i++)
            if (i != k && r->bits[i * words + at] >> (k - first) & 1)
                for (int64_t w = 0; w < words; w++)
                    r->bits[i * words + w] |= r->bits[k * words + w];
}

/* Adds the pivot rows to all rows on the columns of one tile; wanted[i] = the pivots that row i reaches. */
static void add_pivots(const struct graph_bit_closure_request *r, int64_t first, int64_t last, int64_t begin,
                       const uint64_t *wanted, uint64_t (*table)[TILE])
{
    int64_t words = r->words, width = words - begin < TILE ? words - begin : TILE;
    for (int64_t group = first; group < last; group += GROUP) {
        int64_t members = last - group < GROUP ? last - group : GROUP;
        for (int64_t w = 0; w < width; w++)
            table[0][w] = 0;
        for (int64_t k = 0; k < members; k++)
            for (int64_t u = 0; u < (int64_t)1 << k; u++)
                for (int64_t w = 0; w < width; w++)
                    table[((int64_t)1 << k) + u][w] = table[u][w] | r->bits[(group + k) * words + begin + w];
        for (int64_t i = 0; i < r->n; i++) {
            uint64_t chosen = wanted[i] >> (group - first) & (UNIONS - 1);
            if (chosen == 0)
                continue;
            uint64_t *row = r->bits + i * words + begin;
            for (int64_t w = 0; w < width; w++)
                row[w] |= table[chosen][w];
        }
    }
}

graph_status graph__cpu_bit_closure(struct graph_bit_closure_request *r)
{
    const int64_t n = r->n, tiles = (r->words + TILE - 1) / TILE;
    uint64_t *wanted = NULL, (*table)[TILE] = NULL;
    graph_status status;
    int threads = r->threads < tiles ? r->threads : (int)(tiles > 0 ? tiles : 1);
    GRAPH_TRY(GRAPH_NEW(wanted, n));
    GRAPH_TRY(GRAPH_NEW(table, tiles * UNIONS));
    for (int64_t first = 0; first < n; first += PIVOTS) {
        int64_t last = first + PIVOTS < n ? first + PIVOTS : n;
        if (graph__progress_at(r->progress, (double)first / (double)n))
            GRAPH_TRY(graph__progress_status(r->progress));
        close_pivots(r, first, last);
        for (int64_t i = 0; i < n; i++) /* The pivot rows have taken theirs. */
            wanted[i] = i >= first && i < last ? 0 : r->bits[i * r->words + first / 64];
#pragma omp parallel for num_threads(threads) schedule(static)
        for (int64_t t = 0; t < tiles; t++)
            add_pivots(r, first, last, t * TILE, wanted, table + t * UNIONS);
    }
done:
    graph__free(wanted);
    graph__free(table);
    return status;
}
