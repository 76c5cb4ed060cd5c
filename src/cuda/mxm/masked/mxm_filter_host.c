/* See mxm_masked_host.h.  Three waits: for the number of products, for that of those that it admits, and in the product that
 * follows. */
#include <stdint.h>

#include "cuda/elementwise/elementwise_host.h"
#include "cuda/mxm/analysis/mxm_families.h"
#include "cuda/mxm/masked/mxm_filter_arguments.h"
#include "cuda/mxm/masked/mxm_masked_host.h"
#include "cuda/primitives/entries.h"
#include "cuda/primitives/primitives.h"

enum {
    /* A mask with less than one entry for so many products keeps hardly any of them out. */
    PRODUCTS_OF_ENTRY = 8,
    /* A product is worth so many bytes: rows of skewed squares make 180 G/s, where memory moves 4.3 TB/s. */
    PRODUCT_BYTES = 24,
    /* A search in a row of the mask takes about so many steps, each as long as one entry or word of its bits. */
    SEARCH_STEPS = 16
};

graph_status graph__cuda_mxm_filter_number(struct cuda_call *call, struct mxm_filter_arguments *a,
                                           const struct graph_mxm_request *r)
{
    const struct graph_csr *A = &r->A, *B = &r->B, *mask = &r->mask.pattern;
    int64_t products = 0;
    graph_status status;
    a->B_start = B->row_start;
    a->mask_start = mask->row_start;
    a->A_column = A->column;
    a->B_column = B->column;
    a->mask_column = mask->column;
    a->B_value = B->value;
    a->columns = mask->columns;
    a->is_complement = r->mask.is_complement;
    if (A->entries == 0)
        return GRAPH_OK;
    GRAPH_TRY(CUDA_SCRATCH(call, a->row, A->entries));
    GRAPH_TRY(CUDA_SCRATCH(call, a->B_first, A->entries));
    GRAPH_TRY(CUDA_SCRATCH(call, a->start, A->entries + 1));
    GRAPH_TRY(graph__cuda_tiles(call, &a->A, A->row_start, A->rows, A->entries));
    GRAPH_TRY(graph__cuda_launch(call, graph__cuda_mxm_filter_entries, graph__cuda_tile_count(A->entries),
                                 TILE_THREADS, 0, a));
    GRAPH_TRY(graph__cuda_scan(call, a->start, A->entries));
    GRAPH_TRY(CUDA_READ(call, products, a->start + A->entries));
    GRAPH_TRY(graph__cuda_tiles(call, &a->products, a->start, A->entries, products));
done:
    return status;
}

/* Whether there is room for bits of all positions, and they cost less than `entries` entries. */
static bool affords_bits(const struct graph_csr *mask, int64_t entries)
{
    const int64_t words = mask->rows * ((mask->columns + 31) / 32); /* of factors below 2^31 */
    return mask->entries + words <= entries && graph__cuda_has_bytes((size_t)words * 2 * sizeof(uint32_t));
}

/* Sets, or clears, the bits of the mask. */
static graph_status launch_bits(struct cuda_call *call, const struct mxm_filter_arguments *a)
{
    return graph__cuda_launch(call, graph__cuda_mxm_filter_bits, graph__cuda_tile_count(a->mask.entries),
                              TILE_THREADS, 0, a);
}

static graph_status open_bits(struct cuda_call *call, struct mxm_filter_arguments *a,
                              const struct graph_csr *mask)
{
    const int64_t words = (mask->columns + 31) / 32, all = mask->rows * words;
    graph_status status;
    a->words = words;
    GRAPH_TRY(CUDA_SCRATCH(call, a->mask_bits, all));
    GRAPH_TRY(graph__cuda_set_bytes(call, a->mask_bits, 0, (size_t)all * sizeof *a->mask_bits));
    GRAPH_TRY(graph__cuda_tiles(call, &a->mask, mask->row_start, mask->rows, mask->entries));
    GRAPH_TRY(launch_bits(call, a));
done:
    return status;
}

