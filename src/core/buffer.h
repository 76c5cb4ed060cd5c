/* An array with a copy on the host, a copy on a device, and marks that say which is fresh.
 *
 * Buffers are counted: matrices share them until one is written.  Only a buffer copies between places, and it counts
 * the bytes.  A buffer's content never changes while it is shared. */
#ifndef CORE_BUFFER_H
#define CORE_BUFFER_H

#include "contract/backend.h"

typedef struct graph_buffer graph_buffer;

/* Takes over `bytes` bytes at the back end's place that came from its allocate.  On failure the caller keeps them. */
graph_status graph__buffer_adopt(graph_buffer **buffer, void *array, size_t bytes,
                                 const struct graph_backend *place);

/* `count` times the same element of 1, 2, 4 or 8 bytes; the array is made when it is first read or written. */
graph_status graph__buffer_repeat(graph_buffer **buffer, const void *element, size_t element_bytes,
                                  size_t count);

/* Takes over an array of the user's on the host; release(array, context) frees it, NULL means free().  With
 * is_borrowed the array is only read, release gives it back, and NULL means that nobody waits for it. */
graph_status graph__buffer_import(graph_buffer **buffer, void *array, size_t bytes, bool is_borrowed,
                                  graph_free_function *release, void *context);

/* An array of the user's at a place other than the host: it is read there and never written. */
graph_status graph__buffer_import_at(graph_buffer **buffer, void *array, size_t bytes,
                                     const struct graph_backend *place);

/* One more owner; one less (sets *buffer to NULL, takes NULL). */
graph_buffer *graph__buffer_retain(graph_buffer *buffer);
void graph__buffer_release(graph_buffer **buffer);

/* *array = the content at the back end's place, copied there first if it is not fresh.  NULL buffer: NULL. */
graph_status graph__buffer_read(const void **array, graph_buffer *buffer, const struct graph_backend *place);

/* The content is fresh at this place (not the host) and nowhere else; false for NULL. */
bool graph__buffer_is_only_at(const graph_buffer *buffer, const struct graph_backend *place);

/* Where the content is fresh: on the host (also for NULL), on a device, or GRAPH_BACKEND_AUTO for both. */
graph_backend_kind graph__buffer_place(const graph_buffer *buffer);

/* *array = the content on the host, to be written.  The buffer must have one owner and not be borrowed. */
graph_status graph__buffer_write(void **array, graph_buffer *buffer);
/* The same at the back end's place.  On a device NULL, and nothing is done, if the array there is the user's. */
graph_status graph__buffer_write_at(void **array, graph_buffer *buffer, const struct graph_backend *place);

/* Where it keeps what is known of its content, 0: nothing; a write makes it that.  Threads that read the content may set it,
 * by atomic stores.  NULL for NULL. */
uint64_t *graph__buffer_facts(graph_buffer *buffer);

/* One owner, and memory of the library's or moved in: it may be written or handed out. */
bool graph__buffer_is_owned(const graph_buffer *buffer);

/* Whether another object may hold the content in place of a copy: nobody waits for the array.  True for NULL. */
bool graph__buffer_may_share(const graph_buffer *buffer);

/* The size of the array; it may be more than its user needs. */
size_t graph__buffer_bytes(const graph_buffer *buffer);

/* Whether the buffer owns its host array, to be freed by the library's function. */
bool graph__buffer_is_library(const graph_buffer *buffer);

/* Whether the same function with the same context frees both arrays. */
bool graph__buffer_same_release(const graph_buffer *a, const graph_buffer *b);

/* Gives a buffer that borrowed its array another way to end that, as in graph__buffer_import; false, and nothing is
 * done, if the buffer is NULL or has another array, or array is NULL. */
bool graph__buffer_take(graph_buffer *buffer, void *array, bool is_borrowed, graph_free_function *release,
                        void *context);

/* Frees an array that was moved in and that no buffer keeps. */
void graph__buffer_free_moved(void *array, graph_free_function *release, void *context);

/* Hands the host array and its way to be freed to the caller, and ends the buffer, which must be the owner. */
graph_status graph__buffer_hand_out(void **array, graph_free_function **release, void **context,
                                    graph_buffer **buffer);

/* Bytes copied to and from devices so far, over all buffers. */
uint64_t graph__buffer_copied_bytes(void);

#endif
