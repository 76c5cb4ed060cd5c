/* PageRank by rows of the transpose.
 *
 * A round reads each edge once: x'(v) = damping * sum of y(u) over the edges u -> v + base * p(v), and leaves
 * y'(v) = x'(v) / (weight out of v) for the next one, with the block's sums of |x' - x| and of x' at dangling vertices.
 * Blocks are cut by the matrix alone and their sums are added in their order: no result depends on the threads.
 * Where the graph is symmetric, conjugate gradients come before the rounds, of which one or two remain; not if all rounds
 * are asked for, by a negative tolerance.
 * Many seeds go through the edges LANES at a time, and what a lane computes does not depend on the others.
 *
 * Source: Page, Brin, Motwani, Winograd, 1999; Beamer, Asanovic, Patterson, IPDPS 2017, for pulling. */
#include <math.h>

#include "base/memory.h"
#include "cpu/centrality/centrality.h"
#include "cpu/centrality/row_blocks.h"

enum { LANES = 8 };

/* The state of the walks of one column, or of LANES; x has the type of the request. */
struct walk {
    void *x;
    double *inverse; /* 1 / (weight out of a vertex); 0: dangling */
    uint8_t *is_seed;
    double uniform;
    int64_t blocks, first_block,
        work_before;          /* on many ranks: the first block here, the work before its first row */
    double *moved, *dangling; /* of each block, LANES each */
};

static void find_inverses(struct graph_pagerank_request *r, double *inverse)
{
    const struct graph_csr *out = &r->out;
    int64_t dangling = 0;
#pragma omp parallel for num_threads(r->threads) schedule(dynamic, 1024) reduction(+ : dangling)
    for (int64_t v = 0; v < out->rows; v++) {
        double sum = 0;
        if (out->value == NULL)
            sum = (double)(out->row_start[v + 1] - out->row_start[v]);
        for (int64_t k = out->row_start[v]; out->value != NULL && k < out->row_start[v + 1]; k++)
            sum += r->type == GRAPH_FP32 ? (double)((const float *)out->value)[k]
                                         : ((const double *)out->value)[k];
        inverse[v] = sum > 0 ? 1 / sum : 0;
        dangling += !(sum > 0);
    }
    r->dangling = dangling;
}

/* The sum of one lane over the blocks. */
static double sum_of(const double *part, int64_t blocks, int64_t stride)
{
    double sum = 0;
    for (int64_t block = 0; block < blocks; block++)
        sum += part[block * stride];
    return sum;
}

/* Tells how far the rounds are: the residual falls about geometrically.  False: cancelled. */
static bool tell(const struct graph_pagerank_request *r, int64_t round, double residual, double before,
                 double share)
{
    double done = (double)round / (double)r->most_rounds;
    if (r->progress == NULL)
        return true;
    if (r->tolerance > 0 && residual > 0)
        done = fmax(done, fmin(1, log(residual / 2) / log(r->tolerance / 2)));
    return r->progress(before + share * fmin(1, fmax(0, done)), r->context) == 0;
}

#define T       double
#define NAME(x) x##_fp64
#include "cpu/centrality/pagerank.inc"
#include "cpu/centrality/pagerank_symmetric.inc"
#undef T
#undef NAME
#define T       float
#define NAME(x) x##_fp32
#include "cpu/centrality/pagerank.inc"
#include "cpu/centrality/pagerank_symmetric.inc"
#undef T
#undef NAME

/* Conjugate gradients take some rounds before they gain: not below a number of rounds, and not for a large tolerance. */
enum { LEAST_ROUNDS = 8 };
static const double LARGE_TOLERANCE = 1e-5;

