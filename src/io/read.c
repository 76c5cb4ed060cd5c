/* graph_read: the options, the format, and the way from edges to a matrix. */
#include <stdio.h>
#include <strings.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/threads.h"
#include "core/matrix/hypersparse.h"
#include "io/binary.h"
#include "io/labels.h"
#include "io/reading.h"

int64_t graph__read_most_rows = (int64_t)1 << 26;

/* No short text may ask for the row starts of a huge matrix without the caller's wish. */
static graph_status check_rows(const struct graph_reading *r)
{
    uint64_t rows = (uint64_t)r->rows, most = (uint64_t)graph__read_most_rows;
    most = most < 16 * r->report.bytes ? 16 * r->report.bytes : most;
    if (rows > most && rows > r->options->rows)
        return graph__fail(GRAPH_E_MEMORY,
                           "%s: %llu rows would take %llu bytes; `is_compact` (--compact) numbers only the "
                           "vertices that occur",
                           r->name, (unsigned long long)rows, (unsigned long long)(8 * (rows + 1)));
    return GRAPH_OK;
}

static graph_op duplicate_op(graph_duplicates duplicates)
{
    static const graph_op op[] = {GRAPH_FIRST, GRAPH_SECOND, GRAPH_PLUS, GRAPH_MIN, GRAPH_MAX, GRAPH_NO_OP};
    return op[duplicates];
}

/* Edges whose text had no values, in a type that wants some. */
static graph_status make_ones(struct graph_reading *r, struct graph_edges *edges)
{
    const struct graph_number one = {.is_integer = true, .fits = true, .magnitude = 1, .real = 1};
    const char *expected;
    graph_status status;
    r->value_type = r->options->type;
    r->value_bytes = graph_type_size(r->value_type);
    r->has_value = true;
    GRAPH_TRY(graph__edges_take(r, edges, (uint64_t)edges->count * r->value_bytes));
    GRAPH_TRY(graph__allocate_array((void **)&edges->value, (size_t)edges->count, r->value_bytes));
#pragma omp parallel for num_threads(r->threads) private(expected)
    for (int64_t k = 0; k < edges->count; k++)
        graph__store_number(edges->value + (size_t)k * r->value_bytes, r->value_type, &one, &expected);
done:
    return status;
}

/* Fails because of the edge with this number, which repeats one; a binary file has no lines. */
static graph_status name_duplicate(const struct graph_reading *r, const struct graph_edges *edges,
                                   int64_t number)
{
    char line[24] = "";
    if (edges->line != NULL)
        snprintf(line, sizeof line, ":%lld", (long long)edges->line[number] + 1 + (long long)r->skipped);
    return graph__fail(
        GRAPH_E_FORMAT, "%s%s: expected each edge once, found that of row %lld and column %lld again",
        r->name, line, (long long)edges->row[number] + r->base, (long long)edges->column[number] + r->base);
}

static graph_status build(graph_matrix **A, struct graph_reading *r, struct graph_edges *edges,
                          bool is_undirected)
{
    struct graph_build_request b = {.n = edges->count,
                                    .row = edges->row,
                                    .column = edges->column,
                                    .value = edges->value,
                                    .type = r->value_type,
                                    .duplicate = duplicate_op(r->options->duplicates),
                                    .threads = r->threads};
    graph_status status;
    graph_matrix *built = NULL;
    GRAPH_TRY(graph_matrix_create(&built, b.type, (graph_index)r->rows, (graph_index)r->columns));
    status = graph__matrix_build(built, &b);
    r->report.duplicates = (uint64_t)b.duplicates;
    if (status == GRAPH_E_INVALID_VALUE && b.where >= 0)
        GRAPH_TRY(name_duplicate(r, edges, b.where));
    GRAPH_TRY(status);
    r->report.entries = (uint64_t)built->entries;
    if (is_undirected && b.duplicates > 0) {
        uint64_t repeated_loops = 0;
        int64_t loops;
        GRAPH_TRY(graph__matrix_loops(&loops, built));
        if (r->options->loops == GRAPH_LOOPS_KEEP)
            repeated_loops = r->report.self_loops - (uint64_t)loops;
        r->report.duplicates = ((uint64_t)b.duplicates - repeated_loops) / 2 + repeated_loops;
    }
    if (is_undirected)
        atomic_store(&built->symmetry, GRAPH_SYMMETRIC);
    *A = built;
    built = NULL;
done:
    graph_matrix_release(&built);
    return status;
}

