/* See new_file.h. */
#define _GNU_SOURCE /* O_TMPFILE */
#include "base/new_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/status.h"

enum { MOST_LINKS = 40, NAME_ROOM = 64, MOST_NAMES = 100, MOST_TEMPORARIES = 64 };

/* The names of the temporaries.  Who takes a name out of its slot, which is one step, owns it: a signal may come at any
 * time. */
static _Atomic(char *) temporaries[MOST_TEMPORARIES];

/* Puts the name of the temporary on the list, before there is a file of that name. */
static void list_temporary(struct graph_new_file *f)
{
    f->slot = 0;
    for (int k = 0; k < MOST_TEMPORARIES && f->slot == 0; k++) {
        char *none = NULL;
        if (atomic_compare_exchange_strong(&temporaries[k], &none, f->temporary))
            f->slot = k + 1;
    }
}

/* Frees the name of the temporary, which is gone; not what graph__new_file_remove_all has taken. */
static void forget_temporary(struct graph_new_file *f)
{
    char *name = f->temporary;
    if (f->slot == 0 || atomic_compare_exchange_strong(&temporaries[f->slot - 1], &name, NULL))
        graph__free(f->temporary);
    f->temporary = NULL;
    f->slot = 0;
}

void graph__new_file_remove_all(void)
{
    for (int k = 0; k < MOST_TEMPORARIES; k++) {
        const char *name = atomic_exchange(&temporaries[k], NULL);
        if (name != NULL)
            unlink(name);
    }
}

static graph_status system_failure(const struct graph_new_file *f, const char *what)
{
    char reason[128] = "";
    const char *text = strerror_r(errno, reason, sizeof reason);
    return graph__fail(GRAPH_E_IO, "%s: cannot %s: %s", f->path, what, text);
}

/* The length of the folder's part of a path, with its slash. */
static size_t folder_length(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash == NULL ? 0 : (size_t)(slash + 1 - path);
}

/* A name in the folder of a path. */
static graph_status name_in_folder(char **joined, const char *path, const char *name)
{
    size_t folder = folder_length(path), length = strlen(name);
    graph_status status = GRAPH_NEW(*joined, folder + length + 1);
    if (status == GRAPH_OK) {
        memcpy(*joined, path, folder);
        memcpy(*joined + folder, name, length + 1);
    }
    return status;
}

/* The number of the descriptor that a path stands for, or -1. */
static int descriptor_of(const char *path)
{
    static const char *const folders[] = {"/dev/fd/", "/proc/self/fd/"};
    if (strcmp(path, "-") == 0 || strcmp(path, "/dev/stdout") == 0)
        return STDOUT_FILENO;
    if (strcmp(path, "/dev/stderr") == 0)
        return STDERR_FILENO;
    for (size_t k = 0; k < sizeof folders / sizeof folders[0]; k++) {
        const char *digits = path + strlen(folders[k]);
        if (strncmp(path, folders[k], strlen(folders[k])) == 0 && *digits >= '0' && *digits <= '9')
            return atoi(digits);
    }
    return -1;
}

/* Follows symbolic links, also those that lead to nothing yet.  *descriptor: what the path stands for, or -1. */
static graph_status follow_links(struct graph_new_file *f, int *descriptor)
{
    char link[4096];
    struct stat facts;
    graph_status status;
    *descriptor = -1;
    GRAPH_TRY(GRAPH_NEW(f->target, strlen(f->path) + 1));
    memcpy(f->target, f->path, strlen(f->path) + 1);
    for (int k = 0; k < MOST_LINKS; k++) {
        char *next = NULL;
        *descriptor = descriptor_of(f->target);
        if (*descriptor >= 0 || lstat(f->target, &facts) != 0 || !S_ISLNK(facts.st_mode))
            goto done;
        ssize_t length = readlink(f->target, link, sizeof link - 1);
        if (length < 0)
            break;
        link[length] = '\0';
        GRAPH_TRY(name_in_folder(&next, link[0] == '/' ? "" : f->target, link));
        graph__free(f->target);
        f->target = next;
    }
    errno = ELOOP;
    status = system_failure(f, "follow the link");
done:
    return status;
}

/* Where the standard input is closed, a file may get its number, which stands for none here. */
static graph_status keep_off_zero(struct graph_new_file *f)
{
    int file = f->file;
    if (file != 0)
        return GRAPH_OK;
    f->file = fcntl(file, F_DUPFD_CLOEXEC, 3);
    graph_status status = f->file > 0 ? GRAPH_OK : system_failure(f, "open");
    close(file);
    return status;
}

static graph_status open_in_place(struct graph_new_file *f, int descriptor)
{
    f->is_in_place = true;
    f->file = descriptor >= 0 ? fcntl(descriptor, F_DUPFD_CLOEXEC, 3) : open(f->target, O_WRONLY | O_CLOEXEC);
    return f->file >= 0 ? keep_off_zero(f) : system_failure(f, "open");
}

