/* The cache of slices, for many products of one matrix with full vectors.
 *
 * The columns of the matrix by slices (mxv_slices.cuh) need fewer reads of the vector from the second-level cache.  They
 * are made when a matrix comes for the fourth time, take 4.5 bytes an entry, and stay until the matrix goes or memory is
 * short.  The cache stays open until everything that reads an entry has been enqueued. */
#include "cuda/mxv/mxv_steps.h"

#include "cuda/runtime/array_cache.h"
#include "cuda/runtime/call.h"

struct cached_slices {
    struct column_slices slices;
    int calls; /* before the slices were made */
    bool is_refused;
};
_Static_assert(sizeof(struct cached_slices) <= CUDA_CACHE_VALUE_BYTES,
               "the cache has room for struct cached_slices");

/* The entry of A, a new one if there is none. */
static struct cuda_cache_entry *find(const struct graph_csr *A, size_t value_bytes)
{
    const void *const array[2] = {A->row_start, A->column};
    const int64_t key[CUDA_CACHE_KEYS] = {A->rows, A->columns, A->entries, (int64_t)value_bytes};
    struct cuda_cache_entry *entry = graph__cuda_cache_find(CUDA_CACHE_SLICES, array, key);
    return entry != NULL ? entry : graph__cuda_cache_add(CUDA_CACHE_SLICES, array, key);
}

static bool is_aligned(const void *array) { return (uintptr_t)array % 16 == 0; }

/* Whether the kernels can take the operands, and the matrix is large enough. */
static bool is_suitable(const struct graph_mxv_request *r, const struct cuda_slices_limits *limits)
{
    const size_t bytes = r->semiring->value_bytes;
    return !graph__cuda_is_limited() && r->A.entries >= limits->least_entries && (bytes == 4 || bytes == 8) &&
           is_aligned(r->u.value) && is_aligned(r->A.value);
}

static graph_status pull(struct cuda_call *call, bool *is_done, const struct graph_mxv_request *r,
                         const struct mxv_pull_arguments *a)
{
    const struct cuda_slices_limits limits = graph__cuda_slices_limits();
    const size_t bytes = r->semiring->value_bytes;
    graph_status status = GRAPH_OK;
    if (!is_suitable(r, &limits) || !graph__cuda_suits_slices(&r->A, bytes))
        return GRAPH_OK;
    struct cuda_cache_entry *entry = find(&r->A, bytes);
    struct cached_slices *cached = (void *)entry->value;
    if (cached->is_refused || (entry->memory[0] == NULL && ++cached->calls < limits.calls))
        return GRAPH_OK;
    if (entry->memory[0] == NULL) {
        status = graph__cuda_make_slices(call, &cached->slices, &entry->memory[0], &r->A, bytes,
                                         limits.least_sectors);
        cached->is_refused =
            entry->memory[0] == NULL && (status == GRAPH_OK || status == GRAPH_E_DEVICE_MEMORY);
    }
    if (entry->memory[0] == NULL)
        return status;
    GRAPH_TRY(graph__cuda_fold_slices(call, r, a, &cached->slices));
    graph__cuda_count(call, CUDA_PRODUCTS_BY_SLICES);
    *is_done = true;
done:
    return status;
}

graph_status graph__cuda_pull_cached(struct cuda_call *call, bool *is_done, const struct graph_mxv_request *r,
                                     const struct mxv_pull_arguments *a)
{
    *is_done = false;
    graph__cuda_cache_open(CUDA_CACHE_SLICES);
    graph_status status = pull(call, is_done, r, a);
    graph__cuda_cache_close(CUDA_CACHE_SLICES);
    /* Other kernels need less memory. */
    return status == GRAPH_E_DEVICE_MEMORY ? GRAPH_OK : status;
}