/* Selects the products that the mask admits: *admitted of them. */
static graph_status select_products(struct cuda_call *call, struct mxm_filter_arguments *a, int64_t *admitted,
                                    const struct graph_csr *mask)
{
    const int64_t products = a->products.entries;
    graph_status status;
    if (affords_bits(mask, SEARCH_STEPS * products))
        GRAPH_TRY(open_bits(call, a, mask));
    GRAPH_TRY(graph__cuda_selection_open(call, &a->selection, products));
    GRAPH_TRY(graph__cuda_launch(call, graph__cuda_mxm_filter_test, graph__cuda_tile_count(products),
                                 TILE_THREADS, 0, a));
    GRAPH_TRY(graph__cuda_selection_rank(call, &a->selection, products));
    GRAPH_TRY(graph__cuda_selection_total(call, admitted, &a->selection, products, NULL, 0));
done:
    return status;
}

/* C over any_pair outside the mask, all but its values, by bits. */
static graph_status mark_products(struct cuda_call *call, struct mxm_filter_arguments *a,
                                  struct graph_csr_arrays *C, const struct graph_csr *mask)
{
    graph_status status;
    GRAPH_TRY(open_bits(call, a, mask));
    GRAPH_TRY(graph__cuda_launch(call, graph__cuda_mxm_filter_mark,
                                 graph__cuda_tile_count(a->products.entries), TILE_THREADS, 0, a));
    a->clears_bits = true;
    GRAPH_TRY(launch_bits(call, a));
    const int64_t words = mask->rows * a->words;
    GRAPH_TRY(CUDA_SCRATCH(call, a->selection.rank, words + 1));
    GRAPH_TRY(graph__cuda_rank_bits(call, a->selection.rank, a->mask_bits, words));
    GRAPH_TRY(CUDA_READ(call, C->entries, a->selection.rank + words));
    GRAPH_TRY(CUDA_NEW(C->row_start, mask->rows + 1));
    GRAPH_TRY(CUDA_NEW(C->column, C->entries));
    a->rows = mask->rows;
    a->C_start = C->row_start;
    a->column = C->column;
    GRAPH_TRY(graph__cuda_launch(call, graph__cuda_mxm_filter_columns, graph__cuda_blocks(words + 1, 256),
                                 256, 0, a));
done:
    return status;
}

/* Whether the products that the mask admits are better made from another matrix, which is written and read, than with those
 * that the mask keeps out. */
static bool pays(int64_t admitted, int64_t products, size_t value_bytes)
{
    const double bytes = (double)(sizeof(int32_t) + value_bytes);
    return 2 * bytes * (double)admitted < PRODUCT_BYTES * (double)(products - admitted) &&
           graph__cuda_has_bytes((size_t)(2 * bytes * (double)admitted));
}

/* Of the matrix B of the inner request: rows, columns, values. */
static graph_status move_products(struct cuda_call *call, struct mxm_filter_arguments *a,
                                  struct mxm_filter *f, int64_t admitted, size_t value_bytes)
{
    struct entries_starts_arguments starts = {
        .rows = f->inner.A.entries, .A_start = a->start, .selection = a->selection};
    graph_status status;
    f->B.entries = admitted;
    GRAPH_TRY(CUDA_NEW(f->B.row_start, starts.rows + 1));
    GRAPH_TRY(CUDA_NEW(f->B.column, admitted));
    if (value_bytes > 0)
        GRAPH_TRY(graph__cuda_allocate(&f->B.value, (size_t)admitted, value_bytes));
    starts.C_start = f->B.row_start;
    a->column = f->B.column;
    a->value = f->B.value;
    GRAPH_TRY(graph__cuda_launch(call, graph__cuda_entries_starts, graph__cuda_blocks(starts.rows + 1, 256),
                                 256, 0, &starts));
    GRAPH_TRY(graph__cuda_launch(call, graph__cuda_mxm_filter_move[graph__cuda_size_number(value_bytes)],
                                 graph__cuda_tile_count(a->products.entries), TILE_THREADS, 0, a));
done:
    return status;
}

