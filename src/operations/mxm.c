/* C<M> accum= A B.  The steps: the checks, the place, the method there, and then the first of some strategies that makes
 * the product and writes it to C; see multiply(). */
#include "base/log.h"
#include "base/progress.h"
#include "base/status.h"
#include "core/stats.h"
#include "operations/compact/compact.h"
#include "operations/hybrid/mxm_chunked.h"
#include "operations/hybrid/mxm_hybrid.h"
#include "operations/product_shape.h"
#include "operations/published.h"
#include "operations/write_back.h"

enum { PRODUCT_FLAGS = GRAPH_TRANSPOSE_A | GRAPH_TRANSPOSE_B | GRAPH_FORCE | GRAPH_DROP_ZEROS };

/* A product: what is asked for, and what is settled of it so far. */
struct product {
    graph_matrix *C;
    const graph_matrix *M;
    graph_op accum;
    const graph_semiring *semiring;
    const graph_matrix *A, *B;
    const graph_descriptor *descriptor;
    bool C_has_shape; /* C was made for the product */
    int64_t rows, columns;
    struct graph_place place;
    bool is_published; /* a published method makes it, which takes no mask */
};

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

/* ---- Checks ---- */

static bool has_mask(const struct product *p)
{
    return p->M != NULL || (p->place.flags & GRAPH_MASK_COMPLEMENT);
}

static bool is_hybrid(const struct product *p)
{
    return p->place.method == GRAPH_METHOD_HYBRID || p->place.method == GRAPH_METHOD_HYBRID_DIA;
}

/* By rows and columns where no mask says which dot products are wanted. */
static bool is_all_dots(const struct product *p)
{
    return p->place.method == GRAPH_METHOD_ROW_COLUMN &&
           (p->M == NULL || (p->place.flags & GRAPH_MASK_COMPLEMENT));
}

static bool is_published_method(const struct product *p)
{
    return p->place.method > GRAPH_METHOD_BITMAP || is_all_dots(p);
}

static graph_status check_operands(struct product *p)
{
    graph_status status;
    GRAPH_TRY(graph__check_matrix(p->A, "A"));
    GRAPH_TRY(graph__check_matrix(p->B, "B"));
    GRAPH_TRY(graph__check_semiring(p->semiring));
    p->semiring = simplify(p->semiring, p->A, p->B);
done:
    return status;
}

static graph_status compute_shape(struct product *p)
{
    return graph__product_shape(&p->rows, &p->columns, p->A, p->B, p->place.flags);
}

/* Whether the method of the descriptor is one of products, that this library has. */
static graph_status check_method(struct product *p)
{
    struct graph_place *place = &p->place;
    const graph_method_info *method = graph_method_at((size_t)place->method);
    bool is_of_mxm = place->method != GRAPH_METHOD_BLSI && place->method != GRAPH_METHOD_HALF_WARP;
    graph_status status = GRAPH_OK;
    graph__place_semiring(place, p->semiring, is_of_mxm && is_published_method(p));
    if (is_all_dots(p) && !graph__published_has_dots())
        place->method = GRAPH_METHOD_ROW_ROW;
    p->is_published = is_published_method(p);
    if ((place->flags & GRAPH_DROP_ZEROS) && place->method != GRAPH_METHOD_BMSPARSE)
        return graph__fail(GRAPH_E_NOT_SUPPORTED, "GRAPH_DROP_ZEROS is for GRAPH_METHOD_BMSPARSE");
    if (!is_of_mxm)
        return graph__fail(GRAPH_E_NOT_SUPPORTED,
                           "the method '%s' is not one of products of sparse matrices, but of %s",
                           method->name, method->operations);
    if (is_hybrid(p))
        GRAPH_TRY(graph__mxm_hybrid_check());
    if (p->is_published && place->method != GRAPH_METHOD_HYBRID)
        GRAPH_TRY(graph__published_check(place->method));
done:
    return status;
}

static graph_status open_progress(struct product *p, struct graph_progress *progress)
{
    const graph_descriptor *d = p->descriptor;
    return d == NULL ? GRAPH_OK : graph__progress_open(&p->place.progress, progress, d->progress, d->context);
}

/* ---- The place, and the method there ---- */

/* The kernel of the place for the method: the library's, which obeys the mask, or that of a published method. */
static graph_mxm_function *find_kernel(const struct product *p)
{
    const struct graph_backend *backend = p->place.backend;
    graph_method method = p->place.method == GRAPH_METHOD_HYBRID_DIA ? GRAPH_METHOD_DIA : p->place.method;
    return p->is_published && method != GRAPH_METHOD_HYBRID ? backend->published(p->semiring)->mxm[method]
                                                            : backend->kernels(p->semiring)->mxm;
}

