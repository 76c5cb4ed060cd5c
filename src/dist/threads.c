/* The transport of threads: ranks of one process exchange by reading each other's arrays.
 *
 * Each rank shows the addresses of its arguments and waits until all have; each copies what it is to get, and waits until
 * all have done so before its arrays may change.  Short messages, as agreements exchange, go to one of two notes of the rank
 * instead, in alternation: before a note is overwritten, all have met once more since they read it, so one wait is enough.
 * A wait ends for all when a rank is gone or late. */
#include <pthread.h>
#include <stdbool.h>
#include <string.h>
#include <time.h>

#include "dist/group.h"

enum { NOTE_BYTES = 64 };

/* What a rank shows during an exchange. */
struct shown {
    const void *from;
    const size_t *bytes;
    unsigned char note[2][NOTE_BYTES];
};

struct meeting {
    pthread_mutex_t lock; /* guards all that follows */
    pthread_cond_t changed;
    int ranks, arrived, released, late;
    uint64_t round; /* how often all have arrived */
    bool is_late;
    int gone; /* the first rank that is gone, or -1 */
    bool *is_here;
    struct shown *shown;
};

/* One rank's part. */
struct seat {
    struct meeting *meeting;
    int rank, next_note;
    double deadline_seconds;
    bool is_gone;
};

static int outcome(const struct meeting *m)
{
    return m->gone >= 0 ? GRAPH_TRANSPORT_GONE : m->is_late ? GRAPH_TRANSPORT_LATE : GRAPH_TRANSPORT_OK;
}

static struct timespec time_after(double seconds)
{
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    const double whole = (double)(int64_t)seconds;
    t.tv_sec += (time_t)whole;
    t.tv_nsec += (long)((seconds - whole) * 1e9);
    if (t.tv_nsec >= 1000000000L) {
        t.tv_nsec -= 1000000000L;
        t.tv_sec++;
    }
    return t;
}

static int first_missing(const struct meeting *m)
{
    for (int r = 0; r < m->ranks; r++)
        if (!m->is_here[r])
            return r;
    return -1;
}

/* Waits until all ranks are here.  `seconds`: the deadline; 0: none. */
static int meet(struct seat *s, double seconds)
{
    struct meeting *m = s->meeting;
    pthread_mutex_lock(&m->lock);
    const uint64_t round = m->round;
    int code = outcome(m);
    if (code == GRAPH_TRANSPORT_OK) {
        m->is_here[s->rank] = true;
        if (++m->arrived == m->ranks) {
            m->arrived = 0;
            memset(m->is_here, 0, (size_t)m->ranks * sizeof *m->is_here);
            m->round++;
            pthread_cond_broadcast(&m->changed);
        }
        const struct timespec until = time_after(seconds);
        while (m->round == round && outcome(m) == GRAPH_TRANSPORT_OK) {
            if (seconds <= 0) {
                pthread_cond_wait(&m->changed, &m->lock);
            } else if (pthread_cond_timedwait(&m->changed, &m->lock, &until) != 0 && m->round == round) {
                m->late = first_missing(m);
                m->is_late = true;
                pthread_cond_broadcast(&m->changed);
            }
        }
        code = m->round != round ? GRAPH_TRANSPORT_OK : outcome(m);
    }
    pthread_mutex_unlock(&m->lock);
    return code;
}

static int show(struct seat *s, const void *from, const size_t *bytes)
{
    struct shown *const ours = &s->meeting->shown[s->rank]; /* read by others after they have met this rank */
    ours->from = from;
    ours->bytes = bytes;
    return meet(s, s->deadline_seconds);
}

/* All have copied.  Without a deadline: nobody's arrays go away while others read them. */
static int part(struct seat *s) { return meet(s, 0); }

static void copy(void *to, const void *from, size_t bytes)
{
    if (bytes > 0)
        memcpy(to, from, bytes);
}

