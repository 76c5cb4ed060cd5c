/* PageRank by rows of the transpose.
 *
 * A round reads each edge once: x'(v) = damping * sum of y(u) over the edges u -> v + base * p(v), and leaves
 * y'(v) = x'(v) / (weight out of v) for the next one, with the block's sums of |x' - x| and of x' at dangling vertices.
 * Blocks are cut by the matrix alone and their sums are added in their order: no result depends on the threads.
 *
 * Where the graph is symmetric and not all rounds are asked for, by a negative tolerance:
 *   - x begins with (1 - base) of the degrees divided by their sum, which the walk leaves as it is, and base * p.
 *   - The walk has real eigenvalues between -1 and 1, so Chebyshev's method makes the residual fall by d / (1 + sqrt(1 -
 *     d^2)) in a round, 0.56 for d = 0.85, without a sum over vertices.  It takes the rounds between two of the
 *     definition, which tell the residual, unless that falls faster by itself.
 *   - The rows are sorted where that pays; see sorted_rows.h.
 * Many seeds go through the edges LANES at a time, and what a lane computes does not depend on the others.
 *
 * Source: Page, Brin, Motwani, Winograd, 1999; Beamer, Asanovic, Patterson, IPDPS 2017, for pulling; Golub, Varga,
 * Numer. Math. 3, 1961, for Chebyshev's method. */
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "cpu/centrality/centrality.h"
#include "cpu/centrality/row_blocks.h"
#include "cpu/centrality/sorted_rows.h"

enum { LANES = 8, CHUNK = 256 /* rows whose sums are held at a time */ };

/* The state of the walks of one column, or of LANES; x has the type of the request.  Vectors have `size` elements, in the
 * order of sorted rows where there are such. */
struct walk {
    void *x;
    const struct sorted_rows *sorted; /* instead of the rows of the request */
    int64_t size;
    const double *p;       /* NULL: uniform */
    const double *inverse; /* 1 / (weight out of a vertex); 0: dangling */
    uint8_t *is_seed;
    double uniform;
    int64_t blocks, first_block,
        work_before;          /* on many ranks: the first block here, the work before its first row */
    double *moved, *dangling; /* of each block, LANES each */
};

/* What a round makes of s = damping * sum + base * p: the next x, or by Chebyshev's method, for which `next` has the y of
 * the round before, y' = omega s / degree + (1 - omega) next. */
struct step {
    double base, omega;
    bool is_chebyshev;
};

/* The units of block number `number`: rows, or units of sorted rows. */
static void block_units(int64_t *first, int64_t *last, const struct graph_pagerank_request *r,
                        const struct walk *w, int64_t number)
{
    const int64_t *start = w->sorted != NULL ? w->sorted->start : r->in.row_start;
    const int64_t units = w->sorted != NULL ? w->sorted->units : r->in.rows;
    *first = row_block_after(start, units, w->work_before, number);
    *last = row_block_after(start, units, w->work_before, number + 1);
}

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
#include "cpu/centrality/sorted_rows.inc"
#include "cpu/centrality/pagerank.inc"
#undef T
#undef NAME
#define T       float
#define NAME(x) x##_fp32
#include "cpu/centrality/sorted_rows.inc"
#include "cpu/centrality/pagerank.inc"
#undef T
#undef NAME

/* ---- One column ---- */

/* Sorting the rows costs about two rounds; it pays below this tolerance, and where rows are shorter than that. */
static const double LARGE_TOLERANCE = 1e-5;
enum { SHORT_ROWS = 8 };

/* The sum of p over the dangling vertices, in their order. */
static double dangling_of(const struct graph_pagerank_request *r, const struct walk *w)
{
    double sum = 0;
    for (int64_t v = 0; v < r->in.rows && r->dangling > 0; v++)
        if (w->inverse[v] == 0) {
            const double p = w->p != NULL ? w->p[v] : w->uniform;
            sum += r->type == GRAPH_FP64 ? p : (double)(float)p;
        }
    return sum;
}

/* The vectors of one column, and the rows if they are sorted. */
struct column {
    struct row_order order;
    struct sorted_rows sorted;
    double *inverse, *p;
    void *x, *y, *next, *block;
};

