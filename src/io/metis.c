/* METIS graphs: a line `VERTICES EDGES [FORMAT [WEIGHTS]]`, then for each vertex a line of its neighbours;
 * ids count from 1, comment lines begin with %.  FORMAT is up to three digits: vertices have sizes, vertices
 * have weights (which both are passed over), edges have weights.  Each edge stands in the lines of both its
 * ends.
 * Source: the manual of METIS 5, section 4.1.1. */
#include "core/matrix/matrix.h"
#include "io/reading.h"

enum { MOST_WEIGHTS = 1000000 }; /* of a vertex */

/* The number at *p, behind blanks. */
static graph_status take_number(struct graph_parser *parser, char **p, uint64_t *number, const char *what)
{
    bool fits = true;
    char *begin = graph__skip_blanks(*p), *end = (char *)graph__scan_unsigned(begin, number, &fits);
    if (end == begin || !fits || !(graph__is_blank(*end) || graph__is_line_end(*end)))
        return graph__complain(parser, begin, what);
    *p = end;
    return GRAPH_OK;
}

static graph_status take_sizes(struct graph_reading *r, struct graph_parser *parser, char *p)
{
    uint64_t vertices = 0, edges = 0, flags = 0, weights = 1;
    bool has_weights = false;
    graph_status status;
    GRAPH_TRY(take_number(parser, &p, &vertices, "the number of vertices"));
    if (vertices > GRAPH_LARGEST_DIMENSION)
        return graph__complain_of(parser, GRAPH_E_NOT_SUPPORTED,
                                  "more than 2147483647 vertices are not supported");
    char *edges_at = graph__skip_blanks(p);
    GRAPH_TRY(take_number(parser, &p, &edges, "the number of edges"));
    if (edges > (uint64_t)INT64_MAX / 2)
        return graph__complain(parser, edges_at, "the number of edges");
    p = graph__skip_blanks(p);
    char *flags_at = p;
    if (!graph__is_line_end(*p))
        GRAPH_TRY(take_number(parser, &p, &flags, "the format, at most three digits 0 or 1"));
    if (flags > 111 || flags % 10 > 1 || flags / 10 % 10 > 1)
        return graph__complain(parser, flags_at, "the format, at most three digits 0 or 1");
    p = graph__skip_blanks(p);
    char *weights_at = p;
    if (!graph__is_line_end(*p)) {
        GRAPH_TRY(take_number(parser, &p, &weights, "the number of weights of a vertex"));
        has_weights = true;
    }
    if (weights < 1 || weights > MOST_WEIGHTS)
        return graph__complain(parser, weights_at, "a number of weights from 1 to 1000000");
    if (has_weights && flags / 10 % 10 == 0)
        return graph__complain(parser, weights_at,
                               "no number of weights, as the format has no weights of vertices");
    p = graph__skip_blanks(p);
    if (!graph__is_line_end(*p))
        return graph__complain(parser, p, "the end of the line");
    r->rows = r->columns = (int64_t)vertices;
    r->promised = 2 * edges;
    r->size_line = parser->at.lines + 1;
    r->base = 1;
    r->is_wide = r->options->is_compact;
    r->vertex_fields = (flags / 100 == 1) + (flags / 10 % 10 == 1 ? weights : 0);
    r->declared = flags % 10 == 1 ? GRAPH_INT64 : GRAPH_PATTERN;
    graph__choose_values(r, r->declared, true);
done:
    return status;
}

static graph_status begin(struct graph_reading *r, struct graph_parser *parser, bool *is_done)
{
    struct graph_cursor *at = &parser->at;
    graph_status status = GRAPH_OK;
    while (at->p < at->end && !*is_done) {
        char *p = graph__skip_blanks(at->p);
        if (*p == '%' || graph__is_line_end(*p)) {
            at->comments++;
        } else {
            GRAPH_TRY(take_sizes(r, parser, p));
            *is_done = true;
        }
        at->p = graph__next_line(graph__find_line_end(p));
        at->lines++;
    }
done:
    return status;
}

/* One neighbour of vertex `row`, which counts from the beginning of the block. */
static graph_status take_neighbour(const struct graph_reading *r, struct graph_parser *parser, char **p,
                                   int64_t row)
{
    struct graph_edges *edges = &parser->edges;
    char *at = graph__skip_blanks(*p);
    uint64_t id = 0;
    graph_status status;
    GRAPH_TRY(take_number(parser, p, &id, "a neighbour's id"));
    if (id < 1 || id > (uint64_t)r->columns)
        return graph__complain(parser, at, "a neighbour's id from 1 to the number of vertices");
    if (r->declared != GRAPH_PATTERN) {
        struct graph_number number;
        char *begin = graph__skip_blanks(*p), *end = (char *)graph__scan_number(begin, &number);
        if (end == NULL || !(graph__is_blank(*end) || graph__is_line_end(*end)))
            return graph__complain(parser, begin, "the weight of an edge");
        if (r->has_value)
            GRAPH_TRY(graph__take_value(r, parser, begin, &number));
        *p = end;
    }
    if (r->is_wide) {
        edges->wide[2 * edges->count] = (uint64_t)row;
        edges->wide[2 * edges->count + 1] = id - 1;
    } else {
        edges->row[edges->count] = (int32_t)row;
        edges->column[edges->count] = (int32_t)(id - 1);
    }
    if (r->is_keeping_lines)
        edges->line[edges->count] = (int64_t)parser->at.lines;
    edges->count++;
done:
    return status;
}

static graph_status parse_vertex(const struct graph_reading *r, struct graph_parser *parser, char *p)
{
    int64_t row = (int64_t)parser->piece.vertices;
    uint64_t passed;
    graph_status status = GRAPH_OK;
    if (r->vertex_fields > 0 && graph__is_line_end(*p) && parser->piece.bare == 0) {
        parser->piece.bare = parser->piece.vertices + 1;
        parser->piece.bare_line = parser->at.lines;
    }
    for (uint64_t field = 0; field < r->vertex_fields && !graph__is_line_end(*p); field++) {
        GRAPH_TRY(take_number(parser, &p, &passed, "a size or weight of a vertex"));
        p = graph__skip_blanks(p);
        if (graph__is_line_end(*p) && field + 1 < r->vertex_fields)
            return graph__complain(parser, p, "another weight of the vertex");
        parser->piece.filled = parser->piece.vertices + 1;
    }
    while (!graph__is_line_end(*p)) {
        GRAPH_TRY(take_neighbour(r, parser, &p, row));
        p = graph__skip_blanks(p);
        parser->piece.filled = parser->piece.vertices + 1;
    }
    parser->piece.vertices++;
done:
    return status;
}

static graph_status parse(const struct graph_reading *r, struct graph_parser *parser)
{
    graph_status status;
    GRAPH_TRY(graph__edges_reserve(r, &parser->edges, (parser->at.end - parser->at.p) / 2 + 1));
    while (parser->at.p < parser->at.end) {
        char *p = graph__skip_blanks(parser->at.p);
        if (*p == '%')
            parser->at.comments++;
        else
            GRAPH_TRY(parse_vertex(r, parser, p));
        parser->at.p = graph__next_line(graph__find_line_end(p));
        parser->at.lines++;
    }
done:
    return status;
}

const struct graph_text_format graph__metis_format = {GRAPH_FILE_METIS, begin, parse};
