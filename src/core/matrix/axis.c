/* See axis.h. */
#include "core/matrix/axis.h"

#include <string.h>

#include "base/memory.h"
#include "base/search.h"
#include "core/backends.h"

int64_t graph__hypersparse_least = 1 << 16, graph__hypersparse_share = 16;

bool graph__is_hypersparse(int64_t dimension, int64_t entries)
{
    return dimension >= graph__hypersparse_least && entries < dimension / graph__hypersparse_share;
}

const int32_t *graph__axis_list(const struct graph_axis *axis)
{
    const void *list = NULL;
    if (axis->list != NULL)
        (void)graph__buffer_read(&list, axis->list, graph__cpu()); /* lists are on the host */
    return list;
}

graph_status graph__index_list_wrap(graph_buffer **buffer, int32_t **list, int64_t count)
{
    graph_status status = graph__buffer_adopt(buffer, *list, (size_t)count * sizeof(int32_t), graph__cpu());
    if (status < 0)
        graph__free(*list);
    *list = NULL;
    return status;
}

int64_t graph__index_search(bool *is_there, const int32_t *list, int64_t n, int64_t i)
{
    int64_t low = graph__lower_bound(list, 0, n, i);
    *is_there = low < n && list[low] == i;
    return low;
}

void graph__axis_release(struct graph_axis *axis) { graph__buffer_release(&axis->list); }

/* The union of two lists. */
static graph_status merge(graph_buffer **merged, int64_t *count, const struct graph_axis *x,
                          const struct graph_axis *y)
{
    const int32_t *a = graph__axis_list(x), *b = graph__axis_list(y);
    int64_t i = 0, j = 0, n = 0;
    int32_t *list = NULL;
    graph_status status;
    GRAPH_TRY(GRAPH_NEW(list, x->count + y->count));
    while (i < x->count && j < y->count) {
        int32_t from_a = a[i], from_b = b[j];
        list[n++] = from_a < from_b ? from_a : from_b;
        i += from_a <= from_b;
        j += from_b <= from_a;
    }
    for (; i < x->count; i++)
        list[n++] = a[i];
    for (; j < y->count; j++)
        list[n++] = b[j];
    GRAPH_TRY(GRAPH_RESIZE(list, n));
    *count = n;
    GRAPH_TRY(graph__index_list_wrap(merged, &list, n));
done:
    graph__free(list);
    return status;
}

graph_status graph__axis_join(struct graph_axis *axis, const struct graph_axis *more)
{
    graph_buffer *merged = NULL;
    int64_t count;
    graph_status status = GRAPH_OK;
    if (graph__axis_is_all(axis) || more->count == 0)
        return GRAPH_OK;
    if (graph__axis_is_all(more) || axis->count == 0) {
        graph__axis_release(axis);
        axis->list = graph__buffer_retain(more->list);
        axis->count = more->count;
        return GRAPH_OK;
    }
    if (axis->count == more->count &&
        (axis->list == more->list ||
         memcmp(graph__axis_list(axis), graph__axis_list(more), (size_t)axis->count * sizeof(int32_t)) == 0))
        return GRAPH_OK;
    GRAPH_TRY(merge(&merged, &count, axis, more));
    graph__axis_release(axis);
    axis->list = merged;
    axis->count = count;
done:
    return status;
}

graph_status graph__axis_map(const int32_t **map, int32_t **made, const struct graph_axis *from,
                             const struct graph_axis *axis)
{
    const int32_t *old = graph__axis_list(from), *list = graph__axis_list(axis);
    graph_status status = GRAPH_OK;
    *map = *made = NULL;
    if (graph__axis_is_all(axis)) {
        *map = old;
        return GRAPH_OK;
    }
    if (from->count == axis->count || from->count == 0)
        return GRAPH_OK;
    GRAPH_TRY(GRAPH_NEW(*made, from->count));
    for (int64_t k = 0, place = 0; k < from->count; place++) {
        (*made)[k] = (int32_t)place;
        k += list[place] == old[k];
    }
    *map = *made;
done:
    return status;
}

