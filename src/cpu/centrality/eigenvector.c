/* HITS and eigenvector centrality: the eigenvector of B = A A' or B = A' for its largest eigenvalue.
 *
 * Where B is symmetric, Lanczos's method comes before the rounds of the definition: r_0 = x and
 *
 *     r_(j+1) = B q_j - a_j q_j - b_j q_(j-1),   q_j = r_j / b_j,   b_j = |r_j|,   a_j = q_j . B q_j,
 *
 * so that B is tridiagonal on the q_j, and the best x among their sums comes from its largest eigenvector s.  B x - t x is
 * r_(j+1) s_j, which tells the end before x is made.  One round follows, whose change is the residual; if it is above the
 * tolerance, or after BASIS vectors, all begins anew with this x.  The number of rounds is about the square root of what
 * the definition takes.  Sums are by block in their order: no result depends on the threads.
 *
 * Source: Lanczos, J. Res. NBS 45(4), 1950; Parlett, "The Symmetric Eigenvalue Problem", 1980, chapter 13. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "cpu/centrality/centrality.h"
#include "cpu/centrality/row_blocks.h"
#include "cpu/centrality/sorted_rows.h"

enum {
    BASIS = 24,
    BLOCK = 8192 /* elements of a vector */
};

/* Vectors lie in the order of the rows of B by length; half of HITS in that of the rows of A'. */
struct search {
    struct graph_eigenvector_request *r;
    struct row_order order, half_order;
    struct sorted_rows in, out;
    const struct sorted_rows *last; /* the second factor of B */
    int64_t n, size, blocks;        /* elements of vectors, and blocks of them */
    double *x, *y, *half;           /* half: A' x of HITS */
    double *part, *other_part;      /* of each block of units or elements */
    double *basis;                  /* the r_j of Lanczos's method */
    void *vectors;                  /* the block that has all of these */
};

#define T       double
#define NAME(x) x##_fp64
#include "cpu/centrality/sorted_rows.inc"
#undef T
#undef NAME

static double sum_of(const double *part, int64_t blocks)
{
    double sum = 0;
    for (int64_t block = 0; block < blocks; block++)
        sum += part[block];
    return sum;
}

static int64_t end_of(const struct search *p, int64_t block)
{
    return p->size - block * BLOCK < BLOCK ? p->size : (block + 1) * BLOCK;
}

/* y = M x; gives the sum of with .* y, of y where with is NULL. */
static double multiply(const struct search *p, const struct sorted_rows *M, double *restrict y,
                       const double *x, const double *with)
{
    const int64_t blocks = row_block_count(M->start, M->units);
#pragma omp parallel for num_threads(p->r->threads) schedule(dynamic) if (blocks > 1)
    for (int64_t block = 0; block < blocks; block++) {
        const int64_t first = row_block_start(M->start, M->units, block),
                      last = row_block_start(M->start, M->units, block + 1);
        double sum = 0;
        for (int64_t unit = first; unit < last; unit++) {
            const int64_t row = first_row(M, unit);
            const int rows = unit_sums_fp64(y + row, M, unit, x);
            for (int64_t v = row; v < row + rows; v++)
                sum += with != NULL ? with[v] * y[v] : y[v];
        }
        p->part[block] = sum;
    }
    return sum_of(p->part, blocks);
}

/* ---- Rounds of the definition ---- */

/* y += x; gives the norm of y. */
static double add_itself(const struct search *p, double *restrict y, const double *restrict x)
{
#pragma omp parallel for num_threads(p->r->threads) schedule(static) if (p->blocks > 1)
    for (int64_t block = 0; block < p->blocks; block++) {
        double sum = 0;
        for (int64_t v = block * BLOCK; v < end_of(p, block); v++) {
            y[v] += x[v];
            sum += y[v] * y[v];
        }
        p->part[block] = sum;
    }
    return sqrt(sum_of(p->part, p->blocks));
}