/* x, and y from it, after conjugate gradients where the graph is symmetric and the number of rounds is not prescribed. */
static graph_status approach(struct graph_pagerank_request *r, struct walk *w, void *y, void *next)
{
    const bool is_double = r->type == GRAPH_FP64;
    const size_t bytes = is_double ? sizeof(double) : sizeof(float);
    void *t = NULL, *z = NULL;
    graph_status status;
    GRAPH_TRY(graph__allocate_array(&t, (size_t)r->in.rows, bytes));
    GRAPH_TRY(graph__allocate_array(&z, (size_t)r->in.rows, bytes));
    if (!(is_double ? conjugate_fp64(r, w, y, next, t, z) : conjugate_fp32(r, w, y, next, t, z)))
        GRAPH_FAIL(GRAPH_E_CANCELLED, "cancelled by progress");
done:
    graph__free(t);
    graph__free(z);
    return status;
}

/* The sum of x over the dangling vertices, in their order. */
static double dangling_of(const struct graph_pagerank_request *r, const struct walk *w)
{
    double sum = 0;
    for (int64_t v = 0; v < r->in.rows && r->dangling > 0; v++)
        if (w->inverse[v] == 0)
            sum += r->type == GRAPH_FP64 ? ((double *)w->x)[v] : (double)((float *)w->x)[v];
    return sum;
}

static graph_status one_column(struct graph_pagerank_request *r, struct walk *w, void *y, void *next)
{
    const bool is_double = r->type == GRAPH_FP64;
    graph_status status = GRAPH_OK;
    w->x = r->rank;
    r->rounds = 0;
    if (r->tolerance > 0 && r->tolerance < LARGE_TOLERANCE && r->most_rounds >= LEAST_ROUNDS &&
        r->in.value == NULL && r->in.column == r->out.column)
        GRAPH_TRY(approach(r, w, y, next));
    else if (is_double)
        begin_fp64(r, w, y);
    else
        begin_fp32(r, w, y);
    double dangling = dangling_of(r, w);
    r->residual = r->in.rows > 0 ? INFINITY : 0;
    while (r->rounds < r->most_rounds && !(r->residual <= r->tolerance) && r->in.rows > 0) {
        const double base = 1 - r->damping + r->damping * dangling;
        void *swap = y;
        if (is_double)
            round_fp64(r, w, base, y, next);
        else
            round_fp32(r, w, base, y, next);
        y = next;
        next = swap;
        r->rounds++;
        r->residual = sum_of(w->moved, w->blocks, 1);
        dangling = sum_of(w->dangling, w->blocks, 1);
        if (!tell(r, r->rounds, r->residual, 0, 1))
            GRAPH_FAIL(GRAPH_E_CANCELLED, "cancelled by progress");
    }
done:
    return status;
}

/* ---- Rows of many ranks ---- */

/* The sum of x at dangling vertices before the first round, in the order of one machine. */
static double first_dangling(const struct graph_pagerank_slab_request *s, const uint8_t *is_dangling)
{
    double sum = 0;
    for (int64_t v = 0; v < s->n; v++)
        if (is_dangling[v]) {
            const double p = s->personalization != NULL ? s->personalization[v] : 1 / (double)s->n;
            sum += s->type == GRAPH_FP64 ? p : (double)(float)p;
        }
    return sum;
}

/* What a rank has: y and next of all vertices, sums of all blocks. */
struct slab {
    struct graph_pagerank_request r; /* of this rank's rows alone */
    struct walk w;
    void *y, *next;
    double *moved, *dangling;
    uint8_t *is_dangling;
};

/* What this rank's rows have of a vector of all. */
static void *part_of(void *vector, size_t offset) { return (char *)vector + offset; }

static void slab_round(struct slab *l, double base, size_t offset)
{
    if (l->r.type == GRAPH_FP64)
        round_fp64(&l->r, &l->w, base, l->y, part_of(l->next, offset));
    else
        round_fp32(&l->r, &l->w, base, l->y, part_of(l->next, offset));
}

