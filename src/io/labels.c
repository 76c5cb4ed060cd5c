/* See labels.h.  An open hash table of seeded hashes: no file can be made whose texts all collide.  The texts lie one
 * behind the other, each with a 0 at its end. */
#include "io/labels.h"

#include <stdlib.h>

#include "base/memory.h"
#include "base/seed.h"
#include "io/edge_lines.h"

enum { MOST_BYTES = 4096, FIRST_PLACES = 1024, FIRST_TEXT = 4096 };
static const uint64_t most_labels = 0x7fffffff;

struct graph_label_table {
    char *text;
    uint64_t text_bytes, text_room;
    uint64_t *start; /* of each label in the text */
    uint64_t *hash;  /* of each label */
    uint64_t count, room;
    uint32_t *place; /* 1 + the number of a label; 0: free */
    uint64_t places; /* a power of 2 */
    uint64_t seed[2];
    struct graph_budget *budget;
    uint64_t taken;
};

static graph_status take(struct graph_label_table *t, const struct graph_reading *r, uint64_t bytes)
{
    graph_status status = graph__budget_take(r, bytes);
    if (status == GRAPH_OK)
        t->taken += bytes;
    return status;
}

/* The 128 bits of a product, folded. */
static uint64_t fold(uint64_t x, uint64_t y)
{
    __extension__ typedef unsigned __int128 wide;
    wide product = (wide)x * y;
    return (uint64_t)product ^ (uint64_t)(product >> 64);
}

static uint64_t hash_of(const struct graph_label_table *t, const char *text, size_t bytes)
{
    uint64_t h = t->seed[0] ^ bytes;
    for (; bytes > 0;) {
        uint64_t part = 0;
        size_t n = bytes < sizeof part ? bytes : sizeof part;
        memcpy(&part, text, n);
        h = fold(h ^ part, t->seed[1] | 1);
        text += n;
        bytes -= n;
    }
    return fold(h, t->seed[1] | 1);
}

graph_status graph__labels_create(struct graph_label_table **table, const struct graph_reading *r)
{
    struct graph_label_table *t = NULL;
    graph_status status;
    *table = NULL;
    GRAPH_TRY(GRAPH_NEW_ZEROED(t, 1));
    t->budget = r->budget;
    t->seed[0] = graph__random_seed();
    t->seed[1] = graph__random_seed();
    GRAPH_TRY(take(t, r, FIRST_PLACES * sizeof *t->place));
    GRAPH_TRY(GRAPH_NEW_ZEROED(t->place, FIRST_PLACES));
    t->places = FIRST_PLACES;
    *table = t;
    t = NULL;
done:
    graph__labels_free(t);
    return status;
}

void graph__labels_free(struct graph_label_table *table)
{
    if (table == NULL)
        return;
    graph__free(table->text);
    graph__free(table->start);
    graph__free(table->hash);
    graph__free(table->place);
    atomic_fetch_sub(&table->budget->taken, table->taken);
    graph__free(table);
}

/* Room for one label more. */
static graph_status reserve(struct graph_label_table *t, const struct graph_reading *r, size_t bytes)
{
    graph_status status = GRAPH_OK;
    if (t->text_room - t->text_bytes < bytes + 1) {
        uint64_t room = 2 * t->text_room + bytes + FIRST_TEXT;
        GRAPH_TRY(take(t, r, room - t->text_room));
        GRAPH_TRY(GRAPH_RESIZE(t->text, room));
        t->text_room = room;
    }
    if (t->count == t->room) {
        uint64_t room = 2 * t->room + FIRST_PLACES / 2;
        GRAPH_TRY(take(t, r, (room - t->room) * (sizeof *t->start + sizeof *t->hash)));
        GRAPH_TRY(GRAPH_RESIZE(t->start, room));
        GRAPH_TRY(GRAPH_RESIZE(t->hash, room));
        t->room = room;
    }
    if (2 * (t->count + 1) > t->places) {
        uint32_t *place = NULL;
        uint64_t places = 4 * t->places;
        GRAPH_TRY(take(t, r, (places - t->places) * sizeof *place));
        GRAPH_TRY(GRAPH_NEW_ZEROED(place, places));
        for (uint64_t k = 0; k < t->count; k++) {
            uint64_t at = t->hash[k] & (places - 1);
            while (place[at] != 0)
                at = (at + 1) & (places - 1);
            place[at] = (uint32_t)k + 1;
        }
        graph__free(t->place);
        t->place = place;
        t->places = places;
    }
done:
    return status;
}

graph_status graph__labels_number(uint64_t *number, struct graph_label_table *table,
                                  const struct graph_reading *r, const char *text, size_t bytes)
{
    const uint64_t hash = hash_of(table, text, bytes);
    graph_status status = reserve(table, r, bytes);
    if (status != GRAPH_OK)
        return status;
    uint64_t at = hash & (table->places - 1);
    for (; table->place[at] != 0; at = (at + 1) & (table->places - 1)) {
        const uint64_t k = table->place[at] - 1;
        const char *label = table->text + table->start[k];
        if (table->hash[k] == hash && memcmp(label, text, bytes) == 0 && label[bytes] == '\0') {
            *number = k;
            return GRAPH_OK;
        }
    }
    if (table->count == most_labels)
        return graph__fail(GRAPH_E_NOT_SUPPORTED, "%s: more than 2147483647 labels", r->name);
    *number = table->count;
    table->place[at] = (uint32_t)++table->count;
    table->hash[*number] = hash;
    table->start[*number] = table->text_bytes;
    memcpy(table->text + table->text_bytes, text, bytes);
    table->text[table->text_bytes + bytes] = '\0';
    table->text_bytes += bytes + 1;
    return GRAPH_OK;
}

