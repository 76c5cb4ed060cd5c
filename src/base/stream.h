/* Copies past the caches, a piece at a time between other work, so that memory is written while the processor computes. */
#ifndef BASE_STREAM_H
#define BASE_STREAM_H

#include <stddef.h>
#include <stdint.h>

/* Bytes begin .. end - 1 of `bytes`, but to a border of a cache line unless end is the last; gives where it stopped. */
size_t graph__stream_bytes(void *to, const void *from, size_t begin, size_t end, size_t bytes);

/* The same with numbers, of `count`, that become `more` larger. */
int64_t graph__stream_columns(int32_t *to, const int32_t *from, int32_t more, int64_t begin, int64_t end,
                              int64_t count);

/* After the last piece: other threads may read what this one has copied. */
void graph__stream_end(void);

#endif
