/* Matrix Market files: a banner, comments, a line of sizes, then entries (coordinate) or the values of a
 * dense matrix by columns (array).  Integer values become int64, real ones fp64, unless a line "%%GraphBLAS
 * type T" or the caller names another type.  A text without a banner is general, and its values are told by
 * its first entry.
 * Source: math.nist.gov/MatrixMarket/formats.html. */
#include <strings.h>

#include "core/matrix/matrix.h"
#include "io/edge_lines.h"

static const struct graph_line_style style = {.comment = '%', .row_is = "a row", .column_is = "a column"};

/* The C names of types in a "%%GraphBLAS type" line. */
static const char *const type_words[] = {
    [GRAPH_BOOL] = "bool",       [GRAPH_INT8] = "int8_t",     [GRAPH_INT16] = "int16_t",
    [GRAPH_INT32] = "int32_t",   [GRAPH_INT64] = "int64_t",   [GRAPH_UINT8] = "uint8_t",
    [GRAPH_UINT16] = "uint16_t", [GRAPH_UINT32] = "uint32_t", [GRAPH_UINT64] = "uint64_t",
    [GRAPH_FP32] = "float",      [GRAPH_FP64] = "double",
};

const char *graph__matrix_market_type_word(graph_type type) { return type_words[type]; }

/* The number of a word at *p among `count` words, in any case, and moves behind it; -1: none of them. */
static int take_word(char **p, const char *const *words, int count)
{
    char *begin = graph__skip_blanks(*p), *end = begin;
    while (!graph__is_blank(*end) && !graph__is_line_end(*end))
        end++;
    for (int k = 0; k < count; k++)
        if (words[k] != NULL && strlen(words[k]) == (size_t)(end - begin) &&
            strncasecmp(begin, words[k], (size_t)(end - begin)) == 0) {
            *p = end;
            return k;
        }
    *p = begin;
    return -1;
}

static graph_status take_type(struct graph_reading *r, struct graph_parser *parser, char *p)
{
    int type = take_word(&p, type_words, (int)(sizeof type_words / sizeof type_words[0]));
    p = type >= 0 ? graph__skip_blanks(p) : p;
    if (type < 0 || !graph__is_line_end(*p))
        return graph__complain(parser, p, "the name of a type, such as int32_t or double");
    if (r->declared != GRAPH_PATTERN)
        r->declared = (graph_type)type;
    r->is_strict_bool = r->declared == GRAPH_BOOL;
    return GRAPH_OK;
}

static const char banner[] = "%%MatrixMarket";
enum { BANNER = sizeof banner - 1 };

/* How many letters must be changed, removed or added to make a word of `n` <= 15 letters the banner's. */
static int distance_to_banner(const char *word, int n)
{
    const char *wanted = banner + 2;
    int wanted_n = BANNER - 2, row[16] = {0};
    for (int j = 0; j <= n; j++)
        row[j] = j;
    for (int i = 1; i <= wanted_n; i++) {
        int diagonal = row[0];
        row[0] = i;
        for (int j = 1; j <= n; j++) {
            int change = diagonal + ((wanted[i - 1] | 32) != (word[j - 1] | 32));
            int gap = (row[j] < row[j - 1] ? row[j] : row[j - 1]) + 1;
            diagonal = row[j];
            row[j] = change < gap ? change : gap;
        }
    }
    return row[n];
}

/* The words `matrix coordinate` or `matrix array` follow. */
static bool has_matrix_words(const char *p, const char *end)
{
    while (p < end && graph__is_blank(*p))
        p++;
    if (end - p < 18 || strncasecmp(p, "matrix", 6) != 0 || !graph__is_blank(p[6]))
        return false;
    for (p += 6; p < end && graph__is_blank(*p);)
        p++;
    return (end - p > 10 && strncasecmp(p, "coordinate", 10) == 0) ||
           (end - p > 5 && strncasecmp(p, "array", 5) == 0);
}

bool graph__resembles_banner(const char *p, const char *end)
{
    const char *word = p;
    while (word < end && (*word == '%' || graph__is_blank(*word)))
        word++;
    int n = 0;
    while (word + n < end && !graph__is_blank(word[n]) && !graph__is_line_end(word[n]))
        n++;
    if (word == p || *p != '%')
        return false;
    if (n > 15 ? strncasecmp(word, banner + 2, BANNER - 2) == 0 : n >= 9 && distance_to_banner(word, n) <= 3)
        return true;
    return has_matrix_words(word + n, end);
}

