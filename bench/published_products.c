/* Products of a class's matrix by one contender: time, or the reason why there is none. */
#include <math.h>

#include "core/backends.h"
#include "published.h"

static void wait_for_device(const struct published_options *options)
{
    const struct graph_backend *backend = graph__backend(options->backend);
    if (backend != NULL)
        BENCH_OK(backend->wait());
}

double published_best_ms(const struct published_options *options, void (*run)(void *), void (*finish)(void *),
                         void *context)
{
    enum { LONG_MS = 1500 };
    double best = INFINITY, first = 0;
    /* What takes long is not slower the first time. */
    for (int trial = -1; trial < options->trials && !(trial >= 0 && first > LONG_MS); trial++) {
        wait_for_device(options);
        double start = bench_seconds();
        run(context);
        wait_for_device(options);
        double ms = 1e3 * (bench_seconds() - start);
        finish(context);
        if (trial < 0)
            first = ms;
        if (trial >= 0 || ms > LONG_MS)
            best = fmin(best, ms);
    }
    return best;
}

struct product {
    const struct published_matrix *m;
    graph_matrix *C;
    graph_descriptor descriptor;
    graph_status status;
    graph_index entries;
    double sum;
};

static void run(void *context)
{
    struct product *p = context;
    p->status =
        graph_spgemm(&p->C, graph_semiring_by_name("plus_times_fp64"), p->m->A, p->m->A, &p->descriptor);
}

static void finish(void *context)
{
    struct product *p = context;
    graph_scalar sum;
    if (p->status == GRAPH_OK && p->entries == 0) {
        BENCH_OK(graph_matrix_entries(&p->entries, p->C));
        BENCH_OK(graph_reduce(&sum, GRAPH_FP64, GRAPH_PLUS, p->C, NULL));
        p->sum = sum.value.f;
    }
    graph_matrix_release(&p->C);
}

/* What a method cannot do here, in words for a cell; NULL where it can. */
static const char *obstacle(const struct published_matrix *m, int contender,
                            const struct published_options *options)
{
    /* Every row meets every column: on large matrices these take minutes where others take milliseconds. */
    double meetings = (double)m->rows * (double)m->entries,
           speed = options->backend == GRAPH_BACKEND_CUDA ? 1e3 : 1;
    if ((contender == GRAPH_METHOD_ROW_COLUMN && meetings > 5e8 * speed) ||
        (contender == GRAPH_METHOD_ROW_COLUMN_BY_ROWS && meetings > 5e7 * speed))
        return "too long";
    return NULL;
}

static const char *reason_of(graph_status status, int method)
{
    switch (status) {
    case GRAPH_E_MEMORY:
    case GRAPH_E_DEVICE_MEMORY:
        return "memory";
    case GRAPH_E_NOT_SUPPORTED:
        return method == GRAPH_METHOD_BITMAP ? "GPU only"
               : method == GRAPH_METHOD_DIA  ? "no band"
                                             : "CPU only";
    default:
        return NULL;
    }
}

/* Whether the back end has the method at all: a small band is the product that every method takes. */
static bool has_method(graph_method method, const struct published_options *options)
{
    const graph_index at[] = {0, 1, 2, 3};
    const double value[] = {1, 1, 1, 1};
    graph_matrix *A = NULL, *C = NULL;
    BENCH_OK(graph_matrix_create(&A, GRAPH_FP64, 4, 4));
    BENCH_OK(graph_matrix_build(A, at, at, value, GRAPH_FP64, 4, GRAPH_NO_OP));
    graph_status status = graph_spgemm(&C, graph_semiring_by_name("plus_times_fp64"), A, A,
                                       GRAPH_DESCRIPTOR(.backend = options->backend, .method = method));
    graph_matrix_release(&A);
    graph_matrix_release(&C);
    return status == GRAPH_OK;
}

static struct published_time by_method(const struct published_matrix *m, graph_method method,
                                       const struct published_options *options)
{
    struct product p = {.m = m,
                        .descriptor = {.size = sizeof p.descriptor,
                                       .flags = m->is_with_transpose ? GRAPH_TRANSPOSE_B : 0,
                                       .method = method,
                                       .backend = options->backend}};
    struct published_time time = {.reason = obstacle(m, (int)method, options)};
    if (time.reason != NULL)
        return time;
    if (!has_method(method, options)) {
        time.reason = options->backend == GRAPH_BACKEND_CUDA ? "CPU only" : "GPU only";
        return time;
    }
    time.ms = published_best_ms(options, run, finish, &p);
    time.entries = p.entries;
    time.sum = p.sum;
    if (p.status != GRAPH_OK) {
        time.reason = reason_of(p.status, (int)method);
        BENCH_CLAIM(time.reason != NULL, "%s by %s: %s", m->name, graph_method_at((size_t)method)->name,
                    graph_last_error());
    }
    return time;
}

struct published_time published_product(const struct published_matrix *m, int contender,
                                        const struct published_options *options,
                                        const struct published_time *want)
{
    struct published_time time;
    if (contender == PEER_SUITESPARSE)
        time = peer_suitesparse_product(m, options);
    else if (contender == PEER_CUSPARSE)
        time = peer_cusparse_product(m, options);
    else
        time = by_method(m, (graph_method)contender, options);
    if (time.reason == NULL && want != NULL && want->reason == NULL)
        BENCH_CLAIM(time.entries == want->entries && fabs(time.sum - want->sum) <= 1e-9 * fabs(want->sum),
                    "%s by contender %d: %llu entries and the sum %.17g instead of %llu and %.17g", m->name,
                    contender, (unsigned long long)time.entries, time.sum, (unsigned long long)want->entries,
                    want->sum);
    return time;
}
