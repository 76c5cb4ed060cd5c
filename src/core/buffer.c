/* See buffer.h. */
#include "core/buffer.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/checked.h"
#include "base/memory.h"
#include "core/backends.h"

struct graph_buffer {
    atomic_int owners;
    pthread_mutex_t lock; /* held while a copy is made fresh: readers may be many threads */
    size_t bytes;
    void *host, *device;
    bool host_is_fresh, device_is_fresh;
    bool is_borrowed; /* the host array is */
    bool is_foreign;  /* the device's array is of the caller's: nothing writes it */
    const struct graph_backend *device_place;
    graph_free_function *release; /* of the host array; NULL: graph__free */
    void *context;
    graph_free_function *device_release; /* of a foreign array; NULL: nobody waits for it */
    void *device_context;
    char element[8]; /* repeated throughout while neither copy is fresh */
    size_t element_bytes;
    uint64_t facts; /* of the content */
};

static atomic_ullong copied_bytes;

static void release_with_free(void *array, void *context)
{
    (void)context;
    free(array);
}

static void release_with_library(void *array, void *context)
{
    (void)context;
    graph__free(array);
}

static graph_status create(graph_buffer **buffer, size_t bytes)
{
    graph_status status = GRAPH_NEW_ZEROED(*buffer, 1);
    if (status < 0)
        return status;
    pthread_mutex_init(&(*buffer)->lock, NULL);
    atomic_init(&(*buffer)->owners, 1);
    (*buffer)->bytes = bytes;
    return GRAPH_OK;
}

graph_status graph__buffer_adopt(graph_buffer **buffer, void *array, size_t bytes,
                                 const struct graph_backend *place)
{
    graph_status status = create(buffer, bytes);
    if (status < 0)
        return status;
    if (place->shares_host_memory) {
        (*buffer)->host = array;
        (*buffer)->host_is_fresh = true;
    } else {
        (*buffer)->device = array;
        (*buffer)->device_is_fresh = true;
        (*buffer)->device_place = place;
    }
    return GRAPH_OK;
}

graph_status graph__buffer_repeat(graph_buffer **buffer, const void *element, size_t element_bytes,
                                  size_t count)
{
    size_t bytes;
    if (!graph__multiply(&bytes, count, element_bytes))
        return graph__fail(GRAPH_E_MEMORY, "%zu elements of %zu bytes do not fit", count, element_bytes);
    graph_status status = create(buffer, bytes);
    if (status < 0)
        return status;
    memcpy((*buffer)->element, element, element_bytes);
    (*buffer)->element_bytes = element_bytes;
    return GRAPH_OK;
}

graph_status graph__buffer_import(graph_buffer **buffer, void *array, size_t bytes, bool is_borrowed,
                                  graph_free_function *release, void *context)
{
    graph_status status = create(buffer, bytes);
    if (status < 0)
        return status;
    (*buffer)->host = array;
    (*buffer)->host_is_fresh = true;
    (*buffer)->is_borrowed = is_borrowed;
    (*buffer)->release = release != NULL || is_borrowed ? release : release_with_free;
    (*buffer)->context = context;
    return GRAPH_OK;
}

graph_status graph__buffer_import_at(graph_buffer **buffer, void *array, size_t bytes,
                                     const struct graph_backend *place)
{
    graph_status status = create(buffer, bytes);
    if (status < 0)
        return status;
    (*buffer)->device = array;
    (*buffer)->device_is_fresh = true;
    (*buffer)->is_foreign = true;
    (*buffer)->device_place = place;
    return GRAPH_OK;
}

graph_buffer *graph__buffer_retain(graph_buffer *buffer)
{
    if (buffer != NULL)
        atomic_fetch_add(&buffer->owners, 1);
    return buffer;
}

static void release_host(graph_buffer *buffer)
{
    if (buffer->host == NULL)
        return;
    if (buffer->release != NULL)
        buffer->release(buffer->host, buffer->context);
    else if (!buffer->is_borrowed)
        graph__free(buffer->host);
}

