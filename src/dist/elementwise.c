/* Operations row by row: every rank does its rows, and positions are shifted by the first of them. */
#include "dist/operations.h"

graph_status graph__dist_check_pair(const graph_dist *X, const char *name, const graph_dist *C)
{
    if (X != NULL && X->group != C->group)
        return graph__fail(GRAPH_E_INVALID_VALUE, "%s belongs to another group than C", name);
    return GRAPH_OK;
}

static graph_status check_shape(const graph_dist *X, const char *name, int64_t rows, int64_t columns)
{
    if (X != NULL && (X->rows != rows || X->columns != columns))
        return graph__fail(GRAPH_E_DIMENSION, "%s is %lld x %lld, expected %lld x %lld", name,
                           (long long)X->rows, (long long)X->columns, (long long)rows, (long long)columns);
    return GRAPH_OK;
}

graph_status graph__dist_flags(graph_descriptor *local, const graph_descriptor *descriptor)
{
    *local = (graph_descriptor){.size = sizeof *local};
    if (descriptor == NULL)
        return GRAPH_OK;
    if (descriptor->size != sizeof *descriptor)
        return graph__fail(GRAPH_E_INVALID_VALUE, "descriptor.size is %zu, expected %zu", descriptor->size,
                           sizeof *descriptor);
    *local = *descriptor;
    return GRAPH_OK;
}

graph_status graph__dist_output(graph_matrix **T, const graph_dist *C, const graph_dist *aligned,
                                bool is_read, int64_t rows)
{
    return is_read ? graph_matrix_dup(T, aligned->mine)
                   : graph_matrix_create(T, C->type, (graph_index)rows, (graph_index)C->columns);
}

graph_status graph__dist_row_by_row(const struct graph_row_by_row *q, graph_dist *C, const graph_dist *M,
                                    graph_op accum, const graph_dist *A, const graph_dist *B,
                                    const graph_descriptor *descriptor)
{
    graph_descriptor d;
    graph_dist *turned[2] = {NULL, NULL}, *moved[3] = {NULL, NULL, NULL};
    const graph_dist *b = B, *m = M, *c = C;
    graph_matrix *T = NULL;
    int64_t *first = NULL;
    graph_group *const g = graph__dist_group(C, A, B, M);
    graph_status status = GRAPH_OK;
    if (g == NULL)
        return graph__fail(GRAPH_E_NULL, "C is NULL");
    status = graph__dist_flags(&d, descriptor);
    if (status == GRAPH_OK)
        status = graph__check_dist(C, "C");
    if (status == GRAPH_OK)
        status = graph__check_dist(A, "A");
    if (status == GRAPH_OK && q->has_b)
        status = graph__check_dist(B, "B");
    if (status == GRAPH_OK)
        status = graph__dist_check_pair(A, "A", C);
    if (status == GRAPH_OK)
        status = graph__dist_check_pair(B, "B", C);
    if (status == GRAPH_OK)
        status = graph__dist_check_pair(M, "M", C);
    const bool turns_a = (d.flags & GRAPH_TRANSPOSE_A) != 0,
               turns_b = q->has_b && (d.flags & GRAPH_TRANSPOSE_B) != 0;
    if (status == GRAPH_OK)
        status = check_shape(A, turns_a ? "A, before it is transposed," : "A", turns_a ? C->columns : C->rows,
                             turns_a ? C->rows : C->columns);
    if (status == GRAPH_OK)
        status = check_shape(B, turns_b ? "B, before it is transposed," : "B", turns_b ? C->columns : C->rows,
                             turns_b ? C->rows : C->columns);
    if (status == GRAPH_OK)
        status = check_shape(M, "M", C->rows, C->columns);
    GRAPH_TRY(graph__group_enter(g, q->name, status));
    if (turns_a)
        GRAPH_TRY(graph__dist_transposed(&turned[0], A, d.threads));
    if (turns_b)
        GRAPH_TRY(graph__dist_transposed(&turned[1], B, d.threads));
    const graph_dist *a = turns_a ? turned[0] : A;
    b = turns_b ? turned[1] : B;
    const bool is_read = accum != GRAPH_NO_OP || M != NULL || (d.flags & GRAPH_MASK_COMPLEMENT) != 0;
    GRAPH_TRY(graph__dist_align(&b, &moved[0], b, a->first));
    GRAPH_TRY(graph__dist_align(&m, &moved[1], M, a->first));
    if (is_read)
        GRAPH_TRY(graph__dist_align(&c, &moved[2], C, a->first));
    d.flags &= ~(GRAPH_TRANSPOSE_A | (q->has_b ? GRAPH_TRANSPOSE_B : 0));
    status = graph__dist_output(&T, C, c, is_read, graph__dist_end(a) - graph__dist_first(a));
    if (status == GRAPH_OK)
        status = GRAPH_NEW(first, (size_t)g->ranks + 1);
    if (status == GRAPH_OK)
        status = q->run(T, m != NULL ? m->mine : NULL, accum, a->mine, b != NULL ? b->mine : NULL, &d,
                        graph__dist_first(a), q);
    GRAPH_TRY(graph__group_agree(g, status));
    for (int r = 0; r <= g->ranks; r++)
        first[r] = a->first[r];
    graph__dist_commit(C, &T, &first);
done:
    graph__free(first);
    graph_matrix_release(&T);
    for (int k = 0; k < 2; k++)
        graph_dist_release(&turned[k]);
    for (int k = 0; k < 3; k++)
        graph_dist_release(&moved[k]);
    return status;
}

