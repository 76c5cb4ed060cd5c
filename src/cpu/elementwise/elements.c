/* Arrays of values cut into blocks for the element-wise kernels, and the choice of those kernels by type. */
#include "cpu/elementwise/elements.h"

#include <string.h>

#include "base/memory.h"
#include "base/registry.h"

#define DECLARE(code, number, c_type, name) extern const struct graph_elements graph__cpu_elements_##name;
GRAPH_TYPE_LIST(DECLARE)
#undef DECLARE
extern const struct graph_elements graph__cpu_elements_bytes_16, graph__cpu_elements_bytes_any;

enum { BLOCK = 8192, SERIAL_BLOCKS = 12 /* one thread does as many */ };

const struct graph_elements *graph__cpu_elements(graph_type type)
{
    switch (type) {
#define REFER(code, number, c_type, name)                                                                    \
    case code:                                                                                               \
        return &graph__cpu_elements_##name;
        GRAPH_TYPE_LIST(REFER)
#undef REFER
    default:
        break;
    }
    switch (graph_type_size(type)) {
    case 0: /* a pattern */
    case 1:
        return &graph__cpu_elements_uint8;
    case 2:
        return &graph__cpu_elements_uint16;
    case 4:
        return &graph__cpu_elements_uint32;
    case 8:
        return &graph__cpu_elements_uint64;
    case 16:
        return &graph__cpu_elements_bytes_16;
    default:
        return &graph__cpu_elements_bytes_any;
    }
}

static int64_t block_count(int64_t n) { return (n + BLOCK - 1) / BLOCK; }

static int64_t block_size(int64_t n, int64_t b) { return b + 1 < block_count(n) ? BLOCK : n - b * BLOCK; }

graph_status graph__cpu_convert(void *to, graph_type to_type, const void *from, graph_type from_type,
                                int64_t n, int threads)
{
    const struct graph_elements *elements = graph__cpu_elements(to_type);
    size_t to_bytes = graph_type_size(to_type), from_bytes = graph_type_size(from_type);
    if (from == NULL)
        from_type = GRAPH_PATTERN;
    if (n == 0) /* there may be no arrays */
        return GRAPH_OK;
    if (n <= BLOCK) { /* here and below: a parallel region would take longer */
        elements->convert(to, from, from_type, n);
        return GRAPH_OK;
    }
#pragma omp parallel for num_threads(threads) schedule(static) if (n > SERIAL_BLOCKS * BLOCK)
    for (int64_t b = 0; b < block_count(n); b++) {
        size_t first = (size_t)b * BLOCK;
        elements->convert((char *)to + first * to_bytes,
                          from == NULL ? NULL : (const char *)from + first * from_bytes, from_type,
                          block_size(n, b));
    }
    return GRAPH_OK;
}

graph_status graph__cpu_fill(void *z, graph_type type, graph_scalar x, int64_t n, int threads)
{
    const size_t bytes = graph_type_size(type);
    union {
        uint8_t of_1;
        uint16_t of_2;
        uint32_t of_4;
        uint64_t of_8;
    } one = {0};
    if (graph__is_user_type(type)) {
#pragma omp parallel for num_threads(threads) schedule(static) if (n > SERIAL_BLOCKS * BLOCK)
        for (int64_t k = 0; k < n; k++)
            memcpy((char *)z + (size_t)k * bytes, x.value.own, bytes);
        return GRAPH_OK;
    }
    graph__cpu_elements(type)->from_scalar(&one, x);
#pragma omp parallel for num_threads(threads) schedule(static) if (n > SERIAL_BLOCKS * BLOCK)
    for (int64_t k = 0; k < n; k++)
        switch (bytes) {
        case 1:
            ((uint8_t *)z)[k] = one.of_1;
            break;
        case 2:
            ((uint16_t *)z)[k] = one.of_2;
            break;
        case 4:
            ((uint32_t *)z)[k] = one.of_4;
            break;
        default:
            ((uint64_t *)z)[k] = one.of_8;
        }
    return GRAPH_OK;
}

