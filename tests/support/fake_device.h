/* A fake device in place of the CUDA back end: it computes as the CPU does, in separate memory that the
 * host may not touch.  So what stands above the back ends, buffers, placement, fallbacks and products in chunks, is tested
 * where there is no GPU; a host function that reads an array of the device's ends in a fault.
 *
 * Each block has separate pages, which are open only while the device works.  A program includes this once, after defining
 * _DEFAULT_SOURCE for MAP_ANONYMOUS. */
#ifndef TESTS_SUPPORT_FAKE_DEVICE_H
#define TESTS_SUPPORT_FAKE_DEVICE_H

#include <math.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "base/memory.h"
#include "base/status.h"
#include "core/backends.h"
#include "cpu/backend_cpu.h"
#include "cuda/backend_cuda.h"
#include "tests/support/test.h"

enum { MOST_BLOCKS = 4096, PAGE = 4096 };
static struct block {
    void *memory;
    size_t bytes;
} blocks[MOST_BLOCKS];
static int block_count, depth;
static size_t held_bytes, most_bytes; /* most_bytes 0: no limit */
static int64_t allocations, failing;  /* the failing-th allocation fails; 0: none */
static bool has_kernels = true;

/* Under a checker nothing is locked: the calls would take most of its time. */
static void set_access(int access)
{
    if (test_step(2) == 2)
        return;
    for (int k = 0; k < block_count; k++)
        if (mprotect(blocks[k].memory, blocks[k].bytes, access) != 0)
            abort();
}

static void enter(void)
{
    if (depth++ == 0)
        set_access(PROT_READ | PROT_WRITE);
}

static void leave(void)
{
    if (--depth == 0)
        set_access(PROT_NONE);
}

static bool is_available(const char **why)
{
    *why = "";
    return true;
}

