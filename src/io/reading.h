/* What the readers of the text formats share: the blocks of a text are parsed by several threads into stores
 * of edges, and put together in the order of the text. */
#ifndef IO_READING_H
#define IO_READING_H

#include <stdatomic.h>

#include "io/number.h"
#include "io/text.h"
#include "semigraph/io.h"

/* The memory that a load may take and has taken, shared by its threads. */
struct graph_budget {
    uint64_t most;
    _Atomic uint64_t taken;
};

/* Edges parsed by one thread.  Narrow ids lie in row and column; wide ones (of `is_compact`) in wide, row then
 * column. */
struct graph_edges {
    int64_t count, room;
    int32_t *row, *column;
    uint64_t *wide;
    char *value;                 /* of reading->value_bytes each */
    int64_t *line;               /* within its block; only if reading->is_keeping_lines */
    struct graph_budget *budget; /* gets `taken` bytes back; NULL: none is taken */
    uint64_t taken;
};

/* The edges of one block. */
struct graph_piece {
    int thread;
    int64_t begin, count;     /* in the store of that thread */
    uint64_t lines, comments; /* of the block */
    uint64_t vertices;        /* METIS: lines of vertices in the block */
    uint64_t filled;          /* METIS: the same without empty lines at the end */
    uint64_t bare,
        bare_line;    /* METIS: vertices up to the first line without its weights, and its line; 0: none */
    uint64_t largest; /* id that occurs, + 1 */
    int64_t self_loops;
    bool is_real; /* values are doubles although reading->is_value_open */
};

/* Where a parser stands. */
struct graph_cursor {
    char *p, *end;            /* end: behind the last line end */
    uint64_t lines, comments; /* passed */
};

/* The first thing wrong in a block. */
struct graph_complaint {
    graph_status status;  /* GRAPH_OK: nothing wrong */
    uint64_t block, line; /* line within the block, 0-based */
    uint64_t vertices;    /* METIS: lines of vertices before it in the block */
    int64_t edges;        /* parsed in the block before it */
    char text[320];
};

/* How much of the work is done when the text is parsed, joined, expanded; about what each takes. */
#define GRAPH_SHARE_PARSED   0.6
#define GRAPH_SHARE_JOINED   0.7
#define GRAPH_SHARE_EXPANDED 0.8

struct graph_parser {
    struct graph_cursor at;
    struct graph_edges edges;
    struct graph_piece piece;
    struct graph_complaint complaint;
};

struct graph_reading {
    const graph_read_options *options;
    const char *name;
    const struct graph_text_format *format;
    graph_read_report report;
    int threads;
    struct graph_budget *budget;
    struct graph_label_table *labels; /* edge lists with names; NULL: ids are numbers */
    uint64_t skipped;                 /* lines before those that are counted here */

    /* What the beginning of the text said. */
    int64_t rows, columns; /* dimensions */
    bool is_bounds_open;   /* the dimensions grow with the ids */
    uint64_t size_line;    /* line that promised `promised` edges; 0: none did */
    uint64_t promised;
    int base; /* of ids */
    bool is_symmetric, is_skew, is_dense;
    graph_type declared;   /* type of the values that the text declares */
    bool has_value;        /* a value is read with each edge */
    bool skips_value;      /* one is there but not read */
    bool is_value_open;    /* int64 until a decimal shows up, then fp64; value_type is GRAPH_INT64 */
    graph_type value_type; /* of the values in the stores, if has_value */
    size_t value_bytes;
    bool is_wide, is_keeping_lines;
    uint64_t vertex_fields; /* METIS: numbers before the neighbours in a line */
    bool has_banner;        /* the text declares its types itself */
    bool is_unit_value;     /* the value that is there but not stored must be 1 */
    uint64_t header_line;   /* edge list: line of words before the edges; 0: none */
    char header[200];       /* its beginning, quoted */
    bool is_strict_bool;    /* values other than 0 and 1 are wrong */
};

/* A format: how its beginning and its lines are read.  Both return GRAPH_OK, GRAPH_E_MEMORY, or leave a
 * complaint and return its status. */
struct graph_text_format {
    graph_file_format code;
    /* Consumes the beginning line by line; *is_done once the edges begin.  Called with the next block, too,
     * if not. */
    graph_status (*begin)(struct graph_reading *r, struct graph_parser *parser, bool *is_done);
    /* Parses the lines up to parser->at.end. */
    graph_status (*parse)(const struct graph_reading *r, struct graph_parser *parser);
};