/* Work that reads a foreign array may still be under way when its last buffer goes. */
static void release_device(graph_buffer *buffer)
{
    if (buffer->device == NULL)
        return;
    if (!buffer->is_foreign)
        buffer->device_place->release(buffer->device);
    else if (buffer->device_release != NULL) {
        (void)buffer->device_place->wait();
        buffer->device_release(buffer->device, buffer->device_context);
    }
    buffer->device = NULL;
    buffer->is_foreign = false;
}

void graph__buffer_release(graph_buffer **handle)
{
    graph_buffer *buffer = *handle;
    *handle = NULL;
    if (buffer == NULL || atomic_fetch_sub(&buffer->owners, 1) != 1)
        return;
    release_host(buffer);
    release_device(buffer);
    pthread_mutex_destroy(&buffer->lock);
    graph__free(buffer);
}

/* Each copy doubles what is there. */
static void repeat(char *array, size_t bytes, const char *element, size_t element_bytes)
{
    size_t done = element_bytes < bytes ? element_bytes : bytes;
    memcpy(array, element, done);
    for (size_t more; done < bytes; done += more) {
        more = done < bytes - done ? done : bytes - done;
        memcpy(array + done, array, more);
    }
}

static graph_status make_host_fresh(graph_buffer *buffer)
{
    graph_status status = GRAPH_OK;
    if (buffer->host_is_fresh)
        return GRAPH_OK;
    if (buffer->host == NULL)
        GRAPH_TRY(graph__allocate_array(&buffer->host, buffer->bytes, 1));
    if (buffer->device_is_fresh) {
        GRAPH_TRY(buffer->device_place->download(buffer->host, buffer->device, buffer->bytes));
        atomic_fetch_add(&copied_bytes, buffer->bytes);
    } else
        repeat(buffer->host, buffer->bytes, buffer->element, buffer->element_bytes);
    buffer->host_is_fresh = true;
done:
    return status;
}

/* Repeats the element on a device. */
static graph_status repeat_at(graph_buffer *buffer, const struct graph_backend *place)
{
    const size_t element_bytes = buffer->element_bytes;
    const graph_type type = element_bytes == 1   ? GRAPH_UINT8
                            : element_bytes == 2 ? GRAPH_UINT16
                            : element_bytes == 4 ? GRAPH_UINT32
                                                 : GRAPH_UINT64;
    graph_scalar element = graph_uint64(0);
    memcpy(&element.value.u, buffer->element, element_bytes); /* the lowest bytes come first */
    return place->fill(buffer->device, type, element, (int64_t)(buffer->bytes / element_bytes), 1);
}

static graph_status make_device_fresh(graph_buffer *buffer, const struct graph_backend *place)
{
    const bool is_repeated = !buffer->host_is_fresh && buffer->element_bytes > 0 && place->fill != NULL;
    graph_status status = GRAPH_OK;
    if (buffer->device_is_fresh)
        return GRAPH_OK;
    if (!is_repeated)
        GRAPH_TRY(make_host_fresh(buffer));
    if (buffer->device == NULL) {
        GRAPH_TRY(place->allocate(&buffer->device, buffer->bytes, 1));
        buffer->device_place = place;
    }
    if (is_repeated) {
        GRAPH_TRY(repeat_at(buffer, place));
    } else {
        GRAPH_TRY(place->upload(buffer->device, buffer->host, buffer->bytes));
        atomic_fetch_add(&copied_bytes, buffer->bytes);
    }
    buffer->device_is_fresh = true;
done:
    return status;
}

graph_status graph__buffer_read(const void **array, graph_buffer *buffer, const struct graph_backend *place)
{
    graph_status status;
    *array = NULL;
    if (buffer == NULL)
        return GRAPH_OK;
    pthread_mutex_lock(&buffer->lock);
    status = place->shares_host_memory ? make_host_fresh(buffer) : make_device_fresh(buffer, place);
    if (status == GRAPH_OK)
        *array = place->shares_host_memory ? buffer->host : buffer->device;
    pthread_mutex_unlock(&buffer->lock);
    return status;
}

bool graph__buffer_is_only_at(const graph_buffer *constant, const struct graph_backend *place)
{
    graph_buffer *buffer = (graph_buffer *)constant;
    if (buffer == NULL)
        return false;
    pthread_mutex_lock(&buffer->lock);
    bool is_only = buffer->device_is_fresh && !buffer->host_is_fresh && buffer->device_place == place;
    pthread_mutex_unlock(&buffer->lock);
    return is_only;
}

