/* The tables of the papers on products of sparse matrices. */
#include <math.h>

#include "generators.h"
#include "published.h"

/* A cell for each of the times. */
static void put_times(struct table *t, const struct published_time *times, int count)
{
    for (int c = 0; c < count; c++)
        table_time(t, &times[c]);
}

/* How often the second takes the time of the first. */
static void put_ratio(struct table *t, const struct published_time *time, const struct published_time *other)
{
    table_number_or(t, time->reason != NULL ? time->reason : other->reason, time->ms / other->ms, 2);
}

void published_matam(const struct published_options *options)
{
    static const char *const columns[] = {
        "Instance",      "Rows",   "NNZ", "ms Multi-core (SuiteSparse)", "ms cuSPARSE", "ms Row-Row",
        "ms Column-Row", "* AUTO", NULL};
    static const int contenders[] = {PEER_SUITESPARSE, PEER_CUSPARSE, GRAPH_METHOD_ROW_ROW,
                                     GRAPH_METHOD_COLUMN_ROW, GRAPH_METHOD_AUTO};
    enum { COUNT = sizeof contenders / sizeof contenders[0] };
    struct table t;
    table_open(&t, options, "matam", "Matam, Bharadwaj, Kothapalli: products in milliseconds", columns);
    for (struct published_matrix m = {0};
         published_next(&m, &(struct table *){&t}, 1, SET_WILLIAMS | SET_SNAP);) {
        struct published_time times[COUNT];
        published_contest(times, &m, contenders, COUNT, options);
        table_text(&t, "%s", m.label);
        table_number(&t, (double)m.rows, 0);
        table_number(&t, (double)m.entries, 0);
        put_times(&t, times, COUNT);
        table_row_end(&t);
    }
    table_close(&t);
}

void published_bhsparse(const struct published_options *options)
{
    static const char *const columns[] = {"Name",
                                          "n",
                                          "nnz(A)",
                                          "products",
                                          "nnz(C)",
                                          "products / nnz(C)",
                                          "ms SuiteSparse",
                                          "ms cuSPARSE",
                                          "ms bhSPARSE",
                                          "* AUTO",
                                          "bhSPARSE GFlop/s",
                                          "AUTO GFlop/s",
                                          "bhSPARSE / AUTO",
                                          NULL};
    static const int contenders[] = {PEER_SUITESPARSE, PEER_CUSPARSE, GRAPH_METHOD_BHSPARSE,
                                     GRAPH_METHOD_AUTO};
    enum { COUNT = sizeof contenders / sizeof contenders[0] };
    struct table t;
    table_open(&t, options, "bhsparse", "Liu, Vinter: squares in milliseconds", columns);
    for (struct published_matrix m = {0}; published_next(&m, &(struct table *){&t}, 1, SET_WILLIAMS);) {
        struct published_time times[COUNT];
        published_contest(times, &m, contenders, COUNT, options);
        const struct published_time *theirs = &times[2], *own = &times[3];
        const double flops = 2e-6 * (double)m.products, entries = (double)own->entries;
        table_text(&t, "%s", m.label);
        table_number(&t, (double)m.rows, 0);
        table_number(&t, (double)m.entries, 0);
        table_number(&t, (double)m.products, 0);
        table_number_or(&t, own->reason, entries, 0);
        table_number_or(&t, own->reason, (double)m.products / entries, 1);
        put_times(&t, times, COUNT);
        table_number_or(&t, theirs->reason, flops / theirs->ms, 2);
        table_number_or(&t, own->reason, flops / own->ms, 2);
        put_ratio(&t, theirs, own);
        table_row_end(&t);
    }
    table_close(&t);
}