static graph_status open_column(struct column *c, const struct graph_pagerank_request *r, struct walk *w,
                                bool is_sorted)
{
    const size_t bytes = r->type == GRAPH_FP64 ? sizeof(double) : sizeof(float);
    graph_status status;
    if (is_sorted) {
        GRAPH_TRY(graph__cpu_row_order(&c->order, &r->in, r->threads));
        GRAPH_TRY(graph__cpu_sort_rows(&c->sorted, &r->in, &c->order, &c->order, r->threads));
        w->sorted = &c->sorted;
        w->size = c->order.size;
        w->blocks = row_block_count(c->sorted.start, c->sorted.units);
    }
    const size_t size = (size_t)w->size, sorted = is_sorted ? size : 0;
    const struct graph_array arrays[] = {{&c->y, size, bytes},
                                         {&c->next, size, bytes},
                                         {&c->x, sorted, bytes},
                                         GRAPH_ARRAY(c->inverse, sorted),
                                         GRAPH_ARRAY(c->p, w->p != NULL ? sorted : 0),
                                         GRAPH_ARRAY(w->moved, w->blocks),
                                         GRAPH_ARRAY(w->dangling, w->blocks)};
    GRAPH_TRY(graph__allocate_together(&c->block, arrays, sizeof arrays / sizeof arrays[0]));
    w->x = is_sorted ? c->x : r->rank;
    if (!is_sorted)
        return GRAPH_OK;
#pragma omp parallel for num_threads(r->threads) schedule(static) if (w->blocks > 1)
    for (int64_t at = 0; at < w->size; at++) {
        const int64_t v = at < r->in.rows ? c->order.row[at] : -1;
        c->inverse[at] = v >= 0 ? w->inverse[v] : 0;
        if (w->p != NULL)
            c->p[at] = v >= 0 ? w->p[v] : 0;
    }
    w->p = w->p != NULL ? c->p : NULL;
    w->inverse = c->inverse;
done:
    return status;
}

/* y and next change places. */
static void take_round(const struct graph_pagerank_request *r, const struct walk *w, const struct step *step,
                       struct column *c)
{
    void *const swap = c->y;
    if (r->type == GRAPH_FP64)
        round_fp64(r, w, step, c->y, c->next);
    else
        round_fp32(r, w, step, c->y, c->next);
    c->y = c->next;
    c->next = swap;
}

/* How many rounds by Chebyshev's method the residual needs; 0 if rounds of the definition, which made it out of `before`,
 * need no more. */
static int64_t chebyshev_rounds(const struct graph_pagerank_request *r, double before)
{
    const double d = r->damping, ratio = r->residual / before, fall = -log(d / (1 + sqrt(1 - d * d))),
                 rounds = log(2 * r->residual / r->tolerance) / fall;
    const int64_t most = r->most_rounds - r->rounds - 1;
    if (ratio < 1 && log(r->residual / r->tolerance) / -log(ratio) <= rounds)
        return 0;
    return rounds < (double)most ? (int64_t)ceil(rounds) : most;
}

/* Ends with x from y; false: cancelled. */
static bool chebyshev(struct graph_pagerank_request *r, const struct walk *w, struct column *c, double base,
                      int64_t rounds)
{
    struct step step = {.base = base, .omega = 1, .is_chebyshev = true};
    const double square = r->damping * r->damping;
    for (int64_t k = 0; k < rounds; k++) {
        step.omega = k == 0 ? 1 : k == 1 ? 2 / (2 - square) : 1 / (1 - square * step.omega / 4);
        take_round(r, w, &step, c);
        r->rounds++;
        if (!tell(r, r->rounds, r->residual, 0, 1))
            return false;
    }
    if (r->type == GRAPH_FP64)
        take_back_fp64(r, w, c->y);
    else
        take_back_fp32(r, w, c->y);
    return true;
}

