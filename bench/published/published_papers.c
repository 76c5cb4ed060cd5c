/* The tables of the papers on products of sparse matrices. */
#include <math.h>
#include <string.h>

#include "bench/support/generators.h"
#include "bench/published/published.h"

static int copy_contenders(int to[MOST_CONTENDERS], const int *from, size_t bytes)
{
    memcpy(to, from, bytes);
    return (int)(bytes / sizeof *from);
}

static void put_times(struct table *t, const struct published_matrix *m, const int *contenders, int count)
{
    for (int c = 0; c < count; c++)
        table_time(t, published_time_of(m, contenders[c]));
}

/* How often the second takes the time of the first. */
static void put_ratio(struct table *t, const struct published_time *time, const struct published_time *other)
{
    table_number_or(t, time->reason != NULL ? time->reason : other->reason, time->ms / other->ms, 2);
}

/* ---- Matam et al. ---- */

static const int matam_contenders[] = {PEER_SUITESPARSE, PEER_CUSPARSE, GRAPH_METHOD_ROW_ROW,
                                       GRAPH_METHOD_COLUMN_ROW, GRAPH_METHOD_AUTO};

static int contenders_of_matam(int contenders[MOST_CONTENDERS])
{
    return copy_contenders(contenders, matam_contenders, sizeof matam_contenders);
}

static void open_matam(struct table *t, const struct published_options *options)
{
    static const char *const columns[] = {
        "Instance",      "Rows",   "NNZ", "ms Multi-core (SuiteSparse)", "ms cuSPARSE", "ms Row-Row",
        "ms Column-Row", "* AUTO", NULL};
    table_open(t, options, "matam", "Matam, Bharadwaj, Kothapalli: products in milliseconds", columns);
}

static void row_of_matam(struct table *t, const struct published_matrix *m)
{
    table_text(t, "%s", m->label);
    table_number(t, (double)m->rows, 0);
    table_number(t, (double)m->entries, 0);
    put_times(t, m, matam_contenders, sizeof matam_contenders / sizeof *matam_contenders);
    table_row_end(t);
}

const struct published_kind published_matam = {.name = "matam",
                                               .sets = SET_WILLIAMS | SET_SNAP,
                                               .parts = 1,
                                               .open = open_matam,
                                               .row = row_of_matam,
                                               .contenders = contenders_of_matam};

/* ---- Liu, Vinter ---- */

static const int bhsparse_contenders[] = {PEER_SUITESPARSE, PEER_CUSPARSE, GRAPH_METHOD_BHSPARSE,
                                          GRAPH_METHOD_AUTO};

static int contenders_of_bhsparse(int contenders[MOST_CONTENDERS])
{
    return copy_contenders(contenders, bhsparse_contenders, sizeof bhsparse_contenders);
}

static void open_bhsparse(struct table *t, const struct published_options *options)
{
    static const char *const columns[] = {"Name",
                                          "n",
                                          "nnz(A)",
                                          "products",
                                          "nnz(C)",
                                          "products / nnz(C)",
                                          "| ms SuiteSparse",
                                          "ms cuSPARSE",
                                          "ms bhSPARSE",
                                          "* AUTO",
                                          "bhSPARSE GFlop/s",
                                          "AUTO GFlop/s",
                                          "bhSPARSE / AUTO",
                                          NULL};
    table_open(t, options, "bhsparse", "Liu, Vinter: squares in milliseconds", columns);
}

static void row_of_bhsparse(struct table *t, const struct published_matrix *m)
{
    const struct published_time *theirs = published_time_of(m, GRAPH_METHOD_BHSPARSE),
                                *automatic = published_time_of(m, GRAPH_METHOD_AUTO);
    const double flops = 2e-6 * (double)m->products, entries = (double)automatic->entries;
    table_text(t, "%s", m->label);
    table_number(t, (double)m->rows, 0);
    table_number(t, (double)m->entries, 0);
    table_number(t, (double)m->products, 0);
    table_number_or(t, automatic->reason, entries, 0);
    table_number_or(t, automatic->reason, (double)m->products / entries, 1);
    put_times(t, m, bhsparse_contenders, sizeof bhsparse_contenders / sizeof *bhsparse_contenders);
    table_number_or(t, theirs->reason, flops / theirs->ms, 2);
    table_number_or(t, automatic->reason, flops / automatic->ms, 2);
    put_ratio(t, theirs, automatic);
    table_row_end(t);
}