/* Gives the temporary a name in the folder of the target that nobody else uses. */
static graph_status new_name(struct graph_new_file *f)
{
    static atomic_uint counter;
    struct timespec now;
    char text[NAME_ROOM];
    clock_gettime(CLOCK_REALTIME, &now);
    snprintf(text, sizeof text, ".semigraph-%ld-%lx-%u.part", (long)getpid(),
             (unsigned long)now.tv_nsec ^ (unsigned long)now.tv_sec << 30, atomic_fetch_add(&counter, 1));
    graph_status status = name_in_folder(&f->temporary, f->target, text);
    if (status == GRAPH_OK)
        list_temporary(f);
    return status;
}

/* A new file without a name, or -1 where the system or the file system has none. */
static int open_nameless(const char *folder)
{
#ifdef GRAPH_WITHOUT_TMPFILE /* for the test of temporaries with names */
    (void)folder;
    return -1;
#else
    return access("/proc/self/fd", X_OK) == 0 ? open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0666) : -1;
#endif
}

static graph_status open_named(struct graph_new_file *f, mode_t mode)
{
    graph_status status = GRAPH_OK;
    f->file = -1;
    for (int k = 0; k < MOST_NAMES && f->file < 0; k++) {
        forget_temporary(f);
        GRAPH_TRY(new_name(f));
        f->file = open(f->temporary, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode);
        if (f->file < 0 && errno != EEXIST)
            break;
    }
    if (f->file < 0) {
        status = system_failure(f, "create");
        forget_temporary(f);
    }
done:
    return status;
}

static graph_status open_in_folder(struct graph_new_file *f)
{
    char *folder = NULL;
    struct stat old;
    bool is_there = stat(f->target, &old) == 0;
    graph_status status;
    if (is_there && access(f->target, W_OK) != 0)
        return system_failure(f, "write");
    GRAPH_TRY(name_in_folder(&folder, f->target, "."));
    f->file = open_nameless(folder);
    if (f->file < 0)
        GRAPH_TRY(open_named(f, is_there ? 0600 : 0666));
    GRAPH_TRY(keep_off_zero(f));
    if (is_there) {
        /* Who may not give a file away keeps it, and lets nobody else in. */
        mode_t mode = fchown(f->file, old.st_uid, old.st_gid) == 0 ? 07777 : 0700;
        if (fchmod(f->file, old.st_mode & mode) != 0)
            GRAPH_TRY(system_failure(f, "set the mode"));
    }
done:
    graph__free(folder);
    return status;
}

graph_status graph__new_file_open(struct graph_new_file *f, const char *path, bool is_mapped)
{
    struct stat facts;
    int descriptor;
    graph_status status;
    *f = (struct graph_new_file){.path = path};
    GRAPH_TRY(follow_links(f, &descriptor));
    bool is_special = stat(f->target, &facts) == 0 && !S_ISREG(facts.st_mode);
    if ((descriptor >= 0 || is_special) && is_mapped) /* opening a pipe would wait for its reader */
        status = graph__fail(GRAPH_E_IO, "%s: is no regular file, which can be mapped", path);
    else if (descriptor >= 0 || is_special)
        status = open_in_place(f, descriptor);
    else
        status = open_in_folder(f);
done:
    if (status < 0)
        graph__new_file_close(f);
    return status;
}

/* Gives the file without a name one. */
static graph_status give_name(struct graph_new_file *f)
{
    char descriptor[NAME_ROOM];
    graph_status status = GRAPH_OK;
    snprintf(descriptor, sizeof descriptor, "/proc/self/fd/%d", f->file);
    for (int k = 0; k < MOST_NAMES && f->temporary == NULL; k++) {
        GRAPH_TRY(new_name(f));
        if (linkat(AT_FDCWD, descriptor, AT_FDCWD, f->temporary, AT_SYMLINK_FOLLOW) == 0)
            break;
        forget_temporary(f);
        if (errno != EEXIST)
            break;
    }
    if (f->temporary == NULL)
        status = system_failure(f, "give the file its name");
done:
    return status;
}

graph_status graph__new_file_commit(struct graph_new_file *f)
{
    graph_status status = GRAPH_OK;
    if (!f->is_in_place && fsync(f->file) != 0)
        GRAPH_TRY(system_failure(f, "write"));
    if (!f->is_in_place && f->temporary == NULL)
        GRAPH_TRY(give_name(f));
    int file = f->file;
    f->file = 0;
    if (close(file) != 0)
        GRAPH_TRY(system_failure(f, "write"));
    if (f->temporary != NULL) {
        if (rename(f->temporary, f->target) != 0)
            GRAPH_TRY(system_failure(f, "give the file its name"));
        forget_temporary(f);
    }
done:
    return status;
}

void graph__new_file_close(struct graph_new_file *f)
{
    if (f->file > 0)
        close(f->file);
    if (f->temporary != NULL)
        unlink(f->temporary);
    forget_temporary(f);
    graph__free(f->target);
    *f = (struct graph_new_file){0};
}
