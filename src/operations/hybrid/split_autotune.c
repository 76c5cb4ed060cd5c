/* See split_autotune.h.  The first product of a kind also makes what stays for the next and teaches nothing; the second gives a
 * first guess at the share with which both sides end together, and the next few approach it, for a small share shows the
 * CPU slower than it is.  The fastest share is near there, but not there: the sides slow each other down, to bring them
 * together takes its time, and the device alone may be the fastest.  So it is looked for in rounds: the best so far and
 * some others take turns, and the fastest is in the middle of the next round, until the middle wins.  Later another has a
 * turn now and then, since times change, first of all that share if it has moved; and one that is faster twice, or by far,
 * begins a new round. */
#include "operations/hybrid/split_autotune.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>

/* Shares are multiples of 1 / STEPS.  A round has every contender three times, but for those without a chance.  CONTENDERS
 * is odd, BETWEEN and SHORTLY are even, so that of a caller who calls in pairs each meets both. */
enum {
    KINDS = 64,
    STEPS = 40,
    APPROACH = 8,
    CONTENDERS = 5,
    TURNS = 3,
    ROUND = TURNS * CONTENDERS,
    ROUNDS = 4,
    BETWEEN = 16,
    SHORTLY = 4,
    FAR = 2
};

/* So much less is faster, and so much can be no chance. */
#define FASTER        0.02
#define FASTER_BY_FAR 0.04
/* So many times the fastest is hopeless. */
#define HOPELESS 1.08