const struct published_kind published_bhsparse = {.name = "bhsparse",
                                                  .sets = SET_WILLIAMS,
                                                  .parts = 1,
                                                  .open = open_bhsparse,
                                                  .row = row_of_bhsparse,
                                                  .contenders = contenders_of_bhsparse};

/* ---- Zhang, Gruenwald ---- */

static const int bmsparse_contenders[] = {GRAPH_METHOD_BHSPARSE, GRAPH_METHOD_BMSPARSE, GRAPH_METHOD_AUTO};

static int contenders_of_bmsparse(int contenders[MOST_CONTENDERS])
{
    return copy_contenders(contenders, bmsparse_contenders, sizeof bmsparse_contenders);
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

static void open_bmsparse(struct table *t, const struct published_options *options)
{
    static const char *const columns[] = {"Matrix",
                                          "COO MB",
                                          "CSR MB",
                                          "bmSPARSE MB",
                                          "COO index MB",
                                          "CSR index MB",
                                          "bmSPARSE index MB",
                                          "| ms bhSPARSE",
                                          "ms bmSPARSE",
                                          "* AUTO",
                                          "bmSPARSE / AUTO",
                                          NULL};
    table_open(t, options, "bmsparse", "Zhang, Gruenwald: squares in milliseconds, and memory of A", columns);
}

static void row_of_bmsparse(struct table *t, const struct published_matrix *m)
{
    const double mb = 1 << 20, n = (double)m->entries, rows = (double)m->rows,
                 blocks = (double)count_blocks(m->A);
    table_text(t, "%s", m->label);
    table_number(t, 16 * n / mb, 2);
    table_number(t, (12 * n + 4 * rows) / mb, 2);
    table_number(t, (16 * blocks + 8 * n) / mb, 2);
    table_number(t, 8 * n / mb, 2);
    table_number(t, (4 * n + 4 * rows) / mb, 2);
    table_number(t, 16 * blocks / mb, 2);
    put_times(t, m, bmsparse_contenders, sizeof bmsparse_contenders / sizeof *bmsparse_contenders);
    put_ratio(t, published_time_of(m, GRAPH_METHOD_BMSPARSE), published_time_of(m, GRAPH_METHOD_AUTO));
    table_row_end(t);
}

const struct published_kind published_bmsparse = {.name = "bmsparse",
                                                  .sets = SET_WILLIAMS | SET_SNAP | SET_REAL,
                                                  .parts = 1,
                                                  .open = open_bmsparse,
                                                  .row = row_of_bmsparse,
                                                  .contenders = contenders_of_bmsparse};

/* ---- All of them ---- */

/* AUTO, the other libraries, and every method of products. */
static int contenders_of_methods(int contenders[MOST_CONTENDERS])
{
    const graph_method_info *info;
    int count = 0;
    contenders[count++] = GRAPH_METHOD_AUTO;
    contenders[count++] = PEER_SUITESPARSE;
    contenders[count++] = PEER_CUSPARSE;
    for (size_t k = 0; (info = graph_method_at(k)) != NULL; k++)
        if (info->method != GRAPH_METHOD_AUTO && strcmp(info->operations, "mxm") == 0) {
            bench_check(count < MOST_CONTENDERS - 2, "too many methods");
            contenders[count++] = (int)info->method;
        }
    return count;
}

static void open_methods(struct table *t, const struct published_options *options)
{
    static char names[MOST_CONTENDERS][40];
    int contenders[MOST_CONTENDERS], count = contenders_of_methods(contenders);
    const char *columns[MOST_CONTENDERS + 1] = {"class"};
    for (int c = 0; c < count; c++) {
        snprintf(names[c], sizeof names[c], "%s %s", contenders[c] == GRAPH_METHOD_AUTO ? "*" : "ms",
                 contenders[c] == GRAPH_METHOD_AUTO  ? "AUTO"
                 : contenders[c] == PEER_SUITESPARSE ? "SuiteSparse"
                 : contenders[c] == PEER_CUSPARSE    ? "cuSPARSE"
                                                     : graph_method_at((size_t)contenders[c])->name);
        columns[1 + c] = names[c];
    }
    columns[1 + count] = "AUTO / best";
    table_open(t, options, "methods", "Every method on every class, in milliseconds", columns);
}

static void row_of_methods(struct table *t, const struct published_matrix *m)
{
    int contenders[MOST_CONTENDERS], count = contenders_of_methods(contenders);
    const struct published_time *automatic = published_time_of(m, GRAPH_METHOD_AUTO);
    double best = INFINITY;
    table_text(t, "%s", m->label);
    put_times(t, m, contenders, count);
    for (int c = 0; c < count; c++) {
        const struct published_time *time = published_time_of(m, contenders[c]);
        if (time->reason == NULL && contenders[c] != GRAPH_METHOD_AUTO && contenders[c] < PEER_SUITESPARSE)
            best = fmin(best, time->ms);
    }
    table_number_or(t,
                    automatic->reason != NULL ? automatic->reason
                    : best < INFINITY         ? NULL
                                              : "no method",
                    automatic->ms / best, 2);
    table_row_end(t);
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

const struct published_kind published_methods = {.name = "methods",
                                                 .sets = SET_WILLIAMS | SET_SNAP | SET_REAL,
                                                 .parts = 1,
                                                 .open = open_methods,
                                                 .row = row_of_methods,
                                                 .close = print_worst,
                                                 .contenders = contenders_of_methods};

/* ---- Tables without classes ---- */

/* A row that begins with a number: the times of a matrix by three contenders, and how the times of two compare. */
static void number_row(struct table *t, int64_t number, graph_matrix *(*make)(int64_t number, double scale),
                       bool has_rows, const int contenders[3], int slower, int faster)
{
    char name[16];
    snprintf(name, sizeof name, "%d", (int)number);
    if (table_takes_known(t, name) || !t->options->measures)
        return;
    struct published_matrix m = published_matrix_of(make(number, t->options->scale));
    m.contenders = copy_contenders(m.contender, contenders, 3 * sizeof *contenders);
    published_contest(&m, t->options);
    table_text(t, "%s", name);
    if (has_rows)
        table_number(t, (double)m.rows, 0);
    put_times(t, &m, contenders, 3);
    put_ratio(t, published_time_of(&m, slower), published_time_of(&m, faster));
    table_row_end(t);
    graph_matrix_release(&m.A);
}

/* Fewer rows where there are more diagonals. */
static graph_matrix *band(int64_t diagonals, double scale)
{
    const double rows = diagonals < 17 ? 6.4e6 : diagonals < 49 ? 1.6e6 : 0.8e6;
    return bench_band((int64_t)(rows * scale), diagonals / 2);
}

void published_bands(const struct published_options *options)
{
    static const char *const columns[] = {"diagonals", "rows",          "ms Row-Row", "ms DIA",
                                          "* AUTO",    "Row-Row / DIA", NULL};
    static const int contenders[] = {GRAPH_METHOD_ROW_ROW, GRAPH_METHOD_DIA, GRAPH_METHOD_AUTO};
    static const int64_t diagonals[] = {3, 5, 9, 17, 25, 49};
    struct table t;
    table_open(&t, options, "bands", "Matam, Bharadwaj, Kothapalli: squares of full bands in milliseconds",
               columns);
    for (size_t k = 0; k < sizeof diagonals / sizeof diagonals[0]; k++)
        number_row(&t, diagonals[k], band, true, contenders, GRAPH_METHOD_ROW_ROW, GRAPH_METHOD_DIA);
    table_close(&t);
}

static graph_matrix *a_fifth(int64_t n, double scale)
{
    (void)scale;
    return bench_uniform(n, n / 5);
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
    for (int64_t n = 100; n <= most; n *= 2)
        number_row(&t, n, a_fifth, false, contenders, GRAPH_METHOD_ROW_COLUMN_BY_ROWS,
                   GRAPH_METHOD_ROW_COLUMN);
    table_close(&t);
}
