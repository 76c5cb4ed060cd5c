/* See edge_lines.h.
 *
 * Most lines are two ids, one separator and a line end.  These are read from bit masks of 64 bytes of text:
 * where numbers begin and end and where lines end falls out of the masks without a branch for each byte.
 * Every other line goes through parse_line, which knows all the rules.
 * Source: Langdale, Lemire, "Parsing gigabytes of JSON per second", VLDB Journal 28, 2019. */
#include "io/edge_lines.h"

#include <stdio.h>
#ifdef __SSE2__
#include <immintrin.h>
#endif

enum { MOST_PATIENCE = 64 };

bool graph__is_comment_line(const char *p, const struct graph_line_style *style)
{
    if (graph__is_line_end(*p) || *p == style->comment)
        return true;
    return style->is_edge_list && (*p == '#' || (p[0] == '/' && p[1] == '/'));
}

bool graph__is_edge_list_comment(const char *p)
{
    static const struct graph_line_style edge_list = {.comment = '%', .is_edge_list = true};
    return graph__is_comment_line(p, &edge_list);
}

static bool is_separator(char c, bool is_edge_list)
{
    return graph__is_blank(c) || (is_edge_list && (c == ',' || c == ';'));
}

/* Blanks with at most one comma or semicolon among them. */
static char *skip_separator(char *p, bool is_edge_list)
{
    p = graph__skip_blanks(p);
    if (is_edge_list && (*p == ',' || *p == ';'))
        p = graph__skip_blanks(p + 1);
    return p;
}

/* Reads one id at *p; it ends at a separator or the line's end. */
static graph_status take_id(const struct graph_reading *r, struct graph_parser *parser, char **p,
                            uint64_t *id, int64_t bound, const char *which, bool is_edge_list)
{
    char expected[80];
    bool fits = true;
    char *end = (char *)graph__scan_unsigned(*p, id, &fits);
    if (end == *p || !(is_separator(*end, is_edge_list) || graph__is_line_end(*end)))
        return graph__complain(parser, *p, which);
    if (!r->is_bounds_open) {
        if (!fits || *id < (uint64_t)r->base || *id - (uint64_t)r->base >= (uint64_t)bound) {
            snprintf(expected, sizeof expected, "%s from %d to %lld", which, r->base,
                     (long long)bound - 1 + r->base);
            return graph__complain(parser, *p,
                                   bound > 0 ? expected : "no entry in a matrix without rows or columns");
        }
    } else if (!fits) {
        return graph__complain_of(parser, GRAPH_E_NOT_SUPPORTED, "a vertex id does not fit 64 bits");
    } else if (!r->is_wide && *id > 2147483646u) {
        return graph__complain_of(
            parser, GRAPH_E_NOT_SUPPORTED,
            "vertex id %llu is above 2147483646, the largest without `is_compact` (--compact)",
            (unsigned long long)*id);
    }
    *id -= (uint64_t)r->base;
    *p = end;
    return GRAPH_OK;
}

/* Stores the edge whose value, if it has one, is already in its place. */
static void keep_edge(const struct graph_reading *r, struct graph_parser *parser, uint64_t row,
                      uint64_t column)
{
    struct graph_edges *edges = &parser->edges;
    int64_t k = edges->count++;
    uint64_t largest = (row > column ? row : column) + 1;
    if (r->is_wide) {
        edges->wide[2 * k] = row;
        edges->wide[2 * k + 1] = column;
    } else {
        edges->row[k] = (int32_t)row;
        edges->column[k] = (int32_t)column;
        parser->piece.largest = largest > parser->piece.largest ? largest : parser->piece.largest;
    }
    if (r->is_keeping_lines)
        edges->line[k] = (int64_t)parser->at.lines;
    parser->piece.self_loops += row == column;
}

