/* See triangle_lists.h.
 *
 * Symmetric rows hold every edge at both ends, and the list of a vertex is the part of its row that comes after it in the
 * order of (degree, number).  Where only A is given, the degree is the number of entries in a vertex's row and column, which
 * orders the vertices as well.  Then the part of a row that comes after its vertex goes to the list of the vertex, and the
 * vertex goes to the lists of those that come before: a counting sort, in which every thread has a range of rows and
 * private rooms for the vertices that these rows send, as large as the columns of the range.  Edges stored both ways meet
 * in one list, where one is dropped.
 * Source: Schank, Wagner, "Finding, counting and listing all triangles in large graphs", WEA 2005 ("forward"). */
#include "cpu/triangles/triangle_lists.h"

#include <string.h>

#include "base/memory.h"
#include "base/search.h"
#include "cpu/triangles/tuning.h"

enum { MORE_ARRAYS = 6 };

void graph__triangle_lists_release(struct triangle_lists *t)
{
    graph__free(t->block);
    *t = (struct triangle_lists){0};
}

static int64_t share_begin(int64_t n, int64_t share, int64_t shares) { return n * share / shares; }

/* Replaces degrees by new numbers: a counting sort by ascending degree. */
static graph_status renumber(struct triangle_lists *t)
{
    int64_t most = 0, sum = 0, *first = NULL;
    graph_status status;
    for (int64_t v = 0; v < t->n; v++)
        most = t->key[v] > most ? t->key[v] : most;
    GRAPH_TRY(GRAPH_NEW_ZEROED(first, most + 1));
    for (int64_t v = 0; v < t->n; v++)
        first[t->key[v]]++;
    for (int64_t d = 0; d <= most; d++) {
        int64_t vertices = first[d];
        first[d] = sum;
        sum += vertices;
    }
    for (int64_t v = 0; v < t->n; v++)
        t->key[v] = (int32_t)first[t->key[v]]++;
    t->is_renumbered = true;
done:
    graph__free(first);
    return status;
}

/* Numbers by degree are worth it if there are many marks, which are read often. */
static graph_status renumber_if_dense(struct triangle_lists *t, int64_t entries)
{
    return t->n > RENUMBER_VERTICES && entries / t->n >= RENUMBER_DEGREE ? renumber(t) : GRAPH_OK;
}

static int32_t key_of(int64_t degree) { return degree < INT32_MAX ? (int32_t)degree : INT32_MAX; }

static int64_t shares_of(const struct triangle_lists *t) { return t->threads > 1 ? 16 * t->threads : 1; }

/* Memory for lists of `entries` entries in all, and for `count` more arrays. */
static graph_status allocate(struct triangle_lists *t, int64_t entries, const struct graph_array *more,
                             int count)
{
    struct graph_array arrays[4 + MORE_ARRAYS] = {GRAPH_ARRAY(t->key, t->n), GRAPH_ARRAY(t->list, t->n),
                                                  GRAPH_ARRAY(t->vertex, entries),
                                                  GRAPH_ARRAY(t->mark, t->mark_stride * t->threads)};
    if (count > 0)
        memcpy(arrays + 4, more, (size_t)count * sizeof *more);
    return graph__allocate_together(&t->block, arrays, 4 + count);
}

/* From symmetric rows.  A share of the vertices fills a stretch that has room for all their entries, so that nothing is
 * counted first. */
static graph_status keep(struct triangle_lists *t, const struct graph_csr *A)
{
    uint64_t loops = 0, edges = 0;
    int64_t shares = shares_of(t);
    const int64_t *start = A->row_start;
    graph_status status;
    GRAPH_TRY(allocate(t, A->entries, NULL, 0));
#pragma omp parallel for num_threads(t->threads) schedule(static) if (t->threads > 1)
    for (int64_t v = 0; v < t->n; v++)
        t->key[v] = (int32_t)(start[v + 1] - start[v]);
    GRAPH_TRY(renumber_if_dense(t, A->entries));
#pragma omp parallel for num_threads(t->threads) schedule(dynamic, 1) reduction(+ : loops, edges) if (shares > 1)
    for (int64_t share = 0; share < shares; share++) {
        int64_t v = share_begin(t->n, share, shares), stop = share_begin(t->n, share + 1, shares);
        for (int64_t to = start[v]; v < stop; v++) {
            int64_t length =
                t->steps->keep_after(t->vertex + to, &loops, A->column + start[v], start[v + 1] - start[v],
                                     t->key, (int32_t)v, t->is_renumbered);
            t->list[t->is_renumbered ? t->key[v] : v] = graph__list(to, length);
            to += length;
            edges += (uint64_t)length;
        }
    }
    t->self_loops = loops;
    t->edges = edges;
done:
    return status;
}

