/* Files and many ranks.
 *
 * An uncompressed edge list is read in parallel: each rank takes the lines that begin in its share of the bytes and
 * reads them as a graph; the vertices are those of all; rows then go to the ranks that are to have them, which join
 * what the ranks have found of a row, in the order of the file.  Other files the first rank reads, and scatters the
 * matrix. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "dist/operations.h"
#include "dist/rows.h"
#include "semigraph/io.h"

/* ---- Which files ---- */

static bool ends_with(const char *path, const char *end)
{
    const size_t length = strlen(path), more = strlen(end);
    return length >= more && strcasecmp(path + length - more, end) == 0;
}

/* Whether the ranks read a file together: one that begins like an edge list, and options that treat lines in the same
 * way. */
static bool is_parallel(const char *path, const graph_read_options *o)
{
    static const char *const others[] = {".gz", ".mtx", ".gr", ".graph", ".metis", ".sgb"};
    char text[4096];
    struct stat facts;
    if (o->skip_lines > 0 || o->rows > 0 || o->columns > 0 || o->report != NULL ||
        o->duplicates == GRAPH_DUPLICATES_ERROR ||
        (o->format != GRAPH_FILE_AUTO && o->format != GRAPH_FILE_EDGE_LIST))
        return false;
    for (size_t k = 0; k < sizeof others / sizeof others[0]; k++)
        if (ends_with(path, others[k]))
            return false;
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return false;
    const bool is_file = fstat(fd, &facts) == 0 && S_ISREG(facts.st_mode);
    const ssize_t got = is_file ? read(fd, text, sizeof text) : -1;
    close(fd);
    /* A digit, or a comment of an edge list that is not the first line of Matrix Market. */
    return got > 0 && ((text[0] >= '0' && text[0] <= '9') || text[0] == '#');
}

/* ---- A share of the lines ---- */

static graph_status read_at(int fd, char *to, size_t bytes, int64_t at, const char *path)
{
    while (bytes > 0) {
        const ssize_t got = pread(fd, to, bytes, (off_t)at);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return graph__fail(GRAPH_E_IO, "%s: %s", path,
                               got == 0 ? "the file became shorter" : strerror(errno));
        to += got;
        at += got;
        bytes -= (size_t)got;
    }
    return GRAPH_OK;
}

/* *at = where the first line begins that begins at *at or later. */
static graph_status find_line(int fd, int64_t *at, int64_t size, const char *path)
{
    char piece[4096];
    int64_t from = *at - 1;
    graph_status status = GRAPH_OK;
    while (*at > 0 && from < size) {
        const size_t bytes = size - from < (int64_t)sizeof piece ? (size_t)(size - from) : sizeof piece;
        GRAPH_TRY(read_at(fd, piece, bytes, from, path));
        const char *const end = memchr(piece, '\n', bytes);
        if (end != NULL) {
            *at = from + (end - piece) + 1;
            return GRAPH_OK;
        }
        from += (int64_t)bytes;
        *at = size;
    }
done:
    return status;
}

/* *part = the graph of this rank's lines. */
static graph_status read_share(graph_matrix **part, const char *path, const graph_read_options *o, int rank,
                               int ranks, graph_type type)
{
    graph_read_options mine = *o;
    char name[512], *text = NULL;
    struct stat facts;
    graph_status status = GRAPH_OK;
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0 || fstat(fd, &facts) != 0)
        GRAPH_FAIL(GRAPH_E_IO, "%s: %s", path, strerror(errno));
    const int64_t size = (int64_t)facts.st_size;
    int64_t begin = size / ranks * rank, end = rank + 1 < ranks ? size / ranks * (rank + 1) : size;
    GRAPH_TRY(find_line(fd, &begin, size, path));
    GRAPH_TRY(find_line(fd, &end, size, path));
    if (begin >= end) {
        GRAPH_TRY(graph_matrix_create(part, GRAPH_PATTERN, 0, 0));
        goto done;
    }
    GRAPH_TRY(graph__allocate_array((void **)&text, (size_t)(end - begin), 1));
    GRAPH_TRY(read_at(fd, text, (size_t)(end - begin), begin, path));
    snprintf(name, sizeof name, "%.400s (from byte %lld on)", path, (long long)begin);
    mine.format = GRAPH_FILE_EDGE_LIST;
    mine.type = type;
    GRAPH_TRY(graph_read_memory(part, text, (size_t)(end - begin), name, &mine));
done:
    graph__free(text);
    if (fd >= 0)
        close(fd);
    return status;
}

/* ---- Rows to their ranks ---- */