static graph_status choose_place(struct product *p)
{
    const struct graph_operands operands = {.A = p->A, .B = p->B, .type = p->C->type, .accum = (int)p->accum};
    /* Who names the method wants the device, where there is one. */
    if (is_hybrid(p) && !p->place.backend->shares_host_memory)
        p->place.is_auto = false;
    return graph__place_choose(&p->place, "mxm", find_kernel(p) != NULL, GRAPH_HEAVY, &operands);
}

static graph_status check_output(struct product *p)
{
    graph_status status = GRAPH_OK;
    if (p->C_has_shape)
        return GRAPH_OK;
    GRAPH_TRY(compute_shape(p));
    if (p->C->rows != p->rows || p->C->columns != p->columns)
        GRAPH_FAIL(GRAPH_E_DIMENSION, "C is %lld x %lld, the product %lld x %lld", (long long)p->C->rows,
                   (long long)p->C->columns, (long long)p->rows, (long long)p->columns);
done:
    return status;
}

/* Without a device a method that needs one becomes one of the CPU; in strict mode that is an error. */
static graph_status do_without_device(struct product *p)
{
    struct graph_place *place = &p->place;
    const char *name = graph_method_at((size_t)place->method)->name;
    if (graph_get_strict())
        return graph__fail(GRAPH_E_NOT_SUPPORTED, "%s needs a GPU, and a fallback is not allowed", name);
    graph__log("mxm: %s without a GPU: cpu", name);
    p->is_published = place->method == GRAPH_METHOD_HYBRID_DIA;
    place->method = p->is_published ? GRAPH_METHOD_DIA : GRAPH_METHOD_AUTO;
    return GRAPH_OK;
}

/* What the method needs of the place and the mask. */
static graph_status settle_method(struct product *p)
{
    const struct graph_place *place = &p->place;
    graph_status status = GRAPH_OK;
    if (place->method == GRAPH_METHOD_HYBRID && place->split == GRAPH_SPLIT_BANDS)
        GRAPH_FAIL(GRAPH_E_INVALID_VALUE, "GRAPH_SPLIT_BANDS is for GRAPH_METHOD_HYBRID_DIA");
    if (is_hybrid(p) && place->backend->shares_host_memory)
        GRAPH_TRY(do_without_device(p));
    if (place->method == GRAPH_METHOD_BITMAP && (has_mask(p) || place->backend->shares_host_memory))
        GRAPH_FAIL(GRAPH_E_NOT_SUPPORTED, "the method 'bitmap' is for products without a mask on a GPU");
done:
    return status;
}

/* ---- Strategies: each makes the product and writes it to C, or leaves *is_made false ---- */

/* Full patterns. */
static graph_status multiply_full(struct product *p, bool *is_made)
{
    const graph_matrix *full = NULL;
    graph_status status = GRAPH_OK;
    if (has_mask(p) || p->accum != GRAPH_NO_OP || p->place.method != GRAPH_METHOD_AUTO ||
        (p->C->type != p->semiring->type && p->C->type != GRAPH_PATTERN))
        return GRAPH_OK;
    GRAPH_TRY(find_full(&full, p->semiring, p->A, p->B, p->rows, p->columns));
    *is_made = full != NULL;
    if (full == NULL)
        goto done;
    graph__stats_kernel("full", (uint64_t)p->A->entries * (uint64_t)p->columns);
    GRAPH_TRY(graph__progress_close(p->place.progress));
    status = graph__matrix_adopt_ones(p->C, full);
done:
    return status;
}

static int report_renumbered(double done, void *progress) { return graph__progress_at(progress, done); }

/* The product of renumbered operands, whose progress is that of the call. */
static graph_status multiply_renumbered(const struct product *p, const struct graph_compact *small)
{
    struct graph_progress *progress = p->place.progress;
    graph_descriptor inner =
        p->descriptor != NULL ? *p->descriptor : (graph_descriptor){.size = sizeof inner};
    inner.progress = progress != NULL ? report_renumbered : NULL;
    inner.context = progress;
    return graph_mxm(small->C, small->M, p->accum, p->semiring, small->A, small->B, &inner);
}

/* Hypersparse operands: the product of the renumbered ones. */
static graph_status multiply_compact(struct product *p, bool *is_made)
{
    struct graph_compact small = {0};
    graph_status status;
    GRAPH_TRY(graph__compact_product(&small, p->C, p->M, p->A, p->place.flags & GRAPH_TRANSPOSE_A, p->B,
                                     p->place.flags & GRAPH_TRANSPOSE_B));
    *is_made = small.is_needed;
    if (!small.is_needed)
        goto done;
    GRAPH_TRY(multiply_renumbered(p, &small));
    GRAPH_TRY(graph__compact_return(&small, p->C));
done:
    graph__compact_close(&small);
    return status;
}

