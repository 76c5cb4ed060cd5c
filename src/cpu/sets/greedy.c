/* Independent set and colouring, greedy: one vertex after the other, by rank.
 *
 * Of the set only the rows of members are read.  A colour that a neighbour has is marked with the vertex that looks, so that
 * marks need not be wiped; the first colour without its mark is taken.
 *
 * Sources: Blelloch, Fineman, Shun, SPAA 2012; Welsh, Powell, Computer Journal 10(1), 1967. */
#include "base/memory.h"
#include "base/status.h"
#include "cpu/sets/sets.h"

graph_status graph__cpu_independent_set(struct graph_independent_set_request *r)
{
    const int64_t n = r->A.rows, *row_start = r->A.row_start;
    uint8_t *is_out = NULL;
    graph_status status;
    GRAPH_TRY(GRAPH_NEW_ZEROED(is_out, n));
    r->members = 0;
    for (int64_t k = 0; k < n; k++) {
        const int32_t v = r->order[k];
        r->is_member[v] = !is_out[v];
        if (is_out[v])
            continue;
        r->members++;
        for (int64_t e = row_start[v]; e < row_start[v + 1]; e++)
            is_out[r->A.column[e]] = 1;
    }
done:
    graph__free(is_out);
    return status;
}

graph_status graph__cpu_coloring(struct graph_coloring_request *r)
{
    const int64_t n = r->A.rows, *row_start = r->A.row_start;
    const int32_t *column = r->A.column;
    int32_t *seen_by = NULL, colors = 0;
    int64_t most = 0;
    graph_status status;
    for (int64_t v = 0; v < n; v++) {
        most = row_start[v + 1] - row_start[v] > most ? row_start[v + 1] - row_start[v] : most;
        r->color[v] = -1;
    }
    GRAPH_TRY(GRAPH_NEW(seen_by, most + 2));
    seen_by++; /* of vertices without a colour */
    for (int64_t c = -1; c <= most; c++)
        seen_by[c] = -1;
    for (int64_t k = 0; k < n; k++) {
        const int32_t v = r->order[k];
        int32_t c = 0;
        for (int64_t e = row_start[v]; e < row_start[v + 1]; e++)
            seen_by[r->color[column[e]]] = v;
        while (seen_by[c] == v)
            c++;
        r->color[v] = c;
        colors = c >= colors ? c + 1 : colors;
    }
    seen_by--;
    r->colors = colors;
done:
    graph__free(seen_by);
    return status;
}
