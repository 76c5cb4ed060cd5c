/* The edges of a METIS graph stand in the lines of both their ends.
 *
 * Sorted by columns, the edges give each vertex the vertices that name it, in ascending order; sorted by rows after
 * that, those that it names.  The two lists of a vertex must be the same. */
#include "base/memory.h"
#include "io/reading.h"

/* order = the numbers of the edges, `before` them in the order of key, each key's in the order that they had. */
static void sort_by(int64_t *order, const int64_t *before, const int32_t *key, int64_t *start, int64_t rows,
                    int64_t count)
{
    memset(start, 0, (size_t)(rows + 1) * sizeof *start);
    for (int64_t k = 0; k < count; k++)
        start[key[k] + 1]++;
    for (int64_t i = 0; i < rows; i++)
        start[i + 1] += start[i];
    for (int64_t k = 0; k < count; k++) {
        int64_t edge = before != NULL ? before[k] : k;
        order[start[key[edge]]++] = edge;
    }
}

static unsigned long long id_of(const struct graph_reading *r, const uint64_t *ids, int32_t row)
{
    return (unsigned long long)(ids != NULL ? ids[row] : (uint64_t)row) + (unsigned long long)r->base;
}

/* Compares the edge at a place of the first order, seen from its column, with that of the second, seen from its row. */
static graph_status compare(const struct graph_reading *r, const struct graph_edges *edges,
                            const uint64_t *ids, int64_t in, int64_t out)
{
    size_t bytes = r->value_bytes;
    int32_t vertex = edges->column[in], from = edges->row[in];
    int32_t other = edges->row[out], to = edges->column[out];
    if (vertex != other || from != to) {
        bool is_in = vertex < other || (vertex == other && from < to);
        return graph__fail(
            GRAPH_E_FORMAT,
            "%s: expected vertex %llu among the neighbours of vertex %llu, as it is the other way round",
            r->name, id_of(r, ids, is_in ? from : other), id_of(r, ids, is_in ? vertex : to));
    }
    if (r->has_value &&
        memcmp(edges->value + (size_t)in * bytes, edges->value + (size_t)out * bytes, bytes) != 0)
        return graph__fail(GRAPH_E_FORMAT,
                           "%s: expected one weight for the edge between vertices %llu and %llu, found two",
                           r->name, id_of(r, ids, vertex), id_of(r, ids, from));
    return GRAPH_OK;
}

graph_status graph__check_both_ends(const struct graph_reading *r, const struct graph_edges *edges,
                                    const uint64_t *ids)
{
    int64_t *start = NULL, *in = NULL, *out = NULL;
    uint64_t bytes = 2 * (uint64_t)edges->count * sizeof *in + (uint64_t)(r->rows + 1) * sizeof *start,
             taken = 0;
    graph_status status = GRAPH_OK;
    for (int64_t k = 0; k < edges->count; k++)
        if (edges->row[k] == edges->column[k])
            GRAPH_FAIL(GRAPH_E_FORMAT, "%s: vertex %llu is its own neighbour, which METIS has not", r->name,
                       id_of(r, ids, edges->row[k]));
    GRAPH_TRY(graph__budget_take(r, bytes));
    taken = bytes;
    GRAPH_TRY(GRAPH_NEW(start, r->rows + 1));
    GRAPH_TRY(GRAPH_NEW(in, edges->count));
    GRAPH_TRY(GRAPH_NEW(out, edges->count));
    sort_by(in, NULL, edges->column, start, r->rows, edges->count);
    sort_by(out, in, edges->row, start, r->rows, edges->count);
    for (int64_t k = 0; k < edges->count && status == GRAPH_OK; k++)
        status = compare(r, edges, ids, in[k], out[k]);
done:
    atomic_fetch_sub(&r->budget->taken, taken);
    graph__free(start);
    graph__free(in);
    graph__free(out);
    return status;
}