/* What the rows are called in the text. */
struct row_names {
    uint64_t *ids;
    char **labels;
};

static graph_status assemble(graph_matrix **A, struct row_names *names, struct graph_reading *r,
                             struct graph_edges *edges)
{
    const graph_read_options *o = r->options;
    graph_status status = GRAPH_OK;
    bool is_undirected =
        o->direction == GRAPH_UNDIRECTED || (o->direction == GRAPH_AS_STORED && r->is_symmetric);
    if (r->labels != NULL)
        GRAPH_TRY(graph__labels_finish(&names->labels, &r->rows, r, r->labels, edges));
    else if (r->is_wide)
        GRAPH_TRY(graph__edges_compact(r, edges, &names->ids, &r->rows));
    if (r->is_wide)
        r->columns = r->rows;
    if (r->report.format == GRAPH_FILE_METIS)
        GRAPH_TRY(graph__check_both_ends(r, edges, names->ids));
    if (r->report.format == GRAPH_FILE_EDGE_LIST) {
        r->rows = o->rows > (graph_index)r->rows ? (int64_t)o->rows : r->rows;
        r->columns = o->columns > (graph_index)r->columns ? (int64_t)o->columns : r->columns;
    }
    if (is_undirected && r->rows != r->columns) {
        if (r->report.format == GRAPH_FILE_MATRIX_MARKET)
            GRAPH_FAIL(GRAPH_E_FORMAT,
                       "%s: expected as many rows as columns to read edges as undirected, found %lld x "
                       "%lld",
                       r->name, (long long)r->rows, (long long)r->columns);
        r->rows = r->columns = r->rows > r->columns ? r->rows : r->columns;
    }
    GRAPH_TRY(check_rows(r));
    GRAPH_TRY(graph__report_progress(r, GRAPH_SHARE_JOINED));
    r->report.is_weighted = r->has_value;
    r->report.is_undirected = is_undirected;
    if (is_undirected || (o->loops == GRAPH_LOOPS_DROP && r->report.self_loops > 0))
        GRAPH_TRY(graph__edges_expand(r, edges, is_undirected, o->loops == GRAPH_LOOPS_DROP));
    if (!r->has_value && o->type != GRAPH_PATTERN && o->weights != GRAPH_WEIGHTS_DROP)
        GRAPH_TRY(make_ones(r, edges));
    GRAPH_TRY(graph__report_progress(r, GRAPH_SHARE_EXPANDED));
    GRAPH_TRY(build(A, r, edges, is_undirected));
done:
    return status;
}

static const struct graph_text_format *format_of(graph_file_format code)
{
    static const struct graph_text_format *const formats[] = {
        [GRAPH_FILE_EDGE_LIST] = &graph__edge_list_format,
        [GRAPH_FILE_MATRIX_MARKET] = &graph__matrix_market_format,
        [GRAPH_FILE_DIMACS] = &graph__dimacs_format,
        [GRAPH_FILE_METIS] = &graph__metis_format,
    };
    return formats[code];
}

static bool begins_with(const char *bytes, size_t length, const char *magic)
{
    size_t n = strlen(magic);
    return length >= n && memcmp(bytes, magic, n) == 0;
}

/* A text that begins with lines `c ...` and then `p ...` is DIMACS. */
static bool looks_like_dimacs(const char *p, size_t length)
{
    const char *end = p + length;
    while (end - p >= 2) {
        if (p[0] == 'p' && graph__is_blank(p[1]))
            return true;
        if (p[0] == 'c' && !graph__is_blank(p[1]) && !graph__is_line_end(p[1]))
            return false;
        if (p[0] != 'c' && !graph__is_line_end(p[0]))
            return false;
        while (p < end && !graph__is_line_end(*p))
            p++;
        p++;
    }
    return false;
}

/* A banner, right or misspelt, stands in the first line or behind comments. */
static bool looks_like_matrix_market(const char *p, size_t length)
{
    const char *end = p + length;
    while (p < end) {
        while (p < end && graph__is_blank(*p))
            p++;
        if (p < end && graph__resembles_banner(p, end))
            return true;
        if (p < end && *p != '%' && !graph__is_line_end(*p))
            return false;
        while (p < end && !graph__is_line_end(*p))
            p++;
        p++;
    }
    return false;
}

