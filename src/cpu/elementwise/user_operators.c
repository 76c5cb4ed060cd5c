/* See user_operators.h. */
#include "cpu/elementwise/user_operators.h"

#include <stddef.h>
#include <string.h>

#include "base/registry.h"

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
    const size_t z_bytes = user->z_bytes, x_bytes = user->x_bytes, y_bytes = user->y_bytes;
    char *to = z;
    const char *x_at = x, *y_at = y;
    bool is_in_place = z == x || z == y;
    for (int64_t k = 0; k < n; k++, to += z_bytes, x_at += x_bytes, y_at += y_bytes) {
        graph__call_binary(user, is_in_place ? (void *)room.byte : to, x_at, y_at);
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
        graph__call_unary(user, is_in_place ? (void *)room.byte : to, from);
        if (is_in_place)
            memcpy(to, room.byte, z_bytes);
    }
}

void graph__cpu_user_fold(void *z, const void *x, graph_op monoid, int64_t n)
{
    const struct graph_user_op *user = graph__user_op((int)monoid, GRAPH_USER_BINARY);
    struct room room;
    if (user == NULL)
        return;
    const size_t bytes = user->z_bytes;
    const char *value = x;
    memmove(z, value, bytes);
    for (int64_t k = 1; k < n; k++) {
        if (user->terminal != NULL && memcmp(z, user->terminal, bytes) == 0)
            return;
        graph__call_binary(user, room.byte, z, value + (size_t)k * bytes);
        memcpy(z, room.byte, bytes);
    }
}

void graph__cpu_user_identity(void *z, graph_op monoid)
{
    const struct graph_user_op *user = graph__user_op((int)monoid, GRAPH_USER_BINARY);
    if (user != NULL)
        memcpy(z, user->identity, user->z_bytes);
}
