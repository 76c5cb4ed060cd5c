/* An edge list that ranks read together, in memory for a rank's share of the edges.
 *
 * Each rank parses the lines that begin in its share of the bytes, some megabytes at a time, and holds the edges in lists,
 * by rows and with their columns coded by distances (edge_code.h).  When all know the lengths of all rows, the rows are cut,
 * and each rank has its rows' places: row by row, and in a row rank by rank, so that edges stand in the order of the file
 * wherever they come from.  Lists then go to the owners of their rows one by one, and are released.  Last, rows are sorted
 * and their duplicates joined in that order. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/big_blocks.h"
#include "base/threads.h"
#include "contract/backend.h"
#include "dist/edge_code.h"
#include "dist/read.h"

enum { BATCH_BYTES = 1 << 22, LEAST_BATCH_BYTES = 64 };

/* Edges of a batch, by rows. */
struct list {
    int64_t count;
    uint8_t *code;
    void *value;
};

/* What a rank has read. */
struct lists {
    struct list *list;
    int64_t lists, room, vertices;
    graph_type type;
    bool has_types; /* several */
};

static void close_list(struct list *l)
{
    graph__free(l->code);
    graph__free(l->value);
    *l = (struct list){.count = 0};
}

static void close_lists(struct lists *all)
{
    for (int64_t k = 0; k < all->lists; k++)
        close_list(&all->list[k]);
    graph__free(all->list);
    *all = (struct lists){.lists = 0};
}

/* ---- Lines ---- */

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

/* Adds the edges of a batch. */
static graph_status append(struct lists *all, const graph_matrix *part)
{
    struct list made = {.count = 0};
    struct graph_csr a;
    uint8_t *code = NULL;
    const size_t value_bytes = graph_type_size(part->type);
    graph_status status = GRAPH_OK;
    if (all->lists == all->room) {
        const int64_t room = all->room > 0 ? 2 * all->room : 16;
        struct list *larger = NULL;
        GRAPH_TRY(GRAPH_NEW(larger, room));
        if (all->lists > 0)
            memcpy(larger, all->list, (size_t)all->lists * sizeof *larger);
        graph__free(all->list);
        all->list = larger;
        all->room = room;
    }
    GRAPH_TRY(graph__matrix_view(&a, part, graph__cpu()));
    made.count = a.entries;
    GRAPH_TRY(graph__allocate_array((void **)&code, (size_t)a.entries, GRAPH_EDGE_CODE_BYTES));
    const size_t code_bytes = graph__edge_code(code, &a);
    GRAPH_TRY(GRAPH_NEW(made.code, code_bytes));
    GRAPH_TRY(graph__allocate_array(&made.value, (size_t)a.entries, value_bytes));
    memcpy(made.code, code, code_bytes);
    if (a.entries > 0 && value_bytes > 0)
        memcpy(made.value, a.value, (size_t)a.entries * value_bytes);
    all->vertices = a.rows > all->vertices ? a.rows : all->vertices;
    all->has_types = all->has_types || (all->lists > 0 && part->type != all->type);
    all->type = all->lists > 0 && all->type > part->type ? all->type : part->type;
    all->list[all->lists++] = made;
    made = (struct list){.count = 0};
done:
    graph__free(code);
    close_list(&made);
    return status;
}