static graph_status parse_line(const struct graph_reading *r, struct graph_parser *parser,
                               const struct graph_line_style *style)
{
    char *p = graph__skip_blanks(parser->at.p);
    uint64_t row = 0, column = 0;
    graph_status status = GRAPH_OK;
    if (graph__is_comment_line(p, style)) {
        parser->at.comments++;
        p = graph__find_line_end(p);
        goto done;
    }
    if (style->prefix != 0) {
        char expected[] = "a line that begins with x";
        expected[sizeof expected - 2] = style->prefix;
        if (p[0] != style->prefix || !graph__is_blank(p[1]))
            return graph__complain(parser, p, expected);
        p = graph__skip_blanks(p + 1);
    }
    GRAPH_TRY(take_id(r, parser, &p, &row, r->rows, style->row_is, style->is_edge_list));
    p = skip_separator(p, style->is_edge_list);
    GRAPH_TRY(take_id(r, parser, &p, &column, r->columns, style->column_is, style->is_edge_list));
    if (r->has_value) {
        struct graph_number number;
        p = skip_separator(p, style->is_edge_list);
        char *end = (char *)graph__scan_number(p, &number);
        if (end == NULL || !(is_separator(*end, style->is_edge_list) || graph__is_line_end(*end)))
            return graph__complain(parser, p, "a value");
        GRAPH_TRY(graph__take_value(r, parser, p, &number));
        p = end;
    }
    if (r->is_unit_value) {
        struct graph_number number;
        p = skip_separator(p, style->is_edge_list);
        char *end = (char *)graph__scan_number(p, &number);
        if (end == NULL || number.real != 1)
            return graph__complain(parser, p, "the weight 1 of a pattern");
        p = end;
    }
    if (style->is_edge_list || (r->skips_value && !r->is_unit_value)) {
        p = graph__find_line_end(p);
    } else {
        p = graph__skip_blanks(p);
        if (!graph__is_line_end(*p))
            return graph__complain(parser, p, "the end of the line");
    }
    if (r->is_skew && row == column)
        return graph__complain(parser, parser->at.p, "an entry off the diagonal of a skew-symmetric matrix");
    keep_edge(r, parser, row, column);
done:
    if (status == GRAPH_OK) {
        parser->at.p = graph__next_line(p);
        parser->at.lines++;
    }
    return status;
}

#ifdef __SSE2__
struct plain_limits {
    uint32_t rows, columns; /* the largest of plain lines */
};

/* The loop is compiled for several sets of instructions; the best that the processor has is chosen.  Each has
 * a find_classes for its instructions: bit k of *digit tells that byte k of the 64 at p is a digit, bit k of *line_end that
 * it is a LF. */
#define NAME(x) x##_sse2
#define INSTRUCTIONS
static inline void find_classes_sse2(const char *p, uint64_t *digit, uint64_t *line_end)
{
    const __m128i zero = _mm_set1_epi8('0'), nine = _mm_set1_epi8(9), feed = _mm_set1_epi8('\n');
    *digit = *line_end = 0;
    for (int k = 0; k < 64; k += 16) {
        __m128i x = _mm_loadu_si128((const __m128i *)(const void *)(p + k));
        __m128i d = _mm_sub_epi8(x, zero);
        uint64_t is_digit = (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(_mm_min_epu8(d, nine), d));
        uint64_t is_feed = (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(x, feed));
        *digit |= is_digit << k;
        *line_end |= is_feed << k;
    }
}
#include "io/plain_lines.inc"

#define NAME(x)      x##_avx2
#define INSTRUCTIONS __attribute__((target("avx2,bmi,bmi2")))
INSTRUCTIONS static inline void find_classes_avx2(const char *p, uint64_t *digit, uint64_t *line_end)
{
    const __m256i zero = _mm256_set1_epi8('0'), nine = _mm256_set1_epi8(9), feed = _mm256_set1_epi8('\n');
    __m256i low = _mm256_loadu_si256((const __m256i *)(const void *)p);
    __m256i high = _mm256_loadu_si256((const __m256i *)(const void *)(p + 32));
    __m256i d = _mm256_sub_epi8(low, zero), e = _mm256_sub_epi8(high, zero);
    *digit = (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(_mm256_min_epu8(d, nine), d)) |
             (uint64_t)(uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(_mm256_min_epu8(e, nine), e)) << 32;
    *line_end = (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(low, feed)) |
                (uint64_t)(uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(high, feed)) << 32;
}
#include "io/plain_lines.inc"

