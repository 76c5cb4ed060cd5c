/* C = A B for sparse A and dense B, C in arrays of the caller's. */
#include "base/checked.h"
#include "base/status.h"
#include "core/stats.h"
#include "operations/operands.h"
#include "operations/published.h"

/* Checks a dense matrix and gives its stride and its extent in bytes. */
static graph_status check_dense(int64_t *stride, size_t *bytes, const graph_dense *X, const char *name)
{
    size_t extent;
    if (X == NULL)
        return graph__fail(GRAPH_E_NULL, "%s is NULL", name);
    if (X->size != sizeof(graph_dense))
        return graph__fail(GRAPH_E_INVALID_VALUE, "%s.size is %zu; expected %zu", name, X->size,
                           sizeof(graph_dense));
    if (X->layout != GRAPH_ROW_MAJOR && X->layout != GRAPH_COLUMN_MAJOR)
        return graph__fail(GRAPH_E_INVALID_VALUE, "%s.layout is %d, which is no layout", name,
                           (int)X->layout);
    graph_index lines = X->layout == GRAPH_ROW_MAJOR ? X->rows : X->columns;
    graph_index length = X->layout == GRAPH_ROW_MAJOR ? X->columns : X->rows;
    graph_index step = X->stride != 0 ? X->stride : length;
    if (step < length)
        return graph__fail(GRAPH_E_INVALID_VALUE, "%s.stride is %llu; expected at least %llu", name,
                           (unsigned long long)X->stride, (unsigned long long)length);
    *bytes = 0;
    *stride = (int64_t)step;
    if (lines == 0 || length == 0)
        return GRAPH_OK;
    if (!graph__multiply(&extent, lines - 1, step) || !graph__sum(&extent, extent, length) ||
        !graph__multiply(bytes, extent, graph_type_size(X->type)) || *bytes > PTRDIFF_MAX)
        return graph__fail(
            GRAPH_E_INVALID_VALUE, "%s is %llu x %llu with stride %llu, more than memory can hold", name,
            (unsigned long long)X->rows, (unsigned long long)X->columns, (unsigned long long)step);
    if (X->value == NULL)
        return graph__fail(GRAPH_E_NULL, "%s.value is NULL", name);
    return GRAPH_OK;
}

static bool overlap(const void *x, size_t x_bytes, const void *y, size_t y_bytes)
{
    uintptr_t a = (uintptr_t)x, b = (uintptr_t)y;
    return x_bytes > 0 && y_bytes > 0 && a < b + y_bytes && b < a + x_bytes;
}

/* The elements from one line to the next if there is no gap. */
static int64_t tightest(const graph_dense *X)
{
    return (int64_t)(X->layout == GRAPH_ROW_MAJOR ? X->columns : X->rows);
}

/* A dense matrix at the place of the operation: the caller's array, or a copy of it.  `home` is set before it is
 * opened. */
struct dense_operand {
    void *value, *copy, *given;
    size_t bytes;
    const struct graph_backend *home; /* where the caller's array lies */
};

/* Copies between two places, one of which is the host. */
static graph_status copy(void *to, const struct graph_backend *to_place, const void *from,
                         const struct graph_backend *from_place, size_t bytes)
{
    return to_place->shares_host_memory ? from_place->download(to, from, bytes)
                                        : to_place->upload(to, from, bytes);
}

static graph_status dense_open(struct dense_operand *operand, const graph_dense *X, size_t bytes,
                               bool is_read, const struct graph_place *place)
{
    graph_status status = GRAPH_OK;
    operand->value = operand->given = X->value;
    operand->bytes = bytes;
    if (operand->home == place->backend || bytes == 0)
        return GRAPH_OK;
    GRAPH_TRY(place->backend->allocate(&operand->copy, bytes, 1));
    if (is_read)
        GRAPH_TRY(copy(operand->copy, place->backend, X->value, operand->home, bytes));
    operand->value = operand->copy;
done:
    return status;
}

/* Brings what the operation wrote to the caller's array. */
static graph_status dense_return(const struct dense_operand *operand, const struct graph_place *place)
{
    return operand->copy == NULL
               ? GRAPH_OK
               : copy(operand->given, operand->home, operand->copy, place->backend, operand->bytes);
}

static void dense_close(struct dense_operand *operand, const struct graph_place *place)
{
    if (operand->copy != NULL)
        place->backend->release(operand->copy);
    operand->copy = NULL;
}

typedef graph_status csrmm_function(struct graph_csrmm_request *);

