/* Orders of vertices and of edges, as the algorithms of structure.h need them. */
#include <stdlib.h>
#include <string.h>

#include "algorithms/structure/structure.h"
#include "base/mix.h"

struct key_of_vertex {
    uint64_t key;
    int32_t vertex;
};

/* Sorts by key, equal ones in the order in which they are; the result is in either array. */
static struct key_of_vertex *sort(struct key_of_vertex *list, struct key_of_vertex *spare, int64_t n)
{
    uint64_t different = 0;
    for (int64_t k = 1; k < n; k++)
        different |= list[k].key ^ list[0].key;
    for (int shift = 0; shift < 64; shift += 8) {
        int64_t first[256] = {0}, sum = 0;
        if ((different >> shift & 255) == 0)
            continue;
        for (int64_t k = 0; k < n; k++)
            first[list[k].key >> shift & 255]++;
        for (int digit = 0; digit < 256; digit++) {
            const int64_t here = first[digit];
            first[digit] = sum;
            sum += here;
        }
        for (int64_t k = 0; k < n; k++)
            spare[first[list[k].key >> shift & 255]++] = list[k];
        struct key_of_vertex *sorted = spare;
        spare = list;
        list = sorted;
    }
    return list;
}

graph_status graph__order_vertices(int32_t **order, const graph_matrix *S, uint64_t seed, bool is_descending)
{
    struct key_of_vertex *list = NULL, *spare = NULL;
    struct graph_csr s;
    graph_status status;
    *order = NULL;
    GRAPH_TRY(graph__matrix_view(&s, S, graph__cpu()));
    GRAPH_TRY(GRAPH_NEW(list, s.rows));
    GRAPH_TRY(GRAPH_NEW(spare, s.rows));
    GRAPH_TRY(GRAPH_NEW(*order, s.rows));
    for (int64_t v = 0; v < s.rows; v++) {
        const bool has_loop = graph__entry_at(&s, v, (int32_t)v) >= 0;
        const uint32_t degree = (uint32_t)(s.row_start[v + 1] - s.row_start[v] - has_loop);
        list[v].key =
            (uint64_t)(is_descending ? ~degree : degree) << 32 | graph__hash_of(seed, (uint64_t)v) >> 32;
        list[v].vertex = (int32_t)v;
    }
    const struct key_of_vertex *sorted = sort(list, spare, s.rows);
    for (int64_t k = 0; k < s.rows; k++)
        (*order)[k] = sorted[k].vertex;
done:
    graph__free(list);
    graph__free(spare);
    return status;
}

graph_status graph__least_of_neighbours(graph_vector **f, const graph_vector *p, const graph_matrix *S,
                                        const graph_descriptor *d)
{
    const graph_semiring *min_second = graph_semiring_builtin(GRAPH_MIN_SECOND, GRAPH_INT64);
    graph_descriptor inside = *d;
    graph_vector *m = NULL;
    graph_index n;
    graph_status status;
    inside.flags = GRAPH_MASK_STRUCTURE;
    *f = NULL;
    GRAPH_TRY(graph_vector_length(&n, p));
    GRAPH_TRY(graph_vector_create(&m, GRAPH_INT64, n));
    GRAPH_TRY(graph_vector_create(f, GRAPH_INT64, n));
    GRAPH_TRY(graph_mxv(m, p, GRAPH_NO_OP, min_second, S, p, &inside));
    GRAPH_TRY(graph_vector_ewise_union(*f, NULL, GRAPH_NO_OP, GRAPH_LT, p, graph_int64(0), m,
                                       graph_int64(INT64_MAX), d));
    GRAPH_TRY(graph_vector_select(*f, NULL, GRAPH_NO_OP, GRAPH_VALUE_NE, *f, graph_int64(0), d));
done:
    graph_vector_release(&m);
    if (status < 0)
        graph_vector_release(f);
    return status;
}

static int by_place(const void *x, const void *y)
{
    const struct graph_edge *a = x, *b = y;
    if (a->key != b->key)
        return a->key < b->key ? -1 : 1;
    if (a->hash != b->hash)
        return a->hash < b->hash ? -1 : 1;
    if (a->u != b->u)
        return a->u < b->u ? -1 : 1;
    return (a->v > b->v) - (a->v < b->v);
}

graph_status graph__sorted_edges(struct graph_edge **edge, int64_t *count, const struct graph_csr *S,
                                 const uint64_t *key, bool is_hashed, uint64_t seed)
{
    int64_t *other = NULL;
    graph_status status;
    *edge = NULL;
    *count = 0;
    GRAPH_TRY(graph__other_entries(&other, S));
    GRAPH_TRY(GRAPH_NEW(*edge, S->entries / 2));
    for (int64_t u = 0; u < S->rows; u++)
        for (int64_t k = S->row_start[u]; k < S->row_start[u + 1]; k++) {
            const int32_t v = S->column[k];
            if (v <= u)
                continue;
            const bool is_other = key != NULL && key[other[k]] < key[k];
            const int64_t entry = is_other ? other[k] : k;
            (*edge)[(*count)++] =
                (struct graph_edge){.key = key != NULL ? key[entry] : 0,
                                    .hash = is_hashed ? graph__hash_of_edge(seed, (int32_t)u, v) : 0,
                                    .entry = entry,
                                    .u = (int32_t)u,
                                    .v = v};
        }
    qsort(*edge, (size_t)*count, sizeof **edge, by_place);
done:
    graph__free(other);
    return status;
}

graph_status graph__places_matrix(graph_matrix **R, const struct graph_edge *edge, int64_t count, int64_t n)
{
    graph_index *row = NULL, *column = NULL;
    int64_t *place = NULL;
    graph_status status;
    *R = NULL;
    GRAPH_TRY(GRAPH_NEW(row, 2 * count));
    GRAPH_TRY(GRAPH_NEW(column, 2 * count));
    GRAPH_TRY(GRAPH_NEW(place, 2 * count));
    for (int64_t k = 0; k < count; k++) {
        row[2 * k] = column[2 * k + 1] = (graph_index)edge[k].u;
        row[2 * k + 1] = column[2 * k] = (graph_index)edge[k].v;
        place[2 * k] = place[2 * k + 1] = k;
    }
    GRAPH_TRY(graph_matrix_create(R, GRAPH_INT64, (graph_index)n, (graph_index)n));
    GRAPH_TRY(graph_matrix_build(*R, row, column, place, GRAPH_INT64, (graph_index)(2 * count), GRAPH_NO_OP));
done:
    graph__free(row);
    graph__free(column);
    graph__free(place);
    if (status < 0)
        graph_matrix_release(R);
    return status;
}