static graph_status one_column(struct graph_pagerank_request *r, struct walk *w)
{
    const bool is_double = r->type == GRAPH_FP64;
    bool has_chebyshev = true;
    const bool is_symmetric =
        r->tolerance > 0 && r->in.value == NULL && r->in.column == r->out.column && r->in.rows > 0;
    struct column c = {.block = NULL};
    struct step step = {.omega = 1};
    double dangling, before = INFINITY;
    graph_status status;
    w->p = r->personalization;
    dangling = dangling_of(r, w);
    GRAPH_TRY(open_column(&c, r, w,
                          is_symmetric &&
                              (r->tolerance < LARGE_TOLERANCE || r->in.entries < SHORT_ROWS * r->in.rows)));
    r->rounds = 0;
    r->residual = r->in.rows > 0 ? INFINITY : 0;
    /* Dangling vertices of a symmetric graph are isolated: they have base * p, now and always. */
    if (is_symmetric)
        step.base = (1 - r->damping) / (1 - r->damping * dangling);
    if (!is_symmetric)
        is_double ? begin_fp64(r, w, c.y) : begin_fp32(r, w, c.y);
    else
        is_double ? begin_symmetric_fp64(r, w, step.base, c.y, c.next)
                  : begin_symmetric_fp32(r, w, step.base, c.y, c.next);
    while (r->rounds < r->most_rounds && !(r->residual <= r->tolerance) && r->in.rows > 0) {
        const int64_t ahead =
            is_symmetric && has_chebyshev && r->rounds > 0 ? chebyshev_rounds(r, before) : 0;
        const double last = r->residual;
        if (ahead > 0 && !chebyshev(r, w, &c, step.base, ahead))
            GRAPH_FAIL(GRAPH_E_CANCELLED, "cancelled by progress");
        if (!is_symmetric)
            step.base = 1 - r->damping + r->damping * dangling;
        take_round(r, w, &step, &c);
        r->rounds++;
        before = ahead > 0 ? INFINITY : r->residual;
        r->residual = sum_of(w->moved, w->blocks, 1);
        dangling = sum_of(w->dangling, w->blocks, 1);
        has_chebyshev = has_chebyshev && r->residual < last; /* else all that remains is rounding */
        if (!tell(r, r->rounds, r->residual, 0, 1))
            GRAPH_FAIL(GRAPH_E_CANCELLED, "cancelled by progress");
    }
    if (w->sorted != NULL)
        is_double ? unsort_fp64(r, w, &c.order) : unsort_fp32(r, w, &c.order);
done:
    graph__cpu_row_order_free(&c.order);
    graph__cpu_sorted_rows_free(&c.sorted);
    graph__free(c.block);
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
    double *inverse, *moved, *dangling;
    uint8_t *is_dangling;
};

/* What this rank's rows have of a vector of all. */
static void *part_of(void *vector, size_t offset) { return (char *)vector + offset; }

static void slab_round(struct slab *l, double base, size_t offset)
{
    const struct step step = {.base = base, .omega = 1};
    if (l->r.type == GRAPH_FP64)
        round_fp64(&l->r, &l->w, &step, l->y, part_of(l->next, offset));
    else
        round_fp32(&l->r, &l->w, &step, l->y, part_of(l->next, offset));
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
                           .size = s->in.rows,
                           .p = s->personalization != NULL ? s->personalization + first : NULL,
                           .uniform = s->n > 0 ? 1 / (double)s->n : 0,
                           .blocks = s->block[s->rank + 1] - s->block[s->rank],
                           .first_block = s->block[s->rank],
                           .work_before = s->in_before + first}};
    graph_status status = GRAPH_NEW(l.inverse, s->in.rows);
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
    find_inverses(&l.r, l.inverse);
    l.w.inverse = l.inverse;
    s->dangling = l.r.dangling;
    GRAPH_TRY(slab_rounds(s, &l));
done:
    graph__free(l.inverse);
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

static graph_status many_seeds(struct graph_pagerank_request *r, struct walk *w)
{
    const int64_t n = r->in.rows;
    const size_t bytes = r->type == GRAPH_FP64 ? sizeof(double) : sizeof(float);
    void *y = NULL, *next = NULL, *block = NULL;
    const struct graph_array arrays[] = {
        {&y, (size_t)n, LANES * bytes},           {&next, (size_t)n, LANES * bytes},
        {&w->x, (size_t)n, LANES * bytes},        GRAPH_ARRAY(w->is_seed, n),
        GRAPH_ARRAY(w->moved, w->blocks * LANES), GRAPH_ARRAY(w->dangling, w->blocks * LANES)};
    graph_status status;
    GRAPH_TRY(graph__allocate_together(&block, arrays, sizeof arrays / sizeof arrays[0]));
    memset(w->is_seed, 0, (size_t)n * sizeof *w->is_seed);
    for (int64_t first = 0; first < r->seeds; first += LANES)
        GRAPH_TRY(lanes_columns(r, w, first, y, next));
done:
    graph__free(block);
    return status;
}

graph_status graph__cpu_pagerank(struct graph_pagerank_request *r)
{
    const int64_t n = r->in.rows;
    struct walk w = {
        .size = n, .uniform = n > 0 ? 1 / (double)n : 0, .blocks = row_block_count(r->in.row_start, n)};
    double *inverse = NULL;
    graph_status status;
    r->rounds = r->dangling = 0;
    r->residual = 0;
    GRAPH_TRY(GRAPH_NEW(inverse, n));
    find_inverses(r, inverse);
    w.inverse = inverse;
    GRAPH_TRY(r->seed == NULL ? one_column(r, &w) : many_seeds(r, &w));
done:
    graph__free(inverse);
    return status;
}
