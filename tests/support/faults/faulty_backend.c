/* See faulty_backend.h. */
#include "tests/support/faults/faulty_backend.h"

#include <stdatomic.h>
#include <stddef.h>

#include "base/status.h"
#include "contract/backend.h"

/* What returns a status, and so can fail: type of the request, or parameters and arguments. */
#define REQUESTS(X)                                                                                          \
    X(plan)                                                                                                  \
    X(transpose)                                                                                             \
    X(build)                                                                                                 \
    X(ewise)                                                                                                 \
    X(select)                                                                                                \
    X(reduce_rows)                                                                                           \
    X(merge)                                                                                                 \
    X(remap)                                                                                                 \
    X(region)                                                                                                \
    X(kronecker)                                                                                             \
    X(vector_ewise)                                                                                          \
    X(vector_select)                                                                                         \
    X(vector_merge)                                                                                          \
    X(vector_update)                                                                                         \
    X(bfs)                                                                                                   \
    X(triangles)                                                                                             \
    X(components)                                                                                            \
    X(closure)                                                                                               \
    X(bit_closure)                                                                                           \
    X(bfs_multi)                                                                                             \
    X(sssp)                                                                                                  \
    X(pagerank)                                                                                              \
    X(betweenness)                                                                                           \
    X(cores)                                                                                                 \
    X(trusses)                                                                                               \
    X(forest)                                                                                                \
    X(independent_set)                                                                                       \
    X(coloring)                                                                                              \
    X(labels)                                                                                                \
    X(communities)                                                                                           \
    X(walks)                                                                                                 \
    X(floyd_warshall)
#define CALLS(X)                                                                                             \
    X(allocate, (void **memory, size_t count, size_t bytes), (memory, count, bytes))                         \
    X(upload, (void *there, const void *here, size_t bytes), (there, here, bytes))                           \
    X(download, (void *here, const void *there, size_t bytes), (here, there, bytes))                         \
    X(wait, (void), ())                                                                                      \
    X(download_open, (struct graph_async_download * *download, int threads), (download, threads))            \
    X(download_wait, (struct graph_async_download * download, int pending), (download, pending))             \
    X(shift, (int64_t * to, const int64_t *from, int64_t n, int64_t more), (to, from, n, more))              \
    X(vector_pack, (void **packed, const struct graph_vector_view *v), (packed, v))                          \
    X(vector_list, (int32_t * *index, const struct graph_vector_view *v), (index, v))                        \
    X(vector_gather,                                                                                         \
      (void **gathered, const struct graph_vector_view *v, const int32_t *index, int64_t n, int threads),    \
      (gathered, v, index, n, threads))                                                                      \
    X(vector_mask, (uint8_t * present, const struct graph_vector_view *v, int threads),                      \
      (present, v, threads))                                                                                 \
    X(fill, (void *z, graph_type type, graph_scalar x, int64_t n, int threads), (z, type, x, n, threads))    \
    X(positions, (void *z, const struct graph_csr *A, graph_index_op op, int64_t k, int threads),            \
      (z, A, op, k, threads))                                                                                \
    X(convert,                                                                                               \
      (void *to, graph_type to_type, const void *from, graph_type from_type, int64_t n, int threads),        \
      (to, to_type, from, from_type, n, threads))                                                            \
    X(unary, (void *z, const void *x, graph_unary_op op, graph_type type, int64_t n, int threads),           \
      (z, x, op, type, n, threads))                                                                          \
    X(binary, (void *z, const void *x, const void *y, graph_op op, graph_type type, int64_t n, int threads), \
      (z, x, y, op, type, n, threads))                                                                       \
    X(reduce, (void *z, const void *x, graph_op monoid, graph_type type, int64_t n, int threads),            \
      (z, x, monoid, type, n, threads))
#define KERNELS(X)                                                                                           \
    X(mxm, (struct graph_mxm_request * r), (r))                                                              \
    X(mxm_band, (struct graph_mxm_request * r, bool *is_made), (r, is_made))                                 \
    X(mxv, (struct graph_mxv_request * r), (r))                                                              \
    X(csrmm, (struct graph_csrmm_request * r), (r))                                                          \
    X(mxm_reuse, (struct graph_mxm_numeric_request * r), (r))
#define PUBLISHED(X)                                                                                         \
    X(ROW_COLUMN)                                                                                            \
    X(ROW_COLUMN_BY_ROWS)                                                                                    \
    X(COLUMN_ROW)                                                                                            \
    X(BHSPARSE)                                                                                              \
    X(DIA)                                                                                                   \
    X(BMSPARSE)

enum entry {
#define NUMBER(name, ...) ENTRY_##name,
    REQUESTS(NUMBER) CALLS(NUMBER) KERNELS(NUMBER) PUBLISHED(NUMBER) ENTRY_available,
    ENTRY_release,
    ENTRY_download_start,
    ENTRY_download_close,
    ENTRY_holds,
    ENTRY_limit,
    ENTRY_plan_release,
    ENTRY_floyd_warshall_out_of_core,
    ENTRY_mxv_blsi,
    ENTRY_csrmm_half_warp,
    ENTRIES
};

