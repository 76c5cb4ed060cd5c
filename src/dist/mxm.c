/* C<M> accum= A B: fetch the rows of B that this rank's rows of A name, then multiply once.
 *
 * No sum is split between ranks, so nothing has to be merged, and each entry of C is made in the order of one machine.
 * Where the ranks need most of B all of them get all of it, without packing.  Where the rows that a rank needs exceed the
 * group's limit it makes C in blocks of its rows; ranks that have fewer blocks take part in the exchanges of the others.
 * Source: Hong, Buluc, "A sparsity-aware distributed-memory algorithm for sparse-sparse matrix multiplication", SC 2024. */
#include <string.h>

#include "base/log.h"
#include "base/threads.h"
#include "contract/semiring.h"
#include "dist/operations.h"

/* ---- Which rows ---- */

/* *wanted = the columns of rows begin .. end - 1 of `a`, ascending. */
static graph_status list_columns(int32_t **wanted, int64_t *count, const struct graph_csr *a, int64_t begin,
                                 int64_t end)
{
    const int threads = graph__threads(0);
    uint8_t *is_wanted = NULL;
    int64_t n = 0;
    graph_status status = GRAPH_OK;
    *wanted = NULL;
    GRAPH_TRY(GRAPH_NEW_ZEROED(is_wanted, a->columns));
    const int64_t first = a->row_start[begin], last = a->row_start[end];
#pragma omp parallel for num_threads(threads) schedule(static)
    for (int64_t e = first; e < last; e++)
        __atomic_store_n(&is_wanted[a->column[e]], 1, __ATOMIC_RELAXED);
    for (int64_t j = 0; j < a->columns; j++)
        n += is_wanted[j];
    GRAPH_TRY(GRAPH_NEW(*wanted, n));
    *count = n;
    n = 0;
    for (int64_t j = 0; j < a->columns; j++)
        if (is_wanted[j])
            (*wanted)[n++] = (int32_t)j;
done:
    graph__free(is_wanted);
    return status;
}

/* Whether the ranks together want so much of B that sending it whole costs less than packing. */
static graph_status wants_all(bool *is_all, const graph_dist *B, const struct graph_csr *b, int64_t wanted)
{
    int64_t x[2] = {wanted, 0};
    graph_status status = GRAPH_OK;
    for (int64_t i = 0; i < b->rows; i++)
        x[1] += b->row_start[i + 1] > b->row_start[i];
    GRAPH_TRY(graph__group_all_reduce(B->group, x, 2, GRAPH_PLUS));
    *is_all = B->group->ranks == 1 || 2 * x[0] > x[1] * B->group->ranks;
done:
    return status;
}

/* *R = the rows of B that `a` needs, or all, on the host. */
static graph_status bring_rows(graph_matrix **R, const graph_dist *A, const graph_dist *B, bool needs_values)
{
    graph_group *const g = A->group;
    struct graph_csr a, b;
    int32_t *wanted = NULL;
    int64_t count = 0;
    bool is_all = true;
    graph_status status = GRAPH_OK;
    if (g->ranks > 1) {
        status = graph__dist_view(&a, A);
        if (status == GRAPH_OK)
            status = graph__dist_view(&b, B);
        if (status == GRAPH_OK)
            status = list_columns(&wanted, &count, &a, 0, a.rows);
        GRAPH_TRY(graph__group_agree(g, status));
        GRAPH_TRY(wants_all(&is_all, B, &b, count));
    }
    if (is_all)
        GRAPH_TRY(graph__dist_replicate(R, B, needs_values, false));
    else
        GRAPH_TRY(graph__dist_fetch(R, B, wanted, count, needs_values));
done:
    graph__free(wanted);
    return status;
}

/* ---- Blocks of rows under a limit ---- */

struct block_plan {
    int64_t *end; /* of each block, in rows */
    int64_t blocks;
};