static graph_op joined_by(graph_duplicates duplicates)
{
    switch (duplicates) {
    case GRAPH_DUPLICATES_LAST:
        return GRAPH_SECOND;
    case GRAPH_DUPLICATES_SUM:
        return GRAPH_PLUS;
    case GRAPH_DUPLICATES_MIN:
        return GRAPH_MIN;
    case GRAPH_DUPLICATES_MAX:
        return GRAPH_MAX;
    default:
        return GRAPH_FIRST;
    }
}

/* *R = rows x columns of what one rank has sent: rows from `row` on and entries from *entry on, which moves. */
static graph_status piece_of(graph_matrix **R, const struct graph_row_exchange *x, int64_t row,
                             int64_t *entry, int64_t rows, int64_t columns, graph_type type)
{
    const struct graph_backend *const cpu = graph__cpu();
    struct graph_csr_arrays arrays = {0};
    graph_status status = GRAPH_OK;
    GRAPH_TRY(graph_matrix_create(R, type, (graph_index)rows, (graph_index)columns));
    GRAPH_TRY(cpu->allocate((void **)&arrays.row_start, (size_t)rows + 1, sizeof *arrays.row_start));
    arrays.row_start[0] = 0;
    for (int64_t i = 0; i < rows; i++)
        arrays.row_start[i + 1] = arrays.row_start[i] + x->in_length[row + i];
    arrays.entries = arrays.row_start[rows];
    const size_t bytes = (size_t)arrays.entries * x->value_bytes;
    GRAPH_TRY(cpu->allocate((void **)&arrays.column, (size_t)arrays.entries, sizeof *arrays.column));
    if (x->value_bytes > 0)
        GRAPH_TRY(cpu->allocate(&arrays.value, (size_t)arrays.entries, x->value_bytes));
    if (arrays.entries > 0) {
        memcpy(arrays.column, x->in_column + *entry, (size_t)arrays.entries * sizeof *arrays.column);
        if (bytes > 0)
            memcpy(arrays.value, (const char *)x->in_value + (size_t)*entry * x->value_bytes, bytes);
    }
    *entry += arrays.entries;
    GRAPH_TRY(graph__matrix_adopt(*R, &arrays, cpu));
done:
    graph__csr_arrays_release(&arrays, cpu);
    return status;
}

/* *mine = the rows of this rank, joined of what all ranks have sent. */
static graph_status join_pieces(graph_matrix **mine, const struct graph_row_exchange *x, int64_t rows,
                                int64_t columns, graph_type type, graph_op op)
{
    graph_matrix *piece = NULL;
    int64_t entry = 0;
    graph_status status = GRAPH_OK;
    for (int r = 0; r < x->group->ranks; r++) {
        GRAPH_TRY(piece_of(&piece, x, r * rows, &entry, rows, columns, type));
        if (*mine == NULL) {
            *mine = piece;
            piece = NULL;
        } else {
            GRAPH_TRY(graph_ewise_add(*mine, NULL, GRAPH_NO_OP, op, *mine, piece, NULL));
        }
        graph_matrix_release(&piece);
    }
done:
    graph_matrix_release(&piece);
    return status;
}

/* *A = the sum of the parts of all ranks, n x n matrices that this takes over.  Collective. */
static graph_status join_parts(graph_dist **A, graph_group *g, graph_matrix **part, int64_t n, graph_op op)
{
    struct graph_csr view;
    graph_dist *made = NULL;
    int64_t *counts = NULL;
    struct graph_row_exchange x = {.group = g, .from = &view, .value_bytes = graph_type_size((*part)->type)};
    const graph_type type = (*part)->type;
    graph_status status = graph__matrix_view(&view, *part, graph__cpu());
    if (status == GRAPH_OK)
        status = graph__dist_new(&made, g, type, n, n, NULL);
    if (status == GRAPH_OK)
        status = GRAPH_NEW(counts, 2 * (size_t)g->ranks);
    GRAPH_TRY(graph__group_agree(g, status));
    GRAPH_TRY(graph__find_cuts_of(made->first, g, &view, 0, n, true, GRAPH_CUT_WORK));
    const int64_t rows = graph__dist_end(made) - graph__dist_first(made);
    for (int r = 0; r < g->ranks; r++) {
        counts[r] = made->first[r + 1] - made->first[r];
        counts[g->ranks + r] = rows;
    }
    x.out_rows = counts;
    x.in_rows = counts + g->ranks;
    GRAPH_TRY(graph__exchange_rows(&x));
    graph_matrix_release(part);
    GRAPH_TRY(graph__group_agree(g, join_pieces(&made->mine, &x, rows, n, type, op)));
    *A = made;
    made = NULL;
done:
    graph__row_exchange_release(&x);
    graph__free(counts);
    graph_dist_release(&made);
    return status;
}

