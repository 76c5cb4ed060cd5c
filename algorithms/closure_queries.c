/* Questions to a closure, and its expansion to a vector or a matrix. */
#include <string.h>

#include "algorithms/closure.h"

static graph_status check_closure(const graph_closure *closure)
{
    return closure != NULL ? GRAPH_OK : graph__fail(GRAPH_E_NULL, "closure is NULL");
}

static graph_status check_vertex(const graph_closure *c, graph_index v, const char *argument)
{
    if (v >= (graph_index)c->vertices)
        return graph__fail(GRAPH_E_INVALID_INDEX, "%s is %llu; the graph has %lld vertices", argument,
                           (unsigned long long)v, (long long)c->vertices);
    return GRAPH_OK;
}

/* The elements of the lists that row x has in a slab. */
static void find_row(int64_t *begin, int64_t *end, const struct graph_closure_slab *slab, int64_t x)
{
    int64_t low = slab->row == NULL && x < slab->rows ? x : 0, high = slab->row == NULL ? low : slab->rows;
    while (low < high) {
        int64_t middle = low + (high - low) / 2;
        if (slab->row[middle] < x)
            low = middle + 1;
        else
            high = middle;
    }
    bool is_here = slab->row != NULL ? low < slab->rows && slab->row[low] == x : x < slab->rows;
    *begin = is_here ? slab->start[low] : 0;
    *end = is_here ? slab->start[low + 1] : 0;
}

graph_status graph_reachable(bool *is_reachable, const graph_closure *closure, graph_index u, graph_index v)
{
    graph_status status;
    if (is_reachable == NULL)
        return graph__fail(GRAPH_E_NULL, "is_reachable is NULL");
    GRAPH_TRY(check_closure(closure));
    GRAPH_TRY(check_vertex(closure, u, "u"));
    GRAPH_TRY(check_vertex(closure, v, "v"));
    GRAPH_TRY(graph__closure_open(closure));
    const struct graph_reachability *reach = &closure->reach;
    int64_t x = reach->component[u], y = reach->component[v];
    bool found = u == v ? closure->is_reflexive || reach->is_cyclic[x] : x == y;
    if (x != y) {
        int64_t block = y / GRAPH_BLOCK_BITS, bit = y % GRAPH_BLOCK_BITS;
        const struct graph_closure_slab *slab = &reach->slab[block / reach->slab_blocks];
        int64_t low, end, high;
        find_row(&low, &end, slab, x);
        high = end;
        while (low < high) {
            int64_t middle = low + (high - low) / 2;
            if (slab->number[middle] < block)
                low = middle + 1;
            else
                high = middle;
        }
        if (low < end && slab->number[low] == block)
            found =
                slab->bits[(size_t)slab->content[low] * GRAPH_BLOCK_WORDS + (size_t)bit / 64] >> (bit % 64) &
                1;
    }
    *is_reachable = found;
done:
    return status;
}

graph_status graph_closure_count(uint64_t *pairs, const graph_closure *closure)
{
    graph_status status;
    if (pairs == NULL)
        return graph__fail(GRAPH_E_NULL, "pairs is NULL");
    GRAPH_TRY(check_closure(closure));
    *pairs = closure->reach.pairs;
done:
    return status;
}

graph_status graph_closure_get_facts(graph_closure_facts *facts, const graph_closure *closure)
{
    graph_status status;
    if (facts == NULL)
        return graph__fail(GRAPH_E_NULL, "facts is NULL");
    GRAPH_TRY(check_closure(closure));
    if (facts->size != sizeof *facts)
        GRAPH_FAIL(GRAPH_E_INVALID_VALUE, "facts.size is %zu; expected %zu", facts->size, sizeof *facts);
    const struct graph_reachability *reach = &closure->reach;
    facts->vertices = (graph_index)closure->vertices;
    facts->pairs = reach->pairs;
    facts->components = (graph_index)reach->components;
    facts->largest_component = (graph_index)reach->largest;
    uint64_t bytes = sizeof *closure + 8 * (uint64_t)closure->vertices + 9 * (uint64_t)reach->components;
    for (int64_t s = 0; s < reach->slab_count; s++)
        bytes += sizeof reach->slab[s] + 8 +
                 (reach->slab[s].row != NULL ? 12 : 8) * (uint64_t)reach->slab[s].rows +
                 8 * (uint64_t)reach->slab[s].listed +
                 8 * GRAPH_BLOCK_WORDS * (uint64_t)reach->slab[s].contents;
    facts->bytes = bytes;
done:
    return status;
}

