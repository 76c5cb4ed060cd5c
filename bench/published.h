/* What the parts of bench_published share: options, tables, matrices of the papers' classes, and contenders. */
#ifndef BENCH_PUBLISHED_H
#define BENCH_PUBLISHED_H

#include "bench.h"

struct published_options {
    graph_backend_kind backend;
    int trials, threads;
    double scale;           /* rows of generated matrices, as a share of the papers' */
    const char *class_name; /* only this one; NULL: all */
    const char *files;      /* a folder with the real matrices, or NULL */
    const char *svg;        /* a folder for plots, or NULL */
    FILE *json;             /* NULL: none */
};

/* ---- Tables ---- */

/* Rows of cells, each a number or the reason why there is none.  Printed as Markdown, written as JSON, and drawn: every
 * column of times relative to one of them. */
enum { TABLE_COLUMNS = 20, TABLE_ROWS = 64, TABLE_TEXT = 40 };
struct table {
    const char *name, *title;
    const struct published_options *options;
    const char *column[TABLE_COLUMNS];
    bool is_time[TABLE_COLUMNS];
    int reference[TABLE_COLUMNS]; /* the column that the plot is relative to; negative: there is none */
    int columns;
    int rows;
    struct cell {
        bool is_number;
        double number;
        char text[TABLE_TEXT];
    } cell[TABLE_ROWS][TABLE_COLUMNS];
    int filled; /* cells of the row being made */
};

/* The columns, each a name; "ms " before it says that it is a time for the plot, "* " that it is the reference too, of the
 * columns before it up to the one before that, and the last one of all behind it. */
void table_open(struct table *t, const struct published_options *options, const char *name, const char *title,
                const char *const *columns);
void table_text(struct table *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
void table_number(struct table *t, double number, int decimals);
void table_row_end(struct table *t); /* every column has its cell */
void table_close(struct table *t);
bool table_has_ratios(const struct table *t);
void table_draw(const struct table *t, FILE *svg);

/* ---- Matrices ---- */

/* A class of the papers' tables, and the matrix of one that stands for it: read, or generated. */
struct published_matrix {
    const char *name;
    graph_matrix *A;                 /* fp64 */
    bool is_real, is_with_transpose; /* the product is A A' instead of A A */
    graph_index rows, columns, entries;
    uint64_t products;
};

enum published_set { SET_WILLIAMS = 1, SET_SNAP = 2, SET_REAL = 4 };

/* The k-th class of the sets; false when there are no more.  A is NULL where the options leave it out. */
bool published_matrix_at(struct published_matrix *m, const struct published_options *options, unsigned sets,
                         int k);
void published_matrix_close(struct published_matrix *m);

/* ---- Contenders ---- */

/* A time, or the reason why there is none; and what the result is known by. */
struct published_time {
    const char *reason; /* NULL: measured */
    double ms;
    graph_index entries;
    double sum;
};

/* A method by its number, or one of these. */
enum { PEER_SUITESPARSE = 1000, PEER_CUSPARSE = 1001 };

/* The product of m by a contender; results are compared with `want` where that has one. */
struct published_time published_product(const struct published_matrix *m, int contender,
                                        const struct published_options *options,
                                        const struct published_time *want);

/* Best milliseconds of the trials of run(context), after one that is not timed; fewer trials where one takes long. */
double published_best_ms(const struct published_options *options, void (*run)(void *), void (*finish)(void *),
                         void *context);

void table_time(struct table *t, const struct published_time *time);

struct published_time peer_suitesparse_product(const struct published_matrix *m,
                                               const struct published_options *options);
struct published_time peer_cusparse_product(const struct published_matrix *m,
                                            const struct published_options *options);

/* ---- Tables of the papers ---- */

void published_matam(const struct published_options *options);
void published_bands(const struct published_options *options);
void published_csrmm(const struct published_options *options);
void published_study(const struct published_options *options);
void published_blsi(const struct published_options *options);
void published_bhsparse(const struct published_options *options);
void published_bmsparse(const struct published_options *options);
void published_methods(const struct published_options *options);

#endif
