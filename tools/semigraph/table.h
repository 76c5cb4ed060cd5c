/* Files that a command writes next to its result: they appear when they are complete. */
#ifndef TOOLS_TABLE_H
#define TOOLS_TABLE_H

#include <stdio.h>

#include "arguments.h"
#include "base/new_file.h"

struct table {
    FILE *stream;   /* NULL: none is wanted */
    char separator; /* of columns: a comma if the path ends in .csv, else a tab */
    struct graph_new_file file;
};

/* Opens a file to write, or the standard output for "-", complaining if that fails; nothing if path is NULL. */
graph_status table_open(struct table *table, const char *path, const struct arguments *arguments);

/* Ends it.  The file appears if status is GRAPH_OK and all of it was written; gives the first failure. */
graph_status table_end(struct table *table, const struct arguments *arguments, graph_status status);

#endif
