/* Products over semirings that are made of two operators, on values of any sizes.
 *
 * The pattern of a result does not depend on values: the kernels of any_pair make it, with mask and method.  Then each
 * of its values is folded in ascending k, so that results do not depend on threads.  A product finds its place in the
 * row of C by a table from columns to places, or by bisection where the row is too wide for one. */
#include "cpu/user_products.h"

#include <omp.h>
#include <stddef.h>
#include <string.h>

#include "base/memory.h"
#include "base/registry.h"
#include "base/search.h"
#include "cpu/elementwise/elements.h"

/* Columns up to which a thread has a table of places. */
enum { MOST_PLACES = 1 << 24 };

extern const struct graph_kernels graph__cpu_kernels_any_pair_bool, graph__cpu_kernels_user_bool;

/* The kernels of the semiring that makes patterns, any_pair on Booleans; the instance over pointers if it was omitted. */
static const struct graph_kernels *pattern_kernels(const struct graph_semiring *pattern)
{
    GRAPH_ASSERT(pattern->kind == GRAPH_ANY_PAIR && pattern->type == GRAPH_BOOL);
    (void)pattern;
    return graph__cpu_kernels_any_pair_bool.mxm != NULL ? &graph__cpu_kernels_any_pair_bool
                                                        : &graph__cpu_kernels_user_bool;
}

/* *z = op(*x, *y), which do not overlap. */
static void call(const struct graph_operator_call *op, void *z, const void *x, const void *y)
{
    if (op->function != NULL)
        op->function(z, x, y);
    else if (op->with_context != NULL)
        op->with_context(z, x, y, op->context);
    else
        (void)graph__cpu_binary(z, x, y, op->op, op->type, 1, 1);
}

/* Room for a product and a sum of one thread; too large for its stack. */
struct scratch {
    _Alignas(max_align_t) unsigned char product[GRAPH_MOST_VALUE_BYTES];
    _Alignas(max_align_t) unsigned char sum[GRAPH_MOST_VALUE_BYTES];
};

struct algebra {
    const struct graph_semiring *semiring;
    const char *x, *y; /* values of the operands of mul */
    size_t x_bytes, y_bytes, bytes;
};

static struct algebra algebra_of(const struct graph_semiring *s, const void *x, const void *y)
{
    return (struct algebra){.semiring = s,
                            .x = x,
                            .y = y,
                            .x_bytes = graph_type_size(s->x_type),
                            .y_bytes = graph_type_size(s->y_type),
                            .bytes = s->value_bytes};
}

/* *sum = x[a] y[b] if it is the first product, else *sum + x[a] y[b]. */
static void fold_product(const struct algebra *w, struct scratch *scratch, char *sum, bool is_first,
                         int64_t a, int64_t b)
{
    const struct graph_semiring *s = w->semiring;
    const char *x = w->x + (size_t)a * w->x_bytes, *y = w->y + (size_t)b * w->y_bytes;
    if (is_first) {
        call(&s->mul_call, sum, x, y);
        return;
    }
    if (s->terminal != NULL && memcmp(sum, s->terminal, w->bytes) == 0)
        return;
    call(&s->mul_call, scratch->product, x, y);
    call(&s->add_call, scratch->sum, sum, scratch->product);
    memcpy(sum, scratch->sum, w->bytes);
}

/* The place of column j in a sorted row, or -1. */
static int64_t find_column(const int32_t *column, int64_t begin, int64_t end, int32_t j)
{
    int64_t low = graph__lower_bound(column, begin, end, j);
    return low < end && column[low] == j ? low : -1;
}