/* Enters the list of v, whose content are numbers yet; returns its length. */
static int64_t add_list(struct triangle_lists *t, int64_t v, int32_t *list, int64_t length)
{
    for (int64_t k = 0; k < length && t->is_renumbered; k++)
        list[k] = t->key[list[k]];
    t->list[t->is_renumbered ? t->key[v] : v] = graph__list(list - t->vertex, length);
    return length;
}

/* From rows and columns: B = A'. */
static graph_status keep_both(struct triangle_lists *t, const struct graph_csr *A, const struct graph_csr *B)
{
    uint64_t loops = 0, edges = 0;
    int64_t shares = shares_of(t);
    const int64_t *a = A->row_start, *b = B->row_start;
    graph_status status;
    GRAPH_TRY(allocate(t, 2 * A->entries, NULL, 0));
#pragma omp parallel for num_threads(t->threads) schedule(static) if (t->threads > 1)
    for (int64_t v = 0; v < t->n; v++)
        t->key[v] = key_of(a[v + 1] - a[v] + b[v + 1] - b[v]);
    GRAPH_TRY(renumber_if_dense(t, 2 * A->entries));
#pragma omp parallel for num_threads(t->threads) schedule(dynamic, 1) reduction(+ : loops, edges) if (shares > 1)
    for (int64_t share = 0; share < shares; share++) {
        int64_t v = share_begin(t->n, share, shares), stop = share_begin(t->n, share + 1, shares);
        uint64_t same_loops = 0;
        for (int64_t to = a[v] + b[v]; v < stop; v++) {
            int32_t *list = t->vertex + to;
            int64_t length = t->steps->keep_after(list, &loops, A->column + a[v], a[v + 1] - a[v], t->key,
                                                  (int32_t)v, false);
            int64_t more = t->steps->keep_after(list + length, &same_loops, B->column + b[v], b[v + 1] - b[v],
                                                t->key, (int32_t)v, false);
            length = t->steps->join(list, length, length, list + length, more);
            to += add_list(t, v, list, length);
            edges += (uint64_t)length;
        }
    }
    t->self_loops = loops;
    t->edges = edges;
done:
    return status;
}

/* What `unite` needs in addition to the lists. */
struct rooms {
    int parts;          /* stretches of rows of about the same number of entries */
    int64_t *first_row; /* of each part, and n */
    int32_t *start;     /* parts x (n + 1): where a part's room for a vertex begins */
    int32_t *next;      /* parts x n: the next place there; first how often the part's rows name the vertex */
    int32_t *room;      /* as many as entries; the rooms of a part begin where its rows do */
    int32_t *later;     /* as many as entries; the later vertices of a row begin where the row does */
    int32_t *later_length; /* n: how many there are in each row */
};

static graph_status make_rooms(struct rooms *r, struct triangle_lists *t, const struct graph_csr *A)
{
    int64_t n = A->rows, most = n > 0 ? COUNTERS_PER_ENTRY * A->entries / n : 1;
    graph_status status;
    r->parts = most < 1 ? 1 : most < t->threads ? (int)most : t->threads;
    const struct graph_array arrays[MORE_ARRAYS] = {
        GRAPH_ARRAY(r->first_row, r->parts + 1), GRAPH_ARRAY(r->start, r->parts * (n + 1)),
        GRAPH_ARRAY(r->next, r->parts * n),      GRAPH_ARRAY(r->room, A->entries),
        GRAPH_ARRAY(r->later, A->entries),       GRAPH_ARRAY(r->later_length, n)};
    GRAPH_TRY(allocate(t, 2 * A->entries, arrays, MORE_ARRAYS));
    for (int part = 0; part <= r->parts; part++)
        r->first_row[part] =
            graph__lower_bound_wide(A->row_start, 0, n, share_begin(A->entries, part, r->parts));
    r->first_row[r->parts] = n;
done:
    return status;
}