/* Programs that compress in ways that are not read here. */
static graph_status refuse_other_compression(const char *name, const char *bytes, size_t length)
{
    static const struct {
        const char *magic, *program;
    } others[] = {{"\xfd"
                   "7zXZ",
                   "xz"},
                  {"BZh", "bzip2"},
                  {"\x28\xb5\x2f\xfd", "zstd"},
                  {"PK\x03\x04", "zip"}};
    for (size_t k = 0; k < sizeof others / sizeof others[0]; k++)
        if (begins_with(bytes, length, others[k].magic))
            return graph__fail(
                GRAPH_E_NOT_SUPPORTED,
                "%s: this is %s data; expected plain text or gzip: decompress it first, for instance "
                "into a pipe and the path \"-\"",
                name, others[k].program);
    return GRAPH_OK;
}

graph_file_format graph__format_by_suffix(const char *path, bool *is_gzip)
{
    static const struct {
        const char *suffix;
        graph_file_format format;
    } suffixes[] = {{".mtx", GRAPH_FILE_MATRIX_MARKET}, {".mm", GRAPH_FILE_MATRIX_MARKET},
                    {".gr", GRAPH_FILE_DIMACS},         {".graph", GRAPH_FILE_METIS},
                    {".metis", GRAPH_FILE_METIS},       {".sgb", GRAPH_FILE_BINARY}};
    size_t n = strlen(path);
    *is_gzip = n > 3 && strcasecmp(path + n - 3, ".gz") == 0;
    n -= *is_gzip ? 3 : 0;
    for (size_t k = 0; k < sizeof suffixes / sizeof suffixes[0]; k++) {
        size_t m = strlen(suffixes[k].suffix);
        if (n >= m && strncasecmp(path + n - m, suffixes[k].suffix, m) == 0)
            return suffixes[k].format;
    }
    return GRAPH_FILE_EDGE_LIST;
}

/* By content, then by suffix. */
static graph_status find_format(graph_file_format *format, struct graph_text *text,
                                const graph_read_options *o)
{
    const char *bytes;
    size_t length;
    bool is_gzip;
    graph_status status;
    graph_file_format wanted = *format = o->format;
    GRAPH_TRY(graph__text_peek(text, &bytes, &length));
    GRAPH_TRY(refuse_other_compression(text->name, bytes, length));
    if (wanted == GRAPH_FILE_BINARY || wanted == GRAPH_FILE_AUTO) {
        if (begins_with(bytes, length, GRAPH_BINARY_MAGIC))
            *format = GRAPH_FILE_BINARY;
    }
    if (begins_with(bytes, length, "\xef\xbb\xbf") && *format != GRAPH_FILE_BINARY) {
        char mark[3];
        GRAPH_TRY(graph__text_read(text, mark, sizeof mark, &length));
        GRAPH_TRY(graph__text_peek(text, &bytes, &length));
    }
    if (*format == GRAPH_FILE_BINARY && o->skip_lines > 0)
        GRAPH_FAIL(GRAPH_E_INVALID_VALUE, "%s: `skip_lines` (--skip) is %llu; a binary file has no lines",
                   text->name, (unsigned long long)o->skip_lines);
    if (o->skip_lines > 0) {
        GRAPH_TRY(graph__text_skip_lines(text, o->skip_lines));
        GRAPH_TRY(graph__text_peek(text, &bytes, &length));
    }
    if (*format != GRAPH_FILE_AUTO)
        return GRAPH_OK;
    if (looks_like_matrix_market(bytes, length))
        *format = GRAPH_FILE_MATRIX_MARKET;
    else if (looks_like_dimacs(bytes, length))
        *format = GRAPH_FILE_DIMACS;
    else
        *format = graph__format_by_suffix(text->name, &is_gzip);
done:
    return status;
}

static graph_status check_choice(int value, int most, const char *which)
{
    if (value < 0 || value > most)
        return graph__fail(GRAPH_E_INVALID_VALUE, "options.%s is %d; expected 0 .. %d", which, value, most);
    return GRAPH_OK;
}