/* Blocks of 8 x 8 with an entry. */
static int64_t count_blocks(graph_matrix *A)
{
    graph_arrays arrays = {.size = sizeof arrays};
    int64_t blocks = 0;
    BENCH_OK(graph_matrix_export(&arrays, A, GRAPH_CSR, GRAPH_BORROW));
    const int64_t *start = arrays.row;
    const int32_t *column = arrays.column;
    for (int64_t first = 0; first < (int64_t)arrays.rows; first += 8) {
        int64_t at[8], end = first + 8 < (int64_t)arrays.rows ? first + 8 : (int64_t)arrays.rows;
        for (int64_t i = first; i < end; i++)
            at[i - first] = start[i];
        for (;;) {
            int32_t least = INT32_MAX;
            for (int64_t i = first; i < end; i++)
                if (at[i - first] < start[i + 1] && column[at[i - first]] / 8 < least)
                    least = column[at[i - first]] / 8;
            if (least == INT32_MAX)
                break;
            blocks++;
            for (int64_t i = first; i < end; i++)
                while (at[i - first] < start[i + 1] && column[at[i - first]] / 8 == least)
                    at[i - first]++;
        }
    }
    return blocks;
}

void published_bmsparse(const struct published_options *options)
{
    static const char *const columns[] = {"Matrix",
                                          "COO MB",
                                          "CSR MB",
                                          "bmSPARSE MB",
                                          "COO index MB",
                                          "CSR index MB",
                                          "bmSPARSE index MB",
                                          "ms bhSPARSE",
                                          "ms bmSPARSE",
                                          "* AUTO",
                                          "bmSPARSE / AUTO",
                                          NULL};
    static const int contenders[] = {GRAPH_METHOD_BHSPARSE, GRAPH_METHOD_BMSPARSE, GRAPH_METHOD_AUTO};
    enum { COUNT = sizeof contenders / sizeof contenders[0] };
    const double mb = 1 << 20;
    struct table t;
    table_open(&t, options, "bmsparse", "Zhang, Gruenwald: memory of A, and squares in milliseconds",
               columns);
    for (struct published_matrix m = {0};
         published_next(&m, &(struct table *){&t}, 1, SET_WILLIAMS | SET_SNAP | SET_REAL);) {
        struct published_time times[COUNT];
        double n = (double)m.entries, blocks = (double)count_blocks(m.A);
        published_contest(times, &m, contenders, COUNT, options);
        table_text(&t, "%s", m.label);
        table_number(&t, 16 * n / mb, 2);
        table_number(&t, (12 * n + 4 * (double)m.rows) / mb, 2);
        table_number(&t, (16 * blocks + 8 * n) / mb, 2);
        table_number(&t, 8 * n / mb, 2);
        table_number(&t, (4 * n + 4 * (double)m.rows) / mb, 2);
        table_number(&t, 16 * blocks / mb, 2);
        put_times(&t, times, COUNT);
        put_ratio(&t, &times[1], &times[2]);
        table_row_end(&t);
    }
    table_close(&t);
}

void published_bands(const struct published_options *options)
{
    static const char *const columns[] = {"diagonals", "rows",          "ms Row-Row", "ms DIA",
                                          "* AUTO",    "Row-Row / DIA", NULL};
    static const int contenders[] = {GRAPH_METHOD_ROW_ROW, GRAPH_METHOD_DIA, GRAPH_METHOD_AUTO};
    static const struct {
        int64_t rows, half_width;
    } cases[] = {{6400000, 1}, {6400000, 2}, {6400000, 4}, {1600000, 8}, {1600000, 12}, {800000, 24}};
    struct table t;
    table_open(&t, options, "bands", "Matam, Bharadwaj, Kothapalli: squares of full bands in milliseconds",
               columns);
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        struct published_time times[3];
        char name[16];
        snprintf(name, sizeof name, "%d", (int)(2 * cases[k].half_width + 1));
        if (table_takes_known(&t, name) || !options->measures)
            continue;
        struct published_matrix m =
            published_own(bench_band((int64_t)((double)cases[k].rows * options->scale), cases[k].half_width));
        published_contest(times, &m, contenders, 3, options);
        table_text(&t, "%s", name);
        table_number(&t, (double)m.rows, 0);
        put_times(&t, times, 3);
        put_ratio(&t, &times[0], &times[1]);
        table_row_end(&t);
        graph_matrix_release(&m.A);
    }
    table_close(&t);
}