/* Sorts n keys by their upper halves, 11 bits at a time; `spare` has room for n; gives where they are then. */
static uint64_t *sort_keys(uint64_t *key, uint64_t *spare, int64_t n)
{
    enum { DIGIT = 11, DIGITS = 1 << DIGIT };
    for (int shift = 32; shift < 64; shift += DIGIT) {
        int64_t start[DIGITS + 1] = {0};
        for (int64_t k = 0; k < n; k++)
            start[(key[k] >> shift & (DIGITS - 1)) + 1]++;
        if (start[(key[0] >> shift & (DIGITS - 1)) + 1] == n)
            continue;
        for (int d = 0; d < DIGITS; d++)
            start[d + 1] += start[d];
        for (int64_t k = 0; k < n; k++)
            spare[start[key[k] >> shift & (DIGITS - 1)]++] = key[k];
        uint64_t *swap = key;
        key = spare;
        spare = swap;
    }
    return key;
}

/* Indices as bits, where there are not many more words of these than indices: *before[w] = the bits before word w. */
static graph_status rank_by_bits(int32_t **list, int64_t *count, int32_t *rank, const int32_t *index,
                                 int64_t n, int64_t words)
{
    uint64_t *bits = NULL;
    int32_t *before = NULL;
    int64_t found = 0, next = 0;
    graph_status status;
    GRAPH_TRY(GRAPH_NEW_ZEROED(bits, words));
    GRAPH_TRY(GRAPH_NEW(before, words));
    for (int64_t k = 0; k < n; k++)
        bits[index[k] >> 6] |= UINT64_C(1) << (index[k] & 63);
    for (int64_t w = 0; w < words; w++) {
        before[w] = (int32_t)found;
        found += __builtin_popcountll(bits[w]);
    }
    GRAPH_TRY(GRAPH_NEW(*list, found));
    for (int64_t w = 0; w < words; w++)
        for (uint64_t word = bits[w]; word != 0; word &= word - 1)
            (*list)[next++] = (int32_t)(w << 6 | __builtin_ctzll(word));
    for (int64_t k = 0; k < n; k++) {
        uint64_t below = (UINT64_C(1) << (index[k] & 63)) - 1;
        rank[k] = before[index[k] >> 6] + __builtin_popcountll(bits[index[k] >> 6] & below);
    }
    *count = found;
done:
    graph__free(bits);
    graph__free(before);
    return status;
}

static graph_status rank_by_sort(int32_t **list, int64_t *count, int32_t *rank, const int32_t *index,
                                 int64_t n)
{
    uint64_t *key = NULL, *spare = NULL;
    graph_status status;
    GRAPH_TRY(GRAPH_NEW(key, n));
    GRAPH_TRY(GRAPH_NEW(spare, n));
    for (int64_t k = 0; k < n; k++)
        key[k] = (uint64_t)(uint32_t)index[k] << 32 | (uint64_t)k;
    const uint64_t *sorted = n > 0 ? sort_keys(key, spare, n) : key;
    int64_t found = 0;
    for (int64_t k = 0; k < n; k++)
        found += k == 0 || sorted[k] >> 32 != sorted[k - 1] >> 32;
    GRAPH_TRY(GRAPH_NEW(*list, found));
    for (int64_t k = 0; k < n; k++) {
        if (k == 0 || sorted[k] >> 32 != sorted[k - 1] >> 32)
            (*list)[(*count)++] = (int32_t)(sorted[k] >> 32);
        rank[sorted[k] & UINT32_MAX] = (int32_t)(*count - 1);
    }
done:
    graph__free(key);
    graph__free(spare);
    return status;
}

graph_status graph__index_ranks(int32_t **list, int64_t *count, int32_t **rank, const int32_t *index,
                                int64_t n)
{
    enum { WORDS_AN_INDEX = 4 };
    int32_t most = 0;
    graph_status status;
    *list = *rank = NULL;
    *count = 0;
    GRAPH_TRY(GRAPH_NEW(*rank, n));
    for (int64_t k = 0; k < n; k++)
        most = index[k] > most ? index[k] : most;
    status = most / 64 < WORDS_AN_INDEX * n ? rank_by_bits(list, count, *rank, index, n, most / 64 + 1)
                                            : rank_by_sort(list, count, *rank, index, n);
done:
    if (status < 0) {
        graph__free(*rank);
        *rank = NULL;
    }
    return status;
}