#define RUN(name_)                                                                                           \
    static graph_status name_(graph_matrix *C, const graph_matrix *M, graph_op accum, const graph_matrix *A, \
                              const graph_matrix *B, const graph_descriptor *d, int64_t first,               \
                              const struct graph_row_by_row *q)

RUN(run_add)
{
    (void)first;
    return graph_ewise_add(C, M, accum, (graph_op)q->op, A, B, d);
}

RUN(run_mult)
{
    (void)first;
    return graph_ewise_mult(C, M, accum, (graph_op)q->op, A, B, d);
}

RUN(run_apply)
{
    (void)first, (void)B;
    return graph_apply(C, M, accum, (graph_unary_op)q->op, A, d);
}

RUN(run_first)
{
    (void)first, (void)B;
    return graph_apply_first(C, M, accum, (graph_op)q->op, q->x, A, d);
}

RUN(run_second)
{
    (void)first, (void)B;
    return graph_apply_second(C, M, accum, (graph_op)q->op, A, q->x, d);
}

/* Sums of positions wrap. */
static int64_t plus(int64_t x, int64_t y) { return (int64_t)((uint64_t)x + (uint64_t)y); }

RUN(run_index)
{
    const graph_index_op op = (graph_index_op)q->op;
    int64_t k = q->k;
    (void)B;
    if (q->op >= GRAPH_OWN_OPS)
        return graph__fail(GRAPH_E_NOT_SUPPORTED,
                           "an operator of the user's would see the positions of one rank");
    if (op == GRAPH_ROW_INDEX)
        k = plus(k, first);
    else if (op == GRAPH_DIAGONAL_INDEX)
        k = plus(k, -first);
    return graph_apply_index(C, M, accum, op, A, graph_int64(k), d);
}

/* y of a position test for this rank's rows; false: y is no integer that moves, which the operation judges. */
static bool shift_test(graph_scalar *y, graph_select_op op, int64_t first)
{
    const bool is_diagonal = op >= GRAPH_TRIL && op <= GRAPH_OFFDIAGONAL;
    if (!is_diagonal && op != GRAPH_ROW_LE && op != GRAPH_ROW_GT)
        return false;
    const int64_t by = is_diagonal ? first : -first;
    int64_t k;
    if (y->type >= GRAPH_INT8 && y->type <= GRAPH_INT64)
        k = y->value.i;
    else if (y->type >= GRAPH_UINT8 && y->type <= GRAPH_UINT64 && y->value.u <= INT64_MAX)
        k = (int64_t)y->value.u;
    else if (y->type == GRAPH_FP32 || y->type == GRAPH_FP64)
        k = y->value.f >= -9e15 && y->value.f <= 9e15 && (double)(int64_t)y->value.f == y->value.f
                ? (int64_t)y->value.f
                : INT64_MIN;
    else
        return false;
    if (k == INT64_MIN && y->type >= GRAPH_FP32)
        return false;
    /* Beyond the largest dimension all tests say the same. */
    const int64_t most = (int64_t)1 << 40;
    k = k > most ? most : k < -most ? -most : k;
    *y = graph_int64(k + by);
    return true;
}

