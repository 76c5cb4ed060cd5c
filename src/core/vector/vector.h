/* The vector object. */
#ifndef CORE_VECTOR_VECTOR_H
#define CORE_VECTOR_VECTOR_H

#include "core/backends.h"
#include "core/buffer.h"
#include "core/matrix/matrix.h"
#include "semigraph/vector.h"

struct graph_vector {
    bool is_core; /* stands for a longer one, see operations/compact/compact.h */
    graph_type type;
    int64_t length, entries;
    graph_vector_form form;
    graph_buffer *index;   /* sparse; may be NULL without entries */
    graph_buffer *present; /* bitmap */
    graph_buffer *value;   /* NULL for a pattern; may be NULL without entries */
                           /* all three may have room for more than the vector needs */
};

graph_status graph__check_vector(const graph_vector *v, const char *argument);

/* The arrays at a place, valid while v is neither written nor released. */
graph_status graph__vector_view(struct graph_vector_view *view, const graph_vector *v,
                                const struct graph_backend *place);

/* Replaces the content of v (type and length stay); takes the arrays over, also when it fails. */
graph_status graph__vector_adopt(graph_vector *v, struct graph_vector_arrays *arrays,
                                 const struct graph_backend *place);

/* The arrays of a bitmap or full vector, to be written at the place; *is_possible: false where others hold them, too. */
struct graph_vector_writable {
    uint8_t *present;
    void *value;
};
graph_status graph__vector_write(struct graph_vector_writable *arrays, bool *is_possible, graph_vector *v,
                                 const struct graph_backend *place);

/* Makes w, of the type and length of v, share the arrays of v; false where it must not. */
bool graph__vector_share(graph_vector *w, const graph_vector *v);

/* Removes all entries. */
void graph__vector_drop(graph_vector *v);

/* The entries of a host view below `length` as a bitmap of that length; those of a bitmap or full one as sparse. */
graph_status graph__vector_as_bitmap(struct graph_vector_arrays *arrays, const struct graph_vector_view *view,
                                     int64_t length);
graph_status graph__vector_as_sparse(struct graph_vector_arrays *arrays,
                                     const struct graph_vector_view *view);

void graph__vector_arrays_release(struct graph_vector_arrays *arrays, const struct graph_backend *place);

#endif