/* All write a note.  Every rank does so in the same exchanges, so that next_note is the same on all. */
static int show_note(struct seat *s, const void *from, size_t bytes)
{
    copy(s->meeting->shown[s->rank].note[s->next_note], from, bytes);
    s->next_note ^= 1;
    return meet(s, s->deadline_seconds);
}

static const void *note_of(const struct seat *s, int rank)
{
    return s->meeting->shown[rank].note[s->next_note ^ 1];
}

static int broadcast(void *context, void *bytes, size_t n, int root)
{
    struct seat *s = context;
    if (n <= NOTE_BYTES) {
        const int noted = show_note(s, bytes, s->rank == root ? n : 0);
        if (noted == GRAPH_TRANSPORT_OK && s->rank != root)
            copy(bytes, note_of(s, root), n);
        return noted;
    }
    int code = show(s, bytes, NULL);
    if (code != GRAPH_TRANSPORT_OK)
        return code;
    if (s->rank != root)
        copy(bytes, s->meeting->shown[root].from, n);
    return part(s);
}

static int all_gather(void *context, void *to, const void *from, const size_t *bytes)
{
    struct seat *s = context;
    char *at = to;
    bool is_noted = true;
    for (int r = 0; r < s->meeting->ranks; r++)
        is_noted = is_noted && bytes[r] <= NOTE_BYTES;
    const int code = is_noted ? show_note(s, from, bytes[s->rank]) : show(s, from, NULL);
    if (code != GRAPH_TRANSPORT_OK)
        return code;
    for (int r = 0; r < s->meeting->ranks; at += bytes[r++])
        copy(at, is_noted ? note_of(s, r) : s->meeting->shown[r].from, bytes[r]);
    return is_noted ? GRAPH_TRANSPORT_OK : part(s);
}

static int all_to_all(void *context, void *to, const size_t *to_bytes, const void *from,
                      const size_t *from_bytes)
{
    struct seat *s = context;
    char *at = to;
    int code = show(s, from, from_bytes);
    if (code != GRAPH_TRANSPORT_OK)
        return code;
    for (int r = 0; r < s->meeting->ranks; at += to_bytes[r++]) {
        const struct shown *other = &s->meeting->shown[r];
        size_t skipped = 0;
        for (int k = 0; k < s->rank; k++)
            skipped += other->bytes[k];
        copy(at, (const char *)other->from + skipped, to_bytes[r]);
    }
    return part(s);
}

/* Some numbers at a time, of which each rank takes the sums on its stack. */
static int all_reduce(void *context, int64_t *x, size_t n, graph_op op)
{
    enum { MOST = 512 };
    struct seat *s = context;
    int64_t sum[MOST];
    const bool is_noted = n * sizeof *x <= NOTE_BYTES;
    for (size_t done = 0; done < n || n == 0; done += MOST) {
        const size_t count = n - done < MOST ? n - done : MOST;
        int code = is_noted ? show_note(s, x, n * sizeof *x) : show(s, x + done, NULL);
        if (code != GRAPH_TRANSPORT_OK)
            return code;
        for (int r = 0; r < s->meeting->ranks; r++) {
            const int64_t *y = is_noted ? note_of(s, r) : s->meeting->shown[r].from;
            for (size_t k = 0; k < count; k++) {
                if (r == 0)
                    sum[k] = y[k];
                else if (op == GRAPH_PLUS)
                    sum[k] = (int64_t)((uint64_t)sum[k] + (uint64_t)y[k]);
                else if (op == GRAPH_MIN ? y[k] < sum[k] : y[k] > sum[k])
                    sum[k] = y[k];
            }
        }
        code = is_noted ? GRAPH_TRANSPORT_OK : part(s);
        if (code != GRAPH_TRANSPORT_OK)
            return code;
        copy(x + done, sum, count * sizeof *x);
        if (n == 0)
            break;
    }
    return GRAPH_TRANSPORT_OK;
}

