/* The indices that an operation sees of a dimension: all of them, or an ascending list.
 *
 * Operands that list different indices are brought together by joining their axes and renumbering each of them. */
#ifndef CORE_MATRIX_AXIS_H
#define CORE_MATRIX_AXIS_H

#include "core/buffer.h"

/* `count` indices out of `dimension`.  list NULL and count = dimension: all of them; count 0: none. */
struct graph_axis {
    graph_buffer *list; /* on the host; may have room for more */
    int64_t count, dimension;
};

/* From which dimension on, and from how many indices per entry on, an axis is listed.  For tests. */
extern int64_t graph__hypersparse_least, graph__hypersparse_share;

/* Whether an axis with so many entries is worth a list. */
bool graph__is_hypersparse(int64_t dimension, int64_t entries);

/* All indices. */
static inline struct graph_axis graph__axis_all(int64_t dimension)
{
    return (struct graph_axis){NULL, dimension, dimension};
}

static inline bool graph__axis_is_all(const struct graph_axis *axis)
{
    return axis->list == NULL && axis->count == axis->dimension;
}

/* The listed indices; NULL for all. */
const int32_t *graph__axis_list(const struct graph_axis *axis);

void graph__axis_release(struct graph_axis *axis);

/* Adds the indices of `more`, of the same dimension; *axis holds its list afterwards. */
graph_status graph__axis_join(struct graph_axis *axis, const struct graph_axis *more);

/* *map[k] = the place in `axis` of index number k of `from`, which `axis` has; NULL: k itself.  *made is what is to be
 * freed. */
graph_status graph__axis_map(const int32_t **map, int32_t **made, const struct graph_axis *from,
                             const struct graph_axis *axis);

/* The distinct ones of n indices, ascending, and the place of each of the n among them. */
graph_status graph__index_ranks(int32_t **list, int64_t *count, int32_t **rank, const int32_t *index,
                                int64_t n);

/* Where index i is in a list of n: its place, or where it would be; *is_there tells. */
int64_t graph__index_search(bool *is_there, const int32_t *list, int64_t n, int64_t i);

/* Takes over a new list, also when it fails. */
graph_status graph__index_list_wrap(graph_buffer **buffer, int32_t **list, int64_t count);

#endif