/* The figure shows what the study found: the time with B by rows over that with B by columns. */
void published_study(const struct published_options *options)
{
    static const char *const columns[] = {"n", "* CSR x CSC", "ms CSR x CSR", "ms AUTO", "CSR / CSC", NULL};
    static const int contenders[] = {GRAPH_METHOD_ROW_COLUMN, GRAPH_METHOD_ROW_COLUMN_BY_ROWS,
                                     GRAPH_METHOD_AUTO};
    const int64_t most = options->backend == GRAPH_BACKEND_CUDA ? 1600 : 800;
    struct table t;
    table_open(&t, options, "study", "Kerr, Gray, Duan: squares of matrices of 20 % in milliseconds",
               columns);
    for (int64_t n = 100; n <= most; n *= 2) {
        struct published_time times[3];
        char name[16];
        snprintf(name, sizeof name, "%d", (int)n);
        if (table_takes_known(&t, name) || !options->measures)
            continue;
        struct published_matrix m = published_own(bench_uniform(n, n / 5));
        published_contest(times, &m, contenders, 3, options);
        table_text(&t, "%s", name);
        put_times(&t, times, 3);
        put_ratio(&t, &times[1], &times[0]);
        table_row_end(&t);
        graph_matrix_release(&m.A);
    }
    table_close(&t);
}

/* Where AUTO is farthest behind the best of the methods. */
static void print_worst(const struct table *t)
{
    const int last = t->columns - 1;
    int worst = -1;
    for (int r = 0; r < t->rows; r++)
        if (t->cell[r][last].is_number &&
            (worst < 0 || t->cell[r][last].number > t->cell[worst][last].number))
            worst = r;
    if (worst >= 0)
        printf("AUTO takes at most %s of the time of the best method (%s)\n", t->cell[worst][last].text,
               t->cell[worst][0].text);
}

void published_methods(const struct published_options *options)
{
    enum { FIRST = 3, MOST = TABLE_COLUMNS - 2 };
    const char *columns[TABLE_COLUMNS + 1] = {"class", "* AUTO", "ms SuiteSparse", "ms cuSPARSE"};
    int contenders[MOST] = {GRAPH_METHOD_AUTO, PEER_SUITESPARSE, PEER_CUSPARSE}, count = FIRST;
    char names[MOST][40];
    const graph_method_info *info;
    struct table t;
    for (size_t k = 1; (info = graph_method_at(k)) != NULL; k++)
        if (info->method != GRAPH_METHOD_BLSI && info->method != GRAPH_METHOD_HALF_WARP) {
            bench_check(count < MOST, "too many methods");
            snprintf(names[count], sizeof names[count], "ms %s", info->name);
            columns[1 + count] = names[count];
            contenders[count++] = (int)info->method;
        }
    columns[1 + count] = "AUTO / best method";
    columns[2 + count] = NULL;
    table_open(&t, options, "methods", "Every method on every class, in milliseconds", columns);
    for (struct published_matrix m = {0};
         published_next(&m, &(struct table *){&t}, 1, SET_WILLIAMS | SET_SNAP | SET_REAL);) {
        struct published_time times[MOST];
        double best = INFINITY;
        published_contest(times, &m, contenders, count, options);
        for (int c = FIRST; c < count; c++)
            best = times[c].reason == NULL ? fmin(best, times[c].ms) : best;
        table_text(&t, "%s", m.label);
        put_times(&t, times, count);
        table_number_or(&t,
                        times[0].reason != NULL ? times[0].reason
                        : best < INFINITY       ? NULL
                                                : "no method",
                        times[0].ms / best, 2);
        table_row_end(&t);
    }
    table_close(&t);
    print_worst(&t);
}
