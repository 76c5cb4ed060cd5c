/* See mxm_bands.h.  A band of n rows with a diagonals times one with b has R = n a b products and S = n (a + b - 1)
 * entries.  The CPU takes alpha R for all of it, a device beta R and gamma S for the way to the host; with the share t on
 * the CPU both end together if t alpha R = (1 - t) (beta R + gamma S), so
 *     t = (beta R + gamma S) / ((alpha + beta) R + gamma S).
 * Matam, Bharadwaj, Kothapalli, "Sparse matrix matrix multiplication on hybrid CPU+GPU platforms", HiPC 2012, 4.3. */
#include "operations/mxm_bands.h"

#include <omp.h>
#include <pthread.h>

#include "base/log.h"
#include "base/memory.h"
#include "base/status.h"
#include "core/matrix.h"
#include "operations/mxm_parts.h"

enum {
    DIAGONALS = 4,
    LEAST_BITS = 14,
    MOST_BITS = 20,
    SIZES = MOST_BITS - LEAST_BITS + 1,
    TRIALS = 5,
    STEPS = 4
};

/* What was measured, by the size of the band, and for what. */
static struct known {
    const struct graph_semiring *semiring;
    int threads;
    double alpha, beta, gamma;
} known[SIZES];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

double graph__mxm_band_share(double A_diagonals, double B_diagonals, double alpha, double beta, double gamma)
{
    double R = A_diagonals * B_diagonals, S = A_diagonals + B_diagonals - 1;
    double device = beta * R + gamma * S;
    return device / (alpha * R + device);
}

/* A band, all of whose values are zero. */
static graph_status make_band(graph_matrix **band, graph_type type, int64_t rows)
{
    struct graph_csr_arrays arrays = {0};
    graph_status status;
    GRAPH_TRY(graph_matrix_create(band, type, (graph_index)rows, (graph_index)rows));
    GRAPH_TRY(GRAPH_NEW(arrays.row_start, rows + 1));
    GRAPH_TRY(GRAPH_NEW(arrays.column, rows * DIAGONALS));
    GRAPH_TRY(graph__allocate_zeroed(&arrays.value, (size_t)rows * DIAGONALS, graph_type_size(type)));
    arrays.row_start[0] = 0;
    for (int64_t i = 0; i < rows; i++) {
        for (int64_t j = i - 1; j < i - 1 + DIAGONALS; j++)
            if (j >= 0 && j < rows)
                arrays.column[arrays.entries++] = (int32_t)j;
        arrays.row_start[i + 1] = arrays.entries;
    }
    GRAPH_TRY(graph__matrix_adopt(*band, &arrays, graph__cpu()));
done:
    graph__csr_arrays_release(&arrays, graph__cpu());
    return status;
}

/* What a square of the band takes: all of it, and each side's part of it. */
struct times {
    double all, device, cpu;
};

/* The least of some calls, after one that warms up. */
static graph_status time_square(struct times *best, const struct graph_semiring *s, const graph_matrix *band,
                                const struct graph_place *place, graph_method method, double share)
{
    graph_status status = GRAPH_OK;
    *best = (struct times){1e9, 1e9, 1e9};
    for (int trial = -1; trial < TRIALS; trial++) {
        graph_matrix *C = NULL;
        struct times t = {0};
        double begin = omp_get_wtime();
        status = graph_spgemm(&C, s, band, band,
                              GRAPH_DESCRIPTOR(.backend = place->backend->kind, .method = method,
                                               .threads = place->threads, .split = GRAPH_SPLIT_SHARE,
                                               .cpu_share = 100 * share));
        if (status == GRAPH_OK)
            status = place->backend->wait();
        t.all = omp_get_wtime() - begin;
        graph__mxm_parts_seconds(&t.device, &t.cpu);
        graph_matrix_release(&C);
        GRAPH_TRY(status);
        if (trial < 0)
            continue;
        best->all = t.all < best->all ? t.all : best->all;
        best->device = t.device < best->device ? t.device : best->device;
        best->cpu = t.cpu < best->cpu ? t.cpu : best->cpu;
    }
done:
    return status;
}

/* Both sides are timed while both work, for they share the processor's cores and memory; at the share that the formula
 * gives, which is therefore looked for in some steps. */
static graph_status calibrate(struct known *k, const struct graph_semiring *s,
                              const struct graph_place *place, int64_t rows)
{
    const double R = (double)rows * DIAGONALS * DIAGONALS, S = (double)rows * (2 * DIAGONALS - 1);
    graph_matrix *band = NULL;
    struct times kernel, both;
    double share = 0.25;
    graph_status status;
    GRAPH_TRY(make_band(&band, s->type, rows));
    GRAPH_TRY(time_square(&kernel, s, band, place, GRAPH_METHOD_DIA, 0));
    for (int step = 0; step < STEPS; step++) {
        share = share < 0.04 ? 0.04 : share > 0.96 ? 0.96 : share;
        GRAPH_TRY(time_square(&both, s, band, place, GRAPH_METHOD_HYBRID_DIA, share));
        double cpu = both.cpu / share, device = both.device / (1 - share);
        k->alpha = cpu / R;
        k->beta = (kernel.all < device ? kernel.all : device) / R;
        k->gamma = (device - k->beta * R) / S;
        share = graph__mxm_band_share(DIAGONALS, DIAGONALS, k->alpha, k->beta, k->gamma);
    }
    k->semiring = s;
    k->threads = place->threads;
    graph__log(
        "mxm: bands of %lld rows take %.3g ns a product on cpu, %.3g on %s, and %.3g an entry to the host",
        (long long)rows, 1e9 * k->alpha, 1e9 * k->beta, place->backend->name, 1e9 * k->gamma);
done:
    graph_matrix_release(&band);
    return status;
}

static double diagonals_of(const struct graph_csr *A)
{
    return A->rows > 0 && A->entries > 0 ? (double)A->entries / (double)A->rows : 1;
}

graph_status graph__mxm_share(double *share, const struct graph_semiring *semiring, const struct graph_csr *A,
                              const struct graph_csr *B, const struct graph_place *place)
{
    graph_status status = GRAPH_OK;
    int bits = LEAST_BITS;
    *share = place->split == GRAPH_SPLIT_SHARE   ? place->cpu_share / 100
             : place->split == GRAPH_SPLIT_FIXED ? GRAPH_FIXED_SHARE / 100
                                                 : 0;
    if (place->split != GRAPH_SPLIT_BANDS)
        return GRAPH_OK;
    while (bits < MOST_BITS && ((int64_t)3 << bits) < 2 * A->rows)
        bits++;
    pthread_mutex_lock(&lock);
    struct known *k = &known[bits - LEAST_BITS];
    if (k->semiring != semiring || k->threads != place->threads)
        status = calibrate(k, semiring, place, (int64_t)1 << bits);
    if (status == GRAPH_OK)
        *share = graph__mxm_band_share(diagonals_of(A), diagonals_of(B), k->alpha, k->beta, k->gamma);
    pthread_mutex_unlock(&lock);
    return status;
}
