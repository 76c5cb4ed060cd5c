/* Processes of one machine as ranks: a launcher that runs a program several times, and the group of those it runs.
 *
 * The launcher makes a stream socket for each pair of ranks, and tells each process in its environment which rank it is and
 * which descriptors are its sockets.  The processes start by fork and exec, so nothing of the launcher's state goes on in
 * them, and it closes its ends at once: a process that ends is seen by the others. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "dist/group.h"

enum { MOST_LAUNCHED = 64, TEXT_BYTES = 1024 };
static const char variable[] = "SEMIGRAPH_RANK"; /* "rank ranks fd fd ..." */

struct launch {
    int ranks;
    int fd[MOST_LAUNCHED][MOST_LAUNCHED]; /* fd[r][s]: of rank r, to rank s; -1: none */
    pid_t process[MOST_LAUNCHED];
};

static void close_ends(struct launch *l)
{
    for (int r = 0; r < l->ranks; r++)
        for (int s = 0; s < l->ranks; s++)
            if (l->fd[r][s] >= 0) {
                close(l->fd[r][s]);
                l->fd[r][s] = -1;
            }
}

static graph_status open_ends(struct launch *l)
{
    for (int r = 0; r < l->ranks; r++)
        for (int s = 0; s < l->ranks; s++)
            l->fd[r][s] = -1;
    for (int r = 0; r < l->ranks; r++)
        for (int s = r + 1; s < l->ranks; s++) {
            int ends[2];
            if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0)
                return graph__fail(GRAPH_E_IO, "a socket cannot be made: %s", strerror(errno));
            l->fd[r][s] = ends[0];
            l->fd[s][r] = ends[1];
        }
    return GRAPH_OK;
}

/* In the new process: keeps its ends, and becomes the program. */
_Noreturn static void become_rank(const struct launch *l, int rank, char *const argv[])
{
    char text[TEXT_BYTES];
    size_t length = (size_t)snprintf(text, sizeof text, "%d %d", rank, l->ranks);
    for (int r = 0; r < l->ranks; r++)
        for (int s = 0; s < l->ranks; s++)
            if (r != rank && l->fd[r][s] >= 0)
                close(l->fd[r][s]);
    for (int s = 0; s < l->ranks && length < sizeof text; s++)
        length += (size_t)snprintf(text + length, sizeof text - length, " %d", l->fd[rank][s]);
    if (length < sizeof text && setenv(variable, text, 1) == 0)
        execvp(argv[0], argv);
    _exit(127);
}

/* Waits for all processes; *result: 0, or the exit status of the first that had another, 128 + the signal that ended it. */
static void wait_for_all(const struct launch *l, int started, int *result)
{
    for (int k = 0; k < started; k++) {
        int state = 0;
        pid_t ended;
        do
            ended = waitpid(l->process[k], &state, 0);
        while (ended < 0 && errno == EINTR);
        const int code = WIFSIGNALED(state) ? 128 + WTERMSIG(state) : WEXITSTATUS(state);
        if (*result == 0 && ended > 0)
            *result = code;
    }
}

graph_status graph_group_launch(int *result, int ranks, char *const argv[])
{
    struct launch *l = NULL;
    graph_status status = GRAPH_OK;
    int started = 0;
    if (result == NULL || argv == NULL || argv[0] == NULL)
        return graph__fail(GRAPH_E_NULL, "%s is NULL", result == NULL ? "result" : "argv");
    *result = 0;
    if (ranks < 1 || ranks > MOST_LAUNCHED)
        return graph__fail(GRAPH_E_INVALID_VALUE, "ranks is %d, expected 1 .. %d", ranks, MOST_LAUNCHED);
    GRAPH_TRY(GRAPH_NEW_ZEROED(l, 1));
    l->ranks = ranks;
    GRAPH_TRY(open_ends(l));
    fflush(NULL);
    for (; started < ranks; started++) {
        l->process[started] = fork();
        if (l->process[started] == 0)
            become_rank(l, started, argv);
        if (l->process[started] < 0)
            break;
    }
    if (started < ranks)
        status = graph__fail(GRAPH_E_MEMORY, "a process cannot be started: %s", strerror(errno));
    for (int k = 0; k < started && started < ranks; k++)
        kill(l->process[k], SIGTERM);
done:
    if (l != NULL) {
        close_ends(l);
        wait_for_all(l, started, result);
    }
    graph__free(l);
    return status;
}

graph_status graph_group_of_launch(graph_group **group, const graph_group_options *options)
{
    const char *text = getenv(variable);
    int fd[MOST_LAUNCHED], rank = 0, ranks = 0, length = 0;
    if (group == NULL)
        return graph__fail(GRAPH_E_NULL, "group is NULL");
    *group = NULL;
    if (text == NULL)
        return GRAPH_NO_VALUE;
    if (sscanf(text, "%d %d%n", &rank, &ranks, &length) != 2 || ranks < 1 || ranks > MOST_LAUNCHED ||
        rank < 0 || rank >= ranks)
        return graph__fail(GRAPH_E_FORMAT, "%s is \"%.40s\", which no launcher wrote", variable, text);
    for (int r = 0; r < ranks; r++) {
        text += length;
        if (sscanf(text, "%d%n", &fd[r], &length) != 1)
            return graph__fail(GRAPH_E_FORMAT, "%s has no socket for rank %d", variable, r);
    }
    unsetenv(variable); /* processes that this one starts are no ranks */
    return graph_group_sockets(group, fd, rank, ranks, options);
}
