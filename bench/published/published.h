/* What the parts of bench_published share: options, tables, matrices of the papers' classes, and contenders. */
#ifndef BENCH_PUBLISHED_PUBLISHED_H
#define BENCH_PUBLISHED_PUBLISHED_H

#include "bench/support/bench.h"
#include "bench/support/product.h"

struct published_options {
    graph_backend_kind backend;
    int trials, threads;
    double scale;        /* rows of generated matrices, as a share of the papers' */
    const char *classes; /* only these, names with commas between; NULL: all */
    bool measures;       /* false: tables have the rows of `known` alone */
    const char *files;   /* a folder with the real matrices, or NULL */
    const char *svg;     /* a folder for plots, or NULL */
    const char *known;   /* what earlier runs wrote as JSON, or NULL */
    FILE *json;          /* NULL: none */
};

/* ---- Tables ---- */

/* Rows of cells, each a number or the reason why there is none, written as JSON when they are there, and printed as
 * Markdown and drawn at the end: every column of times relative to one of them. */
enum { TABLE_COLUMNS = 32, TABLE_ROWS = 64, TABLE_TEXT = 40 };
struct table {
    const char *name, *title;
    const struct published_options *options;
    const char *column[TABLE_COLUMNS];
    bool is_time[TABLE_COLUMNS], is_group_start[TABLE_COLUMNS];
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
 * columns before it up to the one before that, and the last one of all behind it.  "| " before all of it begins a group of
 * columns: a wide table is rather cut there. */
void table_open(struct table *t, const struct published_options *options, const char *name, const char *title,
                const char *const *columns);
void table_text(struct table *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
void table_number(struct table *t, double number, int decimals);
/* A number, or why there is none. */
void table_number_or(struct table *t, const char *reason, double number, int decimals);
void table_row_end(struct table *t); /* every column has its cell */
/* The row that begins with this text, if an earlier run made it with these options. */
bool table_takes_known(struct table *t, const char *first);
/* A row without numbers, which is not written as JSON. */
void table_row_without(struct table *t, const char *first, const char *reason);
/* Whether the row of two tables on splits is still to be measured; without a GPU it gets the reason. */
bool table_rows_are_wanted(struct table *curve, struct table *choices, const char *name);
void table_close(struct table *t);

/* A time relative to its reference; false where the cell is no such. */
bool table_ratio(double *ratio, const struct table *t, int row, int column);
bool table_is_drawn(const struct table *t, int column);
void table_draw(const struct table *t, FILE *svg);

/* ---- Matrices ---- */

/* A time, or the reason why there is none. */
struct published_time {
    const char *reason; /* NULL: measured */
    double ms;
    graph_index entries; /* of a sparse result */
};

/* Contenders in a product: a method by its number, or one of these. */
enum { PEER_SUITESPARSE = 1000, PEER_CUSPARSE = 1001, MOST_CONTENDERS = TABLE_COLUMNS };

/* A class of the papers' tables, and the matrix of one that stands for it: read, or generated. */
struct published_matrix {
    const char *name;
    char label[TABLE_TEXT]; /* the name, and whether it is a file */
    unsigned sets;
    graph_matrix *A;        /* fp64 */
    bool is_with_transpose; /* the product is A A' instead of A A */
    graph_index rows, columns, entries;
    uint64_t products;
    /* What came of the contest, if there was one. */
    int contenders, contender[MOST_CONTENDERS];
    struct published_time time[MOST_CONTENDERS];
    struct bench_product product; /* during the contest: of the first contender that ended */
};

enum published_set { SET_WILLIAMS = 1, SET_SNAP = 2, SET_REAL = 4 };

/* The k-th class, still without its matrix; false when there are no more. */
bool published_class_at(struct published_matrix *m, const struct published_options *options, int k);
bool published_has_class(const char *name, size_t length);

/* Makes the matrix of a class, or reads its file; false if there is none. */
bool published_open(struct published_matrix *m, const struct published_options *options, int k);

/* A matrix that the bench itself has made; its pattern is released. */
struct published_matrix published_matrix_of(graph_matrix *pattern);

/* ---- Contenders ---- */

/* One of a race: run(context) is timed between waits for the device, finish(context) is not. */
struct published_runner {
    void (*run)(void *);
    void (*finish)(void *);
    void *context;
    double best_ms, spent_ms;
};

/* Best milliseconds of all, which alternate: once untimed, then in as many trials as do not take one of them too long. */
void published_race(const struct published_options *options, struct published_runner *runners, int count);

/* The product of m by its contenders; all are compared with that of the first which ends. */
void published_contest(struct published_matrix *m, const struct published_options *options);

/* One of these products, which is taken over: the first is stored, and every other must have its entries. */
void published_compare(struct published_matrix *m, const char *contender, struct bench_product product);
const struct published_time *published_time_of(const struct published_matrix *m, int contender);

void table_time(struct table *t, const struct published_time *time);

struct published_time peer_suitesparse_product(struct published_matrix *m,
                                               const struct published_options *options);
struct published_time peer_cusparse_product(struct published_matrix *m,
                                            const struct published_options *options);

/* ---- Tables of the papers ---- */

/* One that has a row for each class of some sets; it may have several parts. */
enum { MOST_PARTS = 4 };
struct published_kind {
    const char *name;
    unsigned sets;
    int parts;
    void (*open)(struct table *parts, const struct published_options *options);
    void (*row)(struct table *parts, const struct published_matrix *m);
    void (*close)(const struct table *parts);           /* NULL: nothing more */
    int (*contenders)(int contenders[MOST_CONTENDERS]); /* NULL: rows need no products */
};
extern const struct published_kind published_matam, published_csrmm, published_blsi, published_bhsparse,
    published_bmsparse, published_methods;

/* Makes tables together, so that every matrix is made once. */
void published_classes(const struct published_kind *const *kinds, int count,
                       const struct published_options *options);

/* Others. */
void published_bands(const struct published_options *options);
void published_blsi_ten(const struct published_options *options);
void published_study(const struct published_options *options);
void published_split(const struct published_options *options);
void published_band_split(const struct published_options *options);

#endif
