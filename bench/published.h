/* What the parts of bench_published share: options, tables, matrices of the papers' classes, and contenders. */
#ifndef BENCH_PUBLISHED_H
#define BENCH_PUBLISHED_H

#include "bench.h"

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

/* Rows of cells, each a number or the reason why there is none, written as Markdown and as JSON when they are there, and
 * drawn at the end: every column of times relative to one of them. */
enum { TABLE_COLUMNS = 32, TABLE_ROWS = 64, TABLE_TEXT = 40 };
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
    int filled;   /* cells of the row being made */
    bool is_late; /* printed when it is closed: one of several that are made side by side */
};

/* The columns, each a name; "ms " before it says that it is a time for the plot, "* " that it is the reference too, of the
 * columns before it up to the one before that, and the last one of all behind it. */
void table_open(struct table *t, const struct published_options *options, const char *name, const char *title,
                const char *const *columns);
void table_text(struct table *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
void table_number(struct table *t, double number, int decimals);
/* A number, or why there is none. */
void table_number_or(struct table *t, const char *reason, double number, int decimals);
void table_row_end(struct table *t); /* every column has its cell */
/* The row that begins with this text, if an earlier run made it with these options. */
bool table_takes_known(struct table *t, const char *first);
/* A row without numbers, which is not kept as JSON. */
void table_row_without(struct table *t, const char *first, const char *reason);
void table_close(struct table *t);

/* A time relative to its reference; false where the cell is no such. */
bool table_ratio(double *ratio, const struct table *t, int row, int column);
bool table_is_drawn(const struct table *t, int column);
void table_draw(const struct table *t, FILE *svg);

/* ---- Matrices ---- */

/* A class of the papers' tables, and the matrix of one that stands for it: read, or generated. */
struct published_matrix {
    const char *name;
    char label[TABLE_TEXT]; /* the name, and whether it is a file */
    graph_matrix *A;        /* fp64 */
    bool is_with_transpose; /* the product is A A' instead of A A */
    graph_index rows, columns, entries;
    uint64_t products;
    int next; /* class */
};

enum published_set { SET_WILLIAMS = 1, SET_SNAP = 2, SET_REAL = 4 };

/* Goes to the next class of the sets whose row is wanted and not known to all of the tables; begins with a struct of zeros,
 * and releases the matrix before.  On the way tables get the rows that are known, and those for which there is no file. */
bool published_next(struct published_matrix *m, struct table *const *tables, int count, unsigned sets);

/* Ends the program if one of the names, with commas between, is no class. */
void published_check_classes(const char *list);

/* A matrix of the bench's own, whose pattern is released. */
struct published_matrix published_own(graph_matrix *pattern);

/* ---- Contenders ---- */

/* A time, or the reason why there is none; and what the result is known by. */
struct published_time {
    const char *reason; /* NULL: measured */
    double ms;
    graph_index entries;
    double sum;
};

/* One of a race: run(context) is timed between waits for the device, finish(context) is not. */
struct published_runner {
    void (*run)(void *);
    void (*finish)(void *);
    void *context;
    double best_ms, spent_ms;
};

/* Best milliseconds of all, which run in turn: once untimed, then in as many trials as do not take one of them too long. */
void published_race(const struct published_options *options, struct published_runner *runners, int count);

/* A method by its number, or one of these. */
enum { PEER_SUITESPARSE = 1000, PEER_CUSPARSE = 1001 };

/* The product of m by all contenders; results must agree with the first of them that has one. */
void published_contest(struct published_time *times, const struct published_matrix *m, const int *contenders,
                       int count, const struct published_options *options);

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
void published_split(const struct published_options *options);
void published_band_split(const struct published_options *options);

#endif
