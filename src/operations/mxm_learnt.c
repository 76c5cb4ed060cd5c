/* See mxm_learnt.h.  The first product of a kind also makes what stays for the next and teaches nothing; the second gives a
 * first guess at the share with which both sides end together, and the next few approach it, for a small share shows the
 * CPU slower than it is.  Then each way has its turns: that share, less of it, for the sides slow each other down, and the
 * device alone.  The fastest goes on; now and then another has a turn, since times differ from call to call. */
#include "operations/mxm_learnt.h"

#include <pthread.h>

enum { KINDS = 64, TURNS = 8, TRIALS = 2, STEPS = 3 };

/* Parts of the share with which both end together. */
static const double ways[] = {1, 0.85, 0.7, 0};
enum { WAYS = sizeof ways / sizeof ways[0] };

static struct learnt {
    struct graph_learnt_kind kind;
    int64_t calls; /* 0: this place is free */
    int64_t used;  /* the larger the later */
    double share;  /* with which both end together; 0: unknown */
    int way;       /* of the call that has asked last */
    int steps;     /* of the approach */
    int tried[WAYS];
    double seconds[WAYS];
} all[KINDS];
static int64_t uses;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static bool is_same(const struct graph_learnt_kind *x, const struct graph_learnt_kind *y)
{
    return x->semiring == y->semiring && x->method == y->method && x->threads == y->threads &&
           x->rows == y->rows && x->inner == y->inner && x->columns == y->columns &&
           x->A_entries == y->A_entries && x->B_entries == y->B_entries;
}

static struct learnt *find(const struct graph_learnt_kind *kind)
{
    for (int k = 0; k < KINDS; k++)
        if (all[k].calls > 0 && is_same(&all[k].kind, kind))
            return &all[k];
    return NULL;
}

/* A new place, or that of the kind which was used longest ago. */
static struct learnt *open_place(const struct graph_learnt_kind *kind)
{
    struct learnt *place = &all[0];
    for (int k = 1; k < KINDS; k++)
        if (all[k].used < place->used)
            place = &all[k];
    *place = (struct learnt){.kind = *kind};
    return place;
}

static int next_way(const struct learnt *l)
{
    int best = 0;
    if (l->steps < STEPS)
        return 0;
    for (int trial = 0; trial < TRIALS; trial++)
        for (int w = 0; w < WAYS; w++)
            if (l->tried[w] <= trial)
                return w;
    for (int w = 1; w < WAYS; w++)
        best = l->seconds[w] < l->seconds[best] ? w : best;
    int turn = (int)(l->calls / TURNS % (WAYS - 1)) + 1;
    return l->calls % TURNS == 0 ? (best + turn) % WAYS : best;
}

bool graph__learnt_share(double *share, const struct graph_learnt_kind *kind)
{
    pthread_mutex_lock(&lock);
    struct learnt *l = find(kind);
    bool is_known = l != NULL && l->share > 0;
    if (is_known) {
        l->way = next_way(l);
        *share = ways[l->way] * l->share;
    }
    pthread_mutex_unlock(&lock);
    return is_known;
}

void graph__learnt_take(const struct graph_learnt_kind *kind, double share, double device_seconds,
                        double cpu_seconds, double seconds)
{
    pthread_mutex_lock(&lock);
    struct learnt *l = find(kind);
    bool is_first = l == NULL, was_known = l != NULL && l->share > 0;
    if (is_first)
        l = open_place(kind);
    l->calls++;
    l->used = ++uses;
    bool is_slow = was_known && l->tried[l->way] > 0 && seconds > 2 * l->seconds[l->way];
    bool is_step = was_known && l->steps < STEPS;
    if (is_step)
        l->steps++;
    else if (was_known) {
        double *best = &l->seconds[l->way];
        double mean = (*best + seconds) / 2; /* a slow call is forgiven more than a fast one */
        *best = l->tried[l->way]++ == 0 || seconds < mean ? seconds : mean;
    }
    if (!is_first && !is_slow && share > 0 && share < 1 && cpu_seconds > 0 && device_seconds > 0) {
        double cpu = share / cpu_seconds, device = (1 - share) / device_seconds, fair = cpu / (cpu + device);
        l->share = was_known && !is_step ? l->share + (fair - l->share) / 4 : fair;
    }
    pthread_mutex_unlock(&lock);
}
