/* Feeds each file of a folder to a fuzz target: its corpus as an ordinary test. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

#include "tests/fuzz/fuzz.h"

static bool feed(const char *path)
{
    FILE *stream = fopen(path, "rb");
    if (stream == NULL)
        return false;
    size_t room = 1 << 20;
    uint8_t *bytes = malloc(room);
    size_t length = bytes != NULL ? fread(bytes, 1, room, stream) : 0;
    fclose(stream);
    LLVMFuzzerTestOneInput(bytes, length);
    free(bytes);
    return true;
}

int main(int argc, char **argv)
{
    int files = 0;
    DIR *folder = argc == 2 ? opendir(argv[1]) : NULL;
    if (folder == NULL) {
        fprintf(stderr, "usage: %s FOLDER\n", argv[0]);
        return 1;
    }
    for (struct dirent *entry = readdir(folder); entry != NULL; entry = readdir(folder)) {
        char path[4096];
        snprintf(path, sizeof path, "%s/%s", argv[1], entry->d_name);
        if (entry->d_name[0] != '.' && feed(path))
            files++;
    }
    closedir(folder);
    printf("%d files passed\n", files);
    return files > 0 ? 0 : 1;
}
