/* Parts of a random call. */
#include "tests/graphblas/random_operands.h"

#include "tests/support/test.h"

int call_below(struct call *c, int n) { return (int)(test_random(&c->random) % (uint64_t)n); }

int call_length(struct call *c) { return 1 + call_below(c, MOST_LENGTH); }

static bool is_type_wanted(const struct call *c, int type) { return !c->has_ends || !is_floating(type); }

int call_type(struct call *c)
{
    int type;
    do
        type = 1 + call_below(c, 11);
    while (!is_type_wanted(c, type));
    return type;
}

struct value call_value(struct call *c, int type)
{
    static const double floats[] = {0, 1, -1, 2, -2, 0.5, -0.5, 2.5, 3, 4};
    struct value x = {.type = GrB_FP64_CODE};
    x.as.f = floats[call_below(c, is_floating(type) ? 10 : 5)];
    x = reference_cast(x, type);
    if (c->has_ends && type != GrB_BOOL_CODE && call_below(c, 3) == 0) {
        x.as.u = call_below(c, 2) ? UINT64_MAX >> call_below(c, 3) : UINT64_C(1) << call_below(c, 64);
        x.type = GrB_UINT64_CODE;
        x = reference_cast(x, type);
    }
    if (!is_signed(type) && !is_floating(type) && type != GrB_BOOL_CODE && !c->has_ends)
        x.as.u %= 8; /* of -1 and -2 */
    return x;
}

struct dense call_object(struct call *c, int rows, int columns)
{
    struct dense A = new_dense(call_type(c), rows, columns);
    const int density = call_below(c, 5);
    for (int k = 0; k < rows * columns; k++) {
        A.has[k] = call_below(c, 4) < density;
        A.x[k] = call_value(c, A.type);
    }
    return A;
}

/* ---- Choices ---- */

#ifdef TESTED_IS_SUITESPARSE
/* Where SuiteSparse differs by right, or departs from the standard: docs/graphblas.md lists it. */
static bool is_theirs(const struct call *c, const struct operator_ *op)
{
    const bool is_position = op->op == REF_ROWINDEX || op->op == REF_COLINDEX,
               is_bool_test = op->op >= REF_VALUEEQ && op->op <= REF_VALUELE && op->x == GrB_BOOL_CODE;
    return op->op == REF_ANY || op->op == REF_DIAGINDEX || op->op == REF_USER_INDEX ||
           (c->is_selection && (is_position || is_bool_test)) || (c->is_union && op->z != op->x);
}
#endif

static bool fits(const struct call *c, const struct operator_ *op)
{
#ifdef TESTED_IS_SUITESPARSE
    if (is_theirs(c, op))
        return false;
#endif
    return !c->has_ends || (!is_floating(op->z) && !is_floating(op->x) && !is_floating(op->y));
}

const struct binary_row *call_binary(struct call *c)
{
    const struct binary_row *row;
    do
        row = &binary_rows[(size_t)call_below(c, (int)binary_count)];
    while (!fits(c, &row->op));
    return row;
}

const struct monoid_row *call_monoid(struct call *c)
{
    const struct monoid_row *row;
    do
        row = &monoid_rows[(size_t)call_below(c, (int)monoid_count)];
    while (!fits(c, &row->op));
    return row;
}

const struct semiring_row *call_semiring(struct call *c)
{
    const struct semiring_row *row;
    do
        row = &semiring_rows[(size_t)call_below(c, (int)semiring_count)];
    while (!fits(c, &row->add));
    return row;
}

const struct index_row *call_index(struct call *c)
{
    const struct index_row *row;
    do
        row = &index_rows[(size_t)call_below(c, (int)index_count)];
    while (!fits(c, &row->op));
    return row;
}

const struct unary_row *call_unary(struct call *c)
{
    const struct unary_row *row;
    do
        row = &unary_rows[(size_t)call_below(c, (int)unary_count)];
    while (!fits(c, &row->op));
    return row;
}

/* Some indices below n; without repetition at most n of them.  Now and then all, as GrB_ALL. */
const GrB_Index *call_indices(struct call *c, GrB_Index *list, int *count, int n, bool may_repeat)
{
    *count = may_repeat ? call_length(c) : 1 + call_below(c, n);
    for (int k = 0; k < n; k++)
        list[k] = (GrB_Index)k;
    if (call_below(c, 4) == 0) {
        *count = n;
        return GrB_ALL;
    }
    for (int k = 0; k < *count; k++) {
        if (may_repeat) {
            list[k] = (GrB_Index)call_below(c, n);
        } else {
            const int other = k + call_below(c, n - k);
            const GrB_Index swapped = list[k];
            list[k] = list[other], list[other] = swapped;
        }
    }
    return list;
}

/* ---- Set up and compare ---- */

void call_output(struct call *c, int rows, int columns)
{
    c->C = call_object(c, rows, columns);
    c->is_vector = columns == 0;
    c->desc = &descriptor_rows[(size_t)call_below(c, (int)descriptor_count)];
    c->accum = call_below(c, 2) ? call_binary(c) : NULL;
    c->has_mask = call_below(c, 2);
}

/* The shapes of the operands are known: makes objects of the library.  C, M: vectors if is_vector. */
bool call_make(struct call *c, bool is_C_vector, bool is_A_vector, bool is_B_vector, bool is_M_vector)
{
    c->how = (struct writing){c->has_mask ? &c->M : NULL, c->accum ? &c->accum->op : NULL, c->desc->replaces,
                              c->desc->is_structural, c->desc->is_complement};
    GrB_Info info = is_C_vector ? vector_of(&c->C_v, &c->C, call_below(c, 2))
                                : matrix_of(&c->C_m, &c->C, call_below(c, 2));
    if (info == GrB_SUCCESS && c->A.rows && !c->is_A_C)
        info = is_A_vector ? vector_of(&c->A_v, &c->A, call_below(c, 2))
                           : matrix_of(&c->A_m, &c->A, call_below(c, 2));
    if (info == GrB_SUCCESS && c->B.rows && !c->is_B_C)
        info = is_B_vector ? vector_of(&c->B_v, &c->B, call_below(c, 2))
                           : matrix_of(&c->B_m, &c->B, call_below(c, 2));
    if (info == GrB_SUCCESS && c->has_mask)
        info = is_M_vector ? vector_of(&c->M_v, &c->M, call_below(c, 2))
                           : matrix_of(&c->M_m, &c->M, call_below(c, 2));
    if (c->is_A_C)
        c->A = c->C, c->A_m = c->C_m, c->A_v = c->C_v;
    if (c->is_B_C)
        c->B = c->C, c->B_m = c->C_m, c->B_v = c->C_v;
    return info == GrB_SUCCESS;
}

void call_release(struct call *c)
{
    if (!c->is_A_C)
        GrB_Matrix_free(&c->A_m), GrB_Vector_free(&c->A_v);
    if (!c->is_B_C)
        GrB_Matrix_free(&c->B_m), GrB_Vector_free(&c->B_v);
    GrB_Matrix_free(&c->C_m), GrB_Vector_free(&c->C_v);
    GrB_Matrix_free(&c->M_m), GrB_Vector_free(&c->M_v);
}

GrB_BinaryOp call_accum(const struct call *c) { return c->accum ? *c->accum->object : NULL; }
