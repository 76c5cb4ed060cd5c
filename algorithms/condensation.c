/* The acyclic graph of the strong components of a graph, and the lists of their vertices. */
#include <string.h>

#include "algorithms/closure.h"

graph_status graph__closure_members(graph_closure *c, int64_t **weight)
{
    int64_t *size = NULL;
    graph_status status;
    GRAPH_TRY(GRAPH_NEW_ZEROED(c->member_start, c->components + 1));
    GRAPH_TRY(GRAPH_NEW(c->member, c->vertices));
    GRAPH_TRY(GRAPH_NEW_ZEROED(size, c->components));
    for (int64_t v = 0; v < c->vertices; v++)
        size[c->component[v]]++;
    for (int64_t x = 0; x < c->components; x++) {
        c->member_start[x + 1] = c->member_start[x] + size[x];
        c->largest = size[x] > c->largest ? size[x] : c->largest;
    }
    for (int64_t v = 0; v < c->vertices; v++) {
        int64_t x = c->component[v];
        c->member[c->member_start[x + 1] - size[x]--] = (int32_t)v;
    }
    for (int64_t x = 0; x < c->components; x++)
        size[x] = c->member_start[x + 1] - c->member_start[x];
    *weight = size;
    return GRAPH_OK;
done:
    graph__free(size);
    return status;
}

/* B = the transpose of A without values, each row in the order in which the rows of A come: descending if asked. */
static graph_status turn(struct graph_csr_arrays *B, int64_t n, const struct graph_csr_arrays *A,
                         bool is_descending)
{
    graph_status status;
    *B = (struct graph_csr_arrays){.entries = A->entries};
    GRAPH_TRY(GRAPH_NEW_ZEROED(B->row_start, n + 2));
    GRAPH_TRY(GRAPH_NEW(B->column, A->entries));
    for (int64_t k = 0; k < A->entries; k++)
        B->row_start[A->column[k] + 2]++;
    for (int64_t x = 0; x < n; x++)
        B->row_start[x + 2] += B->row_start[x + 1];
    for (int64_t i = 0; i < n; i++) {
        int64_t x = is_descending ? n - 1 - i : i;
        for (int64_t k = A->row_start[x]; k < A->row_start[x + 1]; k++)
            B->column[B->row_start[A->column[k] + 1]++] = (int32_t)x;
    }
done:
    return status;
}

graph_status graph__condense(struct graph_csr_arrays *dag, graph_closure *c, const struct graph_csr *A)
{
    struct graph_csr_arrays found = {0}, turned = {0};
    int32_t *seen = NULL;
    int64_t n = c->components, room = 0;
    graph_status status;
    *dag = (struct graph_csr_arrays){0};
    for (int64_t v = 0; v < c->vertices; v++)
        for (int64_t k = A->row_start[v]; k < A->row_start[v + 1]; k++)
            room += c->component[A->column[k]] != c->component[v];
    GRAPH_TRY(GRAPH_NEW_ZEROED(c->is_cyclic, n));
    GRAPH_TRY(GRAPH_NEW(seen, n));
    GRAPH_TRY(GRAPH_NEW(found.row_start, n + 1));
    GRAPH_TRY(GRAPH_NEW(found.column, room));
    memset(seen, 0xff, (size_t)n * sizeof *seen);
    for (int64_t x = 0; x < n; x++) {
        found.row_start[x] = found.entries;
        for (int64_t m = c->member_start[x]; m < c->member_start[x + 1]; m++)
            for (int64_t k = A->row_start[c->member[m]]; k < A->row_start[c->member[m] + 1]; k++) {
                int32_t y = c->component[A->column[k]];
                if (y == x) {
                    c->is_cyclic[x] = 1;
                } else if (seen[y] != x) {
                    seen[y] = (int32_t)x;
                    found.column[found.entries++] = y;
                }
            }
    }
    found.row_start[n] = found.entries;
    GRAPH_TRY(turn(&turned, n, &found, false));
    GRAPH_TRY(turn(dag, n, &turned, true));
done:
    graph__free(seen);
    graph__csr_arrays_release(&found, graph__cpu());
    graph__csr_arrays_release(&turned, graph__cpu());
    if (status < 0)
        graph__csr_arrays_release(dag, graph__cpu());
    return status;
}

void graph__closure_sum(graph_closure *c, const int64_t *reach)
{
    c->pairs = 0;
    for (int64_t x = 0; x < c->components; x++) {
        int64_t size = c->member_start[x + 1] - c->member_start[x];
        int64_t each = reach[x] - (c->is_reflexive || c->is_cyclic[x] ? 0 : size);
        c->pairs += (uint64_t)size * (uint64_t)each;
    }
}

static int64_t bits_of_row(const uint64_t *row, int64_t words)
{
    int64_t count = 0;
    for (int64_t w = 0; w < words; w++)
        count += __builtin_popcountll(row[w]);
    return count;
}