static int barrier(void *context)
{
    struct seat *s = context;
    return meet(s, s->deadline_seconds);
}

static int failed(void *context)
{
    struct meeting *m = ((struct seat *)context)->meeting;
    pthread_mutex_lock(&m->lock);
    const int rank = m->gone >= 0 ? m->gone : m->late;
    pthread_mutex_unlock(&m->lock);
    return rank;
}

static void leave(void *context, graph_status status)
{
    struct seat *s = context;
    struct meeting *m = s->meeting;
    (void)status;
    pthread_mutex_lock(&m->lock);
    if (m->gone < 0 && !m->is_late)
        m->gone = s->rank;
    s->is_gone = true;
    pthread_cond_broadcast(&m->changed);
    pthread_mutex_unlock(&m->lock);
}

static void end_meeting(struct meeting *m)
{
    pthread_cond_destroy(&m->changed);
    pthread_mutex_destroy(&m->lock);
    graph__free(m->is_here);
    graph__free(m->shown);
    graph__free(m);
}

static void release(void *context)
{
    struct seat *s = context;
    struct meeting *m = s->meeting;
    pthread_mutex_lock(&m->lock);
    const bool is_last = ++m->released == m->ranks;
    pthread_mutex_unlock(&m->lock);
    graph__free(s);
    if (is_last)
        end_meeting(m);
}

static void set_deadline(void *context, double seconds)
{
    ((struct seat *)context)->deadline_seconds = seconds;
}

static graph_status create_meeting(struct meeting **meeting, int ranks)
{
    struct meeting *m = NULL;
    graph_status status = GRAPH_OK;
    GRAPH_TRY(GRAPH_NEW_ZEROED(m, 1));
    GRAPH_TRY(GRAPH_NEW_ZEROED(m->is_here, ranks));
    GRAPH_TRY(GRAPH_NEW_ZEROED(m->shown, ranks));
    m->ranks = ranks;
    m->gone = m->late = -1;
    pthread_mutex_init(&m->lock, NULL);
    pthread_cond_init(&m->changed, NULL);
    *meeting = m;
    return GRAPH_OK;
done:
    if (m != NULL) {
        graph__free(m->is_here);
        graph__free(m->shown);
        graph__free(m);
    }
    return status;
}

graph_status graph_group_threads(graph_group **groups, int ranks, const graph_group_options *options)
{
    struct meeting *m = NULL;
    struct seat *s = NULL;
    graph_group_options all;
    graph_status status = GRAPH_OK;
    int made = 0;
    if (groups == NULL)
        return graph__fail(GRAPH_E_NULL, "groups is NULL");
    if (ranks < 1 || ranks > 4096)
        return graph__fail(GRAPH_E_INVALID_VALUE, "ranks is %d, expected 1 .. 4096", ranks);
    for (int r = 0; r < ranks; r++)
        groups[r] = NULL;
    GRAPH_TRY(graph__check_group_options(&all, options));
    if (all.links == GRAPH_LINKS_ALWAYS)
        GRAPH_FAIL(GRAPH_E_DEVICE, "threads of one process use one GPU: there are no links");
    GRAPH_TRY(create_meeting(&m, ranks));
    for (made = 0; made < ranks; made++) {
        GRAPH_TRY(GRAPH_NEW_ZEROED(s, 1));
        *s = (struct seat){.meeting = m, .rank = made};
        const graph_transport transport = {.size = sizeof transport,
                                           .context = s,
                                           .rank = made,
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
        GRAPH_TRY(graph__group_open(&groups[made], &transport, &all));
        s = NULL;
    }
done:
    if (status != GRAPH_OK && m != NULL) {
        graph__free(s);
        m->released = ranks - made; /* the seats that were never taken */
        if (made == 0)
            end_meeting(m);
        for (int r = 0; r < made; r++)
            graph_group_release(&groups[r]);
    }
    return status;
}
