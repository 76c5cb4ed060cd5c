/* A new file of NumPy's format, mapped into memory. */
#ifndef ALGORITHMS_NPY_H
#define ALGORITHMS_NPY_H

#include "base/new_file.h"
#include "base/status.h"
#include "semigraph/types.h"

struct graph_npy {
    char *path;
    struct graph_new_file file;
    void *map;
    size_t bytes;
    void *value; /* rows x columns elements, row by row */
};

/* Makes the file; the elements are zero. */
graph_status graph__npy_create(struct graph_npy *npy, const char *path, graph_type type, int64_t rows,
                               int64_t columns);

/* Ends the mapping.  The file gets its name if is_complete, and is removed otherwise. */
graph_status graph__npy_close(struct graph_npy *npy, bool is_complete);

#endif