static const char *const names[ENTRIES] = {
#define NAME(name, ...) [ENTRY_##name] = #name,
    REQUESTS(NAME) CALLS(NAME) KERNELS(NAME) PUBLISHED(NAME) NAME(available) NAME(release)
        NAME(download_start) NAME(download_close) NAME(holds) NAME(limit) NAME(plan_release)
            NAME(floyd_warshall_out_of_core) NAME(mxv_blsi) NAME(csrmm_half_warp)};

/* The table that is wrapped, and what stands in its place.  The tables of kernels are those that it has named last: they
 * are the same for all semirings that have any. */
extern const struct graph_backend __real_graph__cuda_backend;
#define real __real_graph__cuda_backend
static const struct graph_kernels *real_kernels;
static const struct graph_published *real_published;

static atomic_int calls_of[ENTRIES];
static atomic_llong calls, allocations, failing;
static atomic_int mode;

/* Whether this call fails; it is counted. */
static bool fails(enum entry entry)
{
    atomic_fetch_add(&calls_of[entry], 1);
    const long long k = atomic_fetch_add(&calls, 1) + 1, wanted = atomic_load(&failing);
    const long long m = entry == ENTRY_allocate ? atomic_fetch_add(&allocations, 1) + 1 : 0;
    switch (atomic_load(&mode)) {
    case FAULT_ONE:
        return k == wanted;
    case FAULT_MEMORY:
        return wanted > 0 && m >= wanted;
    case FAULT_GONE:
        return wanted > 0 && k >= wanted;
    default:
        return false;
    }
}

static graph_status fail(enum entry entry)
{
    const bool is_memory = entry == ENTRY_allocate && atomic_load(&mode) != FAULT_GONE;
    return graph__fail(is_memory ? GRAPH_E_DEVICE_MEMORY : GRAPH_E_DEVICE, "the test lets %s fail",
                       names[entry]);
}

