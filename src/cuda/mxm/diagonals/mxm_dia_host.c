/* See mxm_dia_host.h.  One wait, for the diagonals of A and B unless they are cached: where both are full and contiguous,
 * the starts of C's rows and its entries follow by a formula.  Others wait once more, for the number of entries. */
#include "cuda/mxm/diagonals/mxm_dia_host.h"

#include <stdlib.h>
#include <string.h>

#include "base/diagonal_list.h"
#include "base/memory.h"
#include "cuda/primitives/entries.h"
#include "cuda/kernels/kernels.h"
#include "cuda/mxm/analysis/mxm_families.h"
#include "cuda/mxm/diagonals/mxm_dia_band_host.h"
#include "cuda/mxm/analysis/mxm_semiring.h"
#include "cuda/primitives/primitives.h"
#include "cuda/runtime/call.h"

enum {
    THREADS = 256,
    WORTH_A_SEARCH = 1 << 12 /* entries: a smaller product is over before the search for diagonals */
};

static int compare_offsets(const void *x, const void *y)
{
    int32_t a = *(const int32_t *)x, b = *(const int32_t *)y;
    return (a > b) - (a < b);
}

/* Enqueues the search of A's diagonals. */
static graph_status find(struct cuda_call *call, struct dia_found *found, const struct graph_csr *A)
{
    size_t words = (size_t)(A->rows + A->columns) / 32 + 1;
    struct dia_find_arguments a = {
        .rows = A->rows, .row_start = A->row_start, .column = A->column, .found = found, .lanes = 1};
    graph_status status;
    while (a.lanes < 32 && 2 * a.lanes * A->rows <= A->entries)
        a.lanes *= 2;
    GRAPH_TRY(CUDA_SCRATCH(call, a.seen, words));
    GRAPH_TRY(graph__cuda_set_bytes(call, a.seen, 0, words * sizeof *a.seen));
    GRAPH_TRY(graph__cuda_launch(call, graph__cuda_dia_find, graph__cuda_blocks(A->rows * a.lanes, THREADS),
                                 THREADS, 0, &a));
done:
    return status;
}

/* The diagonals that a search has found, which A caches from now on. */
static void take_found(struct graph_dia_diagonals *D, const struct dia_found *found,
                       const struct graph_csr *A)
{
    D->count = found->count;
    D->elements = INT64_MAX;
    if (found->count > DIA_MOST) {
        graph__diagonals_keep(A->diagonals, NULL, 0, D->elements);
        return;
    }
    D->elements = 0;
    for (int64_t d = 0; d < D->count; d++) {
        int64_t offset = found->place[d] - (A->rows - 1), first, end;
        graph__diagonal_span(&first, &end, A->rows, A->columns, offset);
        D->offset[d] = (int32_t)offset;
        D->elements += end - first;
    }
    qsort(D->offset, (size_t)D->count, sizeof *D->offset, compare_offsets);
    graph__diagonals_keep(A->diagonals, D->offset, D->count, D->elements);
}

/* The diagonals that A has cached; false: it has none cached, or too many. */
static bool take_cached(struct graph_dia_diagonals *D, const struct graph_csr *A)
{
    const struct graph_diagonal_list *cached = graph__diagonals_cached(A->diagonals);
    if (cached == NULL || cached->count > DIA_MOST || (cached->count == 0 && A->entries > 0))
        return false;
    D->count = cached->count;
    D->elements = cached->elements;
    if (D->count > 0)
        memcpy(D->offset, cached->offset, (size_t)D->count * sizeof *D->offset);
    return true;
}

static graph_status judge(struct graph_dia_diagonals *D, const struct graph_csr *A, const char *name,
                          bool is_forced)
{
    graph_status status = GRAPH_OK;
    if (D->count > DIA_MOST)
        GRAPH_FAIL(GRAPH_E_NOT_SUPPORTED, "%s has %d diagonals; the device takes %d", name, (int)D->count,
                   DIA_MOST);
    D->is_full = D->elements == A->entries;
    D->is_contiguous = D->count > 0 && D->offset[D->count - 1] - D->offset[0] == D->count - 1;
    if (!is_forced && D->elements > 2 * A->entries)
        status = graph__fail(GRAPH_E_NOT_SUPPORTED,
                             "%s is no band: it has %lld of the %lld elements of its diagonals", name,
                             (long long)A->entries, (long long)D->elements);
done:
    return status;
}

