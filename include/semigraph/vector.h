/* Vectors: sparse (indices and values), bitmap (a presence byte for each position) or full (a value everywhere).
 *
 * The form is the library's choice and changes nothing but speed.  Rules for threads, NULL and failures are those
 * of matrix.h. */
#ifndef SEMIGRAPH_VECTOR_H
#define SEMIGRAPH_VECTOR_H

#include <stdio.h>

#include "semigraph/backend.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct graph_vector graph_vector;

typedef enum graph_vector_form { GRAPH_SPARSE = 1, GRAPH_BITMAP = 2, GRAPH_FULL = 3 } graph_vector_form;

/* Makes an empty vector.  *v is NULL after a failure.  GRAPH_E_DOMAIN, GRAPH_E_NOT_SUPPORTED (length > 2^31 - 1). */
GRAPH_API graph_status graph_vector_create(graph_vector **v, graph_type type, graph_index length);

/* Releases a vector and sets *v to NULL.  NULL and a pointer to NULL are fine. */
GRAPH_API void graph_vector_release(graph_vector **v);

/* Makes an independent copy, which shares the arrays as graph_matrix_dup does. */
GRAPH_API graph_status graph_vector_dup(graph_vector **w, const graph_vector *v);

/* Removes all entries. */
GRAPH_API graph_status graph_vector_clear(graph_vector *v);

/* Changes the length; entries that fall outside are removed.  GRAPH_E_NOT_SUPPORTED: above 2^31 - 1. */
GRAPH_API graph_status graph_vector_resize(graph_vector *v, graph_index length);

/* *length = length of v, *entries = number of entries, *type = type of v, *form = how it is held now. */
GRAPH_API graph_status graph_vector_length(graph_index *length, const graph_vector *v);
GRAPH_API graph_status graph_vector_entries(graph_index *entries, const graph_vector *v);
GRAPH_API graph_status graph_vector_type(graph_type *type, const graph_vector *v);
GRAPH_API graph_status graph_vector_form_of(graph_vector_form *form, const graph_vector *v);

/* Changes the form.  GRAPH_E_INVALID_VALUE: GRAPH_FULL while an entry is missing, or an unknown form. */
GRAPH_API graph_status graph_vector_convert(graph_vector *v, graph_vector_form form);

/* Fills an empty vector with n entries v(index[k]) = value[k]; as graph_matrix_build. */
GRAPH_API graph_status graph_vector_build(graph_vector *v, const graph_index *index, const void *value,
                                          graph_type value_type, graph_index n, graph_op duplicate);

/* Writes the entries in ascending order; as graph_matrix_extract_tuples. */
GRAPH_API graph_status graph_vector_extract_tuples(graph_index *index, void *value, graph_type value_type,
                                                   graph_index *n, const graph_vector *v);

/* Set: v(i) = x.  Get: *x = v(i), as graph_matrix_get, or GRAPH_NO_VALUE if there is no entry at i.  Remove: no entry at i
 * any more.
 * GRAPH_E_INVALID_INDEX: i is outside v.  GRAPH_E_DOMAIN: x has an unknown type.
 * GRAPH_E_INVALID_VALUE: x is no value of the type of v, as in graph_matrix_set. */
GRAPH_API graph_status graph_vector_set(graph_vector *v, graph_index i, graph_scalar x);
GRAPH_API graph_status graph_vector_get(graph_scalar *x, const graph_vector *v, graph_index i);
GRAPH_API graph_status graph_vector_remove(graph_vector *v, graph_index i);

/* v(i) = x for every i: the vector becomes full.  Errors as graph_vector_set. */
GRAPH_API graph_status graph_vector_fill(graph_vector *v, graph_scalar x);

/* Makes a full vector of `length` values of the type.  Ownership as in graph_matrix_import: GRAPH_COPY copies,
 * GRAPH_MOVE adopts (release frees, NULL means free), GRAPH_BORROW reads the caller's array, which outlives v and
 * every object that shares it: until release, if there is one, gives it back.  value is NULL for GRAPH_PATTERN.  GRAPH_E_INVALID_VALUE: values for a pattern, or an unknown
 * ownership.  GRAPH_E_DOMAIN, GRAPH_E_NOT_SUPPORTED: as graph_vector_create. */
GRAPH_API graph_status graph_vector_import_full(graph_vector **v, graph_type type, graph_index length, void *value,
                                                graph_ownership ownership, graph_free_function *release,
                                                void *context);

/* The same for an array at a place.  On GRAPH_BACKEND_CUDA it is memory of the device that the library uses, ordered by
 * CUDA's default stream; GRAPH_COPY brings it to the host, and GRAPH_MOVE needs a release.  GRAPH_E_INVALID_VALUE: also, an
 * array that is not on the device, or an unknown place.  GRAPH_E_DEVICE: there is no device, or it failed. */
GRAPH_API graph_status graph_vector_import_full_at(graph_vector **v, graph_type type, graph_index length, void *value,
                                                   graph_ownership ownership, graph_free_function *release,
                                                   void *context, graph_backend_kind place);

/* *value = a read-only view of the values of a full vector at a place, valid until v is written or released; nothing to
 * free.  On GRAPH_BACKEND_CUDA it is memory of the device, copied there if it was not, and complete when the call returns.
 * NULL for a pattern.  GRAPH_E_INVALID_VALUE: the form of v is not GRAPH_FULL, or an unknown place.  GRAPH_E_DEVICE: there
 * is no device, or it failed. */
GRAPH_API graph_status graph_vector_export_full(const void **value, const graph_vector *v, graph_backend_kind place);

/* Prints a vector to a stream: one line of facts, then entries "(i) value" (without a value in a pattern), at most
 * `most` of them.  GRAPH_E_IO: writing fails. */
GRAPH_API graph_status graph_vector_print(const graph_vector *v, FILE *stream, graph_index most);

/* Checks everything that must hold inside v.  GRAPH_OK or GRAPH_E_INVALID_OBJECT with a sentence. */
GRAPH_API graph_status graph_vector_check(const graph_vector *v);

#ifdef __cplusplus
}
#endif
#endif
