/* Operations of the reference on dense objects. */
#include "tests/graphblas/reference.h"

struct dense new_dense(int type, int rows, int columns)
{
    return (struct dense){.type = type, .rows = rows, .columns = columns};
}

static int at(const struct dense *A, int i, int j) { return i * A->columns + j; }

static void put(struct dense *A, int i, int j, struct value x)
{
    A->has[at(A, i, j)] = true;
    A->x[at(A, i, j)] = reference_cast(x, A->type);
}

struct dense transposed(const struct dense *A, bool is_wanted)
{
    if (!is_wanted)
        return *A;
    struct dense T = new_dense(A->type, A->columns, A->rows);
    for (int i = 0; i < A->rows; i++)
        for (int j = 0; j < A->columns; j++)
            if (A->has[at(A, i, j)])
                put(&T, j, i, A->x[at(A, i, j)]);
    return T;
}

/* Z(k) = accum(C, T) where both are there, else the one that is. */
static void accumulate(bool *has, struct value *z, const struct dense *C, int k,
                       const struct operator_ *accum, bool has_t, struct value t)
{
    *has = has_t || (accum && C->has[k]);
    if (!*has)
        return;
    *z = !has_t ? C->x[k] : accum && C->has[k] ? binary_value(accum, C->x[k], t) : t;
    *z = reference_cast(*z, C->type);
}

static void admit(struct dense *C, const struct writing *how, const bool *has, const struct value *z)
{
    for (int k = 0; k < C->rows * C->columns; k++) {
        bool admits = true;
        if (how->mask)
            admits = how->mask->has[k] &&
                     (how->is_structural || reference_cast(how->mask->x[k], GrB_BOOL_CODE).as.b);
        if (admits != how->is_complement) {
            C->has[k] = has[k];
            C->x[k] = z[k];
        } else if (how->replaces)
            C->has[k] = false;
    }
}

void write_dense(struct dense *C, const struct writing *how, const struct dense *T)
{
    bool has[MOST_CELLS] = {false};
    struct value z[MOST_CELLS] = {{0}};
    for (int k = 0; k < C->rows * C->columns; k++)
        accumulate(&has[k], &z[k], C, k, how->accum, T->has[k], T->x[k]);
    admit(C, how, has, z);
}

void assign_dense(struct dense *C, const struct writing *how, const struct dense *A, const GrB_Index *rows,
                  const GrB_Index *columns)
{
    bool has[MOST_CELLS];
    struct value z[MOST_CELLS];
    for (int k = 0; k < C->rows * C->columns; k++)
        has[k] = C->has[k], z[k] = C->x[k];
    for (int i = 0; i < A->rows; i++) {
        for (int j = 0; j < A->columns; j++) {
            const int k = at(C, (int)rows[i], (int)columns[j]), from = at(A, i, j);
            accumulate(&has[k], &z[k], C, k, how->accum, A->has[from], A->x[from]);
        }
    }
    admit(C, how, has, z);
}

struct dense product_of(const struct operator_ *add, const struct operator_ *multiply, const struct dense *A,
                        const struct dense *B)
{
    struct dense T = new_dense(add->z, A->rows, B->columns);
    for (int i = 0; i < A->rows; i++) {
        for (int j = 0; j < B->columns; j++) {
            for (int k = 0; k < A->columns; k++) {
                if (!A->has[at(A, i, k)] || !B->has[at(B, k, j)])
                    continue;
                struct value x = binary_value(multiply, A->x[at(A, i, k)], B->x[at(B, k, j)]);
                put(&T, i, j, T.has[at(&T, i, j)] ? binary_value(add, T.x[at(&T, i, j)], x) : x);
            }
        }
    }
    return T;
}

struct dense union_of(const struct operator_ *op, const struct dense *A, const struct dense *B)
{
    struct dense T = new_dense(op->z, A->rows, A->columns);
    for (int k = 0; k < A->rows * A->columns; k++) {
        T.has[k] = A->has[k] || B->has[k];
        if (A->has[k] && B->has[k])
            T.x[k] = binary_value(op, A->x[k], B->x[k]);
        else if (T.has[k])
            T.x[k] = reference_cast(A->has[k] ? A->x[k] : B->x[k], op->z);
    }
    return T;
}

struct dense intersection_of(const struct operator_ *op, const struct dense *A, const struct dense *B)
{
    struct dense T = new_dense(op->z, A->rows, A->columns);
    for (int k = 0; k < A->rows * A->columns; k++) {
        T.has[k] = A->has[k] && B->has[k];
        if (T.has[k])
            T.x[k] = binary_value(op, A->x[k], B->x[k]);
    }
    return T;
}

struct dense kronecker_of(const struct operator_ *op, const struct dense *A, const struct dense *B)
{
    struct dense T = new_dense(op->z, A->rows * B->rows, A->columns * B->columns);
    for (int i = 0; i < T.rows; i++) {
        for (int j = 0; j < T.columns; j++) {
            const int a = at(A, i / B->rows, j / B->columns), b = at(B, i % B->rows, j % B->columns);
            if (A->has[a] && B->has[b])
                put(&T, i, j, binary_value(op, A->x[a], B->x[b]));
        }
    }
    return T;
}

struct dense rows_of(const struct operator_ *op, const struct dense *A)
{
    struct dense T = new_dense(op->z, A->rows, 1);
    for (int i = 0; i < A->rows; i++)
        for (int j = 0; j < A->columns; j++)
            if (A->has[at(A, i, j)])
                put(&T, i, 0,
                    T.has[i] ? binary_value(op, T.x[i], A->x[at(A, i, j)])
                             : reference_cast(A->x[at(A, i, j)], op->x));
    return T;
}

bool sum_of_cells(struct value *sum, const struct operator_ *op, const struct dense *A)
{
    bool has = false;
    for (int k = 0; k < A->rows * A->columns; k++) {
        if (!A->has[k])
            continue;
        *sum = has ? binary_value(op, *sum, A->x[k]) : reference_cast(A->x[k], op->x);
        has = true;
    }
    return has;
}

struct dense part_of(const struct dense *A, const GrB_Index *rows, int row_count, const GrB_Index *columns,
                     int column_count)
{
    struct dense T = new_dense(A->type, row_count, column_count);
    for (int i = 0; i < row_count; i++)
        for (int j = 0; j < column_count; j++)
            if (A->has[at(A, (int)rows[i], (int)columns[j])])
                put(&T, i, j, A->x[at(A, (int)rows[i], (int)columns[j])]);
    return T;
}