static graph_status find_both(struct cuda_call *call, struct graph_dia_diagonals *A,
                              struct graph_dia_diagonals *B, const struct graph_mxm_request *r)
{
    bool is_square = r->A.row_start == r->B.row_start && r->A.column == r->B.column && r->A.rows == r->B.rows;
    bool knows_A = take_cached(A, &r->A), knows_B = is_square || take_cached(B, &r->B);
    struct dia_found found[2], *there;
    graph_status status = GRAPH_OK;
    _Static_assert(sizeof found <= GRAPH_CUDA_READBACK_BYTES, "both are read at once");
    if (!knows_A || !knows_B) {
        GRAPH_TRY(CUDA_SCRATCH(call, there, 2));
        GRAPH_TRY(graph__cuda_set_bytes(call, there, 0, sizeof found));
        if (!knows_A)
            GRAPH_TRY(find(call, &there[0], &r->A));
        if (!knows_B)
            GRAPH_TRY(find(call, &there[1], &r->B));
        GRAPH_TRY(graph__cuda_read(call, found, there, sizeof found));
    }
    if (!knows_A)
        take_found(A, &found[0], &r->A);
    if (!knows_B)
        take_found(B, &found[1], &r->B);
    if (is_square)
        *B = *A;
    GRAPH_TRY(judge(A, &r->A, "A", r->is_forced));
    GRAPH_TRY(judge(B, &r->B, "B", r->is_forced));
done:
    return status;
}

/* ---- Any diagonals ---- */

struct found_pair {
    int32_t offset, a, b;
};

static int compare_pairs(const void *x, const void *y)
{
    const struct found_pair *p = x, *q = y;
    return p->offset != q->offset ? (p->offset > q->offset) - (p->offset < q->offset)
                                  : (p->a > q->a) - (p->a < q->a);
}

/* What the host gives the device: offsets, and the pairs by diagonals of C, those of one in the order of k. */
struct pairs {
    struct found_pair *found;
    int32_t *C_offset;
    int64_t *start;
    struct dia_pair *pair;
    int64_t count, C_count;
};

static void release_pairs(struct pairs *p)
{
    graph__free(p->found);
    graph__free(p->C_offset);
    graph__free(p->start);
    graph__free(p->pair);
}

static graph_status make_pairs(struct pairs *p, const struct graph_mxm_request *r,
                               const struct graph_dia_diagonals *A, const struct graph_dia_diagonals *B)
{
    graph_status status;
    GRAPH_TRY(GRAPH_NEW(p->found, A->count * B->count));
    for (int32_t a = 0; a < A->count; a++)
        for (int32_t b = 0; b < B->count; b++) {
            int64_t offset = (int64_t)A->offset[a] + B->offset[b];
            if (offset > -r->A.rows && offset < r->B.columns)
                p->found[p->count++] = (struct found_pair){(int32_t)offset, a, b};
        }
    qsort(p->found, (size_t)p->count, sizeof *p->found, compare_pairs);
    GRAPH_TRY(GRAPH_NEW(p->C_offset, p->count));
    GRAPH_TRY(GRAPH_NEW(p->start, p->count + 1));
    GRAPH_TRY(GRAPH_NEW(p->pair, p->count));
    for (int64_t k = 0; k < p->count; k++) {
        if (k == 0 || p->found[k].offset != p->found[k - 1].offset) {
            p->C_offset[p->C_count] = p->found[k].offset;
            p->start[p->C_count++] = k;
        }
        p->pair[k] = (struct dia_pair){p->found[k].a, p->found[k].b};
    }
    p->start[p->C_count] = p->count;
done:
    return status;
}