static graph_status slab_rounds(struct graph_pagerank_slab_request *s, struct slab *l)
{
    const size_t bytes = graph_type_size(s->type), offset = (size_t)s->start[s->rank] * bytes;
    const int64_t blocks = s->block[s->ranks];
    graph_status status = GRAPH_OK;
    if (s->type == GRAPH_FP64)
        begin_fp64(&l->r, &l->w, part_of(l->y, offset));
    else
        begin_fp32(&l->r, &l->w, part_of(l->y, offset));
    for (int64_t i = 0; i < l->r.in.rows; i++)
        l->is_dangling[s->start[s->rank] + i] = l->w.inverse[i] == 0;
    GRAPH_TRY(s->gather(s->group, l->y, s->start, bytes, true));
    GRAPH_TRY(s->gather(s->group, l->is_dangling, s->start, 1, false));
    double dangling = first_dangling(s, l->is_dangling);
    s->residual = s->n > 0 ? INFINITY : 0;
    for (s->rounds = 0; s->rounds < s->most_rounds && !(s->residual <= s->tolerance) && s->n > 0;) {
        void *const swap = l->y;
        slab_round(l, 1 - s->damping + s->damping * dangling, offset);
        GRAPH_TRY(s->gather(s->group, l->next, s->start, bytes, true));
        GRAPH_TRY(s->gather(s->group, l->moved, s->block, sizeof *l->moved, false));
        GRAPH_TRY(s->gather(s->group, l->dangling, s->block, sizeof *l->dangling, false));
        l->y = l->next;
        l->next = swap;
        s->rounds++;
        s->residual = sum_of(l->moved, blocks, 1);
        dangling = sum_of(l->dangling, blocks, 1);
        const bool goes_on = tell(&l->r, s->rounds, s->residual, 0, 1);
        if (s->progress != NULL)
            GRAPH_TRY(s->agree(s->group,
                               goes_on ? GRAPH_OK : graph__fail(GRAPH_E_CANCELLED, "cancelled by progress")));
    }
done:
    return status;
}

graph_status graph__cpu_pagerank_slab(struct graph_pagerank_slab_request *s)
{
    const int64_t first = s->start[s->rank], blocks = s->block[s->ranks];
    const size_t bytes = graph_type_size(s->type);
    struct slab l = {.r = {.out = s->out,
                           .in = s->in,
                           .type = s->type,
                           .damping = s->damping,
                           .tolerance = s->tolerance,
                           .most_rounds = s->most_rounds,
                           .personalization = s->personalization != NULL ? s->personalization + first : NULL,
                           .threads = s->threads,
                           .progress = s->progress,
                           .context = s->context},
                     .w = {.x = (char *)s->x + (size_t)first * bytes,
                           .uniform = s->n > 0 ? 1 / (double)s->n : 0,
                           .blocks = s->block[s->rank + 1] - s->block[s->rank],
                           .first_block = s->block[s->rank],
                           .work_before = s->in_before + first}};
    graph_status status = GRAPH_NEW(l.w.inverse, s->in.rows);
    if (status == GRAPH_OK)
        status = GRAPH_NEW(l.moved, blocks);
    if (status == GRAPH_OK)
        status = GRAPH_NEW(l.dangling, blocks);
    if (status == GRAPH_OK)
        status = GRAPH_NEW(l.is_dangling, s->n);
    if (status == GRAPH_OK)
        status = graph__allocate_array(&l.y, (size_t)s->n, bytes);
    if (status == GRAPH_OK)
        status = graph__allocate_array(&l.next, (size_t)s->n, bytes);
    GRAPH_TRY(s->agree(s->group, status));
    l.w.moved = l.moved + s->block[s->rank];
    l.w.dangling = l.dangling + s->block[s->rank];
    find_inverses(&l.r, l.w.inverse);
    s->dangling = l.r.dangling;
    GRAPH_TRY(slab_rounds(s, &l));
done:
    graph__free(l.w.inverse);
    graph__free(l.moved);
    graph__free(l.dangling);
    graph__free(l.is_dangling);
    graph__free(l.y);
    graph__free(l.next);
    return status;
}

/* ---- Many seeds ---- */

