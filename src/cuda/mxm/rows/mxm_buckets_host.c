/* See mxm_buckets_host.h. */
#include "cuda/mxm/rows/mxm_buckets_host.h"

#include "cuda/runtime/call.h"
#include "cuda/kernels/kernels.h"
#include "cuda/mxm/rows/mxm_buckets_arguments.h"

/* How the rows of a bin are launched: products at a time, buckets, entries of A at most; and how many columns there are at
 * least.  Products on fewer columns meet more often, and one window of a bitmap spans them, which is faster. */
struct bucket_launch {
    int threads, slots, words, entries;
    int64_t least_columns;
};

enum { FEW_COLUMNS = 1 << 17, STATIC_SHARED_BYTES = 1024 };

static const struct bucket_launch launches[MXM_BINS] = {
    [MXM_SORT_1024] = {64, 1024, 512, MXM_SORT_1024_ENTRIES, FEW_COLUMNS},
    [MXM_SORT_2048] = {128, 2048, 1024, MXM_SORT_2048_ENTRIES, FEW_COLUMNS},
    [MXM_SORT_4096] = {256, 4096, 2048, MXM_WARP_ENTRIES, FEW_COLUMNS},
    [MXM_WIDE] = {MXM_BUCKETS_THREADS, 8192, 4096, MXM_WARP_ENTRIES, MXM_BLOCK_LARGE_WORDS * 32},
};

static size_t shared_bytes_of(const struct bucket_launch *l)
{
    return MXM_BUCKETS_BYTES(l->slots, l->words, l->entries);
}

bool graph__cuda_mxm_has_buckets(const struct graph_mxm_request *r, int bin)
{
    const struct bucket_launch *l = &launches[bin];
    return l->threads > 0 && r->B.columns > l->least_columns &&
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
