/* The tables of the papers on products of sparse matrices. */
#include <math.h>

#include "generators.h"
#include "published.h"

/* One row: the matrix, what `facts` adds, and a time by each contender; the first is what the others must agree with. */
static void contest(struct table *t, const struct published_matrix *m, const int *contenders, int count,
                    struct published_time *times)
{
    for (int c = 0; c < count; c++) {
        times[c] = published_product(m, contenders[c], t->options, c > 0 ? &times[0] : NULL);
        table_time(t, &times[c]);
    }
}

void published_matam(const struct published_options *options)
{
    static const char *const columns[] = {
        "Instance",      "Rows",   "NNZ", "ms Multi-core (SuiteSparse)", "ms cuSPARSE", "ms Row-Row",
        "ms Column-Row", "* AUTO", NULL};
    static const int contenders[] = {GRAPH_METHOD_ROW_ROW, GRAPH_METHOD_COLUMN_ROW, GRAPH_METHOD_AUTO};
    struct table t;
    struct published_matrix m;
    table_open(&t, options, "matam", "Matam, Bharadwaj, Kothapalli: products in milliseconds", columns);
    for (int k = 0; published_matrix_at(&m, options, SET_WILLIAMS | SET_SNAP, k); k++) {
        if (m.A == NULL)
            continue;
        struct published_time times[3], first = published_product(&m, PEER_SUITESPARSE, options, NULL),
                                        second = published_product(&m, PEER_CUSPARSE, options, &first);
        table_text(&t, "%s%s", m.name, m.is_real ? " (file)" : "");
        table_number(&t, (double)m.rows, 0);
        table_number(&t, (double)m.entries, 0);
        table_time(&t, &first);
        table_time(&t, &second);
        contest(&t, &m, contenders, 3, times);
        table_row_end(&t);
        published_matrix_close(&m);
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
    static const int contenders[] = {GRAPH_METHOD_AUTO, GRAPH_METHOD_BHSPARSE};
    struct table t;
    struct published_matrix m;
    struct bench_mean mean = {0};
    table_open(&t, options, "bhsparse", "Liu, Vinter: squares in milliseconds", columns);
    for (int k = 0; published_matrix_at(&m, options, SET_WILLIAMS, k); k++) {
        if (m.A == NULL)
            continue;
        struct published_time own = published_product(&m, contenders[0], options, NULL),
                              theirs = published_product(&m, contenders[1], options, &own),
                              suite = published_product(&m, PEER_SUITESPARSE, options, &own),
                              cusparse = published_product(&m, PEER_CUSPARSE, options, &own);
        table_text(&t, "%s%s", m.name, m.is_real ? " (file)" : "");
        table_number(&t, (double)m.rows, 0);
        table_number(&t, (double)m.entries, 0);
        table_number(&t, (double)m.products, 0);
        table_number(&t, (double)own.entries, 0);
        table_number(&t, (double)m.products / (double)own.entries, 1);
        table_time(&t, &suite);
        table_time(&t, &cusparse);
        table_time(&t, &theirs);
        table_time(&t, &own);
        if (theirs.reason == NULL)
            table_number(&t, 2e-6 * (double)m.products / theirs.ms, 2);
        else
            table_text(&t, "%s", theirs.reason);
        table_number(&t, 2e-6 * (double)m.products / own.ms, 2);
        if (theirs.reason == NULL) {
            table_number(&t, theirs.ms / own.ms, 2);
            bench_mean_add(&mean, theirs.ms / own.ms);
        } else
            table_text(&t, "%s", theirs.reason);
        table_row_end(&t);
        published_matrix_close(&m);
    }
    if (mean.count > 0)
        printf("\nbhSPARSE / AUTO: geometric mean %.2f, least %.2f of %d\n", bench_mean_of(&mean), mean.least,
               mean.count);
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
    const double mb = 1 << 20;
    struct table t;
    struct published_matrix m;
    struct bench_mean mean = {0};
    table_open(&t, options, "bmsparse", "Zhang, Gruenwald: memory of A, and squares in milliseconds",
               columns);
    for (int k = 0; published_matrix_at(&m, options, SET_WILLIAMS | SET_SNAP | SET_REAL, k); k++) {
        if (m.A == NULL)
            continue;
        struct published_time times[3];
        double n = (double)m.entries, blocks = (double)count_blocks(m.A);
        table_text(&t, "%s%s", m.name, m.is_real ? " (file)" : "");
        table_number(&t, 16 * n / mb, 2);
        table_number(&t, (12 * n + 4 * (double)m.rows) / mb, 2);
        table_number(&t, (16 * blocks + 8 * n) / mb, 2);
        table_number(&t, 8 * n / mb, 2);
        table_number(&t, (4 * n + 4 * (double)m.rows) / mb, 2);
        table_number(&t, 16 * blocks / mb, 2);
        contest(&t, &m, contenders, 3, times);
        if (times[1].reason == NULL) {
            table_number(&t, times[1].ms / times[2].ms, 2);
            bench_mean_add(&mean, times[1].ms / times[2].ms);
        } else
            table_text(&t, "%s", times[1].reason);
        table_row_end(&t);
        published_matrix_close(&m);
    }
    if (mean.count > 0)
        printf("\nbmSPARSE / AUTO: geometric mean %.2f, least %.2f of %d\n", bench_mean_of(&mean), mean.least,
               mean.count);
    table_close(&t);
}

/* A matrix of the bench's own as one of the papers'. */
static struct published_matrix own_matrix(const char *name, graph_matrix *pattern)
{
    struct published_matrix m = {.name = name, .A = bench_with_values(pattern, GRAPH_FP64)};
    graph_matrix_release(&pattern);
    BENCH_OK(graph_matrix_rows(&m.rows, m.A));
    m.columns = m.rows;
    BENCH_OK(graph_matrix_entries(&m.entries, m.A));
    return m;
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
        struct published_matrix m = own_matrix(
            "band", bench_band((int64_t)((double)cases[k].rows * options->scale), cases[k].half_width));
        struct published_time times[3];
        table_text(&t, "%d", (int)(2 * cases[k].half_width + 1));
        table_number(&t, (double)m.rows, 0);
        contest(&t, &m, contenders, 3, times);
        if (times[1].reason == NULL)
            table_number(&t, times[0].ms / times[1].ms, 2);
        else
            table_text(&t, "%s", times[1].reason);
        table_row_end(&t);
        published_matrix_close(&m);
    }
    table_close(&t);
}

