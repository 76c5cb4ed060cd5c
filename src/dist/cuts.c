/* Which rank has which rows: shares that are equal in rows, entries or products.
 *
 * With w(i) the weight of row i and W(i) the sum of the rows before it, cut r is the first row with W(i) >= r W(n) / P, so a
 * share exceeds the mean by less than the heaviest row.  The work of a row of A A is 1 + its entries + its products, the
 * sum of the lengths of the rows that its columns name: the lengths are summed over the ranks. */
#include "base/threads.h"
#include "dist/dist.h"

void graph__equal_cuts(int64_t *first, int64_t n, int parts)
{
    for (int r = 0; r <= parts; r++)
        first[r] = n / parts * r + n % parts * r / parts;
}

void graph__weighted_cuts(int64_t *first, const int64_t *sum, int64_t n, int parts)
{
    int64_t row = 0;
    for (int r = 0; r < parts; r++) {
        const int64_t wanted = (int64_t)((double)sum[n] * r / parts);
        while (row < n && sum[row] < wanted)
            row++;
        first[r] = row;
    }
    first[parts] = n;
}

void graph__cuts_of_weights(int64_t *first, int64_t *weight, int64_t n, int parts)
{
    int64_t sum = 0;
    for (int64_t i = 0; i < n; i++) {
        const int64_t w = weight[i];
        weight[i] = sum;
        sum += w;
    }
    weight[n] = sum;
    graph__weighted_cuts(first, weight, n, parts);
}

/* Adds to weight[i], i a row of A of this rank, what its products cost.  length: of all rows. */
static void add_products(int64_t *weight, const struct graph_csr *a, const int64_t *length)
{
    const int threads = graph__threads(0);
#pragma omp parallel for num_threads(threads) schedule(dynamic, 1024)
    for (int64_t i = 0; i < a->rows; i++)
        for (int64_t e = a->row_start[i]; e < a->row_start[i + 1]; e++)
            weight[i] += length[a->column[e]];
}

graph_status graph__find_cuts_of(int64_t *first, graph_group *g, const struct graph_csr *a, int64_t begin,
                                 int64_t n, bool is_square, graph_cut cut)
{
    const bool has_products = cut == GRAPH_CUT_WORK && is_square;
    int64_t *weight = NULL, *length = NULL;
    graph_status status = GRAPH_NEW_ZEROED(weight, n + 1);
    if (status == GRAPH_OK && has_products)
        status = GRAPH_NEW_ZEROED(length, n);
    GRAPH_TRY(graph__group_agree(g, status));
    for (int64_t i = 0; i < a->rows; i++)
        weight[begin + i] = 1 + a->row_start[i + 1] - a->row_start[i];
    if (has_products) {
        for (int64_t i = 0; i < a->rows; i++)
            length[begin + i] = a->row_start[i + 1] - a->row_start[i];
        GRAPH_TRY(graph__group_all_reduce(g, length, (size_t)n, GRAPH_PLUS));
        add_products(weight + begin, a, length);
    }
    GRAPH_TRY(graph__group_all_reduce(g, weight, (size_t)n, GRAPH_PLUS));
    graph__cuts_of_weights(first, weight, n, g->ranks);
done:
    graph__free(length);
    graph__free(weight);
    return status;
}
