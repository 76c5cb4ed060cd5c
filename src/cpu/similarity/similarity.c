/* Similarity of rows.
 *
 * Of a pair, the shorter row is looked up in the longer one: by merging where the lengths are close, by searching ahead
 * in steps that double where they are not.  Many pairs go by their longer rows, each of which is marked once in a set of
 * marks for all shorter ones, unless these are so short that searching is less work.  Of a row with all others, the rows
 * of its columns in A' are added up in an array with one sum for each vertex; the sums that have been touched become a
 * row of the result.
 *
 * Source: Bentley, Yao, "An almost optimal algorithm for unbounded searching", IPL 5(3), 1976. */
#include <math.h>
#include <omp.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/search.h"
#include "base/status.h"
#include "cpu/similarity/similarity.h"

enum {
    MERGE_RATIO = 16,
    BLOCK = 4096,     /* rows between two calls of progress */
    MANY_PAIRS = 512, /* from here on, and if there is one for VERTICES_A_PAIR vertices, they are sorted */
    VERTICES_A_PAIR = 8,
    SEARCH_COST = 8 /* of one column, in columns marked */
};

static double value_of(enum graph_likeness kind, double common, int64_t of_u, int64_t of_v)
{
    double divisor = 1;
    if (kind == GRAPH_LIKE_JACCARD)
        divisor = (double)(of_u + of_v) - common;
    else if (kind == GRAPH_LIKE_OVERLAP)
        divisor = (double)(of_u < of_v ? of_u : of_v);
    else if (kind == GRAPH_LIKE_COSINE)
        divisor = sqrt((double)of_u * (double)of_v);
    return divisor == 0 ? 0 : common / divisor;
}

/* The columns that both rows have, or the sum of their shares. */
static double common_of(const struct graph_csr *A, const double *share, int64_t u, int64_t v)
{
    if (A->row_start[u + 1] - A->row_start[u] > A->row_start[v + 1] - A->row_start[v]) {
        const int64_t w = u;
        u = v;
        v = w;
    }
    int64_t a = A->row_start[u], b = A->row_start[v];
    const int64_t a_end = A->row_start[u + 1], b_end = A->row_start[v + 1];
    const bool is_merged = (b_end - b) < MERGE_RATIO * (a_end - a);
    double sum = 0;
    for (; a < a_end && b < b_end; a++) {
        const int32_t wanted = A->column[a];
        if (is_merged) {
            while (b < b_end && A->column[b] < wanted)
                b++;
        } else {
            int64_t step = 1;
            while (b + step < b_end && A->column[b + step] < wanted)
                step *= 2;
            b = graph__lower_bound(A->column, b, b + step < b_end ? b + step + 1 : b_end, wanted);
        }
        if (b < b_end && A->column[b] == wanted)
            sum += share != NULL ? share[wanted] : 1;
    }
    return sum;
}

static int64_t length_of(const struct graph_csr *A, int64_t v)
{
    return A->row_start[v + 1] - A->row_start[v];
}

static void set_value(struct graph_similarity_request *r, int64_t k, double common)
{
    r->value[k] = value_of(r->kind, common, length_of(&r->A, r->first[k]), length_of(&r->A, r->second[k]));
}

static void find_pairs(struct graph_similarity_request *r)
{
#pragma omp parallel for num_threads(r->threads) schedule(dynamic, 256) if (r->pairs > 256)
    for (int64_t k = 0; k < r->pairs; k++)
        set_value(r, k, common_of(&r->A, r->share, r->first[k], r->second[k]));
}

/* Whichever of the rows of pair k is longer, or the other. */
static int32_t row_of_pair(const struct graph_similarity_request *r, int64_t k, bool is_longer)
{
    const int32_t u = r->first[k], v = r->second[k];
    return (length_of(&r->A, u) > length_of(&r->A, v)) == is_longer ? u : v;
}

/* The columns of row v that are marked, or the sum of their shares. */
static double marked_of(const struct graph_csr *A, const double *share, int64_t v, const uint8_t *is_marked)
{
    const int32_t *column = A->column;
    const int64_t end = A->row_start[v + 1];
    int64_t count = 0;
    double sum = 0;
    if (share == NULL) {
        for (int64_t k = A->row_start[v]; k < end; k++)
            count += is_marked[column[k]];
        return (double)count;
    }
    for (int64_t k = A->row_start[v]; k < end; k++)
        if (is_marked[column[k]] != 0)
            sum += share[column[k]];
    return sum;
}