#define NAME(x)      x##_avx512
#define INSTRUCTIONS __attribute__((target("avx2,avx512f,avx512bw,bmi,bmi2")))
INSTRUCTIONS static inline void find_classes_avx512(const char *p, uint64_t *digit, uint64_t *line_end)
{
    __m512i x = _mm512_loadu_si512((const void *)p);
    *digit = _mm512_cmple_epu8_mask(_mm512_sub_epi8(x, _mm512_set1_epi8('0')), _mm512_set1_epi8(9));
    *line_end = _mm512_cmpeq_epi8_mask(x, _mm512_set1_epi8('\n'));
}
#include "io/plain_lines.inc"

static char *parse_plain_lines(char *p, const char *end, uint32_t base, char comma,
                               struct graph_parser *parser, struct plain_limits *limits)
{
    if (__builtin_cpu_supports("bmi2") && __builtin_cpu_supports("avx512bw"))
        return parse_plain_lines_avx512(p, end, base, comma, parser, limits);
    if (__builtin_cpu_supports("bmi2") && __builtin_cpu_supports("avx2"))
        return parse_plain_lines_avx2(p, end, base, comma, parser, limits);
    return parse_plain_lines_sse2(p, end, base, comma, parser, limits);
}

/* Plain lines in bulk, others one by one, with more patience the longer there are no plain ones. */
static graph_status parse_mixed_lines(const struct graph_reading *r, struct graph_parser *parser,
                                      const struct graph_line_style *style)
{
    struct graph_cursor begin = parser->at;
    struct graph_piece before = parser->piece;
    int64_t count = parser->edges.count;
    struct plain_limits limits = {0, 0};
    graph_status status = GRAPH_OK;
    int patience = 1;
    char comma = style->is_edge_list ? ',' : ' ';
    while (parser->at.p < parser->at.end) {
        char *p = parse_plain_lines(parser->at.p, parser->at.end, (uint32_t)r->base, comma, parser, &limits);
        patience = p > parser->at.p ? 1 : patience < MOST_PATIENCE ? 2 * patience : MOST_PATIENCE;
        parser->at.p = p;
        for (int k = 0; k < patience && parser->at.p < parser->at.end; k++)
            GRAPH_TRY(parse_line(r, parser, style));
    }
done:
    if (parser->edges.count > count) {
        uint64_t largest = limits.rows > limits.columns ? limits.rows : limits.columns;
        if (parser->piece.largest < largest + 1)
            parser->piece.largest = largest + 1;
    }
    if (!r->is_bounds_open && parser->edges.count > count &&
        (limits.rows >= r->rows || limits.columns >= r->columns)) {
        /* Some id is wrong: once more, line by line, to name the first. */
        status = GRAPH_OK;
        parser->at = begin;
        parser->piece = before;
        parser->edges.count = count;
        while (parser->at.p < parser->at.end && status == GRAPH_OK)
            status = parse_line(r, parser, style);
    }
    return status;
}
#endif

graph_status graph__parse_edge_lines(const struct graph_reading *r, struct graph_parser *parser,
                                     const struct graph_line_style *style)
{
    graph_status status;
    GRAPH_TRY(graph__edges_reserve(r, &parser->edges, (parser->at.end - parser->at.p) / 4 + 2));
#ifdef __SSE2__
    if (!r->has_value && !r->skips_value && !r->is_wide && !r->is_keeping_lines && style->prefix == 0)
        return parse_mixed_lines(r, parser, style);
#endif
    while (parser->at.p < parser->at.end)
        GRAPH_TRY(parse_line(r, parser, style));
done:
    return status;
}
