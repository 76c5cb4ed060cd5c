/* The cache on disk (image_cache.h).  The folder is $SEMIGRAPH_CACHE, else $XDG_CACHE_HOME/semigraph, else
 * $HOME/.cache/semigraph; an empty $SEMIGRAPH_CACHE disables the cache.  A file is written under a temporary name and
 * renamed, so that a reader finds a whole file or none; its head repeats the key and holds a checksum. */
#include "cuda/runtime/image_cache.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"

enum { PATH_BYTES = 1024 };

struct head {
    char magic[8];
    struct graph_image_key key;
    uint64_t bytes, sum;
};

static const char magic[8] = "SGIMAGE";

/* Two rounds of FNV-1a with different bases; Fowler, Noll, Vo (1991). */
static uint64_t hash(uint64_t state, const char *text, size_t bytes)
{
    for (size_t k = 0; k < bytes; k++)
        state = (state ^ (unsigned char)text[k]) * 0x100000001b3u;
    return state;
}

void graph__image_key_add(struct graph_image_key *key, const char *text)
{
    size_t bytes = strlen(text) + 1; /* the end counts: "a" "bc" is not "ab" "c" */
    if (key->low == 0 && key->high == 0)
        *key = (struct graph_image_key){0xcbf29ce484222325u, 0x9ae16a3b2f90404fu};
    key->low = hash(key->low, text, bytes);
    key->high = hash(key->high ^ bytes, text, bytes);
}

static bool folder(char path[PATH_BYTES])
{
    const char *chosen = getenv("SEMIGRAPH_CACHE"), *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    int length = -1;
    if (chosen != NULL)
        length = snprintf(path, PATH_BYTES, "%s", chosen);
    else if (cache != NULL && cache[0] == '/')
        length = snprintf(path, PATH_BYTES, "%s/semigraph", cache);
    else if (home != NULL && home[0] == '/')
        length = snprintf(path, PATH_BYTES, "%s/.cache/semigraph", home);
    return length > 0 && length < PATH_BYTES - 64;
}

static bool file_of(char path[PATH_BYTES], const struct graph_image_key *key)
{
    if (!folder(path))
        return false;
    size_t length = strlen(path);
    snprintf(path + length, PATH_BYTES - length, "/%016llx%016llx.cubin", (unsigned long long)key->high,
             (unsigned long long)key->low);
    return true;
}

bool graph__image_cache_read(char **image, size_t *bytes, const struct graph_image_key *key)
{
    char path[PATH_BYTES];
    struct head head;
    *image = NULL;
    if (!file_of(path, key))
        return false;
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return false;
    bool is_whole = fread(&head, sizeof head, 1, file) == 1 && memcmp(head.magic, magic, sizeof magic) == 0 &&
                    head.key.low == key->low && head.key.high == key->high && head.bytes < SIZE_MAX / 2 &&
                    graph__allocate_array((void **)image, (size_t)head.bytes, 1) == GRAPH_OK &&
                    fread(*image, 1, (size_t)head.bytes, file) == head.bytes &&
                    hash(0, *image, (size_t)head.bytes) == head.sum;
    fclose(file);
    if (!is_whole) {
        graph__free(*image);
        *image = NULL;
        return false;
    }
    *bytes = (size_t)head.bytes;
    return true;
}

/* Makes the folder of a path and those above it. */
static void make_folders(char *path)
{
    for (char *c = path + 1; *c != '\0'; c++)
        if (*c == '/') {
            *c = '\0';
            mkdir(path, 0700);
            *c = '/';
        }
}

void graph__image_cache_write(const char *image, size_t bytes, const struct graph_image_key *key)
{
    char path[PATH_BYTES], temporary[PATH_BYTES + 16];
    struct head head = {.key = *key, .bytes = bytes, .sum = hash(0, image, bytes)};
    memcpy(head.magic, magic, sizeof magic);
    if (!file_of(path, key))
        return;
    make_folders(path);
    snprintf(temporary, sizeof temporary, "%s.XXXXXX", path);
    int descriptor = mkstemp(temporary);
    if (descriptor < 0)
        return;
    FILE *file = fdopen(descriptor, "wb");
    if (file == NULL) {
        close(descriptor);
        unlink(temporary);
        return;
    }
    bool is_written = fwrite(&head, sizeof head, 1, file) == 1 && fwrite(image, 1, bytes, file) == bytes;
    is_written = fclose(file) == 0 && is_written;
    if (!is_written || rename(temporary, path) != 0)
        unlink(temporary);
}