/* Numbers the components so that edges lead to smaller numbers: what reaches more comes later. */
static graph_status number_by_reach(graph_closure *c, const uint64_t *bits, int64_t words, int32_t *first)
{
    int64_t *reach = NULL, *place = NULL, n = c->vertices;
    int32_t *number = NULL;
    graph_status status;
    GRAPH_TRY(GRAPH_NEW(reach, n));
    GRAPH_TRY(GRAPH_NEW_ZEROED(place, n + 3));
    GRAPH_TRY(GRAPH_NEW(number, n));
    for (int64_t x = 0; x < c->components; x++) {
        const uint64_t *row = bits + first[x] * words;
        reach[x] = bits_of_row(row, words) + !(row[first[x] / 64] >> (first[x] % 64) & 1);
        place[reach[x] + 1]++;
    }
    for (int64_t k = 0; k <= n; k++)
        place[k + 1] += place[k];
    for (int64_t x = 0; x < c->components; x++)
        number[x] = (int32_t)place[reach[x]]++;
    for (int64_t v = 0; v < n; v++)
        c->component[v] = number[c->component[v]];
    for (int64_t v = n - 1; v >= 0; v--)
        first[c->component[v]] = (int32_t)v;
done:
    graph__free(reach);
    graph__free(place);
    graph__free(number);
    return status;
}

/* One slab with the row of every component, without sharing. */
static graph_status slab_of_bits(graph_closure *c, const uint64_t *bits, int64_t words, const int32_t *first,
                                 int64_t *reach)
{
    int64_t n = c->components, blocks = (n + GRAPH_BLOCK_BITS - 1) / GRAPH_BLOCK_BITS, list = 0, room = 0;
    uint64_t *row = NULL;
    graph_status status;
    GRAPH_TRY(GRAPH_NEW_ZEROED(c->slab, 1));
    c->slab_count = 1;
    c->slab_blocks = blocks;
    struct graph_closure_slab *slab = c->slab;
    GRAPH_TRY(GRAPH_NEW(slab->row_start, n + 1));
    GRAPH_TRY(GRAPH_NEW(row, blocks * GRAPH_BLOCK_WORDS));
    for (int64_t x = 0; x < n; x++) {
        memset(row, 0, (size_t)(blocks * GRAPH_BLOCK_WORDS) * sizeof *row);
        row[x / 64] |= (uint64_t)1 << (x % 64);
        for (int64_t w = 0; w < words; w++)
            for (uint64_t rest = bits[first[x] * words + w]; rest != 0; rest &= rest - 1) {
                int64_t y = c->component[w * 64 + __builtin_ctzll(rest)];
                row[y / 64] |= (uint64_t)1 << (y % 64);
            }
        reach[x] = bits_of_row(bits + first[x] * words, words) + !c->is_cyclic[x];
        slab->row_start[x] = list;
        if (list + blocks > room) {
            room += room / 2 + blocks;
            GRAPH_TRY(GRAPH_RESIZE(slab->number, room));
            GRAPH_TRY(GRAPH_RESIZE(slab->content, room));
            GRAPH_TRY(GRAPH_RESIZE(slab->bits, room * GRAPH_BLOCK_WORDS));
        }
        for (int64_t b = 0; b < blocks; b++) {
            if (bits_of_row(row + b * GRAPH_BLOCK_WORDS, GRAPH_BLOCK_WORDS) == 0)
                continue;
            memcpy(slab->bits + list * GRAPH_BLOCK_WORDS, row + b * GRAPH_BLOCK_WORDS,
                   GRAPH_BLOCK_WORDS * sizeof *row);
            slab->number[list] = (int32_t)b;
            slab->content[list] = (uint32_t)list;
            list++;
        }
    }
    slab->row_start[n] = list;
    slab->contents = list;
done:
    graph__free(row);
    return status;
}

graph_status graph__closure_of_bits(graph_closure *c, const uint64_t *bits, int64_t words)
{
    int64_t n = c->vertices, *weight = NULL, *reach = NULL;
    int32_t *first = NULL;
    graph_status status;
    GRAPH_TRY(GRAPH_NEW(c->component, n));
    GRAPH_TRY(GRAPH_NEW(first, n));
    memset(c->component, 0xff, (size_t)n * sizeof *c->component);
    for (int64_t u = 0; u < n; u++) {
        if (c->component[u] >= 0)
            continue;
        first[c->components] = (int32_t)u;
        c->component[u] = (int32_t)c->components;
        for (int64_t w = u / 64; w < words; w++)
            for (uint64_t rest = bits[u * words + w]; rest != 0; rest &= rest - 1) {
                int64_t v = w * 64 + __builtin_ctzll(rest);
                if (bits[v * words + u / 64] >> (u % 64) & 1)
                    c->component[v] = (int32_t)c->components;
            }
        c->components++;
    }
    GRAPH_TRY(number_by_reach(c, bits, words, first));
    GRAPH_TRY(graph__closure_members(c, &weight));
    GRAPH_TRY(GRAPH_NEW(c->is_cyclic, c->components));
    GRAPH_TRY(GRAPH_NEW(reach, c->components));
    for (int64_t x = 0; x < c->components; x++)
        c->is_cyclic[x] = bits[first[x] * words + first[x] / 64] >> (first[x] % 64) & 1;
    GRAPH_TRY(slab_of_bits(c, bits, words, first, reach));
    graph__closure_sum(c, reach);
done:
    graph__free(weight);
    graph__free(reach);
    graph__free(first);
    return status;
}