void graph__closure_visit(const graph_closure *c, int64_t x, void (*visit)(void *context, int64_t y),
                          void *context)
{
    bool is_sink = true;
    for (int64_t s = 0; s < c->reach.slab_count; s++) {
        const struct graph_closure_slab *slab = &c->reach.slab[s];
        int64_t k, end;
        for (find_row(&k, &end, slab, x); k < end; k++) {
            is_sink = false;
            for (int64_t w = 0; w < GRAPH_BLOCK_WORDS; w++)
                for (uint64_t rest = slab->bits[(size_t)slab->content[k] * GRAPH_BLOCK_WORDS + (size_t)w];
                     rest != 0; rest &= rest - 1)
                    visit(context,
                          (int64_t)slab->number[k] * GRAPH_BLOCK_BITS + w * 64 + __builtin_ctzll(rest));
        }
    }
    if (is_sink)
        visit(context, x);
}

/* The vertices that a component reaches, as bits, to be read off in ascending order. */
struct row {
    const graph_closure *c;
    int64_t x;
    uint64_t *bits; /* of the vertices; all zero between rows */
    int64_t count;
};

static void add_component(void *context, int64_t y)
{
    struct row *row = context;
    const graph_closure *c = row->c;
    if (y == row->x && !c->is_reflexive && !c->reach.is_cyclic[y])
        return;
    row->count += c->member_start[y + 1] - c->member_start[y];
    if (row->bits != NULL)
        for (int64_t m = c->member_start[y]; m < c->member_start[y + 1]; m++)
            row->bits[c->member[m] / 64] |= (uint64_t)1 << (c->member[m] % 64);
}

/* The number of vertices that component x reaches. */
static int64_t count_row(const graph_closure *c, int64_t x)
{
    struct row row = {c, x, NULL, 0};
    graph__closure_visit(c, x, add_component, &row);
    return row.count;
}

/* Writes the vertices of a row in ascending order and clears the bits. */
static void write_row(int32_t *vertex, struct row *row)
{
    int64_t n = 0, words = (row->c->vertices + 63) / 64;
    for (int64_t w = 0; w < words; w++) {
        for (uint64_t rest = row->bits[w]; rest != 0; rest &= rest - 1)
            vertex[n++] = (int32_t)(w * 64 + __builtin_ctzll(rest));
        row->bits[w] = 0;
    }
}

/* *vertex = a new array of the vertices that u reaches, ascending. */
static graph_status row_of(int32_t **vertex, int64_t *count, const graph_closure *c, int64_t u)
{
    struct row row = {.c = c, .x = c->reach.component[u]};
    graph_status status;
    *vertex = NULL;
    *count = count_row(c, row.x);
    GRAPH_TRY(GRAPH_NEW(*vertex, *count));
    GRAPH_TRY(GRAPH_NEW_ZEROED(row.bits, (c->vertices + 63) / 64));
    graph__closure_visit(c, row.x, add_component, &row);
    write_row(*vertex, &row);
done:
    graph__free(row.bits);
    if (status < 0) {
        graph__free(*vertex);
        *vertex = NULL;
    }
    return status;
}

graph_status graph_closure_successors(graph_index *vertex, graph_index *n, const graph_closure *closure,
                                      graph_index u)
{
    int32_t *found = NULL;
    int64_t count;
    graph_status status;
    if (n == NULL)
        return graph__fail(GRAPH_E_NULL, "n is NULL");
    GRAPH_TRY(check_closure(closure));
    GRAPH_TRY(check_vertex(closure, u, "u"));
    GRAPH_TRY(graph__closure_open(closure));
    count = count_row(closure, closure->reach.component[u]);
    if (vertex != NULL && *n < (graph_index)count) {
        status = graph__fail(GRAPH_E_NO_SPACE, "n is %llu; %lld vertices can be reached",
                             (unsigned long long)*n, (long long)count);
        *n = (graph_index)count;
        goto done;
    }
    if (vertex != NULL) {
        GRAPH_TRY(row_of(&found, &count, closure, (int64_t)u));
        for (int64_t k = 0; k < count; k++)
            vertex[k] = (graph_index)found[k];
    }
    *n = (graph_index)count;
done:
    graph__free(found);
    return status;
}

