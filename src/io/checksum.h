/* XXH64: a checksum of 64 bits, at memory speed.
 * Source: github.com/Cyan4973/xxHash, doc/xxhash_spec.md. */
#ifndef IO_CHECKSUM_H
#define IO_CHECKSUM_H

#include <stddef.h>
#include <stdint.h>

uint64_t graph__checksum(const void *bytes, size_t length, uint64_t seed);

#endif