/* Cuts this rank's rows so that the rows of B that a block needs have at most `limit` bytes, or the block one row. */
static graph_status plan_blocks(struct block_plan *plan, const struct graph_csr *a, const int64_t *length,
                                size_t entry_bytes, uint64_t limit)
{
    int64_t *last = NULL; /* the block that a column was last needed in, counted from 1 */
    uint64_t held = 0;
    graph_status status = GRAPH_OK;
    GRAPH_TRY(GRAPH_NEW_ZEROED(last, a->columns));
    GRAPH_TRY(GRAPH_NEW(plan->end, a->rows + 1));
    int64_t begin = 0;
    plan->blocks = 0;
    for (int64_t i = 0; i < a->rows; i++) {
        uint64_t more = 0;
        for (int64_t e = a->row_start[i]; e < a->row_start[i + 1]; e++)
            if (last[a->column[e]] != plan->blocks + 1)
                more += (uint64_t)length[a->column[e]] * entry_bytes;
        if (i > begin && held + more > limit) {
            plan->end[plan->blocks++] = begin = i;
            held = 0;
            i--;
            continue;
        }
        for (int64_t e = a->row_start[i]; e < a->row_start[i + 1]; e++)
            last[a->column[e]] = plan->blocks + 1;
        held += more;
    }
    plan->end[plan->blocks++] = a->rows;
done:
    graph__free(last);
    return status;
}

/* *length = of every row of B, on every rank. */
static graph_status gather_lengths(int64_t **length, const graph_dist *B)
{
    int64_t *ours = NULL, *counts = NULL;
    struct graph_csr b;
    graph_status status = graph__dist_view(&b, B);
    *length = NULL;
    if (status == GRAPH_OK)
        status = GRAPH_NEW(ours, b.rows);
    if (status == GRAPH_OK)
        status = GRAPH_NEW(counts, B->group->ranks);
    GRAPH_TRY(graph__group_agree(B->group, status));
    for (int64_t i = 0; i < b.rows; i++)
        ours[i] = b.row_start[i + 1] - b.row_start[i];
    GRAPH_TRY(graph__dist_gather_array((void **)length, counts, B->group, ours, b.rows, sizeof *ours));
done:
    graph__free(ours);
    graph__free(counts);
    return status;
}

/* Of the arrays of a slice: its row starts, once nobody reads them. */
static void release_starts(void *array, void *start)
{
    if (array == start)
        graph__free(start);
}

/* *R = rows begin .. end - 1 of a matrix on the host, whose columns and values it borrows. */
static graph_status slice(graph_matrix **R, const struct graph_csr *a, graph_type type, int64_t begin,
                          int64_t end)
{
    const size_t value_bytes = graph_type_size(type);
    const int64_t entries = a->row_start[end] - a->row_start[begin];
    int64_t *start = NULL;
    graph_status status = GRAPH_OK;
    if (entries == 0)
        return graph_matrix_create(R, type, (graph_index)(end - begin), (graph_index)a->columns);
    GRAPH_TRY(GRAPH_NEW(start, end - begin + 1));
    for (int64_t i = begin; i <= end; i++)
        start[i - begin] = a->row_start[i] - a->row_start[begin];
    graph_arrays arrays = {.size = sizeof arrays,
                           .format = GRAPH_CSR,
                           .type = type,
                           .rows = (graph_index)(end - begin),
                           .columns = (graph_index)a->columns,
                           .entries = (graph_index)entries,
                           .row = start,
                           .column = (void *)(uintptr_t)(a->column + a->row_start[begin]),
                           .start_bits = 64,
                           .index_bits = 32,
                           .ownership =
                               GRAPH_BORROW, /* a product may share arrays, so that they outlive *R */
                           .release = release_starts,
                           .context = start,
                           .is_trusted = true};
    if (value_bytes > 0)
        arrays.value = (char *)(uintptr_t)a->value + (size_t)a->row_start[begin] * value_bytes;
    GRAPH_TRY(graph_matrix_import(R, &arrays));
    start = NULL;
done:
    graph__free(start);
    return status;
}

