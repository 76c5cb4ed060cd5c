/* See mxv_slices_cache.h.  A short list, as that of merge_path.c; its lock is held until all that reads what is kept has
 * been enqueued, since memory is given back in the stream's order. */
#include "cuda/mxv/mxv_slices_cache.h"

#include <pthread.h>

#include "cuda/runtime/memory.h"
#include "cuda/mxv/mxv_slices_host.h"

enum { KEPT = 16 };

struct kept {
    const int64_t *row_start; /* NULL: this place is free */
    const int32_t *column;
    int64_t rows, columns, entries;
    size_t value_bytes;
    int calls; /* that came before anything was made */
    bool is_refused;
    struct kept_slices slices;
    void *memory;  /* NULL: nothing has been made */
    uint64_t used; /* the larger the later */
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct kept kept[KEPT];
static uint64_t uses;
static int64_t products;
static struct graph_cuda_kept_limits limits = {4 << 20, 60, 4};

static void forget(struct kept *k)
{
    graph__cuda_give_kept(k->memory);
    *k = (struct kept){0};
}

void graph__cuda_forget_kept(const void *array)
{
    pthread_mutex_lock(&lock);
    for (int k = 0; k < KEPT && array != NULL; k++)
        if (kept[k].row_start == array || kept[k].column == array)
            forget(&kept[k]);
    pthread_mutex_unlock(&lock);
}

bool graph__cuda_drop_kept(void)
{
    if (pthread_mutex_trylock(&lock) != 0)
        return false;
    for (int k = 0; k < KEPT; k++)
        forget(&kept[k]);
    pthread_mutex_unlock(&lock);
    return true;
}

int64_t graph__cuda_kept_products(void)
{
    pthread_mutex_lock(&lock);
    const int64_t so_far = products;
    pthread_mutex_unlock(&lock);
    return so_far;
}

struct graph_cuda_kept_limits graph__cuda_limit_kept(struct graph_cuda_kept_limits wanted)
{
    pthread_mutex_lock(&lock);
    struct graph_cuda_kept_limits before = limits;
    limits = wanted;
    pthread_mutex_unlock(&lock);
    return before;
}

/* What is known of a matrix, or a place for it, if need be that of the one not used for longest. */
static struct kept *find(const struct graph_csr *A, size_t value_bytes)
{
    struct kept *oldest = &kept[0];
    for (struct kept *k = kept; k < kept + KEPT; k++) {
        if (k->row_start == A->row_start && k->column == A->column && k->rows == A->rows &&
            k->columns == A->columns && k->entries == A->entries && k->value_bytes == value_bytes)
            return k;
        if (k->used < oldest->used)
            oldest = k;
    }
    forget(oldest);
    *oldest = (struct kept){.row_start = A->row_start,
                            .column = A->column,
                            .rows = A->rows,
                            .columns = A->columns,
                            .entries = A->entries,
                            .value_bytes = value_bytes};
    return oldest;
}

static bool is_aligned(const void *array) { return (uintptr_t)array % 16 == 0; }

/* Whether the kernels can have the operands, and enough of them. */
static bool is_suitable(const struct graph_mxv_request *r)
{
    const size_t bytes = r->semiring->value_bytes;
    return !graph__cuda_is_limited() && r->A.entries >= limits.least_entries && (bytes == 4 || bytes == 8) &&
           is_aligned(r->u.value) && is_aligned(r->A.value);
}

static graph_status pull(bool *is_done, const struct graph_mxv_request *r, const struct mxv_pull_arguments *a)
{
    const size_t bytes = r->semiring->value_bytes;
    graph_status status = GRAPH_OK;
    if (!is_suitable(r) || !graph__cuda_suits_slices(&r->A, bytes))
        return GRAPH_OK;
    struct kept *k = find(&r->A, bytes);
    k->used = ++uses;
    if (k->is_refused || (k->memory == NULL && ++k->calls < limits.calls))
        return GRAPH_OK;
    if (k->memory == NULL) {
        status = graph__cuda_make_slices(&k->slices, &k->memory, &r->A, bytes, limits.least_sectors);
        k->is_refused = k->memory == NULL;
    }
    if (k->is_refused)
        return status;
    GRAPH_TRY(graph__cuda_fold_slices(r, a, &k->slices));
    products++;
    *is_done = true;
done:
    return status;
}

graph_status graph__cuda_pull_kept(bool *is_done, const struct graph_mxv_request *r,
                                   const struct mxv_pull_arguments *a)
{
    *is_done = false;
    pthread_mutex_lock(&lock);
    graph_status status = pull(is_done, r, a);
    pthread_mutex_unlock(&lock);
    /* There are kernels that take less memory. */
    return status == GRAPH_E_DEVICE_MEMORY ? GRAPH_OK : status;
}
