/* The transport of processes of one machine: a stream socket for each pair of ranks.
 *
 * Every function is one exchange of parts between all pairs: what is to be sent and what is to come is moved as far as the
 * sockets take it, until all is done.  A process that ends closes its sockets, however it ends, and the others see that at
 * once. */
#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "dist/group.h"

enum { WORDS = 512 }; /* of a part of an all_reduce */
static const double spin_seconds = 2e-4;

struct mesh {
    int rank, ranks, failed;
    double deadline_seconds, spin_seconds;
    int *fd;
    struct pollfd *polled;
    int *polled_rank;
    const char **send;
    char **receive;
    size_t *to_send, *to_receive;
    int64_t *words; /* WORDS of each rank */
};

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Moves what the socket takes.  The bytes moved, or -1: the other rank is gone. */
static ssize_t push(struct mesh *m, int r)
{
    ssize_t moved = send(m->fd[r], m->send[r], m->to_send[r], MSG_NOSIGNAL | MSG_DONTWAIT);
    if (moved < 0)
        return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR ? 0 : -1;
    m->send[r] += moved;
    m->to_send[r] -= (size_t)moved;
    return moved;
}

static ssize_t pull(struct mesh *m, int r)
{
    ssize_t moved = recv(m->fd[r], m->receive[r], m->to_receive[r], MSG_DONTWAIT);
    if (moved < 0)
        return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR ? 0 : -1;
    if (moved == 0)
        return -1;
    m->receive[r] += moved;
    m->to_receive[r] -= (size_t)moved;
    return moved;
}

/* The sockets that something is still to go through. */
static nfds_t list_open(struct mesh *m)
{
    nfds_t count = 0;
    for (int r = 0; r < m->ranks; r++) {
        const short events = (short)((m->to_send[r] > 0 ? POLLOUT : 0) | (m->to_receive[r] > 0 ? POLLIN : 0));
        if (events != 0) {
            m->polled[count] = (struct pollfd){.fd = m->fd[r], .events = events};
            m->polled_rank[count++] = r;
        }
    }
    return count;
}

/* Waits until a socket is ready.  A rank that has a core for itself polls for a while before it sleeps: to sleep and to be
 * woken takes longer than most exchanges.  An error of poll, or 0; `last`: when something came last. */
static int wait_for_any(struct mesh *m, nfds_t open, int wait, double last)
{
    int ready = 0;
    if (m->spin_seconds > 0)
        do
            ready = poll(m->polled, open, 0);
        while (ready == 0 && now() - last < m->spin_seconds);
    if (ready == 0)
        ready = poll(m->polled, open, wait);
    return ready < 0 && errno != EINTR ? errno : 0;
}

/* Moves all that send, to_send, receive and to_receive say; this rank's part has been copied. */
static int exchange(struct mesh *m)
{
    double last = now();
    for (nfds_t open; (open = list_open(m)) > 0;) {
        int wait = -1;
        if (m->deadline_seconds > 0) {
            const double rest = last + m->deadline_seconds - now();
            if (rest <= 0) {
                m->failed = m->polled_rank[0];
                return GRAPH_TRANSPORT_LATE;
            }
            wait = rest < 1e6 ? (int)(rest * 1e3) + 1 : -1;
        }
        const int error = wait_for_any(m, open, wait, last);
        if (error != 0)
            return -error;
        for (nfds_t k = 0; k < open; k++) {
            const int r = m->polled_rank[k];
            const short events = m->polled[k].revents;
            ssize_t received = 0, sent = 0;
            if (m->to_receive[r] > 0 && (events & (POLLIN | POLLHUP | POLLERR)) != 0)
                received = pull(m, r);
            if (received >= 0 && m->to_send[r] > 0 && (events & (POLLOUT | POLLHUP | POLLERR)) != 0)
                sent = push(m, r);
            if (received < 0 || sent < 0 || (events & POLLNVAL) != 0) {
                m->failed = r;
                return GRAPH_TRANSPORT_GONE;
            }
            if (received + sent > 0)
                last = now();
        }
    }
    return GRAPH_TRANSPORT_OK;
}

static void copy(void *to, const void *from, size_t bytes)
{
    if (bytes > 0)
        memmove(to, from, bytes);
}

static int all_to_all(void *context, void *to, const size_t *to_bytes, const void *from,
                      const size_t *from_bytes)
{
    struct mesh *m = context;
    char *into = to;
    const char *out_of = from;
    for (int r = 0; r < m->ranks; r++) {
        m->send[r] = out_of;
        m->receive[r] = into;
        m->to_send[r] = r == m->rank ? 0 : from_bytes[r];
        m->to_receive[r] = r == m->rank ? 0 : to_bytes[r];
        if (r == m->rank)
            copy(into, out_of, to_bytes[r]);
        into += to_bytes[r];
        out_of += from_bytes[r];
    }
    return exchange(m);
}

static int all_gather(void *context, void *to, const void *from, const size_t *bytes)
{
    struct mesh *m = context;
    char *into = to;
    for (int r = 0; r < m->ranks; r++) {
        m->send[r] = from;
        m->receive[r] = into;
        m->to_send[r] = r == m->rank ? 0 : bytes[m->rank];
        m->to_receive[r] = r == m->rank ? 0 : bytes[r];
        if (r == m->rank)
            copy(into, from, bytes[r]);
        into += bytes[r];
    }
    return exchange(m);
}