/* *T = the blocks, one below the other. */
static graph_status stack(graph_matrix **T, graph_matrix *const *block, int64_t blocks, graph_type type,
                          int64_t rows, int64_t columns)
{
    const struct graph_backend *const cpu = graph__cpu();
    const size_t value_bytes = graph_type_size(type);
    struct graph_csr_arrays arrays = {0};
    struct graph_csr view;
    graph_status status = GRAPH_OK;
    GRAPH_TRY(graph_matrix_create(T, type, (graph_index)rows, (graph_index)columns));
    for (int64_t k = 0; k < blocks; k++) {
        GRAPH_TRY(graph__matrix_view(&view, block[k], cpu));
        arrays.entries += view.entries;
    }
    GRAPH_TRY(cpu->allocate((void **)&arrays.row_start, (size_t)rows + 1, sizeof *arrays.row_start));
    GRAPH_TRY(cpu->allocate((void **)&arrays.column, (size_t)arrays.entries, sizeof *arrays.column));
    if (value_bytes > 0)
        GRAPH_TRY(cpu->allocate(&arrays.value, (size_t)arrays.entries, value_bytes));
    int64_t row = 0, entry = 0;
    for (int64_t k = 0; k < blocks; k++) {
        GRAPH_TRY(graph__matrix_view(&view, block[k], cpu));
        for (int64_t i = 0; i < view.rows; i++)
            arrays.row_start[row++] = entry + view.row_start[i];
        if (view.entries > 0) {
            memcpy(arrays.column + entry, view.column, (size_t)view.entries * sizeof *view.column);
            if (value_bytes > 0)
                memcpy((char *)arrays.value + (size_t)entry * value_bytes, view.value,
                       (size_t)view.entries * value_bytes);
        }
        entry += view.entries;
    }
    arrays.row_start[row] = entry;
    GRAPH_TRY(graph__matrix_adopt(*T, &arrays, cpu));
done:
    graph__csr_arrays_release(&arrays, cpu);
    return status;
}

struct blocked_product {
    const graph_semiring *semiring;
    graph_descriptor d;
    graph_type a_type, m_type;
    struct graph_csr a, m; /* m: of the mask, if has_mask */
    bool has_mask, needs_values;
};

/* *T = one block of rows of the product; R has the rows of B that it needs. */
static graph_status multiply_block(graph_matrix **T, const struct blocked_product *p, const graph_matrix *R,
                                   int64_t begin, int64_t end)
{
    graph_matrix *a = NULL, *m = NULL;
    graph_descriptor d = p->d;
    graph_status status = GRAPH_OK;
    GRAPH_TRY(slice(&a, &p->a, p->a_type, begin, end));
    if (p->has_mask)
        GRAPH_TRY(slice(&m, &p->m, p->m_type, begin, end));
    d.flags &= ~GRAPH_REPLACE;
    if (!p->has_mask)
        d.flags &= ~(GRAPH_MASK_COMPLEMENT | GRAPH_MASK_STRUCTURE);
    GRAPH_TRY(graph_matrix_create(T, graph_semiring_type(p->semiring), (graph_index)(end - begin),
                                  (graph_index)R->columns));
    GRAPH_TRY(graph_mxm(*T, m, GRAPH_NO_OP, p->semiring, a, R, &d));
done:
    graph_matrix_release(&a);
    graph_matrix_release(&m);
    return status;
}

/* *T = A B where the mask admits it, in blocks.  Collective. */
static graph_status multiply_in_blocks(graph_matrix **T, struct blocked_product *p, const graph_dist *B,
                                       graph_group *g)
{
    const size_t entry_bytes = sizeof(int32_t) + (p->needs_values ? graph_type_size(B->type) : 0);
    struct block_plan plan = {NULL, 0};
    graph_matrix **block = NULL, *R = NULL;
    int64_t *length = NULL;
    int32_t *wanted = NULL;
    graph_status status = GRAPH_OK;
    GRAPH_TRY(gather_lengths(&length, B));
    GRAPH_TRY(graph__group_agree(g, plan_blocks(&plan, &p->a, length, entry_bytes, g->most_bytes)));
    GRAPH_TRY(graph__group_agree(g, GRAPH_NEW_ZEROED(block, plan.blocks)));
    int64_t rounds = plan.blocks;
    GRAPH_TRY(graph__group_all_reduce(g, &rounds, 1, GRAPH_MAX));
    for (int64_t k = 0; k < rounds; k++) {
        const int64_t begin = k == 0            ? 0
                              : k < plan.blocks ? plan.end[k - 1]
                                                : p->a.rows,
                      end = k < plan.blocks ? plan.end[k] : p->a.rows;
        int64_t count = 0;
        GRAPH_TRY(graph__group_agree(g, list_columns(&wanted, &count, &p->a, begin, end)));
        GRAPH_TRY(graph__dist_fetch(&R, B, wanted, count, p->needs_values));
        status = k < plan.blocks ? multiply_block(&block[k], p, R, begin, end) : GRAPH_OK;
        GRAPH_TRY(graph__group_agree(g, status));
        graph_matrix_release(&R);
        graph__free(wanted);
        wanted = NULL;
    }
    GRAPH_TRY(graph__group_agree(
        g, stack(T, block, plan.blocks, graph_semiring_type(p->semiring), p->a.rows, B->columns)));
done:
    for (int64_t k = 0; block != NULL && k < plan.blocks; k++)
        graph_matrix_release(&block[k]);
    graph__free(block);
    graph__free(plan.end);
    graph__free(length);
    graph__free(wanted);
    graph_matrix_release(&R);
    return status;
}

