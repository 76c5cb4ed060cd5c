/* The vector object. */
#ifndef CORE_VECTOR_H
#define CORE_VECTOR_H

#include "core/backends.h"
#include "core/buffer.h"
#include "core/matrix.h"
#include "semigraph/vector.h"

struct graph_vector {
    graph_type type;
    int64_t length, entries;
    graph_vector_form form;
    graph_buffer *index;   /* sparse; NULL without entries */
    graph_buffer *present; /* bitmap */
    graph_buffer *value;   /* NULL for a pattern and for a sparse vector without entries */
};

graph_status graph__check_vector(const graph_vector *v, const char *argument);

/* The arrays at a place, valid while v is neither written nor released. */
graph_status graph__vector_view(struct graph_vector_view *view, const graph_vector *v,
                                const struct graph_backend *place);

/* Replaces the content of v (type and length stay); takes the arrays over, also when it fails. */
graph_status graph__vector_adopt(graph_vector *v, struct graph_vector_arrays *arrays,
                                 const struct graph_backend *place);

void graph__vector_arrays_release(struct graph_vector_arrays *arrays, const struct graph_backend *place);

#endif
