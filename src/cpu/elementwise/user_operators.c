/* See user_operators.h. */
#include "cpu/elementwise/user_operators.h"

#include <stddef.h>
#include <string.h>

#include "base/memory.h"
#include "base/registry.h"
#include "cpu/elementwise/elements.h"
#include "cpu/elementwise/regions.h"

/* Room for one value of any type. */
struct room {
    _Alignas(max_align_t) unsigned char byte[GRAPH_MOST_VALUE_BYTES];
};

void graph__cpu_own_binary(void *z, const void *x, const void *y, graph_op op, int64_t n)
{
    const struct graph_own_op *own = graph__own_op((int)op, GRAPH_OWN_BINARY);
    struct room room;
    if (own == NULL)
        return;
    graph_binary_function *function = own->function.binary;
    const size_t z_bytes = own->z_bytes, x_bytes = own->x_bytes, y_bytes = own->y_bytes;
    char *to = z;
    const char *left = x, *right = y;
    bool is_in_place = z == x || z == y;
    for (int64_t k = 0; k < n; k++, to += z_bytes, left += x_bytes, right += y_bytes) {
        function(is_in_place ? (void *)room.byte : to, left, right);
        if (is_in_place)
            memcpy(to, room.byte, z_bytes);
    }
}

void graph__cpu_own_unary(void *z, const void *x, graph_unary_op op, int64_t n)
{
    const struct graph_own_op *own = graph__own_op((int)op, GRAPH_OWN_UNARY);
    struct room room;
    if (own == NULL)
        return;
    const size_t z_bytes = own->z_bytes, x_bytes = own->x_bytes;
    char *to = z;
    const char *from = x;
    bool is_in_place = z == x;
    for (int64_t k = 0; k < n; k++, to += z_bytes, from += x_bytes) {
        own->function.unary(is_in_place ? (void *)room.byte : to, from);
        if (is_in_place)
            memcpy(to, room.byte, z_bytes);
    }
}

void graph__cpu_own_fold(void *z, const void *x, graph_op monoid, int64_t n)
{
    const struct graph_own_op *own = graph__own_op((int)monoid, GRAPH_OWN_BINARY);
    struct room room[2];
    int now = 0;
    if (own == NULL)
        return;
    const size_t bytes = own->z_bytes;
    const char *value = x;
    memcpy(room[0].byte, value, bytes);
    for (int64_t k = 1; k < n; k++) {
        if (own->terminal != NULL && memcmp(room[now].byte, own->terminal, bytes) == 0)
            break;
        own->function.binary(room[!now].byte, room[now].byte, value + (size_t)k * bytes);
        now = !now;
    }
    memcpy(z, room[now].byte, bytes);
}

void graph__cpu_own_identity(void *z, graph_op monoid)
{
    const struct graph_own_op *own = graph__own_op((int)monoid, GRAPH_OWN_BINARY);
    if (own != NULL)
        memcpy(z, own->identity, own->z_bytes);
}

/* What a function reads of a pattern. */
static const bool entry_of_pattern = true;

static const void *value_at(const void *x, int64_t e, size_t bytes)
{
    return bytes > 0 ? (const char *)x + (size_t)e * bytes : (const char *)&entry_of_pattern;
}

void graph__cpu_own_positions(void *z, const struct graph_csr *A, graph_index_op op, int64_t k, int threads)
{
    const struct graph_own_op *own = graph__own_op((int)op, GRAPH_OWN_INDEX);
    if (own == NULL)
        return;
    const size_t z_bytes = own->z_bytes, x_bytes = own->x_bytes;
#pragma omp parallel for num_threads(threads) schedule(dynamic, 1024)
    for (int64_t i = 0; i < A->rows; i++)
        for (int64_t e = A->row_start[i]; e < A->row_start[i + 1]; e++)
            own->function.index((char *)z + (size_t)e * z_bytes, value_at(A->value, e, x_bytes),
                                (graph_index)i, (graph_index)A->column[e], &k);
}

/* *y = the scalar of a test in the type that its function takes: an array of the caller's. */
static graph_status test_scalar(void **y, const struct graph_own_op *own, graph_scalar scalar)
{
    graph_status status;
    *y = NULL;
    if (own == NULL)
        return graph__fail(GRAPH_E_INVALID_VALUE, "the test was released during the call");
    GRAPH_TRY(graph__allocate_array(y, own->y_bytes, 1));
    GRAPH_TRY(graph__cpu_fill(*y, own->y, scalar, 1, 1));
done:
    return status;
}

graph_status graph__cpu_own_test(uint8_t *passes, const struct graph_csr *A, const void *x,
                                 graph_select_op op, graph_scalar scalar, int threads)
{
    const struct graph_own_op *own = graph__own_op((int)op, GRAPH_OWN_SELECT);
    void *y = NULL;
    graph_status status;
    GRAPH_TRY(test_scalar(&y, own, scalar));
#pragma omp parallel for num_threads(threads) schedule(dynamic, 1024)
    for (int64_t i = 0; i < A->rows; i++)
        for (int64_t e = A->row_start[i]; e < A->row_start[i + 1]; e++) {
            bool passed = false;
            own->function.index(&passed, value_at(x, e, own->x_bytes), (graph_index)i,
                                (graph_index)A->column[e], y);
            passes[e] = passed;
        }
done:
    graph__free(y);
    return status;
}

graph_status graph__cpu_own_vector_test(uint8_t *passes, const struct graph_vector_view *u, const void *x,
                                        graph_select_op op, graph_scalar scalar)
{
    const struct graph_own_op *own = graph__own_op((int)op, GRAPH_OWN_SELECT);
    int64_t n = u->form == GRAPH_SPARSE ? u->entries : u->length;
    void *y = NULL;
    graph_status status;
    GRAPH_TRY(test_scalar(&y, own, scalar));
    for (int64_t e = 0; e < n; e++) {
        bool passed = false;
        int64_t i = u->form == GRAPH_SPARSE ? u->index[e] : e;
        if (u->form != GRAPH_BITMAP || u->present[e])
            own->function.index(&passed, value_at(x, e, own->x_bytes), (graph_index)i, 0, y);
        passes[e] = passed;
    }
done:
    graph__free(y);
    return status;
}

void graph__cpu_call(const struct graph_operator_call *call, void *z, const void *x, const void *y)
{
    if (call->function != NULL)
        call->function(z, x, y);
    else
        (void)graph__cpu_binary(z, x, y, call->op, call->type, 1, 1);
}
