/* See mxm_bands.h.  A band of n rows with a diagonals times one with b has R = n a b products and S = n (a + b - 1)
 * entries.  The CPU takes alpha R for all of it, a device beta R and gamma S for the way to the host; with the share t on
 * the CPU both end together if t alpha R = (1 - t) (beta R + gamma S), so
 *     t = (beta R + gamma S) / ((alpha + beta) R + gamma S).
 * Matam, Bharadwaj, Kothapalli, "Sparse matrix matrix multiplication on hybrid CPU+GPU platforms", HiPC 2012, 4.3. */
#include "operations/hybrid/mxm_bands.h"

#include <math.h>
#include <omp.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "base/lowest.h"
#include "base/memory.h"
#include "base/status.h"
#include "core/matrix/matrix.h"

enum {
    LEAST_SIZE = 56, /* 2^14 rows */
    MOST_SIZE = 80,  /* 2^20 */
    OF_OCTAVE = 4,
    SIZES = MOST_SIZE - LEAST_SIZE + 1,
    TRIALS = 7,
    MOST_GROUPS = 24,
    RENEWED = 2, /* groups: operands are made anew */
    SHARES = 9,
    BANDS = 4
};

/* Of the operands of the products that are timed: from many entries for their products to a small number.  Each is off by
 * some percent, and the CPU is faster with some numbers of diagonals than with others. */
static const int diagonals[BANDS][2] = {{2, 4}, {3, 4}, {4, 4}, {5, 5}};
/* Of the CPU, as parts of the share with which both parts would end together if neither were in the other's way. */
static const double parts[SHARES] = {0.4, 0.6, 0.75, 0.9, 1, 1.1, 1.2, 1.3, 1.45};
#define NO_SHARE    0.02  /* instead of 0, with which nothing could be said of the CPU */
#define LEAST_SHARE 0.025 /* less than that takes longer to bring together than it saves */
/* Groups of trials go on so long: what else runs on the machine, or threads that share a core for a while, may disturb some
 * for tenths of a second. */
#define LEAST_SECONDS 1.0

/* What was measured, by the size of the band, and for what; of each product: S / R, the share with which they take the
 * least time, and that in seconds for one of R. */
static struct known {
    const struct graph_semiring *semiring;
    int threads;
    struct point {
        double x, cpu, device; /* cpu = alpha, device = beta + gamma x */
    } point[BANDS];
} known[SIZES];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

double graph__mxm_band_share(double A_diagonals, double B_diagonals, double alpha, double beta, double gamma)
{
    double R = A_diagonals * B_diagonals, S = A_diagonals + B_diagonals - 1;
    double device = beta * R + gamma * S;
    return device / (alpha * R + device);
}

/* A band with so many diagonals, all of whose values are zero; written, for pages that are only read are one in memory. */
static graph_status make_band(graph_matrix **band, graph_type type, int64_t rows, int count)
{
    struct graph_csr_arrays arrays = {0};
    graph_status status;
    GRAPH_TRY(graph_matrix_create(band, type, (graph_index)rows, (graph_index)rows));
    GRAPH_TRY(GRAPH_NEW(arrays.row_start, rows + 1));
    GRAPH_TRY(GRAPH_NEW(arrays.column, rows * count));
    GRAPH_TRY(graph__allocate_array(&arrays.value, (size_t)(rows * count), graph_type_size(type)));
    memset(arrays.value, 0, (size_t)(rows * count) * graph_type_size(type));
    arrays.row_start[0] = 0;
    for (int64_t i = 0; i < rows; i++) {
        for (int64_t j = i - count / 2; j < i - count / 2 + count; j++)
            if (j >= 0 && j < rows)
                arrays.column[arrays.entries++] = (int32_t)j;
        arrays.row_start[i + 1] = arrays.entries;
    }
    GRAPH_TRY(graph__matrix_adopt(*band, &arrays, graph__cpu()));
done:
    graph__csr_arrays_release(&arrays, graph__cpu());
    return status;
}

/* What products are timed for, and by which function. */
struct subject {
    const struct graph_semiring *semiring;
    const struct graph_place *place;
    graph_spgemm_function *spgemm;
    int64_t rows; /* of the bands */
};