/* The lists of this rank's lines, with values of the type (GRAPH_PATTERN: as each batch suggests). */
static graph_status read_lines(struct lists *all, const char *path, const graph_read_options *o,
                               const graph_group *g, graph_type type)
{
    graph_read_options mine = *o;
    char name[512], *text = NULL;
    graph_matrix *part = NULL;
    struct stat facts;
    graph_status status = GRAPH_OK;
    const int64_t batch = g->most_bytes == 0 || g->most_bytes > BATCH_BYTES ? BATCH_BYTES
                          : g->most_bytes < LEAST_BATCH_BYTES               ? LEAST_BATCH_BYTES
                                                                            : (int64_t)g->most_bytes;
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    mine.format = GRAPH_FILE_EDGE_LIST;
    mine.type = type;
    if (fd < 0 || fstat(fd, &facts) != 0)
        GRAPH_FAIL(GRAPH_E_IO, "%s: %s", path, strerror(errno));
    const int64_t size = (int64_t)facts.st_size, share = size / g->ranks;
    int64_t begin = share * g->rank, end = g->rank + 1 < g->ranks ? share * (g->rank + 1) : size, next;
    GRAPH_TRY(find_line(fd, &begin, size, path));
    GRAPH_TRY(find_line(fd, &end, size, path));
    for (; begin < end; begin = next) {
        next = end - begin > batch ? begin + batch : end;
        GRAPH_TRY(find_line(fd, &next, size, path));
        const size_t bytes = (size_t)(next - begin);
        GRAPH_TRY(graph__allocate_array((void **)&text, bytes, 1));
        GRAPH_TRY(read_at(fd, text, bytes, begin, path));
        snprintf(name, sizeof name, "%.400s (from byte %lld on)", path, (long long)begin);
        GRAPH_TRY(graph_read_memory(&part, text, bytes, name, &mine));
        graph__free(text);
        text = NULL;
        GRAPH_TRY(append(all, part));
        graph_matrix_release(&part);
    }
done:
    graph_matrix_release(&part);
    graph__free(text);
    graph__big_trim();
    if (fd >= 0)
        close(fd);
    return status;
}

/* ---- Where edges go ---- */

/* What a rank makes of the edges that come. */
struct slab {
    int64_t rows, entries;
    int64_t *row_start;
    uint32_t *used; /* [rank][row]: how many places of the row are before the rank's next edge */
    struct graph_csr_arrays arrays;
};

/* Cuts rows so that ranks have equal work, by the lengths that rows have with duplicates; *ours = the lengths here. */
static graph_status cut(int64_t *first, uint32_t **ours, const struct lists *all, int64_t n, graph_group *g)
{
    int64_t *length = NULL, *weight = NULL;
    graph_status status = GRAPH_NEW_ZEROED(*ours, n);
    if (status == GRAPH_OK)
        status = GRAPH_NEW(length, n);
    if (status == GRAPH_OK)
        status = GRAPH_NEW(weight, n + 1);
    GRAPH_TRY(graph__group_agree(g, status));
    for (int64_t k = 0; k < all->lists; k++) {
        struct graph_edge_reader edge = {all->list[k].code, .row = -1};
        for (int64_t e = 0; e < all->list[k].count; e++) {
            graph__edge_next(&edge);
            (*ours)[edge.row]++;
        }
    }
    for (int64_t i = 0; i < n; i++) {
        length[i] = (*ours)[i];
        weight[i] = length[i] + (g->rank == 0); /* and 1 for the row itself */
    }
    GRAPH_TRY(graph__group_all_reduce(g, length, (size_t)n, GRAPH_PLUS));
    for (int64_t k = 0; k < all->lists; k++) {
        struct graph_edge_reader edge = {all->list[k].code, .row = -1};
        for (int64_t e = 0; e < all->list[k].count; e++) {
            graph__edge_next(&edge);
            weight[edge.row] += length[edge.column];
        }
    }
    GRAPH_TRY(graph__group_all_reduce(g, weight, (size_t)n, GRAPH_PLUS));
    graph__cuts_of_weights(first, weight, n, g->ranks);
done:
    graph__free(length);
    graph__free(weight);
    graph__big_trim(); /* the slab comes next */
    return status;
}

/* Room for the edges of this rank's rows; `ours`: the lengths of all rows on this rank. */
static graph_status open_slab(struct slab *s, const int64_t *first, const uint32_t *ours, size_t value_bytes,
                              graph_group *g)
{
    const struct graph_backend *const cpu = graph__cpu();
    size_t *const to = g->counts, *const from = to + g->ranks;
    graph_status status = GRAPH_OK;
    s->rows = first[g->rank + 1] - first[g->rank];
    status = graph__allocate_array((void **)&s->used, (size_t)s->rows, (size_t)g->ranks * sizeof *s->used);
    if (status == GRAPH_OK)
        status = cpu->allocate((void **)&s->arrays.row_start, (size_t)s->rows + 1, sizeof *s->row_start);
    GRAPH_TRY(graph__group_agree(g, status));
    for (int r = 0; r < g->ranks; r++) {
        to[r] = (size_t)s->rows * sizeof *ours;
        from[r] = (size_t)(first[r + 1] - first[r]) * sizeof *ours;
    }
    GRAPH_TRY(graph__group_all_to_all(g, s->used, to, ours, from));
    s->row_start = s->arrays.row_start;
    for (int64_t i = 0; i < s->rows; i++) {
        uint32_t sum = 0;
        for (int r = 0; r < g->ranks; r++) {
            uint32_t *const used = &s->used[r * s->rows + i], length = *used;
            *used = sum;
            sum += length;
        }
        s->row_start[i] = s->entries;
        s->entries += sum;
    }
    s->row_start[s->rows] = s->entries;
    status = cpu->allocate((void **)&s->arrays.column, (size_t)s->entries, sizeof *s->arrays.column);
    if (status == GRAPH_OK && value_bytes > 0)
        status = cpu->allocate(&s->arrays.value, (size_t)s->entries, value_bytes);
    GRAPH_TRY(graph__group_agree(g, status));
done:
    return status;
}