static struct learnt {
    struct graph_learnt_kind kind;
    int64_t calls;          /* 0: this place is free */
    int64_t used;           /* the larger the later */
    double share;           /* with which both end together; 0: unknown */
    int approached;         /* calls of the approach, APPROACH at its end */
    int step;               /* of the call that has asked last */
    int best;               /* the fastest step so far */
    int rounds;             /* ROUNDS: over */
    int turn;               /* of the round */
    bool is_alone_hopeless; /* the device alone, in the latest round that it was in */
    double seconds[CONTENDERS][TURNS];
    int since;            /* calls of the fastest since another's turn, */
    double latest[TURNS]; /* and what the latest of them took */
    int challenge;        /* counts those whose turn it was; see challenger */
    int rival;            /* the latest of them */
    int fair_then;        /* the step with which both would have ended together at the latest turn of that */
    double gain;          /* of its first turn, 0 before */
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

/* The step nearest to a share, but for the ends. */
static int step_of(double share)
{
    int step = (int)(share * STEPS + 0.5);
    return step < 1 ? 1 : step > STEPS - 1 ? STEPS - 1 : step;
}

/* The fastest so far, some beside it, the device alone or, in rounds after one in which that was hopeless, where both sides
 * end together, and, after the rounds, both. */
static int contender(const struct learnt *l, int k)
{
    static const int beside[] = {0, -1, 1, -2};
    bool is_fair = k == CONTENDERS || (k == CONTENDERS - 1 && l->rounds < ROUNDS && l->is_alone_hopeless);
    int step = is_fair ? step_of(l->share) : k == CONTENDERS - 1 ? 0 : l->best + beside[k];
    return step < 0 ? 0 : step > STEPS ? STEPS : step;
}

static int of_turn(const struct learnt *l) { return l->turn % CONTENDERS; }

/* Whether both sides would end together with a share that is far from the fastest, and from that with which they would have
 * when that had its turn: the machine is no longer what it was. */
static bool is_news(const struct learnt *l)
{
    int fair = step_of(l->share);
    return abs(fair - l->best) >= FAR && abs(fair - l->fair_then) >= FAR;
}

/* Whose turn is next after the rounds: mostly one beside the fastest. */
static int challenger(const struct learnt *l)
{
    static const int order[] = {CONTENDERS, 2, 1, CONTENDERS, 2,          1,
                                CONTENDERS, 2, 1, 3,          CONTENDERS, CONTENDERS - 1};
    return l->gain > 0  ? l->rival
           : is_news(l) ? CONTENDERS
                        : order[l->challenge % (int)(sizeof order / sizeof order[0])];
}

static int between(const struct learnt *l) { return is_news(l) ? SHORTLY : BETWEEN; }

static int next_step(const struct learnt *l)
{
    if (l->approached < APPROACH)
        return step_of(l->share);
    if (l->rounds < ROUNDS)
        return contender(l, of_turn(l));
    return l->since < between(l) ? l->best : contender(l, challenger(l));
}

bool graph__learnt_share(double *share, const struct graph_learnt_kind *kind)
{
    pthread_mutex_lock(&lock);
    struct learnt *l = find(kind);
    bool is_known = l != NULL && l->share > 0;
    if (is_known) {
        l->step = next_step(l);
        *share = (double)l->step / STEPS;
    }
    pthread_mutex_unlock(&lock);
    return is_known;
}

static void begin_round(struct learnt *l, int best)
{
    l->best = best;
    l->turn = l->since = 0;
    l->challenge = 0;
    l->gain = 0;
}

/* Of TURNS. */
static double median(const double *x)
{
    double least = x[0] < x[1] ? x[0] : x[1], most = x[0] < x[1] ? x[1] : x[0];
    return x[2] < least ? least : x[2] > most ? most : x[2];
}

/* Whether a third turn is of no use: in both of its turns it was slower than another in either. */
static bool is_out(const struct learnt *l, int k)
{
    double least = INFINITY, own = fmin(l->seconds[k][0], l->seconds[k][1]);
    for (int other = 0; other < CONTENDERS; other++)
        least = fmin(least, fmax(l->seconds[other][0], l->seconds[other][1]));
    return own > least;
}

static void take_turn(struct learnt *l, double seconds)
{
    int fastest = 0;
    for (int turn = l->turn / CONTENDERS; turn < TURNS; turn++) /* those to come may be left out */
        l->seconds[of_turn(l)][turn] = seconds;
    do
        l->turn++;
    while (l->turn >= 2 * CONTENDERS && l->turn < ROUND && is_out(l, of_turn(l)));
    if (l->turn < ROUND)
        return;
    for (int k = 1; k < CONTENDERS; k++)
        if (median(l->seconds[k]) < median(l->seconds[fastest]) * (fastest == 0 ? 1 - FASTER : 1))
            fastest = k;
    int best = contender(l, fastest);
    if (contender(l, CONTENDERS - 1) == 0)
        l->is_alone_hopeless = median(l->seconds[CONTENDERS - 1]) > HOPELESS * median(l->seconds[fastest]);
    l->rounds = fastest == 0 ? ROUNDS : l->rounds + 1;
    begin_round(l, best);
}

static void take_challenge(struct learnt *l, double seconds)
{
    double usual = median(l->latest), gain = (usual - seconds) / usual;
    l->rival = challenger(l);
    l->since = 0;
    if (l->gain == 0 && gain > 0 && gain < FASTER_BY_FAR) { /* once more, that it was no chance */
        l->gain = gain;
        return;
    }
    if (gain >= FASTER_BY_FAR || (l->gain > 0 && l->gain + gain > FASTER)) {
        l->rounds = ROUNDS - 2;
        begin_round(l, l->step);
    }
    l->gain = 0;
    if (l->rival == CONTENDERS)
        l->fair_then = step_of(l->share);
    do
        l->challenge++;
    while (contender(l, challenger(l)) == l->best);
}

static void take_seconds(struct learnt *l, double seconds)
{
    if (l->rounds < ROUNDS)
        take_turn(l, seconds);
    else if (l->since < between(l))
        l->latest[l->since++ % TURNS] = seconds;
    else
        take_challenge(l, seconds);
}

/* From the latest product, whose CPU had some of the work. */
static double share_to_end_together(double share, double device_seconds, double cpu_seconds)
{
    double cpu = share / cpu_seconds, device = (1 - share) / device_seconds;
    return cpu / (cpu + device);
}

void graph__learnt_take(const struct graph_learnt_kind *kind, double share, double device_seconds,
                        double cpu_seconds, double seconds)
{
    pthread_mutex_lock(&lock);
    struct learnt *l = find(kind);
    bool is_first = l == NULL;
    if (is_first)
        l = open_place(kind);
    bool was_known = l->share > 0, is_approach = was_known && l->approached < APPROACH;
    l->calls++;
    l->used = ++uses;
    if (was_known && !is_approach)
        take_seconds(l, seconds);
    l->approached += is_approach;
    if (!is_first && share > 0 && share < 1 && cpu_seconds > 0 && device_seconds > 0) {
        double fair = share_to_end_together(share, device_seconds, cpu_seconds);
        l->share = was_known && !is_approach ? l->share + (fair - l->share) / 4 : fair;
        if (is_approach && step_of(fair) == l->step)
            l->approached = APPROACH;
    }
    if (is_approach)
        l->best = step_of(l->share);
    pthread_mutex_unlock(&lock);
}