/* The CPU and a device together. */
static graph_status multiply_hybrid(struct product *p, bool *is_made)
{
    *is_made = is_hybrid(p);
    return *is_made
               ? graph__mxm_hybrid(p->C, p->M, p->accum, p->semiring, p->A, p->B, &p->place, graph_spgemm)
               : GRAPH_OK;
}

/* Runs a kernel of the place: AUTO tries that of full bands first. */
static graph_status run_kernel(const struct product *p, struct graph_mxm_request *request)
{
    const struct graph_kernels *kernels = p->place.backend->kernels(request->semiring);
    bool is_made = false;
    graph_status status = GRAPH_OK;
    if (p->place.method == GRAPH_METHOD_AUTO && !has_mask(p) && kernels->mxm_band != NULL)
        GRAPH_TRY(kernels->mxm_band(request, &is_made));
    if (is_made)
        request->used = graph_method_at(GRAPH_METHOD_DIA)->name;
    else
        status = find_kernel(p)(request);
done:
    return status;
}

/* Whether B' is worth having for a product on a device: A has a handful of rows, and B' is there, or the products that did
 * without it have taken the time of its edges and of some calls.  A call takes that of CALL_EDGES, eight products that of
 * one. */
static graph_status find_wants_transpose(bool *wants, const struct product *p)
{
    enum { CALL_EDGES = 1 << 21, CALLS = 8, PRODUCTS = 8, LEAST_ENTRIES = 1024 };
    graph_matrix *B = (graph_matrix *)p->B; /* caches behind a const handle */
    struct graph_csr there;
    graph_status status = GRAPH_OK;
    *wants = false;
    if (p->place.backend->shares_host_memory || p->place.method != GRAPH_METHOD_AUTO ||
        graph__semiring_is_any(p->semiring) || p->rows > GRAPH_DENSE_ROWS ||
        (p->place.flags & GRAPH_TRANSPOSE_B) != 0 || (p->M == NULL && p->A->entries < LEAST_ENTRIES))
        return GRAPH_OK;
    GRAPH_TRY(graph__matrix_view_cached_transpose(&there, wants, B, p->place.backend));
    if (!*wants) {
        const long long products = p->A->entries * (B->entries / (B->rows + 1)),
                        took = CALL_EDGES + products / PRODUCTS;
        *wants = atomic_fetch_add(&B->wasted_edges, took) + took >= B->entries + CALLS * CALL_EDGES;
    }
done:
    return status;
}

/* One kernel of the place, for all other products. */
static graph_status multiply_by_kernel(struct product *p, bool *is_made)
{
    const graph_semiring *semiring = p->semiring;
    const struct graph_place *place = &p->place;
    bool is_A_transposed = place->flags & GRAPH_TRANSPOSE_A,
         is_B_transposed = place->flags & GRAPH_TRANSPOSE_B;
    bool reads_A = semiring->reads & GRAPH_READS_X, reads_B = semiring->reads & GRAPH_READS_Y;
    struct graph_operand a = {0}, b = {0}, b_transposed = {0};
    struct graph_mask_operand mask = {0};
    struct graph_mxm_request request = {.semiring = semiring,
                                        .method = place->method,
                                        .is_forced = place->flags & GRAPH_FORCE,
                                        .drops_zeros = place->flags & GRAPH_DROP_ZEROS,
                                        .threads = place->threads,
                                        .progress = place->progress};
    bool wants_transpose;
    graph_status status;
    *is_made = true;
    GRAPH_TRY(find_wants_transpose(&wants_transpose, p));
    GRAPH_TRY(graph__operand_open(&a, p->A, is_A_transposed, semiring->x_type, reads_A, place));
    GRAPH_TRY(graph__operand_open(&b, p->B, is_B_transposed, semiring->y_type, reads_B, place));
    /* Of a transposed B both forms are at hand; kernels may use either. */
    if (place->method == GRAPH_METHOD_ROW_COLUMN || is_B_transposed || wants_transpose) {
        status = graph__operand_open(&b_transposed, p->B, !is_B_transposed, semiring->y_type, reads_B, place);
        if (wants_transpose && status == GRAPH_E_DEVICE_MEMORY)
            b_transposed = (struct graph_operand){0}; /* it can do without */
        else
            GRAPH_TRY(status);
    }
    GRAPH_TRY(graph__mask_open(&mask, p->M, p->rows, p->columns, place));
    request.A = a.view;
    request.B = b.view;
    request.B_transposed = b_transposed.view;
    if (!p->is_published)
        request.mask = mask.mask;
    GRAPH_TRY(run_kernel(p, &request));
    GRAPH_TRY(graph__progress_close(place->progress));
    const char *used = p->is_published ? graph_method_at((size_t)place->method)->name : request.used;
    graph__stats_kernel(used != NULL ? used : "", request.products);
    graph__stats_blocks(&request.blocks, semiring->value_bytes);
    GRAPH_TRY(graph__write_matrix(p->C, &mask, p->accum, &request.C, semiring->type,
                                  !p->is_published && !request.C_is_unmasked, place));
done:
    graph__csr_arrays_release(&request.C, place->backend); /* of a call that is cancelled at its end */
    graph__operand_close(&a, place);
    graph__operand_close(&b, place);
    graph__operand_close(&b_transposed, place);
    graph__mask_close(&mask, place);
    return status;
}