graph_status graph__cpu_unary(void *z, const void *x, graph_unary_op op, graph_type type, int64_t n,
                              int threads)
{
    const struct graph_elements *elements = graph__cpu_elements(type);
    const struct graph_user_op *user = graph__user_op((int)op, GRAPH_USER_UNARY);
    const size_t bytes = graph_type_size(type), x_bytes = user != NULL ? user->x_bytes : bytes;
    if (n == 0)
        return GRAPH_OK;
    if (graph__is_user_type(type) && op == GRAPH_IDENTITY) {
        memmove(z, x, (size_t)n * bytes);
        return GRAPH_OK;
    }
    if (n <= BLOCK) {
        elements->unary(z, x, op, n);
        return GRAPH_OK;
    }
#pragma omp parallel for num_threads(threads) schedule(static) if (n > SERIAL_BLOCKS * BLOCK)
    for (int64_t b = 0; b < block_count(n); b++) {
        size_t first = (size_t)b * BLOCK;
        elements->unary((char *)z + first * bytes, (const char *)x + first * x_bytes, op, block_size(n, b));
    }
    return GRAPH_OK;
}

struct graph_operator_bytes graph__cpu_op_bytes(graph_op op, graph_type type)
{
    const struct graph_user_op *user = graph__user_op((int)op, GRAPH_USER_BINARY);
    size_t bytes = graph_type_size(type);
    if (user != NULL)
        return (struct graph_operator_bytes){user->z_bytes, user->x_bytes, user->y_bytes};
    if (!graph__is_typed((int)op))
        return (struct graph_operator_bytes){bytes, bytes, bytes};
    bytes = graph_type_size(graph__type_of_op((int)op));
    return (struct graph_operator_bytes){sizeof(bool), bytes, bytes};
}

graph_status graph__cpu_binary(void *z, const void *x, const void *y, graph_op op, graph_type type, int64_t n,
                               int threads)
{
    const bool compares = graph__is_typed((int)op);
    const struct graph_elements *elements = graph__cpu_elements(compares ? graph__type_of_op((int)op) : type);
    const struct graph_operator_bytes bytes = graph__cpu_op_bytes(op, type);
    if (n == 0)
        return GRAPH_OK;
    if (!graph__is_user_op((int)op) && graph__is_user_type(type)) { /* an operator that moves values */
        memmove(z, op == GRAPH_SECOND ? y : x, (size_t)n * bytes.z);
        return GRAPH_OK;
    }
#pragma omp parallel for num_threads(threads) schedule(static) if (n > SERIAL_BLOCKS * BLOCK)
    for (int64_t b = 0; b < block_count(n); b++) {
        size_t first = (size_t)b * BLOCK;
        char *to = (char *)z + first * bytes.z;
        const char *x_at = (const char *)x + first * bytes.x, *y_at = (const char *)y + first * bytes.y;
        if (compares)
            elements->compare((bool *)to, x_at, y_at, (graph_op)graph__untyped((int)op), block_size(n, b));
        else
            elements->binary(to, x_at, y_at, op, block_size(n, b));
    }
    return GRAPH_OK;
}

/* Folds blocks of a fixed size, then the folds: the order does not depend on threads. */
graph_status graph__cpu_reduce(void *z, const void *x, graph_op monoid, graph_type type, int64_t n,
                               int threads)
{
    const struct graph_elements *elements = graph__cpu_elements(type);
    size_t bytes = graph_type_size(type);
    char *folds = NULL;
    graph_status status;
    if (n == 0) {
        elements->identity(z, monoid);
        return GRAPH_OK;
    }
    if (n <= BLOCK) {
        elements->fold(z, x, monoid, n);
        return GRAPH_OK;
    }
    GRAPH_TRY(graph__allocate_array((void **)&folds, (size_t)block_count(n), bytes));
#pragma omp parallel for num_threads(threads) schedule(static) if (n > SERIAL_BLOCKS * BLOCK)
    for (int64_t b = 0; b < block_count(n); b++)
        elements->fold(folds + (size_t)b * bytes, (const char *)x + (size_t)b * BLOCK * bytes, monoid,
                       block_size(n, b));
    elements->fold(z, folds, monoid, block_count(n));
done:
    graph__free(folds);
    return status;
}

