/* C<M> accum= A B: checks, place, kernel, write-back. */
#include "base/status.h"
#include "base/log.h"
#include "core/stats.h"
#include "operations/compact/compact.h"
#include "operations/hybrid/mxm_chunked.h"
#include "operations/product_shape.h"
#include "operations/write_back.h"

enum { PRODUCT_FLAGS = GRAPH_TRANSPOSE_A | GRAPH_TRANSPOSE_B | GRAPH_FORCE | GRAPH_DROP_ZEROS };

/* A semiring that gives the same product with less work where an operand is a pattern, whose values read as 1. */
static const graph_semiring *simplify(const graph_semiring *semiring, const graph_matrix *A,
                                      const graph_matrix *B)
{
    bool is_A_pattern = A->type == GRAPH_PATTERN, is_B_pattern = B->type == GRAPH_PATTERN;
    graph_semiring_kind kind = semiring->kind;
    switch (semiring->kind) {
    case GRAPH_PLUS_TIMES:
        kind = is_A_pattern ? GRAPH_PLUS_SECOND : is_B_pattern ? GRAPH_PLUS_FIRST : kind;
        break;
    case GRAPH_MIN_TIMES:
        kind = is_A_pattern ? GRAPH_MIN_SECOND : is_B_pattern ? GRAPH_MIN_FIRST : kind;
        break;
    default:
        break;
    }
    if (is_A_pattern && is_B_pattern)
        switch (semiring->kind) {
        case GRAPH_PLUS_TIMES:
        case GRAPH_PLUS_FIRST:
        case GRAPH_PLUS_SECOND:
            kind = GRAPH_PLUS_PAIR;
            break;
        case GRAPH_OR_AND:
        case GRAPH_MAX_MIN:
        case GRAPH_MIN_MAX:
        case GRAPH_MAX_TIMES:
        case GRAPH_MIN_TIMES:
        case GRAPH_MIN_FIRST:
        case GRAPH_MIN_SECOND:
        case GRAPH_ANY_FIRST:
        case GRAPH_ANY_SECOND:
            kind = GRAPH_ANY_PAIR; /* all products are 1, and so is every fold of them */
            break;
        default:
            break;
        }
    return kind == semiring->kind ? semiring : graph_semiring_builtin(kind, semiring->type);
}

/* Divides, since the product of two dimensions may not fit. */
static bool is_full(const graph_matrix *A, graph_index entries)
{
    graph_index columns = (graph_index)A->columns;
    return entries > 0 && entries % columns == 0 && entries / columns == (graph_index)A->rows;
}

/* Of two full matrices under a semiring whose sums are all 1 the product is full of ones: the operand that has its shape,
 * or NULL if this is not such a product. */
static graph_status find_full(const graph_matrix **pattern, const graph_semiring *semiring,
                              const graph_matrix *A, const graph_matrix *B, int64_t rows, int64_t columns)
{
    graph_index A_entries, B_entries;
    graph_status status = GRAPH_OK;
    *pattern = NULL;
    if (semiring->kind != GRAPH_ANY_PAIR || rows == 0 || columns == 0)
        return GRAPH_OK;
    GRAPH_TRY(graph_matrix_entries(&A_entries, A));
    GRAPH_TRY(graph_matrix_entries(&B_entries, B));
    if (!is_full(A, A_entries) || !is_full(B, B_entries))
        return GRAPH_OK;
    GRAPH_TRY(graph__matrix_finish(A));
    GRAPH_TRY(graph__matrix_finish(B));
    *pattern = A->rows == rows && A->columns == columns   ? A
               : B->rows == rows && B->columns == columns ? B
                                                          : NULL;
done:
    return status;
}

/* A published method has a kernel of its own, which takes no mask.  By rows and columns is the library's own way under a
 * mask that is not complemented. */
static bool is_published_method(const struct graph_place *place, const graph_matrix *M)
{
    return place->method > GRAPH_METHOD_BITMAP || (place->method == GRAPH_METHOD_ROW_COLUMN &&
                                                   (M == NULL || (place->flags & GRAPH_MASK_COMPLEMENT)));
}