static graph_status check_options(const graph_read_options *o)
{
    graph_status status;
    if (o->size != sizeof(graph_read_options))
        return graph__fail(GRAPH_E_INVALID_VALUE, "options.size is %zu; expected %zu", o->size,
                           sizeof(graph_read_options));
    if (o->report != NULL && o->report->size != sizeof(graph_read_report))
        return graph__fail(GRAPH_E_INVALID_VALUE, "options.report.size is %zu; expected %zu", o->report->size,
                           sizeof(graph_read_report));
    GRAPH_TRY(check_choice((int)o->format, GRAPH_FILE_BINARY, "format"));
    GRAPH_TRY(check_choice((int)o->direction, GRAPH_UNDIRECTED, "direction"));
    GRAPH_TRY(check_choice((int)o->loops, GRAPH_LOOPS_DROP, "loops"));
    GRAPH_TRY(check_choice((int)o->duplicates, GRAPH_DUPLICATES_ERROR, "duplicates"));
    GRAPH_TRY(check_choice((int)o->weights, GRAPH_WEIGHTS_READ, "weights"));
    GRAPH_TRY(check_choice((int)o->type, GRAPH_FP64, "type"));
    GRAPH_TRY(check_choice(o->threads, 4096, "threads"));
    if (o->rows > GRAPH_LARGEST_DIMENSION || o->columns > GRAPH_LARGEST_DIMENSION)
        GRAPH_FAIL(GRAPH_E_NOT_SUPPORTED, "options.%s is %llu; this version supports at most 2147483647",
                   o->rows > GRAPH_LARGEST_DIMENSION ? "rows" : "columns",
                   (unsigned long long)(o->rows > GRAPH_LARGEST_DIMENSION ? o->rows : o->columns));
done:
    return status;
}

/* The entries of a matrix as edges. */
static graph_status list_edges(struct graph_edges *edges, struct graph_reading *r, const graph_matrix *A)
{
    struct graph_csr view;
    graph_status status;
    GRAPH_TRY(graph__matrix_view(&view, A, graph__cpu()));
    r->rows = view.rows;
    r->columns = view.columns;
    r->is_wide = r->options->is_compact;
    if (r->is_wide && r->rows != r->columns)
        GRAPH_FAIL(GRAPH_E_NOT_SUPPORTED,
                   "%s: `is_compact` (--compact) numbers the vertices of square matrices only", r->name);
    graph__choose_values(r, view.type, false);
    GRAPH_TRY(graph__edges_reserve(r, edges, view.entries));
    edges->count = view.entries;
    for (int64_t i = 0; i < view.rows; i++)
        for (int64_t k = view.row_start[i]; k < view.row_start[i + 1]; k++) {
            if (r->is_wide) {
                edges->wide[2 * k] = (uint64_t)i;
                edges->wide[2 * k + 1] = (uint64_t)view.column[k];
            } else {
                edges->row[k] = (int32_t)i;
                edges->column[k] = view.column[k];
            }
            r->report.self_loops += view.column[k] == i;
        }
    if (r->has_value)
        GRAPH_TRY(graph__cpu()->convert(edges->value, r->value_type, view.value, view.type, view.entries,
                                        r->threads));
done:
    return status;
}

/* A binary file is read as it is, unless the options want it otherwise. */
static graph_status read_binary(graph_matrix **A, struct row_names *names, struct graph_text *text,
                                struct graph_reading *r)
{
    const graph_read_options *o = r->options;
    graph_matrix *stored = NULL;
    struct graph_edges edges = {0};
    graph_type type;
    graph_status status;
    GRAPH_TRY(graph__read_binary(&stored, text, r));
    GRAPH_TRY(graph_matrix_type(&type, stored));
    bool is_as_wanted = o->direction != GRAPH_UNDIRECTED && o->loops == GRAPH_LOOPS_KEEP && !o->is_compact &&
                        (o->weights != GRAPH_WEIGHTS_DROP || type == GRAPH_PATTERN) &&
                        (o->type == GRAPH_PATTERN || o->type == type || o->weights == GRAPH_WEIGHTS_DROP);
    if (is_as_wanted) {
        *A = stored;
        stored = NULL;
        goto done;
    }
    GRAPH_TRY(list_edges(&edges, r, stored));
    graph_matrix_release(&stored);
    GRAPH_TRY(assemble(A, names, r, &edges));
done:
    graph_matrix_release(&stored);
    graph__edges_free(&edges);
    return status;
}