/* A copy of a host array that lives as long as the call. */
static graph_status give(struct cuda_call *call, const void **there, const void *here, size_t count,
                         size_t element_bytes)
{
    void *memory;
    graph_status status;
    GRAPH_TRY(graph__cuda_scratch(call, &memory, count, element_bytes));
    GRAPH_TRY(graph__cuda_upload(memory, here, count * element_bytes));
    *there = memory;
done:
    return status;
}

/* Room for diagonals whose offsets the host has; has_values: it is not for the presence alone. */
static graph_status open_diagonals(struct cuda_call *call, struct dia_diagonals *D, int64_t rows,
                                   int64_t columns, const int32_t *offset, int64_t count, bool has_values,
                                   size_t value_bytes)
{
    size_t places = (size_t)count * (size_t)rows; /* count is small, and rows have 31 bits */
    graph_status status;
    *D = (struct dia_diagonals){.rows = rows, .columns = columns, .count = count};
    GRAPH_TRY(give(call, (const void **)&D->offset, offset, (size_t)count, sizeof *offset));
    GRAPH_TRY(CUDA_SCRATCH(call, D->present, places));
    if (has_values)
        GRAPH_TRY(graph__cuda_scratch(call, &D->value, places, value_bytes));
done:
    return status;
}

static graph_status fill(struct cuda_call *call, struct dia_diagonals *D, const struct graph_mxm_request *r,
                         const struct graph_csr *A, const struct graph_dia_diagonals *of)
{
    graph_status status;
    GRAPH_TRY(open_diagonals(call, D, A->rows, A->columns, of->offset, of->count, A->value != NULL,
                             r->semiring->value_bytes));
    GRAPH_TRY(graph__cuda_set_bytes(call, D->present, 0, (size_t)D->count * (size_t)D->rows));
    struct dia_fill_arguments a = {*D, A->row_start, A->column, A->value};
    GRAPH_TRY(graph__cuda_launch_over(call, r->semiring, GRAPH_KERNEL_mxm_dia_fill,
                                      graph__cuda_blocks(A->rows, THREADS), THREADS, 0, &a));
done:
    return status;
}

static graph_status multiply_diagonals(struct cuda_call *call, struct graph_csr_arrays *C,
                                       const struct graph_mxm_request *r, const struct graph_dia_diagonals *A,
                                       const struct graph_dia_diagonals *B)
{
    struct dia_multiply_arguments a = {.C_row_start = NULL};
    struct pairs pairs = {0};
    int64_t rows = r->A.rows, row_blocks = graph__cuda_blocks(rows, THREADS);
    graph_status status;
    GRAPH_TRY(make_pairs(&pairs, r, A, B));
    GRAPH_TRY(fill(call, &a.A, r, &r->A, A));
    GRAPH_TRY(fill(call, &a.B, r, &r->B, B));
    GRAPH_TRY(open_diagonals(call, &a.C, rows, r->B.columns, pairs.C_offset, pairs.C_count, true,
                             r->semiring->value_bytes));
    GRAPH_TRY(give(call, (const void **)&a.pair_start, pairs.start, (size_t)pairs.C_count + 1,
                   sizeof *pairs.start));
    GRAPH_TRY(give(call, (const void **)&a.pair, pairs.pair, (size_t)pairs.count, sizeof *pairs.pair));
    GRAPH_TRY(CUDA_SCRATCH(call, a.count, rows + 1));
    GRAPH_TRY(CUDA_NEW(C->row_start, rows + 1));
    GRAPH_TRY(graph__cuda_launch_over(call, r->semiring, GRAPH_KERNEL_mxm_dia_elements,
                                      graph__cuda_blocks(rows * pairs.C_count, THREADS), THREADS, 0, &a));
    GRAPH_TRY(
        graph__cuda_launch_over(call, r->semiring, GRAPH_KERNEL_mxm_dia_rows, row_blocks, THREADS, 0, &a));
    GRAPH_TRY(graph__cuda_scan_counts(call, C->row_start, a.count, rows));
    GRAPH_TRY(CUDA_READ(call, C->entries, C->row_start + rows));
    GRAPH_TRY(CUDA_NEW(C->column, C->entries));
    GRAPH_TRY(graph__cuda_allocate(&C->value, (size_t)C->entries, r->semiring->value_bytes));
    a.C_row_start = C->row_start;
    a.C_column = C->column;
    a.C_value = C->value;
    GRAPH_TRY(
        graph__cuda_launch_over(call, r->semiring, GRAPH_KERNEL_mxm_dia_rows, row_blocks, THREADS, 0, &a));
done:
    release_pairs(&pairs);
    return status;
}