/* The kernel of the place for the method: the library's own, which obey the mask, or a published method's. */
static graph_mxm_function *find_kernel(const struct graph_place *place, const graph_semiring *semiring,
                                       bool is_published)
{
    graph_method method = place->method == GRAPH_METHOD_HYBRID_DIA ? GRAPH_METHOD_DIA : place->method;
    return is_published && method != GRAPH_METHOD_HYBRID ? place->backend->published(semiring)->mxm[method]
                                                         : place->backend->kernels(semiring)->mxm;
}

/* Without a device a method that needs one is the CPU's own; in strict mode that is an error. */
static graph_status do_without_device(struct graph_place *place)
{
    const char *name = graph_method_at((size_t)place->method)->name;
    if (graph_get_strict())
        return graph__fail(GRAPH_E_NOT_SUPPORTED, "%s needs a GPU, and a fallback is not allowed", name);
    graph__log("mxm: %s without a GPU: cpu", name);
    place->method = place->method == GRAPH_METHOD_HYBRID_DIA ? GRAPH_METHOD_DIA : GRAPH_METHOD_AUTO;
    return GRAPH_OK;
}

/* Runs the kernel.  Where the choice is ours and a published method is the faster one, that; what it refuses is left to
 * the library's own. */
static graph_status compute(struct graph_mxm_request *request, const struct graph_place *place,
                            bool *is_published)
{
    const bool is_free =
        place->method == GRAPH_METHOD_AUTO && !request->mask.is_given && !request->mask.is_complement;
    const struct graph_published *published = is_free ? place->backend->published(request->semiring) : NULL;
    if (published != NULL && published->best != NULL)
        request->method = published->best(request);
    if (published != NULL && request->method != place->method) {
        request->is_proposed = true;
        graph_status status = published->mxm[request->method](request);
        request->is_proposed = false;
        *is_published = status == GRAPH_OK;
        if (status != GRAPH_E_NOT_SUPPORTED)
            return status;
        request->method = place->method;
    }
    return find_kernel(place, request->semiring, *is_published)(request);
}

