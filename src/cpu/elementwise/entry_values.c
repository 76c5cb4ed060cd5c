/* Functions of entries and their positions: tests, built-in functions of positions, and operators of the user's. */
#include <string.h>

#include "base/memory.h"
#include "base/registry.h"
#include "contract/positions.h"
#include "cpu/elementwise/elements.h"

enum { PART = 4096 };

/* What a function reads of a pattern. */
static const bool entry_of_pattern = true;

/* The function of a request. */
struct entry_call {
    const struct graph_user_op *user; /* NULL: a built-in one */
    struct graph_entry_op op;
    graph_type z; /* of a built-in function of positions */
    void *y;      /* of the user's, in its type */
    int64_t k;    /* the integer of others */
};

static graph_status call_open(struct entry_call *f, const struct graph_entry_values_request *r)
{
    graph_status status = GRAPH_OK;
    *f = (struct entry_call){.op = r->op};
    if (!graph__is_user_op(r->op.op)) {
        f->op.op = graph__untyped(r->op.op);
        f->z = graph__is_typed(r->op.op) ? graph__type_of_op(r->op.op) : GRAPH_INT64;
        if (r->op.is_test)
            f->k = graph__position_offset(r->y);
        else
            GRAPH_TRY(graph__cpu_fill(&f->k, GRAPH_INT64, r->y, 1, 1));
        return GRAPH_OK;
    }
    f->user = graph__user_op(r->op.op, r->op.is_test ? GRAPH_USER_SELECT : GRAPH_USER_INDEX);
    if (f->user == NULL)
        return graph__fail(GRAPH_E_INVALID_VALUE, "the operator was released during the call");
    GRAPH_TRY(graph__allocate_array(&f->y, f->user->y_bytes, 1));
    GRAPH_TRY(graph__cpu_fill(f->y, f->user->y, r->y, 1, 1));
done:
    return status;
}

/* z[e] = the function of entry e at (i, j). */
static void function_call(const struct entry_call *f, const struct graph_entry_values_request *r, int64_t e,
                          int64_t i, int64_t j)
{
    const graph_index_op position_of = (graph_index_op)f->op.op;
    if (f->user != NULL) {
        const char *x = f->user->x_bytes > 0 ? (const char *)r->x + (size_t)e * f->user->x_bytes
                                             : (const char *)&entry_of_pattern;
        graph__call_index(f->user, (char *)r->z + (size_t)e * f->user->z_bytes, x, i, j, f->y);
    } else if (f->op.is_test) {
        ((bool *)r->z)[e] = graph__position_passes((graph_select_op)f->op.op, i, j, f->k);
    } else {
        int64_t position = position_of == GRAPH_ROW_INDEX ? i : position_of == GRAPH_COLUMN_INDEX ? j : j - i;
        uint64_t value = (uint64_t)position + (uint64_t)f->k;
        if (f->z == GRAPH_INT32)
            ((int32_t *)r->z)[e] = (int32_t)value;
        else
            ((int64_t *)r->z)[e] = (int64_t)value;
    }
}

/* The user's function for the entries of row i.  What is called is copied: the calls may write anywhere. */
static void call_row(const struct entry_call *f, const struct graph_entry_values_request *r, int64_t i)
{
    const struct graph_user_op *user = f->user;
    const struct graph_user_op called = {
        .has_context = user->has_context, .function = user->function, .context = user->context};
    const size_t x_step = user->x_bytes, z_step = user->z_bytes;
    const int64_t begin = r->A->row_start[i], end = r->A->row_start[i + 1];
    const int32_t *column = r->A->column;
    const char *x =
        x_step > 0 ? (const char *)r->x + (size_t)begin * x_step : (const char *)&entry_of_pattern;
    char *z = (char *)r->z + (size_t)begin * z_step;
    const void *y = f->y;
    for (int64_t e = begin; e < end; e++, x += x_step, z += z_step)
        graph__call_index(&called, z, x, i, column[e], y);
}

static void test_values(const struct graph_entry_values_request *r, int64_t n)
{
    const struct graph_elements *elements = graph__cpu_elements(r->type);
    const graph_select_op test = (graph_select_op)graph__untyped(r->op.op);
    const size_t bytes = graph_type_size(r->type);
#pragma omp parallel for num_threads(r->threads) schedule(static) if (n > 4 * PART)
    for (int64_t begin = 0; begin < n; begin += PART)
        elements->test((uint8_t *)r->z + begin, (const char *)r->x + (size_t)begin * bytes, test, r->y,
                       n - begin < PART ? n - begin : PART);
}

/* Positions i of a vector's elements: i + k, k alone, or k - i, also where nothing is. */
static void vector_positions(const struct entry_call *f, const struct graph_entry_values_request *r)
{
    const graph_index_op position_of = (graph_index_op)f->op.op;
    const uint64_t k = (uint64_t)f->k, factor = position_of == GRAPH_ROW_INDEX      ? 1
                                                : position_of == GRAPH_COLUMN_INDEX ? 0
                                                                                    : (uint64_t)-1;
    int32_t *narrow = f->z == GRAPH_INT32 ? r->z : NULL;
    int64_t *wide = r->z;
#pragma omp parallel for num_threads(r->threads) schedule(static) if (r->n > 4 * PART)
    for (int64_t begin = 0; begin < r->n; begin += PART) {
        const int64_t end = r->n - begin < PART ? r->n : begin + PART;
        for (int64_t e = begin; narrow != NULL && e < end; e++)
            narrow[e] = (int32_t)(factor * (uint64_t)(r->index != NULL ? r->index[e] : e) + k);
        for (int64_t e = begin; narrow == NULL && r->index != NULL && e < end; e++)
            wide[e] = (int64_t)(factor * (uint64_t)r->index[e] + k);
        for (int64_t e = begin; narrow == NULL && r->index == NULL && e < end; e++)
            wide[e] = (int64_t)(factor * (uint64_t)e + k);
    }
}

graph_status graph__cpu_entry_values(struct graph_entry_values_request *r)
{
    struct entry_call f = {0};
    const int64_t n = r->A != NULL ? r->A->entries : r->n;
    graph_status status = GRAPH_OK;
    if (r->op.is_test && graph__tests_values((graph_select_op)graph__untyped(r->op.op))) {
        test_values(r, n);
        return GRAPH_OK;
    }
    GRAPH_TRY(call_open(&f, r));
    if (r->A != NULL) {
        const struct graph_csr *A = r->A;
#pragma omp parallel for num_threads(r->threads) schedule(dynamic, 1024) if (n > PART)
        for (int64_t i = 0; i < A->rows; i++)
            if (f.user != NULL)
                call_row(&f, r, i);
            else
                for (int64_t e = A->row_start[i]; e < A->row_start[i + 1]; e++)
                    function_call(&f, r, e, i, A->column[e]);
    } else if (f.user == NULL && !f.op.is_test) {
        vector_positions(&f, r);
    } else {
        const size_t z_bytes = f.user != NULL ? f.user->z_bytes : sizeof(bool);
#pragma omp parallel for num_threads(r->threads) schedule(static) if (n > PART)
        for (int64_t e = 0; e < n; e++)
            if (r->present == NULL || r->present[e])
                function_call(&f, r, e, r->index != NULL ? r->index[e] : e, 0);
            else /* a valid value */
                memset((char *)r->z + (size_t)e * z_bytes, 0, z_bytes);
    }
done:
    graph__free(f.y);
    return status;
}
