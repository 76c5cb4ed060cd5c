/* All host memory of the library.
 *
 * Sizes are products that are checked here.  Tests let the k-th allocation fail and count what is still held. */
#ifndef BASE_MEMORY_H
#define BASE_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

/* *memory = room for count elements of element_bytes each, not initialised; NULL for nothing at all is avoided: an
 * empty array has an address.  GRAPH_E_MEMORY (also when the product does not fit), and *memory is NULL. */
graph_status graph__allocate_array(void **memory, size_t count, size_t element_bytes);

/* The same, filled with zero bytes. */
graph_status graph__allocate_zeroed(void **memory, size_t count, size_t element_bytes);

/* The same for an array that a device is to write to: far smaller ones than else lie in a big block, which it can lock.  The
 * owner changes the array's size once the device has written, be it to what it is. */
graph_status graph__allocate_for_copies(void **memory, size_t count, size_t element_bytes);

/* Changes the size of *memory, keeping its content; *memory stays as it was on failure. */
graph_status graph__reallocate_array(void **memory, size_t count, size_t element_bytes);

/* Several arrays in one block, each on a border of 64 bytes: *block is what is freed, and NULL after a failure. */
struct graph_array {
    void **array;
    size_t count, element_bytes;
};
graph_status graph__allocate_together(void **block, const struct graph_array *arrays, int count);

/* NULL is fine. */
void graph__free(void *memory);

/* Allocates an array for a pointer of any type. */
#define GRAPH_NEW(pointer, count)                                                                            \
    graph__allocate_array((void **)&(pointer), (size_t)(count), sizeof *(pointer))
#define GRAPH_NEW_ZEROED(pointer, count)                                                                     \
    graph__allocate_zeroed((void **)&(pointer), (size_t)(count), sizeof *(pointer))
#define GRAPH_RESIZE(pointer, count)                                                                         \
    graph__reallocate_array((void **)&(pointer), (size_t)(count), sizeof *(pointer))

/* For memory elsewhere, such as a device's: counts one allocation, and false if a test wants it to fail; then blocks that
 * came and went, which count as not freed yet. */
bool graph__memory_admits(void);
void graph__memory_count_blocks(int64_t more);

/* The calling thread works in the background, apart from the calls that tests watch: from now on nothing that it
 * allocates or frees is counted, or made to fail. */
void graph__memory_stand_apart(void);

/* Bytes that the library holds, counted from graph__memory_watch(true) on: only differences mean something.  Room that
 * is taken but not touched is not counted while graph__memory_untouched says so; a negative number ends that. */
void graph__memory_watch(bool is_watched);
bool graph__memory_is_watched(void);
int64_t graph__memory_begin_peak(void); /* the bytes now; the peak is from now on */
int64_t graph__memory_peak(void);
void graph__memory_untouched(int64_t bytes);

/* A row of the list for graph__allocate_together, from a pointer of any type. */
#define GRAPH_ARRAY(pointer, count)                                                                          \
    {                                                                                                        \
        (void **)&(pointer), (size_t)(count), sizeof *(pointer)                                              \
    }

/* For tests: the k-th allocation from now fails (1 is the next one) and so does every one after it; 0 turns this off. */
void graph__memory_fail_at(int64_t k);

/* For tests: the same, but only the k-th allocation fails. */
void graph__memory_fail_only(int64_t k);

/* For tests: while paused, no allocation fails or is counted; a test inspects the state after a failure. */
void graph__memory_pause(bool paused);

/* For tests: allocations made since the last graph__memory_fail_at, and blocks not freed yet. */
int64_t graph__memory_allocations(void);
int64_t graph__memory_blocks(void);

#endif