#define REQUEST(name)                                                                                        \
    static graph_status faulty_##name(struct graph_##name##_request *r)                                      \
    {                                                                                                        \
        return fails(ENTRY_##name) ? fail(ENTRY_##name) : real.name(r);                                      \
    }
REQUESTS(REQUEST)

#define CALL(name, parameters, arguments)                                                                    \
    static graph_status faulty_##name parameters                                                             \
    {                                                                                                        \
        return fails(ENTRY_##name) ? fail(ENTRY_##name) : real.name arguments;                               \
    }
CALLS(CALL)

#define KERNEL(name, parameters, arguments)                                                                  \
    static graph_status faulty_##name parameters                                                             \
    {                                                                                                        \
        return fails(ENTRY_##name) ? fail(ENTRY_##name) : real_kernels->name arguments;                      \
    }
KERNELS(KERNEL)

#define METHOD(name)                                                                                         \
    static graph_status faulty_##name(struct graph_mxm_request *r)                                           \
    {                                                                                                        \
        return fails(ENTRY_##name) ? fail(ENTRY_##name) : real_published->mxm[GRAPH_METHOD_##name](r);       \
    }
PUBLISHED(METHOD)

static graph_status faulty_mxv_blsi(struct graph_mxv_blsi_request *r)
{
    return fails(ENTRY_mxv_blsi) ? fail(ENTRY_mxv_blsi) : real_published->mxv_blsi(r);
}

static graph_status faulty_csrmm_half_warp(struct graph_csrmm_request *r)
{
    return fails(ENTRY_csrmm_half_warp) ? fail(ENTRY_csrmm_half_warp) : real_published->csrmm_half_warp(r);
}

static graph_status faulty_floyd_warshall_out_of_core(struct graph_floyd_warshall_request *r)
{
    const enum entry entry = ENTRY_floyd_warshall_out_of_core;
    return fails(entry) ? fail(entry) : real.floyd_warshall_out_of_core(r);
}

/* The download takes the array over, whatever comes of it. */
static graph_status faulty_download_start(struct graph_async_download *download, void *here, void *there,
                                          size_t skipped, size_t bytes)
{
    if (!fails(ENTRY_download_start))
        return real.download_start(download, here, there, skipped, bytes);
    real.release(there);
    return fail(ENTRY_download_start);
}

/* What cannot fail. */
static void count(enum entry entry) { atomic_fetch_add(&calls_of[entry], 1); }

static bool faulty_available(const char **why)
{
    count(ENTRY_available);
    return real.available(why);
}

static void faulty_release(void *memory)
{
    count(ENTRY_release);
    real.release(memory);
}

static void faulty_download_close(struct graph_async_download *download)
{
    count(ENTRY_download_close);
    real.download_close(download);
}

static bool faulty_holds(const void *array)
{
    count(ENTRY_holds);
    return real.holds(array);
}

static void faulty_limit(size_t bytes)
{
    count(ENTRY_limit);
    real.limit(bytes);
}

static void faulty_plan_release(void *plan)
{
    count(ENTRY_plan_release);
    real.plan_release(plan);
}

/* ---- The tables ---- */

static const struct graph_kernels *faulty_kernels(const struct graph_semiring *semiring)
{
    static struct graph_kernels table;
    const struct graph_kernels *found = real.kernels(semiring);
    if (found->mxm == NULL)
        return found;
    real_kernels = found;
#define SET_KERNEL(name, ...) table.name = found->name != NULL ? faulty_##name : NULL;
    KERNELS(SET_KERNEL)
    return &table;
}

static const struct graph_published *faulty_published(const struct graph_semiring *semiring)
{
    static struct graph_published table;
    const struct graph_published *found = real.published(semiring);
    if (found->mxv_blsi == NULL)
        return found;
    real_published = found;
#define SET_METHOD(name)                                                                                     \
    table.mxm[GRAPH_METHOD_##name] = found->mxm[GRAPH_METHOD_##name] != NULL ? faulty_##name : NULL;
    PUBLISHED(SET_METHOD)
    table.mxv_blsi = faulty_mxv_blsi;
    table.csrmm_half_warp = found->csrmm_half_warp != NULL ? faulty_csrmm_half_warp : NULL;
    return &table;
}

extern struct graph_backend __wrap_graph__cuda_backend;
struct graph_backend __wrap_graph__cuda_backend;

__attribute__((constructor)) static void fill_table(void)
{
    struct graph_backend *table = &__wrap_graph__cuda_backend;
    *table = real;
#define SET(name, ...) table->name = real.name != NULL ? faulty_##name : NULL;
    REQUESTS(SET)
    CALLS(SET)
    SET(available)
    SET(release)
    SET(download_start)
    SET(download_close)
    SET(holds)
    SET(limit)
    SET(plan_release)
    SET(floyd_warshall_out_of_core)
    SET(kernels)
    SET(published)
}

/* What links between GPUs need is called by processes with a GPU each; tests/dist has their faults. */
static bool is_of_links(size_t at)
{
    return (at >= offsetof(struct graph_backend, link_find) &&
            at <= offsetof(struct graph_backend, link_close)) ||
           at == offsetof(struct graph_backend, floyd_warshall_slab) ||
           at == offsetof(struct graph_backend, pagerank_slab);
}

/* All that follows the first function of the table are functions. */
int faulty_backend_bare_entries(void)
{
    typedef graph_status any_function(void);
    const size_t first = offsetof(struct graph_backend, available), bytes = sizeof(struct graph_backend);
    int bare = 0;
    for (size_t at = first; at < bytes; at += sizeof(any_function *)) {
        any_function *before, *after;
        if (is_of_links(at))
            continue;
        memcpy(&before, (const char *)&real + at, sizeof before);
        memcpy(&after, (const char *)&__wrap_graph__cuda_backend + at, sizeof after);
        bare += before != NULL && before == after;
    }
    return bare;
}

/* Whether the wrapped table has it.  Kernels and methods are those of a semiring that has been used. */
static bool has(enum entry entry)
{
    const struct graph_backend *table = &__wrap_graph__cuda_backend;
    switch (entry) {
#define HAS(name, ...)                                                                                       \
    case ENTRY_##name:                                                                                       \
        return table->name != NULL;
        REQUESTS(HAS)
        CALLS(HAS)
        HAS(available)
        HAS(release)
        HAS(download_start)
        HAS(download_close)
        HAS(holds)
        HAS(limit)
        HAS(plan_release)
        HAS(floyd_warshall_out_of_core)
#define HAS_KERNEL(name, ...)                                                                                \
    case ENTRY_##name:                                                                                       \
        return real_kernels == NULL || real_kernels->name != NULL;
        KERNELS(HAS_KERNEL)
#define HAS_METHOD(name)                                                                                     \
    case ENTRY_##name:                                                                                       \
        return real_published == NULL || real_published->mxm[GRAPH_METHOD_##name] != NULL;
        PUBLISHED(HAS_METHOD)
    case ENTRY_mxv_blsi:
        return real_published == NULL || real_published->mxv_blsi != NULL;
    case ENTRY_csrmm_half_warp:
        return real_published == NULL || real_published->csrmm_half_warp != NULL;
    case ENTRIES:
        break;
    }
    return false;
}

int faulty_backend_print_unused(void)
{
    int unused = 0;
    for (int k = 0; k < ENTRIES; k++)
        if (has((enum entry)k) && atomic_load(&calls_of[k]) == 0) {
            fprintf(stderr, "no scenario reaches the back end's %s\n", names[k]);
            unused++;
        }
    return unused;
}

static void begin(enum fault_mode wish, int64_t k)
{
    atomic_store(&calls, 0);
    atomic_store(&allocations, 0);
    atomic_store(&failing, k);
    atomic_store(&mode, (int)wish);
}

static int64_t end(void)
{
    const enum fault_mode was = (enum fault_mode)atomic_exchange(&mode, FAULT_NONE);
    return was == FAULT_MEMORY ? atomic_load(&allocations) : atomic_load(&calls);
}

const struct fault_injector faulty_backend = {.what = "call of the back end", .begin = begin, .end = end};
