/* Tables of bench_published: Markdown as rows are made, JSON and a plot at the end. */
#include <stdarg.h>
#include <string.h>

#include "published.h"

void table_open(struct table *t, const struct published_options *options, const char *name, const char *title,
                const char *const *columns)
{
    memset(t, 0, sizeof *t);
    t->options = options;
    t->name = name;
    t->title = title;
    printf("\n%s\n\n|", title);
    for (; columns[t->columns] != NULL; t->columns++) {
        const char *column = columns[t->columns];
        bench_check(t->columns < TABLE_COLUMNS, "too many columns");
        bool is_reference = strncmp(column, "* ", 2) == 0, is_time = strncmp(column, "ms ", 3) == 0;
        t->is_time[t->columns] = is_time || is_reference;
        t->column[t->columns] = column + (is_time ? 3 : is_reference ? 2 : 0);
        printf(" %s |", t->column[t->columns]);
        t->reference[t->columns] = is_reference ? t->columns : -1;
    }
    for (int c = t->columns - 1, next = -1; c >= 0; c--)
        t->reference[c] = next = t->reference[c] >= 0 ? c : next;
    for (int c = 0, last = -1; c < t->columns; c++)
        t->reference[c] = last = t->reference[c] >= 0 ? t->reference[c] : last;
    printf("\n|");
    for (int c = 0; c < t->columns; c++)
        printf("---|");
    printf("\n");
    fflush(stdout);
}

static struct cell *next_cell(struct table *t)
{
    bench_check(t->rows < TABLE_ROWS && t->filled < t->columns, "table %s is full", t->name);
    return &t->cell[t->rows][t->filled++];
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

void table_time(struct table *t, const struct published_time *time)
{
    if (time->reason != NULL)
        table_text(t, "%s", time->reason);
    else
        table_number(t, time->ms, time->ms < 1 ? 3 : time->ms < 10 ? 2 : 1);
}

void table_row_end(struct table *t)
{
    bench_check(t->filled == t->columns, "table %s: a row has %d cells of %d", t->name, t->filled,
                t->columns);
    printf("|");
    for (int c = 0; c < t->columns; c++)
        printf(" %s |", t->cell[t->rows][c].text);
    printf("\n");
    fflush(stdout);
    t->rows++;
    t->filled = 0;
}

static void write_json(const struct table *t, FILE *to)
{
    for (int r = 0; r < t->rows; r++) {
        fprintf(to, "{\"table\":\"%s\",\"backend\":\"%s\",\"threads\":%d,\"scale\":%g", t->name,
                graph_backend_name(t->options->backend), t->options->threads, t->options->scale);
        for (int c = 0; c < t->columns; c++) {
            const struct cell *cell = &t->cell[r][c];
            if (cell->is_number)
                fprintf(to, ",\"%s\":%.6g", t->column[c], cell->number);
            else
                fprintf(to, ",\"%s\":\"%s\"", t->column[c], cell->text);
        }
        fprintf(to, "}\n");
    }
    fflush(to);
}

void table_close(struct table *t)
{
    if (t->options->json != NULL)
        write_json(t, t->options->json);
    if (t->options->svg == NULL || !table_has_ratios(t))
        return;
    char path[4096];
    snprintf(path, sizeof path, "%s/published-%s-%s.svg", t->options->svg, t->name,
             graph_backend_name(t->options->backend));
    FILE *svg = fopen(path, "w");
    bench_check(svg != NULL, "'%s' cannot be written", path);
    table_draw(t, svg);
    fclose(svg);
}