graph_status graph__cpu_merge(struct graph_merge_request *r)
{
    return graph__cpu_elements(r->C_old.type)->merge(r);
}

graph_status graph__cpu_ewise(struct graph_ewise_request *r)
{
    const struct graph_elements *elements = graph__cpu_elements(r->A.type);
    struct graph_merge_request merge = {
        .C_old = r->A, .update = r->B, .accum = r->op, .gives_bool = r->gives_bool, .threads = r->threads};
    if (!r->is_union)
        return elements->intersect(r);
    graph_status status = elements->merge(&merge);
    r->C = merge.C;
    return status;
}

graph_status graph__cpu_reduce_rows(struct graph_reduce_rows_request *r)
{
    return graph__cpu_elements(r->A.type)->reduce_rows(r);
}

graph_status graph__cpu_vector_merge(struct graph_vector_merge_request *r)
{
    return graph__cpu_elements(r->w_old.type)->vector_merge(r);
}

graph_status graph__cpu_vector_update(struct graph_vector_update_request *r)
{
    graph__cpu_elements(r->update.type)->vector_update(r);
    return GRAPH_OK;
}

graph_status graph__cpu_vector_ewise(struct graph_vector_ewise_request *r)
{
    const struct graph_elements *elements = graph__cpu_elements(r->u.type);
    struct graph_vector_merge_request merge = {
        .w_old = r->u, .update = r->v, .accum = r->op, .gives_bool = r->gives_bool, .threads = r->threads};
    if (!r->is_union)
        return elements->vector_intersect(r);
    graph_status status = elements->vector_merge(&merge);
    r->w = merge.w;
    return status;
}

graph_status graph__cpu_vector_pack(void **packed, const struct graph_vector_view *v)
{
    return graph__cpu_elements(v->type)->vector_pack(packed, v);
}

graph_status graph__cpu_vector_list(int32_t **index, const struct graph_vector_view *v)
{
    int64_t at = 0;
    graph_status status = GRAPH_NEW(*index, v->entries);
    if (status < 0)
        return status;
    for (int64_t i = 0; i < v->length; i++)
        if (v->form == GRAPH_FULL || v->present[i])
            (*index)[at++] = (int32_t)i;
    return GRAPH_OK;
}

graph_status graph__cpu_vector_gather(void **gathered, const struct graph_vector_view *v,
                                      const int32_t *index, int64_t n, int threads)
{
    const size_t bytes = graph_type_size(v->type);
    const char *from = v->value;
    graph_status status = graph__allocate_array(gathered, (size_t)n, bytes);
    if (status < 0)
        return status;
    char *to = *gathered;
#pragma omp parallel for num_threads(threads) schedule(static) if (n > 4 * BLOCK)
    for (int64_t k = 0; k < n; k++)
        if (bytes == sizeof(int64_t)) /* a move, where the other is a call */
            memcpy(to + k * 8, from + (int64_t)index[k] * 8, 8);
        else
            memcpy(to + (size_t)k * bytes, from + (size_t)index[k] * bytes, bytes);
    return GRAPH_OK;
}

graph_status graph__cpu_vector_mask(uint8_t *present, const struct graph_vector_view *v, int threads)
{
    const bool *value = v->value;
    int64_t length = v->length;
    if (v->form == GRAPH_SPARSE) {
        memset(present, 0, (size_t)length);
        for (int64_t k = 0; k < v->entries; k++)
            present[v->index[k]] = value == NULL || value[k];
        return GRAPH_OK;
    }
#pragma omp parallel for num_threads(threads) schedule(static) if (length > 16 * BLOCK)
    for (int64_t i = 0; i < length; i++)
        present[i] = (v->form == GRAPH_FULL || v->present[i]) && (value == NULL || value[i]);
    return GRAPH_OK;
}