void published_study(const struct published_options *options)
{
    static const char *const columns[] = {"n", "ms CSR x CSC", "ms CSR x CSR", "* AUTO", "CSR / CSC", NULL};
    static const int contenders[] = {GRAPH_METHOD_ROW_COLUMN, GRAPH_METHOD_ROW_COLUMN_BY_ROWS,
                                     GRAPH_METHOD_AUTO};
    struct table t;
    table_open(&t, options, "study", "Kerr, Gray, Duan: squares of matrices of 20 % in milliseconds",
               columns);
    for (int64_t n = 100; n <= 800; n *= 2) {
        struct published_matrix m = own_matrix("uniform", bench_uniform(n, n / 5));
        struct published_time times[3];
        table_text(&t, "%d", (int)n);
        contest(&t, &m, contenders, 3, times);
        if (times[0].reason == NULL && times[1].reason == NULL)
            table_number(&t, times[1].ms / times[0].ms, 2);
        else
            table_text(&t, "%s", times[0].reason != NULL ? times[0].reason : times[1].reason);
        table_row_end(&t);
        published_matrix_close(&m);
    }
    table_close(&t);
}

void published_methods(const struct published_options *options)
{
    enum { MOST = TABLE_COLUMNS - 5 };
    const char *columns[TABLE_COLUMNS + 1] = {"class", "* AUTO", "ms SuiteSparse", "ms cuSPARSE"};
    static char names[MOST][40];
    int contenders[MOST], count = 0;
    const graph_method_info *info;
    struct bench_mean mean[MOST] = {{0}}, loss = {0};
    struct published_matrix m;
    struct table t;
    for (size_t k = 1; (info = graph_method_at(k)) != NULL; k++)
        if (info->method != GRAPH_METHOD_BLSI && info->method != GRAPH_METHOD_HALF_WARP) {
            bench_check(count < MOST, "too many methods");
            snprintf(names[count], sizeof names[count], "ms %s", info->name);
            columns[4 + count] = names[count];
            contenders[count++] = (int)info->method;
        }
    columns[4 + count] = "AUTO / best published";
    columns[5 + count] = NULL;
    table_open(&t, options, "methods", "Every method on every class, in milliseconds", columns);
    for (int k = 0; published_matrix_at(&m, options, SET_WILLIAMS | SET_SNAP | SET_REAL, k); k++) {
        if (m.A == NULL)
            continue;
        struct published_time times[MOST], own = published_product(&m, GRAPH_METHOD_AUTO, options, NULL),
                                           suite = published_product(&m, PEER_SUITESPARSE, options, &own),
                                           cusparse = published_product(&m, PEER_CUSPARSE, options, &own);
        double best = INFINITY;
        table_text(&t, "%s%s", m.name, m.is_real ? " (file)" : "");
        table_time(&t, &own);
        table_time(&t, &suite);
        table_time(&t, &cusparse);
        for (int c = 0; c < count; c++) {
            times[c] = published_product(&m, contenders[c], options, &own);
            table_time(&t, &times[c]);
            if (times[c].reason != NULL)
                continue;
            bench_mean_add(&mean[c], times[c].ms / own.ms);
            if (contenders[c] > GRAPH_METHOD_BITMAP || contenders[c] == GRAPH_METHOD_ROW_COLUMN)
                best = fmin(best, times[c].ms);
        }
        if (best < INFINITY) {
            table_number(&t, own.ms / best, 2);
            bench_mean_add(&loss, best / own.ms);
        } else
            table_text(&t, "no method");
        table_row_end(&t);
        published_matrix_close(&m);
    }
    printf("\n");
    for (int c = 0; c < count; c++)
        if (mean[c].count > 0)
            printf("%s / AUTO: geometric mean %.2f, least %.2f of %d\n", names[c] + 3,
                   bench_mean_of(&mean[c]), mean[c].least, mean[c].count);
    if (loss.count > 0)
        printf("best published / AUTO: geometric mean %.2f, least %.2f of %d\n", bench_mean_of(&loss),
               loss.least, loss.count);
    table_close(&t);
}