extern const struct graph_text_format graph__edge_list_format, graph__matrix_market_format,
    graph__dimacs_format, graph__metis_format;

/* The type with this name, or a negative number. */
graph_type graph__type_by_name(const char *name);

/* Whether the line at p is a comment that is the banner of a Matrix Market file, or a misspelt one. */
bool graph__resembles_banner(const char *p, const char *end);

/* The word for a type in a "%%GraphBLAS type" line. */
const char *graph__matrix_market_type_word(graph_type type);

/* Leaves a complaint about what stands at `at`: "expected EXPECTED, found ...". */
graph_status graph__complain(struct graph_parser *parser, const char *at, const char *expected);

/* Writes at most 40 characters of the line at `at` between quotes, or what ends there; fewer if they do not fit. */
void graph__quote(char *to, size_t room, const struct graph_parser *parser, const char *at);

/* Leaves a complaint in the caller's words. */
graph_status graph__complain_of(struct graph_parser *parser, graph_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Takes bytes from the budget; GRAPH_E_MEMORY, and nothing is taken, if there are not so many. */
graph_status graph__budget_take(const struct graph_reading *r, uint64_t bytes);

/* Takes them on behalf of *edges, until these are freed. */
graph_status graph__edges_take(const struct graph_reading *r, struct graph_edges *edges, uint64_t bytes);

/* Reports how much of the whole work is done, 0 .. 1; GRAPH_E_CANCELLED if the caller wants no more. */
graph_status graph__report_progress(const struct graph_reading *r, double done);

/* Makes room for `more` edges. */
graph_status graph__edges_reserve(const struct graph_reading *r, struct graph_edges *edges, int64_t more);
void graph__edges_free(struct graph_edges *edges);

/* Stores a number as the value of the edge that comes next; a complaint if it does not fit. */
graph_status graph__take_value(const struct graph_reading *r, struct graph_parser *parser, const char *at,
                               const struct graph_number *number);

/* Sets has_value, value_type and value_bytes: `declared` is what the text declares, GRAPH_PATTERN if it has
 * no values, is_open if they may prove to be integers or decimals. */
void graph__choose_values(struct graph_reading *r, graph_type declared, bool is_open);

/* Parses a whole text into *edges, and fills the report but for what the build adds. */
graph_status graph__parse_text(struct graph_reading *r, struct graph_text *text, struct graph_edges *edges);

/* The format that a path's suffix names, an edge list if none; *is_gzip: the suffix .gz follows. */
graph_file_format graph__format_by_suffix(const char *path, bool *is_gzip);

/* Rows that any text may ask for without the option `rows`; tests make it small. */
extern int64_t graph__read_most_rows;

/* Puts the stores of `threads` parsers together in the order of the pieces, into *all, and empties them.
 * Rows of METIS and lines become those of the whole text. */
graph_status graph__edges_join(struct graph_reading *r, struct graph_edges *all, struct graph_parser *parsers,
                               struct graph_piece *pieces, int64_t piece_count);

/* Numbers the ids 0, 1, ... in ascending order: wide ids become narrow ones.  *ids: the id of each number. */
graph_status graph__edges_compact(const struct graph_reading *r, struct graph_edges *edges, uint64_t **ids,
                                  int64_t *vertices);

/* Checks that each edge of a METIS graph stands in the lines of both its ends, with one weight.  Edges come in the
 * order of their rows.  ids: of the rows, NULL if they are the rows themselves. */
graph_status graph__check_both_ends(const struct graph_reading *r, const struct graph_edges *edges,
                                    const uint64_t *ids);

/* Drops loops and adds the reversed edges, as wanted. */
graph_status graph__edges_expand(const struct graph_reading *r, struct graph_edges *edges, bool is_undirected,
                                 bool is_dropping_loops);

static inline bool graph__is_blank(char c) { return c == ' ' || c == '\t'; }
static inline bool graph__is_line_end(char c) { return c == '\n' || c == '\r'; }

static inline char *graph__skip_blanks(char *p)
{
    while (graph__is_blank(*p))
        p++;
    return p;
}

/* The end of the line that p is in: its LF or CR. */
static inline char *graph__find_line_end(char *p)
{
    while (!graph__is_line_end(*p))
        p++;
    return p;
}

/* Behind the line end at p. */
static inline char *graph__next_line(char *p) { return p + (p[0] == '\r' && p[1] == '\n' ? 2 : 1); }

#endif
