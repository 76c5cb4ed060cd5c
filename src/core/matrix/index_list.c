/* See index_list.h. */
#include "core/matrix/index_list.h"

#include "base/memory.h"
#include "semigraph/backend.h"

/* Either width as unsigned: a negative index becomes one far above every limit. */
static uint64_t index_at(const void *list, int bits, int64_t k)
{
    return bits == 32 ? (uint64_t)(int64_t)((const int32_t *)list)[k] : ((const uint64_t *)list)[k];
}

graph_status graph__index_list_narrow(int32_t **narrow, const void *list, int bits, int64_t n, int64_t limit,
                                      const char *argument)
{
    const int threads = graph_get_threads();
    int64_t outside = n;
    int32_t *to = NULL;
    graph_status status = GRAPH_NEW(to, n);
    if (status < 0)
        return status;
#pragma omp parallel for num_threads(threads) if (n > 4096) schedule(static) reduction(min : outside)
    for (int64_t k = 0; k < n; k++) {
        uint64_t index = index_at(list, bits, k);
        to[k] = (int32_t)index;
        if (index >= (uint64_t)limit && k < outside)
            outside = k;
    }
    *narrow = to;
    if (outside == n)
        return GRAPH_OK;
    graph__free(to);
    *narrow = NULL;
    return graph__fail(GRAPH_E_INDEX_BOUNDS, "%s[%lld] is %lld; expected 0 .. %lld", argument,
                       (long long)outside, (long long)index_at(list, bits, outside), (long long)limit - 1);
}

void graph__index_list_widen(graph_index *wide, const int32_t *list, const int32_t *names, int64_t n)
{
    const int threads = graph_get_threads();
#pragma omp parallel for num_threads(threads) if (n > 4096) schedule(static)
    for (int64_t k = 0; k < n; k++)
        wide[k] = (graph_index)(names != NULL ? names[list[k]] : list[k]);
}

void graph__index_list_rows(int32_t *row, const int64_t *row_start, const int32_t *names, int64_t rows)
{
    const int threads = graph_get_threads();
#pragma omp parallel for num_threads(threads) if (rows > 4096) schedule(dynamic, 4096)
    for (int64_t i = 0; i < rows; i++)
        for (int64_t k = row_start[i]; k < row_start[i + 1]; k++)
            row[k] = names != NULL ? names[i] : (int32_t)i;
}
