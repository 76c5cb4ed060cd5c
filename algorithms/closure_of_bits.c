/* The closure object from a bit matrix that is transitively closed. */
#include <string.h>

#include "algorithms/closure.h"

static int64_t bits_of_row(const uint64_t *row, int64_t words)
{
    int64_t count = 0;
    for (int64_t w = 0; w < words; w++)
        count += __builtin_popcountll(row[w]);
    return count;
}

/* Numbers the components of n vertices so that edges lead to smaller numbers: what reaches more comes later. */
static graph_status number_by_reach(struct graph_reachability *c, int64_t n, const uint64_t *bits,
                                    int64_t words, int32_t *first)
{
    int64_t *reach = NULL, *place = NULL;
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
static graph_status slab_of_bits(struct graph_reachability *c, const uint64_t *bits, int64_t words,
                                 const int32_t *first)
{
    int64_t n = c->components, blocks = (n + GRAPH_BLOCK_BITS - 1) / GRAPH_BLOCK_BITS, list = 0, room = 0;
    uint64_t *row = NULL;
    graph_status status;
    GRAPH_TRY(GRAPH_NEW_ZEROED(c->slab, 1));
    c->slab_count = 1;
    c->slab_blocks = blocks;
    struct graph_closure_slab *slab = c->slab;
    GRAPH_TRY(GRAPH_NEW(slab->start, n + 1));
    GRAPH_TRY(GRAPH_NEW(row, blocks * GRAPH_BLOCK_WORDS));
    for (int64_t x = 0; x < n; x++) {
        memset(row, 0, (size_t)(blocks * GRAPH_BLOCK_WORDS) * sizeof *row);
        row[x / 64] |= (uint64_t)1 << (x % 64);
        for (int64_t w = 0; w < words; w++)
            for (uint64_t rest = bits[first[x] * words + w]; rest != 0; rest &= rest - 1) {
                int64_t y = c->component[w * 64 + __builtin_ctzll(rest)];
                row[y / 64] |= (uint64_t)1 << (y % 64);
            }
        slab->start[x] = list;
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
    slab->start[n] = list;
    slab->rows = n;
    slab->listed = slab->contents = list;
done:
    graph__free(row);
    return status;
}

/* Sums the pairs, and finds the largest component. */
static graph_status count_pairs(graph_closure *c, const uint64_t *bits, int64_t words, const int32_t *first)
{
    struct graph_reachability *reach = &c->reach;
    int64_t *size = NULL;
    graph_status status;
    GRAPH_TRY(GRAPH_NEW_ZEROED(size, reach->components));
    for (int64_t v = 0; v < c->vertices; v++)
        size[reach->component[v]]++;
    for (int64_t x = 0; x < reach->components; x++) {
        int64_t each =
            bits_of_row(bits + first[x] * words, words) + (c->is_reflexive && !reach->is_cyclic[x]);
        reach->pairs += (uint64_t)size[x] * (uint64_t)each;
        reach->largest = size[x] > reach->largest ? size[x] : reach->largest;
    }
done:
    graph__free(size);
    return status;
}

graph_status graph__closure_of_bits(graph_closure *closure, const uint64_t *bits, int64_t words)
{
    struct graph_reachability *c = &closure->reach;
    int64_t n = closure->vertices;
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
    GRAPH_TRY(number_by_reach(c, n, bits, words, first));
    GRAPH_TRY(GRAPH_NEW(c->is_cyclic, c->components));
    for (int64_t x = 0; x < c->components; x++)
        c->is_cyclic[x] = bits[first[x] * words + first[x] / 64] >> (first[x] % 64) & 1;
    GRAPH_TRY(slab_of_bits(c, bits, words, first));
    GRAPH_TRY(count_pairs(closure, bits, words, first));
done:
    graph__free(first);
    return status;
}