graph_backend_kind graph__buffer_place(const graph_buffer *constant)
{
    graph_buffer *buffer = (graph_buffer *)constant;
    graph_backend_kind place = GRAPH_BACKEND_CPU;
    if (buffer == NULL)
        return place;
    pthread_mutex_lock(&buffer->lock);
    if (buffer->device_is_fresh)
        place = buffer->host_is_fresh ? GRAPH_BACKEND_AUTO : buffer->device_place->kind;
    pthread_mutex_unlock(&buffer->lock);
    return place;
}

uint64_t *graph__buffer_facts(graph_buffer *buffer) { return buffer != NULL ? &buffer->facts : NULL; }

bool graph__buffer_is_owned(const graph_buffer *buffer)
{
    return buffer != NULL && atomic_load(&buffer->owners) == 1 && !buffer->is_borrowed;
}

bool graph__buffer_is_library(const graph_buffer *buffer)
{
    return graph__buffer_is_owned(buffer) && buffer->release == NULL;
}

bool graph__buffer_may_share(const graph_buffer *buffer)
{
    return buffer == NULL || (!buffer->is_borrowed && !buffer->is_foreign && buffer->release == NULL);
}

bool graph__buffer_same_release(const graph_buffer *a, const graph_buffer *b)
{
    return a->release == b->release && a->context == b->context;
}

bool graph__buffer_take(graph_buffer *buffer, void *array, bool is_borrowed, graph_free_function *release,
                        void *context)
{
    if (buffer == NULL || array == NULL || (buffer->is_foreign ? buffer->device : buffer->host) != array)
        return false;
    if (buffer->is_foreign) {
        buffer->device_release = release;
        buffer->device_context = context;
        return true;
    }
    buffer->is_borrowed = is_borrowed;
    buffer->release = release != NULL || is_borrowed ? release : release_with_free;
    buffer->context = context;
    return true;
}

void graph__buffer_free_moved(void *array, graph_free_function *release, void *context)
{
    if (array != NULL)
        (release != NULL ? release : release_with_free)(array, context);
}

size_t graph__buffer_bytes(const graph_buffer *buffer) { return buffer->bytes; }

graph_status graph__buffer_write(void **array, graph_buffer *buffer)
{
    GRAPH_ASSERT(graph__buffer_is_owned(buffer));
    graph_status status = make_host_fresh(buffer);
    if (status < 0)
        return status;
    buffer->device_is_fresh = false;
    if (buffer->is_foreign)
        release_device(buffer);
    __atomic_store_n(&buffer->facts, 0, __ATOMIC_RELAXED);
    *array = buffer->host;
    return GRAPH_OK;
}

graph_status graph__buffer_write_at(void **array, graph_buffer *buffer, const struct graph_backend *place)
{
    graph_status status = GRAPH_OK;
    *array = NULL;
    if (place->shares_host_memory)
        return graph__buffer_write(array, buffer);
    GRAPH_ASSERT(graph__buffer_is_owned(buffer));
    if (buffer->is_foreign)
        return GRAPH_OK;
    GRAPH_TRY(make_device_fresh(buffer, place));
    buffer->host_is_fresh = false;
    __atomic_store_n(&buffer->facts, 0, __ATOMIC_RELAXED);
    *array = buffer->device;
done:
    return status;
}

graph_status graph__buffer_hand_out(void **array, graph_free_function **release, void **context,
                                    graph_buffer **handle)
{
    graph_buffer *buffer = *handle;
    GRAPH_ASSERT(graph__buffer_is_owned(buffer));
    graph_status status = make_host_fresh(buffer);
    if (status < 0)
        return status;
    *array = buffer->host;
    *release = buffer->release != NULL ? buffer->release : release_with_library;
    *context = buffer->context;
    buffer->host = NULL;
    graph__buffer_release(handle);
    return GRAPH_OK;
}

uint64_t graph__buffer_copied_bytes(void) { return atomic_load(&copied_bytes); }
