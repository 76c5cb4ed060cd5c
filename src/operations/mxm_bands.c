/* See mxm_bands.h.  A band of n rows with a diagonals times one with b has R = n a b products and S = n (a + b - 1)
 * entries.  The CPU takes alpha R for all of it, a device beta R and gamma S for the way to the host; with the share t on
 * the CPU both end together if t alpha R = (1 - t) (beta R + gamma S), so
 *     t = (beta R + gamma S) / ((alpha + beta) R + gamma S).
 * Matam, Bharadwaj, Kothapalli, "Sparse matrix matrix multiplication on hybrid CPU+GPU platforms", HiPC 2012, 4.3. */
#include "operations/mxm_bands.h"

#include <omp.h>
#include <pthread.h>
#include <string.h>

#include "base/log.h"
#include "base/memory.h"
#include "base/status.h"

enum { ROWS = 1 << 17, HALF_WIDTH = 2, DIAGONALS = 2 * HALF_WIDTH + 1, TRIALS = 4 };

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

/* A band on the host, all of whose values are one. */
static graph_status make_band(struct graph_csr *band, struct graph_csr_arrays *arrays,
                              const struct graph_semiring *s)
{
    int64_t entries = 0;
    graph_status status;
    GRAPH_TRY(GRAPH_NEW(arrays->row_start, ROWS + 1));
    GRAPH_TRY(GRAPH_NEW(arrays->column, ROWS * DIAGONALS));
    GRAPH_TRY(graph__allocate_zeroed(&arrays->value, ROWS * DIAGONALS, s->value_bytes));
    arrays->row_start[0] = 0;
    for (int32_t i = 0; i < ROWS; i++) {
        for (int32_t j = i - HALF_WIDTH; j <= i + HALF_WIDTH; j++)
            if (j >= 0 && j < ROWS)
                arrays->column[entries++] = j;
        arrays->row_start[i + 1] = entries;
    }
    arrays->entries = entries;
    *band =
        (struct graph_csr){ROWS, ROWS, entries, arrays->row_start, arrays->column, arrays->value, s->type};
done:
    return status;
}

/* The band at the device's place. */
static graph_status move_band(struct graph_csr *there, struct graph_csr_arrays *arrays,
                              const struct graph_csr *band, const struct graph_backend *device,
                              size_t value_bytes)
{
    graph_status status;
    size_t n = (size_t)band->entries;
    *there = *band;
    GRAPH_TRY(device->allocate((void **)&arrays->row_start, ROWS + 1, sizeof *arrays->row_start));
    GRAPH_TRY(device->allocate((void **)&arrays->column, n, sizeof *arrays->column));
    GRAPH_TRY(device->allocate(&arrays->value, n, value_bytes));
    GRAPH_TRY(device->upload(arrays->row_start, band->row_start, (ROWS + 1) * sizeof *arrays->row_start));
    GRAPH_TRY(device->upload(arrays->column, band->column, n * sizeof *arrays->column));
    GRAPH_TRY(device->upload(arrays->value, band->value, n * value_bytes));
    there->row_start = arrays->row_start;
    there->column = arrays->column;
    there->value = arrays->value;
done:
    return status;
}

/* *seconds = the least that the square takes, and *copy those that its entries take to the host where `to` is given. */
static graph_status time_square(double *seconds, double *copy, const struct graph_semiring *s,
                                const struct graph_csr *band, const struct graph_backend *backend,
                                int threads, struct graph_csr_arrays *to)
{
    graph_status status = GRAPH_OK;
    *seconds = *copy = 1e9;
    for (int trial = 0; trial < TRIALS; trial++) {
        struct graph_mxm_request r = {
            .semiring = s, .A = *band, .B = *band, .method = GRAPH_METHOD_DIA, .threads = threads};
        double begin = omp_get_wtime();
        status = backend->published(s)->mxm[GRAPH_METHOD_DIA](&r);
        if (status == GRAPH_OK)
            status = backend->wait();
        double done = omp_get_wtime();
        *seconds = done - begin < *seconds ? done - begin : *seconds;
        if (status == GRAPH_OK && to != NULL) {
            size_t n = (size_t)r.C.entries;
            if (to->column == NULL)
                status = GRAPH_NEW(to->column, r.C.entries);
            if (status == GRAPH_OK && to->value == NULL)
                status = graph__allocate_zeroed(&to->value, n, s->value_bytes);
            if (status == GRAPH_OK)
                status = backend->download(to->column, r.C.column, n * sizeof *to->column);
            if (status == GRAPH_OK)
                status = backend->download(to->value, r.C.value, n * s->value_bytes);
            done = omp_get_wtime() - done;
            *copy = done < *copy ? done : *copy;
        }
        graph__csr_arrays_release(&r.C, backend);
        GRAPH_TRY(status);
    }
done:
    return status;
}

static graph_status calibrate(const struct graph_semiring *s, const struct graph_place *place)
{
    const double R = (double)ROWS * DIAGONALS * DIAGONALS, S = (double)ROWS * (2 * DIAGONALS - 1);
    struct graph_csr band, there;
    struct graph_csr_arrays own = {0}, own_there = {0}, to = {0};
    double cpu, device, copy, none;
    graph_status status;
    GRAPH_TRY(make_band(&band, &own, s));
    GRAPH_TRY(move_band(&there, &own_there, &band, place->backend, s->value_bytes));
    GRAPH_TRY(time_square(&cpu, &none, s, &band, graph__cpu(), place->threads, NULL));
    GRAPH_TRY(time_square(&device, &copy, s, &there, place->backend, place->threads, &to));
    known.alpha = cpu / R;
    known.beta = device / R;
    known.gamma = copy / S;
    known.semiring = s;
    known.threads = place->threads;
    graph__log("mxm: bands take %.3g ns a product on cpu, %.3g on %s, and %.3g an entry to the host",
               1e9 * known.alpha, 1e9 * known.beta, place->backend->name, 1e9 * known.gamma);
done:
    graph__csr_arrays_release(&own, graph__cpu());
    graph__csr_arrays_release(&own_there, place->backend);
    graph__csr_arrays_release(&to, graph__cpu());
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
