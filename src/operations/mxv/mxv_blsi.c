/* See mxv_blsi.h. */
#include "operations/mxv/mxv_blsi.h"

#include "base/memory.h"
#include "base/status.h"
#include "core/stats.h"

/* *there = an array of the host's at the place: itself, or a copy that lives as long as *buffer. */
static graph_status move(const void **there, graph_buffer **buffer, const void *array, size_t bytes,
                         const struct graph_place *place)
{
    graph_status status = GRAPH_OK;
    *there = array;
    if (place->backend->shares_host_memory || array == NULL || bytes == 0)
        return GRAPH_OK;
    GRAPH_TRY(graph__buffer_import(buffer, (void *)array, bytes, true, NULL, NULL));
    GRAPH_TRY(graph__buffer_read(there, *buffer, place->backend));
done:
    return status;
}

/* An array of the block, where the block lies now; NULL if there is none. */
static const void *at_place(const void *block, const struct graph_blsi_request *words, const void *array)
{
    return array == NULL ? NULL : (const char *)block + ((const char *)array - (const char *)words->block);
}

/* A vector of which every position can be read. */
struct open_vector {
    struct graph_vector_operand given;
    struct graph_vector_arrays bitmap;
    graph_buffer *present, *value;
    struct graph_vector_view view;
};

static graph_status open_vector(struct open_vector *v, const struct graph_blsi_product *p,
                                const struct graph_place *host, const struct graph_place *place)
{
    bool is_sparse = p->u->form == GRAPH_SPARSE;
    graph_status status;
    GRAPH_TRY(graph__vector_operand_open(&v->given, p->u, p->u_type, p->reads_u, is_sparse ? host : place));
    v->view = v->given.view;
    if (!is_sparse)
        return GRAPH_OK;
    size_t length = (size_t)v->view.length;
    if (!p->reads_u)
        v->given.view.type = GRAPH_PATTERN;
    GRAPH_TRY(graph__vector_as_bitmap(&v->bitmap, &v->given.view, v->view.length));
    v->view.form = GRAPH_BITMAP;
    v->view.index = NULL;
    GRAPH_TRY(move((const void **)&v->view.present, &v->present, v->bitmap.present, length, place));
    GRAPH_TRY(move(&v->view.value, &v->value, v->bitmap.value, length * graph_type_size(v->given.view.type),
                   place));
done:
    return status;
}

graph_status graph__mxv_blsi(struct graph_vector_arrays *w, const struct graph_blsi_product *p,
                             const struct graph_place *place)
{
    struct graph_place host = *place;
    struct graph_operand a = {0};
    struct open_vector u = {0};
    struct graph_blsi_request words = {.threads = place->threads};
    struct graph_mxv_blsi_request request = {
        .semiring = p->semiring, .is_flipped = p->is_flipped, .threads = place->threads};
    graph_buffer *block = NULL, *value = NULL;
    const void *there;
    graph_status status;
    host.backend = graph__cpu();
    GRAPH_TRY(graph__operand_open(&a, p->A, p->is_R_as_is, p->A_type, p->reads_A, &host));
    words.by_columns = a.view;
    GRAPH_TRY(graph__cpu()->blsi(&words));
    request.A = words.words;
    GRAPH_TRY(open_vector(&u, p, &host, place));
    request.u = u.view;
    GRAPH_TRY(move(&there, &block, words.block, words.block_bytes, place));
    request.A.high = at_place(there, &words, words.words.high);
    request.A.before = at_place(there, &words, words.words.before);
    request.A.sum = at_place(there, &words, words.words.sum);
    request.A.first_row = at_place(there, &words, words.words.first_row);
    request.A.word = at_place(there, &words, words.words.word);
    GRAPH_TRY(move(&request.A.value, &value, words.value,
                   (size_t)a.view.entries * graph_type_size(a.view.type), place));
    graph__stats_prepared();
    GRAPH_TRY(place->backend->published(p->semiring)->mxv_blsi(&request));
    *w = request.w;
done:
    graph__buffer_release(&block);
    graph__buffer_release(&value);
    graph__buffer_release(&u.present);
    graph__buffer_release(&u.value);
    graph__vector_arrays_release(&u.bitmap, graph__cpu());
    graph__vector_operand_close(&u.given, p->u->form == GRAPH_SPARSE ? &host : place);
    graph__free(words.block);
    graph__free(words.value);
    graph__operand_close(&a, &host);
    return status;
}
