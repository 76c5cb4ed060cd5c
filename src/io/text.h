/* Where the bytes of a graph come from: a file, the standard input or memory, plain or gzip, in blocks of
 * whole lines.
 *
 * Files are read, not mapped: a file that shrinks while it is read must not end the process.  Blocks are
 * handed out in order; a caller with several threads takes them under a lock, so that one thread inflates
 * while others parse. */
#ifndef IO_TEXT_H
#define IO_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

/* Bytes behind a block that may be read, all but the first certainly 0. */
enum { GRAPH_TEXT_PADDING = 64 };

struct graph_text_block {
    char *bytes;     /* whole lines, the last one ended by LF or CR; the reader may write here */
    size_t length;   /* in bytes */
    size_t room;     /* of bytes, without the padding */
    uint64_t number; /* 0, 1, ... */
};

struct graph_text {
    const char *name; /* for messages */
    int file;         /* -1: memory */
    bool has_opened, is_gzip, is_ended;
    const uint8_t *memory; /* what is not read yet of it */
    size_t memory_rest;
    uint8_t *raw; /* bytes read from the file and not delivered yet: raw_at .. raw_end */
    size_t raw_at, raw_end;
    void *inflater; /* gzip: a z_stream */
    bool is_member_open;
    char *carry; /* text that belongs to the next block */
    size_t carry_length, carry_room;
    uint64_t bytes, most_bytes;    /* of text so far; allowed */
    uint64_t longest_line;         /* bytes allowed */
    uint64_t raw_bytes, raw_total; /* taken from the source so far; in all, 0 if not known */
    uint64_t blocks;
    double seconds; /* spent here */
};

/* Bytes of one block; tests make it small. */
extern size_t graph__text_block_bytes;

/* Opens a file ("-": the standard input), or `length` bytes of memory.  *text is zero after a failure.
 * GRAPH_E_IO: the sentence has the system's reason. */
graph_status graph__text_open(struct graph_text *text, const char *path, uint64_t most_bytes);
graph_status graph__text_open_memory(struct graph_text *text, const void *bytes, size_t length,
                                     const char *name, uint64_t most_bytes);

/* Shows the first bytes of the text, which stay to be read: at most 64 KiB, fewer only if the text is
 * shorter. */
graph_status graph__text_peek(struct graph_text *text, const char **bytes, size_t *length);

/* Reads up to `room` bytes, fewer only at the end. */
graph_status graph__text_read(struct graph_text *text, void *bytes, size_t room, size_t *length);

/* Passes over lines at the beginning; GRAPH_E_FORMAT if there are fewer. */
graph_status graph__text_skip_lines(struct graph_text *text, uint64_t lines);

/* Fills a block, growing its memory; length 0 at the end.  The caller frees block->bytes. */
graph_status graph__text_next_block(struct graph_text *text, struct graph_text_block *block);

/* The share of the source that was taken, or -1. */
double graph__text_share(const struct graph_text *text);

/* Zero is fine. */
void graph__text_close(struct graph_text *text);

/* Seconds of a clock that never goes back. */
double graph__seconds(void);

#endif