/* x = y / norm; gives how much x has changed. */
static double divide(const struct search *p, double *restrict x, const double *restrict y, double norm)
{
#pragma omp parallel for num_threads(p->r->threads) schedule(static) if (p->blocks > 1)
    for (int64_t block = 0; block < p->blocks; block++) {
        double moved = 0;
        for (int64_t v = block * BLOCK; v < end_of(p, block); v++) {
            const double value = y[v] / norm;
            moved += fabs(value - x[v]);
            x[v] = value;
        }
        p->part[block] = moved;
    }
    return sum_of(p->part, p->blocks);
}

/* One round of the definition.  Without edges HITS stays as it is. */
static graph_status one_round(struct search *p)
{
    struct graph_eigenvector_request *r = p->r;
    double norm, before = 1;
    if (r->is_hits) {
        before = multiply(p, &p->in, p->half, p->x, NULL);
        norm = multiply(p, p->last, p->y, p->half, NULL);
    } else {
        multiply(p, p->last, p->y, p->x, NULL);
        norm = add_itself(p, p->y, p->x);
    }
    if (!isfinite(norm) || !isfinite(before))
        return graph__fail(GRAPH_E_DOMAIN, "the values grow beyond the type fp64");
    r->residual = norm > 0 ? divide(p, p->x, p->y, norm) : 0;
    r->value = norm > 0 ? norm / before : 0;
    r->rounds++;
    return r->progress != NULL && r->progress(-1, r->context) != 0
               ? graph__fail(GRAPH_E_CANCELLED, "cancelled by progress")
               : GRAPH_OK;
}

/* ---- Lanczos ---- */

/* The largest eigenvalue t of the tridiagonal matrix with a on its diagonal and b next to it, and its vector s, of norm 1.
 * d_i = t - a_i - b_i^2 / d_(i+1) are all above 0 exactly if t is above that eigenvalue, where d_0 becomes 0; d_0 is
 * concave in t, so that Newton's steps from below stay below.  s_(i+1) = b_i s_i / d_(i+1) loses nothing. */
static double largest_eigenvalue(double *s, const double *a, const double *b, int k)
{
    double low = a[0], high = a[0], t, square = 1;
    double d[BASIS], slope;
    for (int i = 0; i < k; i++) {
        const double others = (i > 0 ? b[i - 1] : 0) + (i + 1 < k ? b[i] : 0);
        low = fmax(low, a[i]);
        high = fmax(high, a[i] + others);
    }
    t = high;
    for (int step = 0; step < 200 && high - low > 2 * DBL_EPSILON * fabs(high); step++) {
        int i = k - 1;
        d[i] = t - a[i];
        slope = 1;
        for (; i > 0 && d[i] > 0; i--) {
            const double ratio = b[i - 1] / d[i];
            d[i - 1] = t - a[i - 1] - b[i - 1] * ratio;
            slope = 1 + ratio * ratio * slope;
        }
        const double next = i == 0 ? t - d[0] / slope : low;
        const bool has_converged = i == 0 && fabs(next - t) <= 2 * DBL_EPSILON * fabs(t);
        if (has_converged || (i == 0 && d[0] >= 0))
            high = t;
        if (has_converged || !(i == 0 && d[0] >= 0))
            low = t;
        t = next > low && next < high ? next : low + (high - low) / 2;
    }
    d[k - 1] = high - a[k - 1];
    for (int i = k - 1; i > 0; i--)
        d[i - 1] = high - a[i - 1] - b[i - 1] * (b[i - 1] / d[i]);
    s[0] = 1;
    for (int i = 0; i + 1 < k; i++) {
        s[i + 1] = b[i] * s[i] / d[i + 1];
        square += s[i + 1] * s[i + 1];
    }
    for (int i = 0; i < k; i++)
        s[i] /= sqrt(square);
    return high;
}

