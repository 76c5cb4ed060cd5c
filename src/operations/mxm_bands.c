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

enum { ROWS = 1 << 18, HALF_WIDTH = 2, DIAGONALS = 2 * HALF_WIDTH + 1, TRIALS = 3 };

/* What was measured last, and for what. */
static struct {
    const struct graph_semiring *semiring;
    int threads;
    double alpha, beta, gamma;
} known;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

double graph__mxm_band_share(double A_diagonals, double B_diagonals, double alpha, double beta, double gamma)
{
    double R = A_diagonals * B_diagonals, S = A_diagonals + B_diagonals - 1;
    double device = beta * R + gamma * S;
    return device / (alpha * R + device);
}

/* A band, all of whose values are zero. */
static graph_status make_band(graph_matrix **band, graph_type type)
{
    struct graph_csr_arrays arrays = {0};
    graph_status status;
    GRAPH_TRY(graph_matrix_create(band, type, ROWS, ROWS));
    GRAPH_TRY(GRAPH_NEW(arrays.row_start, ROWS + 1));
    GRAPH_TRY(GRAPH_NEW(arrays.column, ROWS * DIAGONALS));
    GRAPH_TRY(graph__allocate_zeroed(&arrays.value, ROWS * DIAGONALS, graph_type_size(type)));
    arrays.row_start[0] = 0;
    for (int32_t i = 0; i < ROWS; i++) {
        for (int32_t j = i - HALF_WIDTH; j <= i + HALF_WIDTH; j++)
            if (j >= 0 && j < ROWS)
                arrays.column[arrays.entries++] = j;
        arrays.row_start[i + 1] = arrays.entries;
    }
    GRAPH_TRY(graph__matrix_adopt(*band, &arrays, graph__cpu()));
done:
    graph__csr_arrays_release(&arrays, graph__cpu());
    return status;
}

/* *seconds = the least that the square takes, after a call that warms up. */
static graph_status time_square(double *seconds, const struct graph_semiring *s, const graph_matrix *band,
                                const struct graph_place *place, graph_method method, double cpu_share)
{
    graph_status status = GRAPH_OK;
    *seconds = 1e9;
    for (int trial = -1; trial < TRIALS; trial++) {
        graph_matrix *C = NULL;
        double begin = omp_get_wtime();
        status = graph_spgemm(&C, s, band, band,
                              GRAPH_DESCRIPTOR(.backend = place->backend->kind, .method = method,
                                               .threads = place->threads, .split = GRAPH_SPLIT_SHARE,
                                               .cpu_share = cpu_share));
        if (status == GRAPH_OK)
            status = place->backend->wait();
        double taken = omp_get_wtime() - begin;
        graph_matrix_release(&C);
        GRAPH_TRY(status);
        *seconds = trial >= 0 && taken < *seconds ? taken : *seconds;
    }
done:
    return status;
}

static graph_status calibrate(const struct graph_semiring *s, const struct graph_place *place)
{
    const double R = (double)ROWS * DIAGONALS * DIAGONALS, S = (double)ROWS * (2 * DIAGONALS - 1);
    graph_matrix *band = NULL;
    double cpu, device, kernel;
    graph_status status;
    GRAPH_TRY(make_band(&band, s->type));
    GRAPH_TRY(time_square(&kernel, s, band, place, GRAPH_METHOD_DIA, 0));
    GRAPH_TRY(time_square(&device, s, band, place, GRAPH_METHOD_HYBRID_DIA, 0));
    GRAPH_TRY(time_square(&cpu, s, band, place, GRAPH_METHOD_HYBRID_DIA, 100));
    known.alpha = cpu / R;
    known.beta = kernel / R;
    known.gamma = device > kernel ? (device - kernel) / S : 0;
    known.semiring = s;
    known.threads = place->threads;
    graph__log("mxm: bands take %.3g ns a product on cpu, %.3g on %s, and %.3g an entry to the host",
               1e9 * known.alpha, 1e9 * known.beta, place->backend->name, 1e9 * known.gamma);
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
    *share = place->split == GRAPH_SPLIT_SHARE   ? place->cpu_share / 100
             : place->split == GRAPH_SPLIT_FIXED ? GRAPH_FIXED_SHARE / 100
                                                 : 0;
    if (place->split != GRAPH_SPLIT_BANDS)
        return GRAPH_OK;
    pthread_mutex_lock(&lock);
    if (known.semiring != semiring || known.threads != place->threads)
        status = calibrate(semiring, place);
    if (status == GRAPH_OK)
        *share =
            graph__mxm_band_share(diagonals_of(A), diagonals_of(B), known.alpha, known.beta, known.gamma);
    pthread_mutex_unlock(&lock);
    return status;
}
