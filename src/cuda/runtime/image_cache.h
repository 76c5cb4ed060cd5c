/* Compiled kernels on disk, for the next process.  A cache that is missing, read-only or corrupt counts as empty. */
#ifndef CUDA_RUNTIME_IMAGE_CACHE_H
#define CUDA_RUNTIME_IMAGE_CACHE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A hash of 128 bits over everything that the code depends on; {0} is the empty key. */
struct graph_image_key {
    uint64_t low, high;
};

void graph__image_key_add(struct graph_image_key *key, const char *text);

/* Whether the cache has the whole code of this key; *image is then a new array for graph__free. */
bool graph__image_cache_read(char **image, size_t *bytes, const struct graph_image_key *key);

void graph__image_cache_write(const char *image, size_t bytes, const struct graph_image_key *key);

#endif