static graph_status read_lines(graph_matrix **A, struct row_names *names, struct graph_text *text,
                               struct graph_reading *r)
{
    struct graph_edges edges = {0};
    graph_status status;
    r->format = format_of(r->report.format);
    if (r->options->labels != NULL) { /* one thread numbers the labels in their order */
        r->threads = 1;
        GRAPH_TRY(graph__labels_create(&r->labels, r));
    }
    if (text->raw_total > 0 && !text->is_gzip &&
        text->raw_total / graph__text_block_bytes < (uint64_t)r->threads)
        r->threads = (int)(text->raw_total / graph__text_block_bytes) + 1;
    r->is_keeping_lines = r->options->duplicates == GRAPH_DUPLICATES_ERROR;
    r->skipped = r->options->skip_lines;
    GRAPH_TRY(graph__parse_text(r, text, &edges));
    double begin = graph__seconds();
    status = assemble(A, names, r, &edges);
    r->report.seconds_build = graph__seconds() - begin;
done:
    graph__labels_free(r->labels);
    r->labels = NULL;
    graph__edges_free(&edges);
    return status;
}

/* A quarter of what the machine or the process has: the build of the matrix may take as much once more. */
static uint64_t default_memory(void)
{
    uint64_t bytes = UINT64_MAX;
    long pages = sysconf(_SC_PHYS_PAGES), page_bytes = sysconf(_SC_PAGESIZE);
    struct rlimit limit;
    if (pages > 0 && page_bytes > 0)
        bytes = (uint64_t)pages * (uint64_t)page_bytes;
    if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY && limit.rlim_cur < bytes)
        bytes = (uint64_t)limit.rlim_cur;
    return bytes / 4;
}

/* Reads from an open text, with checked options. */
static graph_status read_text(graph_matrix **A, struct graph_text *text, const graph_read_options *o,
                              graph_read_report *report)
{
    struct graph_budget budget = {.most = o->most_memory > 0 ? o->most_memory : default_memory()};
    struct graph_reading r = {.options = o, .name = text->name, .threads = o->threads, .budget = &budget};
    struct row_names names = {0};
    graph_status status;
    r.threads = graph__threads(o->threads);
    text->longest_line = budget.most;
    GRAPH_TRY(find_format(&r.report.format, text, o));
    if (o->labels != NULL && r.report.format != GRAPH_FILE_EDGE_LIST)
        GRAPH_FAIL(GRAPH_E_NOT_SUPPORTED,
                   "%s: `labels` (--labels) are of edge lists, and this is another format", r.name);
    status = r.report.format == GRAPH_FILE_BINARY ? read_binary(A, &names, text, &r)
                                                  : read_lines(A, &names, text, &r);
    GRAPH_TRY(status);
    status = graph__report_progress(&r, 1);
    if (status < 0)
        graph_matrix_release(A);
    GRAPH_TRY(status);
    if (o->ids != NULL) {
        *o->ids = names.ids;
        names.ids = NULL;
    }
    if (o->labels != NULL) {
        *o->labels = names.labels;
        names.labels = NULL;
    }
done:
    r.report.size = sizeof r.report;
    r.report.is_compressed = text->is_gzip;
    *report = r.report;
    graph__free(names.ids);
    graph__free(names.labels);
    return status;
}

/* Checks what both ways of reading share, and reads. */
static graph_status read_graph(graph_matrix **A, const char *path, const void *bytes, size_t length,
                               bool is_memory, const graph_read_options *options)
{
    static const graph_read_options defaults = {.size = sizeof(graph_read_options)};
    const graph_read_options *o = options != NULL ? options : &defaults;
    struct graph_text text = {0};
    graph_read_report report = {.size = sizeof report};
    graph_status status;
    if (A == NULL)
        return graph__fail(GRAPH_E_NULL, "A is NULL");
    *A = NULL;
    if (path == NULL || (is_memory && bytes == NULL && length > 0))
        return graph__fail(GRAPH_E_NULL, "%s is NULL", path != NULL ? "bytes" : is_memory ? "name" : "path");
    GRAPH_TRY(check_options(o));
    if (o->ids != NULL)
        *o->ids = NULL;
    if (o->labels != NULL)
        *o->labels = NULL;
    uint64_t most = o->most_bytes > 0 ? o->most_bytes : (uint64_t)1 << 40;
    GRAPH_TRY(is_memory ? graph__text_open_memory(&text, bytes, length, path, most)
                        : graph__text_open(&text, path, most));
    status = read_text(A, &text, o, &report);
    if (o->report != NULL)
        *o->report = report;
done:
    graph__text_close(&text);
    return status;
}

graph_status graph_read(graph_matrix **A, const char *path, const graph_read_options *options)
{
    return read_graph(A, path, NULL, 0, false, options);
}

graph_status graph_read_memory(graph_matrix **A, const void *bytes, size_t length, const char *name,
                               const graph_read_options *options)
{
    return read_graph(A, name, bytes, length, true, options);
}
