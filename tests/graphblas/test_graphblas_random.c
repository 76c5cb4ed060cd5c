/* Random calls of GraphBLAS.h over all predefined types and operators, against a dense reference.
 *
 *     test_graphblas_random [calls [seed [kind]]]
 *
 * Without arguments: 25,000 calls, a fifth of them from the clock.  A failure prints the seed, which repeats the call:
 * test_graphblas_random 1 SEED.  Operands are small, with halves among floating values, so that sums of them are exact in
 * any order; a quarter of the calls has the ends of the integer types instead, and integers alone. */
#include <stdlib.h>
#include <time.h>

#include "tests/graphblas/random_operands.h"
#include "tests/support/test.h"

/* ---- Kinds of calls ---- */

#define WRITE_M c->C_m, c->M_m, call_accum(c)
#define WRITE_V c->C_v, c->M_v, call_accum(c)

/* Sums whose order shows: the quotient of two floats is rounded. */
static bool is_exact(const struct operator_ *op) { return !is_floating(op->z) || op->op != REF_DIV; }

static void product(struct call *c, int form)
{
    const int m = call_length(c), k = call_length(c), n = call_length(c);
    call_output(c, m, form == 0 ? n : 1);
    const bool first = c->desc->is_first_transposed, second = c->desc->is_second_transposed;
    const bool A_turned = form == 2 ? second : first, B_turned = form == 0 && second;
    c->A = A_turned == (form == 2) ? call_object(c, m, k)
                                   : call_object(c, k, m); /* of vxm: k x m before it is transposed */
    c->B = form == 0 ? (B_turned ? call_object(c, n, k) : call_object(c, k, n)) : call_object(c, k, 1);
    c->M = call_object(c, m, form == 0 ? n : 1);
    const struct semiring_row *row = call_semiring(c);
    struct operator_ add = row->add, multiply = row->multiply;
    GrB_Semiring made = NULL, s = *row->object;
    if (call_below(c, 3) == 0) { /* one of the program's, of a monoid and any operator that gives its type */
        const struct monoid_row *sum = call_monoid(c);
        const struct binary_row *op;
        do
            op = call_binary(c);
        while (op->op.z != sum->op.z || !is_exact(&op->op));
        add = sum->op, multiply = op->op;
        c->info = GrB_Semiring_new(&made, *sum->object, *op->object);
        if (c->info != GrB_SUCCESS)
            return;
        s = made;
    }
    if (form == 2) { /* mul(u, A): the vector comes first */
        if (call_make(c, true, false, true, true)) {
            c->info = GrB_vxm(WRITE_V, s, c->B_v, c->A_m, *c->desc->object);
            struct dense A = transposed(&c->A, A_turned), u = transposed(&c->B, true);
            struct dense T = product_of(&add, &multiply, &u, &A);
            T = transposed(&T, true);
            write_dense(&c->C, &c->how, &T);
        }
    } else if (call_make(c, form == 1, false, form == 1, form == 1)) {
        c->info = form == 0 ? GrB_mxm(WRITE_M, s, c->A_m, c->B_m, *c->desc->object)
                            : GrB_mxv(WRITE_V, s, c->A_m, c->B_v, *c->desc->object);
        struct dense A = transposed(&c->A, A_turned), B = transposed(&c->B, B_turned);
        struct dense T = product_of(&add, &multiply, &A, &B);
        write_dense(&c->C, &c->how, &T);
    }
    GrB_Semiring_free(&made);
}

static void run_mxm(struct call *c) { product(c, 0); }
static void run_mxv(struct call *c) { product(c, 1); }
static void run_vxm(struct call *c) { product(c, 2); }

