/* Arrays by rows that a kernel made, on their way into the buffers of a matrix. */
#include <string.h>

#include "base/status.h"
#include "core/matrix/matrix.h"

void graph__csr_arrays_release(struct graph_csr_arrays *arrays, const struct graph_backend *place)
{
    place->release(arrays->row_start);
    place->release(arrays->column);
    place->release(arrays->value);
    memset(arrays, 0, sizeof *arrays);
}

graph_status graph__csr_wrap(graph_buffer *buffers[3], struct graph_csr_arrays *arrays, int64_t rows,
                             size_t value_bytes, const struct graph_backend *place)
{
    graph_status status;
    size_t entries = (size_t)arrays->entries;
    GRAPH_TRY(
        graph__buffer_adopt(&buffers[0], arrays->row_start, ((size_t)rows + 1) * sizeof(int64_t), place));
    arrays->row_start = NULL;
    GRAPH_TRY(graph__buffer_adopt(&buffers[1], arrays->column, entries * sizeof(int32_t), place));
    arrays->column = NULL;
    if (value_bytes > 0) {
        GRAPH_TRY(graph__buffer_adopt(&buffers[2], arrays->value, entries * value_bytes, place));
        arrays->value = NULL;
    }
done:
    if (status < 0)
        for (int k = 0; k < 3; k++)
            graph__buffer_release(&buffers[k]);
    graph__csr_arrays_release(arrays, place);
    return status;
}

void graph__matrix_hold(graph_matrix *A, graph_buffer *const buffers[3], int64_t entries)
{
    A->row_start = buffers[0];
    A->column = buffers[1];
    A->value = buffers[2];
    A->entries = entries;
    atomic_store(&A->is_finished, true);
}
