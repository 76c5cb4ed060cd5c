/* A file that appears when it is complete; plain or gzip. */
#ifndef IO_OUTPUT_H
#define IO_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/new_file.h"
#include "base/status.h"

struct graph_output {
    const char *path; /* for messages */
    struct graph_new_file file;
    char *buffer;
    size_t length;
    uint64_t bytes; /* of content so far */
    void *deflater; /* gzip: a z_stream */
    uint8_t *packed;
};

/* "-" is the standard output.  *output is zero after a failure. */
graph_status graph__output_open(struct graph_output *output, const char *path, bool is_gzip);

/* Writes bytes. */
graph_status graph__output_put(struct graph_output *output, const void *bytes, size_t length);

/* *place = room for at least `length` <= 65536 bytes, to be filled and then counted by
 * graph__output_advance. */
graph_status graph__output_room(char **place, struct graph_output *output, size_t length);
void graph__output_advance(struct graph_output *output, size_t length);

/* A line of text. */
graph_status graph__output_print(struct graph_output *output, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Completes the file and gives it its name.  A failure leaves what had that name before. */
graph_status graph__output_commit(struct graph_output *output);

/* Frees; a file that was not committed is removed.  Zero is fine. */
void graph__output_close(struct graph_output *output);

#endif
