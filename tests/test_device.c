/* A device of the tests' own in place of the CUDA back end: it computes as the CPU does, in memory of its own that the
 * host may not touch.  So what stands above the back ends, buffers, placement, fallbacks and products in chunks, is tested
 * where there is no GPU; a host function that reads an array of the device's ends in a fault.
 *
 * Each block is pages of its own, which are open only while the device works. */
#define _DEFAULT_SOURCE /* for MAP_ANONYMOUS */
#include <sys/mman.h>
#include <time.h>

#include "base/status.h"
#include "core/backends.h"
#include "core/buffer.h"
#include "core/placement.h"
#include "cpu/backend_cpu.h"
#include "cuda/backend_cuda.h"
#include "tests/random_call.h"
#include "tests/test.h"
#include "tests/texts.h"

/* ---- The device ---- */

enum { MOST_BLOCKS = 4096, PAGE = 4096 };
static struct block {
    void *memory;
    size_t bytes;
} blocks[MOST_BLOCKS];
static int block_count, depth;
static size_t held_bytes, most_bytes; /* most_bytes 0: no limit */
static int64_t allocations, failing;  /* the failing-th allocation fails; 0: none */
static bool has_kernels = true;

static void set_access(int access)
{
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
    void *pages = mmap(NULL, bytes, depth > 0 ? PROT_READ | PROT_WRITE : PROT_NONE,
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
DEFINE_ELEMENTS(positions,
                (int64_t * z, const struct graph_csr *A, graph_index_op op, int64_t k, int threads), z, A, op,
                k, threads)
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

static const struct graph_kernels *device_kernels(const struct graph_semiring *semiring)
{
    static const struct graph_kernels all = {.mxm = device_mxm, .mxv = device_mxv, .csrmm = device_csrmm},
                                      none = {0};
    (void)semiring;
    return has_kernels ? &all : &none;
}

/* The device has one of the published methods, and no other. */
static graph_status device_bhsparse(struct graph_mxm_request *r)
{
    enter();
    graph_status status =
        move_csr(&r->C, graph__cpu()->published(r->semiring)->mxm[GRAPH_METHOD_BHSPARSE](r), r->A.rows,
                 r->semiring->value_bytes);
    leave();
    return status;
}

static const struct graph_published *device_published(const struct graph_semiring *semiring)
{
    static const struct graph_published all = {{[GRAPH_METHOD_BHSPARSE] = device_bhsparse}}, none = {0};
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
    .limit = device_limit,
    .holds = device_holds,
    .follow_caller = device_wait,
    .lead_caller = device_wait,
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
    .floyd_warshall = device_floyd_warshall,
};

/* ---- Tests ---- */

TEST(random_calls_on_the_device)
{
    CHECK(check_random_calls(1000, 1, CALL_KIND_COUNT) == 0);
    CHECK(check_random_calls(1000, (uint64_t)time(NULL) * 1000000, CALL_KIND_COUNT) == 0);
    CHECK(block_count == 0);
}

/* Each allocation of the device fails in turn.  The call falls back to the CPU and holds; where that is not allowed it
 * gives GRAPH_E_DEVICE_MEMORY and changes nothing, which its success afterwards shows. */
TEST(every_allocation_of_the_device_may_fail)
{
    for (int kind = 0; kind < CALL_KIND_COUNT; kind++)
        for (uint64_t seed = 1; seed <= 6; seed++) {
            struct call call = call_of_seed(seed, (enum call_kind)kind);
            bool is_done = false;
            for (int64_t k = 1; !is_done && k < 200; k++) {
                allocations = 0;
                failing = k;
                bool holds = call_holds(&call, stderr);
                is_done = allocations < k;
                failing = 0;
                CHECK_SAY(holds && block_count == 0, "%s, seed %llu, allocation %lld", call_traits[kind].name,
                          (unsigned long long)seed, (long long)k);
            }
            call_release(&call);
        }
}

static const graph_semiring *plus_times(void) { return graph_semiring_by_name("plus_times_fp64"); }

TEST(a_strict_caller_gets_the_error)
{
    graph_matrix *A = text_matrix(GRAPH_FP64, 2, 2, "1 2  . 3"),
                 *C = text_matrix(GRAPH_FP64, 2, 2, "7 .  . .");
    graph_matrix *M = text_matrix(GRAPH_BOOL, 2, 2, "1 1  1 1");
    graph_set_strict(true);
    allocations = 0;
    failing = 1;
    CHECK_STATUS(graph_mxm(C, M, GRAPH_NO_OP, plus_times(), A, A, TEST_DESCRIPTOR()), GRAPH_E_DEVICE_MEMORY,
                 "no room");
    failing = 0;
    has_kernels = false;
    CHECK_STATUS(graph_mxm(C, M, GRAPH_NO_OP, plus_times(), A, A, TEST_DESCRIPTOR()), GRAPH_E_NOT_SUPPORTED,
                 "no mxm");
    CHECK(matrix_is(C, "7 .  . ."));
    graph_set_strict(false);
    CHECK_OK(graph_mxm(C, M, GRAPH_NO_OP, plus_times(), A, A, TEST_DESCRIPTOR()));
    CHECK(graph_backend_used() == GRAPH_BACKEND_CPU && matrix_is(C, "1 8  . 9"));
    has_kernels = true;
    CHECK_OK(graph_mxm(C, M, GRAPH_PLUS, plus_times(), A, A, TEST_DESCRIPTOR()));
    CHECK(graph_backend_used() == GRAPH_BACKEND_CUDA && matrix_is(C, "2 16  . 18"));
    texts_release();
    CHECK(block_count == 0);
}

/* Square of a random matrix with ever less memory: the same product, in chunks of rows or at last on the CPU. */
TEST(products_larger_than_the_device)
{
    uint64_t seed = 5;
    graph_matrix *A = NULL, *expected = NULL;
    REQUIRE_OK(random_matrix(&A, &seed, SHAPE_POWER_LAW, GRAPH_FP64, 600, 600, 9000, VALUES_SMALL));
    REQUIRE_OK(graph_spgemm(&expected, plus_times(), A, A, GRAPH_DESCRIPTOR(.backend = GRAPH_BACKEND_CPU)));
    for (uint64_t bytes = 1 << 22; bytes > 1 << 12; bytes /= 2)
        for (int accum = 0; accum < 2; accum++) {
            graph_matrix *C = NULL, *sum = NULL;
            CHECK_OK(graph_set_device_memory(bytes));
            REQUIRE_OK(graph_matrix_create(&C, GRAPH_FP64, 600, 600));
            REQUIRE_OK(graph_matrix_create(&sum, GRAPH_FP64, 600, 600));
            CHECK_OK(graph_apply(C, NULL, GRAPH_NO_OP, GRAPH_IDENTITY, A, NULL));
            CHECK_OK(
                graph_mxm(C, NULL, accum ? GRAPH_PLUS : GRAPH_NO_OP, plus_times(), A, A, TEST_DESCRIPTOR()));
            CHECK_OK(graph_ewise_add(sum, NULL, GRAPH_NO_OP, GRAPH_PLUS, A, expected, NULL));
            CHECK_SAY(same_matrix(accum ? sum : expected, C, 0, stderr), "%llu bytes",
                      (unsigned long long)bytes);
            graph_matrix_release(&C);
            graph_matrix_release(&sum);
        }
    CHECK_OK(graph_set_device_memory(0));
    graph_matrix_release(&A);
    graph_matrix_release(&expected);
    CHECK(block_count == 0);
}

/* What a product leaves on the device is not copied for the next one. */
TEST(results_stay_where_they_are)
{
    uint64_t seed = 6;
    graph_matrix *A = NULL, *B = NULL, *C = NULL, *view = NULL;
    graph_scalar x;
    REQUIRE_OK(random_matrix(&A, &seed, SHAPE_UNIFORM, GRAPH_FP64, 100, 100, 500, VALUES_SMALL));
    CHECK_OK(graph_spgemm(&B, plus_times(), A, A, TEST_DESCRIPTOR()));
    uint64_t copied = graph__buffer_copied_bytes();
    CHECK_OK(graph_spgemm(&C, plus_times(), B, A, TEST_DESCRIPTOR()));
    CHECK(graph__buffer_copied_bytes() == copied);
    CHECK_OK(graph_matrix_dup(&view, C));
    CHECK(graph_matrix_get(&x, view, 0, 0) >= 0);
    CHECK(graph__buffer_copied_bytes() > copied);
    CHECK_OK(graph_matrix_set(C, 0, 0, graph_fp64(5)));
    CHECK_OK(graph_matrix_check(C));
    CHECK_OK(graph_matrix_check(view));
    graph_arrays arrays = {.size = sizeof arrays};
    CHECK_OK(graph_matrix_export(&arrays, B, GRAPH_CSR, GRAPH_MOVE));
    CHECK(arrays.release != NULL && arrays.rows == 100);
    if (arrays.release != NULL) {
        arrays.release(arrays.row, arrays.context);
        arrays.release(arrays.column, arrays.context);
        arrays.release(arrays.value, arrays.context);
    }
    graph_matrix_release(&A);
    graph_matrix_release(&B);
    graph_matrix_release(&C);
    graph_matrix_release(&view);
    CHECK(block_count == 0);
}

/* Left alone, the library takes a heavy product to the device, a light one only if an operand is already there. */
TEST(the_library_chooses)
{
    uint64_t seed = 7;
    graph_matrix *light = NULL, *heavy = NULL, *C = NULL, *D = NULL;
    const graph_descriptor *automatic = GRAPH_DESCRIPTOR(.backend = GRAPH_BACKEND_AUTO);
    REQUIRE_OK(random_matrix(&light, &seed, SHAPE_UNIFORM, GRAPH_FP64, 50, 50, 200, VALUES_SMALL));
    REQUIRE_OK(random_matrix(&heavy, &seed, SHAPE_BANDED, GRAPH_FP64, 30000, 30000, 120000, VALUES_SMALL));
    CHECK_OK(graph_spgemm(&C, plus_times(), light, light, automatic));
    CHECK(graph_backend_used() == GRAPH_BACKEND_CPU);
    graph_matrix_release(&C);
    CHECK_OK(graph_spgemm(&C, plus_times(), heavy, heavy, automatic));
    CHECK(graph_backend_used() == GRAPH_BACKEND_CUDA);
    graph_matrix_release(&C);
    CHECK_OK(graph_spgemm(&C, plus_times(), light, light, TEST_DESCRIPTOR()));
    CHECK_OK(graph_spgemm(&D, plus_times(), C, light, automatic));
    CHECK(graph_backend_used() == GRAPH_BACKEND_CUDA);
    graph_matrix_release(&light);
    graph_matrix_release(&heavy);
    graph_matrix_release(&C);
    graph_matrix_release(&D);
    CHECK(block_count == 0);
}

/* Searches and distances by one kernel for the whole loop, there and on the CPU, with every allocation failing too. */
TEST(whole_algorithms_on_the_device)
{
    uint64_t seed = 8;
    for (int round = 0; round < 6; round++) {
        graph_bfs_options there = {
            .size = sizeof there, .backend = test_backend(), .reverse = round % 2 != 0};
        graph_bfs_options here = there;
        graph_apsp_options far = {
            .size = sizeof far, .backend = test_backend(), .method = GRAPH_APSP_FLOYD_WARSHALL};
        graph_apsp_options near = far;
        enum { N = 40, WIDE = 48 };
        double distance[2][N * WIDE];
        int32_t predecessor[2][N * WIDE];
        graph_matrix *A = NULL;
        bool is_done = false;
        here.backend = near.backend = GRAPH_BACKEND_CPU;
        REQUIRE_OK(random_matrix(&A, &seed, SHAPE_UNIFORM, GRAPH_FP64, N, N, 100, VALUES_REAL));
        for (int64_t k = 0; !is_done; k++) { /* k = 0: none fails */
            graph_vector *level[2] = {NULL}, *parent[2] = {NULL};
            graph_dense d[2], p[2];
            for (int side = 0; side < 2; side++) {
                graph_index stride = round % 3 == 0 ? 0 : WIDE;
                d[side] =
                    (graph_dense){sizeof d[side], GRAPH_FP64, GRAPH_ROW_MAJOR, N, N, stride, distance[side]};
                p[side] = (graph_dense){sizeof p[side], GRAPH_INT32,      GRAPH_ROW_MAJOR, N, N,
                                        stride,         predecessor[side]};
            }
            memset(distance, 0, sizeof distance);
            memset(predecessor, 0, sizeof predecessor);
            CHECK_OK(graph_bfs(&level[0], &parent[0], A, 0, &here));
            CHECK_OK(graph_apsp(&d[0], round < 3 ? &p[0] : NULL, A, &near));
            allocations = 0;
            failing = k;
            CHECK_OK(graph_bfs(&level[1], &parent[1], A, 0, &there));
            CHECK(k > 0 || graph_backend_used() == GRAPH_BACKEND_CUDA);
            CHECK_OK(graph_apsp(&d[1], round < 3 ? &p[1] : NULL, A, &far));
            is_done = k > 0 && allocations < k;
            failing = 0;
            for (int output = 0; output < 2; output++) {
                struct dense_matrix expected = dense_of_vector(output == 0 ? level[0] : parent[0]);
                CHECK(dense_equals_vector(&expected, output == 0 ? level[1] : parent[1], 0, stderr));
                dense_release(&expected);
            }
            CHECK(memcmp(distance[0], distance[1], sizeof distance[0]) == 0);
            CHECK(memcmp(predecessor[0], predecessor[1], sizeof predecessor[0]) == 0);
            for (int side = 0; side < 2; side++) {
                graph_vector_release(&level[side]);
                graph_vector_release(&parent[side]);
            }
        }
        graph_matrix_release(&A);
        CHECK(block_count == 0);
    }
}

int main(int argc, char **argv)
{
    static const struct test tests[] = {
        TEST_ROW(random_calls_on_the_device),     TEST_ROW(every_allocation_of_the_device_may_fail),
        TEST_ROW(a_strict_caller_gets_the_error), TEST_ROW(products_larger_than_the_device),
        TEST_ROW(results_stay_where_they_are),    TEST_ROW(the_library_chooses),
        TEST_ROW(whole_algorithms_on_the_device)};
    setenv("SEMIGRAPH_TEST_BACKEND", "cuda", 1);
    setenv("GRAPH_BACKEND", "auto", 1);
    return test_main(argc, argv, tests, sizeof tests / sizeof tests[0]);
}