graph_status graph_closure_row(graph_vector **row, const graph_closure *closure, graph_index u)
{
    struct graph_vector_arrays arrays = {.form = GRAPH_SPARSE};
    graph_status status;
    if (row == NULL)
        return graph__fail(GRAPH_E_NULL, "row is NULL");
    *row = NULL;
    GRAPH_TRY(check_closure(closure));
    GRAPH_TRY(check_vertex(closure, u, "u"));
    GRAPH_TRY(graph__closure_open(closure));
    GRAPH_TRY(row_of(&arrays.index, &arrays.entries, closure, (int64_t)u));
    GRAPH_TRY(graph_vector_create(row, GRAPH_PATTERN, (graph_index)closure->vertices));
    status = graph__vector_adopt(*row, &arrays, graph__cpu());
    memset(&arrays, 0, sizeof arrays);
done:
    graph__free(arrays.index);
    if (status < 0)
        graph_vector_release(row);
    return status;
}

graph_status graph_closure_matrix(graph_matrix **C, const graph_closure *closure, uint64_t most_bytes,
                                  int threads)
{
    struct graph_csr_arrays arrays = {0};
    struct graph_place place;
    bool failed = false;
    graph_status status;
    if (C == NULL)
        return graph__fail(GRAPH_E_NULL, "C is NULL");
    *C = NULL;
    GRAPH_TRY(check_closure(closure));
    GRAPH_TRY(graph__place_algorithm(&place, GRAPH_BACKEND_CPU, threads));
    const graph_closure *c = closure;
    uint64_t most = most_bytes > 0 ? most_bytes : graph__machine_bytes();
    if (c->reach.pairs > most / 4 || 8 * (uint64_t)c->vertices > most - 4 * c->reach.pairs)
        GRAPH_FAIL(GRAPH_E_MEMORY, "the matrix of the closure takes %.0f bytes; most_bytes is %llu",
                   4.0 * (double)c->reach.pairs + 8.0 * (double)c->vertices, (unsigned long long)most);
    GRAPH_TRY(graph__closure_open(c));
    GRAPH_TRY(GRAPH_NEW(arrays.row_start, c->vertices + 1));
    GRAPH_TRY(GRAPH_NEW(arrays.column, c->reach.pairs));
    arrays.entries = (int64_t)c->reach.pairs;
    arrays.row_start[0] = 0;
#pragma omp parallel for num_threads(place.threads) schedule(dynamic, 16)
    for (int64_t x = 0; x < c->reach.components; x++) {
        int64_t count = count_row(c, x);
        for (int64_t m = c->member_start[x]; m < c->member_start[x + 1]; m++)
            arrays.row_start[c->member[m] + 1] = count;
    }
    for (int64_t v = 0; v < c->vertices; v++)
        arrays.row_start[v + 1] += arrays.row_start[v];
#pragma omp parallel num_threads(place.threads)
    {
        struct row row = {.c = c};
        bool has_bits = GRAPH_NEW_ZEROED(row.bits, (c->vertices + 63) / 64) == GRAPH_OK;
        if (!has_bits) {
#pragma omp atomic write
            failed = true;
        }
#pragma omp for schedule(dynamic, 16)
        for (int64_t x = 0; x < c->reach.components; x++) {
            if (!has_bits)
                continue;
            row.x = x;
            int64_t first = c->member[c->member_start[x]];
            size_t count = (size_t)(arrays.row_start[first + 1] - arrays.row_start[first]);
            graph__closure_visit(c, x, add_component, &row);
            write_row(arrays.column + arrays.row_start[first], &row);
            for (int64_t m = c->member_start[x] + 1; m < c->member_start[x + 1]; m++)
                memcpy(arrays.column + arrays.row_start[c->member[m]],
                       arrays.column + arrays.row_start[first], count * sizeof *arrays.column);
        }
        graph__free(row.bits);
    }
    if (failed)
        GRAPH_FAIL(GRAPH_E_MEMORY, "out of memory: a bit for each of %lld vertices", (long long)c->vertices);
    GRAPH_TRY(graph_matrix_create(C, GRAPH_PATTERN, (graph_index)c->vertices, (graph_index)c->vertices));
    status = graph__matrix_adopt(*C, &arrays, graph__cpu());
done:
    graph__csr_arrays_release(&arrays, graph__cpu());
    if (status < 0)
        graph_matrix_release(C);
    return status;
}
