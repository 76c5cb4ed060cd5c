/* A file that appears under its name when it is complete, and leaves nothing behind otherwise.
 *
 * The content goes to a file without a name in the folder of the target (O_TMPFILE), which the system removes however the
 * process ends; where a file system lacks that, to a new file under another name.  The last step gives it the target's
 * name.  Symbolic links in the path are followed, so that they stay; the file takes over mode and owner of the one that it
 * replaces.  Descriptors (/dev/stdout, /dev/fd/N, /proc/self/fd/N) and what is no
 * regular file are written in place. */
#ifndef BASE_NEW_FILE_H
#define BASE_NEW_FILE_H

#include <stdbool.h>

#include "semigraph/status.h"

struct graph_new_file {
    const char *path; /* as given, which the caller does not free before the end */
    char *target;     /* what it leads to */
    char *temporary;  /* NULL: the file has no name */
    int slot;         /* of the name in the list of temporaries, counted from 1; 0: not in it */
    int file;         /* open for reading and writing, unless written in place; 0: not open */
    bool is_in_place;
};

/* "-" is the standard output.  GRAPH_E_IO: the sentence has the system's reason; also where is_mapped, which says that the
 * file will be mapped into memory, and the target is written in place.  *f is zero after a failure. */
graph_status graph__new_file_open(struct graph_new_file *f, const char *path, bool is_mapped);

/* Puts the content on the disk and gives it its name. */
graph_status graph__new_file_commit(struct graph_new_file *f);

/* Closes; what was not committed is gone.  Zero is fine. */
void graph__new_file_close(struct graph_new_file *f);

/* Removes the temporaries of this process that have names.  For a signal handler, after which the process ends. */
void graph__new_file_remove_all(void);

#endif