/* Row i of C, whose columns are there.  is_set: a zero byte for each entry of C; place: -1 for each column, or NULL. */
static void fold_row(const struct graph_mxm_request *r, const struct algebra *w, struct scratch *scratch,
                     const struct graph_csr_arrays *C, uint8_t *is_set, int64_t *place, int64_t i)
{
    int64_t begin = C->row_start[i], end = C->row_start[i + 1];
    if (begin == end)
        return;
    for (int64_t c = begin; place != NULL && c < end; c++)
        place[C->column[c]] = c;
    for (int64_t a = r->A.row_start[i]; a < r->A.row_start[i + 1]; a++) {
        int32_t k = r->A.column[a];
        for (int64_t b = r->B.row_start[k]; b < r->B.row_start[k + 1]; b++) {
            int32_t j = r->B.column[b];
            int64_t c = place != NULL ? place[j] : find_column(C->column, begin, end, j);
            if (c < 0)
                continue;
            fold_product(w, scratch, (char *)C->value + (size_t)c * w->bytes, !is_set[c], a, b);
            is_set[c] = 1;
        }
    }
    for (int64_t c = begin; place != NULL && c < end; c++)
        place[C->column[c]] = -1;
}

/* The values of C, whose pattern is there. */
static graph_status fold_rows(const struct graph_mxm_request *r, struct graph_csr_arrays *C)
{
    const struct algebra w = algebra_of(r->semiring, r->A.value, r->B.value);
    bool has_places = r->B.columns <= MOST_PLACES;
    struct scratch *scratch = NULL;
    uint8_t *is_set = NULL;
    int failure = GRAPH_OK;
    graph_status status;
    GRAPH_TRY(GRAPH_NEW(scratch, r->threads));
    GRAPH_TRY(graph__allocate_array(&C->value, (size_t)C->entries, w.bytes));
    GRAPH_TRY(GRAPH_NEW_ZEROED(is_set, C->entries));
#pragma omp parallel num_threads(r->threads) if (C->entries > 256)
    {
        struct scratch *const mine = &scratch[omp_get_thread_num()];
        int64_t *place = NULL;
        if (has_places && GRAPH_NEW(place, r->B.columns) < 0) {
#pragma omp atomic write
            failure = GRAPH_E_MEMORY;
        }
        for (int64_t j = 0; place != NULL && j < r->B.columns; j++)
            place[j] = -1;
#pragma omp for schedule(dynamic, 16)
        for (int64_t i = 0; i < r->A.rows; i++)
            if (place != NULL || !has_places)
                fold_row(r, &w, mine, C, is_set, place, i);
        graph__free(place);
    }
    if (failure < 0)
        GRAPH_FAIL(GRAPH_E_MEMORY, "out of memory in a thread of a product of %lld x %lld",
                   (long long)r->A.rows, (long long)r->B.columns);
done:
    graph__free(is_set);
    graph__free(scratch);
    return status;
}

static graph_status mxm(struct graph_mxm_request *r)
{
    struct graph_mxm_request pattern = *r;
    graph_status status;
    r->C = (struct graph_csr_arrays){0};
    bool is_within = r->mask.is_given && !r->mask.is_complement;
    if (r->method > GRAPH_METHOD_ROW_COLUMN || (r->method == GRAPH_METHOD_ROW_COLUMN && !is_within))
        pattern.method = GRAPH_METHOD_AUTO;
    pattern.semiring = r->semiring->pattern;
    pattern.A.value = pattern.B.value = pattern.B_transposed.value = NULL;
    pattern.A.type = pattern.B.type = pattern.B_transposed.type = GRAPH_PATTERN;
    GRAPH_TRY(pattern_kernels(pattern.semiring)->mxm(&pattern));
    graph__free(pattern.C.value);
    pattern.C.value = NULL;
    GRAPH_TRY(fold_rows(r, &pattern.C));
    r->C = pattern.C;
    return GRAPH_OK;
done:
    graph__free(pattern.C.row_start);
    graph__free(pattern.C.column);
    graph__free(pattern.C.value);
    return status;
}

static graph_status mxm_reuse(struct graph_mxm_numeric_request *r)
{
    const struct graph_mxm_request product = {
        .semiring = r->semiring, .A = r->A, .B = r->B, .threads = r->threads};
    struct graph_csr_arrays C = {
        .entries = r->C.entries, .row_start = (int64_t *)r->C.row_start, .column = (int32_t *)r->C.column};
    graph_status status = fold_rows(&product, &C);
    if (status < 0) {
        graph__free(C.value);
        C.value = NULL;
    }
    r->value = C.value;
    return status;
}