static bool is_banner(const char *p)
{
    return strncasecmp(p, banner, BANNER) == 0 &&
           (graph__is_blank(p[BANNER]) || graph__is_line_end(p[BANNER]));
}

/* The banner may stand behind other comments, but not twice, misspelt, or behind the sizes. */
static graph_status check_banner(const struct graph_reading *r, struct graph_parser *parser, const char *p)
{
    if (r->size_line > 0 || (r->has_banner && is_banner(p)))
        return graph__complain(parser, p, r->size_line > 0 ? "the banner before the sizes" : "one banner");
    if (!r->has_banner && !is_banner(p))
        return graph__complain(parser, p, "the banner %%MatrixMarket matrix");
    return GRAPH_OK;
}

static graph_status take_banner(struct graph_reading *r, struct graph_parser *parser, char *p)
{
    static const char *const objects[] = {"matrix"}, *const formats[] = {"coordinate", "array"},
                             *const fields[] = {"pattern", "integer", "real", "double", "complex"},
                             *const symmetries[] = {"general", "symmetric", "skew-symmetric", "hermitian"};
    p += BANNER;
    if (take_word(&p, objects, 1) < 0)
        return graph__complain(parser, p, "the word matrix");
    int format = take_word(&p, formats, 2);
    if (format < 0)
        return graph__complain(parser, p, "coordinate or array");
    char *field_at = graph__skip_blanks(p);
    int field = take_word(&p, fields, 5);
    if (field < 0)
        return graph__complain(parser, p, "real, integer, pattern or complex");
    char *symmetry_at = graph__skip_blanks(p);
    int symmetry = take_word(&p, symmetries, 4);
    if (symmetry < 0)
        return graph__complain(parser, p, "general, symmetric, skew-symmetric or hermitian");
    p = graph__skip_blanks(p);
    if (!graph__is_line_end(*p))
        return graph__complain(parser, p, "the end of the line");
    if (field == 4)
        return graph__complain_of(parser, GRAPH_E_NOT_SUPPORTED,
                                  "the values are complex, and no type here is");
    if (symmetry == 3)
        return graph__complain(parser, symmetry_at, "hermitian only with complex values");
    if (field == 0 && (format == 1 || symmetry == 2))
        return graph__complain(parser, field_at,
                               format == 1 ? "values in an array" : "values in a skew-symmetric matrix");
    r->is_dense = format == 1;
    r->declared = field == 0 ? GRAPH_PATTERN : field == 1 ? GRAPH_INT64 : GRAPH_FP64;
    r->is_symmetric = symmetry > 0;
    r->is_skew = symmetry == 2;
    r->has_banner = true;
    return GRAPH_OK;
}

/* One number of the line of sizes, at most `most`. */
static graph_status take_size(struct graph_parser *parser, char **p, uint64_t *size, uint64_t most,
                              const char *what)
{
    bool fits = true;
    char *begin = graph__skip_blanks(*p), *end = (char *)graph__scan_unsigned(begin, size, &fits);
    if (end == begin || !(graph__is_blank(*end) || graph__is_line_end(*end)))
        return graph__complain(parser, begin, what);
    if (!fits || *size > most)
        return graph__complain_of(parser, GRAPH_E_NOT_SUPPORTED, "%s above %llu is not supported", what,
                                  (unsigned long long)most);
    *p = end;
    return GRAPH_OK;
}

static graph_status take_sizes(struct graph_reading *r, struct graph_parser *parser, char *p)
{
    uint64_t rows = 0, columns = 0;
    graph_status status;
    GRAPH_TRY(take_size(parser, &p, &rows, GRAPH_LARGEST_DIMENSION, "a number of rows"));
    GRAPH_TRY(take_size(parser, &p, &columns, GRAPH_LARGEST_DIMENSION, "a number of columns"));
    p = graph__skip_blanks(p);
    if (!r->has_banner)
        r->is_dense = graph__is_line_end(*p);
    if (r->is_symmetric && rows != columns)
        return graph__complain(parser, parser->at.p, "as many columns as rows in a symmetric matrix");
    if (r->is_dense) {
        r->promised = !r->is_symmetric ? rows * columns
                      : r->is_skew     ? rows * (rows - (rows > 0)) / 2
                                       : rows * (rows + 1) / 2;
    } else {
        char *entries_at = p;
        GRAPH_TRY(take_size(parser, &p, &r->promised, (uint64_t)INT64_MAX, "a number of entries"));
        if (r->promised > rows * columns && r->options->duplicates == GRAPH_DUPLICATES_ERROR)
            return graph__complain(parser, entries_at, "no more entries than the matrix has positions");
        p = graph__skip_blanks(p);
    }
    if (!graph__is_line_end(*p))
        return graph__complain(parser, p, "the end of the line");
    r->rows = (int64_t)rows;
    r->columns = (int64_t)columns;
    r->size_line = parser->at.lines + 1;
    r->base = 1;
done:
    return status;
}

