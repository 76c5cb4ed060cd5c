/* SNAP edge lists: `u v [weight]` a line, separated by blanks, tabs, commas or semicolons; comment lines
 * begin with #, % or //; one line of words may stand before the first edge.  Ids count from 0.
 *
 * The writer's first line, "# semigraph edge list, rows R, columns C, type T", keeps what the edges do not
 * tell.
 * Source: snap.stanford.edu/data. */
#include <stdio.h>

#include "core/matrix/matrix.h"
#include "io/edge_lines.h"
#include "io/labels.h"

static const struct graph_line_style style = {
    .comment = '%', .is_edge_list = true, .row_is = "a vertex id", .column_is = "a second vertex id"};

graph_type graph__type_by_name(const char *name)
{
    for (int type = GRAPH_PATTERN; type <= GRAPH_FP64; type++)
        if (strcmp(name, graph_type_name((graph_type)type)) == 0)
            return (graph_type)type;
    return (graph_type)-1;
}

/* Reads the line that graph_write puts first, if this is it. */
static void read_first_line(struct graph_reading *r, const char *line)
{
    unsigned long long rows, columns;
    char type[16], behind;
    if (memcmp(line, "# semigraph", 11) != 0)
        return;
    int n = sscanf(line, "# semigraph edge list, rows %10llu, columns %10llu, type %15[a-z0-9]%c", &rows,
                   &columns, type, &behind);
    if (n != 4 || !graph__is_line_end(behind) || rows > GRAPH_LARGEST_DIMENSION ||
        columns > GRAPH_LARGEST_DIMENSION || (int)graph__type_by_name(type) < 0)
        return;
    if (!r->is_wide) {
        r->rows = (int64_t)rows;
        r->columns = (int64_t)columns;
        r->is_bounds_open = false;
    }
    if (r->options->weights == GRAPH_WEIGHTS_AUTO)
        r->declared = graph__type_by_name(type);
}

static bool is_word(const char *p)
{
    return (*p >= 'a' && *p <= 'z') || (*p >= 'A' && *p <= 'Z') || *p == '_' || *p == '"';
}

/* A second line of words: the first one was no header. */
static graph_status complain_of_words(const struct graph_reading *r, struct graph_parser *parser,
                                      const char *p)
{
    char second[200];
    uint64_t line = parser->at.lines + 1;
    graph__quote(second, sizeof second, parser, p);
    graph__complain_of(
        parser, GRAPH_E_FORMAT,
        "expected an edge, which is two numbers, after at most one line of words; found %s, and %s in "
        "line %llu",
        r->header, second, (unsigned long long)(r->skipped + line));
    parser->complaint.line = r->header_line - 1;
    return GRAPH_E_FORMAT;
}

static graph_status begin(struct graph_reading *r, struct graph_parser *parser, bool *is_done)
{
    struct graph_cursor *at = &parser->at;
    bool is_weighted = r->options->weights == GRAPH_WEIGHTS_READ;
    if (r->report.lines == 0) {
        r->is_bounds_open = true;
        r->is_wide = r->options->is_compact || r->labels != NULL;
        r->declared = is_weighted ? GRAPH_INT64 : GRAPH_PATTERN;
        read_first_line(r, at->p);
        r->is_wide |= r->options->is_compact_list && r->is_bounds_open;
    }
    while (at->p < at->end && !*is_done) {
        char *p = graph__skip_blanks(at->p);
        bool is_comment = graph__is_comment_line(p, &style);
        if (!is_comment && (r->labels != NULL || !is_word(p))) {
            *is_done = true;
            break;
        }
        if (!is_comment && r->header_line > 0)
            return complain_of_words(r, parser, p);
        if (!is_comment) {
            r->header_line = at->lines + 1;
            graph__quote(r->header, sizeof r->header, parser, p);
        }
        at->comments += is_comment;
        at->lines++;
        at->p = graph__next_line(graph__find_line_end(p));
    }
    graph__choose_values(r, r->declared, is_weighted);
    return GRAPH_OK;
}

static graph_status parse(const struct graph_reading *r, struct graph_parser *parser)
{
    return r->labels != NULL ? graph__parse_label_lines(r, parser)
                             : graph__parse_edge_lines(r, parser, &style);
}

const struct graph_text_format graph__edge_list_format = {GRAPH_FILE_EDGE_LIST, begin, parse};