/* Edges that travel. */
struct edges {
    int32_t *row, *column;
    void *value;
};

static void close_edges(struct edges *e)
{
    graph__free(e->row);
    graph__free(e->column);
    graph__free(e->value);
    *e = (struct edges){.row = NULL};
}

static graph_status open_edges(struct edges *e, int64_t count, size_t value_bytes)
{
    graph_status status;
    GRAPH_TRY(GRAPH_NEW(e->row, count));
    GRAPH_TRY(GRAPH_NEW(e->column, count));
    GRAPH_TRY(graph__allocate_array(&e->value, (size_t)count, value_bytes));
done:
    return status;
}

/* What a list becomes; its values change hands. */
static graph_status unpack(struct edges *go, struct list *l)
{
    struct graph_edge_reader edge = {l->code, .row = -1};
    graph_status status;
    GRAPH_TRY(open_edges(go, l->count, 0));
    for (int64_t e = 0; e < l->count; e++) {
        graph__edge_next(&edge);
        go->row[e] = (int32_t)edge.row;
        go->column[e] = (int32_t)edge.column;
    }
    graph__free(go->value);
    go->value = l->value;
    l->value = NULL;
    close_list(l);
done:
    return status;
}

static void place(struct slab *s, const struct edges *come, const int64_t *counts, int64_t first, int ranks,
                  size_t value_bytes)
{
    int64_t e = 0;
    for (int r = 0; r < ranks; r++) {
        uint32_t *const used = s->used + r * s->rows;
        for (const int64_t end = e + counts[r]; e < end; e++) {
            const int64_t i = come->row[e] - first, at = s->row_start[i] + used[i]++;
            s->arrays.column[at] = come->column[e];
            if (value_bytes > 0)
                memcpy((char *)s->arrays.value + (size_t)at * value_bytes,
                       (const char *)come->value + (size_t)e * value_bytes, value_bytes);
        }
    }
}

/* One array of the lists. */
static graph_status move(graph_group *g, void *to, const int64_t *in, const void *from, const int64_t *out,
                         size_t element_bytes)
{
    size_t *const to_bytes = g->counts, *const from_bytes = to_bytes + g->ranks;
    for (int r = 0; r < g->ranks; r++) {
        to_bytes[r] = (size_t)in[r] * element_bytes;
        from_bytes[r] = (size_t)out[r] * element_bytes;
    }
    return graph__group_all_to_all(g, to, to_bytes, from, from_bytes);
}

/* Sends one list of each rank to the owners of its rows; *l is released. */
static graph_status send_list(struct slab *s, struct list *l, const int64_t *first, int64_t *counts,
                              size_t value_bytes, graph_group *g)
{
    const int64_t count = l->count;
    int64_t *const out = counts, *const in = counts + g->ranks, e = 0, coming = 0;
    struct edges go = {.row = NULL}, come = {.row = NULL};
    graph_status status;
    GRAPH_TRY(graph__group_agree(g, unpack(&go, l)));
    for (int r = 0; r < g->ranks; r++) {
        const int64_t before = e;
        while (e < count && go.row[e] < first[r + 1])
            e++;
        out[r] = e - before;
    }
    for (int r = 0; r < g->ranks; r++)
        g->counts[r] = sizeof *out;
    GRAPH_TRY(graph__group_all_to_all(g, in, g->counts, out, g->counts));
    for (int r = 0; r < g->ranks; r++)
        coming += in[r];
    GRAPH_TRY(graph__group_agree(g, open_edges(&come, coming, value_bytes)));
    GRAPH_TRY(move(g, come.row, in, go.row, out, sizeof *go.row));
    GRAPH_TRY(move(g, come.column, in, go.column, out, sizeof *go.column));
    if (value_bytes > 0)
        GRAPH_TRY(move(g, come.value, in, go.value, out, value_bytes));
    close_edges(&go);
    place(s, &come, in, first[g->rank], g->ranks, value_bytes);
done:
    close_edges(&go);
    close_edges(&come);
    return status;
}