static void mark(const struct graph_csr *A, int64_t v, uint8_t *is_marked, uint8_t with)
{
    for (int64_t k = A->row_start[v]; k < A->row_start[v + 1]; k++)
        is_marked[A->column[k]] = with;
}

/* The pairs order[begin .. end - 1], whose longer row is that of u. */
static void find_group(struct graph_similarity_request *r, const int64_t *order, int64_t begin, int64_t end,
                       int32_t u, uint8_t *is_marked)
{
    int64_t shorter = 0;
    for (int64_t i = begin; i < end; i++)
        shorter += length_of(&r->A, row_of_pair(r, order[i], false));
    const bool is_searched = SEARCH_COST * shorter < length_of(&r->A, u);
    if (!is_searched)
        mark(&r->A, u, is_marked, 1);
    for (int64_t i = begin; i < end; i++) {
        const int32_t v = row_of_pair(r, order[i], false);
        set_value(r, order[i],
                  is_searched ? common_of(&r->A, r->share, u, v) : marked_of(&r->A, r->share, v, is_marked));
    }
    if (!is_searched)
        mark(&r->A, u, is_marked, 0);
}

static graph_status find_many_pairs(struct graph_similarity_request *r)
{
    const int64_t n = r->A.rows, width = r->A.columns;
    int64_t *start = NULL, *order = NULL;
    uint8_t *is_marked = NULL;
    graph_status status;
    GRAPH_TRY(GRAPH_NEW_ZEROED(start, n + 2));
    GRAPH_TRY(GRAPH_NEW(order, r->pairs));
    GRAPH_TRY(
        graph__allocate_zeroed((void **)&is_marked, (size_t)width * (size_t)r->threads, sizeof *is_marked));
    for (int64_t k = 0; k < r->pairs; k++)
        start[row_of_pair(r, k, true) + 2]++;
    for (int64_t v = 0; v < n; v++)
        start[v + 2] += start[v + 1];
    for (int64_t k = 0; k < r->pairs; k++)
        order[start[row_of_pair(r, k, true) + 1]++] = k;
#pragma omp parallel for num_threads(r->threads) schedule(dynamic, 64)
    for (int64_t u = 0; u < n; u++)
        if (start[u] < start[u + 1])
            find_group(r, order, start[u], start[u + 1], (int32_t)u,
                       is_marked + width * omp_get_thread_num());
done:
    graph__free(start);
    graph__free(order);
    graph__free(is_marked);
    return status;
}

struct found {
    double value;
    int32_t column;
};

static int by_column(const void *x, const void *y)
{
    const struct found *a = x, *b = y;
    return (a->column > b->column) - (a->column < b->column);
}

static int by_value(const void *x, const void *y)
{
    const struct found *a = x, *b = y;
    return a->value != b->value ? (a->value < b->value ? 1 : -1) : by_column(x, y);
}

/* The result's row u, by column; sum is zero before and after. */
static int64_t find_row(struct found *found, const struct graph_similarity_request *r, int64_t u, double *sum)
{
    const int64_t *start = r->A.row_start;
    int64_t count = 0;
    for (int64_t k = start[u]; k < start[u + 1]; k++) {
        const int32_t w = r->A.column[k];
        const double share = r->share != NULL ? r->share[w] : 1;
        for (int64_t l = r->A_transposed.row_start[w]; l < r->A_transposed.row_start[w + 1]; l++) {
            const int32_t v = r->A_transposed.column[l];
            if (v == u)
                continue;
            if (sum[v] == 0) /* shares of columns with two entries are above 0 */
                found[count++].column = v;
            sum[v] += share;
        }
    }
    int64_t stay = 0;
    for (int64_t k = 0; k < count; k++) {
        const int32_t v = found[k].column;
        found[stay++] =
            (struct found){value_of(r->kind, sum[v], start[u + 1] - start[u], start[v + 1] - start[v]), v};
        sum[v] = 0;
    }
    if (r->best > 0 && stay > r->best) {
        qsort(found, (size_t)stay, sizeof *found, by_value);
        stay = r->best;
    }
    qsort(found, (size_t)stay, sizeof *found, by_column);
    return stay;
}

