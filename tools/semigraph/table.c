/* See table.h. */
#include "table.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

graph_status table_open(struct table *table, const char *path, const struct arguments *arguments)
{
    *table = (struct table){0};
    if (path == NULL)
        return GRAPH_OK;
    graph_status status = graph__new_file_open(&table->file, path, false);
    if (status != GRAPH_OK)
        return status;
    size_t length = strlen(path);
    table->separator = length >= 4 && strcmp(path + length - 4, ".csv") == 0 ? ',' : '\t';
    /* The stream gets a duplicate, since it is closed before the file gets its name. */
    int descriptor = dup(table->file.file);
    table->stream = descriptor >= 0 ? fdopen(descriptor, "w") : NULL;
    if (table->stream != NULL)
        return GRAPH_OK;
    complain(arguments->command, "%s: %s", path, strerror(errno));
    if (descriptor >= 0)
        close(descriptor);
    graph__new_file_close(&table->file);
    return GRAPH_E_IO;
}

graph_status table_end(struct table *table, const struct arguments *arguments, graph_status status)
{
    if (table->stream == NULL)
        return status;
    bool is_bad = ferror(table->stream) != 0;
    errno = 0;
    is_bad = fclose(table->stream) != 0 || is_bad;
    table->stream = NULL;
    if (status == GRAPH_OK && is_bad) {
        complain(arguments->command, "%s: cannot write: %s", table->file.path,
                 errno != 0 ? strerror(errno) : "an earlier write failed");
        status = GRAPH_E_IO;
    }
    if (status == GRAPH_OK)
        status = graph__new_file_commit(&table->file);
    graph__new_file_close(&table->file);
    return status;
}