/* A text without a banner: whether the entry at p has a value. */
static bool has_third_field(char *p)
{
    for (int field = 0; field < 2; field++) {
        while (!graph__is_blank(*p) && !graph__is_line_end(*p))
            p++;
        p = graph__skip_blanks(p);
    }
    return !graph__is_line_end(*p);
}

static graph_status check_choices(struct graph_reading *r, struct graph_parser *parser)
{
    bool is_signed = r->value_type <= GRAPH_INT64 ? r->value_type >= GRAPH_INT8 : r->value_type >= GRAPH_FP32;
    if (r->is_skew && r->has_value && !is_signed)
        return graph__complain_of(parser, GRAPH_E_FORMAT,
                                  "expected a signed type for a skew-symmetric matrix, found %s",
                                  graph_type_name(r->value_type));
    if (r->options->is_compact && (r->is_dense || r->rows != r->columns))
        return graph__complain_of(
            parser, GRAPH_E_NOT_SUPPORTED,
            "`is_compact` (--compact) numbers the vertices of square coordinate matrices only");
    r->is_wide = r->options->is_compact;
    return GRAPH_OK;
}

static graph_status begin(struct graph_reading *r, struct graph_parser *parser, bool *is_done)
{
    struct graph_cursor *at = &parser->at;
    graph_status status = GRAPH_OK;
    while (at->p < at->end && !*is_done) {
        char *p = graph__skip_blanks(at->p);
        if (graph__resembles_banner(p, at->end))
            GRAPH_TRY(check_banner(r, parser, p));
        if (is_banner(p)) {
            GRAPH_TRY(take_banner(r, parser, p));
        } else if (r->has_banner && strncasecmp(at->p, "%%GraphBLAS", 11) == 0) {
            static const char *const type_word[] = {"type"};
            p = at->p + 11;
            if (take_word(&p, type_word, 1) == 0)
                GRAPH_TRY(take_type(r, parser, p));
            at->comments++;
        } else if (graph__is_comment_line(p, &style)) {
            at->comments++;
        } else if (r->size_line == 0) {
            GRAPH_TRY(take_sizes(r, parser, p));
            *is_done = r->has_banner;
        } else {
            r->declared = r->is_dense || has_third_field(p) ? GRAPH_FP64 : GRAPH_PATTERN;
            *is_done = true;
            break;
        }
        at->p = graph__next_line(graph__find_line_end(p));
        at->lines++;
    }
    if (r->size_line == 0)
        return GRAPH_OK;
    graph__choose_values(r, r->declared, false);
    GRAPH_TRY(check_choices(r, parser));
done:
    return status;
}

/* The values of an array, one a line. */
static graph_status parse_values(const struct graph_reading *r, struct graph_parser *parser)
{
    graph_status status;
    GRAPH_TRY(graph__edges_reserve(r, &parser->edges, (parser->at.end - parser->at.p) / 2 + 1));
    while (parser->at.p < parser->at.end) {
        char *p = graph__skip_blanks(parser->at.p);
        if (graph__is_comment_line(p, &style)) {
            parser->at.comments++;
            p = graph__find_line_end(p);
        } else {
            struct graph_number number;
            char *end = (char *)graph__scan_number(p, &number);
            if (end == NULL || !(graph__is_blank(*end) || graph__is_line_end(*end)))
                return graph__complain(parser, p, "a value");
            if (r->has_value)
                GRAPH_TRY(graph__take_value(r, parser, p, &number));
            p = graph__skip_blanks(end);
            if (!graph__is_line_end(*p))
                return graph__complain(parser, p, "the end of the line");
            if (r->is_keeping_lines)
                parser->edges.line[parser->edges.count] = (int64_t)parser->at.lines;
            parser->edges.count++;
        }
        parser->at.p = graph__next_line(p);
        parser->at.lines++;
    }
done:
    return status;
}

static graph_status parse(const struct graph_reading *r, struct graph_parser *parser)
{
    return r->is_dense ? parse_values(r, parser) : graph__parse_edge_lines(r, parser, &style);
}

const struct graph_text_format graph__matrix_market_format = {GRAPH_FILE_MATRIX_MARKET, begin, parse};