/* ---- Reading ---- */

static graph_status read_together(graph_dist **A, graph_group *g, const char *path,
                                  const graph_read_options *o)
{
    graph_matrix *part = NULL;
    graph_status status = GRAPH_OK;
    GRAPH_TRY(graph__group_agree(g, read_share(&part, path, o, g->rank, g->ranks, o->type)));
    int64_t x[2] = {part->rows, part->type};
    GRAPH_TRY(graph__group_all_reduce(g, x, 2, GRAPH_MAX));
    if (x[0] > GRAPH_LARGEST_DIMENSION)
        GRAPH_FAIL(GRAPH_E_NOT_SUPPORTED, "the file has %lld vertices, more than 2^31 - 1", (long long)x[0]);
    status = GRAPH_OK;
    if ((int64_t)part->type != x[1]) { /* only others saw a fraction, or any edge */
        const bool is_empty = part->rows == 0;
        graph_matrix_release(&part);
        status = is_empty ? graph_matrix_create(&part, (graph_type)x[1], 0, 0)
                          : read_share(&part, path, o, g->rank, g->ranks, (graph_type)x[1]);
    }
    if (status == GRAPH_OK)
        status = graph_matrix_resize(part, (graph_index)x[0], (graph_index)x[0]);
    GRAPH_TRY(graph__group_agree(g, status));
    GRAPH_TRY(join_parts(A, g, &part, x[0], joined_by(o->duplicates)));
done:
    graph_matrix_release(&part);
    return status;
}

static graph_status read_alone(graph_dist **A, graph_group *g, const char *path, const graph_read_options *o)
{
    graph_matrix *all = NULL;
    graph_read_report *const report = o->report;
    graph_status status = GRAPH_OK;
    GRAPH_TRY(graph__group_agree(g, g->rank == 0 ? graph_read(&all, path, o) : GRAPH_OK));
    if (report != NULL)
        GRAPH_TRY(graph__group_broadcast(g, report, sizeof *report, 0));
    GRAPH_TRY(graph_dist_scatter(A, g, all, 0, GRAPH_CUT_WORK));
done:
    graph_matrix_release(&all);
    return status;
}

graph_status graph_dist_read(graph_dist **A, graph_group *group, const char *path,
                             const struct graph_read_options *options)
{
    static const graph_read_options defaults = {.size = sizeof defaults};
    const graph_read_options *o = options != NULL ? options : &defaults;
    graph_status status = GRAPH_OK;
    if (A == NULL || group == NULL)
        return graph__fail(GRAPH_E_NULL, "%s is NULL", A == NULL ? "A" : "group");
    *A = NULL;
    if (path == NULL)
        status = graph__fail(GRAPH_E_NULL, "path is NULL");
    else if (o->size != sizeof *o)
        status = graph__fail(GRAPH_E_INVALID_VALUE, "options.size is %zu, expected %zu", o->size, sizeof *o);
    else if (o->is_compact || o->is_compact_list || o->ids != NULL || o->progress != NULL)
        status = graph__fail(GRAPH_E_NOT_SUPPORTED, "is_compact, ids and progress are not for many ranks");
    else if (o->report != NULL && o->report->size != sizeof *o->report)
        status = graph__fail(GRAPH_E_INVALID_VALUE, "report.size is %zu, expected %zu", o->report->size,
                             sizeof *o->report);
    GRAPH_TRY(graph__group_enter(group, __func__, status));
    int64_t is_together = group->ranks > 1 && is_parallel(path, o);
    GRAPH_TRY(graph__group_all_reduce(group, &is_together, 1, GRAPH_MIN));
    GRAPH_TRY(is_together ? read_together(A, group, path, o) : read_alone(A, group, path, o));
done:
    return status;
}

graph_status graph_dist_write(const graph_dist *A, const char *path,
                              const struct graph_write_options *options)
{
    graph_matrix *all = NULL;
    graph_status status = GRAPH_OK;
    if (A == NULL)
        return graph__fail(GRAPH_E_NULL, "A is NULL");
    if (path == NULL)
        status = graph__fail(GRAPH_E_NULL, "path is NULL");
    GRAPH_TRY(graph__group_enter(A->group, __func__, status));
    GRAPH_TRY(graph_dist_gather(&all, A, 0));
    GRAPH_TRY(graph__group_agree(A->group, A->group->rank == 0 ? graph_write(all, path, options) : GRAPH_OK));
done:
    graph_matrix_release(&all);
    return status;
}
