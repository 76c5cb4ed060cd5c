/* See output.h. */
#include "io/output.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include "base/memory.h"

enum { BUFFER_ROOM = 1 << 16 };

static graph_status system_failure(const struct graph_output *output, const char *what)
{
    char reason[128] = "";
    if (strerror_r(errno, reason, sizeof reason) != 0)
        reason[0] = '\0';
    return graph__fail(GRAPH_E_IO, "%s: cannot %s: %s", output->path, what, reason);
}

static void *deflater_allocate(void *context, unsigned count, unsigned bytes)
{
    void *memory;
    (void)context;
    return graph__allocate_zeroed(&memory, count, bytes) == GRAPH_OK ? memory : NULL;
}

static void deflater_free(void *context, void *memory)
{
    (void)context;
    graph__free(memory);
}

static graph_status start_deflater(struct graph_output *output)
{
    z_stream *stream = NULL;
    graph_status status;
    GRAPH_TRY(GRAPH_NEW(output->packed, BUFFER_ROOM));
    GRAPH_TRY(GRAPH_NEW_ZEROED(stream, 1));
    stream->zalloc = deflater_allocate;
    stream->zfree = deflater_free;
    if (deflateInit2(stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY) !=
        Z_OK)
        GRAPH_FAIL(GRAPH_E_MEMORY, "%s: no memory to compress with", output->path);
    output->deflater = stream;
    stream = NULL;
done:
    graph__free(stream);
    return status;
}

graph_status graph__output_open(struct graph_output *output, const char *path, bool is_gzip)
{
    graph_status status;
    *output = (struct graph_output){.path = strcmp(path, "-") == 0 ? "standard output" : path};
    GRAPH_TRY(GRAPH_NEW(output->buffer, BUFFER_ROOM));
    if (is_gzip)
        GRAPH_TRY(start_deflater(output));
    GRAPH_TRY(graph__new_file_open(&output->file, path, false));
done:
    if (status < 0)
        graph__output_close(output);
    return status;
}

static graph_status write_all(struct graph_output *output, const void *bytes, size_t length)
{
    const char *p = bytes;
    while (length > 0) {
        ssize_t n = write(output->file.file, p, length);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return system_failure(output, "write");
        p += n;
        length -= (size_t)n;
    }
    return GRAPH_OK;
}

/* Sends content on its way, through the compression if there is one. */
static graph_status send(struct graph_output *output, const void *bytes, size_t length, bool is_last)
{
    z_stream *stream = output->deflater;
    graph_status status = GRAPH_OK;
    if (stream == NULL)
        return write_all(output, bytes, length);
    const char *p = bytes;
    do {
        size_t share = length < (1u << 30) ? length : (1u << 30);
        stream->next_in = (Bytef *)(uintptr_t)p;
        stream->avail_in = (uInt)share;
        p += share;
        length -= share;
        do {
            stream->next_out = output->packed;
            stream->avail_out = BUFFER_ROOM;
            deflate(stream, is_last && length == 0 ? Z_FINISH : Z_NO_FLUSH);
            GRAPH_TRY(write_all(output, output->packed, BUFFER_ROOM - stream->avail_out));
        } while (stream->avail_out == 0);
    } while (length > 0);
done:
    return status;
}

static graph_status flush(struct graph_output *output, bool is_last)
{
    size_t length = output->length;
    output->length = 0;
    return length > 0 || is_last ? send(output, output->buffer, length, is_last) : GRAPH_OK;
}

graph_status graph__output_put(struct graph_output *output, const void *bytes, size_t length)
{
    graph_status status = GRAPH_OK;
    output->bytes += length;
    if (length > BUFFER_ROOM - output->length)
        GRAPH_TRY(flush(output, false));
    if (length > BUFFER_ROOM) {
        GRAPH_TRY(send(output, bytes, length, false));
    } else if (length > 0) {
        memcpy(output->buffer + output->length, bytes, length);
        output->length += length;
    }
done:
    return status;
}

graph_status graph__output_room(char **place, struct graph_output *output, size_t length)
{
    graph_status status = GRAPH_OK;
    if (length > BUFFER_ROOM - output->length)
        status = flush(output, false);
    *place = output->buffer + output->length;
    return status;
}

void graph__output_advance(struct graph_output *output, size_t length)
{
    output->length += length;
    output->bytes += length;
}

graph_status graph__output_print(struct graph_output *output, const char *format, ...)
{
    char line[512];
    va_list arguments;
    va_start(arguments, format);
    int n = vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    return graph__output_put(output, line, n < 0 ? 0 : (size_t)n);
}

graph_status graph__output_commit(struct graph_output *output)
{
    graph_status status;
    GRAPH_TRY(flush(output, true));
    GRAPH_TRY(graph__new_file_commit(&output->file));
done:
    return status;
}

void graph__output_close(struct graph_output *output)
{
    graph__new_file_close(&output->file);
    if (output->deflater != NULL)
        deflateEnd(output->deflater);
    graph__free(output->deflater);
    graph__free(output->packed);
    graph__free(output->buffer);
    memset(output, 0, sizeof *output);
}