/* Rooms as large as each part's rows name the vertices often. */
static void place_rooms(const struct rooms *r, const struct graph_csr *A)
{
    int64_t n = A->rows;
#pragma omp parallel for num_threads(r->parts) schedule(static, 1) if (r->parts > 1)
    for (int part = 0; part < r->parts; part++) {
        int64_t first = A->row_start[r->first_row[part]], last = A->row_start[r->first_row[part + 1]];
        int32_t *start = r->start + part * (n + 1), *next = r->next + part * n, place = (int32_t)first;
        memset(next, 0, (size_t)n * sizeof *next);
        for (int64_t k = first; k < last; k++)
            next[A->column[k]]++;
        for (int64_t v = 0; v < n; v++) {
            int32_t named = next[v];
            start[v] = next[v] = place;
            place += named;
        }
        start[n] = place;
    }
}

static void make_keys(struct triangle_lists *t, const struct rooms *r, const struct graph_csr *A)
{
#pragma omp parallel for num_threads(t->threads) schedule(static) if (t->threads > 1)
    for (int64_t v = 0; v < t->n; v++) {
        int64_t degree = A->row_start[v + 1] - A->row_start[v];
        for (int part = 0; part < r->parts; part++) {
            const int32_t *start = r->start + part * (t->n + 1) + v;
            degree += start[1] - start[0];
        }
        t->key[v] = key_of(degree);
    }
}

/* Stores what comes after the vertex of each row, and sends the vertex to what comes before. */
static void split_rows(struct triangle_lists *t, const struct rooms *r, const struct graph_csr *A)
{
    uint64_t loops = 0;
#pragma omp parallel for num_threads(r->parts) schedule(static, 1) reduction(+ : loops) if (r->parts > 1)
    for (int part = 0; part < r->parts; part++)
        for (int64_t v = r->first_row[part]; v < r->first_row[part + 1]; v++) {
            int64_t start = A->row_start[v];
            r->later_length[v] =
                (int32_t)t->steps->split(r->later + start, r->room, r->next + part * t->n, &loops,
                                         A->column + start, A->row_start[v + 1] - start, t->key, (int32_t)v);
        }
    t->self_loops = loops;
}

/* A list is the later vertices of the row and those that were sent to its rooms. */
static void join(struct triangle_lists *t, const struct rooms *r, const struct graph_csr *A)
{
    uint64_t edges = 0;
    int64_t shares = shares_of(t), n = t->n;
#pragma omp parallel for num_threads(t->threads) schedule(dynamic, 1) reduction(+ : edges) if (shares > 1)
    for (int64_t share = 0; share < shares; share++) {
        int64_t v = share_begin(n, share, shares), stop = share_begin(n, share + 1, shares);
        int64_t to = A->row_start[v];
        for (int part = 0; part < r->parts; part++)
            to += r->start[part * (n + 1) + v] - r->start[part * (n + 1)];
        for (; v < stop; v++) {
            int32_t *list = t->vertex + to;
            int64_t later = r->later_length[v], length = later;
            memcpy(list, r->later + A->row_start[v], (size_t)later * sizeof *list);
            for (int part = 0; part < r->parts; part++) {
                int64_t start = r->start[part * (n + 1) + v], sent = r->next[part * n + v] - start;
                if (sent > 0)
                    length = t->steps->join(list, later, length, r->room + start, sent);
            }
            to += add_list(t, v, list, length);
            edges += (uint64_t)length;
        }
    }
    t->edges = edges;
}

static graph_status unite(struct triangle_lists *t, const struct graph_csr *A)
{
    struct rooms r = {0};
    graph_status status;
    GRAPH_TRY(make_rooms(&r, t, A));
    place_rooms(&r, A);
    make_keys(t, &r, A);
    GRAPH_TRY(renumber_if_dense(t, 2 * A->entries));
    split_rows(t, &r, A);
    join(t, &r, A);
done:
    return status;
}

graph_status graph__triangle_lists_make(struct triangle_lists *t, const struct graph_triangles_request *r)
{
    *t = (struct triangle_lists){.steps = graph__triangle_steps(), .n = r->A.rows};
    t->threads = r->A.entries < PARALLEL_ENTRIES ? 1 : r->threads;
    t->mark_stride = (t->n + MARK_SLACK + 63) / 64 * 64;
    if (r->is_symmetric)
        return keep(t, &r->A);
    if (r->A_transposed.row_start != NULL)
        return keep_both(t, &r->A, &r->A_transposed);
    return unite(t, &r->A);
}