/* Seconds of one product, of which the result comes to the host. */
static graph_status time_product(double *seconds, const struct subject *s, graph_matrix *const operand[2],
                                 double share)
{
    const struct graph_place *place = s->place;
    graph_matrix *C = NULL;
    double begin = omp_get_wtime();
    graph_status status = s->spgemm(
        &C, s->semiring, operand[0], operand[1],
        GRAPH_DESCRIPTOR(.backend = place->backend->kind, .method = GRAPH_METHOD_HYBRID_DIA,
                         .threads = place->threads, .split = GRAPH_SPLIT_SHARE, .cpu_share = 100 * share));
    *seconds = omp_get_wtime() - begin;
    graph_matrix_release(&C);
    return status;
}

static int compare(const void *x, const void *y)
{
    double a = *(const double *)x, b = *(const double *)y;
    return (a > b) - (a < b);
}

/* The medians of some trials of shares, which alternate so that drift favours none; each twice, since the first of them
 * finds threads and memory in the state of another share. */
static graph_status time_group(double *median, const double *share, int count, const struct subject *s,
                               graph_matrix *const operand[2])
{
    double seconds[SHARES + 1][TRIALS];
    graph_status status = GRAPH_OK;
    for (int trial = 0; trial < TRIALS; trial++)
        for (int n = 0; n < count; n++) {
            int k = trial % 2 == 0 ? n : count - 1 - n;
            for (int pass = 0; pass < 2; pass++)
                GRAPH_TRY(time_product(&seconds[k][trial], s, operand, share[k]));
        }
    for (int k = 0; k < count; k++) {
        qsort(seconds[k], TRIALS, sizeof seconds[k][0], compare);
        median[k] = seconds[k][TRIALS / 2];
    }
done:
    return status;
}

/* A band whose product is timed with some shares, the first of which is 0, in groups of trials. */
struct timed {
    graph_matrix *operand[2];
    double share[SHARES + 1], of_group[SHARES + 1][MOST_GROUPS];
};

static graph_status make_operands(struct timed *t, const int count[2], const struct subject *s)
{
    graph_status status = GRAPH_OK;
    for (int k = 0; k < 2; k++) {
        graph_matrix_release(&t->operand[k]);
        GRAPH_TRY(make_band(&t->operand[k], s->semiring->type, s->rows, count[k]));
    }
done:
    return status;
}

static graph_status open_timed(struct timed *t, const int count[2], const struct subject *s)
{
    const double ends[2] = {0, 1};
    double of_ends[2];
    graph_status status;
    GRAPH_TRY(make_operands(t, count, s));
    GRAPH_TRY(time_group(of_ends, ends, 2, s, t->operand));
    double both = of_ends[0] / (of_ends[0] + of_ends[1]), most = 1 / parts[SHARES - 1];
    for (int k = 0; k < SHARES; k++)
        t->share[k + 1] = parts[k] * (both < most ? both : most);
done:
    return status;
}

/* Bands alternate, too, so that a disturbance meets only some groups of each; and the CPU is up to 10 % faster or slower as
 * long as operands lie where they are. */
static graph_status time_bands(struct timed *timed, int *groups, const struct subject *s)
{
    double median[SHARES + 1], begin = omp_get_wtime();
    graph_status status;
    do {
        for (int b = 0; b < BANDS; b++) {
            if (*groups > 0 && *groups % RENEWED == 0)
                GRAPH_TRY(make_operands(&timed[b], diagonals[b], s));
            GRAPH_TRY(time_group(median, timed[b].share, SHARES + 1, s, timed[b].operand));
            for (int k = 0; k <= SHARES; k++)
                timed[b].of_group[k][*groups] = median[k];
        }
    } while (++*groups < MOST_GROUPS && omp_get_wtime() - begin < LEAST_SECONDS);
done:
    return status;
}

/* The share with which a product takes the least time, and that time: where the formula is to find it.  A share's time is
 * the lower quartile of its groups. */
static void find_best(double *share, double *seconds, struct timed *t, int groups)
{
    double of[SHARES + 1];
    for (int k = 0; k <= SHARES; k++) {
        qsort(t->of_group[k], (size_t)groups, sizeof t->of_group[k][0], compare);
        of[k] = t->of_group[k][groups / 4];
    }
    *seconds = of[1 + graph__lowest(share, t->share + 1, of + 1, SHARES)];
    if (of[0] <= *seconds) {
        *share = NO_SHARE;
        *seconds = of[0];
    }
}

/* The formula is to give the share that is best in the products that are timed: both parts work then, in each other's way,
 * and to bring them together takes its time, too. */