RUN(run_select)
{
    graph_scalar y = q->x;
    (void)B;
    if (q->op >= GRAPH_OWN_OPS)
        return graph__fail(GRAPH_E_NOT_SUPPORTED,
                           "an operator of the user's would see the positions of one rank");
    (void)shift_test(&y, (graph_select_op)q->op, first);
    return graph_select(C, M, accum, (graph_select_op)q->op, A, y, d);
}

graph_status graph_dist_ewise_add(graph_dist *C, const graph_dist *M, graph_op accum, graph_op op,
                                  const graph_dist *A, const graph_dist *B,
                                  const graph_descriptor *descriptor)
{
    const struct graph_row_by_row q = {.name = __func__, .run = run_add, .has_b = true, .op = op};
    return graph__dist_row_by_row(&q, C, M, accum, A, B, descriptor);
}

graph_status graph_dist_ewise_mult(graph_dist *C, const graph_dist *M, graph_op accum, graph_op op,
                                   const graph_dist *A, const graph_dist *B,
                                   const graph_descriptor *descriptor)
{
    const struct graph_row_by_row q = {.name = __func__, .run = run_mult, .has_b = true, .op = op};
    return graph__dist_row_by_row(&q, C, M, accum, A, B, descriptor);
}

graph_status graph_dist_apply(graph_dist *C, const graph_dist *M, graph_op accum, graph_unary_op op,
                              const graph_dist *A, const graph_descriptor *descriptor)
{
    const struct graph_row_by_row q = {.name = __func__, .run = run_apply, .op = (int)op};
    return graph__dist_row_by_row(&q, C, M, accum, A, NULL, descriptor);
}

graph_status graph_dist_apply_first(graph_dist *C, const graph_dist *M, graph_op accum, graph_op op,
                                    graph_scalar x, const graph_dist *A, const graph_descriptor *descriptor)
{
    const struct graph_row_by_row q = {.name = __func__, .run = run_first, .op = op, .x = x};
    return graph__dist_row_by_row(&q, C, M, accum, A, NULL, descriptor);
}

graph_status graph_dist_apply_second(graph_dist *C, const graph_dist *M, graph_op accum, graph_op op,
                                     const graph_dist *A, graph_scalar y, const graph_descriptor *descriptor)
{
    const struct graph_row_by_row q = {.name = __func__, .run = run_second, .op = op, .x = y};
    return graph__dist_row_by_row(&q, C, M, accum, A, NULL, descriptor);
}

graph_status graph_dist_apply_index(graph_dist *C, const graph_dist *M, graph_op accum, graph_index_op op,
                                    const graph_dist *A, int64_t k, const graph_descriptor *descriptor)
{
    const struct graph_row_by_row q = {.name = __func__, .run = run_index, .op = (int)op, .k = k};
    return graph__dist_row_by_row(&q, C, M, accum, A, NULL, descriptor);
}

graph_status graph_dist_select(graph_dist *C, const graph_dist *M, graph_op accum, graph_select_op op,
                               const graph_dist *A, graph_scalar y, const graph_descriptor *descriptor)
{
    const struct graph_row_by_row q = {.name = __func__, .run = run_select, .op = (int)op, .x = y};
    return graph__dist_row_by_row(&q, C, M, accum, A, NULL, descriptor);
}

/* C<M> accum= A' is the identity on A' (on A, if A is transposed first). */
graph_status graph_dist_transpose(graph_dist *C, const graph_dist *M, graph_op accum, const graph_dist *A,
                                  const graph_descriptor *descriptor)
{
    const struct graph_row_by_row q = {.name = __func__, .run = run_apply, .op = GRAPH_IDENTITY};
    graph_descriptor turned;
    if (graph__dist_flags(&turned, descriptor) != GRAPH_OK)
        return graph__dist_row_by_row(&q, C, M, accum, A, NULL, descriptor);
    turned.flags ^= GRAPH_TRANSPOSE_A;
    return graph__dist_row_by_row(&q, C, M, accum, A, NULL, &turned);
}