/* next = f_0 next - f_1 here - f_2 before; gives its norm, and its sum in *total. */
static double next_vector(const struct search *p, double *restrict next, const double *restrict here,
                          const double *restrict before, const double f[3], double *total)
{
#pragma omp parallel for num_threads(p->r->threads) schedule(static) if (p->blocks > 1)
    for (int64_t block = 0; block < p->blocks; block++) {
        double sum = 0, square = 0;
        for (int64_t v = block * BLOCK; v < end_of(p, block); v++) {
            const double value = f[0] * next[v] - f[1] * here[v] - f[2] * before[v];
            next[v] = value;
            sum += value;
            square += value * value;
        }
        p->part[block] = square;
        p->other_part[block] = sum;
    }
    *total = sum_of(p->other_part, p->blocks);
    return sqrt(sum_of(p->part, p->blocks));
}

/* x = the sum of c_j r_j, without what rounding has made negative, divided as the definition says. */
static void combine(const struct search *p, const double *c, int count)
{
    double norm;
#pragma omp parallel for num_threads(p->r->threads) schedule(static) if (p->blocks > 1)
    for (int64_t block = 0; block < p->blocks; block++) {
        const int64_t first = block * BLOCK, last = end_of(p, block);
        double sum = 0;
        for (int64_t v = first; v < last; v++)
            p->y[v] = c[0] * p->basis[v];
        for (int j = 1; j < count; j++)
            for (int64_t v = first; v < last; v++)
                p->y[v] += c[j] * p->basis[j * p->size + v];
        for (int64_t v = first; v < last; v++) {
            p->y[v] = fmax(p->y[v], 0);
            sum += p->r->is_hits ? p->y[v] : p->y[v] * p->y[v];
        }
        p->part[block] = sum;
    }
    norm = sum_of(p->part, p->blocks);
    if (norm > 0)
        (void)divide(p, p->x, p->y, p->r->is_hits ? norm : sqrt(norm));
}

/* x = the best of up to BASIS steps from x; of fewer if the next round of the definition will likely change it by no more
 * than the tolerance. */
static graph_status lanczos(struct search *p)
{
    struct graph_eigenvector_request *r = p->r;
    double a[BASIS], b[BASIS + 1], total[BASIS + 1], s[BASIS];
    graph_status status = GRAPH_OK;
    memcpy(p->basis, p->x, (size_t)p->size * sizeof *p->x);
    b[0] = next_vector(p, p->basis, p->x, p->x, (const double[3]){1, 0, 0}, &total[0]);
    for (int k = 0; k < BASIS && r->rounds + 1 < r->most_rounds; k++) {
        double *const here = p->basis + k * p->size, *const next = here + p->size, sum = 0;
        if (r->is_hits)
            multiply(p, &p->in, p->half, here, NULL);
        a[k] = multiply(p, p->last, next, r->is_hits ? p->half : here, here) / (b[k] * b[k]);
        b[k + 1] =
            next_vector(p, next, here, k > 0 ? here - p->size : here,
                        (const double[3]){1 / b[k], a[k] / b[k], k > 0 ? b[k] / b[k - 1] : 0}, &total[k + 1]);
        r->rounds++;
        if (!isfinite(b[k + 1])) /* the round that follows says so */
            break;
        const double t = largest_eigenvalue(s, a, b + 1, k + 1);
        for (int i = 0; i <= k; i++) {
            s[i] /= b[i];
            sum += s[i] * total[i];
        }
        const double change = b[k + 1] * s[k] * b[k] * sqrt((double)p->n) / (r->is_hits ? t * sum : 1 + t);
        if (!(change > r->tolerance / 2) || b[k + 1] <= 16 * DBL_EPSILON * t || k + 1 == BASIS ||
            r->rounds + 1 >= r->most_rounds) {
            combine(p, s, k + 1);
            break;
        }
        if (r->progress != NULL && r->progress(-1, r->context) != 0)
            GRAPH_FAIL(GRAPH_E_CANCELLED, "cancelled by progress");
    }
done:
    return status;
}

