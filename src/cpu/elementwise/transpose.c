/* C = A': the entries of A, which come by ascending row, sorted by column without changing that order. */
#include <string.h>

#include "base/memory.h"
#include "cpu/elementwise/regions.h"
#include "cpu/elementwise/sort_by_row.h"

graph_status graph__cpu_transpose(struct graph_transpose_request *r)
{
    int32_t *row = NULL;
    graph_status status;
    const int64_t *row_start = r->A.row_start;
    memset(&r->C, 0, sizeof r->C);
    GRAPH_TRY(GRAPH_NEW(row, r->A.entries));
#pragma omp parallel for schedule(dynamic, 4096) num_threads(r->threads) if (r->A.rows + r->A.entries > 4096)
    for (int64_t i = 0; i < r->A.rows; i++)
        for (int64_t k = row_start[i]; k < row_start[i + 1]; k++)
            row[k] = (int32_t)i;
    struct row_sort a = {.rows = r->A.columns,
                         .n = r->A.entries,
                         .row = r->A.column,
                         .column = row,
                         .value = r->A.value,
                         .value_bytes = graph_type_size(r->A.type),
                         .threads = r->threads};
    GRAPH_TRY(graph__sort_by_row(&a));
    r->C = a.C;
done:
    graph__free(row);
    return status;
}