graph_status graph_mxm(graph_matrix *C, const graph_matrix *M, graph_op accum, const graph_semiring *semiring,
                       const graph_matrix *A, const graph_matrix *B, const graph_descriptor *descriptor)
{
    struct graph_place place = {.backend = graph__cpu()};
    graph_descriptor on_cpu;
    struct graph_operand a = {0}, b = {0}, b_transposed = {0};
    struct graph_mask_operand mask = {0};
    struct graph_mxm_request request = {0};
    const graph_matrix *full = NULL;
    int64_t rows, columns;
    bool is_published = false;
    struct graph_compact small = {0};
    graph_status status;
    GRAPH_TRY(graph__check_matrix(C, "C"));
    GRAPH_TRY(graph__check_matrix(A, "A"));
    GRAPH_TRY(graph__check_matrix(B, "B"));
    GRAPH_TRY(graph__check_semiring(semiring));
    GRAPH_TRY(graph__check_accum(accum, C->type));
    semiring = simplify(semiring, A, B);
    GRAPH_TRY(graph__place(&place, descriptor, GRAPH_WRITE_FLAGS | PRODUCT_FLAGS));
    bool is_of_mxm = place.method != GRAPH_METHOD_BLSI && place.method != GRAPH_METHOD_HALF_WARP;
    graph__place_semiring(&place, semiring, is_of_mxm && is_published_method(&place, M));
    if ((place.flags & GRAPH_DROP_ZEROS) && place.method != GRAPH_METHOD_BMSPARSE)
        return graph__fail(GRAPH_E_NOT_SUPPORTED, "GRAPH_DROP_ZEROS is for GRAPH_METHOD_BMSPARSE");
    if (!is_of_mxm) {
        const graph_method_info *method = graph_method_at((size_t)place.method);
        return graph__fail(GRAPH_E_NOT_SUPPORTED,
                           "the method '%s' is not one of products of sparse matrices, but of %s",
                           method->name, method->operations);
    }
    is_published = is_published_method(&place, M);
    bool is_dot = place.method == GRAPH_METHOD_ROW_COLUMN;
    bool is_hybrid = graph__mxm_is_hybrid(place.method);
    /* Who names the method wants the device, where there is one. */
    place.is_auto = place.is_auto && !(is_hybrid && !place.backend->shares_host_memory);
    GRAPH_TRY(graph__place_choose(
        &place, "mxm", find_kernel(&place, semiring, is_published) != NULL, GRAPH_HEAVY,
        &(const struct graph_operands){.A = A, .B = B, .type = C->type, .accum = (int)accum}));
    GRAPH_TRY(graph__product_shape(&rows, &columns, A, B, place.flags));
    if (C->rows != rows || C->columns != columns)
        GRAPH_FAIL(GRAPH_E_DIMENSION, "C is %lld x %lld, the product %lld x %lld", (long long)C->rows,
                   (long long)C->columns, (long long)rows, (long long)columns);
    if (is_hybrid && place.split == GRAPH_SPLIT_BANDS && place.method == GRAPH_METHOD_HYBRID)
        GRAPH_FAIL(GRAPH_E_INVALID_VALUE, "GRAPH_SPLIT_BANDS is for GRAPH_METHOD_HYBRID_DIA");
    if (is_hybrid && place.backend->shares_host_memory) {
        GRAPH_TRY(do_without_device(&place));
        is_hybrid = false;
        is_published = place.method == GRAPH_METHOD_DIA;
    }
    if (place.method == GRAPH_METHOD_BITMAP &&
        (M != NULL || (place.flags & GRAPH_MASK_COMPLEMENT) || place.backend->shares_host_memory))
        GRAPH_FAIL(GRAPH_E_NOT_SUPPORTED, "GRAPH_METHOD_BITMAP is for products without a mask on a GPU");
    if (M == NULL && accum == GRAPH_NO_OP && place.method == GRAPH_METHOD_AUTO &&
        (place.flags & GRAPH_MASK_COMPLEMENT) == 0 &&
        (C->type == semiring->type || C->type == GRAPH_PATTERN)) {
        GRAPH_TRY(find_full(&full, semiring, A, B, rows, columns));
        if (full != NULL) {
            graph__stats_kernel("full", (uint64_t)A->entries * (uint64_t)columns);
            status = graph__matrix_adopt_ones(C, full);
            goto done;
        }
    }

    bool is_A_transposed = place.flags & GRAPH_TRANSPOSE_A, is_B_transposed = place.flags & GRAPH_TRANSPOSE_B;
    bool reads_A = semiring->reads & GRAPH_READS_X, reads_B = semiring->reads & GRAPH_READS_Y;
    GRAPH_TRY(graph__compact_product(&small, C, M, A, is_A_transposed, B, is_B_transposed));
    if (small.is_needed) {
        GRAPH_TRY(graph_mxm(small.C, small.M, accum, semiring, small.A, small.B, descriptor));
        GRAPH_TRY(graph__compact_return(&small, C));
        goto done;
    }
    if (is_hybrid) {
        GRAPH_TRY(graph__mxm_in_parts(C, M, accum, semiring, A, B, &place));
        goto done;
    }
    GRAPH_TRY(graph__operand_open(&a, A, is_A_transposed, semiring->x_type, reads_A, &place));
    GRAPH_TRY(graph__operand_open(&b, B, is_B_transposed, semiring->y_type, reads_B, &place));
    /* Of a transposed B both forms are at hand; kernels may use either. */
    if (is_dot || is_B_transposed)
        GRAPH_TRY(graph__operand_open(&b_transposed, B, !is_B_transposed, semiring->y_type, reads_B, &place));
    GRAPH_TRY(graph__mask_open(&mask, M, rows, columns, &place));

    request.semiring = semiring;
    request.A = a.view;
    request.B = b.view;
    request.B_transposed = b_transposed.view;
    if (!is_published)
        request.mask = mask.mask;
    request.method = place.method;
    request.is_forced = place.flags & GRAPH_FORCE;
    request.drops_zeros = place.flags & GRAPH_DROP_ZEROS;
    request.threads = place.threads;
    GRAPH_TRY(compute(&request, &place, &is_published));
    graph__stats_kernel(is_published           ? graph_method_at((size_t)request.method)->name
                        : request.used != NULL ? request.used
                                               : "",
                        request.products);
    graph__stats_blocks(&request.blocks, semiring->value_bytes);
    GRAPH_TRY(graph__write_matrix(C, &mask, accum, &request.C, semiring->type,
                                  !is_published && !request.C_is_unmasked, &place));
done:
    graph__compact_close(&small);
    graph__operand_close(&a, &place);
    graph__operand_close(&b, &place);
    graph__operand_close(&b_transposed, &place);
    graph__mask_close(&mask, &place);
    if (status == GRAPH_E_DEVICE_MEMORY && !is_published && M == NULL &&
        (place.flags & GRAPH_MASK_COMPLEMENT) == 0)
        status = graph__mxm_in_parts(C, NULL, accum, semiring, A, B, &place);
    return graph__place_again(&on_cpu, descriptor, &place, status)
               ? graph_mxm(C, M, accum, semiring, A, B, &on_cpu)
               : status;
}