#define PAIR_CALL(kind, name, write, a, b, op, desc)                                                         \
    (is_union ? GrB_##kind##_eWiseAdd_##name(write, op, a, b, desc)                                          \
              : GrB_##kind##_eWiseMult_##name(write, op, a, b, desc))

static void pairs(struct call *c, bool is_vector, bool is_union)
{
    const int m = call_length(c), n = is_vector ? 1 : call_length(c);
    call_output(c, m, n);
    const bool first = !is_vector && c->desc->is_first_transposed,
               second = !is_vector && c->desc->is_second_transposed;
    c->A = first ? call_object(c, n, m) : call_object(c, m, n);
    c->B = second ? call_object(c, n, m) : call_object(c, m, n);
    c->M = call_object(c, m, n);
    c->is_A_C = !first && call_below(c, 6) == 0;
    c->is_B_C = !second && call_below(c, 6) == 0;
    const int form = call_below(c, 3);
    c->is_union = is_union;
    const struct binary_row *op = call_binary(c);
    const struct monoid_row *sum = call_monoid(c);
    const struct semiring_row *s = call_semiring(c);
    const struct operator_ used = form == 0 ? op->op : form == 1 ? sum->op : is_union ? s->add : s->multiply;
    if (!call_make(c, is_vector, is_vector, is_vector, is_vector))
        return;
    if (is_vector)
        c->info =
            form == 0   ? PAIR_CALL(Vector, BinaryOp, WRITE_V, c->A_v, c->B_v, *op->object, *c->desc->object)
            : form == 1 ? PAIR_CALL(Vector, Monoid, WRITE_V, c->A_v, c->B_v, *sum->object, *c->desc->object)
                        : PAIR_CALL(Vector, Semiring, WRITE_V, c->A_v, c->B_v, *s->object, *c->desc->object);
    else
        c->info =
            form == 0   ? PAIR_CALL(Matrix, BinaryOp, WRITE_M, c->A_m, c->B_m, *op->object, *c->desc->object)
            : form == 1 ? PAIR_CALL(Matrix, Monoid, WRITE_M, c->A_m, c->B_m, *sum->object, *c->desc->object)
                        : PAIR_CALL(Matrix, Semiring, WRITE_M, c->A_m, c->B_m, *s->object, *c->desc->object);
    struct dense A = transposed(&c->A, first), B = transposed(&c->B, second);
    struct dense T = is_union ? union_of(&used, &A, &B) : intersection_of(&used, &A, &B);
    write_dense(&c->C, &c->how, &T);
}

static void run_matrix_add(struct call *c) { pairs(c, false, true); }
static void run_matrix_mult(struct call *c) { pairs(c, false, false); }
static void run_vector_add(struct call *c) { pairs(c, true, true); }
static void run_vector_mult(struct call *c) { pairs(c, true, false); }

static void run_kronecker(struct call *c)
{
    const int m = 1 + call_below(c, 2), n = 1 + call_below(c, 3), p = 1 + call_below(c, 3),
              q = 1 + call_below(c, 2);
    call_output(c, m * p, n * q);
    const bool first = c->desc->is_first_transposed, second = c->desc->is_second_transposed;
    c->A = first ? call_object(c, n, m) : call_object(c, m, n);
    c->B = second ? call_object(c, q, p) : call_object(c, p, q);
    c->M = call_object(c, m * p, n * q);
    const struct binary_row *op = call_binary(c);
    if (!call_make(c, false, false, false, false))
        return;
    c->info = GrB_Matrix_kronecker_BinaryOp(WRITE_M, *op->object, c->A_m, c->B_m, *c->desc->object);
    struct dense A = transposed(&c->A, first), B = transposed(&c->B, second);
    struct dense T = kronecker_of(&op->op, &A, &B);
    write_dense(&c->C, &c->how, &T);
}

/* One input, transposed by `turns`: A is made so that it then has the shape of the output. */
static bool one_input(struct call *c, bool is_vector, bool turns, struct dense *seen)
{
    const int m = c->C.rows, n = c->C.columns;
    c->A = turns ? call_object(c, n, m) : call_object(c, m, n);
    c->M = call_object(c, m, n);
    c->is_A_C = !turns && call_below(c, 6) == 0;
    if (!call_make(c, is_vector, is_vector, false, is_vector))
        return false;
    *seen = transposed(&c->A, turns);
    return true;
}

static void run_transpose(struct call *c)
{
    struct dense T;
    call_output(c, call_length(c), call_length(c));
    if (!one_input(c, false, !c->desc->is_first_transposed, &T))
        return;
    c->info = GrB_transpose(WRITE_M, c->A_m, *c->desc->object);
    write_dense(&c->C, &c->how, &T);
}

enum form { UNARY, FIRST_BOUND, SECOND_BOUND, POSITIONS, SELECTION };

/* T = the operator on each cell; y is the bound value. */
static struct dense applied(enum form form, const struct operator_ *op, const struct dense *A, struct value y)
{
    struct dense T = new_dense(form == SELECTION ? A->type : op->z, A->rows, A->columns);
    for (int k = 0; k < A->rows * A->columns; k++) {
        if (!(T.has[k] = A->has[k]))
            continue;
        const int i = k / A->columns, j = k % A->columns;
        switch (form) {
        case UNARY:
            T.x[k] = unary_value(op, A->x[k]);
            break;
        case FIRST_BOUND:
            T.x[k] = binary_value(op, y, A->x[k]);
            break;
        case SECOND_BOUND:
            T.x[k] = binary_value(op, A->x[k], y);
            break;
        case POSITIONS:
            T.x[k] = index_value(op, A->x[k], i, j, y);
            break;
        default:
            T.has[k] = reference_cast(index_value(op, A->x[k], i, j, y), GrB_BOOL_CODE).as.b;
            T.x[k] = A->x[k];
            break;
        }
    }
    return T;
}

static void apply(struct call *c, bool is_vector, enum form form)
{
    struct dense seen;
    call_output(c, call_length(c), is_vector ? 1 : call_length(c));
    const bool turns =
        !is_vector && (form == FIRST_BOUND ? c->desc->is_second_transposed : c->desc->is_first_transposed);
    c->is_selection = form == SELECTION;
    const struct unary_row *one = call_unary(c);
    const struct binary_row *two = call_binary(c);
    const struct index_row *at = call_index(c);
    const struct operator_ op = form == UNARY ? one->op : form <= SECOND_BOUND ? two->op : at->op;
    const struct value y = call_value(c, call_type(c));
    const GrB_Descriptor desc = *c->desc->object;
    if (!one_input(c, is_vector, turns, &seen))
        return;
    switch (form) {
    case UNARY:
        c->info = is_vector ? GrB_Vector_apply(WRITE_V, *one->object, c->A_v, desc)
                            : GrB_Matrix_apply(WRITE_M, *one->object, c->A_m, desc);
        break;
    case FIRST_BOUND:
        c->info = is_vector ? call_vector_first(WRITE_V, *two->object, y, c->A_v, desc)
                            : call_matrix_first(WRITE_M, *two->object, y, c->A_m, desc);
        break;
    case SECOND_BOUND:
        c->info = is_vector ? call_vector_second(WRITE_V, *two->object, c->A_v, y, desc)
                            : call_matrix_second(WRITE_M, *two->object, c->A_m, y, desc);
        break;
    default:
        c->info = is_vector ? call_vector_index(WRITE_V, *at->object, c->A_v, y, form == SELECTION, desc)
                            : call_matrix_index(WRITE_M, *at->object, c->A_m, y, form == SELECTION, desc);
        break;
    }
    struct dense T = applied(form, &op, &seen, y);
    write_dense(&c->C, &c->how, &T);
}

#define APPLY(name, is_vector, form)                                                                         \
    static void run_##name(struct call *c) { apply(c, is_vector, form); }
APPLY(matrix_apply, false, UNARY)
APPLY(vector_apply, true, UNARY)
APPLY(matrix_first, false, FIRST_BOUND)
APPLY(vector_first, true, FIRST_BOUND)
APPLY(matrix_second, false, SECOND_BOUND)
APPLY(vector_second, true, SECOND_BOUND)
APPLY(matrix_positions, false, POSITIONS)
APPLY(vector_positions, true, POSITIONS)
APPLY(matrix_select, false, SELECTION)
APPLY(vector_select, true, SELECTION)

static void run_reduce_rows(struct call *c)
{
    const int m = call_length(c), n = call_length(c);
    call_output(c, m, 1);
    const bool turns = c->desc->is_first_transposed;
    c->A = turns ? call_object(c, n, m) : call_object(c, m, n);
    c->M = call_object(c, m, 1);
    const struct monoid_row *sum = call_monoid(c);
    if (!call_make(c, true, false, false, true))
        return;
    c->info = GrB_Matrix_reduce_Monoid(WRITE_V, *sum->object, c->A_m, *c->desc->object);
    struct dense A = transposed(&c->A, turns), T = rows_of(&sum->op, &A);
    write_dense(&c->C, &c->how, &T);
}

/* To a value, or to a scalar object that may be empty. */
static void run_reduce(struct call *c)
{
    const bool is_vector = call_below(c, 2), is_scalar = call_below(c, 2), was_there = call_below(c, 3) > 0;
    struct value before = call_value(c, call_type(c)), sum;
    call_output(c, 1, 1);
    c->has_mask = false;
    c->A = call_object(c, call_length(c), is_vector ? 1 : 2);
    const struct monoid_row *row = call_monoid(c);
    if (!call_make(c, false, is_vector, false, false))
        return;
    bool has = sum_of_cells(&sum, &row->op, &c->A);
    c->compares_value = true;
    c->got = c->expected = before;
    if (!is_scalar) {
        c->info = is_vector ? call_vector_reduce(&c->got, call_accum(c), *row->object, c->A_v)
                            : call_matrix_reduce(&c->got, call_accum(c), *row->object, c->A_m);
        if (!has && row->op.op == REF_ANY) { /* it has no identity */
            c->got = c->expected;
            return;
        }
        sum = has ? sum : identity_value(&row->op);
        c->expected = reference_cast(c->accum ? binary_value(&c->accum->op, before, sum) : sum, before.type);
        return;
    }
    GrB_Scalar s = NULL;
    GrB_Index nvals = 0;
    c->info = scalar_of(&s, before);
    if (!was_there)
        GrB_Scalar_clear(s);
    if (c->info == GrB_SUCCESS)
        c->info = is_vector ? GrB_Vector_reduce_Monoid_Scalar(s, call_accum(c), *row->object, c->A_v, NULL)
                            : GrB_Matrix_reduce_Monoid_Scalar(s, call_accum(c), *row->object, c->A_m, NULL);
    const bool is_there = has || (was_there && c->accum);
    if (has)
        c->expected = reference_cast(c->accum && was_there ? binary_value(&c->accum->op, before, sum) : sum,
                                     before.type);
    GrB_Scalar_nvals(&nvals, s);
    if (c->info == GrB_SUCCESS && nvals != is_there)
        c->info = GrB_PANIC;
    double f = 0;
    int64_t i = 0;
    uint64_t u = 0;
    bool b = false;
    if (nvals && is_there) {
        GrB_Scalar_extractElement_FP64(&f, s), GrB_Scalar_extractElement_INT64(&i, s);
        GrB_Scalar_extractElement_UINT64(&u, s), GrB_Scalar_extractElement_BOOL(&b, s);
        c->got.type = before.type;
        if (is_floating(before.type))
            c->got.as.f = f;
        else if (before.type == GrB_BOOL_CODE)
            c->got.as.b = b;
        else if (is_signed(before.type))
            c->got.as.i = i;
        else
            c->got.as.u = u;
    } else
        c->got = c->expected;
    GrB_Scalar_free(&s);
}

/* ---- Parts ---- */

static void run_matrix_extract(struct call *c)
{
    GrB_Index I[MOST_LENGTH], J[MOST_LENGTH];
    int ni, nj, m = call_length(c), n = call_length(c);
    const GrB_Index *rows = call_indices(c, I, &ni, m, true), *columns = call_indices(c, J, &nj, n, true);
    call_output(c, ni, nj);
    const bool turns = c->desc->is_first_transposed;
    c->A = turns ? call_object(c, n, m) : call_object(c, m, n);
    c->M = call_object(c, ni, nj);
    if (!call_make(c, false, false, false, false))
        return;
    c->info =
        GrB_Matrix_extract(WRITE_M, c->A_m, rows, (GrB_Index)ni, columns, (GrB_Index)nj, *c->desc->object);
    struct dense A = transposed(&c->A, turns), T = part_of(&A, I, ni, J, nj);
    write_dense(&c->C, &c->how, &T);
}

static void run_vector_extract(struct call *c)
{
    static const GrB_Index zero[1] = {0};
    GrB_Index I[MOST_LENGTH], j;
    int ni, m = call_length(c), n = call_length(c);
    const bool is_column = call_below(c, 2);
    const GrB_Index *rows = call_indices(c, I, &ni, m, true);
    call_output(c, ni, 1);
    const bool turns = is_column && c->desc->is_first_transposed;
    c->A = !is_column ? call_object(c, m, 1) : turns ? call_object(c, n, m) : call_object(c, m, n);
    c->M = call_object(c, ni, 1);
    j = (GrB_Index)call_below(c, n);
    if (!call_make(c, true, !is_column, false, true))
        return;
    c->info = is_column ? GrB_Col_extract(WRITE_V, c->A_m, rows, (GrB_Index)ni, j, *c->desc->object)
                        : GrB_Vector_extract(WRITE_V, c->A_v, rows, (GrB_Index)ni, *c->desc->object);
    struct dense A = transposed(&c->A, turns), T = part_of(&A, I, ni, is_column ? &j : zero, 1);
    write_dense(&c->C, &c->how, &T);
}

/* A value at every place of the region, as a dense operand. */
static struct dense region_of(struct value x, int rows, int columns)
{
    struct dense A = new_dense(x.type, rows, columns);
    for (int k = 0; k < rows * columns; k++)
        A.has[k] = true, A.x[k] = x;
    return A;
}

static void assign(struct call *c, bool is_vector, bool is_value)
{
    static const GrB_Index zero[1] = {0};
    GrB_Index I[MOST_LENGTH], J[MOST_LENGTH];
    int ni, nj = 1, m = call_length(c), n = is_vector ? 1 : call_length(c);
    const GrB_Index *rows = call_indices(c, I, &ni, m, false), *columns = zero;
    if (!is_vector)
        columns = call_indices(c, J, &nj, n, false);
    call_output(c, m, n);
    const bool turns = !is_vector && !is_value && c->desc->is_first_transposed;
    c->A = turns ? call_object(c, nj, ni) : call_object(c, ni, nj);
    c->M = call_object(c, m, n);
    const struct value x = call_value(c, call_type(c));
    const bool is_scalar = is_value && call_below(c, 3) == 0, is_empty = is_scalar && call_below(c, 2);
    GrB_Scalar s = NULL;
    if (!call_make(c, is_vector, is_vector, false, is_vector) ||
        (is_scalar && scalar_of(&s, x) != GrB_SUCCESS))
        return;
    if (is_empty)
        GrB_Scalar_clear(s);
    const GrB_Descriptor desc = *c->desc->object;
    if (is_scalar)
        c->info = is_vector ? GrB_Vector_assign_Scalar(WRITE_V, s, rows, (GrB_Index)ni, desc)
                            : GrB_Matrix_assign_Scalar(WRITE_M, s, rows, (GrB_Index)ni, columns,
                                                       (GrB_Index)nj, desc);
    else if (is_value)
        c->info = is_vector
                      ? call_vector_assign(WRITE_V, x, rows, (GrB_Index)ni, desc)
                      : call_matrix_assign(WRITE_M, x, rows, (GrB_Index)ni, columns, (GrB_Index)nj, desc);
    else
        c->info = is_vector
                      ? GrB_Vector_assign(WRITE_V, c->A_v, rows, (GrB_Index)ni, desc)
                      : GrB_Matrix_assign(WRITE_M, c->A_m, rows, (GrB_Index)ni, columns, (GrB_Index)nj, desc);
    struct dense A = is_empty   ? new_dense(x.type, ni, nj)
                     : is_value ? region_of(x, ni, nj)
                                : transposed(&c->A, turns);
    assign_dense(&c->C, &c->how, &A, I, is_vector ? zero : J);
    GrB_Scalar_free(&s);
}

static void run_matrix_assign(struct call *c) { assign(c, false, false); }
static void run_vector_assign(struct call *c) { assign(c, true, false); }
static void run_matrix_assign_value(struct call *c) { assign(c, false, true); }
static void run_vector_assign_value(struct call *c) { assign(c, true, true); }

/* A row or column of C: the mask and replacement are of that one alone. */
static void run_line_assign(struct call *c)
{
    static const GrB_Index zero[1] = {0};
    GrB_Index I[MOST_LENGTH];
    const bool is_row = call_below(c, 2);
    int ni, m = call_length(c), n = call_length(c);
    const int length = is_row ? n : m, at = call_below(c, is_row ? m : n);
    const GrB_Index *list = call_indices(c, I, &ni, length, false);
    call_output(c, m, n);
    c->A = call_object(c, ni, 1);
    c->M = call_object(c, length, 1);
    if (!call_make(c, false, true, false, true))
        return;
    c->info = is_row ? GrB_Row_assign(c->C_m, c->M_v, call_accum(c), c->A_v, (GrB_Index)at, list,
                                      (GrB_Index)ni, *c->desc->object)
                     : GrB_Col_assign(c->C_m, c->M_v, call_accum(c), c->A_v, list, (GrB_Index)ni,
                                      (GrB_Index)at, *c->desc->object);
    struct dense line = new_dense(c->C.type, length, 1);
    for (int k = 0; k < length; k++) {
        const int cell = is_row ? at * n + k : k * n + at;
        line.has[k] = c->C.has[cell], line.x[k] = c->C.x[cell];
    }
    assign_dense(&line, &c->how, &c->A, I, zero);
    for (int k = 0; k < length; k++) {
        const int cell = is_row ? at * n + k : k * n + at;
        c->C.has[cell] = line.has[k], c->C.x[cell] = line.x[k];
    }
}

/* ---- Building and moving ---- */

static void run_build(struct call *c)
{
    GrB_Index I[MOST_CELLS], J[MOST_CELLS];
    char X[MOST_CELLS * 8];
    const int m = call_length(c), n = call_length(c), count = call_below(c, MOST_CELLS), type = call_type(c);
    call_output(c, m, n);
    c->has_mask = false, c->accum = NULL;
    c->C = new_dense(call_type(c), m, n);
    const struct binary_row *dup;
    do
        dup = call_binary(c);
    while (dup->op.z != dup->op.x || dup->op.z != dup->op.y);
    struct dense T = new_dense(dup->op.z, m, n);
    for (int e = 0; e < count; e++) {
        struct value x = call_value(c, type);
        I[e] = (GrB_Index)call_below(c, m), J[e] = (GrB_Index)call_below(c, n);
        const size_t size = type == GrB_BOOL_CODE ? 1
                            : is_floating(type)   ? (type == GrB_FP32_CODE ? 4 : 8)
                                                  : (size_t)1 << (type - 2) / 2;
        encode(X + (size_t)e * size, x);
        const int k = (int)I[e] * n + (int)J[e];
        T.x[k] = T.has[k] ? binary_value(&dup->op, T.x[k], x) : reference_cast(x, dup->op.z);
        T.has[k] = true;
    }
    if (!call_make(c, false, false, false, false))
        return;
    c->info = call_matrix_build(c->C_m, I, J, X, type, (GrB_Index)count, *dup->object);
    write_dense(&c->C, &(struct writing){0}, &T);
}

/* Export, import, serialize and back: the same matrix. */
static void run_exchange(struct call *c)
{
    GrB_Index Ap[MOST_CELLS + 1], Ai[MOST_CELLS], n[3], size = 0;
    char X[MOST_CELLS * 8], *bytes = NULL;
    call_output(c, call_length(c), call_length(c));
    c->has_mask = false;
    const GrB_Format format = (GrB_Format)call_below(c, 3);
    GrB_Matrix other = NULL;
    if (!call_make(c, false, false, false, false))
        return;
    c->info = GrB_Matrix_exportSize(&n[0], &n[1], &n[2], format, c->C_m);
    if (c->info == GrB_SUCCESS)
        c->info = call_matrix_export(Ap, Ai, X, n, format, c->C_m, c->C.type);
    GrB_Matrix_free(&c->C_m);
    if (c->info == GrB_SUCCESS)
        c->info = call_matrix_import(&other, c->C.rows, c->C.columns, Ap, Ai, X, n, format, c->C.type);
    if (c->info == GrB_SUCCESS)
        c->info = GrB_Matrix_serializeSize(&size, other);
    bytes = malloc(size + 1);
    if (c->info == GrB_SUCCESS)
        c->info = GrB_Matrix_serialize(bytes, &size, other);
    if (c->info == GrB_SUCCESS)
        c->info =
            GrB_Matrix_deserialize(&c->C_m, call_below(c, 2) ? NULL : type_object(c->C.type), bytes, size);
    free(bytes);
    GrB_Matrix_free(&other);
}

static const struct {
    const char *name;
    void (*run)(struct call *call);
} kinds[] = {
#define KIND(name)                                                                                           \
    {                                                                                                        \
#name, run_##name                                                                                    \
    }
    KIND(mxm),
    KIND(mxv),
    KIND(vxm),
    KIND(matrix_add),
    KIND(matrix_mult),
    KIND(vector_add),
    KIND(vector_mult),
    KIND(kronecker),
    KIND(transpose),
    KIND(matrix_apply),
    KIND(vector_apply),
    KIND(matrix_first),
    KIND(vector_first),
    KIND(matrix_second),
    KIND(vector_second),
    KIND(matrix_positions),
    KIND(vector_positions),
    KIND(matrix_select),
    KIND(vector_select),
    KIND(reduce_rows),
    KIND(reduce),
    KIND(matrix_extract),
    KIND(vector_extract),
    KIND(matrix_assign),
    KIND(vector_assign),
    KIND(matrix_assign_value),
    KIND(vector_assign_value),
    KIND(line_assign),
    KIND(build),
    KIND(exchange),
};
enum { KIND_COUNT = sizeof kinds / sizeof *kinds };

/* One call; false and a line on stderr if it is wrong. */
static bool check(uint64_t seed, int only)
{
    struct call c = {.random = seed * 0x9e3779b97f4a7c15u, .info = GrB_PANIC};
    int where = -1;
    const int kind = only >= 0 ? only : call_below(&c, KIND_COUNT);
    c.has_ends = call_below(&c, 4) == 0;
    kinds[kind].run(&c);
    bool is_right = c.info == GrB_SUCCESS;
    if (is_right && c.compares_value)
        is_right = same_value(c.got, c.expected);
    else if (is_right)
        is_right = c.C_m ? matrix_is(c.C_m, &c.C, &where) : vector_is(c.C_v, &c.C, &where);
    if (!is_right) {
        char name[64] = "none";
        const char *message = "";
        if (c.accum)
            GrB_BinaryOp_get_String(*c.accum->object, name, GrB_NAME);
        if (c.info < 0 && (c.C_m ? GrB_Matrix_error(&message, c.C_m) : GrB_Vector_error(&message, c.C_v)))
            message = "";
        fprintf(
            stderr,
            "seed %llu: %s: info %d (%s), cell %d of %d x %d, types C %d A %d B %d, accum %s %d, kind %d\n",
            (unsigned long long)seed, kinds[kind].name, (int)c.info, message, where, c.C.rows, c.C.columns,
            c.C.type, c.A.type, c.B.type, name, c.accum ? (int)c.accum->op.op : -1, kind);
    }
    call_release(&c);
    return is_right;
}

static uint64_t run(uint64_t calls, uint64_t seed, int only)
{
    uint64_t failed = 0;
    for (uint64_t k = 0; k < calls && failed < 20; k++)
        failed += !check(seed + k, only);
    printf("%llu calls from seed %llu, %llu failed\n", (unsigned long long)calls, (unsigned long long)seed,
           (unsigned long long)failed);
    return failed;
}

int main(int argc, char **argv)
{
    const uint64_t calls = argc > 1 ? strtoull(argv[1], NULL, 10) : 20000;
    const uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    if (graph_set_threads(2) != GRAPH_OK || GrB_init(GrB_BLOCKING) != GrB_SUCCESS ||
        new_user_operators() != GrB_SUCCESS)
        return 1;
    uint64_t failed = run(calls, seed, argc > 3 ? atoi(argv[3]) : -1);
    if (argc == 1)
        failed += run(calls / 4, (uint64_t)time(NULL) * 1000000, -1);
    free_user_operators();
    GrB_finalize();
    return failed != 0;
}
