/* The tables with a row for each class, all together: class by class the matrix is made, multiplied by all contenders that
 * some table asks for, and given to every table that still needs its row. */
#include <string.h>

#include "bench/published/published.h"

enum { MOST_KINDS = 8 };

static bool is_listed(const char *list, const char *name)
{
    size_t length = strlen(name);
    while (list != NULL) {
        if (strncmp(list, name, length) == 0 && (list[length] == '\0' || list[length] == ','))
            return true;
        list = strchr(list, ',');
        list += list != NULL;
    }
    return false;
}

/* Whether all parts of a table have the row already, which they take; some and not others is an error. */
static bool takes_known(struct table *parts, int count, const char *label)
{
    int known = 0;
    for (int p = 0; p < count; p++)
        known += table_takes_known(&parts[p], label);
    bench_check(known == 0 || known == count, "%s is known to some tables and not to others", label);
    return known > 0;
}

static void add_contenders(struct published_matrix *m, const struct published_kind *kind)
{
    int wanted[MOST_CONTENDERS], count = kind->contenders != NULL ? kind->contenders(wanted) : 0;
    for (int w = 0; w < count; w++) {
        bool is_there = false;
        for (int c = 0; c < m->contenders; c++)
            is_there = is_there || m->contender[c] == wanted[w];
        if (!is_there)
            m->contender[m->contenders++] = wanted[w];
    }
}

/* The rows of one class. */
static void make_rows(struct table tables[][MOST_PARTS], const struct published_kind *const *kinds, int count,
                      const struct published_options *o, int k, struct published_matrix *m)
{
    bool is_wanted[MOST_KINDS] = {false}, is_any = false;
    for (int t = 0; t < count; t++) {
        if ((kinds[t]->sets & m->sets) == 0 || takes_known(tables[t], kinds[t]->parts, m->label) ||
            !o->measures || (o->classes != NULL && !is_listed(o->classes, m->name)))
            continue;
        is_wanted[t] = is_any = true;
        add_contenders(m, kinds[t]);
    }
    if (!is_any)
        return;
    const bool is_open = published_open(m, o, k);
    if (is_open && m->contenders > 0)
        published_contest(m, o);
    for (int t = 0; t < count; t++) {
        for (int p = 0; is_wanted[t] && !is_open && p < kinds[t]->parts; p++)
            table_row_without(&tables[t][p], m->label, "no file");
        if (is_wanted[t] && is_open)
            kinds[t]->row(tables[t], m);
    }
    graph_matrix_release(&m->A);
}

void published_classes(const struct published_kind *const *kinds, int count,
                       const struct published_options *options)
{
    static struct table tables[MOST_KINDS][MOST_PARTS];
    struct published_matrix m;
    bench_check(count <= MOST_KINDS, "too many tables");
    for (int t = 0; t < count; t++)
        kinds[t]->open(tables[t], options);
    for (int k = 0; published_class_at(&m, options, k); k++)
        make_rows(tables, kinds, count, options, k, &m);
    for (int t = 0; t < count; t++) {
        for (int p = 0; p < kinds[t]->parts; p++)
            table_close(&tables[t][p]);
        if (kinds[t]->close != NULL)
            kinds[t]->close(tables[t]);
    }
}
