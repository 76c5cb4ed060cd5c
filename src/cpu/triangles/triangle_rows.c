/* See triangle_rows.h.
 *
 * Of the neighbours of u before u, each pair w < v is a triangle if w is in the row of v: every triangle is met once, at
 * its last vertex.  Short rows have next to no pairs, so that orders by degree and lists would cost more than they save.
 * Where a row ends cannot be predicted; pairs are therefore gathered without branches, and then tested one by one.
 * Source: Latapy, "Main-memory triangle computations for very large (sparse (power-law)) graphs", TCS 2008. */
#include "cpu/triangles/triangle_rows.h"

#include <string.h>

#include "base/progress.h"
#include "cpu/common/avx512.h"
#include "cpu/triangles/tuning.h"

enum {
    SHARE = 2048, /* rows that a thread takes at a time */
    PAIRS = 1024
};

/* Neighbours of one vertex `of`, before < after < of. */
struct pairs {
    int32_t of[PAIRS], after[PAIRS], before[PAIRS];
    int count;
};

struct counts {
    uint64_t triangles, edges, self_loops;
};

static bool are_short(const struct graph_csr *A, int threads)
{
    const int64_t *start = A->row_start;
    int64_t longest = 0;
#pragma omp parallel for num_threads(threads) schedule(static) reduction(max : longest) if (threads > 1)
    for (int64_t v = 0; v < A->rows; v++)
        longest = start[v + 1] - start[v] > longest ? start[v + 1] - start[v] : longest;
    return longest <= LONGEST_ROW;
}

static bool is_neighbour(const struct graph_csr *A, int32_t u, int32_t v)
{
    for (int64_t k = A->row_start[u]; k < A->row_start[u + 1]; k++)
        if (A->column[k] == v)
            return true;
    return false;
}

static void add_corner(int64_t *corners, int32_t v) { __atomic_fetch_add(&corners[v], 1, __ATOMIC_RELAXED); }

static uint64_t test_pairs(struct pairs *p, int64_t *corners, const struct graph_csr *A)
{
    uint64_t sum = 0;
    for (int k = 0; k < p->count; k++)
        if (is_neighbour(A, p->after[k], p->before[k])) {
            sum++;
            if (corners != NULL) {
                add_corner(corners, p->of[k]);
                add_corner(corners, p->after[k]);
                add_corner(corners, p->before[k]);
            }
        }
    p->count = 0;
    return sum;
}

/* Adds the pairs of the first `before` elements of the row of u; full buffers are tested and emptied. */
static uint64_t add_pairs(struct pairs *p, int64_t *corners, const struct graph_csr *A, int32_t u,
                          int64_t before)
{
    const int32_t *row = A->column + A->row_start[u];
    uint64_t sum = 0;
    for (int64_t k = 1; k < before; k++) {
        if (p->count > PAIRS - LONGEST_ROW)
            sum += test_pairs(p, corners, A);
        for (int64_t j = 0; j < k; j++, p->count++) {
            p->of[p->count] = u;
            p->after[p->count] = row[k];
            p->before[p->count] = row[j];
        }
    }
    return sum;
}

static void count_rows(struct counts *c, int64_t *corners, const struct graph_csr *A, int64_t first,
                       int64_t last)
{
    struct pairs p;
    p.count = 0;
    for (int64_t u = first; u < last; u++) {
        int64_t k = A->row_start[u], end = A->row_start[u + 1], before = 0;
        for (; k < end && A->column[k] < u; k++)
            before++;
        c->edges += (uint64_t)before;
        c->self_loops += k < end && A->column[k] == u;
        c->triangles += add_pairs(&p, corners, A, (int32_t)u, before);
    }
    c->triangles += test_pairs(&p, corners, A);
}

#ifdef GRAPH_AVX512
GRAPH_AVX512 static uint64_t test_pairs_wide(struct pairs *p, const struct graph_csr *A)
{
    uint64_t sum = 0;
    for (int k = 0; k < p->count; k++) {
        const int64_t *start = A->row_start + p->after[k];
        __mmask16 lanes = graph__lanes(start[1] - start[0]);
        __m512i row = _mm512_maskz_loadu_epi32(lanes, A->column + start[0]);
        sum += _mm512_mask_cmpeq_epi32_mask(lanes, row, _mm512_set1_epi32(p->before[k])) != 0;
    }
    p->count = 0;
    return sum;
}

/* Two or three neighbours before a vertex are most of what there is: their pairs are written whether they exist or not. */
GRAPH_AVX512 static void count_rows_wide(struct counts *c, const struct graph_csr *A, int64_t first,
                                         int64_t last)
{
    enum { WRITTEN_AT_ONCE = 3 };
    static const int pairs_of[WRITTEN_AT_ONCE + 1] = {0, 0, 1, 3};
    struct pairs p;
    p.count = 0;
    for (int64_t u = first; u < last; u++) {
        int64_t start = A->row_start[u];
        __mmask16 lanes = graph__lanes(A->row_start[u + 1] - start);
        __m512i row = _mm512_maskz_loadu_epi32(lanes, A->column + start),
                self = _mm512_set1_epi32((int32_t)u);
        int before = __builtin_popcount(_mm512_mask_cmplt_epi32_mask(lanes, row, self));
        c->edges += (uint64_t)before;
        c->self_loops += _mm512_mask_cmpeq_epi32_mask(lanes, row, self) != 0;
        if (p.count > PAIRS - LONGEST_ROW)
            c->triangles += test_pairs_wide(&p, A);
        if (before > WRITTEN_AT_ONCE) {
            c->triangles += add_pairs(&p, NULL, A, (int32_t)u, before);
            continue;
        }
        int32_t near[4];
        _mm_storeu_si128((__m128i *)near, _mm512_castsi512_si128(row));
        p.after[p.count] = near[1];
        p.before[p.count] = p.before[p.count + 1] = near[0];
        p.after[p.count + 1] = p.after[p.count + 2] = near[2];
        p.before[p.count + 2] = near[1];
        p.count += pairs_of[before];
    }
    c->triangles += test_pairs_wide(&p, A);
}
#endif

/* The wide form leaves out corners. */
static void count_share(struct counts *c, int64_t *corners, const struct graph_csr *A, int64_t first,
                        int64_t last)
{
#ifdef GRAPH_AVX512
    if (corners == NULL && graph__has_avx512()) {
        count_rows_wide(c, A, first, last);
        return;
    }
#endif
    count_rows(c, corners, A, first, last);
}

bool graph__triangles_by_rows(struct graph_triangles_request *r)
{
    const struct graph_csr *A = &r->A;
    int64_t n = A->rows;
    uint64_t triangles = 0, edges = 0, self_loops = 0;
    int threads = A->entries < PARALLEL_ENTRIES ? 1 : r->threads;
    if (!r->is_symmetric || A->entries / MEAN_ROW > n || !are_short(A, threads))
        return false;
    if (r->per_vertex != NULL)
        memset(r->per_vertex, 0, (size_t)n * sizeof *r->per_vertex);
#pragma omp parallel for num_threads(threads) schedule(dynamic, 1) \
    reduction(+ : triangles, edges, self_loops) if (threads > 1)
    for (int64_t first = 0; first < n; first += SHARE) {
        struct counts c = {0};
        if (graph__progress_at(r->progress, (double)first / (double)n))
            continue;
        count_share(&c, r->per_vertex, A, first, n - first < SHARE ? n : first + SHARE);
        triangles += c.triangles;
        edges += c.edges;
        self_loops += c.self_loops;
    }
    r->count = triangles;
    r->edges = edges;
    r->self_loops = self_loops;
    return true;
}