/* A label and its number by order of appearance. */
struct label {
    const char *text;
    uint64_t number;
};

static int compare_labels(const void *x, const void *y)
{
    return strcmp(((const struct label *)x)->text, ((const struct label *)y)->text);
}

graph_status graph__labels_finish(char ***labels, int64_t *vertices, const struct graph_reading *r,
                                  const struct graph_label_table *table, struct graph_edges *edges)
{
    const uint64_t n = table->count;
    struct label *sorted = NULL;
    int32_t *rank = NULL;
    char *block = NULL, *text;
    graph_status status;
    GRAPH_TRY(graph__edges_take(r, edges,
                                n * (sizeof *sorted + sizeof *rank + sizeof(char *)) + table->text_bytes +
                                    (uint64_t)edges->count * 2 * sizeof *edges->row));
    GRAPH_TRY(GRAPH_NEW(sorted, n));
    GRAPH_TRY(GRAPH_NEW(rank, n));
    GRAPH_TRY(graph__allocate_array((void **)&block, n * sizeof(char *) + table->text_bytes, 1));
    for (uint64_t k = 0; k < n; k++)
        sorted[k] = (struct label){table->text + table->start[k], k};
    qsort(sorted, n, sizeof *sorted, compare_labels);
    text = block + n * sizeof(char *);
    for (uint64_t k = 0; k < n; k++) {
        const size_t bytes = strlen(sorted[k].text) + 1;
        memcpy(text, sorted[k].text, bytes);
        memcpy(block + k * sizeof(char *), &text, sizeof text);
        text += bytes;
        rank[sorted[k].number] = (int32_t)k;
    }
    GRAPH_TRY(GRAPH_NEW(edges->row, edges->count));
    GRAPH_TRY(GRAPH_NEW(edges->column, edges->count));
    for (int64_t k = 0; k < edges->count; k++) {
        edges->row[k] = rank[edges->wide[2 * k]];
        edges->column[k] = rank[edges->wide[2 * k + 1]];
    }
    graph__free(edges->wide);
    edges->wide = NULL;
    *vertices = (int64_t)n;
    *labels = (char **)(void *)block;
    block = NULL;
done:
    graph__free(sorted);
    graph__free(rank);
    graph__free(block);
    return status;
}

static bool is_separator(char c) { return graph__is_blank(c) || c == ',' || c == ';'; }

static char *skip_separator(char *p)
{
    p = graph__skip_blanks(p);
    return *p == ',' || *p == ';' ? graph__skip_blanks(p + 1) : p;
}

/* Reads a label at *p: up to a separator, or between double quotes. */
static graph_status take_label(const struct graph_reading *r, struct graph_parser *parser, char **p,
                               uint64_t *number, const char *which)
{
    const bool is_quoted = **p == '"';
    char *begin = *p + is_quoted, *end = begin;
    while (!graph__is_line_end(*end) && *end != '\0' && (is_quoted ? *end != '"' : !is_separator(*end)))
        end++;
    if (*end == '\0' && end < parser->at.end)
        return graph__complain_of(parser, GRAPH_E_FORMAT, "expected %s, found a byte 0 in it", which);
    if (is_quoted && *end != '"')
        return graph__complain(parser, *p, "a label with a quote at its end");
    *p = end + is_quoted;
    if (is_quoted && !is_separator(**p) && !graph__is_line_end(**p))
        return graph__complain(parser, *p, "a separator behind the quote");
    if (end == begin)
        return graph__complain(parser, begin - is_quoted, which);
    if (end - begin > MOST_BYTES)
        return graph__complain_of(parser, GRAPH_E_NOT_SUPPORTED,
                                  "a label has %lld bytes; at most %d are supported",
                                  (long long)(end - begin), MOST_BYTES);
    return graph__labels_number(number, r->labels, r, begin, (size_t)(end - begin));
}

static graph_status parse_line(const struct graph_reading *r, struct graph_parser *parser)
{
    struct graph_edges *edges = &parser->edges;
    char *p = graph__skip_blanks(parser->at.p);
    uint64_t row = 0, column = 0;
    graph_status status;
    GRAPH_TRY(take_label(r, parser, &p, &row, "a label"));
    p = skip_separator(p);
    GRAPH_TRY(take_label(r, parser, &p, &column, "a second label"));
    if (r->has_value) {
        struct graph_number number;
        p = skip_separator(p);
        char *end = (char *)graph__scan_number(p, &number);
        if (end == NULL || !(is_separator(*end) || graph__is_line_end(*end)))
            return graph__complain(parser, p, "a value");
        GRAPH_TRY(graph__take_value(r, parser, p, &number));
    }
    edges->wide[2 * edges->count] = row;
    edges->wide[2 * edges->count + 1] = column;
    if (r->is_keeping_lines)
        edges->line[edges->count] = (int64_t)parser->at.lines;
    edges->count++;
    parser->piece.self_loops += row == column;
done:
    return status;
}

graph_status graph__parse_label_lines(const struct graph_reading *r, struct graph_parser *parser)
{
    graph_status status;
    GRAPH_TRY(graph__edges_reserve(r, &parser->edges, (parser->at.end - parser->at.p) / 4 + 2));
    while (parser->at.p < parser->at.end) {
        const bool is_comment = graph__is_edge_list_comment(graph__skip_blanks(parser->at.p));
        if (!is_comment)
            GRAPH_TRY(parse_line(r, parser));
        parser->at.comments += is_comment;
        parser->at.p = graph__next_line(graph__find_line_end(parser->at.p));
        parser->at.lines++;
    }
done:
    return status;
}