static csrmm_function *find_kernel(const struct graph_place *place, const graph_semiring *semiring)
{
    return place->method == GRAPH_METHOD_HALF_WARP ? place->backend->published(semiring)->csrmm_half_warp
                                                   : place->backend->kernels(semiring)->csrmm;
}

graph_status graph_csrmm(const graph_dense *C, const graph_semiring *semiring, const graph_matrix *A,
                         const graph_dense *B, const graph_descriptor *descriptor)
{
    struct graph_place place = {.backend = graph__cpu()};
    graph_descriptor on_cpu;
    struct graph_operand a = {0};
    struct dense_operand b = {0}, c = {0};
    struct graph_csrmm_request request = {.semiring = semiring};
    size_t B_bytes, C_bytes;
    graph_status status;
    GRAPH_TRY(graph__check_semiring(semiring));
    GRAPH_TRY(graph__check_matrix(A, "A"));
    GRAPH_TRY(check_dense(&request.C_stride, &C_bytes, C, "C"));
    GRAPH_TRY(check_dense(&request.B_stride, &B_bytes, B, "B"));
    GRAPH_TRY(graph__place(&place, descriptor, GRAPH_TRANSPOSE_A | GRAPH_ACCUMULATE));
    graph__place_semiring(&place, semiring, place.method == GRAPH_METHOD_HALF_WARP);
    if (place.method == GRAPH_METHOD_HALF_WARP && (status = graph__published_check(place.method)) < 0)
        return status;
    /* Dense arrays on the device decide: they would have to come to the host otherwise. */
    b.home = graph__backend_of_array(B->value);
    c.home = graph__backend_of_array(C->value);
    if (b.home == place.backend || c.home == place.backend)
        place.is_auto = false;
    GRAPH_TRY(graph__place_choose(&place, "csrmm", find_kernel(&place, semiring) != NULL, GRAPH_HEAVY,
                                  &(const struct graph_operands){.A = A}));
    if (B->type != semiring->y_type || C->type != semiring->type)
        GRAPH_FAIL(GRAPH_E_DOMAIN, "B is %s and C %s; the semiring takes %s and gives %s",
                   graph_type_name(B->type), graph_type_name(C->type), graph_type_name(semiring->y_type),
                   graph_type_name(semiring->type));
    bool is_transposed = place.flags & GRAPH_TRANSPOSE_A;
    int64_t rows = is_transposed ? A->columns : A->rows, columns = is_transposed ? A->rows : A->columns;
    if (B->rows != (graph_index)columns || C->rows != (graph_index)rows || B->columns != C->columns)
        GRAPH_FAIL(GRAPH_E_DIMENSION, "C is %llu x %llu, A %lld x %lld, B %llu x %llu",
                   (unsigned long long)C->rows, (unsigned long long)C->columns, (long long)rows,
                   (long long)columns, (unsigned long long)B->rows, (unsigned long long)B->columns);
    if (overlap(B->value, B_bytes, C->value, C_bytes))
        GRAPH_FAIL(GRAPH_E_INVALID_VALUE, "B and C overlap");
    GRAPH_TRY(
        graph__operand_open(&a, A, is_transposed, semiring->x_type, semiring->reads & GRAPH_READS_X, &place));
    request.A = a.view;
    request.B_layout = B->layout;
    request.C_layout = C->layout;
    request.dense_columns = (int64_t)B->columns;
    request.is_accumulating = place.flags & GRAPH_ACCUMULATE;
    request.threads = place.threads;
    bool is_C_read = request.is_accumulating || request.C_stride != tightest(C);
    GRAPH_TRY(dense_open(&b, B, B_bytes, semiring->reads & GRAPH_READS_Y, &place));
    GRAPH_TRY(dense_open(&c, C, C_bytes, is_C_read, &place));
    request.B = b.value;
    request.C = c.value;
    GRAPH_TRY(find_kernel(&place, semiring)(&request));
    graph__stats_kernel(place.method == GRAPH_METHOD_HALF_WARP ? graph_method_at(GRAPH_METHOD_HALF_WARP)->name
                                                               : "",
                        (uint64_t)a.view.entries * B->columns);
    graph__stats_computed();
    GRAPH_TRY(dense_return(&c, &place));
done:
    dense_close(&b, &place);
    dense_close(&c, &place);
    graph__operand_close(&a, &place);
    return graph__place_resume(&on_cpu, descriptor, &place, status) ? graph_csrmm(C, semiring, A, B, &on_cpu)
                                                                    : status;
}
