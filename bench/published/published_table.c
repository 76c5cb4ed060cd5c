/* Tables of bench_published: JSON as rows are made, Markdown and a plot at the end.
 *
 * A table whose lines are longer than the project's limit is printed in pieces, each a complete table that repeats the
 * first column, and the second one where that is the reference.  The number of pieces is the least possible; of these ways
 * to cut, the one with the fewest cuts inside a group of columns, and of these the one whose widest piece is the
 * narrowest. */
#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "bench/published/published.h"

enum { LINE_LENGTH = 120, HEAD = -1 };

/* The best way to print the columns from one on. */
struct cut {
    int end;    /* behind the last column of the first piece */
    int pieces; /* how many there are in all */
    int inside; /* cuts inside a group */
    int width;  /* of the widest piece */
};

static int repeated_columns(const struct table *t) { return t->columns > 2 && t->reference[1] == 1 ? 2 : 1; }

static bool is_in_piece(const struct table *t, int column, int first, int end)
{
    return column < repeated_columns(t) || (column >= first && column < end);
}

static const char *text_of(const struct table *t, int row, int column)
{
    return row == HEAD ? t->column[column] : t->cell[row][column].text;
}

/* Of the longest line of a piece. */
static int width_of(const struct table *t, int first, int end)
{
    int widest = 0;
    for (int r = HEAD; r < t->rows; r++) {
        int width = 1;
        for (int c = 0; c < end; c++)
            width += is_in_piece(t, c, first, end) ? (int)strlen(text_of(t, r, c)) + 3 : 0;
        widest = width > widest ? width : widest;
    }
    return widest;
}

static bool is_better(const struct cut *cut, const struct cut *other)
{
    if (cut->pieces != other->pieces)
        return cut->pieces < other->pieces;
    return cut->inside != other->inside ? cut->inside < other->inside : cut->width < other->width;
}

/* From the last column back, the best way to print the columns from each one on. */
static void find_cuts(struct cut best[TABLE_COLUMNS + 1], const struct table *t)
{
    best[t->columns] = (struct cut){.end = t->columns};
    for (int first = t->columns - 1; first >= repeated_columns(t); first--) {
        best[first] = (struct cut){.pieces = INT_MAX};
        for (int end = first + 1; end <= t->columns; end++) {
            const struct cut *rest = &best[end];
            const int width = width_of(t, first, end);
            const bool is_inside = end < t->columns && !t->is_group_start[end];
            const struct cut cut = {end, rest->pieces + 1, rest->inside + is_inside,
                                    width > rest->width ? width : rest->width};
            if (width > LINE_LENGTH && end > first + 1)
                break;
            if (is_better(&cut, &best[first]))
                best[first] = cut;
        }
    }
}

static void print_row(const struct table *t, int row, int first, int end)
{
    printf("|");
    for (int c = 0; c < end; c++)
        if (is_in_piece(t, c, first, end))
            printf(" %s |", text_of(t, row, c));
    printf("\n");
}

static void print_rule(const struct table *t, int first, int end)
{
    printf("|");
    for (int c = 0; c < end; c++)
        if (is_in_piece(t, c, first, end))
            printf("---|");
    printf("\n");
}

static void print_table(const struct table *t)
{
    struct cut best[TABLE_COLUMNS + 1];
    find_cuts(best, t);
    printf("\n%s\n", t->title);
    for (int first = repeated_columns(t); first < t->columns; first = best[first].end) {
        printf("\n");
        print_row(t, HEAD, first, best[first].end);
        print_rule(t, first, best[first].end);
        for (int r = 0; r < t->rows; r++)
            print_row(t, r, first, best[first].end);
    }
}

void table_open(struct table *t, const struct published_options *options, const char *name, const char *title,
                const char *const *columns)
{
    memset(t, 0, sizeof *t);
    t->options = options;
    t->name = name;
    t->title = title;
    for (; columns[t->columns] != NULL; t->columns++) {
        const char *column = columns[t->columns];
        bench_check(t->columns < TABLE_COLUMNS, "too many columns");
        t->is_group_start[t->columns] = strncmp(column, "| ", 2) == 0;
        column += t->is_group_start[t->columns] ? 2 : 0;
        bool is_reference = strncmp(column, "* ", 2) == 0, is_time = strncmp(column, "ms ", 3) == 0;
        t->is_time[t->columns] = is_time || is_reference;
        t->column[t->columns] = column + (is_time ? 3 : is_reference ? 2 : 0);
        t->reference[t->columns] = is_reference ? t->columns : -1;
    }
    bench_check(t->columns > 1, "table %s has too few columns", name);
    for (int c = t->columns - 1, next = -1; c >= 0; c--)
        t->reference[c] = next = t->reference[c] >= 0 ? c : next;
    for (int c = 0, last = -1; c < t->columns; c++)
        t->reference[c] = last = t->reference[c] >= 0 ? t->reference[c] : last;
}

static struct cell *next_cell(struct table *t)
{
    bench_check(t->rows < TABLE_ROWS && t->filled < t->columns, "table %s is full", t->name);
    struct cell *cell = &t->cell[t->rows][t->filled++];
    *cell = (struct cell){0};
    return cell;
}

void table_text(struct table *t, const char *format, ...)
{
    struct cell *cell = next_cell(t);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(cell->text, sizeof cell->text, format, arguments);
    va_end(arguments);
}

void table_number(struct table *t, double number, int decimals)
{
    struct cell *cell = next_cell(t);
    cell->is_number = true;
    cell->number = number;
    snprintf(cell->text, sizeof cell->text, "%.*f", decimals, number);
}

