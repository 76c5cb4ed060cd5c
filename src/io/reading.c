/* Complaints, stores of edges, and values: see reading.h. */
#include "io/reading.h"

#include <stdarg.h>
#include <stdio.h>

#include "base/memory.h"

void graph__quote(char *to, size_t room, const struct graph_parser *parser, const char *at)
{
    size_t n = 0;
    const char *p = at;
    if (at >= parser->at.end) {
        snprintf(to, room, "the end of the text");
        return;
    }
    if (graph__is_line_end(*p)) {
        snprintf(to, room, "the end of the line");
        return;
    }
    to[n++] = '"';
    /* Room for one escaped character and the end. */
    for (int k = 0; k < 40 && n + 9 < room && p < parser->at.end && !graph__is_line_end(*p); k++, p++) {
        unsigned char c = (unsigned char)*p;
        n += (size_t)snprintf(to + n, room - n, c >= 32 && c < 127 ? "%c" : "\\x%02x", c);
    }
    snprintf(to + n, room - n, graph__is_line_end(*p) ? "\"" : "...\"");
}

graph_status graph__complain(struct graph_parser *parser, const char *at, const char *expected)
{
    char found[200];
    graph__quote(found, sizeof found, parser, at);
    return graph__complain_of(parser, GRAPH_E_FORMAT, "expected %s, found %s", expected, found);
}

graph_status graph__complain_of(struct graph_parser *parser, graph_status status, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(parser->complaint.text, sizeof parser->complaint.text, format, arguments);
    va_end(arguments);
    parser->complaint.status = status;
    parser->complaint.line = parser->at.lines;
    parser->complaint.vertices = parser->piece.vertices;
    parser->complaint.edges = parser->edges.count - parser->piece.begin;
    return status;
}

graph_status graph__budget_take(const struct graph_reading *r, uint64_t bytes)
{
    uint64_t before = atomic_fetch_add(&r->budget->taken, bytes);
    if (bytes <= r->budget->most && before <= r->budget->most - bytes)
        return GRAPH_OK;
    atomic_fetch_sub(&r->budget->taken, bytes);
    return graph__fail(
        GRAPH_E_MEMORY,
        "%s: the graph takes more than the %llu bytes of memory that `most_memory` (--most-memory) allows",
        r->name, (unsigned long long)r->budget->most);
}

graph_status graph__edges_take(const struct graph_reading *r, struct graph_edges *edges, uint64_t bytes)
{
    graph_status status = graph__budget_take(r, bytes);
    if (status == GRAPH_OK) {
        edges->budget = r->budget;
        edges->taken += bytes;
    }
    return status;
}

graph_status graph__report_progress(const struct graph_reading *r, double done)
{
    const graph_read_options *o = r->options;
    if (o->progress != NULL && o->progress(done, o->context) != 0)
        return graph__fail(GRAPH_E_CANCELLED, "%s: reading was cancelled", r->name);
    return GRAPH_OK;
}

graph_status graph__edges_reserve(const struct graph_reading *r, struct graph_edges *edges, int64_t more)
{
    graph_status status = GRAPH_OK;
    int64_t room = edges->count + more;
    if (room <= edges->room)
        return GRAPH_OK;
    room = room < 2 * edges->room ? 2 * edges->room : room;
    uint64_t bytes = r->is_wide ? 2 * sizeof *edges->wide : r->is_dense ? 0 : 2 * sizeof *edges->row;
    bytes += (r->has_value ? r->value_bytes : 0) + (r->is_keeping_lines ? sizeof *edges->line : 0);
    GRAPH_TRY(graph__edges_take(r, edges, (uint64_t)(room - edges->room) * bytes));
    if (r->is_wide) {
        GRAPH_TRY(GRAPH_RESIZE(edges->wide, 2 * room));
    } else if (!r->is_dense) {
        GRAPH_TRY(GRAPH_RESIZE(edges->row, room));
        GRAPH_TRY(GRAPH_RESIZE(edges->column, room));
    }
    if (r->has_value)
        GRAPH_TRY(graph__reallocate_array((void **)&edges->value, (size_t)room, r->value_bytes));
    if (r->is_keeping_lines)
        GRAPH_TRY(GRAPH_RESIZE(edges->line, room));
    edges->room = room;
done:
    return status;
}

void graph__choose_values(struct graph_reading *r, graph_type declared, bool is_open)
{
    graph_type wanted = r->options->type;
    r->has_value = declared != GRAPH_PATTERN && r->options->weights != GRAPH_WEIGHTS_DROP;
    r->skips_value = declared != GRAPH_PATTERN && !r->has_value;
    r->is_value_open = r->has_value && is_open && wanted == GRAPH_PATTERN;
    r->value_type = !r->has_value ? GRAPH_PATTERN : wanted != GRAPH_PATTERN ? wanted : declared;
    r->value_bytes = graph_type_size(r->value_type);
    r->is_strict_bool &= r->value_type == GRAPH_BOOL && wanted == GRAPH_PATTERN;
}

graph_status graph__take_value(const struct graph_reading *r, struct graph_parser *parser, const char *at,
                               const struct graph_number *number)
{
    struct graph_edges *edges = &parser->edges;
    const char *expected = "";
    char *value = edges->value + (size_t)edges->count * r->value_bytes;
    graph_type type = r->value_type;
    if (r->is_value_open && !parser->piece.is_real &&
        (!number->is_integer || !graph__store_number(value, GRAPH_INT64, number, &expected))) {
        for (int64_t k = parser->piece.begin; k < edges->count; k++) {
            int64_t integer;
            memcpy(&integer, edges->value + 8 * k, sizeof integer);
            double real = (double)integer;
            memcpy(edges->value + 8 * k, &real, sizeof real);
        }
        parser->piece.is_real = true;
    }
    if (parser->piece.is_real)
        type = GRAPH_FP64;
    if (r->is_strict_bool && number->real != 0 && number->real != 1)
        return graph__complain(parser, at, "0 or 1");
    if (!graph__store_number(value, type, number, &expected))
        return graph__complain(parser, at, expected);
    return GRAPH_OK;
}