static graph_status device_allocate(void **memory, size_t count, size_t element_bytes)
{
    size_t bytes = (count * element_bytes / PAGE + 1) * PAGE;
    *memory = NULL;
    if (++allocations == failing || (most_bytes > 0 && held_bytes + bytes > most_bytes))
        return graph__fail(GRAPH_E_DEVICE_MEMORY, "the device has no room for %zu bytes", bytes);
    if (block_count == MOST_BLOCKS)
        abort();
    void *pages = mmap(NULL, bytes, depth > 0 || test_step(2) == 2 ? PROT_READ | PROT_WRITE : PROT_NONE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (pages == MAP_FAILED)
        abort();
    blocks[block_count++] = (struct block){pages, bytes};
    held_bytes += bytes;
    *memory = pages;
    return GRAPH_OK;
}

static void device_release(void *memory)
{
    for (int k = 0; k < block_count && memory != NULL; k++)
        if (blocks[k].memory == memory) {
            held_bytes -= blocks[k].bytes;
            munmap(memory, blocks[k].bytes);
            blocks[k] = blocks[--block_count];
            return;
        }
    if (memory != NULL) {
        fprintf(stderr, "the device is to release %p, which is not its own\n", memory);
        abort();
    }
}

static graph_status device_copy(void *to, const void *from, size_t bytes)
{
    enter();
    if (bytes > 0)
        memcpy(to, from, bytes);
    leave();
    return GRAPH_OK;
}

static graph_status device_wait(void) { return GRAPH_OK; }

/* Copies wait until they are asked for, as if the device took its time. */
struct graph_async_download {
    struct late_copy {
        void *here;
        char *there;
        size_t skipped, bytes;
    } copy[16];
    int count;
};
static bool has_download = true;
static int64_t failing_copy; /* counts down; the copy that meets 1 fails */

static void device_release(void *memory);

static graph_status download_open(struct graph_async_download **download, int threads)
{
    (void)threads;
    *download = NULL;
    return has_download ? GRAPH_NEW_ZEROED(*download, 1) : GRAPH_OK;
}

static graph_status download_wait(struct graph_async_download *download, int remaining)
{
    graph_status status = GRAPH_OK;
    int done = 0;
    for (; download->count - done > remaining; done++) {
        struct late_copy *c = &download->copy[done];
        if (status == GRAPH_OK && failing_copy > 0 && --failing_copy == 0)
            status = graph__fail(GRAPH_E_DEVICE, "a copy has failed");
        if (status == GRAPH_OK)
            status = device_copy(c->here, c->there + c->skipped, c->bytes);
        device_release(c->there);
    }
    download->count -= done;
    memmove(download->copy, download->copy + done, (size_t)download->count * sizeof *download->copy);
    return status;
}

static graph_status download_start(struct graph_async_download *download, void *here, void *there,
                                   size_t skipped, size_t bytes)
{
    if (download->count == 16)
        abort();
    download->copy[download->count++] = (struct late_copy){here, there, skipped, bytes};
    return GRAPH_OK;
}

static void download_close(struct graph_async_download *download)
{
    download_wait(download, 0);
    graph__free(download);
}

static graph_status device_shift(int64_t *to, const int64_t *from, int64_t n, int64_t more)
{
    enter();
    for (int64_t k = 0; k < n; k++)
        to[k] = from[k] + more;
    leave();
    return GRAPH_OK;
}

static bool device_holds(const void *array)
{
    for (int k = 0; k < block_count; k++)
        if ((uintptr_t)array - (uintptr_t)blocks[k].memory < blocks[k].bytes)
            return true;
    return false;
}
static void device_limit(size_t bytes) { most_bytes = bytes; }

/* Moves an output of the CPU's to the device. */
static graph_status move(void **array, size_t bytes)
{
    void *there = NULL;
    if (*array == NULL)
        return GRAPH_OK;
    graph_status status = device_allocate(&there, bytes, 1);
    if (status == GRAPH_OK)
        memcpy(there, *array, bytes);
    graph__cpu()->release(*array);
    *array = there;
    return status;
}

static graph_status move_csr(struct graph_csr_arrays *C, graph_status status, int64_t rows,
                             size_t value_bytes)
{
    if (status < 0)
        return status;
    graph_status moved[3] = {move((void **)&C->row_start, ((size_t)rows + 1) * sizeof *C->row_start),
                             move((void **)&C->column, (size_t)C->entries * sizeof *C->column),
                             move(&C->value, (size_t)C->entries * value_bytes)};
    for (int k = 0; k < 3; k++)
        status = status < 0 ? status : moved[k];
    if (status < 0) {
        device_release(C->row_start);
        device_release(C->column);
        device_release(C->value);
        *C = (struct graph_csr_arrays){0};
    }
    return status;
}

static graph_status move_vector(struct graph_vector_arrays *w, graph_status status, int64_t length,
                                size_t value_bytes)
{
    if (status < 0)
        return status;
    int64_t n = w->form == GRAPH_SPARSE ? w->entries : length;
    graph_status moved[3] = {move((void **)&w->index, (size_t)w->entries * sizeof *w->index),
                             move((void **)&w->present, (size_t)length),
                             move(&w->value, (size_t)n * value_bytes)};
    for (int k = 0; k < 3; k++)
        status = status < 0 ? status : moved[k];
    if (status < 0) {
        device_release(w->index);
        device_release(w->present);
        device_release(w->value);
        *w = (struct graph_vector_arrays){0};
    }
    return status;
}

#define DEFINE_MATRIX_OPERATION(name, rows, type)                                                            \
    static graph_status device_##name(struct graph_##name##_request *r)                                      \
    {                                                                                                        \
        enter();                                                                                             \
        graph_status status = move_csr(&r->C, graph__cpu()->name(r), (rows), graph_type_size(type));         \
        leave();                                                                                             \
        return status;                                                                                       \
    }
DEFINE_MATRIX_OPERATION(transpose, r->A.columns, r->A.type)
DEFINE_MATRIX_OPERATION(ewise, r->A.rows, r->A.type)
DEFINE_MATRIX_OPERATION(select, r->A.rows, r->A.type)
DEFINE_MATRIX_OPERATION(merge, r->C_old.rows, r->C_old.type)
DEFINE_MATRIX_OPERATION(remap, r->rows, r->A.type)
DEFINE_MATRIX_OPERATION(region, r->A.rows, r->A.type)
DEFINE_MATRIX_OPERATION(kronecker, r->A.rows * r->B.rows, r->A.type)

#define DEFINE_VECTOR_OPERATION(name, length, type)                                                          \
    static graph_status device_##name(struct graph_##name##_request *r)                                      \
    {                                                                                                        \
        enter();                                                                                             \
        graph_status status = move_vector(&r->w, graph__cpu()->name(r), (length), graph_type_size(type));    \
        leave();                                                                                             \
        return status;                                                                                       \
    }
DEFINE_VECTOR_OPERATION(reduce_rows, r->A.rows, r->A.type)
DEFINE_VECTOR_OPERATION(vector_ewise, r->u.length, r->u.type)
DEFINE_VECTOR_OPERATION(vector_select, r->u.length, r->u.type)
DEFINE_VECTOR_OPERATION(vector_merge, r->w_old.length, r->w_old.type)

static graph_status device_vector_pack(void **packed, const struct graph_vector_view *v)
{
    enter();
    graph_status status = graph__cpu()->vector_pack(packed, v);
    if (status == GRAPH_OK)
        status = move(packed, (size_t)v->entries * graph_type_size(v->type));
    leave();
    return status;
}

static graph_status device_vector_list(int32_t **index, const struct graph_vector_view *v)
{
    enter();
    graph_status status = graph__cpu()->vector_list(index, v);
    if (status == GRAPH_OK)
        status = move((void **)index, (size_t)v->entries * sizeof **index);
    leave();
    return status;
}

/* Element by element, between arrays that are there. */
#define DEFINE_ELEMENTS(name, parameters, ...)                                                               \
    static graph_status device_##name parameters                                                             \
    {                                                                                                        \
        enter();                                                                                             \
        graph_status status = graph__cpu()->name(__VA_ARGS__);                                               \
        leave();                                                                                             \
        return status;                                                                                       \
    }
DEFINE_ELEMENTS(fill, (void *z, graph_type type, graph_scalar x, int64_t n, int threads), z, type, x, n,
                threads)
DEFINE_ELEMENTS(positions, (void *z, const struct graph_csr *A, graph_index_op op, int64_t k, int threads), z,
                A, op, k, threads)
DEFINE_ELEMENTS(convert,
                (void *to, graph_type to_type, const void *from, graph_type from_type, int64_t n,
                 int threads),
                to, to_type, from, from_type, n, threads)
DEFINE_ELEMENTS(unary, (void *z, const void *x, graph_unary_op op, graph_type type, int64_t n, int threads),
                z, x, op, type, n, threads)
DEFINE_ELEMENTS(binary,
                (void *z, const void *x, const void *y, graph_op op, graph_type type, int64_t n, int threads),
                z, x, y, op, type, n, threads)
DEFINE_ELEMENTS(vector_mask, (uint8_t * present, const struct graph_vector_view *v, int threads), present, v,
                threads)
DEFINE_ELEMENTS(reduce, (void *z, const void *x, graph_op monoid, graph_type type, int64_t n, int threads), z,
                x, monoid, type, n, threads)

static graph_status device_mxm(struct graph_mxm_request *r)
{
    enter();
    graph_status status =
        move_csr(&r->C, graph__cpu()->kernels(r->semiring)->mxm(r), r->A.rows, r->semiring->value_bytes);
    leave();
    return status;
}

static graph_status device_mxv(struct graph_mxv_request *r)
{
    enter();
    graph_status status = move_vector(&r->w, graph__cpu()->kernels(r->semiring)->mxv(r),
                                      r->is_push ? r->A.columns : r->A.rows, r->semiring->value_bytes);
    leave();
    return status;
}

static graph_status device_csrmm(struct graph_csrmm_request *r)
{
    enter();
    graph_status status = graph__cpu()->kernels(r->semiring)->csrmm(r);
    leave();
    return status;
}

static graph_status device_bfs(struct graph_bfs_request *r)
{
    enter();
    graph_status status = graph__cpu()->bfs(r), moved = status;
    int64_t n = r->out.rows;
    if (status == GRAPH_OK) {
        status = move_vector(&r->level, GRAPH_OK, n, sizeof(int32_t));
        moved = move_vector(&r->parent, GRAPH_OK, n, sizeof(int64_t));
    }
    leave();
    return status < 0 ? status : moved;
}

static graph_status device_floyd_warshall(struct graph_floyd_warshall_request *r)
{
    enter();
    graph_status status = graph__cpu()->floyd_warshall(r);
    leave();
    return status;
}

static graph_status device_bfs_multi(struct graph_bfs_multi_request *r)
{
    enter();
    graph_status status = graph__cpu()->bfs_multi(r);
    leave();
    return status;
}

/* Of algorithms/paths.h, which has other uses for names of the public headers. */
graph_status graph__number_components(int32_t *label, int64_t n, int64_t *count);

/* Components that stay there are numbered by smallest vertices, as the GPU's. */
static graph_status device_components(struct graph_components_request *r)
{
    void *there = NULL;
    graph_status status;
    enter();
    if (r->is_ordered || (r->is_strong && r->A_transposed.row_start == NULL))
        GRAPH_FAIL(GRAPH_E_NOT_SUPPORTED, "no ordered components, or no reverse edges");
    if (r->stays_there) {
        GRAPH_TRY(device_allocate(&there, (size_t)r->A.rows, sizeof *r->component));
        r->component = there;
    }
    GRAPH_TRY(graph__cpu()->components(r));
    if (r->stays_there) {
        GRAPH_TRY(graph__number_components(there, r->A.rows, &r->count));
        r->is_numbered = true;
        r->there = there;
        there = NULL;
    }
done:
    r->component = r->stays_there ? NULL : r->component;
    device_release(there);
    leave();
    return status;
}

/* Moves what the CPU has made; what has not come there is NULL, and all is released after a failure. */
static graph_status move_reach(struct graph_reachability *reach, int64_t vertices)
{
    struct graph_closure_slab *slab = reach->slab;
    graph_status status = move((void **)&reach->component, (size_t)vertices * sizeof *reach->component);
    graph_status moved = move((void **)&reach->is_cyclic, (size_t)reach->components);
    status = status < 0 ? status : moved;
    for (int64_t s = 0; s < reach->slab_count; s++) {
        const size_t listed = (size_t)slab[s].listed;
        graph_status of_slab[] = {
            move((void **)&slab[s].row, (size_t)slab[s].rows * sizeof *slab->row),
            move((void **)&slab[s].start, (size_t)(slab[s].rows + 1) * sizeof *slab->start),
            move((void **)&slab[s].number, listed * sizeof *slab->number),
            move((void **)&slab[s].content, listed * sizeof *slab->content),
            move((void **)&slab[s].bits, (size_t)slab[s].contents * GRAPH_BLOCK_WORDS * sizeof *slab->bits)};
        for (int k = 0; k < 5; k++)
            status = status < 0 ? status : of_slab[k];
    }
    if (status == GRAPH_OK)
        return GRAPH_OK;
    for (int64_t s = 0; s < reach->slab_count; s++) {
        device_release(slab[s].row);
        device_release(slab[s].start);
        device_release(slab[s].number);
        device_release(slab[s].content);
        device_release(slab[s].bits);
    }
    graph__free(slab);
    device_release(reach->component);
    device_release(reach->is_cyclic);
    *reach = (struct graph_reachability){0};
    return status;
}

static graph_status device_closure(struct graph_closure_request *r)
{
    enter();
    graph_status status = r->A_transposed.row_start == NULL
                              ? graph__fail(GRAPH_E_NOT_SUPPORTED, "no reverse edges")
                              : graph__cpu()->closure(r);
    if (status == GRAPH_OK)
        status = move_reach(&r->reach, r->A.rows);
    leave();
    return status;
}

static bool is_reached(const struct graph_sssp_request *r, int64_t v)
{
    switch (r->type) {
    case GRAPH_INT32:
        return ((const int32_t *)r->distance)[v] < INT32_MAX;
    case GRAPH_INT64:
        return ((const int64_t *)r->distance)[v] < INT64_MAX;
    case GRAPH_FP32:
        return ((const float *)r->distance)[v] < INFINITY;
    default:
        return ((const double *)r->distance)[v] < INFINITY;
    }
}

/* r->there = the distances, which are *value, and a bitmap of who is reached. */
static graph_status keep_distances(struct graph_sssp_request *r, void **value)
{
    struct graph_vector_arrays there = {.form = GRAPH_BITMAP};
    graph_status status = device_allocate((void **)&there.present, (size_t)r->A.rows, 1);
    if (status < 0)
        return status;
    for (int64_t v = 0; v < r->A.rows; v++)
        there.entries += there.present[v] = is_reached(r, v);
    there.value = *value;
    *value = NULL;
    r->there = there;
    return GRAPH_OK;
}

static graph_status device_sssp(struct graph_sssp_request *r)
{
    void *there = NULL;
    graph_status status;
    enter();
    if (r->kind != GRAPH_SSSP_DELTA || r->sources != 1)
        GRAPH_FAIL(GRAPH_E_NOT_SUPPORTED, "only steps from one source");
    if (r->stays_there) {
        GRAPH_TRY(device_allocate(&there, (size_t)r->A.rows, graph_type_size(r->type)));
        r->distance = there;
    }
    GRAPH_TRY(graph__cpu()->sssp(r));
    if (r->stays_there)
        GRAPH_TRY(keep_distances(r, &there));
done:
    r->distance = r->stays_there ? NULL : r->distance;
    device_release(there);
    leave();
    return status;
}

/* Those of the algorithms on structure that a device does as the CPU does. */
#define DEVICE_STRUCTURE(entry)                                                                              \
    static graph_status device_##entry(struct graph_##entry##_request *r)                                    \
    {                                                                                                        \
        enter();                                                                                             \
        graph_status status = graph__cpu()->entry(r);                                                        \
        leave();                                                                                             \
        return status;                                                                                       \
    }
DEVICE_STRUCTURE(cores)
DEVICE_STRUCTURE(labels)
DEVICE_STRUCTURE(communities)
DEVICE_STRUCTURE(walks)

static graph_status device_trusses(struct graph_trusses_request *r)
{
    enter();
    graph_status status =
        r->selects ? graph__fail(GRAPH_E_NOT_SUPPORTED, "no selection") : graph__cpu()->trusses(r);
    leave();
    return status;
}

static graph_status device_forest(struct graph_forest_request *r)
{
    (void)r;
    return graph__fail(GRAPH_E_NOT_SUPPORTED, "no order of values");
}

static graph_status device_independent_set(struct graph_independent_set_request *r)
{
    (void)r;
    return graph__fail(GRAPH_E_NOT_SUPPORTED, "no ranks from a seed");
}

static graph_status device_coloring(struct graph_coloring_request *r)
{
    (void)r;
    return graph__fail(GRAPH_E_NOT_SUPPORTED, "no ranks from a seed");
}

static graph_status device_bit_closure(struct graph_bit_closure_request *r)
{
    enter();
    graph_status status = graph__cpu()->bit_closure(r);
    leave();
    return status;
}

static const struct graph_kernels *device_kernels(const struct graph_semiring *semiring)
{
    static const struct graph_kernels all = {.mxm = device_mxm, .mxv = device_mxv, .csrmm = device_csrmm},
                                      none = {0};
    (void)semiring;
    return has_kernels ? &all : &none;
}

/* The device has some of the published methods. */
static graph_status device_published_mxm(struct graph_mxm_request *r)
{
    enter();
    graph_status status = move_csr(&r->C, graph__cpu()->published(r->semiring)->mxm[r->method](r), r->A.rows,
                                   r->semiring->value_bytes);
    leave();
    return status;
}

static graph_status device_blsi(struct graph_mxv_blsi_request *r)
{
    enter();
    graph_status status = move_vector(&r->w, graph__cpu()->published(r->semiring)->mxv_blsi(r), r->A.rows,
                                      r->semiring->value_bytes);
    leave();
    return status;
}

static graph_status device_half_warp(struct graph_csrmm_request *r)
{
    enter();
    graph_status status = graph__cpu()->published(r->semiring)->csrmm_half_warp(r);
    leave();
    return status;
}

static const struct graph_published *device_published(const struct graph_semiring *semiring)
{
    static const struct graph_published all = {.mxm = {[GRAPH_METHOD_BHSPARSE] = device_published_mxm,
                                                       [GRAPH_METHOD_DIA] = device_published_mxm},
                                               .mxv_blsi = device_blsi,
                                               .csrmm_half_warp = device_half_warp},
                                        none = {0};
    (void)semiring;
    return has_kernels ? &all : &none;
}

const struct graph_backend graph__cuda_backend = {
    .name = "cuda",
    .kind = GRAPH_BACKEND_CUDA,
    .available = is_available,
    .allocate = device_allocate,
    .release = device_release,
    .upload = device_copy,
    .download = device_copy,
    .wait = device_wait,
    .download_open = download_open,
    .download_start = download_start,
    .download_wait = download_wait,
    .download_close = download_close,
    .shift = device_shift,
    .limit = device_limit,
    .holds = device_holds,
    .kernels = device_kernels,
    .published = device_published,
    .transpose = device_transpose,
    .ewise = device_ewise,
    .select = device_select,
    .reduce_rows = device_reduce_rows,
    .merge = device_merge,
    .remap = device_remap,
    .region = device_region,
    .kronecker = device_kronecker,
    .vector_ewise = device_vector_ewise,
    .vector_select = device_vector_select,
    .vector_merge = device_vector_merge,
    .vector_pack = device_vector_pack,
    .vector_list = device_vector_list,
    .vector_mask = device_vector_mask,
    .fill = device_fill,
    .positions = device_positions,
    .convert = device_convert,
    .unary = device_unary,
    .binary = device_binary,
    .reduce = device_reduce,
    .bfs = device_bfs,
    .bfs_multi = device_bfs_multi,
    .bit_closure = device_bit_closure,
    .sssp = device_sssp,
    .closure = device_closure,
    .components = device_components,
    .cores = device_cores,
    .trusses = device_trusses,
    .forest = device_forest,
    .labels = device_labels,
    .communities = device_communities,
    .walks = device_walks,
    .independent_set = device_independent_set,
    .coloring = device_coloring,
    .floyd_warshall = device_floyd_warshall,
};

static int device_test_main(int argc, char **argv, const struct test *tests, size_t count)
{
    setenv("SEMIGRAPH_TEST_BACKEND", "cuda", 1);
    setenv("GRAPH_BACKEND", "auto", 1);
    return test_main(argc, argv, tests, count);
}

#endif