static graph_status open_matrices(struct search *p)
{
    const struct graph_eigenvector_request *r = p->r;
    const bool is_symmetric = r->in.column == r->out.column && r->in.value == NULL;
    graph_status status;
    GRAPH_TRY(graph__cpu_row_order(&p->order, r->is_hits ? &r->out : &r->in, r->threads));
    p->size = p->order.size;
    if (!r->is_hits || is_symmetric) {
        GRAPH_TRY(graph__cpu_sort_rows(&p->in, &r->in, &p->order, &p->order, r->threads));
        p->last = &p->in;
    } else {
        GRAPH_TRY(graph__cpu_row_order(&p->half_order, &r->in, r->threads));
        GRAPH_TRY(graph__cpu_sort_rows(&p->in, &r->in, &p->half_order, &p->order, r->threads));
        GRAPH_TRY(graph__cpu_sort_rows(&p->out, &r->out, &p->order, &p->half_order, r->threads));
        p->last = &p->out;
    }
done:
    return status;
}

static graph_status open_vectors(struct search *p, bool has_lanczos)
{
    const int64_t in = row_block_count(p->in.start, p->in.units),
                  last = row_block_count(p->last->start, p->last->units), rows = in > last ? in : last,
                  half = p->last == &p->in ? p->size : p->half_order.size;
    graph_status status;
    p->blocks = (p->size + BLOCK - 1) / BLOCK;
    const struct graph_array arrays[] = {
        {(void **)&p->x, (size_t)p->size, sizeof *p->x},
        {(void **)&p->y, (size_t)p->size, sizeof *p->y},
        {(void **)&p->half, p->r->is_hits ? (size_t)half : 0, sizeof *p->half},
        {(void **)&p->part, (size_t)(rows > p->blocks ? rows : p->blocks), sizeof *p->part},
        {(void **)&p->other_part, (size_t)p->blocks, sizeof *p->other_part},
        {(void **)&p->basis, has_lanczos ? (size_t)p->size : 0, (BASIS + 1) * sizeof *p->basis}};
    GRAPH_TRY(graph__allocate_together(&p->vectors, arrays, sizeof arrays / sizeof arrays[0]));
    for (int64_t v = 0; v < p->size; v++)
        p->x[v] = v < p->n ? 1 / (double)p->n : 0;
done:
    return status;
}

static void release(struct search *p)
{
    graph__cpu_row_order_free(&p->order);
    graph__cpu_row_order_free(&p->half_order);
    graph__cpu_sorted_rows_free(&p->in);
    graph__cpu_sorted_rows_free(&p->out);
    graph__free(p->vectors);
}

static void take(double *to, const double *from, const struct row_order *order, double divisor, int threads)
{
#pragma omp parallel for num_threads(threads) schedule(static) if (order->n > BLOCK)
    for (int64_t v = 0; v < order->n; v++)
        to[v] = from[order->rank[v]] / divisor;
}

graph_status graph__cpu_eigenvector(struct graph_eigenvector_request *r)
{
    struct search p = {.r = r, .n = r->in.rows};
    bool has_lanczos =
        r->tolerance > 0 && (r->is_hits || (r->in.value == NULL && r->in.column == r->out.column));
    graph_status status;
    r->rounds = 0;
    r->value = 0;
    r->residual = p.n > 0 ? INFINITY : 0;
    GRAPH_TRY(open_matrices(&p));
    GRAPH_TRY(open_vectors(&p, has_lanczos));
    while (r->rounds < r->most_rounds && !(r->residual <= r->tolerance) && p.n > 0) {
        const double before = r->residual;
        if (has_lanczos)
            GRAPH_TRY(lanczos(&p));
        GRAPH_TRY(one_round(&p));
        has_lanczos = has_lanczos && r->residual < before; /* else all that remains is rounding */
    }
    take(r->x, p.x, &p.order, 1, r->threads);
    if (r->authority != NULL) { /* those of the last hubs; without edges the hubs */
        const double norm = multiply(&p, &p.in, p.half, p.x, NULL);
        if (norm > 0)
            take(r->authority, p.half, p.last == &p.in ? &p.order : &p.half_order, norm, r->threads);
        else
            memcpy(r->authority, r->x, (size_t)p.n * sizeof *r->x);
    }
done:
    release(&p);
    return status;
}
