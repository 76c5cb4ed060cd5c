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

void graph__cpu_user_binary(void *z, const void *x, const void *y, graph_op op, int64_t n)
{
    const struct graph_user_op *user = graph__user_op((int)op, GRAPH_USER_BINARY);
    struct room room;
    if (user == NULL)
        return;
    graph_binary_function *function = user->function.binary;
    const size_t z_bytes = user->z_bytes, x_bytes = user->x_bytes, y_bytes = user->y_bytes;
    char *to = z;
    const char *x_at = x, *y_at = y;
    bool is_in_place = z == x || z == y;
    for (int64_t k = 0; k < n; k++, to += z_bytes, x_at += x_bytes, y_at += y_bytes) {
        function(is_in_place ? (void *)room.byte : to, x_at, y_at);
        if (is_in_place)
            memcpy(to, room.byte, z_bytes);
    }
}

void graph__cpu_user_unary(void *z, const void *x, graph_unary_op op, int64_t n)
{
    const struct graph_user_op *user = graph__user_op((int)op, GRAPH_USER_UNARY);
    struct room room;
    if (user == NULL)
        return;
    const size_t z_bytes = user->z_bytes, x_bytes = user->x_bytes;
    char *to = z;
    const char *from = x;
    bool is_in_place = z == x;
    for (int64_t k = 0; k < n; k++, to += z_bytes, from += x_bytes) {
        user->function.unary(is_in_place ? (void *)room.byte : to, from);
        if (is_in_place)
            memcpy(to, room.byte, z_bytes);
    }
}

void graph__cpu_user_fold(void *z, const void *x, graph_op monoid, int64_t n)
{
    const struct graph_user_op *user = graph__user_op((int)monoid, GRAPH_USER_BINARY);
    struct room room[2];
    int now = 0;
    if (user == NULL)
        return;
    const size_t bytes = user->z_bytes;
    const char *value = x;
    memcpy(room[0].byte, value, bytes);
    for (int64_t k = 1; k < n; k++) {
        if (user->terminal != NULL && memcmp(room[now].byte, user->terminal, bytes) == 0)
            break;
        user->function.binary(room[!now].byte, room[now].byte, value + (size_t)k * bytes);
        now = !now;
    }
    memcpy(z, room[now].byte, bytes);
}

void graph__cpu_user_identity(void *z, graph_op monoid)
{
    const struct graph_user_op *user = graph__user_op((int)monoid, GRAPH_USER_BINARY);
    if (user != NULL)
        memcpy(z, user->identity, user->z_bytes);
}

/* What a function reads of a pattern. */
static const bool entry_of_pattern = true;

static const void *value_at(const void *x, int64_t e, size_t bytes)
{
    return bytes > 0 ? (const char *)x + (size_t)e * bytes : (const char *)&entry_of_pattern;
}

void graph__cpu_user_positions(void *z, const struct graph_csr *A, graph_index_op op, int64_t k, int threads)
{
    const struct graph_user_op *user = graph__user_op((int)op, GRAPH_USER_INDEX);
    if (user == NULL)
        return;
    const size_t z_bytes = user->z_bytes, x_bytes = user->x_bytes;
#pragma omp parallel for num_threads(threads) schedule(dynamic, 1024)
    for (int64_t i = 0; i < A->rows; i++)
        for (int64_t e = A->row_start[i]; e < A->row_start[i + 1]; e++)
            user->function.index((char *)z + (size_t)e * z_bytes, value_at(A->value, e, x_bytes),
                                 (graph_index)i, (graph_index)A->column[e], &k);
}

/* *y = the scalar of a test in the type that its function takes: an array of the caller's. */
static graph_status test_scalar(void **y, const struct graph_user_op *user, graph_scalar scalar)
{
    graph_status status;
    *y = NULL;
    if (user == NULL)
        return graph__fail(GRAPH_E_INVALID_VALUE, "the test was released during the call");
    GRAPH_TRY(graph__allocate_array(y, user->y_bytes, 1));
    GRAPH_TRY(graph__cpu_fill(*y, user->y, scalar, 1, 1));
done:
    return status;
}

graph_status graph__cpu_user_test(uint8_t *passes, const struct graph_csr *A, const void *x,
                                  graph_select_op op, graph_scalar scalar, int threads)
{
    const struct graph_user_op *user = graph__user_op((int)op, GRAPH_USER_SELECT);
    void *y = NULL;
    graph_status status;
    GRAPH_TRY(test_scalar(&y, user, scalar));
#pragma omp parallel for num_threads(threads) schedule(dynamic, 1024)
    for (int64_t i = 0; i < A->rows; i++)
        for (int64_t e = A->row_start[i]; e < A->row_start[i + 1]; e++) {
            bool passed = false;
            user->function.index(&passed, value_at(x, e, user->x_bytes), (graph_index)i,
                                 (graph_index)A->column[e], y);
            passes[e] = passed;
        }
done:
    graph__free(y);
    return status;
}

graph_status graph__cpu_user_vector_test(uint8_t *passes, const struct graph_vector_view *u, const void *x,
                                         graph_select_op op, graph_scalar scalar)
{
    const struct graph_user_op *user = graph__user_op((int)op, GRAPH_USER_SELECT);
    int64_t n = u->form == GRAPH_SPARSE ? u->entries : u->length;
    void *y = NULL;
    graph_status status;
    GRAPH_TRY(test_scalar(&y, user, scalar));
    for (int64_t e = 0; e < n; e++) {
        bool passed = false;
        int64_t i = u->form == GRAPH_SPARSE ? u->index[e] : e;
        if (u->form != GRAPH_BITMAP || u->present[e])
            user->function.index(&passed, value_at(x, e, user->x_bytes), (graph_index)i, 0, y);
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