/* What a product of a matrix and a vector reads and writes. */
struct vector_product {
    const struct graph_mxv_request *r;
    struct algebra w;
    char *value;          /* of the result */
    const int64_t *place; /* of each position in the arrays of u; -1: no entry; NULL: itself */
};

/* Folds entry a of A against element e of u. */
static void fold_entry(const struct vector_product *p, struct scratch *scratch, int64_t to, bool is_first,
                       int64_t a, int64_t e)
{
    fold_product(&p->w, scratch, p->value + (size_t)to * p->w.bytes, is_first, p->r->is_flipped ? e : a,
                 p->r->is_flipped ? a : e);
}

static bool has_entry(const struct graph_vector_view *v, int64_t i)
{
    return v->form != GRAPH_BITMAP || v->present[i];
}

/* Value `to` of the result, that of row i. */
static void pull_value(const struct vector_product *p, struct scratch *scratch, int64_t to, int64_t i)
{
    const struct graph_csr *A = &p->r->A;
    bool is_first = true;
    for (int64_t a = A->row_start[i]; a < A->row_start[i + 1]; a++) {
        int32_t k = A->column[a];
        int64_t e = p->place != NULL ? p->place[k] : has_entry(&p->r->u, k) ? k : -1;
        if (e < 0)
            continue;
        fold_entry(p, scratch, to, is_first, a, e);
        is_first = false;
    }
}

/* The values of columns low .. high - 1 of u A; position j of the result is value target[j] (itself if NULL; none if
 * negative), and is_set has a zero byte for each value. */
static void push_values(const struct vector_product *p, struct scratch *scratch, const int64_t *target,
                        const struct graph_vector_arrays *w, uint8_t *is_set, int64_t low, int64_t high)
{
    const struct graph_csr *A = &p->r->A;
    const struct graph_vector_view *u = &p->r->u;
    int64_t elements = u->form == GRAPH_SPARSE ? u->entries : u->length;
    for (int64_t e = 0; e < elements; e++) {
        int64_t k = u->form == GRAPH_SPARSE ? u->index[e] : e;
        if (u->form == GRAPH_BITMAP && !u->present[e])
            continue;
        for (int64_t a = A->row_start[k]; a < A->row_start[k + 1]; a++) {
            int32_t j = A->column[a];
            if (j < low || j >= high || (w->form == GRAPH_BITMAP && !w->present[j]))
                continue;
            int64_t to = target != NULL ? target[j] : j;
            if (to < 0)
                continue;
            fold_entry(p, scratch, to, !is_set[to], a, e);
            is_set[to] = 1;
        }
    }
}

/* *place = the number of the entry at each of n positions, -1 where there is none. */
static graph_status places_of(int64_t **place, const int32_t *index, int64_t entries, int64_t n)
{
    graph_status status = GRAPH_NEW(*place, n);
    for (int64_t k = 0; status == GRAPH_OK && k < n; k++)
        (*place)[k] = -1;
    for (int64_t e = 0; status == GRAPH_OK && e < entries; e++)
        (*place)[index[e]] = e;
    return status;
}

