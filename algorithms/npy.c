/* See npy.h.  Format: numpy.org, "NEP 1, a simple file format for NumPy arrays", version 1.0. */
#include "algorithms/npy.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

#include "base/checked.h"
#include "base/memory.h"

enum { HEADER_BYTES = 128 };

static const char *kind_of(graph_type type)
{
    return type == GRAPH_UINT8    ? "|u1"
           : type == GRAPH_UINT16 ? "<u2"
           : type == GRAPH_INT32  ? "<i4"
           : type == GRAPH_INT64  ? "<i8"
           : type == GRAPH_FP32   ? "<f4"
                                  : "<f8";
}

static void write_header(char *to, graph_type type, int64_t rows, int64_t columns)
{
    char text[HEADER_BYTES];
    int length =
        snprintf(text, sizeof text, "{'descr': '%s', 'fortran_order': False, 'shape': (%lld, %lld), }",
                 kind_of(type), (long long)rows, (long long)columns);
    memset(to, ' ', HEADER_BYTES);
    memcpy(to, "\x93NUMPY\x01\x00", 8);
    to[8] = (char)(HEADER_BYTES - 10);
    to[9] = 0;
    memcpy(to + 10, text, (size_t)length);
    to[HEADER_BYTES - 1] = '\n';
}

graph_status graph__npy_create(struct graph_npy *npy, const char *path, graph_type type, int64_t rows,
                               int64_t columns)
{
    size_t length = strlen(path), elements;
    graph_status status;
    *npy = (struct graph_npy){0};
    if (!graph__multiply(&elements, (size_t)rows, (size_t)columns) ||
        !graph__multiply(&npy->bytes, elements, graph_type_size(type)) ||
        !graph__sum(&npy->bytes, npy->bytes, HEADER_BYTES) || npy->bytes > INT64_MAX)
        GRAPH_FAIL(GRAPH_E_MEMORY, "%s would have %lld x %lld elements", path, (long long)rows,
                   (long long)columns);
    GRAPH_TRY(GRAPH_NEW(npy->path, length + 1));
    memcpy(npy->path, path, length + 1);
    GRAPH_TRY(graph__new_file_open(&npy->file, npy->path, true));
    int refused = posix_fallocate(npy->file.file, 0, (off_t)npy->bytes);
    if (refused != 0)
        GRAPH_FAIL(GRAPH_E_IO, "%s: no room for %zu bytes: %s", path, npy->bytes, strerror(refused));
    npy->map = mmap(NULL, npy->bytes, PROT_READ | PROT_WRITE, MAP_SHARED, npy->file.file, 0);
    if (npy->map == MAP_FAILED) {
        npy->map = NULL;
        GRAPH_FAIL(GRAPH_E_IO, "%s: cannot map: %s", path, strerror(errno));
    }
    write_header(npy->map, type, rows, columns);
    npy->value = (char *)npy->map + HEADER_BYTES;
done:
    if (status < 0)
        graph__npy_close(npy, false);
    return status;
}

graph_status graph__npy_close(struct graph_npy *npy, bool is_complete)
{
    graph_status status = GRAPH_OK;
    if (npy->map != NULL) {
        if (is_complete && msync(npy->map, npy->bytes, MS_SYNC) != 0)
            status = graph__fail(GRAPH_E_IO, "%s: cannot write: %s", npy->path, strerror(errno));
        munmap(npy->map, npy->bytes);
        if (is_complete && status == GRAPH_OK)
            status = graph__new_file_commit(&npy->file);
    }
    graph__new_file_close(&npy->file);
    graph__free(npy->path);
    *npy = (struct graph_npy){0};
    return status;
}
