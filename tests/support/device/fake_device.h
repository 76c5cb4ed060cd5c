/* A fake device in place of the CUDA back end: it computes as the CPU does, in separate memory that the
 * host may not touch.  So what stands above the back ends, buffers, placement, fallbacks and products in chunks, is tested
 * where there is no GPU; a host function that reads an array of the device's ends in a fault.
 *
 * Each block has separate pages, which are open only while the device works.  A program includes this once, after defining
 * _DEFAULT_SOURCE for MAP_ANONYMOUS. */
#ifndef TESTS_SUPPORT_DEVICE_FAKE_DEVICE_H
#define TESTS_SUPPORT_DEVICE_FAKE_DEVICE_H

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

static graph_status device_vector_gather(void **gathered, const struct graph_vector_view *v,
                                         const int32_t *index, int64_t n, int threads)
{
    enter();
    graph_status status = graph__cpu()->vector_gather(gathered, v, index, n, threads);
    if (status == GRAPH_OK)
        status = move(gathered, (size_t)n * graph_type_size(v->type));
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
DEFINE_ELEMENTS(vector_update, (struct graph_vector_update_request * r), r)
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

#include "tests/support/device/fake_device_algorithms.h"

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
    .vector_update = device_vector_update,
    .vector_pack = device_vector_pack,
    .vector_list = device_vector_list,
    .vector_gather = device_vector_gather,
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