/* Where AUTO tries bands and the kernel would have to be compiled first, another strategy makes this product. */
static graph_status multiply_band(struct cuda_call *call, struct graph_csr_arrays *C,
                                  const struct graph_mxm_request *r, struct graph_dia_band *band,
                                  bool is_band_only)
{
    static const enum graph_cuda_kernel kernel = GRAPH_KERNEL_mxm_dia_band;
    if (!is_band_only || graph__cuda_has_kernels(&kernel, 1, r->semiring) ||
        !graph__cuda_mxm_suits_while_compiling())
        return graph__dia_band_multiply(call, C, r, band);
    graph__cuda_compile_ahead(&kernel, 1, r->semiring);
    return graph__fail(GRAPH_E_NOT_SUPPORTED, "the kernel of full bands is being compiled");
}

static bool is_full_band(const struct graph_dia_diagonals *D) { return D->is_full && D->is_contiguous; }

static graph_status multiply(struct graph_mxm_request *r, bool is_band_only)
{
    struct graph_csr_arrays C = {0};
    struct graph_dia_diagonals both[2];
    struct graph_dia_band band;
    struct mxm_sample unused;
    graph_status status;
    struct cuda_call *call = graph__cuda_begin();
    status = find_both(call, &both[0], &both[1], r);
    if (status == GRAPH_OK && (!is_band_only || (is_full_band(&both[0]) && is_full_band(&both[1]))))
        status = graph__cuda_mxm_choose_semiring(call, &unused, r, false, GRAPH_KERNEL_mxm_dia_band);
    bool is_band = status == GRAPH_OK && graph__dia_band_open(&band, r, &both[0], &both[1]);
    if (is_band)
        status = multiply_band(call, &C, r, &band, is_band_only);
    else if (status == GRAPH_OK && is_band_only)
        status = graph__fail(GRAPH_E_NOT_SUPPORTED, "A and B are no full bands");
    else if (status == GRAPH_OK)
        status = multiply_diagonals(call, &C, r, &both[0], &both[1]);
    graph__cuda_end(call);
    if (status < 0)
        graph__cuda_csr_release(&C);
    else
        r->C = C;
    return status;
}

/* Whether A is a full band, or may be one by the number of its entries. */
static bool is_likely(const struct graph_csr *A)
{
    const struct graph_diagonal_list *cached = graph__diagonals_cached(A->diagonals);
    if (cached == NULL)
        return A->entries >= WORTH_A_SEARCH && graph__may_be_band(A->rows, A->columns, A->entries);
    return cached->count > 0 && cached->elements == A->entries &&
           cached->offset[cached->count - 1] - cached->offset[0] == cached->count - 1;
}

graph_status graph__cuda_mxm_dia(struct graph_mxm_request *r) { return multiply(r, false); }

graph_status graph__cuda_mxm_band(struct graph_mxm_request *r, bool *is_made)
{
    graph_status status;
    *is_made = false;
    if (!graph__mxm_has_family(MXM_FAMILY_BAND) || r->semiring->is_of_operators || !is_likely(&r->A) ||
        (r->A.row_start != r->B.row_start && !is_likely(&r->B)))
        return GRAPH_OK;
    status = multiply(r, true);
    *is_made = status == GRAPH_OK;
    return status == GRAPH_E_NOT_SUPPORTED ? GRAPH_OK : status;
}