/* ---- Reading ---- */

/* *mine = the matrix of the slab. */
static graph_status finish(graph_matrix **mine, struct slab *s, int64_t n, graph_type type, graph_op op,
                           int threads)
{
    graph_status status = GRAPH_OK;
    graph__free(s->used);
    s->used = NULL;
    s->arrays.entries = s->entries;
    GRAPH_TRY(graph__sort_rows(&s->arrays, s->rows, type, op, threads));
    GRAPH_TRY(graph_matrix_create(mine, type, (graph_index)s->rows, (graph_index)n));
    GRAPH_TRY(graph__matrix_adopt(*mine, &s->arrays, graph__cpu()));
done:
    return status;
}

/* *A = the graph of all lists, n vertices.  Collective. */
static graph_status join_lists(graph_dist **A, struct lists *all, int64_t n, graph_op op, int threads,
                               graph_group *g)
{
    const size_t value_bytes = graph_type_size(all->type);
    struct list none = {.count = 0};
    struct slab s = {.rows = 0};
    graph_dist *made = NULL;
    uint32_t *ours = NULL;
    int64_t *counts = NULL, rounds = all->lists;
    graph_status status = graph__dist_new(&made, g, all->type, n, n, NULL);
    if (status == GRAPH_OK)
        status = GRAPH_NEW(counts, 2 * (size_t)g->ranks);
    GRAPH_TRY(graph__group_agree(g, status));
    GRAPH_TRY(cut(made->first, &ours, all, n, g));
    GRAPH_TRY(open_slab(&s, made->first, ours, value_bytes, g));
    graph__free(ours);
    ours = NULL;
    GRAPH_TRY(graph__group_all_reduce(g, &rounds, 1, GRAPH_MAX));
    for (int64_t k = 0; k < rounds; k++)
        GRAPH_TRY(send_list(&s, k < all->lists ? &all->list[k] : &none, made->first, counts, value_bytes, g));
    GRAPH_TRY(graph__group_agree(g, finish(&made->mine, &s, n, all->type, op, threads)));
    *A = made;
    made = NULL;
done:
    graph__csr_arrays_release(&s.arrays, graph__cpu());
    graph__free(s.used);
    graph__free(ours);
    graph__free(counts);
    graph_dist_release(&made);
    return status;
}

graph_status graph__dist_read_edges(graph_dist **A, graph_group *g, const char *path,
                                    const graph_read_options *o, graph_op op)
{
    struct lists all = {.lists = 0};
    graph_status status = GRAPH_OK;
    GRAPH_TRY(graph__group_agree(g, read_lines(&all, path, o, g, o->type)));
    int64_t x[3] = {all.vertices, all.type, 0};
    GRAPH_TRY(graph__group_all_reduce(g, x, 2, GRAPH_MAX));
    if (x[0] > GRAPH_LARGEST_DIMENSION)
        GRAPH_FAIL(GRAPH_E_NOT_SUPPORTED, "the file has %lld vertices, more than 2^31 - 1", (long long)x[0]);
    if (all.lists > 0 &&
        (all.has_types || (int64_t)all.type != x[1])) { /* only some lines have a fraction, or a weight */
        close_lists(&all);
        status = read_lines(&all, path, o, g, (graph_type)x[1]);
    }
    GRAPH_TRY(graph__group_agree(g, status));
    all.type = (graph_type)x[1];
    GRAPH_TRY(join_lists(A, &all, x[0], op, graph__threads(o->threads), g));
    (*A)->symmetry = o->direction == GRAPH_UNDIRECTED ? GRAPH_SYMMETRIC : GRAPH_SYMMETRY_UNKNOWN;
done:
    close_lists(&all);
    return status;
}
