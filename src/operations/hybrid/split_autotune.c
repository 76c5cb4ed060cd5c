/* See split_autotune.h.  The first product of a kind also makes what stays for the next, and its times are not used; the
 * second gives a first guess at the share with which both parts end together, and the next ones approach it, for a small
 * share shows the CPU slower than it is.  The fastest share is near there, but not there: the parts slow each other down,
 * to bring them together takes its time, and the device alone may be the fastest.  So it is searched in rounds: the best so
 * far and some others alternate, and the fastest is in the middle of the next round, until the middle wins.  Later another
 * share is tried now and then, since times change, first of all that with which both end together if it has moved; and one
 * that is faster twice, or by far, begins a new round. */
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
    TRIALS = 3,
    ROUND = TRIALS * CONTENDERS,
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

static struct autotuned {
    struct graph_autotune_kind kind;
    int64_t calls;          /* 0: this place is free */
    int64_t used;           /* the larger the later */
    double share;           /* with which both end together; 0: unknown */
    int approached;         /* calls of the approach, APPROACH at its end */
    int step;               /* of the call that has asked last */
    int best;               /* the fastest step so far */
    int rounds;             /* ROUNDS: over */
    int trial;              /* of the round */
    bool is_alone_hopeless; /* the device alone, in the latest round that it was in */
    double seconds[CONTENDERS][TRIALS];
    int since;             /* calls of the fastest since the trial of another, */
    double latest[TRIALS]; /* and what the latest of them took */
    int challenge;         /* counts those that were tried; see challenger */
    int rival;             /* the latest of them */
    int fair_then;         /* the step with which both would have ended together at its latest trial */
    double gain;           /* of its first trial, 0 before */
} all[KINDS];
static int64_t uses;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static bool is_same(const struct graph_autotune_kind *x, const struct graph_autotune_kind *y)
{
    return x->semiring == y->semiring && x->method == y->method && x->threads == y->threads &&
           x->rows == y->rows && x->inner == y->inner && x->columns == y->columns &&
           x->A_entries == y->A_entries && x->B_entries == y->B_entries;
}

static struct autotuned *find(const struct graph_autotune_kind *kind)
{
    for (int k = 0; k < KINDS; k++)
        if (all[k].calls > 0 && is_same(&all[k].kind, kind))
            return &all[k];
    return NULL;
}

/* A new place, or that of the kind which was used longest ago. */
static struct autotuned *open_place(const struct graph_autotune_kind *kind)
{
    struct autotuned *place = &all[0];
    for (int k = 1; k < KINDS; k++)
        if (all[k].used < place->used)
            place = &all[k];
    *place = (struct autotuned){.kind = *kind};
    return place;
}

/* The step nearest to a share, but for the ends. */
static int step_of(double share)
{
    int step = (int)(share * STEPS + 0.5);
    return step < 1 ? 1 : step > STEPS - 1 ? STEPS - 1 : step;
}

/* The fastest so far, some next to it, the device alone or, in rounds after one in which that was hopeless, where both parts
 * end together, and, after the rounds, both. */
static int contender(const struct autotuned *l, int k)
{
    static const int near[] = {0, -1, 1, -2};
    bool is_fair = k == CONTENDERS || (k == CONTENDERS - 1 && l->rounds < ROUNDS && l->is_alone_hopeless);
    int step = is_fair ? step_of(l->share) : k == CONTENDERS - 1 ? 0 : l->best + near[k];
    return step < 0 ? 0 : step > STEPS ? STEPS : step;
}

static int of_trial(const struct autotuned *l) { return l->trial % CONTENDERS; }

/* Whether both parts would end together with a share that is far from the fastest, and from that with which they would have
 * when that was tried: the machine is no longer what it was. */
static bool is_news(const struct autotuned *l)
{
    int fair = step_of(l->share);
    return abs(fair - l->best) >= FAR && abs(fair - l->fair_then) >= FAR;
}

/* Who is tried next after the rounds: mostly one next to the fastest. */
static int challenger(const struct autotuned *l)
{
    static const int order[] = {CONTENDERS, 2, 1, CONTENDERS, 2,          1,
                                CONTENDERS, 2, 1, 3,          CONTENDERS, CONTENDERS - 1};
    return l->gain > 0  ? l->rival
           : is_news(l) ? CONTENDERS
                        : order[l->challenge % (int)(sizeof order / sizeof order[0])];
}

static int between(const struct autotuned *l) { return is_news(l) ? SHORTLY : BETWEEN; }

static int next_step(const struct autotuned *l)
{
    if (l->approached < APPROACH)
        return step_of(l->share);
    if (l->rounds < ROUNDS)
        return contender(l, of_trial(l));
    return l->since < between(l) ? l->best : contender(l, challenger(l));
}

bool graph__autotune_share(double *share, const struct graph_autotune_kind *kind)
{
    pthread_mutex_lock(&lock);
    struct autotuned *l = find(kind);
    bool is_known = l != NULL && l->share > 0;
    if (is_known) {
        l->step = next_step(l);
        *share = (double)l->step / STEPS;
    }
    pthread_mutex_unlock(&lock);
    return is_known;
}

static void begin_round(struct autotuned *l, int best)
{
    l->best = best;
    l->trial = l->since = 0;
    l->challenge = 0;
    l->gain = 0;
}

/* Of TRIALS. */
static double median(const double *x)
{
    double least = x[0] < x[1] ? x[0] : x[1], most = x[0] < x[1] ? x[1] : x[0];
    return x[2] < least ? least : x[2] > most ? most : x[2];
}

/* Whether a third trial is of no use: in both of its trials it was slower than another in either. */
static bool is_out(const struct autotuned *l, int k)
{
    double least = INFINITY, mine = fmin(l->seconds[k][0], l->seconds[k][1]);
    for (int other = 0; other < CONTENDERS; other++)
        least = fmin(least, fmax(l->seconds[other][0], l->seconds[other][1]));
    return mine > least;
}

static void take_trial(struct autotuned *l, double seconds)
{
    int fastest = 0;
    for (int trial = l->trial / CONTENDERS; trial < TRIALS; trial++) /* those to come may be omitted */
        l->seconds[of_trial(l)][trial] = seconds;
    do
        l->trial++;
    while (l->trial >= 2 * CONTENDERS && l->trial < ROUND && is_out(l, of_trial(l)));
    if (l->trial < ROUND)
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

static void take_challenge(struct autotuned *l, double seconds)
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

static void take_seconds(struct autotuned *l, double seconds)
{
    if (l->rounds < ROUNDS)
        take_trial(l, seconds);
    else if (l->since < between(l))
        l->latest[l->since++ % TRIALS] = seconds;
    else
        take_challenge(l, seconds);
}

/* From the latest product, whose CPU had some of the work. */
static double share_to_end_together(double share, double device_seconds, double cpu_seconds)
{
    double cpu = share / cpu_seconds, device = (1 - share) / device_seconds;
    return cpu / (cpu + device);
}

void graph__autotune_record(const struct graph_autotune_kind *kind, double share, double device_seconds,
                            double cpu_seconds, double seconds)
{
    pthread_mutex_lock(&lock);
    struct autotuned *l = find(kind);
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