static graph_status calibrate(struct known *k, const struct subject *s)
{
    struct timed *timed = NULL;
    int groups = 0;
    graph_status status;
    GRAPH_TRY(GRAPH_NEW_ZEROED(timed, BANDS));
    for (int b = 0; b < BANDS; b++)
        GRAPH_TRY(open_timed(&timed[b], diagonals[b], s));
    GRAPH_TRY(time_bands(timed, &groups, s));
    for (int b = 0; b < BANDS; b++) {
        double R = (double)s->rows * diagonals[b][0] * diagonals[b][1],
               S = (double)s->rows * (diagonals[b][0] + diagonals[b][1] - 1), share, seconds;
        find_best(&share, &seconds, &timed[b], groups);
        k->point[b] = (struct point){S / R, seconds / (share * R), seconds / ((1 - share) * R)};
        graph__log("mxm: bands of %lld rows with %d and %d diagonals take %.3g ms with %.3g %% on cpu",
                   (long long)s->rows, diagonals[b][0], diagonals[b][1], 1e3 * seconds, 100 * share);
    }
    k->semiring = s->semiring;
    k->threads = s->place->threads;
done:
    for (int b = 0; timed != NULL && b < BANDS; b++)
        for (int n = 0; n < 2; n++)
            graph_matrix_release(&timed[b].operand[n]);
    graph__free(timed);
    return status;
}

/* The formula, with what lies on lines through what was measured: the CPU's time follows also what is written, and so alpha
 * S / R. */
static double share_of(const struct known *k, double A_diagonals, double B_diagonals)
{
    double x = (A_diagonals + B_diagonals - 1) / (A_diagonals * B_diagonals), mean_x = 0, mean_cpu = 0,
           mean_device = 0, square = 0, of_cpu = 0, of_device = 0, least_cpu = INFINITY;
    for (int b = 0; b < BANDS; b++) {
        mean_x += k->point[b].x / BANDS;
        mean_cpu += k->point[b].cpu / BANDS;
        mean_device += k->point[b].device / BANDS;
        least_cpu = fmin(least_cpu, k->point[b].cpu);
    }
    for (int b = 0; b < BANDS; b++) {
        double from_mean = k->point[b].x - mean_x;
        square += from_mean * from_mean;
        of_cpu += from_mean * k->point[b].cpu;
        of_device += from_mean * k->point[b].device;
    }
    x = fmin(fmax(x, k->point[BANDS - 1].x), k->point[0].x);
    double alpha = fmax(mean_cpu + of_cpu / square * (x - mean_x), least_cpu), gamma = of_device / square,
           device = mean_device + gamma * (x - mean_x);
    gamma = gamma < 0 ? 0 : gamma * x > device ? device / x : gamma;
    double beta = device - gamma * x;
    double share = graph__mxm_band_share(A_diagonals, B_diagonals, alpha, beta, gamma);
    return share < LEAST_SHARE ? 0 : share;
}

static double diagonals_of(const struct graph_csr *A)
{
    return A->rows > 0 && A->entries > 0 ? (double)A->entries / (double)A->rows : 1;
}

graph_status graph__mxm_share(double *share, const struct graph_semiring *semiring, const struct graph_csr *A,
                              const struct graph_csr *B, const struct graph_place *place,
                              graph_spgemm_function *spgemm)
{
    struct subject s = {semiring, place, spgemm, 0};
    graph_status status = GRAPH_OK;
    *share = place->split == GRAPH_SPLIT_SHARE   ? place->cpu_share / 100
             : place->split == GRAPH_SPLIT_FIXED ? GRAPH_FIXED_SHARE / 100
                                                 : 0;
    if (place->split != GRAPH_SPLIT_BANDS)
        return GRAPH_OK;
    double wanted = round(OF_OCTAVE * log2((double)A->rows + 1));
    int size = wanted < LEAST_SIZE ? LEAST_SIZE : wanted > MOST_SIZE ? MOST_SIZE : (int)wanted;
    pthread_mutex_lock(&lock);
    struct known *k = &known[size - LEAST_SIZE];
    s.rows = (int64_t)exp2((double)size / OF_OCTAVE);
    if (k->semiring != semiring || k->threads != place->threads)
        status = calibrate(k, &s);
    if (status == GRAPH_OK)
        *share = share_of(k, diagonals_of(A), diagonals_of(B));
    pthread_mutex_unlock(&lock);
    return status;
}
