/* See mxm_alike_host.h. */
#include "cuda/mxm_alike_host.h"

#include "cuda/device.h"
#include "cuda/kernels.h"

/* What the kernel has in shared memory besides its tables. */
enum { STATIC_SHARED_BYTES = 5120 };

graph_status graph__cuda_mxm_alike(struct mxm_row_arguments *a, const struct graph_mxm_request *r, int bin,
                                   bool is_of_left)
{
    const void *kernel;
    graph_status status;
    const size_t slot_bytes = r->semiring->value_bytes == 8 ? 8 : 4;
    /* Rows with few products have few entries, so that more blocks share a multiprocessor. */
    a->words =
        is_of_left || bin == MXM_WIDE || bin == MXM_SORT_4096 ? MXM_ALIKE_ENTRIES : MXM_ALIKE_FEW_ENTRIES;
    const size_t least = (size_t)a->words * MXM_ALIKE_ROWS * slot_bytes + 12 * MXM_ALIKE_WORDS +
                         16 * MXM_ALIKE_BATCH + 4 * MXM_ALIKE_LIST;
    const size_t most = (graph__cuda_device(NULL)->shared_bytes - STATIC_SHARED_BYTES - least) /
                        (MXM_ALIKE_ROWS * slot_bytes + 5);
    int64_t blocks = (a->rows + MXM_ALIKE_ROWS - 1) / MXM_ALIKE_ROWS;
    a->slots = is_of_left ? MXM_ALIKE_LEFT_SLOTS : bin == MXM_WIDE ? MXM_ALIKE_WIDE_SLOTS : MXM_ALIKE_SLOTS;
    if ((size_t)a->slots > most)
        a->slots = (int32_t)(most / 8 * 8);
    const size_t bytes =
        least + (size_t)MXM_ALIKE_SLOT_BYTES(a->slots, (int)slot_bytes) + (size_t)a->slots * 5;
    GRAPH_TRY(graph__cuda_semiring_kernel(&kernel, GRAPH_KERNEL_mxm_alike, r->semiring));
    if (is_of_left)
        GRAPH_TRY(graph__cuda_full_grid(&blocks, kernel, MXM_ALIKE_THREADS, bytes));
    GRAPH_TRY(graph__cuda_launch(kernel, blocks, MXM_ALIKE_THREADS, bytes, a));
done:
    return status;
}