/* What a thread has found so far: columns and values of its rows, one after the other. */
struct part {
    struct found *list;
    int64_t count, room;
    graph_status status;
};

/* Where the row of a vertex lies. */
struct row {
    int64_t begin, length;
    int thread;
};

static graph_status append(struct part *part, const struct found *found, int64_t count)
{
    graph_status status = GRAPH_OK;
    if (part->count + count > part->room) {
        GRAPH_TRY(GRAPH_RESIZE(part->list, 2 * (part->count + count)));
        part->room = 2 * (part->count + count);
    }
    for (int64_t k = 0; k < count; k++) /* a part without rows has no list yet */
        part->list[part->count + k] = found[k];
    part->count += count;
done:
    return status;
}

static graph_status assemble(struct graph_csr_arrays *rows, const struct row *row, const struct part *part,
                             int64_t n)
{
    double *value = NULL;
    graph_status status;
    GRAPH_TRY(GRAPH_NEW(rows->row_start, n + 1));
    rows->row_start[0] = 0;
    for (int64_t u = 0; u < n; u++)
        rows->row_start[u + 1] = rows->row_start[u] + row[u].length;
    rows->entries = rows->row_start[n];
    GRAPH_TRY(GRAPH_NEW(rows->column, rows->entries));
    GRAPH_TRY(GRAPH_NEW(value, rows->entries));
    rows->value = value;
    for (int64_t u = 0; u < n; u++)
        for (int64_t k = 0; k < row[u].length; k++) {
            const struct found *found = &part[row[u].thread].list[row[u].begin + k];
            rows->column[rows->row_start[u] + k] = found->column;
            value[rows->row_start[u] + k] = found->value;
        }
done:
    if (status < 0) {
        graph__free(rows->row_start);
        graph__free(rows->column);
        *rows = (struct graph_csr_arrays){0};
    }
    return status;
}

static graph_status find_rows(struct graph_similarity_request *r)
{
    const int64_t n = r->A.rows;
    struct part *part = NULL;
    struct row *row = NULL;
    struct found *found = NULL;
    double *sum = NULL;
    graph_status status;
    GRAPH_TRY(GRAPH_NEW_ZEROED(part, r->threads));
    GRAPH_TRY(GRAPH_NEW(row, n));
    GRAPH_TRY(graph__allocate_array((void **)&found, (size_t)n * (size_t)r->threads, sizeof *found));
    GRAPH_TRY(graph__allocate_zeroed((void **)&sum, (size_t)n * (size_t)r->threads, sizeof *sum));
    for (int64_t first = 0; first < n; first += BLOCK) {
        const int64_t end = first + BLOCK < n ? first + BLOCK : n;
        if (r->progress != NULL && r->progress((double)first / (double)n, r->context) != 0)
            GRAPH_FAIL(GRAPH_E_CANCELLED, "cancelled by progress");
#pragma omp parallel for num_threads(r->threads) schedule(dynamic, 16) if (r->threads > 1)
        for (int64_t u = first; u < end; u++) {
            const int t = omp_get_thread_num();
            if (part[t].status < 0)
                continue;
            const int64_t count = find_row(found + t * n, r, u, sum + t * n);
            row[u] = (struct row){part[t].count, count, t};
            part[t].status = append(&part[t], found + t * n, count);
        }
        for (int t = 0; t < r->threads; t++)
            if (part[t].status < 0)
                GRAPH_FAIL(part[t].status, "no memory for the similarities of %lld rows", (long long)n);
    }
    GRAPH_TRY(assemble(&r->rows, row, part, n));
done:
    for (int t = 0; part != NULL && t < r->threads; t++)
        graph__free(part[t].list);
    graph__free(part);
    graph__free(row);
    graph__free(found);
    graph__free(sum);
    return status;
}

graph_status graph__cpu_similarity(struct graph_similarity_request *r)
{
    if (r->first == NULL)
        return find_rows(r);
    if (r->pairs >= MANY_PAIRS && r->pairs >= r->A.rows / VERTICES_A_PAIR)
        return find_many_pairs(r);
    find_pairs(r);
    return GRAPH_OK;
}
