/* DIMACS shortest-path files: comment lines `c ...`, one line `p sp VERTICES ARCS`, then arcs `a FROM TO
 * WEIGHT`; ids count from 1.  Weights are int64, or fp64 if one of them is no integer.
 *
 * The writer's line "c semigraph type T" keeps the type, also that of a pattern, whose weights are then 1.
 * Source: the 9th DIMACS implementation challenge, www.diag.uniroma1.it/challenge9. */
#include "core/matrix/matrix.h"
#include "io/edge_lines.h"

static const struct graph_line_style style = {
    .prefix = 'a', .comment = 'c', .row_is = "a vertex id", .column_is = "a second vertex id"};

static const char type_line[] = "c semigraph type ";

static void read_type_line(struct graph_reading *r, const char *p)
{
    char name[16] = "";
    size_t n = 0;
    for (p += sizeof type_line - 1; n + 1 < sizeof name && !graph__is_line_end(p[n]); n++)
        name[n] = p[n];
    graph_type type = graph__type_by_name(name);
    if ((int)type >= 0) {
        r->declared = type;
        r->has_banner = true;
    }
}

static graph_status take_sizes(struct graph_reading *r, struct graph_parser *parser)
{
    char *p = graph__skip_blanks(parser->at.p + 1);
    bool fits = true;
    uint64_t vertices = 0;
    if (p[0] != 's' || p[1] != 'p' || !graph__is_blank(p[2]))
        return graph__complain(parser, p, "the word sp");
    p = graph__skip_blanks(p + 2);
    char *end = (char *)graph__scan_unsigned(p, &vertices, &fits);
    if (end == p || !graph__is_blank(*end))
        return graph__complain(parser, p, "the number of vertices");
    if (!fits || vertices > GRAPH_LARGEST_DIMENSION)
        return graph__complain_of(parser, GRAPH_E_NOT_SUPPORTED,
                                  "more than 2147483647 vertices are not supported");
    p = graph__skip_blanks(end);
    end = (char *)graph__scan_unsigned(p, &r->promised, &fits);
    if (end == p || !fits || !graph__is_line_end(*graph__skip_blanks(end)))
        return graph__complain(parser, p, "the number of arcs and the end of the line");
    r->rows = r->columns = (int64_t)vertices;
    r->size_line = parser->at.lines + 1;
    r->base = 1;
    return GRAPH_OK;
}

static graph_status begin(struct graph_reading *r, struct graph_parser *parser, bool *is_done)
{
    struct graph_cursor *at = &parser->at;
    graph_status status = GRAPH_OK;
    if (r->report.lines == 0)
        r->declared = GRAPH_INT64;
    r->is_wide = r->options->is_compact;
    while (at->p < at->end && !*is_done) {
        char *p = graph__skip_blanks(at->p);
        if (graph__is_comment_line(p, &style)) {
            if (strncmp(at->p, type_line, sizeof type_line - 1) == 0)
                read_type_line(r, at->p);
            at->comments++;
        } else if (p[0] == 'p' && graph__is_blank(p[1])) {
            GRAPH_TRY(take_sizes(r, parser));
            *is_done = true;
        } else {
            return graph__complain(parser, p, "the line \"p sp VERTICES ARCS\"");
        }
        at->p = graph__next_line(graph__find_line_end(p));
        at->lines++;
    }
    /* A weight stands in each arc, also when the matrix was a pattern. */
    graph__choose_values(r, r->declared, !r->has_banner);
    r->skips_value = !r->has_value;
    r->is_unit_value = r->has_banner && r->declared == GRAPH_PATTERN;
done:
    return status;
}

static graph_status parse(const struct graph_reading *r, struct graph_parser *parser)
{
    return graph__parse_edge_lines(r, parser, &style);
}

const struct graph_text_format graph__dimacs_format = {GRAPH_FILE_DIMACS, begin, parse};