/* ---- The operation ---- */

static graph_status check(const graph_dist *C, const graph_dist *M, const graph_semiring *semiring,
                          const graph_dist *A, const graph_dist *B, uint32_t flags)
{
    const bool turns_a = (flags & GRAPH_TRANSPOSE_A) != 0, turns_b = (flags & GRAPH_TRANSPOSE_B) != 0;
    graph_status status = GRAPH_OK;
    GRAPH_TRY(graph__check_dist(C, "C"));
    GRAPH_TRY(graph__check_dist(A, "A"));
    GRAPH_TRY(graph__check_dist(B, "B"));
    if (semiring == NULL)
        GRAPH_FAIL(GRAPH_E_NULL, "semiring is NULL");
    GRAPH_TRY(graph__dist_check_pair(A, "A", C));
    GRAPH_TRY(graph__dist_check_pair(B, "B", C));
    GRAPH_TRY(graph__dist_check_pair(M, "M", C));
    const int64_t rows = turns_a ? A->columns : A->rows, inner = turns_a ? A->rows : A->columns,
                  inner_b = turns_b ? B->columns : B->rows, columns = turns_b ? B->rows : B->columns;
    if (inner != inner_b)
        GRAPH_FAIL(GRAPH_E_DIMENSION, "A has %lld columns, B has %lld rows", (long long)inner,
                   (long long)inner_b);
    if (C->rows != rows || C->columns != columns)
        GRAPH_FAIL(GRAPH_E_DIMENSION, "C is %lld x %lld, the product is %lld x %lld", (long long)C->rows,
                   (long long)C->columns, (long long)rows, (long long)columns);
    if (M != NULL && (M->rows != rows || M->columns != columns))
        GRAPH_FAIL(GRAPH_E_DIMENSION, "M is %lld x %lld, the product is %lld x %lld", (long long)M->rows,
                   (long long)M->columns, (long long)rows, (long long)columns);
done:
    return status;
}

static bool reads_values(const graph_semiring *s, graph_type type)
{
    return type >= GRAPH_OWN_TYPES || (s->reads & GRAPH_READS_Y) != 0 || s->kind == 0;
}

/* T from all rows of B that are needed.  Collective and agreed. */
static graph_status multiply_once(graph_matrix *T, const graph_matrix *m, graph_op accum,
                                  const graph_semiring *semiring, const graph_dist *A, const graph_dist *B,
                                  const graph_descriptor *d, bool on_device)
{
    const graph_matrix *all = NULL;
    graph_matrix *R = NULL;
    graph_status status;
    /* Cached with B, as one machine has it on its device, or because an algorithm needed it: what a product learns of B
     * serves the next one. */
    if (B->group->ranks == 1) {
        all = B->mine;
    } else if (on_device || B->replica != NULL) {
        GRAPH_TRY(graph__dist_replica(&all, B));
    } else {
        GRAPH_TRY(bring_rows(&R, A, B, reads_values(semiring, B->type)));
        all = R;
    }
    GRAPH_TRY(graph__group_agree(A->group, graph_mxm(T, m, accum, semiring, A->mine, all, d)));
done:
    graph_matrix_release(&R);
    return status;
}