/* The values of w, whose pattern is there. */
static graph_status fold_vector(const struct graph_mxv_request *r, struct graph_vector_arrays *w)
{
    const struct graph_semiring *s = r->semiring;
    struct vector_product p = {.r = r};
    int64_t length = r->is_push ? r->A.columns : r->A.rows, *place = NULL, *target = NULL;
    int64_t values = w->form == GRAPH_SPARSE ? w->entries : length;
    uint8_t *is_set = NULL;
    struct scratch *scratch = NULL;
    graph_status status;
    GRAPH_TRY(GRAPH_NEW(scratch, r->threads));
    p.w = r->is_flipped ? algebra_of(s, r->u.value, r->A.value) : algebra_of(s, r->A.value, r->u.value);
    /* Values where no entry is are valid ones, if only zero bytes. */
    GRAPH_TRY(graph__allocate_zeroed(&w->value, (size_t)values, p.w.bytes));
    p.value = w->value;
    if (r->is_push) {
        GRAPH_TRY(GRAPH_NEW_ZEROED(is_set, values));
        if (w->form == GRAPH_SPARSE)
            GRAPH_TRY(places_of(&target, w->index, w->entries, length));
    } else if (r->u.form == GRAPH_SPARSE)
        GRAPH_TRY(places_of(&place, r->u.index, r->u.entries, r->u.length));
    p.place = place;
#pragma omp parallel num_threads(r->threads) if (r->A.entries > 256)
    {
        struct scratch *const mine = &scratch[omp_get_thread_num()];
        if (r->is_push) {
            /* Each thread has a part of the columns and reads all of u. */
#pragma omp for schedule(static, 1)
            for (int t = 0; t < r->threads; t++)
                push_values(&p, mine, target, w, is_set, length * t / r->threads,
                            length * (t + 1) / r->threads);
        } else {
#pragma omp for schedule(dynamic, 64)
            for (int64_t to = 0; to < values; to++)
                if (w->form != GRAPH_BITMAP || w->present[to])
                    pull_value(&p, mine, to, w->form == GRAPH_SPARSE ? w->index[to] : to);
        }
    }
done:
    graph__free(is_set);
    graph__free(place);
    graph__free(target);
    graph__free(scratch);
    return status;
}

static graph_status mxv(struct graph_mxv_request *r)
{
    struct graph_mxv_request pattern = *r;
    graph_status status;
    r->w = (struct graph_vector_arrays){0};
    pattern.semiring = r->semiring->pattern;
    pattern.A.value = pattern.u.value = NULL;
    pattern.A.type = pattern.u.type = GRAPH_PATTERN;
    GRAPH_TRY(pattern_kernels(pattern.semiring)->mxv(&pattern));
    graph__free(pattern.w.value);
    pattern.w.value = NULL;
    GRAPH_TRY(fold_vector(r, &pattern.w));
    r->w = pattern.w;
    return GRAPH_OK;
done:
    graph__free(pattern.w.index);
    graph__free(pattern.w.present);
    graph__free(pattern.w.value);
    return status;
}

/* *zero = the identity of add. */
static void store_zero(const struct graph_semiring *s, char *zero)
{
    if (s->zero_value != NULL)
        memcpy(zero, s->zero_value, s->value_bytes);
    else
        graph__cpu_elements(s->type)->identity(zero, s->add_call.op);
}

static int64_t element(graph_layout layout, int64_t stride, int64_t i, int64_t j)
{
    return layout == GRAPH_ROW_MAJOR ? i * stride + j : j * stride + i;
}

static graph_status csrmm(struct graph_csrmm_request *r)
{
    const struct algebra w = algebra_of(r->semiring, r->A.value, r->B);
    struct scratch *scratch;
    graph_status status;
    GRAPH_TRY(GRAPH_NEW(scratch, r->threads));
#pragma omp parallel num_threads(r->threads) if (r->A.entries > 256)
    {
        struct scratch *const mine = &scratch[omp_get_thread_num()];
#pragma omp for schedule(dynamic, 16)
        for (int64_t i = 0; i < r->A.rows; i++)
            for (int64_t j = 0; j < r->dense_columns; j++) {
                char *sum = (char *)r->C + (size_t)element(r->C_layout, r->C_stride, i, j) * w.bytes;
                int64_t begin = r->A.row_start[i], end = r->A.row_start[i + 1];
                for (int64_t a = begin; a < end; a++)
                    fold_product(&w, mine, sum, a == begin && !r->is_accumulating, a,
                                 element(r->B_layout, r->B_stride, r->A.column[a], j));
                if (begin == end && !r->is_accumulating)
                    store_zero(r->semiring, sum);
            }
    }
done:
    graph__free(scratch);
    return status;
}

const struct graph_kernels graph__cpu_kernels_of_operators = {
    .mxm = mxm,
    .mxv = mxv,
    .csrmm = csrmm,
    .mxm_reuse = mxm_reuse,
};