graph_status graph_spgemm(graph_matrix **C, const graph_semiring *semiring, const graph_matrix *A,
                          const graph_matrix *B, const graph_descriptor *descriptor)
{
    struct graph_place place;
    int64_t rows, columns;
    graph_status status;
    if (C == NULL)
        return graph__fail(GRAPH_E_NULL, "C is NULL");
    *C = NULL;
    GRAPH_TRY(graph__check_matrix(A, "A"));
    GRAPH_TRY(graph__check_matrix(B, "B"));
    GRAPH_TRY(graph__check_semiring(semiring));
    GRAPH_TRY(graph__place(&place, descriptor, PRODUCT_FLAGS));
    GRAPH_TRY(graph__product_shape(&rows, &columns, A, B, place.flags));
    GRAPH_TRY(graph_matrix_create(C, semiring->type, (graph_index)rows, (graph_index)columns));
    GRAPH_TRY(graph_mxm(*C, NULL, GRAPH_NO_OP, semiring, A, B, descriptor));
done:
    if (status < 0)
        graph_matrix_release(C);
    return status;
}

graph_status graph_spgemm_products(uint64_t *products, const graph_matrix *A, const graph_matrix *B,
                                   const graph_descriptor *descriptor)
{
    struct graph_place place = {.backend = graph__cpu()};
    graph_descriptor on_cpu;
    struct graph_csr a, b;
    int64_t rows, columns;
    uint64_t sum = 0;
    struct graph_compact small = {0};
    graph_status status;
    if (products == NULL)
        return graph__fail(GRAPH_E_NULL, "products is NULL");
    GRAPH_TRY(graph__check_matrix(A, "A"));
    GRAPH_TRY(graph__check_matrix(B, "B"));
    GRAPH_TRY(graph__place(&place, descriptor, GRAPH_TRANSPOSE_A | GRAPH_TRANSPOSE_B));
    GRAPH_TRY(graph__place_choose(&place, "spgemm_products", place.backend->shares_host_memory, GRAPH_LIGHT,
                                  &(const struct graph_operands){.A = A, .B = B}));
    GRAPH_TRY(graph__product_shape(&rows, &columns, A, B, place.flags));
    GRAPH_TRY(graph__compact_product(&small, NULL, NULL, A, place.flags & GRAPH_TRANSPOSE_A, B,
                                     place.flags & GRAPH_TRANSPOSE_B));
    if (small.is_needed) {
        GRAPH_TRY(graph_spgemm_products(products, small.A, small.B, descriptor));
        goto done;
    }
    GRAPH_TRY(place.flags & GRAPH_TRANSPOSE_A
                  ? graph__matrix_view_transposed(&a, A, graph__cpu(), place.threads)
                  : graph__matrix_view(&a, A, graph__cpu()));
    GRAPH_TRY(place.flags & GRAPH_TRANSPOSE_B
                  ? graph__matrix_view_transposed(&b, B, graph__cpu(), place.threads)
                  : graph__matrix_view(&b, B, graph__cpu()));
#pragma omp parallel for num_threads(place.threads) schedule(static) reduction(+ : sum)
    for (int64_t k = 0; k < a.entries; k++)
        sum += (uint64_t)(b.row_start[a.column[k] + 1] - b.row_start[a.column[k]]);
    *products = sum;
done:
    graph__compact_close(&small);
    return graph__place_again(&on_cpu, descriptor, &place, status)
               ? graph_spgemm_products(products, A, B, &on_cpu)
               : status;
}