static int broadcast(void *context, void *bytes, size_t n, int root)
{
    struct mesh *m = context;
    for (int r = 0; r < m->ranks; r++) {
        m->send[r] = m->receive[r] = bytes;
        m->to_send[r] = m->rank == root && r != root ? n : 0;
        m->to_receive[r] = m->rank != root && r == root ? n : 0;
    }
    return exchange(m);
}

static int64_t combine(int64_t x, int64_t y, graph_op op)
{
    if (op == GRAPH_PLUS)
        return (int64_t)((uint64_t)x + (uint64_t)y);
    return (op == GRAPH_MIN) == (x < y) ? x : y;
}

static int all_reduce(void *context, int64_t *x, size_t n, graph_op op)
{
    struct mesh *m = context;
    for (size_t done = 0; done < n; done += WORDS) {
        const size_t count = n - done < WORDS ? n - done : WORDS;
        for (int r = 0; r < m->ranks; r++) {
            m->send[r] = (const char *)(x + done);
            m->receive[r] = (char *)(m->words + (size_t)r * WORDS);
            m->to_send[r] = m->to_receive[r] = r == m->rank ? 0 : count * sizeof *x;
        }
        copy(m->words + (size_t)m->rank * WORDS, x + done, count * sizeof *x);
        const int code = exchange(m);
        if (code != GRAPH_TRANSPORT_OK)
            return code;
        for (size_t k = 0; k < count; k++) {
            int64_t sum = m->words[k];
            for (int r = 1; r < m->ranks; r++)
                sum = combine(sum, m->words[(size_t)r * WORDS + k], op);
            x[done + k] = sum;
        }
    }
    return GRAPH_TRANSPORT_OK;
}

static int barrier(void *context)
{
    int64_t nothing = 0;
    return all_reduce(context, &nothing, 1, GRAPH_MIN);
}

static int failed(void *context) { return ((struct mesh *)context)->failed; }

static void close_all(int *fd, int rank, int ranks)
{
    for (int r = 0; r < ranks; r++)
        if (r != rank && fd[r] >= 0)
            close(fd[r]);
}

static void leave(void *context, graph_status status)
{
    struct mesh *m = context;
    (void)status;
    close_all(m->fd, m->rank, m->ranks);
    for (int r = 0; r < m->ranks; r++)
        m->fd[r] = -1;
}

static void release(void *context)
{
    struct mesh *m = context;
    leave(m, GRAPH_OK);
    graph__free(m->fd);
    graph__free(m->polled);
    graph__free(m->polled_rank);
    graph__free(m->send);
    graph__free(m->receive);
    graph__free(m->to_send);
    graph__free(m->to_receive);
    graph__free(m->words);
    graph__free(m);
}

static void set_deadline(void *context, double seconds)
{
    ((struct mesh *)context)->deadline_seconds = seconds;
}

static graph_status create_mesh(struct mesh **mesh, const int *fd, int rank, int ranks)
{
    struct mesh *m = NULL;
    graph_status status = GRAPH_OK;
    GRAPH_TRY(GRAPH_NEW_ZEROED(m, 1));
    *mesh = m;
    GRAPH_TRY(GRAPH_NEW(m->fd, ranks));
    for (int r = 0; r < ranks; r++)
        m->fd[r] = fd[r];
    m->rank = rank;
    m->ranks = ranks;
    m->spin_seconds = sysconf(_SC_NPROCESSORS_ONLN) > ranks ? spin_seconds : 0;
    m->failed = -1;
    GRAPH_TRY(GRAPH_NEW(m->polled, ranks));
    GRAPH_TRY(GRAPH_NEW(m->polled_rank, ranks));
    GRAPH_TRY(GRAPH_NEW(m->send, ranks));
    GRAPH_TRY(GRAPH_NEW(m->receive, ranks));
    GRAPH_TRY(GRAPH_NEW(m->to_send, ranks));
    GRAPH_TRY(GRAPH_NEW(m->to_receive, ranks));
    GRAPH_TRY(GRAPH_NEW(m->words, (size_t)ranks * WORDS));
done:
    return status;
}

graph_status graph_group_sockets(graph_group **group, const int *fd, int rank, int ranks,
                                 const graph_group_options *options)
{
    struct mesh *m = NULL;
    graph_status status = GRAPH_OK;
    if (group == NULL || fd == NULL)
        return graph__fail(GRAPH_E_NULL, "%s is NULL", group == NULL ? "group" : "fd");
    *group = NULL;
    if (ranks < 1 || ranks > 4096 || rank < 0 || rank >= ranks)
        return graph__fail(GRAPH_E_INVALID_VALUE, "rank is %d of %d ranks", rank, ranks);
    status = create_mesh(&m, fd, rank, ranks);
    if (status != GRAPH_OK) {
        if (m == NULL || m->fd == NULL) {
            for (int r = 0; r < ranks; r++)
                if (r != rank)
                    close(fd[r]);
            graph__free(m);
        } else {
            release(m);
        }
        return status;
    }
    const graph_transport transport = {.size = sizeof transport,
                                       .context = m,
                                       .rank = rank,
                                       .ranks = ranks,
                                       .broadcast = broadcast,
                                       .all_gather = all_gather,
                                       .all_to_all = all_to_all,
                                       .all_reduce = all_reduce,
                                       .barrier = barrier,
                                       .failed = failed,
                                       .abort = leave,
                                       .release = release,
                                       .set_deadline = set_deadline};
    return graph_group_create(group, &transport, options);
}