/* T, which is what C becomes: this rank's rows. */
static graph_status multiply(graph_matrix *T, const graph_matrix *m, graph_op accum,
                             const graph_semiring *semiring, const graph_dist *A, const graph_dist *B,
                             const graph_descriptor *d)
{
    graph_group *const g = A->group;
    struct blocked_product p = {.semiring = semiring,
                                .d = *d,
                                .a_type = A->type,
                                .needs_values = reads_values(semiring, B->type),
                                .has_mask = m != NULL};
    graph_matrix *product = NULL;
    graph_status status = GRAPH_OK;
    if (g->most_bytes == 0) {
        const bool is_linked = g->link != NULL;
        status = multiply_once(T, m, accum, semiring, A, B, d, is_linked);
        if (status == GRAPH_E_DEVICE_MEMORY && is_linked) {
            graph__log("mxm on %d ranks: B comes to the hosts, since a device has no room for it", g->ranks);
            graph__dist_forget((graph_dist *)(uintptr_t)B); /* caches */
            status = multiply_once(T, m, accum, semiring, A, B, d, false);
        }
    } else {
        status = graph__dist_view(&p.a, A);
        if (status == GRAPH_OK && m != NULL)
            status = graph__matrix_view(&p.m, m, graph__cpu());
        GRAPH_TRY(graph__group_agree(g, status));
        p.m_type = m != NULL ? m->type : GRAPH_PATTERN;
        GRAPH_TRY(multiply_in_blocks(&product, &p, B, g));
        graph_descriptor write = {.size = sizeof write,
                                  .flags = d->flags &
                                           (GRAPH_REPLACE | GRAPH_MASK_STRUCTURE | GRAPH_MASK_COMPLEMENT),
                                  .threads = d->threads};
        GRAPH_TRY(graph__group_agree(g, graph_apply(T, m, accum, GRAPH_IDENTITY, product, &write)));
    }
done:
    graph_matrix_release(&product);
    return status;
}

graph_status graph_dist_mxm(graph_dist *C, const graph_dist *M, graph_op accum,
                            const graph_semiring *semiring, const graph_dist *A, const graph_dist *B,
                            const graph_descriptor *descriptor)
{
    graph_descriptor d;
    graph_dist *turned[2] = {NULL, NULL}, *moved[2] = {NULL, NULL};
    const graph_dist *m = M, *c = C;
    graph_matrix *T = NULL;
    int64_t *first = NULL;
    graph_group *const g = graph__dist_group(C, A, B, M);
    graph_status status = GRAPH_OK;
    if (g == NULL)
        return graph__fail(GRAPH_E_NULL, "C is NULL");
    status = graph__dist_flags(&d, descriptor);
    if (status == GRAPH_OK)
        status = check(C, M, semiring, A, B, d.flags);
    GRAPH_TRY(graph__group_enter(g, __func__, status));
    const graph_dist *a = A, *b = B;
    if (d.flags & GRAPH_TRANSPOSE_A) {
        GRAPH_TRY(graph__dist_transposed(&turned[0], A, d.threads));
        a = turned[0];
    }
    if (d.flags & GRAPH_TRANSPOSE_B) {
        GRAPH_TRY(graph__dist_transposed(&turned[1], B, d.threads));
        b = turned[1];
    }
    d.flags &= ~(GRAPH_TRANSPOSE_A | GRAPH_TRANSPOSE_B);
    const bool is_read = accum != GRAPH_NO_OP || M != NULL || (d.flags & GRAPH_MASK_COMPLEMENT) != 0;
    GRAPH_TRY(graph__dist_align(&m, &moved[0], M, a->first));
    if (is_read)
        GRAPH_TRY(graph__dist_align(&c, &moved[1], C, a->first));
    status = graph__dist_output(&T, C, c, is_read, graph__dist_end(a) - graph__dist_first(a));
    if (status == GRAPH_OK)
        status = GRAPH_NEW(first, (size_t)g->ranks + 1);
    GRAPH_TRY(graph__group_agree(g, status));
    memcpy(first, a->first, ((size_t)g->ranks + 1) * sizeof *first);
    GRAPH_TRY(multiply(T, m != NULL ? m->mine : NULL, accum, semiring, a, b, &d));
    graph__dist_commit(C, &T, &first);
done:
    graph__free(first);
    graph_matrix_release(&T);
    for (int k = 0; k < 2; k++) {
        graph_dist_release(&turned[k]);
        graph_dist_release(&moved[k]);
    }
    return status;
}
