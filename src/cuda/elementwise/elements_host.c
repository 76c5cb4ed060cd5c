/* Element-wise operations on arrays: launches of elements.cuh and shift.cu. */
#include "cuda/elementwise/elementwise_host.h"

#include "cuda/elementwise/elements_arguments.h"
#include "cuda/kernels/kernels.h"
#include "cuda/primitives/entries_arguments.h"
#include "cuda/semiring/operator_codes.h"
#include "cuda/runtime/call.h"

enum { THREADS = 256 };

#define CHECK_OPERATOR(number, NAME, name)                                                                   \
    _Static_assert((number) == (int)GRAPH_##NAME, "a kernel's number differs from types.h");
#define CHECK_TYPE(number, NAME, c_type, function) CHECK_OPERATOR(number, NAME, function)
BINARY_CODES(CHECK_OPERATOR)
UNARY_CODES(CHECK_OPERATOR)
TYPE_CODES(CHECK_TYPE)
VALUE_TEST_CODES(CHECK_OPERATOR)
POSITION_TEST_CODES(CHECK_OPERATOR)

/* How many groups of `count` elements of `bytes` bytes an aligned access can read at an address: all, or 0. */
static int64_t packs_at(const void *address, size_t bytes, int count, int64_t n)
{
    size_t width = bytes * (size_t)count;
    return (uintptr_t)address % (width < ELEMENTS_PACK_BYTES ? width : ELEMENTS_PACK_BYTES) == 0 ? n / count
                                                                                                 : 0;
}

static int64_t smaller(int64_t a, int64_t b) { return a < b ? a : b; }

/* A call with one launch.  It finds or compiles the kernel before it begins, so that other calls do not wait. */
static graph_status launch(enum graph_cuda_kernel number, graph_type type, int64_t items,
                           const void *arguments)
{
    const void *kernel;
    graph_status status = GRAPH_OK;
    if (items == 0)
        return GRAPH_OK;
    GRAPH_TRY(graph__cuda_type_kernel(&kernel, number, type));
    struct cuda_call *call = graph__cuda_begin();
    status = graph__cuda_launch(call, kernel, graph__cuda_blocks(items, THREADS), THREADS, 0, arguments);
    graph__cuda_end(call);
done:
    return status;
}

graph_status graph__cuda_fill(void *z, graph_type type, graph_scalar x, int64_t n, int threads)
{
    size_t bytes = graph_type_size(type);
    int count = (int)(ELEMENTS_PACK_BYTES / bytes);
    struct elements_fill_arguments arguments = {z, x.value.u, (int32_t)x.type, n,
                                                packs_at(z, bytes, count, n)};
    (void)threads;
    return launch(GRAPH_KERNEL_elements_fill, type, arguments.packs > 0 ? arguments.packs : n, &arguments);
}

graph_status graph__cuda_convert(void *to, graph_type to_type, const void *from, graph_type from_type,
                                 int64_t n, int threads)
{
    struct elements_convert_arguments arguments = {to, from, (int32_t)from_type, n, 0};
    (void)threads;
    if (from != NULL && from_type != GRAPH_PATTERN)
        arguments.packs = smaller(packs_at(to, graph_type_size(to_type), ELEMENTS_CONVERTED, n),
                                  packs_at(from, graph_type_size(from_type), ELEMENTS_CONVERTED, n));
    return launch(GRAPH_KERNEL_elements_convert, to_type, arguments.packs > 0 ? arguments.packs : n,
                  &arguments);
}

graph_status graph__cuda_unary(void *z, const void *x, graph_unary_op op, graph_type type, int64_t n,
                               int threads)
{
    size_t bytes = graph_type_size(type);
    int count = (int)(ELEMENTS_PACK_BYTES / bytes);
    struct elements_apply_arguments arguments = {
        z, x, NULL, (int32_t)op, n, smaller(packs_at(z, bytes, count, n), packs_at(x, bytes, count, n))};
    (void)threads;
    return launch(GRAPH_KERNEL_elements_unary, type, arguments.packs > 0 ? arguments.packs : n, &arguments);
}

graph_status graph__cuda_binary(void *z, const void *x, const void *y, graph_op op, graph_type type,
                                int64_t n, int threads)
{
    size_t bytes = graph_type_size(type);
    int count = (int)(ELEMENTS_PACK_BYTES / bytes);
    int64_t packs = smaller(packs_at(z, bytes, count, n), packs_at(x, bytes, count, n));
    struct elements_apply_arguments arguments = {
        z, x, y, (int32_t)op, n, smaller(packs, packs_at(y, bytes, count, n))};
    (void)threads;
    return launch(GRAPH_KERNEL_elements_binary, type, arguments.packs > 0 ? arguments.packs : n, &arguments);
}

graph_status graph__cuda_shift(int64_t *to, const int64_t *from, int64_t n, int64_t more)
{
    struct shift_arguments a = {to, from, n, more};
    struct cuda_call *call = graph__cuda_begin();
    graph_status status =
        graph__cuda_launch(call, graph__cuda_shift_starts, graph__cuda_blocks(n, THREADS), THREADS, 0, &a);
    graph__cuda_end(call);
    return status;
}
