/* Files and many ranks: who reads which.  The ranks read edge lists and binary files together where nothing is compressed;
 * other files the first rank reads, and scatters the matrix. */
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "dist/read.h"

/* ---- Which files ---- */

static bool ends_with(const char *path, const char *end)
{
    const size_t length = strlen(path), more = strlen(end);
    return length >= more && strcasecmp(path + length - more, end) == 0;
}

/* How a file is read. */
enum reader { ALONE, EDGES, BINARY };

/* Together: a file that begins like an edge list, and options that treat lines in the same way; or a plain binary one that is
 * read as it is. */
static enum reader reader_of(const char *path, const graph_read_options *o)
{
    static const char magic[] = "\x89SGB";
    static const char *const others[] = {".gz", ".mtx", ".gr", ".graph", ".metis", ".sgb"};
    char text[4096];
    struct stat facts;
    if (o->skip_lines > 0 || o->rows > 0 || o->columns > 0 || o->report != NULL || o->most_bytes > 0 ||
        o->most_memory > 0)
        return ALONE;
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return ALONE;
    const bool is_file = fstat(fd, &facts) == 0 && S_ISREG(facts.st_mode);
    const ssize_t got = is_file ? read(fd, text, sizeof text) : -1;
    close(fd);
    if (got >= (ssize_t)(sizeof magic - 1) && memcmp(text, magic, sizeof magic - 1) == 0)
        return o->format != GRAPH_FILE_AUTO && o->format != GRAPH_FILE_BINARY ? ALONE
               : o->type != GRAPH_PATTERN || (int)o->direction != 0 || (int)o->loops != 0 ||
                       (int)o->weights != 0
                   ? ALONE
                   : BINARY;
    if (o->duplicates == GRAPH_DUPLICATES_ERROR ||
        (o->format != GRAPH_FILE_AUTO && o->format != GRAPH_FILE_EDGE_LIST))
        return ALONE;
    for (size_t k = 0; k < sizeof others / sizeof others[0]; k++)
        if (ends_with(path, others[k]))
            return ALONE;
    /* A digit, or a comment of an edge list that is not the first line of Matrix Market. */
    return got > 0 && ((text[0] >= '0' && text[0] <= '9') || text[0] == '#') ? EDGES : ALONE;
}

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
    else if (o->is_compact || o->is_compact_list || o->ids != NULL || o->labels != NULL ||
             o->progress != NULL)
        status =
            graph__fail(GRAPH_E_NOT_SUPPORTED, "is_compact, ids, labels and progress are not for many ranks");
    else if (o->report != NULL && o->report->size != sizeof *o->report)
        status = graph__fail(GRAPH_E_INVALID_VALUE, "report.size is %zu, expected %zu", o->report->size,
                             sizeof *o->report);
    GRAPH_TRY(graph__group_enter(group, __func__, status));
    const enum reader reader = group->ranks > 1 ? reader_of(path, o) : ALONE;
    int64_t x[2] = {reader == EDGES, reader == BINARY};
    GRAPH_TRY(graph__group_all_reduce(group, x, 2, GRAPH_MIN));
    GRAPH_TRY(x[0]   ? graph__dist_read_edges(A, group, path, o, joined_by(o->duplicates))
              : x[1] ? graph__dist_read_binary(A, group, path, o)
                     : read_alone(A, group, path, o));
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
