/* What the CPU back end compiles once for each value type, and for some sizes of the user's types: operators on arrays,
 * and the operations that combine matrices or vectors element by element. */
#ifndef CPU_ELEMENTWISE_ELEMENTS_H
#define CPU_ELEMENTWISE_ELEMENTS_H

#include "contract/backend.h"

struct graph_elements {
    /* On one block of n values, by the calling thread.  z may be x or y. */
    void (*convert)(void *to, const void *from, graph_type from_type, int64_t n);
    void (*unary)(void *z, const void *x, graph_unary_op op, int64_t n);
    void (*binary)(void *z, const void *x, const void *y, graph_op op, int64_t n);
    void (*compare)(bool *z, const void *x, const void *y, graph_op op, int64_t n); /* NULL for user types */
    /* passes[k] = a test of values against y, which is one of them.  NULL for user types. */
    void (*test)(uint8_t *passes, const void *x, graph_select_op op, graph_scalar y, int64_t n);
    /* *z = fold of n > 0 values; the monoid's identity; x converted. */
    void (*fold)(void *z, const void *x, graph_op monoid, int64_t n);
    void (*identity)(void *z, graph_op monoid);
    void (*from_scalar)(void *z, graph_scalar x);

    /* Whole operations; NULL values of a pattern are passed over, so that any type serves for one. */
    graph_status (*merge)(struct graph_merge_request *);
    graph_status (*intersect)(struct graph_ewise_request *);
    graph_status (*select_values)(struct graph_select_request *);
    graph_status (*select_marked)(struct graph_select_request *, const uint8_t *passes);
    graph_status (*reduce_rows)(struct graph_reduce_rows_request *);
    graph_status (*vector_merge)(struct graph_vector_merge_request *);
    void (*vector_update)(struct graph_vector_update_request *);
    graph_status (*vector_intersect)(struct graph_vector_ewise_request *);
    graph_status (*vector_select)(struct graph_vector_select_request *);
    graph_status (*vector_pack)(void **packed, const struct graph_vector_view *v);
};

/* Bytes of the values of a binary operator in an operation whose result has `type`. */
struct graph_operator_bytes {
    size_t z, x, y;
};
struct graph_operator_bytes graph__cpu_op_bytes(graph_op op, graph_type type);

/* The table of a type; that of a one-byte type for GRAPH_PATTERN. */
const struct graph_elements *graph__cpu_elements(graph_type type);

/* Entries of the back end's table. */
graph_status graph__cpu_fill(void *z, graph_type type, graph_scalar x, int64_t n, int threads);
graph_status graph__cpu_convert(void *to, graph_type to_type, const void *from, graph_type from_type,
                                int64_t n, int threads);
graph_status graph__cpu_unary(void *z, const void *x, graph_unary_op op, graph_type type, int64_t n,
                              int threads);
graph_status graph__cpu_binary(void *z, const void *x, const void *y, graph_op op, graph_type type, int64_t n,
                               int threads);
graph_status graph__cpu_reduce(void *z, const void *x, graph_op monoid, graph_type type, int64_t n,
                               int threads);
graph_status graph__cpu_ewise(struct graph_ewise_request *);
graph_status graph__cpu_entry_values(struct graph_entry_values_request *);
graph_status graph__cpu_select(struct graph_select_request *);
graph_status graph__cpu_reduce_rows(struct graph_reduce_rows_request *);
graph_status graph__cpu_merge(struct graph_merge_request *);
graph_status graph__cpu_vector_ewise(struct graph_vector_ewise_request *);
graph_status graph__cpu_vector_select(struct graph_vector_select_request *);
graph_status graph__cpu_vector_merge(struct graph_vector_merge_request *);
graph_status graph__cpu_vector_update(struct graph_vector_update_request *);
graph_status graph__cpu_vector_pack(void **packed, const struct graph_vector_view *v);
graph_status graph__cpu_vector_list(int32_t **index, const struct graph_vector_view *v);
graph_status graph__cpu_vector_gather(void **gathered, const struct graph_vector_view *v,
                                      const int32_t *index, int64_t n, int threads);
graph_status graph__cpu_vector_mask(uint8_t *present, const struct graph_vector_view *v, int threads);

#endif