void table_number_or(struct table *t, const char *reason, double number, int decimals)
{
    if (reason != NULL)
        table_text(t, "%s", reason);
    else
        table_number(t, number, decimals);
}

void table_time(struct table *t, const struct published_time *time)
{
    table_number_or(t, time->reason, time->ms, time->ms < 0.1 ? 4 : time->ms < 1 ? 3 : time->ms < 10 ? 2 : 1);
}

/* The beginning of a row as JSON, by which it is known. */
static void write_head(char *text, size_t room, const struct table *t, const char *first)
{
    snprintf(text, room, "{\"table\":\"%s\",\"backend\":\"%s\",\"threads\":%d,\"scale\":%g,\"%s\":\"%s\"",
             t->name, graph_backend_name(t->options->backend), t->options->threads, t->options->scale,
             t->column[0], first);
}

static void write_json(const struct table *t, FILE *to)
{
    const struct cell *cell = t->cell[t->rows];
    char head[256];
    write_head(head, sizeof head, t, cell[0].text);
    fputs(head, to);
    for (int c = 1; c < t->columns; c++) {
        const char *quote = cell[c].is_number ? "" : "\"";
        fprintf(to, ",\"%s\":%s%s%s", t->column[c], quote, cell[c].text, quote);
    }
    fputs("}\n", to);
    fflush(to);
}

static void next_row(struct table *t)
{
    t->rows++;
    t->filled = 0;
}

void table_row_end(struct table *t)
{
    bench_check(t->filled == t->columns, "table %s: a row has %d cells of %d", t->name, t->filled,
                t->columns);
    if (t->options->json != NULL)
        write_json(t, t->options->json);
    next_row(t);
}

/* The cells behind the first one of a line that write_json has written. */
static bool read_cells(struct table *t, const char *line)
{
    for (int c = 1; c < t->columns; c++) {
        char name[128];
        int length = snprintf(name, sizeof name, ",\"%s\":", t->column[c]);
        if (strncmp(line, name, (size_t)length) != 0)
            return false;
        line += length;
        bool is_text = *line == '"';
        line += is_text;
        length = (int)strcspn(line, is_text ? "\"" : ",}");
        table_text(t, "%.*s", length, line);
        struct cell *cell = &t->cell[t->rows][c];
        cell->is_number = !is_text;
        cell->number = is_text ? 0 : strtod(cell->text, NULL);
        line += length + is_text;
    }
    return *line == '}';
}

bool table_takes_known(struct table *t, const char *first)
{
    char head[256];
    write_head(head, sizeof head, t, first);
    for (const char *line = t->options->known; line != NULL; line = strchr(line, '\n')) {
        line += *line == '\n';
        if (strncmp(line, head, strlen(head)) != 0)
            continue;
        table_text(t, "%s", first);
        if (read_cells(t, line + strlen(head))) {
            table_row_end(t);
            return true;
        }
        t->filled = 0;
    }
    return false;
}

void table_row_without(struct table *t, const char *first, const char *reason)
{
    table_text(t, "%s", first);
    while (t->filled < t->columns)
        table_text(t, "%s", reason);
    next_row(t);
}

bool table_rows_are_wanted(struct table *curve, struct table *choices, const char *name)
{
    const struct published_options *o = curve->options;
    const bool is_known = table_takes_known(curve, name), is_chosen = table_takes_known(choices, name);
    bench_check(is_known == is_chosen, "%s is known to one table and not to the other", name);
    if (is_known || !o->measures)
        return false;
    if (o->backend == GRAPH_BACKEND_CUDA)
        return true;
    table_row_without(curve, name, "no GPU");
    table_row_without(choices, name, "no GPU");
    return false;
}

bool table_is_drawn(const struct table *t, int column)
{
    return t->is_time[column] && t->reference[column] >= 0 && column != t->reference[column];
}

bool table_ratio(double *ratio, const struct table *t, int row, int column)
{
    if (!table_is_drawn(t, column))
        return false;
    const struct cell *cell = &t->cell[row][column], *reference = &t->cell[row][t->reference[column]];
    if (!cell->is_number || !reference->is_number || cell->number <= 0 || reference->number <= 0)
        return false;
    *ratio = cell->number / reference->number;
    return true;
}

/* Whether a row is of the class with an entry at every position. */
static bool is_full(const struct table *t, int row)
{
    return strncmp(t->cell[row][0].text, "dense", strlen("dense")) == 0;
}

/* Of each column of times: how it compares with its reference. */
static bool print_means(const struct table *t)
{
    bool has_one = false;
    for (int c = 0; c < t->columns; c++) {
        struct bench_mean mean = {0};
        char text[BENCH_MEAN_TEXT];
        double ratio;
        for (int r = 0; r < t->rows; r++)
            if (table_ratio(&ratio, t, r, c))
                bench_mean_add(&mean, ratio, is_full(t, r));
        if (mean.all.count > 0)
            printf("%s / %s: %s\n", t->column[c], t->column[t->reference[c]], bench_mean_text(text, &mean));
        has_one = has_one || mean.all.count > 0;
    }
    return has_one;
}

void table_close(struct table *t)
{
    if (t->rows > 0)
        print_table(t);
    printf("\n");
    const bool has_ratios = print_means(t);
    fflush(stdout);
    if (t->options->svg == NULL || !has_ratios)
        return;
    char path[4096];
    snprintf(path, sizeof path, "%s/published-%s-%s.svg", t->options->svg, t->name,
             graph_backend_name(t->options->backend));
    FILE *svg = fopen(path, "w");
    bench_check(svg != NULL, "'%s' cannot be written", path);
    table_draw(t, svg);
    fclose(svg);
}