/* The columns of up to LANES seeds from number `first` on. */
static graph_status lanes_columns(struct graph_pagerank_request *r, struct walk *w, int64_t first, void *y,
                                  void *next)
{
    const bool is_double = r->type == GRAPH_FP64;
    const int used = r->seeds - first < LANES ? (int)(r->seeds - first) : LANES;
    const double before = (double)first / (double)r->seeds, share = (double)used / (double)r->seeds;
    int64_t seed[LANES], rounds = 0;
    double base[LANES], residual = 0;
    int waiting = used;
    bool is_done[LANES] = {false};
    for (int l = 0; l < LANES; l++) {
        seed[l] = r->seed[first + (l < used ? l : 0)];
        w->is_seed[seed[l]] = 1;
        base[l] = 1 - r->damping + r->damping * (w->inverse[seed[l]] == 0 ? 1 : 0);
    }
    if (is_double)
        lanes_begin_fp64(r, w, seed, y);
    else
        lanes_begin_fp32(r, w, seed, y);
    while (waiting > 0) {
        void *swap = y;
        if (is_double)
            lanes_round_fp64(r, w, seed, base, y, next);
        else
            lanes_round_fp32(r, w, seed, base, y, next);
        y = next;
        next = swap;
        rounds++;
        residual = 0;
        for (int l = 0; l < used; l++) {
            const double moved = sum_of(w->moved + l, w->blocks, LANES);
            base[l] = 1 - r->damping + r->damping * sum_of(w->dangling + l, w->blocks, LANES);
            if (is_done[l])
                continue;
            residual = fmax(residual, moved);
            if (!(moved <= r->tolerance) && rounds < r->most_rounds)
                continue;
            is_done[l] = true;
            waiting--;
            r->residual = fmax(r->residual, moved);
            if (is_double)
                lane_result_fp64(r, w, l, first + l);
            else
                lane_result_fp32(r, w, l, first + l);
        }
        if (!tell(r, rounds, residual, before, share))
            return graph__fail(GRAPH_E_CANCELLED, "cancelled by progress");
    }
    r->rounds = rounds > r->rounds ? rounds : r->rounds;
    for (int l = 0; l < LANES; l++)
        w->is_seed[seed[l]] = 0;
    return GRAPH_OK;
}

graph_status graph__cpu_pagerank(struct graph_pagerank_request *r)
{
    const int64_t n = r->in.rows, lanes = r->seed != NULL ? LANES : 1;
    const size_t bytes = r->type == GRAPH_FP64 ? sizeof(double) : sizeof(float);
    struct walk w = {.uniform = n > 0 ? 1 / (double)n : 0, .blocks = row_block_count(r->in.row_start, n)};
    void *y = NULL, *next = NULL, *x = NULL;
    graph_status status;
    r->rounds = r->dangling = 0;
    r->residual = 0;
    GRAPH_TRY(GRAPH_NEW(w.inverse, n));
    GRAPH_TRY(GRAPH_NEW(w.moved, w.blocks * lanes));
    GRAPH_TRY(GRAPH_NEW(w.dangling, w.blocks * lanes));
    GRAPH_TRY(graph__allocate_array(&y, (size_t)n, (size_t)lanes * bytes));
    GRAPH_TRY(graph__allocate_array(&next, (size_t)n, (size_t)lanes * bytes));
    find_inverses(r, w.inverse);
    if (r->seed == NULL) {
        GRAPH_TRY(one_column(r, &w, y, next));
    } else {
        GRAPH_TRY(GRAPH_NEW_ZEROED(w.is_seed, n));
        GRAPH_TRY(graph__allocate_array(&x, (size_t)n, LANES * bytes));
        w.x = x;
        for (int64_t first = 0; first < r->seeds; first += LANES)
            GRAPH_TRY(lanes_columns(r, &w, first, y, next));
    }
done:
    graph__free(w.inverse);
    graph__free(w.is_seed);
    graph__free(w.moved);
    graph__free(w.dangling);
    graph__free(y);
    graph__free(next);
    graph__free(x);
    return status;
}
