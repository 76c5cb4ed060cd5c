/* Products of the papers' matrices with dense ones of 8, 16, 32 and 64 columns: Matam et al., figure 12. */
#include <stdlib.h>

#include "core/backends.h"
#include "bench/published/published.h"

#ifdef PUBLISHED_HAS_CUSPARSE
#include "bench/peers/peer_spmm.h"
#endif

enum { WIDTHS = 4 };
static const int widths[WIDTHS] = {8, 16, 32, 64};

/* Dense operands at the place of the run, by rows. */
struct dense_product {
    const graph_matrix *A;
    graph_dense B, C;
    graph_method method;
    const struct graph_backend *place;
    double *home; /* B or C on the host */
    size_t C_count;
};

static void run(void *context)
{
    struct dense_product *p = context;
    BENCH_OK(graph_csrmm(&p->C, graph_semiring_by_name("plus_times_fp64"), p->A, &p->B,
                         GRAPH_DESCRIPTOR(.backend = p->place->kind, .method = p->method)));
}

static void finish(void *context) { (void)context; }

/* C as it is now must be the `first` one, which is a copy on the host: entry by entry, within the rounding of its sums. */
static void compare(struct dense_product *p, const double *first, const struct published_matrix *m,
                    const char *contender)
{
    graph_arrays A = {.size = sizeof A};
    const size_t width = (size_t)p->C.columns;
    BENCH_OK(graph_matrix_export(&A, m->A, GRAPH_CSR, GRAPH_BORROW));
    bench_check(A.start_bits == 64, "row starts of %d bits", A.start_bits);
    const int64_t *row_start = A.row;
    BENCH_OK(p->place->download(p->home, p->C.value, p->C_count * sizeof *p->home));
    for (size_t i = 0; i < m->rows; i++)
        for (size_t k = i * width; k < (i + 1) * width; k++)
            bench_check(bench_is_near(p->home[k], first[k], row_start[i + 1] - row_start[i], GRAPH_FP64),
                        "%s by %s, %zu columns: entry (%zu, %zu) is %.17g instead of %.17g", m->name,
                        contender, width, i, k - i * width, p->home[k], first[k]);
}

static void open_product(struct dense_product *p, const struct published_matrix *m, int width,
                         const struct published_options *options)
{
    size_t B_count = (size_t)m->columns * (size_t)width;
    *p = (struct dense_product){.A = m->A, .place = graph__backend(options->backend)};
    p->C_count = (size_t)m->rows * (size_t)width;
    p->B = (graph_dense){sizeof p->B, GRAPH_FP64, GRAPH_ROW_MAJOR, m->columns, (graph_index)width, 0, NULL};
    p->C = (graph_dense){sizeof p->C, GRAPH_FP64, GRAPH_ROW_MAJOR, m->rows, (graph_index)width, 0, NULL};
    p->home = malloc((p->C_count > B_count ? p->C_count : B_count) * sizeof *p->home);
    bench_check(p->home != NULL, "out of memory");
    for (size_t k = 0; k < B_count; k++)
        p->home[k] = (double)(1 + k % 8) / 8;
    BENCH_OK(p->place->allocate(&p->B.value, B_count, sizeof *p->home));
    BENCH_OK(p->place->allocate(&p->C.value, p->C_count, sizeof *p->home));
    BENCH_OK(p->place->upload(p->B.value, p->home, B_count * sizeof *p->home));
}

static void close_product(struct dense_product *p)
{
    p->place->release(p->B.value);
    p->place->release(p->C.value);
    free(p->home);
}

static struct published_time cusparse(struct dense_product *p, const struct published_matrix *m, int width,
                                      const struct published_options *options)
{
    struct published_time time = {.reason = "no GPU"};
#ifdef PUBLISHED_HAS_CUSPARSE
    if (options->backend == GRAPH_BACKEND_CUDA) {
        time.ms = peer_spmm_ms(m->A, p->B.value, p->C.value, width, options->trials);
        time.reason = time.ms < 0 ? "memory" : NULL;
    }
#endif
    (void)p, (void)m, (void)width, (void)options;
    return time;
}

static void open_csrmm(struct table *t, const struct published_options *options)
{
    static const char *const columns[] = {"Matrix",
                                          "ms 8 half-warp",
                                          "ms 8 cuSPARSE",
                                          "* 8 AUTO",
                                          "| ms 16 half-warp",
                                          "ms 16 cuSPARSE",
                                          "* 16 AUTO",
                                          "| ms 32 half-warp",
                                          "ms 32 cuSPARSE",
                                          "* 32 AUTO",
                                          "| ms 64 half-warp",
                                          "ms 64 cuSPARSE",
                                          "* 64 AUTO",
                                          NULL};
    table_open(t, options, "csrmm",
               "Matam, Bharadwaj, Kothapalli: products with dense matrices in milliseconds", columns);
}

/* The three cells of a width. */
static void put_width(struct table *t, const struct published_matrix *m, int width)
{
    const struct published_options *options = t->options;
    struct dense_product p, by_half_warps;
    struct published_time half = {0}, automatic = {0}, theirs;
    open_product(&p, m, width, options);
    by_half_warps = p;
    by_half_warps.method = GRAPH_METHOD_HALF_WARP;
    struct published_runner runner[] = {{run, finish, &p, 0, 0}, {run, finish, &by_half_warps, 0, 0}};
    published_race(options, runner, 2);
    automatic.ms = runner[0].best_ms;
    half.ms = runner[1].best_ms;
    run(&p);
    double *first = malloc(p.C_count * sizeof *first);
    bench_check(first != NULL, "out of memory");
    BENCH_OK(p.place->download(first, p.C.value, p.C_count * sizeof *first));
    run(&by_half_warps);
    compare(&p, first, m, "half-warps");
    theirs = cusparse(&p, m, width, options);
    if (theirs.reason == NULL)
        compare(&p, first, m, "cuSPARSE");
    free(first);
    table_time(t, &half);
    table_time(t, &theirs);
    table_time(t, &automatic);
    close_product(&p);
}

static void row_of_csrmm(struct table *t, const struct published_matrix *m)
{
    table_text(t, "%s", m->label);
    for (int w = 0; w < WIDTHS; w++)
        put_width(t, m, widths[w]);
    table_row_end(t);
}

const struct published_kind published_csrmm = {
    .name = "csrmm", .sets = SET_WILLIAMS, .parts = 1, .open = open_csrmm, .row = row_of_csrmm};