/* Whether the mask keeps enough products out, in the mean. */
static bool suits(const struct graph_mxm_request *r)
{
    const double mean = r->B.rows > 0 ? (double)r->A.entries * (double)r->B.entries / (double)r->B.rows : 0;
    return PRODUCTS_OF_ENTRY * (double)r->mask.pattern.entries >= mean;
}

static bool is_marked(const struct graph_mxm_request *r) { return r->semiring->kind == GRAPH_ANY_PAIR; }

/* Makes the matrices of the inner product if it pays. */
static graph_status open(struct cuda_call *call, struct mxm_filter *f, bool *is_open,
                         const struct graph_mxm_request *r)
{
    const struct graph_csr *mask = &r->mask.pattern;
    const size_t value_bytes = graph__cuda_value_bytes(&r->B);
    struct mxm_filter_arguments a = {0};
    int64_t admitted;
    graph_status status;
    GRAPH_TRY(CUDA_NEW(f->number, r->A.entries));
    a.number = f->number;
    GRAPH_TRY(graph__cuda_mxm_filter_number(call, &a, r));
    const int64_t products = a.products.entries;
    if (products == 0 || !graph__cuda_has_bytes((size_t)products)) /* more than the bits and their ranks */
        return GRAPH_OK;
    *is_open = f->is_made = is_marked(r) && affords_bits(mask, SEARCH_STEPS / 2 * products);
    if (f->is_made)
        return mark_products(call, &a, &f->C, mask);
    if (!suits(r))
        return GRAPH_OK;
    GRAPH_TRY(select_products(call, &a, &admitted, mask));
    *is_open = pays(admitted, products, value_bytes);
    if (*is_open)
        GRAPH_TRY(move_products(call, &a, f, admitted, value_bytes));
done:
    return status;
}

static graph_status make_ones(struct graph_csr_arrays *C, const struct graph_semiring *semiring)
{
    graph_status status;
    GRAPH_TRY(graph__cuda_allocate(&C->value, (size_t)C->entries, semiring->value_bytes));
    GRAPH_TRY(graph__cuda_convert(C->value, semiring->type, NULL, GRAPH_PATTERN, C->entries, 1));
done:
    return status;
}

graph_status graph__cuda_mxm_filter_open(struct mxm_filter *f, bool *is_open,
                                         const struct graph_mxm_request *r)
{
    graph_status status;
    *f = (struct mxm_filter){.inner = *r};
    *is_open = false;
    if (!graph__mxm_has_family(MXM_FAMILY_FILTER) || r->A.entries == 0 || r->A.entries >= INT32_MAX ||
        !(is_marked(r) || suits(r)))
        return GRAPH_OK;
    struct graph_mxm_request *inner = &f->inner;
    inner->mask = (struct graph_matrix_mask){0};
    inner->B_transposed = (struct graph_csr){0};
    inner->A.diagonals = NULL;
    inner->A.block_fill = NULL;
    struct cuda_call *call = graph__cuda_begin();
    status = open(call, f, is_open, r);
    graph__cuda_end(call);
    if (f->is_made && status >= 0)
        status = make_ones(&f->C, r->semiring);
    inner->A.columns = r->A.entries;
    inner->A.column = f->number;
    inner->B = (struct graph_csr){.rows = r->A.entries,
                                  .columns = r->B.columns,
                                  .entries = f->B.entries,
                                  .row_start = f->B.row_start,
                                  .column = f->B.column,
                                  .value = f->B.value,
                                  .type = r->B.type};
    if (status < 0 || !*is_open)
        graph__cuda_mxm_filter_close(f);
    return status;
}

void graph__cuda_mxm_filter_close(struct mxm_filter *f)
{
    graph__cuda_release(f->number);
    graph__cuda_csr_release(&f->B);
    graph__cuda_csr_release(&f->C);
    f->number = NULL;
}
