/* Products of a class's matrix by contenders: times, or the reasons why there are none. */
#include <math.h>

#include "core/backends.h"
#include "bench/published/published.h"

static void wait_for_device(const struct published_options *options)
{
    const struct graph_backend *backend = graph__backend(options->backend);
    if (backend != NULL)
        BENCH_OK(backend->wait());
}

static double time_once(const struct published_options *options, struct published_runner *runner)
{
    wait_for_device(options);
    double start = bench_seconds();
    runner->run(runner->context);
    wait_for_device(options);
    double ms = 1e3 * (bench_seconds() - start);
    runner->finish(runner->context);
    bench_tidy_up();
    return ms;
}

/* Rounds begin with one after the other, and go up and down: nobody always comes after the same one. */
static struct published_runner *runner_at(struct published_runner *runners, int count, int round, int place)
{
    return &runners[(round + (round % 2 == 0 ? place : count - place)) % count];
}

void published_race(const struct published_options *options, struct published_runner *runners, int count)
{
    /* The first product on a GPU may wait for the run-time compiler. */
    const bool may_compile = options->backend == GRAPH_BACKEND_CUDA;
    const double long_ms = may_compile ? 200 : 1500, long_first_ms = may_compile ? 2500 : long_ms;
    for (int trial = -1; trial < options->trials; trial++)
        for (int place = 0; place < count; place++) {
            struct published_runner *r = runner_at(runners, count, trial + 1, place);
            if (trial >= 0 && r->spent_ms > long_ms)
                continue;
            double ms = time_once(options, r);
            if (trial < 0)
                r->best_ms = INFINITY;
            if (trial < 0 && ms <= long_first_ms)
                continue;
            r->best_ms = fmin(r->best_ms, ms); /* what takes long is not slower the first time */
            r->spent_ms += ms;
        }
}

struct product {
    struct published_matrix *m;
    graph_matrix *C;
    graph_descriptor descriptor;
    graph_status status;
    bool is_compared;
    graph_index entries;
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
    if (p->status == GRAPH_OK && !p->is_compared) {
        BENCH_OK(graph_matrix_entries(&p->entries, p->C));
        published_compare(p->m, graph_method_at((size_t)p->descriptor.method)->name, bench_product_of(p->C));
        p->is_compared = true;
    }
    graph_matrix_release(&p->C);
}

/* What a method cannot do here, in words for a cell; NULL where it can. */
static const char *obstacle(const struct published_matrix *m, int contender,
                            const struct published_options *options)
{
    /* Every row meets every column: on large matrices these take minutes where others take milliseconds. */
    const double meetings = (double)m->rows * (double)m->entries,
                 speed = options->backend == GRAPH_BACKEND_CUDA ? 20 : 1;
    const bool is_long = contender == GRAPH_METHOD_ROW_COLUMN           ? meetings > 5e9 * speed
                         : contender == GRAPH_METHOD_ROW_COLUMN_BY_ROWS ? meetings > 1.5e8 * speed
                                                                        : false;
    return is_long ? "too long" : NULL;
}

static const char *reason_of(graph_status status, int method)
{
    switch (status) {
    case GRAPH_E_MEMORY:
    case GRAPH_E_DEVICE_MEMORY:
        return "memory";
    case GRAPH_E_NOT_SUPPORTED:
        return method == GRAPH_METHOD_BITMAP                                     ? "GPU only"
               : method == GRAPH_METHOD_DIA || method == GRAPH_METHOD_HYBRID_DIA ? "no band"
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

/* Why a contender does not take part; NULL if it does. */
static const char *absence(const struct published_matrix *m, int contender,
                           const struct published_options *options)
{
    const char *reason = obstacle(m, contender, options);
    if (reason == NULL && !has_method((graph_method)contender, options))
        reason = options->backend == GRAPH_BACKEND_CUDA ? "CPU only" : "GPU only";
    return reason;
}

/* What came of a race. */
static struct published_time time_of(const struct product *p, double ms)
{
    struct published_time time = {.ms = ms, .entries = p->entries};
    graph_method method = p->descriptor.method;
    if (p->status != GRAPH_OK) {
        time.reason = reason_of(p->status, (int)method);
        BENCH_CLAIM(time.reason != NULL, "%s by %s: status %d", p->m->name,
                    graph_method_at((size_t)method)->name, (int)p->status);
    }
    return time;
}

/* All methods among the contenders, which alternate. */
static void race_methods(struct published_matrix *m, const struct published_options *options)
{
    struct product product[MOST_CONTENDERS];
    struct published_runner runner[MOST_CONTENDERS];
    int runners = 0, at[MOST_CONTENDERS];
    for (int c = 0; c < m->contenders; c++) {
        if (m->contender[c] >= PEER_SUITESPARSE ||
            (m->time[c].reason = absence(m, m->contender[c], options)) != NULL)
            continue;
        product[runners] =
            (struct product){.m = m,
                             .descriptor = {.size = sizeof(graph_descriptor),
                                            .flags = m->is_with_transpose ? GRAPH_TRANSPOSE_B : 0,
                                            .method = (graph_method)m->contender[c],
                                            .backend = options->backend}};
        runner[runners] = (struct published_runner){run, finish, &product[runners], 0, 0};
        at[runners++] = c;
    }
    published_race(options, runner, runners);
    for (int k = 0; k < runners; k++)
        m->time[at[k]] = time_of(&product[k], runner[k].best_ms);
}

void published_compare(struct published_matrix *m, const char *contender, struct bench_product product)
{
    graph_arrays A = {.size = sizeof A};
    char what[128];
    snprintf(what, sizeof what, "%s by %s", m->name, contender);
    bench_check(bench_product_sort(&product) == 0, "%s: rows are not sorted", what);
    if (m->product.row_start == NULL) {
        m->product = product;
        return;
    }
    BENCH_OK(graph_matrix_export(&A, m->A, GRAPH_CSR, GRAPH_BORROW));
    bench_check(A.start_bits == 64, "row starts of %d bits", A.start_bits);
    bench_product_same(what, &product, &m->product, A.row);
    bench_product_close(&product);
}

void published_contest(struct published_matrix *m, const struct published_options *options)
{
    race_methods(m, options);
    for (int c = 0; c < m->contenders; c++) {
        if (m->contender[c] == PEER_SUITESPARSE)
            m->time[c] = peer_suitesparse_product(m, options);
        if (m->contender[c] == PEER_CUSPARSE)
            m->time[c] = peer_cusparse_product(m, options);
    }
    bench_product_close(&m->product);
}

const struct published_time *published_time_of(const struct published_matrix *m, int contender)
{
    for (int c = 0; c < m->contenders; c++)
        if (m->contender[c] == contender)
            return &m->time[c];
    bench_check(false, "no contender %d", contender);
    return NULL;
}
