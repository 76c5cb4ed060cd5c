/* Launches the kernel of buckets; see mxm_launch.h. */
#include "cuda/mxm/rows/mxm_launch.h"

#include "cuda/kernels/kernels.h"
#include "cuda/mxm/analysis/mxm_families.h"
#include "cuda/mxm/rows/mxm_buckets_arguments.h"
#include "cuda/mxm/rows/tuning.h"

/* The launch of a bin: products and buckets of a window, entries of a row of A at most, columns at least.  Wide rows: only
 * where one window of a bitmap does not span the columns. */
struct bucket_launch {
    int threads, slots, words, entries;
    int64_t least_columns;
};

/* Bound of the static shared memory of the kernel. */
enum { STATIC_SHARED_BYTES = 1024 };

static const struct bucket_launch launches[MXM_BINS] = {
    [MXM_SORT_1024] = {64, 1024, 512, MXM_SORT_1024_ENTRIES, MXM_BUCKETS_COLUMNS},
    [MXM_SORT_2048] = {128, 2048, 1024, MXM_SORT_2048_ENTRIES, MXM_BUCKETS_COLUMNS},
    [MXM_SORT_4096] = {256, 4096, 2048, MXM_WARP_ENTRIES, MXM_BUCKETS_COLUMNS},
    [MXM_WIDE] = {MXM_BUCKETS_THREADS, 8192, 4096, MXM_WARP_ENTRIES, MXM_BLOCK_LARGE_WORDS * 32},
};

static size_t shared_bytes_of(const struct bucket_launch *l)
{
    return MXM_BUCKETS_BYTES(l->slots, l->words, l->entries);
}

bool graph__cuda_mxm_has_buckets(const struct graph_mxm_request *r, int bin)
{
    const struct bucket_launch *l = &launches[bin];
    return graph__mxm_has_family(MXM_FAMILY_BUCKETS) && l->threads > 0 && r->B.columns > l->least_columns &&
           r->B.columns <= (int64_t)l->words << MXM_BUCKETS_COLUMN_BITS &&
           shared_bytes_of(l) + STATIC_SHARED_BYTES <= graph__cuda_device(NULL)->shared_bytes;
}

graph_status graph__cuda_mxm_buckets(struct cuda_call *call, struct mxm_row_arguments *a,
                                     const struct graph_mxm_request *r, int bin)
{
    const struct bucket_launch *l = &launches[bin];
    graph_status status;
    a->slots = l->slots;
    a->words = l->words;
    a->entries = l->entries;
    GRAPH_TRY(graph__cuda_launch_over(call, r->semiring, GRAPH_KERNEL_mxm_buckets, a->rows, l->threads,
                                      shared_bytes_of(l), a));
done:
    return status;
}