typedef graph_status strategy(struct product *, bool *is_made);
static strategy *const strategies[] = {multiply_full, multiply_compact, multiply_hybrid, multiply_by_kernel};

/* ---- All of it ---- */

/* The product, once its operands and its method are checked. */
static graph_status multiply(struct product *p)
{
    graph_descriptor on_cpu;
    bool is_made = false;
    graph_status status;
    GRAPH_TRY(choose_place(p));
    GRAPH_TRY(check_output(p));
    GRAPH_TRY(settle_method(p));
    for (int k = 0; !is_made; k++)
        GRAPH_TRY(strategies[k](p, &is_made));
done:
    if (status == GRAPH_E_DEVICE_MEMORY && !p->is_published && !has_mask(p))
        status = graph__mxm_chunked(p->C, p->accum, p->semiring, p->A, p->B, &p->place);
    const bool is_repeated = graph__place_resume(&on_cpu, p->descriptor, &p->place, status);
    if (is_repeated && status == GRAPH_E_DEVICE_MEMORY && on_cpu.method == GRAPH_METHOD_BITMAP)
        on_cpu.method = GRAPH_METHOD_AUTO; /* the CPU has no product by bitmaps */
    return is_repeated ? graph_mxm(p->C, p->M, p->accum, p->semiring, p->A, p->B, &on_cpu) : status;
}

graph_status graph_mxm(graph_matrix *C, const graph_matrix *M, graph_op accum, const graph_semiring *semiring,
                       const graph_matrix *A, const graph_matrix *B, const graph_descriptor *descriptor)
{
    struct product p = {
        .C = C, .M = M, .accum = accum, .semiring = semiring, .A = A, .B = B, .descriptor = descriptor};
    struct graph_progress progress;
    graph_status status;
    GRAPH_TRY(graph__check_matrix(C, "C"));
    GRAPH_TRY(check_operands(&p));
    GRAPH_TRY(graph__check_accum(accum, C->type));
    GRAPH_TRY(graph__place(&p.place, descriptor, GRAPH_WRITE_FLAGS | PRODUCT_FLAGS));
    GRAPH_TRY(check_method(&p));
    GRAPH_TRY(open_progress(&p, &progress));
    status = multiply(&p);
done:
    return status;
}

graph_status graph_spgemm(graph_matrix **C, const graph_semiring *semiring, const graph_matrix *A,
                          const graph_matrix *B, const graph_descriptor *descriptor)
{
    struct product p = {.accum = GRAPH_NO_OP,
                        .semiring = semiring,
                        .A = A,
                        .B = B,
                        .descriptor = descriptor,
                        .C_has_shape = true};
    struct graph_progress progress;
    graph_status status;
    if (C == NULL)
        return graph__fail(GRAPH_E_NULL, "C is NULL");
    *C = NULL;
    GRAPH_TRY(check_operands(&p));
    GRAPH_TRY(graph__place(&p.place, descriptor, PRODUCT_FLAGS));
    GRAPH_TRY(compute_shape(&p));
    GRAPH_TRY(check_method(&p));
    GRAPH_TRY(open_progress(&p, &progress));
    GRAPH_TRY(graph_matrix_create(&p.C, p.semiring->type, (graph_index)p.rows, (graph_index)p.columns));
    GRAPH_TRY(multiply(&p));
    *C = p.C;
    p.C = NULL;
done:
    graph_matrix_release(&p.C);
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
    return graph__place_resume(&on_cpu, descriptor, &place, status)
               ? graph_spgemm_products(products, A, B, &on_cpu)
               : status;
}
